//! Pairs of UTF-16 code units, to UTF-8, against std.
//!
//! By default all pairs of which one unit is one of a few. All 2^32 are
//!
//! ```text
//! cargo test --release -p utf8kit --test convert -- --ignored --nocapture all_pairs
//! ```
//!
//! which takes some minutes a level, and which these restrict: `UTF8KIT_LEVEL=avx2`,
//! `UTF8KIT_SHARD=0/8`.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Instant;

use utf8kit::convert::{Progress, Stop, To, Utf8, Utf16Be, Utf16Le};
use utf8kit::{Engine, Kind};

use crate::common::{does, in_parallel, levels, shard};

/// What stands behind each pair: text of some class, which ends what the pair has begun. With it
/// there are three units to a pair, so that pairs stand at all lanes.
const BETWEEN: [u16; 3] = [0x0041, 0x0416, 0x65E5];

/// Memory for a text in both byte orders and in UTF-8.
#[derive(Default)]
struct Bench {
    units: Vec<u16>,
    little: Vec<u8>,
    big: Vec<u8>,
    expected: Vec<u8>,
    target: Vec<u8>,
}

impl Bench {
    fn check(&mut self, level: Engine, pairs: impl Iterator<Item = (u16, u16)>, between: u16) {
        self.units.clear();
        self.units.extend(pairs.flat_map(|(first, second)| [first, second, between]));
        self.little.clear();
        self.little.extend(self.units.iter().flat_map(|unit| unit.to_le_bytes()));
        self.big.clear();
        self.big.extend(self.units.iter().flat_map(|unit| unit.to_be_bytes()));
        self.expected.clear();
        for decoded in char::decode_utf16(self.units.iter().copied()) {
            let character = decoded.unwrap_or(char::REPLACEMENT_CHARACTER);
            self.expected.extend_from_slice(character.encode_utf8(&mut [0; 4]).as_bytes());
        }
        self.target.clear();
        self.target.resize(self.expected.len() + 200, 0);
        lossy::<Utf16Le>(level, &self.little, &mut self.target, &self.expected);
        strict::<Utf16Le>(level, &self.little, &mut self.target, &self.expected);
        lossy::<Utf16Be>(level, &self.big, &mut self.target, &self.expected);
        strict::<Utf16Be>(level, &self.big, &mut self.target, &self.expected);
    }
}

#[track_caller]
fn assert_same(level: Engine, written: &[u8], expected: &[u8]) {
    if written != expected {
        let at = written.iter().zip(expected).take_while(|(a, b)| a == b).count();
        let near = |bytes: &[u8]| {
            let end = bytes.len().min(at + 8);
            bytes[at.saturating_sub(8).min(end)..end].to_vec()
        };
        panic!("{level}: {:02X?}, not {:02X?}, at {at}", near(written), near(expected));
    }
}

fn lossy<S: To<Utf8, Unit = u8>>(level: Engine, source: &[u8], target: &mut [u8], expected: &[u8]) {
    let Progress { read, written, stop, .. } = level.lossy::<S, Utf8>(source, target);
    assert_same(level, &target[..written], expected);
    assert_eq!((read, stop), (source.len(), Stop::Done), "{level}");
}

/// From error to error: each is replaced by hand.
fn strict<S: To<Utf8, Unit = u8>>(
    level: Engine,
    source: &[u8],
    target: &mut [u8],
    expected: &[u8],
) {
    let (mut at, mut len) = (0, 0);
    loop {
        let (rest, room) = (&source[at..], &mut target[len..]);
        let Progress { read, written, stop, .. } = level.strict::<S, Utf8>(rest, room);
        at += read;
        len += written;
        match stop {
            Stop::Done => break,
            Stop::Malformed(error) => {
                let found = (error.position(), error.error_len(), error.kind());
                assert_eq!(found, (read, Some(2), Kind::UnpairedSurrogate), "{level}");
                at += 2;
                target[len..][..3].copy_from_slice("\u{FFFD}".as_bytes());
                len += 3;
            }
            other => panic!("{level}: {other:?} at {at}"),
        }
    }
    assert_same(level, &target[..len], expected);
    assert_eq!(at, source.len(), "{level}");
}

/// Of each sort, and at each border.
const SOME: [u16; 18] = [
    0x0000, 0x0041, 0x007F, 0x0080, 0x00E9, 0x07FF, 0x0800, 0x65E5, 0xD7FF, 0xD800, 0xD83D, 0xDBFF,
    0xDC00, 0xDE00, 0xDFFF, 0xE000, 0xFFFD, 0xFFFF,
];

#[test]
fn pairs_of_which_one_is_one_of_some() {
    let mut bench = Bench::default();
    for level in levels() {
        for (turn, some) in SOME.into_iter().enumerate() {
            let all = || (0..=u16::MAX).filter(|unit| does(level, usize::from(*unit) + turn, 211));
            bench.check(level, all().map(|unit| (some, unit)), BETWEEN[turn % 3]);
            bench.check(level, all().map(|unit| (unit, some)), BETWEEN[(turn + 1) % 3]);
        }
    }
}

#[test]
#[ignore = "minutes a level, hours for the emulation: see the head of the file"]
fn exhaustive_all_pairs() {
    let (shard, shards) = shard();
    let firsts: Vec<u16> =
        (0..=u16::MAX).filter(|unit| usize::from(*unit) % shards == shard).collect();
    for level in levels() {
        let (start, done) = (Instant::now(), AtomicUsize::new(0));
        in_parallel(&firsts, |&first| {
            let mut bench = Bench::default();
            let between = BETWEEN[usize::from(first) % 3];
            bench.check(level, (0..=u16::MAX).map(|second| (first, second)), between);
            let done = done.fetch_add(1, Ordering::Relaxed) + 1;
            if done % 256 == 0 {
                eprint!("\r{level}: {done} of {} ", firsts.len());
            }
        });
        eprintln!("in {:.0?}", start.elapsed());
    }
}
