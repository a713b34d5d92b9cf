//! `einsum`: products and sums named by letters.

use crate::signatures::call::Call;
use crate::signatures::place::rules;
use crate::tensors::arrays::{compact, to_tensors};
use crate::tensors::context::{Checked, Context, Meeting, Outcome};
use crate::tensors::order::sorted;
use crate::tensors::types::{Kind, is_complex, promoted};
use crate::tensors::value::{Placed, Tensor, Value};
use tensor_broadcasting::Dtype;
use tensor_broadcasting::library::Library;

rules! { einsum }

/// The subscripts of one operand or of the result: letters, and where `...` stands among them.
struct Subscripts {
    letters: Vec<char>,
    ellipsis: Option<usize>,
}

impl Subscripts {
    fn new(text: &str) -> Option<Self> {
        let letters: Vec<char> = text.replacen("...", "", 1).chars().collect();
        letters.iter().all(char::is_ascii_alphabetic).then(|| Self { letters, ellipsis: text.find("...") })
    }

    /// The letter of each axis. The `count` axes of `...` have marks, counted from the end.
    fn axes(&self, count: usize) -> Vec<char> {
        let (before, after) = self.letters.split_at(self.ellipsis.unwrap_or(0));
        let rest: Vec<char> = (0..count).rev().map(mark).collect();
        [before, &rest, after].concat()
    }
}

/// What stands for an axis of `...`: a character of Unicode's private ones.
fn mark(from_end: usize) -> char {
    u32::try_from(from_end).ok().and_then(|from_end| char::from_u32(0xe000 + from_end)).unwrap_or(' ')
}

fn einsum(context: &mut Context<'_>, call: &Call) -> Outcome {
    let library = call.library;
    call.without(&["dtype"])?;
    let Some(equation) = call.text("equation")? else { return call.declined() };
    let (inputs, output) =
        equation.split_once("->").map_or((equation, None), |(inputs, output)| (inputs, Some(output)));
    let (inputs, output) = (inputs.replace(' ', ""), output.map(|output| output.replace(' ', "")));
    let mut arguments = call.rest.clone();
    if let ([only], Library::PyTorch) = (arguments.as_slice(), library)
        && let Some(items) = only.value.items()
    {
        arguments = items.into_iter().map(|value| Placed { value, span: only.span.clone() }).collect();
    }
    let tensors = to_tensors(context, library, &arguments)?;
    let mut operands = Vec::new();
    for (argument, tensor) in arguments.iter().zip(&tensors) {
        if is_complex(tensor.dtype) || library == Library::PyTorch && tensor.dtype == Dtype::Bool {
            return call.declined();
        }
        operands.push(Placed { value: Value::Tensor(tensor.clone()), span: argument.span.clone() });
    }
    let meeting = Meeting::of("einsum", None, &operands, &call.span);
    let parsed: Option<Vec<Subscripts>> = inputs.split(',').map(Subscripts::new).collect();
    let Some(parsed) = parsed.filter(|parsed| parsed.len() == tensors.len()) else { return call.declined() };
    let shape = match result_shape(&parsed, output.as_deref(), &tensors, library) {
        Ok(None) => return call.declined(),
        shape => context.checked(&meeting, shape)?,
    };
    // PyTorch multiplies only tensors of one type.
    let mut dtypes = tensors.iter().map(|tensor| tensor.dtype);
    let first = dtypes.next();
    if library == Library::PyTorch && dtypes.any(|dtype| Some(dtype) != first) {
        return call.declined();
    }
    let kinds: Vec<Kind> = tensors.iter().map(Kind::of).collect();
    let all: Vec<&Tensor> = tensors.iter().collect();
    call.met(context, &meeting, (shape, promoted(library, &kinds), None), &all)
}

/// Each axis with the size that it has so far.
type Sizes = Vec<(char, u64)>;

/// The shape of the result, or the library's exception, where that is known.
fn result_shape(parsed: &[Subscripts], output: Option<&str>, tensors: &[Tensor], library: Library) -> Checked {
    let fails = |message: String| Err(library.error(message));
    let mut axes = Vec::new();
    for (number, (subscripts, tensor)) in parsed.iter().zip(tensors).enumerate() {
        let (count, ndim) = (subscripts.letters.len(), tensor.shape.ndim());
        match ndim.checked_sub(count) {
            Some(rest) if rest == 0 || subscripts.ellipsis.is_some() => axes.push(subscripts.axes(rest)),
            _ if library == Library::PyTorch && subscripts.ellipsis.is_some() => return Ok(None),
            _ if library == Library::PyTorch => {
                return fails(format!(
                    "einsum(): the number of subscripts in the equation ({count}) does not match the number of dimensions ({ndim}) \
                     for operand {number} and no ellipsis was given"
                ));
            }
            Some(_) => {
                return fails(
                    "operand has more dimensions than subscripts given in einstein sum, but no '...' ellipsis provided to \
                     broadcast the extra dimensions."
                        .to_owned(),
                );
            }
            None => {
                return fails(format!(
                    "einstein sum subscripts string contains too many subscripts for operand {number}"
                ));
            }
        }
    }
    // All letters that operands have, in their order.
    let letters: Vec<char> = parsed.iter().flat_map(|own| &own.letters).copied().collect();
    let rest = axes.iter().zip(parsed).map(|(own, subscripts)| own.len() - subscripts.letters.len()).max();
    let result = output_axes(&letters, output, rest.unwrap_or(0), library);
    // PyTorch looks at the letters of the result before it compares sizes.
    if library == Library::PyTorch && !matches!(result, Ok(Some(_))) {
        return result.map(|_| None);
    }
    let mut known = Sizes::new();
    let mut clashes = false;
    for (number, (own, tensor)) in axes.iter().zip(tensors).enumerate() {
        let mut repeats = false;
        for (axis, &size) in own.iter().zip(tensor.shape.iter()) {
            let is_repeated = own.iter().filter(|other| *other == axis).count() > 1;
            repeats |= is_repeated;
            let Some((_, slot)) = known.iter_mut().find(|(known, _)| known == axis) else {
                known.push((*axis, size));
                continue;
            };
            match *slot {
                before if before == size => {}
                // A letter that one operand has twice has the same size there, and another message.
                _ if is_repeated => return Ok(None),
                _ if size == 1 => {}
                1 => *slot = size,
                before if library == Library::PyTorch && axis.is_ascii_alphabetic() => {
                    return fails(format!(
                        "einsum(): subscript {axis} has size {size} for operand {number} which does not broadcast with \
                         previously seen size {before}"
                    ));
                }
                _ if library == Library::PyTorch => return Ok(None),
                _ => clashes = true,
            }
        }
        if repeats && (clashes || tensors.len() > 1) {
            return Ok(None);
        }
    }
    let Some(result) = result? else { return Ok(None) };
    if clashes {
        return fails(remapped(&result, &axes, tensors, &known));
    }
    let size = |axis: &char| known.iter().find(|(known, _)| known == axis).map_or(1, |(_, size)| *size);
    Ok(Some(result.iter().map(size).collect()))
}

/// The axes of the result, of which `...` has so many. `letters`: all that operands have.
fn output_axes(letters: &[char], output: Option<&str>, rest: usize, library: Library) -> Checked<Vec<char>> {
    let Some(output) = output else {
        // Every letter that stands once, in alphabetical order.
        let is_single = |letter: &&char| letters.iter().filter(|other| other == letter).count() == 1;
        let once: Vec<char> = letters.iter().filter(is_single).copied().collect();
        let axes = (0..rest).rev().map(mark).chain(sorted(&once, char::cmp)).collect();
        return Ok(Some(axes));
    };
    let Some(own) = Subscripts::new(output) else { return Ok(None) };
    for (at, letter) in own.letters.iter().enumerate() {
        if !letters.contains(letter) {
            return Err(library.error(match library {
                Library::PyTorch => {
                    format!("einsum(): output subscript {letter} does not appear in the equation for any input operand")
                }
                Library::NumPy => format!(
                    "einstein sum subscripts string included output subscript '{letter}' which never appeared in an input"
                ),
            }));
        }
        if own.letters.iter().take(at).any(|other| other == letter) {
            return Ok(None);
        }
    }
    let is_lost = own.ellipsis.is_none() && rest > 0 && library == Library::NumPy;
    let count = if own.ellipsis.is_some() { rest } else { 0 };
    Ok(Some(own.axes(count)).filter(|_| !is_lost))
}

/// NumPy's message where sizes of a letter do not broadcast.
fn remapped(result: &[char], axes: &[Vec<char>], tensors: &[Tensor], known: &Sizes) -> String {
    let summed = known.iter().map(|(letter, _)| *letter).filter(|axis| axis.is_ascii_alphabetic());
    let summed: Vec<char> = summed.filter(|letter| !result.contains(letter)).collect();
    let order: Vec<char> = result.iter().copied().chain(sorted(&summed, char::cmp)).collect();
    let mut message = "operands could not be broadcast together with remapped shapes [original->remapped]: ".to_owned();
    for (own, tensor) in axes.iter().zip(tensors) {
        let size = |axis: &char| own.iter().position(|other| other == axis).and_then(|at| tensor.shape.get(at));
        let moved = order.iter().map(size).skip_while(Option::is_none);
        let moved: Vec<String> = moved.map(|size| size.map_or("newaxis".to_owned(), u64::to_string)).collect();
        let comma = if order.len() == 1 { "," } else { "" };
        message.push_str(&format!("{}->({}{comma}) ", compact(&tensor.shape), moved.join(",")));
    }
    message
}
