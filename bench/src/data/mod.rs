//! What is measured on. Generated text comes from a seed, so that everybody measures on the same.

mod cases;
mod class;
mod mixed;
mod placed;
mod random;
mod scripts;

pub(crate) use cases::{Case, only_latin1, short, texts};
pub(crate) use class::classes;
pub(crate) use placed::Placed;
pub(crate) use random::Random;
