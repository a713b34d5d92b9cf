//! Shapes that a program states without making them: `# (B, T, 32)` after a statement, and types such as
//! `Float[Tensor, "batch 3"]`.
//!
//! The types are those of jaxtyping (<https://docs.kidger.site/jaxtyping/api/array/>). What stands for axes of any number or size
//! (`...`, `*batch`, `_`, `#n`) is not read.

use std::ops::Range;
use tensor_broadcasting::lists::Listed;

use crate::shapes::{MAX_AXES, ascii_twin, is_letter, is_part_of_word};
use crate::signatures::call::named_dtype;
use crate::syntax::lexer::{Source, TokenKind};
use crate::syntax::tree::{Expression, ExpressionKind, Module, SequenceKind, StatementKind};
use tensor_broadcasting::library::Library;
use tensor_broadcasting::{Dtype, MAX_SIZE, Shape};

/// The types of jaxtyping that are no element types of their own, such as `Float32`.
const ARRAY_TYPES: [&str; 9] = ["Float", "Int", "UInt", "Integer", "Bool", "Num", "Real", "Inexact", "Shaped"];

/// A shape that is stated.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Annotation {
    /// Its sizes, each a number or a name.
    sizes: Vec<String>,
    /// The name of the type of the elements, as jaxtyping has it; `None` where it is not stated.
    kind: Option<String>,
}

impl Annotation {
    /// The shape, where `size` knows the size of each name.
    pub(crate) fn shape(&self, size: impl Fn(&str) -> Option<u64>) -> Option<Shape> {
        self.sizes.iter().map(|stated| stated.parse().ok().or_else(|| size(stated))).collect()
    }

    /// The sizes that are stated by a name.
    pub(crate) fn names(&self) -> impl Iterator<Item = &str> {
        self.sizes.iter().map(String::as_str).filter(|size| size.starts_with(is_letter))
    }

    /// The type of the elements; the library's default where it is not stated.
    pub(crate) fn dtype(&self, library: Library) -> Dtype {
        match self.kind.as_deref() {
            Some("Bool") => Dtype::Bool,
            Some("Int" | "Integer" | "UInt") => Dtype::Int64,
            Some(kind) => named_dtype(&kind.to_ascii_lowercase()).unwrap_or(library.default_float()),
            None => library.default_float(),
        }
    }
}

/// The place of the comment that stands after `end` in the same line, with nothing but spaces between.
pub(crate) fn comment_after(source: &Source, end: usize) -> Option<Range<usize>> {
    let comment = source.comments.iter().find(|comment| comment.start >= end)?;
    let between = source.original.get(end..comment.start)?;
    between.iter().all(|&c| c != '\n' && c.is_whitespace()).then(|| comment.clone())
}

/// The shape that a comment states: `# (B, T, 32)`, `# shape: [3, 4]`, `# x: (3,)`, with any words after it.
pub(crate) fn of_comment(comment: &str) -> Option<Annotation> {
    let text: String = comment.chars().map(ascii_twin).collect();
    let (before, rest) = text.trim_start_matches(['#', ' ']).split_once(['(', '['])?;
    // Before the bracket stands nothing or one word, such as a name or `shape`.
    let before = before.trim_end_matches([':', '=', ' ', '-', '>']).trim();
    if before.contains(' ') {
        return None;
    }
    let (inside, _) = rest.split_once([')', ']'])?;
    let items: Vec<&str> = inside.split([',', '×']).map(str::trim).listed();
    // `(N,)` and `(3,)` end with a comma. One word without a comma is a remark.
    let items = match items.as_slice() {
        [""] => &[],
        [all @ .., ""] => all,
        [one] if one.parse::<u64>().is_err() => return None,
        all => all,
    };
    annotation(&mut items.iter().copied(), None)
}

/// The shape that a type states: `Float[Tensor, "batch 3"]`.
pub(crate) fn of_type(annotation_type: &Expression) -> Option<Annotation> {
    let ExpressionKind::Subscript { value, index } = &annotation_type.kind else { return None };
    let kind = match &value.kind {
        ExpressionKind::Name(name) => name,
        ExpressionKind::Attribute { name, .. } => &name.name,
        _ => return None,
    };
    let is_known = ARRAY_TYPES.contains(&kind.as_str()) || named_dtype(&kind.to_ascii_lowercase()).is_some();
    let ExpressionKind::Sequence { kind: SequenceKind::BareTuple, items } = &index.kind else { return None };
    let [_, Expression { kind: ExpressionKind::Text(text), .. }] = items.as_slice() else { return None };
    // A size may have a name and a number: `n=4`.
    let mut sizes = text.split_whitespace().map(|text| text.split_once('=').map_or(text, |(_, size)| size));
    annotation(&mut sizes, Some(kind.clone())).filter(|_| is_known)
}

/// The names of sizes that a program states, in the order in which it states them, without repetitions.
pub(crate) fn stated_names(source: &Source, module: &Module) -> Vec<String> {
    let mut found: Vec<String> = Vec::new();
    for statement in &module.body {
        let stated: Vec<Annotation> = match &statement.kind {
            StatementKind::Assign { .. } => comment_after(source, statement.span.end)
                .and_then(|at| of_comment(&source.typed(&at)))
                .into_iter()
                .listed(),
            StatementKind::AnnotatedAssign { annotation, .. } => of_type(annotation).into_iter().listed(),
            StatementKind::Def { parameters, .. } => {
                parameters.iter().filter_map(|parameter| parameter.annotation.as_ref().and_then(of_type)).listed()
            }
            _ => continue,
        };
        for name in stated.iter().flat_map(Annotation::names) {
            if !found.iter().any(|known| known == name) {
                found.push(name.to_owned());
            }
        }
    }
    found
}

/// A stated shape; `None` where one of its sizes is neither a number nor a name.
fn annotation(sizes: &mut dyn Iterator<Item = &str>, kind: Option<String>) -> Option<Annotation> {
    let sizes: Vec<String> = sizes.take(MAX_AXES + 1).map(str::to_owned).listed();
    (sizes.len() <= MAX_AXES && sizes.iter().all(|size| is_size(size))).then_some(Annotation { sizes, kind })
}

/// Whether a text is a number or a name.
fn is_size(text: &str) -> bool {
    if let Ok(size) = text.parse::<u64>() {
        return size <= MAX_SIZE;
    }
    let is_word = text.starts_with(is_letter) && text.chars().all(is_part_of_word);
    // No keyword is a name, such as `True`.
    let source = Source::new(text).ok().filter(|_| is_word);
    source.is_some_and(|source| source.tokens.first().is_some_and(|token| token.kind == TokenKind::Name))
}
