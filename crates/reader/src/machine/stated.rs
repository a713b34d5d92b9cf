//! Stated shapes: where they are used, and where they differ from what the program makes.

use std::ops::Range;
use std::rc::Rc;

use super::statements::{DECORATED, Flow};
use super::{Machine, Unknown};
use crate::machine::annotations::{Annotation, comment_after, of_comment, of_type};
use crate::reading::{Note, UnreadableReason};
use crate::signatures::call::Arguments;
use crate::syntax::tree::{Expression, Module, Parameter, ParameterKind, Statement, StatementKind};
use crate::tensors::context::{Outcome, Stop, unreadable};
use crate::tensors::value::{Class, Decorator, Function, Placed, Tensor, Value};
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
                    self.told.notes.push(Note { line, stated: shape, made: Some(tensor.shape.clone()) });
                }
                given
            }
            Ok(Placed { value: Value::Unknown(_), .. }) | Err(_) => {
                if let Err(stop) = given {
                    self.or_unknown(*stop)?;
                }
                self.context.is_uncertain = true;
                self.told.notes.push(Note { line, stated: shape.clone(), made: None });
                let place = value.map_or(&statement.span, |value| &value.span);
                Ok(Placed::new(self.tensor_of(&stated, shape), place))
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
            Some(Value::Int(Some(size))) => u64::try_from(*size).ok(),
            _ => self.stated_sizes.iter().find(|(known, _)| known == name).map(|(_, size)| *size),
        })
    }

    /// The shape that the comment at the end of a statement's last line states.
    fn comment_after(&self, statement: &Statement) -> Option<Annotation> {
        let source = self.context.source;
        comment_after(source, statement.span.end).and_then(|comment| of_comment(&source.typed(&comment)))
    }

    /// Notes a variable of the module that gets a value which is not known.
    pub(super) fn note_unknown(&mut self, name: &str, from: Option<&str>) {
        if self.calls == 0 && !self.unknown.iter().any(|known| known.name == *name) {
            self.unknown.push(Unknown { name: name.to_owned(), from: from.map(str::to_owned), frees: 0 });
        }
    }

    /// Reads the functions that nothing has called once, with what types and defaults state of their parameters. So are the methods of
    /// classes; where the program makes no instance, one is made.
    pub(super) fn run_functions(&mut self, module: &Module) -> Outcome<()> {
        for statement in &module.body {
            let (StatementKind::Def { name, .. } | StatementKind::Class { name, .. }) = &statement.kind else {
                continue;
            };
            let decorated = self.variable(&format!("{DECORATED}{}", name.name));
            let value = decorated.or_else(|| self.variable(&name.name)).cloned();
            self.tries = 0;
            self.perhaps(&name.span, &mut |machine| {
                match &value {
                    Some(Value::Function(function)) => machine.run_function(function, None, &name.span)?,
                    Some(Value::Class(class)) => machine.run_class(class, &name.span)?,
                    _ => {}
                }
                Ok(Flow::Next)
            })?;
        }
        Ok(())
    }

    /// Reads a function once, unless it was called. `method`: the class that has it, and an instance.
    fn run_function(
        &mut self,
        function: &Rc<Function>,
        method: Option<(&Rc<Class>, &Value)>,
        span: &Range<usize>,
    ) -> Outcome<()> {
        if self.called.contains(&(Rc::as_ptr(&function.parameters).cast::<u8>() as usize)) || function.names.has_yield {
            return Ok(());
        }
        let is_bound = method.is_some() && function.decorator != Decorator::Static;
        let parameters = function.parameters.get(usize::from(is_bound)..).unwrap_or_default();
        let given = self.stated_arguments(parameters, span);
        let ended = match method {
            Some((class, instance)) if is_bound => self.call_method(function, class, instance.clone(), given),
            _ => self.call_function(function, given, None),
        };
        self.told(ended).map(|_| ())
    }

    /// The value of a call that the program does not make: its exception is told.
    fn told(&mut self, ended: Outcome) -> Outcome {
        ended.or_else(|stop| match *stop {
            Stop::Raised(raised) => {
                self.tell(raised);
                Ok(Value::Unknown(None))
            }
            stop => self.or_unknown(stop),
        })
    }

    /// Reads the methods of a class that nothing has called.
    fn run_class(&mut self, class: &Rc<Class>, span: &Range<usize>) -> Outcome<()> {
        let is_made = |value: &&Value| matches!(value, Value::Instance(instance) if Rc::ptr_eq(&instance.class, class));
        let made = self.globals.iter().map(|(_, value)| value).find(is_made).cloned();
        let instance = match made {
            Some(made) => made,
            None => {
                let init = match class.find("__init__") {
                    Some((_, Value::Function(init))) => Some(Rc::clone(&init.parameters)),
                    _ => None,
                };
                let parameters = init.as_ref().and_then(|parameters| parameters.get(1..)).unwrap_or_default();
                let made = self.instantiate(class, self.stated_arguments(parameters, span));
                self.told(made)?
            }
        };
        if matches!(instance, Value::Unknown(_)) {
            return Ok(());
        }
        let attributes = class.attributes.borrow().clone();
        for (_, value) in &attributes {
            if let Value::Function(function) = value {
                self.run_function(function, Some((class, &instance)), span)?;
            }
        }
        Ok(())
    }

    /// What types state of parameters without a default; what they do not state is not known.
    fn stated_arguments(&self, parameters: &[Parameter], span: &Range<usize>) -> Arguments {
        let mut given = Arguments::of(Vec::new(), span);
        for parameter in parameters.iter().filter(|parameter| parameter.kind == ParameterKind::Plain) {
            let stated = parameter.annotation.as_ref().and_then(of_type);
            let name = &parameter.name;
            let value = match stated.and_then(|stated| Some((self.shape_of(&stated)?, stated))) {
                Some((shape, stated)) => self.tensor_of(&stated, shape),
                None if parameter.default.is_some() => continue,
                None => Value::Unknown(Some(name.name.as_str().into())),
            };
            given.keywords.push((name.name.clone(), Placed::new(value, &name.span)));
        }
        given
    }
}
