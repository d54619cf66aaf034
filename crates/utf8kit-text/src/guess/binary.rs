//! Files that are no text.

use std::fmt;

use super::HEAD;

/// Magic numbers that no text starts with by chance: (where, bytes, name).
const MAGIC: &[(usize, &[u8], &str)] = &[
    (0, b"\x7FELF", "ELF object"),
    (0, b"\x89PNG\r\n\x1A\n", "PNG image"),
    (0, b"\xFF\xD8\xFF", "JPEG image"),
    (0, b"GIF87a", "GIF image"),
    (0, b"GIF89a", "GIF image"),
    (0, b"II*\0", "TIFF image"),
    (0, b"MM\0*", "TIFF image"),
    (0, b"\0\0\x01\0", "Windows icon"),
    (0, b"8BPS\0\x01", "Photoshop image"),
    (4, b"ftypavif", "AVIF image"),
    (4, b"ftypheic", "HEIC image"),
    (4, b"ftyp", "MP4 media"),
    (0, b"\x1A\x45\xDF\xA3", "Matroska media"),
    (0, b"OggS\0", "Ogg media"),
    (0, b"fLaC\0", "FLAC audio"),
    (0, b"ID3\x02", "MP3 audio"),
    (0, b"ID3\x03", "MP3 audio"),
    (0, b"ID3\x04", "MP3 audio"),
    (0, b"\x1F\x8B\x08", "gzip data"),
    (4, b"1AY&SY", "bzip2 data"),
    (0, b"\xFD7zXZ\0", "xz data"),
    (0, b"\x28\xB5\x2F\xFD", "Zstandard data"),
    (0, b"\x04\x22\x4D\x18", "LZ4 data"),
    (0, b"PK\x03\x04", "ZIP archive"),
    (0, b"PK\x05\x06", "ZIP archive"),
    (0, b"7z\xBC\xAF\x27\x1C", "7-Zip archive"),
    (0, b"Rar!\x1A\x07", "RAR archive"),
    (257, b"ustar", "tar archive"),
    (0, b"!<arch>\n", "ar archive"),
    (0, b"\xED\xAB\xEE\xDB", "RPM package"),
    (0, b"%PDF-", "PDF document"),
    (0, b"\xD0\xCF\x11\xE0\xA1\xB1\x1A\xE1", "OLE document"),
    (0, b"SQLite format 3\0", "SQLite database"),
    (0, b"\0asm", "WebAssembly module"),
    (0, b"\xCA\xFE\xBA\xBE", "Java class or Mach-O object"),
    (0, b"\xFE\xED\xFA\xCE", "Mach-O object"),
    (0, b"\xFE\xED\xFA\xCF", "Mach-O object"),
    (0, b"\xCE\xFA\xED\xFE", "Mach-O object"),
    (0, b"\xCF\xFA\xED\xFE", "Mach-O object"),
    (0, b"BC\xC0\xDE", "LLVM bitcode"),
    (0, b"\xDE\x12\x04\x95\0\0\0\0", "gettext catalogue"),
    (0, b"wOFF", "WOFF font"),
    (0, b"wOF2", "WOFF2 font"),
    (0, b"\0\x01\0\0", "TrueType font"),
    (0, b"OTTO\0", "OpenType font"),
    (0, b"PAR1", "Parquet file"),
    (0, b"ARROW1\0\0", "Arrow file"),
    (0, b"Obj\x01", "Avro file"),
    (0, b"\x93NUMPY", "NumPy array"),
    (0, b"\x89HDF\r\n\x1A\n", "HDF5 data"),
];

/// Of these, what holds other files in fewer bytes.
const COMPRESSED: [&str; 8] = [
    "gzip data",
    "bzip2 data",
    "xz data",
    "Zstandard data",
    "LZ4 data",
    "ZIP archive",
    "7-Zip archive",
    "RAR archive",
];

/// What shows that a file is no text.
///
/// ```
/// use utf8kit_text::guess::binary;
///
/// let gzip = binary(b"\x1F\x8B\x08\0").unwrap();
/// assert_eq!((gzip.to_string().as_str(), gzip.offset(), gzip.length()), ("gzip data", 0, 3));
/// let nul = binary(b"name\0value").unwrap();
/// assert_eq!((nul.to_string().as_str(), nul.offset(), nul.length()), ("NUL at byte 4", 4, 1));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Binary {
    /// `None` for a NUL.
    name: Option<&'static str>,
    offset: usize,
    length: usize,
}

impl Binary {
    /// Where the magic number or the first NUL stands.
    ///
    /// ```
    /// assert_eq!(utf8kit_text::guess::binary(b"%PDF-1.7").unwrap().offset(), 0);
    /// ```
    #[must_use]
    pub const fn offset(&self) -> usize {
        self.offset
    }

    /// Whether it is compressed, and what is in it may be text.
    ///
    /// ```
    /// use utf8kit_text::guess::binary;
    /// assert!(binary(b"\x1F\x8B\x08\0").unwrap().is_compressed());
    /// assert!(!binary(b"%PDF-1.7").unwrap().is_compressed());
    /// ```
    #[must_use]
    pub fn is_compressed(&self) -> bool {
        self.name.is_some_and(|name| COMPRESSED.contains(&name))
    }

    /// The length of the magic number, or 1 for a NUL.
    ///
    /// ```
    /// assert_eq!(utf8kit_text::guess::binary(b"%PDF-1.7").unwrap().length(), 5);
    /// ```
    #[must_use]
    pub const fn length(&self) -> usize {
        self.length
    }
}

impl fmt::Display for Binary {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.name {
            Some(name) => f.write_str(name),
            None => write!(f, "NUL at byte {}", self.offset),
        }
    }
}

/// What shows in the first [`HEAD`] bytes that a file is no text: a known magic number, or NUL.
///
/// To be asked of files that are not well-formed UTF-8, and not
/// [UTF-16 or UTF-32](super::utf16_or_utf32): a text may well start with `GIF89a`, and a NUL is a
/// character of UTF-8.
///
/// ```
/// use utf8kit_text::guess::binary;
/// assert_eq!(binary(b"Espec\xEDfica"), None);
/// assert!(binary(b"\x7FELF\x02\x01\x01").is_some());
/// ```
#[must_use]
pub fn binary(head: &[u8]) -> Option<Binary> {
    let head = &head[..head.len().min(HEAD)];
    by_container(head).or_else(|| by_magic(head)).or_else(|| {
        let offset = head.iter().position(|&byte| byte == 0)?;
        Some(Binary { name: None, offset, length: 1 })
    })
}

fn by_magic(head: &[u8]) -> Option<Binary> {
    let found = MAGIC.iter().find(|&&(offset, magic, _)| {
        head.get(offset..).is_some_and(|from_there| from_there.starts_with(magic))
    });
    found.map(|&(offset, magic, name)| Binary { name: Some(name), offset, length: magic.len() })
}

/// Formats whose first bytes are letters that a text may start with: a second field confirms.
fn by_container(head: &[u8]) -> Option<Binary> {
    let named = |name, length| Some(Binary { name: Some(name), offset: 0, length });
    if head.starts_with(b"RIFF") {
        return match head.get(8..12)? {
            b"WEBP" => named("WebP image", 12),
            b"WAVE" => named("WAVE audio", 12),
            b"AVI " => named("AVI video", 12),
            _ => None,
        };
    }
    if head.starts_with(b"MZ") {
        let header: [u8; 4] = head.get(0x3C..0x40)?.try_into().ok()?;
        let header = usize::try_from(u32::from_le_bytes(header)).ok()?;
        return match head.get(header..)?.get(..4)? {
            b"PE\0\0" => named("Windows executable", 2),
            _ => None,
        };
    }
    if head.starts_with(b"BM") {
        // The size of the file, then four reserved zeros.
        return match head.get(6..10)? {
            [0, 0, 0, 0] => named("Windows bitmap", 2),
            _ => None,
        };
    }
    // CPython's source loader: a version, CR LF, and flags of which two are defined.
    match head.get(1..8)? {
        [0x0A..=0x0F, b'\r', b'\n', 0..=3, 0, 0, 0] => named("Python bytecode", 4),
        _ => None,
    }
}
