//! The end that measures.
//!
//! Over standard input and output, a line each: the worker introduces itself, then answers
//! `load BYTES` (and that many bytes) with `ready`, and
//! `sample FAMILY FUNCTION LEVEL ITERATIONS WARM` with what the function returned and the
//! nanoseconds that so many calls took at each of [`OFFSETS`]. At the end of input it ends.

use std::hint::black_box;
use std::io::{BufRead, Write};
use std::time::Instant;

use utf8kit::Level;

use crate::Result;
use crate::peers::{Family, Function};

/// The argument that makes a process a worker.
pub(crate) const COMMAND: &str = "--worker";

/// What a worker's first line begins with: two builds that do not say the same do not mix.
pub(crate) const GREETING: &str = "utf8kit-bench-1";

/// Distances of the text from a 64-byte boundary. Allocators give small blocks any multiple of 16,
/// and large ones often 16; loads that cross cache lines cost some kernels more than others.
pub(crate) const OFFSETS: [usize; 3] = [0, 16, 24];

const ALIGNMENT: usize = 64;

pub(crate) fn run(mut input: impl BufRead, mut output: impl Write) -> Result<()> {
    // An implementation that was forced but not built in finds nothing well-formed.
    let simdutf = if simdutf::validate_utf8(b"a") { "works" } else { "none" };
    writeln!(output, "{GREETING} {simdutf} {}", env!("BENCH_CXX"))?;
    output.flush()?;

    let mut texts = Texts::default();
    let mut line = String::new();
    while input.read_line(&mut line)? != 0 {
        let words: Vec<&str> = line.split_whitespace().collect();
        match words[..] {
            ["load", len] => {
                let mut bytes = vec![0; len.parse()?];
                input.read_exact(&mut bytes)?;
                texts = Texts::new(&String::from_utf8(bytes)?);
                writeln!(output, "ready")?;
            }
            ["sample", family, function, level, iterations, warm] => {
                let function = Family::named(family)
                    .and_then(|family| family.function(function))
                    .ok_or("no such function")?;
                let level = level.parse().map_err(|_| "no such level")?;
                let (answer, times) =
                    texts.sample(function, level, iterations.parse()?, warm.parse()?);
                write!(output, "{answer}")?;
                times.iter().try_for_each(|time| write!(output, " {time}"))?;
                writeln!(output)?;
            }
            _ => return Err(format!("unknown order: {line}").into()),
        }
        output.flush()?;
        line.clear();
    }
    Ok(())
}

/// The text at each offset.
#[derive(Default)]
struct Texts([Text; OFFSETS.len()]);

/// A string that begins where it shall, behind padding: no other way to place one is safe code.
#[derive(Default)]
struct Text {
    padded: String,
    start: usize,
}

impl Texts {
    fn new(text: &str) -> Texts {
        Texts(OFFSETS.map(|offset| Text::new(text, offset)))
    }

    fn sample(
        &self,
        function: &Function,
        level: Level,
        iterations: u32,
        warm: u32,
    ) -> (usize, [u128; OFFSETS.len()]) {
        let mut answer = 0;
        let times = self.0.each_ref().map(|text| {
            // Another process was on this core: caches, predictors and the units that power down
            // come back before the clock starts.
            repeat(function, level, text.get(), warm);
            let start = Instant::now();
            answer = repeat(function, level, text.get(), iterations);
            start.elapsed().as_nanos()
        });
        (answer, times)
    }
}

fn repeat(function: &Function, level: Level, text: &str, times: u32) -> usize {
    let call = |_, _| black_box((function.call)(level, black_box(text)));
    (0..times).fold(0, call)
}

impl Text {
    fn new(text: &str, offset: usize) -> Text {
        let mut padded = String::with_capacity(2 * ALIGNMENT + text.len());
        let start = padded.as_ptr().align_offset(ALIGNMENT) + offset;
        padded.extend(std::iter::repeat_n(' ', start));
        padded.push_str(text);
        let text = Text { padded, start };
        assert_eq!(text.get().as_ptr().align_offset(ALIGNMENT), (ALIGNMENT - offset) % ALIGNMENT);
        text
    }

    fn get(&self) -> &str {
        &self.padded[self.start..]
    }
}
