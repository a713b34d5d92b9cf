//! Changes of the size with which a layer or a vector is made, and of the input of a layer.

use std::ops::Range;

use super::{Candidates, Place};
use crate::program::fix::ProgramFixKind;
use crate::program::fixes::rules::Fact;
use crate::program::fixes::source::is_simple;

/// Functions whose arguments are sizes.
const CONSTRUCTORS: [&str; 6] = ["zeros", "ones", "rand", "randn", "empty", "full"];

/// Layers of images and sequences, whose channels come after the batch.
const CONVOLUTIONS: [&str; 4] = ["Conv1d", "Conv2d", "Conv3d", "ConvTranspose2d"];

/// Norms of their channels.
const BATCH_NORMS: [&str; 3] = ["BatchNorm1d", "BatchNorm2d", "BatchNorm3d"];

/// The keywords of the size of what a layer takes.
const SIZE_OF_INPUT: [&str; 5] = ["in_features=", "in_channels=", "num_features=", "input_size=", "normalized_shape="];

/// What a message says of a layer that does not fit.
struct Misfit {
    /// The classes of such layers.
    classes: &'static [&'static str],
    /// The size that the layer was made for.
    taken: u64,
    /// The size that comes in.
    given: u64,
    /// Whether the elements of a flattened input would fit.
    fits_flattened: bool,
}

impl Misfit {
    fn of(message: &str) -> Option<Self> {
        let number = |before: &str| -> Option<u64> {
            let (_, rest) = message.split_once(before)?;
            rest.split(|c: char| !c.is_ascii_digit()).next()?.parse().ok()
        };
        if let Some([[rows, given], [taken, _]]) = factor_sizes(message) {
            let fits_flattened = rows.checked_mul(given).is_some_and(|all| taken > given && all % taken == 0);
            return Some(Self { classes: &["Linear", "LazyLinear"], taken, given, fits_flattened });
        }
        // Of the size of an input the last axis counts.
        let last = || message.trim_end_matches(']').rsplit(", ").next()?.parse().ok();
        let forms: [(&'static [&'static str], Option<u64>, Option<u64>); 4] = [
            (&CONVOLUTIONS, number("to have "), number("but got ")),
            (&BATCH_NORMS, number("elements not "), number("running_mean should contain ")),
            (&["LSTM", "GRU", "RNN"], number("equal to input_size. Expected "), number(", got ")),
            (&["LayerNorm"], number("Given normalized_shape=["), last()),
        ];
        let found = forms.into_iter().find_map(|(classes, taken, given)| Some((classes, taken?, given?)));
        found.map(|(classes, taken, given)| Self { classes, taken, given, fits_flattened: false })
    }
}

impl Place<'_> {
    /// A layer takes another number of inputs, or its input is flattened.
    pub(super) fn layers(&self, found: &mut Candidates) {
        let Some(misfit) = Misfit::of(self.message) else { return };
        for (name, call) in self.source.calls(0..self.source.len(), misfit.classes) {
            let of_key = |key: &str| {
                let named = |argument: &&Range<usize>| self.source.text((*argument).clone()).starts_with(key);
                call.arguments.iter().find(named).map(|argument| argument.start + key.len()..argument.end)
            };
            let named = SIZE_OF_INPUT.iter().find_map(|key| of_key(key));
            let Some(first) = named.or_else(|| call.arguments.first().cloned()) else { continue };
            let is_written = self.source.text(first.clone()) == misfit.taken.to_string();
            let mut facts = vec![Fact::FitsLayer];
            facts.extend(is_written.then_some(Fact::IsUsual));
            self.push_size(found, first.clone(), misfit.given.to_string(), facts);
            self.push_parameters(found, first, Fact::FitsLayer);
            if misfit.fits_flattened {
                let before = self.source.text(self.source.line_start(name.start)..name.start);
                let module: String = before.chars().rev().take_while(|c| c.is_alphanumeric() || *c == '.').collect();
                let (start, module) = (name.start - module.chars().count(), module.chars().rev().collect::<String>());
                if before.trim_end_matches(module.as_str()).trim_end().ends_with(['(', ',', '[']) {
                    let edits = vec![(start..start, format!("{module}Flatten(), "))];
                    found.add(edits, ProgramFixKind::Flatten, &[Fact::FlattensInput]);
                }
            }
        }
        // The call of a layer has its input between its brackets.
        let arguments = self.arguments();
        let [input] = arguments.as_slice() else { return };
        if misfit.fits_flattened {
            let edits = vec![self.source.followed_by(input.clone(), ".flatten(1)")];
            let facts = vec![Fact::FlattensInput, Fact::IsUsual];
            found.add(edits, ProgramFixKind::Flatten, &facts);
        }
        let has_channels = |class: &&str| CONVOLUTIONS.contains(class) || BATCH_NORMS.contains(class);
        if misfit.classes.iter().any(has_channels) {
            self.channels_first(found, input);
        }
    }

    /// The classes of a loss are a vector, not a column.
    pub(super) fn classes(&self, found: &mut Candidates) {
        if let [_, classes, ..] = self.arguments().as_slice()
            && self.message.contains("multi-target not supported")
        {
            let edits = vec![self.source.followed_by(classes.clone(), ".squeeze(-1)")];
            found.add(edits, ProgramFixKind::DropAxis { axis: 1 }, &[Fact::DropsAxis]);
        }
    }

    /// A vector that was made with a size that fits no axis.
    pub(super) fn vectors(&self, found: &mut Candidates) {
        for (at, operand) in self.operands.iter().enumerate() {
            let (&[own], Some(others)) = (operand.operand.shape().as_ref(), self.others(at)) else { continue };
            let Some(&wanted) = others.last().filter(|_| others.ndim() > 1 && !others.contains(&own)) else { continue };
            let before = self.source.line_start(self.span.start);
            let made = self.source.definition(&operand.text, before).filter(|_| is_simple(&operand.text));
            let Some(made) = made else { continue };
            for place in self.source.integers(made.clone(), own) {
                self.push_size(found, place, wanted.to_string(), vec![Fact::FitsParameter]);
            }
            for (_, call) in self.source.calls(made, &CONSTRUCTORS) {
                for argument in call.arguments {
                    self.push_parameters(found, argument, Fact::FitsParameter);
                }
            }
        }
    }

    /// A table of positions that is longer than the sequence, or has one too few for a token that was added.
    pub(super) fn positions(&self, found: &mut Candidates) {
        let [a, b] = self.operands else { return };
        for (table, other) in [(b, a), (a, b)] {
            let (own, sizes) = (table.operand.shape(), other.operand.shape());
            let is_positions = table.text.contains("pos") || table.text == "pe" || table.text.ends_with(".pe");
            if !is_positions || !is_simple(&table.text) || !is_simple(&other.text) {
                continue;
            }
            let pairs = own.iter().rev().zip(sizes.iter().rev()).enumerate();
            let mut clashes = pairs.filter(|(_, (own, other))| own != other && **own != 1 && **other != 1);
            let (Some((from_end, (&size, &wanted))), None) = (clashes.next(), clashes.next()) else { continue };
            let (axis, in_other) = (own.ndim() - 1 - from_end, sizes.ndim() - 1 - from_end);
            if size > wanted {
                let index = format!("[{}:{}.shape[{in_other}]]", ":, ".repeat(axis), other.text);
                let edits = vec![self.source.followed_by(table.span.clone(), &index)];
                found.add(edits, ProgramFixKind::Cut, &[Fact::IsCutToSequence]);
            } else if wanted == size + 1
                && let Some(made) = self.source.definition(&table.text, self.source.line_start(self.span.start))
            {
                for (_, call) in self.source.calls(made, &CONSTRUCTORS) {
                    if let Some(place) = call.arguments.get(axis).filter(|_| call.arguments.len() == own.ndim()) {
                        let more = format!("{} + 1", self.source.text(place.clone()));
                        self.push_size(found, place.clone(), more, vec![Fact::HasOneMore]);
                    }
                }
            }
        }
    }

    fn push_size(&self, found: &mut Candidates, place: Range<usize>, size: String, facts: Vec<Fact>) {
        found.add(vec![(place, size)], ProgramFixKind::OtherSize, &facts);
    }

    /// Other parameters of the function in place of one that is a size.
    fn push_parameters(&self, found: &mut Candidates, size: Range<usize>, fact: Fact) {
        let written = self.source.text(size.clone());
        let parameters = self.source.parameters(size.start);
        if parameters.contains(&written) {
            for other in parameters.into_iter().filter(|other| *other != written && other != "self") {
                self.push_size(found, size.clone(), other, vec![fact, Fact::IsUsual]);
            }
        }
    }

    /// The arguments of the call that fails.
    pub(super) fn arguments(&self) -> Vec<Range<usize>> {
        let open = self.source.opening(self.span.clone());
        open.and_then(|open| self.source.call(open)).map_or_else(Vec::new, |call| call.arguments)
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
