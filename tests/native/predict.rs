//! Questions on the page: what hides the answer, what an answer leads to, and how a set goes on.

use broadcast_visualizer::examples::EXAMPLES;
use broadcast_visualizer::i18n::Locale;
use broadcast_visualizer::practice::{Answer, AxisAnswer, Grade, Misconception, QuestionKind};
use broadcast_visualizer::state::{
    Action, ChapterRef, Model, PRACTICE_FUNCTIONS, PracticeAction, Seen, SetProgress, Verdict,
};
use serde_json::Value;
use tensor_broadcasting::OperandId;

/// The model of a link, with the functions of practice.
fn open(query: &str) -> Model {
    let mut model = Model::open(query, Locale::En);
    model.reduce(Action::PracticeLoaded(&PRACTICE_FUNCTIONS));
    model
}

fn act(model: &mut Model, action: PracticeAction) {
    model.reduce(Action::Practice(action));
}

fn answer(model: &mut Model, text: &str) {
    act(model, PracticeAction::Write(text.to_owned()));
    act(model, PracticeAction::Answer);
}

/// The results that are reported, as JSON.
fn results(model: &mut Model) -> Vec<(&'static str, Value)> {
    let results = model.take_results().into_iter();
    results.map(|(event, text)| (event, serde_json::from_str(&text).expect("JSON"))).collect()
}

fn is_hidden(model: &Model) -> bool {
    let analysis = model.analysis();
    let hides_analysis = analysis.operation.is_none()
        && analysis.story.is_none()
        && analysis.verdict == Verdict::Unreadable
        && analysis.warning.is_none()
        && analysis.program.is_none();
    model.hides()
        && hides_analysis
        && model.shown().is_none()
        && model.last_chapter() == 0
        && !model.visit().is_playing()
}

fn set_of(model: &Model) -> &SetProgress {
    model.practice_set().expect("a set")
}

#[test]
fn every_question_hides_its_answer_also_before_practice_is_loaded() {
    for kind in QuestionKind::ALL {
        for operands in ["a=4,1&b=3", "a=2,3&b=3,2", "a=3&b=2,3&inplace=1", "a=()&b=()", "a=np.ones(3)&b=4,1"] {
            let query = format!("?{operands}&predict={}&chapter=3&cell=0,0&autoplay=1", kind.name());
            let model = Model::open(&query, Locale::En).autoplayed(false);
            assert!(is_hidden(&model), "{query}: nothing is loaded");
            let mut model = open(&query);
            if model.asking().expect("a question").question.is_none() {
                assert!(!model.hides(), "{query}: nothing is asked");
                continue;
            }
            for action in [
                Action::Play,
                Action::PlayFromStart,
                Action::GoToChapter(9),
                Action::StepChapters(2),
                Action::EndTyping,
                Action::SetTheme(broadcast_visualizer::state::Theme::Dark),
                Action::SetPresenting(true),
            ] {
                model.reduce(action);
                assert!(is_hidden(&model), "{query}");
            }
            assert_eq!(model.link_settings().chapter, None, "{query}");
            act(&mut model, PracticeAction::Show);
            assert!(!model.hides() && model.analysis().operation.is_some(), "{query}");
        }
    }
}

#[test]
fn a_program_hides_its_operations() {
    let mut model = open("?predict=shape#code=import+torch%0Ax+%3D+torch.ones(4,1)%0Ay+%3D+x+%2B+torch.ones(3)");
    assert!(is_hidden(&model));
    answer(&mut model, "4,3");
    assert!(!model.hides() && model.analysis().program.is_some());
}

/// The picture has a part of the story then, and its axis table would have the result.
#[test]
fn after_a_wrong_answer_the_result_is_still_untold() {
    for (kind, wrong) in [("shape", "(4, 1)"), ("axes", "equal, equal"), ("value", "99")] {
        let mut model = open(&format!("?a=4,1&b=3&predict={kind}"));
        answer(&mut model, wrong);
        assert!(model.shown().is_some() && model.hides() && model.is_untold(), "{kind}");
        act(&mut model, PracticeAction::Show);
        assert!(!model.hides(), "{kind}");
        model.reduce(Action::GoToChapter(9));
        assert!(!model.is_untold(), "{kind}");
    }
}

#[test]
fn a_right_answer_shows_everything() {
    let mut model = open("?a=4,1&b=3&predict=shape");
    answer(&mut model, " (4, 3) ");
    assert!(!model.hides() && !model.visit().is_playing());
    assert_eq!(model.settings().chapter, Some(ChapterRef::Last));
    assert_eq!(model.asking().and_then(|asking| asking.grade.clone()), Some(Grade::Right));
    let [("answer", result)] = &results(&mut model)[..] else { panic!("one result") };
    assert_eq!(result["correct"], true);
    assert_eq!(result["score"]["scaled"], 1.0);
    assert_eq!(result["response"], "(4, 3)");
    assert_eq!(result["question"]["kind"], "shape");
    assert_eq!(result["result"]["success"], true);
    assert_eq!(result["verb"]["id"], "http://adlnet.gov/expapi/verbs/answered");
    // What is done afterwards is no answer.
    answer(&mut model, "5,3");
    assert_eq!(results(&mut model), []);
}

#[test]
fn a_response_is_reported_as_people_read_it_and_the_question_in_words() {
    let cases = [
        ("a=4,1&b=3&predict=shape", "torch.Size([4,3])", "(4, 3)"),
        ("a=4,1&b=3&predict=shape", "error", "It fails"),
        ("a=4,1&b=3&predict=verdict", "yes", "It works"),
        ("a=4,1&b=3&predict=axes", "b missing, clash", "b lacks it, clash"),
        ("a=4,1&b=3&predict=source&cell=2,1", "(2,0) (1)", "a[2,0] b[1]"),
        ("a=4,3&b=4&predict=error", "no error", "No error"),
        ("a=4,3&b=4&predict=error", "1", "RuntimeError: The size of tensor a (3) must match the size of tensor b (4)"),
        ("a=4,1&b=3&predict=memory", " 48 B", "48 B"),
        ("a=4,3&b=4&predict=fix", "b[:, None]", "b[:, None]"),
        ("a=4,1&b=3&predict=gradient", "torch.tensor([4,4,4.5])", "[4, 4, 4.5]"),
    ];
    for (query, typed, said) in cases {
        let mut model = open(&format!("?{query}&library=pytorch"));
        answer(&mut model, typed);
        let reported = results(&mut model);
        let [("answer", result)] = &reported[..] else { panic!("one result: {typed}") };
        let response = result["response"].as_str().expect("a text");
        assert!(response.starts_with(said), "{typed}: {response}");
        assert_eq!(result["result"]["response"], result["response"]);
        let text = result["question"]["text"].as_str().expect("a text");
        assert!(text.starts_with("a (4, ") && text.contains(". PyTorch: out = a + b. "), "{text}");
        assert_eq!(result["object"]["definition"]["description"]["en"], text);
    }
}

#[test]
fn a_wrong_answer_plays_to_the_chapter_that_contradicts_it() {
    let mut model = open("?a=3,4&b=3&predict=shape&library=numpy");
    answer(&mut model, "3,4");
    let asking = model.asking().expect("a question");
    assert!(asking.rules().contains(&Misconception::LinesUpLeft));
    // The shapes line up in the second chapter.
    assert_eq!(asking.seen(), Seen::Chapters(2));
    assert!(model.hides() && model.visit().is_playing());
    assert_eq!((model.chapter(), model.last_chapter()), (0, 1));
    assert_eq!(model.analysis().verdict, Verdict::Unreadable);
    let story = std::rc::Rc::clone(&model.shown().expect("chapters").story);
    model.reduce(Action::ChapterReached(1));
    model.reduce(Action::Ended);
    assert!(!model.visit().is_playing() && model.chapter() == 1);
    assert!(std::rc::Rc::ptr_eq(&story, &model.shown().expect("chapters").story), "the picture stays the same one");
    act(&mut model, PracticeAction::Hint);
    assert_eq!(model.last_chapter(), 1, "the clash is the last chapter, which only the answer tells");
    answer(&mut model, "error");
    assert!(!model.hides());
    let reported = results(&mut model);
    assert_eq!(reported.len(), 2);
    // Three rules give the answer, so none is named.
    assert_eq!(reported[0].1["rule"], Value::Null);
    assert_eq!(reported[0].1["rules"].as_array().map(Vec::len), Some(3));
    assert_eq!((&reported[1].1["attempts"], &reported[1].1["score"]["raw"]), (&Value::from(2), &Value::from(0)));
}

#[test]
fn a_hint_tells_one_chapter_and_draws_none() {
    let mut model = open("?a=4,1&b=3&predict=value");
    for told in 2..=5 {
        act(&mut model, PracticeAction::Hint);
        assert_eq!(model.asking().map(|asking| asking.told), Some(told));
        assert!(is_hidden(&model));
    }
    act(&mut model, PracticeAction::Hint);
    assert_eq!(model.asking().map(|asking| asking.told), Some(5), "the result is told only with the answer");
}

#[test]
fn another_operation_is_another_question() {
    let mut model = open("?a=4,1&b=3&predict=shape");
    answer(&mut model, "4,3");
    model.reduce(Action::Edit(OperandId::B, "5".to_owned()));
    assert!(is_hidden(&model));
    model.reduce(Action::Edit(OperandId::B, "5,".to_owned()));
    model.reduce(Action::Edit(OperandId::B, "5,,".to_owned()));
    assert!(is_hidden(&model), "an operand that cannot be read shows nothing either");
    model.reduce(Action::SetPredict(None));
    assert!(!model.hides() && model.asking().is_none());
    // A language or a theme is not.
    let mut model = open("?a=4,1&b=3&predict=shape");
    answer(&mut model, "3,4");
    model.reduce(Action::SetLocale(Locale::ZhCn));
    assert_eq!(model.asking().map(|asking| asking.attempts), Some(1));
    model.reduce(Action::OpenExample(&EXAMPLES[5], true));
    assert!(is_hidden(&model), "an example is asked about too");
}

#[test]
fn what_cannot_be_read_is_no_answer() {
    let mut model = open("?a=4,1&b=3&predict=verdict");
    answer(&mut model, "perhaps");
    let asking = model.asking().expect("a question");
    assert!(matches!(asking.grade, Some(Grade::Unreadable(_))) && asking.attempts == 0);
    assert!(is_hidden(&model));
    assert_eq!(results(&mut model), []);
}

#[test]
fn an_answer_can_be_chosen() {
    let mut model = open("?a=4,1&b=3&predict=axes");
    act(&mut model, PracticeAction::ChooseAxis(1, AxisAnswer::Stretches(OperandId::A)));
    assert_eq!(model.asking().map(|asking| asking.text.clone()).as_deref(), Some(", a stretches"));
    act(&mut model, PracticeAction::ChooseAxis(0, AxisAnswer::Missing(OperandId::B)));
    act(&mut model, PracticeAction::ChooseAxis(7, AxisAnswer::Equal));
    act(&mut model, PracticeAction::Answer);
    assert!(!model.hides());
    let mut model = open("?a=4,1&b=3&predict=source&cell=2,1");
    act(&mut model, PracticeAction::ChooseElement(OperandId::B, vec![1]));
    act(&mut model, PracticeAction::ChooseElement(OperandId::A, vec![2, 0]));
    assert_eq!(model.asking().map(|asking| asking.text.clone()).as_deref(), Some("a[2,0] b[1]"));
    act(&mut model, PracticeAction::Answer);
    assert!(!model.hides());
    // Another cell that is pinned then asks nothing.
    model.reduce(Action::PinCell(None));
    assert!(!model.hides());
}

#[test]
fn a_set_asks_its_questions_and_ends_with_a_summary() {
    let mut model = open("?practice=3.5f3.shapes.2.5");
    assert!(model.visit().untouched, "the link stays as it is");
    let mut operands = Vec::new();
    for number in 1..=5 {
        assert!(is_hidden(&model));
        assert_eq!(set_of(&model).answers.len(), number - 1);
        operands.push((model.settings().a.clone(), model.settings().b.clone()));
        act(&mut model, PracticeAction::Next);
        assert_eq!(set_of(&model).answers.len(), number - 1, "without an answer there is no next question");
        // The operands of a set stay.
        model.reduce(Action::Edit(OperandId::A, "7".to_owned()));
        assert_eq!(operands.last(), Some(&(model.settings().a.clone(), model.settings().b.clone())));
        if number == 2 {
            act(&mut model, PracticeAction::Show);
        } else {
            let question = model.asking().and_then(|asking| asking.question.clone()).expect("a question");
            let text = match question.right().expect("an answer") {
                Answer::Shape(shape) => shape.to_string(),
                Answer::Axes(axes) => axes.iter().map(|axis| axis.text()).collect::<Vec<_>>().join(","),
                Answer::Works => "yes".to_owned(),
                _ => "error".to_owned(),
            };
            answer(&mut model, if number == 4 { "9,9" } else { &text });
        }
        act(&mut model, PracticeAction::Next);
    }
    assert!(set_of(&model).is_done && !model.hides() && model.asking().is_none());
    let reported = results(&mut model);
    let (event, complete) = reported.last().expect("the last result");
    assert_eq!((*event, &complete["set"]), ("complete", &Value::from("3.5f3.shapes.2.5")));
    assert_eq!((&complete["questions"], &complete["score"]["max"]), (&Value::from(5), &Value::from(5)));
    assert_eq!(complete["verb"]["id"], "http://adlnet.gov/expapi/verbs/completed");
    let numbers: Vec<&Value> = reported
        .iter()
        .filter(|(event, _)| *event == "answer")
        .map(|(_, result)| &result["question"]["number"])
        .collect();
    assert_eq!(numbers.iter().filter_map(|number| number.as_u64()).max(), Some(5));
    assert_eq!(reported[1].1["response"], Value::Null, "the second answer was shown");
    // The same set again has the same operands, and another one others.
    act(&mut model, PracticeAction::SameSet);
    assert_eq!(operands.first(), Some(&(model.settings().a.clone(), model.settings().b.clone())));
    assert!(is_hidden(&model) && set_of(&model).answers.is_empty());
    act(&mut model, PracticeAction::NewSet);
    assert_ne!(model.settings().practice.as_deref(), Some("3.5f3.shapes.2.5"));
    model.reduce(Action::EndPractice);
    assert!(!model.hides() && model.practice_set().is_none() && model.asking().is_none());
}

#[test]
fn a_set_of_a_teacher_can_keep_its_answers() {
    let link = |answers: u8| {
        format!(
            "?steps=1~.Week+3~.{answers}~.~:a=4,1~.b=3~.predict=shape~:a=4,1~.b=3~.op=sub~.library=numpy~.cell=2,1~.predict=value"
        )
    };
    let mut model = open(&link(0));
    act(&mut model, PracticeAction::Show);
    assert!(is_hidden(&model));
    answer(&mut model, "4,3");
    act(&mut model, PracticeAction::Next);
    assert_eq!(model.asking().map(|asking| asking.item.kind), Some(QuestionKind::Value));
    // a[2,0] is 20 and b[1] is 1.
    answer(&mut model, "19");
    assert!(!model.hides());
    let mut model = open(&link(1));
    act(&mut model, PracticeAction::Show);
    assert!(!model.hides());
}

#[test]
fn a_set_that_cannot_be_read_hides_nothing() {
    let model = open("?a=4,1&b=3&practice=9.zz");
    assert!(set_of(&model).set.is_err() && !model.hides());
    assert!(matches!(model.analysis().verdict, Verdict::Broadcasts(_)));
}
