//! Finds or installs the tools that a build needs, in fixed versions.
//!
//! Those of npm are in `xtask/package.json`. Those of crates.io are in Cargo.toml (`workspace.metadata.tools`); wasm-bindgen-cli has the
//! version that Cargo.lock has of wasm-bindgen.
//!
//! A tool of crates.io is taken from the user's cache, or from PATH if it has exactly the fixed version there. Otherwise it is installed
//! into the cache: with `cargo binstall` if the user has it, else from source with `cargo install`, with settings for a
//! short compilation. Programs that the user has installed are not changed. All clones of the repository share the cache.

use crate::run::{Failure, Result, Task, on_path, root};
use std::env;
use std::fs::{self, File};
use std::path::{Path, PathBuf};

/// The Rust target for WebAssembly in a browser.
pub(crate) const WASM_TARGET: &str = "wasm32-unknown-unknown";

/// A tool of crates.io.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Tool {
    package: &'static str,
    program: &'static str,
}

/// Cuts the program into chunks.
const WASM_SPLIT: Tool = Tool { package: "wasm_split_cli_support", program: "wasm-split-cli" };

/// Generates the JavaScript bindings, and runs tests in the browser.
pub(crate) const WASM_BINDGEN: Tool = Tool { package: "wasm-bindgen-cli", program: "wasm-bindgen" };

/// Builds and starts the tests in the browser.
const WASM_PACK: Tool = Tool { package: "wasm-pack", program: "wasm-pack" };

/// Checks the crates that the project is built of.
const CARGO_DENY: Tool = Tool { package: "cargo-deny", program: "cargo-deny" };

/// The tools that `audit` needs, apart from npm.
pub(crate) const FOR_AUDIT: [Tool; 1] = [CARGO_DENY];

/// The tools that the optimised build needs, apart from cargo and npm's.
pub(crate) const FOR_BUILD: [Tool; 2] = [WASM_SPLIT, WASM_BINDGEN];

/// The tools that the tests in the browser need, apart from cargo and the browser.
pub(crate) const FOR_BROWSER_TESTS: [Tool; 2] = [WASM_PACK, WASM_BINDGEN];

/// Installs the missing tools, and returns the folders to put first on PATH.
pub(crate) fn ensure(tools: &[Tool]) -> Result<Vec<PathBuf>> {
    let cache = cache()?;
    let mut folders = Vec::new();
    let mut missing = Vec::new();
    for tool in tools {
        match tool.find(&cache)? {
            Some(folder) => folders.push(folder),
            None => missing.push(*tool),
        }
    }
    if missing.is_empty() {
        return Ok(folders);
    }

    fs::create_dir_all(&cache).map_err(Failure::while_doing(format!("create the tool cache {}", cache.display())))?;
    // Only one process installs at a time. Another one waits here and then finds the tools installed.
    let lock = File::create(cache.join("lock"))
        .and_then(|file| file.lock().map(|()| file))
        .map_err(Failure::while_doing("lock the tool cache"))?;
    for (number, tool) in missing.iter().enumerate() {
        if tool.find(&cache)?.is_none() {
            println!(
                "── installing {} ({} of {}) into {}",
                tool.at_version()?,
                number + 1,
                missing.len(),
                cache.display()
            );
            tool.install(&cache)?;
        }
        folders.extend(tool.find(&cache)?);
    }
    // Intermediate files are large and no longer needed. An error is ignored: they do no harm.
    let _ = fs::remove_dir_all(build_folder(&cache));
    drop(lock);
    Ok(folders)
}

/// Installs the Rust target for WebAssembly if it is missing.
pub(crate) fn ensure_wasm_target() -> Result<()> {
    let sysroot = Task::new(["rustc", "--print", "sysroot"]).output();
    let installed =
        sysroot.is_some_and(|sysroot| Path::new(&sysroot).join("lib/rustlib").join(WASM_TARGET).join("lib").is_dir());
    if installed {
        return Ok(());
    }
    println!("── installing the Rust target {WASM_TARGET}");
    Task::new(["rustup", "target", "add", WASM_TARGET]).run().map_err(Failure::while_doing(format!(
        "install the Rust target {WASM_TARGET} (install rustup, or this target for the toolchain in rust-toolchain.toml)"
    )))
}

/// Installs the sources of the standard library if they are missing.
pub(crate) fn ensure_standard_library() -> Result<()> {
    let sysroot = Task::new(["rustc", "--print", "sysroot"]).output();
    let installed =
        sysroot.is_some_and(|sysroot| Path::new(&sysroot).join("lib/rustlib/src/rust/library/std").is_dir());
    if installed {
        return Ok(());
    }
    println!("── installing the sources of the standard library");
    Task::new(["rustup", "component", "add", "rust-src"]).run()
}

/// Installs rustfmt and clippy if they are missing: a minimal toolchain does not contain them.
pub(crate) fn ensure_components() -> Result<()> {
    for (program, component) in [("fmt", "rustfmt"), ("clippy", "clippy")] {
        if !Task::new(["cargo", program, "--version"]).succeeds() {
            println!("── installing {component}");
            Task::new(["rustup", "component", "add", component]).run()?;
        }
    }
    Ok(())
}

/// Fails when Node or npm is not on PATH.
fn ensure_node() -> Result<()> {
    for program in ["node", "npm"] {
        if !Task::new([program, "--version"]).succeeds() {
            return Err(Failure::new(format!(
                "`{program}` is not on PATH.\nRemedy: Install Node 20 or newer with npm (Debian: apt-get install nodejs npm)."
            )));
        }
    }
    Ok(())
}

/// Installs the npm packages in a folder's package-lock.json, unless they are installed.
pub(crate) fn ensure_packages(folder: &Path) -> Result<()> {
    ensure_node()?;
    let lock = fs::read(folder.join("package-lock.json"))
        .map_err(Failure::while_doing(format!("read package-lock.json in {}", folder.display())))?;
    let stamp = folder.join("node_modules").join(".installed-package-lock.json");
    if fs::read(&stamp).is_ok_and(|installed| installed == lock) {
        return Ok(());
    }
    println!("── installing the packages of {}", folder.display());
    Task::new(["npm", "ci", "--no-audit", "--no-fund", "--loglevel=error"])
        .env("PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD", "1")
        .within(folder)
        .run()?;
    fs::write(stamp, lock).map_err(Failure::while_doing("save the list of installed packages"))
}

impl Tool {
    /// The version that this project uses.
    fn version(&self) -> Result<String> {
        let (file, before) = match *self {
            // The bindings are for one version of the crate.
            Self { package: "wasm-bindgen-cli", .. } => {
                ("Cargo.lock", "name = \"wasm-bindgen\"\nversion = \"".to_owned())
            }
            Self { package, .. } => ("Cargo.toml", format!("\n{package} = \"")),
        };
        let text = fs::read_to_string(root().join(file)).map_err(Failure::while_doing(format!("read {file}")))?;
        let version = text.split_once(&before).and_then(|(_, rest)| rest.split('"').next());
        version.map(str::to_owned).ok_or_else(|| Failure::new(format!("{file} has no version of {}", self.package)))
    }

    /// The folder that contains the program: in the cache, else on PATH if the version there is the exact one.
    fn find(&self, cache: &Path) -> Result<Option<PathBuf>> {
        let cached = self.home(cache)?.join("bin");
        if cached.join(format!("{}{}", self.program, env::consts::EXE_SUFFIX)).is_file() {
            return Ok(Some(cached));
        }
        // wasm-split-cli prints no version.
        let Some(program) = on_path(self.program).filter(|_| self.package != WASM_SPLIT.package) else {
            return Ok(None);
        };
        let shown = Task::new([program.to_str().unwrap_or_default(), "--version"]).output().unwrap_or_default();
        let version = self.version()?;
        Ok(program.parent().filter(|_| says_version(&shown, &version)).map(Path::to_owned))
    }

    /// The tool's folder in the cache.
    fn home(&self, cache: &Path) -> Result<PathBuf> {
        Ok(cache.join(format!("{}-{}", self.package, self.version()?)))
    }

    /// Installs into a temporary folder and renames it, so that an interrupted installation is never used.
    fn install(&self, cache: &Path) -> Result<()> {
        let unfinished = cache.join(format!("unfinished-{}", self.package));
        clear(&unfinished)?;
        fs::create_dir_all(&unfinished).map_err(Failure::while_doing("create a folder in the tool cache"))?;
        let fetched = self.binstall(&unfinished)?.map_or_else(|| self.compile(cache, &unfinished), Ok);
        let name = self.at_version()?;
        fetched.map_err(|failure| {
            Failure::new(format!(
                "{name} could not be installed: {failure}\nRemedy: Fix the error above and run the same command again, or put {} in exactly \
                 this version on PATH.",
                self.program
            ))
        })?;
        let home = self.home(cache)?;
        clear(&home)?;
        fs::rename(&unfinished, &home).map_err(Failure::while_doing("rename the tool's temporary folder"))
    }

    /// Installs with `cargo binstall`. `None` when the user does not have it, or it has no binary for this machine.
    fn binstall(&self, into: &Path) -> Result<Option<()>> {
        // A binary of wasm-split-cli is published nowhere.
        if self.package == WASM_SPLIT.package || !Task::new(["cargo", "binstall", "-V"]).succeeds() {
            return Ok(None);
        }
        let fetched = Task::new(["cargo", "binstall", "--no-confirm", "--disable-strategies", "compile", "--root"])
            .args([into])
            .args([self.at_version()?])
            .run();
        if let Err(failure) = &fetched {
            println!("{failure}; compiling from source instead");
        }
        Ok(fetched.ok())
    }

    /// Compiles and installs a tool from its source.
    fn compile(&self, cache: &Path, into: &Path) -> Result<()> {
        Task::new(["cargo", "install", "--locked"])
            .args([self.at_version()?])
            .args(if self.package == WASM_SPLIT.package { &["--features", "build-binary"][..] } else { &[] })
            .args([Path::new("--root"), into])
            .args([Path::new("--target-dir"), &build_folder(cache)])
            .env("CARGO_PROFILE_RELEASE_LTO", "off")
            .env("CARGO_PROFILE_RELEASE_CODEGEN_UNITS", "16")
            .env("CARGO_PROFILE_RELEASE_OPT_LEVEL", "1")
            .env("CARGO_PROFILE_RELEASE_DEBUG", "0")
            // These settings of the user are for the project, not for its tools.
            .without_env("RUSTFLAGS")
            .without_env("CARGO_BUILD_TARGET")
            .within(cache)
            .run()
    }

    /// The package and its version, as cargo reads them.
    fn at_version(&self) -> Result<String> {
        Ok(format!("{}@{}", self.package, self.version()?))
    }
}

/// Whether a program's output contains a version as one word.
fn says_version(shown: &str, wanted: &str) -> bool {
    shown.split_whitespace().any(|word| word == wanted)
}

/// Removes a folder and its contents, if it exists.
fn clear(folder: &Path) -> Result<()> {
    if folder.exists() {
        fs::remove_dir_all(folder).map_err(Failure::while_doing(format!("remove {}", folder.display())))?;
    }
    Ok(())
}

/// The folder for the compiler's intermediate files.
fn build_folder(cache: &Path) -> PathBuf {
    cache.join("build")
}

/// The tool cache: `${XDG_CACHE_HOME:-~/.cache}/broadcast-visualizer/tools`.
fn cache() -> Result<PathBuf> {
    let chosen = env::var_os("XDG_CACHE_HOME").filter(|folder| Path::new(folder).is_absolute());
    let base =
        chosen.map(PathBuf::from).or_else(|| env::home_dir().map(|home| home.join(".cache"))).ok_or_else(|| {
            Failure::new(
                "The tool cache needs a home folder, and none is set.\nRemedy: Set XDG_CACHE_HOME to an absolute path.",
            )
        })?;
    Ok(base.join("broadcast-visualizer").join("tools"))
}

#[cfg(test)]
mod tests {
    use super::{FOR_BROWSER_TESTS, FOR_BUILD, WASM_BINDGEN, says_version};
    use crate::run::root;
    use std::fs;

    #[test]
    fn only_the_exact_version_matches() {
        assert!(says_version("wasm-bindgen 0.2.129", "0.2.129"));
        assert!(!says_version("wasm-bindgen 0.2.1290", "0.2.129"));
    }

    #[test]
    fn each_tool_has_a_version() {
        for tool in FOR_BUILD.iter().chain(&FOR_BROWSER_TESTS) {
            let version = tool.version().unwrap_or_default();
            let numbers: Vec<_> = version.split('.').map(str::parse::<u32>).collect();
            assert!(numbers.len() == 3 && numbers.iter().all(Result::is_ok), "{}: {version}", tool.package);
        }
    }

    #[test]
    fn trunk_takes_the_same_versions() {
        let [trunk, npm] =
            ["Trunk.toml", "xtask/package.json"].map(|file| fs::read_to_string(root().join(file)).unwrap_or_default());
        let bindgen = WASM_BINDGEN.version().unwrap_or_default();
        assert!(trunk.contains(&format!("wasm_bindgen = \"{bindgen}\"")), "{bindgen}");
        // The npm package of version 132.0.0 has version 132 of wasm-opt.
        let binaryen = npm.split("\"binaryen\": \"").nth(1).and_then(|rest| rest.split('.').next()).unwrap_or_default();
        assert!(trunk.contains(&format!("wasm_opt = \"version_{binaryen}\"")), "{binaryen}");
    }
}
