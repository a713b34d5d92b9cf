//! `einsum`: products and sums named by letters.

use crate::reading::OperationResult;
use crate::signatures::call::Call;
use crate::signatures::place::rules;
use crate::tensors::arrays::fresh;
use crate::tensors::context::{Context, Meeting, Outcome};
use crate::tensors::order::sorted;
use crate::tensors::types::{Kind, is_complex, promoted};
use crate::tensors::value::{Placed, Tensor, Value};
use tensor_broadcasting::Shape;
use tensor_broadcasting::library::Library;

rules! { einsum }

/// The subscripts of one operand: letters, and where `...` stands among them.
struct Subscripts {
    letters: Vec<char>,
    ellipsis: Option<usize>,
}

impl Subscripts {
    fn new(text: &str) -> Option<Self> {
        let text: String = text.chars().filter(|c| *c != ' ').collect();
        let (before, after) = match text.split_once("...") {
            Some((before, after)) => (before.to_owned(), Some(after.to_owned())),
            None => (text, None),
        };
        let ellipsis = after.as_ref().map(|_| before.chars().count());
        let letters: Vec<char> = before.chars().chain(after.iter().flat_map(|after| after.chars())).collect();
        letters.iter().all(char::is_ascii_alphabetic).then_some(Self { letters, ellipsis })
    }

    /// The letter of each axis of an operand; `None` for an axis of `...`, with its number from the end.
    fn axes(&self, ndim: usize) -> Option<Vec<Result<char, usize>>> {
        let free = ndim.checked_sub(self.letters.len())?;
        let at = match self.ellipsis {
            Some(at) => at,
            None if free == 0 => 0,
            None => return None,
        };
        let before = self.letters.iter().take(at).map(|&letter| Ok(letter));
        let rest = (0..free).map(|number| Err(free - 1 - number));
        Some(before.chain(rest).chain(self.letters.iter().skip(at).map(|&letter| Ok(letter))).collect())
    }
}

fn einsum(context: &mut Context<'_>, call: &Call) -> Outcome {
    let library = call.library;
    call.without(&["dtype"])?;
    let Some(equation) = call.text("equation")?.map(str::to_owned) else { return call.declined() };
    let arguments: Vec<Placed> = match call.rest.as_slice() {
        [only] if library == Library::PyTorch && only.value.items().is_some() => only
            .value
            .items()
            .unwrap_or_default()
            .into_iter()
            .map(|value| Placed { value, span: only.span.clone() })
            .collect(),
        arguments => arguments.to_vec(),
    };
    let mut tensors: Vec<Tensor> = Vec::new();
    for argument in &arguments {
        match (&argument.value, library) {
            (Value::Tensor(tensor), Library::PyTorch) if tensor.dtype == tensor_broadcasting::Dtype::Bool => {
                return call.declined();
            }
            (Value::Tensor(tensor), library) if tensor.library == library => tensors.push(tensor.clone()),
            (Value::Tensor(_), _) | (_, Library::PyTorch) => return call.declined(),
            (_, Library::NumPy) => tensors.push(crate::tensors::arrays::to_array(context, argument)?),
        }
    }
    let operands: Vec<Placed> = arguments
        .iter()
        .zip(&tensors)
        .map(|(argument, tensor)| Placed { value: Value::Tensor(tensor.clone()), span: argument.span.clone() })
        .collect();
    let meeting = Meeting::of("einsum", None, &operands, &call.span);
    let (inputs, output) = match equation.split_once("->") {
        Some((inputs, output)) => (inputs.to_owned(), Some(output.to_owned())),
        None => (equation, None),
    };
    let parsed: Option<Vec<Subscripts>> = inputs.split(',').map(Subscripts::new).collect();
    let (Some(parsed), Some(first)) = (parsed, tensors.first()) else { return call.declined() };
    if parsed.len() != tensors.len() {
        return call.declined();
    }
    let kinds: Vec<Kind> = tensors.iter().map(Kind::of).collect();
    let is_mixed = tensors.iter().any(|tensor| tensor.dtype != first.dtype);
    if tensors.iter().any(|tensor| is_complex(tensor.dtype)) {
        return call.declined();
    }
    let shape = match result_shape(&parsed, output.as_deref(), &tensors, library) {
        Ok(shape) => shape,
        Err(Some(message)) => return context.fails(&meeting, library.error(message)),
        Err(None) => return call.declined(),
    };
    // PyTorch multiplies only tensors of one type.
    if is_mixed && library == Library::PyTorch {
        return call.declined();
    }
    let all: Vec<&Tensor> = tensors.iter().collect();
    let made = fresh(context, library, (shape.clone(), promoted(library, &kinds), None), &all, &call.span)?;
    context.record(&meeting, OperationResult::Tensor(shape))?;
    Ok(Value::Tensor(made))
}

/// The size of each letter, and those of the axes of `...` from the end.
#[derive(Default)]
struct Sizes {
    letters: Vec<(char, u64)>,
    rest: Vec<u64>,
}

/// The shape of the result; the message of the library's exception, where that is known.
fn result_shape(
    parsed: &[Subscripts],
    output: Option<&str>,
    tensors: &[Tensor],
    library: Library,
) -> Result<Shape, Option<String>> {
    let mut known = Sizes::default();
    let mut axes = Vec::new();
    for (number, (subscripts, tensor)) in parsed.iter().zip(tensors).enumerate() {
        let (count, ndim) = (subscripts.letters.len(), tensor.shape.ndim());
        let Some(own) = subscripts.axes(ndim) else {
            return Err(match library {
                Library::PyTorch if subscripts.ellipsis.is_none() => Some(format!(
                    "einsum(): the number of subscripts in the equation ({count}) does not match the number of dimensions ({ndim}) \
                     for operand {number} and no ellipsis was given"
                )),
                Library::NumPy if ndim > count => Some(
                    "operand has more dimensions than subscripts given in einstein sum, but no '...' ellipsis provided to \
                     broadcast the extra dimensions."
                        .to_owned(),
                ),
                Library::NumPy => {
                    Some(format!("einstein sum subscripts string contains too many subscripts for operand {number}"))
                }
                Library::PyTorch => None,
            });
        };
        axes.push(own);
    }
    if library == Library::PyTorch {
        // It looks at the letters of the result before it compares sizes.
        let letters = parsed.iter().flat_map(|own| &own.letters).map(|&letter| (letter, 1)).collect();
        output_letters(parsed, output, &Sizes { letters, rest: Vec::new() }, library)?;
    }
    let mut clashes = false;
    for (number, (own, tensor)) in axes.iter().zip(tensors).enumerate() {
        for (axis, &size) in own.iter().zip(tensor.shape.iter()) {
            let slot = match axis {
                Ok(letter) => match known.letters.iter().position(|(known, _)| known == letter) {
                    Some(at) => known.letters.get_mut(at).map(|(_, size)| size),
                    None => {
                        known.letters.push((*letter, size));
                        continue;
                    }
                },
                Err(from_end) => {
                    while known.rest.len() <= *from_end {
                        known.rest.push(1);
                    }
                    known.rest.get_mut(*from_end)
                }
            };
            let Some(slot) = slot else { return Err(None) };
            let is_repeated = own.iter().filter(|other| *other == axis).count() > 1;
            match (*slot, size) {
                (before, size) if before == size => {}
                // A letter that one operand has twice has the same size there, and another message.
                _ if is_repeated => return Err(None),
                (_, 1) => {}
                (1, size) => *slot = size,
                (before, size) => match (axis, library) {
                    (Ok(letter), Library::PyTorch) => {
                        return Err(Some(format!(
                            "einsum(): subscript {letter} has size {size} for operand {number} which does not broadcast with \
                             previously seen size {before}"
                        )));
                    }
                    (Err(_), Library::PyTorch) => return Err(None),
                    (_, Library::NumPy) => clashes = true,
                },
            }
        }
        let repeated =
            own.iter().enumerate().any(|(at, axis)| axis.is_ok() && own.iter().skip(at + 1).any(|other| other == axis));
        if repeated && (clashes || tensors.len() > 1) {
            return Err(None);
        }
    }
    let result = output_letters(parsed, output, &known, library)?;
    if clashes {
        return Err(remapped(&result, &axes, tensors, &known));
    }
    let size = |axis: &Result<char, usize>| match axis {
        Ok(letter) => known.letters.iter().find(|(known, _)| known == letter).map_or(1, |(_, size)| *size),
        Err(from_end) => known.rest.get(*from_end).copied().unwrap_or(1),
    };
    Ok(result.iter().map(size).collect())
}

/// The axes of the result.
fn output_letters(
    parsed: &[Subscripts],
    output: Option<&str>,
    known: &Sizes,
    library: Library,
) -> Result<Vec<Result<char, usize>>, Option<String>> {
    let rest = || (0..known.rest.len()).rev().map(Err);
    let Some(output) = output else {
        // Every letter that stands once, in alphabetical order.
        let once: Vec<char> = known
            .letters
            .iter()
            .map(|(letter, _)| *letter)
            .filter(|letter| parsed.iter().flat_map(|own| &own.letters).filter(|other| *other == letter).count() == 1)
            .collect();
        return Ok(rest().chain(sorted(&once, char::cmp).into_iter().map(Ok)).collect());
    };
    let Some(own) = Subscripts::new(output) else { return Err(None) };
    for (at, letter) in own.letters.iter().enumerate() {
        if !known.letters.iter().any(|(known, _)| known == letter) {
            return Err(Some(match library {
                Library::PyTorch => {
                    format!("einsum(): output subscript {letter} does not appear in the equation for any input operand")
                }
                Library::NumPy => {
                    format!(
                        "einstein sum subscripts string included output subscript '{letter}' which never appeared in an input"
                    )
                }
            }));
        }
        if own.letters.iter().take(at).any(|other| other == letter) {
            return Err(None);
        }
    }
    let at = match own.ellipsis {
        Some(at) => at,
        None if known.rest.is_empty() || library == Library::PyTorch => {
            return Ok(own.letters.iter().map(|&letter| Ok(letter)).collect());
        }
        None => return Err(None),
    };
    let before = own.letters.iter().take(at).map(|&letter| Ok(letter));
    Ok(before.chain(rest()).chain(own.letters.iter().skip(at).map(|&letter| Ok(letter))).collect())
}

/// NumPy's message where sizes of a letter do not broadcast.
fn remapped(
    result: &[Result<char, usize>],
    axes: &[Vec<Result<char, usize>>],
    tensors: &[Tensor],
    known: &Sizes,
) -> Option<String> {
    let mut order: Vec<Result<char, usize>> = result.to_vec();
    let summed: Vec<char> =
        known.letters.iter().map(|(letter, _)| *letter).filter(|letter| !result.contains(&Ok(*letter))).collect();
    order.extend(sorted(&summed, char::cmp).into_iter().map(Ok));
    let mut message = "operands could not be broadcast together with remapped shapes [original->remapped]: ".to_owned();
    for (own, tensor) in axes.iter().zip(tensors) {
        let moved: Vec<String> = order
            .iter()
            .map(|axis| match own.iter().position(|other| other == axis).and_then(|at| tensor.shape.get(at)) {
                Some(size) => size.to_string(),
                None => "newaxis".to_owned(),
            })
            .skip_while(|size| size == "newaxis")
            .collect();
        let comma = if order.len() == 1 { "," } else { "" };
        let original = Shape::from(&tensor.shape[..]).to_string().replace(", ", ",");
        message.push_str(&format!("{original}->({}{comma}) ", moved.join(",")));
    }
    Some(message)
}
