//! Others who convert, at every level: std, `encoding_rs`, `widestring`.

use encoding_rs::mem;
use proptest::prelude::*;
use utf8kit::convert::{
    self, Cesu8, Latin1, ModifiedUtf8, Utf8, Utf16, Utf16Be, Utf16Le, Utf32, Utf32Be, Utf32Le, Wtf8,
};
use utf8kit::{Engine, Error, Kind, utf16};
use widestring::{U16Str, U32Str, Utf16Str, Utf32Str};

use crate::common::{Random, does, levels, std_verdict, verdict};
use crate::memory::Element;
use crate::pairs::Side;
use crate::texts::random_text;

/// Texts of up to some hundred bytes, half of them with errors, for every level in turn.
fn for_random_texts<F: convert::Form<Unit: Element>>(
    seed: u64,
    check: impl Fn(Engine, &[F::Unit]),
) {
    let mut random = Random::new(seed);
    for turn in 0..1500 {
        let len = random.below(if turn % 10 == 0 { 5000 } else { 400 });
        let edits = random.below(4).saturating_sub(1);
        let text = F::Unit::from_bytes(&random_text(&mut random, Side::of::<F>(), len, edits));
        for level in levels() {
            if does(level, turn, 16) {
                check(level, &text);
            }
        }
    }
}

fn position<T>(result: Result<T, Error>) -> Option<usize> {
    result.err().map(|error| error.position())
}

#[test]
fn from_utf8() {
    for_random_texts::<Utf8>(40, |level, bytes| {
        let text = String::from_utf8_lossy(bytes);
        let units: Vec<u16> = text.encode_utf16().collect();
        let numbers: Vec<u32> = text.chars().map(u32::from).collect();
        assert_eq!(level.lossy_owned::<Utf8, Utf8>(bytes), text);
        assert_eq!(level.lossy_owned::<Utf8, Utf16>(bytes), units);
        assert_eq!(level.lossy_owned::<Utf8, Utf32>(bytes), numbers);
        let (other, _) = encoding_rs::UTF_8.decode_without_bom_handling(bytes);
        assert_eq!(text, other);
        let mut others = vec![0; bytes.len() + 1];
        let len = mem::convert_utf8_to_utf16(bytes, &mut others);
        assert_eq!(units, others[..len]);

        let wanted = std_verdict(bytes);
        assert_eq!(verdict(level.strict_owned::<Utf8, Utf16>(bytes)), wanted);
        assert_eq!(verdict(level.strict_owned::<Utf8, Utf32>(bytes)), wanted);
        assert_eq!(verdict(level.strict_owned::<Utf8, Wtf8>(bytes)).is_ok(), wanted.is_ok());
        assert_eq!(verdict(level.validate::<Utf8>(bytes)), wanted);
    });
}

#[test]
fn from_utf16() {
    for_random_texts::<Utf16>(41, |level, units| {
        let text = String::from_utf16_lossy(units);
        let numbers: Vec<u32> = text.chars().map(u32::from).collect();
        assert_eq!(level.lossy_owned::<Utf16, Utf8>(units), text);
        assert_eq!(level.lossy_owned::<Utf16, Utf32>(units), numbers);
        assert_eq!(U16Str::from_slice(units).to_string_lossy(), text);
        let mut others = vec![0; 3 * units.len()];
        let len = mem::convert_utf16_to_utf8(units, &mut others);
        assert_eq!(text.as_bytes(), &others[..len]);

        let mut well_formed = units.to_vec();
        mem::ensure_utf16_validity(&mut well_formed);
        assert_eq!(level.lossy_owned::<Utf16, Utf16>(units), well_formed);
        let mut ours = units.to_vec();
        let unpaired = char::decode_utf16(units.iter().copied()).filter(Result::is_err).count();
        assert_eq!(utf16::to_well_formed(&mut ours), unpaired);
        assert_eq!(ours, well_formed);

        let first = Some(mem::utf16_valid_up_to(units)).filter(|index| *index < units.len());
        assert_eq!(position(level.strict_owned::<Utf16, Utf8>(units)), first);
        assert_eq!(position(level.validate::<Utf16>(units)), first);
        // Its index counts characters.
        let characters = first.map(|index| char::decode_utf16(units[..index].to_vec()).count());
        assert_eq!(Utf16Str::from_slice(units).err().map(|error| error.index()), characters);
        assert_eq!(String::from_utf16(units).ok(), level.strict_owned::<Utf16, Utf8>(units).ok());
    });
}

/// As a file has it, with half a unit at the end or without.
#[test]
fn from_bytes_of_utf16() {
    fn check<F: convert::Form<Unit = u8> + convert::To<Utf8>>(
        level: Engine,
        encoding: &'static encoding_rs::Encoding,
        bytes: &[u8],
    ) {
        let (text, had_errors) = encoding.decode_without_bom_handling(bytes);
        assert_eq!(level.lossy_owned::<F, Utf8>(bytes), text);
        assert_eq!(level.strict_owned::<F, Utf8>(bytes).is_err(), had_errors);
    }
    for_random_texts::<Utf16Le>(42, |level, bytes| {
        check::<Utf16Le>(level, encoding_rs::UTF_16LE, bytes);
    });
    for_random_texts::<Utf16Be>(43, |level, bytes| {
        check::<Utf16Be>(level, encoding_rs::UTF_16BE, bytes);
    });
}

#[test]
fn from_utf32() {
    for_random_texts::<Utf32>(44, |level, numbers| {
        let scalar = |number: &u32| char::from_u32(*number).unwrap_or('\u{FFFD}');
        let text: String = numbers.iter().map(scalar).collect();
        let units: Vec<u16> = text.encode_utf16().collect();
        assert_eq!(U32Str::from_slice(numbers).to_string_lossy(), text);
        assert_eq!(level.lossy_owned::<Utf32, Utf8>(numbers), text);
        assert_eq!(level.lossy_owned::<Utf32, Utf16>(numbers), units);
        let first = numbers.iter().position(|number| char::from_u32(*number).is_none());
        assert_eq!(Utf32Str::from_slice(numbers).err().map(|error| error.index()), first);
        assert_eq!(position(level.strict_owned::<Utf32, Utf8>(numbers)), first);
        assert_eq!(position(level.strict_owned::<Utf32, Utf16>(numbers)), first);
        assert_eq!(position(level.validate::<Utf32>(numbers)), first);
    });
}

#[test]
fn from_and_to_latin1() {
    for_random_texts::<Latin1>(45, |level, bytes| {
        let text: String = bytes.iter().copied().map(char::from).collect();
        assert_eq!(mem::decode_latin1(bytes), text);
        assert_eq!(mem::encode_latin1_lossy(&text), bytes);
        let mut units = vec![0; bytes.len()];
        mem::convert_latin1_to_utf16(bytes, &mut units);
        assert_eq!(level.strict_owned::<Latin1, Utf8>(bytes).as_ref(), Ok(&text));
        assert_eq!(level.strict_owned::<Latin1, Utf16>(bytes).as_ref(), Ok(&units));
        let there = Ok(bytes.to_vec());
        assert_eq!(level.strict_owned::<Utf8, Latin1>(text.as_bytes()), there);
        assert_eq!(level.strict_owned::<Utf16, Latin1>(&units), there);
    });
    for_random_texts::<Utf8>(46, |level, bytes| {
        let text = String::from_utf8_lossy(bytes);
        let wanted: Vec<u8> = text.chars().map(|c| u8::try_from(c).unwrap_or(b'?')).collect();
        assert_eq!(level.lossy_owned::<Utf8, Latin1>(bytes), wanted);
        let first = text.char_indices().find(|(_, character)| u8::try_from(*character).is_err());
        let error = level.strict_owned::<Utf8, Latin1>(text.as_bytes()).err();
        assert_eq!(
            error.map(|error| (error.position(), error.error_len(), error.kind())),
            first.map(|(at, c)| (at, Some(c.len_utf8()), Kind::Unrepresentable)),
        );
    });
}

/// There and back.
fn check_round_trips(level: Engine, text: &str) {
    macro_rules! by {
        ($($form:ident)*) => {$(
            let there = level.strict_owned::<Utf8, $form>(text.as_bytes()).unwrap();
            let len = level.strict_len::<Utf8, $form>(text.as_bytes());
            assert_eq!(len, Ok(there.len()), "{level}");
            assert_eq!(there, convert::encode_owned::<$form>(text), "{level}");
            let back = level.strict_owned::<$form, Utf8>(&there);
            assert_eq!(back.as_deref(), Ok(text), "{level}");
            let again = level.strict_owned::<$form, $form>(&there);
            assert_eq!(again, Ok(there), "{level}");
        )*};
    }
    by!(Utf16 Utf16Le Utf16Be Utf32 Utf32Le Utf32Be Cesu8 ModifiedUtf8 Wtf8);
}

proptest! {
    #[test]
    fn round_trips(text in any::<String>()) {
        for level in levels() {
            check_round_trips(level, &text);
        }
    }

    #[test]
    fn round_trips_of_longer_texts(
        text in proptest::collection::vec(any::<char>(), 50..300),
        ascii in 0..200_usize,
    ) {
        let text: String = text.into_iter().chain("ascii ".chars().cycle().take(ascii)).collect();
        for level in levels() {
            check_round_trips(level, &text);
        }
    }

    /// WTF-8 has all that UTF-16 can have, and what is well-formed in it is UTF-8.
    #[test]
    fn wtf8_has_everything(units in proptest::collection::vec(0xD7F0_u16..=0xE010, 0..200)) {
        for level in levels() {
            let wtf8 = level.strict_owned::<Utf16, Wtf8>(&units).unwrap();
            prop_assert_eq!(level.validate::<Wtf8>(&wtf8), Ok(()));
            let utf8 = level.strict_owned::<Utf16, Utf8>(&units);
            if let Ok(utf8) = utf8 {
                prop_assert_eq!(utf8.as_bytes(), &wtf8);
            }
            let text = level.lossy_owned::<Wtf8, Utf8>(&wtf8);
            prop_assert_eq!(text, String::from_utf16_lossy(&units));
        }
    }
}
