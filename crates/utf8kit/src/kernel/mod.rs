//! The algorithms over blocks and lanes, each once for all levels. No `unsafe` here.

pub(crate) mod copy;
pub(crate) mod count;
#[cfg(feature = "convert")]
pub(crate) mod length;
#[cfg(feature = "position")]
pub(crate) mod position;
mod subparts;
#[cfg(feature = "convert")]
pub(crate) mod transcode;
#[cfg(feature = "convert")]
pub(crate) mod units;
pub(crate) mod validate;

/// Why a kernel that writes stopped, other than at the end.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Why {
    /// What comes next is ill-formed, has no form in the target, or is nothing for this kernel.
    Error,
    /// There might be no room for what comes next, or it is too little for a kernel.
    Room,
}

/// How far a kernel that writes came, as an index into the source, and why not farther.
pub(crate) type Stopped = (usize, Why);
