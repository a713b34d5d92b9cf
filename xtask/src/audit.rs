//! `audit`: asks whether what the project is built of has known weaknesses, or licences that its packages cannot have. The answers come from the
//! network and change from day to day, so no test asks.

use crate::run::{Result, Task, root};
use crate::tools;

/// The folders with packages of npm.
const FOLDERS: [&str; 5] = ["xtask", "tests/pages", "tests/browsers", "tests/bundlers", "crates/core/benches/js"];

/// Asks for the crates (deny.toml), then for the packages of npm.
pub(crate) fn audit() -> Result<()> {
    let folders = tools::ensure(&tools::FOR_AUDIT)?;
    Task::new(["cargo-deny", "--all-features", "check"]).tools_first(&folders)?.run()?;
    for folder in FOLDERS {
        println!("── {folder}");
        Task::new(["npm", "audit", "--audit-level=moderate"]).within(&root().join(folder)).run()?;
    }
    Ok(())
}
