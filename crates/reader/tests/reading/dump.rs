//! The syntax tree of a program as text, as `tests/vectors/make_syntax.py` writes it.

use std::cell::Cell;
use std::ops::Range;

use serde_json::Value;
use tensor_reader::syntax::tree::{
    Alias, Argument, Clause, Expression, ExpressionKind, Handler, Module, Parameter, ParameterKind, SequenceKind,
    Statement, StatementKind,
};

/// Writes a tree. Without `places` it has neither the places of its nodes nor the comments.
pub(crate) fn dumped(text: &str, module: &Module, places: bool) -> String {
    Dump { text, places, base: Cell::default() }.module(module)
}

/// The parts of a node in brackets.
pub(crate) fn joined(parts: Vec<String>) -> String {
    format!("({})", parts.into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join(" "))
}

struct Dump<'a> {
    text: &'a str,
    places: bool,
    /// Where the statement begins that is written: places within it count from there.
    base: Cell<usize>,
}

fn alias(alias: &Alias) -> String {
    format!("{}>{}", alias.name, alias.alias.as_deref().unwrap_or_default())
}

impl Dump<'_> {
    fn place(&self, span: &Range<usize>) -> String {
        if !self.places {
            return String::new();
        }
        format!("{}:{}", span.start - self.base.get(), span.end - self.base.get())
    }

    fn module(&self, module: &Module) -> String {
        let body: Vec<String> = module.body.iter().map(|statement| self.statement(statement)).collect();
        if !self.places {
            return body.join(" ");
        }
        let comments: Vec<String> = module.comments.iter().map(|span| self.place(span)).collect();
        format!("{} #{}", body.join(" "), comments.join(","))
    }

    fn statement(&self, statement: &Statement) -> String {
        let place = self.place(&statement.span);
        let outer = self.base.replace(statement.span.start);
        let one = |expression: &Expression| self.expression(expression);
        let maybe = |expression: &Option<Expression>| expression.as_ref().map(one).unwrap_or_default();
        let block = |body: &[Statement]| {
            format!("{{{}}}", body.iter().map(|statement| self.statement(statement)).collect::<Vec<_>>().join(" "))
        };
        let (kind, mut parts) = match &statement.kind {
            StatementKind::Expression(value) => ("Expression", vec![one(value)]),
            StatementKind::Assign { targets, value } => ("Assign", targets.iter().chain([value]).map(one).collect()),
            StatementKind::AnnotatedAssign { target, annotation, value } => {
                ("Annotated", vec![one(target), one(annotation), maybe(value)])
            }
            StatementKind::AugmentedAssign { target, operator, value } => {
                ("Augmented", vec![one(target), format!("{operator:?}"), one(value)])
            }
            StatementKind::Import(names) => ("Import", names.iter().map(alias).collect()),
            StatementKind::ImportFrom { module, names } => {
                ("ImportFrom", [module.clone()].into_iter().chain(names.iter().map(alias)).collect())
            }
            StatementKind::For { target, iterable, body, otherwise } => {
                ("For", vec![one(target), one(iterable), block(body), block(otherwise)])
            }
            StatementKind::If { condition, body, otherwise } => {
                ("If", vec![one(condition), block(body), block(otherwise)])
            }
            StatementKind::While { condition, body, otherwise } => {
                ("While", vec![one(condition), block(body), block(otherwise)])
            }
            StatementKind::Try { body, handlers, otherwise, last } => {
                let handler = |Handler { kind, name, body }: &Handler| {
                    let name = name.as_ref().map(|name| name.name.as_str()).unwrap_or_default();
                    format!("<{}>{name} {}>", maybe(kind), block(body))
                };
                let ends = [block(otherwise), block(last)];
                ("Try", [block(body)].into_iter().chain(handlers.iter().map(handler)).chain(ends).collect())
            }
            StatementKind::Raise { exception, cause } => ("Raise", vec![maybe(exception), maybe(cause)]),
            StatementKind::Break => ("Break", Vec::new()),
            StatementKind::Continue => ("Continue", Vec::new()),
            StatementKind::Class { name, arguments, body, decorators } => {
                let mut parts = vec![name.name.clone()];
                parts.extend(arguments.iter().map(|argument| self.argument(argument)));
                parts.push(block(body));
                parts.extend(decorators.iter().map(|decorator| format!("@{}", one(decorator))));
                ("Class", parts)
            }
            StatementKind::Def { name, parameters, returns, body, decorators } => {
                let mut parts = vec![name.name.clone(), self.parameters(parameters), maybe(returns), block(body)];
                parts.extend(decorators.iter().map(|decorator| format!("@{}", one(decorator))));
                ("Def", parts)
            }
            StatementKind::Return(value) => ("Return", vec![maybe(value)]),
            StatementKind::With { items, body } => {
                let items = items.iter().map(|(value, target)| format!("{}>{}", one(value), maybe(target)));
                ("With", items.chain([block(body)]).collect())
            }
            StatementKind::Assert { condition, message } => ("Assert", vec![one(condition), maybe(message)]),
            StatementKind::Delete(targets) => ("Delete", targets.iter().map(one).collect()),
            StatementKind::Pass => ("Pass", Vec::new()),
            // The recorded trees have no kinds of their own for these.
            StatementKind::Global { .. } | StatementKind::Yield { .. } | StatementKind::Unread { .. } => {
                ("Unsupported", Vec::new())
            }
        };
        self.base.set(outer);
        parts.splice(0..0, [kind.to_owned(), place]);
        joined(parts)
    }

    fn argument(&self, argument: &Argument) -> String {
        match argument {
            Argument::Positional(value) => self.expression(value),
            Argument::Keyword(name, value) => format!("{}={}", name.name, self.expression(value)),
            Argument::Mapping(value) => format!("**={}", self.expression(value)),
        }
    }

    fn parameters(&self, parameters: &[Parameter]) -> String {
        let maybe = |value: &Option<Expression>| value.as_ref().map(|value| self.expression(value)).unwrap_or_default();
        let one = |parameter: &Parameter| {
            let mark = match parameter.kind {
                ParameterKind::Plain => "",
                ParameterKind::PositionalOnly => return "/".to_owned(),
                ParameterKind::KeywordOnly => return "*".to_owned(),
                ParameterKind::Rest => "*",
                ParameterKind::Keywords => "**",
            };
            format!("{mark}{}:{}={}", parameter.name.name, maybe(&parameter.annotation), maybe(&parameter.default))
        };
        format!("<{}>", parameters.iter().map(one).collect::<Vec<_>>().join(" "))
    }

    fn expression(&self, expression: &Expression) -> String {
        let one = |expression: &Expression| self.expression(expression);
        let boxed = |expression: &Option<Box<Expression>>| expression.as_deref().map(one).unwrap_or_default();
        let debug = |kind: &dyn std::fmt::Debug| format!("{kind:?}");
        let (kind, mut parts) = match &expression.kind {
            ExpressionKind::Name(name) => ("Name".to_owned(), vec![name.clone()]),
            ExpressionKind::Integer(value) => {
                ("Integer".to_owned(), vec![value.map_or("large".to_owned(), |value| value.to_string())])
            }
            ExpressionKind::Float(value) => ("Float".to_owned(), vec![format!("{:016x}", value.to_bits())]),
            ExpressionKind::Text(content) => ("Text".to_owned(), vec![self.content(expression, content)]),
            ExpressionKind::Bool(value) => ("Bool".to_owned(), vec![if *value { "True" } else { "False" }.to_owned()]),
            ExpressionKind::Imaginary
            | ExpressionKind::OpaqueText
            | ExpressionKind::None
            | ExpressionKind::Ellipsis => (debug(&expression.kind), Vec::new()),
            ExpressionKind::Sequence { kind, items } => {
                let kind = if *kind == SequenceKind::BareTuple { SequenceKind::Tuple } else { *kind };
                (debug(&kind), items.iter().map(one).collect())
            }
            ExpressionKind::Dict(entries) => {
                let entry = |(key, value): &(Option<Expression>, Expression)| {
                    format!("{}:{}", key.as_ref().map(one).unwrap_or_default(), one(value))
                };
                ("Dict".to_owned(), entries.iter().map(entry).collect())
            }
            ExpressionKind::Comprehension { elements, clauses } => {
                let clause = |Clause { target, iterable, conditions }: &Clause| {
                    let parts = [target, iterable].into_iter().chain(conditions).map(one);
                    format!("<{}>", parts.collect::<Vec<_>>().join(" "))
                };
                ("Comprehension".to_owned(), elements.iter().map(one).chain(clauses.iter().map(clause)).collect())
            }
            ExpressionKind::Lambda { parameters, body } => {
                ("Lambda".to_owned(), vec![self.parameters(parameters), one(body)])
            }
            ExpressionKind::Unary { operator, operand } => (debug(operator), vec![one(operand)]),
            ExpressionKind::Binary { operator, left, right, sign } => {
                let text: String = self.text.chars().skip(sign.start).take(sign.len()).collect();
                assert!(
                    sign.start >= left.span.end
                        && sign.end <= right.span.start
                        && !text.contains(char::is_alphanumeric)
                );
                (debug(operator), vec![one(left), one(right)])
            }
            ExpressionKind::Compare { first, rest } => {
                let rest = rest.iter().map(|(operator, _, value)| format!("{operator:?} {}", one(value)));
                ("Compare".to_owned(), [one(first)].into_iter().chain(rest).collect())
            }
            ExpressionKind::Logical { and, operands } => {
                (if *and { "And" } else { "Or" }.to_owned(), operands.iter().map(one).collect())
            }
            ExpressionKind::Conditional { condition, then, otherwise } => {
                ("Conditional".to_owned(), vec![one(then), one(condition), one(otherwise)])
            }
            ExpressionKind::Named { target, value } => ("Named".to_owned(), vec![one(target), one(value)]),
            ExpressionKind::Attribute { value, name } => ("Attribute".to_owned(), vec![one(value), name.name.clone()]),
            ExpressionKind::Call { function, arguments, .. } => {
                let arguments = arguments.iter().map(|argument| self.argument(argument));
                ("Call".to_owned(), [one(function)].into_iter().chain(arguments).collect())
            }
            ExpressionKind::Subscript { value, index } => ("Subscript".to_owned(), vec![one(value), one(index)]),
            ExpressionKind::Slice { parts } => ("Slice".to_owned(), vec![parts.each_ref().map(boxed).join(":")]),
            ExpressionKind::Starred(value) => ("Starred".to_owned(), vec![one(value)]),
        };
        parts.splice(0..0, [kind, self.place(&expression.span)]);
        joined(parts)
    }

    /// The content of a string, unless it has escape sequences, which are not resolved.
    fn content(&self, expression: &Expression, content: &str) -> String {
        let written: String = self.text.chars().skip(expression.span.start).take(expression.span.len()).collect();
        if written.contains('\\') { "escaped".to_owned() } else { Value::from(content).to_string() }
    }
}
