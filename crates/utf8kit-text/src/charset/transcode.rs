//! From any charset to any other, piece by piece, with the place of whatever has no form in the
//! other.

use std::fmt;

use encoding_rs::{Decoder, DecoderResult, Encoder, EncoderResult};
use utf8kit::{Error, Kind, convert, from_utf8};

use super::Charset;
use super::coding::{Coding, strict};
use super::cut::is_escape_sequence;
use super::stand_ins;

/// How much goes through UTF-8 at once: what a piece becomes stays in the first-level cache.
const MAX_PART: usize = 8 * 1024;

/// Behind something that could not be converted, there may be more of it.
const MIN_PART: usize = 16;

/// No byte becomes more of them: a character of one byte may have an escape sequence before it.
const GROWTH: usize = 12;

/// Returns to ASCII, in ISO-2022-JP.
const RETURN: &[u8] = b"\x1B(B";

/// Converts text from one charset to another.
///
/// Where neither has a state (in all charsets but ISO-2022-JP), the pieces of a text that was
/// [cut](Charset::cut_at) can be converted in any order, each by a transcoder of its own.
///
/// ```
/// use utf8kit_text::charset::{Charset, Stop, Transcoder};
///
/// let [from, to] = ["windows-1251", "koi8-r"].map(|label| Charset::for_label(label).unwrap());
/// let mut out = [0; 512];
/// let progress = Transcoder::new(from, to).convert(b"\xCC\xE8\xF0 \x88", true, &mut out);
/// assert_eq!(&out[..progress.written], b"\xED\xC9\xD2 ");
/// // The euro sign, which KOI8-R does not have.
/// assert_eq!(progress.read, 4);
/// assert!(matches!(progress.stop, Stop::Unmappable(found) if found.character == '€'));
/// ```
pub struct Transcoder {
    source: Charset,
    from: Coding,
    to: Coding,
    /// Of a source that has a state.
    decoder: Option<Decoder>,
    /// How many bytes of the next piece the decoder has seen.
    seen: usize,
    encoder: Option<Encoder>,
    /// The encoder has returned to ASCII for something that may be left out. Written at once, another
    /// escape sequence could follow, and one right behind another is malformed.
    owes_return: bool,
    /// How much goes through UTF-8 at once, at present.
    part: usize,
    utf8: Vec<u8>,
}

/// How far a conversion came.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Progress {
    /// How many bytes of the source were converted.
    pub read: usize,
    /// How many bytes they became.
    pub written: usize,
    /// Why it ended.
    pub stop: Stop,
}

/// Why a conversion ended.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Stop {
    /// All of the source was converted.
    Done,
    /// There may be no room for what comes next.
    OutputFull,
    /// What stands at [`Progress::read`] is malformed.
    Malformed(Malformed),
    /// What stands at [`Progress::read`] is a character that the target does not have.
    Unmappable(Unmappable),
}

/// Bytes that are no text in the source's charset.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Malformed {
    /// How many bytes; none more than were given.
    pub len: usize,
    why: Why,
}

#[derive(Clone, Copy, PartialEq, Debug)]
enum Why {
    Own(Error),
    NotAscii(u8),
    Legacy { charset: Charset, bytes: [u8; 4] },
}

/// A character that the target's charset does not have.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Unmappable {
    /// The character.
    pub character: char,
    /// How many bytes it has in the source.
    pub len: usize,
}

impl Malformed {
    /// What is wrong, if the source is one of [`utf8kit`]'s encodings.
    ///
    /// ```
    /// use utf8kit::Kind;
    /// use utf8kit_text::charset::{Charset, Stop, Transcoder};
    ///
    /// let to = Charset::for_label("utf-16").unwrap();
    /// let stop = Transcoder::new(Charset::UTF_8, to).convert(b"\xFF", true, &mut [0; 512]).stop;
    /// let Stop::Malformed(malformed) = stop else { panic!() };
    /// assert_eq!(malformed.kind(), Some(Kind::InvalidByte));
    /// assert_eq!(malformed.to_string(), "byte FF never appears in UTF-8");
    /// ```
    #[must_use]
    pub const fn kind(&self) -> Option<Kind> {
        match self.why {
            Why::Own(error) => Some(error.kind()),
            Why::NotAscii(_) | Why::Legacy { .. } => None,
        }
    }
}

/// What is wrong, in words.
impl fmt::Display for Malformed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.why {
            Why::Own(error) => error.reason().fmt(f),
            Why::NotAscii(byte) => write!(f, "byte {byte:02X} is not ASCII, which ends at 7F"),
            Why::Legacy { charset, bytes } => {
                let bytes: Vec<_> =
                    bytes[..self.len.min(4)].iter().map(|byte| format!("{byte:02X}")).collect();
                write!(f, "{} is no character of {charset}", bytes.join(" "))
            }
        }
    }
}

/// What is wrong, in words.
impl fmt::Display for Unmappable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "U+{:04X} has no form in the target", u32::from(self.character))
    }
}

impl Progress {
    const START: Progress = Progress { read: 0, written: 0, stop: Stop::Done };

    /// What both did, one after the other.
    fn then(self, next: Progress) -> Progress {
        Progress {
            read: self.read + next.read,
            written: self.written + next.written,
            stop: next.stop,
        }
    }
}

impl Transcoder {
    /// As much room as [`convert`](Transcoder::convert) wants at least, to come further.
    ///
    /// ```
    /// assert_eq!(utf8kit_text::charset::Transcoder::MIN_ROOM, 256);
    /// ```
    pub const MIN_ROOM: usize = 256;

    /// Of `utf-16` and `utf-32`, the little-endian one. A byte order mark is a character like any
    /// other here.
    ///
    /// ```
    /// use utf8kit_text::charset::{Charset, Stop, Transcoder};
    ///
    /// let to = Charset::for_label("utf-16").unwrap();
    /// let mut out = [0; 8];
    /// let progress = Transcoder::new(Charset::UTF_8, to).convert(b"hi", true, &mut out);
    /// assert_eq!((&out[..progress.written], progress.stop), (&b"h\0i\0"[..], Stop::Done));
    /// ```
    #[must_use]
    pub fn new(from: Charset, to: Charset) -> Transcoder {
        let source = from;
        let (from, to) = (Coding::of(from), Coding::of(to));
        let decoder = match from {
            Coding::Legacy(encoding) if from.has_state() => {
                Some(encoding.new_decoder_without_bom_handling())
            }
            _ => None,
        };
        let encoder = match to {
            Coding::Legacy(encoding) => Some(encoding.new_encoder()),
            _ => None,
        };
        Transcoder {
            source,
            from,
            to,
            decoder,
            seen: 0,
            encoder,
            owes_return: false,
            part: MAX_PART,
            utf8: Vec::new(),
        }
    }

    /// Whether pieces have to be converted in order, and by the same transcoder.
    ///
    /// ```
    /// use utf8kit_text::charset::{Charset, Transcoder};
    /// let jis = Charset::for_label("iso-2022-jp").unwrap();
    /// assert!(Transcoder::new(jis, Charset::UTF_8).has_state());
    /// assert!(!Transcoder::new(Charset::UTF_8, Charset::UTF_8).has_state());
    /// ```
    #[must_use]
    pub fn has_state(&self) -> bool {
        self.from.has_state() || self.to.has_state()
    }

    /// Converts `src`, whole characters of it, up to what cannot be converted. After that, going on
    /// behind it gives the rest. `is_last`: whether nothing follows.
    ///
    /// Does not panic, whatever `src` holds.
    pub fn convert(&mut self, src: &[u8], is_last: bool, dst: &mut [u8]) -> Progress {
        if self.decoder.is_some() {
            return self.convert_bytes(src, is_last, dst);
        }
        if self.from.is_own() && self.to.is_own() {
            return self.convert_directly(src, dst);
        }
        let mut progress = Progress::START;
        while progress.read < src.len() {
            let room = &mut dst[progress.written..];
            if room.len() < Transcoder::MIN_ROOM {
                return Progress { stop: Stop::OutputFull, ..progress };
            }
            let rest = &src[progress.read..];
            let part = self.first_part(rest, self.part.min(room.len() / GROWTH));
            progress = progress.then(self.convert_part(part, room));
            if progress.stop != Stop::Done {
                self.part = MIN_PART;
                return progress;
            }
            self.part = MAX_PART.min(2 * self.part);
        }
        progress
    }

    /// Writes `text`, whatever the source is: what stands for what could not be converted. There is
    /// room for all of it, twelve bytes for each of its bytes.
    ///
    /// # Errors
    ///
    /// The first character that the target does not have. What is before it has been written.
    pub fn write(&mut self, text: &str, dst: &mut [u8]) -> Result<usize, char> {
        match self.encode(text, dst) {
            (_, written, None) => Ok(written),
            (_, _, Some(character)) => Err(character),
        }
    }

    /// Ends the output: where the target has a state, so that it is the initial one again.
    pub fn finish(&mut self, dst: &mut [u8]) -> usize {
        if std::mem::take(&mut self.owes_return) {
            dst[..RETURN.len()].copy_from_slice(RETURN);
            return RETURN.len();
        }
        match &mut self.encoder {
            Some(encoder) if self.to.has_state() => {
                encoder.encode_from_utf8_without_replacement("", dst, true).2
            }
            _ => 0,
        }
    }

    fn convert_directly(&self, src: &[u8], dst: &mut [u8]) -> Progress {
        let Some(ran) = strict(self.from, self.to, src, dst) else { return Progress::START };
        let stop = match ran.stop {
            convert::Stop::Malformed(error) => self.stop_at(&src[ran.read..], error),
            convert::Stop::OutputFull => Stop::OutputFull,
            _ => Stop::Done,
        };
        Progress { read: ran.read, written: ran.written, stop }
    }

    /// What stands at the start of `rest`, by the library's error.
    fn stop_at(&self, rest: &[u8], error: Error) -> Stop {
        let len = error.subpart_len();
        if error.kind() == Kind::Unrepresentable {
            let mut utf8 = [0; 4];
            let character = strict(self.from, Coding::Utf8, &rest[..len], &mut utf8)
                .and_then(|ran| from_utf8(&utf8[..ran.written]).ok()?.chars().next());
            if let Some(character) = character {
                return Stop::Unmappable(Unmappable { character, len });
            }
        }
        Stop::Malformed(Malformed { len, why: Why::Own(error) })
    }

    /// The start of `rest`, about `len` bytes of whole characters.
    fn first_part<'t>(&self, rest: &'t [u8], len: usize) -> &'t [u8] {
        if rest.len() <= len {
            return rest;
        }
        let cut = match self.source.is_cut_locally() {
            true => self.source.cut_at(rest, len),
            false => self.source.cut_before_end(&rest[..len]),
        };
        &rest[..if cut == 0 { len } else { cut }]
    }

    /// Converts whole characters through UTF-8; there is room for all of them.
    fn convert_part(&mut self, part: &[u8], dst: &mut [u8]) -> Progress {
        let mut utf8 = std::mem::take(&mut self.utf8);
        let (len, read, malformed) = self.decode_part(part, &mut utf8);
        // What was decoded is well-formed.
        let text = match self.from {
            Coding::Utf8 | Coding::Ascii => from_utf8(&part[..len]),
            _ => from_utf8(&utf8[..len]),
        };
        let (encoded, written, unmappable) = self.encode(text.unwrap_or_default(), dst);
        self.utf8 = utf8;
        match unmappable {
            Some(character) => {
                let (read, len) = self.locate(part, encoded, character.len_utf8());
                Progress { read, written, stop: Stop::Unmappable(Unmappable { character, len }) }
            }
            None => Progress { read, written, stop: malformed.map_or(Stop::Done, Stop::Malformed) },
        }
    }

    /// Decodes up to what is malformed: how many bytes of UTF-8, from how many.
    fn decode_part(&self, part: &[u8], utf8: &mut Vec<u8>) -> (usize, usize, Option<Malformed>) {
        let own = |error: Error| Malformed { len: error.subpart_len(), why: Why::Own(error) };
        match self.from {
            Coding::Utf8 => match from_utf8(part) {
                Ok(_) => (part.len(), part.len(), None),
                Err(error) => (error.valid_up_to(), error.valid_up_to(), Some(own(error))),
            },
            Coding::Ascii => match part.iter().position(|byte| !byte.is_ascii()) {
                None => (part.len(), part.len(), None),
                Some(at) => (at, at, Some(Malformed { len: 1, why: Why::NotAscii(part[at]) })),
            },
            Coding::Legacy(encoding) => {
                // In all of them: three bytes of UTF-8 for one, and as much as the decoder wants.
                utf8.resize(utf8.len().max(3 * part.len() + 32), 0);
                let mut decoder = encoding.new_decoder_without_bom_handling();
                let (result, consumed, written) =
                    decoder.decode_to_utf8_without_replacement(part, utf8, true);
                match result {
                    DecoderResult::Malformed(len, behind) => {
                        let end = consumed - usize::from(behind);
                        let start = end - usize::from(len);
                        (written, start, Some(self.legacy(&part[start..end])))
                    }
                    _ => (written, consumed, None),
                }
            }
            from => {
                utf8.resize(utf8.len().max(3 * part.len()), 0);
                let Some(ran) = strict(from, Coding::Utf8, part, utf8) else { return (0, 0, None) };
                match ran.stop {
                    convert::Stop::Malformed(error) => (ran.written, ran.read, Some(own(error))),
                    _ => (ran.written, ran.read, None),
                }
            }
        }
    }

    fn legacy(&self, bytes: &[u8]) -> Malformed {
        let first = std::array::from_fn(|index| bytes.get(index).copied().unwrap_or(0));
        let why = Why::Legacy { charset: self.source, bytes: first };
        Malformed { len: bytes.len(), why }
    }

    /// Encodes up to what the target does not have: how many bytes of `text`, to how many, and the
    /// character.
    fn encode(&mut self, text: &str, dst: &mut [u8]) -> (usize, usize, Option<char>) {
        match (self.to, &mut self.encoder) {
            (_, Some(encoder)) => {
                let stand_in = stand_ins::first(encoder.encoding(), text);
                let text = stand_in.map_or(text, |(at, _)| &text[..at]);
                let owed = if self.owes_return { RETURN } else { &[] };
                let (result, read, mut written) = encoder.encode_from_utf8_without_replacement(
                    text,
                    &mut dst[owed.len()..],
                    false,
                );
                if self.owes_return && written > 0 {
                    self.owes_return = false;
                    if dst[owed.len()] == RETURN[0] {
                        dst.copy_within(owed.len()..owed.len() + written, 0);
                    } else {
                        dst[..owed.len()].copy_from_slice(owed);
                        written += owed.len();
                    }
                }
                // The encoder does not always name the character that it read.
                let last = match result {
                    EncoderResult::Unmappable(_) => text[..read].chars().next_back(),
                    _ => None,
                };
                if last.is_some() && self.to.has_state() && dst[..written].ends_with(RETURN) {
                    self.owes_return = true;
                    written -= RETURN.len();
                }
                let unmappable = last.or(stand_in.map(|(_, character)| character));
                (read - last.map_or(0, char::len_utf8), written, unmappable)
            }
            (Coding::Ascii, _) => {
                let len = text.bytes().position(|byte| !byte.is_ascii()).unwrap_or(text.len());
                dst[..len].copy_from_slice(&text.as_bytes()[..len]);
                (len, len, text[len..].chars().next())
            }
            (to, None) => match strict(Coding::Utf8, to, text.as_bytes(), dst) {
                Some(ran) => {
                    let unmappable = match ran.stop {
                        convert::Stop::Malformed(_) => text[ran.read..].chars().next(),
                        _ => None,
                    };
                    (ran.read, ran.written, unmappable)
                }
                None => (0, 0, None),
            },
        }
    }

    /// Where in `part` the character stands that has `len` bytes of UTF-8 from `index` on, and how
    /// many bytes it has there.
    fn locate(&self, part: &[u8], index: usize, len: usize) -> (usize, usize) {
        let encoding = match self.from {
            Coding::Utf8 | Coding::Ascii => return (index, len),
            Coding::Legacy(encoding) => encoding,
            from => {
                // What fits there exactly is what is before it.
                let read = |end| strict(from, Coding::Utf8, part, &mut vec![0; end]);
                let at = |end| read(end).map_or(0, |ran| ran.read);
                return (at(index), at(index + len) - at(index));
            }
        };
        let mut decoder = encoding.new_decoder_without_bom_handling();
        let (mut out, mut decoded, mut start) = ([0; 32], 0, 0);
        for (at, byte) in part.iter().enumerate() {
            let byte = std::slice::from_ref(byte);
            let written = decoder.decode_to_utf8_without_replacement(byte, &mut out, false).2;
            decoded += written;
            if decoded > index {
                return (start, at + 1 - start);
            }
            if written > 0 {
                start = at + 1;
            }
        }
        (start, part.len() - start)
    }

    /// Converts from a charset with a state, a byte at a time: so it is known which characters
    /// became of which bytes.
    fn convert_bytes(&mut self, src: &[u8], is_last: bool, dst: &mut [u8]) -> Progress {
        let Some(mut decoder) = self.decoder.take() else { return Progress::START };
        let mut written = 0;
        let mut utf8 = [0; 32];
        // What the decoder has read behind something malformed is part of what comes next, and may
        // be a character that it holds.
        let (mut start, mut end) = (0, std::mem::take(&mut self.seen).min(src.len()));
        let mut may_hold = end > 0;
        let stop = loop {
            if dst.len() - written < Transcoder::MIN_ROOM {
                self.seen = end - start;
                break Stop::OutputFull;
            }
            let is_end = end == src.len() && !may_hold;
            if is_end && !is_last {
                start = end;
                break Stop::Done;
            }
            let next = if is_end || may_hold { &[][..] } else { &src[end..=end] };
            may_hold = false;
            let (result, read, len) =
                decoder.decode_to_utf8_without_replacement(next, &mut utf8, is_end);
            // Nothing of it was read where what is before it is malformed for that.
            end += read;
            let text = from_utf8(&utf8[..len]).unwrap_or_default();
            let (_, more, unmappable) = self.encode(text, &mut dst[written..]);
            written += more;
            if let Some(character) = unmappable {
                break Stop::Unmappable(Unmappable { character, len: end - start });
            }
            if let DecoderResult::Malformed(len, behind) = result {
                let behind = usize::from(behind).min(end);
                start = (end - behind).saturating_sub(len.into());
                self.seen = behind;
                break Stop::Malformed(self.legacy(&src[start..end - behind]));
            }
            if is_end {
                // It must not be used any more.
                return Progress { read: end, written, stop: Stop::Done };
            }
            if len > 0 || is_escape_sequence(&src[start..end]) {
                start = end;
            }
        };
        self.decoder = Some(decoder);
        Progress { read: start, written, stop }
    }
}

#[cfg(test)]
mod tests {
    use super::super::Inner;
    use super::*;

    /// All that a conversion gives, with `room` bytes at once: the output, with a `?` for each thing
    /// that cannot be converted, and where those stand.
    fn converted(from: &str, to: &str, src: &[u8], room: usize) -> (Vec<u8>, Vec<(usize, usize)>) {
        let [from, to] = [from, to].map(|label| Charset::for_label(label).unwrap());
        let mut transcoder = Transcoder::new(from, to);
        let (mut out, mut stops, mut at) = (Vec::new(), Vec::new(), 0);
        let mut dst = vec![0; room];
        loop {
            let progress = transcoder.convert(&src[at..], true, &mut dst);
            out.extend_from_slice(&dst[..progress.written]);
            at += progress.read;
            let len = match progress.stop {
                Stop::Done => break,
                Stop::OutputFull => continue,
                Stop::Malformed(malformed) => malformed.len,
                Stop::Unmappable(unmappable) => unmappable.len,
            };
            stops.push((at, len));
            at += len;
            let written = transcoder.write("?", &mut dst).unwrap();
            out.extend_from_slice(&dst[..written]);
        }
        let written = transcoder.finish(&mut dst);
        out.extend_from_slice(&dst[..written]);
        (out, stops)
    }

    #[test]
    fn what_cannot_be_converted_is_found_where_it_stands() {
        type Case =
            (&'static str, &'static str, &'static [u8], &'static [u8], &'static [(usize, usize)]);
        let cases: [Case; 12] = [
            ("windows-1252", "utf-8", b"5 \x80", "5 €".as_bytes(), &[]),
            ("utf-8", "windows-1252", "5 € 日 ï".as_bytes(), b"5 \x80 ? \xEF", &[(6, 3)]),
            ("utf-8", "ascii", "naïve".as_bytes(), b"na?ve", &[(2, 2)]),
            ("ascii", "utf-16le", b"a\xE9", b"a\0?\0", &[(1, 1)]),
            ("ascii", "utf-8", b"a\xE9", b"a?", &[(1, 1)]),
            ("utf-16le", "koi8-r", b"a\0\xE5\x65\x3D\xD8", b"a??", &[(2, 2), (4, 2)]),
            ("sjis", "euc-jp", b"\x93\xFA\x81\xFF\x96\x7B", b"\xC6\xFC?\xCB\xDC", &[(2, 2)]),
            ("sjis", "latin1", b"a\x93\xFAb", b"a?b", &[(1, 2)]),
            // The second of the two characters that it stands for.
            ("big5", "windows-1252", b"a\x88\x62b", b"a\xCA?b", &[(1, 2)]),
            ("utf-8", "iso-2022-jp", "a日é".as_bytes(), b"a\x1B$BF|\x1B(B?", &[(4, 2)]),
            ("iso-2022-jp", "utf-8", b"\x1B$BF|\x1B(Ba\x80b", "日a?b".as_bytes(), &[(9, 1)]),
            ("utf-8", "latin1", "é€".as_bytes(), b"\xE9?", &[(2, 3)]),
        ];
        for (from, to, src, expected, stops) in cases {
            for room in [Transcoder::MIN_ROOM, 1 << 16] {
                let (out, found) = converted(from, to, src, room);
                assert_eq!((&out[..], &found[..]), (expected, stops), "{from} to {to}");
            }
        }
    }

    #[test]
    fn pieces_give_what_the_whole_gives() {
        let labels =
            ["utf-8", "utf-16be", "windows-1251", "shift_jis", "gb18030", "euc-jp", "big5"];
        let text = "Ж日本語 text, ж\n語語語語語語語語語語語語語語語語語語語語語語😀".repeat(700);
        for from in labels {
            let (src, _) = converted("utf-8", from, text.as_bytes(), 1 << 20);
            // Malformed at places that have nothing to do with characters.
            let mut broken = src.clone();
            broken.iter_mut().step_by(1013).for_each(|byte| *byte = 0xFE);
            for src in [src, broken] {
                for to in labels {
                    let whole = converted(from, to, &src, 1 << 20);
                    assert_eq!(converted(from, to, &src, 300), whole, "{from} to {to}");
                    let charset = Charset::for_label(from).unwrap();
                    let (mut out, mut stops, mut start) = (Vec::new(), Vec::new(), 0);
                    while start < src.len() {
                        let cut = match charset.is_cut_locally() {
                            true => charset.cut_at(&src, src.len().min(start + 1001)),
                            false if start + 1001 >= src.len() => src.len(),
                            false => start + charset.cut_before_end(&src[start..start + 1001]),
                        };
                        let (more, found) = converted(from, to, &src[start..cut], 1 << 20);
                        out.extend(more);
                        stops.extend(found.into_iter().map(|(at, len)| (start + at, len)));
                        start = cut;
                    }
                    assert!((out, stops) == whole, "{from} to {to} in pieces");
                }
            }
        }
    }

    /// Pieces of `src`, each cut where the charset says, by one transcoder; `?` for what is malformed.
    fn in_pieces(from: Charset, src: &[u8], sizes: impl Iterator<Item = usize>) -> String {
        let mut transcoder = Transcoder::new(from, Charset::UTF_8);
        let (mut out, mut dst) = (Vec::new(), [0; 300]);
        let (mut start, mut kept) = (0, 0);
        for size in sizes {
            kept = src.len().min(kept + size);
            let is_last = kept == src.len();
            let cut = if is_last { kept } else { start + from.cut_before_end(&src[start..kept]) };
            let mut at = start;
            loop {
                let progress = transcoder.convert(&src[at..cut], is_last, &mut dst);
                out.extend_from_slice(&dst[..progress.written]);
                at += progress.read;
                match progress.stop {
                    Stop::Done => break,
                    Stop::Malformed(malformed) => {
                        assert!((1..=4).contains(&malformed.len), "{from}: {malformed}");
                        at += malformed.len;
                        out.push(b'?');
                    }
                    _ => {}
                }
            }
            assert_eq!(at, cut, "{from}");
            start = cut;
            if is_last {
                break;
            }
        }
        String::from_utf8(out).unwrap()
    }

    /// What the decoder makes of the whole is what comes of any pieces: no byte is lost, and none is
    /// read twice.
    #[test]
    fn malformed_text_is_decoded_as_by_the_decoder_itself() {
        let mut random = 0x2545_F491_4F6C_DD1D_u64;
        let mut next = |below: usize| {
            random ^= random << 13;
            random ^= random >> 7;
            random ^= random << 17;
            random as usize % below
        };
        let alphabet = *b"\x1B\x1B\x1B$(((BJI@!0~a \n\x0E\x80\x81\x8E\x8F\xA1\xB0\xC6\xE3\xFE\xFF";
        for (charset, _) in Charset::all() {
            let Inner::Legacy(encoding) = charset.0 else { continue };
            // Escape sequences matter in one of them.
            let alphabet =
                if encoding == encoding_rs::ISO_2022_JP { &alphabet[..18] } else { &alphabet[3..] };
            for _ in 0..1000 {
                let src: Vec<u8> = (0..next(60)).map(|_| alphabet[next(alphabet.len())]).collect();
                let (expected, _) = encoding.decode_without_bom_handling(&src);
                let expected = expected.replace('\u{FFFD}', "?");
                for most in [1, 7, 100] {
                    let sizes: Vec<_> = (0..=src.len()).map(|_| 1 + next(most)).collect();
                    let found = in_pieces(charset, &src, sizes.into_iter());
                    assert_eq!(found, expected, "{charset}, {src:X?}");
                }
            }
        }
    }

    /// Of a charset with a state: not where the piece starts, and not in the piece before.
    #[test]
    fn where_escape_sequences_are_wrong() {
        type Case = (&'static [u8], &'static str, &'static [(usize, usize)]);
        let cases: [Case; 8] = [
            (b"\x1B\nab", "?\nab", &[(0, 1)]),
            (b"a\x1B$xb", "a?$xb", &[(1, 1)]),
            (b"a\x1B(", "a?(", &[(1, 1)]),
            (b"a\x1B", "a?", &[(1, 1)]),
            (b"\x1B$BF|F\x1B(Bc", "日?c", &[(5, 1)]),
            (b"\x1B$B\x1B$B\x1B(Ba", "??a", &[(0, 3), (3, 3)]),
            (b"\x1B$BF|\n\x1B(B", "日?", &[(5, 1)]),
            (b"\x1B$BF\n\x1B(B", "?", &[(3, 2)]),
        ];
        for (src, expected, stops) in cases {
            for room in [Transcoder::MIN_ROOM, 1 << 16] {
                let (out, found) = converted("iso-2022-jp", "utf-8", src, room);
                assert_eq!((&*out, &*found), (expected.as_bytes(), stops), "{src:X?}");
            }
        }
        // What is left out leaves no escape sequences behind that are malformed.
        let to = Charset::for_label("iso-2022-jp").unwrap();
        let mut transcoder = Transcoder::new(Charset::UTF_8, to);
        let (mut out, mut dst) = (Vec::new(), [0; 300]);
        for text in ["日é", "本é", "é", "語é", "aé"] {
            let progress = transcoder.convert(text.as_bytes(), false, &mut dst);
            assert!(matches!(progress.stop, Stop::Unmappable(_)));
            out.extend_from_slice(&dst[..progress.written]);
        }
        let written = transcoder.finish(&mut dst);
        out.extend_from_slice(&dst[..written]);
        let (text, found) = converted("iso-2022-jp", "utf-8", &out, 300);
        assert_eq!((&*text, &*found), ("日本語a".as_bytes(), &[][..]), "{out:X?}");
        // What the decoder held when it saw what is malformed has no form in the target.
        let (out, found) = converted("iso-2022-jp", "latin1", b"\x1B(I\x1B(a\x1B(Bb", 300);
        assert_eq!((&*out, &*found), (&b"???b"[..], &[(3, 1), (4, 1), (5, 1)][..]));
    }
}
