//! The syntax tree against that of another parser, `ruff_python_parser`: on every recorded program, on programs that are made by a
//! grammar, and on the same with a part left out or doubled. What this project's parser accepts has the same meaning there.
#![allow(clippy::expect_used, clippy::panic, reason = "a test fails by panicking")]

#[path = "../../../crates/reader/tests/reading/dump.rs"]
mod dump;
#[path = "../../../crates/core/tests/rules/support.rs"]
mod support;

use dump::{dumped, joined};
use proptest::prelude::*;
use proptest::sample::select;
use ruff_python_ast as ast;
use ruff_python_ast::{Expr, Stmt};
use ruff_text_size::Ranged;
use serde_json::Value;
use support::vectors;
use tensor_reader::syntax_tree;

/// Whether both parsers agree about a text: whether it is Python, where `both` is asked for, and what it means.
fn compared(text: &str, both: bool) -> Result<bool, String> {
    let theirs = ruff_python_parser::parse_module(text);
    match (syntax_tree(text), theirs) {
        (Ok(ours), Ok(theirs)) => {
            let ours = dumped(text, &ours, false);
            let theirs = Ruff { text }.block(&theirs.syntax().body);
            if ours == theirs { Ok(true) } else { Err(format!("{text:?}\n  {ours}\n  {theirs}")) }
        }
        // Statements that are not read are stepped over, whatever stands in them.
        (Ok(ours), Err(error)) => match dumped(text, &ours, false) {
            ours if ours.contains("(Unsupported)") => Ok(false),
            // What stands in an f-string is read when it is evaluated.
            ours if ours.contains("(OpaqueText)") && without_fields(text) != text => {
                compared(&without_fields(text), false)
            }
            ours => Err(format!("{text:?}\n  {ours}\n  ruff: {error}")),
        },
        (Err(error), Ok(_)) if both => Err(format!("{text:?}\n  {error:?}")),
        (Err(_), _) => Ok(false),
    }
}

/// A text with nothing in its f-strings.
fn without_fields(text: &str) -> String {
    let characters: Vec<char> = text.chars().collect();
    let at = |at: usize| characters.get(at).copied().unwrap_or('\n');
    let mut result = String::new();
    let mut i = 0;
    while i < characters.len() {
        let quote = at(i);
        if quote == '#' {
            while i < characters.len() && at(i) != '\n' {
                i += 1;
            }
            continue;
        }
        if !matches!(quote, '"' | '\'') {
            result.push(quote);
            i += 1;
            continue;
        }
        let width = if at(i + 1) == quote && at(i + 2) == quote { 3 } else { 1 };
        let ends = |i: usize| (0..width).all(|k| at(i + k) == quote);
        let end = (i + width..characters.len()).find(|&i| ends(i)).unwrap_or(characters.len());
        let marks = quote.to_string().repeat(width);
        let content: String = characters[i + width..end].iter().collect();
        let formatted = result.ends_with(['f', 'F']);
        result.push_str(&format!("{marks}{}{marks}", if formatted { "" } else { &content }));
        i = end + width;
    }
    result
}

#[test]
fn every_recorded_program_has_the_tree_of_ruff() {
    let mut wrong = Vec::new();
    let mut trees = 0;
    for file in ["programs", "more_programs", "further_programs"] {
        for program in vectors::<Value>(file) {
            match compared(program["text"].as_str().expect("a text"), true) {
                Ok(is_read) => trees += usize::from(is_read),
                Err(difference) => wrong.push(difference),
            }
        }
    }
    assert!(wrong.is_empty(), "{}:\n{}", wrong.len(), wrong.join("\n"));
    assert!(trees > 3_500, "{trees} trees");
}

/// The texts of `make_syntax.py` hold each form of the grammar, and what is no Python.
#[test]
fn every_form_of_the_grammar_has_the_tree_of_ruff() {
    let texts: Vec<String> =
        vectors::<Value>("syntax").iter().filter_map(|case| case["text"].as_str().map(str::to_owned)).collect();
    let wrong: Vec<String> = texts.iter().filter_map(|text| compared(text, false).err()).collect();
    assert!(wrong.is_empty(), "{} of {}:\n{}", wrong.len(), texts.len(), wrong.join("\n"));
}

/// An expression, as Python writes it.
fn expression() -> impl Strategy<Value = String> {
    let leaf = select(vec![
        "x",
        "y1",
        "_",
        "Å",
        "0",
        "12",
        "0x1F",
        "1_000",
        "1.5",
        ".5",
        "1e-3",
        "2j",
        "'a'",
        "\"b c\"",
        "'''d\ne'''",
        "b'f'",
        "f'{x}'",
        "None",
        "True",
        "...",
        "()",
        "[]",
        "{}",
        "np.pi",
    ]);
    leaf.prop_map(str::to_owned).prop_recursive(4, 24, 4, |inner| {
        let some = |least| prop::collection::vec(inner.clone(), least..4);
        let joined = |separator: &'static str, least| some(least).prop_map(move |items| items.join(separator));
        let binary = select(vec![
            "+", "-", "*", "/", "//", "%", "**", "@", "<<", ">>", "&", "|", "^", "<", ">=", "==", "!=", " in ",
            " not in ", " is ", " is not ", " and ", " or ",
        ]);
        let bounds =
            (prop::option::of(inner.clone()), prop::option::of(inner.clone()), prop::option::of(inner.clone()));
        let slice = bounds.prop_map(|(start, stop, step)| {
            let text = |bound: Option<String>| bound.unwrap_or_default();
            format!("{}:{}:{}", text(start), text(stop), text(step))
        });
        let index = prop_oneof![inner.clone(), slice, Just("...".to_owned()), Just(":".to_owned())];
        let argument = prop_oneof![
            inner.clone(),
            inner.clone().prop_map(|value| format!("*{value}")),
            inner.clone().prop_map(|value| format!("axis={value}")),
            inner.clone().prop_map(|value| format!("**{value}")),
        ];
        let target = select(vec!["i", "i, j", "(i, j), k", "x[0]", "x.y", "*i, j"]);
        let brackets = select(vec![("[", "]"), ("(", ")"), ("{", "}")]);
        let parameters = select(vec!["", " a", " a, b=1", " *a, b, **c", " a, /, b, *, c=x"]);
        prop_oneof![
            (inner.clone(), binary, inner.clone()).prop_map(|(a, sign, b)| format!("{a}{sign}{b}")),
            (select(vec!["-", "+", "~", "not ", "- -"]), inner.clone())
                .prop_map(|(sign, value)| format!("{sign}{value}")),
            joined(", ", 0).prop_map(|items| format!("({items})")),
            joined(",", 0).prop_map(|items| format!("[{items}]")),
            joined(", ", 1).prop_map(|items| format!("{{{items},}}")),
            (inner.clone(), inner.clone()).prop_map(|(key, value)| format!("{{{key}: {value}, **{value}}}")),
            (inner.clone(), prop::collection::vec(argument, 0..4))
                .prop_map(|(function, arguments)| format!("{function}({})", arguments.join(", "))),
            (inner.clone(), prop::collection::vec(index, 1..4))
                .prop_map(|(value, parts)| format!("{value}[{}]", parts.join(", "))),
            inner.clone().prop_map(|value| format!("{value}.T")),
            (inner.clone(), inner.clone(), inner.clone())
                .prop_map(|(then, condition, otherwise)| format!("{then} if {condition} else {otherwise}")),
            (parameters, inner.clone()).prop_map(|(parameters, body)| format!("lambda{parameters}: {body}")),
            (brackets, inner.clone(), target, inner.clone(), prop::option::of(inner.clone())).prop_map(
                |((open, close), element, target, iterable, condition)| {
                    let condition = condition.map(|condition| format!(" if {condition}")).unwrap_or_default();
                    format!("{open}{element} for {target} in {iterable}{condition}{close}")
                }
            ),
            inner.clone().prop_map(|value| format!("(z := {value})")),
            inner.prop_map(|value| format!("(\n  {value}  # c\n)")),
        ]
    })
}

/// Statements, each on lines of its own.
fn program() -> impl Strategy<Value = String> {
    let value = expression;
    let target = select(vec!["a", "a.b", "a[0]", "a, b", "(a, *b)", "[a, b]", "a = b"]);
    let simple = prop_oneof![
        value(),
        (target, value()).prop_map(|(target, value)| format!("{target} = {value}")),
        (select(vec!["+=", "-=", "@=", "**=", "//=", "<<=", "|="]), value())
            .prop_map(|(sign, value)| format!("a {sign} {value}")),
        (value(), prop::option::of(value())).prop_map(|(annotation, value)| {
            let value = value.map(|value| format!(" = {value}")).unwrap_or_default();
            format!("a: ({annotation}){value}")
        }),
        (value(), value()).prop_map(|(condition, message)| format!("assert {condition}, {message}")),
        select(vec![
            "pass",
            "import a.b as c, d",
            "from . import x",
            "from ..a.b import (c as d, e,)",
            "from a import *",
            "del a, b[0]",
            "global a",
            "x; y",
            "raise x",
            "raise x from y",
            "raise",
            "break",
            "continue",
            "import a; b",
        ])
        .prop_map(str::to_owned),
    ];
    let statement = simple.prop_recursive(2, 8, 2, move |inner| {
        let block = prop::collection::vec(inner, 1..3)
            .prop_map(|lines| lines.join("\n").replace('\n', "\n    ").replace("'''d\n    e'''", "'''d\ne'''"));
        let header = prop_oneof![
            value().prop_map(|condition| format!("if {condition}:")),
            value().prop_map(|items| format!("for i, j in {items}:")),
            value().prop_map(|value| format!("with ({value}) as c, d:")),
            value().prop_map(|default| format!("def f(a, b: int = {default}, *c, d=1, **e) -> x:")),
            value().prop_map(|condition| format!("while {condition}:")),
            value().prop_map(|base| format!("class A({base}, b=c):")),
            value().prop_map(|decorator| format!("@{decorator}\ndef f():")),
            Just("@d\n@e\nclass A:".to_owned()),
            value().prop_map(|kind| format!("try:\n    a\nexcept ({kind}) as e:")),
            Just("try:".to_owned()),
        ];
        (header, block.clone(), prop::option::of(block)).prop_map(|(header, body, otherwise)| {
            let word = match header.as_str() {
                "try:" => "finally",
                _ if ["if", "for", "while", "try"].iter().any(|word| header.starts_with(word)) => "else",
                _ => "",
            };
            let otherwise = match word {
                "" => None,
                "finally" => Some(otherwise.unwrap_or("pass".to_owned())),
                _ => otherwise,
            };
            let otherwise = otherwise.map(|body| format!("\n{word}:\n    {body}")).unwrap_or_default();
            format!("{header}\n    {body}{otherwise}")
        })
    });
    prop::collection::vec(statement, 1..4).prop_map(|statements| statements.join("\n"))
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 600, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn a_program_of_the_grammar_has_the_tree_of_ruff(text in program()) {
        if let Err(difference) = compared(&text, false) {
            panic!("{difference}");
        }
    }

    /// A text with a part left out, doubled or moved is mostly no Python.
    #[test]
    fn what_ruff_rejects_is_rejected(text in program(), from in 0..400_usize, length in 1..12_usize, to in 0..400_usize) {
        let characters: Vec<char> = text.chars().collect();
        let place = |at: usize| at % (characters.len() + 1);
        let (start, end) = (place(from), (place(from) + length).min(characters.len()));
        let part = &characters[start..end];
        let without: String = characters[..start].iter().chain(&characters[end..]).collect();
        let doubled: String = characters[..place(to)].iter().chain(part).chain(&characters[place(to)..]).collect();
        for text in [without, doubled] {
            // The first lines of a text may be indented in any way, as they are where they were copied.
            let text = format!("0\n0\n{text}");
            if let Err(difference) = compared(&text, false) {
                panic!("{difference}");
            }
        }
    }
}

/// Writes the tree of ruff as [`dumped`] writes that of this project.
struct Ruff<'a> {
    text: &'a str,
}

impl Ruff<'_> {
    fn block(&self, body: &[Stmt]) -> String {
        body.iter().map(|statement| self.statement(statement)).collect::<Vec<_>>().join(" ")
    }

    fn braced(&self, body: &[Stmt]) -> String {
        format!("{{{}}}", self.block(body))
    }

    fn many<'a>(&self, all: impl IntoIterator<Item = &'a Expr>) -> Vec<String> {
        all.into_iter().map(|one| self.expression(one)).collect()
    }

    fn maybe(&self, expression: Option<&Expr>) -> String {
        expression.map(|expression| self.expression(expression)).unwrap_or_default()
    }

    fn statement(&self, statement: &Stmt) -> String {
        let one = |expression: &Expr| self.expression(expression);
        let aliases = |names: &[ast::Alias]| -> Vec<String> {
            let name = |name: Option<&ast::Identifier>| name.map(|name| name.as_str().to_owned()).unwrap_or_default();
            names.iter().map(|alias| format!("{}>{}", alias.name.as_str(), name(alias.asname.as_ref()))).collect()
        };
        let (kind, mut parts) = match statement {
            Stmt::Expr(it) => ("Expression", vec![one(&it.value)]),
            Stmt::Assign(it) => ("Assign", self.many(it.targets.iter().chain([&*it.value]))),
            Stmt::AnnAssign(it) => {
                ("Annotated", vec![one(&it.target), one(&it.annotation), self.maybe(it.value.as_deref())])
            }
            Stmt::AugAssign(it) => ("Augmented", vec![one(&it.target), binary(it.op).to_owned(), one(&it.value)]),
            Stmt::Import(it) => ("Import", aliases(&it.names)),
            Stmt::ImportFrom(it) => {
                let module = it.module.as_ref().map(|module| module.as_str()).unwrap_or_default();
                let mut parts = vec![".".repeat(it.level as usize) + module];
                parts.extend(aliases(&it.names));
                ("ImportFrom", parts)
            }
            Stmt::For(it) if !it.is_async => {
                ("For", vec![one(&it.target), one(&it.iter), self.braced(&it.body), self.braced(&it.orelse)])
            }
            Stmt::If(it) => return self.branch(&it.test, &it.body, &it.elif_else_clauses),
            Stmt::FunctionDef(it) if !it.is_async => {
                let name = it.name.as_str().to_owned();
                let returns = self.maybe(it.returns.as_deref());
                let mut parts = vec![name, self.parameters(&it.parameters), returns, self.braced(&it.body)];
                parts.extend(self.decorators(&it.decorator_list));
                ("Def", parts)
            }
            Stmt::ClassDef(it) if it.type_params.is_none() => {
                let mut parts = vec![it.name.as_str().to_owned()];
                parts.extend(it.arguments.iter().flat_map(|arguments| self.arguments(arguments)));
                parts.push(self.braced(&it.body));
                parts.extend(self.decorators(&it.decorator_list));
                ("Class", parts)
            }
            Stmt::While(it) => ("While", vec![one(&it.test), self.braced(&it.body), self.braced(&it.orelse)]),
            Stmt::Try(it) if !it.is_star => {
                let handler = |handler: &ast::ExceptHandler| {
                    let ast::ExceptHandler::ExceptHandler(it) = handler;
                    let name = it.name.as_ref().map(|name| name.as_str()).unwrap_or_default();
                    format!("<{}>{name} {}>", self.maybe(it.type_.as_deref()), self.braced(&it.body))
                };
                let ends = [self.braced(&it.orelse), self.braced(&it.finalbody)];
                let handlers = it.handlers.iter().map(handler);
                ("Try", [self.braced(&it.body)].into_iter().chain(handlers).chain(ends).collect())
            }
            Stmt::Raise(it) => ("Raise", vec![self.maybe(it.exc.as_deref()), self.maybe(it.cause.as_deref())]),
            Stmt::Break(_) => ("Break", Vec::new()),
            Stmt::Continue(_) => ("Continue", Vec::new()),
            Stmt::Return(it) => ("Return", vec![self.maybe(it.value.as_deref())]),
            Stmt::With(it) if !it.is_async => {
                let item = |item: &ast::WithItem| {
                    format!("{}>{}", one(&item.context_expr), self.maybe(item.optional_vars.as_deref()))
                };
                ("With", it.items.iter().map(item).chain([self.braced(&it.body)]).collect())
            }
            Stmt::Assert(it) => ("Assert", vec![one(&it.test), self.maybe(it.msg.as_deref())]),
            Stmt::Delete(it) => ("Delete", self.many(&it.targets)),
            Stmt::Pass(_) => ("Pass", Vec::new()),
            _ => ("Unsupported", Vec::new()),
        };
        parts.insert(0, kind.to_owned());
        joined(parts)
    }

    /// An `if` with its `elif` and `else`, each of which is a statement within the one before.
    fn branch(&self, test: &Expr, body: &[Stmt], rest: &[ast::ElifElseClause]) -> String {
        let otherwise = match rest.split_first() {
            None => String::new(),
            Some((clause, rest)) => match &clause.test {
                Some(test) => self.branch(test, &clause.body, rest),
                None => self.block(&clause.body),
            },
        };
        joined(vec!["If".to_owned(), self.expression(test), self.braced(body), format!("{{{otherwise}}}")])
    }

    fn decorators(&self, decorators: &[ast::Decorator]) -> Vec<String> {
        decorators.iter().map(|decorator| format!("@{}", self.expression(&decorator.expression))).collect()
    }

    fn arguments(&self, arguments: &ast::Arguments) -> Vec<String> {
        let one = |argument: ast::ArgOrKeyword<'_>| match argument {
            ast::ArgOrKeyword::Arg(value) => self.expression(value),
            ast::ArgOrKeyword::Keyword(keyword) => {
                let name = keyword.arg.as_ref().map_or("**", |name| name.as_str());
                format!("{name}={}", self.expression(&keyword.value))
            }
        };
        arguments.iter_source_order().map(one).collect()
    }

    fn parameters(&self, parameters: &ast::Parameters) -> String {
        let one = |mark: &str, parameter: &ast::Parameter, default: Option<&Expr>| {
            let annotation = self.maybe(parameter.annotation.as_deref());
            format!("{mark}{}:{annotation}={}", parameter.name.as_str(), self.maybe(default))
        };
        let plain = |parameter: &ast::ParameterWithDefault| one("", &parameter.parameter, parameter.default.as_deref());
        let mut parts: Vec<String> = parameters.posonlyargs.iter().map(plain).collect();
        if !parts.is_empty() {
            parts.push("/".to_owned());
        }
        parts.extend(parameters.args.iter().map(plain));
        match &parameters.vararg {
            Some(rest) => parts.push(one("*", rest, None)),
            None if !parameters.kwonlyargs.is_empty() => parts.push("*".to_owned()),
            None => {}
        }
        parts.extend(parameters.kwonlyargs.iter().map(plain));
        parts.extend(parameters.kwarg.iter().map(|rest| one("**", rest, None)));
        format!("<{}>", parts.join(" "))
    }

    fn comprehension(&self, elements: Vec<String>, generators: &[ast::Comprehension]) -> (&'static str, Vec<String>) {
        let clause = |clause: &ast::Comprehension| {
            format!("<{}>", self.many([&clause.target, &clause.iter].into_iter().chain(&clause.ifs)).join(" "))
        };
        ("Comprehension", elements.into_iter().chain(generators.iter().map(clause)).collect())
    }

    fn expression(&self, expression: &Expr) -> String {
        let one = |expression: &Expr| self.expression(expression);
        let written = &self.text[expression.range()];
        let (kind, mut parts) = match expression {
            Expr::Name(it) => ("Name", vec![it.id.as_str().to_owned()]),
            Expr::NumberLiteral(it) => match &it.value {
                ast::Number::Int(value) => {
                    ("Integer", vec![value.as_i64().map_or("large".to_owned(), |value| value.to_string())])
                }
                ast::Number::Float(value) => ("Float", vec![format!("{:016x}", value.to_bits())]),
                ast::Number::Complex { .. } => ("Imaginary", Vec::new()),
            },
            Expr::StringLiteral(_) if written.contains('\\') => ("Text", vec!["escaped".to_owned()]),
            Expr::StringLiteral(it) => ("Text", vec![Value::from(it.value.to_str()).to_string()]),
            Expr::FString(_) | Expr::BytesLiteral(_) => ("OpaqueText", Vec::new()),
            Expr::BooleanLiteral(it) => ("Bool", vec![if it.value { "True" } else { "False" }.to_owned()]),
            Expr::NoneLiteral(_) => ("None", Vec::new()),
            Expr::EllipsisLiteral(_) => ("Ellipsis", Vec::new()),
            Expr::Tuple(it) => ("Tuple", self.many(&it.elts)),
            Expr::List(it) => ("List", self.many(&it.elts)),
            Expr::Set(it) => ("Set", self.many(&it.elts)),
            Expr::Dict(it) => {
                let entry = |entry: &ast::DictItem| format!("{}:{}", self.maybe(entry.key.as_ref()), one(&entry.value));
                ("Dict", it.items.iter().map(entry).collect())
            }
            Expr::ListComp(it) => self.comprehension(vec![one(&it.elt)], &it.generators),
            Expr::SetComp(it) => self.comprehension(vec![one(&it.elt)], &it.generators),
            Expr::Generator(it) => self.comprehension(vec![one(&it.elt)], &it.generators),
            Expr::DictComp(it) => {
                self.comprehension(self.many(it.key.as_deref().into_iter().chain([&*it.value])), &it.generators)
            }
            Expr::Lambda(it) => {
                let parameters = it.parameters.as_deref().map_or("<>".to_owned(), |all| self.parameters(all));
                ("Lambda", vec![parameters, one(&it.body)])
            }
            Expr::UnaryOp(it) => {
                let operator = match it.op {
                    ast::UnaryOp::Invert => "Invert",
                    ast::UnaryOp::Not => "Not",
                    ast::UnaryOp::UAdd => "Plus",
                    ast::UnaryOp::USub => "Minus",
                };
                (operator, vec![one(&it.operand)])
            }
            Expr::BinOp(it) => (binary(it.op), vec![one(&it.left), one(&it.right)]),
            Expr::Compare(it) => {
                let rest = it.ops.iter().zip(&it.comparators);
                let rest = rest.map(|(operator, value)| format!("{} {}", comparison(*operator), one(value)));
                ("Compare", [one(&it.left)].into_iter().chain(rest).collect())
            }
            Expr::BoolOp(it) => (if matches!(it.op, ast::BoolOp::And) { "And" } else { "Or" }, self.many(&it.values)),
            Expr::If(it) => ("Conditional", self.many([&*it.body, &*it.test, &*it.orelse])),
            Expr::Named(it) => ("Named", self.many([&*it.target, &*it.value])),
            Expr::Attribute(it) => ("Attribute", vec![one(&it.value), it.attr.as_str().to_owned()]),
            Expr::Call(it) => ("Call", [one(&it.func)].into_iter().chain(self.arguments(&it.arguments)).collect()),
            Expr::Subscript(it) => ("Subscript", self.many([&*it.value, &*it.slice])),
            Expr::Slice(it) => {
                let parts = [&it.lower, &it.upper, &it.step].map(|part| self.maybe(part.as_deref()));
                ("Slice", vec![parts.join(":")])
            }
            Expr::Starred(it) => ("Starred", vec![one(&it.value)]),
            other => panic!("{other:?} is no expression that is read"),
        };
        parts.insert(0, kind.to_owned());
        joined(parts)
    }
}

fn binary(operator: ast::Operator) -> &'static str {
    match operator {
        ast::Operator::Add => "Add",
        ast::Operator::Sub => "Subtract",
        ast::Operator::Mult => "Multiply",
        ast::Operator::MatMult => "MatrixMultiply",
        ast::Operator::Div => "Divide",
        ast::Operator::Mod => "Remainder",
        ast::Operator::Pow => "Power",
        ast::Operator::LShift => "ShiftLeft",
        ast::Operator::RShift => "ShiftRight",
        ast::Operator::BitOr => "BitOr",
        ast::Operator::BitXor => "BitXor",
        ast::Operator::BitAnd => "BitAnd",
        ast::Operator::FloorDiv => "FloorDivide",
    }
}

fn comparison(operator: ast::CmpOp) -> &'static str {
    match operator {
        ast::CmpOp::Eq => "Equal",
        ast::CmpOp::NotEq => "NotEqual",
        ast::CmpOp::Lt => "Less",
        ast::CmpOp::LtE => "LessOrEqual",
        ast::CmpOp::Gt => "Greater",
        ast::CmpOp::GtE => "GreaterOrEqual",
        ast::CmpOp::Is => "Is",
        ast::CmpOp::IsNot => "IsNot",
        ast::CmpOp::In => "In",
        ast::CmpOp::NotIn => "NotIn",
    }
}
