//! Charsets and conversions between them.

// Private, but for this test.
#[path = "../src/charset/labels.rs"]
mod labels;

use encoding_rs::Encoding;
use utf8kit_text::charset::{Charset, Stop, Transcoder, Trouble};

/// What decodes a charset that is none of ours.
fn legacy(charset: Charset) -> Option<&'static Encoding> {
    if charset.own().is_some() {
        return None;
    }
    Encoding::for_label(charset.name().as_bytes())
}

#[test]
fn the_table_of_labels_is_the_one_that_is_looked_up() {
    for (name, labels) in labels::WHATWG {
        for label in *labels {
            let found = Encoding::for_label_no_replacement(label.as_bytes()).unwrap();
            assert_eq!(found.name(), *name, "{label}");
        }
    }
    assert_eq!(labels::WHATWG.iter().map(|(_, labels)| labels.len()).sum::<usize>(), 228 - 6);
    for label in labels::OWN {
        assert!(utf8kit::Encoding::for_label(label).is_some(), "{label}");
    }
}

#[derive(serde::Deserialize)]
struct Labels {
    charset: Vec<Named>,
    unknown: Vec<Unknown>,
}

#[derive(serde::Deserialize)]
struct Named {
    name: String,
    labels: Vec<String>,
}

#[derive(serde::Deserialize)]
struct Unknown {
    label: String,
    meant: String,
}

#[test]
fn what_people_call_charsets() {
    let vectors: Labels =
        toml::from_str(include_str!("../../../vectors/charset-labels.toml")).unwrap();
    for Named { name, labels } in vectors.charset {
        for label in labels {
            let found = Charset::for_label(&label).map(Charset::name);
            assert_eq!(found.as_deref(), Some(&*name), "{label}");
        }
    }
    for Unknown { label, meant } in vectors.unknown {
        assert_eq!(Charset::for_label(&label), None, "{label}");
        assert_eq!(Charset::similar_label(&label).unwrap_or_default(), meant, "{label}");
    }
    // Each names what it says, and no standard has it.
    for (alias, label) in labels::ALIASES {
        assert_eq!(Charset::for_label(alias), Charset::for_label(label), "{alias}");
        assert_eq!(Encoding::for_label(alias.as_bytes()), None, "{alias}");
        assert_eq!(utf8kit::Encoding::for_label(alias), None, "{alias}");
    }
}

/// Every character of every charset reads back as itself, or has no form.
#[test]
fn what_is_written_reads_back() {
    for (charset, _) in Charset::all() {
        let mut encoder = Transcoder::new(Charset::UTF_8, charset);
        let (mut written, mut bytes) = (String::new(), Vec::new());
        let mut room = [0; 512];
        // Beyond that, all is computed.
        for character in '\0'..='\u{2FFFF}' {
            let mut utf8 = [0; 4];
            let progress =
                encoder.convert(character.encode_utf8(&mut utf8).as_bytes(), false, &mut room);
            bytes.extend_from_slice(&room[..progress.written]);
            match progress.stop {
                Stop::Malformed(Trouble::Unmappable(_)) => assert_eq!(progress.read, 0),
                stop => {
                    assert_eq!(stop, Stop::Done, "{charset}: {character:?}");
                    written.push(character);
                }
            }
        }
        let len = encoder.finish(&mut room);
        bytes.extend_from_slice(&room[..len]);
        let mut decoder = Transcoder::new(charset, Charset::UTF_8);
        let mut read = vec![0; written.len() + 512];
        let progress = decoder.convert(&bytes, true, &mut read);
        assert_eq!((progress.stop, progress.read), (Stop::Done, bytes.len()), "{charset}");
        read.truncate(progress.written);
        assert!(read == written.as_bytes(), "{charset}");
    }
}

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
            Stop::Malformed(trouble) => trouble.len(),
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
    let labels = ["utf-8", "utf-16be", "windows-1251", "shift_jis", "gb18030", "euc-jp", "big5"];
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
                    assert!((1..=4).contains(&malformed.len()), "{from}: {malformed}");
                    at += malformed.len();
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

/// Text in ISO-2022-JP without escape sequences that have nothing behind them but another one. They
/// are read, and the decoder takes them for malformed.
fn whole(src: &[u8]) -> Vec<u8> {
    let is_sequence = |at: usize| {
        let three = src.get(at..at + 3);
        three.is_some_and(|three| {
            matches!(three, b"\x1B(B" | b"\x1B(J" | b"\x1B(I" | b"\x1B$@" | b"\x1B$B")
        })
    };
    let (mut kept, mut at) = (Vec::new(), 0);
    while at < src.len() {
        if is_sequence(at) && is_sequence(at + 3) {
            at += 3;
        } else {
            kept.push(src[at]);
            at += 1;
        }
    }
    kept
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
        let Some(encoding) = legacy(charset) else { continue };
        // Escape sequences matter in one of them.
        let alphabet =
            if encoding == encoding_rs::ISO_2022_JP { &alphabet[..18] } else { &alphabet[3..] };
        for _ in 0..1000 {
            let src: Vec<u8> = (0..next(60)).map(|_| alphabet[next(alphabet.len())]).collect();
            let read = if encoding == encoding_rs::ISO_2022_JP { whole(&src) } else { src.clone() };
            let (expected, _) = encoding.decode_without_bom_handling(&read);
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
        (b"\x1B$B\x1B$B\x1B(Ba", "a", &[]),
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
        assert!(matches!(progress.stop, Stop::Malformed(Trouble::Unmappable(_))));
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
