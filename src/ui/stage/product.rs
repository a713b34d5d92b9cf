//! What is shown of matrix products beside the diagram of their batch axes. It is in the chunk `work`: only a product needs it.

use std::rc::Rc;

use yew::prelude::*;

use super::diagram_box::{CellInput, Highlight};
use super::picture::Picture;
use crate::i18n::{Locale, ProductElement, ProductText};
use crate::state::Verdict;
use broadcasting_diagram::{ArrowDirection, ElementIndex, MATRIX_DRAWING, MatrixElement, Panel, end_cell, next_cell};
use tensor_broadcasting::{Matrices, OperandId, Operation, Provenance};

/// Gives the code of an element of a matrix product, by its row and its column, and the sentence about what it is made of.
type DescribeElement = fn(&Provenance, &Operation, ElementIndex, Locale) -> Option<(String, String)>;

/// What a matrix product is shown with.
#[derive(Debug)]
pub(in crate::ui) struct Product {
    /// The verdict on a matrix product; see [`verdict`].
    pub(in crate::ui) verdict: fn(&Operation, &Verdict, Locale) -> Option<Html>,
    /// The cells of the axis table for the axes of matrices.
    pub(in crate::ui) matrix_cells: fn(&Operation, MatrixRow, Locale) -> Html,
    /// An element in words.
    pub(in crate::ui) element: DescribeElement,
    /// Lets a picture that highlights no element highlight the first one.
    pub(in crate::ui) begin: fn(&mut Picture),
    /// Highlights the element that an input leads to; see [`choose`].
    pub(in crate::ui) choose: fn(&mut Picture, Option<&Highlight>, &CellInput) -> Option<bool>,
}

/// A row of the axis table.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::ui) enum MatrixRow {
    /// The header.
    Header,
    /// The sizes of an operand, or of the result.
    Sizes(Option<OperandId>),
    /// The verdicts.
    Verdict,
}

/// The number of axes of a matrix.
pub(in crate::ui) const MATRIX_AXES: usize = 2;

/// The functions of [`Product`].
pub(in crate::ui) const PRODUCT: Product = Product { verdict, matrix_cells, element, begin, choose };

/// Whether the matrices of a product can be multiplied; `None` where the batch axes or something else decide.
fn verdict(operation: &Operation, verdict: &Verdict, locale: Locale) -> Option<Html> {
    let said = match (verdict, operation.matrices()) {
        (Verdict::Broadcasts(shape), _) => locale.product_text(ProductText::Multiplies(shape)),
        (Verdict::Fails { shape: None, .. }, Some(matrices)) if operation.outcome().is_ok() => {
            let sentence = locale.product_text(ProductText::DoesNotMultiply);
            [sentence, locale.product_text(ProductText::InnerSizes(matrices.inner()))].join(" ")
        }
        (Verdict::Fails { shape: None, .. }, None) => locale.product_text(ProductText::NoAxes),
        (Verdict::Fails { shape: Some(shape), .. }, _) => locale.product_text(ProductText::Raises(shape)),
        _ => return None,
    };
    Some(said.into())
}

fn element(
    from: &Provenance,
    operation: &Operation,
    element: ElementIndex,
    locale: Locale,
) -> Option<(String, String)> {
    let product = ProductElement::new(from, operation, element)?;
    Some((product.code(), locale.product_text(ProductText::RowTimesColumn(&product))))
}

/// The cells for the rows and the columns of matrices in a row of the axis table.
fn matrix_cells(operation: &Operation, row: MatrixRow, locale: Locale) -> Html {
    let Some(matrices) = operation.matrices() else { return Html::default() };
    match row {
        MatrixRow::Header => {
            let heading = |heading| html! { <th scope="col" class="core">{ locale.product_text(heading) }</th> };
            html! { <>{ heading(ProductText::MatrixRows) }{ heading(ProductText::MatrixColumns) }</> }
        }
        MatrixRow::Sizes(operand) => matrix_sizes(operation, matrices, operand),
        MatrixRow::Verdict => {
            html! { <td colspan="2">{ locale.product_text(ProductText::InnerSizes(matrices.inner())) }</td> }
        }
    }
}

/// The rows and columns of the matrices of an operand of a matrix product, or of its result. The inner sizes are marked: they have to
/// be equal.
fn matrix_sizes(operation: &Operation, matrices: Matrices, operand: Option<OperandId>) -> Html {
    let (sign, class) = if matrices.agree() { (" ✓", "inner") } else { (" ✗", "inner clash") };
    // The columns of the first operand, and the rows of every other one.
    let inner = operand.map(|operand| usize::from(operand == OperandId::A));
    let cell = |(number, size): (usize, Option<u64>)| {
        let size = size.filter(|_| operand.is_some() || operation.shape().is_some());
        let size = size.map_or_else(|| "–".to_owned(), |size| size.to_string());
        let is_inner = inner == Some(number);
        // With a key it is never the cell of an axis, whose text follows the time without being rendered.
        html! {
            <td key={number} class={classes!("core", is_inner.then_some(class))}>
                { size }
                if is_inner { <span aria-hidden="true">{ sign }</span> }
            </td>
        }
    };
    operation.core(operand).into_iter().enumerate().map(cell).collect()
}

const FIRST: ElementIndex = [0, 0];

fn begin(picture: &mut Picture) {
    if picture.element().is_none() {
        set(picture, FIRST);
    }
}

/// Highlights another element of a matrix; `false` where it is highlighted already.
fn set(picture: &mut Picture, index: ElementIndex) -> bool {
    picture.set_element(MatrixElement { index, drawing: &MATRIX_DRAWING })
}

/// Highlights the element that an input leads to. Where the highlighted cell stays the same, nothing else is to be done, and this gives
/// whether the element is another one; else `None`.
fn choose(picture: &mut Picture, highlight: Option<&Highlight>, input: &CellInput) -> Option<bool> {
    let scene = Rc::clone(picture.scene()?);
    let pinned = highlight.filter(|highlight| highlight.pinned);
    let of_result = pinned.filter(|highlight| highlight.cell.panel == Panel::Result);
    match *input {
        CellInput::Over(..) | CellInput::Leave if pinned.is_some() => None,
        CellInput::Over(x, y) | CellInput::Press(x, y) => {
            // A cell of an operand belongs to many elements.
            let index = picture.element_at(&MATRIX_DRAWING, x, y).unwrap_or(FIRST);
            let is_press = matches!(input, CellInput::Press(..));
            let cell = picture.cell_at(x, y);
            let stays = highlight.is_some_and(|old| Some(&old.cell) == cell.as_ref() && old.pinned == is_press);
            let is_changed = set(picture, index);
            stays.then_some(is_changed)
        }
        CellInput::Walk(arrow) => {
            let cell = &of_result?.cell;
            let (index, is_inside) = (MATRIX_DRAWING.next)(&scene, picture.element()?, arrow);
            if is_inside {
                return Some(set(picture, index));
            }
            // Beyond the last matrix the element stays.
            if next_cell(&scene, Some(cell), arrow).as_ref() != Some(cell) {
                set(picture, index);
            }
            None
        }
        CellInput::WalkToEnd(last) => {
            let cell = &of_result?.cell;
            let backwards = [ArrowDirection::Left, ArrowDirection::Up];
            let index = if last {
                // Before the first element of a row or a column comes its last one.
                backwards.iter().fold(FIRST, |index, &arrow| (MATRIX_DRAWING.next)(&scene, index, arrow).0)
            } else {
                FIRST
            };
            let is_changed = set(picture, index);
            (end_cell(&scene, Some(cell), last).as_ref() == Some(cell)).then_some(is_changed)
        }
        CellInput::Leave | CellInput::Unpin => {
            set(picture, FIRST);
            None
        }
        CellInput::Pan(..) | CellInput::Unfold(_) => None,
    }
}
