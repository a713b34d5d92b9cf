//! Words below a picture, in lines that are no wider than the picture.

/// The width of a narrow and of a wide character, in parts of the font size. No font can be asked here, so a line may be shorter than it
/// has to be.
const NARROW: f64 = 0.56;
const WIDE: f64 = 1.0;
/// The first of the characters that are wide.
const FIRST_WIDE: char = '\u{2E80}';

/// The lines of a text in a font of `size`, at most `width` wide. A line ends at a space or beside a Chinese character, but not within
/// brackets, such as those of a shape, and not before a mark that ends a clause.
///
/// ```
/// use broadcasting_diagram::words::lines;
/// assert_eq!(lines("a gains an axis: (3,) → (1, 3).", 10.0, 120.0), ["a gains an axis: (3,)", "→ (1, 3)."]);
/// assert_eq!(lines("沿轴拉伸。", 10.0, 40.0), ["沿轴拉", "伸。"]);
/// ```
#[must_use]
pub fn lines(text: &str, size: f64, width: f64) -> Vec<String> {
    let mut lines = Vec::new();
    let mut line = String::new();
    for part in parts(text) {
        let next = [line.as_str(), part].concat();
        if !line.is_empty() && length(next.trim_end()) * size > width {
            lines.push(line.trim_end().to_owned());
            line = part.to_owned();
        } else {
            line = next;
        }
    }
    lines.push(line.trim_end().to_owned());
    lines
}

/// The width of a text, in parts of the font size.
fn length(text: &str) -> f64 {
    text.chars().map(|c| if c < FIRST_WIDE { NARROW } else { WIDE }).sum()
}

/// The parts of a text between which a line can end.
fn parts(text: &str) -> Vec<&str> {
    let (mut parts, mut start, mut depth) = (Vec::new(), 0, 0_usize);
    let mut characters = text.char_indices().peekable();
    while let Some((at, c)) = characters.next() {
        match c {
            '(' | '[' => depth = depth.saturating_add(1),
            ')' | ']' => depth = depth.saturating_sub(1),
            _ => {}
        }
        let next = characters.peek().copied();
        let end = next.map_or(text.len(), |(at, _)| at);
        let closes = next.is_some_and(|(_, next)| matches!(next, '，' | '。' | '：' | '；' | '、' | '）' | '”'));
        let is_wide = |c: char| c >= FIRST_WIDE;
        let can_end = c == ' ' || is_wide(c) || next.is_some_and(|(_, next)| is_wide(next));
        if depth == 0 && can_end && !closes && end > at {
            parts.extend(text.get(start..end));
            start = end;
        }
    }
    parts.extend(text.get(start..).filter(|rest| !rest.is_empty()));
    parts
}
