//! `Utf8Chunks` and what follows from it against std's, on text with few and with many errors.

mod common;

use common::{ALPHABET, Random, for_each_string, hex, levels, units};
use utf8kit::reference::subpart::{Unit, lossy_len};
use utf8kit::{Utf8Chunk, Utf8Chunks};

fn check<'a>(text: &[u8], chunks: impl Iterator<Item = Utf8Chunk<'a>>) {
    let mut expected = text.utf8_chunks();
    let mut subparts = units(text).filter_map(|(at, unit)| match unit {
        Unit::Subpart(subpart) => Some((at, subpart.len, subpart.kind)),
        Unit::Character(_) => None,
    });
    let (mut at, mut lossy) = (0, 0);
    for chunk in chunks {
        let wanted = expected.next().unwrap_or_else(|| panic!("{}: one too many", hex(text)));
        assert_eq!(chunk.valid(), wanted.valid(), "{}", hex(text));
        assert_eq!(chunk.invalid(), wanted.invalid(), "{}", hex(text));
        at += chunk.valid().len();
        lossy += chunk.valid().len();
        assert_eq!(chunk.error().map(common::described), subparts.next(), "{}", hex(text));
        if let Some(error) = chunk.error() {
            assert_eq!(error.position(), at, "{}", hex(text));
            lossy += '\u{FFFD}'.len_utf8();
        }
        at += chunk.invalid().len();
    }
    assert!(expected.next().is_none() && subparts.next().is_none(), "{}", hex(text));
    assert_eq!((at, lossy), (text.len(), lossy_len(text)), "{}", hex(text));
}

#[test]
fn all_strings_of_five_bytes() {
    for_each_string(&ALPHABET, 5, &mut |text| check(text, Utf8Chunks::new(text)));
}

#[test]
fn random_texts_at_every_level() {
    let mut random = Random::new(13);
    for level in levels() {
        for _ in 0..3000 {
            let len = random.below(700);
            let edits = random.one_of(&[0, 1, 3, 30, 300]);
            let text = random.text(len, edits);
            check(&text, Utf8Chunks::new(&text).with_engine(level));
        }
    }
}

/// Nothing more comes after the end.
#[test]
fn ended_is_ended() {
    let mut chunks = Utf8Chunks::new(b"a\xFF");
    assert_eq!(chunks.by_ref().count(), 1);
    assert!(chunks.next().is_none() && chunks.next().is_none());
    assert!(Utf8Chunks::new(b"").next().is_none());
}
