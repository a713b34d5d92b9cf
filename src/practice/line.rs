//! An operation in one line of text, as a teacher pastes it: `4,1 + 3`, `(3, 4) *= (3,)`, `torch.ones(4, 1) − b`.

use crate::codegen::sign;
use tensor_broadcasting::Operator;

/// An operation in one line.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OperationLine {
    /// The texts of the operands.
    pub operands: [String; 2],
    /// The operator.
    pub operator: Operator,
    /// Whether the result is written into the first operand.
    pub in_place: bool,
}

impl OperationLine {
    /// Reads a line: the first operator outside brackets stands between the operands. `None` where there is none, or no operand on
    /// one side.
    ///
    /// ```
    /// use broadcast_visualizer::practice::OperationLine;
    /// let line = OperationLine::of("torch.ones(4, 1) *= (3,)").expect("an operation");
    /// assert_eq!((line.operands[1].as_str(), line.in_place), ("(3,)", true));
    /// assert_eq!(OperationLine::of("4,1 and 3"), None);
    /// let line = OperationLine::of("out = a * b").expect("an operation");
    /// assert_eq!(line.operands, ["a", "b"]);
    /// ```
    #[must_use]
    pub fn of(line: &str) -> Option<Self> {
        // A line of a program may give its result a name.
        let is_name = |text: &str| !text.is_empty() && text.chars().all(|c| c.is_ascii_alphanumeric() || c == '_');
        let line = match line.split_once('=') {
            Some((name, rest)) if is_name(name.trim()) && !rest.starts_with('=') => rest,
            _ => line,
        };
        let mut depth = 0_usize;
        for (at, c) in line.char_indices() {
            match c {
                '(' | '[' => depth += 1,
                ')' | ']' => depth = depth.saturating_sub(1),
                _ => {}
            }
            let (Some(before), Some(rest)) = (line.get(..at), line.get(at..)) else { continue };
            let (Some((operator, length)), 0) = (operator_at(rest), depth) else { continue };
            let after = rest.get(length..)?;
            let (in_place, after) = match after.strip_prefix('=').filter(|_| !operator.compares()) {
                Some(after) => (true, after),
                None => (false, after),
            };
            let operands = [before, after].map(|text| text.trim().to_owned());
            let is_whole = operands.iter().all(|text| !text.is_empty());
            return is_whole.then_some(Self { operands, operator, in_place });
        }
        None
    }
}

/// The operator at the start of a text, with the length of its sign: the longest one, so that `**` is not `*`.
fn operator_at(text: &str) -> Option<(Operator, usize)> {
    let signs = |operator: Operator| [sign(operator).unwrap_or_default(), operator.symbol()];
    let found = Operator::ALL.into_iter().flat_map(|operator| signs(operator).map(|sign| (operator, sign)));
    let found = found.filter(|(_, sign)| !sign.is_empty() && !sign.starts_with('m') && text.starts_with(sign));
    found.map(|(operator, sign)| (operator, sign.len())).max_by_key(|&(_, length)| length)
}
