//! What the page does with questions: it asks, checks answers, and leads through a set.
//!
//! Nothing here is called directly, only through [`PRACTICE_FUNCTIONS`]: it is loaded when it is needed.
//!
//! | file | content |
//! |---|---|
//! | `asking` | the question that the user is asked, and the progress through a set |
//! | `mask` | what is seen while a part of the answer is hidden |
//! | `step`, `link`, `file` | a teacher's own set: its steps, in a link, in a file |
//! | `draft`, `collect` | the set that a teacher collects |
//! | `worksheet` | a set to be printed |
//! | `results` | what is reported of an answer and of a set |

mod asking;
mod collect;
mod draft;
mod file;
mod link;
mod mask;
mod results;
mod step;
mod worksheet;

use std::collections::BTreeMap;
use std::rc::Rc;
use tensor_broadcasting::lists::Listed;

use super::history::History;
use super::{Analysis, ChapterRef, Code, Model, PracticeFunctions, Settings, Shown, Third};
use crate::i18n::element_name;
use crate::practice::{Answered, Grade, Item, QuestionKind, ReplyProblem, SeededSet, SetError, Subject, Unreadable};
use crate::program::{InputProblem, PYTHON};
use broadcasting_diagram::{CellRef, Panel};
use tensor_broadcasting::OperandId;

pub use crate::state::practice::asking::{Asking, PracticeAction, Seen, SetProgress};
use crate::state::practice::asking::{Session, SetPlace};
pub use crate::state::practice::draft::{Draft, DraftAction, DraftChange, DraftStep, WorksheetOf};
pub use crate::state::practice::step::{OwnSet, PracticeSet, Step};
pub use crate::state::practice::worksheet::{Asked, Task, Worksheet};

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

    /// What is on screen as a step of a set; `None` where there is no operation.
    #[must_use]
    pub fn step_on_screen(&self) -> Option<Step> {
        let session = self.session.as_ref().and_then(|session| session.downcast_ref::<Session>());
        session
            .map_or_else(|| collect::on_screen(self, &Session::default()), |session| collect::on_screen(self, session))
    }

    /// Whether the user has changed what a step of a teacher's set shows, so that it can be shown again.
    #[must_use]
    pub fn has_left_step(&self) -> bool {
        self.practice_set().and_then(SetProgress::step).is_some_and(|step| {
            let (step, settings) = (&step.settings, &self.settings);
            // A program says itself which library it uses.
            let is_same = settings.same_operation(step) && (step.has_code() || settings.library == step.library);
            !is_same || settings.dtype != step.dtype || settings.blocks != step.blocks
        })
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
    let item = match (&session.set, &session.asking) {
        (Some(set), Some(asking)) => {
            let step = set.step().filter(|_| !asking.is_open);
            step.and_then(|step| item_of(model, step)).or_else(|| Some(asking.item.clone()))
        }
        (Some(_), None) => None,
        (None, _) => model.settings.predict.map(|kind| model.settings.item(kind)),
    };
    let is_same = |asking: &Asking, item: &Item| {
        let same_operation = match (&asking.operation, &model.analysis.operation) {
            (Some(one), Some(other)) => Rc::ptr_eq(one, other),
            (one, other) => one.is_none() && other.is_none(),
        };
        let is_of_step = session.set.as_ref().is_some_and(|set| set.step().is_some());
        // What the user makes of a step after the answer asks nothing, and a cell that is pinned then.
        asking.is_open && is_of_step
            || same_operation && (asking.item == *item || (asking.is_open && asking.item.differs_in_element(item)))
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
    model.operands_given = session.set.as_ref().is_some_and(|set| match &set.set {
        Ok(PracticeSet::Seeded(_)) => !set.is_done,
        // What a step shows can be changed, but for what is asked.
        Ok(PracticeSet::Own(_)) => !set.is_done && session.asking.as_ref().is_some_and(Asking::is_awaited),
        Err(_) => set.is_awaited(),
    });
    stop_at_chapter(model, session);
}

/// Stops the story of a step at the chapter that the step names. A story that the user stops, and plays on, goes on to its end.
fn stop_at_chapter(model: &mut Model, session: &mut Session) {
    let is_there = session.plays_to == Some(model.chapter());
    if is_there || !model.visit.is_playing() {
        session.plays_to = None;
    }
    if is_there {
        model.set_playing(false);
    }
}

/// The first chapters of what the diagram shows. The picture stays the same one while no other chapters are to be seen.
fn first_chapters(model: &mut Model, count: usize) -> Option<Shown> {
    let Shown { operation, story } = model.shown.as_ref()?;
    let chapters = story.first_chapters(count);
    let present = model.mask.take().and_then(|mask| mask.shown);
    let present = present.filter(|present| Rc::ptr_eq(&present.operation, operation) && *present.story == chapters);
    Some(present.unwrap_or_else(|| Shown { operation: Rc::clone(operation), story: Rc::new(chapters) }))
}

/// Begins the set of the settings where it is another one than before, shows the step that they name, and keeps its question in them.
fn update_set(model: &mut Model, session: &mut Session) {
    let Settings { practice, steps, steps_src, .. } = &model.settings;
    let places = [(SetPlace::Seed, practice), (SetPlace::Link, steps), (SetPlace::File, steps_src)];
    let Some((place, text)) = places.into_iter().find_map(|(place, text)| Some((place, text.as_ref()?))) else {
        if session.set.take().is_some() {
            session.asking = None;
        }
        return;
    };
    if !session.set.as_ref().is_some_and(|set| set.text == *text && set.place == place) {
        let set = match place {
            SetPlace::Seed => SeededSet::from_text(text).map(PracticeSet::Seeded),
            SetPlace::Link => OwnSet::from_text(text).map(PracticeSet::Own),
            SetPlace::File => Err(SetError::Awaited),
        };
        session.set = Some(SetProgress {
            text: text.clone(),
            place,
            set,
            answers: Vec::new(),
            at: None,
            left: BTreeMap::new(),
            is_reported: false,
            is_done: false,
        });
        session.asking = None;
        begin(model, session);
        return;
    }
    show_named_step(model, session);
    let Some(asking) = session.asking.as_ref().filter(|asking| !asking.is_open) else { return };
    match session.set.as_ref().and_then(SetProgress::step) {
        Some(step) if !model.settings.same_operation(&step.settings) => _ = show_step(model, &step.settings),
        Some(_) => {}
        None => show_item(model, &asking.item),
    }
}

/// Begins a set that can be read.
fn begin(model: &mut Model, session: &mut Session) {
    match session.set.as_ref().map(|set| &set.set) {
        Some(Ok(PracticeSet::Seeded(_))) => ask_next(model, session),
        Some(Ok(PracticeSet::Own(_))) => show_named_step(model, session),
        Some(Err(_)) | None => {}
    }
}

/// Shows the step that the settings name, where it is not shown yet.
fn show_named_step(model: &mut Model, session: &mut Session) {
    let Some(set) = &mut session.set else { return };
    let Ok(PracticeSet::Own(own)) = &set.set else { return };
    let at = model.settings.step.unwrap_or_default().min(own.steps.len().saturating_sub(1));
    // Links name the first step by no number.
    model.settings.step = (at > 0).then_some(at);
    let Some(step) = own.steps.get(at).filter(|_| set.at != Some(at)).cloned() else { return };
    let is_last = at + 1 == own.steps.len();
    let before = set.at.replace(at);
    let is_first = before.is_none();
    if let (Some(before), Some(asking)) = (before, session.asking.take()) {
        set.left.insert(before, asking);
    }
    set.is_done = false;
    let left = set.left.remove(&at);
    let is_end = is_last && !own.asks() && !std::mem::replace(&mut set.is_reported, true);
    let is_same = show_step(model, &step.settings);
    // What was asked before is asked again as it was left.
    let (operation, story) = (model.analysis.operation.clone(), model.analysis.story.clone());
    session.asking = left.map(|asking| Asking { operation, story, ..asking });
    if session.asking.is_none() {
        session.asking = item_of(model, &step).map(|item| Asking::new(model, item));
    }
    session.plays_to = None;
    match &session.asking {
        Some(asking) => {
            model.set_playing(false);
            model.settings.chapter = asking.is_open.then_some(ChapterRef::Last);
        }
        None if is_first => {
            model.settings.chapter = step.settings.chapter;
            model.begin_story(true);
        }
        None => session.plays_to = play_step(model, step.settings.chapter, is_same),
    }
    session.results.push(("step", results::of_step(session)));
    if is_end && let Some(set) = &session.set {
        session.results.push(("complete", results::of_set(set)));
    }
}

/// What the step that is shown asks; `None` where it asks nothing. Its program has said which operator and which library it uses.
fn item_of(model: &Model, step: &Step) -> Option<Item> {
    Some(model.settings.item(step.settings.predict?))
}

/// Sets what a step sets. Whether its operation is the one that was shown before.
fn show_step(model: &mut Model, step: &Settings) -> bool {
    let before = model.settings.clone();
    model.settings.take_step(step);
    // The question is the one of the set.
    model.settings.predict = None;
    model.visit.example = None;
    model.visit.typing = false;
    model.visit.editing = step.has_code();
    model.history = History::default();
    let is_same = model.settings.same_operation(&before) && model.settings.library == before.library;
    if !is_same {
        model.analyse();
        model.show_analysis();
    }
    model.drop_missing_cell();
    is_same
}

/// Plays a step without a question to the chapter that it names, from its start; without one to its end. Gives the index of the chapter, if
/// the story is to stop there.
fn play_step(model: &mut Model, chapter: Option<ChapterRef>, is_same: bool) -> Option<usize> {
    let index = chapter.map(|chapter| chapter.index(model.last_chapter()));
    let may_play = model.settings.has_transport() && !model.visit.reduced_motion;
    // In the same story, the picture moves to the chapter.
    let plays = may_play && (chapter.is_none() || index.is_some_and(|index| index > 0) && !is_same);
    if plays {
        model.play_from_start();
    } else {
        model.set_playing(false);
        model.settings.chapter = chapter;
    }
    // A chapter before the one that tells the result does not tell it.
    model.begin_story(true);
    index.filter(|_| plays)
}

/// Takes a file with a set, if the set still waits for it.
fn take_file(model: &mut Model, session: &mut Session, (address, text): &(String, Option<String>)) {
    let awaits = |set: &&mut SetProgress| set.place == SetPlace::File && set.is_awaited() && set.text == *address;
    let Some(set) = session.set.as_mut().filter(awaits) else { return };
    set.set = match text {
        Some(text) => OwnSet::from_file(text).map(PracticeSet::Own).map_err(SetError::File),
        None => Err(SetError::NotLoaded),
    };
    begin(model, session);
}

/// Asks the next question of a set from a seed; where all were answered, the set is done.
fn ask_next(model: &mut Model, session: &mut Session) {
    let Some(set) = &mut session.set else { return };
    let Ok(PracticeSet::Seeded(seeded)) = &set.set else { return };
    let Some(item) = seeded.next(model.settings.library, &set.answers) else {
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
            model.settings.leave_set();
            model.settings.practice = Some(set.to_text());
            model.settings.predict = None;
            model.visit.history_entries += 1;
            // Also where the same set was begun before.
            session.set = None;
        }
        PracticeAction::SameSet => (session.set, model.settings.step) = (None, None),
        PracticeAction::NewSet => {
            if let Some(Ok(PracticeSet::Seeded(set))) = session.set.as_ref().map(|set| &set.set) {
                model.settings.practice = Some(set.following().to_text());
            }
        }
        PracticeAction::Next => go_on(model, session),
        PracticeAction::Previous => go_to_step(model, session, |at| at.saturating_sub(1)),
        PracticeAction::GoToStep(at) => go_to_step(model, session, |_| at),
        PracticeAction::RestoreStep => {
            if let Some(set) = &mut session.set {
                set.at = None;
            }
        }
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

/// Goes on to the next question or step of the set, or to its summary.
fn go_on(model: &mut Model, session: &mut Session) {
    if let Some(set) = session.set.as_mut().filter(|set| set.step().is_some()) {
        let is_last = set.at.is_some_and(|at| at + 1 >= set.count());
        match is_last {
            true if set.asks() => end(model, session),
            true => {}
            false => go_to_step(model, session, |at| at + 1),
        }
        return;
    }
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
    if session.set.as_ref().is_some_and(|set| set.is_done) {
        report_end(session);
    }
}

/// Shows the summary of a teacher's set.
fn end(model: &mut Model, session: &mut Session) {
    let Some(set) = &mut session.set else { return };
    set.is_done = true;
    if let (Some(at), Some(asking)) = (set.at, session.asking.take()) {
        set.left.insert(at, asking);
    }
    model.set_playing(false);
    report_end(session);
}

/// Reports the end of a set, once.
fn report_end(session: &mut Session) {
    if let Some(set) = session.set.as_mut().filter(|set| !set.is_reported) {
        set.is_reported = true;
        session.results.push(("complete", results::of_set(set)));
    }
}

/// Names another step of a teacher's set in the settings. It is shown when the question is brought up to date.
fn go_to_step(model: &mut Model, session: &mut Session, to: impl FnOnce(usize) -> usize) {
    let Some(set) = session.set.as_mut() else { return };
    let Some(at) = set.step_index() else { return };
    let to = to(at);
    model.settings.step = (to > 0).then_some(to);
    // The summary has taken the place of the last step.
    if set.is_done {
        set.at = None;
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
