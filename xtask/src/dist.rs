//! Builds the optimised site in `dist/` when one of its inputs has changed, and tests what is built.

use crate::run::{Failure, Result, Task, root};
use crate::{program, tools};
use std::collections::hash_map::DefaultHasher;
use std::fs::{self, File};
use std::hash::Hasher;
use std::path::{Path, PathBuf};

/// The names, in any folder, that are not inputs of the site. Everything else is an input, except Markdown files. npm's packages
/// follow from package-lock.json.
const NOT_INPUTS: [&str; 12] = [
    ".ci",
    ".git",
    ".github",
    "benches",
    "dist",
    "docs",
    "node_modules",
    "python",
    "target",
    "tests",
    "webdriver.json",
    "xtask",
];

/// The inputs in `xtask/`: what makes the published files of the program, and what decides how it is called.
const OF_XTASK: [&str; 6] = ["npm", "package-lock.json", "packages", "packages.mjs", "src/dist.rs", "src/program.rs"];

/// The folder of the site.
pub(crate) fn folder() -> PathBuf {
    root().join("dist")
}

/// Builds `dist/` unless it is up to date, and returns its path.
pub(crate) fn build() -> Result<PathBuf> {
    let dist = folder();
    // Only one process builds at a time. Another one waits here and then finds the site built.
    let target = root().join("target");
    let _lock = fs::create_dir_all(&target)
        .and_then(|()| File::create(target.join("dist.lock")))
        .and_then(|file| file.lock().map(|()| file))
        .map_err(Failure::while_doing("lock dist/"))?;
    let stamp = root().join("target").join("dist.stamp");
    let inputs = fingerprint(hash_inputs)?;
    // The built files are compared too: another program may have changed them.
    let built = || fingerprint(|hasher| hash_any(&dist, hasher));
    let noted = fs::read_to_string(&stamp).unwrap_or_default();
    if noted == format!("{inputs} {}\n", built()?) && dist.join("index.html").is_file() {
        println!("dist/ is up to date");
        return Ok(dist);
    }

    tools::ensure_packages(&root().join("xtask"))?;
    tools::ensure_wasm_target()?;
    tools::ensure_standard_library()?;
    let program = program::build(&tools::ensure(&tools::FOR_BUILD)?)?;
    Task::new(["node", "xtask/packages.mjs"]).args([&dist, &program]).run()?;
    Task::new(["cargo", "run", "--quiet", "--example", "gallery", "--"]).args([&dist.join("gallery")]).run()?;
    let note = format!("{inputs} {}\n", built()?);
    fs::write(&stamp, note).map_err(Failure::while_doing("save the fingerprint of the inputs of dist/"))?;
    Ok(dist)
}

/// The folder of the tests that use the npm package as projects of others do: Vite, TypeScript.
pub(crate) fn bundlers() -> PathBuf {
    root().join("tests").join("bundlers")
}

/// Runs the tests in `xtask/tests/` on the code of `xtask/packages/` and on the files in `dist/`, and those in `tests/bundlers/`.
pub(crate) fn test(arguments: &[&str]) -> Result<()> {
    let mut files = sorted(&root().join("xtask").join("tests")).map_err(Failure::while_doing("read xtask/tests"))?;
    files.extend(sorted(&bundlers()).map_err(Failure::while_doing("read tests/bundlers"))?);
    // By name, because the versions of Node differ in what they take a folder for.
    files.retain(|file| file.to_str().is_some_and(|name| name.ends_with(".test.mjs")));
    Task::new(["node", "--test", "--test-reporter=spec", "--test-timeout=180000"])
        .args(arguments)
        .args(files)
        .env("DIST", folder())
        .run()
}

/// A short text that changes when the hashed contents change.
fn fingerprint(hash: impl FnOnce(&mut DefaultHasher) -> std::io::Result<()>) -> Result<String> {
    let mut hasher = DefaultHasher::new();
    hash(&mut hasher).map_err(Failure::while_doing("read the sources"))?;
    Ok(format!("{:016x}", hasher.finish()))
}

/// Hashes every input of the site.
fn hash_inputs(hasher: &mut DefaultHasher) -> std::io::Result<()> {
    OF_XTASK.iter().try_for_each(|name| hash_any(&root().join("xtask").join(name), hasher))?;
    hash_any(root(), hasher)
}

/// Hashes a file, or all inputs in a folder. A path that does not exist adds nothing.
fn hash_any(path: &Path, hasher: &mut DefaultHasher) -> std::io::Result<()> {
    if path.is_dir() {
        let is_input = |path: &&PathBuf| {
            let name = path.file_name().and_then(|name| name.to_str()).unwrap_or_default();
            !NOT_INPUTS.contains(&name) && !name.ends_with(".md")
        };
        return sorted(path)?.iter().filter(is_input).try_for_each(|path| hash_any(path, hasher));
    }
    if path.is_file() {
        hasher.write(path.as_os_str().as_encoded_bytes());
        let contents = fs::read(path)?;
        hasher.write_usize(contents.len());
        hasher.write(&contents);
    }
    Ok(())
}

/// The paths in a folder, in a fixed order.
fn sorted(folder: &Path) -> std::io::Result<Vec<PathBuf>> {
    let mut paths =
        fs::read_dir(folder)?.map(|entry| entry.map(|entry| entry.path())).collect::<std::io::Result<Vec<_>>>()?;
    paths.sort();
    Ok(paths)
}

#[cfg(test)]
mod tests {
    use super::{OF_XTASK, fingerprint, hash_any};
    use crate::run::root;
    use std::fs;

    #[test]
    fn every_input_in_this_folder_exists() {
        for name in OF_XTASK {
            assert!(root().join("xtask").join(name).exists(), "{name}");
        }
    }

    #[test]
    fn sources_in_any_folder_are_inputs_and_tests_are_not() {
        let folder = root().join("target").join("inputs");
        let write = |path: &str, text: &str| {
            let path = folder.join(path);
            path.parent().is_some_and(|parent| fs::create_dir_all(parent).is_ok()) && fs::write(path, text).is_ok()
        };
        let hash = || fingerprint(|hasher| hash_any(&folder, hasher)).ok();
        assert!(write("crates/core/src/lib.rs", "one") && write("crates/core/tests/all.rs", "one"));
        let before = hash();
        assert!(before.is_some());
        assert!(write("crates/core/tests/all.rs", "two") && write("crates/core/README.md", "two"));
        assert_eq!(hash(), before);
        assert!(write("crates/core/src/lib.rs", "two"));
        assert_ne!(hash(), before);
        assert!(fs::remove_dir_all(folder).is_ok());
    }
}
