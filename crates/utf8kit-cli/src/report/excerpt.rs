//! About 80 columns of the line that a finding stands in, or as many as the terminal has.

use utf8kit::{Error, decode_first, decode_last};

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
    /// One unit before the finding, escaped.
    unit: String,
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
        let is_whole = reach.len() == before.len();
        let line = if is_whole { reach } else { &reach[continuations(reach)..] };
        let mut start = line.len();
        let mut width = 0;
        // Backwards, so that nothing is looked at that is not shown.
        let is_cut = loop {
            let Some(decoded) = decode_last(&line[..start]) else { break !is_whole };
            if decoded == Ok('\n') {
                break false;
            }
            let unit = &line[start - unit_len(decoded)..start];
            self.unit.clear();
            let unit_width = push_decoded(&mut self.unit, decoded, unit);
            if width + unit_width > room {
                break true;
            }
            width += unit_width;
            start -= unit.len();
        };
        if is_cut {
            self.line.push_str(CUT);
        }
        self.indent = self.line.len() + width;
        push_all(&mut self.line, &line[start..]);
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

/// Appends all of `bytes`, and says how many columns they take.
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
/// has and how many columns it takes.
fn push_unit(out: &mut String, text: &[u8]) -> (usize, usize) {
    let Some(decoded) = decode_first(text) else { return (0, 0) };
    let unit = &text[..unit_len(decoded)];
    (unit.len(), push_decoded(out, decoded, unit))
}

/// Appends what `unit` was found to be, escaped, and says how many columns it takes. A tab takes
/// one.
fn push_decoded(out: &mut String, decoded: Result<char, Error>, unit: &[u8]) -> usize {
    match decoded {
        Ok('\t') => escape::push_char(out, ' '),
        Ok(character) => escape::push_char(out, character),
        Err(_) => escape::push_bytes(out, unit),
    }
}

const fn unit_len(decoded: Result<char, Error>) -> usize {
    match decoded {
        Ok(character) => character.len_utf8(),
        Err(error) => error.subpart_len(),
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

    #[test]
    fn what_is_before_is_as_it_is_read_forwards() {
        let pieces: [&[u8]; 9] = [
            b"x",
            b"\t",
            "é".as_bytes(),
            "日".as_bytes(),
            b"\xFF",
            b"\x80",
            b"\xE2\x82",
            b"\n",
            b"\xF0",
        ];
        let mut seed = 1_u32;
        for length in 0..1500 {
            let mut before = Vec::new();
            while before.len() < length {
                seed = seed.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
                // Line feeds are rare, so that some lines are longer than an excerpt.
                let index = (seed >> 16) as usize % 200;
                before.extend_from_slice(pieces[if index == 0 { 7 } else { index % 7 }]);
            }
            let (line, _, _) = excerpt(&[&before[..], b"\xC0"].concat(), before.len(), 1);
            let shown = line.strip_suffix("<C0>").unwrap();
            // All of the line, forwards.
            let start = before.iter().rposition(|&byte| byte == b'\n').map_or(0, |at| at + 1);
            let mut units = Vec::new();
            let mut rest = &before[start..];
            while !rest.is_empty() {
                let mut unit = String::new();
                let (length, width) = push_unit(&mut unit, rest);
                units.push((unit, width));
                rest = &rest[length..];
            }
            let mut width = 4;
            let fitting = units.iter().rev().take_while(|unit| {
                width += unit.1;
                width <= COLUMNS
            });
            let first = units.len() - fitting.count();
            let expected: String = units[first..].iter().map(|unit| &*unit.0).collect();
            assert_eq!(shown.strip_prefix(CUT).unwrap_or(shown), expected);
            assert_eq!(shown.starts_with(CUT), first > 0);
        }
    }
}
