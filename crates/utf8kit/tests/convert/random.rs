//! Texts that look random: everything that there is to ask, pieces, alignments, large ones.

use utf8kit::convert::Stop;

use crate::check::{Call, Checker, Source, described};
use crate::common::{FILLERS, Random, does, hex};
use crate::memory::{Memory, Text};
use crate::pairs::{FORMS, MODES, Mode, pairs, pairs_from};
use crate::texts::{encoded, errors, random_text};

/// Short and longer ones, well-formed and not.
#[test]
fn random_texts() {
    let mut random = Random::new(30);
    let mut checker = Checker::default();
    for pair in pairs() {
        for turn in 0..60 {
            let len = random.below([70, 300, 3000][turn % 3]);
            let edits = random.below([1, 2, 6, 30][turn % 4]);
            let text = random_text(&mut random, pair.from, len, edits);
            let source = Source::new(pair.from.form, text);
            let expected = source.to(pair.to.form);
            for &level in pair.levels() {
                if does(level, turn, 12) {
                    checker.everything(pair, level, &expected);
                }
            }
        }
    }
}

/// Piece by piece into whatever room there is, and all of it is what it is in one.
#[test]
fn going_on_after_a_full_output() {
    let mut random = Random::new(31);
    let (mut rest, mut memory) = (Text::default(), Memory::default());
    for pair in pairs() {
        for turn in 0..30 {
            let len = random.below(2000);
            let text = random_text(&mut random, pair.from, len, turn % 3);
            let source = Source::new(pair.from.form, &text[..]);
            let expected = source.to(pair.to.form);
            let most = [9, 70, 700][turn % 3];
            for &level in pair.levels().iter().filter(|level| does(**level, turn, 10)) {
                for mode in MODES {
                    let (mut at, mut written, mut error) = (0, Vec::new(), None);
                    loop {
                        let room = random.below(most);
                        rest.set(&text[at..], pair.from.width, turn);
                        memory.fill(room, pair.to.width, turn, 0x5A);
                        let progress = (pair.into)(level, mode, &rest, &mut memory);
                        let before = at;
                        at += progress.read * pair.from.width;
                        written.extend(memory.written(progress, pair.to.width).0);
                        match progress.stop {
                            Stop::OutputFull => {}
                            Stop::Done => break,
                            Stop::Malformed(found) => {
                                let (at, ..) = described(found);
                                error = Some((before / pair.from.width + at, found.kind()));
                                break;
                            }
                        }
                    }
                    let first = expected.error().filter(|_| mode == Mode::Strict);
                    let wanted = first.map(|error| error.described(pair.from));
                    assert!(
                        written == expected.output(mode)
                            && error == wanted.map(|(at, _, _, kind)| (at, kind)),
                        "{level} {} {mode:?}: {error:?}, not {wanted:?}, after {}, of {}",
                        pair.name(),
                        hex(&written),
                        hex(&text),
                    );
                }
            }
        }
    }
}

/// Where in memory they stand does not matter.
#[test]
fn all_alignments() {
    let mut random = Random::new(32);
    let mut checker = Checker::default();
    for pair in pairs() {
        for edits in [0, 1] {
            let text = random_text(&mut random, pair.from, 260, edits);
            let source = Source::new(pair.from.form, text);
            let expected = source.to(pair.to.form);
            for &level in pair.levels() {
                for from in (0..64).step_by(pair.from.width) {
                    for to in (0..64).step_by(pair.to.width) {
                        let turn = from / pair.from.width + to / pair.to.width;
                        if !does(level, turn, 29) {
                            continue;
                        }
                        let mode = MODES[turn % 2];
                        let call = Call { pair, level, mode };
                        let room = expected.output(mode).len();
                        checker.check_room_at(call, &expected, room, (from, to));
                    }
                }
            }
        }
    }
}

/// More than is allocated or measured at once: where the length of the source promises enough room
/// for what it becomes, and where it does not.
#[test]
fn large_texts() {
    let mut checker = Checker::default();
    for form in FORMS {
        let filler = |class: usize, len| encoded(form, &FILLERS[class].at_least(len));
        let error = &errors(form)[0];
        let texts = [
            filler(1, 200_000),
            filler(2, 400_000),
            [&filler(0, 100_000), &filler(3, 90_000), error, &filler(0, 70_000)[..]].concat(),
            error.repeat(60_000 / error.len()),
        ];
        for text in texts {
            let source = Source::new(form, text);
            for pair in pairs_from(form) {
                let expected = source.to(pair.to.form);
                // How memory grows is no matter of levels.
                let Some(&level) = pair.levels().iter().rfind(|level| does(**level, 1, 2)) else {
                    continue;
                };
                for mode in MODES {
                    checker.len_and_owned(Call { pair, level, mode }, &expected);
                }
            }
        }
    }
}

/// Lengths are found in windows: characters and errors at the border of the first.
#[test]
fn lengths_across_windows() {
    const BORDER: usize = 16 * 1024;
    let mut checker = Checker::default();
    for form in FORMS {
        for (class, filler) in FILLERS.iter().enumerate() {
            for shift in 0..4 {
                let text = ["a".repeat(shift).into_bytes(), filler.at_least(2 * BORDER)].concat();
                let clean = encoded(form, &text);
                // What Latin-1 has of a text is shorter.
                if clean.len() < BORDER + 8 {
                    continue;
                }
                let mut broken = clean.clone();
                for byte in &mut broken[BORDER - 3 + 2 * shift..][..2] {
                    *byte ^= 0xFF;
                }
                for text in [clean, broken] {
                    let source = Source::new(form, text);
                    for pair in pairs_from(form).filter(|pair| pair.has_kernels()) {
                        let expected = source.to(pair.to.form);
                        for &level in pair.levels() {
                            if does(level, class + shift, 7) {
                                let call = Call { pair, level, mode: Mode::Strict };
                                checker.len_and_owned(call, &expected);
                            }
                        }
                    }
                }
            }
        }
    }
}
