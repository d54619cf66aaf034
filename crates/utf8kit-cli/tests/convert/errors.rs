//! What cannot be converted: where it stands, and what becomes of it.

use crate::support::Place;
use crate::{converted, utf8};

#[test]
fn what_is_malformed_is_said_as_check_says_it() {
    let here = Place::new();
    here.file("a", b"x\nEspec\xEDfica Neuronal\n");
    let ran = utf8(&here, &["convert", "-f", "utf-8", "-t", "utf-16le", "a"], b"");
    assert_eq!(ran.status, Some(1));
    assert_eq!(
        ran.stderr,
        "error[U8002]: truncated 3-byte sequence: expected 80..9F after ED, found 66\n \
         --> a:2:6 (byte 7)\n2 | Espec<ED>fica Neuronal\n  \
         |      ^^^^ likely windows-1252 'í'\n\
         help: --on-error replace, skip or escape goes on in spite of it\n"
    );
    // What stands before it.
    assert_eq!(
        ran.stdout,
        "x\nEspec".encode_utf16().flat_map(u16::to_le_bytes).collect::<Vec<_>>()
    );
}

#[test]
fn every_source_says_its_place_and_its_rule() {
    let here = Place::new();
    // From, to, the input; the id, and line:column (byte).
    let cases: [(&str, &str, &[u8], &str, &str); 11] = [
        ("utf-8", "latin1", "é\n日".as_bytes(), "U8018", "2:1 (byte 3)"),
        ("utf-16le", "utf-8", b"a\0\n\0b\0\x3D\xD8c\0", "U8016", "2:2 (byte 6)"),
        ("utf-16be", "utf-8", b"\0a\0", "U8003", "1:2 (byte 2)"),
        ("utf-32le", "utf-8", b"a\0\0\0\0\0\x11\0", "U8017", "1:2 (byte 4)"),
        ("cesu-8", "utf-8", b"\n\xED\xA0\xBDx", "U8016", "2:1 (byte 1)"),
        ("ascii", "utf-8", b"ab\xE9", "U8019", "1:3 (byte 2)"),
        ("sjis", "utf-8", b"\x93\xFA\n\x93\xFA\x81\xFF", "U8019", "2:2 (byte 5)"),
        ("sjis", "koi8-r", b"a\n\x93\xFA", "U8018", "2:1 (byte 2)"),
        ("utf-16le", "sjis", b"\n\0\x3D\xD8\x00\xDE", "U8018", "2:1 (byte 2)"),
        ("utf-8", "windows-1252", "\u{FEFF}\n€日".as_bytes(), "U8018", "1:1 (byte 0)"),
        ("wtf-8", "utf-8", b"a\n\xC3\xA9\xED\xA0\x80", "U8018", "2:2 (byte 4)"),
    ];
    for (from, to, input, id, place) in cases {
        let ran = utf8(&here, &["convert", "-f", from, "-t", to], input);
        assert_eq!(ran.status, Some(1), "{from} to {to}: {}", ran.stderr);
        assert!(ran.stderr.starts_with(&format!("error[{id}]: ")), "{from}: {}", ran.stderr);
        assert!(ran.stderr.contains(&format!("--> -:{place}\n")), "{from}: {}", ran.stderr);
    }
}

#[test]
fn what_is_lost_is_counted() {
    let here = Place::new();
    let input = b"caf\xE9 \xE2\x82\xAC \xF0\x9F\x98";
    let cases: [(&str, &str, &[u8]); 6] = [
        ("utf-8", "replace", "caf\u{FFFD} € \u{FFFD}".as_bytes()),
        ("utf-8", "skip", "caf € ".as_bytes()),
        ("utf-8", "escape", r"caf\xE9 € \xF0\x9F\x98".as_bytes()),
        ("latin1", "replace", b"caf? ? ?"),
        ("latin1", "skip", b"caf  "),
        ("latin1", "escape", br"caf\xE9 \u{20AC} \xF0\x9F\x98"),
    ];
    for (to, on_error, expected) in cases {
        let arguments = ["convert", "-f", "utf-8", "-t", to, "--on-error", on_error];
        let ran = utf8(&here, &arguments, input);
        assert_eq!((&ran.stdout[..], ran.status), (expected, Some(1)), "{to} {on_error}");
        assert!(ran.stderr.starts_with("utf8: -: 2 malformed sequences "), "{}", ran.stderr);
        assert!(ran.stderr.contains("; the first at 1:4 (byte 3): "), "{}", ran.stderr);
        assert_eq!(
            ran.stderr.contains("1 character that iso-8859-1 does not have"),
            to == "latin1"
        );
        let quiet = utf8(&here, &[&arguments[..], &["-q"]].concat(), input);
        assert_eq!((quiet.stdout, &*quiet.stderr, quiet.status), (ran.stdout, "", Some(1)));
    }
}

#[test]
fn labels_that_name_nothing_are_refused() {
    let here = Place::new();
    for arguments in [&["-f", "utf-9"][..], &["-t", "\x1B[31m"], &["-t", "hz-gb-2312"]] {
        let ran = utf8(&here, &[&["convert"], arguments].concat(), b"");
        assert_eq!((ran.status, &ran.stdout[..]), (Some(2), &b""[..]));
        assert!(ran.stderr.contains("`utf8 convert --list` lists all"), "{}", ran.stderr);
        assert!(!ran.stderr.contains('\x1B'));
    }
    let ran = utf8(&here, &["convert", "-t", "latin1", "--bom", "add"], b"");
    assert_eq!(ran.status, Some(2));
    let ran = utf8(&here, &["convert", "-f", "windows-1225", "-"], b"");
    assert!(ran.stderr.contains("did you mean windows-1252?"), "{}", ran.stderr);
}

#[test]
fn labels_may_say_that_there_is_a_mark() {
    let here = Place::new();
    let cases: [(&[&str], &[u8], &[u8]); 6] = [
        (&["-t", "utf-8-sig"], b"a", b"\xEF\xBB\xBFa"),
        (&["-t", "utf-8-sig"], b"\xEF\xBB\xBFa", b"\xEF\xBB\xBFa"),
        (&["-t", "utf-16le-bom"], b"a", b"\xFF\xFEa\0"),
        (&["-f", "utf-8-sig"], b"\xEF\xBB\xBFa", b"a"),
        (&["-f", "utf-16le-bom"], b"\xFF\xFEa\0", b"a"),
        (&["-t", "utf-8-sig", "--bom", "strip"], b"\xEF\xBB\xBFa", b"a"),
    ];
    for (arguments, input, output) in cases {
        let arguments = [&["convert"], arguments].concat();
        assert_eq!(converted(&here, &arguments, input), output, "{arguments:?}");
    }
}

/// What UTF-8 looks like where it was read as a code page is undone by writing it in that.
#[test]
fn code_pages() {
    let here = Place::new();
    let cyrillic = "сануз";
    let read_wrongly =
        converted(&here, &["convert", "-f", "cp437", "--force"], cyrillic.as_bytes());
    assert_eq!(String::from_utf8(read_wrongly.clone()).unwrap(), "╤ü╨░╨╜╤â╨╖");
    assert_eq!(converted(&here, &["convert", "-t", "cp437"], &read_wrongly), cyrillic.as_bytes());
    let hello = b"\xC8\x85\x93\x93\x96\x25\xE6\x96\x99\x93\x84";
    assert_eq!(converted(&here, &["convert", "-f", "ebcdic-cp-us"], hello), b"Hello\nWorld");
    // The place is that of the text, in whatever bytes its lines end.
    let ran = utf8(&here, &["convert", "-f", "ibm037", "-t", "ascii"], b"\xC8\x25\xC8\x63");
    assert!(ran.stderr.contains("--> -:2:2 (byte 3)"), "{}", ran.stderr);
    // A byte that is no character in the page.
    let ran = utf8(&here, &["convert", "-f", "cp857"], b"a\xD5");
    assert_eq!(ran.status, Some(1));
    assert!(ran.stderr.contains("D5 is no character of ibm857"), "{}", ran.stderr);
}

#[test]
fn of_a_flag_that_is_given_twice_the_last_counts() {
    let here = Place::new();
    here.file("a", b"caf\xE9");
    let arguments = ["convert", "-f", "koi8-r", "-t", "utf-16", "-t", "utf-8", "-f", "latin1", "a"];
    assert_eq!(converted(&here, &arguments, b""), "café".as_bytes());
    let detect = ["detect", "-j", "1", "-j", "2", "--format", "json", "--format", "json", "a"];
    assert_eq!(utf8(&here, &detect, b"").status, Some(0));
    let check = ["check", "--format", "json", "--format", "human", "--max-errors", "1", "a"];
    let check = [&check[..], &["--max-errors", "2", "-g", "b", "-g", "a"]].concat();
    assert_eq!(utf8(&here, &check, b"").status, Some(1));
}

#[test]
fn every_command_says_its_version() {
    let here = Place::new();
    for command in ["check", "convert", "detect", "iconv", "completions", "man"] {
        let ran = utf8(&here, &[command, "-V"], b"");
        assert_eq!(ran.status, Some(0), "{command}: {}", ran.stderr);
        let version = String::from_utf8(ran.stdout).unwrap();
        assert!(version.contains(env!("CARGO_PKG_VERSION")), "{command}: {version}");
    }
}

#[test]
fn what_reads_back_as_something_else_has_no_form() {
    let here = Place::new();
    let cases = [
        ("shift_jis", "1\u{A5}", "1:2 (byte 1)"),
        ("euc-jp", "\u{203E}", "1:1 (byte 0)"),
        ("iso-2022-jp", "日ｶﾅ", "1:2 (byte 3)"),
        ("gb18030", "\n\u{E78D}", "2:1 (byte 1)"),
    ];
    for (to, input, place) in cases {
        let ran = utf8(&here, &["convert", "-f", "utf-8", "-t", to], input.as_bytes());
        assert_eq!(ran.status, Some(1), "{to}");
        assert!(ran.stderr.starts_with("error[U8018]: "), "{}", ran.stderr);
        assert!(ran.stderr.contains(&format!("--> -:{place}\n")), "{}", ran.stderr);
    }
}

#[test]
fn every_pair_goes_on_where_it_is_told_to() {
    let here = Place::new();
    // Malformed, each with text around it: in the same charset, what stands there.
    let sources: [(&str, &[u8], &str); 9] = [
        ("utf-8", b"a\xFFb", r"\xFF"),
        ("utf-16le", b"a\0\0\xDCb\0", r"\x00\xDC"),
        ("utf-16be", b"\0a\xDC\0\0b", r"\xDC\x00"),
        ("utf-32le", b"a\0\0\0\0\0\x11\0b\0\0\0", r"\x00\x00\x11\x00"),
        ("ascii", b"a\xE9b", r"\xE9"),
        ("shift_jis", b"a\x81 b", r"\x81"),
        ("gb18030", b"a\x81\x300b", r"\x81"),
        ("iso-2022-jp", b"a\x1B\nb", r"\x1B"),
        ("cesu-8", b"a\xF0\x9F\x98\x80b", r"\xF0"),
    ];
    let targets =
        ["utf-8", "utf-16be", "utf-32le", "latin1", "ascii", "koi8-r", "big5", "iso-2022-jp"];
    for (from, input, escaped) in sources {
        for to in targets {
            for (on_error, stands_in) in
                [("replace", "\u{FFFD}"), ("skip", ""), ("escape", escaped)]
            {
                let arguments = ["convert", "-f", from, "-t", to, "--on-error", on_error];
                let ran = utf8(&here, &arguments, input);
                assert_eq!(ran.status, Some(1), "{from} to {to}: {}", ran.stderr);
                assert!(ran.stderr.contains(" malformed sequence"), "{}", ran.stderr);
                let back = utf8(&here, &["convert", "-f", to, "-t", "utf-8"], &ran.stdout);
                assert_eq!((back.status, &*back.stderr), (Some(0), ""), "{from} to {to}");
                let text = String::from_utf8(back.stdout).unwrap();
                let stands_in = match on_error {
                    "replace" if !to.starts_with("utf") => "?",
                    _ => stands_in,
                };
                assert!(text.starts_with(&format!("a{stands_in}")), "{from} to {to}: {text}");
                assert!(text.ends_with('b'), "{from} to {to}: {text}");
            }
        }
    }
}

/// Text with everything that can be wrong with it, over several pieces.
fn adversarial() -> Vec<Vec<u8>> {
    let parts: [&[u8]; 14] = [
        b"a",
        b"\n",
        "é".as_bytes(),
        "日".as_bytes(),
        "😀".as_bytes(),
        // What stands for errors, and its beginning.
        "\u{FFFD}".as_bytes(),
        b"\xEF\xBF",
        b"\xEF",
        b"\xBF\xBD",
        b"\xE9",
        b"\xF0\x9F\x98",
        b"\xED\xA0\xBD",
        b"\xC0\x80",
        b"\xFF\xFD",
    ];
    let mut seed = 1_u32;
    let mut mixed = |len: usize, words: usize| {
        let mut text = Vec::new();
        while text.len() < len {
            seed = seed.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            text.extend_from_slice(parts[(seed >> 16) as usize % parts.len()]);
            text.extend_from_slice(&b"word ".repeat(words));
        }
        text
    };
    vec![
        mixed(400_000, 0),
        mixed(300_000, 30),
        b"\xFF".repeat(300_001),
        b"\xE2\x82".repeat(200_000),
        [
            &b"x".repeat(131_070)[..],
            b"\xF0\x9F\x98\xF0\x9F\x98\x80\xFF",
            &b"y".repeat(131_071),
            b"\xE9",
        ]
        .concat(),
    ]
}

fn instead(policy: &str, bytes: &[u8]) -> String {
    match policy {
        "replace" => "\u{FFFD}".into(),
        "escape" => bytes.iter().map(|byte| format!("\\x{byte:02X}")).collect(),
        _ => String::new(),
    }
}

fn encoded(text: &str, to: &str) -> Vec<u8> {
    match to {
        "utf-16le" => text.encode_utf16().flat_map(u16::to_le_bytes).collect(),
        "utf-16be" => text.encode_utf16().flat_map(u16::to_be_bytes).collect(),
        "utf-32le" => text.chars().flat_map(|it| u32::from(it).to_le_bytes()).collect(),
        _ => text.as_bytes().to_vec(),
    }
}

#[test]
fn whoever_converts_errors_they_are_what_they_are_one_by_one() {
    let here = Place::new();
    for (number, input) in adversarial().iter().enumerate() {
        here.file("a", input);
        for policy in ["replace", "skip", "escape"] {
            // std says what is malformed.
            let mut expected = String::new();
            let mut malformed = 0;
            for chunk in input.utf8_chunks() {
                expected += chunk.valid();
                if !chunk.invalid().is_empty() {
                    expected += &instead(policy, chunk.invalid());
                    malformed += 1;
                }
            }
            for to in ["utf-8", "utf-16le", "utf-16be", "utf-32le"] {
                let expected = encoded(&expected, to);
                for jobs in ["1", "3"] {
                    let arguments = ["convert", "-f", "utf-8", "-t", to, "--on-error", policy];
                    let ran = utf8(&here, &[&arguments[..], &["-j", jobs, "a"]].concat(), b"");
                    let case = format!("text {number} to {to}, {policy}, {jobs} threads");
                    assert!(ran.stdout == expected, "{case}");
                    let count = format!("utf8: a: {malformed} malformed sequences ");
                    assert!(ran.stderr.starts_with(&count), "{case}: {}", ran.stderr);
                }
            }
        }
    }
}

/// To what has not all characters, each error is looked at.
#[test]
fn what_is_malformed_and_what_has_no_form_are_counted_apart() {
    let here = Place::new();
    for input in adversarial() {
        let (mut expected, mut malformed, mut unmappable) = (Vec::new(), 0, 0);
        for chunk in input.utf8_chunks() {
            for character in chunk.valid().chars() {
                let byte = u8::try_from(character);
                unmappable += usize::from(byte.is_err());
                expected.push(byte.unwrap_or(b'?'));
            }
            if !chunk.invalid().is_empty() {
                expected.push(b'?');
                malformed += 1;
            }
        }
        here.file("a", &input);
        let arguments = ["convert", "-f", "utf-8", "-t", "latin1", "--on-error", "replace", "a"];
        let ran = utf8(&here, &arguments, b"");
        assert!(ran.stdout == expected);
        let plural = |count| if count == 1 { "" } else { "s" };
        for (count, what) in [(malformed, "malformed sequence"), (unmappable, "character")] {
            let said = format!(" {count} {what}{} ", plural(count));
            assert!(count == 0 || ran.stderr.contains(&said), "{said}: {}", ran.stderr);
        }
    }
}
