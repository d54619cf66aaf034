//! Which kernel converts what at which level, and that it leaves little of a text to be taken one
//! character at a time.
//!
//! ```text
//! cargo test -p utf8kit --test convert -- --nocapture what_runs_where
//! ```
//!
//! lists it.

use utf8kit::reference::convert::Form::{Cesu8, Latin1, ModifiedUtf8};
use utf8kit::{Engine, Level};

use crate::common::{FILLERS, Filler, does, levels};
use crate::memory::{Memory, Text};
use crate::pairs::{MODES, Mode, Pair, pairs};
use crate::texts::{encoded_all, errors};

/// What may be left of any text: an error, or what is one in the kernel's encoding, and a stretch
/// behind it.
const LEFT_BY_ERRORS: f64 = 10.0;

/// 64 KiB of a class of text, with an error every 1000 bytes where errors are replaced.
fn text(pair: &Pair, filler: Filler, mode: Mode) -> Vec<u8> {
    let text = String::from_utf8(filler.at_least(1000)).expect("well-formed");
    // To a kernel, each character that Latin-1 lacks is an error.
    let lacks = |character| pair.to.form == Latin1 && character > '\u{FF}';
    let characters = text.chars().map(|it| if lacks(it) { 'é' } else { it });
    let mut part = encoded_all(pair.from.form, characters.map(u32::from));
    if mode == Mode::Lossy {
        part.extend_from_slice(&errors(pair.from.form)[0]);
    }
    part.repeat((1 << 16) / part.len())
}

#[test]
fn what_runs_where() {
    let mut wrong = String::new();
    for (index, pair) in pairs().enumerate() {
        for level in levels().filter(|&level| level != Engine::at(Level::Scalar)) {
            for mode in MODES {
                let what = format!("{} {level} {mode:?}", pair.name());
                let mut table = String::new();
                for (class, filler) in FILLERS.into_iter().enumerate() {
                    let has_pairs = [pair.from.form, pair.to.form]
                        .iter()
                        .any(|it| [Cesu8, ModifiedUtf8].contains(it));
                    // There the codecs take supplementary characters.
                    if !does(level, class + index, 5) || has_pairs && filler.has_supplementary() {
                        continue;
                    }
                    let bytes = text(pair, filler, mode);
                    let mut memory = Memory::default();
                    memory.fill(4 * bytes.len() + 400, pair.to.width, 0, 0);
                    let source = Text::of(&bytes, pair.from.width);
                    let left = (pair.left_by_kernel)(level, mode, &source, &mut memory);
                    let percent = 100.0 * left as f64 / bytes.len() as f64;
                    if table.is_empty() {
                        table = format!("{what:44}");
                    }
                    table += &format!(" {} {percent:.1}", filler.name);
                    if percent > LEFT_BY_ERRORS {
                        let class = filler.name;
                        wrong += &format!("{what}, {class} text: {percent:.1} % one by one\n");
                    }
                }
                println!("{table} % one by one");
            }
        }
    }
    assert!(wrong.is_empty(), "\n{wrong}");
}
