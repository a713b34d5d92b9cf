//! The schema of settings: one row for each.
//!
//! From the rows below follow [`Settings`] with its defaults, and [`SETTINGS`], the table that the link codec reads and
//! writes by. From the same table, `tests/native/schema.rs` writes the settings in other languages: the script's table, the
//! TypeScript types, the manifest of the custom element, the README of the package and the widget for notebooks.
//!
//! To add a setting, add a row and run `UPDATE_SCHEMA=1 cargo test --test native schema`. A setting of a new type also needs a
//! `SettingValue`. Which values a setting takes, that test says.

use std::borrow::Cow;

use super::setting_value::{Binary, SettingValue, Third};
use super::{ChapterRef, Controls, Theme};
use crate::i18n::Locale;
use crate::practice::QuestionKind;
use crate::program::Code;
use crate::program::Program;
use broadcasting_diagram::{Blocks, CellRef};
use tensor_broadcasting::library::Library;
use tensor_broadcasting::{Combination, Dtype, OperandId, Operator};

/// The text of a third operand that was not typed yet.
const THIRD: &str = "1";

/// One setting: its name, and how its value is written.
pub struct Setting {
    /// Its name in links and, where it is one, as an attribute.
    pub name: &'static str,
    /// Whether it is an attribute and a property of the custom element too.
    pub is_attribute: bool,
    /// Whether links have it in their fragment, which browsers do not send to a server.
    pub in_fragment: bool,
    /// Whether each step of a teacher's set has a value of its own for it.
    pub is_of_step: bool,
    /// Sets it to the value of a text; `None`, and no change, where the text is no value of it.
    pub(super) read: fn(&mut Settings, &str) -> Option<()>,
    /// Its value as [`Setting::read`] takes it; `None` where links leave it out.
    pub(super) write: fn(&Settings) -> Option<Cow<'_, str>>,
    /// Its documentation, which is not part of the page.
    #[cfg(not(target_arch = "wasm32"))]
    pub docs: SettingDocs,
}

/// The documentation of a setting.
#[cfg(not(target_arch = "wasm32"))]
pub struct SettingDocs {
    /// What it sets: a sentence.
    pub description: &'static str,
    /// What an unset setting means, in words; empty where it cannot be unset.
    pub unset: &'static str,
    /// The default as links have it; empty where there is none.
    pub default: fn() -> String,
}

/// Defines [`Settings`] and [`SETTINGS`] from the rows. A row is: a description (its first line goes into the documentation, the
/// others are for readers of the Rust code), the field with its type and default, and its name in links. Then follow:
/// `step`, an attribute of which each step of a teacher's set has a value of its own, `fragment`, such an attribute that links have in
/// their fragment, `attribute`, or `link_only`; `always` or `if_changed`: when links contain it; what it means to be unset.
macro_rules! settings {
    ($(
        #[doc = $description:literal]
        $(#[doc = $more:literal])*
        $field:ident: $type:ty = $default:expr => $name:literal, $scope:ident, $written:ident, $unset:literal;
    )+) => {
        /// The settings: all that a link contains.
        #[derive(Debug, Clone, PartialEq)]
        pub struct Settings {$(
            #[doc = $description]
            $(#[doc = $more])*
            pub $field: $type,
        )+}

        impl Default for Settings {
            fn default() -> Self {
                Self { $($field: $default,)+ }
            }
        }

        /// Every setting, in the order in which links write them.
        pub static SETTINGS: &[Setting] = &[$(Setting {
            name: $name,
            is_attribute: settings!(@is_attribute $scope),
            in_fragment: settings!(@in_fragment $scope),
            is_of_step: settings!(@is_of_step $scope),
            read: |settings, text| {
                settings.$field = SettingValue::from_text(text)?;
                Some(())
            },
            write: |settings| {
                let written = settings!(@$written) || settings.$field != $default;
                written.then(|| settings.$field.to_text())
            },
            #[cfg(not(target_arch = "wasm32"))]
            docs: SettingDocs {
                description: $description,
                unset: $unset,
                default: || {
                    let default: $type = $default;
                    default.to_text().into_owned()
                },
            },
        },)+];
    };
    (@is_attribute link_only) => { false };
    (@is_attribute $scope:ident) => { true };
    (@in_fragment fragment) => { true };
    (@in_fragment $scope:ident) => { false };
    (@is_of_step step) => { true };
    (@is_of_step fragment) => { true };
    (@is_of_step $scope:ident) => { false };
    (@always) => { true };
    (@if_changed) => { false };
}

settings! {
    /// Operand `a`, as it was typed.
    a: String = "4,1".to_owned() => "a", step, always, "";
    /// Operand `b`, as it was typed.
    b: String = "3".to_owned() => "b", step, always, "";
    /// Operand `c`, as it was typed. With it, the operation is `where(a, b, c)`, and `a` is its condition.
    c: Third = Third::default() => "c", step, if_changed, "an operation of two operands";
    /// The operator, by the name of its function in PyTorch; `@` means `matmul`.
    operator: Binary = Binary::Operator(Operator::Add) => "op", step, if_changed, "";
    /// The library whose rules and messages are shown.
    library: Library = Library::PyTorch => "library", step, if_changed, "";
    /// Whether the operation writes its result into `a`.
    in_place: bool = false => "inplace", step, if_changed, "";
    /// The operation of the program that is shown, counted from 1 in links, attributes and properties.
    ///
    /// In Rust it is an index from 0, which is written from 1.
    operation: Option<usize> = None => "operation", step, if_changed, "the first that fails, else the first that is probably a mistake, else the last";
    /// The element type of operands that are written as shapes, in which memory is counted too.
    ///
    /// `None` for the type of the operands or, where they have none, the library's default.
    dtype: Option<Dtype> = None => "dtype", step, if_changed, "the type of the operands";
    /// The chapter that is shown, counted from 1 in links, attributes and properties.
    ///
    /// In Rust it is an index from 0, which is written from 1.
    chapter: Option<ChapterRef> = None => "chapter", step, if_changed, "the first chapter, from which the page plays";
    /// The pinned cell, by its index in the aligned shapes.
    cell: Option<CellRef> = None => "cell", step, if_changed, "no cell";
    /// How blocks of more than two axes are drawn: side by side, or stacked in depth.
    blocks: Blocks = Blocks::Beside => "blocks", step, if_changed, "";
    /// Whether the story goes on, in PyTorch, with the gradient of each operand.
    gradient: bool = false => "gradient", step, if_changed, "";
    /// Whether the story starts again at its end.
    looping: bool = false => "loop", attribute, if_changed, "";
    /// Whether the story plays when the diagram is first seen.
    autoplay: bool = false => "autoplay", attribute, if_changed, "";
    /// What is shown around an embedded diagram.
    controls: Controls = Controls::All => "controls", attribute, if_changed, "";
    /// What the user is asked about the operation before the answer is shown.
    predict: Option<QuestionKind> = None => "predict", step, if_changed, "nothing is asked";
    /// A set of questions from a seed, as the page writes it into a link.
    ///
    /// [`crate::practice::SeededSet`] reads it, which is loaded later.
    practice: Option<String> = None => "practice", attribute, if_changed, "no set";
    /// A teacher's steps, as the page writes them into a link.
    ///
    /// [`super::OwnSet`] reads it, which is loaded later.
    steps: Option<String> = None => "steps", attribute, if_changed, "no steps";
    /// A file with a teacher's steps, by its address. The value of `steps` comes before it.
    steps_src: Option<String> = None => "steps-src", attribute, if_changed, "no file";
    /// The step that is shown, counted from 1 in links, attributes and properties.
    ///
    /// In Rust it is an index from 0, which is written from 1.
    step: Option<usize> = None => "step", attribute, if_changed, "the first step";
    /// The colours.
    theme: Theme = Theme::Auto => "theme", attribute, if_changed, "";
    /// The language.
    ///
    /// `None` for the first of the browser's languages that is there.
    locale: Option<Locale> = None => "locale", attribute, if_changed, "the language of the browser";
    /// Whether only the inputs, the axis table, the diagram and the transport are shown.
    embed: bool = false => "embed", link_only, if_changed, "";
    /// A program in Python. It stands in place of the operands, the operator and the in-place switch.
    code: Code = Code::default() => "code", fragment, if_changed, "";
}

impl Settings {
    /// Whether `other` has the same operation: the same program and operation of it, or else the same operands, operator and
    /// in-place switch. Only another operation needs another analysis, and only it ends the story.
    #[must_use]
    pub fn same_operation(&self, other: &Self) -> bool {
        if self.has_code() || other.has_code() {
            return self.code == other.code && self.operation == other.operation;
        }
        let is_same_function = self.c == other.c
            && (self.c.0.is_some() || self.operator == other.operator)
            && self.in_place == other.in_place;
        self.a == other.a && self.b == other.b && is_same_function
    }

    /// The operands that have a text.
    #[must_use]
    pub const fn operands(&self) -> &'static [OperandId] {
        if self.c.0.is_some() { &OperandId::ALL } else { &OperandId::PAIR }
    }

    /// Takes what a program says of its shown operation: operator, in-place switch and library.
    pub(super) fn follow(&mut self, program: &Program) {
        self.library = program.reading.library;
        let drawn = program.shown_operation().map(|listed| &listed.operation);
        if let Some((operation, combination)) = drawn.and_then(|drawn| Some((drawn, drawn.combination.as_ref()?))) {
            self.operator = match combination {
                Combination::MatrixProduct => Binary::MatrixProduct,
                other => other.operator().unwrap_or_default().into(),
            };
            self.in_place = operation.in_place;
        }
    }

    /// Chooses the function of three operands, with a text for the third one where it has none.
    pub(super) fn choose_where(&mut self) {
        self.c.0.get_or_insert_with(|| THIRD.to_owned());
    }

    /// Does not write into `a` where [`Settings::makes_new`] says so.
    pub(super) fn rule_out_in_place(&mut self) {
        self.in_place &= !self.makes_new();
    }

    /// Whether the result of the fields is always a new tensor: that of `where` is, and that of the matrix product, for which PyTorch has
    /// no in-place method.
    #[must_use]
    pub fn makes_new(&self) -> bool {
        self.c.0.is_some() || self.operator == Binary::MatrixProduct
    }

    /// Whether a program stands in place of the operands.
    #[must_use]
    pub const fn has_code(&self) -> bool {
        !self.code.text.is_empty()
    }

    /// Whether a transport is shown, which can play the story and stop it.
    #[must_use]
    pub fn has_transport(&self) -> bool {
        !self.embed || self.controls != Controls::None
    }

    /// The text of one operand; empty for an operand that there is not.
    #[must_use]
    pub fn operand_text(&self, operand: OperandId) -> &str {
        match operand {
            OperandId::A => &self.a,
            OperandId::B => &self.b,
            OperandId::C => self.c.0.as_deref().unwrap_or_default(),
        }
    }

    /// The text of one operand, to be replaced. Where there is no such operand, there is one afterwards.
    pub(super) fn operand_text_mut(&mut self, operand: OperandId) -> &mut String {
        match operand {
            OperandId::A => &mut self.a,
            OperandId::B => &mut self.b,
            OperandId::C => self.c.0.get_or_insert_default(),
        }
    }
}
