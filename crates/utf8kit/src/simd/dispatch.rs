//! From a level to the code that runs there: the one place that knows all of them.

use super::blocks::{Blocks, Kernel, KernelWith};
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

/// An [`Operation`] with an argument: see [`KernelWith`].
pub(crate) trait OperationWith<A>: Sized {
    type Output;
    /// Where no ISA fits.
    fn scalar(self, argument: A) -> Self::Output;
    /// At every level that has blocks.
    fn blocks<S: Blocks>(self, simd: S, argument: A) -> Self::Output;
    /// Where there are 512-bit lanes, for an operation that has a shape of its own for them.
    #[inline(always)]
    fn lanes<S: Lanes>(self, simd: S, argument: A) -> Self::Output {
        self.blocks(simd, argument)
    }
}

/// [`run`], with an argument.
#[inline(always)]
pub(crate) fn run_with<A, O: OperationWith<A>>(
    features: Features,
    operation: O,
    argument: A,
) -> O::Output {
    if features.has_lanes() {
        return run_on_lanes_with(features, operation, argument);
    }
    #[cfg(all(
        target_arch = "x86_64",
        target_feature = "sse2",
        not(any(target_os = "none", target_env = "sgx"))
    ))]
    {
        use super::x86::{Avx2, Sse42};
        if let Some(token) = Avx2::new(features) {
            return token.enter_with(OnBlocks(operation), argument);
        }
        if let Some(token) = Sse42::new(features) {
            return token.enter_with(OnBlocks(operation), argument);
        }
    }
    operation.scalar(argument)
}

/// The same, but as where no ISA fits, unless there are 512-bit lanes: that is less code.
#[inline(always)]
pub(crate) fn run_on_lanes_with<A, O: OperationWith<A>>(
    features: Features,
    operation: O,
    argument: A,
) -> O::Output {
    #[cfg(all(
        target_arch = "x86_64",
        target_feature = "sse2",
        not(any(target_os = "none", target_env = "sgx"))
    ))]
    if let Some(token) = super::x86::Avx512::new(features) {
        return token.enter_with(OnLanes(operation), argument);
    }
    #[cfg(feature = "emulated")]
    if features.has(super::level::Level::Emulated) {
        return super::emulated::Emulated::<64>.enter_with(OnLanes(operation), argument);
    }
    let _ = features;
    operation.scalar(argument)
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

impl<A, S: Blocks, O: OperationWith<A>> KernelWith<S, A> for OnBlocks<O> {
    type Output = O::Output;

    #[inline(always)]
    fn run(self, simd: S, argument: A) -> O::Output {
        self.0.blocks(simd, argument)
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

impl<A, S: Lanes, O: OperationWith<A>> KernelWith<S, A> for OnLanes<O> {
    type Output = O::Output;

    #[inline(always)]
    fn run(self, simd: S, argument: A) -> O::Output {
        self.0.lanes(simd, argument)
    }
}
