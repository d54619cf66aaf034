//! What is printed, to the letter.

use crate::support::{Place, place};

const FEED: &[u8] = b"id,name\r\n1511,Espec\xEDfica\tNeuronal\n2,na\xC0\xAFve\n3,\xED\xA0\xBD\xED\xB8\x80 \x1B[31mred\n4,cut \xE2\x82";

#[test]
fn human() {
    let here = Place::new();
    here.file("feed.csv", FEED);
    let few = here.check(["feed.csv"]);
    assert_eq!(few.stdout.matches("error[").count(), 3);
    assert!(few.stdout.contains("; 1 not shown (--max-errors 0 shows all)\n"), "{}", few.stdout);
    let ran = here.check(["--max-errors", "20", "feed.csv"]);
    assert_eq!(
        ran.stdout,
        "\
feed.csv: UTF-8, damaged
error[U8002]: truncated 3-byte sequence: expected 80..9F after ED, found 66
 --> feed.csv:2:11 (byte 19)
2 | 1511,Espec<ED>fica Neuronal
  |           ^^^^ likely windows-1252 'í'
error[U8004]: overlong form: lead byte C0 never starts the shortest form
 --> feed.csv:3:5 (byte 38)
3 | 2,na<C0><AF>ve
  |     ^^^^^^^^
  = overlong form of '/' (U+002F): an attack on programs that look for '/' before decoding (RFC 3629 section 10)
error[U8005]: surrogate: ED A0 stands for U+D800..DFFF, which are not characters (expected 80..9F after ED)
 --> feed.csv:4:3 (byte 45)
4 | 3,<ED><A0><BD><ED><B8><80> <1B>[31mred
  |   ^^^^^^^^^^^^^^^^^^^^^^^^ CESU-8: two surrogates for '😀' (U+1F600)
error[U8003]: incomplete 3-byte sequence: the input ends where 80..BF must follow E2 82
 --> feed.csv:5:7 (byte 67)
5 | 4,cut <E2><82>
  |       ^^^^^^^^ the input is cut in mid-character
feed.csv: 4 findings in 4 lines; 1 of 4 fit windows-1252; 1 of 4 are CESU-8 pairs
help: utf8 fix -i feed.csv  # what cannot be read becomes U+FFFD

"
    );
    assert_eq!((ran.status, &*ran.stderr), (Some(1), ""));
}

#[test]
fn json() {
    let ran = Place::new().file("feed.csv", FEED).check(["--format", "json", "feed.csv"]);
    assert_eq!(
        ran.stdout,
        r#"{"type":"verdict","path":"feed.csv","encoding":"utf-8","certainty":"likely","declared":null,"evidence":"damaged: 3 of 3 sequences of several bytes ill-formed","others":[]}
{"type":"finding","path":"feed.csv","offset":19,"length":1,"subparts":[1],"line":2,"column":11,"kind":"truncated","bytes":"ED","cause":{"id":"windows-1252","text":"likely windows-1252 'í'","char":"í"},"rule":"U8002","remedy":"utf8 fix -i"}
{"type":"finding","path":"feed.csv","offset":38,"length":2,"subparts":[1,1],"line":3,"column":5,"kind":"overlong","bytes":"C0 AF","cause":{"id":"overlong-ascii","text":"overlong form of '/' (U+002F): an attack on programs that look for '/' before decoding (RFC 3629 section 10)","char":"/"},"rule":"U8004","remedy":"utf8 fix -i"}
{"type":"finding","path":"feed.csv","offset":45,"length":6,"subparts":[1,1,1,1,1,1],"line":4,"column":3,"kind":"surrogate","bytes":"ED A0 BD ED B8 80","cause":{"id":"cesu-8","text":"CESU-8: two surrogates for '😀' (U+1F600)","char":"😀"},"rule":"U8005","remedy":"utf8 fix -i"}
{"type":"finding","path":"feed.csv","offset":67,"length":2,"subparts":[2],"line":5,"column":7,"kind":"incomplete","bytes":"E2 82","cause":{"id":"cut","text":"the input is cut in mid-character","char":null},"rule":"U8003","remedy":"utf8 fix -i"}
{"type":"summary","schema":1,"files":1,"bytes":69,"findings":4,"skipped":0,"troubles":0,"by_kind":{"incomplete":1,"overlong":1,"surrogate":1,"truncated":1}}
"#
    );
    assert_eq!((ran.status, &*ran.stderr), (Some(1), ""));
}

#[test]
fn one_quiet_line_when_clean() {
    let here = Place::new();
    here.file("d/a", "fine\n").file("d/b", "日本語\n").file("d/empty", "");
    let ran = here.check(["d"]);
    assert_eq!(ran.stdout, "3 files, 15 bytes: all UTF-8\n");
    ran.clean();
}

#[test]
fn several_files_have_a_last_line() {
    let here = Place::new();
    here.file("d/a", "fine\n")
        .file("d/b", b"caf\xE9 noir\n")
        .file("d/c.png", b"\x89PNG\r\n\x1A\n\0");
    let ran = here.check(["d", "gone"]);
    assert_eq!(
        ran.stdout,
        "\
d/b: not UTF-8: likely windows-1252, the one character beyond ASCII fits, as French; or ibm852, macintosh, ibm775
error[U8002]: truncated 3-byte sequence: expected 80..BF after E9, found 20
 --> d/b:1:4 (byte 3)
1 | caf<E9> noir
  |    ^^^^ likely windows-1252 'é'
d/b: 1 finding in 1 line
help: utf8 fix -i --from windows-1252 d/b

2 files, 15 bytes: 1 finding in 1 file, 1 skipped (-v names them), 1 trouble
"
    );
    assert_eq!(ran.stderr, "utf8: gone: no such file or directory; check the spelling\n");
    assert_eq!(ran.status, Some(2));
}

#[test]
fn colours_are_used_when_asked_for() {
    let here = Place::new();
    here.file("a", b"\xFF");
    let ran = here.check(["--color", "always", "a"]);
    assert!(ran.stdout.contains("\n\x1B[1m\x1B[31merror[U8007]\x1B[0m"), "{}", ran.stdout);
    assert!(!here.check(["a"]).stdout.contains('\x1B'));
}

#[test]
fn more_findings_than_wanted_are_counted() {
    let here = Place::new();
    let damaged = b"d\xC3\xA9j\xC3\xA0 v\xC3\xBB \xFF\n".repeat(50);
    here.file("a", &damaged).file("b", &damaged);
    let ran = here.check(["a", "b"]);
    assert_eq!(ran.stdout.matches("error[U8007]").count(), 6);
    let note = "a: 50 findings in 50 lines; 47 not shown (--max-errors 0 shows all)\n";
    assert!(ran.stdout.contains(note), "{}", ran.stdout);
    assert!(ran.stdout.ends_with("2 files, 1.3 kB: 100 findings in 2 files\n"));
    let all = here.check(["--max-errors", "0", "a"]).stdout;
    assert_eq!(all.matches("error[U8007]").count(), 50);
    assert_eq!(here.check(["--format", "json", "a"]).findings().len(), 50);
    let few = here.check(["--format", "json", "--max-errors", "3", "a"]);
    assert_eq!(few.findings().len(), 3);
    assert_eq!(few.objects().last().unwrap()["findings"], 50);
}

#[test]
fn paths_of_files_with_findings() {
    let here = Place::new();
    here.file("d/a", b"\xFF\xFF").file("d/b", "fine").file("d/c\nd", b"\xC3(");
    let ran = here.check(["-l", "d"]);
    assert_eq!((&*ran.stdout, ran.status), ("d/a\nd/c\nd\n", Some(1)));
    assert_eq!(here.check(["-l", "-0", "d"]).stdout, "d/a\0d/c\nd\0");
}

#[test]
fn quiet_is_quiet() {
    let here = Place::new();
    here.file("d/a", b"\xFF").file("d/c.png", b"\x89PNG\r\n\x1A\n\0").file("clean", "");
    let ran = here.check(["-q", "d"]);
    assert_eq!((&*ran.stdout, &*ran.stderr, ran.status), ("", "", Some(1)));
    assert_eq!(here.check(["-q", "clean"]).status, Some(0));
    let trouble = here.check(["-q", "d", "gone"]);
    assert_eq!((&*trouble.stdout, trouble.status), ("", Some(2)));
    assert!(trouble.stderr.contains("gone: no such file"));
}

#[test]
fn places_count_characters_and_subparts_but_no_signature() {
    let here = Place::new();
    here.file("a", b"\xEF\xBB\xBFa\xC3\xA9\xF0\x9F\x98\xFF\xED\xA0\x80\xFE\r\n\xEF\xBB\xBF\xFF");
    let expected = [
        place("truncated", 6, 1, 3),
        place("invalid-byte", 9, 1, 4),
        place("surrogate", 10, 1, 5),
        place("invalid-byte", 13, 1, 8),
        // U+FEFF in the middle is a character.
        place("invalid-byte", 19, 2, 2),
    ];
    assert_eq!(here.check(["--format", "json", "a"]).places(), expected);
}

#[test]
fn long_lines_are_shown_in_part() {
    let here = Place::new();
    here.file("a", [&b"x".repeat(100_000)[..], b"\xFF", &b"y".repeat(100_000)].concat());
    let ran = here.check(["a"]);
    let excerpt = ran.stdout.lines().nth(3).unwrap();
    assert_eq!(excerpt, format!("1 | ...{}<FF>{}...", "x".repeat(40), "y".repeat(33)));
    assert!(ran.stdout.contains("--> a:1:100001 (byte 100000)"));
}
