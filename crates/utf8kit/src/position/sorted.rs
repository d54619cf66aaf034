//! One answer after the other, each from where the one before it ended: a single answer is the first of
//! them. What goes back begins again at the start of the text.

use super::source::{Place, Source};
use super::{LineColumn, LineEnds, Unit};

/// Offsets in one unit, as offsets in another.
pub(super) struct Converter<'a> {
    source: Source<'a>,
    from: Unit,
    to: Unit,
    /// How far it got, in units that it converts from.
    place: Place,
    /// The same in those that it converts to.
    converted: usize,
}

impl<'a> Converter<'a> {
    #[inline]
    pub(super) fn new(source: Source<'a>, from: Unit, to: Unit) -> Self {
        Converter { source, from, to, place: Place { byte: 0, units: 0 }, converted: 0 }
    }

    #[inline]
    pub(super) fn convert(&mut self, offset: usize) -> usize {
        if offset < self.place.units {
            *self = Converter::new(self.source, self.from, self.to);
        }
        let Place { byte: start, units } = self.place;
        let (byte, more) = match self.find(offset - units) {
            Ok(found) => (found.byte, found.units),
            Err(all) => (self.source.len(), all),
        };
        self.place = Place { byte, units: units + more };
        self.converted = match self.to {
            Unit::Byte => byte,
            unit => self.converted + self.source.units(unit, start, byte),
        };
        self.converted
    }

    #[inline]
    fn find(&self, nth: usize) -> Result<Place, usize> {
        self.source.find(self.from, self.place.byte, self.source.len(), nth)
    }
}

/// Byte offsets as lines and columns.
pub(super) struct LineColumns<'a> {
    source: Source<'a>,
    ends: LineEnds,
    unit: Unit,
    /// How far it got.
    byte: usize,
    at: LineColumn,
}

impl<'a> LineColumns<'a> {
    pub(super) fn new(source: Source<'a>, ends: LineEnds, unit: Unit) -> Self {
        LineColumns { source, ends, unit, byte: 0, at: LineColumn::default() }
    }

    pub(super) fn line_column(&mut self, offset: usize) -> LineColumn {
        let LineColumns { source, ends, unit, .. } = *self;
        let byte = source.floor_of_line(ends, offset);
        if byte < self.byte {
            *self = LineColumns::new(source, ends, unit);
        }
        match source.last_line(ends, self.byte, byte) {
            None => self.at.column += source.units(unit, self.byte, byte),
            Some(start) => {
                self.at.line += source.lines(ends, self.byte, start);
                self.at.column = source.units(unit, start, byte);
            }
        }
        self.byte = byte;
        self.at
    }
}

/// Lines and columns as byte offsets.
pub(super) struct ByteOffsets<'a> {
    source: Source<'a>,
    ends: LineEnds,
    unit: Unit,
    /// How far it got.
    byte: usize,
    at: LineColumn,
}

impl<'a> ByteOffsets<'a> {
    pub(super) fn new(source: Source<'a>, ends: LineEnds, unit: Unit) -> Self {
        ByteOffsets { source, ends, unit, byte: 0, at: LineColumn::default() }
    }

    pub(super) fn byte_offset(&mut self, at: LineColumn) -> usize {
        let ByteOffsets { source, ends, unit, .. } = *self;
        if at < self.at {
            *self = ByteOffsets::new(source, ends, unit);
        }
        if at.line > self.at.line {
            let skipped = at.line - self.at.line - 1;
            self.at = LineColumn { line: at.line, column: 0 };
            self.byte = match source.line_end(ends, self.byte, source.len(), skipped) {
                Ok(end) => source.behind_line_end(end),
                Err(_) => source.len(),
            };
        }
        let more = at.column - self.at.column;
        // Where the column is, no character has more than four bytes; a line that goes on behind that need
        // not be looked through.
        let limit = self.byte.saturating_add(more.saturating_mul(4).saturating_add(4));
        let limit = limit.min(source.len());
        let end = source.line_end(ends, self.byte, limit, 0).unwrap_or(limit);
        let (byte, more) = match source.find(unit, self.byte, end, more) {
            Ok(found) => (found.byte, found.units),
            Err(all) => (end, all),
        };
        self.byte = byte;
        self.at.column += more;
        byte
    }
}
