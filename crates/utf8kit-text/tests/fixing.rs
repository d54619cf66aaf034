//! Fixing: the vectors; pieces in every cut; long lines; and that what is fixed stays as it is.

use proptest::prelude::*;
use utf8kit_text::fix::{Done, Fixer, LineEnd, Pipeline, Step, fix};
use utf8kit_vectors::{Fix, fixes};

/// A line that is longer than this is cut.
const LONG: usize = 68 * 1024;

fn pipeline(case: &Fix) -> Pipeline {
    case.steps.iter().fold(Pipeline::new(), |pipeline, step| {
        pipeline.with(step.parse().unwrap_or_else(|unknown| panic!("{}: {unknown}", case.name)))
    })
}

fn in_pieces(pieces: &[&[u8]], pipeline: &Pipeline) -> (Vec<u8>, Done) {
    let mut fixer = Fixer::new(pipeline);
    let (mut before, mut after) = (Vec::new(), Vec::new());
    let mut take = |piece: utf8kit_text::fix::Piece<'_>| {
        before.extend_from_slice(piece.before());
        after.extend_from_slice(piece.after());
        let lines = piece.before().iter().filter(|byte| **byte == b'\n').count();
        let lines_after = piece.after().iter().filter(|byte| **byte == b'\n').count();
        assert_eq!(lines, lines_after, "a line stays a line");
        assert!(piece.lost_lines().iter().all(|line| *line <= lines));
    };
    for piece in pieces {
        fixer.push(piece, &mut take);
    }
    fixer.finish(&mut take);
    assert_eq!(before, pieces.concat(), "all that comes in is seen");
    (after, fixer.into_done())
}

#[test]
fn vectors() {
    for case in fixes() {
        let (name, text) = (&case.name, &case.bytes.0);
        let fixed = fix(text, &pipeline(&case));
        assert_eq!(
            String::from_utf8_lossy(fixed.text()),
            String::from_utf8_lossy(case.fixed()),
            "{name}"
        );
        assert_eq!(fixed.text(), case.fixed(), "{name}");
        assert_eq!(fixed.done().to_string(), case.done, "{name}");
        assert_eq!(fixed.done().lost(), case.lost, "{name}");
        assert_eq!(fixed.done().changed(), case.fixed() != text, "{name}");
        // What nothing is done to is borrowed.
        let is_borrowed = matches!(fixed.into_text(), std::borrow::Cow::Borrowed(_));
        assert_eq!(is_borrowed, case.fixed() == text, "{name}");
    }
}

#[test]
fn vectors_in_every_cut() {
    for case in fixes() {
        let text = &case.bytes.0;
        for cut in 0..=text.len() {
            let (fixed, done) = in_pieces(&[&text[..cut], b"", &text[cut..]], &pipeline(&case));
            assert_eq!(fixed, case.fixed(), "{}, cut at {cut}", case.name);
            assert_eq!(done.to_string(), case.done, "{}, cut at {cut}", case.name);
        }
        let bytes: Vec<&[u8]> = text.chunks(1).collect();
        assert_eq!(in_pieces(&bytes, &pipeline(&case)).0, case.fixed(), "{}", case.name);
    }
}

/// Every case fixed is a case that nothing is done to; but an escape of the text's own is escaped
/// bytes' to nobody.
#[test]
fn what_is_fixed_stays() {
    for case in fixes() {
        let again = fix(case.fixed(), &pipeline(&case));
        assert_eq!(again.text(), case.fixed(), "{}", case.name);
        assert!(!again.done().changed(), "{}", case.name);
    }
}

/// A long line is cut, and nothing of what stands across the cut suffers.
#[test]
fn long_lines() {
    let everything = Step::all().into_iter().filter(|step| {
        // NFC undoes NFD; what takes characters out has lines of its own.
        !matches!(step.name(), "nfd" | "bom" | "invalid")
    });
    let pipeline = everything.fold(Pipeline::new(), Pipeline::with);
    let lines: [(&[u8], &str); 6] = [
        (b"word \xED\xA0\xBD\xED\xB8\x80", "word 😀"),
        (b"\xED\xA0\xBD\xED\xB8\x80", "😀"),
        ("日本語".as_bytes(), "日本語"),
        (b"e\xCC\x81", "é"),
        (br#"\\u0000","#, r#"\\u0000","#),
        (br"\ud83d\ude00", r"\ud83d\ude00"),
    ];
    for (unit, expected) in lines {
        let times = 3 * LONG / unit.len();
        let text = [&unit.repeat(times)[..], b"\nend\n"].concat();
        let expected = [expected.repeat(times).as_bytes(), b"\nend\n"].concat();
        let fixed = fix(&text, &pipeline);
        assert!(fixed.text() == expected, "{}", String::from_utf8_lossy(unit));
        for size in [1000, LONG - 1, LONG, LONG + 1, 2 * LONG] {
            let pieces: Vec<&[u8]> = text.chunks(size).collect();
            let (streamed, done) = in_pieces(&pieces, &pipeline);
            assert!(streamed == expected, "{} by {size}", String::from_utf8_lossy(unit));
            assert_eq!(done, *fixed.done());
        }
    }
}

/// A line that ends right where it would be cut, with CR LF.
#[test]
fn line_ends_at_the_cut() {
    let lines = [LineEnd::Lf, LineEnd::CrLf].map(|end| Pipeline::new().with(Step::LineEnds(end)));
    for length in LONG - 40..LONG + 40 {
        let text =
            [&b"\xD0\xB6".repeat(length / 2)[..], b"x\r\nend of it all, and more\r\n"].concat();
        assert!(!fix(&text, &lines[1]).done().changed(), "{length}");
        assert_eq!(fix(&text, &lines[0]).text().len(), text.len() - 2, "{length}");
    }
}

/// Of text without a line end, no more than a long line is held back.
#[test]
fn little_is_held_back() {
    for byte in [b'a', 0xFF, 0xE9] {
        let mut fixer = Fixer::new(&Pipeline::default());
        let (mut given, mut held) = (0, 0);
        for pushed in 1..=1000_usize {
            fixer.push(&[byte; 1000], |piece| given += piece.before().len());
            held = held.max(pushed * 1000 - given);
        }
        assert!(held < LONG + 2000, "{held}");
    }
}

#[test]
fn a_run_is_one_over_any_number_of_lines_that_are_cut() {
    let run = vec![0xFF; 4 * LONG];
    let per_run = utf8kit_text::fix::Invalid::Replace {
        policy: utf8kit::repair::Policy::PerRun,
        by: "?".into(),
    };
    let pipeline = Pipeline::new().with(Step::Invalid(per_run));
    assert_eq!(fix(&run, &pipeline).text(), b"?");
    assert_eq!(in_pieces(&run.chunks(777).collect::<Vec<_>>(), &pipeline).0, b"?");
}

#[test]
fn names() {
    for step in Step::all() {
        assert_eq!(step.name().parse(), Ok(step.clone()));
        assert!(!step.about().is_empty());
    }
    for unknown in ["", "nul=", "nul=dash", "fallback=utf-16", "fallback=klingon", "bom=", "nfc=x"]
    {
        assert!(unknown.parse::<Step>().is_err(), "{unknown}");
    }
}

/// What steps may meet: bytes and characters that some step is for, and others.
fn damaged() -> impl Strategy<Value = Vec<u8>> {
    let pieces: Vec<&[u8]> = vec![
        b"a",
        b" word ",
        b"\n",
        b"\r\n",
        b"\0",
        b"\x1B",
        b"\xE9",
        b"\xFF",
        b"\xC3",
        b"\xC3\xA9",
        b"\xE2\x82",
        b"\xED\xA0\xBD\xED\xB8\x80",
        b"\xED\xB3\xA9",
        b"\xC0\x80",
        b"\xC0\xAF",
        b"\xC2\x92",
        b"\xEF\xBB\xBF",
        b"\xEF\xBF\xBD",
        b"\xE2\x80\x8B",
        b"\xE2\x80\xAE",
        b"\xF3\xA0\x80\x81",
        b"e\xCC\x81",
        b"\\u0000",
        b"\\ud83d",
        b"\\",
        b"\x93\xFA\x96\x7B",
        b"\xF0\x9F\x8F\xB4",
    ];
    prop::collection::vec(prop::sample::select(pieces), 0..40).prop_map(|pieces| pieces.concat())
}

fn some_steps() -> impl Strategy<Value = Pipeline> {
    let fallbacks = ["fallback", "fallback=windows-1252", "fallback=shift_jis", "fallback=gbk"];
    let values = ["bom=add", "nul=space", "controls=space", "line-ends=crlf", "invalid=skip"];
    let names = Step::all().map(|step| step.name().to_owned());
    let all: Vec<String> =
        names.into_iter().chain(fallbacks.into_iter().chain(values).map(Into::into)).collect();
    prop::collection::vec(prop::sample::select(all), 0..12).prop_map(|names| {
        names.iter().fold(Pipeline::new(), |pipeline, name| pipeline.with(name.parse().unwrap()))
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(4000))]

    #[test]
    fn pieces_are_as_the_whole(text in damaged(), pipeline in some_steps(), size in 1..20_usize) {
        let fixed = fix(&text, &pipeline);
        let (streamed, done) = in_pieces(&text.chunks(size).collect::<Vec<_>>(), &pipeline);
        prop_assert_eq!(fixed.text(), streamed);
        prop_assert_eq!(fixed.done(), &done);
        let has_invalid = pipeline.steps().any(|step| step.name() == "invalid");
        prop_assert!(!has_invalid || utf8kit::is_utf8(fixed.text()));
        let mended = ["surrogateescape", "cesu8", "mutf8", "overlong", "fallback", "invalid"];
        let is_mended = pipeline.steps().all(|step| mended.contains(&step.name()));
        // What is well-formed is never touched by steps for what is not.
        prop_assert!(!is_mended || !utf8kit::is_utf8(&text) || fixed.text() == text);
    }
}
