//! The charsets that there are, with their labels.

use std::fmt::Write;

use utf8kit_text::charset::Charset;

/// One a line: its name, and what else it is called.
pub(crate) fn list() -> String {
    let mut text = String::new();
    for (_, labels) in Charset::all() {
        let [name, aliases @ ..] = &labels[..] else { continue };
        let line = format!("{name:16} {}", aliases.join(" "));
        // Writing to a `String` does not fail.
        let _ = writeln!(text, "{}", line.trim_end());
    }
    text
}
