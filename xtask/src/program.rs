//! Builds the optimised program: split into modules for servers, and whole for the forms in one file.
//!
//! One compilation makes both. It calls each module through two imports, and keeps what the linker knows of the program.
//! wasm-split cuts the modules off with it. In the whole program, `xtask/packages/modules.mjs` connects the imports with the
//! program itself.

use crate::run::{Failure, Result, Task, root};
use crate::tools;
use std::fs;
use std::path::{Path, PathBuf};

/// Builds the program with the tools in these folders. Gives the folder with the result, which `xtask/packages/program.mjs`
/// describes.
pub(crate) fn build(folders: &[PathBuf]) -> Result<PathBuf> {
    let target = root().join("target");
    let built = target.join("program");
    if built.exists() {
        fs::remove_dir_all(&built).map_err(Failure::while_doing("remove the program that was built before"))?;
    }
    println!("── compiling the program for WebAssembly (1 of 3, 1 to 3 minutes)");
    Task::new(["cargo", "rustc", "--release", "--bin", "page", "--features", "split"])
        .args(["--target", tools::WASM_TARGET])
        .args([Path::new("--target-dir"), &target])
        // A program in one file calls back through its table of functions, as a split one does.
        .args(["--", "-Clink-args=--emit-relocs --export-table"])
        .run()?;
    let compiled = target.join(tools::WASM_TARGET).join("release").join("page.wasm");
    println!("── splitting the program into modules (2 of 3)");
    Task::new(["wasm-split-cli", "--target", "web", "--out-name", "page"])
        .args([&compiled, &built.join("split")])
        .tools_first(folders)?
        .run()?;
    bind(&built.join("split").join("page.wasm"), &built.join("split-bindings"), folders)?;
    bind(&compiled, &built.join("whole-bindings"), folders)?;
    println!("── optimising and packing the site (3 of 3, about a minute)");
    Ok(built)
}

/// Generates the bindings of a program.
fn bind(program: &Path, into: &Path, folders: &[PathBuf]) -> Result<()> {
    Task::new(["wasm-bindgen", "--target", "web", "--no-typescript", "--out-name", "page"])
        // Modules share the table of functions and more with the program.
        .args(["--keep-lld-exports"])
        .args([Path::new("--out-dir"), into])
        .args([program])
        .tools_first(folders)?
        .run()
}
