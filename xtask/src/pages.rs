//! Runs the tests of whole pages, with `dist/` or the build for development served from a sub-folder: Playwright controls Chromium; tests/browsers controls
//! Firefox and WebKit.

use crate::browser::{Browser, OtherBrowsers};
use crate::run::{Failure, Result, Task, root};
use crate::server::Server;
use crate::{dev, dist, tools};
use std::path::{Path, PathBuf};

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
/// The tag of the tests that every form of the page passes: a smoke test, and one of each chunk.
const OF_EACH_FORM: &str = "@each-form";
/// The tag of tests of what only the site has: its files with their limits, its chunks, the frame of its page.
const OF_SITE: &str = "@site";

/// Runs the tests. `arguments` go to Playwright.
pub(crate) fn test(browser: &Browser, arguments: &[&str]) -> Result<()> {
    run(browser, &dist::folder(), "index.html", arguments)
}

/// Runs the tests on the build for development, without those that have [`OF_SITE`]. `arguments` go to Playwright.
pub(crate) fn test_dev(browser: &Browser, site: &Path, arguments: &[&str]) -> Result<()> {
    let mut all = vec!["--grep-invert", OF_SITE];
    all.extend(arguments);
    run(browser, site, "index.html", &all)
}

/// Runs the tests in whose names or file names the word stands: on the build for development, and those that have [`OF_SITE`] on the site.
pub(crate) fn test_word(browser: &Browser, word: &str) -> Result<()> {
    let literal = |letter: char| {
        if letter.is_alphanumeric() || letter == ' ' { letter.to_string() } else { format!("\\{letter}") }
    };
    let pattern: String = word.chars().map(literal).collect();
    let in_site = format!("(?=.*{pattern})(?=.*{OF_SITE})");
    let of_dev = ["--grep", &pattern, "--grep-invert", OF_SITE];
    if has_tests(browser, &of_dev)? {
        run(browser, &dev::build()?, "index.html", &of_dev)?;
    }
    if has_tests(browser, &["--grep", &in_site])? {
        run(browser, &dist::build()?, "index.html", &["--grep", &in_site])?;
    }
    Ok(())
}

/// Runs tests with the page in one file in place of the page of the site. `arguments` go to Playwright; they choose the tests.
pub(crate) fn test_one_file(browser: &Browser, arguments: &[&str]) -> Result<()> {
    let mut all = vec!["--grep-invert", OF_SITE];
    all.extend(if arguments.is_empty() { &["--grep", OF_EACH_FORM][..] } else { arguments });
    run(browser, &dist::folder(), ONE_FILE, &all)
}

/// Whether these arguments choose any test. Fails where a file of tests cannot be read.
fn has_tests(browser: &Browser, arguments: &[&str]) -> Result<bool> {
    let listed = playwright(browser).args(["--list", "--pass-with-no-tests"]).args(arguments);
    let listed = listed.env("BASE_URL", "http://127.0.0.1/").output();
    let listed = listed.ok_or_else(|| {
        Failure::new(
            "The page tests cannot be listed. Run `npx playwright test --list` in tests/pages to see the error.",
        )
    })?;
    Ok(!listed.contains("Total: 0 tests"))
}

/// Runs tests with a file of a folder as the page.
fn run(browser: &Browser, site: &Path, page: &str, arguments: &[&str]) -> Result<()> {
    let server = Server::start(site, &["--index", page])?;
    playwright(browser).args(arguments).env("BASE_URL", &server.address).run()
}

fn playwright(browser: &Browser) -> Task {
    Task::new(["node", "node_modules/@playwright/test/cli.js", "test"])
        .env("CHROMIUM", &browser.chromium)
        .within(&folder())
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
