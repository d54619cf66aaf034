//! Sharing out the inputs to threads, so that the output does not show that there are any.

mod ordered;

use std::sync::Mutex;
use std::thread;

pub(crate) use ordered::{Ordered, Slot};

/// Calls `work` for every item, in up to `jobs` threads, each with a state of its own.
///
/// Items are claimed in order, so that a thread only ever waits for others that are working.
pub(crate) fn share<I, State>(
    items: I,
    jobs: usize,
    ordered: &Ordered,
    state: impl Fn() -> State + Sync,
    work: impl Fn(I::Item, Slot<'_>, &mut State) + Sync,
) where
    I: Iterator + Send,
{
    let items = Mutex::new(items.enumerate());
    let worker = || {
        let mut state = state();
        loop {
            // The lock is held while waiting for room: others could do nothing but wait as well.
            let claimed = {
                let mut items = items.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
                items.next().map(|(index, item)| (ordered.slot(index as u64), item))
            };
            let Some((slot, item)) = claimed else { break };
            work(item, slot, &mut state);
        }
    };
    if jobs == 1 {
        return worker();
    }
    thread::scope(|scope| {
        for _ in 0..jobs {
            scope.spawn(worker);
        }
    });
}
