//! The layout of the diagram on random shapes and boxes: what fits, what is folded, and that nothing covers anything.

use crate::scenes::{
    CELLS, LABELS, TITLES, arranged, blocks, boxed, boxed_of, cells, highlighted, label_rect, label_width, list_at,
    overlap, scene_with, shapes, two_or_three,
};
use broadcasting_diagram::{
    Arrangement, Blocks, CellRef, Ends, FoldedAxis, Kept, Label, PaintRole, Panel, Rect, Scene, SceneOptions,
    SizePlace, next_folded_axis, size_places,
};
use proptest::prelude::*;
use tensor_broadcasting::{MAX_SIZE, OperandId};

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, cases: 192, ..ProptestConfig::default() })]

    #[test]
    fn slots_and_indices_of_an_axis_are_each_others_inverse(sizes in prop::collection::vec(0..=MAX_SIZE, 1..4), small in prop::collection::vec(0_u64..60, 1..4), limit in 1_u64..40) {
        for sizes in [sizes, small] {
            let folded = FoldedAxis::of(Ends::of(&sizes), limit);
            let largest = sizes.iter().copied().fold(1, u64::max);
            prop_assert_eq!(folded.size(), largest);
            prop_assert!(folded.slots() as u64 <= limit.max(2));
            let mut next = 0;
            for slot in 0..folded.slots() {
                let indices = folded.indices(slot);
                // Together the slots stand for all indices, in order.
                prop_assert_eq!(indices.start, next);
                next = indices.end;
                match folded.index(slot) {
                    Some(index) => prop_assert_eq!(folded.slot(index), Some(slot)),
                    None => prop_assert!(folded.slot(indices.start).is_none() && folded.slot(indices.end - 1).is_none()),
                }
            }
            prop_assert_eq!(next, largest);
            for &size in &sizes {
                let within = (0..folded.slots()).take_while(|&slot| folded.is_within(slot, size)).count();
                prop_assert_eq!(folded.slots_of(size), within);
                let hidden = |slot| folded.indices(slot).end.min(size).saturating_sub(folded.indices(slot).start);
                let hidden: u64 = (0..folded.slots()).filter(|&slot| folded.index(slot).is_none()).map(hidden).sum();
                prop_assert_eq!(folded.hidden_of(size), hidden);
                // With room for the ends, no operand is folded because another one is larger.
                prop_assert!(limit < 2 * sizes.len() as u64 + 1 + size.max(1) || hidden == 0, "{:?}", folded);
                prop_assert!(limit < 2 * sizes.len() as u64 + 1 || size == 0 || folded.slot(size - 1).is_some(), "{:?}", folded);
            }
        }
    }

    #[test]
    fn everything_is_inside_the_box(shapes in two_or_three(), width in 240.0..1400.0_f64, height in 160.0..900.0_f64, blocks in blocks(), progress in 0.0..1.0_f64) {
        let scene = boxed_of(&shapes, width, height, blocks);
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
                    // Numbers on their way may be smaller.
                    prop_assert!(t.fract() > 0.0 || label.size >= 11.0, "{role:?}: {}", list.text_of(label));
                }
            }
            prop_assert!(cells(&list).all(|cell| cell.h <= 120.0 + 1e-9));
        }
    }

    // Besides the marks of hidden indices, which are between the cells.
    #[test]
    fn no_text_covers_a_cell_or_another_text(shapes in two_or_three(), width in 240.0..1400.0_f64, height in 160.0..900.0_f64, blocks in blocks()) {
        let scene = boxed_of(&shapes, width, height, blocks);
        let last = scene.story().last();
        let chapters = (0..=last.min(8)).map(|chapter| chapter as f64);
        for chapter in chapters.chain([0.15, 0.4, 0.6].map(|part| last as f64 - 1.0 + part)) {
            let list = list_at(&scene, chapter);
            let roles = [PaintRole::Equation, PaintRole::Bracket, PaintRole::BracketHighlighted, PaintRole::Clash, PaintRole::Title];
            let texts: Vec<(&str, Rect)> = roles.iter().chain(&TITLES).flat_map(|&role| {
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
    fn panels_never_overlap(shapes in two_or_three(), width in 240.0..1400.0_f64, height in 160.0..900.0_f64, blocks in blocks()) {
        let scene = boxed_of(&shapes, width, height, blocks);
        let layout = scene.layout();
        let (grid, lanes) = (layout.grid(|axis| axis.size), layout.lanes());
        let is_clash = scene.operation().shape().is_none();
        let panels: Vec<Rect> = layout.panels().iter().filter(|&&panel| !is_clash || panel != Panel::Result).map(|&panel| {
            let origin = layout.origin(panel);
            let h = if is_clash { 0.0 } else { grid.size.h + lanes.h };
            Rect { x: origin.x - lanes.w, y: origin.y - grid.rise - lanes.h, w: grid.size.w + lanes.w, h }
        }).collect();
        prop_assert_eq!(layout.panels().len(), shapes.len() + 1);
        for (nth, one) in panels.iter().enumerate() {
            prop_assert!(panels[nth + 1..].iter().all(|two| !overlap(one, two)), "{panels:?}");
        }
    }

    // The factors by which cells may be smaller in a larger box: the arrangement in a row is preferred to one with cells
    // that are less than 1.06 times as large, and the wide spacing to a tight one with cells less than 1.25 times as large, in a
    // clash 2 times. Operands that are one under the other may have cells of two thirds of the size, or of 52 px.
    #[test]
    fn a_larger_box_has_no_smaller_cells((a, b) in shapes(), width in 240.0..1400.0_f64, height in 160.0..900.0_f64, more in (0.0..300.0_f64, 0.0..300.0_f64)) {
        let (small, large) = (
            boxed(&a, &b, width, height, Blocks::Beside),
            boxed(&a, &b, width + more.0, height + more.1, Blocks::Beside),
        );
        let is_whole = |scene: &Scene| scene.layout().axes.iter().all(|axis| !axis.folded.is_folded()) && scene.layout().undrawn == 0;
        let (before, after) = (small.layout().cell, large.layout().cell);
        // Of more than two axes whole planes with values say more than all cells without.
        let gets_values = before.font.is_none() && after.font.is_some();
        prop_assert!(is_whole(&large) || !is_whole(&small) || gets_values, "what is whole stays whole");
        if is_whole(&small) {
            prop_assert!(after.font.is_some() || before.font.is_none(), "values stay");
            if after.font.is_some() == before.font.is_some() {
                let spacing = if small.operation().shape().is_none() { 2.0 } else { 1.25 };
                let is_under = large.layout().arrangement == Arrangement::OperandsUnder;
                let wanted = if is_under { (before.size.h / 1.5).min(52.0) } else { before.size.h };
                prop_assert!(after.size.h * 1.06 * spacing >= wanted - 0.5, "{before:?} {after:?}");
            }
        }
    }

    #[test]
    fn panels_are_in_a_row_unless_cells_would_be_smaller((a, b) in shapes(), width in 240.0..1400.0_f64, height in 160.0..900.0_f64) {
        let options = SceneOptions { height, is_cropped: false, axis_table: false, ..SceneOptions::new(width, LABELS) };
        let scene = scene_with(&a, &b, options);
        let layout = scene.layout();
        let (grid, lanes) = (layout.grid(|axis| axis.size), layout.lanes());
        let is_row = layout.panels().iter().all(|&panel| layout.origin(panel).y == layout.origin(Panel::Result).y)
            || layout.arrangement == Arrangement::OperandsUnder;
        let shape = scene.operation().shape();
        if is_row || shape.is_none_or(|shape| shape.contains(&0)) || layout.axes.iter().any(|axis| axis.folded.is_folded()) {
            return Ok(());
        }
        // The same panels in a row would not fit, with the same spacing: their titles, the space of a sign after each operand,
        // margins of 16 px, the titles' height and the line under the panels.
        let scale = layout.spacing.scale;
        let (sign, title, equation) = if layout.spacing.is_tight { (24.0, 22.0, 24.0) } else { (40.0, 28.0, 44.0) };
        let (sign, title, equation) = ((sign * scale).min(48.0), title * scale, equation * scale);
        let lists = (0..=scene.story().last()).map(|chapter| list_at(&scene, chapter as f64));
        let titles = lists.flat_map(|list| {
            // A title grows into the space above its panel.
            let widths = |label: &Label| label_width(&list, label) * (14.0 / label.size).min(1.0) + 8.0;
            TITLES.iter().flat_map(|&role| &list.layer(role).labels).map(widths).collect::<Vec<_>>()
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
        prop_assert!(rows * columns > 6_500 || open.layout().cell.font.is_some() || axes.iter().all(|axis| !axis.folded.is_folded()));
    }

    #[test]
    fn a_stack_has_no_more_cells_than_blocks_side_by_side(blocks in 3_u64..200, rows in 20_u64..60, columns in 20_u64..60) {
        let scene = arranged(&[blocks, rows, columns], &[1], 1256.0, Blocks::Depth);
        let slots: usize = scene.layout().axes.iter().map(|axis| axis.folded.slots()).product();
        prop_assert!(slots <= 6_500, "{slots} slots a panel");
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
        let [a, b] = OperandId::PAIR.map(|operand| open.layout().origin(Panel::Operand(operand)));
        let beside = a.y == b.y;
        prop_assert!(w <= width || !beside, "three panels side by side are visible together");
        prop_assert!(w < 16_384.0 && h < 16_384.0, "{w} {h} {:?} {:?}", slots(&open), open.layout().cell);
    }

    #[test]
    fn cells_at_rest_never_overlap(shapes in two_or_three(), width in 280.0..1400.0_f64, blocks in blocks()) {
        let scene = boxed_of(&shapes, width, 600.0, blocks);
        let end = list_at(&scene, scene.story().last() as f64);
        for panel in [&CELLS[..2], &CELLS[2..4], &CELLS[4..6], &CELLS[6..]] {
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
        let folded = scene.layout().axes.iter().any(|axis| axis.folded.is_folded());
        let [.., blocks, rows, columns] = sizes[..] else { return Ok(()) };
        let outer: u64 = sizes.iter().rev().skip(3).product();
        let whole = end.layer(PaintRole::Result).rects.iter().filter(|rect| rect.w == cell.size.w && rect.h == cell.size.h).count() as u64;
        prop_assert!(folded || whole == outer * rows * columns, "{whole}");
        // Of each block behind: its upper row, its right column, and its corner in two parts.
        let parts = outer * (rows * columns + (blocks - 1) * (rows + columns));
        prop_assert!(folded || end.layer(PaintRole::Result).rects.len() as u64 == parts);
    }
}

/// Operands whose sizes are compared stand on the same columns, one under the other, where that costs little, in every chapter.
#[test]
fn sizes_that_clash_in_columns_stand_under_each_other() {
    for (a, b, width, height) in [
        (&[2, 3][..], &[2][..], 1_250.0, 480.0),
        (&[4, 3], &[4], 800.0, 420.0),
        (&[3], &[4], 360.0, 400.0),
        (&[5, 2, 4, 1], &[3, 1, 1], 1_250.0, 413.0),
    ] {
        let layout = boxed(a, b, width, height, Blocks::Beside);
        let layout = layout.layout();
        let [first, second] = [OperandId::A, OperandId::B].map(|operand| layout.origin(Panel::Operand(operand)));
        assert_eq!((layout.arrangement, first.x), (Arrangement::OperandsUnder, second.x), "{a:?} {b:?}");
        assert!(second.y > first.y && layout.origin(Panel::Result).x > first.x, "{a:?} {b:?}");
    }
    // Sizes that clash from top to bottom are compared side by side, and so are operands with the same axes.
    for (a, b) in [(&[2, 3][..], &[4, 3][..]), (&[4, 3], &[4, 3]), (&[4, 3], &[])] {
        let scene = boxed(a, b, 1_250.0, 480.0, Blocks::Beside);
        assert_eq!(scene.layout().arrangement, Arrangement::Row, "{a:?} {b:?}");
    }
}

/// The picture of an operation that is like another one is composed as that was, so that nothing but its cells comes and goes.
#[test]
fn a_picture_is_composed_as_the_one_before() {
    let composed = |a: &[u64], b: &[u64], kept: Option<Kept>| {
        let options = SceneOptions { height: 480.0, is_cropped: false, kept, ..SceneOptions::new(1_250.0, LABELS) };
        scene_with(a, b, options)
    };
    let before = composed(&[4, 1], &[3], None);
    let (kept, place) = (before.layout().kept(), before.layout().table.expect("a table"));
    for size in 1..=8 {
        for (a, b) in [([size, 1], 3), ([4, size], 3), ([4, 1], size)] {
            let scene = composed(&a, &[b], Some(kept));
            let layout = scene.layout();
            let table = layout.table.expect("a table");
            assert_eq!(layout.arrangement, before.layout().arrangement, "{a:?} and ({b},)");
            assert_eq!((table.font, table.corner.y), (place.font, place.corner.y), "{a:?} and ({b},)");
            // A wide picture needs the room at its left.
            assert!(table.corner.x <= place.corner.x, "{a:?} and ({b},)");
            assert!(layout.cell.size.h <= before.layout().cell.size.h, "{a:?} and ({b},)");
        }
    }
    // Where hardly anything could be seen, it is not kept.
    let kept = composed(&[4, 1], &[3], None).layout().kept();
    let long = composed(&[2, 40], &[40], Some(kept));
    assert!(long.layout().cell.font.is_some(), "{:?}", long.layout().cell);
}

/// The places of the sizes in the axis table are where the sizes are drawn, in every chapter.
#[test]
fn sizes_are_where_they_are_drawn() {
    for (a, b) in [(&[4, 1][..], &[3][..]), (&[5, 2, 4, 1], &[3, 1, 1]), (&[2, 3], &[2]), (&[], &[3])] {
        let scene = boxed(a, b, 900.0, 480.0, Blocks::Beside);
        for chapter in 0..=scene.story().last() {
            let list = list_at(&scene, chapter as f64);
            let places = size_places(&scene, chapter as f64);
            assert_eq!(places.len(), a.len() + b.len());
            for SizePlace { operand, axis, size, place } in places {
                let own = if operand == OperandId::A { a } else { b };
                assert_eq!(own[axis], size);
                let role = if operand == OperandId::A { PaintRole::TableA } else { PaintRole::TableB };
                let within = |label: &&Label| place.contains(label.x, label.y);
                let label = list.layer(role).labels.iter().find(within).expect("a size is drawn there");
                assert!((label.x - place.middle().x).abs() < 1.0 && (label.y - place.middle().y).abs() < 1.0);
                assert!(list.text_of(label).starts_with(&size.to_string()), "{chapter}: {}", list.text_of(label));
            }
        }
    }
}

/// Once the operands have lined up, nothing that is stored moves until the end of the story, and the axis table stands where it stood, whether a
/// cell is highlighted or not: for 300 pairs of shapes in ten boxes.
#[test]
fn what_is_stored_stays_where_it_is_in_every_chapter() {
    let boxes = [
        (1_250.0, 480.0),
        (1_197.0, 413.0),
        (1_850.0, 800.0),
        (740.0, 700.0),
        (687.0, 287.0),
        (464.0, 240.0),
        (345.0, 345.0),
        (345.0, 520.0),
        (820.0, 230.0),
        (300.0, 300.0),
    ];
    let mut state = 1_u64;
    let mut random = |below: u64| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) % below
    };
    let mut compared = 0;
    for _ in 0..300 {
        let mut shape = || (0..1 + random(4)).map(|_| [1, 1, 2, 3, 4, 5][random(6) as usize]).collect::<Vec<u64>>();
        let (a, b) = (shape(), shape());
        for (width, height) in boxes {
            let scene = boxed(&a, &b, width, height, Blocks::Beside);
            let last = scene.story().last();
            let stored = |chapter: usize| {
                let list = list_at(&scene, chapter as f64);
                [PaintRole::StoredA, PaintRole::StoredB].map(|role| list.layer(role).rects.clone())
            };
            let table = scene.layout().table;
            let after = stored(1.min(last));
            for chapter in 1..=last {
                assert_eq!(stored(chapter), after, "{a:?} {b:?} in {width}×{height}, chapter {chapter}");
                compared += 1;
            }
            let cell = CellRef { panel: Panel::Operand(OperandId::A), index: vec![0; a.len().max(b.len())] };
            let lit = highlighted(&scene, &cell);
            assert_eq!([PaintRole::StoredA, PaintRole::StoredB].map(|role| lit.layer(role).rects.clone()), after);
            assert_eq!(scene.layout().table, table);
        }
    }
    assert!(compared > 10_000, "{compared} chapters are too few");
}
