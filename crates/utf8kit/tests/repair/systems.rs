//! The systems themselves, where they are installed: all strings of up to four bytes, one of each
//! class. A system reads a string in hexadecimal digits from each line, and answers with its text.

use std::fmt::Write as _;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::{env, fs, thread};

use utf8kit::repair::Policy;

use crate::common::{for_each_string, hex};
use crate::{ALPHABET, replaced};

/// Runs a program over all strings, and compares its answers with the policy's.
fn compare(policy: Policy, command: &mut Command) {
    compare_if(policy, command, |_| true);
}

fn compare_if(policy: Policy, command: &mut Command, counts: impl Fn(&str) -> bool) {
    let name = format!("{command:?}");
    let program = command.get_program().to_string_lossy().into_owned();
    let mut lines = String::new();
    for_each_string(&ALPHABET, 4, &mut |bytes| {
        if !bytes.is_empty() {
            bytes.iter().for_each(|byte| write!(lines, "{byte:02X}").unwrap());
            lines.push('\n');
        }
    });
    let spawned =
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn();
    let Ok(mut child) = spawned else {
        say(&format!("SKIPPED, NOTHING WAS COMPARED: no {program} is installed ({policy})"));
        return;
    };
    let mut stdin = child.stdin.take().unwrap();
    let input = lines.clone();
    let writer = thread::spawn(move || stdin.write_all(input.as_bytes()).is_ok());
    let output = child.wait_with_output().unwrap();
    if !writer.join().unwrap() || !output.status.success() {
        // A launcher without what it launches, or a version that lacks a function.
        let why = String::from_utf8_lossy(&output.stderr);
        say(&format!("SKIPPED, NOTHING WAS COMPARED: {program} does not run ({policy}): {why}"));
        return;
    }
    let answers = String::from_utf8(output.stdout).unwrap();
    assert_eq!(answers.lines().count(), lines.lines().count(), "{name}");
    let mut compared = 0;
    for (line, answer) in lines.lines().zip(answers.lines()) {
        let bytes: Vec<u8> = (0..line.len())
            .step_by(2)
            .map(|at| u8::from_str_radix(&line[at..at + 2], 16).unwrap())
            .collect();
        let ours = replaced(&bytes, policy);
        if counts(&ours) {
            assert_eq!(
                hex(ours.as_bytes()).replace(' ', "").to_lowercase(),
                answer,
                "{line}, {name}"
            );
            compared += 1;
        }
    }
    say(&format!("{program} ({policy}): {compared} strings compared"));
}

/// Also where the test passes.
fn say(line: &str) {
    let _ = writeln!(std::io::stderr(), "{line}");
}

/// A directory for a program's source.
fn place(name: &str) -> PathBuf {
    let place = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    fs::create_dir_all(&place).unwrap();
    place
}

#[test]
fn python() {
    let program = "import sys\n\
                   for line in sys.stdin:\n \
                   print(bytes.fromhex(line).decode('utf-8', 'replace').encode().hex())";
    compare(Policy::Maximal, Command::new("python3").args(["-c", program]));
}

#[test]
fn node() {
    let program = "
        const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
        const lines = require('fs').readFileSync(0, 'latin1').trim().split('\\n');
        const answer = line => Buffer.from(decoder.decode(Buffer.from(line, 'hex'))).toString('hex');
        process.stdout.write(lines.map(answer).join('\\n') + '\\n');";
    compare(Policy::Maximal, Command::new("node").args(["-e", program]));
}

#[test]
fn ruby() {
    let program = "STDIN.each_line { |line| \
                   puts [line.chomp].pack('H*').force_encoding('UTF-8').scrub(\"\\u{FFFD}\").unpack1('H*') }";
    compare(Policy::Maximal, Command::new("ruby").args(["-e", program]));
}

#[test]
fn php() {
    let html = "while (($line = fgets(STDIN)) !== false) \
                echo bin2hex(htmlspecialchars(hex2bin(trim($line)), ENT_SUBSTITUTE, 'UTF-8')), \"\\n\";";
    compare(Policy::Php, Command::new("php").args(["-r", html]));
    let json = "while (($line = fgets(STDIN)) !== false) \
                echo bin2hex(substr(json_encode(hex2bin(trim($line)), \
                JSON_INVALID_UTF8_SUBSTITUTE | JSON_UNESCAPED_UNICODE), 1, -1)), \"\\n\";";
    compare(Policy::Php, Command::new("php").args(["-r", json]));
}

/// Perl loses characters and errors that stand right behind an error (see [`Policy::Perl`]): compared
/// are strings of ASCII with one error.
#[test]
fn perl() {
    let program = "while (<STDIN>) { chomp; \
                   print unpack('H*', encode('UTF-8', decode('UTF-8', pack('H*', $_)))), \"\\n\" }";
    let command = &mut Command::new("perl");
    let has_one = |text: &str| text.chars().filter(|it| !it.is_ascii()).eq(['\u{FFFD}']);
    compare_if(Policy::Perl, command.args(["-MEncode", "-e", program]), has_one);
}

#[test]
fn java() {
    let program = "
        import java.io.*;
        import java.nio.charset.StandardCharsets;
        import java.util.HexFormat;
        public class Replaced {
            public static void main(String[] arguments) throws IOException {
                var hex = HexFormat.of();
                var out = new PrintWriter(new BufferedOutputStream(System.out));
                new BufferedReader(new InputStreamReader(System.in)).lines().forEach(line -> {
                    var text = new String(hex.parseHex(line), StandardCharsets.UTF_8);
                    out.println(hex.formatHex(text.getBytes(StandardCharsets.UTF_8)));
                });
                out.flush();
            }
        }";
    let source = place("java").join("Replaced.java");
    fs::write(&source, program).unwrap();
    compare(Policy::Java, Command::new("java").arg(source));
}

#[test]
fn go() {
    let program = "
        package main
        import (
            \"bufio\"
            \"encoding/hex\"
            \"encoding/json\"
            \"fmt\"
            \"os\"
            \"strings\"
        )
        func main() {
            lines := bufio.NewScanner(os.Stdin)
            out := bufio.NewWriter(os.Stdout)
            for lines.Scan() {
                bytes, _ := hex.DecodeString(lines.Text())
                text := string(bytes)
                switch os.Args[1] {
                case \"range\":
                    text = string([]rune(text))
                case \"json\":
                    encoded, _ := json.Marshal(text)
                    json.Unmarshal(encoded, &text)
                case \"runs\":
                    text = strings.ToValidUTF8(text, \"\\uFFFD\")
                }
                fmt.Fprintln(out, hex.EncodeToString([]byte(text)))
            }
            out.Flush()
        }";
    let place = place("go");
    fs::write(place.join("main.go"), program).unwrap();
    let build = Command::new("go")
        .args(["build", "-o", "replaced", "main.go"])
        .current_dir(&place)
        .env("GOCACHE", env::var("GOCACHE").map_or(place.join("cache"), PathBuf::from))
        .env("GO111MODULE", "off")
        .output();
    if !build.is_ok_and(|output| output.status.success()) {
        return say(
            "SKIPPED, NOTHING WAS COMPARED: go is not installed, or builds nothing (per-byte)",
        );
    }
    for (function, policy) in
        [("range", Policy::PerByte), ("json", Policy::PerByte), ("runs", Policy::PerRun)]
    {
        compare(policy, Command::new(place.join("replaced")).arg(function));
    }
}
