//! What the two texts say: operands, operation, story and verdict, all derived in one place.

use std::rc::Rc;

use super::Settings;
use crate::broadcast::{Axis, Dtype, OperandId, Operation, Scalar, Shape};
use crate::codegen::program;
use crate::diagnostics::{Diagnostics, Fix};
use crate::diagram::{CellRef, Story};
use crate::library::{Library, LibraryError, Typed};
use crate::parse::{Operand, ParseError};
use crate::python::parse_operand;

/// What is to be said under the inputs.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Verdict {
    /// At least one text cannot be read.
    Unreadable,
    /// They broadcast to this shape.
    Broadcasts(Shape),
    /// They broadcast to this shape, but the library refuses to make it.
    BeyondLimits(Shape, LibraryError),
    /// They do not broadcast.
    Clash(LibraryError),
    /// They broadcast to this shape, which cannot be written into `a`.
    DoesNotFitInPlace(Shape, LibraryError),
    /// They broadcast to this shape, but `a` cannot take it: several of its elements share one place, or it may not be written.
    NotWritable(Shape, LibraryError),
    /// They broadcast to this shape, but `a` holds no elements of the result's type.
    NotCastable(Shape, LibraryError),
    /// They broadcast to this shape, but the operator is not defined for some of the elements.
    Undefined(Shape, LibraryError),
}

/// The verdict that a refusal makes of a result's shape.
type Cause = fn(Shape, LibraryError) -> Verdict;

/// Everything that follows from the settings' texts.
#[derive(Debug, Clone, PartialEq)]
pub struct Analysis {
    /// Operand `a`, or what is wrong with its text.
    pub a: Result<Operand, ParseError>,
    /// Operand `b`, or what is wrong with its text.
    pub b: Result<Operand, ParseError>,
    /// Both, lined up; `None` while one of them cannot be read.
    pub operation: Option<Rc<Operation>>,
    /// The chapters; `None` likewise.
    pub story: Option<Rc<Story>>,
    /// What is to be said.
    pub verdict: Verdict,
    /// What would mend it, and what is suspicious.
    pub diagnostics: Diagnostics,
}

impl Analysis {
    /// Reads the texts of `settings`.
    #[must_use]
    pub fn new(settings: &Settings) -> Self {
        let (a, b) = (parse_operand(&settings.a), parse_operand(&settings.b));
        let operation = match (&a, &b) {
            (Ok(a), Ok(b)) => {
                let (a, b) = (a.tensor.clone(), b.tensor.clone());
                Some(Rc::new(Operation::new(vec![a, b], settings.operator, settings.library.arithmetic())))
            }
            _ => None,
        };
        let mut diagnostics =
            operation.as_ref().map(|operation| Diagnostics::on(operation, settings.in_place)).unwrap_or_default();
        if let (Ok(a), Ok(b)) = (&a, &b) {
            keep_readable(&mut diagnostics.fixes, [(&settings.a, a), (&settings.b, b)], settings.library);
        }
        let mut analysis = Self { a, b, operation, story: None, verdict: Verdict::Unreadable, diagnostics };
        analysis.verdict = analysis.verdict_under(settings);
        analysis.story = analysis.new_story(settings).map(Rc::new);
        analysis
    }

    /// Judges the same operands anew, after another library was chosen. The operation stays the same one wherever both libraries
    /// make the same elements.
    pub fn set_library(&mut self, settings: &Settings) {
        let arithmetic = settings.library.arithmetic();
        if let Some(operation) = self.operation.as_ref().filter(|operation| operation.depends_on_arithmetic()) {
            self.operation = Some(Rc::new(operation.with_arithmetic(arithmetic)));
        }
        self.verdict = self.verdict_under(settings);
        let story = self.new_story(settings);
        if story.as_ref() != self.story.as_deref() {
            self.story = story.map(Rc::new);
        }
    }

    fn new_story(&self, settings: &Settings) -> Option<Story> {
        let story = Story::new(self.operation.as_ref()?, settings.in_place);
        let refused = matches!(self.verdict, Verdict::NotWritable(..) | Verdict::NotCastable(..));
        Some(if refused { story.not_writable() } else { story })
    }

    /// Whether there is a cell to be lit in that panel at that place.
    #[must_use]
    pub fn has(&self, cell: &CellRef) -> bool {
        let Some(operation) = &self.operation else { return false };
        let size = |axis: &Axis| {
            // Without a result, an operand is only what it was.
            let shown = if operation.shape().is_some() { axis.result() } else { None }.unwrap_or(0);
            cell.panel.operand().map_or(shown, |side| axis.size(side).max(shown))
        };
        let axes = operation.alignment().axes();
        axes.len() == cell.index.len() && axes.iter().zip(&cell.index).all(|(axis, &i)| i < size(axis))
    }

    /// The types of both operands' elements, where they can be told: as they were given, or as their values have them in a
    /// library. A bare shape has none.
    fn known_types(&self, library: Library) -> [Option<Typed>; 2] {
        [&self.a, &self.b].map(|operand| {
            let operand = operand.as_ref().ok()?;
            let dtype = operand.dtype.or_else(|| match operand.tensor.values.at(0) {
                _ if operand.values_unknown => None,
                Some(Scalar::Bool(_)) => Some(Dtype::Bool),
                Some(Scalar::Int(_)) => Some(Dtype::Int64),
                _ => Some(library.default_float()),
            })?;
            Some((dtype, operand.shape().ndim() == 0))
        })
    }

    /// The types of both operands' elements as the library's program makes them. What another library made is made anew, of
    /// this one's usual types, and a bare shape of integers; but where `a` is a bare shape into which something real is
    /// written, it is real too.
    fn operand_types(&self, settings: &Settings) -> [Typed; 2] {
        let library = settings.library;
        let usual = |dtype: Dtype| match dtype {
            Dtype::Bool | Dtype::Complex64 | Dtype::Complex128 => dtype,
            whole if whole.is_integer() => Dtype::Int64,
            _ => library.default_float(),
        };
        let given = self.known_types(library);
        let typed = |side: OperandId| {
            let operand = if side == OperandId::A { &self.a } else { &self.b };
            let (own, ndim) = operand.as_ref().map_or((None, 0), |operand| (operand.library, operand.shape().ndim()));
            let foreign = own.is_some_and(|own| own != library);
            match given[side as usize] {
                Some((dtype, scalar)) => (if foreign { usual(dtype) } else { dtype }, scalar),
                None => (Dtype::Int64, ndim == 0),
            }
        };
        let [mut a, b] = OperandId::ALL.map(typed);
        if settings.in_place && given[0].is_none() {
            let made = library.result_type(settings.operator, a, b);
            a.0 = if settings.operator.compares() || made.is_integer() { a.0 } else { made };
        }
        [a, b]
    }

    /// The element type that memory is counted in: the one that was chosen, else the one that holds the elements of both
    /// operands, else the library's own for real numbers.
    #[must_use]
    pub fn dtype(&self, settings: &Settings) -> Dtype {
        let library = settings.library;
        let own = match self.known_types(library) {
            [Some(a), Some(b)] => Some(library.promoted(a, b)),
            [a, b] => a.or(b).map(|(dtype, _)| dtype),
        };
        settings.dtype.or(own).unwrap_or(library.default_float())
    }

    /// What is to be said of the same operands under other settings: another library, in place or not.
    #[must_use]
    pub fn verdict_under(&self, settings: &Settings) -> Verdict {
        let (Some(operation), Ok(a)) = (&self.operation, &self.a) else { return Verdict::Unreadable };
        let operation = operation.with_arithmetic(settings.library.arithmetic());
        match (operation.shape(), self.library_error(&operation, a, settings)) {
            (Some(shape), None) => Verdict::Broadcasts(shape.clone()),
            (Some(shape), Some((cause, error))) => cause(shape.clone(), error),
            (None, Some((_, error))) => Verdict::Clash(error),
            (None, None) => Verdict::Clash(settings.library.error("")),
        }
    }

    /// The program of the settings' library that does what is shown of `operation`, with its answer: this analysis's own operation or,
    /// while a text cannot be read, the last one that could be.
    #[must_use]
    pub fn program(&self, operation: &Operation, settings: &Settings) -> String {
        let library = settings.library;
        let operands = [&self.a, &self.b].map(|operand| operand.as_ref().ok());
        let verdict = self.verdict_under(settings);
        let answer = verdict.error().map_or(Ok(()), Err);
        let operation = operation.with_arithmetic(library.arithmetic());
        program(&operation, library, settings.in_place, operands, self.operand_types(settings), answer)
    }

    /// What the library says instead of a result and, where the shapes have one, what kind of verdict that is: the first
    /// that it finds, in the order in which it looks.
    fn library_error(&self, operation: &Operation, a: &Operand, settings: &Settings) -> Option<(Cause, LibraryError)> {
        let (library, in_place) = (settings.library, settings.in_place);
        let [stored_a, stored_b] = OperandId::ALL.map(|side| operation.operand_layout(side));
        let [typed_a, typed_b] = self.operand_types(settings);
        let types = library.dtype_error(settings.operator, typed_a, typed_b, in_place);
        let types = |before_shapes: bool| {
            let found = types.as_ref().filter(|found| found.before_shapes == before_shapes)?;
            let cause: Cause = if found.python { Verdict::NotCastable } else { Verdict::Undefined };
            Some((cause, found.error.clone()))
        };
        let because = |cause: Cause, answer: Result<Shape, LibraryError>| answer.err().map(|error| (cause, error));
        let through_view = || {
            let is_view = in_place && (stored_a.overlaps() || (a.read_only && library == Library::NumPy));
            if !is_view {
                return None;
            }
            because(Verdict::NotWritable, library.add_in_place_through(stored_a, stored_b.shape()))
        };
        let shapes = || {
            let (a, b) = (stored_a.shape(), stored_b.shape());
            if !in_place {
                return because(Verdict::BeyondLimits, library.add(a, b));
            }
            // An operand that cannot exist at all fails before anything else. (A shape agrees with itself.)
            let limits = because(Verdict::BeyondLimits, library.add(a, a).and_then(|_| library.add(b, b)));
            limits.or_else(|| because(Verdict::DoesNotFitInPlace, library.add_in_place(a, b)))
        };
        let first = match library {
            Library::PyTorch => types(true).or_else(through_view),
            Library::NumPy => through_view().or_else(|| types(true)),
        };
        let elements =
            || operation.undefined().map(|undefined| (Verdict::Undefined as Cause, library.error_for(undefined)));
        first.or_else(shapes).or_else(|| types(false)).or_else(elements)
    }
}

impl Verdict {
    /// What the library answers instead of a result, if it does.
    #[must_use]
    pub const fn error(&self) -> Option<&LibraryError> {
        match self {
            Self::Unreadable | Self::Broadcasts(_) => None,
            Self::Clash(error)
            | Self::BeyondLimits(_, error)
            | Self::DoesNotFitInPlace(_, error)
            | Self::NotWritable(_, error)
            | Self::NotCastable(_, error)
            | Self::Undefined(_, error) => Some(error),
        }
    }
}

/// Drops the fixes of a text that is at the reader's limits (of characters, of values, of depth), where what a fix appends
/// goes beyond them.
fn keep_readable(fixes: &mut Vec<Fix>, typed: [(&str, &Operand); 2], library: Library) {
    fixes.retain(|fix| {
        let (text, operand) = typed[fix.operand as usize];
        parse_operand(&fix.apply(text, operand, library)).is_ok()
    });
}
