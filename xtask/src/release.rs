//! Makes what a release publishes, in `target/release-files/`, and tries each step as far as it goes without an account. Nothing leaves this
//! machine: `.github/workflows/release.yml` publishes the files.

use crate::run::{Failure, Result, Task, root};
use crate::server::Server;
use crate::{browser, dist, python};
use std::env;
use std::fs;
use std::path::{Path, PathBuf};

/// The packages for crates.io, the ones that others need first.
const CRATES: [&str; 3] = ["tensor-broadcasting", "broadcasting-diagram", "tensor-reader"];

/// What checks the entry points of the package for npm. Its types are checked in a strict project, by `cargo xtask test packages`.
const PUBLINT: &str = "publint@0.3.15";

/// Makes all files, and tries to publish them.
pub(crate) fn dry_run() -> Result<()> {
    let version = version()?;
    let files = root().join("target").join("release-files");
    if files.is_dir() {
        fs::remove_dir_all(&files).map_err(Failure::while_doing("remove the files of the release before"))?;
    }
    fs::create_dir_all(&files).map_err(Failure::while_doing("make target/release-files"))?;
    crates()?;
    let site = dist::build()?;
    npm(&site, &files)?;
    let wheels = python::package()?;
    python::check_package(&wheels)?;
    copy_all(&wheels, &files)?;
    archive(&site, &files, &version)?;
    Task::new(["node", "xtask/checksums.mjs"]).args([&files]).run()
}

/// Makes what GitHub Pages shows, in `target/pages/`, and returns its path: the site, the documents in `docs/`, the documentation of the crates in
/// `doc/`, and the recipes of tests/recipes that are pages. With `SITE_ADDRESS` also a site map, and what other pages show of a link to it.
pub(crate) fn pages() -> Result<PathBuf> {
    let pages = root().join("target").join("pages");
    if pages.is_dir() {
        fs::remove_dir_all(&pages).map_err(Failure::while_doing("remove target/pages"))?;
    }
    copy_all(&dist::build()?, &pages)?;
    let mut task = Task::new(["cargo", "doc", "--no-deps", "--locked"]);
    for name in CRATES {
        task = task.args(["--package", name]);
    }
    task.run()?;
    copy_all(&root().join("target").join("doc"), &pages.join("doc"))?;
    for name in ["quiz.html", "csv.html"] {
        let from = root().join("tests").join("recipes").join(name);
        fs::copy(from, pages.join(name)).map_err(Failure::while_doing(format!("copy {name}")))?;
    }
    let mut documents = Task::new(["node", "xtask/documents.mjs"]).args([&pages]);
    // For the picture, which a browser makes.
    let _server = if env::var_os("SITE_ADDRESS").is_some() {
        let chromium = browser::ensure()?.chromium;
        crate::pages::ensure_packages()?;
        let server = Server::start(&dist::folder(), &[])?;
        documents = documents.env("BASE_URL", &server.address).env("CHROMIUM", chromium);
        Some(server)
    } else {
        None
    };
    documents.run()?;
    Ok(pages)
}

/// The version of the workspace. The Python package has the same one, and so has the tag that is released, if there is one.
fn version() -> Result<String> {
    let of = |file: &str, start: &str| -> Result<String> {
        let text = fs::read_to_string(root().join(file)).map_err(Failure::while_doing(format!("read {file}")))?;
        let found = text.lines().find_map(|line| line.strip_prefix(start)?.trim().strip_prefix('"')?.strip_suffix('"'));
        found.map(str::to_owned).ok_or_else(|| Failure::new(format!("{file} has no version")))
    };
    let version = of("Cargo.toml", "version =")?;
    let others = [
        ("the Python package", of("python/src/broadcast_visualizer/__init__.py", "__version__ =")?),
        ("the tag", env::var("TAG").map_or_else(|_| version.clone(), |tag| tag.trim_start_matches('v').to_owned())),
    ];
    match others.iter().find(|(_, other)| *other != version) {
        Some((what, other)) => Err(Failure::new(format!("Cargo.toml has version {version}, but {what} has {other}"))),
        None => Ok(version),
    }
}

/// Packs and compiles the crates from their packages.
fn crates() -> Result<()> {
    let mut task = Task::new(["cargo", "publish", "--dry-run", "--locked"]);
    for name in CRATES {
        task = task.args(["--package", name]);
    }
    // A tag has nothing that is not committed.
    if env::var_os("TAG").is_none() { task.args(["--allow-dirty"]).run() } else { task.run() }
}

/// Packs the package for npm, and checks it.
fn npm(site: &Path, files: &Path) -> Result<()> {
    let folder = site.join("npm");
    let npm = |words: &[&str]| Task::new([if cfg!(windows) { "npm.cmd" } else { "npm" }]).args(words).within(&folder);
    npm(&["pack", "--silent", "--pack-destination"]).args([files]).run()?;
    let packed = only(files, "tgz")?;
    npm(&["exec", "--yes", "--", PUBLINT]).args([&packed]).args(["--strict"]).run()?;
    npm(&["publish", "--dry-run", "--access", "public"]).args([&packed]).run()
}

/// The site in one archive, with the licences of all that it contains, and beside it the list of its parts. The same files give the same archive.
fn archive(site: &Path, files: &Path, version: &str) -> Result<()> {
    let name = format!("broadcast-visualizer-{version}-site");
    let folder = root().join("target").join(&name);
    if folder.is_dir() {
        fs::remove_dir_all(&folder).map_err(Failure::while_doing("remove the archive's folder of before"))?;
    }
    copy_all(site, &folder)?;
    for other in ["npm", "python"] {
        fs::remove_dir_all(folder.join(other)).map_err(Failure::while_doing("leave out the packages"))?;
    }
    let parts = files.join(format!("{name}.cdx.json"));
    Task::new(["node", "xtask/parts.mjs", version]).args([&parts, &folder.join("LICENSES.txt")]).run()?;
    // The files of a release have the time of its commit: a server makes their ETag of it, and a browser would else keep those of the release before.
    let committed = Task::new(["git", "log", "-1", "--format=%ct"]).output();
    let time = committed.ok_or_else(|| Failure::new("the time of the commit is needed: run this in a clone"))?;
    Task::new(["tar", "--sort=name", "--owner=0", "--group=0", "--numeric-owner", "--format=ustar"])
        .args([&format!("--mtime=@{time}")])
        .args(["--use-compress-program=gzip -n -9", "-cf"])
        .args([&files.join(format!("{name}.tar.gz"))])
        .args(["-C", "target", &name])
        .run()
}

/// The only file of this kind in a folder.
fn only(folder: &Path, extension: &str) -> Result<PathBuf> {
    let entries = fs::read_dir(folder).map_err(Failure::while_doing("read target/release-files"))?.flatten();
    let mut found = entries.map(|entry| entry.path()).filter(|path| path.extension().is_some_and(|is| is == extension));
    match (found.next(), found.next()) {
        (Some(path), None) => Ok(path),
        _ => Err(Failure::new(format!("one .{extension} file was expected in {}", folder.display()))),
    }
}

/// Copies all files of a folder and its folders.
fn copy_all(from: &Path, to: &Path) -> Result<()> {
    let doing = || Failure::while_doing(format!("copy {} to {}", from.display(), to.display()));
    fs::create_dir_all(to).map_err(doing())?;
    for entry in fs::read_dir(from).map_err(doing())?.flatten() {
        let (path, target) = (entry.path(), to.join(entry.file_name()));
        if path.is_dir() {
            copy_all(&path, &target)?;
        } else {
            fs::copy(&path, &target).map_err(doing())?;
        }
    }
    Ok(())
}
