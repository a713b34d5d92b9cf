//! The browser's half of `bench`: script time a frame, a keystroke's way to the screen, huge results against small ones.

use crate::run::{Result, Task, root};
use crate::server::{self, Site};
use crate::{browser, dist, pages};
use std::thread;

/// Measures `dist/` in headless Chromium; `xtask/frames.mjs` prints what it sees.
pub(crate) fn bench() -> Result<()> {
    let browser = browser::ensure()?;
    pages::ensure_packages()?;
    let listener = server::listen(0)?;
    let site = Site::new(&dist::folder(), "/")?;
    let address = site.address(&listener)?;
    // Serves until this process ends.
    thread::spawn(move || site.serve(&listener));
    Task::new(["node"])
        .args([root().join("xtask").join("frames.mjs")])
        .env("BASE_URL", address)
        .env("CHROMIUM", &browser.chromium)
        .run()
}
