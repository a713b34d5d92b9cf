//! The fixes of programs, against those that a teacher gives (`tests/vectors/fix_programs*.txt`).

use broadcast_visualizer::reader::{Program, ProgramFix, program_fixes};
use tensor_broadcasting::library::Library;
use tensor_reader::read_open_program;

/// A program with a mistake, and the lines that a teacher writes, each of which is right.
struct Case<'a> {
    title: &'a str,
    code: String,
    answers: Vec<&'a str>,
}

fn cases(text: &str) -> Vec<Case<'_>> {
    let all = text.split("\n== ").skip(1);
    let case = |case| {
        let (title, rest): (&str, &str) = str::split_once(case, '\n').expect("a program");
        let (answers, code): (Vec<&str>, Vec<&str>) = rest.trim_end().lines().partition(|line| line.starts_with("> "));
        let answers = answers.into_iter().map(|line| &line[2..]).collect();
        Case { title, code: code.join("\n"), answers }
    };
    all.map(case).collect()
}

/// The fixes of the first operation that fails, else of the first that is probably a mistake, else of the exception.
fn fixes(code: &str) -> Vec<ProgramFix> {
    let program = Program::new(read_open_program(code, Library::PyTorch), None);
    let operations = || program.operations.iter();
    let fails = operations().position(|listed| listed.error.is_some());
    let shown = fails.or_else(|| operations().position(|listed| listed.warning.is_some()));
    program_fixes(&program, code, Library::PyTorch, shown, read_open_program)
}

/// How many programs have the teacher's fix first and among the first three; those that have it later are printed.
fn ranks(name: &str, text: &str) -> [usize; 3] {
    let cases = cases(text);
    let [mut first, mut third] = [0, 0];
    for case in &cases {
        let found = fixes(&case.code);
        let rank = found.iter().position(|fix| case.answers.contains(&fix.after.as_str()));
        first += usize::from(rank == Some(0));
        third += usize::from(rank.is_some_and(|rank| rank < 3));
        if rank != Some(0) || std::env::var_os("SHOW_FIXES").is_some() {
            println!("{name}, {}: {:?}, wanted {:?}", case.title, rank.map(|rank| rank + 1), case.answers);
            if found.is_empty() {
                let program = Program::new(read_open_program(&case.code, Library::PyTorch), None);
                println!(
                    "    {:?} {:?} {:?}",
                    program.reading.error.map(|e| (e.line, e.message, e.operation)),
                    program.operations.len(),
                    program.reading.unread
                );
            }
            for fix in &found {
                println!(
                    "    {}{} -> {} {:?}",
                    if fix.only_runs { "(only runs) " } else { "" },
                    fix.after,
                    fix.result,
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
    let [first, third, all] = ranks("tuned", include_str!("../vectors/fix_programs.txt"));
    assert!(first * 100 >= all * 90 && third * 100 >= all * 95, "{first} and {third} of {all}");
    let [first, third, all] = ranks("held out", include_str!("../vectors/fix_programs_held.txt"));
    assert!(first * 100 >= all * 80 && third * 100 >= all * 85, "{first} and {third} of {all}");
}
