//! The Chinese texts of the export menu.

use crate::i18n::export::ExportLabel;

pub(super) fn export_label(label: ExportLabel) -> &'static str {
    match label {
        ExportLabel::Picture => "当前画面（SVG）",
        ExportLabel::Story => "全部步骤（SVG）",
        ExportLabel::Animated => "动画（SVG）",
        ExportLabel::ChaptersSvg => "每一步及其说明（SVG）",
        ExportLabel::ChaptersPng => "每一步及其说明（PNG）",
        ExportLabel::Copy => "复制为 SVG",
        ExportLabel::Video => "视频（WebM）",
        ExportLabel::Recording => "正在录制视频。",
        ExportLabel::Cancel => "取消录制",
    }
}
