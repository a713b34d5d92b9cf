//! The chunk `explain`: the analysis of two operands as a JavaScript object. It calls functions of the chunk `work` by the table of that chunk, so
//! that they are in one file only.

use js_sys::{Array, JSON, Object, Reflect};
use wasm_bindgen::{JsCast as _, JsValue};

use crate::diagnostics::Fix;
use crate::i18n::{Locale, WorkMessage};
use crate::program::{CHANGES, PYTHON, ProgramFix};
use crate::state::{Analysis, Settings, Verdict, library_name, load_products, program_answer};
use crate::ui::program::asked::letters;
use crate::ui::program::late::Late as OfProgram;
use tensor_broadcasting::library::signed;
use tensor_broadcasting::{AxisRole, OperandId, Operation, Shape};

/// The analysis of settings as a JavaScript object; [`crate::embed::explain`] says what it has.
pub(super) fn explained(settings: &Settings, of_program: &OfProgram) -> JsValue {
    let locale = settings.locale.unwrap_or_default();
    load_products();
    let analysis = Analysis::new(settings);
    let letters = if analysis.has_letters { letters(settings) } else { Vec::new() };
    let depends = matches!(analysis.verdict, Verdict::Depends(_));
    let explained = Fields::default()
        .with("program", program(settings, locale))
        .with("operator", settings.operator.name())
        .with("library", library_name(settings.library))
        .with(
            "ok",
            if depends {
                JsValue::NULL
            } else {
                (analysis.operation.is_some() && analysis.verdict.error().is_none()).into()
            },
        )
        .with("dependsOn", letters.into_iter().map(|letter| JsValue::from(letter.name)).collect::<Array>())
        .with("unreadable", unreadable(&analysis, locale))
        .with(
            "error",
            analysis.verdict.error().map_or(JsValue::NULL, |error| {
                Fields::default().with("type", error.error_type).with("message", error.message.as_str()).done()
            }),
        );
    let Some(operation) = &analysis.operation else { return explained.done() };
    // The fixes of a warning are listed with it.
    let fixes = if depends && analysis.warning.is_none() {
        Array::new()
    } else {
        fixes(&analysis, settings, locale, of_program)
    };
    let (fixes, of_warning) = if analysis.warning.is_some() { (Array::new(), fixes) } else { (fixes, Array::new()) };
    let warnings: Array = (analysis.warning.iter())
        .map(|warning| {
            Fields::default()
                .with(
                    "message",
                    locale.work_message(WorkMessage::WarningText(warning, operation, analysis.dtype(settings))),
                )
                .with("elements", warning.result.numel().map_or(JsValue::NULL, |elements| (elements as f64).into()))
                .with("fixes", &of_warning)
                .done()
        })
        .collect();
    let mut all_strides = Fields::default();
    let mut explained = explained;
    for &side in operation.operands() {
        explained = explained.with(side.name(), sizes(&operation.whole_shape(side)));
        all_strides = all_strides.with(side.name(), strides(operation, side, settings));
    }
    explained
        .with("shape", operation.whole_result().map_or(JsValue::NULL, |shape| sizes(&shape).into()))
        .with("axes", axes(operation))
        .with("strides", all_strides.done())
        .with("fixes", fixes)
        .with("warnings", warnings)
        .with("code", (of_program.written)(&analysis, operation, settings))
        .done()
}

/// What a program does, as `answer` of the examples says it; `null` where there is none or the reader is not loaded.
fn program(settings: &Settings, locale: Locale) -> JsValue {
    let Some(python) = PYTHON.get().filter(|_| settings.has_code()) else { return JsValue::NULL };
    let (code, library) = (&settings.code.text, settings.library);
    let answer = program_answer(&(python.read_program)(code, library), locale);
    let Some(answer): Option<Object> = JSON::parse(&answer).ok().and_then(|answer| answer.dyn_into().ok()) else {
        return JsValue::NULL;
    };
    let Some(changes) = CHANGES.get() else { return answer.into() };
    let all_fixes = (changes.all_fixes)(&(python.program)(code, library, None), code, library, python.program);
    let mistakes = all_fixes
        .mistakes
        .iter()
        .map(|(line, fixes)| Fields::default().with("line", *line as f64).with("fixes", changed_lines(fixes)).done());
    Fields(answer).with("mistakes", mistakes.collect::<Array>()).with("fixes", changed_lines(&all_fixes.fixes)).done()
}

/// The first line that each fix changes, and the others.
fn changed_lines(fixes: &[ProgramFix]) -> Array {
    let line = |line: usize, text: &str| Fields::default().with("line", line as f64).with("text", text);
    let fix = |fix: &ProgramFix| {
        let also: Array = fix.also.iter().map(|also| line(also.line, &also.after).done()).collect();
        let first = line(fix.line, &fix.after);
        if fix.also.is_empty() { first } else { first.with("also", also) }.done()
    };
    fixes.iter().map(fix).collect()
}

/// Builds an object.
#[derive(Default)]
struct Fields(Object);

impl Fields {
    fn with(self, name: &str, value: impl Into<JsValue>) -> Self {
        // A new object takes any field.
        _ = Reflect::set(&self.0, &name.into(), &value.into());
        self
    }

    fn done(self) -> JsValue {
        self.0.into()
    }
}

fn sizes(sizes: &[u64]) -> Array {
    sizes.iter().map(|&size| JsValue::from(size as f64)).collect()
}

fn unreadable(analysis: &Analysis, locale: Locale) -> JsValue {
    let mut operands = analysis.operands.ids().iter();
    let first = operands.find_map(|&operand| Some((operand, analysis.operands[operand].as_ref().err()?)));
    first.map_or(JsValue::NULL, |(operand, error)| {
        Fields::default()
            .with("operand", operand.name())
            .with("start", error.span.start as f64)
            .with("end", error.span.end as f64)
            .with("message", locale.work_message(WorkMessage::CannotRead(&error.problem)))
            .done()
    })
}

fn axes(operation: &Operation) -> Array {
    let size = |size: Option<u64>| size.map_or(JsValue::NULL, |size| JsValue::from(size as f64));
    let axes = operation.alignment().axes();
    axes.iter()
        .enumerate()
        .map(|(axis, at)| {
            let role = match at.changes().next() {
                _ if at.clashes() => "clash".to_owned(),
                None => "equal".to_owned(),
                Some((operand, AxisRole::Missing)) => format!("{}-missing", operand.name()),
                Some((operand, _)) => format!("{}-stretches", operand.name()),
            };
            let place = Fields::default().with("axis", axis as f64).with("fromEnd", axis as f64 - axes.len() as f64);
            let given =
                |fields: Fields, &operand: &OperandId| fields.with(operand.name(), size(at.given_size(operand)));
            let sizes = at.operands().iter().fold(place, given);
            sizes.with("result", size(at.result())).with("role", role).done()
        })
        .collect()
}

fn strides(operation: &Operation, side: OperandId, settings: &Settings) -> JsValue {
    let given = settings.library.with_library_strides(operation.whole_layout(side));
    // What is stretched of a factor are its batch axes, and a library may copy them.
    let shape = operation.shape().filter(|_| !operation.is_product());
    let stretched = shape.and_then(|shape: &Shape| settings.library.expand(&given, &signed(shape)).ok());
    Fields::default()
        .with("given", sizes(given.strides()))
        .with("broadcast", stretched.map_or(JsValue::NULL, |view| sizes(view.strides()).into()))
        .done()
}

/// The fixes as a list of JavaScript objects: those of the program, if there is one.
fn fixes(analysis: &Analysis, settings: &Settings, locale: Locale, of_program: &OfProgram) -> Array {
    if let Some(program) = &analysis.program {
        return (of_program.fixing.known)(program, &settings.code, settings.library, program.shown)
            .iter()
            .map(|fix| program_fix(fix, locale))
            .collect();
    }
    let fixes = (of_program.fixing.diagnostics)(analysis, settings).fixes;
    fixes.iter().map(|fix| fix_of(fix, analysis, settings, locale, of_program)).collect()
}

fn program_fix(fix: &ProgramFix, locale: Locale) -> JsValue {
    Fields::default()
        .with("text", fix.code.as_str())
        .with("line", fix.line as f64)
        .with("code", fix.after.as_str())
        .with("result", fix.result.as_ref().map_or(JsValue::NULL, |result| sizes(result).into()))
        .with("message", locale.work_message(WorkMessage::ProgramFix(fix)))
        .with("probable", !fix.only_runs)
        .done()
}

fn fix_of(fix: &Fix, analysis: &Analysis, settings: &Settings, locale: Locale, of_program: &OfProgram) -> JsValue {
    let (Ok(operand), Some(operation)) = (&analysis.operands[fix.operand], &analysis.operation) else {
        return JsValue::NULL;
    };
    let typed = settings.operand_text(fix.operand);
    Fields::default()
        .with("operand", fix.operand.name())
        .with("text", (of_program.fixing.apply)(fix, typed, operand, settings.library))
        .with("code", (of_program.fixing.code)(fix, settings.library, fix.operand.name(), operand.shape().ndim()))
        .with("shape", sizes(&fix.shape))
        .with("result", sizes(&fix.result))
        .with("message", locale.work_message(WorkMessage::FixText(fix, operation)))
        .with("probable", !fix.only_runs)
        .done()
}
