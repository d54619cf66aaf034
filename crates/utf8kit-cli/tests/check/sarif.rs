//! `--format sarif`: logs that the schema takes, and what they say.

use std::collections::BTreeSet;
use std::ffi::OsStr;
use std::os::unix::ffi::OsStrExt;

use boon::{Compiler, SchemaIndex, Schemas};
use serde_json::{Value, json};

use crate::scale::peak_memory;
use crate::support::{Place, Ran};

const FEED: &[u8] =
    b"id,name\r\n1511,Espec\xEDfica\tNeuronal\n2,na\xC0\xAFve\n3,\xED\xA0\xBD\xED\xB8\x80\n4,\xF5 \xC1\xBB \xE2\x82";

/// The schema of OASIS, formats of URIs included.
struct Schema {
    schemas: Schemas,
    index: SchemaIndex,
}

impl Schema {
    fn new() -> Schema {
        let text = include_str!("../data/sarif-schema-2.1.0.json");
        let mut compiler = Compiler::new();
        compiler.enable_format_assertions();
        compiler.add_resource("sarif.json", serde_json::from_str(text).unwrap()).unwrap();
        let mut schemas = Schemas::new();
        let index = compiler.compile("sarif.json", &mut schemas).unwrap();
        Schema { schemas, index }
    }

    #[track_caller]
    fn check(&self, log: &Value) {
        if let Err(error) = self.schemas.validate(log, self.index) {
            panic!("{error:#}\n{log:#}");
        }
    }
}

#[track_caller]
fn log(ran: &Ran) -> Value {
    serde_json::from_str(&ran.stdout).unwrap()
}

fn results(log: &Value) -> &Vec<Value> {
    log["runs"][0]["results"].as_array().unwrap()
}

fn notifications(log: &Value) -> &Vec<Value> {
    log["runs"][0]["invocations"][0]["toolExecutionNotifications"].as_array().unwrap()
}

fn check(here: &Place, arguments: &[&str]) -> Ran {
    here.check(["--format", "sarif"].iter().chain(arguments))
}

#[test]
fn the_schema_refuses_what_is_wrong() {
    let schema = Schema::new();
    let here = Place::new();
    let mut log = log(&check(here.file("a", b"\xFF"), &["a"]));
    schema.check(&log);
    let uri = "/runs/0/results/0/locations/0/physicalLocation/artifactLocation/uri";
    for (place, wrong) in [
        (uri, json!("caf\u{E9} noir")),
        ("/runs/0/results/0/locations/0/physicalLocation/region/startColumn", json!(0)),
        ("/runs/0/columnKind", json!("bytes")),
        ("/runs/0/invocations/0", json!({})),
    ] {
        let right = std::mem::replace(log.pointer_mut(place).unwrap(), wrong);
        assert!(schema.schemas.validate(&log, schema.index).is_err(), "{place}");
        *log.pointer_mut(place).unwrap() = right;
    }
}

#[test]
fn logs_of_all_kinds_are_valid() {
    let schema = Schema::new();
    let here = Place::new();
    here.file("d/feed.csv", FEED)
        .file("d/bom", "\u{FEFF}text")
        .file("d/clean", "fine")
        .file("d/empty", "")
        .file("d/picture", b"\x89PNG\r\n\x1A\n\xFF")
        .file(
            "d/utf-16",
            "\u{FEFF}wide".encode_utf16().flat_map(u16::to_le_bytes).collect::<Vec<_>>(),
        )
        .file(
            "d/utf-32",
            "wide".chars().flat_map(|c| u32::from(c).to_be_bytes()).collect::<Vec<_>>(),
        )
        .file("d/denied", "\0 \x1B \u{202E} \u{FDD0}\n")
        .file("d/a b#c?d%e:f[g]\\\"", b"\xFF")
        .file(OsStr::from_bytes(b"d/caf\xE9\n\x1B"), b"\xFF");
    let runs: [(&[&str], usize, usize, i32); 9] = [
        (&["d/clean"], 0, 0, 0),
        (&["d"], 9, 1, 1),
        (&["d", "gone", "gone {0} [1](2)"], 9, 3, 2),
        (&["-a", "d"], 12, 0, 1),
        (&["--deny", "binary,nul,noncharacters,bidi,controls", "d"], 15, 0, 1),
        (&["--bom", "require", "d"], 16, 1, 1),
        (&["--bom", "forbid", "d/bom"], 1, 0, 1),
        (&["--max-errors", "1", "d/feed.csv"], 1, 0, 1),
        (&["--skip-binary", "d/picture", "d/clean"], 0, 1, 0),
    ];
    let mut rules = BTreeSet::new();
    for (arguments, findings, notes, status) in runs {
        let ran = check(&here, arguments);
        let log = log(&ran);
        schema.check(&log);
        let counts = (results(&log).len(), notifications(&log).len());
        assert_eq!(counts, (findings, notes), "{arguments:?}");
        assert_eq!(ran.status, Some(status), "{arguments:?}");
        let invocation = &log["runs"][0]["invocations"][0];
        assert_eq!(invocation["exitCode"], status);
        assert_eq!(invocation["executionSuccessful"], status != 2);
        let known = &log["runs"][0]["tool"]["driver"]["rules"];
        for result in results(&log) {
            let rule = &known[result["ruleIndex"].as_u64().unwrap() as usize];
            assert_eq!(result["ruleId"], rule["id"]);
            assert_eq!(result["properties"]["kind"], rule["name"]);
            rules.insert(rule["id"].to_string());
        }
    }
    assert_eq!(rules.len(), 15, "{rules:?}");
}

#[test]
fn a_result_says_what_where_and_how_it_came() {
    let here = Place::new();
    let log = log(&check(here.file("d/feed.csv", FEED), &["./d/feed.csv"]));
    assert_eq!(
        results(&log)[0],
        json!({
            "ruleId": "U8002",
            "ruleIndex": 1,
            "level": "error",
            "message": {
                "text": "truncated 3-byte sequence: expected 80..9F after ED, found 66; likely \
                         windows-1252 'í'",
            },
            "locations": [{
                "physicalLocation": {
                    "artifactLocation": { "uri": "d/feed.csv", "uriBaseId": "%SRCROOT%" },
                    "region": {
                        "startLine": 2,
                        "startColumn": 11,
                        "endLine": 2,
                        "endColumn": 12,
                        "byteOffset": 19,
                        "byteLength": 1,
                    },
                    "contextRegion": {
                        "startLine": 2,
                        "snippet": { "rendered": { "text": "1511,Espec<ED>fica Neuronal" } },
                    },
                },
            }],
            "properties": {
                "subparts": [1],
                "kind": "truncated",
                "bytes": "ED",
                "cause": {
                    "id": "windows-1252",
                    "text": "likely windows-1252 'í'",
                    "char": "í",
                },
            },
        })
    );
    // A brace would open a placeholder.
    let overlong = results(&log)[4]["message"]["text"].as_str().unwrap();
    assert!(overlong.contains("overlong form of '{{' (U+007B)"), "{overlong}");
    let run = &log["runs"][0];
    assert_eq!(run["columnKind"], "unicodeCodePoints");
    let base = run["originalUriBaseIds"]["%SRCROOT%"]["uri"].as_str().unwrap();
    assert!(base.starts_with("file:///") && base.ends_with('/'), "{base}");
    assert_eq!(run["properties"]["findings"], 6);
    assert_eq!(run["properties"]["by_kind"]["overlong"], 2);
}

#[test]
fn regions_are_where_a_reader_with_replacement_characters_sees_them() {
    let here = Place::new();
    let text = b"\xEF\xBB\xBFa\xC3\xA9\xF0\x9F\x98\xFF\xED\xA0\x80\xFE\r\n\0\n\xE2\x80\xAE \xC0\x80 \xF4\x90\x80\x80x\n\xE2\x82";
    here.file("a", text).file("picture", b"\x89PNG\r\n\x1A\n\xFF");
    let text = log(&check(&here, &["--deny", "nul,bidi", "a"]));
    let picture = log(&check(&here, &["--deny", "binary", "picture"]));
    assert_eq!((results(&text).len(), results(&picture).len()), (9, 1));
    for result in results(&text).iter().chain(results(&picture)) {
        let location = &result["locations"][0]["physicalLocation"];
        let number = |name: &str| location["region"][name].as_u64().unwrap() as usize;
        let file = location["artifactLocation"]["uri"].as_str().unwrap();
        let bytes = std::fs::read(here.path().join(file)).unwrap();
        let lossy = String::from_utf8_lossy(&bytes);
        let decoded: Vec<char> = lossy.trim_start_matches('\u{FEFF}').chars().collect();
        let at = |line: usize, column: usize| {
            let starts = decoded.split_inclusive(|&character| character == '\n');
            starts.take(line - 1).map(<[char]>::len).sum::<usize>() + column - 1
        };
        let start = at(number("startLine"), number("startColumn"));
        let end = at(number("endLine"), number("endColumn"));
        let offset = number("byteOffset");
        let found = &bytes[offset..offset + number("byteLength")];
        let region: String = decoded[start..end].iter().collect();
        assert_eq!(region, String::from_utf8_lossy(found), "{result}");
    }
}

#[test]
fn what_was_not_examined_is_told_twice() {
    let here = Place::new();
    here.file("d/b.png", b"\x89PNG\r\n\x1A\n\xFF").file("d/a", "fine");
    std::os::unix::fs::symlink("{0}", here.path().join("d/link")).unwrap();
    let ran = check(&here, &["-j", "4", "--follow", "d", "zero", "gone"]);
    assert_eq!(ran.status, Some(2));
    let log = log(&ran);
    let told: Vec<_> = notifications(&log)
        .iter()
        .map(|note| {
            let location = &note["locations"][0]["physicalLocation"]["artifactLocation"]["uri"];
            let text = |value: &Value| value.as_str().unwrap().to_owned();
            (text(&note["descriptor"]["id"]), text(&note["level"]), text(location))
        })
        .collect();
    let trouble = |path: &str| ("trouble".to_owned(), "error".to_owned(), path.to_owned());
    let skipped = ("skipped".to_owned(), "note".to_owned(), "d/b.png".to_owned());
    assert_eq!(told, [trouble("d/link"), trouble("gone"), trouble("zero"), skipped]);
    assert_eq!(
        notifications(&log)[1]["message"]["text"],
        "not checked, or not to the end: no such file or directory; check the spelling"
    );
    assert_eq!(ran.stderr.lines().count(), 3, "{}", ran.stderr);
}

#[test]
fn standard_input_is_a_location() {
    let ran = Place::new().pipe(&["--format", "sarif"], b"\xFF");
    let log = log(&ran);
    Schema::new().check(&log);
    let location = &results(&log)[0]["locations"][0]["physicalLocation"]["artifactLocation"];
    assert_eq!(*location, json!({"uri": "-", "description": {"text": "standard input"}}));
}

#[test]
fn results_are_in_order_whoever_is_first() {
    let here = Place::new();
    for index in 0..300 {
        // Some without results, among them the first and the last; some that stream.
        let findings = [0, 1, 3, 500][index % 4] * usize::from(index < 299);
        here.file(format!("d/{index:03}"), b"\xFF\n".repeat(findings));
    }
    let one = check(&here, &["-j", "1", "d"]);
    assert_eq!(results(&log(&one)).len(), 74 * 500 + 75 * 4);
    for jobs in ["2", "8"] {
        assert!(check(&here, &["-j", jobs, "d"]).stdout == one.stdout);
    }
}

#[test]
fn a_long_log_takes_no_more_memory() {
    let here = Place::new();
    let peak = peak_memory(&here, &["--format", "sarif"], |stdin| {
        for _ in 0..64 {
            stdin.write_all(&b"caf\xE9\n".repeat(1 << 10)).unwrap();
        }
    });
    // The log has more than this.
    assert!(peak < 24 << 10, "{peak} KiB");
}
