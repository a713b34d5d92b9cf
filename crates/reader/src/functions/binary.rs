//! The functions of two operands that meet element by element: their names, and the types that they take and give.

use crate::syntax::tree::{BinaryOperator, CompareOperator};
use crate::tensors::types::floating;
use tensor_broadcasting::library::{Library, OperandType};
use tensor_broadcasting::{Dtype, Operator};

/// How the type of a result follows from the types of the operands, and which operands a function takes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Rule {
    /// As for the operator.
    Operator(Operator),
    /// Integers and bools only: `&`, `|`, `^`, `<<`, `>>`.
    Bits,
    /// Any operands; the result is a bool.
    Logic,
    /// The result is floating-point.
    Floating,
    /// The result has the type to which the operands are promoted.
    Promoted,
}

/// A function of two operands that meet element by element.
#[derive(Debug)]
pub(crate) struct Binary {
    /// The name in the record of an operation, which is that of PyTorch's functions in the table.
    pub(crate) record: &'static str,
    /// The name that NumPy's messages have.
    pub(crate) numpy: &'static str,
    pub(crate) rule: Rule,
}

const fn row(record: &'static str, numpy: &'static str, rule: Rule) -> Binary {
    Binary { record, numpy, rule }
}

/// All functions of this form.
const BINARY: [Binary; 35] = [
    row("add", "add", Rule::Operator(Operator::Add)),
    row("sub", "subtract", Rule::Operator(Operator::Subtract)),
    row("mul", "multiply", Rule::Operator(Operator::Multiply)),
    row("div", "divide", Rule::Operator(Operator::Divide)),
    row("floordiv", "floor_divide", Rule::Operator(Operator::FloorDivide)),
    row("mod", "remainder", Rule::Operator(Operator::Remainder)),
    row("pow", "power", Rule::Operator(Operator::Power)),
    row("maximum", "maximum", Rule::Operator(Operator::Maximum)),
    row("minimum", "minimum", Rule::Operator(Operator::Minimum)),
    row("eq", "equal", Rule::Operator(Operator::Equal)),
    row("ne", "not_equal", Rule::Operator(Operator::NotEqual)),
    row("lt", "less", Rule::Operator(Operator::Less)),
    row("le", "less_equal", Rule::Operator(Operator::LessOrEqual)),
    row("gt", "greater", Rule::Operator(Operator::Greater)),
    row("ge", "greater_equal", Rule::Operator(Operator::GreaterOrEqual)),
    row("and", "bitwise_and", Rule::Bits),
    row("or", "bitwise_or", Rule::Bits),
    row("xor", "bitwise_xor", Rule::Bits),
    row("lshift", "left_shift", Rule::Bits),
    row("rshift", "right_shift", Rule::Bits),
    row("logical_and", "logical_and", Rule::Logic),
    row("logical_or", "logical_or", Rule::Logic),
    row("logical_xor", "logical_xor", Rule::Logic),
    row("arctan2", "arctan2", Rule::Floating),
    row("atan2", "atan2", Rule::Floating),
    row("hypot", "hypot", Rule::Floating),
    row("logaddexp", "logaddexp", Rule::Floating),
    row("copysign", "copysign", Rule::Floating),
    row("heaviside", "heaviside", Rule::Floating),
    row("xlogy", "xlogy", Rule::Floating),
    row("fmax", "fmax", Rule::Promoted),
    row("fmin", "fmin", Rule::Promoted),
    row("fmod", "fmod", Rule::Promoted),
    row("gcd", "gcd", Rule::Bits),
    row("lcm", "lcm", Rule::Bits),
];

/// The function of a record's name.
pub(crate) fn recorded(record: &str) -> Option<&'static Binary> {
    BINARY.iter().find(|binary| binary.record == record)
}

/// The function of a library's name for it in messages.
pub(crate) fn named(library: Library, name: &str) -> Option<&'static Binary> {
    match library {
        Library::PyTorch => recorded(name),
        Library::NumPy => BINARY.iter().find(|binary| binary.numpy == name),
    }
}

/// The function that one of the libraries calls so.
pub(crate) fn of_any_name(name: &str) -> Option<&'static Binary> {
    BINARY.iter().find(|binary| binary.record == name || binary.numpy == name)
}

/// The type of the elements of a result.
pub(crate) fn result_dtype(rule: Rule, library: Library, common: Dtype) -> Dtype {
    match rule {
        Rule::Operator(operator) => {
            let operand = OperandType { dtype: common, is_scalar: false };
            library.result_type(operator, operand, operand)
        }
        Rule::Logic => Dtype::Bool,
        Rule::Floating => floating(library, common),
        Rule::Bits | Rule::Promoted => common,
    }
}

/// The name of an operator in the record of an operation.
pub(crate) const fn record(operator: BinaryOperator) -> &'static str {
    match operator {
        BinaryOperator::Add => "add",
        BinaryOperator::Subtract => "sub",
        BinaryOperator::Multiply => "mul",
        BinaryOperator::MatrixMultiply => "matmul",
        BinaryOperator::Divide => "div",
        BinaryOperator::FloorDivide => "floordiv",
        BinaryOperator::Remainder => "mod",
        BinaryOperator::Power => "pow",
        BinaryOperator::ShiftLeft => "lshift",
        BinaryOperator::ShiftRight => "rshift",
        BinaryOperator::BitAnd => "and",
        BinaryOperator::BitXor => "xor",
        BinaryOperator::BitOr => "or",
    }
}

/// The name of a comparison in the record of an operation; `None` for those that never compare elements.
pub(crate) const fn comparison(operator: CompareOperator) -> Option<&'static str> {
    Some(match operator {
        CompareOperator::Equal => "eq",
        CompareOperator::NotEqual => "ne",
        CompareOperator::Less => "lt",
        CompareOperator::LessOrEqual => "le",
        CompareOperator::Greater => "gt",
        CompareOperator::GreaterOrEqual => "ge",
        CompareOperator::Is | CompareOperator::IsNot | CompareOperator::In | CompareOperator::NotIn => return None,
    })
}

/// The operator of the elements that a sign between two operands stands for.
pub(crate) fn elementwise(operator: BinaryOperator) -> Option<Operator> {
    applied(record(operator))
}

/// The operator of the elements that a record's name stands for.
pub(crate) fn applied(record: &str) -> Option<Operator> {
    match recorded(record)?.rule {
        Rule::Operator(operator) => Some(operator),
        _ => None,
    }
}
