//! The package for Python: the wheel and the source archive in `dist/python/`, and its tests.

use crate::run::{Failure, Result, Task, root};
use crate::steps::Done;
use crate::{browser, dist, words};
use std::env;
use std::fs;
use std::path::{Path, PathBuf};

/// The environment variable that names another Python.
const PYTHON: &str = "PYTHON";

/// Debian's Python, whose libraries are packages of Debian.
const DEBIANS: &str = "/usr/bin/python3";

/// The largest wheel, in bytes.
const MAX_WHEEL: u64 = 1_630_000;

/// The folder of the package.
fn folder() -> PathBuf {
    root().join("python")
}

/// Makes the wheel and the source archive with the page of `dist/` in them, and returns their folder.
pub(crate) fn package() -> Result<PathBuf> {
    let python = environment()?;
    let site = dist::build()?;
    let output = site.join("python");
    if output.is_dir() {
        fs::remove_dir_all(&output).map_err(Failure::while_doing("remove dist/python"))?;
    }
    within(&python).args(["tools/fill_static.py"]).args([&site]).run()?;
    within(&python).args(["-m", "build", "--no-isolation", "--outdir"]).args([&output]).run()?;
    check_size(&output)?;
    Ok(output)
}

/// Checks the description of the packages in a folder, as PyPI does.
pub(crate) fn check_package(folder: &Path) -> Result<()> {
    let python =
        environment_of("python-release", "twine", interpreter, |python| pip(python).args(["twine==7.0.0"]).run())?;
    let packages = fs::read_dir(folder).map_err(Failure::while_doing("read dist/python"))?.flatten();
    Task::command(&python).args(["-m", "twine", "check", "--strict"]).args(packages.map(|entry| entry.path())).run()
}

/// Checks the style and the types of the package, and runs its tests, or only those with the word in their names. `arguments` go to pytest.
/// Skipped where there is no Python, or where it cannot install packages: nothing else needs Python.
pub(crate) fn test(word: Option<&str>, arguments: &[&str]) -> Result<Done> {
    let python = match environment() {
        Ok(python) => python,
        Err(failure) => return Ok(Done::Skipped(failure.to_string())),
    };
    let pytest = || within(&python).args(["-m", "pytest", "-v", "-rs"]);
    if let Some(word) = word {
        return pytest().args(["--durations=0", "-k", &words::identifier(word)]).args(arguments).run().map(Done::from);
    }
    package()?;
    within(&python).args(["-m", "ruff", "check"]).run()?;
    within(&python).args(["-m", "ruff", "format", "--check"]).run()?;
    within(&python).args(["-m", "mypy"]).run()?;
    pytest().args(["--durations=5"]).args(arguments).run().map(Done::from)
}

/// Runs the tests that need PyTorch, with Debian's, which is for CPUs; that of PyPI has gigabytes. `arguments` go to pytest.
/// Skipped where neither Debian's nor another PyTorch is there.
pub(crate) fn test_torch(arguments: &[&str]) -> Result<Done> {
    let python = match environment_with_torch() {
        Ok(python) => python,
        Err(failure) => return Ok(Done::Skipped(failure.to_string())),
    };
    within(&python)
        .args(["-m", "pytest", "-v", "-rs", "-m", "torch", "--durations=5"])
        .args(arguments)
        .run()
        .map(Done::from)
}

/// The Python of an environment in `target/` that sees Debian's packages, PyTorch and the NumPy that it was made for among them.
fn environment_with_torch() -> Result<PathBuf> {
    browser::find_or_install(
        || Task::command(DEBIANS).args(["-c", "import torch"]).succeeds().then_some(()),
        &["python3-torch", "python3-venv"],
        "/usr/bin/python3 has no PyTorch",
        "Install PyTorch for it.",
    )?;
    environment_of(
        "python-torch",
        "torch, pytest_timeout, IPython",
        || Ok(DEBIANS.into()),
        |python| pip(python).args(["pytest", "pytest-timeout", "jsonschema", "ipython"]).run(),
    )
}

/// A task of Python in the folder of the package.
fn within(python: &Path) -> Task {
    Task::command(python).within(&folder())
}

/// The Python of an environment in `target/` that has the tools of the package. It sees the libraries of this machine.
fn environment() -> Result<PathBuf> {
    environment_of("python", "build, hatchling, mypy, numpy, pytest_timeout", interpreter, |python| {
        pip(python).args(["--upgrade", "pip"]).run()?;
        pip(python).args(["--group", "dev"]).within(&folder()).run()
    })
}

/// The Python of an environment in `target/` with this name. It is made from `base` where it cannot import these modules, which `fill` installs.
fn environment_of(
    name: &str,
    modules: &str,
    base: impl FnOnce() -> Result<PathBuf>,
    fill: impl FnOnce(&Path) -> Result<()>,
) -> Result<PathBuf> {
    let environment = root().join("target").join(name);
    let python = environment.join(if cfg!(windows) { "Scripts/python.exe" } else { "bin/python" });
    if !Task::command(&python).args(["-c", &format!("import {modules}")]).succeeds() {
        let made = Task::command(&base()?).args(["-m", "venv", "--clear", "--system-site-packages"]);
        made.args([&environment]).run().map_err(|failure| missing("venv", &failure))?;
        fill(&python).map_err(|failure| missing("pip", &failure))?;
    }
    Ok(python)
}

/// A task of pip that installs.
fn pip(python: &Path) -> Task {
    Task::command(python).args(["-m", "pip", "install", "--quiet", "--disable-pip-version-check"])
}

/// The Python of this machine.
fn interpreter() -> Result<PathBuf> {
    let named = env::var_os(PYTHON).map(PathBuf::from);
    let is_new = "import sys; sys.exit(sys.version_info < (3, 11))";
    named
        .into_iter()
        .chain(["python3", "python"].map(PathBuf::from))
        .find(|python| Task::command(python).args(["-c", is_new]).succeeds())
        .ok_or_else(|| Failure::new(format!("Python 3.11 or newer is needed; {PYTHON} can name it")))
}

/// A part of Python that some systems have in a package of its own.
fn missing(part: &str, failure: &Failure) -> Failure {
    Failure::new(format!(
        "{part} is needed to make the package for Python (Debian: apt install python3-venv): {failure}"
    ))
}

/// Fails when the wheel is larger than [`MAX_WHEEL`].
fn check_size(output: &Path) -> Result<()> {
    let read = Failure::while_doing("read dist/python");
    for entry in fs::read_dir(output).map_err(read)?.flatten() {
        let size = entry.metadata().map(|metadata| metadata.len()).unwrap_or_default();
        println!("{}: {size} bytes", entry.path().display());
        if entry.path().extension().is_some_and(|extension| extension == "whl") && size > MAX_WHEEL {
            return Err(Failure::new(format!("the wheel has more than {MAX_WHEEL} bytes")));
        }
    }
    Ok(())
}
