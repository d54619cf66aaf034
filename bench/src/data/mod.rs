//! What is measured on: generated from a seed, so that everybody measures on the same, or read
//! from files.

mod class;
mod errors;
mod form;
mod latin1;
mod lossy;
mod mixed;
mod pieces;
mod random;
mod scripts;
mod short;
mod texts;

use std::str;

use crate::Result;
use crate::args::Args;
use crate::families::Family;

pub(crate) use class::{Class, classes};
pub(crate) use form::Form;
pub(crate) use random::Random;

/// Strings, one after the other in one buffer: as columns have them in Arrow. A text is one string.
/// UTF-8, unless it says otherwise.
pub(crate) struct Input {
    pub(crate) bytes: Vec<u8>,
    /// Where they start, and where the last one ends.
    pub(crate) offsets: Vec<i32>,
}

impl Input {
    /// One string. `--size` keeps it below what an offset can say.
    fn text(bytes: Vec<u8>) -> Result<Input> {
        let len = i32::try_from(bytes.len()).map_err(|_| "a text of 2 GiB or more")?;
        Ok(Input { bytes, offsets: vec![0, len] })
    }

    /// The same strings in another form.
    pub(crate) fn encoded(self, form: Form) -> Result<Input> {
        if form == Form::Utf8 {
            return Ok(self);
        }
        let mut encoded = Input { bytes: Vec::new(), offsets: vec![0] };
        for string in self.strings() {
            encoded.bytes.extend(form.encode(str::from_utf8(string)?));
            encoded.offsets.push(i32::try_from(encoded.bytes.len())?);
        }
        Ok(encoded)
    }

    pub(crate) fn strings(&self) -> impl Iterator<Item = &[u8]> {
        self.offsets.windows(2).map(|ends| &self.bytes[ends[0] as usize..ends[1] as usize])
    }
}

/// An input by name, and how to have it: large ones are held one at a time.
pub(crate) struct Case {
    pub(crate) name: String,
    /// What its figures stand and are averaged with.
    pub(crate) group: String,
    /// What is measured beside it: the same text without its bad bytes.
    pub(crate) clean: Option<Box<Case>>,
    make: Box<dyn Fn() -> Result<Input>>,
}

impl Case {
    fn new(
        group: impl Into<String>,
        name: impl Into<String>,
        make: impl Fn() -> Result<Input> + 'static,
    ) -> Case {
        Case { name: name.into(), group: group.into(), clean: None, make: Box::new(make) }
    }

    pub(crate) fn input(&self) -> Result<Input> {
        (self.make)()
    }
}

/// What `family` is measured on, of that what `args` ask for.
pub(crate) fn cases(family: Family, args: &Args) -> Result<Vec<Case>> {
    let mut cases = match (family, &args.corpus) {
        (Family::Short, _) => short::strings(),
        (Family::Strings, _) => short::columns(),
        (Family::Streams, _) => pieces::texts(args)?,
        (Family::Error, _) => errors::early(),
        (Family::ConvertShort(conversion), _) if conversion.is_narrow() => {
            short::well_formed(Form::Latin1)
        }
        (Family::ConvertShort(_) | Family::PositionsShort(_), _) => short::well_formed(Form::Utf8),
        (Family::Lossy(_), _) => lossy::texts(args)?,
        (Family::Convert(conversion), _) if conversion.is_narrow() => latin1::texts(args)?,
        _ => texts::all(args)?,
    };
    if let Some(part) = &args.only {
        cases.retain(|case| format!("{} {}", case.group, case.name).contains(part));
    }
    if cases.is_empty() {
        return Err(format!("{}: nothing to measure on", family.name()).into());
    }
    Ok(cases)
}
