//! Other programs, where they are installed.

use std::path::PathBuf;
use std::{env, fs};

/// Where the search path has a program of that name.
pub(crate) fn find(name: &str) -> Option<PathBuf> {
    let name = format!("{name}{}", env::consts::EXE_SUFFIX);
    let paths = env::var_os("PATH")?;
    env::split_paths(&paths)
        .map(|directory| directory.join(&name))
        .find(|path| fs::metadata(path).is_ok_and(|metadata| metadata.is_file()))
}
