//! Element types against recorded answers of NumPy and PyTorch (`crates/core/tests/vectors`).

use broadcast_visualizer::state::{Analysis, Settings, Verdict};
use serde_json::Value;
use tensor_broadcasting::library::{Library, OperandType};
use tensor_broadcasting::{OperandId, Operator};

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
