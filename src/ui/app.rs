//! The whole page: model, links, keys, and where everything stands.

use std::rc::Rc;

use gloo::utils::{document, window};
use wasm_bindgen::JsCast as _;
use wasm_bindgen::JsValue;
use web_sys::{Element, KeyboardEvent};
use yew::prelude::*;

use super::code::CodePanel;
use super::fields::Fields;
use super::help::Help;
use super::hooks::use_window_event;
use super::ladder::Ladder;
use super::masthead::Masthead;
use super::memory::Memory;
use super::shelf::Shelf;
use super::store::{Store, browser_locale, text};
use super::table::TableTwin;
use super::theatre::Theatre;
use super::verdict::VerdictLine;
use crate::broadcast::Pair;
use crate::diagram::Story;
use crate::state::{Action, Model, Reading};
use crate::words::{Locale, Message};

/// The page.
#[component]
pub fn App() -> Html {
    let store = use_reducer_eq(|| {
        let query = window().location().search().unwrap_or_default();
        Store(Model::open(&query, browser_locale()))
    });
    let dispatch = Callback::from({
        let dispatcher = store.dispatcher();
        move |action: Action| dispatcher.dispatch(action)
    });
    let model = &store.0;
    let settings = &model.settings;
    let locale = model.locale();
    let question = (settings.a.clone(), settings.b.clone(), settings.operator, settings.in_place, settings.library);
    let reading = use_memo(question, |_| Reading::new(settings));
    let shown = use_last_good(&reading);
    let last = shown.as_ref().map_or(0, |(_, story)| story.last());
    let chapter = settings.step.unwrap_or(last).min(last);
    let help = use_state_eq(|| false);

    use_address(model);
    use_document(model, locale);
    use_window_event("popstate", {
        let dispatch = dispatch.clone();
        move |_| dispatch.emit(Action::Load(window().location().search().unwrap_or_default()))
    });
    use_window_event("keydown", {
        let (dispatch, help, playing) = (dispatch.clone(), help.clone(), model.playing);
        move |event| {
            if let Some(event) = event.dyn_ref::<KeyboardEvent>()
                && let Some(asked) = key(event, chapter, last, playing)
            {
                event.prevent_default();
                match asked {
                    Asked::Help => help.set(true),
                    Asked::Do(action) => dispatch.emit(action),
                }
            }
        }
    });
    let close_help = use_callback(help.clone(), |(), help| help.set(false));
    let open_help = use_callback(help.clone(), |(), help| help.set(true));
    let stale = reading.pair.is_none();

    let theatre = match &shown {
        Some((pair, story)) => html! {
            <Theatre pair={Rc::clone(pair)} story={Rc::clone(story)} {chapter} playing={model.playing}
                speed={model.speed} theme={settings.theme} {stale} embed={settings.embed} dispatch={&dispatch} />
        },
        None => html! { <p class="waiting">{ text(locale, Message::NothingToShow) }</p> },
    };
    let ladder = shown.as_ref().map(|(pair, story)| {
        html! { <Ladder pair={Rc::clone(pair)} names={names(&reading)} lit={story.chapters()[chapter].axes.clone()} {stale} /> }
    });
    let depth = shown.as_ref().filter(|_| !settings.embed).map(|(pair, _)| {
        html! {
            <>
                <Memory pair={Rc::clone(pair)} library={settings.library} />
                <CodePanel pair={Rc::clone(pair)} library={settings.library} in_place={settings.in_place} />
                <TableTwin pair={Rc::clone(pair)} />
            </>
        }
    });
    let notes = (!model.ignored.is_empty())
        .then(|| html! { <LinkNotes ignored={model.ignored.clone()} dispatch={&dispatch} /> });

    html! {
        <ContextProvider<Locale> context={locale}>
            if !settings.embed {
                <Masthead theme={settings.theme} dispatch={&dispatch} on_help={open_help} />
            }
            <div class={classes!("page", settings.embed.then_some("embedded"))}>
                if !settings.embed {
                    <Shelf open={model.example} dispatch={&dispatch} />
                }
                <main id="main">
                    { notes }
                    <Fields a={settings.a.clone()} b={settings.b.clone()} reading={Rc::clone(&reading)}
                        operator={settings.operator} library={settings.library} in_place={settings.in_place}
                        dispatch={&dispatch} />
                    <VerdictLine verdict={reading.verdict.clone()} library={settings.library} example={model.example} />
                    { ladder }
                    { theatre }
                    { depth }
                    if settings.embed {
                        <p class="open-whole">
                            <a href={whole(model)} target="_blank" rel="noopener">{ text(locale, Message::OpenWhole) }</a>
                        </p>
                    }
                </main>
            </div>
            <Help open={*help} on_close={close_help} />
        </ContextProvider<Locale>>
    }
}

/// Notes about values of the link that could not be used.
#[derive(Properties, PartialEq)]
struct LinkNotesProps {
    ignored: Vec<&'static str>,
    dispatch: Callback<Action>,
}

#[component]
fn LinkNotes(props: &LinkNotesProps) -> Html {
    let locale = super::store::use_locale();
    let dismiss = props.dispatch.reform(|_: MouseEvent| Action::Dismiss);
    html! {
        <div class="link-notes" role="status">
            <ul>
                { for props.ignored.iter().map(|name| html! { <li>{ text(locale, Message::LinkValueIgnored(name)) }</li> }) }
            </ul>
            <button type="button" onclick={dismiss}>{ text(locale, Message::Dismiss) }</button>
        </div>
    }
}

/// What was last shown: while a text cannot be read, the picture before it stays.
#[hook]
fn use_last_good(reading: &Reading) -> Option<(Rc<Pair>, Rc<Story>)> {
    let last = use_mut_ref(|| None);
    if let (Some(pair), Some(story)) = (&reading.pair, &reading.story) {
        *last.borrow_mut() = Some((Rc::clone(pair), Rc::clone(story)));
    }
    last.borrow().clone()
}

/// Each operand's axis names.
fn names(reading: &Reading) -> [Vec<String>; 2] {
    [&reading.a, &reading.b].map(|operand| operand.as_ref().map(|operand| operand.names.clone()).unwrap_or_default())
}

/// The address of the same state in the whole page.
fn whole(model: &Model) -> String {
    crate::state::Settings { embed: false, ..model.settings.clone() }.to_query()
}

/// Keeps the address in step: opening an example makes a history entry, anything else replaces the present one.
#[hook]
fn use_address(model: &Model) {
    let written = use_mut_ref(|| (model.settings.clone(), model.visits, false));
    let state = (model.settings.clone(), model.visits);
    use_effect_with(state, move |(settings, visits)| {
        let mut written = written.borrow_mut();
        // The address of a visit stays as it was typed until something is changed.
        if !written.2 {
            *written = (settings.clone(), *visits, true);
            return;
        }
        let pushes = written.1 != *visits;
        *written = (settings.clone(), *visits, true);
        let query = settings.to_query();
        if window().location().search().is_ok_and(|now| now == query) {
            return;
        }
        let Ok(history) = window().history() else { return };
        // A browser may refuse (a sandboxed frame, too many changes at once): the page goes on without.
        _ = if pushes {
            history.push_state_with_url(&JsValue::NULL, "", Some(&query))
        } else {
            history.replace_state_with_url(&JsValue::NULL, "", Some(&query))
        };
    });
}

/// The language, title and theme of the document.
#[hook]
fn use_document(model: &Model, locale: Locale) {
    use_effect_with((locale, model.settings.theme), |&(locale, theme)| {
        document().set_title(&locale.say(Message::Name));
        if let Some(root) = document().document_element() {
            // Attributes of fixed names take any value.
            _ = root.set_attribute("lang", locale.tag());
            _ = root.set_attribute("data-theme", theme.name());
        }
    });
}

/// What a key asks for.
enum Asked {
    Help,
    Do(Action),
}

/// What a key asks for where it is not for the element that has the focus.
fn key(event: &KeyboardEvent, chapter: usize, last: usize, playing: bool) -> Option<Asked> {
    if event.default_prevented() || event.ctrl_key() || event.meta_key() || event.alt_key() {
        return None;
    }
    let target: Element = event.target()?.dyn_into().ok()?;
    let within = |selector: &str| target.closest(selector).ok().flatten().is_some();
    if within("input, select, textarea, dialog") {
        return None;
    }
    let go = |chapter: usize| Some(Asked::Do(Action::GoTo { chapter, last }));
    match event.key().as_str() {
        "?" => Some(Asked::Help),
        " " if within("button, summary, a, [role=group]") && !within(".stage") => None,
        " " if playing => Some(Asked::Do(Action::Pause)),
        " " => Some(Asked::Do(Action::Play(chapter == last))),
        "ArrowLeft" => go(chapter.saturating_sub(1)),
        "ArrowRight" => go((chapter + 1).min(last)),
        "Home" => go(0),
        "End" => go(last),
        _ => None,
    }
}
