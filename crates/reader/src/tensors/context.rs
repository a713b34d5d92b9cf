//! What a program has done so far: operations, warnings, and what it may still do.

use std::ops::Range;

use crate::reading::{
    Aim, Note, NoteKind, OperationResult, ProgramOperand, ProgramOperation, ProgramWarning, UnreadableReason,
};
use crate::syntax::lexer::Source;
use crate::tensors::order::Numbers;
use crate::tensors::value::{Placed, Tensor, Value};
use tensor_broadcasting::library::{Library, LibraryError};
use tensor_broadcasting::lists::Listed;
use tensor_broadcasting::{Combination, OperandId, Operator, Shape, WHERE, broadcast_shapes};

/// The name in the record of two arrays of an index that broadcast.
pub const INDEX: &str = "index";

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
    pub(crate) notes: Vec<Note>,
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
    /// The results that are larger than all operands, by the numbers of their tensors, with the index of the operation.
    grown: Vec<(u32, usize)>,
    /// The numbers of the reductions that lie along another axis than their own, with the index of the operation.
    crossed: Vec<(u32, usize)>,
    /// The numbers of the reductions that met what they reduce along its own axis.
    aligned: Vec<u32>,
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
            notes: Vec::new(),
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
            grown: Vec::new(),
            crossed: Vec::new(),
            aligned: Vec::new(),
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
        let mut operation = self.operation(meeting, Some(result));
        operation.aim = self.aim(&operation, &meeting.operands);
        if operation.aim != Aim::Crossed && operation.combination != Some(Combination::MatrixProduct) {
            self.note_misplaced(meeting);
        }
        self.operations.push(operation);
        Ok(())
    }

    /// Notes an axis that lies along one with another name.
    fn note_misplaced(&mut self, meeting: &Meeting) {
        let pairs =
            meeting.operands.iter().flat_map(|one| meeting.operands.iter().map(move |other| (&one.1, &other.1)));
        let found = pairs
            .filter(|(one, other)| !one.is(other))
            .find_map(|(one, other)| one.axes().misplaced(&one.shape, other.axes(), &other.shape));
        if let Some((axis, [own, along], count)) = found {
            let instead = format!("[{}{}]", ":, ".repeat(axis + 1), vec!["None"; count].join(", "));
            self.note(NoteKind::Misplaced { axis: own.to_string(), along: along.to_string(), instead }, &meeting.span);
        }
    }

    /// Records two arrays of an index that stretch each other as an operation, where that is not meant.
    pub(crate) fn note_index(&mut self, arrays: Vec<(Range<usize>, Tensor)>, span: &Range<usize>) {
        let meeting = Meeting { operands: arrays, ..Meeting::of(INDEX, None, &[], span).elementwise() };
        let [(_, a), (_, b)] = meeting.operands.as_slice() else { return };
        let Ok(shape) = broadcast_shapes(&a.shape, &b.shape) else { return };
        let operation = self.operation(&meeting, Some(OperationResult::Tensor(shape)));
        let is_longer = b.shape.ndim() > a.shape.ndim();
        if b.shape.ndim() != a.shape.ndim()
            && grows(&operation)
            && !self.is_quiet
            && self.operations.len() < MAX_OPERATIONS
        {
            // A column before a row takes a block. Behind it, it is an axis too many.
            let aim = self.aim(&operation, &meeting.operands);
            if aim == Aim::Unknown || aim == Aim::Written && is_longer {
                self.operations.push(operation);
            }
        }
    }

    /// What the axes of the operands say of an operation that is about to be recorded, and what it says of those before it.
    fn aim(&mut self, operation: &ProgramOperation, operands: &[(Range<usize>, Tensor)]) -> Aim {
        if operation.combination == Some(Combination::MatrixProduct) {
            return Aim::Unknown;
        }
        let grows = grows(operation);
        let (mut known, mut is_written, mut is_inserted, mut is_same) = (0, false, false, false);
        for (at, (_, tensor)) in operands.iter().enumerate() {
            let axes = tensor.axes();
            for (_, other) in operands.iter().enumerate().filter(|(other, _)| *other != at).map(|(_, operand)| operand)
            {
                is_same |= axes.shares(other.axes());
                // A result that meets a tensor of its shape is a table that was meant.
                let is_table =
                    axes.reduction == 0 && other.shape.ends_with(&tensor.shape) && self.grown(other).is_none();
                if let Some(grown) = self.grown(tensor).filter(|_| is_table) {
                    self.aims(grown, |_| Aim::Meant);
                }
                // What meets the tensor that it reduces along its own axis too lies along both, as the degrees of a graph do.
                match axes.lies_along_itself(other.axes()) {
                    Some(true) => self.aligned.push(axes.reduction),
                    Some(false) if operation.combination.is_some() && !self.aligned.contains(&axes.reduction) => {
                        self.crossed.push((axes.reduction, self.operations.len()));
                        return Aim::Crossed;
                    }
                    _ => continue,
                }
                while let Some(at) = self.crossed.iter().position(|(crossed, _)| *crossed == axes.reduction) {
                    let (_, crossed) = self.crossed.swap_remove(at);
                    self.aims(crossed, |_| Aim::Meant);
                }
            }
            known += usize::from(grows && tensor.values().is_some());
            is_inserted |= axes.has_inserted();
            let ways = ["None", "newaxis", "unsqueeze", "reshape", "view", "expand_dims"];
            let text = operation.operands.get(at).map_or("", |operand| &operand.text);
            is_written |= axes.has_inserted() && ways.iter().any(|way| text.contains(way));
        }
        // Powers of a column, and its comparison with a list of classes.
        let is_of_classes = operation.name == "pow" || operation.name == "eq" && known > 0;
        if operation.name.contains("loss") || !grows {
            Aim::Unknown
        } else if is_same || is_written {
            Aim::Meant
        } else if is_inserted || is_of_classes || known == operands.len() {
            Aim::Written
        } else {
            Aim::Unknown
        }
    }

    /// The operation whose result, which is larger than its operands, a tensor is made of element by element.
    fn grown(&self, tensor: &Tensor) -> Option<usize> {
        let number = tensor.axes().number();
        self.grown.iter().find(|(known, _)| *known == number && number != 0).map(|(_, operation)| *operation)
    }

    fn aims(&mut self, operation: usize, aim: impl FnOnce(Aim) -> Aim) {
        if let Some(operation) = self.operations.get_mut(operation) {
            operation.aim = aim(operation.aim);
        }
    }

    /// Notes that one number is made of all elements of a tensor.
    pub(crate) fn note_sum(&mut self, tensor: &Tensor) {
        if let Some(operation) = self.grown(tensor) {
            self.aims(operation, |aim| if aim == Aim::Written { Aim::Summed } else { aim });
        }
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
            left_out: 0,
            result,
            aim: Aim::Unknown,
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
        let recorded = self.operations.len();
        self.record(meeting, OperationResult::Tensor(made.shape.clone()))?;
        if self.operations.get(recorded).is_some_and(grows) {
            self.grown.push((made.axes().number(), recorded));
        }
        Ok(Value::Tensor(made))
    }

    /// Notes a probable mistake at a place, once for a line.
    pub(crate) fn note(&mut self, kind: NoteKind, span: &Range<usize>) {
        let line = self.line(span.start);
        if !self.is_quiet && self.notes.iter().all(|known| known.line != line) {
            self.notes.push(Note { line, kind });
        }
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

/// Whether operands that meet element by element give more elements than each of them has.
fn grows(operation: &ProgramOperation) -> bool {
    let Some(OperationResult::Tensor(result)) = &operation.result else { return false };
    let is_larger = |operand: &ProgramOperand| operand.operand.shape().numel() < result.numel();
    operation.combination != Some(Combination::MatrixProduct) && operation.operands.iter().all(is_larger)
}

/// What combines the elements or the matrices of the operands.
fn combination(meeting: &Meeting) -> Option<Combination> {
    let shapes = meeting.operands.iter().map(|(_, tensor)| &tensor.shape).listed();
    combination_of(&meeting.name, &shapes, meeting.operator, meeting.is_elementwise, meeting.is_method)
}

/// What a function of this name combines of operands of these shapes. `is_elementwise`: it takes them element by element, as an `operator` does.
pub(crate) fn combination_of(
    name: &str,
    shapes: &[&Shape],
    operator: Option<Operator>,
    is_elementwise: bool,
    is_method: bool,
) -> Option<Combination> {
    if is_product(name, shapes) {
        return Some(Combination::MatrixProduct);
    }
    match operator {
        Some(operator) if shapes.len() == OperandId::PAIR.len() => Some(Combination::Operator(operator)),
        // A number among the arguments is no operand: the others alone do not say what is chosen.
        _ if name == WHERE && shapes.len() == OperandId::ALL.len() => Some(Combination::Where { is_method }),
        operator => (is_elementwise || operator.is_some()).then(|| Combination::Function(name.to_owned())),
    }
}

/// Whether an operation is a product of matrices whose batch axes broadcast. NumPy's `dot` of more axes does not broadcast.
fn is_product(name: &str, shapes: &[&Shape]) -> bool {
    let most = match name {
        "matmul" | "mm" | "mv" | "bmm" => usize::MAX,
        "dot" => 2,
        _ => return false,
    };
    shapes.len() == OperandId::PAIR.len() && shapes.iter().all(|shape| (1..=most).contains(&shape.ndim()))
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
