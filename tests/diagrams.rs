//! Geometry and time: chapters, layouts, display lists, hit testing and navigation, on chosen shapes and on random ones.
#![cfg(not(target_arch = "wasm32"))]
#![allow(clippy::expect_used, reason = "a test fails by panicking")]

use std::rc::Rc;

use broadcast_visualizer::broadcast::{
    Arithmetic, MAX_SIZE, OperandId, Operation, Operator, Shape, StridedLayout, Tensor, Values,
};
use broadcast_visualizer::diagram::{
    ActiveTransition, Anchor, ArrowDirection, Blocks, CellRef, ChapterKind as Kind, DisplayList, DrawOptions,
    FoldedAxis, Label, Labels, PaintRole, Panel, Rect, Scene, SceneOptions, Story, Transition, Writing, cell_at, draw,
    end_cell, next_cell, next_folded_axis,
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
    scene_with(a, b, SceneOptions::new(width, LABELS))
}

fn scene_with(a: &[u64], b: &[u64], options: SceneOptions<'_>) -> Scene {
    let operation = operation(a, b);
    let story = Story::new(&operation, None);
    Scene::new(operation, story, options)
}

fn arranged(a: &[u64], b: &[u64], width: f64, blocks: Blocks) -> Scene {
    scene_with(a, b, SceneOptions { blocks, ..SceneOptions::new(width, LABELS) })
}

fn boxed(a: &[u64], b: &[u64], width: f64, height: f64, blocks: Blocks) -> Scene {
    scene_with(a, b, SceneOptions { height, is_cropped: false, blocks, ..SceneOptions::new(width, LABELS) })
}

/// The width of a label, in CSS pixels, estimated from its characters.
fn label_width(list: &DisplayList, label: &Label) -> f64 {
    0.61 * label.size * list.text_of(label).chars().count() as f64
}

/// The rectangle of a label.
fn label_rect(list: &DisplayList, label: &Label) -> Rect {
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

fn overlap(one: &Rect, two: &Rect) -> bool {
    let apart = one.x + one.w <= two.x + 0.01
        || two.x + two.w <= one.x + 0.01
        || one.y + one.h <= two.y + 0.01
        || two.y + two.h <= one.y + 0.01;
    !apart
}

fn blocks() -> impl Strategy<Value = Blocks> {
    prop_oneof![Just(Blocks::Beside), Just(Blocks::Depth)]
}

fn list_at(scene: &Scene, t: f64) -> DisplayList {
    drawn(scene, DrawOptions::at(t))
}

fn drawn(scene: &Scene, options: DrawOptions<'_>) -> DisplayList {
    let mut list = DisplayList::default();
    draw(scene, options, &mut list);
    list
}

/// The end of the story with a cell highlighted.
fn highlighted(scene: &Scene, cell: &CellRef) -> DisplayList {
    drawn(scene, DrawOptions { highlight: Some(cell), ..DrawOptions::at(scene.story().last() as f64) })
}

/// The cells of a display list.
fn cells(list: &DisplayList) -> impl Iterator<Item = &Rect> {
    CELLS.iter().flat_map(|&role| &list.layer(role).rects)
}

/// The upper left corner of a rectangle, in eighths of a pixel.
fn corner(rect: &Rect) -> (i64, i64) {
    ((rect.x * 8.0).round() as i64, (rect.y * 8.0).round() as i64)
}

#[test]
fn every_operation_has_its_chapters() {
    let chapters = |a: &[u64], b: &[u64], in_place: bool| -> Vec<(Kind, Vec<usize>)> {
        let operation = operation(a, b);
        let writing = if operation.fits_in_place() { Writing::Fits } else { Writing::DoesNotFit };
        let story = Story::new(&operation, in_place.then_some(writing));
        story.chapters().iter().skip(2).map(|chapter| (chapter.kind, chapter.axes.clone())).collect()
    };
    let (a, b) = (OperandId::A, OperandId::B);
    assert_eq!(
        chapters(&[5, 3, 4, 1], &[3, 1, 1], false),
        [(Kind::Insert(b), vec![0]), (Kind::Stretch(b), vec![2]), (Kind::Stretch(b), vec![0]), (Kind::Combine, vec![]),]
    );
    assert_eq!(
        chapters(&[], &[2, 3], false),
        [
            (Kind::Insert(a), vec![0, 1]),
            (Kind::Stretch(a), vec![1]),
            (Kind::Stretch(a), vec![0]),
            (Kind::Combine, vec![]),
        ]
    );
    assert_eq!(chapters(&[0], &[1], false), [(Kind::Stretch(b), vec![0]), (Kind::Combine, vec![])]);
    assert_eq!(chapters(&[], &[], false), [(Kind::Combine, vec![])]);
    assert_eq!(
        chapters(&[5, 2, 4, 1], &[3, 1, 1], false),
        [(Kind::Agree, vec![3]), (Kind::Agree, vec![2]), (Kind::Clash, vec![1])]
    );
    assert_eq!(chapters(&[2, 7, 3], &[3, 7, 2], false), [(Kind::Clash, vec![2]), (Kind::OtherClashes, vec![0])]);
    let last = |chapters: Vec<(Kind, Vec<usize>)>| chapters.last().cloned();
    assert_eq!(last(chapters(&[1, 3, 1], &[3, 1, 7], true)), Some((Kind::WriteBack(Writing::DoesNotFit), vec![0, 2])));
    assert_eq!(last(chapters(&[2, 3], &[3], true)), Some((Kind::WriteBack(Writing::Fits), vec![])));
    assert!(chapters(&[2; 62], &[1], false).len() < 10, "64 axes do not make 64 chapters");
}

/// The texts of the brackets of a display list, in each panel from the last axis to the first.
fn bracket_texts(list: &DisplayList) -> Vec<&str> {
    let roles = [PaintRole::Bracket, PaintRole::BracketHighlighted, PaintRole::Clash];
    let labels = roles.iter().flat_map(|&role| &list.layer(role).labels);
    labels.map(|label| list.text_of(label)).filter(|text| text.contains(['●', '■', '▲', '◆', '★'])).collect()
}

#[test]
fn a_bracket_has_the_mark_the_number_and_the_size_of_its_axis() {
    let scene = scene(&[5, 3, 4, 1], &[3, 1, 1], 960.0);
    let given =
        ["● axis 3: 1", "■ axis 2: 4", "▲ axis 1: 3", "◆ axis 0: 5", "● axis 2: 1", "■ axis 1: 1", "▲ axis 0: 3"];
    assert_eq!(bracket_texts(&list_at(&scene, 0.0)), given);
    // Lined up, b does not have the first axis; then it is inserted.
    assert_eq!(bracket_texts(&list_at(&scene, 1.0)).last(), Some(&"◆ –"));
    let inserting = list_at(&scene, 2.0);
    assert_eq!(bracket_texts(&inserting).last(), Some(&"+ ◆ axis 0: 1"));
    assert_eq!(inserting.layer(PaintRole::Inserted).rects.len(), 1);
    let inserted = list_at(&scene, 3.0);
    assert!(bracket_texts(&inserted).contains(&"◆ axis 0: 1"));
    assert_eq!(inserted.layer(PaintRole::Inserted).rects.len(), 0);
}

#[test]
fn the_brackets_of_a_clash_have_the_numbers_of_the_aligned_axes() {
    let scene = scene(&[5, 2, 4, 1], &[3, 1, 1], 960.0);
    let end = list_at(&scene, scene.story().last() as f64);
    let clashing: Vec<&str> = bracket_texts(&end).into_iter().filter(|text| text.contains("axis 1")).collect();
    assert_eq!(clashing, ["▲ axis 1: 2", "▲ axis 1: 3", "▲ axis 1: 2 ≠ 3"]);
}

#[test]
fn lining_up_compares_the_axes_from_the_last_to_the_first() {
    let scene = scene(&[5, 3, 4, 1], &[3, 1, 1], 960.0);
    for (t, mark, operands) in [(0.1, "●", 2), (0.4, "■", 2), (0.6, "▲", 2), (0.9, "◆", 1)] {
        let list = list_at(&scene, t);
        let labels = &list.layer(PaintRole::BracketHighlighted).labels;
        let marked = labels.iter().filter(|label| list.text_of(label).starts_with(mark)).count();
        // The bracket of the missing axis has no line, but its mark.
        assert_eq!((labels.len(), marked), (2, 2), "at {t}");
        assert_eq!(list.layer(PaintRole::BracketHighlighted).lines.len(), 3 * operands, "at {t}");
    }
}

#[test]
fn the_first_elements_are_combined_one_by_one() {
    let scene = boxed(&[4, 1], &[3], 930.0, 530.0, Blocks::Beside);
    let seconds = scene.story().seconds(5);
    let equation =
        |list: &DisplayList| list.layer(PaintRole::Equation).labels.first().map(|label| list.text_of(label).to_owned());
    let results = |list: &DisplayList| -> Vec<String> {
        let labels = &list.layer(PaintRole::Result).labels;
        labels.iter().map(|label| list.text_of(label).to_owned()).collect()
    };
    // a is 0, 1, 2, 3 down, b is 0, 1, 2 across. Each of the first three elements takes 0.65 s.
    for (nth, sum) in ["0 + 0 → 0", "0 + 1 → 1", "0 + 2 → 2"].into_iter().enumerate() {
        let at = |part: f64| list_at(&scene, 4.0 + 0.65 * (nth as f64 + part) / seconds);
        let (terms, before) = (sum.split(" → ").next(), at(0.3));
        assert_eq!(equation(&before).as_deref(), terms);
        assert_eq!((results(&before).len(), before.layer(PaintRole::Highlighted).rects.len()), (nth, 2));
        let after = at(0.9);
        assert_eq!(equation(&after).as_deref(), Some(sum));
        assert_eq!((results(&after).len(), after.layer(PaintRole::Highlighted).rects.len()), (nth + 1, 3));
    }
    // Then all others, and at the end nothing is left of it.
    let end = list_at(&scene, 5.0);
    assert_eq!((results(&end).len(), equation(&end)), (12, None));
    assert_eq!(end.layer(PaintRole::Highlighted).rects.len(), 0);
}

#[test]
fn a_large_result_is_combined_in_whole_blocks() {
    let scene = boxed(&[6, 9, 9], &[9], 930.0, 530.0, Blocks::Beside);
    let last = scene.story().last() as f64;
    let mut counts = std::collections::BTreeSet::new();
    for step in 1..200 {
        let cell = scene.layout().cell.size;
        let list = list_at(&scene, last - 0.3 + 0.3 * f64::from(step) / 200.0);
        counts.insert(list.layer(PaintRole::Result).rects.iter().filter(|rect| rect.w > 0.999 * cell.w).count());
    }
    // Besides the three that were first.
    assert!(counts.iter().all(|count| [0, 3].contains(&(count % 81))), "{counts:?}");
    assert!(counts.len() > 4, "{counts:?}");
}

#[test]
fn a_cropped_scene_shows_the_same_without_the_free_space() {
    for blocks in Blocks::ALL {
        let scene = boxed(&[2, 4, 3], &[4, 1], 930.0, 700.0, blocks);
        let cropped = scene.cropped();
        assert!(cropped.layout().size.h < 600.0 && cropped.layout().size.w == 930.0);
        let texts = |scene: &Scene| {
            let list = list_at(scene, scene.story().last() as f64);
            list.layer(PaintRole::Result).labels.iter().map(|label| list.text_of(label).to_owned()).collect::<Vec<_>>()
        };
        assert_eq!(texts(&scene), texts(&cropped));
        assert_eq!(scene.layout().stacked(), cropped.layout().stacked());
    }
}

#[test]
fn repeated_cells_slide_out_of_the_stored_cell() {
    let scene = scene(&[4, 1], &[3], 960.0);
    // The chapter that stretches a's last axis has just begun: every repeated cell is still at its source.
    let begun = list_at(&scene, 2.0 + 1e-3);
    let (stored, repeated) = (&begun.layer(PaintRole::StoredA).rects, &begun.layer(PaintRole::RepeatedA).rects);
    assert_eq!((stored.len(), repeated.len()), (4, 8));
    for repeated in repeated {
        assert!(stored.iter().any(|cell| (cell.x - repeated.x).abs() < 0.1 && cell.y == repeated.y), "{repeated:?}");
    }
}

/// `torch.zeros(3, 1).expand(3, 4) + b` with a vector `b` of 4 elements.
fn expanded_scene() -> Scene {
    let view = StridedLayout::with_strides(Shape::from([3, 4]), vec![1, 0]).expect("a view");
    let a = Tensor { layout: view, values: Values::Arange };
    let b = Tensor::contiguous(&Shape::from([4]), Values::Arange);
    let operation = Rc::new(Operation::new([a, b], Operator::Add, Arithmetic::PyTorch));
    let story = Story::new(&operation, None);
    Scene::new(operation, story, SceneOptions::new(900.0, LABELS))
}

#[test]
fn an_expanded_operand_stores_each_element_once() {
    let first = list_at(&expanded_scene(), 0.0);
    assert_eq!([PaintRole::StoredA, PaintRole::RepeatedA].map(|role| first.layer(role).rects.len()), [3, 9]);
}

#[test]
fn repeated_elements_of_an_expanded_operand_exit_as_repeated() {
    let (old, new) = (expanded_scene(), scene(&[], &[], 900.0));
    let transition = Transition::new(&new, 0.0, &old, 0.0, None);
    let transition = ActiveTransition { transition: &transition, progress: 0.5 };
    let list = drawn(&new, DrawOptions { transition: Some(transition), ..DrawOptions::at(0.0) });
    // One stored element of the old operand becomes that of the new one; two others exit, and nine repeated ones.
    assert_eq!([PaintRole::StoredA, PaintRole::RepeatedA].map(|role| list.layer(role).rects.len()), [3, 9]);
}

#[test]
fn a_highlighted_cell_is_drawn_in_front_of_the_stack_that_covers_it() {
    let scene = arranged(&[4, 3, 5], &[4, 1, 1], 1100.0, Blocks::Depth);
    let lifted = |index: &[u64]| {
        let list = highlighted(&scene, &CellRef { panel: Panel::Result, index: index.to_vec() });
        [PaintRole::LiftedA, PaintRole::LiftedB, PaintRole::LiftedResult].map(|role| {
            let layer = list.layer(role);
            assert_eq!(layer.rects.len(), layer.labels.len());
            layer.labels.iter().map(|label| list.text_of(label).to_owned()).collect::<Vec<_>>()
        })
    };
    // a[2,1,3] is 38. b's 2 is added to it: the stored cell of b is covered, its copies are repeated cells.
    assert_eq!(lifted(&[2, 1, 3]), [vec!["38"], vec!["2"], vec!["40"]]);
    assert_eq!(lifted(&[0, 1, 3]), [vec![], vec![], Vec::<&str>::new()]);
}

#[test]
fn the_three_panels_share_one_layout() {
    let scene = scene(&[2, 4, 3, 2], &[4, 1, 2], 1_200.0);
    let end = list_at(&scene, scene.story().last() as f64);
    let slots = |roles: &[PaintRole], panel: usize| {
        let origin = scene.layout().origins[panel];
        let rects = roles.iter().flat_map(|&role| &end.layer(role).rects);
        let mut slots: Vec<(i64, i64)> =
            rects.map(|rect| (((rect.x - origin.x) * 8.0) as i64, ((rect.y - origin.y) * 8.0) as i64)).collect();
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
fn arrow_keys_move_along_the_axes_and_into_the_next_block() {
    // In a box that is low and wide, the blocks are side by side.
    let scene = boxed(&[2, 2, 3], &[3], 1_400.0, 240.0, Blocks::Beside);
    let at = |index: [u64; 3]| CellRef { panel: Panel::Result, index: index.to_vec() };
    assert_eq!(next_cell(&scene, None, ArrowDirection::Right), Some(at([0, 0, 0])));
    assert_eq!(next_cell(&scene, Some(&at([0, 0, 0])), ArrowDirection::Right), Some(at([0, 0, 1])));
    assert_eq!(next_cell(&scene, Some(&at([0, 0, 2])), ArrowDirection::Right), Some(at([1, 0, 0])));
    assert_eq!(next_cell(&scene, Some(&at([1, 0, 0])), ArrowDirection::Left), Some(at([0, 0, 2])));
    assert_eq!(next_cell(&scene, Some(&at([0, 0, 1])), ArrowDirection::Down), Some(at([0, 1, 1])));
    assert_eq!(next_cell(&scene, Some(&at([0, 1, 1])), ArrowDirection::Down), Some(at([0, 1, 1])), "the edge");
    assert_eq!(end_cell(&scene, Some(&at([0, 0, 1])), true), Some(at([1, 1, 2])));
}

#[test]
fn arrow_keys_skip_the_gap_of_a_folded_axis() {
    let scene = scene(&[1_000_000], &[1], 1_300.0);
    let mut at = None;
    let mut seen = Vec::new();
    for _ in 0..200 {
        let next = next_cell(&scene, at.as_ref(), ArrowDirection::Right).expect("a cell");
        if at.as_ref() == Some(&next) {
            break;
        }
        seen.push(next.index[0]);
        at = Some(next);
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
    fn every_time_can_be_drawn((a, b) in shapes(), width in 280.0..1400.0_f64, blocks in blocks(), progress in 0.0..1.0_f64) {
        let scene = arranged(&a, &b, width, blocks);
        let last = scene.story().last() as f64;
        for t in [0.0, progress * last, last] {
            let list = list_at(&scene, t);
            let mut cells = 0;
            for role in PaintRole::ALL {
                let layer = list.layer(role);
                cells += layer.rects.len();
                for rect in &layer.rects {
                    let inside = rect.x >= -4.0 && rect.y >= -4.0
                        && rect.x + rect.w <= list.width + 4.0 && rect.y + rect.h <= list.height + 4.0;
                    prop_assert!(inside, "{role:?}: {rect:?} in {} by {}", list.width, list.height);
                }
                for label in &layer.labels {
                    prop_assert!(label.x.is_finite() && label.y.is_finite() && !list.text_of(label).is_empty());
                }
            }
            prop_assert!(cells < 45_000, "{cells} rectangles");
        }
        let slots: usize = scene.layout().axes.iter().map(|axis| axis.folded.slots()).product();
        prop_assert!(slots <= 6_500, "{slots} slots a panel");
    }

    #[test]
    fn a_stack_has_no_more_cells_than_blocks_side_by_side(blocks in 3_u64..200, rows in 20_u64..60, columns in 20_u64..60) {
        let scene = arranged(&[blocks, rows, columns], &[1], 1256.0, Blocks::Depth);
        let slots: usize = scene.layout().axes.iter().map(|axis| axis.folded.slots()).product();
        prop_assert!(slots <= 6_500, "{slots} slots a panel");
    }

    #[test]
    fn scrubbing_back_is_the_same_as_playing_forward((a, b) in shapes(), blocks in blocks(), times in prop::collection::vec(0.0..8.0_f64, 1..6)) {
        let scene = arranged(&a, &b, 900.0, blocks);
        let forward: Vec<DisplayList> = times.iter().map(|&t| list_at(&scene, t)).collect();
        let mut reused = DisplayList::default();
        for (&t, before) in times.iter().zip(&forward).rev() {
            draw(&scene, DrawOptions::at(t), &mut reused);
            prop_assert!(reused == *before, "at {t}");
        }
    }

    #[test]
    fn no_cell_jumps_in_a_transition(old in shapes(), new in shapes(), widths in (280.0..1400.0_f64, 280.0..1400.0_f64), stacked in (blocks(), blocks()), time in 0.0..1.0_f64) {
        let old = arranged(&old.0, &old.1, widths.0, stacked.0);
        let new = arranged(&new.0, &new.1, widths.1, stacked.1);
        let (before, after) = ((time * old.story().last() as f64).floor(), (1.0 - time) * new.story().last() as f64);
        let transition = Transition::new(&new, after, &old, before, None);
        let during = |progress: f64| {
            let transition = Some(ActiveTransition { transition: &transition, progress });
            drawn(&new, DrawOptions { transition, ..DrawOptions::at(after) })
        };
        // It begins at the old scene: every cell of some size is where a cell was.
        let mut corners: Vec<(i64, i64)> = cells(&list_at(&old, before)).map(corner).collect();
        corners.sort_unstable();
        let combining = after > new.story().last() as f64 - 1.0;
        for rect in cells(&during(0.0)).filter(|rect| !combining && rect.w > 0.1 && rect.h > 0.1) {
            prop_assert!(corners.binary_search(&corner(rect)).is_ok(), "{rect:?}");
        }
        // It ends at the new scene.
        let (end, rest) = (during(1.0), list_at(&new, after));
        for (role, rect) in CELLS.iter().flat_map(|&role| rest.layer(role).rects.iter().map(move |rect| (role, rect))) {
            let there = |at: &Rect| (at.x - rect.x).abs() + (at.y - rect.y).abs() + (at.w - rect.w).abs() < 1e-6;
            prop_assert!(end.layer(role).rects.iter().any(there), "{role:?} {rect:?}");
        }
        // At sixty frames a second no cell moves further in one frame than a sixth of its way.
        let (from, to) = (old.layout().size, new.layout().size);
        let most = (from.w + to.w + from.h + to.h) / 6.0;
        let mut last = during(0.0);
        for step in 1..=18 {
            let next = during(f64::from(step) / 18.0);
            for (one, two) in cells(&last).zip(cells(&next)) {
                prop_assert!((one.x - two.x).abs() <= most && (one.y - two.y).abs() <= most);
            }
            last = next;
        }
    }

    #[test]
    fn no_cell_jumps_while_the_story_plays((a, b) in shapes(), width in 280.0..1400.0_f64, blocks in blocks()) {
        let scene = arranged(&a, &b, width, blocks);
        let operands = [PaintRole::StoredA, PaintRole::StoredB];
        let mut last = list_at(&scene, 0.0);
        for step in 1..=scene.story().last().min(12) * 40 {
            let next = list_at(&scene, step as f64 / 40.0);
            for role in operands {
                let (old, new) = (&last.layer(role).rects, &next.layer(role).rects);
                // Easing is at most three times as fast as even motion.
                let most = 3.0 / 40.0 * (scene.layout().size.w + scene.layout().size.h);
                if old.len() == new.len() {
                    prop_assert!(old.iter().zip(new).all(|(o, n)| (o.x - n.x).abs() + (o.y - n.y).abs() <= most));
                }
            }
            last = next;
        }
    }

    #[test]
    fn an_unfolded_axis_shows_more_and_stays_within_bounds((a, b) in shapes(), width in 280.0..1400.0_f64, blocks in blocks()) {
        let folded = arranged(&a, &b, width, blocks);
        let Some(axis) = next_folded_axis(&folded) else { return Ok(()) };
        let open = scene_with(&a, &b, SceneOptions { blocks, unfolded: &[axis], ..SceneOptions::new(width, LABELS) });
        let slots = |scene: &Scene| scene.layout().axes.iter().map(|axis| axis.folded.slots()).collect::<Vec<_>>();
        prop_assert!(slots(&open).iter().zip(&slots(&folded)).all(|(open, folded)| open >= folded));
        prop_assert!(slots(&open).iter().product::<usize>() <= 6_500.max(slots(&folded).iter().product()));
        let (w, h) = (open.layout().size.w, open.layout().size.h);
        let beside = open.layout().origins[0].y == open.layout().origins[1].y;
        prop_assert!(w <= width || !beside, "three panels side by side are visible together");
        prop_assert!(w < 16_384.0 && h < 16_384.0, "{w} {h} {:?} {:?}", slots(&open), open.layout().cell);
    }

    #[test]
    fn everything_is_inside_the_box((a, b) in shapes(), width in 240.0..1400.0_f64, height in 160.0..900.0_f64, blocks in blocks(), progress in 0.0..1.0_f64) {
        let scene = boxed(&a, &b, width, height, blocks);
        let last = scene.story().last() as f64;
        for t in [0.0, progress * last, last] {
            let list = list_at(&scene, t);
            prop_assert_eq!((list.width, list.height), (width, height));
            for role in PaintRole::ALL {
                let layer = list.layer(role);
                let texts = layer.labels.iter().map(|label| label_rect(&list, label));
                for rect in layer.rects.iter().copied().chain(texts) {
                    let inside = rect.x >= 0.0 && rect.y >= 0.0 && rect.x + rect.w <= width && rect.y + rect.h <= height;
                    prop_assert!(inside, "{role:?}: {rect:?}");
                }
                for label in &layer.labels {
                    prop_assert!(label.size >= 11.0, "{role:?}: {}", list.text_of(label));
                }
            }
            prop_assert!(cells(&list).all(|cell| cell.h <= 64.0 + 1e-9));
        }
    }

    // Besides the marks of hidden indices, which are between the cells.
    #[test]
    fn no_text_covers_a_cell_or_another_text((a, b) in shapes(), width in 240.0..1400.0_f64, height in 160.0..900.0_f64, blocks in blocks()) {
        let scene = boxed(&a, &b, width, height, blocks);
        let last = scene.story().last();
        let chapters = (0..=last.min(8)).map(|chapter| chapter as f64);
        for chapter in chapters.chain([0.15, 0.4, 0.6].map(|part| last as f64 - 1.0 + part)) {
            let list = list_at(&scene, chapter);
            let roles = [PaintRole::Equation, PaintRole::Bracket, PaintRole::BracketHighlighted, PaintRole::Clash, PaintRole::Title];
            let texts: Vec<(&str, Rect)> = roles.iter().flat_map(|&role| {
                list.layer(role).labels.iter().map(|label| (list.text_of(label), label_rect(&list, label)))
            }).filter(|(text, _)| !["⋯", "⋮", "⋱", "⋰"].contains(text)).collect();
            for (nth, (text, rect)) in texts.iter().enumerate() {
                let covered = texts[nth + 1..].iter().find(|(_, other)| overlap(rect, other));
                prop_assert!(covered.is_none(), "chapter {chapter}: {text} {rect:?} and {covered:?}");
                let cell = cells(&list).find(|cell| overlap(rect, cell));
                prop_assert!(cell.is_none(), "chapter {chapter}: {text} {rect:?} and {cell:?}");
            }
        }
    }

    #[test]
    fn panels_never_overlap((a, b) in shapes(), width in 240.0..1400.0_f64, height in 160.0..900.0_f64, blocks in blocks()) {
        let scene = boxed(&a, &b, width, height, blocks);
        let layout = scene.layout();
        let (grid, lanes) = (layout.grid(|axis| axis.size), layout.lanes());
        let is_clash = scene.operation().shape().is_none();
        let panels: Vec<Rect> = layout.origins[..if is_clash { 2 } else { 3 }].iter().map(|origin| Rect {
            x: origin.x - lanes.w,
            y: origin.y - grid.rise - lanes.h,
            w: grid.size.w + lanes.w,
            h: if is_clash { 0.0 } else { grid.size.h + lanes.h },
        }).collect();
        for (nth, one) in panels.iter().enumerate() {
            prop_assert!(panels[nth + 1..].iter().all(|two| !overlap(one, two)), "{panels:?}");
        }
    }

    // The factors by which cells may be smaller in a larger box: the arrangement in a row is preferred to one with cells
    // that are less than 1.06 times as large, and the wide spacing to a tight one with cells less than 1.25 times as large, in a
    // clash 2 times.
    #[test]
    fn a_larger_box_has_no_smaller_cells((a, b) in shapes(), width in 240.0..1400.0_f64, height in 160.0..900.0_f64, more in (0.0..300.0_f64, 0.0..300.0_f64)) {
        let (small, large) = (
            boxed(&a, &b, width, height, Blocks::Beside),
            boxed(&a, &b, width + more.0, height + more.1, Blocks::Beside),
        );
        let is_whole = |scene: &Scene| scene.layout().axes.iter().all(|axis| axis.folded.hidden == 0) && scene.layout().undrawn == 0;
        prop_assert!(is_whole(&large) || !is_whole(&small), "what is whole stays whole");
        let (before, after) = (small.layout().cell, large.layout().cell);
        if is_whole(&small) {
            prop_assert!(after.font.is_some() || before.font.is_none(), "values stay");
            if after.font.is_some() == before.font.is_some() {
                let spacing = if small.operation().shape().is_none() { 2.0 } else { 1.25 };
                prop_assert!(after.size.h * 1.06 * spacing >= before.size.h - 0.5, "{before:?} {after:?}");
            }
        }
    }

    #[test]
    fn panels_are_in_a_row_unless_cells_would_be_smaller((a, b) in shapes(), width in 240.0..1400.0_f64, height in 160.0..900.0_f64) {
        let scene = boxed(&a, &b, width, height, Blocks::Beside);
        let layout = scene.layout();
        let (grid, lanes) = (layout.grid(|axis| axis.size), layout.lanes());
        let is_row = layout.origins.iter().all(|origin| origin.y == layout.origins[0].y);
        let shape = scene.operation().shape();
        if is_row || shape.is_none_or(|shape| shape.contains(&0)) || layout.axes.iter().any(|axis| axis.folded.hidden > 0) {
            return Ok(());
        }
        // The same panels in a row would not fit, with the same spacing: their titles, the space of a sign after each operand,
        // margins of 16 px, the titles' height and the line under the panels.
        let (sign, title, equation) = if layout.spacing.is_tight { (24.0, 22.0, 24.0) } else { (40.0, 28.0, 44.0) };
        let lists = (0..=scene.story().last()).map(|chapter| list_at(&scene, chapter as f64));
        let titles = lists.flat_map(|list| {
            let widths = |label| label_width(&list, label) + 8.0;
            list.layer(PaintRole::Title).labels.iter().map(widths).collect::<Vec<_>>()
        });
        let panel = titles.fold(lanes.w + grid.size.w, f64::max);
        let needed = (3.0 * panel + 2.0 * sign + 16.0, lanes.h + grid.size.h + title + equation + 16.0);
        prop_assert!(needed.0 > width || needed.1 > height, "{needed:?} in {width} by {height}");
    }

    #[test]
    fn values_are_written_only_where_they_are_few(rows in 1_u64..200, columns in 1_u64..200) {
        let open = scene_with(&[rows, 1], &[columns], SceneOptions { unfolded: &[0, 1], ..SceneOptions::new(1000.0, LABELS) });
        let axes = &open.layout().axes;
        let slots: usize = axes.iter().map(|axis| axis.folded.slots()).product();
        prop_assert!(open.layout().cell.font.is_none() || slots <= 2_000);
        // Cells without values are drawn in order to show every cell.
        prop_assert!(rows * columns > 6_500 || open.layout().cell.font.is_some() || axes.iter().all(|axis| axis.folded.hidden == 0));
    }

    #[test]
    fn cells_at_rest_never_overlap((a, b) in shapes(), width in 280.0..1400.0_f64, blocks in blocks()) {
        let scene = arranged(&a, &b, width, blocks);
        let end = list_at(&scene, scene.story().last() as f64);
        for panel in [&CELLS[..2], &CELLS[2..4], &CELLS[4..]] {
            let mut cells: Vec<&Rect> = panel.iter().flat_map(|&role| &end.layer(role).rects).collect();
            cells.sort_unstable_by(|one, two| one.x.total_cmp(&two.x));
            for (nth, one) in cells.iter().enumerate() {
                for two in cells[nth + 1..].iter().take_while(|two| two.x < one.x + one.w - 0.01) {
                    prop_assert!(two.y >= one.y + one.h - 0.01 || one.y >= two.y + two.h - 0.01, "{one:?} {two:?}");
                }
            }
        }
    }

    #[test]
    fn the_first_stacked_block_is_whole_and_each_other_one_shows_an_edge(sizes in prop::collection::vec(1_u64..5, 3..5), width in 640.0..1400.0_f64) {
        let scene = arranged(&sizes, &[1], width, Blocks::Depth);
        let end = list_at(&scene, scene.story().last() as f64);
        let cell = scene.layout().cell;
        let folded = scene.layout().axes.iter().any(|axis| axis.folded.hidden > 0);
        let [.., blocks, rows, columns] = sizes[..] else { return Ok(()) };
        let outer: u64 = sizes.iter().rev().skip(3).product();
        let whole = end.layer(PaintRole::Result).rects.iter().filter(|rect| rect.w == cell.size.w && rect.h == cell.size.h).count() as u64;
        prop_assert!(folded || whole == outer * rows * columns, "{whole}");
        // Of each block behind: its upper row, its right column, and its corner in two parts.
        let parts = outer * (rows * columns + (blocks - 1) * (rows + columns));
        prop_assert!(folded || end.layer(PaintRole::Result).rects.len() as u64 == parts);
    }

    #[test]
    fn a_cell_is_hit_where_it_is_drawn((a, b) in shapes(), width in 280.0..1400.0_f64, blocks in blocks()) {
        let scene = arranged(&a, &b, width, blocks);
        let last = scene.story().last() as f64;
        let end = list_at(&scene, last);
        for rect in end.layer(PaintRole::Result).rects.iter().take(300) {
            let found = cell_at(&scene, last, rect.middle().x, rect.middle().y).expect("a cell");
            prop_assert_eq!(found.panel, Panel::Result);
            prop_assert!(scene.operation().provenance(&found.index).is_some(), "{:?}", found.index);
            // Its highlight is exactly there.
            let list = highlighted(&scene, &found);
            let surrounds = |highlight: &Rect| match blocks {
                Blocks::Beside => (highlight.x + 1.5 - rect.x).abs() < 1e-9,
                // Even where another block covers a part of it.
                Blocks::Depth => highlight.contains(rect.x, rect.y) && highlight.contains(rect.x + rect.w, rect.y + rect.h),
            };
            prop_assert!(list.layer(PaintRole::Highlighted).rects.iter().any(surrounds));
        }
    }

    #[test]
    fn lines_of_provenance_lead_from_cell_to_cell_and_cover_nothing((a, b) in shapes(), width in 240.0..1400.0_f64, height in 160.0..900.0_f64, blocks in blocks(), panel in 0..3_usize, pick in 0.0..1.0_f64) {
        let scene = boxed(&a, &b, width, height, blocks);
        let end = list_at(&scene, scene.story().last() as f64);
        let roles = [&CELLS[..2], &CELLS[2..4], &CELLS[4..]][panel];
        let drawn: Vec<&Rect> = roles.iter().flat_map(|&role| &end.layer(role).rects).collect();
        let Some(cell) = drawn.get((pick * drawn.len() as f64) as usize) else { return Ok(()) };
        let Some(cell) = cell_at(&scene, scene.story().last() as f64, cell.middle().x, cell.middle().y) else { return Ok(()) };
        let list = highlighted(&scene, &cell);
        let lines = &list.layer(PaintRole::ProvenanceLine).lines;
        let text_roles = [PaintRole::Bracket, PaintRole::Title, PaintRole::Empty];
        // Besides the marks of hidden indices, and the signs, which are higher than a panel of one small cell.
        let texts: Vec<Rect> = text_roles.iter().flat_map(|&role| &list.layer(role).labels)
            .filter(|label| !["⋯", "⋮", "⋱", "⋰", "+", "="].contains(&list.text_of(label)))
            .map(|label| label_rect(&list, label)).collect();
        for line in lines {
            let (from, to) = (line.from, line.to);
            let across = Rect { x: from.x.min(to.x), y: from.y.min(to.y), w: (from.x - to.x).abs(), h: (from.y - to.y).abs() };
            prop_assert!(across.w < 1e-9 || across.h < 1e-9, "lines are horizontal or vertical: {across:?}");
            let line = across.grown(0.02);
            prop_assert!(blocks == Blocks::Depth || cells(&list).all(|cell| !overlap(&cell.grown(-0.1), &line)), "{line:?}");
            prop_assert!(texts.iter().all(|text| !overlap(text, &line)), "{line:?} {texts:?}");
            prop_assert!(line.x >= 0.0 && line.y >= 0.0 && line.x + line.w <= width && line.y + line.h <= height, "{line:?}");
        }
        // It begins and ends at the edge of a highlighted cell.
        let rings: Vec<&Rect> = [PaintRole::Highlighted, PaintRole::HighlightedSource].iter().flat_map(|&role| &list.layer(role).rects).collect();
        if let (Some(first), Some(last)) = (lines.first(), lines.last()) {
            for point in [first.from, last.to] {
                prop_assert!(rings.iter().any(|ring| ring.grown(0.1).contains(point.x, point.y)), "{point:?} {rings:?}");
            }
        }
    }

    #[test]
    fn keys_lead_only_to_drawn_cells((a, b) in shapes(), blocks in blocks(), steps in prop::collection::vec(0..6_u8, 1..40)) {
        let scene = arranged(&a, &b, 700.0, blocks);
        let mut at: Option<CellRef> = None;
        for step in steps {
            let next = match step {
                0 => next_cell(&scene, at.as_ref(), ArrowDirection::Left),
                1 => next_cell(&scene, at.as_ref(), ArrowDirection::Right),
                2 => next_cell(&scene, at.as_ref(), ArrowDirection::Up),
                3 => next_cell(&scene, at.as_ref(), ArrowDirection::Down),
                end => end_cell(&scene, at.as_ref(), end == 5),
            };
            if let Some(cell) = &next {
                let list = highlighted(&scene, cell);
                let cells_are_shown = scene.operation().shape().is_some_and(|shape| !shape.contains(&0));
                prop_assert!(!cells_are_shown || !list.layer(PaintRole::Highlighted).rects.is_empty(), "{cell:?}");
            }
            at = next.or(at);
        }
    }
}
