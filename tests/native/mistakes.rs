//! What is named as a mistake in programs that run (`tests/vectors/meant_programs.txt`, `silent_programs.txt`), and its fixes.

use super::answer::answer;
use super::fixes::{Case, cases, program_of};
use broadcast_visualizer::program::{Program, ProgramFix, program_fixes};
use tensor_broadcasting::library::Library;
use tensor_reader::read_open_program;

/// The lines of the operations that are probably mistakes, each once, with the fixes of the first operation there.
fn mistakes(code: &str) -> Vec<(usize, Vec<ProgramFix>)> {
    let program = program_of(code);
    let mut found: Vec<(usize, Vec<ProgramFix>)> = Vec::new();
    for (index, listed) in program.operations.iter().enumerate() {
        let line = listed.operation.line;
        let is_mistake = listed.warning.as_ref().is_some_and(|warning| warning.is_mistake());
        if is_mistake && found.iter().all(|(known, _)| *known != line) {
            let read = |text: &str, library, chosen| Program::new(read_open_program(text, library), chosen);
            found.push((line, program_fixes(&program, code, Library::PyTorch, Some(index), read)));
        }
    }
    found
}

/// The programs in which a mistake is named.
fn named(text: &str) -> Vec<String> {
    let is_named = |case: &Case<'_>| {
        let found = mistakes(&case.code);
        found.first().map(|(line, _)| format!("{}, line {line}", case.title))
    };
    cases(text).iter().filter_map(is_named).collect()
}

#[test]
fn what_is_meant_is_no_mistake() {
    assert_eq!(named(include_str!("../vectors/meant_programs.txt")), [""; 0]);
    assert_eq!(named(include_str!("../vectors/meant_programs_held.txt")), [""; 0]);
}

/// The mistakes that are missed, and how many have the fix of a teacher first and among the first three; those that have it later are printed.
#[expect(clippy::print_stdout, reason = "the ranks are read by who changes the rules")]
fn ranks(text: &str) -> [usize; 4] {
    let cases = cases(text);
    let [mut missed, mut first, mut third] = [0, 0, 0];
    for case in &cases {
        let found = mistakes(&case.code);
        let is_it = |line: usize| case.code.lines().nth(line - 1).is_some_and(|text| text.trim() == case.mistake);
        let Some((_, fixes)) = found.iter().find(|(line, _)| is_it(*line)) else {
            missed += 1;
            println!("missed: {}, named {:?}", case.title, found.iter().map(|(line, _)| line).collect::<Vec<_>>());
            continue;
        };
        let rank = fixes.iter().position(|fix| case.answers.contains(&fix.after.as_str()));
        first += usize::from(rank == Some(0));
        third += usize::from(rank.is_some_and(|rank| rank < 3));
        if rank != Some(0) {
            println!("{}: {:?}, wanted {:?}", case.title, rank.map(|rank| rank + 1), case.answers);
            fixes.iter().for_each(|fix| println!("    {} -> {:?} {:?}", fix.after, fix.result, fix.kind));
        }
    }
    println!("missed {missed}, first in {first}, in the first three in {third}, of {}", cases.len());
    [missed, first, third, cases.len()]
}

#[test]
fn a_mistake_that_raises_no_exception_is_named_with_the_fix_of_a_teacher() {
    for text in [include_str!("../vectors/silent_programs.txt"), include_str!("../vectors/silent_programs_held.txt")] {
        let [missed, first, third, all] = ranks(text);
        let is_good = missed * 100 <= all * 5 && first * 100 >= all * 90 && third * 100 >= all * 95;
        assert!(is_good, "{missed} {first} {third} of {all}");
    }
}

const NONE: [usize; 0] = [];

/// The lines of the mistakes of a program.
fn named_lines(code: &str) -> Vec<usize> {
    mistakes(code).into_iter().map(|(line, _)| line).collect()
}

#[test]
fn it_is_a_mistake_that_one_number_is_made_of_all_pairs_of_samples() {
    let column = "import torch\ny = torch.randn(9)\nt = y.view(-1, 1)\n";
    let with = |rest: &str| named_lines(&format!("{column}pred = torch.randn(9)\n{rest}"));
    assert_eq!(with("d = t * torch.randn(9)\nprint(d)"), NONE);
    assert_eq!(with("d = t * torch.randn(9)\nprint(d.mean())"), NONE);
    assert_eq!(with("loss = ((pred - t) ** 2).mean()"), [5]);
    assert_eq!(with("label = torch.randn(9)\nd = label * t\nloss = d.sum()"), [6]);
}

#[test]
fn a_table_is_meant_where_it_meets_a_tensor_of_its_shape() {
    let pair = "import torch\na = torch.randn(6, 1)\nb = torch.randn(6)\nt = a + b\n";
    assert_eq!(named_lines(pair), [4]);
    assert_eq!(named_lines(&format!("{pair}d = t - torch.randn(6, 6)")), NONE);
    // Another result that has grown says nothing.
    assert_eq!(named_lines(&format!("{pair}d = t - (a - b)")), [4, 5]);
}

#[test]
fn degrees_that_lie_along_both_axes_are_meant() {
    let degrees = "import numpy as np\nA = np.random.rand(5, 5)\nd = A.sum(axis=1)\n";
    assert_eq!(named_lines(&format!("{degrees}B = A / d")), [4]);
    assert_eq!(named_lines(&format!("{degrees}B = A * d * d[:, None]")), NONE);
    assert_eq!(named_lines(&format!("{degrees}B = A / d\nB = B / d[:, None]")), NONE);
    assert_eq!(named_lines(&format!("{degrees}B = A / d[None, :]")), NONE);
    // The least and the greatest of the rows lie beside each other, which says nothing.
    assert_eq!(named_lines(&format!("{degrees}B = (A - d) / (A.max(axis=1) - d)")), [4]);
}

#[test]
fn what_is_called_in_an_index_is_no_operation_of_a_record() {
    let reading = tensor_reader::read_program(
        "import torch\nq = torch.randn(8, 4)\na = torch.randint(0, 4, (8, 1))\nc = q[torch.arange(8), a]",
        Library::PyTorch,
    );
    assert_eq!(reading.operations.len(), 1);
    assert!(reading.to_json(|_| String::new()).contains("\"operations\":[]"), "{reading:?}");
}

/// The fixes of `explain` and of the example: the changed lines.
#[test]
fn an_answer_has_the_mistakes_and_the_fixes_of_the_exception() {
    let code = "import torch\nP = torch.rand(4, 4)\nP = P / P.sum(1)\ny = P.transpose(0, 1).view(16)";
    let request = serde_json::json!({"call": "program", "library": "torch", "text": code}).to_string();
    let given = answer(&request);
    assert_eq!((&given["mistakes"][0]["line"], &given["error"]["line"]), (&3.into(), &4.into()));
    let first = serde_json::json!({"line": 3, "text": "P = P / P.sum(1, keepdim=True)"});
    assert_eq!(given["mistakes"][0]["fixes"][0], first);
    assert_eq!(given["fixes"], serde_json::json!([{"line": 4, "text": "y = P.transpose(0, 1).reshape(16)"}]));
    let fine = serde_json::json!({"call": "program", "library": "torch", "text": "x = torch.ones(3)"}).to_string();
    let nothing = serde_json::json!([]);
    assert_eq!((&answer(&fine)["mistakes"], &answer(&fine)["fixes"]), (&nothing, &nothing));
}

#[test]
fn the_fixes_of_an_index_have_the_shape_of_what_its_arrays_give() {
    let code = "import torch\nq = torch.randn(8, 4)\na = torch.randint(0, 4, (8, 1))\nc = q[torch.arange(8), a]";
    let (line, fixes) = mistakes(code).pop().expect("a mistake");
    let found: Vec<(&str, String)> = fixes
        .iter()
        .map(|fix| (fix.after.as_str(), fix.result.as_ref().map(ToString::to_string).unwrap_or_default()))
        .collect();
    let expected =
        [("c = q[torch.arange(8), a.squeeze(-1)]", "(8,)"), ("c = q[torch.arange(8)[:, None], a]", "(8, 1)")];
    assert_eq!((line, found), (4, expected.map(|(text, shape)| (text, shape.to_owned())).to_vec()));
}
