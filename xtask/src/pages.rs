//! The tests of whole pages: Playwright, driving Chromium against `dist/` as served from a sub-folder.

use crate::browser::Browser;
use crate::run::{Result, Task, root};
use crate::server::{self, Site};
use crate::{dist, tools};
use std::path::PathBuf;
use std::thread;

/// Not the server's root: whatever address in the site is not relative shows itself.
const PREFIX: &str = "/any/folder/";

fn folder() -> PathBuf {
    root().join("tests").join("pages")
}

/// Installs what the tests need.
pub(crate) fn ensure_packages() -> Result<()> {
    tools::ensure_packages(&folder())
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
