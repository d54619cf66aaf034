//! The functions without type parameters, against std where it has the same, and against the
//! generic functions; and what std has as `const`, in constants.

use std::io;

use utf8kit::convert::{self, Cesu8, Latin1, Progress, Stop, Utf8, Utf16, Utf32};
use utf8kit::{Encoded, Error, ErrorAt, Summary, cesu8, latin1, utf16, utf32};

/// Text of every length of character, short and longer than a block.
const TEXTS: [&str; 7] = [
    "",
    "plain",
    "naïve café",
    "\0 \u{7F}\u{80}\u{7FF}\u{800}\u{FFFF}\u{10000}\u{10FFFF}",
    "日本語 ½ ÿ",
    "😀😀😀",
    "a line of ASCII that is longer than a block, then ÿÿÿÿ, then 語, and 😀, and ASCII again.",
];

/// Each text, whole, with each kind of error behind it, and cut at every byte.
fn utf8_texts() -> Vec<Vec<u8>> {
    const ERRORS: [&[u8]; 8] = [
        b"\x80",
        b"\xC3!",
        b"\xE2\x82!",
        b"\xC0\xAF",
        b"\xED\xA0\x80",
        b"\xF5",
        b"\xFF",
        b"\xF0\x9F\x98",
    ];
    let mut texts = Vec::new();
    for text in TEXTS {
        let bytes = text.as_bytes();
        texts.extend((0..=bytes.len()).map(|len| bytes[..len].to_vec()));
        texts.extend(ERRORS.map(|error| [bytes, error].concat()));
        texts.extend(ERRORS.map(|error| [bytes, error, bytes].concat()));
    }
    texts
}

/// Each text in code units, whole, and with each of `errors` behind it and in front of it.
fn unit_texts<U: Copy>(from_str: impl Fn(&str) -> Vec<U>, errors: &[&[U]]) -> Vec<Vec<U>> {
    let mut texts = Vec::new();
    for text in TEXTS {
        let units = from_str(text);
        for &error in errors {
            texts.push([error, &units].concat());
            texts.push([&units, error].concat());
        }
        texts.push(units);
    }
    texts
}

fn utf16_texts() -> Vec<Vec<u16>> {
    let errors = [&[0xD800][..], &[0xDC00], &[0xDC00, 0xD800], &[0xD83D, 0x61]];
    unit_texts(|text| text.encode_utf16().collect(), &errors)
}

fn utf32_texts() -> Vec<Vec<u32>> {
    let errors = [&[0xD800][..], &[0xDFFF, 0x61], &[0x11_0000], &[u32::MAX]];
    unit_texts(|text| text.chars().map(u32::from).collect(), &errors)
}

fn cesu8_texts() -> Vec<Vec<u8>> {
    let errors =
        [&b"\xED\xA0\xBD"[..], b"\xED\xB8\x80", "😀".as_bytes(), b"\xFF", b"\xE2\x82", b"\xC0\x80"];
    unit_texts(to_cesu8, &errors)
}

/// By the definition of CESU-8: each code unit of UTF-16 as a character of its own.
fn to_cesu8(text: &str) -> Vec<u8> {
    let form = |unit: u16| match unit {
        0..=0x7F => vec![unit as u8],
        0x80..=0x7FF => vec![0xC0 | (unit >> 6) as u8, 0x80 | (unit & 0x3F) as u8],
        _ => vec![
            0xE0 | (unit >> 12) as u8,
            0x80 | (unit >> 6 & 0x3F) as u8,
            0x80 | (unit & 0x3F) as u8,
        ],
    };
    text.encode_utf16().flat_map(form).collect()
}

fn std_position(bytes: &[u8]) -> Option<usize> {
    std::str::from_utf8(bytes).err().map(|error| error.valid_up_to())
}

fn position<T>(result: &Result<T, Error>) -> Option<usize> {
    result.as_ref().err().map(|error| error.position())
}

/// What fits into memory of every length, against what is expected of the whole: all of it, or
/// what is before the error.
///
/// `parts` are the characters before the error: the length of each in the source, and its target.
fn check_into<S, T: Copy + Default + PartialEq + std::fmt::Debug>(
    src: &[S],
    parts: &[(usize, Vec<T>)],
    error: Option<Error>,
    into: impl Fn(&[S], &mut [T]) -> Progress,
) {
    let all: usize = parts.iter().map(|(_, target)| target.len()).sum();
    for room in 0..=all + 1 {
        let (mut read, mut written) = (0, Vec::new());
        let mut stop = error.map_or(Stop::Done, Stop::Malformed);
        for (len, target) in parts {
            if written.len() + target.len() > room {
                stop = Stop::OutputFull;
                break;
            }
            read += len;
            written.extend_from_slice(target);
        }
        let mut dst = vec![T::default(); room];
        let progress = into(src, &mut dst);
        assert_eq!((progress.read, progress.stop), (read, stop), "{room} elements of room");
        assert_eq!(dst[..progress.written], written);
    }
}

/// The characters of the well-formed start of `bytes`.
fn utf8_parts<T>(bytes: &[u8], target: impl Fn(char) -> Vec<T>) -> Vec<(usize, Vec<T>)> {
    let end = std_position(bytes).unwrap_or(bytes.len());
    let text = std::str::from_utf8(&bytes[..end]).unwrap();
    text.chars().map(|character| (character.len_utf8(), target(character))).collect()
}

fn encoded(character: char) -> Vec<u8> {
    character.to_string().into_bytes()
}

#[test]
fn utf16_from_utf8() {
    for bytes in utf8_texts() {
        let lossy = String::from_utf8_lossy(&bytes);
        let units: Vec<u16> = lossy.encode_utf16().collect();
        let strict = utf16::from_utf8(&bytes);
        assert_eq!(strict, convert::strict_owned::<Utf8, Utf16>(&bytes));
        assert_eq!(position(&strict), std_position(&bytes));
        assert_eq!(utf16::from_utf8_lossy(&bytes), units);
        assert_eq!(utf16::from_str(&lossy), units);
        assert_eq!(utf16::len_from_utf8(&bytes), strict.as_ref().map(Vec::len).map_err(|e| *e));
        assert_eq!(utf16::len_from_utf8_lossy(&bytes), units.len());
        assert_eq!(utf16::len_from_str(&lossy), units.len());
        let parts = utf8_parts(&bytes, |c| c.encode_utf16(&mut [0; 2]).to_vec());
        check_into(&bytes, &parts, strict.err(), utf16::from_utf8_into);
        let stop = utf16::from_utf8_into(&bytes, &mut vec![0; bytes.len()]).stop;
        assert_ne!(stop, Stop::OutputFull);
    }
}

#[test]
fn utf16_to_utf8() {
    for units in utf16_texts() {
        let lossy = String::from_utf16_lossy(&units);
        let strict = utf16::to_utf8(&units);
        assert_eq!(strict, convert::strict_owned::<Utf16, Utf8>(&units));
        assert_eq!(strict.as_ref().ok(), String::from_utf16(&units).as_ref().ok());
        assert_eq!(utf16::to_utf8_lossy(&units), lossy);
        assert_eq!(utf16::utf8_len(&units), strict.as_ref().map(String::len).map_err(|e| *e));
        assert_eq!(utf16::utf8_len_lossy(&units), lossy.len());
        assert_eq!(utf16::validate(&units), strict.as_ref().map(drop).map_err(|e| *e));

        let decoded = char::decode_utf16(units.iter().copied());
        let good = decoded.map_while(Result::ok);
        let parts: Vec<_> = good.map(|c| (c.len_utf16(), encoded(c))).collect();
        let before_error: usize = parts.iter().map(|(len, _)| len).sum();
        assert_eq!(position(&strict), Some(before_error).filter(|at| *at < units.len()));
        check_into(&units, &parts, strict.err(), utf16::to_utf8_into);
        let stop = utf16::to_utf8_into(&units, &mut vec![0; 3 * units.len()]).stop;
        assert_ne!(stop, Stop::OutputFull);

        let mut well_formed = units.clone();
        let errors = char::decode_utf16(units.iter().copied()).filter(Result::is_err).count();
        assert_eq!(utf16::to_well_formed(&mut well_formed), errors);
        assert!(well_formed.iter().copied().eq(lossy.encode_utf16()));
    }
}

#[test]
fn utf16_in_order() {
    for a in TEXTS {
        for b in TEXTS {
            let units = [a, b].map(|text| text.encode_utf16().collect::<Vec<_>>());
            assert_eq!(utf16::cmp(&units[0], &units[1]), a.cmp(b), "{a:?} {b:?}");
        }
    }
}

#[test]
fn utf32_from_utf8() {
    for bytes in utf8_texts() {
        let lossy = String::from_utf8_lossy(&bytes);
        let units: Vec<u32> = lossy.chars().map(u32::from).collect();
        let strict = utf32::from_utf8(&bytes);
        assert_eq!(strict, convert::strict_owned::<Utf8, Utf32>(&bytes));
        assert_eq!(position(&strict), std_position(&bytes));
        assert_eq!(utf32::from_utf8_lossy(&bytes), units);
        assert_eq!(utf32::from_str(&lossy), units);
        assert_eq!(utf32::len_from_utf8(&bytes), strict.as_ref().map(Vec::len).map_err(|e| *e));
        assert_eq!(utf32::len_from_utf8_lossy(&bytes), units.len());
        assert_eq!(utf32::len_from_str(&lossy), units.len());
        let parts = utf8_parts(&bytes, |character| vec![u32::from(character)]);
        check_into(&bytes, &parts, strict.err(), utf32::from_utf8_into);
        let stop = utf32::from_utf8_into(&bytes, &mut vec![0; bytes.len()]).stop;
        assert_ne!(stop, Stop::OutputFull);
    }
}

#[test]
fn utf32_to_utf8() {
    for units in utf32_texts() {
        let scalars = || units.iter().map(|&unit| char::from_u32(unit));
        let lossy: String = scalars().map(|c| c.unwrap_or('\u{FFFD}')).collect();
        let strict = utf32::to_utf8(&units);
        assert_eq!(strict, convert::strict_owned::<Utf32, Utf8>(&units));
        assert_eq!(position(&strict), scalars().position(|scalar| scalar.is_none()));
        assert_eq!(strict.as_ref().ok(), Some(&lossy).filter(|_| scalars().all(|c| c.is_some())));
        assert_eq!(utf32::to_utf8_lossy(&units), lossy);
        assert_eq!(utf32::utf8_len(&units), strict.as_ref().map(String::len).map_err(|e| *e));
        assert_eq!(utf32::utf8_len_lossy(&units), lossy.len());
        assert_eq!(utf32::validate(&units), strict.as_ref().map(drop).map_err(|e| *e));
        let parts: Vec<_> = scalars().map_while(|c| c).map(|c| (1, encoded(c))).collect();
        check_into(&units, &parts, strict.err(), utf32::to_utf8_into);
        let stop = utf32::to_utf8_into(&units, &mut vec![0; 4 * units.len()]).stop;
        assert_ne!(stop, Stop::OutputFull);
    }
}

#[test]
fn latin1_from_utf8() {
    for bytes in utf8_texts() {
        let lossy = String::from_utf8_lossy(&bytes);
        let or_mark: Vec<u8> = lossy.chars().map(|c| u8::try_from(c).unwrap_or(b'?')).collect();
        let strict = latin1::from_utf8(&bytes);
        assert_eq!(strict, convert::strict_owned::<Utf8, Latin1>(&bytes));
        assert_eq!(latin1::from_utf8_lossy(&bytes), or_mark);
        assert_eq!(latin1::from_str_lossy(&lossy), or_mark);
        assert_eq!(latin1::len_from_utf8(&bytes), strict.as_ref().map(Vec::len).map_err(|e| *e));
        assert_eq!(latin1::len_from_utf8_lossy(&bytes), or_mark.len());
        assert_eq!(latin1::len_from_str(&lossy), or_mark.len());

        let mut parts = utf8_parts(&bytes, |character| vec![character]);
        let known = parts.iter().take_while(|(_, c)| u8::try_from(c[0]).is_ok()).count();
        parts.truncate(known);
        let before_error: usize = parts.iter().map(|(len, _)| len).sum();
        assert_eq!(position(&strict), Some(before_error).filter(|at| *at < bytes.len()));
        let parts: Vec<_> = parts.iter().map(|(len, c)| (*len, vec![c[0] as u8])).collect();
        check_into(&bytes, &parts, strict.err(), latin1::from_utf8_into);
        let stop = latin1::from_utf8_into(&bytes, &mut vec![0; bytes.len()]).stop;
        assert_ne!(stop, Stop::OutputFull);
    }
    for text in TEXTS {
        let is_latin1 = text.chars().all(|character| character <= '\u{FF}');
        assert_eq!(latin1::is_latin1(text), is_latin1);
        let strict = latin1::from_str(text);
        assert_eq!(strict, convert::strict_owned::<Utf8, Latin1>(text.as_bytes()));
        assert_eq!(position(&strict), text.find(|character| character > '\u{FF}'));
    }
    assert!(latin1::is_latin1("\u{FF}") && !latin1::is_latin1("\u{100}"));
}

#[test]
fn latin1_to_utf8() {
    let all: Vec<u8> = (0..=0xFF).collect();
    for bytes in [&all[..], &all[..0x80], &all[0x7E..0x82], &all[0xA0..], b""] {
        let text: String = bytes.iter().map(|&byte| char::from(byte)).collect();
        assert_eq!(latin1::to_utf8(bytes), text);
        assert_eq!(latin1::utf8_len(bytes), text.len());
        let parts: Vec<_> = text.chars().map(|character| (1, encoded(character))).collect();
        check_into(bytes, &parts, None, latin1::to_utf8_into);
        let stop = latin1::to_utf8_into(bytes, &mut vec![0; 2 * bytes.len()]).stop;
        assert_eq!(stop, Stop::Done);
    }
}

#[test]
fn cesu8_from_utf8() {
    for bytes in utf8_texts() {
        let lossy = String::from_utf8_lossy(&bytes);
        let wanted = to_cesu8(&lossy);
        let strict = cesu8::from_utf8(&bytes);
        assert_eq!(strict, convert::strict_owned::<Utf8, Cesu8>(&bytes));
        assert_eq!(position(&strict), std_position(&bytes));
        assert_eq!(cesu8::from_utf8_lossy(&bytes), wanted);
        assert_eq!(cesu8::from_str(&lossy), wanted);
        assert_eq!(cesu8::len_from_utf8(&bytes), strict.as_ref().map(Vec::len).map_err(|e| *e));
        assert_eq!(cesu8::len_from_utf8_lossy(&bytes), wanted.len());
        assert_eq!(cesu8::len_from_str(&lossy), wanted.len());
        let parts = utf8_parts(&bytes, |character| to_cesu8(&character.to_string()));
        check_into(&bytes, &parts, strict.err(), cesu8::from_utf8_into);
        let stop = cesu8::from_utf8_into(&bytes, &mut vec![0; bytes.len() * 3 / 2]).stop;
        assert_ne!(stop, Stop::OutputFull);
    }
}

#[test]
fn cesu8_to_utf8() {
    for text in TEXTS {
        let bytes = to_cesu8(text);
        assert_eq!(cesu8::to_utf8(&bytes).as_deref(), Ok(text));
        let parts: Vec<_> =
            text.chars().map(|c| (to_cesu8(&c.to_string()).len(), encoded(c))).collect();
        check_into(&bytes, &parts, None, cesu8::to_utf8_into);
    }
    for bytes in cesu8_texts() {
        let strict = cesu8::to_utf8(&bytes);
        let lossy = convert::lossy_owned::<Cesu8, Utf8>(&bytes);
        assert_eq!(strict, convert::strict_owned::<Cesu8, Utf8>(&bytes));
        assert_eq!(cesu8::to_utf8_lossy(&bytes), lossy);
        assert_eq!(strict.is_err(), lossy.contains('\u{FFFD}'));
        assert_eq!(cesu8::utf8_len(&bytes), strict.as_ref().map(String::len).map_err(|e| *e));
        assert_eq!(cesu8::utf8_len_lossy(&bytes), lossy.len());
        assert_eq!(cesu8::validate(&bytes), strict.as_ref().map(drop).map_err(|e| *e));
        let (mut ours, mut generic) = (vec![0; bytes.len()], vec![0; bytes.len()]);
        let progress = cesu8::to_utf8_into(&bytes, &mut ours);
        assert_eq!(progress, convert::strict::<Cesu8, Utf8>(&bytes, &mut generic[..]));
        assert_eq!(ours[..progress.written], generic[..progress.written]);
        assert_eq!(progress.stop, strict.map_or_else(Stop::Malformed, |_| Stop::Done));
    }
}

#[test]
fn errors_as_those_of_std_io() {
    let error = utf8kit::from_utf8(b"ok\xFF").unwrap_err();
    let converted = io::Error::from(error);
    assert_eq!(converted.kind(), io::ErrorKind::InvalidData);
    assert_eq!(converted.to_string(), error.to_string());
    assert_eq!(converted.downcast::<Error>().unwrap(), error);

    let error = Summary::of(b"ok\xFF").first_error().unwrap();
    let converted = io::Error::from(error);
    assert_eq!(converted.kind(), io::ErrorKind::InvalidData);
    assert_eq!(converted.to_string(), error.to_string());
    assert_eq!(converted.downcast::<ErrorAt>().unwrap(), error);

    let error = utf8kit::string_from_utf8(b"ok\xFF".to_vec()).unwrap_err();
    let converted = io::Error::from(error.clone());
    assert_eq!(converted.kind(), io::ErrorKind::InvalidData);
    assert_eq!(converted.to_string(), error.to_string());
    assert_eq!(converted.downcast::<Error>().unwrap(), error.utf8_error());
}

/// What the compiler works out, against what the program does.
#[test]
fn constants() {
    const TEXT: &[u8] = b"a\xC3\xA9\xF0\x9F";
    const ENCODED: Result<Encoded, Error> = utf8kit::encode(0x1F600);
    const REFUSED: Result<Encoded, Error> = utf8kit::encode(0xD800);
    const FORM: &str = match &ENCODED {
        Ok(form) => form.as_str(),
        Err(_) => "",
    };
    const FIRST: Option<Result<char, Error>> = utf8kit::decode_first(TEXT);
    const LAST: Option<Result<char, Error>> = utf8kit::decode_last(TEXT);
    const FLOOR: usize = utf8kit::floor_char_boundary(TEXT, 2);
    const CEIL: usize = utf8kit::ceil_char_boundary(TEXT, 2);
    const TRUNCATED: &[u8] = utf8kit::truncate(TEXT, 4);
    const TRIMMED: &[u8] = utf8kit::trim_incomplete(TEXT);
    assert_eq!(FORM, "😀");
    assert_eq!(REFUSED, utf8kit::encode(0xD800));
    assert_eq!(FIRST, Some(Ok('a')));
    assert_eq!(LAST.unwrap().unwrap_err().position(), 3);
    assert_eq!((FLOOR, CEIL), (1, 3));
    assert_eq!((TRUNCATED, TRIMMED), ("aé".as_bytes(), "aé".as_bytes()));
    assert_eq!(utf8kit::floor_char_boundary(TEXT, 2), FLOOR);
    assert_eq!(utf8kit::ceil_char_boundary(TEXT, 2), CEIL);
}
