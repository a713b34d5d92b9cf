//! Numbers, element names and equations: texts that are the same in every language.

use std::borrow::Cow;
use tensor_broadcasting::lists::Listed;

use tensor_broadcasting::{Dtype, OperandId, Operation, Provenance, Scalar, Source, format_value};

/// The name of an element, such as `a[2,0]`; `a` alone where the tensor is 0-dim.
///
/// ```
/// use broadcast_visualizer::i18n::element_name;
/// assert_eq!(element_name("a", &[2, 0]), "a[2,0]");
/// assert_eq!(element_name("a", &[]), "a");
/// assert_eq!(element_name("x * 10", &[2]), "(x * 10)[2]");
/// assert_eq!(element_name("mask[:, None]", &[2, 0]), "mask[:, None][2,0]");
/// ```
#[must_use]
pub fn element_name(name: &str, index: &[u64]) -> String {
    let name = bracketed(name);
    if index.is_empty() {
        return name.into_owned();
    }
    let index: Vec<String> = index.iter().map(u64::to_string).listed();
    format!("{name}[{}]", index.join(","))
}

/// The name of an operand, in brackets where it has an operator: an index or an attribute can follow.
pub(super) fn bracketed(name: &str) -> Cow<'_, str> {
    let mut depth = 0_usize;
    let is_compound = name.chars().any(|c| {
        match c {
            '(' | '[' => depth += 1,
            ')' | ']' => depth = depth.saturating_sub(1),
            _ => return depth == 0 && !c.is_alphanumeric() && !matches!(c, '_' | '.' | '…'),
        }
        false
    });
    if is_compound { format!("({name})").into() } else { name.into() }
}

/// A value in full; a question mark where it is not known.
#[must_use]
pub fn value_text(value: Option<Scalar>) -> String {
    value.map_or_else(|| "?".to_owned(), |value| format_value(value, 20))
}

/// An element of an operand, or of the result, as the library prints it; a question mark where it is not known.
#[must_use]
pub fn printed_element(operation: &Operation, operand: Option<OperandId>, value: Option<Scalar>) -> String {
    let (Some(value), Some(types)) = (value, operation.types()) else { return value_text(value) };
    let dtype = operand.map_or(types.combined.output, |operand| types.operands[operand]);
    dtype.printed(value, operation.arithmetic())
}

/// What the type of the result makes of an element that it has no room for: `uint8` and `44` of 200 + 100. `None` where it has room.
#[must_use]
pub fn kept_as(from: &Provenance, operation: &Operation) -> Option<(Dtype, String)> {
    operation.not_kept(&from.index)?;
    Some((operation.types()?.combined.output, printed_element(operation, None, from.value)))
}

/// How an element of the result is computed: `out[2,1] = a[2,0] + b[1] = 20 + 1 = 21`. Where the type of the result has no room for it
/// ([`kept_as`]), this ends with what it would be: `200 + 100 = 300`.
///
/// ```
/// use tensor_broadcasting::{Arithmetic, Operator, Operation, Shape, Tensor, Values};
/// use broadcast_visualizer::i18n::equation;
/// let [a, b] = [&[4, 1][..], &[3]].map(|sizes| Tensor::contiguous(&Shape::from(sizes), Values::Arange));
/// let operation = Operation::new([a, b], Operator::Maximum, Arithmetic::PyTorch);
/// let from = operation.provenance(&[2, 1]).expect("in the result");
/// assert_eq!(equation(&from, &operation), "out[2,1] = max(a[2,0], b[1]) = max(2, 1) = 2");
/// ```
#[must_use]
pub fn equation(from: &Provenance, operation: &Operation) -> String {
    let texts = |text: fn(&Operation, &Source) -> String| -> Vec<String> {
        from.sources.iter().map(|source| text(operation, source)).listed()
    };
    let names = texts(|operation, source| element_name(operation.name(source.operand), &source.index));
    let out = element_name("out", &from.index);
    if !operation.has_values() {
        // A function may have other arguments too.
        return [&names.join(", "), " → ", &out].concat();
    }
    let values = texts(|operation, source| printed_element(operation, Some(source.operand), source.value));
    let [names, values] = [names, values].map(|texts| operation.expression(&texts));
    let result = match operation.not_kept(&from.index) {
        Some(exact) => Dtype::Float64.printed(exact, operation.arithmetic()),
        None => printed_element(operation, None, from.value),
    };
    [&out, " = ", &names, " = ", &values, " = ", &result].concat()
}

/// An operation in one line: `a (4, 1) + b (3,)`, `where(a (4, 1), b (3,), c (3,))`.
#[must_use]
pub fn operation_line(operation: &Operation) -> String {
    let operand = |&operand: &_| format!("{} {}", operation.name(operand), operation.whole_shape(operand));
    let operands: Vec<String> = operation.operands().iter().map(operand).listed();
    operation.expression(&operands)
}

/// How an element's position in the buffer is computed: the sum of each index times its stride. Strides count elements. With
/// more than 6 axes the terms that are 0 are left out. `None` stands for a position past 2^63-1.
///
/// ```
/// use broadcast_visualizer::i18n::stride_sum;
/// assert_eq!(stride_sum(&[2, 1], &[1, 0], Some(2)), "2·1 + 1·0 = 2");
/// assert_eq!(stride_sum(&[], &[], Some(0)), "0");
/// assert_eq!(stride_sum(&[0, 0, 0, 0, 0, 3, 0], &[9, 9, 9, 9, 9, 5, 1], Some(15)), "3·5 + ⋯ = 15");
/// ```
#[must_use]
pub fn stride_sum(index: &[u64], strides: &[u64], position: Option<u64>) -> String {
    const MAX_TERMS: usize = 6;
    let all = index.len() <= MAX_TERMS;
    let terms = index.iter().zip(strides).filter(|&(&i, &stride)| all || (i != 0 && stride != 0));
    let mut sum: Vec<String> = terms.map(|(i, stride)| format!("{i}·{stride}")).listed();
    if !all {
        sum.push("⋯".to_owned());
    }
    let position = position.map_or_else(|| "> 2^63".to_owned(), |position| position.to_string());
    if sum.is_empty() { position } else { format!("{} = {position}", sum.join(" + ")) }
}

/// A number with commas between groups of three digits.
pub(super) fn grouped(number: u64) -> String {
    in_groups(number, ",")
}

/// A number with a separator between groups of three digits.
pub(super) fn in_groups(number: u64, separator: &str) -> String {
    let digits = number.to_string();
    let mut text = String::with_capacity(digits.len() * 4 / 3);
    for (at, digit) in digits.char_indices() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            text.push_str(separator);
        }
        text.push(digit);
    }
    text
}

/// The memory of a number of elements, in units of 1000: `512 B`, `10 GB`. A question mark for `None`.
///
/// ```
/// use tensor_broadcasting::Dtype;
/// use broadcast_visualizer::i18n::bytes;
/// assert_eq!(bytes(Some(12), Dtype::Float32), "48 B");
/// assert_eq!(bytes(Some(2_500_000_000), Dtype::Float32), "10 GB");
/// assert_eq!(bytes(Some(300_000), Dtype::Float32), "1.2 MB");
/// assert_eq!(bytes(Some(u64::MAX), Dtype::Complex128), "295 EB");
/// ```
#[must_use]
pub fn bytes(elements: Option<u64>, dtype: Dtype) -> String {
    elements.map_or_else(|| "?".to_owned(), |elements| total_bytes(&[(elements, dtype)]))
}

/// The memory of tensors together, each with its number of elements, written as [`bytes`] does.
///
/// ```
/// use tensor_broadcasting::Dtype;
/// use broadcast_visualizer::i18n::total_bytes;
/// assert_eq!(total_bytes(&[(4, Dtype::Float32), (3, Dtype::Int64)]), "40 B");
/// assert_eq!(total_bytes(&[(1 << 63, Dtype::Complex128); 3]), "442 EB");
/// assert_eq!(total_bytes(&[]), "0 B");
/// ```
#[must_use]
pub fn total_bytes(tensors: &[(u64, Dtype)]) -> String {
    const UNITS: [&str; 8] = ["B", "kB", "MB", "GB", "TB", "PB", "EB", "ZB"];
    // Tenths of the unit are integers, so the digit after the point is exact. Numbers near 2^64 start in units of a
    // thousand, which changes no digit that is shown.
    let tenths_in = |unit: u64| {
        tensors.iter().try_fold(0_u64, |sum, &(elements, dtype)| {
            sum.checked_add((elements / unit).checked_mul(10 * dtype.bytes())?)
        })
    };
    let (mut tenths, mut unit) =
        tenths_in(1).map_or_else(|| (tenths_in(1_000).unwrap_or(u64::MAX), 1), |tenths| (tenths, 0));
    while tenths >= 10_000 && unit + 1 < UNITS.len() {
        tenths /= 1_000;
        unit += 1;
    }
    let (units, tenth) = (tenths / 10, tenths % 10);
    if tenth == 0 || units >= 100 || unit == 0 {
        format!("{units} {}", UNITS[unit])
    } else {
        format!("{units}.{tenth} {}", UNITS[unit])
    }
}

/// The texts of `count` items, with a separator between them. `text` is a `dyn Fn` of the item's number, so that all lists in
/// all languages share this code.
pub(super) fn join(count: usize, separator: &str, text: &dyn Fn(usize) -> String) -> String {
    let mut joined = String::new();
    for number in 0..count {
        if number > 0 {
            joined.push_str(separator);
        }
        joined.push_str(&text(number));
    }
    joined
}

/// A list of axes, given in ascending or descending order: `0, 1 and 4`, with the given separators. Three or more
/// consecutive axes become a range: `0–2 and 4`.
pub(super) fn listed(axes: &[usize], comma: &str, last: &str) -> String {
    let mut ascending = axes.to_vec();
    if axes.first() > axes.last() {
        ascending.reverse();
    }
    let mut parts: Vec<String> = Vec::new();
    for run in ascending.chunk_by(|axis, next| axis + 1 == *next) {
        match run {
            [low, _, .., high] => parts.push(format!("{low}–{high}")),
            few => parts.extend(few.iter().map(usize::to_string)),
        }
    }
    match parts.split_last() {
        None => String::new(),
        Some((only, [])) => only.clone(),
        Some((end, most)) => format!("{}{last}{end}", most.join(comma)),
    }
}

#[cfg(test)]
mod tests {
    use super::listed;

    #[test]
    fn axes_are_listed_in_ascending_order_with_ranges() {
        let cases: [(&[usize], &str); 7] = [
            (&[], ""),
            (&[3], "3"),
            (&[1, 0], "0 and 1"),
            (&[4, 2, 0], "0, 2 and 4"),
            (&[6, 5, 4, 3], "3–6"),
            (&[0, 2, 4, 6, 8], "0, 2, 4, 6 and 8"),
            (&[0, 1, 2, 5, 7, 8], "0–2, 5, 7 and 8"),
        ];
        for (axes, text) in cases {
            assert_eq!(listed(axes, ", ", " and "), text);
        }
    }
}
