//! What an input is, said first; and what else is said rests on that.

use utf8kit_vectors::{Judgement, detection};

use crate::support::Place;
use crate::terminal::Terminal;

/// `utf8 check` never says that an input is something else than `utf8 detect` says.
#[test]
fn every_vector_is_judged_as_detect_judges_it() {
    let here = Place::new();
    for Judgement { name, encoding, certainty, bytes } in &detection() {
        here.file("a", &bytes.0);
        let ran = here.check(["--format", "json", "a"]);
        let objects = ran.objects();
        let verdict = objects.iter().find(|object| object["type"] == "verdict");
        if let Some(verdict) = verdict {
            assert_eq!(verdict["encoding"], **encoding, "{name}");
            assert_eq!(verdict["certainty"], **certainty, "{name}");
        }
        for finding in ran.findings() {
            let cause = finding["cause"]["id"].as_str().unwrap_or("");
            let may_be_1252 = ["windows-1252", "utf-8"].contains(&&**encoding);
            assert!(cause != "windows-1252" || may_be_1252, "{name}: {finding}");
            // A remedy is for what is likely, and says the same.
            if let Some(remedy) = finding["remedy"].as_str() {
                let from = remedy.split_once("--from ").map_or(&**encoding, |(_, label)| label);
                assert_eq!((from, &**certainty == "guess"), (&**encoding, false), "{name}");
            }
        }
    }
}

#[test]
fn text_in_another_charset_is_a_verdict_and_no_list_of_bytes() {
    let here = Place::new();
    let case = detection().into_iter().find(|case| case.name == "Japanese, shift_jis").unwrap();
    here.file("a", &case.bytes.0);
    let ran = here.check(["a"]);
    let lines: Vec<_> = ran.stdout.lines().collect();
    assert!(lines[0].starts_with("a: not UTF-8: likely shift_jis, all "), "{}", ran.stdout);
    assert!(lines[0].ends_with(" characters beyond ASCII fit, as Japanese"), "{}", ran.stdout);
    assert!(lines[1].contains(" not shown (--max-errors 0 shows all)"), "{}", ran.stdout);
    assert_eq!(lines[2..], ["help: utf8 fix -i --from shift_jis a", ""]);
    // Who asks for findings gets them.
    let asked = here.check(["--max-errors", "2", "a"]).stdout;
    assert_eq!(asked.matches("error[").count(), 2);
}

#[test]
fn a_stray_byte_in_a_language_that_windows_1252_does_not_have_has_no_cause() {
    let here = Place::new();
    let line = "Příliš žluťoučký kůň\n";
    here.file("czech", [line.as_bytes(), b"caf\xE9 au lait\n", line.as_bytes()].concat());
    here.file(
        "french",
        "déjà vu\nnaïve façade\n".bytes().chain(*b"caf\xE9 au lait\n").collect::<Vec<_>>(),
    );
    for (name, cause) in [("czech", false), ("french", true)] {
        let ran = here.check([name]);
        assert!(ran.stdout.starts_with(&format!("{name}: UTF-8, damaged\n")), "{}", ran.stdout);
        assert_eq!(ran.stdout.contains("likely windows-1252 'é'"), cause, "{}", ran.stdout);
        // Nobody knows what is meant in Czech.
        let help = format!("help: utf8 fix -i {name}");
        let loss = if cause { "" } else { "  # what cannot be read becomes U+FFFD" };
        assert!(ran.stdout.contains(&format!("{help}{loss}\n")), "{}", ran.stdout);
    }
}

/// Where it is ill-formed far behind its start, and whether it is a file or not.
#[test]
fn the_verdict_does_not_depend_on_how_an_input_is_read() {
    let here = Place::new();
    let czech = b"P\xF8\xEDli\x9A \x9Elu\x9Dou\xE8k\xFD k\xF9\xF2 \xFAp\xECl \xEF\xE1belsk\xE9\n";
    for lines in [0, 1000, 100_000] {
        let text = [&b"all of this is ASCII\n".repeat(lines)[..], czech].concat();
        here.file("a", &text);
        let of = |ran: crate::support::Ran| ran.objects()[0]["encoding"].clone();
        assert_eq!(of(here.check(["--format", "json", "a"])), "windows-1250", "{lines}");
        assert_eq!(of(here.pipe(&["--format", "json", "-"], &text)), "windows-1250", "{lines}");
    }
    // Cut at its end, far behind its start.
    here.file("a", &"ž".repeat(100_000).as_bytes()[..199_999]);
    assert!(here.check(["a"]).stdout.starts_with("a: UTF-8, but cut off\n"));
}

#[test]
fn compressed_files_that_are_named_are_one_finding() {
    let here = Place::new();
    let magic: [(&str, &[u8]); 5] = [
        ("gzip data", b"\x1F\x8B\x08\0\0\0\0\0\0\x03"),
        ("Zstandard data", b"\x28\xB5\x2F\xFD\x04\0"),
        ("xz data", b"\xFD7zXZ\0\0\x04"),
        ("bzip2 data", b"BZh91AY&SY\xFF"),
        ("ZIP archive", b"PK\x03\x04\x14\0\0\0"),
    ];
    for (name, magic) in magic {
        here.file("a", [magic, &[0xFF; 500]].concat());
        let ran = here.check(["a"]);
        let (first, _) = ran.stdout.split_once('\n').unwrap();
        assert_eq!(first, format!("error[U8015]: this is no text: {name}"));
        assert_eq!((ran.stdout.matches("error[").count(), ran.status), (1, Some(1)));
        // All of it is examined where it is said to be text.
        assert!(here.check(["-a", "a"]).stdout.contains("findings in"));
    }
}

#[test]
fn a_control_is_not_taken_for_the_byte_of_its_number() {
    let here = Place::new();
    here.file(
        "a",
        "it\u{92}s ".bytes().chain(*b"it\x92s d\xC3\xA9j\xC3\xA0 vu\n").collect::<Vec<_>>(),
    );
    let shown = here.check(["a"]).stdout;
    assert!(shown.contains("1 | it<U+0092>s it<92>s déjà vu\n"), "{shown}");
    let surrogates = b"x \xED\xA0\xBD\xED\xB8\x80 y";
    let shown = here.file("a", surrogates).check(["a"]).stdout;
    assert!(shown.contains("1 | x <ED><A0><BD><ED><B8><80> y\n"), "{shown}");
}

#[test]
fn excerpts_fit_the_terminal() {
    let here = Place::new();
    let line = "déjà vu ".repeat(20);
    let text = [line.as_bytes(), b"caf\xE9 noir ", line.as_bytes(), b"\n"].concat();
    here.file("a", [&b"\n".repeat(12_344)[..], &text].concat());
    for columns in [60, 80] {
        let terminal = Terminal::new(columns);
        let mut command = here.command();
        command.args(["check", "--no-progress", "--color", "never", "a"]);
        let ran = command.stdout(terminal.tty()).stderr(terminal.tty()).status().unwrap();
        drop(command);
        assert_eq!(ran.code(), Some(1));
        let shown = terminal.rest();
        let excerpt: Vec<_> = shown.lines().filter(|line| line.contains(" | ")).collect();
        assert_eq!(excerpt.len(), 2, "{shown}");
        for line in excerpt {
            assert!(line.chars().count() <= columns.into(), "{columns}: {line}");
        }
    }
}
