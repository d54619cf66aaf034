//! Mojibake: the vectors, alone, in a stream and once more; damage made here; and that any text is safe.

use std::borrow::Cow;

use proptest::prelude::*;
use utf8kit_text::charset::Charset;
use utf8kit_text::fix::{Fixer, Pipeline, Step, fix};
use utf8kit_text::mojibake::{Finder, Undo, undo};
use utf8kit_vectors::{Mojibake, mojibake};

fn charset(label: &str) -> Charset {
    Charset::for_label(label).unwrap_or_else(|| panic!("no charset {label}"))
}

fn asked(case: &Mojibake) -> Undo {
    let mut undo = Undo::new();
    if case.json {
        undo = undo.in_json();
    }
    if case.guess_lost {
        undo = undo.guess_lost();
    }
    match case.misread.as_deref().and_then(|labels| labels.split_once(':')) {
        Some((shown, meant)) => undo.misread(charset(shown), charset(meant)).unwrap(),
        None => undo,
    }
}

#[test]
fn vectors() {
    for case in mojibake() {
        let undo = asked(&case);
        let undone = undo.undo(&case.text);
        assert_eq!(undone, case.undone(), "{}", case.name);
        // What is right is borrowed.
        let is_borrowed = matches!(undone, Cow::Borrowed(_));
        assert_eq!(is_borrowed, case.undone() == case.text, "{}", case.name);
        let spans = undo.find(&case.text);
        if !case.charsets.is_empty() {
            let names: Vec<_> = spans[0].charsets().iter().map(|charset| charset.name()).collect();
            assert_eq!(names, case.charsets, "{}", case.name);
        }
    }
}

/// Spans are in order, apart from each other, and say all that is changed.
#[test]
fn spans_are_what_is_undone() {
    for case in mojibake() {
        let (mut undone, mut at) = (String::new(), 0);
        for span in asked(&case).find(&case.text) {
            assert!(span.range().start >= at, "{}", case.name);
            undone += &case.text[at..span.range().start];
            undone += span.meant();
            at = span.range().end;
            assert!(!span.charsets().is_empty(), "{}", case.name);
            assert!(span.to_string().contains(" read as "), "{}: {span}", case.name);
        }
        assert_eq!(undone + &case.text[at..], case.undone(), "{}", case.name);
    }
}

#[test]
fn what_is_undone_stays() {
    for case in mojibake() {
        assert_eq!(asked(&case).undo(case.undone()), case.undone(), "{}", case.name);
    }
}

/// In a stream, wherever pieces are cut.
#[test]
fn vectors_in_every_cut() {
    for case in mojibake() {
        let pipeline = Pipeline::new().with(Step::Mojibake(asked(&case)));
        assert_eq!(
            String::from_utf8_lossy(fix(case.text.as_bytes(), &pipeline).text()),
            case.undone(),
            "{}",
            case.name
        );
        let text = case.text.as_bytes();
        for cut in 0..=text.len() {
            let mut fixed = Vec::new();
            let mut fixer = Fixer::new(&pipeline);
            fixer.push(&text[..cut], |piece| fixed.extend_from_slice(piece.after()));
            fixer.push(&text[cut..], |piece| fixed.extend_from_slice(piece.after()));
            fixer.finish(|piece| fixed.extend_from_slice(piece.after()));
            assert_eq!(String::from_utf8_lossy(&fixed), case.undone(), "{} at {cut}", case.name);
        }
    }
}

/// What each charset shows of `text` in UTF-8, if it shows all of it.
fn misread(text: &str, charset: &str) -> Option<String> {
    let whatwg = encoding_rs::Encoding::for_label(charset.as_bytes())?;
    let (shown, is_malformed) = whatwg.decode_without_bom_handling(text.as_bytes());
    (!is_malformed).then(|| shown.into_owned())
}

/// Sentences of many languages, read in each charset once and twice, come back.
#[test]
fn damage_is_undone() {
    const SENTENCES: [&str; 12] = [
        "Où est passée la bibliothèque municipale ?",
        "Das Mädchen läuft schnell über die Straße.",
        "Příliš žluťoučký kůň úpěl ďábelské ódy.",
        "Zażółć gęślą jaźń, powiedział łagodnie.",
        "Árvíztűrő tükörfúrógép van az asztalon.",
        "¿Cuántos años tiene el niño pequeño?",
        "Съешь ещё этих мягких французских булок.",
        "Ξεσκεπάζω την ψυχοφθόρα βδελυγμία.",
        "Tất cả mọi người sinh ra đều được tự do.",
        "Herkes eşit doğar, özgür ve onurlu yaşar.",
        "כל בני האדם נולדו בני חורין",
        "सभी मनुष्य जन्म से स्वतन्त्र हैं",
    ];
    const CHARSETS: [&str; 9] = [
        "windows-1252",
        "windows-1250",
        "windows-1251",
        "windows-1254",
        "windows-1258",
        "ibm866",
        "koi8-u",
        "macintosh",
        "iso-8859-2",
    ];
    let (mut tried, mut right) = (0, 0);
    for text in SENTENCES {
        for charset in CHARSETS {
            let once = misread(text, charset);
            let twice = once.as_deref().and_then(|once| misread(once, charset));
            for shown in [once, twice].into_iter().flatten() {
                tried += 1;
                right += usize::from(undo(&shown) == text);
            }
        }
    }
    // Not all can be: a charset may show text that another one shows too.
    assert!(tried > 200 && right * 100 >= tried * 97, "{right} of {tried}");
}

/// What was found before lowers what is asked for, in the same charset.
#[test]
fn strong_spans_help_weak_ones() {
    let weak = "ÄŚLANAK 21\n";
    let strong = "VeÄ‡ina ÄŤasopisa piĹˇe o ĹľivotinĂ\u{AC}i u RijeÄŤkom zaljevu\n";
    assert_eq!(undo(weak), weak);
    let mut finder = Finder::new(&Undo::new());
    assert_eq!(finder.undo(weak, |_| ()), weak);
    assert_ne!(finder.undo(strong, |_| ()), strong);
    assert_eq!(finder.undo(weak, |_| ()), "ČLANAK 21\n");
    // Of a whole text, all is seen before anything is said.
    assert!(undo(&[weak, strong].concat()).starts_with("ČLANAK 21\n"));
}

/// What becomes U+FFFD is told, and in which line.
#[test]
fn what_was_lost_is_counted() {
    let pipeline = Pipeline::new().with(Step::Mojibake(Undo::new()));
    let text = "fine\nGrÃ¼n\nGrÃ¶Ãe, schÃ¶n\n";
    let mut fixer = Fixer::new(&pipeline);
    fixer.push(text.as_bytes(), |piece| assert_eq!(piece.lost_lines(), [2]));
    assert_eq!(fixer.done().lost(), 1);
    assert_eq!(
        fixer.done().to_string(),
        "3 pieces of mojibake undone (1 with U+FFFD for a byte that was lost before)"
    );
    let guessed = Pipeline::new().with("mojibake=guess-lost".parse::<Step>().unwrap());
    let fixed = fix(text.as_bytes(), &guessed);
    assert_eq!(fixed.done().lost(), 0);
    // In windows-1252, 9F is not lost, but in ISO 8859-1 it is.
    assert!(String::from_utf8_lossy(fixed.text()).contains("Größe"));
}

#[test]
fn only_charsets_of_one_byte_are_misread() {
    for (shown, meant) in [("utf-8", "koi8-r"), ("koi8-r", "gbk"), ("utf-16le", "utf-8")] {
        assert_eq!(Undo::new().misread(charset(shown), charset(meant)), None);
    }
}

/// Characters that may be part of sequences in some charset, and others.
fn text() -> impl Strategy<Value = String> {
    let pieces = [
        "a", " ", "\n", "?", "Ã", "©", "â", "€", "™", "\u{80}", "\u{9D}", "\u{FFFD}", "\u{A0}",
        "é", "╨", "░", "Р", "С", "а", "ร", "ต", "Î", "±", "茅", "ï", "»", "¿", "ð", "Ÿ", "˜",
        "\\u00c3", "\\", "😀",
    ];
    prop::collection::vec(prop::sample::select(pieces.to_vec()), 0..40)
        .prop_map(|pieces| pieces.concat())
}

proptest! {
    /// No text makes it panic, lines stay lines, and every time something is done, less is left.
    #[test]
    fn any_text_is_safe(text in text(), json: bool, guess: bool) {
        let mut asked = Undo::new();
        if json {
            asked = asked.in_json();
        }
        if guess {
            asked = asked.guess_lost();
        }
        let undone = asked.undo(&text);
        prop_assert_eq!(undone.matches('\n').count(), text.matches('\n').count());
        let mut finder = Finder::new(&asked);
        let mut once = finder.undo(&text, |_| ()).into_owned();
        // Noise may be worth another look; text is not, as the vectors show.
        for _ in 0..=text.len() {
            let again = Finder::new(&asked).undo(&once, |_| ()).into_owned();
            if again == once {
                return Ok(());
            }
            once = again;
        }
        prop_assert!(false, "no end: {once:?}");
    }
}
