//! Help, version, manual and completions: all from one definition.

use std::fs::File;
use std::process::Stdio;

use crate::support::{Place, run};

/// What `utf8` prints with these arguments.
fn printed(arguments: &[&str]) -> String {
    let ran = run(Place::new().command().args(arguments));
    ran.clean();
    ran.stdout
}

/// The long flags of `utf8 check`.
fn flags() -> Vec<String> {
    let help = printed(&["check", "--help"]);
    let words = help.lines().filter_map(|line| {
        let line = line.trim_start();
        let line =
            line.strip_prefix("-").and_then(|rest| rest.split_once(", ")).map_or(line, |it| it.1);
        line.starts_with("--").then(|| line.split(' ').next())?
    });
    words.map(str::to_owned).collect()
}

#[test]
fn the_help_has_a_short_and_a_long_form() {
    let (short, long) = (printed(&["check", "-h"]), printed(&["check", "--help"]));
    assert!(short.lines().count() < 60, "{short}");
    assert!(!short.contains("U8002"));
    for text in [
        "U8002  truncated",
        "U8015  binary",
        "  2  trouble",
        "Byte offsets count from 0, lines and columns from 1",
        "An `::error` command a finding and trouble; GitHub annotates the first 10",
        "utf8 check --bom forbid",
    ] {
        assert!(long.contains(text), "{text}");
    }
    assert_eq!(long.lines().filter(|line| line.len() > 100).count(), 0, "{long}");
}

#[test]
fn the_version_says_which_levels_there_are_and_which_is_used() {
    let version = concat!("utf8 ", env!("CARGO_PKG_VERSION"), "\n");
    assert_eq!(printed(&["-V"]), version);
    let long = printed(&["--version"]);
    let levels = long.strip_prefix(version).unwrap().strip_prefix("levels: scalar").unwrap();
    let (levels, best) = levels.strip_suffix(")\n").unwrap().split_once(" (using ").unwrap();
    let expected = ["sse42", "avx2", "avx512"].into_iter().filter(|&name| {
        let mut available = utf8kit::Level::available();
        available.any(|level| level.name() == name)
    });
    let expected: Vec<_> = expected.collect();
    assert_eq!(levels.split_whitespace().collect::<Vec<_>>(), expected);
    assert_eq!(best, *expected.last().unwrap_or(&"scalar"));
}

#[test]
fn every_command_has_a_page() {
    let utf8 = printed(&["man"]);
    assert!(utf8.contains("\n.TH utf8 1 "), "{utf8}");
    for command in ["check", "fix", "convert", "detect", "iconv", "completions", "man"] {
        assert!(utf8.contains(&format!("utf8\\-{command}(1)")), "{utf8}");
        let page = printed(&["man", command]);
        assert!(page.contains(&format!("\n.TH utf8-{command} 1 \"\" \"utf8 ")), "{page}");
        assert!(page.contains("\n.SH EXAMPLES\n"), "{page}");
    }
    let unknown = run(Place::new().command().args(["man", "fo\x1Bo"]));
    assert_eq!((unknown.status, &*unknown.stdout), (Some(2), ""));
    let message = "error: there is no page about `fo<1B>o`; there are some about check, fix, convert, detect, iconv, completions, man\n";
    assert!(unknown.stderr.starts_with(message), "{}", unknown.stderr);
}

#[test]
fn the_page_of_check_has_what_the_help_has() {
    let page = printed(&["man", "check"]);
    let plain = page.replace('\\', "");
    let flags = flags();
    assert!(flags.len() > 15, "{flags:?}");
    for flag in flags {
        assert!(plain.contains(&format!("fB{flag}fR")), "{flag}");
    }
    for text in [
        "\n.SH POSITIONS\n",
        "\n.SH FINDINGS\n",
        "\n.SH \"EXIT STATUS\"\n",
        "\n\\fButf8 check\\fR [OPTIONS] [PATH]...\n",
    ] {
        assert!(page.contains(text), "{text}");
    }
    assert!(plain.contains("fBU8013  bidifR"));
    // The page is the same wherever it is made.
    assert!(!page.contains("levels:"));
    assert!(!page.contains("EXTRA"));
}

#[test]
fn completions_know_every_flag() {
    for shell in ["bash", "zsh", "fish", "elvish", "powershell"] {
        let script = printed(&["completions", shell]);
        for flag in flags() {
            let name = if shell == "fish" { flag.trim_start_matches('-') } else { &flag };
            assert!(script.contains(name), "{shell}: {flag}");
        }
    }
    let unknown = run(Place::new().command().args(["completions", "csh"]));
    assert_eq!(unknown.status, Some(2));
    assert!(unknown.stderr.contains("bash, elvish, fish, powershell, zsh"), "{}", unknown.stderr);
}

#[test]
fn bash_completes() {
    let here = Place::new();
    here.file("script", printed(&["completions", "bash"]));
    let mut command = here.command_of("bash");
    let script = "set -e; . ./script; COMP_WORDS=(utf8 check --form); COMP_CWORD=2; \
                  _utf8 utf8 --form check; echo \"${COMPREPLY[@]}\"";
    let ran = run(command.args(["--norc", "-c", script]));
    assert_eq!((&*ran.stdout, &*ran.stderr), ("--format\n", ""));
}

#[test]
fn what_cannot_be_written_is_trouble() {
    let here = Place::new();
    for arguments in [&["--help"][..], &["--version"], &["man"], &["completions", "zsh"]] {
        let full = File::options().write(true).open("/dev/full").unwrap();
        let child = here.command().args(arguments).stdout(full).stderr(Stdio::piped()).spawn();
        let output = child.unwrap().wait_with_output().unwrap();
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
        let stderr = String::from_utf8(output.stderr).unwrap();
        assert!(stderr.contains("cannot write to standard output: No space left"), "{stderr}");
    }
}
