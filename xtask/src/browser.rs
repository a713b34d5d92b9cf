//! Chromium and its driver: the user's own, else Debian's when root asks on a Debian-like machine.

use crate::run::{Failure, Result, Task, on_path};
use std::env;
use std::path::{Path, PathBuf};

/// The browser and its driver, as full paths.
#[derive(Debug)]
pub(crate) struct Browser {
    pub(crate) chromium: PathBuf,
    pub(crate) driver: PathBuf,
}

/// Debian's packages. The fonts are for the Chinese page, which a fresh server cannot draw.
const PACKAGES: [&str; 3] = ["chromium", "chromium-driver", "fonts-noto-cjk"];

/// Finds the browser, installing it first where that can be done.
pub(crate) fn ensure() -> Result<Browser> {
    if let Some(browser) = find() {
        return Ok(browser);
    }
    let command = format!("apt-get update && apt-get install -y {}", PACKAGES.join(" "));
    if !is_debian() {
        return Err(Failure::new(
            "Chromium and its driver of the same version are not on PATH (looked for chromium, chromium-browser, google-chrome; chromedriver).\n\
             Remedy: install both, or name them in the environment: CHROMIUM=/path/to/browser CHROMEDRIVER=/path/to/driver.",
        ));
    }
    if !is_root() {
        return Err(Failure::new(format!(
            "Chromium or its driver is not on PATH, and only root can install Debian's packages.\nRemedy: as root, {command}"
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
            "Debian's packages are installed, but chromium or chromedriver is not on PATH.\nRemedy: as root, {command}"
        ))
    })
}

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
