//! How far into a text, in some unit: the character, the UTF-16 code unit or the line of a byte,
//! and back. Asked of a place near the end, so that nearly all of the text is looked through.

use str_indices::{chars, lines_lf, utf16};

use crate::compare::{Ask, Comparison, Entrant, Run};
use crate::error::Result;
use crate::ours::{self, Engine};
use crate::table::{Figure, Table};

/// A text, a place in it in one unit, and who says what that is in another unit.
struct Place {
    text: String,
    at: usize,
    ours: Ours,
    str_indices: StrIndices,
}

type Ours = fn(Engine, &str, usize) -> usize;
type StrIndices = fn(&str, usize) -> usize;

/// Finds a place in a text, in one unit.
type Find = fn(&str) -> usize;

/// Each way from a unit to another: the place to ask of, the right answer, and who is asked.
const WAYS: [(&str, Find, Find, Ours, StrIndices); 6] = [
    ("byte-scalar", last_byte, last_scalar, ours::byte_to_scalar, chars::from_byte_idx),
    ("scalar-byte", last_scalar, last_byte, ours::scalar_to_byte, chars::to_byte_idx),
    ("byte-utf16", last_byte, last_utf16, ours::byte_to_utf16, utf16::from_byte_idx),
    ("utf16-byte", last_utf16, last_byte, ours::utf16_to_byte, utf16::to_byte_idx),
    ("byte-line", last_byte, last_line, ours::byte_to_line, lines_lf::from_byte_idx),
    ("line-byte", last_line_or_second, line_start, ours::line_to_byte, lines_lf::to_byte_idx),
];

pub(crate) fn tables(run: &Run<'_>) -> Result<Vec<Table>> {
    let mut tables = Vec::new();
    for (way, from, to, ours, str_indices) in WAYS {
        let entrants: [Entrant<Ask<Place>>; 2] = [
            Entrant::ours(|engine, it| (it.ours)(engine, &it.text, it.at)),
            Entrant::new("str_indices", |_, it| (it.str_indices)(&it.text, it.at)),
        ];
        let name = format!("positions {way}");
        let mut comparison = Comparison::new(run, &name, Figure::GigabytesPerSecond, entrants);
        for case in comparison.wanted(run.texts()?) {
            for text in case.strings()? {
                let (bytes, at, answer) = (text.len(), from(&text), to(&text));
                let place = Place { text, at, ours, str_indices };
                comparison.ask(&case, &[&place], bytes, &[answer])?;
            }
        }
        tables.push(comparison.table);
    }
    Ok(tables)
}

/// Where the last character starts.
fn last_byte(text: &str) -> usize {
    text.char_indices().next_back().map_or(0, |(at, _)| at)
}

fn last_scalar(text: &str) -> usize {
    text[..last_byte(text)].chars().count()
}

fn last_utf16(text: &str) -> usize {
    text[..last_byte(text)].encode_utf16().count()
}

fn last_line(text: &str) -> usize {
    text[..last_byte(text)].matches('\n').count()
}

/// The second line, where there is but one: it begins at the end of the text.
fn last_line_or_second(text: &str) -> usize {
    last_line(text).max(1)
}

fn line_start(text: &str) -> usize {
    text[..last_byte(text)].rfind('\n').map_or(text.len(), |end| end + 1)
}
