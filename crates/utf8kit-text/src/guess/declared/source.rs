//! Declarations in source code, in catalogues of gettext, and in LaTeX.
//!
//! PEP 263 has any `coding:` or `coding=` in a comment that starts with `#`; much prose matches
//! that, so that only a known label counts there. What Emacs and Vim read has a form of its own.

use std::ops::Range;

use super::{find, label_at};
use crate::charset::Charset;

/// Names that Emacs has, and a label of each.
const EMACS: &[(&str, &str)] = &[
    ("mule-utf-8", "utf-8"),
    ("prefer-utf-8", "utf-8"),
    ("utf-8-with-signature", "utf-8"),
    ("iso-latin-1", "iso-8859-1"),
    ("iso-latin-2", "iso-8859-2"),
    ("iso-latin-9", "iso-8859-15"),
    ("cyrillic-koi8", "koi8-r"),
    ("japanese-iso-8bit", "euc-jp"),
    ("japanese-shift-jis", "shift_jis"),
    ("chinese-iso-8bit", "gbk"),
    ("chinese-big5", "big5"),
    ("korean-iso-8bit", "euc-kr"),
    ("junet", "iso-2022-jp"),
];

/// Options of `inputenc` that are no labels, and a label of each.
const LATEX: &[(&str, &str)] = &[
    ("ansinew", "windows-1252"),
    ("applemac", "macintosh"),
    ("maccyr", "x-mac-cyrillic"),
    ("macukr", "x-mac-cyrillic"),
    ("cp437de", "cp437"),
    ("utf8x", "utf-8"),
];

/// How far into a catalogue its header is looked for, in bytes.
const GETTEXT: usize = 4096;

pub(super) fn of_cookie(label: &str) -> Option<Charset> {
    // How lines end, in Emacs.
    let ends = ["-unix", "-dos", "-mac"];
    let end = ends.into_iter().find(|end| label.to_ascii_lowercase().ends_with(end));
    let label = &label[..label.len() - end.map_or(0, str::len)];
    by_table(EMACS, label)
}

pub(super) fn of_latex(label: &str) -> Option<Charset> {
    by_table(LATEX, label)
}

fn by_table(table: &[(&str, &str)], label: &str) -> Option<Charset> {
    let known = table.iter().find(|(name, _)| name.eq_ignore_ascii_case(label));
    Charset::for_label(known.map_or(label, |(_, known)| known))
}

/// The label in one of the first two lines. In the second, a cookie by PEP 263 counts if the first
/// is blank or such a comment too.
pub(super) fn cookie(text: &[u8]) -> Option<Range<usize>> {
    let mut may_be_python = true;
    for line in lines(text).take(2) {
        let code = text[line.clone()].trim_ascii_start();
        may_be_python &= code.is_empty() || code.starts_with(b"#");
        let line = Line { text, range: line };
        let label = line.emacs().or_else(|| line.vim());
        let found = label.or_else(|| if may_be_python { line.python() } else { None });
        if found.is_some() {
            return found;
        }
    }
    None
}

struct Line<'a> {
    text: &'a [u8],
    range: Range<usize>,
}

impl Line<'_> {
    /// Where `what` ends, if it stands at `from` or later.
    fn after(&self, from: usize, what: &str) -> Option<usize> {
        Some(from + find(&self.text[from..self.range.end], what)? + what.len())
    }

    /// The label that stands at `from`, perhaps after blanks.
    fn label(&self, from: usize) -> Option<Range<usize>> {
        let line = &self.text[..self.range.end];
        let blanks = line[from..].iter().take_while(|byte| matches!(byte, b' ' | b'\t'));
        let mut label = label_at(line, from + blanks.count());
        // PEP 263 has no others than these in a label. A full stop ends a sentence.
        let is_other = |&at: &usize| b":+()".contains(&line[at]);
        label.end = label.clone().find(is_other).unwrap_or(label.end);
        while line[label.clone()].ends_with(b".") {
            label.end -= 1;
        }
        let starts_well = line[label.clone()].first().is_some_and(u8::is_ascii_alphanumeric);
        starts_well.then_some(label)
    }

    /// `-*- mode: c; coding: utf-8 -*-`.
    fn emacs(&self) -> Option<Range<usize>> {
        let mut at = self.after(self.range.start, "-*-")?;
        let end = self.after(at, "-*-")? - 3;
        loop {
            let blanks = self.text[at..end].iter().take_while(|byte| byte.is_ascii_whitespace());
            let name = at + blanks.count();
            if find(&self.text[name..end], "coding:") == Some(0) {
                return self.label(name + "coding:".len());
            }
            at = name + find(&self.text[name..end], ";")? + 1;
        }
    }

    /// `vim: set fileencoding=utf-8 :`.
    fn vim(&self) -> Option<Range<usize>> {
        let start = self.range.start;
        let mode = ["vim:", "vi:", "ex:"].into_iter().find_map(|name| {
            let after = self.after(start, name)?;
            let before = after - name.len();
            let is_word = before == start || self.text[before - 1].is_ascii_whitespace();
            is_word.then_some(after)
        })?;
        let after = self.after(mode, "fileencoding=").or_else(|| self.after(mode, "fenc="))?;
        self.label(after)
    }

    /// `# -*- coding: utf-8 -*-`, and whatever else PEP 263 has.
    fn python(&self) -> Option<Range<usize>> {
        let mut at = self.after(self.range.start, "#")?;
        loop {
            at = self.after(at, "coding")?;
            if matches!(self.text[..self.range.end].get(at), Some(b':' | b'=')) {
                let label = self.label(at + 1)?;
                let written = str::from_utf8(&self.text[label.clone()]).ok()?;
                return of_cookie(written).map(|_| label);
            }
        }
    }
}

/// The label in the header of a catalogue: its first entry, of which the `msgid` is empty. Before
/// it there are only comments.
pub(super) fn gettext(text: &[u8]) -> Option<Range<usize>> {
    let text = &text[..text.len().min(GETTEXT)];
    let mut is_in_entry = false;
    for range in lines(text) {
        let content = text[range.clone()].trim_ascii_start();
        if content.is_empty() || content.starts_with(b"#") || content.starts_with(b"domain ") {
            continue;
        }
        // One `msgid`, at the start.
        if content.starts_with(b"msgid") == is_in_entry {
            return None;
        }
        is_in_entry = true;
        let line = Line { text, range };
        let Some(header) = line.after(line.range.start, "Content-Type:") else { continue };
        let label = line.label(line.after(header, "charset=")?)?;
        return (&text[label.clone()] != b"CHARSET").then_some(label);
    }
    None
}

/// The label among the options of `inputenc`: the last one, as there. The command stands in a line
/// that starts with a command, and not in a comment.
pub(super) fn latex(text: &[u8]) -> Option<Range<usize>> {
    for mut range in lines(text) {
        if !text[range.clone()].trim_ascii_start().starts_with(b"\\") {
            continue;
        }
        let is_comment =
            |&at: &usize| text[at] == b'%' && (at == range.start || text[at - 1] != b'\\');
        range.end = range.clone().find(is_comment).unwrap_or(range.end);
        let line = Line { text, range };
        let mut at = line.range.start;
        let package = |at| {
            let after = line.after(at, "\\usepackage");
            after.or_else(|| line.after(at, "\\RequirePackage"))
        };
        while let Some(options) = package(at) {
            at = options;
            let Some((options, next)) = line.group(at, b"[]") else { continue };
            let Some((packages, next)) = line.group(next, b"{}") else { continue };
            at = next;
            let mut names = text[packages].split(|&byte| byte == b',');
            if names.any(|name| name.trim_ascii() == b"inputenc") {
                let option = text[options.clone()].rsplit(|&byte| byte == b',').next()?;
                return super::whole_label(text, options.end - option.len()..options.end);
            }
        }
    }
    None
}

impl Line<'_> {
    /// What stands at `from` between `brackets`, perhaps after blanks, and where that ends.
    fn group(&self, from: usize, brackets: &[u8; 2]) -> Option<(Range<usize>, usize)> {
        let rest = &self.text[from..self.range.end];
        let start = from + (rest.len() - rest.trim_ascii_start().len());
        if self.text[..self.range.end].get(start) != Some(&brackets[0]) {
            return None;
        }
        let inside = &self.text[start + 1..self.range.end];
        let end = start + 1 + inside.iter().position(|&byte| byte == brackets[1])?;
        Some((start + 1..end, end + 1))
    }
}

/// Where the lines stand, which end with LF, CR or both.
fn lines(text: &[u8]) -> impl Iterator<Item = Range<usize>> {
    let mut next = Some(0);
    std::iter::from_fn(move || {
        let start = next?;
        let Some(len) = text[start..].iter().position(|byte| matches!(byte, b'\n' | b'\r')) else {
            next = None;
            return Some(start..text.len());
        };
        let end = start + len;
        next = Some(if text[end..].starts_with(b"\r\n") { end + 2 } else { end + 1 });
        Some(start..end)
    })
}
