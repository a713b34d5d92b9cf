//! What CPython 3.11 says of a text that it does not accept: its exception, its words, its place.
//!
//! The parser of this project is lenient, and its errors have words of their own. Here is nothing lenient: the tokens and the grammar
//! are CPython's. `tests/vectors/syntax_errors.jsonl` has what CPython says; where that is not known for certain, nothing is said.

mod grammar;
mod scopes;
mod tokens;

use crate::syntax::lexer::Source;
use crate::syntax::tree::{Statement, StatementKind, SyntaxError};
use grammar::{Grammar, Verdict, formatted, verdict};
use tokens::Kind;

/// What CPython says of a text whose statements are `body`, of which the first `read` are read without fail; `None` where it accepts
/// the text, or where it is not known what it says.
pub(crate) fn syntax_error(source: &Source, body: &[Statement]) -> Option<SyntaxError> {
    let text: &[char] = &source.original;
    if source.prompted || source.is_cut || text.contains(&'\r') || source.is_foreign {
        return None;
    }
    // A text that is indented as a whole was copied from within another one.
    let mut lines = text.split(|&c| c == '\n').filter(|line| line.iter().any(|&c| c != ' ' && c != '\t'));
    if lines.all(|line| matches!(line.first(), Some(' ' | '\t'))) {
        return None;
    }
    let tokens = tokens::tokens(text, &source.commands)?;
    let unread = body.iter().position(is_unread);
    let list = &tokens.list;
    let is_block = |pair: &[tokens::Token]| {
        matches!(pair, [colon, newline, indent] if indent.kind == Kind::Indent
        && newline.kind == Kind::Newline && text.get(colon.span.clone()) != Some(&[':']))
    };
    let is_suspicious = tokens.error.is_some()
        || list.first().is_some_and(|first| first.kind == Kind::Indent)
        || list.windows(3).any(is_block)
        || list.iter().any(|token| {
            token.kind == Kind::String && formatted::is_suspicious(text.get(token.span.clone()).unwrap_or_default())
        });
    if unread.is_none() && !is_suspicious {
        return scopes::error(text, body);
    }
    // What stands before is Python.
    let before = unread.and_then(|at| body.get(at.saturating_sub(1))).map_or(0, |statement| statement.span.start);
    let before = if is_suspicious { 0 } else { before };
    let from = list.partition_point(|token| token.span.start < before);
    // The ends of the blocks before it stand at the same place.
    let from = from + list.iter().skip(from).take_while(|token| token.kind == Kind::Dedent).count();
    match verdict(&Grammar::new(), text, &tokens, from, false) {
        Verdict::Rejected(error) => Some(error),
        Verdict::Accepted if unread.is_none() => scopes::error(text, body),
        _ => None,
    }
}

/// Whether a statement or one in it is not read, or lacks a part.
fn is_unread(statement: &Statement) -> bool {
    let is_complete = match &statement.kind {
        StatementKind::Unread { .. } => false,
        StatementKind::Try { handlers, last, .. } => !handlers.is_empty() || !last.is_empty(),
        _ => true,
    };
    !is_complete || statement.kind.blocks().into_iter().flatten().any(is_unread)
}
