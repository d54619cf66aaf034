//! What cannot be read, and what cannot be written.

use std::fs::{self, File, Permissions};
use std::os::unix::fs::PermissionsExt;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use crate::support::{Place, Ran, run};

/// `utf8 check` as somebody whom permissions apply to. Fails where there is no such thing, rather
/// than leave the matter untested.
fn check_unprivileged(here: &Place, arguments: &[&str]) -> Ran {
    let uid = Command::new("id").arg("-u").output().unwrap();
    if uid.stdout != b"0\n" {
        return here.check(arguments);
    }
    // The build directory may be closed to others: a copy of the binary is open. Another process
    // makes it: what this one has open for writing, a program that another test starts meanwhile
    // would have open too, and the copy could not be run ("text file busy").
    let copy = here.path().join("utf8");
    let made = here.command_of("cp").arg(env!("CARGO_BIN_EXE_utf8")).arg(&copy).status();
    assert!(made.unwrap().success());
    fs::set_permissions(&copy, Permissions::from_mode(0o755)).unwrap();
    fs::set_permissions(here.path(), Permissions::from_mode(0o755)).unwrap();
    let mut command = here.command_of("setpriv");
    command.args(["--reuid=65534", "--regid=65534", "--clear-groups", "--"]);
    run(command.arg(&copy).arg("check").args(arguments))
}

fn forbid(here: &Place, name: &str) {
    fs::set_permissions(here.path().join(name), Permissions::from_mode(0o000)).unwrap();
}

#[test]
fn unreadable_files_and_directories() {
    let here = Place::new();
    here.file("d/a", "fine").file("d/closed", "fine").file("d/shut/b", "fine").file("d/z", b"\xFF");
    forbid(&here, "d/closed");
    forbid(&here, "d/shut");
    let ran = check_unprivileged(&here, &["d"]);
    let permissions = "permission denied, so it was not read; make it readable or leave it out\n";
    assert_eq!(ran.stderr, format!("utf8: d/closed: {permissions}utf8: d/shut: {permissions}"));
    assert!(
        ran.stdout.ends_with("2 files, 5 bytes: 1 finding in 1 file, 2 troubles\n"),
        "{}",
        ran.stdout
    );
    assert_eq!(ran.status, Some(2));
    let json = check_unprivileged(&here, &["--format", "json", "d/closed"]);
    assert_eq!(json.objects()[0]["type"], "trouble");
    assert_eq!((json.status, &*json.stderr), (Some(2), ""));
    fs::set_permissions(here.path().join("d/shut"), Permissions::from_mode(0o755)).unwrap();
}

/// Runs `utf8 check -j 1 --format json` and does something to its inputs while it stands still in
/// the middle of the first, because nobody reads its report. Gives the status and the last object
/// but the summary.
fn check_meanwhile(
    here: &Place,
    input: &str,
    meanwhile: impl FnOnce(),
) -> (Option<i32>, serde_json::Value) {
    let mut command = here.command();
    command.args(["check", "-j", "1", "--format", "json", input]).stdout(Stdio::piped());
    let child = command.spawn().unwrap();
    // Until it is in the middle: the pipe takes 64 KiB of a report that is much longer.
    let syscall = format!("/proc/{}/wchan", child.id());
    let deadline = Instant::now() + Duration::from_secs(5);
    while !fs::read_to_string(&syscall).is_ok_and(|place| place.contains("pipe_write")) {
        if Instant::now() > deadline {
            break;
        }
        std::thread::sleep(Duration::from_millis(10));
    }
    meanwhile();
    let output = child.wait_with_output().unwrap();
    let stdout = String::from_utf8(output.stdout).unwrap();
    let last = serde_json::from_str(stdout.lines().rev().nth(1).unwrap()).unwrap();
    (output.status.code(), last)
}

#[test]
fn a_file_that_vanishes_between_listing_and_opening() {
    let here = Place::new();
    here.file("d/a", b"\xFF\n".repeat(10_000)).file("d/b", "fine");
    let (status, trouble) =
        check_meanwhile(&here, "d", || fs::remove_file(here.path().join("d/b")).unwrap());
    assert_eq!(status, Some(2));
    assert_eq!((&trouble["type"], &trouble["path"]), (&"trouble".into(), &"d/b".into()));
    assert_eq!(trouble["why"], "vanished before it could be read; run again if it should be there");
}

#[test]
fn a_file_that_a_fifo_takes_the_place_of_is_not_waited_for() {
    let here = Place::new();
    here.file("d/a", b"\xFF\n".repeat(10_000)).file("d/b", "fine");
    let (status, skipped) = check_meanwhile(&here, "d", || {
        fs::remove_file(here.path().join("d/b")).unwrap();
        assert_eq!(run(here.command_of("mkfifo").arg("d/b")).status, Some(0));
    });
    assert_eq!((&skipped["type"], &skipped["path"]), (&"skipped".into(), &"d/b".into()));
    assert_eq!((&skipped["why"], status), (&"a FIFO; it is read if it is named".into(), Some(1)));
}

#[test]
fn a_file_that_shrinks_while_it_is_read() {
    let here = Place::new();
    here.file("a", b"\xFF\n".repeat(1 << 20));
    let (status, trouble) = check_meanwhile(&here, "a", || {
        File::options().write(true).open(here.path().join("a")).unwrap().set_len(1 << 19).unwrap();
    });
    assert_eq!(status, Some(2));
    assert_eq!((&trouble["type"], &trouble["path"]), (&"trouble".into(), &"a".into()));
    let why = trouble["why"].as_str().unwrap();
    assert!(why.starts_with("shrank while it was read: it had 2097152 bytes, and ended"), "{why}");
}

#[test]
fn a_link_that_leads_nowhere() {
    let here = Place::new();
    fs::create_dir(here.path().join("d")).unwrap();
    std::os::unix::fs::symlink("gone", here.path().join("d/link")).unwrap();
    assert_eq!(here.check(["d"]).status, Some(0));
    for arguments in [&["--follow", "d"][..], &["d/link"]] {
        let ran = here.check(arguments);
        let why = "utf8: d/link: a symbolic link that leads nowhere; mend or remove it\n";
        assert_eq!((&*ran.stderr, ran.status), (why, Some(2)));
    }
}

#[test]
fn a_device_that_is_full() {
    let here = Place::new();
    here.file("a", b"\xFF");
    for arguments in [&["a"][..], &["--format", "json", "a"], &["-l", "a"]] {
        let full = File::options().write(true).open("/dev/full").unwrap();
        let mut command = here.command();
        let child = command.arg("check").args(arguments).stdout(full).stderr(Stdio::piped());
        let output = child.spawn().unwrap().wait_with_output().unwrap();
        assert_eq!(output.status.code(), Some(2));
        let stderr = String::from_utf8(output.stderr).unwrap();
        assert!(stderr.contains("cannot write to standard output: No space left"), "{stderr}");
    }
}
