//! UTF-8 in which U+FFFD takes the place of what is malformed, as UTF-8 and as UTF-16.
//!
//! All write into memory that is there already. For that std and bstr offer an iterator over what
//! is well-formed, from which they build a new `String` themselves. simdutf only says where an
//! error is, from which such an iterator is made.

use std::{iter, str};

use bstr::ByteSlice;
use encoding_rs::{CoderResult, UTF_8, mem};

use crate::compare::{Comparison, Entrant, Run, Write};
use crate::data::{Placed, Random};
use crate::encodings::Encoding;
use crate::error::Result;
use crate::ours::{self, Level, Utf8, Utf16};
use crate::table::{Figure, Table};

/// How many bytes there are for each bad one in the mean, and what the tables call it.
const RATES: [(&str, Option<usize>); 3] =
    [("clean", None), ("1 in 1000", Some(1000)), ("1 in 97", Some(97))];

pub(crate) fn tables(run: &Run<'_>) -> Result<Vec<Table>> {
    let mut tables = Vec::new();
    for (rate, every) in RATES {
        let to_utf8: [Entrant<Write<u8, u8>>; 5] = [
            Entrant::ours(ours::lossy::<Utf8, Utf8>),
            Entrant::new("std", |_, src, dst| {
                put_all(src.utf8_chunks().map(|it| (it.valid().as_bytes(), it.invalid())), dst)
            }),
            Entrant::new("bstr", |_, src, dst| {
                let chunks = ByteSlice::utf8_chunks(src);
                put_all(chunks.map(|it| (it.valid().as_bytes(), it.invalid())), dst)
            }),
            Entrant::detecting("encoding_rs", Level::Avx2, |_, src, dst| {
                let mut decoder = UTF_8.new_decoder_without_bom_handling();
                let (result, _, written, _) = decoder.decode_to_utf8(src, dst, true);
                (result == CoderResult::InputEmpty).then_some(written)
            }),
            Entrant::new("simdutf", |_, src, dst| put_all(chunks_by_simdutf(src), dst)),
        ];
        tables.push(table::<Utf8>(run, rate, every, to_utf8)?);
        let to_utf16: [Entrant<Write<u8, u16>>; 3] = [
            Entrant::ours(ours::lossy::<Utf8, Utf16>),
            Entrant::new("std", |_, src, dst| {
                let text = String::from_utf8_lossy(src);
                Some(dst.iter_mut().zip(text.encode_utf16()).map(|(to, it)| *to = it).count())
            }),
            Entrant::new("encoding_rs", |_, src, dst| Some(mem::convert_utf8_to_utf16(src, dst))),
        ];
        tables.push(table::<Utf16>(run, rate, every, to_utf16)?);
    }
    Ok(tables)
}

fn table<T: Encoding>(
    run: &Run<'_>,
    rate: &str,
    every: Option<usize>,
    entrants: impl IntoIterator<Item = Entrant<Write<u8, T::Unit>>>,
) -> Result<Table> {
    let name = format!("lossy utf8-{}, {rate}", T::NAME);
    let mut comparison = Comparison::new(run, &name, Figure::GigabytesPerSecond, entrants);
    for case in comparison.wanted(run.texts()?) {
        for text in case.strings()? {
            let mut bytes = text.into_bytes();
            every.into_iter().for_each(|every| spoil(&mut bytes, every));
            let expected = T::encode(&String::from_utf8_lossy(&bytes));
            comparison.write(&case, &[Placed::new(bytes)], &[expected])?;
        }
    }
    Ok(comparison.table)
}

/// Puts a bad byte at random places, wherever in a character that is.
fn spoil(bytes: &mut [u8], every: usize) {
    let mut random = Random::new("bad bytes");
    let mut at = random.below(every);
    while let Some(byte) = bytes.get_mut(at) {
        *byte = 0xFF;
        at += random.between((1, 2 * every - 1));
    }
}

/// Writes what is well-formed, and U+FFFD for what is malformed behind it, if there is something.
fn put_all<'a>(
    chunks: impl Iterator<Item = (&'a [u8], &'a [u8])>,
    dst: &mut [u8],
) -> Option<usize> {
    const REPLACEMENT: &[u8] = "\u{FFFD}".as_bytes();
    let mut at = 0;
    for (valid, invalid) in chunks {
        let replacement = if invalid.is_empty() { &[] } else { REPLACEMENT };
        for part in [valid, replacement] {
            dst.get_mut(at..at + part.len())?.copy_from_slice(part);
            at += part.len();
        }
    }
    Some(at)
}

/// What is well-formed and what is malformed behind it, again and again, by simdutf.
fn chunks_by_simdutf(mut src: &[u8]) -> impl Iterator<Item = (&[u8], &[u8])> {
    iter::from_fn(move || {
        if src.is_empty() {
            return None;
        }
        let result = simdutf::validate_utf8_with_errors(src);
        let (valid, rest) = src.split_at(result.count);
        // simdutf does not say how much one U+FFFD stands for.
        let error = str::from_utf8(&rest[..rest.len().min(4)]).err();
        let invalid = error.map_or(0, |error| error.error_len().unwrap_or(rest.len()));
        let (invalid, rest) = rest.split_at(invalid);
        src = rest;
        Some((valid, invalid))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn so_many_bytes_are_bad() {
        for every in [1000, 97] {
            let mut bytes = vec![b'a'; 1 << 20];
            spoil(&mut bytes, every);
            let bad = bytes.iter().filter(|&&byte| byte == 0xFF).count();
            let wanted = bytes.len() / every;
            assert!(bad.abs_diff(wanted) * 10 <= wanted, "{bad}, and not {wanted}");
        }
    }
}
