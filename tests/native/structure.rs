//! Which module of the page uses which: no module uses one that comes after it, and in no crate do files use each other in a cycle. (Which
//! crate uses which, Cargo holds.)
//!
//! Unit tests do not count. A child module may use its parent.

use std::collections::{BTreeMap, BTreeSet};

use proc_macro2::{TokenStream, TokenTree};
use syn::visit::{self, Visit};
use syn::{ItemMod, ItemUse, Macro, UseTree, Visibility};

use crate::support::files;

/// The modules of the page, lowest first. A module uses only those before it. `src/lib.rs` explains the order.
const ORDER: [&str; 12] = [
    "chunks",
    "numbers",
    "diagnostics",
    "program",
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

/// What a Rust file names, without its unit tests.
#[derive(Debug, Default)]
struct Module {
    /// What it imports by `use`: the name in the file, and the path.
    imports: BTreeMap<String, String>,
    /// The other paths in it.
    paths: Vec<String>,
}

impl Module {
    fn read(text: &str) -> Self {
        let mut module = Self::default();
        module.visit_file(&syn::parse_file(text).expect("a file of Rust"));
        module
    }

    /// Adds what a `use` tree names: `a::{b, c::d as e}` is `a::b` (as `b`) and `a::c::d` (as `e`).
    fn import(&mut self, prefix: &str, tree: &UseTree) {
        match tree {
            UseTree::Path(path) => self.import(&join(prefix, &path.ident.to_string()), &path.tree),
            UseTree::Group(group) => group.items.iter().for_each(|item| self.import(prefix, item)),
            UseTree::Name(name) => {
                let name = name.ident.to_string();
                let path = if name == "self" { prefix.to_owned() } else { join(prefix, &name) };
                let name = path.rsplit("::").next().unwrap_or(&path).to_owned();
                self.imports.insert(name, path);
            }
            UseTree::Rename(rename) => {
                let path = join(prefix, &rename.ident.to_string());
                self.imports.insert(rename.rename.to_string(), path);
            }
            UseTree::Glob(_) => _ = self.imports.insert(join(prefix, "*"), prefix.to_owned()),
        }
    }

    /// Adds the paths in the tokens of a macro.
    fn add_tokens(&mut self, tokens: TokenStream) {
        let (mut path, mut colons) = (String::new(), 0);
        for token in tokens {
            match token {
                TokenTree::Ident(name) if colons == 2 => path = join(&path, &name.to_string()),
                TokenTree::Ident(name) => {
                    self.paths.extend([std::mem::replace(&mut path, name.to_string())]);
                }
                TokenTree::Punct(mark) if mark.as_char() == ':' => {
                    colons += 1;
                    continue;
                }
                TokenTree::Group(group) => {
                    self.paths.extend([std::mem::take(&mut path)]);
                    self.add_tokens(group.stream());
                }
                TokenTree::Punct(_) | TokenTree::Literal(_) => self.paths.extend([std::mem::take(&mut path)]),
            }
            colons = 0;
        }
        self.paths.push(path);
    }
}

impl<'ast> Visit<'ast> for Module {
    fn visit_item_mod(&mut self, item: &'ast ItemMod) {
        if item.content.is_none() || item.ident != "tests" {
            visit::visit_item_mod(self, item);
        }
    }

    fn visit_item_use(&mut self, item: &'ast ItemUse) {
        self.import("", &item.tree);
    }

    /// `pub(in crate::ui)` uses nothing.
    fn visit_visibility(&mut self, _: &'ast Visibility) {}

    fn visit_path(&mut self, path: &'ast syn::Path) {
        let names = path.segments.iter().map(|segment| segment.ident.to_string());
        self.paths.push(names.collect::<Vec<_>>().join("::"));
        visit::visit_path(self, path);
    }

    fn visit_macro(&mut self, called: &'ast Macro) {
        self.visit_path(&called.path);
        self.add_tokens(called.tokens.clone());
    }
}

/// The source as a graph of modules.
struct Source(BTreeMap<String, Module>);

impl Source {
    /// The modules of the sources in a folder.
    fn read(folder: &str) -> Self {
        Self::new(files(folder, &["rs"]).iter().filter(|(file, _)| file != "src/main.rs"))
    }

    /// The modules of files, each with its path and its text.
    fn new<'a>(files: impl Iterator<Item = &'a (String, String)>) -> Self {
        Self(files.map(|(file, text)| (module_of(file), Module::read(text))).collect())
    }

    /// The module that defines what `path` names, seen from `module`, and the rest of the path; `None` for paths out of this crate.
    fn definition(&self, module: &str, path: &str, depth: usize) -> Option<(String, String)> {
        let mut segments: Vec<&str> = path.split("::").collect();
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
            child if self.0.contains_key(&join(module, child)) => module.to_owned(),
            _ => return None,
        };
        for (number, segment) in segments.iter().enumerate() {
            let child = join(&at, segment);
            if self.0.contains_key(&child) {
                at = child;
                continue;
            }
            let rest = segments[number..].join("::");
            // A name that the module itself imports is defined elsewhere.
            if let Some(import) = self.0[&at].imports.get(*segment).filter(|_| depth > 0) {
                let path = [&[import.as_str()], &segments[number + 1..]].concat().join("::");
                return self.definition(&at, &path, depth - 1).or(Some((at, rest)));
            }
            return Some((at, rest));
        }
        Some((at, String::new()))
    }

    /// What a module uses of others: the module that defines it, and its path there.
    fn used_by<'a>(&'a self, module: &'a str) -> impl Iterator<Item = (String, String)> + 'a {
        let Module { imports, paths } = &self.0[module];
        // A path may begin with a name that is imported: `files::chapter_svg`.
        let whole = paths.iter().map(|path| match path.split_once("::") {
            Some((first, rest)) => imports.get(first).map_or_else(|| path.clone(), |import| join(import, rest)),
            None => path.clone(),
        });
        let used = imports.values().cloned().chain(whole.filter(|path| path.contains("::")));
        used.filter_map(|path| self.definition(module, &path, 8)).filter(move |(used, _)| used != module)
    }

    /// The modules that each module uses, itself apart.
    fn uses(&self) -> BTreeMap<&str, BTreeSet<String>> {
        let used = |module: &str| self.used_by(module).map(|(used, _)| used).collect();
        self.0.keys().map(|module| (module.as_str(), used(module))).collect()
    }
}

fn join(module: &str, child: &str) -> String {
    if module.is_empty() { child.to_owned() } else { format!("{module}::{child}") }
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
    let tops: BTreeSet<&str> = source.0.keys().filter_map(|module| module.split("::").next()).collect();
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

/// The modules that hold tables of functions that are loaded later.
fn late_modules(source: &Source) -> impl Iterator<Item = &str> {
    source.0.keys().map(String::as_str).filter(|module| module.ends_with("::late"))
}

/// Each use of a function that a `late.rs` lists, where it would come into the first load: by a file that has no such function itself.
fn early_uses(source: &Source) -> (Vec<String>, usize) {
    let is_function = |name: &str| name.starts_with(char::is_lowercase);
    let of_page = |(module, _): &(String, String)| module.starts_with("ui");
    let listed: BTreeSet<(String, String)> = late_modules(source)
        .flat_map(|late| source.used_by(late))
        .filter(|used| is_function(&used.1) && of_page(used) && !used.0.starts_with("ui::parts"))
        .collect();
    let is_late = |module: &str| module.ends_with("::late") || listed.iter().any(|(defining, _)| defining == module);
    let mut early = Vec::new();
    for module in source.0.keys().filter(|module| !is_late(module)) {
        let used = source.used_by(module).filter(|used| listed.contains(used));
        early.extend(used.map(|(defining, name)| format!("{module} uses {defining}::{name}")));
    }
    (early, listed.len())
}

#[test]
fn what_is_loaded_later_is_called_through_its_table_only() {
    let source = Source::read("src");
    let (early, listed) = early_uses(&source);
    assert_eq!(early, [""; 0]);
    assert!(listed > 40, "only {listed} functions are listed");
}

#[test]
fn a_call_that_passes_by_a_table_is_found() {
    let files = [
        ("src/lib.rs", ""),
        ("src/ui.rs", ""),
        ("src/ui/menu.rs", "pub fn menu() {}\nfn own() { menu() }"),
        ("src/ui/late.rs", "use super::menu::menu;\npub const MENU: fn() = menu;"),
        ("src/ui/header.rs", "use super::menu;\nfn header() { html! { { menu::menu() } } }"),
        ("src/ui/footer.rs", "use super::late::MENU;\nfn footer() { MENU() }"),
    ];
    let files = files.map(|(file, text)| (file.to_owned(), text.to_owned()));
    assert_eq!(early_uses(&Source::new(files.iter())).0, ["ui::header uses ui::menu::menu"]);
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
