//! What a person would call a fault of a picture: a text over a cell or another text, something outside the box, no axis table, the axis
//! table over something, a fold that hides more than its operand has. Looked for in many operations, boxes and moments.

use std::collections::BTreeMap;
use std::rc::Rc;

use crate::scenes::{CELLS, LABELS, label_rect, label_width, overlap};
use broadcasting_diagram::{
    ChapterKind, DisplayList, DrawOptions, GRADIENT_DRAWING, Label, PaintRole, Rect, Scene, SceneOptions, Story,
    Writing, draw,
};
use tensor_broadcasting::{Arithmetic, Combination, Operation, Operator, PerOperand, Shape, Tensor, Values};

/// The boxes: of a small widget, phones, a widget, the page beside a program, pages, and full screen, in CSS pixels.
const BOXES: [(f64, f64); 10] = [
    (300.0, 240.0),
    (320.0, 243.0),
    (360.0, 349.0),
    (390.0, 453.0),
    (700.0, 270.0),
    (560.0, 434.0),
    (685.0, 451.0),
    (1_197.0, 459.0),
    (1_565.0, 823.0),
    (2_560.0, 1_440.0),
];

/// The moments of a chapter's motion at which its pictures are looked at, in parts of the chapter.
const MOMENTS: [f64; 4] = [0.13, 0.38, 0.62, 0.87];

/// One operation and how it is told.
struct Case {
    name: String,
    operation: Rc<Operation>,
    story: Story,
}

/// How operands are combined.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Kind {
    Plain,
    InPlace,
    Gradient,
    Product,
}

fn case(shapes: &[&[u64]], kind: Kind, names: &[&str]) -> Case {
    let contiguous = |sizes: &&[u64]| Tensor::contiguous(&Shape::from(*sizes), Values::Arange);
    let tensors: Vec<Tensor> = shapes.iter().map(contiguous).collect();
    let combination = match (kind, shapes.len()) {
        (Kind::Product, _) => Combination::MatrixProduct,
        (_, 2) => Combination::Operator(Operator::Add),
        _ => Combination::Where { is_method: false },
    };
    let mut operation = Operation::combined(tensors.into(), combination, Arithmetic::PyTorch);
    if !names.is_empty() {
        let names: PerOperand<String> = names.iter().map(|name| (*name).to_owned()).collect::<Vec<_>>().into();
        operation = operation.with_names(names);
    }
    let writing = if operation.fits_in_place() { Writing::Fits } else { Writing::DoesNotFit };
    let mut story = Story::new(&operation, (kind == Kind::InPlace).then_some(writing));
    if kind == Kind::Gradient {
        story = story.with_gradient(&operation, &GRADIENT_DRAWING);
    }
    let written: Vec<String> = shapes.iter().map(|sizes| format!("{sizes:?}")).collect();
    Case { name: format!("{} {kind:?} {}", written.join(" "), names.join(",")), operation: Rc::new(operation), story }
}

/// Pairs that people meet: those of the lessons, of reports, and at the limits.
const PAIRS: [(&[u64], &[u64]); 62] = [
    (&[4, 1], &[3]),
    (&[4, 3], &[3]),
    (&[4, 3], &[4, 3]),
    (&[2, 3], &[2]),
    (&[3], &[]),
    (&[], &[]),
    (&[], &[2, 3]),
    (&[1], &[3, 1, 7]),
    (&[5, 7, 3], &[5, 7, 3]),
    (&[5, 3, 4, 1], &[3, 1, 1]),
    (&[5, 1, 4, 1], &[3, 1, 1]),
    (&[5, 2, 4, 1], &[3, 1, 1]),
    (&[3, 2, 4, 1], &[3, 1, 1]),
    (&[5, 2, 4, 1], &[1, 1]),
    (&[0], &[5, 7, 3]),
    (&[0], &[5, 7, 1]),
    (&[0], &[2, 2]),
    (&[0], &[1]),
    (&[4, 32, 14, 14], &[32, 1, 1]),
    (&[4, 32, 14, 14], &[14, 14]),
    (&[4, 32, 14, 14], &[2, 32, 14, 14]),
    (&[4, 32, 14, 14], &[32]),
    (&[4, 3, 32, 32], &[3, 1, 1]),
    (&[4, 3, 32, 32], &[]),
    (&[4, 32, 8], &[8]),
    (&[4, 32, 8], &[32, 1]),
    (&[4, 32, 8], &[32]),
    (&[2, 4, 3], &[4, 1]),
    (&[2, 3, 4], &[3, 1]),
    (&[2, 3, 4], &[3]),
    (&[2, 3, 4], &[2]),
    (&[2, 4, 3, 2], &[4, 1, 2]),
    (&[8, 16, 64], &[16]),
    (&[8, 16, 64], &[64]),
    (&[100, 5], &[100]),
    (&[100, 5], &[5]),
    (&[100, 5], &[3]),
    (&[5], &[100]),
    (&[32, 64, 128, 256], &[3]),
    (&[32, 64, 128, 256], &[64]),
    (&[32, 64, 128, 256], &[255]),
    (&[8, 4, 16, 16], &[8, 16]),
    (&[8, 4, 16, 32], &[8, 4, 32, 16]),
    (&[32, 1], &[32]),
    (&[32], &[32, 1]),
    (&[50_000, 1], &[50_000]),
    (&[1_000_000], &[1]),
    (&[1 << 40, 1], &[1 << 40]),
    (&[1 << 40], &[(1 << 40) - 1]),
    (&[1 << 40, 3], &[3, 1 << 40]),
    (&[64, 10, 256], &[10]),
    (&[1, 3, 1], &[3, 1, 7]),
    (&[6, 5, 4, 3, 2], &[4, 1, 2]),
    (&[2, 3, 4, 5, 6, 7], &[5, 1, 7]),
    (&[2, 3, 4, 5, 6, 7], &[5, 6, 2]),
    (&[2, 2, 2, 2, 2, 2, 2, 2], &[2, 1, 2, 1]),
    (&[2, 3, 2, 3, 2, 3, 2, 3], &[3, 3, 3, 3]),
    (&[8, 7, 6, 5, 4, 3, 2, 1], &[7, 6, 5, 4, 3, 2, 2]),
    (&[12, 768], &[768, 12]),
    (&[16, 12, 128, 64], &[16, 12, 64, 128]),
    (&[1, 1, 1, 1], &[3, 1]),
    (&[9, 9], &[8, 8]),
];

/// Numbers that look random, the same ones in each run.
struct Random(u64);

impl Random {
    fn below(&mut self, bound: u64) -> u64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % bound
    }

    fn size(&mut self) -> u64 {
        match self.below(20) {
            0..8 => 1 + self.below(4),
            8..13 => 1,
            13..16 => 2 + self.below(15),
            16 => 16 + self.below(500),
            17 => 1_000 + self.below(1_000_000),
            18 => 1 << (20 + self.below(21)),
            _ => self.below(2),
        }
    }

    fn shape(&mut self, most: u64) -> Vec<u64> {
        (0..self.below(most + 1)).map(|_| self.size()).collect()
    }

    /// A shape that mostly broadcasts with another one.
    fn partner(&mut self, other: &[u64]) -> Vec<u64> {
        let cut = self.below(other.len() as u64 + 1) as usize;
        let kept = other[cut..].to_vec();
        let clashes = self.below(3) == 0;
        kept.iter()
            .map(|&size| match self.below(4) {
                0 => 1,
                1 if clashes => self.size(),
                _ => size,
            })
            .collect()
    }
}

fn all_cases() -> Vec<Case> {
    let mut cases: Vec<Case> = PAIRS.iter().map(|(a, b)| case(&[a, b], Kind::Plain, &[])).collect();
    for (a, b) in [(&[2, 3][..], &[2][..]), (&[100, 5], &[100]), (&[8, 16, 64], &[16]), (&[4, 1], &[3])] {
        cases.push(case(&[a, b], Kind::Plain, &["data", "mu"]));
        cases.push(case(&[a, b], Kind::Plain, &["attention_scores", "attention_mask"]));
    }
    for (a, b) in [(&[4, 3][..], &[3][..]), (&[1, 3, 1], &[3, 1, 7]), (&[2, 3], &[3, 2]), (&[5, 3, 4, 1], &[3, 1, 1])] {
        cases.push(case(&[a, b], Kind::InPlace, &[]));
        cases.push(case(&[a, b], Kind::Gradient, &[]));
    }
    cases.push(case(&[&[2, 3, 4], &[3, 1]], Kind::Gradient, &[]));
    for (a, b) in [
        (&[2, 3, 4][..], &[4, 5][..]),
        (&[3], &[3]),
        (&[2, 3], &[2, 3]),
        (&[8, 1, 3, 4], &[5, 4, 2]),
        (&[32, 12, 128, 64], &[32, 12, 64, 128]),
        (&[2, 3, 4], &[3, 4, 5]),
        (&[3], &[4, 3, 2]),
    ] {
        cases.push(case(&[a, b], Kind::Product, &[]));
        cases.push(case(&[a, b], Kind::Product, &["queries", "keys_transposed"]));
    }
    for shapes in [
        [&[4, 1][..], &[3], &[4, 3]],
        [&[2, 3], &[], &[3]],
        [&[4, 3], &[4, 3], &[2, 3]],
        [&[2, 4, 3], &[4, 1], &[3]],
        [&[32, 64], &[64], &[16]],
        [&[5, 3, 4, 1], &[3, 1, 1], &[4, 1]],
        [&[6], &[4], &[5]],
    ] {
        cases.push(case(&shapes, Kind::Plain, &[]));
        cases.push(case(&shapes, Kind::Plain, &["condition", "x", "replacement"]));
    }
    let mut random = Random(7);
    while cases.len() < 320 {
        let a = random.shape(8);
        let b = if random.below(5) == 0 { random.shape(6) } else { random.partner(&a) };
        let (a, b) = if random.below(4) == 0 { (b, a) } else { (a, b) };
        let kind = match random.below(8) {
            0 => Kind::InPlace,
            1 => Kind::Gradient,
            _ => Kind::Plain,
        };
        if random.below(8) == 0 {
            let c = random.partner(&a);
            cases.push(case(&[&a, &b, &c], Kind::Plain, &[]));
        } else {
            cases.push(case(&[&a, &b], kind, &[]));
        }
    }
    cases
}

const TABLE: [PaintRole; 6] = [
    PaintRole::Table,
    PaintRole::TableA,
    PaintRole::TableB,
    PaintRole::TableC,
    PaintRole::TableResult,
    PaintRole::TableClash,
];

const BRACKETS: [PaintRole; 3] = [PaintRole::Bracket, PaintRole::BracketHighlighted, PaintRole::Clash];

/// What flies to its element, and may be over other things on its way.
const FLYING: [PaintRole; 4] = [PaintRole::LiftedA, PaintRole::LiftedB, PaintRole::LiftedC, PaintRole::LiftedResult];

/// The marks of folds, which stand between cells.
const FOLDS: [&str; 4] = ["⋯", "⋮", "⋱", "⋰"];

/// The ink of a text: less high than its font, and between the middles of its first and last characters.
fn ink(list: &DisplayList, label: &Label) -> Rect {
    let rect = label_rect(list, label);
    let (x, y) = (0.12 * label.size, 0.12 * label.size);
    if rect.w > 2.0 * x && rect.h > 2.0 * y {
        Rect { x: rect.x + x, y: rect.y + y, w: rect.w - 2.0 * x, h: rect.h - 2.0 * y }
    } else {
        rect
    }
}

fn is_outside(rect: &Rect, list: &DisplayList) -> bool {
    rect.x < -0.01 || rect.y < -0.01 || rect.x + rect.w > list.width + 0.01 || rect.y + rect.h > list.height + 0.01
}

/// The size and the number of hidden indices of a bracket's text, such as `axis 0: 16 (13 ⋯)`.
fn fold(text: &str) -> Option<(f64, f64)> {
    let (before, hidden) = text.split_once(" (")?;
    let hidden = hidden.strip_suffix(" ⋯)")?;
    let size = before.rsplit([' ', '=', ':']).next()?;
    Some((size.parse().ok()?, hidden.parse().ok()?))
}

/// The faults of one picture.
fn faults(scene: &Scene, t: f64, list: &DisplayList) -> Vec<String> {
    let mut found = Vec::new();
    let flies = {
        let chapter = &scene.story().chapters()[scene.story().chapter_at(t)];
        matches!(chapter.kind, ChapterKind::Combine | ChapterKind::WriteBack(_) | ChapterKind::Gradient)
            && t.fract() > 0.0
    };
    let visible = |role: &PaintRole| list.layer(*role).alpha > 0.0;
    let cells: Vec<Rect> = {
        let lifted = if flies { &[][..] } else { &FLYING[..] };
        let roles = CELLS.iter().chain(lifted).filter(|role| visible(role));
        roles.flat_map(|&role| list.layer(role).rects.iter().copied()).collect()
    };
    // Texts that belong to no cell.
    let mut texts: Vec<(PaintRole, &str, Rect)> = Vec::new();
    for role in PaintRole::ALL.iter().filter(|role| visible(role)) {
        let layer = list.layer(*role);
        let is_cell = CELLS.contains(role) || FLYING.contains(role) || *role == PaintRole::MatrixElement;
        for label in &layer.labels {
            let text = list.text_of(label);
            let rect = ink(list, label);
            if text.trim().is_empty() {
                continue;
            }
            if is_outside(&rect, list) {
                found.push(format!("outside: {role:?} {text}"));
            }
            if is_cell {
                let most = scene.layout().cell.size.w;
                if !FLYING.contains(role) && label_width(list, label) > most + 0.5 {
                    found.push(format!("wider than its cell: {role:?} {text}"));
                }
            } else if !FOLDS.contains(&text) {
                texts.push((*role, text, rect));
            }
        }
        for rect in &layer.rects {
            if is_outside(rect, list) && !(flies && FLYING.contains(role)) {
                found.push(format!("outside: {role:?} {rect:?}"));
            }
        }
        for line in &layer.lines {
            let (x, y) = (line.from.x.min(line.to.x), line.from.y.min(line.to.y));
            let (w, h) = ((line.from.x - line.to.x).abs(), (line.from.y - line.to.y).abs());
            if is_outside(&Rect { x, y, w, h }, list) {
                found.push(format!("outside: {role:?} {line:?}"));
            }
        }
    }
    for (nth, (role, text, rect)) in texts.iter().enumerate() {
        if let Some((other, covered, _)) = texts[nth + 1..].iter().find(|(.., other)| overlap(rect, other)) {
            found.push(format!("text over text: {role:?} {text} and {other:?} {covered}"));
        }
        if cells.iter().any(|cell| overlap(rect, cell)) {
            found.push(format!("text over cell: {role:?} {text}"));
        }
    }
    table_faults(scene, t, list, &cells, &mut found);
    for role in BRACKETS {
        for label in &list.layer(role).labels {
            if let Some((size, hidden)) = fold(list.text_of(label))
                // Of numbers that are rounded both may be the same.
                && (hidden > size || hidden == size && size < 1e6)
            {
                found.push(format!("false fold: {}", list.text_of(label)));
            }
        }
    }
    found
}

/// What is wrong with the axis table.
fn table_faults(scene: &Scene, t: f64, list: &DisplayList, cells: &[Rect], found: &mut Vec<String>) {
    let columns = scene.operation().alignment().ndim()
        + scene.operation().core(None).iter().flatten().count().max(
            scene
                .operation()
                .operands()
                .iter()
                .map(|&o| scene.operation().core(Some(o)).iter().flatten().count())
                .max()
                .unwrap_or(0),
        );
    if columns == 0 {
        return;
    }
    let labels = TABLE.iter().flat_map(|&role| list.layer(role).labels.iter());
    let mut ends = [f64::INFINITY, f64::INFINITY, f64::NEG_INFINITY, f64::NEG_INFINITY];
    let mut count = 0;
    for label in labels.filter(|label| !list.text_of(label).is_empty()) {
        let rect = ink(list, label);
        count += 1;
        // Numbers on their way may be smaller.
        if t.fract() == 0.0 && label.size < 10.99 {
            found.push(format!("small table: {} {}", label.size, list.text_of(label)));
        }
        ends = [ends[0].min(rect.x), ends[1].min(rect.y), ends[2].max(rect.x + rect.w), ends[3].max(rect.y + rect.h)];
    }
    if count <= scene.operation().operands().len()
        || TABLE.iter().any(|&role| list.layer(role).alpha < 1.0 && !list.layer(role).labels.is_empty())
    {
        found.push("no table: ".to_owned());
        return;
    }
    let [left, top, right, lower] = ends;
    let table = Rect { x: left, y: top, w: right - left, h: lower - top };
    if cells.iter().any(|cell| overlap(&table, cell)) {
        found.push("table over cell: ".to_owned());
    }
    for role in BRACKETS {
        for line in &list.layer(role).lines {
            let (x, y) = (line.from.x.min(line.to.x), line.from.y.min(line.to.y));
            let rect =
                Rect { x, y, w: (line.from.x - line.to.x).abs().max(1.0), h: (line.from.y - line.to.y).abs().max(1.0) };
            if overlap(&table, &rect) {
                found.push(format!("table over a line of {role:?}"));
                return;
            }
        }
    }
}

/// What was seen: each number is of pictures at rest, then in motion.
struct Seen {
    pictures: [usize; 2],
    faulty: [usize; 2],
    /// The number of faults of each kind, with an example.
    kinds: BTreeMap<String, (usize, String)>,
}

/// Looks at all pictures.
fn look(step: usize) -> Seen {
    let (mut pictures, mut faulty, mut kinds) = ([0; 2], [0; 2], BTreeMap::<String, (usize, String)>::new());
    let mut list = DisplayList::default();
    for (number, case) in all_cases().iter().enumerate() {
        for (nth, (width, height)) in BOXES.into_iter().enumerate() {
            if (number + nth) % step != 0 || std::env::var("CASE").is_ok_and(|part| !case.name.contains(&part)) {
                continue;
            }
            let options = SceneOptions { height, is_cropped: false, ..SceneOptions::new(width, LABELS) };
            let scene = Scene::new(Rc::clone(&case.operation), case.story.clone(), options);
            for chapter in 0..=case.story.last() {
                let moments = if chapter == 0 { &[][..] } else { &MOMENTS[..] };
                let times = moments.iter().map(|part| (chapter as f64 - 1.0 + part, 1)).chain([(chapter as f64, 0)]);
                for (t, motion) in times {
                    draw(&scene, DrawOptions::at(t), &mut list);
                    let found = faults(&scene, t, &list);
                    pictures[motion] += 1;
                    faulty[motion] += usize::from(!found.is_empty());
                    for fault in found {
                        let kind = fault.split_once(':').map_or(fault.as_str(), |(kind, _)| kind);
                        let kind = format!("{} {kind}", ["at rest", "in motion"][motion]);
                        let example = format!("{} {width}×{height} t={t}: {fault}", case.name);
                        let known = kinds.entry(kind).or_insert((0, example));
                        known.0 += 1;
                    }
                }
            }
        }
    }
    Seen { pictures, faulty, kinds }
}

/// `FAULTS=all` looks at every operation in every box, `CASE='[2, 3] [2]'` only at operations whose name has this part.
#[test]
#[allow(clippy::print_stdout, reason = "the counts are what a person asks this test for: `--nocapture`")]
fn no_picture_has_a_fault() {
    let step = if std::env::var("FAULTS").is_ok_and(|which| which == "all") { 1 } else { 10 };
    let Seen { pictures, faulty, kinds } = look(step);
    println!("at rest {} of {}, in motion {} of {}", faulty[0], pictures[0], faulty[1], pictures[1]);
    for (kind, (count, example)) in &kinds {
        println!("{count:6} {kind}: {example}");
    }
    assert_eq!(faulty, [0, 0], "{kinds:#?}");
}
