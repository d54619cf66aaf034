//! What is done with what cannot be converted.

use utf8kit_text::charset::{Charset, Transcoder};

use super::job::What;

/// What becomes of it.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Policy {
    /// It ends the conversion.
    Fail,
    /// U+FFFD, or `?` where the target does not have that.
    Replace,
    Skip,
    /// Its bytes or its code point, in ASCII.
    Escape,
    /// What looks like it, in ASCII; for characters.
    Transliterate,
}

/// How every input is converted.
pub(crate) struct Settings {
    pub(crate) to: Charset,
    pub(crate) malformed: Policy,
    pub(crate) unmappable: Policy,
    /// What stands for malformed bytes.
    pub(crate) replacement: &'static str,
    /// How wide an excerpt may be.
    pub(crate) columns: usize,
}

impl Settings {
    pub(crate) fn new(
        to: Charset,
        malformed: Policy,
        unmappable: Policy,
        columns: usize,
    ) -> Settings {
        let mut room = [0; Transcoder::MIN_ROOM];
        let written = Transcoder::new(Charset::UTF_8, to).write("\u{FFFD}", &mut room);
        let replacement = if written.is_ok() { "\u{FFFD}" } else { "?" };
        Settings { to, malformed, unmappable, replacement, columns }
    }

    pub(super) const fn policy(&self, what: &What) -> Policy {
        match what {
            What::Malformed(_) => self.malformed,
            What::Unmappable(_) => self.unmappable,
        }
    }
}
