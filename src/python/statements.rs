//! Programs: statements, variables, and the operation of two tensors that a program is about.

use std::cell::Cell;
use std::ops::Range;

use super::evaluate::{Evaluator, Names};
use super::signs::{Kind, Source};
use super::table;
use super::value::{Item, Value};
use crate::broadcast::{Operator, Scalar};
use crate::library::Library;
use crate::parse::{MAX_CHARS, ParseError, Problem};

/// One statement that makes something.
pub(super) struct Statement {
    /// The variable that it makes.
    pub(super) name: Option<String>,
    /// The operator of `x += y`.
    changes: Option<Operator>,
    /// The tokens of its expression.
    pub(super) tokens: Range<usize>,
}

/// A program: its text, its statements, and what its variables stand for.
pub(super) struct Program<'a> {
    source: &'a Source,
    /// The statements, without imports.
    pub(super) statements: Vec<Statement>,
    names: Names,
    /// The variables as expressions that need no other variable; `None` where one would be too long.
    texts: Vec<(String, Option<String>)>,
    /// For each bracket that opens, the token that closes it.
    closing: Vec<Option<usize>>,
    /// What was made so far, by all statements together.
    made: Cell<usize>,
    /// How many characters of expressions were written so far.
    wrote: Cell<usize>,
    /// Whether names that are not known are compared with those that are.
    suggests: bool,
}

/// Of more variables than this the first are forgotten.
const MAX_NAMES: usize = 32;

/// A program of more statements than this is no lesson about two operands.
const MAX_STATEMENTS: usize = 100;

/// Expressions that need no variables may be so long together.
const MAX_WRITTEN: usize = 10 * MAX_CHARS;

/// What a pasted program says.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Operands {
    /// The text of the left operand, which needs nothing else.
    pub a: String,
    /// The text of the right operand.
    pub b: String,
    /// What is done to both, where the program says so.
    pub operator: Option<Operator>,
    /// Whether the left operand itself is changed.
    pub in_place: bool,
    /// The library that the program uses, where it is only one.
    pub library: Option<Library>,
}

impl<'a> Program<'a> {
    pub(super) fn new(source: &'a Source) -> Self {
        let mut program = Self {
            source,
            statements: Vec::new(),
            names: Vec::new(),
            texts: Vec::new(),
            closing: closing(source),
            made: Cell::new(0),
            wrote: Cell::new(0),
            suggests: false,
        };
        let mut start = 0;
        for at in 0..=source.tokens.len() {
            if source.tokens.get(at).is_none_or(|token| token.kind == Kind::Line) {
                program.add(start..at);
                start = at + 1;
            }
        }
        program
    }

    fn sign(&self, at: usize, sign: char) -> bool {
        self.source.tokens.get(at).is_some_and(|token| token.kind == Kind::Sign(sign))
    }

    fn kind(&self, at: usize) -> Option<Kind> {
        self.source.tokens.get(at).map(|token| token.kind)
    }

    fn word(&self, at: usize) -> String {
        match self.source.tokens.get(at) {
            Some(token) if token.kind == Kind::Name => self.source.text(&token.span),
            _ => String::new(),
        }
    }

    fn add(&mut self, tokens: Range<usize>) {
        let (start, end) = (tokens.start, tokens.end);
        if tokens.is_empty() || matches!(self.word(start).as_str(), "import" | "from") && end > start + 1 {
            return;
        }
        // `x += y`
        if let (Some(Kind::Name), Some(Kind::Sign(sign))) = (self.kind(start), self.kind(start + 1))
            && let Some((operator, _)) = table::operator(sign)
            && end > start + 3
            && self.sign(start + 2, '=')
        {
            let name = Some(self.word(start));
            self.statements.push(Statement { name, changes: Some(operator), tokens: start + 3..end });
            return;
        }
        // `x, y = …`
        let mut names = Vec::new();
        let mut at = start;
        while at < end && self.kind(at) == Some(Kind::Name) {
            names.push(self.word(at));
            if self.sign(at + 1, '=') && at + 2 < end {
                let values = at + 2..end;
                let parts = if names.len() > 1 { self.split(values.clone()) } else { vec![values] };
                if parts.len() == names.len() {
                    let made = names.into_iter().zip(parts);
                    self.statements.extend(made.map(|(name, tokens)| Statement {
                        name: Some(name),
                        changes: None,
                        tokens,
                    }));
                    return;
                }
            }
            if !self.sign(at + 1, ',') {
                break;
            }
            at += 2;
        }
        // `print(x)` shows x; of several things none is the operand.
        let shown =
            self.word(start) == "print" && self.sign(start + 1, '(') && self.closing(start + 1, end) == Some(end - 1);
        let inner = start + 2..end.saturating_sub(1).max(start + 2);
        let tokens = if shown && self.split(inner.clone()).len() == 1 && !inner.is_empty() { inner } else { tokens };
        self.statements.push(Statement { name: None, changes: None, tokens });
    }

    /// The token before `end` that closes the bracket at `open`.
    fn closing(&self, open: usize, end: usize) -> Option<usize> {
        self.closing.get(open).copied().flatten().filter(|&close| close < end)
    }

    /// The parts between commas outside of brackets.
    fn split(&self, tokens: Range<usize>) -> Vec<Range<usize>> {
        let mut parts = Vec::new();
        let (mut start, mut at) = (tokens.start, tokens.start);
        while at < tokens.end {
            match self.kind(at) {
                Some(Kind::Sign('(' | '[' | '{')) => at = self.closing(at, tokens.end).unwrap_or(at),
                Some(Kind::Sign(',')) => {
                    parts.push(start..at);
                    start = at + 1;
                }
                _ => {}
            }
            at += 1;
        }
        if start < tokens.end {
            parts.push(start..tokens.end);
        }
        parts
    }

    /// The operator outside of brackets that is done last.
    fn last_operator(&self, tokens: &Range<usize>) -> Option<(usize, Operator)> {
        let mut found: Option<(usize, Operator, u8)> = None;
        let mut at = tokens.start;
        let mut after_value = false;
        while at < tokens.end {
            let mut value = true;
            match self.kind(at) {
                Some(Kind::Sign('(' | '[' | '{')) => at = self.closing(at, tokens.end)?,
                Some(Kind::Sign(sign)) => {
                    if let Some((operator, power)) = table::operator(sign).filter(|_| after_value)
                        && found.is_none_or(|(.., least)| power <= least)
                    {
                        found = Some((at, operator, power));
                    }
                    value = false;
                }
                _ => {}
            }
            after_value = value;
            at += 1;
        }
        found.map(|(at, operator, _)| (at, operator))
    }

    fn evaluate(&self, tokens: Range<usize>) -> Result<Item, ParseError> {
        let mut evaluator = Evaluator::new(self.source, &self.names, tokens, self.made.get(), self.suggests);
        let item = evaluator.whole();
        self.made.set(evaluator.made);
        item
    }

    /// Works the statement out and remembers what it made.
    fn run(&mut self, statement: &Statement) -> Result<Item, ParseError> {
        if statement.changes.is_some() {
            let start = self.source.tokens.get(statement.tokens.start - 2).map_or(0, |token| token.span.start);
            return Err(ParseError { span: start..start + 1, problem: Problem::TwoOperands });
        }
        let item = self.evaluate(statement.tokens.clone())?;
        if let Some(name) = &statement.name {
            let text = self.text(&statement.tokens, true);
            self.remember(name, Some(item.clone()), text);
        }
        Ok(item)
    }

    /// Remembers a variable, or only its text where nothing can be made of it.
    fn remember(&mut self, name: &str, item: Option<Item>, text: Option<String>) {
        self.names.retain(|(known, _)| known != name);
        self.texts.retain(|(known, _)| known != name);
        if self.texts.len() == MAX_NAMES {
            let (oldest, _) = self.texts.remove(0);
            self.names.retain(|(known, _)| *known != oldest);
        }
        self.names.extend(item.map(|item| (name.to_owned(), item)));
        self.texts.push((name.to_owned(), text));
    }

    /// Works everything out; what the last statement stands for, and its text.
    pub(super) fn read(&mut self) -> Result<(Item, Option<String>), ParseError> {
        self.suggests = true;
        let end = self.source.original.len();
        let mut last = Err(ParseError { span: end..end, problem: Problem::Empty });
        for statement in std::mem::take(&mut self.statements) {
            let text = self.text(&statement.tokens, false);
            last = Ok((self.run(&statement)?, text));
        }
        last
    }

    /// The text of an expression with every variable replaced by what it stands for, in brackets if it is to be `part` of
    /// another one. `None` where it is too long.
    fn text(&self, tokens: &Range<usize>, part: bool) -> Option<String> {
        let mut text = String::new();
        let wrapped = part && (self.last_operator(tokens).is_some() || self.split(tokens.clone()).len() > 1);
        if wrapped {
            text.push('(');
        }
        for at in tokens.clone() {
            let span = &self.source.tokens.get(at)?.span;
            if at > tokens.start {
                let before = self.source.tokens.get(at - 1)?.span.end;
                let gap: String = self.source.original.get(before..span.start)?.iter().collect();
                // A line's end, with the prompt or comment beside it, is no part of an expression.
                let joint = if self.sign(at - 1, ',') { " " } else { "" };
                text.push_str(if gap.contains(['\n', '#', '\\']) { joint } else { &gap });
            }
            let attribute = at > tokens.start && self.sign(at - 1, '.');
            let keyword = self.sign(at + 1, '=') && at + 1 < tokens.end;
            let word = if attribute || keyword { String::new() } else { self.word(at) };
            match self.texts.iter().find(|(name, _)| !word.is_empty() && *name == word) {
                Some((_, replacement)) => text.push_str(replacement.as_ref()?),
                None => text.extend(self.source.original.get(span.clone())?),
            }
            if text.len() > 4 * MAX_CHARS || self.wrote.get() > MAX_WRITTEN {
                return None;
            }
        }
        if wrapped {
            text.push(')');
        }
        let length = text.chars().count();
        self.wrote.set(self.wrote.get() + length);
        (length <= MAX_CHARS && self.wrote.get() <= MAX_WRITTEN).then_some(text)
    }

    /// Whether an expression stands for a tensor. What cannot be made is one, too: its field will say why.
    fn is_tensor(&self, tokens: &Range<usize>) -> bool {
        let broken = |name: &str| {
            let known = |(known, _): &(String, Option<String>)| known == name;
            self.texts.iter().any(known) && !self.names.iter().any(|(known, _)| known == name)
        };
        if tokens.clone().any(|at| broken(&self.word(at))) {
            return true;
        }
        match self.evaluate(tokens.clone()) {
            Ok(item) => matches!(item.value, Value::Tensor(_)),
            Err(error) => matches!(error.problem, Problem::LibraryRefused(..)),
        }
    }

    /// The tokens of an expression without brackets around it and without `.shape` or `.size()` after it: the shape of a
    /// result is asked for, the operation is what matters.
    fn unwrapped(&self, tokens: &Range<usize>) -> Range<usize> {
        let (mut start, mut end) = (tokens.start, tokens.end);
        loop {
            let asked = |at: usize| matches!(self.word(at).as_str(), "shape" | "size") && self.sign(at - 1, '.');
            if end > start + 2 && asked(end - 1) {
                end -= 2;
            } else if end > start + 4 && self.sign(end - 1, ')') && self.sign(end - 2, '(') && asked(end - 3) {
                end -= 4;
            } else if end > start + 2 && self.sign(start, '(') && self.closing(start, end) == Some(end - 1) {
                (start, end) = (start + 1, end - 1);
            } else {
                return start..end;
            }
        }
    }

    /// The two operands of an operation, which an expression that `shows` its result may do with a number, too.
    fn operation(&self, tokens: &Range<usize>, shows: bool) -> Option<Operands> {
        let Range { start, end } = self.unwrapped(tokens);
        let (a, b, operator, in_place) = if let Some((at, operator)) = self.last_operator(&(start..end)) {
            (start..at, at + 1..end, Some(operator), false)
        } else {
            let open = (start..end).rev().find(|&at| self.sign(at, '(') && self.closing(at, end) == Some(end - 1))?;
            let arguments = self.split(open + 1..end - 1);
            let method = self.word(open.checked_sub(1)?);
            let root = self.word(start);
            let module = match root.as_str() {
                "torch" => Some(Library::PyTorch),
                "np" | "numpy" => Some(Library::NumPy),
                _ => None,
            };
            if let Some(library) = module.filter(|_| open == start + 3) {
                let operator = table::operation(library, &method)?;
                let [a, b, rest @ ..] = arguments.as_slice() else { return None };
                // Only where the result goes into the left operand is it that operation in place. Any other argument
                // makes another operation of it: `alpha=2`, a third shape, a target with a shape of its own.
                let into_left = |part: &Range<usize>| {
                    let keyword = self.word(part.start) == "out" && self.sign(part.start + 1, '=');
                    keyword && (a.len(), part.len()) == (1, 3) && self.word(part.start + 2) == self.word(a.start)
                };
                if rest.len() > 1 || !rest.iter().all(into_left) || (!rest.is_empty() && operator.is_none()) {
                    return None;
                }
                (a.clone(), b.clone(), operator, !rest.is_empty())
            } else {
                let in_place = method.ends_with('_');
                let operator = table::operation(Library::PyTorch, method.trim_end_matches('_')).flatten()?;
                let [b] = arguments.as_slice() else { return None };
                let a = start..open.checked_sub(2)?;
                // NumPy's arrays have no such methods.
                let of_numpy = |item: Item| match item.value {
                    Value::Tensor(operand) => operand.library == Some(Library::NumPy),
                    _ => false,
                };
                if self.evaluate(a.clone()).is_ok_and(of_numpy) {
                    return None;
                }
                (a, b.clone(), Some(operator), in_place)
            }
        };
        // A sign in front binds less tightly than a power.
        let signed_power = operator == Some(Operator::Power) && (self.sign(a.start, '-') || self.sign(a.start, '+'));
        if a.is_empty() || b.is_empty() || signed_power {
            return None;
        }
        self.both(&a, &b, operator, in_place, shows)
    }

    /// Two expressions as operands; `None` where either is no tensor. Where the result `shows`, one may be a number.
    fn both(
        &self,
        a: &Range<usize>,
        b: &Range<usize>,
        operator: Option<Operator>,
        in_place: bool,
        shows: bool,
    ) -> Option<Operands> {
        let side = |tokens: &Range<usize>| {
            if self.is_tensor(tokens) {
                return Some((self.text(tokens, false)?, true));
            }
            let item = self.evaluate(tokens.clone()).ok()?;
            match item.value {
                // Sizes of `broadcast_shapes`.
                Value::List(_) if operator.is_none() => Some((self.text(tokens, false)?, true)),
                // A number is a 0-dim tensor.
                Value::Scalar(_) if shows => Some((format!("tensor({})", self.text(tokens, false)?), false)),
                _ => None,
            }
        };
        let ((a, left), (b, right)) = (side(a)?, side(b)?);
        (left || right).then_some(Operands { a, b, operator, in_place, library: None })
    }

    /// The library that is named anywhere, if it is only one.
    fn library(&self) -> Option<Library> {
        let named = |names: &[&str]| (0..self.source.tokens.len()).any(|at| names.contains(&self.word(at).as_str()));
        match (named(&["torch"]), named(&["np", "numpy"])) {
            (true, false) => Some(Library::PyTorch),
            (false, true) => Some(Library::NumPy),
            _ => None,
        }
    }

    /// The operands of the one operation of two tensors that the program does; of a program without any, the two tensors
    /// or shapes that it makes. `None` where anything else is done or anything cannot be read: a part of a program says
    /// nothing certain about the rest.
    pub(super) fn operands(&mut self) -> Option<Operands> {
        let found = self.operands_made()?;
        Some(Operands { library: self.library(), ..found })
    }

    fn operands_made(&mut self) -> Option<Operands> {
        if self.statements.len() > MAX_STATEMENTS {
            return None;
        }
        // The operation, and the name of its result.
        let mut found: Option<(Operands, Option<String>)> = None;
        let mut made: Vec<(String, String)> = Vec::new();
        let mut named_shapes: Vec<String> = Vec::new();
        let mut shown: Vec<String> = Vec::new();
        for statement in std::mem::take(&mut self.statements) {
            let tokens = &statement.tokens;
            if let Some((_, Some(result))) = &found {
                // The result may be shown, and its shape asked for.
                let asked = self.unwrapped(tokens);
                if statement.name.is_none() && asked.len() == 1 && self.word(asked.start) == *result {
                    continue;
                }
            }
            let operation = match (&statement.name, statement.changes) {
                // The name stands two tokens before the expression: `x`, `+`, `=`.
                (Some(_), Some(operator)) => {
                    let name = tokens.start.checked_sub(3)?;
                    Some(self.both(&(name..name + 1), tokens, Some(operator), true, true)?)
                }
                _ => self.operation(tokens, statement.name.is_none()),
            };
            if let Some(operation) = operation {
                if found.is_some() {
                    return None;
                }
                found = Some((operation, statement.name));
                continue;
            }
            let tensor = self.is_tensor(tokens);
            let text = self.text(tokens, false);
            match (&statement.name, self.run(&statement)) {
                // What the library itself refuses to make is an operand whose field says so.
                (Some(name), Err(ParseError { problem: Problem::LibraryRefused(..), .. })) => {
                    self.remember(name, None, Some(text.clone()?));
                    made.retain(|(known, _)| known != name);
                    made.push((name.clone(), text?));
                }
                (_, Err(_)) => return None,
                (Some(name), Ok(_)) if tensor => {
                    made.retain(|(known, _)| known != name);
                    made.push((name.clone(), text?));
                }
                (Some(_), Ok(Item { value: Value::List(_), .. })) => named_shapes.push(text?),
                (None, Ok(item)) if !self.is_name(tokens) => match item.value {
                    Value::List(_) | Value::Tensor(_) | Value::Scalar(Scalar::Int(_)) => shown.push(text?),
                    _ => {}
                },
                _ => {}
            }
        }
        if let Some((operands, _)) = found {
            return shown.is_empty().then_some(operands);
        }
        let (a, b) = match (made.as_slice(), named_shapes.as_slice(), shown.as_slice()) {
            ([(_, a), (_, b)], _, []) | ([], [a, b], []) | ([], [], [a, b]) => (a.clone(), b.clone()),
            _ => return None,
        };
        Some(Operands { a, b, operator: None, in_place: false, library: None })
    }

    fn is_name(&self, tokens: &Range<usize>) -> bool {
        self.texts.iter().any(|(name, _)| *name == self.word(tokens.start))
    }
}

/// For each token that opens a bracket, the one that closes it, whichever kind of bracket it is.
fn closing(source: &Source) -> Vec<Option<usize>> {
    let mut closing = vec![None; source.tokens.len()];
    let mut open = Vec::new();
    for (at, token) in source.tokens.iter().enumerate() {
        match token.kind {
            Kind::Sign('(' | '[' | '{') => open.push(at),
            Kind::Sign(')' | ']' | '}') => {
                if let Some(opened) = open.pop() {
                    closing[opened] = Some(at);
                }
            }
            _ => {}
        }
    }
    closing
}
