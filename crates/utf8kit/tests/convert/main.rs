//! Conversions: every pair of encodings at every level against the reference, and against others
//! who convert.
//!
//! `UTF8KIT_LEVEL=avx2` restricts them to a level, `UTF8KIT_PAIR=utf-8:utf-16le` to a pair.

#[path = "../common/mod.rs"]
mod common;

mod check;
mod memory;
mod pairs;
mod texts;

mod kernels;
mod lanes;
mod lengths;
mod oracles;
mod random;
mod rooms;
mod scalars;
mod short;
mod units16;
mod validity;
mod vectors;
mod ways;
