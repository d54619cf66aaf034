//! Completion scripts, from the definition of the flags.

use clap::CommandFactory;
use clap_complete::{Shell, generate};

use crate::flags::Flags;

pub(crate) fn script(shell: Shell) -> Vec<u8> {
    let mut script = Vec::new();
    generate(shell, &mut Flags::command(), "utf8", &mut script);
    script
}
