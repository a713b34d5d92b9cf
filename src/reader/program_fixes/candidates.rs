//! The changes of a program that may be fixes of one of its operations. Each has to be read before it is offered.

use std::ops::Range;

use super::ProgramFixKind;
use super::rules::{Fact, points};
use super::source::{Call, Source, is_simple};
use crate::diagnostics::{AxisEdit, Fix, elementwise_fixes, fixes, matrix_product};
use tensor_broadcasting::library::Library;
use tensor_broadcasting::{OperandId, Shape, broadcast, broadcast_shapes};
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

/// A change of a program that may be a fix.
#[derive(Debug)]
pub(super) struct Candidate {
    /// The new texts and their places, in order.
    pub(super) edits: Vec<(Range<usize>, String)>,
    /// What it does.
    pub(super) kind: ProgramFixKind,
    /// What is known of it.
    pub(super) facts: Vec<Fact>,
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
    /// The message of the exception.
    pub(super) message: &'a str,
}

/// The candidates of an operation, best first.
pub(super) fn candidates(place: &Place<'_>) -> Vec<Candidate> {
    let mut found = Vec::new();
    place.reductions(&mut found);
    place.layers(&mut found);
    if place.is_product() {
        place.factors(&mut found);
    } else {
        place.axes(&mut found);
        place.matrices(&mut found);
        place.image_order(&mut found);
        place.parameters(&mut found);
        place.target(&mut found);
    }
    place.compare(&mut found);
    found.sort_by_key(|candidate| std::cmp::Reverse(points(&candidate.facts)));
    found
}

impl Place<'_> {
    fn is_product(&self) -> bool {
        matches!(self.name, "matmul" | "mm" | "bmm" | "dot" | "inner" | "linear" | "addmm" | "einsum")
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
        let text = self.text(at).to_lowercase();
        words.iter().any(|word| text.contains(word))
    }

    /// An operand that is followed by a method or an index.
    fn followed(&self, at: usize, suffix: &str) -> Vec<(Range<usize>, String)> {
        let operand = self.operands.get(at);
        operand.map(|operand| self.source.followed_by(operand.span.clone(), suffix)).into_iter().collect()
    }

    /// The shape that all operands but one broadcast to.
    fn others(&self, at: usize) -> Option<Shape> {
        let others = self.operands.iter().enumerate().filter(|(other, _)| *other != at);
        let shapes: Vec<Shape> = others.map(|(_, operand)| operand.operand.shape().clone()).collect();
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
    fn reductions(&self, found: &mut Vec<Candidate>) {
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
                    facts.extend(self.is_smaller(at).then_some(Fact::IsSmaller));
                    let text = |argument: &Range<usize>| self.source.text(argument.clone());
                    let kept = call.arguments.iter().find(|argument| text(argument).starts_with("keepdim"));
                    let edit = match (kept, call.arguments.last()) {
                        (Some(kept), _) => (kept.clone(), keyword.to_owned()),
                        (None, Some(last)) => (last.end..last.end, format!(", {keyword}")),
                        (None, None) => continue,
                    };
                    found.push(Candidate { edits: vec![edit], kind: ProgramFixKind::KeepAxis, facts });
                    let other = match self.source.text(axis.clone()).as_str() {
                        "0" => "1",
                        "1" | "-1" => "0",
                        _ => continue,
                    };
                    let mut facts = vec![Fact::ReducesOtherAxis];
                    facts.extend(self.is_smaller(at).then_some(Fact::IsSmaller));
                    facts.extend(self.is_of_columns(at).then_some(Fact::IsNamedForColumns));
                    let kind = ProgramFixKind::OtherAxis;
                    found.push(Candidate { edits: vec![(axis, other.to_owned())], kind, facts });
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
                if !self.source.calls(part.clone(), &REDUCTIONS).is_empty() {
                    continue;
                }
                let before = self.source.line_start(part.start);
                for name in self.source.names(part) {
                    let definition = self.source.definition(&name, before);
                    parts.extend(definition.filter(|definition| !parts.contains(definition)));
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

    /// Axes are inserted in an operand, dropped from it or swapped.
    fn axes(&self, found: &mut Vec<Candidate>) {
        for at in 0..self.operands.len() {
            let (Some(own), Some(others)) = (self.shape(at), self.others(at)) else { continue };
            if self.in_place && at == 0 {
                continue;
            }
            let joined = broadcast_shapes(&others, own).ok();
            let fit = joined.is_some_and(|joined| !self.in_place || joined == others);
            let all = if fit { elementwise_fixes(&others, own) } else { fixes(&others, own, self.in_place) };
            for fix in all.into_iter().filter(|fix| fix.operand == OperandId::B) {
                let [edit] = fix.edits.as_slice() else { continue };
                let facts = self.facts_of(at, *edit, &fix, &others);
                let (kind, suffix) = written(*edit, self.library, own.ndim());
                found.push(Candidate { edits: self.followed(at, &suffix), kind, facts });
            }
            // What a loss compares may have to have the very same shape.
            if fit && self.fails && own.ndim() > 1 && own.last() == Some(&1) {
                let (kind, suffix) = written(AxisEdit::Drop(own.ndim() - 1), self.library, own.ndim());
                let edits = self.followed(at, &suffix);
                if found.iter().all(|known| known.edits != edits) {
                    found.push(Candidate { edits, kind, facts: vec![Fact::DropsAxis] });
                }
            }
        }
    }

    fn facts_of(&self, at: usize, edit: AxisEdit, fix: &Fix, others: &Shape) -> Vec<Fact> {
        let Some(own) = self.shape(at) else { return Vec::new() };
        let mut facts = Vec::new();
        // Each row of one with each row of the other, or each number with each number.
        let is_pairwise = own.ndim() == others.ndim()
            && own.iter().zip(others.iter()).skip(1).all(|(own, other)| own == other)
            && edit == AxisEdit::Insert { axis: 1, count: 1 };
        match edit {
            _ if is_pairwise => {
                facts.extend([Fact::IsPairwise].into_iter().chain((at == 0).then_some(Fact::IsSmaller)))
            }
            AxisEdit::Insert { .. } => facts.push(Fact::InsertsAxis),
            AxisEdit::Drop(_) => facts.push(Fact::DropsAxis),
            AxisEdit::Swap(..) => facts.push(Fact::TransposesOperand),
        }
        if fix.grows && !is_pairwise {
            facts.push(Fact::Grows);
        }
        let fits_last = fix.shape.last() == others.last();
        let is_scores = matches!(others.as_ref(), [.., rows, keys] if rows == keys) && others.ndim() > 2;
        if is_scores && own.ndim() < others.ndim() && own.ndim() > 1 && self.is_named(at, &MASK_WORDS) {
            facts.push(if fits_last { Fact::IsKeyMask } else { Fact::IsQueryMask });
        }
        let is_channel = others.ndim() == 4 && own.ndim() == 1 && fix.shape.ndim() == 3;
        facts.extend(is_channel.then_some(Fact::IsChannel));
        facts.extend((!is_pairwise && self.is_smaller(at)).then_some(Fact::IsSmaller));
        facts
    }

    /// `@` in place of `*`.
    fn matrices(&self, found: &mut Vec<Candidate>) {
        let [a, b] = self.operands else { return };
        if self.name != "mul" || matrix_product(a.operand.shape(), b.operand.shape()).is_none() {
            return;
        }
        let between = a.span.end..b.span.start;
        let text = self.source.text(between.clone());
        if text.chars().filter(|&c| c == '*').count() == 1 && text.chars().all(|c| matches!(c, ' ' | '*' | '(' | ')')) {
            let edits = vec![(between, text.replace('*', "@"))];
            found.push(Candidate { edits, kind: ProgramFixKind::MatrixProduct, facts: vec![Fact::IsMatrixProduct] });
        }
    }

    /// The factors of a matrix product: one is transposed, they change places, or vectors become columns.
    fn factors(&self, found: &mut Vec<Candidate>) {
        let [a, b] = self.operands else { return };
        let (a_shape, b_shape) = (a.operand.shape(), b.operand.shape());
        for (at, operand) in [(1, b), (0, a)] {
            let ndim = operand.operand.shape().ndim();
            if ndim < 2 {
                continue;
            }
            let edits = match operand.text.strip_suffix(".T") {
                Some(without) if is_simple(&operand.text) => vec![(operand.span.clone(), without.to_owned())],
                _ => {
                    let (_, suffix) = match (ndim, self.library) {
                        (2, _) => ((), ".T"),
                        (_, Library::PyTorch) => ((), ".transpose(-2, -1)"),
                        (_, Library::NumPy) => ((), ".swapaxes(-2, -1)"),
                    };
                    // All of the operand, not the tensor in it.
                    match is_simple(&operand.text) {
                        true => vec![(operand.span.end..operand.span.end, suffix.to_owned())],
                        false => self.followed(at, suffix),
                    }
                }
            };
            let mut facts = vec![Fact::IsTransposedFactor];
            facts.extend((at == 1).then_some(Fact::IsSmaller));
            found.push(Candidate { edits, kind: ProgramFixKind::Transpose, facts });
        }
        let between = self.source.text(a.span.end..b.span.start);
        if matches!(between.trim(), "@" | ",") && is_simple(&a.text) && is_simple(&b.text) {
            let edits = vec![(a.span.start..b.span.end, [&b.text, between.as_str(), &a.text].concat())];
            found.push(Candidate { edits, kind: ProgramFixKind::SwapOperands, facts: vec![Fact::SwapsFactors] });
        }
        let is_batch = a_shape.ndim() > 2
            && a_shape.ndim() == b_shape.ndim() + 1
            && a_shape.iter().zip(b_shape.iter()).take(b_shape.ndim() - 1).all(|(a, b)| a == b)
            && a_shape.last() == b_shape.last();
        if is_batch {
            let (kind, suffix) =
                written(AxisEdit::Insert { axis: b_shape.ndim(), count: 1 }, self.library, b_shape.ndim());
            found.push(Candidate { edits: self.followed(1, &suffix), kind, facts: vec![Fact::IsVectorOfMatrix] });
        }
    }

    /// An image with its channels last beside one value a channel.
    fn image_order(&self, found: &mut Vec<Candidate>) {
        let [a, b] = self.operands else { return };
        for (at, image, values) in [(0, a, b), (1, b, a)] {
            let (image, values) = (image.operand.shape(), values.operand.shape());
            let channels = match values.as_ref() {
                [before @ .., channels, 1, 1] if before.iter().all(|&size| size == 1) && *channels > 1 => *channels,
                _ => continue,
            };
            let order = match image.ndim() {
                3 => "2, 0, 1",
                4 => "0, 3, 1, 2",
                _ => continue,
            };
            if image.last() == Some(&channels) {
                let method = if self.library == Library::PyTorch { "permute" } else { "transpose" };
                let edits = self.followed(at, &format!(".{method}({order})"));
                found.push(Candidate { edits, kind: ProgramFixKind::ReorderAxes, facts: vec![Fact::IsImageOrder] });
            }
        }
    }

    /// A vector that was made with a size that fits no axis.
    fn parameters(&self, found: &mut Vec<Candidate>) {
        for (at, operand) in self.operands.iter().enumerate() {
            let (&[own], Some(others)) = (operand.operand.shape().as_ref(), self.others(at)) else { continue };
            let Some(&wanted) = others.last().filter(|_| others.ndim() > 1 && !others.contains(&own)) else { continue };
            if !is_simple(&operand.text) {
                continue;
            }
            let Some(made) = self.source.definition(&operand.text, self.source.line_start(self.span.start)) else {
                continue;
            };
            for place in self.source.integers(made, own) {
                let edits = vec![(place, wanted.to_string())];
                found.push(Candidate { edits, kind: ProgramFixKind::OtherSize, facts: vec![Fact::FitsParameter] });
            }
        }
    }

    /// A layer takes another number of inputs, or its input is flattened.
    fn layers(&self, found: &mut Vec<Candidate>) {
        let Some([[rows, given], [taken, _]]) = factor_sizes(self.message) else { return };
        let all = self.source.calls(0..self.source.len(), &["Linear"]);
        for (name, call) in &all {
            let Some(first) = call.arguments.first() else { continue };
            let is_written = self.source.text(first.clone()) == taken.to_string();
            let mut facts = vec![Fact::FitsLayer];
            facts.extend(is_written.then_some(Fact::IsSmaller));
            let kind = ProgramFixKind::OtherSize;
            found.push(Candidate { edits: vec![(first.clone(), given.to_string())], kind, facts });
            let before = self.source.text(self.source.line_start(name.start)..name.start);
            let start = name.start - before.chars().rev().take_while(|c| c.is_alphanumeric() || *c == '.').count();
            let is_listed = before
                .trim_end_matches(|c: char| c.is_alphanumeric() || c == '.')
                .trim_end()
                .ends_with(['(', ',', '[']);
            if is_listed && rows.checked_mul(given).is_some_and(|all| taken > 0 && all % taken == 0) {
                let module = self.source.text(start..name.start);
                let edits = vec![(start..start, format!("{module}Flatten(), "))];
                found.push(Candidate { edits, kind: ProgramFixKind::Flatten, facts: vec![Fact::FlattensInput] });
            }
        }
        // The call of a layer has its input between its brackets.
        let text = self.source.text(self.span.clone());
        let open = text.chars().position(|c| c == '(').map(|at| self.span.start + at);
        if let Some(call) = open.and_then(|open| self.source.call(open))
            && let [input] = call.arguments.as_slice()
            && rows.checked_mul(given).is_some_and(|all| taken > 0 && all % taken == 0)
        {
            let edits = vec![self.source.followed_by(input.clone(), ".flatten(1)")];
            found.push(Candidate {
                edits,
                kind: ProgramFixKind::Flatten,
                facts: vec![Fact::FlattensInput, Fact::IsSmaller],
            });
        }
    }

    /// In place: the operand is summed, or the result is a new tensor.
    fn target(&self, found: &mut Vec<Candidate>) {
        let [a, b] = self.operands else { return };
        let (target, value) = (a.operand.shape(), b.operand.shape());
        if !self.in_place {
            return;
        }
        let leading = value.ndim().saturating_sub(target.ndim());
        let is_sum = leading > 0 && value.get(leading..) == Some(target.as_ref());
        if is_sum {
            let keyword = if self.library == Library::PyTorch { "dim" } else { "axis" };
            let axes = match leading {
                1 => "0".to_owned(),
                _ => format!("({})", (0..leading).map(|axis| axis.to_string()).collect::<Vec<_>>().join(", ")),
            };
            let edits = self.followed(1, &format!(".sum({keyword}={axes})"));
            found.push(Candidate { edits, kind: ProgramFixKind::SumAxis, facts: vec![Fact::SumsIntoTarget] });
        }
        let between = self.source.text(a.span.end..b.span.start);
        let Some(sign) = between.trim().strip_suffix('=').filter(|sign| !sign.is_empty()) else { return };
        if broadcast_shapes(target, value).is_ok() && a.span.end <= b.span.start {
            let value = if is_simple(&b.text) { b.text.clone() } else { format!("({})", b.text) };
            let edits = vec![(a.span.end..b.span.end, format!(" = {} {sign} {value}", a.text))];
            let mut facts = vec![Fact::IsOutOfPlace];
            facts.extend(is_sum.then_some(Fact::IsSumPossible));
            found.push(Candidate { edits, kind: ProgramFixKind::OutOfPlace, facts });
        }
    }

    /// Facts that follow from what else is found.
    fn compare(&self, found: &mut [Candidate]) {
        let is_key = |candidate: &Candidate| candidate.facts.contains(&Fact::IsKeyMask);
        if !found.iter().any(is_key) {
            for candidate in found {
                candidate.facts.retain(|fact| *fact != Fact::IsQueryMask);
            }
        }
    }
}

/// The sizes of the factors that a message of PyTorch names.
fn factor_sizes(message: &str) -> Option<[[u64; 2]; 2]> {
    let (_, sizes) = message.split_once("shapes cannot be multiplied (")?;
    let mut factors = sizes.trim_end_matches(')').split(" and ").map(|factor| {
        let (rows, columns) = factor.split_once('x')?;
        Some([rows.parse().ok()?, columns.parse().ok()?])
    });
    Some([factors.next()??, factors.next()??])
}

/// What an edit of axes is called, and how it is written after a tensor of `ndim` axes.
fn written(edit: AxisEdit, library: Library, ndim: usize) -> (ProgramFixKind, String) {
    match edit {
        AxisEdit::Insert { axis, count } => {
            let before = if axis == ndim && axis > 2 { "..., ".to_owned() } else { ":, ".repeat(axis) };
            let suffix = format!("[{before}None{}]", ", None".repeat(count.saturating_sub(1)));
            (ProgramFixKind::InsertAxis { axis, count }, suffix)
        }
        AxisEdit::Drop(axis) if axis + 1 == ndim => (ProgramFixKind::DropAxis { axis }, ".squeeze(-1)".to_owned()),
        AxisEdit::Drop(axis) => (ProgramFixKind::DropAxis { axis }, edit.code(library, ndim)),
        AxisEdit::Swap(first, second) if second + 1 == ndim && first + 1 == second => {
            (ProgramFixKind::Transpose, edit.code(library, ndim))
        }
        AxisEdit::Swap(..) => (ProgramFixKind::ReorderAxes, edit.code(library, ndim)),
    }
}
