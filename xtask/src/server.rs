//! The static file server behind `serve` and the page tests: `xtask/serve.mjs`, which says what options it has.

use crate::run::{Result, Task, root};
use crate::tools;
use std::path::Path;
use std::process::Child;

/// A sub-folder of the server. When the site is served from it, an address in the site that is not relative fails.
const SUBFOLDER: &str = "/any/folder/";

/// A server in the background. It ends when this is dropped, and with this process.
#[derive(Debug)]
pub(crate) struct Server {
    /// The address of the site.
    pub(crate) address: String,
    _process: Child,
}

impl Server {
    /// Serves a folder from a sub-folder on any free port, with another file in place of `index.html` if `options` name one.
    pub(crate) fn start(folder: &Path, options: &[&str]) -> Result<Self> {
        let options = ["--background", "--port", "0", "--prefix", SUBFOLDER].iter().chain(options);
        let (address, process) = task(folder)?.args(options).start()?;
        Ok(Self { address, _process: process })
    }
}

/// Serves a folder until interrupted.
pub(crate) fn serve(folder: &Path, options: &[&str]) -> Result<()> {
    println!("Press Ctrl-C to stop. Serving on:");
    task(folder)?.args(options).run()
}

fn task(folder: &Path) -> Result<Task> {
    tools::ensure_packages(&root().join("xtask"))?;
    Ok(Task::new(["node"]).args([&root().join("xtask").join("serve.mjs"), folder]))
}
