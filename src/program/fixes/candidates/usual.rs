//! Changes of what many programs get wrong: channels of transparency, lengths that differ by one, a smaller last batch, an axis that is not there,
//! an image without a batch, a loss of differences beside class numbers.

use std::ops::Range;
use tensor_broadcasting::lists::Listed;

use super::{Candidates, Place};
use crate::program::fix::ProgramFixKind;
use crate::program::fixes::rules::Fact;
use tensor_broadcasting::Shape;
use tensor_broadcasting::library::Library;

/// Functions that give a tensor another shape.
const RESHAPES: [&str; 3] = ["reshape", "view", "resize"];

/// Losses of differences, and what compares scores with class numbers.
const LOSSES: [(&str, &str); 4] = [
    ("MSELoss", "CrossEntropyLoss"),
    ("L1Loss", "CrossEntropyLoss"),
    ("mse_loss", "cross_entropy"),
    ("l1_loss", "cross_entropy"),
];

impl Place<'_> {
    /// What is usually meant.
    pub(super) fn usual(&self, found: &mut Candidates) {
        let says = |part: &str| self.message.contains(part);
        self.cuts(found);
        if says(" is invalid for input of size ") || says("cannot reshape array of size ") {
            self.last_batch(found);
        }
        if says("is out of bounds for array of dimension") || says("Dimension out of range") {
            self.own_axis(found);
        }
        if says("(batched) input to ") || says("D input (got ") {
            self.batch(found);
        }
        if says("Expected hidden") {
            self.batch_first(found);
        }
        self.loss_of_classes(found);
    }

    /// One operand ends where the other one does: the fourth channel of an image goes, or one element of a length that is longer by one.
    fn cuts(&self, found: &mut Candidates) {
        let [a, b] = self.operands else { return };
        for (at, own, other) in [(0, a, b), (1, b, a)] {
            let (own, other) = (own.operand.shape(), other.operand.shape());
            let pairs = own.iter().rev().zip(other.iter().rev()).enumerate();
            let mut clashes =
                pairs.filter(|(_, (own, other))| own != other && **own != 1 && (self.in_place || **other != 1));
            let (Some((from_end, (&size, &wanted))), None) = (clashes.next(), clashes.next()) else { continue };
            let axis = own.ndim() - 1 - from_end;
            let place = |index: &str| match from_end {
                0 if axis > 0 => format!("[..., {index}]"),
                _ => format!("[{}{index}]", ":, ".repeat(axis)),
            };
            // Where an operation writes, nothing is left out.
            let is_written = self.in_place && at == 0;
            if is_written || size <= wanted {
                continue;
            }
            if (size, wanted, from_end) == (4, 3, 0) && own.ndim() > 2 {
                found.add(self.followed(at, &place(":3")), ProgramFixKind::Cut, &[Fact::DropsAlpha]);
            } else if size == wanted + 1 && own.ndim() == other.ndim() {
                for (index, is_usual) in [("1:", true), (":-1", false)] {
                    let mut facts = vec![Fact::IsCut];
                    facts.extend(is_usual.then_some(Fact::IsUsual));
                    found.add(self.followed(at, &place(index)), ProgramFixKind::Cut, &facts);
                }
            } else if self.in_place && (size, wanted) == (3, 1) && own.ndim() > 2 {
                // One mean is enough for a grey image.
                found.add(self.followed(at, &place(":1")), ProgramFixKind::Cut, &[Fact::IsCut]);
            }
        }
    }

    /// A size of a new shape follows from the others: the first one, which is that of a batch.
    fn last_batch(&self, found: &mut Candidates) {
        for (_, call) in self.source.calls(self.span.clone(), &RESHAPES) {
            let sizes = match call.arguments.as_slice() {
                [shape] => self.source.call(shape.start).map_or_else(Vec::new, |list| list.arguments),
                _ => call.arguments,
            };
            if sizes.len() > 1 && !sizes.iter().any(|size| self.source.text(size.clone()) == "-1") {
                for (at, size) in sizes.into_iter().enumerate() {
                    let mut facts = vec![Fact::FollowsFromOthers];
                    facts.extend((at == 0).then_some(Fact::IsUsual));
                    found.add(vec![(size, "-1".to_owned())], ProgramFixKind::OtherSize, &facts);
                }
            }
        }
    }

    /// An axis that the tensor has.
    fn own_axis(&self, found: &mut Candidates) {
        let arguments = self.arguments();
        let named = arguments.iter().find_map(|argument| {
            let text = self.source.text(argument.clone());
            let key = ["axis=", "dim="].into_iter().find(|key| text.starts_with(key))?;
            Some(argument.start + key.len()..argument.end)
        });
        let is_number = |argument: &&Range<usize>| self.source.text((*argument).clone()).parse::<i64>().is_ok();
        if let Some(axis) = named.or_else(|| arguments.iter().rev().find(is_number).cloned()) {
            for other in ["0", "-1"] {
                found.add(vec![(axis.clone(), other.to_owned())], ProgramFixKind::OtherAxis, &[Fact::IsOwnAxis]);
            }
        }
    }

    /// What a layer of images takes gets a batch, or loses one of size 1.
    fn batch(&self, found: &mut Candidates) {
        let arguments = self.arguments();
        let [input] = arguments.as_slice() else { return };
        for (suffix, kind) in [
            (".squeeze(0)", ProgramFixKind::DropAxis { axis: 0 }),
            (".squeeze(1)", ProgramFixKind::DropAxis { axis: 1 }),
            (".unsqueeze(0)", ProgramFixKind::InsertAxis { axis: 0, count: 1 }),
        ] {
            found.add(vec![self.source.followed_by(input.clone(), suffix)], kind, &[Fact::FitsBatch]);
        }
    }

    /// A layer of sequences takes the batch first.
    fn batch_first(&self, found: &mut Candidates) {
        for (_, call) in self.source.calls(0..self.source.len(), &["LSTM", "GRU", "RNN"]) {
            if let Some(last) = call.arguments.last() {
                let edits = vec![(last.end..last.end, ", batch_first=True".to_owned())];
                found.add(edits, ProgramFixKind::ReorderAxes, &[Fact::FitsBatch]);
            }
        }
    }

    /// Scores of classes beside class numbers.
    fn loss_of_classes(&self, found: &mut Candidates) {
        let [scores, classes] = self.operands else { return };
        let is_number = classes.operand.dtype.is_some_and(|dtype| dtype.is_integer());
        let rows = classes.operand.shape();
        // A column is one prediction for each row.
        let are_scores =
            matches!(scores.operand.shape().as_ref(), [all, classes] if Some(all) == rows.first() && *classes > 1);
        if self.library != Library::PyTorch || !is_number || rows.ndim() != 1 || !are_scores {
            return;
        }
        for (name, loss) in LOSSES {
            let edits = self.source.words(name).into_iter().map(|place| (place, loss.to_owned())).listed();
            if !edits.is_empty() {
                found.add(edits, ProgramFixKind::OtherLoss, &[Fact::IsLossOfClasses]);
                found.gives(Shape::from([0_u64; 0]));
            }
        }
    }
}
