//! Builds the optimised program: split into chunks for servers, and whole for the forms in one file.
//!
//! One compilation makes both. It calls each chunk through imports, and keeps what the linker knows of the program.
//! wasm-split cuts the chunks off with it. In the whole program, `xtask/packages/chunks.mjs` connects the imports with the
//! program itself.

use crate::run::{Failure, Result, Task, root};
use crate::tools;
use std::path::{Path, PathBuf};
use std::{env, fs};

/// The file with the frame of the page, in the folder with the result.
const FRAME: &str = "frame.html";

/// Options that compile the standard library with the program, for size. The library that is installed was compiled for speed.
/// They are not stable yet, so that `RUSTC_BOOTSTRAP` has to allow them. The version of Rust is fixed, and nothing else is
/// built in this way.
const STANDARD_LIBRARY: [&str; 4] = ["-Z", "build-std=std,panic_abort", "-Z", "build-std-features=optimize_for_size"];

/// Builds the program with the tools in these folders. Gives the folder with the result, which `xtask/packages/program.mjs`
/// describes.
pub(crate) fn build(folders: &[PathBuf]) -> Result<PathBuf> {
    let target = root().join("target");
    let built = target.join("program");
    if built.exists() {
        fs::remove_dir_all(&built).map_err(Failure::while_doing("remove the program that was built before"))?;
    }
    println!("── compiling the program for WebAssembly (1 of 3, 1 to 3 minutes)");
    Task::new(["cargo", "fetch", "--target", tools::WASM_TARGET]).run()?;
    Task::new(["cargo", "rustc", "--release", "--bin", "page", "--features", "split"])
        .args(["--target", tools::WASM_TARGET])
        .args([Path::new("--target-dir"), &target])
        .args(STANDARD_LIBRARY)
        // A program in one file calls back through its table of functions, as a split one does.
        .args(["--", "-Clink-args=--emit-relocs --export-table"])
        .env("CARGO_ENCODED_RUSTFLAGS", short_paths()?)
        .env("RUSTC_BOOTSTRAP", "1")
        .run()?;
    let compiled = target.join(tools::WASM_TARGET).join("release").join("page.wasm");
    println!("── splitting the program into chunks (2 of 3)");
    Task::new(["wasm-split-cli", "--target", "web", "--out-name", "page"])
        .args([&compiled, &built.join("split")])
        .tools_first(folders)?
        .run()?;
    bind(&built.join("split").join("page.wasm"), &built.join("split-bindings"), folders)?.run()?;
    bind(&compiled, &built.join("whole-bindings"), folders)?.run()?;
    fs::write(built.join(FRAME), frame()?).map_err(Failure::while_doing("write the frame of the page"))?;
    println!("── optimising and packing the site (3 of 3, about a minute)");
    Ok(built)
}

/// The frame of the page, with the picture of the first example: `examples/frame.rs`.
fn frame() -> Result<String> {
    let frame = Task::new(["cargo", "run", "--quiet", "--example", "frame"]).output();
    frame.ok_or_else(|| {
        Failure::new("The frame of the page could not be made. Run `cargo run --example frame` to see the error.")
    })
}

/// Options of the compiler that leave the user's folders out of the program, which names the source files of its panics. The
/// program is then smaller, and the same on every machine.
fn short_paths() -> Result<String> {
    let home = env::var_os("CARGO_HOME").map(PathBuf::from).or_else(|| Some(env::home_dir()?.join(".cargo")));
    let sources = home.unwrap_or_default().join("registry").join("src");
    let entries = fs::read_dir(&sources).and_then(|entries| entries.collect::<std::io::Result<Vec<_>>>());
    let entries = entries.map_err(Failure::while_doing(format!("read {}", sources.display())))?;
    let mut options: Vec<String> =
        entries.iter().map(|entry| format!("--remap-path-prefix={}/=", entry.path().display())).collect();
    // Where the sources of the standard library are installed, they have the names that they have elsewhere.
    let rustc = |option| Task::new(["rustc", option]).output();
    let hash = rustc("-vV").and_then(|text| Some(text.split_once("commit-hash: ")?.1.lines().next()?.to_owned()));
    if let (Some(sysroot), Some(hash)) = (rustc("--print=sysroot"), hash) {
        options.push(format!("--remap-path-prefix={sysroot}/lib/rustlib/src/rust=/rustc/{hash}"));
    }
    options.push("-Zlocation-detail=none".to_owned());
    // The separator of CARGO_ENCODED_RUSTFLAGS.
    Ok(options.join("\u{1f}"))
}

/// The task that generates the bindings of a program.
pub(crate) fn bind(program: &Path, into: &Path, folders: &[PathBuf]) -> Result<Task> {
    Task::new(["wasm-bindgen", "--target", "web", "--no-typescript", "--out-name", "page"])
        // Chunks share the table of functions and more with the program.
        .args(["--keep-lld-exports"])
        .args([Path::new("--out-dir"), into])
        .args([program])
        .tools_first(folders)
}
