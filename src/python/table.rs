//! The names that are known: what makes a tensor, what looks at one differently, and what computes.

use crate::broadcast::{Dtype, Operator};
use crate::library::Library;

/// Named as `torch.…`, a method of PyTorch's tensors.
pub(super) const TORCH: u8 = 1;
/// Named as `np.…`, a method of NumPy's arrays.
pub(super) const NUMPY: u8 = 2;
/// In both.
const BOTH: u8 = TORCH | NUMPY;
/// Also without a module in front.
pub(super) const BARE: u8 = 4;

/// What makes a tensor, or something else out of nothing.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Make {
    /// The same number everywhere.
    Filled(i64),
    /// Sizes and the number that stands everywhere.
    Full,
    /// Sizes one after the other, and elements that the text does not tell.
    Rand,
    /// The size as an argument of its own, at this place or named, and elements that the text does not tell.
    Random(usize, Dtype),
    /// Sizes, and elements that the text does not tell.
    Empty,
    /// A row of numbers from start to stop by steps.
    Arange,
    /// A row of so many numbers from start to stop.
    Linspace,
    /// The elements themselves.
    Literal,
    /// `torch.Tensor`: sizes one after the other, or the elements.
    Legacy,
    /// `torch.Size`, `list`, `tuple`: what it is given.
    List,
    /// Python's `range`.
    Range,
    /// `len`.
    Length,
    /// `float`, as in `float("inf")`.
    Real,
    /// Something that is no tensor and of no matter, such as `torch.device("cpu")`.
    Nothing,
}

/// What makes something, with where it stands.
pub(super) const MAKERS: [(&str, u8, Make); 35] = [
    ("zeros", BOTH | BARE, Make::Filled(0)),
    ("ones", BOTH | BARE, Make::Filled(1)),
    ("full", BOTH | BARE, Make::Full),
    ("empty", BOTH | BARE, Make::Empty),
    ("rand", TORCH | BARE, Make::Rand),
    ("randn", TORCH | BARE, Make::Rand),
    ("random.rand", NUMPY, Make::Rand),
    ("random.randn", NUMPY, Make::Rand),
    ("random.random", NUMPY, Make::Random(0, Dtype::Float64)),
    ("random.random_sample", NUMPY, Make::Random(0, Dtype::Float64)),
    ("random.standard_normal", NUMPY, Make::Random(0, Dtype::Float64)),
    ("random.normal", NUMPY, Make::Random(2, Dtype::Float64)),
    ("random.uniform", NUMPY, Make::Random(2, Dtype::Float64)),
    ("random.randint", NUMPY, Make::Random(2, Dtype::Int64)),
    ("random.integers", NUMPY, Make::Random(2, Dtype::Int64)),
    ("normal", TORCH, Make::Random(2, Dtype::Float32)),
    ("randint", TORCH | BARE, Make::Random(2, Dtype::Int64)),
    ("arange", BOTH | BARE, Make::Arange),
    ("linspace", BOTH | BARE, Make::Linspace),
    ("tensor", TORCH | BARE, Make::Literal),
    ("as_tensor", TORCH, Make::Literal),
    ("from_numpy", TORCH, Make::Literal),
    ("scalar_tensor", TORCH, Make::Literal),
    ("array", NUMPY | BARE, Make::Literal),
    ("asarray", BOTH, Make::Literal),
    ("Tensor", TORCH | BARE, Make::Legacy),
    ("FloatTensor", TORCH, Make::Legacy),
    ("Size", TORCH | BARE, Make::List),
    ("list", BARE, Make::List),
    ("tuple", BARE, Make::List),
    ("range", BARE, Make::Range),
    ("len", BARE, Make::Length),
    ("float", BARE, Make::Real),
    ("device", TORCH, Make::Nothing),
    ("manual_seed", TORCH, Make::Nothing),
];

/// What is done to a tensor.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Method {
    Reshape,
    View,
    ReshapeAs,
    Unsqueeze,
    Squeeze,
    Expand,
    ExpandAs,
    Transpose,
    Swap,
    Permute,
    AxisEdit,
    /// `t()`.
    Matrix,
    /// `.T`.
    Reversed,
    /// `.mT`.
    MatrixTransposed,
    Flatten,
    Ravel,
    Contiguous,
    /// PyTorch's copy, which keeps strides where every element has its own place.
    Clone,
    /// NumPy's, which is row-major.
    Copy,
    /// Other elements.
    Cast(Dtype),
    /// `to`, `type`, `astype`, whose arguments may name a type.
    To,
    /// The same elements for NumPy.
    Numpy,
    /// Nothing that a shape or a value shows.
    Same,
    /// `.size()`, `.shape`.
    Shape,
    /// `.ndim`, `.dim()`.
    Ndim,
    /// NumPy's `.size`, PyTorch's `.numel()`.
    Count,
}

/// What is done to a tensor: its name, where it is a method, where a function, and where a property.
pub(super) const METHODS: [(&str, u8, u8, u8, Method); 57] = [
    ("reshape", BOTH, BOTH, 0, Method::Reshape),
    ("view", TORCH, 0, 0, Method::View),
    ("reshape_as", TORCH, 0, 0, Method::ReshapeAs),
    ("view_as", TORCH, 0, 0, Method::ReshapeAs),
    ("unsqueeze", TORCH, TORCH, 0, Method::Unsqueeze),
    ("expand_dims", 0, NUMPY, 0, Method::Unsqueeze),
    ("squeeze", BOTH, BOTH, 0, Method::Squeeze),
    ("expand", TORCH, 0, 0, Method::Expand),
    ("broadcast_to", TORCH, BOTH, 0, Method::Expand),
    ("expand_as", TORCH, 0, 0, Method::ExpandAs),
    ("transpose", BOTH, BOTH, 0, Method::Transpose),
    ("swapaxes", BOTH, BOTH, 0, Method::Swap),
    ("swapdims", TORCH, TORCH, 0, Method::Swap),
    ("permute", TORCH, TORCH, 0, Method::Permute),
    ("permute_dims", 0, NUMPY, 0, Method::Permute),
    ("movedim", TORCH, TORCH, 0, Method::AxisEdit),
    ("moveaxis", TORCH, BOTH, 0, Method::AxisEdit),
    ("t", TORCH, TORCH, 0, Method::Matrix),
    ("T", 0, 0, BOTH, Method::Reversed),
    ("mT", 0, 0, BOTH, Method::MatrixTransposed),
    ("matrix_transpose", 0, NUMPY, 0, Method::MatrixTransposed),
    ("flatten", BOTH, TORCH, 0, Method::Flatten),
    ("ravel", BOTH, BOTH, 0, Method::Ravel),
    ("contiguous", TORCH, 0, 0, Method::Contiguous),
    ("ascontiguousarray", 0, NUMPY, 0, Method::Contiguous),
    ("clone", TORCH, TORCH, 0, Method::Clone),
    ("copy", NUMPY, NUMPY, 0, Method::Copy),
    ("float", TORCH, 0, 0, Method::Cast(Dtype::Float32)),
    ("double", TORCH, 0, 0, Method::Cast(Dtype::Float64)),
    ("half", TORCH, 0, 0, Method::Cast(Dtype::Float16)),
    ("bfloat16", TORCH, 0, 0, Method::Cast(Dtype::Bfloat16)),
    ("long", TORCH, 0, 0, Method::Cast(Dtype::Int64)),
    ("int", TORCH, 0, 0, Method::Cast(Dtype::Int32)),
    ("short", TORCH, 0, 0, Method::Cast(Dtype::Int16)),
    ("char", TORCH, 0, 0, Method::Cast(Dtype::Int8)),
    ("byte", TORCH, 0, 0, Method::Cast(Dtype::Uint8)),
    ("bool", TORCH, 0, 0, Method::Cast(Dtype::Bool)),
    ("to", TORCH, 0, 0, Method::To),
    ("type", TORCH, 0, 0, Method::To),
    ("astype", NUMPY, 0, 0, Method::To),
    ("numpy", TORCH, 0, 0, Method::Numpy),
    ("detach", TORCH, TORCH, 0, Method::Same),
    ("cpu", TORCH, 0, 0, Method::Same),
    ("cuda", TORCH, 0, 0, Method::Same),
    ("requires_grad_", TORCH, 0, 0, Method::Same),
    ("data", 0, 0, TORCH, Method::Same),
    ("size", TORCH, 0, 0, Method::Shape),
    ("size", 0, NUMPY, NUMPY, Method::Count),
    ("numel", TORCH, TORCH, 0, Method::Count),
    ("nelement", TORCH, 0, 0, Method::Count),
    ("shape", 0, NUMPY, BOTH, Method::Shape),
    ("dim", TORCH, 0, 0, Method::Ndim),
    ("ndim", 0, NUMPY, BOTH, Method::Ndim),
    ("stride", TORCH, 0, 0, Method::Same),
    ("strides", 0, 0, NUMPY, Method::Same),
    ("dtype", 0, 0, BOTH, Method::Same),
    ("print", 0, BARE, 0, Method::Same),
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
pub(super) fn computes(name: &str) -> bool {
    COMPUTES.contains(&name.trim_end_matches('_'))
}

/// What a library's function of this name does to two tensors: with which operator, if any. Those that combine only shapes
/// have none. PyTorch's methods (there perhaps with `_` at the end) have the names of its functions.
pub(super) fn operation(library: Library, name: &str) -> Option<Option<Operator>> {
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
pub(super) fn combines(name: &str) -> bool {
    Library::ALL.into_iter().any(|library| operation(library, name.trim_end_matches('_')).is_some())
}

/// The operator that a sign between two tensors stands for, and how tightly it binds.
pub(super) const fn operator(sign: char) -> Option<(Operator, u8)> {
    Some(match sign {
        '≡' => (Operator::Equal, 1),
        '≠' => (Operator::NotEqual, 1),
        '<' => (Operator::Less, 1),
        '≤' => (Operator::LessOrEqual, 1),
        '>' => (Operator::Greater, 1),
        '≥' => (Operator::GreaterOrEqual, 1),
        '+' => (Operator::Add, 2),
        '-' => (Operator::Subtract, 2),
        '×' => (Operator::Multiply, 3),
        '/' => (Operator::Divide, 3),
        '÷' => (Operator::FloorDivide, 3),
        '%' => (Operator::Remainder, 3),
        '^' => (Operator::Power, 5),
        _ => return None,
    })
}

/// The type that a name stands for, in a module (`torch.float32`), alone (`float`) or in quotes.
pub(super) fn dtype(name: &str) -> Option<Dtype> {
    let name = name.rsplit('.').next().unwrap_or(name);
    let alias = match name {
        "float" | "float_" => return None,
        "double" => Dtype::Float64,
        "half" => Dtype::Float16,
        "long" | "int_" | "int" => Dtype::Int64,
        "short" => Dtype::Int16,
        "bool_" => Dtype::Bool,
        "cfloat" => Dtype::Complex64,
        "cdouble" => Dtype::Complex128,
        _ => return Dtype::ALL.into_iter().find(|dtype| dtype.name() == name),
    };
    Some(alias)
}

/// Of all functions that stand there, the name that is most like `name` and is not too far from it.
pub(super) fn nearest_function(name: &str, bit: u8) -> Option<&'static str> {
    let makers = MAKERS.iter().filter(|(_, at, _)| at & bit != 0).map(|&(known, ..)| known);
    let functions = METHODS.iter().filter(|(_, _, at, ..)| at & bit != 0).map(|&(known, ..)| known);
    nearest(name, makers.chain(functions))
}

/// The same of all methods and properties.
pub(super) fn nearest_method(name: &str, bit: u8) -> Option<&'static str> {
    nearest(name, METHODS.iter().filter(|(_, at, _, asked, _)| (at | asked) & bit != 0).map(|&(known, ..)| known))
}

fn nearest(name: &str, known: impl Iterator<Item = &'static str>) -> Option<&'static str> {
    let near = known.map(|known| (distance(name, known), known)).min_by_key(|&(distance, _)| distance)?;
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
