//! What the same statement does to the result of an operation afterwards.

use std::ops::Range;

use super::context::Context;
use super::reading::AfterStep;
use super::value::Value;

/// An operation of the present statement, and how far its result was followed.
#[derive(Debug)]
pub(super) struct Followed {
    /// Its index.
    operation: usize,
    /// The place of the last expression that was computed from it.
    until: Range<usize>,
}

impl Context<'_> {
    /// A statement begins: nothing is followed yet.
    pub(super) fn begin_statement(&mut self) {
        self.followed.clear();
    }

    /// Notes that the expression at `span` has this value. Where an operation is part of the expression, this is what was done to its
    /// result, unless it is an operation of its own.
    pub(super) fn follow(&mut self, span: &Range<usize>, value: &Value) {
        if let Some(last) = self.operations.len().checked_sub(1)
            && self.operations[last].span == *span
            && self.followed.last().is_none_or(|followed| followed.operation != last)
        {
            self.followed.retain(|followed| !contains(span, &followed.until));
            self.followed.push(Followed { operation: last, until: span.clone() });
            return;
        }
        let Value::Tensor(tensor) = value else { return };
        for Followed { operation, until } in &mut self.followed {
            if contains(span, until) && span != until {
                let text =
                    self.source.typed(&(span.start..until.start)) + "…" + &self.source.typed(&(until.end..span.end));
                let step = AfterStep { text: shortened(&text), shape: tensor.shape.clone() };
                *until = span.clone();
                if let Some(operation) = self.operations.get_mut(*operation) {
                    operation.then.push(step);
                }
            }
        }
    }
}

fn contains(outer: &Range<usize>, inner: &Range<usize>) -> bool {
    outer.start <= inner.start && inner.end <= outer.end
}

/// The text of a step, without brackets around what it is done to, or that itself at its beginning: `(…) ** 2` is `** 2`.
fn shortened(text: &str) -> String {
    let bare = text.strip_prefix("(…)").or_else(|| text.strip_prefix('…'));
    bare.unwrap_or(text).trim().to_owned()
}

#[cfg(test)]
mod tests {
    use super::shortened;

    #[test]
    fn a_step_is_written_without_what_it_is_done_to() {
        for (text, step) in [
            ("(…) ** 2", "** 2"),
            ("….mean()", ".mean()"),
            ("(…).mean()", ".mean()"),
            ("2 * (…)", "2 * (…)"),
            ("torch.sqrt(…)", "torch.sqrt(…)"),
            ("-…", "-…"),
        ] {
            assert_eq!(shortened(text), step, "{text}");
        }
    }
}
