//! Child processes, the repository's root, and errors.

use std::env;
use std::ffi::{OsStr, OsString};
use std::fmt;
use std::io::{BufRead as _, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::Duration;

/// An error message for a person: what failed and, if known, the remedy.
#[derive(Debug)]
pub(crate) struct Failure(String);

/// The result of a function of this crate that can fail.
pub(crate) type Result<T> = std::result::Result<T, Failure>;

impl Failure {
    /// An error with this message.
    pub(crate) fn new(message: impl Into<String>) -> Self {
        Self(message.into())
    }

    /// For `map_err`: an error of the form "could not {what}: {error}".
    pub(crate) fn while_doing<E: fmt::Display>(what: impl fmt::Display) -> impl FnOnce(E) -> Self {
        move |error| Self(format!("could not {what}: {error}"))
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(&self.0)
    }
}

/// The repository's root: the folder above this crate, whatever the current directory is.
pub(crate) fn root() -> &'static Path {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    here.parent().unwrap_or(here)
}

/// A child process. It runs in the repository's root and shares this process's output. Its input is empty.
#[derive(Debug)]
pub(crate) struct Task(Command);

impl Task {
    /// A task from a program, the first of `words`, and its arguments.
    pub(crate) fn new<const N: usize>(words: [&str; N]) -> Self {
        let mut words = words.into_iter();
        Self::command(words.next().unwrap_or_default()).args(words)
    }

    /// A task from a program that can be a path.
    pub(crate) fn command(program: impl AsRef<OsStr>) -> Self {
        let mut command = Command::new(program);
        command.current_dir(root()).stdin(Stdio::null());
        Self(command)
    }

    /// Adds arguments.
    pub(crate) fn args<I: IntoIterator<Item = S>, S: AsRef<OsStr>>(mut self, more: I) -> Self {
        self.0.args(more);
        self
    }

    /// Sets an environment variable.
    pub(crate) fn env(mut self, name: &str, value: impl AsRef<OsStr>) -> Self {
        self.0.env(name, value);
        self
    }

    /// Removes an environment variable.
    pub(crate) fn without_env(mut self, name: &str) -> Self {
        self.0.env_remove(name);
        self
    }

    /// Runs in this folder instead of the repository's root.
    pub(crate) fn within(mut self, folder: &Path) -> Self {
        self.0.current_dir(folder);
        self
    }

    /// Puts folders before the others on PATH.
    pub(crate) fn tools_first(self, folders: &[PathBuf]) -> Result<Self> {
        let path = env::var_os("PATH").unwrap_or_default();
        let all = folders.iter().cloned().chain(env::split_paths(&path));
        let path = env::join_paths(all).map_err(Failure::while_doing("put the tools on PATH"))?;
        Ok(self.env("PATH", path))
    }

    /// Runs to the end. Fails when the process cannot be started or its exit status is not 0.
    pub(crate) fn run(mut self) -> Result<()> {
        let shown = self.to_string();
        let status = self.0.status().map_err(Failure::while_doing(format!("start `{shown}`")))?;
        if status.success() { Ok(()) } else { Err(Failure::new(format!("`{shown}` failed ({status})"))) }
    }

    /// Starts, with both of its outputs given to the caller.
    pub(crate) fn spawn(mut self) -> Result<Child> {
        let shown = self.to_string();
        let started = self.0.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn();
        started.map_err(Failure::while_doing(format!("start `{shown}`")))
    }

    /// Runs to the end. Gives what it wrote to its standard error as the error, where it fails.
    pub(crate) fn run_quietly(mut self) -> Result<()> {
        let shown = self.to_string();
        let output = self.0.output().map_err(Failure::while_doing(format!("start `{shown}`")))?;
        if output.status.success() {
            return Ok(());
        }
        let [errors, text] = [&output.stderr, &output.stdout].map(|bytes| String::from_utf8_lossy(bytes).into_owned());
        Err(Failure::new(if errors.trim().is_empty() { text } else { errors }))
    }

    /// Starts in the background. Gives the first line of its output, and the process, whose input ends when it is dropped.
    pub(crate) fn start(mut self) -> Result<(String, Child)> {
        let shown = self.to_string();
        let started = self.0.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn();
        let mut process = started.map_err(Failure::while_doing(format!("start `{shown}`")))?;
        let mut line = String::new();
        if let Some(output) = process.stdout.take() {
            BufReader::new(output).read_line(&mut line).map_err(Failure::while_doing("read what it prints"))?;
        }
        if line.is_empty() {
            Err(Failure::new(format!("`{shown}` failed")))
        } else {
            Ok((line.trim().to_owned(), process))
        }
    }

    /// Runs to the end and returns its standard output, trimmed. `None` when it cannot be started or fails.
    pub(crate) fn output(mut self) -> Option<String> {
        let output = self.0.stderr(Stdio::null()).output().ok()?;
        output.status.success().then(|| String::from_utf8_lossy(&output.stdout).trim().to_owned())
    }

    /// Whether the process can be started and its exit status is 0.
    pub(crate) fn succeeds(self) -> bool {
        self.output().is_some()
    }
}

impl fmt::Display for Task {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{}", self.0.get_program().display())?;
        for word in self.0.get_args() {
            write!(formatter, " {}", word.display())?;
        }
        Ok(())
    }
}

/// Ends a process and all that it has started, also where these ignore the signals of the terminal.
pub(crate) fn end(process: &mut Child) {
    let id = process.id().to_string();
    if cfg!(windows) {
        _ = Task::new(["taskkill", "/T", "/F", "/PID", &id]).output();
    } else {
        let list = Task::new(["ps", "-A", "-o", "pid=,ppid="]).output().unwrap_or_default();
        _ = Task::new(["kill", "-KILL"]).args(descendants(&list, &id)).output();
    }
    // It may have ended by itself meanwhile.
    _ = process.kill();
    _ = process.wait();
}

/// The processes that `id` has started, and those that they have started. `list` has a process and its parent in each line.
fn descendants<'list>(list: &'list str, id: &'list str) -> Vec<&'list str> {
    let pairs: Vec<_> = list.lines().filter_map(|line| line.trim().split_once(' ')).collect();
    let mut found = vec![id];
    let mut next = 0;
    while let Some(&parent) = found.get(next) {
        found.extend(pairs.iter().filter(|(_, of)| of.trim() == parent).map(|(child, _)| *child));
        next += 1;
    }
    found.split_off(1)
}

/// A time as minutes and seconds: `2:05`.
pub(crate) fn shown(time: Duration) -> String {
    let seconds = (time.as_secs_f64() + 0.5) as u64;
    format!("{}:{:02}", seconds / 60, seconds % 60)
}

/// The path of a program in the first folder of PATH that contains it.
pub(crate) fn on_path(program: &str) -> Option<PathBuf> {
    let path: OsString = env::var_os("PATH")?;
    env::split_paths(&path)
        .map(|folder| folder.join(format!("{program}{}", env::consts::EXE_SUFFIX)))
        .find(|file| file.is_file())
}

#[cfg(test)]
mod tests {
    use super::{Task, descendants, end, root, shown};
    use std::time::{Duration, Instant};

    #[test]
    fn the_root_holds_the_workspace() {
        assert!(root().join("xtask").join("Cargo.toml").is_file());
    }

    #[test]
    fn the_processes_of_a_process_are_found_at_any_depth() {
        assert_eq!(descendants(" 1 0\n20 1\n 300 20\n4 300\n5 1\n", "20"), ["300", "4"]);
    }

    /// A shell that starts a process which ignores signals, and waits for it.
    #[cfg(unix)]
    #[test]
    fn a_process_ends_with_what_it_has_started() {
        let started = Instant::now();
        let process = Task::new(["sh", "-c", "(trap '' INT TERM; sleep 60) & wait"]).spawn();
        assert!(process.is_ok());
        if let Ok(mut process) = process {
            let output = process.stdout.take();
            end(&mut process);
            // Whoever still ran would hold the other end.
            assert!(output.and_then(|mut output| std::io::read_to_string(&mut output).ok()).is_some());
        }
        assert!(started.elapsed() < Duration::from_secs(50));
    }

    #[test]
    fn a_time_has_minutes_and_seconds() {
        assert_eq!([shown(Duration::from_millis(4600)), shown(Duration::from_secs(125))], ["0:05", "2:05"]);
    }

    #[test]
    fn a_task_is_displayed_as_typed() {
        let task = Task::new(["cargo", "fmt"]).args(["--all"]);
        assert_eq!(task.to_string(), "cargo fmt --all");
    }

    #[test]
    fn the_error_for_a_missing_program_names_it() {
        let failure = Task::new(["no-such-program-anywhere"]).run().err();
        let message = failure.map(|failure| failure.to_string()).unwrap_or_default();
        assert!(message.contains("no-such-program-anywhere"), "{message}");
    }
}
