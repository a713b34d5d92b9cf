//! Functions that multiply matrices and vectors: `matmul`, `mm`, `dot`, `outer`, `tensordot` and their like.

use crate::functions::matmul::{bmm, dot, finish, known, matmul, matrix, mm, mv, torch_error};
use crate::reading::OperationResult;
use crate::signatures::call::Call;
use crate::signatures::place::{FUNCTIONAL, NUMPY, NUMPY_FUNCTION, Row, TORCH, TORCH_FUNCTION, row};
use crate::tensors::arrays::{broadcast_values, fresh};
use crate::tensors::context::{Context, Meeting, Outcome};
use crate::tensors::types::{is_complex, is_floating, larger};
use crate::tensors::value::{Placed, Tensor, Value};
use tensor_broadcasting::library::Library;
use tensor_broadcasting::{Arithmetic, Dtype, Operator, Scalar, Shape};

/// The functions of this family.
pub(crate) const ROWS: &[Row] = &[
    row(TORCH, "matmul", "a|input|self b|other out", matmul_call),
    row(TORCH_FUNCTION | FUNCTIONAL, "linalg.matmul", "a|input b|other out", matmul_call),
    row(NUMPY_FUNCTION, "matmul linalg.matmul", "a|x1 b|x2 out", matmul_call),
    row(TORCH, "mm mv bmm dot", "a|input|self b|mat2|vec|other|tensor out", torch_product),
    row(NUMPY, "dot", "a b out", numpy_dot),
    row(TORCH, "outer", "a|input b|vec2 out", outer),
    row(NUMPY_FUNCTION, "outer linalg.outer", "a|x1 b|x2 out", outer),
    row(TORCH_FUNCTION, "cdist", "a|x1 b|x2 p compute_mode", cdist),
    row(TORCH, "baddbmm", "input a|batch1 b|batch2 * beta alpha", added_product),
];

/// Two tensors of a call.
fn pair(context: &mut Context<'_>, call: &Call, names: [&str; 2]) -> Outcome<([Tensor; 2], Meeting)> {
    let tensors = [call.tensor(context, names[0])?, call.tensor(context, names[1])?];
    let placed: Vec<Placed> = names
        .iter()
        .zip(&tensors)
        .filter_map(|(name, tensor)| {
            let argument = call.get(name).filter(|argument| argument.value.number_kind().is_none())?;
            Some(Placed { value: Value::Tensor(tensor.clone()), span: argument.span.clone() })
        })
        .collect();
    if tensors.iter().any(|tensor| is_complex(tensor.dtype)) {
        return call.declined();
    }
    Ok((tensors, Meeting::of(call.name, None, &placed, &call.span)))
}

/// `torch.matmul`, `np.matmul`.
fn matmul_call(context: &mut Context<'_>, call: &Call) -> Outcome {
    let out = match call.given("out").map(|out| &out.value) {
        None => None,
        Some(Value::Tensor(out)) if call.library == Library::NumPy => Some(out.clone()),
        Some(_) => return call.declined(),
    };
    matmul(context, call.library, [call.need("a")?, call.need("b")?], "matmul", out.as_ref(), &call.span)
}

/// `torch.mm`, `mv`, `bmm`, `dot` and the like: the number of axes is fixed.
fn torch_product(context: &mut Context<'_>, call: &Call) -> Outcome {
    call.without(&["out"])?;
    let ([a, b], meeting) = pair(context, call, ["a", "b"])?;
    let (x, y) = (&a.shape, &b.shape);
    let ((rows, inner), (depth, columns)) = (matrix(x), matrix(y));
    let product = match call.name {
        "mm" => {
            let wrong = [("self", x), ("mat2", y)].into_iter().find(|(_, shape)| shape.ndim() != 2);
            match wrong {
                Some((name, shape)) => {
                    Err(torch_error(format!("mm: {name} must be a matrix, got {}-D tensor", shape.ndim())))
                }
                None => mm("mm", (rows, inner, a.dtype), (depth, columns, b.dtype)),
            }
        }
        "mv" if x.ndim() == 2 && y.ndim() == 1 => mv(rows, inner, a.dtype, columns, b.dtype),
        "mv" => Err(torch_error(format!("vector + matrix @ vector expected, got 1, {}, {}", x.ndim(), y.ndim()))),
        "bmm" => match (&x[..], &y[..]) {
            (&[count, rows, inner], &[batch, depth, columns]) => {
                bmm([count, rows, inner], [batch, depth, columns], (a.dtype, b.dtype))
            }
            (&[_, _, _], _) => Err(torch_error("batch2 must be a 3D tensor".to_owned())),
            _ => Err(torch_error("batch1 must be a 3D tensor".to_owned())),
        },
        _ => dot(&a, &b),
    };
    let shape = known(context, &meeting, product)?;
    finish(context, &meeting, shape, larger(Library::PyTorch, a.dtype, b.dtype), [&a, &b])
}

/// `np.dot`.
fn numpy_dot(context: &mut Context<'_>, call: &Call) -> Outcome {
    call.without(&["out"])?;
    let ([a, b], meeting) = pair(context, call, ["a", "b"])?;
    let dtype = larger(Library::NumPy, a.dtype, b.dtype);
    let (x, y) = (&a.shape, &b.shape);
    if x.is_empty() || y.is_empty() {
        return call.declined();
    }
    let shared = y.ndim().saturating_sub(2);
    let (Some(&inner), Some(&depth)) = (x.last(), y.get(shared)) else { return call.declined() };
    if inner != depth {
        let compact = |sizes: &[u64]| Shape::from(sizes).to_string().replace(", ", ",");
        let message = format!(
            "shapes {} and {} not aligned: {inner} (dim {}) != {depth} (dim {shared})",
            compact(x),
            compact(y),
            x.ndim() - 1
        );
        return context.fails(&meeting, Library::NumPy.error(message));
    }
    let lead = x.iter().copied().take(x.ndim() - 1);
    let tail = y.iter().copied().enumerate().filter(|(axis, _)| *axis != shared).map(|(_, size)| size);
    let shape: Shape = lead.chain(tail).collect();
    finish(context, &meeting, shape, dtype, [&a, &b])
}

/// `np.outer`, `torch.outer`.
fn outer(context: &mut Context<'_>, call: &Call) -> Outcome {
    call.without(&["out"])?;
    let ([a, b], meeting) = pair(context, call, ["a", "b"])?;
    if call.library == Library::PyTorch {
        for (name, tensor) in [("self", &a), ("vec2", &b)] {
            if tensor.shape.ndim() != 1 {
                let message = format!("outer: Expected 1-D argument {name}, but got {}-D", tensor.shape.ndim());
                return context.fails(&meeting, torch_error(message));
            }
        }
    }
    let shape = Shape::from([a.numel(), b.numel()]);
    let dtype = larger(call.library, a.dtype, b.dtype);
    let made = fresh(
        context,
        call.library,
        (shape.clone(), dtype, outer_values(&a, &b, &shape, dtype)),
        &[&a, &b],
        &call.span,
    )?;
    context.record(&meeting, OperationResult::Tensor(shape))?;
    Ok(Value::Tensor(made))
}

fn outer_values(a: &Tensor, b: &Tensor, shape: &Shape, dtype: Dtype) -> Option<Vec<Scalar>> {
    let column = Shape::from([a.numel(), 1]);
    let (a, b) = (a.values()?, b.values()?);
    let left = broadcast_values(&a, &column, shape)?;
    let right = broadcast_values(&b, &Shape::from([b.len() as u64]), shape)?;
    let product = |(a, b): (&Scalar, &Scalar)| Operator::Multiply.apply(*a, *b, Arithmetic::NumPy).ok();
    if dtype.is_integer() { left.iter().zip(&right).map(product).collect() } else { None }
}

/// `torch.cdist`.
fn cdist(context: &mut Context<'_>, call: &Call) -> Outcome {
    let ([a, b], meeting) = pair(context, call, ["a", "b"])?;
    let fails = |context: &Context<'_>, message: String| context.fails(&meeting, torch_error(message));
    if !matches!(a.dtype, Dtype::Float32 | Dtype::Float64) {
        return call.declined();
    }
    for (number, tensor) in [&a, &b].into_iter().enumerate() {
        if tensor.shape.ndim() < 2 {
            let (number, ndim) = (number + 1, tensor.shape.ndim());
            return fails(context, format!("cdist only supports at least 2D tensors, X{number} got: {ndim}D"));
        }
    }
    if !is_floating(a.dtype) || a.dtype != b.dtype {
        return call.declined();
    }
    let ((rows, inner), (other_rows, columns)) = (matrix(&a.shape), matrix(&b.shape));
    if inner != columns {
        let message = format!("X1 and X2 must have the same number of columns. X1: {inner} X2: {columns}");
        return fails(context, message);
    }
    let batch = |shape: &Shape| shape.iter().copied().take(shape.ndim() - 2).collect::<Shape>();
    let lead = known(context, &meeting, Library::PyTorch.add(&batch(&a.shape), &batch(&b.shape)).map(Some))?;
    let shape: Shape = lead.iter().copied().chain([rows, other_rows]).collect();
    let made = fresh(context, Library::PyTorch, (shape.clone(), a.dtype, None), &[&a, &b], &call.span)?;
    context.record(&meeting, OperationResult::Tensor(shape))?;
    Ok(Value::Tensor(made))
}

/// `torch.baddbmm`: a product to which a tensor is added.
fn added_product(context: &mut Context<'_>, call: &Call) -> Outcome {
    let names = ["input", "a", "b"];
    let mut placed = Vec::new();
    for name in names {
        let tensor = call.tensor(context, name)?;
        placed.push(Placed { value: Value::Tensor(tensor), span: call.need(name)?.span.clone() });
    }
    let meeting = Meeting::of(call.name, None, &placed, &call.span);
    let tensors: Vec<Tensor> = placed.iter().filter_map(|placed| placed.value.tensor().cloned()).collect();
    let [input, a, b] = tensors.as_slice() else { return call.declined() };
    if a.dtype != b.dtype || input.dtype != a.dtype || !is_floating(a.dtype) {
        return call.declined();
    }
    let (&[count, rows, inner], &[batch, depth, columns]) = (&a.shape[..], &b.shape[..]) else {
        return call.declined();
    };
    let result = [count, rows, columns].map(|size| i64::try_from(size).unwrap_or(i64::MAX));
    if let Err(error) = Library::PyTorch.expand(&input.layout_or_contiguous(), &result) {
        return context.fails(&meeting, error);
    }
    let product = bmm([count, rows, inner], [batch, depth, columns], (a.dtype, b.dtype));
    let shape = known(context, &meeting, product)?;
    let made = fresh(context, Library::PyTorch, (shape.clone(), a.dtype, None), &[input, a, b], &call.span)?;
    context.record(&meeting, OperationResult::Tensor(shape))?;
    Ok(Value::Tensor(made))
}
