//! How the process ends: the one owner of the exit status.

use std::io;
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use signal_hook::consts::{SIGPIPE, SIGXFSZ};

use crate::report::escape;

/// Findings, input refused, or information lost.
const FINDINGS: u8 = 1;
/// Usage, or something that could not be read or written.
const TROUBLE: u8 = 2;

/// What happened, as far as the exit status is concerned.
#[derive(Clone, Copy, Default)]
pub(crate) struct Outcome {
    pub(crate) findings: bool,
    pub(crate) trouble: bool,
}

impl From<Outcome> for ExitCode {
    /// Trouble wins: what was not read may hold anything.
    fn from(outcome: Outcome) -> ExitCode {
        match outcome {
            Outcome { trouble: true, .. } => TROUBLE.into(),
            Outcome { findings: true, .. } => FINDINGS.into(),
            _ => ExitCode::SUCCESS,
        }
    }
}

/// Makes a write beyond the limit for file sizes fail with EFBIG, which can be reported, instead of
/// ending the process. A broken pipe already fails with EPIPE: Rust ignores SIGPIPE.
pub(crate) fn take_signals() {
    // Without the handler, the process ends by the signal: no message, but nothing is lost.
    let _ = signal_hook::flag::register(SIGXFSZ, Arc::new(AtomicBool::new(false)));
}

/// The flags do not fit together, or not to this machine.
pub(crate) fn usage(message: &str) -> ExitCode {
    // It may quote what was typed.
    let mut safe = String::new();
    escape::push(&mut safe, message.as_bytes());
    eprintln!("error: {safe}\n\nFor more information, try 'utf8 check --help'.");
    TROUBLE.into()
}

/// Standard output takes no more. Whoever closed a pipe has seen enough, and expects what every
/// filter does; anything else is trouble.
pub(crate) fn output_failed(error: &io::Error) -> ! {
    if error.kind() == io::ErrorKind::BrokenPipe {
        // Returns only if the signal is blocked.
        let _ = signal_hook::low_level::emulate_default_handler(SIGPIPE);
    }
    eprintln!(
        "utf8: cannot write to standard output: {error}; the report is not complete: make room, or \
         send it elsewhere, and run again"
    );
    std::process::exit(TROUBLE.into())
}
