//! The changes of a program that may be fixes of one of its operations. Each has to be read before it is offered.

mod axes;
mod calls;
mod products;
mod sizes;
mod usual;

use std::ops::Range;
use tensor_broadcasting::lists::Listed;

use super::ProgramFixKind;
use super::rules::{Fact, points};
use super::source::{Call, Source, is_simple};
use crate::diagnostics::Cause;
use tensor_broadcasting::library::Library;
use tensor_broadcasting::{Shape, broadcast};
use tensor_reader::ProgramOperand;

/// The functions that reduce an axis and can keep it.
const REDUCTIONS: [&str; 18] = [
    "mean",
    "sum",
    "std",
    "var",
    "max",
    "min",
    "amax",
    "amin",
    "median",
    "prod",
    "norm",
    "vector_norm",
    "logsumexp",
    "nanmean",
    "nansum",
    "nanstd",
    "nanmax",
    "nanmin",
];

/// Parts of names that say that values belong to columns.
const COLUMN_WORDS: [&str; 4] = ["feat", "col", "variable", "attribute"];

/// Parts of names of masks that hide tokens.
const MASK_WORDS: [&str; 3] = ["mask", "pad", "valid"];

/// How many assignments are followed back from an operand to a reduction.
const MAX_STEPS: usize = 2;

/// How many right sides of assignments are searched for reductions.
const MAX_PARTS: usize = 24;

/// A change of a program that may be a fix.
#[derive(Debug)]
pub(super) struct Candidate {
    /// The new texts and their places, in order.
    pub(super) edits: Vec<(Range<usize>, String)>,
    /// What it does.
    pub(super) kind: ProgramFixKind,
    /// What is known of it.
    pub(super) facts: Vec<Fact>,
    /// The shape that the operation gives then, where that is known before the program is read.
    pub(super) result: Option<Shape>,
}

/// The candidates that were found.
#[derive(Default)]
pub(super) struct Candidates(Vec<Candidate>);

impl Candidates {
    /// Adds a candidate. Not inlined, because it is called in many places.
    #[inline(never)]
    fn add(&mut self, edits: Vec<(Range<usize>, String)>, kind: ProgramFixKind, facts: &[Fact]) {
        self.0.push(Candidate { edits, kind, facts: facts.to_vec(), result: None });
    }

    /// Notes the shape that the last candidate gives.
    fn gives(&mut self, result: Shape) {
        if let Some(last) = self.0.last_mut() {
            last.result = Some(result);
        }
    }
}

/// The operation that is to be fixed.
pub(super) struct Place<'a> {
    pub(super) source: &'a Source,
    pub(super) library: Library,
    /// The name of the operation: `sub`, `matmul`.
    pub(super) name: &'a str,
    /// The place of the operation.
    pub(super) span: Range<usize>,
    pub(super) operands: &'a [ProgramOperand],
    pub(super) in_place: bool,
    /// Whether it fails; else its result is probably a mistake.
    pub(super) fails: bool,
    /// Why it is warned about.
    pub(super) cause: Option<Cause>,
    /// The message of the exception.
    pub(super) message: &'a str,
}

/// The candidates of an operation, best first.
pub(super) fn candidates(place: &Place<'_>) -> Vec<Candidate> {
    let mut found = Candidates::default();
    place.reductions(&mut found);
    place.layers(&mut found);
    place.calls(&mut found);
    place.classes(&mut found);
    place.usual(&mut found);
    if place.is_product() {
        place.factors(&mut found);
    } else {
        place.axes(&mut found);
        place.matrices(&mut found);
        place.image_order(&mut found);
        place.vectors(&mut found);
        place.positions(&mut found);
        place.target(&mut found);
    }
    // Taken out one by one: a sort would add more code.
    let (mut ranked, mut found) = (Vec::new(), found.0);
    while let Some(best) = (0..found.len()).rev().max_by_key(|&at| points(&found[at].facts)) {
        ranked.push(found.remove(best));
    }
    ranked
}

impl Place<'_> {
    fn is_product(&self) -> bool {
        matches!(self.name, "matmul" | "mm" | "bmm" | "mv" | "dot" | "inner" | "linear" | "addmm" | "einsum")
            || self.operands.is_empty()
    }

    fn shape(&self, at: usize) -> Option<&Shape> {
        Some(self.operands.get(at)?.operand.shape())
    }

    fn text(&self, at: usize) -> &str {
        self.operands.get(at).map_or("", |operand| &operand.text)
    }

    /// Whether a name stands in the text of an operand that has one of these parts.
    fn is_named(&self, at: usize, words: &[&str]) -> bool {
        let text = self.text(at).to_ascii_lowercase();
        words.iter().any(|word| text.contains(word))
    }

    /// An operand that is followed by a method or an index.
    fn followed(&self, at: usize, suffix: &str) -> Vec<(Range<usize>, String)> {
        let operand = self.operands.get(at);
        operand.map(|operand| self.source.followed_by(operand.span.clone(), suffix)).into_iter().listed()
    }

    /// The shape that all operands but one broadcast to.
    fn others(&self, at: usize) -> Option<Shape> {
        let others = self.operands.iter().enumerate().filter(|(other, _)| *other != at);
        let shapes: Vec<Shape> = others.map(|(_, operand)| operand.operand.shape().clone()).listed();
        Some(broadcast(shapes).ok()?.shape().clone())
    }

    /// Whether an operand has at most as many elements as the others.
    fn is_smaller(&self, at: usize) -> bool {
        let size = |shape: Option<Shape>| shape.and_then(|shape| shape.numel()).unwrap_or(u64::MAX);
        let (own, others) = (size(self.shape(at).cloned()), size(self.others(at)));
        // Of operands of the same size the second is changed.
        own < others || (own == others && at > 0)
    }

    /// The reductions that an operand comes from: they keep their axis, or go along another one.
    fn reductions(&self, found: &mut Candidates) {
        let keyword = match self.library {
            Library::NumPy => "keepdims=True",
            Library::PyTorch => "keepdim=True",
        };
        // The second operand first: it is the smaller one more often.
        for (at, operand) in self.operands.iter().enumerate().rev() {
            for part in self.origins(operand.span.clone()) {
                for (name, call) in self.source.calls(part.clone(), &REDUCTIONS) {
                    let Some(axis) = self.axis_of(&name, &call) else { continue };
                    let mut facts = vec![Fact::KeepsAxis];
                    facts.extend(self.is_smaller(at).then_some(Fact::IsUsual));
                    let text = |argument: &Range<usize>| self.source.text(argument.clone());
                    let kept = call.arguments.iter().find(|argument| text(argument).starts_with("keepdim"));
                    let edit = match (kept, call.arguments.last()) {
                        (Some(kept), _) => (kept.clone(), keyword.to_owned()),
                        (None, Some(last)) => (last.end..last.end, format!(", {keyword}")),
                        (None, None) => continue,
                    };
                    found.add(vec![edit], ProgramFixKind::KeepAxis, &facts);
                    let other = match self.source.text(axis.clone()).as_str() {
                        "0" => "1",
                        "1" | "-1" => "0",
                        _ => continue,
                    };
                    let mut facts = vec![Fact::ReducesOtherAxis];
                    facts.extend(self.is_smaller(at).then_some(Fact::IsUsual));
                    facts.extend(self.is_of_columns(at).then_some(Fact::IsNamedForColumns));
                    let has_many = self.others(at).is_some_and(|others| others.ndim() > 2);
                    facts.extend((other == "0" && has_many).then_some(Fact::ReducesFirstOfMany));
                    let kind = ProgramFixKind::OtherAxis;
                    found.add(vec![(axis, other.to_owned())], kind, &facts);
                }
            }
        }
    }

    /// Whether names say that the values of an operand belong to columns: its own name, or a covariance of centred data.
    fn is_of_columns(&self, at: usize) -> bool {
        self.is_named(at, &COLUMN_WORDS) || {
            let line = self.source.line_at(self.span.start);
            let target = line.split('=').next().unwrap_or_default().trim().to_owned();
            !target.is_empty() && is_simple(&target) && self.source.has(&format!("{target}.T @ {target}"))
        }
    }

    /// The place of an operand and of the right sides of the assignments that its names come from.
    fn origins(&self, operand: Range<usize>) -> Vec<Range<usize>> {
        let mut parts = vec![operand];
        let mut from = 0;
        for _ in 0..MAX_STEPS {
            let known = parts.len();
            for at in from..known {
                let Some(part) = parts.get(at).cloned() else { continue };
                // A call of a reduction is the origin; what it reduces is none.
                if parts.len() >= MAX_PARTS || !self.source.calls(part.clone(), &REDUCTIONS).is_empty() {
                    continue;
                }
                let before = self.source.line_start(part.start);
                for name in self.source.names(part) {
                    let made = match self.source.definition(&name, before) {
                        Some(made) => vec![made],
                        None => self.source.passed(&name, before),
                    };
                    parts.extend(made.into_iter().filter(|made| !parts.contains(made)).listed());
                }
            }
            from = known;
        }
        parts
    }

    /// The place of the axis among the arguments of a reduction; its value only.
    fn axis_of(&self, name: &Range<usize>, call: &Call) -> Option<Range<usize>> {
        let named = call.arguments.iter().find_map(|argument| {
            let text = self.source.text(argument.clone());
            let (key, _) = text.split_once('=').filter(|(key, _)| matches!(key.trim(), "axis" | "dim"))?;
            Some(self.source.trimmed(argument.start + key.chars().count() + 1..argument.end))
        });
        let module = self.source.text(name.start.saturating_sub(7)..name.start);
        let is_function = ["np.", "torch.", "numpy.", "linalg."].iter().any(|prefix| module.ends_with(prefix));
        let position = usize::from(is_function);
        let is_integer = |argument: &Range<usize>| {
            let text = self.source.text(argument.clone());
            text.trim_start_matches('-').chars().all(|c| c.is_ascii_digit()) || text.starts_with('(')
        };
        named.or_else(|| call.arguments.get(position).filter(|argument| is_integer(argument)).cloned())
    }
}
