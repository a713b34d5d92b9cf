//! Kinds of characters. Full-width characters count as the ASCII characters that they look like.

/// Whether a word can begin with `c`. Outside ASCII, every character that is no punctuation, sign or space counts as a
/// letter. This is simpler than Unicode's tables, which would make the page larger.
#[must_use]
pub const fn is_letter(c: char) -> bool {
    c.is_ascii_alphabetic()
        || c == '_'
        || (c >= '\u{00c0}'
            && !matches!(c, '×' | '÷' | '\u{2000}'..='\u{2fff}' | '\u{3000}'..='\u{303f}' | '\u{1f000}'..='\u{1ffff}'))
}

/// Whether a word can go on with `c`: a letter, as [`is_letter`] says, or a digit.
#[must_use]
pub const fn is_part_of_word(c: char) -> bool {
    is_letter(c) || c.is_ascii_digit()
}

/// The ASCII character that `c` looks like, for full-width characters, CJK punctuation and brackets, quotation marks and minus
/// signs; `×` for times signs; else `c`.
#[must_use]
pub fn ascii_twin(c: char) -> char {
    match c {
        '\u{ff01}'..='\u{ff5e}' => char::from_u32(u32::from(c) - 0xfee0).unwrap_or(c),
        '\u{3001}' => ',',
        '\u{3002}' => '.',
        '“' | '”' => '"',
        '‘' | '’' => '\'',
        '【' | '〔' => '[',
        '】' | '〕' => ']',
        '−' | '–' => '-',
        '✕' | '⨯' | '*' => '×',
        c if c.is_whitespace() => ' ',
        c => c,
    }
}
