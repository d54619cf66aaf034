//! What lies outside the slice does not matter, and is not touched: bytes around it that would
//! change the answer, and memory around it that cannot be read.

mod common;

use common::{ERRORS, FILLERS, Random, hex, levels, std_verdict, verdict};
use utf8kit::{Engine, Summary, Utf8Chunk, Utf8Chunks};

/// What the dispatching operations say of a text.
#[derive(PartialEq, Debug)]
struct Answers<'a> {
    verdict: common::Verdict,
    is_utf8: bool,
    count: usize,
    line_feeds: usize,
    summary: Summary,
    chunks: Vec<Utf8Chunk<'a>>,
    strings: bool,
}

fn answers(level: Engine, text: &[u8]) -> Answers<'_> {
    Answers {
        verdict: verdict(level.from_utf8(text)),
        is_utf8: level.is_utf8(text),
        count: level.count(text),
        line_feeds: level.count_line_feeds(text),
        summary: level.summary(text),
        chunks: Utf8Chunks::new(text).with_engine(level).collect(),
        strings: level.validate_strings(text, &[0, text.len()]).is_ok(),
    }
}

/// Texts of each class, of lengths around those of vectors and groups, whole, cut, and with an
/// error near either end.
fn texts() -> Vec<Vec<u8>> {
    let lengths = (0..=70).chain([95, 96, 97, 127, 128, 129, 131, 255, 256, 259, 320, 511, 515]);
    let mut texts = Vec::new();
    for len in lengths {
        for filler in FILLERS {
            let text = &filler.at_least(len)[..len];
            texts.push(text.to_vec());
            for error in ERRORS.iter().filter(|error| error.len() <= len) {
                if len % 5 == error.len() {
                    texts.push([error, &text[error.len()..]].concat());
                    texts.push([&text[..len - error.len()], error].concat());
                }
            }
        }
    }
    texts
}

/// Before: leads that would take the first bytes. Behind: continuations that would complete the
/// last ones. And each the other way round, and what is wrong by itself.
#[test]
fn bytes_around_do_not_matter() {
    let around: [&[u8]; 6] = [b"\xF0\x9F\x98", b"\xE2\x82", b"\xC3", b"\x80", b"\xFF", b"\n"];
    for level in levels() {
        for text in texts() {
            let expected = answers(level, &text);
            assert_eq!(expected.verdict, std_verdict(&text), "{level}: {}", hex(&text));
            for before in around {
                // The last bytes before the text are those of a whole item.
                let before: Vec<u8> = before.repeat(64 / before.len());
                for behind in [b'\x80', b'\xBF', b'\xFF', b'\n', b'\xE2'] {
                    let memory = [&before, &text[..], &[behind; 64]].concat();
                    let here = &memory[before.len()..before.len() + text.len()];
                    let found = answers(level, here);
                    assert_eq!(found, expected, "{level}: {}", hex(&text));
                }
            }
        }
    }
}

/// Reading a byte before or behind the text ends the process: both neighbours are pages of a file
/// that has no bytes.
#[cfg(target_os = "linux")]
#[test]
fn memory_around_is_not_read() {
    use guard::Guarded;
    let guarded = &mut Guarded::new();
    let mut random = Random::new(3);
    for level in levels() {
        for len in 0..=1024 {
            for (turn, filler) in FILLERS.iter().enumerate() {
                if level == Engine::emulated() && (len + turn) % 7 != 0 {
                    continue;
                }
                let mut text = filler.at_least(len)[..len].to_vec();
                if len > 0 && random.below(2) == 0 {
                    text[random.below(len)] = random.byte();
                }
                let expected = verdict(level.from_utf8(&text));
                for place in [Guarded::at_start, Guarded::at_end] {
                    let here = place(guarded, &text);
                    assert_eq!(verdict(level.from_utf8(here)), expected);
                    if len % 8 == turn {
                        assert_eq!(answers(level, here), answers(level, &text));
                    }
                }
            }
        }
    }
}

/// A page between two that cannot be read, without a line of `unsafe`.
#[cfg(target_os = "linux")]
mod guard {
    use std::fs::{self, File};

    use memmap2::{MmapMut, MmapOptions, MmapRaw};

    /// A multiple of every page size.
    const SIZE: usize = 1 << 16;

    pub(crate) struct Guarded {
        page: MmapMut,
        /// Held for as long as the page is: mappings of a file of no bytes, so that reading them is
        /// a bus error.
        _guards: Vec<MmapRaw>,
    }

    impl Guarded {
        pub(crate) fn new() -> Guarded {
            let file = empty_file();
            // The kernel puts mappings side by side, sooner or later.
            let (mut guards, mut pages) = (Vec::new(), Vec::new());
            for _ in 0..256 {
                guards.push(MmapOptions::new().len(SIZE).map_raw(&file).unwrap());
                pages.push(MmapMut::map_anon(SIZE).unwrap());
            }
            let guard_at = |address| guards.iter().any(|guard| guard.as_ptr().addr() == address);
            let is_between = |page: &MmapMut| {
                let address = page.as_ptr().addr();
                guard_at(address - SIZE) && guard_at(address + SIZE)
            };
            let page = pages.into_iter().find(is_between);
            let page = page.expect("a page between two guards");
            Guarded { page, _guards: guards }
        }

        /// The text, right behind what cannot be read.
        pub(crate) fn at_start(&mut self, text: &[u8]) -> &[u8] {
            let here = &mut self.page[..text.len()];
            here.copy_from_slice(text);
            here
        }

        /// The text, right before what cannot be read.
        pub(crate) fn at_end(&mut self, text: &[u8]) -> &[u8] {
            let here = &mut self.page[SIZE - text.len()..];
            here.copy_from_slice(text);
            here
        }
    }

    fn empty_file() -> File {
        // Cargo's own directory for this is not there where the test runs in an emulator.
        let name = std::env::temp_dir().join(format!("utf8kit-guard-{}", std::process::id()));
        let file = File::options().read(true).write(true).create_new(true).open(&name).unwrap();
        fs::remove_file(&name).unwrap();
        file
    }
}
