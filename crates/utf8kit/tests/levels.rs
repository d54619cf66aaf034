//! Which levels there are on this machine, how one is chosen, and that conversions and positions
//! come to the same at each. What is tested of them elsewhere takes emulated CPUs too long.

mod common;

use std::env;
use std::fmt::Debug;

use common::{Random, levels};
use utf8kit::convert::{self, Cesu8, Form, Latin1, Stop, To, Utf8, Utf16Be, Utf16Le, Utf32Le};
use utf8kit::position::{LineColumn, LineEnds, Unit};
use utf8kit::{Engine, Level};

const ORDER: [Level; 4] = [Level::Scalar, Level::Sse42, Level::Avx2, Level::Avx512];

/// Prints which levels the tests run at. With `UTF8KIT_EXPECT_LEVELS=sse42,avx2` they must all be
/// there: a machine that lost one would pass every other test.
#[test]
fn levels_run_here() {
    let available: Vec<Level> = Level::available().collect();
    let names: Vec<&str> = available.iter().map(|level| level.name()).collect();
    eprintln!("levels run here: {} emulated", names.join(" "));
    assert!(available.contains(&Level::Scalar));
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
        assert_eq!(error, "unknown level: expected one of scalar sse42 avx2 avx512");
    }
}

/// A level that the CPU lacks runs as the best below it that it has: the answer is the same.
#[test]
fn what_the_cpu_lacks_runs_lower() {
    let text = "naïve 日本語 😀".repeat(100);
    let mut wrong = text.clone().into_bytes();
    wrong[700] = 0xFF;
    for level in ORDER {
        let level = Engine::at(level);
        assert_eq!(level.from_utf8(text.as_bytes()), Ok(text.as_str()));
        assert_eq!(level.count(text.as_bytes()), text.chars().count());
        assert_eq!(level.from_utf8(&wrong), utf8kit::from_utf8(&wrong));
    }
}

/// Converts as `level` does, and as the scalar code does, strictly and lossily.
fn same_at<S, T>(level: Engine, src: &[S::Unit])
where
    S: To<T>,
    T: Form,
    T::Unit: Default + PartialEq + Debug,
{
    let room = 4 * src.len() + 8;
    let mut ours = vec![T::Unit::default(); room];
    let mut scalar = vec![T::Unit::default(); room];
    let progress = level.strict::<S, T>(src, &mut ours[..]);
    let expected = Engine::at(Level::Scalar).strict::<S, T>(src, &mut scalar[..]);
    assert_eq!(progress, expected, "{level}, {} to {}", S::ENCODING, T::ENCODING);
    assert_eq!(ours[..progress.written], scalar[..progress.written]);
    let progress = level.lossy::<S, T>(src, &mut ours[..]);
    let expected = Engine::at(Level::Scalar).lossy::<S, T>(src, &mut scalar[..]);
    assert_eq!(progress, expected, "{level}, {} to {}", S::ENCODING, T::ENCODING);
    assert_eq!(progress.stop, Stop::Done);
    assert_eq!(ours[..progress.written], scalar[..progress.written]);
    // Just enough room, and a little too little.
    for less in [0, 1, 5] {
        let room = progress.written.saturating_sub(less);
        let progress = level.lossy::<S, T>(src, &mut ours[..room]);
        let expected = Engine::at(Level::Scalar).lossy::<S, T>(src, &mut scalar[..room]);
        assert_eq!(progress, expected, "{level}, {} to {}", S::ENCODING, T::ENCODING);
        assert_eq!(ours[..progress.written], scalar[..progress.written]);
    }
}

#[test]
fn conversions_are_the_same_at_each_level() {
    let mut random = Random::new(11);
    for _ in 0..300 {
        let len = random.below(700);
        let edits = random.below(4) * random.below(3);
        let text = random.text(len, edits);
        let whole = String::from_utf8_lossy(&text);
        let mut units: Vec<u8> = whole.encode_utf16().flat_map(u16::to_le_bytes).collect();
        let mut values: Vec<u8> = whole.chars().flat_map(|c| u32::from(c).to_le_bytes()).collect();
        let mut pairs = convert::lossy_owned::<Utf8, Cesu8>(&text);
        for bytes in [&mut units, &mut values, &mut pairs] {
            for _ in 0..edits.min(bytes.len()) {
                let at = random.below(bytes.len());
                bytes[at] = random.one_of(&[0x00, 0x41, 0xD8, 0xDC, 0xFF]);
            }
        }
        for level in levels() {
            same_at::<Utf8, Utf16Le>(level, &text);
            same_at::<Utf8, Utf16Be>(level, &text);
            same_at::<Utf8, Utf32Le>(level, &text);
            same_at::<Utf8, Latin1>(level, &text);
            same_at::<Utf8, Utf8>(level, &text);
            same_at::<Utf16Le, Utf8>(level, &units);
            same_at::<Utf16Le, Utf32Le>(level, &units);
            same_at::<Utf16Le, Utf16Be>(level, &units);
            same_at::<Utf32Le, Utf8>(level, &values);
            same_at::<Utf32Le, Utf16Le>(level, &values);
            same_at::<Latin1, Utf8>(level, &text);
            same_at::<Utf8, Cesu8>(level, &text);
            same_at::<Utf16Le, Cesu8>(level, &units);
            same_at::<Cesu8, Utf8>(level, &pairs);
            same_at::<Cesu8, Utf16Le>(level, &pairs);
        }
    }
}

#[test]
fn positions_are_the_same_at_each_level() {
    const UNITS: [Unit; 3] = [Unit::Byte, Unit::Scalar, Unit::Utf16];
    let mut random = Random::new(12);
    for _ in 0..100 {
        let len = random.below(2000);
        let edits = random.below(4) * random.below(20);
        let text = random.text(len, edits);
        let whole = String::from_utf8_lossy(&text);
        for level in levels() {
            for _ in 0..10 {
                let (from, to) = (random.one_of(&UNITS), random.one_of(&UNITS));
                let ends = random.one_of(&[LineEnds::Lf, LineEnds::Universal]);
                let offset = random.below(text.len() + 1);
                let at = LineColumn { line: random.below(9), column: random.below(200) };
                let answers = |level: Engine| {
                    (
                        level.convert_offset(&text, from, offset, to),
                        level.convert_offset(&*whole, from, offset, to),
                        level.line_column(&text, offset, ends, to),
                        level.byte_offset(&*whole, at, ends, from),
                    )
                };
                assert_eq!(
                    answers(level),
                    answers(Engine::at(Level::Scalar)),
                    "{level} {from:?} {to:?}"
                );
            }
        }
    }
}

/// The best engine has the best level, and an engine has the level that it was asked for.
#[test]
fn engines_have_their_levels() {
    let best = Level::available().last().unwrap();
    assert_eq!(Engine::best().level(), best);
    for level in ORDER {
        let expected = Level::available().filter(|there| *there <= level).last().unwrap();
        assert_eq!(Engine::at(level).level(), expected, "asked for {level}");
        assert_eq!(Engine::at(level).to_string(), expected.name());
    }
    assert_eq!(Engine::emulated().to_string(), "emulated");
}
