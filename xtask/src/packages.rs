//! Runs `xtask/packages.mjs`, which makes the published files from the built program, and its tests.

use crate::run::{Failure, Result, Task, root};
use crate::{dist, tools};
use std::fs;
use std::path::{Path, PathBuf};

/// What `xtask/packages.mjs` reads within `xtask/`, and what decides how it is called. `tools.rs` holds the tools' versions.
pub(crate) const INPUTS: [&str; 7] =
    ["npm", "package-lock.json", "packages", "packages.mjs", "src/packages.rs", "src/program.rs", "src/tools.rs"];

/// Makes the published files in `dist` from the program in the folder `program`.
///
/// Fails when a file reaches its size limit.
pub(crate) fn build(dist: &Path, program: &Path) -> Result<()> {
    tools::ensure_packages(&root().join("xtask"))?;
    Task::new(["node"])
        .args([root().join("xtask").join("packages.mjs"), dist.to_owned(), program.to_owned(), esbuild()?])
        .args([version()?])
        .tools_first(&tools::ensure(&tools::FOR_BUILD)?)?
        .run()
}

/// Runs the tests in `xtask/tests/` on the code of the packages and on the files in `dist/`.
pub(crate) fn test(arguments: &[&str]) -> Result<()> {
    Task::new(["node", "--test", "--test-reporter=spec"])
        .args(arguments)
        .args(test_files()?)
        .env("DIST", dist::folder())
        .env("ESBUILD", esbuild()?)
        .tools_first(&tools::ensure(&tools::FOR_BUILD)?)?
        .run()
}

/// The folder in which Node finds esbuild.
fn esbuild() -> Result<PathBuf> {
    tools::package_folder(&tools::ESBUILD)
}

/// The version in `Cargo.toml`, which the npm package gets.
fn version() -> Result<String> {
    let manifest = fs::read_to_string(root().join("Cargo.toml")).map_err(Failure::while_doing("read Cargo.toml"))?;
    let version = manifest.lines().find_map(|line| line.strip_prefix("version = \"")?.strip_suffix('"'));
    version.map(str::to_owned).ok_or_else(|| {
        Failure::new("Cargo.toml has no line of the form `version = \"…\"`; add the version of the package")
    })
}

/// The test files by name, because the versions of Node differ in what they take a folder for.
fn test_files() -> Result<Vec<PathBuf>> {
    let folder = root().join("xtask").join("tests");
    let entries = fs::read_dir(&folder).and_then(|entries| entries.collect::<std::io::Result<Vec<_>>>());
    let entries = entries.map_err(Failure::while_doing(format!("read {}", folder.display())))?;
    let mut files: Vec<_> = entries.iter().map(fs::DirEntry::path).collect();
    files.retain(|file| file.to_str().is_some_and(|name| name.ends_with(".test.mjs")));
    files.sort();
    Ok(files)
}

#[cfg(test)]
mod tests {
    use super::{INPUTS, test_files, version};
    use crate::run::root;

    #[test]
    fn every_input_exists() {
        for name in INPUTS {
            assert!(root().join("xtask").join(name).exists(), "{name}");
        }
    }

    #[test]
    fn the_version_has_three_numbers() {
        let version = version().unwrap_or_default();
        let numbers: Vec<_> = version.split('.').map(str::parse::<u32>).collect();
        assert!(numbers.len() == 3 && numbers.iter().all(Result::is_ok), "{version}");
    }

    #[test]
    fn test_files_are_found_and_their_support_is_not_one() {
        let files = test_files().unwrap_or_default();
        assert!(files.iter().any(|file| file.ends_with("encoder.test.mjs")), "{files:?}");
        assert!(!files.iter().any(|file| file.ends_with("support.mjs")), "{files:?}");
    }
}
