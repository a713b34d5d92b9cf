//! Python text to tokens: prompts, comments and white space go, brackets join lines, full-width marks become ASCII.

use std::ops::Range;

use crate::parse::{MAX_CHARS, ParseError, Problem, ascii_twin, is_letter};

/// What a token is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    /// A word.
    Name,
    /// A number without fraction and exponent.
    Integer,
    /// A number with one of them.
    Real,
    /// A text in quotes.
    Text,
    /// A bracket or a mark. Those of two characters have one of their own: `**` is `^`, `//` is `÷`, `*` is `×`, `==`, `!=`,
    /// `<=`, `>=` are `≡`, `≠`, `≤`, `≥`, and `...` is `…`.
    Sign(char),
    /// The end of a statement: a line's end outside of brackets, or a semicolon.
    Line,
}

/// A token and its place in characters.
#[derive(Debug, Clone)]
pub(super) struct Token {
    pub(super) kind: Kind,
    pub(super) span: Range<usize>,
}

/// A text and its tokens.
pub(super) struct Source {
    /// The characters as they were typed.
    pub(super) original: Vec<char>,
    /// The same number of characters, as their ASCII twins.
    chars: Vec<char>,
    /// The tokens.
    pub(super) tokens: Vec<Token>,
    /// Whether there were prompts or comments, which only programs have.
    pub(super) marked: bool,
}

/// The marks of more than one character, longest first.
const SIGNS: [(&str, char); 8] =
    [("...", '…'), ("××", '^'), ("//", '÷'), ("==", '≡'), ("!=", '≠'), ("<=", '≤'), (">=", '≥'), ("->", '→')];

impl Source {
    /// Cuts a text into tokens. Never fails but for its length: what is no token is a [`Kind::Sign`].
    pub(super) fn new(text: &str) -> Result<Self, ParseError> {
        let original: Vec<char> = text.chars().take(MAX_CHARS + 1).collect();
        if original.len() > MAX_CHARS {
            return Err(ParseError { span: MAX_CHARS..MAX_CHARS, problem: Problem::TooLong });
        }
        let chars = original.iter().map(|&c| if c == '\n' { c } else { ascii_twin(c) }).collect();
        let mut source = Self { original, chars, tokens: Vec::new(), marked: false };
        source.cut();
        Ok(source)
    }

    /// The characters of a token or another place, as ASCII twins.
    pub(super) fn text(&self, span: &Range<usize>) -> String {
        self.chars.get(span.clone()).unwrap_or_default().iter().collect()
    }

    fn at(&self, position: usize) -> char {
        self.chars.get(position).copied().unwrap_or('\n')
    }

    /// Whether `mark` stands at `position`.
    fn stands(&self, position: usize, mark: &str) -> bool {
        mark.chars().enumerate().all(|(i, c)| self.chars.get(position + i) == Some(&c))
    }

    /// The first position from `from` whose character does not pass `wanted`.
    fn run(&self, from: usize, wanted: impl Fn(char) -> bool) -> usize {
        let rest = self.chars.get(from..).unwrap_or_default();
        from + rest.iter().take_while(|&&c| wanted(c)).count()
    }

    fn cut(&mut self) {
        let prompted = (0..self.chars.len())
            .any(|at| (at == 0 || self.chars[at - 1] == '\n') && matches!(self.prompt(at), Some((_, true))));
        self.marked = prompted;
        let mut depth = 0_usize;
        let mut at = 0;
        let mut fresh = true;
        while at < self.chars.len() {
            if fresh {
                fresh = false;
                match self.prompt(at) {
                    Some((end, _)) if prompted => at = end,
                    // Between prompts stands what Python answered.
                    None if prompted && depth == 0 => at = self.run(at, |c| c != '\n'),
                    _ => {}
                }
                continue;
            }
            let c = self.at(at);
            let (kind, end) = match c {
                '\n' => {
                    fresh = true;
                    at += 1;
                    if depth == 0 {
                        self.tokens.push(Token { kind: Kind::Line, span: at - 1..at });
                    }
                    continue;
                }
                ' ' => {
                    at += 1;
                    continue;
                }
                // A line that goes on.
                '\\' if self.at(at + 1) == '\n' => {
                    at += 2;
                    continue;
                }
                '#' => {
                    self.marked = true;
                    at = self.run(at, |c| c != '\n');
                    continue;
                }
                ';' if depth == 0 => (Kind::Line, at + 1),
                '"' | '\'' => {
                    (Kind::Text, (self.run(at + 1, |other| other != c && other != '\n') + 1).min(self.chars.len()))
                }
                c if c.is_ascii_digit() || (c == '.' && self.at(at + 1).is_ascii_digit()) => self.number(at),
                c if is_letter(c) => (Kind::Name, self.run(at, |c| is_letter(c) || c.is_ascii_digit())),
                c => {
                    let long = SIGNS.iter().find(|(mark, _)| self.stands(at, mark));
                    let (sign, length) = long.map_or((c, 1), |&(mark, sign)| (sign, mark.chars().count()));
                    (Kind::Sign(sign), at + length)
                }
            };
            match c {
                '(' | '[' | '{' => depth += 1,
                ')' | ']' | '}' => depth = depth.saturating_sub(1),
                _ => {}
            }
            self.tokens.push(Token { kind, span: at..end });
            at = end;
        }
    }

    /// Where the prompt that stands at `at` ends, and whether it is one that begins a statement: `>>>`, `In [1]:`, and
    /// `...` on a line that goes on.
    fn prompt(&self, at: usize) -> Option<(usize, bool)> {
        let at = self.run(at, |c| c == ' ');
        if self.stands(at, ">>>") {
            return Some((at + 3, true));
        }
        if self.stands(at, "...") {
            return Some((self.run(at + 3, |c| c == '.' || c == ':'), false));
        }
        let at = if self.stands(at, "In") { at + 2 } else { return None };
        let at = self.run(at, |c| c == ' ');
        let end = self.run(at + 1, |c| c.is_ascii_digit() || c == ' ');
        (self.at(at) == '[' && self.stands(end, "]:")).then_some((end + 2, true))
    }

    fn number(&self, at: usize) -> (Kind, usize) {
        let digits = |from| self.run(from, |c| c.is_ascii_digit() || c == '_');
        let mut kind = Kind::Integer;
        let mut end = digits(at);
        if self.at(end) == '.' && self.at(end + 1) != '.' {
            kind = Kind::Real;
            end = digits(end + 1);
        }
        if matches!(self.at(end), 'e' | 'E') {
            let power = end + 1 + usize::from(matches!(self.at(end + 1), '+' | '-'));
            if self.at(power).is_ascii_digit() {
                kind = Kind::Real;
                end = digits(power);
            }
        }
        (kind, end)
    }
}
