//! Shapes as people write them, with the right answers of `vectors/notations.txt`, whose first lines say how they are written.

use proptest::prelude::*;
use tensor_reader::{Answer, Pasted, clash_in_any_case, letters_of, one_line, parse_field, pasted, with_letter_sizes};

/// How a text was read: as it should, as something else, or not at all.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Outcome {
    Right,
    Refused,
    Misread,
}

/// An operand as it is typed: its sizes with names for those that are not given, and the type of its elements.
fn operand(text: &str) -> Result<(String, Option<String>), String> {
    let open = letters_of(&[text]);
    let operand = parse_field(text, &[text]).map_err(|error| format!("{:?}", error.problem))?;
    let is_open = |name: &str| {
        let words: Vec<&str> = name.split(|c: char| !c.is_alphanumeric() && c != '_').collect();
        open.iter().any(|letter| letter.name == name || words.contains(&letter.name.as_str()))
    };
    let names = operand.names.iter().map(String::as_str).chain(std::iter::repeat(""));
    let sizes: Vec<String> = operand
        .shape()
        .iter()
        .zip(names)
        .map(|(size, name)| match name {
            "" => size.to_string(),
            name if is_open(name) => name.to_owned(),
            name => format!("{name}={size}"),
        })
        .collect();
    let comma = if sizes.len() == 1 { "," } else { "" };
    Ok((format!("({}{comma})", sizes.join(", ")), operand.dtype.map(|dtype| dtype.name().to_owned())))
}

/// What a text is, pasted into an empty field.
fn read(text: &str) -> String {
    match pasted(text) {
        Some(Pasted::Operands(read)) => {
            let [a, b] =
                [&read.a, &read.b].map(|text| operand(text).map_or_else(|problem| problem, |(shape, _)| shape));
            format!("pair {a} | {b}{}", if read.in_place { " in place" } else { "" })
        }
        Some(Pasted::Program(program)) => format!("program {program}"),
        None => typed(&one_line(text)),
    }
}

/// What a text is, typed into a field.
fn typed(text: &str) -> String {
    match operand(text) {
        Ok((shape, Some(dtype))) => format!("{shape} {dtype}"),
        Ok((shape, None)) => shape,
        Err(problem) => format!("refused {problem}"),
    }
}

/// How a text is read, where this is the right answer.
fn outcome(text: &str, answer: &str) -> (Outcome, String) {
    let (read, typed) = (read(text), typed(&one_line(text)));
    let says = |found: &str| match answer.split_once(' ') {
        Some(("refused", kind)) => found.strip_prefix("refused ").is_some_and(|problem| problem.starts_with(kind)),
        Some(("two", readings)) => {
            readings.split_once(" | ").is_some_and(|(a, b)| found == format!("refused TwoReadings({a:?}, {b:?})"))
        }
        Some(("program", call)) => found.starts_with("program ") && found.contains(call),
        // The type of the elements is only asked for where the text says it.
        _ => found == answer || (found.starts_with('(') && found.starts_with(&format!("{answer} "))),
    };
    let is_several = answer.starts_with("pair") || answer.starts_with("program");
    let is_right = (answer == "refused" && read.starts_with("refused") && typed.starts_with("refused"))
        || (says(&read) && (is_several || says(&typed)));
    let is_refused = |found: &str| found.starts_with("refused");
    match () {
        // What is a pair when it is pasted is no operand when it is typed.
        () if is_several && !is_refused(&typed) => (Outcome::Misread, format!("typed: {typed}")),
        () if is_right => (Outcome::Right, read),
        () if is_refused(&read) && is_refused(&typed) => (Outcome::Refused, read),
        () if is_refused(&read) => (Outcome::Misread, format!("typed: {typed}")),
        () => (Outcome::Misread, read),
    }
}

#[test]
fn notations_are_read_as_they_are_meant() {
    let table = std::env::var("NOTATIONS").ok().map(|path| std::fs::read_to_string(path).expect("a table"));
    let table = table.as_deref().unwrap_or(include_str!("../vectors/notations.txt"));
    let rows = table.lines().filter(|line| !line.starts_with('#') && !line.is_empty());
    let mut counts = [0; 3];
    let mut wrong = Vec::new();
    for row in rows {
        let (text, answer) = row.rsplit_once('\t').unwrap_or_else(|| panic!("{row}: no answer"));
        let (outcome, found) = outcome(&text.replace("\\n", "\n"), answer);
        counts[outcome as usize] += 1;
        if outcome != Outcome::Right {
            wrong.push(format!("{outcome:?}: {text}\n    is {answer}\n    found {found}"));
        }
    }
    let [right, refused, misread] = counts;
    println!("{}\n{right} right, {refused} refused, {misread} misread", wrong.join("\n"));
    // A shape in a type, `Float[Tensor, "batch 3"]`, is read in programs only.
    assert!(misread == 0 && refused <= 1, "{}", wrong.join("\n"));
}

/// Texts of the words and marks of notations.
fn nearly_a_notation() -> impl Strategy<Value = String> {
    let parts = "( ) [ ] { } , ; : = x × by N T batch_size None ? ... * ** + - / 1 2 3 000 0x10 1e3 3.5 3L 2x3xf32 NCHW and vs shape size \
        Size float32 tensor array Tensor of is x.shape A 4d result < > ' \" . # $ \\times ^ R ٢ _ {in} H_{in} scalar -> == rows range ( )";
    let parts: Vec<String> = parts.split(' ').map(str::to_owned).chain([" ", " ", "\n"].map(str::to_owned)).collect();
    prop::collection::vec(prop::sample::select(parts), 0..14).prop_map(|parts| parts.concat())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 1_000, failure_persistence: None, ..ProptestConfig::default() })]

    /// Whatever the text is, its places are in it, and its letters can be given sizes.
    #[test]
    fn any_notation_can_be_read(text in nearly_a_notation(), other in nearly_a_notation()) {
        if let Some(Pasted::Operands(read)) = pasted(&text) {
            prop_assert!(parse_field(&read.a, &[&read.a, &read.b]).is_ok(), "{text:?}: {read:?}");
        }
        let texts = [text.as_str(), &other];
        let length = text.chars().count();
        match parse_field(&text, &texts) {
            Ok(operand) => {
                prop_assert!(operand.places.iter().all(|place| place.start < place.end && place.end <= length), "{text:?}");
                prop_assert!(operand.places.is_empty() || operand.places.len() == operand.shape().ndim());
                prop_assert!(operand.names.is_empty() || operand.names.len() == operand.shape().ndim());
            }
            Err(error) => prop_assert!(error.span.start <= error.span.end && error.span.end <= length, "{text:?}: {error:?}"),
        }
        _ = clash_in_any_case(&texts);
        if let Some(letter) = letters_of(&texts).first() {
            let answer = Answer { name: letter.name.clone(), is_size: true, text: "7".to_owned() };
            let written = with_letter_sizes(&texts, &[answer]).unwrap_or_default();
            let written: Vec<&str> = written.iter().map(String::as_str).collect();
            prop_assert!(!letters_of(&written).contains(letter) && written.len() == 2, "{texts:?}: {letter:?} in {written:?}");
            for (text, new) in texts.iter().zip(&written) {
                let ndim = |text: &str, texts: &[&str]| parse_field(text, texts).ok().map(|operand| operand.shape().ndim());
                prop_assert_eq!(ndim(text, &texts), ndim(new, &written), "{:?} {:?}", text, new);
            }
        }
    }
}
