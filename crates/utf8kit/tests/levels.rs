//! Which levels there are on this machine, and how one is chosen. The cap is global state: only
//! this file, and only one test of it, sets it.

use std::env;

use utf8kit::{Level, at_level};

const ORDER: [Level; 5] =
    [Level::Scalar, Level::Emulated, Level::Sse42, Level::Avx2, Level::Avx512];

/// Prints which levels the tests run at. With `UTF8KIT_EXPECT_LEVELS=sse42,avx2` they must all be
/// there: a machine that lost one would pass every other test.
#[test]
fn levels_run_here() {
    let available: Vec<Level> = Level::available().collect();
    let names: Vec<&str> = available.iter().map(|level| level.name()).collect();
    eprintln!("levels run here: {}", names.join(" "));
    assert!(available.contains(&Level::Scalar));
    assert!(available.contains(&Level::Emulated), "tests are built with feature `emulated`");
    assert!(available.is_sorted(), "{available:?}");
    for expected in env::var("UTF8KIT_EXPECT_LEVELS").unwrap_or_default().split(',') {
        if !expected.is_empty() {
            let level = expected.trim().parse::<Level>().unwrap();
            assert!(available.contains(&level), "no {level} here, only {}", names.join(" "));
        }
    }
}

#[test]
fn names_parse() {
    for level in ORDER {
        assert_eq!(level.name().parse(), Ok(level));
        assert_eq!(level.to_string(), level.name());
    }
    for unknown in ["", "AVX2", " avx2", "avx", "sse4.2", "neon "] {
        let error = unknown.parse::<Level>().unwrap_err().to_string();
        assert_eq!(error, "unknown level: expected one of scalar emulated sse42 avx2 avx512");
    }
}

/// A level that the CPU lacks runs as the best below it that it has: the answer is the same.
#[test]
fn what_the_cpu_lacks_runs_lower() {
    let text = "naïve 日本語 😀".repeat(100);
    let mut wrong = text.clone().into_bytes();
    wrong[700] = 0xFF;
    for level in ORDER {
        assert_eq!(at_level::from_utf8(level, text.as_bytes()), Ok(text.as_str()));
        assert_eq!(at_level::count(level, text.as_bytes()), text.chars().count());
        assert_eq!(at_level::from_utf8(level, &wrong), utf8kit::from_utf8(&wrong));
    }
}

/// The best level of all, without what is for tests alone; then under each cap.
#[test]
fn the_cap() {
    let is_real = |level: &Level| *level != Level::Emulated;
    let best = Level::available().filter(is_real).last().unwrap();
    assert_eq!(Level::best(), best);
    for cap in ORDER {
        Level::set_cap(cap);
        let expected = match cap {
            Level::Emulated => Level::Emulated,
            _ => Level::available().filter(is_real).filter(|level| *level <= cap).last().unwrap(),
        };
        assert_eq!(Level::best(), expected, "under {cap}");
        assert_eq!(utf8kit::from_utf8(b"\xC3\xA9\xC3").unwrap_err().valid_up_to(), 2);
    }
    Level::set_cap(Level::Avx512);
    assert_eq!(Level::best(), best);
}
