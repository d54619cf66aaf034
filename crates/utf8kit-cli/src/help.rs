//! What the help and the manual say after the flags.

use utf8kit_text::fix::Step;

use crate::exit;
use crate::rules::Rule;

/// A titled part: lines of text, or things and what they are.
pub(crate) struct Section {
    pub(crate) title: &'static str,
    pub(crate) body: Body,
}

pub(crate) enum Body {
    Text(&'static [&'static str]),
    List(Vec<(String, String)>),
    Examples(&'static [Example]),
}

pub(crate) struct Example {
    pub(crate) command: &'static str,
    pub(crate) about: &'static str,
}

pub(crate) fn check() -> Vec<Section> {
    let rules = Rule::ALL
        .iter()
        .map(|rule| (format!("{}  {}", rule.id(), rule.kind()), rule.about().into()));
    vec![
        Section {
            title: "Positions",
            body: Body::Text(&[
                "Byte offsets count from 0, lines and columns from 1. A line ends at LF. A column is one character",
                "(a Unicode scalar value); a maximal subpart of an ill-formed sequence counts as one, and a byte",
                "order mark at the start counts as none.",
            ]),
        },
        Section { title: "Findings", body: Body::List(rules.collect()) },
        statuses(exit::STATUSES),
        Section {
            title: "Examples",
            body: Body::Examples(&[
                Example {
                    command: "utf8 check .",
                    about: "Everything under the current directory",
                },
                Example {
                    command: "utf8 check --max-errors 0 feed.csv",
                    about: "Every finding, not only the first three",
                },
                Example { command: "utf8 check --format json data | jq .", about: "For programs" },
                Example {
                    command: "git ls-files -z | utf8 check --skip-binary -0 --files-from -",
                    about: "What git tracks, but for pictures and the like",
                },
                Example {
                    command: "utf8 check --bom forbid --deny bidi,nul src",
                    about: "A gate for source code",
                },
                Example {
                    command: "curl -s https://example.com/ | utf8 check",
                    about: "What a server sends",
                },
            ]),
        },
    ]
}

fn statuses(statuses: [(u8, &str); 3]) -> Section {
    let list = statuses.map(|(status, about)| (status.to_string(), about.into()));
    Section { title: "Exit status", body: Body::List(list.into()) }
}

/// What stands beside an output that is not finished.
fn files() -> Section {
    Section {
        title: "Files",
        body: Body::Text(&[
            "An output that is a file is written as .utf8-PID-COUNT.tmp in its directory, and takes its name when it",
            "is complete. If a process is killed, that file is left. It is skipped where directories are searched,",
            "and the next conversion to that directory removes it, if it is older than a minute.",
        ]),
    }
}

pub(crate) fn convert() -> Vec<Section> {
    vec![
        Section {
            title: "Threads",
            body: Body::Text(&[
                "A large file is converted by all threads, but from and to ISO-2022-JP by one: there, what a byte",
                "means depends on all that is before it.",
            ]),
        },
        files(),
        statuses(exit::CONVERSION_STATUSES),
        Section {
            title: "Examples",
            body: Body::Examples(&[
                Example {
                    command: "utf8 convert -f utf-16 export.csv -o export-utf8.csv",
                    about: "UTF-16 with a byte order mark, to UTF-8 without",
                },
                Example {
                    command: "utf8 convert -f windows-1252 -o utf8/ letters mails",
                    about: "Every file in two directories, to files of the same names below utf8/",
                },
                Example {
                    command: "utf8 convert -t iso-8859-1 --on-error escape < page.html",
                    about: "To Latin-1, with the code points of what that does not have",
                },
                Example {
                    command: "utf8 convert --bom strip a.txt b.txt > both.txt",
                    about: "Several files, each in whatever encoding is certain, to one",
                },
            ]),
        },
    ]
}

pub(crate) fn fix() -> Vec<Section> {
    let steps = Step::all().into_iter();
    let steps = steps.map(|step| (step.name().into(), step.about().into()));
    vec![
        Section { title: "Steps, in their order", body: Body::List(steps.collect()) },
        Section {
            title: "What is taken for granted",
            body: Body::Text(&[
                "Without --only: an input in UTF-16 or UTF-32, or in a charset that its letters show, becomes UTF-8;",
                "pairs of surrogates are joined; stray bytes are read as --fallback says; and what is left is replaced.",
                "What is only a guess is refused in place if something would be lost, unless --from or --invalid says",
                "what it is; elsewhere it is taken for damaged UTF-8, with a note.",
            ]),
        },
        files(),
        statuses(exit::FIX_STATUSES),
        Section {
            title: "Examples",
            body: Body::Examples(&[
                Example { command: "utf8 fix --diff .", about: "What would change, and how" },
                Example {
                    command: "utf8 fix -i .",
                    about: "Everything under the current directory, where it is",
                },
                Example {
                    command: "utf8 fix -i --mojibake export.csv",
                    about: "A file with cafÃ© in it, which was café",
                },
                Example {
                    command: "utf8 fix --rejects lost.txt feed.csv -o clean.csv",
                    about: "A file that can be loaded, and the lines that need a look",
                },
                Example {
                    command: "utf8 fix --fallback windows-1252 --nul --line-ends lf old.txt > new.txt",
                    about: "By what is known of the file",
                },
                Example {
                    command: "tail -F app.log | utf8 fix --stream",
                    about: "A log, line by line",
                },
            ]),
        },
    ]
}

pub(crate) fn detect() -> Vec<Section> {
    vec![
        statuses(exit::DETECTION_STATUSES),
        Section {
            title: "Examples",
            body: Body::Examples(&[
                Example {
                    command: "utf8 detect inbox/",
                    about: "A line for each file: its encoding, and why",
                },
                Example {
                    command: "utf8 detect --format json . | jq 'select(.certainty == \"guess\")'",
                    about: "Those of which it is only a guess",
                },
            ]),
        },
    ]
}

pub(crate) fn iconv() -> Vec<Section> {
    vec![
        files(),
        statuses(exit::CONVERSION_STATUSES),
        Section {
            title: "Examples",
            body: Body::Examples(&[
                Example {
                    command: "utf8 iconv -f latin1 -t utf-8 old.txt -o old.txt",
                    about: "In place: the file is as it was, or complete",
                },
                Example {
                    command: "utf8 iconv -c -t ascii//TRANSLIT -f utf-8 names.txt",
                    about: "Without accents, and with the number of what that changed",
                },
            ]),
        },
    ]
}

pub(crate) fn completions() -> Vec<Section> {
    vec![Section {
        title: "Examples",
        body: Body::Examples(&[
            Example {
                command: "utf8 completions bash > ~/.local/share/bash-completion/completions/utf8",
                about: "For bash with bash-completion",
            },
            Example {
                command: "utf8 completions zsh > ~/.zfunc/_utf8",
                about: "For zsh, with `fpath+=~/.zfunc` before `compinit` in ~/.zshrc",
            },
            Example {
                command: "utf8 completions fish > ~/.config/fish/completions/utf8.fish",
                about: "For fish",
            },
        ]),
    }]
}

pub(crate) fn man() -> Vec<Section> {
    vec![Section {
        title: "Examples",
        body: Body::Examples(&[
            Example {
                command: "utf8 man check | man -l -",
                about: "Read the page of `utf8 check`",
            },
            Example {
                command: "utf8 man check > ~/.local/share/man/man1/utf8-check.1",
                about: "Install it: `man utf8-check` finds it there",
            },
        ]),
    }]
}

/// The sections as they stand at the end of `--help`.
pub(crate) fn text(sections: &[Section]) -> String {
    let mut text = String::new();
    for Section { title, body } in sections {
        if !text.is_empty() {
            text += "\n";
        }
        text += &format!("{title}:\n");
        match body {
            Body::Text(lines) => {
                for line in *lines {
                    text += &format!("  {line}\n");
                }
            }
            Body::List(items) => {
                let width = items.iter().map(|(item, _)| item.len()).max().unwrap_or(0);
                for (item, about) in items {
                    text += &format!("  {item:width$}  {about}\n");
                }
            }
            Body::Examples(examples) => {
                for Example { command, about } in *examples {
                    text += &format!("  {command}\n      {about}\n");
                }
            }
        }
    }
    text.truncate(text.trim_end().len());
    text
}
