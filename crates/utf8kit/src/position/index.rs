//! Positions in a text that is asked for many.

use alloc::vec::Vec;
use core::fmt;

use super::source::Source;
use super::{LineColumn, LineEnds, Unit};
use crate::engine::Engine;

/// How far apart checkpoints are, in bytes: as much as is looked through for an answer. What they
/// take is a twentieth of the text.
const STRETCH: usize = 512;

/// A text with checkpoints: each answer looks through a few stretches of at most 512 bytes.
///
/// Its methods answer as the functions of [this module](crate::position) of the same names do, in
/// time that grows with the logarithm of the text's length. To make one costs a few times as much
/// as to look through the text, and memory for a twentieth of it. The text may be borrowed or
/// owned; as an index of text that changes is of no use, it holds on to it.
///
/// ```
/// use utf8kit::position::{Index, LineColumn, LineEnds, Unit};
///
/// let index = Index::new(String::from("one\r\ntwo 😀!"), LineEnds::Universal);
/// let at = LineColumn { line: 1, column: 6 };
/// assert_eq!(index.byte_offset(at, Unit::Utf16), 13);
/// assert_eq!(index.line_column(13, Unit::Utf16), at);
/// assert_eq!(index.convert(Unit::Byte, 13, Unit::Scalar), 10);
/// ```
#[derive(Clone)]
pub struct Index<T> {
    /// Whose `as_ref` may give another text each time: the answers are wrong then, and that is all.
    text: T,
    ends: LineEnds,
    is_well_formed: bool,
    engine: Engine,
    /// At each multiple of [`STRETCH`], 0 among them.
    checkpoints: Vec<Checkpoint>,
}

/// What is before some byte.
#[derive(Clone, Copy, Default)]
struct Checkpoint {
    scalars: usize,
    utf16: usize,
    lines: usize,
}

impl Checkpoint {
    const fn units(&self, unit: Unit, byte: usize) -> usize {
        match unit {
            Unit::Byte => byte,
            Unit::Scalar => self.scalars,
            Unit::Utf16 => self.utf16,
        }
    }
}

impl<T: AsRef<[u8]>> Index<T> {
    /// An index of a text, which may be malformed; lines end as `ends` says.
    ///
    /// ```
    /// use utf8kit::position::{Index, LineEnds, Unit};
    ///
    /// let index = Index::new(b"caf\xE9!", LineEnds::Lf);
    /// assert_eq!(index.convert(Unit::Utf16, 4, Unit::Byte), 4);
    /// ```
    #[must_use]
    pub fn new(text: T, ends: LineEnds) -> Self {
        Index::with(Engine::best(), text, ends)
    }

    fn with(engine: Engine, text: T, ends: LineEnds) -> Self {
        let bytes = text.as_ref();
        let is_well_formed = engine.first_error(bytes).is_none();
        let source = Source { bytes, is_well_formed, engine };
        let mut checkpoints = Vec::with_capacity(bytes.len() / STRETCH + 1);
        let mut all = Checkpoint::default();
        checkpoints.push(all);
        let mut from = 0;
        while bytes.len() - from >= STRETCH {
            let to = from + STRETCH;
            all.scalars += source.units(Unit::Scalar, from, to);
            all.utf16 += source.units(Unit::Utf16, from, to);
            all.lines += source.lines(ends, from, to);
            checkpoints.push(all);
            from = to;
        }
        Index { text, ends, is_well_formed, engine, checkpoints }
    }

    /// [`convert`](super::convert).
    ///
    /// ```
    /// use utf8kit::position::{Index, LineEnds, Unit};
    ///
    /// let index = Index::new("naïve", LineEnds::Lf);
    /// assert_eq!(index.convert(Unit::Scalar, 3, Unit::Byte), 4);
    /// ```
    #[must_use]
    pub fn convert(&self, from: Unit, offset: usize, to: Unit) -> usize {
        let source = self.source();
        self.units_before(source, to, self.byte_of(source, from, offset))
    }

    /// [`line_column`](super::line_column).
    ///
    /// ```
    /// use utf8kit::position::{Index, LineColumn, LineEnds, Unit};
    ///
    /// let index = Index::new("naïve\ncafé!", LineEnds::Lf);
    /// assert_eq!(index.line_column(12, Unit::Scalar), LineColumn { line: 1, column: 4 });
    /// ```
    #[must_use]
    pub fn line_column(&self, byte: usize, unit: Unit) -> LineColumn {
        let source = self.source();
        let byte = source.floor_of_line(self.ends, byte);
        let (from, checkpoint) = self.checkpoint_before(byte);
        let (lines, start) = source.last_line(self.ends, from, byte);
        if start > from {
            let line = checkpoint.lines + lines;
            return LineColumn { line, column: source.units(unit, start, byte) };
        }
        let line = checkpoint.lines;
        let start = self.line_start(source, line);
        let before = self.units_before(source, unit, start);
        LineColumn { line, column: self.units_before(source, unit, byte).saturating_sub(before) }
    }

    /// [`byte_offset`](super::byte_offset).
    ///
    /// ```
    /// use utf8kit::position::{Index, LineColumn, LineEnds, Unit};
    ///
    /// let index = Index::new("naïve\ncafé!", LineEnds::Lf);
    /// assert_eq!(index.byte_offset(LineColumn { line: 1, column: 4 }, Unit::Scalar), 12);
    /// ```
    #[must_use]
    pub fn byte_offset(&self, at: LineColumn, unit: Unit) -> usize {
        let source = self.source();
        let start = self.line_start(source, at.line);
        let end = self.line_end(source, at.line);
        let units = self.units_before(source, unit, start).saturating_add(at.column);
        self.byte_of(source, unit, units).min(end)
    }

    /// What ends its lines.
    ///
    /// ```
    /// use utf8kit::position::{Index, LineEnds};
    ///
    /// assert_eq!(Index::new("naïve", LineEnds::Lf).line_ends(), LineEnds::Lf);
    /// ```
    #[must_use]
    pub const fn line_ends(&self) -> LineEnds {
        self.ends
    }

    /// The text.
    ///
    /// ```
    /// use utf8kit::position::{Index, LineEnds};
    ///
    /// assert_eq!(*Index::new("naïve", LineEnds::Lf).text(), "naïve");
    /// ```
    #[must_use]
    pub const fn text(&self) -> &T {
        &self.text
    }

    /// The text, without the index.
    ///
    /// ```
    /// use utf8kit::position::{Index, LineEnds};
    ///
    /// let index = Index::new(String::from("naïve"), LineEnds::Lf);
    /// assert_eq!(index.into_text() + "té", "naïveté");
    /// ```
    #[must_use]
    pub fn into_text(self) -> T {
        self.text
    }

    fn source(&self) -> Source<'_> {
        let bytes = self.text.as_ref();
        Source { bytes, is_well_formed: self.is_well_formed, engine: self.engine }
    }

    /// The last checkpoint at or before `byte`, and where it is.
    fn checkpoint_before(&self, byte: usize) -> (usize, Checkpoint) {
        let index = (byte / STRETCH).min(self.checkpoints.len() - 1);
        (index * STRETCH, self.checkpoints[index])
    }

    /// The last checkpoint that has no more than `most` before it, and where it is.
    fn checkpoint_up_to(
        &self,
        most: usize,
        count: impl Fn(&Checkpoint) -> usize,
    ) -> (usize, Checkpoint) {
        // The first one has nothing before it.
        let index = self.checkpoints.partition_point(|checkpoint| count(checkpoint) <= most) - 1;
        (index * STRETCH, self.checkpoints[index])
    }

    fn units_before(&self, source: Source<'_>, unit: Unit, byte: usize) -> usize {
        let (from, checkpoint) = self.checkpoint_before(byte);
        checkpoint.units(unit, from) + source.units(unit, from, byte)
    }

    /// The start of the character that has the `nth` unit, or the end.
    fn byte_of(&self, source: Source<'_>, unit: Unit, nth: usize) -> usize {
        if unit == Unit::Byte {
            return source.floor(nth);
        }
        let (from, checkpoint) = self.checkpoint_up_to(nth, |it| it.units(unit, 0));
        let left = nth - checkpoint.units(unit, 0);
        source.find(unit, from, source.len().min(from + STRETCH), left).byte
    }

    /// Where a line ends, at the first byte of what ends it; or the end of the text.
    fn line_end(&self, source: Source<'_>, line: usize) -> usize {
        let (from, checkpoint) = self.checkpoint_up_to(line, |it| it.lines);
        let to = source.len().min(from + STRETCH);
        source.line_end(self.ends, from, to, line - checkpoint.lines)
    }

    /// Where a line starts; or the end of the text, if there is no such line.
    fn line_start(&self, source: Source<'_>, line: usize) -> usize {
        match line.checked_sub(1) {
            None => 0,
            Some(before) => source.behind_line_end(self.line_end(source, before)),
        }
    }
}

impl Engine {
    /// [`Index::new`] by this engine, which answers what the index is asked, too.
    #[must_use]
    pub fn index<T: AsRef<[u8]>>(self, text: T, ends: LineEnds) -> Index<T> {
        Index::with(self, text, ends)
    }
}

impl<T> fmt::Debug for Index<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Index").field("ends", &self.ends).finish_non_exhaustive()
    }
}
