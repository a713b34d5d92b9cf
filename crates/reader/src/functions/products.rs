//! Functions that multiply matrices and vectors: `matmul`, `mm`, `dot`, `outer`, `tensordot` and their like.

use crate::functions::matmul::{bmm, dot, finish, known, matmul, matrix, mm, mv, torch_error};
use crate::reading::OperationResult;
use crate::signatures::call::Call;
use crate::signatures::place::rules;
use crate::tensors::arrays::{broadcast_values, fresh};
use crate::tensors::context::{Context, Meeting, Outcome, sizes};
use crate::tensors::types::{Kind, is_complex, is_floating, larger, promoted};
use crate::tensors::value::{Placed, Tensor, Value};
use tensor_broadcasting::library::{Library, LibraryError};
use tensor_broadcasting::{Arithmetic, Dtype, Operator, Scalar, Shape};

rules! {
    matmul_call torch_product numpy_dot outer cdist added_product tensordot
}

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
    // Whether lists alone are operands is not certain.
    let are_lists = names.iter().all(|name| call.get(name).is_some_and(|given| given.value.items().is_some()));
    if (are_lists && call.is_positional) || tensors.iter().any(|tensor| is_complex(tensor.dtype)) {
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
        "inner" if x.is_empty() || y.is_empty() || (x.ndim() == 1 && y.ndim() == 1) || a.dtype == Dtype::Bool => {
            return call.declined();
        }
        "inner" if x.last() != y.last() => Err(torch_error(format!(
            "inner() the last dimension must match on both input tensors but got shapes {:?} and {:?}",
            sizes(x),
            sizes(y)
        ))),
        "inner" if a.dtype != b.dtype => return call.declined(),
        "inner" => {
            let lead = |shape: &Shape| shape.iter().copied().take(shape.ndim().saturating_sub(1)).collect::<Vec<_>>();
            Ok(Some(lead(x).into_iter().chain(lead(y)).collect()))
        }
        _ => dot(&a, &b),
    };
    let shape = known(context, &meeting, product)?;
    finish(context, &meeting, shape, larger(Library::PyTorch, a.dtype, b.dtype), [&a, &b])
}

/// `np.dot`, `np.inner`, `np.vdot`.
fn numpy_dot(context: &mut Context<'_>, call: &Call) -> Outcome {
    call.without(&["out"])?;
    let ([a, b], meeting) = pair(context, call, ["a", "b"])?;
    let dtype = larger(Library::NumPy, a.dtype, b.dtype);
    let (x, y) = (&a.shape, &b.shape);
    if call.name == "vdot" && (x.ndim() != 1 || y.ndim() != 1 || x != y) {
        return call.declined();
    }
    if x.is_empty() || y.is_empty() {
        let kinds: Vec<Kind> = ["a", "b"]
            .iter()
            .filter_map(|name| call.get(name))
            .filter_map(|argument| Kind::of_value(&argument.value))
            .collect();
        let shape = if x.is_empty() { y.clone() } else { x.clone() };
        let dtype = promoted(Library::NumPy, &kinds);
        let made = fresh(context, Library::NumPy, (shape.clone(), dtype, None), &[], &call.span)?;
        context.record(&meeting, OperationResult::Tensor(shape))?;
        return Ok(Value::Tensor(made));
    }
    // `inner` takes the product with the transposed second operand.
    let mut right: Vec<u64> = y.to_vec();
    if call.name == "inner" && right.len() > 1 {
        let last = right.pop();
        right.splice(right.len() - 1..right.len() - 1, last);
        if y.ndim() > 2 {
            return call.declined();
        }
    }
    let shared = right.len().saturating_sub(2);
    let (Some(&inner), Some(&depth)) = (x.last(), right.get(shared)) else { return call.declined() };
    if inner != depth {
        let compact = |sizes: &[u64]| Shape::from(sizes).to_string().replace(", ", ",");
        let message = format!(
            "shapes {} and {} not aligned: {inner} (dim {}) != {depth} (dim {shared})",
            compact(x),
            compact(&right),
            x.ndim() - 1
        );
        return context.fails(&meeting, Library::NumPy.error(message));
    }
    let lead = x.iter().copied().take(x.ndim() - 1);
    let tail = right.iter().copied().enumerate().filter(|(axis, _)| *axis != shared).map(|(_, size)| size);
    let shape: Shape = lead.chain(tail).collect();
    finish(context, &meeting, shape, dtype, [&a, &b])
}

/// `np.outer`, `torch.outer`, `torch.ger`.
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

/// `torch.baddbmm` and `torch.addmm`: a product to which a tensor is added.
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
    let fails = |error: LibraryError| context.fails(&meeting, error);
    let product = match (call.name, &a.shape[..], &b.shape[..]) {
        ("baddbmm", &[count, rows, inner], &[batch, depth, columns]) => {
            let result = [count, rows, columns].map(|size| i64::try_from(size).unwrap_or(i64::MAX));
            if let Err(error) = Library::PyTorch.expand(&input.layout_or_contiguous(), &result) {
                return fails(error);
            }
            bmm([count, rows, inner], [batch, depth, columns], (a.dtype, b.dtype))
        }
        ("addmm", &[rows, inner], &[depth, columns]) => {
            let product = mm("addmm", (rows, inner, a.dtype), (depth, columns, b.dtype));
            let result = [rows, columns].map(|size| i64::try_from(size).unwrap_or(i64::MAX));
            if product.is_ok()
                && let Err(error) = Library::PyTorch.expand(&input.layout_or_contiguous(), &result)
            {
                return fails(error);
            }
            product
        }
        _ => return call.declined(),
    };
    let shape = known(context, &meeting, product)?;
    let made = fresh(context, Library::PyTorch, (shape.clone(), a.dtype, None), &[input, a, b], &call.span)?;
    context.record(&meeting, OperationResult::Tensor(shape))?;
    Ok(Value::Tensor(made))
}

/// `np.tensordot`, `torch.tensordot`.
fn tensordot(context: &mut Context<'_>, call: &Call) -> Outcome {
    let ([a, b], meeting) = pair(context, call, ["a", "b"])?;
    let (x, y) = (&a.shape, &b.shape);
    let axes: (Vec<i64>, Vec<i64>) = match call.get("axes").map(|axes| &axes.value) {
        None => ((-2..0).collect(), (0..2).collect()),
        Some(value) => match value.items() {
            None => {
                let count = call.int_of(value)?;
                if count < 0 || count > x.ndim().min(y.ndim()) as i64 {
                    return call.declined();
                }
                ((-count..0).collect(), (0..count).collect())
            }
            Some(pair) => match pair.as_slice() {
                [first, second] => (call.ints_of(first)?, call.ints_of(second)?),
                _ => return call.declined(),
            },
        },
    };
    if axes.0.len() != axes.1.len()
        || (call.library == Library::PyTorch && (a.dtype != b.dtype || a.dtype == Dtype::Bool))
    {
        return call.declined();
    }
    let mut contracted = [vec![false; x.ndim()], vec![false; y.ndim()]];
    for (&first, &second) in axes.0.iter().zip(&axes.1) {
        let (Ok(i), Ok(j)) = (call.library.axis(first, x.ndim()), call.library.axis(second, y.ndim())) else {
            return call.declined();
        };
        let (Some(&size), Some(&other)) = (x.get(i), y.get(j)) else { return call.declined() };
        if contracted[0][i] || contracted[1][j] {
            return call.declined();
        }
        if size != other && (call.library == Library::NumPy || (size != 1 && other != 1)) {
            let message = match call.library {
                Library::NumPy => "shape-mismatch for sum".to_owned(),
                Library::PyTorch => format!(
                    "contracted dimensions need to match, but first has size {size} in dim {first} and second has size {other} \
                     in dim {second}"
                ),
            };
            return context.fails(&meeting, call.library.error(message));
        }
        contracted[0][i] = true;
        contracted[1][j] = true;
    }
    let kept = |shape: &Shape, contracted: &[bool]| {
        shape.iter().zip(contracted).filter(|(_, contracted)| !**contracted).map(|(&size, _)| size).collect::<Vec<_>>()
    };
    let shape: Shape = kept(x, &contracted[0]).into_iter().chain(kept(y, &contracted[1])).collect();
    let dtype = larger(call.library, a.dtype, b.dtype);
    let made = match call.library {
        // NumPy gives a 0-dim array here.
        Library::NumPy if shape.is_empty() => Tensor::plain(call.library, shape.clone(), dtype),
        _ => fresh(context, call.library, (shape.clone(), dtype, None), &[&a, &b], &call.span)?,
    };
    context.record(&meeting, OperationResult::Tensor(shape))?;
    Ok(Value::Tensor(made))
}
