//! Python's grammar as CPython follows it: a parsing expression grammar (PEG), read twice. The second time its rules `invalid_…` take
//! part, which say what is wrong.
//!
//! `grammar.txt` has one rule a line. `name*:` remembers what it found at a place, `name<:` is left-recursive. `x?`, `x*`, `x+` are as
//! usual; `x^` has commas between its items; `&x` and `!x` look ahead; `&&'x'` must follow; `~` leaves no other alternative. What
//! stands in `{…}` is done after the alternative: a letter, `a` for the part that is marked `a=` or `-`, and a message.

use std::collections::HashMap;
use std::ops::Range;

use super::tokens::{Kind, Token, Tokens, never_closed};
use crate::syntax::parser::expression_at;
use crate::syntax::tree::{CompareOperator, Expression, ExpressionKind, SequenceKind, SyntaxError};

/// How many rules may be within each other, and how many may be tried for a text.
const MAX_DEPTH: usize = 900;
const MAX_STEPS: usize = 3_000_000;

/// A part of an alternative.
enum Part {
    Kind(Kind),
    /// A keyword or a sign, as it is written.
    Text(&'static str),
    /// A word that is a name elsewhere.
    Word(&'static str),
    /// `match`, `case`, `_`, or the beginning of one.
    Soft,
    Rule(usize),
    Optional(Box<Part>),
    Many(Box<Part>, bool),
    Commas(Box<Part>),
    Ahead(Box<Part>, bool),
    Forced(&'static str),
    Cut,
    Group(Vec<Alternative>),
    Marked(Box<Part>),
}

struct Alternative {
    parts: Vec<Part>,
    /// A letter, and a message after the name of a part.
    action: Option<(u8, bool, &'static str)>,
}

struct Rule {
    alternatives: Vec<Alternative>,
    is_kept: bool,
    is_left_recursive: bool,
    is_invalid: bool,
    /// No rule for what is invalid takes part in it.
    is_unchecked: bool,
}

/// All rules.
pub(super) struct Grammar {
    rules: Vec<Rule>,
    keywords: Vec<&'static str>,
    file: usize,
    field: usize,
}

/// Reads the syntax.
struct RuleText<'a> {
    text: &'static str,
    names: &'a HashMap<&'static str, usize>,
}

impl RuleText<'_> {
    fn take(&mut self, mark: &str) -> bool {
        self.text = self.text.trim_start();
        let rest = self.text.strip_prefix(mark);
        self.text = rest.unwrap_or(self.text);
        rest.is_some()
    }

    fn until(&mut self, end: char) -> &'static str {
        let (before, after) = self.text.split_once(end).unwrap_or((self.text, ""));
        self.text = after;
        before
    }

    fn alternatives(&mut self) -> Vec<Alternative> {
        let mut alternatives = Vec::new();
        loop {
            let (mut parts, mut action) = (Vec::new(), None);
            while !self.text.trim_start().is_empty() && !self.text.trim_start().starts_with(['|', ')', '{']) {
                parts.push(self.part());
            }
            if self.take("{") {
                let written = self.until('}');
                let letter = written.bytes().next().unwrap_or_default();
                let rest = written.get(2..).unwrap_or_default();
                let marked = rest == "a" || rest.starts_with("a ");
                let message = rest.trim_start_matches(|c| marked && c == 'a').trim_start_matches("- ").trim_start();
                action = Some((letter, marked, if letter == b'L' { rest } else { message }));
            }
            alternatives.push(Alternative { parts, action });
            if !self.take("|") {
                return alternatives;
            }
        }
    }

    fn part(&mut self) -> Part {
        if self.take("&&'") {
            return Part::Forced(self.until('\''));
        }
        for (mark, positive) in [("&", true), ("!", false)] {
            if self.take(mark) {
                return Part::Ahead(Box::new(self.part()), positive);
            }
        }
        if self.take("a=") {
            return Part::Marked(Box::new(self.part()));
        }
        let part = if self.take("~") {
            Part::Cut
        } else if self.take("'") {
            Part::Text(self.until('\''))
        } else if self.take("\"") {
            Part::Word(self.until('"'))
        } else if self.take("(") {
            let group = Part::Group(self.alternatives());
            self.take(")");
            group
        } else {
            let end = self.text.find(|c: char| !c.is_ascii_alphabetic() && c != '_').unwrap_or(self.text.len());
            let (name, rest) = self.text.split_at(end);
            self.text = rest;
            match name {
                "NAME" => Part::Kind(Kind::Name),
                "NUMBER" => Part::Kind(Kind::Number),
                "STRING" => Part::Kind(Kind::String),
                "NEWLINE" => Part::Kind(Kind::Newline),
                "INDENT" => Part::Kind(Kind::Indent),
                "DEDENT" => Part::Kind(Kind::Dedent),
                "END" => Part::Kind(Kind::End),
                "SOFT" => Part::Soft,
                _ => Part::Rule(self.names.get(name).copied().unwrap_or_default()),
            }
        };
        let (first, rest) = self.text.split_at(usize::from(self.text.starts_with(['?', '*', '+', '^'])));
        self.text = rest;
        match first {
            "?" => Part::Optional(Box::new(part)),
            "*" => Part::Many(Box::new(part), false),
            "+" => Part::Many(Box::new(part), true),
            "^" => Part::Commas(Box::new(part)),
            _ => part,
        }
    }
}

impl Grammar {
    pub(super) fn new() -> Self {
        let lines = || include_str!("grammar.txt").lines().filter(|line| !line.starts_with('#'));
        let lines: Vec<(&'static str, &'static str)> = lines().filter_map(|line| line.split_once(": ")).collect();
        let plain = |name: &'static str| name.trim_end_matches(['*', '<']);
        let names = lines.iter().enumerate().map(|(at, (name, _))| (plain(name), at)).collect();
        let rule = |&(name, text): &(&'static str, &'static str)| Rule {
            alternatives: RuleText { text, names: &names }.alternatives(),
            is_kept: name.ends_with(['*', '<']),
            is_left_recursive: name.ends_with('<'),
            is_invalid: name.starts_with("invalid_"),
            is_unchecked: name == "unchecked",
        };
        let quoted =
            include_str!("grammar.txt").split('\'').filter(|word| word.bytes().all(|c| c.is_ascii_alphabetic()));
        let rules = lines.iter().map(rule).collect();
        let place = |name| names.get(name).copied().unwrap_or_default();
        Self { rules, keywords: quoted.collect(), file: place("file"), field: place("fstring") }
    }
}

/// What CPython says of tokens.
pub(super) enum Verdict {
    Accepted,
    Rejected(SyntaxError),
    Unknown,
}

/// Reads tokens from `from` on as a program, or as the field of an f-string.
pub(super) fn verdict(grammar: &Grammar, text: &[char], tokens: &Tokens, from: usize, is_field: bool) -> Verdict {
    let keyword = |token: &Token| {
        let word = text.get(token.span.clone()).unwrap_or_default();
        token.kind == Kind::Name && grammar.keywords.iter().any(|keyword| keyword.chars().eq(word.iter().copied()))
    };
    let keywords = tokens.list.iter().map(keyword).collect();
    let mut parser = Parser {
        grammar,
        text,
        tokens,
        keywords,
        is_field,
        at: from,
        filled: from,
        depth: 0,
        steps: 0,
        checks: false,
        kept: HashMap::new(),
        stop: None,
    };
    let rule = if is_field { grammar.field } else { grammar.file };
    let first = parser.rule(rule);
    if first == Some(true) {
        return Verdict::Accepted;
    }
    let last = parser.filled.saturating_sub(1);
    if first == Some(false) {
        parser.checks = true;
        parser.at = from;
        parser.kept.clear();
        if parser.rule(rule) == Some(true) {
            return Verdict::Unknown;
        }
    }
    let mut ahead = true;
    let error = match parser.stop {
        Some(Stop::Unknown) => return Verdict::Unknown,
        Some(Stop::Tokens) => return tokens.error.clone().map_or(Verdict::Unknown, Verdict::Rejected),
        Some(Stop::Error(error)) => error,
        None => {
            let Some(token) = tokens.list.get(last) else { return Verdict::Unknown };
            let error = |message: &str| SyntaxError::new(token.line, token.offset, message.to_owned());
            match token.kind {
                Kind::Indent | Kind::Dedent => {
                    ahead = false;
                    let message = if token.kind == Kind::Indent { "unexpected indent" } else { "unexpected unindent" };
                    SyntaxError { kind: "IndentationError", ..error(message) }
                }
                _ => error("invalid syntax"),
            }
        }
    };
    // What the tokens after it are comes first.
    let filled = parser.filled.saturating_sub(1);
    let line = tokens.list.get(filled).map_or(0, |token| token.line);
    let is_last = tokens.list.get(filled).is_some_and(|token| token.kind == Kind::End);
    if let Some(found) = tokens.error.as_ref().filter(|_| ahead && !is_last) {
        if tokens.is_found_ahead {
            return Verdict::Rejected(found.clone());
        }
        if let Some((bracket, place)) = tokens.open.as_ref().filter(|(_, place)| line > place.start) {
            return Verdict::Rejected(never_closed(*bracket, place));
        }
    }
    Verdict::Rejected(error)
}

enum Stop {
    Error(SyntaxError),
    /// The tokens have an error.
    Tokens,
    Unknown,
}

struct Parser<'a> {
    grammar: &'a Grammar,
    text: &'a [char],
    tokens: &'a Tokens,
    keywords: Vec<bool>,
    is_field: bool,
    at: usize,
    /// How many tokens were looked at.
    filled: usize,
    depth: usize,
    steps: usize,
    /// Whether the rules for what is invalid take part.
    checks: bool,
    /// Where a rule ends that began at a token, or `None`.
    kept: HashMap<(usize, usize), Option<usize>>,
    /// Why nothing more is read.
    stop: Option<Stop>,
}

/// Whether a rule fits; `None` where nothing more is read.
type Fits = Option<bool>;

impl<'a> Parser<'a> {
    fn stop(&mut self, stop: Stop) -> Fits {
        self.stop = Some(stop);
        None
    }

    fn fail(&mut self, line: usize, offset: usize, message: String) -> Fits {
        self.stop(Stop::Error(SyntaxError::new(line, offset, message)))
    }

    /// The token here.
    fn token(&mut self) -> Option<&'a Token> {
        let token = self.tokens.list.get(self.at);
        if token.is_none() {
            self.stop = Some(if self.tokens.error.is_some() { Stop::Tokens } else { Stop::Unknown });
        }
        self.filled = self.filled.max(self.at + 1);
        token
    }

    fn written(&self, token: &Token) -> &'a [char] {
        self.text.get(token.span.clone()).unwrap_or_default()
    }

    /// Whether a token is written like this. A line that IPython takes for itself is `pass`.
    fn is(&self, token: &Token, text: &str) -> bool {
        let empty = token.kind == Kind::Name && token.span.is_empty();
        matches!(token.kind, Kind::Name | Kind::Sign)
            && (text.chars().eq(self.written(token).iter().copied()) || (empty && text == "pass"))
    }

    fn is_keyword(&self) -> bool {
        self.keywords.get(self.at).copied().unwrap_or(false)
    }

    fn rule(&mut self, number: usize) -> Fits {
        let grammar = self.grammar;
        let Some(rule) = grammar.rules.get(number) else { return self.stop(Stop::Unknown) };
        if rule.is_invalid && !self.checks {
            return Some(false);
        }
        self.steps += 1;
        if self.depth > MAX_DEPTH || self.steps > MAX_STEPS {
            return self.stop(Stop::Unknown);
        }
        let start = self.at;
        let key = (number, start);
        if let Some(kept) = self.kept.get(&key).filter(|_| rule.is_kept) {
            self.at = kept.unwrap_or(start);
            return Some(kept.is_some());
        }
        self.depth += 1;
        let checks = self.checks;
        self.checks &= !rule.is_unchecked;
        let fits = if rule.is_left_recursive {
            let mut best = None;
            loop {
                self.kept.insert(key, best);
                self.at = start;
                let fits = self.alternatives(&rule.alternatives)?;
                if !fits || self.at <= best.unwrap_or(start) {
                    break;
                }
                best = Some(self.at);
            }
            self.at = best.unwrap_or(start);
            best.is_some()
        } else {
            let fits = self.alternatives(&rule.alternatives)?;
            if rule.is_kept {
                self.kept.insert(key, fits.then_some(self.at));
            }
            fits
        };
        self.checks = checks;
        self.depth -= 1;
        Some(fits)
    }

    fn alternatives(&mut self, alternatives: &'a [Alternative]) -> Fits {
        let start = self.at;
        for alternative in alternatives {
            let (mut marked, mut cut, mut fits) = (start..start, false, true);
            for part in &alternative.parts {
                let from = self.at;
                cut |= matches!(part, Part::Cut);
                if !self.part(part)? {
                    fits = false;
                    break;
                }
                if matches!(part, Part::Marked(_)) {
                    marked = from..self.at;
                }
            }
            if let Some((letter, is_marked, message)) = alternative.action.filter(|_| fits) {
                let marked = if is_marked { Some(&marked) } else { None };
                // No other alternative is tried where nothing is said.
                fits = self.act(letter, marked, message)?;
                cut = true;
            }
            if fits {
                return Some(true);
            }
            self.at = start;
            if cut {
                break;
            }
        }
        Some(false)
    }

    fn part(&mut self, part: &'a Part) -> Fits {
        let fits = match part {
            Part::Rule(number) => return self.rule(*number),
            Part::Group(alternatives) => return self.alternatives(alternatives),
            Part::Marked(part) => return self.part(part),
            Part::Cut => return Some(true),
            Part::Optional(part) => {
                self.part(part)?;
                return Some(true);
            }
            Part::Many(part, least_one) => {
                let start = self.at;
                while self.part(part)? {}
                return Some(!least_one || self.at > start);
            }
            Part::Commas(part) => {
                if !self.part(part)? {
                    return Some(false);
                }
                loop {
                    let end = self.at;
                    let token = self.token()?;
                    if !self.is(token, ",") {
                        return Some(true);
                    }
                    self.at += 1;
                    if !self.part(part)? {
                        self.at = end;
                        return Some(true);
                    }
                }
            }
            Part::Ahead(part, positive) => {
                let start = self.at;
                let fits = self.part(part)?;
                self.at = start;
                return Some(fits == *positive);
            }
            Part::Forced(text) => {
                let token = self.token()?;
                if !self.is(token, text) {
                    return self.fail(token.line, token.offset, format!("expected '{text}'"));
                }
                true
            }
            Part::Kind(kind) => {
                let token = self.token()?;
                token.kind == *kind && !self.is_keyword() && (*kind != Kind::Name || !token.span.is_empty())
            }
            Part::Text(text) => {
                let token = self.token()?;
                self.is(token, text)
            }
            Part::Word(word) => {
                let token = self.token()?;
                token.kind == Kind::Name && self.is(token, word)
            }
            Part::Soft => {
                let token = self.token()?;
                // CPython compares only as many characters as the name has.
                let name: String = self.written(token).iter().collect();
                token.kind == Kind::Name && ["match", "case", "_"].iter().any(|word| word.starts_with(&name))
            }
        };
        self.at += usize::from(fits);
        Some(fits)
    }

    /// Whether a token opens the bracket after which so many are open.
    fn is_opening(&self, token: &Token, level: usize) -> bool {
        token.level == level && ["(", "[", "{"].iter().any(|open| self.is(token, open))
    }

    /// The tokens without the brackets that only group them.
    fn grouped(&self, part: &Range<usize>) -> Range<usize> {
        let mut part = part.clone();
        loop {
            let tokens = self.tokens.list.get(part.clone()).unwrap_or_default();
            let [first, inner @ .., last] = tokens else { return part };
            let level = first.level;
            let groups = self.is(first, "(")
                && self.is(last, ")")
                && !inner.is_empty()
                && inner.iter().all(|token| token.level >= level)
                && !inner.iter().any(|token| token.level == level && (self.is(token, ",") || self.is(token, "for")));
            if !groups {
                return part;
            }
            part = part.start + 1..part.end - 1;
        }
    }

    /// The characters of a part.
    fn characters(&self, part: &Range<usize>) -> Range<usize> {
        let tokens = self.tokens.list.get(part.clone()).unwrap_or_default();
        tokens.first().map_or(0, |token| token.span.start)..tokens.last().map_or(0, |token| token.span.end)
    }

    /// Does what stands after an alternative; whether the alternative fits.
    fn act(&mut self, letter: u8, marked: Option<&Range<usize>>, message: &str) -> Fits {
        let part = marked.cloned().unwrap_or(0..0);
        let list = &self.tokens.list;
        let Some(last) = list.get(self.filled.saturating_sub(1)) else { return self.stop(Stop::Unknown) };
        let Some(first) = list.get(self.grouped(&part).start) else { return self.stop(Stop::Unknown) };
        let word: String = self.written(first).iter().collect();
        let is_legacy = matches!(word.as_str(), "print" | "exec") && part.len() == 1;
        match letter {
            b'K' => self.fail(first.line, first.offset, message.to_owned()),
            b'L' => self.fail(last.line, last.offset, message.to_owned()),
            b'I' => {
                let mut message = message.to_owned();
                if marked.is_some() {
                    message = format!("expected an indented block after {message} on line {}", first.line);
                }
                let error = SyntaxError::new(last.line, last.offset, message);
                self.stop(Stop::Error(SyntaxError { kind: "IndentationError", ..error }))
            }
            b'W' => self.fail(first.line, first.offset, message.replace('%', &word)),
            b'M' if !is_legacy => Some(false),
            b'M' => {
                let message = format!("Missing parentheses in call to '{word}'. Did you mean {word}(...)?");
                self.fail(first.line, first.offset, message)
            }
            b'C' => {
                let level = self.at.checked_sub(1).and_then(|at| list.get(at)).map_or(0, |token| token.level);
                if is_legacy || level == 0 {
                    return Some(false);
                }
                // CPython has another message for a key of a dictionary after the first one.
                let before = part.start.checked_sub(1).and_then(|at| list.get(..=at)).unwrap_or_default();
                let open = before.iter().rfind(|token| token.level < level || self.is_opening(token, level));
                let follows = before.last().is_some_and(|token| self.is(token, ","));
                if follows && open.is_some_and(|token| self.is(token, "{")) {
                    return self.stop(Stop::Unknown);
                }
                self.fail(first.line, first.offset, "invalid syntax. Perhaps you forgot a comma?".to_owned())
            }
            b'X' => {
                let Some(token) = list.get(self.at.saturating_sub(1)) else { return self.stop(Stop::Unknown) };
                if token.kind == Kind::String {
                    return self.stop(Stop::Unknown);
                }
                self.fail(first.line, token.offset + token.span.len() - 1, message.to_owned())
            }
            b'E' | b'T' => {
                let place = self.characters(&part);
                let Some(expression) = expression_at(self.text, &place) else {
                    return self.stop(Stop::Unknown);
                };
                let (wrong, message) = match (letter, message) {
                    (b'E', message) => (Some(&expression), message),
                    (_, "d") => (invalid_target(&expression, "d"), "cannot delete %"),
                    (_, kind) => (invalid_target(&expression, kind), "cannot assign to %"),
                };
                // Without one, the place is that of any other error.
                let Some(wrong) = wrong else { return Some(false) };
                let start = place.start + wrong.span.start.max(1) - 1;
                let Some(token) = list.iter().find(|token| token.span.start == start && !token.span.is_empty()) else {
                    return self.stop(Stop::Unknown);
                };
                let name = name(wrong, self.written(token));
                self.fail(token.line, token.offset, message.replace('%', name))
            }
            b'G' | b'P' => {
                let tokens = list.get(part.clone()).unwrap_or_default();
                let level = tokens.first().map_or(0, |token| {
                    token.level - usize::from(["(", "[", "{"].iter().any(|open| self.is(token, open)))
                });
                if tokens.iter().any(|token| self.is(token, "lambda")) {
                    return self.stop(Stop::Unknown);
                }
                let is_comma = |token: &&Token| token.level == level && self.is(token, ",");
                let arguments: Vec<&[Token]> = tokens.split(|token| is_comma(&token)).collect();
                let is_mapping = |argument: &&&[Token]| argument.first().is_some_and(|token| self.is(token, "**"));
                if letter == b'P' {
                    let unpacking =
                        if arguments.iter().any(|argument| is_mapping(&argument)) { " unpacking" } else { "" };
                    return self.fail(
                        last.line,
                        last.offset,
                        format!("positional argument follows keyword argument{unpacking}"),
                    );
                }
                let is_keyword = |argument: &&&[Token]| argument.get(1).is_some_and(|token| self.is(token, "="));
                let positional = arguments.iter().filter(|argument| !is_mapping(argument) && !is_keyword(argument));
                let positional: Vec<usize> =
                    positional.filter_map(|argument| argument.first()).map(|token| token.span.start).collect();
                let (Some(start), true) = (positional.last(), positional.len() > 1) else { return Some(false) };
                let Some(token) = list.iter().find(|token| token.span.start == *start && !token.span.is_empty()) else {
                    return self.stop(Stop::Unknown);
                };
                self.fail(token.line, token.offset, "Generator expression must be parenthesized".to_owned())
            }
            b'F' => {
                let tokens = list.get(part).unwrap_or_default();
                match formatted::check(self.grammar, self.text, tokens, last, self.is_field) {
                    Verdict::Accepted => Some(true),
                    Verdict::Rejected(error) => self.stop(Stop::Error(error)),
                    Verdict::Unknown => self.stop(Stop::Unknown),
                }
            }
            _ => self.stop(Stop::Unknown),
        }
    }
}

/// The first part of an expression that nothing can be assigned to; in `d`, that cannot be deleted; in `f`, before `in`.
fn invalid_target<'a>(expression: &'a Expression, kind: &str) -> Option<&'a Expression> {
    match &expression.kind {
        ExpressionKind::Sequence { kind: sequence, items } if *sequence != SequenceKind::Set => {
            items.iter().find_map(|item| invalid_target(item, kind))
        }
        ExpressionKind::Starred(value) if kind != "d" => invalid_target(value, kind),
        ExpressionKind::Compare { first, rest } if kind == "f" => {
            let is_in = matches!(rest.first(), Some((CompareOperator::In, ..)));
            if is_in { invalid_target(first, kind) } else { None }
        }
        ExpressionKind::Name(_) | ExpressionKind::Attribute { .. } | ExpressionKind::Subscript { .. } => None,
        _ => Some(expression),
    }
}

/// What CPython calls an expression whose first token is written so.
fn name(expression: &Expression, first: &[char]) -> &'static str {
    match &expression.kind {
        ExpressionKind::Name(_) => "name",
        ExpressionKind::Attribute { .. } => "attribute",
        ExpressionKind::Subscript { .. } => "subscript",
        ExpressionKind::Starred(_) => "starred",
        ExpressionKind::Sequence { kind: SequenceKind::List, .. } => "list",
        ExpressionKind::Sequence { kind: SequenceKind::Set, .. } => "set display",
        ExpressionKind::Sequence { .. } => "tuple",
        ExpressionKind::Lambda { .. } => "lambda",
        ExpressionKind::Call { .. } => "function call",
        ExpressionKind::Binary { .. } | ExpressionKind::Unary { .. } | ExpressionKind::Logical { .. } => "expression",
        ExpressionKind::Compare { .. } => "comparison",
        ExpressionKind::Conditional { .. } => "conditional expression",
        ExpressionKind::Named { .. } => "named expression",
        ExpressionKind::Dict(_) => "dict literal",
        ExpressionKind::None => "None",
        ExpressionKind::Bool(true) => "True",
        ExpressionKind::Bool(false) => "False",
        ExpressionKind::Ellipsis => "ellipsis",
        ExpressionKind::Comprehension { elements, .. } => match first {
            ['{', ..] if elements.len() == 2 => "dict comprehension",
            ['{', ..] => "set comprehension",
            ['[', ..] => "list comprehension",
            _ => "generator expression",
        },
        ExpressionKind::OpaqueText if first.iter().take(2).any(|c| matches!(c, 'f' | 'F')) => "f-string expression",
        _ => "literal",
    }
}

/// What CPython 3.11 says of strings: of bytes that are not ASCII, and of the fields of f-strings.
pub(super) mod formatted {
    use super::super::tokens::{Token, tokens};
    use super::{Grammar, Verdict, verdict};
    use crate::syntax::parser::expression_at;
    use crate::syntax::tree::SyntaxError;

    /// How deep fields may be within the formats of other fields.
    const MAX_DEPTH: usize = 2;

    /// Why a string is rejected.
    enum Rejection {
        /// A message that is told at the last token that was looked at.
        Message(String),
        /// A message at a place of its own.
        Error(SyntaxError),
        Unknown,
    }

    fn rejected<T>(message: &str) -> Result<T, Rejection> {
        Err(Rejection::Message(format!("f-string: {message}")))
    }

    /// Reads strings one after the other, `last` being the last token that was looked at.
    pub(in crate::syntax::check) fn check(
        grammar: &Grammar,
        text: &[char],
        strings: &[Token],
        last: &Token,
        is_field: bool,
    ) -> Verdict {
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
                Err(Rejection::Message(message)) => return at_last(message),
                Err(Rejection::Error(error)) => {
                    return Verdict::Rejected(SyntaxError { line: string.line + error.line - 1, ..error });
                }
                Err(Rejection::Unknown) => return Verdict::Unknown,
            }
        }
        Verdict::Accepted
    }

    /// Whether CPython may reject a string as it is written.
    pub(in crate::syntax::check) fn is_suspicious(written: &[char]) -> bool {
        let is_bytes = written.iter().take_while(|c| c.is_ascii_alphabetic()).any(|c| matches!(c, 'b' | 'B'));
        has_wrong_escape(written, is_bytes)
            || (is_bytes && written.iter().any(|c| !c.is_ascii()))
            || fields(written, &mut |field| {
                let is_read = expression_at(field, &(0..field.len())).is_some();
                if is_read { Ok(()) } else { Err(Rejection::Unknown) }
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
            if digits > 0 && (hex.len() < digits || u32::from_str_radix(&hex, 16).map_or(true, |code| code > 0x10_ffff))
            {
                return true;
            }
        }
        false
    }

    /// Reads the fields of one string.
    fn read(grammar: &Grammar, written: &[char]) -> Result<(), Rejection> {
        fields(written, &mut |field| {
            if field.iter().all(|c| c.is_whitespace()) {
                return rejected("empty expression not allowed");
            }
            let text: Vec<char> = ['('].iter().chain(field).chain(&[')']).copied().collect();
            let Some(tokens) = tokens(&text, &[]) else { return Err(Rejection::Unknown) };
            match verdict(grammar, &text, &tokens, 0, true) {
                Verdict::Accepted => Ok(()),
                Verdict::Rejected(_) if field.contains(&'\n') => Err(Rejection::Unknown),
                // Only what is said of tokens is not said of f-strings.
                Verdict::Rejected(error) if tokens.is_found_ahead && tokens.error.as_ref() == Some(&error) => {
                    Err(Rejection::Error(error))
                }
                Verdict::Rejected(error) => {
                    let message = format!("f-string: {}", error.message);
                    Err(Rejection::Error(SyntaxError { message, ..error }))
                }
                Verdict::Unknown => Err(Rejection::Unknown),
            }
        })
    }

    /// Calls `found` with each field of a string, if it has any.
    fn fields(written: &[char], found: &mut dyn FnMut(&[char]) -> Result<(), Rejection>) -> Result<(), Rejection> {
        let prefix = written.iter().take_while(|c| c.is_ascii_alphabetic()).count();
        let has = |small| written.iter().take(prefix).any(|c| c.to_ascii_lowercase() == small);
        if !has('f') {
            return Ok(());
        }
        let quote = written.get(prefix).copied().unwrap_or('"');
        let is_tripled = written.len() >= prefix + 6 && (1..3).all(|i| written.get(prefix + i) == Some(&quote));
        let width = if is_tripled { 3 } else { 1 };
        let Some(content) = written.get(prefix + width..written.len() - width) else { return Err(Rejection::Unknown) };
        let mut reader = Fields { content, at: 0, is_raw: has('r'), found };
        reader.literal(0)
    }

    struct Fields<'a> {
        content: &'a [char],
        at: usize,
        is_raw: bool,
        found: &'a mut dyn FnMut(&[char]) -> Result<(), Rejection>,
    }

    impl Fields<'_> {
        fn peek(&self, ahead: usize) -> Option<char> {
            self.content.get(self.at + ahead).copied()
        }

        /// What stands between fields, and the fields.
        fn literal(&mut self, depth: usize) -> Result<(), Rejection> {
            while let Some(c) = self.peek(0) {
                let is_escape = c == '\\' && !self.is_raw && !matches!(self.peek(1), Some('{' | '}'));
                if is_escape || (depth == 0 && matches!(c, '{' | '}') && self.peek(1) == Some(c)) {
                    self.at += 2;
                } else if c == '{' {
                    self.field(depth)?;
                } else if c == '}' {
                    return if depth == 0 { rejected("single '}' is not allowed") } else { Ok(()) };
                } else {
                    self.at += 1;
                }
            }
            Ok(())
        }

        fn field(&mut self, depth: usize) -> Result<(), Rejection> {
            if depth >= MAX_DEPTH {
                return rejected("expressions nested too deeply");
            }
            self.at += 1;
            let start = self.at;
            let mut open = Vec::new();
            // The quotes of a string in the field.
            let mut quotes: Option<(char, usize)> = None;
            while let Some(c) = self.peek(0) {
                if c == '\\' {
                    return rejected("expression part cannot include a backslash");
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
                    return rejected("expression part cannot include '#'");
                } else if open.is_empty() && matches!(c, '!' | ':' | '}' | '=' | '<' | '>') {
                    if matches!(c, '!' | '=' | '<' | '>') && self.peek(1) == Some('=') {
                        self.at += 1;
                    } else if !matches!(c, '<' | '>') {
                        break;
                    }
                } else if matches!(c, ')' | ']' | '}') {
                    let Some(opening) = open.pop() else { return rejected(&format!("unmatched '{c}'")) };
                    if !matches!((opening, c), ('(', ')') | ('[', ']') | ('{', '}')) {
                        let does_not = "does not match opening parenthesis";
                        return rejected(&format!("closing parenthesis '{c}' {does_not} '{opening}'"));
                    }
                }
                self.at += 1;
            }
            if quotes.is_some() {
                return rejected("unterminated string");
            }
            if let Some(opening) = open.pop() {
                return rejected(&format!("unmatched '{opening}'"));
            }
            let missing = || rejected("expecting '}'");
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
                    return rejected("invalid conversion character: expected 's', 'r', or 'a'");
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
}
