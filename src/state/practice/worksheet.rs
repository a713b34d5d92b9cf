//! The questions of a set on paper.

use crate::practice::{Answer, Item, Misconception, PracticeSet, Question};
use crate::state::{Analysis, Settings};
use tensor_broadcasting::library::Library;
use tensor_broadcasting::lists::Listed;

/// A worksheet: the questions of a set, and on a page of its own the answers.
#[derive(Debug, Clone)]
pub struct Worksheet {
    /// The set.
    pub set: PracticeSet,
    /// The settings of a link to the set.
    pub settings: Settings,
    /// The questions that can be asked.
    pub tasks: Vec<Task>,
    /// Whether it has the answers.
    pub with_answers: bool,
}

/// A question of a worksheet.
#[derive(Debug, Clone)]
pub struct Task {
    /// What the teacher says above it; may be empty.
    pub note: String,
    /// The question.
    pub question: Question,
    /// The right answer.
    pub right: Answer,
    /// The wrong answer that the most wrong rules give, with the rules that may be behind it; `None` where no rule gives one.
    pub wrong: Option<(Vec<Misconception>, Answer)>,
}

impl Worksheet {
    /// The worksheet of a set. The same set gives the same worksheet. `library`: the one of a set from a seed.
    #[must_use]
    pub fn new(set: PracticeSet, library: Library, with_answers: bool) -> Self {
        let tasks = set.items(library).iter().filter_map(Task::new).listed();
        let mut settings = Settings { practice: Some(set.to_text()), ..Settings::default() };
        if matches!(set, PracticeSet::Seeded(_)) {
            settings.library = library;
        }
        Self { set, settings, tasks, with_answers }
    }
}

impl Task {
    fn new(item: &Item) -> Option<Self> {
        let settings = Settings::default().asking(item);
        let question = item.question(Analysis::new(&settings).subject(&settings)?)?;
        let wrong = question.most_frequent_wrong().map(|(rules, answer)| (Misconception::suspects(&rules), answer));
        let right = question.right()?;
        Some(Self { note: item.note.clone(), question, right, wrong })
    }
}
