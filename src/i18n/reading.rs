//! How long a text takes to read.

/// The time to read a letter of an alphabet or a digit, in seconds.
const LETTER: f64 = 0.06;
/// The time to read a Han character, in seconds.
const HAN: f64 = 0.18;

/// How long a text takes to read, in seconds: 0.06 for a letter or a digit, 0.18 for a Han character.
///
/// ```
/// use broadcast_visualizer::i18n::reading_time;
/// assert!((reading_time("a has 12 elements.") - 14.0 * 0.06).abs() < 1e-9);
/// assert!((reading_time("沿轴 1 拉伸。") - (4.0 * 0.18 + 0.06)).abs() < 1e-9);
/// ```
#[must_use]
pub fn reading_time(text: &str) -> f64 {
    let seconds = |c: char| match c {
        // The Han blocks of Unicode: the main one with extension A, the compatibility block, and planes 2 and 3.
        '\u{3400}'..='\u{9FFF}' | '\u{F900}'..='\u{FAFF}' | '\u{20000}'..='\u{3FFFF}' => HAN,
        // Latin, Greek and Cyrillic letters. The table of all letters of Unicode is 2 KB of the first load.
        '0'..='9' | 'A'..='Z' | 'a'..='z' | '\u{C0}'..='\u{52F}' => LETTER,
        _ => 0.0,
    };
    text.chars().map(seconds).sum()
}
