//! Findings that are not ill-formed sequences, and files that are not examined.

use crate::support::{Place, place};

fn utf16le(text: &str) -> Vec<u8> {
    text.encode_utf16().flat_map(u16::to_le_bytes).collect()
}

fn utf32be(text: &str) -> Vec<u8> {
    text.chars().flat_map(|character| u32::from(character).to_be_bytes()).collect()
}

#[test]
fn utf16_and_utf32_are_one_finding() {
    let here = Place::new();
    let text = "Grüße aus Köln\r\n".repeat(1000);
    here.file("d/a", utf16le(&format!("\u{FEFF}{text}"))).file("d/b", utf16le(&text));
    here.file("d/c", utf32be(&format!("\u{FEFF}{text}"))).file("d/d", utf32be(&text));
    let ran = here.check(["--format", "json", "d"]);
    assert_eq!(ran.status, Some(1));
    let findings = ran.findings();
    let expected = [
        ("utf-16", "FF FE"),
        ("utf-16", "47 00"),
        ("utf-32", "00 00 FE FF"),
        ("utf-32", "00 00 00 47"),
    ];
    assert_eq!(findings.len(), expected.len(), "{}", ran.stdout);
    for (finding, (kind, bytes)) in findings.iter().zip(expected) {
        assert_eq!((&finding["kind"], &finding["bytes"]), (&kind.into(), &bytes.into()));
        assert_eq!((&finding["offset"], &finding["subparts"]), (&0.into(), &serde_json::json!([])));
    }
    let human = here.check(["d"]).stdout;
    for help in [
        "this is UTF-16LE text, not UTF-8: it starts with that encoding's byte order mark",
        "help: utf8 fix -i d/a\n",
        "help: utf8 fix -i d/b\n",
        "help: utf8 fix -i d/c\n",
        "help: utf8 fix -i d/d\n",
    ] {
        assert!(human.contains(help), "{human}");
    }
    // As text, every byte counts.
    assert!(here.check(["--format", "json", "-a", "d/a"]).findings().len() > 1000);
}

#[test]
fn utf16_is_known_by_its_head_however_late_it_stops_being_utf8() {
    let here = Place::new();
    here.file("a", utf16le(&format!("{}é", "plain ASCII\n".repeat(100_000))));
    assert_eq!(here.check(["--format", "json", "a"]).places(), [place("utf-16", 0, 1, 1)]);
}

#[test]
fn what_is_binary_is_skipped_only_where_it_was_met() {
    let here = Place::new();
    here.file("d/elf", b"\x7FELF\x02\x01\x01\0\xFF")
        .file("d/nul", b"ab\0\xFF")
        .file("d/text", b"\xFF");
    // Well-formed UTF-8 is never binary, whatever it starts with.
    here.file("d/gif", "GIF89a\0 in UTF-8");
    let ran = here.check(["-v", "d"]);
    assert_eq!(
        ran.stderr,
        "utf8: skipped d/elf: binary: ELF object\nutf8: skipped d/nul: binary: NUL at byte 2\n"
    );
    assert!(
        ran.stdout.ends_with("2 files, 17 bytes: 1 finding in 1 file, 2 skipped\n"),
        "{}",
        ran.stdout
    );
    // Many are one line.
    let ran = here.check(["d"]);
    assert_eq!(ran.stderr, "");
    let last = "2 files, 17 bytes: 1 finding in 1 file, 2 skipped (-v names them)\n";
    assert!(ran.stdout.ends_with(last), "{}", ran.stdout);
    let json = here.check(["--format", "json", "d"]).objects();
    assert_eq!(json[0]["why"], "binary: ELF object");
    assert_eq!(json.last().unwrap()["skipped"], 2);

    // Skips leave the exit status alone; -a skips nothing; what is named is not skipped.
    let only_binary = Place::new();
    only_binary.file("d/elf", b"\x7FELF\x02\x01\x01\0\xFF").file("list", "d/elf\n");
    assert_eq!(only_binary.check(["d"]).status, Some(0));
    for arguments in [&["-a", "d"][..], &["d/elf"], &["--files-from", "list"]] {
        let ran = only_binary.check(["--format", "json"].iter().chain(arguments));
        assert_eq!(ran.places(), [place("invalid-byte", 8, 1, 9)]);
    }
    assert_eq!(only_binary.pipe(&[], b"\x7FELF\x02\x01\x01\0\xFF").status, Some(1));
}

#[test]
fn what_is_binary_can_be_skipped_wherever_it_is_named() {
    let here = Place::new();
    here.file("png", b"\x89PNG\r\n\x1A\n\xFF")
        .file("text", b"caf\xE9 noir")
        .file("list", "png\ntext\n");
    for arguments in [&["png", "text"][..], &["--files-from", "list"]] {
        let ran = here.check(["--format", "json", "--skip-binary"].iter().chain(arguments));
        assert_eq!(ran.places(), [place("truncated", 3, 1, 4)]);
        assert_eq!(ran.objects()[0]["why"], "binary: PNG image");
        assert_eq!(ran.status, Some(1));
    }
    assert_eq!(here.check(["--skip-binary", "png"]).status, Some(0));
}

#[test]
fn binary_can_be_denied() {
    let here = Place::new();
    here.file("d/nul", b"\xEF\xBB\xBFline\nab\0\xFF\xFF").file("d/png", b"\x89PNG\r\n\x1A\n\xFF");
    let ran = here.check(["--format", "json", "--deny", "binary", "d"]);
    assert_eq!(ran.places(), [place("binary", 10, 2, 3), place("binary", 0, 1, 1)]);
    assert_eq!(ran.status, Some(1));
    let named = here.check(["--deny", "binary", "d/png"]).stdout;
    assert_eq!(named, "error[U8015]: this is no text: PNG image\n --> d/png:1:1 (byte 0)\n\n");
}

#[test]
fn byte_order_marks() {
    let here = Place::new();
    here.file("with", "\u{FEFF}text\n").file("without", "text\n").file("empty", "");
    here.file("wide", utf16le("\u{FEFF}text\n")).file("bad", b"te\xFFxt");
    let names = ["with", "without", "empty"];
    let check = |policy: &str, names: &[&str]| {
        here.check(["--format", "json", "--bom", policy].iter().chain(names))
    };
    check("allow", &names).clean();
    let required = check("require", &names).findings();
    assert_eq!(required.len(), 2);
    assert_eq!((&required[0]["path"], &required[1]["path"]), (&"without".into(), &"empty".into()));
    assert_eq!((&required[0]["length"], &required[0]["bytes"]), (&0.into(), &"".into()));
    let forbidden = check("forbid", &names).findings();
    assert_eq!(forbidden.len(), 1);
    assert_eq!(
        (&forbidden[0]["path"], &forbidden[0]["bytes"]),
        (&"with".into(), &"EF BB BF".into())
    );
    // UTF-16 lacks more than a mark, and what else is wrong comes after it.
    assert_eq!(check("require", &["wide"]).places(), [place("utf-16", 0, 1, 1)]);
    let bad = check("require", &["bad"]).places();
    assert_eq!(bad, [place("bom", 0, 1, 1), place("invalid-byte", 2, 1, 3)]);
    let human = here.check(["--bom", "require", "without"]).stdout;
    assert!(human.contains("error[U8010]: the text must start with a byte order mark"), "{human}");
    assert!(human.contains("1 | text\n  | ^\n"), "{human}");
}

#[test]
fn denied_characters() {
    let here = Place::new();
    let text = "a\tb\x0C\r\nNUL \0 ESC \x1B DEL \x7F C1 \u{85}\nRLO \u{202E} FSI \u{2068} \u{FDD0}\u{1FFFE}\n";
    here.file("a", text);
    here.check(["a"]).clean();
    let check = |deny: &str| here.check(["--format", "json", "--deny", deny, "a"]).places();
    let nul = [place("nul", 10, 2, 5)];
    let control =
        [place("control", 16, 2, 11), place("control", 22, 2, 17), place("control", 27, 2, 22)];
    let bidi = [place("bidi", 34, 3, 5), place("bidi", 42, 3, 11)];
    let noncharacters = [place("noncharacter", 46, 3, 13), place("noncharacter", 49, 3, 14)];
    assert_eq!(check("nul"), nul);
    assert_eq!(check("controls"), [&nul[..], &control].concat());
    assert_eq!(check("bidi"), bidi);
    assert_eq!(check("noncharacters"), noncharacters);
    let all = [&nul[..], &control, &bidi, &noncharacters].concat();
    assert_eq!(check("nul,noncharacters,bidi,controls,binary"), all);
    // Ill-formed bytes come in between, where they stand.
    here.file("b", b"\0\xFF\0");
    let both = here.check(["--format", "json", "--deny", "nul", "b"]).places();
    assert_eq!(
        both,
        [place("nul", 0, 1, 1), place("invalid-byte", 1, 1, 2), place("nul", 2, 1, 3)]
    );
}

#[test]
fn the_excerpt_of_a_denied_character_spells_it_out() {
    let here = Place::new();
    here.file("a", "if \u{202E}x\n");
    assert_eq!(
        here.check(["--deny", "bidi", "a"]).stdout,
        "\
error[U8013]: bidirectional control U+202E: text is displayed in another order than it is read by programs
 --> a:1:4 (byte 3)
1 | if <U+202E>x
  |    ^^^^^^^^
a: 1 finding in 1 line
help: utf8 fix -i --bidi a

"
    );
}

#[test]
fn mojibake_is_a_finding_if_it_is_asked_for() {
    let here = Place::new();
    here.file("a", "un cafÃ© noir, à l’été\nsâ€™il vous plaÃ®t\n");
    here.check(["a"]).clean();
    let ran = here.check(["--format", "json", "--mojibake", "a"]);
    assert_eq!(ran.status, Some(1));
    let expected = [(6, 1, 7, "é"), (31, 2, 2, "’"), (50, 2, 16, "î")];
    let places = expected.map(|(offset, line, column, _)| place("mojibake", offset, line, column));
    assert_eq!(ran.places(), places);
    for (finding, (.., meant)) in ran.findings().iter().zip(expected) {
        let cause = &finding["cause"];
        assert_eq!((&cause["id"], &cause["meant"]), (&"mojibake".into(), &meant.into()));
        assert_eq!(cause["charsets"], serde_json::json!(["windows-1252"]));
        assert!(cause["bits"].as_i64().unwrap() > 10, "{cause}");
        assert_eq!(finding["remedy"], "utf8 fix -i --mojibake");
    }
    let human = here.check(["--mojibake", "a"]).stdout;
    assert!(
        human.contains("error[U8020]: mojibake, likely \"é\"\n --> a:1:7 (byte 6)\n"),
        "{human}"
    );
    assert!(human.contains("UTF-8 read as windows-1252, "), "{human}");
    assert!(human.ends_with("\nhelp: utf8 fix -i --mojibake a\n\n"), "{human}");
    // Beside what is ill-formed, and what is denied.
    here.file("b", b"\0 caf\xC3\x83\xC2\xA9 \xFF d\xC3\x83\xC2\xA9j\xC3\x83\xC2\xA0 vu\n");
    let both = here.check(["--format", "json", "--mojibake", "--deny", "nul", "b"]);
    let kinds: Vec<_> = both.findings().iter().map(|it| it["kind"].clone()).collect();
    assert_eq!(kinds, ["nul", "mojibake", "invalid-byte", "mojibake", "mojibake"]);
}

/// However far behind, in lines of any length, from a file and from a pipe.
#[test]
fn mojibake_is_found_wherever_windows_end() {
    let here = Place::new();
    for filler in ["x", "plain text\n", "Привет, мир. ", "日本語"] {
        for target in [120_000, 131_000, 136_900, 138_000, 400_000] {
            let before = filler.repeat(target / filler.len());
            let text = format!("{before} cafÃ© et crÃªpe\n");
            here.file("a", &text);
            let offset = before.len() + 4;
            let offsets = |findings: Vec<serde_json::Value>| -> Vec<_> {
                findings.iter().map(|it| it["offset"].as_u64().unwrap() as usize).collect()
            };
            let file = here.check(["--format", "json", "--mojibake", "a"]);
            assert_eq!(offsets(file.findings()), [offset, offset + 10], "{filler:?} {target}");
            let pipe = here.pipe(&["--format", "json", "--mojibake", "-"], text.as_bytes());
            assert_eq!(offsets(pipe.findings()), [offset, offset + 10], "{filler:?} {target}");
        }
    }
}
