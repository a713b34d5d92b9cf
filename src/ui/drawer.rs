//! The drawer with the open panel. All of it is in the chunk `panels`: the application makes a [`Drawer`] of what it knows, and the diagram view
//! renders it with what it knows.

pub(super) mod code;
pub(super) mod export;
pub(super) mod late;
pub(super) mod memory;
pub(super) mod table;
pub(super) mod tabs;

use std::rc::Rc;

use yew::prelude::*;

use crate::i18n::{Label, WorkLabel};
use crate::state::{Action, Model, Tab};
use crate::ui::drawer::code::code_panel;
use crate::ui::drawer::export::files::ExportProps;
use crate::ui::drawer::export::menu;
use crate::ui::drawer::memory::{Memory, MemoryProps, OnPoint};
use crate::ui::drawer::table::{Table, TableProps};
use crate::ui::drawer::tabs::tabs;
use crate::ui::host::mount::Mount;
use crate::ui::host::panic_scope::Scoped;
use crate::ui::parts::text::{label, name, static_text};
use broadcasting_diagram::ElementIndex;
use tensor_broadcasting::Operation;

/// Renders the drawer.
pub(super) type Drawer = Callback<DrawerInput, Html>;

/// What the diagram view knows.
pub(super) struct DrawerInput {
    /// The index of the highlighted cell.
    pub(super) highlighted: Option<Vec<u64>>,
    /// Of a matrix product, the row and the column of the highlighted element.
    pub(super) element: ElementIndex,
    /// Highlights the cell of the result at an index, or none.
    pub(super) on_point: OnPoint,
    /// What is exported.
    pub(super) exported: ExportProps,
}

/// What the application knows.
pub(super) struct DrawerProps<'a> {
    pub(super) tab: Tab,
    pub(super) model: &'a Model,
    /// The operation that is shown.
    pub(super) operation: &'a Rc<Operation>,
    /// The text that was copied last.
    pub(super) copied: Option<&'a str>,
    pub(super) mount: &'a Mount,
    pub(super) on_copy: &'a Callback<String>,
    pub(super) on_tab: Callback<Tab>,
    pub(super) on_close: Callback<MouseEvent>,
    pub(super) dispatch: &'a Callback<Action>,
}

/// The drawer of a panel.
pub(super) fn drawer(props: DrawerProps<'_>) -> Drawer {
    let (tab, locale, on_close) = (props.tab, props.model.locale(), props.on_close.clone());
    let memory = (tab == Tab::Memory).then(|| memory_of(&props)).flatten();
    let heading = match tab {
        Tab::Memory => locale.work_label(WorkLabel::Memory),
        Tab::Table => locale.work_label(WorkLabel::Table),
        Tab::Code => locale.label(Label::Code),
        Tab::Export => locale.label(Label::Export),
    };
    let (close, buttons) = (name(locale, Label::Close), tabs(tab, &props.on_tab, locale));
    let panel = if memory.is_none() { panel(&props) } else { Html::default() };
    Callback::from(move |input: DrawerInput| {
        let panel = match &memory {
            Some(memory) => {
                let DrawerInput { highlighted, element, on_point, .. } = input;
                let props = MemoryProps { highlighted, element, on_point, ..memory.clone() };
                html! { <Scoped<Memory> ..props /> }
            }
            None if tab == Tab::Export => html! { <div class="export">{ menu(input.exported) }</div> },
            None => panel.clone(),
        };
        html! {
            <section class="drawer" aria-labelledby="drawer-heading element-number">
                <div class="drawer-head">
                    <h2 class="visually-hidden" id="drawer-heading">{ static_text(heading) }</h2>
                    { buttons.clone() }
                    <button type="button" class="close" onclick={on_close.clone()} aria-label={close.clone()} title={close.clone()}>{ "✕" }</button>
                </div>
                <div class="drawer-body" tabindex="0" role="group" aria-labelledby="drawer-heading">{ panel }</div>
            </section>
        }
    })
}

/// The memory of the shown operation; `None` where there is no result.
fn memory_of(props: &DrawerProps<'_>) -> Option<MemoryProps> {
    let (model, operation) = (props.model, props.operation);
    operation.shape()?;
    Some(MemoryProps::new(operation, model.analysis(), model.settings(), model.locale(), props.mount, props.dispatch))
}

/// The panel that shows the code or the elements, or says that there is no result.
fn panel(props: &DrawerProps<'_>) -> Html {
    let (model, operation) = (props.model, props.operation);
    let locale = model.locale();
    match props.tab {
        Tab::Code if model.is_stale() => Html::default(),
        Tab::Code => code_panel(operation, model.analysis(), model.settings(), props.copied, props.on_copy, locale),
        Tab::Memory | Tab::Table if operation.shape().is_none() => {
            html! { <p>{ label(locale, Label::NoResult) }</p> }
        }
        Tab::Table => {
            let props = TableProps { mount: props.mount.clone(), operation: Rc::clone(operation), locale };
            html! { <Scoped<Table> ..props /> }
        }
        Tab::Memory | Tab::Export => Html::default(),
    }
}
