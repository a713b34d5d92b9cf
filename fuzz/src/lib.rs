//! What is fuzzed: no text may make the notation, the link codec or the core panic, and what they say must be coherent.

use broadcast_visualizer::broadcast::Side;
use broadcast_visualizer::dialect::Library;
use broadcast_visualizer::notation::{MAX_AXES, MAX_CHARS, Operand, operands_in, parse};
use broadcast_visualizer::state::{Reading, Settings};
use broadcast_visualizer::words::{Locale, Message};

/// Everything at once.
pub fn all(text: &str) {
    notation(text);
    link(text);
    core(text);
}

/// Only reads, both ways that a pasted text is read.
pub fn read(text: &str) {
    let _ = parse(text);
    let _ = operands_in(text);
}

/// Reads a text as an operand and as a program.
pub fn notation(text: &str) {
    match parse(text) {
        Ok(operand) => coherent(&operand),
        Err(error) => {
            assert!(error.span.start <= error.span.end && error.span.end <= text.chars().count(), "{:?}", error.span);
            for locale in Locale::ALL {
                assert!(!locale.say(Message::CannotRead(&error)).is_empty());
            }
        }
    }
    if let Some(pasted) = operands_in(text) {
        for operand in [&pasted.a, &pasted.b] {
            assert!(operand.chars().count() <= MAX_CHARS + "tensor()".len());
            let _ = parse(operand);
        }
    }
}

fn coherent(operand: &Operand) {
    let (view, values) = (&operand.tensor.view, &operand.tensor.values);
    assert_eq!(view.shape().ndim(), view.strides().len());
    assert!(view.shape().ndim() <= MAX_AXES);
    assert!(operand.names.is_empty() || operand.names.len() == view.shape().ndim());
    if view.shape().contains(&0) {
        return;
    }
    let last: Vec<u64> = view.shape().iter().map(|&size| size - 1).collect();
    for index in [vec![0; last.len()], last] {
        if let Some(position) = view.offset(&index).filter(|&position| position <= i64::MAX as u64) {
            assert!(values.at(position).is_some(), "an element at {index:?}");
        }
    }
    if let Some(written) = operand.written.as_ref().filter(|written| written.library.is_some()) {
        let again = parse(&written.text).expect("what was written can be read again");
        assert_eq!(again.tensor.view, operand.tensor.view, "{}", written.text);
    }
}

/// Reads a text as a link, writes it again, and derives everything from it.
pub fn link(text: &str) {
    let (settings, _) = Settings::from_query(text);
    assert_eq!(Settings::from_query(&settings.to_query()), (settings.clone(), Vec::new()));
    let reading = Reading::new(&settings);
    assert_eq!(reading.pair.is_some(), reading.a.is_ok() && reading.b.is_ok());
}

/// Takes two operands out of a text, its halves if need be, and asks everything about the pair.
pub fn core(text: &str) {
    let (a, b) = text.split_once([';', '\n', '&']).unwrap_or((text, "[[1,2,3]]"));
    let mut settings = Settings { a: a.to_owned(), b: b.to_owned(), ..Settings::default() };
    if let Some(pasted) = operands_in(text) {
        (settings.a, settings.b, settings.in_place) = (pasted.a, pasted.b, pasted.in_place);
        settings.operator = pasted.operator.unwrap_or_default();
    }
    for library in Library::ALL {
        settings.library = library;
        let reading = Reading::new(&settings);
        let Some(pair) = &reading.pair else { return };
        assert!(reading.program(pair, &settings).starts_with("import "));
        for repair in &reading.advice.repairs {
            let (typed, operand) =
                if repair.side == Side::A { (&settings.a, &reading.a) } else { (&settings.b, &reading.b) };
            let mended = repair.apply(typed, operand.as_ref().expect("it was read"), library);
            let read = parse(&mended).map(|operand| operand.shape().clone());
            assert_eq!(read.as_ref(), Ok(&repair.shape), "{typed} to {mended}");
        }
        for side in Side::BOTH {
            let _ = pair.stored_value(side, &vec![0; pair.stored(side).shape().ndim()]);
        }
        if let Some(shape) = pair.shape().filter(|shape| !shape.contains(&0)) {
            let last: Vec<u64> = shape.iter().map(|size| size - 1).collect();
            let from = pair.provenance(&last).expect("the last element is there");
            // As text, because nan is not itself.
            assert_eq!(format!("{:?}", from.value), format!("{:?}", pair.value(&last)));
        }
    }
}
