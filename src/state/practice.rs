//! What the page does with questions: it asks, checks answers, and leads through a set.
//!
//! Nothing here is called directly, only through [`PRACTICE_FUNCTIONS`]: it is loaded when it is needed.
//!
//! | file | content |
//! |---|---|
//! | `asking` | the question that the user is asked, and the progress through a set |
//! | `mask` | what is seen while a part of the answer is hidden |
//! | `draft`, `collect` | the set that a teacher collects |
//! | `worksheet` | a set to be printed |
//! | `results` | what is reported of an answer and of a set |

mod asking;
mod collect;
mod draft;
mod mask;
mod results;
mod worksheet;

use std::rc::Rc;
use tensor_broadcasting::lists::Listed;

use super::{Analysis, ChapterRef, Code, Model, PracticeFunctions, Settings, Shown, Third};
use crate::i18n::element_name;
use crate::practice::{
    Answered, Grade, Item, OwnSet, PracticeSet, QuestionKind, ReplyProblem, SetError, Subject, Unreadable,
};
use crate::program::{InputProblem, PYTHON};
use broadcasting_diagram::{CellRef, Panel};
use tensor_broadcasting::OperandId;

use crate::state::practice::asking::Session;
pub use crate::state::practice::asking::{Asking, PracticeAction, Seen, SetProgress};
pub use crate::state::practice::draft::{Draft, DraftAction, DraftChange, DraftQuestion, WorksheetOf};
pub use crate::state::practice::worksheet::{Task, Worksheet};

/// What [`Model::reduce`] calls.
pub static PRACTICE_FUNCTIONS: PracticeFunctions = PracticeFunctions { update, act };

impl Analysis {
    /// The operation as a question is about it; `None` where an operand cannot be read, of an operation of three operands, and of a matrix product.
    #[must_use]
    pub fn subject(&self, settings: &Settings) -> Option<Subject> {
        Some(Subject {
            operation: Rc::clone(self.operation.as_ref().filter(|operation| Subject::asks_about(operation))?),
            library: settings.library,
            in_place: settings.in_place,
            error: self.verdict.error().cloned(),
            dtype: self.dtype(settings),
        })
    }
}

impl Settings {
    /// The settings that ask a question of a set. What they do not concern stays.
    #[must_use]
    pub fn asking(&self, item: &Item) -> Self {
        let [a, b] = OperandId::PAIR.map(|operand| item.text(operand).to_owned());
        let cell = item.element.clone().map(|index| CellRef { panel: Panel::Result, index });
        let (operator, library, in_place) = (item.operator, item.library, item.in_place);
        let (operator, c, code, operation) = (operator.into(), Third::default(), Code::default(), None);
        Self { a, b, c, operator, library, in_place, code, operation, cell, ..self.clone() }
    }

    /// The question of a kind about what these settings show, for a set. A question about an element is about the pinned cell, if one
    /// of the result is pinned.
    #[must_use]
    pub fn item(&self, kind: QuestionKind) -> Item {
        let pinned = self.cell.as_ref().filter(|cell| cell.panel == Panel::Result).map(|cell| cell.index.clone());
        let element = pinned.filter(|_| kind.is_about_element());
        Item {
            kind,
            operands: OperandId::PAIR.map(|operand| self.operand_text(operand).to_owned()),
            // There is no question about a matrix product.
            operator: self.operator.operator().unwrap_or_default(),
            library: self.library,
            in_place: self.in_place,
            element,
            pick: 0,
            note: String::new(),
        }
    }
}

impl Model {
    /// The question that the user is asked; `None` where there is none.
    #[must_use]
    pub fn asking(&self) -> Option<&Asking> {
        self.session.as_ref()?.downcast_ref::<Session>()?.asking.as_ref()
    }

    /// The set of questions that the user works on.
    #[must_use]
    pub fn practice_set(&self) -> Option<&SetProgress> {
        self.session.as_ref()?.downcast_ref::<Session>()?.set.as_ref()
    }

    /// The set that a teacher collects; `None` where nothing was collected in this visit.
    #[must_use]
    pub fn draft(&self) -> Option<&Rc<Draft>> {
        Some(&self.session.as_ref()?.downcast_ref::<Session>()?.draft)
    }

    /// The question about what is on screen, as a set has it; `None` where nothing can be asked about it.
    #[must_use]
    pub fn item_on_screen(&self) -> Option<Item> {
        let session = self.session.as_ref().and_then(|session| session.downcast_ref::<Session>());
        collect::item_on_screen(self, session.and_then(|session| session.asking.as_ref()))
    }

    /// Takes the results that were not taken yet: each is the name of an event and its JSON text.
    pub fn take_results(&mut self) -> Vec<(&'static str, String)> {
        let mut results = Vec::new();
        self.in_session(|_, session| results = std::mem::take(&mut session.results));
        results
    }

    /// Changes what practice keeps.
    fn in_session(&mut self, change: impl FnOnce(&mut Self, &mut Session)) {
        let session = self.session.take().and_then(|session| session.downcast::<Session>().ok());
        let mut session = session.map(Rc::unwrap_or_clone).unwrap_or_default();
        change(self, &mut session);
        self.session = Some(Rc::new(session));
    }
}

/// Brings the question up to date with the settings. What was to be done before practice was loaded is done now.
fn update(model: &mut Model) {
    if let Some(action) = model.waiting.take() {
        act(model, action);
    }
    if model.settings.asks() {
        model.in_session(update_session);
    } else {
        (model.mask, model.operands_given) = (None, false);
        if model.session.is_some() {
            // The set that a teacher collects is kept.
            model
                .in_session(|_, session| *session = Session { draft: Rc::clone(&session.draft), ..Session::default() });
        }
    }
    if model.session.is_some() && PYTHON.get().is_some() {
        model.in_session(|_, session| collect::read_again(session));
    }
}

fn update_session(model: &mut Model, session: &mut Session) {
    update_set(model, session);
    let item = match &session.set {
        Some(_) => session.asking.as_ref().map(|asking| asking.item.clone()),
        None => model.settings.predict.map(|kind| model.settings.item(kind)),
    };
    let is_same = |asking: &Asking, item: &Item| {
        let same_operation = match (&asking.operation, &model.analysis.operation) {
            (Some(one), Some(other)) => Rc::ptr_eq(one, other),
            (one, other) => one.is_none() && other.is_none(),
        };
        // A cell that the user pins after the answer asks nothing.
        same_operation && (asking.item == *item || (asking.is_open && asking.item.differs_in_element(item)))
    };
    match item {
        None => session.asking = None,
        Some(item) => {
            if !session.asking.as_ref().is_some_and(|asking| is_same(asking, &item)) {
                session.asking = Some(Asking::new(model, item));
            }
        }
    }
    if session.asking.as_ref().is_some_and(|asking| asking.awaits_python) && PYTHON.get().is_some() {
        check(model, session);
    }
    match session.seen() {
        Seen::Everything => model.mask = None,
        Seen::Nothing => model.hide(None),
        Seen::Chapters(count) => {
            let chapters = first_chapters(model, count);
            model.hide(chapters);
        }
    }
    model.operands_given = session.set.as_ref().is_some_and(|set| set.is_awaited() || set.set.is_ok() && !set.is_done);
}

/// The first chapters of what the diagram shows. The picture stays the same one while no other chapters are to be seen.
fn first_chapters(model: &mut Model, count: usize) -> Option<Shown> {
    let Shown { operation, story } = model.shown.as_ref()?;
    let chapters = story.first_chapters(count);
    let present = model.mask.take().and_then(|mask| mask.shown);
    let present = present.filter(|present| Rc::ptr_eq(&present.operation, operation) && *present.story == chapters);
    Some(present.unwrap_or_else(|| Shown { operation: Rc::clone(operation), story: Rc::new(chapters) }))
}

/// Begins the set of the settings where it is another one than before, and keeps its question in the settings.
fn update_set(model: &mut Model, session: &mut Session) {
    let Settings { practice, practice_src, .. } = &model.settings;
    let is_file = practice.is_none();
    let Some(text) = practice.as_ref().or(practice_src.as_ref()) else {
        if session.set.take().is_some() {
            session.asking = None;
        }
        return;
    };
    let is_same = session.set.as_ref().is_some_and(|set| set.text == *text && set.is_file == is_file);
    if !is_same {
        let set = if is_file { Err(SetError::Awaited) } else { PracticeSet::from_text(text) };
        session.set = Some(SetProgress { text: text.clone(), is_file, set, answers: Vec::new(), is_done: false });
        session.asking = None;
        if !is_file {
            ask_next(model, session);
        }
    } else if let Some(asking) = &session.asking
        && !asking.is_open
    {
        show_item(model, &asking.item);
    }
}

/// Takes a file with a set, if the set still waits for it.
fn take_file(model: &mut Model, session: &mut Session, (address, text): &(String, Option<String>)) {
    let awaits = |set: &&mut SetProgress| set.is_file && set.is_awaited() && set.text == *address;
    let Some(set) = session.set.as_mut().filter(awaits) else { return };
    set.set = match text {
        Some(text) => OwnSet::from_file(text).map(PracticeSet::Own).map_err(SetError::File),
        None => Err(SetError::NotLoaded),
    };
    ask_next(model, session);
}

/// Asks the next question of the set; where all were answered, the set is done.
fn ask_next(model: &mut Model, session: &mut Session) {
    let Some(set) = &mut session.set else { return };
    let item = match &set.set {
        Ok(PracticeSet::Seeded(seeded)) => seeded.next(model.settings.library, &set.answers),
        Ok(PracticeSet::Own(own)) => own.items.get(set.answers.len()).cloned(),
        Err(_) => None,
    };
    let Some(item) = item else {
        set.is_done = true;
        session.asking = None;
        return;
    };
    model.settings.chapter = None;
    // The answer to the question before may have shown it.
    model.settings.gradient = false;
    model.set_playing(false);
    show_item(model, &item);
    session.asking = Some(Asking::new(model, item));
}

/// Sets the operands of a question.
fn show_item(model: &mut Model, item: &Item) {
    let settings = model.settings.asking(item);
    if settings == model.settings {
        return;
    }
    let same_operation = settings.same_operation(&model.settings) && settings.library == model.settings.library;
    model.settings = settings;
    if !same_operation {
        model.visit.example = None;
        model.visit.typing = false;
        model.analyse();
        model.show_analysis();
    }
}

impl Asking {
    fn new(model: &Model, item: Item) -> Self {
        let question = model.analysis.subject(&model.settings).and_then(|subject| item.question(subject));
        Self {
            item,
            question,
            operation: model.analysis.operation.clone(),
            story: model.analysis.story.clone(),
            text: String::new(),
            chosen: [None, None],
            grade: None,
            awaits_python: false,
            attempts: 0,
            // The operands, which can be seen.
            told: 1,
            is_drawn: false,
            is_open: false,
        }
    }

    /// Replaces the text by the elements that were chosen: `a[2,0] b[1]`.
    fn write_chosen(&mut self) {
        let chosen = OperandId::PAIR.into_iter().zip(&self.chosen);
        let names: Vec<String> =
            chosen.filter_map(|(operand, index)| Some(element_name(operand.name(), index.as_ref()?))).listed();
        self.text = names.join(" ");
    }
}

/// Does what the user does about a question.
fn act(model: &mut Model, action: PracticeAction) {
    model.in_session(|model, session| act_in(model, session, action));
}

fn act_in(model: &mut Model, session: &mut Session, action: PracticeAction) {
    match action {
        PracticeAction::Start(set) => {
            model.settings.practice = Some(PracticeSet::Seeded(set).to_text());
            model.settings.predict = None;
            model.visit.history_entries += 1;
            // Also where the same set was begun before.
            session.set = None;
        }
        PracticeAction::SameSet => session.set = None,
        PracticeAction::NewSet => {
            if let Some(Ok(PracticeSet::Seeded(set))) = session.set.as_ref().map(|set| &set.set) {
                model.settings.practice = Some(PracticeSet::Seeded(set.following()).to_text());
            }
        }
        PracticeAction::Next => go_on(model, session),
        PracticeAction::Answer if session.asking.as_ref().is_some_and(|asking| asking.is_open) => go_on(model, session),
        PracticeAction::Answer => check(model, session),
        PracticeAction::Show => show(model, session),
        PracticeAction::Hint => hint(model, session),
        PracticeAction::Write(text) => {
            if let Some(asking) = &mut session.asking {
                asking.text = text;
                asking.chosen = [None, None];
                asking.awaits_python = false;
            }
        }
        PracticeAction::ChooseAxis(axis, answer) => {
            if let Some(asking) = &mut session.asking {
                let ndim = asking.operation.as_ref().map_or(0, |operation| operation.alignment().ndim());
                let mut parts: Vec<&str> = asking.text.split(',').map(str::trim).listed();
                parts.resize(ndim, "");
                if let Some(part) = parts.get_mut(axis) {
                    *part = answer.text();
                }
                asking.text = parts.join(", ");
            }
        }
        PracticeAction::ChooseElement(operand, index) => {
            if let Some(asking) = &mut session.asking
                && let Some(chosen) = asking.chosen.get_mut(operand.position())
            {
                *chosen = Some(index);
                asking.write_chosen();
            }
        }
        PracticeAction::TakeFile(file) => take_file(model, session, &file),
        PracticeAction::Draft(action) => collect::act(model, session, Rc::unwrap_or_clone(action)),
    }
}

/// Checks the answer.
fn check(model: &mut Model, session: &mut Session) {
    let Some(asking) = session.asking.as_mut().filter(|asking| !asking.is_open) else { return };
    let (Some(question), Some(story)) = (&asking.question, &asking.story) else { return };
    let grade = question.grade(&asking.text, story);
    asking.awaits_python =
        matches!(&grade, Grade::Unreadable(Unreadable { problem: ReplyProblem::Text(InputProblem::NotLoaded), .. }));
    if asking.awaits_python {
        return;
    }
    let (is_right, chapter) = match grade {
        Grade::Unreadable(_) => {
            asking.grade = Some(grade);
            return;
        }
        Grade::Right => (true, 0),
        Grade::Wrong { chapter, .. } => (false, chapter),
    };
    asking.grade = Some(grade);
    asking.attempts = asking.attempts.saturating_add(1);
    asking.is_open = is_right;
    asking.is_drawn = true;
    asking.told = asking.told.max(chapter.saturating_add(1));
    report(model, session);
    if is_right {
        show_gradient(model, session);
        model.set_playing(false);
        model.settings.chapter = Some(ChapterRef::Last);
    } else {
        tell(model);
    }
}

/// Plays what may be seen of the story, or shows its end where nothing can stop it.
fn tell(model: &mut Model) {
    if model.settings.has_transport() {
        model.play_from_start();
    } else {
        model.settings.chapter = Some(ChapterRef::Last);
    }
}

/// Shows the answer, and plays the story.
fn show(model: &mut Model, session: &mut Session) {
    let allowed = session.set.as_ref().is_none_or(SetProgress::shows_answers);
    let asking = session.asking.as_mut().filter(|asking| allowed && !asking.is_open && asking.question.is_some());
    let Some(asking) = asking else { return };
    asking.is_open = true;
    asking.text.clear();
    asking.grade = None;
    if asking.attempts == 0 {
        report(model, session);
    }
    show_gradient(model, session);
    tell(model);
}

/// Adds the chapter that answers a question about the gradient.
fn show_gradient(model: &mut Model, session: &Session) {
    model.settings.gradient |= session.asking.as_ref().is_some_and(|asking| asking.item.kind == QuestionKind::Gradient);
}

/// Tells one more chapter; the last one only with the answer.
fn hint(model: &mut Model, session: &mut Session) {
    let Some(asking) = session.asking.as_mut().filter(|asking| asking.has_hint()) else { return };
    asking.told += 1;
    if asking.is_drawn {
        model.set_playing(false);
        model.settings.chapter = Some(ChapterRef::Last);
    }
}

/// Goes on to the next question of the set, or to its summary.
fn go_on(model: &mut Model, session: &mut Session) {
    let (Some(set), Some(asking)) = (&mut session.set, &session.asking) else { return };
    match asking.question {
        // Without an answer there is no next question.
        Some(_) if asking.attempts == 0 && !asking.is_open => return,
        Some(_) => {}
        // What cannot be asked counts, so that the set comes to its end.
        None => {
            let (tested, shown) = (Vec::new(), Vec::new());
            set.answers.push(Answered { item: asking.item.clone(), tested, shown, is_right: false });
        }
    }
    ask_next(model, session);
    if let Some(set) = session.set.as_ref().filter(|set| set.is_done) {
        session.results.push(("complete", results::of_set(set)));
    }
}

/// Reports an answer; in a set, the first one counts.
fn report(model: &Model, session: &mut Session) {
    let Session { asking: Some(asking), set, results, .. } = session else { return };
    let Some(question) = &asking.question else { return };
    let is_first = asking.attempts == usize::from(asking.grade.is_some());
    if let Some(set) = set.as_mut().filter(|_| is_first) {
        let none = || Grade::Wrong { rules: Vec::new(), chapter: 0, axis: None };
        let grade = asking.grade.clone().unwrap_or_else(none);
        set.answers.push(Answered::new(asking.item.clone(), question, &grade));
    }
    let number = set.as_ref().map(|set| (set.answers.len(), set.count()));
    results.push(("answer", results::of_answer(asking, question, number, model.locale())));
}
