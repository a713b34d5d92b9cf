//! The files of the repository, for tests of the source and of the documents.

use std::path::{Path, PathBuf};

/// The root of the repository.
pub(crate) fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// Every file below `folder` with one of the extensions, in order: its path from the root of the repository, and its text.
pub(crate) fn files(folder: &str, extensions: &[&str]) -> Vec<(String, String)> {
    let mut found = Vec::new();
    let mut folders: Vec<PathBuf> = vec![root().join(folder)];
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(&folder).expect("a folder of the repository") {
            let path = entry.expect("an entry of the folder").path();
            let extension = path.extension().and_then(|extension| extension.to_str()).unwrap_or_default();
            if path.is_dir() {
                folders.push(path);
            } else if extensions.contains(&extension) {
                let name = path.strip_prefix(root()).expect("a path in the repository").to_string_lossy().into_owned();
                found.push((name, std::fs::read_to_string(&path).expect("a text file")));
            }
        }
    }
    found.sort();
    found
}
