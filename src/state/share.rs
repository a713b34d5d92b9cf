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
    /// A picture in Markdown that leads to the page.
    Markdown,
}

impl ShareFormat {
    /// All of them, in the order in which they are offered.
    pub const ALL: [Self; 4] = [Self::Link, Self::Frame, Self::Element, Self::Markdown];

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
                attribute(locale.label(Label::PageTitle)),
            ),
            Self::Element => {
                let folder = base.rfind('/').map_or(base, |end| &base[..=end]);
                let height = if settings.controls == Controls::None { 24 } else { 35 };
                let mut element = format!(
                    "<script type=\"module\" src=\"{}element/broadcast-visualizer.js\"></script>\n\
                     <style>:where(broadcast-visualizer:not(:defined)) {{ display: block; height: {height}rem; {RESERVED} }}</style>\n\
                     <broadcast-visualizer",
                    attribute(folder)
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
