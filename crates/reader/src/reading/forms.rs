//! Shapes as people write them: sizes between commas, times signs or spaces, with what may stand around them.
//!
//! | around the sizes | for example |
//! |---|---|
//! | brackets, quotes | `(5, 3)`, `[5, 3]`, `"5 x 3"`, `ℝ^{n×d}` |
//! | what it is the shape of | `x.shape = (5, 3)`, `A (2d array): 5 x 3`, `array-like of shape (n, d)` |
//! | the type of the elements or of the array | `float32[5,3]`, `(5, 3) float32`, `5x3xf32`, `torch.Size([5, 3])` |
//!
//! A size is a number, arithmetic, a name with its size (`class=4`), a letter, which is a name without one, or a sign for a size that
//! is not given (`None`, `?`, `-1`, `*`, `...`). Everything else is rejected: nothing is guessed.

use std::ops::Range;

use crate::machine::attributes::{is_builtin, lists};
use crate::machine::field::bare_functions;
use crate::shapes::{MAX_AXES, Operand, ParseError, Problem, ascii_twin, is_letter, is_part_of_word};
use tensor_broadcasting::lists::Listed;
use tensor_broadcasting::{Dtype, MAX_SIZE, Shape, Values};

/// The size of a letter; `None` for a word that is none.
pub(crate) type LetterSize<'a> = dyn FnMut(&str) -> Option<u64> + 'a;

/// A number that Python computes.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Number {
    /// An integer.
    Int(i64),
    /// A real number.
    Float(f64),
}

/// Computes the value of a text, with the values of some names.
pub(crate) type Compute = fn(&str, &[(&str, u64)]) -> Option<Number>;

/// Where the digits of other scripts begin.
const ZEROS: [u32; 16] =
    [0x660, 0x6f0, 0x966, 0x9e6, 0xa66, 0xae6, 0xb66, 0xbe6, 0xc66, 0xce6, 0xd66, 0xe50, 0xed0, 0x1040, 0x17e0, 0x1810];

/// Words for a shape, which may be called with sizes.
const SHAPES: &str =
    "size sizes shape tensorshape dimension shapedarray shapedtypestruct tensorspec kerastensor type_spec";

/// Words for an array. What these are called with are values.
const ARRAYS: &str = "tensor ndarray array array_like array-like matrix vector variable";

/// Words between a shape and what it is of.
const LINKS: &str = "of is has with ans";

/// What may stand after a number.
const UNITS: &str = "- rows row columns column cols elements element";

/// Types of elements by short names.
const TYPES: &str = "f16 float16 f32 float32 f64 float64 bf16 bfloat16 i8 int8 i16 int16 i32 int32 i64 int64 s32 int32 s64 int64 \
    u8 uint8 c64 complex64 pred bool double float64 single float32 half float16";

/// Types of elements that are not the same everywhere, or that no operand has.
const OTHER_TYPES: &str = "float int long uint16 uint32 uint64 u16 u32 u64";

/// The first words of statements, which are no labels.
const STATEMENTS: &str = "lambda if elif else for while def class return yield import from not del assert raise try";

/// What stands between two shapes.
const BETWEEN: &str = "and vs with , ; & + - * / // ** % == != < <= > >=";

/// Signs of arithmetic.
const ARITHMETIC: &str = "+ - * / // % **";

/// The number of tokens before a shape that may say what it is of.
const MAX_LABEL: usize = 40;

/// The number of tokens that two shapes have together at most.
const MAX_PAIR: usize = 8 * MAX_AXES;

/// What stands between a label and its shape.
const AFTER_LABEL: &str = ": = == -> → => ∈ ; is";

/// A word, a number or a mark.
#[derive(Debug, Clone)]
struct Token {
    text: String,
    span: Range<usize>,
}

impl Token {
    fn is(&self, list: &str) -> bool {
        lists(list, &self.text)
    }

    fn is_word(&self) -> bool {
        self.text.starts_with(is_letter)
    }

    fn is_number(&self) -> bool {
        self.text.starts_with(|c: char| c.is_ascii_digit())
    }

    /// Whether it stands for a size that is not given.
    fn is_nameless(&self) -> bool {
        self.is("None ? -1 * ... … _")
    }

    /// The last part of a name with dots, in small letters.
    fn last_part(&self) -> String {
        self.text.rsplit('.').next().unwrap_or_default().to_ascii_lowercase()
    }

    /// Whether it says what a shape is of.
    fn is_known(&self) -> bool {
        [SHAPES, ARRAYS, LINKS].iter().any(|list| lists(list, &self.last_part())) || self.dtype().is_some()
    }

    /// The type of elements that it names; `Some(None)` where that is not certain.
    fn dtype(&self) -> Option<Option<Dtype>> {
        let last = self.last_part();
        let (mut word, mut names) = (last.as_str(), TYPES.split(' '));
        while let (Some(short), Some(name)) = (names.next(), names.next()) {
            word = if short == word { name } else { word };
        }
        let of_tensor = word.strip_suffix("tensor").unwrap_or_default();
        let is_named = |dtype: &Dtype| dtype.name() == word || dtype.torch_name().eq_ignore_ascii_case(of_tensor);
        if lists(OTHER_TYPES, word) { Some(None) } else { Dtype::ALL.into_iter().find(is_named).map(Some) }
    }
}

/// The place of all tokens together.
fn span_of(tokens: &[Token]) -> Range<usize> {
    let start = tokens.first().map_or(0, |token| token.span.start);
    start..tokens.last().map_or(start, |token| token.span.end)
}

/// How much deeper in brackets a token leads.
fn deeper(token: &Token) -> isize {
    isize::from(token.is("( [ {")) - isize::from(token.is(") ] }"))
}

/// The index of the first wanted token that stands in no bracket.
fn outside(tokens: &[Token], wanted: &mut dyn FnMut(usize) -> bool) -> Option<usize> {
    let mut depth = 0;
    tokens.iter().enumerate().position(|(at, token)| {
        let here = depth;
        depth += deeper(token);
        here == 0 && depth >= 0 && wanted(at)
    })
}

/// The index of the bracket that closes the one at the beginning.
fn closing(tokens: &[Token]) -> Option<usize> {
    let mut depth = 0;
    let end = tokens.iter().position(|token| {
        depth += deeper(token);
        depth == 0
    })?;
    lists("() [] {}", &[tokens[0].text.as_str(), &tokens[end].text].concat()).then_some(end)
}

/// What stands in the brackets that the tokens are, as a whole.
fn grouped(tokens: &[Token]) -> Option<&[Token]> {
    let end = closing(tokens).filter(|end| end + 1 == tokens.len())?;
    tokens.get(1..end)
}

/// The character that one is read as.
fn read_as(c: char) -> char {
    let mut digits = ZEROS.iter().filter_map(|zero| char::from_digit(u32::from(c).wrapping_sub(*zero), 10));
    match c {
        '*' | '＊' => '*',
        '،' => ',',
        '·' | '⋅' | '∙' => '×',
        '$' | '`' => ' ',
        c => digits.next().unwrap_or_else(|| ascii_twin(c)),
    }
}

/// Cuts a text into tokens. Each character keeps its place.
fn tokens(text: &str) -> Vec<Token> {
    let mut text = text.to_owned();
    for (latex, sign) in [(r"\times", "×     "), (r"\mathbb{R}", "ℝ         "), (r"\in ", "∈   ")] {
        text = text.replace(latex, sign);
    }
    let chars: Vec<char> = text.chars().map(read_as).listed();
    let at = |at: usize| chars.get(at).copied().unwrap_or(' ');
    let mut found: Vec<Token> = Vec::new();
    let mut next = 0;
    while next < chars.len() && at(next) != '#' {
        let (start, c) = (next, at(next));
        let mut text = String::from(c);
        next += 1;
        if is_part_of_word(c) {
            let mut is_open = false;
            loop {
                match at(next) {
                    // As in `H_{in}`.
                    '{' if text.ends_with('_') => is_open = true,
                    '}' if is_open => {}
                    '.' | '-' if is_letter(c) && is_letter(at(next + 1)) => text.push(at(next)),
                    '.' if !is_letter(c) && at(next + 1).is_ascii_digit() => text.push('.'),
                    c if is_part_of_word(c) => text.push(c),
                    _ => break,
                }
                next += 1;
            }
            next += usize::from(text == "vs" && at(next) == '.');
            push_word(&mut found, &text, start..next);
        } else if c != ' ' {
            // The hyphens of `3-by-4` are a part of the sign.
            let is_hyphen =
                c == '-' && start > 0 && at(start - 1) == 'y' && found.last().is_some_and(|last| last.is("×"));
            let is_first = || found.last().is_none_or(|last| last.is("( [ { , ; × : ="));
            let length = match (c, at(next)) {
                ('.', '.') if at(next + 1) == '.' => 3,
                ('*', '*') | ('/', '/') | ('-', '>') | ('=', '=' | '>') | ('!' | '<' | '>', '=') => 2,
                ('-', '1') if !is_hyphen && !is_part_of_word(at(next + 1)) && is_first() => 2,
                _ => 1,
            };
            next = start + length;
            text.extend(&chars[start + 1..next]);
            if !is_hyphen {
                found.push(Token { text, span: start..next });
            }
        }
    }
    found
}

/// Adds a word or a number. One with times signs in it becomes several: `2x3`, `BxT`. Between sizes, `x` and `by` are such a sign.
fn push_word(found: &mut Vec<Token>, text: &str, place: Range<usize>) {
    if text == "by" && found.last().is_some_and(|last| last.is("-")) {
        found.pop();
    }
    let ends_size = |last: &Token| last.is_number() || last.is_nameless() || (last.is_word() && !last.is_known());
    let after_size = found.last().is_some_and(ends_size);
    if after_size && matches!(text, "x" | "X" | "by") {
        found.push(Token { text: "×".to_owned(), span: place });
        return;
    }
    let token = |text: &str, span| Token { text: text.to_owned(), span };
    let is_size = |(at, part): (usize, &str)| {
        part.len() == 1
            || part.parse::<u64>().is_ok()
            || if at == 0 { part.is_empty() && after_size } else { token(part, 0..0).dtype().is_some() }
    };
    let is_number = text.starts_with(|c: char| c.is_ascii_digit());
    let is_hexadecimal = |digits: &str| digits.len() > 1 && u64::from_str_radix(digits, 16).is_ok();
    let is_one = text.strip_prefix("0x").is_some_and(is_hexadecimal)
        || !(is_number || text.split(['x', 'X']).enumerate().all(is_size));
    let mut rest = text;
    let mut at = place.start;
    loop {
        let end = rest.find(['x', 'X']).filter(|_| !is_one).unwrap_or(rest.len());
        let (part, after) = rest.split_at(end);
        let length = part.chars().count();
        // A name may have braces in it.
        let until = if after.is_empty() { place.end } else { at + length };
        if !part.is_empty() {
            // Python 2 wrote `3L`.
            let number = part.strip_suffix('L').filter(|number| number.parse::<u64>().is_ok());
            found.push(token(number.unwrap_or(part), at..until));
        }
        if after.is_empty() {
            return;
        }
        found.push(token("×", until..until + 1));
        (rest, at) = (&after[1..], until + 1);
    }
}

/// A shape among tokens.
struct Found<'t> {
    /// What stands between its brackets, or all of it.
    sizes: &'t [Token],
    has_brackets: bool,
    dtype: Option<Dtype>,
}

impl<'t> Found<'t> {
    /// Leaves out what stands around a shape.
    fn of(tokens: &'t [Token]) -> Self {
        let found = Self::argument(tokens).or_else(|| Self::in_brackets(tokens));
        found.unwrap_or_else(|| Self::without_brackets(tokens))
    }

    /// The only `shape=(…)` among the arguments of a call, or between `<` and `>`.
    fn argument(tokens: &'t [Token]) -> Option<Self> {
        let [first, call @ ..] = tokens else { return None };
        if !(first.is("<") || (first.is_known() && grouped(call).is_some_and(|_| call[0].is("(")))) {
            return None;
        }
        let shape = named(call, "shape").filter(|shape| shape[0].is("( [") && named(shape, "shape").is_none())?;
        let dtype = named(call, "dtype").and_then(|types| types[0].dtype()?);
        Some(Self { sizes: &shape[1..closing(shape)?], has_brackets: true, dtype })
    }

    /// The shape in the last brackets, where nothing else stands around them than what says what it is the shape of.
    fn in_brackets(tokens: &'t [Token]) -> Option<Self> {
        let is_whole = grouped(tokens).is_some();
        let mut start = None;
        _ = outside(tokens, &mut |at| {
            let is_exponent = || is_whole || tokens[..at].last().is_some_and(|last| last.is("^"));
            if tokens[at].is("( [") || (tokens[at].is("{") && is_exponent()) {
                start = Some(at);
            }
            false
        });
        let start = start?;
        let end = start + closing(&tokens[start..])?;
        let (before, inner, after) = (&tokens[..start], &tokens[start + 1..end], &tokens[end + 1..]);
        let is_type = |token: &Token| token.dtype().is_some() || lists(ARRAYS, &token.last_part());
        // `{1,0}` is a layout in memory.
        let mut around = after.iter().take_while(|token| !token.is("{"));
        if !around.all(|token| is_type(token) || token.is(", . ; : > = dtype \" '"))
            || !Self::may_stand_before(before, &tokens[start..=end])
        {
            return None;
        }
        let mut dtype = None;
        before.iter().chain(after).for_each(|token| dtype = token.dtype().flatten().or(dtype));
        let is_around = inner.len() > 1 && (inner[0].is_known() || (inner[0].is("( [") && !before.is_empty()));
        if is_around && outside(inner, &mut |at| inner[at].is(",")).is_none() {
            let nested = Self::of(inner);
            return Some(Self { dtype: nested.dtype.or(dtype), ..nested });
        }
        Some(Self { sizes: inner, has_brackets: true, dtype })
    }

    /// Whether tokens only say what the shape in the brackets after them is of.
    fn may_stand_before(before: &[Token], brackets: &[Token]) -> bool {
        let Some(last) = before.last() else { return true };
        let (word, is_adjacent) = (last.last_part(), last.span.end == brackets[0].span.start);
        let has_values = lists(ARRAYS, &word) && brackets[0].is("(") && brackets[1].is("( [");
        let may_be_called = brackets[0].is("[") || lists(SHAPES, &word);
        let says_kind = last.is_known() && if is_adjacent { may_be_called } else { !has_values };
        // `X (2, 3)`
        let is_function = || is_builtin(&last.text) || bare_functions().any(|name| last.is(name));
        let is_name = before.len() == 1 && !is_adjacent && last.is_word() && !last.text.contains('.') && !is_function();
        // `(N, C) → (N, D)` has two shapes.
        let is_one = !before.iter().any(|token| token.is(",")) || !brackets.iter().any(Token::is_word);
        (says_kind
            || (is_name && !last.is_known())
            || last.is(AFTER_LABEL)
            || last.is("^ < \" '")
            || (last.is(">") && before[0].is("<")))
            && Self::is_label(before)
            && (is_one || before.iter().any(Token::is_known))
    }

    /// Whether tokens may be what a shape is of.
    fn is_label(tokens: &[Token]) -> bool {
        let is_index = |at: usize| {
            at > 1
                && tokens[at - 1].is("[")
                && tokens[at - 2].is_word()
                && tokens[at - 2].span.end == tokens[at - 1].span.start
                && tokens.get(at + 1).is_some_and(|next| next.is("]"))
        };
        !tokens.first().is_some_and(|first| first.is(STATEMENTS))
            && tokens.iter().enumerate().all(|(at, token)| match token.text.as_str() {
                "and" | "or" | "vs" => false,
                text if token.is_number() => text.ends_with(is_letter) || is_index(at),
                _ => token.is_word() || token.is(AFTER_LABEL) || token.is("( ) [ ] { } . > < , ' \" - ^ ℝ"),
            })
    }

    /// A shape without brackets, and without what stands before and after it.
    fn without_brackets(tokens: &'t [Token]) -> Self {
        let mut found = Self { sizes: tokens, has_brackets: false, dtype: None };
        let says_kind = |tokens: &[Token]| tokens.iter().any(Token::is_known);
        let is_label = |at: usize| {
            let (label, sizes) = (&tokens[..at], &tokens[at + 1..]);
            Self::is_label(label)
                && !sizes.is_empty()
                && (says_kind(label) || (at == 1 && tokens[at].is(":") && sizes.iter().any(|size| size.is("×"))))
        };
        _ = outside(tokens, &mut |at| {
            if at > 0 && at < MAX_LABEL && tokens[at].is(AFTER_LABEL) && is_label(at) {
                found.sizes = &tokens[at + 1..];
            }
            at >= MAX_LABEL
        });
        loop {
            let note = |token: &Token| token.dtype().flatten().or(found.dtype);
            (found.sizes, found.dtype) = match found.sizes {
                [rest @ .., open, kind, close] if open.is("{") && close.is("}") => (rest, note(kind)),
                [rest @ .., last] if last.is("> \" '") => (rest, found.dtype),
                [rest @ .., before, last]
                    if (last.dtype().is_some() || lists(ARRAYS, &last.last_part())) && !before.is(", × = : . - +") =>
                {
                    (&found.sizes[..=rest.len()], note(last))
                }
                // `size, 3` has a letter of this name.
                [first, next, ..] if first.is_known() && !next.is(", × = : ( [") => (&found.sizes[1..], note(first)),
                // `vector of length 5`
                [first, number] if first.is("length") && number.is_number() => (&found.sizes[1..], found.dtype),
                [first, rest @ ..] if first.is("< \" '") => (rest, found.dtype),
                _ => return found,
            };
        }
    }
}

/// What follows a name and its sign, `shape=`.
fn named<'t>(tokens: &'t [Token], name: &str) -> Option<&'t [Token]> {
    let at = tokens.windows(3).position(|three| three[0].is(name) && three[1].is("= :"))?;
    tokens.get(at + 2..)
}

/// Reads sizes.
struct Sizes<'l, 'f> {
    compute: Compute,
    letters: &'f mut LetterSize<'l>,
    original: Vec<char>,
    /// The size that was read last, and its name; empty for one that has none.
    size: u64,
    name: String,
    /// All sizes, with their names and places.
    sizes: Vec<u64>,
    names: Vec<String>,
    places: Vec<Range<usize>>,
    /// The type of the elements.
    dtype: Option<Dtype>,
}

/// What is read, or what is wrong with it.
type Read = Result<(), ParseError>;

/// What is wrong at a place.
fn error(span: Range<usize>, problem: Problem) -> Read {
    Err(ParseError { span, problem })
}

impl Sizes<'_, '_> {
    /// What is wrong at a place where a size should stand, or after one; at the end of the text where there is none.
    fn misplaced(&self, place: Option<usize>, is_after_size: bool) -> Read {
        let end = self.original.len();
        let at = place.unwrap_or(end);
        match self.original.get(at) {
            Some(&c) if is_after_size => error(at..at + 1, Problem::NotASeparator(c)),
            Some(&c) => error(at..at + 1, Problem::NotASize(c)),
            None => error(end..end, Problem::SizeMissing),
        }
    }

    /// Reads all axes of a shape. `all`: the tokens of the text.
    fn read(&mut self, found: &Found<'_>, all: &[Token]) -> Read {
        let tokens = found.sizes;
        let after = all.iter().map(|token| token.span.start).find(|&start| start >= span_of(tokens).end);
        let has = |text: &str| outside(tokens, &mut |at| tokens[at].is(text)).is_some();
        let is_capital = |token: &Token| token.text.as_bytes().first().is_some_and(u8::is_ascii_uppercase);
        // `x * y` is more probably a product of tensors.
        let is_factor = |token: &Token| token.is_number() || token.is("*") || (tokens.len() > 3 && is_capital(token));
        let separator = match () {
            () if has(",") => ",",
            () if has(";") && tokens.iter().all(|token| token.is(";") || token.is_number()) => ";",
            () if has("×") => "×",
            () if tokens.len() > 1 && has("*") && tokens.iter().all(is_factor) => "*",
            () => " ",
        };
        if let [word] = tokens
            && are_letters(&word.text)
        {
            for (letter, at) in word.text.chars().zip(word.span.clone()) {
                self.slot(&[Token { text: letter.into(), span: at..at + 1 }], separator)?;
            }
            return Ok(());
        }
        let mut rest = tokens;
        // The list may end after a comma, as in `(3,)`. Without brackets there must be a size.
        while !rest.is_empty() || (self.sizes.is_empty() && !found.has_brackets) {
            let end = outside(rest, &mut |at| match rest[..at].last() {
                Some(last) if separator == " " => {
                    last.span.end < rest[at].span.start && !rest[at].is("=") && !last.is("=")
                }
                _ => rest[at].is(separator),
            });
            let (slot, next) = rest.split_at(end.unwrap_or(rest.len()));
            if self.sizes.len() == MAX_AXES {
                return error(span_of(slot), Problem::TooManyAxes);
            }
            match slot {
                [] => return self.misplaced(next.first().map(|next| next.span.start).or(after), false),
                // `2x3xf32`
                [only] if separator == "×" && next.is_empty() && self.sizes.len() > 1 && only.dtype().is_some() => {
                    self.dtype = only.dtype().flatten();
                }
                _ => self.slot(slot, separator)?,
            }
            rest = next.get(usize::from(separator != " ")..).unwrap_or_default();
            if rest.is_empty() && !next.is_empty() && !matches!(separator, "," | " ") {
                return self.misplaced(after, false);
            }
        }
        Ok(())
    }

    /// Reads one axis.
    fn slot(&mut self, slot: &[Token], separator: &str) -> Read {
        let slot = match slot {
            // `Dimension(3)`
            [word, inner @ ..] if lists(SHAPES, &word.last_part()) => grouped(inner).unwrap_or(slot),
            slot => slot,
        };
        let sign = slot.iter().position(|token| token.is("= :"));
        let size = &slot[sign.map_or(0, |sign| sign + 1)..];
        if size.is_empty() {
            return self.misplaced(None, false);
        }
        self.name = String::new();
        self.size(size, separator)?;
        if let Some(sign) = sign {
            let written = self.original.get(span_of(&slot[..sign])).unwrap_or_default();
            if sign == 0
                || slot[0].is_number()
                || !self.name.is_empty()
                || written.iter().any(|c| "()[]{}\"'".contains(*c))
            {
                return self.misplaced(Some(slot[sign].span.start), sign > 0);
            }
            self.name = written.iter().collect();
        }
        self.sizes.push(self.size);
        self.names.push(std::mem::take(&mut self.name));
        self.places.push(span_of(size));
        Ok(())
    }

    /// Reads a letter.
    fn letter(&mut self, name: &str, span: Range<usize>) -> Read {
        let Some(size) = (self.letters)(name) else {
            return error(
                span,
                if name == "-1" { Problem::NegativeSize } else { Problem::UnknownWord(name.to_owned()) },
            );
        };
        (self.size, self.name) = (size, name.to_owned());
        Ok(())
    }

    /// Reads a size; with its name where it is not written.
    fn size(&mut self, slot: &[Token], separator: &str) -> Read {
        let span = span_of(slot);
        let is_name = |word: &Token| word.is_word() && !word.text.contains('.') && !word.is("True False nan inf");
        match slot {
            [number, units @ ..] if number.is_number() && units.iter().all(|unit| unit.is(UNITS)) => {
                self.number(&number.text, span)
            }
            [minus, number] if minus.is("-") && number.is_number() => error(span, Problem::NegativeSize),
            [sign] if sign.is_nameless() => {
                // The second one of a kind has another size.
                let before = self.names.iter().filter(|name| name.starts_with(&sign.text)).count();
                let number = match before {
                    0 => String::new(),
                    _ if sign.is("-1") => format!(" ({})", before + 1),
                    _ => (before + 1).to_string(),
                };
                self.letter(&[sign.text.as_str(), &number].concat(), span)
            }
            // Between spaces, words are more probably a sentence.
            [word]
                if separator == " "
                    && !self.sizes.is_empty()
                    && word.text.len() > 1
                    && is_name(word)
                    && word.text.is_ascii() =>
            {
                error(span, Problem::UnknownWord(word.text.clone()))
            }
            words if (separator == "," || words.len() == 1) && words.iter().all(is_name) => {
                let words: Vec<&str> = words.iter().map(|word| word.text.as_str()).listed();
                self.letter(&words.join(" "), span)
            }
            _ => self.arithmetic(slot, separator, span),
        }
    }

    fn number(&mut self, text: &str, span: Range<usize>) -> Read {
        let is_digit = |c: char| c.is_ascii_digit() || c == '_';
        let hexadecimal = text.strip_prefix("0x").filter(|digits| digits.chars().all(is_digit));
        match (text.replace('_', "").parse::<u64>(), (self.compute)(text, &[])) {
            (Ok(size), _) if size <= MAX_SIZE => self.size = size,
            _ if text.chars().all(is_digit) => return error(span, Problem::SizeTooLarge),
            (_, Some(Number::Int(size))) if hexadecimal.is_none() => self.size = size.unsigned_abs(),
            (_, Some(Number::Int(size))) => {
                let sizes = ["0, ", hexadecimal.unwrap_or_default()].concat();
                return error(span, Problem::TwoReadings(sizes, size.to_string()));
            }
            (_, Some(Number::Float(size))) if !text.contains('.') && size < 1e15 => {
                let size = (size as u64).to_string();
                return error(span, Problem::TwoReadings(size.clone(), size + ".0"));
            }
            (_, Some(Number::Float(_))) => return error(span, Problem::FractionalSize),
            // `3d`
            _ => {
                let end = span.clone().find(|&at| !self.original.get(at).copied().is_some_and(is_digit));
                return self.misplaced(end, true);
            }
        }
        Ok(())
    }

    /// Reads a size that is computed, `2*3`. With letters in it, it has a name of its own.
    fn arithmetic(&mut self, slot: &[Token], separator: &str, span: Range<usize>) -> Read {
        let is_name = |token: &Token| token.is_word() && !token.text.contains('.');
        let is_part = |token: &Token| token.is(ARITHMETIC) || token.is("( )") || token.is_number() || is_name(token);
        // `x + 1` is more probably a tensor.
        let is_list = separator == ","
            || !(slot.iter().any(is_name) || slot.windows(2).any(|two| two[0].span.end < two[1].span.start));
        let is_start = slot[0].is_number() || slot[0].is_word();
        let misplaced = slot.get(usize::from(is_start)).map(|token| token.span.start);
        if !is_list || !slot.iter().all(is_part) || !slot.iter().any(|token| token.is(ARITHMETIC)) {
            return self.misplaced(misplaced, is_start);
        }
        let mut known = Vec::new();
        for word in slot.iter().filter(|token| token.is_word()) {
            self.letter(&word.text, word.span.clone())?;
            known.push((word.text.as_str(), self.size));
        }
        let text: Vec<&str> = slot.iter().map(|token| token.text.as_str()).listed();
        self.name = if known.is_empty() { String::new() } else { text.concat() };
        match (self.compute)(&text.join(" "), &known) {
            Some(Number::Int(size)) if size >= 0 => self.size = size.unsigned_abs(),
            Some(Number::Int(_)) => return error(span, Problem::NegativeSize),
            Some(Number::Float(_)) => return error(span, Problem::FractionalSize),
            _ => return self.misplaced(misplaced, is_start),
        }
        Ok(())
    }
}

/// A number with commas between its thousands, such as `1,000`: it is two sizes as well.
fn thousands(all: &[Token]) -> Read {
    let mut start = 0;
    while let Some(first) = all.get(start) {
        let (mut end, mut number, mut sizes) = (start + 1, first.text.clone(), first.text.clone());
        while let [comma, group, ..] = &all[end..]
            && first.is_number()
            && first.text.len() < 4
            && comma.is(",")
            && all[end - 1].span.end == comma.span.start
            && comma.span.end == group.span.start
            && group.text.len() == 3
            && let Ok(size) = group.text.parse::<u16>()
        {
            number += &group.text;
            sizes = [&sizes, ", ", &size.to_string()].concat();
            end += 2;
        }
        if all[start + 1..end].iter().any(|group| group.text.starts_with('0')) {
            return error(span_of(&all[start..end]), Problem::TwoReadings(sizes, number));
        }
        start = end;
    }
    Ok(())
}

/// Reads tokens of a text; also whether they have brackets.
fn read_tokens(
    text: &str,
    all: &[Token],
    compute: Compute,
    letters: &mut LetterSize<'_>,
) -> Result<(Operand, bool), ParseError> {
    let found = Found::of(all);
    let (sizes, names, places) = (Vec::new(), Vec::new(), Vec::new());
    let (size, name, original) = (0, String::new(), text.chars().listed());
    let mut read = Sizes { compute, letters, original, size, name, sizes, names, places, dtype: found.dtype };
    match found.sizes {
        [word] if word.is("scalar") => {}
        // A longer word is more probably a mistake.
        [word] if word.is_word() && !found.has_brackets && !may_stand_alone(word) => {
            error(word.span.clone(), Problem::UnknownWord(word.text.clone()))?;
        }
        _ => read.read(&found, all)?,
    }
    thousands(all)?;
    let names = if read.names.iter().all(String::is_empty) { Vec::new() } else { read.names };
    let operand = Operand::of(&Shape::from(read.sizes.as_slice()), Values::Arange);
    Ok((Operand { names, places: read.places, dtype: read.dtype, values_unknown: true, ..operand }, found.has_brackets))
}

/// Whether a word that stands alone is a letter, or several.
fn may_stand_alone(word: &Token) -> bool {
    let is_short = word.text.len() <= 3 || word.text.contains('_') || !word.text.is_ascii();
    !word.text.contains('.') && ((is_short && !word.is_known() && !word.is("x X")) || are_letters(&word.text))
}

/// Whether a word is two to five letters without anything between them: `NCHW`.
fn are_letters(word: &str) -> bool {
    (2..=5).contains(&word.len()) && word.bytes().all(|c| c.is_ascii_uppercase())
}

/// Reads a shape.
pub(crate) fn read(text: &str, compute: Compute, letters: &mut LetterSize<'_>) -> Result<Operand, ParseError> {
    let all = tokens(text);
    if all.is_empty() {
        let end = text.chars().count();
        error(end..end, Problem::Empty)?;
    }
    read_tokens(text, &all, compute, letters).map(|(operand, _)| operand)
}

/// What stands for the size of an axis that is not given; `None` where it is. `text`: that of the operand.
pub(crate) fn letter_at(operand: &Operand, text: &str, axis: usize) -> Option<String> {
    let place = operand.places.get(axis).filter(|_| operand.names.get(axis).is_some_and(|name| !name.is_empty()))?;
    let written = text.chars().skip(place.start).take(place.len());
    let written: String = written.filter(|c| !matches!(c, '{' | '}')).collect();
    (!written.bytes().all(|c| c.is_ascii_digit())).then_some(written)
}

/// Two shapes in a text.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct ShapePair {
    pub(crate) shapes: [String; 2],
    /// The sign between them.
    pub(crate) sign: String,
    /// The one operand that the text is as well: tuples can be joined, nested lists are values, and a list may end with `and`.
    pub(crate) other: Option<String>,
}

/// The shape that tokens of a text are: its sizes, how many these are, and whether they have brackets.
fn part(text: &str, tokens: &[Token], compute: Compute) -> Option<(String, usize, bool)> {
    let (operand, has_brackets) = read_tokens(text, tokens, compute, &mut |_| Some(1)).ok()?;
    let written = |(axis, size): (usize, &u64)| letter_at(&operand, text, axis).unwrap_or_else(|| size.to_string());
    let sizes: Vec<String> = operand.shape().iter().enumerate().map(written).listed();
    Some((sizes.join(", "), sizes.len(), has_brackets))
}

/// A shape as Python writes it.
fn tuple((sizes, ndim, _): &(String, usize, bool)) -> String {
    ["(", sizes, if *ndim == 1 { ",)" } else { ")" }].concat()
}

/// The two shapes before and after a token, or at both sides of the sign that it is.
fn pair_at(text: &str, all: &[Token], at: usize, compute: Compute) -> Option<ShapePair> {
    let (before, token) = (all[..at].last()?, &all[at]);
    let (ends, is_between, is_and) = (before.is(") ]"), token.is(BETWEEN), token.is("and &"));
    // A list of numbers goes on after a comma.
    let is_place = ends || (is_between && (token.is_word() || is_and));
    if !is_place || !(is_between || before.span.end < token.span.start) {
        return None;
    }
    let a = part(text, &all[..at], compute)?;
    let b = part(text, &all[at + usize::from(is_between)..], compute)?;
    // With names before them they are no list.
    let is_sign = is_between && !(token.is(",") && all.iter().any(Token::is_word));
    let sign = if is_sign { token.text.as_str() } else { "" };
    let is_known = ![&a, &b].iter().any(|part| part.0.contains(is_letter));
    let is_list = is_and && b.1 == 1 && !a.2 && !b.2;
    let other = match sign {
        _ if !is_known => None,
        _ if is_list => Some([&a.0, ", ", &b.0].concat()),
        "+" => Some(["(", &a.0, ", ", &b.0, ")"].concat()),
        "," if a.1 == b.1 => Some(["[[", &a.0, "], [", &b.0, "]]"].concat()),
        _ => None,
    };
    let are_shapes = [&a, &b].iter().all(|part| part.1 > 1 || part.2);
    (are_shapes || (is_list && is_known)).then(|| ShapePair {
        shapes: [tuple(&a), tuple(&b)],
        sign: sign.to_owned(),
        other,
    })
}

/// The two shapes that a text is: `(2, 3) (3,)`, `a: (2, 3), b: (3,)`, or one on each of two lines, perhaps with a line for the result.
pub(crate) fn pair(text: &str, compute: Compute) -> Option<ShapePair> {
    let lines: Vec<&str> = text.lines().filter(|line| !line.trim().is_empty()).listed();
    let is_result = |line: &&str| line.trim_start().to_ascii_lowercase().starts_with("result");
    if let [first, second, rest @ ..] = lines.as_slice()
        && rest.len() < 2
        && rest.iter().all(is_result)
    {
        let shape = |line: &str| Some(tuple(&part(line, &tokens(line), compute)?));
        return Some(ShapePair { shapes: [shape(first)?, shape(second)?], sign: String::new(), other: None });
    }
    let all = tokens(text);
    if all.len() > MAX_PAIR {
        return None;
    }
    let inner = grouped(&all).filter(|inner| all[0].is("(") && inner.iter().any(|token| token.is("(")));
    let all = inner.unwrap_or(&all);
    let mut pairs = Vec::new();
    _ = outside(all, &mut |at| {
        pairs.extend(pair_at(text, all, at, compute));
        false
    });
    pairs.pop().filter(|_| pairs.is_empty())
}
