//! How a teacher's set is collected: what an action does to it, and what of the screen is added.

use std::rc::Rc;

use super::Worksheet;
use super::asking::{Asking, Session};
use super::draft::{DraftAction, DraftChange, DraftQuestion, WorksheetOf};
use crate::codegen::expression;
use crate::practice::{Item, PracticeSet, QuestionKind, Subject};
use crate::state::{Model, Settings};
use tensor_broadcasting::{OperandId, Tensor, Values};
use tensor_reader::{MAX_CHARS, Operand};

/// Does what a teacher does about the set.
pub(super) fn act(model: &Model, session: &mut Session, action: DraftAction) {
    let set = session.set.as_ref().and_then(|progress| progress.set.as_ref().ok());
    let library = model.settings.library;
    // A teacher who chose a library for one question goes on with it.
    let last = session.draft.questions.last().map_or(library, |last| last.item.library);
    let (items, worksheet) = match action {
        DraftAction::AddEmpty => (Some(vec![Item::empty(last)]), None),
        DraftAction::Add => (item_on_screen(model, session.asking.as_ref()).map(|item| vec![item]), None),
        DraftAction::TakeSet => (set.map(|set| set.items(library)), None),
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
        draft.questions.clear();
        if let PracticeSet::Own(own) = set {
            (draft.title, draft.caption, draft.shows_answers) = (own.title, own.caption, own.shows_answers);
        }
    }
    let change = match items {
        Some(items) => {
            items.into_iter().for_each(|item| draft.push(item));
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
    if session.draft.questions.iter().any(|question| question.kinds.is_none()) {
        let questions = Rc::make_mut(&mut session.draft).questions.iter_mut();
        questions.filter(|question| question.kinds.is_none()).for_each(DraftQuestion::read);
    }
}

/// The question about what is on screen, which in a set is `asking`; `None` where nothing can be asked about it. An operand of a
/// program is written as a shape or as an expression.
pub(super) fn item_on_screen(model: &Model, asking: Option<&Asking>) -> Option<Item> {
    let settings = &model.settings;
    let operation = model.analysis.operation.as_ref()?;
    if settings.has_set()
        && let Some(asking) = asking
    {
        return Some(asking.item.clone());
    }
    if !Subject::asks_about(operation) {
        return None;
    }
    let item = settings.item(settings.predict.unwrap_or(QuestionKind::Shape));
    if !settings.has_code() {
        return Some(item);
    }
    // A function of a program is no operator, and a question has an operator.
    let operator = operation.operator()?;
    let operands = OperandId::PAIR.map(|id| model.analysis.operands[id].as_ref().ok());
    let operands = match operands {
        [Some(a), Some(b)] => [a, b].map(|operand| text_of(operand, settings)),
        _ => return None,
    };
    Some(Item { operands, operator, ..item })
}

/// The text that stands for an operand of a program: its shape where its values are counted or not known, else an expression.
fn text_of(operand: &Operand, settings: &Settings) -> String {
    let shape = operand.shape();
    if operand.values_unknown || operand.tensor == Tensor::contiguous(shape, Values::Arange) {
        return shape.to_string();
    }
    let written = expression(settings.library, &operand.tensor);
    if written.chars().nth(MAX_CHARS).is_some() { shape.to_string() } else { written }
}
