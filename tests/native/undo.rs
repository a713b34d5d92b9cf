//! Undo and redo: one history for everything that changes the inputs.

use broadcast_visualizer::examples::EXAMPLES;
use broadcast_visualizer::i18n::Locale;
use broadcast_visualizer::state::{Action, Analysis, ChapterRef, Model, Theme};
use proptest::prelude::*;
use tensor_broadcasting::library::Library;
use tensor_broadcasting::{OperandId, Operator};
use tensor_reader::Operands;

fn open(query: &str) -> Model {
    Model::open(query, Locale::En)
}

fn texts(model: &Model) -> (&str, &str) {
    (&model.settings().a, &model.settings().b)
}

/// Types texts into an operand one after another, each as it then is.
fn edit<'a>(model: &mut Model, operand: OperandId, texts: impl IntoIterator<Item = &'a str>) {
    for text in texts {
        assert!(model.reduce(Action::Edit(operand, text.to_owned())), "{text}");
    }
}

#[test]
fn characters_that_are_typed_one_after_another_are_one_change() {
    let mut model = open("?a=4,1&b=3");
    edit(&mut model, OperandId::A, ["4,12", "4,12,", "4,12,3"]);
    edit(&mut model, OperandId::B, ["", "1", "1,", "1,3"]);
    assert!(model.reduce(Action::Undo));
    assert_eq!(texts(&model), ("4,12,3", ""), "what is typed after a deletion is another change");
    assert!(model.reduce(Action::Undo));
    assert_eq!(texts(&model), ("4,12,3", "3"));
    assert!(model.reduce(Action::Undo));
    assert_eq!(texts(&model), ("4,1", "3"));
    assert!(!model.reduce(Action::Undo), "nothing is left");
    for expected in [("4,12,3", "3"), ("4,12,3", ""), ("4,12,3", "1,3")] {
        assert!(model.reduce(Action::Redo));
        assert_eq!(texts(&model), expected);
    }
    assert!(!model.reduce(Action::Redo), "nothing is left");
}

#[test]
fn characters_that_are_deleted_one_after_another_are_one_change() {
    // From the end with the backspace key, and from the start with the delete key.
    for steps in [["5,3,4,", "5,3,4", "5,3,", "5,3"], [",3,4,1", "3,4,1", ",4,1", "4,1"]] {
        let mut model = open("?a=5,3,4,1&b=3");
        edit(&mut model, OperandId::A, steps);
        assert!(model.reduce(Action::Undo));
        assert_eq!(model.settings().a, "5,3,4,1", "{steps:?}");
    }
}

#[test]
fn a_change_elsewhere_a_paste_and_a_replacement_are_changes_of_their_own() {
    for (steps, undone) in [
        // Typed at the end, then at the start.
        (["4,11", "24,11"], "4,11"),
        // Typed, then deleted.
        (["4,12", "4,1"], "4,12"),
        // Typed, then pasted.
        (["4,12", "4,12,7,8"], "4,12"),
        // Pasted, then typed.
        (["4,1,7,8", "4,1,7,83"], "4,1,7,8"),
        // Typed, then everything is replaced.
        (["4,12", "7"], "4,12"),
    ] {
        let mut model = open("?a=4,1&b=3");
        edit(&mut model, OperandId::A, steps);
        assert!(model.reduce(Action::Undo));
        assert_eq!(model.settings().a, undone, "{steps:?}");
        assert!(model.reduce(Action::Undo));
        assert_eq!(model.settings().a, "4,1", "{steps:?}");
    }
    // Who types over a selected text goes on with one change.
    let mut model = open("?a=4,1&b=3");
    edit(&mut model, OperandId::A, ["7", "7,", "7,1"]);
    assert!(model.reduce(Action::Undo));
    assert_eq!(model.settings().a, "4,1");
    // The other operand, or another action, ends what is typed.
    let mut model = open("?a=4,1&b=3");
    edit(&mut model, OperandId::A, ["4,12"]);
    assert!(model.reduce(Action::Swap));
    edit(&mut model, OperandId::B, ["4,123"]);
    for expected in [("3", "4,12"), ("4,12", "3"), ("4,1", "3")] {
        assert!(model.reduce(Action::Undo));
        assert_eq!(texts(&model), expected);
    }
}

#[test]
fn what_was_undone_ends_what_is_typed() {
    let mut model = open("?a=4,1&b=3");
    edit(&mut model, OperandId::A, ["4,12", "4,123"]);
    assert!(model.reduce(Action::Undo) && model.reduce(Action::Redo));
    edit(&mut model, OperandId::A, ["4,1234"]);
    assert!(model.reduce(Action::Undo));
    assert_eq!(model.settings().a, "4,123");
}

#[test]
fn everything_that_changes_the_inputs_can_be_undone() {
    let program = Operands {
        a: "6,1".to_owned(),
        b: "2".to_owned(),
        operator: Some(Operator::Multiply),
        in_place: true,
        library: Some(Library::NumPy),
    };
    for action in [
        Action::Swap,
        Action::ApplyFix(OperandId::B, "1,3".to_owned()),
        Action::SetOperands(program),
        Action::SetOperator(Operator::Maximum.into()),
        Action::SetInPlace(true),
        Action::SetLibrary(Library::NumPy),
        Action::OpenExample(&EXAMPLES[1], true),
        Action::LoadLink("?a=9&b=9&chapter=last".to_owned()),
        Action::ReplaceSettings("?a=9&b=9&chapter=last".to_owned()),
    ] {
        let before = open("?a=4,1&b=3&op=sub&chapter=last");
        let mut model = before.clone();
        assert!(model.reduce(action.clone()));
        let changed = model.clone();
        assert!(model.reduce(Action::Undo), "{action:?}");
        assert_eq!(model.settings(), before.settings(), "{action:?}");
        assert_eq!(model.analysis(), before.analysis(), "{action:?}");
        assert!(!model.visit().is_playing());
        assert!(model.reduce(Action::Redo), "{action:?}");
        assert_eq!(texts(&model), texts(&changed), "{action:?}");
        assert_eq!(model.settings().library, changed.settings().library);
        assert_eq!(model.analysis().verdict, Analysis::new(model.settings()).verdict, "{action:?}");
    }
}

#[test]
fn an_undone_change_shows_the_result_and_the_example_that_it_was() {
    let mut model = open("?a=4,1&b=3");
    model.reduce(Action::OpenExample(&EXAMPLES[1], true));
    model.reduce(Action::ChapterReached(2));
    edit(&mut model, OperandId::A, ["7,7,7,7"]);
    assert_eq!(model.visit().example, None);
    assert!(model.reduce(Action::Undo));
    assert_eq!(model.visit().example, Some(EXAMPLES[1].id));
    assert_eq!(model.settings().chapter, Some(ChapterRef::Last));
    assert!(model.reduce(Action::Undo));
    assert_eq!((texts(&model), model.visit().example), (("4,1", "3"), None));
    assert!(model.reduce(Action::Redo));
    assert_eq!(model.visit().example, Some(EXAMPLES[1].id));
}

#[test]
fn a_new_change_ends_what_can_be_made_again() {
    let mut model = open("?a=4,1&b=3");
    model.reduce(Action::Swap);
    model.reduce(Action::Undo);
    // No change of the inputs: it can still be made again.
    model.reduce(Action::SetTheme(Theme::Dark));
    model.reduce(Action::StepChapters(-1));
    assert!(model.clone().reduce(Action::Redo));
    edit(&mut model, OperandId::A, ["4,12"]);
    assert!(!model.reduce(Action::Redo));
}

#[test]
fn a_hundred_changes_can_be_undone() {
    let mut model = open("?a=0&b=3");
    for number in 1..=150 {
        edit(&mut model, OperandId::A, [format!("{number},{number}").as_str()]);
    }
    let mut undone = 0;
    while model.reduce(Action::Undo) {
        undone += 1;
    }
    assert_eq!((undone, model.settings().a.as_str()), (100, "50,50"));
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    /// Whatever is done: undoing all of it leads to the start, and making it again to the end.
    #[test]
    fn undo_and_redo_lose_nothing(texts in prop::collection::vec(("[0-9,é]{0,4}", any::<bool>()), 0..30)) {
        let mut model = open("?a=4,1&b=3");
        for (text, first) in texts {
            model.reduce(match (text.len(), first) {
                (4, true) => Action::Swap,
                (_, true) => Action::Edit(OperandId::A, text),
                (_, false) => Action::Edit(OperandId::B, text),
            });
        }
        let end = (model.settings().a.clone(), model.settings().b.clone());
        while model.reduce(Action::Undo) {}
        prop_assert_eq!((model.settings().a.as_str(), model.settings().b.as_str()), ("4,1", "3"));
        while model.reduce(Action::Redo) {}
        prop_assert_eq!((model.settings().a.clone(), model.settings().b.clone()), end);
    }
}
