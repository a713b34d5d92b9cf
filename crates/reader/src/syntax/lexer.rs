//! Python text to tokens.
//!
//! The tokens are those of <https://docs.python.org/3/reference/lexical_analysis.html>, with what people paste around them:
//! full-width marks count as their ASCII twins, prompts (`>>>`, `In [1]:`) and what Python answered between them are left
//! out, and the indentation of the first line may be any.

use crate::syntax::failure::{Failure, failure};
use std::ops::Range;
use tensor_broadcasting::lists::Listed;

use crate::shapes::{MAX_CHARS, Problem, ascii_twin, is_letter, is_part_of_word};
use crate::syntax::tree::{BinaryOperator, CompareOperator};

/// What a token is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum TokenKind {
    /// A word that is no keyword.
    Name,
    /// A keyword.
    Word(Keyword),
    /// A number without fraction and exponent.
    Integer,
    /// A number with one of them.
    Float,
    /// A number that ends in `j`.
    Imaginary,
    /// A string.
    Text,
    /// An f-string.
    FormattedText,
    /// A string of bytes.
    Bytes,
    /// An operator between two operands.
    Operator(BinaryOperator),
    /// Such an operator with `=` after it.
    Augmented(BinaryOperator),
    /// A sign that compares. (`in` and `is` are keywords.)
    Comparison(CompareOperator),
    /// A bracket, or one of `, : . ; = ~`, as ASCII.
    Mark(u8),
    /// `...`.
    Ellipsis,
    /// `->`.
    Arrow,
    /// `:=`.
    Walrus,
    /// The end of a logical line. It is empty where the text ends.
    Newline,
    /// The next line stands further right than this one.
    Indent,
    /// The next line stands further left.
    Dedent,
    /// A string that is not closed, with its quotation mark as ASCII.
    OpenText(u8),
    /// A character that begins no token.
    Unknown,
    /// A line that IPython takes for itself.
    Command,
    /// The place where a text is cut that is too long.
    Cut,
}

impl TokenKind {
    /// Whether it ends a logical line, or opens or closes a block.
    pub(crate) const fn is_layout(self) -> bool {
        matches!(self, Self::Newline | Self::Indent | Self::Dedent)
    }

    /// Whether it opens a bracket.
    pub(crate) const fn opens(self) -> bool {
        matches!(self, Self::Mark(b'(' | b'[' | b'{'))
    }

    /// Whether it closes a bracket.
    pub(crate) const fn closes(self) -> bool {
        matches!(self, Self::Mark(b')' | b']' | b'}'))
    }

    /// Whether it is a string that is closed.
    pub(crate) const fn is_string(self) -> bool {
        matches!(self, Self::Text | Self::FormattedText | Self::Bytes)
    }

    /// Whether it is a number.
    pub(crate) const fn is_number(self) -> bool {
        matches!(self, Self::Integer | Self::Float | Self::Imaginary)
    }
}

/// A token and its place in characters.
#[derive(Debug, Clone)]
pub(crate) struct Token {
    pub(crate) kind: TokenKind,
    pub(crate) span: Range<usize>,
}

impl Token {
    /// Whether it leaves a function or a loop. The place where a text was cut off may.
    pub(crate) fn is_exit(&self) -> bool {
        let TokenKind::Word(word) = self.kind else { return self.kind == TokenKind::Cut };
        matches!(word, Keyword::Return | Keyword::Break | Keyword::Continue | Keyword::Raise | Keyword::Yield)
    }
}

/// A text and its tokens.
pub(crate) struct Source {
    /// The characters as they were typed.
    pub(crate) original: Vec<char>,
    /// The same number of characters, as their ASCII twins.
    chars: Vec<char>,
    /// The tokens. The last of a text with any is [`TokenKind::Newline`] or [`TokenKind::Dedent`].
    pub(crate) tokens: Vec<Token>,
    /// The places of the comments.
    pub(crate) comments: Vec<Range<usize>>,
    /// Whether lines begin with prompts.
    pub(crate) prompted: bool,
    /// What IPython takes for itself: lines, and what stands before a statement.
    pub(crate) commands: Vec<Range<usize>>,
    /// Whether a command says that what follows is not Python: `%%bash`.
    pub(crate) is_foreign: bool,
    /// Whether the text was longer than may be read.
    pub(crate) is_cut: bool,
    /// The first bracket that is never closed. From there on a statement ends before a line that is not further right than it.
    never_closed: Option<usize>,
}

/// Makes the words that are no names (<https://docs.python.org/3/reference/lexical_analysis.html#keywords>).
macro_rules! keywords {
    ($($keyword:ident $written:literal,)*) => {
        /// A word that is no name.
        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        pub(crate) enum Keyword { $($keyword,)* }

        /// The keywords as they are written.
        const KEYWORDS: &[(&str, Keyword)] = &[$(($written, Keyword::$keyword),)*];
    };
}

keywords! {
    False "False",
    None "None",
    True "True",
    And "and",
    As "as",
    Assert "assert",
    Async "async",
    Await "await",
    Break "break",
    Class "class",
    Continue "continue",
    Def "def",
    Del "del",
    Elif "elif",
    Else "else",
    Except "except",
    Finally "finally",
    For "for",
    From "from",
    Global "global",
    If "if",
    Import "import",
    In "in",
    Is "is",
    Lambda "lambda",
    Nonlocal "nonlocal",
    Not "not",
    Or "or",
    Pass "pass",
    Raise "raise",
    Return "return",
    Try "try",
    While "while",
    With "with",
    Yield "yield",
}

/// The signs of more than one meaning or character, each before those that it begins with.
const SIGNS: [(&str, TokenKind); 22] = [
    ("...", TokenKind::Ellipsis),
    ("->", TokenKind::Arrow),
    (":=", TokenKind::Walrus),
    ("==", TokenKind::Comparison(CompareOperator::Equal)),
    ("!=", TokenKind::Comparison(CompareOperator::NotEqual)),
    ("<<", TokenKind::Operator(BinaryOperator::ShiftLeft)),
    (">>", TokenKind::Operator(BinaryOperator::ShiftRight)),
    ("<=", TokenKind::Comparison(CompareOperator::LessOrEqual)),
    (">=", TokenKind::Comparison(CompareOperator::GreaterOrEqual)),
    ("<", TokenKind::Comparison(CompareOperator::Less)),
    (">", TokenKind::Comparison(CompareOperator::Greater)),
    ("**", TokenKind::Operator(BinaryOperator::Power)),
    ("//", TokenKind::Operator(BinaryOperator::FloorDivide)),
    ("+", TokenKind::Operator(BinaryOperator::Add)),
    ("-", TokenKind::Operator(BinaryOperator::Subtract)),
    ("*", TokenKind::Operator(BinaryOperator::Multiply)),
    ("/", TokenKind::Operator(BinaryOperator::Divide)),
    ("%", TokenKind::Operator(BinaryOperator::Remainder)),
    ("@", TokenKind::Operator(BinaryOperator::MatrixMultiply)),
    ("&", TokenKind::Operator(BinaryOperator::BitAnd)),
    ("|", TokenKind::Operator(BinaryOperator::BitOr)),
    ("^", TokenKind::Operator(BinaryOperator::BitXor)),
];

/// A tab leads to the next multiple of so many columns, as in Python.
const TAB: usize = 8;

impl Source {
    /// Cuts a text of at most [`MAX_CHARS`] characters into tokens.
    ///
    /// # Errors
    ///
    /// The text is too long. What is no token becomes [`TokenKind::Unknown`].
    pub(crate) fn new(text: &str) -> Result<Self, Failure> {
        Self::with_limit(text, MAX_CHARS)
    }

    /// Cuts a text of at most `limit` characters into tokens.
    ///
    /// # Errors
    ///
    /// As for [`Source::new`].
    pub(crate) fn with_limit(text: &str, limit: usize) -> Result<Self, Failure> {
        let original: Vec<char> = text.chars().take(limit + 1).listed();
        if original.len() > limit {
            return Err(failure(&(limit..limit), Problem::TooLong));
        }
        Ok(Self::of(original, false))
    }

    /// Cuts a program into tokens. Of one with more than `limit` characters whole lines are left out at the end.
    pub(crate) fn program(text: &str, limit: usize) -> Self {
        let mut original: Vec<char> = text.chars().take(limit + 1).listed();
        let is_cut = original.len() > limit;
        if is_cut {
            original.truncate(limit);
            let lines = original.iter().rposition(|&c| c == '\n').map_or(limit, |at| at + 1);
            original.truncate(lines);
        }
        Self::of(original, is_cut)
    }

    fn of(original: Vec<char>, is_cut: bool) -> Self {
        let twin = |&c: &char| match c {
            '\n' => c,
            // A sign of multiplication between sizes.
            c if ascii_twin(c) == '×' => '*',
            c => ascii_twin(c),
        };
        let chars = original.iter().map(twin).listed();
        let mut source = Self {
            original,
            chars,
            tokens: Vec::new(),
            comments: Vec::new(),
            prompted: false,
            commands: Vec::new(),
            is_foreign: false,
            is_cut,
            never_closed: None,
        };
        while Lexer::new(&mut source).run().is_none() {
            (source.tokens, source.comments, source.commands) = (Vec::new(), Vec::new(), Vec::new());
        }
        source
    }

    /// The characters at a place, as their ASCII twins.
    pub(crate) fn text(&self, span: &Range<usize>) -> String {
        self.chars.get(span.clone()).unwrap_or_default().iter().collect()
    }

    /// The characters at a place as they were typed.
    pub(crate) fn typed(&self, span: &Range<usize>) -> String {
        self.original.get(span.clone()).unwrap_or_default().iter().collect()
    }

    /// What stands between the quotes of a string, as it was typed.
    pub(crate) fn string_content(&self, span: &Range<usize>) -> String {
        let quote = self.run(span.start, |c| !matches!(c, '"' | '\''));
        let tripled =
            span.end >= quote + 6 && self.at(quote + 1) == self.at(quote) && self.at(quote + 2) == self.at(quote);
        let width = if tripled { 3 } else { 1 };
        self.typed(&(quote + width..span.end - width))
    }

    /// Whether the characters at a place are those of `word`.
    pub(crate) fn is(&self, span: &Range<usize>, word: &str) -> bool {
        self.chars.get(span.clone()).is_some_and(|chars| chars.iter().copied().eq(word.chars()))
    }

    /// The line of a place, counted from 1.
    pub(crate) fn line(&self, at: usize) -> usize {
        1 + self.original.iter().take(at).filter(|&&c| c == '\n').count()
    }

    /// The place where the line of a place begins.
    pub(crate) fn line_start(&self, at: usize) -> usize {
        let before = self.original.get(..at).unwrap_or_default();
        before.iter().rposition(|&c| c == '\n').map_or(0, |end| end + 1)
    }

    /// The place where a line begins, which is counted from 1.
    pub(crate) fn line_start_of(&self, line: usize) -> usize {
        let mut at = 0;
        for _ in 1..line {
            at = (self.run(at, |c| c != '\n') + 1).min(self.original.len());
        }
        at
    }

    /// The names in a part of the text, each once.
    pub(crate) fn names_in(&self, span: &Range<usize>) -> Vec<String> {
        let names = self.tokens_in(span).iter().filter(|token| token.kind == TokenKind::Name);
        let mut found = Vec::new();
        names.for_each(|token| insert(&mut found, self.text(&token.span)));
        found
    }

    /// The tokens that stand within `span`.
    pub(crate) fn tokens_in(&self, span: &Range<usize>) -> &[Token] {
        let start = self.tokens.partition_point(|token| token.span.start < span.start);
        let end = self.tokens.partition_point(|token| token.span.end <= span.end);
        self.tokens.get(start..end).unwrap_or_default()
    }

    /// The place of the first token that begins at `position` or after it; that of the text's end where there is none.
    pub(crate) fn token_from(&self, position: usize) -> Range<usize> {
        let at = self.tokens.partition_point(|token| token.span.start < position);
        self.tokens.get(at).map_or(self.original.len()..self.original.len(), |token| token.span.clone())
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

    /// Where the prompt that stands at `at` ends, and whether it is one that begins a statement: `>>>`, `In [1]:`, and
    /// `...` or `...:` on a line that goes on.
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

    /// Where the command of IPython ends that begins at `at`, if there is one.
    fn command(&self, at: usize) -> Option<usize> {
        let mut end = self.run(at, |c| c != '\n');
        while end > at && self.at(end - 1) == '\\' && end < self.chars.len() {
            end = self.run(end + 1, |c| c != '\n');
        }
        let is_word = |c| is_part_of_word(c) || c == '.';
        // What is timed is Python.
        if self.stands(at, "%time ") {
            return Some(at + 6);
        }
        let marked = |at| {
            (self.at(at) == '!' && !self.stands(at, "!="))
                || (self.at(at) == '%' && (is_letter(self.at(at + 1)) || self.at(at + 1) == '%'))
        };
        let word = self.run(at, |c| is_word(c) || matches!(c, ',' | ' '));
        let value = self.run(word + 1, |c| c == ' ');
        let is_asked = word > at && self.at(word) == '?' && self.run(word, |c| c == '?' || c == ' ') == end;
        let is_assigned = word > at && self.at(word) == '=' && marked(value);
        (marked(at) || self.at(at) == '?' || is_asked || is_assigned).then_some(end)
    }

    /// The names that commands among tokens give values: `files = !ls`.
    pub(crate) fn assigned_by_command(&self, tokens: &[Token]) -> Vec<String> {
        let mut names = Vec::new();
        for token in tokens.iter().filter(|token| token.kind == TokenKind::Command) {
            let text = self.text(&token.span);
            if let Some((before, _)) = text.split_once('=').filter(|_| !text.starts_with(['%', '!', '?'])) {
                names.extend(before.split(',').map(|name| name.trim().to_owned()));
            }
        }
        names
    }

    /// The number that begins at `at`, and its end.
    fn number(&self, at: usize) -> (TokenKind, usize) {
        let base = match self.at(at + 1) {
            'x' | 'X' => 16,
            'o' | 'O' => 8,
            'b' | 'B' => 2,
            _ => 10,
        };
        if self.at(at) == '0' && base != 10 {
            let first = at + 2 + usize::from(self.at(at + 2) == '_');
            let end = self.digits(first, |c| c.is_digit(base));
            if end > first {
                return (TokenKind::Integer, end);
            }
        }
        let digits = |from| self.digits(from, |c| c.is_ascii_digit());
        let mut kind = TokenKind::Integer;
        let mut end = digits(at);
        if self.at(end) == '.' {
            kind = TokenKind::Float;
            end = digits(end + 1);
        }
        if matches!(self.at(end), 'e' | 'E') {
            let power = end + 1 + usize::from(matches!(self.at(end + 1), '+' | '-'));
            if self.at(power).is_ascii_digit() {
                kind = TokenKind::Float;
                end = digits(power);
            }
        }
        if matches!(self.at(end), 'j' | 'J') {
            return (TokenKind::Imaginary, end + 1);
        }
        // No integer begins with 0 but 0 itself, which may be repeated.
        if kind == TokenKind::Integer && self.at(at) == '0' {
            end = self.digits(at, |c| c == '0');
        }
        (kind, end)
    }

    /// The end of the digits that begin at `at`, with single `_` between them.
    fn digits(&self, at: usize, is_digit: impl Fn(char) -> bool) -> usize {
        let is_digit = |at: usize| is_digit(self.at(at));
        let mut end = at;
        while is_digit(end) || (end > at && self.at(end) == '_' && is_digit(end + 1)) {
            end += 1;
        }
        end
    }

    /// The kind of the string that a word makes of what follows, if the word is a prefix of strings.
    fn prefixed(&self, word: &Range<usize>) -> Option<TokenKind> {
        let letter = |at: usize| self.at(at).to_ascii_lowercase();
        match (letter(word.start), (word.len() > 1).then(|| letter(word.start + 1))) {
            _ if word.len() > 2 => None,
            ('r' | 'u', None) => Some(TokenKind::Text),
            ('f', None | Some('r')) | ('r', Some('f')) => Some(TokenKind::FormattedText),
            ('b', None | Some('r')) | ('r', Some('b')) => Some(TokenKind::Bytes),
            _ => None,
        }
    }

    /// The string whose first quote stands at `quote`, and its end. In an f-string the strings within `{…}` are a part of it.
    fn string(&self, quote: usize, formatted: bool) -> (Option<char>, usize) {
        let mark = self.at(quote);
        let tripled = self.at(quote + 1) == mark && self.at(quote + 2) == mark;
        let width = if tripled { 3 } else { 1 };
        let mut braces = 0_usize;
        let mut at = quote + width;
        // Where the string ends if it is not closed: at the end of its line, though a field goes on over lines (Python 3.12).
        let mut line_end = None;
        while at < self.chars.len() {
            let c = self.at(at);
            if c == '\n' && !tripled {
                line_end = line_end.or(Some(at));
                if braces == 0 {
                    break;
                }
            }
            let ends = c == mark && (!tripled || (self.at(at + 1) == mark && self.at(at + 2) == mark));
            match c {
                '\\' => at += 1,
                // Two of them are the character itself.
                '{' if formatted && braces == 0 && self.at(at + 1) == '{' => at += 1,
                '{' if formatted => braces += 1,
                '}' => braces = braces.saturating_sub(1),
                // The same quotes within braces are a string of their own (Python 3.12) if they are closed there.
                '"' | '\'' if braces > 0 => {
                    let end = self.run(at + 1, |other| other != c && other != '\n' && other != '}');
                    if self.at(end) == c {
                        at = end;
                    } else if ends {
                        return (None, at + width);
                    }
                }
                _ if ends => return (None, at + width),
                _ => {}
            }
            at += 1;
        }
        (Some(mark), line_end.unwrap_or(self.chars.len()))
    }
}

/// Puts a name among others in order, each once.
pub(crate) fn insert(names: &mut Vec<String>, name: String) {
    if let Err(at) = names.binary_search(&name) {
        names.insert(at, name);
    }
}

/// Goes through a text from its beginning to its end.
struct Lexer<'a> {
    source: &'a mut Source,
    at: usize,
    /// How many brackets are open.
    open: usize,
    /// Where the outermost of them stands.
    outermost: usize,
    /// The columns of the blocks that are open; the first is that of the program itself.
    indents: Vec<usize>,
    /// How many logical lines have begun.
    lines: usize,
    /// Whether lines without prompts are a part of what stands after one: `In [1]:` on a line of its own.
    in_cell: bool,
}

impl<'a> Lexer<'a> {
    const fn new(source: &'a mut Source) -> Self {
        Self { source, at: 0, open: 0, outermost: 0, indents: Vec::new(), lines: 0, in_cell: false }
    }

    /// Reads all tokens. `None` where the text has prompts or a bracket that is never closed, which the source notes: then it must be
    /// read from its beginning again.
    fn run(mut self) -> Option<()> {
        let end = self.source.chars.len();
        let mut fresh = true;
        while self.at < end {
            if fresh {
                self.line_start()?;
                fresh = false;
                continue;
            }
            let at = self.at;
            match self.source.at(at) {
                '\n' => {
                    self.at += 1;
                    fresh = true;
                    if self.ends_early() {
                        self.open = 0;
                    }
                    self.end_line(at..at + 1);
                }
                ' ' => self.at += 1,
                '#' => {
                    self.at = self.source.run(at, |c| c != '\n');
                    self.source.comments.push(at..self.at);
                }
                // A line that goes on.
                '\\' if self.source.at(self.source.run(at + 1, |c| c == ' ')) == '\n' && at + 1 < end => {
                    self.at = self.source.run(at + 1, |c| c == ' ') + 1;
                }
                c => {
                    let (kind, end) = self.token(c);
                    if kind.opens() {
                        self.outermost = if self.open == 0 { at } else { self.outermost };
                        self.open += 1;
                    } else if kind.closes() {
                        self.open = self.open.saturating_sub(1);
                    }
                    self.push(kind, at..end);
                    self.at = end;
                }
            }
        }
        if self.open > 0 && self.source.never_closed.is_none() {
            self.source.never_closed = Some(self.outermost);
            return None;
        }
        let last = self.source.tokens.last().map_or(0, |token| token.span.end);
        self.end_line(last..last);
        if self.source.is_cut {
            self.push(TokenKind::Cut, end..end);
        }
        self.open = 0;
        self.end_line(last..last);
        (1..self.indents.len()).for_each(|_| self.push(TokenKind::Dedent, last..last));
        Some(())
    }

    /// Whether the statement ends here although a bracket is open: one is never closed, and the line that begins here stands no
    /// further right than the statement.
    fn ends_early(&self) -> bool {
        let first = self.source.run(self.at, |c| c == ' ');
        self.source.never_closed.is_some_and(|at| self.open > 0 && self.outermost >= at)
            && first - self.at <= self.indents.last().copied().unwrap_or_default()
            && !matches!(self.source.at(first), ')' | ']' | '}' | '\n' | '#')
    }

    fn push(&mut self, kind: TokenKind, span: Range<usize>) {
        self.source.tokens.push(Token { kind, span });
    }

    /// Whether a logical line has begun.
    fn has_begun(&self) -> bool {
        self.source.tokens.last().is_some_and(|token| !token.kind.is_layout())
    }

    /// Ends the logical line, if one has begun and no bracket is open.
    fn end_line(&mut self, span: Range<usize>) {
        if self.has_begun() && self.open == 0 {
            self.push(TokenKind::Newline, span);
        }
    }

    /// Steps over a prompt and what Python answered, and notes how far the line is indented.
    fn line_start(&mut self) -> Option<()> {
        let source = &*self.source;
        let mut start = self.at;
        if source.prompted {
            let is_output = source.stands(start, "Out[");
            match source.prompt(start) {
                Some((end, begins)) => {
                    start = end + usize::from(source.at(end) == ' ');
                    let is_alone = source.at(source.run(end, |c| c == ' ')) == '\n';
                    self.in_cell = begins && is_alone && source.stands(end - 2, "]:");
                }
                None if self.open == 0 && (is_output || !self.in_cell) => {
                    self.in_cell &= !is_output;
                    start = source.run(start, |c| c != '\n');
                }
                None => {}
            }
        }
        let first = source.run(start, |c| c == ' ');
        self.at = first;
        if self.has_begun() || matches!(source.at(first), '\n' | '#') {
            return Some(());
        }
        if !source.prompted && source.prompt(start).is_some_and(|(_, begins)| begins) {
            self.source.prompted = true;
            return None;
        }
        let mut column = 0;
        for &c in source.original.get(start..first).unwrap_or_default() {
            column += if c == '\t' { TAB - column % TAB } else { 1 };
        }
        self.lines += 1;
        let command = source.command(first);
        self.indent(column, start..first);
        if let Some(end) = command {
            let source = &mut *self.source;
            let python = ["%%time", "%%capture", "%%prun"];
            source.is_foreign |= source.stands(first, "%%") && !python.iter().any(|name| source.stands(first, name));
            source.commands.push(first..end);
            if source.at(end) == '\n' {
                self.push(TokenKind::Command, first..end);
            }
            self.at = end;
        }
        Some(())
    }

    /// Opens and closes blocks where a logical line begins at `column`.
    fn indent(&mut self, column: usize, span: Range<usize>) {
        while let [.., outer, inner] = *self.indents.as_slice()
            && column < inner
        {
            self.indents.pop();
            self.push(TokenKind::Dedent, span.end..span.end);
            if column > outer {
                // Between two blocks: the parser finds an indentation where none can be.
                break;
            }
        }
        let opens = self.source.tokens.iter().rev().nth(1).is_some_and(|token| token.kind == TokenKind::Mark(b':'));
        match *self.indents.as_slice() {
            [] => self.indents.push(column),
            // The first line may have lost its indentation when the text was copied, or have got one.
            [outermost] if column < outermost || (self.lines == 2 && !opens) => self.indents = vec![column],
            [.., inner] if column > inner => {
                self.indents.push(column);
                self.push(TokenKind::Indent, span);
            }
            _ => {}
        }
    }

    /// The token that begins here with `c`, and its end.
    fn token(&self, c: char) -> (TokenKind, usize) {
        let (source, at) = (&*self.source, self.at);
        if c.is_ascii_digit() || (c == '.' && source.at(at + 1).is_ascii_digit()) {
            return source.number(at);
        }
        let mut quote = at;
        let mut kind = TokenKind::Text;
        if is_letter(c) {
            let end = source.run(at, is_part_of_word);
            let word = at..end;
            let prefixed = if matches!(source.at(end), '"' | '\'') { source.prefixed(&word) } else { None };
            let Some(prefixed) = prefixed else {
                let keyword = KEYWORDS.iter().find(|(keyword, _)| source.is(&word, keyword));
                return (keyword.map_or(TokenKind::Name, |&(_, keyword)| TokenKind::Word(keyword)), end);
            };
            kind = prefixed;
            quote = end;
        }
        if matches!(source.at(quote), '"' | '\'') {
            let (open, end) = source.string(quote, kind == TokenKind::FormattedText);
            return (open.map_or(kind, |mark| TokenKind::OpenText(mark as u8)), end);
        }
        match SIGNS.iter().find(|(sign, _)| source.stands(at, sign)) {
            Some(&(sign, TokenKind::Operator(operator))) if source.at(at + sign.len()) == '=' => {
                (TokenKind::Augmented(operator), at + sign.len() + 1)
            }
            Some(&(sign, kind)) => (kind, at + sign.len()),
            None if matches!(c, '(' | ')' | '[' | ']' | '{' | '}' | ',' | ':' | '.' | ';' | '=' | '~') => {
                (TokenKind::Mark(c as u8), at + 1)
            }
            None => (TokenKind::Unknown, at + 1),
        }
    }
}

#[cfg(test)]
#[allow(clippy::expect_used, reason = "a test fails by panicking")]
mod tests {
    use super::*;

    /// The tokens of a text: each as its characters, line ends and indentation as `;`, `{` and `}`.
    fn tokens(text: &str) -> String {
        let source = Source::new(text).expect("it is short");
        let written = |token: &Token| match token.kind {
            TokenKind::Newline => ";".to_owned(),
            TokenKind::Indent => "{".to_owned(),
            TokenKind::Dedent => "}".to_owned(),
            _ => source.text(&token.span),
        };
        source.tokens.iter().map(written).collect::<Vec<_>>().join(" ")
    }

    fn check_tokens(cases: &[(&str, &str)]) {
        for (text, expected) in cases {
            assert_eq!(tokens(text), *expected, "{text:?}");
        }
    }

    fn kinds(text: &str) -> Vec<TokenKind> {
        Source::new(text).expect("it is short").tokens.iter().map(|token| token.kind).collect()
    }

    #[test]
    fn lines_are_cut_and_joined_as_in_python() {
        let cases = [
            ("", ""),
            ("# only a comment", ""),
            ("x = 1\ny", "x = 1 ; y ;"),
            ("x = (1,\n\n  # two\n  2)\ny\n", "x = ( 1 , 2 ) ; y ;"),
            ("x = 1 + \\\n  2", "x = 1 + 2 ;"),
            ("if a:\n  if b:\n    c\nd", "if a : ; { if b : ; { c ; } } d ;"),
            ("if a:\n  b\n\n# less\n  c", "if a : ; { b ; c ; }"),
            ("if a:\n    b\n  c", "if a : ; { b ; } { c ; }"),
            // The tab leads to the eighth column.
            ("if a:\n\tb\n        c", "if a : ; { b ; c ; }"),
        ];
        check_tokens(&cases);
    }

    #[test]
    fn what_is_pasted_with_a_program_is_left_out() {
        let cases = [
            (">>> x = 1\n>>> x\n1\n>>> for i in x:\n...     i\n... \n>>> y", "x = 1 ; x ; for i in x : ; { i ; } y ;"),
            ("In [1]: x = (1,\n   ...:      2)\n\nIn [2]: x\nOut[2]: (1, 2)", "x = ( 1 , 2 ) ; x ;"),
            ("ｘ　＝　（３，１）", "x = ( 3 , 1 ) ;"),
            ("5 × 3 − 1", "5 * 3 - 1 ;"),
            // The first line may be further right or further left than the others, the rest may not.
            ("    x\n    y\n    z", "x ; y ; z ;"),
            ("x\n    y\n    z", "x ; y ; z ;"),
            ("    x\ny", "x ; y ;"),
            ("x\ny\n    z", "x ; y ; { z ; }"),
        ];
        check_tokens(&cases);
    }

    #[test]
    fn numbers_and_strings_have_the_ends_that_python_gives_them() {
        for number in ["0", "1_000", "0x1F", "0b101", "0o17"] {
            assert_eq!(kinds(number), [TokenKind::Integer, TokenKind::Newline], "{number}");
        }
        for number in ["1.", ".5", "1.5", "1e5", "1.e-5", "1E+5", "1_0.0_1"] {
            assert_eq!(kinds(number), [TokenKind::Float, TokenKind::Newline], "{number}");
        }
        assert_eq!(kinds("1j"), [TokenKind::Imaginary, TokenKind::Newline]);
        assert_eq!(tokens("5x3 1e x.1"), "5 x3 1 e x .1 ;");
        assert_eq!(
            tokens("1_ 1__0 1_.5 01 00_0 0b12 0o8 0x 0x_F 0x__F 01.5"),
            "1 _ 1 __0 1 _ .5 0 1 00_0 0b1 2 0 o8 0 x 0x_F 0 x__F 01.5 ;"
        );
        for text in ["'a'", r#""a'b""#, r"'a\'b'", "'''a\nb''c'''", r"r'\d'", "u'a'"] {
            assert_eq!(kinds(text), [TokenKind::Text, TokenKind::Newline], "{text}");
        }
        for text in ["f'{a}'", "f'{a['b']}'", "f'''{a}\n'''", "Fr'a'", "f'{a\n}'"] {
            assert_eq!(kinds(text), [TokenKind::FormattedText, TokenKind::Newline], "{text}");
        }
        for text in ["b'a'", "Rb'a'"] {
            assert_eq!(kinds(text), [TokenKind::Bytes, TokenKind::Newline], "{text}");
        }
        for text in ["rr'a'", "ub'a'", "bf'a'", "rbr'a'"] {
            assert_eq!(kinds(text), [TokenKind::Name, TokenKind::Text, TokenKind::Newline], "{text}");
        }
        for text in ["'a", "'''a'", "f'{a"] {
            assert_eq!(kinds(text), [TokenKind::OpenText(b'\''), TokenKind::Newline], "{text}");
        }
        assert_eq!(tokens("f'{a\nb"), "f'{a ; b ;");
        assert_eq!(tokens("xf'a'"), "xf 'a' ;");
    }

    #[test]
    fn every_sign_is_one_token() {
        let signs =
            "+ - * / // % ** @ & | ^ ~ << >> < > <= >= == != -> := ... = += -= *= /= //= %= **= @= &= |= ^= <<= >>=";
        assert_eq!(tokens(signs), format!("{signs} ;"));
        assert_eq!(kinds("$?!"), [TokenKind::Unknown, TokenKind::Unknown, TokenKind::Unknown, TokenKind::Newline]);
    }

    #[test]
    fn tokens_are_found_by_their_place() {
        let source = Source::new("x = f(a, b)").expect("it is short");
        let found: Vec<String> = source.tokens_in(&(4..8)).iter().map(|token| source.text(&token.span)).collect();
        assert_eq!(found, ["f", "(", "a", ","]);
        assert_eq!((source.token_from(1), source.token_from(12)), (2..3, 11..11));
    }
}
