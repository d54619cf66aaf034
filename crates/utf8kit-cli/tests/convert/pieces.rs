//! Inputs of many pieces: the same from a file and from a pipe, with one thread and with many, in
//! little memory.

use std::io::Write;
use std::process::Stdio;

use crate::support::{Place, peak_of};
use crate::utf8;

/// Text of all widths, so that every piece is cut somewhere else in a character.
fn text() -> String {
    let line = "ASCII, ünïcödé, Съешь, 日本語, 😀👍🏽\n";
    let odd = "日".repeat(70_000);
    format!("{}{odd}x{}", line.repeat(9000), line.repeat(4000))
}

#[test]
fn pieces_do_not_show() {
    let here = Place::new();
    let text = text();
    for label in ["utf-8", "utf-16le", "utf-32be", "cesu-8", "wtf-8", "gb18030", "utf-16"] {
        let [from_utf8, back] = [["utf-8", label], [label, "utf-8"]];
        let encode = ["convert", "-f", from_utf8[0], "-t", from_utf8[1]];
        let encoded = utf8(&here, &encode, text.as_bytes());
        assert_eq!((encoded.status, &*encoded.stderr), (Some(0), ""));
        here.file("encoded", &encoded.stdout);
        for jobs in ["1", "2", "7"] {
            let decode = ["convert", "-f", back[0], "-t", back[1], "-j", jobs];
            let file = utf8(&here, &[&decode[..], &["encoded"]].concat(), b"");
            assert!(file.stdout == text.as_bytes(), "{label} from a file, {jobs} threads");
            let pipe = utf8(&here, &decode, &encoded.stdout);
            assert!(pipe.stdout == text.as_bytes(), "{label} from a pipe, {jobs} threads");
        }
        // Malformed here and there: whoever converts, it is the same.
        let mut broken = encoded.stdout.clone();
        broken.iter_mut().skip(5).step_by(4099).for_each(|byte| *byte = 0xDC);
        here.file("broken", &broken);
        let lossy = ["convert", "-f", label, "-t", "utf-16be", "--on-error", "escape"];
        let expected = utf8(&here, &[&lossy[..], &["-j", "1", "broken"]].concat(), b"");
        assert_eq!(expected.status, Some(1), "{label}: {}", expected.stderr);
        for jobs in ["2", "7"] {
            let file = utf8(&here, &[&lossy[..], &["-j", jobs, "broken"]].concat(), b"");
            assert!(file == expected, "{label}, {jobs} threads");
            let pipe = utf8(&here, &[&lossy[..], &["-j", jobs]].concat(), &broken);
            assert!(pipe.stdout == expected.stdout, "{label} from a pipe, {jobs} threads");
            assert_eq!(pipe.stderr, expected.stderr.replace("broken:", "-:"));
        }
    }
}

#[test]
fn a_pipe_gives_what_it_has() {
    let here = Place::new();
    let mut command = here.command();
    command.args(["convert", "-f", "utf-8", "-t", "utf-16le"]);
    let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
    let (mut stdin, mut stdout) = (child.stdin.take().unwrap(), child.stdout.take().unwrap());
    for line in ["one\n", "zwei ü\n", "三\n"] {
        stdin.write_all(line.as_bytes()).unwrap();
        // Nothing more comes before it has been read.
        let mut read = vec![0; line.encode_utf16().count() * 2];
        std::io::Read::read_exact(&mut stdout, &mut read).unwrap();
        assert_eq!(read, line.encode_utf16().flat_map(u16::to_le_bytes).collect::<Vec<_>>());
    }
    drop(stdin);
    assert_eq!(child.wait().unwrap().code(), Some(0));
}

#[test]
fn memory_is_bounded() {
    let here = Place::new();
    for (arguments, piece) in [
        (&["-f", "utf-8", "-t", "utf-32"][..], &b"xyz \xC3\xA9 "[..]),
        (&["-f", "utf-8", "-t", "utf-16", "--on-error", "escape"], b"\xFF"),
        (&["-f", "gb18030", "-t", "shift_jis", "--on-error", "replace"], b"\x81\x30\x81\x30"),
    ] {
        let mut command = here.command();
        command.args(["convert", "-j", "4"]).args(arguments);
        command.stdin(Stdio::piped()).stdout(Stdio::null()).stderr(Stdio::null());
        let mut child = command.spawn().unwrap();
        let mut stdin = child.stdin.take().unwrap();
        let block = piece.repeat(1 << 15);
        for _ in 0..(16 << 20) / block.len() {
            stdin.write_all(&block).unwrap();
        }
        let peak = peak_of(&child);
        assert!(peak < 64 << 10, "{arguments:?}: {peak} KiB");
        drop(stdin);
        child.wait().unwrap();
    }
}

#[test]
fn a_file_that_grows_is_read_to_its_end() {
    let here = Place::new();
    // The second one's last character is completed later.
    for (charset, start, end) in [
        ("utf-8", "日本語 text\n".repeat(200_000).into_bytes(), &b"the end\n"[..]),
        ("utf-8", [&b"text\n".repeat(500_000)[..], b"\xE6\x97"].concat(), b"\xA5\n"),
        ("gb18030", b"\xC8\xD5\xB1\xBE\n".repeat(500_000), b"\xC8\xD5\n"),
    ] {
        for jobs in ["1", "3"] {
            here.file("log", &start);
            let mut command = here.command();
            command.args(["convert", "-f", charset, "-j", jobs, "log"]);
            let mut child = command.stdout(Stdio::piped()).spawn().unwrap();
            let mut stdout = child.stdout.take().unwrap();
            let mut output = vec![0; 1000];
            std::io::Read::read_exact(&mut stdout, &mut output).unwrap();
            // It waits for the pipe to be read, and so much is in nobody's memory.
            let log = std::fs::File::options().append(true).open(here.path().join("log"));
            log.unwrap().write_all(end).unwrap();
            std::io::Read::read_to_end(&mut stdout, &mut output).unwrap();
            assert_eq!(child.wait().unwrap().code(), Some(0));
            let whole = utf8(&here, &["convert", "-f", charset, "log"], b"");
            assert!(output == whole.stdout, "{charset}, {jobs} threads");
        }
    }
}

/// Of ISO-2022-JP, where a piece must not end within an escape sequence or a character.
#[test]
fn a_charset_with_a_state_comes_through_pipes() {
    let here = Place::new();
    let text = "ASCII, 日本語、カタカナ ".repeat(30_000) + "\n" + &"漢字".repeat(100_000);
    let encoded = utf8(&here, &["convert", "-f", "utf-8", "-t", "iso-2022-jp"], text.as_bytes());
    assert_eq!((encoded.status, &*encoded.stderr), (Some(0), ""));
    here.file("encoded", &encoded.stdout);
    for jobs in ["1", "4"] {
        let decode = ["convert", "-f", "iso-2022-jp", "-j", jobs];
        let file = utf8(&here, &[&decode[..], &["encoded"]].concat(), b"");
        assert!(file.stdout == text.as_bytes() && file.status == Some(0));
        // A byte at a time, as far as the reader can see.
        let mut command = here.command();
        let mut child =
            command.args(decode).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
        let mut stdin = child.stdin.take().unwrap();
        let start = &encoded.stdout[..400];
        std::thread::scope(|scope| {
            scope.spawn(move || {
                for byte in start {
                    stdin.write_all(&[*byte]).unwrap();
                    std::thread::sleep(std::time::Duration::from_micros(200));
                }
            });
            let output = child.wait_with_output().unwrap();
            let whole = utf8(&here, &decode, start);
            assert_eq!((output.stdout, output.status.code()), (whole.stdout, whole.status));
        });
    }
}
