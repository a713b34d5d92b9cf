//! A text of several lines as one: an input has only one line, and would join them without a sign.

use std::borrow::Cow;

use super::cursor::ascii_twin;

/// Statements are parted by `; `, lines within brackets joined by a space; comments and prompts go.
///
/// ```
/// use broadcast_visualizer::parse::one_line;
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
        let within = open > 0;
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
        let code = comment.map_or(line, |(at, _)| &line[..at]).trim();
        if code.is_empty() {
            continue;
        }
        // A line that ends with a backslash goes on in the next one.
        let goes_on = joined.ends_with('\\');
        if goes_on {
            joined.pop();
        }
        joined.push_str(match joined.is_empty() {
            true => "",
            false if within || goes_on => " ",
            false => "; ",
        });
        joined.push_str(code);
    }
    joined.into()
}
