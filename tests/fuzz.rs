//! Texts that nobody would write: a corpus, mutated. Whatever comes of one, it is an answer: no panic, and no text that
//! takes long. A few seconds here; by hand, for as long as is wanted:
//!
//! ```text
//! FUZZ_CASES=100000000 cargo test --release --test fuzz -- --nocapture
//! ```
//!
//! (`FUZZ_SEED` starts elsewhere. `fuzz/` holds the same targets for cargo-fuzz, which wants a nightly compiler.)
#![cfg(not(target_arch = "wasm32"))]
#![allow(clippy::expect_used, clippy::print_stdout, reason = "a test fails by panicking, and says how far it came")]

#[path = "support/fuzz.rs"]
mod fuzz;

use std::time::{Duration, Instant};

use broadcast_visualizer::notation::MAX_CHARS;

/// A number from the environment.
fn setting(name: &str, default: u64) -> u64 {
    std::env::var(name).ok().and_then(|text| text.parse().ok()).unwrap_or(default)
}

#[test]
fn every_text_is_answered() {
    let (cases, mut random) = (setting("FUZZ_CASES", 60_000), Random(setting("FUZZ_SEED", 1) | 1));
    let corpus: Vec<&str> = include_str!("fuzz-corpus.txt").lines().collect();
    let mut slowest = (Duration::ZERO, String::new());
    for case in 0..cases {
        let text = mutated(&corpus, &mut random);
        let start = Instant::now();
        match case % 4 {
            0 | 1 => fuzz::notation(&text),
            2 => fuzz::link(&text),
            _ => fuzz::core(&text),
        }
        let took = start.elapsed();
        if took > slowest.0 {
            slowest = (took, text);
        }
    }
    println!("{cases} cases; the slowest took {:?}: {}", slowest.0, slowest.1);
}

/// A corpus line, cut and glued with others and with tokens.
fn mutated(corpus: &[&str], random: &mut Random) -> String {
    const TOKENS: [&str; 64] = [
        "torch.",
        "np.",
        "numpy.",
        "ones",
        "zeros",
        "empty",
        "tensor",
        "array",
        "arange",
        "full",
        "linspace",
        "randint",
        ".T",
        ".mT",
        ".reshape",
        ".view",
        ".expand",
        ".squeeze",
        ".unsqueeze",
        ".permute",
        ".transpose",
        ".flatten()",
        "broadcast_to",
        "(",
        ")",
        "[",
        "]",
        ",",
        ", ",
        ":",
        "...",
        "None",
        "np.newaxis",
        "-1",
        "0",
        "1",
        "2",
        "3",
        "7",
        "64",
        "9223372036854775807",
        "-9223372036854775808",
        "1e308",
        "0.5",
        "inf",
        "nan",
        "=",
        "+",
        "-",
        "*",
        "**",
        "/",
        "//",
        "%",
        "\n",
        ";",
        "#",
        ">>> ",
        "x",
        "y",
        "轴",
        "（",
        "，",
        "dtype=",
    ];
    let mut text: Vec<char> = random.pick(corpus).chars().collect();
    for _ in 0..random.below(6) {
        let at = random.below(text.len() + 1);
        let end = (at + random.below(8)).min(text.len());
        match random.below(5) {
            0 => drop(text.drain(at..end)),
            1 => {
                let copied: Vec<char> = text[at..end].to_vec();
                let times = if random.below(50) == 0 { 400 } else { 1 + random.below(3) };
                text.splice(at..at, copied.repeat(times));
            }
            2 => drop(text.splice(at..at, random.pick(&TOKENS).chars())),
            3 => drop(text.splice(at..end, random.pick(&TOKENS).chars())),
            _ => drop(text.splice(at..at, random.pick(corpus).chars())),
        }
    }
    text.truncate(MAX_CHARS + 10);
    text.into_iter().collect()
}

/// Numbers that look random and are the same every time (xorshift).
struct Random(u64);

impl Random {
    fn below(&mut self, end: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 11) as usize % end.max(1)
    }

    fn pick<'a>(&mut self, list: &[&'a str]) -> &'a str {
        list.get(self.below(list.len())).copied().unwrap_or_default()
    }
}
