//! Names and contents that would like to be something else.

use std::ffi::OsStr;
use std::os::unix::ffi::OsStrExt;

use crate::support::Place;

#[test]
fn nothing_in_a_file_acts_on_the_terminal() {
    let here = Place::new();
    // Every control and format character, each on a line with an ill-formed byte.
    let mut text = Vec::new();
    let controls = ('\0'..' ').chain('\x7F'..='\u{9F}');
    let formats = "\u{AD}\u{61C}\u{200B}\u{200E}\u{202A}\u{202E}\u{2066}\u{2069}\u{FEFF}\u{E0041}";
    for character in controls.chain(formats.chars()) {
        text.extend_from_slice(format!("a {character}[31mb").as_bytes());
        text.extend_from_slice(b"\xFF\n");
    }
    here.file("a", text);
    let ran = here.check(["-a", "--max-errors", "0", "a"]);
    assert_eq!(ran.status, Some(1));
    for character in ran.stdout.chars().filter(|&character| character != '\n') {
        assert!(!character.is_control(), "{:?}", character);
        assert!(!formats.contains(character), "{:?}", character);
    }
    assert!(ran.stdout.contains("a <1B>[31mb<FF>"));
    assert!(ran.stdout.contains("a <U+202E>[31mb<FF>"));
}

#[test]
fn hostile_names_are_escaped_and_exact_in_json() {
    let here = Place::new();
    let names: [&[u8]; 4] = [b"\x1B[31mred", b"caf\xE9", b"new\nline", "\u{202E}txt".as_bytes()];
    for name in names {
        here.file(OsStr::from_bytes(name), b"\xE9t\xE9 et plus de mots");
    }
    let ran = here.check(["."]);
    assert!(ran.stdout.chars().all(|character| character == '\n' || !character.is_control()));
    for text in ["./<1B>[31mred:1:1", "./caf<E9>:1:1", "./new<0A>line:1:1", "./<U+202E>txt:1:1"] {
        assert!(ran.stdout.contains(text), "{text} in {}", ran.stdout);
    }
    for help in [r"$'./\033[31mred'", r"$'./caf\351'", r"$'./new\012line'", r"$'./\342\200\256txt'"]
    {
        let line = format!("help: utf8 fix -i --from windows-1252 {help}\n");
        assert!(ran.stdout.contains(&line), "{line} in {}", ran.stdout);
    }
    let json = here.check(["--format", "json", "."]);
    let of = |path: &str| {
        json.findings().into_iter().find(|finding| finding["path"] == path).expect("a finding")
    };
    assert_eq!(of("./caf\u{FFFD}")["path_hex"], "2E2F636166E9");
    assert_eq!(of("./new\nline").get("path_hex"), None);
    // A name that is not there, or no file.
    let gone = here.check([OsStr::from_bytes(b"\x1B]0;gone\x07")]);
    assert_eq!(
        gone.stderr,
        "utf8: <1B>]0;gone<07>: no such file or directory; check the spelling\n"
    );
}

#[test]
fn names_are_quoted_for_the_shell() {
    let here = Place::new();
    here.file("it's a name", b"caf\xE9 noir et plus");
    let ran = here.check(["it's a name"]);
    assert!(ran.stdout.contains(r"--from windows-1252 'it'\''s a name'"), "{}", ran.stdout);
}

#[test]
fn reasons_quote_no_name_that_acts_on_the_terminal() {
    let here = Place::new();
    here.file("d/a", "fine");
    // A link to itself: the walker's own error names it.
    let name = OsStr::from_bytes(b"\x1B[35mL\n");
    std::os::unix::fs::symlink(name, here.path().join("d").join(name)).unwrap();
    let ran = here.check(["--follow", "d"]);
    assert_eq!(ran.status, Some(2));
    assert_eq!(ran.stdout, "1 file, 4 bytes: no findings in what was read, 1 trouble\n");
    assert_eq!(
        ran.stderr,
        "utf8: d/<1B>[35mL<0A>: cannot be opened, so it was not read: Too many levels of \
         symbolic links (os error 40)\n",
    );
    let typed = here.check(["-g", "[\x1B[31m", "d"]);
    assert_eq!(typed.status, Some(2));
    assert!(typed.stderr.contains("<1B>") && !typed.stderr.contains('\x1B'), "{}", typed.stderr);
}

#[test]
fn a_link_to_a_directory_above_is_no_trouble() {
    let here = Place::new();
    here.file("d/a", "fine");
    std::os::unix::fs::symlink("../d", here.path().join("d/up")).unwrap();
    let ran = here.check(["-v", "--follow", "d"]);
    assert_eq!((&*ran.stdout, ran.status), ("1 file, 4 bytes: all UTF-8, 1 skipped\n", Some(0)));
    assert!(ran.stderr.starts_with("utf8: skipped d/up: "), "{}", ran.stderr);
}
