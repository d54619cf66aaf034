//! The cases of `vectors/convert.toml`, at every level, alone and behind other text.

use utf8kit::Kind;
use utf8kit::reference::convert::{converted, items, replacement};
use utf8kit_vectors::{Conversion, Strict};

use crate::check::{Described, described};
use crate::common::levels;
use crate::memory::Text;
use crate::pairs::{Mode, Pair, pairs};
use crate::texts::encoded;

/// Each case, and the pair between bytes that it is about.
fn cases() -> Vec<(&'static Pair, Conversion)> {
    let pair = |case: &Conversion| {
        pairs().find(|pair| (pair.from.name, pair.to.name) == (&case.from, &case.to))
    };
    let cases = utf8kit_vectors::conversions().into_iter();
    cases.filter_map(|case| Some((pair(&case)?, case))).collect()
}

/// The error of a case, `before` bytes farther on.
fn error(case: &Conversion, before: usize) -> Option<Described> {
    let Strict::Error(error) = &case.strict else { return None };
    let kind = Kind::ALL.iter().find(|kind| kind.name() == error.kind);
    let kind = *kind.unwrap_or_else(|| panic!("no such kind: {}", error.kind));
    Some((before + error.at, error.len, error.error_len(), kind))
}

#[test]
fn every_level() {
    for (pair, case) in cases() {
        for len in [0, 1, 15, 16, 17, 60, 64, 300] {
            let before = encoded(pair.from.form, "x".repeat(len).as_bytes());
            let bytes = [&before[..], &case.bytes.0].concat();
            let lossy = [&encoded(pair.to.form, "x".repeat(len).as_bytes()), case.lossy()].concat();
            let strict = error(&case, before.len()).map_or(Ok(lossy.clone()), Err);
            let text = Text::of(&bytes, 1);
            for level in levels() {
                let found = (pair.owned)(level, Mode::Strict, &text).map_err(described);
                assert_eq!(found, strict, "{level} {} {len}", case.name);
                let found = (pair.owned)(level, Mode::Lossy, &text).map_err(described);
                assert_eq!(found, Ok(lossy.clone()), "{level} {} {len}", case.name);
            }
        }
    }
}

/// The reference, too, has to agree with what was written by hand.
#[test]
fn the_reference() {
    for (pair, case) in cases() {
        let (mut lossy, mut first, mut at) = (Vec::new(), None, 0);
        for item in items(pair.from.form, pair.to.form, &case.bytes.0) {
            let octets = converted(item.what, pair.to.form).unwrap_or_else(|kind| {
                let len = (kind != Kind::Incomplete).then_some(item.len);
                first = first.or(Some((at, item.len, len, kind)));
                replacement(pair.to.form)
            });
            lossy.extend_from_slice(octets.as_slice());
            at += item.len;
        }
        assert_eq!(first, error(&case, 0), "{}", case.name);
        assert_eq!(lossy, case.lossy(), "{}", case.name);
    }
}

/// A name that is misspelt must not pass for a case that was left out.
#[test]
fn every_case_has_its_pair() {
    if std::env::var("UTF8KIT_PAIR").is_err() {
        assert_eq!(cases().len(), utf8kit_vectors::conversions().len());
    }
}
