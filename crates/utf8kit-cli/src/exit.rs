//! How the process ends: the one owner of the exit status.

use std::io::{self, Write};
use std::process::{self, ExitCode};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::Duration;

use signal_hook::consts::{SIGPIPE, SIGXFSZ};
use signal_hook::low_level::emulate_default_handler;

use crate::report::escape;
use crate::{output, raw, replace};

const CLEAN: u8 = 0;
/// Findings, input refused, or information lost.
const FINDINGS: u8 = 1;
/// Usage, or something that could not be read or written.
const TROUBLE: u8 = 2;

/// What each exit status of `utf8 check` says.
pub(crate) const STATUSES: [(u8, &str); 3] = [
    (CLEAN, "all is UTF-8"),
    (FINDINGS, "there are findings"),
    (TROUBLE, "trouble: wrong usage, or something could not be read or written; this wins over 1"),
];

/// What each exit status of a conversion says.
pub(crate) const CONVERSION_STATUSES: [(u8, &str); 3] = [
    (CLEAN, "all was converted, and nothing was lost"),
    (FINDINGS, "something was refused, or was lost: replaced, skipped, escaped, transliterated"),
    (TROUBLE, STATUSES[2].1),
];

/// What each exit status of `utf8 fix` says.
pub(crate) const FIX_STATUSES: [(u8, &str); 3] = [
    (CLEAN, "all is well-formed now, and nothing was lost; with --check, nothing would change"),
    (
        FINDINGS,
        "something was refused, is ill-formed still, or was replaced, skipped or escaped; with --check, something would change",
    ),
    (TROUBLE, STATUSES[2].1),
];

/// What each exit status of `utf8 detect` says.
pub(crate) const DETECTION_STATUSES: [(u8, &str); 3] = [
    (CLEAN, "it was said of each input what it is, or likely is"),
    (FINDINGS, "of some input it cannot be told"),
    (TROUBLE, STATUSES[2].1),
];

/// What happened, as far as the exit status is concerned.
#[derive(Clone, Copy, Default)]
pub(crate) struct Outcome {
    pub(crate) findings: bool,
    pub(crate) trouble: bool,
}

impl Outcome {
    /// Trouble wins: what was not read may hold anything.
    pub(crate) const fn status(self) -> u8 {
        match self {
            Outcome { trouble: true, .. } => TROUBLE,
            Outcome { findings: true, .. } => FINDINGS,
            _ => CLEAN,
        }
    }

    pub(crate) const fn description(self) -> &'static str {
        STATUSES[self.status() as usize].1
    }
}

impl From<Outcome> for ExitCode {
    fn from(outcome: Outcome) -> ExitCode {
        outcome.status().into()
    }
}

/// Makes a write beyond the limit for file sizes fail with EFBIG, which can be reported, instead of
/// ending the process. A broken pipe already fails with EPIPE: Rust ignores SIGPIPE.
pub(crate) fn take_signals() {
    // Without the handler, the process ends by the signal: no message, but nothing is lost.
    let _ = signal_hook::flag::register(SIGXFSZ, Arc::new(AtomicBool::new(false)));
}

/// The flags do not fit together, or not to this machine.
pub(crate) fn usage(message: &str, command: &str) -> ExitCode {
    // It may quote what was typed.
    let mut safe = String::new();
    escape::push(&mut safe, message.as_bytes());
    say(&format!("error: {safe}\n\nFor more information, try 'utf8 {command} --help'."));
    TROUBLE.into()
}

/// What was typed was an error, or asked for no more than an answer; it has been given.
pub(crate) fn answered(is_error: bool) -> ExitCode {
    Outcome { trouble: is_error, ..Outcome::default() }.into()
}

/// Writes what is all that was asked for.
pub(crate) fn print(text: &[u8]) -> ExitCode {
    let mut stdout = output::stdout();
    if let Err(error) = stdout.write_all(text).and_then(|()| stdout.flush()) {
        output_failed(&error);
    }
    Outcome::default().into()
}

/// Ends as if the signal had not been caught.
pub(crate) fn by_signal(signal: i32) -> ! {
    replace::abandon_all();
    // The first process of a container gets no signal that it does not catch.
    if process::id() != 1 {
        let _ = emulate_default_handler(signal);
    }
    process::exit(128 + signal)
}

/// Standard output takes no more. Whoever closed a pipe has seen enough, and expects what every
/// filter does; anything else is trouble.
pub(crate) fn output_failed(error: &io::Error) -> ! {
    if error.kind() == io::ErrorKind::BrokenPipe {
        by_signal(SIGPIPE)
    }
    replace::abandon_all();
    say(&format!(
        "utf8: cannot write to standard output: {error}; the output is not complete: make room, or \
         send it elsewhere, and run again"
    ));
    process::exit(TROUBLE.into())
}

/// The system gives no more memory.
pub(crate) fn out_of_memory() -> ! {
    static IS_ENDING: AtomicBool = AtomicBool::new(false);
    // What is done here may ask for memory, too.
    if !IS_ENDING.swap(true, Ordering::Relaxed) {
        let message =
            b"utf8: out of memory; what was asked for is not complete: allow more (ulimit \
                        -v), or use fewer threads (-j 1)\n";
        let _ = rustix::io::write(rustix::stdio::stderr(), message);
        replace::abandon_what_is_known();
    } else {
        // Another thread is at it, and ends the process; or else this one.
        thread::sleep(Duration::from_millis(500));
    }
    raw::exit(TROUBLE)
}

/// Says a line on standard error. Nobody is left to be told of trouble with that.
fn say(line: &str) {
    let _ = writeln!(io::stderr(), "{line}");
}
