//! RFC 3629 as code, to be read beside the text and compared with: everything is safe and slow,
//! nearly everything `const`, and each item cites the clause that it states.
//!
//! - [`encode`]: section 3, from a character number to octets.
//! - [`decode`]: section 3, from octets to a character number.
//! - [`grammar`]: section 4, the ABNF.
//! - [`utf16`]: section 3, UTF-16 is decoded before it is encoded in UTF-8.
//! - [`cesu8`]: section 3, what CESU-8 does instead.
//! - [`subpart`]: Unicode chapter 3.9, the unit of what is ill-formed, derived from the grammar.
//! - [`convert`]: the other encodings, and from each encoding to each.
//!
//! Nothing here shares code with the rest of the crate, but for the names of the
//! [kinds](crate::Kind), so that a comparison of the two can fail; for the same reason the decoder
//! is not built on the grammar. For tests: not part of the stable interface.

pub mod cesu8;
pub mod convert;
pub mod decode;
pub mod encode;
pub mod grammar;
pub mod subpart;
pub mod utf16;

#[cfg(test)]
mod examples;
