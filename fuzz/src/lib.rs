//! The fuzz targets: for every text, the operand reader, the link codec and the core do not panic, and their results are
//! consistent.

use broadcast_visualizer::broadcast::OperandId;
use broadcast_visualizer::i18n::{Locale, Message};
use broadcast_visualizer::library::Library;
use broadcast_visualizer::parse::{MAX_AXES, MAX_CHARS, Operand};
use broadcast_visualizer::python::{operands_in, parse_operand};
use broadcast_visualizer::state::{Analysis, Settings};

/// Runs all targets.
pub fn all(text: &str) {
    operand(text);
    link(text);
    core(text);
}

/// Reads a text as an operand and as a program, without checks.
pub fn read(text: &str) {
    let _ = parse_operand(text);
    let _ = operands_in(text);
}

/// Reads a text as an operand and as a program, and checks the results.
pub fn operand(text: &str) {
    match parse_operand(text) {
        Ok(operand) => check_operand(&operand),
        Err(error) => {
            assert!(error.span.start <= error.span.end && error.span.end <= text.chars().count(), "{:?}", error.span);
            for locale in Locale::ALL {
                assert!(!locale.message(Message::CannotRead(&error)).is_empty());
            }
        }
    }
    if let Some(pasted) = operands_in(text) {
        for operand in [&pasted.a, &pasted.b] {
            assert!(operand.chars().count() <= MAX_CHARS + "tensor()".len());
            let _ = parse_operand(operand);
        }
    }
}

fn check_operand(operand: &Operand) {
    let (view, values) = (&operand.tensor.layout, &operand.tensor.values);
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
    if let Some(written) = operand.python.as_ref().filter(|written| written.library.is_some()) {
        let again = parse_operand(&written.text).expect("what was written can be read again");
        assert_eq!(again.tensor.layout, operand.tensor.layout, "{}", written.text);
    }
}

/// Reads a text as a link, writes the link again, and analyses it.
pub fn link(text: &str) {
    let (settings, _) = Settings::from_query(text);
    assert_eq!(Settings::from_query(&settings.to_query()), (settings.clone(), Vec::new()));
    let analysis = Analysis::new(&settings);
    assert_eq!(analysis.operation.is_some(), analysis.operands.as_slice().iter().all(Result::is_ok));
}

/// Takes two operands out of a text (its two halves where it is no program), and checks everything about the operation.
pub fn core(text: &str) {
    let (a, b) = text.split_once([';', '\n', '&']).unwrap_or((text, "[[1,2,3]]"));
    let mut settings = Settings { a: a.to_owned(), b: b.to_owned(), ..Settings::default() };
    if let Some(pasted) = operands_in(text) {
        (settings.a, settings.b, settings.in_place) = (pasted.a, pasted.b, pasted.in_place);
        settings.operator = pasted.operator.unwrap_or_default();
    }
    for library in Library::ALL {
        settings.library = library;
        let analysis = Analysis::new(&settings);
        let Some(operation) = &analysis.operation else { return };
        assert!(analysis.program(operation, &settings).starts_with("import "));
        for fix in &analysis.diagnostics(&settings).fixes {
            let typed = settings.operand_text(fix.operand);
            let fixed = fix.apply(typed, analysis.operands[fix.operand].as_ref().expect("it was read"), library);
            let read = parse_operand(&fixed).map(|operand| operand.shape().clone());
            assert_eq!(read.as_ref(), Ok(&fix.shape), "{typed} to {fixed}");
        }
        for side in OperandId::ALL {
            let _ = operation.stored_value(side, &vec![0; operation.operand_layout(side).shape().ndim()]);
        }
        if let Some(shape) = operation.shape().filter(|shape| !shape.contains(&0)) {
            let last: Vec<u64> = shape.iter().map(|size| size - 1).collect();
            let from = operation.provenance(&last).expect("the last element is there");
            // As text, because nan is not itself.
            assert_eq!(format!("{:?}", from.value), format!("{:?}", operation.value(&last)));
        }
    }
}
