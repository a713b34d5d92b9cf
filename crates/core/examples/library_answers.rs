//! Gives the answers of a library: reads one JSON object a line from standard input, writes one a line to standard output.
//!
//! ```text
//! $ echo '{"call": "add", "library": "torch", "a": [5,2,4,1], "b": [3,1,1]}' | cargo run --quiet -p tensor-broadcasting --example library_answers
//! {"error":"The size of tensor a (2) must match the size of tensor b (3) at non-singleton dimension 1"}
//! ```
//!
//! `library` is `torch` or `numpy`. Answers have the form of the recorded ones in `tests/vectors`: `{"ok": …}` or
//! `{"error": message}`, with `"type"` where the exception is not the library's usual one (ValueError in NumPy, RuntimeError
//! in PyTorch). The answer to a line that cannot be understood is `{"bad_request": reason}`.
//!
//! | call | fields | answer |
//! |---|---|---|
//! | `add` | `a b` | shape of `a + b` |
//! | `add_` | `a b`; `view` where `a` (or `base`) was expanded to it first | shape of `a.add_(b)`, `a += b` |
//! | `broadcast_shapes` | `shapes`, or `a b` | shape |
//! | `broadcast_tensors` | `shapes`, or `a b` | shape; NumPy's function is `broadcast_arrays` |
//! | `elementwise` | `shapes`, or `a b` | shape that `where` gives |
//! | `expand`, `broadcast_to` | `a target`; `strides` (in elements), or `perm_of perm`, where `a` is a view | `{"shape", "strides"}`, in elements |
//! | `value` | `op dtype a_shape b_shape a b` | `{"shape", "values"}`; nan, infinities and -0 as strings |
//! | `value` | `op a_dtype b_dtype a b`, and shapes as before where an operand has not one axis | `{"shape", "dtype", "values", "printed"}` |
#![allow(clippy::print_stdout, reason = "a command-line program writes to its streams")]

use std::io::{BufRead as _, Write as _};

use serde::Deserialize;
use serde_json::{Value, json};
use tensor_broadcasting::library::{Call, Library, LibraryError, OperandType};
use tensor_broadcasting::{
    Dtype, Operation, OperationTypes, Operator, PerOperand, Scalar, Shape, StridedLayout, Tensor, Values, unravel,
};

/// The largest number of values in an answer.
const MAX_VALUES: u64 = 1 << 24;

#[derive(Deserialize)]
struct Request {
    call: String,
    library: String,
    a: Option<Vec<Value>>,
    b: Option<Vec<Value>>,
    shapes: Option<Vec<Vec<i64>>>,
    target: Option<Vec<i64>>,
    strides: Option<Vec<u64>>,
    #[serde(alias = "a_torch_strides", alias = "a_numpy_strides_elems")]
    own_strides: Option<Vec<u64>>,
    perm_of: Option<Vec<i64>>,
    perm: Option<Vec<usize>>,
    base: Option<Vec<i64>>,
    view: Option<Vec<i64>>,
    op: Option<String>,
    dtype: Option<String>,
    a_dtype: Option<String>,
    b_dtype: Option<String>,
    a_shape: Option<Vec<i64>>,
    b_shape: Option<Vec<i64>>,
}

/// Why there is no result: the library raises an exception, or the request cannot be understood.
enum Failure {
    Library(LibraryError),
    BadRequest(String),
}

impl From<LibraryError> for Failure {
    fn from(error: LibraryError) -> Self {
        Self::Library(error)
    }
}

fn bad(reason: impl Into<String>) -> Failure {
    Failure::BadRequest(reason.into())
}

fn main() -> std::io::Result<()> {
    let mut output = std::io::BufWriter::new(std::io::stdout().lock());
    for line in std::io::stdin().lock().lines() {
        let line = line?;
        if !line.trim().is_empty() {
            writeln!(output, "{}", answer(&line))?;
        }
    }
    output.flush()
}

/// Answers one line.
pub(crate) fn answer(line: &str) -> Value {
    let request: Request = match serde_json::from_str(line) {
        Ok(request) => request,
        Err(error) => return json!({"bad_request": error.to_string()}),
    };
    let library = match request.library.as_str() {
        "torch" | "pytorch" => Library::PyTorch,
        "numpy" => Library::NumPy,
        other => return json!({"bad_request": format!("{other:?} is no library: torch or numpy")}),
    };
    match answered(&request, library) {
        Ok(answer) => answer,
        Err(Failure::BadRequest(reason)) => json!({"bad_request": reason}),
        Err(Failure::Library(LibraryError { error_type, message })) => {
            if error_type == library.error_type() {
                json!({"error": message})
            } else {
                json!({"error": message, "type": error_type})
            }
        }
    }
}

fn answered(request: &Request, library: Library) -> Result<Value, Failure> {
    let ok = |shape: Shape| json!({"ok": shape.to_vec()});
    Ok(match request.call.as_str() {
        "add" => {
            let operands = operands(request, library)?;
            ok(added(library, operands, false, false)?)
        }
        "add_" => {
            let base = request.base.clone().map_or_else(|| sizes(request.a.as_ref(), "a"), Ok)?;
            let (base, b) = (library.empty(&base)?, made(library, &sizes(request.b.as_ref(), "b")?)?);
            let base = library.contiguous(&base);
            // NumPy's `broadcast_to` makes read-only views.
            let (a, read_only) = match &request.view {
                Some(view) => (library.expand(&base, view)?, true),
                None => (base, false),
            };
            ok(added(library, [a, library.contiguous(&b)], true, read_only)?)
        }
        "broadcast_shapes" => {
            let shapes = shapes(request)?;
            ok(library.broadcast_shapes(&shapes.iter().map(Vec::as_slice).collect::<Vec<_>>())?)
        }
        "broadcast_tensors" | "broadcast_arrays" => ok(library.broadcast_tensors(&made_all(request, library)?)?),
        "elementwise" | "where" => ok(library.elementwise(&made_all(request, library)?)?),
        "expand" | "broadcast_to" => {
            let target = request.target.as_ref().ok_or_else(|| bad("`target` is missing"))?;
            let view = library.expand(&viewed(request, library)?, target)?;
            // PyTorch lets a negative size through where another is 0.
            let shape: Vec<i64> = view.shape().iter().map(|&size| size as i64).collect();
            json!({"shape": shape, "strides": view.strides()})
        }
        "value" => values(request, library)?,
        other => return Err(bad(format!("{other:?} is no call"))),
    })
}

/// A list of integers.
fn sizes(list: Option<&Vec<Value>>, name: &str) -> Result<Vec<i64>, Failure> {
    let list = list.ok_or_else(|| bad(format!("`{name}` is missing")))?;
    let sizes: Option<Vec<i64>> = list.iter().map(Value::as_i64).collect();
    sizes.ok_or_else(|| bad(format!("`{name}` is not a list of int64")))
}

/// The shape of an operand. A negative size gives the library's exception. The call checks whether the shape is too large.
fn made(library: Library, sizes: &[i64]) -> Result<Shape, Failure> {
    if sizes.iter().any(|&size| size < 0) {
        return Ok(library.empty(sizes)?);
    }
    Ok(sizes.iter().map(|size| size.unsigned_abs()).collect())
}

fn operands(request: &Request, library: Library) -> Result<[StridedLayout; 2], Failure> {
    let a = made(library, &sizes(request.a.as_ref(), "a")?)?;
    let b = made(library, &sizes(request.b.as_ref(), "b")?)?;
    Ok([library.contiguous(&a), library.contiguous(&b)])
}

/// The shape of the sum of two tensors with these layouts and the library's default element type.
fn added(
    library: Library,
    layouts: [StridedLayout; 2],
    in_place: bool,
    read_only: bool,
) -> Result<Shape, LibraryError> {
    let dtype = library.default_float();
    let types = layouts.each_ref().map(|layout| OperandType { dtype, is_scalar: layout.shape().is_empty() });
    let types = PerOperand::from(types.to_vec());
    let tensors = layouts.map(|layout| Tensor { layout, values: Values::Filled(Scalar::Float(1.0)) });
    let operation = Operation::new(tensors, Operator::Add, library.arithmetic());
    let call = Call { operation: &operation, types: &types, in_place, read_only };
    library.check(&call).map_err(|failed| failed.error)
}

fn shapes(request: &Request) -> Result<Vec<Vec<i64>>, Failure> {
    match &request.shapes {
        Some(shapes) => Ok(shapes.clone()),
        None => Ok(vec![sizes(request.a.as_ref(), "a")?, sizes(request.b.as_ref(), "b")?]),
    }
}

fn made_all(request: &Request, library: Library) -> Result<Vec<Shape>, Failure> {
    shapes(request)?.iter().map(|sizes| made(library, sizes)).collect()
}

/// The layout of the tensor that is expanded.
fn viewed(request: &Request, library: Library) -> Result<StridedLayout, Failure> {
    let own = sizes(request.a.as_ref(), "a")?;
    if let (Some(base), Some(order)) = (&request.perm_of, &request.perm) {
        let view = library.contiguous(&made(library, base)?).permuted(order);
        return if view.shape().len() == own.len() { Ok(view) } else { Err(bad("`perm` does not fit `perm_of`")) };
    }
    let shape = made(library, &own)?;
    match request.strides.as_ref().or(request.own_strides.as_ref()) {
        Some(strides) => {
            StridedLayout::with_strides(shape, strides.clone()).ok_or_else(|| bad("one stride for each axis"))
        }
        None => Ok(library.contiguous(&shape)),
    }
}

fn values(request: &Request, library: Library) -> Result<Value, Failure> {
    let name = request.op.as_deref().ok_or_else(|| bad("`op` is missing"))?;
    let operator = Operator::ALL.into_iter().find(|&operator| Library::PyTorch.function(operator) == name);
    let operator = operator.ok_or_else(|| bad(format!("{name:?} is no operator")))?;
    let operand = |sizes: &Option<Vec<i64>>, list: &Option<Vec<Value>>, own: &Option<String>, name: &str| {
        let named = own.as_ref().or(request.dtype.as_ref()).ok_or_else(|| bad(format!("`{name}_dtype` is missing")))?;
        let dtype = Dtype::ALL.into_iter().find(|dtype| dtype.name() == named);
        let dtype = dtype.ok_or_else(|| bad(format!("{named:?} is no element type")))?;
        let list = list.as_ref().ok_or_else(|| bad(format!("`{name}` is missing")))?;
        let shape = made(library, &sizes.clone().unwrap_or_else(|| vec![list.len() as i64]))?;
        let values: Option<Vec<Scalar>> = list.iter().map(|value| scalar(value, dtype)).collect();
        let values = values.ok_or_else(|| bad(format!("`{name}` has a value that is not {}", dtype.name())))?;
        if shape.numel() != Some(values.len() as u64) {
            return Err(bad(format!("`{name}` has more or fewer values than its shape")));
        }
        let operand_type = OperandType { dtype, is_scalar: shape.is_empty() };
        Ok((Tensor::contiguous(&shape, Values::Listed(values)), operand_type))
    };
    let (a, a_type) = operand(&request.a_shape, &request.a, &request.a_dtype, "a")?;
    let (b, b_type) = operand(&request.b_shape, &request.b, &request.b_dtype, "b")?;
    let combined = library.element_types(operator, a_type, b_type);
    let operation = Operation::new([a, b], operator, library.arithmetic())
        .with_types(OperationTypes { operands: vec![a_type.dtype, b_type.dtype].into(), combined });
    let types = PerOperand::from(vec![a_type, b_type]);
    let call = Call { operation: &operation, types: &types, in_place: false, read_only: false };
    let shape = library.check(&call).map_err(|failed| failed.error)?;
    let elements = shape.numel().filter(|&elements| elements <= MAX_VALUES).ok_or_else(|| bad("too many values"))?;
    let element = |position| operation.value(&unravel(&shape, position)?);
    let elements: Option<Vec<Scalar>> = (0..elements).map(element).collect();
    let elements = elements.ok_or_else(|| bad("no such element"))?;
    let values: Vec<Value> = elements.iter().copied().map(written).collect();
    let mut answer = json!({"shape": shape.to_vec(), "values": values});
    if request.a_dtype.is_some() {
        let printed = elements.iter().map(|&element| combined.made.printed(element, library.arithmetic()));
        answer["printed"] = printed.collect();
        answer["dtype"] = json!(combined.made.name());
    }
    Ok(answer)
}

/// A value of an element type in the notation of the recorded answers.
fn scalar(value: &Value, dtype: Dtype) -> Option<Scalar> {
    let read = match value {
        Value::String(text) if !dtype.is_integer() => text.parse().ok().map(Scalar::Float),
        Value::Bool(value) => Some(Scalar::Bool(*value)),
        number if dtype.is_integer() => {
            number.as_i64().map(Scalar::Int).or_else(|| number.as_u64().map(Scalar::unsigned))
        }
        number => number.as_f64().map(Scalar::Float),
    };
    read.map(|value| dtype.cast(value))
}

/// A value in the notation of the recorded answers.
fn written(value: Scalar) -> Value {
    match value {
        Scalar::Bool(value) => json!(value),
        Scalar::Int(value) => json!(value),
        Scalar::Unsigned(value) => json!(value),
        Scalar::Float(value) if value.is_nan() => json!("nan"),
        Scalar::Float(value) if value.is_infinite() => json!(if value > 0.0 { "inf" } else { "-inf" }),
        Scalar::Float(value) if value == 0.0 && value.is_sign_negative() => json!("-0"),
        // The recorded answers write a float64 without a point where it is an integer that float64 holds exactly.
        Scalar::Float(value) if value == value.trunc() && value.abs() < 9e15 => json!(value as i64),
        Scalar::Float(value) => json!(value),
    }
}
