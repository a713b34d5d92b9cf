//! The form of a record: from JSON to a [`Record`].
//!
//! JSON is read by what has a reader for it already, the browser or, in tests, a library; here it is a tree of [`Json`]. A record comes from
//! outside: everything is checked and bounded, and every text is only ever shown as text. Fields that are not known are ignored.

use std::ops::Range;

use tensor_broadcasting::library::Library;
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
const VERSION: u64 = 1;

/// The largest number of operations.
const MAX_OPERATIONS: usize = 10_000;

/// The largest number of files beside the first.
const MAX_FILES: usize = 50;

/// The largest number of bindings.
const MAX_NAMES: usize = 100_000;

/// The largest whole number up to which all numbers of JSON are exact: 2^53 - 1.
const MAX_EXACT: u64 = (1 << 53) - 1;

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
pub const MAX_DEPTH: usize = 10;

/// What is read, or what is wrong.
type Read<T> = Result<T, RecordProblem>;

/// Reads a record.
///
/// # Errors
///
/// What is no record, and the first place where it is none.
pub fn record(json: &Json) -> Read<Record> {
    let root = Node { value: json, name: "", index: 0, parent: None };
    if !root.get("format").is_some_and(|format| matches!(format.value, Json::Text(format) if format == FORMAT)) {
        return Err(RecordProblem::NotARecord);
    }
    match root.field("version")?.whole(MAX_EXACT)? {
        VERSION => {}
        version => return Err(RecordProblem::Version(version.to_string())),
    }
    let (mut record, mut others) = (file(&root)?, Vec::new());
    if let Some(list) = root.get("others") {
        for other in list.items(MAX_FILES)? {
            others.push(file(&other)?);
        }
    }
    record.others = others;
    Ok(record)
}

/// The record of one file.
fn file(root: &Node<'_>) -> Read<Record> {
    let text = root.field("text")?.text(MAX_PROGRAM_CHARS)?;
    let form = Form { chars: text.chars().count(), lines: text.split('\n').count(), text: &text };
    let library = library(&root.field("library")?)?;
    let (mut operations, mut counts, mut handled, mut left_alone) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
    let list = root.field("operations")?;
    for operation in list.items(MAX_OPERATIONS)? {
        operations.push(form.operation(&operation, true)?);
        counts.push(match operation.get("count") {
            Some(count) => count.whole(MAX_EXACT)?,
            None => 1,
        });
    }
    let list = root.field("handled")?;
    for error in list.items(MAX_OPERATIONS)? {
        let after = error.field("after")?.whole(operations.len() as u64)?;
        handled.push((after as usize, form.error(&error)?));
    }
    if let Some(list) = root.get("left_alone") {
        for line in list.items(form.lines)? {
            left_alone.push(line.whole(form.lines as u64)? as usize);
        }
    }
    let inlays = form.inlays(&root.field("names")?, library)?;
    let error = root.get("error").map(|error| form.error(&error)).transpose()?;
    let reading = Reading { library, inlays, operations, error, handled, ..Reading::default() };
    let mut unread = Vec::new();
    if let Some(list) = root.get("unread") {
        for library in list.items(MAX_AXES)? {
            unread.push(library.text(MAX_TEXT)?);
        }
    }
    let name = root.get("file").map(|name| name.text(MAX_TEXT)).transpose()?.unwrap_or_default();
    Ok(Record {
        file: name,
        reading,
        counts,
        versions: versions(root)?,
        left_alone,
        unread,
        is_cut: root.is_set("cut"),
        text,
        others: Vec::new(),
    })
}

/// The versions of the libraries that the page knows, and of Python.
fn versions(root: &Node<'_>) -> Read<Vec<String>> {
    let mut versions = Vec::new();
    let libraries = root.field("libraries")?;
    for (version, name) in [
        (libraries.get("torch"), "PyTorch "),
        (libraries.get("numpy"), "NumPy "),
        (Some(root.field("python")?), "Python "),
    ] {
        if let Some(version) = version {
            let version = version.text(MAX_TEXT)?;
            // What was built for a kind of hardware stands after the sign.
            versions.push([name, version.split('+').next().unwrap_or_default()].concat());
        }
    }
    Ok(versions)
}

/// The text that the places of a record are in.
struct Form<'a> {
    text: &'a str,
    chars: usize,
    lines: usize,
}

impl Form<'_> {
    fn line(&self, node: &Node<'_>) -> Read<usize> {
        let line = node.field("line")?;
        match line.whole(self.lines as u64)? {
            0 => Err(line.problem()),
            line => Ok(line as usize),
        }
    }

    fn span(&self, node: &Node<'_>) -> Read<Range<usize>> {
        let span = node.field("span")?;
        let mut ends = Vec::new();
        for end in span.items(2)? {
            ends.push(end.whole(self.chars as u64)? as usize);
        }
        match *ends {
            [start, end] if start <= end => Ok(start..end),
            _ => Err(span.problem()),
        }
    }

    /// An operation. `done`: it raises no exception.
    fn operation(&self, node: &Node<'_>, done: bool) -> Read<ProgramOperation> {
        let (mut operands, mut results) = (Vec::new(), Vec::new());
        let list = node.field("operands")?;
        for operand in list.items(MAX_AXES)? {
            operands.push(self.operand(&operand)?);
        }
        if let Some(list) = node.get("results") {
            for result in list.items(MAX_VALUES)? {
                results.push(shape(&result)?);
            }
        }
        let result = match <[Shape; 1]>::try_from(results) {
            Ok([shape]) => OperationResult::Tensor(shape),
            Err(shapes) if shapes.is_empty() => OperationResult::Other,
            Err(shapes) => OperationResult::Many(shapes),
        };
        Ok(ProgramOperation {
            line: self.line(node)?,
            span: self.span(node)?,
            name: node.field("name")?.text(MAX_TEXT)?,
            combination: None,
            in_place: node.is_set("inplace"),
            operands,
            left_out: match node.get("left_out") {
                Some(count) => count.whole(MAX_EXACT)? as usize,
                None => 0,
            },
            result: done.then_some(result),
            aim: Aim::Unknown,
            then: Vec::new(),
            only_if: Vec::new(),
        })
    }

    fn operand(&self, node: &Node<'_>) -> Read<ProgramOperand> {
        let library = node.get("library").map(|name| library(&name)).transpose()?;
        Ok(ProgramOperand {
            text: node.field("text")?.text(MAX_PROGRAM_CHARS)?,
            span: self.span(node)?,
            operand: Operand { library, ..operand(node)? },
        })
    }

    fn error(&self, node: &Node<'_>) -> Read<ProgramError> {
        let operation = node.get("operation").map(|operation| self.operation(&operation, false)).transpose()?;
        let line = self.line(node)?;
        Ok(ProgramError {
            line,
            call_line: match node.get("call_line") {
                Some(line) => Some(line.whole(self.lines as u64)? as usize),
                None => None,
            },
            span: operation.as_ref().map_or_else(|| self.span_of_line(line), |operation| operation.span.clone()),
            kind: node.field("type")?.text(MAX_TEXT)?,
            message: node.field("message")?.text(MAX_TEXT)?,
            operation: operation.map(Box::new),
            only_if: Vec::new(),
        })
    }

    /// A line without its indentation, in characters.
    fn span_of_line(&self, number: usize) -> Range<usize> {
        let mut start = 0;
        for (line, text) in (1..).zip(self.text.split('\n')) {
            let length = text.chars().count();
            if line == number {
                return start + length - text.trim_start().chars().count()..start + length;
            }
            start += length + 1;
        }
        0..0
    }

    /// The shapes after lines: of what a line binds again and again, the last.
    fn inlays(&self, list: &Node<'_>, library: Library) -> Read<Vec<Inlay>> {
        let mut inlays: Vec<Inlay> = Vec::new();
        let mut of_lines: Vec<Vec<usize>> = vec![Vec::new(); self.lines + 1];
        for node in list.items(MAX_NAMES)? {
            let inlay = Inlay {
                line: self.line(&node)?,
                name: node.get("name").map(|name| name.text(MAX_TEXT)).transpose()?,
                shape: shape(&node)?,
                dtype: dtype(&node).unwrap_or(library.default_float()),
            };
            let Some(of_line) = of_lines.get_mut(inlay.line) else { continue };
            let is_it = |at: &&usize| inlays.get(**at).is_some_and(|known| known.name == inlay.name);
            if let Some(known) = of_line.iter().find(is_it).copied().and_then(|at| inlays.get_mut(at)) {
                *known = inlay;
            } else if inlays.len() < MAX_INLAYS {
                of_line.push(inlays.len());
                inlays.push(inlay);
            }
        }
        Ok(inlays)
    }
}

/// A tensor with its values, where the record has them. Else it has none: numbers that were not there are not shown.
fn operand(node: &Node<'_>) -> Read<Operand> {
    let (shape, dtype) = (shape(node)?, dtype(node));
    let strides = node.get("strides").map(|strides| self::strides(&strides, &shape)).transpose()?.flatten();
    let strides_unknown = strides.is_none();
    let layout = strides
        .and_then(|strides| StridedLayout::with_strides(shape.clone(), strides))
        .unwrap_or_else(|| StridedLayout::contiguous(&shape));
    let mut values = Vec::new();
    if let Some(list) = node.get("values") {
        for value in list.items(MAX_VALUES)? {
            values.push(value.scalar(dtype)?);
        }
        if shape.numel() != Some(values.len() as u64) {
            return Err(list.problem());
        }
    }
    let values = Values::Listed(buffer(&layout, &values).unwrap_or_default());
    Ok(Operand { dtype, strides_unknown, ..Operand::from(Tensor { layout, values }) })
}

/// The buffer that a layout reads these values from, in row-major order. `None` where it would be long.
fn buffer(layout: &StridedLayout, values: &[Scalar]) -> Option<Vec<Scalar>> {
    let length = layout.required_len().filter(|&length| length <= MAX_BUFFER && !values.is_empty())?;
    // What lies between the elements is not known, and not shown.
    let mut buffer = vec![Scalar::Int(0); usize::try_from(length).ok()?];
    for (position, value) in (0..).zip(values) {
        let offset = layout.offset(&unravel(layout.shape(), position)?)?;
        *buffer.get_mut(usize::try_from(offset).ok()?)? = *value;
    }
    Some(buffer)
}

fn shape(node: &Node<'_>) -> Read<Shape> {
    let list = node.field("shape")?;
    let mut sizes = Vec::new();
    for size in list.items(MAX_AXES)? {
        sizes.push(size.whole(MAX_EXACT)?);
    }
    Ok(Shape::from(sizes.as_slice()))
}

/// Strides in elements; `None` where one is negative, which no layout here has.
fn strides(list: &Node<'_>, shape: &Shape) -> Read<Option<Vec<u64>>> {
    let (mut strides, mut is_negative) = (Vec::new(), false);
    for stride in list.items(MAX_AXES)? {
        match stride.value {
            Json::Number(number) if *number < 0.0 => is_negative = true,
            _ => strides.push(stride.whole(MAX_EXACT)?),
        }
    }
    if is_negative {
        return Ok(None);
    }
    if strides.len() == shape.ndim() { Ok(Some(strides)) } else { Err(list.problem()) }
}

/// The element type, where the page knows it.
fn dtype(node: &Node<'_>) -> Option<Dtype> {
    let Json::Text(name) = node.get("dtype")?.value else { return None };
    Dtype::ALL.into_iter().find(|dtype| dtype.name() == name)
}

fn library(node: &Node<'_>) -> Read<Library> {
    match node.value {
        Json::Text(name) if name == "torch" => Ok(Library::PyTorch),
        Json::Text(name) if name == "numpy" => Ok(Library::NumPy),
        _ => Err(node.problem()),
    }
}

/// A value, and where it stands. No function of it is generic or takes a function: this chunk would be twice as large.
struct Node<'a> {
    value: &'a Json,
    /// The name of the field that holds it; empty for an item of a list.
    name: &'a str,
    /// Its number in a list.
    index: usize,
    /// What it stands in.
    parent: Option<&'a Node<'a>>,
}

impl<'a> Node<'a> {
    /// A field, where it is there.
    fn get(&'a self, name: &'a str) -> Option<Self> {
        let Json::Object(fields) = self.value else { return None };
        let (_, value) = fields.iter().find(|(known, _)| known == name)?;
        Some(Self { value, name, index: 0, parent: Some(self) })
    }

    /// A field, which must be there.
    fn field(&'a self, name: &'a str) -> Read<Self> {
        let missing = || Self { value: &Json::Null, name, index: 0, parent: Some(self) }.problem();
        self.get(name).ok_or_else(missing)
    }

    /// Whether a field is there and true.
    fn is_set(&self, name: &str) -> bool {
        self.get(name).is_some_and(|node| *node.value == Json::Bool(true))
    }

    /// The items of a list of at most so many.
    fn items(&'a self, most: usize) -> Read<Vec<Self>> {
        match self.value {
            Json::List(items) if items.len() <= most => {
                let mut nodes = Vec::new();
                for (index, value) in items.iter().enumerate() {
                    nodes.push(Self { value, name: "", index, parent: Some(self) });
                }
                Ok(nodes)
            }
            _ => Err(self.problem()),
        }
    }

    /// A whole number from 0 to a largest one.
    fn whole(&self, largest: u64) -> Read<u64> {
        match self.value {
            Json::Number(number) if *number >= 0.0 && *number <= MAX_EXACT as f64 => {
                let whole = *number as u64;
                if whole as f64 == *number && whole <= largest { Ok(whole) } else { Err(self.problem()) }
            }
            _ => Err(self.problem()),
        }
    }

    /// A text of at most so many characters.
    fn text(&self, most: usize) -> Read<String> {
        match self.value {
            Json::Text(text) if text.chars().count() <= most => Ok(text.clone()),
            _ => Err(self.problem()),
        }
    }

    /// An element of a tensor of a type.
    fn scalar(&self, dtype: Option<Dtype>) -> Read<Scalar> {
        Ok(match self.value {
            Json::Bool(value) => Scalar::Bool(*value),
            // Numbers of JSON have no type.
            Json::Number(value) if dtype.is_some_and(Dtype::is_integer) => Scalar::Int(*value as i64),
            Json::Number(value) => Scalar::Float(*value),
            Json::Text(value) => Scalar::Float(match value.as_str() {
                "nan" => f64::NAN,
                "inf" => f64::INFINITY,
                "-inf" => f64::NEG_INFINITY,
                _ => return Err(self.problem()),
            }),
            _ => return Err(self.problem()),
        })
    }

    /// That something else stands here than a record has.
    fn problem(&self) -> RecordProblem {
        RecordProblem::At(self.path())
    }

    fn path(&self) -> String {
        let mut path = self.parent.map(Self::path).unwrap_or_default();
        if self.name.is_empty() && self.parent.is_some() {
            path.extend(["[", &self.index.to_string(), "]"]);
        } else {
            path.push_str(if path.is_empty() { "" } else { "." });
            path.push_str(self.name);
        }
        path
    }
}
