//! The chapters: what happens, one thing after another.

use crate::broadcast::{Alignment, Axis, AxisRole, OperandId, Operation};

/// One chapter of a [`Story`].
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Chapter {
    /// What happens.
    pub kind: ChapterKind,
    /// The aligned axes it happens to, in the order in which they are told; empty where it is about all of them.
    pub axes: Vec<usize>,
}

/// What happens in a chapter.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ChapterKind {
    /// The operands as they were given.
    Operands,
    /// They line up at their last axis.
    Align,
    /// One operand gets the leading axes that it lacks, with size 1.
    Insert(OperandId),
    /// One operand repeats its only element along size-1 axes.
    Stretch(OperandId),
    /// The elements are combined.
    Combine,
    /// The sizes on these axes agree (told only where another axis will not).
    Agree,
    /// The sizes on this axis disagree, and the story of the rule ends.
    Clash,
    /// The other axes on which the sizes disagree.
    OtherClashes,
    /// The result is written into `a`, or would be.
    WriteBack(Writing),
}

/// Whether a result can be written into `a`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Writing {
    /// It has `a`'s shape.
    Fits,
    /// It has another shape.
    DoesNotFit,
    /// It has `a`'s shape, but the library refuses for another reason.
    NotWritable,
}

/// The chapters for one operation, first to last. There is always at least one.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Story {
    chapters: Vec<Chapter>,
}

/// More axes than this of one kind are told in one chapter, so that 64 axes do not make a hundred chapters.
const MAX_SEPARATE_CHAPTERS: usize = 6;

impl Story {
    /// Makes the story of `operation`. `writing` says whether the result can be written into `a`; `None` where it is a new
    /// tensor.
    #[must_use]
    pub fn new(operation: &Operation, writing: Option<Writing>) -> Self {
        let mut story = Self { chapters: Vec::new() };
        story.add(ChapterKind::Operands, Vec::new());
        story.add(ChapterKind::Align, Vec::new());
        match operation.outcome() {
            Ok(_) => {
                story.insert_and_stretch(operation.alignment());
                story.add(ChapterKind::Combine, Vec::new());
                if let Some(writing) = writing {
                    story.write_back(operation.alignment(), writing);
                }
            }
            Err(mismatch) => {
                let clash = mismatch.clashes()[0];
                let agreeing = (clash + 1..operation.alignment().ndim()).rev().collect();
                story.add_each(ChapterKind::Agree, agreeing);
                story.add(ChapterKind::Clash, vec![clash]);
                let others = mismatch.clashes()[1..].to_vec();
                if !others.is_empty() {
                    story.add(ChapterKind::OtherClashes, others);
                }
            }
        }
        story
    }

    /// Insert, then stretch, from the last axis to the first.
    fn insert_and_stretch(&mut self, alignment: &Alignment) {
        for side in OperandId::ALL {
            self.add_each(ChapterKind::Insert(side), (0..alignment.missing(side)).rev().collect());
        }
        let stretched =
            |axis: &usize| OperandId::ALL.iter().find(|&&side| alignment.axes()[*axis].stretches(side)).copied();
        let order: Vec<(OperandId, usize)> =
            (0..alignment.ndim()).rev().filter_map(|axis| Some((stretched(&axis)?, axis))).collect();
        if order.len() <= MAX_SEPARATE_CHAPTERS {
            for (side, axis) in order {
                self.add(ChapterKind::Stretch(side), vec![axis]);
            }
        } else {
            for side in OperandId::ALL {
                let axes: Vec<usize> = order.iter().filter(|(s, _)| *s == side).map(|&(_, axis)| axis).collect();
                if !axes.is_empty() {
                    self.add(ChapterKind::Stretch(side), axes);
                }
            }
        }
    }

    fn write_back(&mut self, alignment: &Alignment, writing: Writing) {
        let grows = |axis: &Axis| axis.stretches(OperandId::A) || axis.role(OperandId::A) == AxisRole::Missing;
        let axes = match writing {
            Writing::Fits | Writing::NotWritable => Vec::new(),
            Writing::DoesNotFit => (0..alignment.ndim()).filter(|&axis| grows(&alignment.axes()[axis])).collect(),
        };
        self.add(ChapterKind::WriteBack(writing), axes);
    }

    fn add(&mut self, kind: ChapterKind, axes: Vec<usize>) {
        self.chapters.push(Chapter { kind, axes });
    }

    /// A chapter for each axis, or one for all of them where they are many.
    fn add_each(&mut self, kind: ChapterKind, axes: Vec<usize>) {
        if axes.len() > MAX_SEPARATE_CHAPTERS {
            self.add(kind, axes);
        } else {
            for axis in axes {
                self.add(kind, vec![axis]);
            }
        }
    }

    /// The chapters, first to last.
    #[must_use]
    pub fn chapters(&self) -> &[Chapter] {
        &self.chapters
    }

    /// The number of the last chapter, counted from 0; also the time at which the story is over.
    #[must_use]
    pub fn last(&self) -> usize {
        self.chapters.len() - 1
    }

    /// How far a chapter's motion has come at time `t`: 0 before it begins, 1 once it is over.
    #[must_use]
    pub fn progress(&self, chapter: usize, t: f64) -> f64 {
        super::ease_in_out(t - (chapter as f64 - 1.0))
    }

    /// The chapter being told at time `t`.
    #[must_use]
    pub fn chapter_at(&self, t: f64) -> usize {
        (t.max(0.0).ceil() as usize).min(self.last())
    }
}
