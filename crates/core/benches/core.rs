//! The time of one `broadcast_shapes` of this crate, compiled natively, and of the fastest correct JavaScript library, in one run
//! with the same shapes. `cargo xtask bench` installs that library and runs this; without the library only this crate is timed.
#![allow(clippy::print_stdout, reason = "a bench prints what it measured")]

use std::hint::black_box;
use std::process::Command;
use std::time::Instant;

use tensor_broadcasting::library::Library;
use tensor_broadcasting::{Shape, broadcast_shapes};

/// The number of batches. A batch takes about a millisecond, and the median of all batches is printed.
const BATCHES: usize = 201;
/// Calls in a batch.
const CALLS: u32 = 20_000;
/// The budget for two shapes of 4 axes, in nanoseconds.
const BUDGET: f64 = 20.0;
/// The budget as a fraction of JavaScript's time.
const RATIO: f64 = 0.5;

/// The shapes. The last two do not broadcast, so NumPy's message is made for them.
const SHAPES: [(&str, &[u64], &[u64]); 6] = [
    ("(4,32,14,14) + (32,1,1)", &[4, 32, 14, 14], &[32, 1, 1]),
    ("(5,3,4,1) + (3,1,1)", &[5, 3, 4, 1], &[3, 1, 1]),
    ("(3,1) + (1,4)", &[3, 1], &[1, 4]),
    ("() + (2,3)", &[], &[2, 3]),
    ("8 axes", &[2, 1, 3, 1, 4, 1, 5, 1], &[1, 6, 1, 7, 1, 8, 1, 9]),
    ("(5,2,4,1) + (3,1,1), message", &[5, 2, 4, 1], &[3, 1, 1]),
];

/// The median time of one call, in nanoseconds.
fn nanoseconds<T>(mut call: impl FnMut() -> T) -> f64 {
    let mut batches: Vec<f64> = (0..BATCHES)
        .map(|_| {
            let start = Instant::now();
            for _ in 0..CALLS {
                black_box(call());
            }
            start.elapsed().as_nanos() as f64 / f64::from(CALLS)
        })
        .collect();
    batches.sort_by(f64::total_cmp);
    batches[BATCHES / 2]
}

/// JavaScript's times for the shapes, in nanoseconds; empty where it cannot be run.
fn javascript() -> Vec<f64> {
    let shapes: Vec<String> = SHAPES.iter().map(|(_, a, b)| format!("[{a:?},{b:?}]")).collect();
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/benches/js/stdlib.js");
    let run = Command::new("node").arg(script).arg(format!("[{}]", shapes.join(","))).output();
    let printed = run.ok().filter(|run| run.status.success()).map(|run| run.stdout).unwrap_or_default();
    String::from_utf8_lossy(&printed).lines().filter_map(|line| line.parse().ok()).collect()
}

fn verdict(within: bool) -> &'static str {
    if within { "within" } else { "OVER" }
}

fn main() {
    println!(
        "broadcast_shapes: ours natively, @stdlib/ndarray-base-broadcast-shapes 0.2.3 in Node; medians of {BATCHES} batches"
    );
    println!("{:30} {:>10} {:>10} {:>7}", "", "ours", "@stdlib", "ratio");
    let theirs = javascript();
    for (at, (name, a, b)) in SHAPES.into_iter().enumerate() {
        let ours = if broadcast_shapes(a, b).is_ok() {
            nanoseconds(|| broadcast_shapes(black_box(a), black_box(b)))
        } else {
            let (a, b) = (Shape::from(a), Shape::from(b));
            nanoseconds(|| Library::NumPy.add(black_box(&a), black_box(&b)))
        };
        let beside = theirs.get(at).map_or_else(
            || "not installed: run cargo xtask bench".to_owned(),
            |theirs| format!("{theirs:7.1} ns {:7.2} {}", ours / theirs, verdict(ours / theirs <= RATIO)),
        );
        println!("{name:30} {ours:7.1} ns {beside}");
    }
    let four: &[u64] = &[4, 1, 14, 1];
    let time = nanoseconds(|| broadcast_shapes(black_box(four), black_box(&[4, 32, 1, 14])));
    println!("{:30} {time:7.1} ns, {} the budget of {BUDGET} ns", "two shapes of 4 axes", verdict(time <= BUDGET));
}
