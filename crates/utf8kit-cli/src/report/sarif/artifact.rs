//! Names of files as URIs (RFC 3986), in the form that SARIF wants (sections 3.4 and 3.10).

use std::path::Path;

use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, percent_encode};
use serde::Serialize;

use super::Text;
use crate::report::relative::below;

/// The base of relative names, under the name that consumers know.
pub(super) const BASE: &str = "%SRCROOT%";

/// What a segment of a path may hold as itself. A colon may too, but not in the first segment of a
/// relative reference.
const ESCAPED: &AsciiSet = &NON_ALPHANUMERIC
    .remove(b'/')
    .remove(b'-')
    .remove(b'.')
    .remove(b'_')
    .remove(b'~')
    .remove(b'!')
    .remove(b'$')
    .remove(b'&')
    .remove(b'\'')
    .remove(b'(')
    .remove(b')')
    .remove(b'*')
    .remove(b'+')
    .remove(b',')
    .remove(b';')
    .remove(b'=')
    .remove(b'@');

/// An `artifactLocation`.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Location {
    uri: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    uri_base_id: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    description: Option<Text>,
}

impl Location {
    /// Of what is named from `directory`.
    pub(super) fn of(path: &Path, directory: &Path) -> Location {
        if path.as_os_str() == "-" {
            let description = Some(Text::new("standard input"));
            return Location { uri: "-".into(), uri_base_id: None, description };
        }
        match below(directory, directory, path) {
            Ok(relative) => {
                Location { uri: encoded(&relative), uri_base_id: Some(BASE), description: None }
            }
            Err(absolute) => {
                Location { uri: file(&absolute), uri_base_id: None, description: None }
            }
        }
    }

    /// Of the directory that relative names are relative to.
    pub(super) fn base(directory: &Path) -> Location {
        let mut uri = file(directory);
        if !uri.ends_with('/') {
            uri.push('/');
        }
        let description = Some(Text::new("the directory in which utf8 was run"));
        Location { uri, uri_base_id: None, description }
    }
}

fn file(absolute: &Path) -> String {
    format!("file://{}", encoded(absolute))
}

fn encoded(path: &Path) -> String {
    percent_encode(path.as_os_str().as_encoded_bytes(), ESCAPED).to_string()
}

#[cfg(test)]
mod tests {
    use std::ffi::OsStr;
    use std::os::unix::ffi::OsStrExt;

    use super::*;

    fn location_of(path: &[u8]) -> serde_json::Value {
        let path = Path::new(OsStr::from_bytes(path));
        serde_json::to_value(Location::of(path, Path::new("/work dir"))).unwrap()
    }

    #[test]
    fn names_below_the_working_directory_are_relative() {
        let cases: [(&[u8], &str); 9] = [
            (b"a/b-1.txt", "a/b-1.txt"),
            (b"./a", "a"),
            (b"/work dir/a", "a"),
            (b"a b#c?d%e", "a%20b%23c%3Fd%25e"),
            // Else it would be a scheme.
            (b"a:b", "a%3Ab"),
            (b"caf\xE9", "caf%E9"),
            ("né".as_bytes(), "n%C3%A9"),
            (b"[1]\\\"\n<>^`{|}", "%5B1%5D%5C%22%0A%3C%3E%5E%60%7B%7C%7D"),
            (b"./-", "-"),
        ];
        for (path, uri) in cases {
            let expected = serde_json::json!({"uri": uri, "uriBaseId": BASE});
            assert_eq!(location_of(path), expected, "{path:?}");
        }
    }

    #[test]
    fn other_names_are_absolute() {
        assert_eq!(location_of(b"/a b"), serde_json::json!({"uri": "file:///a%20b"}));
        assert_eq!(Location::base(Path::new("/work dir")).uri, "file:///work%20dir/");
        assert_eq!(Location::base(Path::new("/")).uri, "file:///");
    }

    #[test]
    fn standard_input_says_so() {
        assert_eq!(location_of(b"-")["description"]["text"], "standard input");
    }
}
