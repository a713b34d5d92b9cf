//! What the README shows is what the program draws.
#![cfg(not(target_arch = "wasm32"))]

use std::rc::Rc;

use broadcast_visualizer::broadcast::{Arithmetic, Operator, Pair};
use broadcast_visualizer::diagram::{Frame, Labels, Scene, Story};
use broadcast_visualizer::notation::parse;
use broadcast_visualizer::painter::svg::{Palette, Shade, paint};

#[test]
fn the_picture_in_the_readme_is_what_the_figure_example_draws() {
    let (a, b) = ("[[0],[10],[20],[30]]", "tensor([0,1,2])");
    let operand = |text: &str| parse(text).map(|operand| operand.tensor);
    let (Ok(left), Ok(right)) = (operand(a), operand(b)) else { unreachable!("both are values") };
    let pair = Rc::new(Pair::new(left, right, Operator::Add, Arithmetic::PyTorch));
    let story = Story::tell(&pair, false);
    let last = story.last() as f64;
    let mut frame = Frame::default();
    Scene::new(
        pair,
        story,
        680.0,
        Labels { axis: "axis", empty: "no elements", stretches: "only a size of 1 can stretch" },
    )
    .frame(last, None, &mut frame);
    let drawn = paint(&frame, &Palette::of(Shade::Light), &format!("{a} + {b}"));
    assert_eq!(
        drawn,
        include_str!("figures/three-rows.svg"),
        "make it anew: cargo run --example figure -- --a '{a}' --b '{b}' --width 680 > tests/figures/three-rows.svg"
    );
}
