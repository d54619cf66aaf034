//! UTF-8 to itself: a copy that is checked.

use super::{Stopped, Transcode, Why};
use crate::kernel::validate::{Narrow, Validate};
use crate::raw::Output;
use crate::scalar::decode::{error_at, first_error, sequence_over};
use crate::simd::blocks::Blocks;
use crate::simd::dispatch::Operation;

/// UTF-8 to UTF-8. Validation and then a copy, a window at a time: the second finds in the cache what
/// the first has read.
pub(crate) enum Utf8ToUtf8 {}

/// Bytes that are validated and then copied.
const WINDOW: usize = 8192;

impl Transcode for Utf8ToUtf8 {
    const NAME: &'static str = "UTF-8 to UTF-8";
    const BLOCKS: bool = true;
    const COUNTS: bool = true;

    #[inline(always)]
    fn blocks<S: Blocks>(simd: S, src: &[u8], at: usize, out: &mut Output<'_>) -> Stopped {
        let mut at = at;
        while at < src.len() {
            let rest = &src[at..];
            let len = WINDOW.min(rest.len()).min(out.room());
            let len = if len < rest.len() { sequence_over(rest, len) } else { len };
            if len == 0 {
                return (at, Why::Room);
            }
            let window = &rest[..len];
            if let Err(near) = Validate(window).blocks(simd) {
                let well_formed = valid_up_to(simd, window, near);
                out.extend(&window[..well_formed]);
                return (at + well_formed, Why::Error);
            }
            out.extend(window);
            at += len;
        }
        (at, Why::Error)
    }
}

/// The index of the first error, of which validation says that it is near.
#[inline(always)]
fn valid_up_to<S: Blocks>(simd: S, bytes: &[u8], near: usize) -> usize {
    let start = sequence_over(bytes, near);
    if start < bytes.len() && error_at(bytes, start).is_some() {
        return start;
    }
    let near = Narrow { bytes, near: start }.blocks(simd);
    first_error(bytes, sequence_over(bytes, near)).map_or(start, |error| error.position())
}
