//! The page's module. It starts nothing by itself: `src/boot.js` and the custom element call what
//! `broadcast_visualizer::embed` exports.

// Linked for its exports alone.
#[cfg(target_arch = "wasm32")]
use broadcast_visualizer as _;

/// Whoever loads the module says what is to be started.
#[cfg(target_arch = "wasm32")]
fn main() {}

/// Outside a browser there is nothing to mount.
#[cfg(not(target_arch = "wasm32"))]
fn main() -> std::process::ExitCode {
    use std::io::Write as _;
    _ = writeln!(std::io::stderr(), "The page runs in a browser: `cargo xtask serve` builds and serves it.");
    std::process::ExitCode::FAILURE
}
