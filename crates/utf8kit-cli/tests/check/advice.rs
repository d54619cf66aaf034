//! What the command advises works: each `help:` line is run as it stands, in a shell, and then there is
//! nothing to be found any more.

use std::fs;

use utf8kit_vectors::{detection, fixes, mojibake};

use crate::support::{Place, run};

/// The commands that are advised for `path`, with `$UTF8` for the name.
fn advised(here: &Place, path: &str, flags: &[&str]) -> Vec<String> {
    let ran = here.check([&[path], flags].concat());
    let said = [&*ran.stdout, &*ran.stderr].concat();
    let help = said.lines().filter_map(|line| line.strip_prefix("help: utf8 "));
    // In a note, a command stands in quotes, and its path comes before.
    let quoted = said.split('`').filter_map(|part| part.strip_prefix("utf8 "));
    help.map(|rest| format!("$UTF8 {rest}"))
        .chain(quoted.map(|rest| format!("$UTF8 {rest} '{path}'")))
        .collect()
}

/// Does what is advised, and checks that nothing is found afterwards; gives whether something was
/// advised.
fn follow(here: &Place, path: &str, flags: &[&str]) -> bool {
    let commands = advised(here, path, flags);
    let [command] = &commands[..] else {
        assert!(commands.is_empty(), "{path}: {commands:?}");
        return false;
    };
    let mut shell = here.command_of("sh");
    let binary = here.command().get_program().to_owned();
    let ran = run(shell.env("UTF8", binary).args(["-c", command]));
    // What is damaged may lose something.
    assert!(matches!(ran.status, Some(0 | 1)), "{command}: {}", ran.stderr);
    assert!(!ran.stderr.contains("refused"), "{command}: {}", ran.stderr);
    let again = here.check([&[path], flags].concat());
    assert_eq!(again.status, Some(0), "{path}, after {command}: {}", again.stdout);
    true
}

/// A name and what is in the file; what is asked of it; and what it becomes, if something is advised.
type Case<'c> = (&'c str, Vec<u8>, &'c [&'c str], Option<&'c str>);

#[test]
fn every_command_that_is_advised_works() {
    let here = Place::new();
    let utf16: Vec<u8> = "na\u{EF}ve\n".encode_utf16().flat_map(u16::to_le_bytes).collect();
    let cases: [Case; 16] = [
        ("marked", [b"\xFF\xFE", &utf16[..]].concat(), &[], Some("na\u{EF}ve\n")),
        ("unmarked", utf16, &[], Some("na\u{EF}ve\n")),
        ("plain utf-16", b"h\0e\0l\0l\0o\0\n\0".to_vec(), &[], Some("hello\n")),
        ("pairs", b"\xED\xA0\xBD\xED\xB8\x80\n".to_vec(), &[], Some("\u{1F600}\n")),
        (
            "latin",
            b"d\xE9j\xE0 vu, na\xEFve\n".to_vec(),
            &[],
            Some("d\u{E9}j\u{E0} vu, na\u{EF}ve\n"),
        ),
        ("it's", b"caf\xE9 noir\n".to_vec(), &[], Some("caf\u{E9} noir\n")),
        ("turkish", b"\xDDnsan haklar\xFD\n".to_vec(), &[], Some("İnsan hakları\n")),
        (
            "both",
            "\u{1F600}\n".bytes().chain(*b"\xED\xA0\xBD\xED\xB8\x80").collect(),
            &[],
            Some("\u{1F600}\n\u{1F600}"),
        ),
        (
            "damaged",
            "\u{1F600} \u{E9} \u{E8}\n".bytes().chain(*b"\xE2\x82").collect(),
            &[],
            Some("\u{1F600} \u{E9} \u{E8}\n\u{FFFD}"),
        ),
        ("bom", "\u{FEFF}a".into(), &["--bom", "forbid"], Some("a")),
        ("no bom", "a".into(), &["--bom", "require"], Some("\u{FEFF}a")),
        ("nul", "a\0b\0".into(), &["--deny", "nul"], Some("ab")),
        ("trojan", "a\u{202E}b\u{2066}".into(), &["--deny", "bidi"], Some("ab")),
        ("controls", "a\u{1B}b\0\u{85}\t".into(), &["--deny", "controls"], Some("ab\t")),
        // Nothing puts a noncharacter right.
        ("nonchar", "a\u{FFFF}\0".into(), &["--deny", "noncharacters,nul"], None),
        // It is not likely what this is.
        ("short", b"\x8E\n".to_vec(), &[], None),
    ];
    for (name, bytes, flags, becomes) in cases {
        here.file(name, &bytes);
        assert_eq!(follow(&here, name, flags), becomes.is_some(), "{name}");
        let text = fs::read(here.path().join(name)).unwrap();
        match becomes {
            Some(becomes) => assert_eq!(String::from_utf8(text).unwrap(), becomes, "{name}"),
            None => assert_eq!(text, bytes, "{name}"),
        }
    }
}

/// Whatever the vectors have that is not UTF-8.
#[test]
fn what_is_advised_for_the_vectors_works() {
    let here = Place::new();
    let damaged = fixes().into_iter().map(|case| case.bytes.0);
    let judged = detection().into_iter().map(|case| case.bytes.0);
    let mut followed = 0;
    for (index, bytes) in damaged.chain(judged).enumerate() {
        let name = format!("{index}.txt");
        here.file(&name, &bytes);
        followed += usize::from(follow(&here, &name, &[]));
    }
    assert!(followed > 50, "{followed}");
}

/// What is said to be mojibake, `fix` undoes.
#[test]
fn what_is_advised_for_mojibake_works() {
    let here = Place::new();
    let mut followed = 0;
    for case in mojibake().into_iter().filter(|case| case.misread.is_none()) {
        let name = format!("{}.txt", case.name);
        here.file(&name, case.text.as_bytes());
        let flags: &[&str] = if case.json { &["--mojibake", "--json"] } else { &["--mojibake"] };
        let is_advised = follow(&here, &name, flags);
        assert_eq!(is_advised, case.undone() != case.text, "{name}");
        if is_advised && !case.guess_lost {
            let text = fs::read_to_string(here.path().join(&name)).unwrap();
            assert_eq!(text, case.undone(), "{name}");
        }
        followed += usize::from(is_advised);
    }
    assert!(followed > 30, "{followed}");
}
