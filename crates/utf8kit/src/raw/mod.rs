//! The few owners of `unsafe` outside `simd/`: each a safe function whose precondition is a value
//! of a type that only the check makes.

mod cut;
mod forms;
mod output;
mod well_formed;

pub(crate) use cut::{Cut, Held, Joined, SHORT, go_on, start_of};
pub(crate) use forms::{Forms, Lens, Places};
pub(crate) use output::bytes_of;
pub(crate) use output::{Output, Unit};
#[cfg(feature = "alloc")]
pub(crate) use output::{append, append_utf8};
pub(crate) use well_formed::WellFormed;
#[cfg(feature = "alloc")]
pub(crate) use well_formed::into_string;
