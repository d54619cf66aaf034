//! Ctrl-C and its kin: the process ends as by the signal, and at once, but leaves whole lines and
//! no progress line behind.

use std::fs;
use std::sync::{Arc, mpsc};
use std::thread;
use std::time::Duration;

use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
use signal_hook::iterator::Signals;

use crate::exit;
use crate::output::Outputs;

/// How long whoever writes may take to end the line. A reader that has stopped reading is not
/// waited for: nobody would know that Ctrl-C was heard.
const PATIENCE: Duration = Duration::from_millis(40);

/// From now on, a signal that ends the process waits for what is being written.
pub(crate) fn take_signals(outputs: &Arc<Outputs>) {
    let ignored = ignored();
    let signals = [SIGINT, SIGTERM, SIGHUP].into_iter().filter(|signal| !is_in(*signal, ignored));
    let signals: Vec<_> = signals.collect();
    let outputs = Arc::clone(outputs);
    let (registers, registered) = mpsc::channel();
    // Registered by the thread itself: where there is none, the process ends by the signal all the
    // same.
    let _ = thread::Builder::new().name("signals".into()).spawn(move || {
        let Ok(mut signals) = Signals::new(signals) else { return };
        drop(registers);
        let Some(signal) = signals.forever().next() else { return };
        // Held until the end, so that nothing is written any more.
        let mut held = outputs.hold_within(PATIENCE);
        if let Some(held) = &mut held {
            held.erase_status();
        }
        exit::by_signal(signal)
    });
    // Until the signals are registered, or it is clear that they will not be. From then on a signal
    // removes what has been begun.
    let _: Result<(), _> = registered.recv();
}

/// The signals that whoever started this process had it ignore, as `nohup` does, and a shell that
/// starts it in the background: they are to stay ignored. A bit a signal; none where the system
/// does not say.
fn ignored() -> u64 {
    let status = fs::read_to_string("/proc/self/status").unwrap_or_default();
    let mask = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    mask.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok()).unwrap_or(0)
}

fn is_in(signal: i32, mask: u64) -> bool {
    mask >> (signal - 1) & 1 == 1
}
