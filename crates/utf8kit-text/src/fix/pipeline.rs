//! Steps, in their order.

use super::step::STEPS;
use super::{Fallback, Invalid, Step};

/// The steps that are taken; of each kind one at most. Their order is fixed: see [`fix`](super).
///
/// ```
/// use utf8kit_text::fix::{Pipeline, Step};
///
/// let pipeline = Pipeline::new().with(Step::Nfc).with(Step::Cesu8);
/// let names: Vec<_> = pipeline.steps().map(|step| step.name()).collect();
/// assert_eq!(names, ["cesu8", "nfc"]);
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Pipeline {
    steps: [Option<Step>; STEPS],
}

impl Default for Pipeline {
    /// What loses nothing and is sure, and then U+FFFD: pairs of surrogates are joined, stray bytes
    /// are read as windows-1252 where their neighbours say so, and the rest is replaced.
    fn default() -> Self {
        Pipeline::new()
            .with(Step::Cesu8)
            .with(Step::Fallback(Fallback::ByPlace))
            .with(Step::Invalid(Invalid::default()))
    }
}

impl Pipeline {
    /// No steps.
    ///
    /// ```
    /// use utf8kit_text::fix::{Pipeline, fix};
    /// assert_eq!(*fix(b"\xFF", &Pipeline::new()).text(), *b"\xFF");
    /// ```
    #[must_use]
    pub const fn new() -> Pipeline {
        Pipeline { steps: [const { None }; STEPS] }
    }

    /// These steps and one more, which takes the place of one of its kind.
    ///
    /// ```
    /// use utf8kit_text::fix::{LineEnd, Pipeline, Step};
    /// let pipeline = Pipeline::new().with(Step::LineEnds(LineEnd::Lf)).with(Step::LineEnds(LineEnd::CrLf));
    /// assert_eq!(pipeline.steps().count(), 1);
    /// ```
    #[must_use]
    pub fn with(mut self, step: Step) -> Pipeline {
        let place = step.place();
        self.steps[place] = Some(step);
        self
    }

    /// These steps without the one of a name, if there is one.
    ///
    /// ```
    /// use utf8kit_text::fix::Pipeline;
    /// let strict = Pipeline::default().without("invalid");
    /// assert!(strict.steps().all(|step| step.name() != "invalid"));
    /// ```
    #[must_use]
    pub fn without(mut self, name: &str) -> Pipeline {
        for step in &mut self.steps {
            *step = step.take().filter(|step| step.name() != name);
        }
        self
    }

    /// The steps, in the order in which they are taken.
    ///
    /// ```
    /// use utf8kit_text::fix::Pipeline;
    /// assert_eq!(Pipeline::default().steps().count(), 3);
    /// ```
    pub fn steps(&self) -> impl Iterator<Item = &Step> {
        self.steps.iter().flatten()
    }
}
