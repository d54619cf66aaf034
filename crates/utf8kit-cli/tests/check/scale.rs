//! Inputs of any size, in little memory, with offsets and contexts that pieces do not change.

use std::fs::File;
use std::io::{Seek, SeekFrom, Write};
use std::process::Stdio;
use std::time::Duration;

use crate::support::{Place, peak_of, place};

#[test]
#[ignore = "reads 5 GiB; the gate runs it"]
fn offsets_are_right_beyond_4_gib() {
    const FAR: u64 = 5 << 30;
    let here = Place::new();
    let mut file = File::create(here.path().join("a")).unwrap();
    // A hole: it reads as NULs, which are characters.
    file.seek(SeekFrom::Start(FAR)).unwrap();
    file.write_all(b"\n\xFFx\n").unwrap();
    drop(file);
    let ran = here.check(["--format", "json", "a"]);
    assert_eq!(ran.places(), [place("invalid-byte", FAR + 1, 2, 1)]);
    assert_eq!(ran.objects().last().unwrap()["bytes"], FAR + 4);
}

/// The most memory that a run over `input` had, in KiB.
pub(crate) fn peak_memory(
    here: &Place,
    arguments: &[&str],
    mut input: impl FnMut(&mut dyn Write),
) -> u64 {
    let mut command = here.command();
    command.arg("check").args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped());
    let mut child = command.spawn().unwrap();
    let mut stdin = child.stdin.take().unwrap();
    let mut stdout = child.stdout.take().unwrap();
    let drain = std::thread::spawn(move || std::io::copy(&mut stdout, &mut std::io::sink()));
    input(&mut stdin);
    // It has read nearly all, and waits for the rest.
    let peak = peak_of(&child);
    drop(stdin);
    child.wait().unwrap();
    drain.join().unwrap().unwrap();
    peak
}

#[test]
fn memory_is_bounded_whatever_comes() {
    let here = Place::new();
    // Of what is clean much more than the bound; of errors so many that the report is.
    let inputs: [(&str, &[u8], usize); 4] = [
        ("one long line", &b"xyz \xC3\xA9 ".repeat(1 << 13), 72 << 20),
        ("empty lines", &b"\n".repeat(1 << 16), 72 << 20),
        ("one long line of errors", &b"\xFF".repeat(1 << 16), 1 << 18),
        ("lines of errors", &b"caf\xE9\n".repeat(1 << 13), 5 << 18),
    ];
    for (name, piece, size) in inputs {
        for arguments in [&["--max-errors", "0"][..], &["--format", "json"]] {
            let peak = peak_memory(&here, arguments, |stdin| {
                for _ in 0..size / piece.len() {
                    stdin.write_all(piece).unwrap();
                }
            });
            assert!(peak < 64 << 10, "{name}: {peak} KiB");
        }
    }
}

#[test]
fn reports_that_wait_for_their_turn_are_few() {
    let here = Place::new();
    // Each fits in what a worker keeps, and together they do not.
    for index in 0..3000 {
        here.file(format!("d/{index}"), b"\xFF\n".repeat(400));
    }
    let mut command = here.command();
    // The first input does not come, and the others are done.
    command.args(["check", "-j", "64", "--format", "json", "-", "d"]);
    let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
    let mut stdout = child.stdout.take().unwrap();
    std::thread::sleep(Duration::from_secs(2));
    let peak = peak_of(&child);
    assert!(peak < 64 << 10, "{peak} KiB");
    drop(child.stdin.take());
    std::io::copy(&mut stdout, &mut std::io::sink()).unwrap();
    assert_eq!(child.wait().unwrap().code(), Some(1));
}

#[test]
fn what_is_said_of_a_place_does_not_depend_on_where_pieces_end() {
    // These lines at every distance from the end of the first piece.
    let line =
        b"caf\xE9 noir \xED\xA0\xBD\xED\xB8\x80 \xC0\xAF \xE2\x82 and some more text to be shown\n";
    let piece = 8 * 1024 + 1024 + 128 * 1024;
    let here = Place::new();
    let mut expected = None;
    for shift in (0..1200).step_by(7).chain(1000..1060) {
        // Lines of the same length, so that numbers have as many digits.
        let before = piece - 1100 + shift - line.len();
        let filler = [&b"-".repeat(before)[..], b"\n"].concat();
        let text = [&filler[..], line, &b"+".repeat(2000)].concat();
        here.file("a", text);
        let findings = here.check(["--format", "json", "a"]).findings();
        let relative: Vec<_> = findings
            .into_iter()
            .map(|mut finding| {
                let offset = finding["offset"].as_u64().unwrap() - filler.len() as u64;
                finding["offset"] = offset.into();
                finding
            })
            .collect();
        assert_eq!(relative.len(), 4);
        assert_eq!(&relative, expected.get_or_insert(relative.clone()), "{shift}");
    }
}

#[test]
fn long_runs_of_one_byte_are_as_many_findings_as_bytes() {
    let here = Place::new();
    // The last is longer than what is looked at together.
    let runs = [(0x80, 95), (0xE9, 96), (0xC3, 200), (0xED, 5000), (0xFF, 140_000)];
    for (byte, run) in runs {
        let text = [b"one\ncaf\xC3\xA9 ", &vec![byte; run][..], b" \n\xC0\xAF"].concat();
        here.file("a", &text);
        let found = here.check(["-a", "--format", "json", "a"]).findings();
        // What the library says of each.
        let expected: Vec<_> = utf8kit_text::findings(&text).collect();
        assert_eq!(found.len(), expected.len(), "{run} bytes {byte:02X}");
        for (found, expected) in found.iter().zip(&expected) {
            let offset = expected.offset() as u64;
            assert_eq!(found["offset"], offset);
            assert_eq!(found["kind"], expected.kind().name());
            assert_eq!(found["length"], expected.length());
            assert_eq!(found["cause"]["id"].as_str(), expected.cause().map(|cause| cause.id()));
            if found["line"] == 2 {
                // "é" is two bytes.
                assert_eq!(found["column"], offset - 4);
            }
        }
        // However many of them are shown.
        let total = expected.len();
        for shown in [1, 40, 150] {
            let ran = here.check(["-a", "--max-errors", &shown.to_string(), "a"]);
            assert_eq!(ran.stdout.matches("error[U").count(), shown.min(total));
            assert!(ran.stdout.contains(&format!("a: {total} findings in 2 lines")));
            let hidden = format!("; {} not shown", total.saturating_sub(shown));
            assert_eq!(ran.stdout.contains(&hidden), shown < total, "{shown} of {total}");
        }
    }
}
