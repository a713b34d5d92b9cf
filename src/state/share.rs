//! The texts that show the same elsewhere: a link, an iframe, the custom element, a picture with a link.

use super::{Controls, Settings};
use crate::i18n::{Label, Locale};

/// A text to be copied, by what it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ShareFormat {
    /// The address of the page.
    Link,
    /// An iframe of the embedded page.
    Frame,
    /// The custom element with its script.
    Element,
    /// The same for a page whose policy forbids `<style>`.
    StrictElement,
    /// A picture in Markdown that leads to the page.
    Markdown,
}

impl ShareFormat {
    /// All of them, in the order in which they are offered.
    pub const ALL: [Self; 5] = [Self::Link, Self::Frame, Self::Element, Self::StrictElement, Self::Markdown];

    /// The text to be copied, for the page at the address `base` (without a query).
    ///
    /// ```
    /// use broadcast_visualizer::state::{ChapterRef, ShareFormat, Settings};
    /// let settings = Settings { a: "(5, 1)".to_owned(), chapter: Some(ChapterRef::Last), ..Settings::default() };
    /// let link = ShareFormat::Link.text("https://example.org/bv/", &settings, Default::default());
    /// assert_eq!(link, "https://example.org/bv/?a=(5,+1)&b=3&chapter=last");
    /// ```
    #[must_use]
    pub fn text(self, base: &str, settings: &Settings, locale: Locale) -> String {
        let at = |embed| format!("{base}{}", Settings { embed, ..settings.clone() }.to_query());
        match self {
            Self::Link => at(false),
            Self::Frame => format!(
                "<iframe src=\"{}\" title=\"{}\" width=\"100%\" height=\"600\" loading=\"lazy\"></iframe>",
                attribute(&at(true)),
                attribute(&title(settings, locale)),
            ),
            Self::Element | Self::StrictElement => {
                let folder = attribute(base.rfind('/').map_or(base, |end| &base[..=end]));
                let height = if settings.controls == Controls::None { 24 } else { 35 };
                let reserved = match self {
                    Self::StrictElement => format!("<link rel=\"stylesheet\" href=\"{folder}element/reserve.css\">"),
                    _ => format!(
                        "<style>:where(broadcast-visualizer:not(:defined)) {{ display: block; height: {height}rem; {RESERVED} }}</style>"
                    ),
                };
                let mut element = format!(
                    "<script type=\"module\" src=\"{folder}element/broadcast-visualizer.js\"></script>\n\
                     {reserved}\n\
                     <broadcast-visualizer"
                );
                for (setting, value) in settings.entries().filter(|(setting, _)| setting.is_attribute) {
                    element.push_str(&format!(" {}=\"{}\"", setting.name, attribute(&value)));
                }
                element.push_str("></broadcast-visualizer>");
                element
            }
            Self::Markdown => {
                let link = at(false).replace('(', "%28").replace(')', "%29");
                format!("[![{}](broadcast.svg)]({link})", bracketed(&settings.summary()))
            }
        }
    }
}

// What is loaded, in thousands of bytes after Brotli. `xtask/tests/limits.test.mjs` compares these numbers with the built files.
const SITE: u32 = 178;
const LOADER: u32 = 3;
const ELEMENT: u32 = 176;
const PRACTICE: u32 = 86;
const READER: u32 = 239;
const WORK: u32 = 131;
const CHANGES: u32 = 33;
const LANGUAGE: u32 = 22;

impl ShareFormat {
    /// What the text loads in a page, in thousands of bytes: with the page, and when it comes near the screen. `None` for a link and for a
    /// picture.
    #[must_use]
    pub fn load(self, settings: &Settings, locale: Locale) -> Option<(u32, u32)> {
        let (at_once, first) = match self {
            Self::Link | Self::Markdown => return None,
            Self::Frame => (0, SITE),
            Self::Element | Self::StrictElement => (LOADER, ELEMENT),
        };
        let more = match (settings.asks(), settings.has_code()) {
            // An answer may be Python.
            (true, _) => PRACTICE + READER,
            (false, true) => READER + WORK + CHANGES,
            _ => 0,
        };
        let language = if settings.locale.unwrap_or(locale) == Locale::default() { 0 } else { LANGUAGE };
        Some((at_once, first + more + language))
    }
}

/// The title of an iframe, which tells it from the others of its page: the operation, or the set by its title or its text.
fn title(settings: &Settings, locale: Locale) -> String {
    let (kind, what) = match settings.practice.as_ref().or(settings.steps.as_ref()).or(settings.steps_src.as_ref()) {
        Some(text) => {
            let title = text.split(BETWEEN_FIELDS).nth(1).filter(|title| !title.is_empty());
            (Label::Practice, title.map_or_else(|| text.clone(), |title| title.replace("~~", "~")))
        }
        None => (Label::PageTitle, settings.summary()),
    };
    [locale.label(kind), ": ", &what].concat()
}

/// What stands between the fields of a teacher's set, as [`super::OwnSet`] writes it. A title with this text in it is cut.
const BETWEEN_FIELDS: &str = "~.";

/// What keeps the width of an element independent of its content, as in `src/embed/element.js`.
const RESERVED: &str = "contain: inline-size; min-width: min(100%, 20rem)";

/// Escapes a text for a quoted attribute of HTML.
fn attribute(text: &str) -> String {
    text.replace('&', "&amp;").replace('"', "&quot;").replace('<', "&lt;")
}

/// Escapes a text for the brackets of a Markdown link: nothing in it is markup.
fn bracketed(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '\\' | '[' | ']' | '<' | '>' | '`' | '*' | '_' | '&' | '!' => escaped.extend(['\\', c]),
            c if c.is_control() => escaped.push(' '),
            c => escaped.push(c),
        }
    }
    escaped
}
