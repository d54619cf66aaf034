//! The one way through a conversion: a kernel as far as it comes, one character where it stops.

use core::marker::PhantomData;
use core::mem::MaybeUninit;

use super::route::Route;
use super::short;
use crate::error::Error;
use crate::kernel::position::short::SHORT;
use crate::kernel::transcode::{Transcode, Why};
use crate::raw::Output;
use crate::scalar::form::{Checked, Code, Coded, RUN, Replacement};
use crate::simd::KERNELS_HAVE_VECTORS;
use crate::simd::blocks::{Blocks, KernelWith};
use crate::simd::dispatch::{self, Operation, OperationWith};
use crate::simd::lanes::Lanes;
use crate::simd::level::Features;

/// Bytes that are taken one by one where a kernel stops and there is no error.
const NO_ERROR: usize = 64;

/// How far a conversion came, in bytes, and why not farther.
#[derive(Clone, Copy)]
pub struct Ran {
    pub(crate) read: usize,
    pub(crate) end: End,
    /// How many bytes of the source were not left to a kernel.
    pub(super) one_by_one: usize,
}

#[derive(Clone, Copy)]
pub(crate) enum End {
    Done,
    Full,
    Malformed(Error),
}

/// A conversion, as bytes, from `at` on. What is ill-formed or has no form in the target becomes `replacement`, or
/// ends it.
pub(super) struct Conversion<'r, 'o, S, T> {
    src: &'r [u8],
    at: usize,
    out: &'r mut Output<'o>,
    replacement: Option<Replacement>,
    pair: PhantomData<(S, T)>,
}

/// Converts `src`, as far as there is room.
#[inline(never)]
pub(super) fn run<S: Route<T>, T: Code>(
    features: Features,
    src: &[u8],
    out: &mut Output<'_>,
    replacement: Option<Replacement>,
) -> Ran {
    if <S::Kernel as Transcode>::FEW
        && are_few::<S>(src)
        && (<S::Kernel as Transcode>::FEW_IN_BLOCKS || features.has_lanes())
        && dispatch::run(features, Few::<S, T, false> { src, out, pair: PhantomData })
    {
        return Ran { read: src.len(), end: End::Done, one_by_one: 0 };
    }
    run_many::<S, T>(features, src, out, replacement)
}

/// The same of what [`are_few`] is not said of, or of what was tried as such.
#[inline(always)]
pub(super) fn run_many<S: Route<T>, T: Code>(
    features: Features,
    src: &[u8],
    out: &mut Output<'_>,
    replacement: Option<Replacement>,
) -> Ran {
    let mut at = 0;
    if <S::Kernel as Transcode>::PLAIN && short::may_be_plain::<S, T>(src) {
        at = dispatch::run(features, Plain::<S, T> { src, out, pair: PhantomData });
        if at == src.len() {
            return Ran { read: at, end: End::Done, one_by_one: 0 };
        }
    }
    let rest = &src[at..];
    if S::UNIT == 1
        && <S::Kernel as Transcode>::FEW
        && src.len() > FEW
        && rest.len() <= SOME
        && features.has_lanes()
        && dispatch::run(features, Few::<S, T, true> { src: rest, out, pair: PhantomData })
    {
        return Ran { read: src.len(), end: End::Done, one_by_one: 0 };
    }
    S::run_from(features, src, at, out, replacement)
}

/// The same from `at` on.
#[inline(never)]
pub(super) fn run_from<S: Route<T>, T: Code>(
    features: Features,
    src: &[u8],
    at: usize,
    out: &mut Output<'_>,
    replacement: Option<Replacement>,
) -> Ran {
    dispatch::run(features, Conversion::<S, T> { src, at, out, replacement, pair: PhantomData })
}

/// [`run`], but short text is converted before it is asked for kernels, unless one takes it sooner.
#[cfg(feature = "alloc")]
#[inline(never)]
pub(super) fn run_any<S: Route<T>, T: Code>(
    features: Features,
    src: &[u8],
    out: &mut Output<'_>,
    is_lossy: bool,
) -> Ran {
    let is_for_kernel = takes_few::<S, T>(src) && has_few::<S, T>(features);
    let is_for_lanes = is_for_kernel && features.has_lanes();
    if !is_for_lanes && short::convert::<S, T>(src, out, !is_for_kernel).is_some() {
        return Ran { read: src.len(), end: End::Done, one_by_one: 0 };
    }
    S::run(features, src, out, is_lossy.then_some(Replacement::USUAL))
}

/// Whether a kernel can take few code units, on some CPU.
const CAN_TAKE_FEW: bool = KERNELS_HAVE_VECTORS || cfg!(feature = "emulated");

/// Whether a kernel takes `src` as few, on some CPU.
#[inline(always)]
pub(super) fn takes_few<S: Route<T>, T: Code>(src: &[u8]) -> bool {
    CAN_TAKE_FEW && <S::Kernel as Transcode>::FEW && are_few::<S>(src)
}

/// Whether it does so with these features.
#[inline(always)]
pub(super) fn has_few<S: Route<T>, T: Code>(features: Features) -> bool {
    features.has_lanes() || <S::Kernel as Transcode>::FEW_IN_BLOCKS && features.has_blocks()
}

/// The most bytes that a kernel takes as few: what a register of 512 bits has.
const FEW: usize = 64;
/// Up to so many bytes, behind what is plain, are done sooner in such pieces than by loops.
const SOME: usize = 3 * FEW;

/// Fewer bytes, up to one character, are done sooner where the caller is.
const LEAST_OF_FEW: usize = 5;

/// The most bytes of wider units: two such registers.
const FEW_OF_UNITS: usize = 2 * FEW;

/// Whether a kernel takes `src` as few: not more than that, and, where units are bytes, not less than is worth it.
#[inline(always)]
fn are_few<S: Code>(src: &[u8]) -> bool {
    if S::UNIT > 1 {
        return src.len() <= FEW_OF_UNITS;
    }
    (LEAST_OF_FEW..=FEW).contains(&src.len())
}

/// All of a conversion, or nothing: in one step, or else in pieces of what one takes.
struct Few<'r, 'o, S, T, const PIECES: bool> {
    src: &'r [u8],
    out: &'r mut Output<'o>,
    pair: PhantomData<(S, T)>,
}

impl<S: Route<T>, T: Code, const PIECES: bool> Operation for Few<'_, '_, S, T, PIECES> {
    type Output = bool;

    #[inline(always)]
    fn scalar(self) -> bool {
        false
    }

    #[inline(always)]
    fn blocks<B: Blocks>(self, simd: B) -> bool {
        !PIECES && S::Kernel::few_in_blocks(simd, self.src, self.out)
    }

    #[inline(always)]
    fn lanes<L: Lanes>(self, simd: L) -> bool {
        let Few { src, out, .. } = self;
        if !PIECES {
            return S::Kernel::few(simd, src, out);
        }
        let before = out.written();
        let mut at = 0;
        while at < src.len() {
            let end = if src.len() - at > FEW { S::boundary(src, at + FEW) } else { src.len() };
            if !S::Kernel::few(simd, &src[at..end], out) {
                out.retract(out.written() - before);
                return false;
            }
            at = end;
        }
        true
    }
}

/// The start of a conversion, in a frame that needs few registers: as far as the text is plain.
struct Plain<'r, 'o, S, T> {
    src: &'r [u8],
    out: &'r mut Output<'o>,
    pair: PhantomData<(S, T)>,
}

impl<S: Route<T>, T: Code> Operation for Plain<'_, '_, S, T> {
    type Output = usize;

    #[inline(always)]
    fn scalar(self) -> usize {
        0
    }

    #[inline(always)]
    fn blocks<B: Blocks>(self, simd: B) -> usize {
        S::Kernel::plain(simd, self.src, self.out)
    }
}

/// A conversion of what is plain, as [`Plain`], with all of it in registers.
struct Direct<'a, S, T>(&'a [u8], PhantomData<(S, T)>);

impl<S: Route<T>, T: Code> OperationWith<&mut [MaybeUninit<u8>]> for Direct<'_, S, T> {
    /// How many bytes it wrote: all or none.
    type Output = usize;

    #[inline(always)]
    fn scalar(self, _: &mut [MaybeUninit<u8>]) -> usize {
        0
    }

    #[inline(always)]
    fn blocks<B: Blocks>(self, simd: B, dst: &mut [MaybeUninit<u8>]) -> usize {
        let mut out = Output::over_uninit(dst);
        let read = S::Kernel::plain(simd, self.0, &mut out);
        debug_assert_eq!(read / S::UNIT, out.written() / T::UNIT, "each unit becomes one");
        if read == self.0.len() { out.written() } else { 0 }
    }
}

/// Converts all of `src`, if it is little and each unit becomes one: how many bytes that wrote, or 0. Then it was in vain: it is
/// for what is [`short::is_mostly_plain`].
#[inline(always)]
pub(super) fn convert_directly<S: Route<T>, T: Code>(
    features: Features,
    src: &[u8],
    dst: &mut [MaybeUninit<u8>],
) -> usize {
    let is_for_it = <S::Kernel as Transcode>::PLAIN
        && src.len() <= short::little::<S>()
        && src.len().is_multiple_of(S::UNIT)
        && src.len() / S::UNIT * T::UNIT <= dst.len();
    if is_for_it { dispatch::run_with(features, Direct::<S, T>(src, PhantomData), dst) } else { 0 }
}

/// A conversion of what [`are_few`], with all of it in registers.
struct DirectFew<'a, S, T>(&'a [u8], PhantomData<(S, T)>);

impl<S: Route<T>, T: Code> OperationWith<&mut [MaybeUninit<u8>]> for DirectFew<'_, S, T> {
    /// How many bytes it wrote: all or none.
    type Output = usize;

    #[inline(always)]
    fn scalar(self, _: &mut [MaybeUninit<u8>]) -> usize {
        0
    }

    #[inline(always)]
    fn blocks<B: Blocks>(self, simd: B, dst: &mut [MaybeUninit<u8>]) -> usize {
        if !S::Kernel::is_one_block(simd, self.0, dst.len()) {
            return simd.frame_with(SeveralBlocks(self), dst);
        }
        let mut out = Output::over_uninit(dst);
        if S::Kernel::one_block(simd, self.0, &mut out) { out.written() } else { 0 }
    }

    #[inline(always)]
    fn lanes<L: Lanes>(self, simd: L, dst: &mut [MaybeUninit<u8>]) -> usize {
        let mut out = Output::over_uninit(dst);
        if S::Kernel::few(simd, self.0, &mut out) { out.written() } else { 0 }
    }
}

/// The same of more than a block, or with little room, in a frame of its own: that takes registers, which one block does not.
struct SeveralBlocks<'a, S, T>(DirectFew<'a, S, T>);

impl<B: Blocks, S: Route<T>, T: Code> KernelWith<B, &mut [MaybeUninit<u8>]>
    for SeveralBlocks<'_, S, T>
{
    type Output = usize;

    #[inline(always)]
    fn run(self, simd: B, dst: &mut [MaybeUninit<u8>]) -> usize {
        let mut out = Output::over_uninit(dst);
        if S::Kernel::few_in_blocks(simd, self.0.0, &mut out) { out.written() } else { 0 }
    }
}

/// Converts `src`, of which there are few bytes but some, if it is well-formed and there is room for it: how many
/// bytes that wrote, or 0.
#[inline(always)]
pub(super) fn convert_few<S: Route<T>, T: Code>(
    features: Features,
    src: &[u8],
    dst: &mut [MaybeUninit<u8>],
) -> usize {
    let few = DirectFew::<S, T>(src, PhantomData);
    if <S::Kernel as Transcode>::FEW_IN_BLOCKS {
        dispatch::run_with(features, few, dst)
    } else {
        dispatch::run_on_lanes_with(features, few, dst)
    }
}

/// How many bytes [`run`] would write with room for all: by counting, or else by doing it, into a block
/// that is written over again and again.
pub(super) fn measure<S: Route<T>, T: Code>(
    features: Features,
    src: &[u8],
    replacement: Option<Replacement>,
) -> Result<usize, Error> {
    match checked_len::<S, T>(features, src) {
        Ok(Some(len)) => return Ok(len),
        // What is an error in the source need not be one here: WTF-8 has surrogates. And it need not be
        // the first one: Latin-1 lacks characters.
        Err(error)
            if replacement.is_none()
                && !T::HAS_SURROGATES
                && T::encode(char::MAX.into()).is_some() =>
        {
            return Err(error);
        }
        _ => {}
    }
    let mut block = [MaybeUninit::<u8>::uninit(); 4096];
    let (mut at, mut len) = (0, 0);
    loop {
        let mut out = Output::over_uninit(&mut block);
        let ran = S::run(features, &src[at..], &mut out, replacement);
        len += out.written();
        at += ran.read;
        match ran.end {
            End::Done => return Ok(len),
            End::Full => {}
            End::Malformed(error) => return Err(error.shifted(at - ran.read)),
        }
    }
}

/// Bytes that are counted right after they were checked, while the first-level cache has them.
const WINDOW: usize = 16 * 1024;

/// How many bytes `src` becomes, where counting tells; or its first error.
fn checked_len<S: Route<T>, T: Code>(
    features: Features,
    src: &[u8],
) -> Result<Option<usize>, Error> {
    match S::Kernel::checked_length(features, src) {
        Some(Ok(len)) => return Ok(Some(len)),
        Some(Err(near)) => {
            let start = S::boundary(src, near);
            if let Checked::Malformed(error) = S::check(features, &src[start..]) {
                return Err(error.shifted(start));
            }
        }
        None => {}
    }
    let (mut at, mut len) = (0, 0);
    while at < src.len() {
        let mut end = src.len();
        if end - at > WINDOW {
            end = S::boundary(src, at + WINDOW);
        }
        let mut checked = S::check(features, &src[at..end]);
        if matches!(checked, Checked::Malformed(_)) && end < src.len() {
            // What kind of error it is may depend on what is behind the window.
            end = src.len();
            checked = S::check(features, &src[at..]);
        }
        match checked {
            Checked::WellFormed => match length::<S, T>(features, &src[at..end]) {
                Some(more) => len += more,
                None => return Ok(None),
            },
            Checked::Malformed(error) => return Err(error.shifted(at)),
            Checked::Unknown => return Ok(None),
        }
        at = end;
    }
    Ok(Some(len))
}

/// How many bytes `src` becomes, which is well-formed, where counting tells.
pub(super) fn length<S: Route<T>, T: Code>(features: Features, src: &[u8]) -> Option<usize> {
    <S::Kernel as Transcode>::COUNTS.then(|| <S::Kernel as Transcode>::length(features, src))
}

/// The same of few bytes, where the caller is.
#[inline(always)]
pub(super) fn short_length<S: Route<T>, T: Code>(src: &[u8]) -> Option<usize> {
    if src.len() > SHORT {
        return None;
    }
    <S::Kernel as Transcode>::short_length(src)
}

impl<S: Route<T>, T: Code> Operation for Conversion<'_, '_, S, T> {
    type Output = Ran;

    // All of these take it apart first: as a whole it would be in memory, and be waited for there.

    #[inline(always)]
    fn scalar(self) -> Ran {
        let Conversion { src, at, out, replacement, .. } = self;
        all_one_by_one::<S, T>(src, at, out, replacement)
    }

    #[inline(always)]
    fn blocks<B: Blocks>(self, simd: B) -> Ran {
        if !<S::Kernel as Transcode>::BLOCKS {
            return self.scalar();
        }
        let Conversion { src, at, out, replacement, .. } = self;
        let mut ran = Ran { read: at, end: End::Done, one_by_one: 0 };
        loop {
            let stopped = match replacement {
                Some(replacement) if <S::Kernel as Transcode>::REPLACES => {
                    S::Kernel::replacing(simd, src, ran.read, out, replacement.coded::<T>())
                }
                _ => S::Kernel::blocks(simd, src, ran.read, out),
            };
            if !ran.goes_on::<S, T>(stopped, src, out, replacement) {
                return ran;
            }
        }
    }

    #[inline(always)]
    fn lanes<L: Lanes>(self, simd: L) -> Ran {
        if !<S::Kernel as Transcode>::LANES {
            return self.blocks(simd);
        }
        let Conversion { src, at, out, replacement, .. } = self;
        let mut ran = Ran { read: at, end: End::Done, one_by_one: 0 };
        loop {
            // In a variable of its own it stays in registers.
            let mut output = out.take();
            let stopped = if <S::Kernel as Transcode>::REPLACES_IN_LANES && replacement.is_some() {
                S::Kernel::replacing_lanes(simd, src, ran.read, &mut output)
            } else {
                S::Kernel::lanes(simd, src, ran.read, &mut output)
            };
            *out = output;
            if !ran.goes_on::<S, T>(stopped, src, out, replacement) {
                return ran;
            }
        }
    }
}

impl Ran {
    /// Goes on from where a kernel stopped, to where it may start again, or to the end.
    #[inline(always)]
    fn goes_on<S: Route<T>, T: Code>(
        &mut self,
        (stopped, why): (usize, Why),
        src: &[u8],
        out: &mut Output<'_>,
        replacement: Option<Replacement>,
    ) -> bool {
        self.read = stopped;
        if stopped < src.len() {
            let (read, end) = step::<S, T>(src, stopped, why, out, replacement);
            self.read = read;
            self.one_by_one += read - stopped;
            if let Some(end) = end {
                self.end = end;
                return false;
            }
        }
        self.read < src.len()
    }
}

/// Out of line: what asks for the level is to have no registers to save for it.
#[inline(never)]
fn all_one_by_one<S: Code, T: Code>(
    src: &[u8],
    at: usize,
    out: &mut Output<'_>,
    replacement: Option<Replacement>,
) -> Ran {
    let (read, end) = one_by_one::<S, T, false>(src, at, src.len(), out, replacement);
    Ran { read, end: end.unwrap_or(End::Done), one_by_one: read - at }
}

/// One error, or characters one after the other that are none.
#[cold]
#[inline(never)]
fn step<S: Route<T>, T: Code>(
    src: &[u8],
    at: usize,
    why: Why,
    out: &mut Output<'_>,
    replacement: Option<Replacement>,
) -> (usize, Option<End>) {
    match why {
        Why::Room => one_by_one::<S, T, false>(src, at, src.len(), out, replacement),
        // Where there is no error after all, more of what the kernel took for one is likely to follow.
        Why::Error => {
            let limit = src.len().min(at + NO_ERROR);
            one_by_one::<S, T, true>(src, at, limit, out, replacement)
        }
    }
}

/// One character after the other, and runs of ASCII, from `at` to `limit` or behind it; or no farther
/// than behind the first error.
#[inline(always)]
fn one_by_one<S: Code, T: Code, const TO_ERROR: bool>(
    src: &[u8],
    mut at: usize,
    mut limit: usize,
    out: &mut Output<'_>,
    replacement: Option<Replacement>,
) -> (usize, Option<End>) {
    while at < limit {
        let (coded, len, is_ascii) = match next::<S, T>(src, at) {
            Ok(next) => next,
            Err(error) => {
                let Some(replacement) = replacement else {
                    return (at, Some(End::Malformed(error)));
                };
                if TO_ERROR {
                    limit = at;
                }
                (replacement.coded::<T>(), error.subpart_len(), false)
            }
        };
        if coded.len() > out.room() {
            return (at, Some(End::Full));
        }
        coded.write(out);
        at += len;
        if is_ascii {
            while at < limit
                && let Some(ascii) = S::ascii(src, at)
                && ascii.len() > 0
            {
                let written = T::write_ascii(ascii, out);
                at += written * S::UNIT;
                if written < RUN {
                    break;
                }
            }
        }
    }
    (at, None)
}

/// The character at `at` in its new form, how many bytes it has in the old one, and whether it is ASCII.
#[inline(always)]
fn next<S: Code, T: Code>(src: &[u8], at: usize) -> Result<(Coded, usize, bool), Error> {
    let (code, len) = S::decode(src, at)?;
    if !T::HAS_SURROGATES && matches!(code, 0xD800..=0xDFFF) {
        return Err(S::unpaired(src, at, code, len));
    }
    match T::encode(code) {
        Some(coded) => Ok((coded, len, code < 0x80)),
        None => Err(S::unrepresentable(at, code, len)),
    }
}
