//! The Python that does what is shown: both operands, how each is stretched, the operation and its answer.
//!
//! Only code stands here, and comments that are answers (a shape, strides, values, a message): nothing that would have to be
//! translated.

use crate::broadcast::{
    Dtype, OperandId, Operation, Operator, Scalar, Shape, StridedLayout, Tensor, Values, format_value, unravel,
};
use crate::library::{Library, LibraryError, Typed, signed};
use crate::parse::{Operand, PythonSource, exact_number};

/// Of more elements than this no program is written that would store them all.
const STORED: u64 = 1_000_000_000;

/// A result of at most so many elements is written out.
const LISTED: u64 = 24;

/// A program that makes both operands and combines them, with the library's answers as comments. Operands that were `written`
/// in that library's Python stay as they were; `types` are those of their elements.
///
/// ```
/// use broadcast_visualizer::{broadcast::{Arithmetic, Dtype, Operator, Operation}, library::Library, python::parse_operand, codegen::program};
/// let [a, b] = ["4,1", "3"].map(|text| parse_operand(text).expect("a shape").tensor);
/// let operation = Operation::new(vec![a, b], Operator::Add, Arithmetic::NumPy);
/// let types = [(Dtype::Int64, false); 2];
/// let program = program(&operation, Library::NumPy, false, [None, None], types, Ok(()));
/// assert!(program.contains("b = np.arange(3)\n"));
/// assert!(program.contains("np.broadcast_to(b, (4, 3)).strides  # (0, 8)\n"));
/// assert!(program.ends_with("out.shape  # (4, 3)\nout.tolist()  # [[0, 1, 2], [1, 2, 3], [2, 3, 4], [3, 4, 5]]\n"));
/// ```
#[must_use]
pub fn program(
    operation: &Operation,
    library: Library,
    in_place: bool,
    operands: [Option<&Operand>; 2],
    types: [Typed; 2],
    answer: Result<(), &LibraryError>,
) -> String {
    let mut program = match library {
        Library::PyTorch => "import torch\n\n",
        Library::NumPy => "import numpy as np\n\n",
    }
    .to_owned();
    for side in OperandId::ALL {
        let operand = operands[side as usize];
        let own_words = operand.and_then(|operand| operand.python.as_ref()).filter(|written| runs(library, written));
        // Only what stands for any elements can be made of real ones instead.
        let real = operand.is_none_or(|operand| operand.values_unknown) && !types[side as usize].0.is_integer();
        let made =
            own_words.map_or_else(|| tensor(library, operation.operand(side), real), |written| written.text.clone());
        line(&mut program, &[side.name(), " = ", &made]);
    }
    let shape = operation.shape().filter(|_| answer.is_ok());
    // Where there are no elements, strides are whatever made the array left behind.
    if let Some(shape) = shape.filter(|shape| !shape.contains(&0)) {
        for side in OperandId::ALL.into_iter().filter(|&side| operation.operand(side).shape() != shape) {
            stretching(&mut program, operation, (library, types[side as usize].0.bytes()), side, shape);
        }
    }
    let statement = statement(library, operation.operator(), in_place);
    match (shape, answer) {
        (Some(shape), _) => {
            line(&mut program, &[if in_place { "" } else { "out = " }, &statement]);
            let result = if in_place { "a" } else { "out" };
            line(&mut program, &[result, ".shape  # ", &shape_text(library, shape)]);
            // Narrow integers wrap around earlier than those that are computed here.
            let narrow = [Dtype::Uint8, Dtype::Int8, Dtype::Int16, Dtype::Int32];
            let told = types.iter().all(|(dtype, _)| !narrow.contains(dtype));
            if let Some(values) = values(operation, shape, in_place).filter(|_| told) {
                line(&mut program, &[result, ".tolist()  # ", &values]);
            }
        }
        (None, answer) => {
            let error = answer.err().map_or_else(String::new, |error| format!("  # {error}"));
            line(&mut program, &[if in_place { "" } else { "out = " }, &statement, &error]);
        }
    }
    program
}

/// Whether an expression runs as it stands after `import torch` or `import numpy as np` alone.
fn runs(library: Library, python: &PythonSource) -> bool {
    let (own, other) = match library {
        Library::PyTorch => ("torch.", "np."),
        Library::NumPy => ("np.", "torch."),
    };
    // Named alone, these are nothing to Python.
    let part_of_word = |c: char| c.is_alphanumeric() || matches!(c, '_' | '.' | '"' | '\'');
    let mut words = python.text.split(|c: char| !part_of_word(c));
    python.library == Some(library)
        && python.text.starts_with(own)
        && !words.any(|word| matches!(word, "nan" | "inf") || word.starts_with(other))
}

fn line(program: &mut String, parts: &[&str]) {
    parts.iter().for_each(|part| program.push_str(part));
    program.push('\n');
}

/// How one operand is stretched, which broadcasting does unasked, and the strides that it gets.
fn stretching(
    program: &mut String,
    operation: &Operation,
    (library, bytes): (Library, u64),
    operand: OperandId,
    shape: &Shape,
) {
    let tensor = operation.operand(operand);
    let layout = library.with_library_strides(&tensor.layout);
    // What cannot be stretched to the result's shape cannot be an operand of it.
    let Ok(stretched) = library.expand(&layout, &signed(shape)) else { return };
    let name = operand.name();
    match library {
        Library::PyTorch => {
            let strides = Shape::from(stretched.strides()).to_string();
            line(program, &[name, ".expand(", &sizes(shape), ").stride()  # ", &strides]);
        }
        Library::NumPy => {
            let strides: Shape = stretched.strides().iter().map(|stride| stride.saturating_mul(bytes)).collect();
            line(program, &["np.broadcast_to(", name, ", ", &shape.to_string(), ").strides  # ", &strides.to_string()]);
        }
    }
}

fn shape_text(library: Library, shape: &Shape) -> String {
    match library {
        Library::PyTorch => format!("torch.Size([{}])", sizes(shape)),
        Library::NumPy => shape.to_string(),
    }
}

fn sizes(shape: &Shape) -> String {
    let tuple = shape.to_string();
    tuple.trim_start_matches('(').trim_end_matches([',', ')']).to_owned()
}

/// The elements of a small result as nested lists. Real numbers are left out: Python writes them with all their digits.
/// PythonSource into an `a` of numbers, what is true is 1.
fn values(operation: &Operation, shape: &Shape, in_place: bool) -> Option<String> {
    // A size-0 axis makes no elements of any number of empty lists: those are few too.
    let lists = shape.iter().take_while(|&&size| size != 0).try_fold(1_u64, |lists, &size| lists.checked_mul(size))?;
    let elements = shape.numel().filter(|&elements| elements <= LISTED && lists <= LISTED)?;
    let values =
        (0..elements).map(|position| operation.value(&unravel(shape, position)?)).collect::<Option<Vec<_>>>()?;
    let real = |value: &Scalar| matches!(value, Scalar::Float(_));
    if values.iter().any(real) || (in_place && operation.values(OperandId::A).at(0).as_ref().is_some_and(real)) {
        return None;
    }
    let truth = matches!(operation.values(OperandId::A).at(0), Some(Scalar::Bool(_)));
    let written = |value: Scalar| if in_place && !truth { Scalar::Int(value.to_int()) } else { value };
    Some(nested(shape, &values.into_iter().map(written).collect::<Vec<_>>()))
}

fn statement(library: Library, operator: Operator, in_place: bool) -> String {
    let (module, function) = (library.module(), library.function(operator));
    let sign = match operator {
        Operator::Add => "+",
        Operator::Subtract => "-",
        Operator::Multiply => "*",
        Operator::Divide => "/",
        Operator::FloorDivide => "//",
        Operator::Remainder => "%",
        Operator::Power => "**",
        Operator::Maximum | Operator::Minimum => "",
        Operator::Equal => "==",
        Operator::NotEqual => "!=",
        Operator::Less => "<",
        Operator::LessOrEqual => "<=",
        Operator::Greater => ">",
        Operator::GreaterOrEqual => ">=",
    };
    match (in_place, library) {
        (false, _) if sign.is_empty() => format!("{module}.{function}(a, b)"),
        (false, _) => format!("a {sign} b"),
        (true, Library::PyTorch) if !sign.is_empty() => format!("a.{function}_(b)"),
        (true, Library::NumPy) if !sign.is_empty() && !operator.compares() => format!("a {sign}= b"),
        // Neither has a sign of its own.
        (true, _) => format!("{module}.{function}(a, b, out=a)"),
    }
}

/// A type as large as the one that elements have where they are written out.
fn made_as(values: &Values) -> Dtype {
    if matches!(values.at(0), Some(Scalar::Bool(_))) { Dtype::Bool } else { Dtype::Int64 }
}

/// What makes a tensor.
fn tensor(library: Library, tensor: &Tensor, real: bool) -> String {
    let (shape, layout) = (tensor.shape(), &tensor.layout);
    if layout.is_contiguous() {
        return buffer(library, shape, &tensor.values, real);
    }
    // What was stretched is made small and stretched again: nobody can write into it, as into a view that was written out.
    let once = || shape.iter().zip(layout.strides()).map(|(&size, &stride)| if stride == 0 { 1 } else { size });
    let kept = StridedLayout::with_strides(once().collect(), layout.strides().to_vec());
    if layout.overlaps()
        && let Some(kept) = kept.filter(StridedLayout::is_contiguous)
    {
        let made = buffer(library, kept.shape(), &tensor.values, real);
        return match library {
            Library::PyTorch => format!("{made}.expand({})", sizes(shape)),
            Library::NumPy => format!("np.broadcast_to({made}, {shape})"),
        };
    }
    let stored = Shape::from([layout.required_len().unwrap_or(1)]);
    let made = buffer(library, &stored, &tensor.values, real);
    let strides = Shape::from(layout.strides());
    match library {
        Library::PyTorch => format!("{made}.as_strided({shape}, {strides})"),
        Library::NumPy => {
            let bytes = made_as(&tensor.values).bytes();
            let bytes: Shape = strides.iter().map(|stride| stride.saturating_mul(bytes)).collect();
            format!("np.lib.stride_tricks.as_strided({made}, {shape}, {bytes})")
        }
    }
}

/// What makes a row-major tensor of these values.
fn buffer(library: Library, shape: &Shape, values: &Values, real: bool) -> String {
    let module = library.module();
    let sizes = sizes(shape);
    let shaped = |row: String| match shape.ndim() {
        1 => row,
        0 => format!("{row}.reshape(())"),
        _ => format!("{row}.reshape({sizes})"),
    };
    let elements = shape.numel().filter(|&elements| elements <= STORED);
    match (values, elements) {
        (_, None) if library == Library::PyTorch => format!("torch.zeros(()).expand({sizes})"),
        (_, None) => format!("np.broadcast_to(0.0, {shape})"),
        (Values::Arange, Some(elements)) => {
            shaped(format!("{module}.arange({elements}{})", if real { ".0" } else { "" }))
        }
        (Values::Ramp { start, step }, Some(elements)) => {
            shaped(format!("({} + {} * {module}.arange({elements}))", literal(*start), literal(*step)))
        }
        (Values::Filled(value), _) => format!("{module}.full({shape}, {})", literal(*value)),
        (Values::Listed(_), Some(0)) if shape.ndim() > 1 => format!("{module}.empty({shape})"),
        (Values::Listed(values), _) => {
            let make = if library == Library::PyTorch { "torch.tensor" } else { "np.array" };
            format!("{make}({})", nested(shape, values))
        }
        (Values::Copied(source), _) => {
            let (layout, values) = &**source;
            let source = Tensor { layout: layout.clone(), values: values.clone() };
            format!("{}.reshape({sizes})", tensor(library, &source, real))
        }
    }
}

/// Values as nested lists.
fn nested(shape: &[u64], values: &[Scalar]) -> String {
    match shape {
        [] => values.first().map_or_else(|| "0".to_owned(), |&value| literal(value)),
        [size, inner @ ..] => {
            let block = inner.iter().fold(1, |block: u64, &size| block.saturating_mul(size));
            let entry = |i: u64| {
                let start = usize::try_from(i * block).unwrap_or(0);
                nested(inner, values.get(start..).unwrap_or_default())
            };
            let entries: Vec<String> = (0..*size).map(entry).collect();
            format!("[{}]", entries.join(", "))
        }
    }
}

fn literal(value: Scalar) -> String {
    match value {
        Scalar::Float(value) if !value.is_finite() => format!("float(\"{}\")", format_value(Scalar::Float(value), 8)),
        Scalar::Float(value) => exact_number(value),
        value => format_value(value, 22),
    }
}
