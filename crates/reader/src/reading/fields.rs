//! Letters as sizes in the fields of the operands: `N,1` and `N`.
//!
//! A letter has the same size in all fields. It is the one that is written with it in any of them, `N=7`, or else a small one.

use crate::reading::Asked;
use crate::reading::answers::Answer;
use crate::reading::answers::with_answers;
use crate::reading::forms::letter_at;
use crate::reading::letters::sizes_for;
use crate::reading::operand::{is_list_or_shape, parse_list, parse_operand, parse_with};
use crate::shapes::{Operand, ParseError, is_letter, is_part_of_word, plain_shape};
use tensor_broadcasting::library::Library;
use tensor_broadcasting::lists::Listed;
use tensor_broadcasting::{Shape, broadcast_shapes};

/// Reads the text of a field: what [`parse_operand`] reads, or a shape with letters as sizes. `texts`: those of all fields, which say
/// what the letters stand for. A list in brackets is read as values where another field gives values, else as a shape.
///
/// # Errors
///
/// The first thing that cannot be read, with its place in characters.
///
/// ```
/// use tensor_broadcasting::Shape;
/// use tensor_reader::parse_field;
/// let texts = ["N,1", "M=4, N"];
/// let shape = |text| parse_field(text, &texts).expect("a shape").shape().clone();
/// assert_eq!([shape("N,1"), shape("M=4, N")], [Shape::from([5, 1]), Shape::from([4, 5])]);
///
/// let beside = |other| parse_field("[0, 1, 2]", &[other, "[0, 1, 2]"]).expect("an operand").shape().clone();
/// assert_eq!([beside("[[0], [10]]"), beside("4,1")], [Shape::from([3]), Shape::from([0, 1, 2])]);
/// ```
pub fn parse_field(text: &str, texts: &[&str]) -> Result<Operand, ParseError> {
    let gives_values =
        |other: &&str| plain_shape(other).is_none() && parse_operand(other).is_ok_and(|other| !other.values_unknown);
    if is_list_or_shape(text)
        && texts.iter().any(gives_values)
        && let Ok(list) = parse_list(text)
    {
        return Ok(list);
    }
    let Letters { written, open } = Letters::of(texts);
    parse_with(text, &mut |letter| written.iter().chain(&open).find(|(name, _)| name == letter).map(|(_, size)| *size))
}

/// The letters that no text of a field writes a size with, and the sizes that they are read as.
#[must_use]
pub fn letters_of(texts: &[&str]) -> Vec<Asked> {
    let open = Letters::of(texts).open.into_iter();
    open.map(|(name, size)| Asked { name, size: Some(size) }).listed()
}

/// The texts of the fields with sizes written at the first place of letters: `N=7`. `None` where an answer is no size, or where there
/// is none.
///
/// ```
/// use tensor_reader::{Answer, with_letter_sizes};
/// let answer = Answer { name: "N".to_owned(), is_size: true, text: "7".to_owned() };
/// assert_eq!(with_letter_sizes(&["(1, N)", "N"], &[answer]), Some(vec!["(1, N=7)".to_owned(), "N".to_owned()]));
/// ```
#[must_use]
pub fn with_letter_sizes(texts: &[&str], answers: &[Answer]) -> Option<Vec<String>> {
    let mut written: Vec<String> = texts.iter().map(|&text| text.to_owned()).listed();
    for answer in answers.iter().filter(|answer| !answer.text.trim().is_empty() && !answer.name.is_empty()) {
        let size = crate::reading::answers::size(&answer.text).ok()?;
        let before = written.clone();
        let before: Vec<&str> = before.iter().map(String::as_str).listed();
        let mut is_named = false;
        for text in &mut written {
            let Ok(operand) = parse_field(text, &before) else { continue };
            // From the last place to the first, so that places stay what they are.
            for (axis, name) in operand.names.iter().enumerate().rev() {
                let Some(letter) = letter_at(&operand, text, axis).filter(|_| !is_named) else { continue };
                let new = match answer.name == *name {
                    true if letter.starts_with(is_letter) && letter != "None" => {
                        is_named = true;
                        format!("{name}={size}")
                    }
                    true => size.to_string(),
                    false => with_number(&letter, &answer.name, size),
                };
                let mut characters: Vec<char> = text.chars().listed();
                characters.splice(operand.places.get(axis).cloned().unwrap_or_default(), new.chars());
                *text = characters.into_iter().collect();
            }
            // Letters without anything between them cannot have a size there.
            if !parse_field(text, &before).is_ok_and(|new| new.shape().ndim() == operand.shape().ndim()) {
                let axes = operand.names.iter().zip(operand.shape().iter());
                let axes = axes.map(|(name, old)| match name.as_str() {
                    "" => old.to_string(),
                    name if name == answer.name => format!("{name}={size}"),
                    name => name.to_owned(),
                });
                *text = axes.listed().join(", ");
            }
        }
    }
    (written != texts).then_some(written)
}

/// Arithmetic with a number in place of a letter.
fn with_number(arithmetic: &str, letter: &str, size: u64) -> String {
    let mut written = String::new();
    let mut rest = arithmetic;
    while let Some((before, after)) = rest.split_once(letter) {
        let is_whole = !before.ends_with(is_part_of_word) && !after.starts_with(is_part_of_word);
        written.push_str(before);
        written.push_str(&if is_whole { size.to_string() } else { letter.to_owned() });
        rest = after;
    }
    written + rest
}

/// Whether shapes clash whatever sizes their letters have: on an axis where two sizes are written.
///
/// ```
/// use tensor_reader::clash_in_any_case;
/// assert!(clash_in_any_case(&["N, 3", "4"]) && !clash_in_any_case(&["3, N", "4"]));
/// ```
#[must_use]
pub fn clash_in_any_case(texts: &[&str]) -> bool {
    let mut result = Shape::ones(0);
    for text in texts {
        let Ok(operand) = parse_field(text, texts) else { continue };
        let sizes = operand.shape().iter().enumerate();
        // A size of 1 clashes with none.
        let sizes = sizes.map(|(axis, &size)| if letter_at(&operand, text, axis).is_some() { 1 } else { size });
        match broadcast_shapes(&result, &sizes.listed()) {
            Ok(shape) => result = shape,
            Err(_) => return true,
        }
    }
    false
}

/// The letters of all fields with their sizes.
struct Letters {
    /// Those with a written size.
    written: Vec<(String, u64)>,
    /// The others.
    open: Vec<(String, u64)>,
}

impl Letters {
    fn of(texts: &[&str]) -> Self {
        let (mut written, mut letters): (Vec<(String, u64)>, Vec<String>) = (Vec::new(), Vec::new());
        // A letter has another size than those that are written.
        let mut all = texts.join(" ");
        for text in texts {
            let mut found = Vec::new();
            let mut note = |letter: &str| {
                found.push(letter.to_owned());
                Some(1)
            };
            let Ok(operand) = parse_with(text, &mut note) else { continue };
            all += &operand.shape().to_string();
            for (axis, (name, &size)) in operand.names.iter().zip(operand.shape().iter()).enumerate() {
                if !name.is_empty() && letter_at(&operand, text, axis).is_none() {
                    written.push((name.clone(), size));
                }
            }
            letters.extend(found);
        }
        let mut open: Vec<String> = Vec::new();
        for letter in letters {
            if !open.contains(&letter) && !written.iter().any(|(name, _)| *name == letter) {
                open.push(letter);
            }
        }
        Self { written, open: sizes_for(open, &all) }
    }
}

/// Writes answers into a text: into that of the program or, where it is empty, into those of the operands. `false` where nothing changed,
/// because an answer cannot be read or there is none.
pub fn answer(program: &mut String, operands: &mut [&mut String], library: Library, answers: &[Answer]) -> bool {
    if program.is_empty() {
        let texts: Vec<&str> = operands.iter().map(|text| text.as_str()).listed();
        let written = with_letter_sizes(&texts, answers);
        let is_changed = written.is_some();
        for (text, written) in operands.iter_mut().zip(written.into_iter().flatten()) {
            **text = written;
        }
        return is_changed;
    }
    match with_answers(program, library, answers) {
        Ok(written) if written != *program => {
            *program = written;
            true
        }
        _ => false,
    }
}
