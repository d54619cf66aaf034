//! Which function of a family is measured at which level, in which process.

use utf8kit::Level;

use crate::families::{Family, Function};
use crate::peers::Peer;
use crate::pool::Pool;

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
}

impl Plan {
    /// For comparisons at `levels`.
    pub(crate) fn new(family: Family, levels: &[Level], pool: &Pool) -> Plan {
        let highest = levels.iter().copied().max();
        let subject = |function, level, worker| Subject { function, level, worker };
        let subjects = (family.functions().iter())
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
        Plan { family, subjects }
    }

    /// Who is compared with ours at `level`: what chooses no higher one, and simdutf at the same.
    /// With each, where its figures are. One name may stand twice: builds of simdutf.
    pub(crate) fn at(&self, level: Level) -> Vec<(usize, &Subject)> {
        let takes_part = |subject: &Subject| match subject.function.peer {
            Peer::Utf8kit | Peer::Simdutf => subject.level == level,
            Peer::Detects(_) => subject.level <= level,
        };
        self.subjects.iter().enumerate().filter(|(_, subject)| takes_part(subject)).collect()
    }

    /// Who would use more than `level` has and cannot be told not to.
    pub(crate) fn left_out(&self, level: Level) -> Vec<(&'static str, Level)> {
        (self.family.functions().iter())
            .filter_map(|function| Some((function.name, function.peer.level_here()?)))
            .filter(|&(_, chosen)| chosen > level)
            .collect()
    }
}
