//! The pace of a story: how long each chapter moves and holds while the story plays.

use crate::i18n::{Label, Locale, Message, reading_time};
use broadcasting_diagram::{Story, clamp};
use tensor_broadcasting::Operation;
use tensor_broadcasting::lists::Listed;

/// The shortest and the longest hold of a chapter, in seconds.
const HOLDS: [f64; 2] = [1.0, 1.4];

/// How long one chapter takes while the story plays at speed 1, in seconds.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct ChapterPace {
    /// The duration of its motion.
    pub motion: f64,
    /// How long its end is shown.
    pub hold: f64,
}

impl ChapterPace {
    /// The pace of each chapter of a story, so that its title and its text can be read in this language. A motion is slower where there
    /// is more to read: a picture does not stand still for long. `introduces`: whether the first chapter says what broadcasting is.
    #[must_use]
    pub fn of_story(story: &Story, operation: &Operation, locale: Locale, introduces: bool) -> Vec<Self> {
        let pace = |(number, chapter)| {
            let words = [Message::ChapterTitle(chapter, operation), Message::ChapterText(chapter, operation)];
            let reading: f64 = words.map(|message| reading_time(&locale.message(message))).into_iter().sum();
            let introduction = if introduces && number == 0 { locale.label(Label::Broadcasting) } else { "" };
            Self::of_chapter(story.seconds(number), reading + reading_time(introduction))
        };
        story.chapters().iter().enumerate().map(pace).listed()
    }

    /// The pace of a chapter whose motion takes so long at least, and whose words take so long to read. Operands without axes have nothing to
    /// be shown meanwhile.
    fn of_chapter(motion: f64, reading: f64) -> Self {
        let hold = clamp(reading - motion, HOLDS[0], HOLDS[1]);
        Self { motion: if motion > 0.0 { motion.max(reading - hold) } else { 0.0 }, hold }
    }
}
