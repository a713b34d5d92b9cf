//! `einsum`: products and sums named by letters.

use crate::signatures::call::Call;
use crate::signatures::place::rules;
use crate::tensors::arrays::to_tensors;
use crate::tensors::context::{Checked, Context, Meeting, Outcome};
use crate::tensors::order::sorted;
use crate::tensors::types::{Kind, is_complex, promoted};
use crate::tensors::value::{Placed, Tensor, Value};
use tensor_broadcasting::Dtype;
use tensor_broadcasting::library::Library;
use tensor_broadcasting::lists::Listed;

rules! { einsum }

/// What stands for `...` among letters, and the first of the characters that stand for its axes.
const REST: char = '\u{e000}';

/// The letters of one operand or of the result, with [`REST`] where `...` stands among them.
fn letters(text: &str) -> Option<Vec<char>> {
    let all: Vec<char> = text.replace(' ', "").replace("...", "-").chars().listed();
    let rests = all.iter().filter(|c| **c == '-').count();
    let are_letters = !text.contains('-') && rests < 2 && all.iter().all(|c| c.is_ascii_alphabetic() || *c == '-');
    are_letters.then(|| all.into_iter().map(|c| if c == '-' { REST } else { c }).listed())
}

/// The letter of each axis. The `count` axes of `...` have marks, counted from the end.
fn axes_of(letters: &[char], count: usize) -> Vec<char> {
    let mut axes = Vec::new();
    for &letter in letters {
        if letter == REST {
            let marks = (0..count).rev().filter_map(|from_end| char::from_u32(REST as u32 + from_end as u32));
            axes.extend(marks);
        } else {
            axes.push(letter);
        }
    }
    axes
}

fn einsum(context: &mut Context<'_>, call: &Call) -> Outcome {
    let library = call.library;
    let Some(equation) = call.text("equation")? else { return call.declined() };
    let (inputs, output) =
        equation.split_once("->").map_or((equation, None), |(inputs, output)| (inputs, Some(output)));
    // PyTorch takes them in a list too.
    let rest = match call.rest.as_slice() {
        [list] if library == Library::PyTorch => list
            .value
            .items()
            .map(|items| items.into_iter().map(|item| Placed { value: item, span: list.span.clone() }).listed()),
        _ => None,
    };
    let rest = rest.as_deref().unwrap_or(&call.rest);
    let tensors = to_tensors(context, library, rest)?;
    let mut operands = Vec::new();
    for (argument, tensor) in rest.iter().zip(&tensors) {
        if is_complex(tensor.dtype) || library == Library::PyTorch && tensor.dtype == Dtype::Bool {
            return call.declined();
        }
        operands.push(Placed { value: Value::Tensor(tensor.clone()), span: argument.span.clone() });
    }
    let meeting = Meeting::of("einsum", None, &operands, &call.span);
    let parsed: Option<Vec<Vec<char>>> = inputs.split(',').map(letters).all_listed();
    let Some(parsed) = parsed.filter(|parsed| parsed.len() == tensors.len()) else { return call.declined() };
    let shape = match result_shape(&parsed, output, &tensors, library) {
        Ok(None) => return call.declined(),
        shape => context.checked(&meeting, shape)?,
    };
    // PyTorch multiplies only tensors of one type.
    let mut dtypes = tensors.iter().map(|tensor| tensor.dtype);
    let first = dtypes.next();
    if library == Library::PyTorch && dtypes.any(|dtype| Some(dtype) != first) {
        return call.declined();
    }
    let kinds: Vec<Kind> = tensors.iter().map(Kind::of).listed();
    let all: Vec<&Tensor> = tensors.iter().listed();
    call.met(context, &meeting, (shape, promoted(library, &kinds), None), &all)
}

/// Each axis with the size that it has so far.
type Sizes = Vec<(char, u64)>;

/// The shape of the result, or the library's exception, where that is known.
fn result_shape(parsed: &[Vec<char>], output: Option<&str>, tensors: &[Tensor], library: Library) -> Checked {
    let fails = |message: String| Err(library.error(message));
    let mut axes = Vec::new();
    // How many axes `...` stands for, and all letters that operands have, in their order.
    let (mut most, mut all) = (0, Vec::new());
    for (number, (own, tensor)) in parsed.iter().zip(tensors).enumerate() {
        let (ndim, has_rest) = (tensor.shape.ndim(), own.contains(&REST));
        let count = own.len() - usize::from(has_rest);
        all.extend(own.iter().copied().filter(|letter| *letter != REST));
        match ndim.checked_sub(count) {
            Some(rest) if rest == 0 || has_rest => {
                most = most.max(rest);
                axes.push(axes_of(own, rest));
            }
            _ if has_rest => return Ok(None),
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
    // The letters of the result are looked at before sizes are compared.
    let Some(result) = output_axes(&all, output, most, library)? else { return Ok(None) };
    let mut known = Sizes::new();
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
                _ => return Ok(None),
            }
        }
        if repeats && tensors.len() > 1 {
            return Ok(None);
        }
    }
    let size = |axis: &char| known.iter().find(|(known, _)| known == axis).map_or(1, |(_, size)| *size);
    Ok(Some(result.iter().map(size).collect()))
}

/// The axes of the result, of which `...` has so many. `all`: the letters that operands have.
fn output_axes(all: &[char], output: Option<&str>, rest: usize, library: Library) -> Checked<Vec<char>> {
    let Some(output) = output else {
        // Every letter that stands once, in alphabetical order.
        let is_single = |letter: &&char| all.iter().filter(|other| other == letter).count() == 1;
        let once: Vec<char> = all.iter().filter(is_single).copied().listed();
        return Ok(Some(axes_of(&[vec![REST], sorted(&once, char::cmp)].concat(), rest)));
    };
    let Some(own) = letters(output) else { return Ok(None) };
    for (at, letter) in own.iter().enumerate().filter(|(_, letter)| **letter != REST) {
        if !all.contains(letter) {
            return Err(library.error(match library {
                Library::PyTorch => {
                    format!("einsum(): output subscript {letter} does not appear in the equation for any input operand")
                }
                Library::NumPy => format!(
                    "einstein sum subscripts string included output subscript '{letter}' which never appeared in an input"
                ),
            }));
        }
        if own.iter().take(at).any(|other| other == letter) {
            return Ok(None);
        }
    }
    let is_lost = rest > 0 && library == Library::NumPy && !own.contains(&REST);
    Ok(if is_lost { None } else { Some(axes_of(&own, rest)) })
}
