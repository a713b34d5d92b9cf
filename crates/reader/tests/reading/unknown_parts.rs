//! An expression that is not known makes nothing false: in programs that NumPy and PyTorch have run, one expression at a time is replaced by a call
//! of an unknown function with the names in it. It may do what the expression does, so all that is told must still be in the record.

use std::ops::Range;

use crate::program_answers::{answer_to, difference};
use crate::support::vectors;
use serde_json::{Value, json};
use tensor_reader::syntax::tree::{Expression, ExpressionKind, Module, Statement, StatementPart};
use tensor_reader::syntax_tree;

/// Programs whose record depends on what an unread call is taken to leave alone: what a class has, the shape of a variable, whether a module is in training, elements of
/// which it returns a view; and where a loop that is not followed changes a shape, of which the first turn is told.
const TAKEN: [&str; 14] = [
    "sgd_params/2.06",
    "iv/t2-606",
    "iv/t2-2444",
    "iv/n1-1684",
    "h_kalman_np/00",
    "classes/24",
    "statements/0",
    "statements/62",
    "training/1",
    "objects/41",
    "objects/110",
    "objects/303",
    "objects/463",
    "objects/773",
];

/// Of each program so many expressions are replaced.
const OF_EACH: usize = 8;

/// An expression: where it is, and a call with the names in it.
type Place = (Range<usize>, String);

/// All expressions that give a value.
fn places(module: &Module) -> Vec<Place> {
    fn names_in<'a>(expression: &'a Expression, names: &mut Vec<&'a str>) {
        names.extend(expression.name().filter(|name| !matches!(*name, "np" | "torch" | "nn" | "F")));
        expression.each_child(&mut |child| names_in(child, names));
    }
    fn in_expression(expression: &Expression, places: &mut Vec<Place>) {
        let mut names = Vec::new();
        names_in(expression, &mut names);
        // An unread call is taken to give no second name to what there is, to bind no names, and to leave classes alone.
        let is_left = expression.name().is_some() || names.iter().any(|name| matches!(*name, "super" | "self" | "cls"));
        if !is_left && !matches!(expression.kind, ExpressionKind::Starred(_) | ExpressionKind::Named { .. }) {
            places.push((expression.span.clone(), format!("unread_({})", names.join(", "))));
        }
        match &expression.kind {
            ExpressionKind::Comprehension { .. } | ExpressionKind::Lambda { .. } | ExpressionKind::Named { .. } => {}
            _ => expression.each_child(&mut |child| in_expression(child, places)),
        }
    }
    fn in_statement(statement: &Statement, places: &mut Vec<Place>) {
        statement.kind.each_part(&mut |part| {
            if let StatementPart::Value(expression) = part {
                in_expression(expression, places);
            }
        });
        statement.kind.blocks().into_iter().flatten().for_each(|inner| in_statement(inner, places));
    }
    let mut places = Vec::new();
    module.body.iter().for_each(|statement| in_statement(statement, &mut places));
    places
}

#[test]
fn what_is_told_beside_an_unknown_expression_is_in_the_record() {
    let (mut wrong, mut read) = (Vec::new(), 0);
    for file in ["programs", "more_programs", "further_programs", "written_programs"] {
        for (number, mut program) in vectors::<Value>(file).into_iter().enumerate() {
            let text = program["text"].as_str().unwrap_or_default().to_owned();
            // One that raises an exception may raise another one before it.
            let Ok(module) = syntax_tree(&text) else { continue };
            let is_taken = TAKEN.contains(&program["id"].as_str().unwrap_or_default());
            if is_taken || program["error"].is_object() || text.contains(":=") {
                continue;
            }
            let chars: Vec<char> = text.chars().collect();
            let all = places(&module);
            let step = (all.len() / OF_EACH).max(1);
            for (place, call) in all.iter().skip(number % step).step_by(step) {
                let (before, after) = (&chars[..place.start], &chars[place.end..]);
                let changed: String = before.iter().copied().chain(call.chars()).chain(after.iter().copied()).collect();
                // A line that is cut keeps its number.
                let lines = chars[place.clone()].iter().filter(|&&c| c == '\n').count();
                // As in `join(x for x in xs)`, whose brackets are those of the call.
                let is_of_call = before.last().is_some_and(|&c| c.is_alphanumeric());
                if lines > 0 || is_of_call || syntax_tree(&changed).is_err() {
                    continue;
                }
                program["text"] = json!(changed);
                read += 1;
                if let Some(difference) = difference(&answer_to(&program), &program) {
                    wrong.push(format!("{}: {difference}\n{changed}", program["id"]));
                }
            }
        }
    }
    println!("{read} programs with an unknown expression");
    assert!(wrong.is_empty(), "{} of {read}:\n{}", wrong.len(), wrong.join("\n\n"));
}
