//! The texts of the export menu, which are loaded with its chunk; those of other languages are loaded with the language.

use super::{FIRST_EXPORT, Locale};
use crate::chunks::Chunk;

/// A text of the export menu.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ExportLabel {
    /// The button that saves the present picture.
    Picture,
    /// The button that saves the pictures of all chapters in one file.
    Story,
    /// The button that saves all chapters as one animated picture.
    Animated,
    /// The button that saves each chapter with its words, as SVG.
    ChaptersSvg,
    /// The button that saves each chapter with its words, as PNG.
    ChaptersPng,
    /// The button that copies the present picture.
    Copy,
    /// The button that records a video.
    Video,
    /// A video is being recorded.
    Recording,
    /// The button that ends the recording without a file.
    Cancel,
}

impl Locale {
    /// A text of the export menu. Only what is loaded with the menu may ask for it.
    #[must_use]
    pub fn export_label(self, label: ExportLabel) -> &'static str {
        self.chunk().and_then(Chunk::get).map_or(FIRST_EXPORT, |language| language.export)(label)
    }
}
