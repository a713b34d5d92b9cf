//! What CPython 3.11 says of strings: of bytes that are not ASCII, and of the fields of f-strings.

use super::grammar::{Grammar, Verdict, verdict};
use super::tokens::{Token, tokens};
use super::{SyntaxError, expression_at};

/// How deep fields may be within the formats of other fields.
const MAX_DEPTH: usize = 2;

/// Why a string is refused.
enum Refusal {
    /// A message that is told at the last token that was looked at.
    Message(String),
    /// A message at a place of its own.
    Error(SyntaxError),
    Unknown,
}

fn refused<T>(message: &str) -> Result<T, Refusal> {
    Err(Refusal::Message(format!("f-string: {message}")))
}

/// Reads strings one after the other, `last` being the last token that was looked at.
pub(super) fn check(grammar: &Grammar, text: &[char], strings: &[Token], last: &Token, is_field: bool) -> Verdict {
    let is_bytes = |token: &Token| {
        let written = text.get(token.span.clone()).unwrap_or_default();
        written.iter().take_while(|c| c.is_ascii_alphabetic()).any(|c| matches!(c, 'b' | 'B'))
    };
    let Some(first) = strings.first() else { return Verdict::Unknown };
    for string in strings {
        let written = text.get(string.span.clone()).unwrap_or_default();
        if is_bytes(string) && written.iter().any(|c| !c.is_ascii()) {
            let message = "bytes can only contain ASCII literal characters".to_owned();
            return Verdict::Rejected(SyntaxError::new(string.line, string.offset, message));
        }
        let at_last = |message| Verdict::Rejected(SyntaxError::new(last.line, last.offset, message));
        if is_bytes(first) != is_bytes(string) {
            return at_last("cannot mix bytes and nonbytes literals".to_owned());
        }
        if has_wrong_escape(written, is_bytes(string)) {
            return Verdict::Unknown;
        }
        match read(grammar, written) {
            Ok(()) => {}
            // The message of a field within a field has other places.
            Err(_) if is_field => return Verdict::Unknown,
            Err(Refusal::Message(message)) => return at_last(message),
            Err(Refusal::Error(error)) => {
                return Verdict::Rejected(SyntaxError { line: string.line + error.line - 1, ..error });
            }
            Err(Refusal::Unknown) => return Verdict::Unknown,
        }
    }
    Verdict::Accepted
}

/// Whether CPython may refuse a string as it is written.
pub(super) fn is_suspicious(written: &[char]) -> bool {
    let is_bytes = written.iter().take_while(|c| c.is_ascii_alphabetic()).any(|c| matches!(c, 'b' | 'B'));
    has_wrong_escape(written, is_bytes)
        || (is_bytes && written.iter().any(|c| !c.is_ascii()))
        || fields(written, &mut |field| {
            let is_read = expression_at(field, &(0..field.len())).is_some();
            if is_read { Ok(()) } else { Err(Refusal::Unknown) }
        })
        .is_err()
}

/// Whether a string has an escape that needs digits which are not there, or a name.
fn has_wrong_escape(written: &[char], is_bytes: bool) -> bool {
    let is_raw = written.iter().take_while(|c| c.is_ascii_alphabetic()).any(|c| matches!(c, 'r' | 'R'));
    let mut at = 0;
    while let (false, Some(c)) = (is_raw, written.get(at)) {
        at += 1;
        if *c != '\\' {
            continue;
        }
        let digits = match written.get(at) {
            Some('x') => 2,
            Some('u') if !is_bytes => 4,
            Some('U') if !is_bytes => 8,
            Some('N') if !is_bytes => return true,
            _ => 0,
        };
        at += 1;
        let hex: String = written.iter().skip(at).take(digits).collect();
        if digits > 0 && (hex.len() < digits || u32::from_str_radix(&hex, 16).map_or(true, |code| code > 0x10_ffff)) {
            return true;
        }
    }
    false
}

/// Reads the fields of one string.
fn read(grammar: &Grammar, written: &[char]) -> Result<(), Refusal> {
    fields(written, &mut |field| {
        if field.iter().all(|c| c.is_whitespace()) {
            return refused("empty expression not allowed");
        }
        let text: Vec<char> = ['('].iter().chain(field).chain(&[')']).copied().collect();
        let Some(tokens) = tokens(&text, &[]) else { return Err(Refusal::Unknown) };
        match verdict(grammar, &text, &tokens, 0, true) {
            Verdict::Accepted => Ok(()),
            Verdict::Rejected(_) if field.contains(&'\n') => Err(Refusal::Unknown),
            // Only what is said of tokens is not said of f-strings.
            Verdict::Rejected(error) if tokens.is_found_ahead && tokens.error.as_ref() == Some(&error) => {
                Err(Refusal::Error(error))
            }
            Verdict::Rejected(error) => {
                let message = format!("f-string: {}", error.message);
                Err(Refusal::Error(SyntaxError { message, ..error }))
            }
            Verdict::Unknown => Err(Refusal::Unknown),
        }
    })
}

/// Calls `found` with each field of a string, if it has any.
fn fields(written: &[char], found: &mut dyn FnMut(&[char]) -> Result<(), Refusal>) -> Result<(), Refusal> {
    let prefix = written.iter().take_while(|c| c.is_ascii_alphabetic()).count();
    let has = |small| written.iter().take(prefix).any(|c| c.to_ascii_lowercase() == small);
    if !has('f') {
        return Ok(());
    }
    let quote = written.get(prefix).copied().unwrap_or('"');
    let is_tripled = written.len() >= prefix + 6 && (1..3).all(|i| written.get(prefix + i) == Some(&quote));
    let width = if is_tripled { 3 } else { 1 };
    let Some(content) = written.get(prefix + width..written.len() - width) else { return Err(Refusal::Unknown) };
    let mut reader = Fields { content, at: 0, is_raw: has('r'), found };
    reader.literal(0)
}

struct Fields<'a> {
    content: &'a [char],
    at: usize,
    is_raw: bool,
    found: &'a mut dyn FnMut(&[char]) -> Result<(), Refusal>,
}

impl Fields<'_> {
    fn peek(&self, ahead: usize) -> Option<char> {
        self.content.get(self.at + ahead).copied()
    }

    /// What stands between fields, and the fields.
    fn literal(&mut self, depth: usize) -> Result<(), Refusal> {
        while let Some(c) = self.peek(0) {
            let is_escape = c == '\\' && !self.is_raw && !matches!(self.peek(1), Some('{' | '}'));
            if is_escape || (depth == 0 && matches!(c, '{' | '}') && self.peek(1) == Some(c)) {
                self.at += 2;
            } else if c == '{' {
                self.field(depth)?;
            } else if c == '}' {
                return if depth == 0 { refused("single '}' is not allowed") } else { Ok(()) };
            } else {
                self.at += 1;
            }
        }
        Ok(())
    }

    fn field(&mut self, depth: usize) -> Result<(), Refusal> {
        if depth >= MAX_DEPTH {
            return refused("expressions nested too deeply");
        }
        self.at += 1;
        let start = self.at;
        let mut open = Vec::new();
        // The quotes of a string in the field.
        let mut quotes: Option<(char, usize)> = None;
        while let Some(c) = self.peek(0) {
            if c == '\\' {
                return refused("expression part cannot include a backslash");
            }
            if let Some((quote, width)) = quotes {
                if (0..width).all(|i| self.peek(i) == Some(quote)) {
                    quotes = None;
                    self.at += width - 1;
                }
            } else if matches!(c, '"' | '\'') {
                let width = if self.peek(1) == Some(c) && self.peek(2) == Some(c) { 3 } else { 1 };
                quotes = Some((c, width));
                self.at += width - 1;
            } else if matches!(c, '(' | '[' | '{') {
                open.push(c);
            } else if c == '#' {
                return refused("expression part cannot include '#'");
            } else if open.is_empty() && matches!(c, '!' | ':' | '}' | '=' | '<' | '>') {
                if matches!(c, '!' | '=' | '<' | '>') && self.peek(1) == Some('=') {
                    self.at += 1;
                } else if !matches!(c, '<' | '>') {
                    break;
                }
            } else if matches!(c, ')' | ']' | '}') {
                let Some(opening) = open.pop() else { return refused(&format!("unmatched '{c}'")) };
                if !matches!((opening, c), ('(', ')') | ('[', ']') | ('{', '}')) {
                    let does_not = "does not match opening parenthesis";
                    return refused(&format!("closing parenthesis '{c}' {does_not} '{opening}'"));
                }
            }
            self.at += 1;
        }
        if quotes.is_some() {
            return refused("unterminated string");
        }
        if let Some(opening) = open.pop() {
            return refused(&format!("unmatched '{opening}'"));
        }
        let missing = || refused("expecting '}'");
        if self.peek(0).is_none() {
            return missing();
        }
        (self.found)(self.content.get(start..self.at).unwrap_or_default())?;
        if self.peek(0) == Some('=') {
            self.at += 1;
            while self.peek(0).is_some_and(char::is_whitespace) {
                self.at += 1;
            }
        }
        if self.peek(0) == Some('!') {
            let Some(conversion) = self.peek(1) else { return missing() };
            self.at += 2;
            if !matches!(conversion, 's' | 'r' | 'a') {
                return refused("invalid conversion character: expected 's', 'r', or 'a'");
            }
        }
        if self.peek(0) == Some(':') {
            self.at += 1;
            self.literal(depth + 1)?;
        }
        if self.peek(0) != Some('}') {
            return missing();
        }
        self.at += 1;
        Ok(())
    }
}
