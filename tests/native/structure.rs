//! Which module of the page uses which: no module uses one that comes after it, and in no crate do files use each other in a cycle. (Which
//! crate uses which, Cargo holds.)
//!
//! The imports are read with plain string code, which is enough for this source: `use` items, and paths that begin with
//! `crate::` or `super::`. Comments, texts in quotes and unit tests do not count. A child module may use its parent.

use std::collections::{BTreeMap, BTreeSet};

use crate::support::files;

/// The modules of the page, lowest first. A module uses only those before it. `src/lib.rs` explains the order.
const ORDER: [&str; 12] = [
    "chunks",
    "numbers",
    "diagnostics",
    "reader",
    "codegen",
    "render",
    "examples",
    "practice",
    "i18n",
    "state",
    "ui",
    "embed",
];

/// The folders with the sources of the page and of the crates.
const SOURCES: [&str; 4] = ["src", "crates/core/src", "crates/diagram/src", "crates/reader/src"];

/// The path of the module that a file holds: `ui::app` for `src/ui/app.rs`, empty for `src/lib.rs`.
fn module_of(file: &str) -> String {
    let path = file.split_once("src/").map_or(file, |(_, path)| path).trim_end_matches(".rs");
    if path == "lib" { String::new() } else { path.replace('/', "::") }
}

/// The code of a Rust file: without comments, texts in quotes and its unit tests.
fn rust_code(text: &str) -> String {
    let text = text.split("#[cfg(test)]\nmod tests {").next().unwrap_or_default();
    let mut code = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(c) = rest.chars().next() {
        let skipped = if rest.starts_with("//") {
            rest.find('\n').unwrap_or(rest.len())
        } else if rest.starts_with("/*") {
            rest.find("*/").map_or(rest.len(), |end| end + 2)
        } else if rest.starts_with("r#\"") {
            rest.find("\"#").map_or(rest.len(), |end| end + 2)
        } else if c == '"' {
            quoted(rest, '"')
        } else if c == '\'' && (rest[1..].starts_with('\\') || rest.chars().nth(2) == Some('\'')) {
            quoted(rest, '\'')
        } else {
            code.push(c);
            rest = &rest[c.len_utf8()..];
            continue;
        };
        code.push(' ');
        rest = &rest[skipped..];
    }
    code
}

/// The length of a text in quotes at the start of `rest`, quotes included.
fn quoted(rest: &str, quote: char) -> usize {
    let mut escaped = false;
    for (at, c) in rest.char_indices().skip(1) {
        if c == quote && !escaped {
            return at + 1;
        }
        escaped = c == '\\' && !escaped;
    }
    rest.len()
}

/// The paths that a `use` tree names: `a::{b, c::d as e}` is `a::b` (as `b`) and `a::c::d` (as `e`).
fn use_tree(prefix: &str, tree: &str, paths: &mut Vec<(String, String)>) {
    let tree = tree.trim();
    if let Some((start, group)) = tree.split_once('{') {
        let group = group.trim_end().trim_end_matches('}');
        let (mut depth, mut from) = (0, 0);
        for (at, c) in group.char_indices().chain([(group.len(), ',')]) {
            match c {
                '{' => depth += 1,
                '}' => depth -= 1,
                ',' if depth == 0 => {
                    use_tree(&format!("{prefix}{start}"), &group[from..at], paths);
                    from = at + 1;
                }
                _ => {}
            }
        }
    } else if !tree.is_empty() {
        let (path, name) = tree.split_once(" as ").unwrap_or((tree, tree.rsplit("::").next().unwrap_or(tree)));
        let path = format!("{prefix}{path}");
        paths.push((path.trim_end_matches("::self").to_owned(), name.trim().to_owned()));
    }
}

/// The source as a graph of modules.
struct Source {
    /// Each module's code.
    code: BTreeMap<String, String>,
    /// What each module imports by `use`: the name in the module, and the path.
    imports: BTreeMap<String, BTreeMap<String, String>>,
}

impl Source {
    /// The modules of the sources in a folder.
    fn read(folder: &str) -> Self {
        Self::new(files(folder, &["rs"]).iter().filter(|(file, _)| file != "src/main.rs"))
    }

    /// The modules of files, each with its path and its text.
    fn new<'a>(files: impl Iterator<Item = &'a (String, String)>) -> Self {
        let code: BTreeMap<String, String> = files.map(|(file, text)| (module_of(file), rust_code(text))).collect();
        let imports = code.iter().map(|(module, code)| (module.clone(), imports(code))).collect();
        Self { code, imports }
    }

    /// The module that defines what `path` names, seen from `module`; `None` for paths out of this crate.
    fn defining_module(&self, module: &str, path: &str, depth: usize) -> Option<String> {
        let mut segments: Vec<&str> = path.split("::").map(str::trim).collect();
        let mut at = match *segments.first()? {
            "crate" => {
                segments.remove(0);
                String::new()
            }
            "self" => {
                segments.remove(0);
                module.to_owned()
            }
            "super" => {
                let mut at = module;
                while segments.first() == Some(&"super") {
                    segments.remove(0);
                    at = at.rsplit_once("::").map_or("", |(parent, _)| parent);
                }
                at.to_owned()
            }
            child if self.code.contains_key(&join(module, child)) => module.to_owned(),
            _ => return None,
        };
        for (number, segment) in segments.iter().enumerate() {
            let child = join(&at, segment);
            if self.code.contains_key(&child) {
                at = child;
                continue;
            }
            // A name that the module itself imports is defined elsewhere.
            if let Some(import) = self.imports[&at].get(*segment).filter(|_| depth > 0) {
                let path = [&[import.as_str()], &segments[number + 1..]].concat().join("::");
                return self.defining_module(&at, &path, depth - 1).or(Some(at));
            }
            break;
        }
        Some(at)
    }

    /// The modules that each module uses, itself apart.
    fn uses(&self) -> BTreeMap<&str, BTreeSet<String>> {
        let mut uses = BTreeMap::new();
        for (module, code) in &self.code {
            let imported = self.imports[module].values().cloned();
            let inline = inline_paths(code);
            let used = imported.chain(inline).filter_map(|path| self.defining_module(module, &path, 8));
            uses.insert(module.as_str(), used.filter(|used| used != module).collect());
        }
        uses
    }
}

fn join(module: &str, child: &str) -> String {
    if module.is_empty() { child.to_owned() } else { format!("{module}::{child}") }
}

/// What the `use` items of a module import: the name in the module, and the path.
fn imports(code: &str) -> BTreeMap<String, String> {
    let mut paths = Vec::new();
    for (at, _) in code.match_indices("use ") {
        let starts_item = code[..at].trim_end().ends_with([';', '}', '{', ']', ')']) || code[..at].trim().is_empty();
        let after_pub = code[..at].trim_end().ends_with("pub");
        if starts_item || after_pub {
            let tree = code[at + 4..].split(';').next().unwrap_or_default();
            use_tree("", &tree.split_whitespace().collect::<Vec<_>>().join(" ").replace(" :: ", "::"), &mut paths);
        }
    }
    paths.into_iter().map(|(path, name)| (name, path)).collect()
}

/// The paths in the code that begin with `crate::` or `super::`.
fn inline_paths(code: &str) -> Vec<String> {
    let mut paths = Vec::new();
    for start in ["crate::", "super::"] {
        for (at, _) in code.match_indices(start) {
            let inside = code[..at].ends_with("::") || code[..at].ends_with(|c: char| c.is_alphanumeric() || c == '_');
            let end = code[at..].find(|c: char| !c.is_alphanumeric() && c != '_' && c != ':');
            let path = code[at..at + end.unwrap_or(code.len() - at)].trim_end_matches(':');
            if !inside {
                paths.push(path.to_owned());
            }
        }
    }
    paths
}

/// Each use of a module that comes after the module that uses it, and the number of uses.
fn upward_uses(source: &Source) -> (Vec<String>, usize) {
    let position = |module: &str| {
        let top = module.split("::").next().unwrap_or_default();
        let at = ORDER.iter().position(|known| *known == top);
        at.unwrap_or_else(|| panic!("the module {top} has no place in ORDER"))
    };
    let (mut upward, mut count) = (Vec::new(), 0);
    for (module, uses) in source.uses().into_iter().filter(|(module, _)| !module.is_empty()) {
        for used in uses.iter().filter(|used| !used.is_empty()) {
            count += 1;
            if position(used) > position(module) {
                upward.push(format!("{module} uses {used}"));
            }
        }
    }
    (upward, count)
}

/// The modules that can be reached from `start`, without following a child's use of its parent.
fn reachable<'a>(uses: &'a BTreeMap<&str, BTreeSet<String>>, start: &str) -> BTreeSet<&'a str> {
    let mut reached = BTreeSet::new();
    let mut next = vec![start];
    while let Some(module) = next.pop() {
        for used in &uses[module] {
            let is_ancestor = used.is_empty() || module.starts_with(&format!("{used}::"));
            if !is_ancestor && reached.insert(used.as_str()) {
                next.push(used);
            }
        }
    }
    reached
}

/// The modules that use themselves by way of others, by the top-level module that they are in.
fn cycles(source: &Source) -> BTreeMap<String, Vec<String>> {
    let uses = source.uses();
    let mut cycles: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for module in uses.keys().filter(|module| !module.is_empty()) {
        if reachable(&uses, module).contains(module) {
            let top = module.split("::").next().unwrap_or_default();
            cycles.entry(top.to_owned()).or_default().push((*module).to_owned());
        }
    }
    cycles
}

#[test]
fn modules_use_only_those_before_them() {
    let source = Source::read("src");
    let tops: BTreeSet<&str> = source.code.keys().filter_map(|module| module.split("::").next()).collect();
    assert_eq!(tops.into_iter().filter(|top| !top.is_empty()).collect::<BTreeSet<_>>(), BTreeSet::from(ORDER));
    let (upward, count) = upward_uses(&source);
    assert_eq!(upward, [""; 0]);
    assert!(count > 150, "only {count} uses were found");
}

#[test]
fn files_of_a_module_do_not_use_each_other_in_a_cycle() {
    for folder in SOURCES {
        let cycles = cycles(&Source::read(folder));
        assert!(cycles.is_empty(), "in {folder} these files use themselves by way of others: {cycles:#?}");
    }
}

#[test]
fn the_map_in_the_crate_documentation_has_this_order() {
    let rows = include_str!("../../src/lib.rs").lines().filter_map(|line| line.strip_prefix("//! | "));
    let modules = rows.filter_map(|row| row.split(" | ").next()).map(|cell| cell.trim_matches(['[', ']', '`']));
    assert_eq!(modules.filter(|name| ORDER.contains(name)).collect::<Vec<_>>(), ORDER);
}

/// A source with one upward arrow and one cycle, each hidden behind a re-export.
#[test]
fn upward_arrows_and_cycles_are_found() {
    let files = [
        ("src/lib.rs", "pub mod chunks;\npub mod state;"),
        ("src/chunks.rs", "mod axis;\nmod shape;\npub use axis::Axis;\npub use shape::{Shape, size as size_of};"),
        ("src/chunks/axis.rs", "use super::{Shape, size_of};\nfn f() -> &'static str { \"crate::ui::App\" }"),
        ("src/chunks/shape.rs", "// use crate::embed::App;\nfn f(axis: super::Axis) -> crate::state::Settings {}"),
        ("src/state.rs", "mod link;\npub struct Settings;\nuse crate::chunks::Shape;"),
        ("src/state/link.rs", "use super::Settings;"),
    ];
    let files = files.map(|(file, text)| (file.to_owned(), text.to_owned()));
    let source = Source::new(files.iter());
    assert_eq!(upward_uses(&source).0, ["chunks::shape uses state"]);
    // The upward arrow makes a cycle of its own: chunks::shape, state, chunks::shape.
    let cycles = cycles(&source);
    assert_eq!(cycles["chunks"], ["chunks::axis", "chunks::shape"]);
    assert_eq!(cycles["state"], ["state"]);
    assert_eq!(source.uses()["state::link"], BTreeSet::from(["state".to_owned()]));
}
