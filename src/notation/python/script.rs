//! Whole programs: which two operands they combine, and how.

use super::super::{MAX_CHARS, parse};
use crate::broadcast::Operator;

/// The operands of a program, each as one expression, and what is done with them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Script {
    /// The texts of `a` and `b`.
    pub operands: [String; 2],
    /// How they are combined, where the program says so.
    pub operator: Option<Operator>,
    /// Whether the first is changed in place.
    pub in_place: bool,
}

/// The operands of a program such as `x = torch.ones(3, 1)` and `y = x.T` on two lines, with or without `x + y` on a third;
/// or of an expression such as `torch.ones(3, 1) + torch.ones(4)`. `None` where the text is no such program: then it may be
/// one operand.
///
/// Imports, prints, prompts and comments are stepped over. Names stand for what they were given, so each operand can be read
/// by itself.
///
/// ```
/// use broadcast_visualizer::{broadcast::Operator, notation::script};
/// let script = script(">>> x = torch.arange(3)\n>>> y = x[:, None]\n>>> x * y").expect("two operands");
/// assert_eq!(script.operands, ["torch.arange(3)", "torch.arange(3)[:, None]"]);
/// assert_eq!((script.operator, script.in_place), (Some(Operator::Multiply), false));
/// ```
#[must_use]
pub fn script(text: &str) -> Option<Script> {
    if text.chars().nth(MAX_CHARS).is_some() {
        return None;
    }
    let mut names: Vec<(String, String)> = Vec::new();
    let mut found = None;
    for statement in statements(text) {
        let statement = statement.as_str();
        if let Some((name, value)) = assignment(statement) {
            let value = with_names(value, &names)?;
            match combination(&value) {
                Some(script) => found = Some(script),
                None => {
                    names.retain(|(other, _)| other != name);
                    names.push((name.to_owned(), value));
                }
            }
        } else if let Some(script) =
            changed(statement, &names).or_else(|| combination(&with_names(unwrapped(statement), &names)?))
        {
            found = Some(script);
        }
    }
    found.or_else(|| {
        // Nothing combines them: the last two that can be operands.
        let mut operands: Vec<String> =
            names.into_iter().map(|(_, value)| value).filter(|value| parse(value).is_ok()).collect();
        let (second, first) = (operands.pop()?, operands.pop()?);
        Some(Script { operands: [first, second], operator: None, in_place: false })
    })
}

/// The statements of a program without prompts, comments, and what makes no tensor. A line goes on while a bracket is open.
fn statements(text: &str) -> Vec<String> {
    let mut statements = vec![String::new()];
    let mut open = 0_usize;
    for line in text.lines() {
        let line = line.trim().trim_start_matches(">>>").trim_start_matches("...");
        let prompt = line.strip_prefix("In [").and_then(|rest| rest.split_once("]:")).map(|(_, rest)| rest);
        let line = prompt.unwrap_or(line).split('#').next().unwrap_or_default();
        for c in line.chars() {
            match c {
                '(' | '[' | '（' | '【' => open += 1,
                ')' | ']' | '）' | '】' => open = open.saturating_sub(1),
                ';' if open == 0 => {
                    statements.push(String::new());
                    continue;
                }
                _ => {}
            }
            if let Some(statement) = statements.last_mut() {
                statement.push(c);
            }
        }
        if open == 0 {
            statements.push(String::new());
        } else if let Some(statement) = statements.last_mut() {
            statement.push(' ');
        }
    }
    let idle =
        |statement: &str| statement.is_empty() || statement.starts_with("import ") || statement.starts_with("from ");
    statements.into_iter().map(|statement| statement.trim().to_owned()).filter(|statement| !idle(statement)).collect()
}

/// `name = value`.
fn assignment(statement: &str) -> Option<(&str, &str)> {
    let (name, value) = statement.split_once('=')?;
    let (name, value) = (name.trim(), value.trim());
    (is_name(name) && !value.is_empty() && !value.starts_with('=')).then_some((name, value))
}

/// `x.add_(y)`, `x += y`.
fn changed(statement: &str, names: &[(String, String)]) -> Option<Script> {
    const METHODS: [(&str, Operator); 5] = [
        (".add_(", Operator::Add),
        (".sub_(", Operator::Subtract),
        (".mul_(", Operator::Multiply),
        (".div_(", Operator::Divide),
        (".pow_(", Operator::Power),
    ];
    const SIGNS: [(&str, Operator); 7] = [
        ("**=", Operator::Power),
        ("//=", Operator::FloorDivide),
        ("+=", Operator::Add),
        ("-=", Operator::Subtract),
        ("*=", Operator::Multiply),
        ("/=", Operator::Divide),
        ("%=", Operator::Remainder),
    ];
    let by_method = METHODS.iter().find_map(|&(method, operator)| {
        let (left, right) = statement.split_once(method)?;
        Some((left, right.trim_end().strip_suffix(')')?, operator))
    });
    let by_sign = || {
        SIGNS.iter().find_map(|&(sign, operator)| {
            let (left, right) = statement.split_once(sign)?;
            Some((left, right, operator))
        })
    };
    let (left, right, operator) = by_method.or_else(by_sign)?;
    pair([with_names(left, names)?, with_names(right, names)?], operator, true)
}

/// `print((x + y).shape)` without what stands around.
fn unwrapped(statement: &str) -> &str {
    let mut inner = statement.trim();
    loop {
        let shorter = inner.strip_prefix("print(").and_then(|rest| rest.strip_suffix(')'));
        let shorter = shorter.or_else(|| inner.strip_suffix(".shape")).or_else(|| inner.strip_suffix(".size()"));
        let shorter = shorter.or_else(|| {
            let bare = inner.strip_prefix('(')?.strip_suffix(')')?;
            // `(x) + (y)` begins and ends with brackets, but not of one pair.
            let mut open = 0_i32;
            bare.chars()
                .all(|c| {
                    open += i32::from(c == '(') - i32::from(c == ')');
                    open >= 0
                })
                .then_some(bare)
        });
        match shorter {
            Some(shorter) => inner = shorter.trim(),
            None => return inner,
        }
    }
}

/// Two operands with one operator between them, or as the arguments of a function.
fn combination(expression: &str) -> Option<Script> {
    const CALLS: [(&str, Operator); 8] = [
        ("add", Operator::Add),
        ("sub", Operator::Subtract),
        ("subtract", Operator::Subtract),
        ("mul", Operator::Multiply),
        ("multiply", Operator::Multiply),
        ("div", Operator::Divide),
        ("maximum", Operator::Maximum),
        ("minimum", Operator::Minimum),
    ];
    const SIGNS: [(&str, Operator); 13] = [
        ("**", Operator::Power),
        ("//", Operator::FloorDivide),
        ("==", Operator::Equal),
        ("!=", Operator::NotEqual),
        ("<=", Operator::LessOrEqual),
        (">=", Operator::GreaterOrEqual),
        ("+", Operator::Add),
        ("-", Operator::Subtract),
        ("*", Operator::Multiply),
        ("/", Operator::Divide),
        ("%", Operator::Remainder),
        ("<", Operator::Less),
        (">", Operator::Greater),
    ];
    let expression = unwrapped(expression);
    for module in ["torch.", "np.", "numpy."] {
        let Some(call) = expression.strip_prefix(module).and_then(|call| call.strip_suffix(')')) else { continue };
        if let Some((name, arguments)) = call.split_once('(')
            && let Some(&(_, operator)) = CALLS.iter().find(|&&(known, _)| known == name)
        {
            let comma = outermost(arguments).find(|&(_, c)| c == ',')?.0;
            return pair([arguments[..comma].to_owned(), arguments[comma + 1..].to_owned()], operator, false);
        }
    }
    // An operator needs something before it: a sign does not count.
    let (at, sign, operator) = outermost(expression).filter(|&(at, _)| at > 0).find_map(|(at, _)| {
        SIGNS.iter().find(|(sign, _)| expression[at..].starts_with(sign)).map(|&(sign, operator)| (at, sign, operator))
    })?;
    pair([expression[..at].to_owned(), expression[at + sign.len()..].to_owned()], operator, false)
}

/// The characters outside every bracket, with their places in bytes.
fn outermost(text: &str) -> impl Iterator<Item = (usize, char)> + '_ {
    let mut open = 0_i32;
    text.char_indices().filter(move |&(_, c)| {
        open += i32::from(matches!(c, '(' | '[')) - i32::from(matches!(c, ')' | ']'));
        open == 0
    })
}

/// Both operands, if both can be read and at least one of them is a tensor rather than sizes: `2*3` is a shape.
fn pair(operands: [String; 2], operator: Operator, in_place: bool) -> Option<Script> {
    let operands = operands.map(|text| text.trim().to_owned());
    let read = [parse(&operands[0]).ok()?, parse(&operands[1]).ok()?];
    read.iter().any(|operand| operand.written.is_some()).then_some(Script {
        operands,
        operator: Some(operator),
        in_place,
    })
}

/// The expression with every name replaced by what it was given; `None` where that grows past what is read.
fn with_names(expression: &str, names: &[(String, String)]) -> Option<String> {
    let mut replaced = String::new();
    let mut rest = expression.trim();
    let mut after_point = false;
    while let Some(first) = rest.chars().next() {
        let length = rest.find(|c: char| !(c.is_alphanumeric() || c == '_')).unwrap_or(rest.len());
        let word = &rest[..length.max(first.len_utf8())];
        match names.iter().find(|(name, _)| name == word) {
            // `x.T` names x; `torch.x` does not, and neither does `x=` before an argument.
            Some((_, value)) if !after_point && !rest[word.len()..].trim_start().starts_with('=') => {
                replaced.push_str(value);
            }
            _ => replaced.push_str(word),
        }
        if replaced.len() > 4 * MAX_CHARS {
            return None;
        }
        after_point = word == ".";
        rest = &rest[word.len()..];
    }
    Some(replaced)
}

fn is_name(text: &str) -> bool {
    !text.is_empty()
        && !text.starts_with(|c: char| c.is_ascii_digit())
        && text.chars().all(|c| c.is_alphanumeric() || c == '_')
}
