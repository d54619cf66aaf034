//! Sixteen bytes by SSE2, which every x86-64 has: nothing has to be detected, and no token is needed.
//! Bit `i` of a number that is returned is for the byte at index `i`.

use core::arch::x86_64::*;

use crate::simd::words::TwoBlocks;

/// Functions that are inlined anywhere. Elsewhere a body stands in a function of its own that has the target feature, where intrinsics
/// are safe; the compiler may leave that out of line, and then blocks go to it by way of memory, and whoever converts two units makes
/// room for them on the stack. Here it stands in an unsafe block, and `safe` is that function, in tests: it shows that nothing in it is
/// unsafe but the intrinsics. (What the bodies call themselves, `load` and the like below, are such functions, of one to four
/// instructions.)
macro_rules! with_sse2 {
    ($(
        $(#[$meta:meta])*
        fn $name:ident $(<const $n:ident: usize>)? ($($argument:ident: $type:ty),*) -> $result:ty $body:block
    )*) => {$(
        $(#[$meta])*
        #[inline(always)]
        pub(crate) fn $name $(<const $n: usize>)? ($($argument: $type),*) -> $result {
            #[cfg(test)]
            #[target_feature(enable = "sse2")]
            #[allow(dead_code)]
            fn safe $(<const $n: usize>)? ($($argument: $type),*) -> $result $body
            // SAFETY: this module is there only where the target has SSE2, and nothing else is asked for, as `safe` shows.
            unsafe { $body }
        }
    )*};
}

/// Those of sixteen bytes that say something of each.
macro_rules! of_sixteen {
    ($(
        $(#[$meta:meta])*
        fn $name:ident($v:ident $(, $argument:ident: $type:ty)*) $body:block
    )*) => {
        with_sse2! {$(
            $(#[$meta])*
            fn $name(block: [u8; 16] $(, $argument: $type)*) -> u64 {
                let $v = load(&block);
                u64::from(_mm_movemask_epi8($body).cast_unsigned())
            }
        )*}
    };
}

of_sixteen! {
    /// Which bytes are 80..FF.
    fn high(v) {
        v
    }
    /// Which bytes are equal to `byte`.
    fn equal(v, byte: u8) {
        _mm_cmpeq_epi8(v, _mm_set1_epi8(byte.cast_signed()))
    }
    /// Which bytes are not continuations.
    fn starts(v) {
        // Read as signed numbers, the continuations 80..BF are the lowest.
        _mm_cmpgt_epi8(v, _mm_set1_epi8(0xBF_u8.cast_signed()))
    }
    /// Which bytes are those of surrogates, of eight units with the lower byte first.
    fn surrogates(v) {
        are_units(v, 0xF800, 0xD800)
    }
    /// Which bytes are those of second halves of pairs, likewise.
    fn seconds(v) {
        are_units(v, 0xFC00, 0xDC00)
    }
    /// Which bytes are those of pairs, of four twos of such units.
    fn pairs(v) {
        _mm_cmpeq_epi32(_mm_and_si128(v, all32(0xFC00_FC00)), all32(0xDC00_D800))
    }
    /// Which bytes are those of values that are 0, of four scalar values with the lowest byte first.
    fn nuls(v) {
        _mm_cmpeq_epi32(v, _mm_setzero_si128())
    }
    /// Which bytes are F0..FF.
    fn from_f0(v) {
        _mm_cmpeq_epi8(_mm_max_epu8(v, _mm_set1_epi8(0xF0_u8.cast_signed())), v)
    }
}

with_sse2! {
    /// Four bytes and four more, and zeros behind them.
    fn two_lanes(first: [u8; 4], last: [u8; 4]) -> [u8; 16] {
        let lane = |four| _mm_cvtsi32_si128(i32::from_le_bytes(four));
        stored(_mm_unpacklo_epi32(lane(first), lane(last)))
    }

    /// Bytes as they are, of which none is above `last`, one less than a power of two: but in a register of this kind, where the
    /// compiler would have kept them in several of the others.
    fn up_to(block: [u8; 16], last: u8) -> [u8; 16] {
        stored(_mm_and_si128(load(&block), _mm_set1_epi8(last.cast_signed())))
    }

    /// Each byte with a zero behind it, or else before it: sixteen of these and sixteen more.
    fn with_zeros(block: [u8; 16], behind: bool) -> TwoBlocks {
        let (v, zeros) = (load(&block), _mm_setzero_si128());
        let (even, odd) = if behind { (v, zeros) } else { (zeros, v) };
        [stored(_mm_unpacklo_epi8(even, odd)), stored(_mm_unpackhi_epi8(even, odd))]
    }

    /// Eight units, with the lower byte first, if none is above `last`, which is one less than a power of two, or a surrogate.
    fn units_up_to(block: [u8; 16], last: u16, swap: bool) -> Option<[u8; 16]> {
        let v = load(&block);
        let are_all = if last < 0xD800 {
            is_zero(_mm_and_si128(v, all16(!last, swap)))
        } else {
            let upper = _mm_and_si128(v, all16(0xF800, swap));
            _mm_movemask_epi8(_mm_cmpeq_epi16(upper, all16(0xD800, swap))) == 0
        };
        are_all.then(|| stored(ordered16(v, swap)))
    }

    /// Eight values as units, with the lower byte first, if none is above `last`, likewise. Surrogates are not looked for.
    fn values_up_to(blocks: &TwoBlocks, last: u16, swap: bool) -> Option<[u8; 16]> {
        let (low, high) =
            (in_order32(load(&blocks[0]), swap), in_order32(load(&blocks[1]), swap));
        let above = _mm_set1_epi32(!i32::from(last));
        if !is_zero(_mm_and_si128(_mm_or_si128(low, high), above)) {
            return None;
        }
        // Those that fit are packed as signed numbers: so their upper bits become those of such.
        let as_signed = |v| _mm_srai_epi32::<16>(_mm_slli_epi32::<16>(v));
        Some(stored(_mm_packs_epi32(as_signed(low), as_signed(high))))
    }

    /// The lower bytes of eight units whose upper ones are 0.
    fn units_as_bytes(block: [u8; 16]) -> [u8; 8] {
        let v = load(&block);
        _mm_cvtsi128_si64(_mm_packus_epi16(v, v)).to_le_bytes()
    }

    /// Four units but for the first `but` of them, which are fewer, and zeros behind them.
    fn without_first(units: [u8; 8], but: usize) -> [u8; 16] {
        let v = _mm_cvtsi64_si128(i64::from_le_bytes(units));
        stored(_mm_srl_epi64(v, _mm_cvtsi64_si128(16 * but.cast_signed() as i64)))
    }

    /// A pair of UTF-16 and two units behind it as three values, and a zero behind them.
    fn pair_and_two(units: [u8; 16]) -> [u8; 16] {
        let v = load(&units);
        let each = _mm_unpacklo_epi16(v, _mm_setzero_si128());
        let behind = _mm_castsi128_ps(_mm_srli_si128::<4>(each));
        stored(_mm_castps_si128(_mm_move_ss(behind, _mm_castsi128_ps(joined(v)))))
    }

    /// Four pairs of UTF-16 as values, and something else for what is no pair.
    fn four_pairs(units: [u8; 16]) -> [u8; 16] {
        stored(joined(load(&units)))
    }

    /// Two pairs of UTF-16 as values, and zeros behind them.
    fn two_pairs(units: [u8; 16]) -> [u8; 16] {
        stored(_mm_move_epi64(joined(load(&units))))
    }

    /// Four values with the lowest byte first, if all are scalar values.
    fn scalar_values(block: [u8; 16], swap: bool) -> Option<[u8; 16]> {
        let v = in_order32(load(&block), swap);
        (_mm_movemask_epi8(is_no_scalar(v)) == 0).then(|| stored(v))
    }

    /// Four scalar values as ASCII, if all are.
    fn values_as_ascii(values: [u8; 16]) -> Option<[u8; 4]> {
        let v = load(&values);
        let units = _mm_packs_epi32(v, v);
        let are_all = is_zero(_mm_and_si128(v, all32(!0x7F)));
        are_all.then(|| _mm_cvtsi128_si32(_mm_packus_epi16(units, units)).to_le_bytes())
    }

    /// The lower two bytes of four values.
    fn values_as_units(values: [u8; 16]) -> [u8; 8] {
        let v = load(&values);
        let v = _mm_shufflehi_epi16::<0b10_00>(_mm_shufflelo_epi16::<0b10_00>(v));
        _mm_cvtsi128_si64(_mm_shuffle_epi32::<0b10_00>(v)).to_le_bytes()
    }

    /// Four values beyond FFFF as pairs of UTF-16, with the lower byte of each unit first.
    fn values_as_pairs(values: [u8; 16]) -> [u8; 16] {
        let v = _mm_sub_epi32(load(&values), all32(0x1_0000));
        let low = _mm_slli_epi32::<16>(_mm_and_si128(v, all32(0x3FF)));
        stored(_mm_or_si128(_mm_or_si128(_mm_srli_epi32::<10>(v), low), all32(0xDC00_D800)))
    }

    /// Whether each of four scalar values is below 800.
    fn are_below_800(values: [u8; 16]) -> bool {
        is_zero(_mm_and_si128(load(&values), all32(!0x7FF)))
    }

    /// Whether each of four scalar values up to FFFF is 800 or more.
    fn are_from_800(values: [u8; 16]) -> bool {
        _mm_movemask_epi8(_mm_cmpgt_epi32(load(&values), all32(0x7FF))) == 0xFFFF
    }

    /// The forms of three bytes of four such values, and something else for others up to FFFF.
    fn forms_of_three(values: [u8; 16]) -> [u8; 16] {
        stored(_mm_or_si128(lower_bits(load(&values)), all32(0x80_80E0)))
    }

    /// The forms in UTF-8, of two bytes, of four values of 80 to 7FF, and something else for others.
    fn forms_of_two(values: [u8; 16]) -> [u8; 16] {
        let bits = _mm_srli_epi32::<8>(lower_bits(load(&values)));
        stored(_mm_or_si128(bits, all32(0x80C0)))
    }

    /// For each of four scalar values: if it is beyond `last`, what stands in `then`, or else in `or`.
    fn if_beyond(values: [u8; 16], last: u32, then: [u8; 16], or: [u8; 16]) -> [u8; 16] {
        let is = _mm_cmpgt_epi32(load(&values), all32(last));
        stored(_mm_or_si128(_mm_and_si128(is, load(&then)), _mm_andnot_si128(is, load(&or))))
    }

    /// How many bytes more than one each of four scalar values has in UTF-8.
    fn more_in_utf8(values: [u8; 16]) -> [u8; 4] {
        let v = load(&values);
        let above = |last| _mm_cmpgt_epi32(v, all32(last));
        // What is true is -1.
        let less = _mm_add_epi32(_mm_add_epi32(above(0x7F), above(0x7FF)), above(0xFFFF));
        let more = _mm_sub_epi32(_mm_setzero_si128(), less);
        let more = _mm_packs_epi32(more, more);
        _mm_cvtsi128_si32(_mm_packus_epi16(more, more)).to_le_bytes()
    }

    /// Which of four scalar values are beyond FFFF: a bit for each.
    fn supplementary(values: [u8; 16]) -> u64 {
        let are_beyond = _mm_cmpgt_epi32(load(&values), all32(0xFFFF));
        u64::from(_mm_movemask_ps(_mm_castsi128_ps(are_beyond)).cast_unsigned())
    }

    /// Each three of twelve bytes in a lane of four, with something behind them.
    fn lanes_of_three(bytes: &[u8; 12]) -> [u8; 16] {
        let four_at = |at: usize| {
            let four = bytes[at..].first_chunk().copied().unwrap_or_default();
            _mm_cvtsi32_si128(i32::from_le_bytes(four))
        };
        // There is nothing behind the last three.
        let fourth = _mm_srli_epi32::<8>(four_at(8));
        stored(_mm_unpacklo_epi64(
            _mm_unpacklo_epi32(four_at(0), four_at(3)),
            _mm_unpacklo_epi32(four_at(6), fourth),
        ))
    }

    /// The values of four forms of three bytes in UTF-8, and something else for others.
    fn values_of_three(lanes: [u8; 16]) -> [u8; 16] {
        let v = load(&lanes);
        let first = _mm_and_si128(_mm_slli_epi32::<12>(v), all32(0xF000));
        let second = _mm_and_si128(_mm_srli_epi32::<2>(v), all32(0xFC0));
        let third = _mm_and_si128(_mm_srli_epi32::<16>(v), all32(0x3F));
        stored(_mm_or_si128(_mm_or_si128(first, second), third))
    }

    /// Whether lanes begin with forms of three bytes of scalar values, where those values are these.
    fn are_of_three(lanes: [u8; 16], values: [u8; 16]) -> bool {
        let (v, values) = (load(&lanes), load(&values));
        let are_forms = _mm_cmpeq_epi32(_mm_and_si128(v, all32(0x00C0_C0F0)), all32(0x0080_80E0));
        let are_long = _mm_and_si128(are_forms, _mm_cmpgt_epi32(values, all32(0x7FF)));
        let upper = _mm_and_si128(values, all32(0xF800));
        let are_surrogates = _mm_cmpeq_epi32(upper, all32(0xD800));
        _mm_movemask_epi8(_mm_andnot_si128(are_surrogates, are_long)) == 0xFFFF
    }

    /// The values of four forms of four bytes in UTF-8, and something else for others.
    fn values_of_four(lanes: [u8; 16]) -> [u8; 16] {
        let v = load(&lanes);
        let from = |shifted, bits| _mm_and_si128(shifted, all32(bits));
        stored(_mm_or_si128(
            _mm_or_si128(
                from(_mm_slli_epi32::<18>(v), 0x1C_0000),
                from(_mm_slli_epi32::<4>(v), 0x3_F000),
            ),
            _mm_or_si128(
                from(_mm_srli_epi32::<10>(v), 0xFC0),
                from(_mm_srli_epi32::<24>(v), 0x3F),
            ),
        ))
    }

    /// Which bytes are those of lanes that are forms of four bytes of scalar values, where those values are these.
    fn of_four(lanes: [u8; 16], values: [u8; 16]) -> u64 {
        let (v, values) = (load(&lanes), load(&values));
        let are_forms = _mm_cmpeq_epi32(_mm_and_si128(v, all32(0xC0C0_C0F8)), all32(0x8080_80F0));
        let are_long = _mm_and_si128(are_forms, _mm_cmpgt_epi32(values, all32(0xFFFF)));
        let are_beyond = _mm_cmpgt_epi32(values, all32(0x10_FFFF));
        u64::from(_mm_movemask_epi8(_mm_andnot_si128(are_beyond, are_long)).cast_unsigned())
    }

    /// The forms of four bytes of four scalar values.
    fn forms_of_four(values: [u8; 16]) -> [u8; 16] {
        let v = load(&values);
        let bits = _mm_or_si128(_mm_slli_epi32::<8>(lower_bits(v)), _mm_srli_epi32::<18>(v));
        stored(_mm_or_si128(bits, all32(0x8080_80F0)))
    }

    /// Units with their bytes the other way round, or not.
    fn ordered(block: [u8; 16], swap: bool) -> [u8; 16] {
        stored(ordered16(load(&block), swap))
    }

    /// Values with their bytes the other way round, or not.
    fn ordered32(block: [u8; 16], swap: bool) -> [u8; 16] {
        stored(in_order32(load(&block), swap))
    }

    /// Such units as values, with the lowest byte first or last.
    fn units_as_values(block: [u8; 16], swap: bool) -> TwoBlocks {
        let (v, zeros) = (ordered16(load(&block), swap), _mm_setzero_si128());
        let (even, odd) = if swap { (zeros, v) } else { (v, zeros) };
        [stored(_mm_unpacklo_epi16(even, odd)), stored(_mm_unpackhi_epi16(even, odd))]
    }

    /// How many bytes more than one each the units have in UTF-8 where `counted` is FF: those of each surrogate by itself, or,
    /// `in_pairs`, of the four bytes of a pair each half two. The lower byte of each is first.
    fn more_than_units<const N: usize>(blocks: &[[u8; 16]; N], counted: &[[u8; 16]; N], in_pairs: bool) -> usize {
        let zero = _mm_setzero_si128();
        let (mut less, mut units) = (zero, zero);
        for (block, counted) in blocks.iter().zip(counted) {
            let (v, counted) = (load(block), load(counted));
            let below = |bits| _mm_cmpeq_epi16(_mm_and_si128(v, all16(bits, false)), zero);
            let halves = if in_pairs { are_units(v, 0xF800, 0xD800) } else { zero };
            let have_up_to_two = _mm_or_si128(below(0xF800), halves);
            // What is counted is -1: first the bytes less than three, which takes fewer instructions.
            let fewer = _mm_add_epi16(have_up_to_two, below(0xFF80));
            less = _mm_add_epi16(less, _mm_and_si128(fewer, counted));
            units = _mm_add_epi16(units, counted);
        }
        let more = _mm_sub_epi16(less, _mm_add_epi16(units, units));
        sum(more)
    }

    /// How many of the units are second halves of pairs where `counted` is FF.
    fn low_surrogates<const N: usize>(blocks: &[[u8; 16]; N], counted: &[[u8; 16]; N]) -> usize {
        let mut count = _mm_setzero_si128();
        for (block, counted) in blocks.iter().zip(counted) {
            let is_one = are_units(load(block), 0xFC00, 0xDC00);
            count = _mm_sub_epi16(count, _mm_and_si128(is_one, load(counted)));
        }
        sum(count)
    }

    /// Which units are surrogates: a bit for each of both blocks.
    fn are_surrogates(blocks: &TwoBlocks) -> u64 {
        let are = |block| are_units(load(block), 0xF800, 0xD800);
        let both = _mm_packs_epi16(are(&blocks[0]), are(&blocks[1]));
        u64::from(_mm_movemask_epi8(both).cast_unsigned())
    }

    /// Which of them are second halves of pairs, and other units that are no surrogates.
    fn may_be_seconds(blocks: &TwoBlocks) -> u64 {
        // By the bit that tells both halves apart, as a sign, which packing leaves as it is.
        let bit = |block| _mm_slli_epi16::<5>(load(block));
        let both = _mm_packs_epi16(bit(&blocks[0]), bit(&blocks[1]));
        u64::from(_mm_movemask_epi8(both).cast_unsigned())
    }

    /// How many bytes more than one each the values have in UTF-8 where `counted` is FF, and how many of them are beyond
    /// FFFF, if all are scalar values.
    fn more_than_values(blocks: &TwoBlocks, counted: &TwoBlocks, swap: bool) -> Option<[usize; 2]> {
        let zero = _mm_setzero_si128();
        let (mut none, mut more, mut supplementary) = (zero, zero, zero);
        for (block, counted) in blocks.iter().zip(counted) {
            let (v, counted) = (in_order32(load(block), swap), load(counted));
            none = _mm_or_si128(none, is_no_scalar(v));
            let beyond = |last| _mm_and_si128(_mm_cmpgt_epi32(v, _mm_set1_epi32(last)), counted);
            // What is counted is -1.
            more = _mm_sub_epi32(more, beyond(0x7F));
            more = _mm_sub_epi32(more, beyond(0x7FF));
            supplementary = _mm_sub_epi32(supplementary, beyond(0xFFFF));
        }
        more = _mm_add_epi32(more, supplementary);
        (_mm_movemask_epi8(none) == 0).then(|| [sum(more), sum(supplementary)])
    }
}

#[target_feature(enable = "sse2")]
#[inline]
fn load(block: &[u8; 16]) -> __m128i {
    // SAFETY: `block` is 16 bytes, and the load needs no alignment.
    unsafe { _mm_loadu_si128(block.as_ptr().cast()) }
}

#[target_feature(enable = "sse2")]
#[inline]
fn stored(v: __m128i) -> [u8; 16] {
    let mut block = [0; 16];
    // SAFETY: it is 16 bytes, and the store needs no alignment.
    unsafe { _mm_storeu_si128(block.as_mut_ptr().cast(), v) };
    block
}

/// A unit in each of eight lanes, with its bytes the other way round or not.
#[target_feature(enable = "sse2")]
#[inline]
fn all16(unit: u16, swap: bool) -> __m128i {
    _mm_set1_epi16(if swap { unit.swap_bytes() } else { unit }.cast_signed())
}

#[target_feature(enable = "sse2")]
#[inline]
fn is_zero(v: __m128i) -> bool {
    _mm_movemask_epi8(_mm_cmpeq_epi8(v, _mm_setzero_si128())) == 0xFFFF
}

/// Which of eight units are `these` in those `bits`.
#[target_feature(enable = "sse2")]
#[inline]
fn are_units(v: __m128i, bits: u16, these: u16) -> __m128i {
    _mm_cmpeq_epi16(_mm_and_si128(v, all16(bits, false)), all16(these, false))
}

/// A value in each of four lanes.
#[target_feature(enable = "sse2")]
#[inline]
fn all32(value: u32) -> __m128i {
    _mm_set1_epi32(value.cast_signed())
}

/// The values of pairs of UTF-16.
#[target_feature(enable = "sse2")]
#[inline]
fn joined(pairs: __m128i) -> __m128i {
    // Both are read as signed numbers: these are what their sums begin with.
    const FIRST: i32 = (0xD800 - 0x1_0000) * 0x400 + (0xDC00 - 0x1_0000);
    let sums = _mm_madd_epi16(pairs, all32(0x0001_0400));
    _mm_add_epi32(sums, _mm_set1_epi32(0x1_0000 - FIRST))
}

/// The lower eighteen bits of four values, six in a byte, the upper ones first: what all forms of several bytes end with, so that the
/// compiler makes it once for all of these.
#[target_feature(enable = "sse2")]
#[inline]
fn lower_bits(v: __m128i) -> __m128i {
    let first = _mm_and_si128(_mm_srli_epi32::<12>(v), all32(0x3F));
    let second = _mm_and_si128(_mm_slli_epi32::<2>(v), all32(0x3F00));
    let third = _mm_and_si128(_mm_slli_epi32::<16>(v), all32(0x3F_0000));
    _mm_or_si128(_mm_or_si128(first, second), third)
}

/// The sum of all bytes.
#[target_feature(enable = "sse2")]
#[inline]
fn sum(v: __m128i) -> usize {
    let halves = _mm_sad_epu8(v, _mm_setzero_si128());
    (_mm_extract_epi16::<0>(halves) + _mm_extract_epi16::<4>(halves)) as usize
}

/// Units with their bytes the other way round, or not.
#[target_feature(enable = "sse2")]
#[inline]
fn ordered16(v: __m128i, swap: bool) -> __m128i {
    if swap { _mm_or_si128(_mm_slli_epi16::<8>(v), _mm_srli_epi16::<8>(v)) } else { v }
}

/// Values with their bytes the other way round, or not.
#[target_feature(enable = "sse2")]
#[inline]
fn in_order32(v: __m128i, swap: bool) -> __m128i {
    if !swap {
        return v;
    }
    const HALVES: i32 = 0b10_11_00_01;
    ordered16(_mm_shufflehi_epi16::<HALVES>(_mm_shufflelo_epi16::<HALVES>(v)), true)
}

/// Where a value is no scalar value.
#[target_feature(enable = "sse2")]
#[inline]
fn is_no_scalar(v: __m128i) -> __m128i {
    // Surrogates become less than 800, and with that less they become more than all else. Numbers are compared as signed
    // ones: so half of them are put before the others.
    let shifted = _mm_xor_si128(v, _mm_set1_epi32(0xD800));
    let shifted = _mm_add_epi32(shifted, _mm_set1_epi32(i32::MIN.wrapping_sub(0x800)));
    _mm_cmpgt_epi32(shifted, _mm_set1_epi32(i32::MIN + (0x10_FFFF - 0x800)))
}
