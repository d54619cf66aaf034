//! Output of many workers, written in the order of the inputs.

use std::collections::BTreeMap;
use std::sync::{Condvar, Mutex, MutexGuard};

use crate::output::{Output, Outputs};

/// How much output a worker keeps before it waits for its turn and streams.
const MAX_KEPT: usize = 64 * 1024;

/// How many items the workers may be ahead of the one whose turn it is: many, so that a large file
/// does not hold up a thousand small ones.
const MAX_AHEAD: u64 = 4096;

/// How much output may wait for its turn before no new item is begun.
const MAX_WAITING: usize = 4 * 1024 * 1024;

/// Whose turn it is to write.
pub(crate) struct Ordered<'o> {
    outputs: &'o Outputs,
    state: Mutex<State>,
    changed: Condvar,
}

#[derive(Default)]
struct State {
    turn: u64,
    /// Output of items that are done, and whose turn has not come.
    waiting: BTreeMap<u64, Output>,
    waiting_bytes: usize,
    /// How many workers are waiting: mostly none, and then none need be woken.
    sleepers: usize,
}

impl<'o> Ordered<'o> {
    pub(crate) fn new(outputs: &'o Outputs) -> Ordered<'o> {
        Ordered { outputs, state: Mutex::default(), changed: Condvar::new() }
    }

    /// The place of item `index`, once not too much is ahead.
    pub(super) fn slot(&self, index: u64) -> Slot<'_> {
        let state = self.wait(|state| state.has_room(index));
        drop(state);
        Slot { ordered: self, index, output: Output::default() }
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        // A thread that panicked while it wrote has ended the process's output anyway.
        self.state.lock().unwrap_or_else(|poisoned| poisoned.into_inner())
    }

    fn wait(&self, until: impl Fn(&State) -> bool) -> MutexGuard<'_, State> {
        let mut state = self.lock();
        while !until(&state) {
            state.sleepers += 1;
            state = self.changed.wait(state).unwrap_or_else(|poisoned| poisoned.into_inner());
            state.sleepers -= 1;
        }
        state
    }
}

impl State {
    /// Whether item `index` may be begun; always, if all depends on it.
    fn has_room(&self, index: u64) -> bool {
        index == self.turn || index < self.turn + MAX_AHEAD && self.waiting_bytes <= MAX_WAITING
    }

    /// The output whose turn it is, if it waits.
    fn take_next(&mut self) -> Option<Output> {
        let next = self.waiting.remove(&self.turn)?;
        self.waiting_bytes -= next.len();
        Some(next)
    }
}

/// One item's place in the output. Dropping it passes the turn on.
pub(crate) struct Slot<'a> {
    ordered: &'a Ordered<'a>,
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
            self.release();
        }
    }

    /// Writes what has gathered, once it is this item's turn.
    pub(crate) fn release(&mut self) {
        drop(self.ordered.wait(|state| state.turn == self.index));
        self.ordered.outputs.write(&mut self.output);
    }
}

impl Drop for Slot<'_> {
    fn drop(&mut self) {
        let Ordered { outputs, changed, .. } = self.ordered;
        let mut output = std::mem::take(&mut self.output);
        let mut state = self.ordered.lock();
        if state.turn != self.index {
            output.shrink_to_fit();
            state.waiting_bytes += output.len();
            state.waiting.insert(self.index, output);
            return;
        }
        outputs.write(&mut output);
        state.turn += 1;
        while let Some(mut next) = state.take_next() {
            outputs.write(&mut next);
            state.turn += 1;
        }
        if state.sleepers > 0 {
            changed.notify_all();
        }
    }
}

#[cfg(test)]
mod tests {
    use std::io::{self, Write};
    use std::sync::Arc;

    use super::*;
    use crate::work::{Offers, Worker, share};

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

    struct Lines;

    /// Items that stream, items that keep, and early items that take longest.
    fn lines_of(item: u32) -> u32 {
        if item.is_multiple_of(100) { 20_000 } else { 3 }
    }

    impl Worker for Lines {
        type Item = u32;
        type Task = ();

        fn work(&mut self, item: u32, mut slot: Slot<'_>) {
            for line in 0..lines_of(item) {
                writeln!(slot.stdout(), "{item} {line}").unwrap();
                slot.relieve();
            }
        }

        fn help(&mut self, (): &()) {}
    }

    #[test]
    fn output_is_in_the_order_of_the_items_whoever_is_slow() {
        let written = Shared::default();
        let outputs = Outputs::new(Box::new(written.clone()), Box::new(io::sink()));
        share(0..1000, 8, &Ordered::new(&outputs), &Offers::default(), || Lines);
        let mut expected = String::new();
        for item in 0..1000 {
            for line in 0..lines_of(item) {
                expected += &format!("{item} {line}\n");
            }
        }
        assert!(*written.0.lock().unwrap() == expected.as_bytes());
    }
}
