//! `Utf8Decoder` against the reference.

use utf8kit::reference::subpart::Unit;
use utf8kit::stream::{DecodeError, Runs, Strings, Utf8Decoder};
use utf8kit::{BomError, BomPolicy, Engine, Kind, Level};

use super::{cut, for_each_cut, until_error};
use crate::common::{ALPHABET, ERRORS, FILLERS, Random, does, for_each_string, hex, levels, units};

/// An error: offset, length where the input does not end in it, kind.
type Seen = (u64, Option<usize>, Kind);

/// The lossy text and the errors of the whole.
fn expected(text: &[u8]) -> (String, Vec<Seen>) {
    let mut errors = Vec::new();
    for (at, unit) in units(text) {
        if let Unit::Subpart(subpart) = unit {
            let len = (subpart.kind != Kind::Incomplete).then_some(subpart.len);
            errors.push((at as u64, len, subpart.kind));
        }
    }
    (String::from_utf8_lossy(text).into_owned(), errors)
}

#[derive(Default)]
struct Collected {
    text: String,
    errors: Vec<Seen>,
    boms: Vec<BomError>,
}

impl Collected {
    fn take(&mut self, runs: Runs<'_>) {
        for run in runs {
            match run {
                Ok(text) => {
                    assert!(!text.is_empty());
                    self.text.push_str(text);
                }
                Err(DecodeError::Malformed(error)) => {
                    self.text.push('\u{FFFD}');
                    self.errors.push((error.offset(), error.error_len(), error.kind()));
                }
                Err(DecodeError::Bom(error)) => {
                    assert!(self.text.is_empty(), "the mark is at the start");
                    self.boms.push(error);
                }
                Err(_) => unreachable!(),
            }
        }
    }
}

fn decode(decoder: &mut Utf8Decoder, level: Engine, pieces: &[&[u8]]) -> Collected {
    let mut collected = Collected::default();
    *decoder = decoder.clone().with_engine(level);
    for piece in pieces {
        collected.take(decoder.push(piece));
    }
    collected.take(decoder.finish());
    collected
}

#[test]
fn all_strings_of_four_bytes_at_every_cut() {
    let mut decoder = Utf8Decoder::new();
    let mut case = 0;
    for_each_string(&ALPHABET, 4, &mut |text| {
        case += 1;
        let expected = expected(text);
        for level in levels().filter(|&level| does(level, case, 20)) {
            for_each_cut(text, &mut |pieces| {
                let Collected { text: found, errors, .. } = decode(&mut decoder, level, pieces);
                assert_eq!((&found, &errors), (&expected.0, &expected.1), "{}", hex(text));
            });
        }
    });
}

/// Each error at each place of a piece, which begins and ends anywhere.
#[test]
fn errors_at_every_place_of_a_piece() {
    let mut decoder = Utf8Decoder::new();
    let mut case = 0;
    for filler in FILLERS {
        for error in ERRORS.into_iter().chain([&b""[..]]) {
            for at in 0..76 {
                let mut text = filler.at_least(at);
                text.extend_from_slice(error);
                text.extend(filler.at_least(80));
                let expected = expected(&text);
                for level in levels() {
                    let (from, to) = (case % 9, text.len() - case % 71);
                    case += 1;
                    if !does(level, case, 10) {
                        continue;
                    }
                    let pieces = [&text[..from], &text[from..to], &text[to..]];
                    let Collected { text: found, errors, .. } =
                        decode(&mut decoder, level, &pieces);
                    assert_eq!((&found, &errors), (&expected.0, &expected.1), "{}", hex(&text));
                }
            }
        }
    }
}

/// Sequences with each byte from 80 up in front, cut in each place behind pieces of every length.
#[test]
fn every_lead_at_the_end_of_a_piece() {
    let mut decoder = Utf8Decoder::new();
    for lead in 0x80..=0xFF {
        let second = if matches!(lead, 0xE0 | 0xF0) { 0xBF } else { 0x80 };
        let sequence = [lead, second, 0x80, 0x80, b'!'];
        for (case, len) in (0..76).enumerate() {
            let mut text = "é".repeat(40).into_bytes().split_off(80 - len);
            text.extend_from_slice(&sequence);
            let expected = expected(&text);
            for level in levels().filter(|&level| does(level, case, 10)) {
                for cut in len + 1..text.len() {
                    let pieces = [&text[..cut], &text[cut..]];
                    let Collected { text: found, errors, .. } =
                        decode(&mut decoder, level, &pieces);
                    assert_eq!((&found, &errors), (&expected.0, &expected.1), "{}", hex(&text));
                }
            }
        }
    }
}

#[test]
fn random_texts_at_every_level() {
    let mut random = Random::new(2);
    let mut decoder = Utf8Decoder::new();
    for level in levels() {
        for _ in 0..400 {
            let len = random.below(4000);
            let edits = random.one_of(&[0, 1, 30, 1000]);
            let text = random.text(len, edits);
            let expected = expected(&text);
            let most = random.one_of(&[1, 2, 5, 70, 300, 5000]);
            let pieces = cut(&text, most, &mut random);
            let Collected { text: found, errors, .. } = decode(&mut decoder, level, &pieces);
            assert_eq!((found, errors), expected, "{level:?} {}", hex(&text));
        }
    }
}

/// What comes out with a piece is all that is certain then; and what is wrong is told with the byte
/// that makes it so.
#[test]
fn nothing_comes_late() {
    for_each_string(&ALPHABET, 4, &mut |text| {
        let mut decoder = Utf8Decoder::new();
        let mut collected = Collected::default();
        for (at, byte) in text.chunks(1).enumerate() {
            collected.take(decoder.push(byte));
            let (mut so_far, mut errors) = expected(&text[..=at]);
            if errors.pop_if(|&mut (.., kind)| kind == Kind::Incomplete).is_some() {
                so_far.pop();
            }
            assert_eq!((&collected.text, &collected.errors), (&so_far, &errors), "{}", hex(text));
            assert_eq!(decoder.offset(), at as u64 + 1);
            assert_eq!(
                decoder.pending().is_empty(),
                utf8kit::trim_incomplete(&text[..=at]).len() == at + 1
            );
        }
    });
}

#[test]
fn byte_order_marks_at_every_cut() {
    let texts: [&[u8]; 9] = [
        b"",
        b"a",
        b"\xEF\xBB\xBF",
        b"\xEF\xBB\xBFa",
        b"\xEF\xBB\xBF\xEF\xBB\xBF",
        b"\xEF\xBBa",
        b"\xEF\xBB",
        b"a\xEF\xBB\xBF",
        b"\xEF\xBB\xBE\xFF",
    ];
    for policy in [BomPolicy::Keep, BomPolicy::Strip, BomPolicy::Require, BomPolicy::Reject] {
        let mut decoder = Utf8Decoder::with_bom(policy);
        for text in texts {
            let (kept, error) = match policy.apply(text) {
                Ok(kept) => (kept, None),
                Err(error) => (text, Some(error)),
            };
            let stripped = (text.len() - kept.len()) as u64;
            let (wanted, mut errors) = expected(kept);
            errors.iter_mut().for_each(|(offset, ..)| *offset += stripped);
            for_each_cut(text, &mut |pieces| {
                let found = decode(&mut decoder, Engine::at(Level::Scalar), pieces);
                assert_eq!((&found.text, &found.errors), (&wanted, &errors), "{}", hex(text));
                assert_eq!(found.boms, Vec::from_iter(error), "{policy:?} {}", hex(text));
            });
        }
    }
}

/// What lossy text passes over is there to be asked for until the next text begins, however the
/// text was cut: even where nothing has come.
#[test]
fn a_broken_policy_is_remembered_for_lossy_text() {
    let texts: [&[u8]; 6] = [b"", b"a", b"\xEF\xBB\xBF", b"\xEF\xBB\xBFa", b"\xEF\xBB", b"\xFF"];
    for policy in [BomPolicy::Keep, BomPolicy::Strip, BomPolicy::Require, BomPolicy::Reject] {
        let mut decoder = Utf8Decoder::with_bom(policy);
        for text in texts {
            let wanted = policy.apply(text);
            let kept = String::from_utf8_lossy(wanted.unwrap_or(text));
            for_each_cut(text, &mut |pieces| {
                let mut found = String::new();
                for (at, piece) in pieces.iter().enumerate() {
                    found.extend(decoder.push(piece).lossy());
                    assert!(at > 0 || !piece.is_empty() || decoder.bom_error().is_none());
                }
                found.extend(decoder.finish().lossy());
                assert_eq!(found, kept, "{policy:?} {}", hex(text));
                assert_eq!(decoder.bom_error(), wanted.err(), "{policy:?} {}", hex(text));
            });
        }
        decoder.reset();
        assert_eq!(decoder.bom_error(), None);
    }
}

#[test]
fn strings_of_an_iterator() {
    let mut random = Random::new(3);
    for _ in 0..300 {
        let edits = random.one_of(&[0, 0, 1, 30]);
        let text = random.text(500, edits);
        let pieces = cut(&text, 20, &mut random);
        let (wanted, errors) = expected(&text);
        let lossy: Result<String, _> = Strings::lossy(pieces.iter()).collect();
        assert_eq!(lossy.unwrap(), wanted);

        let (strict, error) = until_error(Strings::new(pieces.iter()));
        assert_eq!(error, errors.first().map(|&(at, ..)| at));
        let good = error.map_or(text.len(), |at| at as usize);
        assert_eq!(strict.as_bytes(), &text[..good]);
    }
}

/// What is told of a piece is all that is certain, however long it is and at every level.
#[test]
fn nothing_of_a_piece_comes_late() {
    for_each_string(&ALPHABET, 3, &mut |end| {
        for (case, filler) in [0, 5, 60, 300].into_iter().enumerate() {
            let text = [&FILLERS[case % FILLERS.len()].at_least(filler), end].concat();
            let (mut so_far, mut errors) = expected(&text);
            if errors.pop_if(|&mut (.., kind)| kind == Kind::Incomplete).is_some() {
                so_far.pop();
            }
            for level in levels().filter(|&level| does(level, end.len() + case, 5)) {
                let mut decoder = Utf8Decoder::new().with_engine(level);
                let mut found = Collected::default();
                found.take(decoder.push(&text));
                assert_eq!((&found.text, &found.errors), (&so_far, &errors), "{}", hex(&text));
            }
        }
    });
}

/// What is not asked for is lost, and nothing of what comes next.
#[test]
fn runs_may_be_dropped() {
    let text = b"a\xFFb\xC3\xA9\xE2\x82\xAC\xF0\x9Fz";
    for_each_cut(text, &mut |pieces| {
        let mut decoder = Utf8Decoder::new();
        let mut before = 0;
        for (index, piece) in pieces.iter().enumerate() {
            decoder.push(piece).take(index % 3).for_each(drop);
            before += piece.len();
            assert_eq!(decoder.offset(), before as u64);
        }
        let mut found = Collected::default();
        found.take(decoder.push(b"\xFF"));
        assert_eq!(found.errors, [(before as u64, Some(1), Kind::InvalidByte)]);
    });
}

/// Another text, under the same policy.
#[test]
fn reset_forgets_the_text_alone() {
    let mut decoder = Utf8Decoder::with_bom(BomPolicy::Strip);
    for start in [&b""[..], b"\xEF\xBB", b"\xEF\xBB\xBFab", b"ab\xF0\x9F", b"\xFF"] {
        decoder.push(start).for_each(drop);
        decoder.reset();
        assert_eq!((decoder.offset(), decoder.pending()), (0, &b""[..]));
        let found = decode(&mut decoder, Engine::at(Level::Scalar), &[b"\xEF\xBB\xBFa\xFF"]);
        assert_eq!(found.text, "a\u{FFFD}");
        assert_eq!(found.errors, [(4, Some(1), Kind::InvalidByte)]);
    }
}
