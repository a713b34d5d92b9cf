//! The page: mounts the visualizer in the browser.

/// Starts the page.
#[cfg(target_arch = "wasm32")]
fn main() {
    broadcast_visualizer::ui::start();
}

/// Outside a browser there is nothing to mount.
#[cfg(not(target_arch = "wasm32"))]
fn main() -> std::process::ExitCode {
    use std::io::Write as _;
    _ = writeln!(std::io::stderr(), "The page runs in a browser: `cargo xtask serve` builds and serves it.");
    std::process::ExitCode::FAILURE
}
