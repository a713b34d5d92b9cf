//! What error messages of the libraries say: the shapes of the operands, a call that fails in the same way, or sizes only.

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
    /// Not all shapes.
    Sizes,
}

/// What the last message in a text says. A warning may go on over lines.
pub(crate) fn said(text: &str) -> Option<Said> {
    let of_line = |line: &str| message_in(line).or_else(|| any_message_in(line, text));
    let all = || text.contains("arget size (").then(|| message_in(&text.replace('\n', " "))).flatten();
    all().or_else(|| text.lines().rev().find_map(of_line))
}

/// What a message with two shapes is read as; `None` where other shapes than these were to be expected.
type Meaning = fn([String; 2]) -> Option<Said>;

/// Messages with two shapes: what stands before these, what stands after it, and what they mean.
const MESSAGES: [(&str, &str, Meaning); 14] = [
    ("operands could not be broadcast together with remapped", " and requested shape", broadcast_to),
    ("ncompatible shapes for broadcasting: ", " and requested shape", broadcast_to),
    ("ncompatible types for broadcasting: ", " and requested type", broadcast_to),
    ("operands could not be broadcast together with ", "", of_numpy),
    ("indexing arrays could not be broadcast together with ", "", of_numpy),
    ("Mismatch is between arg ", "", of_numpy),
    ("could not broadcast input array from shape ", "", |[from, into]| written(Library::NumPy, [into, from])),
    ("value array of shape ", "indexing result", |[from, into]| written(Library::NumPy, [into, from])),
    ("value tensor of shape ", "indexing result", |[from, into]| written(Library::PyTorch, [into, from])),
    ("arget size (", "input size", |[target, input]| of_both(Some(Library::PyTorch), [input, target])),
    ("indexing tensors could not be broadcast together with ", "", |shapes| of_both(Some(Library::PyTorch), shapes)),
    ("Target sizes: ", "", |[to, from]| Some(Said::Call(format!("import torch\ntorch.zeros({from}).expand({to})")))),
    ("shapes ", " not aligned", |[a, b]| {
        Some(Said::Call(format!("import numpy as np\nnp.dot(np.zeros({a}), np.zeros({b}))")))
    }),
    ("shapes cannot be multiplied ", "", product),
];

/// Parts of other messages, which may have both shapes after them. In a text of several lines an exception must be named.
const OTHERS: [(&str, Meaning); 8] = [
    ("size mismatch, m1: ", product),
    ("Matrix size-incompatible: ", product),
    ("MatMul", product),
    ("ncompatible shapes", |shapes| of_both(None, shapes)),
    ("input shapes: ", |shapes| of_both(None, shapes)),
    ("hapes ", |shapes| of_both(None, shapes)),
    ("must have the same shape", |shapes| of_both(None, shapes)),
    ("Error", |_| None),
];

/// Parts of messages that do not have both shapes.
const SIZES: &[&str] = &[
    "The size of tensor a (",
    "objects cannot be broadcast to a single shape",
    "doesn't match the broadcast shape",
    "mismatch in its core dimension",
    "Expected size for first two dimensions of batch2 tensor",
    "shapes cannot be multiplied",
    "Arrays have incompatible sizes",
    "Matrix dimensions must agree",
    "dot_general requires contracting dimensions",
];

fn of_both(library: Option<Library>, shapes: [String; 2]) -> Option<Said> {
    Some(Said::Shapes { library, shapes, in_place: false })
}

fn of_numpy(shapes: [String; 2]) -> Option<Said> {
    of_both(Some(Library::NumPy), shapes)
}

fn written(library: Library, shapes: [String; 2]) -> Option<Said> {
    Some(Said::Shapes { library: Some(library), shapes, in_place: true })
}

fn broadcast_to([from, to]: [String; 2]) -> Option<Said> {
    Some(Said::Call(format!("import numpy as np\nnp.broadcast_to(np.zeros({from}), {to})")))
}

/// The product of two matrices.
fn product(shapes: [String; 2]) -> Option<Said> {
    let is_matrix =
        |shape: &String| shape.matches(',').count() == 1 && !shape.ends_with(",)") && !shape.contains(['N', '?']);
    let [a, b] = &shapes;
    shapes.iter().all(is_matrix).then(|| Said::Call(format!("import torch\ntorch.zeros{a} @ torch.zeros{b}")))
}

/// What a message in a line says.
pub(crate) fn message_in(line: &str) -> Option<Said> {
    for (before, after, meaning) in MESSAGES {
        if let Some((_, rest)) = line.split_once(before).filter(|(_, rest)| rest.contains(after)) {
            let rest = if after == " not aligned" { rest.split(after).next().unwrap_or_default() } else { rest };
            return Some(<[String; 2]>::try_from(shapes_in(rest)).ok().and_then(meaning).unwrap_or(Said::Sizes));
        }
    }
    SIZES.iter().any(|part| line.contains(part)).then_some(Said::Sizes)
}

/// What a line says that may be the message of any library. `text`: all lines.
fn any_message_in(line: &str, text: &str) -> Option<Said> {
    let is_named = line.split([':', ' ']).any(|word| word.ends_with("Error"));
    if line.trim_start().starts_with('#') || (!is_named && text.trim().contains('\n')) {
        return None;
    }
    let (rest, meaning) = OTHERS.iter().find_map(|(part, meaning)| Some((line.split_once(part)?.1, meaning)))?;
    let said = <[String; 2]>::try_from(shapes_in(rest)).ok().and_then(meaning);
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

/// The last line of the program itself in a traceback of Python or of IPython.
pub(crate) fn failing_line(text: &str) -> Option<String> {
    let mut found = None;
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
        }
    }
    found
}
