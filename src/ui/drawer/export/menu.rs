//! The buttons of the export menu.

use yew::prelude::*;

use super::files::{ExportFormat, ExportProps, save_as};
use super::video::{Recording, is_supported};
use crate::i18n::{ExportLabel, Label};
use crate::ui::parts::text::static_text;

/// The buttons of the export menu.
pub(in crate::ui) fn menu(props: ExportProps) -> Html {
    html! { <Menu ..props /> }
}

/// What happens in the menu.
enum MenuMessage {
    /// Export a picture.
    Save(ExportFormat),
    /// Begin a video.
    Record,
    /// So many percent of the video are recorded.
    Progress(u32),
    /// The story of the video has ended (`true`), or the recording is cancelled.
    End(bool),
}

/// The menu, with the video that is being recorded.
struct Menu {
    records: bool,
    recording: Option<Recording>,
    /// How much of the video is recorded, in percent.
    progress: u32,
    /// The canvas that a video is recorded from.
    canvas: NodeRef,
}

impl Component for Menu {
    type Message = MenuMessage;
    type Properties = ExportProps;

    fn create(_: &Context<Self>) -> Self {
        Self { records: is_supported(), recording: None, progress: 0, canvas: NodeRef::default() }
    }

    fn update(&mut self, ctx: &Context<Self>, message: MenuMessage) -> bool {
        let props = ctx.props();
        match message {
            MenuMessage::Save(format) => {
                // Where the browser does not allow it, nothing is lost.
                _ = save_as(format, &props.screen.borrow().picture, props);
                false
            }
            MenuMessage::Record => {
                let (progress, end) =
                    (ctx.link().callback(MenuMessage::Progress), ctx.link().callback(|()| MenuMessage::End(true)));
                self.progress = 0;
                let canvas = self.canvas.cast();
                let start = |canvas| Recording::start(canvas, &props.screen.borrow().picture, props, progress, end);
                self.recording = canvas.and_then(start);
                true
            }
            MenuMessage::Progress(progress) => std::mem::replace(&mut self.progress, progress) != progress,
            MenuMessage::End(is_whole) => {
                if let Some(recording) = self.recording.take()
                    && is_whole
                {
                    recording.finish();
                }
                true
            }
        }
    }

    fn view(&self, ctx: &Context<Self>) -> Html {
        let (link, locale) = (ctx.link(), ctx.props().locale);
        let label = |label| static_text(locale.export_label(label));
        let offered = [
            (ExportFormat::Svg, label(ExportLabel::Picture)),
            (ExportFormat::Png(2), static_text("PNG 2×")),
            (ExportFormat::Animated, label(ExportLabel::Animated)),
        ];
        let more = [
            (ExportFormat::Copy, label(ExportLabel::Copy)),
            (ExportFormat::Png(1), static_text("PNG 1×")),
            (ExportFormat::Png(3), static_text("PNG 3×")),
            (ExportFormat::Story, label(ExportLabel::Story)),
            (ExportFormat::ChaptersSvg, label(ExportLabel::ChaptersSvg)),
            (ExportFormat::ChaptersPng, label(ExportLabel::ChaptersPng)),
        ];
        let button = |name: Html, message: fn() -> MenuMessage| {
            html! { <button type="button" onclick={link.callback(move |_: MouseEvent| message())}>{ name }</button> }
        };
        let save = |(format, name): (ExportFormat, Html)| {
            html! { <button type="button" onclick={link.callback(move |_: MouseEvent| MenuMessage::Save(format))}>{ name }</button> }
        };
        let video = match &self.recording {
            _ if !self.records => Html::default(),
            None => button(label(ExportLabel::Video), || MenuMessage::Record),
            Some(_) => html! {
                <>
                    <progress max="100" value={self.progress.to_string()} aria-label={locale.export_label(ExportLabel::Recording)} />
                    { button(label(ExportLabel::Cancel), || MenuMessage::End(false)) }
                </>
            },
        };
        let status = self.recording.as_ref().map(|_| label(ExportLabel::Recording));
        html! {
            <div>
                { for offered.into_iter().map(save) }
                <details class="more-exports">
                    <summary>{ static_text(locale.label(Label::More)) }</summary>
                    { for more.into_iter().map(save) }
                    { video }
                </details>
                <p class="visually-hidden" role="status">{ for status }</p>
                <div class="visually-hidden" aria-hidden="true"><canvas ref={self.canvas.clone()} /></div>
            </div>
        }
    }
}
