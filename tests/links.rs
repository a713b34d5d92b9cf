//! Links and the model: the codec loses nothing, no link is too much, and every action does what it says.
#![cfg(not(target_arch = "wasm32"))]
#![allow(clippy::expect_used, reason = "a test fails by panicking")]

use broadcast_visualizer::broadcast::{Dtype, OperandId, Operator};
use broadcast_visualizer::diagram::{Blocks, CellRef, Panel};
use broadcast_visualizer::examples::EXAMPLES;
use broadcast_visualizer::i18n::Locale;
use broadcast_visualizer::library::Library;
use broadcast_visualizer::state::{Action, Analysis, Controls, Model, NAMES, Settings, ShareFormat, Theme, Verdict};
use proptest::prelude::*;

fn settings() -> impl Strategy<Value = Settings> {
    (
        ("\\PC{0,40}", "\\PC{0,40}", prop::option::of(0_usize..100)),
        (0..Operator::ALL.len(), 0..Library::ALL.len(), 0..Theme::ALL.len(), prop::option::of(0..Locale::ALL.len())),
        (any::<bool>(), any::<bool>(), prop::option::of(0..Dtype::ALL.len())),
        (
            any::<bool>(),
            any::<bool>(),
            any::<bool>(),
            prop::option::of((0..3_usize, prop::collection::vec(any::<u64>(), 0..5))),
        ),
        0..Controls::ALL.len(),
    )
        .prop_map(
            |(
                (a, b, chapter),
                (operator, library, theme, locale),
                (in_place, embed, dtype),
                (looping, autoplay, stacked, cell),
                controls,
            )| Settings {
                a,
                b,
                operator: Operator::ALL[operator],
                library: Library::ALL[library],
                in_place,
                dtype: dtype.map(|dtype| Dtype::ALL[dtype]),
                chapter,
                cell: cell.map(|(panel, index)| CellRef { panel: Panel::ALL[panel], index }),
                blocks: if stacked { Blocks::Depth } else { Blocks::Beside },
                looping,
                autoplay,
                controls: Controls::ALL[controls],
                theme: Theme::ALL[theme],
                locale: locale.map(|locale| Locale::ALL[locale]),
                embed,
            },
        )
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn a_link_brings_back_what_it_was_made_of(settings in settings()) {
        let link = settings.to_query();
        prop_assert!(link.is_ascii() && !link.contains([' ', '#', '"', '<', '>']), "{}", link);
        prop_assert_eq!(Settings::from_query(&link), (settings, Vec::new()));
    }

    #[test]
    fn no_link_is_too_much(link in prop_oneof!["\\PC{0,300}", "[?&=%+a-f0-9,()]{0,200}", "(\\?|&)(a|b|op|library|inplace|dtype|chapter|cell|blocks|loop|autoplay|controls|theme|locale|embed)=[%a-z0-9+-]{0,12}"]) {
        let (settings, ignored) = Settings::from_query(&link);
        prop_assert!(ignored.len() <= 11);
        let analysis = Analysis::new(&settings);
        prop_assert_eq!(analysis.operation.is_none(), analysis.verdict == Verdict::Unreadable);
    }
}

#[test]
fn a_cell_of_a_link_is_lit_where_there_is_one() {
    let opened = |query: &str| {
        let model = Model::open(query, Locale::En);
        let analysis = Analysis::new(&model.settings);
        let model = model.checked(&analysis);
        (model.settings.cell, model.ignored)
    };
    let cell = |panel, index: &[u64]| Some(CellRef { panel, index: index.to_vec() });
    assert_eq!(opened("?a=4,1&b=3&cell=2,1"), (cell(Panel::Result, &[2, 1]), vec![]));
    assert_eq!(opened("?a=4,1&b=3&cell=b:3,2"), (cell(Panel::Operand(OperandId::B), &[3, 2]), vec![]));
    assert_eq!(opened("?a=()&b=()&cell="), (cell(Panel::Result, &[]), vec![]));
    // Without a result there are only the operands as they were.
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
fn a_story_plays_by_itself_and_again_only_where_the_link_asks() {
    let open = |query: &str| Model::open(query, Locale::En).autoplayed(false);
    assert!(!open("?a=4,1&b=3").playing);
    let asked = open("?a=4,1&b=3&autoplay=1&loop=1");
    assert_eq!((asked.playing, asked.settings.chapter), (true, Some(0)));
    let end = asked.reduce(Action::ChapterReached { chapter: 5, last: 5 }).expect("another chapter");
    assert!(end.playing, "the clock begins again");
    let once = end.reduce(Action::SetLooping(false)).expect("not again");
    let end = once.reduce(Action::ChapterReached { chapter: 4, last: 4 }).expect("the end");
    assert!(!end.playing);
    let moved = end.reduce(Action::LoadLink("?a=4,1&b=2&autoplay=1".to_owned())).expect("another link");
    assert!(!moved.playing, "only when the page is opened");
}

#[test]
fn encodings_are_undone() {
    for (written, read) in [
        ("5,3,4,1", "5,3,4,1"),
        ("5+3+4+1", "5 3 4 1"),
        ("5%2C3", "5,3"),
        ("%285%2c+3%29", "(5, 3)"),
        ("5%C3%973", "5×3"),
        ("100%", "100%"),
        ("%zz", "%zz"),
        ("%ff", "\u{fffd}"),
        ("a=4", "a=4"),
    ] {
        assert_eq!(Settings::from_query(&format!("?a={written}&b=3")).0.a, read);
    }
    assert_eq!(Settings::from_query("?a=1&a=2").0.a, "1", "the first of several counts");
}

#[test]
fn a_value_that_cannot_be_used_is_named_and_the_default_stands() {
    let link = "?a=4,1&b=3&op=dance&library=jax&inplace=maybe&chapter=-1&theme=pink&locale=fr&embed=2&what=ever";
    let (settings, ignored) = Settings::from_query(link);
    assert_eq!(ignored, ["op", "library", "inplace", "chapter", "theme", "locale", "embed"]);
    assert_eq!(settings, Settings { a: "4,1".to_owned(), b: "3".to_owned(), ..Settings::default() });
}

fn model(query: &str) -> Model {
    Model::open(query, Locale::En)
}

#[test]
fn what_changes_nothing_is_no_change() {
    let model = model("?a=5,3&b=3");
    for action in [
        Action::Edit(OperandId::A, "5,3".to_owned()),
        Action::SetOperator(Operator::Add),
        Action::SetLibrary(Library::PyTorch),
        Action::SetInPlace(false),
        Action::Pause,
        Action::GoToChapter { chapter: 9, last: 4 },
        Action::Dismiss,
    ] {
        assert_eq!(model.reduce(action.clone()), None, "{action:?}");
    }
}

#[test]
fn an_edited_example_is_no_longer_the_example() {
    let example = EXAMPLES[0];
    let open = model("").reduce(Action::OpenExample(example.id, true)).expect("it opens");
    assert_eq!((open.settings.a.as_str(), open.example, open.playing), (example.a, Some(example.id), true));
    assert_eq!((open.settings.chapter, open.visits), (Some(0), 1));
    // Another library shows the same example.
    let spoken = open.reduce(Action::SetLibrary(Library::NumPy)).expect("a change");
    assert_eq!((spoken.example, spoken.settings.chapter), (Some(example.id), Some(0)));
    for action in
        [Action::Edit(OperandId::B, "7".to_owned()), Action::SetInPlace(true), Action::SetOperator(Operator::Maximum)]
    {
        let edited = open.reduce(action).expect("a change");
        assert_eq!((edited.example, edited.playing, edited.settings.chapter), (None, false, None));
        assert_eq!(edited.visits, 1, "editing replaces the history entry");
    }
}

#[test]
fn chapters_are_reached_by_stepping_and_by_playing() {
    let model = model("?a=4,1&b=3");
    let playing = model.reduce(Action::Play(true)).expect("a change");
    assert_eq!((playing.playing, playing.settings.chapter), (true, Some(0)));
    let reached = playing.reduce(Action::ChapterReached { chapter: 2, last: 5 }).expect("a change");
    assert_eq!((reached.playing, reached.settings.chapter), (true, Some(2)));
    let stepped = reached.reduce(Action::GoToChapter { chapter: 3, last: 5 }).expect("a change");
    assert_eq!((stepped.playing, stepped.settings.chapter), (false, Some(3)));
    let ended = stepped.reduce(Action::GoToChapter { chapter: 5, last: 5 }).expect("a change");
    assert_eq!(ended.settings.chapter, None, "the last chapter goes without saying");
    let loaded = ended.reduce(Action::LoadLink("?a=9&b=9&chapter=2".to_owned())).expect("a change");
    assert_eq!((loaded.settings.a.as_str(), loaded.settings.chapter), ("9", Some(1)));
    let swapped = loaded.reduce(Action::Edit(OperandId::A, "3,1".to_owned())).and_then(|m| m.reduce(Action::Swap));
    assert_eq!(swapped.map(|m| (m.settings.a, m.settings.b)), Some(("9".to_owned(), "3,1".to_owned())));
}

/// Found on re-analysis: in place, NumPy names three shapes, and only what fits nowhere is beyond the limits.
#[test]
fn the_verdict_is_that_of_the_operation_that_is_run() {
    let verdict = |query: &str| Analysis::new(&Settings::from_query(query).0).verdict;
    let message = "operands could not be broadcast together with shapes (5,2,4,1) (3,1,1) (5,2,4,1) ";
    let clash = verdict("?a=5,2,4,1&b=3,1,1&library=numpy&inplace=1");
    assert!(matches!(&clash, Verdict::Clash(error) if error.message == message), "{clash:?}");
    assert!(matches!(verdict("?a=1,3,1&b=3,1,7&inplace=1"), Verdict::DoesNotFitInPlace(..)));
    assert!(matches!(verdict("?a=1&b=0&inplace=1"), Verdict::DoesNotFitInPlace(..)));
    assert!(matches!(verdict("?a=9223372036854775807,3&b=3&inplace=1"), Verdict::BeyondLimits(..)));
    assert!(matches!(verdict("?a=9223372036854775807,3&b=3"), Verdict::BeyondLimits(..)));
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
    assert!(matches!(verdict("?a=2,3&b=3&op=floor_divide"), Verdict::Undefined(..)));
    assert!(matches!(verdict("?a=2,3&b=3&op=floor_divide&library=numpy"), Verdict::Broadcasts(_)));
    assert!(matches!(verdict("?a=2,3&b=tensor([1,2,-3])&op=pow&library=numpy"), Verdict::Undefined(..)));
}

#[test]
fn what_is_copied_to_be_shown_elsewhere_holds_any_text_as_text() {
    let hostile = "\"><script>alert(1)</script>&amp;](javascript:alert(1))\n`*_";
    let settings = Settings { a: hostile.to_owned(), chapter: Some(2), ..Settings::default() };
    let text = |form: ShareFormat| form.text("https://example.org/bv/index.html", &settings, Locale::En);
    let query = settings.to_query();
    assert_eq!(text(ShareFormat::Link), format!("https://example.org/bv/index.html{query}"));
    let frame = text(ShareFormat::Frame);
    assert!(
        frame.starts_with("<iframe src=\"https://example.org/bv/index.html?a=") && frame.contains("&amp;chapter=3")
    );
    assert_eq!(frame.matches('"').count(), 10, "{frame}");
    let element = text(ShareFormat::Element);
    assert!(element.contains("src=\"https://example.org/bv/element/broadcast-visualizer.js\""), "{element}");
    assert!(element.contains(" a=\"&quot;>&lt;script>alert(1)&lt;/script>&amp;amp;](javascript"), "{element}");
    assert_eq!(element.matches('<').count(), 4, "the two elements and their ends: {element}");
    let markdown = text(ShareFormat::Markdown);
    assert!(markdown.contains("\\](javascript") && markdown.lines().count() == 1, "{markdown}");
    assert!(markdown.ends_with("&chapter=3)") && markdown.matches(")](").count() == 1, "{markdown}");
}

#[test]
fn settings_from_outside_keep_what_goes_on() {
    let model = Model::open("?a=4,1&b=3&chapter=2", Locale::En);
    let playing = model.reduce(Action::Play(false)).expect("it plays");
    let dark =
        playing.reduce(Action::ReplaceSettings("?a=4,1&b=3&chapter=2&theme=dark".to_owned())).expect("another theme");
    assert!(dark.playing && dark.settings.theme == Theme::Dark);
    let other = dark.reduce(Action::ReplaceSettings("?a=5,1&b=3&chapter=2".to_owned())).expect("another question");
    assert_eq!((other.playing, other.settings.chapter), (false, None), "another story is told from its end");
    let placed =
        dark.reduce(Action::ReplaceSettings("?a=5,1&b=3&chapter=3".to_owned())).expect("another question and chapter");
    assert_eq!(placed.settings.chapter, Some(2));
}

#[test]
fn it_plays_by_itself_only_where_that_is_asked_for_and_can_be_stopped() {
    let plays = |query: &str, still: bool| Model::open(query, Locale::En).autoplayed(still).playing;
    assert!(plays("?autoplay", false) && plays("?autoplay=1&embed=1&controls=play", false));
    assert!(!plays("?autoplay=0", false) && !plays("?a=1", false));
    assert!(!plays("?autoplay=1", true), "no motion is wanted");
    assert!(!plays("?autoplay=1&embed=1&controls=none", false), "nothing could stop it");
}

#[test]
fn scripts_have_the_same_schema() {
    let script = include_str!("../src/embed/schema.js");
    let (_, table) = script.split_once("DEFAULTS = {").expect("the table");
    let (table, _) = table.split_once('}').expect("its end");
    let rows: Vec<(&str, &str)> =
        table.lines().filter_map(|line| line.trim().strip_suffix(',')?.split_once(": ")).collect();
    let names: Vec<&str> = rows.iter().map(|(name, _)| *name).chain(["embed"]).collect();
    assert_eq!(names, NAMES);
    // Saying every default that is a text changes nothing.
    let said: Vec<String> = rows
        .iter()
        .filter(|(_, value)| value.starts_with('"'))
        .map(|(name, value)| format!("{name}={}", value.trim_matches('"')))
        .collect();
    assert_eq!(Settings::from_query(&said.join("&")), (Settings::default(), Vec::new()));
    let elements = include_str!("../xtask/npm/custom-elements.json");
    let types = include_str!("../xtask/npm/index.d.ts");
    let readme = include_str!("../xtask/npm/README.md");
    for (name, _) in rows {
        assert!(
            readme.lines().any(|line| line.starts_with("| `") && line.contains(&format!("`{name}`"))),
            "README.md: {name}"
        );
        assert!(elements.contains(&format!("{{ \"name\": \"{name}\", \"fieldName\"")), "custom-elements.json: {name}");
        let typed = [' ', '\n'].into_iter().any(|then| types.contains(&format!("\n  {name}:{then}")));
        assert!(typed, "index.d.ts: {name}");
    }
    for operator in Operator::ALL {
        let query = Settings { operator, ..Settings::default() }.to_query();
        let name = query.split_once("op=").map_or("add", |(_, name)| name);
        assert!(elements.contains(&format!("\\\"{name}\\\"")), "custom-elements.json: {name}");
        assert!(types.contains(&format!("\"{name}\"")), "index.d.ts: {name}");
        assert!(readme.contains(&format!("`{name}`")), "README.md: {name}");
    }
}
