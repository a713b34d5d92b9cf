//! A teacher's own set as the value of a link.
//!
//! `1~.Week 3~.1~.Draw it first.~:a=4,1~.b=3~.predict=shape~:a=5~.b=3~.text=Why does it fail?`: the version of this format, the title, `1`
//! where the answers may be shown or `0` where not, and the caption; then for each step its settings, by their names in links, and its
//! text. What has its default is left out, but for `a` and `b`. `~.` stands between two fields, `~:` between two steps, and `~~` is a `~`
//! of a text.

use super::step::{OwnSet, Step};
use crate::practice::SetError;
use crate::practice::limits::{MAX_CAPTION, MAX_LINK, MAX_STEPS, MAX_TEXT, MAX_TITLE};
use tensor_broadcasting::lists::Listed;
use tensor_reader::MAX_CHARS;

/// The version of the format.
const FORMAT: &str = "1";

/// The name of the text of a step.
pub(super) const TEXT: &str = "text";

impl OwnSet {
    /// Reads the text of a set.
    ///
    /// # Errors
    ///
    /// The first thing that is wrong with it.
    ///
    /// ```
    /// use broadcast_visualizer::practice::SetError;
    /// use broadcast_visualizer::state::OwnSet;
    /// let set = OwnSet::from_text("1~.Week 3~.1~.~:a=4,1~.b=3~.predict=shape~:a=(3,)~.b=4~.op=mul~.text=Why?").expect("two steps");
    /// assert_eq!((set.title.as_str(), set.steps.len(), set.steps[1].text.as_str()), ("Week 3", 2, "Why?"));
    /// assert_eq!(OwnSet::from_text("1~.Week 3~.1~.~:a=4,1~.b=3~.op=dance"), Err(SetError::Step(1)));
    /// ```
    pub fn from_text(text: &str) -> Result<Self, SetError> {
        if is_longer(text, MAX_LINK) {
            return Err(SetError::TooLong);
        }
        let mut parts = split(text).ok_or(SetError::WrongFields)?.into_iter();
        let head = parts.next().unwrap_or_default();
        let (version, rest) = head.split_first().ok_or(SetError::WrongFields)?;
        if version != FORMAT {
            return Err(SetError::UnknownVersion);
        }
        let [title, answers, caption] = rest else { return Err(SetError::WrongFields) };
        let shows_answers = match answers.as_str() {
            "0" => false,
            "1" => true,
            _ => return Err(SetError::WrongFields),
        };
        if is_longer(title, MAX_TITLE) || is_longer(caption, MAX_CAPTION) {
            return Err(SetError::TextTooLong);
        }
        let steps = parts.enumerate().map(|(at, fields)| step(&fields).ok_or(SetError::Step(at + 1)));
        let steps = steps.each_listed()?;
        if !(1..=MAX_STEPS).contains(&steps.len()) {
            return Err(SetError::Count);
        }
        if steps.iter().any(|Step { settings, text }| {
            is_longer(&settings.a, MAX_CHARS) || is_longer(&settings.b, MAX_CHARS) || is_longer(text, MAX_TEXT)
        }) {
            return Err(SetError::TextTooLong);
        }
        Ok(Self { title: title.clone(), caption: caption.clone(), shows_answers, steps })
    }

    /// Writes the set as [`OwnSet::from_text`] reads it.
    #[must_use]
    pub fn to_text(&self) -> String {
        let answers = if self.shows_answers { "1" } else { "0" };
        let head = fields([FORMAT, &self.title, answers, &self.caption].map(str::to_owned));
        let steps = self.steps.iter().map(|step| {
            let text = (!step.text.is_empty()).then(|| (TEXT, step.text.clone()));
            let written = step.fields().into_iter().chain(text);
            fields(written.map(|(name, value)| format!("{name}={value}")))
        });
        std::iter::once(head).chain(steps).listed().join("~:")
    }
}

/// Whether a text has more than so many characters.
fn is_longer(text: &str, most: usize) -> bool {
    text.chars().nth(most).is_some()
}

/// A step from its fields.
fn step(fields: &[String]) -> Option<Step> {
    let mut step = Step::default();
    for field in fields {
        match field.split_once('=')? {
            (TEXT, text) => text.clone_into(&mut step.text),
            (name, value) => step.set(name, value)?,
        }
    }
    Some(step)
}

/// Texts as fields.
fn fields(texts: impl IntoIterator<Item = String>) -> String {
    texts.into_iter().map(|text| text.replace('~', "~~")).listed().join("~.")
}

/// The fields of each part; `None` where a `~` stands before another character.
fn split(text: &str) -> Option<Vec<Vec<String>>> {
    let mut parts = vec![vec![String::new()]];
    let mut chars = text.chars();
    while let Some(c) = chars.next() {
        let part = parts.last_mut()?;
        match if c == '~' { chars.next() } else { None } {
            None if c == '~' => return None,
            None => part.last_mut()?.push(c),
            Some('~') => part.last_mut()?.push('~'),
            Some('.') => part.push(String::new()),
            Some(':') => parts.push(vec![String::new()]),
            Some(_) => return None,
        }
    }
    Some(parts)
}
