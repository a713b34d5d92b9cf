//! What the custom element costs a page: bytes before it is needed, start, heap, layout shift.

use crate::run::{Failure, Result, Task, root};
use crate::server::{self, Site};
use crate::{browser, dist, pages};
use std::thread;

/// Measures the built element in the browser and prints what was measured.
pub(crate) fn bench() -> Result<()> {
    pages::ensure_packages()?;
    let browser = browser::ensure()?;
    let site = Site::new(&dist::folder(), "/any/folder/")?;
    let listener = server::listen(0)?;
    let address = site.address(&listener)?;
    // Serves until this process ends.
    thread::spawn(move || site.serve(&listener));
    let measured = Task::new(["node", "elements.bench.mjs"])
        .env("BASE_URL", address)
        .env("CHROMIUM", &browser.chromium)
        .within(&root().join("tests").join("pages"))
        .output()
        .ok_or_else(|| Failure::new("tests/pages/elements.bench.mjs could not measure the element"))?;
    for line in measured.lines() {
        let (name, value) = line.split_once('\t').unwrap_or((line, ""));
        println!("{name:<44} {value:>10}");
    }
    Ok(())
}
