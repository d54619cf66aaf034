//! A `Summary` of pieces, merged, is that of the whole, wherever it was cut and however the pieces
//! are grouped; and what it says is what the reference counts.

mod common;

use common::{ALPHABET, Random, for_each_string, hex, levels, reference_error, units};
use proptest::prelude::*;
use utf8kit::reference::subpart::counts;
use utf8kit::{Engine, Kind, Level, Summary};

/// What a summary says against what the reference finds.
#[track_caller]
fn check(summary: &Summary, text: &[u8]) {
    let (scalars, subparts) = counts(text);
    assert_eq!(summary.bytes(), text.len() as u64, "{}", hex(text));
    assert_eq!(summary.scalars(), scalars as u64, "{}", hex(text));
    assert_eq!(summary.subparts(), subparts as u64, "{}", hex(text));
    assert_eq!(summary.is_utf8(), subparts == 0, "{}", hex(text));
    let first_error = summary.first_error().map(|e| (e.offset(), e.error_len(), e.kind()));
    let expected = reference_error(text)
        .map(|(at, len, kind)| (at as u64, (kind != Kind::Incomplete).then_some(len), kind));
    assert_eq!(first_error, expected, "{}", hex(text));
    let line_feeds = text.iter().filter(|byte| **byte == b'\n').count();
    assert_eq!(summary.line_feeds(), line_feeds as u64, "{}", hex(text));
    let last_line = text.iter().rposition(|byte| *byte == b'\n').map_or(0, |at| at + 1);
    let after = units(text).filter(|&(at, _)| at >= last_line).count();
    assert_eq!(summary.characters_after_last_line_feed(), after as u64, "{}", hex(text));
}

/// Both groupings of three pieces, which is what associativity means.
#[track_caller]
fn check_cut(whole: &Summary, level: Engine, text: &[u8], first: usize, second: usize) {
    let piece = |bytes| level.summary(bytes);
    let (a, b, c) = (piece(&text[..first]), piece(&text[first..second]), piece(&text[second..]));
    assert_eq!(a.merge(b).merge(c), *whole, "{level} {} {first} {second}", hex(text));
    assert_eq!(a.merge(b.merge(c)), *whole, "{level} {} {first} {second}", hex(text));
}

/// All strings of up to four bytes over the classes of table 3-7 and a line feed, all ways to cut
/// them in three, empty pieces included.
#[test]
fn all_strings_of_four_bytes_and_all_cuts() {
    let alphabet: Vec<u8> = ALPHABET.iter().copied().chain([b'\n']).collect();
    for_each_string(&alphabet, 4, &mut |text| {
        let whole = Summary::of(text);
        check(&whole, text);
        for first in 0..=text.len() {
            for second in first..=text.len() {
                check_cut(&whole, Engine::at(Level::Scalar), text, first, second);
            }
        }
    });
}

/// Up to seven bytes, of the classes that a cut can matter to, a byte at a time: heads and tails of
/// every length meet.
#[test]
fn all_strings_of_seven_bytes_byte_by_byte() {
    for_each_string(b"a\x80\xC3\xE2\xF0", 7, &mut |text| {
        let whole = Summary::of(text);
        check(&whole, text);
        let bytes = || text.chunks(1).map(Summary::of);
        assert_eq!(bytes().fold(Summary::default(), Summary::merge), whole, "{}", hex(text));
        let from_behind = bytes().rev().fold(Summary::default(), |all, piece| piece.merge(all));
        assert_eq!(from_behind, whole, "{}", hex(text));
    });
}

#[test]
fn long_texts_at_every_level() {
    let mut random = Random::new(4);
    for level in levels() {
        for _ in 0..3000 {
            let len = random.below(800);
            let edits = random.below(6);
            let text = random.text(len, edits);
            let whole = level.summary(&text);
            check(&whole, &text);
            let first = random.below(len + 1);
            let second = first + random.below(len - first + 1);
            check_cut(&whole, level, &text, first, second);
        }
    }
}

/// Nothing is its identity, on both sides.
#[test]
fn the_empty_piece() {
    for text in [&b""[..], b"a", b"\x80\x80", b"\xE2\x82", b"\n\xFF"] {
        let summary = Summary::of(text);
        assert_eq!(summary.merge(Summary::default()), summary);
        assert_eq!(Summary::default().merge(summary), summary);
    }
    assert_eq!(Summary::of(b""), Summary::default());
}

/// Offsets and counts go on beyond 4 GiB.
#[test]
fn beyond_four_gibibytes() {
    let mut doubled = Summary::of("日本語\n".as_bytes());
    for _ in 0..32 {
        doubled = doubled.merge(doubled);
    }
    let all = doubled.merge(Summary::of(b"\xFF"));
    assert_eq!(all.bytes(), (10 << 32) + 1);
    assert_eq!((all.scalars(), all.line_feeds()), (4 << 32, 1 << 32));
    assert_eq!(all.first_error().unwrap().offset(), 10 << 32);
}

proptest! {
    #[test]
    fn any_pieces_in_any_grouping(
        text in proptest::collection::vec(
            prop_oneof![any::<u8>(), Just(b'\n'), 0x80_u8..=0xBF, 0xC2_u8..=0xF4],
            0..60,
        ),
        cuts in proptest::collection::vec(any::<prop::sample::Index>(), 0..8),
        order in proptest::collection::vec(any::<prop::sample::Index>(), 8),
    ) {
        let mut cuts: Vec<usize> = cuts.iter().map(|cut| cut.index(text.len() + 1)).collect();
        cuts.extend([0, text.len()]);
        cuts.sort_unstable();
        let mut pieces: Vec<Summary> =
            cuts.windows(2).map(|cut| Summary::of(&text[cut[0]..cut[1]])).collect();
        // Two neighbours at a time, anywhere.
        for index in order {
            if pieces.len() > 1 {
                let at = index.index(pieces.len() - 1);
                let next = pieces.remove(at + 1);
                pieces[at] = pieces[at].merge(next);
            }
        }
        let all = pieces.into_iter().fold(Summary::default(), Summary::merge);
        prop_assert_eq!(all, Summary::of(&text));
        check(&all, &text);
    }
}

/// More than can be counted is not more than can be asked for.
#[test]
fn counts_that_do_not_fit_stay_at_their_maximum() {
    let mut summary = Summary::of(b"a\n\xFFb\xC3");
    for _ in 0..70 {
        summary = summary.merge(summary);
    }
    assert_eq!(summary.bytes(), u64::MAX);
    assert_eq!((summary.line_feeds(), summary.subparts()), (u64::MAX, u64::MAX));
    assert_eq!(summary.first_error().unwrap().offset(), 2);
}
