//! The link codec and the texts for sharing: they lose nothing, and no text is an error.

use std::collections::BTreeSet;

use broadcast_visualizer::i18n::Locale;
use broadcast_visualizer::state::{
    Analysis, Binary, ChapterRef, Code, Controls, SETTINGS, Settings, ShareFormat, Theme, Third, Verdict,
};
use broadcasting_diagram::{Blocks, CellRef, Panel};
use proptest::prelude::*;
use tensor_broadcasting::library::Library;
use tensor_broadcasting::{Dtype, OperandId, Operator};

fn settings() -> impl Strategy<Value = Settings> {
    (
        ("\\PC{0,40}", "\\PC{0,40}", prop::option::of("\\PC{0,40}"), prop::option::of(prop::option::of(0_usize..100))),
        (0..Binary::ALL.len(), 0..Library::ALL.len(), 0..Theme::ALL.len(), prop::option::of(0..Locale::ALL.len())),
        (any::<bool>(), any::<bool>(), prop::option::of(0..Dtype::ALL.len())),
        (
            any::<bool>(),
            any::<bool>(),
            any::<bool>(),
            any::<bool>(),
            prop::option::of((0..Panel::ALL.len(), prop::collection::vec(any::<u64>(), 0..5))),
        ),
        0..Controls::ALL.len(),
        (prop_oneof![3 => Just(String::new()), 1 => "[\\PC\n#&]{0,40}"], prop::option::of(0..9_usize)),
    )
        .prop_map(
            |(
                (a, b, c, chapter),
                (operator, library, theme, locale),
                (in_place, embed, dtype),
                (gradient, looping, autoplay, stacked, cell),
                controls,
                (code, operation),
            )| Settings {
                library: Library::ALL[library],
                operation,
                dtype: dtype.map(|dtype| Dtype::ALL[dtype]),
                chapter: chapter.map(|index| index.map_or(ChapterRef::Last, ChapterRef::Index)),
                cell: cell.map(|(panel, index)| CellRef { panel: Panel::ALL[panel], index }),
                blocks: if stacked { Blocks::Depth } else { Blocks::Beside },
                gradient,
                looping,
                autoplay,
                controls: Controls::ALL[controls],
                theme: Theme::ALL[theme],
                locale: locale.map(|locale| Locale::ALL[locale]),
                embed,
                // A link with a program leaves out what the program says.
                ..if code.is_empty() {
                    Settings { a, b, c: Third(c), operator: Binary::ALL[operator], in_place, ..Settings::default() }
                } else {
                    Settings { code: Code::from(code), ..Settings::default() }
                }
            },
        )
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn a_link_reads_back_the_settings_it_was_written_from(settings in settings()) {
        let link = settings.to_query();
        prop_assert!(link.is_ascii() && !link.contains([' ', '"', '<', '>']), "{}", link);
        // Only a program stands in the fragment, which no server sees, and nothing else does.
        let fragment = link.split_once('#').map_or("", |(_, fragment)| fragment);
        prop_assert_eq!(fragment.starts_with("code="), settings.has_code(), "{}", link);
        prop_assert!(!fragment.contains(['#', '&']), "{}", link);
        prop_assert_eq!(Settings::from_query(&link), (settings, Vec::new()));
    }

    #[test]
    fn no_text_is_an_error(link in prop_oneof!["\\PC{0,300}", "[?&=%+a-f0-9,()]{0,200}", parts().prop_map(|parts| joined(&parts))]) {
        let (settings, _) = Settings::from_query(&link);
        let analysis = Analysis::new(&settings);
        prop_assert_eq!(analysis.operation.is_none(), analysis.verdict == Verdict::Unreadable);
    }

    /// The first value of each name counts, alone: nothing else in the link changes what it sets.
    #[test]
    fn the_settings_of_a_link_are_independent(parts in parts()) {
        let (settings, ignored) = Settings::from_query(&joined(&parts));
        let mut expected: Vec<(&str, String)> = Vec::new();
        let mut expected_ignored = Vec::new();
        for setting in SETTINGS {
            let first = parts.iter().find(|(name, _)| *name == setting.name).cloned();
            let (alone, bad) = Settings::from_query(&joined(first.as_slice()));
            expected_ignored.extend(bad);
            let found = alone.entries().find(|(found, _)| found.name == setting.name);
            expected.extend(found.map(|(found, value)| (found.name, value.into_owned())));
        }
        // Links with a program or a set of questions leave out what these say.
        let says = settings.has_code() || settings.has_set();
        let is_of_step = |name: &str| SETTINGS.iter().any(|setting| setting.is_of_step && setting.name == name);
        expected.retain(|(name, _)| match settings.has_steps() {
            true => !is_of_step(name),
            false => !(says && ["a", "b", "op", "inplace"].contains(name)),
        });
        let written: Vec<(&str, String)> =
            settings.entries().map(|(setting, value)| (setting.name, value.into_owned())).collect();
        prop_assert_eq!(written, expected);
        prop_assert_eq!(ignored.iter().collect::<BTreeSet<_>>(), expected_ignored.iter().collect::<BTreeSet<_>>());
        prop_assert!(ignored.len() == expected_ignored.len(), "each is named once");
    }
}

/// Names of settings, and others, with values that can be used and values that cannot.
fn parts() -> impl Strategy<Value = Vec<(&'static str, String)>> {
    let names: Vec<&str> = SETTINGS.iter().map(|setting| setting.name).chain(["utm_source", "A", ""]).collect();
    let good = [
        "5,3", "()", "sub", "numpy", "1", "0", "true", "", "float32", "3", "last", "a:1,0", "depth", "play", "compact",
        "dark", "zh-CN", "en",
    ];
    let value =
        prop_oneof![3 => prop::sample::select(good.to_vec()).prop_map(str::to_owned), 1 => "[%a-z0-9:,+-]{0,12}"];
    prop::collection::vec((prop::sample::select(names), value), 0..12)
}

fn joined(parts: &[(&str, String)]) -> String {
    let parts: Vec<String> = parts.iter().map(|(name, value)| format!("{name}={value}")).collect();
    format!("?{}", parts.join("&"))
}

#[test]
fn encodings_are_decoded() {
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
    assert_eq!(Settings::from_query("a=1&%62=%32").0.b, "2", "names are encoded too");
    assert_eq!(
        Settings::from_query("?a&autoplay").0,
        Settings { a: String::new(), autoplay: true, ..Settings::default() }
    );
    assert_eq!(Settings::from_query("?a=4%0A1").0.a, "4; 1", "an input has one line");
}

#[test]
fn a_library_may_have_the_name_of_its_module() {
    for (name, library) in [("torch", Library::PyTorch), ("pytorch", Library::PyTorch), ("np", Library::NumPy)] {
        let (settings, ignored) = Settings::from_query(&format!("?library={name}"));
        assert_eq!((settings.library, ignored.len()), (library, 0), "{name}");
    }
}

#[test]
fn a_bad_value_is_reported_and_the_default_is_used() {
    let link = "?a=4,1&b=3&op=dance&library=jax&inplace=maybe&chapter=-1&theme=pink&locale=xx&embed=2&what=ever";
    let (settings, ignored) = Settings::from_query(link);
    assert_eq!(ignored, ["op", "library", "inplace", "chapter", "theme", "locale", "embed"]);
    assert_eq!(settings, Settings { a: "4,1".to_owned(), b: "3".to_owned(), ..Settings::default() });
}

/// Only what cannot be in a query is encoded, so that shapes can be read in a link.
#[test]
fn shapes_stay_readable_in_links() {
    let settings = Settings { a: "aZ09-_.~,()[]=:* ".to_owned(), b: "é%&+#?\"<".to_owned(), ..Settings::default() };
    assert_eq!(settings.to_query(), "?a=aZ09-_.~,()[]=:*+&b=%C3%A9%25%26%2B%23%3F%22%3C");
}

#[test]
fn each_type_of_setting_has_its_texts() {
    let read = |text: &str| {
        let (settings, ignored) = Settings::from_query(text);
        ignored.is_empty().then_some(settings)
    };
    let default = Settings::default;
    let cell =
        |panel, index: &[u64]| Some(Settings { cell: Some(CellRef { panel, index: index.to_vec() }), ..default() });
    assert_eq!(
        read("chapter=1"),
        Some(Settings { chapter: Some(ChapterRef::Index(0)), ..default() }),
        "chapters count from 1"
    );
    assert_eq!(read("chapter=last"), Some(Settings { chapter: Some(ChapterRef::Last), ..default() }));
    assert_eq!(read("chapter=0"), None);
    assert_eq!(read("inplace=true"), Some(Settings { in_place: true, ..default() }));
    assert_eq!(read("inplace=false"), Some(default()));
    assert_eq!(read("loop="), Some(Settings { looping: true, ..default() }));
    assert_eq!(read("controls=0"), Some(Settings { controls: Controls::None, ..default() }));
    for all in ["", "1", "true", "all"] {
        assert_eq!(read(&format!("controls={all}")), Some(default()), "as on a video: {all:?}");
    }
    assert_eq!(read("controls=false"), Some(Settings { controls: Controls::None, ..default() }));
    assert_eq!(read("controls=some"), None);
    assert_eq!(read("cell=2,1"), cell(Panel::Result, &[2, 1]));
    assert_eq!(read("cell=b:3"), cell(Panel::Operand(OperandId::B), &[3]));
    assert_eq!(read("cell=c:3"), cell(Panel::Operand(OperandId::C), &[3]));
    assert_eq!(read("c=2,1"), Some(Settings { c: Third(Some("2,1".to_owned())), ..default() }));
    // As with the other operands, an empty text is a text that cannot be read.
    assert_eq!(read("c="), Some(Settings { c: Third(Some(String::new())), ..default() }));
    assert_eq!(read("cell="), cell(Panel::Result, &[]));
    assert_eq!(read(&format!("cell={}", ["0"; 64].join(","))), cell(Panel::Result, &[0; 64]));
    for bad in ["d:1", "a:b:1", "1,", "-1", "x", &["0"; 65].join(",")] {
        assert_eq!(read(&format!("cell={bad}")), None, "{bad}");
    }
    assert_eq!(read("locale=zh-Hans"), Some(Settings { locale: Some(Locale::ZhCn), ..default() }));
}

#[test]
fn the_greatest_chapter_is_written_as_a_number() {
    let settings = Settings { chapter: Some(ChapterRef::Index(usize::MAX)), ..Settings::default() };
    assert_eq!(settings.to_query(), format!("?a=4,1&b=3&chapter={}", usize::MAX));
}

#[test]
fn a_summary_says_what_is_shown() {
    let settings = Settings { operator: Operator::Power.into(), library: Library::NumPy, ..Settings::default() };
    assert_eq!(settings.summary(), "a = 4,1; b = 3; pow, numpy");
    let settings = Settings { c: Third(Some("2,1,1".to_owned())), ..settings };
    assert_eq!(settings.summary(), "a = 4,1; b = 3; c = 2,1,1; where, numpy");
}

/// Other settings need no other analysis, and do not end the story.
#[test]
fn an_operation_is_its_operands_its_operator_and_whether_it_is_in_place() {
    let settings = Settings::default();
    for query in ["library=numpy", "dtype=int8", "chapter=1", "cell=0,0", "theme=dark", "embed=1", "locale=en"] {
        assert!(Settings::from_query(query).0.same_operation(&settings), "{query}");
    }
    for query in ["a=5", "b=5", "op=sub", "inplace=1"] {
        assert!(!Settings::from_query(query).0.same_operation(&settings), "{query}");
    }
}

#[test]
fn shared_texts_escape_operands() {
    let hostile = "\"><script>alert(1)</script>&amp;](javascript:alert(1))\n`*_";
    let settings = Settings { a: hostile.to_owned(), chapter: Some(ChapterRef::Index(2)), ..Settings::default() };
    let text = |format: ShareFormat| format.text("https://example.org/bv/index.html", &settings, Locale::En);
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
    assert_eq!(element.matches('<').count(), 6, "the three elements and their ends: {element}");
    assert!(
        element.contains("(broadcast-visualizer:not(:defined)) { display: block; height: 35rem; contain"),
        "{element}"
    );
    let strict = text(ShareFormat::StrictElement);
    assert!(
        strict.contains("<link rel=\"stylesheet\" href=\"https://example.org/bv/element/reserve.css\">"),
        "{strict}"
    );
    assert!(!strict.contains("<style"), "{strict}");
    let markdown = text(ShareFormat::Markdown);
    assert!(markdown.contains("\\](javascript") && markdown.lines().count() == 1, "{markdown}");
    assert!(markdown.ends_with("&chapter=3)") && markdown.matches(")](").count() == 1, "{markdown}");
}

#[test]
fn an_iframe_has_a_title_of_its_own() {
    let title = |query: &str| {
        let (settings, _) = Settings::from_query(query);
        let frame = ShareFormat::Frame.text("https://example.org/", &settings, Locale::En);
        frame.split("title=\"").nth(1).and_then(|rest| rest.split('"').next()).unwrap_or_default().to_owned()
    };
    let titles = [
        ("?a=4,1&b=3", "Broadcasting visualizer: a = 4,1; b = 3; add, pytorch"),
        ("?a=4,1&b=3&op=mul&library=numpy", "Broadcasting visualizer: a = 4,1; b = 3; mul, numpy"),
        ("?practice=2.5f3.shapes.2.5", "Practice: 2.5f3.shapes.2.5"),
        ("?steps=1~.Week 3 <b>~~~.1~.~:a=4,1~.b=3", "Practice: Week 3 &lt;b>~"),
        ("?steps=1~.~.1~.~:a=4,1~.b=3", "Practice: 1~.~.1~.~:a=4,1~.b=3"),
    ];
    for (query, expected) in titles {
        assert_eq!(title(query), expected, "{query}");
    }
}

#[test]
fn the_dialog_for_sharing_counts_the_chunks_that_are_needed() {
    let load = |format: ShareFormat, query: &str| format.load(&Settings::from_query(query).0, Locale::En);
    assert_eq!(load(ShareFormat::Link, ""), None);
    let (Some((0, frame)), Some((loader, element))) = (load(ShareFormat::Frame, ""), load(ShareFormat::Element, ""))
    else {
        panic!("an iframe is one page, and an element has a loader")
    };
    assert!(loader < 5 && element < frame);
    assert_eq!(load(ShareFormat::StrictElement, ""), Some((loader, element)));
    let more = |query: &str| load(ShareFormat::Frame, query).map_or(0, |(_, near)| near - frame);
    assert!(more("?practice=2.5f3.shapes.2.5") > more("?locale=es") + 200, "questions, and Python in their answers");
    assert!(more("?locale=es#code=x") > 300, "Python, fixes, and a language");
}
