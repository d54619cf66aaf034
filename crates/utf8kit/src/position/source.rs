//! A text as the kernels see it: what is asked in units and in line ends, answered in marks.

use super::{LineEnds, Unit};
use crate::boundary::floor_char_boundary;
use crate::kernel::position::{
    CheckedScalars, CheckedUtf16, LastLineEnd, LineFeeds, Mark, Scalars, UniversalLineEnds, Utf16,
    Walk,
};
use crate::scalar::table::is_continuation;
use crate::simd::dispatch;
use crate::simd::level::Features;

/// A text, and how to read it.
#[derive(Clone, Copy)]
pub(super) struct Source<'a> {
    pub(super) bytes: &'a [u8],
    /// Nothing is checked then.
    pub(super) is_well_formed: bool,
    pub(super) features: Features,
}

/// Where a character starts, and how many units are before it.
#[derive(Clone, Copy)]
pub(super) struct Place {
    pub(super) byte: usize,
    pub(super) units: usize,
}

impl Source<'_> {
    pub(super) const fn len(self) -> usize {
        self.bytes.len()
    }

    /// The start of the character that the byte belongs to, or the end.
    #[inline]
    pub(super) fn floor(self, byte: usize) -> usize {
        if byte >= self.len() {
            return self.len();
        }
        if !self.is_well_formed {
            return floor_char_boundary(self.bytes, byte);
        }
        let mut start = byte;
        while start > 0 && is_continuation(self.bytes[start]) {
            start -= 1;
        }
        start
    }

    #[inline]
    fn walk(self, unit: Unit, from: usize, to: usize, nth: usize) -> Result<Mark, usize> {
        let Source { bytes, is_well_formed, features } = self;
        match (unit, is_well_formed) {
            (Unit::Byte, _) if nth < to.saturating_sub(from) => {
                Ok(Mark { at: from + nth, before: nth })
            }
            (Unit::Byte, _) => Err(to.saturating_sub(from)),
            (Unit::Scalar, true) => {
                dispatch::run(features, Walk::<Scalars>::new(bytes, from, to, nth))
            }
            (Unit::Scalar, false) => {
                dispatch::run(features, Walk::<CheckedScalars>::new(bytes, from, to, nth))
            }
            (Unit::Utf16, true) => {
                dispatch::run(features, Walk::<Utf16>::new(bytes, from, to, nth))
            }
            (Unit::Utf16, false) => {
                dispatch::run(features, Walk::<CheckedUtf16>::new(bytes, from, to, nth))
            }
        }
    }

    #[inline]
    fn walk_lines(self, ends: LineEnds, from: usize, to: usize, nth: usize) -> Result<Mark, usize> {
        let Source { bytes, features, .. } = self;
        match ends {
            LineEnds::Lf => dispatch::run(features, Walk::<LineFeeds>::new(bytes, from, to, nth)),
            LineEnds::Universal => {
                dispatch::run(features, Walk::<UniversalLineEnds>::new(bytes, from, to, nth))
            }
        }
    }

    /// How many units there are.
    #[inline]
    pub(super) fn units(self, unit: Unit, from: usize, to: usize) -> usize {
        count(self.walk(unit, from, to, usize::MAX))
    }

    /// The character that has the `nth` unit from `from` on, or how many units there are up to `to`.
    #[inline]
    pub(super) fn find(
        self,
        unit: Unit,
        from: usize,
        to: usize,
        nth: usize,
    ) -> Result<Place, usize> {
        let mark = self.walk(unit, from, to, nth)?;
        let byte = match (unit, self.is_well_formed) {
            (Unit::Scalar, _) | (Unit::Utf16, true) => mark.at,
            _ => self.floor(mark.at),
        };
        let units = match unit {
            Unit::Byte => byte.saturating_sub(from),
            // The mark of a second half is not on the first byte.
            _ => mark.before.saturating_sub(usize::from(byte < mark.at)),
        };
        Ok(Place { byte, units })
    }

    /// How many lines end.
    #[inline]
    pub(super) fn lines(self, ends: LineEnds, from: usize, to: usize) -> usize {
        count(self.walk_lines(ends, from, to, usize::MAX))
    }

    /// Where the `nth` line from `from` on ends, at the first byte of what ends it; or how many lines end up
    /// to `to`.
    #[inline]
    pub(super) fn line_end(
        self,
        ends: LineEnds,
        from: usize,
        to: usize,
        nth: usize,
    ) -> Result<usize, usize> {
        self.walk_lines(ends, from, to, nth).map(|mark| mark.at)
    }

    /// Where the line starts that follows a line end.
    pub(super) fn behind_line_end(self, end: usize) -> usize {
        end + if self.bytes.get(end..).is_some_and(|rest| rest.starts_with(b"\r\n")) {
            2
        } else {
            1
        }
    }

    /// Where the last line among `from..to` starts, if one does behind `from`.
    pub(super) fn last_line(self, ends: LineEnds, from: usize, to: usize) -> Option<usize> {
        let Source { bytes, features, .. } = self;
        let end = match ends {
            LineEnds::Lf => dispatch::run(features, LastLineEnd::<LineFeeds>::new(bytes, from, to)),
            LineEnds::Universal => {
                dispatch::run(features, LastLineEnd::<UniversalLineEnds>::new(bytes, from, to))
            }
        };
        end.map(|end| end + 1)
    }

    /// The last place at or before `byte` that has a line and a column: no character and no line end is split.
    pub(super) fn floor_of_line(self, ends: LineEnds, byte: usize) -> usize {
        let byte = self.floor(byte);
        let is_split =
            ends == LineEnds::Universal && byte > 0 && self.bytes[byte - 1..].starts_with(b"\r\n");
        byte - usize::from(is_split)
    }
}

/// How many marks a walk to the end has met.
#[inline]
const fn count(walk: Result<Mark, usize>) -> usize {
    match walk {
        Ok(mark) => mark.before,
        Err(count) => count,
    }
}
