//! What is pasted: error messages of the libraries with the shapes in them, programs, and texts with both operands.
//!
//! A message that has both shapes gives both operands. A traceback also has the line that failed: where the shapes and that line lead
//! to the same message again, they are a program. A message with sizes only is declined, because many shapes lead to it.

use crate::reading::error_message::{Said, failing_line, message_in, said};
use crate::reading::pair::{Operands, operands_in};
use crate::reading::program::{is_program, read_open_program, read_program};
use crate::syntax::syntax_tree;
use crate::syntax::tree::{Expression, ExpressionKind, Statement, StatementKind};
use tensor_broadcasting::Shape;
use tensor_broadcasting::library::Library;

/// What a pasted text is, where it is more than one operand.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Pasted {
    /// Two operands, and what else the text says.
    Operands(Operands),
    /// A program.
    Program(String),
}

/// What a pasted text is; `None` for one operand, for what cannot be read, and for an error message that does not have both shapes.
///
/// ```
/// use tensor_broadcasting::library::Library;
/// use tensor_reader::{Pasted, pasted};
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
        let answer = |name: &str, shape: &Shape| crate::reading::answers::Answer {
            name: name.to_owned(),
            is_size: false,
            text: shape.to_string(),
        };
        let answers = [answer(&first.name, a), answer(&second.name, b)];
        let program = crate::reading::answers::with_answers(line, library, &answers).ok()?;
        let error = read_program(&program, library).error?;
        message.trim_end().ends_with(&error.message).then_some(program)
    })
}

#[cfg(test)]
#[allow(clippy::panic, reason = "a test fails by panicking")]
mod tests {
    use super::*;
    use crate::reading::error_message::is_message;

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
