//! A call of what nothing calls: `tests/vectors/uncalled_definitions.txt` holds definitions of tutorials with the calls, which ran in the
//! libraries.

use broadcast_visualizer::i18n::{Locale, ProgramText};
use broadcast_visualizer::program::{PYTHON, with_call};
use tensor_broadcasting::library::Library;

/// The definitions: what begins with `=== ` is the name of the next one.
const DEFINITIONS: &str = include_str!("../vectors/uncalled_definitions.txt");

/// What is written to the end of a program; `None` where everything in it is called.
fn call_of(text: &str) -> Option<String> {
    let python = PYTHON.get().expect("the reader is there natively");
    let uncalled = (python.uncalled)(text)?;
    let library = if text.contains("torch") { Library::PyTorch } else { Library::NumPy };
    let program = with_call(text, library, &uncalled, python.read_program);
    Some(program.strip_prefix(text.trim_end()).expect("the program stays as it is").trim().to_owned())
}

#[test]
fn a_call_is_written_with_sizes_that_work() {
    let definitions: Vec<&str> = DEFINITIONS.split("\n=== ").skip(1).collect();
    assert!(definitions.len() >= 20);
    for definition in definitions {
        let (name, rest) = definition.split_once('\n').expect("a name");
        let (call, text): (Vec<&str>, Vec<&str>) = rest.lines().partition(|line| line.starts_with("--- "));
        let call: Vec<&str> = call.into_iter().map(|line| line.trim_start_matches("--- ")).collect();
        assert_eq!(call_of(&text.join("\n")).as_deref(), Some(&*call.join("\n")), "{name}");
    }
}

#[test]
fn no_exception_is_told_that_only_a_written_size_causes() {
    // Nothing fits both lines, so the tensor is a name that is asked for.
    let text = "import torch\n\ndef f(x):\n    a, b, c = x.view(3, 7, 11).shape\n    return x.reshape(13)";
    assert_eq!(call_of(text).as_deref(), Some("f(x)"));
    // Whatever it is given, it has no such attribute.
    let text = "import torch\nfrom torch import nn\n\nclass Net(nn.Module):\n    def __init__(self, n):\n        super().__init__()\n        \
                self.fc = nn.Linear(n, 2)\n\n    def forward(self, x):\n        return self.fc1(x)";
    assert_eq!(call_of(text).as_deref(), Some("m = Net(n=8)\nm(torch.randn(2, 8))"));
}

#[test]
fn only_what_stands_nowhere_else_is_called() {
    let cases = [
        ("def f(x):\n    return x\n\nf(1)", None),
        // A comment calls nothing, and a name that is taken is not used.
        ("import numpy as np\nm = 1\n# f\ndef f(x):\n    return x + m", Some("f(np.ones((2, 8)))")),
        // What calls the other one is called.
        ("import numpy as n\ndef g(x):\n    return x\n\ndef f(x):\n    return g(x)", Some("f(n.ones((2, 8)))")),
        ("from torch import nn\nm = 1\nclass Net(nn.Module):\n    pass", Some("import torch\nmodel = Net()")),
        ("import torch\n@register\ndef f(x):\n    return x", None),
        (
            "import torch\ndef f(x, /, *, n: int, deep: bool):\n    return x",
            Some("f(torch.randn(2, 8), n=8, deep=True)"),
        ),
        (
            "import torch\nclass A:\n    def __init__(self, n):\n        self.n = n\nclass B(A):\n    def __call__(self, x):\n        return x",
            Some("m = B(n=8)\nm(torch.randn(2, 8))"),
        ),
        ("x = 1", None),
    ];
    for (text, expected) in cases {
        assert_eq!(call_of(text).as_deref(), expected, "{text}");
    }
}

#[test]
fn each_language_offers_the_call() {
    for locale in Locale::ALL {
        assert!(locale.program_text(ProgramText::Uncalled("Net")).contains("Net"));
        assert!(!locale.program_text(ProgramText::AddCall).is_empty());
    }
}
