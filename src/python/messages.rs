//! What is pasted: error messages of the libraries with the shapes in them, programs, and texts with both operands.
//!
//! A message that has both shapes gives both operands. A traceback also has the line that failed: where the shapes and that line lead
//! to the same message again, they are a program. A message with sizes only is declined, because many shapes lead to it.

use super::operands::Operands;
use super::tree::{Expression, ExpressionKind, Statement, StatementKind};
use super::{is_program, operands_in, read_open_program, read_program, syntax_tree};
use crate::broadcast::Shape;
use crate::library::Library;
use crate::parse::parse_shape;

/// What a pasted text is, where it is more than one operand.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Pasted {
    /// Two operands, and what else the text says.
    Operands(Operands),
    /// A program.
    Program(String),
}

/// What an error message says.
#[derive(Debug, PartialEq, Eq)]
enum Said {
    /// The shapes of two operands, and whether the first one is written.
    Shapes { library: Option<Library>, shapes: [Shape; 2], in_place: bool },
    /// A call that fails in this way.
    Call(String),
    /// Not all shapes.
    Sizes,
}

/// What a pasted text is; `None` for one operand, for what cannot be read, and for an error message that does not have both shapes.
///
/// ```
/// use broadcast_visualizer::{library::Library, python::{Pasted, pasted}};
/// let message = "ValueError: operands could not be broadcast together with shapes (32,1) (3,) ";
/// let Some(Pasted::Operands(read)) = pasted(message) else { panic!("two operands") };
/// assert_eq!((read.a.as_str(), read.b.as_str(), read.library), ("(32, 1)", "(3,)", Some(Library::NumPy)));
/// assert_eq!(pasted("The size of tensor a (4) must match the size of tensor b (3) at non-singleton dimension 1"), None);
/// ```
#[must_use]
pub fn pasted(text: &str) -> Option<Pasted> {
    if said(text).is_some() {
        return pasted_message(text);
    }
    let is_one_line = !text.trim().contains('\n');
    if !is_one_line && is_program(text) {
        return Some(Pasted::Program(text.trim_matches('\n').to_owned()));
    }
    operands_in(text)
        .map(Pasted::Operands)
        .or_else(|| (is_one_line && is_operation(text)).then(|| Pasted::Program(text.trim().to_owned())))
}

/// What an error message becomes, as in [`pasted`]; `None` for any other text.
#[must_use]
pub fn pasted_message(text: &str) -> Option<Pasted> {
    from_message(text, said(text)?)
}

/// Whether a text is an error message that does not have both shapes.
#[must_use]
pub(super) fn is_message(text: &str) -> bool {
    text.lines().rev().find_map(message_in) == Some(Said::Sizes)
}

/// Whether a line combines tensors, or has names that a program must give a value first.
fn is_operation(line: &str) -> bool {
    let Ok(module) = syntax_tree(line) else { return false };
    let combines = |value: &Expression| {
        use ExpressionKind::{Binary, Call, Compare};
        matches!(value.kind, Binary { .. } | Call { .. } | Compare { .. })
    };
    let is_kind = module.body.iter().any(|statement: &Statement| match &statement.kind {
        StatementKind::Expression(value) | StatementKind::Assign { value, .. } => combines(value),
        _ => false,
    });
    let reading = read_open_program(line, Library::default());
    is_kind && (!reading.operations.is_empty() || reading.asked.iter().any(|asked| asked.size.is_none()))
}

/// What an error message in a text becomes.
fn from_message(text: &str, said: Said) -> Option<Pasted> {
    let line = failing_line(text);
    match (said, line) {
        (Said::Shapes { library, shapes, in_place }, line) => {
            let message = text.lines().rev().find(|line| message_in(line).is_some()).unwrap_or_default();
            let program = line.and_then(|line| program_of(&line, message, library?, &shapes));
            let [a, b] = shapes.map(|shape| shape.to_string());
            let operands = || Pasted::Operands(Operands { a, b, operator: None, in_place, library });
            Some(program.map_or_else(operands, Pasted::Program))
        }
        (Said::Call(call), _) => Some(Pasted::Program(call)),
        (Said::Sizes, Some(line)) if is_operation(&line) => Some(Pasted::Program(line)),
        (Said::Sizes, _) => None,
    }
}

/// The program that a failing line is part of, with the shapes of its two names, where it fails with the same message.
fn program_of(line: &str, message: &str, library: Library, shapes: &[Shape; 2]) -> Option<String> {
    let asked = read_open_program(line, library).asked;
    let [first, second] = asked.as_slice() else { return None };
    if first.size.or(second.size).is_some() {
        return None;
    }
    let [a, b] = shapes;
    [[a, b], [b, a]].into_iter().find_map(|[a, b]| {
        let answer = |name: &str, shape: &Shape| super::Answer {
            name: name.to_owned(),
            is_size: false,
            text: shape.to_string(),
        };
        let answers = [answer(&first.name, a), answer(&second.name, b)];
        let program = super::with_answers(line, library, &answers).ok()?;
        let error = read_program(&program, library).error?;
        message.trim_end().ends_with(&error.message).then_some(program)
    })
}

/// What the last message in a text says, or a line with nothing but two shapes.
fn said(text: &str) -> Option<Said> {
    let bare = || {
        let shapes = listed(text, &["and", "vs", "vs.", "with"])?;
        let is_torch = text.contains("torch.Size").then_some(Library::PyTorch);
        Some(Said::Shapes { library: is_torch, shapes: shapes.try_into().ok()?, in_place: false })
    };
    text.lines().rev().find_map(message_in).or_else(bare)
}

/// What a message in a line says.
fn message_in(line: &str) -> Option<Said> {
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
fn failing_line(text: &str) -> Option<String> {
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

#[cfg(test)]
#[allow(clippy::panic, reason = "a test fails by panicking")]
mod tests {
    use super::*;

    /// The operands of a pasted text with the library and `=` where the first one is written; a program; or nothing.
    fn read(text: &str) -> String {
        match pasted(text) {
            Some(Pasted::Operands(read)) => {
                let library = read.library.map_or("", Library::name);
                format!("{} {}{} {library}", read.a, if read.in_place { "= " } else { "" }, read.b).trim().to_owned()
            }
            Some(Pasted::Program(program)) => program,
            None => "nothing".to_owned(),
        }
    }

    #[test]
    fn messages_with_both_shapes_are_the_operands() {
        let cases = [
            ("operands could not be broadcast together with shapes (32,1) (3,)", "(32, 1) (3,) NumPy"),
            ("ValueError: operands could not be broadcast together with shapes (2,3) (4,) ", "(2, 3) (4,) NumPy"),
            ("ValueError: could not broadcast input array from shape (3,) into shape (2,)", "(2,) = (3,) NumPy"),
            (
                "ValueError: shape mismatch: objects cannot be broadcast to a single shape.  Mismatch is between arg 0 with shape (3,) and arg 1 with shape (4,).",
                "(3,) (4,) NumPy",
            ),
            ("(32,1) (32,)", "(32, 1) (32,)"),
            ("(32, 1) vs (32,)", "(32, 1) (32,)"),
            ("torch.Size([32, 1]) torch.Size([32])", "(32, 1) (32,) PyTorch"),
            ("() (3,)", "() (3,)"),
        ];
        for (text, expected) in cases {
            assert_eq!(read(text), expected, "{text}");
        }
    }

    #[test]
    fn messages_of_other_calls_are_programs_that_fail_so() {
        let cases = [
            "RuntimeError: mm: mat1 and mat2 shapes cannot be multiplied (32x784 and 10x784)",
            "ValueError: shapes (2,3) and (2,3) not aligned: 3 (dim 1) != 2 (dim 0)",
            "RuntimeError: The expanded size of the tensor (4) must match the existing size (3) at non-singleton dimension 1.  Target sizes: [2, 4].  Tensor sizes: [2, 3]",
        ];
        for text in cases {
            let Some(Pasted::Program(program)) = pasted(text) else { panic!("{text}: no program") };
            let error = read_program(&program, Library::PyTorch).error.unwrap_or_else(|| panic!("{program} works"));
            assert_eq!(format!("{}: {}", error.kind, error.message), text, "{program}");
        }
        // As earlier versions write it.
        let earlier = cases[0].replace("mm: ", "");
        assert_eq!(pasted(&earlier), pasted(cases[0]));
    }

    #[test]
    fn messages_without_both_shapes_are_declined() {
        let cases = [
            "RuntimeError: The size of tensor a (4) must match the size of tensor b (3) at non-singleton dimension 1",
            "RuntimeError: output with shape [3] doesn't match the broadcast shape [3, 3]",
            "ValueError: non-broadcastable output operand with shape (3,) doesn't match the broadcast shape (3,3)",
            "ValueError: operands could not be broadcast together with shapes (3,) (4,) (5,)",
            "operands could not be broadcast together with remapped shapes [original->remapped]: (2,3) (4,) and requested shape (3,)",
            "operands could not be broadcast together with shapes (2,3",
            "mat1 and mat2 shapes cannot be multiplied (2x3x4 and 10x784)",
            "ValueError: shape mismatch: objects cannot be broadcast to a single shape",
            "(32,1), (32,)",
            "(32,1) (32,) (3,)",
        ];
        for text in cases {
            assert_eq!(pasted(text), None, "{text}");
        }
        assert!(is_message(cases[0]) && !is_message("x = torch.ones(3)") && !is_message("(32,1)"));
    }

    #[test]
    fn a_traceback_gives_the_line_that_failed() {
        let numpy = "Traceback (most recent call last):\n  File \"a.py\", line 3, in <module>\n    y = x - m\n        ~~^~~\nValueError: operands could not be broadcast together with shapes (3,4) (3,) ";
        assert_eq!(read(numpy), "import numpy as np\nx = np.zeros((3, 4))\nm = np.zeros((3,))\ny = x - m");
        // Where the shapes do not lead to the message again, only they are used.
        assert_eq!(read(&numpy.replace("x - m", "x.T - m")), "(3, 4) (3,) NumPy");
        assert_eq!(read(&numpy.replace("x - m", "x - m * k")), "(3, 4) (3,) NumPy");
        let torch = "Cell In[3], line 1\n----> 1 loss = pred - target\n\nFile /usr/lib/site-packages/torch/_tensor.py:39, in f\n---> 39     return wrapped(*args)\n\nRuntimeError: The size of tensor a (4) must match the size of tensor b (3) at non-singleton dimension 0";
        assert_eq!(read(torch), "loss = pred - target");
        assert_eq!(read(&torch.replace("loss = pred - target", "train()")), "nothing");
    }

    #[test]
    fn a_line_with_names_is_a_program() {
        let cases = [
            ("y = x @ W + b", "y = x @ W + b"),
            ("x - x.mean(0)", "x - x.mean(0)"),
            ("torch.ones(2, 3) @ torch.ones(3)", "torch.ones(2, 3) @ torch.ones(3)"),
            ("torch.ones(3)", "nothing"),
            ("32,1", "nothing"),
            ("a=4, b", "nothing"),
            ("N,1", "nothing"),
            ("load()", "nothing"),
        ];
        for (text, expected) in cases {
            assert_eq!(read(text), expected, "{text}");
        }
    }
}
