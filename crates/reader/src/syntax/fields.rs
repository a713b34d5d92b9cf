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
                // What stands before the first colon that is in no bracket, and what stands after it.
                let (mut expression, mut format) = (String::new(), None::<String>);
                let mut open = 0_usize;
                loop {
                    let c = characters.next()?;
                    match c {
                        '}' if open == 0 => break,
                        '(' | '[' | '{' => open += 1,
                        ')' | ']' | '}' => open = open.checked_sub(1)?,
                        // A colon or a bracket within a string in the field would be taken for one of the field.
                        '\\' if format.is_none() => return None,
                        ':' if open == 0 && format.is_none() => {
                            format = Some(String::new());
                            continue;
                        }
                        _ => {}
                    }
                    format.as_mut().unwrap_or(&mut expression).push(c);
                }
                fields.push((field(expression.trim_end(), format.unwrap_or_default())?, String::new()));
            }
            '}' => return None,
            _ => fields.last_mut().map_or(&mut before, |(_, after)| after).push(c),
        }
    }
    Some((before, fields))
}

/// A field: `x=!r` is the expression `x`.
fn field(written: &str, mut format: String) -> Option<Field> {
    let mut expression = written;
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
    Some(Field { expression: expression.to_owned(), format, is_plain: written == expression })
}
