//! The syntax tree against CPython's own: `tests/vectors/syntax.jsonl.gz` holds what its `ast` module makes of each text
//! (`make_syntax.py` there makes it anew, and says how a tree is written).

use crate::dump::dumped;
use crate::support::vectors;
use serde_json::Value;
use std::ops::Range;
use tensor_reader::syntax::program_tree;
use tensor_reader::syntax::tree::{Statement, StatementKind};
use tensor_reader::syntax_tree;
use tensor_reader::{MAX_CHARS, MAX_PROGRAM_CHARS, Problem};

#[test]
fn every_tree_is_cpythons() {
    let cases = vectors::<Value>("syntax");
    let mut wrong = Vec::new();
    let mut trees = 0;
    for case in &cases {
        let text = case["text"].as_str().expect("a text");
        let found = syntax_tree(text).map(|module| dumped(text, &module, true));
        match (found, case["tree"].as_str()) {
            (Ok(found), Some(tree)) if found == tree => trees += 1,
            (Err(_), None) => {}
            (found, tree) => wrong.push(format!("{text:?}\n  {found:?}\n  {tree:?}")),
        }
    }
    assert!(wrong.is_empty(), "{} of {}:\n{}", wrong.len(), cases.len(), wrong.join("\n"));
    assert!(trees > 3_000 && cases.len() > trees + 60, "{trees} trees of {} texts", cases.len());
}

/// Where an exception is told, it is that of CPython: `tests/vectors/syntax_errors.jsonl` holds what it says.
#[test]
fn every_syntax_error_is_cpythons() {
    let cases = include_str!("../vectors/syntax_errors.jsonl");
    let (mut wrong, mut silent, mut told) = (Vec::new(), Vec::new(), 0);
    for case in cases.lines().map(|line| serde_json::from_str::<Value>(line).expect("an object")) {
        let text = case["text"].as_str().expect("a text");
        let Some(error) = program_tree(text).error else {
            silent.push(text.to_owned());
            continue;
        };
        let found = (error.kind, error.message.as_str(), error.line as u64, error.offset as u64);
        let expected = (
            case["kind"].as_str().unwrap_or_default(),
            case["message"].as_str().unwrap_or_default(),
            case["line"].as_u64().unwrap_or_default(),
            case["offset"].as_u64().unwrap_or_default(),
        );
        if error.message.is_empty() {
            silent.push(text.to_owned());
            continue;
        }
        told += 1;
        if found != expected {
            wrong.push(format!("{text:?}\n  {found:?}\n  {expected:?}"));
        }
    }
    assert!(wrong.is_empty(), "{} wrong:\n{}", wrong.len(), wrong.join("\n"));
    // Not told: what is "invalid syntax" and no more, assignments to what is no target, digits of numbers, `print` without brackets, the order of arguments and parameters, the
    // fields of strings, starred values, `await`, `global`, `nonlocal` and `del`.
    assert!(told >= 71, "{told} are told, not: {silent:#?}");
}

/// The statements of a program, with `?` for those that are not read and their names.
fn outline(text: &str) -> String {
    fn written(text: &str, body: &[Statement]) -> String {
        let one = |statement: &Statement| match &statement.kind {
            StatementKind::Unread { kind, names, leaves } => {
                format!("?{kind:?}({}){}", names.join(" "), if *leaves { "!" } else { "" })
            }
            kind => {
                let blocks: Vec<String> = kind.blocks().into_iter().map(|block| written(text, block)).collect();
                let first = text.chars().skip(statement.span.start).take_while(|c| !c.is_whitespace());
                format!("{}{}", first.collect::<String>(), blocks.concat())
            }
        };
        format!("{{{}}}", body.iter().map(one).collect::<Vec<_>>().join(" "))
    }
    written(text, &program_tree(text).body)
}

#[test]
fn reading_goes_on_after_what_is_no_python() {
    for (text, expected) in [
        ("x = (1\n", "{?NotPython(x)}"),
        ("a = 1\nb = = c\nd = 2", "{a ?NotPython(b c) d}"),
        ("if a b:\n    c = 1\nd = 2", "{?NotPython(a b) c d}"),
        ("if a:\n    b = = 1\n    c = 1\nd = 2", "{if{?NotPython(b) c}{} d}"),
        ("if a:\n    b = 1\nelse\n    c = 1\nd = 2", "{if{b}{} ?NotPython() c d}"),
        ("try:\n    a\nexcept E as:\n    b\nc", "{try:{a}{}{} ?NotPython(E) b c}"),
        ("a = 1\n    b = 2\nc = 3\n    d = 4\ne = 5", "{a b c d e}"),
        ("def f(:\n    return x\ny = 1", "{?NotPython(f x)! y}"),
        ("a = (1,\n  2\nb = 3\nc = (\n  4,\n)\nd", "{?NotPython(a) b c d}"),
        ("async def f():\n    return x\ny = 1", "{?Unsupported(f x)! y}"),
        ("match x:\n    case 1:\n        y = 2\nz = 1", "{?NotPython(match x) ?NotPython(case) y z}"),
        // What notebooks hold.
        (
            "%matplotlib inline\nimport a\n!pip install a\nb?\n?b\nc",
            "{?Command() import ?Command() ?Command() ?Command() c}",
        ),
        ("files = !ls *.py\n%time y = f(x)\n%%time\nz", "{?Command(files) y ?Command() z}"),
        ("x = a\\\n%b\ny = (a\n%b)", "{x y}"),
        ("In [1]:\nx = 1\ny = 2\n\nOut[1]:\n5 6\n\nIn [2]: z", "{x y z}"),
        ("def f():\n    \"\"\"\n    >>> f()\n    \"\"\"\n    return 1", "{def{\"\"\" return}}"),
    ] {
        assert_eq!(outline(text), expected, "{text:?}");
    }
}

#[test]
fn a_program_that_is_too_long_is_cut_at_a_line() {
    let line = "x = f(1)\n";
    let lines = line.repeat(MAX_PROGRAM_CHARS / line.len() - 3);
    let long = "y = 1\n".repeat(20);
    for (end, expected) in
        [("", "?Cut()!}"), ("z = f(a,\n  b,\n", "?Cut(a b f z)!}"), ("def g():\n  a\n", "def{a ?Cut()!}}")]
    {
        let text = if end.is_empty() {
            format!("{lines}{}", line.repeat(9))
        } else {
            format!("{lines}{end}  {}", "c ".repeat(30))
        };
        let module = program_tree(&text);
        assert!(module.is_cut && module.error.is_none(), "{end}");
        assert!(outline(&text).ends_with(expected), "{end}: {}", outline(&text).len());
    }
    assert!(!program_tree(&long).is_cut);
}

/// How deep expressions may be nested.
const MAX_DEPTH: usize = 100;

fn error(text: &str) -> (Range<usize>, Problem) {
    let error = syntax_tree(text).expect_err(text);
    (error.span, error.problem)
}

#[test]
fn the_first_place_that_is_no_python_is_pointed_at() {
    let unexpected = |text: &str| Problem::Unexpected(text.to_owned());
    let cases = [
        ("x = ", 3..3, Problem::NotAValue(None)),
        ("x = )", 4..5, Problem::NotAValue(Some(')'))),
        ("f(a", 3..3, Problem::Unclosed(')')),
        ("f(a]", 3..4, Problem::WrongBracket(Some(')'))),
        ("f(a))", 4..5, Problem::WrongBracket(None)),
        ("{a: b", 5..5, Problem::Unclosed('}')),
        ("x = 'a", 6..6, Problem::Unclosed('\'')),
        ("a b", 2..3, unexpected("b")),
        ("x = if", 4..6, unexpected("if")),
        ("f(x) = 1", 5..6, unexpected("=")),
        ("a + b += 1", 6..8, unexpected("+=")),
        ("(*a)", 1..2, unexpected("*")),
        ("f(a=1, b)", 7..8, unexpected("b")),
        ("if a:\nb", 4..5, unexpected(":")),
        ("x\ny\n    z", 4..8, unexpected("    ")),
        ("for 1 in x: y", 6..8, unexpected("in")),
        ("x = a $ b", 6..7, unexpected("$")),
    ];
    for (text, span, problem) in cases {
        assert_eq!(error(text), (span, problem), "{text:?}");
    }
}

/// Each part repeated until the text is as long as it may be.
#[test]
fn no_text_makes_a_tree_that_is_too_high() {
    let parts = [
        "(",
        "[",
        "{",
        "-",
        "not ",
        "a+",
        "a**",
        "a<",
        "a and ",
        "a if a else ",
        "lambda:",
        "x[",
        "f(",
        "*(",
        "a.T",
        ".T",
        "[0]",
        "()",
        "{a:",
        "(a,",
        "if a:\n",
        "elif a: b\n",
        "with (",
        "for x in ",
        "[a for a in ",
        "a, ",
        "a;",
        "def f(a=",
        "@a\n",
        "a = ",
        "'",
        "f'{",
        "\\\n",
        "if a: b\nel",
    ];
    for part in parts {
        for start in ["", "x", "x = "] {
            let text: String = start.chars().chain(part.chars().cycle()).take(MAX_CHARS).collect();
            if let Err(error) = syntax_tree(&text) {
                assert!(error.span.start <= error.span.end && error.span.end <= MAX_CHARS, "{part}: {error:?}");
            }
        }
    }
    let chains = ["a+".repeat(MAX_DEPTH) + "a", "x".to_owned() + &".T".repeat(MAX_DEPTH), "(".repeat(MAX_DEPTH + 1)];
    for text in chains {
        assert_eq!(error(&text).1, Problem::TooDeep, "{text}");
    }
    assert!(syntax_tree(&("[".repeat(70) + &"]".repeat(70))).is_ok(), "64 axes can be written, and more");
}
