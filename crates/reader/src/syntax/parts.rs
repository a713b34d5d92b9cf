//! The parts of a program that an editor colours.

use std::ops::Range;
use tensor_broadcasting::lists::Listed;

use crate::reading::MAX_PROGRAM_CHARS;
use crate::syntax::lexer::{Source, TokenKind};

/// What a part of a program is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PartKind {
    /// A keyword, such as `def`.
    Keyword,
    /// A number.
    Number,
    /// A string, of any kind.
    Text,
    /// A comment.
    Comment,
}

/// A part of a program: its place in characters, and what it is.
pub type Part = (Range<usize>, PartKind);

/// The parts of a program that an editor colours, with their places in characters. Names and signs are not among them. They are in the
/// order of the text, but the comments come last.
///
/// ```
/// use tensor_reader::syntax::{PartKind, parts};
/// assert_eq!(parts("del x  # 1"), [(0..3, PartKind::Keyword), (7..10, PartKind::Comment)]);
/// ```
#[must_use]
pub fn parts(program: &str) -> Vec<Part> {
    let source = Source::program(program, MAX_PROGRAM_CHARS);
    let words = source.tokens.iter().filter_map(|token| {
        let kind = match token.kind {
            TokenKind::Word(_) => PartKind::Keyword,
            TokenKind::OpenText(_) => PartKind::Text,
            kind if kind.is_string() => PartKind::Text,
            kind if kind.is_number() => PartKind::Number,
            _ => return None,
        };
        Some((token.span.clone(), kind))
    });
    let comments = source.comments.iter().map(|span| (span.clone(), PartKind::Comment));
    words.chain(comments).listed()
}
