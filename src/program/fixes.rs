//! The fixes of an operation of a program: whole programs in which one line is changed.

mod candidates;
mod rules;
mod source;

use super::fix::{LineChange, ProgramFix, ProgramFixKind};
use super::{ListedOperation, Program};
use crate::diagnostics::{Cause, warning};
use candidates::{Candidate, Place, candidates};
use rules::{BESIDE, Beside, Fact, only_runs, points};
use source::Source;
use tensor_broadcasting::library::Library;
use tensor_broadcasting::lists::Listed;
use tensor_broadcasting::{Combination, Shape};
use tensor_reader::{Aim, INDEX, OperationResult, ProgramError, ProgramOperation, Unread, UnreadableReason};

/// The largest number of fixes that are given.
const MAX_FIXES: usize = 5;

/// The largest number of changed programs that are read for one operation.
const MAX_READ: usize = 24;

/// The largest number of those that are read for what fails next in a line.
const MAX_NEXT: usize = 6;

/// Of so many operations before an exception the repairs are tried.
const MAX_BEFORE: usize = 2;

/// The largest number of repairs of such an operation.
const MAX_REPAIRS: usize = 5;

/// The fixes of an operation of a program, best first, at most five; none where there are none. `operation` is its index in
/// [`Program::operations`]; without one, the fixes are those of the exception that ends the program. `code` is the text that was read as
/// `program`, and `read` reads a changed text in the same way: [`crate::program::Reader::program`]. It is given because it is in another chunk.
#[must_use]
pub fn program_fixes(
    program: &Program,
    code: &str,
    library: Library,
    operation: Option<usize>,
    read: fn(&str, Library, Option<usize>) -> Program,
) -> Vec<ProgramFix> {
    search(program, code, library, operation, None, read, &mut { MAX_READ })
}

/// The same, where so many changed programs may still be read. With a kind, only the first fix of that kind.
fn search(
    program: &Program,
    code: &str,
    library: Library,
    operation: Option<usize>,
    only: Option<ProgramFixKind>,
    read: fn(&str, Library, Option<usize>) -> Program,
    reads: &mut usize,
) -> Vec<ProgramFix> {
    let most = if only.is_some() { 1 } else { MAX_FIXES };
    let source = Source::new(code);
    let Some(mistake) = Mistake::of(program, operation) else { return Vec::new() };
    let of = |mistake: &Mistake<'_>| candidates(&mistake.place(program, &source));
    let own = of(&mistake).into_iter().map(|candidate| (&mistake, candidate));
    let before = mistake.before(program);
    let repairs = before.iter().flat_map(|before| {
        let repairs = of(before).into_iter().take(MAX_REPAIRS);
        repairs.map(move |mut candidate| {
            candidate.facts.push(Fact::RepairsMistake);
            (before, candidate)
        })
    });
    let mut found: Vec<(Vec<Fact>, ProgramFix, usize)> = Vec::new();
    for (of, Candidate { edits, kind, mut facts, result }) in repairs.chain(own) {
        let mut text = source.changed(&edits);
        if only.is_some_and(|only| only != kind) || text == code || found.iter().any(|(_, known, _)| known.code == text)
        {
            continue;
        }
        let Some(left) = reads.checked_sub(1) else { break };
        *reads = left;
        let mut again = read(&text, library, None);
        if of.fails_in_its_line(&again) {
            // Where the line has the operand again, it is changed everywhere. Else another operand is next, and is changed too.
            let whole = source.repeated(&edits).map(|edits| source.changed(&edits));
            let next = || of.is_passed(&again).then(|| next_fix(&again, kind, &text, library, read, reads)).flatten();
            let Some(whole) = whole.or_else(next) else { continue };
            let Some(left) = reads.checked_sub(1) else { break };
            *reads = left;
            text = whole;
            again = read(&text, library, None);
            if of.fails_in_its_line(&again) {
                continue;
            }
        }
        let mut changes = changed(code, &text).into_iter();
        let Some(LineChange { line, before, after }) = changes.next() else { continue };
        let also: Vec<LineChange> = changes.collect();
        let last = also.last().map_or(line, |change| change.line);
        let Some(result) = of.result_after(program, &again, last, kind, result) else { continue };
        if facts.contains(&Fact::RepairsMistake) && !ends_later(&again, program) {
            continue;
        }
        let is_larger = result.as_ref().is_some_and(|result| of.grows(result));
        let may_grow = facts.iter().any(|fact| matches!(fact, Fact::IsPairwise | Fact::IsOutOfPlace | Fact::Grows));
        facts.extend((!may_grow && is_larger).then_some(Fact::Grows));
        facts.extend(again.reading.error.is_none().then_some(Fact::RunsToEnd));
        let fix = ProgramFix { code: text, line, before, after, also, result, only_runs: false, kind };
        found.push((facts, fix, mistakes(&again)));
        if found.iter().filter(|(facts, ..)| !only_runs(facts)).count() >= most {
            break;
        }
    }
    let mut ranked: Vec<(i32, ProgramFix)> = Vec::new();
    for (facts, fix, left) in &found {
        let mut facts = facts.clone();
        for Beside { other, own, follows } in BESIDE {
            if facts.contains(&own) && found.iter().any(|(others, ..)| others.contains(&other)) {
                facts.push(follows);
            }
        }
        facts.extend(found.iter().any(|(.., fewer)| fewer < left).then_some(Fact::MovesMistake));
        let points = points(&facts);
        // Inserted one by one: a sort would add more code.
        let at = ranked.iter().position(|(known, _)| points > *known).unwrap_or(ranked.len());
        ranked.insert(at, (points, ProgramFix { only_runs: only_runs(&facts), ..fix.clone() }));
    }
    ranked.truncate(MAX_FIXES);
    ranked.into_iter().map(|(_, fix)| fix).listed()
}

/// The program after a further change of the same kind, where that is a fix of the exception that is next in the line.
fn next_fix(
    program: &Program,
    kind: ProgramFixKind,
    text: &str,
    library: Library,
    read: fn(&str, Library, Option<usize>) -> Program,
    reads: &mut usize,
) -> Option<String> {
    let given = MAX_NEXT.min(*reads);
    let mut left = given;
    let fixes = search(program, text, library, None, Some(kind), read, &mut left);
    *reads -= given - left;
    fixes.into_iter().find(|fix| !fix.only_runs).map(|fix| fix.code)
}

/// How many operations are probably mistakes; those of a loop count once.
fn mistakes(program: &Program) -> usize {
    let operations = program.operations.iter().filter(|listed| listed.is_mistake());
    let lines: Vec<usize> = operations.map(|listed| listed.operation.line).listed();
    lines.iter().enumerate().filter(|(at, line)| !lines[..*at].contains(line)).count()
}

/// Whether a program ends without an exception, or with one that is raised later than that of another one.
fn ends_later(program: &Program, other: &Program) -> bool {
    let place = |error: &ProgramError| (error.call_line, error.line);
    let ends = |program: &Program| program.reading.error.as_ref().map(place);
    ends(program).is_none_or(|end| Some(end) > ends(other))
}

/// What is to be fixed.
enum Mistake<'a> {
    /// An operation of the list, with its index.
    Listed(usize, &'a ListedOperation),
    /// An exception of something else than an operation.
    Error(&'a ProgramError),
}

impl<'a> Mistake<'a> {
    /// The operation with this index, if it fails or is warned about; without an index, the exception that ends the program.
    fn of(program: &'a Program, operation: Option<usize>) -> Option<Self> {
        match operation {
            Some(index) => {
                let listed = program.operations.get(index)?;
                (listed.error.is_some() || listed.is_mistake()).then_some(Self::Listed(index, listed))
            }
            None => {
                let error = program.reading.error.as_ref()?;
                let listed = program.operations.iter().rposition(|listed| {
                    error.operation.as_deref().is_some_and(|operation| *operation == listed.operation)
                });
                match listed.and_then(|index| Some((index, program.operations.get(index)?))) {
                    Some((index, listed)) => Some(Self::Listed(index, listed)),
                    None => Some(Self::Error(error)),
                }
            }
        }
    }

    /// The operations before an exception that it may follow from, the last one first: their result is larger than both operands, which
    /// differ in an axis of size 1, and the program does not say that it is meant.
    fn before(&self, program: &'a Program) -> Vec<Self> {
        let end = match self {
            Self::Listed(index, listed) if listed.error.is_some() => *index,
            Self::Listed(..) => 0,
            Self::Error(_) => program.operations.len(),
        };
        let stretches = |listed: &ListedOperation| {
            let Some(OperationResult::Tensor(result)) = &listed.operation.result else { return false };
            let shapes: Vec<&Shape> = listed.operation.operands.iter().map(|operand| operand.operand.shape()).listed();
            listed.error.is_none()
                && listed.is_drawn()
                && listed.operation.aim != Aim::Meant
                && warning(&shapes, result).is_some_and(|warning| warning.is_mistake())
        };
        let mut found: Vec<Self> = Vec::new();
        for (index, listed) in program.operations.iter().enumerate().take(end).rev() {
            let is_known =
                |known: &Self| matches!(known, Self::Listed(_, other) if other.operation.span == listed.operation.span);
            if found.len() < MAX_BEFORE && stretches(listed) && !found.iter().any(is_known) {
                found.push(Self::Listed(index, listed));
            }
        }
        found
    }

    fn place<'b>(&'b self, program: &Program, source: &'b Source) -> Place<'b> {
        let library = program.reading.library;
        match self {
            Self::Listed(_, listed) => Place {
                source,
                library,
                name: &listed.operation.name,
                span: listed.operation.span.clone(),
                operands: &listed.operation.operands,
                in_place: listed.operation.in_place,
                fails: listed.error.is_some(),
                cause: listed.warning.as_ref().map(|warning| warning.cause),
                message: listed.error.as_ref().map_or("", |error| &error.message),
            },
            Self::Error(error) => Place {
                source,
                library,
                name: "",
                span: error.span.clone(),
                operands: &[],
                in_place: false,
                fails: true,
                cause: None,
                message: &error.message,
            },
        }
    }

    /// The shape of the result in a changed program, which may not be known; no answer where the mistake is still there, or where an earlier
    /// one is new. `kind` is that of the change, and `result` what an operation gives that the changed program does not record.
    fn result_after(
        &self,
        before: &Program,
        after: &Program,
        changed_line: usize,
        kind: ProgramFixKind,
        result: Option<Shape>,
    ) -> Option<Option<Shape>> {
        let is_read =
            |program: &Program, last: usize| program.reading.unread.iter().filter(|unread| unread.line <= last).count();
        match self {
            Self::Listed(index, listed) => {
                let last = listed.operation.line.max(changed_line);
                let of_line = |again: &&ListedOperation| again.operation.line == listed.operation.line;
                let is_named = |again: &ListedOperation| again.operation.name == listed.operation.name;
                let again = after.operations.get(*index).filter(of_line);
                // Arrays of an index are recorded only where they are probably a mistake.
                let is_index = listed.operation.combination == Some(Combination::Function(INDEX.to_owned()));
                let is_gone = (is_index || kind == ProgramFixKind::OtherLoss)
                    && !after.operations.iter().filter(of_line).any(is_named);
                let is_same = |again: &ListedOperation| {
                    // What lies along another axis has the right shape already.
                    let keeps_shape = listed.error.is_some()
                        || listed.warning.as_ref().is_none_or(|warning| warning.cause != Cause::OtherAxis)
                        || again.operation.result == listed.operation.result;
                    let is_fine = again.error.is_none() && again.warning.is_none() && keeps_shape;
                    is_fine && !makes_same(&listed.operation, &again.operation)
                };
                let is_same = is_gone || again.is_some_and(is_same);
                let earlier = after.operations.iter().zip(&before.operations).take(*index);
                let is_fine = |(after, before): (&ListedOperation, &ListedOperation)| {
                    (after.error.is_none() || before.error.is_some())
                        && (after.warning.is_none() || before.warning.is_some())
                };
                // A result that is only doubtful is not worth an exception after it.
                let ends_no_earlier = after.reading.error.is_none() || before.reading.error.is_some();
                let is_fine = is_same
                    && (listed.error.is_some() || ends_no_earlier)
                    && earlier.into_iter().all(is_fine)
                    && is_read(after, last) <= is_read(before, last);
                if is_gone && is_fine {
                    return result.map(Some);
                }
                let result = match again?.operation.result.as_ref().filter(|_| is_fine)? {
                    OperationResult::Tensor(shape) => shape.clone(),
                    OperationResult::Many(shapes) => shapes.first()?.clone(),
                    OperationResult::Other => Shape::from([0_u64; 0]),
                };
                Some(Some(result))
            }
            Self::Error(error) => {
                let last = error.line.max(changed_line);
                let is_later = |next: &ProgramError| (next.call_line, next.line) > (error.call_line, error.line);
                let is_fine = after.reading.error.as_ref().is_none_or(is_later);
                // The index can be used then; how many elements the mask takes is not known.
                let takes = |unread: &Unread| unread.line == error.line && unread.reason == UnreadableReason::Values;
                if kind == ProgramFixKind::NarrowMask && is_fine && after.reading.unread.first().is_some_and(takes) {
                    return Some(None);
                }
                let is_fine = is_fine && is_read(after, last) <= is_read(before, last);
                let bound =
                    after.reading.inlays.iter().find(|inlay| inlay.line >= error.call_line.unwrap_or(error.line));
                bound.filter(|_| is_fine).map(|inlay| Some(inlay.shape.clone()))
            }
        }
    }

    /// Whether the line of an operation that fails still raises an exception in a changed program.
    fn fails_in_its_line(&self, after: &Program) -> bool {
        let Self::Listed(_, listed) = self else { return false };
        let is_there = |error: &ProgramError| error.line == listed.operation.line;
        listed.error.is_some() && after.reading.error.as_ref().is_some_and(is_there)
    }

    /// Whether an operation that fails does not do so in a changed program.
    fn is_passed(&self, after: &Program) -> bool {
        let Self::Listed(index, _) = self else { return false };
        after.operations.get(*index).is_some_and(|listed| listed.error.is_none())
    }

    /// Whether a result is larger than every operand.
    fn grows(&self, result: &Shape) -> bool {
        let Self::Listed(_, listed) = self else { return false };
        if listed.operation.combination.as_ref().is_some_and(|combination| *combination == Combination::MatrixProduct) {
            return false;
        }
        let size = |shape: &Shape| shape.numel().unwrap_or(u64::MAX);
        listed.operation.operands.iter().all(|operand| size(operand.operand.shape()) < size(result))
    }
}

/// Whether both operands of an operation have become the same tensor: `ids >= ids`.
fn makes_same(before: &ProgramOperation, after: &ProgramOperation) -> bool {
    let is_same = |operation: &ProgramOperation| match operation.operands.as_slice() {
        [a, b] => a.text == b.text,
        _ => false,
    };
    is_same(after) && !is_same(before)
}

/// The fixes of all that is wrong in a program.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AllFixes {
    /// The lines of the operations that raise no exception and are probably mistakes, counted from 1 and each once, with their fixes.
    pub mistakes: Vec<(usize, Vec<ProgramFix>)>,
    /// The fixes of the exception that ends the program.
    pub fixes: Vec<ProgramFix>,
}

/// All fixes of a program; see [`program_fixes`]. Those of the mistakes share the number of programs that may be read for one operation, so
/// that the last ones may have none.
#[must_use]
pub fn all_fixes(
    program: &Program,
    code: &str,
    library: Library,
    read: fn(&str, Library, Option<usize>) -> Program,
) -> AllFixes {
    let mut reads = MAX_READ;
    let mut mistakes: Vec<(usize, Vec<ProgramFix>)> = Vec::new();
    for (index, listed) in program.operations.iter().enumerate() {
        let line = listed.operation.line;
        let is_known = || mistakes.iter().any(|(known, _)| *known == line);
        if listed.is_mistake() && !is_known() {
            mistakes.push((line, search(program, code, library, Some(index), None, read, &mut reads)));
        }
    }
    AllFixes { mistakes, fixes: program_fixes(program, code, library, None, read) }
}

/// The lines that differ.
fn changed(before: &str, after: &str) -> Vec<LineChange> {
    let lines = before.lines().zip(after.lines()).zip(1..).filter(|((before, after), _)| before != after);
    let change = |((before, after), line): ((&str, &str), usize)| LineChange {
        line,
        before: before.trim().to_owned(),
        after: after.trim().to_owned(),
    };
    lines.map(change).listed()
}
