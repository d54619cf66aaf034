//! What a text says of its own encoding.
//!
//! ```text
//! XML declaration     <?xml version="1.0" encoding="..."?>              at the start
//! CSS @charset        @charset "...";                                   at the start
//! HTML meta           <meta charset=...>, <meta http-equiv=...>         in the first 1024 bytes
//! PO header           "Content-Type: text/plain; charset=...\n"         in the first 4096 bytes
//! coding cookie       # coding: ..., -*- coding: ... -*-, vim: fenc=... in the first two lines
//! LaTeX inputenc      \usepackage[...]{inputenc}                        in the first 8192 bytes
//! ```
//!
//! They are looked for in this order, after a byte order mark of UTF-8, and the first that is
//! there counts. All are read byte by byte as ASCII.

mod markup;
mod source;

use std::fmt;
use std::ops::Range;

use utf8kit::Bom;

use super::HEAD;
use crate::charset::Charset;

/// Where a text says what it is in.
///
/// ```
/// use utf8kit_text::guess::{Where, declared};
/// assert_eq!(declared(b"@charset \"big5\";").unwrap().place(), Where::Css);
/// assert_eq!(Where::Gettext.to_string(), "PO header");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Where {
    /// The declaration that an XML document or entity starts with (XML 1.0, 4.3.3).
    Xml,
    /// An element `meta` of HTML (WHATWG HTML, 13.2.3.2).
    HtmlMeta,
    /// The bytes that a style sheet starts with (CSS Syntax 3, 3.2).
    Css,
    /// A comment in one of the first two lines (PEP 263), or a line there for Emacs or Vim.
    CodingCookie,
    /// The first entry of a gettext catalogue.
    Gettext,
    /// The package `inputenc` of LaTeX.
    Latex,
}

impl fmt::Display for Where {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Where::Xml => "XML declaration",
            Where::HtmlMeta => "HTML meta",
            Where::Css => "CSS @charset",
            Where::CodingCookie => "coding cookie",
            Where::Gettext => "PO header",
            Where::Latex => "LaTeX inputenc",
        })
    }
}

/// An encoding that a text says it is in.
///
/// ```
/// use utf8kit_text::guess::declared;
///
/// let it = declared(b"<!DOCTYPE html><meta charset=Shift_JIS>").unwrap();
/// assert_eq!((it.label(), it.charset().unwrap().name()), ("Shift_JIS", "shift_jis".into()));
/// assert_eq!(it.place().to_string(), "HTML meta");
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Declared {
    place: Where,
    label: String,
    range: Range<usize>,
    charset: Option<Charset>,
}

impl Declared {
    /// The label as it is written, without quotes and the white space around it. It is never
    /// empty, and all ASCII.
    ///
    /// ```
    /// let text = b"<?xml version='1.0' encoding='ISO-8859-15'?>";
    /// assert_eq!(utf8kit_text::guess::declared(text).unwrap().label(), "ISO-8859-15");
    /// ```
    #[must_use]
    pub fn label(&self) -> &str {
        &self.label
    }

    /// Where the label stands in the text, in bytes.
    ///
    /// ```
    /// let text = b"# coding: koi8-r\n";
    /// assert_eq!(utf8kit_text::guess::declared(text).unwrap().range(), 10..16);
    /// ```
    #[must_use]
    pub fn range(&self) -> Range<usize> {
        self.range.clone()
    }

    /// What the label names: as [`Charset::for_label`] has it, and by the names that Emacs and
    /// LaTeX have besides. `None` if that is nothing known.
    ///
    /// This is what is written, and need not be so. Who reads `utf-16` byte by byte, as this does,
    /// knows that the text is not that: in HTML and CSS it then stands for UTF-8, in XML it is an
    /// error. In HTML and CSS, `iso-8859-1` and `us-ascii` stand for windows-1252.
    ///
    /// ```
    /// use utf8kit_text::guess::declared;
    /// let charset = |text| declared(text).unwrap().charset().map(|it| it.name());
    /// assert_eq!(charset(b"<meta charset=utf-16>"), Some("utf-16".into()));
    /// assert_eq!(charset(b"\\usepackage[ansinew]{inputenc}"), Some("windows-1252".into()));
    /// assert_eq!(charset(b";; -*- coding: utf-8-unix -*-"), Some("utf-8".into()));
    /// assert_eq!(charset(b"<?xml encoding='klingon'?>"), None);
    /// ```
    #[must_use]
    pub const fn charset(&self) -> Option<Charset> {
        self.charset
    }

    /// Whether a text that is in `charset` may say so. That it is in ISO 8859-1 may be said of
    /// windows-1252, as the WHATWG has it, and most charsets may be said of text in ASCII.
    ///
    /// ```
    /// use utf8kit_text::charset::Charset;
    /// use utf8kit_text::guess::declared;
    ///
    /// let declared = declared(b"<meta charset=latin1>").unwrap();
    /// assert!(declared.is_true_of(Charset::for_label("windows-1252").unwrap()));
    /// assert!(!declared.is_true_of(Charset::UTF_8));
    /// ```
    #[must_use]
    pub fn is_true_of(&self, charset: Charset) -> bool {
        self.charset.is_some_and(|declared| charset.includes(declared))
    }

    /// Where the text says so.
    ///
    /// ```
    /// use utf8kit_text::guess::{Where, declared};
    /// let text = b"# encoding: euc-jp\nputs 1\n";
    /// assert_eq!(declared(text).unwrap().place(), Where::CodingCookie);
    /// ```
    #[must_use]
    pub const fn place(&self) -> Where {
        self.place
    }
}

/// The encoding that `head`, the start of a text, says it is in, if it does. Looks at the first
/// [`HEAD`] bytes; allocates only the label.
///
/// A text in UTF-16 or UTF-32 is not looked into: its zero bytes say what it is. HTML is looked
/// for only where the first character other than white space is `<`, and a label that is a
/// placeholder, as `{{ charset }}` or gettext's `CHARSET`, is none. Of the elements `meta`, the
/// first counts whose label is known, and else the first of all.
///
/// ```
/// use utf8kit_text::guess::declared;
///
/// let po = b"msgid \"\"\nmsgstr \"\"\n\"Content-Type: text/plain; charset=KOI8-R\\n\"\n";
/// assert_eq!(declared(po).unwrap().label(), "KOI8-R");
/// // A comment of HTML declares nothing, and neither does text about HTML.
/// assert_eq!(declared(b"<!-- <meta charset=big5> --><p>"), None);
/// assert_eq!(declared(b"Write <meta charset=big5>."), None);
/// ```
#[must_use]
pub fn declared(head: &[u8]) -> Option<Declared> {
    let head = &head[..head.len().min(HEAD)];
    let mark = Bom::Utf8.as_bytes();
    let start = if head.starts_with(mark) { mark.len() } else { 0 };
    let text = &head[start..];
    let found = |place, range: Option<Range<usize>>| {
        let range = range?;
        let label = str::from_utf8(&text[range.clone()]).ok()?.to_owned();
        let charset = charset_of(place, &label);
        Some(Declared { place, label, range: start + range.start..start + range.end, charset })
    };
    found(Where::Xml, markup::xml(text))
        .or_else(|| found(Where::Css, markup::css(text)))
        .or_else(|| found(Where::HtmlMeta, markup::html(text)))
        .or_else(|| found(Where::Gettext, source::gettext(text)))
        .or_else(|| found(Where::CodingCookie, source::cookie(text)))
        .or_else(|| found(Where::Latex, source::latex(text)))
}

fn charset_of(place: Where, label: &str) -> Option<Charset> {
    match place {
        Where::CodingCookie => source::of_cookie(label),
        Where::Latex => source::of_latex(label),
        _ => Charset::for_label(label),
    }
}

/// Where `what`, in any case of its letters, first stands in `text`.
fn find(text: &[u8], what: &str) -> Option<usize> {
    text.windows(what.len()).position(|part| part.eq_ignore_ascii_case(what.as_bytes()))
}

/// The label that all of `range` is, apart from white space around it.
fn whole_label(text: &[u8], range: Range<usize>) -> Option<Range<usize>> {
    let value = &text[range.clone()];
    let start = range.start + (value.len() - value.trim_ascii_start().len());
    let label = label_at(text, start);
    (!label.is_empty() && label.len() == value.trim_ascii().len()).then_some(label)
}

/// The characters from `start` on that labels are made of. None of these is last in a sentence.
fn label_at(text: &[u8], start: usize) -> Range<usize> {
    let is_part = |byte: &u8| byte.is_ascii_alphanumeric() || b"-_.:+()".contains(byte);
    let len = text[start..].iter().position(|byte| !is_part(byte)).unwrap_or(text.len() - start);
    start..start + len
}
