//! What a program has done so far: operations, warnings, and what it may still do.

use std::ops::Range;

use crate::reading::{OperationResult, ProgramOperand, ProgramOperation, ProgramWarning, UnreadableReason};
use crate::syntax::lexer::Source;
use crate::tensors::order::Numbers;
use crate::tensors::value::{Placed, Tensor, Value};
use tensor_broadcasting::library::{Library, LibraryError};
use tensor_broadcasting::{Combination, OperandId, Operator, Shape, WHERE};

/// A program may take so many steps. A step is one expression, or 64 elements that are computed.
pub(crate) const MAX_STEPS: usize = 60_000;

/// After so many steps, of the turns of a loop only what they have in common is read.
const MANY_STEPS: usize = 40_000;

/// A program may make so many tensors and entries of lists.
const MAX_MADE: usize = 400_000;

/// Of more operations than this the rest is not read.
pub(crate) const MAX_OPERATIONS: usize = 2_000;

/// Why an expression has no value.
#[derive(Debug)]
pub(crate) enum Stop {
    /// An exception.
    Raised(Raised),
    /// It cannot be read. The values that depend on it are not known.
    Unreadable(UnreadableReason, Range<usize>),
    /// It cannot be read, and nothing is known of what the statement names either.
    Spoilt(UnreadableReason, Range<usize>),
    /// It cannot be read, and reading ends.
    Lost(UnreadableReason, Range<usize>),
}

/// An exception of the program.
#[derive(Debug, Clone)]
pub(crate) struct Raised {
    pub(crate) kind: String,
    pub(crate) message: String,
    pub(crate) span: Range<usize>,
    /// The library that raises it; `None` for Python itself.
    pub(crate) library: Option<Library>,
    /// The place of the call in the module, where it is raised within a function.
    pub(crate) call: Option<Range<usize>>,
    pub(crate) operation: Option<Box<ProgramOperation>>,
    /// Whether `raise` or `assert` raises it.
    pub(crate) is_explicit: bool,
}

impl Raised {
    /// Whether the shapes of two operands cause it, one of which may be the weight of a layer.
    pub(crate) fn is_of_operands(&self) -> bool {
        self.operation.is_some()
            || self.message.contains("mat1 and mat2")
            || self.message.contains(" channels, but got ")
    }
}

/// What evaluating gives. The error is in a box, because nearly every function passes it on.
pub(crate) type Outcome<T = Value> = Result<T, Box<Stop>>;

/// What the checks of an operation give, or the library's exception; `None` where it is not known which of them.
pub(crate) type Checked<T = Shape> = Result<Option<T>, LibraryError>;

/// An exception at `span`.
pub(crate) fn raised<T>(kind: &str, message: impl Into<String>, span: &Range<usize>) -> Outcome<T> {
    Err(exception(kind, &message.into(), span, None))
}

/// An exception at `span`, of an operation that is recorded with it.
fn exception(kind: &str, message: &str, span: &Range<usize>, operation: Option<Box<ProgramOperation>>) -> Box<Stop> {
    Box::new(Stop::Raised(Raised {
        kind: kind.to_owned(),
        message: message.trim_end().to_owned(),
        span: span.clone(),
        library: None,
        call: None,
        operation,
        is_explicit: false,
    }))
}

/// The same with the library that raises an exception, where it is none of those that are called in it.
pub(crate) fn raised_by<T>(library: Library, outcome: Outcome<T>) -> Outcome<T> {
    outcome.map_err(|mut stop| {
        if let Stop::Raised(raised) = &mut *stop {
            raised.library.get_or_insert(library);
        }
        stop
    })
}

/// The library's own exception at `span`.
pub(crate) fn library_raises<T>(error: LibraryError, span: &Range<usize>) -> Outcome<T> {
    raised(error.error_type, error.message, span)
}

/// That something cannot be read.
pub(crate) fn unreadable<T>(reason: UnreadableReason, span: &Range<usize>) -> Outcome<T> {
    Err(unread(reason, span))
}

/// The same as what stops.
fn unread(reason: UnreadableReason, span: &Range<usize>) -> Box<Stop> {
    Box::new(Stop::Unreadable(reason, span.clone()))
}

/// That something cannot be read, and that nothing is known of what the statement names.
pub(crate) fn spoilt<T>(reason: UnreadableReason, span: &Range<usize>) -> Outcome<T> {
    Err(Box::new(Stop::Spoilt(reason, span.clone())))
}

/// That something cannot be read, and that reading ends.
pub(crate) fn lost<T>(reason: UnreadableReason, span: &Range<usize>) -> Outcome<T> {
    Err(Box::new(Stop::Lost(reason, span.clone())))
}

/// What a program has done so far.
pub(crate) struct Context<'a> {
    pub(crate) source: &'a Source,
    pub(crate) operations: Vec<ProgramOperation>,
    pub(crate) warnings: Vec<ProgramWarning>,
    /// The library of the program.
    pub(crate) library: Library,
    /// Whether operations are recorded for gradients.
    pub(crate) grad: bool,
    /// The lines on whose conditions it depends whether the program gets here.
    pub(crate) conditions: Vec<usize>,
    /// The lines of which it is assumed that they raise no exception, though they may.
    assumed: Vec<usize>,
    /// Whether there were conditions that are not known.
    pub(crate) is_uncertain: bool,
    /// Whether nothing is told, because it was told before.
    pub(crate) is_quiet: bool,
    /// Whether it is the text of a field, in which tensors have any size.
    pub(crate) is_field: bool,
    /// Whether a call that was read may raise an exception, which depends on values that are not known.
    pub(crate) may_fail: bool,
    /// Whether there were lines that are not read: they may have computed gradients.
    pub(crate) has_unread: bool,
    /// How many walks through the graph of gradients there were.
    pub(crate) walks: u32,
    steps: usize,
    made: usize,
}

/// An operation that is about to be done: what stands in its record.
pub(crate) struct Meeting {
    /// Its name in the record.
    pub(crate) name: String,
    pub(crate) operator: Option<Operator>,
    pub(crate) in_place: bool,
    /// Whether the operands broadcast, and meet element by element.
    pub(crate) is_elementwise: bool,
    /// Whether it is a method of its first operand. Only of `where` this is needed: its operands have another order then.
    pub(crate) is_method: bool,
    /// All operands; only tensors and, in NumPy, lists are recorded.
    pub(crate) operands: Vec<(Range<usize>, Tensor)>,
    pub(crate) span: Range<usize>,
}

impl<'a> Context<'a> {
    /// Nothing was done yet.
    pub(crate) fn new(source: &'a Source, library: Library) -> Self {
        Self {
            source,
            operations: Vec::new(),
            warnings: Vec::new(),
            library,
            grad: true,
            conditions: Vec::new(),
            assumed: Vec::new(),
            is_uncertain: false,
            is_quiet: false,
            is_field: false,
            may_fail: false,
            has_unread: false,
            walks: 0,
            steps: 0,
            made: 0,
        }
    }

    /// Takes steps.
    ///
    /// # Errors
    ///
    /// The program does too much.
    pub(crate) fn step(&mut self, count: usize, span: &Range<usize>) -> Outcome<()> {
        self.steps = self.steps.saturating_add(count);
        if self.steps > MAX_STEPS { lost(UnreadableReason::TooMuch, span) } else { Ok(()) }
    }

    /// Notes that what follows is told for the case that a line raises no exception.
    pub(crate) fn assume(&mut self, line: usize) {
        if !self.assumed.contains(&line) {
            self.assumed.push(line);
        }
    }

    /// Whether so many steps were taken that loops are not read turn by turn.
    pub(crate) const fn is_tired(&self) -> bool {
        self.steps > MANY_STEPS
    }

    /// The lines on whose conditions it depends whether the program gets here, from the first to the last.
    pub(crate) fn only_if(&self) -> Vec<usize> {
        let lines: Numbers = self.conditions.iter().chain(&self.assumed).copied().collect();
        lines.as_slice().to_vec()
    }

    /// Keeps a value, in a variable or in a list.
    ///
    /// # Errors
    ///
    /// It holds too many values, or they are nested too deeply.
    pub(crate) fn keep(&mut self, value: &Value, span: &Range<usize>) -> Outcome<()> {
        match value.count() {
            Some(count) => self.step(count / 16, span),
            None => lost(UnreadableReason::TooMuch, span),
        }
    }

    /// Makes so many values.
    ///
    /// # Errors
    ///
    /// The program makes too much.
    pub(crate) fn make(&mut self, count: usize, span: &Range<usize>) -> Outcome<()> {
        self.made = self.made.saturating_add(count);
        if self.made > MAX_MADE { lost(UnreadableReason::TooMuch, span) } else { Ok(()) }
    }

    /// The steps that were taken.
    #[cfg(test)]
    pub(crate) const fn steps(&self) -> usize {
        self.steps
    }

    /// The line of a place, counted from 1.
    pub(crate) fn line(&self, at: usize) -> usize {
        self.source.line(at)
    }

    /// Records an operation of two or more tensors.
    ///
    /// # Errors
    ///
    /// The program does too much.
    pub(crate) fn record(&mut self, meeting: &Meeting, result: OperationResult) -> Outcome<()> {
        if meeting.operands.len() < 2 || self.is_quiet {
            return Ok(());
        }
        if self.operations.len() >= MAX_OPERATIONS {
            return lost(UnreadableReason::TooMuch, &meeting.span);
        }
        let values = meeting.operands.iter().filter_map(|(_, tensor)| tensor.values()).map(|values| values.len()).sum();
        self.make(values, &meeting.span)?;
        let operation = self.operation(meeting, Some(result));
        self.operations.push(operation);
        Ok(())
    }

    /// The record of an operation.
    pub(crate) fn operation(&self, meeting: &Meeting, result: Option<OperationResult>) -> ProgramOperation {
        let operand = |(span, tensor): &(Range<usize>, Tensor)| ProgramOperand {
            text: self.source.typed(span),
            span: span.clone(),
            operand: tensor.operand(),
        };
        ProgramOperation {
            line: self.line(meeting.span.start),
            span: meeting.span.clone(),
            name: meeting.name.clone(),
            combination: combination(meeting),
            in_place: meeting.in_place,
            operands: meeting.operands.iter().map(operand).collect(),
            result,
            then: Vec::new(),
            only_if: self.only_if(),
        }
    }

    /// An exception of an operation.
    pub(crate) fn fails<T>(&self, meeting: &Meeting, error: LibraryError) -> Outcome<T> {
        let operation = (meeting.operands.len() > 1).then(|| Box::new(self.operation(meeting, None)));
        Err(exception(error.error_type, &error.message, &meeting.span, operation))
    }

    /// What the checks of an operation give.
    pub(crate) fn checked<T>(&self, meeting: &Meeting, checked: Checked<T>) -> Outcome<T> {
        match checked {
            Ok(Some(found)) => Ok(found),
            Ok(None) => unreadable(UnreadableReason::Kinds, &meeting.span),
            Err(error) => self.fails(meeting, error),
        }
    }

    /// Records an operation, and gives its result.
    pub(crate) fn met(&mut self, meeting: &Meeting, made: Tensor) -> Outcome {
        self.record(meeting, OperationResult::Tensor(made.shape.clone()))?;
        Ok(Value::Tensor(made))
    }

    /// Notes a warning at a place.
    pub(crate) fn warn(&mut self, category: &'static str, message: String, span: &Range<usize>) {
        if self.is_quiet || !self.conditions.is_empty() {
            return;
        }
        let line = self.line(span.start);
        self.warnings.push(ProgramWarning { line, category, message });
    }
}

/// What combines the elements or the matrices of the operands.
fn combination(meeting: &Meeting) -> Option<Combination> {
    let count = meeting.operands.len();
    if is_product(meeting) {
        return Some(Combination::MatrixProduct);
    }
    match meeting.operator {
        Some(operator) if count == OperandId::PAIR.len() => Some(Combination::Operator(operator)),
        // A number among the arguments is no operand: the others alone do not say what is chosen.
        _ if meeting.name == WHERE && count == OperandId::ALL.len() => {
            Some(Combination::Where { is_method: meeting.is_method })
        }
        operator => (meeting.is_elementwise || operator.is_some()).then(|| Combination::Function(meeting.name.clone())),
    }
}

/// Whether an operation is a product of matrices whose batch axes broadcast. NumPy's `dot` of more axes does not broadcast.
fn is_product(meeting: &Meeting) -> bool {
    let [(_, a), (_, b)] = meeting.operands.as_slice() else { return false };
    let most = match meeting.name.as_str() {
        "matmul" | "mm" | "mv" | "bmm" => usize::MAX,
        "dot" => 2,
        _ => return false,
    };
    [a, b].iter().all(|tensor| (1..=most).contains(&tensor.shape.ndim()))
}

impl Meeting {
    /// An operation of the tensors among `operands`. Scalars of NumPy are not recorded.
    pub(crate) fn of(name: &str, operator: Option<Operator>, operands: &[Placed], span: &Range<usize>) -> Self {
        let tensors = operands.iter().filter_map(|operand| {
            let tensor = operand.value.tensor().filter(|tensor| !tensor.is_scalar)?;
            Some((operand.span.clone(), tensor.clone()))
        });
        Self {
            name: name.to_owned(),
            operator,
            in_place: false,
            is_elementwise: false,
            is_method: false,
            operands: tensors.collect(),
            span: span.clone(),
        }
    }

    /// An operation of these tensors, which the given operands stand for. A number or a range is no operand, also where NumPy makes an
    /// array of it.
    pub(crate) fn of_tensors(name: &str, given: &[&Placed], tensors: &[&Tensor], span: &Range<usize>) -> Self {
        let mut operands = Vec::new();
        for (given, tensor) in given.iter().zip(tensors) {
            if given.value.number_kind().is_none() && !matches!(given.value, Value::Range(..)) {
                operands.push(Placed { value: Value::Tensor((*tensor).clone()), span: given.span.clone() });
            }
        }
        Self::of(name, None, &operands, span)
    }

    /// The same of operands that broadcast, and meet element by element.
    pub(crate) fn elementwise(self) -> Self {
        Self { is_elementwise: true, ..self }
    }
}

/// The sizes of a shape as signed integers.
pub(crate) fn sizes(shape: &Shape) -> Vec<i64> {
    tensor_broadcasting::library::signed(shape)
}
