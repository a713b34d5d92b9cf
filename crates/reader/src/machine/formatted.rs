//! Formatted strings: the expressions in `f"{x.shape} {y:.2f}"` are evaluated, because they can raise exceptions.

use std::ops::Range;
use tensor_broadcasting::lists::Listed;

use super::{Machine, UnreadableReason};
use crate::machine::texts;
use crate::syntax::fields::{Field, fields};
use crate::syntax::lexer::Source;
use crate::syntax::parser;
use crate::syntax::tree::StatementKind;
use crate::tensors::context::{Outcome, Stop, unreadable};
use crate::tensors::value::Value;

impl Machine<'_> {
    /// The value of strings of which one or more are formatted.
    pub(super) fn formatted(&mut self, span: &Range<usize>) -> Outcome {
        let tokens: Vec<Range<usize>> =
            self.context.source.tokens_in(span).iter().map(|token| token.span.clone()).listed();
        let mut text = Some(String::new());
        for token in tokens {
            let typed = self.context.source.typed(&token);
            let prefix: String = typed.chars().take_while(|c| !matches!(c, '"' | '\'')).collect();
            let content = self.context.source.string_content(&token);
            if !prefix.contains(['f', 'F']) {
                text = text.map(|text| text + &content);
                continue;
            }
            let Some((before, fields)) = fields(&content) else {
                return unreadable(UnreadableReason::Expression, span);
            };
            text = text.map(|text| text + &before);
            for (field, after) in fields {
                let value = self.field(&field, span)?;
                let written = self.shown(&value, false, span)?;
                let is_plain = field.format.is_empty() && field.is_plain;
                let written = written.as_text().filter(|_| is_plain);
                text = text.zip(written).map(|(text, written)| text + written + &after);
                text = text.filter(|text| text.len() <= texts::MAX_TEXT);
            }
        }
        Ok(Value::Text(text.filter(|text| !text.contains('\\')).map(Into::into)))
    }

    fn field(&mut self, field: &Field, span: &Range<usize>) -> Outcome {
        let declined = || unreadable(UnreadableReason::Expression, span);
        self.context.step(1 + field.expression.len() / 8, span)?;
        let parsed = Source::with_limit(field.expression.trim(), crate::reading::MAX_PROGRAM_CHARS)
            .and_then(|source| parser::module(&source));
        let Ok(module) = parsed else { return declined() };
        let [statement] = module.body.as_slice() else { return declined() };
        let StatementKind::Expression(expression) = &statement.kind else { return declined() };
        let (operations, warnings) = (self.context.operations.len(), self.context.warnings.len());
        // The places in the field are not those in the program.
        let unread = self.told.unread.len();
        let value = self.value(expression).map_err(|mut stop| {
            match &mut *stop {
                Stop::Raised(exception) => {
                    exception.span = span.clone();
                    exception.operation = None;
                }
                Stop::Unreadable(_, place) | Stop::Spoilt(_, place) | Stop::Lost(_, place) => *place = span.clone(),
            }
            stop
        })?;
        let noted = self.told.unread.split_off(unread);
        for noted in noted {
            self.unread(noted.reason, span.clone());
        }
        if value.unknown().is_some() {
            return Ok(Value::Text(None));
        }
        if self.context.operations.len() != operations || self.context.warnings.len() != warnings {
            self.context.operations.truncate(operations);
            self.context.warnings.truncate(warnings);
            return declined();
        }
        if field.format.trim().is_empty() {
            return Ok(value);
        }
        let format = field.format.as_str();
        let is_fit = match &value {
            Value::Tensor(tensor) if tensor.shape.is_empty() => fits(format, !tensor.dtype.is_integer()),
            Value::Int(_) => fits(format, false),
            Value::Float(_) => fits(format, true),
            Value::Text(_) => format.trim_start_matches(['<', '>', '^']).chars().all(|c| c.is_ascii_digit()),
            _ => false,
        };
        if is_fit { Ok(value) } else { declined() }
    }
}

/// Whether a number can be written in a format such as `>8.2f`.
fn fits(format: &str, is_float: bool) -> bool {
    let kind = format.chars().last().unwrap_or_default();
    let sizes = format.strip_suffix(|c: char| c.is_ascii_alphabetic() || c == '%').unwrap_or(format);
    let sizes = sizes.strip_prefix(['<', '>', '+']).unwrap_or(sizes);
    let (width, precision) = sizes.split_once('.').map_or((sizes, None), |(width, digits)| (width, Some(digits)));
    let is_number = |text: &str| !text.is_empty() && text.chars().all(|c| c.is_ascii_digit());
    let is_kind = match kind {
        'f' | 'e' | 'g' | '%' => true,
        'd' => !is_float && precision.is_none(),
        c => c.is_ascii_digit() && (is_float || precision.is_none()),
    };
    is_kind && (width.is_empty() || is_number(width)) && precision.is_none_or(is_number)
}
