//! The encodings as values: which conversion the library has for a pair that is known when the
//! program runs.

use utf8kit::Encoding;
use utf8kit::Engine;
use utf8kit::convert::{
    self, Cesu8, Form, Latin1, ModifiedUtf8, To, Utf8, Utf16Be, Utf16Le, Utf32Be, Utf32Le, Wtf8,
};

use super::code_pages::CodePage;
use super::{Charset, Inner};

/// An encoding with everything decided that a conversion needs to know.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Coding {
    Utf8,
    Utf16Le,
    Utf16Be,
    Utf32Le,
    Utf32Be,
    Latin1,
    Cesu8,
    ModifiedUtf8,
    Wtf8,
    Ascii,
    Legacy(&'static encoding_rs::Encoding),
    Page(&'static CodePage),
}

impl Coding {
    /// Without a byte order: little-endian.
    pub(super) fn of(charset: Charset) -> Coding {
        match charset.0 {
            Inner::Own(Encoding::Utf16 | Encoding::Utf16Le) => Coding::Utf16Le,
            Inner::Own(Encoding::Utf16Be) => Coding::Utf16Be,
            Inner::Own(Encoding::Utf32 | Encoding::Utf32Le) => Coding::Utf32Le,
            Inner::Own(Encoding::Utf32Be) => Coding::Utf32Be,
            Inner::Own(Encoding::Latin1) => Coding::Latin1,
            Inner::Own(Encoding::Cesu8) => Coding::Cesu8,
            Inner::Own(Encoding::ModifiedUtf8) => Coding::ModifiedUtf8,
            Inner::Own(Encoding::Wtf8) => Coding::Wtf8,
            Inner::Own(Encoding::Ascii) => Coding::Ascii,
            Inner::Own(_) => Coding::Utf8,
            Inner::Legacy(encoding) => Coding::Legacy(encoding),
            Inner::Page(page) => Coding::Page(page),
        }
    }

    /// Whether what a byte means depends on more than the character that it is in.
    pub(super) fn has_state(self) -> bool {
        self == Coding::Legacy(encoding_rs::ISO_2022_JP)
    }

    /// Whether [`utf8kit::convert`] has it.
    pub(super) const fn is_own(self) -> bool {
        !matches!(self, Coding::Ascii | Coding::Legacy(_) | Coding::Page(_))
    }
}

/// What is made of bytes, and goes to everything that is.
trait Bytes:
    Form<Unit = u8>
    + To<Utf8>
    + To<Utf16Le>
    + To<Utf16Be>
    + To<Utf32Le>
    + To<Utf32Be>
    + To<Latin1>
    + To<Cesu8>
    + To<ModifiedUtf8>
    + To<Wtf8>
{
}

macro_rules! bytes {
    ($($form:ident)*) => {$(
        impl Bytes for $form {}
    )*};
}

bytes! { Utf8 Utf16Le Utf16Be Utf32Le Utf32Be Latin1 Cesu8 ModifiedUtf8 Wtf8 }

/// Converts up to what is malformed, between two encodings of [`utf8kit::convert`].
pub(super) fn strict(
    engine: Engine,
    from: Coding,
    to: Coding,
    src: &[u8],
    dst: &mut [u8],
) -> Option<convert::Progress> {
    match from {
        Coding::Utf8 => strict_from::<Utf8>(engine, to, src, dst),
        Coding::Utf16Le => strict_from::<Utf16Le>(engine, to, src, dst),
        Coding::Utf16Be => strict_from::<Utf16Be>(engine, to, src, dst),
        Coding::Utf32Le => strict_from::<Utf32Le>(engine, to, src, dst),
        Coding::Utf32Be => strict_from::<Utf32Be>(engine, to, src, dst),
        Coding::Latin1 => strict_from::<Latin1>(engine, to, src, dst),
        Coding::Cesu8 => strict_from::<Cesu8>(engine, to, src, dst),
        Coding::ModifiedUtf8 => strict_from::<ModifiedUtf8>(engine, to, src, dst),
        Coding::Wtf8 => strict_from::<Wtf8>(engine, to, src, dst),
        Coding::Ascii | Coding::Legacy(_) | Coding::Page(_) => None,
    }
}

fn strict_from<S: Bytes>(
    engine: Engine,
    to: Coding,
    src: &[u8],
    dst: &mut [u8],
) -> Option<convert::Progress> {
    Some(match to {
        Coding::Utf8 => engine.strict::<S, Utf8>(src, dst),
        Coding::Utf16Le => engine.strict::<S, Utf16Le>(src, dst),
        Coding::Utf16Be => engine.strict::<S, Utf16Be>(src, dst),
        Coding::Utf32Le => engine.strict::<S, Utf32Le>(src, dst),
        Coding::Utf32Be => engine.strict::<S, Utf32Be>(src, dst),
        Coding::Latin1 => engine.strict::<S, Latin1>(src, dst),
        Coding::Cesu8 => engine.strict::<S, Cesu8>(src, dst),
        Coding::ModifiedUtf8 => engine.strict::<S, ModifiedUtf8>(src, dst),
        Coding::Wtf8 => engine.strict::<S, Wtf8>(src, dst),
        Coding::Ascii | Coding::Legacy(_) | Coding::Page(_) => return None,
    })
}

/// Converts from UTF-8 with U+FFFD in the place of whatever is malformed, to an encoding that has
/// all characters.
pub(super) fn lossy(
    engine: Engine,
    to: Coding,
    src: &[u8],
    dst: &mut [u8],
) -> Option<convert::Progress> {
    Some(match to {
        Coding::Utf8 => engine.lossy::<Utf8, Utf8>(src, dst),
        Coding::Utf16Le => engine.lossy::<Utf8, Utf16Le>(src, dst),
        Coding::Utf16Be => engine.lossy::<Utf8, Utf16Be>(src, dst),
        Coding::Utf32Le => engine.lossy::<Utf8, Utf32Le>(src, dst),
        Coding::Utf32Be => engine.lossy::<Utf8, Utf32Be>(src, dst),
        Coding::Cesu8 => engine.lossy::<Utf8, Cesu8>(src, dst),
        Coding::ModifiedUtf8 => engine.lossy::<Utf8, ModifiedUtf8>(src, dst),
        Coding::Wtf8 => engine.lossy::<Utf8, Wtf8>(src, dst),
        Coding::Latin1 | Coding::Ascii | Coding::Legacy(_) | Coding::Page(_) => return None,
    })
}

/// How often U+FFFD stands in text of an encoding that [`lossy`] has.
pub(super) fn count_replacements(coding: Coding, text: &[u8]) -> usize {
    fn count<const N: usize>(text: &[u8], wanted: [u8; N]) -> usize {
        text.as_chunks().0.iter().filter(|&&unit| unit == wanted).count()
    }
    match coding {
        Coding::Utf16Le => count(text, *b"\xFD\xFF"),
        Coding::Utf16Be => count(text, *b"\xFF\xFD"),
        Coding::Utf32Le => count(text, *b"\xFD\xFF\0\0"),
        Coding::Utf32Be => count(text, *b"\0\0\xFF\xFD"),
        // A byte that starts a character is never a part of another, well-formed or not.
        _ => text.windows(3).filter(|bytes| bytes == b"\xEF\xBF\xBD").count(),
    }
}
