//! The test cases of utf8kit: TOML that people read, as typed values that tests use.
//!
//! The files stand beside this crate's manifest and say themselves what is in them. They are
//! compiled in, so that the tests of any crate have them wherever they run.
//!
//! Every function panics where a file does not parse: a wrong case must not pass for no case.

use std::collections::BTreeMap;

use serde::de::{DeserializeOwned, Error as _};
use serde::{Deserialize, Deserializer};

/// A text, and every error that is in it.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Validation {
    /// Unique in its file.
    pub name: String,
    /// The clause that the case is about.
    pub section: String,
    /// The text.
    #[serde(flatten)]
    pub input: Input,
    /// All errors in order. If there are none, the text is well-formed.
    pub errors: Vec<Subpart>,
    /// The text with U+FFFD for each error.
    pub lossy: String,
}

/// A maximal subpart.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Subpart {
    /// Its index in the text.
    pub at: usize,
    /// Its length in bytes.
    pub len: usize,
    /// The name of its kind.
    pub kind: String,
}

impl Subpart {
    /// What std calls `error_len`: `None` where more input could complete it.
    #[must_use]
    pub fn error_len(&self) -> Option<usize> {
        (self.kind != "incomplete").then_some(self.len)
    }
}

/// Where a text starts with a byte order mark.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Detection {
    /// Unique in its file.
    pub name: String,
    /// The text.
    pub bytes: Hex,
    /// The name of the encoding, if there is a mark.
    pub bom: Option<String>,
}

/// A text in some encoding, and what it is judged to be.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Judgement {
    /// Unique in its file.
    pub name: String,
    /// The name of the encoding, or `mixed` and the like.
    pub encoding: String,
    /// `certain`, `likely` or `guess`.
    pub certainty: String,
    /// The text.
    pub bytes: Hex,
}

/// What the policies make of a text.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Policies {
    /// Unique in its file.
    pub name: String,
    /// The text.
    pub bytes: Hex,
    /// Under each policy.
    pub keep: Outcome,
    #[expect(missing_docs, reason = "as `keep`")]
    pub strip: Outcome,
    #[expect(missing_docs, reason = "as `keep`")]
    pub require: Outcome,
    #[expect(missing_docs, reason = "as `keep`")]
    pub reject: Outcome,
}

/// What a policy makes of a text.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Outcome {
    /// The text that is left.
    Text(Vec<u8>),
    /// There is no mark, and must be one.
    Missing,
    /// There is a mark, and must be none.
    Forbidden,
}

/// An encoding and labels that name it.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Labels {
    /// The encoding's name; empty where the labels name none.
    #[serde(default)]
    pub name: String,
    /// The labels.
    pub labels: Vec<String>,
}

/// A text, and where it may be cut.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Boundaries {
    /// Unique in its file.
    pub name: String,
    /// The text.
    #[serde(flatten)]
    pub input: Input,
    /// Every boundary, in order, from 0 to the length.
    pub boundaries: Vec<usize>,
    /// The length without an incomplete sequence at the end, if there is one.
    pub trimmed: Option<usize>,
}

/// A text, and its places.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Positions {
    /// Unique in its file.
    pub name: String,
    /// The text.
    pub text: Input,
    /// Every boundary, in order, from 0 to the length.
    pub bytes: Vec<usize>,
    /// How many scalar values and subparts are before each.
    pub scalars: Vec<usize>,
    /// How many UTF-16 code units are before each.
    pub utf16: Vec<usize>,
    /// Where each line starts, and where its end begins, if LF alone ends lines.
    pub lf: Vec<(usize, usize)>,
    /// The same if LF, CR and CRLF do.
    pub universal: Vec<(usize, usize)>,
}

/// Texts in UTF-16, each less than all that follow.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Ascending {
    /// Unique in its file.
    pub name: String,
    /// The texts.
    pub ascending: Vec<Units>,
}

/// A text, and what it becomes in another encoding.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Conversion {
    /// Unique in its file.
    pub name: String,
    /// The name of the encoding that the text is in.
    pub from: String,
    /// The name of the other one.
    pub to: String,
    /// The text.
    pub bytes: Hex,
    /// What a strict conversion comes to.
    #[serde(flatten)]
    pub strict: Strict,
    /// What a lossy one gives, where a strict one ends in an error.
    pub lossy: Option<Hex>,
}

impl Conversion {
    /// What a lossy conversion gives.
    ///
    /// # Panics
    ///
    /// Where the case does not say it, or says it twice.
    #[must_use]
    pub fn lossy(&self) -> &[u8] {
        match (&self.strict, &self.lossy) {
            (Strict::Becomes(Hex(bytes)), None) | (Strict::Error(_), Some(Hex(bytes))) => bytes,
            _ => panic!("{}: either `becomes`, or `error` and `lossy`", self.name),
        }
    }
}

/// What a strict conversion comes to: `becomes = "E9 00"` or `error = { ... }`.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
pub enum Strict {
    /// The text in the other encoding.
    #[serde(rename = "becomes")]
    Becomes(Hex),
    /// The first error.
    #[serde(rename = "error")]
    Error(Subpart),
}

/// The text of a case: `bytes = "C3 A9"` or `text = "é"`.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
pub enum Input {
    /// In hexadecimal.
    #[serde(rename = "bytes")]
    Bytes(Hex),
    /// As it is read.
    #[serde(rename = "text")]
    Text(String),
}

impl Input {
    /// The bytes.
    #[must_use]
    pub fn as_bytes(&self) -> &[u8] {
        match self {
            Input::Bytes(hex) => &hex.0,
            Input::Text(text) => text.as_bytes(),
        }
    }
}

/// How each policy divides the ill-formed bytes of a text.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Division {
    /// Unique in its file.
    pub name: String,
    /// The text.
    pub bytes: Hex,
    /// The lengths of the units, by the policy's name.
    pub units: BTreeMap<String, Vec<usize>>,
}

/// Damaged text, the steps that are taken, and what comes of it.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Fix {
    /// Unique in its file.
    pub name: String,
    /// The text before.
    pub bytes: Hex,
    /// The names of the steps, with their values.
    pub steps: Vec<String>,
    fixed: Option<String>,
    fixed_bytes: Option<Hex>,
    /// What is said of what was done.
    pub done: String,
    /// How much was lost.
    #[serde(default)]
    pub lost: u64,
}

impl Fix {
    /// The text behind the last step.
    #[must_use]
    pub fn fixed(&self) -> &[u8] {
        match (&self.fixed, &self.fixed_bytes) {
            (Some(text), _) => text.as_bytes(),
            (None, Some(bytes)) => &bytes.0,
            (None, None) => &self.bytes.0,
        }
    }
}

/// Text that is mojibake, or only looks so.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Mojibake {
    /// Unique in its file.
    pub name: String,
    /// The text as it stands.
    pub text: String,
    undone: Option<String>,
    /// In which its first span was read, the last one first; not given where several fit.
    #[serde(default)]
    pub charsets: Vec<String>,
    /// Whether the text is JSON.
    #[serde(default)]
    pub json: bool,
    /// Whether characters of which bytes were lost are guessed.
    #[serde(default)]
    pub guess_lost: bool,
    /// The charset that was shown and the one that was meant, with a colon between.
    pub misread: Option<String>,
}

impl Mojibake {
    /// What the text was.
    #[must_use]
    pub fn undone(&self) -> &str {
        self.undone.as_deref().unwrap_or(&self.text)
    }
}

/// An input of `utf8 fix`, and its output.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Job {
    /// What somebody needs; unique in its file.
    pub need: String,
    /// Where people have asked for it.
    pub reports: Option<String>,
    /// The flags.
    pub flags: Vec<String>,
    /// The input.
    pub bytes: Hex,
    /// The output.
    pub fixed: Hex,
    /// The exit status.
    #[serde(default)]
    pub status: i32,
}

/// Bytes, in the file as pairs of hexadecimal digits with spaces between.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Hex(pub Vec<u8>);

/// UTF-16 code units, in the file as four hexadecimal digits each with spaces between.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Units(pub Vec<u16>);

impl<'de> Deserialize<'de> for Hex {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        bytes(&String::deserialize(deserializer)?).map(Hex).map_err(D::Error::custom)
    }
}

impl<'de> Deserialize<'de> for Units {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        numbers(&String::deserialize(deserializer)?, 4).map(Units).map_err(D::Error::custom)
    }
}

impl<'de> Deserialize<'de> for Outcome {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        match String::deserialize(deserializer)?.as_str() {
            "missing" => Ok(Outcome::Missing),
            "forbidden" => Ok(Outcome::Forbidden),
            text => bytes(text).map(Outcome::Text).map_err(D::Error::custom),
        }
    }
}

fn bytes(text: &str) -> Result<Vec<u8>, String> {
    numbers(text, 2)
}

/// Hexadecimal numbers of so many digits each.
fn numbers<T: TryFrom<u32>>(text: &str, digits: usize) -> Result<Vec<T>, String> {
    let number = |word: &str| {
        let is_hex = word.len() == digits && word.bytes().all(|byte| byte.is_ascii_hexdigit());
        let value = u32::from_str_radix(word, 16).ok().filter(|_| is_hex);
        let number = value.and_then(|value| T::try_from(value).ok());
        number.ok_or_else(|| format!("not {digits} hexadecimal digits: {word}"))
    };
    text.split_whitespace().map(number).collect()
}

/// `rfc3629.toml`: the examples and attacks of the RFC.
#[must_use]
pub fn rfc3629() -> Vec<Validation> {
    cases(include_str!("../rfc3629.toml"))
}

/// `table-3-7.toml`: every boundary of Unicode's table of well-formed sequences.
#[must_use]
pub fn table_3_7() -> Vec<Validation> {
    cases(include_str!("../table-3-7.toml"))
}

/// `subparts.toml`: every kind of error in every place, and how runs divide.
#[must_use]
pub fn subparts() -> Vec<Validation> {
    cases(include_str!("../subparts.toml"))
}

/// All three of those above.
#[must_use]
pub fn validation() -> Vec<Validation> {
    [rfc3629(), table_3_7(), subparts()].concat()
}

/// `detection.toml`: what a text is in, and how sure that is.
#[must_use]
pub fn detection() -> Vec<Judgement> {
    cases(include_str!("../detection.toml"))
}

/// `bom.toml`, first part.
#[must_use]
pub fn bom_detection() -> Vec<Detection> {
    bom().detect
}

/// `bom.toml`, second part.
#[must_use]
pub fn bom_policies() -> Vec<Policies> {
    bom().policy
}

/// `labels.toml`: encodings and their labels.
#[must_use]
pub fn labels() -> Vec<Labels> {
    label_file().encoding
}

/// `labels.toml`: labels that name no encoding.
#[must_use]
pub fn unknown_labels() -> Vec<String> {
    label_file().unknown.into_iter().flat_map(|group| group.labels).collect()
}

/// `boundaries.toml`.
#[must_use]
pub fn boundaries() -> Vec<Boundaries> {
    cases(include_str!("../boundaries.toml"))
}

/// `positions.toml`.
#[must_use]
pub fn positions() -> Vec<Positions> {
    cases(include_str!("../positions.toml"))
}

/// `utf16-order.toml`.
#[must_use]
pub fn utf16_order() -> Vec<Ascending> {
    cases(include_str!("../utf16-order.toml"))
}

/// `convert.toml`: from one encoding to another.
#[must_use]
pub fn conversions() -> Vec<Conversion> {
    cases(include_str!("../convert.toml"))
}

/// `policies.toml`: how many replacements ill-formed bytes become.
#[must_use]
pub fn policies() -> Vec<Division> {
    cases(include_str!("../policies.toml"))
}

/// `fixes.toml`: damaged text, and what comes of it.
#[must_use]
pub fn fixes() -> Vec<Fix> {
    cases(include_str!("../fixes.toml"))
}

/// `mojibake.toml`: text that was read in another charset, and text that only looks so.
#[must_use]
pub fn mojibake() -> Vec<Mojibake> {
    cases(include_str!("../mojibake.toml"))
}

/// `jobs.toml`: what `utf8 fix` makes of an input.
#[must_use]
pub fn jobs() -> Vec<Job> {
    cases(include_str!("../jobs.toml"))
}

/// A file of `[[case]]`s.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Cases<T> {
    case: Vec<T>,
}

fn cases<T: DeserializeOwned>(file: &str) -> Vec<T> {
    parse::<Cases<T>>(file).case
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct BomFile {
    detect: Vec<Detection>,
    policy: Vec<Policies>,
}

fn bom() -> BomFile {
    parse(include_str!("../bom.toml"))
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct LabelFile {
    encoding: Vec<Labels>,
    unknown: Vec<Labels>,
}

fn label_file() -> LabelFile {
    parse(include_str!("../labels.toml"))
}

/// The message of a parse error shows the line.
fn parse<T: DeserializeOwned>(file: &str) -> T {
    toml::from_str(file).unwrap_or_else(|error| panic!("{error}"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;
    use std::fmt::Debug;
    use std::hash::Hash;

    fn assert_unique<T: Eq + Hash + Debug>(names: impl IntoIterator<Item = T>) {
        let mut seen = HashSet::new();
        for name in names {
            assert!(!seen.contains(&name), "twice: {name:?}");
            seen.insert(name);
        }
        assert!(!seen.is_empty());
    }

    #[test]
    fn every_file_parses_and_names_are_unique() {
        assert_unique(rfc3629().iter().map(|case| &case.name));
        assert_unique(table_3_7().iter().map(|case| &case.name));
        assert_unique(subparts().iter().map(|case| &case.name));
        assert_unique(bom_detection().iter().map(|case| &case.name));
        assert_unique(bom_policies().iter().map(|case| &case.name));
        assert_unique(labels().iter().map(|case| &case.name));
        assert_unique(unknown_labels());
        assert_unique(boundaries().iter().map(|case| &case.name));
        assert_unique(positions().iter().map(|case| &case.name));
        assert_unique(utf16_order().iter().map(|case| &case.name));
        assert_unique(conversions().iter().map(|case| &case.name));
    }

    /// The cases against what std has to say: all but the kinds.
    #[test]
    fn validation_cases_agree_with_std() {
        for case in validation() {
            let Validation { name, input, errors, lossy, .. } = case;
            let bytes = input.as_bytes();
            assert_eq!(String::from_utf8_lossy(bytes), lossy, "{name}");
            let mut at = 0;
            let mut expected = Vec::new();
            for chunk in bytes.utf8_chunks() {
                at += chunk.valid().len();
                if !chunk.invalid().is_empty() {
                    expected.push((at, chunk.invalid().len()));
                }
                at += chunk.invalid().len();
            }
            let found: Vec<_> = errors.iter().map(|error| (error.at, error.len)).collect();
            assert_eq!(found, expected, "{name}");
        }
    }

    #[test]
    fn hex_must_be_pairs() {
        assert_eq!(bytes("00 fF"), Ok(vec![0, 0xFF]));
        assert!(bytes("0").is_err());
        assert!(bytes("+0").is_err());
        assert!(bytes("00FF").is_err());
        assert!(bytes("0G").is_err());
    }

    /// A misspelt key must not pass for one that was left out.
    #[test]
    fn unknown_keys_are_refused() {
        let case = "[[case]]\nname = ''\nbytes = ''\nboundaries = [0]\n";
        assert!(toml::from_str::<Cases<Boundaries>>(case).is_ok());
        assert!(toml::from_str::<Cases<Boundaries>>(&format!("{case}trimed = 1")).is_err());
    }
}
