//! Chooses what fits a box: the arrangement of the panels, the directions of the outer axes, the size of the cells, and which
//! axes are folded.
//!
//! First come cells with values, as large as possible up to [`MAX_TEXT`] or [`MAX_MATRIX`]; where these do not fit, cells without values;
//! where these do not fit either, folded axes. Lengths are in CSS pixels.

use super::folding::{self, HEAD_GAP_TAIL, MAX_SLOTS, with_limits};
use super::{Arrangement, Cell, Direction, DrawnAxis, LayoutOptions, Spacing};

/// The largest and the smallest height of a cell with a value, and the largest height of a cell that is a matrix.
const MAX_TEXT: f64 = 120.0;
const MIN_TEXT: f64 = 18.0;
const MAX_MATRIX: f64 = 128.0;
/// The largest and the smallest side of a cell without a value.
const MAX_BARE: f64 = 20.0;
/// The smallest one where every cell is drawn: folded axes with values say more than smaller cells.
const MIN_WHOLE: f64 = 9.0;
/// The largest side of a cell without a value where axes are folded.
const LARGEST_BARE: f64 = 40.0;
const MIN_BARE: f64 = 6.0;
/// The height of a cell with a value where axes are folded, and the sides of a cell without a value, the best first.
const FOLDED_TEXT: f64 = 25.0;
const FOLDED_BARE: [f64; 4] = [11.0, 9.0, 7.0, MIN_BARE];
/// The precision of sizes.
const STEP: f64 = 0.5;

/// An arrangement that comes later in the order of preference is used if its cells are larger by this factor.
const ANOTHER_ARRANGEMENT: f64 = 1.06;
/// The tight spacing is used if its cells are larger by this factor; in a clash, of which the wide spacing shows more, by the
/// second one.
const TIGHT_SPACING: f64 = 1.25;
const TIGHT_CLASH: f64 = 2.0;

/// How well a layout shows its tensors; more is better.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Legibility {
    /// The drawing does not fit.
    TooLarge,
    /// Axes are folded, and of one of them only the first index is left.
    FirstIndex,
    /// Axes are folded, and cells have no values.
    FoldedCells,
    /// Axes are folded, and cells have values.
    FoldedValues,
    /// Outer axes are folded. Whole planes are drawn as cells without values.
    PlanesOfCells,
    /// Outer axes are folded. Whole planes are drawn with their values.
    PlanesOfValues,
    /// Every cell is drawn, without its value.
    EveryCell,
    /// Every cell is drawn with its value.
    EveryValue,
}

/// What was chosen for a box.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Fitted {
    /// The drawn axes, last axis first.
    pub(super) axes: Vec<DrawnAxis>,
    pub(super) cell: Cell,
    pub(super) arrangement: Arrangement,
    pub(super) spacing: Spacing,
    legibility: Legibility,
}

/// Chooses directions, sizes and folds for `axes` (last axis first, with alternating directions).
pub(super) fn fit(axes: &[DrawnAxis], options: &LayoutOptions) -> Fitted {
    let smallest = || Fitting { axes, options, spacing: Spacing::TIGHT }.folded(&Arrangement::ALL, None);
    fit_like(axes, options, None).unwrap_or_else(smallest)
}

/// The same, but with `like` only what shows as much as that choice: where that has folds, with its arrangement and its directions, because
/// folding takes long.
pub(super) fn fit_like(axes: &[DrawnAxis], options: &LayoutOptions, like: Option<&Fitted>) -> Option<Fitted> {
    let best = |base: Spacing| Fitting { axes, options, spacing: base.with_word(options.sign) }.best(like);
    let wide = best(Spacing::WIDE);
    let is_good = |wide: &Fitted| {
        wide.arrangement == Arrangement::Row
            && wide.legibility == Legibility::EveryValue
            && wide.cell.size.h * TIGHT_SPACING > largest_cell(options)
    };
    if wide.as_ref().is_some_and(is_good) {
        return wide;
    }
    let (wide, tight) = match (wide, best(Spacing::TIGHT)) {
        (Some(wide), Some(tight)) => (wide, tight),
        (wide, tight) => return wide.or(tight),
    };
    if tight.legibility != wide.legibility {
        return Some(if tight.legibility > wide.legibility { tight } else { wide });
    }
    let is_clash = options.wide.clash.is_some();
    let becomes_row = !is_clash
        && wide.arrangement != Arrangement::Row
        && tight.arrangement == Arrangement::Row
        && tight.cell.size.h >= wide.cell.size.h;
    let is_larger = tight.cell.size.h > wide.cell.size.h * if is_clash { TIGHT_CLASH } else { TIGHT_SPACING };
    Some(if becomes_row || is_larger { tight } else { wide })
}

/// The largest height of a cell with a value.
const fn largest_cell(options: &LayoutOptions) -> f64 {
    if options.of_matrices { MAX_MATRIX } else { MAX_TEXT }
}

/// The choice of a layout with one spacing.
struct Fitting<'a> {
    axes: &'a [DrawnAxis],
    options: &'a LayoutOptions,
    spacing: Spacing,
}

impl Fitting<'_> {
    fn best(&self, like: Option<&Fitted>) -> Option<Fitted> {
        if let Some(like) = like.filter(|like| like.legibility < Legibility::EveryCell) {
            let is_same = like.spacing.is_tight == self.spacing.is_tight;
            return is_same.then(|| self.folded(&[like.arrangement], Some(&like.axes)));
        }
        let count = self.axes.iter().try_fold(1_u64, |product, axis| product.checked_mul(axis.size));
        let whole = if count.is_some_and(|count| count <= MAX_SLOTS) { self.whole() } else { None };
        whole.or_else(|| like.is_none().then(|| self.folded(&Arrangement::ALL, None)))
    }

    /// Every cell, in the largest size that fits; `None` where not even the smallest fits.
    fn whole(&self) -> Option<Fitted> {
        let axes = with_limits(self.axes, |_| u64::MAX);
        let text = |height: f64| Cell::with_value(height, self.options.characters);
        let with_values = self.largest(&axes, [MIN_TEXT, largest_cell(self.options)], text, Legibility::EveryValue);
        if self.options.keeps_values {
            return with_values;
        }
        with_values.or_else(|| self.largest(&axes, [MIN_WHOLE, MAX_BARE], Cell::bare, Legibility::EveryCell))
    }

    /// The arrangement and the directions with the largest cells of a size from `min` to `max`.
    fn largest(
        &self,
        axes: &[DrawnAxis],
        [min, max]: [f64; 2],
        cell: impl Fn(f64) -> Cell,
        legibility: Legibility,
    ) -> Option<Fitted> {
        let mut best: Option<(f64, Vec<DrawnAxis>, Arrangement)> = None;
        for arrangement in Arrangement::ALL {
            for axes in directions(axes) {
                let fits = |size: f64| self.options.fits(&axes, cell(size), arrangement, self.spacing);
                let wanted = best.as_ref().map_or(min, |(size, ..)| size * ANOTHER_ARRANGEMENT);
                if wanted > max || !fits(wanted) {
                    continue;
                }
                best = Some((largest_fitting(wanted, max, fits), axes, arrangement));
            }
        }
        let (size, axes, arrangement) = best?;
        Some(Fitted { axes, cell: cell(size), arrangement, spacing: self.spacing, legibility })
    }

    /// The best way to show some of what is too much for the box.
    fn folded(&self, arrangements: &[Arrangement], directions: Option<&[DrawnAxis]>) -> Fitted {
        let mut best: Option<Fitted> = None;
        for &arrangement in arrangements {
            let choices = directions.map_or_else(|| self.foldable_directions(arrangement), |axes| vec![axes.to_vec()]);
            for axes in choices {
                for cell in [Cell::with_value(FOLDED_TEXT, self.options.characters)]
                    .into_iter()
                    .chain(FOLDED_BARE.map(Cell::bare))
                {
                    let fitted = self.folded_with(&axes, arrangement, cell);
                    if best.as_ref().is_none_or(|best| fitted.is_better_folded(best)) {
                        best = Some(fitted);
                    }
                }
            }
        }
        let best = best.unwrap_or_else(|| self.folded_with(self.axes, Arrangement::Row, Cell::bare(MIN_BARE)));
        self.grown(best)
    }

    /// The same folds with the largest cells that fit.
    fn grown(&self, mut fitted: Fitted) -> Fitted {
        let text = |height: f64| Cell::with_value(height, self.options.characters);
        let (cell, max): (&dyn Fn(f64) -> Cell, f64) =
            if fitted.cell.font.is_some() { (&text, largest_cell(self.options)) } else { (&Cell::bare, LARGEST_BARE) };
        if fitted.legibility > Legibility::TooLarge {
            let fits = |size: f64| self.options.fits(&fitted.axes, cell(size), fitted.arrangement, self.spacing);
            fitted.cell = cell(largest_fitting(fitted.cell.size.h, max, fits));
        }
        fitted
    }

    /// The choices of directions that are tried with folded axes, because folding takes long: the alternating one, and the one
    /// that needs the smallest part of the box where each axis has a head, a gap and a tail.
    fn foldable_directions(&self, arrangement: Arrangement) -> Vec<Vec<DrawnAxis>> {
        let mut choices = directions(self.axes);
        let part = |axes: &Vec<DrawnAxis>| {
            let folded = with_limits(axes, |_| HEAD_GAP_TAIL);
            let needed = self.options.needed(&folded, Cell::bare(MIN_BARE), arrangement, self.spacing);
            (needed.w / self.options.width).max(needed.h / self.options.height)
        };
        let parts = choices.iter().map(part).enumerate();
        let best = parts.min_by(|one, two| one.1.total_cmp(&two.1)).map_or(0, |(best, _)| best);
        if best > 0 {
            choices.swap(1, best);
        }
        choices.truncate(if best > 0 { 2 } else { 1 });
        choices
    }

    fn folded_with(&self, axes: &[DrawnAxis], arrangement: Arrangement, cell: Cell) -> Fitted {
        let fits = |axes: &[DrawnAxis]| self.options.fits(axes, cell, arrangement, self.spacing);
        let axes = folding::fold(axes, cell.font.is_some(), fits);
        let has_tails = axes.iter().all(|axis| axis.folded.hidden == 0 || axis.folded.tail > 0);
        let has_planes = axes.len() > 2 && axes.iter().take(2).all(|axis| axis.folded.hidden == 0);
        let legibility = match (has_planes, cell.font.is_some()) {
            _ if !fits(&axes) => Legibility::TooLarge,
            _ if !has_tails => Legibility::FirstIndex,
            (true, true) => Legibility::PlanesOfValues,
            (true, false) => Legibility::PlanesOfCells,
            (false, true) => Legibility::FoldedValues,
            (false, false) => Legibility::FoldedCells,
        };
        Fitted { axes, cell, arrangement, spacing: self.spacing, legibility }
    }
}

impl Fitted {
    /// Whether it shows more than another choice, or as much in cells that are larger than this part of the other's.
    pub(super) fn is_larger(&self, other: &Self, part: f64) -> bool {
        // Where axes are folded, it shows more with more cells, or with larger ones.
        let shown = |fitted: &Self| {
            let slots = if fitted.legibility < Legibility::EveryCell { folding::slots(&fitted.axes) } else { 1 };
            fitted.cell.size.h * (slots as f64).sqrt()
        };
        self.legibility > other.legibility || (self.legibility == other.legibility && shown(self) > shown(other) * part)
    }

    /// Whether this choice of folds is better than another one: it shows more, by more than a little.
    fn is_better_folded(&self, other: &Self) -> bool {
        let slots = |fitted: &Self| folding::slots(&fitted.axes);
        // The same planes in larger cells show as much: the larger cells were tried first.
        let is_larger = self.cell.size.h >= other.cell.size.h && slots(self) > slots(other) * 5 / 4;
        self.legibility > other.legibility || (self.legibility == other.legibility && is_larger)
    }
}

/// The largest size from `min`, which fits, to `max`.
fn largest_fitting(min: f64, max: f64, fits: impl Fn(f64) -> bool) -> f64 {
    if fits(max) {
        return max;
    }
    let (mut low, mut high) = (min, max);
    while high - low > STEP {
        let middle = (low + high) / 2.0;
        if fits(middle) {
            low = middle;
        } else {
            high = middle;
        }
    }
    // Whole steps give sharp edges more often.
    min.max((low / STEP).floor() * STEP)
}

/// Every choice of directions for the outer axes, the alternating one first. The last axis is always drawn across and the one
/// before it down. A stacked axis stays stacked, and an axis of size 1 needs no choice.
fn directions(axes: &[DrawnAxis]) -> Vec<Vec<DrawnAxis>> {
    let is_free = |&nesting: &usize| axes[nesting].size > 1 && axes[nesting].direction != Direction::Depth;
    let free: Vec<usize> = (2..axes.len()).filter(is_free).collect();
    let turned = |choice: u32| {
        let mut axes = axes.to_vec();
        for (bit, &nesting) in free.iter().enumerate() {
            if choice >> bit & 1 == 1 {
                axes[nesting].direction = axes[nesting].direction.turned();
            }
        }
        axes
    };
    (0..1_u32 << free.len()).map(turned).collect()
}
