//! Measures what the custom element costs a page: size of its first script, time to start, heap, layout shift.

use crate::run::{Failure, Result, Task, root};
use crate::server::{SUBFOLDER, Site};
use crate::{browser, dist, pages};

/// Measures the built element in headless Chromium and prints the results.
pub(crate) fn bench() -> Result<()> {
    pages::ensure_packages()?;
    let browser = browser::ensure()?;
    let address = Site::new(&dist::folder(), SUBFOLDER)?.serve_in_background()?;
    let measured = Task::new(["node", "elements.bench.mjs"])
        .env("BASE_URL", address)
        .env("CHROMIUM", &browser.chromium)
        .within(&root().join("tests").join("pages"))
        .output()
        .ok_or_else(|| Failure::new("tests/pages/elements.bench.mjs failed to measure the element"))?;
    for line in measured.lines() {
        let (name, value) = line.split_once('\t').unwrap_or((line, ""));
        println!("{name:<44} {value:>10}");
    }
    Ok(())
}
