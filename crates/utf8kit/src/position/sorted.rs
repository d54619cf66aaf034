//! One answer after the other, each from where the one before it ended: a single line and column is
//! the first of them. What goes back begins again at the start of the text.

use super::source::{Place, Source};
use super::{LineColumn, LineEnds, Unit};

/// Offsets in one unit, as offsets in another.
pub(super) struct Converter<'a> {
    source: Source<'a>,
    from: Unit,
    to: Unit,
    /// How far it got, in units that it converts from.
    place: Place,
    /// The place in units that it converts to.
    converted: usize,
}

impl<'a> Converter<'a> {
    pub(super) fn new(source: Source<'a>, from: Unit, to: Unit) -> Self {
        Converter { source, from, to, place: Place { byte: 0, units: 0 }, converted: 0 }
    }

    pub(super) fn convert(&mut self, offset: usize) -> usize {
        if offset < self.place.units {
            *self = Converter::new(self.source, self.from, self.to);
        }
        let Place { byte: start, units } = self.place;
        let found = self.source.find(self.from, start, self.source.len(), offset - units);
        self.place = Place { byte: found.byte, units: units + found.units };
        self.converted = match self.to {
            Unit::Byte => found.byte,
            unit => self.converted + self.source.units(unit, start, found.byte),
        };
        self.converted
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
        let (lines, start) = source.last_line(ends, self.byte, byte);
        if start > self.byte {
            self.at.column = 0;
        }
        self.at.line += lines;
        self.at.column += source.units(unit, start, byte);
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
            let end = source.line_end(ends, self.byte, source.len(), skipped);
            self.byte = source.behind_line_end(end);
        }
        let more = at.column - self.at.column;
        if more == 0 {
            return self.byte;
        }
        // Where the column is, no character has more than four bytes; a line that goes on behind
        // that need not be looked through.
        let limit = self.byte.saturating_add(more.saturating_mul(4).saturating_add(4));
        let limit = limit.min(source.len());
        let end = source.line_end(ends, self.byte, limit, 0);
        let found = source.find(unit, self.byte, end, more);
        self.byte = found.byte;
        self.at.column += found.units;
        self.byte
    }
}
