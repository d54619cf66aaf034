//! What is said of what was done: for people, in lines before and after, and for programs.

use crate::support::Place;
use crate::{fix, utf8};

#[test]
fn a_line_an_input_and_a_summary() {
    let here = Place::new();
    here.file(
        "d/a",
        "\u{E9}\u{E8} ".repeat(5).bytes().chain(*b"caf\xE9 noir \xFF\n").collect::<Vec<_>>(),
    );
    here.file("d/b", "fine\n").file("d/c", b"\xFF\xFEo\0k\0\n\0");
    let ran = fix(&here, &["-j", "1", "-i", "d"]);
    assert_eq!(ran.status, Some(1));
    assert_eq!(
        ran.stderr,
        "\
utf8: d/a: 1 byte read as windows-1252, 1 ill-formed sequence replaced
utf8: d/c: from utf-16le
utf8: 3 files, 50 bytes: 2 fixed; 1 ill-formed sequence lost
"
    );
    let ran = fix(&here, &["-v", "-i", "d/b"]);
    assert_eq!(ran.stderr, "utf8: d/b: as it was\n");
    // What says it is something else is said to be untrue now.
    here.file(
        "x.xml",
        b"<?xml version='1.0' encoding='windows-1252'?><a>d\xE9j\xE0 vu, caf\xE9</a>\n",
    );
    let ran = fix(&here, &["-i", "x.xml"]);
    assert!(ran.stderr.contains("its XML declaration says windows-1252"), "{}", ran.stderr);
}

#[test]
fn lines_before_and_after() {
    let here = Place::new();
    let long = "wort ".repeat(60);
    let text = [
        &b"plain\nun caf\xE9 noir\r\n"[..],
        long.as_bytes(),
        "\u{200B}caf\u{E9} ".as_bytes(),
        long.as_bytes(),
        "\n\u{E9}\u{E9}\u{E9}\n".as_bytes(),
    ];
    here.file("a", text.concat());
    let ran = fix(&here, &["--diff", "--zero-width", "--line-ends", "lf", "a"]);
    assert_eq!(
        String::from_utf8(ran.stdout).unwrap(),
        "\
a:2
- un caf<E9> noir<0D>
+ un café noir
a:3
- … wort wort wort wort <U+200B>café wort wort wort wort wort wort wort wort wort …
+ … wort wort wort wort café wort wort wort wort wort wort wort wort wort wort wort…
"
    );
    let colored = fix(&here, &["--diff", "--color", "always", "a"]);
    let colored = String::from_utf8(colored.stdout).unwrap();
    assert!(
        colored.contains("- un \u{1B}[1m\u{1B}[31mcaf\u{1B}[0m\u{1B}[1m\u{1B}[31m<E9>"),
        "{colored:?}"
    );
}

#[test]
fn for_programs() {
    let here = Place::new();
    here.file("d/a", b"un caf\xE9 noir\xE2\x80\x8B\n").file("d/b", "fine\n");
    here.file("d/c", b"abc\xC3def\n").file("d/p.png", b"\x89PNG\r\n\x1A\n\0");
    let ran = fix(&here, &["--format", "json", "--zero-width", "--dry-run", "d", "gone"]);
    assert_eq!(ran.status, Some(2), "{}", ran.stderr);
    let objects: Vec<serde_json::Value> = String::from_utf8(ran.stdout)
        .unwrap()
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    let kinds: Vec<_> = objects.iter().map(|object| object["type"].as_str().unwrap()).collect();
    assert_eq!(kinds, ["fixed", "fixed", "refused", "skipped", "trouble", "summary"]);
    assert_eq!(objects[0]["path"], "d/a");
    assert_eq!(objects[0]["changed"], true);
    assert_eq!(objects[0]["steps"]["zero-width"], 1);
    assert_eq!(objects[1]["changed"], false);
    let summary = &objects[5];
    for (key, value) in [
        ("schema", 1),
        ("files", 3),
        ("changed", 1),
        ("refused", 1),
        ("skipped", 1),
        ("troubles", 1),
    ] {
        assert_eq!(summary[key], value, "{key}");
    }
}

#[test]
fn the_help_has_every_step() {
    let here = Place::new();
    let help = String::from_utf8(utf8(&here, &["fix", "--help"], b"").stdout).unwrap();
    for step in utf8kit_text::fix::Step::all() {
        assert!(help.contains(&format!("  {}", step.name())), "{}", step.name());
        let flag = format!("--{}", step.name());
        let has_other = ["fallback", "invalid", "bom"].contains(&step.name());
        assert!(has_other || help.contains(&flag), "{flag}");
    }
}

/// What pre-commit runs, with names of files behind it.
#[test]
fn the_hooks_run() {
    let here = Place::new();
    here.file("bad", b"un caf\xE9 noir, s'il vous pla\xEEt\n")
        .file("lost", "\u{E9}\u{E8} ".repeat(9).bytes().chain(*b"\xFF\n").collect::<Vec<_>>());
    let hooks = include_str!("../../../../.pre-commit-hooks.yaml");
    let entry = |name: &str| {
        let hook = hooks.split("- id: ").find(|hook| hook.starts_with(name)).unwrap();
        let entry = hook.lines().find_map(|line| line.trim().strip_prefix("entry: utf8 ")).unwrap();
        let arguments: Vec<&str> = entry.split(' ').chain(["bad", "lost"]).collect();
        utf8(&here, &arguments, b"")
    };
    assert_eq!(entry("utf8-check").status, Some(1));
    let lost = crate::read(&here, "lost");
    let ran = entry("utf8-fix");
    assert_eq!(ran.status, Some(1), "{}", ran.stderr);
    assert_eq!(crate::read(&here, "bad"), "un café noir, s'il vous plaît\n".as_bytes());
    assert_eq!(crate::read(&here, "lost"), lost);
}
