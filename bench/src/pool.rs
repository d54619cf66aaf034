//! The end that orders: the workers, and how to ask them.

use std::env;
use std::io::{self, BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

use utf8kit::Level;

use crate::Result;
use crate::data::Input;
use crate::families::Family;
use crate::peers::simdutf_name;
use crate::plan::Subject;
use crate::worker::{self, COMMAND, GREETING, OFFSETS, Slot};

/// What makes simdutf use one of its implementations, whatever the CPU has.
const FORCE: &str = "SIMDUTF_FORCE_IMPLEMENTATION";

#[derive(Default)]
pub(crate) struct Pool {
    pub(crate) workers: Vec<Worker>,
}

pub(crate) struct Worker {
    /// The level that simdutf has here; `None` for the worker that measures all others.
    pub(crate) simdutf: Option<Level>,
    /// The C++ compiler of its simdutf.
    pub(crate) compiler: String,
    program: PathBuf,
    child: Child,
    orders: ChildStdin,
    answers: BufReader<ChildStdout>,
}

/// Nanoseconds at each offset.
pub(crate) type Times = [f64; OFFSETS.len()];

impl Pool {
    /// One worker for all but simdutf, and one for simdutf at each of `levels` in each build that
    /// has it.
    pub(crate) fn start(&mut self, levels: &[Level], also: &[PathBuf]) -> Result<()> {
        let this = env::current_exe()?;
        let (first, _) = Worker::start(&this, None)?;
        self.workers.push(first);
        for build in std::iter::once(&this).chain(also) {
            for &level in levels {
                let Some(name) = simdutf_name(level) else { continue };
                let (worker, works) = Worker::start(build, Some((level, name)))?;
                self.workers.extend(works.then_some(worker));
            }
        }
        Ok(())
    }

    /// Other processes in the place of all of these, which have been told nothing yet.
    pub(crate) fn renew(&mut self) -> Result<()> {
        for worker in &mut self.workers {
            let forced = worker.simdutf.and_then(|level| Some((level, simdutf_name(level)?)));
            *worker = Worker::start(&worker.program, forced)?.0;
        }
        Ok(())
    }

    pub(crate) fn load(&mut self, slot: Slot, input: &Input) -> Result<()> {
        self.workers.iter_mut().try_for_each(|worker| worker.load(slot, input))
    }
}

impl Worker {
    /// Also says whether its simdutf works.
    fn start(program: &Path, simdutf: Option<(Level, &str)>) -> Result<(Worker, bool)> {
        let mut command = Command::new(program);
        command.arg(COMMAND).stdin(Stdio::piped()).stdout(Stdio::piped());
        match simdutf {
            Some((_, name)) => command.env(FORCE, name),
            None => command.env_remove(FORCE),
        };
        let mut child =
            command.spawn().map_err(|error| format!("{}: {error}", program.display()))?;
        let (Some(orders), Some(answers)) = (child.stdin.take(), child.stdout.take()) else {
            return Err("a worker without pipes".into());
        };
        let mut worker = Worker {
            simdutf: simdutf.map(|(level, _)| level),
            compiler: String::new(),
            program: program.to_owned(),
            child,
            orders,
            answers: BufReader::new(answers),
        };
        let hello = worker.answer()?;
        match *hello.splitn(3, ' ').collect::<Vec<_>>() {
            [GREETING, works, compiler] => {
                worker.compiler = compiler.to_owned();
                let works = works == "works";
                Ok((worker, works))
            }
            _ => Err(format!("{}: not a build of this version", program.display()).into()),
        }
    }

    fn load(&mut self, slot: Slot, input: &Input) -> Result<()> {
        let (slot, strings) = (slot.name(), input.offsets.len() - 1);
        self.order(&format!("load {slot} {} {strings}", input.bytes.len()))?;
        worker::send(input, &mut self.orders)?;
        match self.answer()?.as_str() {
            "ready" => Ok(()),
            other => Err(format!("a worker answered {other}").into()),
        }
    }

    /// What a pass of `subject` over the strings returned, and the times of so many passes, after
    /// `warm` others.
    pub(crate) fn sample(
        &mut self,
        family: Family,
        subject: &Subject,
        (passes, warm): (u32, u32),
    ) -> Result<(usize, Times)> {
        let Subject { function, level, slot, .. } = subject;
        let (family, name, slot) = (family.name(), function.name, slot.name());
        self.order(&format!("sample {family} {name} {level} {slot} {passes} {warm}"))?;
        let answer = self.answer()?;
        let mut words = answer.split(' ');
        let mut next = || words.next().ok_or("a worker's answer is too short");
        let returned = next()?.parse()?;
        let mut times = Times::default();
        for time in &mut times {
            *time = next()?.parse()?;
        }
        Ok((returned, times))
    }

    /// The digests of what `subject` wrote for the strings at each offset.
    pub(crate) fn check(&mut self, family: Family, subject: &Subject) -> Result<Vec<u64>> {
        let Subject { function, level, slot, .. } = subject;
        let (family, name, slot) = (family.name(), function.name, slot.name());
        self.order(&format!("check {family} {name} {level} {slot}"))?;
        Ok(self.answer()?.split(' ').map(str::parse).collect::<std::result::Result<_, _>>()?)
    }

    fn order(&mut self, line: &str) -> io::Result<()> {
        self.orders.write_all(format!("{line}\n").as_bytes())
    }

    fn answer(&mut self) -> Result<String> {
        let mut line = String::new();
        if self.answers.read_line(&mut line)? == 0 {
            return Err(format!("a worker ended: {}", self.child.wait()?).into());
        }
        Ok(line.trim_end().to_owned())
    }
}

impl Drop for Worker {
    /// Nobody waits for a worker's last words; without this, one that failed would outlive us.
    fn drop(&mut self) {
        // It may have ended by itself, which is as good.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
