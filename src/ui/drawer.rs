//! The drawer with the open panel. All of it is in the chunk `panels`.

pub(super) mod code;
pub(super) mod export;
pub(super) mod late;
pub(super) mod memory;
pub(super) mod table;
pub(super) mod tabs;

use std::rc::Rc;

use yew::prelude::*;

use crate::i18n::{Label, WorkLabel};
use crate::state::{Action, Model, Shown, Tab, ViewAction};
use crate::ui::drawer::code::code_panel;
use crate::ui::drawer::export::files::ExportProps;
use crate::ui::drawer::export::menu;
use crate::ui::drawer::memory::{Memory, OnPoint};
use crate::ui::drawer::table::Table;
use crate::ui::drawer::tabs::tabs;
use crate::ui::host::connection::AppMessage;
use crate::ui::host::mount::Mount;
use crate::ui::host::panic_scope::Scoped;
use crate::ui::parts::text::{label, name, static_text};
use crate::ui::stage::diagram_view::DiagramLink;

/// What the drawer shows, and where its actions go.
pub(super) struct DrawerProps<'a> {
    pub(super) tab: Tab,
    pub(super) model: &'a Model,
    /// The operation that is shown, with its chapters.
    pub(super) shown: &'a Shown,
    /// The diagram beside it.
    pub(super) diagram: &'a DiagramLink,
    pub(super) mount: &'a Mount,
    /// Takes messages to the app.
    pub(super) send: &'a Callback<AppMessage>,
    /// Changes what index of the result, or nothing, is highlighted in the diagram.
    pub(super) on_point: &'a OnPoint,
    pub(super) dispatch: &'a Callback<Action>,
}

/// The drawer with the open panel.
pub(super) fn drawer(props: &DrawerProps<'_>) -> Html {
    let (tab, locale) = (props.tab, props.model.locale());
    let on_close = props.dispatch.reform(|_: MouseEvent| Action::View(ViewAction::ToggleDrawer));
    let on_tab = props.dispatch.reform(|tab| Action::View(ViewAction::ShowTab(tab)));
    let heading = match tab {
        Tab::Memory => locale.work_label(WorkLabel::Memory),
        Tab::Table => locale.work_label(WorkLabel::Table),
        Tab::Code => locale.label(Label::Code),
        Tab::Export => locale.label(Label::Export),
    };
    let close = name(locale, Label::Close);
    html! {
        <section class="drawer" aria-labelledby="drawer-heading element-number">
            <div class="drawer-head">
                <h2 class="visually-hidden" id="drawer-heading">{ static_text(heading) }</h2>
                { tabs(tab, &on_tab, locale) }
                <button type="button" class="close" onclick={on_close} aria-label={close.clone()} title={close}>{ "✕" }</button>
            </div>
            <div class="drawer-body" tabindex="0" role="group" aria-labelledby="drawer-heading">{ panel(props) }</div>
        </section>
    }
}

/// The panel that is open; where there is no result, that instead.
fn panel(props: &DrawerProps<'_>) -> Html {
    let (model, mount, locale) = (props.model, props.mount.clone(), props.model.locale());
    let Shown { operation, story } = props.shown.clone();
    match props.tab {
        Tab::Memory | Tab::Table if operation.shape().is_none() => {
            html! { <p>{ label(locale, Label::NoResult) }</p> }
        }
        Tab::Memory => {
            let (types, result_type) = model.analysis().memory_types(model.settings());
            let dtype = model.analysis().dtype(model.settings());
            html! {
                <Scoped<Memory> {mount} {operation} library={model.settings().library} {dtype} {types} {result_type} {locale}
                    state={props.diagram.state().clone()} dispatch={props.dispatch.clone()} on_point={props.on_point.clone()} />
            }
        }
        Tab::Table => html! { <Scoped<Table> {mount} {operation} {locale} /> },
        Tab::Code if model.is_stale() => Html::default(),
        Tab::Code => {
            let copied = model.visit().copied.as_deref();
            code_panel(
                &operation,
                model.analysis(),
                model.settings(),
                copied,
                &props.send.reform(AppMessage::Copy),
                locale,
            )
        }
        Tab::Export => {
            let (screen, chapter, speed) = (Rc::clone(props.diagram.screen()), model.chapter(), model.visit().speed);
            html! { <div class="export">{ menu(ExportProps { screen, operation, story, chapter, speed, locale }) }</div> }
        }
    }
}
