//! The names that are known: one row for each function, method and property, and what it does.
//!
//! [`super`] says how a row is added.

use crate::evaluator::call::Call;
use crate::evaluator::value::Value;
use crate::evaluator::{constructors, elements, queries, views};
use crate::shapes::Operand;
use crate::syntax::failure::Failure;
use crate::syntax::tree::{BinaryOperator, CompareOperator};
use Does::{Ask, Cast, Change, Compute, Make};
use tensor_broadcasting::library::Library;
use tensor_broadcasting::{Dtype, Operator, Scalar};

/// The places where a name stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Places(u8);

pub(crate) const NOWHERE: Places = Places(0);
/// In the module `torch`, or on PyTorch's tensors.
pub(crate) const TORCH: Places = Places(1);
/// In the module `numpy`, or on NumPy's arrays.
pub(crate) const NUMPY: Places = Places(2);
pub(crate) const BOTH: Places = Places(1 | 2);
/// Without a module in front.
pub(crate) const BARE: Places = Places(4);
const TORCH_AND_BARE: Places = Places(1 | 4);
const NUMPY_AND_BARE: Places = Places(2 | 4);
const BOTH_AND_BARE: Places = Places(1 | 2 | 4);

impl Places {
    /// Where a library's own names stand; without a library in both.
    pub(crate) const fn of(library: Option<Library>) -> Self {
        match library {
            Some(Library::PyTorch) => TORCH,
            Some(Library::NumPy) => NUMPY,
            None => BOTH,
        }
    }

    /// Whether any of these places is one of `others`.
    pub(crate) const fn overlap(self, others: Self) -> bool {
        self.0 & others.0 != 0
    }

    /// The library, if the places are those of only one.
    pub(crate) const fn library(self) -> Option<Library> {
        match self.0 & BOTH.0 {
            1 => Some(Library::PyTorch),
            2 => Some(Library::NumPy),
            _ => None,
        }
    }
}

/// What a name does.
#[derive(Clone, Copy)]
pub(crate) enum Does {
    /// Makes a tensor of its arguments.
    Make(fn(&mut Call<'_>) -> Result<Box<Operand>, Failure>),
    /// Converts the elements of a tensor.
    Cast(Dtype),
    /// Makes another tensor of a tensor.
    Change(fn(Box<Operand>, &mut Call<'_>) -> Result<Box<Operand>, Failure>),
    /// Says something about a tensor.
    Ask(fn(&Operand, &mut Call<'_>) -> Result<Value, Failure>),
    /// Makes something else of its arguments.
    Compute(fn(&mut Call<'_>) -> Result<Value, Failure>),
}

/// A name that is known.
pub(crate) struct Known {
    /// The name, with its module's submodules: `random.rand`.
    pub(crate) name: &'static str,
    /// Where it is a method: `x.name(…)`.
    pub(crate) method: Places,
    /// Where it is a function: `torch.name(…)`. A tensor that it is done to is the first argument.
    pub(crate) function: Places,
    /// Where it is a property: `x.name`.
    pub(crate) property: Places,
    /// The names that its arguments may have, apart from those that [`Call::accept`] takes everywhere.
    pub(crate) keywords: Names,
    /// What it does.
    pub(crate) does: Does,
}

type Names = &'static [&'static str];

const fn function(name: &'static str, function: Places, keywords: Names, does: Does) -> Known {
    Known { name, method: NOWHERE, function, property: NOWHERE, keywords, does }
}

const fn method(name: &'static str, method: Places, keywords: Names, does: Does) -> Known {
    Known { name, method, function: NOWHERE, property: NOWHERE, keywords, does }
}

const fn property(name: &'static str, property: Places, keywords: Names, does: Does) -> Known {
    Known { name, method: NOWHERE, function: NOWHERE, property, keywords, does }
}

const fn method_and_function(name: &'static str, places: Places, keywords: Names, does: Does) -> Known {
    Known { name, method: places, function: places, property: NOWHERE, keywords, does }
}

const SIZES: Names = &["size", "shape"];
const AXIS: Names = &["dim", "axis"];
const DATA: Names = &["data", "object", "obj", "a"];
const NUMPY_DATA: Names = &["data", "object", "obj", "a", "ndmin"];
const RANDOM: Names = &["size", "low", "high", "loc", "scale", "mean", "std"];

/// What stands for any integer and any real number where only the type matters.
const INTEGER: Scalar = Scalar::Int(0);
const FLOAT: Scalar = Scalar::Float(0.0);

/// All that is known. Of two rows with one name the first that stands at the place is meant.
pub(crate) const KNOWN: [Known; 103] = [
    function("zeros", BOTH_AND_BARE, SIZES, Make(|call| constructors::filled(call, 0.0))),
    function("ones", BOTH_AND_BARE, SIZES, Make(|call| constructors::filled(call, 1.0))),
    function("full", BOTH_AND_BARE, &["size", "shape", "fill_value"], Make(constructors::full)),
    function("empty", BOTH_AND_BARE, SIZES, Make(constructors::empty)),
    function("rand", TORCH_AND_BARE, &["size"], Make(constructors::random)),
    function("randn", TORCH_AND_BARE, &["size"], Make(constructors::random)),
    function("random.rand", NUMPY, &["size"], Make(constructors::random)),
    function("random.randn", NUMPY, &["size"], Make(constructors::random)),
    function("random.random", NUMPY, RANDOM, Make(|call| constructors::random_of_size(call, 0, FLOAT))),
    function("random.random_sample", NUMPY, RANDOM, Make(|call| constructors::random_of_size(call, 0, FLOAT))),
    function("random.standard_normal", NUMPY, RANDOM, Make(|call| constructors::random_of_size(call, 0, FLOAT))),
    function("random.normal", NUMPY, RANDOM, Make(|call| constructors::random_of_size(call, 2, FLOAT))),
    function("random.uniform", NUMPY, RANDOM, Make(|call| constructors::random_of_size(call, 2, FLOAT))),
    function("random.randint", NUMPY, RANDOM, Make(|call| constructors::random_of_size(call, 2, INTEGER))),
    function("random.integers", NUMPY, RANDOM, Make(|call| constructors::random_of_size(call, 2, INTEGER))),
    function("normal", TORCH, RANDOM, Make(|call| constructors::random_of_size(call, 2, FLOAT))),
    function("randint", TORCH_AND_BARE, RANDOM, Make(|call| constructors::random_of_size(call, 2, INTEGER))),
    function("arange", BOTH_AND_BARE, &["start", "stop", "end", "step"], Make(constructors::arange)),
    function("linspace", BOTH_AND_BARE, &["start", "end", "stop", "steps", "num"], Make(constructors::linspace)),
    function("tensor", TORCH_AND_BARE, DATA, Make(constructors::from_elements)),
    function("as_tensor", TORCH, DATA, Make(constructors::from_elements)),
    function("from_numpy", TORCH, DATA, Make(constructors::from_elements)),
    function("scalar_tensor", TORCH, DATA, Make(constructors::from_elements)),
    function("array", NUMPY_AND_BARE, NUMPY_DATA, Make(constructors::from_elements)),
    function("asarray", TORCH, DATA, Make(constructors::from_elements)),
    function("asarray", NUMPY, NUMPY_DATA, Make(constructors::from_elements)),
    function("Tensor", TORCH_AND_BARE, &[], Make(constructors::legacy_tensor)),
    function("FloatTensor", TORCH, &[], Make(constructors::legacy_tensor)),
    function("Size", TORCH_AND_BARE, &["iterable"], Compute(constructors::list)),
    function("list", BARE, &["iterable"], Compute(constructors::list)),
    function("tuple", BARE, &["iterable"], Compute(constructors::list)),
    function("range", BARE, &[], Compute(constructors::range)),
    function("len", BARE, &["obj"], Compute(constructors::length)),
    function("float", BARE, &["x"], Compute(constructors::float)),
    function("device", TORCH, &[], Compute(constructors::nothing)),
    function("manual_seed", TORCH, &[], Compute(constructors::nothing)),
    method_and_function("reshape", BOTH, &["shape", "newshape", "order"], Change(views::reshape)),
    method("view", TORCH, &["size"], Change(views::view)),
    method("view", NUMPY, &[], Change(views::numpy_view)),
    method("reshape_as", TORCH, &["other"], Change(views::reshape_as)),
    method("view_as", TORCH, &["other"], Change(views::reshape_as)),
    method_and_function("unsqueeze", TORCH, AXIS, Change(views::unsqueeze)),
    function("expand_dims", NUMPY, AXIS, Change(views::unsqueeze)),
    method_and_function("squeeze", BOTH, AXIS, Change(views::squeeze)),
    method("expand", TORCH, SIZES, Change(views::expand)),
    method_and_function("broadcast_to", TORCH, SIZES, Change(views::expand)),
    function("broadcast_to", NUMPY, SIZES, Change(views::expand)),
    method("expand_as", TORCH, &["other"], Change(views::expand_as)),
    method_and_function("transpose", TORCH, &["dim0", "dim1", "axis0", "axis1"], Change(views::torch_swap)),
    method_and_function("transpose", NUMPY, &["axes"], Change(views::numpy_transpose)),
    method_and_function("swapaxes", TORCH, &["dim0", "dim1", "axis0", "axis1"], Change(views::torch_swap)),
    method_and_function("swapaxes", NUMPY, &["axis1", "axis2"], Change(views::numpy_swap)),
    method_and_function("swapdims", TORCH, &["dim0", "dim1", "axis0", "axis1"], Change(views::torch_swap)),
    method_and_function("permute", TORCH, &["dims", "axes"], Change(views::permute)),
    function("permute_dims", NUMPY, &["dims", "axes"], Change(views::permute)),
    method_and_function("movedim", TORCH, &["source", "destination"], Change(views::move_axes)),
    method_and_function("moveaxis", TORCH, &["source", "destination"], Change(views::move_axes)),
    function("moveaxis", NUMPY, &["source", "destination"], Change(views::move_axes)),
    method_and_function("t", TORCH, &[], Change(views::matrix_t)),
    property("T", BOTH, &[], Change(views::transposed)),
    property("mT", BOTH, &[], Change(views::matrix_transposed)),
    function("matrix_transpose", NUMPY, &[], Change(views::matrix_transposed)),
    method_and_function("flatten", TORCH, &["start_dim", "end_dim"], Change(views::torch_flatten)),
    method("flatten", NUMPY, &["order"], Change(views::numpy_flatten)),
    method_and_function("ravel", TORCH, &[], Change(views::ravel)),
    method_and_function("ravel", NUMPY, &["order"], Change(views::ravel)),
    method("contiguous", TORCH, &[], Change(elements::contiguous)),
    function("ascontiguousarray", NUMPY, &[], Change(elements::contiguous)),
    method_and_function("clone", TORCH, &[], Change(elements::clone)),
    method_and_function("copy", NUMPY, &["order"], Change(elements::copy)),
    method("float", TORCH, &[], Cast(Dtype::Float32)),
    method("double", TORCH, &[], Cast(Dtype::Float64)),
    method("half", TORCH, &[], Cast(Dtype::Float16)),
    method("bfloat16", TORCH, &[], Cast(Dtype::Bfloat16)),
    method("long", TORCH, &[], Cast(Dtype::Int64)),
    method("int", TORCH, &[], Cast(Dtype::Int32)),
    method("short", TORCH, &[], Cast(Dtype::Int16)),
    method("char", TORCH, &[], Cast(Dtype::Int8)),
    method("byte", TORCH, &[], Cast(Dtype::Uint8)),
    method("bool", TORCH, &[], Cast(Dtype::Bool)),
    method("to", TORCH, &[], Change(elements::to)),
    method("type", TORCH, &[], Change(elements::to)),
    method("astype", NUMPY, &["order"], Change(elements::to)),
    method("numpy", TORCH, &[], Change(elements::numpy)),
    method_and_function("detach", TORCH, &[], Change(elements::unchanged)),
    method("cpu", TORCH, &[], Change(elements::unchanged)),
    method("cuda", TORCH, &[], Change(elements::unchanged)),
    method("requires_grad_", TORCH, &[], Change(elements::unchanged)),
    property("data", TORCH, &[], Change(elements::unchanged)),
    method("size", TORCH, &["dim"], Ask(queries::shape)),
    function("size", NUMPY, &[], Ask(queries::numel)),
    property("size", NUMPY, &[], Ask(queries::numel)),
    method_and_function("numel", TORCH, &[], Ask(queries::numel)),
    method("nelement", TORCH, &[], Ask(queries::numel)),
    function("shape", NUMPY, &["dim"], Ask(queries::shape)),
    property("shape", BOTH, &["dim"], Ask(queries::shape)),
    method("dim", TORCH, &[], Ask(queries::ndim)),
    function("ndim", NUMPY, &[], Ask(queries::ndim)),
    property("ndim", BOTH, &[], Ask(queries::ndim)),
    method("stride", TORCH, &[], Change(elements::unchanged)),
    property("strides", NUMPY, &[], Change(elements::unchanged)),
    property("dtype", BOTH, &[], Ask(queries::dtype)),
    function("print", BARE, &[], Change(elements::printed)),
];

/// What is well known and makes other elements than those that are written.
const COMPUTES: [&str; 44] = [
    "matmul",
    "mm",
    "bmm",
    "dot",
    "einsum",
    "tensordot",
    "outer",
    "inner",
    "kron",
    "sum",
    "mean",
    "prod",
    "std",
    "var",
    "max",
    "min",
    "amax",
    "amin",
    "argmax",
    "argmin",
    "cumsum",
    "norm",
    "softmax",
    "relu",
    "exp",
    "log",
    "sqrt",
    "abs",
    "sin",
    "cos",
    "tanh",
    "sigmoid",
    "cat",
    "concat",
    "concatenate",
    "stack",
    "vstack",
    "hstack",
    "repeat",
    "tile",
    "where",
    "masked_fill",
    "gather",
    "roll",
];

/// Whether `name` computes something that is not read here.
pub(crate) fn computes(name: &str) -> bool {
    COMPUTES.contains(&name.trim_end_matches('_'))
}

/// What a library's function of this name does to two tensors: with which operator, if any. Those that combine only shapes
/// have none. PyTorch's methods (there perhaps with `_` at the end) have the names of its functions.
pub(crate) fn operation(library: Library, name: &str) -> Option<Option<Operator>> {
    let named = |library: Library| Operator::ALL.into_iter().find(|&operator| library.function(operator) == name);
    match (library, name) {
        (_, "broadcast_shapes") | (Library::PyTorch, "broadcast_tensors") | (Library::NumPy, "broadcast_arrays") => {
            Some(None)
        }
        (_, "true_divide") => Some(Some(Operator::Divide)),
        (Library::NumPy, "mod") => Some(Some(Operator::Remainder)),
        (Library::NumPy, "pow") => Some(Some(Operator::Power)),
        // `torch.equal` tells whether two tensors are the same; it combines no elements. `torch.power` does not exist.
        (Library::PyTorch, "equal" | "power") => None,
        // PyTorch has the rest of NumPy's names too.
        (Library::PyTorch, _) => named(Library::PyTorch).or_else(|| named(Library::NumPy)).map(Some),
        (Library::NumPy, _) => named(Library::NumPy).map(Some),
    }
}

/// Whether either library has a function or method of this name (a method perhaps with `_` at the end) that combines two
/// tensors.
pub(crate) fn combines(name: &str) -> bool {
    Library::ALL.into_iter().any(|library| operation(library, name.trim_end_matches('_')).is_some())
}

/// The elementwise operator of a sign between two operands.
pub(crate) const fn operator(sign: BinaryOperator) -> Option<Operator> {
    Some(match sign {
        BinaryOperator::Add => Operator::Add,
        BinaryOperator::Subtract => Operator::Subtract,
        BinaryOperator::Multiply => Operator::Multiply,
        BinaryOperator::Divide => Operator::Divide,
        BinaryOperator::FloorDivide => Operator::FloorDivide,
        BinaryOperator::Remainder => Operator::Remainder,
        BinaryOperator::Power => Operator::Power,
        BinaryOperator::MatrixMultiply
        | BinaryOperator::ShiftLeft
        | BinaryOperator::ShiftRight
        | BinaryOperator::BitAnd
        | BinaryOperator::BitXor
        | BinaryOperator::BitOr => return None,
    })
}

/// The elementwise operator of a sign that compares.
pub(crate) const fn comparison(sign: CompareOperator) -> Option<Operator> {
    Some(match sign {
        CompareOperator::Equal => Operator::Equal,
        CompareOperator::NotEqual => Operator::NotEqual,
        CompareOperator::Less => Operator::Less,
        CompareOperator::LessOrEqual => Operator::LessOrEqual,
        CompareOperator::Greater => Operator::Greater,
        CompareOperator::GreaterOrEqual => Operator::GreaterOrEqual,
        CompareOperator::Is | CompareOperator::IsNot | CompareOperator::In | CompareOperator::NotIn => return None,
    })
}

/// Of all functions that stand at `places`, the name that is most like `name` and is not too far from it.
pub(crate) fn nearest_function(name: &str, places: Places) -> Option<&'static str> {
    nearest(name, KNOWN.iter().filter(|known| known.function.overlap(places)))
}

/// The same of all methods and properties.
pub(crate) fn nearest_method(name: &str, places: Places) -> Option<&'static str> {
    nearest(name, KNOWN.iter().filter(|known| known.method.overlap(places) || known.property.overlap(places)))
}

fn nearest<'a>(name: &str, known: impl Iterator<Item = &'a Known>) -> Option<&'static str> {
    let near = known.map(|known| (distance(name, known.name), known.name)).min_by_key(|&(distance, _)| distance)?;
    (near.0 <= 1 + near.1.len() / 4).then_some(near.1)
}

/// How many letters must be put in, left out, changed or exchanged with their neighbour to make one word of the other.
fn distance(a: &str, b: &str) -> usize {
    let (a, b): (Vec<char>, Vec<char>) = (a.chars().take(24).collect(), b.chars().collect());
    let mut before: Vec<usize> = Vec::new();
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for (i, &x) in a.iter().enumerate() {
        let mut next = vec![i + 1];
        for (j, &y) in b.iter().enumerate() {
            let changed = row[j] + usize::from(x != y);
            let mut least = changed.min(row[j + 1] + 1).min(next[j] + 1);
            if i > 0 && j > 0 && x == b[j - 1] && a[i - 1] == y {
                least = least.min(before[j - 1] + 1);
            }
            next.push(least);
        }
        before = std::mem::replace(&mut row, next);
    }
    row.last().copied().unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_row_can_be_found() {
        for (at, known) in KNOWN.iter().enumerate() {
            let stands = known.method != NOWHERE || known.function != NOWHERE || known.property != NOWHERE;
            let hidden = KNOWN.iter().take(at).any(|before| {
                let overlap = before.method.overlap(known.method)
                    || before.function.overlap(known.function)
                    || before.property.overlap(known.property);
                before.name == known.name && overlap
            });
            assert!(stands && !hidden, "{}", known.name);
            assert!(!computes(known.name), "{} is read", known.name);
            // Only what is done to a tensor is asked of one.
            let of_tensor = known.method != NOWHERE || known.property != NOWHERE;
            assert!(!of_tensor || matches!(known.does, Cast(_) | Change(_) | Ask(_)), "{}", known.name);
        }
    }

    #[test]
    fn the_nearest_name_is_one_that_stands_there() {
        assert_eq!(nearest_function("onse", TORCH), Some("ones"));
        assert_eq!(nearest_function("expand_dim", NUMPY), Some("expand_dims"));
        assert_ne!(nearest_function("expand_dim", TORCH), Some("expand_dims"));
        assert_eq!(nearest_method("unsqeeze", TORCH), Some("unsqueeze"));
        assert_ne!(nearest_method("unsqeeze", NUMPY), Some("unsqueeze"));
        assert_eq!(nearest_method("frobnicate", TORCH), None);
        assert_eq!((distance("ones", "onse"), distance("ones", "one"), distance("", "abc")), (1, 1, 3));
    }
}
