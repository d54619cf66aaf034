//! The few owners of `unsafe` outside `simd/`: each a safe function whose precondition is a value
//! of a type that only the check makes.

#[cfg(feature = "alloc")]
mod converted;
mod output;
mod well_formed;

#[cfg(feature = "alloc")]
pub(crate) use converted::Converted;
pub(crate) use output::{Output, Unit, bytes_of};
pub(crate) use well_formed::WellFormed;
#[cfg(feature = "alloc")]
pub(crate) use well_formed::into_string;
