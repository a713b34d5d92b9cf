//! The link codec: settings to a query string and back.
//!
//! `?a=5,3,4,1&b=3,1,1&op=add&library=pytorch&inplace=0&chapter=3&theme=auto&locale=zh-CN&embed=1`. Unknown names are
//! ignored, a bad value falls back to its default and is reported, and no text whatever is an error. Operands stay as
//! they were typed. The custom element's attributes and the iframe's messages are these names and values too: they are
//! made into a query and read here, so that there is one codec.

use super::{Controls, Theme};
use crate::broadcast::{Dtype, OperandId, Operator};
use crate::diagram::{Blocks, CellRef, Panel};
use crate::i18n::Locale;
use crate::library::Library;
use crate::parse::{MAX_AXES, one_line};

/// What a link holds.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Settings {
    /// The text of operand `a`.
    pub a: String,
    /// The text of operand `b`.
    pub b: String,
    /// What is done to each pair of elements.
    pub operator: Operator,
    /// Whose words and limits are shown.
    pub library: Library,
    /// Whether `a` itself is changed.
    pub in_place: bool,
    /// The element type that memory is counted in; `None` for what the operands say, or the library's own.
    pub dtype: Option<Dtype>,
    /// The chapter that is shown; `None` for the last one, whichever that is.
    pub chapter: Option<usize>,
    /// The cell that is lit, by its panel and its index in the aligned shapes.
    pub cell: Option<CellRef>,
    /// What blocks of more than two axes look like.
    pub blocks: Blocks,
    /// Whether the story begins again when it is over.
    pub looping: bool,
    /// Whether the story plays as soon as it is there.
    pub autoplay: bool,
    /// How much stands around the diagram, where it is embedded.
    pub controls: Controls,
    /// Which colours are used.
    pub theme: Theme,
    /// The language that was chosen; `None` for the browser's.
    pub locale: Option<Locale>,
    /// Whether only inputs, axis_table, stage and transport are shown.
    pub embed: bool,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            a: "4,1".to_owned(),
            b: "3".to_owned(),
            operator: Operator::default(),
            library: Library::default(),
            in_place: false,
            dtype: None,
            chapter: None,
            cell: None,
            blocks: Blocks::default(),
            looping: false,
            autoplay: false,
            controls: Controls::default(),
            theme: Theme::default(),
            locale: None,
            embed: false,
        }
    }
}

/// The name of an operator in links: PyTorch's.
#[must_use]
pub const fn operator_name(operator: Operator) -> &'static str {
    Library::PyTorch.function(operator)
}

/// The name of a library in links.
#[must_use]
pub const fn library_name(library: Library) -> &'static str {
    match library {
        Library::PyTorch => "pytorch",
        Library::NumPy => "numpy",
    }
}

impl Settings {
    /// Reads a query string, with or without its question mark. Also gives the names whose values could not be used.
    ///
    /// ```
    /// use broadcast_visualizer::state::Settings;
    /// let (settings, ignored) = Settings::from_query("?a=5,3,4,1&b=(3,+1,+1)&op=dance&unknown=1");
    /// assert_eq!((settings.a.as_str(), settings.b.as_str()), ("5,3,4,1", "(3, 1, 1)"));
    /// assert_eq!(ignored, ["op"]);
    /// ```
    #[must_use]
    pub fn from_query(query: &str) -> (Self, Vec<&'static str>) {
        let mut settings = Self::default();
        let mut ignored = Vec::new();
        let mut seen = Vec::new();
        for part in query.strip_prefix('?').unwrap_or(query).split('&') {
            let (name, value) = part.split_once('=').unwrap_or((part, ""));
            let Some(name) = NAMES.into_iter().find(|&known| decode(name) == known) else { continue };
            // As in `URLSearchParams.get`, the first of several counts.
            if seen.contains(&name) {
                continue;
            }
            seen.push(name);
            if settings.set(name, decode(value)).is_none() {
                ignored.push(name);
            }
        }
        (settings, ignored)
    }

    /// Sets one value; `None`, and no change, where it cannot be used.
    fn set(&mut self, name: &str, value: String) -> Option<()> {
        match name {
            // An input has one line.
            "a" => self.a = one_line(&value).into_owned(),
            "b" => self.b = one_line(&value).into_owned(),
            "op" => self.operator = Operator::ALL.into_iter().find(|&op| operator_name(op) == value)?,
            "library" => self.library = Library::ALL.into_iter().find(|&library| library_name(library) == value)?,
            "dtype" => self.dtype = Some(Dtype::ALL.into_iter().find(|dtype| dtype.name() == value)?),
            "inplace" => self.in_place = flag(&value)?,
            "chapter" => self.chapter = chapter_from_text(&value)?,
            "cell" => self.cell = Some(cell(&value)?),
            "blocks" => self.blocks = Blocks::ALL.into_iter().find(|blocks| blocks.name() == value)?,
            "loop" => self.looping = flag(&value)?,
            "autoplay" => self.autoplay = flag(&value)?,
            "controls" => self.controls = Controls::named(&value)?,
            "theme" => self.theme = Theme::ALL.into_iter().find(|theme| theme.name() == value)?,
            "locale" => self.locale = Some(Locale::from_tag(&value)?),
            "embed" => self.embed = flag(&value)?,
            _ => {}
        }
        Some(())
    }

    /// One line that says what is shown, for a title: both operands as they were typed.
    #[must_use]
    pub fn summary(&self) -> String {
        let operator = operator_name(self.operator);
        format!("a = {}; b = {}; {operator}, {}", self.a, self.b, library_name(self.library))
    }

    /// Writes the query string, with its question mark: both operands, and what differs from the default.
    ///
    /// ```
    /// use broadcast_visualizer::state::Settings;
    /// let settings = Settings { a: "(5, 3)".to_owned(), chapter: Some(2), ..Settings::default() };
    /// assert_eq!(settings.to_query(), "?a=(5,+3)&b=3&chapter=3");
    /// ```
    #[must_use]
    pub fn to_query(&self) -> String {
        let mut query = String::new();
        self.pairs(|name, value| {
            query.push(if query.is_empty() { '?' } else { '&' });
            query.push_str(name);
            query.push('=');
            query.push_str(&encode(value));
        });
        query
    }

    /// Gives each name and its value, as links and attributes have them: both operands, and what differs from the default.
    pub fn pairs(&self, mut add: impl FnMut(&'static str, &str)) {
        let default = Self::default();
        add("a", &self.a);
        add("b", &self.b);
        if self.operator != default.operator {
            add("op", operator_name(self.operator));
        }
        if self.library != default.library {
            add("library", library_name(self.library));
        }
        if self.in_place {
            add("inplace", "1");
        }
        if let Some(dtype) = self.dtype {
            add("dtype", dtype.name());
        }
        if let Some(chapter) = self.chapter {
            add("chapter", &chapter.saturating_add(1).to_string());
        }
        if let Some(cell) = &self.cell {
            add("cell", &cell_text(cell));
        }
        if self.blocks != default.blocks {
            add("blocks", self.blocks.name());
        }
        if self.looping {
            add("loop", "1");
        }
        if self.autoplay {
            add("autoplay", "1");
        }
        if self.controls != default.controls {
            add("controls", self.controls.name());
        }
        if self.theme != default.theme {
            add("theme", self.theme.name());
        }
        if let Some(locale) = self.locale {
            add("locale", locale.tag());
        }
        if self.embed {
            add("embed", "1");
        }
    }
}

/// Every name that a link can hold. All but `embed` are attributes and properties of the custom element too.
pub const NAMES: [&str; 15] = [
    "a", "b", "op", "library", "inplace", "dtype", "chapter", "cell", "blocks", "loop", "autoplay", "controls",
    "theme", "locale", "embed",
];

/// Reads a chapter: links count from 1, and `last` is the last one, whichever that is.
fn chapter_from_text(text: &str) -> Option<Option<usize>> {
    match text {
        "last" => Some(None),
        number => Some(Some(number.parse::<usize>().ok()?.checked_sub(1)?)),
    }
}

/// Reads a cell: `2,1` is one of the result, `a:2,1` stands at that place in the panel of `a`.
fn cell(text: &str) -> Option<CellRef> {
    let (panel, index) = match text.split_once(':') {
        None => (Panel::Result, text),
        Some(("a", index)) => (Panel::Operand(OperandId::A), index),
        Some(("b", index)) => (Panel::Operand(OperandId::B), index),
        Some(_) => return None,
    };
    let numbers = index.split(',').filter(|_| !index.is_empty());
    let index: Vec<u64> = numbers.map(|number| number.parse().ok()).collect::<Option<_>>()?;
    (index.len() <= MAX_AXES).then_some(CellRef { panel, index })
}

/// Writes a cell as [`cell`] reads it.
fn cell_text(cell: &CellRef) -> String {
    let index: Vec<String> = cell.index.iter().map(u64::to_string).collect();
    match cell.panel {
        Panel::Result => index.join(","),
        Panel::Operand(side) => format!("{}:{}", side.name(), index.join(",")),
    }
}

fn flag(value: &str) -> Option<bool> {
    match value {
        "1" | "true" | "" => Some(true),
        "0" | "false" => Some(false),
        _ => None,
    }
}

/// Undoes percent-encoding as forms do it: `+` is a space, a `%` without two hexadecimal digits is itself, and bytes that
/// are not UTF-8 become replacement characters.
fn decode(text: &str) -> String {
    let bytes = text.as_bytes();
    let digit = |at: usize| bytes.get(at).and_then(|&byte| char::from(byte).to_digit(16));
    let mut decoded = Vec::with_capacity(bytes.len());
    let mut at = 0;
    while let Some(&byte) = bytes.get(at) {
        match (byte, digit(at + 1), digit(at + 2)) {
            (b'%', Some(high), Some(low)) => {
                decoded.push((high * 16 + low) as u8);
                at += 2;
            }
            (b'+', ..) => decoded.push(b' '),
            _ => decoded.push(byte),
        }
        at += 1;
    }
    String::from_utf8_lossy(&decoded).into_owned()
}

/// Percent-encodes what cannot stand in a query, leaving shapes readable.
fn encode(text: &str) -> String {
    const HEX: &[u8; 16] = b"0123456789ABCDEF";
    let mut encoded = String::with_capacity(text.len());
    for &byte in text.as_bytes() {
        match byte {
            b' ' => encoded.push('+'),
            b'a'..=b'z'
            | b'A'..=b'Z'
            | b'0'..=b'9'
            | b'-'
            | b'_'
            | b'.'
            | b'~'
            | b','
            | b'('
            | b')'
            | b'['
            | b']'
            | b'='
            | b':'
            | b'*' => encoded.push(char::from(byte)),
            byte => {
                encoded.push('%');
                encoded.push(char::from(HEX[usize::from(byte >> 4)]));
                encoded.push(char::from(HEX[usize::from(byte & 15)]));
            }
        }
    }
    encoded
}
