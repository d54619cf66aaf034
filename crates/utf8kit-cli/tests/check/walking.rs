//! Which files are found, and in which order.

use std::fs;
use std::os::unix::fs::symlink;

use crate::support::{Place, run};

/// The paths of files with findings, in the order of the output.
fn found(here: &Place, arguments: &[&str]) -> Vec<String> {
    here.check(["-l"].iter().chain(arguments)).stdout.lines().map(str::to_owned).collect()
}

#[test]
fn directories_are_searched_in_the_order_of_names() {
    let here = Place::new();
    for name in ["d/b/x", "d/a.txt", "d/a/z", "d/c", "e"] {
        here.file(name, b"\xFF");
    }
    assert_eq!(found(&here, &["e", "d"]), ["e", "d/a/z", "d/a.txt", "d/b/x", "d/c"]);
    assert_eq!(found(&here, &["d/c", "d/a"]), ["d/c", "d/a/z"]);
}

#[test]
fn gitignore_hidden_and_globs() {
    let here = Place::new();
    for name in
        ["kept", "ignored.log", "sub/ignored.log", ".hidden", "sub/kept.txt", ".utf8-1-0.tmp"]
    {
        here.file(name, b"\xFF");
    }
    here.file(".gitignore", "*.log\n");
    // Without a repository, .gitignore says nothing.
    assert_eq!(
        found(&here, &["."]),
        ["./ignored.log", "./kept", "./sub/ignored.log", "./sub/kept.txt"]
    );
    fs::create_dir(here.path().join(".git")).unwrap();
    assert_eq!(found(&here, &["."]), ["./kept", "./sub/kept.txt"]);
    assert_eq!(found(&here, &["--hidden", "."]), ["./.hidden", "./kept", "./sub/kept.txt"]);
    assert_eq!(
        found(&here, &["--no-ignore", "-g", "*.log", "."]),
        ["./ignored.log", "./sub/ignored.log"]
    );
    assert_eq!(found(&here, &["-g", "!*.txt", "."]), ["./kept"]);
    // What is named is never left out.
    assert_eq!(found(&here, &["ignored.log", ".utf8-1-0.tmp"]), ["ignored.log", ".utf8-1-0.tmp"]);
}

#[test]
fn symbolic_links() {
    let here = Place::new();
    here.file("real/a", b"\xFF").file("other/b", b"\xFF");
    symlink("../other", here.path().join("real/dir")).unwrap();
    symlink("../other/b", here.path().join("real/file")).unwrap();
    symlink("real", here.path().join("named")).unwrap();
    assert_eq!(found(&here, &["real"]), ["real/a"]);
    assert_eq!(found(&here, &["named", "real/file"]), ["named/a", "real/file"]);
    assert_eq!(found(&here, &["--follow", "real"]), ["real/a", "real/dir/b", "real/file"]);
}

#[test]
fn names_from_a_list() {
    let here = Place::new();
    here.file("a b", b"\xFF").file("d/new\nline", b"\xFF").file("-", b"\xFF");
    here.file("lines", "a b\n\nd\n-").file("nuls", "d/new\nline\0a b\0");
    let listed = here.check(["-l", "--files-from", "lines"]);
    assert_eq!(listed.stdout, "a b\nd/new\nline\n-\n");
    // Of Windows; and a name that ends so.
    here.file("windows", "a b\r\nr\r\n").file("r\r", b"\xFF");
    let listed = here.check(["-l", "--files-from", "windows"]);
    assert_eq!(listed.stdout, "a b\nr\r\n");
    let nuls = here.check(["-l", "-0", "--files-from", "nuls"]);
    assert_eq!(nuls.stdout, "d/new\nline\0a b\0");
    let piped = here.pipe(&["-l", "-0", "--files-from", "-"], b"a b\0gone\0");
    assert_eq!((&*piped.stdout, piped.status), ("a b\0", Some(2)));
    assert!(piped.stderr.contains("gone: no such file"));
    let no_list = here.check(["--files-from", "nowhere"]);
    assert_eq!(no_list.status, Some(2));
    assert!(
        no_list.stderr.contains("nowhere: cannot open this list of names"),
        "{}",
        no_list.stderr
    );
}

#[test]
fn a_fifo_is_read_if_it_is_named_and_skipped_if_it_is_met() {
    let here = Place::new();
    here.file("d/a", "fine");
    assert_eq!(run(here.command_of("mkfifo").arg("d/fifo")).status, Some(0));
    let met = here.check(["-v", "d"]);
    assert_eq!((&*met.stdout, met.status), ("1 file, 4 bytes: all UTF-8, 1 skipped\n", Some(0)));
    assert_eq!(met.stderr, "utf8: skipped d/fifo: a FIFO; it is read if it is named\n");
    let fifo = here.path().join("d/fifo");
    let writer = std::thread::spawn(move || fs::write(fifo, b"ok \xFF"));
    let named = here.check(["--format", "json", "d/fifo"]);
    writer.join().unwrap().unwrap();
    assert_eq!(named.places(), [crate::support::place("invalid-byte", 3, 1, 4)]);
}

#[test]
fn output_does_not_depend_on_the_number_of_threads() {
    let here = Place::new();
    for index in 0..300 {
        // Some are clean, some are long, some are in trouble with themselves.
        let line =
            format!("caf\u{e9} {index} and the like").chars().map(|c| c as u8).collect::<Vec<_>>();
        let lines = [0, 1, 3, 2000][index % 4];
        here.file(format!("d/{}/{index}", index % 7), [&line[..], b"\n"].concat().repeat(lines));
        if index % 50 == 0 {
            here.file(format!("d/{}/{index}.png", index % 7), b"\x89PNG\r\n\x1A\n\xFF");
        }
    }
    for arguments in [&["d", "gone"][..], &["--format", "json", "d", "gone"], &["-l", "d", "gone"]]
    {
        let one = here.check(["-j", "1"].iter().chain(arguments));
        assert_eq!(one.status, Some(2));
        for jobs in ["2", "3", "8", "64"] {
            assert_eq!(here.check(["-j", jobs].iter().chain(arguments)), one);
        }
    }
}
