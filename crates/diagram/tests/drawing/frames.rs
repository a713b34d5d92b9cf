//! Frames of the diagram on random shapes: motion, transitions, pointing, provenance and keys.

use std::rc::Rc;

use crate::scenes::{
    CELLS, LABELS, arranged, blocks, boxed_of, cells, drawn, highlighted, label_rect, list_at, operation, overlap,
    shapes, two_or_three,
};
use broadcasting_diagram::style::Style;
use broadcasting_diagram::{
    ActiveTransition, ArrowDirection, Blocks, CellRef, DisplayList, DrawOptions, Label, PaintRole, Panel, Rect, Scene,
    SceneOptions, Transition, cell_at, draw, end_cell, next_cell,
};
use proptest::prelude::*;

/// The upper left corner of a rectangle, in eighths of a pixel.
fn corner(rect: &Rect) -> (i64, i64) {
    ((rect.x * 8.0).round() as i64, (rect.y * 8.0).round() as i64)
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, cases: 192, ..ProptestConfig::default() })]

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
    fn first_chapters_show_what_the_whole_story_shows_then((a, b) in shapes(), width in 280.0..1400.0_f64, blocks in blocks()) {
        let whole = arranged(&a, &b, width, blocks);
        let operation = operation(&a, &b);
        for count in 1..=whole.story().chapters().len() {
            let options = SceneOptions { blocks, ..SceneOptions::new(width, LABELS) };
            let scene = Scene::new(Rc::clone(&operation), whole.story().first_chapters(count), options);
            let t = scene.story().last() as f64;
            let (list, of_whole) = (list_at(&scene, t), list_at(&whole, t));
            prop_assert!(cells(&list).eq(cells(&of_whole)), "{count} chapters");
        }
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
    fn no_cell_jumps_while_the_story_plays(shapes in two_or_three(), width in 280.0..1400.0_f64, blocks in blocks()) {
        let scene = boxed_of(&shapes, width, 600.0, blocks);
        let operands = [PaintRole::StoredA, PaintRole::StoredB, PaintRole::StoredC];
        let mut last = list_at(&scene, 0.0);
        // A picture of each fiftieth of a second.
        let steps = |chapter: usize| scene.story().seconds(chapter) * 50.0;
        let times = (1..=scene.story().last().min(12)).flat_map(|chapter| {
            (1..=steps(chapter) as usize).map(move |step| chapter as f64 - 1.0 + step as f64 / steps(chapter))
        });
        for t in times {
            let next = list_at(&scene, t);
            for role in operands {
                let (old, new) = (&last.layer(role).rects, &next.layer(role).rects);
                // No motion is shorter than nine tenths of a second, and easing is at most three times as fast as even motion.
                let most = 3.0 / 45.0 * (scene.layout().size.w + scene.layout().size.h);
                if old.len() == new.len() {
                    prop_assert!(old.iter().zip(new).all(|(o, n)| (o.x - n.x).abs() + (o.y - n.y).abs() <= most));
                }
            }
            last = next;
        }
    }

    #[test]
    fn a_cell_is_hit_where_it_is_drawn(shapes in two_or_three(), width in 280.0..1400.0_f64, blocks in blocks()) {
        let scene = boxed_of(&shapes, width, 600.0, blocks);
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
    fn where_an_element_goes_to_is_drawn_over_no_number_and_no_text(shapes in two_or_three(), width in 240.0..1400.0_f64, height in 160.0..900.0_f64, panel in 0..4_usize, pick in 0.0..1.0_f64) {
        let scene = boxed_of(&shapes, width, height, Blocks::Beside);
        let last = scene.story().last() as f64;
        let end = list_at(&scene, last);
        let roles = [&CELLS[..2], &CELLS[2..4], &CELLS[4..6], &CELLS[6..]][panel];
        let drawn: Vec<&Rect> = roles.iter().flat_map(|&role| &end.layer(role).rects).collect();
        let Some(cell) = drawn.get((pick * drawn.len() as f64) as usize) else { return Ok(()) };
        let Some(cell) = cell_at(&scene, last, cell.middle().x, cell.middle().y) else { return Ok(()) };
        let list = highlighted(&scene, &cell);
        let edges = &list.layer(PaintRole::ProvenanceEdge).lines;
        let paths = [PaintRole::ProvenanceA, PaintRole::ProvenanceB, PaintRole::ProvenanceC].map(|role| list.layer(role).lines.len());
        prop_assert_eq!(edges.len(), paths.iter().sum::<usize>(), "each has its edge");
        // Besides the marks of hidden indices, which are between the cells.
        let is_mark = |label: &&Label| ["⋯", "⋮", "⋱"].contains(&list.text_of(label));
        let texts = PaintRole::ALL.iter().flat_map(|&role| &list.layer(role).labels).filter(|label| !is_mark(label));
        let texts: Vec<Rect> = texts.map(|label| label_rect(&list, label)).collect();
        let half = Style::of(PaintRole::ProvenanceEdge, false).width / 2.0;
        for line in edges {
            let (from, to, size) = (line.from, line.to, scene.layout().size);
            let (x, y) = (from.x.min(to.x), from.y.min(to.y));
            prop_assert!(x >= 0.0 && y >= 0.0 && from.x.max(to.x) <= size.w && from.y.max(to.y) <= size.h, "{line:?}");
            prop_assert!(from.x == to.x || from.y == to.y, "{line:?}");
            let (w, h) = ((from.x - to.x).abs(), (from.y - to.y).abs());
            let covered = if w > h { Rect { x, y: y - half, w, h: 2.0 * half } } else { Rect { x: x - half, y, w: 2.0 * half, h } };
            // What is seen of a text is smaller than its line.
            let seen = |text: &Rect| Rect { x: text.x + 1.0, y: text.y + 0.12 * text.h, w: text.w - 2.0, h: 0.76 * text.h };
            let over = texts.iter().find(|text| overlap(&covered, &seen(text)));
            prop_assert!(over.is_none(), "{covered:?} is over {over:?}");
        }
        // The equation of an element covers nothing.
        let equation = list.layer(PaintRole::Equation);
        for rect in &equation.rects {
            prop_assert!(equation.labels.iter().all(|label| label.size >= 11.0));
            let others = CELLS.iter().flat_map(|&role| &list.layer(role).rects);
            prop_assert!(others.into_iter().all(|other| !overlap(rect, other)), "{rect:?} is over a cell");
            let inside = rect.x >= 0.0 && rect.y >= 0.0 && rect.x + rect.w <= list.width && rect.y + rect.h <= list.height;
            prop_assert!(inside && texts.iter().filter(|text| overlap(rect, text)).count() == 1, "{rect:?} is over a text");
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
