//! The end that measures.
//!
//! Over standard input and output, a line each: the worker introduces itself, then answers
//! `load SLOT BYTES STRINGS` (and that many bytes, and where the strings end, 4 bytes each) with
//! `ready`, `sample FAMILY FUNCTION LEVEL SLOT PASSES WARM` with what the function returned and the
//! nanoseconds that so many passes over the strings took at each of [`OFFSETS`], and
//! `check FAMILY FUNCTION LEVEL SLOT` with a [`digest`] of what it wrote at each. At the end of
//! input it ends.

use std::hash::{DefaultHasher, Hasher};
use std::hint::black_box;
use std::io::{BufRead, Write};

use utf8kit::Level;

use crate::Result;
use crate::clock::Clock;
use crate::data::Input;
use crate::families::{Call, Family, Function};

/// The argument that makes a process a worker.
pub(crate) const COMMAND: &str = "--worker";

/// What a worker's first line begins with: two builds that do not say the same do not mix.
pub(crate) const GREETING: &str = "utf8kit-bench-3";

/// Distances of the input from a 64-byte boundary. Allocators give small blocks any multiple of 16,
/// and large ones often 16; loads that cross cache lines cost some kernels more than others.
pub(crate) const OFFSETS: [usize; 3] = [0, 16, 24];

const ALIGNMENT: usize = 64;

/// Which of the inputs that a worker has.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Slot {
    Text,
    /// The same text without its bad bytes.
    Clean,
}

impl Slot {
    pub(crate) const fn name(self) -> &'static str {
        match self {
            Slot::Text => "text",
            Slot::Clean => "clean",
        }
    }

    fn named(name: &str) -> Result<Slot> {
        let mut all = [Slot::Text, Slot::Clean].into_iter();
        Ok(all.find(|slot| slot.name() == name).ok_or("no such slot")?)
    }
}

pub(crate) fn run(mut input: impl BufRead, mut output: impl Write) -> Result<()> {
    // An implementation that was forced but not built in finds nothing well-formed.
    let simdutf = if simdutf::validate_utf8(b"a") { "works" } else { "none" };
    writeln!(output, "{GREETING} {simdutf} {}", env!("BENCH_CXX"))?;
    output.flush()?;

    let mut slots: [Loaded; 2] = Default::default();
    let mut line = String::new();
    while input.read_line(&mut line)? != 0 {
        let words: Vec<&str> = line.split_whitespace().collect();
        match words[..] {
            ["load", slot, len, strings] => {
                let all = receive(&mut input, len.parse()?, strings.parse()?)?;
                slots[Slot::named(slot)? as usize] = Loaded {
                    placed: OFFSETS.map(|offset| Placed::new(&all, offset)).into(),
                    target: Target::new(&all),
                };
                writeln!(output, "ready")?;
            }
            ["sample", family, function, level, slot, passes, warm] => {
                let function = prepare(family, function, level)?;
                let clock = Clock { passes: passes.parse()?, warm: warm.parse()? };
                let Loaded { placed, target } = &mut slots[Slot::named(slot)? as usize];
                let (mut answer, mut times) = (0, String::new());
                for placed in &*placed {
                    let dst = target.at(placed.offset);
                    let nanoseconds;
                    (answer, nanoseconds) = placed.sample(function, dst, clock)?;
                    times = format!("{times} {nanoseconds}");
                }
                writeln!(output, "{answer}{times}")?;
            }
            ["check", family, function, level, slot] => {
                let function = prepare(family, function, level)?;
                let Loaded { placed, target } = &mut slots[Slot::named(slot)? as usize];
                let mut digests = Vec::new();
                for placed in &*placed {
                    let written = placed.output(function, target.at(placed.offset))?;
                    digests.push(digest(&written).to_string());
                }
                writeln!(output, "{}", digests.join(" "))?;
            }
            _ => return Err(format!("unknown order: {line}").into()),
        }
        output.flush()?;
        line.clear();
    }
    Ok(())
}

fn prepare(family: &str, function: &str, level: &str) -> Result<&'static Function> {
    // Ours are called as everybody calls them: which level that is, the cap says.
    Level::set_cap(level.parse().map_err(|_| "no such level")?);
    let family = Family::named(family).ok_or("no such family")?;
    Ok(family.function(function).ok_or("no such function")?)
}

/// By which processes that one compiler built tell whether they have the same.
pub(crate) fn digest(bytes: &[u8]) -> u64 {
    let mut hasher = DefaultHasher::new();
    hasher.write(bytes);
    hasher.finish()
}

/// What stands behind the line of an order to load.
pub(crate) fn send(input: &Input, mut output: impl Write) -> std::io::Result<()> {
    output.write_all(&input.bytes)?;
    let ends = input.offsets[1..].iter().flat_map(|end| end.to_le_bytes());
    output.write_all(&ends.collect::<Vec<u8>>())
}

fn receive(mut input: impl BufRead, len: usize, strings: usize) -> Result<Input> {
    let mut bytes = vec![0; len];
    input.read_exact(&mut bytes)?;
    let mut offsets = vec![0];
    for _ in 0..strings {
        let mut end = [0; 4];
        input.read_exact(&mut end)?;
        offsets.push(i32::from_le_bytes(end));
    }
    Ok(Input { bytes, offsets })
}

#[derive(Default)]
struct Loaded {
    /// At each offset.
    placed: Vec<Placed>,
    target: Target,
}

/// An input that begins where it shall, behind padding: no other way to place one is safe code.
struct Placed {
    /// As text, where it is; this is where it is found out.
    padded: std::result::Result<String, Vec<u8>>,
    start: usize,
    /// From the boundary.
    offset: usize,
    offsets: Vec<i32>,
}

/// Memory to convert into, with room for what any string becomes in any form.
#[derive(Default)]
struct Target {
    padded: Vec<u8>,
    room: usize,
}

/// The most bytes that a byte becomes: a character of Latin-1 in UTF-32.
const GROWTH: usize = 4;

/// Where pages begin. A store that reaches over that takes twenty turns of the clock on Zen 5 where others take one, and where an allocator
/// puts so little memory is chance: what a short string becomes lies in one page.
const PAGE: usize = 4096;

impl Target {
    fn new(input: &Input) -> Target {
        let longest = input.strings().map(<[u8]>::len).max().unwrap_or(0);
        // Some functions ask for a little more room than they need.
        let room = GROWTH * longest + ALIGNMENT;
        Target { padded: vec![0; PAGE + ALIGNMENT + room], room }
    }

    /// As far from a boundary as the input.
    fn at(&mut self, offset: usize) -> &mut [u8] {
        let start = self.padded.as_ptr().align_offset(PAGE) + offset;
        &mut self.padded[start..start + self.room]
    }
}

impl Placed {
    fn new(input: &Input, offset: usize) -> Placed {
        let mut padded: Vec<u8> = Vec::with_capacity(2 * ALIGNMENT + input.bytes.len());
        let start = padded.as_ptr().align_offset(ALIGNMENT) + offset;
        padded.resize(start, b' ');
        padded.extend_from_slice(&input.bytes);
        let padded = String::from_utf8(padded).map_err(|error| error.into_bytes());
        let placed = Placed { padded, start, offset, offsets: input.offsets.clone() };
        let distance = placed.bytes().as_ptr().align_offset(ALIGNMENT);
        assert_eq!(distance, (ALIGNMENT - offset) % ALIGNMENT);
        placed
    }

    fn bytes(&self) -> &[u8] {
        let padded = match &self.padded {
            Ok(text) => text.as_bytes(),
            Err(bytes) => bytes,
        };
        &padded[self.start..]
    }

    fn text(&self) -> Result<&str> {
        match &self.padded {
            Ok(text) => Ok(&text[self.start..]),
            Err(_) => Err("a function for text was given something else".into()),
        }
    }

    fn ranges(&self) -> impl Iterator<Item = std::ops::Range<usize>> {
        self.offsets.windows(2).map(|ends| ends[0] as usize..ends[1] as usize)
    }

    fn strings(&self) -> Vec<&[u8]> {
        self.ranges().map(|range| &self.bytes()[range]).collect()
    }

    /// What a pass returned, and the nanoseconds of all. Everything else happens before.
    fn sample(&self, function: &Function, dst: &mut [u8], clock: Clock) -> Result<(usize, u128)> {
        Ok(match function.call {
            Call::Each(call) => {
                let strings = self.strings();
                clock.time(|| strings.iter().map(|string| call(string)).sum())
            }
            Call::EachText(call) => {
                let text = self.text()?;
                let strings: Vec<&str> = self.ranges().map(|range| &text[range]).collect();
                clock.time(|| strings.iter().map(|string| call(string)).sum())
            }
            Call::Column(call) => clock.time(|| call(self.bytes(), &self.offsets)),
            Call::Pieces(call) => clock.time(|| call(self.bytes(), &self.offsets, dst)),
            Call::Units(call) => call.sample(&self.strings(), dst, clock),
            Call::At { of, call } => {
                let text = self.text()?;
                let strings: Vec<(&str, usize)> =
                    self.ranges().map(|range| (&text[range.clone()], of(&text[range]))).collect();
                clock.time(|| strings.iter().map(|(text, at)| call(text, *at)).sum())
            }
            Call::New(call) => {
                let strings = self.strings();
                let len = |string| black_box(call(string)).map_or(0, |made| made.len());
                clock.time(|| strings.iter().copied().map(len).sum())
            }
        })
    }

    /// What a function writes, for one string after the other.
    fn output(&self, function: &Function, dst: &mut [u8]) -> Result<Vec<u8>> {
        let mut output = Vec::new();
        for string in self.strings() {
            match function.call {
                Call::Units(call) => {
                    // What another function wrote there, or this one before, is none of it.
                    dst.fill(0xA5);
                    let written =
                        call.output(string, dst).ok_or("a function that writes nothing")?;
                    output.extend_from_slice(written);
                }
                Call::New(call) => output.extend(call(string).unwrap_or_default()),
                _ => return Err("a function that writes nothing".into()),
            }
        }
        Ok(output)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::families::Conversion;

    /// What the worker answers to orders to sample each function of `family` on `input`, or to
    /// check it.
    fn answers(family: Family, input: &Input, checks: bool) -> Vec<String> {
        let mut orders = Vec::new();
        let strings = input.offsets.len() - 1;
        orders.extend(format!("load text {} {strings}\n", input.bytes.len()).bytes());
        send(input, &mut orders).expect("a vector takes everything");
        for function in family.functions() {
            let (family, name, level) = (family.name(), function.name, Level::best());
            let order = match checks {
                true => format!("check {family} {name} {level} text\n"),
                false => format!("sample {family} {name} {level} text 2 1\n"),
            };
            orders.extend(order.bytes());
        }
        let mut output = Vec::new();
        run(&orders[..], &mut output).expect("good orders");
        let output = String::from_utf8(output).expect("text");
        let mut lines = output.lines().map(str::to_owned);
        assert!(lines.next().is_some_and(|line| line.starts_with(GREETING)));
        assert_eq!(lines.next().as_deref(), Some("ready"));
        lines.collect()
    }

    #[test]
    fn every_function_answers_as_its_family_says() {
        for family in Family::all() {
            let text = text(family);
            let (answer, output) = (family.answer(&text), family.output(&text));
            let input = text.encoded(family.source()).expect("text");
            let sampled = answers(family, &input, false);
            assert_eq!(sampled.len(), family.functions().len());
            for (function, sample) in family.functions().iter().zip(sampled) {
                let (name, function) = (family.name(), function.name);
                let numbers: Vec<usize> =
                    sample.split(' ').map(|word| word.parse().expect("a number")).collect();
                assert_eq!(numbers[0], answer, "{name} by {function}");
                assert_eq!(numbers.len(), 1 + OFFSETS.len(), "{name} by {function}");
            }
            let Some(output) = output else { continue };
            let wanted = OFFSETS.map(|_| digest(&output).to_string()).join(" ");
            let checked = answers(family, &input, true);
            assert_eq!(checked.len(), family.functions().len());
            for (function, found) in family.functions().iter().zip(checked) {
                assert_eq!(found, wanted, "{} by {}", family.name(), function.name);
            }
        }
    }

    /// Strings that `family` can be measured on.
    fn text(family: Family) -> Input {
        let narrow = family.conversion().is_some_and(Conversion::is_narrow);
        let mut bytes = if narrow { "aéüÿ" } else { "aé日本🙂" }.repeat(20).into_bytes();
        let len = bytes.len() as i32;
        match family {
            Family::Error | Family::Lossy(_) => {
                bytes[14] = 0xFF;
                Input { bytes, offsets: vec![0, len] }
            }
            _ => Input { bytes, offsets: vec![0, 1, 3, if narrow { 7 } else { 9 }, len] },
        }
    }
}
