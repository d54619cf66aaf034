//! How far into a text, in some unit: the character, the UTF-16 code unit or the line of a byte, and back.

use str_indices::{chars, lines_crlf, lines_lf, utf16};
use utf8kit::Level;
use utf8kit::position::{LineColumn, LineEnds, Text, Unit, byte_offset, convert, line_column};

use super::{Call, Function};
use crate::data::Input;
use crate::peers::Peer;

/// A way from one sort of position to another.
pub(crate) struct Position {
    pub(super) name: &'static str,
    pub(super) title: &'static str,
    pub(super) functions: &'static [Function],
    /// What the answer is, by definition.
    answer: fn(&str) -> usize,
}

impl Position {
    pub(super) fn answer(&self, text: &Input) -> usize {
        let strings = text.strings().filter_map(|string| std::str::from_utf8(string).ok());
        strings.map(self.answer).sum()
    }
}

/// Who is asked, ours first: a text that is known to be well-formed, then the same as bytes that are not.
macro_rules! functions {
    ($of:ident, $ours:ident, $peer:path) => {
        &[
            Function {
                peer: Peer::Utf8kit,
                name: "str",
                call: Call::At { of: $of, call: |text, at| $ours(text, at) },
            },
            Function {
                peer: Peer::Utf8kit,
                name: "bytes",
                call: Call::At { of: $of, call: |text, at| $ours(text.as_bytes(), at) },
            },
            Function {
                peer: Peer::Detects(Level::Scalar),
                name: "str_indices",
                call: Call::At { of: $of, call: $peer },
            },
        ]
    };
}

pub(crate) static POSITIONS: [Position; 8] = [
    Position {
        name: "byte-scalar",
        title: "The character of a byte",
        functions: functions!(last_byte, byte_to_scalar, chars::from_byte_idx),
        answer: last_scalar,
    },
    Position {
        name: "scalar-byte",
        title: "The byte of a character",
        functions: functions!(last_scalar, scalar_to_byte, chars::to_byte_idx),
        answer: last_byte,
    },
    Position {
        name: "byte-utf16",
        title: "The UTF-16 code unit of a byte",
        functions: functions!(last_byte, byte_to_utf16, utf16::from_byte_idx),
        answer: last_utf16,
    },
    Position {
        name: "utf16-byte",
        title: "The byte of a UTF-16 code unit",
        functions: functions!(last_utf16, utf16_to_byte, utf16::to_byte_idx),
        answer: last_byte,
    },
    Position {
        name: "byte-line",
        title: "The line of a byte, by LF",
        functions: functions!(last_byte, byte_to_line, lines_lf::from_byte_idx),
        answer: last_line,
    },
    Position {
        name: "line-byte",
        title: "The byte of a line, by LF",
        functions: functions!(some_line, line_to_byte, lines_lf::to_byte_idx),
        answer: line_start,
    },
    Position {
        name: "byte-line-crlf",
        title: "The line of a byte, by LF, CR and CRLF",
        functions: functions!(last_byte, byte_to_line_crlf, lines_crlf::from_byte_idx),
        answer: last_line,
    },
    Position {
        name: "line-byte-crlf",
        title: "The byte of a line, by LF, CR and CRLF",
        functions: functions!(some_line, line_to_byte_crlf, lines_crlf::to_byte_idx),
        answer: line_start,
    },
];

/// Where the last character starts: to look through all of a text, and to find what is in it.
fn last_byte(text: &str) -> usize {
    text.char_indices().next_back().map_or(0, |(at, _)| at)
}

fn last_scalar(text: &str) -> usize {
    text[..last_byte(text)].chars().count()
}

fn last_utf16(text: &str) -> usize {
    text[..last_byte(text)].encode_utf16().count()
}

/// Texts here have no CR.
fn last_line(text: &str) -> usize {
    text[..last_byte(text)].matches('\n').count()
}

/// The last line; the second, if there is but one, so that all is looked through.
fn some_line(text: &str) -> usize {
    last_line(text).max(1)
}

fn line_start(text: &str) -> usize {
    text[..last_byte(text)].rfind('\n').map_or(text.len(), |end| end + 1)
}

fn byte_to_scalar<T: Text + ?Sized>(text: &T, at: usize) -> usize {
    convert(text, Unit::Byte, at, Unit::Scalar)
}

fn scalar_to_byte<T: Text + ?Sized>(text: &T, at: usize) -> usize {
    convert(text, Unit::Scalar, at, Unit::Byte)
}

fn byte_to_utf16<T: Text + ?Sized>(text: &T, at: usize) -> usize {
    convert(text, Unit::Byte, at, Unit::Utf16)
}

fn utf16_to_byte<T: Text + ?Sized>(text: &T, at: usize) -> usize {
    convert(text, Unit::Utf16, at, Unit::Byte)
}

fn byte_to_line<T: Text + ?Sized>(text: &T, at: usize) -> usize {
    line_column(text, at, LineEnds::Lf, Unit::Byte).line
}

fn line_to_byte<T: Text + ?Sized>(text: &T, line: usize) -> usize {
    byte_offset(text, LineColumn { line, column: 0 }, LineEnds::Lf, Unit::Byte)
}

fn byte_to_line_crlf<T: Text + ?Sized>(text: &T, at: usize) -> usize {
    line_column(text, at, LineEnds::Universal, Unit::Byte).line
}

fn line_to_byte_crlf<T: Text + ?Sized>(text: &T, line: usize) -> usize {
    byte_offset(text, LineColumn { line, column: 0 }, LineEnds::Universal, Unit::Byte)
}
