//! `bench`: measures the speed of the core and of the page, and the sizes of the site's files against their limits.

use crate::run::{Result, Task, root};
use crate::server::Server;
use crate::{browser, dist, pages, tools};

/// Runs all measurements, each of which prints its results.
pub(crate) fn bench() -> Result<()> {
    println!("── speed of the core");
    tools::ensure_packages(&root().join("crates/core/benches/js"))?;
    Task::new(["cargo", "bench", "-p", "tensor-broadcasting", "--bench", "core"]).run()?;
    println!("\n── size of the site");
    dist::build()?;
    Task::new(["node", "xtask/sizes.mjs", "dist"]).run()?;
    println!("\n── speed of the page in headless Chromium");
    frames()?;
    println!("\n── the custom element");
    in_browser("tests/pages/elements.bench.mjs")
}

/// Measures the page: script time per frame, large results against small ones, and the time from a key to its frame.
pub(crate) fn frames() -> Result<()> {
    in_browser("xtask/frames.mjs")?;
    in_browser("xtask/keys.mjs")
}

/// Runs a script that measures the site in Chromium.
fn in_browser(script: &str) -> Result<()> {
    let browser = browser::ensure()?;
    pages::ensure_packages()?;
    let server = Server::start(&dist::folder(), &[])?;
    Task::new(["node", script]).env("BASE_URL", &server.address).env("CHROMIUM", &browser.chromium).run()
}
