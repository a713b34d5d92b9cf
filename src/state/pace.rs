//! The pace of a story: how long each chapter moves and holds while the story plays.

use crate::i18n::{Locale, Message, reading_time};
use broadcasting_diagram::Story;
use tensor_broadcasting::Operation;
use tensor_broadcasting::lists::Listed;

/// The shortest hold of a chapter, in seconds.
const MIN_HOLD: f64 = 2.5;

/// How long one chapter takes while the story plays at speed 1, in seconds.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct ChapterPace {
    /// The duration of its motion.
    pub motion: f64,
    /// How long its end is shown, so that its text can be read.
    pub hold: f64,
}

impl ChapterPace {
    /// The pace of each chapter of a story whose texts are read in this language.
    #[must_use]
    pub fn of_story(story: &Story, operation: &Operation, locale: Locale) -> Vec<Self> {
        let pace = |(number, chapter)| {
            let text = locale.message(Message::ChapterText(chapter, operation));
            Self { motion: story.seconds(number), hold: reading_time(&text).max(MIN_HOLD) }
        };
        story.chapters().iter().enumerate().map(pace).listed()
    }
}
