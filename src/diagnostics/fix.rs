//! Fixes: the smallest changes of one operand after which the operands broadcast.
//!
//! A change is one of three edits, none of which copies or computes elements: size-1 axes are inserted at one position,
//! a size-1 axis is dropped, two axes are swapped. All fixes of one edit are found. Only where there is none, those of
//! two edits of one operand are found.
//!
//! Better fixes come first:
//! 1. The result is no larger than the larger operand: only the smaller operand stretches.
//! 2. The result has fewer elements.
//! 3. The smaller operand is changed, or `b` where both have the same number of elements.
//! 4. Fewer axes are inserted or dropped; swapping two axes comes last.
//! 5. The edit is further to the right. A vector with one value for each row is a more common mistake than a vector with one value
//!    for each block.

use super::shape_of_product;
use tensor_broadcasting::library::Library;
use tensor_broadcasting::lists::Listed;
use tensor_broadcasting::{OperandId, Shape, broadcast_shapes};
use tensor_reader::{MAX_AXES, Operand, PythonSource, ascii_twin, is_part_of_word};

/// The largest number of fixes that are given.
const MAX_FIXES: usize = 8;

/// Two axes are swapped, and several inserted at one position, only in shapes of at most this many axes. So the search
/// stays short for every input.
const MAX_AXES_TO_REARRANGE: usize = 16;

/// The largest number of axes that are inserted at one position.
const MAX_INSERTED: usize = 16;

/// Two edits are tried only for shapes of at most this many axes, for the same reason.
const MAX_AXES_FOR_TWO_EDITS: usize = 5;

/// One change of the shape of an operand. Axes are counted from 0.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum AxisEdit {
    /// `count` size-1 axes are inserted before this axis, or at the end.
    Insert {
        /// The axis that comes after them; the number of axes for the end.
        axis: usize,
        /// How many axes are inserted.
        count: usize,
    },
    /// This axis, which has size 1, is dropped.
    Drop(usize),
    /// These two axes are swapped. The first is further to the left.
    Swap(usize, usize),
}

/// A change of one operand after which the operands broadcast.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fix {
    /// The operand that is changed.
    pub operand: OperandId,
    /// The one or two edits, in order.
    pub edits: Vec<AxisEdit>,
    /// The shape of the operand after the edits.
    pub shape: Shape,
    /// The shape of the result.
    pub result: Shape,
    /// Whether the result is larger than both operands, so that both stretch.
    pub grows: bool,
    /// Whether each element or row of the operand meets each of the other one.
    pub is_pairwise: bool,
    /// Whether the fix only makes the operation run, and is probably not meant: the result is larger than both operands and no list of
    /// pairs, or the larger operand is the one that is transposed.
    pub only_runs: bool,
}

/// The fixes for two shapes, best first. There are none where the shapes broadcast or, with `in_place`, where the result has
/// the shape of `a`. In place only `b` is changed.
///
/// ```
/// use tensor_broadcasting::{OperandId, Shape};
/// use broadcast_visualizer::diagnostics::{AxisEdit, fixes};
/// let found = fixes(&Shape::from([2, 3]), &Shape::from([3, 2]), false);
/// assert_eq!((found[0].operand, found[0].edits.as_slice()), (OperandId::B, &[AxisEdit::Swap(0, 1)][..]));
/// assert_eq!(fixes(&Shape::from([2, 3]), &Shape::from([3]), false), []);
/// ```
#[must_use]
pub fn fixes(a: &Shape, b: &Shape, in_place: bool) -> Vec<Fix> {
    let search = Search { a, b, in_place };
    if search.result(a, b).is_some() {
        return Vec::new();
    }
    let changeable: &[(OperandId, &Shape)] =
        if in_place { &[(OperandId::B, b)] } else { &[(OperandId::B, b), (OperandId::A, a)] };
    let most_axes = a.ndim().max(b.ndim());
    let mut found: Vec<Fix> = Vec::new();
    for &(operand, shape) in changeable {
        for edit in edits(shape, most_axes) {
            search.consider(&mut found, operand, &[edit], edit.apply(shape));
        }
    }
    if found.is_empty() {
        for &(operand, shape) in changeable.iter().filter(|(_, shape)| shape.ndim() <= MAX_AXES_FOR_TWO_EDITS) {
            for first in edits(shape, most_axes) {
                let between = first.apply(shape);
                for second in edits(&between, most_axes) {
                    let changed = second.apply(&between);
                    match first.merged(second) {
                        Some(edit) => search.consider(&mut found, operand, &[edit], changed),
                        None => search.consider(&mut found, operand, &[first, second], changed),
                    }
                }
            }
        }
    }
    found.truncate(MAX_FIXES);
    found
}

/// The fixes of two factors that have no matrix product, best first: where `b` has a vector for each matrix of `a`, each vector becomes a
/// matrix of one column; or the last two axes of `b` or of `a` are swapped, which only runs where there is a vector for each matrix.
///
/// ```
/// use tensor_broadcasting::{OperandId, Shape};
/// use broadcast_visualizer::diagnostics::product_fixes;
/// let fixes = |a: &[u64], b: &[u64]| -> Vec<String> {
///     let found = product_fixes(&Shape::from(a), &Shape::from(b));
///     found.iter().map(|fix| format!("{} {} gives {}", fix.operand.name(), fix.shape, fix.result)).collect()
/// };
/// assert_eq!(fixes(&[2, 3], &[2, 3]), ["b (3, 2) gives (2, 2)", "a (3, 2) gives (3, 3)"]);
/// assert_eq!(fixes(&[8, 5, 3], &[8, 3]), ["b (8, 3, 1) gives (8, 5, 1)", "b (3, 8) gives (8, 5, 8)"]);
/// ```
#[must_use]
pub fn product_fixes(a: &Shape, b: &Shape) -> Vec<Fix> {
    let swap = |shape: &Shape| Some(AxisEdit::Swap(shape.ndim().checked_sub(2)?, shape.ndim() - 1));
    let is_stack =
        a.ndim() == b.ndim() + 1 && a.ndim() > 2 && a.last() == b.last() && a.starts_with(&b[..b.ndim() - 1]);
    let column = is_stack.then_some(AxisEdit::Insert { axis: b.ndim(), count: 1 });
    let mut found = Vec::new();
    for (operand, edit) in [(OperandId::B, column), (OperandId::B, swap(b)), (OperandId::A, swap(a))] {
        let Some(edit) = edit else { continue };
        let (own, other) = if operand == OperandId::A { (a, b) } else { (b, a) };
        let shape = edit.apply(own);
        let factors = if operand == OperandId::A { [&shape, other] } else { [other, &shape] };
        if let Some(result) = shape_of_product(factors) {
            let (grows, is_pairwise, only_runs) = (false, false, is_stack && Some(edit) != column);
            found.push(Fix { operand, edits: vec![edit], shape, result, grows, is_pairwise, only_runs });
        }
    }
    found
}

/// Whether two lengths are those of a series and of its differences, or of borders and of what lies between them: no list of pairs. Small ones
/// are those of an example.
pub(crate) fn differ_by_one(own: &Shape, other: &Shape) -> bool {
    matches!((own.first(), other.first()), (Some(own), Some(other)) if own.abs_diff(*other) == 1 && own.max(other) > &5)
}

/// The search for fixes of two shapes.
struct Search<'a> {
    a: &'a Shape,
    b: &'a Shape,
    in_place: bool,
}

impl Search<'_> {
    /// The shape of the result of two shapes; `None` where there is none, or where it is not allowed in place.
    fn result(&self, a: &Shape, b: &Shape) -> Option<Shape> {
        broadcast_shapes(a, b).ok().filter(|result| !self.in_place || result == a)
    }

    /// Inserts the change of `operand` to `shape` into `found`, in order, where it is a fix and not known.
    fn consider(&self, found: &mut Vec<Fix>, operand: OperandId, edits: &[AxisEdit], shape: Shape) {
        let [a, b] = if operand == OperandId::A { [&shape, self.b] } else { [self.a, &shape] };
        let result = self.result(a, b);
        let Some(result) = result else { return };
        if found.iter().any(|known| (known.operand, &known.shape) == (operand, &shape)) {
            return;
        }
        let grows = result.numel().is_none_or(|elements| Some(elements) > self.a.numel().max(self.b.numel()));
        let (own, other) = if operand == OperandId::A { (self.a, self.b) } else { (self.b, self.a) };
        let is_pairwise = own.ndim() == other.ndim()
            && own.get(1..) == other.get(1..)
            && !differ_by_one(own, other)
            && edits == [AxisEdit::Insert { axis: 1, count: 1 }];
        let is_swapped = edits.iter().any(|edit| matches!(edit, AxisEdit::Swap(..)));
        let only_runs = grows && !is_pairwise || is_swapped && operand != self.smaller();
        let fix = Fix { operand, edits: edits.to_vec(), shape, result, grows, is_pairwise, only_runs };
        // Inserted one by one: a sort would add more code to the page than all the rest of this.
        let at = found.iter().position(|known| self.rank(&fix) < self.rank(known)).unwrap_or(found.len());
        found.insert(at, fix);
    }

    /// The rank of a fix by the rules at the top of this file; a smaller one is better.
    fn rank(&self, fix: &Fix) -> (bool, u64, bool, usize, usize) {
        let cost = fix.edits.iter().map(|edit| edit.cost()).max().unwrap_or(0);
        let from_right = fix.edits.iter().map(|edit| usize::MAX - edit.axis()).max().unwrap_or(0);
        (fix.grows, size(&fix.result), fix.operand != self.smaller(), cost, from_right)
    }

    /// The operand with fewer elements, or the second one.
    fn smaller(&self) -> OperandId {
        if size(self.a) < size(self.b) { OperandId::A } else { OperandId::B }
    }
}

/// The number of elements, or the largest number where there are more.
fn size(shape: &Shape) -> u64 {
    shape.numel().unwrap_or(u64::MAX)
}

/// Every edit of a shape. Several axes are inserted at once only up to `most_axes`.
#[must_use]
pub fn edits(shape: &Shape, most_axes: usize) -> Vec<AxisEdit> {
    let ndim = shape.ndim();
    let most = if ndim <= MAX_AXES_TO_REARRANGE { most_axes.saturating_sub(ndim).clamp(1, MAX_INSERTED) } else { 1 };
    // The reader takes no more axes than this.
    let most = most.min(MAX_AXES.saturating_sub(ndim));
    let inserts = (0..=ndim).flat_map(|axis| (1..=most).map(move |count| AxisEdit::Insert { axis, count }));
    let drops = (0..ndim).filter(|&axis| shape[axis] == 1).map(AxisEdit::Drop);
    let swapped = if ndim <= MAX_AXES_TO_REARRANGE { ndim } else { 0 };
    let swaps = (0..swapped).flat_map(|first| (first + 1..swapped).map(move |second| (first, second)));
    let swaps = swaps.filter(|&(first, second)| shape[first] != shape[second]);
    inserts.chain(drops).chain(swaps.map(|(first, second)| AxisEdit::Swap(first, second))).listed()
}

impl AxisEdit {
    /// The shape after the edit. Axes that do not exist are ignored.
    #[must_use]
    pub fn apply(self, shape: &Shape) -> Shape {
        let mut sizes = shape.to_vec();
        self.edit(&mut sizes, || 1);
        Shape::from(sizes.as_slice())
    }

    /// Edits a list that has one entry for each axis. `new` makes the entry of an inserted axis.
    fn edit<T>(self, axes: &mut Vec<T>, mut new: impl FnMut() -> T) {
        match self {
            Self::Insert { axis, count } => {
                for axis in (axis.min(axes.len())..).take(count) {
                    axes.insert(axis, new());
                }
            }
            Self::Drop(axis) if axis < axes.len() => drop(axes.remove(axis)),
            Self::Swap(first, second) if first < axes.len() && second < axes.len() => axes.swap(first, second),
            Self::Drop(_) | Self::Swap(..) => {}
        }
    }

    /// The one edit that does the same as this edit and `then`, where both insert axes next to each other.
    fn merged(self, then: Self) -> Option<Self> {
        match (self, then) {
            (Self::Insert { axis, count }, Self::Insert { axis: next, count: more })
                if (axis..=axis + count).contains(&next) =>
            {
                Some(Self::Insert { axis, count: count + more })
            }
            _ => None,
        }
    }

    /// The code that is appended to a tensor of `ndim` axes.
    #[must_use]
    pub fn code(self, library: Library, ndim: usize) -> String {
        match (self, library) {
            (Self::Insert { axis, count: 1 }, Library::PyTorch) if axis == ndim => ".unsqueeze(-1)".to_owned(),
            (Self::Insert { axis, count: 1 }, Library::PyTorch) => format!(".unsqueeze({axis})"),
            (Self::Insert { axis, count }, Library::PyTorch | Library::NumPy) => {
                let before = if axis == ndim && axis > 2 { "..., ".to_owned() } else { ":, ".repeat(axis) };
                format!("[{before}None{}]", ", None".repeat(count.saturating_sub(1)))
            }
            (Self::Drop(axis), Library::PyTorch | Library::NumPy) => format!(".squeeze({axis})"),
            (Self::Swap(..), Library::PyTorch | Library::NumPy) if ndim == 2 => ".T".to_owned(),
            (Self::Swap(first, second), Library::PyTorch) => format!(".transpose({first}, {second})"),
            (Self::Swap(first, second), Library::NumPy) => format!(".swapaxes({first}, {second})"),
        }
    }

    /// The number of axes after the edit of a tensor of `ndim` axes.
    const fn ndim_after(self, ndim: usize) -> usize {
        match self {
            Self::Insert { count, .. } => ndim + count,
            Self::Drop(_) => ndim.saturating_sub(1),
            Self::Swap(..) => ndim,
        }
    }

    /// How large a change the edit is: the number of axes that are inserted or dropped. A swap is larger than any of them.
    const fn cost(self) -> usize {
        match self {
            Self::Insert { count, .. } => count,
            Self::Drop(_) => 1,
            Self::Swap(..) => usize::MAX,
        }
    }

    /// The rightmost axis of the edit.
    const fn axis(self) -> usize {
        match self {
            Self::Insert { axis, .. } | Self::Drop(axis) | Self::Swap(_, axis) => axis,
        }
    }
}

/// The code of a tensor after edits. `expression` is the tensor before, with `ndim` axes.
#[must_use]
pub fn code_of(edits: &[AxisEdit], library: Library, expression: &str, mut ndim: usize) -> String {
    let mut code = expression.to_owned();
    for edit in edits {
        code.push_str(&edit.code(library, ndim));
        ndim = edit.ndim_after(ndim);
    }
    code
}

impl Fix {
    /// The code of the changed operand: `b.unsqueeze(-1)`. `expression` is the operand before, with `ndim` axes.
    #[must_use]
    pub fn code(&self, library: Library, expression: &str, ndim: usize) -> String {
        code_of(&self.edits, library, expression, ndim)
    }

    /// The text of the operand's field after the fix. `text` is the text before, and `operand` was read from it. A
    /// shape stays a shape in the same way of writing shapes; code and values become Python code.
    ///
    /// ```
    /// use tensor_broadcasting::Shape;
    /// use broadcast_visualizer::diagnostics::fixes;
    /// use tensor_broadcasting::library::Library;
    /// use tensor_reader::parse_operand;
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
        match &operand.python {
            Some(python) if python.library.is_some() || !operand.values_unknown => {
                let library = python.library.unwrap_or(library);
                self.code(library, &tensor_expression(python, library), operand.shape().ndim())
            }
            _ if operand.names.is_empty() => self.unnamed(text),
            _ => self.named(&operand.names),
        }
    }

    /// The changed shape in the way of writing shapes of `text`.
    fn unnamed(&self, text: &str) -> String {
        let sizes: Vec<String> = self.shape.iter().map(u64::to_string).listed();
        let has_brackets = text.chars().map(ascii_twin).any(|c| matches!(c, '(' | '['));
        let times_sign = text.chars().find(|&c| matches!(ascii_twin(c), 'x' | 'X' | '×'));
        match times_sign {
            _ if sizes.is_empty() => "()".to_owned(),
            _ if has_brackets => self.shape.to_string(),
            Some(sign) => sizes.join(sign.encode_utf8(&mut [0; 4])),
            None if text.split(',').skip(1).any(|after| after.starts_with(' ')) => sizes.join(", "),
            None if text.contains(',') || !text.trim().contains(' ') => sizes.join(","),
            None => sizes.join(" "),
        }
    }

    /// The changed shape with the names of its axes: `row=3, new=1`. A new axis is named `new`, `new2`, …, where all axes have names.
    fn named(&self, names: &[String]) -> String {
        let mut names = names.to_vec();
        let all_named = names.iter().all(|name| !name.is_empty());
        let named_size = |(name, size): (&String, &u64)| match name.as_str() {
            "" => size.to_string(),
            name => format!("{name}={size}"),
        };
        for edit in &self.edits {
            let mut taken = names.clone();
            edit.edit(&mut names, || {
                if !all_named {
                    return String::new();
                }
                let mut candidates = std::iter::once("new".to_owned()).chain((2..).map(|n| format!("new{n}")));
                let name = candidates.find(|name| !taken.contains(name)).unwrap_or_default();
                taken.push(name.clone());
                name
            });
        }
        let axes: Vec<String> = names.iter().zip(self.shape.iter()).map(named_size).listed();
        if axes.is_empty() { "()".to_owned() } else { axes.join(", ") }
    }
}

/// The code of a tensor to which a method call can be appended: lists become a tensor, and operators get brackets around them.
fn tensor_expression(python: &PythonSource, library: Library) -> String {
    let text = &python.text;
    if !python.is_tensor {
        // Without brackets, the entries of a tuple would be several arguments.
        let argument = if has_outside_brackets(text, |c| c == ',') { format!("({text})") } else { text.clone() };
        return format!("{}({argument})", library.constructor());
    }
    // A name, a call and an index bind as tightly as a method call; anything else binds less.
    let is_operator = |c: char| !is_part_of_word(c) && !matches!(c, '.' | ')' | ']');
    if has_outside_brackets(text, is_operator) { format!("({text})") } else { text.clone() }
}

/// Whether a character outside all brackets meets a condition.
fn has_outside_brackets(text: &str, condition: impl Fn(char) -> bool) -> bool {
    let mut depth = 0_i32;
    text.chars().map(ascii_twin).any(|c| {
        depth += i32::from(matches!(c, '(' | '[')) - i32::from(matches!(c, ')' | ']'));
        depth == 0 && condition(c)
    })
}

/// The fixes of one edit after which the operands are combined element by element: the result has as many elements as the
/// larger operand. At most two, best first.
#[must_use]
pub fn elementwise_fixes(a: &Shape, b: &Shape) -> Vec<Fix> {
    let elements = size(a).max(size(b));
    let mut found: Vec<Fix> = Vec::new();
    for (operand, shape, other) in [(OperandId::A, a, b), (OperandId::B, b, a)] {
        for edit in edits(shape, a.ndim().max(b.ndim())) {
            let changed = edit.apply(shape);
            // After a swap both operands would have the size-1 axis that only one of them should have.
            if !matches!(edit, AxisEdit::Swap(..))
                && let Ok(result) = broadcast_shapes(&changed, other)
                && result.numel() == Some(elements)
                && found.iter().all(|known| (known.operand, &known.shape) != (operand, &changed))
            {
                let edits = vec![edit];
                let (grows, is_pairwise, only_runs) = (false, false, false);
                found.push(Fix { operand, edits, shape: changed, result, grows, is_pairwise, only_runs });
            }
        }
    }
    // A result of fewer axes is simpler.
    if let [first, second, ..] = found.as_mut_slice()
        && second.result.ndim() < first.result.ndim()
    {
        std::mem::swap(first, second);
    }
    found.truncate(2);
    found
}
