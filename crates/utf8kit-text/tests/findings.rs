//! `vectors/findings.toml`, and what holds for the findings of any bytes.

use proptest::prelude::*;
use serde::Deserialize;
use utf8kit::Utf8Chunks;
use utf8kit_text::{Finding, diagnose, findings};

#[derive(Deserialize)]
struct Vectors {
    case: Vec<Case>,
}

#[derive(Deserialize)]
struct Case {
    name: String,
    bytes: String,
    findings: Vec<Expected>,
}

#[derive(Deserialize, PartialEq, Debug)]
#[serde(deny_unknown_fields)]
struct Expected {
    offset: usize,
    length: usize,
    subparts: Vec<u8>,
    kind: String,
    cause: Option<String>,
    char: Option<char>,
}

impl From<Finding> for Expected {
    fn from(finding: Finding) -> Expected {
        Expected {
            offset: finding.offset(),
            length: finding.length(),
            subparts: finding.subparts().to_vec(),
            kind: finding.kind().to_string(),
            cause: finding.cause().map(|cause| cause.id().to_string()),
            char: finding.cause().and_then(|cause| cause.char()),
        }
    }
}

fn unhex(text: &str) -> Vec<u8> {
    text.split_whitespace().map(|byte| u8::from_str_radix(byte, 16).unwrap()).collect()
}

#[test]
fn vectors() {
    let text = include_str!("../../../vectors/findings.toml");
    let vectors: Vectors = toml::from_str(text).unwrap();
    assert!(vectors.case.len() > 50);
    let mut failures = Vec::new();
    for case in vectors.case {
        let found: Vec<Expected> = findings(&unhex(&case.bytes)).map(Expected::from).collect();
        if found != case.findings {
            failures.push(format!("{}: {found:?}\nexpected {:?}\n", case.name, case.findings));
        }
    }
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}

/// Bytes that make forms and causes likely.
fn bytes() -> impl Strategy<Value = Vec<u8>> {
    let piece = prop_oneof![
        any::<u8>().prop_map(|byte| vec![byte]),
        "[a-zA-Z é日😀.]{1,8}".prop_map(String::into_bytes),
        prop::sample::select(vec![
            &b"\xED\xA0\xBD\xED\xB8\x80"[..],
            b"\xED\xA0\xBD",
            b"\xC0\x80",
            b"\xE0\x80\xAF",
            b"\xF4\x90\x80\x80",
            b"\xF8\x88\x80\x80\x80",
            b"\xFC\x84\x80\x80\x80\x80",
            b"\xE2\x82",
            b"\x93\x94",
        ])
        .prop_map(<[u8]>::to_vec),
    ];
    prop::collection::vec(piece, 0..40).prop_map(|pieces| pieces.concat())
}

proptest! {
    #[test]
    fn findings_are_all_the_subparts_and_nothing_else(bytes in bytes()) {
        let mut subparts = Vec::new();
        for finding in findings(&bytes) {
            let mut at = finding.offset();
            for &length in finding.subparts() {
                subparts.push((at, usize::from(length)));
                at += usize::from(length);
            }
            prop_assert_eq!(at, finding.offset() + finding.length());
        }
        let expected: Vec<_> = Utf8Chunks::new(&bytes)
            .filter_map(|chunk| Some((chunk.error()?.position(), chunk.invalid().len())))
            .collect();
        prop_assert_eq!(subparts, expected);
    }

    #[test]
    fn a_window_says_what_the_whole_says(bytes in bytes(), before in "[a-z é日]{40,80}", after in "[a-z é日]{70,90}") {
        let whole = [before.as_bytes(), &bytes, after.as_bytes()].concat();
        for finding in findings(&whole) {
            let start = finding.offset().saturating_sub(40);
            let window = &whole[start..whole.len().min(finding.offset() + 64)];
            let diagnosed = diagnose(window, finding.offset() - start).unwrap();
            prop_assert_eq!(diagnosed.subparts(), finding.subparts());
            prop_assert_eq!(diagnosed.cause(), finding.cause());
        }
    }

    #[test]
    fn repeats_are_what_is_found_one_by_one(
        before in bytes(),
        byte in any::<u8>(),
        run in 0_usize..300,
        after in bytes(),
    ) {
        let text = [&before[..], &vec![byte; run], &after].concat();
        for finding in findings(&text) {
            for index in 0..finding.repeats(&text) {
                let found = diagnose(&text, finding.offset() + index).unwrap();
                prop_assert_eq!(found.reason().to_string(), finding.reason().to_string());
                prop_assert_eq!((found.kind(), found.cause()), (finding.kind(), finding.cause()));
                prop_assert_eq!(found.subparts(), finding.subparts());
            }
        }
    }
}

#[test]
fn runs_of_one_byte_repeat() {
    for byte in 0x80..=0xFF {
        let text = [&b"caf"[..], &[byte; 300], b"e"].concat();
        // Once the run's start is no evidence any more, and until its end is some.
        let repeats: usize = diagnose(&text, 100).map_or(0, |finding| finding.repeats(&text));
        assert_eq!(repeats, 139, "{byte:02X}");
        assert_eq!(diagnose(&text, 3 + 31).unwrap().repeats(&text), 1);
        assert_eq!(diagnose(&text, 3 + 32).unwrap().repeats(&text), 204);
        assert_eq!(diagnose(&text, 3 + 236).unwrap().repeats(&text), 1);
    }
}
