//! What error messages of the libraries say: the shapes of the operands, a call that fails in the same way, or sizes only.

use crate::reading::compared::compared;
use crate::shapes::is_part_of_word;
use tensor_broadcasting::library::Library;
use tensor_broadcasting::lists::Listed;

/// What an error message says.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Said {
    /// The shapes of two operands, and whether the first one is written.
    Shapes { library: Option<Library>, shapes: [String; 2], in_place: bool },
    /// A call that fails in this way.
    Call(String),
    /// Some sizes or shapes, which are compared.
    Compared,
    /// Not all shapes.
    Sizes,
}

/// What the last message in a text says. A warning may go on over lines.
pub(crate) fn said(text: &str) -> Option<Said> {
    // A message alone may be copied from a comment.
    let text = if text.trim().contains('\n') { text } else { text.trim_start_matches(['#', ' ']) };
    let is_where = text.contains("where(");
    let of_line = |line: &str| message_of(line, is_where).or_else(|| any_message_in(line, text));
    let all = || text.contains("arget size (").then(|| message_in(&text.replace('\n', " "))).flatten();
    all().or_else(|| text.lines().rev().find_map(of_line))
}

/// What a message with these shapes is read as; `None` where others were to be expected. The line that failed may call `where`.
type Meaning = fn(&[String], bool) -> Option<Said>;

/// Messages with shapes: what stands before these, what stands after it, and what they mean.
const MESSAGES: [(&str, &str, Meaning); 18] =
    [
        ("operands could not be broadcast together with remapped", " and requested shape", broadcast_to),
        ("ncompatible shapes for broadcasting: ", " and requested shape", broadcast_to),
        ("ncompatible types for broadcasting: ", " and requested type", broadcast_to),
        ("operands could not be broadcast together with ", "", of_numpy),
        ("operands do not broadcast with remapped shapes", "", of_torch),
        ("indexing arrays could not be broadcast together with ", "", of_numpy),
        ("Mismatch is between arg ", "", of_numpy),
        ("could not broadcast input array from shape ", "", assigned),
        ("value array of shape ", "indexing result", |shapes, _| indexed(shapes, "import numpy as np", "np")),
        ("value tensor of shape ", "indexing result", |shapes, _| indexed(shapes, "import torch", "torch")),
        ("output operand with shape ", "match the broadcast shape", |shapes, _| written(Library::NumPy, shapes)),
        ("output with shape ", "match the broadcast shape", |shapes, _| written(Library::PyTorch, shapes)),
        ("arget size (", "input size", |shapes, _| match shapes {
            [target, input] => of_torch(&[input.clone(), target.clone()], false),
            _ => None,
        }),
        ("indexing tensors could not be broadcast together with ", "", of_torch),
        ("Target sizes: ", "", |shapes, _| match shapes {
            [to, from] => Some(Said::Call(format!("import torch\ntorch.zeros({from}).expand({to})"))),
            _ => None,
        }),
        ("shapes ", " not aligned", |shapes, _| match shapes {
            [a, b] => Some(Said::Call(format!("import numpy as np\nnp.dot(np.zeros({a}), np.zeros({b}))"))),
            _ => None,
        }),
        ("shapes cannot be multiplied ", "", product),
        ("Expected 3D (unbatched) or 4D (batched) input to conv2d, but got input of size: ", "", |shapes, _| {
            match shapes {
                [input] => {
                    let channels = input.split(", ").nth(1)?;
                    Some(Said::Call(format!("import torch\ntorch.nn.Conv2d({channels}, 1, 3)(torch.zeros({input}))")))
                }
                _ => None,
            }
        }),
    ];

/// Parts of other messages, which may have both shapes after them. In a text of several lines an exception must be named.
const OTHERS: [(&str, Meaning); 8] = [
    ("size mismatch, m1: ", product),
    ("Matrix size-incompatible: ", product),
    ("MatMul", product),
    ("ncompatible shapes", |shapes, _| of_both(None, shapes)),
    ("input shapes: ", |shapes, _| of_both(None, shapes)),
    ("hapes ", |shapes, _| of_both(None, shapes)),
    ("must have the same shape", |shapes, _| of_both(None, shapes)),
    ("Error", |_, _| None),
];

/// Parts of messages that do not have both shapes.
const SIZES: &[&str] = &[
    "objects cannot be broadcast to a single shape",
    "shapes cannot be multiplied",
    "Arrays have incompatible sizes",
    "Matrix dimensions must agree",
    "dot_general requires contracting dimensions",
];

fn of_both(library: Option<Library>, shapes: &[String]) -> Option<Said> {
    Some(Said::Shapes { library, shapes: shapes.to_vec().try_into().ok()?, in_place: false })
}

fn of_torch(shapes: &[String], _: bool) -> Option<Said> {
    of_both(Some(Library::PyTorch), shapes)
}

/// Three shapes are those of `where`, or those of two operands and of the first one again, which is written.
fn of_numpy(shapes: &[String], is_where: bool) -> Option<Said> {
    match shapes {
        [a, _, c] if a == c && !is_where => written(Library::NumPy, &shapes[..2]),
        [a, b, c] => {
            Some(Said::Call(format!("import numpy as np\nnp.where(np.ones({a}) > 0, np.zeros({b}), np.zeros({c}))")))
        }
        _ => of_both(Some(Library::NumPy), shapes),
    }
}

fn written(library: Library, shapes: &[String]) -> Option<Said> {
    Some(Said::Shapes { library: Some(library), shapes: shapes.to_vec().try_into().ok()?, in_place: true })
}

fn broadcast_to(shapes: &[String], _: bool) -> Option<Said> {
    let [from, to] = shapes else { return None };
    Some(Said::Call(format!("import numpy as np\nnp.broadcast_to(np.zeros({from}), {to})")))
}

/// A value that is written to a place.
fn assigned(shapes: &[String], _: bool) -> Option<Said> {
    let [value, place] = shapes else { return None };
    Some(Said::Call(format!("import numpy as np\na = np.zeros({place})\na[...] = np.zeros({value})")))
}

/// A value that is written to what an array of indices chooses.
fn indexed(shapes: &[String], import: &str, module: &str) -> Option<Said> {
    let [value, place] = shapes else { return None };
    let count = place.trim_matches(['(', ')']).split(',').next()?;
    Some(Said::Call(format!(
        "{import}\na = {module}.zeros({place})\na[{module}.arange({count})] = {module}.zeros({value})"
    )))
}

/// The product of two matrices.
fn product(shapes: &[String], _: bool) -> Option<Said> {
    let is_matrix =
        |shape: &String| shape.matches(',').count() == 1 && !shape.ends_with(",)") && !shape.contains(['N', '?']);
    let [a, b] = shapes else { return None };
    shapes.iter().all(is_matrix).then(|| Said::Call(format!("import torch\ntorch.zeros{a} @ torch.zeros{b}")))
}

/// What a message in a line says.
pub(crate) fn message_in(line: &str) -> Option<Said> {
    message_of(line, false)
}

fn message_of(line: &str, is_where: bool) -> Option<Said> {
    for (before, after, meaning) in MESSAGES {
        if let Some((_, rest)) =
            line.split_once(before).filter(|(start, rest)| rest.contains(after) && !is_in_program(start))
        {
            let rest = if after == " not aligned" { rest.split(after).next().unwrap_or_default() } else { rest };
            return Some(meaning(&shapes_in(rest), is_where).unwrap_or(Said::Sizes));
        }
    }
    if let Some(call) = reshaped(line) {
        return Some(Said::Call(call));
    }
    if !is_in_program(line) && compared(None, line).rule.is_some() {
        return Some(Said::Compared);
    }
    SIZES.iter().any(|part| line.contains(part)).then_some(Said::Sizes)
}

/// Whether what follows in a line stands in a comment or in a string: a program that has a message is none.
fn is_in_program(start: &str) -> bool {
    start.contains(['#', '"', '\''])
}

/// The call that changes a shape into one with another number of elements.
fn reshaped(line: &str) -> Option<String> {
    if let Some((shape, size)) = line.split_once("]' is invalid for input of size ") {
        let (_, shape) = shape.split_once("shape '[").filter(|(start, _)| !is_in_program(start))?;
        let size: u64 = size.split_whitespace().next()?.parse().ok()?;
        return Some(format!("import torch\ntorch.zeros({size}).reshape({shape})"));
    }
    let (_, rest) = line.split_once("cannot reshape array of size ").filter(|(start, _)| !is_in_program(start))?;
    let (size, shape) = rest.split_once(" into shape ")?;
    let (size, shape): (u64, _) = (size.parse().ok()?, shape.trim_start_matches('(').split(')').next()?);
    Some(format!("import numpy as np\nnp.zeros({size}).reshape({shape})"))
}

/// What a line says that may be the message of any library. `text`: all lines.
fn any_message_in(line: &str, text: &str) -> Option<Said> {
    let is_named = line.split([':', ' ']).any(|word| word.ends_with("Error"));
    if line.trim_start().starts_with('#') || (!is_named && text.trim().contains('\n')) {
        return None;
    }
    let (rest, meaning) = OTHERS.iter().find_map(|(part, meaning)| Some((line.split_once(part)?.1, meaning)))?;
    let said = meaning(&shapes_in(rest), false);
    said.or(is_named.then_some(Said::Sizes))
}

/// The shapes in brackets in a text. After `->` stands what becomes of the one before.
fn shapes_in(text: &str) -> Vec<String> {
    let mut shapes = Vec::new();
    let mut rest = text;
    while let Some((outside, inside)) = rest.split_once(['(', '[']) {
        rest = inside;
        // A word may be a type: `float32[2,3]`.
        let is_index = outside.ends_with(is_part_of_word) && !outside.ends_with(|c: char| c.is_ascii_digit());
        if let Some((inside, after)) =
            inside.split_once([')', ']']).filter(|(inside, _)| !inside.contains(['(', '[']) && !is_index)
        {
            let inside = inside.replace("newaxis", "1");
            for part in inside.split(" and ") {
                if outside.ends_with("->") {
                    shapes.pop();
                }
                shapes.extend(shape_of(part));
            }
            rest = after;
        }
    }
    shapes
}

/// The shape that stands between two brackets, as Python writes it.
fn shape_of(inside: &str) -> Option<String> {
    let sizes: Vec<&str> = inside.split([',', 'x']).map(str::trim).filter(|size| !size.is_empty()).listed();
    let is_size = |size: &&str| matches!(*size, "None" | "?") || size.parse::<u64>().is_ok();
    let comma = if sizes.len() == 1 { "," } else { "" };
    sizes.iter().all(is_size).then(|| format!("({}{comma})", sizes.join(", ")))
}

/// The last line of the program itself in a traceback of Python, IPython or pytest; in a part of one, the line before the message.
pub(crate) fn failing_line(text: &str) -> Option<String> {
    let mut found = None;
    let mut before = None;
    let (mut in_library, mut is_next) = (false, false);
    for line in text.lines() {
        let start = line.trim_start();
        if start.starts_with("File ") || start.starts_with("Cell In") || line.starts_with('/') {
            in_library =
                ["site-packages", "dist-packages", "<__array_function__"].iter().any(|mark| line.contains(mark));
            is_next = start.starts_with("File \"");
        } else if let Some(arrow) = start.strip_prefix("--") {
            let code = arrow.trim_start_matches('-').strip_prefix("> ").unwrap_or_default();
            let code = code.trim_start().trim_start_matches(|c: char| c.is_ascii_digit());
            if !in_library && !code.trim().is_empty() {
                found = Some(code.trim().to_owned());
            }
        } else if is_next {
            is_next = false;
            if !in_library {
                found = Some(start.trim_end().to_owned());
            }
        } else if found.is_none() && message_in(line).is_some() {
            return before;
        } else if !line.trim_matches(['~', '^', ' ', '\t']).is_empty() && !in_library {
            // pytest writes a sign before the line that failed.
            let code = line.strip_prefix('>').unwrap_or(line).trim();
            before = Some(code.to_owned()).filter(|_| !code.starts_with("Traceback"));
        }
    }
    found
}
