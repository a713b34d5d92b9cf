//! The English texts of the export menu.

use crate::i18n::export::ExportLabel;

pub(super) fn export_label(label: ExportLabel) -> &'static str {
    match label {
        ExportLabel::Picture => "This picture (SVG)",
        ExportLabel::Story => "All chapters (SVG)",
        ExportLabel::Animated => "Animated (SVG)",
        ExportLabel::ChaptersSvg => "Each chapter with its words (SVG)",
        ExportLabel::ChaptersPng => "Each chapter with its words (PNG)",
        ExportLabel::Copy => "Copy as SVG",
        ExportLabel::Video => "Video (WebM)",
        ExportLabel::Recording => "The video is being recorded.",
        ExportLabel::Cancel => "Cancel the recording",
    }
}
