//! The line that says how far a long run has come.

use std::io::Write;
use std::process::{Command, Stdio};

use crate::support::Place;
use crate::terminal::Terminal;

const ERASE: &str = "\r\x1B[K";

/// `utf8 check` of what comes by a pipe, so that a run is as long as is wanted, with standard error
/// on a terminal.
fn check(here: &Place, arguments: &[&str], terminal: &Terminal) -> Command {
    let mut command = here.command();
    command.arg("check").args(arguments).env("TERM", "xterm");
    command.stdin(Stdio::piped()).stdout(terminal.tty()).stderr(terminal.tty());
    command
}

#[test]
fn a_long_run_shows_progress_and_leaves_nothing_of_it() {
    let here = Place::new();
    here.file("a", "12345");
    let mut terminal = Terminal::new(100);
    let mut child = check(&here, &["a", "-"], &terminal).spawn().unwrap();
    let mut input = child.stdin.take().unwrap();
    let shown = terminal.read_until("findings\x1B[K");
    // How fast that is depends on the machine.
    assert!(shown.starts_with("\r5 bytes, 1 file, "), "{shown:?}");
    assert!(shown.contains(" bytes/s, 0 findings\x1B[K"), "{shown:?}");
    input.write_all(&b"fine\n".repeat(100_000)).unwrap();
    let mut shown = terminal.read_until("kB, 1 file, ");
    input.write_all(b"\xFF\n").unwrap();
    drop(input);
    assert_eq!(child.wait().unwrap().code(), Some(1));
    // What is left of each line, once all that was erased is gone.
    shown += &terminal.rest();
    let left: Vec<_> = shown.split("\r\n").filter_map(|line| line.rsplit(ERASE).next()).collect();
    assert!(left.concat().contains("error[U8007]") && !left.concat().contains("/s"), "{shown:?}");
    assert!(shown.ends_with("1 finding in 1 file\r\n"), "{shown:?}");
}

#[test]
fn the_line_is_cut_to_the_terminal() {
    let here = Place::new();
    let mut terminal = Terminal::new(12);
    let mut child = check(&here, &["-"], &terminal).spawn().unwrap();
    let shown = terminal.read_until("\x1B[K");
    assert!(shown.starts_with("\r0 bytes, 0 \x1B[K"), "{shown:?}");
    drop(child.stdin.take());
    child.wait().unwrap();
}

/// What is shown on the terminal by a run that is long enough for progress.
fn shown_by(command: &mut Command, terminal: Terminal) -> String {
    let mut child = command.spawn().unwrap();
    std::thread::sleep(std::time::Duration::from_millis(1300));
    drop(child.stdin.take());
    assert_eq!(child.wait_with_output().unwrap().status.code(), Some(0));
    // It has copies of its own.
    command.stdout(Stdio::null()).stderr(Stdio::null());
    terminal.rest()
}

#[test]
fn progress_is_not_shown_where_it_is_not_wanted() {
    let here = Place::new();
    let cases: [fn(&mut Command) -> &mut Command; 4] = [
        |command| command.arg("--no-progress"),
        |command| command.arg("-q"),
        |command| command.env("TERM", "dumb"),
        // What reads the pipe may write to the same terminal.
        |command| command.stdout(Stdio::piped()),
    ];
    std::thread::scope(|scope| {
        for change in cases {
            let here = &here;
            scope.spawn(move || {
                let terminal = Terminal::new(80);
                let mut command = check(here, &["-"], &terminal);
                change(&mut command);
                let shown = shown_by(&mut command, terminal);
                assert!(!shown.contains('\x1B') && !shown.contains("/s"), "{shown:?}");
            });
        }
    });
    // Another such run, to see that it is long enough.
    let terminal = Terminal::new(80);
    assert!(shown_by(&mut check(&here, &["-"], &terminal), terminal).contains("/s"));
}
