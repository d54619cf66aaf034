//! Reading what was typed, and answering what cannot be read.

use std::process::ExitCode;

use clap::error::{ContextKind, ContextValue};
use clap::{CommandFactory, FromArgMatches};

use crate::flags::Flags;
use crate::output::closed;
use crate::report::escape;
use crate::{exit, raw, version};

/// What was typed; or how it ends where that is an error, or asks for help or the version.
pub(crate) fn parse() -> Result<Flags, ExitCode> {
    let mut command = Flags::command().long_version(version::long());
    let matches = command.try_get_matches_from_mut(std::env::args_os());
    matches.and_then(|mut matches| Flags::from_arg_matches_mut(&mut matches)).map_err(answer)
}

fn answer(mut error: clap::Error) -> ExitCode {
    escape_quoted(&mut error);
    match error.print() {
        _ if !error.use_stderr() && raw::was_closed(1) => exit::output_failed(&closed()),
        Err(failure) if !error.use_stderr() => exit::output_failed(&failure),
        // Nobody is left to be told of trouble with standard error.
        _ => exit::answered(error.use_stderr()),
    }
}

/// What was typed may act on the terminal that it is quoted on.
fn escape_quoted(error: &mut clap::Error) {
    let escaped = |text: &String| {
        let mut safe = String::new();
        escape::push(&mut safe, text.as_bytes());
        safe
    };
    let context = error.context().filter_map(|(kind, value)| match value {
        ContextValue::String(text) => Some((kind, ContextValue::String(escaped(text)))),
        ContextValue::Strings(texts) => {
            Some((kind, ContextValue::Strings(texts.iter().map(escaped).collect())))
        }
        _ => None,
    });
    for (kind, value) in context.collect::<Vec<_>>() {
        let raw = error.insert(kind, value);
        if raw.as_ref() != error.get(kind) {
            // What is suggested repeats what was typed, among escapes that are clap's own.
            error.remove(ContextKind::Suggested);
        }
    }
}
