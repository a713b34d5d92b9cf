//! Element types against recorded answers of NumPy and PyTorch (`crates/core/tests/vectors`).

use broadcast_visualizer::diagnostics::Cause;
use broadcast_visualizer::i18n::{Locale, WorkMessage, equation, kept_as};
use broadcast_visualizer::state::{Analysis, Settings, Verdict};
use serde_json::Value;
use tensor_broadcasting::library::{Library, OperandType};
use tensor_broadcasting::{OperandId, Operator, Scalar};

use crate::vectors::vectors;

const LIBRARIES: [&str; 2] = ["numpy", "torch"];

/// The operators as the recorded answers name them.
const OPERATORS: [(&str, Operator); 15] = [
    ("add", Operator::Add),
    ("sub", Operator::Subtract),
    ("mul", Operator::Multiply),
    ("div", Operator::Divide),
    ("floor_divide", Operator::FloorDivide),
    ("remainder", Operator::Remainder),
    ("pow", Operator::Power),
    ("maximum", Operator::Maximum),
    ("minimum", Operator::Minimum),
    ("eq", Operator::Equal),
    ("ne", Operator::NotEqual),
    ("lt", Operator::Less),
    ("le", Operator::LessOrEqual),
    ("gt", Operator::Greater),
    ("ge", Operator::GreaterOrEqual),
];

/// Every pair of types, with every operator, for operands that broadcast and operands that do not: the type of the result, or
/// the first exception. The operands are read and analysed as the page does it.
#[test]
fn operand_types_give_the_recorded_results_and_exceptions() {
    let mut compared = 0;
    for case in vectors::<Value>("types") {
        let operator = OPERATORS.iter().find(|(name, _)| Some(*name) == case["op"].as_str()).expect("an operator").1;
        let b_sizes = match case["fit"].as_str() {
            Some("same") => "(3,)",
            Some("scalar") => "()",
            Some("grows") => "(4, 1, 1)",
            _ => "(2,)",
        };
        for name in LIBRARIES {
            let Some(recorded) = case[name].as_array() else { continue };
            let library = if name == "torch" { Library::PyTorch } else { Library::NumPy };
            let ones = |sizes: &str, dtype: &Value| {
                let module = library.module();
                format!("{module}.ones({sizes}, dtype={module}.{})", dtype.as_str().expect("a type"))
            };
            let (a, b) = (ones("(2, 3)", &case["a"]), ones(b_sizes, &case["b"]));
            for (in_place, recorded) in [false, true].into_iter().zip(recorded) {
                let (a, b) = (a.clone(), b.clone());
                let settings = Settings { a, b, operator: operator.into(), in_place, library, ..Settings::default() };
                let analysis = Analysis::new(&settings);
                match &analysis.verdict {
                    Verdict::Unreadable => panic!("{case} can be read"),
                    Verdict::Broadcasts(_) => {
                        let [a, b] = OperandId::PAIR.map(|operand| {
                            let operand = analysis.operands[operand].as_ref().expect("it was read");
                            let dtype = operand.dtype.expect("it was named");
                            OperandType { dtype, is_scalar: operand.shape().ndim() == 0 }
                        });
                        let result = if in_place { a.dtype } else { library.result_type(operator, a, b) };
                        assert_eq!(Some(result.name()), recorded["ok"].as_str(), "{case}, in place: {in_place}");
                    }
                    verdict => {
                        let error = verdict.error().expect("another verdict has one");
                        assert_eq!(Some(error.message.as_str()), recorded["error"].as_str(), "{case}");
                        assert_eq!(
                            error.error_type,
                            recorded["type"].as_str().unwrap_or(library.error_type()),
                            "{case}"
                        );
                    }
                }
                compared += 1;
            }
        }
    }
    assert_eq!(compared, 21_720);
}

/// What a link shows.
fn shown(query: &str) -> (Settings, Analysis) {
    let (settings, ignored) = Settings::from_query(query);
    assert!(ignored.is_empty(), "{query}: {ignored:?}");
    let analysis = Analysis::new(&settings);
    (settings, analysis)
}

/// The first element of the result, as it is told.
fn told(analysis: &Analysis, locale: Locale) -> String {
    let operation = analysis.operation.as_ref().expect("an operation");
    let index = vec![0; operation.shape().expect("it broadcasts").ndim()];
    let from = operation.provenance(&index).expect("an element");
    let kept = kept_as(&from, operation);
    let kept = kept.map(|(dtype, kept)| locale.work_message(WorkMessage::KeptAs(dtype, &kept)));
    equation(&from, operation) + &kept.unwrap_or_default()
}

#[test]
fn an_element_that_its_type_has_no_room_for_is_told_with_what_it_keeps() {
    let of = |library, dtype: &str, a: &str, b: &str, op: &str| {
        let module = if library == "numpy" { "np.array" } else { "torch.tensor" };
        let prefix = if library == "numpy" { "np" } else { "torch" };
        let operand = |values: &str| format!("{module}({values},dtype={prefix}.{dtype})");
        shown(&format!("?library={library}&a={}&b={}&op={op}", operand(a), operand(b))).1
    };
    for (library, dtype, a, b, op, en) in [
        ("numpy", "uint8", "[200]", "[100]", "add", "out[0] = a[0] + b[0] = 200 + 100 = 300, which uint8 keeps as 44"),
        ("pytorch", "uint8", "[1]", "[2]", "sub", "out[0] = a[0] − b[0] = 1 − 2 = -1, which uint8 keeps as 255"),
        ("numpy", "int8", "[100]", "[2]", "mul", "out[0] = a[0] × b[0] = 100 × 2 = 200, which int8 keeps as -56"),
        (
            "numpy",
            "float16",
            "[60000]",
            "[60000]",
            "add",
            "out[0] = a[0] + b[0] = 6e+04 + 6e+04 = 120000.0, which float16 keeps as inf",
        ),
        ("pytorch", "float16", "[0.1]", "[0.2]", "add", "out[0] = a[0] + b[0] = 0.1000 + 0.2000 = 0.2998"),
        ("numpy", "float32", "[1]", "[3]", "div", "out[0] = a[0] ÷ b[0] = 1.0 ÷ 3.0 = 0.33333334"),
        (
            "numpy",
            "uint64",
            "[0]",
            "[1]",
            "sub",
            "out[0] = a[0] − b[0] = 0 − 1 = -1, which uint64 keeps as 18446744073709551615",
        ),
    ] {
        let analysis = of(library, dtype, a, b, op);
        assert_eq!(told(&analysis, Locale::En), en);
        let is_warned = analysis.warning.as_ref().is_some_and(|warning| warning.cause == Cause::NoRoom);
        assert_eq!(is_warned, en.contains("keeps"), "{en}");
    }
    let analysis = of("numpy", "uint8", "[200]", "[100]", "add");
    assert!(told(&analysis, Locale::ZhCn).ends_with("= 200 + 100 = 300，uint8 存为 44"));
    assert!(told(&analysis, Locale::Es).ends_with("= 200 + 100 = 300, que uint8 guarda como 44"));
    let (warning, operation) = analysis.warning.as_ref().zip(analysis.operation.as_ref()).expect("a warning");
    let text =
        Locale::En.work_message(WorkMessage::WarningText(warning, operation, analysis.dtype(&Settings::default())));
    assert_eq!(text, "uint8 has no room for 300: it keeps 44.");
}

#[test]
fn bare_shapes_have_the_type_that_is_set() {
    let (settings, analysis) = shown("?dtype=uint8&a=4,1&b=3&op=sub");
    let value = |index: &[u64]| analysis.operation.as_ref().and_then(|operation| operation.value(index));
    assert_eq!([value(&[0, 1]), value(&[0, 2])], [255, 254].map(|value| Some(Scalar::Int(value))));
    assert!(analysis.warning.is_none(), "numbers that are made up are no mistake");
    let operation = analysis.operation.as_ref().expect("an operation");
    let program = analysis.program(operation, &settings);
    assert!(program.contains(".to(torch.uint8)\n") && program.contains("[[0, 255, 254], "), "{program}");
    // What is made up stays within the type, where that is possible.
    let (_, analysis) = shown("?dtype=int8&a=4,1&b=300");
    let operation = analysis.operation.expect("an operation");
    assert_eq!(operation.value(&[3, 5]), Some(Scalar::Int(8)));
}

#[test]
fn in_place_the_result_is_computed_in_the_promoted_type_and_cast() {
    let query = "?library=numpy&inplace=1&a=np.array([60000],dtype=np.float16)&b=np.array([10000],dtype=np.float64)";
    let (_, analysis) = shown(query);
    assert!(
        told(&analysis, Locale::En).ends_with("= 6e+04 + 10000.0 = 70000.0, which float16 keeps as inf"),
        "{}",
        told(&analysis, Locale::En)
    );
    let (_, analysis) =
        shown("?library=numpy&inplace=1&a=np.array([200],dtype=np.uint8)&b=np.array([100],dtype=np.int64)");
    assert_eq!(analysis.verdict.error().map(|error| error.error_type), Some("UFuncTypeError"));
}

#[test]
fn what_is_meant_to_wrap_around_is_no_mistake() {
    let code = |name: &str| {
        Settings {
        code: format!("import numpy as np\n{name} = np.array([200], dtype=np.uint8)\nother = np.array([100], dtype=np.uint8)\n{name} + other\n").into(),
        library: Library::NumPy,
        ..Settings::default()
    }
    };
    let warned = |name: &str| Analysis::new(&code(name)).warning.is_some();
    assert_eq!(["image", "hash_value", "mask", "crc"].map(warned), [true, false, false, false]);
}
