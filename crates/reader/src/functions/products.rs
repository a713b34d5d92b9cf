//! Functions that multiply matrices and vectors: `matmul`, `mm`, `dot`, `outer` and their like.

use crate::functions::matmul::{batch, factor, finish, matmul, matrix, torch_error};
use crate::signatures::call::Call;
use crate::signatures::place::rules;
use crate::tensors::arrays::{broadcast_values, compact};
use crate::tensors::context::{Context, Meeting, Outcome, sizes};
use crate::tensors::types::{is_floating, larger};
use crate::tensors::value::{Tensor, Value};
use tensor_broadcasting::library::Library;
use tensor_broadcasting::library::products::{bmm, bmm_types, dot, mm, mv};
use tensor_broadcasting::lists::Listed;
use tensor_broadcasting::{Arithmetic, Dtype, ElementTypes, Operator, Scalar, Shape};

rules! {
    matmul_call torch_product numpy_dot outer cdist added_product
}

/// The tensors `a` and `b` of a call, and its record.
fn pair(context: &mut Context<'_>, call: &Call) -> Outcome<(Tensor, Tensor, Meeting)> {
    let (a, b) = (call.real(context, "a")?, call.real(context, "b")?);
    // Whether lists alone are operands is not certain.
    let are_lists = ["a", "b"].iter().all(|name| call.get(name).is_some_and(|given| given.value.items().is_some()));
    if are_lists && call.is_positional {
        return call.declined();
    }
    let meeting = call.meeting(call.name, &["a", "b"], &[&a, &b]);
    Ok((a, b, meeting))
}

/// `torch.matmul`, `np.matmul`.
fn matmul_call(context: &mut Context<'_>, call: &Call) -> Outcome {
    let out = match call.given("out").map(|out| &out.value) {
        None => None,
        Some(Value::Tensor(out)) => Some(out.clone()),
        Some(_) => return call.declined(),
    };
    matmul(context, call.library, [call.need("a")?, call.need("b")?], out.as_ref(), &call.span)
}

/// `torch.mm`, `mv`, `bmm`, `dot` and the like: the number of axes is fixed.
fn torch_product(context: &mut Context<'_>, call: &Call) -> Outcome {
    let (a, b, meeting) = pair(context, call)?;
    let (x, y, dtypes) = (&a.shape, &b.shape, [a.dtype, b.dtype]);
    let ([rows, inner], [depth, columns]) = (matrix(x), matrix(y));
    let checked = match (call.name, &x[..], &y[..]) {
        ("mm", [_, _], [_, _]) => {
            mm("mm", [rows, inner], [depth, columns], dtypes).map(|()| Some(Shape::from([rows, columns])))
        }
        ("mm", ..) => {
            let (name, shape) = if x.ndim() == 2 { ("mat2", y) } else { ("self", x) };
            torch_error(format!("mm: {name} must be a matrix, got {}-D tensor", shape.ndim()))
        }
        ("mv", [_, _], [_]) => mv([rows, inner], columns, dtypes).map(|()| Some(Shape::from([rows]))),
        ("mv", ..) => torch_error(format!("vector + matrix @ vector expected, got 1, {}, {}", x.ndim(), y.ndim())),
        ("bmm", &[count, _, _], &[batch, _, _]) => {
            let products = count.min(1).saturating_mul(rows).saturating_mul(inner).saturating_mul(columns);
            let checked = bmm([count, rows, inner], [batch, depth, columns])
                .and_then(|()| bmm_types(products, &factor(&a), &factor(&b)));
            checked.map(|known| known.map(|()| Shape::from([count, rows, columns])))
        }
        ("bmm", ..) => torch_error(format!("batch{} must be a 3D tensor", if x.ndim() == 3 { 2 } else { 1 })),
        ("inner", [lead @ .., last], [others @ .., other]) if last == other && a.dtype == b.dtype => {
            Ok(Some(lead.iter().chain(others).copied().collect()))
        }
        ("inner", ..) => return call.declined(),
        _ => dot(x, y, dtypes).map(|()| Some(Shape::ones(0))),
    };
    let shape = context.checked(&meeting, checked)?;
    finish(context, &meeting, shape, [&a, &b])
}

/// `np.dot`, `np.inner`, `np.vdot`.
fn numpy_dot(context: &mut Context<'_>, call: &Call) -> Outcome {
    let (a, b, meeting) = pair(context, call)?;
    let (x, y) = (&a.shape, &b.shape);
    if call.name == "vdot" && (x.ndim() != 1 || x != y) || call.name == "inner" && y.ndim() > 2 {
        return call.declined();
    }
    // `inner` takes the product with the transposed second operand.
    let mut right = y.to_vec();
    if call.name == "inner" {
        right.reverse();
    }
    let shared = right.len().saturating_sub(2);
    let right_shape = Shape::from(right.as_slice());
    let ([lead @ .., inner], Some(depth)) = (&x[..], right.get(shared)) else { return call.declined() };
    if inner != depth {
        let message = format!(
            "shapes {} and {} not aligned: {inner} (dim {}) != {depth} (dim {shared})",
            compact(x),
            compact(&right_shape),
            lead.len()
        );
        return context.fails(&meeting, Library::NumPy.error(message));
    }
    right.remove(shared);
    let shape = lead.iter().chain(&right).copied().collect();
    finish(context, &meeting, shape, [&a, &b])
}

/// `np.outer`, `torch.outer`, `torch.ger`.
fn outer(context: &mut Context<'_>, call: &Call) -> Outcome {
    let (a, b, meeting) = pair(context, call)?;
    for (name, tensor) in [("self", &a), ("vec2", &b)] {
        if call.library == Library::PyTorch && tensor.shape.ndim() != 1 {
            let message = format!("outer: Expected 1-D argument {name}, but got {}-D", tensor.shape.ndim());
            return context.checked(&meeting, torch_error(message));
        }
    }
    let shape = Shape::from([a.numel(), b.numel()]);
    let dtype = larger(call.library, a.dtype, b.dtype);
    let values = outer_values(&a, &b, &shape, dtype).filter(|_| dtype.is_integer());
    call.met(context, &meeting, (shape, dtype, values), &[&a, &b])
}

fn outer_values(a: &Tensor, b: &Tensor, shape: &Shape, dtype: Dtype) -> Option<Vec<Scalar>> {
    let left = broadcast_values(&a.values()?, &Shape::from([a.numel(), 1]), shape)?;
    let right = broadcast_values(&b.values()?, &Shape::from([b.numel()]), shape)?;
    let types = ElementTypes::new(dtype, dtype);
    let product = |(a, b): (&Scalar, &Scalar)| Operator::Multiply.compute([*a, *b], types, Arithmetic::NumPy).ok();
    left.iter().zip(&right).map(product).all_listed()
}

/// `torch.cdist`.
fn cdist(context: &mut Context<'_>, call: &Call) -> Outcome {
    let (a, b, meeting) = pair(context, call)?;
    if !matches!(a.dtype, Dtype::Float32 | Dtype::Float64) || a.dtype != b.dtype {
        return call.declined();
    }
    for (number, tensor) in [(1, &a), (2, &b)] {
        let ndim = tensor.shape.ndim();
        if ndim < 2 {
            let message = format!("cdist only supports at least 2D tensors, X{number} got: {ndim}D");
            return context.checked(&meeting, torch_error(message));
        }
    }
    let ([rows, inner], [other_rows, columns]) = (matrix(&a.shape), matrix(&b.shape));
    if inner != columns {
        let message = format!("X1 and X2 must have the same number of columns. X1: {inner} X2: {columns}");
        return context.checked(&meeting, torch_error(message));
    }
    let lead = Library::PyTorch.add(&batch(&a.shape), &batch(&b.shape));
    let lead = context.checked(&meeting, lead.map(Some))?;
    let shape = lead.iter().copied().chain([rows, other_rows]).collect();
    call.met(context, &meeting, (shape, a.dtype, None), &[&a, &b])
}

/// `torch.baddbmm` and `torch.addmm`: a product to which a tensor is added.
fn added_product(context: &mut Context<'_>, call: &Call) -> Outcome {
    let (input, a, b) = (call.tensor(context, "input")?, call.tensor(context, "a")?, call.tensor(context, "b")?);
    let operands = [&input, &a, &b];
    let meeting = call.meeting(call.name, &["input", "a", "b"], &operands);
    if operands.iter().any(|tensor| tensor.dtype != a.dtype) || !is_floating(a.dtype) {
        return call.declined();
    }
    let dtypes = [a.dtype; 2];
    let is_batched = call.name == "baddbmm";
    let (product, shape) = match (&a.shape[..], &b.shape[..]) {
        (&[count, rows, inner], &[batch, depth, columns]) if is_batched => {
            (bmm([count, rows, inner], [batch, depth, columns]), Shape::from([count, rows, columns]))
        }
        (&[rows, inner], &[depth, columns]) if !is_batched => {
            (mm("addmm", [rows, inner], [depth, columns], dtypes), Shape::from([rows, columns]))
        }
        _ => return call.declined(),
    };
    let expanded = Library::PyTorch.expand(&input.layout_or_contiguous(), &sizes(&shape)).map(|_| ());
    // Only `baddbmm` looks at the tensor before it looks at the matrices.
    let checked = if is_batched { expanded.and(product) } else { product.and(expanded) };
    context.checked(&meeting, checked.map(Some))?;
    call.met(context, &meeting, (shape, a.dtype, None), &operands)
}
