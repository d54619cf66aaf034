//! A few bytes, all of which are looked at and stored, though no branch depends on how many there are.

use super::sixteen;
use super::words::joined;

/// All of some bytes in parts of the same length, which may overlap, so that next to nothing depends on how many bytes there are.
#[derive(Clone, Copy)]
pub enum Overlapping<'a, const N: usize> {
    /// `N` to twice `N` bytes: the first and the last ones.
    Two([&'a [u8; N]; 2]),
    /// `N` to four times `N`: between the first and the last ones, some that begin [`between`] bytes behind the beginning, and some
    /// that end as many before the end.
    Four([&'a [u8; N]; 4]),
}

/// See [`Overlapping::Four`].
#[inline(always)]
pub(crate) const fn between<const N: usize>(len: usize) -> usize {
    len / (2 * N) * N
}

impl<'a, const N: usize> Overlapping<'a, N> {
    #[inline(always)]
    pub(crate) fn two(bytes: &'a [u8]) -> Option<Self> {
        if bytes.len() > 2 * N {
            return None;
        }
        Some(Overlapping::Two([bytes.first_chunk()?, bytes.last_chunk()?]))
    }

    #[inline(always)]
    pub(crate) fn four(bytes: &'a [u8]) -> Option<Self> {
        if bytes.len() > 4 * N {
            return None;
        }
        let (first, last) = (bytes.first_chunk()?, bytes.last_chunk()?);
        let between = between::<N>(bytes.len());
        let second = bytes.get(between..)?.first_chunk()?;
        let third = bytes.get(..bytes.len() - between)?.last_chunk()?;
        Some(Overlapping::Four([first, second, third, last]))
    }

    /// How many parts there are.
    #[inline(always)]
    pub(crate) const fn parts(self) -> usize {
        match self {
            Overlapping::Two(_) => 2,
            Overlapping::Four(_) => 4,
        }
    }

    /// Whether all of them are ASCII.
    #[inline(always)]
    pub(crate) fn are_ascii(self) -> bool {
        if N <= 8 {
            return sixteen::high(self.joined()) == 0;
        }
        let blocks = |bytes: &[u8; N]| {
            bytes.as_chunks().0.iter().fold(0, |high, block| high | sixteen::high(*block))
        };
        match self {
            Overlapping::Two([first, last]) => blocks(first) | blocks(last) == 0,
            Overlapping::Four([a, b, c, d]) => blocks(a) | blocks(b) | blocks(c) | blocks(d) == 0,
        }
    }

    /// Parts of up to eight bytes, or of up to four, as a block: two as [`joined`] has them, four side by side.
    #[inline(always)]
    pub(crate) fn joined(self) -> [u8; 16] {
        match self {
            Overlapping::Two(both) => joined(both),
            Overlapping::Four(all) => {
                let mut block = [0; 16];
                for (part, to) in all.into_iter().zip(block.chunks_exact_mut(N)) {
                    to.copy_from_slice(part);
                }
                block
            }
        }
    }
}

/// Copies the first and the last `N` of some bytes, if these are all of them, to as many others.
#[inline(always)]
pub(crate) fn copy_ends<T: Copy, const N: usize>(from: &[T], to: &mut [T]) -> bool {
    if from.len() > 2 * N {
        return false;
    }
    let (Some(first), Some(last)) = (from.first_chunk::<N>(), from.last_chunk::<N>()) else {
        return false;
    };
    let Some(start) = to.first_chunk_mut() else { return false };
    *start = *first;
    let Some(end) = to.last_chunk_mut() else { return false };
    *end = *last;
    true
}
