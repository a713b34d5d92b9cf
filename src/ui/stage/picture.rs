//! The picture of a scene: painted on a canvas, hit by a pointer, exported as SVG or pixels.

use std::cell::Cell;
use std::rc::Rc;

use web_sys::HtmlCanvasElement;

use super::diagram_box::{CellInput, Highlight};
use super::picture_parts::{PICTURE_PARTS, highlight};

use crate::render::canvas::CanvasPainter;
use broadcasting_diagram::svg;
use broadcasting_diagram::svg::{Caption, Palette};
use broadcasting_diagram::{
    ActiveTransition, CellRef, DisplayList, DrawOptions, ElementIndex, Highlighted, MatrixDrawing, MatrixElement,
    NamedPart, Scene, Transition, cell_at, draw,
};

thread_local! {
    /// What is painted: cleared and filled for each frame, so that its buffers are allocated once for all pictures. It is taken out and put
    /// back: what the browser throws while one picture is painted does not keep it from the others.
    static LIST: Cell<DisplayList> = Cell::default();
}

/// A change from one picture to the next.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Change {
    /// The time of the old picture, in chapters.
    pub from: f64,
    /// The time of the new picture.
    pub to: f64,
    /// The progress of the transition that is still under way, if there is one.
    pub active: Option<f64>,
}

/// A scene on a canvas.
#[derive(Debug, Default)]
pub struct Picture {
    scene: Option<Rc<Scene>>,
    painter: Option<CanvasPainter>,
    highlight: Option<CellRef>,
    /// Of a matrix product, the highlighted element of that cell.
    element: Option<MatrixElement>,
    transition: Option<Transition>,
    /// Whether the result is known before the story comes to it.
    known: bool,
    /// The part that words point at.
    named: Option<NamedPart>,
    /// Whether what draws clashes and highlighted cells was loaded.
    is_whole: bool,
    /// The time that is painted, in chapters.
    t: f64,
    /// The progress of the transition that is painted, if there is one.
    progress: Option<f64>,
}

impl Picture {
    /// Sets the canvas to paint on.
    pub fn set_canvas(&mut self, canvas: HtmlCanvasElement) {
        self.painter = CanvasPainter::new(canvas);
        self.repaint();
    }

    /// The scene that is shown.
    #[must_use]
    pub const fn scene(&self) -> Option<&Rc<Scene>> {
        self.scene.as_ref()
    }

    /// Sets the scene. With a `change`, the cells move from the present picture into it when it is painted next.
    pub fn set_scene(&mut self, scene: Rc<Scene>, change: Option<Change>) {
        let is_other = |old: &Rc<Scene>| !Rc::ptr_eq(old.operation(), scene.operation());
        if self.scene.as_ref().is_some_and(is_other) {
            self.element = None;
        }
        let old = self.scene.as_ref().zip(change);
        // Before the chunk is loaded the picture changes at once.
        self.transition = old.zip(PICTURE_PARTS.get()).map(|((old, change), parts)| {
            let active = active_transition(self.transition.as_ref(), change.active);
            (parts.transition)(&scene, change.to, old, change.from, active)
        });
        self.scene = Some(scene);
    }

    /// Paints a time of the scene, in chapters, with the progress of the transition into it, if there is one.
    pub fn paint(&mut self, t: f64, transition: Option<f64>) {
        (self.t, self.progress) = (t, transition);
        self.repaint();
    }

    /// Highlights the cells that belong to a cell. `known`: whether the result is known before the story comes to it.
    pub fn set_highlight(&mut self, highlight: Option<CellRef>, known: bool) {
        let is_whole = PICTURE_PARTS.get().is_some();
        if self.highlight != highlight || self.known != known || self.is_whole != is_whole {
            (self.highlight, self.known, self.is_whole) = (highlight, known, is_whole);
            self.repaint();
        }
    }

    /// Lets a part stand out that words point at, or none.
    pub fn set_named(&mut self, named: Option<NamedPart>) {
        if self.named != named {
            self.named = named;
            self.repaint();
        }
    }

    /// The row and the column of the element of a matrix product that is highlighted in a highlighted cell.
    #[must_use]
    pub fn element(&self) -> Option<ElementIndex> {
        Some(self.element?.index)
    }

    /// Highlights another element of a matrix product; `false` where it is highlighted already.
    pub fn set_element(&mut self, element: MatrixElement) -> bool {
        let is_other = self.element() != Some(element.index);
        if is_other {
            self.element = Some(element);
            self.repaint();
        }
        is_other
    }

    /// Paints again in the present colours.
    pub fn restyle(&mut self) {
        if let Some(painter) = &mut self.painter {
            painter.restyle();
        }
        self.repaint();
    }

    /// Takes the present enlargement of the canvas for the next painting.
    pub fn rescale(&mut self) {
        if let Some(painter) = &mut self.painter {
            painter.rescale();
        }
    }

    fn repaint(&mut self) {
        if let (Some(scene), Some(painter)) = (&self.scene, &self.painter) {
            let transition = active_transition(self.transition.as_ref(), self.progress);
            let (highlight, element) = (highlighted(self.highlight.as_ref()), self.element);
            let endings = PICTURE_PARTS.get().map(|parts| parts.endings);
            let (known, named) = (self.known, self.named);
            let options = DrawOptions { t: self.t, highlight, element, transition, known, named, endings };
            let mut list = LIST.take();
            draw(scene, options, &mut list);
            painter.paint(&list);
            LIST.set(list);
        }
    }

    /// The highlight that an input leads to from the present one; `None` where nothing changes.
    pub(in crate::ui) fn highlight_of(
        &self,
        input: CellInput,
        present: Option<&Highlight>,
    ) -> Option<Option<Highlight>> {
        highlight(input, self.scene.as_ref()?, self.t, present)
    }

    /// The cell under a point of the canvas, in CSS pixels.
    #[must_use]
    pub fn cell_at(&self, x: f64, y: f64) -> Option<CellRef> {
        cell_at(self.scene.as_deref()?, self.t, x, y)
    }

    /// The element of a matrix product under a point of the canvas, in CSS pixels.
    #[must_use]
    pub fn element_at(&self, drawing: &MatrixDrawing, x: f64, y: f64) -> Option<ElementIndex> {
        (drawing.at)(self.scene.as_deref()?, self.t, [x, y])
    }

    /// The colours that are painted with.
    #[must_use]
    pub fn palette(&self) -> Option<Palette> {
        Some(self.painter.as_ref()?.palette())
    }

    /// The present picture as an SVG document.
    #[must_use]
    pub fn svg(&self, caption: Caption<'_>) -> Option<String> {
        Some(svg::paint(&self.still()?, &self.palette()?, caption))
    }

    /// The present picture on a new canvas, with `ratio` pixels to a CSS pixel.
    #[must_use]
    pub fn pixels(&self, ratio: f64) -> Option<HtmlCanvasElement> {
        self.painter.as_ref()?.still(&self.still()?, ratio)
    }

    /// The end of a chapter of a scene on a new canvas, with `ratio` pixels to a CSS pixel.
    #[must_use]
    pub fn chapter_pixels(&self, scene: &Scene, chapter: usize, ratio: f64) -> Option<HtmlCanvasElement> {
        let mut list = DisplayList::default();
        draw(scene, DrawOptions::at(chapter as f64), &mut list);
        self.painter.as_ref()?.still(&list, ratio)
    }

    /// The present picture, without a transition and without the free space of its box.
    fn still(&self) -> Option<DisplayList> {
        let mut list = DisplayList::default();
        let (highlight, element) = (highlighted(self.highlight.as_ref()), self.element);
        let options = DrawOptions { highlight, element, known: self.known, ..DrawOptions::at(self.t) };
        draw(&self.scene.as_ref()?.cropped(), options, &mut list);
        Some(list)
    }
}

fn active_transition(transition: Option<&Transition>, progress: Option<f64>) -> Option<ActiveTransition<'_>> {
    transition.zip(progress).map(|(transition, progress)| ActiveTransition { transition, progress })
}

/// The highlighted cell, where what draws it is loaded.
fn highlighted(cell: Option<&CellRef>) -> Option<Highlighted<'_>> {
    Some(Highlighted { cell: cell?, drawing: PICTURE_PARTS.get()?.highlight })
}
