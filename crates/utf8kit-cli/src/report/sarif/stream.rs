//! Standard output, as far as it is a log.

use std::io::{self, Write};

/// Writes the start of the log before the first thing that is written to it, and leaves out the
/// comma before the first result. Output comes here in order, in whole results.
pub(in crate::report) struct Stream<W> {
    out: W,
    /// Until it is written.
    prologue: Option<Vec<u8>>,
}

impl<W: Write> Stream<W> {
    pub(in crate::report) const fn new(out: W, prologue: Vec<u8>) -> Stream<W> {
        Stream { out, prologue: Some(prologue) }
    }
}

impl<W: Write> Write for Stream<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let Some(mut first) = self.prologue.take() else { return self.out.write(bytes) };
        first.extend_from_slice(bytes.strip_prefix(b",").unwrap_or(bytes));
        self.out.write_all(&first)?;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn written(pieces: &[&[u8]]) -> String {
        let mut out = Vec::new();
        let mut stream = Stream::new(&mut out, b"[".to_vec());
        for piece in pieces {
            stream.write_all(piece).unwrap();
        }
        String::from_utf8(out).unwrap()
    }

    #[test]
    fn commas_stand_between_results_only() {
        assert_eq!(written(&[b"]"]), "[]");
        assert_eq!(written(&[b",1", b"]"]), "[1]");
        assert_eq!(written(&[b",1,2", b",3", b"]"]), "[1,2,3]");
    }
}
