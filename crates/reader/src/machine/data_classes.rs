//! Data classes: `@dataclass` and `field` of the module `dataclasses`.

use std::ops::Range;
use std::rc::Rc;
use tensor_broadcasting::lists::Listed;

use super::{Machine, UnreadableReason, Variable};
use crate::signatures::call::Arguments;
use crate::syntax::tree::{Expression, ExpressionKind, Identifier, Parameter, ParameterKind, Statement, StatementKind};
use crate::tensors::context::{Outcome, unreadable};
use crate::tensors::value::{Body, DATA_FIELDS, Decorator, Function, Names, Object, Value};

/// What `field` makes, and the name of the function.
pub(super) const FIELD: &str = "dataclasses.field";

impl Machine<'_> {
    /// A class with the decorators that stand before it.
    ///
    /// # Errors
    ///
    /// A decorator other than `@dataclass`; fields that are not read.
    pub(super) fn decorated_class(
        &mut self,
        class: Value,
        decorators: &[Expression],
        body: &[Statement],
        span: &Range<usize>,
    ) -> Outcome {
        let declined = || unreadable(UnreadableReason::Statement, span);
        let (Value::Class(made), [decorator]) = (&class, decorators) else {
            return if decorators.is_empty() { Ok(class) } else { self.foreign(decorators, span) };
        };
        let decorator = match &decorator.kind {
            ExpressionKind::Call { function, arguments, .. } if arguments.is_empty() => function,
            _ => decorator,
        };
        match self.value(decorator)? {
            Value::Path(path) if &*path == "dataclasses.dataclass" && !made.is_module() => {}
            _ => return self.foreign(decorators, span),
        }
        let mut fields = vec![("self".to_owned(), None)];
        // The fields of a class that it derives from are not read.
        if made.find(DATA_FIELDS).is_some() {
            return declined();
        }
        for statement in body {
            let StatementKind::AnnotatedAssign { target, annotation, .. } = &statement.kind else { continue };
            let written = self.context.source.typed(&annotation.span);
            let is_plain = |name: &&str| {
                let is_new = !fields.iter().any(|(known, _)| known == name);
                is_new && !written.contains("Var") && !written.contains("KW_ONLY")
            };
            let Some(name) = target.name().filter(is_plain) else { return declined() };
            let default = made.own(name);
            // Each instance would have the same list.
            if let Some(Value::List(_) | Value::Dict(_) | Value::Set(_) | Value::Tensor(_)) = default {
                return declined();
            }
            fields.push((name.to_owned(), default));
        }
        if fields.windows(2).any(|pair| matches!(pair, [(_, Some(_)), (_, None)])) {
            return declined();
        }
        let parameter = |(name, _): &(String, Option<Value>)| Parameter {
            kind: ParameterKind::Plain,
            name: Identifier { name: name.clone(), span: 0..0 },
            annotation: None,
            default: None,
        };
        let names: Rc<[String]> = fields.iter().skip(1).map(|(name, _)| name.clone()).collect();
        made.set(DATA_FIELDS, Value::tuple(names.iter().map(|name| Value::text(name))));
        if made.own("__init__").is_none() {
            let function = Function {
                name: "__init__".to_owned(),
                label: self.label().map(|label| format!("{label}{}.__init__", made.name)),
                names: Rc::new(Names::default()),
                parameters: fields.iter().map(parameter).collect(),
                defaults: fields.into_iter().map(|(_, default)| default).listed(),
                body: Body::Fields(names),
                scope: None,
                decorator: Decorator::None,
            };
            made.set("__init__", Value::Function(Rc::new(function)));
        }
        Ok(class)
    }

    /// `__init__` of a data class.
    pub(super) fn initialize_fields(
        &mut self,
        fields: &[String],
        variables: Vec<Variable>,
        span: &Range<usize>,
    ) -> Outcome {
        let mut variables = variables.into_iter();
        let Some((_, Value::Instance(instance))) = variables.next() else {
            return unreadable(UnreadableReason::Kinds, span);
        };
        for (name, (_, value)) in fields.iter().zip(variables) {
            let value = match value {
                Value::Object(object) if object.class == FIELD => match object.fields.first() {
                    Some((_, factory)) => self.call_value(factory, Arguments::of(Vec::new(), span), span)?,
                    None => Value::None,
                },
                value => value,
            };
            instance.set(name, value);
        }
        let instance = Value::Instance(instance);
        self.context.keep(&instance, span)?;
        self.special(&instance, "__post_init__", Vec::new(), span)?;
        Ok(Value::None)
    }

    /// `field(default=value)` is the value; `field(default_factory=function)` keeps the function.
    pub(super) fn data_field(&self, given: &Arguments) -> Outcome {
        match (given.positional.as_slice(), given.keywords.as_slice()) {
            ([], [(name, value)]) if name == "default" => Ok(value.value.clone()),
            ([], [(name, value)]) if name == "default_factory" => {
                let fields = vec![("default_factory", value.value.clone())];
                Ok(Value::Object(Rc::new(Object { class: FIELD, fields })))
            }
            _ => unreadable(UnreadableReason::Arguments("field".to_owned()), &given.span),
        }
    }
}
