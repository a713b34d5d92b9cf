//! The story: the chapters of one operation, in order.

use super::panel::OPERANDS;
use super::{GradientDrawing, clamp, ease_in_out};
use tensor_broadcasting::{Alignment, Axis, AxisRole, MAX_SIZE, OperandId, Operation};

/// One chapter of a [`Story`].
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Chapter {
    /// What happens.
    pub kind: ChapterKind,
    /// The aligned axes that it happens to, in the order in which they are named; empty where it is about all of them.
    pub axes: Vec<usize>,
}

/// What happens in a chapter.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ChapterKind {
    /// The operands as they were given.
    Operands,
    /// The operands line up at their last axis.
    Align,
    /// One operand gets all leading axes that it lacks, with size 1.
    Insert(OperandId),
    /// One operand repeats its only element along size-1 axes.
    Stretch(OperandId),
    /// The elements are combined.
    Combine,
    /// The sizes on these axes agree. Only in a story that ends with a clash.
    Agree,
    /// The sizes on this axis clash, and the walk through the axes ends.
    Clash,
    /// The other axes on which the sizes clash.
    OtherClashes,
    /// The matrices of a product cannot be multiplied: the columns of the first operand are not as many as the rows of the second.
    InnerClash,
    /// The result is written into `a`, or cannot be.
    WriteBack(Writing),
    /// The way back: the parts of the gradient of each operand are added along the axes along which it was stretched. Only on
    /// demand.
    Gradient,
}

/// What is being combined at one time.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) enum Combining {
    /// One of the first elements, counted from 0, with its progress in time from 0 to 1.
    One(usize, f64),
    /// All other elements, with their progress in time from 0 to 1.
    Rest(f64),
}

/// Whether a result can be written into `a`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Writing {
    /// The result has `a`'s shape.
    Fits,
    /// The result has another shape.
    DoesNotFit,
    /// The result has `a`'s shape, but the library raises an error for another reason.
    NotWritable,
}

/// The chapters of one operation, first to last. There is always at least one.
///
/// Time is counted in chapters: at `t = n` the motion of chapter `n` (counted from 0) is over. That of the first chapter begins at
/// [`Story::START`], and changes nothing but what is highlighted: each axis of each operand in turn.
///
/// ```
/// use tensor_broadcasting::{Arithmetic, Operation, Operator, Shape, OperandId, Tensor, Values};
/// use broadcasting_diagram::{ChapterKind, Story};
///
/// let [a, b] = [vec![4, 1], vec![3]].map(|sizes| Tensor::contiguous(&Shape::from(sizes.as_slice()), Values::Arange));
/// let story = Story::new(&Operation::new([a, b], Operator::Add, Arithmetic::PyTorch), None);
/// let kinds: Vec<ChapterKind> = story.chapters().iter().map(|chapter| chapter.kind).collect();
/// assert_eq!(
///     kinds,
///     [
///         ChapterKind::Operands,
///         ChapterKind::Align,
///         ChapterKind::Insert(OperandId::B),
///         ChapterKind::Stretch(OperandId::A),
///         ChapterKind::Stretch(OperandId::B),
///         ChapterKind::Combine,
///     ]
/// );
/// // Between t = 2 and t = 3, chapter 3 is in motion.
/// assert_eq!(story.chapter_at(2.5), 3);
/// // Lining up compares two axes; elements are combined first one by one, then all others.
/// assert_eq!([1, 3, 5].map(|chapter| story.seconds(chapter)), [2.7, 1.4, 3.8]);
/// assert_eq!((story.progress(3, 2.0), story.progress(3, 2.5), story.progress(3, 3.0)), (0.0, 0.5, 1.0));
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Story {
    chapters: Vec<Chapter>,
    /// The chapters that follow, where only the first ones are told.
    untold: Vec<Chapter>,
    /// The number of elements of the result, or [`MAX_SIZE`] where it is larger; 0 without a result.
    combined: u64,
    /// The number of aligned axes.
    ndim: usize,
    /// For each operand, the number of its own axes.
    own: [usize; OPERANDS],
    /// What draws the last chapter, where that is the gradient.
    gradient: Option<&'static GradientDrawing>,
}

/// The duration of a chapter's motion at speed 1, in seconds.
const MOTION: f64 = 1.4;
/// The duration of highlighting one axis of the first chapter, and the longest duration of all of them, in seconds.
const HIGHLIGHT_AXIS: f64 = 0.6;
const MAX_HIGHLIGHT: f64 = 3.6;
/// The duration of sliding the shapes to the right, of comparing one axis then, and the longest duration of both, in seconds.
const SLIDE: f64 = 0.9;
const BEAT: f64 = 0.9;
const MAX_ALIGN: f64 = 6.0;
/// The number of elements of the result that are combined one by one, before all others.
const ONE_BY_ONE: u64 = 2;
/// The duration of combining one of them, and of combining all others, in seconds.
const COMBINE_ONE: f64 = 1.3;
const COMBINE_REST: f64 = 1.2;

/// How steeply the highlight of an axis rises and falls: it is full for all but a fifth of its time at each end.
const FLANK: f64 = 5.0;

/// Up to this many axes of one kind have a chapter each. More share one chapter, so that 64 axes do not make a hundred
/// chapters.
const MAX_SEPARATE_CHAPTERS: usize = 6;

impl Story {
    /// The time at which the first chapter begins.
    pub const START: f64 = -1.0;

    /// The story of `operation`. `writing` says whether the result can be written into `a`; `None` where it is a new tensor.
    #[must_use]
    pub fn new(operation: &Operation, writing: Option<Writing>) -> Self {
        let mut story = Self {
            chapters: Vec::new(),
            untold: Vec::new(),
            combined: 0,
            ndim: operation.alignment().ndim(),
            own: [0; OPERANDS],
            gradient: None,
        };
        for &operand in operation.operands() {
            story.own[operand.position()] = operation.alignment().shape(operand).ndim();
        }
        story.add(ChapterKind::Operands, Vec::new());
        if operation.is_product() && operation.matrices().is_none() {
            // An operand without axes has no matrices that could be lined up.
            return story;
        }
        story.add(ChapterKind::Align, Vec::new());
        match operation.outcome() {
            Ok(_) if operation.shape().is_none() => story.add(ChapterKind::InnerClash, Vec::new()),
            Ok(broadcast) => {
                story.combined = broadcast.shape().numel().unwrap_or(MAX_SIZE);
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

    /// Adds a chapter for each operand with inserted axes, then the chapters of all stretched axes, from the last axis to the
    /// first.
    fn insert_and_stretch(&mut self, alignment: &Alignment) {
        for &operand in alignment.operands() {
            let missing: Vec<usize> = (0..alignment.missing(operand)).collect();
            if !missing.is_empty() {
                self.add(ChapterKind::Insert(operand), missing);
            }
        }
        let mut stretches: Vec<(OperandId, usize)> = Vec::new();
        for (number, axis) in alignment.axes().iter().enumerate().rev() {
            let stretching = alignment.operands().iter().filter(|&&operand| axis.stretches(operand));
            stretches.extend(stretching.map(|&operand| (operand, number)));
        }
        if stretches.len() <= MAX_SEPARATE_CHAPTERS {
            for (operand, axis) in stretches {
                self.add(ChapterKind::Stretch(operand), vec![axis]);
            }
            return;
        }
        for &operand in alignment.operands() {
            let axes: Vec<usize> = stretches.iter().filter(|(s, _)| *s == operand).map(|&(_, axis)| axis).collect();
            if !axes.is_empty() {
                self.add(ChapterKind::Stretch(operand), axes);
            }
        }
    }

    /// The chapter in which the result is written into `a`, counted from 0; `None` where it is not.
    pub(crate) fn written_in(&self) -> Option<usize> {
        self.chapters().iter().position(|chapter| chapter.kind == ChapterKind::WriteBack(Writing::Fits))
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

    /// Adds a chapter for each axis, or one for all of them where they are many.
    fn add_each(&mut self, kind: ChapterKind, axes: Vec<usize>) {
        if axes.len() > MAX_SEPARATE_CHAPTERS {
            self.add(kind, axes);
        } else {
            for axis in axes {
                self.add(kind, vec![axis]);
            }
        }
    }

    /// The story up to its first so many chapters; at least one, and at most all. What the others do is not done at its end.
    #[must_use]
    pub fn first_chapters(&self, count: usize) -> Self {
        let mut story = self.clone();
        story.untold = story.chapters.split_off(count.clamp(1, self.chapters.len()));
        story.gradient = story.gradient.filter(|_| story.chapters.len() == self.chapters.len());
        story
    }

    /// The story with the chapter of the gradient at its end; without it where the operation has no gradient.
    #[must_use]
    pub fn with_gradient(mut self, operation: &Operation, drawing: &'static GradientDrawing) -> Self {
        if let Some(axes) = (drawing.axes)(operation) {
            self.add(ChapterKind::Gradient, axes);
            self.gradient = Some(drawing);
        }
        self
    }

    /// What draws the last chapter, where that is the gradient.
    pub(super) const fn gradient(&self) -> Option<&'static GradientDrawing> {
        self.gradient
    }

    /// The number of the chapter of a kind that is about an axis, also of one that is not told.
    pub(super) fn chapter_about(&self, kind: ChapterKind, axis: usize) -> Option<usize> {
        let mut chapters = self.chapters.iter().chain(&self.untold);
        chapters.position(|chapter| chapter.kind == kind && chapter.axes.contains(&axis))
    }

    /// The chapters, first to last.
    #[must_use]
    pub fn chapters(&self) -> &[Chapter] {
        &self.chapters
    }

    /// The number of the last chapter, counted from 0; also the time at which the story ends.
    #[must_use]
    pub fn last(&self) -> usize {
        self.chapters.len() - 1
    }

    /// The number of the chapter that tells the outcome, counted from 0: the first clash, or the last chapter before the way back.
    #[must_use]
    pub fn outcome(&self) -> usize {
        let is_clash = |chapter: &Chapter| matches!(chapter.kind, ChapterKind::Clash | ChapterKind::InnerClash);
        let clash = self.chapters.iter().position(is_clash);
        clash.unwrap_or_else(|| self.last() - usize::from(self.last() > 0 && self.gradient.is_some()))
    }

    /// The progress of a chapter's motion at time `t`: 0 before it begins, 1 once it is over.
    #[must_use]
    pub fn progress(&self, chapter: usize, t: f64) -> f64 {
        ease_in_out(t - (chapter as f64 - 1.0))
    }

    /// The duration of a chapter's motion at speed 1, in seconds.
    #[must_use]
    pub fn seconds(&self, chapter: usize) -> f64 {
        match self.chapters.get(chapter).map(|chapter| chapter.kind) {
            Some(ChapterKind::Operands) => (HIGHLIGHT_AXIS * self.own_axes() as f64).min(MAX_HIGHLIGHT),
            Some(ChapterKind::Align) => SLIDE + self.beat_seconds() * self.ndim as f64,
            Some(ChapterKind::Combine) if self.combined != 0 => {
                let (one_by_one, rest) = self.combining_seconds();
                (one_by_one + rest).max(MOTION)
            }
            Some(ChapterKind::Gradient) => {
                self.gradient.map_or(MOTION, |drawing| (drawing.seconds)(&self.chapters[chapter].axes))
            }
            _ => MOTION,
        }
    }

    /// The number of axes of all operands.
    fn own_axes(&self) -> usize {
        self.own.iter().sum()
    }

    /// The duration of comparing one axis, in seconds.
    fn beat_seconds(&self) -> f64 {
        BEAT.min((MAX_ALIGN - SLIDE) / self.ndim.max(1) as f64)
    }

    /// How far the operands have lined up, from 0 to 1: they slide to the right before their axes are compared.
    pub(super) fn lined_up(&self, t: f64) -> f64 {
        ease_in_out(t * self.seconds(1) / SLIDE)
    }

    /// The progress of comparing an axis, in time from 0 to 1. The axes are compared one after the other, from the last to the first.
    pub(super) fn compared(&self, axis: usize, t: f64) -> f64 {
        let from_end = self.ndim as f64 - 1.0 - axis as f64;
        clamp((t * self.seconds(1) - SLIDE) / self.beat_seconds() - from_end, 0.0, 1.0)
    }

    /// The times at which the operands have lined up, and at which each axis is highlighted with its verdict.
    pub(super) fn beats(&self) -> Vec<f64> {
        let times = (0..self.ndim).map(|axis| SLIDE + self.beat_seconds() * (axis as f64 + 1.0 - 1.0 / FLANK));
        [SLIDE].into_iter().chain(times).map(|seconds| seconds / self.seconds(1)).collect()
    }

    /// How much an axis of an operand is highlighted, from 0 to 1, with its bracket and its size: in the first chapter those of each operand,
    /// from the first to the last; while the axes are compared, those of all operands.
    pub(super) fn highlighted(&self, operand: OperandId, axis: usize, t: f64) -> f64 {
        let own = self.own[operand.position()];
        let progress = match (axis + own).checked_sub(self.ndim) {
            Some(own_axis) if t < 0.0 => {
                let before: usize = self.own[..operand.position()].iter().sum();
                (t - Self::START) * self.own_axes() as f64 - (before + own_axis) as f64
            }
            _ => self.compared(axis, t),
        };
        clamp(FLANK * progress.min(1.0 - progress), 0.0, 1.0)
    }

    /// The durations of combining the first elements one by one, and of combining all others, in seconds.
    fn combining_seconds(&self) -> (f64, f64) {
        let one_by_one = self.combined.min(ONE_BY_ONE);
        (one_by_one as f64 * COMBINE_ONE, if self.combined > one_by_one { COMBINE_REST } else { 0.0 })
    }

    /// What is being combined at a time of the chapter that combines, from 0 to 1, where so many elements are combined one by one.
    pub(super) fn combining(&self, time: f64, one_by_one: usize) -> Combining {
        let (first, rest) = self.combining_seconds();
        let seconds = time * (first + rest);
        if seconds < first {
            let progress = seconds / first * one_by_one as f64;
            Combining::One(progress.floor() as usize, progress.fract())
        } else {
            Combining::Rest(if rest > 0.0 { (seconds - first) / rest } else { 1.0 })
        }
    }

    /// What draws the gradient, the axes along which its parts are added, and how much of the time of its chapter is over, from 0 to 1;
    /// `None` before it begins, and for a story without it.
    pub(super) fn gradient_at(&self, t: f64) -> Option<(&'static GradientDrawing, &[usize], f64)> {
        let elapsed = t + 1.0 - self.last() as f64;
        let drawing = self.gradient.filter(|_| elapsed > 0.0)?;
        Some((drawing, &self.chapters.last()?.axes, elapsed.min(1.0)))
    }

    /// Whether parts of the gradient are being added along an axis at a time, or have been.
    pub(super) fn is_summed(&self, axis: usize, t: f64) -> bool {
        self.gradient_at(t).is_some_and(|(drawing, axes, elapsed)| (drawing.summed)(axes, axis, elapsed) > 0.0)
    }

    /// The current chapter at time `t`, counted from 0.
    #[must_use]
    pub fn chapter_at(&self, t: f64) -> usize {
        (t.max(0.0).ceil() as usize).min(self.last())
    }
}
