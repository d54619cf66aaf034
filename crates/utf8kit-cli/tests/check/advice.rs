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
    let cases: [(&str, Vec<u8>, Option<&str>); 9] = [
        ("marked", [b"\xFF\xFE", &utf16[..]].concat(), Some("na\u{EF}ve\n")),
        ("unmarked", utf16, Some("na\u{EF}ve\n")),
        ("plain utf-16", b"h\0e\0l\0l\0o\0\n\0".to_vec(), Some("hello\n")),
        ("pairs", b"\xED\xA0\xBD\xED\xB8\x80\n".to_vec(), Some("\u{1F600}\n")),
        ("latin", b"d\xE9j\xE0 vu, na\xEFve\n".to_vec(), Some("d\u{E9}j\u{E0} vu, na\u{EF}ve\n")),
        ("it's", b"caf\xE9 noir\n".to_vec(), Some("caf\u{E9} noir\n")),
        ("turkish", b"\xDDnsan haklar\xFD\n".to_vec(), Some("İnsan hakları\n")),
        // Not only pairs: no command loses nothing.
        ("both", "\u{1F600}\n".bytes().chain(*b"\xED\xA0\xBD\xED\xB8\x80").collect(), None),
        // It is not likely what this is.
        ("short", b"\x8E\n".to_vec(), None),
    ];
    for (name, bytes, becomes) in cases {
        here.file(name, &bytes);
        let commands = advised(&here, name);
        let wanted = usize::from(becomes.is_some());
        assert_eq!(commands.len(), wanted, "{name}: {commands:?}");
        if let Some(text) = becomes {
            let mut shell = here.command_of("sh");
            let binary = here.command().get_program().to_owned();
            let ran = run(shell.env("UTF8", binary).args(["-c", &commands[0]]));
            assert_eq!((&*ran.stdout, ran.status), (text, Some(0)), "{commands:?}");
        }
        assert_eq!(fs::read(here.path().join(name)).unwrap(), bytes);
    }
}
