//! What was not examined, kept for the end of the log.

use std::path::{Path, PathBuf};

use serde::Serialize;

use super::Text;
use super::artifact::Location;

/// How much of one kind is kept, in bytes of paths and reasons. Standard error names all.
const MAX_KEPT: usize = 1024 * 1024;

/// Skips, or troubles.
#[derive(Default)]
pub(super) struct Notes {
    kept: Vec<(PathBuf, String)>,
    kept_bytes: usize,
    left_out: u64,
}

impl Notes {
    pub(super) fn add(&mut self, path: &Path, why: &str) {
        let bytes = path.as_os_str().len() + why.len();
        if self.kept_bytes + bytes > MAX_KEPT {
            self.left_out += 1;
            return;
        }
        self.kept_bytes += bytes;
        self.kept.push((path.to_owned(), why.to_owned()));
    }

    /// All as `notification`s, in the order of their paths: they came in that of the threads.
    pub(super) fn notifications(
        mut self,
        kind: Kind,
        directory: &Path,
    ) -> impl Iterator<Item = Notification> {
        self.kept.sort();
        let kept = self.kept.into_iter().map(move |(path, why)| {
            let location = Location::of(&path, directory);
            kind.notification(format!("{}: {why}", kind.description()), Some(location))
        });
        let rest = (self.left_out > 0).then(|| {
            let text = format!("{}: {} more files", kind.description(), self.left_out);
            kind.notification(text, None)
        });
        kept.chain(rest)
    }
}

/// Why something was not examined.
#[derive(Clone, Copy)]
pub(super) enum Kind {
    Skipped,
    Trouble,
}

impl Kind {
    pub(super) const ALL: [Kind; 2] = [Kind::Skipped, Kind::Trouble];

    pub(super) const fn id(self) -> &'static str {
        match self {
            Kind::Skipped => "skipped",
            Kind::Trouble => "trouble",
        }
    }

    pub(super) const fn description(self) -> &'static str {
        match self {
            Kind::Skipped => "left alone",
            Kind::Trouble => "not checked, or not to the end",
        }
    }

    pub(super) const fn level(self) -> &'static str {
        match self {
            Kind::Skipped => "note",
            Kind::Trouble => "error",
        }
    }

    fn notification(self, text: String, location: Option<Location>) -> Notification {
        let locations = location.into_iter().map(|artifact_location| PlacedIn {
            physical_location: PhysicalLocation { artifact_location },
        });
        Notification {
            descriptor: Descriptor { id: self.id() },
            level: self.level(),
            message: Text::new(text),
            locations: locations.collect(),
        }
    }
}

#[derive(Serialize)]
pub(super) struct Notification {
    descriptor: Descriptor,
    level: &'static str,
    message: Text,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    locations: Vec<PlacedIn>,
}

#[derive(Serialize)]
struct Descriptor {
    id: &'static str,
}

/// A `location`.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct PlacedIn {
    physical_location: PhysicalLocation,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct PhysicalLocation {
    artifact_location: Location,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_kept_is_bounded_and_in_order() {
        let mut notes = Notes::default();
        for index in (0..100_000).rev() {
            notes.add(Path::new(&format!("a/directory/{index:05}")), "binary: PNG image");
        }
        let all: Vec<_> = notes
            .notifications(Kind::Skipped, Path::new("/"))
            .map(|note| serde_json::json!(note))
            .collect();
        assert!(serde_json::to_vec(&all).unwrap().len() < 8 * MAX_KEPT);
        let uri = &all[0]["locations"][0]["physicalLocation"]["artifactLocation"]["uri"];
        // The last that was kept comes first.
        let first = 100_000 - (all.len() - 1);
        assert_eq!(*uri, format!("a/directory/{first:05}"));
        let rest = all.last().unwrap();
        assert_eq!(rest["message"]["text"], format!("left alone: {first} more files"));
    }
}
