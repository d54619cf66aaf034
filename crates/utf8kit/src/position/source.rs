//! A text as the kernels see it: what is asked in units and in line ends, answered in marks.

use super::{LineEnds, Text, Unit};
use crate::boundary::floor_char_boundary;
use crate::engine::Engine;
use crate::kernel::position::{
    CheckedScalars, CheckedUtf16, FewMarks, LastLine, LineFeeds, LineMarks, Marks, Scalars, Stop,
    UniversalLineEnds, Utf16, Walk, count_few, last_line_of_few, walk_few,
};

/// A text, and how to read it.
#[derive(Clone, Copy)]
pub(super) struct Source<'a> {
    pub(super) bytes: &'a [u8],
    /// Nothing is checked then.
    pub(super) is_well_formed: bool,
    pub(super) engine: Engine,
}

/// A place between two characters, and how many units are before it.
#[derive(Clone, Copy)]
pub(super) struct Place {
    pub(super) byte: usize,
    pub(super) units: usize,
}

impl<'a> Source<'a> {
    pub(super) fn new<T: Text + ?Sized>(engine: Engine, text: &'a T) -> Self {
        Source { bytes: text.bytes(), is_well_formed: T::IS_WELL_FORMED, engine }
    }

    pub(super) const fn len(self) -> usize {
        self.bytes.len()
    }

    /// The start of the character that the byte belongs to, or the end.
    pub(super) fn floor(self, byte: usize) -> usize {
        floor_char_boundary(self.bytes, byte)
    }

    fn walk(self, unit: Unit, from: usize, to: usize, nth: usize) -> Stop {
        match (unit, self.is_well_formed) {
            (Unit::Byte, _) => {
                let before = nth.min(to.saturating_sub(from));
                Stop { at: from + before, before }
            }
            (Unit::Scalar, true) => self.walk_marks::<Scalars>(from, to, nth),
            (Unit::Utf16, true) => self.walk_marks::<Utf16>(from, to, nth),
            (Unit::Scalar, false) => self.walk_checked::<CheckedScalars>(from, to, nth),
            (Unit::Utf16, false) => self.walk_checked::<CheckedUtf16>(from, to, nth),
        }
    }

    /// Whether a range is in the text, and not longer than `few`.
    fn is_few(self, from: usize, to: usize, few: usize) -> bool {
        from <= to && to <= self.len() && to - from <= few
    }

    fn walk_marks<M: FewMarks>(self, from: usize, to: usize, nth: usize) -> Stop {
        if self.is_few(from, to, M::FEW) {
            walk_few::<M>(self.bytes, from, to, nth)
        } else {
            self.engine.run(Walk::<M>::new(self.bytes, from, to, nth))
        }
    }

    fn count_marks<M: FewMarks>(self, from: usize, to: usize) -> usize {
        if self.is_few(from, to, M::FEW) {
            count_few::<M>(self.bytes, from, to)
        } else {
            self.engine.run(Walk::<M>::new(self.bytes, from, to, usize::MAX)).before
        }
    }

    fn walk_checked<M: Marks>(self, from: usize, to: usize, nth: usize) -> Stop {
        if self.is_few(from, to, FEW_ASCII) && self.bytes[from..to].is_ascii() {
            // As many marks as bytes.
            let before = nth.min(to - from);
            Stop { at: from + before, before }
        } else {
            self.engine.run(Walk::<M>::new(self.bytes, from, to, nth))
        }
    }

    fn last_line_marks<M: LineMarks>(self, from: usize, to: usize) -> Stop {
        if self.is_few(from, to, M::FEW) {
            last_line_of_few::<M>(self.bytes, from, to)
        } else {
            self.engine.run(LastLine::<M>::new(self.bytes, from, to))
        }
    }

    /// How many units there are.
    pub(super) fn units(self, unit: Unit, from: usize, to: usize) -> usize {
        match (unit, self.is_well_formed) {
            (Unit::Scalar, true) => self.count_marks::<Scalars>(from, to),
            (Unit::Utf16, true) => self.count_marks::<Utf16>(from, to),
            _ => self.walk(unit, from, to, usize::MAX).before,
        }
    }

    /// The start of the character that has the `nth` unit from `from` on; or `to`, where there are
    /// not so many.
    pub(super) fn find(self, unit: Unit, from: usize, to: usize, nth: usize) -> Place {
        let Stop { at, before } = self.walk(unit, from, to, nth);
        if at >= to || unit == Unit::Scalar || unit == Unit::Utf16 && self.is_well_formed {
            return Place { byte: at, units: before };
        }
        let byte = self.floor(at);
        let units = match unit {
            Unit::Byte => byte.saturating_sub(from),
            // The mark of a second half is not on the first byte.
            _ => before.saturating_sub(usize::from(byte < at)),
        };
        Place { byte, units }
    }

    /// How many lines end.
    #[cfg(feature = "alloc")]
    pub(super) fn lines(self, ends: LineEnds, from: usize, to: usize) -> usize {
        match ends {
            LineEnds::Lf => self.count_marks::<LineFeeds>(from, to),
            LineEnds::Universal => self.count_marks::<UniversalLineEnds>(from, to),
        }
    }

    /// Where the `nth` line from `from` on ends, at the first byte of what ends it; or `to`.
    pub(super) fn line_end(self, ends: LineEnds, from: usize, to: usize, nth: usize) -> usize {
        self.walk_lines(ends, from, to, nth).at
    }

    fn walk_lines(self, ends: LineEnds, from: usize, to: usize, nth: usize) -> Stop {
        match ends {
            LineEnds::Lf => self.walk_marks::<LineFeeds>(from, to, nth),
            LineEnds::Universal => self.walk_marks::<UniversalLineEnds>(from, to, nth),
        }
    }

    /// Where the line starts that follows a line end, or the end where there is none.
    pub(super) fn behind_line_end(self, end: usize) -> usize {
        match self.bytes.get(end..) {
            Some([b'\r', b'\n', ..]) => end + 2,
            Some([_, ..]) => end + 1,
            _ => self.len(),
        }
    }

    /// How many lines end among `from..to`, and where the last line starts: at `from`, if none
    /// ends.
    pub(super) fn last_line(self, ends: LineEnds, from: usize, to: usize) -> (usize, usize) {
        let last = match ends {
            LineEnds::Lf => self.last_line_marks::<LineFeeds>(from, to),
            LineEnds::Universal => self.last_line_marks::<UniversalLineEnds>(from, to),
        };
        (last.before, if last.at < to { last.at + 1 } else { from })
    }

    /// The last place at or before `byte` that has a line and a column: no character and no line
    /// end is split.
    pub(super) fn floor_of_line(self, ends: LineEnds, byte: usize) -> usize {
        self.unsplit(ends, self.floor(byte))
    }

    /// `byte`, or the one before it if a line end would be split.
    pub(super) fn unsplit(self, ends: LineEnds, byte: usize) -> usize {
        let is_split = ends == LineEnds::Universal
            && byte > 0
            && self.bytes.get(byte - 1..).is_some_and(|rest| rest.starts_with(b"\r\n"));
        byte - usize::from(is_split)
    }
}

/// Up to so many bytes are asked whether they are ASCII, before their marks are worked out.
const FEW_ASCII: usize = 64;
