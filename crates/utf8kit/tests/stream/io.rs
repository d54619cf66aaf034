//! The adapters of `Read`, `BufRead` and `Write`.

use std::io::{self, BufRead, BufReader, Cursor, ErrorKind, Read, Write};

use utf8kit::convert::{
    self, Cesu8, Form, Latin1, ModifiedUtf8, To, Utf8, Utf16Be, Utf16Le, Utf32Be, Utf32Le, Wtf8,
};
use utf8kit::stream::{
    DecodeError, Transcoder, TranscodingReader, TranscodingStrings, TranscodingWriter, Utf8Reader,
};

use super::{cut, until_error};
use crate::common::{Random, std_verdict};

/// The offset that an error of ours names.
fn offset(error: &std::io::Error) -> u64 {
    assert_eq!(error.kind(), ErrorKind::InvalidData);
    match error.get_ref().and_then(|inner| inner.downcast_ref()) {
        Some(DecodeError::Malformed(error)) => error.offset(),
        other => panic!("{other:?}"),
    }
}

#[test]
fn what_is_validated_is_passed_on() {
    let mut random = Random::new(5);
    for _ in 0..400 {
        let len = random.below(3000);
        let edits = random.one_of(&[0, 0, 1, 20]);
        let text = random.text(len, edits);
        let verdict = std_verdict(&text);
        let capacity = random.one_of(&[1, 2, 3, 7, 64, 4096]);
        let reader = || Utf8Reader::new(BufReader::with_capacity(capacity, Cursor::new(&text)));

        let mut bytes = Vec::new();
        let result = reader().read_to_end(&mut bytes);
        match verdict {
            Ok(()) => assert_eq!(result.unwrap(), text.len()),
            Err((at, _)) => {
                assert_eq!(offset(&result.unwrap_err()), at as u64);
                assert!((at..at + 4).contains(&bytes.len()), "{at} {}", bytes.len());
            }
        }
        assert_eq!(bytes, text[..bytes.len()]);

        let mut string = String::from("> ");
        let result = reader().read_to_string(&mut string);
        match verdict {
            Ok(()) => assert_eq!(string.as_bytes()[2..], text),
            Err((at, _)) => assert_eq!(offset(&result.unwrap_err()), at as u64),
        }

        // Piece by piece, with small consumptions.
        let mut reader = reader();
        let mut bytes = Vec::new();
        let error = loop {
            match reader.fill_buf() {
                Ok([]) => break None,
                Ok(buffer) => {
                    let taken = 1 + random.below(buffer.len());
                    bytes.extend_from_slice(&buffer[..taken]);
                    reader.consume(taken);
                }
                Err(error) => break Some(offset(&error)),
            }
        };
        assert_eq!(error, verdict.err().map(|(at, _)| at as u64));
        assert_eq!(bytes, text[..bytes.len()]);
    }
}

#[test]
fn what_is_transcoded_is_the_whole() {
    let mut random = Random::new(6);
    for _ in 0..300 {
        let len = random.below(20_000);
        let edits = random.one_of(&[0, 3, 300]);
        let text = random.text(len, edits);
        let lossy = String::from_utf8_lossy(&text);
        let capacity = random.one_of(&[1, 3, 64, 4096]);
        let inner = BufReader::with_capacity(capacity, Cursor::new(&text));
        let mut read = String::new();
        TranscodingReader::new(inner, Transcoder::<Utf8, Utf8>::lossy())
            .read_to_string(&mut read)
            .unwrap();
        assert_eq!(read, lossy);

        let mut writer = TranscodingWriter::new(Vec::new(), Transcoder::<Utf8, Utf16Le>::lossy());
        for piece in cut(&text, 5000, &mut random) {
            writer.write_all(piece).unwrap();
        }
        let units: Vec<u8> = lossy.encode_utf16().flat_map(u16::to_le_bytes).collect();
        assert!(writer.finish().unwrap() == units);

        // Strict ones stop where the first error is.
        let inner = BufReader::with_capacity(capacity, Cursor::new(&text));
        let mut reader = TranscodingReader::new(inner, Transcoder::<Utf8, Utf8>::strict());
        let mut good = Vec::new();
        let result = reader.read_to_end(&mut good);
        let mut writer = TranscodingWriter::new(Vec::new(), Transcoder::<Utf8, Utf8>::strict());
        let written = writer.write_all(&text).and_then(|()| writer.finish().map(drop));
        match std_verdict(&text) {
            Ok(()) => {
                result.unwrap();
                written.unwrap();
                assert_eq!(good, text);
            }
            Err((at, _)) => {
                assert_eq!(offset(&result.unwrap_err()), at as u64);
                assert_eq!(offset(&written.unwrap_err()), at as u64);
                assert_eq!(good, text[..at]);
            }
        }
    }
}

/// Fails with [`ErrorKind::Interrupted`] before each piece, and at last for good.
struct Failing<'a> {
    rest: &'a [u8],
    most: usize,
    is_interrupted: bool,
}

impl Read for Failing<'_> {
    fn read(&mut self, to: &mut [u8]) -> io::Result<usize> {
        self.is_interrupted = !self.is_interrupted;
        if self.is_interrupted {
            return Err(ErrorKind::Interrupted.into());
        }
        if self.rest.is_empty() {
            return Err(ErrorKind::ConnectionReset.into());
        }
        let most = self.most.min(to.len());
        self.rest
            .take(most as u64)
            .read(&mut to[..most])
            .inspect(|&len| self.rest = &self.rest[len..])
    }
}

/// Takes so many bytes, and then fails.
struct Full {
    taken: Vec<u8>,
    room: usize,
}

impl Write for Full {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let len = bytes.len().min(self.room - self.taken.len());
        if len == 0 && !bytes.is_empty() {
            return Err(ErrorKind::StorageFull.into());
        }
        self.taken.extend_from_slice(&bytes[..len]);
        Ok(len)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// `text` in `S`, with some errors, read and written as the whole is converted.
fn from_and_to<S: To<Utf8> + Form<Unit = u8>>(random: &mut Random, text: &str)
where
    Utf8: To<S>,
{
    let mut coded = vec![0; 8 * text.len() + 8];
    let written = convert::lossy::<Utf8, S>(text.as_bytes(), &mut coded[..]).written;
    coded.truncate(written);

    let mut writer = TranscodingWriter::new(Vec::new(), Transcoder::<Utf8, S>::lossy());
    for piece in cut(text.as_bytes(), 300, random) {
        writer.write_all(piece).unwrap();
    }
    assert!(writer.finish().unwrap() == coded, "{:?}", S::ENCODING);

    for edits in [0, 5] {
        for _ in 0..edits {
            let at = random.below(coded.len());
            coded[at] = random.byte();
        }
        let whole = convert::lossy_owned::<S, Utf8>(&coded);
        let failing = Failing { rest: &coded, most: 1 + random.below(200), is_interrupted: false };
        let inner = BufReader::with_capacity(random.one_of(&[1, 7, 4096]), failing);
        let mut reader = TranscodingReader::new(inner, Transcoder::<S, Utf8>::lossy());
        let mut read = Vec::new();
        let error = reader.read_to_end(&mut read).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::ConnectionReset);
        // What may still become a character is not there yet.
        assert!(whole.as_bytes().starts_with(&read), "{:?}", S::ENCODING);
        assert!(whole.len() - read.len() <= 3 * 5, "{:?}", S::ENCODING);

        let mut reader = TranscodingReader::new(&coded[..], Transcoder::<S, Utf8>::lossy());
        let mut read = String::new();
        reader.read_to_string(&mut read).unwrap();
        assert!(read == whole, "{:?}", S::ENCODING);

        let pieces = cut(&coded, 3000, random);
        let strings = TranscodingStrings::new(pieces.iter(), Transcoder::<S, Utf8>::lossy());
        let strings: Vec<String> = strings.collect::<Result<_, _>>().unwrap();
        assert!(strings.concat() == whole, "{:?}", S::ENCODING);
        assert!(strings.iter().all(|string| !string.is_empty()));
        let strict = TranscodingStrings::new(pieces.iter(), Transcoder::<S, Utf8>::strict());
        let (good, error) = until_error(strict);
        let first = convert::strict_len::<S, Utf8>(&coded).err();
        let first = first.map(|error| error.position() as u64);
        assert_eq!(error, first);
        assert!(whole.starts_with(&good) && (error.is_some() || good.len() == whole.len()));

        // Strict ones tell the first error, again and again.
        let mut reader = TranscodingReader::new(&coded[..], Transcoder::<S, Utf8>::strict());
        let mut good = Vec::new();
        if let Err(error) = reader.read_to_end(&mut good) {
            assert_eq!(Some(offset(&error)), first);
            assert_eq!(Some(offset(&reader.read(&mut [0; 8]).unwrap_err())), first);
        } else {
            assert!(good == whole.as_bytes());
        }
    }
}

#[test]
fn every_encoding_is_read_and_written() {
    let mut random = Random::new(8);
    for _ in 0..20 {
        let len = 1 + random.below(12_000);
        let text = String::from_utf8_lossy(&random.text(len, 0)).into_owned();
        from_and_to::<Utf16Le>(&mut random, &text);
        from_and_to::<Utf16Be>(&mut random, &text);
        from_and_to::<Utf32Le>(&mut random, &text);
        from_and_to::<Utf32Be>(&mut random, &text);
        from_and_to::<Latin1>(&mut random, &text);
        from_and_to::<Cesu8>(&mut random, &text);
        from_and_to::<ModifiedUtf8>(&mut random, &text);
        from_and_to::<Wtf8>(&mut random, &text);
    }
}

#[test]
fn an_error_stays() {
    let mut reader = Utf8Reader::new(&b"ab\xFFcd"[..]);
    let mut read = [0; 8];
    assert_eq!(reader.read(&mut read).unwrap(), 2);
    for _ in 0..3 {
        assert_eq!(offset(&reader.read(&mut read).unwrap_err()), 2);
        assert_eq!(offset(&reader.fill_buf().unwrap_err()), 2);
    }
}

#[test]
fn what_fails_inside_is_told() {
    let mut random = Random::new(9);
    let text = random.text(9000, 0);
    for most in [1, 50, 5000] {
        let failing = Failing { rest: &text, most, is_interrupted: false };
        let mut read = Vec::new();
        let error = Utf8Reader::new(BufReader::new(failing)).read_to_end(&mut read).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::ConnectionReset);
        assert!(read == text);
    }
    for room in [0, 1, 100, 8990] {
        let full = Full { taken: Vec::new(), room };
        let mut writer = TranscodingWriter::new(full, Transcoder::<Utf8, Utf8>::lossy());
        let error = writer.write_all(&text).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::StorageFull);

        for text in [&text[..], &[&b"\xFF"[..], &text].concat()] {
            let mut full = Full { taken: Vec::new(), room };
            let error = utf8kit::write_utf8_lossy(text, &mut full).unwrap_err();
            assert_eq!(error.kind(), ErrorKind::StorageFull);
            assert_eq!(full.taken.len(), room);
            let whole = String::from_utf8_lossy(text);
            assert!(whole.as_bytes().starts_with(&full.taken));
        }
    }
}

/// One piece of what is well-formed, as it is.
#[test]
fn what_is_well_formed_is_written_at_once() {
    struct Pieces(Vec<usize>);
    impl Write for Pieces {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            self.0.push(bytes.len());
            Ok(bytes.len())
        }
        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }
    let text = "日本語 ".repeat(5000);
    let mut pieces = Pieces(Vec::new());
    utf8kit::write_utf8_lossy(text.as_bytes(), &mut pieces).unwrap();
    assert_eq!(pieces.0, [text.len()]);
}
