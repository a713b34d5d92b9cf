//! The fixes of programs, against those that a teacher gives (`tests/vectors/fix_programs*.txt`).

use broadcast_visualizer::program::{Program, ProgramFix, all_fixes, program_fixes};
use tensor_broadcasting::library::Library;
use tensor_reader::read_open_program;

/// The files of programs with a mistake.
const FILES: [&str; 4] = [
    include_str!("../vectors/fix_programs.txt"),
    include_str!("../vectors/fix_programs_held.txt"),
    include_str!("../vectors/fix_programs_more.txt"),
    include_str!("../vectors/fix_programs_more_held.txt"),
];

/// A program with a mistake, and the lines that a teacher writes, each of which is right.
pub(super) struct Case<'a> {
    pub(super) title: &'a str,
    pub(super) code: String,
    /// The line of the operation that is a mistake though it raises no exception; nothing where the file names none.
    pub(super) mistake: &'a str,
    pub(super) answers: Vec<&'a str>,
}

pub(super) fn cases(text: &str) -> Vec<Case<'_>> {
    let all = text.split("\n== ").skip(1);
    let case = |case| {
        let (title, rest): (&str, &str) = str::split_once(case, '\n').expect("a program");
        let lines = || rest.trim_end().lines();
        let code: Vec<&str> = lines().filter(|line| !line.starts_with("> ") && !line.starts_with("! ")).collect();
        let answers = lines().filter_map(|line| line.strip_prefix("> ")).collect();
        let mistake = lines().find_map(|line| line.strip_prefix("! ")).unwrap_or_default();
        Case { title, code: code.join("\n"), mistake, answers }
    };
    all.map(case).collect()
}

pub(super) fn program_of(code: &str) -> Program {
    Program::new(read_open_program(code, Library::PyTorch), None)
}

/// The fixes of the first operation that fails, else of the first that is probably a mistake, else of the exception.
fn fixes(code: &str) -> Vec<ProgramFix> {
    let program = program_of(code);
    let operations = || program.operations.iter();
    let fails = operations().position(|listed| listed.error.is_some());
    let shown = fails.or_else(|| operations().position(|listed| listed.warning.is_some()));
    program_fixes(&program, code, Library::PyTorch, shown, |text, library, chosen| {
        Program::new(read_open_program(text, library), chosen)
    })
}

/// How many programs have the teacher's fix first and among the first three; those that have it later are printed.
#[expect(clippy::print_stdout, reason = "the ranks are read by who changes the rules")]
fn ranks(name: &str, text: &str) -> [usize; 3] {
    let cases = cases(text);
    let [mut first, mut third] = [0, 0];
    for case in &cases {
        let found = fixes(&case.code);
        let rank = found.iter().position(|fix| case.answers.contains(&fix.after.as_str()));
        first += usize::from(rank == Some(0));
        third += usize::from(rank.is_some_and(|rank| rank < 3));
        if rank != Some(0) {
            println!("{name}, {}: {:?}, wanted {:?}", case.title, rank.map(|rank| rank + 1), case.answers);
            for fix in &found {
                println!(
                    "    {}{} -> {} {:?}",
                    if fix.only_runs { "(only runs) " } else { "" },
                    fix.after,
                    fix.result.as_ref().map(ToString::to_string).unwrap_or_default(),
                    fix.kind
                );
            }
        }
    }
    println!("{name}: first in {first}, in the first three in {third}, of {}", cases.len());
    [first, third, cases.len()]
}

#[test]
fn the_fix_of_a_teacher_comes_first() {
    // Of the last ones three exceptions are not read.
    let names = [("tuned", 98), ("held out", 98), ("more", 98), ("more, held out", 95)];
    for ((name, least), text) in names.into_iter().zip(FILES) {
        let [first, third, all] = ranks(name, text);
        assert!(first * 100 >= all * 90 && third * 100 >= all * least, "{name}: {first} and {third} of {all}");
    }
}

#[test]
fn a_fix_tells_each_line_that_it_changes() {
    for text in FILES {
        for case in cases(text) {
            let found = fixes(&case.code);
            assert!(found.len() <= 5, "{}", case.title);
            for fix in found {
                let [before, after]: [Vec<&str>; 2] = [&case.code, &fix.code].map(|code| code.lines().collect());
                let changed: Vec<usize> = (0..before.len()).filter(|&line| before[line] != after[line]).collect();
                let also = fix.also.iter().map(|also| (also.line, &also.before, &also.after));
                let told: Vec<_> = std::iter::once((fix.line, &fix.before, &fix.after)).chain(also).collect();
                let lines: Vec<usize> = told.iter().map(|(line, ..)| line - 1).collect();
                assert_eq!((before.len(), changed), (after.len(), lines), "{}", case.title);
                for (line, old, new) in told {
                    assert_eq!([before[line - 1].trim(), after[line - 1].trim()], [old, new]);
                }
            }
        }
    }
}

/// The line itself runs, also where several of its operands have to be changed.
#[test]
fn no_fix_leaves_its_line_failing() {
    for case in FILES.iter().flat_map(|text| cases(text)) {
        let before = program_of(&case.code);
        let Some(error) = before.reading.error.as_ref().filter(|error| error.operation.is_some()) else { continue };
        for fix in fixes(&case.code) {
            let again = program_of(&fix.code).reading.error;
            assert!(again.is_none_or(|again| again.line != error.line), "{}: {}", case.title, fix.code);
        }
    }
}

/// The first changed lines of the fixes, each with whether it only makes the program run.
fn lines(code: &str) -> Vec<(String, bool)> {
    fixes(code).into_iter().map(|fix| (fix.after, fix.only_runs)).collect()
}

#[test]
fn a_fix_that_is_probably_not_meant_says_so() {
    let attention = "import torch\nscores = torch.randn(8, 10, 10)\nmask = torch.ones(8, 10)\nout = scores + mask";
    let found = lines(attention);
    assert_eq!(
        found[..2],
        [("out = scores + mask[:, None]".into(), false), ("out = scores + mask[:, :, None]".into(), true)]
    );
    let growing = "import torch\nlogits = torch.randn(32, 10)\nb = torch.zeros(64)\nout = logits + b";
    assert_eq!(lines(growing), [("b = torch.zeros(10)".into(), false), ("out = logits[:, :, None] + b".into(), true)]);
    let target = "import numpy as np\na = np.zeros(3)\na += np.ones((8, 3))";
    assert_eq!(
        lines(target),
        [("a += np.ones((8, 3)).sum(axis=0)".into(), false), ("a = a + np.ones((8, 3))".into(), true)]
    );
}

#[test]
fn what_is_no_mistake_has_no_fixes() {
    let none: [(String, bool); 0] = [];
    assert_eq!(lines("import numpy as np\nx = np.ones((3, 4)) + np.ones(4)"), none);
    // An outer product with itself, and a table of which an element is taken: without the axis, that fails.
    assert_eq!(lines("import numpy as np\nn = np.arange(3)\nt = n * n[:, None]").len(), 0);
    assert_eq!(lines("import torch\np = torch.randn(3, 1)\nt = p - torch.randn(3)\nd = t[2, 2]").len(), 0);
    // A part of a tensor is written in place either way.
    let part = "import numpy as np\na = np.zeros((4, 3))\na[0] += np.ones((8, 3))";
    assert_eq!(lines(part), [("a[0] += np.ones((8, 3)).sum(axis=0)".into(), false)]);
    assert_eq!(lines("import numpy as np\nx = np.ones(3"), none);
}

#[test]
fn no_fix_makes_both_operands_the_same_tensor() {
    let found = lines(
        "import torch\nimport torch.nn.functional as F\nx = torch.randn(8)\nloss = F.mse_loss(x, x.unsqueeze(1))",
    );
    assert!(!found.iter().any(|(line, _)| line == "loss = F.mse_loss(x, x)"), "{found:?}");
}

/// What follows an exception was not run before, so that a mistake there says nothing of a fix.
#[test]
fn a_mistake_after_an_exception_is_no_reason_against_its_fix() {
    let found = lines(
        "import torch\nx = torch.randn(6, 4)\ny = x - x.mean(1)\np = torch.randn(5, 1)\nloss = (p - torch.randn(5)).mean()",
    );
    assert_eq!(found[0], ("y = x - x.mean(1, keepdim=True)".into(), false));
}

#[test]
fn keywords_stay_where_a_size_is_replaced() {
    let found = lines(
        "import torch\nimport torch.nn as nn\nfc = nn.Linear(out_features=3, in_features=10)\ny = fc(torch.randn(2, 8))",
    );
    assert_eq!(found[0].0, "fc = nn.Linear(out_features=3, in_features=8)");
}

#[test]
fn a_bounded_number_of_programs_is_read() {
    thread_local! {
        static READ: std::cell::Cell<usize> = const { std::cell::Cell::new(0) };
    }
    let read = |text: &str, library, chosen| {
        READ.set(READ.get() + 1);
        Program::new(read_open_program(text, library), chosen)
    };
    let mut most = [0, 0];
    for case in cases(FILES[2]) {
        let program = program_of(&case.code);
        READ.set(0);
        assert!(program_fixes(&program, &case.code, Library::PyTorch, None, read).len() <= 5);
        most[0] = most[0].max(READ.get());
        READ.set(0);
        assert!(all_fixes(&program, &case.code, Library::PyTorch, read).fixes.len() <= 5);
        most[1] = most[1].max(READ.get());
    }
    // A mistake in each of many lines, before an exception.
    let lines: String = (0..30).map(|at| format!("d{at} = a / a.sum(1)\ne{at} = p - y\n")).collect();
    let code = format!("import torch\na = torch.rand(4, 4)\np = torch.rand(9, 1)\ny = torch.rand(9)\n{lines}z = a + y");
    let program = program_of(&code);
    READ.set(0);
    assert_eq!(all_fixes(&program, &code, Library::PyTorch, read).mistakes.len(), 60);
    assert!(most[0] <= 24 && most[1] <= 48 && READ.get() <= 48, "{most:?} {}", READ.get());
}
