//! simdutf: its levels, and its functions in the form in which the bench calls them.
//!
//! It chooses its code once in a process, by an environment variable if that is set. Its
//! conversions take pointers; this is the only file of the bench with unsafe code.
#![allow(unsafe_code)]

use std::process::Command;

use crate::ours::{Engine, Level};

const FORCE: &str = "SIMDUTF_FORCE_IMPLEMENTATION";

/// What simdutf calls its code for `level`; `None` if it has but one on this kind of CPU.
pub(crate) fn implementation(level: Level) -> Option<&'static str> {
    match level {
        _ if cfg!(not(target_arch = "x86_64")) => None,
        Level::Scalar => Some("fallback"),
        Level::Sse42 => Some("westmere"),
        Level::Avx2 => Some("haswell"),
        Level::Avx512 => Some("icelake"),
        _ => None,
    }
}

/// Makes simdutf use in another process what corresponds to `level`.
pub(crate) fn force(command: &mut Command, level: Level) {
    match implementation(level) {
        Some(name) => command.env(FORCE, name),
        None => command.env_remove(FORCE),
    };
}

/// Conversions, each with the most units of the target that a unit of the source can become.
macro_rules! conversions {
    ($($name:ident: $source:ty => [$target:ty; $most:literal];)*) => {$(
        pub(crate) fn $name(_: Engine, src: &[$source], dst: &mut [$target]) -> Option<usize> {
            if dst.len() / $most < src.len() {
                return None;
            }
            // SAFETY: `src` and `dst` are slices. A conversion reads no more than all of `src`,
            // and writes no more than `$most` units for each: there is room for these.
            Some(unsafe { ::simdutf::$name(src.as_ptr(), src.len(), dst.as_mut_ptr()) })
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

/// Lengths. simdutf's take for granted that the text is well-formed, so it is validated first.
macro_rules! lengths {
    ($($name:ident = $length:ident of [$source:ty] if $validate:ident;)*) => {$(
        pub(crate) fn $name(_: Engine, src: &[$source]) -> usize {
            if ::simdutf::$validate(src) { ::simdutf::$length(src) } else { 0 }
        }
    )*};
}

lengths! {
    utf8_len_in_utf16 = utf16_length_from_utf8 of [u8] if validate_utf8;
    utf8_len_in_utf32 = utf32_length_from_utf8 of [u8] if validate_utf8;
    utf16_len_in_utf8 = utf8_length_from_utf16 of [u16] if validate_utf16;
    utf16_len_in_utf32 = utf32_length_from_utf16 of [u16] if validate_utf16;
    utf32_len_in_utf8 = utf8_length_from_utf32 of [u32] if validate_utf32;
    utf32_len_in_utf16 = utf16_length_from_utf32 of [u32] if validate_utf32;
}
