//! From a level to the code that runs there: the one place that knows all of them.

use super::blocks::{Blocks, Kernel};
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
    #[cfg(feature = "internal")]
    if features.is_emulated() {
        return super::emulated::Emulated::<64>.enter(OnLanes(operation));
    }
    let _ = features;
    operation.scalar()
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

impl<S: Lanes, O: Operation> Kernel<S> for OnLanes<O> {
    type Output = O::Output;

    #[inline(always)]
    fn run(self, simd: S) -> O::Output {
        self.0.lanes(simd)
    }
}
