//! The engine: the kernels of one level, and with them the operations of the crate.
//!
//! Each room adds its operations to [`Engine`] in an `impl` block of its own (`validate.rs`,
//! `lossy.rs`, `convert/`, `position/` and so on). A free function such as
//! [`is_utf8`](crate::is_utf8) is nothing but the method of the best engine, so what the tests run
//! at each level is what users call.

use core::fmt;

use crate::simd::dispatch::{self, Operation};
use crate::simd::level::{Features, Level};

/// The kernels of one [`Level`], as a value that has the operations of this crate as methods.
///
/// Nobody needs an engine to use the crate: the free functions are the methods of [`Engine::best`].
/// An engine at a chosen level is for a command's option, for measurements, for tests, and for a
/// machine on which wide registers cost more than they give.
///
/// All engines give the same answers.
///
/// ```
/// use utf8kit::{Engine, Level};
///
/// let engine = Engine::at(Level::Scalar);
/// assert_eq!(engine.from_utf8(b"na\xC3\xAFve"), utf8kit::from_utf8(b"na\xC3\xAFve"));
/// assert_eq!(engine.level(), Level::Scalar);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Engine {
    pub(crate) features: Features,
}

impl Engine {
    /// The portable engine.
    pub(crate) const SCALAR: Engine = Engine { features: Features::NONE };

    /// The best engine of this CPU. Its features are found once, at the first call.
    ///
    /// In a build with debug assertions it validates, counts and replaces by std's code, which
    /// gives the same answers. That code is optimised in any build, and the kernels, compiled
    /// without optimisation, are up to a hundred times slower. [`Engine::at`] has the kernels even
    /// then.
    ///
    /// ```
    /// println!("kernels run at {}", utf8kit::Engine::best());
    /// ```
    #[inline]
    #[must_use]
    pub fn best() -> Engine {
        let features = Features::detected();
        Engine { features: if cfg!(debug_assertions) { features.or_std() } else { features } }
    }

    /// Whether std's code is to do what it does alike.
    #[inline(always)]
    pub(crate) const fn prefers_std(self) -> bool {
        cfg!(debug_assertions) && self.features.prefers_std()
    }

    /// The engine of `level`, or of the best level below it that this CPU has.
    ///
    /// ```
    /// use utf8kit::{Engine, Level};
    /// assert!(Engine::at(Level::Sse42).level() <= Level::Sse42);
    /// ```
    #[must_use]
    pub fn at(level: Level) -> Engine {
        Engine { features: Features::up_to(level) }
    }

    /// The engine that runs the shapes of AVX-512 in plain Rust, for tests on other machines.
    #[cfg(feature = "internal")]
    #[doc(hidden)]
    #[must_use]
    pub fn emulated() -> Engine {
        Engine { features: Features::EMULATED }
    }

    /// The level of this engine.
    ///
    /// ```
    /// use utf8kit::{Engine, Level};
    /// assert!(Level::available().any(|level| level == Engine::best().level()));
    /// ```
    #[must_use]
    pub fn level(self) -> Level {
        self.features.level()
    }

    /// Runs an operation.
    #[inline(always)]
    pub(crate) fn run<O: Operation>(self, operation: O) -> O::Output {
        dispatch::run(self.features, operation)
    }
}

/// The name of the engine's level.
impl fmt::Display for Engine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(if self.features.is_emulated() { "emulated" } else { self.level().name() })
    }
}
