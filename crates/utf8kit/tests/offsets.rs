//! Every level against std where a text starts, ends and is cut: short strings at every offset of a
//! longer text, texts of every length, errors at every place, every alignment.

mod common;

use common::{
    ALPHABET, ERRORS, FILLERS, Random, Verdict, described, for_each_string, hex, lanes, levels,
    reference_error, std_verdict, verdict,
};
use utf8kit::{Engine, Level};

#[track_caller]
fn check(level: Engine, text: &[u8]) {
    let expected = std_verdict(text);
    let found = verdict(level.from_utf8(text));
    assert_eq!(found, expected, "{level}: {}", hex(text));
}

/// Memory for texts that start at a multiple of 64, so that it is known where every block does.
#[derive(Default)]
struct Aligned(Vec<u8>);

impl Aligned {
    fn of(&mut self, parts: &[&[u8]]) -> &[u8] {
        let len = parts.iter().map(|part| part.len()).sum::<usize>();
        self.0.resize(len + 63, 0);
        let mut at = self.0.as_ptr().align_offset(64);
        let text = at..at + len;
        for part in parts {
            self.0[at..at + part.len()].copy_from_slice(part);
            at += part.len();
        }
        &self.0[text]
    }
}

/// Offsets that cross the borders of three vectors of 64 bytes.
const OFFSETS: usize = 192;

/// A text of ASCII that strings are put into.
struct Stage {
    level: Engine,
    text: Vec<u8>,
}

impl Stage {
    fn new(level: Engine) -> Stage {
        Stage { level, text: vec![b'a'; OFFSETS + 64] }
    }

    /// The string there, at the end of the text and before more of it. `alone` and `followed` are
    /// std's answers for the string and for the string before ASCII.
    fn check(&mut self, string: &[u8], offset: usize, alone: Verdict, followed: Verdict) {
        let end = offset + string.len();
        self.text[offset..end].copy_from_slice(string);
        for (expected, text) in [(alone, &self.text[..end]), (followed, &self.text[..])] {
            let expected = expected.map_err(|(at, len)| (offset + at, len));
            let found = verdict(self.level.from_utf8(text));
            assert_eq!(found, expected, "{}: {}", self.level, hex(text));
        }
        self.text[offset..end].fill(b'a');
    }
}

fn followed_by_ascii(string: &[u8]) -> Verdict {
    std_verdict(&[string, b"a"].concat())
}

/// Every string at every offset.
fn check_at_all_offsets(alphabet: &[u8], max_len: usize) {
    for level in levels() {
        // The emulation is much slower: each string at some offsets, which take turns.
        let step = if level == Engine::emulated() { 79 } else { 1 };
        let mut stage = Stage::new(level);
        let mut index = 0;
        for_each_string(alphabet, max_len, &mut |string| {
            index += 1;
            let (alone, followed) = (std_verdict(string), followed_by_ascii(string));
            for offset in (index % step..=OFFSETS).step_by(step) {
                stage.check(string, offset, alone, followed);
            }
        });
    }
}

#[test]
fn strings_of_two_bytes_at_all_offsets() {
    let bytes: Vec<u8> = (0..=255).collect();
    check_at_all_offsets(&bytes, 2);
}

/// Over the classes of table 3-7.
#[test]
fn strings_of_three_bytes_over_the_byte_classes_at_all_offsets() {
    check_at_all_offsets(&ALPHABET, 3);
}

/// An eleventh of all of them, each at one offset.
#[test]
fn strings_of_three_bytes_at_some_offset() {
    for level in levels() {
        let step = if level == Engine::emulated() { 419 } else { 11 };
        let mut stage = Stage::new(level);
        for (index, number) in (0..1_u32 << 24).step_by(step).enumerate() {
            let [_, string @ ..] = &number.to_be_bytes();
            let offset = index % (OFFSETS + 1);
            stage.check(string, offset, std_verdict(string), followed_by_ascii(string));
        }
    }
}

/// All lengths, of text of each class, whole or cut in mid-character.
#[test]
fn all_lengths() {
    for level in levels() {
        for filler in FILLERS {
            let text = filler.at_least(701);
            for len in 0..=700 {
                check(level, &text[..len]);
                assert_eq!(
                    level.is_utf8(&text[..len]),
                    std::str::from_utf8(&text[..len]).is_ok(),
                    "{level} {} {len}",
                    filler.name,
                );
            }
        }
    }
}

/// One error of each kind in texts of all lengths, in each at places a stride apart, which start
/// elsewhere for the next length.
#[test]
fn one_error_in_texts_of_all_lengths() {
    const STRIDE: usize = 41;
    for level in levels() {
        for (index, filler) in FILLERS.iter().enumerate() {
            let whole = filler.at_least(701);
            for (turn, error) in ERRORS.iter().enumerate() {
                let few = if level == Engine::emulated() { 11 } else { 1 };
                for len in (error.len() + turn % few..=700).step_by(few) {
                    let mut text = whole[..len].to_vec();
                    let first = (len + turn + index) % STRIDE;
                    for at in (first..=len - error.len()).step_by(STRIDE) {
                        let here = at..at + error.len();
                        text[here.clone()].copy_from_slice(error);
                        check(level, &text);
                        text[here.clone()].copy_from_slice(&whole[here]);
                    }
                }
            }
        }
    }
}

/// An error right where text of another class begins, at every distance from the start: a loop that
/// ends there must not leave the check of its last byte to one that does not look back.
#[test]
fn an_error_at_a_change_of_class() {
    let mut aligned = Aligned::default();
    let errors: [&[u8]; 5] = [b"\xC0\x80", b"\xC1\x80", b"\xE2\x82", b"\xC3", b"\xFF"];
    for level in levels() {
        let group = 4 * lanes(level);
        // A loop may look for another class only every so many groups.
        let groups = if level == Engine::emulated() { 3 } else { 18 };
        for (before, after) in
            FILLERS.iter().flat_map(|before| FILLERS.map(|after| (before, after)))
        {
            let after = after.at_least(2 * group + 3);
            for len in (1..groups * group).filter(|len| len % 16 == 0 || len % 16 > 12) {
                let before = before.at_least(len);
                for error in errors {
                    check(level, aligned.of(&[&before, error, &after]));
                }
            }
        }
    }
}

/// A sequence that ASCII cuts short, where the ASCII fills a half, a whole or many groups: what
/// skips ASCII has to look at what is before it.
#[test]
fn a_sequence_cut_short_by_ascii() {
    let mut aligned = Aligned::default();
    let cut_short: [&[u8]; 3] = [b"\xC3", b"\xE2\x82", b"\xF0\x9F\x98"];
    for level in levels() {
        let lanes = lanes(level);
        let runs = [lanes, 2 * lanes, 2 * lanes + 1, 4 * lanes, 8 * lanes, 2000]
            .map(|len| vec![b'a'; len]);
        for filler in FILLERS {
            let after = filler.at_least(4 * lanes + 3);
            for len in (1..8 * lanes).filter(|len| len % 16 == 0 || len % 16 > 12) {
                let before = filler.at_least(len);
                for (sequence, run) in
                    cut_short.iter().flat_map(|it| runs.iter().map(move |run| (it, run)))
                {
                    check(level, aligned.of(&[&before, sequence, run, &after]));
                }
            }
        }
    }
}

/// The kind, too, wherever an error stands. (Elsewhere std is asked, which has none.)
#[test]
fn kinds_in_long_texts() {
    let mut random = Random::new(1);
    for level in levels() {
        for _ in 0..5000 {
            let len = random.below(600);
            let edits = random.below(3);
            let text = random.text(len, edits);
            let found = level.from_utf8(&text).err().map(described);
            assert_eq!(found, reference_error(&text), "{level}: {}", hex(&text));
        }
    }
}

/// The answer does not depend on where in memory a text stands.
#[test]
fn all_alignments() {
    let mut random = Random::new(2);
    for level in levels() {
        for _ in 0..40 {
            let len = random.below(700);
            let edits = random.below(2);
            let text = random.text(len, edits);
            let mut memory = vec![0; text.len() + 64];
            for shift in 0..64 {
                let here = &mut memory[shift..shift + text.len()];
                here.copy_from_slice(&text);
                check(level, here);
                assert_eq!(level.count(here), Engine::at(Level::Scalar).count(&text));
            }
        }
    }
}
