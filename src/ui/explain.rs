//! What the page knows of two operands, as a JavaScript object.

use js_sys::{Array, Object, Reflect};
use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;

use crate::broadcast::{AxisRole, Pair, Shape, Side};
use crate::diagnosis::Repair;
use crate::dialect::signed;
use crate::state::link::{library_name, operator_name};
use crate::state::{Reading, Settings};
use crate::words::{Locale, Message};

/// Everything the page knows of two operands, given as texts: shapes, Python, values. `options` is a link's query with what
/// else it may say, such as `op=sub&dialect=numpy&inplace=1&locale=en`; it may be left out.
///
/// The object has: `ok`; `a`, `b` and `shape` (lists of numbers, `null` where there is none); `error` (`{type, message}` of
/// the library, `null` where it works); `unreadable` (`{operand, start, end, message}`, or `null`); `axes`, from the first to
/// the last (`{axis, fromEnd, a, b, result, role}` with `role` one of `equal`, `a-stretches`, `b-stretches`, `a-missing`,
/// `b-missing`, `clash`); `strides` (`{a, b}`, each `{given, broadcast}`, in elements); `repairs` (`{operand, text, code, shape,
/// result, message}`, best first); `warnings` (`{message, elements, repairs}`); `code`; and `operator` and `dialect` as links
/// name them. Sizes are numbers; those past 2^53 are not exact.
#[wasm_bindgen(unchecked_return_type = "object")]
#[must_use]
pub fn explain(a: &str, b: &str, options: Option<String>) -> JsValue {
    let (options, _) = Settings::from_query(&options.unwrap_or_default());
    let settings = Settings { a: a.to_owned(), b: b.to_owned(), ..options };
    let locale = settings.locale.unwrap_or_default();
    let reading = Reading::new(&settings);
    let explained = Fields::default()
        .with("operator", operator_name(settings.operator))
        .with("dialect", library_name(settings.library))
        .with("ok", reading.pair.is_some() && reading.verdict.refusal().is_none())
        .with("unreadable", unreadable(&reading, locale))
        .with(
            "error",
            reading.verdict.refusal().map_or(JsValue::NULL, |refusal| {
                Fields::default().with("type", refusal.error_type).with("message", refusal.message.as_str()).done()
            }),
        );
    let Some(pair) = &reading.pair else { return explained.done() };
    let listed = |repairs: &[Repair]| {
        repairs.iter().map(|repair| repair_of(repair, &reading, &settings, locale)).collect::<Array>()
    };
    let warnings: Array = (reading.advice.suspicion.iter())
        .map(|suspicion| {
            Fields::default()
                .with("message", locale.say(Message::SuspicionSays(suspicion, reading.dtype(&settings))))
                .with(
                    "elements",
                    suspicion.result.elements().map_or(JsValue::NULL, |elements| (elements as f64).into()),
                )
                .with("repairs", listed(&suspicion.meant))
                .done()
        })
        .collect();
    let alignment = pair.alignment();
    let strides = Side::BOTH.map(|side| strides(pair, side, &settings));
    explained
        .with("a", sizes(alignment.shape(Side::A)))
        .with("b", sizes(alignment.shape(Side::B)))
        .with("shape", pair.shape().map_or(JsValue::NULL, |shape| sizes(shape).into()))
        .with("axes", axes(pair))
        .with("strides", Fields::default().with("a", &strides[0]).with("b", &strides[1]).done())
        .with("repairs", listed(&reading.advice.repairs))
        .with("warnings", warnings)
        .with("code", reading.program(pair, &settings))
        .done()
}

/// An object in the making.
#[derive(Default)]
struct Fields(Object);

impl Fields {
    fn with(self, name: &str, value: impl Into<JsValue>) -> Self {
        // A new object of our own takes any field.
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

fn unreadable(reading: &Reading, locale: Locale) -> JsValue {
    let errors = Side::BOTH.into_iter().zip([&reading.a, &reading.b]);
    let first = errors.filter_map(|(side, operand)| Some((side, operand.as_ref().err()?))).next();
    first.map_or(JsValue::NULL, |(side, error)| {
        Fields::default()
            .with("operand", side.name())
            .with("start", error.span.start as f64)
            .with("end", error.span.end as f64)
            .with("message", locale.say(Message::CannotRead(error)))
            .done()
    })
}

fn axes(pair: &Pair) -> Array {
    let size = |size: Option<u64>| size.map_or(JsValue::NULL, |size| JsValue::from(size as f64));
    let axes = pair.alignment().axes();
    axes.iter()
        .enumerate()
        .map(|(axis, at)| {
            let role = match at.role {
                AxisRole::Equal => "equal",
                AxisRole::Stretches(Side::A) => "a-stretches",
                AxisRole::Stretches(Side::B) => "b-stretches",
                AxisRole::Missing(Side::A) => "a-missing",
                AxisRole::Missing(Side::B) => "b-missing",
                AxisRole::Clash => "clash",
            };
            Fields::default()
                .with("axis", axis as f64)
                .with("fromEnd", axis as f64 - axes.len() as f64)
                .with("a", size(at.a))
                .with("b", size(at.b))
                .with("result", size(at.result()))
                .with("role", role)
                .done()
        })
        .collect()
}

fn strides(pair: &Pair, side: Side, settings: &Settings) -> JsValue {
    let given = settings.library.laid_out(pair.stored(side));
    let stretched = pair.shape().and_then(|shape: &Shape| settings.library.expand(&given, &signed(shape)).ok());
    Fields::default()
        .with("given", sizes(given.strides()))
        .with("broadcast", stretched.map_or(JsValue::NULL, |view| sizes(view.strides()).into()))
        .done()
}

fn repair_of(repair: &Repair, reading: &Reading, settings: &Settings, locale: Locale) -> JsValue {
    let (typed, operand) = match repair.side {
        Side::A => (&settings.a, &reading.a),
        Side::B => (&settings.b, &reading.b),
    };
    let Ok(operand) = operand else { return JsValue::NULL };
    Fields::default()
        .with("operand", repair.side.name())
        .with("text", repair.apply(typed, operand, settings.library))
        .with("code", repair.code(settings.library, repair.side.name(), operand.shape().ndim()))
        .with("shape", sizes(&repair.shape))
        .with("result", sizes(&repair.result))
        .with("message", locale.say(Message::RepairSays(repair)))
        .done()
}
