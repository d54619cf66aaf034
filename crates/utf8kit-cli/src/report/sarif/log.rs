//! What stands before the results of a log, and what after them.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use serde::Serialize;

use super::Text;
use super::artifact::{self, Location};
use super::notes::{Kind, Notes, Notification};
use crate::exit::Outcome;
use crate::report::json::{Counts, to_json};
use crate::report::tally::Totals;
use crate::rules::Rule;

/// One log, as far as results do not say all.
pub(crate) struct Log {
    /// In which `utf8` was run.
    directory: PathBuf,
    skipped: Mutex<Notes>,
    troubles: Mutex<Notes>,
}

impl Log {
    pub(crate) fn new() -> Log {
        // Without a working directory, only absolute names lead anywhere.
        let directory = std::env::current_dir().unwrap_or_else(|_| "/".into());
        Log { directory, skipped: Mutex::default(), troubles: Mutex::default() }
    }

    pub(super) fn location(&self, path: &Path) -> Location {
        Location::of(path, &self.directory)
    }

    pub(in crate::report) fn skipped(&self, path: &Path, why: &str) {
        self.skipped.lock().unwrap_or_else(PoisonError::into_inner).add(path, why);
    }

    pub(in crate::report) fn trouble(&self, path: &Path, why: &str) {
        self.troubles.lock().unwrap_or_else(PoisonError::into_inner).add(path, why);
    }

    /// What comes before the first result.
    pub(in crate::report) fn prologue(&self) -> Vec<u8> {
        let mut out = Vec::from(
            "{\"$schema\":\"https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/\
             sarif-schema-2.1.0.json\",\"version\":\"2.1.0\",\"runs\":[{\"tool\":",
        );
        out.extend_from_slice(&to_json(&Tool::new()));
        out.extend_from_slice(b",\"columnKind\":\"unicodeCodePoints\",\"originalUriBaseIds\":");
        let bases = BTreeMap::from([(artifact::BASE, Location::base(&self.directory))]);
        out.extend_from_slice(&to_json(&bases));
        out.extend_from_slice(b",\"results\":[");
        out
    }

    /// What comes after the last one.
    pub(in crate::report) fn epilogue(&self, totals: &Totals) -> Vec<u8> {
        let mut out = Vec::from("\n],\"invocations\":[");
        out.extend_from_slice(&to_json(&self.invocation(totals.outcome())));
        out.extend_from_slice(b"],\"properties\":");
        out.extend_from_slice(&to_json(&Counts::of(totals)));
        out.extend_from_slice(b"}]}\n");
        out
    }

    fn invocation(&self, outcome: Outcome) -> Invocation {
        let take = |notes: &Mutex<Notes>| {
            std::mem::take(&mut *notes.lock().unwrap_or_else(PoisonError::into_inner))
        };
        let troubles = take(&self.troubles).notifications(Kind::Trouble, &self.directory);
        let skipped = take(&self.skipped).notifications(Kind::Skipped, &self.directory);
        Invocation {
            execution_successful: !outcome.trouble,
            exit_code: outcome.status(),
            exit_code_description: outcome.description(),
            tool_execution_notifications: troubles.chain(skipped).collect(),
        }
    }
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Invocation {
    execution_successful: bool,
    exit_code: u8,
    exit_code_description: &'static str,
    tool_execution_notifications: Vec<Notification>,
}

#[derive(Serialize)]
struct Tool {
    driver: Driver,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Driver {
    name: &'static str,
    version: &'static str,
    semantic_version: &'static str,
    information_uri: &'static str,
    rules: Vec<Descriptor>,
    notifications: Vec<Descriptor>,
}

/// A `reportingDescriptor`.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Descriptor {
    id: &'static str,
    name: &'static str,
    short_description: Text,
    #[serde(skip_serializing_if = "Option::is_none")]
    help: Option<Text>,
    default_configuration: Configuration,
}

#[derive(Serialize)]
struct Configuration {
    level: &'static str,
}

impl Tool {
    fn new() -> Tool {
        let rules = Rule::ALL.iter().map(|rule| Descriptor {
            id: rule.id(),
            name: rule.kind(),
            short_description: Text::new(rule.about()),
            help: Some(Text::new(rule.help())),
            default_configuration: Configuration { level: Rule::LEVEL },
        });
        let notifications = Kind::ALL.into_iter().map(|kind| Descriptor {
            id: kind.id(),
            name: kind.id(),
            short_description: Text::new(kind.description()),
            help: None,
            default_configuration: Configuration { level: kind.level() },
        });
        Tool {
            driver: Driver {
                name: "utf8",
                version: env!("CARGO_PKG_VERSION"),
                semantic_version: env!("CARGO_PKG_VERSION"),
                information_uri: env!("CARGO_PKG_REPOSITORY"),
                rules: rules.collect(),
                notifications: notifications.collect(),
            },
        }
    }
}
