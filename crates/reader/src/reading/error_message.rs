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
        let shapes = listed(text, &["and", "vs", "vs.", "with"])?;
        let is_torch = text.contains("torch.Size").then_some(Library::PyTorch);
        Some(Said::Shapes { library: is_torch, shapes: shapes.try_into().ok()?, in_place: false })
    };
    text.lines().rev().find_map(message_in).or_else(bare)
}

/// What a message in a line says.
pub(crate) fn message_in(line: &str) -> Option<Said> {
    let after = |mark: &str| line.split_once(mark).map(|(_, after)| after);
    let two = |library, shapes: Option<Vec<Shape>>, in_place| {
        let shapes = shapes.and_then(|shapes| shapes.try_into().ok());
        Some(shapes.map_or(Said::Sizes, |shapes| Said::Shapes { library, shapes, in_place }))
    };
    let numpy = Some(Library::NumPy);
    if let Some(rest) = after("operands could not be broadcast together with shapes ") {
        return two(numpy, listed(rest, &[]), false);
    }
    if let Some(rest) = after("could not broadcast input array from shape ") {
        let shapes = rest.split_once(" into shape ").and_then(|(from, into)| Some(vec![one(into)?, one(from)?]));
        return two(numpy, shapes, true);
    }
    if let Some((rest, to)) = after("Mismatch is between arg ").and_then(|rest| rest.split_once(" and arg ")) {
        let shape = |text: &str| one(text.split_once(" with shape ")?.1.trim_end_matches('.'));
        return two(numpy, shape(rest).zip(shape(to)).map(|(a, b)| vec![a, b]), false);
    }
    let call = |call: Option<String>| Some(call.map_or(Said::Sizes, Said::Call));
    if let Some((rest, _)) = after("shapes ").and_then(|rest| rest.split_once(" not aligned")) {
        let shapes = listed(rest, &["and"]).filter(|shapes| shapes.len() == 2);
        return call(shapes.map(|shapes| {
            let made = shapes.iter().map(|shape| format!("np.zeros({shape})")).collect::<Vec<_>>().join(", ");
            format!("import numpy as np\nnp.dot({made})")
        }));
    }
    if let Some(rest) = after("mat1 and mat2 shapes cannot be multiplied ") {
        let shapes = rest.trim().trim_matches(['(', ')']).split_once(" and ");
        return call(shapes.and_then(|(a, b)| {
            let made = |text: &str| {
                let sizes = parse_shape(text).ok().filter(|read| read.shape().ndim() == 2)?;
                Some(format!("torch.zeros{}", sizes.shape()))
            };
            Some(format!("import torch\n{} @ {}", made(a)?, made(b)?))
        }));
    }
    if let Some((to, from)) = after("Target sizes: ").and_then(|rest| rest.split_once("Tensor sizes: ")) {
        let sizes = |text: &str| one(text.trim().trim_end_matches('.'));
        let shapes = sizes(to).zip(sizes(from));
        return call(shapes.map(|(to, from)| format!("import torch\ntorch.zeros({from}).expand({to})")));
    }
    const OTHERS: [&str; 6] = [
        "The size of tensor a (",
        "objects cannot be broadcast to a single shape",
        "doesn't match the broadcast shape",
        "mismatch in its core dimension",
        "Expected size for first two dimensions of batch2 tensor",
        "shapes cannot be multiplied",
    ];
    OTHERS.iter().any(|other| line.contains(other)).then_some(Said::Sizes)
}

/// A shape in brackets and nothing else.
fn one(text: &str) -> Option<Shape> {
    let [shape]: [Shape; 1] = listed(text, &[])?.try_into().ok()?;
    Some(shape)
}

/// Shapes in brackets, with spaces or one of some words between them; `None` where the text has anything else.
fn listed(text: &str, between: &[&str]) -> Option<Vec<Shape>> {
    let mut shapes = Vec::new();
    let mut rest = text.trim();
    while !rest.is_empty() {
        let inside = rest.strip_prefix("torch.Size(");
        let bracketed = inside.unwrap_or(rest);
        let end = bracketed.find([')', ']']).filter(|_| bracketed.starts_with(['(', '[']))?;
        let (shape, after) = bracketed.split_at_checked(end + 1)?;
        shapes.push(parse_shape(shape).ok()?.shape().clone());
        let after = if inside.is_some() { after.strip_prefix(')')? } else { after }.trim_start();
        rest = between.iter().find_map(|word| after.strip_prefix(word)).unwrap_or(after).trim_start();
    }
    Some(shapes)
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
