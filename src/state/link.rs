//! The link codec: settings to a query string and back.
//!
//! `?a=5,3,4,1&b=3,1,1&op=add&library=pytorch&inplace=0&chapter=3&theme=auto&locale=zh-CN&embed=1`, or a program,
//! `?operation=2&chapter=last#code=…`: it stands in the fragment, which browsers do not send to a server. Unknown names are
//! ignored, a bad value falls back to its default and is reported, and no text is an error. Operands stay as they were
//! typed. The custom element's attributes and the iframe's messages are these names and values too: they are made into a
//! query and read here, so that there is one codec. Which settings there are, and how each is written, is in
//! `schema.rs`.

use std::borrow::Cow;

use tensor_reader::one_line;

use super::{SETTINGS, Setting, Settings, library_name};
use tensor_broadcasting::WHERE;

impl Settings {
    /// Reads a query string, with or without its question mark, and a fragment after it. Also gives the names whose values could
    /// not be used. A setting may stand in the query or in the fragment.
    ///
    /// ```
    /// use broadcast_visualizer::state::Settings;
    /// let (settings, ignored) = Settings::from_query("?a=5,3,4,1&b=(3,+1,+1)&op=dance&unknown=1");
    /// assert_eq!((settings.a.as_str(), settings.b.as_str()), ("5,3,4,1", "(3, 1, 1)"));
    /// assert_eq!(ignored, ["op"]);
    /// let (settings, ignored) = Settings::from_query("?a=4,1&b=3&c=4,3&op=where");
    /// assert!(settings.c.0.is_some() && ignored.is_empty());
    /// ```
    #[must_use]
    pub fn from_query(query: &str) -> (Self, Vec<&'static str>) {
        let mut settings = Self::default();
        let mut ignored = Vec::new();
        let mut seen = Vec::new();
        for part in query.strip_prefix('?').unwrap_or(query).split(['&', '#']) {
            let (name, value) = part.split_once('=').unwrap_or((part, ""));
            let Some(setting) = SETTINGS.iter().find(|setting| decode(name) == setting.name) else { continue };
            // As in `URLSearchParams.get`, the first of several counts.
            if seen.contains(&setting.name) {
                continue;
            }
            seen.push(setting.name);
            if settings.set(setting, &decode(value)).is_none() {
                ignored.push(setting.name);
            }
        }
        (settings, ignored)
    }

    /// Sets a setting to the value of a text; `None`, and no change, where the text is no value of it.
    pub(super) fn set(&mut self, setting: &Setting, value: &str) -> Option<()> {
        // The function of three operands is no operator.
        if setting.name == "op" && value == WHERE {
            self.choose_where();
            return Some(());
        }
        (setting.read)(self, value)
    }

    /// One line for a title: the program, or the operands as they were typed, the operator and the library.
    #[must_use]
    pub fn summary(&self) -> String {
        if self.has_code() {
            return one_line(&self.code.text).into_owned();
        }
        let library = library_name(self.library);
        match &self.c.0 {
            Some(c) => format!("a = {}; b = {}; c = {c}; where, {library}", self.a, self.b),
            None => format!("a = {}; b = {}; {}, {library}", self.a, self.b, self.operator.name()),
        }
    }

    /// Writes the query string, with its question mark: both operands, and what differs from the default. The program, if there is
    /// one, follows in the fragment, and the operands are left out.
    ///
    /// ```
    /// use broadcast_visualizer::state::{ChapterRef, Code, Settings};
    /// let chapter = Some(ChapterRef::Index(2));
    /// let settings = Settings { a: "(5, 3)".to_owned(), chapter, ..Settings::default() };
    /// assert_eq!(settings.to_query(), "?a=(5,+3)&b=3&chapter=3");
    /// let settings = Settings { code: Code::from("x + y".to_owned()), ..settings };
    /// assert_eq!(settings.to_query(), "?chapter=3#code=x+%2B+y");
    /// ```
    #[must_use]
    pub fn to_query(&self) -> String {
        let mut query = String::new();
        for (setting, value) in self.entries() {
            query.push(match setting.in_fragment {
                true => '#',
                false if query.is_empty() => '?',
                false => '&',
            });
            query.push_str(setting.name);
            query.push('=');
            query.push_str(&encode(&value));
        }
        query
    }

    /// The settings that links name, with their values: both operands or the program, and what differs from the default.
    pub fn entries(&self) -> impl Iterator<Item = (&'static Setting, Cow<'_, str>)> {
        // A program says these itself, and so does a set of questions; a step says all that it shows.
        let is_said = |setting: &Setting| match self.has_steps() {
            true => setting.is_of_step,
            false => (self.has_code() || self.has_set()) && ["a", "b", "op", "inplace"].contains(&setting.name),
        };
        let settings = SETTINGS.iter().filter(move |setting| !is_said(setting));
        settings.filter_map(|setting| Some((setting, (setting.write)(self)?)))
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

/// Percent-encodes what a query cannot contain, so that shapes stay readable.
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
