//! Validation without SIMD: words for ASCII, a table-driven automaton for the rest.
//!
//! The automaton is a shift-based one (an idea of Per Vognsen's): a state is a shift amount, a
//! byte's table entry holds the next state of every state, six bits each, so that one step is a
//! load that does not depend on the state, and a shift. No step branches on the text, which is
//! where a decoder that branches on the length of each character loses its time.

use super::table::{contains, second_byte, sequence_len};

const STATE_BITS: u32 = 6;

/// Between two characters.
const START: u64 = 0;
/// One, two or three continuations are missing.
const NEED: [u64; 4] = [START, 6, 12, 18];
/// After a lead that narrows the second byte: E0, ED, F0, F4.
const AFTER: [(u8, u64); 4] = [(0xE0, 24), (0xED, 30), (0xF0, 36), (0xF4, 42)];
/// What cannot become well-formed. No byte leads out of it.
const REJECT: u64 = 48;

/// One entry a byte: 2 KiB.
static STEPS: [u64; 256] = steps();

const fn steps() -> [u64; 256] {
    let mut table = [0; 256];
    let mut byte = 0;
    while byte < 256 {
        table[byte] = entry(byte as u8);
        byte += 1;
    }
    table
}

const fn entry(byte: u8) -> u64 {
    let is_continuation = byte & 0xC0 == 0x80;
    let mut entry = after_lead(byte) << START | REJECT << REJECT;
    let mut missing = 1;
    while missing < NEED.len() {
        let next = if is_continuation { NEED[missing - 1] } else { REJECT };
        entry |= next << NEED[missing];
        missing += 1;
    }
    let mut index = 0;
    while index < AFTER.len() {
        let (lead, state) = AFTER[index];
        let in_range = contains(&second_byte(lead), byte);
        let next = if in_range { NEED[sequence_len(lead) - 2] } else { REJECT };
        entry |= next << state;
        index += 1;
    }
    entry
}

const fn after_lead(lead: u8) -> u64 {
    let mut index = 0;
    while index < AFTER.len() {
        if AFTER[index].0 == lead {
            return AFTER[index].1;
        }
        index += 1;
    }
    match sequence_len(lead) {
        0 => REJECT,
        len => NEED[len - 1],
    }
}

fn step(state: u64, byte: u8) -> u64 {
    (STEPS[usize::from(byte)] >> state) & ((1 << STATE_BITS) - 1)
}

fn steps_over(state: u64, bytes: &[u8]) -> u64 {
    bytes.iter().fold(state, |state, &byte| step(state, byte))
}

/// So many bytes of a long text are taken before the automaton looks at the state.
const CHUNK_BYTES: usize = 32;
/// So many bytes are taken at once of a short text, or where something is wrong.
const WORD_BYTES: usize = 8;
/// So many bytes of a stretch of ASCII are looked at at once.
const STRETCH_BYTES: usize = 128;

/// Whether `bytes` is well-formed. If not, gives the first byte that cannot follow those before it,
/// or the end.
pub(crate) fn validate(bytes: &[u8]) -> Result<(), usize> {
    whole(bytes, state_behind(START, bytes))
}

/// Nothing may be missing at the end.
#[inline(always)]
fn whole(bytes: &[u8], reached: Result<u64, usize>) -> Result<(), usize> {
    match reached {
        Ok(START) => Ok(()),
        Ok(_) => Err(bytes.len()),
        Err(at) => Err(at),
    }
}

/// The state behind `bytes`, or the first byte that cannot follow those before it.
fn state_behind(mut state: u64, bytes: &[u8]) -> Result<u64, usize> {
    let mut rest = bytes;
    while let Some((chunk, after)) = rest.split_first_chunk::<CHUNK_BYTES>() {
        if state == START && is_ascii(chunk) {
            rest = after;
            while let Some((stretch, after)) = rest.split_first_chunk::<STRETCH_BYTES>()
                && is_ascii(stretch)
            {
                rest = after;
            }
            continue;
        }
        let behind = steps_over(state, chunk);
        if behind == REJECT {
            break;
        }
        (state, rest) = (behind, after);
    }
    state_behind_words(state, rest).map_err(|at| bytes.len() - rest.len() + at)
}

/// Finds what [`state_behind`] finds, word by word.
#[inline(always)]
fn state_behind_words(mut state: u64, bytes: &[u8]) -> Result<u64, usize> {
    let mut rest = bytes;
    while let Some((word, after)) = rest.split_first_chunk::<WORD_BYTES>() {
        if state != START || !is_ascii(word) {
            let (first, second) = word.split_at(WORD_BYTES / 2);
            let middle = steps_over(state, first);
            let behind = steps_over(middle, second);
            if behind == REJECT {
                // No branch predictor could tell in which half the error is.
                let at = if middle == REJECT { 0 } else { WORD_BYTES / 2 };
                let before = if middle == REJECT { state } else { middle };
                let (_, followed) = steps_counted(before, &word[at..at + WORD_BYTES / 2]);
                return Err(bytes.len() - rest.len() + at + followed);
            }
            state = behind;
        }
        rest = after;
    }
    let (state, followed) = steps_counted(state, rest);
    if state == REJECT { Err(bytes.len() - rest.len() + followed) } else { Ok(state) }
}

/// The state behind `bytes`, and how many of them follow those before them.
#[inline(always)]
fn steps_counted(mut state: u64, bytes: &[u8]) -> (u64, usize) {
    let mut followed = 0;
    for &byte in bytes {
        state = step(state, byte);
        followed += usize::from(state != REJECT);
    }
    (state, followed)
}

fn is_ascii<const N: usize>(bytes: &[u8; N]) -> bool {
    let (words, _) = bytes.as_chunks::<8>();
    words.iter().fold(0, |all, word| all | u64::from_ne_bytes(*word)) & 0x8080_8080_8080_8080 == 0
}
