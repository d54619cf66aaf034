//! SIMD within a register: eight bytes in a general register, the first one lowest.

/// The lowest bit of each of the eight bytes.
pub(crate) const ONES: u64 = 0x0101_0101_0101_0101;

/// Four to eight bytes, and zeros behind them.
#[inline(always)]
pub(crate) fn four_to_eight(bytes: &[u8]) -> u64 {
    let (Some(first), Some(last)) = (bytes.first_chunk(), bytes.last_chunk()) else { return 0 };
    // The first four bytes and the last four overlap, and agree where they do.
    let last = u64::from(u32::from_le_bytes(*last));
    u64::from(u32::from_le_bytes(*first)) | last << (8 * (bytes.len() - 4))
}

/// Up to seven bytes, and zeros behind them.
#[inline(always)]
pub(crate) fn up_to_seven(bytes: &[u8]) -> u64 {
    if bytes.len() >= 4 {
        return four_to_eight(bytes);
    }
    let &[first, ..] = bytes else { return 0 };
    // If there are fewer than three bytes, two of these are one byte.
    let (middle, last) = (bytes.len() / 2, bytes.len() - 1);
    u64::from(first)
        | u64::from(bytes[middle]) << (8 * middle)
        | u64::from(bytes[last]) << (8 * last)
}

/// Which bytes of a word are equal to `byte`: 1 for each.
#[inline(always)]
pub(crate) const fn equal(word: u64, byte: u8) -> u64 {
    let differs = word ^ (ONES * byte as u64);
    // Whether any of the lower seven bits is set, then any bit.
    let low = 0x7F * ONES;
    !((((differs & low) + low) | differs) >> 7) & ONES
}

/// Which bytes of a word are not continuations: 1 for each.
#[inline(always)]
pub(crate) const fn starts(word: u64) -> u64 {
    (!word >> 7 | word >> 6) & ONES
}

/// Which bytes of a word are F0..FF: 1 for each.
#[inline(always)]
pub(crate) const fn from_f0(word: u64) -> u64 {
    word >> 7 & word >> 6 & word >> 5 & word >> 4 & ONES
}

/// The sum of the bytes of a word, if it is less than 256.
#[inline(always)]
pub(crate) const fn sum(bytes: u64) -> usize {
    (bytes.wrapping_mul(ONES) >> 56) as usize
}
