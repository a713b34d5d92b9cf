//! The page's WebAssembly module. It starts nothing by itself: `src/boot.js` and the custom element call the exports of
//! `broadcast_visualizer::embed`.

// Linked for its exports alone.
#[cfg(target_arch = "wasm32")]
use broadcast_visualizer as _;

/// The allocator. It is much smaller than that of the standard library, and as fast.
#[cfg(target_arch = "wasm32")]
#[global_allocator]
static ALLOCATOR: talc::wasm::WasmDynamicTalc = talc::wasm::new_wasm_dynamic_allocator();

/// Does nothing: the script that loads the module starts the page or an element.
#[cfg(target_arch = "wasm32")]
fn main() {}

/// Says how to start the page: outside a browser there is nothing to mount.
#[cfg(not(target_arch = "wasm32"))]
fn main() -> std::process::ExitCode {
    use std::io::Write as _;
    _ = writeln!(std::io::stderr(), "The page runs in a browser: `cargo xtask serve` builds and serves it.");
    std::process::ExitCode::FAILURE
}
