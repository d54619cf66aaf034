//! Texts of all lengths into room of all lengths.

use crate::check::{Call, Checker, Source};
use crate::common::{FILLERS, Random, does};
use crate::pairs::{MODES, pairs};
use crate::texts::{encoded, errors};

/// Texts of every class and of lengths from 0 to 300, well-formed, cut or with an error somewhere,
/// into every room from none to just enough.
#[test]
fn all_lengths_into_all_rooms() {
    let mut random = Random::new(20);
    let mut checker = Checker::default();
    for (index, pair) in pairs().enumerate() {
        let errors = errors(pair.from.form);
        // Other lengths for other pairs.
        let step = if pair.has_kernels() { 5 } else { 13 };
        for (turn, len) in (index % step..=300).step_by(step).enumerate() {
            let filler = FILLERS[turn % FILLERS.len()];
            let mut bytes = encoded(pair.from.form, &filler.at_least(len));
            bytes.truncate(len / pair.from.width * pair.from.width);
            let error = &errors[random.below(errors.len())];
            if (turn / FILLERS.len()).is_multiple_of(2) && error.len() < bytes.len() {
                let places = (bytes.len() - error.len()) / pair.from.width + 1;
                let at = random.below(places) * pair.from.width;
                bytes[at..at + error.len()].copy_from_slice(error);
            }
            let source = Source::new(pair.from.form, bytes);
            let expected = source.to(pair.to.form);
            for &level in pair.levels() {
                if !does(level, turn + index, 13) {
                    continue;
                }
                checker.everything(pair, level, &expected);
                for mode in MODES {
                    for room in 0..=expected.output(mode).len() {
                        if does(level, turn + room, 17) {
                            checker.check_room(Call { pair, level, mode }, &expected, room);
                        }
                    }
                }
            }
        }
    }
}

/// Longer texts into somewhat less room than they need: what ends a loop that has run for a while.
#[test]
fn long_texts_into_too_little_room() {
    let mut random = Random::new(22);
    let mut checker = Checker::default();
    for pair in pairs().filter(|pair| pair.has_kernels()) {
        for (turn, filler) in FILLERS.iter().enumerate() {
            let text = encoded(pair.from.form, &filler.at_least(1000 + random.below(300)));
            let source = Source::new(pair.from.form, text);
            let expected = source.to(pair.to.form);
            for mode in MODES {
                let exact = expected.output(mode).len();
                for (index, room) in (exact.saturating_sub(300)..=exact).step_by(2).enumerate() {
                    for &level in pair.levels() {
                        if does(level, index + turn, 67) {
                            checker.check_room(Call { pair, level, mode }, &expected, room);
                        }
                    }
                }
            }
        }
    }
}
