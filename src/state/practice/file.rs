//! A teacher's own set as a file: one versioned form of JSON, which people can write by hand.
//!
//! ```json
//! {
//!   "version": 1,
//!   "title": "Week 3",
//!   "steps": [
//!     { "a": "4,1", "b": "3", "chapter": 2, "text": "The shapes are aligned at the right." },
//!     { "a": "3,1", "b": "(3,)", "op": "mul", "library": "numpy", "inplace": true, "predict": "verdict" }
//!   ]
//! }
//! ```
//!
//! The fields of a step have the names and the values of the settings; what is left out has its default. A number and `true` may stand
//! without quotation marks. A name that is not known is an error, so that a mistyped one is found. `$schema` may name the schema for editors:
//! `xtask/npm/steps.schema.json`.
//!
//! It is read in one pass, without recursion: nothing in a file is nested deeper than the field of a step.

use super::link::TEXT;
use super::step::{OwnSet, Step};
use crate::codegen::sign;
use crate::practice::limits::{MAX_CAPTION, MAX_FILE, MAX_STEPS, MAX_TEXT, MAX_TITLE};
use crate::practice::{FileError, FileProblem};
use tensor_broadcasting::Operator;
use tensor_broadcasting::library::Library;
use tensor_broadcasting::lists::Listed;
use tensor_reader::{MAX_CHARS, quoted};

/// The version of the form.
const VERSION: &str = "1";

/// The longest name of a field, in characters. It is longer than any that is known.
const MAX_WORD: usize = 1_300;

impl OwnSet {
    /// Reads a file.
    ///
    /// # Errors
    ///
    /// The first thing that is wrong with it, with its place.
    ///
    /// ```
    /// use broadcast_visualizer::practice::{FileError, FileProblem};
    /// use broadcast_visualizer::state::OwnSet;
    /// let file = r#"{"version": 1, "steps": [{"a": "4,1", "b": "3", "predict": "shape"}]}"#;
    /// assert_eq!(OwnSet::from_file(file).map(|set| set.steps.len()), Ok(1));
    /// let file = "{\"version\": 1,\n \"title\": Week 3}";
    /// let error = FileError { line: 2, column: 11, problem: FileProblem::Expected("\"") };
    /// assert_eq!(OwnSet::from_file(file), Err(error));
    /// ```
    pub fn from_file(text: &str) -> Result<Self, FileError> {
        let mut reader = Reader { text, rest: text.strip_prefix('\u{feff}').unwrap_or(text) };
        if text.chars().nth(MAX_FILE).is_some() {
            return reader.fail(FileProblem::TooLarge);
        }
        let set = reader.set()?;
        reader.skip();
        if reader.rest.is_empty() { Ok(set) } else { reader.fail(FileProblem::Expected("}")) }
    }

    /// Writes the set as [`OwnSet::from_file`] reads it, with a line for each step.
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
        let steps = self.steps.iter().map(|step| format!("    {{ {} }}", members(step).join(", "))).listed();
        file + &format!("  \"steps\": [\n{}\n  ]\n}}\n", steps.join(",\n"))
    }
}

/// The fields of a step that have not their default.
fn members(step: &Step) -> Vec<String> {
    let text = (!step.text.is_empty()).then(|| (TEXT, step.text.clone()));
    let written = step.fields().into_iter().chain(text).map(|(name, value)| {
        let value = match name {
            "inplace" | "gradient" => "true".to_owned(),
            "chapter" | "operation" if value.parse::<usize>().is_ok() => value,
            _ => quoted(&value),
        };
        format!("\"{name}\": {value}")
    });
    written.listed()
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
                "title" => set.title = reader.string(MAX_TITLE)?,
                "caption" => set.caption = reader.string(MAX_CAPTION)?,
                "answers" => set.shows_answers = reader.flag()?,
                "steps" => set.steps = reader.steps()?,
                _ => return reader.fail(FileProblem::UnknownField),
            }
            Ok(())
        })?;
        match (has_version, set.steps.is_empty()) {
            (false, _) => self.fail_at(start, FileProblem::Missing("version")),
            (true, true) => self.fail_at(start, FileProblem::Missing("steps")),
            (true, false) => Ok(set),
        }
    }

    fn steps(&mut self) -> Read<Vec<Step>> {
        let start = self.rest;
        let mut steps = Vec::new();
        self.list(["[", ", ]"], &mut |reader| {
            reader.skip();
            if steps.len() == MAX_STEPS {
                return reader.fail(FileProblem::Count);
            }
            steps.push(reader.step()?);
            Ok(())
        })?;
        if steps.is_empty() { self.fail_at(start, FileProblem::Count) } else { Ok(steps) }
    }

    fn step(&mut self) -> Read<Step> {
        let start = self.rest;
        let mut step = Step::default();
        let mut named = Vec::new();
        self.object(&mut |reader, name| {
            if name == TEXT {
                step.text = reader.string(MAX_TEXT)?;
                return Ok(());
            }
            let Some(setting) = Step::setting(name) else { return reader.fail(FileProblem::UnknownField) };
            named.push(setting.name);
            reader.skip();
            let place = reader.rest;
            let value = match reader.rest.chars().next() {
                Some('0'..='9' | 't' | 'f') => reader.word().to_owned(),
                // A program may be as long as the file.
                _ => reader.string(if setting.in_fragment { MAX_FILE } else { MAX_CHARS })?,
            };
            let value = if name == "op" { function(&value).unwrap_or(&value) } else { &value };
            match step.set(setting.name, value) {
                Some(()) => Ok(()),
                None => reader.fail_at(place, FileProblem::Value(setting.name)),
            }
        })?;
        if !named.contains(&"code") {
            for name in ["a", "b"] {
                if !named.contains(&name) {
                    return self.fail_at(start, FileProblem::Missing(name));
                }
            }
        }
        Ok(step)
    }
}

/// The function of an operator that is written as in Python: `*`.
fn function(text: &str) -> Option<&'static str> {
    let operator = Operator::ALL.into_iter().find(|&known| sign(known) == Some(text))?;
    Some(Library::PyTorch.function(operator))
}
