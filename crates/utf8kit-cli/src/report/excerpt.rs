//! About 80 columns of the line that a finding stands in, or as many as the terminal has.

use utf8kit::decode_first;

use super::escape;

/// How wide an excerpt is at most, apart from the marks where it was cut. What is before a finding
/// gets half of it at least, if there is as much.
pub(crate) const COLUMNS: usize = 80;

/// How far it reaches in bytes, so that characters without width have an end.
const REACH: usize = 4 * COLUMNS;

const CUT: &str = "...";

/// An excerpt as it was made last; its buffers are used again.
#[derive(Default)]
pub(crate) struct Excerpt {
    /// How wide it is at most.
    max: usize,
    /// Escaped.
    pub(crate) line: String,
    /// Columns before the finding.
    pub(crate) indent: usize,
    /// Columns of the finding.
    pub(crate) width: usize,
    /// The finding, escaped.
    finding: String,
    /// What is before the finding, escaped, and where its units start.
    before: String,
    units: Vec<Unit>,
}

struct Unit {
    start: usize,
    width: usize,
}

impl Excerpt {
    /// Excerpts of so many columns: [`COLUMNS`], or fewer.
    pub(crate) fn new(max: usize) -> Excerpt {
        Excerpt { max: max.min(COLUMNS), ..Excerpt::default() }
    }

    /// Makes the excerpt around `text[at..at + length]`.
    pub(crate) fn make(&mut self, text: &[u8], at: usize, length: usize) {
        let (finding, after) = text[at..].split_at(length);
        let mut shown = std::mem::take(&mut self.finding);
        shown.clear();
        let width = push_all(&mut shown, finding);
        self.make_around(&text[..at], &shown, width, after);
        self.finding = shown;
    }

    /// Makes the excerpt around something that is already fit to be seen.
    pub(crate) fn make_around(&mut self, before: &[u8], finding: &str, width: usize, after: &[u8]) {
        self.width = width;
        self.line.clear();
        let after_width = push_up_to(&mut self.line, after, self.max);
        // What the rest of the line leaves, and its share at least.
        let room = self.max.saturating_sub(self.width + after_width).max(self.max / 2);
        self.line.clear();
        self.push_before(before, room);
        self.line.push_str(finding);
        push_up_to(&mut self.line, after, self.max.saturating_sub(self.indent + self.width));
        self.width = self.width.max(1);
    }

    /// As many of the last units of `before` as `room` allows.
    fn push_before(&mut self, before: &[u8], room: usize) {
        let reach = &before[before.len().saturating_sub(REACH)..];
        let (line, starts_line) = match reach.iter().rposition(|&byte| byte == b'\n') {
            Some(line_feed) => (&reach[line_feed + 1..], true),
            None if reach.len() == before.len() => (reach, true),
            None => (&reach[continuations(reach)..], false),
        };
        self.before.clear();
        self.units.clear();
        let mut rest = line;
        while !rest.is_empty() {
            let start = self.before.len();
            let (length, width) = push_unit(&mut self.before, rest);
            self.units.push(Unit { start, width });
            rest = &rest[length..];
        }
        let mut width = 0;
        let fitting = self.units.iter().rev().take_while(|unit| {
            width += unit.width;
            width <= room
        });
        let shown = fitting.count();
        let first = self.units.len() - shown;
        if first > 0 || !starts_line {
            self.line.push_str(CUT);
        }
        let start = self.units.get(first).map_or(self.before.len(), |unit| unit.start);
        self.indent =
            self.line.len() + self.units[first..].iter().map(|unit| unit.width).sum::<usize>();
        self.line.push_str(&self.before[start..]);
    }
}

/// How many continuations a piece starts with that was cut anywhere.
fn continuations(piece: &[u8]) -> usize {
    piece.iter().take(3).take_while(|&&byte| (0x80..=0xBF).contains(&byte)).count()
}

/// Appends what is left of a line, up to `room` columns, and says how many it takes.
fn push_up_to(out: &mut String, text: &[u8], room: usize) -> usize {
    let reach = &text[..text.len().min(REACH)];
    let mut rest = reach;
    let mut columns = 0;
    while !rest.is_empty() && !rest.starts_with(b"\n") && !rest.starts_with(b"\r\n") {
        let before = out.len();
        let (length, width) = push_unit(out, rest);
        if columns + width > room {
            out.truncate(before);
            out.push_str(CUT);
            return columns;
        }
        columns += width;
        rest = &rest[length..];
    }
    if rest.is_empty() && reach.len() < text.len() {
        out.push_str(CUT);
    }
    columns
}

/// Appends the bytes of a finding, and says how many columns they take.
fn push_all(out: &mut String, mut bytes: &[u8]) -> usize {
    let mut columns = 0;
    while !bytes.is_empty() {
        let (length, width) = push_unit(out, bytes);
        columns += width;
        bytes = &bytes[length..];
    }
    columns
}

/// Appends the first character or maximal subpart of `text`, escaped, and says how many bytes it
/// has and how many columns it takes. A tab takes one.
fn push_unit(out: &mut String, text: &[u8]) -> (usize, usize) {
    match decode_first(text) {
        None => (0, 0),
        Some(Ok('\t')) => (1, escape::push_char(out, ' ')),
        Some(Ok(character)) => (character.len_utf8(), escape::push_char(out, character)),
        Some(Err(error)) => {
            let length = error.subpart_len();
            (length, escape::push_bytes(out, &text[..length]))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn excerpt(text: &[u8], at: usize, length: usize) -> (String, usize, usize) {
        let mut excerpt = Excerpt::new(COLUMNS);
        excerpt.make(text, at, length);
        (excerpt.line, excerpt.indent, excerpt.width)
    }

    #[test]
    fn short_lines_are_shown_whole() {
        assert_eq!(excerpt(b"one\ntw\xFFo\r\nthree", 6, 1), ("tw<FF>o".into(), 2, 4));
        assert_eq!(excerpt("日本\t\u{FF}".as_bytes(), 7, 2), ("日本 ÿ".into(), 5, 1));
        assert_eq!(excerpt(b"", 0, 0), ("".into(), 0, 1));
        assert_eq!(excerpt(b"\x1B[31m\xFF", 5, 1), ("<1B>[31m<FF>".into(), 8, 4));
    }

    #[test]
    fn long_lines_are_cut_to_columns() {
        for (before, after) in [(0, 500), (30, 500), (500, 0), (500, 500), (70, 5), (5, 70)] {
            for filler in ["x", "é", "日", "\u{200B}", "\u{301}"] {
                let text =
                    [filler.repeat(before).as_bytes(), b"\xFF", filler.repeat(after).as_bytes()]
                        .concat();
                let (line, indent, width) = excerpt(&text, before * filler.len(), 1);
                let columns = unicode_width::UnicodeWidthStr::width(&*line);
                assert!(columns <= COLUMNS + 2 * CUT.len(), "{columns} columns: {line}");
                let start = line.find("<FF>").unwrap();
                assert_eq!(unicode_width::UnicodeWidthStr::width(&line[..start]), indent);
                assert_eq!(width, 4);
            }
        }
    }
}
