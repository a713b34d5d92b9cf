//! The steps of a set on paper.

use super::step::{PracticeSet, Step};
use crate::practice::{Answer, Misconception, Question};
use crate::state::{Analysis, Settings};
use tensor_broadcasting::library::Library;
use tensor_broadcasting::lists::Listed;

/// A worksheet: the steps of a set, and on a page of its own the answers.
#[derive(Debug, Clone)]
pub struct Worksheet {
    /// The set.
    pub set: PracticeSet,
    /// The settings of a link to the set.
    pub settings: Settings,
    /// The steps that show something, and those whose question can be asked.
    pub tasks: Vec<Task>,
    /// Whether it has the answers.
    pub with_answers: bool,
}

/// A step of a worksheet.
#[derive(Debug, Clone)]
pub struct Task {
    /// The step.
    pub step: Step,
    /// What it asks; `None` where its picture is shown.
    pub asked: Option<Asked>,
}

/// A question of a worksheet.
#[derive(Debug, Clone)]
pub struct Asked {
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
        let tasks = set.steps(library).into_iter().filter_map(Task::new).listed();
        Self { settings: set.link_settings(library), set, tasks, with_answers }
    }
}

impl Task {
    fn new(step: Step) -> Option<Self> {
        let mut settings = step.settings.clone();
        let analysis = Analysis::new(&settings);
        analysis.say(&mut settings);
        let asked = match settings.predict {
            Some(kind) => {
                let question = settings.item(kind).question(analysis.subject(&settings)?)?;
                let wrong = question.most_frequent_wrong();
                let wrong = wrong.map(|(rules, answer)| (Misconception::suspects(&rules), answer));
                let right = question.right()?;
                Some(Asked { question, right, wrong })
            }
            None => {
                analysis.story.as_ref()?;
                None
            }
        };
        Some(Self { step, asked })
    }
}
