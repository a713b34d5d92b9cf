//! The model: each action does what it says, and what follows from the settings is always up to date.

use broadcast_visualizer::examples::EXAMPLES;
use broadcast_visualizer::i18n::Locale;
use broadcast_visualizer::state::{
    Action, Analysis, ChapterRef, Dialog, Model, PlayState, Settings, Tab, Theme, Verdict, ViewAction,
};
use broadcasting_diagram::{Blocks, CellRef, Panel};
use tensor_broadcasting::library::{Check, Library};
use tensor_broadcasting::{Combination, Dtype, OperandId, Operator, Shape};
use tensor_reader::Operands;

fn open(query: &str) -> Model {
    Model::open(query, Locale::En)
}

/// The model after an action that changes something.
fn after(model: &Model, action: Action) -> Model {
    let mut model = model.clone();
    assert!(model.reduce(action), "a change");
    model
}

/// The last chapter, as settings name it.
const LAST: Option<ChapterRef> = Some(ChapterRef::Last);

/// A chapter, as settings name it.
fn at(index: usize) -> Option<ChapterRef> {
    Some(ChapterRef::Index(index))
}

fn cell(panel: Panel, index: &[u64]) -> Option<CellRef> {
    Some(CellRef { panel, index: index.to_vec() })
}

#[test]
fn a_pinned_cell_that_the_operation_lacks_is_dropped() {
    let opened = |query: &str| {
        let model = open(query);
        // The same where it comes from outside later.
        let replaced = after(&open("?a=9"), Action::ReplaceSettings(query.to_owned()));
        let loaded = after(&open("?a=9"), Action::LoadLink(query.to_owned()));
        assert_eq!((model.settings(), &model.visit().ignored), (replaced.settings(), &replaced.visit().ignored));
        assert_eq!((model.settings(), &model.visit().ignored), (loaded.settings(), &loaded.visit().ignored));
        (model.settings().cell.clone(), model.visit().ignored.clone())
    };
    assert_eq!(opened("?a=4,1&b=3&cell=2,1"), (cell(Panel::Result, &[2, 1]), vec![]));
    assert_eq!(opened("?a=4,1&b=3&cell=b:3,2"), (cell(Panel::Operand(OperandId::B), &[3, 2]), vec![]));
    assert_eq!(opened("?a=()&b=()&cell="), (cell(Panel::Result, &[]), vec![]));
    // Without a result there are only the cells of the operands.
    assert_eq!(opened("?a=2,3&b=3,2&cell=b:2,1"), (cell(Panel::Operand(OperandId::B), &[2, 1]), vec![]));
    for bad in [
        "a=4,1&b=3&cell=4,1",
        "a=4,1&b=3&cell=1",
        "a=4,1&b=3&cell=c:1,1",
        "a=4,1&b=3&cell=-1,0",
        "a=2,3&b=3,2&cell=0,0",
        "a=2,3&b=3,2&cell=a:2,0",
        "a=x&b=3&cell=0",
    ] {
        assert_eq!(opened(bad), (None, vec!["cell"]), "{bad}");
    }
}

#[test]
fn a_story_plays_when_opened_only_where_that_is_asked_for_and_can_be_stopped() {
    let plays = |query: &str, still: bool| open(query).autoplayed(still).visit().is_playing();
    assert!(plays("?autoplay", false) && plays("?autoplay=1&embed=1&controls=play", false));
    assert!(plays("?autoplay=1&controls=none", false), "the whole page always has a transport");
    assert!(plays("", false) && plays("?a=5,1&b=3", false), "a link to the page that names no chapter");
    assert!(!plays("?autoplay=0&chapter=1", false) && !plays("?a=1&chapter=last", false));
    assert!(!plays("?embed=1", false) && !plays("?embed=1&autoplay=0", false), "an embedded visualizer waits");
    assert!(!plays("", true), "no motion is wanted");
    assert!(!plays("?autoplay=1", true), "no motion is wanted");
    assert!(!plays("?autoplay=1&embed=1&controls=none", false), "nothing could stop it");
    let chapter = |query: &str| open(query).autoplayed(false).settings().chapter;
    assert_eq!(chapter("?autoplay"), None, "from the start");
    assert_eq!(chapter("?autoplay&chapter=last"), None, "from the start");
    assert_eq!(chapter("?autoplay&chapter=3"), at(2), "from the chapter of the link");
    assert_eq!(chapter("?chapter=3&autoplay=0"), at(2));
    let moved = after(&open("?autoplay").autoplayed(false), Action::LoadLink("?a=4,1&b=2&autoplay=1".to_owned()));
    assert!(!moved.visit().is_playing(), "only when the page is opened");
}

#[test]
fn the_model_knows_the_chapters_of_its_story() {
    let model = open("?a=4,1&b=3&chapter=last");
    assert_eq!((model.chapter(), model.last_chapter()), (5, 5));
    assert_eq!(open("?a=4,1&b=3").chapter(), 0, "without a chapter, the first one");
    assert_eq!(open("?a=4,1&b=3&embed=1&controls=play").chapter(), 0);
    assert_eq!(open("?a=4,1&b=3&embed=1&controls=none").chapter(), 5, "nothing would lead on from the first one");
    assert_eq!(open("?a=4,1&b=3&chapter=2").chapter(), 1);
    assert_eq!(open("?a=4,1&b=3&chapter=100").chapter(), 5, "beyond the end is the end");
    let unreadable = open("?a=x&b=3&chapter=2");
    assert_eq!((unreadable.chapter(), unreadable.last_chapter()), (0, 0));
    assert!(unreadable.shown().is_none());
}

#[test]
fn playing_begins_at_the_shown_chapter_or_at_the_start() {
    let model = open("?a=4,1&b=3&chapter=last");
    let state = |model: &Model| (model.visit().is_playing(), model.settings().chapter);
    assert_eq!(state(&after(&model, Action::Play)), (true, at(0)), "the last chapter is shown");
    let second = after(&model, Action::GoToChapter(1));
    assert_eq!(state(&second), (false, at(1)));
    assert_eq!(state(&after(&second, Action::Play)), (true, at(1)));
    let playing = after(&second, Action::PlayFromStart);
    assert_eq!(state(&playing), (true, at(0)));
    assert_eq!(state(&after(&playing, Action::Pause)), (false, at(0)));
}

#[test]
fn a_story_that_was_paused_plays_on_from_there_in_the_last_chapter_too() {
    let playing = after(&open("?a=4,1&b=3&chapter=last"), Action::Play);
    let last = after(&playing, Action::ChapterReached(5));
    let state = |model: &Model| (model.visit().play, model.chapter());
    assert_eq!(state(&last), (PlayState::Playing, 5), "it plays until the last chapter has been shown");
    let paused = after(&last, Action::Pause);
    assert_eq!(state(&paused), (PlayState::Paused, 5));
    assert_eq!(state(&after(&paused, Action::Play)), (PlayState::Playing, 5), "no restart");
    assert_eq!(state(&after(&paused, Action::PlayFromStart)), (PlayState::Playing, 0));
    let over = after(&last, Action::Ended);
    assert_eq!(state(&over), (PlayState::Stopped, 5));
    assert_eq!(state(&after(&over, Action::Play)), (PlayState::Playing, 0));
    // Whatever leads to another chapter ends the pause.
    for action in
        [Action::StepChapters(-1), Action::GoToChapter(5), Action::Swap, Action::LoadLink("?a=4,1".to_owned())]
    {
        assert_ne!(after(&paused, action.clone()).visit().play, PlayState::Paused, "{action:?}");
    }
    assert_eq!(after(&paused, Action::SetSpeed(2.0)).visit().play, PlayState::Paused);
    let scrubbed = after(&open("?a=4,1&b=3&chapter=last"), Action::PauseIn(5));
    assert_eq!(state(&scrubbed), (PlayState::Paused, 5), "a time within the last chapter");
    assert_eq!(state(&after(&scrubbed, Action::Play)), (PlayState::Playing, 5));
}

#[test]
fn chapters_are_reached_by_stepping_and_by_playing() {
    let playing = after(&open("?a=4,1&b=3&chapter=last"), Action::Play);
    let state = |model: &Model| (model.visit().is_playing(), model.settings().chapter);
    let reached = after(&playing, Action::ChapterReached(2));
    assert_eq!(state(&reached), (true, at(2)));
    assert_eq!(state(&after(&reached, Action::GoToChapter(3))), (false, at(3)));
    assert_eq!(state(&after(&reached, Action::GoToChapter(5))), (false, LAST), "links name the last chapter as such");
    assert_eq!(state(&after(&reached, Action::GoToChapter(usize::MAX))), (false, LAST));
    assert_eq!(state(&after(&reached, Action::StepChapters(1))), (false, at(3)));
    assert_eq!(state(&after(&reached, Action::StepChapters(-1))), (false, at(1)));
    assert_eq!(state(&after(&reached, Action::StepChapters(isize::MIN))), (false, at(0)));
    assert_eq!(state(&after(&reached, Action::StepChapters(isize::MAX))), (false, LAST));
    let paused = after(&reached, Action::Pause);
    assert_eq!(state(&after(&paused, Action::ChapterReached(3))), (false, at(3)), "a late event starts nothing");
    assert_eq!(state(&after(&reached, Action::ChapterReached(4))), (true, at(4)));
    assert_eq!(state(&after(&reached, Action::ChapterReached(5))), (true, LAST), "the last chapter is shown too");
}

#[test]
fn an_embedded_visualizer_waits_until_its_story_is_played() {
    let waits = |query: &str| open(query).autoplayed(false).waits_for_play();
    assert!(waits("?embed=1") && waits("?embed=1&controls=play"));
    assert!(!waits("") && !waits("?embed=1&chapter=1") && !waits("?embed=1&chapter=last"));
    assert!(!waits("?embed=1&autoplay=1") && !waits("?embed=1&controls=none"));
    assert!(open("?embed=1&autoplay=1").autoplayed(true).waits_for_play(), "without motion the reader begins");
    let waiting = open("?a=4,1&b=3&embed=1");
    for action in [Action::Play, Action::StepChapters(1), Action::Swap, Action::GoToChapter(0)] {
        assert!(!after(&waiting, action.clone()).waits_for_play(), "{action:?}");
    }
    assert!(after(&waiting, Action::PinCell(cell(Panel::Result, &[0, 0]))).waits_for_play());
    assert_eq!(after(&after(&waiting, Action::Play), Action::ChapterReached(1)).chapter(), 1);
}

/// F, B, Escape, F: a full screen begins with its picture.
#[test]
fn a_screen_that_was_left_blank_is_not_blank_the_next_time() {
    let mut model = Model::open("?a=4,1&b=3", Locale::En);
    assert!(!model.reduce(Action::View(ViewAction::ToggleBlank)), "only a full screen is blank");
    model.reduce(Action::SetPresenting(true));
    model.reduce(Action::View(ViewAction::ToggleBlank));
    assert!(model.visit().view.blank);
    model.reduce(Action::SetPresenting(false));
    model.reduce(Action::SetPresenting(true));
    assert!(!model.visit().view.blank);
}

/// After any two actions of a reader, what is shown is what the model and the visit say.
#[test]
fn what_is_open_and_what_is_told_follow_from_the_model_and_the_visit() {
    let view = [
        ViewAction::ToggleDrawer,
        ViewAction::ToggleInputs,
        ViewAction::ToggleBlank,
        ViewAction::ShowPicture(true),
        ViewAction::OpenDialog(Dialog::Share),
        ViewAction::CloseDialog,
        ViewAction::OpenPractice,
        ViewAction::AwaitEditor,
        ViewAction::AskEditor,
    ]
    .map(Action::View);
    let actions = view.into_iter().chain([
        Action::View(ViewAction::ShowTab(Tab::Table)),
        Action::SetPresenting(true),
        Action::SetPresenting(false),
        Action::PlayFromStart,
        Action::Pause,
        Action::Ended,
        Action::GoToChapter(9),
        Action::Copied("?a=4".into()),
        Action::SetSize((OperandId::B, 0), 2),
        Action::SetAxis(OperandId::A, 1, true),
        Action::SetLibrary(Library::NumPy),
        Action::Edit(OperandId::A, "5,2,4".to_owned()),
        Action::Edit(OperandId::A, "5,x".to_owned()),
        Action::EndTyping,
        Action::OpenCode("import torch\ntorch.ones(3) + 1".to_owned()),
        Action::CloseCode,
        Action::Swap,
        Action::Undo,
        Action::LoadLink("?a=4,3&b=3".to_owned()),
    ]);
    let actions: Vec<Action> = actions.collect();
    for query in ["?a=4,1&b=3", "?a=4,1&b=3&embed=1", "?a=5,2,4&b=3,1&chapter=2"] {
        for first in &actions {
            for second in &actions {
                let mut model = Model::open(query, Locale::En).autoplayed(false);
                for action in [first, second] {
                    let before = (model.settings().clone(), model.visit().clone());
                    let changed = model.reduce(action.clone());
                    let is_same = before == (model.settings().clone(), model.visit().clone());
                    assert!(changed || is_same, "{query}: {first:?}, {second:?}");
                    let (visit, view) = (model.visit(), model.visit().view);
                    assert!(!view.blank || visit.presenting, "{query}: {first:?}, {second:?}");
                    assert!(!model.is_untold() || !view.drawer, "{query}: {first:?}, {second:?}");
                }
            }
        }
    }
}

/// The page that is loaded again while its story plays plays on; after that it stands still where it was left.
#[test]
fn a_page_that_is_loaded_again_goes_on_as_it_was() {
    let mut model = Model::open("?a=4,1&b=3&chapter=2", Locale::En).autoplayed(false);
    assert_eq!(model.address_settings().to_query(), "?a=4,1&b=3&chapter=2");
    model.reduce(Action::Play);
    model.reduce(Action::ChapterReached(3));
    let address = model.address_settings().to_query();
    assert_eq!(address, "?a=4,1&b=3&chapter=4&autoplay=1");
    let again = Model::open(&address, Locale::En).autoplayed(false);
    assert!(again.visit().is_playing() && again.chapter() == 3);
    assert!(!Model::open(&address, Locale::En).autoplayed(true).visit().is_playing(), "not with reduced motion");
    model.reduce(Action::Pause);
    assert_eq!(model.address_settings().to_query(), "?a=4,1&b=3&chapter=4");
    // A link to share says where it is, not that it plays.
    model.reduce(Action::Play);
    assert_eq!(model.link_settings().to_query(), "?a=4,1&b=3&chapter=4");
}

/// A link that is given away shows what its giver sees, and does not play.
#[test]
fn links_that_the_page_writes_name_a_chapter() {
    let link = |model: &Model| model.link_settings().to_query();
    assert_eq!(link(&open("?a=4,1&b=3")), "?a=4,1&b=3&chapter=1");
    assert_eq!(link(&open("?a=4,1&b=3&chapter=3")), "?a=4,1&b=3&chapter=3");
    assert_eq!(link(&open("?a=4,1&b=3&chapter=last")), "?a=4,1&b=3&chapter=last");
    assert_eq!(link(&open("?a=4,1&b=3&embed=1&controls=none")), "?a=4,1&b=3&chapter=last&controls=none&embed=1");
    let edited = after(&open("?a=4,1&b=3"), Action::Edit(OperandId::A, "5,1".to_owned()));
    assert_eq!(link(&edited), "?a=5,1&b=3&chapter=last");
}

#[test]
fn a_visit_is_untouched_while_only_the_clock_changes_it() {
    let opened = open("?a=4,1&b=3").autoplayed(false);
    assert!(opened.visit().untouched);
    let played = after(&opened, Action::ChapterReached(1));
    assert!(played.visit().untouched && after(&played, Action::Ended).visit().untouched);
    for action in [Action::Pause, Action::SetTheme(Theme::Dark), Action::SetSpeed(2.0), Action::Swap] {
        assert!(!after(&played, action.clone()).visit().untouched, "{action:?}");
    }
    let mut same = played.clone();
    same.reduce(Action::SetTheme(Theme::Auto));
    assert!(same.visit().untouched, "nothing has changed");
}

#[test]
fn presenting_and_single_keys_belong_to_the_visit() {
    let model = open("?a=4,1&b=3&chapter=2");
    assert_eq!((model.visit().presenting, model.visit().keys), (false, true));
    let presenting = after(&model, Action::SetPresenting(true));
    assert!(presenting.visit().presenting && presenting.settings() == model.settings());
    assert!(!after(&presenting, Action::SetPresenting(false)).visit().presenting);
    let silent = after(&model, Action::SetKeys(false));
    assert!(!silent.visit().keys && silent.settings() == model.settings());
    let other = after(&silent, Action::LoadLink("?a=9&b=9".to_owned()));
    assert!(!other.visit().keys, "for the whole visit");
}

#[test]
fn a_story_that_loops_starts_again_at_its_end() {
    let playing = after(&open("?a=4,1&b=3&loop=1"), Action::Play);
    let end = after(&playing, Action::ChapterReached(5));
    assert_eq!((end.visit().is_playing(), end.settings().chapter), (true, LAST));
    let again = after(&end, Action::Ended);
    assert_eq!((again.visit().is_playing(), again.settings().chapter), (true, at(0)));
    let once = after(&end, Action::SetLooping(false));
    let over = after(&once, Action::Ended);
    assert_eq!((over.visit().is_playing(), over.settings().chapter), (false, LAST));
}

#[test]
fn an_action_that_changes_nothing_is_no_change() {
    let model = open("?a=5,3&b=3&chapter=last");
    for action in [
        Action::Edit(OperandId::A, "5,3".to_owned()),
        Action::SetOperator(Operator::Add.into()),
        Action::SetLibrary(Library::PyTorch),
        Action::SetInPlace(false),
        Action::SetTheme(Theme::Auto),
        Action::SetBlocks(Blocks::Beside),
        Action::SetSpeed(1.0),
        Action::PinCell(None),
        Action::Pause,
        Action::Ended,
        Action::GoToChapter(9),
        Action::StepChapters(1),
        Action::ReplaceSettings("?a=5,3&b=3&chapter=last".to_owned()),
        Action::LoadLink("?a=5,3&b=3&chapter=last".to_owned()),
        Action::DismissNotes,
    ] {
        assert!(!model.clone().reduce(action.clone()), "{action:?}");
    }
}

#[test]
fn each_choice_sets_its_setting_and_nothing_else() {
    let model = after(&open("?a=4,1&b=3&chapter=2&cell=1,1"), Action::SetSpeed(1.5));
    let before = model.settings().to_query();
    for (action, added) in [
        (Action::SetLibrary(Library::NumPy), "&library=numpy"),
        (Action::SetDtype(Dtype::Int8), "&dtype=int8"),
        (Action::SetBlocks(Blocks::Depth), "&blocks=depth"),
        (Action::SetLooping(true), "&loop=1"),
        (Action::SetTheme(Theme::Dark), "&theme=dark"),
        (Action::SetLocale(Locale::ZhCn), "&locale=zh-CN"),
    ] {
        let next = after(&model, action.clone());
        assert_eq!(next.settings().to_query().replacen(added, "", 1), before, "{action:?}");
        assert_eq!(next.visit(), model.visit(), "{action:?}");
    }
    let pinned = after(&model, Action::PinCell(cell(Panel::Result, &[0, 2])));
    assert_eq!(pinned.settings().to_query(), "?a=4,1&b=3&chapter=2&cell=0,2");
    assert_eq!(after(&pinned, Action::PinCell(None)).settings().cell, None);
    assert_eq!(after(&model, Action::SetSpeed(2.0)).visit().speed, 2.0);
    assert_eq!(after(&model, Action::SetLocale(Locale::ZhCn)).locale(), Locale::ZhCn);
    assert_eq!(Model::open("", Locale::ZhCn).locale(), Locale::ZhCn, "the browser's language");
}

#[test]
fn another_operation_ends_the_story() {
    let model = after(&open("?a=4,1&b=3&chapter=2&cell=1,1"), Action::Play);
    for (action, query) in [
        (Action::Edit(OperandId::A, "5,1".to_owned()), "?a=5,1&b=3&chapter=last"),
        (Action::Edit(OperandId::B, "7".to_owned()), "?a=4,1&b=7&chapter=last"),
        (Action::ApplyFix(OperandId::B, "1,3".to_owned()), "?a=4,1&b=1,3&chapter=last"),
        (Action::Swap, "?a=3&b=4,1&chapter=last"),
        (Action::SetOperator(Operator::Maximum.into()), "?a=4,1&b=3&op=maximum&chapter=last"),
        (Action::SetInPlace(true), "?a=4,1&b=3&inplace=1&chapter=last"),
    ] {
        let next = after(&model, action.clone());
        assert_eq!((next.settings().to_query().as_str(), next.visit().is_playing()), (query, false), "{action:?}");
        assert_eq!(**next.analysis(), Analysis::new(next.settings()), "{action:?}");
    }
}

#[test]
fn fixes_examples_and_programs_are_entries_of_the_history_and_typing_is_not() {
    let model = open("?a=4,1&b=3");
    let program = Operands {
        a: "6,1".to_owned(),
        b: "2".to_owned(),
        operator: Some(Operator::Multiply),
        in_place: true,
        library: Some(Library::NumPy),
    };
    let entries = |action: Action| after(&model, action).visit().history_entries;
    assert_eq!(entries(Action::Edit(OperandId::A, "5,1".to_owned())), 0);
    assert_eq!(entries(Action::Swap), 0);
    assert_eq!(entries(Action::ApplyFix(OperandId::A, "3".to_owned())), 1);
    assert_eq!(entries(Action::OpenExample(&EXAMPLES[1], false)), 1);
    assert_eq!(entries(Action::SetOperands(program.clone())), 1);
    let fixed = after(&model, Action::ApplyFix(OperandId::A, "3".to_owned()));
    let set = after(&fixed, Action::SetOperands(program.clone()));
    assert_eq!(set.visit().history_entries, 2);
    assert_eq!(set.settings().to_query(), "?a=6,1&b=2&op=mul&library=numpy&inplace=1&chapter=last");
    // A program without an operator or a library leaves both as they are.
    let plain = Operands { operator: None, library: None, in_place: false, ..program };
    let kept = after(&set, Action::SetOperands(plain));
    assert_eq!(kept.settings().to_query(), "?a=6,1&b=2&op=mul&library=numpy&chapter=last");
    assert_eq!(after(&kept, Action::OpenExample(&EXAMPLES[1], false)).visit().history_entries, 4);
}

#[test]
fn an_edited_example_is_no_longer_the_example() {
    let example = &EXAMPLES[0];
    let noted = open("?theme=pink&cell=1,1&chapter=2");
    assert_eq!(noted.visit().ignored, ["theme"]);
    let opened = after(&noted, Action::OpenExample(example, true));
    assert_eq!((opened.settings().a.as_str(), opened.settings().b.as_str()), (example.a, example.b));
    assert_eq!((opened.visit().example, opened.visit().is_playing()), (Some(example.id), true));
    assert_eq!((opened.settings().chapter, &opened.settings().cell), (at(0), &None));
    assert_eq!((opened.visit().history_entries, opened.visit().ignored.len()), (1, 0));
    let still = after(&noted, Action::OpenExample(example, false));
    assert_eq!((still.settings().chapter, still.visit().is_playing()), (LAST, false));
    // Another library shows the same example.
    let numpy = after(&opened, Action::SetLibrary(Library::NumPy));
    assert_eq!((numpy.visit().example, numpy.settings().chapter), (Some(example.id), at(0)));
    for action in [
        Action::Edit(OperandId::B, "7".to_owned()),
        Action::SetInPlace(true),
        Action::SetOperator(Operator::Maximum.into()),
    ] {
        let edited = after(&opened, action);
        assert_eq!(
            (edited.visit().example, edited.visit().is_playing(), edited.settings().chapter),
            (None, false, LAST)
        );
        assert_eq!(edited.visit().history_entries, 1, "editing replaces the entry");
    }
    let in_place = EXAMPLES.iter().find(|example| example.in_place).expect("one is in place");
    let opened = after(&opened, Action::OpenExample(in_place, false));
    assert_eq!((opened.settings().operator, opened.settings().in_place), (in_place.operator.into(), true));
}

#[test]
fn a_link_that_is_loaded_replaces_all_settings_and_keeps_the_visit() {
    let model = after(&after(&open("?a=7,1&b=2&loop=1"), Action::SetSpeed(2.0)), Action::Play);
    let model = after(&model, Action::OpenExample(&EXAMPLES[0], true));
    let loaded = after(&model, Action::LoadLink("?a=9&b=9&chapter=2&op=dance".to_owned()));
    assert_eq!(loaded.settings().to_query(), "?a=9&b=9&chapter=2");
    assert_eq!((loaded.visit().is_playing(), loaded.visit().example, loaded.visit().speed), (false, None, 2.0));
    assert_eq!((loaded.visit().history_entries, loaded.visit().ignored.as_slice()), (1, ["op"].as_slice()));
    assert_eq!(**loaded.analysis(), Analysis::new(loaded.settings()));
    assert!(after(&loaded, Action::DismissNotes).visit().ignored.is_empty());
}

#[test]
fn settings_from_outside_keep_what_goes_on() {
    let playing = after(&open("?a=4,1&b=3&chapter=2"), Action::Play);
    let replace = |model: &Model, query: &str| after(model, Action::ReplaceSettings(query.to_owned()));
    let dark = replace(&playing, "?a=4,1&b=3&chapter=2&theme=dark");
    assert!(dark.visit().is_playing() && dark.settings().theme == Theme::Dark);
    assert!(!replace(&playing, "?a=4,1&b=3&chapter=3").visit().is_playing(), "another chapter stops the story");
    let other = replace(&dark, "?a=5,1&b=3&chapter=2");
    assert_eq!(
        (other.visit().is_playing(), other.settings().chapter),
        (false, LAST),
        "the chapter was the other story's"
    );
    assert_eq!(replace(&dark, "?a=5,1&b=3&chapter=3").settings().chapter, at(2), "the chapter is the new story's");
    let waiting = open("?a=4,1&b=3&embed=1");
    assert_eq!(replace(&waiting, "?a=5,1&b=3&embed=1").settings().chapter, None, "the story has not begun");
    let pinned = open("?a=4,1&b=3&cell=1,1");
    assert_eq!(replace(&pinned, "?a=5,1&b=3&cell=1,1").settings().cell, None);
    assert_eq!(replace(&pinned, "?a=5,1&b=3&cell=1,2").settings().cell, cell(Panel::Result, &[1, 2]));
    let noted = replace(&pinned, "?a=5,1&b=3&op=dance");
    assert_eq!(noted.visit().ignored, ["op"]);
    let example = after(&open(""), Action::OpenExample(&EXAMPLES[0], false));
    assert_eq!(replace(&example, "?a=5,1&b=3").visit().example, None);
}

#[test]
fn another_library_has_its_own_verdict_of_the_same_story() {
    let model = open("?a=5,2&b=3");
    let numpy = after(&model, Action::SetLibrary(Library::NumPy));
    assert_eq!(numpy.analysis().verdict, Analysis::new(numpy.settings()).verdict);
    assert_ne!(numpy.analysis().verdict, model.analysis().verdict);
    let (before, now) = (model.shown().expect("a story"), numpy.shown().expect("a story"));
    assert!(std::rc::Rc::ptr_eq(&before.operation, &now.operation), "what plays is left as it is");
    // Where the libraries make other elements, the diagram shows the other operation.
    let model = open("?a=2,3&b=3&op=floor_divide");
    let numpy = after(&model, Action::SetLibrary(Library::NumPy));
    assert!(matches!(numpy.analysis().verdict, Verdict::Broadcasts(_)));
    let shown = &numpy.shown().expect("a story").operation;
    assert!(std::rc::Rc::ptr_eq(shown, numpy.analysis().operation.as_ref().expect("an operation")));
}

#[test]
fn while_an_operand_cannot_be_read_the_last_picture_stays() {
    let model = open("?a=4,1&b=3&chapter=last");
    let unreadable = after(&model, Action::Edit(OperandId::A, "4;".to_owned()));
    assert_eq!(unreadable.analysis().verdict, Verdict::Unreadable);
    let (before, now) = (model.shown().expect("a story"), unreadable.shown().expect("the story before"));
    assert!(std::rc::Rc::ptr_eq(&before.operation, &now.operation));
    assert_eq!(unreadable.last_chapter(), 5);
    let readable = after(&unreadable, Action::Edit(OperandId::A, "4,1,1".to_owned()));
    assert_ne!(readable.shown().expect("a story").operation, before.operation);
}

/// Found on re-analysis: in place, NumPy names three shapes, and only what fits nowhere is beyond the limits.
#[test]
fn the_verdict_is_that_of_the_operation_that_is_run() {
    let verdict = |query: &str| Analysis::new(&Settings::from_query(query).0).verdict;
    let message = "operands could not be broadcast together with shapes (5,2,4,1) (3,1,1) (5,2,4,1) ";
    let clash = verdict("?a=5,2,4,1&b=3,1,1&library=numpy&inplace=1");
    assert!(matches!(&clash, Verdict::Fails { shape: None, error, .. } if error.message == message), "{clash:?}");
    assert!(matches!(
        verdict("?a=1,3,1&b=3,1,7&inplace=1"),
        Verdict::Fails { check: Some(Check::OutputShape), shape: Some(_), .. }
    ));
    assert!(matches!(
        verdict("?a=1&b=0&inplace=1"),
        Verdict::Fails { check: Some(Check::OutputShape), shape: Some(_), .. }
    ));
    assert!(matches!(
        verdict("?a=9223372036854775807,3&b=3&inplace=1"),
        Verdict::Fails { check: Some(Check::Shapes | Check::OperandLimits), shape: Some(_), .. }
    ));
    assert!(matches!(
        verdict("?a=9223372036854775807,3&b=3"),
        Verdict::Fails { check: Some(Check::Shapes | Check::OperandLimits), shape: Some(_), .. }
    ));
    assert!(matches!(verdict("?a=2,3&b=3&inplace=1"), Verdict::Broadcasts(_)));
    // Real numbers cannot be written into whole ones; NumPy says so before it looks at the shapes.
    let error = |query: &str| verdict(query).error().map(ToString::to_string);
    let torch = "RuntimeError: result type Float can't be cast to the desired output type Long";
    assert_eq!(error("?a=torch.arange(3)&b=2.5&inplace=1").as_deref(), Some(torch));
    assert_eq!(error("?a=torch.arange(3)&b=3&op=div&inplace=1").as_deref(), Some(torch));
    let numpy = "UFuncTypeError: Cannot cast ufunc 'add' output from dtype('float64') to dtype('int64') with casting rule \
                 'same_kind'";
    assert_eq!(error("?a=np.arange(3)&b=np.ones(4)&inplace=1&library=numpy").as_deref(), Some(numpy));
    assert_eq!(error("?a=3&b=2.5&inplace=1"), None, "a bare shape says nothing of its elements");
    // Values count as well: 0, 1, 2 cannot all divide an integer, except in NumPy.
    assert!(matches!(
        verdict("?a=2,3&b=3&op=floor_divide"),
        Verdict::Fails { check: Some(Check::OperandTypes | Check::Kernel | Check::Elements), .. }
    ));
    assert!(matches!(verdict("?a=2,3&b=3&op=floor_divide&library=numpy"), Verdict::Broadcasts(_)));
    assert!(matches!(
        verdict("?a=2,3&b=tensor([1,2,-3])&op=pow&library=numpy"),
        Verdict::Fails { check: Some(Check::OperandTypes | Check::Kernel | Check::Elements), .. }
    ));
}

#[test]
fn while_somebody_types_an_error_waits_and_the_last_good_picture_stays() {
    let mut model = Model::open("?a=4,3&b=3", Locale::En);
    let shape = |model: &Model| model.shown().and_then(|shown| shown.operation.shape().cloned());
    let good = shape(&model);
    for text in ["4,2", "4,("] {
        model.reduce(Action::Edit(OperandId::A, text.to_owned()));
        assert_eq!(shape(&model), good, "{text}");
    }
    assert!(model.is_waiting() && model.is_stale());
    assert!(model.reduce(Action::EndTyping));
    assert!(!model.is_waiting());
    model.reduce(Action::Edit(OperandId::A, "4,2".to_owned()));
    assert!(model.is_waiting());
    model.reduce(Action::EndTyping);
    assert_eq!(shape(&model), None, "the clash is shown after the pause");
    assert!(!model.is_stale());
    // What is not typed does not wait.
    model.reduce(Action::Swap);
    assert!(!model.is_waiting());
    // A text without an error does not wait either.
    model.reduce(Action::Edit(OperandId::B, "4,3".to_owned()));
    assert!(!model.is_waiting());
    assert_eq!(shape(&model), good);
}

#[test]
fn what_says_the_same_operation_changes_nothing_that_is_shown() {
    let program = "import torch\nx = torch.ones(4, 1) + torch.ones(3)";
    let opened = after(&open(""), Action::OpenCode(program.to_owned()));
    let edited = |model: &Model, action| after(model, action).shown().cloned().expect("a picture");
    let of = |model: &Model| model.shown().cloned().expect("a picture");
    let typed = |text: &str| Action::EditCode([program, text].concat());
    for same in ["  # a comment", "\n", "\ny = 2"] {
        assert_eq!(edited(&opened, typed(same)), of(&opened), "{same}");
    }
    for other in [".reshape(1, 3)", "\ny = x * x"] {
        assert_ne!(edited(&opened, typed(other)), of(&opened), "{other}");
    }
    // Where the text could not be read in between, too.
    let unread = after(&open("?a=4,1&b=3"), Action::Edit(OperandId::A, "4,1(".to_owned()));
    let fixed = edited(&unread, Action::Edit(OperandId::A, "4, 1".to_owned()));
    assert_eq!(fixed, of(&unread));
    assert!(!after(&unread, Action::Edit(OperandId::A, "4, 1".to_owned())).is_stale());
    assert_ne!(edited(&unread, Action::Edit(OperandId::A, "5, 1".to_owned())), of(&unread));
}

#[test]
fn a_third_operand_makes_the_operation_where() {
    let model = open("?a=4,1&b=3&inplace=1");
    let where_of = |model: &Model| model.analysis().operation.as_ref().map(|operation| operation.combination().clone());
    let three = after(&model, Action::SetWhere);
    assert_eq!(three.settings().operands(), OperandId::ALL);
    assert_eq!(where_of(&three), Some(Combination::Where { is_method: false }));
    // It does not write into a.
    assert!(!three.settings().in_place);
    assert!(matches!(three.analysis().verdict, Verdict::Broadcasts(_)));
    let typed = after(&three, Action::Edit(OperandId::C, "5".to_owned()));
    assert_eq!(typed.settings().to_query(), "?a=4,1&b=3&c=5&chapter=last");
    assert!(matches!(typed.analysis().verdict, Verdict::Fails { shape: None, .. }));
    // An empty field is still there.
    let empty = after(&typed, Action::Edit(OperandId::C, String::new()));
    assert_eq!(empty.settings().operands(), OperandId::ALL);
    assert_eq!(empty.analysis().verdict, Verdict::Unreadable);
    assert_eq!(after(&typed, Action::Undo).settings().c, three.settings().c);
    let two = after(&typed, Action::SetOperator(Operator::Maximum.into()));
    assert_eq!((two.settings().operands(), two.settings().operator), (&OperandId::PAIR[..], Operator::Maximum.into()));
    assert_eq!(after(&typed, Action::OpenExample(&EXAMPLES[0], false)).settings().operands(), OperandId::PAIR);
    // Its cells can be pinned.
    let pinned = |cell: &str| open(&format!("?a=4,1&b=3&c=2,1,1&cell={cell}")).settings().cell.clone();
    assert_eq!(pinned("c:1,0,0"), cell(Panel::Operand(OperandId::C), &[1, 0, 0]));
    assert_eq!(pinned("c:2,0,0"), None);
    // There is no question about three operands.
    assert_eq!(typed.analysis().subject(typed.settings()), None);
}

#[test]
fn an_operand_of_a_program_is_called_by_its_text() {
    let names = |program: &str| {
        let code = program.replace('\n', "%0A").replace('=', "%3D").replace('+', "%2B");
        let model = open(&format!("?code={code}"));
        let operation = model.analysis().operation.clone().expect("the program has an operation");
        operation.operands().iter().map(|&operand| operation.name(operand).to_owned()).collect::<Vec<_>>()
    };
    let program = |last: &str| format!("import numpy as np\nmask = np.ones(3)\na = np.ones(4)\nx = np.ones(4)\n{last}");
    assert_eq!(names(&program("mask[:, None] + a")), ["mask[:, None]", "a"]);
    assert_eq!(names(&program("a + x")), ["a", "x"]);
    assert_eq!(names(&program("mask[:, None] + x")), ["mask[:, None]", "x"]);
}

#[test]
fn fields_do_not_show_another_operation_than_the_program_that_is_closed() {
    let shapes = |last: &str| {
        let lines = ["import torch", "x = torch.ones(2, 3)", "y = torch.ones(3, 4)", "v = torch.ones(3)", last];
        let model = open(&format!("?a=4,1&b=3&code={}", lines.join("%0A").replace(" = ", "%3D").replace('+', "%2B")));
        assert!(model.analysis().operation.is_some(), "{last}");
        let closed = after(&model, Action::CloseCode);
        let settings = closed.settings();
        settings.operands().iter().map(|&operand| settings.operand_text(operand).to_owned()).collect::<Vec<_>>()
    };
    assert_eq!(shapes("x + v"), ["(2, 3)", "(3,)"]);
    assert_eq!(shapes("torch.where(v > 0, x, v)"), ["(3,)", "(2, 3)", "(3,)"]);
    // The first field has the condition.
    assert_eq!(shapes("x.where(v > 0, v)"), ["(3,)", "(2, 3)", "(3,)"]);
    assert_eq!(shapes("x @ y"), ["(2, 3)", "(3, 4)"]);
    // As before the program was opened.
    assert_eq!(shapes("torch.clamp(x, v, v)"), ["4,1", "3"]);
}

#[test]
fn a_size_that_is_held_changes_its_text_alone_and_is_one_entry_of_undo() {
    let (a, b) = (OperandId::A, OperandId::B);
    let mut model = Model::open("?a=(batch=5, 4)&b=4&chapter=1", Locale::En);
    assert_eq!(model.held_sizes(), [(a, 0), (a, 1), (b, 0)]);
    for size in [6, 7, 12] {
        assert!(model.reduce(Action::SetSize((a, 0), size)));
        assert_eq!(model.settings().a, format!("(batch={size}, 4)"));
        assert!(model.visit().held && model.chapter() == model.last_chapter(), "the picture follows, without a story");
    }
    assert!(!model.visit().typing, "what fails is seen at once");
    model.reduce(Action::SetSize((b, 0), 3));
    assert!(model.analysis().verdict.error().is_some() && !model.is_waiting());
    assert!(model.visit().holding, "its address waits");
    assert!(model.reduce(Action::LetGo) && !model.visit().holding);
    model.reduce(Action::SetSize((b, 0), 1));
    // Three changes: the size of a, that of b, and after it was let go that of b again.
    let texts = |model: &Model| (model.settings().a.clone(), model.settings().b.clone());
    for expected in [("(batch=12, 4)", "3"), ("(batch=12, 4)", "4"), ("(batch=5, 4)", "4")] {
        assert!(model.reduce(Action::Undo));
        assert_eq!(texts(&model), (expected.0.to_owned(), expected.1.to_owned()));
        assert!(!model.visit().held);
    }
    assert!(!model.reduce(Action::Undo));
}

#[test]
fn sizes_of_expressions_values_programs_and_questions_are_not_held() {
    for query in [
        "?a=torch.ones(4, 1)&b=[[1, 2]]",
        "?a=N,N&b=()",
        "?code=import torch%0Atorch.ones(3) %2B torch.ones(3)",
        "?a=4,1&b=3&predict=shape",
    ] {
        let mut model = Model::open(query, Locale::En);
        assert_eq!(model.held_sizes(), [], "{query}");
        let settings = model.settings().clone();
        model.reduce(Action::SetSize((OperandId::A, 0), 7));
        assert_eq!(model.settings().a, settings.a, "{query}");
    }
    // A size without a place.
    let mut model = Model::open("?a=4,1&b=3", Locale::En);
    assert!(!model.reduce(Action::SetSize((OperandId::B, 4), 7)));
    assert!(!model.reduce(Action::SetSize((OperandId::C, 0), 7)));
}

#[test]
fn a_first_axis_of_size_1_is_inserted_and_taken_away_as_a_person_writes_it() {
    for (before, after) in [
        ("3", "1,3"),
        ("(3,)", "(1,3,)"),
        ("4, 3", "1, 4, 3"),
        ("[4 3]", "[1 4 3]"),
        ("4x3", "1x4x3"),
        ("(N=4, 3)", "(1, N=4, 3)"),
        ("N: 4, M: 3", "1, N: 4, M: 3"),
    ] {
        let mut model = Model::open("?a=9&b=1", Locale::En);
        model.reduce(Action::Edit(OperandId::B, before.to_owned()));
        model.reduce(Action::EndTyping);
        let read =
            |model: &Model| model.analysis().operands[OperandId::B].as_ref().map(|read| read.shape().clone()).ok();
        let shape = read(&model).expect(before);
        model.reduce(Action::SetAxis(OperandId::B, 0, true));
        let wider: Shape = [1].into_iter().chain(shape.iter().copied()).collect();
        assert_eq!((model.settings().b.as_str(), read(&model)), (after, Some(wider)), "{before}");
        model.reduce(Action::SetAxis(OperandId::B, 0, false));
        assert_eq!((model.settings().b.as_str(), read(&model)), (before, Some(shape)), "{before}");
    }
    for (before, at, after) in [
        ("3", 1, "3,1"),
        ("(3,)", 1, "(3,1,)"),
        ("4, 3", 1, "4, 1, 3"),
        ("[4 3]", 2, "[4 3 1]"),
        ("(N=4, M=3)", 1, "(N=4, 1, M=3)"),
        ("5x4x3", 2, "5x4x1x3"),
    ] {
        let mut model = Model::open("?a=9&b=1", Locale::En);
        model.reduce(Action::Edit(OperandId::B, before.to_owned()));
        model.reduce(Action::EndTyping);
        model.reduce(Action::SetAxis(OperandId::B, at, true));
        assert_eq!(model.settings().b, after);
        assert_eq!(model.analysis().operands[OperandId::B].as_ref().expect(after).shape()[at], 1, "{after}");
        model.reduce(Action::SetAxis(OperandId::B, at, false));
        assert_eq!(model.settings().b, before);
    }
    // Nothing to insert before, and nothing to take away.
    for (query, inserts) in [("?a=4&b=()", true), ("?a=4&b=3", false), ("?a=4&b=2,3", false), ("?a=4&b=1", false)] {
        let mut model = Model::open(query, Locale::En);
        assert!(!model.reduce(Action::SetAxis(OperandId::B, 0, inserts)), "{query}");
    }
}
