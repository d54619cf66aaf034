//! UTF-8 to UTF-16.

use core::marker::PhantomData;

use super::utf8_lanes::{Units16, convert};
use super::{Order, Stopped, Transcode};
use crate::raw::Output;
use crate::simd::lanes::Lanes;

/// UTF-8 to UTF-16, in the byte order `O`.
pub(crate) struct Utf8ToUtf16<O>(PhantomData<O>);

impl<O: Order> Transcode for Utf8ToUtf16<O> {
    const NAME: &'static str = "UTF-8 to UTF-16";
    const LANES: bool = true;

    #[inline(always)]
    fn lanes<S: Lanes>(simd: S, src: &[u8], at: usize, out: &mut Output<'_>) -> Stopped {
        convert::<S, Units16<O>>(simd, src, at, out)
    }
}
