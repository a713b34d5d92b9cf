//! The project's own commands, run as `cargo xtask COMMAND` (the alias is in `.cargo/config.toml`).
//!
//! A fresh machine needs rustup, a C compiler, Node and npm; each command fetches the rest, at pinned versions, into a
//! per-user cache, and starts at once when nothing is missing.
//!
//! - [`steps`]: what `test` runs, in order.
//! - [`dist`]: the optimised site in `dist/`, built only when something it is made of has changed.
//! - [`tools`]: the tools the build wants, their versions, where they are kept and how they get there.
//! - [`browser`]: Chromium and its driver.
//! - [`packages`]: the published files in `dist/`, made from Trunk's output, and their tests.
//! - [`pages`]: the Playwright tests of whole pages, run against `dist/`.
//! - [`server`]: the static file server behind `serve` and the page tests.
//! - [`bench`]: the core's speed, and the bundle's bytes against their budget; [`frames`]: the page's in Chromium.
//! - [`elements`]: what the custom element costs a page.
//! - [`run`]: child processes, the repository's root, failures.
#![expect(clippy::print_stdout, reason = "a command-line tool speaks on standard output")]

mod bench;
mod browser;
mod dist;
mod elements;
mod frames;
mod packages;
mod pages;
mod run;
mod server;
mod steps;
mod tools;

use run::{Failure, Result};
use std::process::ExitCode;

const USAGE: &str = "\
Usage: cargo xtask COMMAND

  serve [--port N]       build optimised into dist/ and serve it on 127.0.0.1 (8080, or the next free port)
  build                  build optimised into dist/: a static site for any folder of any server
  test [STEP…] [-- ARG…] run everything CI runs, or only the steps named; ARGs go to the last step's command
  bench                  time the core; measure the bundle's bytes against the budget
  help                   print this

Steps of `test`, in order: fmt clippy native browser build packages pages
What is missing is fetched first; the tools are kept in ${XDG_CACHE_HOME:-~/.cache}/broadcast-visualizer/tools.";

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    match dispatch(&arguments) {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => {
            eprintln!("error: {failure}");
            ExitCode::FAILURE
        }
    }
}

fn dispatch(arguments: &[&str]) -> Result<()> {
    match arguments {
        [] | ["help" | "--help" | "-h", ..] => {
            println!("{USAGE}");
            Ok(())
        }
        ["serve", options @ ..] => serve(options),
        ["build"] => {
            let site = dist::build()?;
            println!("The site is in {}", site.display());
            Ok(())
        }
        ["test", rest @ ..] => steps::test(rest),
        ["bench"] => bench::bench(),
        // The browser's half alone, of `dist/` as it stands.
        ["frames"] => frames::bench(),
        // For developers who run Playwright by hand; tests/pages/playwright.config.js calls it.
        ["static", options @ ..] => serve_existing(options),
        _ => Err(Failure::new(format!("`{}` is no command of this project.\n\n{USAGE}", arguments.join(" ")))),
    }
}

/// `serve`: build, then serve until interrupted.
fn serve(options: &[&str]) -> Result<()> {
    let options = server::Options::parse(options)?;
    let site = dist::build()?;
    announce(&server::Site::new(&site, &options.prefix)?, options.port)
}

/// `static`: serve `dist/` as it stands.
fn serve_existing(options: &[&str]) -> Result<()> {
    let options = server::Options::parse(options)?;
    announce(&server::Site::new(&dist::folder(), &options.prefix)?, options.port)
}

fn announce(site: &server::Site, port: u16) -> Result<()> {
    let listener = server::listen(port)?;
    println!("Serving on {}", site.address(&listener)?);
    println!("Ctrl-C ends it.");
    site.serve(&listener)
}
