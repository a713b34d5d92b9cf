//! What nothing calls, and what a call of it needs.

use std::ops::Range;

use crate::reading::MAX_PROGRAM_CHARS;
use crate::syntax::lexer::{Source, TokenKind};
use crate::syntax::tree::{Module, Parameter, ParameterKind, Statement, StatementKind};
use crate::syntax::tree_of;

/// A function or a class that nothing calls.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Uncalled {
    /// Its name.
    pub name: String,
    /// Its place, in characters.
    pub span: Range<usize>,
    /// Whether it is a class.
    pub is_class: bool,
    /// What it needs; of a class, what `__init__` needs.
    pub needs: Vec<Needed>,
    /// What its instances need where they are called; `None` for a function, and where they cannot be called.
    pub inputs: Option<Vec<Needed>>,
}

/// A parameter without a default.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Needed {
    /// Its name.
    pub name: String,
    /// Its type, where one is written.
    pub annotation: String,
    /// Whether it is given by its name only.
    pub is_named: bool,
}

/// The first function or class of a program that nothing calls, with what a call of it needs.
#[must_use]
pub fn uncalled(program: &str) -> Option<Uncalled> {
    let source = Source::program(program, MAX_PROGRAM_CHARS);
    let module = tree_of(&source);
    let (name, statement) = first_uncalled(&source, &module)?;
    let needed = |parameters: &[Parameter]| needed(&source, parameters);
    let (name, span) = (name.to_owned(), statement.span.clone());
    Some(match &statement.kind {
        StatementKind::Def { parameters, .. } => {
            Uncalled { name, span, is_class: false, needs: needed(parameters), inputs: None }
        }
        _ => {
            let own = |name: &str| method(&module, statement, name).and_then(|parameters| parameters.get(1..));
            let inputs = own("forward").or_else(|| own("__call__")).map(needed);
            Uncalled { name, span, is_class: true, needs: own("__init__").map(needed).unwrap_or_default(), inputs }
        }
    })
}

/// The first function or class of the module whose name stands nowhere else. What has a decorator may be called by it.
pub(crate) fn first_uncalled<'a>(source: &Source, module: &'a Module) -> Option<(&'a str, &'a Statement)> {
    module.body.iter().find_map(|statement| {
        let (StatementKind::Def { name, decorators, .. } | StatementKind::Class { name, decorators, .. }) =
            &statement.kind
        else {
            return None;
        };
        let is_outside = |place: &Range<usize>| place.end <= statement.span.start || statement.span.end <= place.start;
        let names = source.tokens.iter().filter(|token| token.kind == TokenKind::Name && is_outside(&token.span));
        let is_named = names.into_iter().any(|token| source.is(&token.span, &name.name));
        (decorators.is_empty() && !is_named).then_some((name.name.as_str(), statement))
    })
}

/// The parameters of a method of a class, or of one of the module that it derives from.
fn method<'a>(module: &'a Module, class: &'a Statement, wanted: &str) -> Option<&'a [Parameter]> {
    let StatementKind::Class { arguments, body, .. } = &class.kind else { return None };
    let own = body.iter().find_map(|statement| match &statement.kind {
        StatementKind::Def { name, parameters, .. } if name.name == wanted => Some(&parameters[..]),
        _ => None,
    });
    own.or_else(|| {
        let base = arguments.first()?.value().name()?;
        let is_base = |statement: &&Statement| {
            statement.span.end <= class.span.start
                && matches!(&statement.kind, StatementKind::Class { name, .. } if name.name == base)
        };
        method(module, module.body.iter().rfind(is_base)?, wanted)
    })
}

/// The parameters without a default.
fn needed(source: &Source, parameters: &[Parameter]) -> Vec<Needed> {
    let mut is_named = false;
    let mut needed = Vec::new();
    for parameter in parameters {
        is_named |= matches!(parameter.kind, ParameterKind::KeywordOnly | ParameterKind::Rest);
        if parameter.kind == ParameterKind::Plain && parameter.default.is_none() {
            let annotation = parameter.annotation.as_ref().map(|annotation| source.typed(&annotation.span));
            let name = parameter.name.name.clone();
            needed.push(Needed { name, annotation: annotation.unwrap_or_default(), is_named });
        }
    }
    needed
}
