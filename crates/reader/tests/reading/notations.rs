//! Shapes as people write them, with the right answers of `vectors/notations.txt`, whose first lines say how they are written.

use tensor_reader::{Pasted, letters_of, one_line, parse_field, pasted};

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
        let words = name.split(|c: char| !c.is_alphanumeric() && !"_?*-….".contains(c));
        open.iter().any(|letter| letter.name == name || words.clone().any(|word| word == letter.name))
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
}
