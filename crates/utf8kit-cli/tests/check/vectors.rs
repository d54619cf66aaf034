//! `vectors/findings.toml`, end to end: the command says what the library says.

use crate::support::Place;
use serde::Deserialize;
use serde_json::{Value, json};

#[derive(Deserialize)]
struct Vectors {
    case: Vec<Case>,
}

#[derive(Deserialize)]
struct Case {
    name: String,
    bytes: String,
    findings: Vec<Value>,
}

fn unhex(text: &str) -> Vec<u8> {
    text.split_whitespace().map(|byte| u8::from_str_radix(byte, 16).unwrap()).collect()
}

/// A finding in the terms of the vectors.
fn reduce(finding: &Value) -> Value {
    let mut reduced = json!({});
    for key in ["offset", "length", "subparts", "kind"] {
        reduced[key] = finding[key].clone();
    }
    for (from, to) in [("id", "cause"), ("char", "char")] {
        if let Some(value) = finding["cause"].get(from).filter(|value| !value.is_null()) {
            reduced[to] = value.clone();
        }
    }
    reduced
}

#[test]
fn vectors() {
    let text = include_str!("../../../../vectors/findings.toml");
    let vectors: Vectors = toml::from_str(text).unwrap();
    let here = Place::new();
    let names: Vec<String> = (0..vectors.case.len()).map(|index| format!("{index:03}")).collect();
    for (case, name) in vectors.case.iter().zip(&names) {
        here.file(name, unhex(&case.bytes));
    }
    // As text: what is grouped and why is at stake, not what a file may be.
    let ran =
        here.check(["--format", "json", "-a"].into_iter().chain(names.iter().map(|name| &**name)));
    let findings = ran.findings();
    for (case, name) in vectors.case.iter().zip(&names) {
        let of_case = findings.iter().filter(|finding| finding["path"] == **name);
        let reduced: Vec<Value> = of_case.clone().map(reduce).collect();
        assert_eq!(reduced, case.findings, "{}", case.name);
        for finding in of_case {
            let offset = finding["offset"].as_u64().unwrap() as usize;
            let length = finding["length"].as_u64().unwrap() as usize;
            let bytes = &unhex(&case.bytes)[offset..offset + length];
            assert_eq!(unhex(finding["bytes"].as_str().unwrap()), bytes);
        }
    }
}
