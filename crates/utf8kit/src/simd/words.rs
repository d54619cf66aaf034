//! Eight bytes in a general register, the first one lowest.

/// A byte of each of eight.
pub(crate) const ONES: u64 = 0x0101_0101_0101_0101;

/// Four to eight bytes, and zeros behind them.
#[inline(always)]
pub(crate) fn four_to_eight(bytes: &[u8]) -> u64 {
    let (Some(first), Some(last)) = (bytes.first_chunk(), bytes.last_chunk()) else { return 0 };
    // They overlap, and agree where they do.
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
    // Two of these are the same where there are fewer than three.
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

/// How many bits are set in each byte of a word.
#[inline(always)]
pub(crate) const fn bits_set(word: u64) -> u64 {
    let pairs = word - (word >> 1 & (0x55 * ONES));
    let fours = (pairs & (0x33 * ONES)) + (pairs >> 2 & (0x33 * ONES));
    (fours + (fours >> 4)) & (0x0F * ONES)
}

/// The bits of a byte, the lowest first: 1 for each that is set.
#[inline(always)]
pub(crate) const fn spread(byte: u8) -> u64 {
    let bits = (byte as u64).wrapping_mul(ONES) & 0x8040_2010_0804_0201;
    // Nothing is carried from one byte to another.
    (bits + 0x7F * ONES) >> 7 & ONES
}

/// Twice up to eight bytes as a block: the second ones are in its second half, and what is left is 0.
#[inline(always)]
pub(crate) fn joined<const N: usize>([first, second]: [&[u8; N]; 2]) -> [u8; 16] {
    let mut block = [0; 16];
    block[..N].copy_from_slice(first);
    block[8..8 + N].copy_from_slice(second);
    block
}

/// Two blocks of sixteen bytes.
pub(crate) type TwoBlocks = [[u8; 16]; 2];

/// Sixteen bytes as two words.
#[cfg(any(
    test,
    not(all(
        target_arch = "x86_64",
        target_feature = "sse2",
        not(any(target_os = "none", target_env = "sgx"))
    ))
))]
pub(crate) mod sixteen {
    use super::TwoBlocks;

    /// Bit `i` for the byte at index `i`, where `of` has 1.
    #[inline(always)]
    fn bits(block: [u8; 16], of: impl Fn(u64) -> u64) -> u64 {
        // Bit 8 i becomes bit 56 + i. No two products are of the same bit, so none is carried.
        let gathered = |word: u64| of(word).wrapping_mul(0x0102_0408_1020_4080) >> 56;
        let block = u128::from_le_bytes(block);
        gathered(block as u64) | gathered((block >> 64) as u64) << 8
    }

    /// Which bytes are 80..FF.
    #[inline(always)]
    pub(crate) fn high(block: [u8; 16]) -> u64 {
        bits(block, |word| word >> 7 & super::ONES)
    }

    /// Which bytes are equal to `byte`.
    #[inline(always)]
    pub(crate) fn equal(block: [u8; 16], byte: u8) -> u64 {
        bits(block, |word| super::equal(word, byte))
    }

    /// Which bytes are not continuations.
    #[inline(always)]
    pub(crate) fn starts(block: [u8; 16]) -> u64 {
        bits(block, super::starts)
    }

    /// Which bytes are F0..FF.
    #[inline(always)]
    pub(crate) fn from_f0(block: [u8; 16]) -> u64 {
        bits(block, super::from_f0)
    }

    /// Four bytes and four more, and zeros behind them.
    #[inline(always)]
    pub(crate) fn two_lanes(first: [u8; 4], last: [u8; 4]) -> [u8; 16] {
        let [first, last] = [u32::from_le_bytes(first), u32::from_le_bytes(last)];
        (u128::from(first) | u128::from(last) << 32).to_le_bytes()
    }

    /// Bytes as they are, of which none is above `last`.
    #[inline(always)]
    pub(crate) fn up_to(block: [u8; 16], last: u8) -> [u8; 16] {
        debug_assert!(block.iter().all(|&byte| byte <= last));
        block
    }

    /// Each byte with a zero behind it, or else before it: sixteen of these and sixteen more.
    #[inline(always)]
    pub(crate) fn with_zeros(block: [u8; 16], behind: bool) -> TwoBlocks {
        let odd = usize::from(!behind);
        core::array::from_fn(|half| {
            core::array::from_fn(
                |index| {
                    if index % 2 == odd { block[8 * half + index / 2] } else { 0 }
                },
            )
        })
    }

    /// Eight units, with the lower byte first, if none is above `last`, which is one less than a power of two, or a surrogate.
    #[inline(always)]
    pub(crate) fn units_up_to(block: [u8; 16], last: u16, swap: bool) -> Option<[u8; 16]> {
        let block = ordered(block, swap);
        let (units, _) = block.as_chunks();
        let is_one = |unit| unit & !last == 0 && !matches!(unit, 0xD800..=0xDFFF);
        // Without a branch for each: so all of them are looked at together.
        let are_all =
            units.iter().fold(true, |are_all, &unit| are_all & is_one(u16::from_le_bytes(unit)));
        are_all.then_some(block)
    }

    /// Eight values as units, with the lower byte first, if none is above `last`, likewise. Surrogates are not looked for.
    #[inline(always)]
    pub(crate) fn values_up_to(blocks: &TwoBlocks, last: u16, swap: bool) -> Option<[u8; 16]> {
        let (values, _) = blocks.as_flattened().as_chunks();
        let value = |index: usize| {
            if swap { u32::from_be_bytes(values[index]) } else { u32::from_le_bytes(values[index]) }
        };
        let all_bits = (0..8).fold(0, |bits, index| bits | value(index));
        if all_bits & !u32::from(last) != 0 {
            return None;
        }
        Some(core::array::from_fn(|at| value(at / 2).to_le_bytes()[at % 2]))
    }

    /// The lower bytes of eight units whose upper ones are 0.
    #[inline(always)]
    pub(crate) fn units_as_bytes(block: [u8; 16]) -> [u8; 8] {
        core::array::from_fn(|index| block[2 * index])
    }

    /// Such units as values, with the lowest byte first or last.
    #[inline(always)]
    pub(crate) fn units_as_values(block: [u8; 16], swap: bool) -> TwoBlocks {
        let block = ordered(block, swap);
        core::array::from_fn(|half| {
            core::array::from_fn(|index| {
                let is_zero = (index % 4 >= 2) != swap;
                if is_zero { 0 } else { block[8 * half + index / 4 * 2 + index % 2] }
            })
        })
    }

    /// Bits of all bytes of those units of `N` bytes for which `of` says so.
    #[inline(always)]
    fn bytes_of<const N: usize>(block: [u8; 16], of: impl Fn(u32) -> bool) -> u64 {
        let (units, _) = block.as_chunks::<N>();
        let bits = |unit: &[u8; N]| {
            let unit = unit.iter().rev().fold(0, |unit, &byte| unit << 8 | u32::from(byte));
            if of(unit) { (1 << N) - 1 } else { 0 }
        };
        units.iter().rev().fold(0, |all, unit| all << N | bits(unit))
    }

    /// Which bytes are those of surrogates, of eight units with the lower byte first.
    #[inline(always)]
    pub(crate) fn surrogates(block: [u8; 16]) -> u64 {
        bytes_of::<2>(block, |unit| unit & 0xF800 == 0xD800)
    }

    /// Which bytes are those of second halves of pairs, likewise.
    #[inline(always)]
    pub(crate) fn seconds(block: [u8; 16]) -> u64 {
        bytes_of::<2>(block, |unit| unit & 0xFC00 == 0xDC00)
    }

    /// Which bytes are those of pairs, of four twos of such units.
    #[inline(always)]
    pub(crate) fn pairs(block: [u8; 16]) -> u64 {
        bytes_of::<4>(block, |two| two & 0xFC00_FC00 == 0xDC00_D800)
    }

    /// Which bytes are those of values that are 0, of four scalar values with the lowest byte first.
    #[inline(always)]
    pub(crate) fn nuls(block: [u8; 16]) -> u64 {
        bytes_of::<4>(block, |value| value == 0)
    }

    /// Four values, each from its lowest byte on.
    #[inline(always)]
    fn values(block: [u8; 16]) -> [u32; 4] {
        let (values, _) = block.as_chunks();
        core::array::from_fn(|index| u32::from_le_bytes(values[index]))
    }

    /// The other way.
    #[inline(always)]
    fn block(values: [u32; 4]) -> [u8; 16] {
        core::array::from_fn(|at| values[at / 4].to_le_bytes()[at % 4])
    }

    /// The value of a pair of UTF-16.
    #[inline(always)]
    fn scalar_of_pair(pair: u32) -> u32 {
        0x1_0000 + ((pair & 0x3FF) << 10 | pair >> 16 & 0x3FF)
    }

    /// Four units but for the first `but` of them, which are fewer, and zeros behind them.
    #[inline(always)]
    pub(crate) fn without_first(units: [u8; 8], but: usize) -> [u8; 16] {
        let units = u64::from_le_bytes(units) >> (16 * but);
        u128::from(units).to_le_bytes()
    }

    /// A pair of UTF-16 and two units behind it as three values, and a zero behind them.
    #[inline(always)]
    pub(crate) fn pair_and_two(units: [u8; 16]) -> [u8; 16] {
        let [pair, two, ..] = values(units);
        block([scalar_of_pair(pair), two & 0xFFFF, two >> 16, 0])
    }

    /// Four pairs of UTF-16 as values, and something else for what is no pair.
    #[inline(always)]
    pub(crate) fn four_pairs(units: [u8; 16]) -> [u8; 16] {
        block(values(units).map(scalar_of_pair))
    }

    /// Two pairs of UTF-16 as values, and zeros behind them.
    #[inline(always)]
    pub(crate) fn two_pairs(units: [u8; 16]) -> [u8; 16] {
        let [first, second, ..] = values(units);
        block([scalar_of_pair(first), scalar_of_pair(second), 0, 0])
    }

    /// Four values with the lowest byte first, if all are scalar values.
    #[inline(always)]
    pub(crate) fn scalar_values(block: [u8; 16], swap: bool) -> Option<[u8; 16]> {
        let block = ordered32(block, swap);
        values(block).iter().all(|&value| char::from_u32(value).is_some()).then_some(block)
    }

    /// Four scalar values as ASCII, if all are.
    #[inline(always)]
    pub(crate) fn values_as_ascii(scalars: [u8; 16]) -> Option<[u8; 4]> {
        let values = values(scalars);
        values.iter().all(|&value| value <= 0x7F).then(|| values.map(|value| value as u8))
    }

    /// The lower two bytes of four values.
    #[inline(always)]
    pub(crate) fn values_as_units(values: [u8; 16]) -> [u8; 8] {
        core::array::from_fn(|at| values[at / 2 * 4 + at % 2])
    }

    /// Four values beyond FFFF as pairs of UTF-16, with the lower byte of each unit first.
    #[inline(always)]
    pub(crate) fn values_as_pairs(supplementary: [u8; 16]) -> [u8; 16] {
        let pair = |value: u32| {
            let bits = value.wrapping_sub(0x1_0000);
            bits >> 10 | (bits & 0x3FF) << 16 | 0xDC00_D800
        };
        block(values(supplementary).map(pair))
    }

    /// Whether each of four scalar values is below 800.
    #[inline(always)]
    pub(crate) fn are_below_800(scalars: [u8; 16]) -> bool {
        values(scalars).iter().all(|&value| value < 0x800)
    }

    /// Whether each of four scalar values up to FFFF is 800 or more.
    #[inline(always)]
    pub(crate) fn are_from_800(scalars: [u8; 16]) -> bool {
        values(scalars).iter().all(|&value| value >= 0x800)
    }

    /// The forms of three bytes of four such values, and something else for others up to FFFF.
    #[inline(always)]
    pub(crate) fn forms_of_three(scalars: [u8; 16]) -> [u8; 16] {
        let form =
            |value: u32| value >> 12 | value << 2 & 0x3F00 | value << 16 & 0x3F_0000 | 0x80_80E0;
        block(values(scalars).map(form))
    }

    /// The forms in UTF-8, of two bytes, of four values of 80 to 7FF, and something else for others.
    #[inline(always)]
    pub(crate) fn forms_of_two(scalars: [u8; 16]) -> [u8; 16] {
        block(values(scalars).map(|value| value >> 6 | value << 8 & 0x3F00 | 0x80C0))
    }

    /// For each of four scalar values: if it is beyond `last`, what stands in `then`, or else in `or`.
    #[inline(always)]
    pub(crate) fn if_beyond(
        scalars: [u8; 16],
        last: u32,
        then: [u8; 16],
        or: [u8; 16],
    ) -> [u8; 16] {
        let [scalars, then, or] = [scalars, then, or].map(values);
        let choice = |index: usize| if scalars[index] > last { then[index] } else { or[index] };
        block(core::array::from_fn(choice))
    }

    /// How many bytes more than one each of four scalar values has in UTF-8.
    #[inline(always)]
    pub(crate) fn more_in_utf8(scalars: [u8; 16]) -> [u8; 4] {
        values(scalars).map(|value| more(value) as u8)
    }

    /// Which of four scalar values are beyond FFFF: a bit for each.
    #[inline(always)]
    pub(crate) fn supplementary(scalars: [u8; 16]) -> u64 {
        values(scalars).iter().rev().fold(0, |all, &value| all << 1 | u64::from(value > 0xFFFF))
    }

    /// Each three of twelve bytes in a lane of four, with something behind them.
    #[inline(always)]
    pub(crate) fn lanes_of_three(bytes: &[u8; 12]) -> [u8; 16] {
        let (threes, _) = bytes.as_chunks();
        block(core::array::from_fn(|lane| {
            let [first, second, third]: [u8; 3] = threes[lane];
            u32::from_le_bytes([first, second, third, 0])
        }))
    }

    /// The values of four forms of three bytes in UTF-8, and something else for others.
    #[inline(always)]
    pub(crate) fn values_of_three(lanes: [u8; 16]) -> [u8; 16] {
        let value = |form: u32| form << 12 & 0xF000 | form >> 2 & 0xFC0 | form >> 16 & 0x3F;
        block(values(lanes).map(value))
    }

    /// Whether lanes begin with forms of three bytes of scalar values, where those values are these.
    #[inline(always)]
    pub(crate) fn are_of_three(lanes: [u8; 16], scalars: [u8; 16]) -> bool {
        let are_forms = values(lanes).iter().all(|form| form & 0x00C0_C0F0 == 0x0080_80E0);
        let is_one = |&value: &u32| value > 0x7FF && !matches!(value, 0xD800..=0xDFFF);
        are_forms && values(scalars).iter().all(is_one)
    }

    /// The values of four forms of four bytes in UTF-8, and something else for others.
    #[inline(always)]
    pub(crate) fn values_of_four(lanes: [u8; 16]) -> [u8; 16] {
        let value = |form: u32| {
            form << 18 & 0x1C_0000 | form << 4 & 0x3_F000 | form >> 10 & 0xFC0 | form >> 24 & 0x3F
        };
        block(values(lanes).map(value))
    }

    /// Which bytes are those of lanes that are forms of four bytes of scalar values, where those values are these.
    #[inline(always)]
    pub(crate) fn of_four(lanes: [u8; 16], scalars: [u8; 16]) -> u64 {
        let forms = bytes_of::<4>(lanes, |form| form & 0xC0C0_C0F8 == 0x8080_80F0);
        forms & bytes_of::<4>(scalars, |value| matches!(value, 0x1_0000..=0x10_FFFF))
    }

    /// The forms of four bytes of four scalar values.
    #[inline(always)]
    pub(crate) fn forms_of_four(scalars: [u8; 16]) -> [u8; 16] {
        let form = |value: u32| {
            value >> 18 & 0x07
                | value >> 4 & 0x3F00
                | value << 10 & 0x3F_0000
                | value << 24 & 0x3F00_0000
                | 0x8080_80F0
        };
        block(values(scalars).map(form))
    }

    /// Values with their bytes the other way round, or not.
    #[inline(always)]
    pub(crate) fn ordered32(block: [u8; 16], swap: bool) -> [u8; 16] {
        core::array::from_fn(|index| block[index ^ if swap { 3 } else { 0 }])
    }

    /// Units with their bytes the other way round, or not.
    #[inline(always)]
    pub(crate) fn ordered(block: [u8; 16], swap: bool) -> [u8; 16] {
        core::array::from_fn(|index| block[index ^ usize::from(swap)])
    }

    /// The units of all blocks, and whether each is counted.
    #[inline(always)]
    fn units<const N: usize>(
        blocks: &[[u8; 16]],
        counted: &[[u8; 16]],
        swap: bool,
    ) -> impl Iterator<Item = (u32, bool)> {
        let (units, _) = blocks.as_flattened().as_chunks::<N>();
        let (counted, _) = counted.as_flattened().as_chunks::<N>();
        units.iter().zip(counted).map(move |(bytes, counted)| {
            let add = |unit, &byte| unit << 8 | u32::from(byte);
            let unit =
                if swap { bytes.iter().fold(0, add) } else { bytes.iter().rev().fold(0, add) };
            (unit, counted[0] != 0)
        })
    }

    /// The sum of what `more` says of each unit that is counted.
    #[inline(always)]
    fn sum(units: impl Iterator<Item = (u32, bool)>, more: impl Fn(u32) -> usize) -> usize {
        units.filter(|&(_, is_counted)| is_counted).map(|(unit, _)| more(unit)).sum()
    }

    /// How many bytes more than one a scalar value has in UTF-8.
    #[inline(always)]
    fn more(value: u32) -> usize {
        usize::from(value > 0x7F) + usize::from(value > 0x7FF) + usize::from(value > 0xFFFF)
    }

    /// How many bytes more than one each the units have in UTF-8 where `counted` is FF: those of each surrogate by itself, or,
    /// `in_pairs`, of the four bytes of a pair each half two. The lower byte of each is first.
    #[inline(always)]
    pub(crate) fn more_than_units<const N: usize>(
        blocks: &[[u8; 16]; N],
        counted: &[[u8; 16]; N],
        in_pairs: bool,
    ) -> usize {
        let is_half = |unit: u32| in_pairs && matches!(unit, 0xD800..=0xDFFF);
        sum(units::<2>(blocks, counted, false), |unit| more(unit) - usize::from(is_half(unit)))
    }

    /// How many of the units are second halves of pairs where `counted` is FF.
    #[inline(always)]
    pub(crate) fn low_surrogates<const N: usize>(
        blocks: &[[u8; 16]; N],
        counted: &[[u8; 16]; N],
    ) -> usize {
        sum(units::<2>(blocks, counted, false), |unit| usize::from(unit & 0xFC00 == 0xDC00))
    }

    /// Which units are surrogates: a bit for each of both blocks.
    #[inline(always)]
    pub(crate) fn are_surrogates(blocks: &TwoBlocks) -> u64 {
        bits_of_units(blocks, |unit| unit & 0xF800 == 0xD800)
    }

    /// Which of them are second halves of pairs, and other units that are no surrogates.
    #[inline(always)]
    pub(crate) fn may_be_seconds(blocks: &TwoBlocks) -> u64 {
        bits_of_units(blocks, |unit| unit & 0x0400 != 0)
    }

    #[inline(always)]
    fn bits_of_units(blocks: &TwoBlocks, is_one: impl Fn(u16) -> bool) -> u64 {
        let (units, _) = blocks.as_flattened().as_chunks();
        let is_one = |unit: &[u8; 2]| u64::from(is_one(u16::from_le_bytes(*unit)));
        units.iter().rev().fold(0, |bits, unit| bits << 1 | is_one(unit))
    }

    /// How many bytes more than one each the values have in UTF-8 where `counted` is FF, and how many of them are beyond
    /// FFFF, if all are scalar values.
    #[inline(always)]
    pub(crate) fn more_than_values(
        blocks: &TwoBlocks,
        counted: &TwoBlocks,
        swap: bool,
    ) -> Option<[usize; 2]> {
        let values = || units::<4>(blocks, counted, swap);
        let supplementary = |value| usize::from(value > 0xFFFF);
        let is_scalar_value = |(value, _)| char::from_u32(value).is_some();
        values().all(is_scalar_value).then(|| [sum(values(), more), sum(values(), supplementary)])
    }
}
