//! Output of many workers, written in the order of the inputs.

use std::collections::BTreeMap;
use std::io::Write;
use std::sync::{Condvar, Mutex, MutexGuard};

use crate::exit;

/// How much output a worker keeps before it waits for its turn and streams.
const MAX_KEPT: usize = 64 * 1024;

/// How many items the workers may be ahead of the one whose turn it is: many, so that a large file
/// does not hold up a thousand small ones.
const MAX_AHEAD: u64 = 4096;

/// How much output may wait for its turn before no new item is claimed.
const MAX_WAITING: usize = 4 * 1024 * 1024;

/// The two outputs and whose turn it is to write.
pub(crate) struct Ordered {
    state: Mutex<State>,
    changed: Condvar,
}

struct State {
    turn: u64,
    /// Output of items that are done, and whose turn has not come.
    waiting: BTreeMap<u64, Output>,
    waiting_bytes: usize,
    stdout: Box<dyn Write + Send>,
    stderr: Box<dyn Write + Send>,
}

#[derive(Default)]
struct Output {
    stdout: Vec<u8>,
    stderr: Vec<u8>,
}

impl Ordered {
    pub(crate) fn new(stdout: Box<dyn Write + Send>, stderr: Box<dyn Write + Send>) -> Ordered {
        let state = State { turn: 0, waiting: BTreeMap::new(), waiting_bytes: 0, stdout, stderr };
        Ordered { state: Mutex::new(state), changed: Condvar::new() }
    }

    /// The place of item `index`, once not too much is ahead.
    pub(crate) fn slot(&self, index: u64) -> Slot<'_> {
        let state = self.wait(|state| state.has_room(index));
        drop(state);
        Slot { ordered: self, index, output: Output::default() }
    }

    /// Writes what comes last.
    pub(crate) fn finish(self, text: &[u8]) {
        let mut state = self.state.into_inner().unwrap_or_else(|poisoned| poisoned.into_inner());
        state.write(&mut Output { stdout: text.to_vec(), stderr: Vec::new() });
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        // A thread that panicked while it wrote has ended the process's output anyway.
        self.state.lock().unwrap_or_else(|poisoned| poisoned.into_inner())
    }

    fn wait(&self, until: impl Fn(&State) -> bool) -> MutexGuard<'_, State> {
        let mut state = self.lock();
        while !until(&state) {
            state = self.changed.wait(state).unwrap_or_else(|poisoned| poisoned.into_inner());
        }
        state
    }
}

impl Output {
    fn len(&self) -> usize {
        self.stdout.len() + self.stderr.len()
    }
}

impl State {
    /// Whether item `index` may be claimed; always, if all depends on it.
    fn has_room(&self, index: u64) -> bool {
        index == self.turn || index < self.turn + MAX_AHEAD && self.waiting_bytes <= MAX_WAITING
    }

    /// The output whose turn it is, if it waits.
    fn take_next(&mut self) -> Option<Output> {
        let next = self.waiting.remove(&self.turn)?;
        self.waiting_bytes -= next.len();
        Some(next)
    }

    fn write(&mut self, output: &mut Output) {
        let result = self.stdout.write_all(&output.stdout).and_then(|()| match output.stdout[..] {
            [] => Ok(()),
            _ => self.stdout.flush(),
        });
        if let Err(error) = result {
            exit::output_failed(&error);
        }
        // Nobody is left to be told of trouble with standard error.
        let _ = self.stderr.write_all(&output.stderr);
        output.stdout.clear();
        output.stderr.clear();
    }
}

/// One item's place in the output. Dropping it passes the turn on.
pub(crate) struct Slot<'a> {
    ordered: &'a Ordered,
    index: u64,
    output: Output,
}

impl Slot<'_> {
    pub(crate) fn stdout(&mut self) -> &mut Vec<u8> {
        &mut self.output.stdout
    }

    pub(crate) fn stderr(&mut self) -> &mut Vec<u8> {
        &mut self.output.stderr
    }

    /// To be called after each piece of output: writes what has gathered once it is much, which
    /// means waiting for this item's turn.
    pub(crate) fn relieve(&mut self) {
        if self.output.len() >= MAX_KEPT {
            let mut state = self.ordered.wait(|state| state.turn == self.index);
            state.write(&mut self.output);
        }
    }
}

impl Drop for Slot<'_> {
    fn drop(&mut self) {
        let mut output = std::mem::take(&mut self.output);
        let mut state = self.ordered.lock();
        if state.turn != self.index {
            output.stdout.shrink_to_fit();
            output.stderr.shrink_to_fit();
            state.waiting_bytes += output.len();
            state.waiting.insert(self.index, output);
            return;
        }
        state.write(&mut output);
        state.turn += 1;
        while let Some(mut next) = state.take_next() {
            state.write(&mut next);
            state.turn += 1;
        }
        self.ordered.changed.notify_all();
    }
}

#[cfg(test)]
mod tests {
    use std::io;
    use std::sync::Arc;

    use super::*;
    use crate::work::share;

    #[derive(Clone, Default)]
    struct Shared(Arc<Mutex<Vec<u8>>>);

    impl Write for Shared {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            self.0.lock().unwrap().extend_from_slice(bytes);
            Ok(bytes.len())
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    #[test]
    fn output_is_in_the_order_of_the_items_whoever_is_slow() {
        let written = Shared::default();
        let ordered = Ordered::new(Box::new(written.clone()), Box::new(io::sink()));
        share(
            0..1000_u32,
            8,
            &ordered,
            || (),
            |item, mut slot, ()| {
                // Items that stream, items that keep, and early items that take longest.
                for line in 0..if item % 100 == 0 { 20_000 } else { 3 } {
                    writeln!(slot.stdout(), "{item} {line}").unwrap();
                    slot.relieve();
                }
            },
        );
        ordered.finish(b"end\n");
        let mut expected = String::new();
        for item in 0..1000 {
            for line in 0..if item % 100 == 0 { 20_000 } else { 3 } {
                expected += &format!("{item} {line}\n");
            }
        }
        expected += "end\n";
        assert!(*written.0.lock().unwrap() == expected.as_bytes());
    }
}
