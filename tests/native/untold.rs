//! What is known on the page: the result is hidden only until the story comes to it first, and only while it plays from its start.

use broadcast_visualizer::examples::{EXAMPLES, Example, ExampleId};
use broadcast_visualizer::i18n::Locale;
use broadcast_visualizer::state::{Action, ChapterRef, Code, Model, Settings};
use broadcasting_diagram::ChapterKind;
use tensor_broadcasting::library::Library;
use tensor_broadcasting::{OperandId, Operator};

/// A model of a link, as it begins on a page on which stories may play.
fn open(query: &str) -> Model {
    Model::open(query, Locale::En).autoplayed(false)
}

/// The link of a program.
fn link_of(code: &str, settings: Settings) -> String {
    Settings { code: Code::from(code.to_owned()), ..settings }.to_query()
}

fn after(model: &Model, action: Action) -> Model {
    let mut model = model.clone();
    model.reduce(action);
    model
}

fn example(id: ExampleId) -> &'static Example {
    EXAMPLES.iter().find(|example| example.id == id).expect("an example")
}

/// The number of the chapter that begins now, where a story plays.
fn reached(model: &Model, kind: ChapterKind) -> Action {
    let story = &model.shown().expect("a story").story;
    let chapter = story.chapters().iter().position(|chapter| chapter.kind == kind);
    Action::ChapterReached(chapter.expect("such a chapter"))
}

const FAILS: &str = "import torch\nx = torch.ones(8, 4, 16, 32)\nmask = torch.ones(8, 16)\ny = x + mask\n";
const RUNS: &str = "import torch\nx = torch.ones(4, 1)\ny = x + torch.ones(3)\n";

#[test]
fn a_story_that_plays_from_its_start_tells_the_result_when_it_comes_to_it() {
    for query in ["", "?a=4,1&b=3", "?a=4,1&b=3&autoplay=1", "?a=4,1&b=3&autoplay=1&embed=1"] {
        let mut model = open(query);
        assert!(model.is_untold() && model.visit().is_playing(), "{query}");
        for chapter in 1..model.last_chapter() {
            model.reduce(Action::ChapterReached(chapter));
            assert!(model.is_untold(), "{query}: chapter {chapter}");
        }
        model.reduce(Action::ChapterReached(model.last_chapter()));
        assert!(!model.is_untold(), "{query}: as soon as its chapter begins");
    }
}

#[test]
fn a_pause_or_a_step_tells_only_what_it_shows() {
    let model = after(&open("?a=4,1&b=3"), Action::ChapterReached(2));
    for action in [Action::Pause, Action::PauseIn(4), Action::GoToChapter(1), Action::StepChapters(1), Action::Play] {
        assert!(after(&model, action.clone()).is_untold(), "{action:?}");
    }
    for action in [Action::GoToChapter(5), Action::StepChapters(9), Action::PauseIn(5)] {
        assert!(!after(&model, action.clone()).is_untold(), "{action:?}");
    }
}

#[test]
fn what_is_known_stays_known() {
    let mut told = open("?a=4,1&b=3");
    told.reduce(Action::ChapterReached(5));
    told.reduce(Action::Ended);
    for action in [
        Action::GoToChapter(0),
        Action::StepChapters(-3),
        Action::PauseIn(1),
        Action::Play,
        Action::PlayFromStart,
        Action::SetLooping(true),
        Action::SetPresenting(true),
    ] {
        assert!(!after(&told, action.clone()).is_untold(), "{action:?}");
    }
    let again = after(&after(&told, Action::SetLooping(true)), Action::Play);
    assert!(!after(&after(&again, Action::ChapterReached(5)), Action::Ended).is_untold(), "a second time");
}

#[test]
fn a_link_that_names_a_chapter_hides_nothing() {
    for chapter in ["1", "2", "3", "6", "last"] {
        for more in ["", "&autoplay=1", "&embed=1", "&embed=1&autoplay=1", "&embed=1&controls=play"] {
            for operands in ["a=4,1&b=3", "a=8,4,16,16&b=8,16", "a=3&b=2,3&inplace=1"] {
                let query = format!("?{operands}&chapter={chapter}{more}");
                let model = open(&query);
                assert!(!model.is_untold(), "{query}");
                assert!(!after(&model, Action::PlayFromStart).is_untold(), "{query}: played");
                let elsewhere = after(&open("?a=7&b=7"), Action::LoadLink(query.clone()));
                assert!(!elsewhere.is_untold(), "{query}: in the history");
            }
        }
    }
}

#[test]
fn a_page_whose_story_does_not_play_hides_nothing() {
    let still = Model::open("?a=4,1&b=3", Locale::En).autoplayed(true);
    assert!(!still.is_untold() && !still.visit().is_playing(), "no motion is wanted");
    assert!(!after(&still, Action::Play).is_untold(), "it was seen before");
    assert!(!after(&open("?a=7&b=7"), Action::LoadLink("?a=4,1&b=3".to_owned())).is_untold());
    assert!(!open("?a=4,1&b=3&embed=1&controls=none").is_untold());
}

#[test]
fn a_widget_tells_nothing_until_it_is_played() {
    let waiting = open("?a=4,1&b=3&embed=1");
    assert!(waiting.is_untold() && waiting.waits_for_play());
    let mut played = after(&waiting, Action::Play);
    assert!(played.is_untold());
    played.reduce(Action::ChapterReached(5));
    assert!(!played.is_untold());
    // The page around it sets other operands, or names a chapter.
    let replaced = |model: &Model, query: &str| after(model, Action::ReplaceSettings(query.to_owned()));
    assert!(replaced(&played, "?a=5,1&b=3&embed=1").is_untold(), "another story waits");
    assert!(!replaced(&played, "?a=5,1&b=3&embed=1&chapter=2").is_untold());
    assert!(!replaced(&waiting, "?a=4,1&b=3&embed=1&chapter=2").is_untold());
    assert!(replaced(&waiting, "?a=4,1&b=3&embed=1&theme=dark").is_untold());
    let second = after(&after(&waiting, Action::Play), Action::ChapterReached(1));
    assert!(replaced(&second, "?a=4,1&b=3&embed=1&chapter=2&theme=dark").is_untold(), "the chapter that it is in");
}

#[test]
fn who_types_sees_the_result_at_once() {
    let edit = |text: &str| Action::Edit(OperandId::B, text.to_owned());
    let playing = after(&open("?a=4,1&b=3"), Action::ChapterReached(1));
    for text in ["4", "2,3", "x", "torch.ones(3)"] {
        let typed = after(&playing, edit(text));
        assert!(!typed.is_untold(), "{text}");
        assert!(!after(&after(&typed, Action::EndTyping), Action::PlayFromStart).is_untold(), "{text}, played");
    }
    for action in [
        Action::Swap,
        Action::SetOperator(Operator::Multiply.into()),
        Action::SetInPlace(true),
        Action::SetWhere,
        Action::ApplyFix(OperandId::B, "4".to_owned()),
        Action::EditCode(RUNS.to_owned()),
        Action::OpenCode(FAILS.to_owned()),
    ] {
        assert!(!after(&playing, action.clone()).is_untold(), "{action:?}");
    }
}

#[test]
fn an_example_tells_its_end_at_its_end() {
    let clash = example(ExampleId::ClashInTheMiddle);
    let opened = after(&open("?a=7&b=7&chapter=last"), Action::OpenExample(clash, true));
    assert!(opened.is_untold() && !opened.is_at_outcome());
    let agrees = after(&opened, reached(&opened, ChapterKind::Agree));
    assert!(agrees.is_untold() && !agrees.is_at_outcome());
    let clashes = after(&agrees, reached(&agrees, ChapterKind::Clash));
    assert!(!clashes.is_untold() && clashes.is_at_outcome(), "the first clash decides");
    let back = after(&clashes, Action::GoToChapter(1));
    assert!(!back.is_untold() && !back.is_at_outcome(), "the fixes are those of the clash");
    assert!(!after(&back, Action::OpenExample(clash, true)).is_untold(), "it was seen to its end");
    assert!(after(&back, Action::OpenExample(&EXAMPLES[0], true)).is_untold(), "this one was not");
    assert!(!after(&open(""), Action::OpenExample(clash, false)).is_untold(), "it shows its end");
}

#[test]
fn the_first_of_several_clashes_tells_the_outcome_and_so_does_the_result_before_its_gradient() {
    for (query, kind) in [("?a=8,4,16,32&b=8,16", ChapterKind::Clash), ("?a=4,1&b=3&gradient=1", ChapterKind::Combine)]
    {
        let model = open(query);
        let outcome = after(&model, reached(&model, kind));
        assert!(model.is_untold() && !outcome.is_untold() && outcome.is_at_outcome(), "{query}");
        assert!(outcome.chapter() < outcome.last_chapter(), "{query}: another chapter follows");
    }
}

#[test]
fn what_is_tried_next_plays_and_is_untold() {
    let told = after(&open("?a=4,1&b=3&chapter=last&cell=1,1"), Action::Try(OperandId::B, "(4,)".to_owned()));
    assert!(told.is_untold() && told.visit().is_playing());
    assert_eq!(told.settings().chapter, Some(ChapterRef::Index(0)));
    assert_eq!((told.settings().b.as_str(), &told.settings().cell), ("(4,)", &None));
    assert_eq!((told.visit().history_entries, told.visit().example), (1, None));
    assert_eq!(after(&told, Action::Undo).settings().b, "3");
}

#[test]
fn undo_shows_what_it_brings_back() {
    let typed = after(&open("?a=4,1&b=3"), Action::Edit(OperandId::B, "4".to_owned()));
    let undone = after(&typed, Action::Undo);
    assert_eq!(undone.settings().b, "3");
    assert!(!undone.is_untold(), "its story had not come to its end");
    let opened = after(&typed, Action::OpenExample(&EXAMPLES[0], true));
    assert!(!after(&opened, Action::Undo).is_untold());
    assert!(!after(&after(&opened, Action::Undo), Action::Redo).is_untold());
}

#[test]
fn language_theme_and_library_change_nothing_of_what_is_known() {
    let [untold, known] = ["?a=4,1&b=3", "?a=4,1&b=3&chapter=2"].map(open);
    for action in [
        Action::SetLocale(Locale::ZhCn),
        Action::SetTheme(broadcast_visualizer::state::Theme::Dark),
        Action::SetLibrary(Library::NumPy),
        Action::ChunksChanged,
        Action::SetSpeed(2.0),
    ] {
        assert!(after(&untold, action.clone()).is_untold(), "{action:?}");
        assert!(!after(&known, action.clone()).is_untold(), "{action:?}");
    }
}

#[test]
fn a_program_tells_its_shapes_itself() {
    let runs = open(&link_of(RUNS, Settings::default()));
    assert!(runs.visit().is_playing() && !runs.is_untold(), "its lines have their shapes");
    assert_eq!(runs.chapter(), 0);
    let widget = open(&link_of(RUNS, Settings { embed: true, ..Settings::default() }));
    assert!(widget.is_untold(), "the program is behind its line");
}

#[test]
fn beside_a_program_that_fails_the_clash_is_shown() {
    let fails = open(&link_of(FAILS, Settings::default()));
    assert!(!fails.visit().is_playing() && !fails.is_untold() && fails.is_at_outcome());
    assert_eq!(fails.settings().chapter, Some(ChapterRef::Last));
    assert!(fails.visit().untouched, "the address stays as it was");
    let played = after(&fails, Action::Play);
    assert_eq!((played.chapter(), played.visit().is_playing(), played.is_untold()), (0, true, false));
    let named = open(&link_of(FAILS, Settings { chapter: Some(ChapterRef::Index(1)), ..Settings::default() }));
    assert_eq!(named.chapter(), 1);
    let asked = open(&link_of(FAILS, Settings { autoplay: true, ..Settings::default() }));
    assert!(asked.visit().is_playing() && asked.chapter() == 0, "its author wants it to play");
    let loaded = after(&open("?a=7&b=7"), Action::LoadLink(link_of(FAILS, Settings::default())));
    assert_eq!(loaded.settings().chapter, Some(ChapterRef::Last));
}

#[test]
fn after_a_question_its_answer_is_known() {
    let asked = open("?a=4,1&b=3&predict=shape&embed=1");
    assert!(asked.hides() && asked.is_untold());
    let over = after(&asked, Action::SetPredict(None));
    assert!(!over.is_untold());
}

#[test]
fn the_row_follows_the_table_while_it_is_untold() {
    let mut model = open("?a=4,1&b=3");
    assert!(model.reduce(Action::Told(3.2)) && model.visit().told_until == 3.2);
    assert!(model.visit().untouched, "it is the clock");
    assert_eq!(after(&model, Action::OpenExample(&EXAMPLES[1], true)).visit().told_until, 0.0);
    model.reduce(Action::ChapterReached(5));
    assert!(!model.reduce(Action::Told(5.0)), "what is known is not told again");
}
