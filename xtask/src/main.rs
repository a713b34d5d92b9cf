//! The project's own commands, run as `cargo xtask COMMAND` (the alias is in `.cargo/config.toml`).
//!
//! A new machine needs rustup, a C compiler, Node and npm; for the package for Python, Python 3.11 or newer with venv. Each command fetches the other tools that it needs, in fixed
//! versions: those of crates.io into a cache per user, those of npm into `node_modules` beside their `package.json`.
//!
//! - [`steps`]: the steps of `test`.
//! - [`schedule`]: runs steps two at a time, each with a limit, and reports them.
//! - [`words`]: finds tests by a word in their names.
//! - [`dev`]: the build for development, and the server that shows each change.
//! - [`dist`]: builds the optimised site in `dist/` when one of its inputs has changed. `xtask/packages.mjs` makes its files.
//! - [`program`]: the optimised program, split into chunks and whole, with its bindings.
//! - [`tools`]: the tools that the build needs, and how they are installed.
//! - [`browser`]: finds or installs Chromium and its driver, Firefox and WebKit.
//! - [`pages`]: runs the tests of whole pages against `dist/`: in Chromium, or in Firefox and WebKit.
//! - [`python`]: makes the package for Python in `dist/python/`, and runs its tests.
//! - [`server`]: starts the static file server behind `serve` and the page tests.
//! - [`audit`]: asks whether what the project is built of has known weaknesses.
//! - [`bench`]: measures the core, the size of the site, the page and the custom element.
//! - [`release`]: makes what a release publishes, and tries each step without an account.
//! - [`run`]: child processes, the repository's root, errors.
#![expect(clippy::print_stdout, reason = "a command-line tool writes to standard output")]

mod audit;
mod bench;
mod browser;
mod dev;
mod dist;
mod pages;
mod program;
mod python;
mod release;
mod run;
mod schedule;
mod server;
mod steps;
mod tools;
mod words;

use run::{Failure, Result};
use std::process::ExitCode;

const USAGE: &str = "\
Usage: cargo xtask COMMAND

  dev [--port N]         serve a build for development on 127.0.0.1, and show each change of the sources in the open pages
  serve [--port N]       build the optimised site in dist/ and serve it on 127.0.0.1 (port 8080 or the next free one)
  build                  build the optimised site in dist/: static files for any folder of any server
  python                 make the package for Python in dist/python/: the wheel and the source archive
  test [STEP…] [-- ARG…] run all steps of CI, or only the named ones; ARGs go to the command of the last step
  test --dev pages       run the page tests on the build for development, without those of the built files
  test WORD              run the native, browser, page and Python tests in whose names the word stands, with the time of each
  release --dry-run      make what a release publishes in target/release-files/, and try each step as far as it goes without an account
  pages                  make what GitHub Pages shows, in target/pages/: the site, the documents, the documentation of the crates, recipes
  audit                  ask for known weaknesses and for licences of what the project is built of; it needs the network
  bench                  measure the core, the page, the element, and the site's size against its budget
  help                   print this text

Steps of `test`, in two lanes at the same time: fmt clippy native browser python torch, and build packages one-file pages.
What needs dist/ waits for build.
Only when named: browsers (the same smoke, motion, keyboard and widget checks in Firefox and WebKit),
trees (the reader's syntax trees beside those of ruff)
Missing tools are installed first: in ${XDG_CACHE_HOME:-~/.cache}/broadcast-visualizer/tools, and with npm in the repository.";

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    match dispatch(&arguments) {
        Ok(code) => code,
        Err(failure) => {
            eprintln!("error: {failure}");
            ExitCode::FAILURE
        }
    }
}

/// Runs the command that the arguments name.
fn dispatch(arguments: &[&str]) -> Result<ExitCode> {
    let done = match arguments {
        [] | ["help" | "--help" | "-h", ..] => {
            println!("{USAGE}");
            Ok(())
        }
        ["dev"] | ["dev", "--port", _] => dev::serve(&arguments[1..]),
        ["serve"] | ["serve", "--port", _] => server::serve(&dist::build()?, &arguments[1..]),
        ["build"] => {
            let site = dist::build()?;
            println!("The site is in {}", site.display());
            Ok(())
        }
        ["python"] => {
            let folder = python::package()?;
            println!("The package is in {}", folder.display());
            Ok(())
        }
        ["release", "--dry-run"] => release::dry_run(),
        ["pages"] => {
            let folder = release::pages()?;
            println!("The pages are in {}", folder.display());
            Ok(())
        }
        ["test", rest @ ..] => steps::test(rest),
        // One step of `test`, which starts it as a process of its own.
        ["step", rest @ ..] => return steps::step(rest),
        ["audit"] => audit::audit(),
        ["bench"] => bench::bench(),
        // Only the measurement of the page, without a build.
        ["frames"] => bench::frames(),
        // tests/pages/playwright.config.js calls it when Playwright is run by hand.
        ["static", options @ ..] => server::serve(&dist::folder(), options),
        _ => Err(Failure::new(format!("`{}` is not a command of this project.\n\n{USAGE}", arguments.join(" ")))),
    };
    done.map(|()| ExitCode::SUCCESS)
}
