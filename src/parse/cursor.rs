//! A place in a text, read character by character. Full-width characters count as their ASCII twins.

use std::ops::Range;

use super::{MAX_CHARS, ParseError, Problem};

/// Whether a word can begin with `c`. Beyond ASCII everything that is not a mark or a space of some kind counts as a
/// letter, which keeps Unicode's tables out of the bundle.
pub(crate) const fn is_letter(c: char) -> bool {
    c.is_ascii_alphabetic()
        || c == '_'
        || (c >= '\u{00c0}'
            && !matches!(c, '×' | '÷' | '\u{2000}'..='\u{2fff}' | '\u{3000}'..='\u{303f}' | '\u{1f000}'..='\u{1ffff}'))
}

/// Reads a text from left to right. Positions are in characters of the original text.
#[derive(Clone)]
pub(super) struct Cursor {
    original: Vec<char>,
    position: usize,
}

/// The ASCII character that `c` stands for: full-width forms, the ideographic space and comma, CJK brackets, minus signs.
#[must_use]
pub fn ascii_twin(c: char) -> char {
    match c {
        '\u{ff01}'..='\u{ff5e}' => char::from_u32(u32::from(c) - 0xfee0).unwrap_or(c),
        '\u{3001}' => ',',
        '\u{3002}' => '.',
        '“' | '”' => '"',
        '‘' | '’' => '\'',
        '【' | '〔' => '[',
        '】' | '〕' => ']',
        '−' | '–' => '-',
        '✕' | '⨯' | '*' => '×',
        c if c.is_whitespace() => ' ',
        c => c,
    }
}

impl Cursor {
    /// At the start of `text`.
    pub(super) fn new(text: &str) -> Result<Self, ParseError> {
        let original: Vec<char> = text.chars().take(MAX_CHARS + 1).collect();
        if original.len() > MAX_CHARS {
            return Err(ParseError { span: MAX_CHARS..MAX_CHARS, problem: Problem::TooLong });
        }
        Ok(Self { original, position: 0 })
    }

    /// The character here, as its ASCII twin; `None` at the end.
    pub(super) fn peek(&self) -> Option<char> {
        self.original.get(self.position).copied().map(ascii_twin)
    }

    /// The character here as it was typed; a space at the end.
    pub(super) fn original(&self) -> char {
        self.original.get(self.position).copied().unwrap_or(' ')
    }

    pub(super) fn at_end(&self) -> bool {
        self.position >= self.original.len()
    }

    pub(super) const fn position(&self) -> usize {
        self.position
    }

    /// Goes back (or on) to a place that [`Cursor::position`] gave.
    pub(super) const fn rewind(&mut self, position: usize) {
        self.position = position;
    }

    pub(super) const fn advance(&mut self) {
        self.position += 1;
    }

    /// Steps over `wanted` if it stands here.
    pub(super) fn take(&mut self, wanted: char) -> bool {
        let here = self.peek() == Some(wanted);
        if here {
            self.advance();
        }
        here
    }

    pub(super) fn skip_space(&mut self) {
        self.take_while(|c| c == ' ');
    }

    /// The run of characters from here that pass `wanted`, as ASCII twins.
    pub(super) fn take_while(&mut self, wanted: impl Fn(char) -> bool) -> String {
        let mut run = String::new();
        while let Some(c) = self.peek().filter(|&c| wanted(c)) {
            run.push(c);
            self.advance();
        }
        run
    }

    /// A word of letters, digits, `_` and `.` that begins with a letter or `_`; empty where none stands here.
    pub(super) fn take_word(&mut self) -> String {
        if self.peek().is_some_and(is_letter) {
            self.take_while(|c| is_letter(c) || c.is_ascii_digit() || c == '.')
        } else {
            String::new()
        }
    }

    /// An error at the character here (an empty span at the end of the text).
    pub(super) fn error_here(&self, problem: Problem) -> ParseError {
        let end = if self.at_end() { self.position } else { self.position + 1 };
        ParseError { span: self.position..end, problem }
    }

    /// An error from `start` to here.
    pub(super) const fn error_from(&self, start: usize, problem: Problem) -> ParseError {
        ParseError { span: Range { start, end: self.position }, problem }
    }
}
