//! `test`: the steps that CI runs.

use crate::browser::{self, Browser, OtherBrowsers};
use crate::run::{Failure, Result, Task, root};
use crate::{dist, pages, python, tools};
use std::env;
use std::time::Instant;

/// The environment variable with the seed of the property tests.
const SEED: &str = "PROPTEST_RNG_SEED";

/// One step of `test`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Step {
    Fmt,
    Clippy,
    Native,
    Browser,
    Build,
    Packages,
    Pages,
    OneFile,
    Python,
    Browsers,
}

/// All steps of CI in the order in which they run: the quick ones first, and the build before the tests of what it builds.
const ALL: [Step; 9] = [
    Step::Fmt,
    Step::Clippy,
    Step::Native,
    Step::Browser,
    Step::Build,
    Step::Packages,
    Step::OneFile,
    Step::Pages,
    Step::Python,
];

/// The steps that only run when they are named.
const BY_NAME: [Step; 1] = [Step::Browsers];

/// Runs the steps named in `words`, or all of them. Words after `--` go to the command of the last step.
///
/// Stops at the first step that fails.
pub(crate) fn test(words: &[&str]) -> Result<()> {
    let (names, arguments) = match words.iter().position(|word| *word == "--") {
        Some(place) => (&words[..place], &words[place + 1..]),
        None => (words, &[][..]),
    };
    let steps = chosen(names)?;
    let needs = Needs::fetch(&steps)?;
    for (index, step) in steps.iter().enumerate() {
        let number = index + 1;
        let title = format!("step {number} of {}: {} ({})", steps.len(), step.name(), step.description());
        println!("\n── {title}");
        let start = Instant::now();
        let arguments = if number == steps.len() { arguments } else { &[] };
        let outcome = step.run(&needs, arguments);
        let seconds = start.elapsed().as_secs_f64();
        match outcome {
            Ok(()) => println!("── {} passed in {seconds:.1} s", step.name()),
            Err(failure) => {
                println!("── {} FAILED after {seconds:.1} s", step.name());
                println!("{index} passed, 1 failed");
                return Err(Failure::new(format!(
                    "{title} failed: {failure}\nRemedy: {}\nTo run only this step again: cargo xtask test {}",
                    step.remedy(),
                    step.name()
                )));
            }
        }
    }
    println!("\n{} passed, 0 failed", steps.len());
    Ok(())
}

/// The steps with the given names, in the order of [`ALL`] and [`BY_NAME`]; all of [`ALL`] when no name is given.
fn chosen(names: &[&str]) -> Result<Vec<Step>> {
    let known = || ALL.into_iter().chain(BY_NAME);
    if let Some(unknown) = names.iter().find(|name| !known().any(|step| step.name() == **name)) {
        let known = known().map(Step::name).collect::<Vec<_>>().join(", ");
        return Err(Failure::new(format!("`{unknown}` is not a step; the steps are {known}")));
    }
    if names.is_empty() {
        return Ok(ALL.to_vec());
    }
    Ok(known().filter(|step| names.contains(&step.name())).collect())
}

/// The browser and the tools that the chosen steps need.
#[derive(Debug)]
struct Needs {
    browser: Option<Browser>,
    other_browsers: Option<OtherBrowsers>,
    tools: Vec<std::path::PathBuf>,
}

impl Needs {
    /// Finds or installs everything that the steps need, before the first of them starts.
    fn fetch(steps: &[Step]) -> Result<Self> {
        let needs = |any: &[Step]| any.iter().any(|step| steps.contains(step));
        let mut tools = Vec::new();
        let mut browser = None;
        let mut other_browsers = None;
        if needs(&[Step::Fmt, Step::Clippy]) {
            tools::ensure_components()?;
        }
        if needs(&[
            Step::Clippy,
            Step::Browser,
            Step::Build,
            Step::Packages,
            Step::Pages,
            Step::OneFile,
            Step::Python,
            Step::Browsers,
        ]) {
            tools::ensure_wasm_target()?;
        }
        if needs(&[Step::Browser, Step::Pages, Step::OneFile]) {
            browser = Some(browser::ensure()?);
        }
        if needs(&[Step::Pages, Step::OneFile]) {
            pages::ensure_packages()?;
        }
        if needs(&[Step::Browsers]) {
            other_browsers = Some(browser::ensure_others()?);
            pages::ensure_packages_of_others()?;
        }
        if needs(&[Step::Build, Step::Packages, Step::Pages, Step::OneFile, Step::Python, Step::Browsers]) {
            tools::ensure_packages(&root().join("xtask"))?;
            tools::ensure(&tools::FOR_BUILD)?;
        }
        if needs(&[Step::Packages]) {
            tools::ensure_packages(&dist::bundlers())?;
        }
        if needs(&[Step::Browser]) {
            tools = tools::ensure(&tools::FOR_BROWSER_TESTS)?;
        }
        Ok(Self { browser, other_browsers, tools })
    }

    /// The browser. Fails when no chosen step needs one.
    fn browser(&self) -> Result<&Browser> {
        self.browser.as_ref().ok_or_else(no_browser)
    }
}

/// A step needs a browser that was not looked for.
fn no_browser() -> Failure {
    Failure::new("the step needs a browser, but `Needs::fetch` did not look for one")
}

impl Step {
    /// The name on the command line.
    const fn name(self) -> &'static str {
        match self {
            Self::Fmt => "fmt",
            Self::Clippy => "clippy",
            Self::Native => "native",
            Self::Browser => "browser",
            Self::Build => "build",
            Self::Packages => "packages",
            Self::Pages => "pages",
            Self::OneFile => "one-file",
            Self::Python => "python",
            Self::Browsers => "browsers",
        }
    }

    /// What the step checks, for its title.
    const fn description(self) -> &'static str {
        match self {
            Self::Fmt => "formatting",
            Self::Clippy => "lints, native and wasm32",
            Self::Native => "cargo test, including the examples in the documentation",
            Self::Browser => "wasm-pack test in headless Chromium",
            Self::Build => "the optimised site in dist/",
            Self::Packages => {
                "node --test on the packages in dist/, the code that makes them, and builds of Vite with them"
            }
            Self::Pages => "Playwright on whole pages of dist/",
            Self::OneFile => "Playwright on the page in one file",
            Self::Python => {
                "the package for Python in dist/python: ruff, mypy, pytest with NumPy, and with PyTorch where it is installed"
            }
            Self::Browsers => "the checks of tests/browsers in Firefox and WebKit",
        }
    }

    /// What to do when the step fails.
    const fn remedy(self) -> &'static str {
        match self {
            Self::Fmt => "Run `cargo fmt --all`.",
            Self::Clippy => "Fix the warnings that clippy lists above.",
            Self::Native | Self::Browser => "Fix the failing test named above, or the code that it tests.",
            Self::Build => {
                "Fix the error above. index.html, xtask/src/program.rs and xtask/packages.mjs define how the site is built."
            }
            Self::Packages => {
                "Fix the failing test named above, or the code in xtask/packages/ or xtask/npm/ that it tests."
            }
            Self::Pages | Self::OneFile => {
                "Fix the failing test named above, or the code that it tests. Screenshots are in tests/pages/test-results."
            }
            Self::Python => "Fix what ruff, mypy or pytest names above, in python/.",
            Self::Browsers => "Fix what the failed checks above name. Their pictures are in target/browsers.",
        }
    }

    /// Runs the step. `arguments` go to its command, its last one if there are several.
    fn run(self, needs: &Needs, arguments: &[&str]) -> Result<()> {
        match self {
            Self::Fmt => Task::new(["cargo", "fmt", "--all", "--check"]).args(arguments).run(),
            Self::Clippy => {
                Task::new(["cargo", "clippy", "--workspace", "--all-targets"]).args(["--", "-D", "warnings"]).run()?;
                let wasm =
                    || Task::new(["cargo", "clippy", "-p", "broadcast-visualizer", "--target", tools::WASM_TARGET]);
                wasm().args(["--lib", "--bins", "--tests", "--", "-D", "warnings"]).run()?;
                wasm().args(["--lib", "--features", "split", "--", "-D", "warnings"]).args(arguments).run()
            }
            Self::Native => {
                // The same cases in each run, so that the same commit always passes or always fails. Who sets the variable gets others.
                let seed = env::var(SEED).unwrap_or_else(|_| "1".to_owned());
                Task::new(["cargo", "test", "--workspace"]).args(arguments).env(SEED, seed).run()
            }
            Self::Browser => Task::new(["wasm-pack", "test", "--headless", "--chrome", "--mode", "no-install"])
                .args(arguments)
                .tools_first(&needs.tools)?
                .env("CHROMEDRIVER", &needs.browser()?.driver)
                // Seconds for all tests of one file. The default of 20 is too short on a busy machine.
                .env("WASM_BINDGEN_TEST_TIMEOUT", "180")
                .run(),
            Self::Build => dist::build().map(|_| ()),
            Self::Packages => {
                dist::build()?;
                dist::test(arguments)
            }
            Self::Pages => {
                dist::build()?;
                pages::test(needs.browser()?, arguments)
            }
            Self::OneFile => {
                dist::build()?;
                pages::test_one_file(needs.browser()?, arguments)
            }
            Self::Python => python::test(arguments),
            Self::Browsers => {
                dist::build()?;
                pages::test_others(needs.other_browsers.as_ref().ok_or_else(no_browser)?)
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{ALL, Step, chosen};

    #[test]
    fn without_a_name_all_steps_are_chosen() {
        assert_eq!(chosen(&[]).unwrap_or_default(), ALL);
    }

    #[test]
    fn chosen_steps_are_in_order() {
        assert_eq!(chosen(&["pages", "fmt"]).unwrap_or_default(), [Step::Fmt, Step::Pages]);
    }

    #[test]
    fn the_other_browsers_run_only_when_they_are_named() {
        assert_eq!(chosen(&["browsers", "fmt"]).unwrap_or_default(), [Step::Fmt, Step::Browsers]);
    }

    #[test]
    fn the_error_for_an_unknown_step_names_it() {
        let message = chosen(&["lint"]).err().map(|failure| failure.to_string());
        assert!(message.is_some_and(|message| message.contains("`lint`") && message.contains("clippy")));
    }
}
