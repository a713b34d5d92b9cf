//! The diagram on chosen shapes: chapters, brackets, combining, highlights and navigation.

use std::collections::BTreeSet;
use std::rc::Rc;

use crate::scenes::{
    LABELS, arranged, boxed, cells, drawn, highlighted, list_at, operation, operation_of, overlap, scene, scene_of,
};
use broadcasting_diagram::{
    ActiveTransition, ArrowDirection, Blocks, CellRef, ChapterKind as Kind, DisplayList, DrawOptions, Highlighted,
    Line, PaintRole, Panel, Scene, SceneOptions, Size, Story, Transition, Writing, axis_mark, end_cell, next_cell,
};
use tensor_broadcasting::{Arithmetic, OperandId, Operation, Operator, Shape, StridedLayout, Tensor, Values};

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
fn every_drawn_axis_has_a_mark_of_its_own() {
    let marks: BTreeSet<&str> = (0..8).map(axis_mark).collect();
    assert!(marks.len() == 8 && !marks.contains(""), "{marks:?}");
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
    assert_eq!(bracket_texts(&inserting).last(), Some(&"◆ 1"));
    assert_eq!(inserting.layer(PaintRole::TrayB).rects.len(), 1);
    let inserted = list_at(&scene, 3.0);
    assert!(bracket_texts(&inserted).contains(&"◆ axis 0: 1"));
    assert_eq!(inserted.layer(PaintRole::TrayB).rects.len(), 0);
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
    // Many axes have less time each.
    assert!((scene(&[2; 40], &[2; 40], 960.0).story().seconds(1) - 6.0).abs() < 1e-9);
    let scene = scene(&[5, 3, 4, 1], &[3, 1, 1], 960.0);
    let seconds = scene.story().seconds(1);
    assert!((seconds - (0.9 + 4.0 * 0.9)).abs() < 1e-9);
    let lit = |at: f64| {
        let list = list_at(&scene, at / seconds);
        let layer = list.layer(PaintRole::BracketHighlighted);
        let marks: Vec<char> = layer.labels.iter().filter_map(|label| list.text_of(label).chars().next()).collect();
        (marks, layer.lines.len())
    };
    // Nothing is lit while the shapes slide to the right.
    assert_eq!(lit(0.85), (vec![], 0));
    for (nth, (mark, operands)) in [('●', 2), ('■', 2), ('▲', 2), ('◆', 1)].into_iter().enumerate() {
        // The bracket of the missing axis has no line, but its mark.
        assert_eq!(lit(0.9 + 0.9 * (nth as f64 + 0.5)), (vec![mark, mark], 3 * operands), "{mark}");
    }
}

#[test]
fn the_first_chapter_lights_each_axis_of_each_operand() {
    let scene = scene(&[4, 1], &[3], 960.0);
    let lit = |nth: f64| {
        let list = list_at(&scene, -1.0 + (nth + 0.5) / 3.0);
        let labels = &list.layer(PaintRole::BracketHighlighted).labels;
        labels.iter().map(|label| list.text_of(label).to_owned()).collect::<Vec<_>>()
    };
    assert_eq!([0.0, 1.0, 2.0].map(lit), [["■ axis 0: 4"], ["● axis 1: 1"], ["● axis 0: 3"]]);
    assert!((scene.story().seconds(0) - 1.8).abs() < 1e-9);
    // Nothing else changes, so the first chapter's picture is that of its end.
    for t in [-3.0, -1.0, 0.0] {
        assert!(list_at(&scene, t) == list_at(&scene, 0.0), "at {t}");
    }
}

#[test]
fn elements_that_show_their_sources_are_combined_one_by_one() {
    let scene = boxed(&[4, 1], &[3], 930.0, 530.0, Blocks::Beside);
    let seconds = scene.story().seconds(5);
    let equation =
        |list: &DisplayList| list.layer(PaintRole::Equation).labels.first().map(|label| list.text_of(label).to_owned());
    let results = |list: &DisplayList| -> Vec<String> {
        let labels = &list.layer(PaintRole::Result).labels;
        labels.iter().map(|label| list.text_of(label).to_owned()).collect()
    };
    // a is 0, 1, 2, 3 down, b is 0, 1, 2 across. Each of the two elements takes 1.3 s.
    for (nth, sum) in ["2 + 1 = 3", "3 + 2 = 5"].into_iter().enumerate() {
        let at = |part: f64| list_at(&scene, 4.0 + 1.3 * (nth as f64 + part) / seconds);
        let (terms, before) = (sum.split(" = ").next(), at(0.3));
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
    let mut counts = BTreeSet::new();
    for step in 1..200 {
        let cell = scene.layout().cell.size;
        let list = list_at(&scene, last - 0.3 + 0.3 * f64::from(step) / 200.0);
        counts.insert(list.layer(PaintRole::Result).rects.iter().filter(|rect| rect.w > 0.999 * cell.w).count());
    }
    // Besides the two that were first, which are in the last block or in the last two.
    assert!(counts.iter().all(|count| count % 81 <= 2), "{counts:?}");
    assert!(counts.len() > 4, "{counts:?}");
}

#[test]
fn a_cropped_scene_shows_the_same_without_the_free_space() {
    for blocks in Blocks::ALL {
        let scene = boxed(&[2, 4, 3], &[4, 1], 930.0, 3_000.0, blocks);
        let cropped = scene.cropped();
        assert!(cropped.layout().size.h < 2_900.0 && cropped.layout().size.w == 930.0);
        let texts = |scene: &Scene| {
            let list = list_at(scene, scene.story().last() as f64);
            list.layer(PaintRole::Result).labels.iter().map(|label| list.text_of(label).to_owned()).collect::<Vec<_>>()
        };
        assert_eq!(texts(&scene), texts(&cropped));
        assert_eq!(scene.layout().stacked(), cropped.layout().stacked());
    }
}

#[test]
fn a_picture_beside_an_axis_table_has_none_and_fits() {
    let scene = boxed(&[5, 3, 4, 1], &[3, 1, 1], 1_280.0, 600.0, Blocks::Beside);
    assert!(scene.layout().table.is_some());
    let printed = scene.without_table(Size::new(480.0, 300.0));
    let list = list_at(&printed, printed.story().last() as f64);
    assert!(list.layer(PaintRole::TableA).labels.is_empty());
    assert!(list.width <= 480.0 && list.height <= 300.0);
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
    let slots = |roles: &[PaintRole], panel: Panel| {
        let origin = scene.layout().origin(panel);
        let rects = roles.iter().flat_map(|&role| &end.layer(role).rects);
        let mut slots: Vec<(i64, i64)> =
            rects.map(|rect| (((rect.x - origin.x) * 8.0) as i64, ((rect.y - origin.y) * 8.0) as i64)).collect();
        slots.sort_unstable();
        slots
    };
    let [a, b] = OperandId::PAIR.map(Panel::Operand);
    let result = slots(&[PaintRole::Result], Panel::Result);
    assert_eq!(result.len(), 48);
    assert_eq!(slots(&[PaintRole::StoredA, PaintRole::RepeatedA], a), result);
    assert_eq!(slots(&[PaintRole::StoredB, PaintRole::RepeatedB], b), result);
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

#[test]
fn each_of_three_operands_has_its_chapters() {
    let chapters = |shapes: &[&[u64]]| -> Vec<(Kind, Vec<usize>)> {
        let story = Story::new(&operation_of(shapes), None);
        story.chapters().iter().skip(2).map(|chapter| (chapter.kind, chapter.axes.clone())).collect()
    };
    let [a, b, c] = OperandId::ALL;
    // On one axis, several operands can stretch.
    assert_eq!(
        chapters(&[&[4, 1], &[3], &[1]]),
        [
            (Kind::Insert(b), vec![0]),
            (Kind::Insert(c), vec![0]),
            (Kind::Stretch(a), vec![1]),
            (Kind::Stretch(c), vec![1]),
            (Kind::Stretch(b), vec![0]),
            (Kind::Stretch(c), vec![0]),
            (Kind::Combine, vec![]),
        ]
    );
    assert_eq!(chapters(&[&[2, 3], &[1], &[4, 3]]), [(Kind::Agree, vec![1]), (Kind::Clash, vec![0])],);
}

#[test]
fn three_operands_are_drawn_as_four_panels() {
    let scene =
        scene_of(&[&[4, 1], &[3], &[2, 1, 1]], SceneOptions { height: 400.0, ..SceneOptions::new(1_600.0, LABELS) });
    let end = list_at(&scene, scene.story().last() as f64);
    let count = |role: PaintRole| end.layer(role).rects.len();
    assert_eq!((count(PaintRole::StoredA), count(PaintRole::StoredB), count(PaintRole::StoredC)), (4, 3, 2));
    // Each element of the result is that of `b` or of `c`: the first row of the condition is false.
    assert_eq!((count(PaintRole::RepeatedC), count(PaintRole::Result)), (22, 0));
    assert_eq!((count(PaintRole::ChosenB), count(PaintRole::ChosenC)), (18, 6));
    let texts = |role: PaintRole| end.layer(role).labels.iter().map(|label| end.text_of(label)).collect::<Vec<_>>();
    assert_eq!(texts(PaintRole::Title), [":", "else", "="]);
    for (role, title) in [
        (PaintRole::TitleA, "where a (2, 4, 3)"),
        (PaintRole::TitleB, "b (2, 4, 3)"),
        (PaintRole::TitleC, "c (2, 4, 3)"),
        (PaintRole::TitleResult, "out (2, 4, 3)"),
    ] {
        assert_eq!(texts(role), [title], "{role:?}");
    }
    // Of an element of the result, the stored elements that it depends on are highlighted, with a path from each of them.
    let list = highlighted(&scene, &CellRef { panel: Panel::Result, index: vec![1, 2, 0] });
    assert_eq!(list.layer(PaintRole::HighlightedSource).rects.len(), 2);
    let has_path = |role: PaintRole| !list.layer(role).lines.is_empty();
    assert!(has_path(PaintRole::ProvenanceA) && has_path(PaintRole::ProvenanceB) && !has_path(PaintRole::ProvenanceC));
    // An element of `c` goes only where it is taken.
    let list = highlighted(&scene, &CellRef { panel: Panel::Operand(OperandId::C), index: vec![1, 0, 0] });
    let frames = &list.layer(PaintRole::ProvenanceC).rects;
    assert_eq!(frames.len(), 4, "its copies, and three elements of the result");
    // Two operands have no third panel.
    let two = scene_of(&[&[4, 1], &[3]], SceneOptions { height: 400.0, ..SceneOptions::new(1_600.0, LABELS) });
    assert_eq!(list_at(&two, two.story().last() as f64).layer(PaintRole::StoredC).rects.len(), 0);
    let elsewhere = CellRef { panel: Panel::Operand(OperandId::C), index: vec![0, 0] };
    assert_eq!(highlighted(&two, &elsewhere), list_at(&two, two.story().last() as f64));
}

#[test]
fn the_equation_of_an_element_stands_beside_the_result_in_every_box() {
    let boxes = [(320.0, 243.0), (360.0, 349.0), (700.0, 270.0), (685.0, 451.0), (1_197.0, 459.0), (2_560.0, 1_440.0)];
    for (a, b) in [(&[4_u64, 1][..], &[3_u64][..]), (&[2, 4, 3], &[4, 1]), (&[5, 3, 4, 1], &[3, 1, 1]), (&[], &[2, 3])]
    {
        for (width, height) in boxes {
            let scene = boxed(a, b, width, height, Blocks::Beside);
            let ndim = a.len().max(b.len());
            let list = highlighted(&scene, &CellRef { panel: Panel::Result, index: vec![0; ndim] });
            let equation = list.layer(PaintRole::Equation);
            assert_eq!(equation.rects.len(), usize::from(scene.has_values()), "{a:?} {b:?} {width}×{height}");
            let covered = cells(&list).filter(|cell| equation.rects.iter().any(|rect| overlap(rect, cell)));
            assert_eq!(covered.count(), 0, "{a:?} {b:?} {width}×{height}");
        }
    }
}

#[test]
fn the_elements_that_depend_on_one_have_one_frame_and_one_path() {
    let longest = |a: &[u64], b: &[u64], operand: OperandId, index: &[u64]| {
        let scene = boxed(a, b, 1_000.0, 480.0, Blocks::Beside);
        let list = highlighted(&scene, &CellRef { panel: Panel::Operand(operand), index: index.to_vec() });
        let layer = list.layer(PaintRole::provenance(operand));
        let cell = scene.layout().cell.size;
        let is_long = |line: &&Line| (line.from.x - line.to.x).abs().max((line.from.y - line.to.y).abs()) > cell.w;
        // A path has a gap at each text beside the cells.
        let rows: BTreeSet<i64> = layer.lines.iter().filter(is_long).map(|line| (line.from.y * 8.0) as i64).collect();
        (layer.rects.len(), rows.len())
    };
    let (a, b) = (OperandId::A, OperandId::B);
    assert_eq!(longest(&[5, 3, 4, 1], &[3, 1, 1], b, &[0, 1, 0, 0]), (2, 1));
    assert_eq!(longest(&[4, 1], &[3], a, &[2, 0]), (2, 1));
    assert_eq!(longest(&[4, 1], &[3], b, &[0, 1]), (2, 1));
    assert_eq!(longest(&[4, 3], &[], b, &[0, 0]), (2, 1));
    // An element that is read once has no frame of its own.
    assert_eq!(longest(&[4, 3], &[3], a, &[2, 1]), (1, 1));
}

#[test]
fn a_clash_of_three_operands_has_the_sizes_that_differ() {
    let heading = |shapes: &[&[u64]]| {
        let scene = scene_of(shapes, SceneOptions::new(1_200.0, LABELS));
        let end = list_at(&scene, scene.story().last() as f64);
        let labels = &end.layer(PaintRole::Clash).labels;
        labels.iter().map(|label| end.text_of(label).to_owned()).find(|text| text.contains('≠'))
    };
    assert_eq!(heading(&[&[3], &[4], &[5]]).as_deref(), Some("● axis 0: 3 ≠ 4 ≠ 5"));
    assert_eq!(heading(&[&[3], &[3], &[5]]).as_deref(), Some("● axis 0: 3 ≠ 5"));
    assert_eq!(heading(&[&[3], &[1], &[5]]).as_deref(), Some("● axis 0: 3 ≠ 5"));
}

#[test]
fn a_result_that_is_written_into_a_leaves_no_equation_that_is_wrong() {
    let operation = operation(&[4, 3], &[3]);
    let story = Story::new(&operation, Some(Writing::Fits));
    let end = story.last() as f64;
    let options = SceneOptions { height: 500.0, ..SceneOptions::new(1_000.0, LABELS) };
    let scene = Scene::new(operation, story, options);
    let texts = |list: &DisplayList, role: PaintRole| -> Vec<String> {
        list.layer(role).labels.iter().map(|label| list.text_of(label).to_owned()).collect()
    };
    let before = list_at(&scene, end - 1.0);
    assert_eq!(
        (texts(&before, PaintRole::Title), texts(&before, PaintRole::TitleResult).len()),
        (vec!["+".into(), "=".into()], 1)
    );
    // At the end the new elements are in `a` only, each with what it was and what was added to it.
    let after = list_at(&scene, end);
    assert_eq!((texts(&after, PaintRole::Title), texts(&after, PaintRole::TitleResult)), (vec![], vec![]));
    assert!(after.layer(PaintRole::Result).rects.is_empty());
    let written = texts(&after, PaintRole::LiftedResult);
    assert_eq!((&*written[2], &*written[3], written.len()), ("2", "1+1", 24));
    // Where a cell is pointed at, it is as it was when it was combined.
    let cell = CellRef { panel: Panel::Result, index: vec![0, 1] };
    let pointed = drawn(&scene, DrawOptions { highlight: Some(Highlighted::new(&cell)), ..DrawOptions::at(end) });
    assert_eq!(pointed.layer(PaintRole::Result).rects.len(), 12);
    assert!(texts(&pointed, PaintRole::Equation).contains(&"1 + 1 = 2".to_owned()));
}
