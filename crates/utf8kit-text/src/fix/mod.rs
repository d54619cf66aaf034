//! Damaged text made whole, by steps that have names.
//!
//! A [`Pipeline`] is a set of [steps](Step). Each does one thing, counts how often, and explains
//! itself. [`fix()`] runs a pipeline over a text, and a [`Fixer`] over one that comes in pieces.
//!
//! ```
//! use utf8kit_text::fix::{Pipeline, fix};
//!
//! // A letter of windows-1252, a pair of surrogates, and a character that was cut off.
//! let fixed = fix(b"un caf\xE9 noir, s'il vous pla\xEEt \xED\xA0\xBD\xED\xB8\x80 \xE2\x82", &Pipeline::default());
//! assert_eq!(*fixed.text(), *"un café noir, s'il vous plaît 😀 \u{FFFD}".as_bytes());
//! assert_eq!(
//!     fixed.done().to_string(),
//!     "1 pair of surrogates joined, 2 bytes read as windows-1252, 1 ill-formed sequence replaced",
//! );
//! assert_eq!(fixed.done().lost(), 1);
//! ```
//!
//! # In which order
//!
//! ```text
//! bytes                                     text
//!   surrogateescape                           mojibake
//!   fallback: lines, and parts of lines       c1
//!   cesu8, mutf8, overlong                    nul, controls, inner-bom, zero-width, bidi, tags
//!   fallback: stray bytes                     replaced
//!   invalid                                   json-escapes
//!   bom                                       line-ends
//!                                             nfc, nfd
//! ```
//!
//! A step sees what the steps before it have made. Text that is well-formed and has nothing for the
//! steps to do comes out byte for byte, and no memory is allocated for it.
//!
//! # Lines
//!
//! Every step looks at one line at a time. So a [`Fixer`] needs no more of a text than a line, a line
//! comes out as a line, and where pieces are cut makes no difference. A line that is longer than 68
//! KiB is cut, where no step looks across if it has such a place.

mod characters;
mod done;
mod fallback;
mod fixer;
mod groups;
pub(crate) mod json;
mod legacy_line;
mod mend;
mod pipeline;
mod source;
mod step;

use std::borrow::Cow;

pub use done::Done;
pub use fallback::Fallback;
pub use fixer::{Fixer, Piece};
pub use groups::first_group;
pub use pipeline::Pipeline;
pub use source::{Source, has_utf8_lines};
pub use step::{Instead, Invalid, LineEnd, Mark, Step, UnknownStep};

/// Fewer letters may fit a charset by chance.
const FEWEST_LETTERS: u32 = 6;

/// A text that was fixed, and what was done to it.
///
/// ```
/// use utf8kit_text::fix::{Pipeline, fix};
/// let fixed = fix(b"fine", &Pipeline::default());
/// assert!(!fixed.done().changed());
/// ```
#[derive(Clone, Debug)]
pub struct Fixed<'a> {
    text: Cow<'a, [u8]>,
    done: Done,
}

impl<'a> Fixed<'a> {
    /// The text: well-formed, unless the pipeline has no step [`Invalid`].
    ///
    /// ```
    /// use utf8kit_text::fix::{Pipeline, Step, fix};
    /// let only_pairs = Pipeline::new().with(Step::Cesu8);
    /// assert_eq!(*fix(b"\xED\xA0\xBD\xED\xB8\x80 \xFF", &only_pairs).text(), *b"\xF0\x9F\x98\x80 \xFF");
    /// ```
    #[must_use]
    pub fn text(&self) -> &[u8] {
        &self.text
    }

    /// The text: borrowed, if nothing was done to it.
    ///
    /// ```
    /// use utf8kit_text::fix::{Pipeline, fix};
    /// assert_eq!(*fix(b"fine", &Pipeline::default()).into_text(), *b"fine");
    /// ```
    #[must_use]
    pub fn into_text(self) -> Cow<'a, [u8]> {
        self.text
    }

    /// What was done.
    ///
    /// ```
    /// use utf8kit_text::fix::{Pipeline, fix};
    /// assert_eq!(fix(b"a\xFF", &Pipeline::default()).done().lost(), 1);
    /// ```
    #[must_use]
    pub const fn done(&self) -> &Done {
        &self.done
    }
}

/// Runs a pipeline over all of a text. Borrows what nothing is done to. Cannot panic.
///
/// ```
/// use utf8kit_text::fix::{LineEnd, Pipeline, Step, fix};
///
/// let pipeline = Pipeline::default().with(Step::LineEnds(LineEnd::Lf)).with(Step::Nfc);
/// assert_eq!(*fix(b"cafe\xCC\x81\r\n", &pipeline).text(), *"café\n".as_bytes());
/// ```
#[must_use]
pub fn fix<'a>(text: &'a [u8], pipeline: &Pipeline) -> Fixed<'a> {
    let mut fixer = Fixer::new(pipeline);
    // Nothing is copied before the first change.
    let mut fixed = None;
    let mut same = 0;
    fixer.run(text, &mut |piece| {
        if fixed.is_none() && !piece.is_changed() {
            same += piece.before().len();
            return;
        }
        let fixed = fixed.get_or_insert_with(|| text[..same].to_vec());
        fixed.extend_from_slice(piece.after());
    });
    let text = fixed.map_or(Cow::Borrowed(text), Cow::Owned);
    Fixed { text, done: fixer.into_done() }
}
