//! One character at a time, and without SIMD: what classifies an error, decodes one scalar value,
//! and validates where no vector ISA fits.

pub(crate) mod decode;
pub(crate) mod dfa;
pub(crate) mod short;
pub(crate) mod table;

/// UTF-8 (RFC 3629) as a type, for what is generic over encodings.
#[derive(Clone, Copy, Debug)]
pub enum Utf8 {}
