//! Answers that are written into a program.

use tensor_broadcasting::library::Library;
use tensor_reader::{Answer, MAX_PROGRAM_CHARS, Problem, with_answers};

fn written(program: &str, library: Library, answers: &[(&str, &str)]) -> Result<String, (usize, Problem)> {
    let is_size = |name: &str| name == "N";
    let answer = |(name, text): &(&str, &str)| Answer {
        name: (*name).to_owned(),
        is_size: is_size(name),
        text: (*text).to_owned(),
    };
    let answers: Vec<Answer> = answers.iter().map(answer).collect();
    with_answers(program, library, &answers).map_err(|(index, error)| (index, error.problem))
}

#[test]
fn answers_become_lines_of_the_program() {
    let (torch, numpy) = (Library::PyTorch, Library::NumPy);
    type Given = &'static [(&'static str, &'static str)];
    let cases: [(&str, Library, Given, &str); 22] = [
        ("import torch\\\n# c\ny = x", torch, &[("x", "3")], "import torch\\\n# c\nx = torch.zeros(3)\ny = x"),
        (
            "import torch\n\u{3000}y = x\n\u{3000}z = y",
            torch,
            &[("x", "3")],
            "import torch\n\u{3000}x = torch.zeros(3)\n\u{3000}y = x\n\u{3000}z = y",
        ),
        ("y = x\n  z = y", torch, &[("x", "3")], "  import torch\n  x = torch.zeros(3)\n  y = x\n  z = y"),
        ("import torch\n  y = x", torch, &[("x", "3")], "import torch\n  x = torch.zeros(3)\n  y = x"),
        ("y = x + 1", torch, &[("x", "32,10")], "import torch\nx = torch.zeros(32, 10)\ny = x + 1"),
        ("y = x + 1", numpy, &[("x", "(3,)")], "import numpy as np\nx = np.zeros((3,))\ny = x + 1"),
        ("import numpy as n\ny = x", numpy, &[("x", "()")], "import numpy as n\nx = n.zeros(())\ny = x"),
        (
            "import torch\n\ny = x @ W",
            torch,
            &[("x", "()"), ("W", "3x4")],
            "import torch\nx = torch.zeros(())\nW = torch.zeros(3, 4)\n\ny = x @ W",
        ),
        ("import torch\ny = x", torch, &[("x", "[[1, 2]]")], "import torch\nx = torch.tensor([[1, 2]])\ny = x"),
        ("import torch\ny = x", torch, &[("x", "torch.randn(3)")], "import torch\nx = torch.randn(3)\ny = x"),
        ("import torch\ny = x", torch, &[("x", "np.ones(3)")], "import torch\nx = torch.zeros(3)\ny = x"),
        // Nothing comes before what is on the line of the import.
        ("import torch; y = x", torch, &[("x", "3")], "import torch\nx = torch.zeros(3)\nimport torch; y = x"),
        (
            "from __future__ import annotations\ny = x",
            torch,
            &[("x", "3")],
            "from __future__ import annotations\nimport torch\nx = torch.zeros(3)\ny = x",
        ),
        (">>> import torch\n>>> x + 1", torch, &[("x", "3")], ">>> import torch\n>>> x = torch.zeros(3)\n>>> x + 1"),
        // What stands after a prompt may be indented.
        (
            "def f():\n    In [1]:     y = x\n  In [2]:     z = y",
            torch,
            &[("x", "3")],
            ">>>     import torch\n>>>     x = torch.zeros(3)\ndef f():\n    In [1]:     y = x\n  In [2]:     z = y",
        ),
        (">>>y = x", torch, &[("x", "3")], ">>> import torch\n>>> x = torch.zeros(3)\n>>> y = x"),
        ("    y = torch.zeros(N)", torch, &[("N", " 7 ")], "    N = 7\n    y = torch.zeros(N)"),
        ("x = load()\nz = x", torch, &[("x", "2,3")], "x = load()  # (2, 3)\nz = x"),
        ("x = load()  # data", numpy, &[("x", "5 3")], "x = load()  # (5, 3) data"),
        (
            "x = load()\ny = load()\nz = x + y",
            torch,
            &[("y", "3"), ("x", "2,3")],
            "x = load()  # (2, 3)\ny = load()  # (3,)\nz = x + y",
        ),
        ("x = load(); z = x  # z", torch, &[("x", "2,3")], "x = load()  # (2, 3)\nz = x  # z"),
        ("x = load()  # (9,) rows", torch, &[("x", "2,3"), ("y", "")], "x = load()  # (2, 3) rows"),
    ];
    for (program, library, answers, expected) in cases {
        assert_eq!(written(program, library, answers).as_deref(), Ok(expected), "{program}");
    }
}

#[test]
fn an_answer_that_cannot_be_read_is_named() {
    let torch = Library::PyTorch;
    assert_eq!(written("x + y", torch, &[("x", "3"), ("y", "3,-1")]), Err((1, Problem::NegativeSize)));
    assert_eq!(written("zeros(N)", torch, &[("N", "many")]), Err((0, Problem::NotAnInteger)));
    let long = format!("x  # {}", "a".repeat(MAX_PROGRAM_CHARS - 5));
    assert_eq!(written(&long, torch, &[("x", "3")]), Err((0, Problem::TooLong)));
}
