//! Sets of questions as the value of a link.
//!
//! A set from a seed is `3.5f3.shapes.2.5`: the version of the generator, the seed in hexadecimal digits, the topic, the level
//! and the number of questions. A set that follows the answers has `adaptive` after it: `3.5f3.shapes.2.5.adaptive`.
//!
//! A teacher's own set is `q1~.title~.answers~:shape~.4,1~.3~.sub~.ni~:…`: the version of this format, the title, and `1` where the
//! answers may be shown or `0` where not; then for each question its kind, the operands, the operator (by the name of its
//! function in PyTorch), and letters: `n` for NumPy, `i` for in place; then, where it is asked for, the index of an element. Fields
//! at the end that have their default, `add` and no letters, are left out. `~.` stands between two fields, `~:` between two
//! questions, and `~~` is a `~` of a text.
//!
//! A set with texts of the teacher's own begins with `q2`. It has the caption after `1` or `0`, and each question begins with its text:
//! `q2~.title~.1~.caption~:text~.shape~.4,1~.3`. A set without such texts is still written as `q1`.

use super::item::index_of;
use super::set::VERSION;
use super::{FileError, Item, Level, OwnSet, QuestionKind, SeededSet, Topic};
use tensor_broadcasting::library::Library;
use tensor_broadcasting::lists::Listed;
use tensor_broadcasting::{OperandId, Operator};
use tensor_reader::MAX_CHARS;

/// The versions of the format of own sets, with which they begin: without and with texts of the teacher's own.
const FORMAT: &str = "q1";
const FORMAT_WITH_NOTES: &str = "q2";

/// What the text of an adaptive set ends with.
const ADAPTIVE: &str = ".adaptive";

/// A set of questions.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum PracticeSet {
    /// A set from a seed.
    Seeded(SeededSet),
    /// A teacher's own set.
    Own(OwnSet),
}

/// What is wrong with the text of a set.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SetError {
    /// It is longer than [`PracticeSet::MAX_CHARS`].
    TooLong,
    /// The version is unknown: the set was made by another version of the program, or the text is no set.
    UnknownVersion,
    /// It does not have these fields.
    WrongFields,
    /// The seed is no hexadecimal number of 64 bits.
    Seed,
    /// The topic is unknown.
    Topic,
    /// There is no such level.
    Level,
    /// The number of questions is not from 1 to the largest one.
    Count,
    /// The title, an operand or another text is too long.
    TextTooLong,
    /// The question of this number, counted from 1, cannot be read.
    Question(usize),
    /// It is in a file that is being loaded.
    Awaited,
    /// Its file cannot be loaded.
    NotLoaded,
    /// Its file cannot be read.
    File(FileError),
}

impl PracticeSet {
    /// The longest text of a set, in characters.
    pub const MAX_CHARS: usize = 16_000;

    /// Reads the text of a set.
    ///
    /// # Errors
    ///
    /// The first thing that is wrong with it.
    ///
    /// ```
    /// use broadcast_visualizer::practice::{Level, PracticeSet, SeededSet, SetError, Topic};
    /// let (topic, level) = (Topic::Shapes, Level::Second);
    /// let set = SeededSet { seed: 0x5f3, topic, level, count: 5, is_adaptive: false };
    /// assert_eq!(PracticeSet::from_text("3.5f3.shapes.2.5"), Ok(PracticeSet::Seeded(set)));
    /// assert_eq!(PracticeSet::from_text("4.5f3.shapes.2.5"), Err(SetError::UnknownVersion));
    /// assert_eq!(PracticeSet::from_text("3.5f3.cooking.2.5"), Err(SetError::Topic));
    /// let Ok(PracticeSet::Own(own)) = PracticeSet::from_text("q1~.Week 3~.1~:shape~.4,1~.3~:error~.(3,)~.4~.mul~.n") else {
    ///     panic!("two questions")
    /// };
    /// assert_eq!((own.title.as_str(), own.items.len()), ("Week 3", 2));
    /// ```
    pub fn from_text(text: &str) -> Result<Self, SetError> {
        if text.chars().nth(Self::MAX_CHARS).is_some() {
            return Err(SetError::TooLong);
        }
        if text.starts_with('q') { own(text).map(Self::Own) } else { seeded(text).map(Self::Seeded) }
    }

    /// The questions in their order. Those of an adaptive set depend on the answers; these are for right answers only.
    #[must_use]
    pub fn items(&self, library: Library) -> Vec<Item> {
        match self {
            Self::Seeded(set) => set.all(library),
            Self::Own(own) => own.items.clone(),
        }
    }

    /// Writes the set as [`PracticeSet::from_text`] reads it.
    #[must_use]
    pub fn to_text(&self) -> String {
        match self {
            Self::Seeded(SeededSet { seed, topic, level, count, is_adaptive }) => {
                let adaptive = if *is_adaptive { ADAPTIVE } else { "" };
                format!("{VERSION}.{seed:x}.{}.{}.{count}{adaptive}", topic.name(), level.number())
            }
            Self::Own(own) => {
                let answers = if own.shows_answers { "1" } else { "0" };
                let with_notes = own.has_notes();
                let mut parts = vec![match with_notes {
                    true => fields(&[FORMAT_WITH_NOTES, &own.title, answers, &own.caption]),
                    false => fields(&[FORMAT, &own.title, answers]),
                }];
                parts.extend(own.items.iter().map(|item| item_text(item, with_notes)));
                parts.join("~:")
            }
        }
    }
}

fn seeded(text: &str) -> Result<SeededSet, SetError> {
    let fixed = text.strip_suffix(ADAPTIVE);
    let mut fields = fixed.unwrap_or(text).split('.');
    if fields.next() != Some(&VERSION.to_string()) {
        return Err(SetError::UnknownVersion);
    }
    let [Some(seed), Some(topic), Some(level), Some(count), None] = std::array::from_fn(|_| fields.next()) else {
        return Err(SetError::WrongFields);
    };
    // `from_str_radix` also takes a sign.
    let seed = u64::from_str_radix(seed, 16).ok().filter(|_| !seed.starts_with('+')).ok_or(SetError::Seed)?;
    let topic = Topic::ALL.into_iter().find(|known| known.name() == topic).ok_or(SetError::Topic)?;
    let level = Level::ALL.into_iter().find(|known| known.number().to_string() == level).ok_or(SetError::Level)?;
    let count = count.parse().ok().filter(|count| (1..=SeededSet::MAX_COUNT).contains(count)).ok_or(SetError::Count)?;
    Ok(SeededSet { seed, topic, level, count, is_adaptive: fixed.is_some() })
}

fn own(text: &str) -> Result<OwnSet, SetError> {
    let mut parts = split(text).ok_or(SetError::WrongFields)?.into_iter();
    let head = parts.next().unwrap_or_default();
    let (version, rest) = head.split_first().ok_or(SetError::WrongFields)?;
    let with_notes = match version.as_str() {
        FORMAT => false,
        FORMAT_WITH_NOTES => true,
        _ => return Err(SetError::UnknownVersion),
    };
    let (title, answers, caption) = match rest {
        [title, answers] if !with_notes => (title, answers, ""),
        [title, answers, caption] if with_notes => (title, answers, caption.as_str()),
        _ => return Err(SetError::WrongFields),
    };
    let shows_answers = match answers.as_str() {
        "0" => false,
        "1" => true,
        _ => return Err(SetError::WrongFields),
    };
    if title.chars().nth(OwnSet::MAX_TITLE).is_some() || caption.chars().nth(OwnSet::MAX_CAPTION).is_some() {
        return Err(SetError::TextTooLong);
    }
    let read = |fields: &[String]| match fields.split_first() {
        Some((note, rest)) if with_notes => Some(Item { note: note.clone(), ..item(rest)? }),
        _ => item(fields),
    };
    let items = parts.enumerate().map(|(at, fields)| read(&fields).ok_or(SetError::Question(at + 1)));
    let items = items.each_listed()?;
    if !(1..=OwnSet::MAX_ITEMS).contains(&items.len()) {
        return Err(SetError::Count);
    }
    if items.iter().flat_map(|item| &item.operands).any(|text| text.chars().nth(MAX_CHARS).is_some()) {
        return Err(SetError::TextTooLong);
    }
    if items.iter().any(|item| item.note.chars().nth(Item::MAX_NOTE).is_some()) {
        return Err(SetError::TextTooLong);
    }
    Ok(OwnSet { title: title.clone(), caption: caption.to_owned(), shows_answers, items })
}

/// A question from its fields.
fn item(fields: &[String]) -> Option<Item> {
    let field = |at: usize| fields.get(at).map(String::as_str);
    let named = |name: &str| Operator::ALL.into_iter().find(|&known| Library::PyTorch.function(known) == name);
    let kind = QuestionKind::ALL.into_iter().find(|known| Some(known.name()) == field(0))?;
    let operator = field(3).map_or(Some(Operator::Add), named)?;
    let letters = field(4).unwrap_or_default();
    let (library, in_place) = match letters {
        "" => (Library::PyTorch, false),
        "n" => (Library::NumPy, false),
        "i" => (Library::PyTorch, true),
        "ni" => (Library::NumPy, true),
        _ => return None,
    };
    let element = match field(5) {
        None => None,
        Some(index) => Some(index_of(index)?),
    };
    if fields.len() > 6 {
        return None;
    }
    let operands = [field(1)?.to_owned(), field(2)?.to_owned()];
    Some(Item { kind, operands, operator, library, in_place, element, pick: 0, note: String::new() })
}

fn item_text(item: &Item, with_note: bool) -> String {
    let index = item.element.as_ref().map(|index| index.iter().map(u64::to_string).listed().join(","));
    let letters = match (item.library, item.in_place) {
        (Library::PyTorch, false) => "",
        (Library::NumPy, false) => "n",
        (Library::PyTorch, true) => "i",
        (Library::NumPy, true) => "ni",
    };
    let operator = Library::PyTorch.function(item.operator);
    let [a, b] = OperandId::PAIR.map(|operand| item.text(operand));
    let mut texts = if with_note { vec![item.note.as_str()] } else { Vec::new() };
    texts.extend([item.kind.name(), a, b]);
    match &index {
        Some(index) => texts.extend([operator, letters, index]),
        None if !letters.is_empty() => texts.extend([operator, letters]),
        None if item.operator != Operator::Add => texts.push(operator),
        None => {}
    }
    fields(&texts)
}

/// Texts as fields.
fn fields(texts: &[&str]) -> String {
    texts.iter().map(|text| text.replace('~', "~~")).listed().join("~.")
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
