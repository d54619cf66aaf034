//! What the command advises works: each `help:` line is run as it stands, in a shell.

use std::fs;

use crate::support::{Place, run};

/// The commands that are advised for `path`, with `$UTF8` for the name.
fn advised(here: &Place, path: &str) -> Vec<String> {
    let ran = here.check([path]);
    let said = [&*ran.stdout, &*ran.stderr].concat();
    let help = said.lines().filter_map(|line| line.strip_prefix("help: utf8 "));
    // In a note, a command stands in quotes, and its path comes before.
    let quoted = said.split('`').filter_map(|part| part.strip_prefix("utf8 "));
    help.map(|rest| format!("$UTF8 {rest}"))
        .chain(quoted.map(|rest| format!("$UTF8 {rest} '{path}'")))
        .collect()
}

#[test]
fn every_command_that_is_advised_works() {
    let here = Place::new();
    let utf16: Vec<u8> = "na\u{EF}ve\n".encode_utf16().flat_map(u16::to_le_bytes).collect();
    let cases: [(&str, Vec<u8>, Option<&str>); 7] = [
        ("marked", [b"\xFF\xFE", &utf16[..]].concat(), Some("na\u{EF}ve\n")),
        ("unmarked", utf16, Some("na\u{EF}ve\n")),
        ("plain utf-16", b"h\0e\0l\0l\0o\0\n\0".to_vec(), Some("hello\n")),
        ("pairs", b"\xED\xA0\xBD\xED\xB8\x80\n".to_vec(), Some("\u{1F600}\n")),
        // Not only pairs: what is advised must lose nothing.
        ("both", "\u{1F600}\n".bytes().chain(*b"\xED\xA0\xBD\xED\xB8\x80").collect(), None),
        ("latin", b"na\xEFve caf\xE9\n".to_vec(), None),
        ("it's", b"caf\xE9 noir\n".to_vec(), None),
    ];
    for (name, bytes, becomes) in cases {
        here.file(name, &bytes);
        let commands = advised(&here, name);
        assert_eq!(commands.len(), 1, "{name}: {commands:?}");
        let mut shell = here.command_of("sh");
        let binary = here.command().get_program().to_owned();
        let ran = run(shell.env("UTF8", binary).args(["-c", &commands[0]]));
        match becomes {
            Some(text) => assert_eq!((&*ran.stdout, ran.status), (text, Some(0)), "{commands:?}"),
            // It tells more, or refuses; nothing is claimed.
            None => assert!(matches!(ran.status, Some(0 | 1)), "{commands:?}: {}", ran.stderr),
        }
        assert_eq!(fs::read(here.path().join(name)).unwrap(), bytes);
    }
}
