//! What was done to a text.

use std::fmt;

use super::step::{INVALID, STEPS};
use super::{Pipeline, Step};

/// What was done to a text: which steps, how often, and how much was lost. The
/// [`Display`](fmt::Display) form is for people.
///
/// ```
/// use utf8kit_text::fix::{Pipeline, fix};
///
/// let fixed = fix(b"caf\xE9, th\xE9.", &Pipeline::default());
/// let done = fixed.done();
/// let counts: Vec<_> = done.counts().map(|(step, count)| (step.name(), count)).collect();
/// assert_eq!(counts, [("cesu8", 0), ("fallback", 2), ("invalid", 0)]);
/// assert_eq!(done.to_string(), "2 bytes read as windows-1252");
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Done {
    pipeline: Pipeline,
    counts: [u64; STEPS],
    pub(super) left: u64,
    /// Mojibake of which bytes had been lost, so that a character is U+FFFD.
    pub(super) unread: u64,
    is_changed: bool,
}

impl Done {
    pub(super) const fn new(pipeline: Pipeline) -> Done {
        Done { pipeline, counts: [0; STEPS], left: 0, unread: 0, is_changed: false }
    }

    /// The same counts, of other steps.
    pub(super) fn go_on_with(self, pipeline: Pipeline) -> Done {
        Done { pipeline, ..self }
    }

    pub(super) fn count(&mut self, place: usize, count: u64) {
        self.counts[place] += count;
    }

    pub(super) fn step(&mut self, step: &Step, count: u64) {
        self.count(step.place(), count);
    }

    pub(super) fn change(&mut self) {
        self.is_changed = true;
    }

    /// Each step of the pipeline, and how often it did something.
    ///
    /// ```
    /// use utf8kit_text::fix::{Pipeline, Step, fix};
    ///
    /// let fixed = fix(b"a\0b\0", &Pipeline::new().with("nul".parse::<Step>().unwrap()));
    /// let (step, count) = fixed.done().counts().next().unwrap();
    /// assert_eq!((step.name(), count), ("nul", 2));
    /// ```
    pub fn counts(&self) -> impl Iterator<Item = (&Step, u64)> {
        self.pipeline.steps().map(|step| (step, self.counts[step.place()]))
    }

    /// Whether the text is another than before.
    ///
    /// ```
    /// use utf8kit_text::fix::{Pipeline, fix};
    /// assert!(fix(b"a\xFF", &Pipeline::default()).done().changed());
    /// assert!(!fix(b"a", &Pipeline::default()).done().changed());
    /// ```
    #[must_use]
    pub const fn changed(&self) -> bool {
        self.is_changed
    }

    /// How many ill-formed sequences were replaced, left out or escaped, of those that no other step
    /// has put right; and in how many pieces of mojibake a character became U+FFFD, because bytes of it
    /// had been lost.
    ///
    /// ```
    /// use utf8kit_text::fix::{Pipeline, fix};
    /// assert_eq!(fix(b"\xE2\x82 \xFE", &Pipeline::default()).done().lost(), 2);
    /// ```
    #[must_use]
    pub const fn lost(&self) -> u64 {
        self.counts[INVALID] + self.unread
    }

    /// How many ill-formed sequences are left: maximal subparts, where the pipeline does not replace
    /// them.
    ///
    /// ```
    /// use utf8kit_text::fix::{Pipeline, fix};
    /// assert_eq!(fix(b"\xE2\x82 \xFE", &Pipeline::new()).done().left(), 2);
    /// ```
    #[must_use]
    pub const fn left(&self) -> u64 {
        self.left
    }
}

impl fmt::Display for Done {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut separator = "";
        for (step, count) in self.counts().filter(|(_, count)| *count > 0) {
            f.write_str(separator)?;
            step.counted(count, f)?;
            if matches!(step, Step::Mojibake(_)) && self.unread > 0 {
                write!(f, " ({} with U+FFFD for a byte that was lost before)", self.unread)?;
            }
            separator = ", ";
        }
        if self.left > 0 {
            write!(f, "{separator}{} ill-formed left", self.left)?;
        } else if separator.is_empty() {
            f.write_str("nothing to do")?;
        }
        Ok(())
    }
}
