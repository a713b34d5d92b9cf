//! The words of the documents and of the source: the glossary names what exists, replaced words do not come back, and what
//! the documents refer to exists.

use crate::support::{files, root};
use broadcast_visualizer::examples::EXAMPLES;
use tensor_broadcasting::Operator;

/// Words that other words have replaced. No name and no comment has them.
const REPLACED_WORDS: [(&str, &str); 25] = [
    ("advice", "diagnostics, fix or warning"),
    ("dialect", "library"),
    ("ghost", "repeated element"),
    ("ghosts", "repeated elements"),
    ("guest", "embedded app"),
    ("judge", "the verdict, or set_library"),
    ("ladder", "axis table"),
    ("lit", "highlighted"),
    ("masthead", "header"),
    ("mend", "fix"),
    ("mended", "fixed"),
    ("mends", "fixes"),
    ("moment", "state, or time"),
    ("notation", "syntax"),
    ("passage", "transition"),
    ("refusal", "library error"),
    ("refuse", "reject, or return an error"),
    ("refused", "rejected"),
    ("repair", "fix"),
    ("shelf", "list of examples"),
    ("suspicion", "warning"),
    ("takeaway", "export"),
    ("telling", "transport, or narration"),
    ("tenant", "mounted app"),
    ("theatre", "diagram view"),
];

/// The documents, with their names. The first two are README.md and CONTRIBUTING.md.
const DOCUMENTS: [(&str, &str); 7] = [
    ("README.md", include_str!("../../README.md")),
    ("CONTRIBUTING.md", include_str!("../../CONTRIBUTING.md")),
    ("CHANGELOG.md", include_str!("../../CHANGELOG.md")),
    ("docs/learners.md", include_str!("../../docs/learners.md")),
    ("docs/pages.md", include_str!("../../docs/pages.md")),
    ("docs/programmers.md", include_str!("../../docs/programmers.md")),
    ("docs/teachers.md", include_str!("../../docs/teachers.md")),
];

/// The files with names and comments.
fn sources() -> Vec<(String, String)> {
    let mut sources = files("src", &["rs", "js"]);
    for part in ["core", "diagram", "reader"] {
        sources.extend(files(&format!("crates/{part}/src"), &["rs"]));
    }
    sources.extend(files("styles", &["css"]));
    sources.extend(DOCUMENTS.map(|(name, text)| (name.to_owned(), text.to_owned())));
    sources
}

/// The words of a text in lower case. `camelCase` and `snake_case` are two words each.
fn words(text: &str) -> Vec<String> {
    let mut words: Vec<String> = Vec::new();
    let mut before = ' ';
    for c in text.chars() {
        let starts = !before.is_alphabetic() || (before.is_lowercase() && c.is_uppercase());
        if c.is_alphabetic() {
            if starts {
                words.push(String::new());
            }
            words.last_mut().expect("a word has begun").extend(c.to_lowercase());
        }
        before = c;
    }
    words
}

/// The texts between backticks.
fn code_spans(text: &str) -> impl Iterator<Item = &str> {
    text.split('`').skip(1).step_by(2)
}

#[test]
fn replaced_words_do_not_come_back() {
    let mut found = Vec::new();
    for (file, text) in sources() {
        for (number, line) in text.lines().enumerate() {
            let words = words(line);
            for (replaced, instead) in REPLACED_WORDS.iter().filter(|(replaced, _)| words.iter().any(|w| w == replaced))
            {
                found.push(format!("{file}:{}: “{replaced}”; write: {instead}", number + 1));
            }
        }
    }
    assert!(found.is_empty(), "{found:#?}");
}

#[test]
fn words_are_split_at_case_and_at_underscores() {
    assert_eq!(words("LibraryRejected fn lit_cells()"), ["library", "rejected", "fn", "lit", "cells"]);
}

#[test]
fn no_comment_cites_a_design_document() {
    let mut sources = sources();
    for folder in ["tests", "xtask/src", "examples", "fuzz/src", "fuzz/fuzz_targets"] {
        sources.extend(files(folder, &["rs"]));
    }
    let cited = ["DESIGN", ".md"].concat();
    let citing: Vec<&String> =
        sources.iter().filter(|(_, text)| text.contains(&cited[..6])).map(|(file, _)| file).collect();
    assert_eq!(citing, ["tests/native/vocabulary.rs"], "the repository has no {cited}");
}

#[test]
fn names_in_the_glossary_exist() {
    let (_, contributing) = DOCUMENTS[1];
    let glossary = contributing.split("## Glossary").nth(1).and_then(|rest| rest.split("\n## ").next());
    let code: String =
        ["src", "crates"].into_iter().flat_map(|folder| files(folder, &["rs"])).map(|(_, text)| text).collect();
    let mut names = 0;
    for row in glossary.expect("a glossary").lines().filter(|line| line.starts_with("| ")).skip(1) {
        let cells: Vec<&str> = row.trim_matches('|').split(" | ").map(str::trim).collect();
        assert_eq!(cells.len(), 3, "{row}");
        for name in code_spans(cells[2]) {
            names += 1;
            for part in name.split("::") {
                assert!(code.contains(part), "the glossary's {name} does not exist in the sources");
            }
        }
    }
    assert!(names > 50, "only {names} names were found");
}

#[test]
fn files_that_the_documents_name_exist() {
    let mut checked = 0;
    for (document, text) in DOCUMENTS {
        let folder = root().join(document).parent().expect("a folder").to_owned();
        let links = text.split("](").skip(1).filter_map(|rest| rest.split([')', '#']).next());
        let folders = ["src/", "crates/", "tests/", "xtask/", "examples/", "styles/", "fuzz/"];
        let named = code_spans(text).filter(|span| folders.iter().any(|folder| span.starts_with(folder)));
        let named = named.map(|file| (root().to_owned(), file));
        for (folder, file) in links.map(|link| (folder.clone(), link)).chain(named) {
            if !file.contains(['*', ' ']) {
                assert!(folder.join(file).exists(), "{document} names {file}");
                checked += 1;
            }
        }
    }
    assert!(checked > 25, "only {checked} names were found");
}

#[test]
fn numbers_in_the_readme_are_right() {
    let (_, readme) = DOCUMENTS[0];
    for number in [format!("{} examples", EXAMPLES.len()), format!("{} operators", Operator::ALL.len())] {
        assert!(readme.contains(&number), "README.md does not say: {number}");
    }
    let examples = format!("{} examples", EXAMPLES.len());
    for (name, text) in DOCUMENTS.into_iter().filter(|(_, text)| text.contains(" examples are ")) {
        assert!(text.contains(&examples), "{name} does not say: {examples}");
    }
}
