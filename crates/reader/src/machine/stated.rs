//! Stated shapes: where they are used, and where they differ from what the program makes.

use super::{Machine, Unknown};
use crate::machine::annotations::{Annotation, comment_after, of_comment, of_type};
use crate::reading::{Note, UnreadableReason};
use crate::signatures::call::Arguments;
use crate::syntax::tree::{Expression, ExpressionKind, Module, Parameter, ParameterKind, Statement, StatementKind};
use crate::tensors::context::{Outcome, Stop, unreadable};
use crate::tensors::value::{Placed, Tensor, Value};
use tensor_broadcasting::Shape;

impl Machine<'_> {
    /// The value of a statement that assigns to `target`. Where it cannot be read, it is a tensor of the shape that a type or a comment
    /// states. A value that is known is never changed by what is stated.
    pub(super) fn given(
        &mut self,
        value: Option<&Expression>,
        target: Option<&Expression>,
        annotation: Option<&Expression>,
        statement: &Statement,
    ) -> Outcome<Placed> {
        let given = match value {
            Some(value) => self.placed(value),
            None => unreadable(UnreadableReason::Statement, &statement.span),
        };
        // Of several names, a shape would not say whose it is.
        let name = target.and_then(Expression::name);
        let stated = name.and_then(|_| annotation.and_then(of_type).or_else(|| self.comment_after(statement)));
        let Some(stated) = stated else { return given };
        let Some(shape) = self.shape_of(&stated) else { return given };
        let line = self.context.line(statement.span.start);
        match &given {
            Ok(Placed { value: Value::Tensor(tensor), .. }) => {
                if tensor.shape != shape {
                    self.notes.push(Note { line, stated: shape, made: Some(tensor.shape.clone()) });
                }
                given
            }
            Err(stop) if matches!(**stop, Stop::Unreadable(..)) && !self.keeps_state() => {
                // What could not be read may have changed other values.
                self.forget(statement);
                self.notes.push(Note { line, stated: shape.clone(), made: None });
                let tensor = self.tensor_of(&stated, shape);
                Ok(Placed { value: tensor, span: value.map_or(&statement.span, |value| &value.span).clone() })
            }
            _ => given,
        }
    }

    /// A tensor of a stated shape.
    pub(super) fn tensor_of(&self, stated: &Annotation, shape: Shape) -> Value {
        let library = self.context.library;
        Value::Tensor(Tensor::plain(library, shape, stated.dtype(library)))
    }

    /// A stated shape in numbers; `None` where the size of a name is not known.
    pub(super) fn shape_of(&self, stated: &Annotation) -> Option<Shape> {
        stated.shape(|name| match self.variable(name) {
            Some(Some(Value::Int(Some(size)))) => u64::try_from(*size).ok(),
            _ => self.stated_sizes.iter().find(|(known, _)| known == name).map(|(_, size)| *size),
        })
    }

    /// The shape that the comment at the end of a statement's last line states.
    fn comment_after(&self, statement: &Statement) -> Option<Annotation> {
        let source = self.context.source;
        comment_after(source, statement.span.end).and_then(|comment| of_comment(&source.typed(&comment)))
    }

    /// Notes a variable that gets a value which cannot be read.
    pub(super) fn note_unknown(&mut self, statement: &Statement, reason: &UnreadableReason) {
        let StatementKind::Assign { targets, .. } = &statement.kind else { return };
        let [Expression { kind: ExpressionKind::Name(name), .. }] = targets.as_slice() else { return };
        let from = match reason {
            UnreadableReason::UnknownName(other) => Some(other.clone()),
            _ => None,
        };
        if !self.unknown.iter().any(|known| known.name == *name) {
            self.unknown.push(Unknown { name: name.clone(), from });
        }
    }

    /// Runs the functions that nothing has called, where types state the shapes of what they are given.
    pub(super) fn run_functions(&mut self, module: &Module) -> Outcome<()> {
        for statement in &module.body {
            if let StatementKind::Def { name, parameters, .. } = &statement.kind
                && !self.called.contains(&name.name)
                && let Some(Some(Value::Function(function))) = self.variable(&name.name).cloned()
                && let Some(keywords) = self.stated_arguments(parameters)
            {
                let given = Arguments { positional: Vec::new(), keywords, span: name.span.clone() };
                self.call_function(&function, given)?;
            }
        }
        Ok(())
    }

    /// Tensors of the stated shapes of parameters; `None` where a parameter has neither a stated shape nor a default.
    fn stated_arguments(&self, parameters: &[Parameter]) -> Option<Vec<(String, Placed)>> {
        let mut given = Vec::new();
        for parameter in parameters {
            let stated = parameter.annotation.as_ref().and_then(of_type);
            let stated = stated.and_then(|stated| Some((self.shape_of(&stated)?, stated)));
            match (stated, parameter.kind) {
                (Some((shape, stated)), ParameterKind::Plain) => {
                    let placed = Placed { value: self.tensor_of(&stated, shape), span: parameter.name.span.clone() };
                    given.push((parameter.name.name.clone(), placed));
                }
                (None, ParameterKind::Plain) if parameter.default.is_some() => {}
                (_, ParameterKind::KeywordOnly) => {}
                _ => return None,
            }
        }
        (!given.is_empty()).then_some(given)
    }
}
