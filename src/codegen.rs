//! Python code that does what is shown: it makes the operands, stretches them, and runs the operation.
//!
//! A program has only code, and comments that are answers (a shape, strides, values, an exception), so nothing of it is
//! translated.

mod gradient;

pub use crate::codegen::gradient::gradient_program;

use tensor_broadcasting::library::{Call, Library, LibraryError, signed};
use tensor_broadcasting::lists::Listed;
use tensor_broadcasting::numbers::float_literal;
use tensor_broadcasting::{
    Combination, Dtype, OperandId, Operation, Operator, PerOperand, Scalar, Shape, StridedLayout, Tensor, Values,
    format_value, unravel,
};
use tensor_reader::{Operand, PythonSource, is_part_of_word};

/// A tensor of more elements than this is not stored by a program: it is an expanded view of one element.
pub(crate) const MAX_STORED: u64 = 1_000_000_000;

/// A result of at most this many elements is written out.
const MAX_LISTED: u64 = 24;

/// A program that makes the operands of `call` and runs it in `library`, with the library's answers as comments: the shape and
/// the values of the result, or the exception, as far as `answer` has them.
///
/// `operands` are the operands as they were read, where they could be. An operand that was written in the library's Python
/// stays as it was written.
///
/// ```
/// use tensor_broadcasting::{Arithmetic, Dtype, Operation, Operator, PerOperand};
/// use tensor_broadcasting::library::{Call, Library, OperandType};
/// use broadcast_visualizer::codegen::program;
/// use tensor_reader::parse_operand;
/// let tensors = ["4,1", "3"].map(|text| parse_operand(text).expect("a shape").tensor);
/// let operation = Operation::new(tensors, Operator::Add, Arithmetic::NumPy);
/// let types = PerOperand::from(vec![OperandType { dtype: Dtype::Int64, is_scalar: false }; 2]);
/// let call = Call { operation: &operation, types: &types, in_place: false, read_only: false };
/// let program = program(Library::NumPy, &call, &PerOperand::from(vec![None, None]), Ok(operation.shape()));
/// assert!(program.contains("b = np.arange(3)\n"));
/// assert!(program.contains("np.broadcast_to(b, (4, 3)).strides  # (0, 8)\n"));
/// assert!(program.ends_with("out.shape  # (4, 3)\nout.tolist()  # [[0, 1, 2], [1, 2, 3], [2, 3, 4], [3, 4, 5]]\n"));
/// ```
#[must_use]
pub fn program(
    library: Library,
    call: &Call<'_>,
    operands: &PerOperand<Option<&Operand>>,
    answer: Result<Option<&Shape>, &LibraryError>,
) -> String {
    let Call { operation, types, in_place, .. } = *call;
    let mut program = match library {
        Library::PyTorch => "import torch\n\n",
        Library::NumPy => "import numpy as np\n\n",
    }
    .to_owned();
    let mut is_made_up = false;
    for &id in operation.operands() {
        let operand = operands[id];
        let written = operand.and_then(|operand| operand.python.as_ref()).filter(|written| runs(library, written));
        // Only an operand whose values are unknown may be made of floats instead.
        let dtype = types[id].dtype;
        let has_any_values = operand.is_none_or(|operand| operand.values_unknown);
        let as_floats = has_any_values && !dtype.is_integer();
        // The operation has the batch axes of a factor only.
        let whole = operand.map_or_else(|| operation.operand(id), |operand| &operand.tensor);
        let mut expression = written.map_or_else(|| tensor(library, whole, as_floats), |written| written.text.clone());
        let made = if as_floats { library.default_float() } else { Dtype::Int64 };
        if has_any_values && written.is_none() && dtype != made {
            expression.push_str(&match library {
                Library::PyTorch => format!(".to(torch.{})", dtype.name()),
                Library::NumPy => format!(".astype(np.{})", dtype.name()),
            });
        }
        line(&mut program, &[id.name(), " = ", &expression]);
        is_made_up |= written.is_some() && operand.is_some_and(|operand| operand.values_unknown);
    }
    let shape = answer.ok().flatten();
    // Where there are no elements, the strides depend on how the tensor was made. A factor has more axes than what is stretched.
    if let Some(shape) = shape.filter(|shape| !shape.contains(&0) && !operation.is_product()) {
        for &id in operation.operands().iter().filter(|&&id| operation.operand(id).shape() != shape) {
            stretching(&mut program, operation, (library, types[id].dtype.bytes()), id, shape);
        }
    }
    let statement = match operation.combination() {
        Combination::Operator(operator) => statement(library, *operator, in_place),
        Combination::Where { is_method } => {
            let [condition, first] = if *is_method { [OperandId::B, OperandId::A] } else { OperandId::PAIR };
            // PyTorch takes a condition of bools only. An operand whose values are unknown is made of integers.
            let is_bool = matches!(operation.values(condition).at(0), Some(Scalar::Bool(_)));
            let bools = if is_bool { "" } else { ".bool()" };
            match library {
                Library::PyTorch if *is_method => ["a.where(b", bools, ", c)"].concat(),
                Library::PyTorch => ["torch.where(a", bools, ", b, c)"].concat(),
                // An array has no such method.
                Library::NumPy => ["np.where(", condition.name(), ", ", first.name(), ", c)"].concat(),
            }
        }
        Combination::MatrixProduct => "a @ b".to_owned(),
        Combination::Function(_) => return program,
    };
    let (assignment, result) = if in_place { ("", "a") } else { ("out = ", "out") };
    let comment = answer.err().map_or_else(String::new, |error| format!("  # {error}"));
    line(&mut program, &[assignment, &statement, &comment]);
    if let Some(shape) = shape {
        line(&mut program, &[result, ".shape  # ", &shape_text(library, shape)]);
        // What `torch.randn` gives is not known.
        if let Some(values) = values(operation, shape, in_place).filter(|_| !is_made_up) {
            line(&mut program, &[result, ".tolist()  # ", &values]);
        }
    }
    program
}

/// Whether an expression runs unchanged after nothing but `import torch` or `import numpy as np`.
fn runs(library: Library, python: &PythonSource) -> bool {
    let (own, other) = match library {
        Library::PyTorch => ("torch.", "np."),
        Library::NumPy => ("np.", "torch."),
    };
    // Without a module, Python does not know `nan` and `inf`.
    let part_of_word = |c: char| is_part_of_word(c) || matches!(c, '.' | '"' | '\'');
    let mut words = python.text.split(|c: char| !part_of_word(c));
    python.library == Some(library)
        && python.text.starts_with(own)
        && !words.any(|word| matches!(word, "nan" | "inf") || word.starts_with(other))
}

/// Appends a line.
fn line(program: &mut String, parts: &[&str]) {
    parts.iter().for_each(|part| program.push_str(part));
    program.push('\n');
}

/// Appends the call that stretches one operand to `shape`, as broadcasting does, with the strides that this gives. NumPy gives
/// strides in bytes, so it needs the bytes of an element.
fn stretching(
    program: &mut String,
    operation: &Operation,
    (library, bytes): (Library, u64),
    operand: OperandId,
    shape: &Shape,
) {
    let tensor = operation.operand(operand);
    let layout = library.with_library_strides(&tensor.layout);
    // An operand always expands to the shape of the result; an exception would have been found before.
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

/// A shape as the library prints it.
fn shape_text(library: Library, shape: &Shape) -> String {
    match library {
        Library::PyTorch => format!("torch.Size([{}])", sizes(shape)),
        Library::NumPy => shape.to_string(),
    }
}

/// Sizes between commas, without brackets.
fn sizes(shape: &Shape) -> String {
    let tuple = shape.to_string();
    tuple.trim_start_matches('(').trim_end_matches([',', ')']).to_owned()
}

/// The elements of a small result as nested lists; `None` for a large result, and for floats, which Python prints with all
/// their digits. Bools that are written into an `a` of integers become 0 and 1.
fn values(operation: &Operation, shape: &Shape, in_place: bool) -> Option<String> {
    // With a size-0 axis there are no elements, but perhaps many empty lists.
    let lists = shape.iter().take_while(|&&size| size != 0).try_fold(1_u64, |lists, &size| lists.checked_mul(size))?;
    let elements = shape.numel().filter(|&elements| elements <= MAX_LISTED && lists <= MAX_LISTED)?;
    let values = (0..elements).map(|position| operation.value(&unravel(shape, position)?)).all_listed()?;
    let is_float = |value: &Scalar| matches!(value, Scalar::Float(_));
    let first = operation.values(OperandId::A).at(0);
    if values.iter().any(is_float) || (in_place && first.as_ref().is_some_and(is_float)) {
        return None;
    }
    let to_integers = in_place && !matches!(first, Some(Scalar::Bool(_)));
    let stored = |value: Scalar| if to_integers { Scalar::Int(value.to_int()) } else { value };
    Some(nested(shape, &values.into_iter().map(stored).listed()))
}

/// The sign of an operator in Python; `None` where it has none.
#[must_use]
pub const fn sign(operator: Operator) -> Option<&'static str> {
    Some(match operator {
        Operator::Add => "+",
        Operator::Subtract => "-",
        Operator::Multiply => "*",
        Operator::Divide => "/",
        Operator::FloorDivide => "//",
        Operator::Remainder => "%",
        Operator::Power => "**",
        Operator::Maximum | Operator::Minimum => return None,
        Operator::Equal => "==",
        Operator::NotEqual => "!=",
        Operator::Less => "<",
        Operator::LessOrEqual => "<=",
        Operator::Greater => ">",
        Operator::GreaterOrEqual => ">=",
    })
}

/// The statement that combines `a` and `b`.
pub(crate) fn statement(library: Library, operator: Operator, in_place: bool) -> String {
    let (module, function) = (library.module(), library.function(operator));
    match (in_place, sign(operator), library) {
        (false, None, _) => format!("{module}.{function}(a, b)"),
        (false, Some(sign), _) => format!("a {sign} b"),
        (true, Some(_), Library::PyTorch) => format!("a.{function}_(b)"),
        (true, Some(sign), Library::NumPy) if !operator.compares() => format!("a {sign}= b"),
        // No operator sign does this in place.
        (true, _, Library::PyTorch | Library::NumPy) => format!("{module}.{function}(a, b, out=a)"),
    }
}

/// An expression that makes a tensor with the shape, the strides and the values of this one.
///
/// ```
/// use broadcast_visualizer::codegen::expression;
/// use tensor_broadcasting::library::Library;
/// use tensor_reader::parse_operand;
/// let tensor = parse_operand("2,3").expect("a shape").tensor;
/// assert_eq!(expression(Library::PyTorch, &tensor), "torch.arange(6).reshape(2, 3)");
/// ```
#[must_use]
pub fn expression(library: Library, of: &Tensor) -> String {
    tensor(library, of, false)
}

/// An expression that makes a tensor. `as_floats` says whether values that are counted (0, 1, 2, …) are floats.
fn tensor(library: Library, tensor: &Tensor, as_floats: bool) -> String {
    let (shape, layout) = (tensor.shape(), &tensor.layout);
    if layout.is_contiguous() {
        return buffer(library, shape, &tensor.values, as_floats);
    }
    // A stretched view is made by stretching again, so that it cannot be written to either.
    let once = || shape.iter().zip(layout.strides()).map(|(&size, &stride)| if stride == 0 { 1 } else { size });
    let kept = StridedLayout::with_strides(once().collect(), layout.strides().to_vec());
    if layout.overlaps()
        && let Some(kept) = kept.filter(StridedLayout::is_contiguous)
    {
        let made = buffer(library, kept.shape(), &tensor.values, as_floats);
        return match library {
            Library::PyTorch => format!("{made}.expand({})", sizes(shape)),
            Library::NumPy => format!("np.broadcast_to({made}, {shape})"),
        };
    }
    let stored = Shape::from([layout.required_len().unwrap_or(1)]);
    let made = buffer(library, &stored, &tensor.values, as_floats);
    let strides = Shape::from(layout.strides());
    match library {
        Library::PyTorch => format!("{made}.as_strided({shape}, {strides})"),
        Library::NumPy => {
            let bytes = tensor.values.at(0).map_or(Dtype::Int64, |value| library.default_dtype(value)).bytes();
            let bytes: Shape = strides.iter().map(|stride| stride.saturating_mul(bytes)).collect();
            format!("np.lib.stride_tricks.as_strided({made}, {shape}, {bytes})")
        }
    }
}

/// An expression that makes a row-major tensor of these values.
fn buffer(library: Library, shape: &Shape, values: &Values, as_floats: bool) -> String {
    let module = library.module();
    let sizes = sizes(shape);
    let shaped = |row: String| match shape.ndim() {
        1 => row,
        0 => format!("{row}.reshape(())"),
        _ => format!("{row}.reshape({sizes})"),
    };
    let elements = shape.numel().filter(|&elements| elements <= MAX_STORED);
    match (values, elements) {
        (_, None) => match library {
            Library::PyTorch => format!("torch.zeros(()).expand({sizes})"),
            Library::NumPy => format!("np.broadcast_to(0.0, {shape})"),
        },
        (Values::Arange, Some(elements)) => {
            shaped(format!("{module}.arange({elements}{})", if as_floats { ".0" } else { "" }))
        }
        (Values::Ramp { start: Scalar::Int(0), step: Scalar::Int(step) }, Some(elements)) => {
            let end = i64::try_from(elements).unwrap_or(i64::MAX).saturating_mul(*step);
            shaped(format!("{module}.arange(0, {end}{}, {step})", if as_floats { ".0" } else { "" }))
        }
        (Values::Ramp { start, step }, Some(elements)) => {
            shaped(format!("({} + {} * {module}.arange({elements}))", literal(*start), literal(*step)))
        }
        (Values::Filled(value), _) => {
            format!("{module}.full({shape}, {}{})", literal(*value), if as_floats { ".0" } else { "" })
        }
        (Values::Listed(_), Some(0)) if shape.ndim() > 1 => format!("{module}.empty({shape})"),
        (Values::Listed(values), _) => {
            format!("{}({})", library.constructor(), nested(shape, values))
        }
        (Values::Copied(source), _) => {
            let (layout, values) = &**source;
            let source = Tensor { layout: layout.clone(), values: values.clone() };
            format!("{}.reshape({sizes})", tensor(library, &source, as_floats))
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
            let entries: Vec<String> = (0..*size).map(entry).listed();
            format!("[{}]", entries.join(", "))
        }
    }
}

/// A value as Python code.
fn literal(value: Scalar) -> String {
    match value {
        Scalar::Float(value) if !value.is_finite() => format!("float(\"{}\")", format_value(Scalar::Float(value), 8)),
        Scalar::Float(value) => float_literal(value),
        value => format_value(value, 22),
    }
}
