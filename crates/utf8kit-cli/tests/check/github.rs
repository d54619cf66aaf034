//! `--format github`: workflow commands, and nothing that could pass for one.

use std::ffi::OsStr;
use std::os::unix::ffi::OsStrExt;

use crate::support::{Place, Ran, run};

fn check(here: &Place, arguments: &[&str]) -> Ran {
    here.check(["--format", "github"].iter().chain(arguments))
}

#[test]
fn findings_troubles_and_skips() {
    let here = Place::new();
    here.file("d/a.csv", b"1,Espec\xEDfica\n2,\xED\xA0\xBD\xED\xB8\x80 100%\n");
    here.file("d/b.png", b"\x89PNG\r\n\x1A\n\xFF").file("d/c", "fine");
    let ran = check(&here, &["-v", "./d", "gone"]);
    assert_eq!(
        ran.stdout,
        "\
::error file=d/a.csv,line=1,col=8,endColumn=8,title=U8002 truncated::./d/a.csv:1:8: truncated 3-byte sequence: expected 80..9F after ED, found 66; likely windows-1252 'í' (help: utf8 fix -i)
::error file=d/a.csv,line=2,col=3,endColumn=8,title=U8005 surrogate::./d/a.csv:2:3: surrogate: ED A0 stands for U+D800..DFFF, which are not characters (expected 80..9F after ED); CESU-8: two surrogates for '😀' (U+1F600) (help: utf8 fix -i)
utf8: skipped ./d/b.png: binary: PNG image
::error file=gone,title=not checked::utf8: gone: no such file or directory; check the spelling
2 files, 31 bytes: 2 findings in 1 file, 1 skipped, 1 trouble
"
    );
    assert_eq!((ran.status, &*ran.stderr), (Some(2), ""));
    assert_eq!(check(&here, &["d/c"]).stdout, "1 file, 4 bytes: all UTF-8\n");
}

#[test]
fn a_finding_of_several_lines_has_no_last_column() {
    let here = Place::new();
    here.file("a", b"\x89PNG\r\n\x1A\n\xFF");
    let ran = check(&here, &["--deny", "binary", "a"]);
    assert!(ran.stdout.starts_with("::error file=a,line=1,col=1,title=U8015 binary::a:1:1: "));
    // Nor has what has no extent.
    let ran = here.file("b", "").check(["--format", "github", "--bom", "require", "b"]);
    assert!(ran.stdout.starts_with("::error file=b,line=1,col=1,title=U8010 bom::b:1:1: "));
}

#[test]
fn no_name_becomes_a_command() {
    let here = Place::new();
    let names: [&[u8]; 4] = [
        b"::stop-commands::x",
        b"##[error]x",
        b"a,line=7:%0A::error::b",
        b"line\n::error::x\r\n\x1B[31m",
    ];
    for name in names {
        here.file(OsStr::from_bytes(name), b"\xFF\n".repeat(3));
        let picture = OsStr::from_bytes(&[name, b".png"].concat()).to_owned();
        here.file(picture, b"\x89PNG\r\n\x1A\n\xFF");
    }
    let ran = check(&here, &["--max-errors", "1", "."]);
    for line in ran.stdout.lines() {
        let is_command = line.starts_with("::error file=");
        assert!(
            is_command || line.starts_with("utf8: ") || line.starts_with("4 files, "),
            "{line}"
        );
        assert!(is_command || !line.contains("##["), "{line}");
        assert!(!line.contains(|character: char| character.is_control()), "{line:?}");
    }
    for property in [
        "file=%3A%3Astop-commands%3A%3Ax,line=1",
        "file=##[error]x,line=1",
        "file=a%2Cline=7%3A%250A%3A%3Aerror%3A%3Ab,line=1",
        "file=line<0A>%3A%3Aerror%3A%3Ax<0D><0A><1B>[31m,line=1",
    ] {
        assert!(ran.stdout.contains(&format!("::error {property},")), "{property}: {}", ran.stdout);
    }
    let percent = "::./a,line=7:%250A::error::b:1:1: ";
    assert!(ran.stdout.contains(percent), "{}", ran.stdout);
}

#[test]
fn what_is_not_shown_is_counted() {
    let here = Place::new();
    here.file("a", b"\xFF\n".repeat(50));
    let ran = check(&here, &["a"]);
    assert_eq!(ran.stdout.matches("::error ").count(), 20);
    let note = "utf8: a: 50 findings in 50 lines; 30 not shown (--max-errors 0 shows all)\n";
    assert!(ran.stdout.contains(note), "{}", ran.stdout);
    assert!(ran.stdout.ends_with("\n1 file, 100 bytes: 50 findings in 1 file\n"));
    let all = check(&here, &["--max-errors", "0", "a"]);
    assert_eq!(all.stdout.matches("::error ").count(), 50);
}

#[test]
fn files_are_named_from_the_root_of_the_repository_on() {
    let here = Place::new();
    here.file("repository/sub/a", b"\xFF").file("repository/b", b"\xFF").file("c", b"\xFF");
    let root = here.path().canonicalize().unwrap();
    let repository = root.join("repository");
    let mut command = here.command();
    command.args(["check", "--format", "github", "./a", "../b", "../../c"]);
    command.current_dir(repository.join("sub")).env("GITHUB_WORKSPACE", &repository);
    let ran = run(&mut command);
    let files: Vec<_> = ran
        .stdout
        .lines()
        .filter_map(|line| line.strip_prefix("::error file=")?.split(',').next())
        .collect();
    let outside = root.join("c");
    assert_eq!(files, ["sub/a", "b", outside.to_str().unwrap()]);
    // Elsewhere, the working directory takes its place.
    let mut command = here.command();
    command.args(["check", "--format", "github", "c"]).env("GITHUB_WORKSPACE", "/nowhere");
    assert!(run(&mut command).stdout.starts_with("::error file=c,line=1,"));
}

#[test]
fn standard_input_has_no_name() {
    let ran = Place::new().pipe(&["--format", "github"], b"\xFF");
    assert!(ran.stdout.starts_with("::error title=U8007 invalid-byte::-:1:1: "), "{}", ran.stdout);
}
