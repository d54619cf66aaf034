//! The start of an input, in which mojibake tells what to expect of the rest.

use utf8kit::Utf8Chunks;

use crate::engine::engine;

/// Commands that look for mojibake have so much of an input at hand before they begin.
const SAMPLE: usize = 64 * 1024;

/// Whole lines from the start of `text`, as far as they are well-formed.
pub(crate) fn sample(text: &[u8]) -> &str {
    let start = &text[..text.len().min(SAMPLE)];
    let chunk = Utf8Chunks::new(start).with_engine(engine()).next();
    let good = chunk.map_or("", |chunk| chunk.valid());
    // A line that is cut off looks like another one.
    if good.len() == text.len() { good } else { &good[..good.rfind('\n').map_or(0, |end| end + 1)] }
}
