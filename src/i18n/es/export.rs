//! The Spanish texts of the export menu.

use crate::i18n::export::ExportLabel;

pub(super) fn export_label(label: ExportLabel) -> &'static str {
    match label {
        ExportLabel::Picture => "Esta imagen (SVG)",
        ExportLabel::Story => "Todos los pasos (SVG)",
        ExportLabel::Animated => "Animación (SVG)",
        ExportLabel::ChaptersSvg => "Cada paso con su texto (SVG)",
        ExportLabel::ChaptersPng => "Cada paso con su texto (PNG)",
        ExportLabel::Copy => "Copiar como SVG",
        ExportLabel::Video => "Vídeo (WebM)",
        ExportLabel::Recording => "Grabando el vídeo…",
        ExportLabel::Cancel => "Cancelar la grabación",
    }
}
