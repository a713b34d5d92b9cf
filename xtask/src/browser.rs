//! Finds Chromium and its driver, Firefox and WebKit. On Debian and its derivatives, installs them when run as root.

use crate::run::{Failure, Result, Task, on_path};
use std::env;
use std::path::{Path, PathBuf};

/// The paths of the browser and of its driver.
#[derive(Debug)]
pub(crate) struct Browser {
    /// [`SHELL`] where it is installed, else Chromium or Chrome.
    pub(crate) chromium: PathBuf,
    pub(crate) driver: PathBuf,
}

/// Chromium without windows, menus and the processes of these: page tests take half the time in it. A program and a package of Debian have this name.
const SHELL: &str = "chromium-headless-shell";

/// Debian's packages. The fonts are for the page in Chinese: a new server has none with Chinese characters.
const PACKAGES: [&str; 4] = ["chromium", "chromium-driver", SHELL, "fonts-noto-cjk"];

/// Firefox, and WebKit with its driver and its small browser for tests.
#[derive(Debug)]
pub(crate) struct OtherBrowsers {
    pub(crate) firefox: PathBuf,
    pub(crate) webkit: PathBuf,
    pub(crate) webkit_driver: PathBuf,
}

/// Debian's packages of the other browsers. WebKit draws into the screen that Xvfb keeps in memory.
const OTHER_PACKAGES: [&str; 3] = ["firefox-esr", "webkit2gtk-driver", "xvfb"];

/// Where Debian keeps programs that belong to libraries.
const LIBRARIES: &str = "/usr/lib/x86_64-linux-gnu";

/// Finds Chromium and its driver, and installs them first if needed and possible.
///
/// Fails when they are missing and cannot be installed; the message says how to install them.
pub(crate) fn ensure() -> Result<Browser> {
    // A machine may have the browser from before, or of a distribution that has no such package: its tests are slower, and that is all.
    if find().is_some() && on_path(SHELL).is_none() && is_debian() && is_root() && has_package(SHELL) {
        _ = install(&[SHELL]);
    }
    find_or_install(
        find,
        &PACKAGES,
        "Chromium or its driver is not on PATH (looked for chromium, chromium-browser or google-chrome, and for chromedriver)",
        "Install both in the same version, or set their paths: CHROMIUM=/path/to/browser CHROMEDRIVER=/path/to/driver.",
    )
}

/// Finds Firefox and WebKit, and installs them first if needed and possible.
///
/// Fails when they are missing and cannot be installed; the message says how to install them.
pub(crate) fn ensure_others() -> Result<OtherBrowsers> {
    find_or_install(
        find_others,
        &OTHER_PACKAGES,
        "Firefox, WebKit's driver or Xvfb was not found (looked for firefox-esr or firefox, WebKitWebDriver with MiniBrowser, and Xvfb)",
        "Install them, or set paths: FIREFOX=/path/to/firefox WEBKIT=/path/to/MiniBrowser.",
    )
}

/// What `find` finds, if need be after Debian's packages were installed.
pub(crate) fn find_or_install<T>(find: fn() -> Option<T>, packages: &[&str], missing: &str, remedy: &str) -> Result<T> {
    if let Some(found) = find() {
        return Ok(found);
    }
    let command = format!("apt-get update && apt-get install -y {}", packages.join(" "));
    if !is_debian() {
        return Err(Failure::new(format!("{missing}.\nRemedy: {remedy}")));
    }
    if !is_root() {
        return Err(Failure::new(format!(
            "{missing}, and only root can install Debian's packages.\nRemedy: As root, run `{command}`."
        )));
    }
    Task::new(["apt-get", "update"]).run()?;
    install(packages)?;
    find().ok_or_else(|| {
        Failure::new(format!(
            "Debian's packages are installed, but: {missing}.\nRemedy: As root, run `{command}`, and check PATH."
        ))
    })
}

/// Installs Debian's packages.
fn install(packages: &[&str]) -> Result<()> {
    println!("── installing {}", packages.join(", "));
    Task::new(["apt-get", "install", "-y", "--no-install-recommends"])
        .args(packages)
        .env("DEBIAN_FRONTEND", "noninteractive")
        .run()
}

/// Whether apt knows a package.
fn has_package(name: &str) -> bool {
    Task::new(["apt-cache", "show", name]).output().is_some()
}

/// The file that an environment variable names, if it exists.
fn named(variable: &str) -> Option<PathBuf> {
    env::var_os(variable).map(PathBuf::from).filter(|file| file.is_file())
}

/// Looks for Chromium and its driver: first in the environment, then on PATH.
fn find() -> Option<Browser> {
    let chromium = named("CHROMIUM")
        .or_else(|| [SHELL, "chromium", "chromium-browser", "google-chrome"].into_iter().find_map(on_path))?;
    let driver = named("CHROMEDRIVER").or_else(|| on_path("chromedriver"))?;
    Some(Browser { chromium, driver })
}

/// Looks for Firefox, WebKit and Xvfb.
fn find_others() -> Option<OtherBrowsers> {
    on_path("Xvfb")?;
    let firefox = named("FIREFOX").or_else(|| ["firefox-esr", "firefox"].into_iter().find_map(on_path))?;
    // Debian puts WebKit's small browser beside the library of its version.
    let mini_browser =
        |folder: &str| Some(Path::new(LIBRARIES).join(folder).join("MiniBrowser")).filter(|file| file.is_file());
    let folders = ["webkitgtk-6.0", "webkit2gtk-4.1", "webkit2gtk-4.0"];
    let webkit = named("WEBKIT").or_else(|| folders.into_iter().find_map(mini_browser))?;
    Some(OtherBrowsers { firefox, webkit, webkit_driver: on_path("WebKitWebDriver")? })
}

fn is_debian() -> bool {
    Path::new("/etc/debian_version").is_file() && on_path("apt-get").is_some()
}

fn is_root() -> bool {
    Task::new(["id", "-u"]).output().as_deref() == Some("0")
}
