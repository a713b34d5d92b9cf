//! Fuzzing on a stable toolchain: the corpus of `fuzz/`, and texts that are made from it by a fixed sequence of changes.
//!
//! `FUZZ_CASES` is the number of texts that are made (by default a few seconds' worth), `FUZZ_SEED` the start of the sequence. A long
//! run by hand: `FUZZ_CASES=100000000 cargo test --release --test native fuzz -- --nocapture`. `FUZZ_PROGRAMS` and `FUZZ_LONG_PROGRAMS` are the
//! numbers of short programs and of programs as long as a program may be, and `FUZZ_FROM` is the first case that is read. With
//! `FUZZ_REPORT=1` the slowest text of [`MAX_CHARS`] characters is printed too; its time depends on the machine, so no
//! test checks it.
#![allow(clippy::expect_used, clippy::panic, clippy::print_stdout, reason = "a test fails by panicking, and reports")]

use std::env;
use std::fs;
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::{Duration, Instant};

use tensor_reader::MAX_CHARS;
use tensor_reader::MAX_PROGRAM_CHARS;

/// Words that have a meaning in a text or in a link.
const WORDS: [&str; 96] = [
    "torch.",
    "np.",
    "numpy.",
    "ones",
    "zeros",
    "empty",
    "full",
    "rand",
    "randn",
    "arange",
    "linspace",
    "tensor(",
    "array(",
    ".reshape(",
    ".view(",
    ".unsqueeze(",
    ".squeeze(",
    ".expand(",
    ".T",
    ".mT",
    ".transpose(",
    ".permute(",
    ".flatten(",
    ".ravel()",
    ".contiguous()",
    ".clone()",
    ".copy()",
    "np.expand_dims(",
    "np.broadcast_to(",
    "[:, None]",
    "[None]",
    "np.newaxis",
    "[...]",
    "...",
    ":",
    "-1",
    "(2,)*3",
    "(",
    ")",
    "[",
    "]",
    "[[",
    "]]",
    ",",
    ", ",
    "+",
    "-",
    "*",
    "**",
    "/",
    "//",
    "%",
    "==",
    "=",
    "x = ",
    "y = ",
    "x",
    "y",
    "x + y",
    "x.add_(y)",
    "torch.maximum(x, y)",
    "\n",
    ";",
    ">>> ",
    "In [1]: ",
    "# c",
    "import torch\n",
    "print(",
    "dtype=",
    "torch.float32",
    "np.int64",
    ".float()",
    ".bool()",
    "range(",
    "True",
    "1e3",
    ".5",
    "0",
    "1",
    "3",
    "64",
    "9223372036854775807",
    "×",
    "（",
    "，",
    "：",
    "\"float32\"",
    "?a=",
    "&b=",
    "&op=",
    "&inplace=1",
    "&library=numpy",
    "%20",
    "class=4",
    ".shape",
    "\\",
];

/// Pseudorandom numbers: the same sequence for the same seed (xorshift64*).
struct Numbers(u64);

impl Numbers {
    fn next(&mut self) -> u64 {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        self.0.wrapping_mul(0x2545_f491_4f6c_dd1d)
    }

    fn below(&mut self, limit: usize) -> usize {
        (self.next() >> 33) as usize % limit.max(1)
    }
}

/// The corpus, file by file.
fn corpus() -> Vec<String> {
    let root = format!("{}/fuzz/corpus", env!("CARGO_MANIFEST_DIR"));
    let mut paths: Vec<_> = ["operand", "link", "core"]
        .iter()
        .flat_map(|target| fs::read_dir(format!("{root}/{target}")).expect("a corpus"))
        .map(|entry| entry.expect("a file").path())
        .collect();
    paths.sort();
    paths.iter().map(|path| String::from_utf8_lossy(&fs::read(path).expect("a file")).into_owned()).collect()
}

/// Texts of [`MAX_CHARS`] characters that cause as much work as possible.
fn hostile() -> Vec<String> {
    let deep = format!("x = torch.ones({})\n", "1,".repeat(64));
    let starts = ["", "x=torch.arange(999)\n", "x=[0]*999\n", "x=torch.arange(6).reshape(2,3)\n", deep.as_str()];
    let parts = [
        "(",
        "[",
        "[[",
        "(x",
        "x(",
        "x[",
        "-",
        "(-",
        "1,",
        "1;",
        "x;",
        "x\n",
        "a=x;",
        "x=x,x;",
        "x=x+x;",
        "x+x;",
        "x=(x)\n",
        "y=x.T;",
        ".T",
        "[None]",
        ".T.reshape(-1)",
        ".int().bool()",
        "*2",
        "**2",
        "+x",
        "torch.onse(3);",
        "x.onse();",
        "torch.tensor(x);",
        "print(x);",
        "x.add_(x);",
        "x+=x;",
        "#\n",
        ">>> x\n",
        "aa=1;",
        "'",
        "1e9",
        "torch.ones(",
        "np.ones((3,",
        "np.expand_dims(",
        "x, y = x, x\n",
        "...",
        ":,",
        "x=",
        "==",
        "9",
        "é",
        "（",
    ];
    let texts = starts.iter().flat_map(|start| {
        parts.iter().map(move |part| {
            let start = if start.is_empty() || !part.starts_with(['.', '[', '*', '+']) {
                (*start).to_owned()
            } else {
                format!("{start}x")
            };
            start.chars().chain(part.chars().cycle()).take(MAX_CHARS).collect()
        })
    });
    let names: String = (0..400).map(|n| format!("v{n}=x;")).collect();
    texts.chain([names.chars().take(MAX_CHARS).collect()]).collect()
}

/// One of `seeds`, changed; at most `limit` characters.
fn changed(seeds: &[String], limit: usize, numbers: &mut Numbers) -> String {
    let seed = seeds[numbers.below(seeds.len())].as_str();
    changed_text(seed, seeds, limit, numbers)
}

/// `text` with up to six changes, some of which take a part of another text of `seeds`; at most `limit` characters.
fn changed_text(text: &str, seeds: &[String], limit: usize, numbers: &mut Numbers) -> String {
    let mut text: Vec<char> = text.chars().collect();
    for _ in 0..=numbers.below(6) {
        let at = numbers.below(text.len() + 1);
        let until = at + numbers.below((text.len() - at).min(12) + 1);
        match numbers.below(7) {
            0 | 1 => drop(text.splice(at..at, WORDS[numbers.below(WORDS.len())].chars())),
            2 => drop(text.splice(at..until, WORDS[numbers.below(WORDS.len())].chars())),
            3 => drop(text.drain(at..until)),
            4 => {
                let part: Vec<char> = text[at..until].to_vec();
                let most = if numbers.below(50) == 0 { 200 } else { 3 };
                let times = 1 + numbers.below(most);
                let position = numbers.below(text.len() + 1);
                for _ in 0..times {
                    text.splice(position..position, part.iter().copied());
                }
            }
            5 => {
                let other: Vec<char> = seeds[numbers.below(seeds.len())].chars().collect();
                let from = numbers.below(other.len() + 1);
                text.splice(at.., other[from..].iter().copied());
            }
            _ if at < text.len() => {
                text[at] = char::from_u32((numbers.next() % 0x3_0000) as u32 >> (numbers.below(12))).unwrap_or('?');
            }
            _ => {}
        }
        text.truncate(limit);
    }
    text.into_iter().collect()
}

/// The time that it takes to read a text as an operand and as a program.
fn measured(text: &str) -> Duration {
    let start = Instant::now();
    crate::target::read(text);
    start.elapsed()
}

/// The case that a test is at, with its number from 1 and its text.
type Current = Arc<Mutex<(u64, String)>>;

/// Ends the test run where one text takes five minutes, which is a thousand times the time of the slowest text: it hangs. The watch ends when
/// the test drops what this gives.
fn watch() -> Current {
    let current = Current::default();
    let watched = Arc::downgrade(&current);
    thread::spawn(move || {
        let mut last = 0;
        loop {
            thread::sleep(Duration::from_secs(300));
            let Some(current) = watched.upgrade() else { return };
            let Ok(current) = current.lock() else { return };
            if current.0 == last {
                println!("case {} takes more than five minutes: {:?}", last.saturating_sub(1), current.1);
                std::process::abort();
            }
            last = current.0;
        }
    });
    current
}

fn number(name: &str, default: u64) -> u64 {
    env::var(name).ok().and_then(|text| text.parse().ok()).unwrap_or(default)
}

#[test]
fn no_text_makes_reader_link_codec_or_core_panic() {
    let seeds = corpus();
    assert!(seeds.len() > 40, "the corpus is there");
    seeds.iter().chain(&hostile()).for_each(|seed| crate::target::all(seed));
    let cases = number("FUZZ_CASES", 6_000);
    let report = number("FUZZ_REPORT", 0) > 0;
    let mut numbers = Numbers(number("FUZZ_SEED", 0x9e37_79b9_7f4a_7c15).max(1));
    let mut slowest = (Duration::ZERO, String::new());
    if report {
        let mut taken: Vec<_> =
            hostile().into_iter().map(|text| ((0..9).map(|_| measured(&text)).min(), text)).collect();
        taken.sort();
        for (taken, text) in taken.iter().rev().take(8) {
            println!("hostile: {taken:?} {:?}", text.chars().take(60).collect::<String>());
        }
    }
    let begun = Instant::now();
    let current = watch();
    for case in 0..cases {
        let text = changed(&seeds, MAX_CHARS + 10, &mut numbers);
        if let Ok(mut current) = current.lock() {
            (current.0, _) = (case + 1, current.1.clone_from(&text));
        }
        let run = || match case % 3 {
            0 => crate::target::operand(&text),
            1 => crate::target::link(&text),
            _ => crate::target::core(&text),
        };
        if let Err(panic) = std::panic::catch_unwind(run) {
            println!("case {case}: {text:?}");
            std::panic::resume_unwind(panic);
        }
        if report && case % 16 == 0 {
            let text: String = text.chars().cycle().take(if text.is_empty() { 0 } else { MAX_CHARS }).collect();
            // A text that is slow only once was interrupted.
            let mut taken = measured(&text);
            for _ in 0..if taken > slowest.0 { 5 } else { 0 } {
                taken = taken.min(measured(&text));
            }
            if taken > slowest.0 {
                slowest = (taken, text);
            }
        }
        if cases > 1_000_000 && (case + 1) % 1_000_000 == 0 {
            println!("{} executions in {:?}, slowest {:?}", case + 1, begun.elapsed(), slowest.0);
        }
    }
    if report {
        println!(
            "{cases} executions in {:?}; slowest of {MAX_CHARS} characters: {:?} {:?}",
            begun.elapsed(),
            slowest.0,
            slowest.1
        );
    }
}

/// The same of programs, which are made of recorded ones. `FUZZ_PROGRAMS` is the number of short ones, `FUZZ_LONG_PROGRAMS` the number of
/// those that are as long as a program may be.
#[test]
fn no_text_makes_the_reader_of_programs_panic() {
    let seeds: Vec<String> = ["programs", "more_programs", "further_programs", "written_programs", "calls"]
        .iter()
        .flat_map(|name| crate::vectors::vectors::<serde_json::Value>(name))
        .filter_map(|program| Some(program["text"].as_str()?.to_owned()))
        .collect();
    assert!(seeds.len() > 7_000, "the record is there");
    let short = number("FUZZ_PROGRAMS", 400);
    let cases = short + number("FUZZ_LONG_PROGRAMS", 4);
    let mut numbers = Numbers(number("FUZZ_SEED", 0x9e37_79b9_7f4a_7c15).max(1));
    let current = watch();
    let begun = Instant::now();
    let from = number("FUZZ_FROM", 0);
    for case in 0..cases {
        let text = if case < short {
            changed(&seeds, MAX_PROGRAM_CHARS, &mut numbers)
        } else {
            // Few changes in a long text: nearly every text with a change in each of its programs is no Python.
            let mut text = String::new();
            while text.chars().count() < MAX_PROGRAM_CHARS {
                text = text + &seeds[numbers.below(seeds.len())] + "\n";
            }
            changed_text(&text, &seeds, MAX_PROGRAM_CHARS, &mut numbers)
        };
        if case < from {
            continue;
        }
        if let Ok(mut current) = current.lock() {
            (current.0, _) = (case + 1, current.1.clone_from(&text));
        }
        if let Err(panic) = std::panic::catch_unwind(|| crate::target::program(&text)) {
            println!("case {case}: {text:?}");
            std::panic::resume_unwind(panic);
        }
        if cases > 10_000 && (case + 1) % 10_000 == 0 {
            println!("{} programs in {:?}", case + 1, begun.elapsed());
        }
    }
}
