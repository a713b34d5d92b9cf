//! Finds the tests in whose names a word stands: native, in the browser, of pages, of Python.

use crate::run::{Failure, Result, Task, root};
use crate::steps::{Job, Step, cargo};
use std::fs;
use std::path::{Path, PathBuf};

/// A folder with native tests, and how cargo names what is compiled of it.
#[derive(Debug)]
struct Target {
    folder: &'static str,
    package: &'static str,
    /// `--lib`, `--bins`, or `--test` with a name.
    kind: &'static [&'static str],
}

/// All folders with native tests.
const TARGETS: [Target; 7] = [
    Target { folder: "crates/core/tests/rules", package: "tensor-broadcasting", kind: &["--test", "rules"] },
    Target { folder: "crates/diagram/tests/drawing", package: "broadcasting-diagram", kind: &["--test", "drawing"] },
    Target { folder: "crates/reader/src", package: "tensor-reader", kind: &["--lib"] },
    Target { folder: "crates/reader/tests/reading", package: "tensor-reader", kind: &["--test", "reading"] },
    Target { folder: "src", package: "broadcast-visualizer", kind: &["--lib"] },
    Target { folder: "tests/native", package: "broadcast-visualizer", kind: &["--test", "native"] },
    Target { folder: "xtask/src", package: "xtask", kind: &["--bins"] },
];

/// The tests in the browser, the page tests, and those of the package for Python.
const BROWSER: &str = "tests/browser.rs";
const PAGES: &str = "tests/pages";
const PYTHON: &str = "python/tests";

/// The steps that have a test with this word in its name, each with the word. Fails where no test has it.
pub(crate) fn jobs(word: &str) -> Result<Vec<Job>> {
    let name = identifier(word);
    // The names of page tests are texts, with parts that are known only when they run: Playwright looks once more.
    let has_text = |file: &PathBuf| {
        is_named(file, ".spec.js") && (stem(file).contains(word) || contains(file, &word.to_lowercase()))
    };
    let has_test =
        |file: &PathBuf| is_named(file, ".py") && (stem(file).contains(&name) || has_python_test(file, &name));
    let steps = [
        (Step::Native, TARGETS.iter().any(|target| target.has(&name))),
        (Step::Browser, has_function(&root().join(BROWSER), &name)),
        (Step::Pages, files(&root().join(PAGES)).iter().any(has_text)),
        (Step::Python, files(&root().join(PYTHON)).iter().any(has_test)),
    ];
    let job = |step| Job { step, options: vec![word.to_owned()], is_timed: step == Step::Native };
    let jobs: Vec<Job> = steps.into_iter().filter(|(_, has)| *has).map(|(step, _)| job(step)).collect();
    if jobs.is_empty() {
        return Err(Failure::new(format!("no test has `{word}` in its name, and no step is called so")));
    }
    Ok(jobs)
}

/// The tasks that run the native tests with this word in their names, one after the other, so that the time of each can be seen.
pub(crate) fn native(word: &str) -> Result<Vec<Task>> {
    let name = identifier(word);
    let task = |target: &Target| {
        cargo(["test", "--package", target.package]).args(target.kind).args(["--", &name, "--test-threads=1"])
    };
    Ok(TARGETS.iter().filter(|target| target.has(&name)).map(task).collect())
}

/// The arguments of `wasm-pack test`: of all its tests, or of those with this word in their names. Nothing else is compiled.
pub(crate) fn browser(word: Option<&str>) -> Vec<String> {
    let mut arguments = ["--", "--lib", "--test", "browser"].map(str::to_owned).to_vec();
    arguments.extend(word.map(identifier));
    arguments
}

/// The word as names of functions have it.
pub(crate) fn identifier(word: &str) -> String {
    word.trim().replace([' ', '-'], "_")
}

impl Target {
    /// Whether a module or a function in the folder has the word in its name.
    fn has(&self, word: &str) -> bool {
        let has_word = |file: &PathBuf| {
            let is_module = self.folder.contains("tests") && stem(file).contains(word);
            is_named(file, ".rs") && (is_module || has_function(file, word))
        };
        files(&root().join(self.folder)).iter().any(has_word)
    }
}

/// Whether a function in a file is a test, or in a module of tests, with the word in its name.
fn has_function(file: &Path, word: &str) -> bool {
    let text = fs::read_to_string(file).unwrap_or_default();
    let tests = text.split_once("test]").map_or("", |(_, rest)| rest);
    tests.split("fn ").skip(1).any(|rest| rest.split(['(', '<']).next().is_some_and(|name| name.contains(word)))
}

/// Whether a test of Python in a file has the word in its name.
fn has_python_test(file: &Path, word: &str) -> bool {
    let text = fs::read_to_string(file).unwrap_or_default();
    text.split("def test_")
        .skip(1)
        .any(|rest| rest.split('(').next().is_some_and(|name| format!("test_{name}").contains(word)))
}

/// Whether a file has the text, which is in small letters, in letters of either kind.
fn contains(file: &Path, text: &str) -> bool {
    fs::read_to_string(file).unwrap_or_default().to_lowercase().contains(text)
}

fn is_named(file: &Path, ending: &str) -> bool {
    file.to_str().is_some_and(|name| name.ends_with(ending))
}

/// The name of a file up to its first dot.
fn stem(file: &Path) -> &str {
    let name = file.file_name().and_then(|name| name.to_str()).unwrap_or_default();
    name.split('.').next().unwrap_or_default()
}

/// All files in a folder, at any depth, without the packages of npm.
fn files(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten().map(|entry| entry.path());
    let entries = entries.filter(|path| !path.ends_with("node_modules"));
    entries.flat_map(|path| if path.is_dir() { files(&path) } else { vec![path] }).collect()
}

#[cfg(test)]
mod tests {
    use super::{TARGETS, identifier, jobs};
    use crate::run::root;
    use crate::steps::Step;

    fn found(word: &str) -> Vec<Step> {
        jobs(word).unwrap_or_default().iter().map(|job| job.step).collect()
    }

    #[test]
    fn every_folder_has_tests() {
        for target in TARGETS {
            assert!(root().join(target.folder).is_dir(), "{}", target.folder);
            assert!(target.has(""), "{}", target.folder);
        }
    }

    #[test]
    fn a_word_is_found_in_each_kind_of_tests() {
        assert_eq!(found("every_folder_has_tests"), [Step::Native]);
        assert_eq!(found("ctrl_c"), [Step::Python]);
        assert_eq!(found("axe finds nothing"), [Step::Pages]);
        assert!(!found("subprocess").contains(&Step::Python), "a word of a text is not a name");
        assert!(found("links").starts_with(&[Step::Native]) && found("links").contains(&Step::Pages));
    }

    #[test]
    fn a_word_that_no_test_has_is_said() {
        let message = jobs("qqxqq").err().map(|failure| failure.to_string());
        assert!(message.is_some_and(|message| message.contains("`qqxqq`")));
    }

    #[test]
    fn words_are_found_in_names_of_functions() {
        assert_eq!(identifier("lines up-right"), "lines_up_right");
    }
}
