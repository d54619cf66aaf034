//! What conversions read and write: the same text as bytes and as native code units, at any
//! alignment; and memory in which it shows what was touched.

use utf8kit::convert::Progress;

/// An element of a slice: a byte or a native code unit.
pub(crate) trait Element: Copy + Eq {
    /// `text` in such elements.
    fn of(text: &Text) -> &[Self];
    /// Where `memory` has such elements.
    fn filled(memory: &mut Memory) -> &mut Filled<Self>;
    fn from_bytes(bytes: &[u8]) -> Vec<Self>;
    fn all_of(byte: u8) -> Self;
    fn are(units: &[Self], bytes: &[u8]) -> bool;
    fn to_bytes(units: &[Self]) -> Vec<u8>;
}

macro_rules! elements {
    ($($unit:ident),*) => {$(
        impl Element for $unit {
            fn of(text: &Text) -> &[$unit] {
                text.$unit.here()
            }

            fn filled(memory: &mut Memory) -> &mut Filled<$unit> {
                &mut memory.$unit
            }

            fn from_bytes(bytes: &[u8]) -> Vec<$unit> {
                let (units, rest) = bytes.as_chunks();
                assert!(rest.is_empty(), "a part of a unit");
                units.iter().map(|unit| $unit::from_ne_bytes(*unit)).collect()
            }

            fn all_of(byte: u8) -> $unit {
                $unit::from_ne_bytes([byte; size_of::<$unit>()])
            }

            fn are(units: &[$unit], bytes: &[u8]) -> bool {
                let (other, _) = bytes.as_chunks();
                size_of_val(units) == bytes.len()
                    && units.iter().zip(other).all(|(unit, other)| unit.to_ne_bytes() == *other)
            }

            fn to_bytes(units: &[$unit]) -> Vec<u8> {
                units.iter().flat_map(|unit| unit.to_ne_bytes()).collect()
            }
        }
    )*};
}

elements!(u8, u16, u32);

/// A slice that starts at some distance from a multiple of 64.
#[derive(Default)]
struct Shifted<T> {
    memory: Vec<T>,
    start: usize,
    len: usize,
}

impl<T: Element> Shifted<T> {
    fn set(&mut self, units: &[T], shift: usize) {
        self.memory.resize(self.memory.len().max(units.len() + 128), T::all_of(0));
        self.start = self.memory.as_ptr().align_offset(64) + shift / size_of::<T>();
        self.len = units.len();
        self.memory[self.start..][..self.len].copy_from_slice(units);
    }

    fn here(&self) -> &[T] {
        &self.memory[self.start..][..self.len]
    }
}

/// A text to convert.
#[derive(Default)]
pub(crate) struct Text {
    u8: Shifted<u8>,
    u16: Shifted<u16>,
    u32: Shifted<u32>,
}

impl Text {
    /// Makes it these bytes, in elements of `width`, `shift` bytes behind a multiple of 64.
    pub(crate) fn set(&mut self, bytes: &[u8], width: usize, shift: usize) {
        match width {
            1 => self.u8.set(bytes, shift % 64),
            2 => self.u16.set(&u16::from_bytes(bytes), shift % 64),
            _ => self.u32.set(&u32::from_bytes(bytes), shift % 64),
        }
    }

    pub(crate) fn of(bytes: &[u8], width: usize) -> Text {
        let mut text = Text::default();
        text.set(bytes, width, 0);
        text
    }
}

/// Bytes before and behind a target that have to stay as they are.
const MARGIN: usize = 256;

/// Memory that is all of one byte, the target and what is around it.
#[derive(Default)]
pub(crate) struct Filled<T> {
    memory: Vec<T>,
    start: usize,
    room: usize,
    byte: u8,
}

impl<T: Element> Filled<T> {
    fn fill(&mut self, room: usize, shift: usize, byte: u8) {
        let margin = MARGIN / size_of::<T>();
        self.memory.resize(self.memory.len().max(room + 3 * margin), T::all_of(0));
        self.start = self.memory.as_ptr().align_offset(64) + shift / size_of::<T>() + margin / 2;
        (self.room, self.byte) = (room, byte);
        self.memory[self.start - margin / 2..][..room + margin].fill(T::all_of(byte));
    }

    pub(crate) fn target(&mut self) -> &mut [T] {
        &mut self.memory[self.start..][..self.room]
    }

    fn is_touched_outside(&self) -> bool {
        let margin = MARGIN / size_of::<T>() / 2;
        let unit = T::all_of(self.byte);
        let (before, behind) =
            (&self.memory[self.start - margin..self.start], self.start + self.room);
        [before, &self.memory[behind..][..margin]]
            .iter()
            .any(|units| units.iter().fold(false, |is_other, other| is_other | (*other != unit)))
    }
}

/// What to convert into.
#[derive(Default)]
pub(crate) struct Memory {
    u8: Filled<u8>,
    u16: Filled<u16>,
    u32: Filled<u32>,
}

impl Memory {
    /// Makes room for `room` bytes in elements of `width`, `shift` bytes behind a multiple of 64,
    /// and fills it and what is around it.
    pub(crate) fn fill(&mut self, room: usize, width: usize, shift: usize, byte: u8) {
        match width {
            1 => self.u8.fill(room, shift % 64, byte),
            2 => self.u16.fill(room / 2, shift % 64, byte),
            _ => self.u32.fill(room / 4, shift % 64, byte),
        }
    }

    /// Whether these bytes were written, and nothing was outside of the room.
    pub(crate) fn holds(&mut self, expected: &[u8], width: usize) -> bool {
        fn holds<T: Element>(filled: &mut Filled<T>, expected: &[u8]) -> bool {
            let written = expected.len() / size_of::<T>();
            T::are(&filled.target()[..written], expected) && !filled.is_touched_outside()
        }
        match width {
            1 => holds(&mut self.u8, expected),
            2 => holds(&mut self.u16, expected),
            _ => holds(&mut self.u32, expected),
        }
    }

    /// What was written, for a message.
    pub(crate) fn written(&mut self, progress: Progress, width: usize) -> (Vec<u8>, bool) {
        fn written<T: Element>(filled: &mut Filled<T>, len: usize) -> (Vec<u8>, bool) {
            let len = len.min(filled.room);
            (T::to_bytes(&filled.target()[..len]), filled.is_touched_outside())
        }
        match width {
            1 => written(&mut self.u8, progress.written),
            2 => written(&mut self.u16, progress.written),
            _ => written(&mut self.u32, progress.written),
        }
    }
}
