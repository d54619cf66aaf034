//! Whatever happens in the middle, each file is old or new, and whole.

use std::fs;
use std::process::Stdio;
use std::thread;
use std::time::Instant;

use crate::support::Place;
use crate::{Ran, fix, names, read, run};

const DAMAGED: &[u8] = b"un caf\xE9 noir, s'il vous pla\xEEt\n";
const FIXED: &str = "un café noir, s'il vous plaît\n";

fn script(here: &Place, text: &str) -> Ran {
    let binary = here.command().get_program().to_owned();
    run(here.command_of("sh").env("UTF8", binary).args(["-c", text]), b"")
}

fn tree(here: &Place, files: usize, lines: usize) {
    for number in 0..files {
        here.file(format!("d/{number}"), DAMAGED.repeat(lines));
    }
}

/// Each file is as it was, or fixed; and how many are fixed.
fn fixed_of(here: &Place, files: usize, lines: usize) -> usize {
    let (old, new) = (DAMAGED.repeat(lines), FIXED.repeat(lines));
    let is_fixed = |number: usize| {
        let now = read(here, &format!("d/{number}"));
        assert!(now == old || now == new.as_bytes(), "d/{number} is neither old nor new");
        now == new.as_bytes()
    };
    (0..files).filter(|number| is_fixed(*number)).count()
}

/// Kills runs over a tree, each later than the one before, until one comes to its end.
fn kill_at(instants: usize, files: usize, lines: usize) {
    let here = Place::new();
    tree(&here, files, lines);
    let started = Instant::now();
    assert_eq!(fix(&here, &["-i", "d"]).status, Some(0));
    let whole = started.elapsed();
    let mut counts = Vec::new();
    for instant in 0..instants {
        tree(&here, files, lines);
        let mut child = here.command().args(["fix", "-q", "-i", "d"]).spawn().unwrap();
        thread::sleep(whole * instant as u32 / instants as u32);
        child.kill().unwrap();
        child.wait().unwrap();
        counts.push(fixed_of(&here, files, lines));
        // What is left is the process's own, and the next run over the tree does not read it.
        let left = names(&here, "d");
        assert!(left.iter().all(|name| name.starts_with(".utf8-") || name.parse::<u32>().is_ok()));
        left.iter().filter(|name| name.starts_with('.')).for_each(|name| {
            fs::remove_file(here.path().join("d").join(name)).unwrap();
        });
    }
    assert!(counts.iter().any(|count| (1..files).contains(count)), "{counts:?}");
}

#[test]
fn killed_at_any_instant() {
    kill_at(20, 16, 4000);
}

/// The same at 200 instants over 64 MiB: minutes.
#[test]
#[ignore = "minutes"]
fn killed_at_any_of_200_instants() {
    kill_at(200, 64, 34_000);
}

#[test]
fn a_file_that_may_not_become_so_large() {
    let here = Place::new();
    tree(&here, 4, 4000);
    // In blocks of 512 bytes: more than nothing, and less than a fixed file.
    let ran = script(&here, "ulimit -f 200; $UTF8 fix -i d");
    assert_eq!(ran.status, Some(2), "{}", ran.stderr);
    assert_eq!(ran.stderr.matches("cannot be written").count(), 4, "{}", ran.stderr);
    assert_eq!(fixed_of(&here, 4, 4000), 0);
    assert_eq!(names(&here, "d").len(), 4);
}

/// Only root can make a file system that becomes full.
#[test]
fn a_full_file_system() {
    if !rustix::process::geteuid().is_root() {
        eprintln!("skipped, as only root can mount a file system: a_full_file_system");
        return;
    }
    let here = Place::new();
    fs::create_dir(here.path().join("d")).unwrap();
    let ran = script(&here, "mount -t tmpfs -o size=1m d d || exit 99");
    if ran.status == Some(99) {
        eprintln!("skipped, for want of mount: a_full_file_system");
        return;
    }
    // Three fit, and a fourth while it is made; then another file takes the room.
    tree(&here, 3, 8000);
    let first = fix(&here, &["-j", "1", "-i", "d"]);
    let (first_status, first_fixed) = (first.status, fixed_of(&here, 3, 8000));
    here.file("d/1", DAMAGED.repeat(8000));
    script(&here, "rm d/0; head -c 700000 /dev/zero > d/room");
    let second = fix(&here, &["-j", "1", "-i", "d/1"]);
    let after = read(&here, "d/1");
    script(&here, "umount -l d");
    assert_eq!((first_status, first_fixed), (Some(0), 3), "{}", first.stderr);
    assert_eq!(second.status, Some(2), "{}", second.stderr);
    assert!(second.stderr.contains("make room"), "{}", second.stderr);
    assert!(after == DAMAGED.repeat(8000));
}

/// System calls that fail, each at its first and its second time.
#[test]
fn system_calls_that_fail() {
    let here = Place::new();
    let strace = here.command_of("strace").arg("-V").stdout(Stdio::null()).status();
    let can_trace = strace.is_ok_and(|status| status.success())
        && script(&here, "strace -f -o /dev/null -e trace=none true").status == Some(0);
    if !can_trace {
        eprintln!("skipped, for want of strace: system_calls_that_fail");
        return;
    }
    let faults = [
        "write:error=ENOSPC:when=1",
        "write:error=EIO:when=2",
        // One that says it has written and has not: the length tells.
        "write:retval=1:when=1",
        "fsync:error=EIO:when=1",
        "fsync:error=ENOSPC:when=2",
        "rename,renameat,renameat2:error=EACCES:when=1",
        "rename,renameat,renameat2:error=EXDEV:when=1+",
        "openat:error=EMFILE:when=20",
        "fchmod:error=EPERM:when=1",
        "read,pread64:error=EIO:when=12",
        "link,linkat:error=EPERM:when=1",
    ];
    for fault in faults {
        tree(&here, 2, 4000);
        let ran = script(
            &here,
            &format!("strace -f -qq -o trace -e inject={fault} $UTF8 fix -j 1 -i=.orig d; echo $?"),
        );
        let fixed = fixed_of(&here, 2, 4000);
        let status = String::from_utf8_lossy(&ran.stdout).into_owned();
        // No success is claimed that was not.
        assert!(matches!(&*status, "0\n" | "2\n"), "{fault}: {status} {}", ran.stderr);
        assert_eq!(status == "0\n", fixed == 2, "{fault}: {fixed} of 2; {}", ran.stderr);
        let left = names(&here, "d");
        assert!(left.iter().all(|name| !name.starts_with(".utf8-")), "{fault}: {left:?}");
        script(&here, "rm -rf d");
    }
}
