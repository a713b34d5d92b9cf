//! The text of a program, as far as fixes need it: assignments, calls and the part of an operand that a method can follow. Every
//! program that is made of it is read again, so no syntax tree is needed here; it would be a second reader in this chunk.

use std::ops::Range;

use tensor_reader::is_part_of_word;

/// The text of a program, in characters.
pub(super) struct Source {
    chars: Vec<char>,
}

/// A call of a function or method.
pub(super) struct Call {
    /// The arguments, one place each, without white space.
    pub(super) arguments: Vec<Range<usize>>,
}

impl Source {
    pub(super) fn new(code: &str) -> Self {
        Self { chars: code.chars().collect() }
    }

    /// The text at a place; nothing where there is none.
    pub(super) fn text(&self, at: Range<usize>) -> String {
        self.chars.get(at).into_iter().flatten().collect()
    }

    /// The number of characters.
    pub(super) fn len(&self) -> usize {
        self.chars.len()
    }

    /// Whether a text stands anywhere in the program.
    pub(super) fn has(&self, text: &str) -> bool {
        self.text(0..self.len()).contains(text)
    }

    /// The start of the line of a place.
    pub(super) fn line_start(&self, at: usize) -> usize {
        let before = self.chars.get(..at).unwrap_or_default();
        before.iter().rposition(|&c| c == '\n').map_or(0, |end| end + 1)
    }

    /// The line of a place.
    pub(super) fn line_at(&self, at: usize) -> String {
        let start = self.line_start(at);
        let rest = self.chars.get(start..).unwrap_or_default();
        rest.iter().take_while(|&&c| c != '\n').collect()
    }

    fn at(&self, at: usize) -> char {
        self.chars.get(at).copied().unwrap_or('\n')
    }

    /// The program with another text at some places, which are in order and do not overlap.
    pub(super) fn changed(&self, edits: &[(Range<usize>, String)]) -> String {
        let mut changed = String::new();
        let mut from = 0;
        for (at, text) in edits {
            changed += &self.text(from..at.start);
            changed += text;
            from = at.end;
        }
        changed + &self.text(from..self.chars.len())
    }

    /// The right side of the last assignment to a name before a place; of an attribute, of the last one anywhere.
    pub(super) fn definition(&self, name: &str, before: usize) -> Option<Range<usize>> {
        let before = if name.contains('.') { self.chars.len() } else { before };
        let mut found = None;
        let mut start = 0;
        while start < before.min(self.chars.len()) {
            let end = self.statement_end(start);
            if let Some(value) = self.assigned(name, start..end).filter(|value| !value.contains(&before)) {
                found = Some(value);
            }
            start = end + 1;
        }
        found
    }

    /// The end of the statement that begins here: the end of its last line.
    fn statement_end(&self, start: usize) -> usize {
        let mut depth = 0_usize;
        let mut at = start;
        while at < self.chars.len() {
            match self.at(at) {
                '(' | '[' | '{' => depth += 1,
                ')' | ']' | '}' => depth = depth.saturating_sub(1),
                '\n' if depth == 0 => break,
                _ => {}
            }
            at += 1;
        }
        at
    }

    /// The right side of a statement that assigns to a name.
    fn assigned(&self, name: &str, statement: Range<usize>) -> Option<Range<usize>> {
        let mut depth = 0_usize;
        let sign = statement.clone().find(|&at| {
            match self.at(at) {
                '(' | '[' | '{' => depth += 1,
                ')' | ']' | '}' => depth = depth.saturating_sub(1),
                _ => {}
            }
            depth == 0
                && self.at(at) == '='
                && self.at(at + 1) != '='
                && !"=!<>+-*/@%&|^".contains(self.at(at.wrapping_sub(1)))
        })?;
        let left = self.text(statement.start..sign);
        let targets = left.split(':').next().unwrap_or_default();
        targets.split(',').any(|target| target.trim() == name).then_some(sign + 1..statement.end)
    }

    /// The names in a part of the text, with their attributes: `x`, `self.bias`. Names of functions and of keywords are among them.
    pub(super) fn names(&self, part: Range<usize>) -> Vec<String> {
        let text = self.text(part);
        let is_name = |c: char| is_part_of_word(c) || c == '.';
        let words = text.split(|c| !is_name(c)).map(|word| word.trim_matches('.'));
        let mut names: Vec<String> = Vec::new();
        for word in words.filter(|word| word.chars().next().is_some_and(|c| !c.is_ascii_digit())) {
            // Of `x.mean`, `x` is the name too.
            let first = word.split('.').next().unwrap_or_default();
            for name in [word, first] {
                if !names.iter().any(|known| known == name) {
                    names.push(name.to_owned());
                }
            }
        }
        names
    }

    /// The calls in a part of the text whose function has one of these names, wherever they are.
    pub(super) fn calls(&self, part: Range<usize>, functions: &[&str]) -> Vec<(Range<usize>, Call)> {
        let mut found = Vec::new();
        let mut at = part.start;
        while at < part.end.min(self.chars.len()) {
            let start = at;
            while at < part.end && is_part_of_word(self.at(at)) {
                at += 1;
            }
            let is_called = at > start && self.at(at) == '(';
            if is_called
                && functions.contains(&self.text(start..at).as_str())
                && let Some(call) = self.call(at)
            {
                found.push((start..at, call));
            }
            at = at.max(start + 1);
        }
        found
    }

    /// The call whose opening bracket is here.
    pub(super) fn call(&self, open: usize) -> Option<Call> {
        let mut arguments = Vec::new();
        let (mut depth, mut from) = (0_usize, open + 1);
        for at in open..self.chars.len() {
            let c = self.at(at);
            match c {
                '(' | '[' | '{' => depth += 1,
                ')' | ']' | '}' => depth = depth.saturating_sub(1),
                _ => {}
            }
            let is_end = depth == 0;
            if is_end || (depth == 1 && c == ',') {
                let argument = self.trimmed(from..at);
                if !argument.is_empty() {
                    arguments.push(argument);
                }
                from = at + 1;
            }
            if is_end {
                return Some(Call { arguments });
            }
        }
        None
    }

    /// A part without white space at its ends.
    pub(super) fn trimmed(&self, part: Range<usize>) -> Range<usize> {
        let is_text = |&at: &usize| !self.at(at).is_whitespace();
        match (part.clone().find(is_text), part.clone().rev().find(is_text)) {
            (Some(start), Some(end)) => start..end + 1,
            _ => part.start..part.start,
        }
    }

    /// The integers in a part of the text that have this value, each alone between brackets and commas.
    pub(super) fn integers(&self, part: Range<usize>, value: u64) -> Vec<Range<usize>> {
        let digits = value.to_string();
        let length = digits.len();
        let is_alone = |&at: &usize| {
            let is_other = |c: char| !is_part_of_word(c) && c != '.';
            self.text(at..at + length) == digits
                && is_other(self.at(at.wrapping_sub(1)))
                && is_other(self.at(at + length))
        };
        part.filter(is_alone).map(|at| at..at + length).collect()
    }

    /// The part of an operand that is a tensor where all else are numbers: `mask` of `mask == 0`; else all of it.
    pub(super) fn tensor_part(&self, operand: Range<usize>) -> Range<usize> {
        let mut tensors: Vec<Range<usize>> = Vec::new();
        let mut at = operand.start;
        while at < operand.end {
            let start = at;
            let mut depth = 0_usize;
            while at < operand.end {
                let c = self.at(at);
                match c {
                    '(' | '[' => depth += 1,
                    ')' | ']' => depth = depth.saturating_sub(1),
                    _ if depth > 0 || is_part_of_word(c) || c == '.' => {}
                    _ => break,
                }
                at += 1;
            }
            let first = self.at(start);
            if at > start && !first.is_ascii_digit() && first != '.' {
                tensors.push(start..at);
            }
            at = at.max(start + 1);
        }
        match tensors.as_slice() {
            [tensor] if is_part_of_word(self.at(tensor.start)) => tensor.clone(),
            _ => operand,
        }
    }

    /// The edit that writes a method or an index after an operand, in brackets where it needs them.
    pub(super) fn followed_by(&self, operand: Range<usize>, suffix: &str) -> (Range<usize>, String) {
        let part = self.tensor_part(operand);
        let text = self.text(part.clone());
        if is_simple(&text) {
            return (part, text + suffix);
        }
        // Brackets that are there and belong to no call.
        let is_bracketed = self.at(part.start.wrapping_sub(1)) == '('
            && self.at(part.end) == ')'
            && !is_part_of_word(self.at(part.start.wrapping_sub(2)))
            && !matches!(self.at(part.start.wrapping_sub(2)), ')' | ']');
        match is_bracketed {
            true => (part.end + 1..part.end + 1, suffix.to_owned()),
            false => (part, format!("({text}){suffix}")),
        }
    }
}

/// Whether a method or an index can follow a text without brackets around it: names, attributes, calls and indices only.
pub(super) fn is_simple(text: &str) -> bool {
    let mut depth = 0_usize;
    text.chars().all(|c| {
        match c {
            '(' | '[' => depth += 1,
            ')' | ']' => depth = depth.saturating_sub(1),
            _ => {}
        }
        depth > 0 || is_part_of_word(c) || matches!(c, '.' | ')' | ']')
    })
}
