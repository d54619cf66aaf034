//! Text with replacements, in one call.

use alloc::borrow::Cow;
use alloc::string::String;
use core::fmt::Write;

use super::{Part, Parts, Policy, Replacement};
use crate::engine::Engine;
use crate::raw::WellFormed;

/// `bytes` as text, with `replacement` for each unit of ill-formed bytes.
///
/// Well-formed input is borrowed, and costs no more than its validation. Allocates if there is an
/// error. Cannot panic. For text in pieces there is [`Splitter`](super::Splitter).
///
/// ```
/// use utf8kit::repair::{Policy, replace};
///
/// assert_eq!(replace("naïve".as_bytes(), Policy::PerByte, "?"), "naïve");
/// assert_eq!(replace(b"na\xEFve", Policy::Maximal, "\u{FFFD}"), "na\u{FFFD}ve");
/// ```
#[must_use]
pub fn replace<'a, 'r>(
    bytes: &'a [u8],
    policy: Policy,
    replacement: impl Into<Replacement<'r>>,
) -> Cow<'a, str> {
    Engine::best().replace(bytes, policy, replacement)
}

/// `bytes` as text; `replace` appends what stands for each unit of ill-formed bytes.
///
/// Well-formed input is borrowed. Allocates if there is an error. Panics only if `replace` does.
///
/// ```
/// use utf8kit::repair::{Policy, replace_with};
///
/// // Each in its own way: single bytes as Latin-1.
/// let text = replace_with(b"caf\xE9 \xE2\x82", Policy::Maximal, |unit, text| match *unit {
///     [byte] => text.push(char::from(byte)),
///     _ => text.push('\u{FFFD}'),
/// });
/// assert_eq!(text, "café \u{FFFD}");
/// ```
#[must_use]
pub fn replace_with(
    bytes: &[u8],
    policy: Policy,
    replace: impl FnMut(&[u8], &mut String),
) -> Cow<'_, str> {
    Engine::best().replace_with(bytes, policy, replace)
}

impl Engine {
    /// [`replace`] by this engine.
    #[must_use]
    pub fn replace<'a, 'r>(
        self,
        bytes: &'a [u8],
        policy: Policy,
        replacement: impl Into<Replacement<'r>>,
    ) -> Cow<'a, str> {
        match replacement.into() {
            Replacement::Text("\u{FFFD}") if policy == Policy::Maximal => {
                self.from_utf8_lossy(bytes)
            }
            Replacement::Text(replacement) => {
                self.replace_with(bytes, policy, |_, text| text.push_str(replacement))
            }
            Replacement::Escape(escape) => self.replace_with(bytes, policy, |unit, text| {
                // Writing to a `String` does not fail.
                let _ = write!(text, "{}", escape.of(unit));
            }),
        }
    }

    /// [`replace_with`] by this engine.
    #[must_use]
    pub fn replace_with(
        self,
        bytes: &[u8],
        policy: Policy,
        mut replace: impl FnMut(&[u8], &mut String),
    ) -> Cow<'_, str> {
        let (start, error) = WellFormed::prefix(self, bytes);
        let start = start.as_str();
        if error.is_none() {
            return Cow::Borrowed(start);
        }
        let mut text = String::with_capacity(bytes.len() + bytes.len() / 8);
        text.push_str(start);
        for part in Parts::new(&bytes[start.len()..], policy).with_engine(self) {
            match part {
                Part::Text(good) => text.push_str(good),
                Part::IllFormed(unit) | Part::More(unit) => replace(unit, &mut text),
            }
        }
        Cow::Owned(text)
    }
}
