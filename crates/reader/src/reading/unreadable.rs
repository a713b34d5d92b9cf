//! Why the text of a field has no operand: from what stops the machine to the problem of a text.

use std::ops::Range;

use crate::machine::exception_name;
use crate::machine::field::module_library;
use crate::reading::{UnreadableReason, literal, nearest};
use crate::shapes::Problem;
use crate::syntax::failure::{Failure, failure};
use crate::syntax::lexer::Source;
use crate::syntax::tree::{Expression, ExpressionKind};
use crate::tensors::context::{Raised, Stop};
use tensor_broadcasting::library::LibraryError;

/// The functions of PyTorch whose first argument is a nested list.
const OF_LISTS: [&str; 3] = ["tensor", "as_tensor", "Tensor"];

/// The expression that stops the machine, and where it stands.
pub(crate) struct Place<'a> {
    pub(crate) source: &'a Source,
    pub(crate) expression: &'a Expression,
}

/// The problem of a text that stops the machine.
pub(crate) fn problem_of(stop: Stop, place: &Place<'_>) -> Failure {
    let (reason, span) = match stop {
        Stop::Raised(raised) => return place.raised(raised),
        Stop::Unreadable(reason, span) | Stop::Spoilt(reason, span) | Stop::Lost(reason, span) => (reason, span),
    };
    let found = place.find(&span);
    let problem = match reason {
        UnreadableReason::UnknownName(name) if place.is_called(&span) => {
            Problem::UnknownFunction { nearest: nearest::function(&name), name }
        }
        UnreadableReason::UnknownName(name) => Problem::Undefined(name),
        UnreadableReason::UnknownCall(_) => return place.unknown(&span).0,
        UnreadableReason::Expression
            if matches!(found.map(|found| &found.kind), Some(ExpressionKind::Integer(None))) =>
        {
            Problem::ValueTooLarge
        }
        reason => match place.list_fault(&span) {
            Some(fault) => return fault,
            None => Problem::Unread(Box::new(reason)),
        },
    };
    failure(&place.narrow(&span), problem)
}

impl Place<'_> {
    /// That two tensors meet in an operation.
    pub(crate) fn two_operands(&self, span: &Range<usize>) -> Failure {
        let sign = match self.find(span).map(|found| &found.kind) {
            Some(ExpressionKind::Binary { sign, .. }) => sign.clone(),
            Some(ExpressionKind::Compare { rest, .. }) => rest.first().map_or(0..0, |(_, sign, _)| sign.clone()),
            _ => self.narrow(span),
        };
        failure(&sign, Problem::TwoOperands)
    }

    fn raised(&self, raised: Raised) -> Failure {
        if raised.operation.is_some_and(|operation| operation.combination.is_some()) {
            return self.two_operands(&raised.span);
        }
        if raised.kind == "AttributeError"
            && let (failure, true) = self.unknown(&raised.span)
        {
            return failure;
        }
        let span = self.narrow(&raised.span);
        let Some(error_type) = exception_name(&raised.kind) else {
            return failure(&span, Problem::Unread(Box::new(UnreadableReason::Statement)));
        };
        let error = LibraryError { error_type, message: raised.message };
        failure(
            &span,
            match raised.library {
                Some(library) => Problem::LibraryRejected(library, error),
                None => Problem::PythonRejected(error),
            },
        )
    }

    /// A function or method that is not known, and whether a known name is like it.
    fn unknown(&self, span: &Range<usize>) -> (Failure, bool) {
        let (name, span) = self.name(span);
        let nearest = match name.strip_prefix('.') {
            Some(method) => nearest::method(method).map(|name| format!(".{name}")),
            None => nearest::function(&name),
        };
        let is_misspelt = nearest.is_some();
        (failure(&span, Problem::UnknownFunction { name, nearest }), is_misspelt)
    }

    /// What is called at a place, or else what stands there.
    fn called(&self, span: &Range<usize>) -> Option<&Expression> {
        self.find(span).map(|found| found.call().map_or(found, |(function, _)| function))
    }

    /// The name of what is called or asked for, as it is written: with its module, or with a point in front.
    fn name(&self, span: &Range<usize>) -> (String, Range<usize>) {
        let function = self.called(span);
        match function.and_then(Expression::attribute) {
            Some((value, name)) if !is_path(value) => (format!(".{}", name.name), name.span.clone()),
            _ => {
                let span = function.map_or(span, |function| &function.span);
                (self.source.text(span), span.clone())
            }
        }
    }

    /// What is wrong with a nested list from which a call makes a tensor.
    fn list_fault(&self, span: &Range<usize>) -> Option<Failure> {
        let (function, arguments) = self.find(span)?.call()?;
        let name = function.attribute().map(|(_, name)| name.name.as_str()).or(function.name())?;
        literal::fault(arguments.first().filter(|_| OF_LISTS.contains(&name))?.value())
    }

    /// Whether the name at `span` is called.
    fn is_called(&self, span: &Range<usize>) -> bool {
        self.expression.any(&|expression| expression.call().is_some_and(|(function, _)| function.span == *span))
    }

    /// A place without the tensor before the point of a method.
    fn narrow(&self, span: &Range<usize>) -> Range<usize> {
        match self.called(span).map(|function| &function.kind) {
            Some(ExpressionKind::Attribute { value, name }) if !is_path(value) => name.span.start..span.end,
            Some(ExpressionKind::Subscript { index, .. }) => index.span.clone(),
            _ => span.clone(),
        }
    }

    /// The expression at a place.
    fn find(&self, span: &Range<usize>) -> Option<&Expression> {
        let mut found = self.expression;
        while found.span != *span {
            let mut next = None;
            found.each_child(&mut |child| {
                if child.span.start <= span.start && span.end <= child.span.end {
                    next = Some(child);
                }
            });
            found = next?;
        }
        Some(found)
    }
}

/// Whether an expression is a module, or something in one.
fn is_path(mut expression: &Expression) -> bool {
    while let Some((value, _)) = expression.attribute() {
        expression = value;
    }
    expression.name().is_some_and(|name| module_library(name).is_some())
}
