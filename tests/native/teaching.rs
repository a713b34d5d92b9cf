//! A teacher's own set: how it is collected, what its link says, and its worksheet.

use std::rc::Rc;

use broadcast_visualizer::i18n::Locale;
use broadcast_visualizer::practice::limits::{MAX_STEPS, MAX_TITLE};
use broadcast_visualizer::practice::{Answer, Misconception, QuestionKind, SeededSet};
use broadcast_visualizer::state::{
    Action, Asked, Draft, DraftAction, DraftChange, DraftStep, Model, OwnSet, PRACTICE_FUNCTIONS, PracticeSet,
    Worksheet, WorksheetOf,
};
use tensor_broadcasting::OperandId;
use tensor_broadcasting::library::Library;

fn open(query: &str) -> Model {
    let mut model = Model::open(query, Locale::En);
    model.reduce(Action::PracticeLoaded(&PRACTICE_FUNCTIONS));
    model
}

fn act(model: &mut Model, action: DraftAction) {
    model.reduce(action.into());
}

fn draft(model: &Model) -> &Rc<Draft> {
    model.draft().expect("a draft")
}

/// The steps in their order: what they ask, and their operands.
fn lines(model: &Model) -> Vec<String> {
    let line = |step: &DraftStep| {
        let settings = &step.step.settings;
        let asked = settings.predict.map_or("-", QuestionKind::name);
        format!(
            "{asked} {} {} {}",
            settings.a,
            settings.operator.operator().map_or("@", |one| one.symbol()),
            settings.b
        )
    };
    draft(model).steps.iter().map(line).collect()
}

/// A model with three questions, and their ids.
fn three() -> (Model, [u32; 3]) {
    let mut model = open("?a=4,1&b=3");
    for b in ["3", "2,4,1", "5"] {
        model.reduce(Action::Edit(OperandId::B, b.to_owned()));
        act(&mut model, DraftAction::AddQuestion);
    }
    let ids: Vec<u32> = draft(&model).steps.iter().map(|question| question.id).collect();
    (model, ids.try_into().expect("three questions"))
}

/// What a worksheet asks.
fn asked(worksheet: &Worksheet) -> impl Iterator<Item = &Asked> {
    worksheet.tasks.iter().filter_map(|task| task.asked.as_ref())
}

fn worksheet_of(text: &str, with_answers: bool) -> Worksheet {
    let seeded = SeededSet::from_text(text).map(PracticeSet::Seeded);
    let set = seeded.or_else(|_| OwnSet::from_text(text).map(PracticeSet::Own)).expect("a set");
    Worksheet::new(set, Library::PyTorch, with_answers)
}

#[test]
fn a_teacher_types_shapes_and_texts_which_travel_in_the_link() {
    let (mut model, [first, second, _]) = three();
    act(&mut model, DraftAction::SetOperand(second, OperandId::B, "2,1".to_owned()));
    act(&mut model, DraftAction::SetText(first, "<b>Draw</b> it first.".to_owned()));
    act(&mut model, DraftAction::SetText(second, "n".repeat(700)));
    act(&mut model, DraftAction::SetCaption("Week 3 ~ 轴".to_owned()));
    assert_eq!(lines(&model)[1], "shape 4,1 + 2,1");
    let draft = draft(&model);
    let right = draft.steps[1].question.as_ref().and_then(|question| question.right());
    assert_eq!(right, Some(Answer::Fails), "the question is about what was typed");
    let own = OwnSet::from_text(&draft.own_set().to_text()).expect("a set");
    assert_eq!(own.caption, "Week 3 ~ 轴");
    assert_eq!(own.steps[0].text, "<b>Draw</b> it first.");
    assert_eq!(own.steps[1].text.len(), 600);
    assert_eq!(Worksheet::new(draft.set(), Library::PyTorch, false).tasks[0].step.text, own.steps[0].text);
}

#[test]
fn a_typed_operand_that_cannot_be_read_asks_nothing() {
    let (mut model, [first, ..]) = three();
    act(&mut model, DraftAction::SetOperand(first, OperandId::A, "4,,".to_owned()));
    assert!(draft(&model).steps[0].question.is_none());
    act(&mut model, DraftAction::SetOperand(first, OperandId::A, "4,1".to_owned()));
    assert!(draft(&model).steps[0].question.is_some());
}

#[test]
fn questions_are_collected_while_other_operands_are_typed() {
    let (mut model, [first, second, third]) = three();
    assert_eq!(lines(&model), ["shape 4,1 + 3", "shape 4,1 + 2,4,1", "shape 4,1 + 5"]);
    act(&mut model, DraftAction::Open(true));
    act(&mut model, DraftAction::Open(false));
    model.reduce(Action::SetPredict(Some(QuestionKind::Shape)));
    model.reduce(Action::SetPredict(None));
    assert_eq!(lines(&model).len(), 3, "a question on screen and the end of it change nothing");
    act(&mut model, DraftAction::MoveUp(third));
    assert_eq!(draft(&model).change, Some(DraftChange::Moved(third, 2)));
    act(&mut model, DraftAction::MoveDown(first));
    assert_eq!(lines(&model), ["shape 4,1 + 5", "shape 4,1 + 3", "shape 4,1 + 2,4,1"]);
    act(&mut model, DraftAction::MoveUp(third));
    act(&mut model, DraftAction::MoveDown(second));
    assert_eq!(
        lines(&model),
        ["shape 4,1 + 5", "shape 4,1 + 3", "shape 4,1 + 2,4,1"],
        "there is no place beyond the ends"
    );
    act(&mut model, DraftAction::SetKind(first, Some(QuestionKind::Axes)));
    act(&mut model, DraftAction::Remove(third));
    act(&mut model, DraftAction::Remove(third));
    assert_eq!(lines(&model), ["axes 4,1 + 3", "shape 4,1 + 2,4,1"], "a question is removed once");
}

#[test]
fn the_dialog_that_is_asked_for_opens_when_practice_is_loaded() {
    let mut model = Model::open("?a=4,1&b=3", Locale::En);
    act(&mut model, DraftAction::Open(true));
    assert!(model.draft().is_none());
    model.reduce(Action::PracticeLoaded(&PRACTICE_FUNCTIONS));
    assert!(draft(&model).is_open);
}

#[test]
fn the_link_of_the_set_asks_its_questions() {
    let (mut model, [_, _, third]) = three();
    act(&mut model, DraftAction::SetKind(third, Some(QuestionKind::Verdict)));
    act(&mut model, DraftAction::SetTitle("周 3: ~shapes~".to_owned()));
    act(&mut model, DraftAction::SetShowsAnswers(false));
    act(&mut model, DraftAction::Print(WorksheetOf::Draft));
    let query = draft(&model).worksheet.as_ref().expect("a worksheet").settings.to_query();
    let mut class = open(&query);
    assert_eq!(class.practice_set().map(|set| (set.count(), set.shows_answers())), Some((3, false)));
    assert_eq!(class.settings().b, "3");
    let Some(Ok(PracticeSet::Own(own))) = class.practice_set().map(|progress| progress.set.clone()) else {
        panic!("an own set")
    };
    assert_eq!((own.title.as_str(), own.steps[2].settings.predict), ("周 3: ~shapes~", Some(QuestionKind::Verdict)));
    // It can be edited again.
    act(&mut class, DraftAction::TakeSet);
    assert_eq!(lines(&class), lines(&model));
    assert_eq!((draft(&class).title.as_str(), draft(&class).shows_answers), ("周 3: ~shapes~", false));
    assert_eq!(draft(&class).set(), draft(&model).set());
}

#[test]
fn a_set_has_a_limit_and_so_has_its_title() {
    let mut model = open("?a=4,1&b=3");
    for _ in 0..MAX_STEPS + 3 {
        act(&mut model, DraftAction::AddQuestion);
    }
    assert_eq!(draft(&model).steps.len(), MAX_STEPS);
    act(&mut model, DraftAction::SetTitle("题".repeat(MAX_TITLE + 1)));
    let set = draft(&model).own_set();
    assert_eq!(OwnSet::from_text(&set.to_text()), Ok(set));
}

#[test]
fn what_cannot_be_asked_is_not_added() {
    let mut model = open("?a=4,x!&b=3");
    assert_eq!(model.step_on_screen(), None);
    act(&mut model, DraftAction::AddQuestion);
    assert!(draft(&model).steps.is_empty());
    // A function is a step, too.
    let mut model = open("#code=import+torch%0Al+%3D+torch.nn.functional.mse_loss(torch.ones(4),+torch.ones(4,1))");
    act(&mut model, DraftAction::Add);
    assert!(draft(&model).steps[0].step.settings.has_code());
}

#[test]
fn the_kinds_to_choose_from_are_those_that_can_be_asked() {
    let (model, _) = three();
    let kinds = |at: usize| draft(&model).steps[at].kinds.clone().expect("it was read");
    assert!(kinds(0).contains(&QuestionKind::Value) && kinds(0).contains(&QuestionKind::Memory));
    let mut model = open("?a=4&b=3");
    act(&mut model, DraftAction::AddQuestion);
    let kinds = draft(&model).steps[0].kinds.clone().expect("it was read");
    assert!(kinds.contains(&QuestionKind::Fix) && !kinds.contains(&QuestionKind::Value));
}

#[test]
fn a_pinned_element_is_asked_for_by_the_kinds_that_ask_for_one() {
    let mut model = open("?a=4,1&b=3&cell=2,1&predict=value");
    act(&mut model, DraftAction::AddQuestion);
    let id = draft(&model).steps[0].id;
    let element = |model: &Model| {
        let settings = &draft(model).steps[0].step.settings;
        settings.predict.and_then(|kind| settings.item(kind).element)
    };
    assert_eq!(element(&model), Some(vec![2, 1]));
    act(&mut model, DraftAction::SetKind(id, Some(QuestionKind::Shape)));
    assert_eq!(element(&model), None);
    act(&mut model, DraftAction::SetKind(id, Some(QuestionKind::Source)));
    assert_eq!(element(&model), Some(vec![2, 1]));
}

#[test]
fn the_operation_of_a_program_is_added_with_its_values() {
    let mut model = open("#code=import+numpy+as+np%0Ax+%3D+np.array([[1,+2]])%0Ay+%3D+x+*+np.zeros((3,+1))");
    act(&mut model, DraftAction::AddQuestion);
    let step = &draft(&model).steps[0];
    assert!(step.step.settings.has_code() && step.step.settings.library == Library::NumPy);
    assert!(step.question.is_some(), "the same question is asked of the program");
    let set = draft(&model).own_set();
    assert_eq!(OwnSet::from_text(&set.to_text()), Ok(set));
}

#[test]
fn the_question_of_a_set_on_screen_is_collected() {
    let mut model = open("?practice=3.7.values.1.3");
    act(&mut model, DraftAction::AddQuestion);
    assert_eq!(lines(&model), ["source 3,1 × (3,)"]);
    act(&mut model, DraftAction::TakeSet);
    assert_eq!(lines(&model).len(), 3);
    assert!(draft(&model).steps.iter().all(|question| question.question.is_some()));
}

#[test]
fn the_same_set_gives_the_same_worksheet() {
    let lines = |worksheet: &Worksheet| -> Vec<String> {
        asked(worksheet).map(|asked| format!("{:?} {:?}", asked.question.asked, asked.right)).collect()
    };
    let (one, other) = (worksheet_of("3.5f3.mixed.2.5", true), worksheet_of("3.5f3.mixed.2.5", false));
    assert_eq!(one.tasks.len(), 5);
    assert_eq!(lines(&one), lines(&other));
    // Recorded: the worksheet of a seed stays the same.
    let kinds: Vec<&str> = asked(&one).map(|asked| asked.question.kind.name()).collect();
    assert_eq!(kinds, ["memory", "error", "source", "verdict", "shape"]);
    assert!(one.settings.to_query().contains("practice=3.5f3.mixed.2.5"));
}

#[test]
fn a_wrong_answer_is_named_on_which_most_rules_agree() {
    let worksheet =
        worksheet_of("1~.~.1~.~:a=3,4~.b=3~.predict=shape~:a=3~.b=3~.text=Look~:a=4,1~.b=4~.predict=shape", true);
    assert_eq!(worksheet.tasks.len(), 3, "a step without a question has its picture");
    let wrong = |at: usize| asked(&worksheet).nth(at).and_then(|asked| asked.wrong.clone()).expect("a wrong answer");
    let (rules, Answer::Shape(shape)) = wrong(0) else { panic!("a shape") };
    assert_eq!(rules, [Misconception::LinesUpLeft, Misconception::VectorIsColumn, Misconception::AxisByFit]);
    assert_eq!(shape.to_string(), "(3, 4)");
    assert!(asked(&worksheet).all(|task| task.wrong.as_ref().is_none_or(|(_, wrong)| !wrong.is_same(&task.right))));
}

#[test]
fn the_answers_of_a_set_that_hides_them_are_not_printed() {
    for (shows, printed) in [("1", true), ("0", false)] {
        let mut model = open(&format!("?steps=1~.Week~.{shows}~.~:a=4,1~.b=3~.predict=shape"));
        act(&mut model, DraftAction::SetWithAnswers(true));
        act(&mut model, DraftAction::Print(WorksheetOf::Screen));
        let worksheet = draft(&model).worksheet.clone().expect("a worksheet");
        assert_eq!(worksheet.with_answers, printed);
        act(&mut model, DraftAction::Printed);
        assert!(draft(&model).worksheet.is_none());
    }
}
