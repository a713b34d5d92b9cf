//! A text of several lines in one line, because an input of a page has only one line.

use std::borrow::Cow;

use super::ascii_twin;

/// Joins the lines of a text: with `; ` between statements, and with a space inside brackets. Comments and prompts are removed.
///
/// ```
/// use tensor_reader::one_line;
/// assert_eq!(one_line(">>> x = torch.ones(3)  # a row\n>>> y = (x,\n...      x)"), "x = torch.ones(3); y = (x, x)");
/// assert_eq!(one_line("5,3  # a shape"), "5,3  # a shape");
/// ```
#[must_use]
pub fn one_line(text: &str) -> Cow<'_, str> {
    if !text.contains(['\n', '\r']) {
        return text.into();
    }
    let mut joined = String::new();
    let mut open = 0_usize;
    for line in text.split(['\n', '\r']) {
        let line = line.trim_start();
        let line = [">>>", "..."].iter().find_map(|prompt| line.strip_prefix(prompt)).unwrap_or(line);
        let is_inside = open > 0;
        let mut quote = None;
        let comment = line.char_indices().find(|&(_, c)| {
            match (quote, ascii_twin(c)) {
                (None, '#') => return true,
                (None, '(' | '[' | '{') => open += 1,
                (None, ')' | ']' | '}') => open = open.saturating_sub(1),
                (None, mark @ ('"' | '\'')) => quote = Some(mark),
                (Some(opened), mark) if opened == mark => quote = None,
                _ => {}
            }
            false
        });
        let code = comment.and_then(|(at, _)| line.get(..at)).unwrap_or(line).trim();
        if code.is_empty() {
            continue;
        }
        // A statement continues after a backslash at the end of a line.
        let continues = joined.ends_with('\\');
        if continues {
            joined.pop();
        }
        joined.push_str(match joined.is_empty() {
            true => "",
            false if is_inside || continues => " ",
            false => "; ",
        });
        joined.push_str(code);
    }
    joined.into()
}
