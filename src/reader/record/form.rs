//! The form of a record: from JSON to a [`Record`].
//!
//! JSON is read by what has a reader for it already, the browser or, in tests, a library; here it is a tree of [`Json`]. A record comes from
//! outside: everything is checked and bounded, and every text is only ever shown as text. Fields that are not known are ignored.

use std::collections::HashSet;
use std::ops::Range;

use tensor_broadcasting::library::Library;
use tensor_broadcasting::lists::Listed;
use tensor_broadcasting::{Dtype, Scalar, Shape, StridedLayout, Tensor, Values, unravel};
use tensor_reader::{
    Aim, Inlay, MAX_AXES, MAX_PROGRAM_CHARS, Operand, OperationResult, ProgramError, ProgramOperand, ProgramOperation,
    Reading,
};

use super::{Record, RecordProblem};

/// The longest record, in bytes.
pub const MAX_BYTES: usize = 6_000_000;

/// What tells a record from other JSON.
const FORMAT: &str = "broadcast-visualizer-record";

/// The version of the form.
const VERSION: f64 = 1.0;

/// The largest number of operations.
const MAX_OPERATIONS: usize = 10_000;

/// The largest number of shapes after lines that are kept: the page shows one for each name and line.
const MAX_INLAYS: usize = 5_000;

/// The largest number of values of a tensor.
const MAX_VALUES: usize = 1_000;

/// The longest buffer that is made for the values of a tensor that is not contiguous, in elements.
const MAX_BUFFER: u64 = 100_000;

/// The longest text of an exception, of a version or of a name, in characters.
const MAX_TEXT: usize = 2_000;

/// A value of JSON.
#[derive(Debug, Clone, PartialEq)]
pub enum Json {
    /// `null`, and what is nested too deep.
    Null,
    /// `true` or `false`.
    Bool(bool),
    /// A number.
    Number(f64),
    /// A string.
    Text(String),
    /// An array.
    List(Vec<Json>),
    /// An object, in the order of its fields.
    Object(Vec<(String, Json)>),
}

/// How deep values are nested in a record at most.
pub const MAX_DEPTH: usize = 8;

/// What is read, or what is wrong.
type Read<T> = Result<T, RecordProblem>;

/// Reads a record.
///
/// # Errors
///
/// What is no record, and the first place where it is none.
pub fn record(json: &Json) -> Read<Record> {
    if !matches!(json.get("format"), Some(Json::Text(format)) if format == FORMAT) {
        return Err(RecordProblem::NotARecord);
    }
    match json.get("version") {
        Some(Json::Number(version)) if *version == VERSION => {}
        Some(Json::Number(version)) => return Err(RecordProblem::Version(version.to_string())),
        _ => return Err(at("version")),
    }
    let text = field(json, "text", |text| limited(text, MAX_PROGRAM_CHARS))?;
    let form = Form { chars: text.chars().count(), lines: text.split('\n').count(), text: &text };
    let library = field(json, "library", library)?;
    let done = field(json, "operations", |list| each(list, MAX_OPERATIONS, |item| form.operation(item, true)))?;
    let handled = field(json, "handled", |list| {
        each(list, MAX_OPERATIONS, |item| {
            Ok((field(item, "after", |after| whole(after, done.len() as f64))? as usize, form.error(item)?))
        })
    })?;
    let inlays = field(json, "names", |list| form.inlays(list, library))?;
    let (operations, counts) = done.into_iter().unzip();
    let error = optional(json, "error", |error| form.error(error))?;
    Ok(Record {
        reading: Reading { library, inlays, operations, error, handled, ..Reading::default() },
        counts,
        versions: versions(json)?,
        left_alone: optional(json, "left_alone", |list| {
            each(list, form.lines, |line| Ok(whole(line, form.lines as f64)? as usize))
        })?
        .unwrap_or_default(),
        is_cut: matches!(json.get("cut"), Some(Json::Bool(true))),
        text,
    })
}

/// The versions of the libraries that the page knows, and of Python.
fn versions(json: &Json) -> Read<Vec<String>> {
    let named = [("torch", "PyTorch"), ("numpy", "NumPy")];
    let mut versions = Vec::new();
    for (key, name) in named {
        let version =
            field(json, "libraries", |libraries| optional(libraries, key, |version| limited(version, MAX_TEXT)))?;
        // What was built for a kind of hardware stands after the sign.
        versions.extend(version.map(|version| [name, version.split('+').next().unwrap_or_default()].join(" ")));
    }
    versions.push(["Python", &field(json, "python", |version| limited(version, MAX_TEXT))?].join(" "));
    Ok(versions)
}

/// The text that the places of a record are in.
struct Form<'a> {
    text: &'a str,
    chars: usize,
    lines: usize,
}

impl Form<'_> {
    fn line(&self, json: &Json) -> Read<usize> {
        field(json, "line", |line| match whole(line, self.lines as f64)? {
            0 => Err(here()),
            line => Ok(line as usize),
        })
    }

    fn span(&self, json: &Json) -> Read<Range<usize>> {
        field(json, "span", |span| match items(span, 2)? {
            [start, end] => {
                let (start, end) = (whole(start, self.chars as f64)? as usize, whole(end, self.chars as f64)? as usize);
                if start <= end { Ok(start..end) } else { Err(here()) }
            }
            _ => Err(here()),
        })
    }

    /// An operation, and how often it was done. `done`: it raises no exception.
    fn operation(&self, json: &Json, done: bool) -> Read<(ProgramOperation, u64)> {
        let name = field(json, "name", |name| limited(name, MAX_TEXT))?;
        let operands = field(json, "operands", |list| each(list, MAX_AXES, |operand| self.operand(operand)))?;
        let results = optional(json, "results", |list| each(list, MAX_TEXT, shape))?.unwrap_or_default();
        let result = match <[Shape; 1]>::try_from(results) {
            Ok([shape]) => OperationResult::Tensor(shape),
            Err(shapes) if shapes.is_empty() => OperationResult::Other,
            Err(shapes) => OperationResult::Many(shapes),
        };
        let operation = ProgramOperation {
            line: self.line(json)?,
            span: self.span(json)?,
            name,
            combination: None,
            in_place: matches!(json.get("inplace"), Some(Json::Bool(true))),
            operands,
            result: done.then_some(result),
            aim: Aim::Unknown,
            then: Vec::new(),
            only_if: Vec::new(),
        };
        Ok((operation, optional(json, "count", |count| whole(count, f64::MAX))?.unwrap_or(1)))
    }

    fn operand(&self, json: &Json) -> Read<ProgramOperand> {
        Ok(ProgramOperand {
            text: field(json, "text", |text| limited(text, MAX_PROGRAM_CHARS))?,
            span: self.span(json)?,
            operand: Operand { library: optional(json, "library", library)?, ..operand(json)? },
        })
    }

    fn error(&self, json: &Json) -> Read<ProgramError> {
        let operation = optional(json, "operation", |operation| self.operation(operation, false))?;
        let line = self.line(json)?;
        let span = operation.as_ref().map_or_else(|| self.span_of_line(line), |(operation, _)| operation.span.clone());
        Ok(ProgramError {
            line,
            call_line: optional(json, "call_line", |line| Ok(whole(line, self.lines as f64)? as usize))?,
            span,
            kind: field(json, "type", |kind| limited(kind, MAX_TEXT))?,
            message: field(json, "message", |message| limited(message, MAX_TEXT))?,
            operation: operation.map(|(operation, _)| Box::new(operation)),
            only_if: Vec::new(),
        })
    }

    /// A line without its indentation, in characters.
    fn span_of_line(&self, line: usize) -> Range<usize> {
        let before =
            self.text.split('\n').take(line.saturating_sub(1)).map(|line| line.chars().count() + 1).sum::<usize>();
        let line = self.text.split('\n').nth(line.saturating_sub(1)).unwrap_or_default();
        let indentation = line.chars().take_while(|c| c.is_whitespace()).count();
        before + indentation..before + line.chars().count().max(indentation)
    }

    /// The shapes after lines: of what a line binds again and again, the last.
    fn inlays(&self, list: &Json, library: Library) -> Read<Vec<Inlay>> {
        let names = each(list, 10 * MAX_OPERATIONS, |json| {
            let inlay = Inlay {
                line: self.line(json)?,
                name: optional(json, "name", |name| limited(name, MAX_TEXT))?,
                shape: shape(json)?,
                dtype: dtype(json).unwrap_or(library.default_float()),
            };
            Ok(inlay)
        })?;
        let mut known = HashSet::new();
        let mut last = names.into_iter().rev().filter(|inlay| known.insert((inlay.line, inlay.name.clone()))).listed();
        last.reverse();
        last.truncate(MAX_INLAYS);
        Ok(last)
    }
}

/// A tensor with its values, where the record has them. Else it has none: numbers that were not there are not shown.
fn operand(json: &Json) -> Read<Operand> {
    let (shape, dtype) = (shape(json)?, dtype(json));
    let strides = optional(json, "strides", strides)?.flatten();
    let strides_unknown = strides.is_none();
    let layout = match strides {
        Some(strides) => StridedLayout::with_strides(shape.clone(), strides).ok_or_else(|| at("strides"))?,
        None => StridedLayout::contiguous(&shape),
    };
    let values = optional(json, "values", |values| match items(values, MAX_VALUES)? {
        values if shape.numel() == Some(values.len() as u64) => {
            values.iter().map(|value| scalar(value, dtype)).collect::<Read<Vec<Scalar>>>()
        }
        _ => Err(here()),
    })?;
    let buffer = values.and_then(|values| buffer(&layout, &values)).unwrap_or_default();
    Ok(Operand { dtype, strides_unknown, ..Operand::from(Tensor { layout, values: Values::Listed(buffer) }) })
}

/// The buffer that a layout reads these values from, in row-major order. `None` where it would be long.
fn buffer(layout: &StridedLayout, values: &[Scalar]) -> Option<Vec<Scalar>> {
    let length = layout.required_len().filter(|&length| length <= MAX_BUFFER)?;
    // What lies between the elements is not known, and not shown.
    let mut buffer = vec![Scalar::Int(0); usize::try_from(length).ok()?];
    for (position, value) in (0..).zip(values) {
        let offset = layout.offset(&unravel(layout.shape(), position)?)?;
        *buffer.get_mut(usize::try_from(offset).ok()?)? = *value;
    }
    Some(buffer)
}

fn shape(json: &Json) -> Read<Shape> {
    field(json, "shape", |list| {
        let mut sizes = Vec::new();
        for size in items(list, MAX_AXES)? {
            sizes.push(whole(size, MAX_EXACT)?);
        }
        Ok(sizes.into_iter().collect())
    })
}

/// Strides in elements; `None` where one is negative, which no layout here has.
fn strides(list: &Json) -> Read<Option<Vec<u64>>> {
    let mut strides = Some(Vec::new());
    for stride in items(list, MAX_AXES)? {
        match stride {
            Json::Number(stride) if *stride < 0.0 => strides = None,
            stride => {
                let stride = whole(stride, MAX_EXACT)?;
                strides.iter_mut().for_each(|strides| strides.push(stride));
            }
        }
    }
    Ok(strides)
}

fn scalar(value: &Json, dtype: Option<Dtype>) -> Read<Scalar> {
    match value {
        Json::Bool(value) => Ok(Scalar::Bool(*value)),
        // Numbers of JSON have no type.
        Json::Number(value) if dtype.is_some_and(Dtype::is_integer) => Ok(Scalar::Int(*value as i64)),
        Json::Number(value) => Ok(Scalar::Float(*value)),
        Json::Text(value) => match value.as_str() {
            "nan" => Ok(Scalar::Float(f64::NAN)),
            "inf" => Ok(Scalar::Float(f64::INFINITY)),
            "-inf" => Ok(Scalar::Float(f64::NEG_INFINITY)),
            _ => Err(here()),
        },
        _ => Err(here()),
    }
}

/// The element type, where the page knows it.
fn dtype(json: &Json) -> Option<Dtype> {
    let Some(Json::Text(name)) = json.get("dtype") else { return None };
    Dtype::ALL.into_iter().find(|dtype| dtype.name() == name)
}

fn library(json: &Json) -> Read<Library> {
    match json {
        Json::Text(name) if name == "torch" => Ok(Library::PyTorch),
        Json::Text(name) if name == "numpy" => Ok(Library::NumPy),
        _ => Err(here()),
    }
}

/// The largest number up to which a number of JSON is exact: 2^53 - 1.
const MAX_EXACT: f64 = 9_007_199_254_740_991.0;

/// A whole number from 0 to a largest one.
fn whole(json: &Json, largest: f64) -> Read<u64> {
    match json {
        Json::Number(number) if number.fract() == 0.0 && (0.0..=largest.min(MAX_EXACT)).contains(number) => {
            Ok(*number as u64)
        }
        _ => Err(here()),
    }
}

/// A text of at most so many characters.
fn limited(json: &Json, most: usize) -> Read<String> {
    match json {
        Json::Text(text) if text.chars().count() <= most => Ok(text.clone()),
        _ => Err(here()),
    }
}

/// Each item of a list of at most so many.
fn each<T>(list: &Json, most: usize, read: impl Fn(&Json) -> Read<T>) -> Read<Vec<T>> {
    let mut all = Vec::new();
    for (index, item) in items(list, most)?.iter().enumerate() {
        all.push(read(item).map_err(|problem| problem.within(&format!("[{index}]")))?);
    }
    Ok(all)
}

/// The items of a list of at most so many.
fn items(json: &Json, most: usize) -> Read<&[Json]> {
    match json {
        Json::List(items) if items.len() <= most => Ok(items),
        _ => Err(here()),
    }
}

/// What a field holds. It must be there.
fn field<T>(json: &Json, name: &str, read: impl FnOnce(&Json) -> Read<T>) -> Read<T> {
    optional(json, name, read)?.ok_or_else(|| at(name))
}

/// What a field holds, where it is there.
fn optional<T>(json: &Json, name: &str, read: impl FnOnce(&Json) -> Read<T>) -> Read<Option<T>> {
    json.get(name).map(|value| read(value).map_err(|problem| problem.within(name))).transpose()
}

/// A problem of a value, whose place the callers say.
const fn here() -> RecordProblem {
    RecordProblem::At(String::new())
}

fn at(name: &str) -> RecordProblem {
    RecordProblem::At(name.to_owned())
}

impl Json {
    /// The field of an object.
    fn get(&self, name: &str) -> Option<&Self> {
        match self {
            Self::Object(fields) => fields.iter().find(|(known, _)| known == name).map(|(_, value)| value),
            _ => None,
        }
    }
}

impl RecordProblem {
    /// The problem with the name of what its place is in.
    fn within(self, name: &str) -> Self {
        match self {
            Self::At(rest) if rest.is_empty() || rest.starts_with('[') => Self::At([name, &rest].concat()),
            Self::At(rest) => Self::At([name, ".", &rest].concat()),
            other => other,
        }
    }
}
