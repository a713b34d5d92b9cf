//! What a learner has understood, by wrong rule.

use super::{Answered, Misconception, QuestionKind};

/// The summary of the answers to a set of questions. Only the first answer to each question counts.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Summary {
    /// The number of questions whose first answer was right.
    pub right: usize,
    /// The number of questions that were answered.
    pub answered: usize,
    /// The wrong rules that gave a wrong answer, and were not given up in a later question. [`Misconception::example`] treats each.
    pub not_understood: Vec<Misconception>,
    /// The wrong rules that the learner could have shown in at least two questions since the last answer by them, but did not.
    pub understood: Vec<Misconception>,
}

impl Summary {
    /// The number of right answers against a rule after which it is said to be understood: one may be luck.
    const TESTS: usize = 2;

    /// The summary of answers, in the order of the questions.
    ///
    /// A right answer says that a rule is not followed where the rule gives another answer. The verdict has only two answers, so a
    /// right verdict says nothing.
    #[must_use]
    pub fn of(answers: &[Answered]) -> Self {
        let mut summary = Self { answered: answers.len(), ..Self::default() };
        let mut withstood: Vec<Misconception> = Vec::new();
        for answer in answers {
            if !answer.is_right {
                for &rule in &answer.shown {
                    withstood.retain(|known| *known != rule);
                    summary.understood.retain(|known| *known != rule);
                    if !summary.not_understood.contains(&rule) {
                        summary.not_understood.push(rule);
                    }
                }
                continue;
            }
            summary.right += 1;
            if answer.item.kind == QuestionKind::Verdict {
                continue;
            }
            for &rule in &answer.tested {
                summary.not_understood.retain(|known| *known != rule);
                withstood.push(rule);
                let tests = withstood.iter().filter(|&&known| known == rule).count();
                if tests == Self::TESTS {
                    summary.understood.push(rule);
                }
            }
        }
        summary
    }
}
