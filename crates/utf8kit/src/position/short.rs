//! Short texts: these answers are inline, and ask for no level.

use super::source::Source;
use super::{LineColumn, LineEnds, Text, Unit, features_for};
use crate::kernel::position::short::{SHORT, count_units, find_unit, last_line, line};
use crate::kernel::position::{LineFeeds, Scalars, UniversalLineEnds, Utf16};
use crate::simd::level::Features;

/// A text of which [`SHORT`] bytes matter, or fewer.
#[derive(Clone, Copy)]
pub(super) struct Short<'a> {
    bytes: &'a [u8],
    is_well_formed: bool,
}

impl<'a> Short<'a> {
    /// Of a text that is not longer.
    #[inline(always)]
    pub(super) fn new<T: Text + ?Sized>(text: &'a T) -> Option<Short<'a>> {
        let bytes = text.bytes();
        (bytes.len() <= SHORT).then_some(Short { bytes, is_well_formed: T::IS_WELL_FORMED })
    }

    /// Of a text that may be longer, if no more bytes than that are before `byte`. Not beyond the end: what is there would only have to be
    /// asked for again.
    #[inline(always)]
    pub(super) fn until<T: Text + ?Sized>(text: &'a T, byte: usize) -> Option<Short<'a>> {
        let bytes = text.bytes();
        (byte <= SHORT && byte <= bytes.len())
            .then_some(Short { bytes, is_well_formed: T::IS_WELL_FORMED })
    }

    #[inline(always)]
    fn source(self, features: Features) -> Source<'a> {
        Source { bytes: self.bytes, is_well_formed: self.is_well_formed, features }
    }

    /// [`super::convert`], if the text is well-formed.
    #[inline(always)]
    pub(super) fn convert(self, from: Unit, offset: usize, to: Unit) -> Option<usize> {
        if !self.is_well_formed {
            return None;
        }
        let byte = match from {
            Unit::Byte => self.source(Features::NONE).floor(offset),
            Unit::Scalar => find_unit::<Scalars>(self.bytes, offset),
            Unit::Utf16 => find_unit::<Utf16>(self.bytes, offset),
        };
        Some(match to {
            Unit::Byte => byte,
            Unit::Scalar => count_units::<Scalars>(self.bytes, byte),
            Unit::Utf16 => count_units::<Utf16>(self.bytes, byte),
        })
    }

    /// [`super::line_column`], of a byte that [`Short::until`] was asked for.
    #[inline(always)]
    pub(super) fn line_column(
        self,
        features: impl FnOnce() -> Features,
        byte: usize,
        ends: LineEnds,
        unit: Unit,
    ) -> LineColumn {
        let source = self.source(features_for(unit, features));
        let byte = source.unsplit(ends, byte);
        let before = self.bytes.get(..byte).unwrap_or(self.bytes);
        let byte = source.floor(byte);
        let (line, start) = match ends {
            LineEnds::Lf => last_line::<LineFeeds>(before),
            LineEnds::Universal => last_line::<UniversalLineEnds>(before),
        };
        LineColumn { line, column: source.units(unit, start, byte) }
    }

    /// [`super::byte_offset`].
    #[inline(always)]
    pub(super) fn byte_offset(
        self,
        features: impl FnOnce() -> Features,
        at: LineColumn,
        ends: LineEnds,
        unit: Unit,
    ) -> usize {
        let found = match ends {
            LineEnds::Lf => line::<LineFeeds>(self.bytes, at.line),
            LineEnds::Universal => line::<UniversalLineEnds>(self.bytes, at.line),
        };
        let Some((start, last)) = found else { return self.bytes.len() };
        if at.column == 0 {
            return start;
        }
        let source = self.source(features_for(unit, features));
        let end = last.map_or(source.len(), |last| source.unsplit(ends, last));
        source.find(unit, start, end, at.column).byte
    }
}
