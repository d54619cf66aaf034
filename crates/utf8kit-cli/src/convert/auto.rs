//! Which charset an input is in, and where in it text begins.

use utf8kit::{Bom, Encoding};
use utf8kit_text::charset::Charset;
use utf8kit_text::guess::{self, Seen};

use crate::detect;
use crate::engine::engine;

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
    pub(crate) fn decide(self, head: &[u8], is_whole: bool) -> Result<Decided, String> {
        let certain = |charset, mark| Decided { charset, mark, note: None, may_change: false };
        let seen = match self {
            From::Auto => guess::charset(head, is_whole),
            From::Charset(charset) => return Ok(by_label(charset, head)),
        };
        Ok(match seen {
            Seen::Mark(Bom::Utf8) => certain(Charset::UTF_8, 0),
            Seen::Mark(bom) => certain(bom.encoding().into(), bom.len()),
            Seen::Utf8 => Decided { may_change: true, ..certain(Charset::UTF_8, 0) },
            Seen::ZeroBytes(wide) => {
                let name = wide.encoding();
                let note = format!(
                    "taken for {name} by where its zero bytes stand; if that is wrong, say what it \
                     is with -f"
                );
                Decided { note: Some(note), may_change: true, ..certain(name.into(), 0) }
            }
            _ => return Err(cannot_tell(head)),
        })
    }
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

fn cannot_tell(head: &[u8]) -> String {
    let at = engine().from_utf8(head).map_or_else(|error| error.valid_up_to(), str::len);
    if let Some(binary) = guess::binary(head) {
        return format!("this is no text ({binary}), and not converted; with -f it would be");
    }
    if let Some(near) = guess::near_utf8(head) {
        let name = near.encoding().name();
        let advice = match near.encoding() {
            Encoding::Utf8 => "; say what to do about that with --on-error",
            _ => "",
        };
        return format!(
            "likely {name}, {}: say -f {name}{advice}",
            detect::near_utf8(&near, at as u64)
        );
    }
    match candidates(head) {
        Some(names) => format!(
            "it cannot be told for certain what this is: not UTF-8 (byte {at}); likely {names}: say \
             which with -f"
        ),
        None => format!(
            "it cannot be told what this is: not UTF-8 (byte {at}), and no other charset fits; say \
             which with -f"
        ),
    }
}

/// What `head` is likely in, as a person says it.
pub(crate) fn candidates(head: &[u8]) -> Option<String> {
    let names: Vec<_> = guess::legacy(head).into_iter().take(4).map(Charset::name).collect();
    match &names[..] {
        [] => None,
        [one] => Some(one.clone()),
        [first @ .., last] => Some(format!("{} or {last}", first.join(", "))),
    }
}
