//! The build for development: not optimised and in one piece, so that a changed line is seen after seconds. `cargo xtask dev` serves it, builds it
//! again at each change of its sources, and shows the errors of the compiler in the open pages.

use crate::program::bind;
use crate::run::{Failure, Result, Task, root};
use crate::tools;
use notify::{EventKind, RecursiveMode, Watcher as _};
use std::fs;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::Child;
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::time::{Duration, Instant};

/// What the build is made of, apart from `xtask`.
const SOURCES: [&str; 5] = ["Cargo.toml", "crates", "index.html", "src", "styles"];

/// Editors write a file in several steps, and several files at once.
const PAUSE: Duration = Duration::from_millis(30);

/// The port that is tried first. `cargo xtask serve` has another one, so that both can run.
const PORT: &str = "8090";

/// A task of cargo without what only debuggers read: the program is linked and bound in less time.
pub(crate) fn without_debug_information(task: Task) -> Task {
    task.env("CARGO_PROFILE_DEV_DEBUG", "0")
}

/// The folder of everything that is made here.
fn folder() -> PathBuf {
    root().join("target").join("dev")
}

/// Builds the site for development, and returns its folder.
pub(crate) fn build() -> Result<PathBuf> {
    compile(&ensure_tools()?, Task::run)?;
    let site = folder().join("site");
    Task::new(["node", "xtask/dev.mjs"]).args([folder().join("bindings"), site.clone()]).run()?;
    Ok(site)
}

fn ensure_tools() -> Result<Vec<PathBuf>> {
    tools::ensure_wasm_target()?;
    tools::ensure_packages(&root().join("xtask"))?;
    tools::ensure(&[tools::WASM_BINDGEN])
}

/// Compiles the program and makes its bindings, unless these are newer. `run` runs a task.
fn compile(tools: &[PathBuf], run: fn(Task) -> Result<()>) -> Result<()> {
    let cargo = Task::new(["cargo", "build", "--quiet", "--bin", "page", "--target", tools::WASM_TARGET]);
    run(without_debug_information(cargo))?;
    let program = root().join("target").join(tools::WASM_TARGET).join("debug").join("page.wasm");
    let bindings = folder().join("bindings");
    let time = |file: &Path| fs::metadata(file).and_then(|metadata| metadata.modified()).ok();
    if time(&bindings.join("page.js")) > time(&program) {
        return Ok(());
    }
    run(bind(&program, &bindings, tools)?)
}

/// Serves the site for development until interrupted. `options` are for the server.
pub(crate) fn serve(options: &[&str]) -> Result<()> {
    let tools = ensure_tools()?;
    let (told, changes) = mpsc::channel();
    // Before the first build: what is changed during it is built afterwards.
    let mut watcher = notify::recommended_watcher(move |event: notify::Result<notify::Event>| {
        let is_change = |kind: &EventKind| kind.is_create() || kind.is_modify() || kind.is_remove();
        if event.is_ok_and(|event| is_change(&event.kind)) {
            // The receiver is gone when the program ends.
            _ = told.send(());
        }
    })
    .map_err(Failure::while_doing("watch the sources"))?;
    for source in SOURCES {
        watcher
            .watch(&root().join(source), RecursiveMode::Recursive)
            .map_err(Failure::while_doing(format!("watch {source}")))?;
    }
    let options = if options.is_empty() { &["--port", PORT][..] } else { options };
    let server = Task::new(["node", "xtask/dev.mjs"])
        .args([folder().join("bindings"), folder().join("site")])
        .args(["--serve"])
        .args(options);
    let (address, mut server) = server.start()?;
    println!("{address}\nPress Ctrl-C to stop. Each change of {} is shown there.", SOURCES.join(", "));
    loop {
        let start = Instant::now();
        tell(&mut server, "building", "")?;
        match compile(&tools, Task::run_quietly) {
            Ok(()) => {
                tell(&mut server, "built", "")?;
                println!("built in {:.1} s", start.elapsed().as_secs_f64());
            }
            Err(failure) => {
                tell(&mut server, "failed", &failure.to_string())?;
                println!("{failure}");
            }
        }
        if !next_change(&changes) {
            return Ok(());
        }
    }
}

/// Waits for a change, and for those that come with it. `false` when none can come any more.
fn next_change(changes: &Receiver<()>) -> bool {
    let mut is_changed = changes.recv().is_ok();
    while is_changed {
        match changes.recv_timeout(PAUSE) {
            Ok(()) => {}
            Err(RecvTimeoutError::Timeout) => return true,
            Err(RecvTimeoutError::Disconnected) => is_changed = false,
        }
    }
    false
}

/// Tells the server, in one line, how the build stands: `building`, `built`, or `failed` with a text.
fn tell(server: &mut Child, state: &str, text: &str) -> Result<()> {
    let line = format!("{state} {}\n", text.replace('\\', "\\\\").replace('\n', "\\n"));
    let sent = server.stdin.as_mut().map(|input| input.write_all(line.as_bytes()).and_then(|()| input.flush()));
    sent.unwrap_or(Ok(())).map_err(Failure::while_doing("reach the server; it has ended"))
}

#[cfg(test)]
mod tests {
    use super::{SOURCES, next_change};
    use crate::run::root;
    use std::sync::mpsc;

    #[test]
    fn every_source_exists() {
        for source in SOURCES {
            assert!(root().join(source).exists(), "{source}");
        }
    }

    #[test]
    fn changes_that_come_together_are_one() {
        let (told, changes) = mpsc::channel();
        assert!((0..3).all(|_| told.send(()).is_ok()));
        assert!(next_change(&changes));
        assert!(changes.try_recv().is_err());
        drop(told);
        assert!(!next_change(&changes));
    }
}
