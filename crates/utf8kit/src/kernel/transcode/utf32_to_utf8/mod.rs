//! UTF-32 to UTF-8.

use core::marker::PhantomData;

use super::{Order, Transcode};

/// UTF-32 to UTF-8, in the byte order `O`.
pub(crate) struct Utf32ToUtf8<O>(PhantomData<O>);

impl<O: Order> Transcode for Utf32ToUtf8<O> {
    const NAME: &'static str = "UTF-32 to UTF-8";
}
