//! Finds or installs the tools that a build needs, in fixed versions.
//!
//! A tool is taken from the user's cache, or from PATH if it has exactly the fixed version there. Otherwise it is installed
//! into the cache: with `cargo binstall` if the user has it, else from source with `cargo install`, with settings for a
//! short compilation. Programs that the user has installed are not changed. All clones of the repository share the cache.

use crate::run::{Failure, Result, Task, on_path};
use std::env;
use std::fs::{self, File};
use std::path::{Path, PathBuf};

/// The Rust target for WebAssembly in a browser.
pub(crate) const WASM_TARGET: &str = "wasm32-unknown-unknown";

/// Where a tool comes from.
#[derive(Debug, Clone, Copy)]
enum Source {
    Crates,
    Npm,
}

/// A tool in the version that this project uses.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Tool {
    package: &'static str,
    version: &'static str,
    program: &'static str,
    source: Source,
}

/// Cuts the program into modules. The crate `wasm_split_helpers` in Cargo.toml must be of the same series.
pub(crate) const WASM_SPLIT: Tool =
    Tool { package: "wasm_split_cli_support", version: "0.2.4", program: "wasm-split-cli", source: Source::Crates };

/// Generates the JavaScript bindings, and runs tests in the browser. The version must equal that of `wasm-bindgen` in
/// Cargo.toml.
pub(crate) const WASM_BINDGEN: Tool =
    Tool { package: "wasm-bindgen-cli", version: "0.2.129", program: "wasm-bindgen", source: Source::Crates };

/// Builds and starts the tests in the browser.
pub(crate) const WASM_PACK: Tool =
    Tool { package: "wasm-pack", version: "0.15.1", program: "wasm-pack", source: Source::Crates };

/// Optimises the WebAssembly module. The npm package contains the program as JavaScript, which runs on any machine.
pub(crate) const WASM_OPT: Tool =
    Tool { package: "binaryen", version: "132.0.0", program: "wasm-opt", source: Source::Npm };

/// Bundles and minifies scripts. npm installs the program for this machine.
pub(crate) const ESBUILD: Tool =
    Tool { package: "esbuild", version: "0.28.2", program: "esbuild", source: Source::Npm };

/// The tools that the optimised build needs, apart from cargo.
pub(crate) const FOR_BUILD: [Tool; 4] = [WASM_SPLIT, WASM_BINDGEN, WASM_OPT, ESBUILD];

/// The tools that the tests in the browser need, apart from cargo and the browser.
pub(crate) const FOR_BROWSER_TESTS: [Tool; 2] = [WASM_PACK, WASM_BINDGEN];

/// Installs the missing tools, and returns the folders to put first on PATH.
pub(crate) fn ensure(tools: &[Tool]) -> Result<Vec<PathBuf>> {
    let cache = cache()?;
    let mut folders = Vec::new();
    let mut missing = Vec::new();
    for tool in tools {
        match tool.find(&cache) {
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
        if tool.find(&cache).is_none() {
            println!(
                "── installing {} {} ({} of {}) into {}",
                tool.package,
                tool.version,
                number + 1,
                missing.len(),
                cache.display()
            );
            tool.install(&cache)?;
        }
        folders.extend(tool.find(&cache));
    }
    // Intermediate files are large and no longer needed. An error is ignored: they do no harm.
    let _ = fs::remove_dir_all(build_folder(&cache));
    drop(lock);
    Ok(folders)
}

/// The folder in which Node finds the npm package of a tool that [`ensure`] has installed.
pub(crate) fn package_folder(tool: &Tool) -> Result<PathBuf> {
    Ok(tool.home(&cache()?))
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
pub(crate) fn ensure_node() -> Result<()> {
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
    /// The folder that contains the program: in the cache, else on PATH if the version there is the exact one.
    fn find(&self, cache: &Path) -> Option<PathBuf> {
        let cached = self.programs(&self.home(cache));
        if cached.join(format!("{}{}", self.program, self.suffix())).is_file() {
            return Some(cached);
        }
        // esbuild is used as an npm package, which a program on PATH does not include.
        if self.package == ESBUILD.package {
            return None;
        }
        // wasm-split-cli prints no version.
        if self.package == WASM_SPLIT.package {
            return None;
        }
        let program = on_path(self.program)?;
        let shown = Task::new([program.to_str()?, "--version"]).output()?;
        says_version(&shown, self.printed_version()).then(|| program.parent().map(Path::to_owned))?
    }

    /// The tool's folder in the cache.
    fn home(&self, cache: &Path) -> PathBuf {
        cache.join(format!("{}-{}", self.package, self.version))
    }

    /// The folder with the programs within the tool's folder.
    fn programs(&self, home: &Path) -> PathBuf {
        match self.source {
            Source::Crates => home.join("bin"),
            Source::Npm => home.join("node_modules").join(".bin"),
        }
    }

    /// The end of the program's file name.
    fn suffix(&self) -> &'static str {
        match self.source {
            Source::Crates => env::consts::EXE_SUFFIX,
            Source::Npm => "",
        }
    }

    /// The version as the program prints it: binaryen 132.0.0 prints 132.
    fn printed_version(&self) -> &'static str {
        self.version.strip_suffix(".0.0").unwrap_or(self.version)
    }

    /// Installs into a temporary folder and renames it, so that an interrupted installation is never used.
    fn install(&self, cache: &Path) -> Result<()> {
        let unfinished = cache.join(format!("unfinished-{}", self.package));
        clear(&unfinished)?;
        fs::create_dir_all(&unfinished).map_err(Failure::while_doing("create a folder in the tool cache"))?;
        let fetched = match self.source {
            Source::Crates => self.binstall(&unfinished).or_else(|| Some(self.compile(cache, &unfinished))),
            Source::Npm => {
                ensure_node()?;
                Some(self.npm_install(&unfinished))
            }
        };
        fetched.unwrap_or(Ok(())).map_err(|failure| {
            Failure::new(format!(
                "{} {} could not be installed: {failure}\nRemedy: Fix the error above and run the same command again, or put {} in exactly \
                 this version on PATH.",
                self.package, self.version, self.program
            ))
        })?;
        let home = self.home(cache);
        clear(&home)?;
        fs::rename(&unfinished, &home).map_err(Failure::while_doing("rename the tool's temporary folder"))
    }

    /// Installs with `cargo binstall`. `None` when the user does not have it, or it has no binary for this machine.
    fn binstall(&self, into: &Path) -> Option<Result<()>> {
        // A binary of wasm-split-cli is published nowhere.
        if self.package == WASM_SPLIT.package || !Task::new(["cargo", "binstall", "-V"]).succeeds() {
            return None;
        }
        let fetched = Task::new(["cargo", "binstall", "--no-confirm", "--disable-strategies", "compile", "--root"])
            .args([into])
            .args([self.at_version()])
            .run();
        match fetched {
            Ok(()) => Some(Ok(())),
            Err(failure) => {
                println!("{failure}; compiling from source instead");
                None
            }
        }
    }

    /// Compiles and installs a tool from its source.
    fn compile(&self, cache: &Path, into: &Path) -> Result<()> {
        Task::new(["cargo", "install", "--locked"])
            .args([self.at_version()])
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

    /// Installs a tool with npm.
    fn npm_install(&self, into: &Path) -> Result<()> {
        Task::new(["npm", "install", "--no-save", "--no-audit", "--no-fund", "--loglevel=error", "--prefix"])
            .args([into])
            .args([self.at_version()])
            .within(into)
            .run()
    }

    /// The package and its version, as cargo and npm read them.
    fn at_version(&self) -> String {
        format!("{}@{}", self.package, self.version)
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
    use super::{FOR_BUILD, WASM_BINDGEN, WASM_OPT, says_version};
    use crate::run::root;
    use std::fs;

    #[test]
    fn only_the_exact_version_matches() {
        assert!(says_version("trunk 0.21.14", "0.21.14"));
        assert!(!says_version("trunk 0.21.140", "0.21.14"));
        assert!(says_version("wasm-opt version 132 (version_132)", WASM_OPT.printed_version()));
    }

    #[test]
    fn each_tool_names_its_program() {
        let programs: Vec<_> = FOR_BUILD.iter().map(|tool| tool.program).collect();
        assert_eq!(programs, ["wasm-split-cli", "wasm-bindgen", "wasm-opt", "esbuild"]);
    }

    #[test]
    fn versions_in_other_files_are_the_same() {
        let trunk = fs::read_to_string(root().join("Trunk.toml")).unwrap_or_default();
        assert!(trunk.contains(&format!("wasm_bindgen = \"{}\"", WASM_BINDGEN.version)));
        assert!(trunk.contains(&format!("wasm_opt = \"version_{}\"", WASM_OPT.printed_version())));
        let manifest = fs::read_to_string(root().join("Cargo.toml")).unwrap_or_default();
        assert!(manifest.contains(&format!("\"={}\"", WASM_BINDGEN.version)));
    }
}
