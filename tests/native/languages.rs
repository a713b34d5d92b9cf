//! The texts of the languages: none is left in English, the code and the numbers in them are those of the English texts, nouns
//! agree with their numbers, and Spanish has its own signs and words.

use std::collections::BTreeSet;

use crate::support::files;
use broadcast_visualizer::examples::{EXAMPLES, ExampleId};
use broadcast_visualizer::i18n::{Locale, Message, ProgramText, WorkMessage};
use broadcast_visualizer::state::{Model, Shown};
use tensor_broadcasting::library::Library;

/// Texts with words that are the same in every language: names in code.
const SAME_EVERYWHERE: [&str; 1] = ["out"];

/// Words that Spanish texts do not have, with what stands for them: one word for one thing, the reader is "tú", and the words are
/// those of Spain and Latin America alike.
const REPLACED_WORDS: [(&str, &str); 24] = [
    ("agregar", "añadir"),
    ("arreglo", "tensor"),
    ("capítulo", "paso"),
    ("choque", "conflicto"),
    ("computadora", "a neutral sentence"),
    ("difusión", "broadcasting"),
    ("escriba", "escribe"),
    ("extender", "estirar"),
    ("haga", "haz"),
    ("hipervínculo", "enlace"),
    ("librería", "biblioteca"),
    ("link", "enlace"),
    ("ordenador", "a neutral sentence"),
    ("oprime", "pulsa"),
    ("place", "in situ"),
    ("presiona", "pulsa"),
    ("pulse", "pulsa"),
    ("seleccione", "elige"),
    ("toque", "toca"),
    ("usted", "tú"),
    ("ustedes", "tú"),
    ("vosotros", "tú"),
    ("zancada", "stride"),
    ("zancadas", "strides"),
];

/// The texts in quotes of a Rust file, in order, without its comments.
fn texts(code: &str) -> Vec<String> {
    let mut texts = Vec::new();
    let code: String = code
        .lines()
        .filter(|line| !line.trim_start().starts_with("//"))
        .fold(String::new(), |all, line| all + line + "\n");
    let mut chars = code.chars();
    while let Some(c) = chars.next() {
        if c == '\'' {
            // A character, not a text.
            let mut ahead = chars.clone();
            if ahead.next() == Some('\\') || ahead.next() == Some('\'') {
                chars = ahead;
            }
        } else if c == '"' {
            texts.push(text(&mut chars));
        }
    }
    texts
}

/// A text up to its closing quote.
fn text(chars: &mut std::str::Chars<'_>) -> String {
    let mut text = String::new();
    while let Some(c) = chars.next() {
        match c {
            '"' => break,
            '\\' => match chars.next() {
                Some('\n') => *chars = chars.as_str().trim_start().chars(),
                Some('u') => {
                    let code = chars.by_ref().take_while(|&c| c != '}').filter(|&c| c != '{').collect::<String>();
                    text.extend(u32::from_str_radix(&code, 16).ok().and_then(char::from_u32));
                }
                other => text.extend(other),
            },
            c => text.push(c),
        }
    }
    text
}

/// The texts of the language with this module.
fn texts_of(module: &str) -> BTreeSet<String> {
    let starts = [format!("src/i18n/{module}.rs"), format!("src/i18n/{module}/")];
    let files =
        files("src/i18n", &["rs"]).into_iter().filter(|(name, _)| starts.iter().any(|start| name.starts_with(start)));
    files.flat_map(|(_, code)| texts(&code)).collect()
}

/// The words of a text in lower case, without what is put into it.
fn words(text: &str) -> BTreeSet<String> {
    let mut depth = 0;
    let outside = text.chars().map(|c| {
        depth += i32::from(c == '{') - i32::from(c == '}');
        if depth > 0 { ' ' } else { c }
    });
    let outside: String = outside.collect();
    outside.split(|c: char| !c.is_alphabetic()).filter(|word| !word.is_empty()).map(str::to_lowercase).collect()
}

#[test]
fn texts_are_read_from_the_source() {
    let code = "// \"no\"\nf('\"', \"one \\\n     line\", '\\'', \"a\\u{a0}b \\\"c\\\"\") // it's \"x\"";
    assert_eq!(texts(code), ["one line", "a\u{a0}b \"c\"", "x"]);
    assert_eq!(words("{name} tiene 2 ejes"), ["ejes", "tiene"].map(str::to_owned).into());
}

#[test]
fn no_text_is_left_in_english() {
    let english = texts_of("en");
    assert!(english.len() > 400, "only {} texts were found", english.len());
    for module in ["zh_cn", "es"] {
        let translated = texts_of(module);
        assert!(translated.len() > 400, "only {} texts of {module} were found", translated.len());
        let found: BTreeSet<&str> = translated
            .intersection(&english)
            .map(String::as_str)
            .filter(|text| words(text).iter().any(|word| word.len() > 1) && !SAME_EVERYWHERE.contains(text))
            .collect();
        assert!(found.is_empty(), "{module}: {found:?}");
    }
}

#[test]
fn spanish_has_its_own_signs_and_words() {
    for text in texts_of("es") {
        let count = |sign: char| text.chars().filter(|&c| c == sign).count();
        for (open, close) in [('¿', '?'), ('¡', '!'), ('«', '»'), ('(', ')'), ('[', ']')] {
            assert_eq!(count(open), count(close), "{open}{close} in: {text}");
        }
        assert!(!text.contains(['“', '”']), "the quotes are « and »: {text}");
        assert!(!text.contains("  ") && !text.contains(" ,"), "spaces: {text}");
        let words = words(&text);
        for (replaced, instead) in REPLACED_WORDS {
            assert!(!words.contains(replaced), "“{replaced}” in: {text}; write: {instead}");
        }
    }
}

/// Words that Chinese texts do not have, with what stands for them.
const REPLACED_IN_CHINESE: [(&str, &str); 8] = [
    ("您", "你"),
    ("索引", "下标"),
    ("相配", "兼容"),
    ("末尾数", "从后往前"),
    ("较大的大小", "两者中较大的"),
    ("哪条信息", "哪条报错信息"),
    ("读者可以", "学生可以"),
    ("包括所有数", "写出全部数值"),
];

#[test]
fn chinese_has_one_word_for_one_thing_and_spaces_around_latin_letters() {
    let is_han = |c: char| ('\u{4e00}'..='\u{9fff}').contains(&c);
    for text in texts_of("zh_cn") {
        for (replaced, instead) in REPLACED_IN_CHINESE {
            assert!(!text.contains(replaced), "“{replaced}” in: {text}; write: {instead}");
        }
        let chars: Vec<char> = text.chars().collect();
        let touches = chars.windows(2).any(|pair| match *pair {
            [one, other] => {
                is_han(one) && other.is_ascii_alphanumeric() || one.is_ascii_alphanumeric() && is_han(other)
            }
            _ => false,
        });
        assert!(!touches, "no space between Latin and Han: {text}");
    }
}

/// The parts of a text that are code.
fn code_of(text: &str) -> impl Iterator<Item = &str> {
    let parts = text.split(' ').map(|part| part.trim_end_matches(['.', ',', ':', ';', '?']));
    parts
        .map(|part| if part.contains('(') { part } else { part.trim_matches(['(', ')']) })
        .filter(|part| part.contains(['[', '_', '=', '@']))
}

/// The numbers of a text, without marks between groups of digits.
fn numbers(text: &str) -> BTreeSet<String> {
    let text: String = text.chars().filter(|&c| c != '\u{a0}').collect();
    let numbers = text.split(|c: char| !c.is_ascii_digit() && c != ',');
    numbers.map(|number| number.replace(',', "")).filter(|number| !number.is_empty()).collect()
}

#[test]
fn the_notes_of_examples_have_the_same_code_and_numbers_in_every_language() {
    let mut checked = 0;
    for locale in Locale::ALL {
        for example in EXAMPLES {
            let (english, note) = (Locale::En.example_note(example.id), locale.example_note(example.id));
            for code in code_of(english) {
                assert!(note.contains(code), "{code} is missing in: {note}");
                checked += 1;
            }
            // Chinese writes other numbers in words than English. Spanish does so with millions.
            if locale == Locale::Es
                && ![ExampleId::PitfallWrongLossHuge, ExampleId::PitfallNoCopy].contains(&example.id)
            {
                let missing: Vec<String> = numbers(english).difference(&numbers(note)).cloned().collect();
                assert!(missing.is_empty(), "{missing:?} are missing in: {note}");
            }
        }
    }
    assert!(checked >= 60, "only {checked} pieces of code were found");
}

/// Nouns after 1 that need the other form.
const WRONG_PLURALS: [&str; 12] = [
    "1 axes",
    "1 elements",
    "1 more elements",
    "1 lines",
    "1 ejes",
    "1 elementos",
    "1 almacenados",
    "1 mostrados",
    "1 líneas",
    "1 leading axes",
    "1 ejes iniciales",
    "1 entries",
];

#[test]
fn nouns_agree_with_their_numbers() {
    let shapes = ["()", "(0,)", "(1,)", "(2,)", "(1,1)", "(2,1)", "(1,2)", "(3,1,1)", "(1,2,1)", "(2,3,2)"];
    let mut seen = 0;
    for locale in Locale::ALL {
        let mut all = vec![
            locale.message(Message::AxesNotDrawn(1)),
            locale.work_message(WorkMessage::MoreElements(Some(1))),
            locale.program_text(ProgramText::LinesRead(1, Library::NumPy)),
        ];
        for (a, b) in shapes.iter().flat_map(|a| shapes.map(|b| (a, b))) {
            let model = Model::open(&format!("?a={a}&b={b}"), locale);
            let Shown { operation, story } = model.shown().expect("the shapes can be read");
            for chapter in story.chapters() {
                all.push(locale.message(Message::ChapterText(chapter, operation)));
                all.push(locale.message(Message::ChapterTitle(chapter, operation)));
            }
        }
        for text in all {
            let wrong = WRONG_PLURALS.iter().find(|wrong| {
                text.match_indices(*wrong)
                    .any(|(at, _)| !text[..at].ends_with(|c: char| c.is_ascii_digit() || c == '-'))
            });
            assert_eq!(wrong, None, "{text}");
            seen += 1;
        }
    }
    assert!(seen > 1_000, "only {seen} texts were made");
}
