//! Programs that do not say everything: names without a value, stated shapes, letters as sizes, and the answers about them.

use std::rc::Rc;

use broadcast_visualizer::i18n::Locale;
use broadcast_visualizer::state::{Action, Analysis, Model, Settings, Verdict};
use tensor_broadcasting::library::Library;
use tensor_broadcasting::{OperandId, Shape};
use tensor_reader::{Answer, NoteKind, Reading, letters_of, read_open_program, read_program, with_letter_sizes};

fn read(text: &str) -> Reading {
    read_open_program(text, Library::PyTorch)
}

/// The names that are asked for, each with the size that it is read as.
fn asked(reading: &Reading) -> Vec<String> {
    let size = |size: Option<u64>| size.map_or_else(String::new, |size| format!("={size}"));
    reading.asked.iter().map(|asked| format!("{}{}", asked.name, size(asked.size))).collect()
}

/// The shape of a variable at the end of a program.
fn shape(reading: &Reading, name: &str) -> Option<String> {
    reading.names.iter().find(|known| known.name == name).map(|known| known.shape.to_string())
}

/// The names of the axes of the operands of the last operation.
fn axis_names(reading: &Reading) -> Vec<Vec<String>> {
    let failing = reading.error.as_ref().and_then(|error| error.operation.as_deref());
    let last = failing.or(reading.operations.last()).expect("an operation");
    last.operands.iter().map(|operand| operand.operand.names.clone()).collect()
}

#[test]
fn names_without_a_known_value_are_asked_for() {
    let cases: [(&str, &[&str]); 36] = [
        ("y = x @ W + b", &["x", "W", "b"]),
        ("import torch\nx = load()\ny = x + torch.ones(3)", &["x"]),
        // What is called is no tensor, and what follows from another name is not asked for again.
        ("model = Net()\nx = load()\ny = model(x)\nz = y + 1", &["x", "y"]),
        ("x = load()\ny = x * 2\nz = y + 1", &["x"]),
        ("y = torch.zeros(N, 1) + torch.zeros(M)", &["N=5", "M=3"]),
        ("y = torch.zeros(N, 1) + torch.zeros(5)", &["N=3"]),
        ("x = torch.ones(3)\ny = x + 1", &[]),
        ("y = x * 2\nz = y + 1", &["x"]),
        // What stands for a tensor in one place and for something else in another one is no tensor.
        ("y = x + 1\nz = x(3)", &[]),
        ("def f(k=w):\n    return k\ny = w + 1", &[]),
        // A name that a function gives a value anywhere is its own.
        ("def f(x):\n    y = h + x\n    h = 1\n    return y", &[]),
        ("def f(x):\n    y = h + k\n    h, [k, *rest] = 1, x\n    return rest", &[]),
        ("def f(x):\n    h += x\n    return h", &[]),
        ("def f(x):\n    y = h + x\n    h: int = 1", &[]),
        ("def f(x):\n    y = h + x\n    for h in range(3):\n        pass", &[]),
        ("def f(x):\n    y = h + k\n    if x:\n        h = 1\n    else:\n        k = 2", &[]),
        ("def f(x):\n    y = h + x\n    with torch.no_grad():\n        h = 1", &[]),
        ("def f(x):\n    y = g + x\n    def g():\n        pass", &[]),
        // Elements are assigned to a tensor that is there.
        ("x[0] = 1", &["x"]),
        ("(x[0], y) = 1, 2", &["x"]),
        // What a star takes apart is a list, and a condition is no tensor.
        ("y = torch.cat([*xs])", &[]),
        ("y = a if flag else b", &["a", "b"]),
        // Keywords and places of arguments say what is a size.
        ("y = torch.zeros(size=(N, 1))", &["N=5"]),
        ("y = torch.sum(input=x)", &["x"]),
        ("y = torch.full((N,), v)", &["v", "N=5"]),
        ("y = x.view(B, -1)", &["x", "B=5"]),
        ("y = x.add(w)", &["x", "w"]),
        ("y = torch.Tensor.reshape(x, (N, 2))", &["x", "N=5"]),
        // Stated shapes name sizes, each once.
        ("x = load()  # (B, 3)\ny = x + 1", &["B=5"]),
        ("x = load()  # (B, C, B)\ny = x + 1", &["B=5", "C=3"]),
        ("x = torch.zeros(N)\ny = load()  # (N, 2)", &["N=5"]),
        ("B, T = 2, 8\nx = load()  # (B, T, 32)\ny = x.view(B, T, 32)", &[]),
        ("x = load()  # (a-b, 3)\ny = x + 1", &["x"]),
        ("x = load()  # (3x, 3)\ny = x + 1", &["x"]),
        ("x = load()  # (rows of 3, 3)\ny = x + 1", &["x"]),
        ("x: Float[Tensor, \"batch 3\"] = load()\ny = x + 1", &["batch=5"]),
    ];
    for (text, names) in cases {
        assert_eq!(asked(&read(text)), names, "{text}");
    }
}

#[test]
fn a_size_without_a_value_is_assumed_only_where_that_is_shown() {
    let text = "import torch\nx = torch.zeros(N, 1)";
    assert_eq!(shape(&read(text), "x").as_deref(), Some("(5, 1)"));
    let strict = read_program(text, Library::PyTorch);
    assert_eq!((strict.unread.first().map(|unread| unread.line), strict.names.len()), (Some(2), 0));
}

#[test]
fn stated_shapes_stand_for_what_is_not_known() {
    let cases = [
        ("x = load()  # (4, 3)", "x", Some("(4, 3)")),
        ("B, T = 2, 8\nx = load()  # (B, T, 32)", "x", Some("(2, 8, 32)")),
        ("x: Float[Tensor, \"batch 3\"]", "x", Some("(5, 3)")),
        ("x: Float[Tensor, \"batch 3\"] = load()", "x", Some("(5, 3)")),
        ("x = frobnicate(torch.ones(3)).values  # [7, 2] rows", "x", Some("(7, 2)")),
        // A value that is known is not changed by what is stated.
        ("x = torch.ones(2, 3)  # (3, 2)", "x", Some("(2, 3)")),
        ("x = torch.ones(2, 3)\nx: Float[Tensor, \"3 2\"]", "x", Some("(2, 3)")),
        ("x = 3  # (3, 2)", "x", None),
        // A shape after two names does not say whose it is.
        ("x, y = load()  # (3, 2)", "x", None),
        ("x = load()  # the rows", "x", None),
        ("x = load()  # (optional)", "x", None),
        ("x = load()  # (3)", "x", Some("(3,)")),
        ("x = load(); y = 1  # (3, 2)", "x", None),
    ];
    for (text, name, expected) in cases {
        assert_eq!(shape(&read(text), name).as_deref(), expected, "{text}");
    }
    // No tensor has more than 64 axes.
    let of_ones = |count: usize| shape(&read(&format!("x = load()  # ({})", vec!["1"; count].join(", "))), "x");
    assert_eq!(of_ones(64), Some(Shape::from([1; 64]).to_string()));
    assert_eq!(of_ones(65), None);
    let note = |text: &str| {
        let reading = read(text);
        let note = reading.notes.first()?;
        let NoteKind::Stated { stated, made } = &note.kind else { return None };
        Some((note.line, stated.to_string(), made.as_ref().map(ToString::to_string)))
    };
    assert_eq!(note("\nx = load()  # (4, 3)"), Some((2, "(4, 3)".to_owned(), None)));
    let made = Some("(2, 3)".to_owned());
    assert_eq!(note("x = torch.ones(2, 3)  # (3, 2)"), Some((1, "(3, 2)".to_owned(), made)));
    assert_eq!(note("x = torch.ones(2, 3)  # (2, 3)"), None);
    // An exception stays one, whatever is stated.
    let failing = read("x = torch.ones(2) + torch.ones(3)  # (2, 3)");
    assert_eq!((failing.error.map(|error| error.kind), failing.notes), (Some("RuntimeError".to_owned()), vec![]));
    let typed = read("x: Int[Tensor, \"4\"]\ny: Bool[Tensor, \"4\"]");
    let types: Vec<&str> = typed.names.iter().map(|name| name.dtype.name()).collect();
    assert_eq!(types, ["int64", "bool"]);
}

#[test]
fn what_a_type_states_runs_a_function_that_nothing_calls() {
    let text = "import torch\ndef f(x: Float[Tensor, \"b 3\"], w: Float[Tensor, \"4\"], k=2):\n    return x * w * k";
    let reading = read(text);
    let error = reading.error.expect("3 against 4");
    assert_eq!((error.line, error.kind.as_str()), (3, "RuntimeError"));
    assert_eq!(asked(&read(text)), ["b=5"]);
    // Python does not run it: that depends on its own line.
    assert_eq!(error.only_if, [2]);
    // A parameter with a default value needs no stated shape, wherever it stands.
    let keyword = read("def f(x: Float[Tensor, \"3\"], *, k=2):\n    return x + torch.ones(4)");
    assert_eq!(keyword.error.map(|error| error.line), Some(2));
    let unknown = read("def f(x: Float[Tensor, \"3\"], y):\n    return y, x + torch.ones(4)");
    assert_eq!((unknown.error.map(|error| error.line), unknown.unread, unknown.operations), (Some(2), vec![], vec![]));
    // A function that is called is not run again.
    let called = format!("{text}\nf(torch.ones(2, 4), torch.ones(4))");
    assert_eq!(read(&called).error, None);
}

#[test]
fn axes_bear_the_letters_that_they_have_the_size_of() {
    let names = |text: &str| axis_names(&read(text));
    assert_eq!(names("torch.zeros(N, 1) + torch.zeros(N)"), [vec!["N", ""], vec!["N"]]);
    assert_eq!(names("B, T = 4, 4\nx = torch.zeros(B, T)\ny = x + torch.zeros(4)"), [vec!["B", "T"], vec![]]);
    // A size that only happens to be the same has another origin.
    assert_eq!(names("N = 4\nx = torch.zeros(N + 1, 5) * torch.zeros(N, 1, 5)"), [vec![], vec!["N", "", ""]]);
    assert_eq!(names("x = torch.zeros(N, 3)\ny = x.T - x.T.mean(0)"), [vec!["", "N"], vec!["N"]]);
    // With other sizes this program fails earlier, so nothing is known of its later axes.
    assert_eq!(
        names("N = 4\nx = torch.zeros(N).view(2, 2)\ny = torch.zeros(N, 2) + x[0]"),
        [Vec::<String>::new(), vec![]]
    );
    let other = "N = 4\nif N == 4:\n    y = torch.zeros(N, 1) + torch.zeros(N)\nelse:\n    y = torch.zeros(N, 1) * torch.zeros(N)";
    assert_eq!(names(other), [Vec::<String>::new(), vec![]]);
    // A size of 1 broadcasts, so it stays 1.
    assert_eq!(names("K = 1\ny = torch.zeros(3, K) + torch.zeros(3)"), [Vec::<String>::new(), vec![]]);
    // The operation that fails bears them too.
    assert_eq!(names("torch.zeros(N, 2) + torch.zeros(N)"), [vec!["N", ""], vec!["N"]]);
}

#[test]
fn an_answer_is_one_step_that_undo_takes_back_and_that_the_link_has() {
    let code = "import torch\ny = x + torch.zeros(N, 1)";
    let mut model = Model::open("?a=4,1&b=3", Locale::En);
    model.reduce(Action::OpenCode(code.to_owned()));
    let entries = model.visit().history_entries;
    let answer = |name: &str, is_size, text: &str| Answer { name: name.to_owned(), is_size, text: text.to_owned() };
    assert!(!model.reduce(Action::Answer(vec![answer("x", false, "3,-2"), answer("N", true, "7")])));
    assert!(!model.reduce(Action::Answer(vec![answer("x", false, " ")])));
    assert!(model.reduce(Action::Answer(vec![answer("x", false, "4"), answer("N", true, "7")])));
    let written = "import torch\nx = torch.zeros(4)\nN = 7\ny = x + torch.zeros(N, 1)";
    assert_eq!(model.settings().code.text, written);
    assert_eq!(model.visit().history_entries, entries + 1);
    assert_eq!(
        model.shown().and_then(|shown| shown.operation.shape().map(ToString::to_string)).as_deref(),
        Some("(7, 4)")
    );
    let again = Model::open(&model.settings().to_query(), Locale::En);
    assert_eq!(again.settings().code.text, written);
    model.reduce(Action::Undo);
    assert_eq!(model.settings().code.text, code);
}

#[test]
fn letters_in_the_fields_have_one_size_in_both() {
    let shapes = |a: &str, b: &str| {
        let settings = Settings { a: a.to_owned(), b: b.to_owned(), ..Settings::default() };
        let analysis = Analysis::new(&settings);
        let shape = |operand| analysis.operands[operand].as_ref().map(|read| read.shape().to_string());
        let letters: Vec<String> =
            letters_of(&[a, b]).iter().map(|letter| format!("{}={}", letter.name, letter.size.unwrap_or(0))).collect();
        assert_eq!(analysis.has_letters, !letters.is_empty(), "{a} and {b}");
        let [a, b] =
            OperandId::PAIR.map(|operand| shape(operand).unwrap_or_else(|error| format!("{:?}", error.problem)));
        (a, b, letters.join(" "))
    };
    let owned = |a: &str, b: &str, letters: &str| (a.to_owned(), b.to_owned(), letters.to_owned());
    assert_eq!(shapes("N,1", "N"), owned("(5, 1)", "(5,)", "N=5"));
    assert_eq!(shapes("(B, T, 5)", "T,C"), owned("(3, 7, 5)", "(7, 11)", "B=3 T=7 C=11"));
    assert_eq!(shapes("N,1", "N=4"), owned("(4, 1)", "(4,)", ""));
    assert_eq!(shapes("N x 3", "n"), owned("(5, 3)", "(7,)", "N=5 n=7"));
    assert_eq!(shapes("batch=4, 3", "3"), owned("(4, 3)", "(3,)", ""));
    assert_eq!(shapes("many", "3").0, "Text(UnknownWord(\"many\"))");
    // Beyond the number of sizes, a letter is no size.
    assert_eq!(shapes("A,B,C,D,E,F,G,H,I,J", "1").0, "Text(UnknownWord(\"J\"))");
}

#[test]
fn what_letters_decide_depends_on_them() {
    let verdict = |query: &str| Model::open(query, Locale::En).analysis().verdict.clone();
    let depends = |sizes: &[u64]| Verdict::Depends(Some(Shape::from(sizes)));
    // Without brackets, in the inputs of a link, and with sizes that are not given.
    assert_eq!(verdict("?a=(batch_size,3)&b=3"), depends(&[5, 3]));
    assert_eq!(verdict("?a=(None,3)&b=(None,3)"), depends(&[5, 3]));
    assert_eq!(verdict("?a=-1,3&b=3"), depends(&[5, 3]));
    assert_eq!(verdict("?a=*,1&b=..."), depends(&[5, 3]));
    // Whether they broadcast depends on the letter, also in place.
    assert_eq!(verdict("?a=3,N&b=4"), Verdict::Depends(None));
    assert_eq!(verdict("?a=N&b=M"), Verdict::Depends(None));
    assert_eq!(verdict("?a=1,3&b=N,3&inplace=1"), Verdict::Depends(None));
    assert_eq!(verdict("?a=B*T,3&b=T,3"), Verdict::Depends(None));
    // Another size clashes in any case, and letters with sizes decide nothing.
    assert!(matches!(verdict("?a=N,3&b=4"), Verdict::Fails { shape: None, .. }));
    assert_eq!(verdict("?a=N=4,3&b=N,1"), Verdict::Broadcasts(Shape::from([4, 3])));
    // A letter has another size than those that are written, or computed.
    assert_eq!(verdict("?a=N,1&b=٥"), depends(&[3, 5]));
    assert_eq!(verdict("?a=N&b=4%2B1,"), Verdict::Depends(None));
    let mut model = Model::open("?a=(None,3)&b=(None,1)", Locale::En);
    assert!(model.reduce(Action::SetLibrary(Library::NumPy)));
    assert_eq!(model.analysis().verdict, depends(&[5, 3]));
    let answer = Answer { name: "None".to_owned(), is_size: true, text: "7".to_owned() };
    assert!(model.reduce(Action::Answer(vec![answer])));
    assert_eq!((model.settings().a.as_str(), model.settings().b.as_str()), ("(7,3)", "(7,1)"));
    assert_eq!(model.analysis().verdict, Verdict::Broadcasts(Shape::from([7, 3])));
}

#[test]
fn sizes_are_written_where_letters_stand() {
    let written = |text: &str, name: &str| {
        let answer = Answer { name: name.to_owned(), is_size: true, text: "7".to_owned() };
        with_letter_sizes(&[text], &[answer]).expect("a size").remove(0)
    };
    let cases = [
        ("NCHW", "C", "N, C=7, H, W"),
        ("(B*T, C)", "T", "(B*7, C)"),
        ("BxTx3", "T", "BxT=7x3"),
        ("[?, 3, ?]", "?2", "[?, 3, 7]"),
        ("m by n", "n", "m by n=7"),
        ("[src len, 3]", "src len", "[src len=7, 3]"),
        ("(N, C_{in})", "C_in", "(N, C_in=7)"),
    ];
    for (text, name, expected) in cases {
        assert_eq!(written(text, name), expected, "{text}");
    }
}

#[test]
fn a_size_of_a_letter_is_written_into_the_field_and_the_picture() {
    let mut model = Model::open("?a=1,N&b=N,1", Locale::En);
    let answer = |text: &str| vec![Answer { name: "N".to_owned(), is_size: true, text: text.to_owned() }];
    let operation = |model: &Model| model.shown().map(|shown| Rc::clone(&shown.operation)).expect("an operation");
    assert_eq!(operation(&model).shape(), Some(&Shape::from([5, 5])));
    assert!(!model.reduce(Action::Answer(answer("many"))));
    assert!(model.reduce(Action::Answer(answer("7"))));
    assert_eq!((model.settings().a.as_str(), model.settings().b.as_str()), ("1,N=7", "N,1"));
    let shown = operation(&model);
    let names = [0, 1].map(|axis| [shown.axis_name(OperandId::A, axis), shown.result_axis_name(axis)]);
    assert_eq!((shown.shape(), names), (Some(&Shape::from([7, 7])), [["", "N"], ["N", "N"]]));
    model.reduce(Action::Undo);
    assert_eq!(model.settings().a, "1,N");
    // A fix keeps the names of the axes.
    let clash = Model::open("?a=N,1&b=M,2", Locale::En);
    let fixes = clash.analysis().diagnostics(clash.settings()).fixes;
    let texts: Vec<String> = fixes
        .iter()
        .filter_map(|fix| {
            let operand = clash.analysis().operands[fix.operand].as_ref().ok()?;
            Some(fix.apply(clash.settings().operand_text(fix.operand), operand, Library::PyTorch))
        })
        .collect();
    assert!(texts.iter().any(|text| text == "N=5, 1, 1"), "{texts:?}");
}

#[test]
fn the_picture_names_the_axes_with_letters() {
    let figure = |a: &str, b: &str| {
        let arguments = ["--a", a, "--b", b, "--width", "900"].map(str::to_owned);
        crate::figure::figure(&arguments).expect("a picture")
    };
    let svg = figure("N,1", "N");
    // Two brackets of each operand, which are stretched, and of the result.
    assert_eq!(svg.matches("N=5").count(), 6, "{svg}");
    assert!(!figure("5,1", "5").contains("N=5"));
    // Beside a bracket there is no room for a long name.
    assert_eq!(figure("student=5,1", "5").matches("student=5").count(), 1, "only in the title");
}
