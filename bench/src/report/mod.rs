//! What was measured, for people and for programs.

mod chart;
mod json;
mod text;

pub(crate) use chart::chart;
pub(crate) use json::json;
pub(crate) use text::{circumstances, text};
