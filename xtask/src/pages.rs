//! Runs the tests of whole pages, with `dist/` served from a sub-folder: Playwright controls Chromium; tests/browsers controls
//! Firefox and WebKit.

use crate::browser::{Browser, OtherBrowsers};
use crate::run::{Failure, Result, Task, root};
use crate::server::Server;
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

/// The page in one file.
const ONE_FILE: &str = "broadcast-visualizer.html";
/// The tests of the page in one file that run without arguments: what is in chunks in the site, and the smoke tests.
const OF_ONE_FILE: [&str; 6] = ["smoke", "examples", "panels", "python", "share", "editor"];

/// Runs the tests. `arguments` go to Playwright.
pub(crate) fn test(browser: &Browser, arguments: &[&str]) -> Result<()> {
    run(browser, "index.html", arguments)
}

/// Runs tests with the page in one file in place of the page of the site. `arguments` go to Playwright; they choose the tests.
pub(crate) fn test_one_file(browser: &Browser, arguments: &[&str]) -> Result<()> {
    // Tests of what only the site has.
    let mut all = vec!["--grep-invert", "@site"];
    all.extend(if arguments.is_empty() { &OF_ONE_FILE[..] } else { arguments });
    run(browser, ONE_FILE, &all)
}

/// Runs tests with a file of `dist/` as the page.
fn run(browser: &Browser, page: &str, arguments: &[&str]) -> Result<()> {
    let server = Server::start(&dist::folder(), &["--index", page])?;
    Task::new(["node", "node_modules/@playwright/test/cli.js", "test"])
        .args(arguments)
        .env("BASE_URL", &server.address)
        .env("CHROMIUM", &browser.chromium)
        .within(&folder())
        .run()
}

/// Installs the npm packages that the checks of the other browsers need.
pub(crate) fn ensure_packages_of_others() -> Result<()> {
    tools::ensure_packages(&folder_of_others())
}

/// Runs the checks in Firefox and in WebKit. Pictures of each check are written to `target/browsers`.
pub(crate) fn test_others(browsers: &OtherBrowsers) -> Result<()> {
    let server = Server::start(&dist::folder(), &[])?;
    let pictures = root().join("target").join("browsers");
    let check = |name: &str| {
        Task::new(["node", "run.mjs", name])
            .env("BASE_URL", &server.address)
            .env("PICTURES", &pictures)
            .env("FIREFOX", &browsers.firefox)
            .env("WEBKIT", &browsers.webkit)
            .env("WEBKIT_DRIVER", &browsers.webkit_driver)
            .within(&folder_of_others())
            .run()
    };
    // Both run, also if the first one fails.
    let failed: Vec<&str> = ["firefox", "webkit"].into_iter().filter(|name| check(name).is_err()).collect();
    if failed.is_empty() { Ok(()) } else { Err(Failure::new(format!("checks failed in {}", failed.join(" and ")))) }
}

/// The folder of the checks for other browsers.
fn folder_of_others() -> PathBuf {
    root().join("tests").join("browsers")
}
