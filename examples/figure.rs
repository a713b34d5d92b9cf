//! Writes the picture that the page would show as an SVG document, with no browser:
//! `cargo run --example figure -- --a 4,1 --b 3 > figure.svg`
//! (`--width 640`, `--step 2` for an earlier chapter, `--dark`).
#![allow(clippy::print_stdout, clippy::print_stderr, reason = "a command-line program writes to its streams")]

use std::process::ExitCode;
use std::rc::Rc;

use broadcast_visualizer::broadcast::{Arithmetic, Operator, Pair};
use broadcast_visualizer::diagram::{Frame, Labels, Scene, Story};
use broadcast_visualizer::notation::parse;
use broadcast_visualizer::painter::svg::{Palette, Shade, paint};

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let option = |name: &str| {
        arguments.iter().position(|argument| argument == name).and_then(|at| arguments.get(at + 1)).map(String::as_str)
    };
    let (a, b) = (option("--a").unwrap_or("4,1"), option("--b").unwrap_or("3"));
    let operand = |text: &str| parse(text).map(|operand| operand.tensor);
    let (Ok(left), Ok(right)) = (operand(a), operand(b)) else {
        eprintln!("figure: --a and --b take shapes such as 5,3,4,1; got {a:?} and {b:?}");
        return ExitCode::FAILURE;
    };
    let width = option("--width").and_then(|text| text.parse().ok()).unwrap_or(960.0);
    let pair = Rc::new(Pair::new(left, right, Operator::Add, Arithmetic::PyTorch));
    let story = Story::tell(&pair, arguments.iter().any(|argument| argument == "--in-place"));
    let step = option("--step").and_then(|text| text.parse().ok()).unwrap_or(story.last() as f64);
    let scene = Scene::new(
        pair,
        story,
        width,
        Labels { axis: "axis", empty: "no elements", stretches: "only a size of 1 can stretch" },
    );
    let mut frame = Frame::default();
    scene.frame(step, None, &mut frame);
    let shade = if arguments.iter().any(|argument| argument == "--dark") { Shade::Dark } else { Shade::Light };
    print!("{}", paint(&frame, &Palette::of(shade), &format!("{a} + {b}")));
    ExitCode::SUCCESS
}
