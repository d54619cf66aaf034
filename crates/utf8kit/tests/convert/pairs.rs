//! All pairs of the types in `utf8kit::convert`, each as a few functions of one signature: so that
//! one harness does for all of them.

use std::env;
use std::sync::OnceLock;

use utf8kit::convert::{self, Progress, To};
use utf8kit::reference::convert::Form;
use utf8kit::{Encoding, Engine, Error};

use crate::common::{FILLERS, levels};
use crate::memory::{Element, Memory, Text};
use crate::texts;

/// Errors end a conversion, or are replaced.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Mode {
    Strict,
    Lossy,
}

pub(crate) const MODES: [Mode; 2] = [Mode::Strict, Mode::Lossy];

/// A type of `utf8kit::convert`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Side {
    pub(crate) name: &'static str,
    /// What it is as bytes.
    pub(crate) form: Form,
    /// Bytes in an element of its slices.
    pub(crate) width: usize,
}

impl Side {
    pub(crate) fn of<F: convert::Form>() -> Side {
        let is_little = cfg!(target_endian = "little");
        let form = match F::ENCODING {
            Encoding::Utf8 => Form::Utf8,
            Encoding::Utf16Le => Form::Utf16Le,
            Encoding::Utf16Be => Form::Utf16Be,
            Encoding::Utf16 => {
                if is_little {
                    Form::Utf16Le
                } else {
                    Form::Utf16Be
                }
            }
            Encoding::Utf32Le => Form::Utf32Le,
            Encoding::Utf32Be => Form::Utf32Be,
            Encoding::Utf32 => {
                if is_little {
                    Form::Utf32Le
                } else {
                    Form::Utf32Be
                }
            }
            Encoding::Latin1 => Form::Latin1,
            Encoding::Cesu8 => Form::Cesu8,
            Encoding::ModifiedUtf8 => Form::ModifiedUtf8,
            Encoding::Wtf8 => Form::Wtf8,
            other => panic!("{other} is no type"),
        };
        Side { name: F::ENCODING.name(), form, width: size_of::<F::Unit>() }
    }

    /// Whether its elements are native code units, which on the way are bytes like any other.
    pub(crate) fn is_native(&self) -> bool {
        self.width > 1
    }
}

/// From one type to another.
pub(crate) struct Pair {
    pub(crate) from: Side,
    pub(crate) to: Side,
    pub(crate) into: fn(Engine, Mode, &Text, &mut Memory) -> Progress,
    pub(crate) len: fn(Engine, Mode, &Text) -> Result<usize, Error>,
    pub(crate) owned: fn(Engine, Mode, &Text) -> Result<Vec<u8>, Error>,
    /// How many bytes of the text no kernel converts.
    pub(crate) left_by_kernel: fn(Engine, Mode, &Text, &mut Memory) -> usize,
    runs: OnceLock<Runs>,
}

impl Pair {
    fn new<S: To<T>, T: convert::Form>() -> Pair
    where
        S::Unit: Element,
        T::Unit: Element,
        T::Owned: Owned,
    {
        Pair {
            from: Side::of::<S>(),
            to: Side::of::<T>(),
            into: |level, mode, text, memory| {
                let (src, dst) = (S::Unit::of(text), T::Unit::filled(memory).target());
                match mode {
                    Mode::Strict => level.strict::<S, T>(src, dst),
                    Mode::Lossy => level.lossy::<S, T>(src, dst),
                }
            },
            len: |level, mode, text| match mode {
                Mode::Strict => level.strict_len::<S, T>(S::Unit::of(text)),
                Mode::Lossy => Ok(level.lossy_len::<S, T>(S::Unit::of(text))),
            },
            owned: |level, mode, text| {
                match mode {
                    Mode::Strict => level.strict_owned::<S, T>(S::Unit::of(text)),
                    Mode::Lossy => Ok(level.lossy_owned::<S, T>(S::Unit::of(text))),
                }
                .map(Owned::into_bytes)
            },
            left_by_kernel: |level, mode, text, memory| {
                let (src, dst) = (S::Unit::of(text), T::Unit::filled(memory).target());
                level.bytes_left_by_kernel::<S, T>(src, dst, mode == Mode::Lossy)
            },
            runs: OnceLock::new(),
        }
    }

    pub(crate) fn name(&self) -> String {
        format!("{}:{}", self.from.name, self.to.name)
    }

    /// The levels at which the pair may do something else than at another one.
    pub(crate) fn levels(&self) -> &[Engine] {
        &self.runs().levels
    }

    /// Whether the pair has kernels at some of those, and they see the text as it is.
    pub(crate) fn has_kernels(&self) -> bool {
        self.runs().has_kernels
    }

    /// Whether bytes are swapped on the way in or out.
    pub(crate) fn is_swapped(&self) -> bool {
        [self.from.form, self.to.form]
            .iter()
            .any(|form| matches!(form, Form::Utf16Be | Form::Utf32Be))
    }

    fn runs(&self) -> &Runs {
        self.runs.get_or_init(|| {
            let (with, without): (Vec<_>, Vec<_>) =
                levels().partition(|&level| self.has_kernel(level));
            // Swapped text and native code units go through the kernels of little-endian bytes. One
            // level shows that they do.
            let is_another_pair = self.is_swapped() || self.from.is_native() || self.to.is_native();
            let best = with.iter().rposition(|&level| level != Engine::emulated());
            let with = match best {
                Some(best) if is_another_pair => &with[best..=best],
                _ => &with[..],
            };
            // Without a kernel, all levels are one.
            let levels = without.first().into_iter().chain(with).copied().collect();
            Runs { levels, has_kernels: !with.is_empty() && !self.is_swapped() }
        })
    }

    /// Whether there is something that no codec converts one by one.
    fn has_kernel(&self, level: Engine) -> bool {
        FILLERS.iter().any(|filler| {
            let bytes = texts::encoded(self.from.form, &filler.at_least(1000));
            let mut memory = Memory::default();
            memory.fill(6 * bytes.len(), self.to.width, 0, 0);
            let text = Text::of(&bytes, self.from.width);
            (self.left_by_kernel)(level, Mode::Lossy, &text, &mut memory) < bytes.len()
        })
    }
}

/// Where a pair is worth testing.
struct Runs {
    levels: Vec<Engine>,
    has_kernels: bool,
}

trait Owned {
    fn into_bytes(self) -> Vec<u8>;
}

impl Owned for String {
    fn into_bytes(self) -> Vec<u8> {
        self.into()
    }
}

impl<T: Element> Owned for Vec<T> {
    fn into_bytes(self) -> Vec<u8> {
        T::to_bytes(&self)
    }
}

macro_rules! all_pairs {
    ($($form:ident)*) => {
        all_pairs!(@each [$($form)*] [$($form)*])
    };
    (@each [$($from:ident)*] $all:tt) => {
        [$(all_pairs!(@from $from $all)),*].into_iter().flatten().collect()
    };
    (@from $from:ident [$($to:ident)*]) => {
        [$(Pair::new::<convert::$from, convert::$to>()),*]
    };
}

/// All 121 of them, or the one that `UTF8KIT_PAIR` names.
pub(crate) fn pairs() -> impl Iterator<Item = &'static Pair> {
    static ALL: OnceLock<Vec<Pair>> = OnceLock::new();
    let all = ALL.get_or_init(|| {
        all_pairs!(Utf8 Utf16 Utf16Le Utf16Be Utf32 Utf32Le Utf32Be Latin1 Cesu8 ModifiedUtf8 Wtf8)
    });
    let wanted = env::var("UTF8KIT_PAIR").ok();
    let is_wanted = move |pair: &&Pair| wanted.as_ref().is_none_or(|wanted| *wanted == pair.name());
    assert!(all.iter().any(|pair| is_wanted(&pair)), "UTF8KIT_PAIR names no pair");
    all.iter().filter(is_wanted)
}

/// All forms.
pub(crate) const FORMS: [Form; 9] = [
    Form::Utf8,
    Form::Utf16Le,
    Form::Utf16Be,
    Form::Utf32Le,
    Form::Utf32Be,
    Form::Latin1,
    Form::Cesu8,
    Form::ModifiedUtf8,
    Form::Wtf8,
];

/// From bytes to bytes: native code units are in one of these orders, and the code is the same.
pub(crate) fn pairs_from(form: Form) -> impl Iterator<Item = &'static Pair> {
    pairs().filter(move |pair| {
        pair.from.form == form && !pair.from.is_native() && !pair.to.is_native()
    })
}
