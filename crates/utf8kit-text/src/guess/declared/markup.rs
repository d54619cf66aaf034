//! Declarations of XML, CSS and HTML.
//!
//! HTML is prescanned as the WHATWG has it (HTML, 13.2.3.2): comments are skipped, tags are read
//! attribute by attribute, so that a `>` or a `<meta` in a quoted value is part of the value.

use std::ops::Range;

use super::{find, label_at, whole_label};
use crate::charset::Charset;

/// How far into a text HTML and CSS look for a declaration, in bytes.
const PRESCAN: usize = 1024;

/// The label in an XML declaration, or in a text declaration, which may have no version.
pub(super) fn xml(text: &[u8]) -> Option<Range<usize>> {
    if !text.starts_with(b"<?xml") || !text.get(5)?.is_ascii_whitespace() {
        return None;
    }
    let mut attributes = Attributes { text, at: 5 };
    let (_, value) = attributes
        .by_ref()
        .take_while(|(name, _)| text[name.start] != b'?')
        .find(|(name, _)| &text[name.clone()] == b"encoding")?;
    let is_quoted = matches!(text[value.start - 1], b'"' | b'\'');
    let label = whole_label(text, value.clone())?;
    (is_quoted && label == value).then_some(label)
}

/// The label in the bytes that a style sheet starts with: exactly these, but for the label.
pub(super) fn css(text: &[u8]) -> Option<Range<usize>> {
    const START: &[u8] = b"@charset \"";
    let text = &text[..text.len().min(PRESCAN)];
    if !text.starts_with(START) {
        return None;
    }
    let end = START.len() + find(&text[START.len()..], "\";")?;
    whole_label(text, START.len()..end)
}

/// The label in an element `meta`.
pub(super) fn html(text: &[u8]) -> Option<Range<usize>> {
    if !text.trim_ascii_start().starts_with(b"<") {
        return None;
    }
    let text = &text[..text.len().min(PRESCAN)];
    let mut unknown = None;
    let mut at = 0;
    while let Some(found) = text[at..].iter().position(|&byte| byte == b'<') {
        at += found;
        let rest = &text[at..];
        if rest.starts_with(b"<!--") {
            // The hyphens that open a comment may be those that close it.
            let Some(end) = find(&rest[2..], "-->") else { break };
            at += 2 + end + 3;
        } else if is_tag(rest) {
            let ends_name = |byte: &u8| byte.is_ascii_whitespace() || *byte == b'>';
            let Some(name) = rest.iter().position(ends_name) else { break };
            let tag = &rest[..name];
            let is_meta = find(tag, "<meta") == Some(0) && matches!(tag.get(5), None | Some(b'/'));
            let from = if is_meta { 5 } else { name };
            let mut tag = Attributes { text, at: at + from };
            let label = if is_meta { meta(&mut tag) } else { None };
            tag.by_ref().for_each(drop);
            at = tag.at;
            match label {
                Some(label) if at < text.len() => {
                    let written = str::from_utf8(&text[label.clone()]).ok()?;
                    if Charset::for_label(written).is_some() {
                        return Some(label);
                    }
                    unknown.get_or_insert(label);
                }
                _ => {}
            }
        } else if matches!(rest.get(1), Some(b'!' | b'/' | b'?')) {
            let Some(end) = rest.iter().position(|&byte| byte == b'>') else { break };
            at += end;
        } else {
            at += 1;
        }
    }
    unknown
}

fn is_tag(rest: &[u8]) -> bool {
    let name = if rest.starts_with(b"</") { rest.get(2) } else { rest.get(1) };
    name.is_some_and(u8::is_ascii_alphabetic)
}

/// The label that the attributes of a `meta` give. Of attributes of one name, the first counts.
fn meta(tag: &mut Attributes<'_>) -> Option<Range<usize>> {
    let text = tag.text;
    let (mut kind, mut content, mut charset) = (None, None, None);
    for (name, value) in tag {
        match text[name].to_ascii_lowercase().as_slice() {
            b"http-equiv" => _ = kind.get_or_insert(value),
            b"content" => _ = content.get_or_insert(value),
            b"charset" => _ = charset.get_or_insert(value),
            _ => {}
        }
    }
    if let Some(charset) = charset {
        return whole_label(text, charset);
    }
    if !text[kind?].eq_ignore_ascii_case(b"content-type") {
        return None;
    }
    of_content(text, content?)
}

/// The label in a value such as `text/html; charset=...` (WHATWG HTML, "extracting a character
/// encoding from a meta element").
fn of_content(text: &[u8], value: Range<usize>) -> Option<Range<usize>> {
    let value_end = value.end;
    let skip_space = |from: usize| {
        let space = text[from..value_end].iter().take_while(|byte| byte.is_ascii_whitespace());
        from + space.count()
    };
    let mut at = value.start;
    loop {
        at = skip_space(at + find(&text[at..value_end], "charset")? + "charset".len());
        if at < value_end && text[at] == b'=' {
            break;
        }
    }
    let start = skip_space(at + 1);
    match *text[..value_end].get(start)? {
        quote @ (b'"' | b'\'') => {
            let quoted = &text[start + 1..value_end];
            let len = quoted.iter().position(|&byte| byte == quote)?;
            whole_label(text, start + 1..start + 1 + len)
        }
        _ => {
            let label = label_at(&text[..value_end], start);
            let next = text[..value_end].get(label.end);
            let ends = next.is_none_or(|byte| byte.is_ascii_whitespace() || *byte == b';');
            (ends && !label.is_empty()).then_some(label)
        }
    }
}

/// The attributes of a tag, each where its name and its value stand (WHATWG HTML, "get an
/// attribute"). Afterwards `at` is where the tag ends, or at the end of the text if that is cut.
struct Attributes<'a> {
    text: &'a [u8],
    at: usize,
}

impl Attributes<'_> {
    /// Moves on to the first byte that is to stop at, or to the end.
    fn go_to(&mut self, stops: impl Fn(u8) -> bool) -> Option<u8> {
        let found = self.text[self.at..].iter().position(|&byte| stops(byte));
        self.at = found.map_or(self.text.len(), |len| self.at + len);
        self.text.get(self.at).copied()
    }
}

impl Iterator for Attributes<'_> {
    type Item = (Range<usize>, Range<usize>);

    fn next(&mut self) -> Option<(Range<usize>, Range<usize>)> {
        if self.go_to(|byte| !byte.is_ascii_whitespace() && byte != b'/')? == b'>' {
            return None;
        }
        let name = self.at;
        self.at += 1;
        self.go_to(|byte| byte.is_ascii_whitespace() || b"/>=".contains(&byte))?;
        let name = name..self.at;
        if self.go_to(|byte| !byte.is_ascii_whitespace())? != b'=' {
            return Some((name, self.at..self.at));
        }
        self.at += 1;
        match self.go_to(|byte| !byte.is_ascii_whitespace())? {
            quote @ (b'"' | b'\'') => {
                self.at += 1;
                let start = self.at;
                self.go_to(|byte| byte == quote)?;
                self.at += 1;
                Some((name, start..self.at - 1))
            }
            _ => {
                let start = self.at;
                self.go_to(|byte| byte.is_ascii_whitespace() || byte == b'>')?;
                Some((name, start..self.at))
            }
        }
    }
}
