//! All scalar values, from every encoding to every other one.

use utf8kit::Engine;
use utf8kit::convert::Stop;
use utf8kit::reference::convert::{Form, encode};

use crate::common::hex;
use crate::memory::{Memory, Text};
use crate::pairs::{FORMS, Mode, Pair, pairs_from};

/// Scalar values in an encoding, in parts, of which a slow level converts some.
struct Encoded(Vec<Vec<u8>>);

impl Encoded {
    const PART: usize = 1 << 12;

    /// What the encoding does not have is what a lossy conversion makes of it.
    fn new(numbers: &[u32], form: Form) -> Encoded {
        let encode_part = |part: &[u32]| {
            let mut bytes = Vec::new();
            for &number in part {
                let octets = encode(form, number).or_else(|| encode(form, b'?'.into()));
                bytes.extend_from_slice(octets.unwrap().as_slice());
            }
            bytes
        };
        Encoded(numbers.chunks(Self::PART).map(encode_part).collect())
    }
}

fn check(level: Engine, pair: &Pair, source: &[u8], wanted: &[u8], memory: &mut Memory) {
    let what = format!("{level} {}", pair.name());
    let text = Text::of(source, 1);
    memory.fill(wanted.len(), 1, 0, 0xA5);
    let progress = (pair.into)(level, Mode::Lossy, &text, memory);
    let (written, is_touched_outside) = memory.written(progress, 1);
    if let Some(at) = (0..wanted.len()).find(|&at| written.get(at) != Some(&wanted[at])) {
        let near = at.saturating_sub(8)..(at + 8).min(written.len());
        panic!("{what}: {}, not {}, at {at}", hex(&written[near.clone()]), hex(&wanted[near]));
    }
    assert_eq!((progress.read, progress.stop), (source.len(), Stop::Done), "{what}");
    assert!(!is_touched_outside, "{what}");
}

#[test]
fn exhaustive_scalar_values() {
    let numbers: Vec<u32> =
        (0..=u32::from(char::MAX)).filter(|&number| char::from_u32(number).is_some()).collect();
    assert_eq!(numbers.len(), 1_112_064);
    let encoded = FORMS.map(|form| (form, Encoded::new(&numbers, form)));
    let latin1 = FORMS.map(|form| (form, Encoded::new(&numbers[..0x100], form)));
    let mut memory = Memory::default();
    for from in FORMS {
        // Of Latin-1 there is less.
        let encoded = if from == Form::Latin1 { &latin1 } else { &encoded };
        let of = |form| &encoded.iter().find(|(other, _)| *other == form).unwrap().1.0;
        let source = of(from).concat();
        for (index, pair) in pairs_from(from).enumerate() {
            let wanted = of(pair.to.form).concat();
            let levels = pair.levels();
            for (turn, &level) in levels.iter().enumerate() {
                // A pair without kernels of its own is the same code at every level but for the
                // kernels, which others have: one level does it.
                if !pair.has_kernels() && turn != index % levels.len() {
                    continue;
                }
                // What is slow, and what only swaps bytes besides, does some parts.
                if level == Engine::emulated() || pair.is_swapped() {
                    let few = if level == Engine::emulated() { 64 } else { 8 };
                    let parts = of(from).iter().zip(of(pair.to.form)).enumerate();
                    for (_, (text, wanted)) in parts.skip(index % few).step_by(few) {
                        check(level, pair, text, wanted, &mut memory);
                    }
                } else {
                    check(level, pair, &source, &wanted, &mut memory);
                }
            }
        }
    }
}
