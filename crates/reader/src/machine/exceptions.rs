//! `try` and `raise`.

use std::ops::Range;
use std::rc::Rc;

use super::Machine;
use super::statements::Flow;
use super::unknown::Target;
use crate::reading::UnreadableReason;
use crate::syntax::tree::{Argument, Expression, ExpressionKind, Handler, Statement};
use crate::tensors::context::{Outcome, Raised, Stop, raised, unreadable};
use crate::tensors::value::{Object, Value};

/// The exceptions that programs name, each with a class that it derives from.
const CLASSES: [(&str, &str); 24] = [
    ("Exception", "BaseException"),
    ("ArithmeticError", "Exception"),
    ("AssertionError", "Exception"),
    ("AttributeError", "Exception"),
    ("AxisError", "IndexError"),
    ("AxisError", "ValueError"),
    ("FloatingPointError", "ArithmeticError"),
    ("ImportError", "Exception"),
    ("IndexError", "LookupError"),
    ("KeyError", "LookupError"),
    ("LinAlgError", "ValueError"),
    ("LookupError", "Exception"),
    ("MemoryError", "Exception"),
    ("ModuleNotFoundError", "ImportError"),
    ("NameError", "Exception"),
    ("NotImplementedError", "RuntimeError"),
    ("OverflowError", "ArithmeticError"),
    ("RecursionError", "RuntimeError"),
    ("RuntimeError", "Exception"),
    ("TypeError", "Exception"),
    ("UnboundLocalError", "NameError"),
    ("ValueError", "Exception"),
    ("ZeroDivisionError", "ArithmeticError"),
    ("_LinAlgError", "RuntimeError"),
];

/// Whether a name is that of an exception that Python has without an import.
pub(crate) fn is_exception(name: &str) -> bool {
    let is_imported = matches!(name, "AxisError" | "LinAlgError" | "_LinAlgError");
    name == "BaseException" || (!is_imported && exception_name(name).is_some())
}

/// The name of an exception; `None` for one of the program, or one that is not known.
pub(crate) fn exception_name(kind: &str) -> Option<&'static str> {
    CLASSES.iter().map(|(known, _)| *known).find(|known| *known == kind)
}

/// Whether an exception of a class is one of another class; `None` where the class is not known.
fn is_a(kind: &str, wanted: &str) -> Option<bool> {
    // NumPy derives those of its functions from TypeError.
    let kind = if kind.contains("UFunc") { "TypeError" } else { kind };
    // What nearly all handlers take.
    if kind.is_empty() {
        return matches!(wanted, "Exception" | "BaseException").then_some(true);
    }
    if kind == wanted {
        return Some(true);
    }
    if kind == "BaseException" {
        return Some(false);
    }
    let mut bases = CLASSES.iter().filter(|(known, _)| *known == kind).map(|(_, base)| is_a(base, wanted));
    let first = bases.next()??;
    Some(first || bases.any(|found| found == Some(true)))
}

/// Whether reading ends.
fn is_stopped(ended: &Outcome<Flow>) -> bool {
    ended.as_ref().is_err_and(|stop| !matches!(**stop, Stop::Raised(_)))
}

impl Machine<'_> {
    /// `try: body …`.
    pub(super) fn attempt(
        &mut self,
        body: &[Statement],
        handlers: &[Handler],
        otherwise: &[Statement],
        last: &[Statement],
    ) -> Outcome<Flow> {
        let (jumps, conditions) = (self.jumps.len(), self.context.conditions.len());
        let place = body.first().map_or(0..0, |first| first.span.clone());
        let before = if handlers.is_empty() { None } else { Some(self.state(&place)?) };
        let unknowns = self.unknowns;
        self.tries += 1;
        let ended = self.block(body);
        self.tries -= 1;
        // The exceptions that the body raises under a condition that is not known. What a handler raises is for a `try` around this one.
        let mut raised = Vec::new();
        while let Some(jump) = self.take_jump(jumps, &Target::is_err) {
            raised.push(jump);
        }
        let mut ended = match ended {
            Ok(Flow::Next) => self.block(otherwise),
            Ok(flow) => Ok(flow),
            Err(stop) => match *stop {
                Stop::Raised(exception) => self.handle(handlers, exception),
                other => return Err(Box::new(other)),
            },
        };
        // What is not known may raise an exception that is handled.
        if let Some(before) = before.filter(|_| self.unknowns != unknowns && !is_stopped(&ended)) {
            let mut goes_on = self.goes_on_perhaps(&place, ended)?;
            let after = self.state(&place)?;
            self.merge(&before);
            let middle = self.state(&place)?;
            self.restore(&after);
            for handler in handlers {
                goes_on = self.or_else(goes_on, &middle, &place, &mut |machine| {
                    if let Some(name) = &handler.name {
                        machine.assign(&name.name, Value::Unknown(None), &name.span)?;
                    }
                    machine.block(&handler.body)
                })?;
            }
            self.context.is_uncertain = true;
            ended = Ok(if goes_on { Flow::Next } else { Flow::Ended });
        }
        for jump in raised {
            let Err(exception) = jump.to else { continue };
            let span = exception.span.clone();
            let goes_on = self.goes_on_perhaps(&span, ended)?;
            let handle = &mut |machine: &mut Self| machine.handle(handlers, exception.clone());
            let goes_on = self.or_else(goes_on, &jump.state, &span, handle)?;
            ended = Ok(if goes_on { Flow::Next } else { Flow::Ended });
        }
        self.context.conditions.truncate(conditions);
        if is_stopped(&ended) {
            return ended;
        }
        match self.block(last)? {
            Flow::Next => ended,
            flow => Ok(flow),
        }
    }

    /// Runs the first handler that takes an exception.
    fn handle(&mut self, handlers: &[Handler], exception: Raised) -> Outcome<Flow> {
        for handler in handlers {
            let takes = match &handler.kind {
                Some(kind) => self.takes(kind, &exception.kind)?,
                None => true,
            };
            if !takes {
                continue;
            }
            if exception.operation.is_some() && !self.context.is_quiet {
                let error = self.error(exception.clone());
                self.told.handled.push((self.context.operations.len(), error));
            }
            if let Some(name) = &handler.name {
                let value = Value::Object(Rc::new(Object { class: "exception", fields: Vec::new() }));
                self.assign(&name.name, value, &name.span)?;
            }
            self.exceptions.push(exception);
            let ended = self.block(&handler.body);
            self.exceptions.pop();
            if let Some(name) = &handler.name {
                self.variables_of(&name.name).retain(|(known, _)| *known != name.name);
            }
            return ended;
        }
        Err(Box::new(Stop::Raised(exception)))
    }

    /// Whether `except kind` takes an exception of a class.
    fn takes(&self, kind: &Expression, raised: &str) -> Outcome<bool> {
        if let ExpressionKind::Sequence { items, .. } = &kind.kind {
            for item in items {
                if self.takes(item, raised)? {
                    return Ok(true);
                }
            }
            return Ok(false);
        }
        let is_known = |name: &&str| self.variable(name).is_none() && is_exception(name);
        match kind.name().filter(is_known).and_then(|wanted| is_a(raised, wanted)) {
            Some(takes) => Ok(takes),
            None => unreadable(UnreadableReason::Statement, &kind.span),
        }
    }

    /// `raise exception from cause`.
    pub(super) fn raise(
        &mut self,
        exception: Option<&Expression>,
        cause: Option<&Expression>,
        span: &Range<usize>,
    ) -> Outcome<Flow> {
        let Some(exception) = exception else {
            return match self.exceptions.last() {
                Some(again) => Err(Box::new(Stop::Raised(again.clone()))),
                None => raised("RuntimeError", "No active exception to reraise", span),
            };
        };
        let (class, arguments) = match &exception.kind {
            ExpressionKind::Call { function, arguments, .. } => (&**function, arguments.as_slice()),
            _ => (exception, [].as_slice()),
        };
        // What a variable holds may be any exception: one without a name.
        let any = || raised("", "", span);
        let kind = class.name().filter(|name| self.variable(name).is_none() && is_exception(name));
        let Some(kind) = kind else { return any() };
        let message = match arguments {
            [] => None,
            [Argument::Positional(message)] => Some(self.value(message)?),
            _ => return any(),
        };
        if cause.is_some_and(|cause| cause.name().is_none() && !matches!(cause.kind, ExpressionKind::None)) {
            return any();
        }
        self.raise_text(kind, message.as_ref(), span)
    }

    /// An exception with a text, or without one. Where its text is not known, it has no name.
    pub(super) fn raise_text<T>(&self, kind: &str, message: Option<&Value>, span: &Range<usize>) -> Outcome<T> {
        match message.map(Value::as_text) {
            None => raised(kind, "", span),
            // The message of a KeyError has quotes, and of a text of several lines only the first is the message.
            Some(Some(message)) if kind != "KeyError" && !message.contains(['\\', '\n']) => raised(kind, message, span),
            Some(_) => raised("", "", span),
        }
    }
}
