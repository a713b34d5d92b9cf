//! A teacher's steps: how one goes through them, what each hides and shows, and what is said to the page around.

use broadcast_visualizer::i18n::Locale;
use broadcast_visualizer::state::{
    Action, ChapterRef, DraftAction, Model, PRACTICE_FUNCTIONS, PracticeAction, SetProgress,
};
use tensor_broadcasting::OperandId;

/// Three steps: a picture at a chapter, a question, a clash without a chapter.
const THREE: &str =
    "?steps=1~.Week~.1~.Hello~:a=4,1~.b=3~.chapter=2~.text=Look~:a=4,1~.b=(3,)~.predict=shape~:a=4,3~.b=4~.text=Why?";
/// Two steps without a question.
const PLAIN: &str = "?steps=1~.~.1~.~:a=4,1~.b=3~.chapter=2~:a=4,1~.b=3~.chapter=last";

fn open(query: &str) -> Model {
    let mut model = Model::open(query, Locale::En);
    model.reduce(Action::PracticeLoaded(&PRACTICE_FUNCTIONS));
    model
}

fn practise(model: &mut Model, action: PracticeAction) {
    model.reduce(Action::Practice(action));
}

fn step(model: &Model) -> Option<usize> {
    model.practice_set().and_then(SetProgress::step_index)
}

/// The names of the results that were not taken yet.
fn results(model: &mut Model) -> Vec<&'static str> {
    model.take_results().into_iter().map(|(name, _)| name).collect()
}

#[test]
fn a_step_shows_its_operation_at_its_chapter_and_can_be_changed() {
    let mut model = open(THREE).autoplayed(false);
    assert_eq!((step(&model), model.chapter()), (Some(0), 1));
    assert!(model.is_untold(), "the story has not come to the result");
    assert!(!model.hides() && !model.has_given_operands() && !model.held_sizes().is_empty());
    assert_eq!(model.settings().to_query(), THREE.replace(' ', "+").replace('?', "%3F").replacen("%3F", "?", 1));
    // What the user makes of it stays, until the step is shown again.
    model.reduce(Action::Edit(OperandId::B, "5".to_owned()));
    assert!(model.has_left_step() && model.settings().b == "5");
    practise(&mut model, PracticeAction::RestoreStep);
    assert!(!model.has_left_step() && model.settings().b == "3");
    // Nothing of another step is undone.
    practise(&mut model, PracticeAction::Next);
    model.reduce(Action::Undo);
    assert_eq!((step(&model), model.settings().b.as_str()), (Some(1), "(3,)"));
}

#[test]
fn a_question_hides_its_answer_until_it_is_answered_and_is_kept_when_it_is_left() {
    let mut model = open(THREE);
    model.reduce(Action::StepPages(1));
    assert_eq!(step(&model), Some(1));
    assert!(model.hides() && model.has_given_operands() && model.held_sizes().is_empty());
    assert!(!model.reduce(Action::GoToChapter(2)), "no chapter is shown");
    model.reduce(Action::Edit(OperandId::B, "5".to_owned()));
    assert_eq!(model.settings().b, "(3,)", "the operands of a question are given");
    practise(&mut model, PracticeAction::Write("(4, 3)".to_owned()));
    // Skipped, and asked again with what was typed.
    model.reduce(Action::StepPages(1));
    assert_eq!((step(&model), model.hides()), (Some(2), false));
    model.reduce(Action::StepPages(-1));
    assert!(model.hides());
    assert_eq!(model.asking().map(|asking| asking.text.as_str()), Some("(4, 3)"));
    practise(&mut model, PracticeAction::Answer);
    assert!(!model.hides() && !model.has_given_operands());
    // Left and come back to, it is answered.
    practise(&mut model, PracticeAction::GoToStep(0));
    practise(&mut model, PracticeAction::GoToStep(1));
    assert!(!model.hides() && model.asking().is_some_and(|asking| asking.is_open));
    // After the last step comes the summary, because something was asked.
    practise(&mut model, PracticeAction::GoToStep(2));
    practise(&mut model, PracticeAction::Next);
    assert!(model.practice_set().is_some_and(|set| set.is_done && set.answers.len() == 1));
    let results = results(&mut model);
    assert_eq!(results.iter().filter(|&&name| name == "complete").count(), 1);
    assert_eq!(results.iter().filter(|&&name| name == "answer").count(), 1);
    assert_eq!(results.iter().filter(|&&name| name == "step").count(), 7);
    model.reduce(Action::StepPages(-1));
    assert_eq!((step(&model), model.practice_set().is_some_and(|set| set.is_done)), (Some(1), false));
}

#[test]
fn the_link_names_the_step_and_opens_at_it() {
    let mut model = open(&format!("{THREE}&step=3"));
    assert_eq!((step(&model), model.settings().a.as_str()), (Some(2), "4,3"));
    model.reduce(Action::StepPages(-1));
    assert!(model.settings().to_query().ends_with("&step=2"));
    model.reduce(Action::StepPages(-5));
    assert!(!model.settings().to_query().contains("step="), "the first step has no number");
    // A number that is too large is the last step.
    assert_eq!(step(&open(&format!("{THREE}&step=99"))), Some(2));
    // The page around an element sets the attribute.
    model.reduce(Action::ReplaceSettings(format!("{THREE}&step=3")));
    assert_eq!((step(&model), model.settings().b.as_str()), (Some(2), "4"));
}

#[test]
fn what_the_page_around_sets_leaves_the_step_as_it_is() {
    let mut model = open(&format!("{THREE}&step=3"));
    model.reduce(Action::Edit(OperandId::A, "4,4".to_owned()));
    for change in
        [Action::ReplaceSettings(format!("{THREE}&step=3&theme=dark")), Action::LoadLink(format!("{THREE}&step=3"))]
    {
        model.reduce(change);
        assert_eq!((model.settings().a.as_str(), model.settings().b.as_str()), ("4,4", "4"));
        assert!(model.has_left_step());
    }
    // Another set begins with its own step.
    model.reduce(Action::ReplaceSettings(PLAIN.to_owned()));
    assert_eq!((model.settings().a.as_str(), step(&model)), ("4,1", Some(0)));
    // A program that uses NumPy is what its step shows.
    let code = "?steps=1~.~.1~.~:code=import+numpy+as+np%0Ax+%3D+np.ones((4,1))+%2B+np.ones(3)";
    assert!(!open(code).has_left_step());
}

#[test]
fn the_result_of_a_program_names_its_operator_and_its_library() {
    let code = "import+numpy+as+np%0Ax+%3D+np.ones((4,1))+*+np.ones(3)";
    let mut model = open(&format!("?steps=1~.~.1~.~:code={code}~.predict=shape"));
    practise(&mut model, PracticeAction::Write("(4, 3)".to_owned()));
    practise(&mut model, PracticeAction::Answer);
    let results = model.take_results();
    let answer = results.iter().find(|(name, _)| *name == "answer").expect("an answer");
    assert!(answer.1.contains(r#""op":"mul""#) && answer.1.contains(r#""library":"numpy""#), "{}", answer.1);
    assert!(answer.1.contains(r#""correct":true"#));
}

#[test]
fn steps_without_questions_end_when_the_last_one_is_shown() {
    let mut model = open(PLAIN);
    assert_eq!(results(&mut model), ["step"]);
    practise(&mut model, PracticeAction::Next);
    assert_eq!(results(&mut model), ["step", "complete"]);
    practise(&mut model, PracticeAction::Next);
    practise(&mut model, PracticeAction::Previous);
    assert_eq!((step(&model), results(&mut model)), (Some(0), vec!["step"]), "it ends once");
    model.reduce(Action::EndPractice);
    assert!(model.practice_set().is_none() && model.settings().to_query() == "?a=4,1&b=3&chapter=2");
}

#[test]
fn in_the_same_story_a_step_goes_to_its_chapter_and_another_one_plays_to_it() {
    let mut model = open(PLAIN).autoplayed(false);
    practise(&mut model, PracticeAction::Next);
    assert!(!model.visit().is_playing() && model.settings().chapter == Some(ChapterRef::Last));
    let mut model = open("?steps=1~.~.1~.~:a=4,1~.b=3~.chapter=1~:a=5,1~.b=2~.chapter=3").autoplayed(false);
    practise(&mut model, PracticeAction::Next);
    assert!(model.visit().is_playing() && model.chapter() == 0);
    model.reduce(Action::ChapterReached(1));
    assert!(model.visit().is_playing());
    model.reduce(Action::ChapterReached(2));
    assert!(!model.visit().is_playing() && model.chapter() == 2, "there it stops");
    // Who wants reduced motion sees the chapter at once.
    let mut model = open("?steps=1~.~.1~.~:a=4,1~.b=3~.chapter=1~:a=5,1~.b=2~.chapter=3").autoplayed(true);
    practise(&mut model, PracticeAction::Next);
    assert!(!model.visit().is_playing() && model.chapter() == 2);
}

#[test]
fn a_preview_shows_a_step_and_the_set_can_be_edited_again() {
    let mut model = open("?a=4,1&b=3");
    model.reduce(DraftAction::Add.into());
    model.reduce(Action::Edit(OperandId::B, "7".to_owned()));
    model.reduce(DraftAction::AddQuestion.into());
    let ids: Vec<u32> = model.draft().expect("a draft").steps.iter().map(|step| step.id).collect();
    model.reduce(DraftAction::MoveTo(ids[1], 0).into());
    model.reduce(DraftAction::Preview(1).into());
    assert_eq!((step(&model), model.settings().b.as_str(), model.hides()), (Some(1), "3", false));
    model.reduce(Action::StepPages(-1));
    assert_eq!((model.settings().b.as_str(), model.hides()), ("7", true));
    assert_eq!(model.draft().expect("a draft").steps.len(), 2, "what was collected is kept");
}
