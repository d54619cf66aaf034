//! `Transcoder` against the conversions of the whole.

use std::fmt::Debug;

use utf8kit::convert::{
    self, Cesu8, Form, Latin1, ModifiedUtf8, Stop as Ended, To, Utf8, Utf16, Utf16Be, Utf16Le,
    Utf32, Utf32Be, Utf32Le, Wtf8,
};
use utf8kit::stream::{DecodeError, Stop, Transcoder};
use utf8kit::{BomError, BomPolicy, Encoding, Engine, Kind, Level};

use super::{cut, for_each_cut};
use crate::common::{
    ALPHABET, ERRORS, FILLERS, Random, does, for_each_string, in_parallel, levels,
};

/// An error: offset, length where the input does not end in it, kind.
type Seen = (u64, Option<usize>, Kind);

/// What the conversion of the whole says.
struct Whole<T: Form> {
    text: Vec<T::Unit>,
    /// With the length of the text before each. None in lossy text.
    errors: Vec<(usize, Seen)>,
}

impl<T: Form> Whole<T>
where
    T::Unit: Default,
{
    fn of<S: To<T>>(src: &[S::Unit], is_lossy: bool) -> Whole<T> {
        let mut text = vec![T::Unit::default(); 6 * src.len() + 8];
        let mut errors = Vec::new();
        if is_lossy {
            let progress = convert::lossy::<S, T>(src, &mut text[..]);
            text.truncate(progress.written);
            return Whole { text, errors };
        }
        let (mut at, mut written) = (0, 0);
        loop {
            let progress = convert::strict::<S, T>(&src[at..], &mut text[written..]);
            written += progress.written;
            let before = at as u64;
            at += progress.read;
            match progress.stop {
                Ended::Malformed(error) => {
                    let offset = before + error.position() as u64;
                    errors.push((written, (offset, error.error_len(), error.kind())));
                    at += error.subpart_len();
                }
                stop => {
                    assert_eq!(stop, Ended::Done);
                    text.truncate(written);
                    return Whole { text, errors };
                }
            }
        }
    }
}

/// How many elements the first character of `text` has.
fn first_len<T: Form>(text: &[T::Unit]) -> usize
where
    T::Unit: Into<u32>,
{
    let element = |at: usize| text.get(at).map_or(0, |&unit| unit.into());
    let unit16 = |low: usize, high: usize| element(low) | element(high) << 8;
    let pair = |unit: u32| if unit & 0xFC00 == 0xD800 { 2 } else { 1 };
    match T::ENCODING {
        Encoding::Utf16 => pair(element(0)),
        Encoding::Utf16Le => 2 * pair(unit16(0, 1)),
        Encoding::Utf16Be => 2 * pair(unit16(1, 0)),
        Encoding::Utf32Le | Encoding::Utf32Be => 4,
        Encoding::Utf32 | Encoding::Latin1 => 1,
        _ => match (element(0), element(1)) {
            (0..0x80, _) => 1,
            (0x80..0xE0, _) => 2,
            (0xED, 0xA0..0xB0) if T::ENCODING != Encoding::Wtf8 => 6,
            (0xE0..0xF0, _) => 3,
            _ => 4,
        },
    }
}

#[derive(Debug)]
struct Collected<U> {
    text: Vec<U>,
    errors: Vec<Seen>,
    boms: Vec<BomError>,
}

/// Memory with something behind it that has to stay as it is.
struct Guarded<U> {
    memory: Vec<U>,
    room: usize,
}

impl<U: Copy + PartialEq + From<u8>> Guarded<U> {
    const BEHIND: usize = 8;

    fn new(room: usize) -> Self {
        Guarded { memory: vec![U::from(0xA5); room + Self::BEHIND], room }
    }

    fn check(&self) {
        assert!(self.memory[self.room..].iter().all(|&unit| unit == U::from(0xA5)), "overrun");
    }
}

impl<U> Collected<U> {
    fn nothing() -> Self {
        Collected { text: Vec::new(), errors: Vec::new(), boms: Vec::new() }
    }
}

/// What comes of a piece, or of the end, through the first buffer, and the second one where not
/// even one character fits. It has to be full, where it is said to be, for what comes next in the
/// `whole`, if that is known.
fn take<S: To<T>, T: Form>(
    collected: &mut Collected<T::Unit>,
    transcoder: &mut Transcoder<S, T>,
    piece: Option<&[S::Unit]>,
    buffers: &mut [Guarded<T::Unit>; 2],
    whole: Option<&Whole<T>>,
) where
    T::Unit: Copy + PartialEq + From<u8> + Into<u32>,
{
    let mut rest = piece.unwrap_or_default();
    let mut which = 0;
    loop {
        let Guarded { memory, room } = &mut buffers[which];
        let dst = &mut memory[..*room];
        let progress = match piece {
            Some(_) => transcoder.push(rest, dst),
            None => transcoder.finish(dst),
        };
        collected.text.extend_from_slice(&dst[..progress.written]);
        rest = &rest[progress.read..];
        match progress.stop {
            Stop::Done => break,
            Stop::OutputFull => {
                if let Some(whole) = whole {
                    let so_far = collected.text.len();
                    let needed = first_len::<T>(&whole.text[so_far..]);
                    assert!(dst.len() - progress.written < needed, "there was room");
                    let next = whole.errors.get(collected.errors.len());
                    assert!(next.is_none_or(|error| error.0 > so_far), "an error needs no room");
                }
                which = usize::from(progress.written == 0);
            }
            Stop::Malformed(DecodeError::Malformed(error)) => {
                collected.errors.push((error.offset(), error.error_len(), error.kind()));
            }
            Stop::Malformed(DecodeError::Bom(error)) => collected.boms.push(error),
            stop => panic!("{stop:?}"),
        }
    }
    assert!(rest.is_empty(), "all of a piece is taken");
    buffers.iter().for_each(Guarded::check);
}

/// The text and the errors of the pieces, through a buffer of `room` elements.
fn transcode<S: To<T>, T: Form>(
    level: Engine,
    transcoder: &mut Transcoder<S, T>,
    pieces: &[&[S::Unit]],
    room: usize,
    whole: Option<&Whole<T>>,
) -> Collected<T::Unit>
where
    T::Unit: Copy + PartialEq + From<u8> + Into<u32>,
{
    *transcoder = transcoder.clone().with_engine(level);
    let mut collected = Collected::nothing();
    let mut buffers = [Guarded::new(room), Guarded::new(room + 8)];
    for piece in pieces.iter().map(|piece| Some(*piece)).chain([None]) {
        take(&mut collected, transcoder, piece, &mut buffers, whole);
    }
    collected
}

/// A text of `S`, and what it is in `T`.
struct Text<'a, S: Form, T: Form> {
    src: &'a [S::Unit],
    /// Strictly, and lossy.
    wholes: [Whole<T>; 2],
}

impl<'a, S: To<T>, T: Form> Text<'a, S, T>
where
    T::Unit: Copy + Debug + Default + PartialEq + From<u8> + Into<u32>,
    S::Unit: Debug,
{
    fn new(src: &'a [S::Unit]) -> Self {
        Text { src, wholes: [false, true].map(|is_lossy| Whole::of::<S>(src, is_lossy)) }
    }

    /// That it is the same in these pieces, which are all of it.
    fn check(&self, level: Engine, pieces: &[&[S::Unit]], room: usize) {
        for (is_lossy, whole) in [false, true].into_iter().zip(&self.wholes) {
            let mut transcoder =
                if is_lossy { Transcoder::<S, T>::lossy() } else { Transcoder::strict() };
            let found = transcode(level, &mut transcoder, pieces, room, Some(whole));
            let is_same = found.text == whole.text
                && found.errors.iter().eq(whole.errors.iter().map(|(_, error)| error));
            assert!(
                is_same,
                "{:?} to {:?} at {level}, {pieces:02X?} of {:02X?}, room for {room}: {found:02X?}",
                S::ENCODING,
                T::ENCODING,
                self.src,
            );
        }
    }
}

/// Every sequence of up to three of `tokens`, cut into two and into three and into single elements,
/// with empty pieces, each in every room; and the levels in turn.
fn all_cuts<S: To<T>, T: Form>(tokens: &[&[S::Unit]])
where
    T::Unit: Copy + Debug + Default + PartialEq + From<u8> + Into<u32>,
    S::Unit: Debug,
{
    let indices: Vec<u8> = (0..tokens.len() as u8).collect();
    let mut levels = levels().collect::<Vec<_>>().into_iter().cycle();
    for_each_string(&indices, 3, &mut |sequence| {
        let src: Vec<S::Unit> =
            sequence.iter().flat_map(|&token| tokens[usize::from(token)]).copied().collect();
        let text = Text::<S, T>::new(&src);
        let mut check = |pieces: &[&[S::Unit]]| {
            for (room, level) in (0..=8).zip(&mut levels) {
                text.check(level, pieces, room);
            }
        };
        for first in 0..=src.len() {
            for second in first..=src.len().min(first + 3) {
                check(&[&src[..first], &src[first..second], &src[second..]]);
            }
        }
        let single: Vec<&[S::Unit]> = src.chunks(1).collect();
        check(&single);
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
    // Each pair takes the compiler seconds; what the others have in common with these is not
    // repeated.
    all_cuts::<Utf8, Utf8>(&UTF_8);
    all_cuts::<Utf8, Utf16>(&UTF_8);
    all_cuts::<Utf8, Latin1>(&UTF_8);
    all_cuts::<Utf8, Cesu8>(&UTF_8);
    all_cuts::<Utf8, Utf32Le>(&UTF_8);
    all_cuts::<Cesu8, Utf8>(&SURROGATES);
    all_cuts::<ModifiedUtf8, Utf16>(&[b"\0", b"\xC0", b"\x80", b"a", b"\xF4", b"\xED\xA0\x80"]);
    all_cuts::<Wtf8, Utf8>(&SURROGATES);
    all_cuts::<Wtf8, Utf16>(&SURROGATES);
    all_cuts::<Latin1, Utf8>(&[b"a", b"\xE9"]);
    all_cuts::<Utf16Le, Utf8>(&[b"a\0", b"\xAC\x20", b"\x3D\xD8", b"\x00\xDE", b"\xD8", b"\0"]);
    all_cuts::<Utf16Be, Utf8>(&[b"\0a", b"\x20\xAC", b"\xD8\x3D", b"\xDE\x00", b"\xD8", b"\0"]);
    all_cuts::<Utf16, Utf8>(&[&[0x61], &[0x20AC], &[0xD83D], &[0xDE00], &[0xDBFF]]);
    all_cuts::<Utf16, Wtf8>(&[&[0x61], &[0x20AC], &[0xD83D], &[0xDE00], &[0xDBFF]]);
    all_cuts::<Utf32Be, Utf8>(&[b"\0\0\0a", b"\0\x01\xF6\0", b"\0\x11\0\0", b"\0"]);
    all_cuts::<Utf32Le, ModifiedUtf8>(&[b"a\0\0\0", b"\0\xF6\x01\0", b"\0\xD8\0\0", b"\0"]);
    all_cuts::<Utf32, Utf16>(&[&[0x61], &[0x1_F600], &[0xD800], &[0x11_0000]]);
}

/// Every string, every cut, with and without empty pieces; rooms and levels in turn.
fn all_strings<S: To<T> + Form<Unit = u8>, T: Form>(alphabet: &[u8])
where
    T::Unit: Copy + Debug + Default + PartialEq + From<u8> + Into<u32>,
{
    let tasks: Vec<u8> = alphabet.to_vec();
    in_parallel(&tasks, |&first| {
        let mut levels = levels().collect::<Vec<_>>().into_iter().cycle();
        let mut turn = 0;
        for_each_string(alphabet, 3, &mut |rest| {
            let src = [&[first], rest].concat();
            let text = Text::<S, T>::new(&src);
            for_each_cut(&src, &mut |pieces| {
                turn += 1;
                for (room, level) in (turn % 6..=8).step_by(6).zip(&mut levels) {
                    text.check(level, pieces, room);
                }
            });
        });
    });
}

#[test]
fn all_strings_of_four_bytes_in_little_room() {
    all_strings::<Utf8, Utf8>(&ALPHABET);
    all_strings::<Cesu8, Utf8>(&ALPHABET);
    all_strings::<Wtf8, Utf8>(&ALPHABET);
    all_strings::<Utf16Le, Utf8>(&[0x00, 0x7F, 0x80, 0xD7, 0xD8, 0xDB, 0xDC, 0xDF, 0xE0]);
}

fn random_texts<S: To<T>, T: Form>(random: &mut Random, tokens: &[&[S::Unit]])
where
    T::Unit: Copy + Debug + Default + PartialEq + From<u8> + Into<u32>,
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
            let room = random.one_of(&[1, 8, 64, 5000]);
            Text::<S, T>::new(&src).check(level, &pieces, room);
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
    random_texts::<Utf16Be, Utf32Be>(&mut random, &[b"\0a", b"\x20\xAC", b"\xD8\x3D", b"\xDE\0"]);
    random_texts::<Utf32Le, Utf16Be>(&mut random, &[b"a\0\0\0", b"\0\xF6\x01\0", b"\0\xD8\0\0"]);
    random_texts::<Utf32, Utf8>(
        &mut random,
        &[&[0x61], &[0xE9], &[0x20AC], &[0x1_F600], &[0xD800]],
    );
}

/// Each error at each place, around the borders of blocks; the text is cut near it.
#[test]
fn errors_at_every_place() {
    let mut random = Random::new(7);
    let places: Vec<usize> = (0..140).collect();
    let seeds: Vec<u64> = places.iter().map(|_| random.next()).collect();
    in_parallel(&places, |&at| {
        let mut random = Random::new(seeds[at]);
        for filler in FILLERS {
            for error in ERRORS {
                let mut src = filler.at_least(at);
                src.extend_from_slice(error);
                src.extend(filler.at_least(140));
                let (to_bytes, to_units) =
                    (Text::<Utf8, Utf8>::new(&src), Text::<Utf8, Utf16>::new(&src));
                for (case, level) in levels().enumerate() {
                    if !does(level, at + case, 10) {
                        continue;
                    }
                    let (first, second) = src.split_at(at + random.below(5));
                    let room = random.one_of(&[8, 64, 5000]);
                    to_bytes.check(level, &[first, second], room);
                    to_units.check(level, &[&src[..1], &src[1..]], room);
                }
            }
        }
    });
}

/// What is certain about a text that goes on, whatever comes: what has been written, and the
/// errors.
///
/// `tails` are ways to go on; that it ends is one, too.
fn certain<S: To<Utf8> + Form<Unit = u8>>(start: &[u8], tails: &[Vec<u8>]) -> (Vec<u8>, Vec<Seen>) {
    let mut certain = None;
    for tail in tails {
        let whole = Whole::<Utf8>::of::<S>(&[start, tail].concat(), false);
        let errors = whole.errors.into_iter().map(|(_, error)| error);
        let Some((text, so_far)) = &mut certain else {
            certain = Some((whole.text, errors.collect::<Vec<_>>()));
            continue;
        };
        let same = text.iter().zip(&whole.text).take_while(|(a, b)| a == b).count();
        text.truncate(same);
        let same = so_far.iter().zip(errors).take_while(|(a, b)| *a == b).count();
        so_far.truncate(same);
    }
    let (mut text, errors) = certain.unwrap_or_default();
    // Characters that only begin alike are not certain.
    text.truncate(utf8kit::trim_incomplete(&text).len());
    (text, errors)
}

/// What is certain has been told: of an error, what it is and how long. In UTF-8 that is with the
/// byte that makes it one.
fn nothing_comes_late<S: To<Utf8> + Form<Unit = u8>>(alphabet: &[u8], tails_of: &[u8]) {
    let mut tails = Vec::new();
    for_each_string(tails_of, 4, &mut |tail| tails.push(tail.to_vec()));
    for_each_string(alphabet, 4, &mut |start| {
        let expected = certain::<S>(start, &tails);
        for pieces in [vec![start], start.chunks(1).collect()] {
            for level in [Engine::at(Level::Scalar), Engine::best()] {
                let mut transcoder = Transcoder::<S, Utf8>::strict().with_engine(level);
                let mut found = Collected::nothing();
                let mut buffers = [Guarded::new(32), Guarded::new(32)];
                for piece in &pieces {
                    take(&mut found, &mut transcoder, Some(piece), &mut buffers, None);
                }
                let context = format!("{:?}, {pieces:02X?} at {level}", S::ENCODING);
                assert_eq!((found.text, found.errors), expected, "{context}");
            }
        }
    });
}

#[test]
fn errors_do_not_come_late() {
    nothing_comes_late::<Utf8>(&ALPHABET, &[0x41, 0x80]);
    nothing_comes_late::<Utf16Le>(&[0x41, 0xD8, 0xDC], &[0x41, 0xD8, 0xDC]);
    nothing_comes_late::<Utf16Be>(&[0x41, 0xD8, 0xDC], &[0x41, 0xD8, 0xDC]);
    nothing_comes_late::<Utf32Le>(&[0x00, 0x41, 0xD8], &[0x00, 0x41, 0xD8]);
    nothing_comes_late::<Utf32Be>(&[0x00, 0x41, 0xD8], &[0x00, 0x41, 0xD8]);
    nothing_comes_late::<Cesu8>(
        &[0x41, 0x80, 0xA0, 0xB0, 0xE2, 0xED, 0xF0],
        &[0x41, 0x80, 0xB0, 0xED],
    );
    nothing_comes_late::<Wtf8>(&[0x41, 0x80, 0xA0, 0xB0, 0xED, 0xF0], &[0x41, 0x80, 0xB0, 0xED]);
    nothing_comes_late::<ModifiedUtf8>(
        &[0x41, 0x80, 0xA0, 0xC0, 0xED, 0xF0],
        &[0x41, 0x80, 0xB0, 0xED],
    );
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
                        let single = src.chunks(1).collect();
                        for (pieces, room) in [(vec![first, b"", second], 8), (single, at)] {
                            let found =
                                transcode(Engine::best(), &mut transcoder, &pieces, room, None);
                            assert_eq!(found.text, text.as_bytes(), "{policy:?} {pieces:02X?}");
                            assert_eq!(
                                found.boms,
                                Vec::from_iter(error),
                                "{policy:?} {pieces:02X?}"
                            );
                        }
                    }
                }
            }
        }
    }
    check::<Utf8>(b"\xEF\xBB\xBF", b"a");
    check::<Wtf8>(b"\xEF\xBB\xBF", b"a");
    check::<Cesu8>(b"\xEF\xBB\xBF", b"a");
    check::<ModifiedUtf8>(b"\xEF\xBB\xBF", b"a");
    check::<Utf16Le>(b"\xFF\xFE", b"a\0");
    check::<Utf16Be>(b"\xFE\xFF", b"\0a");
    check::<Utf32Le>(b"\xFF\xFE\0\0", b"a\0\0\0");
    check::<Utf32Be>(b"\0\0\xFE\xFF", b"\0\0\0a");
    check::<Latin1>(b"", b"a");
}

/// Another text, under the same policy and in the same mode.
#[test]
fn reset_forgets_the_text_alone() {
    let mut transcoder = Transcoder::<Utf8, Utf8>::lossy().with_bom(BomPolicy::Strip);
    for start in [&b""[..], b"\xEF\xBB", b"\xEF\xBB\xBFab", b"ab\xF0\x9F", b"\xFF"] {
        transcoder.push(start, &mut [0; 16]);
        transcoder.reset();
        let found =
            transcode(Engine::at(Level::Scalar), &mut transcoder, &[b"\xEF\xBB\xBFa\xFF"], 8, None);
        assert_eq!((found.text, found.errors), ("a\u{FFFD}".into(), Vec::new()));
    }
    let mut transcoder = Transcoder::<Utf16Le, Utf8>::strict().with_bom(BomPolicy::Require);
    for start in [&b""[..], b"\xFF", b"\xFF\xFEa\0\x3D\xD8", b"b"] {
        transcoder.push(start, &mut [0; 16]);
        transcoder.reset();
        let found =
            transcode(Engine::at(Level::Scalar), &mut transcoder, &[b"\xFF\xFE\0\xDC"], 8, None);
        let errors = [(2, Some(2), Kind::UnpairedSurrogate)];
        assert_eq!((&found.errors[..], &found.boms[..]), (&errors[..], &[][..]));
        let found = transcode(Engine::at(Level::Scalar), &mut transcoder, &[b"a\0"], 8, None);
        assert_eq!(found.boms, [BomError::Missing]);
    }
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
    let Stop::Malformed(error) = progress.stop else { panic!("{progress:?}") };
    assert_eq!(error.to_string(), "unrepresentable in the target (at byte 2 of UTF-16)");
    let mut transcoder = Transcoder::<Utf16, Utf8>::strict();
    let progress = transcoder.push(&[0x61, 0xDE00], &mut [0; 8]);
    let Stop::Malformed(error) = progress.stop else { panic!("{progress:?}") };
    assert_eq!(error.to_string(), "malformed UTF-16 at unit 1: unpaired-surrogate");
}
