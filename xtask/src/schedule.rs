//! Runs steps of `test`: each as a process of its own with a limit, two at a time, and reports them as a table.
//!
//! A step is this program again, called as `xtask step NAME`. So whatever a step starts can be ended with it, and its output can be watched: when
//! the limit is reached, the tests that were running are named.

use crate::run::{self, Failure, Result, Task};
use crate::steps::{Job, Step};
use std::collections::VecDeque;
use std::env;
use std::io::{self, IsTerminal as _, Read, Write as _};
use std::sync::mpsc::{self, Sender};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

/// The exit code of a step that could not run, as automake has it. The last line of its output says why.
pub(crate) const SKIPPED: u8 = 77;

/// What the line begins with that says why a step was skipped.
pub(crate) const BECAUSE: &str = "SKIPPED: ";

/// How many of the last lines are shown where no test is known to run.
const LAST_LINES: usize = 3;

/// How a step ended.
#[derive(Debug, Clone, PartialEq, Eq)]
enum Outcome {
    Passed,
    Failed(String),
    Skipped(String),
}

/// A step that has ended, and how long it took.
#[derive(Debug, Clone)]
struct Ended {
    step: Step,
    outcome: Outcome,
    time: Duration,
}

/// The steps that have ended; the lanes wait for each other here.
#[derive(Debug, Default)]
struct Board {
    ended: Mutex<Vec<Ended>>,
    changed: Condvar,
}

impl Board {
    fn lock(&self) -> MutexGuard<'_, Vec<Ended>> {
        self.ended.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn add(&self, ended: Ended) {
        self.lock().push(ended);
        self.changed.notify_all();
    }

    /// Waits until these steps have ended. Gives the first that did not pass.
    fn wait_for(&self, steps: &[Step]) -> Option<Step> {
        let is_missing = |ended: &mut Vec<Ended>| steps.iter().any(|step| ended.iter().all(|one| one.step != *step));
        let ended = self.changed.wait_while(self.lock(), is_missing).unwrap_or_else(PoisonError::into_inner);
        ended.iter().find(|one| steps.contains(&one.step) && one.outcome != Outcome::Passed).map(|one| one.step)
    }
}

/// Runs the jobs, those of each lane in their order, and prints the table. Fails when one of them failed; with `CI=true` also when one was
/// skipped.
pub(crate) fn run(jobs: &[Job]) -> Result<()> {
    let start = Instant::now();
    let board = Board::default();
    let lane = |number: usize| {
        for job in jobs.iter().filter(|job| job.step.lane() == number) {
            let needed: Vec<Step> =
                job.step.after().iter().copied().filter(|step| jobs.iter().any(|job| job.step == *step)).collect();
            let missing = board.wait_for(&needed);
            let began = Instant::now();
            let outcome = missing.map_or_else(
                || run_job(job, jobs.len() > 1).unwrap_or_else(|failure| Outcome::Failed(failure.to_string())),
                |step| Outcome::Skipped(format!("{} did not pass", step.name())),
            );
            board.add(Ended { step: job.step, outcome, time: began.elapsed() });
        }
    };
    thread::scope(|scope| {
        scope.spawn(|| lane(0));
        lane(1);
    });
    let ended = board.lock();
    report(jobs, &ended, start.elapsed())
}

/// Prints how each step ended, and what to do about those that failed.
fn report(jobs: &[Job], ended: &[Ended], time: Duration) -> Result<()> {
    let must_run = env::var("CI").is_ok_and(|value| value == "true");
    println!("\n── steps, with the time of each in minutes and seconds; two run at a time");
    let rows = jobs.iter().filter_map(|job| ended.iter().find(|one| one.step == job.step));
    let mut counts = [0; 3];
    let mut remedies = Vec::new();
    for Ended { step, outcome, time } in rows {
        let (kind, words) = match outcome {
            Outcome::Passed => (0, "passed".to_owned()),
            Outcome::Failed(why) => (1, format!("FAILED: {why}")),
            Outcome::Skipped(why) => (2, format!("skipped, because {why}")),
        };
        counts[kind] += 1;
        println!("{:<10}{:>7}  {words}", step.name(), run::shown(*time));
        if kind == 1 {
            remedies.push(format!("{}: {} To run it again: cargo xtask test {0}", step.name(), step.remedy()));
        }
    }
    println!("{:<10}{:>7}", "together", run::shown(time));
    let [passed, failed, skipped] = counts;
    if !remedies.is_empty() {
        println!("\n{}", remedies.join("\n"));
    }
    if skipped > 0 && must_run {
        println!("\nCI=true: a step that is skipped counts as failed.");
    }
    println!("\n{passed} passed, {failed} failed, {skipped} skipped");
    if failed > 0 || (skipped > 0 && must_run) {
        return Err(Failure::new(format!("{} of {} steps did not pass", failed + skipped, jobs.len())));
    }
    Ok(())
}

/// Runs a step as a process. `is_named`: its name stands before each line, because another step prints too.
fn run_job(job: &Job, is_named: bool) -> Result<Outcome> {
    let name = job.step.name();
    println!("── {name}: {}, at most {}", job.step.description(), run::shown(job.step.limit()));
    let program = env::current_exe().map_err(Failure::while_doing("find this program"))?;
    let mut task = Task::command(program).args(["step", name]).args(&job.options);
    if io::stdout().is_terminal() {
        task = task.env("CARGO_TERM_COLOR", "always").env("FORCE_COLOR", "1");
    }
    let mut process = task.spawn()?;
    let prefix = if is_named { format!("{name:<9}│ ") } else { String::new() };
    let (at_end, ends) = mpsc::channel();
    let is_timed = job.is_timed;
    let watch = |stream| {
        let output = Arc::new(Mutex::new(Output { prefix: prefix.clone(), is_timed, ..Output::default() }));
        follow(stream, Arc::clone(&output), at_end.clone());
        output
    };
    let mut outputs = Vec::new();
    outputs.extend(process.stdout.take().map(|stream| watch(Box::new(stream))));
    outputs.extend(process.stderr.take().map(|stream| watch(Box::new(stream))));
    let deadline = Instant::now() + job.step.limit();
    for _ in &outputs {
        if ends.recv_timeout(deadline.saturating_duration_since(Instant::now())).is_err() {
            let running: Vec<String> = outputs.iter().flat_map(|output| lock(output).running()).collect();
            run::end(&mut process);
            let running = if running.is_empty() { "nothing was printed".to_owned() } else { running.join("; ") };
            return Ok(Outcome::Failed(format!(
                "its limit of {} was reached in: {running}",
                run::shown(job.step.limit())
            )));
        }
    }
    let status = process.wait().map_err(Failure::while_doing(format!("wait for {name}")))?;
    if status.success() {
        return Ok(Outcome::Passed);
    }
    let lines: Vec<String> = outputs.iter().flat_map(|output| lock(output).last.clone()).collect();
    let said = |start: &str| lines.iter().rev().find_map(|line| line.strip_prefix(start).map(str::to_owned));
    if status.code() == Some(i32::from(SKIPPED)) {
        return Ok(Outcome::Skipped(said(BECAUSE).unwrap_or_else(|| "it did not say why".to_owned())));
    }
    Ok(Outcome::Failed(said("error: ").unwrap_or_else(|| status.to_string())))
}

fn lock(output: &Mutex<Output>) -> MutexGuard<'_, Output> {
    output.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Prints a stream as it comes, and says when it has ended.
fn follow(mut stream: Box<dyn Read + Send>, output: Arc<Mutex<Output>>, at_end: Sender<()>) {
    thread::spawn(move || {
        let mut bytes = vec![0; 1 << 16];
        while let Ok(count @ 1..) = stream.read(&mut bytes) {
            let text = lock(&output).take(&bytes[..count]);
            // Nothing can be done where this process has no output any more.
            _ = io::stdout().write_all(text.as_bytes()).and_then(|()| io::stdout().flush());
        }
        _ = at_end.send(());
    });
}

/// What a step has printed so far, as far as it tells which test runs.
#[derive(Debug, Default)]
struct Output {
    /// What stands before each line.
    prefix: String,
    /// Whether the time of each test of `cargo test` is added; it has to run one at a time.
    is_timed: bool,
    /// The bytes of the line that has not ended.
    line: Vec<u8>,
    /// The last lines, without colours.
    last: VecDeque<String>,
    /// The tests that run for more than a minute, which `cargo test` names.
    long: Vec<String>,
    /// When the last line ended.
    before: Option<Instant>,
}

impl Output {
    /// Takes what was read. Gives what is to be printed: each whole line.
    fn take(&mut self, bytes: &[u8]) -> String {
        let mut text = String::new();
        for byte in bytes {
            if *byte != b'\n' {
                self.line.push(*byte);
                continue;
            }
            let line = String::from_utf8_lossy(&std::mem::take(&mut self.line)).into_owned();
            let now = Instant::now();
            let time =
                self.before.replace(now).map(|before| now - before).filter(|_| self.is_timed && is_result(&line));
            let time = time.map_or_else(String::new, |time| format!(" ({:.2} s)", time.as_secs_f64()));
            text += &format!("{}{line}{time}\n", self.prefix);
            self.note(without_colours(&line));
        }
        text
    }

    /// Notes what a line tells of the tests.
    fn note(&mut self, line: String) {
        if let Some((name, _)) = line.split_once(" has been running for over") {
            self.long.push(name.trim_start_matches("test ").to_owned());
        } else if let Some((name, _)) = line.strip_prefix("test ").and_then(|rest| rest.split_once(" ... ")) {
            self.long.retain(|long| long != name);
        }
        if !line.trim().is_empty() {
            self.last.push_back(line);
        }
        if self.last.len() > LAST_LINES {
            self.last.pop_front();
        }
    }

    /// What runs now: the tests that are known to run, else the line that has not ended, else the last lines.
    fn running(&self) -> Vec<String> {
        let line = without_colours(&String::from_utf8_lossy(&self.line)).trim().to_owned();
        if !self.long.is_empty() {
            self.long.clone()
        } else if !line.is_empty() {
            vec![line]
        } else {
            self.last.iter().map(|line| line.trim().to_owned()).collect()
        }
    }
}

/// Whether a line of `cargo test` has the result of a test.
fn is_result(line: &str) -> bool {
    line.starts_with("test ") && line.contains(" ... ")
}

/// A line without the sequences that colour it.
fn without_colours(line: &str) -> String {
    let mut pieces = line.split("\u{1b}[");
    let first = pieces.next().unwrap_or_default().to_owned();
    pieces.fold(first, |text, piece| text + piece.split_once('m').map_or(piece, |(_, rest)| rest))
}

#[cfg(test)]
mod tests {
    use super::{Board, Ended, Outcome, Output, without_colours};
    use crate::steps::Step;
    use std::time::Duration;

    #[test]
    fn the_test_that_runs_is_named() {
        let mut output = Output::default();
        _ = output.take(b"test quick ... ok\ntest slow has been running for over 60 seconds\ntest other ... ok\n");
        assert_eq!(output.running(), ["slow"]);
        _ = output.take(b"test slow ... ok\n");
        assert_eq!(
            output.running(),
            ["test slow has been running for over 60 seconds", "test other ... ok", "test slow ... ok"]
        );
        // pytest prints the name before the test runs.
        _ = output.take(b"tests/test_terminal.py::test_the_record_is_written_after_ctrl_c ");
        assert_eq!(output.running(), ["tests/test_terminal.py::test_the_record_is_written_after_ctrl_c"]);
    }

    #[test]
    fn each_whole_line_has_the_name_of_its_step() {
        let mut output = Output { prefix: "native | ".to_owned(), ..Output::default() };
        assert_eq!(output.take(b"one\ntw"), "native | one\n");
        assert_eq!(output.take("o\n三\n".as_bytes()), "native | two\nnative | 三\n");
    }

    #[test]
    fn colours_are_left_out() {
        assert_eq!(without_colours("\u{1b}[1m\u{1b}[91merror\u{1b}[0m: no"), "error: no");
    }

    #[test]
    fn a_step_that_failed_is_told_to_those_that_need_it() {
        let board = Board::default();
        board.add(Ended { step: Step::Fmt, outcome: Outcome::Passed, time: Duration::ZERO });
        board.add(Ended { step: Step::Build, outcome: Outcome::Failed(String::new()), time: Duration::ZERO });
        assert_eq!(board.wait_for(&[]), None);
        assert_eq!(board.wait_for(&[Step::Fmt]), None);
        assert_eq!(board.wait_for(&[Step::Fmt, Step::Build]), Some(Step::Build));
    }
}
