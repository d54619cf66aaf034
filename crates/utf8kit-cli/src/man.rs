//! The manual, from the definition of the flags.

use std::io;

use clap::builder::Resettable;
use clap::{Command, CommandFactory};
use clap_mangen::Man;
use clap_mangen::roff::{Inline, Roff, bold, roman};

use crate::flags::Flags;
use crate::help::{self, Body, Example, Section};

/// A page as `man` reads it; or that there is none of that name.
pub(crate) fn page(name: Option<&str>) -> Result<Vec<u8>, String> {
    let mut utf8 = Flags::command().disable_help_subcommand(true);
    utf8.build();
    let (command, sections) = match name {
        None => (utf8, Vec::new()),
        Some(name) => match utf8.find_subcommand(name) {
            Some(command) => (command.clone(), sections(name)),
            None => {
                let names: Vec<_> = utf8.get_subcommands().map(Command::get_name).collect();
                let names = names.join(", ");
                return Err(format!(
                    "there is no page about `{name}`; there are some about {names}"
                ));
            }
        },
    };
    let mut page = Vec::new();
    // Writing to a `Vec` does not fail.
    let _ = write(&mut page, command, &sections);
    Ok(page)
}

/// What clap knows, and what only the help says.
fn write(page: &mut Vec<u8>, mut command: Command, sections: &[Section]) -> io::Result<()> {
    let usage = command.render_usage().to_string();
    let usage = usage.trim_start_matches("Usage: ").to_owned();
    // The text after the help is a page's own sections.
    let command = command.override_usage(usage).after_long_help(Resettable::Reset);
    Man::new(command)
        // An empty argument, written out: the same sources are to give the same page.
        .date("\"\"")
        .source(concat!("utf8 ", env!("CARGO_PKG_VERSION")))
        .render(page)?;
    let mut roff = Roff::new();
    for Section { title, body } in sections {
        roff.control("SH", [&*title.to_uppercase()]);
        match body {
            Body::Text(lines) => {
                for line in *lines {
                    roff.text([roman(*line)]);
                }
            }
            Body::List(items) => {
                for (item, about) in items {
                    push_item(&mut roff, bold(item), about);
                }
            }
            Body::Examples(examples) => {
                for Example { command, about } in *examples {
                    push_item(&mut roff, bold(*command), about);
                }
            }
        }
    }
    roff.to_writer(page)
}

fn push_item(roff: &mut Roff, item: Inline, about: &str) {
    roff.control("TP", []).text([item]).text([roman(about)]);
}

fn sections(name: &str) -> Vec<Section> {
    match name {
        "check" => help::check(),
        "fix" => help::fix(),
        "convert" => help::convert(),
        "detect" => help::detect(),
        "iconv" => help::iconv(),
        "completions" => help::completions(),
        "man" => help::man(),
        _ => Vec::new(),
    }
}
