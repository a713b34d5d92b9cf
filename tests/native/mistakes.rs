//! What is named as a mistake in programs that run (`tests/vectors/meant_programs.txt`, `silent_programs.txt`), and its fixes.

use super::fixes::{Case, cases, program_of};
use broadcast_visualizer::reader::{Program, ProgramFix, program_fixes};
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
            fixes.iter().for_each(|fix| println!("    {} -> {} {:?}", fix.after, fix.result, fix.kind));
        }
    }
    println!("missed {missed}, first in {first}, in the first three in {third}, of {}", cases.len());
    [missed, first, third, cases.len()]
}

#[test]
fn a_mistake_that_raises_no_exception_is_named_with_the_fix_of_a_teacher() {
    let [missed, first, third, all] = ranks(include_str!("../vectors/silent_programs.txt"));
    assert!(missed * 100 <= all * 5 && first * 100 >= all * 90 && third * 100 >= all * 95, "{missed} {first} {third}");
}
