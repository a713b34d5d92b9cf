//! What nothing calls, and what a call of it needs.

use std::ops::Range;

use tensor_reader::is_part_of_word;
use tensor_reader::syntax::program_tree;
use tensor_reader::syntax::tree::{Module, Parameter, ParameterKind, Statement, StatementKind};

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
    /// How an instance is called: by itself, or by `.forward`, where it is no module.
    pub method: &'static str,
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

/// The first function or class of a program that nothing calls, with what a call of it needs. What has a decorator may be called by it.
pub(super) fn uncalled(program: &str) -> Option<Uncalled> {
    let module = program_tree(program);
    let text: Vec<char> = program.chars().collect();
    let statement = module.body.iter().find(|statement| is_uncalled(&text, &module, statement))?;
    let needed = |parameters: &[Parameter]| needed(&text, parameters);
    let own = |name: &str| method(&module, statement, name).and_then(|parameters| parameters.get(1..));
    let (is_class, needs, inputs) = match &statement.kind {
        StatementKind::Def { parameters, .. } => (false, needed(parameters), None),
        _ => {
            let inputs = own("forward").or_else(|| own("__call__")).map(needed);
            (true, own("__init__").map(needed).unwrap_or_default(), inputs)
        }
    };
    let is_plain = matches!(&statement.kind, StatementKind::Class { arguments, .. } if arguments.is_empty());
    let method = if is_plain && own("__call__").is_none() { ".forward" } else { "" };
    let (name, span) = (defined(&statement.kind)?.to_owned(), statement.span.clone());
    Some(Uncalled { name, span, is_class, needs, inputs, method })
}

/// The name of a function or of a class, without a decorator.
fn defined(kind: &StatementKind) -> Option<&str> {
    match kind {
        StatementKind::Def { name, decorators, .. } | StatementKind::Class { name, decorators, .. } => {
            decorators.is_empty().then_some(name.name.as_str())
        }
        _ => None,
    }
}

/// Whether a statement is a definition whose name stands nowhere else, but in comments.
fn is_uncalled(text: &[char], module: &Module, statement: &Statement) -> bool {
    let Some(name) = defined(&statement.kind) else { return false };
    let is_out =
        |at: &usize| !statement.span.contains(at) && !module.comments.iter().any(|comment| comment.contains(at));
    let rest: String = text.iter().enumerate().filter(|(at, _)| is_out(at)).map(|(_, c)| *c).collect();
    rest.split(|c| !is_part_of_word(c)).all(|word| word != name)
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
fn needed(text: &[char], parameters: &[Parameter]) -> Vec<Needed> {
    let mut is_named = false;
    let mut needed = Vec::new();
    for parameter in parameters {
        is_named |= matches!(parameter.kind, ParameterKind::KeywordOnly | ParameterKind::Rest);
        if parameter.kind == ParameterKind::Plain && parameter.default.is_none() {
            let annotation = parameter.annotation.as_ref().and_then(|annotation| text.get(annotation.span.clone()));
            let name = parameter.name.name.clone();
            needed.push(Needed { name, annotation: annotation.unwrap_or_default().iter().collect(), is_named });
        }
    }
    needed
}
