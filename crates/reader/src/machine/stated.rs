//! Stated shapes: where they are used, and where they differ from what the program makes.

use std::rc::Rc;

use super::scopes::{ScopeKind, names_of};
use super::{Machine, Unknown};
use crate::machine::annotations::{Annotation, comment_after, of_comment, of_type};
use crate::reading::{Note, NoteKind, UnreadableReason};
use crate::syntax::tree::{Expression, ExpressionKind, Parameter, Statement, StatementKind, StatementPart};
use crate::tensors::context::{Outcome, unreadable};
use crate::tensors::value::{Base, Class, Instance, Placed, Tensor, Value};
use tensor_broadcasting::Shape;
use tensor_broadcasting::lists::Listed;

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
                    let made = Some(tensor.shape.clone());
                    self.context.notes.push(Note { line, kind: NoteKind::Stated { stated: shape, made } });
                }
                given
            }
            Ok(Placed { value: Value::Unknown(_), .. }) | Err(_)
                if value.is_some_and(|value| self.contradicts(value, &shape)) =>
            {
                given
            }
            Ok(Placed { value: Value::Unknown(_), .. }) | Err(_) => {
                if let Err(stop) = given {
                    self.or_unknown(*stop)?;
                }
                self.context.is_uncertain = true;
                let kind = NoteKind::Stated { stated: shape.clone(), made: None };
                self.context.notes.push(Note { line, kind });
                let place = value.map_or(&statement.span, |value| &value.span);
                Ok(Placed::new(self.tensor_of(&stated, shape), place))
            }
            _ => given,
        }
    }

    /// Whether an expression that is not known cannot have a stated shape: an index that is not known picks items of a known tensor, whose
    /// last axis the result then has. (Comments are often older than the line before them.)
    fn contradicts(&self, value: &Expression, stated: &Shape) -> bool {
        let ExpressionKind::Subscript { value: of, index } = &value.kind else { return false };
        let Some(Value::Tensor(tensor)) = of.name().and_then(|name| self.variable(name)) else { return false };
        // A tuple or a slice may say something about the last axis, and an item of a vector has none.
        let picks = index.name().is_some() && tensor.shape.ndim() > 1;
        picks && stated.last() != tensor.shape.last()
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

    /// Reads the functions that nothing has called, for the shapes that they state. What they are given is not known: of their exceptions
    /// only those of operations are told, whose operands are known. An instance has what `__init__` alone makes of it.
    pub(super) fn run_functions(&mut self, module: &[Statement]) -> Outcome<()> {
        let mut written = Vec::new();
        written_attributes(module, &mut written);
        for statement in module {
            let StatementKind::Class { name: class, body, .. } = &statement.kind else {
                self.run_function(statement, None)?;
                continue;
            };
            let is_base = written.contains(&class.name);
            let instance = Rc::new(Instance::of(Rc::new(Class::of(&class.name, Base::Unknown, Vec::new()))));
            let mut fields = Vec::new();
            for is_init in [true, false] {
                for method in body.iter().filter(|method| is_initializer(method) == is_init) {
                    instance.fields.replace(fields.clone());
                    self.run_function(method, Some(&instance))?;
                    if is_init {
                        fields = instance.fields.take();
                    }
                }
                // What a container holds, and what follows `None`, is for other methods to say.
                fields.retain(|(name, value)| {
                    use Value::{Dict, List, None, Set};
                    !is_base && !written.contains(name) && !matches!(value, None | List(_) | Dict(_) | Set(_))
                });
            }
        }
        Ok(())
    }

    /// Reads a function that nothing has called. `instance`: what `self` is.
    fn run_function(&mut self, statement: &Statement, instance: Option<&Rc<Instance>>) -> Outcome<()> {
        let StatementKind::Def { name, parameters, body, .. } = &statement.kind else { return Ok(()) };
        let names = names_of(parameters, body);
        let is_called = self.called.contains(&(Rc::as_ptr(parameters).cast::<u8>() as usize));
        if names.has_yield || (is_called && !is_initializer(statement)) {
            return Ok(());
        }
        let variable = |parameter: &Parameter| {
            let name = &parameter.name.name;
            let stated = parameter.annotation.as_ref().and_then(of_type);
            let value = stated.and_then(|stated| Some(self.tensor_of(&stated, self.shape_of(&stated)?)));
            let own = instance.filter(|_| name == "self").map(|instance| Value::Instance(Rc::clone(instance)));
            (name.clone(), value.or(own).unwrap_or_else(|| Value::Unknown(Some(name.as_str().into()))))
        };
        let variables = parameters.iter().map(variable).listed();
        let before = self.state(&name.span)?;
        let at = self.add_scope(ScopeKind::Function, None, None);
        if let Some(scope) = self.scopes.get_mut(at) {
            (scope.variables, scope.names) = (variables, Rc::new(names));
        }
        (self.scope, self.calls, self.uncalled, self.context.is_quiet) = (Some(at), 1, 1, is_called);
        let ended = self.perhaps(&name.span, &mut |machine| machine.block(body));
        (self.scope, self.calls, self.uncalled, self.context.is_quiet) = (None, 0, 0, false);
        self.jumps.clear();
        self.drop_scope(at);
        self.restore(&before);
        ended.map(|_| ())
    }
}

/// Whether a statement defines `__init__`.
fn is_initializer(statement: &Statement) -> bool {
    matches!(&statement.kind, StatementKind::Def { name, .. } if name.name == "__init__")
}

/// The attributes that statements assign to, without those of `__init__`, and the classes from which others derive.
fn written_attributes(body: &[Statement], names: &mut Vec<String>) {
    for statement in body {
        if let StatementKind::Class { arguments, .. } = &statement.kind {
            names.extend(arguments.iter().filter_map(|base| base.value().name().map(str::to_owned)));
        }
        statement.kind.each_part(&mut |part| {
            if let StatementPart::Target(target) = part {
                attributes_in(target, names);
            }
        });
        if !is_initializer(statement) {
            statement.kind.blocks().into_iter().for_each(|block| written_attributes(block, names));
        }
    }
}

fn attributes_in(expression: &Expression, names: &mut Vec<String>) {
    if let ExpressionKind::Attribute { name, .. } = &expression.kind {
        names.push(name.name.clone());
    }
    expression.each_child(&mut |child| attributes_in(child, names));
}
