//! Work on one item that other workers may take part in.

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard};

/// The tasks that are on offer.
pub(crate) struct Offers<T> {
    state: Mutex<State<T>>,
    changed: Condvar,
    /// How many offers there have been: asked for before each item, and seldom new.
    made: AtomicU64,
}

struct State<T> {
    /// The oldest first.
    tasks: Vec<Arc<T>>,
    /// Workers that have something to do, and so may make an offer.
    busy: usize,
}

impl<T> Default for Offers<T> {
    fn default() -> Self {
        let state = State { tasks: Vec::new(), busy: 0 };
        Offers { state: Mutex::new(state), changed: Condvar::new(), made: AtomicU64::new(0) }
    }
}

impl<T> Offers<T> {
    /// A worker is about to begin.
    pub(super) fn expect(&self) {
        self.lock().busy += 1;
    }

    /// It could not.
    pub(super) fn give_up(&self) {
        let mut state = self.lock();
        state.busy -= 1;
        if state.busy == 0 {
            self.changed.notify_all();
        }
    }

    /// Lets others help with `task` until what is returned is dropped.
    pub(crate) fn offer(&self, task: &Arc<T>) -> Offer<'_, T> {
        let mut state = self.lock();
        state.tasks.push(Arc::clone(task));
        // Under the lock: who is about to wait sees either this or the wake-up.
        self.made.fetch_add(1, Ordering::Release);
        self.changed.notify_all();
        drop(state);
        Offer { offers: self, task: Arc::clone(task) }
    }

    /// What is on offer, the oldest first, if there are offers beyond the first `seen`.
    pub(super) fn new_since(&self, seen: &mut u64) -> Vec<Arc<T>> {
        let made = self.made.load(Ordering::Acquire);
        if std::mem::replace(seen, made) == made {
            return Vec::new();
        }
        self.lock().tasks.clone()
    }

    /// Waits, in want of anything else to do, for offers beyond the first `seen`; false if there
    /// will be none.
    pub(super) fn wait(&self, seen: u64) -> bool {
        let mut state = self.lock();
        state.busy -= 1;
        if state.busy == 0 {
            self.changed.notify_all();
        }
        while self.made.load(Ordering::Acquire) == seen {
            if state.busy == 0 {
                return false;
            }
            state = self.changed.wait(state).unwrap_or_else(|poisoned| poisoned.into_inner());
        }
        state.busy += 1;
        true
    }

    fn lock(&self) -> MutexGuard<'_, State<T>> {
        self.state.lock().unwrap_or_else(|poisoned| poisoned.into_inner())
    }
}

/// An offer that stands. Dropping it withdraws it.
pub(crate) struct Offer<'a, T> {
    offers: &'a Offers<T>,
    task: Arc<T>,
}

impl<T> Drop for Offer<'_, T> {
    fn drop(&mut self) {
        self.offers.lock().tasks.retain(|task| !Arc::ptr_eq(task, &self.task));
    }
}
