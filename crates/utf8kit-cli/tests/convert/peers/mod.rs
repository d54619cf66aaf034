//! Against iconv and uconv, over every charset that they share with us: what becomes of every byte,
//! of every sequence of two, and of every character; text between every two charsets; malformed
//! text.
//!
//! Where they differ from us, a row of `vectors/peers.toml` says why, and COMPARE.md explains it.
//! What no row covers fails, and so does a row that covers nothing.

mod charsets;
mod differences;
mod programs;
mod tables;
mod texts;

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};
use std::thread;

use charsets::Shared;
use differences::Differences;
use programs::Program;
use tables::Extent;

use crate::support::Place;

/// As many differences are shown; where there is one, there mostly are a thousand.
const SHOWN: usize = 60;

/// Does `work` for each item, with all cores, and fails if anything was wrong.
fn each<T: Sync>(items: &[T], work: impl Fn(&T) -> Vec<String> + Sync) {
    let next = AtomicUsize::new(0);
    let wrong = Mutex::new(Vec::new());
    let worker = || {
        while let Some(item) = items.get(next.fetch_add(1, Ordering::Relaxed)) {
            let found = work(item);
            wrong.lock().unwrap_or_else(PoisonError::into_inner).extend(found);
        }
    };
    thread::scope(|scope| {
        for _ in 0..thread::available_parallelism().map_or(1, usize::from) {
            scope.spawn(worker);
        }
    });
    let wrong = wrong.into_inner().unwrap_or_else(PoisonError::into_inner);
    let shown = wrong[..wrong.len().min(SHOWN)].join("\n");
    assert!(wrong.is_empty(), "{} differences without a reason:\n{shown}", wrong.len());
}

/// The programs that are installed. What is not there is said, and nothing is compared with it.
fn installed() -> Vec<Program> {
    Program::ALL.into_iter().filter(|program| program.is_installed()).collect()
}

fn compare_tables(extent: Extent) {
    let here = Place::new();
    let programs = installed();
    let differences = Differences::read();
    let shared = charsets::shared(&here, &programs);
    each(&shared, |shared| tables::compare(&here, shared, &differences, extent));
    if programs.iter().all(|program| program.is_as_seen()) && programs.len() == Program::ALL.len() {
        assert_eq!(differences.unused(), [""; 0], "rows of vectors/peers.toml that cover nothing");
    }
}

#[test]
fn every_byte_and_every_character() {
    compare_tables(Extent::Most);
}

/// Every byte of EBCDIC, there and back.
#[test]
fn every_byte_of_ebcdic() {
    let here = Place::new();
    let bytes: Vec<u8> = (0..=255).collect();
    for charset in charsets::EBCDIC {
        let (is_converted, ours) = programs::strict(&here, charset, "utf-8", &bytes);
        assert!(is_converted, "{charset}");
        assert_eq!(programs::strict(&here, "utf-8", charset, &ours), (true, bytes.clone()));
        for program in installed().into_iter().filter(|program| *program == Program::Iconv) {
            let theirs = program.strict(&here, charset, "utf-8", &bytes);
            assert_eq!(theirs, (true, ours.clone()), "{charset}");
        }
    }
}

#[test]
#[ignore = "a minute: every four bytes of GB 18030, every character of every plane"]
fn every_sequence_and_every_plane() {
    compare_tables(Extent::All);
}

/// Each charset to and from a fourth of the others: what one reads and what another writes are
/// compared character by character elsewhere.
#[test]
fn text_between_charsets() {
    let here = Place::new();
    let programs = installed();
    let differences = Differences::read();
    let shared = charsets::shared(&here, &programs);
    let texts: Vec<_> = shared
        .iter()
        .filter(|shared| !shared.peers.is_empty())
        .map(|shared| texts::Repertoire::of(&here, shared, &differences))
        .collect();
    let pairs: Vec<_> = (0..texts.len() * texts.len())
        .map(|number| (number / texts.len(), number % texts.len()))
        .filter(|(from, to)| (from + to).is_multiple_of(4))
        .map(|(from, to)| (&texts[from], &texts[to]))
        .collect();
    each(&pairs, |(from, to)| texts::compare(&here, from, to));
}

#[test]
fn text_that_is_cut_off_or_damaged() {
    let here = Place::new();
    let programs = installed();
    let differences = Differences::read();
    let shared: Vec<Shared> = charsets::shared(&here, &programs);
    each(&shared, |shared| texts::compare_damaged(&here, shared, &differences));
}

#[test]
fn every_reason_is_explained() {
    let explanations = include_str!("../../../../../COMPARE.md");
    for reason in Differences::read().reasons() {
        let heading = format!("| `{reason}` |");
        assert!(explanations.contains(&heading), "COMPARE.md does not explain `{reason}`");
    }
}
