//! Chooses what fits a box: the arrangement of the panels, the directions of the outer axes, the size of the cells, and which
//! axes are folded.
//!
//! First come cells with values, as large as possible up to [`MAX_TEXT`] or [`MAX_MATRIX`]; where these do not fit, cells without values;
//! where these do not fit either, folded axes. The axis table becomes smaller where that makes cells larger. Lengths are in CSS pixels.

use super::arrange::{Composition, MARGIN};
use super::folding::{self, Limit, MAX_SLOTS, with_limits};
use super::table::{SMALLEST, TableBox, TableForm, TableSide};
use super::{Arrangement, Cell, Direction, DrawnAxis, LayoutOptions, Spacing, set_around};
use crate::Size;
use crate::ease::clamp;

/// The largest and the smallest height of a cell with a value, and the largest height of a cell that is a matrix.
const MAX_TEXT: f64 = 120.0;
const MIN_TEXT: f64 = 18.0;
const MAX_MATRIX: f64 = 220.0;
/// The largest and the smallest side of a cell without a value.
const MAX_BARE: f64 = 20.0;
/// The smallest one where every cell is drawn: folded axes with values say more than smaller cells.
const MIN_WHOLE: f64 = 9.0;
/// The largest side of a cell without a value where axes are folded.
const LARGEST_BARE: f64 = 40.0;
const MIN_BARE: f64 = 6.0;
/// The heights of a cell with a value where axes are folded, and the sides of a cell without a value, the best first.
const FOLDED_CELLS: [f64; 6] = [25.0, MIN_TEXT, 11.0, 9.0, 7.0, MIN_BARE];
const FOLDED_TEXT: usize = 2;
/// The longest side of a plane that is rather drawn whole than folded.
const SMALL_PLANE: u64 = 8;
/// The font sizes of the axis table that are tried, in parts of the one that suits the box; the largest one, and how many times the box is wider
/// and higher than the largest one that suits it.
const TABLE_FONTS: [f64; 3] = [1.0, 0.72, 0.5];
const LARGEST_TABLE: f64 = 34.0;
const TABLES: Size = Size::new(20.0, 18.0);
/// The largest parts of the width that a table beside the panels and one in a quarter take, and of the height above them.
const BESIDE: f64 = 0.4;
const QUARTER: f64 = 0.48;
const ABOVE: f64 = 0.45;
/// The number of ways to fold of which the best one is taken: those that leave most of the box.
const FOLDED: usize = 3;
/// The precision of sizes.
const STEP: f64 = 0.5;

/// An arrangement that comes later in the order of preference is used if its cells are larger by this factor; panels in two rows, which are
/// harder to read as one line, by the second one.
const ANOTHER_ARRANGEMENT: f64 = 1.06;
const TWO_ROWS: f64 = 1.12;
/// A smaller axis table is used if cells are larger by this factor; if they have no values and the box is large, by the second one: a
/// table that can be read from the last row then says more.
const SMALLER_TABLE: f64 = 1.04;
const SMALLER_TABLE_BARE: f64 = 1.15;
/// Operands that clash stand one under the other, unless cells are then smaller by this factor, and lower than this. Where there is a result, and
/// of cells without values, cells are nearly as large.
const UNDER_CELLS: f64 = 2.0 / 3.0;
const UNDER_LARGE: f64 = 52.0;
const UNDER_NEARLY: f64 = 0.9;
/// How the picture was composed is kept unless cells are then smaller by this factor, and lower than this.
const KEPT_CELLS: f64 = 0.4;
const KEPT_LARGE: f64 = 36.0;
/// The font sizes below which the axis table is harder to read than cells, in a box of at least this size and in a smaller one. A table below
/// them is used if cells are larger by this factor.
const READABLE_TABLE: [f64; 2] = [20.0, 16.0];
const LARGE_BOX: Size = Size::new(700.0, 330.0);
const UNREADABLE_TABLE: f64 = 1.34;
/// The tight spacing is used if its cells are larger by this factor; in a clash, of which the wide spacing shows more, by the
/// second one.
const TIGHT_SPACING: f64 = 1.25;
const TIGHT_CLASH: f64 = 1.3;

/// How well a layout shows its tensors; more is better.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Legibility {
    /// The drawing does not fit.
    TooLarge,
    /// Axes are folded, and of one of them only the first index is left.
    FirstIndex,
    /// Axes are folded, and cells have no values.
    FoldedCells,
    /// Axes are folded, of an outer one only the first index is left, and cells have values.
    FirstBlocks,
    /// Axes are folded, and cells have values.
    FoldedValues,
    /// Outer axes are folded. Whole planes are drawn as cells without values.
    PlanesOfCells,
    /// Every cell is drawn, without its value.
    EveryCell,
    /// Outer axes are folded. Whole planes are drawn with their values.
    PlanesOfValues,
    /// Every cell is drawn with its value.
    EveryValue,
}

/// What was chosen for a box.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Fitted {
    /// The drawn axes, last axis first.
    pub(super) axes: Vec<DrawnAxis>,
    pub(super) cell: Cell,
    pub(super) composition: Composition,
    pub(super) spacing: Spacing,
    legibility: Legibility,
}

/// Chooses directions, sizes and folds for `axes` (last axis first, with alternating directions), and a place for the axis table.
pub(super) fn fit(axes: &[DrawnAxis], options: &LayoutOptions) -> Fitted {
    let fitting = |base: Spacing| Fitting {
        axes,
        options,
        spacing: base.with_word(options.sign),
        arrangements: &Arrangement::ALL,
        side: None,
    };
    let wide = fitting(Spacing::WIDE).best();
    let mut best = if wide.is_row_of_values() && wide.cell.size.h * TIGHT_SPACING > largest_cell(options) {
        wide
    } else {
        better_spacing(wide, fitting(Spacing::TIGHT).best(), options)
    };
    if let Some(kept) = options.kept {
        let arrangements = [kept.arrangement];
        let kept = |base: Spacing| Fitting { arrangements: &arrangements, side: kept.side, ..fitting(base) }.best();
        let mut kept = better_spacing(kept(Spacing::WIDE), kept(Spacing::TIGHT), options);
        // It may lose its values, but no cells.
        let shows_cells = kept.legibility >= best.legibility.min(Legibility::EveryCell);
        if shows_cells && kept.cell.size.h >= (best.cell.size.h * KEPT_CELLS).min(KEPT_LARGE) {
            kept.grow_table(options);
            return kept;
        }
    }
    if options.compares && best.legibility >= Legibility::EveryCell {
        let under = |base: Spacing| Fitting { arrangements: &Arrangement::UNDER, ..fitting(base) }.whole();
        let under = match (under(Spacing::WIDE), under(Spacing::TIGHT)) {
            (Some(wide), Some(tight)) => Some(better_spacing(wide, tight, options)),
            (wide, tight) => wide.or(tight),
        };
        if let Some(under) = under.filter(|under| under.shows_as_much(&best, options)) {
            best = under;
        }
    }
    best.grow_table(options);
    best
}

/// The better one of the best with a wide and with a tight spacing.
fn better_spacing(wide: Fitted, tight: Fitted, options: &LayoutOptions) -> Fitted {
    if tight.legibility != wide.legibility {
        return if tight.legibility > wide.legibility { tight } else { wide };
    }
    let is_clash = options.wide.clash.is_some();
    // Matrices are large enough as they are.
    if is_clash && options.of_matrices {
        return wide;
    }
    let is_row = |fitted: &Fitted| fitted.composition.arrangement == Arrangement::Row;
    let becomes_row = !is_clash && !is_row(&wide) && is_row(&tight) && tight.cell.size.h >= wide.cell.size.h;
    let is_larger = tight.cell.size.h > wide.cell.size.h * if is_clash { TIGHT_CLASH } else { TIGHT_SPACING };
    if becomes_row || is_larger { tight } else { wide }
}

/// The largest height of a cell with a value.
const fn largest_cell(options: &LayoutOptions) -> f64 {
    let largest = if options.of_matrices { MAX_MATRIX } else { MAX_TEXT };
    match options.kept {
        Some(kept) => largest.min(kept.cell.max(MIN_TEXT)),
        None => largest,
    }
}

impl LayoutOptions {
    /// The font sizes of the axis table that are tried, the largest first; without a table, one that is not used. First come those that are at
    /// least `readable`.
    fn table_fonts(&self, readable: f64) -> Vec<f64> {
        if self.table.is_none() {
            return vec![0.0];
        }
        if let Some(table) = self.kept.and_then(|kept| kept.table) {
            return vec![table.font, SMALLEST];
        }
        let suits =
            clamp((self.width / TABLES.w).min(self.height / TABLES.h), TableForm::WIDE.smallest_font(), LARGEST_TABLE);
        let mut fonts: Vec<f64> = TABLE_FONTS.iter().map(|part| (suits * part).max(readable)).collect();
        fonts.extend(READABLE_TABLE.into_iter().filter(|font| *font < readable));
        fonts.push(SMALLEST);
        fonts.dedup();
        fonts
    }

    /// The smallest font size in which the axis table is read as easily as cells.
    fn readable_table(&self) -> f64 {
        let is_large = self.width >= LARGE_BOX.w && self.height >= LARGE_BOX.h;
        READABLE_TABLE[usize::from(!is_large)]
    }

    /// Those that are tried where axes are folded, which takes long: the smallest ones, because folds cost more than a small table.
    fn smaller_fonts(&self) -> Vec<f64> {
        let mut fonts = self.table_fonts(SMALLEST);
        fonts.drain(..fonts.len().saturating_sub(2));
        fonts
    }

    /// The axis table on a side of panels in this arrangement, in the widest form that has room there; `None` where it cannot stand there.
    fn table_on(&self, side: TableSide, arrangement: Arrangement, font: f64) -> Option<TableBox> {
        let sizes = self.table?;
        let room = self.width - 2.0 * MARGIN;
        let (room, height) = match side {
            TableSide::Beside => (room * BESIDE, self.height),
            TableSide::Above => (room, self.height * ABOVE),
            TableSide::Quarter => (room * QUARTER, self.height * QUARTER),
        };
        let is_quarter = side == TableSide::Quarter;
        if is_quarter != (arrangement == Arrangement::TwoRows && self.operands == 2) {
            return None;
        }
        let forms = sizes.widths.iter().enumerate().map(|(form, width)| (TableForm(form), *width));
        let mut forms = forms.filter(|(form, _)| form.smallest_font() <= font);
        let size = |width: f64| Size::new(width * font, sizes.height * font);
        let (form, width) = forms.find(|&(_, width)| size(width).w <= room && size(width).h <= height)?;
        Some(TableBox { side, font, form, size: size(width) })
    }

    /// The compositions with an axis table of a font, in the order of preference, each with the factor by which its cells have to be
    /// larger than those of the ones before.
    fn compositions(
        &self,
        arrangements: &[Arrangement],
        kept: Option<TableSide>,
        font: f64,
    ) -> Vec<(Composition, f64)> {
        let mut compositions = Vec::new();
        for &arrangement in arrangements {
            let is_two = arrangement == Arrangement::TwoRows;
            let factor = if is_two { TWO_ROWS } else { ANOTHER_ARRANGEMENT };
            if self.table.is_none() && !is_two {
                compositions.push((Composition { arrangement, table: None }, factor));
            }
            let sides = [TableSide::Beside, TableSide::Above, TableSide::Quarter];
            for side in sides.into_iter().filter(|side| kept.is_none_or(|kept| kept == *side)) {
                let table = self.table_on(side, arrangement, font);
                if table.is_some() {
                    compositions.push((Composition { arrangement, table }, factor));
                }
            }
        }
        compositions
    }

    /// The same composition with panels one under the other.
    pub(super) fn under_each_other(&self, Composition { table, .. }: Composition) -> Composition {
        let table = table.map(|table| TableBox { side: TableSide::Above, ..table });
        Composition { arrangement: Arrangement::ColumnTitlesBeside, table }
    }
}

/// The choice of a layout with one spacing.
struct Fitting<'a> {
    axes: &'a [DrawnAxis],
    options: &'a LayoutOptions,
    spacing: Spacing,
    arrangements: &'a [Arrangement],
    /// The side of the axis table, where it is kept.
    side: Option<TableSide>,
}

impl Fitting<'_> {
    fn best(&self) -> Fitted {
        let count = self.axes.iter().try_fold(1_u64, |product, axis| product.checked_mul(axis.size));
        let whole = if count.is_some_and(|count| count <= MAX_SLOTS) { self.whole() } else { None };
        match whole {
            Some(whole) if whole.legibility == Legibility::EveryValue || self.axes.len() <= 2 => whole,
            // Whole planes with their values say more than all cells without them.
            Some(whole) => Some(self.folded()).filter(|folded| folded.legibility > whole.legibility).unwrap_or(whole),
            None => self.folded(),
        }
    }

    /// Every cell, in the largest size that fits; `None` where not even the smallest fits.
    fn whole(&self) -> Option<Fitted> {
        let axes = directions(&with_limits(self.axes, &|_| u64::MAX));
        let with_values = self.largest(&axes, [MIN_TEXT, largest_cell(self.options)], Legibility::EveryValue);
        if with_values.is_some() || self.options.keeps_values {
            return with_values;
        }
        self.largest(&axes, [MIN_WHOLE, MAX_BARE], Legibility::EveryCell)
    }

    /// A cell of a height, with a value or without.
    fn cell(&self, has_value: bool, height: f64) -> Cell {
        if has_value { Cell::with_value(height, self.options.characters) } else { Cell::bare(height) }
    }

    /// The composition and the directions with the largest cells of a size from `min` to `max`.
    fn largest(&self, choices: &[Vec<DrawnAxis>], [min, max]: [f64; 2], legibility: Legibility) -> Option<Fitted> {
        let has_values = legibility == Legibility::EveryValue;
        let cell = |size: f64| self.cell(has_values, size);
        let fonts = self.options.table_fonts(self.options.readable_table());
        let is_large = fonts.first().is_some_and(|font| *font >= LARGEST_TABLE);
        let smaller_table = if is_large && !has_values { SMALLER_TABLE_BARE } else { SMALLER_TABLE };
        let mut best: Option<(f64, &Vec<DrawnAxis>, Composition)> = None;
        for font in fonts {
            let factor = if font < self.options.readable_table() { UNREADABLE_TABLE } else { smaller_table };
            let before = best.as_ref().map_or(min, |(size, ..)| size * factor);
            let mut here: Option<f64> = None;
            for (composition, factor) in self.options.compositions(self.arrangements, self.side, font) {
                for axes in choices {
                    let fits = |size: f64| self.options.fits(axes, cell(size), &composition, self.spacing);
                    let wanted = here.map_or(before, |size| size * factor);
                    if wanted > max || !fits(wanted) {
                        continue;
                    }
                    let size = largest_fitting(wanted, max, &fits);
                    here = Some(size);
                    best = Some((size, axes, composition));
                }
            }
            // Where a smaller table does not help, a still smaller one does not either.
            if best.is_some() && here.is_none() {
                break;
            }
        }
        let (size, axes, composition) = best?;
        Some(Fitted { axes: axes.clone(), cell: cell(size), composition, spacing: self.spacing, legibility })
    }

    /// The best way to show some of what is too much for the box.
    fn folded(&self) -> Fitted {
        let choices = directions(self.axes);
        let mut ways = Vec::new();
        for font in self.options.smaller_fonts() {
            ways = self.ways(&choices, font);
            if ways.iter().any(|way| way.legibility > Legibility::FirstIndex) {
                break;
            }
        }
        let most = ways.iter().map(|way| way.legibility).max().unwrap_or(Legibility::TooLarge);
        ways.retain(|way| way.legibility == most);
        let largest = ways.iter().map(|way| way.cell.size.h).fold(0.0, f64::max);
        ways.retain(|way| way.cell.size.h >= largest);
        let mut best: Option<Fitted> = None;
        for _ in 0..FOLDED {
            let mut next = None;
            for (number, way) in ways.iter().enumerate() {
                if next.is_none_or(|(_, part)| way.part < part) {
                    next = Some((number, way.part));
                }
            }
            let Some((number, _)) = next else { break };
            let fitted = self.folded_with(&ways.remove(number));
            if best.as_ref().is_none_or(|best| fitted.is_better_folded(best)) {
                best = Some(fitted);
            }
        }
        let too_large = || {
            let composition = Composition { arrangement: Arrangement::Row, table: None };
            let composition = self
                .options
                .compositions(self.arrangements, self.side, SMALLEST)
                .first()
                .map_or(composition, |(first, _)| *first);
            let cell = Cell::bare(MIN_BARE);
            self.folded_with(&Way { axes: self.axes, composition, cell, legibility: most, part: 1.0 })
        };
        let best = best.unwrap_or_else(too_large);
        self.grown(best)
    }

    /// The ways to fold with an axis table of a font, each with the largest cells with which it shows as much.
    fn ways<'c>(&self, choices: &'c [Vec<DrawnAxis>], font: f64) -> Vec<Way<'c>> {
        let mut ways = Vec::new();
        for (composition, _) in self.options.compositions(self.arrangements, self.side, font) {
            for axes in self.foldable(choices, &composition) {
                let mut most = Legibility::TooLarge;
                for (number, height) in FOLDED_CELLS.into_iter().enumerate() {
                    let cell = self.cell(number < FOLDED_TEXT, height);
                    let (legibility, part) = self.legibility(axes, &composition, cell);
                    if legibility > most {
                        most = legibility;
                        ways.push(Way { axes, composition, cell, legibility, part });
                    }
                }
            }
        }
        ways
    }

    /// How well folded axes are shown in cells of a size, and the part of the box that they then need at least.
    fn legibility(&self, axes: &[DrawnAxis], composition: &Composition, cell: Cell) -> (Legibility, f64) {
        let has_values = cell.font.is_some();
        let ends = |nesting: usize| axes[nesting].ends.slots();
        let whole = folding::longest_side(has_values);
        let fits = |limit: Limit<'_>| {
            let axes = with_limits(axes, limit);
            let part = self.part(&axes, cell, composition);
            (part <= 1.0 && folding::slots(&axes) as u64 <= MAX_SLOTS).then_some(part)
        };
        let has_planes = axes.len() > 2 && axes.iter().take(2).all(|axis| axis.size <= whole);
        let shown: [(bool, Legibility, Limit<'_>); 4] = [
            (has_planes, if has_values { Legibility::PlanesOfValues } else { Legibility::PlanesOfCells }, &|nesting| {
                if nesting < 2 { whole } else { ends(nesting) }
            }),
            (true, if has_values { Legibility::FoldedValues } else { Legibility::FoldedCells }, &ends),
            (has_values, Legibility::FirstBlocks, &|nesting| if nesting < 2 { ends(nesting) } else { 1 }),
            (true, Legibility::FirstIndex, &|_| 1),
        ];
        let mut possible = shown.into_iter().filter(|(is_possible, ..)| *is_possible);
        let best = possible.find_map(|(_, legibility, limit)| Some((legibility, fits(limit)?)));
        best.unwrap_or((Legibility::TooLarge, f64::INFINITY))
    }

    /// The part of the box that a drawing needs.
    fn part(&self, axes: &[DrawnAxis], cell: Cell, composition: &Composition) -> f64 {
        let needed = self.options.needed(axes, cell, composition, self.spacing);
        (needed.w / self.options.width).max(needed.h / self.options.height)
    }

    /// The same folds with the largest cells that fit.
    fn grown(&self, mut fitted: Fitted) -> Fitted {
        let has_value = fitted.cell.font.is_some();
        let cell = |size: f64| self.cell(has_value, size);
        let max = if has_value { largest_cell(self.options) } else { LARGEST_BARE };
        if fitted.legibility > Legibility::TooLarge {
            let fits = |size: f64| self.options.fits(&fitted.axes, cell(size), &fitted.composition, self.spacing);
            fitted.cell = cell(largest_fitting(fitted.cell.size.h, max, &fits));
        }
        fitted
    }

    /// The directions that are tried with folded axes, because folding takes long: the alternating ones, and those that need the smallest part
    /// of the box for small planes with values, and for the ends of all axes without.
    fn foldable<'c>(&self, choices: &'c [Vec<DrawnAxis>], composition: &Composition) -> Vec<&'c Vec<DrawnAxis>> {
        let (text, bare) = (Cell::with_value(MIN_TEXT, self.options.characters), Cell::bare(MIN_BARE));
        let (mut least, mut tried) = ([f64::INFINITY; 2], [0; 3]);
        for (number, axes) in choices.iter().enumerate() {
            let ends = |nesting: usize| axes[nesting].ends.slots();
            let planes = with_limits(axes, &|nesting| if nesting < 2 { SMALL_PLANE } else { ends(nesting) });
            let ends = with_limits(axes, &ends);
            let parts = [self.part(&planes, text, composition), self.part(&ends, bare, composition)];
            for (nth, part) in parts.into_iter().enumerate() {
                if part < least[nth] {
                    (least[nth], tried[nth + 1]) = (part, number);
                }
            }
        }
        let mut foldable = Vec::new();
        for (nth, number) in tried.into_iter().enumerate() {
            if !tried[..nth].contains(&number) {
                foldable.extend(choices.get(number));
            }
        }
        foldable
    }

    fn folded_with(&self, &Way { axes, composition, cell, legibility, .. }: &Way<'_>) -> Fitted {
        let fits = |axes: &[DrawnAxis]| self.options.fits(axes, cell, &composition, self.spacing);
        let axes = folding::fold(axes, cell.font.is_some(), &fits);
        Fitted { axes, cell, composition, spacing: self.spacing, legibility }
    }
}

/// A way to fold axes.
struct Way<'c> {
    axes: &'c [DrawnAxis],
    composition: Composition,
    cell: Cell,
    legibility: Legibility,
    /// The part of the box that it needs where axes are folded as far as that legibility allows.
    part: f64,
}

impl Fitted {
    /// Whether it fits a box.
    pub(super) fn fits(&self, options: &LayoutOptions) -> bool {
        options.fits(&self.axes, self.cell, &self.composition, self.spacing)
    }

    /// Whether operands one under the other are shown as well as another choice shows them, or nearly so. Sizes that clash from top to bottom
    /// are compared where operands stand side by side.
    fn shows_as_much(&self, other: &Self, options: &LayoutOptions) -> bool {
        let font = |fitted: &Self| fitted.composition.table.map_or(0.0, |table| table.font);
        // Cells without values are small as they are.
        let has_values = other.cell.font.is_some();
        let wanted = match (has_values, options.wide.clash.is_some()) {
            (true, true) => (other.cell.size.h * UNDER_CELLS).min(UNDER_LARGE),
            _ => other.cell.size.h * UNDER_NEARLY,
        };
        self.legibility >= other.legibility
            && self.cell.size.h >= wanted
            && font(self) >= font(other).min(options.readable_table())
            && self.axes.iter().all(|axis| !axis.ends.differ() || axis.direction == Direction::Across)
    }

    fn is_row_of_values(&self) -> bool {
        self.composition.arrangement == Arrangement::Row && self.legibility == Legibility::EveryValue
    }

    /// Whether this choice of folds is better than another one: it shows more, by more than a little.
    fn is_better_folded(&self, other: &Self) -> bool {
        let slots = |fitted: &Self| folding::slots(&fitted.axes);
        // The same planes in larger cells show as much: the larger cells were tried first.
        let is_larger = self.cell.size.h >= other.cell.size.h && slots(self) > slots(other) * 5 / 4;
        self.legibility > other.legibility || (self.legibility == other.legibility && is_larger)
    }

    /// Makes the axis table as large as fits beside the cells.
    fn grow_table(&mut self, options: &LayoutOptions) {
        let Some(table) = self.composition.table.filter(|_| self.fits(options)) else { return };
        let with = |font: f64| Composition { table: Some(table.with_font(font)), ..self.composition };
        let fits = |font: f64| options.fits(&self.axes, self.cell, &with(font), self.spacing);
        let largest =
            options.table_fonts(options.readable_table()).first().copied().unwrap_or(table.font).max(table.font);
        self.composition = with(largest_fitting(table.font, largest, &fits));
    }
}

/// The largest size from `min`, which fits, to `max`.
fn largest_fitting(min: f64, max: f64, fits: &dyn Fn(f64) -> bool) -> f64 {
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

/// The number of axes of which each direction is tried.
const MAX_FREE: usize = 4;

/// Every choice of directions for the first outer axes, the alternating one first. The last axis is always drawn across and the one
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
        set_around(&mut axes);
        axes
    };
    (0..1_u32 << free.len().min(MAX_FREE)).map(turned).collect()
}
