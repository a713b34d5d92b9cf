//! Changes of the arguments of a call whose exception says what they lack.

use std::ops::Range;

use super::{Candidates, Place};
use crate::program::fix::ProgramFixKind;
use crate::program::fixes::rules::Fact;

/// Axes of size 1 as they are written: the index, the place of the first one and how many there are.
const INSERTED: [(&str, usize, usize); 4] =
    [("[:, None]", 1, 1), ("[None]", 0, 1), ("[:, :, None]", 2, 1), ("[:, None, None]", 1, 2)];

/// Orders of axes in which the channels, or the classes, come after the batch, and one for a single image.
const CHANNELS_FIRST: [&str; 4] =
    [".permute(0, 3, 1, 2)", ".transpose(1, 2)", ".permute(2, 0, 1)", ".permute(0, 4, 1, 2, 3)"];

/// Parts of messages about tensors that lack an axis: of functions that join a list of them, and of functions that stretch one.
const LACKS_AXIS: [(&str, bool); 6] = [
    ("same number of dimensions", true),
    ("is out of bounds for array of dimension", true),
    ("Dimension out of range", true),
    ("The expanded size of the tensor", false),
    ("with remapped shapes [original", false),
    ("must be greater or equal to the number of dimensions", false),
];

impl Place<'_> {
    /// What follows from the message of a call.
    pub(super) fn calls(&self, found: &mut Candidates) {
        let says = |part: &str| self.message.contains(part);
        if says("Index tensor must have the same number of dimensions") {
            self.gather(found);
        } else if let Some((_, joins)) = LACKS_AXIS.iter().find(|(part, _)| says(part)) {
            let operands = if *joins { self.joined() } else { self.stretched().into_iter().collect() };
            let all = (operands.len() > 1).then_some(operands.as_slice());
            for operands in operands.iter().map(std::slice::from_ref).chain(all) {
                for (index, axis, count) in INSERTED {
                    let edits =
                        operands.iter().map(|operand| self.source.followed_by(operand.clone(), index)).collect();
                    let kind = ProgramFixKind::InsertAxis { axis, count };
                    found.add(edits, kind, &[Fact::InsertsAxis]);
                }
            }
        }
        if says("view size is not compatible") {
            let method = self.source.calls(self.span.clone(), &["view"]).pop();
            let edits = method.into_iter().map(|(name, _)| (name, "reshape".to_owned())).collect();
            found.add(edits, ProgramFixKind::Reshape, &[Fact::InsertsAxis]);
        }
        if says("Sizes of tensors must match except") {
            self.joined().iter().for_each(|item| self.channels_first(found, item));
        }
        if says("boolean array indexing assignment") || says("shape mismatch: value ") {
            self.masked(found);
        }
        let narrow = [("corresponding boolean axis is 1", "along axis "), ("The shape of the mask", ", 1] at index ")];
        for (message, before) in narrow {
            if says(message) {
                self.narrow_mask(found, before);
            }
        }
        if says("Expected target size") || says("size mismatch (got input") {
            self.classes_first(found);
        }
    }

    /// The index of `gather` gets an axis where the values are taken from, which the result loses again.
    fn gather(&self, found: &mut Candidates) {
        let Some((name, call)) = self.source.calls(self.span.clone(), &["gather"]).pop() else { return };
        let value = |key: &str, position: usize| {
            let text = |argument: &Range<usize>| self.source.text(argument.clone());
            let named = call.arguments.iter().find(|argument| text(argument).starts_with(key));
            let named = named.map(|argument| argument.start + key.len()..argument.end);
            named.or_else(|| call.arguments.get(position).filter(|argument| !text(argument).contains('=')).cloned())
        };
        let first = usize::from(self.source.text(self.span.start..name.end) == "torch.gather");
        if let (Some(axis), Some(index)) = (value("dim=", first), value("index=", first + 1)) {
            let axis = self.source.text(axis);
            let inserted = self.source.followed_by(index, &format!(".unsqueeze({axis})"));
            let dropped = (self.span.end..self.span.end, format!(".squeeze({axis})"));
            let kind = ProgramFixKind::InsertAxis { axis: axis.parse().unwrap_or(1), count: 1 };
            found.add(vec![inserted.clone(), dropped], kind, &[Fact::InsertsAxis]);
            found.add(vec![inserted], kind, &[Fact::InsertsAxis, Fact::IsUsual]);
        }
    }

    /// The tensors that a call joins: the items of its first argument or, where that is no list, its first two arguments.
    fn joined(&self) -> Vec<Range<usize>> {
        let arguments = self.arguments();
        let items = arguments.first().filter(|first| self.source.text((*first).clone()).starts_with(['[', '(']));
        match items.and_then(|list| self.source.call(list.start)) {
            Some(list) => list.arguments,
            None => arguments.into_iter().take(2).collect(),
        }
    }

    /// The tensor that a call stretches: its first argument or, of a method, what stands before the point.
    fn stretched(&self) -> Option<Range<usize>> {
        let method = self.source.calls(self.span.clone(), &["expand", "expand_as"]).pop();
        match method.filter(|(name, _)| name.start > self.span.start) {
            Some((name, _)) => Some(self.span.start..name.start - 1),
            None => self.arguments().into_iter().next(),
        }
    }

    /// Of what is assigned to the elements of a mask, only these are taken.
    fn masked(&self, found: &mut Candidates) {
        let [target, _] = self.operands else { return };
        let Some((_, index)) = target.text.split_once('[') else { return };
        let edits = self.followed(1, &format!("[{index}"));
        found.add(edits, ProgramFixKind::SameMask, &[Fact::IsUsual]);
    }

    /// A mask loses an axis of size 1 that the tensor has no size 1 for. Its number follows `before` in the message.
    fn narrow_mask(&self, found: &mut Candidates, before: &str) {
        let after = self.message.split_once(before).and_then(|(_, after)| after.chars().next()?.to_digit(10));
        let index = self.source.opening(self.span.clone()).and_then(|open| self.source.call(open));
        if let (Some(axis @ 1..), Some([mask])) = (after, index.as_ref().map(|index| index.arguments.as_slice())) {
            let suffix = format!("[{}0]", ":, ".repeat(axis as usize));
            let edits = vec![self.source.followed_by(mask.clone(), &suffix)];
            found.add(edits, ProgramFixKind::NarrowMask, &[Fact::InsertsAxis, Fact::IsUsual]);
        }
    }

    /// The channels of a tensor, or its classes, come after the batch.
    pub(super) fn channels_first(&self, found: &mut Candidates, tensor: &Range<usize>) {
        for order in CHANNELS_FIRST {
            let edits = vec![self.source.followed_by(tensor.clone(), order)];
            found.add(edits, ProgramFixKind::ReorderAxes, &[Fact::IsImageOrder, Fact::IsUsual, Fact::IsUsualLayout]);
        }
    }

    /// The classes of a loss come after the batch, or all positions are samples.
    fn classes_first(&self, found: &mut Candidates) {
        let arguments = self.arguments();
        let [scores, classes, ..] = arguments.as_slice() else { return };
        self.channels_first(found, scores);
        let flat = [(scores, ".flatten(0, 1)"), (classes, ".flatten()")];
        let edits = flat.map(|(tensor, method)| self.source.followed_by(tensor.clone(), method)).to_vec();
        found.add(edits, ProgramFixKind::Flatten, &[Fact::IsImageOrder]);
    }
}
