//! Error messages and lines that are pasted.

use tensor_broadcasting::library::Library;
use tensor_reader::{Pasted, Problem, parse_operand, pasted, pasted_message, read_program};

/// The operands of a pasted text with the library and `=` where the first one is written; a program; or nothing.
fn read(text: &str) -> String {
    match pasted(text) {
        Some(Pasted::Operands(read)) => {
            let library = read.library.map_or("", Library::name);
            format!("{} {}{} {library}", read.a, if read.in_place { "= " } else { "" }, read.b).trim().to_owned()
        }
        Some(Pasted::Program(program)) => program,
        None => "nothing".to_owned(),
    }
}

#[test]
fn messages_with_both_shapes_are_the_operands() {
    let cases = [
        ("operands could not be broadcast together with shapes (32,1) (3,)", "(32, 1) (3,) NumPy"),
        ("ValueError: operands could not be broadcast together with shapes (2,3) (4,) ", "(2, 3) (4,) NumPy"),
        (
            "ValueError: operands could not be broadcast together with shapes (572,572) (3,) (572,572)",
            "(572, 572) = (3,) NumPy",
        ),
        ("RuntimeError: output with shape [3] doesn't match the broadcast shape [3, 3]", "(3,) = (3, 3) PyTorch"),
        ("(32,1) (32,)", "(32, 1) (32,)"),
        ("torch.Size([32, 1]) torch.Size([32])", "(32, 1) (32,) PyTorch"),
        ("(32,1), (32,)", "(32, 1) (32,)"),
        ("5,3,4,1\n3,1,1", "(5, 3, 4, 1) (3, 1, 1)"),
        ("() (3,)", "() (3,)"),
        ("x = (5, 3)\ny = (3,)", "(5, 3) (3,)"),
        ("32,1\n32", "(32, 1) (32,)"),
    ];
    for (text, expected) in cases {
        assert_eq!(read(text), expected, "{text}");
    }
}

#[test]
fn nothing_but_two_shapes_leaves_a_program_and_a_part_of_it_does_not() {
    for text in ["(2,1) (5,)", "torch.Size([2, 1]) torch.Size([5])"] {
        assert!(pasted_message(text).is_some(), "{text}");
    }
    for text in ["x = (2, 1)\ny = (5,)", "(2, 1) + (5,)", "a: (2, 1), b: (5,)", "2, 1\n5", "x + y", "(2, 1)"] {
        assert_eq!(pasted_message(text), None, "{text}");
    }
}

#[test]
fn messages_of_other_calls_are_programs_that_fail_so() {
    let cases = [
        "RuntimeError: mm: mat1 and mat2 shapes cannot be multiplied (32x784 and 10x784)",
        "ValueError: shapes (2,3) and (2,3) not aligned: 3 (dim 1) != 2 (dim 0)",
        "ValueError: could not broadcast input array from shape (3,) into shape (2,)",
        "ValueError: shape mismatch: value array of shape (4,) could not be broadcast to indexing result of shape (2,3)",
        "RuntimeError: shape mismatch: value tensor of shape [4] cannot be broadcast to indexing result of shape [2, 3]",
        "RuntimeError: shape '[16, 32]' is invalid for input of size 500",
        "ValueError: operands could not be broadcast together with shapes (3,) (4,) (5,)",
        "RuntimeError: The expanded size of the tensor (4) must match the existing size (3) at non-singleton dimension 1.  Target sizes: [2, 4].  Tensor sizes: [2, 3]",
    ];
    for text in cases {
        let Some(Pasted::Program(program)) = pasted(text) else { panic!("{text}: no program") };
        let error = read_program(&program, Library::PyTorch).error.unwrap_or_else(|| panic!("{program} works"));
        assert_eq!(format!("{}: {}", error.kind, error.message), text, "{program}");
    }
    // As earlier versions write it.
    let earlier = cases[0].replace("mm: ", "");
    assert_eq!(pasted(&earlier), pasted(cases[0]));
}

#[test]
fn messages_without_both_shapes_are_declined() {
    let cases = [
        "ValueError: operands could not be broadcast together with shapes (3,) (4,) (5,) (6,)",
        "numpy.exceptions.AxisError: axis 1 is out of bounds for array of dimension 1",
        "operands could not be broadcast together with remapped shapes [original->remapped]: (2,3) (4,) and requested shape (3,)",
        "operands could not be broadcast together with shapes (2,3",
        "mat1 and mat2 shapes cannot be multiplied (2x3x4 and 10x784)",
        "ValueError: shape mismatch: objects cannot be broadcast to a single shape",
        "(32,1) (32,) (3,)",
    ];
    for text in cases {
        assert_eq!(pasted(text), None, "{text}");
    }
    let is_message = |text: &str| parse_operand(text).is_err_and(|error| error.problem == Problem::Message);
    assert!(is_message(cases[0]) && !is_message("x = torch.ones(3)") && !is_message("(32,1)"));
}

#[test]
fn a_traceback_gives_the_line_that_failed() {
    let numpy = "Traceback (most recent call last):\n  File \"a.py\", line 3, in <module>\n    y = x - m\n        ~~^~~\nValueError: operands could not be broadcast together with shapes (3,4) (3,) ";
    assert_eq!(read(numpy), "import numpy as np\nx = np.zeros((3, 4))\nm = np.zeros((3,))\ny = x - m");
    // Where the shapes do not lead to the message again, only they are used.
    assert_eq!(read(&numpy.replace("x - m", "x.T - m")), "(3, 4) (3,) NumPy");
    assert_eq!(read(&numpy.replace("x - m", "x - m * k")), "(3, 4) (3,) NumPy");
    let torch = "Cell In[3], line 1\n----> 1 loss = pred - target\n\nFile /usr/lib/site-packages/torch/_tensor.py:39, in f\n---> 39     return wrapped(*args)\n\nRuntimeError: The size of tensor a (4) must match the size of tensor b (3) at non-singleton dimension 0";
    assert_eq!(read(torch), "loss = pred - target");
    // Without a line of tensors the message is told.
    let alone = torch.replace("loss = pred - target", "train()");
    assert_eq!(read(&alone), alone);
    let error = read_program(&alone, Library::PyTorch).error.expect("what the message says");
    assert_eq!((error.line, &error.message[..21]), (7, "RuntimeError: The siz"));
}

#[test]
fn a_line_with_names_is_a_program() {
    let cases = [
        ("y = x @ W + b", "y = x @ W + b"),
        ("x - x.mean(0)", "x - x.mean(0)"),
        ("torch.ones(2, 3) @ torch.ones(3)", "torch.ones(2, 3) @ torch.ones(3)"),
        ("torch.ones(3)", "nothing"),
        ("32,1", "nothing"),
        ("a=4, b", "nothing"),
        ("N,1", "nothing"),
        ("load()", "nothing"),
    ];
    for (text, expected) in cases {
        assert_eq!(read(text), expected, "{text}");
    }
}

/// A message in a comment or in a string of a program is no message: the program stays whole.
#[test]
fn a_program_that_has_a_message_is_a_program() {
    let message =
        "RuntimeError: The size of tensor a (3) must match the size of tensor b (4) at non-singleton dimension 0";
    let program = format!("import torch\nx = torch.ones(3)\ny = x + torch.ones(4)\n# {message}\nz = y * 2");
    assert_eq!((read(&program), pasted_message(&program)), (program.clone(), None));
    let numpy = "import numpy as np\nx = np.ones((3, 4))\ny = x - x.mean(1)  # operands could not be broadcast together with shapes (3,4) (3,)\nz = 1";
    assert_eq!((read(numpy), pasted_message(numpy)), (numpy.to_owned(), None));
    let printed = format!("import torch\nx = torch.ones(3) + torch.ones(4)\nprint(\"{message}\")");
    assert_eq!(pasted_message(&printed), None);
    // Where it is no Python either, the exception of Python is told.
    let error = read_program(&format!("{program}\nw = (y"), Library::PyTorch).error.expect("a bracket is open");
    assert_eq!(error.kind, "SyntaxError");
    // A comment alone may be copied.
    assert_eq!(read("# operands could not be broadcast together with shapes (32,1) (3,)"), "(32, 1) (3,) NumPy");
}
