//! What a pointer or a key does on the diagram: it points at a cell or pins one, unfolds an axis, or pans. It is in the chunk `work`.

use web_sys::Element;

use super::diagram_box::{CellInput, Highlight, NodeRefs};
use super::picture::Picture;
use super::product::PRODUCT;
use broadcasting_diagram::{Scene, folded_axis_at, next_folded_axis};

/// The diagram that an input is for.
pub(in crate::ui) struct Pointed<'a> {
    pub(in crate::ui) scene: &'a Scene,
    pub(in crate::ui) picture: &'a mut Picture,
    pub(in crate::ui) nodes: &'a NodeRefs,
    /// The axes that are unfolded, in their order.
    pub(in crate::ui) unfolded: &'a [usize],
    /// The highlighted cell.
    pub(in crate::ui) highlight: Option<&'a Highlight>,
    /// Whether no cell is highlighted.
    pub(in crate::ui) masked: bool,
}

/// What an input does.
#[derive(Debug)]
pub(in crate::ui) enum Response {
    /// Nothing that the view has to know.
    Nothing,
    /// Another element of a matrix product is highlighted.
    Element,
    /// These axes are unfolded from now on.
    Unfold(Vec<usize>),
    /// This cell is highlighted, or none.
    Highlight(Option<Highlight>),
}

/// What an input does on a diagram.
pub(in crate::ui) fn respond(input: CellInput, diagram: Pointed<'_>) -> Response {
    diagram.show_folds(&input);
    if let Some(unfolded) = diagram.unfolding(&input) {
        return Response::Unfold(unfolded);
    }
    if let CellInput::Pan(x, y) = input
        && let Some(frame) = diagram.nodes.frame.cast::<Element>()
    {
        frame.scroll_by_with_x_and_y(x, y);
        return Response::Nothing;
    }
    if diagram.masked {
        return Response::Nothing;
    }
    if diagram.scene.operation().matrices().is_some()
        && let Some(is_changed) = (PRODUCT.choose)(diagram.picture, diagram.highlight, &input)
    {
        return if is_changed { Response::Element } else { Response::Nothing };
    }
    diagram.picture.highlight_of(input, diagram.highlight).map_or(Response::Nothing, Response::Highlight)
}

impl Pointed<'_> {
    /// Shows the pointer of a button where a press would unfold an axis or fold it again.
    fn show_folds(&self, input: &CellInput) {
        let over = match *input {
            CellInput::Over(x, y) => self.folded_axis_at(x, y).is_some(),
            CellInput::Leave => false,
            _ => return,
        };
        if let Some(canvas) = self.nodes.canvas.cast::<Element>() {
            // A valid name does not fail.
            _ = canvas.toggle_attribute_with_force("data-fold", over);
        }
    }

    /// The axes to be unfolded from now on, where the input changes them.
    fn unfolding(&self, input: &CellInput) -> Option<Vec<usize>> {
        let mut unfolded = self.unfolded.to_vec();
        match *input {
            CellInput::Unfold(true) => unfolded.push(next_folded_axis(self.scene)?),
            CellInput::Unfold(false) => _ = unfolded.pop()?,
            CellInput::Press(x, y) => {
                let axis = self.folded_axis_at(x, y)?;
                match unfolded.iter().position(|&open| open == axis) {
                    Some(at) => _ = unfolded.remove(at),
                    None => unfolded.push(axis),
                }
            }
            _ => return None,
        }
        Some(unfolded)
    }

    /// The axis that a press at a point unfolds or folds again: where no cell is.
    fn folded_axis_at(&self, x: f64, y: f64) -> Option<usize> {
        if self.picture.cell_at(x, y).is_some() { None } else { folded_axis_at(self.scene, x, y) }
    }
}
