//! The fuzz targets: for every text, the operand reader, the link codec and the core do not panic, and their results are
//! consistent.

use broadcast_visualizer::i18n::{Locale, ProgramText, WorkMessage};
use broadcast_visualizer::program::InputProblem;
use broadcast_visualizer::state::{Analysis, Binary, Code, Settings, program_answer};
use tensor_broadcasting::OperandId;
use tensor_broadcasting::library::Library;
use tensor_reader::{
    Answer, Reading, UnreadableReason, operands_in, parse_operand, pasted, read_open_program, read_program,
    with_answers,
};
use tensor_reader::{MAX_AXES, MAX_CHARS, Operand};

/// Runs all targets but that of programs, which takes long.
pub fn all(text: &str) {
    operand(text);
    link(text);
    core(text);
}

/// Reads a text as a program, with and without its open names, and checks that the readings agree with the text and with each other.
pub fn program(text: &str) {
    let _ = pasted(text);
    for library in Library::ALL {
        let strict = read_program(text, library);
        // Where the program imports the other library, it is read with that one.
        if strict.library == library {
            program_in(text, library, &strict);
        }
        // What is not Python is read the same for each library.
        if is_syntax(&strict) {
            return;
        }
    }
}

/// Checks what a program is read as; `strict`: its reading without open names.
fn program_in(text: &str, library: Library, strict: &Reading) {
    let characters = text.chars().count();
    let open = read_open_program(text, library);
    for reading in [strict, &open] {
        let failing = reading.error.iter().chain(&reading.next_error).filter_map(|error| error.operation.as_deref());
        for operation in reading.operations.iter().chain(failing) {
            assert!(operation.span.start < operation.span.end && operation.span.end <= characters, "{operation:?}");
            assert_eq!(operation.line, line(text, operation.span.start));
            for operand in &operation.operands {
                let operand = &operand.operand;
                assert!(operand.names.is_empty() || operand.names.len() == operand.shape().ndim());
            }
        }
        for error in reading.error.iter().chain(&reading.next_error) {
            assert!(error.span.end <= characters && error.line == line(text, error.span.start), "{error:?}");
            assert!(!error.kind.is_empty());
        }
        assert!(reading.unread.is_sorted_by_key(|unread| unread.line), "{:?}", reading.unread);
        for unread in &reading.unread {
            assert!(unread.span.end <= characters && unread.line == line(text, unread.span.start), "{unread:?}");
            for locale in Locale::ALL {
                assert!(!locale.program_text(ProgramText::NotRead(unread.line, &unread.reason)).is_empty());
            }
        }
        assert!(reading.inlays.iter().all(|inlay| inlay.line <= line(text, characters)));
        assert!(program_answer(reading, Locale::En).starts_with("{\"names\":{"));
    }
    // Where nothing is open, both readings are the same up to the end of the statements.
    let sizes = open.asked.iter().any(|asked| asked.size.is_some());
    if !sizes && strict.error.is_some() {
        assert_eq!(strict.error.as_ref().map(|error| &error.message), open.error.as_ref().map(|error| &error.message));
    }
    if is_syntax(&open) {
        return;
    }
    let answers: Vec<Answer> = (open.asked.iter())
        .map(|asked| Answer { name: asked.name.clone(), is_size: asked.size.is_some(), text: "7".to_owned() })
        .collect();
    if let Ok(answered) = with_answers(text, library, &answers)
        && answered != text
    {
        let again = read_open_program(&answered, library);
        assert!(!is_syntax(&again), "{answered}");
    }
    let settings = Settings { code: Code::from(text.to_owned()), library, ..Settings::default() };
    let program = Analysis::new(&settings).program;
    for shown in program.iter().filter_map(|program| program.shown_operation()) {
        assert!(shown.is_choice());
    }
}

/// Whether a text is not Python.
fn is_syntax(reading: &Reading) -> bool {
    reading.unread.iter().any(|unread| matches!(unread.reason, UnreadableReason::Syntax(_)))
}

/// The line of a place, counted from 1.
fn line(text: &str, place: usize) -> usize {
    1 + text.chars().take(place).filter(|&c| c == '\n').count()
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
                assert!(
                    !locale
                        .work_message(WorkMessage::CannotRead(&InputProblem::Text(error.problem.clone())))
                        .is_empty()
                );
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
        settings.operator = pasted.operator.unwrap_or_default().into();
    }
    let ways =
        Library::ALL.iter().flat_map(|&library| [(library, settings.operator), (library, Binary::MatrixProduct)]);
    for (library, operator) in ways.collect::<Vec<_>>() {
        (settings.library, settings.operator) = (library, operator);
        let analysis = Analysis::new(&settings);
        let Some(operation) = &analysis.operation else { return };
        assert!(analysis.program(operation, &settings).starts_with("import "));
        for fix in &analysis.diagnostics(&settings).fixes {
            let typed = settings.operand_text(fix.operand);
            let fixed = fix.apply(typed, analysis.operands[fix.operand].as_ref().expect("it was read"), library);
            let read = parse_operand(&fixed).map(|operand| operand.shape().clone());
            assert_eq!(read.as_ref(), Ok(&fix.shape), "{typed} to {fixed}");
        }
        for side in OperandId::PAIR {
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
