//! How a teacher's set is collected: what an action does to it, and what of the screen is added.

use std::rc::Rc;

use super::Worksheet;
use super::asking::Session;
use super::draft::{DraftAction, DraftChange, DraftStep, WorksheetOf};
use super::step::{PracticeSet, Step};
use crate::practice::QuestionKind;
use crate::state::Model;

/// Does what a teacher does about the set.
pub(super) fn act(model: &mut Model, session: &mut Session, action: DraftAction) {
    if let DraftAction::Preview(at) = action {
        model.settings.leave_set();
        (model.settings.steps, model.settings.step) = (Some(session.draft.own_set().to_text()), Some(at));
        session.set = None;
        Rc::make_mut(&mut session.draft).is_open = false;
        return;
    }
    let set = session.set.as_ref().and_then(|progress| progress.set.as_ref().ok());
    let library = model.settings.library;
    // A teacher who chose a library for one question goes on with it.
    let last = session.draft.steps.last().map_or(library, |last| last.step.settings.library);
    let on_screen = || on_screen(model, session);
    let (steps, worksheet) = match action {
        DraftAction::AddEmpty => (Some(vec![Step::empty(last)]), None),
        DraftAction::Add => (on_screen().map(|step| vec![step]), None),
        DraftAction::AddQuestion => (on_screen().map(|step| vec![step.with_question()]), None),
        DraftAction::TakeSet => (set.map(|set| set.steps(library)), None),
        DraftAction::Print(WorksheetOf::Draft) => {
            (None, Some(Worksheet::new(session.draft.set(), library, session.draft.with_answers)))
        }
        DraftAction::Print(WorksheetOf::Screen) => {
            let with_answers = session.draft.with_answers;
            let shows = session.set.as_ref().is_some_and(|progress| progress.shows_answers());
            (None, set.map(|set| Worksheet::new(set.clone(), library, with_answers && shows)))
        }
        _ => (None, None),
    };
    let taken = if action == DraftAction::TakeSet { set.cloned() } else { None };
    let draft = Rc::make_mut(&mut session.draft);
    if let Some(set) = taken {
        draft.steps.clear();
        if let PracticeSet::Own(own) = set {
            (draft.title, draft.caption, draft.shows_answers) = (own.title, own.caption, own.shows_answers);
        }
    }
    let change = match steps {
        Some(steps) => {
            steps.into_iter().for_each(|step| draft.push(step));
            Some(if action == DraftAction::TakeSet { DraftChange::Taken } else { DraftChange::Added })
        }
        None if action == DraftAction::AddPasted => {
            draft.add_pasted(last);
            Some(DraftChange::Taken)
        }
        None => draft.apply(action),
    };
    if let Some(worksheet) = worksheet {
        draft.worksheet = Some(Rc::new(worksheet));
    }
    if let Some(change) = change {
        draft.change = Some(change);
        draft.changes = draft.changes.wrapping_add(1);
    }
}

/// Reads again what could not be read without the reader of Python.
pub(super) fn read_again(session: &mut Session) {
    if session.draft.steps.iter().any(|step| step.kinds.is_none()) {
        let steps = Rc::make_mut(&mut session.draft).steps.iter_mut();
        steps.filter(|step| step.kinds.is_none()).for_each(DraftStep::read);
    }
}

/// What is on screen as a step; `None` where there is no operation. A question is a step as its set has it.
pub(super) fn on_screen(model: &Model, session: &Session) -> Option<Step> {
    if let (Some(set), Some(asking)) = (&session.set, &session.asking) {
        return Some(set.step().cloned().unwrap_or_else(|| Step::asking(&asking.item)));
    }
    model.analysis.operation.as_ref()?;
    Some(Step::of(&model.link_settings()))
}

impl Step {
    /// The same step, with a question: the one that it has, or one about the shape of the result.
    fn with_question(mut self) -> Self {
        self.settings.predict.get_or_insert(QuestionKind::Shape);
        self
    }
}
