//! Which function of a family is measured at which level, in which process.

use utf8kit::Level;

use crate::families::{Family, Function};
use crate::peers::Peer;
use crate::pool::Pool;
use crate::worker::Slot;

pub(crate) struct Plan {
    pub(crate) family: Family,
    pub(crate) subjects: Vec<Subject>,
}

/// One function at one level.
pub(crate) struct Subject {
    pub(crate) function: &'static Function,
    /// What it uses of the CPU.
    pub(crate) level: Level,
    pub(crate) worker: usize,
    pub(crate) slot: Slot,
}

impl Plan {
    /// For comparisons at `levels`.
    pub(crate) fn new(family: Family, levels: &[Level], pool: &Pool) -> Plan {
        let highest = levels.iter().copied().max();
        let subject =
            |function, level, worker| Subject { function, level, worker, slot: Slot::Text };
        let mut subjects: Vec<Subject> = (family.functions().iter())
            .flat_map(|function| -> Vec<Subject> {
                match function.peer {
                    Peer::Utf8kit => {
                        levels.iter().map(|&level| subject(function, level, 0)).collect()
                    }
                    Peer::Simdutf => (pool.workers.iter().enumerate())
                        .filter_map(|(at, worker)| Some(subject(function, worker.simdutf?, at)))
                        .collect(),
                    Peer::Detects(_) => (function.peer.level_here())
                        .filter(|&level| Some(level) <= highest)
                        .map(|level| subject(function, level, 0))
                        .into_iter()
                        .collect(),
                }
            })
            .collect();
        if let Family::Lossy(_) = family {
            let ours = &family.functions()[0];
            let on_clean = |&level| Subject { slot: Slot::Clean, ..subject(ours, level, 0) };
            subjects.extend(levels.iter().map(on_clean));
        }
        Plan { family, subjects }
    }

    /// Who is compared with ours at `level`: what chooses no higher one, and simdutf at the same.
    /// With each, where its figures are. One name may stand twice: builds of simdutf.
    pub(crate) fn at(&self, level: Level) -> Vec<(usize, &Subject)> {
        let takes_part = |subject: &Subject| match subject.function.peer {
            Peer::Utf8kit | Peer::Simdutf => subject.level == level,
            Peer::Detects(_) => subject.level <= level,
        };
        self.on(Slot::Text).filter(|(_, subject)| takes_part(subject)).collect()
    }

    /// Where the figures are of our first function at `level` on the text without bad bytes.
    pub(crate) fn clean_at(&self, level: Level) -> Option<usize> {
        Some(self.on(Slot::Clean).find(|(_, subject)| subject.level == level)?.0)
    }

    fn on(&self, slot: Slot) -> impl Iterator<Item = (usize, &Subject)> {
        self.subjects.iter().enumerate().filter(move |(_, subject)| subject.slot == slot)
    }

    /// Who would use more than `level` has and cannot be told not to.
    pub(crate) fn left_out(&self, level: Level) -> Vec<(&'static str, Level)> {
        (self.family.functions().iter())
            .filter_map(|function| Some((function.name, function.peer.level_here()?)))
            .filter(|&(_, chosen)| chosen > level)
            .collect()
    }
}
