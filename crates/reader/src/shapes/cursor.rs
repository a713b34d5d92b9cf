//! A cursor that reads a text character by character. Full-width characters count as the ASCII characters that they look like.

use std::ops::Range;
use tensor_broadcasting::lists::Listed;

use super::{MAX_CHARS, ParseError, Problem};

/// Whether a word can begin with `c`. Outside ASCII, every character that is no punctuation, sign or space counts as a
/// letter. This is simpler than Unicode's tables, which would make the page larger.
#[must_use]
pub const fn is_letter(c: char) -> bool {
    c.is_ascii_alphabetic()
        || c == '_'
        || (c >= '\u{00c0}'
            && !matches!(c, '×' | '÷' | '\u{2000}'..='\u{2fff}' | '\u{3000}'..='\u{303f}' | '\u{1f000}'..='\u{1ffff}'))
}

/// Whether a word can go on with `c`: a letter, as [`is_letter`] says, or a digit.
#[must_use]
pub const fn is_part_of_word(c: char) -> bool {
    is_letter(c) || c.is_ascii_digit()
}

/// Reads a text from left to right. Positions are in characters of the original text.
pub(super) struct Cursor {
    original: Vec<char>,
    pub(super) position: usize,
}

/// The ASCII character that `c` looks like, for full-width characters, CJK punctuation and brackets, quotation marks and minus
/// signs; `×` for times signs; else `c`.
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
    /// A cursor at the start of `text`.
    ///
    /// # Errors
    ///
    /// The text is longer than [`MAX_CHARS`].
    pub(super) fn new(text: &str) -> Result<Self, ParseError> {
        let original: Vec<char> = text.chars().take(MAX_CHARS + 1).listed();
        if original.len() > MAX_CHARS {
            return Err(ParseError { span: MAX_CHARS..MAX_CHARS, problem: Problem::TooLong });
        }
        Ok(Self { original, position: 0 })
    }

    /// The character at the cursor, as its ASCII twin; `None` at the end.
    pub(super) fn peek(&self) -> Option<char> {
        self.original.get(self.position).copied().map(ascii_twin)
    }

    /// The character at the cursor as it was typed; a space at the end.
    pub(super) fn original(&self) -> char {
        self.original.get(self.position).copied().unwrap_or(' ')
    }

    /// Whether no size can follow: here is a closing bracket or the end of the text.
    pub(super) fn at_end_of_list(&self) -> bool {
        matches!(self.peek(), None | Some(')' | ']'))
    }

    /// Reads the character `wanted`; `false` where another character is at the cursor.
    pub(super) fn take(&mut self, wanted: char) -> bool {
        let here = self.peek() == Some(wanted);
        self.position += usize::from(here);
        here
    }

    pub(super) fn skip_space(&mut self) {
        while self.take(' ') {}
    }

    /// Reads characters as long as they meet a condition, and gives their ASCII twins.
    pub(super) fn take_while(&mut self, wanted: &dyn Fn(char) -> bool) -> String {
        let mut run = String::new();
        while let Some(c) = self.peek().filter(|&c| wanted(c)) {
            run.push(c);
            self.position += 1;
        }
        run
    }

    /// Reads a word of letters, digits, `_` and `.` that begins with a letter or `_`; empty where there is none.
    pub(super) fn take_word(&mut self) -> String {
        if self.peek().is_some_and(is_letter) {
            self.take_while(&|c| is_part_of_word(c) || c == '.')
        } else {
            String::new()
        }
    }

    /// An error at the character at the cursor. At the end of the text its span is empty.
    pub(super) fn error_here(&self, problem: Problem) -> ParseError {
        let end = self.position + usize::from(self.peek().is_some());
        ParseError { span: self.position..end, problem }
    }

    /// An error from `start` to the cursor.
    pub(super) const fn error_from(&self, start: usize, problem: Problem) -> ParseError {
        ParseError { span: Range { start, end: self.position }, problem }
    }
}
