//! Nothing is lost, and no success is claimed that was not: outputs that collide, text that would be
//! encoded twice, streams that are closed or full, memory that runs out, processes that are killed.

use std::fs::{self, File};
use std::io::Write;
use std::os::unix::fs::symlink;
use std::process::Stdio;
use std::thread;
use std::time::{Duration, SystemTime};

use crate::support::Place;
use crate::terminal::Terminal;
use crate::{Ran, run, utf8};

/// Runs a script in which `$UTF8` is the command.
fn script(here: &Place, script: &str) -> Ran {
    let binary = here.command().get_program().to_owned();
    run(here.command_of("sh").env("UTF8", binary).args(["-c", script]), b"")
}

/// All files below a directory, with what they hold.
fn snapshot(here: &Place) -> Vec<(String, Vec<u8>)> {
    let mut files = Vec::new();
    let mut directories = vec![here.path().to_owned()];
    while let Some(directory) = directories.pop() {
        for entry in fs::read_dir(directory).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() && !path.is_symlink() {
                directories.push(path);
            } else if path.is_file() {
                files.push((path.display().to_string(), fs::read(path).unwrap()));
            }
        }
    }
    files.sort();
    files
}

/// Says `why`, exits with 2, and leaves all files as they were.
#[track_caller]
fn refused(here: &Place, arguments: &[&str], why: &str) {
    let before = snapshot(here);
    let ran = utf8(here, &[&["convert", "-f", "latin1"], arguments].concat(), b"");
    assert_eq!(ran.status, Some(2), "{arguments:?}: {}", ran.stderr);
    assert!(ran.stderr.contains(why), "{arguments:?}: {}", ran.stderr);
    assert!(ran.stderr.contains("nothing was written"), "{arguments:?}: {}", ran.stderr);
    assert_eq!(snapshot(here), before, "{arguments:?}");
}

#[test]
fn an_output_is_no_input() {
    let here = Place::new();
    here.file("A/x", b"1 \xE9").file("x", b"2 \xE9").file("B/A/x", b"3 \xE9");
    // The first would have been written over `x`, which is read later.
    refused(&here, &["-o", ".", "x", "A/x"], "x: its output ./x is this very file");
    refused(&here, &["-o", ".", "A/x", "x"], "A/x: its output ./x is x, an input too");
    refused(&here, &["--force", "-o", ".", "A/x", "x"], "its output ./x is x, an input too");
    // Through links.
    fs::create_dir(here.path().join("out")).unwrap();
    symlink("../x", here.path().join("out/y")).unwrap();
    here.file("C/y", b"4");
    refused(&here, &["--force", "-o", "out", "C/y", "x"], "its output out/y is x, an input too");
    fs::hard_link(here.path().join("x"), here.path().join("out/z")).unwrap();
    here.file("C/z", b"5");
    refused(&here, &["--force", "-o", "out", "C/z", "x"], "its output out/z is x, an input too");
}

#[test]
fn two_outputs_are_never_one() {
    let here = Place::new();
    here.file("a/s/x", b"1").file("b/s/x", b"2").file("x", b"3").file("d/x/y", b"4");
    refused(&here, &["-o", "out", "a/s", "b/s"], "b/s/x: its output out/s/x is also that of a/s/x");
    refused(&here, &["-o", "out/", "a/s/x", "x"], "x: its output out/x is also that of a/s/x");
    // A file and a directory.
    symlink("d/x", here.path().join("D")).unwrap();
    here.file("e/x", b"5").file("f/x/y", b"6");
    fs::create_dir_all(here.path().join("g")).unwrap();
    fs::rename(here.path().join("f/x"), here.path().join("g/x")).unwrap();
    refused(&here, &["-o", "out/", "x", "g/x"], "would be in what x becomes, a file");
    // Two directories of the output that are one, by a link.
    here.file("out/one/keep", b"");
    symlink("one", here.path().join("out/two")).unwrap();
    here.file("in/one/n", b"7").file("in/two/n", b"8");
    refused(&here, &["-o", "out", "in"], "its output out/two/n is also that of in/one/n");
}

#[test]
fn what_exists_is_overwritten_only_by_force() {
    let here = Place::new();
    here.file("in/a", b"\xE9").file("in/b", b"\xE9").file("out/b", b"precious");
    refused(&here, &["-o", "out", "in"], "in/b: its output out/b exists; --force overwrites it");
    let arguments = ["convert", "-f", "latin1", "--force", "-o", "out", "in"];
    let ran = utf8(&here, &arguments, b"");
    assert_eq!(ran.status, Some(0), "{}", ran.stderr);
    assert_eq!(fs::read(here.path().join("out/b")).unwrap(), "é".as_bytes());
    // In place, if the user says so.
    let ran = utf8(&here, &["convert", "-f", "latin1", "--force", "-o", "in", "in/a"], b"");
    assert_eq!(ran.status, Some(0), "{}", ran.stderr);
    assert_eq!(fs::read(here.path().join("in/a")).unwrap(), "é".as_bytes());
}

#[test]
fn several_inputs_are_kept_apart() {
    let here = Place::new();
    here.file("a/x", "1").file("b/x", "2").file("c", "3");
    let ran = utf8(&here, &["convert", "-o", "out", "a", "b", "c"], b"");
    assert_eq!(ran.status, Some(0), "{}", ran.stderr);
    let read = |name: &str| fs::read_to_string(here.path().join("out").join(name)).unwrap();
    assert_eq!([read("a/x"), read("b/x"), read("c")], ["1", "2", "3"]);
}

#[test]
fn text_is_not_encoded_twice() {
    let here = Place::new();
    let long = |text: &str| format!("{}{text}", "plain text\n".repeat(500));
    let twice = [
        ("café\n".into(), "1 sequence of several bytes"),
        (long("é à ü"), "3 sequences of several bytes"),
        (
            "日本語\n".repeat(300_000),
            "sequences of several bytes, all well-formed (the first at byte 0: E6 97 A5, 日)",
        ),
    ];
    for (text, why) in &twice {
        here.file("a", text);
        for charset in ["windows-1252", "latin1", "shift_jis", "koi8-r", "gb18030"] {
            for to in ["utf-8", "utf-16le", "windows-1250"] {
                for (path, input) in [("a", ""), ("-", &**text)] {
                    let arguments = ["convert", "-f", charset, "-t", to, path];
                    let ran = utf8(&here, &arguments, input.as_bytes());
                    assert_eq!((ran.status, &*ran.stdout), (Some(1), &b""[..]), "{arguments:?}");
                    let is_said = ran.stderr.contains("this is UTF-8 already") && path == "-"
                        || ran.stderr.contains(why);
                    assert!(is_said, "{arguments:?}: {}", ran.stderr);
                }
            }
        }
    }
    // Most of it is UTF-8.
    here.file("a", ["déjà vu, naïve\n".as_bytes(), b"caf\xE9\n"].concat());
    let ran = utf8(&here, &["convert", "-f", "windows-1252", "a"], b"");
    assert_eq!((ran.status, &*ran.stdout), (Some(1), &b""[..]));
    let why = "this is UTF-8 already, damaged: 1 of 4 sequences of several bytes ill-formed; as \
               windows-1252, each of the others would be encoded twice.";
    assert!(ran.stderr.contains(why), "{}", ran.stderr);
    here.file("a", "café");
    let force = ["convert", "-f", "windows-1252", "--force", "a"];
    assert_eq!(utf8(&here, &force, b"").stdout, "cafÃ©".as_bytes());
    // The advice works: without -f.
    assert_eq!(utf8(&here, &["convert", "a"], b"").stdout, "café".as_bytes());
    // `utf8 iconv` does what iconv does.
    let iconv = ["iconv", "-f", "windows-1252", "-t", "utf-8", "a"];
    assert_eq!(utf8(&here, &iconv, b"").stdout, "cafÃ©".as_bytes());
    // Legacy text, of which some would pass for UTF-8; and what is the same in both.
    let accident = [long("").as_bytes(), b"\xC3\xA9 \xC3\xBC"].concat();
    let legacy: [&[u8]; 4] = [b"caf\xE9", b"IRM\xC3\xA0 \xE9", b"plain", &accident];
    for text in legacy {
        here.file("a", text);
        let ran = utf8(&here, &["convert", "-f", "windows-1252", "a"], b"");
        assert_eq!((ran.status, &*ran.stderr), (Some(0), ""));
    }
}

#[test]
fn a_closed_stream_is_no_success() {
    let here = Place::new();
    here.file("bad", b"caf\xE9").file("good", "café");
    let output = "utf8: cannot write to standard output: it is closed";
    let input = "utf8: -: cannot be opened, so it was not read: it is closed";
    let cases = [
        ("check bad >&-", 2, output),
        ("check good >&-", 2, output),
        ("detect good >&-", 2, output),
        ("convert good >&-", 2, output),
        ("--version >&-", 2, output),
        ("convert --list >&-", 2, output),
        ("man check >&-", 2, output),
        ("check - <&-", 2, input),
        ("check <&-", 2, input),
        ("detect - <&-", 2, input),
        ("convert - <&-", 2, input),
        ("check --files-from - <&-", 2, "it is closed"),
        // These need none.
        ("check -q good >&- <&-", 0, ""),
        ("convert good -o other >&- <&-", 0, ""),
        ("check -q bad 2>&-", 1, ""),
    ];
    for (command, status, message) in cases {
        let ran = script(&here, &format!("$UTF8 {command}"));
        assert_eq!(ran.status, Some(status), "{command}: {}", ran.stderr);
        assert!(ran.stderr.contains(message), "{command}: {}", ran.stderr);
    }
    assert_eq!(fs::read_to_string(here.path().join("other")).unwrap(), "café");
}

#[test]
fn full_streams_abort_nothing() {
    let here = Place::new();
    here.file("bad", b"caf\xE9");
    for command in ["check bad", "detect bad", "convert -f latin1 bad", "man", "--help", "--no"] {
        let ran = script(&here, &format!("$UTF8 {command} >/dev/full 2>/dev/full"));
        assert_eq!(ran.status, Some(2), "{command}");
    }
    for command in ["check --jobs 0 bad", "check --max-errors x", "convert -f nothing bad"] {
        assert_eq!(script(&here, &format!("$UTF8 {command} 2>/dev/full")).status, Some(2));
    }
}

#[test]
fn too_little_memory_is_a_message() {
    let here = Place::new();
    here.file("a", b"caf\xE9\n".repeat(300_000));
    let limited = |limit: usize, command: &str| {
        script(&here, &format!("ulimit -v {limit}; exec $UTF8 {command} >/dev/null"))
    };
    // With less, the system cannot even load the program.
    let loads = |limit: &usize| limited(*limit, "--version").status.is_some_and(|it| it < 126);
    let least = (8_000..200_000).step_by(1000).find(loads).unwrap();
    let mut refused = 0;
    for limit in (least..least + 24_000).step_by(1500) {
        for command in ["check a", "detect a", "convert -f latin1 a -o b"] {
            let ran = limited(limit, command);
            let is_said = ran.stderr.contains("out of memory");
            assert!(ran.status.is_some_and(|status| status < 3), "{limit} {command}: {ran:?}");
            assert_eq!(ran.status == Some(2), is_said, "{limit} {command}: {ran:?}");
            refused += usize::from(is_said);
        }
    }
    assert!(refused > 0, "no limit was between what loads and what runs");
    let names: Vec<_> = fs::read_dir(here.path()).unwrap().map(|it| it.unwrap().path()).collect();
    assert!(names.len() <= 2, "{names:?}");
}

#[test]
fn a_file_that_shrinks_while_it_is_looked_at() {
    let here = Place::new();
    here.file("a", "");
    let file = File::options().write(true).open(here.path().join("a")).unwrap();
    // Zeros that are nowhere; to read all takes seconds.
    file.set_len(16 << 30).unwrap();
    let mut command = here.command();
    let child = command.args(["detect", "a"]).stdout(Stdio::piped()).stderr(Stdio::piped());
    let child = child.spawn().unwrap();
    thread::sleep(Duration::from_millis(200));
    file.set_len(1 << 20).unwrap();
    let output = child.wait_with_output().unwrap();
    let stderr = String::from_utf8(output.stderr).unwrap();
    assert_eq!((output.status.code(), &*output.stdout), (Some(2), &b""[..]));
    assert!(stderr.contains("a: shrank while it was read: it had 17179869184 bytes"), "{stderr}");
}

#[test]
fn the_end_of_what_is_typed_is_typed_once() {
    for arguments in [
        &["check", "-"][..],
        &["detect", "-"],
        &["convert", "-"],
        &["convert", "-f", "latin1", "-"],
    ] {
        let here = Place::new();
        let mut terminal = Terminal::new(80);
        let mut command = here.command();
        command.args(arguments).stdin(terminal.tty()).stdout(Stdio::piped());
        let child = command.stderr(Stdio::null()).spawn().unwrap();
        terminal.type_in("caf\n\x04");
        // A second one would be waited for.
        let output = child.wait_with_output().unwrap();
        assert_eq!(output.status.code(), Some(0), "{arguments:?}");
    }
}

#[test]
fn what_a_killed_process_leaves_is_removed() {
    let here = Place::new();
    here.file("in/a", "x".repeat(1 << 20)).file("out/keep", "");
    let killed = || {
        let mut command = here.command();
        command.args(["convert", "-", "-o", "out/a"]).stdin(Stdio::piped());
        let mut child = command.stderr(Stdio::null()).spawn().unwrap();
        let mut stdin = child.stdin.take().unwrap();
        stdin.write_all(&b"x".repeat(3 << 20)).unwrap();
        child.kill().unwrap();
        child.wait().unwrap();
    };
    let left = || -> Vec<_> {
        let entries = fs::read_dir(here.path().join("out")).unwrap();
        let names = entries.map(|entry| entry.unwrap().file_name().into_string().unwrap());
        names.filter(|name| name.starts_with(".utf8-")).collect()
    };
    for _ in 0..5 {
        killed();
    }
    assert_eq!(left().len(), 5);
    // Walks skip them.
    let ran = utf8(&here, &["check", "--hidden", "out"], b"");
    assert!(ran.stdout.ends_with(b"1 file, 0 bytes: all UTF-8\n"), "{ran:?}");
    // What is new may be somebody's.
    let convert = ["convert", "--force", "in", "-o", "out"];
    assert_eq!(utf8(&here, &convert, b"").status, Some(0));
    assert_eq!(left().len(), 5);
    for name in left() {
        let file = File::options().write(true).open(here.path().join("out").join(name)).unwrap();
        file.set_modified(SystemTime::now() - Duration::from_secs(3600)).unwrap();
    }
    here.file("out/.utf8-mine.tmp", "");
    assert_eq!(utf8(&here, &convert, b"").status, Some(0));
    assert_eq!(left(), [".utf8-mine.tmp"]);
}

#[test]
fn iso_2022_jp_of_several_inputs_reads_back() {
    let here = Place::new();
    here.file("a", "日本").file("b", "語\n").file("c", "plain");
    let encoded = utf8(&here, &["convert", "-t", "iso-2022-jp", "a", "b", "c", "a"], b"").stdout;
    let decode = ["convert", "-f", "iso-2022-jp", "-"];
    let ran = utf8(&here, &decode, &encoded);
    assert_eq!((ran.status, &*ran.stderr), (Some(0), ""));
    assert_eq!(ran.stdout, "日本語\nplain日本".as_bytes());
    // Escape sequences with nothing between them, as iconv reads them; and what is none.
    let empty = b"\x1B(B\x1B$B\x1B(B\x1B(Ba\x1B$B\x1B$B$\"\x1B(J\x1B(B";
    assert_eq!(utf8(&here, &decode, empty).stdout, "aあ".as_bytes());
    assert_eq!(utf8(&here, &decode, b"\x1B$B\x1B!\x1B(B").status, Some(1));
}

/// As another user, on a file system that becomes full. Only root can make one.
#[test]
fn a_full_file_system_loses_nothing() {
    if !rustix::process::geteuid().is_root() {
        eprintln!(
            "skipped, as only root can mount a file system: a_full_file_system_loses_nothing"
        );
        return;
    }
    let here = Place::new();
    for name in ["in/a", "in/b"] {
        here.file(name, "x".repeat(300_000));
    }
    let ran = script(
        &here,
        "command -v setpriv >/dev/null || exit 99
         mkdir full && mount -t tmpfs -o size=1m,mode=777 full full || exit 99
         trap 'umount -l full' EXIT
         cp $UTF8 utf8; chmod -R a+rX .
         as() { setpriv --reuid=65534 --regid=65534 --clear-groups \"$@\"; }
         as ./utf8 convert -j 1 -t utf-16le in -o full/out/; echo $?; ls full/out/in full/out
         rm -r full/out
         head -c 600000 in/a > full/src; cat in/a >> full/src; chown 65534 full/src
         as ./utf8 convert -t utf-16le full/src -o full/src; echo $?
         ls -A full; stat -c %s full/src",
    );
    if ran.status == Some(99) {
        eprintln!("skipped, for want of mount or setpriv: a_full_file_system_loses_nothing");
        return;
    }
    let said = ran.stderr.matches("No space left on device").count();
    let stdout = String::from_utf8(ran.stdout).unwrap();
    assert_eq!((&*stdout, said), ("2\nfull/out:\na\n2\nsrc\n600000\n", 2), "{}", ran.stderr);
}
