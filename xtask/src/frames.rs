//! Measures the page in headless Chromium: script time per frame, time from a keystroke to the picture, large results
//! against small ones.

use crate::run::{Result, Task, root};
use crate::server::Site;
use crate::{browser, dist, pages};

/// Measures the site in `dist/`; `xtask/frames.mjs` prints the results.
pub(crate) fn bench() -> Result<()> {
    let browser = browser::ensure()?;
    pages::ensure_packages()?;
    let address = Site::new(&dist::folder(), "/")?.serve_in_background()?;
    Task::new(["node"])
        .args([root().join("xtask").join("frames.mjs")])
        .env("BASE_URL", address)
        .env("CHROMIUM", &browser.chromium)
        .run()
}
