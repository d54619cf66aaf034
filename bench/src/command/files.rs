//! The files that commands run on.

use std::fs::{self, File};
use std::io::Write;
use std::path::Path;

use crate::Result;
use crate::data::{Random, classes};

/// How many files a tree has, and how many of them a directory.
pub(super) const TREE: usize = 20_000;
const DIRECTORY: usize = 200;

/// Bytes of each class before the next one comes.
const STRETCH: usize = 4 << 20;

/// What is bad, and one in how many bytes.
const BAD: u8 = 0xED;
const BAD_EVERY: usize = 1000;

/// All classes of text in turn, again and again. So many bytes, or up to three fewer.
pub(super) fn clean(path: &Path, size: usize) -> Result<u64> {
    let text = all_classes();
    write(path, size, |rest| text.as_bytes()[..text.floor_char_boundary(rest)].to_vec())
}

/// The same with a bad byte in so many, anywhere among them.
pub(super) fn bad(path: &Path, size: usize) -> Result<u64> {
    let text = all_classes();
    let mut random = Random::new("bad");
    write(path, size, |rest| {
        let mut bytes = text.as_bytes()[..text.floor_char_boundary(rest)].to_vec();
        for stretch in bytes.chunks_exact_mut(BAD_EVERY) {
            stretch[random.below(BAD_EVERY)] = BAD;
        }
        bytes
    })
}

/// Small files, each of one class, in a directory for every so many. Gives the bytes of all.
pub(super) fn tree(root: &Path) -> Result<u64> {
    let texts: Vec<String> = classes().map(|class| class.text(1 << 20)).collect();
    let mut random = Random::new("tree");
    let mut bytes = 0;
    for number in 0..TREE {
        let directory = root.join(format!("{:03}", number / DIRECTORY));
        if number.is_multiple_of(DIRECTORY) {
            fs::create_dir(&directory)?;
        }
        let text = &texts[number % texts.len()];
        let len = small(&mut random);
        let start = text.floor_char_boundary(random.below(text.len() - len));
        let end = text.floor_char_boundary(start + len);
        fs::write(directory.join(format!("{number:05}.txt")), &text[start..end])?;
        bytes += (end - start) as u64;
    }
    Ok(bytes)
}

/// From 200 bytes to 20 kB, and each octave as often as another.
fn small(random: &mut Random) -> usize {
    let octaves = random.between((0, 1000)) as f64 / 1000.0 * f64::log2(100.0);
    (200.0 * octaves.exp2()) as usize
}

fn all_classes() -> String {
    classes().map(|class| class.text(STRETCH)).collect()
}

/// Writes what `next` gives, which is told how many bytes may still come, until it gives none.
fn write(path: &Path, size: usize, mut next: impl FnMut(usize) -> Vec<u8>) -> Result<u64> {
    let mut file = File::create(path)?;
    let mut written = 0;
    loop {
        let bytes = next(size - written);
        if bytes.is_empty() {
            break;
        }
        file.write_all(&bytes)?;
        written += bytes.len();
    }
    // What is still to be written to a disk would be while somebody is measured.
    file.sync_all()?;
    Ok(written as u64)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_are_as_clean_as_they_say() {
        let directory = tempfile::tempdir().expect("a temporary directory");
        let path = directory.path().join("text");
        let size = 60 << 20;

        let bytes = clean(&path, size).expect("written");
        assert!(bytes > size as u64 - 4 && bytes <= size as u64, "{bytes}");
        assert!(utf8kit::is_utf8(&fs::read(&path).expect("read")));

        bad(&path, size).expect("written");
        let read = fs::read(&path).expect("read");
        let errors =
            utf8kit::Utf8Chunks::new(&read).filter(|chunk| chunk.error().is_some()).count();
        // A bad byte inside a character leaves others behind that are errors by themselves.
        assert!(errors >= size / BAD_EVERY * 9 / 10, "{errors}");
    }
}
