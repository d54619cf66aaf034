//! Tables of shuffles that bring chosen lanes of sixteen bytes side by side, where no
//! instruction does. The callers store whole registers that overlap, each behind the lanes of
//! the one before.
//!
//! ```text
//! set       0b0000_1101
//! lanes     a b c d e f g h
//! shuffle   0 2 3 80 80 80 80 80
//! result    a c d 0  0  0  0  0
//! ```

use core::mem::MaybeUninit;

/// The first `N` bytes of `to`; panics where there are fewer.
#[inline(always)]
pub(super) fn first_of<const N: usize>(to: &mut [MaybeUninit<u8>]) -> &mut [MaybeUninit<u8>; N] {
    match to.first_chunk_mut() {
        Some(first) => first,
        None => panic!("a store beyond the end of the slice"),
    }
}

/// For each set of eight bytes, the shuffle that brings them side by side.
pub(super) static COMPRESS_8: [[u8; 16]; 256] = {
    let mut table = [[0x80; 16]; 256];
    let mut set = 0;
    while set < 256 {
        let (mut byte, mut to) = (0, 0);
        while byte < 8 {
            if set >> byte & 1 == 1 {
                table[set][to] = byte;
                to += 1;
            }
            byte += 1;
        }
        set += 1;
    }
    table
};

/// For each set of eight units, the shuffle that brings them side by side.
pub(super) static COMPRESS_16: [[u8; 16]; 256] = {
    let mut table = [[0x80; 16]; 256];
    let mut set = 0;
    while set < 256 {
        let (mut unit, mut to) = (0, 0);
        while unit < 8 {
            if set >> unit & 1 == 1 {
                table[set][to] = 2 * unit;
                table[set][to + 1] = 2 * unit + 1;
                to += 2;
            }
            unit += 1;
        }
        set += 1;
    }
    table
};

/// For each set of eight units, the shuffle that brings the low bytes of all eight units side
/// by side, and behind those of the set their high bytes.
pub(super) static COMPRESS_TWO_BYTE: [[u8; 16]; 256] = {
    let mut table = [[0x80; 16]; 256];
    let mut set = 0;
    while set < 256 {
        let (mut unit, mut to) = (0, 0);
        while unit < 8 {
            table[set][to] = 2 * unit;
            to += 1;
            if set >> unit & 1 == 1 {
                table[set][to] = 2 * unit + 1;
                to += 1;
            }
            unit += 1;
        }
        set += 1;
    }
    table
};

/// For two bits for each of four values, the shuffle that brings three bytes of each value side
/// by side, without the second byte where the lower bit is set, and without the first where the
/// other one is.
pub(super) static COMPRESS_THREE_BYTE: [[u8; 16]; 256] = {
    let mut table = [[0x80; 16]; 256];
    let mut set = 0;
    while set < 256 {
        let (mut value, mut to) = (0, 0);
        while value < 4 {
            let drop = set >> (2 * value);
            if drop & 0b10 == 0 {
                table[set][to] = 4 * value;
                to += 1;
            }
            if drop & 0b01 == 0 {
                table[set][to] = 4 * value + 1;
                to += 1;
            }
            table[set][to] = 4 * value + 2;
            to += 1;
            value += 1;
        }
        set += 1;
    }
    table
};

/// For two sets of four values, the first one in the lower four bits: the shuffle that brings
/// the last bytes of the values side by side, each with one more before it if the value is in
/// the first set, and two more if it is in the second.
pub(super) static COMPRESS_FOUR_BYTE: [[u8; 16]; 256] = {
    let mut table = [[0x80; 16]; 256];
    let mut sets = 0;
    while sets < 256 {
        let (mut value, mut to) = (0, 0);
        while value < 4 {
            let mut byte = 3 - (sets >> value & 1) as u8 - 2 * (sets >> (4 + value) & 1) as u8;
            while byte < 4 {
                table[sets][to] = 4 * value + byte;
                to += 1;
                byte += 1;
            }
            value += 1;
        }
        sets += 1;
    }
    table
};
