//! Every level against std on windows of four bytes inside text of every class.
//!
//! Well-formedness looks back three bytes, so that all windows of four bytes say nearly everything,
//! provided that every loop of a kernel sees them: so there is enough text of a class before the
//! window for the loop of that class to be entered, and the window moves over every lane and border
//! of a group.
//!
//! By default: windows over the byte classes of table 3-7, at every place, between text of any two
//! classes; and a slice of all 2^32 windows. The whole is
//!
//! ```text
//! cargo test --release -p utf8kit --test windows -- --ignored --nocapture
//! ```
//!
//! which takes some minutes a level and filler, and which these restrict: `UTF8KIT_LEVEL=avx2`,
//! `UTF8KIT_FILLER=3-byte` (a name of `common::FILLERS`), `UTF8KIT_SHARD=0/8`. `UTF8KIT_SHIFT=n`
//! moves every window on by `n` places.

mod common;

use std::env;
use std::ops::{Deref, DerefMut, Range};
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::time::Instant;

use common::{
    ALPHABET, FILLERS, Filler, Verdict, described, hex, lanes, levels, reference_error,
    std_verdict, verdict,
};
use utf8kit::Engine;
use utf8kit::convert::{Utf8, Utf16, Utf32};

/// Text of one class, then of another, and the places in it that a window is put at.
struct Stage {
    level: Engine,
    text: Placed,
    /// The places: of a group's length and a window's, with the change of class among them.
    places: Vec<Place>,
}

/// A text so many bytes behind a multiple of 64 in memory: where its blocks and groups begin hangs
/// on that.
struct Placed {
    padded: Vec<u8>,
    start: usize,
}

impl Placed {
    fn new(text: &[u8], offset: usize) -> Placed {
        let mut padded: Vec<u8> = Vec::with_capacity(text.len() + 128);
        let start = padded.as_ptr().align_offset(64) + offset % 64;
        padded.resize(start, b' ');
        padded.extend_from_slice(text);
        Placed { padded, start }
    }
}

impl Deref for Placed {
    type Target = [u8];

    fn deref(&self) -> &[u8] {
        &self.padded[self.start..]
    }
}

impl DerefMut for Placed {
    fn deref_mut(&mut self) -> &mut [u8] {
        &mut self.padded[self.start..]
    }
}

/// Where a window stands.
struct Place {
    at: usize,
    /// The window and the characters of the filler that it overwrites a part of, and one more: what
    /// the answer depends on.
    context: Range<usize>,
    /// What is counted at the place of all that is outside of the context.
    units: usize,
}

/// What a text is counted in.
#[derive(Clone, Copy)]
enum Unit {
    Utf16,
    Utf32,
}

impl Unit {
    fn of(place: usize) -> Unit {
        if place.is_multiple_of(2) { Unit::Utf16 } else { Unit::Utf32 }
    }

    /// How many `text` has, which is well-formed.
    fn count(self, text: &[u8]) -> usize {
        let characters = text.iter().filter(|&&byte| byte & 0xC0 != 0x80).count();
        match self {
            Unit::Utf16 => characters + text.iter().filter(|&&byte| byte >= 0xF0).count(),
            Unit::Utf32 => characters,
        }
    }
}

impl Stage {
    fn new(level: Engine, before: Filler, after: Filler, groups_before: usize) -> Stage {
        let group = group_len(level);
        // A block at the start, up to a block to the next aligned address, groups to enter the loop
        // of the class; the places; a group to stay in it, and a part of one for the tail.
        let first = group / 2 + groups_before * group;
        // The class changes at another place in a group for each depth.
        let change = group * (groups_before % 8) / 8;
        let mut text = before.at_least(first + change);
        text.extend(after.at_least(group - change + group + lanes(level) + 7));
        let is_boundary = |&at: &usize| text.get(at).is_none_or(|byte| byte & 0xC0 != 0x80);
        let place = |at: usize| {
            let context = (0..=at).rfind(is_boundary).unwrap()
                ..(at + 5..=text.len()).find(is_boundary).unwrap();
            let unit = Unit::of(at);
            let units = unit.count(&text[..context.start]) + unit.count(&text[context.end..]);
            Place { at, context, units }
        };
        let places = (first..first + group + 4).map(place).collect();
        let text = Placed::new(&text, 11 * groups_before);
        Stage { level, text, places }
    }

    /// Puts the window there and compares; `true` if the text is well-formed with it.
    #[inline(always)]
    fn check(&mut self, place: usize, window: u32) -> bool {
        let Place { at, ref context, .. } = self.places[place];
        let here = at..at + 4;
        let filler: [u8; 4] = self.text[here.clone()].try_into().unwrap();
        self.text[here.clone()].copy_from_slice(&window.to_be_bytes());
        let found = verdict(self.level.from_utf8(&self.text));
        let expected = self.expected(context.clone());
        if found != expected {
            self.fail(at, found, expected);
        }
        // Of a third of the windows, which is another one at each place.
        if lanes(self.level) == 64 && (window as usize + place).is_multiple_of(3) {
            self.check_count(place, expected);
        }
        self.text[here].copy_from_slice(&filler);
        expected.is_ok()
    }

    /// Checks the kernel that counts what it checks, which that level alone has: units of
    /// UTF-16 at every other place, scalar values at the others.
    #[inline(always)]
    fn check_count(&self, place: usize, expected: Verdict) {
        let Place { at, ref context, units } = self.places[place];
        let found = match Unit::of(at) {
            Unit::Utf16 => self.level.strict_len::<Utf8, Utf16>(&self.text),
            Unit::Utf32 => self.level.strict_len::<Utf8, Utf32>(&self.text),
        };
        let is_right = match (found, expected) {
            (Ok(len), Ok(())) => len == units + Unit::of(at).count(&self.text[context.clone()]),
            (Err(error), Err(_)) => verdict::<()>(Err(error)) == expected,
            _ => false,
        };
        if !is_right {
            panic!("{}: counted {found:?}, not {expected:?}, in {}", self.level, hex(&self.text));
        }
    }

    /// std's answer. The context starts and ends between two characters, so that it is the answer
    /// for the whole text, but that what the context's end cuts short is cut short by the character
    /// that follows.
    #[inline(always)]
    fn expected(&self, context: Range<usize>) -> Verdict {
        std_verdict(&self.text[context.clone()]).map_err(|(valid_up_to, error_len)| {
            (context.start + valid_up_to, error_len.or(Some(context.len() - valid_up_to)))
        })
    }

    #[cold]
    fn fail(&self, at: usize, found: Verdict, expected: Verdict) {
        panic!(
            "{}: window {}at {at}: {found:?}, not {expected:?}, in {}",
            self.level,
            hex(&self.text[at..at + 4]),
            hex(&self.text),
        );
    }
}

/// The bytes that a kernel judges together, where it judges most of them.
fn group_len(level: Engine) -> usize {
    match lanes(level) {
        64 => 8 * 64,
        lanes => 4 * lanes,
    }
}

/// Runs the tasks on all CPUs.
fn in_parallel<T: Sync>(tasks: &[T], run: impl Fn(&T) + Sync) {
    let next = AtomicUsize::new(0);
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    std::thread::scope(|scope| {
        for _ in 0..threads {
            scope.spawn(|| {
                while let Some(task) = tasks.get(next.fetch_add(1, Ordering::Relaxed)) {
                    run(task);
                }
            });
        }
    });
}

/// How much less of the work the emulation does than other levels, because it is so much slower.
fn thinned(level: Engine) -> usize {
    if level == Engine::emulated() { 67 } else { 1 }
}

/// Groups of text before the window: a kernel may change its loop only every so many, and where it
/// has just begun.
const DEPTHS: Range<usize> = 0..19;

/// The 14^4 windows over the classes of table 3-7, with any two classes of text around. A part of
/// the combinations of window, place and depth, such that each window is at many places, and each
/// three bytes at all of them.
#[test]
fn windows_over_the_byte_classes() {
    const STEP: usize = 28 * (DEPTHS.end - DEPTHS.start) + 1;
    let mut tasks = Vec::new();
    for level in levels() {
        for before in FILLERS {
            tasks.extend(FILLERS.map(|after| (level, before, after)));
        }
    }
    in_parallel(&tasks, |&(level, before, after)| {
        for depth in DEPTHS {
            let mut stage = Stage::new(level, before, after, depth);
            let windows = (0..ALPHABET.len().pow(4)).map(|number| {
                let digit = |power| ALPHABET[number / ALPHABET.len().pow(power) % ALPHABET.len()];
                u32::from_be_bytes([digit(3), digit(2), digit(1), digit(0)])
            });
            let step = STEP * thinned(level);
            for (index, window) in windows.enumerate() {
                for place in ((index + 8 * depth) % step..stage.places.len()).step_by(step) {
                    stage.check(place, window);
                }
            }
        }
    });
}

/// Windows in short texts, of which no loop takes any: every length and every place of the window,
/// which the end of the text may cut. There the place of an error says how long it is, so its kind
/// is compared as well.
#[test]
fn windows_in_short_texts() {
    const STEP: usize = 1009;
    let mut tasks = Vec::new();
    for level in levels() {
        tasks.extend(FILLERS.map(|filler| (level, filler)));
    }
    in_parallel(&tasks, |&(level, filler)| {
        let step = STEP * thinned(level);
        let mut first = 0;
        for len in 1..=100 {
            let mut text = filler.at_least(len);
            text.truncate(len);
            for at in 0..len {
                let mut text = text.clone();
                // Each place goes on with the windows that the one before it has not had.
                while first < ALPHABET.len().pow(4) {
                    let mut rest = first;
                    for byte in text.iter_mut().skip(at).take(4) {
                        *byte = ALPHABET[rest % ALPHABET.len()];
                        rest /= ALPHABET.len();
                    }
                    let found = level.from_utf8(&text).err().map(described);
                    let expected = reference_error(&text);
                    assert_eq!(found, expected, "{level}: {}", hex(&text));
                    first += step;
                }
                first -= ALPHABET.len().pow(4);
            }
        }
    });
}

/// A byte that is not ASCII, at every place of ASCII of every length: the call that users make
/// looks for it before it asks for a level.
#[test]
fn one_byte_in_ascii() {
    let mut text = [b'a'; 600];
    for len in 1..=text.len() {
        for at in 0..len {
            text[at] = 0x80;
            assert_eq!(verdict(utf8kit::from_utf8(&text[..len])), Err((at, Some(1))), "of {len}");
            text[at] = b'a';
        }
        assert!(utf8kit::is_utf8(&text[..len]));
    }
}

/// At every place in memory relative to a block, with every cut of a character at its end: no part
/// of a well-formed text is taken for an error, and no part of it is passed over.
#[test]
fn alignments() {
    let mut tasks = Vec::new();
    for level in levels() {
        for before in FILLERS {
            tasks.extend(FILLERS.map(|after| (level, before, after)));
        }
    }
    in_parallel(&tasks, |&(level, before, after)| {
        let mut text = before.at_least(300);
        text.extend(after.at_least(400));
        let len = text.len();
        let mut room = vec![0; len + 128];
        let first = room.as_ptr().align_offset(64);
        for offset in 0..64 {
            let here = &mut room[first + offset..][..len];
            here.copy_from_slice(&text);
            assert!(level.is_utf8(here), "{level}: {offset}, {}", hex(here));
            for at in (offset % 7..len).step_by(7) {
                here[at] = 0xFF;
                assert!(!level.is_utf8(here), "{level}: {at} of {offset}, {}", hex(here));
                here[at] = text[at];
            }
        }
    });
}

/// Windows of all bytes, each at one place, the places taking turns.
fn slice(stage: &mut Stage, windows: Range<u32>, stride: usize, shift: usize) -> u64 {
    let mut place = shift % stage.places.len();
    let mut well_formed = 0;
    for window in windows.step_by(stride) {
        well_formed += u64::from(stage.check(place, window));
        place += 1;
        if place == stage.places.len() {
            place = 0;
        }
    }
    well_formed
}

/// Coprime to all lengths that matter, so that over the slice each byte meets each place.
const STRIDE: usize = 4001;

#[test]
fn a_slice_of_all_windows() {
    let mut tasks = Vec::new();
    for level in levels() {
        tasks.extend(FILLERS.map(|filler| (level, filler)));
    }
    in_parallel(&tasks, |&(level, filler)| {
        let mut stage = Stage::new(level, filler, filler, 2);
        slice(&mut stage, 0..u32::MAX, STRIDE * thinned(level), 0);
    });
}

#[test]
#[ignore = "minutes a level and filler, hours for the emulation: see the head of the file"]
fn all_windows() {
    let wanted = |variable: &str, name: &str| env::var(variable).is_ok_and(|want| want != name);
    let (shard, shards) = match env::var("UTF8KIT_SHARD") {
        Ok(shard) => {
            let (index, count) = shard.split_once('/').expect("UTF8KIT_SHARD=0/8");
            (index.parse().unwrap(), count.parse().unwrap())
        }
        Err(_) => (0, 1),
    };
    let shift = env::var("UTF8KIT_SHIFT").map_or(0, |shift| shift.parse().unwrap());
    /// Windows to a task: those with the same first byte.
    const TASK: u32 = 1 << 24;
    let tasks: Vec<u32> = (0..=255).filter(|byte| byte % shards == shard).collect();
    for level in levels() {
        for filler in FILLERS.iter().filter(|filler| !wanted("UTF8KIT_FILLER", filler.name)) {
            let start = Instant::now();
            let (done, well_formed) = (AtomicUsize::new(0), AtomicU64::new(0));
            in_parallel(&tasks, |&byte| {
                let mut stage = Stage::new(level, *filler, *filler, 2);
                let (first, last) = (byte * TASK, byte * TASK + (TASK - 1));
                let found = slice(&mut stage, first..last, 1, shift + byte as usize)
                    + u64::from(stage.check(0, last));
                well_formed.fetch_add(found, Ordering::Relaxed);
                let done = done.fetch_add(1, Ordering::Relaxed) + 1;
                eprint!("\r{level} {}: {done} of {} ", filler.name, tasks.len());
            });
            eprintln!("in {:.0?}", start.elapsed());
            if filler.name == "ascii" && shards == 1 {
                // Among ASCII a window is well-formed where it is so alone: a number that is known.
                assert_eq!(well_formed.into_inner(), 383_270_912);
            }
        }
    }
}
