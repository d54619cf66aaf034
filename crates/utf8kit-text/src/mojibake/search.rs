//! Where mojibake may be: a character that may be the first of a sequence, and directly behind it one
//! that may be the second. What is found here is looked at by the line; most text has neither.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use super::model::{MODEL, Token};
use super::pages::{PAGES, Set, sequence};
use super::path::SPAN;
use super::several;

/// What a character may be, and in which pages.
#[derive(Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord)]
struct Mark {
    /// The first of two.
    two: Set,
    /// The first of three or four.
    more: Set,
    /// One behind the first.
    behind: Set,
    /// A letter of the page's own script.
    native: Set,
}

/// The marks of all characters of the Basic Multilingual Plane, in blocks of 64; blocks that are alike
/// are one.
struct Marks {
    blocks: Vec<u16>,
    marks: Vec<Mark>,
}

/// So many characters share all bytes of UTF-8 but the last one.
const BLOCK: usize = 64;

/// Where the block starts that is all defaults.
const NONE: usize = 0;

static MARKS: LazyLock<Marks> = LazyLock::new(|| {
    let none = vec![Mark::default(); BLOCK];
    let mut known = BTreeMap::from([(none.clone(), NONE)]);
    let mut all = Marks { blocks: Vec::new(), marks: none };
    for block in 0..0x1_0000 / BLOCK {
        let mark = |number: usize| {
            let character = char::from_u32((block * BLOCK + number) as u32).unwrap_or_default();
            let entry = PAGES.entry(character);
            let [two, three, four] = entry.leads;
            let native = PAGES.native(character);
            Mark { two, more: three | four, behind: entry.continuations, native }
        };
        let marks: Vec<Mark> = (0..BLOCK).map(mark).collect();
        let next = all.marks.len();
        let start = *known.entry(marks.clone()).or_insert(next);
        if start == next {
            all.marks.extend(marks);
        }
        all.blocks.push(start as u16);
    }
    all
});

/// U+FFFD in UTF-8. It may stand for any byte that was lost.
const REPLACED: &[u8] = "\u{FFFD}".as_bytes();

/// What the characters before a place may be the start of, and in which pages.
#[derive(Clone, Copy, Default)]
struct Before {
    /// Of two, three or four: the first.
    two: Set,
    more: Set,
    /// Of three or four: the first two, or the first three.
    more_and_one: Set,
    more_and_two: Set,
    /// Whether the last three are letters of a page's own script, the last one first.
    native: [Set; 3],
}

impl Before {
    const fn begun(&self) -> Set {
        self.two | self.more | self.more_and_one | self.more_and_two
    }

    const fn and(self, mark: Mark) -> Before {
        let [last, last_but_one, _] = self.native;
        Before {
            two: mark.two,
            more: mark.more,
            more_and_one: self.more & mark.behind,
            more_and_two: self.more_and_one & mark.behind,
            native: [mark.native, last, last_but_one],
        }
    }
}

/// Where something may be in `text`. `known`: the pages in which some of the text was read, so that a
/// question mark may stand for a byte.
pub(super) fn candidate(text: &str, known: Set) -> Option<usize> {
    let (blocks, marks) = (&MARKS.blocks[..], &MARKS.marks[..]);
    let bytes = text.as_bytes();
    let mut before = Before::default();
    // Where the last two characters start.
    let (mut last, mut last_but_one) = (0, 0);
    let mut starts_run = true;
    let mut at = 0;
    while let Some(&byte) = bytes.get(at) {
        if byte < 0x80 {
            if byte == b'?' && before.begun() & known != 0 {
                return Some(at);
            }
            at += ascii_len(&bytes[at..]);
            before = Before::default();
            starts_run = true;
            continue;
        }
        let next = |ahead: usize| bytes.get(at + ahead).map_or(0, |byte| usize::from(byte & 0x3F));
        let (block, place, len) = match byte {
            0xC0..=0xDF => (usize::from(byte & 0x1F), next(1), 2),
            0xE0..=0xEF => (usize::from(byte & 0x0F) << 6 | next(1), next(2), 3),
            // No charset has them.
            _ => (0, 0, 4),
        };
        let start = usize::from(blocks[block]);
        if len == 3 && start == NONE && !starts_run && byte != REPLACED[0] {
            // Most scripts are in no charset of one byte.
            before = Before::default();
            at += len;
            while let Some(&[lead @ 0xE1..=0xEE, second, _]) = bytes[at..].first_chunk()
                && usize::from(blocks[usize::from(lead & 0x0F) << 6 | usize::from(second & 0x3F)])
                    == NONE
            {
                at += 3;
            }
            continue;
        }
        let mark = marks[start + place];
        // In the middle of a word in its own script, a page has sequences by chance.
        let [native, native_before, native_earlier] = before.native;
        let of_two = before.two & mark.behind & !(native & native_before);
        let of_more = before.more_and_one & mark.behind & !(native_before & native_earlier);
        let may_be_replaced = byte == REPLACED[0] && before.begun() != 0;
        if of_two | of_more != 0
            && (may_gain(text, last, of_two) || may_gain(text, last_but_one, of_more))
            || starts_run && several::is_likely(&text[at..], block * BLOCK + place)
            || may_be_replaced && bytes[at..].starts_with(REPLACED)
        {
            return Some(at);
        }
        starts_run = false;
        before = before.and(mark);
        (last_but_one, last) = (last, at);
        at += len;
    }
    None
}

/// Whether sequences that follow each other from `at` on are likelier, in any of some pages, than what
/// stands there. Without such a run, no path through the line can gain anything.
#[inline(never)]
fn may_gain(text: &str, at: usize, pages: Set) -> bool {
    if pages == 0 {
        return false;
    }
    let before = text[..at].chars().next_back().map_or(MODEL.line_end(), |it| MODEL.token(it));
    let mut rest = pages;
    while rest != 0 {
        if may_gain_in(rest.trailing_zeros() as usize, before, &text[at..]) {
            return true;
        }
        rest &= rest - 1;
    }
    false
}

fn may_gain_in(page: usize, before: Token, text: &str) -> bool {
    /// A run of more sequences is looked at by the line.
    const LONGEST: usize = 6;
    let mut characters = text.chars();
    let (mut gain, mut stands, mut read) = (0, before, before);
    for _ in 0..LONGEST {
        let entries = characters.clone().map(|it| PAGES.entry(it));
        let Some((character, length)) = sequence(entries, page) else { return false };
        for unread in characters.by_ref().take(length) {
            let token = MODEL.token(unread);
            gain += MODEL.cost(stands, token);
            stands = token;
        }
        let token = MODEL.token(character);
        gain -= MODEL.cost(read, token);
        read = token;
        let next = characters.clone().next().map_or(MODEL.line_end(), |it| MODEL.token(it));
        if gain + MODEL.cost(stands, next) - MODEL.cost(read, next) > SPAN {
            return true;
        }
    }
    true
}

/// How many bytes of ASCII `bytes` start with.
fn ascii_len(bytes: &[u8]) -> usize {
    const STEP: usize = size_of::<u64>();
    let mut at = 0;
    while let Some(step) = bytes[at..].first_chunk::<STEP>() {
        let beyond = u64::from_le_bytes(*step) & 0x8080_8080_8080_8080;
        if beyond != 0 {
            return at + beyond.trailing_zeros() as usize / 8;
        }
        at += STEP;
    }
    at + bytes[at..].iter().take_while(|byte| byte.is_ascii()).count()
}
