//! What does not allocate, and what does so once.

use std::borrow::Cow;
use std::hint::black_box;
use std::io::{Read, Write};

use utf8kit::convert::{Latin1, Utf8, Utf16, Utf16Le};
use utf8kit::stream::{
    Stop, Transcoder, TranscodingReader, TranscodingWriter, Utf8Decoder, Utf8Reader,
};

/// How often memory is allocated.
fn allocations(run: impl FnOnce()) -> u64 {
    allocation_counter::measure(run).count_total
}

/// Well-formed and not, short and long.
fn texts() -> Vec<Vec<u8>> {
    let mut texts = Vec::new();
    for len in [0, 1, 9, 100, 5000] {
        let good = "naïve 日本 😀 ".repeat(len).into_bytes();
        let bad = good.iter().enumerate().map(|(at, &byte)| if at % 97 == 3 { 0xFF } else { byte });
        texts.push(bad.collect());
        texts.push(good);
    }
    texts
}

#[test]
fn decoders_do_not_allocate() {
    for text in texts() {
        for most in [1, 7, 100, 8192] {
            let mut decoder = Utf8Decoder::new();
            let of_runs = allocations(|| {
                for piece in text.chunks(most) {
                    decoder.push(piece).for_each(|run| _ = black_box(run));
                }
                decoder.finish().for_each(|run| _ = black_box(run));
            });
            assert_eq!(of_runs, 0);
            let of_lossy = allocations(|| {
                for piece in text.chunks(most) {
                    decoder.push(piece).lossy().for_each(|text| _ = black_box(text));
                }
                decoder.finish().lossy().for_each(|text| _ = black_box(text));
            });
            assert_eq!(of_lossy, 0);
        }
    }
}

#[test]
fn transcoders_do_not_allocate() {
    for text in texts() {
        for most in [1, 7, 100, 8192] {
            let mut dst = [0; 512];
            let count = allocations(|| {
                let mut transcoder = Transcoder::<Utf8, Utf16>::strict();
                for piece in text.chunks(most) {
                    let mut rest = piece;
                    loop {
                        let progress = transcoder.push(rest, &mut dst);
                        rest = &rest[progress.read..];
                        if progress.stop == Stop::Done {
                            break;
                        }
                    }
                }
                while transcoder.finish(&mut dst).stop != Stop::Done {}
            });
            assert_eq!(count, 0);
        }
    }
}

#[test]
fn adapters_allocate_a_buffer_at_most() {
    for text in texts() {
        let mut to = [0; 300];
        // An error of `std::io` holds ours in a box in a box.
        let error = if std::str::from_utf8(&text).is_ok() { 0 } else { 2 };
        let count = allocations(|| {
            let mut reader = Utf8Reader::new(&text[..]);
            while reader.read(&mut to).is_ok_and(|len| len > 0) {}
        });
        assert!(count <= error, "{count}");
        let count = allocations(|| {
            let transcoder = Transcoder::<Latin1, Utf8>::strict();
            let mut reader = TranscodingReader::new(&text[..], transcoder);
            while reader.read(&mut to).is_ok_and(|len| len > 0) {}
        });
        assert!(count <= 1, "{count}");
        let count = allocations(|| {
            let transcoder = Transcoder::<Utf8, Utf16Le>::lossy();
            let mut writer = TranscodingWriter::new(std::io::sink(), transcoder);
            text.chunks(100).for_each(|piece| writer.write_all(piece).unwrap());
            writer.finish().unwrap();
        });
        assert_eq!(count, 0);
        assert_eq!(
            allocations(|| utf8kit::write_utf8_lossy(&text, &mut std::io::sink()).unwrap()),
            0
        );
    }
}

#[test]
fn lossy_text_is_borrowed_or_reused_where_it_can_be() {
    for text in texts() {
        let is_clean = std::str::from_utf8(&text).is_ok();
        let count = allocations(|| {
            let lossy = utf8kit::from_utf8_lossy(&text);
            assert_eq!(matches!(lossy, Cow::Borrowed(_)), is_clean);
        });
        assert_eq!(count == 0, is_clean);

        let bytes = text.clone();
        let before = bytes.as_ptr();
        let mut string = String::new();
        let count = allocations(|| string = utf8kit::string_from_utf8_lossy(bytes));
        assert_eq!(count == 0, is_clean);
        assert_eq!(string.as_ptr() == before, is_clean);

        // As much room as it can take, and some for what is not counted.
        let room = 3 * text.len() + 1024;
        let (mut string, mut bytes) = (String::with_capacity(room), Vec::with_capacity(room));
        let count = allocations(|| {
            utf8kit::append_utf8_lossy(&text, &mut string);
            utf8kit::append_utf8_lossy_bytes(&text, &mut bytes);
        });
        assert_eq!(count, 0);
        assert_eq!(string.as_bytes(), bytes);
    }
}
