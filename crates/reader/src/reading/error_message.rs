//! What error messages of the libraries say: the shapes of the operands, a call that fails in the same way, or sizes only.

use crate::shapes::parse_shape;
use tensor_broadcasting::Shape;
use tensor_broadcasting::library::Library;

/// What an error message says.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Said {
    /// The shapes of two operands, and whether the first one is written.
    Shapes { library: Option<Library>, shapes: [Shape; 2], in_place: bool },
    /// A call that fails in this way.
    Call(String),
    /// Not all shapes.
    Sizes,
}

/// Whether a text is an error message that does not have both shapes.
#[must_use]
pub(crate) fn is_message(text: &str) -> bool {
    text.lines().rev().find_map(message_in) == Some(Said::Sizes)
}

/// What the last message in a text says, or a line with nothing but two shapes.
pub(crate) fn said(text: &str) -> Option<Said> {
    let bare = || {
        let shapes = bracketed(&text.replace("torch.Size(", "").replace("])", "]"), true)?;
        let library = text.contains("torch.Size").then_some(Library::PyTorch);
        Some(Said::Shapes { library, shapes, in_place: false })
    };
    text.lines().rev().find_map(message_in).or_else(bare)
}

/// What a message with two shapes is read as; `None` where other shapes than these were to be expected.
type Meaning = fn([Shape; 2]) -> Option<Said>;

/// Messages with two shapes: what stands before these, what stands after them, and what they mean.
const MESSAGES: [(&str, &str, Meaning); 5] = [
    ("operands could not be broadcast together with shapes ", "", |shapes| of_numpy(shapes, false)),
    ("could not broadcast input array from shape ", "", |[from, into]| of_numpy([into, from], true)),
    ("shapes ", " not aligned", |[a, b]| {
        Some(Said::Call(format!("import numpy as np\nnp.dot(np.zeros({a}), np.zeros({b}))")))
    }),
    ("mat1 and mat2 shapes cannot be multiplied ", "", |[a, b]| {
        let call = format!("import torch\ntorch.zeros{a} @ torch.zeros{b}");
        (a.ndim() == 2 && b.ndim() == 2).then_some(Said::Call(call))
    }),
    ("Target sizes: ", "", |[to, from]| Some(Said::Call(format!("import torch\ntorch.zeros({from}).expand({to})")))),
];

/// Parts of messages that do not have both shapes.
const OTHERS: [&str; 6] = [
    "The size of tensor a (",
    "objects cannot be broadcast to a single shape",
    "doesn't match the broadcast shape",
    "mismatch in its core dimension",
    "Expected size for first two dimensions of batch2 tensor",
    "shapes cannot be multiplied",
];

fn of_numpy(shapes: [Shape; 2], in_place: bool) -> Option<Said> {
    Some(Said::Shapes { library: Some(Library::NumPy), shapes, in_place })
}

/// What a message in a line says.
pub(crate) fn message_in(line: &str) -> Option<Said> {
    for (before, after, meaning) in MESSAGES {
        let rest = line.split_once(before).map(|(_, rest)| rest).filter(|rest| rest.contains(after));
        if let Some(rest) = rest {
            let rest = if after.is_empty() { rest } else { rest.split(after).next().unwrap_or_default() };
            return Some(bracketed(rest, false).and_then(meaning).unwrap_or(Said::Sizes));
        }
    }
    OTHERS.iter().any(|other| line.contains(other)).then_some(Said::Sizes)
}

/// The two shapes in brackets in a text, which has nothing else but spaces where they stand `alone`.
fn bracketed(text: &str, alone: bool) -> Option<[Shape; 2]> {
    // Matrices are written `(2x3 and 4x5)`.
    let text = if text.starts_with('(') && text.contains('x') { text.replace(" and ", ") (") } else { text.to_owned() };
    let mut parts = text.split(['(', '[']);
    let before = parts.next()?;
    let mut shapes = Vec::new();
    for part in parts {
        let (inside, after) = part.split_once([')', ']'])?;
        shapes.push(parse_shape(&format!("({inside})")).ok()?.shape().clone());
        if alone && !(before.trim().is_empty() && after.trim().is_empty()) {
            return None;
        }
    }
    shapes.try_into().ok()
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
