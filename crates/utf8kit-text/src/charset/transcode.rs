//! From any charset to any other, piece by piece, with the place of whatever has no form in the
//! other.

mod trouble;

use encoding_rs::{Decoder, DecoderResult, Encoder, EncoderResult};
use utf8kit::convert::{Progress, Stop};
use utf8kit::{Engine, Error, Kind};

use super::Charset;
use super::code_pages::Table;
use super::coding::{Coding, count_replacements, lossy, strict};
use super::cut::{is_escape_sequence, starts_with_escape_sequence};
use super::stand_ins;
use trouble::Why;
pub use trouble::{Malformed, Trouble, Unmappable};

/// How much goes through UTF-8 at once: what a piece becomes stays in the first-level cache.
const MAX_PART: usize = 8 * 1024;

/// Behind something that could not be converted, there may be more of it.
const MIN_PART: usize = 16;

/// No character has more bytes, and nothing malformed: so many tell whether one stands first.
const MAX_CHARACTER: usize = 8;

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
/// use utf8kit_text::charset::{Charset, Stop, Transcoder, Trouble};
///
/// let [from, to] = ["windows-1251", "koi8-r"].map(|label| Charset::for_label(label).unwrap());
/// let mut out = [0; 512];
/// let progress = Transcoder::new(from, to).convert(b"\xCC\xE8\xF0 \x88", true, &mut out);
/// assert_eq!(&out[..progress.written], b"\xED\xC9\xD2 ");
/// // The euro sign, which KOI8-R does not have.
/// assert_eq!(progress.read, 4);
/// assert!(matches!(progress.stop, Stop::Malformed(Trouble::Unmappable(found)) if found.character == '€'));
/// ```
pub struct Transcoder {
    source: Charset,
    from: Coding,
    to: Coding,
    /// Of a source that has a state.
    decoder: Option<Decoder>,
    /// How many bytes of the next piece the decoder has seen.
    seen: usize,
    /// What the decoder has seen last is an escape sequence.
    is_behind_escape: bool,
    encoder: Option<Encoder>,
    /// Of a source and a target that are code pages.
    pages: [Option<Table>; 2],
    /// The encoder has returned to ASCII for something that may be left out. Written at once,
    /// another escape sequence could follow, and one right behind another is malformed.
    owes_return: bool,
    /// How much goes through UTF-8 at once, at present.
    part: usize,
    utf8: Vec<u8>,
    engine: Engine,
}

/// Nothing has been done yet.
const START: Progress<Trouble> = Progress::new(0, 0, Stop::Done);

/// What both conversions did, one after the other.
fn then(first: Progress<Trouble>, next: Progress<Trouble>) -> Progress<Trouble> {
    Progress::new(first.read + next.read, first.written + next.written, next.stop)
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
            is_behind_escape: false,
            encoder,
            pages: [from, to].map(|coding| match coding {
                Coding::Page(page) => Some(page.table()),
                _ => None,
            }),
            owes_return: false,
            part: MAX_PART,
            utf8: Vec::new(),
            engine: Engine::best(),
        }
    }

    /// This transcoder, which runs on `engine` and not on the best one.
    ///
    /// ```
    /// use utf8kit::{Engine, Level};
    /// use utf8kit_text::charset::{Charset, Transcoder};
    ///
    /// let to = Charset::for_label("utf-16").unwrap();
    /// let engine = Engine::at(Level::Scalar);
    /// let mut transcoder = Transcoder::new(Charset::UTF_8, to).with_engine(engine);
    /// assert_eq!(transcoder.convert(b"hi", true, &mut [0; 8]).written, 4);
    /// ```
    #[must_use]
    pub const fn with_engine(mut self, engine: Engine) -> Self {
        self.engine = engine;
        self
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
    pub fn convert(&mut self, src: &[u8], is_last: bool, dst: &mut [u8]) -> Progress<Trouble> {
        if self.decoder.is_some() {
            return self.convert_bytes(src, is_last, dst);
        }
        // What is malformed seldom comes alone, and more than this would be done for each.
        if let Some(malformed) = self.malformed_first(src) {
            self.part = MIN_PART;
            return Progress::new(0, 0, Stop::Malformed(Trouble::Malformed(malformed)));
        }
        if self.from.is_own() && self.to.is_own() {
            return self.convert_directly(src, dst);
        }
        let mut progress = START;
        while progress.read < src.len() {
            let room = &mut dst[progress.written..];
            if room.len() < Transcoder::MIN_ROOM {
                return Progress::new(progress.read, progress.written, Stop::OutputFull);
            }
            let rest = &src[progress.read..];
            let part = self.first_part(rest, self.part.min(room.len() / GROWTH));
            progress = then(progress, self.convert_part(part, room));
            if progress.stop != Stop::Done {
                self.part = MIN_PART;
                return progress;
            }
            self.part = MAX_PART.min(2 * self.part);
        }
        progress
    }

    /// Converts with U+FFFD in the place of whatever is malformed, as often as that is said to be.
    /// `None` where the source is not UTF-8, or the target has not all characters.
    ///
    /// ```
    /// use utf8kit_text::charset::{Charset, Transcoder};
    ///
    /// let mut out = [0; 64];
    /// let transcoder = Transcoder::new(Charset::UTF_8, Charset::UTF_8);
    /// let (progress, malformed) = transcoder.convert_lossy(b"caf\xE9 \xFF", &mut out).unwrap();
    /// assert_eq!(&out[..progress.written], "caf\u{FFFD} \u{FFFD}".as_bytes());
    /// assert_eq!(malformed, 2);
    /// ```
    #[must_use]
    pub fn convert_lossy(&self, src: &[u8], dst: &mut [u8]) -> Option<(Progress<Trouble>, u64)> {
        if self.from != Coding::Utf8 {
            return None;
        }
        let ran = lossy(self.engine, self.to, src, dst)?;
        let stop = if ran.read == src.len() { Stop::Done } else { Stop::OutputFull };
        // Those that the source has were there before.
        let malformed = count_replacements(self.to, &dst[..ran.written])
            - count_replacements(self.from, &src[..ran.read]);
        Some((Progress::new(ran.read, ran.written, stop), malformed as u64))
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

    fn malformed_first(&mut self, src: &[u8]) -> Option<Malformed> {
        let start = &src[..src.len().min(MAX_CHARACTER)];
        let mut utf8 = std::mem::take(&mut self.utf8);
        let (_, read, malformed) = self.decode_part(start, &mut utf8);
        self.utf8 = utf8;
        malformed.filter(|_| read == 0)
    }

    fn convert_directly(&self, src: &[u8], dst: &mut [u8]) -> Progress<Trouble> {
        let Some(ran) = strict(self.engine, self.from, self.to, src, dst) else { return START };
        let stop = match ran.stop {
            Stop::Malformed(error) => self.stop_at(&src[ran.read..], error),
            Stop::OutputFull => Stop::OutputFull,
            _ => Stop::Done,
        };
        Progress::new(ran.read, ran.written, stop)
    }

    /// What stands at the start of `rest`, by the library's error.
    fn stop_at(&self, rest: &[u8], error: Error) -> Stop<Trouble> {
        let len = error.subpart_len();
        if error.kind() == Kind::Unrepresentable {
            let mut utf8 = [0; 4];
            let character = strict(self.engine, self.from, Coding::Utf8, &rest[..len], &mut utf8)
                .and_then(|ran| self.engine.from_utf8(&utf8[..ran.written]).ok()?.chars().next());
            if let Some(character) = character {
                return Stop::Malformed(Trouble::Unmappable(Unmappable { character, len }));
            }
        }
        Stop::Malformed(Trouble::Malformed(Malformed { len, why: Why::Own(error) }))
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
    fn convert_part(&mut self, part: &[u8], dst: &mut [u8]) -> Progress<Trouble> {
        let mut utf8 = std::mem::take(&mut self.utf8);
        let (len, read, malformed) = self.decode_part(part, &mut utf8);
        // What was decoded is well-formed.
        let text = match self.from {
            Coding::Utf8 | Coding::Ascii => self.engine.from_utf8(&part[..len]),
            _ => self.engine.from_utf8(&utf8[..len]),
        };
        let (encoded, written, unmappable) = self.encode(text.unwrap_or_default(), dst);
        self.utf8 = utf8;
        match unmappable {
            Some(character) => {
                let (read, len) = self.locate(part, encoded, character.len_utf8());
                let trouble = Trouble::Unmappable(Unmappable { character, len });
                Progress::new(read, written, Stop::Malformed(trouble))
            }
            None => {
                let stop = malformed.map(Trouble::Malformed).map_or(Stop::Done, Stop::Malformed);
                Progress::new(read, written, stop)
            }
        }
    }

    /// Decodes up to what is malformed: how many bytes of UTF-8, from how many.
    fn decode_part(&self, part: &[u8], utf8: &mut Vec<u8>) -> (usize, usize, Option<Malformed>) {
        let own = |error: Error| Malformed { len: error.subpart_len(), why: Why::Own(error) };
        match self.from {
            Coding::Utf8 => match self.engine.from_utf8(part) {
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
            Coding::Page(_) => {
                let Some(table) = &self.pages[0] else { return (0, 0, None) };
                let (written, read) = table.decode(part, utf8);
                let malformed = part.get(read..=read).map(|byte| self.legacy(byte));
                (written, read, malformed)
            }
            from => {
                utf8.resize(utf8.len().max(3 * part.len()), 0);
                let Some(ran) = strict(self.engine, from, Coding::Utf8, part, utf8) else {
                    return (0, 0, None);
                };
                match ran.stop {
                    Stop::Malformed(error) => (ran.written, ran.read, Some(own(error))),
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
            (Coding::Page(_), _) => match &self.pages[1] {
                Some(table) => table.encode(text, dst),
                None => (0, 0, None),
            },
            (to, None) => match strict(self.engine, Coding::Utf8, to, text.as_bytes(), dst) {
                Some(ran) => {
                    let unmappable = match ran.stop {
                        Stop::Malformed(_) => text[ran.read..].chars().next(),
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
            // A byte is a character.
            Coding::Page(_) => {
                return (self.utf8[..index].iter().filter(|&&byte| byte & 0xC0 != 0x80).count(), 1);
            }
            Coding::Legacy(encoding) => encoding,
            from => {
                // What fits there exactly is what is before it.
                let read = |end| strict(self.engine, from, Coding::Utf8, part, &mut vec![0; end]);
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
    fn convert_bytes(&mut self, src: &[u8], is_last: bool, dst: &mut [u8]) -> Progress<Trouble> {
        let Some(mut decoder) = self.decoder.take() else { return START };
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
            if self.is_behind_escape && start == end && starts_with_escape_sequence(&src[end..]) {
                // The decoder takes an escape sequence for malformed if nothing stands between it
                // and the one before. Text that was put together has them, and iconv reads it. The
                // second one tells all that a new decoder has to know.
                decoder = decoder.encoding().new_decoder_without_bom_handling();
            }
            let (result, read, len) =
                decoder.decode_to_utf8_without_replacement(next, &mut utf8, is_end);
            // Nothing of it was read where what is before it is malformed for that.
            end += read;
            let text = self.engine.from_utf8(&utf8[..len]).unwrap_or_default();
            let (_, more, unmappable) = self.encode(text, &mut dst[written..]);
            written += more;
            if let Some(character) = unmappable {
                break Stop::Malformed(Trouble::Unmappable(Unmappable {
                    character,
                    len: end - start,
                }));
            }
            if let DecoderResult::Malformed(len, behind) = result {
                let behind = usize::from(behind).min(end);
                start = (end - behind).saturating_sub(len.into());
                self.seen = behind;
                break Stop::Malformed(Trouble::Malformed(self.legacy(&src[start..end - behind])));
            }
            if is_end {
                // It must not be used any more.
                return Progress::new(end, written, Stop::Done);
            }
            let is_escape = is_escape_sequence(&src[start..end]);
            if len > 0 || is_escape {
                start = end;
                self.is_behind_escape = is_escape;
            }
        };
        self.decoder = Some(decoder);
        Progress::new(start, written, stop)
    }
}
