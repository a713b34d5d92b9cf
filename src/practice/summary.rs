//! What a learner has understood, by wrong rule.

use super::{Answered, Misconception, QuestionKind};
use tensor_broadcasting::lists::Listed;

/// The summary of the answers to a set of questions. Only the first answer to each question counts.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Summary {
    /// The number of questions whose first answer was right.
    pub right: usize,
    /// The number of questions that were answered.
    pub answered: usize,
    /// The wrong rules on which two wrong answers agree, and which were not given up in a later question. An answer counts for one rule
    /// only: for the one that explains the most answers. [`Misconception::example`] treats each.
    pub not_understood: Vec<Misconception>,
    /// The wrong rules that the learner could have shown in at least two questions since the last answer by them, but did not.
    pub understood: Vec<Misconception>,
}

/// The number of answers that have to agree before something is said of a rule: one may be a slip, or luck.
const AGREEING: usize = 2;

impl Summary {
    /// The summary of answers, in the order of the questions.
    ///
    /// A right answer says that a rule is not followed where the rule gives another answer. The verdict has only two answers, so a
    /// right verdict says nothing.
    #[must_use]
    pub fn of(answers: &[Answered]) -> Self {
        let mut summary = Self { answered: answers.len(), ..Self::default() };
        let mut withstood: Vec<Misconception> = Vec::new();
        for answer in answers {
            summary.right += usize::from(answer.is_right);
            if !answer.is_right {
                withstood.retain(|known| !answer.shown.contains(known));
            } else if answer.item.kind != QuestionKind::Verdict {
                withstood.extend(&answer.tested);
            }
        }
        summary.not_understood = agreed(wrong_answers(answers));
        let count = |rule: Misconception| withstood.iter().filter(|&&known| known == rule).count();
        let is_understood = |&rule: &Misconception| count(rule) >= AGREEING && !summary.not_understood.contains(&rule);
        summary.understood = Misconception::ALL.into_iter().filter(is_understood).listed();
        summary
    }

    /// The wrong rules that may be behind the wrong answers, and were not given up: an adaptive set asks about them again.
    pub(super) fn suspected(answers: &[Answered]) -> Vec<Misconception> {
        wrong_answers(answers).iter().flat_map(|rules| Misconception::plausible(rules)).listed()
    }
}

/// For each wrong answer the rules that may be behind it, without those that a later right answer gave up.
fn wrong_answers(answers: &[Answered]) -> Vec<Vec<Misconception>> {
    let mut wrong: Vec<Vec<Misconception>> = Vec::new();
    for answer in answers {
        if !answer.is_right {
            wrong.push(answer.shown.clone());
        } else if answer.item.kind != QuestionKind::Verdict {
            wrong.iter_mut().for_each(|rules| rules.retain(|rule| !answer.tested.contains(rule)));
        }
    }
    wrong
}

/// The rules on which answers agree, the one that explains the most first. Of several that explain as many, the plausible one.
fn agreed(mut wrong: Vec<Vec<Misconception>>) -> Vec<Misconception> {
    let mut found = Vec::new();
    loop {
        let count = |rule: Misconception| wrong.iter().filter(|rules| rules.contains(&rule)).count();
        let most = Misconception::ALL.into_iter().map(count).max().unwrap_or(0);
        if most < AGREEING {
            return found;
        }
        let all: Vec<Misconception> = Misconception::ALL.into_iter().filter(|&rule| count(rule) == most).listed();
        let Some(&rule) = Misconception::plausible(&all).first() else { return found };
        wrong.retain(|rules| !rules.contains(&rule));
        found.push(rule);
    }
}
