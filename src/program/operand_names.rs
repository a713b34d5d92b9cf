//! The names of the operands of an operation of a program: their texts, shortened.

use tensor_broadcasting::lists::Listed;
use tensor_reader::{is_part_of_word, one_line};

/// The longest name of an operand that is shown, in characters. There is little room for names in the diagram and in the axis table.
const LONGEST_NAME: usize = 14;

/// How many characters stand before the first that differs, in a name that begins later than its text.
const BEFORE_DIFFERENCE: usize = 6;

/// The names of operands with these texts. Different texts have different names; `None` where an operand has no text, or where two
/// texts cannot be told apart by so few characters.
pub(super) fn operand_names<'a>(texts: impl Iterator<Item = &'a str>) -> Option<Vec<String>> {
    let texts: Vec<String> = texts.map(plain).listed();
    let mut names: Vec<String> = texts.iter().map(|text| shortened(text)).listed();
    for second in 1..texts.len() {
        for first in 0..second {
            let (Some(a), Some(b)) = (texts.get(first), texts.get(second)) else { continue };
            if a != b && names.get(first) == names.get(second) {
                for (at, name) in [(first, around_difference(a, b)), (second, around_difference(b, a))] {
                    if let Some(old) = names.get_mut(at) {
                        *old = name;
                    }
                }
            }
        }
    }
    let is_other = |(at, name): (usize, &String)| {
        names.iter().zip(&texts).take(at).all(|(other, text)| other != name || texts.get(at) == Some(text))
    };
    let are_told_apart = names.iter().enumerate().all(is_other);
    (are_told_apart && names.iter().all(|name| !name.is_empty())).then_some(names)
}

/// A text on one line, with single spaces, without brackets around all of it.
fn plain(text: &str) -> String {
    let words = one_line(text).split_whitespace().listed().join(" ");
    let inner = words.strip_prefix('(').and_then(|rest| rest.strip_suffix(')'));
    match inner.filter(|inner| closes_at_end(inner) && !inner.contains(',')) {
        Some(inner) => inner.trim().to_owned(),
        None => words,
    }
}

/// Whether a bracket before this text is closed after it, not within it.
fn closes_at_end(text: &str) -> bool {
    let mut depth = 0_usize;
    text.chars().all(|c| match c {
        '(' | '[' | '{' => {
            depth += 1;
            true
        }
        ')' | ']' | '}' => {
            let is_open = depth > 0;
            depth = depth.saturating_sub(1);
            is_open
        }
        _ => true,
    })
}

/// A text as a name: all of it, else without what stands in brackets, else without the name of the library too, else its beginning.
fn shortened(text: &str) -> String {
    let fits = |text: &str| text.chars().count() <= LONGEST_NAME;
    if fits(text) {
        return text.to_owned();
    }
    let without = without_contents(text);
    let prefixes = ["torch.nn.functional.", "torch.", "np.", "numpy.", "F.", "nn.", "self."];
    let short = prefixes.iter().find_map(|prefix| without.strip_prefix(prefix)).unwrap_or(&without);
    if fits(&without) {
        without
    } else if fits(short) {
        short.to_owned()
    } else {
        beginning(short, LONGEST_NAME)
    }
}

/// A text with `…` in place of what stands in brackets, where that is longer.
fn without_contents(text: &str) -> String {
    let mut without = String::with_capacity(text.len());
    let mut contents = String::new();
    let mut depth = 0_usize;
    for c in text.chars() {
        if matches!(c, ')' | ']') {
            depth = depth.saturating_sub(1);
            if depth == 0 {
                without.push_str(if contents.chars().count() > 1 { "…" } else { &contents });
                contents.clear();
            }
        }
        if depth == 0 {
            without.push(c)
        } else {
            contents.push(c)
        }
        depth += usize::from(matches!(c, '(' | '['));
    }
    without + &contents
}

/// The beginning of a text and an ellipsis: not more than so many characters.
fn beginning(text: &str, longest: usize) -> String {
    if text.chars().count() <= longest {
        return text.to_owned();
    }
    let start: String = text.chars().take(longest.saturating_sub(1)).collect();
    let start = start.trim_end_matches([' ', '…', '.']);
    [start, "…"].concat()
}

/// A part of a text, with what makes it another text than `other`.
fn around_difference(text: &str, other: &str) -> String {
    let difference = text.chars().zip(other.chars()).position(|(own, other)| own != other);
    let difference = difference.unwrap_or_else(|| text.chars().count().min(other.chars().count()));
    let from = difference.saturating_sub(BEFORE_DIFFERENCE);
    let rest: String = text.chars().skip(from).collect();
    let is_within_word = |c: char| !is_part_of_word(c);
    match from {
        0 => beginning(&rest, LONGEST_NAME),
        _ => ["…", &beginning(rest.trim_start_matches(is_within_word), LONGEST_NAME - 1)].concat(),
    }
}

#[cfg(test)]
mod tests {
    use super::operand_names;

    fn names(texts: &[&str]) -> Option<Vec<String>> {
        operand_names(texts.iter().copied())
    }

    #[test]
    fn an_expression_is_called_by_its_text() {
        let cases = [
            ("logits", "logits"),
            ("(pred - target)", "pred - target"),
            ("(a + b) * (c + d)", "(…) * (…)"),
            ("x.mean(dim=1)", "x.mean(dim=1)"),
            ("x.mean(dim=1, keepdim=True)", "x.mean(…)"),
            ("mask[:, None]", "mask[:, None]"),
            ("mask[:, None, None, :]", "mask[…]"),
            ("mask[:, None] == 0", "mask[…] == 0"),
            ("torch.softmax(scores, dim=-1)", "softmax(…)"),
            ("self.encoder.weight", "encoder.weight"),
            ("a_very_long_name_of_a_tensor", "a_very_long_n…"),
            ("model(x)[0]", "model(x)[0]"),
            ("hidden_states[0]\n    [1]", "hidden_states…"),
        ];
        for (text, name) in cases {
            assert_eq!(names(&[text, "y"]), Some(vec![name.to_owned(), "y".to_owned()]), "{text}");
        }
    }

    #[test]
    fn different_texts_have_different_names() {
        let cases = [
            (["x.mean(axis=(0, 2, 3))", "x.mean(axis=(1, 2))"], ["…axis=(0, 2,…", "…axis=(1, 2))"]),
            (["a_very_long_name_of_one", "a_very_long_name_of_two"], ["…me_of_one", "…me_of_two"]),
            (["x", "x"], ["x", "x"]),
        ];
        for (texts, expected) in cases {
            let found = names(&texts).unwrap_or_default();
            assert_eq!(found, expected, "{texts:?}");
            assert!(found.iter().all(|name| name.chars().count() <= super::LONGEST_NAME), "{found:?}");
        }
        assert_eq!(names(&["", "x"]), None);
    }
}
