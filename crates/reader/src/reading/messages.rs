//! What is pasted: error messages of the libraries with the shapes in them, programs, and texts with both operands.
//!
//! A message that has both shapes gives both operands, or a call that fails in the same way. A traceback also has the line that failed: where
//! the shapes and that line lead to the same message again, they are a program. Many shapes lead to a message with sizes only: it is shown as it
//! is, with these sizes.

use crate::reading::answers::{Answer, with_answers};
use crate::reading::error_message::Said;
use crate::reading::forms::ShapePair;
use crate::reading::notations;
use crate::reading::pair::{Operands, operands_in};
use crate::reading::program::{is_program, read_open_program, read_program};
use crate::syntax::syntax_tree;
use crate::syntax::tree::{Expression, ExpressionKind, Statement, StatementKind};
use tensor_broadcasting::Operator;
use tensor_broadcasting::library::Library;

/// What a pasted text is, where it is more than one operand.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Pasted {
    /// Two operands, and what else the text says.
    Operands(Operands),
    /// A program.
    Program(String),
}

/// What a pasted text is; `None` for one operand, for what cannot be read, and for an error message that says neither shapes nor sizes. A
/// message that says only some of them is a program of its own, which ends with it.
///
/// ```
/// use tensor_broadcasting::library::Library;
/// use tensor_reader::{Pasted, pasted};
/// let message = "ValueError: operands could not be broadcast together with shapes (32,1) (3,) ";
/// let Some(Pasted::Operands(read)) = pasted(message) else { panic!("two operands") };
/// assert_eq!((read.a.as_str(), read.b.as_str(), read.library), ("(32, 1)", "(3,)", Some(Library::NumPy)));
/// assert_eq!(pasted("AxisError: axis 1 is out of bounds for array of dimension 1"), None);
/// ```
#[must_use]
pub fn pasted(text: &str) -> Option<Pasted> {
    if message(text).is_some() {
        return pasted_message(text);
    }
    let is_one_line = !text.trim().contains('\n');
    let is_shape = || notations::read(text, &mut |_| Some(1)).is_some_and(|read| read.is_ok());
    if is_one_line && is_shape() {
        return None;
    }
    if let Some(pair) = notations::pair(text) {
        return if pair.other.is_some() { None } else { Some(pasted_pair(text, pair)) };
    }
    if is_shape() {
        return None;
    }
    if !is_one_line && is_program(text) {
        return Some(Pasted::Program(text.trim_matches('\n').to_owned()));
    }
    operands_in(text)
        .map(Pasted::Operands)
        .or_else(|| (is_one_line && is_operation(text)).then(|| Pasted::Program(text.trim().to_owned())))
}

/// What a message says. What is Python is no message, also where a comment has one.
fn message(text: &str) -> Option<Said> {
    notations::message(text).filter(|_| !syntax_tree(text).is_ok_and(|module| !module.body.is_empty()))
}

/// Two shapes as operands.
fn pasted_pair(text: &str, pair: ShapePair) -> Pasted {
    let operator = Operator::ALL.into_iter().find(|operator| operator.symbol() == pair.sign);
    let library = text.contains("torch.").then_some(Library::PyTorch);
    let [a, b] = pair.shapes;
    Pasted::Operands(Operands { a, b, operator, in_place: false, library })
}

/// What an error message becomes, as in [`pasted`], or nothing but two shapes; `None` for any other text.
#[must_use]
pub fn pasted_message(text: &str) -> Option<Pasted> {
    let line = notations::line_of(text);
    // A sign or a name may be a part of a program.
    let is_bare = |pair: &ShapePair| pair.sign.is_empty() && !text.trim().contains(['=', ':', '\n']);
    let Some(said) = message(text) else {
        return Some(pasted_pair(text, notations::pair(text).filter(is_bare)?));
    };
    match (said, line) {
        (Said::Shapes { library, shapes, in_place }, line) => {
            let message = text.lines().rev().find(|line| notations::message_of(line).is_some()).unwrap_or_default();
            let program = line.and_then(|line| program_of(&line, message, library?, &shapes));
            let [a, b] = shapes;
            let operands = || Pasted::Operands(Operands { a, b, operator: None, in_place, library });
            Some(program.map_or_else(operands, Pasted::Program))
        }
        (Said::Call(call), _) => Some(Pasted::Program(call)),
        (Said::Compared | Said::Sizes, Some(line)) if is_operation(&line) => Some(Pasted::Program(line)),
        // The message itself, which is read as the end of a program.
        (Said::Compared, _) => Some(Pasted::Program(text.trim_matches('\n').to_owned())),
        (Said::Sizes, _) => None,
    }
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

/// The program that a failing line is part of, with the shapes of its two names, where it fails with the same message.
fn program_of(line: &str, message: &str, library: Library, shapes: &[String; 2]) -> Option<String> {
    let asked = read_open_program(line, library).asked;
    let [first, second] = asked.as_slice() else { return None };
    if first.size.or(second.size).is_some() {
        return None;
    }
    let [a, b] = shapes;
    let answer = |name: &str, shape: &String| Answer { name: name.to_owned(), is_size: false, text: shape.clone() };
    [[a, b], [b, a]].into_iter().find_map(|[a, b]| {
        let answers = [answer(&first.name, a), answer(&second.name, b)];
        let program = with_answers(line, library, &answers).ok()?;
        let error = read_program(&program, library).error?;
        message.trim_end().ends_with(&error.message).then_some(program)
    })
}
