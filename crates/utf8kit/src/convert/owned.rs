//! Conversions into what owns memory: in one pass, into memory that nobody filled before.

use super::driver::End;
use super::form::{Form, To, Utf8};
use super::pair::Pair;
use crate::codec::Replacement;
use crate::engine::Engine;
use crate::error::Error;
use crate::raw::{Converted, Unit, bytes_of};

/// `src` as a new `Vec` of code units, or as a new `String`.
///
/// Allocates as it grows, and converts in one pass.
///
/// # Errors
///
/// The first error in `src`, or the first character that the target does not have.
///
/// ```
/// use utf8kit::convert::{self, Utf8, Utf16Le};
///
/// let text: String = convert::strict_owned::<Utf16Le, Utf8>(b"h\0\xE9\0")?;
/// assert_eq!(text, "hé");
///
/// let error = convert::strict_owned::<Utf16Le, Utf8>(b"h\0\x3D\xD8").unwrap_err();
/// assert_eq!(
///     error.to_string(),
///     "malformed UTF-16 at byte 2: the input ends after D83D, half of a surrogate pair",
/// );
/// # Ok::<(), utf8kit::Error>(())
/// ```
pub fn strict_owned<S: To<T>, T: Form>(src: &[S::Unit]) -> Result<T::Owned, Error> {
    Engine::best().strict_owned::<S, T>(src)
}

/// `src` as a new `Vec` of code units, or as a new `String`, with U+FFFD in the place of each error
/// (in Latin-1, `?`).
///
/// Allocates as it grows, and converts in one pass.
///
/// ```
/// use utf8kit::convert::{self, Utf8, Utf16};
/// assert_eq!(convert::lossy_owned::<Utf16, Utf8>(&[0x68, 0xD83D, 0x69]), "h\u{FFFD}i");
/// ```
#[must_use]
pub fn lossy_owned<S: To<T>, T: Form>(src: &[S::Unit]) -> T::Owned {
    Engine::best().lossy_owned::<S, T>(src)
}

/// Text as a new `Vec` of code units. What [`Latin1`](super::Latin1) does not have becomes `?`.
///
/// ```
/// use utf8kit::convert::{self, Utf16Be};
/// assert_eq!(convert::encode_owned::<Utf16Be>("né"), *b"\0n\0\xE9");
/// ```
#[must_use]
pub fn encode_owned<T: Form>(text: &str) -> T::Owned
where
    Utf8: To<T>,
{
    lossy_owned::<Utf8, T>(text.as_bytes())
}

impl Engine {
    /// [`convert::strict_owned`](strict_owned) by this engine.
    ///
    /// # Errors
    ///
    /// Those of [`convert::strict_owned`](strict_owned).
    pub fn strict_owned<S: To<T>, T: Form>(self, src: &[S::Unit]) -> Result<T::Owned, Error> {
        let mut text = Converted::default();
        append(self, S::PAIR, bytes_of(src), None, &mut text)
            .map_err(|error| error.in_units(size_of::<S::Unit>()))?;
        Ok(T::own(text))
    }

    /// [`convert::lossy_owned`](lossy_owned) by this engine.
    #[must_use]
    pub fn lossy_owned<S: To<T>, T: Form>(self, src: &[S::Unit]) -> T::Owned {
        let mut text = Converted::default();
        match append(self, S::PAIR, bytes_of(src), Some(Replacement::USUAL), &mut text) {
            Ok(()) => T::own(text),
            // What is malformed is replaced.
            Err(_) => unreachable!(),
        }
    }
}

/// Converts `src` behind what `text` holds.
fn append<U: Unit, T>(
    engine: Engine,
    pair: Pair,
    src: &[u8],
    replacement: Option<Replacement>,
    text: &mut Converted<U, T>,
) -> Result<(), Error> {
    let mut at = 0;
    loop {
        let rest = &src[at..];
        let more = pair.room_for(rest.len()).div_ceil(size_of::<U>());
        let ran = text.append(more, |out| pair.convert(engine, rest, out, replacement));
        at += ran.read;
        match ran.end {
            End::Done => return Ok(()),
            End::Full => {}
            End::Malformed(error) => return Err(error.shifted(at - ran.read)),
        }
    }
}
