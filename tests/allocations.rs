//! A steady frame allocates nothing: whatever a moment draws goes into buffers that are there already.
#![allow(clippy::expect_used, reason = "a test fails by panicking")]

use std::rc::Rc;

use broadcast_visualizer::broadcast::{Arithmetic, Operator, Pair, Shape, Side, Tensor, Values};
use broadcast_visualizer::diagram::{Focus, Frame, Panel, Passage, Scene, Story};
use broadcast_visualizer::words::Locale;

#[global_allocator]
static ALLOCATOR: stats_alloc::StatsAlloc<std::alloc::System> = stats_alloc::StatsAlloc::system();

fn scene(a: &[u64], b: &[u64], width: f64) -> Scene {
    let tensor = |sizes: &[u64]| Tensor::contiguous(&Shape::from(sizes), Values::Arange);
    let pair = Rc::new(Pair::new(tensor(a), tensor(b), Operator::Add, Arithmetic::PyTorch));
    let story = Story::tell(&pair, false);
    Scene::new(pair, story, width, Locale::En.labels())
}

/// How often and how much the frames of a whole story allocate, once one round has been drawn.
fn allocated(scene: &Scene, focus: Option<&Focus>, passing: Option<&Passage>) -> (usize, usize) {
    let mut frame = Frame::default();
    let last = scene.story().last() as f64;
    let moments = || (0..=200).map(|step| f64::from(step) / 200.0);
    let mut draw = || {
        for part in moments() {
            scene.frame_passing(part * last, focus, passing.map(|passage| (passage, part)), &mut frame);
        }
    };
    draw();
    let region = stats_alloc::Region::new(&ALLOCATOR);
    draw();
    let change = region.change();
    (change.allocations + change.reallocations, change.bytes_allocated)
}

fn main() {
    let shapes: [(&[u64], &[u64]); 9] = [
        (&[4, 1], &[3]),
        (&[], &[]),
        (&[0], &[5, 7, 1]),
        (&[2, 4, 3, 2], &[4, 1, 2]),
        (&[4, 32, 14, 14], &[32, 1, 1]),
        (&[80, 1], &[80]),
        (&[u64::MAX >> 1, 3], &[3]),
        (&[2, 7, 3, 5], &[3, 7, 2, 4]),
        (&[2; 64], &[1]),
    ];
    let mut before: Option<Scene> = None;
    for (a, b) in shapes {
        let scene = scene(a, b, 1_200.0);
        let index = vec![0; scene.pair().alignment().ndim()];
        assert_eq!(allocated(&scene, None, None), (0, 0), "{a:?} with {b:?}");
        for panel in [Panel::Result, Panel::Operand(Side::A), Panel::Operand(Side::B)] {
            let focus = Focus { panel, index: index.clone() };
            assert_eq!(allocated(&scene, Some(&focus), None), (0, 0), "{a:?} with {b:?}, lit");
        }
        if let Some(old) = &before {
            let passage = Passage::new(&scene, 0.0, old, old.story().last() as f64, None);
            assert_eq!(allocated(&scene, None, Some(&passage)), (0, 0), "into {a:?} with {b:?}");
        }
        before = Some(scene);
    }
}
