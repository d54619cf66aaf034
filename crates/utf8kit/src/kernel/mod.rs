//! The algorithms over blocks and lanes, each once for all levels. No `unsafe` here.

pub(crate) mod count;
pub(crate) mod length;
pub(crate) mod position;
pub(crate) mod transcode;
pub(crate) mod units;
pub(crate) mod validate;
