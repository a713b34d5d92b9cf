//! What the two texts say: operands, pair, story and verdict, all derived in one place.

use std::rc::Rc;

use super::Settings;
use crate::broadcast::{Pair, Shape, Side};
use crate::diagram::Story;
use crate::notation::{NotationError, Operand, parse};

/// What is to be said under the inputs.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Verdict {
    /// At least one text cannot be read.
    Unreadable,
    /// They broadcast to this shape.
    Broadcasts(Shape),
    /// They broadcast to this shape, but the library refuses to make it, in these words.
    BeyondLimits(Shape, String),
    /// They do not broadcast; the library's words.
    Clash(String),
    /// They broadcast to this shape, which cannot be written into `a`; the library's words.
    DoesNotFitInPlace(Shape, String),
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
}

impl Reading {
    /// Reads the texts of `settings`.
    #[must_use]
    pub fn new(settings: &Settings) -> Self {
        let (a, b) = (parse(&settings.a), parse(&settings.b));
        let pair = match (&a, &b) {
            (Ok(a), Ok(b)) => {
                let tensor = |operand: &Operand| (operand.shape.clone(), operand.values.clone());
                Some(Rc::new(Pair::new(tensor(a), tensor(b), settings.operator)))
            }
            _ => None,
        };
        let story = pair.as_ref().map(|pair| Rc::new(Story::tell(pair, settings.in_place)));
        let verdict = pair.as_ref().map_or(Verdict::Unreadable, |pair| verdict(pair, settings));
        Self { a, b, pair, story, verdict }
    }

    /// Judges the same operands anew, after another library was chosen.
    pub fn judge(&mut self, settings: &Settings) {
        self.verdict = self.pair.as_ref().map_or(Verdict::Unreadable, |pair| verdict(pair, settings));
    }
}

fn verdict(pair: &Pair, settings: &Settings) -> Verdict {
    let (a, b) = (pair.alignment().shape(Side::A), pair.alignment().shape(Side::B));
    match (pair.shape(), settings.library.answer(a, b, settings.in_place)) {
        (Some(shape), Ok(_)) => Verdict::Broadcasts(shape.clone()),
        (None, answer) => Verdict::Clash(answer.err().unwrap_or_default()),
        // What cannot be written into `a` is one thing; what can be written nowhere is another.
        (Some(shape), Err(message))
            if settings.in_place && settings.library.add_in_place(a, b) == Err(message.clone()) =>
        {
            Verdict::DoesNotFitInPlace(shape.clone(), message)
        }
        (Some(shape), Err(message)) => Verdict::BeyondLimits(shape.clone(), message),
    }
}
