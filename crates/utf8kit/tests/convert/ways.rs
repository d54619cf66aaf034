//! One conversion by every public way, at the level in use and at all; and what is done in
//! place.

use std::mem::MaybeUninit;

use utf8kit::convert::{self, Form, Progress, Stop, To};
use utf8kit::reference::convert::{Form as Reference, converted, items};
use utf8kit::{Engine, Error, Level};

use crate::common::{Random, levels};
use crate::memory::Element;
use crate::pairs::Side;
use crate::texts::random_text;

/// All that is public does what one level does, into memory that holds nothing, too.
fn check_pair<S: To<T>, T: Form>(text: &[S::Unit], room: usize)
where
    T::Unit: Element + std::fmt::Debug,
    T::Owned: PartialEq + std::fmt::Debug,
{
    let (mut first, mut second) = (vec![T::Unit::all_of(0); room], vec![T::Unit::all_of(0); room]);
    let mut uninit = vec![MaybeUninit::uninit(); room];
    let same = |wanted: Progress, found: Progress, uninit: Progress| {
        assert_eq!(found, wanted);
        assert_eq!(uninit, wanted);
    };

    let wanted = Engine::at(Level::Scalar).strict::<S, T>(text, &mut first[..]);
    let found = convert::strict::<S, T>(text, &mut second[..]);
    same(wanted, found, convert::strict::<S, T>(text, &mut uninit[..]));
    assert_eq!(first[..wanted.written], second[..wanted.written]);

    let wanted = Engine::at(Level::Scalar).lossy::<S, T>(text, &mut first[..]);
    let found = convert::lossy::<S, T>(text, &mut second[..]);
    same(wanted, found, convert::lossy::<S, T>(text, &mut uninit[..]));
    assert_eq!(first[..wanted.written], second[..wanted.written]);

    let wanted = Engine::at(Level::Scalar).strict_len::<S, T>(text);
    assert_eq!(convert::strict_len::<S, T>(text), wanted);
    let wanted = Engine::at(Level::Scalar).lossy_len::<S, T>(text);
    assert_eq!(convert::lossy_len::<S, T>(text), wanted);
    let wanted = Engine::at(Level::Scalar).strict_owned::<S, T>(text);
    assert_eq!(convert::strict_owned::<S, T>(text), wanted);
    let wanted = Engine::at(Level::Scalar).lossy_owned::<S, T>(text);
    assert_eq!(convert::lossy_owned::<S, T>(text), wanted);

    for level in levels() {
        let progress = level.strict::<S, T>(text, &mut uninit[..]);
        let wanted = Engine::at(Level::Scalar).strict::<S, T>(text, &mut first[..]);
        assert_eq!(progress, wanted, "{level}");
    }
}

/// `validate`, and Latin-1 with another replacement than `?`.
fn check_source<S>(text: &[S::Unit])
where
    S: To<S> + To<convert::Latin1>,
    S::Unit: Element,
{
    let wanted: Result<(), Error> = Engine::at(Level::Scalar).strict_len::<S, S>(text).map(|_| ());
    assert_eq!(convert::validate::<S>(text), wanted);
    for level in levels() {
        assert_eq!(level.validate::<S>(text), wanted, "{level}");
    }

    let bytes = S::Unit::to_bytes(text);
    let latin1 = items(Side::of::<S>().form, Reference::Latin1, &bytes).map(|item| {
        converted(item.what, Reference::Latin1).map_or(b'_', |octets| octets.as_slice()[0])
    });
    let wanted: Vec<u8> = latin1.collect();
    let mut target = vec![0; wanted.len()];
    let progress = convert::lossy_latin1::<S>(text, &mut target[..], b'_');
    assert_eq!((progress.stop, progress.written), (Stop::Done, wanted.len()));
    assert_eq!(target, wanted);
}

#[test]
fn every_public_way() {
    let mut random = Random::new(50);
    macro_rules! from {
        ($($form:ident)*) => {$(
            for turn in 0..150 {
                let len = random.below(300);
                let bytes =
                    random_text(&mut random, Side::of::<convert::$form>(), len, turn % 3);
                let text = Element::from_bytes(&bytes);
                let room = random.below(2 * len + 2);
                check_pair::<convert::$form, convert::Utf8>(&text, room);
                check_pair::<convert::$form, convert::Utf16>(&text, room);
                check_pair::<convert::$form, convert::Utf32Be>(&text, room);
                check_source::<convert::$form>(&text);
            }
        )*};
    }
    from!(Utf8 Utf16 Utf16Le Utf16Be Utf32 Utf32Le Utf32Be Latin1 Cesu8 ModifiedUtf8 Wtf8);
}

/// From a `&str`, where only Latin-1 can lack something.
#[test]
fn encode() {
    let text = "naïve 日本 😀";
    macro_rules! to {
        ($($form:ident)*) => {$(
            let wanted = Engine::at(Level::Scalar)
                .lossy_owned::<convert::Utf8, convert::$form>(text.as_bytes());
            assert_eq!(convert::encode_owned::<convert::$form>(text), wanted);
            assert_eq!(convert::encode_len::<convert::$form>(text), wanted.len());
            let mut target = vec![0; wanted.len()];
            let progress = convert::encode::<convert::$form>(text, &mut target[..]);
            assert_eq!((progress.read, progress.stop), (text.len(), Stop::Done));
            assert_eq!(target, wanted);
        )*};
    }
    to!(Utf16 Utf16Le Utf16Be Utf32 Utf32Le Utf32Be Cesu8 ModifiedUtf8 Wtf8);
    assert_eq!(convert::encode_owned::<convert::Utf8>(text), text);
    assert_eq!(convert::encode_owned::<convert::Latin1>(text), b"na\xEFve ?? ?");
    assert_eq!(convert::encode_len::<convert::Latin1>(text), 10);
    let Progress { read, stop, .. } = convert::encode::<convert::Latin1>(text, &mut [0; 40]);
    assert!(read == 7 && matches!(stop, Stop::Malformed(_)), "{read} {stop:?}");
}

#[test]
fn swap_bytes() {
    let mut random = Random::new(51);
    for len in 0..200 {
        let units: Vec<u16> = (0..len).map(|_| random.next() as u16).collect();
        let mut swapped = units.clone();
        convert::swap_bytes(&mut swapped);
        assert!(units.iter().zip(&swapped).all(|(unit, swapped)| unit.swap_bytes() == *swapped));
        let units: Vec<u32> = (0..len).map(|_| random.next() as u32).collect();
        let mut swapped = units.clone();
        convert::swap_bytes(&mut swapped);
        assert!(units.iter().zip(&swapped).all(|(unit, swapped)| unit.swap_bytes() == *swapped));
    }
}
