//! The tokens of CPython's own tokenizer, and what it says of texts that have none. Nothing is forgiven here, unlike in `lexer`.

use std::ops::Range;

use super::SyntaxError;

/// What a token is. The text of the others says it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    Name,
    Number,
    String,
    Sign,
    Newline,
    Indent,
    Dedent,
    End,
}

/// A token.
#[derive(Debug, Clone)]
pub(super) struct Token {
    pub(super) kind: Kind,
    /// Its place in characters.
    pub(super) span: Range<usize>,
    /// The line where it begins.
    pub(super) line: usize,
    /// The offset that CPython gives an error at this token.
    pub(super) offset: usize,
    /// How many brackets are open after it.
    pub(super) level: usize,
}

/// The tokens of a text.
pub(super) struct Tokens {
    pub(super) list: Vec<Token>,
    /// Why there are no more of them, unless the text ends.
    pub(super) error: Option<SyntaxError>,
    /// Whether CPython looks for that error even where the parser stops before it.
    pub(super) is_found_ahead: bool,
    /// The innermost bracket that is open where the tokens end.
    pub(super) open: Option<(char, Range<usize>)>,
}

/// How many brackets and blocks may be open.
const MAX_OPEN: usize = 200;
const MAX_INDENTS: usize = 100;

const SIGNS: [&str; 26] = [
    "...", "**=", "//=", "<<=", ">>=", "==", "!=", "<=", ">=", "<>", "->", "+=", "-=", "*=", "/=", "%=", "&=", "|=",
    "^=", "@=", "**", "//", "<<", ">>", ":=", "\\",
];

/// Why the tokens end before the text does.
enum Stop {
    /// What CPython says, and whether it says so even where the parser stops before it.
    Error(SyntaxError, bool),
    /// This project does not know what CPython says.
    Unknown,
}

/// Cuts a text into tokens; `None` where it is not known what CPython does. `commands` are the lines that IPython takes for itself.
pub(super) fn tokens(text: &[char], commands: &[Range<usize>]) -> Option<Tokens> {
    let mut tokenizer = Tokenizer { text, commands, at: 0, line: 1, line_start: 0, list: Vec::new(), open: Vec::new() };
    let stop = tokenizer.run().err();
    let open = tokenizer.open.last().map(|&(c, line, offset)| (c, line..offset));
    let (error, is_found_ahead) = match (stop, &open) {
        (Some(Stop::Unknown), _) => return None,
        (Some(Stop::Error(error, ahead)), _) => (Some(error), ahead),
        (None, Some((c, place))) => (Some(never_closed(*c, place)), false),
        (None, None) => (None, false),
    };
    Some(Tokens { list: tokenizer.list, error, is_found_ahead, open })
}

/// What CPython says of a bracket that is open at the end, at a line and an offset.
pub(super) fn never_closed(bracket: char, place: &Range<usize>) -> SyntaxError {
    SyntaxError::new(place.start, place.end, format!("'{bracket}' was never closed"))
}

struct Tokenizer<'a> {
    text: &'a [char],
    commands: &'a [Range<usize>],
    at: usize,
    line: usize,
    /// Where the line begins.
    line_start: usize,
    list: Vec<Token>,
    /// The brackets that are open, with line and offset.
    open: Vec<(char, usize, usize)>,
}

impl Tokenizer<'_> {
    fn run(&mut self) -> Result<(), Stop> {
        let mut indents = vec![(0, 0)];
        let mut fresh = true;
        while self.at < self.text.len() {
            if fresh {
                fresh = false;
                self.indentation(&mut indents)?;
                continue;
            }
            let start = self.at;
            match self.peek(0) {
                '\n' => {
                    self.newline(start);
                    self.next_line();
                    fresh = self.open.is_empty();
                }
                ' ' | '\t' => self.at += 1,
                '#' => {
                    while self.peek(0) != '\n' {
                        self.at += 1;
                    }
                    self.newline(start);
                    // The line break belongs to the same token.
                    if self.open.is_empty() && self.at < self.text.len() {
                        self.next_line();
                        fresh = true;
                    }
                }
                '\\' => {
                    self.at += 1;
                    let offset = self.at + 1 - self.line_start;
                    if self.peek(0) != '\n' {
                        let message = "unexpected character after line continuation character";
                        return Err(self.soft("SyntaxError", offset, message));
                    }
                    if self.at + 1 >= self.text.len() {
                        return Err(self.soft("SyntaxError", offset, "unexpected EOF while parsing"));
                    }
                    self.next_line();
                }
                c => self.token(c)?,
            }
        }
        if !fresh {
            self.newline(self.at);
        }
        if self.open.is_empty() {
            let (line, offset) = self.end();
            let at = self.text.len();
            let mut push = |kind| self.list.push(Token { kind, span: at..at, line, offset, level: 0 });
            indents.iter().skip(1).for_each(|_| push(Kind::Dedent));
            push(Kind::End);
        }
        Ok(())
    }

    /// The last line, and the offset of its end.
    fn end(&self) -> (usize, usize) {
        let body = self.text.strip_suffix(&['\n']).unwrap_or(self.text);
        let start = body.iter().rposition(|&c| c == '\n').map_or(0, |at| at + 1);
        (1 + body.iter().filter(|&&c| c == '\n').count(), body.len() - start + 1)
    }

    fn peek(&self, ahead: usize) -> char {
        self.text.get(self.at + ahead).copied().unwrap_or('\n')
    }

    fn next_line(&mut self) {
        self.at += 1;
        self.line += 1;
        self.line_start = self.at;
    }

    /// An error that is found ahead, at an offset of this line.
    fn hard(&self, offset: usize, message: String) -> Stop {
        Stop::Error(SyntaxError::new(self.line, offset, message), true)
    }

    /// An error that the parser must reach.
    fn soft(&self, kind: &'static str, offset: usize, message: &str) -> Stop {
        Stop::Error(SyntaxError { kind, ..SyntaxError::new(self.line, offset, message.to_owned()) }, false)
    }

    fn push(&mut self, kind: Kind, start: usize, line: usize, offset: usize) {
        self.list.push(Token { kind, span: start..self.at, line, offset, level: self.open.len() });
    }

    /// Ends the logical line, if one has begun and no bracket is open.
    fn newline(&mut self, start: usize) {
        let begun =
            self.list.last().is_some_and(|last| !matches!(last.kind, Kind::Newline | Kind::Indent | Kind::Dedent));
        if begun && self.open.is_empty() {
            self.push(Kind::Newline, start, self.line, start - self.line_start + 1);
        }
    }

    /// The indentation of a line. A tab counts in two ways, which must agree.
    fn indentation(&mut self, indents: &mut Vec<(usize, usize)>) -> Result<(), Stop> {
        let (mut column, mut other) = (0, 0);
        loop {
            match self.peek(0) {
                ' ' => (column, other) = (column + 1, other + 1),
                '\t' => (column, other) = (column / 8 * 8 + 8, other + 1),
                '\\' | '\u{c}' => return Err(Stop::Unknown),
                _ => break,
            }
            self.at += 1;
        }
        if matches!(self.peek(0), '#' | '\n') {
            return Ok(());
        }
        let offset = self.at - self.line_start;
        let line_end =
            self.at + self.text.iter().skip(self.at).take_while(|&&c| c != '\n').count() + 1 - self.line_start;
        let tabs = || Err(self.soft("TabError", 1, "inconsistent use of tabs and spaces in indentation"));
        let (inner, other_inner) = indents.last().copied().unwrap_or_default();
        if column == inner {
            return if other == other_inner { Ok(()) } else { tabs() };
        }
        if column > inner {
            if other <= other_inner {
                return tabs();
            }
            if indents.len() >= MAX_INDENTS {
                return Err(Stop::Unknown);
            }
            indents.push((column, other));
            self.push(Kind::Indent, self.at, self.line, offset);
            return Ok(());
        }
        let mut dedents = 0;
        while indents.len() > 1 && indents.last().is_some_and(|&(inner, _)| column < inner) {
            indents.pop();
            dedents += 1;
        }
        let (inner, other_inner) = indents.last().copied().unwrap_or_default();
        if column != inner {
            let message = "unindent does not match any outer indentation level";
            return Err(self.soft("IndentationError", line_end, message));
        }
        if other != other_inner {
            return tabs();
        }
        (0..dedents).for_each(|_| self.push(Kind::Dedent, self.at, self.line, offset));
        Ok(())
    }

    fn token(&mut self, c: char) -> Result<(), Stop> {
        let (start, line, offset) = (self.at, self.line, self.at - self.line_start + 1);
        let mut kind = Kind::Sign;
        let command = self.commands.partition_point(|command| command.start < start);
        if let Some(command) = self.commands.get(command).filter(|command| command.start == start) {
            if self.text.get(command.end).is_some_and(|&c| c != '\n') {
                self.at = command.end;
                return Ok(());
            }
            // Read as `pass`, which its empty place says.
            self.list.push(Token { kind: Kind::Name, span: start..start, line, offset, level: 0 });
            while self.at < command.end {
                if self.peek(0) == '\n' { self.next_line() } else { self.at += 1 }
            }
            return Ok(());
        } else if c.is_ascii_digit() || (c == '.' && self.peek(1).is_ascii_digit()) {
            self.number()?;
            kind = Kind::Number;
        } else if c.is_ascii_alphabetic() || c == '_' || !c.is_ascii() {
            while self.is_word(0) {
                self.at += 1;
            }
            let prefix: String = self
                .text
                .get(start..self.at)
                .unwrap_or_default()
                .iter()
                .take(3)
                .map(char::to_ascii_lowercase)
                .collect();
            let is_prefix = matches!(prefix.as_str(), "r" | "u" | "f" | "fr" | "rf" | "b" | "br" | "rb");
            kind = Kind::Name;
            if is_prefix && matches!(self.peek(0), '"' | '\'') {
                self.string(start)?;
                kind = Kind::String;
            } else {
                self.check_name(start)?;
            }
        } else if matches!(c, '"' | '\'') {
            self.string(start)?;
            kind = Kind::String;
        } else if c.is_ascii_control() {
            return Err(Stop::Unknown);
        } else {
            let sign = SIGNS.iter().find(|sign| sign.chars().enumerate().all(|(i, c)| self.peek(i) == c));
            self.at += sign.map_or(1, |sign| sign.len());
            self.bracket(c, offset)?;
        }
        self.push(kind, start, line, offset);
        Ok(())
    }

    /// Opens or closes a bracket.
    fn bracket(&mut self, c: char, offset: usize) -> Result<(), Stop> {
        if matches!(c, '(' | '[' | '{') {
            if self.open.len() >= MAX_OPEN {
                return Err(self.hard(offset, "too many nested parentheses".to_owned()));
            }
            self.open.push((c, self.line, offset));
        } else if matches!(c, ')' | ']' | '}') {
            let Some((opening, line, _)) = self.open.pop() else {
                return Err(self.hard(offset, format!("unmatched '{c}'")));
            };
            if !matches!((opening, c), ('(', ')') | ('[', ']') | ('{', '}')) {
                let place = if line == self.line { String::new() } else { format!(" on line {line}") };
                let message =
                    format!("closing parenthesis '{c}' does not match opening parenthesis '{opening}'{place}");
                return Err(self.hard(offset, message));
            }
        }
        Ok(())
    }

    fn is_word(&self, ahead: usize) -> bool {
        let c = self.peek(ahead);
        c.is_ascii_alphanumeric() || c == '_' || !c.is_ascii()
    }

    /// The characters of a name, of which Python does not allow all.
    fn check_name(&self, start: usize) -> Result<(), Stop> {
        for at in start..self.at {
            let Some(&c) = self.text.get(at) else { break };
            let allowed = match u32::from(c) {
                0..=0x7f => true,
                0xff10..=0xff19 => at > start,
                0xb2 | 0xb3 | 0xb9 => false,
                0xa0..=0x2ff | 0x370..=0x3ff | 0x4e00..=0x9fff | 0xac00..=0xd7a3 | 0xff00..=0xffef => c.is_alphabetic(),
                0x2000..=0x2060
                | 0x20a0..=0x20bf
                | 0x2190..=0x2426
                | 0x2500..=0x27bf
                | 0x3000..=0x3004
                | 0x3008..=0x3020
                | 0xfeff
                | 0x1f300..=0x1f64f => c.is_alphabetic(),
                _ if c.is_alphabetic() && !c.is_numeric() && u32::from(c) < 0x2000 => true,
                _ => return Err(Stop::Unknown),
            };
            if !allowed {
                let printed = !matches!(u32::from(c), 0x80..=0xa0 | 0xad | 0x2000..=0x200f | 0x2028..=0x202f | 0x205f..=0x206f | 0x3000 | 0xfeff);
                let code = u32::from(c);
                let message = if printed {
                    format!("invalid character '{c}' (U+{code:04X})")
                } else {
                    format!("invalid non-printable character U+{code:04X}")
                };
                return Err(self.hard(at + 1 - self.line_start, message));
            }
        }
        Ok(())
    }

    /// A string whose prefix began at `start`.
    fn string(&mut self, start: usize) -> Result<(), Stop> {
        let quote = self.peek(0);
        let (line, offset) = (self.line, start + 1 - self.line_start);
        let width = if self.peek(1) == quote && self.peek(2) == quote { 3 } else { 1 };
        self.at += width;
        loop {
            let c = self.peek(0);
            if self.at >= self.text.len() || (c == '\n' && width == 1) {
                let kind = if width == 1 { "" } else { "triple-quoted " };
                let last = if width == 1 { self.line } else { self.end().0 };
                let message = format!("unterminated {kind}string literal (detected at line {last})");
                return Err(Stop::Error(SyntaxError::new(line, offset, message), true));
            }
            if (0..width).all(|i| self.text.get(self.at + i) == Some(&quote)) {
                self.at += width;
                return Ok(());
            }
            if c == '\\' {
                self.at += 1;
            }
            if self.peek(0) == '\n' { self.next_line() } else { self.at += 1 }
        }
    }

    /// An error in a number, before the character here.
    fn number_error(&self, what: &str) -> Result<(), Stop> {
        Err(self.hard(self.at - self.line_start, format!("invalid {what} literal")))
    }

    /// Digits with single `_` between them.
    fn digits(&mut self, base: u32, what: &str) -> Result<(), Stop> {
        loop {
            while self.peek(0).is_digit(base) {
                self.at += 1;
            }
            if self.peek(0) != '_' {
                return Ok(());
            }
            self.at += 1;
            if !self.peek(0).is_digit(base) {
                return if base < 10 && self.peek(0).is_ascii_digit() {
                    self.wrong_digit(what)
                } else {
                    self.number_error(what)
                };
            }
        }
    }

    fn wrong_digit(&self, what: &str) -> Result<(), Stop> {
        let message = format!("invalid digit '{}' in {what} literal", self.peek(0));
        Err(self.hard(self.at + 1 - self.line_start, message))
    }

    /// What follows a number: no name, but some keywords.
    fn number_end(&mut self, what: &str) -> Result<(), Stop> {
        let follows = ["and", "else", "for", "if", "in", "is", "or", "not"];
        let is_keyword = follows.iter().any(|word| word.chars().enumerate().all(|(i, c)| self.peek(i) == c));
        if self.is_word(0) && !is_keyword { self.number_error(what) } else { Ok(()) }
    }

    fn number(&mut self) -> Result<(), Stop> {
        let start = self.at;
        let based = match self.peek(1) {
            'x' | 'X' => Some((16, "hexadecimal")),
            'o' | 'O' => Some((8, "octal")),
            'b' | 'B' => Some((2, "binary")),
            _ => None,
        };
        if let Some((base, what)) = based.filter(|_| self.peek(0) == '0') {
            self.at += 2;
            self.at += usize::from(self.peek(0) == '_');
            if !self.peek(0).is_digit(base) {
                return if base < 10 && self.peek(0).is_ascii_digit() {
                    self.wrong_digit(what)
                } else {
                    self.number_error(what)
                };
            }
            self.digits(base, what)?;
            return if base < 10 && self.peek(0).is_ascii_digit() {
                self.wrong_digit(what)
            } else {
                self.number_end(what)
            };
        }
        let mut leading = self.peek(0) == '0';
        if self.peek(0) != '.' {
            self.digits(10, "decimal")?;
            let digits = self.text.get(start..self.at).unwrap_or_default();
            leading &= digits.iter().any(|c| !matches!(c, '0' | '_'));
        }
        let mut is_float = false;
        if self.peek(0) == '.' {
            is_float = true;
            self.at += 1;
            if self.peek(0).is_ascii_digit() {
                self.digits(10, "decimal")?;
            }
        }
        if matches!(self.peek(0), 'e' | 'E') {
            let sign = usize::from(matches!(self.peek(1), '+' | '-'));
            if self.peek(1 + sign).is_ascii_digit() {
                is_float = true;
                self.at += 1 + sign;
                self.digits(10, "decimal")?;
            } else if sign == 1 {
                self.at += 2;
                return self.number_error("decimal");
            } else {
                return self.number_end("decimal");
            }
        }
        if matches!(self.peek(0), 'j' | 'J') {
            self.at += 1;
            return self.number_end("imaginary");
        }
        if leading && !is_float {
            let message =
                "leading zeros in decimal integer literals are not permitted; use an 0o prefix for octal integers";
            return Err(self.hard(start + 1 - self.line_start, message.to_owned()));
        }
        self.number_end("decimal")
    }
}
