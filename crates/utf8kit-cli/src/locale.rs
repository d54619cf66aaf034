//! The charset of the locale, which iconv's flags default to.

use std::env;

use utf8kit_text::charset::Charset;

use crate::plan;

/// What the locale's variables name; `flag`: which would say it outright.
pub(crate) fn charset(flag: &str) -> Result<Charset, String> {
    let value = ["LC_ALL", "LC_CTYPE", "LANG"]
        .iter()
        .find_map(|name| env::var_os(name).filter(|value| !value.is_empty()));
    let value = value.unwrap_or_default();
    let value = value.to_string_lossy();
    match codeset(&value) {
        Some(codeset) => plan::charset("the locale's encoding", codeset),
        None => Err(format!("the locale {value} does not say its encoding: give it with {flag}")),
    }
}

/// What stands between `.` and `@`; the locale of C has ASCII.
fn codeset(locale: &str) -> Option<&str> {
    if matches!(locale, "" | "C" | "POSIX") {
        return Some("us-ascii");
    }
    let (_, codeset) = locale.split_once('.')?;
    codeset.split('@').next()
}

#[cfg(test)]
mod tests {
    use super::codeset;

    #[test]
    fn codesets_of_locales() {
        let cases = [
            ("de_DE.UTF-8", Some("UTF-8")),
            ("C.utf8", Some("utf8")),
            ("fr_FR.ISO-8859-15@euro", Some("ISO-8859-15")),
            ("C", Some("us-ascii")),
            ("", Some("us-ascii")),
            ("de_DE", None),
        ];
        for (locale, expected) in cases {
            assert_eq!(codeset(locale), expected, "{locale}");
        }
    }
}
