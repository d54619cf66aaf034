//! Short sources with which nothing is wrong: to find out what the CPU has and to set up its registers would
//! take longer than to convert them.

use crate::raw::Output;
use crate::scalar::form::Code;

/// Up to so many code units of ASCII are converted here.
const SHORT: usize = 64;

/// Up to so many of anything, behind ASCII too. More of them a kernel converts sooner.
const fn few<S: Code>() -> usize {
    if S::UNIT == 2 { 16 } else { 24 }
}

/// Converts all of `src`, if it is short, well-formed, has a form in the target and there is room for it; or
/// nothing.
#[inline(always)]
pub(super) fn convert<S: Code, T: Code>(src: &[u8], out: &mut Output<'_>) -> bool {
    if src.len() > SHORT * S::UNIT {
        return false;
    }
    // In a variable of its own it stays in registers.
    let mut output = core::mem::take(out);
    let before = output.written();
    let is_done = convert_all::<S, T>(src, &mut output);
    if !is_done {
        output.retract(output.written() - before);
    }
    *out = output;
    is_done
}

#[inline(always)]
fn convert_all<S: Code, T: Code>(src: &[u8], out: &mut Output<'_>) -> bool {
    let mut rest = src;
    while let Some(four) = S::four_ascii(rest, 0)
        && T::write_four_ascii(four, out)
    {
        rest = &rest[4 * S::UNIT..];
    }
    if rest.len() > few::<S>() * S::UNIT {
        return false;
    }
    // ASCII is not looked for again: where there is more of it, no branch predictor could tell.
    while !rest.is_empty() {
        let Some((code, len)) = S::well_formed(rest, 0) else { return false };
        match T::encode(code) {
            Some(coded) if coded.write_exactly(out) => rest = &rest[len..],
            _ => return false,
        }
    }
    true
}
