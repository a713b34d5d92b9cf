//! The export menu: its button, and the module with everything that it does.
//!
//! | file | content |
//! |---|---|
//! | `menu` | the buttons |
//! | `files` | files of pictures |
//! | `video` | the recording of a video |

mod files;
mod menu;
mod video;

use std::cell::RefCell;
use std::rc::Rc;

use yew::prelude::*;

use super::loading::loading_note;
use super::screen::Screen;
use super::text::label;
use crate::i18n::{Label, Locale};
use crate::modules::module;
use crate::state::Model;
use broadcasting_diagram::Story;
use broadcasting_diagram::svg::Shade;
use tensor_broadcasting::Operation;

/// What is exported.
#[derive(Clone, Properties)]
pub(super) struct ExportProps {
    /// The picture that is shown.
    pub(super) screen: Rc<RefCell<Screen>>,
    /// The operation that it shows.
    pub(super) operation: Rc<Operation>,
    /// Its chapters.
    pub(super) story: Rc<Story>,
    /// The present chapter, counted from 0.
    pub(super) chapter: usize,
    /// The speed of a video; 1 is normal.
    pub(super) speed: f64,
    /// The language.
    pub(super) locale: Locale,
}

impl PartialEq for ExportProps {
    fn eq(&self, other: &Self) -> bool {
        Rc::ptr_eq(&self.screen, &other.screen)
            && Rc::ptr_eq(&self.operation, &other.operation)
            && Rc::ptr_eq(&self.story, &other.story)
            && self.chapter == other.chapter
            && self.speed == other.speed
            && self.locale == other.locale
    }
}

/// What makes files of pictures.
#[derive(Debug)]
pub(super) struct Export {
    /// The buttons.
    menu: fn(ExportProps) -> Html,
    /// The shown chapter as an SVG document of a width.
    pub(super) chapter_svg: fn(&Model, f64, Shade) -> Option<String>,
}

module! {
    /// What makes files of pictures.
    pub(super) EXPORT: Export = Export { menu: menu::menu, chapter_svg: files::chapter_svg }, in export
}

/// The export menu. What it does is loaded when it is opened.
pub(super) fn export(props: ExportProps) -> Html {
    let locale = props.locale;
    let open = Callback::from(|_: Event| EXPORT.request());
    html! {
        <details class="export" ontoggle={open}>
            <summary>{ label(locale, Label::Export) }</summary>
            { EXPORT.get().map_or_else(|| loading_note(&EXPORT, locale), |export| (export.menu)(props)) }
        </details>
    }
}
