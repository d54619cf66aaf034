//! What several test files share: alphabets, fillers, a source of numbers, and std's and the
//! reference's answers in one form.
#![allow(dead_code, reason = "each test file is a crate of its own and uses its part")]

use std::fmt::Write as _;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicUsize, Ordering};

use utf8kit::reference::subpart::{Unit, first_unit};
use utf8kit::{Engine, Error, Level};

/// The engines to test: those of the levels that this machine has, and the emulation; or the one of
/// them that `UTF8KIT_LEVEL` names. There is always one.
pub(crate) fn levels() -> impl Iterator<Item = Engine> {
    let wanted = std::env::var("UTF8KIT_LEVEL").ok();
    let mut engines: Vec<Engine> = Level::available().map(Engine::at).collect();
    engines.push(Engine::emulated());
    engines.retain(|engine| wanted.as_ref().is_none_or(|wanted| *wanted == engine.to_string()));
    assert!(!engines.is_empty(), "this machine has no level {wanted:?}");
    engines.into_iter()
}

/// Whether a level does a case, of which the emulation does one in `few`: it is so much slower.
/// Where `UTF8KIT_LEVEL` names it, it does all.
pub(crate) fn does(level: Engine, case: usize, few: usize) -> bool {
    static IS_NAMED: OnceLock<bool> = OnceLock::new();
    level != Engine::emulated()
        || case.is_multiple_of(few)
        || *IS_NAMED.get_or_init(|| std::env::var("UTF8KIT_LEVEL").is_ok())
}

/// The first error: index, and length if the input does not end in it. As std has them.
pub(crate) type Verdict = Result<(), (usize, Option<usize>)>;

pub(crate) fn std_verdict(bytes: &[u8]) -> Verdict {
    match std::str::from_utf8(bytes) {
        Ok(_) => Ok(()),
        Err(error) => Err((error.valid_up_to(), error.error_len())),
    }
}

pub(crate) fn verdict<T>(result: Result<T, Error>) -> Verdict {
    match result {
        Ok(_) => Ok(()),
        Err(error) => Err((error.valid_up_to(), error.error_len())),
    }
}

/// The first error with its kind: what the reference says of a text.
pub(crate) fn reference_error(bytes: &[u8]) -> Option<(usize, usize, utf8kit::Kind)> {
    let found = utf8kit::reference::subpart::first_subpart(bytes);
    found.map(|(at, subpart)| (at, subpart.len, subpart.kind))
}

/// The verdict in one of our errors.
pub(crate) fn described(error: Error) -> (usize, usize, utf8kit::Kind) {
    (error.valid_up_to(), error.subpart_len(), error.kind())
}

/// The reference's walk: every unit of a text and where it starts.
pub(crate) fn units(text: &[u8]) -> impl Iterator<Item = (usize, Unit)> + '_ {
    let mut at = 0;
    std::iter::from_fn(move || {
        let unit = first_unit(&text[at..])?;
        at += unit.len();
        Some((at - unit.len(), unit))
    })
}

/// The classes of bytes that Unicode's table 3-7 tells apart: no test of well-formedness needs to
/// look at more of a byte than this.
pub(crate) const CLASSES: [(u8, u8); 14] = [
    (0x00, 0x7F),
    (0x80, 0x8F),
    (0x90, 0x9F),
    (0xA0, 0xBF),
    (0xC0, 0xC1),
    (0xC2, 0xDF),
    (0xE0, 0xE0),
    (0xE1, 0xEC),
    (0xED, 0xED),
    (0xEE, 0xEF),
    (0xF0, 0xF0),
    (0xF1, 0xF3),
    (0xF4, 0xF4),
    (0xF5, 0xFF),
];

/// One byte of each class: the first of some, the last of others.
pub(crate) const ALPHABET: [u8; 14] =
    [0x7F, 0x80, 0x9F, 0xA0, 0xC1, 0xC2, 0xE0, 0xEC, 0xED, 0xEE, 0xF0, 0xF3, 0xF4, 0xF5];

/// Calls `visit` with every string over `alphabet` of up to `max_len` bytes, the empty one first.
pub(crate) fn for_each_string(alphabet: &[u8], max_len: usize, visit: &mut impl FnMut(&[u8])) {
    let mut digits = Vec::new();
    let mut string = Vec::new();
    loop {
        visit(&string);
        // The next number in base `alphabet.len()`, longer by one digit after the last.
        match digits.iter().rposition(|&digit| digit + 1 < alphabet.len()) {
            Some(at) => {
                digits[at] += 1;
                digits[at + 1..].fill(0);
            }
            None if digits.len() == max_len => return,
            None => {
                digits.fill(0);
                digits.push(0);
            }
        }
        string.clear();
        string.extend(digits.iter().map(|&digit| alphabet[digit]));
    }
}

/// Malformed texts, at least one of each kind, that stand for themselves wherever ASCII follows.
pub(crate) const ERRORS: [&[u8]; 14] = [
    b"\x80",
    b"\xC3",
    b"\xE2\x82",
    b"\xF0\x9F\x98",
    b"\xC0\x80",
    b"\xC1\xBF",
    b"\xE0\x80\x80",
    b"\xF0\x8F\xBF\xBF",
    b"\xED\xA0\x80",
    b"\xF4\x90\x80\x80",
    b"\xF5\x80\x80\x80",
    b"\xFF",
    b"\xC3\xA9\xA9",
    b"\xF0\x9F\x98\x80\x80",
];

/// A class of text that a kernel may have a loop of its own for.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Filler {
    pub(crate) name: &'static str,
    text: &'static str,
}

pub(crate) const FILLERS: [Filler; 5] = [
    Filler { name: "ascii", text: "filler " },
    Filler { name: "2-byte", text: "жёлтый" },
    Filler { name: "3-byte", text: "日本語" },
    Filler { name: "4-byte", text: "😀𣎴" },
    Filler { name: "mixed", text: "aé日😀z" },
];

impl Filler {
    /// Whether some characters are above U+FFFF.
    pub(crate) fn has_supplementary(&self) -> bool {
        self.text.chars().any(|character| character > '\u{FFFF}')
    }

    /// So many bytes of it or, where those would split a character, up to three more.
    pub(crate) fn at_least(&self, len: usize) -> Vec<u8> {
        let mut characters = self.text.chars().cycle();
        let mut text = String::with_capacity(len + 4);
        while text.len() < len {
            text.extend(characters.next());
        }
        text.into_bytes()
    }
}

/// Bytes in a block of the kernels at a level; where there are no blocks, a quarter of what is
/// taken at a time. Four blocks are a group.
pub(crate) fn lanes(level: Engine) -> usize {
    match level.level() {
        _ if level == Engine::emulated() => 64,
        Level::Scalar => 8,
        Level::Sse42 => 16,
        Level::Avx2 => 32,
        _ => 64,
    }
}

/// Numbers that look random and are the same in every run (SplitMix64).
pub(crate) struct Random(u64);

impl Random {
    pub(crate) fn new(seed: u64) -> Random {
        Random(seed)
    }

    pub(crate) fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let z = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        let z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ (z >> 31)
    }

    /// Less than `end`, which is not 0.
    pub(crate) fn below(&mut self, end: usize) -> usize {
        (self.next() % end as u64) as usize
    }

    pub(crate) fn one_of<T: Copy>(&mut self, items: &[T]) -> T {
        items[self.below(items.len())]
    }

    /// A byte, each class as likely as any other.
    pub(crate) fn byte(&mut self) -> u8 {
        let (first, last) = self.one_of(&CLASSES);
        first + self.below(usize::from(last - first) + 1) as u8
    }

    /// Some `len` bytes of text that changes its class now and then, with about `edits` errors.
    pub(crate) fn text(&mut self, len: usize, edits: usize) -> Vec<u8> {
        let mut text = Vec::with_capacity(len + 256);
        while text.len() < len {
            let run = 1 + self.below(200);
            text.extend(self.one_of(&FILLERS).at_least(run));
            if self.below(4) == 0 {
                text.push(b'\n');
            }
        }
        text.truncate(len);
        for _ in 0..edits.min(len) {
            let at = self.below(len);
            text[at] = self.byte();
        }
        text
    }
}

/// Runs the tasks on all CPUs.
pub(crate) fn in_parallel<T: Sync>(tasks: &[T], run: impl Fn(&T) + Sync) {
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

/// Which part of a long test to run, of how many: `UTF8KIT_SHARD=0/8`.
pub(crate) fn shard() -> (usize, usize) {
    let Ok(shard) = std::env::var("UTF8KIT_SHARD") else { return (0, 1) };
    let (index, count) = shard.split_once('/').expect("UTF8KIT_SHARD=0/8");
    (index.parse().unwrap(), count.parse().unwrap())
}

/// Bytes as a failure shows them.
pub(crate) fn hex(bytes: &[u8]) -> String {
    bytes.iter().fold(String::new(), |mut text, byte| {
        let _ = write!(text, "{byte:02X} ");
        text
    })
}
