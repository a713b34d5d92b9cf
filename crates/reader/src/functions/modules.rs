//! What a library makes that is no tensor: layers and losses of `torch.nn`, generators of random numbers, contexts.

use std::rc::Rc;

use crate::functions;
use crate::functions::batches;
use crate::functions::layers;
use crate::functions::losses::{embedding_layer, layer_norm_of, linear_layer};
use crate::functions::random::is_seed;
use crate::functions::recurrent;
use crate::functions::recurrent::parameter;
use crate::functions::training;
use crate::reading::UnreadableReason;
use crate::signatures::call::{Arguments, Call};
use crate::signatures::place::Place;
use crate::tensors::context::{Context, Outcome, raised, unreadable};
use crate::tensors::value::{Object, Placed, Tensor, Traits, TupleKind, Value};
use tensor_broadcasting::library::Library;
use tensor_broadcasting::{Dtype, Shape};

/// The classes of PyTorch: the name, its parameters, and the function that it is when it is called, where it is one.
const CLASSES: &[(&str, &str, Option<&str>)] = &[
    ("nn.Linear", "in_features out_features bias device dtype", None),
    ("nn.Embedding", "num_embeddings embedding_dim padding_idx", None),
    ("nn.LayerNorm", "normalized_shape eps elementwise_affine bias", None),
    ("nn.Conv1d", CONVOLUTION, None),
    ("nn.Conv2d", CONVOLUTION, None),
    ("nn.Conv3d", CONVOLUTION, None),
    ("nn.ConvTranspose1d", TRANSPOSED, None),
    ("nn.ConvTranspose2d", TRANSPOSED, None),
    ("nn.BatchNorm1d", NORM, None),
    ("nn.BatchNorm2d", NORM, None),
    ("nn.BatchNorm3d", NORM, None),
    ("nn.InstanceNorm1d", NORM, None),
    ("nn.InstanceNorm2d", NORM, None),
    ("nn.MaxPool3d", "kernel_size stride padding dilation", Some("max_pool3d")),
    ("nn.AvgPool3d", "kernel_size stride padding", Some("avg_pool3d")),
    ("nn.AdaptiveMaxPool1d", "output_size", Some("adaptive_max_pool1d")),
    ("nn.AdaptiveMaxPool2d", "output_size", Some("adaptive_max_pool2d")),
    ("nn.Unfold", "kernel_size dilation padding stride", Some("unfold")),
    ("nn.Hardtanh", "min_val max_val inplace", Some("hardtanh")),
    ("nn.Hardswish", "inplace", Some("hardswish")),
    ("nn.CELU", "alpha inplace", Some("celu")),
    ("nn.Softsign", "", Some("softsign")),
    ("nn.Dropout1d", "p inplace", Some("dropout1d")),
    ("nn.Dropout2d", "p inplace", Some("dropout2d")),
    ("nn.Dropout3d", "p inplace", Some("dropout3d")),
    ("nn.MaxPool1d", "kernel_size stride padding dilation", Some("max_pool1d")),
    ("nn.MaxPool2d", "kernel_size stride padding dilation", Some("max_pool2d")),
    ("nn.AvgPool1d", "kernel_size stride padding", Some("avg_pool1d")),
    ("nn.AvgPool2d", "kernel_size stride padding", Some("avg_pool2d")),
    ("nn.AdaptiveAvgPool1d", "output_size", Some("adaptive_avg_pool1d")),
    ("nn.AdaptiveAvgPool2d", "output_size", Some("adaptive_avg_pool2d")),
    ("nn.GroupNorm", "num_groups num_channels eps affine", None),
    ("nn.Flatten", "start_dim end_dim", None),
    ("nn.Identity", "*rest", None),
    ("nn.Sequential", "*layers", None),
    ("nn.ReLU", "inplace", Some("relu")),
    ("nn.ReLU6", "inplace", Some("relu6")),
    ("nn.LeakyReLU", "negative_slope inplace", Some("leaky_relu")),
    ("nn.ELU", "alpha inplace", Some("elu")),
    ("nn.SELU", "inplace", Some("selu")),
    ("nn.GELU", "approximate", Some("gelu")),
    ("nn.SiLU", "inplace", Some("silu")),
    ("nn.Mish", "inplace", Some("mish")),
    ("nn.Softplus", "beta threshold", Some("softplus")),
    ("nn.LogSigmoid", "", Some("logsigmoid")),
    ("nn.Sigmoid", "", Some("sigmoid")),
    ("nn.Tanh", "", Some("tanh")),
    ("nn.Dropout", "p inplace", Some("dropout")),
    ("nn.Softmax", "dim", Some("softmax")),
    ("nn.LogSoftmax", "dim", Some("log_softmax")),
    ("nn.MSELoss", "size_average reduce reduction", Some("mse_loss")),
    ("nn.L1Loss", "size_average reduce reduction", Some("l1_loss")),
    ("nn.SmoothL1Loss", "size_average reduce reduction beta", Some("smooth_l1_loss")),
    ("nn.HuberLoss", "reduction delta", Some("huber_loss")),
    ("nn.BCELoss", "weight size_average reduce reduction", Some("binary_cross_entropy")),
    (
        "nn.BCEWithLogitsLoss",
        "weight size_average reduce reduction pos_weight",
        Some("binary_cross_entropy_with_logits"),
    ),
    ("nn.CrossEntropyLoss", "weight size_average ignore_index reduce reduction label_smoothing", Some("cross_entropy")),
    ("nn.NLLLoss", "weight size_average ignore_index reduce reduction", Some("nll_loss")),
    ("nn.CosineSimilarity", "dim eps", Some("cosine_similarity")),
    ("nn.PairwiseDistance", "p eps keepdim", Some("pairwise_distance")),
    ("nn.Parameter", "data requires_grad", None),
    ("nn.parameter.Parameter", "data requires_grad", None),
    ("Generator", "device", None),
    ("no_grad", "", None),
    ("inference_mode", "", None),
    ("device", "type index", None),
    ("Size", "sizes", None),
];

/// The parameters of a convolution.
const CONVOLUTION: &str = "in_channels out_channels kernel_size stride padding dilation groups bias padding_mode";

/// The parameters of a transposed convolution.
const TRANSPOSED: &str = "in_channels out_channels kernel_size stride padding output_padding groups bias dilation";

/// The parameters of a normalisation over a batch, or over one image.
const NORM: &str = "num_features eps momentum affine track_running_stats";

/// The losses and layers that are functions: their names in the record of an operation are those of the functions.
fn object(class: &'static str, fields: Vec<(&'static str, Value)>) -> Value {
    Value::Object(Rc::new(Object { class, fields }))
}

/// Makes what a class of a library makes; `None` where the name is no class.
///
/// # Errors
///
/// A call that is not read.
pub(crate) fn construct(
    context: &mut Context<'_>,
    library: Library,
    name: &str,
    given: &Arguments,
) -> Outcome<Option<Value>> {
    if library == Library::NumPy {
        return Ok(match name {
            "random.default_rng" | "random.RandomState" => {
                let mut all = given.positional.iter().chain(given.keywords.iter().map(|(_, argument)| argument));
                if !all.all(|argument| is_seed(&argument.value)) {
                    return unreadable(UnreadableReason::Arguments(name.to_owned()), &given.span);
                }
                Some(object("np.random.Generator", Vec::new()))
            }
            "errstate" => Some(object("np.errstate", Vec::new())),
            _ => None,
        });
    }
    if let Some(made) = training::construct(context, name, given)? {
        return Ok(Some(made));
    }
    if let Some(made) = recurrent::construct(context, name, given)? {
        return Ok(Some(made));
    }
    let Some(&(class, parameters, _)) = CLASSES.iter().find(|(class, ..)| *class == name) else {
        return Ok(None);
    };
    match class {
        "no_grad" => return Ok(Some(object("torch.no_grad", Vec::new()))),
        "inference_mode" => return Ok(Some(object("torch.inference_mode", Vec::new()))),
        "Generator" => return Ok(Some(object("torch.Generator", Vec::new()))),
        "device" => return Ok(Some(Value::path("device"))),
        "Size" => {
            let items = match given.positional.as_slice() {
                [only] if given.keywords.is_empty() => only.value.items(),
                _ => None,
            };
            return match items.filter(|items| items.iter().all(|item| matches!(item, Value::Int(Some(_))))) {
                Some(items) => Ok(Some(Value::Tuple(items.into(), TupleKind::Size))),
                None => unreadable(UnreadableReason::Arguments(name.to_owned()), &given.span),
            };
        }
        _ => {}
    }
    let call = Call::bind(class, Library::PyTorch, false, given, parameters)?;
    let size = |name: &str| match call.int(name)? {
        Some(size) => match u64::try_from(size) {
            Ok(size) => Ok(size),
            Err(_) => call.declined(),
        },
        None => call.declined(),
    };
    context.make(1, &given.span)?;
    let fields = match class {
        "nn.Linear" => {
            call.without(&["dtype"])?;
            let (inputs, outputs) = (size("in_features")?, size("out_features")?);
            let bias = if call.flag("bias", true)? { parameter(Shape::from([outputs])) } else { Value::None };
            vec![
                ("weight", parameter(Shape::from([outputs, inputs]))),
                ("bias", bias),
                ("in_features", Value::Int(i64::try_from(inputs).ok())),
                ("out_features", Value::Int(i64::try_from(outputs).ok())),
            ]
        }
        "nn.Conv1d" | "nn.Conv2d" | "nn.Conv3d" | "nn.ConvTranspose1d" | "nn.ConvTranspose2d" => {
            call.without(&["padding_mode"])?;
            let is_transposed = class.contains("Transpose");
            let axes = class.chars().find_map(|c| c.to_digit(10)).map_or(2, |axes| axes as usize);
            let (inputs, outputs) = (size("in_channels")?, size("out_channels")?);
            let groups = call.int_or("groups", 1)?.unsigned_abs().max(1);
            let kernel: Vec<u64> = match call.ints("kernel_size")?.as_deref() {
                Some([size]) if call.get("kernel_size").is_none_or(|kernel| kernel.value.items().is_none()) => {
                    vec![size.unsigned_abs(); axes]
                }
                Some(sizes) if sizes.len() == axes => sizes.iter().map(|size| size.unsigned_abs()).collect(),
                _ => return call.declined(),
            };
            if inputs % groups != 0 || outputs % groups != 0 {
                return call.declined();
            }
            let bias = if call.flag("bias", true)? { parameter(Shape::from([outputs])) } else { Value::None };
            let lead = if is_transposed { [inputs, outputs / groups] } else { [outputs, inputs / groups] };
            let weight = lead.into_iter().chain(kernel).collect();
            let mut fields = vec![("weight", parameter(weight)), ("bias", bias)];
            for name in ["stride", "padding", "output_padding", "dilation", "groups"] {
                if let Some(value) = call.get(name) {
                    fields.push((name, value.value.clone()));
                }
            }
            fields
        }
        "nn.GroupNorm" => {
            let groups = Value::Int(i64::try_from(size("num_groups")?).ok());
            let weight = parameter(Shape::from([size("num_channels")?]));
            let bias = parameter(Shape::from([size("num_channels")?]));
            let is_affine = call.flag("affine", true)?;
            let [weight, bias] = [weight, bias].map(|part| if is_affine { part } else { Value::None });
            vec![("num_groups", groups), ("weight", weight), ("bias", bias)]
        }
        "nn.BatchNorm1d" | "nn.BatchNorm2d" | "nn.BatchNorm3d" | "nn.InstanceNorm1d" | "nn.InstanceNorm2d" => {
            call.without(&["track_running_stats"])?;
            let channels = size("num_features")?;
            let is_affine = call.flag("affine", class.starts_with("nn.Batch"))?;
            let part = || if is_affine { parameter(Shape::from([channels])) } else { Value::None };
            vec![("weight", part()), ("bias", part()), ("num_features", Value::Int(i64::try_from(channels).ok()))]
        }
        "nn.Embedding" => {
            let (count, width) = (size("num_embeddings")?, size("embedding_dim")?);
            if call.given("padding_idx").is_some() {
                let row = call.int_or("padding_idx", 0)?;
                let count = i64::try_from(count).unwrap_or(0);
                if row < -count || row >= count {
                    return raised("AssertionError", "Padding_idx must be within num_embeddings", &given.span);
                }
            }
            vec![("weight", parameter(Shape::from([count, width])))]
        }
        "nn.LayerNorm" => {
            let Some(sizes) = call.ints("normalized_shape")? else { return call.declined() };
            let weight = parameter(sizes.iter().map(|size| size.unsigned_abs()).collect());
            let is_affine = call.flag("elementwise_affine", true)?;
            let has_bias = call.get("bias").is_none() || call.flag("bias", true)?;
            let bias = parameter(sizes.iter().map(|size| size.unsigned_abs()).collect());
            vec![
                ("normalized_shape", Value::tuple(sizes.into_iter().map(|size| Value::Int(Some(size))))),
                ("weight", if is_affine { weight } else { Value::None }),
                ("bias", if is_affine && has_bias { bias } else { Value::None }),
            ]
        }
        "nn.Sequential" => {
            if call.rest.iter().any(|layer| !matches!(layer.value, Value::Object(_) | Value::Instance(_))) {
                return call.declined();
            }
            vec![(batches::LAYERS, Value::tuple(call.rest.iter().map(|layer| layer.value.clone())))]
        }
        "nn.Parameter" | "nn.parameter.Parameter" => {
            let tensor = call.tensor(context, "data")?;
            if tensor.dtype.is_integer() {
                return call.fails("Only Tensors of floating point and complex dtype can require gradients");
            }
            let traits = Traits {
                values: tensor.values().map(|values| values.to_vec()),
                requires_grad: call.flag("requires_grad", true)?,
                ..Traits::default()
            };
            let made = Tensor::new(Library::PyTorch, tensor.shape.clone(), tensor.dtype, traits);
            made.is_parameter.set(true);
            return Ok(Some(Value::Tensor(made)));
        }
        _ => parameters.split(' ').filter_map(|name| Some((name, call.get(name)?.value.clone()))).collect(),
    };
    Ok(Some(object(class, fields)))
}

/// Calls a layer or a loss; `nn.Sequential` is called by the machine, because its layers can be those of the program.
///
/// # Errors
///
/// PyTorch's own exception; a call that is not read.
pub(crate) fn call(context: &mut Context<'_>, made: &Rc<Object>, given: &Arguments) -> Outcome {
    context.step(1, &given.span)?;
    if let Some(result) = recurrent::call(context, made, given)? {
        return Ok(result);
    }
    let declined = || unreadable(UnreadableReason::UnknownCall(made.class.to_owned()), &given.span);
    let tensor = |at: usize| given.positional.get(at).and_then(|argument| argument.value.tensor());
    let field = |name: &str| made.field(name).and_then(Value::tensor);
    if !given.keywords.is_empty() {
        return declined();
    }
    match (made.class, tensor(0)) {
        ("nn.Linear", Some(input)) if given.positional.len() == 1 => {
            let Some(weight) = field("weight") else { return declined() };
            linear_layer(context, input, weight, field("bias"), &given.span)
        }
        ("nn.Embedding", Some(input)) if given.positional.len() == 1 => {
            let Some(weight) = field("weight") else { return declined() };
            embedding_layer(context, input, weight, &given.span)
        }
        ("nn.LayerNorm", Some(input)) if given.positional.len() == 1 && input.dtype == Dtype::Float32 => {
            let sizes = made.field("normalized_shape").and_then(Value::items).unwrap_or_default();
            let sizes: Vec<i64> =
                sizes.iter().filter_map(|size| crate::signatures::call::integer(size).flatten()).collect();
            let operands: Vec<&Tensor> = [input].into_iter().chain(field("weight")).collect();
            layer_norm_of(context, &operands, &sizes, &given.span)
        }
        ("nn.Identity", Some(input)) => Ok(Value::Tensor(input.clone())),
        ("nn.Flatten", Some(input)) if given.positional.len() == 1 => {
            let mut arguments = vec![Placed { value: Value::Tensor(input.clone()), span: given.span.clone() }];
            for (name, default) in [("start_dim", 1), ("end_dim", -1)] {
                let value = made.field(name).cloned().unwrap_or(Value::Int(Some(default)));
                arguments.push(Placed { value, span: given.span.clone() });
            }
            let given = Arguments { positional: arguments, keywords: Vec::new(), span: given.span.clone() };
            function(context, Place::TorchFunction, "flatten", &given)
        }
        (
            "nn.BatchNorm1d" | "nn.BatchNorm2d" | "nn.BatchNorm3d" | "nn.InstanceNorm1d" | "nn.InstanceNorm2d",
            Some(input),
        ) if given.positional.len() == 1 => layers::normalized(context, made, input, &given.span),
        (
            "nn.Conv1d" | "nn.Conv2d" | "nn.Conv3d" | "nn.ConvTranspose1d" | "nn.ConvTranspose2d" | "nn.GroupNorm",
            Some(_),
        ) if given.positional.len() == 1 => {
            let name = match made.class {
                "nn.Conv1d" => "conv1d",
                "nn.Conv2d" => "conv2d",
                "nn.Conv3d" => "conv3d",
                "nn.ConvTranspose1d" => "conv_transpose1d",
                "nn.ConvTranspose2d" => "conv_transpose2d",
                _ => "group_norm",
            };
            function(context, Place::Functional, name, &functional(made, given))
        }
        (class, Some(_)) => {
            let Some(name) = CLASSES.iter().find(|(known, ..)| *known == class).and_then(|(.., name)| *name) else {
                return declined();
            };
            function(context, Place::Functional, name, &functional(made, given))
        }
        _ => declined(),
    }
}

fn function(context: &mut Context<'_>, place: Place, name: &str, given: &Arguments) -> Outcome {
    let Some((name, row)) = functions::find(place, name) else {
        return unreadable(UnreadableReason::UnknownCall(name.to_owned()), &given.span);
    };
    let call = Call::bind(name, place.library(), false, given, row.parameters)?;
    (row.run)(context, &call)
}

/// Calls a method of such an object.
///
/// # Errors
///
/// As for [`call`].
pub(crate) fn method(context: &mut Context<'_>, made: &Rc<Object>, name: &str, given: &Arguments) -> Outcome {
    if let Some(result) = training::method(context, made, name, given)? {
        return Ok(result);
    }
    match (made.class, name) {
        ("np.random.Generator", "shuffle") => match given.positional.first().map(|first| &first.value) {
            Some(Value::Tensor(tensor)) => {
                tensor.write(None);
                Ok(Value::None)
            }
            _ => unreadable(UnreadableReason::UnknownCall(name.to_owned()), &given.span),
        },
        // These take an element type, as the functions of the same names do not; `integers` is a method only.
        ("np.random.Generator", "random" | "standard_normal" | "standard_exponential" | "integers") => {
            function(context, Place::NumpyFunction, &format!("random.Generator.{name}"), given)
        }
        ("np.random.Generator", name) => function(context, Place::NumpyFunction, &format!("random.{name}"), given),
        ("torch.Generator", "manual_seed") => Ok(Value::Object(Rc::clone(made))),
        (class, "train" | "eval") if class.starts_with("nn.") => Ok(Value::Object(Rc::clone(made))),
        (class, _) if class.starts_with("nn.") && made.field(name).is_some() => {
            raised("TypeError", "'Tensor' object is not callable", &given.span)
        }
        _ => unreadable(UnreadableReason::UnknownCall(name.to_owned()), &given.span),
    }
}

/// The arguments of the function that does what an object does: those of the call, then what the object was made with.
fn functional(made: &Object, given: &Arguments) -> Arguments {
    let placed = |value: &Value| Placed { value: value.clone(), span: given.span.clone() };
    let keywords = made.fields.iter().map(|(name, value)| ((*name).to_owned(), placed(value))).collect();
    Arguments { positional: given.positional.clone(), keywords, span: given.span.clone() }
}
