//! The families of operations: what each measures, and which libraries take part.

mod command;
mod convert;
mod lossy;
mod positions;
mod streams;
mod utf8;

use crate::compare::Run;
use crate::error::Result;
use crate::table::Table;

/// Measures all that a family has.
pub(crate) type Family = fn(&Run<'_>) -> Result<Vec<Table>>;

const FAMILIES: [(&str, Family); 9] = [
    ("validate", utf8::validate),
    ("count", utf8::count),
    ("short", utf8::short),
    ("convert", convert::long),
    ("convert-short", convert::short),
    ("lossy", lossy::tables),
    ("streams", streams::tables),
    ("positions", positions::tables),
    ("command", command::tables),
];

pub(crate) fn named(name: &str) -> Result<Family> {
    let found = FAMILIES.into_iter().find(|(family, _)| *family == name);
    Ok(found.ok_or_else(|| format!("no family {name}; see --help"))?.1)
}
