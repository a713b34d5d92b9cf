//! Builds the optimised site in `dist/` when one of its inputs has changed.

use crate::run::{Failure, Result, root};
use crate::{packages, program, tools};
use std::collections::hash_map::DefaultHasher;
use std::fs;
use std::hash::Hasher;
use std::path::{Path, PathBuf};

/// The names at the root that are not inputs of the site. Everything else there is an input, except Markdown files.
const NOT_INPUTS: [&str; 10] =
    [".ci", ".git", ".github", "benches", "dist", "node_modules", "target", "tests", "webdriver.json", "xtask"];

/// The folder of the site.
pub(crate) fn folder() -> PathBuf {
    root().join("dist")
}

/// Builds `dist/` unless it is up to date, and returns its path.
pub(crate) fn build() -> Result<PathBuf> {
    let dist = folder();
    let stamp = root().join("target").join("dist.stamp");
    let inputs = fingerprint(hash_inputs)?;
    // The built files are compared too: another program may have changed them.
    let built = || fingerprint(|hasher| hash_any(&dist, hasher));
    let noted = fs::read_to_string(&stamp).unwrap_or_default();
    if noted == format!("{inputs} {}\n", built()?) && dist.join("index.html").is_file() {
        println!("dist/ is up to date");
        return Ok(dist);
    }

    tools::ensure_node()?;
    tools::ensure_wasm_target()?;
    let program = program::build(&tools::ensure(&tools::FOR_BUILD)?)?;
    packages::build(&dist, &program)?;
    let note = format!("{inputs} {}\n", built()?);
    fs::create_dir_all(root().join("target"))
        .and_then(|()| fs::write(&stamp, note))
        .map_err(Failure::while_doing("save the fingerprint of the inputs of dist/"))?;
    Ok(dist)
}

/// A short text that changes when the hashed contents change.
fn fingerprint(hash: impl FnOnce(&mut DefaultHasher) -> std::io::Result<()>) -> Result<String> {
    let mut hasher = DefaultHasher::new();
    hash(&mut hasher).map_err(Failure::while_doing("read the sources"))?;
    Ok(format!("{:016x}", hasher.finish()))
}

/// Hashes every input of the site.
fn hash_inputs(hasher: &mut DefaultHasher) -> std::io::Result<()> {
    for name in packages::INPUTS {
        hash_any(&root().join("xtask").join(name), hasher)?;
    }
    for path in sorted(root())? {
        let name = path.file_name().and_then(|name| name.to_str()).unwrap_or_default();
        if !NOT_INPUTS.contains(&name) && path.extension().is_none_or(|ending| ending != "md") {
            hash_any(&path, hasher)?;
        }
    }
    Ok(())
}

/// Hashes all that a folder contains, except npm's packages.
fn hash_folder(folder: &Path, hasher: &mut DefaultHasher) -> std::io::Result<()> {
    let own = sorted(folder)?;
    // npm's packages follow from package-lock.json, which is hashed.
    own.iter().filter(|path| !path.ends_with("node_modules")).try_for_each(|path| hash_any(path, hasher))
}

/// Hashes a file or a folder. A path that does not exist adds nothing.
fn hash_any(path: &Path, hasher: &mut DefaultHasher) -> std::io::Result<()> {
    if path.is_dir() {
        return hash_folder(path, hasher);
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
