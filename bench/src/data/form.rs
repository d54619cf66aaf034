//! The encodings that texts are converted from and to, as std knows them.

use std::fmt;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Form {
    Utf8,
    /// Native code units, as are those of UTF-32.
    Utf16,
    Utf32,
    Latin1,
    Cesu8,
    ModifiedUtf8,
}

impl Form {
    /// As options spell it.
    pub(crate) const fn label(self) -> &'static str {
        match self {
            Form::Utf8 => "utf8",
            Form::Utf16 => "utf16",
            Form::Utf32 => "utf32",
            Form::Latin1 => "latin1",
            Form::Cesu8 => "cesu8",
            Form::ModifiedUtf8 => "mutf8",
        }
    }

    /// Bytes of a code unit.
    pub(crate) const fn unit(self) -> usize {
        match self {
            Form::Utf8 | Form::Latin1 | Form::Cesu8 | Form::ModifiedUtf8 => 1,
            Form::Utf16 => 2,
            Form::Utf32 => 4,
        }
    }

    pub(crate) fn has(self, character: char) -> bool {
        self != Form::Latin1 || u8::try_from(character).is_ok()
    }

    /// `text`, of which it has every character.
    pub(crate) fn encode(self, text: &str) -> Vec<u8> {
        match self {
            Form::Utf8 => text.as_bytes().to_vec(),
            Form::Utf16 => text.encode_utf16().flat_map(u16::to_ne_bytes).collect(),
            Form::Utf32 => text.chars().flat_map(|c| u32::from(c).to_ne_bytes()).collect(),
            Form::Latin1 => text.chars().map(|c| c as u8).collect(),
            Form::Cesu8 => with_surrogates(text),
            Form::ModifiedUtf8 => {
                let pieces: Vec<Vec<u8>> = text.split('\0').map(with_surrogates).collect();
                pieces.join(&b"\xC0\x80"[..])
            }
        }
    }
}

impl fmt::Display for Form {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Form::Utf8 => "UTF-8",
            Form::Utf16 => "UTF-16",
            Form::Utf32 => "UTF-32",
            Form::Latin1 => "Latin-1",
            Form::Cesu8 => "CESU-8",
            Form::ModifiedUtf8 => "Modified UTF-8",
        })
    }
}

/// What is beyond U+FFFF as two surrogates, and each of these as UTF-8 would have it.
fn with_surrogates(text: &str) -> Vec<u8> {
    let mut bytes = Vec::with_capacity(text.len());
    for character in text.chars() {
        let mut buffer = [0; 4];
        if character.len_utf8() < 4 {
            bytes.extend_from_slice(character.encode_utf8(&mut buffer).as_bytes());
            continue;
        }
        for unit in character.encode_utf16(&mut [0; 2]) {
            let continuation = |bits: u16| 0x80 | (bits & 0x3F) as u8;
            bytes.extend([0xED, continuation(*unit >> 6), continuation(*unit)]);
        }
    }
    bytes
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn surrogates_and_nul_are_as_the_reports_say() {
        // Unicode Technical Report 26 has U+10400 as an example.
        assert_eq!(Form::Cesu8.encode("a\0\u{10400}"), b"a\0\xED\xA0\x81\xED\xB0\x80");
        assert_eq!(Form::ModifiedUtf8.encode("\0a\0é"), b"\xC0\x80a\xC0\x80\xC3\xA9");
    }
}
