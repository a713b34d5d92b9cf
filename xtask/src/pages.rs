//! The tests of whole pages: Playwright, driving Chromium against `dist/` as served from a sub-folder.

use crate::browser::Browser;
use crate::run::{Failure, Result, Task, root};
use crate::server::{self, Site};
use crate::{dist, tools};
use std::fs;
use std::path::PathBuf;
use std::thread;

/// Not the server's root: whatever address in the site is not relative shows itself.
const PREFIX: &str = "/any/folder/";

fn folder() -> PathBuf {
    root().join("tests").join("pages")
}

/// Installs what package-lock.json names, unless that was done already.
pub(crate) fn ensure_packages() -> Result<()> {
    tools::ensure_node()?;
    let folder = folder();
    let lock = fs::read(folder.join("package-lock.json"))
        .map_err(Failure::while_doing("read tests/pages/package-lock.json"))?;
    let stamp = folder.join("node_modules").join(".installed-package-lock.json");
    if fs::read(&stamp).is_ok_and(|installed| installed == lock) {
        return Ok(());
    }
    println!("── installing the packages of tests/pages");
    Task::new(["npm", "ci", "--no-audit", "--no-fund", "--loglevel=error"])
        .env("PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD", "1")
        .within(&folder)
        .run()?;
    fs::write(stamp, lock).map_err(Failure::while_doing("note which packages are installed"))
}

/// Runs the tests against a server of our own, which ends with us.
pub(crate) fn test(browser: &Browser, arguments: &[&str]) -> Result<()> {
    let site = Site::new(&dist::folder(), PREFIX)?;
    let listener = server::listen(0)?;
    let address = site.address(&listener)?;
    // Serves until this process ends.
    thread::spawn(move || site.serve(&listener));
    Task::new(["node", "node_modules/@playwright/test/cli.js", "test"])
        .args(arguments)
        .env("BASE_URL", address)
        .env("CHROMIUM", &browser.chromium)
        .within(&folder())
        .run()
}
