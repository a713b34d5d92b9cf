//! Which parameter of a function gets which argument.

use std::cell::RefCell;
use std::rc::Rc;

use super::{Machine, UnreadableReason, Variable};
use crate::signatures::call::Arguments;
use crate::syntax::tree::ParameterKind;
use crate::tensors::context::{Outcome, raised, unreadable};
use crate::tensors::value::{Function, Value};

impl Machine<'_> {
    /// The variables of a function with its arguments.
    ///
    /// # Errors
    ///
    /// Python's exception for arguments that do not fit.
    pub(super) fn bound(&self, function: &Function, given: Arguments) -> Outcome<Vec<Variable>> {
        let span = given.span;
        let label = function.label.as_deref();
        let fails = |message: String| match label {
            Some(label) => raised("TypeError", format!("{label}() {message}"), &span),
            None => unreadable(UnreadableReason::Arguments(function.name.clone()), &span),
        };
        // Up to which place there is an argument for each parameter, and up to which place each can have a keyword.
        let parameters = &function.parameters;
        let count = given.positional.len();
        let mut positional = given.positional.into_iter();
        let mut slots: Vec<Option<Value>> = Vec::new();
        let (mut rest, mut others) = (None, None);
        let mut is_keyword_only = false;
        let (mut places, mut optional, mut only_keywords, mut hidden) = (0, 0, 0..0, 0);
        for (at, parameter) in parameters.iter().enumerate() {
            slots.push(match parameter.kind {
                ParameterKind::Plain if !is_keyword_only => {
                    places += 1;
                    optional += usize::from(function.defaults.get(at).is_some_and(Option::is_some));
                    positional.next().map(|argument| argument.value)
                }
                ParameterKind::Plain => None,
                ParameterKind::PositionalOnly => {
                    hidden = at;
                    None
                }
                ParameterKind::KeywordOnly | ParameterKind::Rest => {
                    is_keyword_only = true;
                    only_keywords = at + 1..parameters.len();
                    if parameter.kind == ParameterKind::Rest {
                        rest = Some(at);
                    }
                    None
                }
                ParameterKind::Keywords => {
                    others = Some((at, Vec::new()));
                    None
                }
            });
        }
        let named_only = |keywords: &[Option<Value>]| {
            let is_given = |at: usize| keywords.get(at).is_some_and(Option::is_some);
            only_keywords.clone().filter(|&at| is_given(at)).count()
        };
        if let Some(slot) = rest.and_then(|at| slots.get_mut(at)) {
            *slot = Some(Value::tuple(positional.by_ref().map(|argument| argument.value)));
        }
        for (name, argument) in given.keywords {
            let known =
                parameters.iter().position(|known| known.kind == ParameterKind::Plain && known.name.name == name);
            match (known.filter(|&at| at >= hidden), &mut others) {
                (Some(at), _) => match slots.get_mut(at) {
                    Some(slot @ None) => *slot = Some(argument.value),
                    _ => return fails(format!("got multiple values for argument '{name}'")),
                },
                (None, Some((_, others))) => others.push((Value::text(&name), argument.value)),
                // Some versions of Python name the parameter that is most like it.
                (None, None) if known.is_some() || parameters.iter().any(|known| is_like(&known.name.name, &name)) => {
                    return unreadable(UnreadableReason::Arguments(function.name.clone()), &span);
                }
                (None, None) => return fails(format!("got an unexpected keyword argument '{name}'")),
            }
        }
        if positional.next().is_some() {
            let least = places - optional;
            let takes = if optional > 0 { format!("from {least} to {places}") } else { places.to_string() };
            let plural = |count: usize| if count == 1 { "" } else { "s" };
            let arguments =
                format!("takes {takes} positional argument{}", plural(if optional > 0 { 2 } else { places }));
            let were = if count == 1 { "was" } else { "were" };
            return match named_only(&slots) {
                0 => fails(format!("{arguments} but {count} {were} given")),
                named => fails(format!(
                    "{arguments} but {count} positional argument{} (and {named} keyword-only argument{}) were given",
                    plural(count),
                    plural(named)
                )),
            };
        }
        if let Some((at, others)) = others
            && let Some(slot) = slots.get_mut(at)
        {
            *slot = Some(Value::Dict(Rc::new(RefCell::new(others))));
        }
        let mut variables = Vec::new();
        let mut missing = [Vec::new(), Vec::new()];
        for (at, (parameter, slot)) in parameters.iter().zip(slots).enumerate() {
            let default = || function.defaults.get(at).cloned().flatten();
            let is_mark = matches!(parameter.kind, ParameterKind::KeywordOnly | ParameterKind::PositionalOnly);
            match slot.or_else(default) {
                _ if is_mark => {}
                Some(value) => variables.push((parameter.name.name.clone(), value)),
                None => {
                    let kind = usize::from(only_keywords.contains(&at));
                    if let Some(missing) = missing.get_mut(kind) {
                        missing.push(format!("'{}'", parameter.name.name));
                    }
                }
            }
        }
        for (missing, kind) in missing.iter().zip(["positional", "keyword-only"]) {
            let (names, plural) = match missing.as_slice() {
                [] => continue,
                [only] => (only.clone(), ""),
                [first, second] => (format!("{first} and {second}"), "s"),
                [before @ .., last] => (format!("{}, and {last}", before.join(", ")), "s"),
            };
            return fails(format!("missing {} required {kind} argument{plural}: {names}", missing.len()));
        }
        Ok(variables)
    }
}

/// Whether two names are so much alike that Python may suggest one for the other.
fn is_like(a: &str, b: &str) -> bool {
    // Each letter that must be put in, left out or changed counts as 2, and as 1 where only its case changes.
    let b: Vec<char> = b.chars().take(40).collect();
    let mut row: Vec<usize> = (0..=b.len()).map(|count| 2 * count).collect();
    for (at, x) in a.chars().take(40).enumerate() {
        let mut next = vec![2 * (at + 1)];
        for ((y, changed), left) in b.iter().zip(&row).zip(row.iter().skip(1)) {
            let cost = if x == *y { 0 } else { 2 - usize::from(x.eq_ignore_ascii_case(y)) };
            let before = next.last().copied().unwrap_or(0);
            next.push((changed + cost).min(left + 2).min(before + 2));
        }
        row = next;
    }
    row.last().is_some_and(|distance| *distance <= (a.len() + b.len() + 3) / 3)
}
