//! UTF-8 to UTF-32.

use core::marker::PhantomData;

use super::{Order, Transcode};

/// UTF-8 to UTF-32, in the byte order `O`.
pub(crate) struct Utf8ToUtf32<O>(PhantomData<O>);

impl<O: Order> Transcode for Utf8ToUtf32<O> {
    const NAME: &'static str = "UTF-8 to UTF-32";
}
