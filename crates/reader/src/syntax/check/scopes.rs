//! What CPython says of programs that its grammar accepts: of names, `return`, `break` and arguments.

use super::SyntaxError;
use crate::syntax::tree::{Argument, Expression, ExpressionKind, Parameter, Statement, StatementKind};

const FUTURE: [&str; 10] = [
    "nested_scopes",
    "generators",
    "division",
    "absolute_import",
    "with_statement",
    "print_function",
    "unicode_literals",
    "barry_as_FLUFL",
    "generator_stop",
    "annotations",
];

/// Where a statement stands.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Within {
    Module,
    Class,
    Function,
}

/// A place in the text, and what is said there.
type Found = Option<(usize, String)>;

/// The first error that CPython finds in a program after it is parsed.
pub(super) fn error(text: &[char], body: &[Statement]) -> Option<SyntaxError> {
    let (at, message) =
        future(body).or_else(|| names(body, Within::Module)).or_else(|| uses(body, Within::Module, false))?;
    let before = text.get(..at).unwrap_or_default();
    let start = before.iter().rposition(|&c| c == '\n').map_or(0, |at| at + 1);
    let line = 1 + before.iter().filter(|&&c| c == '\n').count();
    Some(SyntaxError::new(line, at - start + 1, message))
}

/// Imports of features that there are not.
fn future(body: &[Statement]) -> Found {
    body.iter().find_map(|statement| {
        let StatementKind::ImportFrom { module, names } = &statement.kind else { return None };
        let wrong = names.iter().find(|name| module == "__future__" && !FUTURE.contains(&name.name.as_str()))?;
        Some((statement.span.start, format!("future feature {} is not defined", wrong.name)))
    })
}

/// What is said of names. CPython looks at all of them first.
fn names(body: &[Statement], within: Within) -> Found {
    body.iter().find_map(|statement| {
        let at = statement.span.start;
        let found = match &statement.kind {
            StatementKind::ImportFrom { names, .. }
                if within != Within::Module && names.iter().any(|name| name.name == "*") =>
            {
                Some((statement.span.end - 1, "import * only allowed at module level".to_owned()))
            }
            StatementKind::Global { is_nonlocal: true, .. } if within == Within::Module => {
                Some((at, "nonlocal declaration not allowed at module level".to_owned()))
            }
            StatementKind::Def { parameters, body, .. } => repeated(parameters).or_else(|| {
                body.iter().find_map(|inner| {
                    let StatementKind::Global { names, is_nonlocal } = &inner.kind else { return None };
                    let is_parameter =
                        |name: &&String| parameters.iter().any(|parameter| parameter.name.name == **name);
                    let name = names.iter().find(is_parameter)?;
                    let kind = if *is_nonlocal { "nonlocal" } else { "global" };
                    Some((inner.span.start, format!("name '{name}' is parameter and {kind}")))
                })
            }),
            _ => None,
        };
        let inner = match &statement.kind {
            StatementKind::Def { .. } => Within::Function,
            StatementKind::Class { .. } => Within::Class,
            _ => within,
        };
        found.or_else(|| statement.kind.blocks().into_iter().find_map(|block| names(block, inner)))
    })
}

/// A parameter with the name of another one.
fn repeated(parameters: &[Parameter]) -> Found {
    let is_second = |(at, parameter): &(usize, &Parameter)| {
        let name = &parameter.name.name;
        !name.is_empty() && parameters.iter().take(*at).any(|before| before.name.name == *name)
    };
    let (_, second) = parameters.iter().enumerate().find(is_second)?;
    Some((second.name.span.start, format!("duplicate argument '{}' in function definition", second.name.name)))
}

/// What is said of statements that are not in a function or in a loop, and of expressions.
fn uses(body: &[Statement], within: Within, in_loop: bool) -> Found {
    body.iter().find_map(|statement| {
        let at = statement.span.start;
        let told = |message: &str| Some((at, message.to_owned()));
        let found = match &statement.kind {
            StatementKind::Return(_) if within != Within::Function => told("'return' outside function"),
            StatementKind::Yield { .. } if within != Within::Function => told("'yield' outside function"),
            StatementKind::Break if !in_loop => told("'break' outside loop"),
            StatementKind::Continue if !in_loop => told("'continue' not properly in loop"),
            StatementKind::Assign { targets, value } => {
                expression(value, false).or_else(|| targets.iter().find_map(starred))
            }
            StatementKind::Expression(value) | StatementKind::Return(Some(value)) => expression(value, false),
            StatementKind::AugmentedAssign { value, .. } => expression(value, false),
            StatementKind::If { condition: value, .. } | StatementKind::While { condition: value, .. } => {
                expression(value, false)
            }
            StatementKind::For { iterable, target, .. } => expression(iterable, false).or_else(|| starred(target)),
            StatementKind::With { items, .. } => items.iter().find_map(|(value, _)| expression(value, false)),
            _ => None,
        };
        let inner = match &statement.kind {
            StatementKind::Def { .. } => (Within::Function, false),
            StatementKind::Class { .. } => (Within::Class, false),
            StatementKind::For { .. } | StatementKind::While { .. } => (within, true),
            _ => (within, in_loop),
        };
        // What stands after `else` of a loop is not in it.
        let is_loop = matches!(statement.kind, StatementKind::For { .. } | StatementKind::While { .. });
        found.or_else(|| {
            statement.kind.blocks().into_iter().enumerate().find_map(|(at, block)| {
                if is_loop && at == 1 { uses(block, within, in_loop) } else { uses(block, inner.0, inner.1) }
            })
        })
    })
}

/// What is said of the stars of a target.
fn starred(target: &Expression) -> Found {
    match &target.kind {
        ExpressionKind::Starred(_) => {
            Some((target.span.start, "starred assignment target must be in a list or tuple".to_owned()))
        }
        ExpressionKind::Sequence { items, .. } => {
            let mut stars = items.iter().filter(|item| matches!(item.kind, ExpressionKind::Starred(_)));
            stars.nth(1).map(|_| (target.span.start, "multiple starred expressions in assignment".to_owned()))
        }
        _ => None,
    }
}

/// What is said of an expression, which may have a star.
fn expression(value: &Expression, may_star: bool) -> Found {
    if matches!(value.kind, ExpressionKind::Starred(_)) && !may_star {
        return Some((value.span.start, "can't use starred expression here".to_owned()));
    }
    let mut found = None;
    if let ExpressionKind::Call { function, arguments, .. } = &value.kind {
        let name = |argument: &Argument| match argument {
            Argument::Keyword(name, _) => Some(name.clone()),
            _ => None,
        };
        let keywords: Vec<_> = arguments.iter().filter_map(name).collect();
        let is_second = |at: usize, name: &str| keywords.iter().take(at).any(|before| before.name == name);
        let second = keywords.iter().enumerate().find(|(at, keyword)| is_second(*at, &keyword.name));
        found = expression(function, false)
            .or_else(|| second.map(|(_, name)| (name.span.start, format!("keyword argument repeated: {}", name.name))));
    }
    let may_star = matches!(value.kind, ExpressionKind::Sequence { .. } | ExpressionKind::Call { .. });
    value.each_child(&mut |child| {
        if found.is_none() {
            found = expression(child, may_star);
        }
    });
    found
}
