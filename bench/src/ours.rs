//! utf8kit: every call that the bench makes of it is in this file.
//!
//! Each function runs on an [`Engine`], the code for one level of the CPU. All of them are
//! `#[inline]`, so that what the library leaves to be inlined is inlined in the function that the
//! bench calls through a pointer, as it is in the peers' functions.

use std::hint::black_box;

use utf8kit::convert::Stop;
use utf8kit::position::{LineColumn, LineEnds, Unit};
use utf8kit::stream::Utf8Decoder;

pub(crate) use utf8kit::convert::{Form, Latin1, To, Utf8, Utf16, Utf32};
pub(crate) use utf8kit::{Engine, Level};

/// The levels that this CPU has, the lowest first.
pub(crate) fn levels() -> impl Iterator<Item = Level> {
    Level::available()
}

#[inline]
pub(crate) fn is_utf8(engine: Engine, bytes: &[u8]) -> bool {
    engine.is_utf8(bytes)
}

#[inline]
pub(crate) fn count(engine: Engine, bytes: &[u8]) -> usize {
    engine.count(bytes)
}

/// Whether units of another encoding than UTF-8 are well-formed: 1 if they are.
#[inline]
pub(crate) fn is_valid<S: To<S>>(engine: Engine, src: &[S::Unit]) -> usize {
    engine.validate::<S>(src).is_ok().into()
}

/// Converts `src` and returns how many units it became, unless it is malformed.
#[inline]
pub(crate) fn strict<S: To<T>, T: Form>(
    engine: Engine,
    src: &[S::Unit],
    dst: &mut [T::Unit],
) -> Option<usize> {
    let progress = engine.strict::<S, T>(src, dst);
    (progress.stop == Stop::Done).then_some(progress.written)
}

/// Converts `src` with U+FFFD for what is malformed, and returns how many units it became.
#[inline]
pub(crate) fn lossy<S: To<T>, T: Form>(
    engine: Engine,
    src: &[S::Unit],
    dst: &mut [T::Unit],
) -> Option<usize> {
    let progress = engine.lossy::<S, T>(src, dst);
    (progress.stop == Stop::Done).then_some(progress.written)
}

/// How many units `src` would become; 0 if it is malformed.
#[inline]
pub(crate) fn strict_len<S: To<T>, T: Form>(engine: Engine, src: &[S::Unit]) -> usize {
    engine.strict_len::<S, T>(src).unwrap_or(0)
}

/// Decodes text that arrives in pieces, and returns how many bytes of text were handed out.
#[inline]
pub(crate) fn decode<'a>(engine: Engine, pieces: impl Iterator<Item = &'a [u8]>) -> usize {
    let mut decoder = Utf8Decoder::new().with_engine(engine);
    let mut len = 0;
    for piece in pieces {
        for run in decoder.push(piece).lossy() {
            len += black_box(run).len();
        }
    }
    len + decoder.finish().lossy().map(str::len).sum::<usize>()
}

/// Positions: how far into a text, in one unit and in another.
macro_rules! positions {
    ($($name:ident: $from:ident to $to:ident;)*) => {$(
        #[inline]
        pub(crate) fn $name(engine: Engine, text: &str, at: usize) -> usize {
            engine.convert_offset(text, Unit::$from, at, Unit::$to)
        }
    )*};
}

positions! {
    byte_to_scalar: Byte to Scalar;
    scalar_to_byte: Scalar to Byte;
    byte_to_utf16: Byte to Utf16;
    utf16_to_byte: Utf16 to Byte;
}

/// The number of the line in which a byte is.
#[inline]
pub(crate) fn byte_to_line(engine: Engine, text: &str, byte: usize) -> usize {
    engine.line_column(text, byte, LineEnds::Lf, Unit::Byte).line
}

/// The byte at which a line begins.
#[inline]
pub(crate) fn line_to_byte(engine: Engine, text: &str, line: usize) -> usize {
    let start = LineColumn { line, column: 0 };
    engine.byte_offset(text, start, LineEnds::Lf, Unit::Byte)
}
