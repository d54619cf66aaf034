//! Names of files, for terminals and for shells. A name may hold any byte but NUL and `/`.

use std::path::Path;

use crate::report::escape;

/// The name with everything that could act on a terminal escaped.
pub(crate) fn for_terminal(path: &Path) -> String {
    let mut text = String::new();
    escape::push(&mut text, path.as_os_str().as_encoded_bytes());
    text
}

/// The name as one word of a POSIX shell's command line; where it holds what a terminal must not
/// see, as bash, zsh and ksh read it.
pub(crate) fn for_shell(path: &Path) -> String {
    let bytes = path.as_os_str().as_encoded_bytes();
    // Else it would be read as a flag; `-` itself is standard input.
    let prefix = if bytes.starts_with(b"-") && bytes != b"-" { "./" } else { "" };
    let is_plain = |byte: &u8| byte.is_ascii_alphanumeric() || b"_./-@%+=:,".contains(byte);
    let quoted = match std::str::from_utf8(bytes) {
        Ok(name) if !name.is_empty() && bytes.iter().all(is_plain) => name.to_owned(),
        Ok(name) if name.chars().all(escape::is_safe) => {
            format!("'{}'", name.replace('\'', r"'\''"))
        }
        _ => {
            let escaped: String = bytes.iter().flat_map(|&byte| escape_for_shell(byte)).collect();
            format!("$'{escaped}'")
        }
    };
    format!("{prefix}{quoted}")
}

/// Hexadecimal would run on into digits that follow; three octal digits do not.
fn escape_for_shell(byte: u8) -> Vec<char> {
    match byte {
        b'\'' | b'\\' => vec!['\\', byte.into()],
        b' '..=b'~' => vec![byte.into()],
        _ => format!("\\{byte:03o}").chars().collect(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::os::unix::ffi::OsStrExt;

    fn shell(name: &[u8]) -> String {
        for_shell(Path::new(std::ffi::OsStr::from_bytes(name)))
    }

    #[test]
    fn words_of_a_shell() {
        assert_eq!(shell(b"a/b-1.txt"), "a/b-1.txt");
        assert_eq!(shell(b"-"), "-");
        assert_eq!(shell(b"-rf"), "./-rf");
        assert_eq!(shell(b"a b"), "'a b'");
        assert_eq!(shell(b"it's $HOME"), r"'it'\''s $HOME'");
        assert_eq!(shell("né".as_bytes()), "'né'");
        assert_eq!(shell(b"n\xE9\n1'"), r"$'n\351\0121\''");
        assert_eq!(shell("\u{202E}x".as_bytes()), r"$'\342\200\256x'");
    }
}
