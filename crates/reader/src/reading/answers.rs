//! Answers to what a program does not say: the shape of a name, the size of a letter. They are written into the program, so that
//! Python can run it.

use std::ops::Range;

use crate::machine::annotations::{comment_after, of_comment};
use crate::reading::MAX_PROGRAM_CHARS;
use crate::reading::operand::parse_operand;
use crate::shapes::{ParseError, Problem, ascii_twin};
use crate::syntax::failure::{Failure, failure};
use crate::syntax::lexer::{Source, TokenKind};
use crate::syntax::parser;
use crate::syntax::tree::{Alias, ExpressionKind, Module, Statement, StatementKind};
use tensor_broadcasting::Shape;
use tensor_broadcasting::library::Library;

/// What a person gives for a name.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Answer {
    /// The name.
    pub name: String,
    /// Whether it is a size; otherwise it is a tensor.
    pub is_size: bool,
    /// The size, or what a field of an operand takes: a shape, a list, Python that makes a tensor.
    pub text: String,
}

/// A program with answers in it, or the first answer that cannot be read, by its index, with what is wrong with its text.
pub type Answered = Result<String, (usize, ParseError)>;

/// Writes answers into a program. A name without a value gets a line of its own, after the imports: `x = torch.zeros(32, 10)`, with an
/// import where there is none. A name that is assigned what cannot be read gets a comment with its shape, `# (32, 10)`. Empty answers
/// are left out. `library`: that of the program.
///
/// # Errors
///
/// An answer that cannot be read.
///
/// ```
/// use tensor_broadcasting::library::Library;
/// use tensor_reader::{Answer, with_answers};
/// let answer = |name: &str, text: &str| Answer { name: name.to_owned(), is_size: false, text: text.to_owned() };
/// assert_eq!(
///     with_answers("import torch\ny = x + 1", Library::PyTorch, &[answer("x", "32,10")]).expect("an answer"),
///     "import torch\nx = torch.zeros(32, 10)\ny = x + 1",
/// );
/// assert_eq!(
///     with_answers("x = load()  # data", Library::NumPy, &[answer("x", "5 3")]).expect("an answer"),
///     "x = load()  # (5, 3) data",
/// );
/// ```
pub fn with_answers(program: &str, library: Library, answers: &[Answer]) -> Answered {
    let read = Source::with_limit(program, MAX_PROGRAM_CHARS)
        .and_then(|source| parser::module(&source).map(|module| (source, module)));
    let (source, module) = read.map_err(|failure| (0, *failure))?;
    let place = Place::of(&source, &module, library);
    let mut lines: Vec<String> = Vec::new();
    // From the last place to the first, so that places stay what they are.
    let mut edits: Vec<(Range<usize>, String)> = Vec::new();
    for (index, answer) in answers.iter().enumerate().filter(|(_, answer)| !answer.text.trim().is_empty()) {
        let at = |failure: Failure| (index, *failure);
        if answer.is_size {
            lines.push(format!("{} = {}", answer.name, size(&answer.text).map_err(at)?));
        } else if let Some(end) = assignment_end(&module, &answer.name) {
            let operand = parse_operand(&answer.text).map_err(|error| (index, error))?;
            // A comment would hide what follows on the same line, so that gets a line of its own.
            let next = module.body.iter().map(|next| next.span.start).find(|&start| start >= end);
            let same_line = next.filter(|&next| !source.original.get(end..next).unwrap_or_default().contains(&'\n'));
            let edit = match same_line {
                Some(next) => (end..next, format!("  # {}\n{}", operand.shape(), place.margin)),
                None => comment_edit(&source, end, operand.shape()),
            };
            edits.insert(edits.partition_point(|(other, _)| other.start > end), edit);
        } else {
            let value = tensor(&answer.text, library, &place.module).map_err(at)?;
            if let Some(import) = place.import.filter(|import| !lines.iter().any(|line| line == import)) {
                lines.push(import.to_owned());
            }
            lines.push(format!("{} = {value}", answer.name));
        }
    }
    // A first line that has another indentation than the rest gets theirs, since lines stand before it now.
    let mut margin = place.margin.as_str();
    let own: String;
    if let Some(first) = module.body.first().map(|first| first.span.clone())
        && first.start >= place.at
        && !lines.is_empty()
    {
        let blanks = blanks_before(&source, first.start);
        own = blanks.iter().collect();
        let rest = margin.strip_prefix(PROMPT.trim_end()).unwrap_or(margin);
        if source.original.get(first.clone()).unwrap_or_default().contains(&'\n') && own != rest {
            // Its block stands further in than it does, so the new lines have its indentation.
            margin = &own;
        } else {
            edits.push((first.start - blanks.len()..first.start, rest.to_owned()));
        }
    }
    lines.iter().rev().for_each(|line| edits.push((place.at..place.at, [margin, line, "\n"].concat())));
    let mut text = source.original.clone();
    for (at, new) in edits {
        let rest = text.split_off(at.end);
        text.truncate(at.start);
        text.extend(new.chars());
        text.extend(rest);
    }
    match text.len() {
        0..=MAX_PROGRAM_CHARS => Ok(text.into_iter().collect()),
        _ => Err((0, ParseError { span: 0..0, problem: Problem::TooLong })),
    }
}

/// A size that was typed.
pub(crate) fn size(text: &str) -> Result<u64, Failure> {
    let text = text.trim();
    let whole = 0..text.chars().count();
    match text.parse::<u64>() {
        Ok(size) if i64::try_from(size).is_ok() => Ok(size),
        Ok(_) => Err(failure(&whole, Problem::SizeTooLarge)),
        Err(_) => Err(failure(&whole, Problem::NotAnInteger)),
    }
}

/// The expression that makes a tensor from what was typed. `module`: the name of the library in the program.
fn tensor(text: &str, library: Library, module: &str) -> Result<String, Failure> {
    let operand = parse_operand(text).map_err(Box::new)?;
    match &operand.python {
        Some(python) if !python.is_tensor && !operand.values_unknown => {
            let function = match library {
                Library::PyTorch => "tensor",
                Library::NumPy => "array",
            };
            Ok(format!("{module}.{function}({})", python.text))
        }
        Some(python) if python.text.starts_with(&format!("{module}.")) => Ok(python.text.clone()),
        _ if library == Library::PyTorch && !operand.shape().is_empty() => {
            Ok(format!("{module}.zeros{}", operand.shape()).replace(",)", ")"))
        }
        _ => Ok(format!("{module}.zeros({})", operand.shape())),
    }
}

/// Where the statement ends that assigns to a name alone.
fn assignment_end(module: &Module, name: &str) -> Option<usize> {
    let assigns = |statement: &&Statement| match &statement.kind {
        StatementKind::Assign { targets, .. } => targets.iter().all(|target| target.name() == Some(name)),
        _ => false,
    };
    module.body.iter().find(assigns).map(|statement| statement.span.end)
}

/// Puts a shape at the beginning of the comment after `end`, or makes a comment where there is none. A shape that the comment states
/// already is replaced.
fn comment_edit(source: &Source, end: usize, shape: &Shape) -> (Range<usize>, String) {
    let Some(comment) = comment_after(source, end) else { return (end..end, format!("  # {shape}")) };
    let written = source.typed(&comment);
    let bracket = written.chars().position(|c| ")]".contains(c)).filter(|_| of_comment(&written).is_some());
    (comment.start..comment.start + bracket.unwrap_or(0) + 1, format!("# {shape}"))
}

/// Where lines are added to a program.
struct Place {
    /// The place, in characters: the start of a line.
    at: usize,
    /// What stands at the beginning of each line: a prompt or an indentation.
    margin: String,
    /// The name of the library at this place.
    module: String,
    /// The import that must be added.
    import: Option<&'static str>,
}

impl Place {
    /// After the imports at the start of a program; at its start where a line holds an import and something else.
    fn of(source: &Source, module: &Module, library: Library) -> Self {
        let is_import = |statement: &&Statement| match &statement.kind {
            StatementKind::Import(_) | StatementKind::ImportFrom { .. } => true,
            StatementKind::Expression(value) => matches!(value.kind, ExpressionKind::Text(_)),
            _ => false,
        };
        let count = module.body.iter().take_while(is_import).count();
        let imports = module.body.get(..count).unwrap_or_default();
        let line_end = imports.last().and_then(|last| {
            // The end of the logical line, which may be that of another line of the text.
            let mut ends = source.tokens.iter().filter(|token| token.kind == TokenKind::Newline);
            ends.find(|end| end.span.start >= last.span.end && !end.span.is_empty()).map(|end| end.span.end)
        });
        let next = module.body.get(count).map(|statement| statement.span.start);
        let (at, imports) = match line_end {
            Some(at) if next.is_none_or(|next| next >= at) => (at, imports),
            _ => (0, Default::default()),
        };
        let (full, import) = match library {
            Library::PyTorch => ("torch", "import torch"),
            Library::NumPy => ("numpy", "import numpy as np"),
        };
        let alias = imports.iter().rev().find_map(|statement| match &statement.kind {
            StatementKind::Import(aliases) => aliases.iter().rev().find(|alias| alias.name == full),
            _ => None,
        });
        let blanks = blanks_before(source, indented(source, module)).iter();
        let margin = match source.prompted {
            // The first blank belongs to the prompt.
            true => PROMPT.chars().chain(blanks.skip(1).copied()).collect(),
            false => blanks.collect(),
        };
        let import = alias.is_none().then_some(import);
        Self { at, margin, module: alias.map_or(library.module(), Alias::bound).to_owned(), import }
    }
}

/// What begins an added line where the lines of a program have prompts.
const PROMPT: &str = ">>> ";

/// The blanks in front of a place, which indent a line: what the lexer takes for a space.
fn blanks_before(source: &Source, start: usize) -> &[char] {
    let before = source.original.get(..start).unwrap_or_default();
    let text = before.iter().rposition(|&c| c == '\n' || ascii_twin(c) != ' ').map_or(0, |text| text + 1);
    before.get(text..).unwrap_or_default()
}

/// Where the statement begins whose indentation is that of the program: the first one on the second line with statements, since the
/// first line may have lost its own.
fn indented(source: &Source, module: &Module) -> usize {
    let mut starts: Vec<usize> = module.body.iter().map(|statement| statement.span.start).collect();
    starts.dedup_by_key(|start| source.line(*start));
    starts.get(1).or(starts.first()).copied().unwrap_or(0)
}
