//! Which charset an input is in, and where in it text begins.

use utf8kit::{Bom, Encoding, Kind};
use utf8kit_text::charset::Charset;
use utf8kit_text::guess::{Binary, Evidence, Grade, Verdict};

use crate::engine::engine;
use crate::input::Regular;
use crate::judged;

/// As much of an input as `auto` decides on.
pub(crate) const HEAD: usize = 1 << 20;

/// What was given as the charset of the input.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum From {
    Auto,
    Charset(Charset),
}

/// What an input is in.
pub(crate) struct Decided {
    pub(crate) charset: Charset,
    /// The length of a mark that is no text.
    pub(crate) mark: usize,
    /// What was not certain.
    pub(crate) note: Option<String>,
    /// What follows may show that it is something else.
    pub(crate) may_change: bool,
}

impl From {
    /// Decides by the start of an input, or (`is_whole`) all of it; or says why that is not
    /// possible.
    pub(crate) fn decide(
        self,
        head: &[u8],
        is_whole: bool,
        file: Option<&Regular>,
    ) -> Result<Decided, String> {
        if let From::Charset(charset) = self {
            return Ok(by_label(charset, head));
        }
        let error = first_error(head, is_whole);
        let verdict = verdict(head, error, is_whole, file);
        let certain = |charset, mark| Decided { charset, mark, note: None, may_change: false };
        match (*verdict.evidence(), verdict.wide()) {
            (Evidence::Mark(Bom::Utf8), _) if error.is_none() => Ok(certain(Charset::UTF_8, 0)),
            (Evidence::Mark(bom), Some(wide)) => Ok(certain(wide.encoding().into(), bom.len())),
            (Evidence::Empty | Evidence::Ascii | Evidence::WellFormed, _) => {
                Ok(Decided { may_change: true, ..certain(Charset::UTF_8, 0) })
            }
            (evidence, Some(wide)) => {
                let name = wide.encoding();
                let note = format!(
                    "taken for {name}: {evidence}; if that is wrong, say what it is with -f"
                );
                Ok(Decided { note: Some(note), may_change: true, ..certain(name.into(), 0) })
            }
            _ => Err(cannot_tell(&verdict, error)),
        }
    }

    /// What shows that something met in a directory is no text.
    pub(super) fn binary(self, head: &[u8]) -> Option<Binary> {
        let head = &head[..head.len().min(judged::START)];
        // Most is UTF-8, and need not be judged.
        if engine().is_utf8(utf8kit::trim_incomplete(head)) {
            return None;
        }
        match *judged::of_text(head, None, false).evidence() {
            // A NUL says nothing of text that was said to be in UTF-16.
            Evidence::Binary(nul) if self != From::Auto && nul.length() == 1 => None,
            Evidence::Binary(binary) => Some(binary),
            _ => None,
        }
    }
}

fn verdict(head: &[u8], error: Option<usize>, is_whole: bool, file: Option<&Regular>) -> Verdict {
    let of_file = file.map(|file| judged::of_file(file, head, error.map(|error| error as u64)));
    // What cannot be read is said when it is to be converted.
    match of_file {
        Some(Ok(verdict)) => verdict,
        _ => judged::of_text(head, error, is_whole),
    }
}

/// Where `head` is first ill-formed; what is cut off at its end is, if that `is_whole`.
fn first_error(head: &[u8], is_whole: bool) -> Option<usize> {
    let error = engine().from_utf8(head).err()?;
    let is_cut = !is_whole && error.kind() == Kind::Incomplete;
    (!is_cut).then(|| error.valid_up_to())
}

/// A mark chooses the byte order where the label leaves it open, and is text elsewhere.
fn by_label(charset: Charset, head: &[u8]) -> Decided {
    let (little, big) = match charset.own() {
        Some(Encoding::Utf16) => (Bom::Utf16Le, Bom::Utf16Be),
        Some(Encoding::Utf32) => (Bom::Utf32Le, Bom::Utf32Be),
        _ => return Decided { charset, mark: 0, note: None, may_change: false },
    };
    let found = [little, big].into_iter().find(|bom| head.starts_with(bom.as_bytes()));
    let note = match found {
        None if !head.is_empty() => Some(format!(
            "no byte order mark: taken for {}; say -f {} if it is that",
            little.encoding(),
            big.encoding()
        )),
        _ => None,
    };
    let charset = found.unwrap_or(little).encoding().into();
    Decided { charset, mark: found.map_or(0, Bom::len), note, may_change: false }
}

fn cannot_tell(verdict: &Verdict, error: Option<usize>) -> String {
    let name = verdict.name();
    // Behind the head, nobody has looked for the place.
    let at = error.map_or("a byte after its first MiB".into(), |at| format!("byte {at}"));
    let others = judged::or_others(verdict);
    match (verdict.evidence(), verdict.grade()) {
        (Evidence::Binary(binary), _) => {
            format!("this is no text ({binary}), and not converted; with -f it would be")
        }
        (Evidence::Near(near), grade) if near.encoding() == Encoding::Utf8 => {
            let likely = if grade == Grade::Guess { "perhaps" } else { "likely" };
            format!(
                "{likely} {name}, {near} (the first at {at}): say -f {name}; say what to do \
                 about that with --on-error"
            )
        }
        (evidence @ Evidence::Mark(_), _) => format!(
            "{evidence}, but ill-formed ({at}){others}: say -f {name}; and with --on-error what \
             to do about that"
        ),
        (Evidence::Near(near), _) => format!("likely {name}, {near}: say -f {name}"),
        (Evidence::Letters(letters), Grade::Likely) => {
            format!("not UTF-8 ({at}); likely {name}, {letters}{others}: say -f {name}")
        }
        (Evidence::SevenBit(_), _) if verdict.charset().is_none() => format!(
            "likely {name}, which `utf8` does not read; if it is {}, say -f {0}",
            Encoding::Ascii
        ),
        (evidence @ Evidence::SevenBit(_), _) => {
            format!("likely {name}, {evidence}: say -f {name}")
        }
        (Evidence::Changes(within), _) => format!(
            "it is in two encodings: {within}; take it apart there (`head -c {0}`, `tail -c +{1}`), \
             and convert each part",
            within.offset(),
            within.offset() + 1,
        ),
        (Evidence::Letters(_), _) => format!(
            "it cannot be told for certain what this is: not UTF-8 ({at}); perhaps \
             {name}{others}: say which with -f"
        ),
        _ => format!(
            "it cannot be told what this is: not UTF-8 ({at}), and no other charset fits; say \
             which with -f"
        ),
    }
}

/// What a file is likely in that was taken for UTF-8 because of `head`, and turned out ill-formed at
/// `error`. Of a stream, nothing more is known.
pub(crate) fn second_thoughts(head: &[u8], error: u64, file: Option<&Regular>) -> Option<String> {
    let verdict = judged::of_file(file?, head, Some(error)).ok()?;
    let (name, others) = (verdict.name(), judged::or_others(&verdict));
    let so_far = "its first MiB decided what this is";
    match (verdict.evidence(), verdict.grade()) {
        (Evidence::Letters(_), Grade::Likely) => {
            Some(format!("{so_far}; by what follows, it is likely {name}{others}: say -f {name}"))
        }
        (Evidence::Letters(_), _) => {
            Some(format!("{so_far}; it could also be {name}{others}: say which with -f"))
        }
        _ => None,
    }
}
