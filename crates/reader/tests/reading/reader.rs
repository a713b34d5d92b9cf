//! What the reader of Python says of whole texts: answers that are written into a program, places that are no Python, and what a
//! reading has besides shapes. (Names without a value are in `open_programs.rs`, what the libraries make of programs in
//! `program_answers.rs`.)

use std::ops::Range;

use tensor_broadcasting::Combination;
use tensor_broadcasting::library::Library;
use tensor_reader::Problem;
use tensor_reader::syntax::tree::{ExpressionKind, StatementKind};
use tensor_reader::{
    Answer, Pasted, Reading, UnreadableReason, parse_operand, pasted, read_open_program, read_program, syntax_tree,
    with_answers,
};

fn read(text: &str) -> Reading {
    read_program(text, Library::PyTorch)
}

/// The shape of a variable at the end of a program; `None` also where the program is not read to its end.
fn shape(text: &str, name: &str) -> Option<String> {
    let reading = read(text);
    let ends = reading.unread.is_empty() && reading.error.is_none();
    let known = reading.names.iter().find(|known| known.name == name)?;
    ends.then(|| known.shape.to_string())
}

/// The answer `7` for `N` is a size, any other one a tensor.
fn answered(program: &str, answers: &[(&str, &str)]) -> Result<String, Problem> {
    let answer =
        |&(name, text): &(&str, &str)| Answer { name: name.to_owned(), is_size: name == "N", text: text.to_owned() };
    let answers: Vec<Answer> = answers.iter().map(answer).collect();
    with_answers(program, Library::PyTorch, &answers).map_err(|(_, error)| error.problem)
}

#[test]
fn answers_stand_where_python_finds_them() {
    type Given = &'static [(&'static str, &'static str)];
    let cases: [(&str, Given, &str); 16] = [
        // The library is imported before the first tensor.
        (
            "y = x + torch.zeros(N)",
            &[("N", "7"), ("x", "3"), ("N", "")],
            "N = 7\nimport torch\nx = torch.zeros(3)\ny = x + torch.zeros(N)",
        ),
        ("y = x @ w", &[("x", "3"), ("w", "3")], "import torch\nx = torch.zeros(3)\nw = torch.zeros(3)\ny = x @ w"),
        // After the text at the start of a program and all imports.
        (
            "\"\"\"Adds.\"\"\"\nimport torch\ny = x",
            &[("x", "3")],
            "\"\"\"Adds.\"\"\"\nimport torch\nx = torch.zeros(3)\ny = x",
        ),
        ("import os\nimport torch\ny = x", &[("x", "3")], "import os\nimport torch\nx = torch.zeros(3)\ny = x"),
        // Nothing comes before what is on the line of an import.
        ("import torch; y = x", &[("x", "3")], "import torch\nx = torch.zeros(3)\nimport torch; y = x"),
        ("import torch; y = x\nz = y", &[("x", "3")], "import torch\nx = torch.zeros(3)\nimport torch; y = x\nz = y"),
        ("import os; import torch\ny = x", &[("x", "3")], "import os; import torch\nx = torch.zeros(3)\ny = x"),
        // What makes a tensor stays as it is typed; sizes, also in a list that is multiplied, become zeros.
        ("import torch\ny = x", &[("x", "torch.ones(3)")], "import torch\nx = torch.ones(3)\ny = x"),
        ("import torch\ny = x", &[("x", "[3]*2")], "import torch\nx = torch.zeros(3, 3)\ny = x"),
        ("import torch\ny = x", &[("x", "[0.5]")], "import torch\nx = torch.tensor([0.5])\ny = x"),
        // A comment changes nothing else.
        ("x = load()\n  z = x", &[("x", "2,3")], "x = load()  # (2, 3)\n  z = x"),
        ("x = load()  # data", &[("x", "2,3")], "x = load()  # (2, 3) data"),
        ("x = load()  # (9,) rows", &[("x", "2,3")], "x = load()  # (2, 3) rows"),
        (
            "x = load()\ny = load(); z = y",
            &[("y", "3"), ("x", "2,3")],
            "x = load()  # (2, 3)\ny = load()  # (3,)\nz = y",
        ),
        // The same indentation for all lines, whatever the first one has.
        ("y = x\n  z = y", &[("x", "3")], "  import torch\n  x = torch.zeros(3)\n  y = x\n  z = y"),
        ("    y = torch.zeros(N)", &[("N", " 7 ")], "    N = 7\n    y = torch.zeros(N)"),
    ];
    for (program, answers, expected) in cases {
        assert_eq!(answered(program, answers).as_deref(), Ok(expected), "{program}");
    }
    // The largest size is that of a signed number of 64 bits.
    assert!(answered("torch.zeros(N)", &[("N", "9223372036854775807")]).is_ok());
    assert_eq!(answered("torch.zeros(N)", &[("N", "9223372036854775808")]), Err(Problem::SizeTooLarge));
    assert_eq!(answered("torch.zeros(N)", &[("N", "-1")]), Err(Problem::NotAnInteger));
}

/// What is not Python, with its first wrong place.
#[test]
fn what_is_no_python_is_pointed_at() {
    let unexpected = |text: &str| Problem::Unexpected(text.to_owned());
    let cases: [(&str, Range<usize>, Problem); 9] = [
        // Where a line ends too early, that is at the end of what is written in it.
        ("x = \ny", 3..3, Problem::NotAValue(None)),
        ("x =   # a comment\ny", 3..3, Problem::NotAValue(None)),
        ("x = = 1", 4..5, Problem::NotAValue(Some('='))),
        ("x = 1 'abc", 10..10, Problem::Unclosed('\'')),
        ("x = \"abc", 8..8, Problem::Unclosed('"')),
        ("x = if", 4..6, unexpected("if")),
        ("x = 1\ny\n    z", 8..12, unexpected("    ")),
        ("    a\n    b\nc\n    d", 14..18, unexpected("    ")),
        ("x = b'aé'", 4..9, unexpected("b'aé'")),
    ];
    for (text, span, problem) in cases {
        let error = syntax_tree(text).expect_err(text);
        assert_eq!((error.span, error.problem), (span, problem), "{text}");
    }
}

/// What a text in quotes holds is what stands between the quotes, as it was typed.
#[test]
fn the_content_of_a_text_is_what_was_typed() {
    for (text, expected) in [
        ("'abc'", "abc"),
        ("''", ""),
        ("r'abc'", "abc"),
        ("\"\"\"abc\"\"\"", "abc"),
        ("''''bc'''", "'bc"),
        ("\"\"\"\"\"\"", ""),
        (r"'\'abc'", r"\'abc"),
        ("'a' 'b'", "ab"),
    ] {
        let module = syntax_tree(text).expect(text);
        let StatementKind::Expression(expression) = &module.body[0].kind else { panic!("{text}") };
        assert_eq!(expression.kind, ExpressionKind::Text(expected.to_owned()), "{text}");
    }
}

/// A text that is no program has no part that is read, and the line of its first wrong place.
#[test]
fn a_program_that_is_no_python_is_not_read() {
    let stop = |text: &str| read(text).unread.first().map(|unread| (unread.line, unread.reason.clone()));
    let problem = |text: &str| match stop(text) {
        Some((line, UnreadableReason::Syntax(error))) => (line, error.problem),
        other => panic!("{text}: {other:?}"),
    };
    assert_eq!(problem("hello world this is text"), (1, Problem::Unexpected("world".to_owned())));
    // What CPython says of it is told, where that is known.
    let alone = read("def f()").error.expect("CPython's exception");
    assert_eq!((alone.line, alone.kind.as_str(), alone.message.as_str()), (1, "SyntaxError", "expected ':'"));
    // Of a program, the rest is read as if that line were corrected.
    let program = read("x = torch.ones(3)\n\ny = )\nz = x + x");
    let error = program.error.expect("CPython's exception");
    assert_eq!((error.line, error.kind.as_str(), error.message.as_str()), (3, "SyntaxError", "unmatched ')'"));
    assert_eq!((program.unread[0].line, &program.unread[0].reason), (3, &UnreadableReason::NotPython));
    assert_eq!((program.operations[0].line, program.operations[0].only_if.as_slice()), (4, &[3][..]));
    assert_eq!(
        problem("ValueError: shape mismatch: objects cannot be broadcast to a single shape"),
        (1, Problem::Message)
    );
    let message =
        "RuntimeError: The size of tensor a (4) must match the size of tensor b (3) at non-singleton dimension 1";
    let error = read(message).error.expect("the exception that the message tells");
    assert_eq!((error.line, error.message.as_str()), (1, message));
}

/// A way that leaves a turn of a loop under a condition that is not known does not hide the way that goes on.
#[test]
fn each_way_out_of_a_loop_counts() {
    let cases = [
        "def f(xs):\n    for q in xs:\n        if helper(q):\n            continue\n        return torch.ones(2, 3)\n    return torch.ones(4)\ny = f([1, 2])",
        "y = torch.ones(4)\nfor q in [1, 2]:\n    if helper(q):\n        continue\n    y = torch.ones(2, 3)\n    break\nz = 1",
        "def f(xs):\n    for q in xs:\n        if helper(q):\n            break\n        return torch.ones(2, 3)\n    return torch.ones(4)\ny = f([1, 2])",
    ];
    for text in cases {
        assert!(!read(text).names.iter().any(|named| named.name == "y"), "{text}: {:?}", read(text).names);
    }
}

/// What the same statement does to the result of an operation.
#[test]
fn what_follows_an_operation_is_noted() {
    let given = "a = torch.ones(4, 1)\nb = torch.ones(3)\nc = torch.ones(3)\n";
    let cases: [(&str, &[&str]); 5] = [
        ("y = ((a - b) ** 2).mean()", &["** 2 (4, 3)", ".mean() ()"]),
        // Spaces in brackets make no difference.
        ("y = ( ( a - b ) ** 2 ).mean()", &["** 2 (4, 3)", ".mean() ()"]),
        ("y = torch.exp(a - b)", &["torch.exp(…) (4, 3)"]),
        // What stands beside it, and what another operation does, is not a part of it.
        ("y = (a - b).abs() + c.sum()", &[".abs() (4, 3)"]),
        ("y = c.sum() + (a - b).abs()", &[".abs() (4, 3)"]),
    ];
    for (statement, expected) in cases {
        let reading = read(&[given, statement].concat());
        let first = reading.operations.first().expect("an operation");
        let then: Vec<String> = first.then.iter().map(|step| format!("{} {}", step.text, step.shape)).collect();
        assert_eq!(then, expected, "{statement}");
    }
}

/// An exception has an operation only where two or more tensors meet in it.
#[test]
fn an_exception_has_the_operation_in_which_tensors_meet() {
    let has_operation = |text: &str| read(text).error.map(|error| error.operation.is_some());
    assert_eq!(has_operation("x = torch.ones(3) + torch.ones(4)"), Some(true));
    assert_eq!(has_operation("x = torch.ones(3, dtype=torch.int64)\nx += 0.5"), Some(false));
    assert_eq!(has_operation("x = torch.ones(3) + torch.ones(3)"), None);
}

#[test]
fn dot_is_a_matrix_product_of_up_to_two_axes() {
    let combination = |a: &str, b: &str| {
        let reading = read(&format!("import numpy as np\ny = np.dot(np.ones({a}), np.ones({b}))"));
        reading.operations.first().and_then(|operation| operation.combination.clone())
    };
    assert_eq!(combination("(2, 3)", "(3, 4)"), Some(Combination::MatrixProduct));
    assert_eq!(combination("(3,)", "(3, 4)"), Some(Combination::MatrixProduct));
    // More axes do not broadcast.
    assert_eq!(combination("(5, 2, 3)", "(3, 4)"), None);
}

/// Each of these calls is an exception, or has a rule of its own that is not known here.
#[test]
fn arguments_with_rules_of_their_own_are_declined() {
    for statement in [
        "y = torch.einsum('i,i->i', x > 0, x > 0)",
        "y = F.dropout(x, 1.5)",
        "y = F.elu(x, [1])",
        "y = x.unsqueeze(torch.tensor(True))",
        "y = torch.round(x, 2)",
        "y = torch.zeros(3, dtype='float64')",
        "y = x.softmax()",
    ] {
        let text = format!("import torch.nn.functional as F\nx = torch.ones(3)\n{statement}");
        let stop = read(&text).unread.first().cloned();
        assert!(
            stop.as_ref().is_some_and(|stop| stop.line == 3 && matches!(stop.reason, UnreadableReason::Arguments(_))),
            "{text}: {stop:?}"
        );
    }
}

/// A call that does not fit the signature of a function that is written in Python is an exception.
#[test]
fn arguments_that_do_not_fit_are_rejected() {
    let cases = [
        ("y = F.softmax(x, axis=0)", "softmax() got an unexpected keyword argument 'axis'"),
        ("y = np.sum(np.ones(3), dim=0)", "sum() got an unexpected keyword argument 'dim'"),
        ("y = np.ones(3, 4)", "Cannot interpret '4' as a data type"),
        ("y = np.random.rand((2, 3))", "'tuple' object cannot be interpreted as an integer"),
        ("y = nn.Linear(3)", "Linear.__init__() missing 1 required positional argument: 'out_features'"),
        ("y = (lambda x, y: x)(x)", "<lambda>() missing 1 required positional argument: 'y'"),
    ];
    for (statement, expected) in cases {
        let text = format!("import torch\nimport numpy as np\nx = torch.ones(3)\n{statement}");
        let error = read(&text).error;
        assert_eq!(error.map(|error| error.message), Some(expected.to_owned()), "{text}");
    }
}

#[test]
fn arguments_may_be_given_by_keyword() {
    for statement in
        ["y = torch.round(input=x)", "y = F.gelu(input=x)", "y = F.relu(input=x)", "y = F.dropout(input=x, p=0.5)"]
    {
        let text = format!("import torch.nn.functional as F\nx = torch.ones(3)\n{statement}");
        assert_eq!(shape(&text, "y").as_deref(), Some("(3,)"), "{text}");
    }
    for (keepdims, expected) in [("1", "(1, 3)"), ("0", "(3,)"), ("True", "(1, 3)"), ("False", "(3,)")] {
        let text = format!("import numpy as np\ny = np.ones((2, 3)).sum(0, keepdims={keepdims})");
        assert_eq!(shape(&text, "y").as_deref(), Some(expected), "{text}");
    }
    for (rowvar, expected) in [("0", "(3, 3)"), ("1", "(2, 2)")] {
        let text = format!("import numpy as np\ny = np.cov(np.ones((2, 3)), rowvar={rowvar})");
        assert_eq!(shape(&text, "y").as_deref(), Some(expected), "{text}");
    }
    let text = "import numpy as np\nx = np.dot([1, 2], b=[[3, 4], [5, 6]])";
    assert_eq!(shape(text, "x").as_deref(), Some("(2,)"));
    for (padding, expected) in [("'same'", "(1, 8, 9, 9)"), ("'valid'", "(1, 8, 7, 7)"), ("1", "(1, 8, 9, 9)")] {
        let text = format!("m = torch.nn.Conv2d(3, 8, 3, padding={padding})\ny = m(torch.ones(1, 3, 9, 9))");
        assert_eq!(shape(&text, "y").as_deref(), Some(expected), "{text}");
    }
}

/// What a pasted text becomes: two operands, a program, or nothing.
#[test]
fn a_pasted_text_is_operands_or_a_program() {
    let become_of = |text: &str| match pasted(text) {
        Some(Pasted::Operands(read)) => format!("{} and {}", read.a, read.b),
        Some(Pasted::Program(program)) => program,
        None => "nothing".to_owned(),
    };
    let traceback = "Cell In[7], line 2\n      1 w = load()\n----> 2 out = w * scale\n\nFile /opt/venv/site-packages/torch/_tensor.py:12\n---> 12     return f(self)\n\nRuntimeError: The size of tensor a (8) must match the size of tensor b (6) at non-singleton dimension 1";
    let numpy = "  File \"train.py\", line 9, in <module>\n    z = u + v\nValueError: operands could not be broadcast together with shapes (5,) (6,) ";
    let cases = [
        // A line that combines tensors, or names that need a value first.
        ("out = w * scale", "out = w * scale"),
        ("w > scale", "w > scale"),
        ("torch.zeros(2, 3) @ torch.zeros(3)", "torch.zeros(2, 3) @ torch.zeros(3)"),
        ("torch.zeros(2, 3)", "nothing"),
        ("train()", "nothing"),
        ("B,H", "nothing"),
        ("import torch", "nothing"),
        ("w = load()\nout = w * 2", "w = load()\nout = w * 2"),
        ("torch.zeros(2, 1) + torch.zeros(3)", "torch.zeros(2, 1) and torch.zeros(3)"),
        // The line of the program that failed, not that of the library.
        (traceback, "out = w * scale"),
        (numpy, "import numpy as np\nu = np.zeros((5,))\nv = np.zeros((6,))\nz = u + v"),
    ];
    for (text, expected) in cases {
        assert_eq!(become_of(text), expected, "{text}");
    }
    // A line of the library alone says nothing.
    let alone = traceback.replace("out = w * scale", "");
    assert_eq!(become_of(&alone), alone);
}

/// An operand is one thing.
#[test]
fn what_prints_several_things_is_no_operand() {
    for text in ["print(torch.ones(3), torch.ones(4))", "print((3, 1), 'a')", "torch.ones(3).unsqueeze([0])"] {
        assert!(parse_operand(text).is_err(), "{text}");
    }
    assert!(parse_operand("print(torch.ones(3))").is_ok());
}

/// Found by fuzzing: what a handler raises under an unknown condition is for the `try` around it, and not for its own.
#[test]
fn a_handler_that_raises_again_ends() {
    let text = "try:\n    try:\n        x + 1\n    except ValueError:\n        raise\nexcept:\n    s = 1\n";
    let reading = read_program(text, Library::NumPy);
    assert_eq!(reading.unread.iter().map(|unread| unread.line).collect::<Vec<_>>(), [3]);
}

/// Found by the fuzzer: an excerpt whose first statement has a block keeps its indentation, and what is written before it has it too.
#[test]
fn answers_before_an_indented_block_have_its_indentation() {
    let text = "\n    try:\n        return x + np.ones(2)\n    except ValueError as error:\n        raise RuntimeError from error\nb = f(np.ones(3))\n";
    let answer = Answer { name: "x".to_owned(), is_size: false, text: "7".to_owned() };
    let answered = with_answers(text, Library::NumPy, &[answer]).expect("an answer");
    let syntax = |text: &str| {
        let unread = read_open_program(text, Library::NumPy).unread;
        unread.into_iter().find(|unread| matches!(unread.reason, UnreadableReason::Syntax(_)))
    };
    assert_eq!((syntax(text), syntax(&answered)), (None, None), "{answered}");
    assert!(answered.contains("    x = np.zeros((7,))\n") && answered.contains("\n    try:"), "{answered}");
}
