//! Letters as sizes in the fields of the operands: `N,1` and `N`.
//!
//! A letter has the same size in all fields. It is the one that is written with it in any of them, `N=7`, or else a small one.

use crate::reading::Asked;
use crate::reading::answers::Answer;
use crate::reading::answers::with_answers;
use crate::reading::letters::sizes_for;
use crate::reading::operand::{is_list_or_shape, is_plainly_a_shape, parse_list, parse_operand};
use crate::shapes::{Operand, ParseError, Problem, parse_shape_with};
use tensor_broadcasting::library::Library;
use tensor_broadcasting::lists::Listed;

/// The longest letter, in characters. A longer word is more probably a mistake.
const LONGEST: usize = 3;

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
        |other: &&str| !is_plainly_a_shape(other) && parse_operand(other).is_ok_and(|other| !other.values_unknown);
    if is_list_or_shape(text)
        && texts.iter().any(gives_values)
        && let Ok(list) = parse_list(text)
    {
        return Ok(list);
    }
    let read = parse_operand(text);
    if !matches!(&read, Err(ParseError { problem: Problem::UnknownWord(_), .. })) {
        return read;
    }
    let Letters { written, open } = Letters::of(texts);
    let mut size = |letter: &str| written.iter().chain(&open).find(|(name, _)| name == letter).map(|(_, size)| *size);
    parse_shape_with(text, &mut size)
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
    for answer in answers.iter().filter(|answer| !answer.text.trim().is_empty()) {
        let size = crate::reading::answers::size(&answer.text).ok()?;
        let before = written.clone();
        let before: Vec<&str> = before.iter().map(String::as_str).listed();
        let place = |text: &str| {
            let operand = parse_field(text, &before).ok()?;
            let axis = operand.names.iter().position(|name| *name == answer.name)?;
            operand.places.get(axis).cloned()
        };
        if let Some((place, text)) = written.iter_mut().find_map(|text| Some((place(text)?, text))) {
            let mut characters: Vec<char> = text.chars().listed();
            characters.splice(place, format!("{}={size}", answer.name).chars());
            *text = characters.into_iter().collect();
        }
    }
    (written != texts).then_some(written)
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
        for text in texts {
            let mut found = Vec::new();
            let mut note = |letter: &str| {
                let is_short = letter.chars().count() <= LONGEST;
                is_short.then(|| found.push(letter.to_owned())).map(|()| 1)
            };
            let Ok(operand) = parse_shape_with(text, &mut note) else { continue };
            let named = operand.names.iter().zip(operand.shape().iter());
            let named = named.filter(|(name, _)| !name.is_empty() && !found.contains(name));
            written.extend(named.map(|(name, &size)| (name.clone(), size)));
            letters.extend(found);
        }
        let mut open: Vec<String> = Vec::new();
        for letter in letters {
            if !open.contains(&letter) && !written.iter().any(|(name, _)| *name == letter) {
                open.push(letter);
            }
        }
        Self { written, open: sizes_for(open, &texts.join(" ")) }
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
