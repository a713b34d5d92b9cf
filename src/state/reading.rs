//! What the two texts say: operands, pair, story and verdict, all derived in one place.

use std::rc::Rc;

use super::Settings;
use crate::broadcast::{Axis, Dtype, Pair, Scalar, Shape, Side};
use crate::diagnosis::{Advice, Repair};
use crate::diagram::{Focus, Story};
use crate::dialect::{Library, Refusal, Typed};
use crate::notation::{NotationError, Operand, parse};
use crate::program::program;

/// What is to be said under the inputs.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Verdict {
    /// At least one text cannot be read.
    Unreadable,
    /// They broadcast to this shape.
    Broadcasts(Shape),
    /// They broadcast to this shape, but the library refuses to make it.
    BeyondLimits(Shape, Refusal),
    /// They do not broadcast.
    Clash(Refusal),
    /// They broadcast to this shape, which cannot be written into `a`.
    DoesNotFitInPlace(Shape, Refusal),
    /// They broadcast to this shape, but `a` cannot take it: several of its elements share one place, or it may not be written.
    NotWritable(Shape, Refusal),
    /// They broadcast to this shape, but `a` holds no elements of the result's type.
    NotHeld(Shape, Refusal),
    /// They broadcast to this shape, but the operator is not defined for some of the elements.
    Undefined(Shape, Refusal),
}

/// The verdict that a refusal makes of a result's shape.
type Cause = fn(Shape, Refusal) -> Verdict;

/// Everything that follows from the settings' texts.
#[derive(Debug, Clone, PartialEq)]
pub struct Reading {
    /// Operand `a`, or what is wrong with its text.
    pub a: Result<Operand, NotationError>,
    /// Operand `b`, or what is wrong with its text.
    pub b: Result<Operand, NotationError>,
    /// Both, lined up; `None` while one of them cannot be read.
    pub pair: Option<Rc<Pair>>,
    /// The chapters; `None` likewise.
    pub story: Option<Rc<Story>>,
    /// What is to be said.
    pub verdict: Verdict,
    /// What would mend it, and what is suspicious.
    pub advice: Advice,
}

impl Reading {
    /// Reads the texts of `settings`.
    #[must_use]
    pub fn new(settings: &Settings) -> Self {
        let (a, b) = (parse(&settings.a), parse(&settings.b));
        let pair = match (&a, &b) {
            (Ok(a), Ok(b)) => {
                let (a, b) = (a.tensor.clone(), b.tensor.clone());
                Some(Rc::new(Pair::new(a, b, settings.operator, settings.library.arithmetic())))
            }
            _ => None,
        };
        let mut advice = pair.as_ref().map(|pair| Advice::on(pair, settings.in_place)).unwrap_or_default();
        if let (Ok(a), Ok(b)) = (&a, &b) {
            keep_readable(&mut advice.repairs, [(&settings.a, a), (&settings.b, b)], settings.library);
        }
        let mut reading = Self { a, b, pair, story: None, verdict: Verdict::Unreadable, advice };
        reading.verdict = reading.judged(settings);
        reading.story = reading.told(settings).map(Rc::new);
        reading
    }

    /// Judges the same operands anew, after another library was chosen. The pair stays the same one wherever both libraries
    /// make the same elements.
    pub fn judge(&mut self, settings: &Settings) {
        let arithmetic = settings.library.arithmetic();
        if let Some(pair) = self.pair.as_ref().filter(|pair| pair.differs()) {
            self.pair = Some(Rc::new(pair.by(arithmetic)));
        }
        self.verdict = self.judged(settings);
        let story = self.told(settings);
        if story.as_ref() != self.story.as_deref() {
            self.story = story.map(Rc::new);
        }
    }

    fn told(&self, settings: &Settings) -> Option<Story> {
        let story = Story::tell(self.pair.as_ref()?, settings.in_place);
        let refused = matches!(self.verdict, Verdict::NotWritable(..) | Verdict::NotHeld(..));
        Some(if refused { story.refused() } else { story })
    }

    /// Whether there is a cell to be lit in that panel at that place.
    #[must_use]
    pub fn has(&self, cell: &Focus) -> bool {
        let Some(pair) = &self.pair else { return false };
        let size = |axis: &Axis| {
            // Without a result, an operand is only what it was.
            let shown = if pair.shape().is_some() { axis.result() } else { None }.unwrap_or(0);
            cell.panel.side().map_or(shown, |side| axis.size(side).max(shown))
        };
        let axes = pair.alignment().axes();
        axes.len() == cell.index.len() && axes.iter().zip(&cell.index).all(|(axis, &i)| i < size(axis))
    }

    /// The types of both operands' elements, where they can be told: as they were given, or as their values have them in a
    /// library. A bare shape has none.
    fn types(&self, library: Library) -> [Option<Typed>; 2] {
        [&self.a, &self.b].map(|operand| {
            let operand = operand.as_ref().ok()?;
            let dtype = operand.dtype.or_else(|| match operand.tensor.values.at(0) {
                _ if operand.stands_in => None,
                Some(Scalar::Bool(_)) => Some(Dtype::Bool),
                Some(Scalar::Int(_)) => Some(Dtype::Int64),
                _ => Some(library.real_type()),
            })?;
            Some((dtype, operand.shape().ndim() == 0))
        })
    }

    /// The types of both operands' elements as the library's program makes them. What another library made is made anew, of
    /// this one's usual types, and a bare shape of integers; but where `a` is a bare shape into which something real is
    /// written, it is real too.
    fn typed(&self, settings: &Settings) -> [Typed; 2] {
        let library = settings.library;
        let usual = |dtype: Dtype| match dtype {
            Dtype::Bool | Dtype::Complex64 | Dtype::Complex128 => dtype,
            whole if whole.is_whole() => Dtype::Int64,
            _ => library.real_type(),
        };
        let given = self.types(library);
        let typed = |side: Side| {
            let operand = if side == Side::A { &self.a } else { &self.b };
            let (own, ndim) = operand.as_ref().map_or((None, 0), |operand| (operand.library, operand.shape().ndim()));
            let foreign = own.is_some_and(|own| own != library);
            match given[side as usize] {
                Some((dtype, scalar)) => (if foreign { usual(dtype) } else { dtype }, scalar),
                None => (Dtype::Int64, ndim == 0),
            }
        };
        let [mut a, b] = Side::BOTH.map(typed);
        if settings.in_place && given[0].is_none() {
            let made = library.result_type(settings.operator, a, b);
            a.0 = if settings.operator.compares() || made.is_whole() { a.0 } else { made };
        }
        [a, b]
    }

    /// The element type that memory is counted in: the one that was chosen, else the one that holds the elements of both
    /// operands, else the library's own for real numbers.
    #[must_use]
    pub fn dtype(&self, settings: &Settings) -> Dtype {
        let library = settings.library;
        let own = match self.types(library) {
            [Some(a), Some(b)] => Some(library.promoted(a, b)),
            [a, b] => a.or(b).map(|(dtype, _)| dtype),
        };
        settings.dtype.or(own).unwrap_or(library.real_type())
    }

    /// What is to be said of the same operands under other settings: another library, in place or not.
    #[must_use]
    pub fn judged(&self, settings: &Settings) -> Verdict {
        let (Some(pair), Ok(a)) = (&self.pair, &self.a) else { return Verdict::Unreadable };
        let pair = pair.by(settings.library.arithmetic());
        match (pair.shape(), self.refused(&pair, a, settings)) {
            (Some(shape), None) => Verdict::Broadcasts(shape.clone()),
            (Some(shape), Some((cause, refusal))) => cause(shape.clone(), refusal),
            (None, Some((_, refusal))) => Verdict::Clash(refusal),
            (None, None) => Verdict::Clash(settings.library.refuses("")),
        }
    }

    /// The program of the settings' library that does what is shown of `pair`, with its answer: this reading's own pair or,
    /// while a text cannot be read, the last one that could be.
    #[must_use]
    pub fn program(&self, pair: &Pair, settings: &Settings) -> String {
        let library = settings.library;
        let operands = [&self.a, &self.b].map(|operand| operand.as_ref().ok());
        let verdict = self.judged(settings);
        let answer = verdict.refusal().map_or(Ok(()), Err);
        let pair = pair.by(library.arithmetic());
        program(&pair, library, settings.in_place, operands, self.typed(settings), answer)
    }

    /// What the library says instead of a result and, where the shapes have one, what kind of verdict that is: the first
    /// that it finds, in the order in which it looks.
    fn refused(&self, pair: &Pair, a: &Operand, settings: &Settings) -> Option<(Cause, Refusal)> {
        let (library, in_place) = (settings.library, settings.in_place);
        let [stored_a, stored_b] = Side::BOTH.map(|side| pair.stored(side));
        let [typed_a, typed_b] = self.typed(settings);
        let types = library.type_refusal(settings.operator, typed_a, typed_b, in_place);
        let types = |before_shapes: bool| {
            let found = types.as_ref().filter(|found| found.before_shapes == before_shapes)?;
            let cause: Cause = if found.written { Verdict::NotHeld } else { Verdict::Undefined };
            Some((cause, found.refusal.clone()))
        };
        let because = |cause: Cause, answer: Result<Shape, Refusal>| answer.err().map(|refusal| (cause, refusal));
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
        let elements = || pair.undefined().map(|undefined| (Verdict::Undefined as Cause, library.refusal(undefined)));
        first.or_else(shapes).or_else(|| types(false)).or_else(elements)
    }
}

impl Verdict {
    /// What the library answers instead of a result, if it does.
    #[must_use]
    pub const fn refusal(&self) -> Option<&Refusal> {
        match self {
            Self::Unreadable | Self::Broadcasts(_) => None,
            Self::Clash(refusal)
            | Self::BeyondLimits(_, refusal)
            | Self::DoesNotFitInPlace(_, refusal)
            | Self::NotWritable(_, refusal)
            | Self::NotHeld(_, refusal)
            | Self::Undefined(_, refusal) => Some(refusal),
        }
    }
}

/// Drops the repairs of a text that is at the reader's limits (of characters, of values, of depth), where what a repair appends
/// goes beyond them.
fn keep_readable(repairs: &mut Vec<Repair>, typed: [(&str, &Operand); 2], library: Library) {
    repairs.retain(|repair| {
        let (text, operand) = typed[repair.side as usize];
        parse(&repair.apply(text, operand, library)).is_ok()
    });
}
