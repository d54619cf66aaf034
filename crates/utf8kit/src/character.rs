//! One scalar value at a time (RFC 3629 section 3).

use core::fmt;
use core::ops::Deref;

use crate::boundary::unit_start;
use crate::error::Error;
use crate::scalar::decode::decode_at;

/// The first character of `bytes`, or what is wrong with it; `None` where there are no bytes.
///
/// A character's length is [`char::len_utf8`], an error's [`Error::subpart_len`].
///
/// ```
/// use utf8kit::{Kind, decode_first};
///
/// assert_eq!(decode_first("é!".as_bytes()), Some(Ok('é')));
/// let error = decode_first(b"\xC0\x80").unwrap().unwrap_err();
/// assert_eq!((error.kind(), error.subpart_len()), (Kind::Overlong, 1));
/// assert_eq!(decode_first(b""), None);
/// ```
#[must_use]
pub const fn decode_first(bytes: &[u8]) -> Option<Result<char, Error>> {
    if bytes.is_empty() { None } else { Some(decode_at(bytes, 0)) }
}

/// The last character of `bytes`, or the maximal subpart that ends it; `None` where there are no
/// bytes.
///
/// Reads at most four bytes. Going backwards by this finds the same characters and subparts as
/// going forwards by [`decode_first`]. An error's [`position`](Error::position) is its index in
/// `bytes`.
///
/// ```
/// use utf8kit::{Kind, decode_last};
///
/// assert_eq!(decode_last("né".as_bytes()), Some(Ok('é')));
/// let error = decode_last(b"n\xC3").unwrap().unwrap_err();
/// assert_eq!((error.kind(), error.position()), (Kind::Incomplete, 1));
/// ```
#[must_use]
pub const fn decode_last(bytes: &[u8]) -> Option<Result<char, Error>> {
    if bytes.is_empty() {
        return None;
    }
    let start = unit_start(bytes, bytes.len() - 1);
    Some(decode_at(bytes, start))
}

/// The UTF-8 form of the scalar value `value` (RFC 3629 section 3): one to four bytes.
///
/// # Errors
///
/// [`Kind::Surrogate`](crate::Kind::Surrogate) for D800..DFFF,
/// [`Kind::OutOfRange`](crate::Kind::OutOfRange) above 10FFFF: neither has a form, so
/// no output is ever longer than four bytes.
///
/// ```
/// assert_eq!(utf8kit::encode(0x233B4).unwrap().as_bytes(), [0xF0, 0xA3, 0x8E, 0xB4]);
/// assert_eq!(
///     utf8kit::encode(0xD800).unwrap_err().to_string(),
///     "D800 is a surrogate code point, not a scalar value",
/// );
///
/// // In a constant.
/// const E_ACUTE: &str = match &utf8kit::encode(0xE9) {
///     Ok(form) => form.as_str(),
///     Err(_) => panic!(),
/// };
/// assert_eq!(E_ACUTE, "é");
/// ```
pub const fn encode(value: u32) -> Result<Encoded, Error> {
    match char::from_u32(value) {
        Some(scalar) => Ok(Encoded::new(scalar)),
        None => Err(Error::number(value)),
    }
}

/// One character in UTF-8: one to four bytes. Made by [`encode`]; derefs to `str`.
///
/// ```
/// let e_acute = utf8kit::encode(0xE9).unwrap();
/// assert_eq!(&*e_acute, "é");
/// assert_eq!(e_acute.len(), 2);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Encoded {
    /// The form, then zeros.
    bytes: [u8; 4],
    len: u8,
}

impl Encoded {
    const fn new(scalar: char) -> Encoded {
        let mut bytes = [0; 4];
        // At most 4.
        let len = scalar.encode_utf8(&mut bytes).len() as u8;
        Encoded { bytes, len }
    }

    /// The character as text: what the type derefs to, in a constant too.
    ///
    /// ```
    /// assert_eq!(utf8kit::encode(0xE9).unwrap().as_str(), "é");
    /// ```
    #[must_use]
    pub const fn as_str(&self) -> &str {
        // Four bytes are checked faster than a promise about them is kept.
        match core::str::from_utf8(self.bytes.split_at(self.len as usize).0) {
            Ok(text) => text,
            Err(_) => "",
        }
    }
}

impl Deref for Encoded {
    type Target = str;

    fn deref(&self) -> &str {
        self.as_str()
    }
}

impl AsRef<str> for Encoded {
    fn as_ref(&self) -> &str {
        self
    }
}

impl fmt::Display for Encoded {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self)
    }
}

impl fmt::Debug for Encoded {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(&**self, f)
    }
}
