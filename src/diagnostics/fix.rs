//! The smallest changes of one operand that make two shapes broadcast.
//!
//! A change is one of three edits, none of which copies or computes anything: size-1 axes are inserted at one place, a size-1
//! axis is dropped, two axes are exchanged. All fixes of one move are found; only where there is none, those of two edits on one
//! operand.
//!
//! Best first:
//! 1. the result is no larger than the larger operand (nothing but the smaller one stretches);
//! 2. fewer elements in the result;
//! 3. the smaller operand is changed, or `b` where they are alike;
//! 4. as few axes as can be inserted; inserted or dropped rather than exchanged;
//! 5. further to the right: values for every row are forgotten more often than values for every block.

use crate::broadcast::{OperandId, Shape, broadcast_shapes};
use crate::library::Library;
use crate::parse::{MAX_AXES, Operand, ascii_twin};

/// Of more fixes only the best are given.
const MOST: usize = 8;

/// Two axes are exchanged only in shapes of at most so many axes, and two edits tried only in those of [`FEW_AXES`]: so the
/// search stays small whatever is typed.
const MANY_AXES: usize = 16;
const FEW_AXES: usize = 5;

/// One change of an operand's shape.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum AxisEdit {
    /// So many size-1 axes (the second number) are inserted before this one, or at the end.
    Insert(usize, usize),
    /// This axis, which has size 1, is dropped.
    Drop(usize),
    /// These two axes are exchanged, the first of them further to the left.
    Swap(usize, usize),
}

/// A change of one operand after which both broadcast.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fix {
    /// The operand that is changed.
    pub operand: OperandId,
    /// How, in this order: one or two edits.
    pub edits: Vec<AxisEdit>,
    /// The shape that it then has.
    pub shape: Shape,
    /// The shape of the result.
    pub result: Shape,
    /// Whether the result is larger than both operands: then both stretch.
    pub grows: bool,
}

/// The fixes of `a` with `b`, best first; none where they broadcast already (`in_place`: where the result fits into `a`).
///
/// ```
/// use broadcast_visualizer::{broadcast::{Shape, OperandId}, diagnostics::{AxisEdit, fixes}};
/// let found = fixes(&Shape::from([2, 3]), &Shape::from([3, 2]), false);
/// assert_eq!((found[0].operand, found[0].edits.as_slice()), (OperandId::B, &[AxisEdit::Swap(0, 1)][..]));
/// assert_eq!(fixes(&Shape::from([2, 3]), &Shape::from([3]), false), []);
/// ```
#[must_use]
pub fn fixes(a: &Shape, b: &Shape, in_place: bool) -> Vec<Fix> {
    let fits = |a: &Shape, b: &Shape| broadcast_shapes(a, b).ok().filter(|result| !in_place || result == a);
    if fits(a, b).is_some() {
        return Vec::new();
    }
    // In place, `a` is what it is.
    let sides: &[(OperandId, &Shape)] =
        if in_place { &[(OperandId::B, b)] } else { &[(OperandId::B, b), (OperandId::A, a)] };
    let mut found: Vec<Fix> = Vec::new();
    let most_axes = a.ndim().max(b.ndim());
    let size = |shape: &Shape| shape.numel().unwrap_or(u64::MAX);
    let smaller = if size(a) < size(b) { OperandId::A } else { OperandId::B };
    let worth = |fix: &Fix| {
        let place = fix.edits.iter().map(|step| usize::MAX - step.place()).max();
        let rank = fix.edits.iter().map(|step| step.rank()).max();
        (fix.grows, size(&fix.result), fix.operand != smaller, rank, place)
    };
    let consider = |found: &mut Vec<Fix>, side: OperandId, edits: &[AxisEdit], shape: Shape| {
        let (new_a, new_b) = if side == OperandId::A { (&shape, b) } else { (a, &shape) };
        let Some(result) = fits(new_a, new_b) else { return };
        if found.iter().all(|known| (known.operand, &known.shape) != (side, &shape)) {
            let grows = result.numel().is_none_or(|elements| Some(elements) > a.numel().max(b.numel()));
            let fix = Fix { operand: side, edits: edits.to_vec(), shape, result, grows };
            // Kept in order one by one: a sort would be larger than all the rest of this.
            let at = found.iter().position(|known| worth(&fix) < worth(known)).unwrap_or(found.len());
            found.insert(at, fix);
        }
    };
    for &(side, shape) in sides {
        edits(shape, most_axes).into_iter().for_each(|step| consider(&mut found, side, &[step], step.of(shape)));
    }
    if found.is_empty() {
        for &(side, shape) in sides.iter().filter(|(_, shape)| shape.ndim() <= FEW_AXES) {
            for first in edits(shape, most_axes) {
                let between = first.of(shape);
                for second in edits(&between, most_axes) {
                    let shape = second.of(&between);
                    match first.joined(second) {
                        Some(one) => consider(&mut found, side, &[one], shape),
                        None => consider(&mut found, side, &[first, second], shape),
                    }
                }
            }
        }
    }
    found.truncate(MOST);
    found
}

/// Every move that changes a shape; several axes are inserted at once only to reach `most_axes`.
fn edits(shape: &Shape, most_axes: usize) -> Vec<AxisEdit> {
    let ndim = shape.ndim();
    let most = if ndim <= MANY_AXES { most_axes.saturating_sub(ndim).clamp(1, MANY_AXES) } else { 1 };
    // Neither library, nor the notation, has room for more axes.
    let most = most.min(MAX_AXES.saturating_sub(ndim));
    let inserts = (0..=ndim).flat_map(|at| (1..=most).map(move |count| AxisEdit::Insert(at, count)));
    let drops = (0..ndim).filter(|&axis| shape[axis] == 1).map(AxisEdit::Drop);
    let within = if ndim <= MANY_AXES { ndim } else { 0 };
    let swaps = (0..within).flat_map(|first| (first + 1..within).map(move |second| (first, second)));
    let swaps = swaps.filter(|&(first, second)| shape[first] != shape[second]);
    inserts.chain(drops).chain(swaps.map(|(first, second)| AxisEdit::Swap(first, second))).collect()
}

impl AxisEdit {
    /// The shape after the move. Axes that are not there stay away.
    #[must_use]
    pub fn of(self, shape: &Shape) -> Shape {
        let mut sizes = shape.to_vec();
        match self {
            Self::Insert(at, count) => {
                let at = at.min(shape.ndim());
                sizes.splice(at..at, std::iter::repeat_n(1, count));
            }
            Self::Drop(axis) => {
                sizes = sizes.into_iter().enumerate().filter(|&(at, _)| at != axis).map(|(_, s)| s).collect()
            }
            Self::Swap(first, second) if second < sizes.len() && first < second => sizes.swap(first, second),
            Self::Swap(..) => {}
        }
        Shape::from(sizes.as_slice())
    }

    /// The one move that two are which insert axes beside each other.
    fn joined(self, then: Self) -> Option<Self> {
        match (self, then) {
            (Self::Insert(at, count), Self::Insert(next, more)) if (at..=at + count).contains(&next) => {
                Some(Self::Insert(at, count + more))
            }
            _ => None,
        }
    }

    /// What stands after a tensor of `ndim` axes to make the move.
    #[must_use]
    pub fn code(self, library: Library, ndim: usize) -> String {
        match (self, library) {
            (Self::Insert(at, 1), Library::PyTorch) if at == ndim => ".unsqueeze(-1)".to_owned(),
            (Self::Insert(at, 1), Library::PyTorch) => format!(".unsqueeze({at})"),
            (Self::Insert(at, count), _) => {
                let before = if at == ndim && at > 2 { "..., ".to_owned() } else { ":, ".repeat(at) };
                format!("[{before}None{}]", ", None".repeat(count.saturating_sub(1)))
            }
            (Self::Drop(axis), _) => format!(".squeeze({axis})"),
            (Self::Swap(..), _) if ndim == 2 => ".T".to_owned(),
            (Self::Swap(first, second), Library::PyTorch) => format!(".transpose({first}, {second})"),
            (Self::Swap(first, second), Library::NumPy) => format!(".swapaxes({first}, {second})"),
        }
    }

    const fn rank(self) -> usize {
        match self {
            Self::Insert(_, count) => count,
            Self::Drop(_) => 1,
            // Turning a tensor round is more than any number of new axes.
            Self::Swap(..) => usize::MAX,
        }
    }

    const fn place(self) -> usize {
        match self {
            Self::Insert(at, _) | Self::Drop(at) | Self::Swap(_, at) => at,
        }
    }
}

impl Fix {
    /// The operand that `expression` stands for, changed: `b.unsqueeze(-1)`. Its shape was of `ndim` axes.
    #[must_use]
    pub fn code(&self, library: Library, expression: &str, ndim: usize) -> String {
        let mut code = expression.to_owned();
        let mut ndim = ndim;
        for step in &self.edits {
            code.push_str(&step.code(library, ndim));
            match step {
                AxisEdit::Insert(_, count) => ndim += count,
                AxisEdit::Drop(_) => ndim = ndim.saturating_sub(1),
                AxisEdit::Swap(..) => {}
            }
        }
        code
    }

    /// The text of the operand's field after the fix: a shape stays a shape, written as it was; Python and values become
    /// an expression of Python.
    ///
    /// ```
    /// use broadcast_visualizer::{broadcast::Shape, diagnostics::fixes, library::Library, python::parse_operand};
    /// let fix = |text: &str| {
    ///     let operand = parse_operand(text).expect("an operand");
    ///     fixes(&Shape::from([3, 4]), operand.shape(), false)[0].apply(text, &operand, Library::PyTorch)
    /// };
    /// assert_eq!(fix("3"), "3,1");
    /// assert_eq!(fix("(3,)"), "(3, 1)");
    /// assert_eq!(fix("row=3"), "row=3, new=1");
    /// assert_eq!(fix("x = torch.ones(3)"), "torch.ones(3).unsqueeze(-1)");
    /// assert_eq!(fix("torch.ones(3) * 2"), "(torch.ones(3) * 2).unsqueeze(-1)");
    /// assert_eq!(fix("tensor([0, 1, 2])"), "tensor([0, 1, 2]).unsqueeze(-1)");
    /// ```
    #[must_use]
    pub fn apply(&self, text: &str, operand: &Operand, library: Library) -> String {
        let ndim = operand.shape().ndim();
        if let Some(written) =
            operand.python.as_ref().filter(|written| written.library.is_some() || !operand.values_unknown)
        {
            let text = &written.text;
            // Whether any character that is in no brackets is of a kind.
            let outside = |is: fn(char) -> bool| {
                let mut open = 0_i32;
                text.chars().map(ascii_twin).any(|c| {
                    open += i32::from(matches!(c, '(' | '[')) - i32::from(matches!(c, ')' | ']'));
                    open == 0 && is(c)
                })
            };
            let library = written.library.unwrap_or(library);
            let whole = if !written.is_tensor {
                // A tuple without brackets would be several arguments.
                let text = if outside(|c| c == ',') { format!("({text})") } else { text.clone() };
                format!("{}({text})", library.constructor())
            } else if outside(|c| !c.is_alphanumeric() && !matches!(c, '_' | '.' | ')' | ']')) {
                // Whatever is no name, call or index binds less than what is appended.
                format!("({text})")
            } else {
                text.clone()
            };
            return self.code(library, &whole, ndim);
        }
        if !operand.names.is_empty() {
            return self.named(operand);
        }
        let sizes: Vec<String> = self.shape.iter().map(u64::to_string).collect();
        let separator = ['x', 'X', '×', '*'].into_iter().find(|&sign| text.contains(sign) && !text.contains('S'));
        match separator {
            _ if sizes.is_empty() => "()".to_owned(),
            Some(sign) if !text.contains(['(', '[']) => sizes.join(&sign.to_string()),
            _ if text.chars().map(ascii_twin).any(|c| matches!(c, '(' | '[')) => self.shape.to_string(),
            _ if text.split(',').skip(1).any(|after| after.starts_with(' ')) => sizes.join(", "),
            _ if text.contains(',') || !text.trim().contains(' ') => sizes.join(","),
            _ => sizes.join(" "),
        }
    }

    /// The names go with their axes; a new axis is called so.
    fn named(&self, operand: &Operand) -> String {
        let mut names = operand.names.clone();
        for step in &self.edits {
            match *step {
                AxisEdit::Insert(at, count) => {
                    for _ in 0..count {
                        let mut candidates = std::iter::once("new".to_owned()).chain((2..).map(|n| format!("new{n}")));
                        let name = candidates.find(|name| !names.contains(name)).unwrap_or_default();
                        names.insert(at.min(names.len()), name);
                    }
                }
                AxisEdit::Drop(at) if at < names.len() => drop(names.remove(at)),
                AxisEdit::Swap(first, second) if second < names.len() => names.swap(first, second),
                AxisEdit::Drop(_) | AxisEdit::Swap(..) => {}
            }
        }
        let axes: Vec<String> =
            names.iter().zip(self.shape.iter()).map(|(name, size)| format!("{name}={size}")).collect();
        if axes.is_empty() { "()".to_owned() } else { axes.join(", ") }
    }
}

/// The single edits after which `a` and `b` broadcast to no more than `elements` elements, best first.
pub(super) fn one_by_one(a: &Shape, b: &Shape, elements: u64) -> Vec<Fix> {
    let mut found = Vec::new();
    for (side, shape, other) in [(OperandId::A, a, b), (OperandId::B, b, a)] {
        for step in edits(shape, a.ndim().max(b.ndim())) {
            let changed = step.of(shape);
            // Turning one round would leave both with the axis that only one of them is meant to have.
            if !matches!(step, AxisEdit::Swap(..))
                && let Ok(result) = broadcast_shapes(&changed, other)
                && result.numel() == Some(elements)
                && found.iter().all(|known: &Fix| (known.operand, &known.shape) != (side, &changed))
            {
                found.push(Fix { operand: side, edits: vec![step], shape: changed, result, grows: false });
            }
        }
    }
    // Fewer axes are simpler.
    if let [first, second, ..] = found.as_mut_slice()
        && second.result.ndim() < first.result.ndim()
    {
        std::mem::swap(first, second);
    }
    found.truncate(2);
    found
}
