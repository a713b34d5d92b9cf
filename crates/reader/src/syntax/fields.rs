//! The fields of formatted strings: `{x.shape}` and `{y:.2f}`.

/// A field of a formatted string: its expression, and what follows the colon.
pub(crate) struct Field {
    pub(crate) expression: String,
    pub(crate) format: String,
    /// Whether neither `=` nor `!r` stands after the expression.
    pub(crate) is_plain: bool,
}

/// What stands before the first field of a formatted string, and each field with what stands after it; `None` where they are not read.
pub(crate) fn fields(content: &str) -> Option<(String, Vec<(Field, String)>)> {
    let (mut before, mut fields) = (String::new(), Vec::<(Field, String)>::new());
    let mut characters = content.chars().peekable();
    while let Some(c) = characters.next() {
        match c {
            '{' | '}' if characters.peek() == Some(&c) => {
                characters.next();
                fields.last_mut().map_or(&mut before, |(_, after)| after).push(c);
            }
            '{' => {
                let mut field = String::new();
                let mut open = 0_usize;
                loop {
                    let c = characters.next()?;
                    match c {
                        '}' if open == 0 => break,
                        '(' | '[' | '{' => open += 1,
                        ')' | ']' | '}' => open = open.checked_sub(1)?,
                        _ => {}
                    }
                    field.push(c);
                }
                fields.push((split(&field)?, String::new()));
            }
            '}' => return None,
            _ => fields.last_mut().map_or(&mut before, |(_, after)| after).push(c),
        }
    }
    Some((before, fields))
}

/// The parts of a field: `x=!r:>8` is the expression `x` and the format `>8`.
fn split(field: &str) -> Option<Field> {
    let mut open = 0_usize;
    let mut end = field.len();
    for (at, c) in field.char_indices() {
        match c {
            '(' | '[' | '{' => open += 1,
            ')' | ']' | '}' => open = open.checked_sub(1)?,
            // A colon or a bracket within a string in the field would be taken for one of the field.
            '\\' => return None,
            ':' if open == 0 => {
                end = at;
                break;
            }
            _ => {}
        }
    }
    let mut expression = field.get(..end)?.trim_end();
    let mut format = field.get(end..)?.trim_start_matches(':').to_owned();
    for conversion in ["!r", "!s", "!a"] {
        if let Some(rest) = expression.strip_suffix(conversion) {
            // The text of the value is written, not the value.
            expression = rest;
            format.clear();
        }
    }
    let is_compared = ["==", "!=", "<=", ">="].iter().any(|sign| expression.ends_with(sign));
    let expression = if is_compared { expression } else { expression.strip_suffix('=').unwrap_or(expression) };
    if format.contains('{') || expression.contains(":=") || expression.is_empty() {
        return None;
    }
    let is_plain = field.get(..end)?.trim_end() == expression;
    Some(Field { expression: expression.to_owned(), format, is_plain })
}
