//! Where no memory is allocated.

use std::rc::Rc;

use allocation_counter::measure;
use broadcast_visualizer::i18n::Locale;
use broadcasting_diagram::{
    ActiveTransition, Blocks, CellRef, DisplayList, DrawOptions, GRADIENT_DRAWING, Highlighted, Panel, Scene,
    SceneOptions, Story, Transition, draw,
};
use tensor_broadcasting::{Arithmetic, Combination, Operation, Operator, Shape, Tensor, Values, broadcast_shapes};

/// Shapes of up to 8 axes are stored in the value itself.
#[test]
fn a_success_of_up_to_eight_axes_allocates_nothing() {
    let pairs: [(&[u64], &[u64]); 6] = [
        (&[], &[]),
        (&[], &[2, 3]),
        (&[4, 32, 14, 14], &[32, 1, 1]),
        (&[3, 1], &[1, 4]),
        (&[2, 1, 3, 1, 4, 1, 5, 1], &[1, 6, 1, 7, 1, 8, 1, 9]),
        (&[0, 1, 1, 1, 1, 1, 1, 1], &[1]),
    ];
    for (a, b) in pairs {
        let allocations = measure(|| assert!(broadcast_shapes(a, b).is_ok()));
        assert_eq!(allocations.count_total, 0, "{a:?} with {b:?}");
    }
    // The counter counts: nine axes no longer fit.
    assert!(measure(|| assert!(broadcast_shapes(&[1; 9], &[2]).is_ok())).count_total > 0);
}

fn scene(shapes: &[&[u64]], blocks: Blocks) -> Scene {
    let tensor = |&sizes: &&[u64]| Tensor::contiguous(&Shape::from(sizes), Values::Arange);
    let combination =
        if shapes.len() == 2 { Combination::Operator(Operator::Add) } else { Combination::Where { is_method: false } };
    let tensors: Vec<Tensor> = shapes.iter().map(tensor).collect();
    let operation = Rc::new(Operation::combined(tensors.into(), combination, Arithmetic::PyTorch));
    let story = Story::new(&operation, None).with_gradient(&operation, &GRADIENT_DRAWING);
    Scene::new(operation, story, SceneOptions { blocks, ..SceneOptions::new(1_200.0, Locale::En.labels()) })
}

/// The number and the bytes of allocations while a whole story is drawn for the second time.
fn allocated(scene: &Scene, highlight: Option<&CellRef>, transition: Option<&Transition>) -> (u64, u64) {
    let mut list = DisplayList::default();
    let last = scene.story().last() as f64;
    let mut draw_all = || {
        for progress in (0..=200).map(|step| f64::from(step) / 200.0) {
            let transition = transition.map(|transition| ActiveTransition { transition, progress });
            let highlight = highlight.map(Highlighted::new);
            draw(scene, DrawOptions { highlight, transition, ..DrawOptions::at(progress * last) }, &mut list);
        }
    };
    draw_all();
    let allocations = measure(&mut draw_all);
    (allocations.count_total, allocations.bytes_total)
}

/// A frame is drawn into buffers that earlier frames have allocated.
#[test]
fn steady_frames_allocate_nothing() {
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
    let pairs = shapes.into_iter().map(|(a, b)| vec![a, b]);
    let all = pairs.chain([vec![&[4, 1][..], &[3], &[2, 1, 1]], vec![&[3], &[4], &[5]]]);
    let mut before: Option<Scene> = None;
    for (shapes, blocks) in all.flat_map(|shapes| Blocks::ALL.map(|blocks| (shapes.clone(), blocks))) {
        let scene = scene(&shapes, blocks);
        let index = vec![0; scene.operation().alignment().ndim()];
        assert_eq!(allocated(&scene, None, None), (0, 0), "{shapes:?}");
        for &panel in Panel::of(scene.operation().operands()) {
            let highlight = CellRef { panel, index: index.clone() };
            assert_eq!(allocated(&scene, Some(&highlight), None), (0, 0), "{shapes:?}, highlighted");
        }
        if let Some(old) = &before {
            let transition = Transition::new(&scene, 0.0, old, old.story().last() as f64, None);
            assert_eq!(allocated(&scene, None, Some(&transition)), (0, 0), "into {shapes:?}");
        }
        before = Some(scene);
    }
}
