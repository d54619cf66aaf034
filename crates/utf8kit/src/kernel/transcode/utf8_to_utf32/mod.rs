//! UTF-8 to UTF-32.

use core::marker::PhantomData;

use super::utf8_lanes::{Units32, convert};
use super::{Order, Stopped, Transcode};
use crate::raw::Output;
use crate::simd::lanes::Lanes;

/// UTF-8 to UTF-32, in the byte order `O`.
pub(crate) struct Utf8ToUtf32<O>(PhantomData<O>);

impl<O: Order> Transcode for Utf8ToUtf32<O> {
    const NAME: &'static str = "UTF-8 to UTF-32";
    const LANES: bool = true;

    #[inline(always)]
    fn lanes<S: Lanes>(simd: S, src: &[u8], at: usize, out: &mut Output<'_>) -> Stopped {
        convert::<S, Units32<O>>(simd, src, at, out)
    }
}
