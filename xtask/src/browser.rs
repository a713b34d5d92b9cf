//! Finds Chromium and its driver. On Debian and its derivatives, installs them when run as root.

use crate::run::{Failure, Result, Task, on_path};
use std::env;
use std::path::{Path, PathBuf};

/// The paths of the browser and of its driver.
#[derive(Debug)]
pub(crate) struct Browser {
    pub(crate) chromium: PathBuf,
    pub(crate) driver: PathBuf,
}

/// Debian's packages. The fonts are for the page in Chinese: a new server has none with Chinese characters.
const PACKAGES: [&str; 3] = ["chromium", "chromium-driver", "fonts-noto-cjk"];

/// Finds the browser and its driver, and installs them first if needed and possible.
///
/// Fails when they are missing and cannot be installed; the message says how to install them.
pub(crate) fn ensure() -> Result<Browser> {
    if let Some(browser) = find() {
        return Ok(browser);
    }
    let command = format!("apt-get update && apt-get install -y {}", PACKAGES.join(" "));
    if !is_debian() {
        return Err(Failure::new(
            "Chromium or its driver is not on PATH (looked for chromium, chromium-browser or google-chrome, and for chromedriver).\n\
             Remedy: Install both in the same version, or set their paths: CHROMIUM=/path/to/browser CHROMEDRIVER=/path/to/driver.",
        ));
    }
    if !is_root() {
        return Err(Failure::new(format!(
            "Chromium or its driver is not on PATH, and only root can install Debian's packages.\nRemedy: As root, run `{command}`."
        )));
    }
    println!("── installing {}", PACKAGES.join(", "));
    Task::new(["apt-get", "update"]).run()?;
    Task::new(["apt-get", "install", "-y", "--no-install-recommends"])
        .args(PACKAGES)
        .env("DEBIAN_FRONTEND", "noninteractive")
        .run()?;
    find().ok_or_else(|| {
        Failure::new(format!(
            "Debian's packages are installed, but chromium or chromedriver is not on PATH.\nRemedy: As root, run `{command}`, and check PATH."
        ))
    })
}

/// Looks for the browser and its driver: first in the environment, then on PATH.
fn find() -> Option<Browser> {
    let named = |variable: &str| env::var_os(variable).map(PathBuf::from).filter(|file| file.is_file());
    let chromium = named("CHROMIUM")
        .or_else(|| ["chromium", "chromium-browser", "google-chrome"].into_iter().find_map(on_path))?;
    let driver = named("CHROMEDRIVER").or_else(|| on_path("chromedriver"))?;
    Some(Browser { chromium, driver })
}

fn is_debian() -> bool {
    Path::new("/etc/debian_version").is_file() && on_path("apt-get").is_some()
}

fn is_root() -> bool {
    Task::new(["id", "-u"]).output().as_deref() == Some("0")
}
