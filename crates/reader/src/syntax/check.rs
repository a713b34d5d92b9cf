//! What CPython 3.11 says of a text that it does not accept, where that is known for certain: its exception, its words, its place.
//!
//! CPython looks at the tokens first, then at the place where its parser stopped, then at what the statements are. So does this
//! file, with the tokens and the parser of this project. `tests/vectors/syntax_errors.jsonl` has what CPython says. Where its message is
//! not known, the message is empty: the text is not Python, and nothing more is told.

use std::ops::Range;
use tensor_broadcasting::lists::Listed;

use super::fields::{Field, fields};
use super::lexer::TokenKind::{self, Mark, Newline, Word};
use super::lexer::{Keyword, Source, Token};
use super::parser::{Fault, Wanted, expression_at};
use super::tree::{Expression, ExpressionKind, Statement, StatementKind, SyntaxError, UnreadKind};
use crate::shapes::{ascii_twin, is_part_of_word};

/// What CPython says of a text whose statements are `body`; `None` where it accepts the text, or where that is not known. `fault`: where
/// the parser stopped first.
pub(crate) fn syntax_error(source: &Source, body: &[Statement], fault: Option<&Fault>) -> Option<SyntaxError> {
    let text = source.original.as_slice();
    // A text that is indented as a whole was copied from within another one.
    let mut lines = text.split(|&c| c == '\n').filter(|line| line.iter().any(|&c| c != ' ' && c != '\t'));
    let is_part = lines.all(|line| matches!(line.first(), Some(' ' | '\t')));
    if source.prompted || source.is_cut || source.is_foreign || is_part || text.contains(&'\r') {
        return None;
    }
    let mut check = Check { source, open: Vec::new(), indent: None, blank: None };
    let mut error = check.error_of(body, fault)?;
    // Errors in the fields of a string come first.
    let end = source.line_start_of(error.line + 1);
    let is_before = |token: &&Token| token.span.start < end;
    if source.tokens.iter().take_while(is_before).any(|token| check.has_other_fields(token)) {
        error.message.clear();
    }
    Some(error)
}

/// The keywords that may stand directly after a number.
const FOLLOWERS: [Keyword; 8] = {
    use Keyword::{And, Else, For, If, In, Is, Not, Or};
    [And, Else, For, If, In, Is, Not, Or]
};

/// What is wrong with tokens.
struct Found {
    at: usize,
    error: SyntaxError,
    /// Whether CPython finds it even where the parser stops before it.
    is_ahead: bool,
}

struct Check<'a> {
    source: &'a Source,
    /// The brackets that are open.
    open: Vec<(char, usize)>,
    /// The first line that is indented where no block can begin.
    indent: Option<(usize, SyntaxError)>,
    /// The first character that indents a line.
    blank: Option<char>,
}

impl Check<'_> {
    fn error_of(&mut self, body: &[Statement], fault: Option<&Fault>) -> Option<SyntaxError> {
        let of_tokens = self.tokens()?;
        let stopped = fault.map_or(usize::MAX, |fault| self.place(fault.at));
        let indent = self.indent.take().filter(|&(at, _)| at <= stopped);
        let first = indent.as_ref().map_or(stopped, |&(at, _)| at);
        let is_try = fault.is_some_and(|fault| self.kind(fault.first) == Word(Keyword::Try));
        match (of_tokens, indent) {
            (Err(found), None) if found.is_ahead => return Some(found.error),
            (Err(found), _) if found.at <= first => {
                return (found.is_ahead || !has_unsupported(body, found.at)).then_some(found.error);
            }
            (_, Some((at, error))) => {
                let end = self.source.tokens.partition_point(|token| token.span.start < at);
                return (!is_try && !has_unsupported(body, at) && !self.prints(end)).then_some(error);
            }
            _ => {}
        }
        let Some(fault) = fault else {
            let found = misplaced(body, false, false).filter(|_| !has_unsupported(body, usize::MAX));
            return found.map(|(at, words)| self.error(at, words));
        };
        // CPython may accept what is nested too deep here, and what these words begin.
        let is_other = ["match", "case", "type"].iter().any(|name| self.is(fault.first, name))
            || (fault.first..=fault.at).any(|at| matches!(self.kind(at), Word(Keyword::Await | Keyword::Yield)));
        if fault.wanted == Wanted::Depth || is_other || has_unsupported(body, stopped) {
            return None;
        }
        if let Some(&(bracket, at)) = self.open.last() {
            // CPython says so only where it has read beyond the line.
            let mut read = self.source.tokens.iter().skip(fault.at);
            let read = read.find(|token| !token.span.is_empty() && token.kind != Newline);
            if at < stopped && read.is_none_or(|read| self.source.line(read.span.start) > self.source.line(at)) {
                return Some(self.error(at, &format!("'{bracket}' was never closed")));
            }
            if at < self.line_end(fault.at) || self.bracket(fault.at).is_some() {
                // As in `def f(:`.
                let before = |count: usize| self.kind(fault.at.saturating_sub(count));
                let is_named = (before(2), before(1), before(0)) == (TokenKind::Name, Mark(b'('), Mark(b':'));
                let is_line = is_named && self.source.line(stopped) == self.source.line(self.place(fault.at - 2));
                return Some(self.error(stopped, if is_line { "invalid syntax" } else { "" }));
            }
        }
        Some(self.fault(fault))
    }

    /// Whether a token is a string with fields that are not as in this version, or are not read.
    fn has_other_fields(&self, token: &Token) -> bool {
        let typed = self.source.typed(&token.span);
        let quote = typed.chars().find(|c| matches!(c, '"' | '\''));
        let is_other = |field: &Field| {
            let text: Vec<char> = field.expression.chars().listed();
            text.iter().any(|&c| matches!(c, '\\' | '#') || Some(c) == quote)
                || expression_at(&text, &(0..text.len())).is_none()
        };
        token.kind == TokenKind::FormattedText
            && fields(&self.source.string_content(&token.span))
                .is_none_or(|(_, fields)| fields.iter().any(|(field, _)| is_other(field)))
    }

    /// An error at a place, without a message where `words` are empty.
    fn error(&self, at: usize, words: &str) -> SyntaxError {
        SyntaxError {
            kind: "SyntaxError",
            message: words.to_owned(),
            line: self.source.line(at),
            offset: at - self.source.line_start(at) + 1,
        }
    }

    fn indentation_error(&self, at: usize, offset: usize, words: &str) -> SyntaxError {
        SyntaxError { kind: "IndentationError", offset, ..self.error(at, words) }
    }

    fn char(&self, at: usize) -> char {
        self.source.original.get(at).copied().unwrap_or('\n')
    }

    fn kind(&self, at: usize) -> TokenKind {
        self.source.tokens.get(at).map_or(Newline, |token| token.kind)
    }

    /// Where CPython has a token; the end of a line stands before the comment.
    fn place(&self, at: usize) -> usize {
        let token = self.source.tokens.get(at).filter(|token| token.kind != Newline);
        token.map_or_else(|| self.blanks_end(at.checked_sub(1)), |token| token.span.start)
    }

    /// Where the blanks after a token end.
    fn blanks_end(&self, token: Option<usize>) -> usize {
        let mut at = token.and_then(|at| self.source.tokens.get(at)).map_or(0, |token| token.span.end);
        while matches!(self.char(at), ' ' | '\t') {
            at += 1;
        }
        at
    }

    /// The first error of the tokens; `None` where CPython has other tokens.
    fn tokens(&mut self) -> Option<Result<(), Found>> {
        let is_quote = |c: &char| !c.is_ascii() && matches!(ascii_twin(*c), '"' | '\'');
        let is_other = |token: &Token| {
            let written = self.source.original.get(token.span.clone()).unwrap_or_default();
            let is_line = !written.iter().any(|c| matches!(c, '"' | '\'')) || written.contains(&'\n');
            match token.kind {
                TokenKind::Text | TokenKind::Bytes | TokenKind::OpenText(_) => {
                    written.iter().skip(1).any(is_quote) && !written.first().is_some_and(is_quote)
                }
                TokenKind::FormattedText => is_line || written.iter().any(is_quote),
                _ => false,
            }
        };
        if self.source.tokens.iter().any(is_other) { None } else { Some(self.tokens_error()) }
    }

    fn tokens_error(&mut self) -> Result<(), Found> {
        let source = self.source;
        let (mut before, mut indents) = (None::<&Token>, vec![0]);
        for token in source.tokens.iter().filter(|token| !token.kind.is_layout()) {
            let start = token.span.start;
            let from = before.map_or(0, |before| before.span.end);
            let is_new = self.blanks(from..start)?;
            if self.open.is_empty() && is_new {
                self.indentation(start, &mut indents, before)?;
            }
            let goes_on = match token.kind {
                Word(word) => !FOLLOWERS.contains(&word),
                kind => kind == TokenKind::Name || kind.is_number(),
            };
            if goes_on && before.is_some_and(|before| before.kind.is_number() && before.span.end == start) {
                self.found(start - 1, "")?;
            }
            self.token(token)?;
            before = Some(token);
        }
        self.blanks(before.map_or(0, |before| before.span.end)..source.original.len()).map(|_| ())
    }

    fn found(&self, at: usize, words: &str) -> Result<(), Found> {
        Err(Found { at, error: self.error(at, words), is_ahead: true })
    }

    /// What stands between two tokens: blanks, comments and lines that go on. Gives whether a new line begins.
    fn blanks(&self, place: Range<usize>) -> Result<bool, Found> {
        let mut at = place.start;
        let mut is_new = at == 0;
        while at < place.end {
            let mut skipped = self.source.comments.iter().chain(&self.source.commands);
            match self.char(at) {
                ' ' | '\t' => at += 1,
                '\n' => (at, is_new) = (at + 1, true),
                '\\' if !is_new && self.char(at + 1) == '\n' && at + 2 < self.source.original.len() => at += 2,
                c => {
                    if let Some(skipped) = skipped.find(|skipped| skipped.start == at).filter(|_| c.is_ascii()) {
                        at = skipped.end;
                        continue;
                    }
                    let is_invisible = matches!(u32::from(c), 0xa0 | 0x2000..=0x200f | 0x202f | 0x3000 | 0xfeff);
                    let words = format!("invalid non-printable character U+{:04X}", u32::from(c));
                    self.found(at, if is_invisible && !is_new { &words } else { "" })?;
                }
            }
        }
        Ok(is_new)
    }

    /// The indentation of a line.
    fn indentation(&mut self, at: usize, indents: &mut Vec<usize>, before: Option<&Token>) -> Result<(), Found> {
        if self.char(at) == '\\' {
            return self.found(at, "");
        }
        let start = self.source.line_start(at);
        let column = at - start;
        let mut blanks = self.source.original.iter().take(at).skip(start);
        // Together with spaces a tab counts in two ways.
        if blanks.any(|&blank| blank != *self.blank.get_or_insert(blank)) {
            return self.found(start, "");
        }
        if indents.last().is_some_and(|&inner| column > inner) {
            let opens = before.is_some_and(|before| before.kind == Mark(b':'));
            if !opens && self.indent.is_none() {
                self.indent = Some((start, self.indentation_error(at, column, "unexpected indent")));
            }
            indents.push(column);
            return Ok(());
        }
        while indents.last().is_some_and(|&inner| column < inner) {
            indents.pop();
        }
        if indents.last() == Some(&column) {
            return Ok(());
        }
        let end = (at..).find(|&at| self.char(at) == '\n').unwrap_or(at);
        let words = "unindent does not match any outer indentation level";
        Err(Found { at: start, error: self.indentation_error(at, end - start + 1, words), is_ahead: false })
    }

    /// What is wrong with a token.
    fn token(&mut self, token: &Token) -> Result<(), Found> {
        let (source, span) = (self.source, &token.span);
        let at = span.start;
        let written = source.original.get(span.clone()).unwrap_or_default();
        match token.kind {
            TokenKind::Command if self.open.is_empty() => return Ok(()),
            TokenKind::Command => return self.found(at, ""),
            TokenKind::Text | TokenKind::FormattedText | TokenKind::Bytes | TokenKind::OpenText(_) => {
                let prefix = written.iter().take_while(|c| c.is_ascii_alphabetic()).count();
                let quote = written.get(prefix).copied().unwrap_or('"');
                if !quote.is_ascii() {
                    let code = u32::from(quote);
                    return self.found(at + prefix, &format!("invalid character '{quote}' (U+{code:04X})"));
                }
                let TokenKind::OpenText(_) = token.kind else { return Ok(()) };
                let is_long = (1..3).all(|i| written.get(prefix + i) == Some(&quote));
                let lines = source.original.strip_suffix(&['\n']).unwrap_or(&source.original).len();
                let (kind, end) = if is_long { ("triple-quoted ", lines) } else { ("", span.end) };
                let last = source.line(end);
                let words = format!("unterminated {kind}string literal (detected at line {last})");
                // A string within a field may be one of its own.
                let is_known = prefix == 0 || !written.contains(&'{');
                return self.found(at, if is_known { &words } else { "" });
            }
            _ => {}
        }
        let is_wrong = |c: &char| !(c.is_ascii() || c.is_alphabetic() && is_part_of_word(*c));
        if let Some(wrong) = written.iter().position(is_wrong) {
            let c = self.char(at + wrong);
            let is_mark = ascii_twin(c).is_ascii_punctuation() || ascii_twin(c) == '×';
            let words = format!("invalid character '{c}' (U+{:04X})", u32::from(c));
            return self.found(at + wrong, if is_mark { &words } else { "" });
        }
        match (token.kind, written.first()) {
            (kind, Some(&c)) if kind.opens() => self.open.push((c, at)),
            (kind, Some(c)) if kind.closes() => {
                let Some((opening, place)) = self.open.pop() else {
                    return self.found(at, &format!("unmatched '{c}'"));
                };
                if !matches!((opening, c), ('(', ')') | ('[', ']') | ('{', '}')) {
                    let line = source.line(place);
                    let line = if line == source.line(at) { String::new() } else { format!(" on line {line}") };
                    let does_not = "does not match opening parenthesis";
                    return self.found(at, &format!("closing parenthesis '{c}' {does_not} '{opening}'{line}"));
                }
            }
            (TokenKind::Unknown, Some('\\')) => return self.found(at, ""),
            _ => {}
        }
        Ok(())
    }

    /// What CPython says of the place where the parser stopped.
    fn fault(&self, fault: &Fault) -> SyntaxError {
        let at = self.place(fault.at);
        let (first, here) = (self.kind(fault.first), self.kind(fault.at));
        let open = self.bracket(fault.at);
        match fault.wanted {
            Wanted::Block => return self.block(fault, first),
            Wanted::Colon
                if here == Newline
                    || matches!(first, Word(Keyword::Def | Keyword::Else | Keyword::Try | Keyword::Finally)) =>
            {
                return self.error(at, "expected ':'");
            }
            _ => {}
        }
        let has_arrow = (fault.first..fault.at).any(|at| self.kind(at) == TokenKind::Arrow);
        if self.prints(fault.at + 1) || has_arrow || (here == Newline && self.char(at) == '\\') {
            return self.error(at, "");
        }
        let is_value = matches!(here, TokenKind::Name | TokenKind::Integer | TokenKind::Float | TokenKind::Text);
        if let (Some(bracket), true, Some((operand, start))) = (open, is_value, fault.operand) {
            // CPython has other messages for these.
            let is_key = bracket == b'{' && self.kind(operand.saturating_sub(1)) == Mark(b',');
            let is_excluded = self.kind(operand) == TokenKind::Name
                && (self.kind(operand + 1) == TokenKind::Text
                    || ["match", "case", "_", "print", "exec"].iter().any(|word| self.begins(operand, word)));
            return match is_key || is_excluded {
                true => self.error(at, ""),
                false => self.error(start, "invalid syntax. Perhaps you forgot a comma?"),
            };
        }
        self.error(at, "")
    }

    /// Whether something is printed without brackets before a token, which CPython finds even where it is Python.
    fn prints(&self, end: usize) -> bool {
        (0..end).any(|at| (self.is(at, "print") || self.is(at, "exec")) && self.kind(at + 1) != Mark(b'('))
    }

    /// The innermost bracket that is open before a token.
    fn bracket(&self, at: usize) -> Option<u8> {
        let mut open = Vec::new();
        for token in self.source.tokens.get(..at).unwrap_or_default() {
            match token.kind {
                Mark(mark) if token.kind.opens() => open.push(mark),
                kind if kind.closes() => _ = open.pop(),
                _ => {}
            }
        }
        open.pop()
    }

    fn is(&self, at: usize, word: &str) -> bool {
        self.source.tokens.get(at).is_some_and(|token| self.source.is(&token.span, word))
    }

    /// Whether `word` begins with a name: CPython compares only as many characters as the name has.
    fn begins(&self, at: usize, word: &str) -> bool {
        self.source.tokens.get(at).is_some_and(|token| word.starts_with(&self.source.text(&token.span)))
    }

    /// The end of the logical line in which a token is.
    fn line_end(&self, at: usize) -> usize {
        let end = (at..).find(|&at| self.kind(at) == Newline);
        self.blanks_end(end.and_then(|end| end.checked_sub(1)))
    }

    /// No block stands after a colon.
    fn block(&self, fault: &Fault, first: TokenKind) -> SyntaxError {
        let what = match first {
            Word(Keyword::Def) => "function definition".to_owned(),
            Word(Keyword::Class) => "class definition".to_owned(),
            Word(_) => {
                let word = self.source.tokens.get(fault.first).map(|token| self.source.text(&token.span));
                format!("'{}' statement", word.unwrap_or_default())
            }
            _ => String::new(),
        };
        let text = &self.source.original;
        let is_written = |token: &&Token| !matches!(token.kind, Newline | TokenKind::Indent);
        let mut next = self.source.tokens.iter().skip(fault.at).filter(is_written).peekable();
        let first = next.peek().map(|token| (token.span.start, token.kind == TokenKind::Dedent));
        let is_last = next.all(|token| token.kind == TokenKind::Dedent);
        let end = text.strip_suffix(&['\n']).unwrap_or(text).len();
        let (at, is_dedent) = first.filter(|_| !is_last).unwrap_or((end, false));
        let words =
            format!("expected an indented block after {what} on line {}", self.source.line(self.place(fault.first)));
        let offset = at - self.source.line_start(at) + usize::from(!is_dedent);
        self.indentation_error(at, offset, if what.is_empty() { "" } else { &words })
    }
}

/// Whether a statement of a kind that is not supported begins before a place.
fn has_unsupported(body: &[Statement], end: usize) -> bool {
    let is_unsupported = |statement: &Statement| match &statement.kind {
        StatementKind::Unread { kind, .. } => *kind != UnreadKind::NotPython,
        kind => kind.blocks().into_iter().any(|block| has_unsupported(block, end)),
    };
    body.iter().take_while(|statement| statement.span.start < end).any(is_unsupported)
}

/// The first statement that stands where it cannot, in a function and in a loop or not, and what is said of it.
fn misplaced(body: &[Statement], in_function: bool, in_loop: bool) -> Option<(usize, &'static str)> {
    let is_starred = |value: &Expression| matches!(value.kind, ExpressionKind::Starred(_));
    body.iter().find_map(|statement| {
        let is_loop = matches!(statement.kind, StatementKind::For { .. } | StatementKind::While { .. });
        let words = match &statement.kind {
            StatementKind::Return(_) if !in_function => "'return' outside function",
            StatementKind::Yield { .. } if !in_function => "'yield' outside function",
            StatementKind::Break if !in_loop => "'break' outside loop",
            StatementKind::Continue if !in_loop => "'continue' not properly in loop",
            StatementKind::Assign { value, .. } | StatementKind::Return(Some(value)) if is_starred(value) => "",
            StatementKind::For { target, iterable, .. } if is_starred(target) || is_starred(iterable) => "",
            kind => {
                let is_own = matches!(kind, StatementKind::Def { .. } | StatementKind::Class { .. });
                let in_function = matches!(kind, StatementKind::Def { .. }) || (in_function && !is_own);
                // What stands after `else` of a loop is not in it.
                let in_loop = |at: usize| (is_loop && at == 0) || (in_loop && !is_own);
                let mut blocks = kind.blocks().into_iter().enumerate();
                return blocks.find_map(|(at, block)| misplaced(block, in_function, in_loop(at)));
            }
        };
        Some((statement.span.start, words))
    })
}
