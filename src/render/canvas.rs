//! Paints a display list on a canvas, in CSS pixels whatever the screen's pixel ratio.
//!
//! One pass for each paint role: the context's colours are set once for everything of that role.

use std::cell::Cell;

use wasm_bindgen::JsCast as _;
use web_sys::{CanvasRenderingContext2d, HtmlCanvasElement};

use broadcasting_diagram::Number;
use broadcasting_diagram::style::{BAND, Colour, Style, bands, hatch};
use broadcasting_diagram::svg::Palette;
use broadcasting_diagram::{Anchor, DisplayList, Layer, Line, PaintRole, clamp};

/// Above this number of rectangles of one role, corners are square, outlines not dashed and repeated cells not hatched: at
/// that size none of it can be seen, and it takes most of a frame. (Repeated cells keep their outline, which stored cells do
/// not have.)
const MAX_DETAILED: usize = 1_500;

/// A canvas with its context.
#[derive(Debug, Clone)]
struct Surface {
    canvas: HtmlCanvasElement,
    context: CanvasRenderingContext2d,
}

impl Surface {
    fn new(canvas: HtmlCanvasElement) -> Option<Self> {
        let context = canvas.get_context("2d").ok()??.dyn_into().ok()?;
        Some(Self { canvas, context })
    }

    /// A canvas that is in no page.
    fn apart() -> Option<Self> {
        Self::new(web_sys::window()?.document()?.create_element("canvas").ok()?.dyn_into().ok()?)
    }
}

/// Paints display lists on one canvas.
#[derive(Debug)]
pub struct CanvasPainter {
    shown: Surface,
    colours: [String; Colour::COUNT],
    /// Whether the user has a few colours only, which may not tell the operands apart.
    has_forced_colours: bool,
    face: String,
    /// How much CSS enlarges the canvas. It is kept, because asking for it makes the browser lay out the page: far longer than a frame
    /// takes after a change of the page.
    zoom: f64,
    /// The size of the font that is set, and whether it is bold. Setting a font takes longer than writing ten labels.
    font: Cell<(f64, bool)>,
    /// The lengths of dashes and gaps, and those of a solid line: made once, because a frame makes no objects.
    dashes: js_sys::Array,
    no_dashes: js_sys::Array,
}

impl CanvasPainter {
    /// A painter for `canvas`, with its present colours; `None` where the browser gives no context.
    #[must_use]
    pub fn new(canvas: HtmlCanvasElement) -> Option<Self> {
        let mut painter = Self::unstyled(canvas)?;
        painter.restyle();
        painter.rescale();
        Some(painter)
    }

    fn unstyled(canvas: HtmlCanvasElement) -> Option<Self> {
        let shown = Surface::new(canvas)?;
        Some(Self {
            shown,
            colours: Default::default(),
            has_forced_colours: false,
            face: "monospace".to_owned(),
            zoom: 1.0,
            font: Cell::default(),
            dashes: js_sys::Array::of2(&3.into(), &2.into()),
            no_dashes: js_sys::Array::new(),
        })
    }

    /// Reads the colours and the font again, after the theme has changed.
    pub fn restyle(&mut self) {
        let style = web_sys::window().and_then(|window| window.get_computed_style(&self.shown.canvas).ok().flatten());
        let Some(style) = style else { return };
        let property = |name: &str| style.get_property_value(name).unwrap_or_default().trim().to_owned();
        self.colours = Colour::ALL.map(|colour| property(colour.property()));
        let query = web_sys::window().and_then(|window| window.match_media("(forced-colors: active)").ok().flatten());
        self.has_forced_colours = query.is_some_and(|query| query.matches());
        let face = property("--bv-mono");
        if !face.is_empty() {
            self.face = face;
        }
    }

    /// Asks again how much CSS enlarges the canvas, after the page's layout has changed.
    pub fn rescale(&mut self) {
        self.zoom = zoom_of(&self.shown.canvas);
    }

    /// The colours that are painted with.
    #[must_use]
    pub fn palette(&self) -> Palette {
        Palette::from_colours(self.colours.clone())
    }

    /// A new canvas with the display list on an opaque background, with `ratio` pixels to a CSS pixel.
    #[must_use]
    pub fn still(&self, list: &DisplayList, ratio: f64) -> Option<HtmlCanvasElement> {
        let still = Self {
            colours: self.colours.clone(),
            has_forced_colours: self.has_forced_colours,
            face: self.face.clone(),
            ..Self::unstyled(Surface::apart()?.canvas)?
        };
        still.fit(list, ratio);
        let context = &still.shown.context;
        still.paint_at(context, list, ratio);
        context.set_global_composite_operation("destination-over").ok()?;
        context.set_fill_style_str(still.colour(Colour::Paper));
        context.fill_rect(0.0, 0.0, list.width, list.height);
        Some(still.shown.canvas)
    }

    /// Paints a display list, and first gives the canvas its size at the screen's pixel ratio.
    pub fn paint(&self, list: &DisplayList) {
        let ratio = web_sys::window().map_or(1.0, |window| window.device_pixel_ratio()) * self.zoom;
        let ratio = clamp(ratio, 0.5, 4.0);
        self.fit(list, ratio);
        self.paint_at(&self.shown.context, list, ratio);
    }

    fn paint_at(&self, context: &CanvasRenderingContext2d, list: &DisplayList, ratio: f64) {
        // No step fails with finite numbers.
        _ = context.set_transform(ratio, 0.0, 0.0, ratio, 0.0, 0.0);
        // A canvas that gets another size loses its font.
        self.font.take();
        // Also what is a part of a pixel.
        context.clear_rect(0.0, 0.0, list.width + 1.0, list.height + 1.0);
        context.set_text_baseline("middle");
        for role in PaintRole::ALL {
            self.layer(context, list, list.layer(role), Style::of(role, list.has_bands || self.has_forced_colours));
        }
        context.set_global_alpha(1.0);
    }

    fn fit(&self, list: &DisplayList, ratio: f64) {
        let pixels = |length: f64| clamp((length * ratio).ceil(), 1.0, 16_384.0) as u32;
        let (width, height) = (pixels(list.width), pixels(list.height));
        let canvas = &self.shown.canvas;
        if (canvas.width(), canvas.height()) != (width, height) {
            canvas.set_width(width);
            canvas.set_height(height);
            let style = canvas.style();
            _ = style.set_property("width", &format!("{}px", Number(list.width)));
            _ = style.set_property("height", &format!("{}px", Number(list.height)));
        }
    }

    fn colour(&self, colour: Colour) -> &str {
        &self.colours[colour as usize]
    }

    fn layer(&self, context: &CanvasRenderingContext2d, list: &DisplayList, layer: &Layer, style: Style) {
        // Most layers of most pictures are: each call of the canvas takes time.
        if layer.is_empty() {
            return;
        }
        context.set_global_alpha(layer.alpha);
        context.set_line_width(style.width);
        if let Some(stroke) = style.stroke {
            context.set_stroke_style_str(self.colour(stroke));
        }
        if !layer.rects.is_empty() {
            self.rects(context, layer, style);
        }
        if !layer.lines.is_empty() {
            lines(context, layer.lines.iter().copied());
        }
        if !layer.labels.is_empty() {
            self.labels(context, list, layer, style);
        }
    }

    fn rects(&self, context: &CanvasRenderingContext2d, layer: &Layer, style: Style) {
        let detailed = layer.rects.len() <= MAX_DETAILED;
        context.begin_path();
        for rect in &layer.rects {
            let (w, h) = (rect.w.max(0.0), rect.h.max(0.0));
            // A round corner needs a radius that fits.
            if !detailed || context.round_rect_with_f64(rect.x, rect.y, w, h, style.radius).is_err() {
                context.rect(rect.x, rect.y, w, h);
            }
        }
        if let Some(fill) = style.fill {
            context.set_fill_style_str(self.colour(fill));
            context.fill();
        }
        let dashed = style.dashed && detailed;
        if dashed {
            _ = context.set_line_dash(&self.dashes);
        }
        if style.stroke.is_some() {
            context.stroke();
        }
        if dashed {
            _ = context.set_line_dash(&self.no_dashes);
        }
        if style.hatched && detailed {
            lines(context, layer.rects.iter().flat_map(hatch));
        }
        if let Some(direction) = style.bands.filter(|_| detailed) {
            context.set_stroke_style_str(self.colour(Colour::Paper));
            context.set_line_width(BAND);
            lines(context, layer.rects.iter().flat_map(|rect| bands(rect, direction)));
        }
    }

    fn labels(&self, context: &CanvasRenderingContext2d, list: &DisplayList, layer: &Layer, style: Style) {
        context.set_fill_style_str(self.colour(style.text));
        let weight = if style.bold { "600 " } else { "" };
        let mut anchor = None;
        for label in &layer.labels {
            let size = label.size;
            if self.font.replace((size, style.bold)) != (size, style.bold) {
                context.set_font(&format!("{weight}{}px {}", Number(size), self.face));
            }
            if anchor != Some(label.anchor) {
                anchor = Some(label.anchor);
                context.set_text_align(match label.anchor {
                    Anchor::Start => "start",
                    Anchor::Middle => "center",
                });
            }
            let text = list.text_of(label);
            if label.upright {
                context.save();
                _ = context.translate(label.x, label.y);
                _ = context.rotate(-std::f64::consts::FRAC_PI_2);
                _ = context.fill_text(text, 0.0, 0.0);
                context.restore();
            } else {
                _ = context.fill_text(text, label.x, label.y);
            }
        }
    }
}

fn lines(context: &CanvasRenderingContext2d, lines: impl Iterator<Item = Line>) {
    context.begin_path();
    for line in lines {
        context.move_to(line.from.x, line.from.y);
        context.line_to(line.to.x, line.to.y);
    }
    context.stroke();
}

/// How much CSS enlarges an element: the pixels that it has on the page to one pixel of its own.
pub(crate) fn zoom_of(element: &web_sys::HtmlElement) -> f64 {
    let own = f64::from(element.offset_width());
    if own > 0.0 { element.get_bounding_client_rect().width() / own } else { 1.0 }
}
