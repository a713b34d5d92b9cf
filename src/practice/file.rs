//! A teacher's own set as a file: one versioned form of JSON, which people can write by hand.
//!
//! ```json
//! {
//!   "version": 1,
//!   "title": "Week 3",
//!   "questions": [
//!     { "a": "4,1", "b": "3", "predict": "shape", "text": "Draw it first." },
//!     { "a": "3,1", "b": "(3,)", "op": "mul", "library": "numpy", "inplace": true, "predict": "verdict" }
//!   ]
//! }
//! ```
//!
//! The fields of a question have the names and the values of the settings; what is left out has its default. A name that is not
//! known is an error, so that a mistyped one is found. `$schema` may name the schema for editors: `xtask/npm/practice-set.schema.json`.
//!
//! It is read in one pass, without recursion: nothing in a file is nested deeper than the field of a question.

use super::item::index_of;
use super::{Item, OwnSet, QuestionKind};
use crate::codegen::sign;
use tensor_broadcasting::Operator;
use tensor_broadcasting::library::Library;
use tensor_broadcasting::lists::Listed;
use tensor_reader::{MAX_CHARS, quoted};

/// The version of the form.
const VERSION: &str = "1";

/// The longest name of a field, value of a choice or index, in characters. It is longer than any that is known.
const MAX_WORD: usize = 1_300;

/// What is wrong with a file, and where.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct FileError {
    /// The line, from 1.
    pub line: usize,
    /// The character of the line, from 1.
    pub column: usize,
    /// The problem.
    pub problem: FileProblem,
}

/// What can be wrong with a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FileProblem {
    /// It has more than [`OwnSet::MAX_FILE`] characters.
    TooLarge,
    /// One of these signs is expected: it is no JSON, or another kind of value.
    Expected(&'static str),
    /// The version is another one.
    Version,
    /// An object lacks this field.
    Missing(&'static str),
    /// There is no field of this name.
    UnknownField,
    /// This field has no such value.
    Value(&'static str),
    /// A text has more than this number of characters.
    TooLong(usize),
    /// There are not from 1 to [`OwnSet::MAX_ITEMS`] questions.
    Count,
}

impl OwnSet {
    /// The longest file, in characters.
    pub const MAX_FILE: usize = 300_000;

    /// Reads a file.
    ///
    /// # Errors
    ///
    /// The first thing that is wrong with it, with its place.
    ///
    /// ```
    /// use broadcast_visualizer::practice::{FileError, FileProblem, OwnSet};
    /// let file = r#"{"version": 1, "questions": [{"a": "4,1", "b": "3", "predict": "shape"}]}"#;
    /// assert_eq!(OwnSet::from_file(file).map(|set| set.items.len()), Ok(1));
    /// let file = "{\"version\": 1,\n \"title\": Week 3}";
    /// let error = FileError { line: 2, column: 11, problem: FileProblem::Expected("\"") };
    /// assert_eq!(OwnSet::from_file(file), Err(error));
    /// ```
    pub fn from_file(text: &str) -> Result<Self, FileError> {
        let mut reader = Reader { text, rest: text.strip_prefix('\u{feff}').unwrap_or(text) };
        if text.chars().nth(Self::MAX_FILE).is_some() {
            return reader.fail(FileProblem::TooLarge);
        }
        let set = reader.set()?;
        reader.skip();
        if reader.rest.is_empty() { Ok(set) } else { reader.fail(FileProblem::Expected("}")) }
    }

    /// Writes the set as [`OwnSet::from_file`] reads it, with a line for each question.
    #[must_use]
    pub fn to_file(&self) -> String {
        let mut file = format!("{{\n  \"version\": {VERSION},\n");
        for (name, text) in [("title", &self.title), ("caption", &self.caption)] {
            if !text.is_empty() {
                file.push_str(&format!("  \"{name}\": {},\n", quoted(text)));
            }
        }
        if !self.shows_answers {
            file.push_str("  \"answers\": false,\n");
        }
        let items = self.items.iter().map(|item| format!("    {{ {} }}", members(item).join(", "))).listed();
        file + &format!("  \"questions\": [\n{}\n  ]\n}}\n", items.join(",\n"))
    }
}

/// The fields of a question that have not their default.
fn members(item: &Item) -> Vec<String> {
    let [a, b] = &item.operands;
    let index = item.element.as_ref().map(|index| index.iter().map(u64::to_string).listed().join(","));
    let fields = [
        ("a", Some(a.as_str())),
        ("b", Some(b.as_str())),
        ("op", (item.operator != Operator::Add).then(|| Library::PyTorch.function(item.operator))),
        ("library", (item.library == Library::NumPy).then_some("numpy")),
        ("predict", Some(item.kind.name())),
        ("cell", index.as_deref()),
        ("text", Some(item.note.as_str()).filter(|note| !note.is_empty())),
    ];
    let mut members =
        fields.into_iter().filter_map(|(name, text)| Some(format!("\"{name}\": {}", quoted(text?)))).listed();
    if item.in_place {
        members.push("\"inplace\": true".to_owned());
    }
    members
}

/// Reads a file from its start to its end.
#[derive(Debug)]
struct Reader<'a> {
    text: &'a str,
    /// What is not read yet: an end of `text`.
    rest: &'a str,
}

/// What is read, or the first error.
type Read<T> = Result<T, FileError>;

/// Reads one value, whose field has this name.
type Field<'a, 'b> = &'b mut dyn FnMut(&mut Reader<'a>, &str) -> Read<()>;

impl<'a> Reader<'a> {
    /// The error at the present place.
    fn fail<T>(&self, problem: FileProblem) -> Read<T> {
        self.fail_at(self.rest, problem)
    }

    /// The error at an earlier place, where `rest` was not read yet.
    fn fail_at<T>(&self, rest: &str, problem: FileProblem) -> Read<T> {
        let before = self.text.get(..self.text.len().saturating_sub(rest.len())).unwrap_or_default();
        let line = before.rsplit('\n').next().unwrap_or_default();
        let line = line.trim_start_matches('\u{feff}').chars().count();
        Err(FileError { line: before.matches('\n').count() + 1, column: line + 1, problem })
    }

    /// Skips white space.
    fn skip(&mut self) {
        self.rest = self.rest.trim_start_matches([' ', '\t', '\n', '\r']);
    }

    /// Reads a sign, if it is next.
    fn eat(&mut self, sign: char) -> bool {
        self.skip();
        let rest = self.rest.strip_prefix(sign);
        self.rest = rest.unwrap_or(self.rest);
        rest.is_some()
    }

    /// Reads a sign. `expected`: what else could be there.
    fn expect(&mut self, sign: char, expected: &'static str) -> Read<()> {
        if self.eat(sign) { Ok(()) } else { self.fail(FileProblem::Expected(expected)) }
    }

    /// Reads what stands between two brackets, separated by commas.
    fn list(&mut self, [open, close]: [&'static str; 2], each: &mut dyn FnMut(&mut Self) -> Read<()>) -> Read<()> {
        let sign = |bracket: &str| bracket.chars().next_back().unwrap_or_default();
        self.expect(sign(open), open)?;
        if self.eat(sign(close)) {
            return Ok(());
        }
        loop {
            each(self)?;
            if self.eat(sign(close)) {
                return Ok(());
            }
            self.skip();
            let comma = self.rest;
            self.expect(',', close)?;
            // A comma after the last one, which people write.
            if self.eat(sign(close)) {
                return self.fail_at(comma, FileProblem::Expected(close.trim_start_matches(", ")));
            }
        }
    }

    /// Reads an object. `field` reads the value of each field.
    fn object(&mut self, field: Field<'a, '_>) -> Read<()> {
        self.list(["{", ", }"], &mut |reader| {
            reader.skip();
            let start = reader.rest;
            let name = reader.string(MAX_WORD)?;
            reader.expect(':', ":")?;
            reader.skip();
            let value = reader.rest;
            match field(reader, &name) {
                // The place of an unknown field is its name.
                Err(error) if error.problem == FileProblem::UnknownField && std::ptr::eq(value, reader.rest) => {
                    reader.fail_at(start, error.problem)
                }
                read => read,
            }
        })
    }

    /// Reads a text of at most so many characters.
    fn string(&mut self, most: usize) -> Read<String> {
        self.expect('"', "\"")?;
        let mut text = String::new();
        let start = self.rest;
        loop {
            let mut chars = self.rest.chars();
            let c = chars.next().filter(|c| *c >= ' ');
            let before = std::mem::replace(&mut self.rest, chars.as_str());
            match c {
                Some('"') => break,
                Some('\\') => match self.escaped() {
                    Some(c) => text.push(c),
                    None => return self.fail_at(before, FileProblem::Expected("\\\" \\\\ \\n \\u0041")),
                },
                Some(c) => text.push(c),
                // The end of the file or of the line.
                None => return self.fail_at(before, FileProblem::Expected("\"")),
            }
        }
        if text.chars().nth(most).is_some() { self.fail_at(start, FileProblem::TooLong(most)) } else { Ok(text) }
    }

    /// Reads what follows a backslash; `None` where it stands for no character.
    fn escaped(&mut self) -> Option<char> {
        let mut chars = self.rest.chars();
        let c = chars.next()?;
        self.rest = chars.as_str();
        Some(match c {
            '"' | '\\' | '/' => c,
            'b' => '\u{8}',
            'f' => '\u{c}',
            'n' => '\n',
            'r' => '\r',
            't' => '\t',
            'u' => {
                let unit = self.unit()?;
                // A character past the first 65,536 is written as two units.
                let low = if (0xd800..0xdc00).contains(&unit) {
                    self.rest = self.rest.strip_prefix("\\u")?;
                    Some(self.unit()?)
                } else {
                    None
                };
                char::decode_utf16([Some(unit), low].into_iter().flatten()).next()?.ok()?
            }
            _ => return None,
        })
    }

    /// Reads four hexadecimal digits.
    fn unit(&mut self) -> Option<u16> {
        let digits = self.rest.get(..4).filter(|digits| digits.chars().all(|c| c.is_ascii_hexdigit()))?;
        self.rest = self.rest.get(4..)?;
        u16::from_str_radix(digits, 16).ok()
    }

    /// Reads a text that stands for something. `field`: the name of its field.
    fn named<T>(&mut self, field: &'static str, find: impl FnOnce(&str) -> Option<T>) -> Read<T> {
        self.skip();
        let start = self.rest;
        let text = self.string(MAX_WORD)?;
        find(&text).map_or_else(|| self.fail_at(start, FileProblem::Value(field)), Ok)
    }

    /// Reads a word without quotation marks: a number, `true`, `false`.
    fn word(&mut self) -> &'a str {
        self.skip();
        let end = self.rest.find(|c: char| !c.is_ascii_alphanumeric() && !matches!(c, '.' | '+' | '-'));
        let (word, rest) = self.rest.split_at(end.unwrap_or(self.rest.len()));
        self.rest = rest;
        word
    }

    fn flag(&mut self) -> Read<bool> {
        self.skip();
        let start = self.rest;
        match self.word() {
            "true" => Ok(true),
            "false" => Ok(false),
            _ => self.fail_at(start, FileProblem::Expected("true false")),
        }
    }

    fn set(&mut self) -> Read<OwnSet> {
        let mut set = OwnSet { shows_answers: true, ..OwnSet::default() };
        let mut has_version = false;
        self.skip();
        let start = self.rest;
        self.object(&mut |reader, name| {
            match name {
                "version" => {
                    let place = reader.rest;
                    if reader.word() != VERSION {
                        return reader.fail_at(place, FileProblem::Version);
                    }
                    has_version = true;
                }
                "$schema" => _ = reader.string(MAX_CHARS)?,
                "title" => set.title = reader.string(OwnSet::MAX_TITLE)?,
                "caption" => set.caption = reader.string(OwnSet::MAX_CAPTION)?,
                "answers" => set.shows_answers = reader.flag()?,
                "questions" => set.items = reader.questions()?,
                _ => return reader.fail(FileProblem::UnknownField),
            }
            Ok(())
        })?;
        match (has_version, set.items.is_empty()) {
            (false, _) => self.fail_at(start, FileProblem::Missing("version")),
            (true, true) => self.fail_at(start, FileProblem::Missing("questions")),
            (true, false) => Ok(set),
        }
    }

    fn questions(&mut self) -> Read<Vec<Item>> {
        let start = self.rest;
        let mut items = Vec::new();
        self.list(["[", ", ]"], &mut |reader| {
            reader.skip();
            if items.len() == OwnSet::MAX_ITEMS {
                return reader.fail(FileProblem::Count);
            }
            items.push(reader.question()?);
            Ok(())
        })?;
        if items.is_empty() { self.fail_at(start, FileProblem::Count) } else { Ok(items) }
    }

    fn question(&mut self) -> Read<Item> {
        let start = self.rest;
        let mut item = Item::empty(Library::PyTorch);
        let mut has = [false; 3];
        self.object(&mut |reader, name| {
            let [has_a, has_b, has_kind] = &mut has;
            let [a, b] = &mut item.operands;
            match name {
                "a" => (*a, *has_a) = (reader.string(MAX_CHARS)?, true),
                "b" => (*b, *has_b) = (reader.string(MAX_CHARS)?, true),
                "predict" => {
                    let kind = |name: &str| QuestionKind::ALL.into_iter().find(|known| known.name() == name);
                    (item.kind, *has_kind) = (reader.named("predict", kind)?, true);
                }
                "op" => item.operator = reader.named("op", operator)?,
                "library" => {
                    let library =
                        |name: &str| Library::ALL.into_iter().find(|known| known.name().to_ascii_lowercase() == name);
                    item.library = reader.named("library", library)?;
                }
                "inplace" => item.in_place = reader.flag()?,
                "cell" => item.element = Some(reader.named("cell", index_of)?),
                "text" => item.note = reader.string(Item::MAX_NOTE)?,
                _ => return reader.fail(FileProblem::UnknownField),
            }
            Ok(())
        })?;
        for (name, has) in ["a", "b", "predict"].into_iter().zip(has) {
            if !has {
                return self.fail_at(start, FileProblem::Missing(name));
            }
        }
        Ok(item)
    }
}

/// The operator of a name or of a sign in Python: `mul`, `*`.
fn operator(text: &str) -> Option<Operator> {
    Operator::ALL.into_iter().find(|&known| Library::PyTorch.function(known) == text || sign(known) == Some(text))
}
