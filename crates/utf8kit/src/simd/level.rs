//! The levels: which there are, and which this CPU has.

use core::fmt;
use core::str::FromStr;
use core::sync::atomic::{AtomicU8, Ordering};

/// A set of CPU features that the kernels are compiled for.
///
/// The library finds the best one by itself; nobody has to choose. An [`Engine`](crate::Engine)
/// runs at one level.
///
/// ```
/// use utf8kit::Level;
/// assert!(Level::available().any(|level| level == Level::Scalar));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[non_exhaustive]
pub enum Level {
    /// Words and tables, no SIMD of our own: what runs on any machine.
    Scalar,
    /// x86-64: SSE4.2, SSSE3, POPCNT.
    Sse42,
    /// x86-64: AVX2, BMI1, BMI2, LZCNT, POPCNT.
    Avx2,
    /// x86-64: AVX-512 F, BW, CD, DQ, VL, VBMI, VBMI2 and GFNI (Ice Lake and Zen 4 on).
    Avx512,
}

impl Level {
    const ALL: [Level; 4] = [Level::Scalar, Level::Sse42, Level::Avx2, Level::Avx512];

    /// The levels that can run here, the best one last.
    ///
    /// ```
    /// for level in utf8kit::Level::available() {
    ///     println!("{level}");
    /// }
    /// ```
    pub fn available() -> impl Iterator<Item = Level> {
        let features = Features::detected();
        Level::ALL.into_iter().filter(move |&level| features.has(level))
    }

    /// The name, as [`FromStr`] reads it: `scalar`, `sse42`, `avx2`, `avx512`.
    ///
    /// ```
    /// assert_eq!(utf8kit::Level::Avx2.name(), "avx2");
    /// ```
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Level::Scalar => "scalar",
            Level::Sse42 => "sse42",
            Level::Avx2 => "avx2",
            Level::Avx512 => "avx512",
        }
    }
}

impl fmt::Display for Level {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// A name that is no [`Level`].
///
/// ```
/// let error = "fast".parse::<utf8kit::Level>().unwrap_err();
/// assert_eq!(error.to_string(), "unknown level: expected one of scalar sse42 avx2 avx512");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct UnknownLevel;

impl fmt::Display for UnknownLevel {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("unknown level: expected one of")?;
        Level::ALL.iter().try_for_each(|level| write!(f, " {level}"))
    }
}

impl core::error::Error for UnknownLevel {}

/// ```
/// assert_eq!("avx2".parse(), Ok(utf8kit::Level::Avx2));
/// assert!("fast".parse::<utf8kit::Level>().is_err());
/// ```
impl FromStr for Level {
    type Err = UnknownLevel;

    fn from_str(name: &str) -> Result<Level, UnknownLevel> {
        Level::ALL.into_iter().find(|level| level.name() == name).ok_or(UnknownLevel)
    }
}

/// What the CPU was found to have: one bit for each level but Scalar, which needs none.
///
/// A value is evidence. It comes from detection, possibly with bits taken away, and a token is made
/// from nothing else.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Features(u8);

/// Tells a detection that found no level from no detection yet.
const KNOWN: u8 = 1 << 7;

/// Stands for the shapes of AVX-512 in plain Rust, which need no feature of the CPU.
const EMULATED: u8 = 1 << 6;

/// Says that std's code, which is always optimised, is to do what it does alike.
const PREFERS_STD: u8 = 1 << 5;

static DETECTED: AtomicU8 = AtomicU8::new(0);

impl Features {
    /// No level but Scalar.
    pub(crate) const NONE: Features = Features(KNOWN);

    /// Plain Rust in place of AVX-512.
    #[cfg(feature = "internal")]
    pub(crate) const EMULATED: Features = Features(KNOWN | EMULATED);

    const fn bit(level: Level) -> u8 {
        match level {
            Level::Scalar => 0,
            Level::Sse42 => 1,
            Level::Avx2 => 2,
            Level::Avx512 => 4,
        }
    }

    /// All that this CPU has.
    #[inline(always)]
    pub(crate) fn detected() -> Features {
        match DETECTED.load(Ordering::Relaxed) {
            0 => detect(),
            bits => Features(bits),
        }
    }

    /// These features, and std's code where it does the same.
    #[inline(always)]
    pub(crate) const fn or_std(self) -> Features {
        Features(self.0 | PREFERS_STD)
    }

    #[inline(always)]
    pub(crate) const fn prefers_std(self) -> bool {
        self.0 & PREFERS_STD != 0
    }

    /// What this CPU has of the levels up to `level`.
    pub(crate) fn up_to(level: Level) -> Features {
        let allowed = (2 * Self::bit(level)).saturating_sub(1);
        Features(Self::detected().0 & (allowed | KNOWN))
    }

    #[inline(always)]
    pub(crate) const fn has(self, level: Level) -> bool {
        self.0 & Self::bit(level) == Self::bit(level)
    }

    #[inline(always)]
    pub(crate) const fn is_emulated(self) -> bool {
        self.0 & EMULATED != 0
    }

    /// The best level among them.
    pub(crate) fn level(self) -> Level {
        Level::ALL.into_iter().rfind(|&level| self.has(level)).unwrap_or(Level::Scalar)
    }
}

/// Asks the CPU. Two threads that come here at once find and store the same bits.
#[cold]
#[inline(never)]
fn detect() -> Features {
    #[allow(unused_mut, reason = "there are no levels but Scalar on some targets")]
    let mut bits = KNOWN;
    #[cfg(all(
        target_arch = "x86_64",
        target_feature = "sse2",
        not(any(target_os = "none", target_env = "sgx"))
    ))]
    {
        use super::x86::cpuid;
        for (level, found) in [
            (Level::Sse42, cpuid::has_sse42()),
            (Level::Avx2, cpuid::has_avx2()),
            (Level::Avx512, cpuid::has_avx512()),
        ] {
            bits |= if found { Features::bit(level) } else { 0 };
        }
    }
    DETECTED.store(bits, Ordering::Relaxed);
    Features(bits)
}
