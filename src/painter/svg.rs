//! A frame as an SVG document: plain shapes and text, self-contained, the same picture as the canvas.

use std::fmt::Write as _;

use super::number::Number;
use super::style::{Colour, Style, hatch};
use crate::diagram::{Anchor, Frame, Ink, Label, Layer, Line, Rect};

/// Which half of the tokens' `light-dark()` is used.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Shade {
    /// Dark on light.
    Light,
    /// Light on dark.
    Dark,
}

/// The colours of `styles/tokens.css` for one shade, as written there.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Palette([&'static str; Colour::COUNT]);

impl Palette {
    /// Reads the tokens.
    #[must_use]
    pub fn of(shade: Shade) -> Self {
        const TOKENS: &str = include_str!("../../styles/tokens.css");
        Self(Colour::ALL.map(|colour| {
            let definition = format!("{}: light-dark(", colour.property());
            let both = TOKENS.split_once(&definition).and_then(|(_, rest)| rest.split_once(')')).map(|(both, _)| both);
            let halves = both.and_then(|both| both.split_once(", "));
            halves.map_or("currentColor", |(light, dark)| if shade == Shade::Light { light } else { dark })
        }))
    }

    /// One colour.
    #[must_use]
    pub const fn colour(&self, colour: Colour) -> &'static str {
        self.0[colour as usize]
    }
}

/// Writes `frame` as an SVG document with a title for those who cannot see it.
#[must_use]
pub fn paint(frame: &Frame, palette: &Palette, title: &str) -> String {
    let mut svg = Svg { out: String::new(), palette };
    let (w, h) = (Number(frame.width), Number(frame.height));
    let paper = palette.colour(Colour::Paper);
    _ = write!(
        svg.out,
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {w} {h}\" width=\"{w}\" height=\"{h}\" role=\"img\">\n\
         <title>{}</title>\n\
         <rect width=\"{w}\" height=\"{h}\" fill=\"{paper}\"/>\n\
         <g font-family=\"ui-monospace, 'DejaVu Sans Mono', monospace\" dominant-baseline=\"central\">\n",
        Escaped(title)
    );
    for ink in Ink::ALL {
        svg.layer(frame, frame.layer(ink), Style::of(ink));
    }
    svg.out.push_str("</g>\n</svg>\n");
    svg.out
}

struct Svg<'a> {
    out: String,
    palette: &'a Palette,
}

impl Svg<'_> {
    fn layer(&mut self, frame: &Frame, layer: &Layer, style: Style) {
        if layer.alpha <= 0.0 || (layer.rects.is_empty() && layer.lines.is_empty() && layer.labels.is_empty()) {
            return;
        }
        let paint = |colour: Option<Colour>| colour.map_or("none", |colour| self.palette.colour(colour));
        let (fill, stroke) = (paint(style.fill), paint(style.stroke));
        _ = write!(self.out, "<g fill=\"{fill}\" stroke=\"{stroke}\" stroke-width=\"{}\"", Number(style.width));
        if layer.alpha < 1.0 {
            _ = write!(self.out, " opacity=\"{}\"", Number(layer.alpha));
        }
        self.out.push_str(">\n");
        for rect in &layer.rects {
            self.rect(rect, style);
        }
        for line in &layer.lines {
            self.line(line);
        }
        for label in &layer.labels {
            self.label(label, frame.text_of(label), style);
        }
        self.out.push_str("</g>\n");
    }

    fn rect(&mut self, rect: &Rect, style: Style) {
        let (x, y, w, h) = (Number(rect.x), Number(rect.y), Number(rect.w.max(0.0)), Number(rect.h.max(0.0)));
        let dash = if style.dashed { " stroke-dasharray=\"3 2\"" } else { "" };
        let radius = Number(style.radius);
        _ = writeln!(self.out, "<rect x=\"{x}\" y=\"{y}\" width=\"{w}\" height=\"{h}\" rx=\"{radius}\"{dash}/>");
        if style.hatched {
            for line in hatch(rect) {
                self.line(&line);
            }
        }
    }

    fn line(&mut self, line: &Line) {
        let (x, y) = (Number(line.from.0), Number(line.from.1));
        let (dx, dy) = (Number(line.to.0 - line.from.0), Number(line.to.1 - line.from.1));
        _ = writeln!(self.out, "<path d=\"M{x} {y}l{dx} {dy}\"/>");
    }

    fn label(&mut self, label: &Label, text: &str, style: Style) {
        let (x, y) = (Number(label.x), Number(label.y));
        let fill = self.palette.colour(style.text);
        let size = Number(label.size);
        _ = write!(self.out, "<text x=\"{x}\" y=\"{y}\" font-size=\"{size}\" fill=\"{fill}\" stroke=\"none\"");
        if label.anchor == Anchor::Middle {
            self.out.push_str(" text-anchor=\"middle\"");
        }
        if label.upright {
            _ = write!(self.out, " transform=\"rotate(-90 {x} {y})\"");
        }
        if style.bold {
            self.out.push_str(" font-weight=\"600\"");
        }
        _ = writeln!(self.out, ">{}</text>", Escaped(text));
    }
}

/// A text with the characters that XML takes for its own written out.
struct Escaped<'a>(&'a str);

impl std::fmt::Display for Escaped<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        for c in self.0.chars() {
            match c {
                '&' => f.write_str("&amp;")?,
                '<' => f.write_str("&lt;")?,
                '>' => f.write_str("&gt;")?,
                '"' => f.write_str("&quot;")?,
                c => std::fmt::Write::write_char(f, c)?,
            }
        }
        Ok(())
    }
}
