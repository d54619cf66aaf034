//! The start of an input, in which mojibake tells what to expect of the rest.

use crate::engine::engine;

/// Commands that look for mojibake have so much of an input at hand before they begin.
const SAMPLE: usize = 64 * 1024;

/// Whole lines from the start of `text`, as far as they are well-formed.
pub(crate) fn sample(text: &[u8]) -> &str {
    let start = &text[..text.len().min(SAMPLE)];
    let good = match engine().from_utf8(start) {
        Ok(good) => good,
        Err(error) => engine().from_utf8(&start[..error.valid_up_to()]).unwrap_or_default(),
    };
    // A line that is cut off looks like another one.
    if good.len() == text.len() { good } else { &good[..good.rfind('\n').map_or(0, |end| end + 1)] }
}
