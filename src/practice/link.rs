//! A set from a seed as the value of a link: `3.5f3.shapes.2.5`. That is the version of the generator, the seed in hexadecimal digits, the
//! topic, the level and the number of questions. A set that follows the answers has `adaptive` after it: `3.5f3.shapes.2.5.adaptive`.

use super::set::VERSION;
use super::{Level, SeededSet, SetError, Topic};

/// What the text of an adaptive set ends with.
const ADAPTIVE: &str = ".adaptive";

impl SeededSet {
    /// Reads the text of a set.
    ///
    /// # Errors
    ///
    /// The first thing that is wrong with it.
    ///
    /// ```
    /// use broadcast_visualizer::practice::{Level, SeededSet, SetError, Topic};
    /// let (topic, level) = (Topic::Shapes, Level::Second);
    /// let set = SeededSet { seed: 0x5f3, topic, level, count: 5, is_adaptive: false };
    /// assert_eq!(SeededSet::from_text("3.5f3.shapes.2.5"), Ok(set));
    /// assert_eq!(SeededSet::from_text("4.5f3.shapes.2.5"), Err(SetError::UnknownVersion));
    /// assert_eq!(SeededSet::from_text("3.5f3.cooking.2.5"), Err(SetError::Topic));
    /// ```
    pub fn from_text(text: &str) -> Result<Self, SetError> {
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
        let count = count.parse().ok().filter(|count| (1..=Self::MAX_COUNT).contains(count)).ok_or(SetError::Count)?;
        Ok(Self { seed, topic, level, count, is_adaptive: fixed.is_some() })
    }

    /// Writes the set as [`SeededSet::from_text`] reads it.
    #[must_use]
    pub fn to_text(&self) -> String {
        let Self { seed, topic, level, count, is_adaptive } = self;
        let adaptive = if *is_adaptive { ADAPTIVE } else { "" };
        format!("{VERSION}.{seed:x}.{}.{}.{count}{adaptive}", topic.name(), level.number())
    }
}
