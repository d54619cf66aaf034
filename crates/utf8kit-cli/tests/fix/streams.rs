//! Text that goes on for ever: each line comes out when it is there.

use std::io::{BufRead, BufReader, Write};
use std::process::Stdio;

use crate::support::{Place, peak_of};

#[test]
fn each_line_at_once() {
    let here = Place::new();
    let mut command = here.command();
    command.args(["fix", "--stream", "--invalid", "replace", "--nul"]);
    let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
    let mut stdin = child.stdin.take().unwrap();
    let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
    for (written, expected) in [
        (&b"one\n"[..], "one"),
        (b"two \xF0\x9F", ""),
        (b"\x98\x80\n", "two 😀"),
        (b"thr\0ee \xFF\n", "three \u{FFFD}"),
        (b"a caf\xE9 noir\n", "a café noir"),
    ] {
        stdin.write_all(written).unwrap();
        // Were it held back, this would wait for ever.
        if !expected.is_empty() {
            assert_eq!(lines.next().unwrap().unwrap(), expected);
        }
    }
    stdin.write_all(b"last").unwrap();
    drop(stdin);
    assert_eq!(lines.next().unwrap().unwrap(), "last");
    assert!(lines.next().is_none());
    assert_eq!(child.wait().unwrap().code(), Some(1));
}

/// What an input is in is decided by a line, and not by what came first.
#[test]
fn slow_lines_are_read_as_fast_ones() {
    let here = Place::new();
    let marked = b"\xFF\xFEH\0i\0\n\0";
    let turkish = b"Bug\xFCn hava \xE7ok g\xFCzel, d\xFD\xFEar\xFD \xE7\xFDk\xFDyoruz.\n";
    for (text, expected) in
        [(&marked[..], "Hi\n"), (turkish, "Bugün hava çok güzel, dışarı çıkıyoruz.\n")]
    {
        let mut command = here.command();
        command.args(["fix", "-q", "--stream"]).stdin(Stdio::piped()).stdout(Stdio::piped());
        let mut child = command.spawn().unwrap();
        let mut stdin = child.stdin.take().unwrap();
        for byte in text {
            stdin.write_all(&[*byte]).unwrap();
            std::thread::sleep(std::time::Duration::from_millis(1));
        }
        drop(stdin);
        let output = child.wait_with_output().unwrap();
        assert_eq!(String::from_utf8_lossy(&output.stdout), expected);
        assert_eq!(output.status.code(), Some(0));
    }
}

/// Long lines and endless input take little memory.
#[test]
fn memory_is_bounded() {
    let here = Place::new();
    for piece in [&b"no line end "[..], b"\xFF", b"caf\xE9 \n", "日本".as_bytes()] {
        let mut command = here.command();
        command.args(["fix", "-q", "--nfc", "--json-escapes", "--invalid", "replace"]);
        let mut child = command.stdin(Stdio::piped()).stdout(Stdio::null()).spawn().unwrap();
        let mut stdin = child.stdin.take().unwrap();
        let chunk = piece.repeat(1 << 16);
        for _ in 0..(100 << 20) / chunk.len() {
            stdin.write_all(&chunk).unwrap();
        }
        let peak = peak_of(&child);
        drop(stdin);
        assert!(child.wait().unwrap().code().is_some_and(|code| code < 2));
        assert!(peak < 64 << 10, "{peak} KiB for {piece:?}");
    }
}
