//! What is done to code units where they are.

use crate::raw::Unit;

/// Reverses the bytes of each code unit, in place, whether the text is well-formed or not. (To
/// check it on the way, convert [`Utf16Le`](super::Utf16Le) to [`Utf16Be`](super::Utf16Be).)
///
/// Does not allocate, cannot panic.
///
/// ```
/// let mut units = [0x0068_u16, 0x0069];
/// utf8kit::convert::swap_bytes(&mut units);
/// assert_eq!(units, [0x6800, 0x6900]);
/// ```
pub fn swap_bytes<U: Unit>(units: &mut [U]) {
    for unit in units {
        *unit = unit.swapped();
    }
}
