//! One character at a time, and without SIMD: what classifies an error, decodes one scalar value,
//! and validates where no vector ISA fits.

pub(crate) mod decode;
pub(crate) mod dfa;
pub(crate) mod form;
pub(crate) mod table;
