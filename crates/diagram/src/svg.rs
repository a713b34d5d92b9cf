//! Writes a display list as an SVG document: plain shapes and text, self-contained, the same picture as the canvas.

use std::borrow::Cow;
use std::fmt::Write as _;

use crate::number::Number;
use crate::style::{BAND, Colour, Style, bands, hatch};
use crate::words::lines;
use crate::{Anchor, DisplayList, Label, Layer, Line, PaintRole, Rect, Size};

/// Which half of the tokens' `light-dark()` is used.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Shade {
    /// Dark on light.
    Light,
    /// Light on dark.
    Dark,
}

/// The colours of one shade.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Palette([Cow<'static, str>; Colour::COUNT]);

impl Palette {
    /// These colours, in the order of [`Colour::ALL`].
    #[must_use]
    pub fn from_colours(colours: [String; Colour::COUNT]) -> Self {
        Self(colours.map(Cow::Owned))
    }

    /// The colours of `tokens.css`, as written there.
    #[must_use]
    pub fn of(shade: Shade) -> Self {
        Self(TOKENS.map(|[light, dark]| Cow::Borrowed(if shade == Shade::Light { light } else { dark })))
    }

    /// One colour.
    #[must_use]
    pub fn colour(&self, colour: Colour) -> &str {
        &self.0[colour as usize]
    }
}

/// The title and the description of a picture: what a screen reader says.
#[derive(Debug, Clone, Copy)]
pub struct Caption<'a> {
    /// The subject of the picture, in a few words.
    pub title: &'a str,
    /// What the picture shows, in sentences.
    pub description: &'a str,
}

/// Writes a display list as an SVG document.
#[must_use]
pub fn paint(list: &DisplayList, palette: &Palette, caption: Caption<'_>) -> String {
    let mut svg = Svg::new(palette);
    svg.begin((list.width, list.height), caption);
    svg.layers(list);
    svg.end()
}

/// The height of the heading of one still, in CSS pixels.
pub(super) const HEADING: f64 = 40.0;

/// Writes several display lists as one SVG document: one under the other, each under its heading.
#[must_use]
pub fn strip(stills: &[(String, DisplayList)], palette: &Palette, caption: Caption<'_>) -> String {
    let mut svg = Svg::new(palette);
    let width = stills.iter().map(|(_, list)| list.width).fold(0.0, f64::max);
    let height = stills.iter().map(|(_, list)| list.height + HEADING).sum();
    svg.begin((width, height), caption);
    let mut top = 0.0;
    for (heading, list) in stills {
        svg.heading(heading, top);
        top += HEADING;
        _ = writeln!(svg.out, "<g transform=\"translate(0 {})\">", Number(top));
        svg.layers(list);
        svg.out.push_str("</g>\n");
        top += list.height;
    }
    svg.end()
}

/// The font size of the words below a picture, the height of a line of them, and the space beside and below them, in CSS pixels.
const WORDS: f64 = 14.0;
const LINE: f64 = 21.0;
const MARGIN: f64 = 6.0;
/// The least width of a picture with words.
const MIN_WIDTH: f64 = 420.0;

/// Writes a display list as an SVG document with its heading above it and its words below it: those of the caption's description. Gives
/// the size too.
#[must_use]
pub fn with_words(list: &DisplayList, heading: &str, palette: &Palette, caption: Caption<'_>) -> (String, Size) {
    let width = list.width.max(MIN_WIDTH);
    let lines = lines(caption.description, WORDS, width - 2.0 * MARGIN);
    let top = HEADING + list.height;
    let mut svg = Svg::new(palette);
    let size = Size::new(width, top + lines.len() as f64 * LINE + MARGIN);
    svg.begin((size.w, size.h), caption);
    svg.heading(heading, 0.0);
    _ = writeln!(svg.out, "<g transform=\"translate(0 {})\">", Number(HEADING));
    svg.layers(list);
    svg.out.push_str("</g>\n");
    for (number, line) in lines.iter().enumerate() {
        svg.words(line, WORDS, top + (number as f64 + 0.5) * LINE);
    }
    (svg.end(), size)
}

/// An SVG document that is being written. Writing to a string does not fail, so errors of `write!` are ignored.
pub(super) struct Svg<'a> {
    pub(super) out: String,
    palette: &'a Palette,
}

impl<'a> Svg<'a> {
    /// An empty document in these colours.
    pub(super) const fn new(palette: &'a Palette) -> Self {
        Self { out: String::new(), palette }
    }

    pub(super) fn begin(&mut self, (width, height): (f64, f64), caption: Caption<'_>) {
        let (w, h) = (Number(width), Number(height));
        let paper = self.palette.colour(Colour::Paper);
        _ = write!(
            self.out,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {w} {h}\" width=\"{w}\" height=\"{h}\" role=\"img\">\n\
             <title>{}</title>\n\
             <desc>{}</desc>\n\
             <rect width=\"{w}\" height=\"{h}\" fill=\"{paper}\"/>\n\
             <g font-family=\"ui-monospace, 'DejaVu Sans Mono', monospace\" dominant-baseline=\"central\">\n",
            Escaped(caption.title),
            Escaped(caption.description)
        );
    }

    fn layers(&mut self, list: &DisplayList) {
        for role in PaintRole::ALL {
            self.layer(list, list.layer(role), Style::of(role, list.has_bands));
        }
    }

    /// A heading, in the space of the height [`HEADING`] from `top` on.
    pub(super) fn heading(&mut self, heading: &str, top: f64) {
        self.words(heading, 15.0, top + HEADING / 2.0 + 4.0);
    }

    /// A line of words of a font size, with its middle at a height.
    fn words(&mut self, line: &str, size: f64, middle: f64) {
        let (fill, x, size, middle) = (self.palette.colour(Colour::Ink), Number(MARGIN), Number(size), Number(middle));
        let line = Escaped(line);
        _ = writeln!(
            self.out,
            "<text x=\"{x}\" y=\"{middle}\" font-size=\"{size}\" font-family=\"system-ui, sans-serif\" fill=\"{fill}\">{line}</text>"
        );
    }

    pub(super) fn end(mut self) -> String {
        self.out.push_str("</g>\n</svg>\n");
        self.out
    }

    fn layer(&mut self, list: &DisplayList, layer: &Layer, style: Style) {
        if layer.is_empty() {
            return;
        }
        self.begin_layer(style, layer.alpha);
        self.rects(&layer.rects, style);
        self.lines(&layer.lines);
        self.labels(layer.labels.iter().map(|label| (label, list.text_of(label))), style);
        self.out.push_str("</g>\n");
    }

    /// Begins the group of everything of one style.
    pub(super) fn begin_layer(&mut self, style: Style, alpha: f64) {
        let paint = |colour: Option<Colour>| colour.map_or("none", |colour| self.palette.colour(colour));
        let (fill, stroke) = (paint(style.fill), paint(style.stroke));
        _ = write!(self.out, "<g fill=\"{fill}\" stroke=\"{stroke}\" stroke-width=\"{}\"", Number(style.width));
        if alpha < 1.0 {
            _ = write!(self.out, " opacity=\"{}\"", Number(alpha));
        }
        self.out.push_str(">\n");
    }

    pub(super) fn rects(&mut self, rects: &[Rect], style: Style) {
        let dashed = style.dashed && !rects.is_empty();
        if dashed {
            self.out.push_str("<g stroke-dasharray=\"3 2\">\n");
        }
        let radius = Number(style.radius);
        for rect in rects {
            let (x, y, w, h) = (Number(rect.x), Number(rect.y), Number(rect.w.max(0.0)), Number(rect.h.max(0.0)));
            _ = writeln!(self.out, "<rect x=\"{x}\" y=\"{y}\" width=\"{w}\" height=\"{h}\" rx=\"{radius}\"/>");
        }
        if dashed {
            self.out.push_str("</g>\n");
        }
        if let Some(direction) = style.bands {
            _ = writeln!(
                self.out,
                "<g stroke=\"{}\" stroke-width=\"{}\">",
                self.palette.colour(Colour::Paper),
                Number(BAND)
            );
            let bands: Vec<Line> = rects.iter().flat_map(|rect| bands(rect, direction)).collect();
            self.lines(&bands);
            self.out.push_str("</g>\n");
        }
        if style.hatched {
            let hatches: Vec<Line> = rects.iter().flat_map(hatch).collect();
            self.lines(&hatches);
        }
    }

    /// One path for all lines: thousands of elements make a document slow and large.
    pub(super) fn lines(&mut self, lines: &[Line]) {
        if lines.is_empty() {
            return;
        }
        self.out.push_str("<path d=\"");
        for line in lines {
            let (x, y) = (Number(line.from.x), Number(line.from.y));
            let (dx, dy) = (Number(line.to.x - line.from.x), Number(line.to.y - line.from.y));
            _ = write!(self.out, "M{x} {y}l{dx} {dy}");
        }
        self.out.push_str("\"/>\n");
    }

    /// Labels with their texts, in groups of the same size and anchor.
    pub(super) fn labels<'l>(&mut self, labels: impl Iterator<Item = (&'l Label, &'l str)>, style: Style) {
        let mut group: Option<(Anchor, f64)> = None;
        for (label, text) in labels {
            if group != Some((label.anchor, label.size)) {
                if group.is_some() {
                    self.out.push_str("</g>\n");
                }
                group = Some((label.anchor, label.size));
                let (fill, size) = (self.palette.colour(style.text), Number(label.size));
                _ = write!(self.out, "<g font-size=\"{size}\" fill=\"{fill}\" stroke=\"none\"");
                self.out.push_str(match label.anchor {
                    Anchor::Start => "",
                    Anchor::Middle => " text-anchor=\"middle\"",
                });
                self.out.push_str(if style.bold { " font-weight=\"600\">\n" } else { ">\n" });
            }
            self.label(label, text);
        }
        if group.is_some() {
            self.out.push_str("</g>\n");
        }
    }

    fn label(&mut self, label: &Label, text: &str) {
        let (x, y) = (Number(label.x), Number(label.y));
        _ = write!(self.out, "<text x=\"{x}\" y=\"{y}\"");
        if label.upright {
            _ = write!(self.out, " transform=\"rotate(-90 {x} {y})\"");
        }
        _ = writeln!(self.out, ">{}</text>", Escaped(text));
    }
}

/// A text with the characters that XML takes for its own written out, and those that it allows nowhere replaced.
struct Escaped<'a>(&'a str);

impl std::fmt::Display for Escaped<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        for c in self.0.chars() {
            match c {
                '&' => f.write_str("&amp;")?,
                '<' => f.write_str("&lt;")?,
                '>' => f.write_str("&gt;")?,
                '"' => f.write_str("&quot;")?,
                '\0'..='\u{8}' | '\u{b}' | '\u{c}' | '\u{e}'..='\u{1f}' | '\u{fffe}' | '\u{ffff}' => {
                    f.write_str("\u{fffd}")?
                }
                c => std::fmt::Write::write_char(f, c)?,
            }
        }
        Ok(())
    }
}

/// Each colour of `tokens.css`, light and dark, taken out of it when this is compiled.
const TOKENS: [[&str; 2]; Colour::COUNT] = {
    let mut tokens = [["currentColor"; 2]; Colour::COUNT];
    let mut at = 0;
    while at < Colour::COUNT {
        tokens[at] = token(Colour::ALL[at].property());
        at += 1;
    }
    tokens
};

/// The two colours of `property: light-dark(LIGHT, DARK)`.
const fn token(property: &str) -> [&'static str; 2] {
    let css = include_str!("../styles/tokens.css").as_bytes();
    let value = end_of(css, end_of(css, 0, property.as_bytes()), b": light-dark(");
    let comma = end_of(css, value, b", ");
    let close = end_of(css, comma, b")");
    [text(css, value, comma - 2), text(css, comma, close - 1)]
}

/// Where the first `wanted` from `at` on ends whose rest, for a property, is its value and not a longer name.
const fn end_of(css: &[u8], mut at: usize, wanted: &[u8]) -> usize {
    loop {
        let mut same = 0;
        while same < wanted.len() && css[at + same] == wanted[same] {
            same += 1;
        }
        if same == wanted.len() && (wanted[0] != b'-' || css[at + same] == b':') {
            return at + same;
        }
        at += 1;
    }
}

const fn text(css: &'static [u8], from: usize, to: usize) -> &'static str {
    match std::str::from_utf8(css.split_at(to).0.split_at(from).1) {
        Ok(text) => text,
        Err(_) => "currentColor",
    }
}
