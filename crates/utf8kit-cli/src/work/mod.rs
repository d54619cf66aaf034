//! Sharing out the inputs to threads, so that the output does not show that there are any.

mod offers;
mod ordered;

use std::collections::VecDeque;
use std::panic::resume_unwind;
use std::sync::Mutex;
use std::thread;

pub(crate) use offers::Offers;
pub(crate) use ordered::{Ordered, Slot};

/// More items at once would save nothing more: a lock that is taken for each item costs as much as
/// a small file.
const MAX_BATCH: u64 = 32;

/// Items that may have to be waited for.
pub(crate) trait Items: Iterator {
    /// Whether the next one, if there is one, is at hand.
    fn is_ready(&self) -> bool;
}

/// What a thread does.
pub(crate) trait Worker {
    type Item;
    type Task;

    /// Does one item.
    fn work(&mut self, item: Self::Item, slot: Slot<'_>);

    /// Does as much of another worker's task as is left to do.
    fn help(&mut self, task: &Self::Task);
}

/// Has every item worked at, by up to `jobs` threads, and gives back the workers.
///
/// Items are claimed in order, so that a thread only ever waits for others that are working. What
/// has been offered comes before what has not been begun: so the end of the output does not wait
/// for one thread that is left alone with a large item.
pub(crate) fn share<I, W>(
    items: I,
    jobs: usize,
    ordered: &Ordered<'_>,
    offers: &Offers<W::Task>,
    worker: impl Fn() -> W + Sync,
) -> Vec<W>
where
    I: Items<Item = W::Item> + Send,
    W: Worker + Send,
    W::Task: Send + Sync,
    W::Item: Send,
{
    let queue = Mutex::new(Queue { items, next: 0, jobs: jobs as u64 });
    // This thread: as long as it is at work, those that have begun before it wait for offers.
    offers.expect();
    let run = || {
        let mut worker = worker();
        let mut batch = VecDeque::new();
        let mut offers_seen = 0;
        loop {
            for task in offers.new_since(&mut offers_seen) {
                worker.help(&task);
            }
            if batch.is_empty() {
                queue.lock().unwrap_or_else(|poisoned| poisoned.into_inner()).claim(&mut batch);
            }
            match batch.pop_front() {
                Some((index, item)) => worker.work(item, ordered.slot(index)),
                None if offers.wait(offers_seen) => {}
                None => return worker,
            }
        }
    };
    thread::scope(|scope| {
        let spawn = || {
            offers.expect();
            // Where the system has no thread to give, those that there are do the work.
            let worker = thread::Builder::new().spawn_scoped(scope, run);
            worker.inspect_err(|_| offers.give_up()).ok()
        };
        let others: Vec<_> = (1..jobs).map_while(|_| spawn()).collect();
        let mut workers = vec![run()];
        for other in others {
            workers.push(other.join().unwrap_or_else(|panic| resume_unwind(panic)));
        }
        workers
    })
}

/// Items that nobody has claimed.
struct Queue<I> {
    items: I,
    /// The index of the next one.
    next: u64,
    jobs: u64,
}

impl<I: Items> Queue<I> {
    /// Few at first, so that there is something for everybody, and none that would have to be
    /// waited for while others could be worked at.
    fn claim(&mut self, batch: &mut VecDeque<(u64, I::Item)>) {
        for _ in 0..(self.next / (8 * self.jobs)).clamp(1, MAX_BATCH) {
            if !batch.is_empty() && !self.items.is_ready() {
                break;
            }
            let Some(item) = self.items.next() else { break };
            batch.push_back((self.next, item));
            self.next += 1;
        }
    }
}

#[cfg(test)]
mod tests {
    use std::io;
    use std::ops::Range;
    use std::sync::Arc;
    use std::sync::atomic::{AtomicBool, Ordering};

    use super::*;
    use crate::output::Outputs;

    impl Items for Range<u32> {
        fn is_ready(&self) -> bool {
            true
        }
    }

    struct Helper<'a> {
        offers: &'a Offers<AtomicBool>,
        worked: u32,
        helped: u32,
    }

    impl Worker for Helper<'_> {
        type Item = u32;
        type Task = AtomicBool;

        /// Two items, one of them the last, are not done until another worker has helped.
        fn work(&mut self, item: u32, _: Slot<'_>) {
            self.worked += 1;
            if item == 50 || item == 199 {
                let is_done = Arc::new(AtomicBool::new(false));
                let _offer = self.offers.offer(&is_done);
                while !is_done.load(Ordering::SeqCst) {
                    thread::yield_now();
                }
            }
        }

        fn help(&mut self, is_done: &AtomicBool) {
            self.helped += u32::from(!is_done.swap(true, Ordering::SeqCst));
        }
    }

    #[test]
    fn every_item_is_done_once_and_every_offer_is_taken_up() {
        for jobs in [2, 3, 8] {
            let outputs = Outputs::new(Box::new(io::sink()), Box::new(io::sink()));
            let offers = Offers::default();
            let workers = share(0..200, jobs, &Ordered::new(&outputs), &offers, || Helper {
                offers: &offers,
                worked: 0,
                helped: 0,
            });
            assert_eq!(workers.len(), jobs);
            assert_eq!(workers.iter().map(|worker| worker.worked).sum::<u32>(), 200);
            assert_eq!(workers.iter().map(|worker| worker.helped).sum::<u32>(), 2);
        }
    }
}
