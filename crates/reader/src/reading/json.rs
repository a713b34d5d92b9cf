//! What a program is read as, as JSON: for JavaScript, and for those who compare it with what the libraries do.

use std::fmt::Write as _;
use tensor_broadcasting::lists::Listed;

use tensor_broadcasting::Shape;

use crate::tensors::context::INDEX;

use super::{OperationResult, ProgramOperation, Reading, UnreadableReason};

impl Reading {
    /// A JSON object: `names` (`{name: {shape, dtype}}`), `operations` (a list of `{line, name, operands, result}`, with
    /// `inplace` where the first operand is written), `warnings` (a list of `{line, category, message}`), where lines are not read
    /// `unread` (a list of `{line, reason}`), and where there is an exception `error` (`{line, type, message}`, with `call_line` where a
    /// function raises it). What depends on the conditions of lines that are not known has `if`, a list of these lines; after an `error`
    /// with `if`, `next_error` is the exception that ends the program in any case. `result` is a shape, a list of shapes or `null`.
    /// `reason` gives the sentence of a reason.
    ///
    /// ```
    /// use tensor_broadcasting::library::Library;
    /// use tensor_reader::read_program;
    /// let reading = read_program("import torch\nx = torch.ones(3) + torch.ones(2, 1)", Library::NumPy);
    /// assert_eq!(
    ///     reading.to_json(|_| String::new()),
    ///     r#"{"names":{"x":{"shape":[2,3],"dtype":"float32"}},"operations":[{"line":2,"name":"add","operands":[[3],[2,1]],"result":[2,3]}],"warnings":[]}"#,
    /// );
    /// ```
    #[must_use]
    pub fn to_json(&self, reason: impl Fn(&UnreadableReason) -> String) -> String {
        let reading = self;
        let names = reading.names.iter().map(|named| {
            format!(
                "{}:{{\"shape\":{},\"dtype\":{}}}",
                quoted(&named.name),
                sizes(&named.shape),
                quoted(named.dtype.name())
            )
        });
        // What meets in an index is no call.
        let operations = reading.operations.iter().filter(|operation| operation.name != INDEX).map(operation);
        let warnings = reading.warnings.iter().map(|warning| {
            let (category, message) = (quoted(warning.category), quoted(&warning.message));
            format!("{{\"line\":{},\"category\":{category},\"message\":{message}}}", warning.line)
        });
        let unread = reading
            .unread
            .iter()
            .map(|unread| format!("{{\"line\":{},\"reason\":{}}}", unread.line, quoted(&reason(&unread.reason))));
        let mut end = match joined(unread) {
            unread if unread.is_empty() => unread,
            unread => format!(",\"unread\":[{unread}]"),
        };
        for (key, error) in [("error", &reading.error), ("next_error", &reading.next_error)] {
            let Some(error) = error else { continue };
            let call_line = error.call_line.map_or_else(String::new, |line| format!(",\"call_line\":{line}"));
            let (kind, message, only_if) = (quoted(&error.kind), quoted(&error.message), only_if(&error.only_if));
            _ = write!(
                end,
                ",\"{key}\":{{\"line\":{},\"type\":{kind},\"message\":{message}{call_line}{only_if}}}",
                error.line
            );
        }
        let (names, operations, warnings) = (joined(names), joined(operations), joined(warnings));
        format!("{{\"names\":{{{names}}},\"operations\":[{operations}],\"warnings\":[{warnings}]{end}}}")
    }
}

fn operation(operation: &ProgramOperation) -> String {
    let operands = joined(operation.operands.iter().map(|operand| sizes(operand.operand.shape())));
    let result = match &operation.result {
        Some(OperationResult::Tensor(shape)) => sizes(shape),
        Some(OperationResult::Many(shapes)) => format!("[{}]", joined(shapes.iter().map(sizes))),
        Some(OperationResult::Other) | None => "null".to_owned(),
    };
    let in_place = if operation.in_place { ",\"inplace\":true" } else { "" };
    let (name, only_if) = (quoted(&operation.name), only_if(&operation.only_if));
    format!(
        "{{\"line\":{},\"name\":{name},\"operands\":[{operands}],\"result\":{result}{in_place}{only_if}}}",
        operation.line
    )
}

fn only_if(lines: &[usize]) -> String {
    if lines.is_empty() { String::new() } else { format!(",\"if\":[{}]", joined(lines.iter().map(usize::to_string))) }
}

fn sizes(shape: &Shape) -> String {
    format!("[{}]", joined(shape.iter().map(u64::to_string)))
}

fn joined(items: impl Iterator<Item = String>) -> String {
    items.listed().join(",")
}

/// A text as JSON writes it (<https://www.rfc-editor.org/rfc/rfc8259#section-7>), with its quotation marks.
#[must_use]
pub fn quoted(text: &str) -> String {
    let mut quoted = "\"".to_owned();
    for c in text.chars() {
        match c {
            '"' | '\\' => quoted.extend(['\\', c]),
            c if c < ' ' => _ = write!(quoted, "\\u{:04x}", u32::from(c)),
            c => quoted.push(c),
        }
    }
    quoted + "\""
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_are_quoted_as_json_has_them() {
        assert_eq!(quoted("a \"b\" \\ c\n\u{1}é"), r#""a \"b\" \\ c\u000a\u0001é""#);
    }
}
