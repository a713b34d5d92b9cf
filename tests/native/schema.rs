//! What other languages say of the settings agrees with the schema in Rust, `src/state/schema.rs`.
//!
//! The script's table, the TypeScript types, the manifest of the custom element, the package's README and the widget for
//! notebooks each have a section that is written from the schema. These tests compare; `UPDATE_SCHEMA=1 cargo test --test
//! schema` writes. Events, methods, parts and custom properties are compared with the code that has them.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use broadcast_visualizer::codegen::sign;
use broadcast_visualizer::i18n::Locale;
use broadcast_visualizer::practice::QuestionKind;
use broadcast_visualizer::practice::limits::MAX_TEXT;
use broadcast_visualizer::state::{Binary, Controls, SETTINGS, Setting, Settings, Theme, library_name};
use broadcasting_diagram::Blocks;
use tensor_broadcasting::library::Library;
use tensor_broadcasting::{Dtype, Operator};

const ELEMENT: &str = "src/embed/element.js";
const PRACTICE: &str = "src/state/practice.rs";
const SCRIPT: &str = "src/embed/schema.js";
const TYPES: &str = "xtask/npm/index.d.ts";
const MANIFEST: &str = "xtask/npm/custom-elements.json";
const PACKAGE_README: &str = "xtask/npm/README.md";
const STEPS: &str = "xtask/npm/steps.schema.json";
const NOTEBOOK: &str = "python/src/broadcast_visualizer/widget.py";

/// Which values a setting has.
enum Kind {
    /// Text of a form that is described here; `nullable`: it may be unset.
    Text { form: &'static str, nullable: bool },
    /// One of these names.
    Choice { names: Vec<&'static str>, nullable: bool },
    /// A chapter: a number from 1 or `last`, which may be unset.
    Chapter,
    /// A number from 1, which may be unset.
    Number,
    /// On or off.
    Flag,
}

fn kind(setting: &Setting) -> Kind {
    let text = |form, nullable| Kind::Text { form, nullable };
    let choice = |names, nullable| Kind::Choice { names, nullable };
    match setting.name {
        "a" | "b" => {
            text("a shape (`5,3,4,1`, `(3,)`, `()`), values (`[[0],[10]]`) or Python (`np.arange(3)[:, None]`)", false)
        }
        "c" => text("a shape, values, or Python", true),
        "op" => choice(Binary::ALL.map(Binary::name).to_vec(), false),
        "library" => choice(Library::ALL.map(library_name).to_vec(), false),
        "operation" => Kind::Number,
        "dtype" => choice(Dtype::ALL.map(Dtype::name).to_vec(), true),
        "chapter" => Kind::Chapter,
        "cell" => text("an index of the result (`2,1`) or of an operand's panel (`a:2,1`)", true),
        "blocks" => choice(Blocks::ALL.map(Blocks::name).to_vec(), false),
        "controls" => choice(Controls::ALL.map(Controls::name).to_vec(), false),
        "predict" => choice(QuestionKind::ALL.map(QuestionKind::name).to_vec(), true),
        "practice" => text("a set as the page writes it, such as `3.5f3.shapes.2.5`", true),
        "steps" => text("steps as the page writes them, such as `1~.~.1~.~:a=4,1~.b=3~.text=Look`", true),
        "steps-src" => text("the address of a file, such as `week3.json`", true),
        "step" => Kind::Number,
        "theme" => choice(Theme::ALL.map(Theme::name).to_vec(), false),
        "locale" => choice(Locale::ALL.map(Locale::tag).to_vec(), true),
        "code" => text("Python, several lines or one; empty without a program", false),
        _ => {
            assert!(["0", "1"].contains(&(setting.docs.default)().as_str()), "say which values {} takes", setting.name);
            Kind::Flag
        }
    }
}

fn path(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(name)
}

fn read(name: &str) -> String {
    fs::read_to_string(path(name)).expect("a file of this repository")
}

/// The part of `text` between the first `start` and the next `end`.
fn between<'a>(text: &'a str, start: &str, end: &str) -> &'a str {
    let (_, rest) = text.split_once(start).expect(start);
    rest.split_once(end).expect(end).0
}

/// Compares the section of a file between `start` and `end` with what the schema says, or writes it.
fn section(name: &str, start: &str, end: &str, expected: &str) {
    let text = read(name);
    let found = between(&text, start, end);
    if std::env::var_os("UPDATE_SCHEMA").is_some() {
        let updated = text.replacen(&format!("{start}{found}{end}"), &format!("{start}{expected}{end}"), 1);
        fs::write(path(name), updated).expect("it can be written");
    } else {
        assert_eq!(
            found, expected,
            "{name} is not what the schema says: UPDATE_SCHEMA=1 cargo test --test native schema"
        );
    }
}

/// The settings that are attributes.
fn attributes() -> impl Iterator<Item = &'static Setting> {
    SETTINGS.iter().filter(|setting| setting.is_attribute)
}

/// A row for each attribute.
fn rows(row: impl Fn(&Setting) -> String) -> String {
    attributes().map(row).collect()
}

fn description(setting: &Setting) -> &str {
    setting.docs.description.trim()
}

fn is_nullable(setting: &Setting) -> bool {
    match kind(setting) {
        Kind::Text { nullable, .. } | Kind::Choice { nullable, .. } => nullable,
        Kind::Chapter | Kind::Number => true,
        Kind::Flag => false,
    }
}

/// The default as a JSON value; `null` where there is none.
fn json_default(setting: &Setting) -> String {
    match kind(setting) {
        _ if is_nullable(setting) => "null".to_owned(),
        Kind::Flag => "false".to_owned(),
        _ => format!("\"{}\"", (setting.docs.default)()),
    }
}

/// The type in TypeScript; `open`: a text is no error where names are expected, since a later version may have more.
fn typescript(setting: &Setting, open: bool) -> String {
    let mut alternatives = match kind(setting) {
        Kind::Text { .. } => vec!["string".to_owned()],
        Kind::Chapter => vec!["number".to_owned(), "\"last\"".to_owned()],
        Kind::Number => vec!["number".to_owned()],
        Kind::Flag => vec!["boolean".to_owned()],
        Kind::Choice { names, .. } => {
            let names = names.into_iter().map(|name| format!("\"{name}\""));
            names.chain(open.then(|| "(string & {})".to_owned())).collect()
        }
    };
    alternatives.extend(is_nullable(setting).then(|| "null".to_owned()));
    alternatives.join(" | ")
}

/// The name of a field in JavaScript, which is quoted where it has a hyphen.
fn field_name(setting: &Setting) -> String {
    if setting.name.contains('-') { format!("\"{}\"", setting.name) } else { setting.name.to_owned() }
}

#[test]
fn the_schema_of_a_file_of_steps_has_every_setting_of_a_step() {
    let quoted = |names: &[&str]| names.iter().map(|name| format!("\"{name}\"")).collect::<Vec<_>>().join(", ");
    let field = |setting: &Setting| {
        let (name, description) = (setting.name, description(setting).replace('"', "\\\""));
        let value = match kind(setting) {
            Kind::Choice { mut names, .. } => {
                if name == "op" {
                    names.push("where");
                    names.extend(Operator::ALL.into_iter().filter_map(sign));
                }
                format!("\"enum\": [{}]", quoted(&names))
            }
            Kind::Chapter => {
                "\"oneOf\": [{ \"type\": \"integer\", \"minimum\": 1 }, { \"const\": \"last\" }]".to_owned()
            }
            Kind::Number => "\"type\": \"integer\", \"minimum\": 1".to_owned(),
            Kind::Flag => "\"type\": \"boolean\"".to_owned(),
            Kind::Text { .. } if setting.in_fragment => "\"type\": \"string\"".to_owned(),
            Kind::Text { .. } => format!("\"type\": \"string\", \"maxLength\": {}", tensor_reader::MAX_CHARS),
        };
        format!("          \"{name}\": {{ {value}, \"description\": \"{description}\" }},\n")
    };
    let fields: String = SETTINGS.iter().filter(|setting| setting.is_of_step).map(field).collect();
    let text = format!(
        "          \"text\": {{ \"type\": \"string\", \"maxLength\": {MAX_TEXT}, \"description\": \"What the teacher says.\" }}\n"
    );
    section(STEPS, "        \"properties\": {\n", "        }\n", &(fields + &text));
}

#[test]
fn scripts_have_the_same_settings() {
    section(
        SCRIPT,
        "DEFAULTS = {\n",
        "};",
        &rows(|setting| format!("    {}: {},\n", field_name(setting), json_default(setting))),
    );
    let numbers: Vec<String> = attributes()
        .filter(|setting| matches!(kind(setting), Kind::Number | Kind::Chapter))
        .map(|setting| format!("\"{}\"", setting.name))
        .collect();
    section(SCRIPT, "NUMBERS = [", "];", &numbers.join(", "));
}

#[test]
fn types_have_the_same_settings() {
    let field = |setting: &Setting| {
        let form = match kind(setting) {
            Kind::Text { form, .. } => format!(" It is {form}."),
            _ => String::new(),
        };
        let unset = if is_nullable(setting) { format!(" `null`: {}.", setting.docs.unset) } else { String::new() };
        let comment = format!("  /** {}{form}{unset} */\n", description(setting));
        format!("{comment}  {}: {};\n", field_name(setting), typescript(setting, true))
    };
    section(TYPES, "export interface State {\n", "}\n", &rows(field));
}

#[test]
fn the_manifest_has_the_same_settings() {
    let entries: Vec<String> = attributes()
        .map(|setting| {
            let quoted = |text: &str| serde_json::Value::from(text).to_string();
            let (name, description) = (quoted(setting.name), quoted(description(setting)));
            let (default, kind) = (quoted(&json_default(setting)), quoted(&typescript(setting, false)));
            format!(
                "            {{ \"name\": {name}, \"fieldName\": {name}, \"default\": {default}, \"type\": {{ \"text\": {kind} }}, \
                 \"description\": {description} }}"
            )
        })
        .collect();
    section(MANIFEST, "\"attributes\": [\n", "\n          ],", &entries.join(",\n"));
}

#[test]
fn the_package_lists_the_same_settings() {
    let row = |setting: &Setting| {
        let quoted = |text: &str| format!("`{text}`");
        let values = match kind(setting) {
            Kind::Text { form, .. } => form.to_owned(),
            Kind::Choice { names, .. } => names.into_iter().map(quoted).collect::<Vec<_>>().join(" "),
            Kind::Chapter => "a number from 1, or `last`".to_owned(),
            Kind::Number => "a number from 1".to_owned(),
            Kind::Flag => "present or absent".to_owned(),
        };
        let default = match kind(setting) {
            _ if is_nullable(setting) => setting.docs.unset.to_owned(),
            Kind::Flag => "absent".to_owned(),
            _ => quoted(&(setting.docs.default)()),
        };
        format!("| `{}` | {} | {values} | {default} |\n", setting.name, description(setting))
    };
    let header = "| attribute and property | meaning | values | default |\n|---|---|---|---|\n";
    section(PACKAGE_README, header, "\nMethods: ", &rows(row));
}

#[test]
fn the_notebook_widget_has_the_same_settings() {
    let row = |setting: &Setting| {
        let default = (setting.docs.default)();
        let value = match kind(setting) {
            Kind::Chapter => {
                "Union([traitlets.Int(), traitlets.Unicode()], default_value=None, allow_none=True)".to_owned()
            }
            Kind::Number => "Int(None, allow_none=True)".to_owned(),
            Kind::Flag => "Bool(False)".to_owned(),
            _ if is_nullable(setting) => "Unicode(None, allow_none=True)".to_owned(),
            _ => format!("Unicode(\"{default}\")"),
        };
        // What is no name in Python is about files of the page around an element.
        if setting.name.contains('-') {
            return String::new();
        }
        format!("    {} = traitlets.{value}.tag(sync=True)\n", setting.name)
    };
    section(NOTEBOOK, "    # Written by tests/native/schema.rs:\n", "    # End of what is written.\n", &rows(row));
}

/// Where a value may be unset, the documentation says what is used instead; where not, the default is a value of the setting.
#[test]
fn every_setting_has_a_default_that_can_be_read() {
    for setting in SETTINGS {
        assert!(description(setting).ends_with('.'), "{}: a sentence", setting.name);
        assert_eq!(is_nullable(setting), !setting.docs.unset.is_empty(), "{}", setting.name);
        if !is_nullable(setting) {
            let query = format!("{}={}", setting.name, (setting.docs.default)());
            assert_eq!(Settings::from_query(&query), (Settings::default(), Vec::new()), "{query}");
        }
        if let Kind::Flag = kind(setting) {
            assert_eq!((setting.docs.default)(), "0", "{}: without its attribute, a flag is off", setting.name);
        }
        if let Kind::Choice { names, .. } = kind(setting) {
            for name in names {
                let query = format!("a=1&b=1&{}={name}", setting.name);
                let (settings, ignored) = Settings::from_query(&query);
                assert!(ignored.is_empty(), "{query}");
                let written = format!("&{}={name}", setting.name);
                let is_default = !is_nullable(setting) && name == (setting.docs.default)();
                assert_eq!(settings.to_query().contains(&written), !is_default, "{query}");
            }
        }
    }
}

/// Each link in the documents names settings that exist, with values that can be used.
#[test]
fn links_in_the_documents_can_be_read() {
    let documents = ["README.md", "docs/learners.md", "docs/pages.md", "docs/teachers.md"].map(read).join("\n");
    let mut links = 0;
    for piece in documents.split(['`', '"', ' ', '\n']) {
        let Some((_, query)) = piece.split_once("?a=") else { continue };
        let query = format!("a={}", query.replace("&amp;", "&"));
        for part in query.split('&') {
            let name = part.split_once('=').expect("a value").0;
            assert!(SETTINGS.iter().any(|setting| setting.name == name), "{query}: {name}");
        }
        assert_eq!(Settings::from_query(&query).1, Vec::<&str>::new(), "{query}");
        links += 1;
    }
    assert!(links >= 2, "the documents show a link and a frame");
}

/// The texts that follow each `start` in `text`, up to `end`.
fn all_between<'a>(text: &'a str, start: &str, end: char) -> BTreeSet<&'a str> {
    text.split(start).skip(1).filter_map(|rest| rest.split(end).next()).collect()
}

/// The names that a list of the manifest has.
fn manifest_names(list: &str) -> BTreeSet<String> {
    let manifest: serde_json::Value = serde_json::from_str(&read(MANIFEST)).expect("JSON");
    let entries = manifest["modules"][0]["declarations"][0][list].as_array().expect("a list").clone();
    entries.iter().map(|entry| entry["name"].as_str().expect("a name").to_owned()).collect()
}

/// The names in backquotes between two places of the package's README.
fn readme_names(start: &str, end: &str) -> BTreeSet<String> {
    let text = read(PACKAGE_README);
    let list = between(&text, start, end);
    list.split('`').skip(1).step_by(2).map(|name| name.split('(').next().unwrap_or_default().to_owned()).collect()
}

fn owned(names: BTreeSet<&str>) -> BTreeSet<String> {
    names.into_iter().map(str::to_owned).collect()
}

#[test]
fn events_are_documented() {
    let element = read(ELEMENT);
    let mut sent = owned(all_between(&element, "_emit(\"", '"'));
    sent.extend(owned(all_between(&read(PRACTICE), "results.push((\"", '"')));
    assert!(sent.len() > 3);
    assert_eq!(manifest_names("events"), sent);
    assert_eq!(readme_names("Events, all of which bubble out of shadow roots: ", ".\n"), sent);
    let types = read(TYPES);
    let map = between(&types, "EventMap {\n", "}\n").lines().filter(|line| !line.contains("/**"));
    assert_eq!(map.map(|line| between(line, "  ", ":").to_owned()).collect::<BTreeSet<_>>(), sent);
}

#[test]
fn methods_are_documented() {
    let element = read(ELEMENT);
    let mut members = manifest_names("members");
    assert!(members.remove("ready") && members.remove("record"));
    let types = read(TYPES);
    for method in &members {
        assert!(
            ["\n    ", "\n    async "].iter().any(|start| element.contains(&format!("{start}{method}("))),
            "{method}"
        );
        assert!(types.contains(&format!("\n  {method}(")), "{method}");
    }
    assert_eq!(readme_names("Methods: ", ", and\n"), members);
    let declared = between(&types, "interface BroadcastVisualizer extends", "\n}\n").to_owned();
    // Those of every element have only other types here.
    let inherited = |line: &str| line.contains("EventListener") || line.starts_with("    ");
    let is_method =
        |line: &&str| line.starts_with("  ") && line.contains('(') && !line.contains("/*") && !inherited(line);
    assert_eq!(declared.lines().filter(is_method).count(), members.len());
}

/// The texts of all files under a folder.
fn texts(folder: &Path) -> String {
    let entries = fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("an entry").path());
    entries
        .map(|path| if path.is_dir() { texts(&path) } else { fs::read_to_string(path).unwrap_or_default() })
        .collect()
}

#[test]
fn parts_are_documented() {
    let components = texts(&path("src/ui"));
    let mut parts = owned(all_between(&components, "part=\"", '"'));
    parts.extend(owned(all_between(&read(ELEMENT), "setAttribute(\"part\", \"", '"')));
    assert_eq!(manifest_names("cssParts"), parts);
    assert_eq!(readme_names("Parts: ", ".\n"), parts);
}

#[test]
fn custom_properties_are_documented() {
    let used = texts(&path("styles")) + &texts(&path("crates/diagram/styles")) + &read(ELEMENT);
    let used: BTreeSet<String> = used
        .split("--bv-")
        .skip(1)
        .map(|rest| {
            let end = rest.find(|c: char| !c.is_ascii_lowercase() && c != '-').unwrap_or(rest.len());
            format!("--bv-{}", &rest[..end])
        })
        .collect();
    assert_eq!(manifest_names("cssProperties"), used);
    assert_eq!(readme_names("Colours and fonts are custom properties: ", ". Parts:"), used);
}
