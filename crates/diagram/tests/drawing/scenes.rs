//! Scenes and shapes for the tests of the diagram.
#![allow(dead_code, reason = "each test file uses a part of it")]

use std::rc::Rc;

use broadcasting_diagram::{
    Anchor, Blocks, CellRef, DisplayList, DrawOptions, Highlighted, Label, Labels, PaintRole, Rect, Scene,
    SceneOptions, Story, draw,
};
use proptest::prelude::*;
use tensor_broadcasting::{Arithmetic, Combination, MAX_SIZE, Operation, Operator, Shape, Tensor, Values};

pub(crate) const LABELS: Labels = Labels {
    axis: "axis",
    empty: "no elements",
    stretches: "only a size of 1 can stretch",
    verdicts: ["equal", "clash"],
};
pub(crate) const CELLS: [PaintRole; 10] = [
    PaintRole::StoredA,
    PaintRole::RepeatedA,
    PaintRole::StoredB,
    PaintRole::RepeatedB,
    PaintRole::StoredC,
    PaintRole::RepeatedC,
    PaintRole::Result,
    PaintRole::ChosenA,
    PaintRole::ChosenB,
    PaintRole::ChosenC,
];

pub(crate) const TITLES: [PaintRole; 4] =
    [PaintRole::TitleA, PaintRole::TitleB, PaintRole::TitleC, PaintRole::TitleResult];

pub(crate) fn operation(a: &[u64], b: &[u64]) -> Rc<Operation> {
    operation_of(&[a, b])
}

/// `a + b` of two shapes, `where(a, b, c)` of three.
pub(crate) fn operation_of(shapes: &[&[u64]]) -> Rc<Operation> {
    let tensors: Vec<Tensor> =
        shapes.iter().map(|&sizes| Tensor::contiguous(&Shape::from(sizes), Values::Arange)).collect();
    let combination =
        if shapes.len() == 2 { Combination::Operator(Operator::Add) } else { Combination::Where { is_method: false } };
    Rc::new(Operation::combined(tensors.into(), combination, Arithmetic::PyTorch))
}

pub(crate) fn scene(a: &[u64], b: &[u64], width: f64) -> Scene {
    scene_with(a, b, SceneOptions::new(width, LABELS))
}

pub(crate) fn scene_with(a: &[u64], b: &[u64], options: SceneOptions<'_>) -> Scene {
    scene_of(&[a, b], options)
}

pub(crate) fn scene_of(shapes: &[&[u64]], options: SceneOptions<'_>) -> Scene {
    let operation = operation_of(shapes);
    let story = Story::new(&operation, None);
    Scene::new(operation, story, options)
}

pub(crate) fn arranged(a: &[u64], b: &[u64], width: f64, blocks: Blocks) -> Scene {
    scene_with(a, b, SceneOptions { blocks, ..SceneOptions::new(width, LABELS) })
}

pub(crate) fn boxed(a: &[u64], b: &[u64], width: f64, height: f64, blocks: Blocks) -> Scene {
    scene_with(a, b, SceneOptions { height, is_cropped: false, blocks, ..SceneOptions::new(width, LABELS) })
}

/// The scene of two or three shapes in a box.
pub(crate) fn boxed_of(shapes: &[Vec<u64>], width: f64, height: f64, blocks: Blocks) -> Scene {
    let shapes: Vec<&[u64]> = shapes.iter().map(Vec::as_slice).collect();
    scene_of(&shapes, SceneOptions { height, is_cropped: false, blocks, ..SceneOptions::new(width, LABELS) })
}

/// The width of a label, in CSS pixels, estimated from its characters.
pub(crate) fn label_width(list: &DisplayList, label: &Label) -> f64 {
    0.61 * label.size * list.text_of(label).chars().count() as f64
}

/// The rectangle of a label.
pub(crate) fn label_rect(list: &DisplayList, label: &Label) -> Rect {
    let (width, height) = (label_width(list, label), label.size);
    let start = match label.anchor {
        Anchor::Start => 0.0,
        Anchor::Middle => width / 2.0,
    };
    if label.upright {
        Rect { x: label.x - height / 2.0, y: label.y - start, w: height, h: width }
    } else {
        Rect { x: label.x - start, y: label.y - height / 2.0, w: width, h: height }
    }
}

pub(crate) fn overlap(one: &Rect, two: &Rect) -> bool {
    let apart = one.x + one.w <= two.x + 0.01
        || two.x + two.w <= one.x + 0.01
        || one.y + one.h <= two.y + 0.01
        || two.y + two.h <= one.y + 0.01;
    !apart
}

pub(crate) fn blocks() -> impl Strategy<Value = Blocks> {
    prop_oneof![Just(Blocks::Beside), Just(Blocks::Depth)]
}

pub(crate) fn list_at(scene: &Scene, t: f64) -> DisplayList {
    drawn(scene, DrawOptions::at(t))
}

pub(crate) fn drawn(scene: &Scene, options: DrawOptions<'_>) -> DisplayList {
    let mut list = DisplayList::default();
    draw(scene, options, &mut list);
    list
}

/// The end of the story with a cell highlighted.
pub(crate) fn highlighted(scene: &Scene, cell: &CellRef) -> DisplayList {
    drawn(
        scene,
        DrawOptions { highlight: Some(Highlighted::new(cell)), ..DrawOptions::at(scene.story().last() as f64) },
    )
}

/// The cells of a display list.
pub(crate) fn cells(list: &DisplayList) -> impl Iterator<Item = &Rect> {
    CELLS.iter().flat_map(|&role| &list.layer(role).rects)
}

pub(crate) fn shape() -> impl Strategy<Value = Vec<u64>> {
    let size =
        prop_oneof![4 => 1_u64..=4, 2 => Just(1_u64), 1 => Just(0_u64), 1 => 5_u64..=40, 1 => MAX_SIZE - 3..=MAX_SIZE];
    prop_oneof![9 => prop::collection::vec(size.clone(), 0..=5), 1 => prop::collection::vec(size, 0..=64)]
}

/// Two or three shapes, more often than not ones that broadcast.
pub(crate) fn two_or_three() -> impl Strategy<Value = Vec<Vec<u64>>> {
    let third = prop_oneof![3 => any::<u64>().prop_map(Err), 1 => shape().prop_map(Ok)];
    (shapes(), any::<bool>(), third).prop_map(|((a, b), is_three, third)| {
        let of_first = |ones: u64| {
            let size = |(axis, &size): (usize, &u64)| if ones >> (axis % 64) & 1 == 1 { 1 } else { size };
            let longest = if a.len() > b.len() { &a } else { &b };
            longest.iter().enumerate().map(size).skip((ones >> 60) as usize).collect()
        };
        let third = third.unwrap_or_else(of_first);
        if is_three { vec![a, b, third] } else { vec![a, b] }
    })
}

/// Two shapes, more often than not ones that broadcast.
pub(crate) fn shapes() -> impl Strategy<Value = (Vec<u64>, Vec<u64>)> {
    let related = (shape(), any::<u64>(), 0_usize..6).prop_map(|(a, ones, cut)| {
        let b: Vec<u64> =
            a.iter().enumerate().map(|(axis, &n)| if ones >> (axis % 64) & 1 == 1 { 1 } else { n }).collect();
        let b = b[cut.min(b.len())..].to_vec();
        if ones & 1 << 63 == 0 { (a, b) } else { (b, a) }
    });
    prop_oneof![3 => related, 1 => (shape(), shape())]
}
