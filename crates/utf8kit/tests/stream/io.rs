//! The adapters of `Read`, `BufRead` and `Write`.

use std::io::{BufRead, BufReader, Cursor, ErrorKind, Read, Write};

use utf8kit::convert::{Utf8, Utf16Le};
use utf8kit::stream::{DecodeError, Transcoder, TranscodingReader, TranscodingWriter, Utf8Reader};

use super::cut;
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
