//! What is likely meant by bytes that are not UTF-8.
//!
//! [`utf8kit`] says where text is malformed and what is wrong there. This crate says what a person
//! wants to know next: which bytes belong together and why they are there ([`diagnose`]), and
//! whether the whole is another encoding of Unicode or no text at all ([`guess`]). It mends damaged text
//! ([`fix`]), and undoes [`mojibake`].
//!
//! ```
//! use utf8kit_text::{Cause, diagnose};
//!
//! let finding = diagnose(b"Espec\xEDfica", 5).unwrap();
//! assert_eq!(finding.cause(), Some(Cause::Windows1252('í')));
//! assert_eq!(finding.cause().unwrap().to_string(), "likely windows-1252 'í'");
//! ```
#![forbid(unsafe_code)]

mod cause;
pub mod charset;
mod finding;
pub mod fix;
pub mod guess;
mod legacy;
pub mod mojibake;

pub use cause::Cause;
pub use finding::{Finding, Findings, diagnose, diagnose_in, findings};
