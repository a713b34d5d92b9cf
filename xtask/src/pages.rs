//! Runs the tests of whole pages: Playwright controls Chromium, and `dist/` is served from a sub-folder.

use crate::browser::Browser;
use crate::run::{Result, Task, root};
use crate::server::{SUBFOLDER, Site};
use crate::{dist, tools};
use std::path::PathBuf;

/// The folder of the tests.
fn folder() -> PathBuf {
    root().join("tests").join("pages")
}

/// Installs the npm packages that the tests need.
pub(crate) fn ensure_packages() -> Result<()> {
    tools::ensure_packages(&folder())
}

/// Runs the tests. `arguments` go to Playwright.
pub(crate) fn test(browser: &Browser, arguments: &[&str]) -> Result<()> {
    let address = Site::new(&dist::folder(), SUBFOLDER)?.serve_in_background()?;
    Task::new(["node", "node_modules/@playwright/test/cli.js", "test"])
        .args(arguments)
        .env("BASE_URL", address)
        .env("CHROMIUM", &browser.chromium)
        .within(&folder())
        .run()
}
