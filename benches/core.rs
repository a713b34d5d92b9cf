//! The core's time for one `broadcast_shapes`, natively. Run by `cargo xtask bench`.
#![allow(clippy::print_stdout, reason = "a bench prints what it measured")]

use std::hint::black_box;
use std::time::Instant;

use broadcast_visualizer::broadcast::{Shape, broadcast_shapes};
use broadcast_visualizer::dialect::Library;

/// Each batch takes about a millisecond, and the median of this many is given.
const BATCHES: usize = 201;
/// Calls in a batch.
const CALLS: u32 = 20_000;
/// What DESIGN allows for two 4-axis shapes, in nanoseconds.
const BUDGET: f64 = 20.0;

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

fn main() {
    let pairs: [(&str, &[u64], &[u64]); 5] = [
        ("(4,32,14,14) + (32,1,1)", &[4, 32, 14, 14], &[32, 1, 1]),
        ("(5,3,4,1) + (3,1,1)", &[5, 3, 4, 1], &[3, 1, 1]),
        ("(3,1) + (1,4)", &[3, 1], &[1, 4]),
        ("() + (2,3)", &[], &[2, 3]),
        ("8 axes", &[2, 1, 3, 1, 4, 1, 5, 1], &[1, 6, 1, 7, 1, 8, 1, 9]),
    ];
    println!("broadcast_shapes, native, median of {BATCHES} batches");
    for (name, a, b) in pairs {
        let time = nanoseconds(|| broadcast_shapes(black_box(a), black_box(b)));
        println!("{name:28} {time:7.1} ns");
    }
    let (a, b) = (Shape::from([5, 2, 4, 1]), Shape::from([3, 1, 1]));
    let time = nanoseconds(|| Library::PyTorch.add(black_box(&a), black_box(&b)));
    println!("{:28} {time:7.1} ns", "(5,2,4,1) + (3,1,1), message");
    let four: &[u64] = &[4, 1, 14, 1];
    let time = nanoseconds(|| broadcast_shapes(black_box(four), black_box(&[4, 32, 1, 14])));
    let verdict = if time <= BUDGET { "within" } else { "OVER" };
    println!("{:28} {time:7.1} ns, {verdict} the budget of {BUDGET} ns", "two shapes of 4 axes");
}
