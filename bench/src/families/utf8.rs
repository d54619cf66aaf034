//! Is it UTF-8, and how many characters has it? Of long texts, and of short strings.

use std::str;

use crate::compare::{Ask, Comparison, Entrant, Run};
use crate::data::{Case, Placed};
use crate::error::Result;
use crate::ours::{self, Level};
use crate::table::{Figure, Table};

/// Validates long texts, of which every byte has to be seen.
pub(crate) fn validate(run: &Run<'_>) -> Result<Vec<Table>> {
    let ps_simdutf8: Entrant<Ask<[u8]>> =
        Entrant::detecting("ps-simdutf8", Level::Avx512, |_, bytes| {
            ps_simdutf8::basic::from_utf8(bytes).is_ok().into()
        });
    are_utf8(run, "validate", Figure::GigabytesPerSecond, ps_simdutf8, run.texts()?)
}

/// Validates short strings, where the call itself counts.
pub(crate) fn short(run: &Run<'_>) -> Result<Vec<Table>> {
    // It detects nothing, and so uses what every CPU of this kind has.
    let smoothutf8: Entrant<Ask<[u8]>> =
        Entrant::new("smoothutf8", |_, bytes| smoothutf8::verify(bytes).into());
    let cases = run.short_strings(char::len_utf8);
    are_utf8(run, "short", Figure::NanosecondsPerCall, smoothutf8, cases)
}

/// Every string of the cases is UTF-8.
fn are_utf8(
    run: &Run<'_>,
    name: &str,
    figure: Figure,
    another: Entrant<Ask<[u8]>>,
    cases: Vec<Case>,
) -> Result<Vec<Table>> {
    let entrants: [Entrant<Ask<[u8]>>; 5] = [
        Entrant::ours(|engine, bytes| ours::is_utf8(engine, bytes).into()),
        Entrant::new("std", |_, bytes| str::from_utf8(bytes).is_ok().into()),
        Entrant::detecting("simdutf8", Level::Avx2, |_, bytes| {
            simdutf8::basic::from_utf8(bytes).is_ok().into()
        }),
        another,
        Entrant::new("simdutf", |_, bytes| simdutf::validate_utf8(bytes).into()),
    ];
    let mut comparison = Comparison::new(run, name, figure, entrants);
    for case in comparison.wanted(cases) {
        let strings = case.strings()?.into_iter().map(|string| Placed::new(string.into_bytes()));
        let strings: Vec<Placed<u8>> = strings.collect();
        let views: Vec<&[u8]> = strings.iter().map(|string| &string[..]).collect();
        let bytes = views.iter().map(|string| string.len()).sum();
        comparison.ask(&case, &views, bytes, &vec![1; views.len()])?;
    }
    Ok(vec![comparison.table])
}

/// Counts the characters of long texts that are known to be UTF-8.
pub(crate) fn count(run: &Run<'_>) -> Result<Vec<Table>> {
    let entrants: [Entrant<Ask<str>>; 4] = [
        Entrant::ours(|engine, text| ours::count(engine, text.as_bytes())),
        Entrant::new("std", |_, text| text.chars().count()),
        Entrant::detecting("bytecount", Level::Avx2, |_, text| {
            bytecount::num_chars(text.as_bytes())
        }),
        Entrant::new("simdutf", |_, text| simdutf::count_utf8(text.as_bytes())),
    ];
    let mut comparison = Comparison::new(run, "count", Figure::GigabytesPerSecond, entrants);
    for case in comparison.wanted(run.texts()?) {
        for text in case.strings()? {
            let expected = text.chars().fold(0, |count, _| count + 1);
            let placed = Placed::new(text.into_bytes());
            comparison.ask(&case, &[str::from_utf8(&placed)?], placed.len(), &[expected])?;
        }
    }
    Ok(vec![comparison.table])
}
