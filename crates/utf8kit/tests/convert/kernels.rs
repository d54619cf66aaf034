//! Which kernel converts what at which level, and that it leaves little of a text to be taken one
//! character at a time.
//!
//! ```text
//! cargo test -p utf8kit --test convert -- --nocapture what_runs_where
//! ```
//!
//! lists it.

use utf8kit::Level;
use utf8kit::reference::convert::Form::{self, *};

use crate::common::{FILLERS, does, levels};
use crate::memory::{Memory, Text};
use crate::pairs::{MODES, Mode, Pair, pairs};
use crate::texts::{encoded, errors};

/// The shapes of kernels: each is compiled for several levels.
const LANES: &[Level] = &[Level::Emulated, Level::Avx512];
const BLOCKS: &[Level] = &[Level::Sse42, Level::Avx2];

const UTF16: &[Form] = &[Utf16Le, Utf16Be];
const UTF32: &[Form] = &[Utf32Le, Utf32Be];
const ALL: &[Form] = &[Utf8, Utf16Le, Utf16Be, Utf32Le, Utf32Be, Latin1, Cesu8, ModifiedUtf8, Wtf8];
/// What is rare, and what only other programs' mistakes are in.
const LEGACY: &[Form] = &[Latin1, Cesu8, ModifiedUtf8, Wtf8];

/// What has no kernel: at these levels, from these, to these. Whatever is not here has one, whatever is
/// has none.
const ONE_BY_ONE: &[(&[Level], &[Form], &[Form])] = &[
    // Kernels for these are being written.
    (LANES, &[Utf8], UTF16),
    (LANES, &[Utf8], UTF32),
    (LANES, UTF16, &[Utf8]),
    (LANES, UTF32, &[Utf8]),
    (BLOCKS, &[Utf8], UTF16),
    (BLOCKS, &[Utf8], UTF32),
    (BLOCKS, UTF16, &[Utf8]),
    (BLOCKS, UTF32, &[Utf8]),
    // Between the encodings of the same width, and from one of units to the other.
    (LANES, UTF16, UTF16),
    (LANES, UTF16, UTF32),
    (LANES, UTF32, UTF16),
    (LANES, UTF32, UTF32),
    (BLOCKS, UTF16, UTF16),
    (BLOCKS, UTF16, UTF32),
    (BLOCKS, UTF32, UTF16),
    (BLOCKS, UTF32, UTF32),
    // A copy that is checked.
    (LANES, &[Utf8], &[Utf8]),
    (BLOCKS, &[Utf8], &[Utf8]),
    // The legacy encodings, either way.
    (LANES, ALL, LEGACY),
    (LANES, LEGACY, ALL),
    (BLOCKS, ALL, LEGACY),
    (BLOCKS, LEGACY, ALL),
];

fn is_one_by_one(pair: &Pair, level: Level) -> bool {
    let is_listed = |(levels, from, to): &(&[Level], &[Form], &[Form])| {
        levels.contains(&level) && from.contains(&pair.from.form) && to.contains(&pair.to.form)
    };
    ONE_BY_ONE.iter().any(is_listed)
}

/// 64 KiB of a class of text, with an error every 1000 bytes where errors are replaced.
fn text(pair: &Pair, class: usize, mode: Mode) -> Vec<u8> {
    // Latin-1 has no other characters than its own, and a strict conversion to it needs those.
    let form = pair.from.form;
    let mut part = if pair.to.form == Latin1 && class > 0 {
        encoded(form, "éà ".repeat(1000 / encoded(form, "éà ".as_bytes()).len()).as_bytes())
    } else {
        encoded(form, &FILLERS[class].at_least(1000))
    };
    if mode == Mode::Lossy {
        part.extend_from_slice(&errors(form)[0]);
    }
    part.repeat((1 << 16) / part.len())
}

#[test]
fn what_runs_where() {
    let mut wrong = String::new();
    for (index, pair) in pairs().enumerate() {
        for level in levels().filter(|level| *level != Level::Scalar) {
            for mode in MODES {
                let mut most = 0.0_f64;
                let mut least = 100.0_f64;
                let mut name = "";
                for class in (0..FILLERS.len()).filter(|class| does(level, class + index, 5)) {
                    let bytes = text(pair, class, mode);
                    let mut memory = Memory::default();
                    memory.fill(4 * bytes.len() + 400, pair.to.width, 0, 0);
                    let source = Text::of(&bytes, pair.from.width);
                    let (kernel, left) = (pair.trace)(level, mode, &source, &mut memory);
                    let percent = 100.0 * left as f64 / bytes.len() as f64;
                    (name, most, least) = (kernel, most.max(percent), least.min(percent));
                }
                let what = format!("{:24} {level:8} {mode:?}", pair.name());
                println!("{what:42} {name:16} one by one: {least:.1} to {most:.1} %");
                if is_one_by_one(pair, level) {
                    if least < 100.0 {
                        wrong += &format!("{what} has a kernel now: take it off the list\n");
                    }
                } else if most > 5.0 {
                    wrong += &format!("{what} {name} leaves {most:.1} % to be taken one by one\n");
                }
            }
        }
    }
    assert!(wrong.is_empty(), "\n{wrong}");
}
