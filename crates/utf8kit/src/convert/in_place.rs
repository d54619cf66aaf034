//! What is done to code units where they are.

use crate::raw::Unit;

/// Replaces each unpaired surrogate by U+FFFD, in place: `String.prototype.toWellFormed`. Says how many
/// there were.
///
/// Does not allocate, cannot panic.
///
/// ```
/// use utf8kit::convert;
///
/// let mut units = [0x68, 0xD83D, 0x69, 0xD83D, 0xDE00];
/// assert_eq!(convert::to_well_formed(&mut units), 1);
/// assert_eq!(units, [0x68, 0xFFFD, 0x69, 0xD83D, 0xDE00]);
/// ```
pub fn to_well_formed(units: &mut [u16]) -> usize {
    let mut replaced = 0;
    let mut at = 0;
    while let Err(error) = super::validate::<super::Utf16>(&units[at..]) {
        at += error.position();
        units[at] = 0xFFFD;
        replaced += 1;
        at += 1;
    }
    replaced
}

/// Reverses the bytes of each code unit, in place, whether the text is well-formed or not. (To check it
/// on the way, convert [`Utf16Le`](super::Utf16Le) to [`Utf16Be`](super::Utf16Be).)
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
