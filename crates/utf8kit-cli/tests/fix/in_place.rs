//! Files that are fixed where they are: untouched or replaced as a whole, with all that they had.

use std::fs::{self, File, Metadata, OpenOptions, Permissions};
use std::io::Write;
use std::os::unix::fs::{MetadataExt, PermissionsExt, symlink};
use std::process::Stdio;
use std::thread;
use std::time::Duration;

use rustix::fs::{XattrFlags, getxattr, setxattr};

use crate::support::Place;
use crate::{Ran, fix, names, read, run};

const DAMAGED: &[u8] = b"un caf\xE9 noir, s'il vous pla\xEEt\n";
const FIXED: &str = "un café noir, s'il vous plaît\n";

fn metadata(here: &Place, name: &str) -> Metadata {
    fs::symlink_metadata(here.path().join(name)).unwrap()
}

/// A command line, in a shell; `$UTF8` is the binary.
fn script(here: &Place, text: &str) -> Ran {
    let binary = here.command().get_program().to_owned();
    run(here.command_of("sh").env("UTF8", binary).args(["-c", text]), b"")
}

#[test]
fn a_clean_file_is_not_touched() {
    let here = Place::new();
    here.file("tree/clean", "déjà vu\r\n\u{FEFF}\0")
        .file("tree/empty", "")
        .file("tree/bad", DAMAGED);
    let of = |name| {
        let it = metadata(&here, name);
        (it.ino(), it.mtime(), it.mtime_nsec(), it.ctime(), it.ctime_nsec())
    };
    let before = ["tree/clean", "tree/empty"].map(of);
    thread::sleep(Duration::from_millis(20));
    let ran = fix(&here, &["-i", "tree"]);
    assert_eq!(ran.status, Some(0), "{}", ran.stderr);
    assert_eq!(["tree/clean", "tree/empty"].map(of), before);
    assert_eq!(read(&here, "tree/bad"), FIXED.as_bytes());
    assert!(ran.stderr.ends_with("utf8: 3 files, 45 bytes: 1 fixed\n"), "{}", ran.stderr);
    // And once more, nothing is to be done.
    let before = ["tree/clean", "tree/empty", "tree/bad"].map(of);
    assert_eq!(fix(&here, &["-i", "tree"]).status, Some(0));
    assert_eq!(["tree/clean", "tree/empty", "tree/bad"].map(of), before);
    assert_eq!(names(&here, "tree"), ["bad", "clean", "empty"]);
}

#[test]
fn what_a_file_has_it_keeps() {
    let here = Place::new();
    here.file("a", DAMAGED);
    let path = here.path().join("a");
    fs::set_permissions(&path, Permissions::from_mode(0o4751)).unwrap();
    let has_attributes = setxattr(&path, c"user.origin", b"scanner", XattrFlags::empty()).is_ok();
    let is_root = rustix::process::geteuid().is_root();
    if is_root {
        std::os::unix::fs::chown(&path, Some(1234), Some(4321)).unwrap();
        fs::set_permissions(&path, Permissions::from_mode(0o4751)).unwrap();
    }
    let before = metadata(&here, "a");
    assert_eq!(fix(&here, &["-i", "a"]).status, Some(0));
    let after = metadata(&here, "a");
    assert_eq!(read(&here, "a"), FIXED.as_bytes());
    assert_eq!(
        (after.mode(), after.uid(), after.gid()),
        (before.mode(), before.uid(), before.gid())
    );
    if has_attributes {
        let mut value = [0; 16];
        let length = getxattr(&path, c"user.origin", &mut value).unwrap();
        assert_eq!(&value[..length], b"scanner");
    }
}

#[test]
fn links() {
    let here = Place::new();
    here.file("real/file", DAMAGED);
    symlink("real/file", here.path().join("one")).unwrap();
    symlink("one", here.path().join("two")).unwrap();
    assert_eq!(fix(&here, &["-i", "two"]).status, Some(0));
    assert!(metadata(&here, "one").is_symlink() && metadata(&here, "two").is_symlink());
    assert_eq!(read(&here, "real/file"), FIXED.as_bytes());
    // One that leads to itself, and one that leads nowhere.
    symlink("loop", here.path().join("loop")).unwrap();
    symlink("gone", here.path().join("dangling")).unwrap();
    for name in ["loop", "dangling"] {
        let ran = fix(&here, &["-i", name]);
        assert_eq!(ran.status, Some(2), "{}", ran.stderr);
    }
    // A file with two names.
    here.file("first", DAMAGED);
    fs::hard_link(here.path().join("first"), here.path().join("second")).unwrap();
    let ran = fix(&here, &["-i", "first"]);
    assert_eq!(ran.status, Some(2));
    assert!(ran.stderr.contains("--hard-links writes over it"), "{}", ran.stderr);
    assert_eq!(read(&here, "second"), DAMAGED);
    let ran = fix(&here, &["-i", "--hard-links", "first"]);
    assert_eq!(ran.status, Some(0), "{}", ran.stderr);
    assert_eq!((read(&here, "first"), read(&here, "second")), (FIXED.into(), FIXED.into()));
    assert_eq!(metadata(&here, "first").nlink(), 2);
}

#[test]
fn the_old_file_is_kept_under_another_name() {
    let here = Place::new();
    here.file("a", DAMAGED).file("clean", "ok\n");
    assert_eq!(fix(&here, &["-i=.orig", "a", "clean"]).status, Some(0));
    assert_eq!((read(&here, "a"), read(&here, "a.orig")), (FIXED.into(), DAMAGED.into()));
    assert_eq!(names(&here, "."), ["a", "a.orig", "clean"]);
    // A backup is never overwritten, and is left alone in directories.
    here.file("a", [DAMAGED, DAMAGED].concat());
    let ran = fix(&here, &["--in-place=.orig", "."]);
    assert_eq!(ran.status, Some(2));
    assert!(ran.stderr.contains("remove it, or give another suffix"), "{}", ran.stderr);
    assert_eq!(read(&here, "a"), [DAMAGED, DAMAGED].concat());
    assert_eq!(read(&here, "a.orig"), DAMAGED);
    // Over a file with several names, too.
    fs::remove_file(here.path().join("a.orig")).unwrap();
    fs::hard_link(here.path().join("a"), here.path().join("b")).unwrap();
    assert_eq!(fix(&here, &["-i=.orig", "--hard-links", "a"]).status, Some(0));
    assert_eq!(read(&here, "a.orig"), [DAMAGED, DAMAGED].concat());
    assert_eq!(read(&here, "b"), FIXED.repeat(2).into_bytes());
}

#[test]
fn a_long_name() {
    let here = Place::new();
    let name = "n".repeat(255);
    here.file(&name, DAMAGED);
    assert_eq!(fix(&here, &["-i", &name]).status, Some(0));
    assert_eq!(read(&here, &name), FIXED.as_bytes());
    here.file(&name, DAMAGED);
    let ran = fix(&here, &["-i=.orig", &name]);
    assert_eq!(ran.status, Some(2));
    assert!(ran.stderr.contains("no backup"), "{}", ran.stderr);
    assert_eq!((read(&here, &name), names(&here, ".")), (DAMAGED.into(), vec![name]));
}

#[test]
fn what_is_no_file() {
    let here = Place::new();
    assert_eq!(script(&here, "mkfifo fifo").status, Some(0));
    // Whoever opens it waits for its other end.
    let ran = fix(&here, &["-i", "fifo"]);
    assert_eq!(ran.status, Some(2), "{}", ran.stderr);
    assert!(ran.stderr.contains("not a regular file"), "{}", ran.stderr);
    let ran = fix(&here, &["-i", "/dev/null"]);
    assert_eq!(ran.status, Some(2), "{}", ran.stderr);
    here.file("picture.png", b"\x89PNG\r\n\x1A\n\0\0\0\rIHDR\xFF");
    let before = read(&here, "picture.png");
    // In a directory it is skipped; named, it is refused.
    assert_eq!(fix(&here, &["-i", "."]).status, Some(0));
    let ran = fix(&here, &["-i", "picture.png"]);
    assert_eq!(ran.status, Some(1));
    assert!(ran.stderr.contains("this is no text (PNG image)"), "{}", ran.stderr);
    assert_eq!(fix(&here, &["-i", "--fallback", "auto", "picture.png"]).status, Some(1));
    assert_eq!(read(&here, "picture.png"), before);
}

/// Whatever the flags: binaries in a directory were hardly meant.
#[test]
fn what_is_no_text_is_left_alone_in_directories() {
    let here = Place::new();
    here.file("d/elf", fs::read(here.command().get_program()).unwrap());
    here.file("d/p.png", b"\x89PNG\r\n\x1A\n\0\0\xFF\xFE\r\n");
    here.file("d/p.zip", b"PK\x03\x04\x14\0\0\0\0\0 all of it ASCII\r\n");
    here.file("d/p.pdf", b"%PDF-1.7\r\n%\xE2\xE3\xCF\xD3\r\n1 0 obj\r\n");
    let all = |here: &Place| {
        ["elf", "p.png", "p.zip", "p.pdf"].map(|name| read(here, &format!("d/{name}")))
    };
    let before = all(&here);
    for flags in [
        &["--invalid", "replace"][..],
        &["--invalid", "skip"],
        &["--fallback", "windows-1252"],
        &["--from", "windows-1252"],
        &["--only", "line-ends"],
        &["--only", "nul"],
        &["--from", "utf-8", "--fallback", "none"],
        &["--nul", "--controls", "--line-ends", "lf", "--bom", "add"],
    ] {
        let ran = fix(&here, &[&["-i", "d"], flags].concat());
        assert_eq!(ran.status, Some(0), "{flags:?}: {}", ran.stderr);
        assert!(ran.stderr.contains("4 skipped"), "{flags:?}: {}", ran.stderr);
        assert!(all(&here) == before, "{flags:?}");
    }
}

/// By two names, a file is fixed once.
#[test]
fn a_file_that_is_named_twice() {
    let here = Place::new();
    symlink("a", here.path().join("link")).unwrap();
    for _ in 0..10 {
        here.file("a", DAMAGED.repeat(20_000));
        let ran = fix(&here, &["-j", "4", "-i", "a", "./a", "link"]);
        assert_eq!(ran.status, Some(0), "{}", ran.stderr);
        assert!(read(&here, "a") == FIXED.repeat(20_000).as_bytes());
    }
}

/// What it is cannot be told: then nothing is done to the file, but standard output gets its text.
#[test]
fn what_cannot_be_told_is_refused_in_place() {
    let here = Place::new();
    here.file("a", b"abc\xC3def\n");
    for flags in [&["-i"][..], &["--check"], &["--diff"]] {
        let ran = fix(&here, &[flags, &["a"]].concat());
        assert_eq!(ran.status, Some(1), "{flags:?}");
        assert!(ran.stderr.contains("say which with --from"), "{}", ran.stderr);
    }
    assert_eq!(read(&here, "a"), b"abc\xC3def\n");
    let ran = fix(&here, &["a"]);
    assert_eq!((&*ran.stdout, ran.status), ("abc\u{FFFD}def\n".as_bytes(), Some(1)));
    assert_eq!(fix(&here, &["-i", "--invalid", "replace", "a"]).status, Some(1));
    assert_eq!(read(&here, "a"), "abc\u{FFFD}def\n".as_bytes());
    // Half of it is UTF-8: it is fixed if nothing is lost by that.
    here.file("b", "un caf\u{E9}\n".bytes().chain(*b"un caf\xE9 noir\n").collect::<Vec<_>>());
    here.file("c", "un caf\u{E9}\n".bytes().chain(*b"un \xE9 \x81\n").collect::<Vec<_>>());
    assert_eq!(fix(&here, &["-i", "b"]).status, Some(0));
    assert_eq!(read(&here, "b"), "un café\nun café noir\n".as_bytes());
    let before = read(&here, "c");
    let ran = fix(&here, &["-i", "c"]);
    assert_eq!((ran.status, read(&here, "c")), (Some(1), before), "{}", ran.stderr);
}

/// Whoever may not write beside a file may write over it, if he says so.
#[test]
fn a_directory_that_is_not_writable() {
    let here = Place::new();
    here.file("d/a", DAMAGED);
    fs::set_permissions(here.path().join("d/a"), Permissions::from_mode(0o666)).unwrap();
    fs::set_permissions(here.path().join("d"), Permissions::from_mode(0o555)).unwrap();
    let as_other = if rustix::process::geteuid().is_root() {
        "command -v setpriv >/dev/null || exit 99
         chmod a+rx . && cp $UTF8 utf8 && chmod a+rx utf8
         as() { setpriv --reuid=65534 --regid=65534 --clear-groups ./utf8 \"$@\"; }"
    } else {
        "as() { $UTF8 \"$@\"; }"
    };
    let ran = script(&here, &format!("{as_other}\nas fix -i d/a; echo $?"));
    if ran.status == Some(99) {
        eprintln!("skipped, for want of setpriv: a_directory_that_is_not_writable");
    } else {
        assert_eq!(ran.stdout, b"2\n", "{}", ran.stderr);
        assert!(ran.stderr.contains("--no-atomic"), "{}", ran.stderr);
        let ran =
            script(&here, &format!("{as_other}\nTMPDIR=/tmp as fix -i --no-atomic d/a; echo $?"));
        assert_eq!(ran.stdout, b"0\n", "{}", ran.stderr);
        assert_eq!(read(&here, "d/a"), FIXED.as_bytes());
    }
    fs::set_permissions(here.path().join("d"), Permissions::from_mode(0o755)).unwrap();
}

/// Somebody writes to it while it is read.
#[test]
fn a_file_that_changes_meanwhile_is_left_as_it_is() {
    let here = Place::new();
    let text = [&DAMAGED.repeat(1000)[..], &b"plain text\n".repeat(4_000_000)].concat();
    let mut refused = 0;
    for _ in 0..5 {
        here.file("a", &text);
        let child = here.command().args(["fix", "-i", "a"]).stderr(Stdio::piped()).spawn().unwrap();
        thread::sleep(Duration::from_millis(20));
        let mut file = OpenOptions::new().append(true).open(here.path().join("a")).unwrap();
        file.write_all(b"more\n").unwrap();
        let output = child.wait_with_output().unwrap();
        let stderr = String::from_utf8(output.stderr).unwrap();
        let now = read(&here, "a");
        if output.status.code() == Some(2) {
            refused += 1;
            assert!(stderr.contains("changed while it was read"), "{stderr}");
            assert!(now == [&text[..], b"more\n"].concat());
        } else {
            // It was done already, and what was written went to the old file, or came before.
            assert_eq!(output.status.code(), Some(0), "{stderr}");
            assert!(now.starts_with(FIXED.as_bytes()));
        }
        assert_eq!(names(&here, "."), ["a"]);
    }
    assert!(refused > 0, "nothing was written in time");
}

#[test]
fn two_runs_at_once() {
    let here = Place::new();
    for number in 0..50 {
        here.file(format!("d/{number}"), DAMAGED.repeat(500));
    }
    let spawn = || here.command().args(["fix", "-i", "d"]).stderr(Stdio::null()).spawn().unwrap();
    let children: Vec<_> = (0..4).map(|_| spawn()).collect();
    for mut child in children {
        assert!(child.wait().unwrap().code().is_some());
    }
    assert_eq!(fix(&here, &["-i", "d"]).status, Some(0));
    for number in 0..50 {
        assert!(read(&here, &format!("d/{number}")) == FIXED.repeat(500).as_bytes());
    }
    assert_eq!(names(&here, "d").len(), 50);
}

/// Nothing of what the kernel makes up is written.
#[test]
fn a_sparse_file_of_many_gib_is_read_in_little_memory() {
    let here = Place::new();
    here.file("a", DAMAGED);
    let file = File::options().write(true).open(here.path().join("a")).unwrap();
    file.set_len(5 << 30).unwrap();
    let ran =
        script(&here, "ulimit -v 400000; $UTF8 fix a | tail -c +30 | head -c 2 | od -An -tx1");
    assert_eq!(ran.status, Some(0), "{}", ran.stderr);
}
