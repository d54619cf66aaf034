//! The cases of `vectors/` through every public way that has an answer for them, at every level.

mod common;

use std::cmp::Ordering;

use common::{described, hex, levels, reference_error};
use utf8kit::position::{LineColumn, LineEnds, Unit};
use utf8kit::reference::{cesu8, subpart};
use utf8kit::{Bom, BomError, BomPolicy, Encoding, Kind, Summary, Utf8Chunk, Utf8Chunks};
use utf8kit_vectors::{Outcome, Subpart, Validation};

/// A case's error as the library describes one.
fn expected(error: &Subpart) -> (usize, usize, Kind) {
    let kind = Kind::ALL.iter().find(|kind| kind.name() == error.kind);
    (error.at, error.len, *kind.unwrap_or_else(|| panic!("no such kind: {}", error.kind)))
}

fn check_chunks<'a>(chunks: impl Iterator<Item = Utf8Chunk<'a>>, case: &Validation) {
    let (mut errors, mut lossy, mut bytes) = (Vec::new(), String::new(), Vec::new());
    for chunk in chunks {
        lossy.push_str(chunk.valid());
        bytes.extend_from_slice(chunk.valid().as_bytes());
        bytes.extend_from_slice(chunk.invalid());
        if let Some(error) = chunk.error() {
            lossy.push('\u{FFFD}');
            errors.push(described(error));
        }
    }
    assert_eq!(errors, case.errors.iter().map(expected).collect::<Vec<_>>(), "{}", case.name);
    assert_eq!(lossy, case.lossy, "{}", case.name);
    assert_eq!(bytes, case.input.as_bytes(), "{}", case.name);
}

fn check_summary(summary: Summary, case: &Validation) {
    let characters = case.lossy.chars().count() as u64;
    let subparts = case.errors.len() as u64;
    assert_eq!(summary.bytes(), case.input.as_bytes().len() as u64, "{}", case.name);
    assert_eq!(summary.scalars(), characters - subparts, "{}", case.name);
    assert_eq!(summary.subparts(), subparts, "{}", case.name);
    assert_eq!(summary.is_utf8(), subparts == 0, "{}", case.name);
    let first =
        summary.first_error().map(|error| (error.offset(), error.error_len(), error.kind()));
    let wanted =
        case.errors.first().map(|error| (error.at as u64, error.error_len(), expected(error).2));
    assert_eq!(first, wanted, "{}", case.name);
}

#[test]
fn verdict_and_first_error() {
    for case in utf8kit_vectors::validation() {
        let bytes = case.input.as_bytes();
        let wanted = case.errors.first().map(expected);
        let found = |result: Result<&str, utf8kit::Error>| result.err().map(described);
        assert_eq!(utf8kit::is_utf8(bytes), wanted.is_none(), "{}", case.name);
        assert_eq!(found(utf8kit::from_utf8(bytes)), wanted, "{}", case.name);
        let string = utf8kit::string_from_utf8(bytes.to_vec());
        assert_eq!(string.map_err(|e| described(e.utf8_error())).err(), wanted, "{}", case.name);
        for level in levels() {
            assert_eq!(level.is_utf8(bytes), wanted.is_none(), "{level} {}", case.name);
            assert_eq!(found(level.from_utf8(bytes)), wanted, "{level} {}", case.name);
        }
    }
}

#[test]
fn every_error() {
    for case in utf8kit_vectors::validation() {
        let bytes = case.input.as_bytes();
        check_chunks(Utf8Chunks::new(bytes), &case);
        check_summary(Summary::of(bytes), &case);
        for level in levels() {
            check_chunks(Utf8Chunks::new(bytes).with_engine(level), &case);
            check_summary(level.summary(bytes), &case);
        }
    }
}

/// One character at a time, from either end.
#[test]
fn walking() {
    for case in utf8kit_vectors::validation() {
        let bytes = case.input.as_bytes();
        let wanted: Vec<_> = case.errors.iter().map(expected).collect();

        let (mut errors, mut lossy, mut at) = (Vec::new(), String::new(), 0);
        while let Some(first) = utf8kit::decode_first(&bytes[at..]) {
            match first {
                Ok(scalar) => {
                    lossy.push(scalar);
                    at += scalar.len_utf8();
                }
                Err(error) => {
                    lossy.push('\u{FFFD}');
                    errors.push((at, error.subpart_len(), error.kind()));
                    at += error.subpart_len();
                }
            }
        }
        assert_eq!((&errors, &lossy), (&wanted, &case.lossy), "{}", case.name);

        let (mut places, mut lossy, mut end) = (Vec::new(), Vec::new(), bytes.len());
        while let Some(last) = utf8kit::decode_last(&bytes[..end]) {
            match last {
                Ok(scalar) => {
                    lossy.push(scalar);
                    end -= scalar.len_utf8();
                }
                Err(error) => {
                    lossy.push('\u{FFFD}');
                    end -= error.subpart_len();
                    // Not the kind: what follows is out of sight.
                    places.push((error.position(), error.subpart_len()));
                    assert_eq!(error.position(), end, "{}", case.name);
                }
            }
        }
        let wanted: Vec<_> = wanted.iter().rev().map(|&(at, len, _)| (at, len)).collect();
        assert_eq!(places, wanted, "{}", case.name);
        assert_eq!(lossy.into_iter().rev().collect::<String>(), case.lossy, "{}", case.name);
    }
}

#[test]
fn counting() {
    for case in utf8kit_vectors::validation() {
        let bytes = case.input.as_bytes();
        let characters = bytes.iter().filter(|byte| !(0x80..=0xBF).contains(*byte)).count();
        let line_feeds = bytes.iter().filter(|byte| **byte == b'\n').count();
        assert_eq!(utf8kit::count(bytes), characters, "{}", case.name);
        for level in levels() {
            assert_eq!(level.count(bytes), characters, "{level} {}", case.name);
            assert_eq!(level.count_line_feeds(bytes), line_feeds, "{level} {}", case.name);
        }
        if case.errors.is_empty() {
            assert_eq!(characters, case.lossy.chars().count(), "{}", case.name);
        }
    }
}

/// The reference, too, has to agree with what was written by hand.
#[test]
fn the_reference() {
    for case in utf8kit_vectors::validation() {
        let bytes = case.input.as_bytes();
        assert_eq!(reference_error(bytes), case.errors.first().map(expected), "{}", case.name);
        assert_eq!(subpart::counts(bytes).1, case.errors.len(), "{}", case.name);
        assert_eq!(subpart::lossy_len(bytes), case.lossy.len(), "{}", case.name);
    }
    assert_eq!(cesu8::pair(b"\xED\xA0\xBD\xED\xB8\x80"), Some(0x1F600));
}

#[test]
fn byte_order_marks() {
    for case in utf8kit_vectors::bom_detection() {
        let found = Bom::detect(&case.bytes.0);
        let name = found.map(|bom| bom.encoding().name().to_string());
        assert_eq!(name, case.bom, "{}", case.name);
        if let Some(bom) = found {
            assert_eq!(bom.as_bytes(), &case.bytes.0[..bom.len()], "{}", case.name);
        }
    }
    for case in utf8kit_vectors::bom_policies() {
        assert_eq!(BomPolicy::default(), BomPolicy::Keep);
        for (policy, outcome) in [
            (BomPolicy::Keep, case.keep),
            (BomPolicy::Strip, case.strip),
            (BomPolicy::Require, case.require),
            (BomPolicy::Reject, case.reject),
        ] {
            let found = match policy.apply(&case.bytes.0) {
                Ok(text) => Outcome::Text(text.to_vec()),
                Err(BomError::Missing) => Outcome::Missing,
                Err(BomError::Forbidden) => Outcome::Forbidden,
                Err(other) => panic!("{other}"),
            };
            assert_eq!(found, outcome, "{} {policy:?}", case.name);
        }
    }
}

#[test]
fn labels() {
    for encoding in utf8kit_vectors::labels() {
        for label in &encoding.labels {
            let found = Encoding::for_label(label).map(Encoding::name);
            assert_eq!(found, Some(encoding.name.as_str()), "{label:?}");
        }
        assert_eq!(Encoding::for_label(&encoding.name).unwrap().to_string(), encoding.name);
    }
    for label in utf8kit_vectors::unknown_labels() {
        assert_eq!(Encoding::for_label(&label), None, "{label:?}");
    }
}

#[test]
fn boundaries() {
    for case in utf8kit_vectors::boundaries() {
        let bytes = case.input.as_bytes();
        assert_eq!(case.boundaries.last(), Some(&bytes.len()), "{}", case.name);
        for index in 0..=bytes.len() + 5 {
            let floor = *case.boundaries.iter().rfind(|&&at| at <= index).unwrap();
            let ceil =
                case.boundaries.iter().find(|&&at| at >= index).map_or(bytes.len(), |&at| at);
            assert_eq!(utf8kit::floor_char_boundary(bytes, index), floor, "{} {index}", case.name);
            assert_eq!(utf8kit::ceil_char_boundary(bytes, index), ceil, "{} {index}", case.name);
            assert_eq!(utf8kit::truncate(bytes, index), &bytes[..floor], "{} {index}", case.name);
        }
        let trimmed = &bytes[..case.trimmed.unwrap_or(bytes.len())];
        assert_eq!(utf8kit::trim_incomplete(bytes), trimmed, "{} {}", case.name, hex(bytes));
    }
}

#[test]
fn positions() {
    let cases = utf8kit_vectors::positions();
    for (level, case) in levels().flat_map(|level| cases.iter().map(move |case| (level, case))) {
        let text = case.text.as_bytes();
        let name = format!("{level} {}", case.name);
        assert_eq!(case.bytes.last(), Some(&text.len()), "{name}");
        let units =
            [(Unit::Byte, &case.bytes), (Unit::Scalar, &case.scalars), (Unit::Utf16, &case.utf16)];
        for (from, offsets) in units {
            for (to, expected) in units {
                // Every offset, those between two places too.
                for (place, &offset) in offsets.iter().enumerate() {
                    let next = offsets.get(place + 1).map_or(offset + 3, |&next| next);
                    for offset in offset..next {
                        let found = level.convert_offset(text, from, offset, to);
                        assert_eq!(found, expected[place], "{name} {from:?} {offset} {to:?}");
                    }
                }
            }
        }
        for (ends, lines) in [(LineEnds::Lf, &case.lf), (LineEnds::Universal, &case.universal)] {
            for (unit, offsets) in units {
                let offset = |byte| offsets[case.bytes.iter().position(|&it| it == byte).unwrap()];
                for (line, &(start, end)) in lines.iter().enumerate() {
                    let next = lines.get(line + 1).map_or(end + 1, |&(next, _)| next);
                    for &byte in case.bytes.iter().filter(|&&byte| start <= byte && byte < next) {
                        let case = format!("{name} {byte} {ends:?} {unit:?}");
                        let column = offset(byte.min(end)) - offset(start);
                        let at = level.line_column(text, byte, ends, unit);
                        assert_eq!(at, LineColumn { line, column }, "{case}");
                        let found = level.byte_offset(text, at, ends, unit);
                        assert_eq!(found, byte.min(end), "{case}");
                    }
                    let at = LineColumn { line, column: usize::MAX };
                    assert_eq!(level.byte_offset(text, at, ends, unit), end, "{name} {line}");
                }
                let at = LineColumn { line: lines.len(), column: 0 };
                assert_eq!(level.byte_offset(text, at, ends, unit), text.len(), "{name}");
            }
        }
    }
}

#[test]
fn utf16_order() {
    for case in utf8kit_vectors::utf16_order() {
        for (i, a) in case.ascending.iter().enumerate() {
            for (j, b) in case.ascending.iter().enumerate() {
                let found: Ordering = utf8kit::utf16::cmp(&a.0, &b.0);
                assert_eq!(found, i.cmp(&j), "{}: {a:04X?} and {b:04X?}", case.name);
            }
        }
    }
}
