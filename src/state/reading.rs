//! What the two texts say: operands, pair, story and verdict, all derived in one place.

use std::rc::Rc;

use super::Settings;
use crate::broadcast::{Axis, Dtype, Operator, Pair, Scalar, Shape, Side};
use crate::diagnosis::{Advice, Repair};
use crate::diagram::{Focus, Story};
use crate::dialect::{Library, Refusal};
use crate::notation::{NotationError, Operand, parse};

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
    /// They broadcast to this shape, but `a` cannot take it: several of its elements share one place, or it may not be written,
    /// or holds whole numbers only.
    NotWritable(Shape, Refusal),
    /// They broadcast to this shape, but the operator is not defined for some of the elements.
    Undefined(Shape, Refusal),
}

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
        let story = pair.as_ref().map(|pair| Rc::new(Story::tell(pair, settings.in_place)));
        let mut advice = pair.as_ref().map(|pair| Advice::on(pair, settings.in_place)).unwrap_or_default();
        if let (Ok(a), Ok(b)) = (&a, &b) {
            keep_readable(&mut advice.repairs, [(&settings.a, a), (&settings.b, b)], settings.library);
        }
        let mut reading = Self { a, b, pair, story, verdict: Verdict::Unreadable, advice };
        reading.verdict = reading.judged(settings);
        reading
    }

    /// Judges the same operands anew, after another library was chosen. The pair stays the same one wherever both libraries
    /// make the same elements.
    pub fn judge(&mut self, settings: &Settings) {
        let arithmetic = settings.library.arithmetic();
        if let Some(pair) = self.pair.as_ref().filter(|pair| pair.operator().differs()) {
            self.pair = Some(Rc::new(pair.by(arithmetic)));
        }
        self.verdict = self.judged(settings);
    }

    /// Whether there is a cell to be lit in that panel at that place.
    #[must_use]
    pub fn has(&self, cell: &Focus) -> bool {
        let Some(pair) = &self.pair else { return false };
        let size = |axis: &Axis| {
            // Without a result, an operand is only what it was.
            let shown = if pair.shape().is_some() { axis.result() } else { None }.unwrap_or(0);
            cell.panel.side().map_or(shown, |side| axis.of(side).unwrap_or(1).max(shown))
        };
        let axes = pair.alignment().axes();
        axes.len() == cell.index.len() && axes.iter().zip(&cell.index).all(|(axis, &i)| i < size(axis))
    }

    /// The element type that memory is counted in: the one that was chosen, else what the operands say, else the library's
    /// own for real numbers.
    #[must_use]
    pub fn dtype(&self, settings: &Settings) -> Dtype {
        let own = [&self.a, &self.b].into_iter().filter_map(|operand| operand.as_ref().ok()?.dtype);
        let larger = own.max_by_key(|dtype| (!dtype.is_whole(), dtype.bytes()));
        settings.dtype.or(larger).unwrap_or(match settings.library {
            Library::PyTorch => Dtype::Float32,
            Library::NumPy => Dtype::Float64,
        })
    }

    /// What is to be said of the same operands under other settings: another library, in place or not.
    #[must_use]
    pub fn judged(&self, settings: &Settings) -> Verdict {
        let Some(pair) = &self.pair else { return Verdict::Unreadable };
        let (Ok(a), Ok(b)) = (&self.a, &self.b) else { return Verdict::Unreadable };
        let pair = pair.by(settings.library.arithmetic());
        let judged = verdict(&pair, settings, a.read_only);
        if !settings.in_place || a.stands_in || settings.operator.compares() {
            return judged;
        }
        // Whole numbers hold no real ones: PyTorch says so once the shapes are right, NumPy before it looks at them.
        let whole = |operand: &Operand| !matches!(operand.tensor.values.at(0), Some(Scalar::Float(_)));
        let real_b = !b.stands_in && !whole(b);
        if whole(a) && (real_b || settings.operator == Operator::Divide) {
            let real = if !real_b { Dtype::Float32 } else { b.dtype.unwrap_or(Dtype::Float32) };
            let refusal = settings.library.refuses_to_cast(settings.operator, real);
            return match (judged, settings.library, pair.shape()) {
                (Verdict::Broadcasts(shape), ..) => Verdict::NotWritable(shape, refusal),
                (Verdict::DoesNotFitInPlace(shape, _), Library::NumPy, _) => Verdict::DoesNotFitInPlace(shape, refusal),
                (Verdict::Clash(_), Library::NumPy, _) => Verdict::Clash(refusal),
                (judged, ..) => judged,
            };
        }
        judged
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
            | Self::Undefined(_, refusal) => Some(refusal),
        }
    }
}

/// `read_only`: NumPy lets nobody write into `a`.
fn verdict(pair: &Pair, settings: &Settings, read_only: bool) -> Verdict {
    let library = settings.library;
    let [a, b] = Side::BOTH.map(|side| pair.stored(side));
    let through_view = settings.in_place && (a.overlaps() || (read_only && library == Library::NumPy));
    let answer = match through_view {
        true => library.add_in_place_through(a, b.shape()),
        false => library.answer(a.shape(), b.shape(), settings.in_place),
    };
    let refusal = match answer {
        Ok(_) => pair.undefined().map(|undefined| library.refusal(undefined)),
        Err(refusal) => Some(refusal),
    };
    match (pair.shape(), refusal) {
        (None, refusal) => Verdict::Clash(refusal.unwrap_or_else(|| library.refuses(""))),
        (Some(shape), None) => Verdict::Broadcasts(shape.clone()),
        (Some(shape), Some(refusal)) => {
            let said = |answer: Result<Shape, Refusal>| answer.as_ref() == Err(&refusal);
            let verdict = if through_view && said(library.add_in_place_through(a, b.shape())) {
                Verdict::NotWritable
            } else if settings.in_place && said(library.add_in_place(a.shape(), b.shape())) {
                Verdict::DoesNotFitInPlace
            } else if library.add(a.shape(), b.shape()).is_ok() {
                Verdict::Undefined
            } else {
                // What cannot be written into `a` is one thing; what can be written nowhere is another.
                Verdict::BeyondLimits
            };
            verdict(shape.clone(), refusal)
        }
    }
}

/// Drops the repairs of a text that is at the reader's limits (of characters, of values), where what a repair appends would go
/// beyond them. All repairs append much the same, so the longest stands for the others: a text is read once more, not eight times.
fn keep_readable(repairs: &mut Vec<Repair>, typed: [(&str, &Operand); 2], library: Library) {
    for side in Side::BOTH {
        let (text, operand) = typed[side as usize];
        let mended = repairs.iter().filter(|repair| repair.side == side).map(|it| it.apply(text, operand, library));
        if mended.max_by_key(String::len).is_some_and(|longest| parse(&longest).is_err()) {
            repairs.retain(|repair| repair.side != side);
        }
    }
}
