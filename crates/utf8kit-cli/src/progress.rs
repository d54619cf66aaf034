//! How far a long run has come: one line on the terminal, written over as it changes.

use std::fmt::Write;
use std::fs::{self, File};
use std::io::{self, IsTerminal};
use std::os::fd::AsFd;
use std::os::unix::fs::FileTypeExt;
use std::path::PathBuf;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError};
use std::thread::{self, Scope};
use std::time::{Duration, Instant};

use crate::output::Outputs;
use crate::report::{counted, size};

/// A run that is over by then needs no progress.
const DELAY: Duration = Duration::from_secs(1);

const INTERVAL: Duration = Duration::from_millis(100);

/// What has been done so far.
pub(crate) struct Counters {
    pub(crate) bytes: Counter,
    pub(crate) files: Counter,
    pub(crate) findings: Counter,
    /// What one of the findings is called.
    pub(crate) finding: &'static str,
}

#[derive(Default)]
pub(crate) struct Counter(AtomicU64);

impl Counters {
    pub(crate) fn new(finding: &'static str) -> Counters {
        let [bytes, files, findings] = [(); 3].map(|()| Counter::default());
        Counters { bytes, files, findings, finding }
    }
}

impl Counter {
    pub(crate) fn add(&self, more: u64) {
        self.0.fetch_add(more, Ordering::Relaxed);
    }

    fn get(&self) -> u64 {
        self.0.load(Ordering::Relaxed)
    }
}

/// Whether a line can be shown that does not get mixed up with something else. It is not known
/// where what is piped goes next: often it is to this terminal.
pub(crate) fn is_possible() -> bool {
    let is_dumb = std::env::var_os("TERM").is_none_or(|term| term == "dumb");
    io::stderr().is_terminal() && !is_dumb && !is_piped()
}

fn is_piped() -> bool {
    let stdout = io::stdout().as_fd().try_clone_to_owned().map(File::from);
    let kind = stdout.and_then(|stdout| stdout.metadata()).map(|metadata| metadata.file_type());
    kind.is_ok_and(|kind| kind.is_fifo() || kind.is_socket())
}

/// Shows progress until `end` is closed, if the system has a thread for that. `named`: all inputs,
/// if that is known.
pub(crate) fn spawn<'scope>(
    scope: &'scope Scope<'scope, '_>,
    counters: &'scope Counters,
    named: Option<Vec<PathBuf>>,
    outputs: &'scope Outputs,
    end: Receiver<()>,
) {
    let show = move || show(counters, named, outputs, &end);
    let _ = thread::Builder::new().spawn_scoped(scope, show);
}

fn show(counters: &Counters, named: Option<Vec<PathBuf>>, outputs: &Outputs, end: &Receiver<()>) {
    let start = Instant::now();
    if end.recv_timeout(DELAY) != Err(RecvTimeoutError::Timeout) {
        return;
    }
    let total = named.and_then(total_size);
    loop {
        let (terminal_size::Width(width), _) = terminal_size::terminal_size_of(io::stderr())
            .unwrap_or((terminal_size::Width(80), terminal_size::Height(24)));
        outputs.show_status(fit(&line(counters, total, start.elapsed()), width.into()));
        if end.recv_timeout(INTERVAL) != Err(RecvTimeoutError::Timeout) {
            return outputs.erase_status();
        }
    }
}

/// How much there is to read, if all of it is files.
fn total_size(named: Vec<PathBuf>) -> Option<u64> {
    let size = |path| fs::metadata(path).ok().filter(fs::Metadata::is_file).map(|file| file.len());
    named.into_iter().map(size).sum()
}

fn line(counters: &Counters, total: Option<u64>, elapsed: Duration) -> String {
    let (bytes, files) = (counters.bytes.get(), counters.files.get());
    let speed = (bytes as f64 / elapsed.as_secs_f64()) as u64;
    let mut line = size(bytes);
    // What has grown since has no known end.
    let total = total.filter(|&total| total >= bytes && total > 0);
    if let Some(total) = total {
        let percent = u128::from(bytes) * 100 / u128::from(total);
        let _ = write!(line, " of {} ({percent} %)", size(total));
    }
    let _ = write!(line, ", {}, {}/s", counted(files, "file"), size(speed));
    let _ = write!(line, ", {}", counted(counters.findings.get(), counters.finding));
    if let Some(left) = total.and_then(|total| (total - bytes).checked_div(speed)) {
        let _ = write!(line, ", {} left", duration(left));
    }
    line
}

fn duration(seconds: u64) -> String {
    match (seconds / 3600, seconds / 60 % 60, seconds % 60) {
        (0, 0, seconds) => format!("{seconds} s"),
        (0, minutes, seconds) => format!("{minutes}:{seconds:02} min"),
        (hours, minutes, _) => format!("{hours}:{minutes:02} h"),
    }
}

/// A line that is as long as the terminal is wide makes some terminals begin the next.
fn fit(line: &str, width: usize) -> &str {
    &line[..line.len().min(width.saturating_sub(1))]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_the_line_says() {
        let counters = Counters::new("finding");
        counters.bytes.add(1_500_000_000);
        counters.files.add(1);
        let elapsed = Duration::from_secs(3);
        let said = |total| line(&counters, total, elapsed);
        assert_eq!(said(None), "1.5 GB, 1 file, 500 MB/s, 0 findings");
        assert_eq!(
            said(Some(6_000_000_000)),
            "1.5 GB of 6.0 GB (25 %), 1 file, 500 MB/s, 0 findings, 9 s left"
        );
        // It has grown; and it was empty.
        assert_eq!(said(Some(1_000_000_000)), said(None));
        assert_eq!(
            line(&Counters::new("finding"), Some(0), elapsed),
            "0 bytes, 0 files, 0 bytes/s, 0 findings"
        );
        assert_eq!(
            line(&Counters::new("finding"), Some(10), elapsed),
            "0 bytes of 10 bytes (0 %), 0 files, 0 bytes/s, 0 findings"
        );
    }

    #[test]
    fn durations_are_short() {
        for (seconds, expected) in [(0, "0 s"), (59, "59 s"), (61, "1:01 min"), (3660, "1:01 h")] {
            assert_eq!(duration(seconds), expected);
        }
    }

    #[test]
    fn no_line_is_as_long_as_the_terminal_is_wide() {
        assert_eq!(fit("abcdef", 80), "abcdef");
        assert_eq!(fit("abcdef", 6), "abcde");
        assert_eq!(fit("abcdef", 0), "");
    }
}
