//! How much of the stage the diagram of each example fills.

use std::rc::Rc;

use broadcast_visualizer::examples::EXAMPLES;
use broadcast_visualizer::i18n::Locale;
use broadcast_visualizer::state::{Action, Model, Shown};
use broadcasting_diagram::{Anchor, DisplayList, DrawOptions, PaintRole, Rect, Scene, SceneOptions, draw};

/// What remains for the stage of windows of 1920×1080 and 1280×720, in CSS pixels.
const STAGES: [(f64, f64); 2] = [(1_920.0, 860.0), (1_280.0, 500.0)];
/// The least part of the width or of the height that is filled, and the height of the largest cells, which need not fill it.
const FILLED: f64 = 0.8;
const LARGEST: f64 = 120.0;

/// The smallest rectangle around everything that is drawn.
fn extent(list: &DisplayList) -> Rect {
    let mut ends = [f64::INFINITY, f64::INFINITY, f64::NEG_INFINITY, f64::NEG_INFINITY];
    let mut add = |x: f64, y: f64| {
        ends = [ends[0].min(x), ends[1].min(y), ends[2].max(x), ends[3].max(y)];
    };
    for layer in PaintRole::ALL.map(|role| list.layer(role)) {
        for rect in &layer.rects {
            add(rect.x, rect.y);
            add(rect.x + rect.w, rect.y + rect.h);
        }
        for line in &layer.lines {
            add(line.from.x, line.from.y);
            add(line.to.x, line.to.y);
        }
        for label in &layer.labels {
            let width = 0.61 * label.size * list.text_of(label).chars().count() as f64;
            let start = if label.anchor == Anchor::Middle { width / 2.0 } else { 0.0 };
            let (x, y) = if label.upright { (0.0, start) } else { (start, 0.0) };
            add(label.x - x, label.y - y);
            add(
                label.x - x + if label.upright { 0.0 } else { width },
                label.y - y + if label.upright { width } else { 0.0 },
            );
        }
    }
    let [left, top, right, lower] = ends;
    Rect { x: left, y: top, w: right - left, h: lower - top }
}

#[test]
#[allow(clippy::print_stdout, reason = "the table is what a person asks this test for: `--nocapture`")]
fn every_example_fills_the_stage_or_has_the_largest_cells() {
    let mut table = String::new();
    let mut small = Vec::new();
    for example in EXAMPLES {
        let mut model = Model::open("", Locale::En);
        assert!(model.reduce(Action::OpenExample(example, false)), "it opens");
        let Shown { operation, story } = model.shown().expect("an example can be read");
        let shapes = operation.operands().iter().map(|&operand| operation.alignment().shape(operand));
        let is_excepted = shapes.into_iter().any(|shape| shape.ndim() == 0 || shape.contains(&0));
        for (width, height) in STAGES {
            let options = SceneOptions { height, is_cropped: false, ..SceneOptions::new(width, Locale::En.labels()) };
            let scene = Scene::new(Rc::clone(operation), (**story).clone(), options);
            let mut list = DisplayList::default();
            draw(&scene, DrawOptions::at(scene.story().last() as f64), &mut list);
            let (Rect { w, h, .. }, cell) = (extent(&list), scene.layout().cell);
            let filled = (w / width).max(h / height);
            let row = format!(
                "{:?} {width}×{height}: cell {:.0}×{:.0}, number {:.0}, table {:.0}, {:.0} % of the width, {:.0} % of the height",
                example.id,
                cell.size.w,
                cell.size.h,
                cell.font.unwrap_or_default(),
                scene.layout().table.map_or(0.0, |table| table.font),
                100.0 * w / width,
                100.0 * h / height,
            );
            if !is_excepted && filled < FILLED && cell.size.h < LARGEST {
                small.push(row.clone());
            }
            table.push_str(&row);
            table.push('\n');
        }
    }
    println!("{table}");
    assert!(small.is_empty(), "{small:#?}");
}

/// The boxes of a page, of a narrow page, of a widget and of a phone, the smallest font size of the axis table that is read as easily as cells, and
/// how many examples have a smaller one, because their cells would be smaller by more than a quarter.
const TABLES: [(f64, f64, f64, usize); 6] = [
    (1_920.0, 860.0, 20.0, 4),
    (1_197.0, 413.0, 20.0, 13),
    (768.0, 602.0, 20.0, 6),
    (700.0, 287.0, 16.0, 18),
    (464.0, 240.0, 16.0, 33),
    (360.0, 251.0, 16.0, 13),
];

#[test]
fn the_axis_table_is_as_readable_as_the_cells() {
    for (width, height, readable, most) in TABLES {
        let mut smaller = Vec::new();
        for example in EXAMPLES {
            let mut model = Model::open("", Locale::En);
            model.reduce(Action::OpenExample(example, false));
            let Shown { operation, story } = model.shown().expect("an example can be read");
            let options = SceneOptions { height, is_cropped: false, ..SceneOptions::new(width, Locale::En.labels()) };
            let scene = Scene::new(Rc::clone(operation), (**story).clone(), options);
            if scene.layout().table.is_some_and(|table| table.font < readable - 0.5) {
                smaller.push(example.id);
            }
        }
        assert!(smaller.len() <= most, "{width}×{height}: {} of {}: {smaller:?}", smaller.len(), EXAMPLES.len());
    }
}
