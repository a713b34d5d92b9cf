//! Which kinds of values the parameters of the libraries take. Given another kind, a library raises an exception whose text depends on
//! the function; such a call is declined.

use crate::tensors::value::Value;
use tensor_broadcasting::library::Library;

/// Parameters of PyTorch that take `True` or `False` and nothing else.
const FLAGS: &str = "requires_grad keepdims keepdim descending stable largest unbiased full_matrices some training return_inverse \
                     return_counts as_tuple ceil_mode count_include_pad return_indices log_target periodic hard right copy force \
                     equal_nan hermitian is_causal sparse_grad replacement non_blocking create_graph retain_graph wrap";

/// Parameters of PyTorch that take a number and nothing else.
const NUMBERS: &str = "eps momentum alpha beta rtol atol delta label_smoothing tau base negative_slope threshold dropout_p min_val max_val";

/// Parameters of PyTorch that take a tensor and nothing else, or `None`.
const TENSORS: &str = "running_mean running_var weight bias target";

/// Functions of NumPy that take their operand without a keyword.
const UFUNCS: &str = "exp exp2 expm1 log log2 log10 log1p sqrt sin cos tan sinh cosh tanh deg2rad rad2deg arcsin arccos arctan \
                      arcsinh arccosh arctanh asin acos atan asinh acosh atanh cbrt degrees radians isnan isinf isfinite signbit \
                      logical_not invert bitwise_not bitwise_invert abs absolute fabs square negative positive sign floor ceil \
                      trunc rint conj conjugate reciprocal";

/// Names in the tables of functions that are no keywords where they stand first of several.
const FIRST_NAMES: [(Library, &str); 2] = [
    (
        Library::NumPy,
        "other dims dim shifts repeats index steps target size loc scale value diagonal window length sorted",
    ),
    (Library::PyTorch, "index source repeats length sorted end weight a b bound p"),
];

/// Names of parameters in the tables of functions that are no keywords of some functions: the functions and the names. Those of a
/// method stand after a point.
const NOT_KEYWORDS: &[(Library, &str, &str)] = &[
    (Library::PyTorch, "randint_like", "low"),
    (Library::PyTorch, "swapaxes .swapaxes", "dim0 dim1"),
    (Library::PyTorch, "scatter_add .scatter_add .scatter_add_", "value"),
    (Library::PyTorch, "argwhere .argwhere", "as_tuple"),
    (Library::PyTorch, "nll_loss", "label_smoothing"),
    (Library::PyTorch, "pairwise_distance cosine_similarity", "input target"),
    (Library::PyTorch, "positive relu conj isnan isinf isfinite isreal", "out"),
    (Library::PyTorch, "clamp_min .clamp_min", "max"),
    (Library::PyTorch, "clamp_max .clamp_max", "min"),
    (Library::PyTorch, "mm bmm mv dot inner vdot", "self"),
    (Library::PyTorch, "mm bmm .mm .bmm", "vec other tensor"),
    (Library::PyTorch, "mv .mv", "mat2 other tensor"),
    (Library::PyTorch, "dot .dot", "mat2 vec other"),
    (Library::PyTorch, "inner vdot .inner .vdot", "mat2 vec tensor"),
    (Library::PyTorch, "index_copy .index_copy .index_copy_", "alpha"),
    (Library::PyTorch, ".fill_", "other mean from std to generator"),
    (Library::PyTorch, ".zero_ .exponential_ .bernoulli_", "other value mean std from to"),
    (Library::PyTorch, ".zero_", "generator"),
    (Library::PyTorch, ".normal_ .uniform_", "other value"),
    (Library::PyTorch, ".normal_", "from to"),
    (Library::PyTorch, ".uniform_", "mean std"),
    (Library::PyTorch, "linalg.det linalg.inv linalg.svd linalg.cholesky", "input"),
    (Library::NumPy, UFUNCS, "x val"),
    (Library::NumPy, "bincount", "x"),
    (Library::NumPy, "fix real", "out where dtype"),
    (Library::NumPy, "real fix", "x"),
    (Library::NumPy, "isneginf isposinf", "where"),
    (Library::NumPy, "outer matmul linalg.matmul linalg.outer", "a b x1 x2"),
    (Library::NumPy, "inner vdot linalg.cross", "a b out"),
    (Library::NumPy, "searchsorted", "x bins right"),
    (Library::NumPy, "digitize", "a v side sorter"),
    (Library::NumPy, "zeros_like ones_like", "prototype"),
    (Library::NumPy, "empty_like", "a"),
    (Library::NumPy, "zeros ones empty full random.rand random.randn", "size"),
    (Library::NumPy, "geomspace", "retstep"),
    (Library::NumPy, ".fill .swapaxes .transpose .reshape", "value axis1 axis2 axes shape"),
    (Library::NumPy, "eye tri", "n m"),
    (Library::NumPy, ".clip", "a_min a_max"),
    (Library::NumPy, "where", "condition x y"),
    (Library::NumPy, "astype", "dtype"),
];

/// Parameters that have a name of their own in the tables of functions, which is no keyword of the library.
const UNNAMED: &str = "parts classes widths bound rest equation operands";

/// The functions of PyTorch that take a tuple where their methods take numbers too: the function, and the parameter.
const TUPLES: [(&str, &str); 6] = [
    ("reshape", "shape"),
    ("permute", "dims"),
    ("broadcast_to", "size"),
    ("tile", "repeats"),
    ("full", "size"),
    ("pad", "widths"),
];

fn has(names: &str, name: &str) -> bool {
    names.split_ascii_whitespace().any(|known| known == name)
}

/// Whether a parameter of a function takes a value of this kind.
pub(crate) fn takes_kind(library: Library, function: &str, parameter: &str, value: &Value) -> bool {
    let is_number = matches!(value, Value::Int(_) | Value::Float(_));
    let number = value.scalar().map_or(0.0, |number| number.to_float());
    let is_none = matches!(value, Value::None);
    match (library, function, parameter) {
        (Library::PyTorch, "arange", "start" | "end" | "step")
        | (Library::PyTorch, "prod", "axis")
        | (Library::PyTorch, "linalg.vector_norm", "p") => !is_none,
        (Library::PyTorch, "randint" | "normal", "size") | (Library::PyTorch, "unflatten", "sizes") => {
            value.items().is_some()
        }
        (Library::PyTorch, "normal", "mean" | "std") => value.number_kind().is_some() || value.tensor().is_some(),
        (Library::PyTorch, "pad", "value") => is_number,
        (Library::PyTorch, "cdist", "p") => is_number && number >= 0.0,
        (Library::PyTorch, "diag_embed", "offset") | (Library::PyTorch, "adaptive_avg_pool1d", "output_size") => {
            !is_none
        }
        (Library::PyTorch, "linalg.norm", "axis") => value.items().is_none_or(|items| !items.is_empty()),
        (Library::PyTorch, "dropout", "train") => matches!(value, Value::Bool(_)),
        (Library::PyTorch, "tensordot", "axes") => {
            value.items().is_none_or(|items| items.iter().all(|item| item.items().is_some()))
        }
        (Library::PyTorch, "round", "decimals") => matches!(value, Value::Int(_)),
        (Library::PyTorch, "kthvalue" | "topk", "k") => matches!(value, Value::Int(_) | Value::Tensor(_)),
        (Library::PyTorch, "cross_entropy", "label_smoothing") => is_number && (0.0..=1.0).contains(&number),
        (Library::PyTorch, "normalize" | "pairwise_distance", "p") => is_number,
        (Library::PyTorch, "dropout" | "bernoulli", "p") => is_number && (0.0..=1.0).contains(&number),
        (Library::PyTorch, "rrelu", "lower") => is_number && number <= 0.125,
        (Library::PyTorch, "rrelu", "upper") => is_number && number >= 0.125,
        (Library::PyTorch, "fill_", "std") => false,
        (Library::PyTorch, "exponential_", "other") | (Library::PyTorch, "huber_loss", "delta") => {
            is_number && number > 0.0
        }
        (Library::PyTorch, "normal_", "std")
        | (Library::PyTorch, "smooth_l1_loss", "beta")
        | (Library::PyTorch, "cosine_similarity" | "batch_norm", "eps") => is_number && number >= 0.0,
        (Library::PyTorch, "chunk", "parts") => is_number && number > 0.0,
        (Library::PyTorch, "split", "parts") => !is_number || number > 0.0,
        (Library::PyTorch, "repeat_interleave", "repeats") => is_number || value.tensor().is_some(),
        (
            Library::PyTorch,
            "lerp" | "lerp_" | "binary_cross_entropy" | "binary_cross_entropy_with_logits",
            "weight",
        ) => true,
        (Library::PyTorch, "unique" | "topk", "sorted") => matches!(value, Value::Bool(_)),
        (Library::PyTorch, "from_numpy", _) => value.tensor().is_some_and(|tensor| tensor.library == Library::NumPy),
        (Library::PyTorch, "normal_" | "uniform_" | "exponential_", "other" | "std") => is_number,
        (Library::PyTorch, _, "num_samples") => is_number && number > 0.0,
        (Library::PyTorch, _, "reduction") => matches!(value.as_text(), Some("mean" | "sum" | "none" | "batchmean")),
        (Library::PyTorch, _, "rtol" | "atol") => is_number && number >= 0.0,
        (Library::PyTorch, ..) if has(FLAGS, parameter) => matches!(value, Value::Bool(_)),
        (Library::PyTorch, ..) if has(NUMBERS, parameter) => is_number && (function != "celu" || number != 0.0),
        // A layer takes `bias=False`.
        (Library::PyTorch, _, "bias") if matches!(value, Value::Bool(_)) => function.starts_with("nn."),
        (Library::PyTorch, ..) if has(TENSORS, parameter) => {
            is_none || value.tensor().is_some_and(|tensor| tensor.library == library)
        }
        (Library::PyTorch, ..) => true,
        (Library::NumPy, "arange", "start")
        | (Library::NumPy, "trapezoid", "dx")
        | (Library::NumPy, "random.randint" | "random.Generator.integers", "dtype") => !is_none,
        (Library::NumPy, "linspace" | "logspace" | "geomspace", "steps" | "base" | "axis") => !is_none,
        (Library::NumPy, "geomspace", "start" | "end") => is_number && number > 0.0,
        (Library::NumPy, "pad", "constant_values")
        | (Library::NumPy, "diagonal" | "trace", "offset" | "axis1" | "axis2") => !is_none,
        (Library::NumPy, "linalg.matmul" | "linalg.outer", "out") => false,
        (Library::NumPy, "linalg.outer", _) => value.tensor().is_some_and(|tensor| tensor.shape.ndim() == 1),
        (Library::NumPy, "random.dirichlet", "alpha") => value
            .items()
            .is_none_or(|items| items.iter().all(|item| item.scalar().is_some_and(|number| number.to_float() > 0.0))),
        (Library::NumPy, "bincount", "input") | (Library::NumPy, _, "q") => value
            .items()
            .is_none_or(|items| items.iter().all(|item| item.tensor().is_none_or(|item| item.shape.is_empty()))),
        (Library::NumPy, "set_printoptions", "precision") => matches!(value, Value::Int(_)),
        (Library::NumPy, "random.binomial", "loc") => value.tensor().is_none_or(|tensor| tensor.dtype.is_integer()),
        (Library::NumPy, _, "UPLO") => value.as_text().is_some(),
        (Library::NumPy, _, "device") => is_none || value.as_text() == Some("cpu"),
        (Library::NumPy, _, "ddof") => is_number,
        (Library::NumPy, _, "equal_nan" | "subok") => value.tensor().is_none(),
        (Library::NumPy, "indices", "dimensions") => value.items().is_some(),
        (Library::NumPy, "astype", "input") => value.tensor().is_some(),
        (Library::NumPy, "interp", "left" | "right") => is_none || is_number,
        (Library::NumPy, "round" | "around", "decimals") => matches!(value, Value::Int(_)),
        (Library::NumPy, "nan_to_num", "nan") => is_number,
        (Library::NumPy, "nan_to_num", "posinf" | "neginf") => is_none || is_number,
        (Library::NumPy, "fft.fftfreq" | "fft.rfftfreq", "n" | "d") => is_number && number != 0.0,
        (Library::NumPy, _, "dtype") => value.tensor().is_none(),
        (Library::NumPy, _, "order") => is_none || matches!(value.as_text(), Some("C" | "F")),
        (Library::NumPy, _, "kind") => {
            matches!(value.as_text(), Some("quicksort" | "heapsort" | "mergesort" | "stable"))
        }
        (Library::NumPy, _, "casting") => value.as_text().is_some(),
        (Library::NumPy, _, "axis") => function == "expand_dims" || !matches!(value, Value::List(_)),
        (Library::NumPy, ..) => true,
    }
}

/// Whether a name of a parameter is a keyword of a function. `function`: its name, after a point if it is a method. `names`: all names of
/// the parameter, with bars between them. No function of NumPy has the keywords `input`, `tensors` and `end`, and no method of PyTorch
/// has `out`.
pub(crate) fn is_keyword(library: Library, function: &str, names: &str, keyword: &str) -> bool {
    let is_rejected = |(owner, functions, keywords): &(Library, &str, &str)| {
        *owner == library && has(functions, function) && has(keywords, keyword)
    };
    let is_first = names.split_once('|').is_some_and(|(first, _)| first == keyword);
    let is_foreign = match library {
        Library::NumPy => has("input tensors end", keyword),
        Library::PyTorch => keyword == "out" && function.starts_with('.'),
    };
    let is_first_only = FIRST_NAMES.iter().any(|(owner, names)| *owner == library && is_first && has(names, keyword));
    !(has(UNNAMED, keyword) || NOT_KEYWORDS.iter().any(is_rejected) || is_foreign || is_first_only)
}

/// What PyTorch says where a parameter takes a tuple and gets an integer. `position`: that of the argument, from 1, unless it has a
/// keyword.
pub(crate) fn not_a_tuple(
    function: &str,
    parameter: &str,
    names: &str,
    position: Option<usize>,
    value: &Value,
) -> Option<String> {
    let is_meant = TUPLES.contains(&(function, parameter)) && matches!(value, Value::Int(_));
    let name = names.rsplit('|').next().unwrap_or(names);
    // `F.pad` is a function of Python: it gives its arguments to PyTorch without keywords.
    let position = if function == "pad" { Some(2) } else { position };
    let position = position.map_or_else(String::new, |position| format!(" (position {position})"));
    is_meant.then(|| format!("{function}(): argument '{name}'{position} must be tuple of ints, not int"))
}
