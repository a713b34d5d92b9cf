//! The tools a build wants: their exact versions, where they are kept, how they get there.
//!
//! A tool is looked for in the per-user cache, then on PATH (taken only at the exact version), then installed into the
//! cache: with `cargo binstall` where the user has it, else from source with `cargo install`, at settings that favour a
//! quick compile over a quick tool. Nothing is installed over what the user has, and a second clone finds the cache full.

use crate::run::{Failure, Result, Task, on_path};
use std::env;
use std::fs::{self, File};
use std::path::{Path, PathBuf};

/// Where a tool comes from.
#[derive(Debug, Clone, Copy)]
enum Source {
    Crates,
    Npm,
}

/// A tool at the one version that this project uses.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Tool {
    package: &'static str,
    version: &'static str,
    program: &'static str,
    source: Source,
}

/// Bundles the page. 0.22 wants a newer Rust.
pub(crate) const TRUNK: Tool = Tool { package: "trunk", version: "0.21.14", program: "trunk", source: Source::Crates };

/// Makes the JavaScript bindings, and runs tests in the browser. Must equal the `wasm-bindgen` of Cargo.toml.
pub(crate) const WASM_BINDGEN: Tool =
    Tool { package: "wasm-bindgen-cli", version: "0.2.129", program: "wasm-bindgen", source: Source::Crates };

/// Drives the tests in the browser.
pub(crate) const WASM_PACK: Tool =
    Tool { package: "wasm-pack", version: "0.15.1", program: "wasm-pack", source: Source::Crates };

/// Shrinks the WebAssembly file. From npm: the package carries the program compiled to JavaScript, for any machine.
pub(crate) const WASM_OPT: Tool =
    Tool { package: "binaryen", version: "132.0.0", program: "wasm-opt", source: Source::Npm };

/// Bundles scripts and makes them small. From npm, with its program for this machine.
pub(crate) const ESBUILD: Tool =
    Tool { package: "esbuild", version: "0.28.2", program: "esbuild", source: Source::Npm };

/// What the optimised build wants beside cargo.
pub(crate) const FOR_BUILD: [Tool; 4] = [TRUNK, WASM_BINDGEN, WASM_OPT, ESBUILD];

/// What the tests in the browser want beside cargo and the browser.
pub(crate) const FOR_BROWSER_TESTS: [Tool; 2] = [WASM_PACK, WASM_BINDGEN];

/// Makes the tools available and gives the folders to put first on PATH.
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

    fs::create_dir_all(&cache).map_err(Failure::while_doing(format!("make the tool cache {}", cache.display())))?;
    // One installer at a time: a second clone waits here, and then finds the tools installed.
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
    // What was compiled on the way is large and of no further use; that it stays behind would do no harm.
    let _ = fs::remove_dir_all(build_folder(&cache));
    drop(lock);
    Ok(folders)
}

/// The folder in which Node finds the package of a tool, which [`ensure`] has installed.
pub(crate) fn package_folder(tool: &Tool) -> Result<PathBuf> {
    Ok(tool.home(&cache()?))
}

/// The Rust target that browsers run.
pub(crate) fn ensure_wasm_target() -> Result<()> {
    const TARGET: &str = "wasm32-unknown-unknown";
    let sysroot = Task::new(["rustc", "--print", "sysroot"]).output();
    let installed =
        sysroot.is_some_and(|sysroot| Path::new(&sysroot).join("lib/rustlib").join(TARGET).join("lib").is_dir());
    if installed {
        return Ok(());
    }
    println!("── installing the Rust target {TARGET}");
    Task::new(["rustup", "target", "add", TARGET]).run().map_err(Failure::while_doing(format!(
        "install the Rust target {TARGET} (install rustup, or this target for the toolchain in rust-toolchain.toml)"
    )))
}

/// The formatter and the linter, which a minimal toolchain lacks.
pub(crate) fn ensure_components() -> Result<()> {
    for (program, component) in [("fmt", "rustfmt"), ("clippy", "clippy")] {
        if !Task::new(["cargo", program, "--version"]).succeeds() {
            println!("── installing {component}");
            Task::new(["rustup", "component", "add", component]).run()?;
        }
    }
    Ok(())
}

/// Node and npm have to be there already.
pub(crate) fn ensure_node() -> Result<()> {
    for program in ["node", "npm"] {
        if !Task::new([program, "--version"]).succeeds() {
            return Err(Failure::new(format!(
                "`{program}` is not on PATH: install Node 20 or newer with npm (Debian: apt-get install nodejs npm)"
            )));
        }
    }
    Ok(())
}

/// Installs the npm packages that a folder's package-lock.json names, unless that was done already.
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
    fs::write(stamp, lock).map_err(Failure::while_doing("note which packages are installed"))
}

impl Tool {
    /// The folder that holds the program: in the cache, else the one on PATH at the exact version.
    fn find(&self, cache: &Path) -> Option<PathBuf> {
        let cached = self.programs(&self.home(cache));
        if cached.join(format!("{}{}", self.program, self.suffix())).is_file() {
            return Some(cached);
        }
        // Of esbuild the package is wanted, which a program on PATH does not bring.
        if self.package == ESBUILD.package {
            return None;
        }
        let program = on_path(self.program)?;
        let shown = Task::new([program.to_str()?, "--version"]).output()?;
        says_version(&shown, self.wanted()).then(|| program.parent().map(Path::to_owned))?
    }

    fn home(&self, cache: &Path) -> PathBuf {
        cache.join(format!("{}-{}", self.package, self.version))
    }

    fn programs(&self, home: &Path) -> PathBuf {
        match self.source {
            Source::Crates => home.join("bin"),
            Source::Npm => home.join("node_modules").join(".bin"),
        }
    }

    fn suffix(&self) -> &'static str {
        match self.source {
            Source::Crates => env::consts::EXE_SUFFIX,
            Source::Npm => "",
        }
    }

    /// The version as the program itself says it: binaryen 132.0.0 calls itself 132.
    fn wanted(&self) -> &'static str {
        self.version.strip_suffix(".0.0").unwrap_or(self.version)
    }

    /// Installs into a folder beside the final one and renames it, so that a broken-off install is never taken for a tool.
    fn install(&self, cache: &Path) -> Result<()> {
        let unfinished = cache.join(format!("unfinished-{}", self.package));
        clear(&unfinished)?;
        fs::create_dir_all(&unfinished).map_err(Failure::while_doing("make a folder in the tool cache"))?;
        let fetched = match self.source {
            Source::Crates => self.binstall(&unfinished).or_else(|| Some(self.compile(cache, &unfinished))),
            Source::Npm => {
                ensure_node()?;
                Some(self.npm_install(&unfinished))
            }
        };
        fetched.unwrap_or(Ok(())).map_err(|failure| {
            Failure::new(format!(
                "{} {} could not be installed: {failure}\nRemedy: see the messages above; then run the same command again, or put {} of exactly \
                 this version on PATH.",
                self.package, self.version, self.program
            ))
        })?;
        let home = self.home(cache);
        clear(&home)?;
        fs::rename(&unfinished, &home).map_err(Failure::while_doing("move the tool into its place"))
    }

    /// With `cargo binstall`, where the user has it. `None`: not there, or it has no binary for us.
    fn binstall(&self, into: &Path) -> Option<Result<()>> {
        if !Task::new(["cargo", "binstall", "-V"]).succeeds() {
            return None;
        }
        let fetched = Task::new(["cargo", "binstall", "--no-confirm", "--disable-strategies", "compile", "--root"])
            .args([into])
            .args([self.at_version()])
            .run();
        match fetched {
            Ok(()) => Some(Ok(())),
            Err(failure) => {
                println!("{failure}; compiling it instead");
                None
            }
        }
    }

    fn compile(&self, cache: &Path, into: &Path) -> Result<()> {
        Task::new(["cargo", "install", "--locked"])
            .args([self.at_version()])
            .args([Path::new("--root"), into])
            .args([Path::new("--target-dir"), &build_folder(cache)])
            .env("CARGO_PROFILE_RELEASE_LTO", "off")
            .env("CARGO_PROFILE_RELEASE_CODEGEN_UNITS", "16")
            .env("CARGO_PROFILE_RELEASE_OPT_LEVEL", "1")
            .env("CARGO_PROFILE_RELEASE_DEBUG", "0")
            // The caller's own settings are for the project, not for its tools.
            .without_env("RUSTFLAGS")
            .without_env("CARGO_BUILD_TARGET")
            .within(cache)
            .run()
    }

    fn npm_install(&self, into: &Path) -> Result<()> {
        Task::new(["npm", "install", "--no-save", "--no-audit", "--no-fund", "--loglevel=error", "--prefix"])
            .args([into])
            .args([self.at_version()])
            .within(into)
            .run()
    }

    fn at_version(&self) -> String {
        format!("{}@{}", self.package, self.version)
    }
}

fn says_version(shown: &str, wanted: &str) -> bool {
    shown.split_whitespace().any(|word| word == wanted)
}

fn clear(folder: &Path) -> Result<()> {
    if folder.exists() {
        fs::remove_dir_all(folder).map_err(Failure::while_doing(format!("clear {}", folder.display())))?;
    }
    Ok(())
}

fn build_folder(cache: &Path) -> PathBuf {
    cache.join("build")
}

/// `${XDG_CACHE_HOME:-~/.cache}/broadcast-visualizer/tools`.
fn cache() -> Result<PathBuf> {
    let chosen = env::var_os("XDG_CACHE_HOME").filter(|folder| Path::new(folder).is_absolute());
    let base = chosen
        .map(PathBuf::from)
        .or_else(|| env::home_dir().map(|home| home.join(".cache")))
        .ok_or_else(|| Failure::new("there is no home folder for the tool cache: set XDG_CACHE_HOME"))?;
    Ok(base.join("broadcast-visualizer").join("tools"))
}

#[cfg(test)]
mod tests {
    use super::{FOR_BUILD, WASM_BINDGEN, WASM_OPT, says_version};
    use crate::run::root;
    use std::fs;

    #[test]
    fn only_the_exact_version_counts() {
        assert!(says_version("trunk 0.21.14", "0.21.14"));
        assert!(!says_version("trunk 0.21.140", "0.21.14"));
        assert!(says_version("wasm-opt version 132 (version_132)", WASM_OPT.wanted()));
    }

    #[test]
    fn every_tool_has_its_own_program() {
        let programs: Vec<_> = FOR_BUILD.iter().map(|tool| tool.program).collect();
        assert_eq!(programs, ["trunk", "wasm-bindgen", "wasm-opt", "esbuild"]);
    }

    #[test]
    fn the_versions_written_elsewhere_are_these() {
        let trunk = fs::read_to_string(root().join("Trunk.toml")).unwrap_or_default();
        assert!(trunk.contains(&format!("wasm_bindgen = \"{}\"", WASM_BINDGEN.version)));
        assert!(trunk.contains(&format!("wasm_opt = \"version_{}\"", WASM_OPT.wanted())));
        let manifest = fs::read_to_string(root().join("Cargo.toml")).unwrap_or_default();
        assert!(manifest.contains(&format!("\"={}\"", WASM_BINDGEN.version)));
    }
}
