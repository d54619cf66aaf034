//! What a CPU can do, and how a kernel uses it.
//!
//! - [`level`]: the levels, their detection, and the one cached choice.
//! - [`blocks`]: the vocabulary of every level: a block of 16, 32 or 64 bytes.
//! - [`parts`]: the vocabulary of units in blocks of 16 or 32 bytes, and of shuffles.
//! - [`lanes`]: the vocabulary of 512-bit lanes: masks, compress, permutes, multishift, GFNI.
//! - [`emulated`]: all of them in plain Rust, the definition that the others are tested by.
//! - [`x86`]: all of them on x86-64, one file an ISA.
//! - [`swar`]: eight bytes in a general register, for what is too short to ask for a level.
//! - [`dispatch`]: from a level to the code that runs there.
//!
//! A value of a token type (`Avx2`, ...) is the proof that the CPU has the features, because only
//! detection makes one. Kernels take a token and hold no `unsafe`. An operation of a vocabulary is
//! an `inline(always)` method that reaches the ISA by being inlined into a *frame*: an outlined
//! function with `#[target_feature]`, which [`Blocks::frame`](blocks::Blocks::frame) opens.

pub(crate) mod blocks;
pub(crate) mod dispatch;
#[cfg(feature = "internal")]
pub(crate) mod emulated;
pub(crate) mod lanes;
pub(crate) mod level;
pub(crate) mod parts;
pub(crate) mod swar;
#[cfg(all(
    target_arch = "x86_64",
    target_feature = "sse2",
    not(any(target_os = "none", target_env = "sgx"))
))]
pub(crate) mod x86;

#[cfg(test)]
mod tests;
