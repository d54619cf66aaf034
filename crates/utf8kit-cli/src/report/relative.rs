//! Names of files as those who read a report elsewhere know them.

use std::fs;
use std::path::{Component, Path, PathBuf};

/// What is named `path` in `directory`: its name from `base` on, or else its absolute one.
///
/// `.` and doubled slashes are left out. What `..` means is a matter of symbolic links, so the file
/// system is asked: a reader would take it away together with what stands before it.
pub(super) fn below(base: &Path, directory: &Path, path: &Path) -> Result<PathBuf, PathBuf> {
    let absolute = directory.join(path);
    let has_parents = path.components().any(|component| component == Component::ParentDir);
    let absolute = match has_parents {
        true => fs::canonicalize(&absolute).unwrap_or(absolute),
        false => absolute.components().collect(),
    };
    match absolute.strip_prefix(base) {
        Ok(relative) => Ok(relative.to_owned()),
        Err(_) => Err(absolute),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_given_from_the_base_on() {
        let name = |path: &str| below("/r".as_ref(), "/r/sub".as_ref(), path.as_ref());
        assert_eq!(name("a"), Ok("sub/a".into()));
        assert_eq!(name("./b//./c"), Ok("sub/b/c".into()));
        assert_eq!(name("/r/a"), Ok("a".into()));
        assert_eq!(name("/rest/a"), Err("/rest/a".into()));
        assert_eq!(name("/usr/../usr/."), Err("/usr".into()));
    }

    #[test]
    fn parents_are_where_links_lead() {
        let dir = tempfile::tempdir().unwrap();
        let base = fs::canonicalize(dir.path()).unwrap();
        fs::create_dir_all(base.join("deep/down")).unwrap();
        fs::write(base.join("deep/file"), "").unwrap();
        std::os::unix::fs::symlink("deep/down", base.join("link")).unwrap();
        assert_eq!(below(&base, &base, "link/../file".as_ref()), Ok("deep/file".into()));
    }
}
