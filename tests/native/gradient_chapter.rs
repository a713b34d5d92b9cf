//! The chapter of the gradient: when it is there, and what it shows.

use std::rc::Rc;

use crate::scenes::{LABELS, drawn, list_at, operation};
use broadcast_visualizer::i18n::{GRADIENT, Locale, Message};
use broadcast_visualizer::state::{Action, ChapterRef, Model, PRACTICE_FUNCTIONS, PracticeAction};
use broadcasting_diagram::words::lines;
use broadcasting_diagram::{
    AxisSize, Blocks, CellRef, ChapterKind, DisplayList, DrawOptions, GRADIENT_DRAWING, Highlighted, PaintRole, Panel,
    Scene, SceneOptions, Story, axis_cell, cell_at,
};
use proptest::prelude::*;
use tensor_broadcasting::library::Library;
use tensor_broadcasting::{
    Arithmetic, OperandId, Operation, Operator, Scalar, Shape, Tensor, Values, format_value, unravel,
};

const OPERATORS: [Operator; 4] = [Operator::Add, Operator::Subtract, Operator::Multiply, Operator::Divide];

fn of(a: &[u64], b: &[u64], operator: Operator) -> Rc<Operation> {
    let [a, b] = [a, b].map(|sizes| Tensor::contiguous(&Shape::from(sizes), Values::Arange));
    Rc::new(Operation::new([a, b], operator, Arithmetic::PyTorch))
}

fn scene(operation: &Rc<Operation>, blocks: Blocks) -> Scene {
    let story = Story::new(operation, None).with_gradient(operation, &GRADIENT_DRAWING);
    // Large enough for every value of a small operation.
    let options = SceneOptions { height: 3_000.0, blocks, ..SceneOptions::new(6_000.0, LABELS) };
    Scene::new(Rc::clone(operation), story, options)
}

fn texts(list: &DisplayList, role: PaintRole) -> Vec<&str> {
    list.layer(role).labels.iter().map(|label| list.text_of(label)).collect()
}

fn stored(operand: OperandId) -> (PaintRole, PaintRole) {
    (PaintRole::stored(operand), PaintRole::repeated(operand))
}

/// The numbers of the gradient of an operand, last axis fastest, as the diagram writes them.
fn gradient(operation: &Operation, operand: OperandId) -> Vec<String> {
    let shape = operation.operand(operand).shape();
    let value = |position| {
        let value = operation.gradient(operand, &unravel(shape, position)?)?;
        Some(format_value(Scalar::Float(value), 6))
    };
    (0..shape.numel().expect("a small shape")).map(|position| value(position).expect("a gradient")).collect()
}

/// Two shapes that broadcast, of up to 3 axes.
fn pair() -> impl Strategy<Value = (Vec<u64>, Vec<u64>)> {
    let axis = (0..4_u64, 0..4_u8).prop_map(|(size, kind)| match kind {
        0 => (1, size),
        1 => (size, 1),
        _ => (size, size),
    });
    (prop::collection::vec(axis, 0..4), 0..4_usize, any::<bool>()).prop_map(|(axes, missing, first)| {
        let (mut a, mut b): (Vec<u64>, Vec<u64>) = axes.into_iter().unzip();
        let short = if first { &mut a } else { &mut b };
        short.drain(..missing.min(short.len()));
        (a, b)
    })
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn the_stored_cells_end_with_the_gradient((a, b) in pair(), nth in 0..4_usize, stacked in any::<bool>()) {
        let operation = of(&a, &b, OPERATORS[nth]);
        let scene = scene(&operation, if stacked { Blocks::Depth } else { Blocks::Beside });
        let end = list_at(&scene, scene.story().last() as f64);
        for operand in OperandId::PAIR {
            let (stored, repeated) = stored(operand);
            // Of a stack, the values of the front blocks are visible.
            let expected = gradient(&operation, operand);
            let shown = texts(&end, stored);
            prop_assert!(end.layer(repeated).rects.is_empty());
            if stacked {
                prop_assert!(shown.iter().all(|text| expected.iter().any(|value| value == text)), "{shown:?} {expected:?}");
            } else {
                prop_assert_eq!(&shown, &expected, "{:?} {:?} {:?}", a, b, OPERATORS[nth]);
            }
        }
        prop_assert!(texts(&end, PaintRole::Result).iter().all(|&text| text == "1.0"));
    }

    #[test]
    fn the_sums_only_change_when_a_cell_arrives(rows in 1..6_u64, columns in 1..6_u64, nth in 0..4_usize) {
        let operation = of(&[rows, 1], &[columns], OPERATORS[nth]);
        let scene = scene(&operation, Blocks::Beside);
        let last = scene.story().last() as f64;
        let (mut cells, mut before) = (usize::MAX, Vec::new());
        for step in 0..=400 {
            let list = list_at(&scene, last - 1.0 + f64::from(step) / 400.0);
            let (stored, repeated) = stored(OperandId::A);
            let now: Vec<String> = texts(&list, stored).into_iter().map(str::to_owned).collect();
            let repeated = list.layer(repeated).rects.len();
            prop_assert!(repeated <= cells, "no cell comes back");
            // While the cells change from values to parts, they are too small for a text.
            if step > 130 && !before.is_empty() && now != before {
                prop_assert!(repeated < cells, "{now:?} after {before:?}");
            }
            (cells, before) = (repeated, now);
        }
        prop_assert_eq!(cells, 0);
    }
}

#[test]
fn the_chapter_begins_as_the_one_before_ends() {
    for operation in [of(&[4, 1], &[3], Operator::Multiply), of(&[5, 3, 4, 1], &[3, 1, 1], Operator::Add)] {
        let with = scene(&operation, Blocks::Beside);
        let before = with.story().last() as f64 - 1.0;
        let [start, soon] = [before, before + 1e-6].map(|t| list_at(&with, t));
        for operand in OperandId::PAIR {
            let (stored, repeated) = stored(operand);
            for role in [stored, repeated, PaintRole::Result, PaintRole::title(operand)] {
                assert_eq!(texts(&start, role), texts(&soon, role));
            }
        }
        assert_eq!(texts(&start, PaintRole::TitleA)[0].split(' ').next(), Some("a"));
    }
}

#[test]
fn parts_fly_from_the_gradient_of_the_result_to_cells_without_numbers() {
    let operation = of(&[4, 1], &[3], Operator::Multiply);
    let scene = scene(&operation, Blocks::Beside);
    let last = scene.story().last() as f64;
    let mut flights: Vec<Vec<String>> = Vec::new();
    for step in 0..=1_000 {
        let list = list_at(&scene, last - 1.0 + f64::from(step) / 1_000.0);
        let flying: Vec<String> = texts(&list, PaintRole::LiftedResult).into_iter().map(str::to_owned).collect();
        if !flying.is_empty() && flights.last() != Some(&flying) {
            flights.push(flying);
        }
        let (stored, repeated) = stored(if flights.len() > 1 { OperandId::B } else { OperandId::A });
        if !list.layer(PaintRole::LiftedResult).labels.is_empty() {
            assert!(texts(&list, stored).is_empty() && texts(&list, repeated).is_empty());
            assert_eq!(texts(&list, PaintRole::Result), ["1.0"; 12]);
        }
    }
    // First the parts of a, which are the elements of b, then those of b: the values of a.
    let rows = |texts: [[&str; 3]; 4]| texts.concat().into_iter().map(str::to_owned).collect::<Vec<_>>();
    let (of_a, of_b) = (rows([["0.0", "1.0", "2.0"]; 4]), rows(["0.0", "1.0", "2.0", "3.0"].map(|row| [row; 3])));
    assert_eq!(flights, [of_a, of_b]);
}

#[test]
fn parts_are_added_one_after_the_other() {
    let operation = of(&[4, 1], &[3], Operator::Multiply);
    let scene = scene(&operation, Blocks::Beside);
    let last = scene.story().last() as f64;
    let mut sums: Vec<Vec<String>> = Vec::new();
    for step in 0..=2_000 {
        let list = list_at(&scene, last - 1.0 + f64::from(step) / 2_000.0);
        let now: Vec<String> = texts(&list, PaintRole::StoredB).into_iter().map(str::to_owned).collect();
        if now.len() == 3 && sums.last() != Some(&now) {
            sums.push(now);
        }
    }
    // b is 0, 1, 2. Each of its elements is multiplied by 0, 1, 2 and 3.
    assert_eq!(
        sums,
        [["0", "1", "2"], ["0.0", "0.0", "0.0"], ["1.0", "1.0", "1.0"], ["3.0", "3.0", "3.0"], ["6.0", "6.0", "6.0"]]
    );
    let titles = list_at(&scene, last);
    assert_eq!(texts(&titles, PaintRole::Title), ["", "←"]);
    for (role, title) in [
        (PaintRole::TitleA, "a.grad (4, 1)"),
        (PaintRole::TitleB, "b.grad (3,)"),
        (PaintRole::TitleResult, "out.grad (4, 3)"),
    ] {
        assert_eq!(texts(&titles, role), [title]);
    }
}

#[test]
fn folded_elements_are_added_too() {
    let operation = of(&[1_000, 1], &[3], Operator::Multiply);
    let options = SceneOptions { height: 400.0, ..SceneOptions::new(900.0, LABELS) };
    let story = Story::new(&operation, None).with_gradient(&operation, &GRADIENT_DRAWING);
    let scene = Scene::new(operation, story, options);
    let end = list_at(&scene, scene.story().last() as f64);
    assert_eq!(texts(&end, PaintRole::StoredB), ["499500"; 3]);
}

#[test]
fn an_element_that_is_read_for_no_element_of_the_result_has_the_gradient_0() {
    let operation = of(&[3, 1], &[1, 0], Operator::Divide);
    let scene = scene(&operation, Blocks::Beside);
    let last = scene.story().last() as f64;
    assert_eq!(texts(&list_at(&scene, last - 1.0), PaintRole::StoredA), [""; 0]);
    assert_eq!(texts(&list_at(&scene, last), PaintRole::StoredA), ["0.0"; 3]);
}

#[test]
fn a_pinned_element_lights_what_its_gradient_is_the_sum_of() {
    let operation = of(&[4, 1], &[3], Operator::Add);
    let scene = scene(&operation, Blocks::Beside);
    let t = scene.story().last() as f64;
    let cell = CellRef { panel: Panel::Operand(OperandId::B), index: vec![0, 1] };
    let list = drawn(&scene, DrawOptions { highlight: Some(Highlighted::new(&cell)), ..DrawOptions::at(t) });
    let [frame] = list.layer(PaintRole::ProvenanceB).rects.as_slice() else { panic!("one frame") };
    let results = &list.layer(PaintRole::Result).rects;
    let inside = results.iter().filter(|cell| frame.contains(cell.middle().x, cell.middle().y));
    assert_eq!(inside.count(), 4);
    assert_eq!(list.layer(PaintRole::HighlightedSource).rects.len(), 1);
    // Where the repeated elements were, there is nothing any more.
    let source = list.layer(PaintRole::HighlightedSource).rects[0].middle();
    assert_eq!(cell_at(&scene, t, source.x, source.y), Some(cell));
    assert_eq!(cell_at(&scene, t, source.x, source.y + 100.0), None);
}

#[test]
fn the_axis_table_says_where_parts_are_added() {
    let operation = operation(&[4, 1], &[3]);
    let story = Story::new(&operation, None).with_gradient(&operation, &GRADIENT_DRAWING);
    let cell = |operand, axis, t| axis_cell(&operation, &story, Panel::Operand(operand), axis, t).size;
    let last = story.last() as f64;
    assert_eq!(cell(OperandId::B, 0, last - 1.0), AxisSize::Stretched(4));
    assert_eq!(cell(OperandId::B, 0, last), AxisSize::Summed(4));
    assert_eq!(cell(OperandId::A, 1, last), AxisSize::Summed(3));
    assert_eq!(cell(OperandId::A, 0, last), AxisSize::Size(4));
    let sums =
        |locale| OperandId::PAIR.map(|operand| (GRADIENT.get().expect("natively").sum)(locale, &operation, operand));
    assert_eq!(sums(Locale::En), ["sum over axis 1", "sum over axis 0"]);
    assert_eq!(sums(Locale::ZhCn), ["沿轴 1 求和", "沿轴 0 求和"]);
}

fn open(query: &str) -> Model {
    Model::open(query, Locale::En)
}

fn kinds(model: &Model) -> Vec<ChapterKind> {
    let story = &model.shown().expect("a picture").story;
    story.chapters().iter().map(|chapter| chapter.kind).collect()
}

fn has_gradient(model: &Model) -> bool {
    model.shown().is_some() && kinds(model).contains(&ChapterKind::Gradient)
}

#[test]
fn it_is_there_on_demand_where_pytorch_has_a_gradient() {
    for (query, offered) in [
        ("?a=4,1&b=3", true),
        ("?a=3&b=3", true),
        ("?a=4,1&b=3&op=sub", true),
        ("?a=4,1&b=3&op=mul", true),
        ("?a=4,1&b=3&op=div", true),
        ("?a=4,1&b=3&op=maximum", false),
        ("?a=4,1&b=3&op=lt", false),
        ("?a=4,1&b=3&library=numpy", false),
        ("?a=4,3&b=3&inplace=1", false),
        ("?a=4&b=3", false),
        ("?a=4&b=x", false),
        ("?a=9223372036854775807&b=2,1", false),
    ] {
        assert_eq!(open(query).offers_gradient(), offered, "{query}");
        assert!(!has_gradient(&open(query)), "{query}");
        assert_eq!(has_gradient(&open(&format!("{query}&gradient=1"))), offered, "{query}");
    }
}

#[test]
fn the_last_chapter_is_the_gradient_while_it_is_on() {
    let mut model = open("?a=4,1&b=3&chapter=2");
    assert!(model.reduce(Action::SetGradient(true)));
    assert_eq!(model.settings().to_query(), "?a=4,1&b=3&chapter=last&gradient=1");
    assert_eq!(kinds(&model)[model.chapter()], ChapterKind::Gradient);
    model.reduce(Action::StepChapters(-1));
    assert_eq!(kinds(&model)[model.chapter()], ChapterKind::Combine);
    model.reduce(Action::StepChapters(1));
    // The picture stays the same one while nothing of the story changes.
    let story = Rc::clone(&model.shown().expect("a picture").story);
    model.reduce(Action::SetSpeed(2.0));
    assert!(Rc::ptr_eq(&story, &model.shown().expect("a picture").story));
    // Another operation, and a library without gradients.
    model.reduce(Action::Edit(OperandId::A, "5,1".to_owned()));
    assert_eq!(kinds(&model)[model.chapter()], ChapterKind::Gradient);
    model.reduce(Action::SetLibrary(Library::NumPy));
    assert_eq!(kinds(&model)[model.chapter()], ChapterKind::Combine);
    model.reduce(Action::SetLibrary(Library::PyTorch));
    assert_eq!(kinds(&model)[model.chapter()], ChapterKind::Gradient);
    model.reduce(Action::SetGradient(false));
    assert_eq!(
        (kinds(&model)[model.chapter()], model.settings().chapter),
        (ChapterKind::Combine, Some(ChapterRef::Last))
    );
}

#[test]
fn a_question_hides_it_until_it_is_answered() {
    for kind in ["shape", "axes", "gradient", "value"] {
        let mut model = open(&format!("?a=4,1&b=3&gradient=1&predict={kind}"));
        assert!(!model.offers_gradient() && !has_gradient(&model), "{kind}");
        model.reduce(Action::PracticeLoaded(&PRACTICE_FUNCTIONS));
        assert!(model.hides() && !model.offers_gradient(), "{kind}");
        for _ in 0..12 {
            model.reduce(Action::Practice(PracticeAction::Hint));
            assert!(!has_gradient(&model), "{kind}: a hint");
        }
        model.reduce(Action::Practice(PracticeAction::Show));
        assert!(!model.hides() && has_gradient(&model), "{kind}: the answer");
    }
}

#[test]
fn it_answers_a_question_about_the_gradient() {
    let answers = [PracticeAction::Write("[[304, 304]]".to_owned()), PracticeAction::Show];
    for answer in answers {
        let mut model = open("?a=[[101],[203]]&b=[[7,9]]&op=mul&predict=gradient");
        model.reduce(Action::PracticeLoaded(&PRACTICE_FUNCTIONS));
        model.reduce(Action::Practice(answer));
        if model.hides() {
            model.reduce(Action::Practice(PracticeAction::Answer));
        }
        assert!(!model.hides() && has_gradient(&model));
    }
}

#[test]
fn it_is_gone_with_the_next_question() {
    let mut model = open("?practice=3.7.gradients.1.3");
    model.reduce(Action::PracticeLoaded(&PRACTICE_FUNCTIONS));
    model.reduce(Action::Practice(PracticeAction::Show));
    assert!(has_gradient(&model));
    model.reduce(Action::Practice(PracticeAction::Next));
    assert!(model.hides() && !model.settings().gradient);
}

#[test]
fn it_says_what_is_added_in_every_language() {
    let text = |locale: Locale, a: &[u64], b: &[u64], operator| {
        let operation = of(a, b, operator);
        let story = Story::new(&operation, None).with_gradient(&operation, &GRADIENT_DRAWING);
        locale.message(Message::ChapterText(story.chapters().last().expect("a chapter"), &operation))
    };
    let english = text(Locale::En, &[4, 1], &[3], Operator::Add);
    assert!(english.contains("b was stretched, so its parts are added along axis 0: (4, 3) → (3,)."), "{english}");
    for locale in Locale::ALL {
        for operator in OPERATORS {
            let (both, none) = (text(locale, &[4, 1], &[3], operator), text(locale, &[3], &[3], operator));
            assert!(both.contains("(4, 3) → (4, 1)") && both.contains("(4, 3) → (3,)"), "{both}");
            assert!(!none.contains('→') && none.chars().count() > 40, "{none}");
        }
    }
}

#[test]
fn a_cell_says_how_its_gradient_is_added() {
    let operation = of(&[8, 1], &[3], Operator::Multiply);
    let cell = |panel, index: &[u64]| {
        let cell = CellRef { panel, index: index.to_vec() };
        (GRADIENT.get().expect("natively").cell)(Locale::En, &operation, &cell)
    };
    let (line, sentence) = cell(Panel::Operand(OperandId::B), &[5, 1]);
    assert_eq!(line, "b.grad[1] = 0.0 + 1.0 + 2.0 + 3.0 + 4.0 + 5.0 + ⋯ = 28.0");
    assert_eq!(sentence, "b[1] was read 8 times. Its gradient is the sum of the parts.");
    assert_eq!(cell(Panel::Operand(OperandId::A), &[5, 1]).0, "a.grad[5,0] = 0.0 + 1.0 + 2.0 = 3.0");
    assert_eq!(cell(Panel::Result, &[5, 1]).0, "out.grad[5,1] = 1.0");
}

#[test]
fn the_code_computes_the_same_in_both_libraries() {
    let program = |query: &str, library| {
        let model = open(query);
        let analysis = model.analysis();
        analysis.gradient_program(analysis.operation.as_ref().expect("an operation"), library)
    };
    assert_eq!(
        program("?a=4,1&b=tensor([1,2,3])&op=mul", Library::PyTorch),
        "import torch\n\na = torch.arange(4.0).reshape(4, 1).requires_grad_()\n\
         b = torch.tensor([1, 2, 3]).float().requires_grad_()\nout = a * b\nout.sum().backward()\n\
         a.grad.shape  # torch.Size([4, 1])\na.grad.tolist()  # [[6.0], [6.0], [6.0], [6.0]]\n\
         b.grad.shape  # torch.Size([3])\nb.grad.tolist()  # [6.0, 6.0, 6.0]\n"
    );
    assert_eq!(
        program("?a=5,3,4,1&b=3,1,1&op=sub", Library::NumPy),
        "import numpy as np\n\na = np.arange(0, 600.0, 10).reshape(5, 3, 4, 1)\nb = np.arange(3.0).reshape(3, 1, 1)\nout = a - b\n\
         a_grad = np.ones(out.shape)\na_grad.shape  # (5, 3, 4, 1)\n\
         b_grad = np.full(out.shape, -1.0).sum(axis=(0, 2), keepdims=True).reshape(b.shape)\n\
         b_grad.shape  # (3, 1, 1)\nb_grad.tolist()  # [[[-20.0]], [[-20.0]], [[-20.0]]]\n"
    );
    let written = program("?a=torch.arange(3) %2B 1&b=torch.ones(3, requires_grad=True)", Library::PyTorch);
    assert!(written.contains("a = (torch.arange(3) + 1).float().requires_grad_()\n"), "{written}");
    assert!(written.contains("b = torch.ones(3, requires_grad=True).detach().requires_grad_()\n"), "{written}");
}

#[test]
fn words_stand_below_a_picture_in_lines_as_wide_as_the_picture() {
    let operation = of(&[4, 1], &[3], Operator::Add);
    for locale in Locale::ALL {
        let story = Story::new(&operation, None).with_gradient(&operation, &GRADIENT_DRAWING);
        let chapter = story.chapters().last().expect("a chapter");
        let text = locale.message(Message::ChapterText(chapter, &operation));
        for width in [80.0, 300.0, 900.0] {
            let written = lines(&text, 14.0, width);
            let joined: String = written.concat().split(' ').collect();
            assert_eq!(joined, text.split(' ').collect::<String>(), "nothing is lost");
            assert!(
                written.iter().all(|line| !line.starts_with(['，', '。', '：']) && line == line.trim()),
                "{written:?}"
            );
            assert!(written.iter().all(|line| line.matches('(').count() == line.matches(')').count()), "{written:?}");
            let longest = written.iter().map(|line| line.chars().count()).max().expect("a line");
            assert!(width > 100.0 && longest as f64 * 14.0 * 0.56 <= width.max(120.0) || width < 100.0, "{written:?}");
        }
    }
}
