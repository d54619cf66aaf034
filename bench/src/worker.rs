//! The end that measures.
//!
//! Over standard input and output, a line each: the worker introduces itself, then answers
//! `load BYTES STRINGS` (and that many bytes, and where the strings end, 4 bytes each) with
//! `ready`, and `sample FAMILY FUNCTION LEVEL PASSES WARM` with what the function returned and the
//! nanoseconds that so many passes over the strings took at each of [`OFFSETS`]. At the end of
//! input it ends.

use std::hint::black_box;
use std::io::{BufRead, Write};
use std::time::Instant;

use utf8kit::Level;

use crate::Result;
use crate::data::Input;
use crate::families::{Call, Family, Function};

/// The argument that makes a process a worker.
pub(crate) const COMMAND: &str = "--worker";

/// What a worker's first line begins with: two builds that do not say the same do not mix.
pub(crate) const GREETING: &str = "utf8kit-bench-2";

/// Distances of the input from a 64-byte boundary. Allocators give small blocks any multiple of 16,
/// and large ones often 16; loads that cross cache lines cost some kernels more than others.
pub(crate) const OFFSETS: [usize; 3] = [0, 16, 24];

const ALIGNMENT: usize = 64;

pub(crate) fn run(mut input: impl BufRead, mut output: impl Write) -> Result<()> {
    // An implementation that was forced but not built in finds nothing well-formed.
    let simdutf = if simdutf::validate_utf8(b"a") { "works" } else { "none" };
    writeln!(output, "{GREETING} {simdutf} {}", env!("BENCH_CXX"))?;
    output.flush()?;

    let mut loaded: Vec<Placed> = Vec::new();
    let mut line = String::new();
    while input.read_line(&mut line)? != 0 {
        let words: Vec<&str> = line.split_whitespace().collect();
        match words[..] {
            ["load", len, strings] => {
                let all = receive(&mut input, len.parse()?, strings.parse()?)?;
                loaded = OFFSETS.map(|offset| Placed::new(&all, offset)).into();
                writeln!(output, "ready")?;
            }
            ["sample", family, function, level, passes, warm] => {
                let function = Family::named(family)
                    .and_then(|family| family.function(function))
                    .ok_or("no such function")?;
                // Ours are called as everybody calls them: which level that is, the cap says.
                Level::set_cap(level.parse().map_err(|_| "no such level")?);
                let (passes, warm) = (passes.parse()?, warm.parse()?);
                let (mut answer, mut times) = (0, String::new());
                for placed in &loaded {
                    let nanoseconds;
                    (answer, nanoseconds) = placed.sample(function, passes, warm)?;
                    times = format!("{times} {nanoseconds}");
                }
                writeln!(output, "{answer}{times}")?;
            }
            _ => return Err(format!("unknown order: {line}").into()),
        }
        output.flush()?;
        line.clear();
    }
    Ok(())
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

/// An input that begins where it shall, behind padding: no other way to place one is safe code.
struct Placed {
    /// As text, where it is; this is where it is found out.
    padded: std::result::Result<String, Vec<u8>>,
    start: usize,
    offsets: Vec<i32>,
}

impl Placed {
    fn new(input: &Input, offset: usize) -> Placed {
        let mut padded: Vec<u8> = Vec::with_capacity(2 * ALIGNMENT + input.bytes.len());
        let start = padded.as_ptr().align_offset(ALIGNMENT) + offset;
        padded.resize(start, b' ');
        padded.extend_from_slice(&input.bytes);
        let padded = String::from_utf8(padded).map_err(|error| error.into_bytes());
        let placed = Placed { padded, start, offsets: input.offsets.clone() };
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

    /// What a pass returned, and the nanoseconds of all. Everything else happens before.
    fn sample(&self, function: &Function, passes: u32, warm: u32) -> Result<(usize, u128)> {
        Ok(match function.call {
            Call::Each(call) => {
                let strings: Vec<&[u8]> = self.ranges().map(|range| &self.bytes()[range]).collect();
                time(passes, warm, || strings.iter().map(|string| call(string)).sum())
            }
            Call::EachText(call) => {
                let text = self.text()?;
                let strings: Vec<&str> = self.ranges().map(|range| &text[range]).collect();
                time(passes, warm, || strings.iter().map(|string| call(string)).sum())
            }
            Call::Column(call) => time(passes, warm, || call(self.bytes(), &self.offsets)),
        })
    }
}

fn time(passes: u32, warm: u32, pass: impl Fn() -> usize) -> (usize, u128) {
    // Another process was on this core: caches, predictors and the units that power down come back
    // before the clock starts.
    for _ in 0..warm {
        black_box(pass());
    }
    let start = Instant::now();
    let mut answer = 0;
    for _ in 0..passes {
        answer = black_box(pass());
    }
    (answer, start.elapsed().as_nanos())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What the worker answers to orders to sample each function of `family` on `input`.
    fn answers(family: Family, input: &Input) -> Vec<String> {
        let mut orders = Vec::new();
        let strings = input.offsets.len() - 1;
        orders.extend(format!("load {} {strings}\n", input.bytes.len()).bytes());
        send(input, &mut orders).expect("a vector takes everything");
        for function in family.functions() {
            let (family, name, level) = (family.name(), function.name, Level::best());
            orders.extend(format!("sample {family} {name} {level} 2 1\n").bytes());
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
        let text = "aé日本🙂".repeat(20).into_bytes();
        let strings = [0, 1, 3, 9, text.len() as i32];
        let well_formed = Input { bytes: text.clone(), offsets: strings.to_vec() };
        let mut bad = text;
        bad[14] = 0xFF;
        let malformed = Input { offsets: vec![0, bad.len() as i32], bytes: bad };
        for family in Family::ALL {
            let input = if family == Family::Error { &malformed } else { &well_formed };
            let answers = answers(family, input);
            assert_eq!(answers.len(), family.functions().len());
            for (function, answer) in family.functions().iter().zip(answers) {
                let numbers: Vec<usize> =
                    answer.split(' ').map(|word| word.parse().expect("a number")).collect();
                let (name, function) = (family.name(), function.name);
                assert_eq!(numbers[0], family.answer(input), "{name} by {function}");
                assert_eq!(numbers.len(), 1 + OFFSETS.len(), "{name} by {function}");
            }
        }
    }
}
