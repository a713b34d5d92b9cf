//! `test`: the steps that CI runs. [`crate::schedule`] runs each as a process of its own; [`crate::words`] finds tests by a word.

use crate::browser::{self, Browser, OtherBrowsers};
use crate::run::{Failure, Result, Task, root};
use crate::schedule::{self, BECAUSE, SKIPPED};
use crate::{dev, dist, pages, python, tools, words};
use std::env;
use std::process::ExitCode;
use std::time::Duration;

/// The environment variable with the seed of the property tests.
const SEED: &str = "PROPTEST_RNG_SEED";

/// One step of `test`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Step {
    Fmt,
    Clippy,
    Native,
    Browser,
    Build,
    Packages,
    OneFile,
    Pages,
    Python,
    Torch,
    Browsers,
    Trees,
}

/// All steps of CI. The page tests need both cores for the longest time, so the build that they need begins first.
const ALL: [Step; 10] = [
    Step::Fmt,
    Step::Clippy,
    Step::Native,
    Step::Browser,
    Step::Build,
    Step::Packages,
    Step::OneFile,
    Step::Pages,
    Step::Python,
    Step::Torch,
];

/// The steps that only run when they are named.
const BY_NAME: [Step; 2] = [Step::Browsers, Step::Trees];

/// A step to run, and what its process is told.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Job {
    pub(crate) step: Step,
    pub(crate) options: Vec<String>,
    /// Whether the time of each test is printed.
    pub(crate) is_timed: bool,
}

/// How a step ended that did not fail.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Done {
    Passed,
    /// It could not run, for this reason.
    Skipped(String),
}

impl From<()> for Done {
    fn from((): ()) -> Self {
        Self::Passed
    }
}

/// What follows `test` and `step` on the command line.
#[derive(Debug, Default, PartialEq, Eq)]
struct Options<'words> {
    /// The build for development in place of the site.
    dev: bool,
    /// The steps by their names, and other words, which are looked for in the names of tests.
    names: Vec<&'words str>,
    /// What follows `--`: it goes to the command of the last step.
    arguments: &'words [&'words str],
}

impl<'words> Options<'words> {
    fn read(words: &'words [&'words str]) -> Result<Self> {
        let (before, arguments) = match words.iter().position(|word| *word == "--") {
            Some(place) => (&words[..place], &words[place + 1..]),
            None => (words, &[][..]),
        };
        let (options, names): (Vec<&str>, Vec<&str>) = before.iter().partition(|word| word.starts_with('-'));
        if let Some(unknown) = options.iter().find(|option| **option != "--dev") {
            return Err(Failure::new(format!("`{unknown}` is not an option of `test`; the only one is --dev")));
        }
        Ok(Self { dev: !options.is_empty(), names, arguments })
    }
}

/// Runs the steps named in `words`, or all of them, or the tests in whose names a word stands that is no step. Words after `--` go to the
/// command of the last step.
pub(crate) fn test(given: &[&str]) -> Result<()> {
    let options = Options::read(given)?;
    let (steps, words): (Vec<&str>, Vec<&str>) = options.names.iter().partition(|name| Step::named(name).is_some());
    let jobs = match (&steps[..], &words[..]) {
        (_, []) => jobs(&steps, &options),
        ([], [word]) => words::jobs(word)?,
        _ => {
            let steps = ALL.into_iter().chain(BY_NAME).map(Step::name).collect::<Vec<_>>().join(", ");
            let words = words.join("`, `");
            return Err(Failure::new(format!(
                "`{words}`: give steps ({steps}), or one word to look for in the names of tests"
            )));
        }
    };
    // Everything is installed before the first step starts.
    Needs::fetch(&jobs.iter().map(|job| job.step).collect::<Vec<_>>())?;
    schedule::run(&jobs)
}

/// The steps with the given names, in the order of [`ALL`] and [`BY_NAME`]; all of [`ALL`] when no name is given.
fn jobs(names: &[&str], options: &Options<'_>) -> Vec<Job> {
    let steps: Vec<Step> = if names.is_empty() {
        ALL.to_vec()
    } else {
        ALL.into_iter().chain(BY_NAME).filter(|step| names.contains(&step.name())).collect()
    };
    let last = steps.last().copied();
    let job = |step| {
        let mut words = if options.dev { vec!["--dev"] } else { Vec::new() };
        if Some(step) == last && !options.arguments.is_empty() {
            words.push("--");
            words.extend(options.arguments);
        }
        Job { step, options: words.into_iter().map(str::to_owned).collect(), is_timed: false }
    };
    steps.into_iter().map(job).collect()
}

/// Runs one step in this process: `xtask step NAME [--dev] [WORD] [-- ARG…]`.
pub(crate) fn step(given: &[&str]) -> Result<ExitCode> {
    let options = Options::read(given)?;
    let (name, word) = match options.names[..] {
        [name] => (name, None),
        [name, word] => (name, Some(word)),
        _ => ("", None),
    };
    let step = Step::named(name).ok_or_else(|| Failure::new(format!("`{name}` is not a step")))?;
    let needs = Needs::fetch(&[step])?;
    match step.run(&needs, options.dev, word, options.arguments)? {
        Done::Passed => Ok(ExitCode::SUCCESS),
        Done::Skipped(why) => {
            println!("{BECAUSE}{why}");
            Ok(ExitCode::from(SKIPPED))
        }
    }
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
            Step::Torch,
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
        if needs(&[Step::Build, Step::Packages, Step::Pages, Step::OneFile, Step::Python, Step::Torch, Step::Browsers])
        {
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
    /// The step with this name on the command line.
    fn named(name: &str) -> Option<Self> {
        ALL.into_iter().chain(BY_NAME).find(|step| step.name() == name)
    }

    /// The name on the command line.
    pub(crate) const fn name(self) -> &'static str {
        match self {
            Self::Fmt => "fmt",
            Self::Clippy => "clippy",
            Self::Native => "native",
            Self::Browser => "browser",
            Self::Build => "build",
            Self::Packages => "packages",
            Self::OneFile => "one-file",
            Self::Pages => "pages",
            Self::Python => "python",
            Self::Torch => "torch",
            Self::Browsers => "browsers",
            Self::Trees => "trees",
        }
    }

    /// What the step checks.
    pub(crate) const fn description(self) -> &'static str {
        match self {
            Self::Fmt => "formatting",
            Self::Clippy => "lints, native and wasm32",
            Self::Native => "cargo test, including the examples in the documentation",
            Self::Browser => "wasm-pack test in headless Chromium",
            Self::Build => "the optimised site in dist/",
            Self::Packages => {
                "node --test on the packages in dist/, the code that makes them, and builds of Vite with them"
            }
            Self::OneFile => "Playwright on the page in one file",
            Self::Pages => "Playwright on whole pages",
            Self::Python => "the package for Python in dist/python: ruff, mypy, pytest with NumPy",
            Self::Torch => "what the package for Python records of PyTorch: pytest with Debian's PyTorch",
            Self::Browsers => "the checks of tests/browsers in Firefox and WebKit",
            Self::Trees => "the syntax trees of the reader beside those of ruff",
        }
    }

    /// The lane in which the step runs. The two lanes run at the same time. Cargo builds one thing at a time in a folder: the first lane has what
    /// goes into `target/debug`, the second one the optimised program and what tests it.
    pub(crate) const fn lane(self) -> usize {
        match self {
            Self::Fmt | Self::Clippy | Self::Native | Self::Browser | Self::Python | Self::Torch | Self::Trees => 0,
            Self::Build | Self::Packages | Self::OneFile | Self::Pages | Self::Browsers => 1,
        }
    }

    /// The steps that come first, where they run too.
    pub(crate) const fn after(self) -> &'static [Self] {
        match self {
            Self::Packages | Self::OneFile | Self::Pages | Self::Python | Self::Torch | Self::Browsers => {
                &[Self::Build]
            }
            _ => &[],
        }
    }

    /// How long the step may take: several times what it takes on two cores with other work, because a limit is there to end what hangs.
    pub(crate) const fn limit(self) -> Duration {
        Duration::from_secs(match self {
            Self::Fmt => 120,
            Self::Packages => 420,
            Self::OneFile | Self::Python | Self::Torch | Self::Trees => 900,
            Self::Clippy | Self::Browser | Self::Build | Self::Browsers => 1500,
            Self::Native => 1800,
            Self::Pages => 2700,
        })
    }

    /// What to do when the step fails.
    pub(crate) const fn remedy(self) -> &'static str {
        match self {
            Self::Fmt => "Run `cargo fmt --all`.",
            Self::Clippy => "Fix the warnings that clippy lists above.",
            Self::Native | Self::Browser | Self::Trees => {
                "Fix the failing test named above, or the code that it tests."
            }
            Self::Build => {
                "Fix the error above. index.html, xtask/src/program.rs and xtask/packages.mjs define how the site is built."
            }
            Self::Packages => {
                "Fix the failing test named above, or the code in xtask/packages/ or xtask/npm/ that it tests."
            }
            Self::Pages | Self::OneFile => {
                "Fix the failing test named above, or the code that it tests. Screenshots are in tests/pages/test-results."
            }
            Self::Python | Self::Torch => "Fix what ruff, mypy or pytest names above, in python/.",
            Self::Browsers => "Fix what the failed checks above name. Their pictures are in target/browsers.",
        }
    }

    /// Runs the step. `is_dev`: on the build for development. `word`: only the tests in whose names it stands. `arguments` go to its command, its
    /// last one if there are several.
    fn run(self, needs: &Needs, is_dev: bool, word: Option<&str>, arguments: &[&str]) -> Result<Done> {
        let done = match self {
            Self::Fmt => Task::new(["cargo", "fmt", "--all", "--check"]).args(arguments).run(),
            Self::Clippy => {
                cargo(["clippy", "--workspace", "--exclude", "syntax-trees", "--all-targets", "--", "-D", "warnings"])
                    .run()?;
                // What is not split is checked natively.
                cargo(["clippy", "-p", "broadcast-visualizer", "--lib", "--bins", "--tests", "--features", "split"])
                    .args(["--target", tools::WASM_TARGET, "--", "-D", "warnings"])
                    .args(arguments)
                    .run()
            }
            Self::Native => {
                let tasks = match word {
                    Some(word) => words::native(word)?,
                    None => vec![cargo(["test", "--workspace", "--exclude", "syntax-trees"]).args(arguments)],
                };
                // The same cases in each run, so that the same commit always passes or always fails. Who sets the variable gets others.
                let seed = env::var(SEED).unwrap_or_else(|_| "1".to_owned());
                tasks.into_iter().try_for_each(|task| task.env(SEED, &seed).run())
            }
            Self::Trees => {
                cargo(["clippy", "-p", "syntax-trees", "--all-targets", "--", "-D", "warnings"]).run()?;
                cargo(["test", "-p", "syntax-trees"]).args(arguments).run()
            }
            Self::Browser => {
                once(dev::without_debug_information(Task::new(["wasm-pack", "test", "--headless", "--chrome"])))
                    .args(["--mode", "no-install"])
                    .args(words::browser(word))
                    .args(arguments)
                    .tools_first(&needs.tools)?
                    .env("CHROMEDRIVER", &needs.browser()?.driver)
                    // Seconds for all tests of one file. The default of 20 is too short on a busy machine.
                    .env("WASM_BINDGEN_TEST_TIMEOUT", "180")
                    .run()
            }
            Self::Build => dist::build().map(|_| ()),
            Self::Packages => {
                dist::build()?;
                dist::test(arguments)
            }
            Self::Pages if word.is_some() => pages::test_word(needs.browser()?, word.unwrap_or_default()),
            Self::Pages if is_dev => pages::test_dev(needs.browser()?, &dev::build()?, arguments),
            Self::Pages => {
                dist::build()?;
                pages::test(needs.browser()?, arguments)
            }
            Self::OneFile => {
                dist::build()?;
                pages::test_one_file(needs.browser()?, arguments)
            }
            Self::Python => return python::test(word, arguments),
            Self::Torch => return python::test_torch(arguments),
            Self::Browsers => {
                dist::build()?;
                pages::test_others(needs.other_browsers.as_ref().ok_or_else(no_browser)?)
            }
        };
        done.map(Done::from)
    }
}

/// A command of cargo.
pub(crate) fn cargo<const N: usize>(words: [&str; N]) -> Task {
    once(Task::new(["cargo"]).args(words))
}

/// A task that compiles. In CI, where nothing is compiled a second time, it writes nothing for a later compilation.
fn once(task: Task) -> Task {
    if env::var("CI").is_ok_and(|value| value == "true") { task.env("CARGO_INCREMENTAL", "0") } else { task }
}

#[cfg(test)]
mod tests {
    use super::{ALL, Job, Options, Step, jobs, test};

    fn steps(names: &[&str]) -> Vec<Step> {
        jobs(names, &Options::default()).iter().map(|job| job.step).collect()
    }

    #[test]
    fn without_a_name_all_steps_are_chosen() {
        assert_eq!(steps(&[]), ALL);
    }

    #[test]
    fn chosen_steps_are_in_order() {
        assert_eq!(steps(&["pages", "fmt"]), [Step::Fmt, Step::Pages]);
    }

    #[test]
    fn the_other_browsers_run_only_when_they_are_named() {
        assert_eq!(steps(&["browsers", "fmt"]), [Step::Fmt, Step::Browsers]);
    }

    #[test]
    fn arguments_go_to_the_last_step() {
        let options = Options::read(&["--dev", "pages", "fmt", "--", "links", "-x"]).unwrap_or_default();
        let given: Vec<Job> = jobs(&options.names, &options);
        let options: Vec<_> = given.iter().map(|job| job.options.join(" ")).collect();
        assert_eq!(options, ["--dev", "--dev -- links -x"]);
    }

    #[test]
    fn a_step_comes_after_those_that_it_needs() {
        for (place, step) in ALL.iter().enumerate() {
            for needed in step.after() {
                assert!(ALL[..place].contains(needed), "{} before {}", step.name(), needed.name());
            }
        }
    }

    #[test]
    fn the_error_for_words_that_cannot_be_looked_for_names_the_steps() {
        for words in [&["fmt", "shape"][..], &["shape", "axis"], &["--shape"]] {
            let message = test(words).err().map(|failure| failure.to_string());
            assert!(message.is_some_and(|message| message.contains("shape")), "{words:?}");
        }
    }
}
