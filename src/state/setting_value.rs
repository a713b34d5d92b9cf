//! How each type of setting is written in links and attributes.

use std::borrow::Cow;
use tensor_broadcasting::lists::Listed;

use super::{ChapterRef, Controls, Theme};
use crate::i18n::Locale;
use crate::practice::QuestionKind;
use crate::practice::limits::MAX_LINK;
use crate::program::Code;
use broadcasting_diagram::{Blocks, CellRef, Panel};
use tensor_broadcasting::library::Library;
use tensor_broadcasting::{Dtype, OperandId, Operator};
use tensor_reader::{MAX_AXES, one_line};

/// A type of setting.
pub(super) trait SettingValue: Sized {
    /// Reads a value; `None` where the text is not one.
    fn from_text(text: &str) -> Option<Self>;

    /// Writes the value as [`SettingValue::from_text`] reads it. What is unset has no text.
    fn to_text(&self) -> Cow<'_, str>;
}

/// What combines two operands of the fields: an operator or, as no operator of elements is, the matrix product.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Binary {
    /// An operator, element by element.
    Operator(Operator),
    /// The matrix product.
    MatrixProduct,
}

impl Binary {
    /// All of them, in the order of the page's menu.
    pub const ALL: [Self; Operator::ALL.len() + 1] = {
        let mut all = [Self::MatrixProduct; Operator::ALL.len() + 1];
        let mut number = 0;
        while number < Operator::ALL.len() {
            all[number] = Self::Operator(Operator::ALL[number]);
            number += 1;
        }
        all
    };

    /// The name in links: the function in PyTorch.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Operator(operator) => Library::PyTorch.function(operator),
            Self::MatrixProduct => "matmul",
        }
    }

    /// The operator, if it is one.
    #[must_use]
    pub const fn operator(self) -> Option<Operator> {
        match self {
            Self::Operator(operator) => Some(operator),
            Self::MatrixProduct => None,
        }
    }
}

/// The sign of the matrix product, which links may have in place of its name.
pub const PRODUCT_SIGN: &str = "@";

impl From<Operator> for Binary {
    fn from(operator: Operator) -> Self {
        Self::Operator(operator)
    }
}

/// The name of a library in links.
#[must_use]
pub const fn library_name(library: Library) -> &'static str {
    match library {
        Library::PyTorch => "pytorch",
        Library::NumPy => "numpy",
    }
}

/// The one of `all` that has a name.
fn named<T: Copy>(all: &[T], name: fn(T) -> &'static str, text: &str) -> Option<T> {
    all.iter().copied().find(|&value| name(value) == text)
}

/// Implements [`SettingValue`] for choices whose values have names.
macro_rules! choices {
    ($($choice:ty),+) => {$(
        impl SettingValue for $choice {
            fn from_text(text: &str) -> Option<Self> {
                named(&Self::ALL, Self::name, text)
            }

            fn to_text(&self) -> Cow<'_, str> {
                self.name().into()
            }
        }
    )+};
}

choices!(Blocks, Theme);

/// The text of an operand, joined to the one line that an input has.
impl SettingValue for String {
    fn from_text(text: &str) -> Option<Self> {
        Some(one_line(text).into_owned())
    }

    fn to_text(&self) -> Cow<'_, str> {
        self.into()
    }
}

/// The text of a program, with its lines.
impl SettingValue for Code {
    fn from_text(text: &str) -> Option<Self> {
        Some(text.to_owned().into())
    }

    fn to_text(&self) -> Cow<'_, str> {
        self.text.as_str().into()
    }
}

/// The operation of a program, or a step: an index from 0 here, a number from 1 in text.
impl SettingValue for Option<usize> {
    fn from_text(text: &str) -> Option<Self> {
        Some(Some(text.parse::<usize>().ok()?.checked_sub(1)?))
    }

    fn to_text(&self) -> Cow<'_, str> {
        self.map_or(Cow::Borrowed(""), |index| index.saturating_add(1).to_string().into())
    }
}

/// The text of a set of questions. Whether it is one is known when what reads it is loaded.
impl SettingValue for Option<String> {
    fn from_text(text: &str) -> Option<Self> {
        // A text of so many bytes has at most as many characters.
        let is_set = !text.is_empty() && text.len() <= 4 * MAX_LINK;
        is_set.then(|| Some(text.to_owned()))
    }

    fn to_text(&self) -> Cow<'_, str> {
        self.as_deref().unwrap_or_default().into()
    }
}

/// The text of the third operand; `None` for an operation of two operands.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Third(pub Option<String>);

impl SettingValue for Third {
    fn from_text(text: &str) -> Option<Self> {
        Some(Self(Some(text.to_owned())))
    }

    fn to_text(&self) -> Cow<'_, str> {
        self.0.as_deref().unwrap_or_default().into()
    }
}

impl SettingValue for Option<QuestionKind> {
    fn from_text(text: &str) -> Option<Self> {
        named(&QuestionKind::ALL, QuestionKind::name, text).map(Some)
    }

    fn to_text(&self) -> Cow<'_, str> {
        self.map_or("", QuestionKind::name).into()
    }
}

impl SettingValue for bool {
    fn from_text(text: &str) -> Option<Self> {
        match text {
            "1" | "true" | "" => Some(true),
            "0" | "false" => Some(false),
            _ => None,
        }
    }

    fn to_text(&self) -> Cow<'_, str> {
        if *self { "1" } else { "0" }.into()
    }
}

/// The matrix product has its sign as a second name.
impl SettingValue for Binary {
    fn from_text(text: &str) -> Option<Self> {
        if text == PRODUCT_SIGN || text == Self::MatrixProduct.name() {
            return Some(Self::MatrixProduct);
        }
        named(&Operator::ALL, |operator| Self::Operator(operator).name(), text).map(Self::Operator)
    }

    fn to_text(&self) -> Cow<'_, str> {
        self.name().into()
    }
}

impl SettingValue for Library {
    fn from_text(text: &str) -> Option<Self> {
        named(&Self::ALL, library_name, text).or_else(|| named(&Self::ALL, Self::module, text))
    }

    fn to_text(&self) -> Cow<'_, str> {
        library_name(*self).into()
    }
}

impl SettingValue for Option<Dtype> {
    fn from_text(text: &str) -> Option<Self> {
        named(&Dtype::ALL, Dtype::name, text).map(Some)
    }

    fn to_text(&self) -> Cow<'_, str> {
        self.map_or("", Dtype::name).into()
    }
}

/// A chapter: an index from 0 here, a number from 1 in text.
impl SettingValue for Option<ChapterRef> {
    fn from_text(text: &str) -> Option<Self> {
        Some(Some(match text {
            "last" => ChapterRef::Last,
            number => ChapterRef::Index(number.parse::<usize>().ok()?.checked_sub(1)?),
        }))
    }

    fn to_text(&self) -> Cow<'_, str> {
        match self {
            None => "".into(),
            Some(ChapterRef::Last) => "last".into(),
            Some(ChapterRef::Index(index)) => index.saturating_add(1).to_string().into(),
        }
    }
}

/// A cell: `2,1` is one of the result, `a:2,1` is at that index in the panel of `a`.
impl SettingValue for Option<CellRef> {
    fn from_text(text: &str) -> Option<Self> {
        let (panel, index) = match text.split_once(':') {
            None => (Panel::Result, text),
            Some((name, index)) => (Panel::Operand(named(&OperandId::ALL, OperandId::name, name)?), index),
        };
        // A result without axes has one cell, of the empty index.
        let numbers = index.split(',').filter(|_| !index.is_empty());
        let index: Vec<u64> = numbers.map(|number| number.parse().ok()).all_listed()?;
        (index.len() <= MAX_AXES).then_some(Some(CellRef { panel, index }))
    }

    fn to_text(&self) -> Cow<'_, str> {
        let Some(cell) = self else { return Cow::Borrowed("") };
        let index: Vec<String> = cell.index.iter().map(u64::to_string).listed();
        let index = index.join(",");
        match cell.panel {
            Panel::Result => index,
            Panel::Operand(side) => [side.name(), &index].join(":"),
        }
        .into()
    }
}

/// The controls. An attribute without a value means all, as for a video.
impl SettingValue for Controls {
    fn from_text(text: &str) -> Option<Self> {
        match text {
            "" | "1" | "true" => Some(Self::All),
            "0" | "false" => Some(Self::None),
            name => named(&Self::ALL, Self::name, name),
        }
    }

    fn to_text(&self) -> Cow<'_, str> {
        self.name().into()
    }
}

impl SettingValue for Option<Locale> {
    fn from_text(text: &str) -> Option<Self> {
        Locale::from_tag(text).map(Some)
    }

    fn to_text(&self) -> Cow<'_, str> {
        self.map_or("", Locale::tag).into()
    }
}
