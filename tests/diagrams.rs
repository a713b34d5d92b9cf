//! Geometry and time: chapters, layouts, frames and hit testing, on chosen shapes and on any.
#![cfg(not(target_arch = "wasm32"))]
#![allow(clippy::expect_used, reason = "a test fails by panicking")]

use std::rc::Rc;

use broadcast_visualizer::broadcast::{
    Arithmetic, MAX_SIZE, OperandId, Operation, Operator, Shape, StridedLayout, Tensor, Values,
};
use broadcast_visualizer::diagram::{
    ArrowDirection, Blocks, CellRef, ChapterKind as Kind, DisplayList, FoldedAxis, Labels, PaintRole, Panel, Rect,
    Scene, SceneOptions, Story, Transition, Writing,
};
use proptest::prelude::*;

const LABELS: Labels = Labels { axis: "axis", empty: "no elements", stretches: "only a size of 1 can stretch" };
const CELLS: [PaintRole; 5] =
    [PaintRole::StoredA, PaintRole::RepeatedA, PaintRole::StoredB, PaintRole::RepeatedB, PaintRole::Result];

fn operation(a: &[u64], b: &[u64]) -> Rc<Operation> {
    let [a, b] = [a, b].map(|sizes| Tensor::contiguous(&Shape::from(sizes), Values::Arange));
    Rc::new(Operation::new([a, b], Operator::Add, Arithmetic::PyTorch))
}

fn scene(a: &[u64], b: &[u64], width: f64) -> Scene {
    staged(a, b, width, Blocks::Beside, &[])
}

fn staged(a: &[u64], b: &[u64], width: f64, blocks: Blocks, unfolded: &[usize]) -> Scene {
    let operation = operation(a, b);
    let story = Story::new(&operation, None);
    Scene::on(operation, story, SceneOptions { width, labels: LABELS, blocks, unfolded })
}

fn blocks() -> impl Strategy<Value = Blocks> {
    prop_oneof![Just(Blocks::Beside), Just(Blocks::Depth)]
}

fn frame(scene: &Scene, t: f64) -> DisplayList {
    let mut frame = DisplayList::default();
    scene.display_list(t, None, &mut frame);
    frame
}

/// The cells of a frame.
fn cells(frame: &DisplayList) -> impl Iterator<Item = &Rect> {
    CELLS.iter().flat_map(|&ink| &frame.layer(ink).rects)
}

/// Where a rectangle begins, in eighths of a pixel.
fn slot(rect: &Rect) -> (i64, i64) {
    ((rect.x * 8.0).round() as i64, (rect.y * 8.0).round() as i64)
}

#[test]
fn every_pair_has_its_chapters() {
    let told = |a: &[u64], b: &[u64], in_place: bool| -> Vec<(Kind, Vec<usize>)> {
        let operation = operation(a, b);
        let writing = if operation.fits_in_place() { Writing::Fits } else { Writing::DoesNotFit };
        let story = Story::new(&operation, in_place.then_some(writing));
        story.chapters().iter().skip(2).map(|chapter| (chapter.kind, chapter.axes.clone())).collect()
    };
    let (a, b) = (OperandId::A, OperandId::B);
    assert_eq!(
        told(&[5, 3, 4, 1], &[3, 1, 1], false),
        [(Kind::Insert(b), vec![0]), (Kind::Stretch(b), vec![2]), (Kind::Stretch(b), vec![0]), (Kind::Combine, vec![]),]
    );
    assert_eq!(
        told(&[], &[2, 3], false),
        [
            (Kind::Insert(a), vec![1]),
            (Kind::Insert(a), vec![0]),
            (Kind::Stretch(a), vec![1]),
            (Kind::Stretch(a), vec![0]),
            (Kind::Combine, vec![]),
        ]
    );
    assert_eq!(told(&[0], &[1], false), [(Kind::Stretch(b), vec![0]), (Kind::Combine, vec![])]);
    assert_eq!(told(&[], &[], false), [(Kind::Combine, vec![])]);
    assert_eq!(
        told(&[5, 2, 4, 1], &[3, 1, 1], false),
        [(Kind::Agree, vec![3]), (Kind::Agree, vec![2]), (Kind::Clash, vec![1])]
    );
    assert_eq!(told(&[2, 7, 3], &[3, 7, 2], false), [(Kind::Clash, vec![2]), (Kind::OtherClashes, vec![0])]);
    let last = |chapters: Vec<(Kind, Vec<usize>)>| chapters.last().cloned();
    assert_eq!(last(told(&[1, 3, 1], &[3, 1, 7], true)), Some((Kind::WriteBack(Writing::DoesNotFit), vec![0, 2])));
    assert_eq!(last(told(&[2, 3], &[3], true)), Some((Kind::WriteBack(Writing::Fits), vec![])));
    assert!(told(&[2; 62], &[1], false).len() < 10, "64 axes do not make 64 chapters");
}

#[test]
fn ghosts_slide_out_of_the_cell_that_they_repeat() {
    let scene = scene(&[4, 1], &[3], 960.0);
    // The chapter that stretches a's last axis has just begun: every ghost still lies on its source.
    let begun = frame(&scene, 2.0 + 1e-3);
    let (stored, repeated) = (&begun.layer(PaintRole::StoredA).rects, &begun.layer(PaintRole::RepeatedA).rects);
    assert_eq!((stored.len(), repeated.len()), (4, 8));
    for repeated in repeated {
        assert!(stored.iter().any(|cell| (cell.x - repeated.x).abs() < 0.1 && cell.y == repeated.y), "{repeated:?}");
    }
}

#[test]
fn what_an_operand_repeats_by_itself_is_not_stored_twice() {
    let view = StridedLayout::with_strides(Shape::from([3, 4]), vec![1, 0]).expect("a view");
    let a = Tensor { layout: view, values: Values::Arange };
    let b = Tensor::contiguous(&Shape::from([4]), Values::Arange);
    let operation = Rc::new(Operation::new([a, b], Operator::Add, Arithmetic::PyTorch));
    let story = Story::new(&operation, None);
    let scene = Scene::on(
        operation,
        story,
        SceneOptions { width: 900.0, labels: LABELS, blocks: Blocks::Beside, unfolded: &[] },
    );
    let first = frame(&scene, 0.0);
    assert_eq!([PaintRole::StoredA, PaintRole::RepeatedA].map(|ink| first.layer(ink).rects.len()), [3, 9]);
}

#[test]
fn a_lit_cell_is_lifted_out_of_the_stack_that_covers_it() {
    let scene = staged(&[4, 3, 5], &[4, 1, 1], 1100.0, Blocks::Depth, &[]);
    let lifted = |index: &[u64]| {
        let mut frame = DisplayList::default();
        let focus = CellRef { panel: Panel::Result, index: index.to_vec() };
        scene.display_list(scene.story().last() as f64, Some(&focus), &mut frame);
        [PaintRole::MovingA, PaintRole::MovingB, PaintRole::Lifted].map(|ink| {
            let layer = frame.layer(ink);
            assert_eq!(layer.rects.len(), layer.labels.len());
            layer.labels.iter().map(|label| frame.text_of(label).to_owned()).collect::<Vec<_>>()
        })
    };
    // a[2,1,3] is 38, and b's 2 the source of what is added: its own cell is covered, its copies are ghosts.
    assert_eq!(lifted(&[2, 1, 3]), [vec!["38"], vec!["2"], vec!["40"]]);
    assert_eq!(lifted(&[0, 1, 3]), [vec![], vec![], Vec::<&str>::new()]);
}

#[test]
fn the_three_panels_share_one_layout() {
    let scene = scene(&[2, 4, 3, 2], &[4, 1, 2], 1_200.0);
    let end = frame(&scene, scene.story().last() as f64);
    let slots = |inks: &[PaintRole], panel: usize| {
        let (x, y) = scene.layout().origins[panel];
        let rects = inks.iter().flat_map(|&ink| &end.layer(ink).rects);
        let mut slots: Vec<(i64, i64)> =
            rects.map(|rect| (((rect.x - x) * 8.0) as i64, ((rect.y - y) * 8.0) as i64)).collect();
        slots.sort_unstable();
        slots
    };
    let result = slots(&[PaintRole::Result], 2);
    assert_eq!(result.len(), 48);
    assert_eq!(slots(&[PaintRole::StoredA, PaintRole::RepeatedA], 0), result);
    assert_eq!(slots(&[PaintRole::StoredB, PaintRole::RepeatedB], 1), result);
    assert_eq!(end.layer(PaintRole::StoredB).rects.len(), 8);
}

#[test]
fn arrow_keys_walk_along_the_axes_and_over_into_the_next_block() {
    let scene = scene(&[2, 2, 3], &[3], 960.0);
    let at = |index: [u64; 3]| CellRef { panel: Panel::Result, index: index.to_vec() };
    assert_eq!(scene.walk(None, ArrowDirection::Right), Some(at([0, 0, 0])));
    assert_eq!(scene.walk(Some(&at([0, 0, 0])), ArrowDirection::Right), Some(at([0, 0, 1])));
    assert_eq!(scene.walk(Some(&at([0, 0, 2])), ArrowDirection::Right), Some(at([1, 0, 0])));
    assert_eq!(scene.walk(Some(&at([1, 0, 0])), ArrowDirection::Left), Some(at([0, 0, 2])));
    assert_eq!(scene.walk(Some(&at([0, 0, 1])), ArrowDirection::Down), Some(at([0, 1, 1])));
    assert_eq!(scene.walk(Some(&at([0, 1, 1])), ArrowDirection::Down), Some(at([0, 1, 1])), "the edge holds");
    assert_eq!(scene.walk_to_end(Some(&at([0, 0, 1])), true), Some(at([1, 1, 2])));
}

#[test]
fn a_folded_axis_is_walked_over_its_gap() {
    let scene = scene(&[1_000_000], &[1], 1_300.0);
    let mut focus = None;
    let mut seen = Vec::new();
    for _ in 0..200 {
        let next = scene.walk(focus.as_ref(), ArrowDirection::Right).expect("a cell");
        if focus.as_ref() == Some(&next) {
            break;
        }
        seen.push(next.index[0]);
        focus = Some(next);
    }
    assert_eq!((seen.first(), seen.last()), (Some(&0), Some(&999_999)));
    assert!(seen.windows(2).all(|two| two[0] < two[1]));
}

fn shape() -> impl Strategy<Value = Vec<u64>> {
    let size =
        prop_oneof![4 => 1_u64..=4, 2 => Just(1_u64), 1 => Just(0_u64), 1 => 5_u64..=40, 1 => MAX_SIZE - 3..=MAX_SIZE];
    prop_oneof![9 => prop::collection::vec(size.clone(), 0..=5), 1 => prop::collection::vec(size, 0..=64)]
}

/// Two shapes, more often than not ones that broadcast.
fn shapes() -> impl Strategy<Value = (Vec<u64>, Vec<u64>)> {
    let related = (shape(), any::<u64>(), 0_usize..6).prop_map(|(a, ones, cut)| {
        let b: Vec<u64> =
            a.iter().enumerate().map(|(axis, &n)| if ones >> (axis % 64) & 1 == 1 { 1 } else { n }).collect();
        let b = b[cut.min(b.len())..].to_vec();
        if ones & 1 << 63 == 0 { (a, b) } else { (b, a) }
    });
    prop_oneof![3 => related, 1 => (shape(), shape())]
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, cases: 192, ..ProptestConfig::default() })]

    #[test]
    fn slots_and_indices_of_an_axis_are_each_others_inverse(size in 0..=MAX_SIZE, limit in 1_u64..40) {
        let folded = FoldedAxis::within(size, limit);
        prop_assert_eq!(folded.head + folded.hidden + folded.tail, size);
        prop_assert!(folded.slots() as u64 <= limit.max(2));
        for slot in 0..folded.slots() {
            match folded.index(slot) {
                Some(index) => prop_assert_eq!(folded.slot(index), Some(slot)),
                None => prop_assert_eq!(folded.slot(folded.head), None),
            }
        }
    }

    #[test]
    fn every_moment_can_be_drawn((a, b) in shapes(), width in 280.0..1400.0_f64, blocks in blocks(), part in 0.0..1.0_f64) {
        let scene = staged(&a, &b, width, blocks, &[]);
        let last = scene.story().last() as f64;
        for t in [0.0, part * last, last] {
            let frame = frame(&scene, t);
            let mut cells = 0;
            for ink in PaintRole::ALL {
                let layer = frame.layer(ink);
                cells += layer.rects.len();
                for rect in &layer.rects {
                    let inside = rect.x >= -4.0 && rect.y >= -4.0
                        && rect.x + rect.w <= frame.width + 4.0 && rect.y + rect.h <= frame.height + 4.0;
                    prop_assert!(inside, "{ink:?}: {rect:?} in {} by {}", frame.width, frame.height);
                }
                for label in &layer.labels {
                    prop_assert!(label.x.is_finite() && label.y.is_finite() && !frame.text_of(label).is_empty());
                }
            }
            prop_assert!(cells < 45_000, "{cells} rectangles");
        }
        let slots: usize = scene.layout().axes.iter().map(|axis| axis.folded.slots()).product();
        prop_assert!(slots <= 6_500, "{slots} slots a panel");
    }

    #[test]
    fn a_stack_holds_no_more_cells_than_blocks_beside_each_other(blocks in 3_u64..200, rows in 20_u64..60, columns in 20_u64..60) {
        let scene = staged(&[blocks, rows, columns], &[1], 1256.0, Blocks::Depth, &[]);
        let slots: usize = scene.layout().axes.iter().map(|axis| axis.folded.slots()).product();
        prop_assert!(slots <= 6_500, "{slots} slots a panel");
    }

    #[test]
    fn scrubbing_back_is_the_same_as_playing_forward((a, b) in shapes(), blocks in blocks(), moments in prop::collection::vec(0.0..8.0_f64, 1..6)) {
        let scene = staged(&a, &b, 900.0, blocks, &[]);
        let forward: Vec<DisplayList> = moments.iter().map(|&t| frame(&scene, t)).collect();
        let mut reused = DisplayList::default();
        for (&t, before) in moments.iter().zip(&forward).rev() {
            scene.display_list(t, None, &mut reused);
            prop_assert!(reused == *before, "at {t}");
        }
    }

    #[test]
    fn a_scene_passes_into_another_without_a_jump(old in shapes(), new in shapes(), widths in (280.0..1400.0_f64, 280.0..1400.0_f64), stacked in (blocks(), blocks()), part in 0.0..1.0_f64) {
        let old = staged(&old.0, &old.1, widths.0, stacked.0, &[]);
        let new = staged(&new.0, &new.1, widths.1, stacked.1, &[]);
        let (before, after) = ((part * old.story().last() as f64).floor(), (1.0 - part) * new.story().last() as f64);
        let passage = Transition::new(&new, after, &old, before, None);
        let passing = |part: f64| {
            let mut frame = DisplayList::default();
            new.display_list_during(after, None, Some((&passage, part)), &mut frame);
            frame
        };
        // It begins where the old scene is: what has any size stands where something stood.
        let mut stood: Vec<(i64, i64)> = cells(&frame(&old, before)).map(slot).collect();
        stood.sort_unstable();
        let combining = after > new.story().last() as f64 - 1.0;
        for rect in cells(&passing(0.0)).filter(|rect| !combining && rect.w > 0.1 && rect.h > 0.1) {
            prop_assert!(stood.binary_search(&slot(rect)).is_ok(), "{rect:?}");
        }
        // It ends where the new scene is.
        let (end, rest) = (passing(1.0), frame(&new, after));
        for (ink, rect) in CELLS.iter().flat_map(|&ink| rest.layer(ink).rects.iter().map(move |rect| (ink, rect))) {
            let there = |at: &Rect| (at.x - rect.x).abs() + (at.y - rect.y).abs() + (at.w - rect.w).abs() < 1e-6;
            prop_assert!(end.layer(ink).rects.iter().any(there), "{ink:?} {rect:?}");
        }
        // At sixty frames a second no cell goes further in one than a sixth of its way.
        let most = (old.layout().width + new.layout().width + old.layout().height + new.layout().height) / 6.0;
        let mut last = passing(0.0);
        for step in 1..=18 {
            let next = passing(f64::from(step) / 18.0);
            for (one, two) in cells(&last).zip(cells(&next)) {
                prop_assert!((one.x - two.x).abs() <= most && (one.y - two.y).abs() <= most);
            }
            last = next;
        }
    }

    #[test]
    fn no_cell_jumps_while_the_story_is_told((a, b) in shapes(), width in 280.0..1400.0_f64, blocks in blocks()) {
        let scene = staged(&a, &b, width, blocks, &[]);
        let operands = [PaintRole::StoredA, PaintRole::StoredB];
        let mut last = frame(&scene, 0.0);
        for step in 1..=scene.story().last().min(12) * 40 {
            let next = frame(&scene, step as f64 / 40.0);
            for ink in operands {
                let (old, new) = (&last.layer(ink).rects, &next.layer(ink).rects);
                // Easing is at most three times as fast as even motion.
                let most = 3.0 / 40.0 * (scene.layout().width + scene.layout().height);
                if old.len() == new.len() {
                    prop_assert!(old.iter().zip(new).all(|(o, n)| (o.x - n.x).abs() + (o.y - n.y).abs() <= most));
                }
            }
            last = next;
        }
    }

    #[test]
    fn an_unfolded_axis_shows_more_and_stays_within_bounds((a, b) in shapes(), width in 280.0..1400.0_f64, blocks in blocks()) {
        let folded = staged(&a, &b, width, blocks, &[]);
        let Some(axis) = folded.next_folded() else { return Ok(()) };
        let open = staged(&a, &b, width, blocks, &[axis]);
        let slots = |scene: &Scene| scene.layout().axes.iter().map(|axis| axis.folded.slots()).collect::<Vec<_>>();
        prop_assert!(slots(&open).iter().zip(&slots(&folded)).all(|(open, folded)| open >= folded));
        prop_assert!(slots(&open).iter().product::<usize>() <= 6_500.max(slots(&folded).iter().product()));
        let (w, h) = (open.layout().width, open.layout().height);
        let beside = open.layout().origins[0].1 == open.layout().origins[1].1;
        prop_assert!(w <= width || !beside, "three panels beside each other are seen together");
        prop_assert!(w < 16_384.0 && h < 16_384.0, "{w} {h} {:?} {:?}", slots(&open), open.layout().cell);
    }

    #[test]
    fn small_shapes_and_clashes_need_no_more_than_the_width_that_there_is(
        a in prop::collection::vec(1_u64..6, 0..3), b in prop::collection::vec(1_u64..6, 0..3), width in 330.0..1400.0_f64,
    ) {
        let scene = scene(&a, &b, width);
        prop_assert_eq!(scene.layout().width, width, "{:?}", scene.layout().cell);
    }

    #[test]
    fn values_are_written_only_where_they_can_be_read_one_by_one(rows in 1_u64..200, columns in 1_u64..200) {
        let open = staged(&[rows, 1], &[columns], 1000.0, Blocks::Beside, &[0, 1]);
        let axes = &open.layout().axes;
        let slots: usize = axes.iter().map(|axis| axis.folded.slots()).product();
        prop_assert!(open.layout().cell.font.is_none() || slots <= 2_000);
        // Bare cells are there to show everything.
        prop_assert!(rows * columns > 6_500 || open.layout().cell.font.is_some() || axes.iter().all(|axis| axis.folded.hidden == 0));
    }

    #[test]
    fn cells_at_rest_never_lie_on_each_other((a, b) in shapes(), width in 280.0..1400.0_f64, blocks in blocks()) {
        let scene = staged(&a, &b, width, blocks, &[]);
        let end = frame(&scene, scene.story().last() as f64);
        for panel in [&CELLS[..2], &CELLS[2..4], &CELLS[4..]] {
            let mut cells: Vec<&Rect> = panel.iter().flat_map(|&ink| &end.layer(ink).rects).collect();
            cells.sort_unstable_by(|one, two| one.x.total_cmp(&two.x));
            for (nth, one) in cells.iter().enumerate() {
                for two in cells[nth + 1..].iter().take_while(|two| two.x < one.x + one.w - 0.01) {
                    prop_assert!(two.y >= one.y + one.h - 0.01 || one.y >= two.y + two.h - 0.01, "{one:?} {two:?}");
                }
            }
        }
    }

    #[test]
    fn of_stacked_blocks_the_first_is_whole_and_of_each_other_an_edge_is_seen(sizes in prop::collection::vec(1_u64..5, 3..5), width in 640.0..1400.0_f64) {
        let scene = staged(&sizes, &[1], width, Blocks::Depth, &[]);
        let end = frame(&scene, scene.story().last() as f64);
        let cell = scene.layout().cell;
        let folded = scene.layout().axes.iter().any(|axis| axis.folded.hidden > 0);
        let [.., blocks, rows, columns] = sizes[..] else { return Ok(()) };
        let outer: u64 = sizes.iter().rev().skip(3).product();
        let whole = end.layer(PaintRole::Result).rects.iter().filter(|rect| rect.w == cell.w && rect.h == cell.h).count() as u64;
        prop_assert!(folded || whole == outer * rows * columns, "{whole}");
        // Of each block behind: its upper row, its right column, and its corner in two parts.
        let parts = outer * (rows * columns + (blocks - 1) * (rows + columns));
        prop_assert!(folded || end.layer(PaintRole::Result).rects.len() as u64 == parts);
    }

    #[test]
    fn what_is_drawn_is_found_where_it_is_drawn((a, b) in shapes(), width in 280.0..1400.0_f64, blocks in blocks()) {
        let scene = staged(&a, &b, width, blocks, &[]);
        let last = scene.story().last() as f64;
        let end = frame(&scene, last);
        for rect in end.layer(PaintRole::Result).rects.iter().take(300) {
            let found = scene.hit(last, rect.x + rect.w / 2.0, rect.y + rect.h / 2.0).expect("a cell");
            prop_assert_eq!(found.panel, Panel::Result);
            prop_assert!(scene.operation().provenance(&found.index).is_some(), "{:?}", found.index);
            // Highlight, it stands exactly there.
            let mut lit = DisplayList::default();
            scene.display_list(last, Some(&found), &mut lit);
            let stands = |light: &Rect| match blocks {
                Blocks::Beside => (light.x + 1.5 - rect.x).abs() < 1e-9,
                // Even where another block stands before some of it.
                Blocks::Depth => light.contains(rect.x, rect.y) && light.contains(rect.x + rect.w, rect.y + rect.h),
            };
            prop_assert!(lit.layer(PaintRole::Highlighted).rects.iter().any(stands));
        }
    }

    #[test]
    fn walking_never_leaves_what_is_drawn((a, b) in shapes(), blocks in blocks(), steps in prop::collection::vec(0..6_u8, 1..40)) {
        let scene = staged(&a, &b, 700.0, blocks, &[]);
        let mut focus: Option<CellRef> = None;
        for step in steps {
            let next = match step {
                0 => scene.walk(focus.as_ref(), ArrowDirection::Left),
                1 => scene.walk(focus.as_ref(), ArrowDirection::Right),
                2 => scene.walk(focus.as_ref(), ArrowDirection::Up),
                3 => scene.walk(focus.as_ref(), ArrowDirection::Down),
                end => scene.walk_to_end(focus.as_ref(), end == 5),
            };
            if let Some(focus) = &next {
                let mut lit = DisplayList::default();
                scene.display_list(scene.story().last() as f64, Some(focus), &mut lit);
                let cells_are_shown = scene.operation().shape().is_some_and(|shape| !shape.contains(&0));
                prop_assert!(!cells_are_shown || !lit.layer(PaintRole::Highlighted).rects.is_empty(), "{focus:?}");
            }
            focus = next.or(focus);
        }
    }
}
