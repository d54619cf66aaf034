//! Looking ahead in a file: how far there is nothing to report.
//!
//! A survey cuts the file into pieces that any number of workers validate, in any order. It says no
//! more of a piece than whether it is clean; what is wrong with one that is not, the scanner of the
//! file finds out, in order. So a finding is the same whoever looked ahead, and how far.
//!
//! A piece is responsible for the characters that start in it. At a cut, at most three
//! continuations belong to the piece before: in well-formed text that is where a character ends,
//! and where it is not, one of the two pieces is ill-formed as it stands.

use std::collections::VecDeque;
use std::fs::File;
use std::io;
use std::ops::Range;
use std::os::unix::fs::FileExt;
use std::sync::{Arc, Condvar, Mutex, MutexGuard};

use super::denied::Denied;
use crate::buffer::Buffer;
use crate::engine::engine;
use crate::place::Passage;

/// Large enough that system calls cost little, small enough for the second-level cache.
const PIECE: u64 = 128 * 1024;

/// A character may reach so far over the end of the piece that it starts in.
const OVERLAP: u64 = 3;

/// How many results may wait for one that takes long.
const MAX_AHEAD: usize = 4096;

/// A stretch of a file in which nothing is to be reported.
pub(super) struct Clean {
    /// Where it starts and ends, between characters.
    start: u64,
    pub(super) end: u64,
    /// `None` unless it was asked for.
    pub(super) passage: Option<Passage>,
}

/// A part of a file, to be examined by all who have time.
pub(crate) struct Survey {
    file: Arc<File>,
    /// Where the file ended when the survey began.
    end: u64,
    /// Whether to count lines too.
    counts: bool,
    state: Mutex<State>,
    changed: Condvar,
}

struct State {
    /// What is left for others to claim; all pieces but the first begin at a multiple of `PIECE`.
    unclaimed: Range<u64>,
    /// How many pieces have been taken by the file's own scanner.
    taken: usize,
    /// The results of those that come next, as far as they have been claimed.
    results: VecDeque<Result>,
    /// Where the last stretch that was taken ended.
    clean_to: u64,
    /// Whether the scanner waits for the first of them.
    is_awaited: bool,
}

enum Result {
    Pending,
    Clean(Clean),
    /// Not clean, or not readable.
    Dirty,
}

/// A piece that has been claimed.
struct Piece {
    index: usize,
    range: Range<u64>,
}

impl Survey {
    /// Of `range`, which starts between characters and ends where the file does.
    pub(super) fn new(file: &Arc<File>, range: Range<u64>, counts: bool) -> Survey {
        let state = State {
            unclaimed: range.clone(),
            taken: 0,
            results: VecDeque::new(),
            clean_to: range.start,
            is_awaited: false,
        };
        let file = Arc::clone(file);
        let (state, changed) = (Mutex::new(state), Condvar::new());
        Survey { file, end: range.end, counts, state, changed }
    }

    /// Examines pieces until none is left to claim.
    pub(super) fn help(&self, surveyor: &mut Surveyor) {
        loop {
            let claimed = self.lock().claim();
            let Some(piece) = claimed else { return };
            self.examine(piece, surveyor);
        }
    }

    /// The next clean stretch; `None` before the first thing that is to be reported, and at the
    /// end.
    pub(super) fn next(&self, surveyor: &mut Surveyor) -> Option<Clean> {
        let mut state = self.lock();
        loop {
            match state.results.pop_front() {
                Some(Result::Clean(clean)) if clean.start == state.clean_to => {
                    state.taken += 1;
                    state.clean_to = clean.end;
                    return Some(clean);
                }
                // Pieces that do not meet: somebody writes to the file.
                Some(Result::Clean(_) | Result::Dirty) => {
                    state.taken += 1;
                    state.stop();
                    return None;
                }
                Some(Result::Pending) => state.results.push_front(Result::Pending),
                None => {}
            }
            if let Some(piece) = state.claim() {
                drop(state);
                self.examine(piece, surveyor);
                state = self.lock();
            } else if state.results.is_empty() {
                return None;
            } else {
                state.is_awaited = true;
                state = self.changed.wait(state).unwrap_or_else(|poisoned| poisoned.into_inner());
                state.is_awaited = false;
            }
        }
    }

    fn examine(&self, piece: Piece, surveyor: &mut Surveyor) {
        let result = match self.look(&piece, surveyor) {
            Ok(Some(clean)) => Result::Clean(clean),
            // What cannot be read, the scanner will come to, and report.
            Ok(None) | Err(_) => Result::Dirty,
        };
        let mut state = self.lock();
        if matches!(result, Result::Dirty) {
            state.stop();
        }
        let index = piece.index - state.taken;
        state.results[index] = result;
        if index == 0 && state.is_awaited {
            self.changed.notify_all();
        }
    }

    fn look(&self, piece: &Piece, surveyor: &mut Surveyor) -> io::Result<Option<Clean>> {
        let Range { start, end } = piece.range;
        let seen_to = self.end.min(end + OVERLAP);
        // A piece with its overlap fits the buffer.
        let text = &mut surveyor.buffer[..(seen_to - start) as usize];
        self.file.read_exact_at(text, start)?;
        let from = if piece.index == 0 { 0 } else { continuations(text) };
        let to = if end == self.end {
            text.len()
        } else {
            let cut = (end - start) as usize;
            cut + continuations(&text[cut..])
        };
        let text = &text[from..to];
        if !engine().is_utf8(text) || surveyor.denied.find(text).is_some() {
            return Ok(None);
        }
        let passage = self.counts.then(|| Passage::of(text));
        Ok(Some(Clean { start: start + from as u64, end: start + to as u64, passage }))
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(|poisoned| poisoned.into_inner())
    }
}

impl State {
    /// Has no more pieces claimed: what is behind is examined again, in order.
    fn stop(&mut self) {
        self.unclaimed.start = self.unclaimed.end;
    }

    fn claim(&mut self) -> Option<Piece> {
        let Range { start, end } = self.unclaimed;
        if start >= end || self.results.len() >= MAX_AHEAD {
            return None;
        }
        let cut = end.min((start / PIECE + 1) * PIECE);
        self.unclaimed.start = cut;
        self.results.push_back(Result::Pending);
        Some(Piece { index: self.taken + self.results.len() - 1, range: start..cut })
    }
}

/// How many of the first three bytes may belong to a character that started before.
fn continuations(text: &[u8]) -> usize {
    text.iter().take(3).take_while(|&&byte| byte & 0xC0 == 0x80).count()
}

/// What a worker needs to take part in surveys.
pub(super) struct Surveyor {
    denied: Denied,
    buffer: Buffer,
}

impl Surveyor {
    pub(super) fn new(denied: Denied) -> Surveyor {
        Surveyor { denied, buffer: Buffer::new((PIECE + OVERLAP) as usize) }
    }

    /// Reads text a second time, as much of it as can still be read.
    pub(super) fn reread(
        &mut self,
        file: &File,
        range: Range<u64>,
        mut passed: impl FnMut(&[u8]),
    ) -> io::Result<()> {
        let mut at = range.start;
        while at < range.end {
            let wanted = (range.end - at).min(PIECE) as usize;
            match file.read_at(&mut self.buffer[..wanted], at) {
                Ok(0) => break,
                Ok(read) => {
                    passed(&self.buffer[..read]);
                    at += read as u64;
                }
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => return Err(error),
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use std::io::Write;
    use std::thread;

    use super::*;
    use crate::place::Place;

    /// Where a survey of `text` from `start` stops, with `helpers` other threads, and the place
    /// that it has counted.
    fn survey(text: &[u8], start: u64, helpers: usize) -> (u64, Place) {
        let mut file = tempfile::tempfile().unwrap();
        file.write_all(text).unwrap();
        let survey = Survey::new(&Arc::new(file), start..text.len() as u64, true);
        let surveyor = || Surveyor::new(Denied { nul: true, ..Denied::default() });
        thread::scope(|scope| {
            for _ in 0..helpers {
                scope.spawn(|| survey.help(&mut surveyor()));
            }
            let (mut end, mut place) = (start, Place::START);
            while let Some(clean) = survey.next(&mut surveyor()) {
                end = clean.end;
                place.add(clean.passage.unwrap());
            }
            (end, place)
        })
    }

    #[test]
    fn clean_text_is_clean_wherever_it_is_cut() {
        for character in ["x", "é", "日", "😀"] {
            for shift in 0..4 {
                let text = "\n".repeat(shift) + &character.repeat(3 * PIECE as usize / 2);
                for helpers in [0, 1, 3] {
                    let place = Place { line: shift as u64 + 1, column: 3 * PIECE / 2 + 1 };
                    let surveyed = survey(text.as_bytes(), 0, helpers);
                    assert_eq!(surveyed, (text.len() as u64, place));
                    assert_eq!(survey(text.as_bytes(), shift as u64, helpers).0, surveyed.0);
                }
            }
        }
    }

    #[test]
    fn a_survey_stops_before_what_is_not_clean() {
        let ill_formed: [&[u8]; 6] =
            [b"\xFF", b"\x80\x80\x80\x80", b"\xC3", b"\xF0\x9F\x98", b"\xE2\x82\xC3", b"\0"];
        for bytes in ill_formed {
            for at in (2 * PIECE - 6..2 * PIECE + 6).chain([4 * PIECE - 4]) {
                let mut text = "日".repeat(2 * PIECE as usize).into_bytes();
                // Between two characters.
                let at = (at / 3 * 3) as usize;
                text.splice(at..at, bytes.iter().copied());
                let (end, _) = survey(&text, 0, 2);
                assert!(end <= at as u64 && at as u64 <= end + PIECE + OVERLAP, "{end} {at}");
                assert!(utf8kit::is_utf8(&text[..end as usize]));
            }
        }
    }

    #[test]
    fn pieces_that_do_not_meet_are_not_clean() {
        let file = tempfile::tempfile().unwrap();
        file.set_len(3 * PIECE).unwrap();
        let file = Arc::new(file);
        let survey = Survey::new(&file, 0..3 * PIECE, false);
        let mut surveyor = Surveyor::new(Denied::default());
        assert_eq!(survey.next(&mut surveyor).unwrap().end, PIECE);
        // The piece before has seen ASCII here, so nobody is responsible for these.
        file.write_all_at(b"\x80\x80\x80", PIECE).unwrap();
        assert!(survey.next(&mut surveyor).is_none());
        assert!(survey.lock().claim().is_none());
    }

    #[test]
    fn what_a_file_has_lost_is_not_clean() {
        let file = tempfile::tempfile().unwrap();
        file.set_len(2 * PIECE - 1).unwrap();
        let survey = Survey::new(&Arc::new(file), 0..3 * PIECE, false);
        let mut surveyor = Surveyor::new(Denied::default());
        assert_eq!(survey.next(&mut surveyor).unwrap().end, PIECE);
        assert!(survey.next(&mut surveyor).is_none());
    }
}
