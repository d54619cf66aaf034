//! What a function of the bench returns that can fail: its caller prints the error and ends.

pub(crate) type Result<T> = std::result::Result<T, Box<dyn std::error::Error>>;
