//! From a level to the code that runs there: the one place that knows all of them.

use core::mem::MaybeUninit;

use super::blocks::{Blocks, Filling, Kernel};
use super::lanes::Lanes;
use super::level::Features;

/// An operation as each level runs it. The methods that take a token are `#[inline(always)]`: they
/// must end up inside that level's frame.
pub(crate) trait Operation: Sized {
    type Output;
    /// Where no ISA fits.
    fn scalar(self) -> Self::Output;
    /// At every level that has blocks.
    fn blocks<S: Blocks>(self, simd: S) -> Self::Output;
    /// Where there are 512-bit lanes, for an operation that has a shape of its own for them.
    #[inline(always)]
    fn lanes<S: Lanes>(self, simd: S) -> Self::Output {
        self.blocks(simd)
    }
}

/// Runs `operation` at the best level among `features`.
#[inline(always)]
pub(crate) fn run<O: Operation>(features: Features, operation: O) -> O::Output {
    #[cfg(all(
        target_arch = "x86_64",
        target_feature = "sse2",
        not(any(target_os = "none", target_env = "sgx"))
    ))]
    {
        use super::x86::{Avx2, Avx512, Sse42};
        if let Some(token) = Avx512::new(features) {
            return token.enter(OnLanes(operation));
        }
        if let Some(token) = Avx2::new(features) {
            return token.enter(OnBlocks(operation));
        }
        if let Some(token) = Sse42::new(features) {
            return token.enter(OnBlocks(operation));
        }
    }
    #[cfg(feature = "emulated")]
    if features.has(super::level::Level::Emulated) {
        return super::emulated::Emulated::<64>.enter(OnLanes(operation));
    }
    operation.scalar()
}

/// What fills one slice from another, as each level with blocks runs it: an [`Operation`] without a value.
pub(crate) trait Fill {
    /// At every such level. Says how far it came, in its own measure.
    fn blocks<S: Blocks>(simd: S, src: &[u8], dst: &mut [MaybeUninit<u8>]) -> usize;
    /// Where there are 512-bit lanes, likewise.
    #[inline(always)]
    fn lanes<S: Lanes>(simd: S, src: &[u8], dst: &mut [MaybeUninit<u8>]) -> usize {
        Self::blocks(simd, src, dst)
    }
}

/// Fills `dst` from `src` at the best level among `features`, if that has blocks; if not, it comes nowhere.
#[inline(always)]
pub(crate) fn fill<F: Fill>(features: Features, src: &[u8], dst: &mut [MaybeUninit<u8>]) -> usize {
    if features.has_lanes() {
        return fill_with_lanes::<F>(features, src, dst);
    }
    #[cfg(all(
        target_arch = "x86_64",
        target_feature = "sse2",
        not(any(target_os = "none", target_env = "sgx"))
    ))]
    {
        use super::x86::{Avx2, Sse42};
        if let Some(token) = Avx2::new(features) {
            return token.enter_filling::<OnBlocks<F>>(src, dst);
        }
        if let Some(token) = Sse42::new(features) {
            return token.enter_filling::<OnBlocks<F>>(src, dst);
        }
    }
    0
}

/// The same, but only where there are 512-bit lanes: that is less code.
#[inline(always)]
pub(crate) fn fill_with_lanes<F: Fill>(
    features: Features,
    src: &[u8],
    dst: &mut [MaybeUninit<u8>],
) -> usize {
    #[cfg(all(
        target_arch = "x86_64",
        target_feature = "sse2",
        not(any(target_os = "none", target_env = "sgx"))
    ))]
    if let Some(token) = super::x86::Avx512::new(features) {
        return token.enter_filling::<OnLanes<F>>(src, dst);
    }
    #[cfg(feature = "emulated")]
    if features.has(super::level::Level::Emulated) {
        return super::emulated::Emulated::<64>.enter_filling::<OnLanes<F>>(src, dst);
    }
    let _ = (features, src, dst);
    0
}

#[cfg_attr(not(target_arch = "x86_64"), allow(dead_code, reason = "every ISA here has lanes"))]
struct OnBlocks<O>(O);

impl<S: Blocks, O: Operation> Kernel<S> for OnBlocks<O> {
    type Output = O::Output;

    #[inline(always)]
    fn run(self, simd: S) -> O::Output {
        self.0.blocks(simd)
    }
}

struct OnLanes<O>(O);

impl<S: Blocks, F: Fill> Filling<S> for OnBlocks<F> {
    #[inline(always)]
    fn run(simd: S, src: &[u8], dst: &mut [MaybeUninit<u8>]) -> usize {
        F::blocks(simd, src, dst)
    }
}

impl<S: Lanes, F: Fill> Filling<S> for OnLanes<F> {
    #[inline(always)]
    fn run(simd: S, src: &[u8], dst: &mut [MaybeUninit<u8>]) -> usize {
        F::lanes(simd, src, dst)
    }
}

impl<S: Lanes, O: Operation> Kernel<S> for OnLanes<O> {
    type Output = O::Output;

    #[inline(always)]
    fn run(self, simd: S) -> O::Output {
        self.0.lanes(simd)
    }
}
