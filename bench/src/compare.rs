//! The comparison that every family is made of: libraries' functions on one input after another.
//!
//! There are two shapes of functions. One is asked something about an input and returns a number;
//! the other converts an input into memory that is there already. Both are called through a
//! pointer, as from any place of a program; what a library leaves to be inlined is inlined in what
//! the pointer points to.

use crate::args::Args;
use crate::data::{self, Case, Placed};
use crate::error::Result;
use crate::measure;
use crate::ours::{self, Engine, Level};
use crate::table::{Figure, Row, Table};

/// What all comparisons of this process have in common.
pub(crate) struct Run<'a> {
    pub(crate) args: &'a Args,
    pub(crate) level: Level,
}

impl Run<'_> {
    /// The long texts that the command line asks for.
    pub(crate) fn texts(&self) -> Result<Vec<Case>> {
        let sizes = self.sizes(usize::MAX, &[64 << 10, 1 << 20]);
        data::texts(&sizes, self.args.corpus.as_deref())
    }

    /// Short strings, of which a character has as many `units` as that says.
    pub(crate) fn short_strings(&self, units: fn(char) -> usize) -> Vec<Case> {
        data::short(&self.sizes(64, &[4, 16, 64]), units)
    }

    fn sizes(&self, most: usize, default: &[usize]) -> Vec<usize> {
        let sizes: Vec<usize> = self.args.sizes.iter().copied().filter(|&it| it <= most).collect();
        if sizes.is_empty() { default.to_vec() } else { sizes }
    }
}

/// Returns a number; a yes is 1.
pub(crate) type Ask<I> = fn(Engine, &I) -> usize;

/// Returns how many units it wrote.
pub(crate) type Write<S, T> = fn(Engine, &[S], &mut [T]) -> Option<usize>;

/// A library's function. The peers do not look at the engine.
pub(crate) struct Entrant<F> {
    name: &'static str,
    /// The highest level of which it makes use by itself, if the CPU has it.
    detects: Level,
    call: F,
}

impl<F> Entrant<F> {
    /// A function of utf8kit: the first entrant of each comparison.
    pub(crate) fn ours(call: F) -> Entrant<F> {
        Entrant::new("utf8kit", call)
    }

    /// One that uses what every CPU of this kind has, or what it is told.
    pub(crate) fn new(name: &'static str, call: F) -> Entrant<F> {
        Entrant::detecting(name, Level::Scalar, call)
    }

    /// One that finds out what the CPU has, up to `detects`.
    pub(crate) fn detecting(name: &'static str, detects: Level, call: F) -> Entrant<F> {
        Entrant { name, detects, call }
    }

    /// Whether it uses no more than `level` on this CPU.
    fn keeps_to(&self, level: Level) -> bool {
        let used = ours::levels().filter(|&it| it <= self.detects).max();
        used.is_none_or(|used| used <= level)
    }
}

pub(crate) struct Comparison<'a, F> {
    run: &'a Run<'a>,
    entrants: Vec<Entrant<F>>,
    pub(crate) table: Table,
}

impl<'a, F: Copy> Comparison<'a, F> {
    /// Entrants that would use more than the level of the run are left out.
    pub(crate) fn new(
        run: &'a Run<'_>,
        name: &str,
        figure: Figure,
        entrants: impl IntoIterator<Item = Entrant<F>>,
    ) -> Comparison<'a, F> {
        let mut entrants: Vec<Entrant<F>> = entrants.into_iter().collect();
        entrants.retain(|entrant| entrant.keeps_to(run.level));
        let columns = entrants.iter().map(|entrant| entrant.name).collect();
        let (name, level) = (name.to_owned(), run.level);
        Comparison { run, entrants, table: Table { name, level, figure, columns, rows: vec![] } }
    }

    /// Those of `cases` that the command line asks for.
    pub(crate) fn wanted(&self, mut cases: Vec<Case>) -> Vec<Case> {
        let part = &self.run.args.only;
        let name = |case: &Case| format!("{} {} {}", self.table.name, case.text, case.size);
        cases.retain(|case| name(case).contains(part));
        cases
    }

    /// Measures all entrants, of which each makes so many `calls` in a pass over `bytes`.
    fn measure(
        &mut self,
        case: &Case,
        (bytes, calls): (usize, usize),
        mut pass: impl FnMut(F) -> usize,
    ) {
        let entrants = &self.entrants;
        let rounds = self.run.args.rounds.unwrap_or(measure::ROUNDS);
        let times = measure::best(entrants.len(), rounds, |which| pass(entrants[which].call));
        let figure = self.table.figure;
        let figures = times.into_iter().map(|time| figure.of(time, bytes, calls)).collect();
        let (text, size) = (case.text.clone(), case.size.clone());
        self.table.rows.push(Row { text, size, figures });
    }

    /// The error of an entrant that does something else than the others.
    fn refuse(&self, entrant: &Entrant<F>, case: &Case) -> Result<()> {
        let (name, table, level) = (entrant.name, &self.table.name, self.run.level);
        let Case { text, size, .. } = case;
        Err(format!("{table}, {text} {size}: {name} at {level} gives a wrong result").into())
    }
}

impl<I: ?Sized> Comparison<'_, Ask<I>> {
    /// Adds a row: each entrant is asked about every input, which are so many `bytes` in all.
    /// `expected` has the right answers.
    pub(crate) fn ask(
        &mut self,
        case: &Case,
        inputs: &[&I],
        bytes: usize,
        expected: &[usize],
    ) -> Result<()> {
        let engine = Engine::at(self.run.level);
        for entrant in &self.entrants {
            let answers = inputs.iter().map(|input| (entrant.call)(engine, input));
            if !answers.eq(expected.iter().copied()) {
                return self.refuse(entrant, case);
            }
        }
        self.measure(case, (bytes, inputs.len()), |call| {
            inputs.iter().fold(0, |sum, input| sum.wrapping_add(call(engine, input)))
        });
        Ok(())
    }
}

/// The most units that a unit becomes: one of UTF-32 can be four bytes of UTF-8.
const GROWTH: usize = 4;

/// Some functions ask for a little more room than they need.
const SLACK: usize = 64;

/// Where memory to convert into begins. On some CPUs a store that reaches over such a border takes
/// twenty turns of the clock, and where the allocator puts a little memory is chance.
const PAGE: usize = 4096;

impl<S, T: Copy + Default + PartialEq> Comparison<'_, Write<S, T>> {
    /// Adds a row: each entrant converts every string. `expected` has what they become.
    pub(crate) fn write(
        &mut self,
        case: &Case,
        strings: &[Placed<S>],
        expected: &[Vec<T>],
    ) -> Result<()> {
        let engine = Engine::at(self.run.level);
        let strings: Vec<&[S]> = strings.iter().map(|string| &string[..]).collect();
        let longest = strings.iter().map(|string| string.len()).max().unwrap_or(0);
        let mut memory = vec![T::default(); PAGE + GROWTH * longest + SLACK];
        let start = memory.as_ptr().align_offset(PAGE);
        let dst = &mut memory[start..];
        for entrant in &self.entrants {
            for (string, expected) in strings.iter().zip(expected) {
                // What another entrant wrote there counts for nobody else.
                dst[..expected.len()].fill(T::default());
                let written = (entrant.call)(engine, string, dst);
                if written.map(|len| &dst[..len]) != Some(expected) {
                    return self.refuse(entrant, case);
                }
            }
        }
        let bytes = strings.iter().map(|string| size_of_val(*string)).sum();
        self.measure(case, (bytes, strings.len()), |call| {
            let mut written = |string: &&[S]| call(engine, string, dst).unwrap_or(0);
            strings.iter().fold(0, |sum, string| sum.wrapping_add(written(string)))
        });
        Ok(())
    }
}
