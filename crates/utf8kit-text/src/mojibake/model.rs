//! How likely a character is behind another one: `model.bin`, as it is read.
//!
//! ```text
//! number of classes (2 bytes, little-endian), number of ranges (4 bytes)
//! for each class, and for each class that follows it: what that costs (1 byte)
//! for each range of characters, from U+0000 on without gaps but for surrogates
//!     how many characters more than one (2 bytes), their class (1 byte),
//!     what each costs within its class (1 byte)
//! ```
//!
//! A cost is a number of bits, times eight: `-8 * log2(P)`. `bench/mojibake/train.py` makes the
//! file, and says of what.

use std::sync::LazyLock;

/// Costs are counted in eighths of bits.
pub(super) const BIT: i32 = 8;

pub(super) static MODEL: LazyLock<Model> =
    LazyLock::new(|| Model::read(include_bytes!("model.bin")));

/// What the model knows of a character.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Token {
    class: u8,
    /// Within the class.
    cost: u8,
}

pub(super) struct Model {
    classes: usize,
    /// For each class, those that follow it.
    costs: &'static [u8],
    /// Of the characters below [`END`].
    tokens: Vec<Token>,
    line_end: Token,
    /// The classes of what no text has: controls, what is for private use, and what is not assigned.
    nothing: [u8; 3],
}

/// Characters from here on are as the last one before.
const END: usize = 0x2_0000;

impl Model {
    fn read(bytes: &'static [u8]) -> Model {
        const HEAD: usize = 6;
        let (head, rest) = bytes.split_at(HEAD);
        let classes = usize::from(u16::from_le_bytes([head[0], head[1]]));
        let (costs, ranges) = rest.split_at(classes * classes);
        let mut tokens = Vec::with_capacity(END);
        for range in ranges.chunks_exact(4) {
            let count = usize::from(u16::from_le_bytes([range[0], range[1]])) + 1;
            let token = Token { class: range[2], cost: range[3] };
            tokens.resize(tokens.len() + count, token);
            if tokens.len() == 0xD800 {
                tokens.resize(0xE000, token);
            }
        }
        let line_end = tokens[usize::from(b'\n')];
        let nothing = ['\u{1}', '\u{80}', '\u{E000}'].map(|it| tokens[it as usize].class);
        Model { classes, costs, tokens, line_end, nothing }
    }

    pub(super) fn token(&self, character: char) -> Token {
        let place = (character as usize).min(END - 1);
        self.tokens[place]
    }

    /// That of a line's end, and of its start.
    pub(super) const fn line_end(&self) -> Token {
        self.line_end
    }

    /// Whether no text has it.
    pub(super) fn is_nothing(&self, token: Token) -> bool {
        self.nothing.contains(&token.class)
    }

    /// What it costs that `second` stands behind `first`.
    #[inline]
    pub(super) fn cost(&self, first: Token, second: Token) -> i32 {
        let place = usize::from(first.class) * self.classes + usize::from(second.class);
        i32::from(self.costs[place]) + i32::from(second.cost)
    }
}
