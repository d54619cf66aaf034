//! Each policy divides the same bytes, in its own way.

use utf8kit::repair::{Escape, Part, Parts, Policy, Replacement, Splitter, replace, replace_with};
use utf8kit_vectors::policies;

use crate::common::{Random, for_each_string, hex, levels};
use crate::{ALPHABET, append, replaced};

fn units(bytes: &[u8], policy: Policy) -> Vec<usize> {
    let lengths = Parts::new(bytes, policy).filter_map(|part| match part {
        Part::IllFormed(unit) => Some(unit.len()),
        _ => None,
    });
    lengths.collect()
}

#[test]
fn vectors() {
    for case in policies() {
        let bytes = &case.bytes.0;
        for policy in Policy::ALL {
            let expected = &case.units[policy.name()];
            assert_eq!(units(bytes, policy), *expected, "{} by {policy}", case.name);
            let stars = replace(bytes, policy, "*").matches('*').count();
            assert_eq!(stars, expected.len(), "{} by {policy}", case.name);
        }
    }
}

/// All bytes are in parts; text is what std finds well-formed, whatever the policy.
#[test]
fn only_ill_formed_bytes_are_replaced() {
    for_each_string(&ALPHABET, 4, &mut |bytes| {
        let good: String = bytes.utf8_chunks().map(|chunk| chunk.valid()).collect();
        for policy in Policy::ALL {
            let (mut text, mut at) = (String::new(), 0);
            for part in Parts::new(bytes, policy) {
                let part_bytes = match part {
                    Part::Text(part) => {
                        text += part;
                        part.as_bytes()
                    }
                    Part::IllFormed(unit) => unit,
                    _ => panic!("{} by {policy}", hex(bytes)),
                };
                assert!(!part_bytes.is_empty(), "{} by {policy}", hex(bytes));
                assert_eq!(bytes[at..][..part_bytes.len()], *part_bytes);
                at += part_bytes.len();
            }
            assert_eq!((at, &text), (bytes.len(), &good), "{} by {policy}", hex(bytes));
        }
        assert_eq!(replaced(bytes, Policy::Maximal), String::from_utf8_lossy(bytes));
    });
}

#[test]
fn every_cut_in_two_of_short_strings() {
    for_each_string(&ALPHABET, 4, &mut |bytes| {
        for policy in Policy::ALL {
            let expected = replaced(bytes, policy);
            for cut in 0..=bytes.len() {
                let mut text = String::new();
                let mut splitter = Splitter::new(policy);
                for piece in [&bytes[..cut], &bytes[cut..]] {
                    splitter.push(piece, |part| append(part, &mut text));
                }
                splitter.finish(|part| append(part, &mut text));
                assert_eq!(text, expected, "{} by {policy}, cut at {cut}", hex(bytes));
            }
        }
    });
}

/// Pieces of all sizes, empty ones too; the parts are all of the input, in order.
#[test]
fn random_texts_in_random_pieces_at_every_level() {
    let mut random = Random::new(50);
    for engine in levels() {
        for round in 0..600 {
            let len = random.below(300);
            let edits = random.one_of(&[0, 1, 3, 30, 300]);
            let bytes = random.text(len, edits);
            let policy = Policy::ALL[round % Policy::ALL.len()];
            let (mut text, mut all) = (String::new(), Vec::new());
            let mut take = |part: Part<'_>| {
                append(part, &mut text);
                all.extend_from_slice(match part {
                    Part::Text(text) => text.as_bytes(),
                    Part::IllFormed(bytes) | Part::More(bytes) => bytes,
                    _ => unreachable!(),
                });
            };
            let mut splitter = Splitter::new(policy).with_engine(engine);
            let mut rest = &bytes[..];
            while !rest.is_empty() {
                let longest = random.one_of(&[2, 5, 20, 90]);
                let (piece, behind) = rest.split_at(random.below(longest).min(rest.len()));
                splitter.push(piece, &mut take);
                rest = behind;
            }
            splitter.finish(&mut take);
            assert_eq!(all, bytes, "{policy} at {engine}");
            assert_eq!(text, replaced(&bytes, policy), "{} by {policy} at {engine}", hex(&bytes));
            let by_engine = engine.replace(&bytes, policy, "\u{FFFD}");
            assert_eq!(by_engine, text, "{} by {policy} at {engine}", hex(&bytes));
        }
    }
}

/// Less is held back than the policy says.
#[test]
fn little_is_held_back() {
    for policy in Policy::ALL {
        for_each_string(&ALPHABET, 3, &mut |bytes| {
            let mut given = 0;
            let mut splitter = Splitter::new(policy);
            splitter.push(bytes, |part| {
                given += match part {
                    Part::Text(text) => text.len(),
                    Part::IllFormed(bytes) | Part::More(bytes) => bytes.len(),
                    _ => unreachable!(),
                };
            });
            assert!(bytes.len() - given < policy.lookahead(), "{} by {policy}", hex(bytes));
        });
    }
}

/// A run is one, over any number of pieces; behind the end of an input it is another.
#[test]
fn a_run_of_many_pieces() {
    let mut text = String::new();
    let mut splitter = Splitter::new(Policy::PerRun);
    for _ in 0..3 {
        splitter.push(&[0xFF; 100], |part| append(part, &mut text));
    }
    splitter.finish(|part| append(part, &mut text));
    splitter.push(b"\xFF", |part| append(part, &mut text));
    splitter.finish(|part| append(part, &mut text));
    assert_eq!(text, "\u{FFFD}\u{FFFD}");
}

#[test]
fn replacements() {
    let bytes = b"\xE2\x82 caf\xE9";
    assert_eq!(replace(bytes, Policy::Maximal, ""), " caf");
    assert_eq!(replace(bytes, Policy::PerByte, "ab"), "abab cafab");
    assert_eq!(replace(bytes, Policy::Maximal, Escape::Backslash), r"\xE2\x82 caf\xE9");
    assert_eq!(replace(bytes, Policy::PerRun, Escape::Percent), "%E2%82 caf%E9");
    assert_eq!(replace(bytes, Policy::Java, Escape::Angle), "<E2><82> caf<E9>");
    assert_eq!(replace(bytes, Policy::Java, Replacement::default()), "\u{FFFD} caf\u{FFFD}");
    let mut seen = Vec::new();
    let answer = replace_with(bytes, Policy::Maximal, |unit, text| {
        seen.push(unit.to_vec());
        text.push('\u{2026}');
    });
    assert_eq!(answer, "… caf…");
    assert_eq!(seen, [&b"\xE2\x82"[..], b"\xE9"]);
}

#[test]
fn names() {
    for policy in Policy::ALL {
        assert_eq!(Policy::for_name(policy.name()), Some(policy));
        assert_eq!(policy.to_string(), policy.name());
    }
}
