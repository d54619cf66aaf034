//! What the reference expects of a conversion, and whether a level does it.

use utf8kit::convert::{Progress, Stop};
use utf8kit::reference::convert::{Form, What, converted, items, replacement};
use utf8kit::reference::encode::Octets;
use utf8kit::{Engine, Error, Kind};

use crate::common::hex;
use crate::memory::{Memory, Text};
use crate::pairs::{MODES, Mode, Pair, Side};

/// A text as the reference reads it.
#[derive(Clone)]
pub(crate) struct Source {
    pub(crate) bytes: Vec<u8>,
    items: Items,
    /// What stands in the text for a conversion to WTF-8, if it differs.
    items_for_wtf8: Option<Items>,
}

/// What stands in a text, and how many bytes each item has.
type Items = Vec<(usize, What)>;

fn items_for(form: Form, to: Form, bytes: &[u8]) -> Items {
    items(form, to, bytes).map(|item| (item.len, item.what)).collect()
}

impl Source {
    pub(crate) fn new(form: Form, bytes: impl Into<Vec<u8>>) -> Source {
        let bytes = bytes.into();
        let items = items_for(form, Form::Utf8, &bytes);
        // Only a high surrogate and half a unit at the end are read in another way.
        let is_cut = matches!(items.last(), Some((3, What::Surrogate(..))));
        let items_for_wtf8 = is_cut.then(|| items_for(form, Form::Wtf8, &bytes));
        Source { bytes, items, items_for_wtf8 }
    }

    /// This text, which ends between two characters, and another one behind it.
    pub(crate) fn and(mut self, next: &Source) -> Source {
        self.bytes.extend_from_slice(&next.bytes);
        let before = self.items.clone();
        self.items.extend_from_slice(&next.items);
        self.items_for_wtf8 = next.items_for_wtf8.as_ref().map(|next| [&before[..], next].concat());
        self
    }

    /// So many bytes of it, or up to where the character there starts.
    pub(crate) fn prefix(&self, len: usize) -> Source {
        let mut end = 0;
        let fits = |(item, _): &&(usize, What)| {
            end += item;
            end <= len
        };
        let items: Vec<_> = self.items.iter().take_while(fits).copied().collect();
        let len = items.iter().map(|(len, _)| len).sum();
        Source { bytes: self.bytes[..len].to_vec(), items, items_for_wtf8: None }
    }

    /// What is expected of a conversion.
    pub(crate) fn to(&self, form: Form) -> Expected<'_> {
        let mut expected = Expected {
            source: &self.bytes,
            boundaries: vec![(0, 0)],
            lossy: Vec::new(),
            errors: Vec::new(),
        };
        let replacement = replacement(form);
        // The reference is slow, and most texts are few characters again and again.
        let mut known: Vec<(What, Result<Octets, Kind>)> = Vec::new();
        let mut at = 0;
        let for_wtf8 = self.items_for_wtf8.as_ref().filter(|_| form == Form::Wtf8);
        for &(len, what) in for_wtf8.unwrap_or(&self.items) {
            let octets = match known.iter().find(|(known, _)| *known == what) {
                Some((_, octets)) => *octets,
                None => {
                    let octets = converted(what, form);
                    if known.len() < 16 {
                        known.push((what, octets));
                    }
                    octets
                }
            };
            if let Err(kind) = octets {
                expected.errors.push(Malformed { at, written: expected.lossy.len(), len, kind });
            }
            expected.lossy.extend_from_slice(octets.as_ref().unwrap_or(&replacement).as_slice());
            at += len;
            expected.boundaries.push((at, expected.lossy.len()));
        }
        expected
    }
}

/// What is expected of a conversion, counted in bytes.
pub(crate) struct Expected<'a> {
    source: &'a [u8],
    /// Where in the source and in what is written one character ends and the next starts.
    boundaries: Vec<(usize, usize)>,
    lossy: Vec<u8>,
    errors: Vec<Malformed>,
}

/// An error.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Malformed {
    at: usize,
    /// What was written before.
    written: usize,
    len: usize,
    kind: Kind,
}

/// An error, in elements: place, length, whether the input ends in it, kind.
pub(crate) type Described = (usize, usize, Option<usize>, Kind);

pub(crate) fn described(error: Error) -> Described {
    (error.position(), error.subpart_len(), error.error_len(), error.kind())
}

impl Malformed {
    pub(crate) fn described(self, side: Side) -> Described {
        let len = self.len.div_ceil(side.width);
        (self.at / side.width, len, (self.kind != Kind::Incomplete).then_some(len), self.kind)
    }
}

/// How far a conversion came, in elements.
type Came = (usize, usize, End);

#[derive(PartialEq, Eq, Debug)]
enum End {
    Done,
    Full,
    Malformed(Described),
}

fn came(progress: Progress) -> Came {
    let end = match progress.stop {
        Stop::Done => End::Done,
        Stop::OutputFull => End::Full,
        Stop::Malformed(error) => End::Malformed(described(error)),
    };
    (progress.read, progress.written, end)
}

impl Expected<'_> {
    /// All that is written, given room.
    pub(crate) fn output(&self, mode: Mode) -> &[u8] {
        match (mode, self.error()) {
            (Mode::Strict, Some(error)) => &self.lossy[..error.written],
            _ => &self.lossy,
        }
    }

    /// What a conversion of all of it gives.
    fn wanted(&self, Call { pair, mode, .. }: Call<'_>) -> Result<&[u8], Described> {
        match self.error().filter(|_| mode == Mode::Strict) {
            Some(error) => Err(error.described(pair.from)),
            None => Ok(self.output(mode)),
        }
    }

    /// The first error.
    pub(crate) fn error(&self) -> Option<Malformed> {
        self.errors.first().copied()
    }

    /// How far it comes with so much room: to the error, if that is before; else as many characters
    /// as there is room for.
    fn came(&self, pair: &Pair, mode: Mode, room: usize) -> Came {
        let (from, to) = (pair.from, pair.to);
        if let (Mode::Strict, Some(error)) = (mode, self.error())
            && error.written <= room
        {
            let end = End::Malformed(error.described(from));
            return (error.at / from.width, error.written / to.width, end);
        }
        let fitting = self.boundaries.partition_point(|&(_, written)| written <= room);
        let (read, written) = self.boundaries[fitting - 1];
        let end = if fitting == self.boundaries.len() { End::Done } else { End::Full };
        (read / from.width, written / to.width, end)
    }
}

/// Checks conversions, each at other alignments than the one before.
#[derive(Default)]
pub(crate) struct Checker {
    text: Text,
    memory: Memory,
    turn: usize,
}

/// A conversion.
#[derive(Clone, Copy)]
pub(crate) struct Call<'p> {
    pub(crate) pair: &'p Pair,
    pub(crate) level: Engine,
    pub(crate) mode: Mode,
}

/// A pair at each level and in each mode.
pub(crate) fn calls(pair: &Pair) -> impl Iterator<Item = Call<'_>> {
    pair.levels()
        .iter()
        .flat_map(move |&level| MODES.into_iter().map(move |mode| Call { pair, level, mode }))
}

impl Checker {
    /// Everything that there is to ask, with ample room and with not a byte more or less than
    /// needed.
    pub(crate) fn everything(&mut self, pair: &Pair, level: Engine, expected: &Expected<'_>) {
        for mode in MODES {
            let call = Call { pair, level, mode };
            let exact = expected.output(mode).len();
            self.check_room(call, expected, exact);
            self.check_room(call, expected, exact + 400);
            if exact > 0 {
                self.check_room(call, expected, exact - 1);
            }
            self.len_and_owned(call, expected);
        }
    }

    /// In both modes, with room to spare and without in turns.
    pub(crate) fn both(&mut self, pair: &Pair, level: Engine, expected: &Expected<'_>) {
        for mode in MODES {
            let spare = self.spare();
            let room = expected.output(mode).len() + spare;
            self.check_room(Call { pair, level, mode }, expected, room);
        }
    }

    fn spare(&self) -> usize {
        if (self.turn / 2).is_multiple_of(2) { 400 } else { 0 }
    }

    /// Into `room` bytes, of which those that do not fill an element do not count.
    pub(crate) fn check_room(&mut self, call: Call<'_>, expected: &Expected<'_>, room: usize) {
        let shifts = (self.turn * 5, self.turn * 11);
        self.check_room_at(call, expected, room, shifts);
    }

    /// With source and target so many bytes behind a multiple of 64.
    pub(crate) fn check_room_at(
        &mut self,
        call: Call<'_>,
        expected: &Expected<'_>,
        room: usize,
        shifts: (usize, usize),
    ) {
        let wanted = expected.came(call.pair, call.mode, room);
        let written = &expected.output(call.mode)[..wanted.1 * call.pair.to.width];
        self.check(call, expected.source, room, shifts, wanted, written);
    }

    /// Strict from each error's end to the next error, and to the end.
    pub(crate) fn walk(&mut self, pair: &Pair, level: Engine, expected: &Expected<'_>) {
        let call = Call { pair, level, mode: Mode::Strict };
        let (mut at, mut start) = (0, 0);
        for error in expected.errors.iter().copied().map(Some).chain([None]) {
            let (end, written, why) = match error {
                Some(error) => {
                    let here = Malformed { at: error.at - at, ..error };
                    (error.at, error.written, End::Malformed(here.described(pair.from)))
                }
                None => (expected.source.len(), expected.lossy.len(), End::Done),
            };
            let wanted = ((end - at) / pair.from.width, (written - start) / pair.to.width, why);
            let room = written - start + self.spare();
            let shifts = (self.turn * 5, self.turn * 11);
            let written = &expected.lossy[start..written];
            self.check(call, &expected.source[at..], room, shifts, wanted, written);
            if let Some(error) = error {
                at = error.at + error.len;
                start = error.written + replacement(pair.to.form).as_slice().len();
            }
        }
    }

    fn check(
        &mut self,
        call: Call<'_>,
        source: &[u8],
        room: usize,
        (from, to): (usize, usize),
        wanted: Came,
        written: &[u8],
    ) {
        let Call { pair, level, mode } = call;
        self.turn += 1;
        let fill = if self.turn.is_multiple_of(2) { 0x5A } else { 0xA5 };
        self.text.set(source, pair.from.width, from);
        self.memory.fill(room, pair.to.width, to, fill);
        let progress = (pair.into)(level, mode, &self.text, &mut self.memory);
        if came(progress) != wanted || !self.memory.holds(written, pair.to.width) {
            self.fail(call, source, room, progress, &wanted, written);
        }
    }

    /// The length alone.
    pub(crate) fn len(&mut self, call: Call<'_>, expected: &Expected<'_>) {
        let Call { pair, level, mode } = call;
        self.turn += 1;
        self.text.set(expected.source, pair.from.width, self.turn * 5);
        let wanted = expected.wanted(call).map(|bytes| bytes.len() / pair.to.width);
        let len = (pair.len)(level, mode, &self.text).map_err(described);
        if len != wanted {
            panic!(
                "{level} {} {mode:?}: length {len:?}\n\
                 expected {wanted:?}\nsource: {}",
                pair.name(),
                shown(expected.source),
            );
        }
    }

    /// Checks the other ways: lengths and owned results.
    pub(crate) fn len_and_owned(&mut self, call: Call<'_>, expected: &Expected<'_>) {
        self.len(call, expected);
        let Call { pair, level, mode } = call;
        let wanted = expected.wanted(call);
        let owned = (pair.owned)(level, mode, &self.text).map_err(described);
        if owned.as_ref().map(Vec::as_slice).map_err(|error| *error) != wanted {
            panic!(
                "{level} {} {mode:?}: owned {owned:X?}\nexpected {wanted:X?}\nsource: {}",
                pair.name(),
                shown(expected.source),
            );
        }
    }

    #[cold]
    fn fail(
        &mut self,
        Call { pair, level, mode }: Call<'_>,
        source: &[u8],
        room: usize,
        progress: Progress,
        wanted: &Came,
        written: &[u8],
    ) {
        let (found, is_touched_outside) = self.memory.written(progress, pair.to.width);
        let outside =
            if is_touched_outside { "\nMEMORY OUTSIDE OF THE TARGET WAS WRITTEN TO" } else { "" };
        let same = found.iter().zip(written).take_while(|(found, wanted)| found == wanted).count();
        let read = progress.read * pair.from.width;
        panic!(
            "{level} {} {mode:?}, {} bytes into room for {room}{outside}\n   found {:?}\n\
             expected {wanted:?}\nwritten, from byte {same} on, where it differs\n   found {}\n\
             expected {}\nsource around {read}: {}\nsource: {}",
            pair.name(),
            source.len(),
            came(progress),
            hex(around(&found, same)),
            hex(around(written, same)),
            hex(around(source, read)),
            shown(source),
        );
    }
}

/// Some bytes before, and some behind.
fn around(bytes: &[u8], at: usize) -> &[u8] {
    &bytes[at.saturating_sub(16).min(bytes.len())..bytes.len().min(at + 32)]
}

fn shown(bytes: &[u8]) -> String {
    if bytes.len() <= 2000 { hex(bytes) } else { format!("{} bytes", bytes.len()) }
}
