//! `Transcoder` against the conversions of the whole.

use std::fmt::Debug;

use utf8kit::convert::{
    self, Cesu8, Form, Latin1, ModifiedUtf8, Stop as Ended, To, Utf8, Utf16, Utf16Be, Utf16Le,
    Utf32, Utf32Be, Utf32Le, Wtf8,
};
use utf8kit::stream::{DecodeError, Stop, Transcoder};
use utf8kit::{BomError, BomPolicy, Kind, Level, at_level};

use super::cut;
use crate::common::{ALPHABET, Random, for_each_string, levels};

/// An error: offset, length where the input does not end in it, kind.
type Seen = (u64, Option<u8>, Kind);

/// The text and the errors of the whole, which in lossy text are none.
fn expected<S: To<T>, T: Form>(src: &[S::Unit], is_lossy: bool) -> (Vec<T::Unit>, Vec<Seen>)
where
    T::Unit: Default,
{
    let mut dst = vec![T::Unit::default(); 6 * src.len() + 8];
    if is_lossy {
        let progress = convert::lossy::<S, T>(src, &mut dst[..]);
        dst.truncate(progress.written);
        return (dst, Vec::new());
    }
    let (mut at, mut written, mut errors) = (0, 0, Vec::new());
    loop {
        let progress = convert::strict::<S, T>(&src[at..], &mut dst[written..]);
        written += progress.written;
        let before = at as u64;
        at += progress.read;
        match progress.stop {
            Ended::Malformed(error) => {
                errors.push((before + error.position() as u64, error.error_len(), error.kind()));
                at += error.subpart_len();
            }
            stop => {
                assert_eq!(stop, Ended::Done);
                dst.truncate(written);
                return (dst, errors);
            }
        }
    }
}

#[derive(Debug)]
struct Collected<U> {
    text: Vec<U>,
    errors: Vec<Seen>,
    boms: Vec<BomError>,
}

/// The text and the errors of the pieces, through a buffer of `room` elements.
fn transcode<S: To<T>, T: Form>(
    level: Level,
    transcoder: &mut Transcoder<S, T>,
    pieces: &[&[S::Unit]],
    room: usize,
) -> Collected<T::Unit>
where
    T::Unit: Default,
{
    let mut collected = Collected { text: Vec::new(), errors: Vec::new(), boms: Vec::new() };
    let mut small = vec![T::Unit::default(); room];
    // Where not even one character fits.
    let mut large = vec![T::Unit::default(); room + 8];
    for piece in pieces.iter().map(Some).chain([None]) {
        let mut rest = piece.map_or(&[][..], |piece| *piece);
        let mut dst = &mut small[..];
        loop {
            let progress = match piece {
                Some(_) => at_level::stream::transcode(level, transcoder, rest, dst),
                None => transcoder.finish(dst),
            };
            collected.text.extend_from_slice(&dst[..progress.written]);
            rest = &rest[progress.read..];
            match progress.stop {
                Stop::Done => break,
                Stop::OutputFull => {
                    assert!(dst.len() - progress.written < 6, "there was room");
                    dst = if progress.written == 0 { &mut large[..] } else { &mut small[..] };
                }
                Stop::Error(DecodeError::Malformed(error)) => {
                    collected.errors.push((error.offset(), error.error_len(), error.kind()));
                }
                Stop::Error(DecodeError::Bom(error)) => collected.boms.push(error),
                stop => panic!("{stop:?}"),
            }
        }
        assert!(rest.is_empty(), "all of a piece is taken");
    }
    collected
}

fn check<S: To<T>, T: Form>(level: Level, src: &[S::Unit], pieces: &[&[S::Unit]], room: usize)
where
    T::Unit: Default + PartialEq + Debug,
    S::Unit: Debug,
{
    for is_lossy in [false, true] {
        let mut transcoder =
            if is_lossy { Transcoder::<S, T>::lossy() } else { Transcoder::strict() };
        let found = transcode(level, &mut transcoder, pieces, room);
        let expected = expected::<S, T>(src, is_lossy);
        assert_eq!(
            (found.text, found.errors),
            expected,
            "{:?} to {:?}, {pieces:02X?}, room for {room}",
            S::ENCODING,
            T::ENCODING,
        );
    }
}

/// Every sequence of up to three of `tokens`, cut into two and into three and into single elements, with
/// empty pieces, and all rooms in turn.
fn all_cuts<S: To<T>, T: Form>(tokens: &[&[S::Unit]])
where
    T::Unit: Default + PartialEq + Debug,
    S::Unit: Debug,
{
    let indices: Vec<u8> = (0..tokens.len() as u8).collect();
    let mut turn = 0;
    for_each_string(&indices, 3, &mut |sequence| {
        let src: Vec<S::Unit> =
            sequence.iter().flat_map(|&token| tokens[usize::from(token)]).copied().collect();
        for first in 0..=src.len() {
            for second in first..=src.len().min(first + 3) {
                turn += 1;
                let pieces = [&src[..first], &src[first..second], &src[second..]];
                check::<S, T>(Level::Scalar, &src, &pieces, turn % 9);
            }
        }
        let single: Vec<&[S::Unit]> = src.chunks(1).collect();
        check::<S, T>(Level::Scalar, &src, &single, turn % 9);
    });
}

const UTF_8: [&[u8]; 8] = [
    b"a",
    b"\xC3\xA9",
    b"\xE2\x82\xAC",
    b"\xF0\x9F\x98\x80",
    b"\xE2\x82",
    b"\xF0",
    b"\x80",
    b"\xFF",
];
/// ASCII, NUL, both halves of a pair, parts of those, and what is wrong.
const SURROGATES: [&[u8]; 10] = [
    b"a",
    b"\xC3\xA9",
    b"\xED\xA0\xBD",
    b"\xED\xB8\x80",
    b"\xED",
    b"\xED\xA0",
    b"\xED\xB8",
    b"\xF0\x9F\x98\x80",
    b"\xE2\x82\xAC",
    b"\xC0\x80",
];

#[test]
fn every_source_at_every_cut() {
    // Each pair takes the compiler seconds; what the others have in common with these is not repeated.
    all_cuts::<Utf8, Utf8>(&UTF_8);
    all_cuts::<Utf8, Utf16>(&UTF_8);
    all_cuts::<Utf8, Latin1>(&UTF_8);
    all_cuts::<Utf8, Cesu8>(&UTF_8);
    all_cuts::<Cesu8, Utf8>(&SURROGATES);
    all_cuts::<ModifiedUtf8, Utf16>(&[b"\0", b"\xC0", b"\x80", b"a", b"\xF4", b"\xED\xA0\x80"]);
    all_cuts::<Wtf8, Utf8>(&SURROGATES);
    all_cuts::<Wtf8, Utf16>(&SURROGATES);
    all_cuts::<Latin1, Utf8>(&[b"a", b"\xE9"]);
    all_cuts::<Utf16Le, Utf8>(&[b"a\0", b"\xAC\x20", b"\x3D\xD8", b"\x00\xDE", b"\xD8", b"\0"]);
    all_cuts::<Utf16Be, Utf8>(&[b"\0a", b"\x20\xAC", b"\xD8\x3D", b"\xDE\x00", b"\xD8", b"\0"]);
    all_cuts::<Utf16, Utf8>(&[&[0x61], &[0x20AC], &[0xD83D], &[0xDE00], &[0xDBFF]]);
    all_cuts::<Utf32Be, Utf8>(&[b"\0\0\0a", b"\0\x01\xF6\0", b"\0\x11\0\0", b"\0"]);
    all_cuts::<Utf32, Utf16>(&[&[0x61], &[0x1_F600], &[0xD800], &[0x11_0000]]);
}

#[test]
fn all_strings_of_four_bytes_in_every_room() {
    let mut turn = 0;
    for_each_string(&ALPHABET, 4, &mut |src| {
        let single: Vec<&[u8]> = src.chunks(1).collect();
        turn += 1;
        check::<Utf8, Utf8>(Level::Scalar, src, &single, turn % 9);
        check::<Cesu8, Utf8>(Level::Scalar, src, &[src], turn % 9);
        check::<Wtf8, Utf8>(Level::Scalar, src, &single, turn % 9);
        check::<Utf16Le, Utf8>(Level::Scalar, src, &single, turn % 9);
    });
}

fn random_texts<S: To<T>, T: Form>(random: &mut Random, tokens: &[&[S::Unit]])
where
    T::Unit: Default + PartialEq + Debug,
    S::Unit: Debug,
{
    for level in levels() {
        for _ in 0..25 {
            let mut src = Vec::new();
            for _ in 0..random.below(60) {
                let token = random.one_of(tokens);
                for _ in 0..1 + random.below(40) * random.below(2) {
                    src.extend_from_slice(token);
                }
            }
            let most = random.one_of(&[1, 7, 90, 3000]);
            let pieces = cut(&src, most, random);
            check::<S, T>(level, &src, &pieces, random.one_of(&[8, 64, 5000]));
        }
    }
}

#[test]
fn random_texts_at_every_level() {
    let mut random = Random::new(4);
    random_texts::<Utf8, Utf8>(&mut random, &UTF_8);
    random_texts::<Utf8, Utf16>(&mut random, &UTF_8);
    random_texts::<Cesu8, Utf8>(&mut random, &SURROGATES);
    random_texts::<ModifiedUtf8, Utf16>(&mut random, &SURROGATES);
    random_texts::<Wtf8, Utf8>(&mut random, &SURROGATES);
    random_texts::<Latin1, Utf8>(&mut random, &[b"a", b"\xE9"]);
    random_texts::<Utf16Le, Utf8>(&mut random, &[b"a\0", b"\xAC\x20", b"\x3D\xD8", b"\0\xDE"]);
    random_texts::<Utf16, Utf8>(&mut random, &[&[0x61], &[0x20AC], &[0xD83D, 0xDE00], &[0xD83D]]);
    random_texts::<Utf32Be, Utf8>(&mut random, &[b"\0\0\0a", b"\0\x01\xF6\0", b"\0\0\xD8\0"]);
}

#[test]
fn byte_order_marks() {
    fn check<S: To<Utf8> + Form<Unit = u8>>(mark: &[u8], letter: &[u8]) {
        for policy in [BomPolicy::Keep, BomPolicy::Strip, BomPolicy::Require, BomPolicy::Reject] {
            let mut transcoder = Transcoder::<S, Utf8>::lossy().with_bom(policy);
            for marks in 0..3 {
                for letters in 0..2 {
                    let src = [mark.repeat(marks), letter.repeat(letters)].concat();
                    let has_mark = marks > 0 && !mark.is_empty();
                    let kept =
                        if has_mark { marks - usize::from(policy == BomPolicy::Strip) } else { 0 };
                    let text = "\u{FEFF}".repeat(kept) + &"a".repeat(letters);
                    let error = match policy {
                        BomPolicy::Require if !has_mark => Some(BomError::Missing),
                        BomPolicy::Reject if has_mark => Some(BomError::Forbidden),
                        _ => None,
                    };
                    for at in 0..=src.len() {
                        let (first, second) = src.split_at(at);
                        let pieces = [first, b"", second];
                        let found = transcode(Level::Scalar, &mut transcoder, &pieces, 8);
                        assert_eq!(found.text, text.as_bytes(), "{policy:?} {pieces:02X?}");
                        assert_eq!(found.boms, Vec::from_iter(error), "{policy:?} {pieces:02X?}");
                    }
                }
            }
        }
    }
    check::<Utf8>(b"\xEF\xBB\xBF", b"a");
    check::<Wtf8>(b"\xEF\xBB\xBF", b"a");
    check::<Utf16Le>(b"\xFF\xFE", b"a\0");
    check::<Utf16Be>(b"\xFE\xFF", b"\0a");
    check::<Utf32Le>(b"\xFF\xFE\0\0", b"a\0\0\0");
    check::<Utf32Be>(b"\0\0\xFE\xFF", b"\0\0\0a");
    check::<Latin1>(b"", b"a");
}

/// The start of a mark that was held back under one policy is as good as any under the next.
#[test]
fn another_policy_while_a_mark_is_incomplete() {
    for (policy, text) in [(BomPolicy::Keep, "\u{FEFF}a"), (BomPolicy::Strip, "a")] {
        for at in 1..3 {
            let (first, second) = b"\xEF\xBB\xBFa".split_at(at);
            let mut transcoder = Transcoder::<Utf8, Utf8>::lossy().with_bom(BomPolicy::Strip);
            assert_eq!(transcoder.push(first, &mut [0; 8]).written, 0);
            let mut transcoder = transcoder.with_bom(policy);
            let mut dst = [0; 8];
            let progress = transcoder.push(second, &mut dst);
            assert_eq!((progress.stop, &dst[..progress.written]), (Stop::Done, text.as_bytes()));
        }
    }
}

#[test]
fn messages_name_the_source() {
    let mut transcoder = Transcoder::<Utf16Le, Latin1>::strict();
    let progress = transcoder.push(b"a\0\xAC\x20", &mut [0; 8]);
    let Stop::Error(error) = progress.stop else { panic!("{progress:?}") };
    assert_eq!(error.to_string(), "unrepresentable in the target (at byte 2 of UTF-16)");
    let mut transcoder = Transcoder::<Utf16, Utf8>::strict();
    let progress = transcoder.push(&[0x61, 0xDE00], &mut [0; 8]);
    let Stop::Error(error) = progress.stop else { panic!("{progress:?}") };
    assert_eq!(error.to_string(), "malformed UTF-16 at unit 1: unpaired-surrogate");
}
