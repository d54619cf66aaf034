//! Numbers that look random and never change.

/// Marsaglia's xorshift64 with Vigna's multiplier (xorshift64*): small, and good enough for texts.
pub(crate) struct Random(u64);

impl Random {
    /// Starts from the name of what is generated, so that texts differ in more than their letters.
    pub(crate) fn new(name: &str) -> Random {
        // FNV-1a; the state must not be 0.
        let hash = name.bytes().fold(0xCBF2_9CE4_8422_2325, |hash: u64, byte| {
            (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01B3)
        });
        Random(hash | 1)
    }

    fn next(&mut self) -> u64 {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        self.0.wrapping_mul(0x2545_F491_4F6C_DD1D)
    }

    /// Less than `end`, which is small.
    pub(crate) fn below(&mut self, end: usize) -> usize {
        (((self.next() >> 32) * end as u64) >> 32) as usize
    }

    /// From `low` to `high`, both included.
    pub(crate) fn between(&mut self, (low, high): (usize, usize)) -> usize {
        low + self.below(high - low + 1)
    }

    /// A character of `alphabet`, of which it has few.
    pub(crate) fn pick(&mut self, alphabet: &str) -> char {
        let at = self.below(alphabet.chars().count());
        alphabet.chars().nth(at).unwrap_or(' ')
    }

    /// A character of one of `ranges`, each character as often as another.
    pub(crate) fn pick_range(&mut self, ranges: &[(char, char)]) -> char {
        let len = |&(low, high): &(char, char)| high as usize - low as usize + 1;
        let mut at = self.below(ranges.iter().map(len).sum());
        for range in ranges {
            if at < len(range) {
                return char::from_u32(range.0 as u32 + at as u32).unwrap_or(range.0);
            }
            at -= len(range);
        }
        ' '
    }
}
