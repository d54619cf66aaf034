//! simdutf's conversions, which take pointers: the only unsafe code of this program.
#![allow(unsafe_code)]

use super::FAILED;
use crate::families::units::Writes;
use crate::families::{Call, Function};
use crate::peers::Peer;

/// Each with the most units of the target that a unit of the source can become.
macro_rules! conversions {
    ($($function:ident: $source:ty => [$target:ty; $most:literal];)*) => {$(
        pub(super) const fn $function() -> Function {
            fn convert(src: &[$source], dst: &mut [$target]) -> usize {
                if dst.len() / $most < src.len() {
                    return FAILED;
                }
                // SAFETY: both are slices, `src` for so many reads; a conversion writes no more
                // units than stated above, for which there is room.
                unsafe { ::simdutf::$function(src.as_ptr(), src.len(), dst.as_mut_ptr()) }
            }
            Function { peer: Peer::Simdutf, name: "simdutf", call: Call::Units(&Writes(convert)) }
        }
    )*};
}

conversions! {
    convert_utf8_to_utf16: u8 => [u16; 1];
    convert_utf8_to_utf32: u8 => [u32; 1];
    convert_utf8_to_latin1: u8 => [u8; 1];
    convert_utf16_to_utf8: u16 => [u8; 3];
    convert_utf16_to_utf32: u16 => [u32; 1];
    convert_utf16_to_latin1: u16 => [u8; 1];
    convert_utf32_to_utf8: u32 => [u8; 4];
    convert_utf32_to_utf16: u32 => [u16; 2];
    convert_utf32_to_latin1: u32 => [u8; 1];
    convert_latin1_to_utf8: u8 => [u8; 2];
    convert_latin1_to_utf16: u8 => [u16; 1];
    convert_latin1_to_utf32: u8 => [u32; 1];
}
