//! The text of a program, as far as fixes need it: assignments, calls and the part of an operand that a method can follow. Every
//! program that is made of it is read again, so no syntax tree is needed here; it would be a second reader in this chunk.

use std::ops::Range;
use tensor_broadcasting::lists::Listed;

use tensor_reader::is_part_of_word;

/// How many names of an expression and calls in it are considered.
const MAX_FOUND: usize = 16;

/// The text of a program, in characters.
pub(super) struct Source {
    chars: Vec<char>,
    /// The same with spaces in place of comments and of what stands in quotes.
    marks: Vec<char>,
}

/// A call of a function or method.
pub(super) struct Call {
    /// The arguments, one place each, without white space.
    pub(super) arguments: Vec<Range<usize>>,
}

impl Source {
    pub(super) fn new(code: &str) -> Self {
        let chars: Vec<char> = code.chars().listed();
        let marks = without_texts(&chars);
        Self { chars, marks }
    }

    /// The text at a place; nothing where there is none.
    pub(super) fn text(&self, at: Range<usize>) -> String {
        self.chars.get(at).into_iter().flatten().collect()
    }

    /// The text at a place without comments and quotes.
    fn mark(&self, at: Range<usize>) -> String {
        self.marks.get(at).into_iter().flatten().collect()
    }

    /// The number of characters.
    pub(super) fn len(&self) -> usize {
        self.chars.len()
    }

    /// Whether a text stands anywhere in the program.
    pub(super) fn has(&self, text: &str) -> bool {
        self.mark(0..self.len()).contains(text)
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
        self.marks.get(at).copied().unwrap_or('\n')
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

    /// The place before which the last `def` begins, its name and its parameters.
    fn function(&self, before: usize) -> Option<(String, Call)> {
        let start = (0..before.min(self.marks.len())).rev().find(|&at| {
            self.at(at) == 'd' && self.mark(at..at + 4) == "def " && !is_part_of_word(self.at(at.wrapping_sub(1)))
        })?;
        let open = (start..self.marks.len()).find(|&at| self.at(at) == '(')?;
        Some((self.mark(start + 4..open).trim().to_owned(), self.call(open)?))
    }

    /// The names of the parameters of the last function that begins before a place.
    pub(super) fn parameters(&self, before: usize) -> Vec<String> {
        let Some((_, call)) = self.function(before) else { return Vec::new() };
        let name = |part: Range<usize>| self.mark(part).split([':', '=']).next().unwrap_or_default().trim().to_owned();
        call.arguments.into_iter().map(name).listed()
    }

    /// What is given for a parameter where the last function that begins before a place is called.
    pub(super) fn passed(&self, parameter: &str, before: usize) -> Vec<Range<usize>> {
        let Some((function, _)) = self.function(before) else { return Vec::new() };
        let mut parameters = self.parameters(before);
        parameters.retain(|name| name != "self");
        let Some(position) = parameters.iter().position(|name| name == parameter) else { return Vec::new() };
        let is_call =
            |(name, _): &(Range<usize>, Call)| !self.mark(name.start.saturating_sub(4)..name.start).ends_with("def ");
        let calls = self.calls(0..self.len(), &[&function]).into_iter().filter(is_call);
        let given = |(_, call): (Range<usize>, Call)| {
            let keyword =
                |argument: &&Range<usize>| self.mark((*argument).clone()).starts_with(&format!("{parameter}="));
            let named =
                call.arguments.iter().find(keyword).map(|given| given.start + parameter.chars().count() + 1..given.end);
            named.or_else(|| call.arguments.get(position).cloned())
        };
        calls.filter_map(given).listed()
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
        let left = self.mark(statement.start..sign);
        let targets = left.split(':').next().unwrap_or_default();
        targets.split(',').any(|target| target.trim() == name).then_some(sign + 1..statement.end)
    }

    /// The names in a part of the text, with their attributes: `x`, `self.bias`. Names of functions and of keywords are among them.
    pub(super) fn names(&self, part: Range<usize>) -> Vec<String> {
        let text = self.mark(part);
        let is_name = |c: char| is_part_of_word(c) || c == '.';
        let words = text.split(|c| !is_name(c)).map(|word| word.trim_matches('.'));
        let mut names: Vec<String> = Vec::new();
        for word in words.filter(|word| word.chars().next().is_some_and(|c| !c.is_ascii_digit())) {
            // Of `x.mean`, `x` is the name too.
            let first = word.split('.').next().unwrap_or_default();
            for name in [word, first] {
                if names.len() < MAX_FOUND && !names.iter().any(|known| known == name) {
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
        let mut tried = 0;
        while at < part.end.min(self.chars.len()) && tried < MAX_FOUND {
            let start = at;
            while at < part.end && is_part_of_word(self.at(at)) {
                at += 1;
            }
            if at > start && self.at(at) == '(' && functions.contains(&self.mark(start..at).as_str()) {
                tried += 1;
                found.extend(self.call(at).map(|call| (start..at, call)));
            }
            at = at.max(start + 1);
        }
        found
    }

    /// The opening bracket of a call that ends with this part of the text.
    pub(super) fn opening(&self, part: Range<usize>) -> Option<usize> {
        let mut depth = 0_usize;
        part.rev().find(|&at| {
            match self.at(at) {
                ')' | ']' | '}' => depth += 1,
                '(' | '[' | '{' => depth = depth.saturating_sub(1),
                _ => {}
            }
            depth == 0
        })
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

    /// The places of a word in the program.
    pub(super) fn words(&self, word: &str) -> Vec<Range<usize>> {
        let length = word.len();
        let is_alone = |&at: &usize| {
            self.mark(at..at + length) == word
                && !is_part_of_word(self.at(at.wrapping_sub(1)))
                && !is_part_of_word(self.at(at + length))
        };
        (0..self.len()).filter(is_alone).map(|at| at..at + length).listed()
    }

    /// The same change everywhere in the line where a name is followed by a method or an index; `None` for other changes.
    pub(super) fn repeated(&self, edits: &[(Range<usize>, String)]) -> Option<Vec<(Range<usize>, String)>> {
        let [(place, new)] = edits else { return None };
        let name = self.text(place.clone());
        let is_name = !name.is_empty() && name.chars().all(|c| is_part_of_word(c) || c == '.');
        if !is_name || !new.starts_with(&name) {
            return None;
        }
        let start = self.line_start(place.start);
        let line = start..start + self.line_at(place.start).chars().count();
        let places = self.words(&name).into_iter().filter(|word| line.contains(&word.start)).listed();
        (places.len() > 1).then(|| places.into_iter().map(|place| (place, new.clone())).listed())
    }

    /// The integers in a part of the text that have this value, each alone between brackets and commas.
    pub(super) fn integers(&self, part: Range<usize>, value: u64) -> Vec<Range<usize>> {
        let digits = value.to_string();
        let length = digits.len();
        let is_alone = |&at: &usize| {
            let is_other = |c: char| !is_part_of_word(c) && c != '.';
            self.mark(at..at + length) == digits
                && is_other(self.at(at.wrapping_sub(1)))
                && is_other(self.at(at + length))
        };
        part.filter(is_alone).map(|at| at..at + length).listed()
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

/// A program with spaces in place of comments and of what stands in quotes.
fn without_texts(chars: &[char]) -> Vec<char> {
    let mut marks = chars.to_vec();
    let mut at = 0;
    while let Some(&c) = chars.get(at) {
        let end = match c {
            '#' => chars.iter().skip(at).position(|&c| c == '\n').map(|length| at + length),
            '"' | '\'' => {
                let is_long = chars.get(at..at + 3).is_some_and(|quotes| quotes.iter().all(|&quote| quote == c));
                quoted_end(chars, at, c, is_long)
            }
            _ => {
                at += 1;
                continue;
            }
        };
        let end = end.unwrap_or(chars.len());
        for mark in marks.iter_mut().take(end).skip(at) {
            *mark = ' ';
        }
        at = end.max(at + 1);
    }
    marks
}

/// The end of what stands in quotes from here on; one that is not long ends with its line.
fn quoted_end(chars: &[char], start: usize, quote: char, is_long: bool) -> Option<usize> {
    let length = if is_long { 3 } else { 1 };
    let mut at = start + length;
    while let Some(&c) = chars.get(at) {
        let closes = chars.get(at..at + length).is_some_and(|end| end.iter().all(|&end| end == quote));
        match c {
            '\\' => at += 2,
            _ if closes => return Some(at + length),
            '\n' if !is_long => return Some(at),
            _ => at += 1,
        }
    }
    None
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
