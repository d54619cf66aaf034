//! Sizes in bytes, as the command line and the tables spell them: 100, 64K, 1M.

pub(crate) fn parse(word: &str) -> Result<usize, String> {
    let (digits, shift) = match word.as_bytes() {
        [.., b'K' | b'k'] => (&word[..word.len() - 1], 10),
        [.., b'M' | b'm'] => (&word[..word.len() - 1], 20),
        _ => (word, 0),
    };
    let count = digits.parse::<usize>().ok().filter(|&count| count > 0);
    count
        .and_then(|count| count.checked_mul(1 << shift))
        .ok_or_else(|| format!("not a size: {word}"))
}

/// Sizes from a kibibyte on are rounded to the unit.
pub(crate) fn show(size: usize) -> String {
    match size {
        0..0x400 => size.to_string(),
        0x400..0x10_0000 => format!("{}K", (size + 0x200) >> 10),
        _ => format!("{}M", (size + 0x8_0000) >> 20),
    }
}
