//! The function `explain`: the analysis of two operands as a JavaScript object.

use js_sys::{Array, Object, Reflect};
use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;

use crate::broadcast::{AxisRole, OperandId, Operation, Shape};
use crate::diagnostics::Fix;
use crate::i18n::{Locale, Message};
use crate::library::signed;
use crate::python::PYTHON;
use crate::state::{Analysis, Settings, library_name, operator_name};

/// The analysis of two operands, given as texts: shapes, Python, values. `options` holds other settings as a query, such as
/// `op=sub&library=numpy&inplace=1&locale=en`; it may be left out.
///
/// The object has: `ok`; `a`, `b` and `shape` (lists of numbers, `null` where there is none); `error` (`{type, message}` of
/// the library, `null` where it works); `unreadable` (`{operand, start, end, message}`, or `null`); `axes`, from the first to
/// the last (`{axis, fromEnd, a, b, result, role}` with `role` one of `equal`, `a-stretches`, `b-stretches`, `a-missing`,
/// `b-missing`, `clash`); `strides` (`{a, b}`, each `{given, broadcast}`, in elements); `fixes` (`{operand, text, code, shape,
/// result, message}`, best first); `warnings` (`{message, elements, fixes}`); `code`; and `operator` and `library` as links
/// name them. Sizes are numbers; those past 2^53 are not exact.
///
/// It gives a promise: it waits for the parts of the program that it needs.
#[wasm_bindgen(unchecked_return_type = "object")]
pub async fn explain(a: String, b: String, options: Option<String>) -> JsValue {
    let (options, _) = Settings::from_query(&options.unwrap_or_default());
    let settings = Settings { a, b, ..options };
    if Analysis::new(&settings).awaits_python() {
        PYTHON.load().await;
    }
    if let Some(language) = settings.locale.and_then(Locale::module) {
        language.load().await;
    }
    explained(&settings)
}

fn explained(settings: &Settings) -> JsValue {
    let locale = settings.locale.unwrap_or_default();
    let analysis = Analysis::new(settings);
    let explained = Fields::default()
        .with("operator", operator_name(settings.operator))
        .with("library", library_name(settings.library))
        .with("ok", analysis.operation.is_some() && analysis.verdict.error().is_none())
        .with("unreadable", unreadable(&analysis, locale))
        .with(
            "error",
            analysis.verdict.error().map_or(JsValue::NULL, |error| {
                Fields::default().with("type", error.error_type).with("message", error.message.as_str()).done()
            }),
        );
    let Some(operation) = &analysis.operation else { return explained.done() };
    let listed = |fixes: &[Fix]| fixes.iter().map(|fix| fix_of(fix, &analysis, settings, locale)).collect::<Array>();
    let warnings: Array = (analysis.diagnostics.warning.iter())
        .map(|warning| {
            Fields::default()
                .with("message", locale.message(Message::WarningText(warning, analysis.dtype(settings))))
                .with("elements", warning.result.numel().map_or(JsValue::NULL, |elements| (elements as f64).into()))
                .with("fixes", listed(&warning.fixes))
                .done()
        })
        .collect();
    let alignment = operation.alignment();
    let strides = OperandId::ALL.map(|side| strides(operation, side, settings));
    explained
        .with("a", sizes(alignment.shape(OperandId::A)))
        .with("b", sizes(alignment.shape(OperandId::B)))
        .with("shape", operation.shape().map_or(JsValue::NULL, |shape| sizes(shape).into()))
        .with("axes", axes(operation))
        .with("strides", Fields::default().with("a", &strides[0]).with("b", &strides[1]).done())
        .with("fixes", listed(&analysis.diagnostics.fixes))
        .with("warnings", warnings)
        .with("code", analysis.program(operation, settings))
        .done()
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
            .with("message", locale.message(Message::CannotRead(error)))
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
            Fields::default()
                .with("axis", axis as f64)
                .with("fromEnd", axis as f64 - axes.len() as f64)
                .with("a", size(at.given_size(OperandId::A)))
                .with("b", size(at.given_size(OperandId::B)))
                .with("result", size(at.result()))
                .with("role", role)
                .done()
        })
        .collect()
}

fn strides(operation: &Operation, side: OperandId, settings: &Settings) -> JsValue {
    let given = settings.library.with_library_strides(operation.operand_layout(side));
    let stretched = operation.shape().and_then(|shape: &Shape| settings.library.expand(&given, &signed(shape)).ok());
    Fields::default()
        .with("given", sizes(given.strides()))
        .with("broadcast", stretched.map_or(JsValue::NULL, |view| sizes(view.strides()).into()))
        .done()
}

fn fix_of(fix: &Fix, analysis: &Analysis, settings: &Settings, locale: Locale) -> JsValue {
    let Ok(operand) = &analysis.operands[fix.operand] else { return JsValue::NULL };
    let typed = settings.operand_text(fix.operand);
    Fields::default()
        .with("operand", fix.operand.name())
        .with("text", fix.apply(typed, operand, settings.library))
        .with("code", fix.code(settings.library, fix.operand.name(), operand.shape().ndim()))
        .with("shape", sizes(&fix.shape))
        .with("result", sizes(&fix.result))
        .with("message", locale.message(Message::FixText(fix)))
        .done()
}
