//! Changes of the axes of operands that meet element by element.

use std::ops::Range;

use super::{Candidates, MASK_WORDS, Place, REDUCTIONS};
use crate::diagnostics::{AxisEdit, Cause, Fix, differ_by_one, edits, elementwise_fixes, fixes, matrix_product};
use crate::program::fix::ProgramFixKind;
use crate::program::fixes::rules::Fact;
use crate::program::fixes::source::{Call, is_simple};
use tensor_broadcasting::library::Library;
use tensor_broadcasting::lists::Listed;
use tensor_broadcasting::{OperandId, Shape, broadcast_shapes};
use tensor_reader::is_part_of_word;

impl Place<'_> {
    /// Axes are inserted in an operand, dropped from it or swapped.
    pub(super) fn axes(&self, found: &mut Candidates) {
        for at in 0..self.operands.len() {
            let (Some(own), Some(others)) = (self.shape(at), self.others(at)) else { continue };
            if self.in_place && at == 0 {
                continue;
            }
            let joined = broadcast_shapes(&others, own).ok();
            let fit = joined.is_some_and(|joined| !self.in_place || joined == others);
            if self.cause == Some(Cause::OtherAxis) {
                self.beside_own(found, at, own.ndim());
                continue;
            }
            let all = match (fit, self.fails) {
                (false, _) => fixes(&others, own, self.in_place),
                (true, false) => elementwise_fixes(&others, own),
                (true, true) => Vec::new(),
            };
            for fix in all.into_iter().filter(|fix| fix.operand == OperandId::B) {
                let [edit] = fix.edits.as_slice() else { continue };
                if own.ndim() == 1 && others.ndim() == 1 && differ_by_one(own, &others) {
                    continue;
                }
                let facts = self.facts_of(at, *edit, &fix, &others);
                let (kind, suffix) = written(*edit, self.library, own.ndim());
                let mut edits = self.followed(at, &suffix);
                if facts.contains(&Fact::IsPairwise) {
                    edits.extend(self.moved_axis());
                }
                found.add(edits, kind, &facts);
                found.gives(fix.result);
            }
            // What was inserted goes again.
            let text = self.text(at);
            let undone = [
                "[:, None]",
                "[:, np.newaxis]",
                "[None, :]",
                "[None]",
                ".unsqueeze(1)",
                ".unsqueeze(-1)",
                ".unsqueeze(0)",
            ];
            if let Some((operand, axis)) = self.operands.get(at).zip(own.iter().position(|&size| size == 1))
                && let Some(plain) =
                    undone.iter().find_map(|index| text.strip_suffix(index)).filter(|plain| is_simple(plain))
            {
                let edits = vec![(operand.span.clone(), plain.to_owned())];
                found.add(edits, ProgramFixKind::DropAxis { axis }, &[Fact::UndoesInsertion]);
            }
            // What a loss compares may have to have the very same shape.
            if fit && self.fails {
                let same = edits(own, others.ndim()).into_iter().filter(|edit| edit.apply(own) == others);
                for edit in same {
                    let (kind, suffix) = written(edit, self.library, own.ndim());
                    let fact = if matches!(edit, AxisEdit::Drop(_)) { Fact::DropsAxis } else { Fact::InsertsAxis };
                    found.add(self.followed(at, &suffix), kind, &[fact]);
                }
            }
        }
    }

    /// The axis of a reduction of the result in the same line, where an axis is inserted before it.
    fn moved_axis(&self) -> Option<(Range<usize>, String)> {
        let start = self.source.line_start(self.span.start);
        let line = start..start + self.source.line_at(self.span.start).chars().count();
        let reduces = |(name, call): &(Range<usize>, Call)| {
            let is_argument =
                |argument: &Range<usize>| argument.start <= self.span.start && self.span.end <= argument.end;
            name.start >= self.span.end || call.arguments.iter().any(is_argument)
        };
        let (name, call) = self.source.calls(line, &REDUCTIONS).into_iter().find(reduces)?;
        let axis = self.axis_of(&name, &call).filter(|axis| axis.start >= self.span.end)?;
        let number: u64 = self.source.text(axis.clone()).parse().ok().filter(|&number| number > 0)?;
        Some((axis, (number + 1).to_string()))
    }

    /// A reduced tensor gets an axis of size 1 where another one was reduced.
    fn beside_own(&self, found: &mut Candidates, at: usize, ndim: usize) {
        for axis in 1..=ndim {
            let (kind, suffix) = written(AxisEdit::Insert { axis, count: 1 }, self.library, ndim);
            let mut facts = vec![Fact::InsertsAxis, Fact::LiesBesideOwn];
            facts.extend(self.is_smaller(at).then_some(Fact::IsUsual));
            found.add(self.followed(at, &suffix), kind, &facts);
        }
    }

    fn facts_of(&self, at: usize, edit: AxisEdit, fix: &Fix, others: &Shape) -> Vec<Fact> {
        let Some(own) = self.shape(at) else { return Vec::new() };
        let mut facts = Vec::new();
        match edit {
            _ if fix.is_pairwise => {
                facts.extend([Fact::IsPairwise].into_iter().chain((at == 0).then_some(Fact::IsUsual)))
            }
            AxisEdit::Insert { .. } => facts.push(Fact::InsertsAxis),
            AxisEdit::Drop(_) => facts.push(Fact::DropsAxis),
            AxisEdit::Swap(..) => facts.push(Fact::TransposesOperand),
        }
        if fix.grows && !fix.is_pairwise {
            facts.push(Fact::Grows);
        }
        let fits_last = fix.shape.last() == others.last();
        let is_scores = matches!(others.as_ref(), [.., rows, keys] if rows == keys) && others.ndim() > 2;
        if is_scores && own.ndim() < others.ndim() && own.ndim() > 1 && self.is_named(at, &MASK_WORDS) {
            facts.push(if fits_last { Fact::IsKeyMask } else { Fact::LiesAlongQueries });
        }
        let is_channel = others.ndim() == 4 && own.ndim() == 1 && fix.shape.ndim() == 3;
        facts.extend(is_channel.then_some(Fact::IsChannel));
        facts.extend((!fix.is_pairwise && self.is_smaller(at)).then_some(Fact::IsUsual));
        let is_larger_swapped = matches!(edit, AxisEdit::Swap(..)) && !self.is_smaller(at);
        facts.extend(is_larger_swapped.then_some(Fact::TransposesLarger));
        facts
    }

    /// `@` in place of `*`.
    pub(super) fn matrices(&self, found: &mut Candidates) {
        let [a, b] = self.operands else { return };
        if self.name != "mul" || matrix_product(a.operand.shape(), b.operand.shape()).is_none() {
            return;
        }
        let between = a.span.end..b.span.start;
        let text = self.source.text(between.clone());
        if text.chars().filter(|&c| c == '*').count() == 1 && text.chars().all(|c| matches!(c, ' ' | '*' | '(' | ')')) {
            let edits = vec![(between, text.replace('*', "@"))];
            found.add(edits, ProgramFixKind::MatrixProduct, &[Fact::IsMatrixProduct]);
        }
    }

    /// An image with its channels last beside one that has them first, or beside one value a channel.
    pub(super) fn image_order(&self, found: &mut Candidates) {
        let [a, b] = self.operands else { return };
        for (at, image, other) in [(0, a, b), (1, b, a)] {
            let (image, other) = (image.operand.shape(), other.operand.shape());
            let order = match image.ndim() {
                3 => "2, 0, 1",
                4 => "0, 3, 1, 2",
                _ => continue,
            };
            let ([.., height, width, channels], [.., first, rows, columns]) = (image.as_ref(), other.as_ref()) else {
                continue;
            };
            let fits = |size: u64, other: u64| other == 1 || other == size;
            if channels == first && *channels > 1 && fits(*height, *rows) && fits(*width, *columns) {
                let method = if self.library == Library::PyTorch { "permute" } else { "transpose" };
                let edits = self.followed(at, &format!(".{method}({order})"));
                found.add(edits, ProgramFixKind::ReorderAxes, &[Fact::IsImageOrder]);
            }
        }
    }

    /// In place: the operand is summed, or the result is a new tensor.
    pub(super) fn target(&self, found: &mut Candidates) {
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
                _ => format!("({})", (0..leading).map(|axis| axis.to_string()).listed().join(", ")),
            };
            let edits = self.followed(1, &format!(".sum({keyword}={axes})"));
            found.add(edits, ProgramFixKind::SumAxis, &[Fact::SumsIntoTarget]);
        }
        let between = self.source.text(a.span.end..b.span.start);
        let edit = if let Some(sign) = between.trim().strip_suffix('=').filter(|sign| !sign.is_empty()) {
            let value = if is_simple(&b.text) { b.text.clone() } else { format!("({})", b.text) };
            (a.span.end..b.span.end, format!(" = {} {sign} {value}", a.text))
        } else if let Some(method) = between.strip_prefix('.').and_then(|method| method.strip_suffix("_("))
            && self.source.line_at(self.span.start).trim() == self.source.text(self.span.clone())
        {
            (a.span.end..b.span.start, format!(" = {}.{method}(", a.text))
        } else {
            return;
        };
        // A part of a tensor that is assigned to is written in place too.
        let is_name = a.text.chars().all(|c| is_part_of_word(c) || c == '.');
        if is_name && broadcast_shapes(target, value).is_ok() {
            let facts = vec![Fact::IsOutOfPlace];
            found.add(vec![edit], ProgramFixKind::OutOfPlace, &facts);
        }
    }
}

/// What an edit of axes is called, and how it is written after a tensor of `ndim` axes.
pub(super) fn written(edit: AxisEdit, library: Library, ndim: usize) -> (ProgramFixKind, String) {
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
