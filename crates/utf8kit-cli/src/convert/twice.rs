//! Text that would be encoded twice: what `-f` calls windows-1252 is UTF-8 already.
//!
//! ```text
//! all bytes above 7F are part of well-formed UTF-8, and
//!     the text is short and has one such sequence, or
//!     the text has at least three
//! or for each byte that is not there are more than two such sequences, and at least three in all
//! ```
//!
//! Legacy text passes for UTF-8 if each of its letters beyond ASCII stands beside another one such
//! that both are a sequence, as in "Ã©". One or two of those in a long text may be chance; a short
//! text with one is `café` in UTF-8 far more often.
//!
//! Of the Universal Declaration of Human Rights in 532 languages, in each of 34 legacy charsets that
//! has its letters, none of 2528 whole texts and one of 67,008 pieces of 80 to 160 characters passes
//! for UTF-8. Of single words, 0.04 % do; of those in cp866, 0.9 %.

use utf8kit::Encoding;
use utf8kit_text::charset::Charset;
use utf8kit_text::guess::near_utf8;

use crate::engine::engine;
use crate::report::counted;

/// In less than this, one sequence is enough.
const SHORT_BYTES: usize = 4096;

/// As many sequences are no chance.
const FEW_SEQUENCES: usize = 3;

/// What shows that `head`, the start of a text or (`is_whole`) all of it, is UTF-8 and not in
/// `charset`; as a message.
pub(super) fn seen(head: &[u8], is_whole: bool, charset: Charset) -> Option<String> {
    let text = if is_whole { head } else { utf8kit::trim_incomplete(head) };
    let Ok(text) = engine().from_utf8(text) else { return seen_damaged(text, charset) };
    let mut beyond = text.char_indices().filter(|(_, character)| !character.is_ascii());
    let (at, first) = beyond.next()?;
    let sequences = 1 + beyond.count();
    if text.len() >= SHORT_BYTES && sequences < FEW_SEQUENCES {
        return None;
    }
    let mut utf8 = [0; 4];
    let bytes: Vec<_> =
        first.encode_utf8(&mut utf8).bytes().map(|byte| format!("{byte:02X}")).collect();
    let shown = if first.is_control() { String::new() } else { format!(", {first}") };
    let count = counted(sequences as u64, "sequence");
    Some(format!(
        "this is UTF-8 already: {count} of several bytes, all well-formed (the first at byte {at}: \
         {}{shown}); as {charset}, each would be encoded twice. Leave -f out; or, if it is \
         {charset} all the same, say --force",
        bytes.join(" ")
    ))
}

/// The same of UTF-8 with some damage.
fn seen_damaged(text: &[u8], charset: Charset) -> Option<String> {
    let near = near_utf8(text).filter(|near| near.encoding() == Encoding::Utf8)?;
    let well_formed = near.sequences() - near.ill_formed();
    (well_formed >= FEW_SEQUENCES).then(|| {
        format!(
            "this is UTF-8 already, {near}; as {charset}, each of the others would be encoded \
             twice. Say -f utf-8, and with --on-error what to do about what is ill-formed; or, if \
             it is {charset} all the same, say --force"
        )
    })
}
