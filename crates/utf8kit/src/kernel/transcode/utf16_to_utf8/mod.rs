//! UTF-16 to UTF-8.

use core::marker::PhantomData;

use super::{Order, Transcode};

/// UTF-16 to UTF-8, in the byte order `O`.
pub(crate) struct Utf16ToUtf8<O>(PhantomData<O>);

impl<O: Order> Transcode for Utf16ToUtf8<O> {
    const NAME: &'static str = "UTF-16 to UTF-8";
}
