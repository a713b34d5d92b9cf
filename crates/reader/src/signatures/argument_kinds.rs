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
        | (Library::PyTorch, "prod", "dim")
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
        (Library::NumPy, "bincount", "x") | (Library::NumPy, _, "q") => value
            .items()
            .is_none_or(|items| items.iter().all(|item| item.tensor().is_none_or(|item| item.shape.is_empty()))),
        (Library::NumPy, "set_printoptions", "precision") => matches!(value, Value::Int(_)),
        (Library::NumPy, "random.binomial", "loc") => value.tensor().is_none_or(|tensor| tensor.dtype.is_integer()),
        (Library::NumPy, _, "UPLO") => value.as_text().is_some(),
        (Library::NumPy, _, "device") => is_none || value.as_text() == Some("cpu"),
        (Library::NumPy, _, "ddof") => is_number,
        (Library::NumPy, _, "equal_nan" | "subok") => value.tensor().is_none(),
        (Library::NumPy, "indices", "dimensions") => value.items().is_some(),
        (Library::NumPy, "astype", "x") => value.tensor().is_some(),
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
