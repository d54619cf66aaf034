//! The levels: which there are, which this CPU has, and which one is in use.

use core::fmt;
use core::str::FromStr;
use core::sync::atomic::{AtomicU8, Ordering};

/// A set of CPU features that the kernels are compiled for.
///
/// The library finds the best one once and uses it everywhere; nobody has to choose. What this
/// type is for: to say which one that is, and to [cap](Level::set_cap) it.
///
/// ```
/// use utf8kit::Level;
/// println!("kernels run at {}", Level::best());
/// assert!(Level::available().any(|level| level == Level::Scalar));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[non_exhaustive]
pub enum Level {
    /// Words and tables, no SIMD of our own: what runs on any machine.
    Scalar,
    /// The shapes of [`Avx512`](Level::Avx512) in plain Rust. For tests: there only with the
    /// feature `emulated`, and never chosen by itself.
    Emulated,
    /// x86-64: SSE4.2, SSSE3, POPCNT.
    Sse42,
    /// x86-64: AVX2, BMI1, BMI2, LZCNT, POPCNT.
    Avx2,
    /// x86-64: AVX-512 F, BW, CD, DQ, VL, VBMI, VBMI2 and GFNI (Ice Lake and Zen 4 on).
    Avx512,
}

impl Level {
    const ALL: [Level; 5] =
        [Level::Scalar, Level::Emulated, Level::Sse42, Level::Avx2, Level::Avx512];

    /// The level in use: the best that this CPU has, under the [cap](Level::set_cap).
    ///
    /// ```
    /// assert!(utf8kit::Level::available().any(|level| level == utf8kit::Level::best()));
    /// ```
    #[must_use]
    pub fn best() -> Level {
        Features::active().level()
    }

    /// The levels that can run here, whatever the cap.
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

    /// Uses no level above `cap` from now on, in the whole process. For a command's option, for
    /// measuring, and for a machine where wide registers cost more than they give; a library has
    /// no business to call it. Capping at [`Emulated`](Level::Emulated) uses just that.
    ///
    /// ```
    /// use utf8kit::Level;
    /// Level::set_cap(Level::Scalar);
    /// assert_eq!(Level::best(), Level::Scalar);
    /// ```
    pub fn set_cap(cap: Level) {
        ACTIVE.store(Features::up_to(cap).0, Ordering::Relaxed);
    }

    /// The name, as [`FromStr`] reads it: `scalar`, `emulated`, `sse42`, `avx2`, `avx512`.
    ///
    /// ```
    /// assert_eq!(utf8kit::Level::Avx2.name(), "avx2");
    /// ```
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Level::Scalar => "scalar",
            Level::Emulated => "emulated",
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
/// A value is evidence. It comes from detection, possibly with bits taken away, and a token is
/// made from nothing else.
#[derive(Clone, Copy, Debug)]
pub struct Features(u8);

/// Tells a result of detection without any level from no detection yet.
const KNOWN: u8 = 1 << 7;

static DETECTED: AtomicU8 = AtomicU8::new(0);
static ACTIVE: AtomicU8 = AtomicU8::new(0);

impl Features {
    /// No level but Scalar.
    pub(crate) const NONE: Features = Features(KNOWN);

    const fn bit(level: Level) -> u8 {
        match level {
            Level::Scalar => 0,
            Level::Emulated => 1,
            Level::Sse42 => 2,
            Level::Avx2 => 4,
            Level::Avx512 => 8,
        }
    }

    /// What is in use, under the cap.
    #[inline(always)]
    pub(crate) fn active() -> Features {
        match Features::known() {
            Some(features) => features,
            None => activate(),
        }
    }

    /// The same, if anybody has asked before.
    #[inline(always)]
    pub(crate) fn known() -> Option<Features> {
        match ACTIVE.load(Ordering::Relaxed) {
            0 => None,
            bits => Some(Features(bits)),
        }
    }

    /// All that this CPU has.
    fn detected() -> Features {
        match DETECTED.load(Ordering::Relaxed) {
            0 => {
                // Two threads that race here find and store the same.
                let bits = detect();
                DETECTED.store(bits, Ordering::Relaxed);
                Features(bits)
            }
            bits => Features(bits),
        }
    }

    /// What this CPU has of the levels up to `level`, or emulation alone.
    pub(crate) fn up_to(level: Level) -> Features {
        let allowed = match level {
            Level::Scalar => 0,
            Level::Emulated => Self::bit(Level::Emulated),
            Level::Sse42 | Level::Avx2 | Level::Avx512 => {
                (Self::bit(level) * 2 - 1) & !Self::bit(Level::Emulated)
            }
        };
        Features(Self::detected().0 & (allowed | KNOWN))
    }

    #[inline(always)]
    pub(crate) const fn has(self, level: Level) -> bool {
        self.0 & Self::bit(level) == Self::bit(level)
    }

    /// Whether an operation runs on 512-bit lanes.
    #[inline(always)]
    pub(crate) const fn has_lanes(self) -> bool {
        self.0 & (Self::bit(Level::Avx512) | Self::bit(Level::Emulated)) != 0
    }

    /// Whether kernels have blocks.
    #[inline(always)]
    pub(crate) const fn has_blocks(self) -> bool {
        self.has_lanes() || self.0 & Self::bit(Level::Sse42) != 0
    }

    /// The best level among them.
    pub(crate) fn level(self) -> Level {
        Level::ALL.into_iter().rfind(|&level| self.has(level)).unwrap_or(Level::Scalar)
    }
}

#[cold]
#[inline(never)]
fn activate() -> Features {
    let features = Features::up_to(Level::Avx512);
    // A cap that another thread has set meanwhile stays.
    match ACTIVE.compare_exchange(0, features.0, Ordering::Relaxed, Ordering::Relaxed) {
        Ok(_) => features,
        Err(set) => Features(set),
    }
}

fn detect() -> u8 {
    let mut bits = KNOWN;
    let mut add = |level, found| {
        if found {
            bits |= Features::bit(level);
        }
    };
    add(Level::Emulated, cfg!(feature = "emulated"));
    #[cfg(all(
        target_arch = "x86_64",
        target_feature = "sse2",
        not(any(target_os = "none", target_env = "sgx"))
    ))]
    {
        use super::x86::cpuid;
        add(Level::Sse42, cpuid::has_sse42());
        add(Level::Avx2, cpuid::has_avx2());
        add(Level::Avx512, cpuid::has_avx512());
    }
    bits
}
