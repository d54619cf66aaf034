//! From one encoding to another: the text in its new form, only its length, or only whether it is
//! well-formed. Of long texts, and of short strings.

use encoding_rs::mem;

use crate::compare::{Ask, Comparison, Entrant, Run, Write};
use crate::data::{self, Case, Placed};
use crate::encodings::{self, Encoding};
use crate::error::Result;
use crate::ours::{self, Latin1, To, Utf8, Utf16, Utf32};
use crate::simdutf;
use crate::table::{Figure, Table};

pub(crate) fn long(run: &Run<'_>) -> Result<Vec<Table>> {
    tables(&Kind { run, name: "convert", figure: Figure::GigabytesPerSecond })
}

pub(crate) fn short(run: &Run<'_>) -> Result<Vec<Table>> {
    tables(&Kind { run, name: "convert-short", figure: Figure::NanosecondsPerCall })
}

fn tables(kind: &Kind<'_>) -> Result<Vec<Table>> {
    Ok(vec![
        kind.strict::<Utf8, Utf16>(
            simdutf::convert_utf8_to_utf16,
            Some(|_, src, dst| mem::convert_utf8_to_utf16_without_replacement(src, dst)),
        )?,
        kind.strict::<Utf8, Utf32>(simdutf::convert_utf8_to_utf32, None)?,
        kind.strict::<Utf8, Latin1>(
            simdutf::convert_utf8_to_latin1,
            // It takes for granted what is asked first.
            Some(|_, src, dst| {
                mem::is_utf8_latin1(src).then(|| mem::convert_utf8_to_latin1_lossy(src, dst))
            }),
        )?,
        kind.strict::<Utf16, Utf8>(
            simdutf::convert_utf16_to_utf8,
            Some(|_, src, dst| Some(mem::convert_utf16_to_utf8(src, dst))),
        )?,
        kind.strict::<Utf16, Utf32>(simdutf::convert_utf16_to_utf32, None)?,
        kind.strict::<Utf16, Latin1>(
            simdutf::convert_utf16_to_latin1,
            Some(|_, src, dst| {
                mem::is_utf16_latin1(src).then(|| mem::convert_utf16_to_latin1_lossy(src, dst))?;
                Some(src.len())
            }),
        )?,
        kind.strict::<Utf32, Utf8>(simdutf::convert_utf32_to_utf8, None)?,
        kind.strict::<Utf32, Utf16>(simdutf::convert_utf32_to_utf16, None)?,
        kind.strict::<Utf32, Latin1>(simdutf::convert_utf32_to_latin1, None)?,
        kind.strict::<Latin1, Utf8>(
            simdutf::convert_latin1_to_utf8,
            Some(|_, src, dst| Some(mem::convert_latin1_to_utf8(src, dst))),
        )?,
        kind.strict::<Latin1, Utf16>(
            simdutf::convert_latin1_to_utf16,
            Some(|_, src, dst| {
                mem::convert_latin1_to_utf16(src, dst);
                Some(src.len())
            }),
        )?,
        kind.strict::<Latin1, Utf32>(simdutf::convert_latin1_to_utf32, None)?,
        kind.length::<Utf8, Utf16>(simdutf::utf8_len_in_utf16)?,
        kind.length::<Utf8, Utf32>(simdutf::utf8_len_in_utf32)?,
        kind.length::<Utf16, Utf8>(simdutf::utf16_len_in_utf8)?,
        kind.length::<Utf16, Utf32>(simdutf::utf16_len_in_utf32)?,
        kind.length::<Utf32, Utf8>(simdutf::utf32_len_in_utf8)?,
        kind.length::<Utf32, Utf16>(simdutf::utf32_len_in_utf16)?,
        kind.validity::<Utf16>(|_, src| ::simdutf::validate_utf16(src).into())?,
        kind.validity::<Utf32>(|_, src| ::simdutf::validate_utf32(src).into())?,
    ])
}

/// What the tables of long texts, or those of short strings, have in common.
struct Kind<'a> {
    run: &'a Run<'a>,
    name: &'static str,
    figure: Figure,
}

impl Kind<'_> {
    /// A conversion into memory that is there already; what is malformed would end it.
    fn strict<S: Encoding + To<T>, T: Encoding>(
        &self,
        simdutf: Write<S::Unit, T::Unit>,
        encoding_rs: Option<Write<S::Unit, T::Unit>>,
    ) -> Result<Table> {
        let mut entrants: Vec<Entrant<Write<S::Unit, T::Unit>>> = vec![
            Entrant::ours(ours::strict::<S, T>),
            Entrant::new("std", encodings::convert::<S, T>),
            Entrant::new("simdutf", simdutf),
        ];
        // Its functions for text in memory use what every CPU of this kind has.
        entrants.extend(encoding_rs.map(|call| Entrant::new("encoding_rs", call)));
        let name = format!("{} {}-{}", self.name, S::NAME, T::NAME);
        let mut comparison = Comparison::new(self.run, &name, self.figure, entrants);
        for case in comparison.wanted(self.cases::<S>()?) {
            if let Some(strings) = strings::<S, T>(&case)? {
                let results: Vec<_> = strings.iter().map(|string| T::encode(string)).collect();
                comparison.write(&case, &encoded::<S>(&strings), &results)?;
            }
        }
        Ok(comparison.table)
    }

    /// How many units a text would become, if it is well-formed.
    fn length<S: Encoding + To<T>, T: Encoding>(&self, simdutf: Ask<[S::Unit]>) -> Result<Table> {
        let name = format!("{} length {}-{}", self.name, S::NAME, T::NAME);
        let functions = [ours::strict_len::<S, T>, encodings::length::<S, T>, simdutf];
        self.ask::<S>(&name, functions, |string| string.chars().map(T::len).sum())
    }

    /// Whether a text is well-formed.
    fn validity<S: Encoding + To<S>>(&self, simdutf: Ask<[S::Unit]>) -> Result<Table> {
        let name = format!("{} valid {}", self.name, S::NAME);
        let functions = [ours::is_valid::<S>, encodings::is_valid::<S>, simdutf];
        self.ask::<S>(&name, functions, |_| 1)
    }

    fn ask<S: Encoding>(
        &self,
        name: &str,
        [ours, std, simdutf]: [Ask<[S::Unit]>; 3],
        answer: impl Fn(&str) -> usize,
    ) -> Result<Table> {
        let peers = [Entrant::new("std", std), Entrant::new("simdutf", simdutf)];
        let entrants = [Entrant::ours(ours)].into_iter().chain(peers);
        let mut comparison = Comparison::new(self.run, name, self.figure, entrants);
        for case in comparison.wanted(self.cases::<S>()?) {
            let strings = case.strings()?;
            let answers: Vec<usize> = strings.iter().map(|string| answer(string)).collect();
            let units = encoded::<S>(&strings);
            let units: Vec<&[S::Unit]> = units.iter().map(|string| &string[..]).collect();
            let bytes = units.iter().map(|string| size_of_val(*string)).sum();
            comparison.ask(&case, &units, bytes, &answers)?;
        }
        Ok(comparison.table)
    }

    fn cases<S: Encoding>(&self) -> Result<Vec<Case>> {
        match self.figure {
            Figure::GigabytesPerSecond => self.run.texts(),
            Figure::NanosecondsPerCall => Ok(self.run.short_strings(S::len)),
        }
    }
}

/// The strings of a case as far as both encodings have their characters.
fn strings<S: Encoding, T: Encoding>(case: &Case) -> Result<Option<Vec<String>>> {
    let strings = case.strings()?;
    let is_latin1 = [S::NAME, T::NAME].contains(&Latin1::NAME);
    Ok(if is_latin1 { data::only_latin1(strings) } else { Some(strings) })
}

fn encoded<S: Encoding>(strings: &[String]) -> Vec<Placed<S::Unit>> {
    strings.iter().map(|string| Placed::new(S::encode(string))).collect()
}
