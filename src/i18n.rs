//! The sentences that a person reads, in every language.
//!
//! A sentence is a [`Label`] (always the same), a [`Message`] (with numbers, shapes or names in it), or a text of an example.
//! Each language is one module with one constant, a `Language`. Its functions match every variant, so a missing translation
//! does not compile. The languages are listed once, in `languages!` below.
//!
//! # Adding a language
//!
//! 1. Copy `en.rs` to `fr.rs` and `en/` to `fr/`, and translate their strings.
//! 2. Add it to the list in this file: `mod fr;` and the row `Fr => fr, "fr", "Français"`.
//! 3. Run `UPDATE_SCHEMA=1 cargo test --test native schema`, which writes the tag into the types of the npm package.
//! 4. Add the words in which an answer may be written to `src/practice/words.rs`, the texts for a browser that cannot run
//!    WebAssembly to `index.html` and `src/embed/policy.js`, and a limit of the new file's size to `xtask/packages/limits.mjs`.
//!
//! The links, the language menu, the share dialog and the tests take the languages from [`Locale::ALL`].
//!
//! The sentences of each language but English are a chunk, which is loaded for the people who use the language.
//! While it is not loaded, the texts are English ([`Locale::available`]).
//!
//! # What does not belong here
//!
//! No rule of broadcasting: a message carries what other modules have decided. No message of a library: these are not
//! translated and stay in [`tensor_broadcasting::library`]. The texts for a browser that cannot run WebAssembly are in `index.html` and
//! `src/embed/policy.js`, because no Rust code runs there.

mod chapter;
mod en;
mod es;
mod export;
mod format;
mod gradient;
mod label;
mod message;
mod practice;
mod product;
mod program_text;
mod reading;
mod teach;
mod zh_cn;

pub use crate::i18n::export::ExportLabel;
pub use crate::i18n::format::{
    bytes, element_name, equation, kept_as, operation_line, printed_element, stride_sum, total_bytes, value_text,
};
pub use crate::i18n::gradient::{GRADIENT, Gradient};
pub use crate::i18n::label::{Key, Label, WorkLabel};
pub use crate::i18n::message::{Message, WorkMessage};
pub use crate::i18n::practice::{PracticeLabel, PracticeMessage};
pub use crate::i18n::product::{ProductElement, ProductText};
pub use crate::i18n::program_text::ProgramText;
pub use crate::i18n::reading::reading_time;
pub use crate::i18n::teach::{Reason, TeachLabel, TeachMessage};

use crate::chunks::{Chunk, chunk};
use crate::examples::{ExampleId, Group};
use crate::i18n::gradient::GradientTexts;
use crate::i18n::practice::PracticeTexts;
use crate::i18n::teach::TeachTexts;
use crate::practice::{Answer, Level, Misconception, Question, QuestionKind, Topic};
use broadcasting_diagram::Labels;
use tensor_broadcasting::{Axis, Operation};

/// What one language supplies.
#[derive(Debug)]
pub struct Language {
    sentences: Sentences,
    work: WorkTexts,
    examples: ExampleTexts,
    /// What is said of programs.
    program_text: fn(ProgramText<'_>) -> String,
    /// The texts of the editor's script behind their English ones; none in English.
    editor_phrases: &'static [(&'static str, &'static str)],
    /// What is said of matrix products.
    product_text: fn(ProductText<'_>) -> String,
    practice: PracticeTexts,
    export: fn(ExportLabel) -> &'static str,
    gradient: GradientTexts,
    teach: TeachTexts,
}

/// The texts of one language, without those of the examples, of programs, of products, of practice and for teachers.
#[derive(Debug)]
struct Sentences {
    /// What ends a sentence and comes before the next one.
    full_stop: &'static str,
    /// The words in a drawing.
    drawing: Labels,
    /// A number with its digits in groups of three.
    grouped: fn(u64) -> String,
    /// The text of every label.
    label: fn(Label) -> &'static str,
    /// The text of every message.
    message: fn(Message<'_>) -> String,
}

/// The texts of one language that are loaded with the chunks `work` and `panels`: of the keys, the panels and the dialogs.
#[derive(Debug)]
struct WorkTexts {
    /// What each key does.
    key_action: fn(Key) -> &'static str,
    /// The text of every label there.
    label: fn(WorkLabel) -> &'static str,
    /// The text of every message there.
    message: fn(WorkMessage<'_>) -> String,
}

/// The texts of the examples in one language. They are loaded with the chunk `work`, and no other chunk has them.
#[derive(Debug)]
struct ExampleTexts {
    /// The heading of each group of examples.
    group: fn(Group) -> &'static str,
    /// The title of each example, and what it shows in one to three sentences. Both are plain text.
    example: fn(ExampleId) -> (&'static str, &'static str),
}

/// Defines [`Locale`] from the list of languages: a variant, the module that holds its `LANGUAGE`, the tag (BCP 47), and the
/// language's name in the language itself. The first one is loaded with the page, and the others are chunks.
macro_rules! languages {
    (
        $(#[$first_attribute:meta])* $first:ident => $first_module:ident, $first_tag:literal, $first_name:literal;
        $($(#[$attribute:meta])* $variant:ident => $module:ident, $tag:literal, $name:literal;)*
    ) => {
        /// A language.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
        pub enum Locale {
            $(#[$first_attribute])*
            #[default]
            $first,
            $($(#[$attribute])* $variant,)*
        }

        impl Locale {
            /// Every language, in the order of the menu.
            pub const ALL: [Self; [$first_tag, $($tag),*].len()] = [Self::$first, $(Self::$variant),*];

            /// The language's tag (BCP 47), as links and the `lang` attribute have it.
            #[must_use]
            pub const fn tag(self) -> &'static str {
                match self {
                    Self::$first => $first_tag,
                    $(Self::$variant => $tag,)*
                }
            }

            /// The language's name in the language itself.
            #[must_use]
            pub const fn name(self) -> &'static str {
                match self {
                    Self::$first => $first_name,
                    $(Self::$variant => $name,)*
                }
            }

            /// The chunk with the sentences of the language; `None` where they are loaded with the page.
            #[must_use]
            pub fn chunk(self) -> Option<&'static Chunk<Language>> {
                match self {
                    Self::$first => None,
                    $(Self::$variant => {
                        chunk! { LANGUAGE: Language = $module::LANGUAGE, in $module }
                        Some(&LANGUAGE)
                    })*
                }
            }
        }

        /// The sentences of the language that is loaded with the page.
        static FIRST: Sentences = $first_module::LANGUAGE.sentences;

        /// Its texts of the chunk `work`. They are apart, so that they can be in that chunk. Only what is loaded with it may ask for
        /// them.
        static FIRST_WORK: WorkTexts = $first_module::LANGUAGE.work;

        /// Its texts of the examples. They are apart, because only one chunk has them.
        static FIRST_EXAMPLES: ExampleTexts = $first_module::LANGUAGE.examples;

        /// What it says of programs. It is apart, so that it can be in the chunk that shows them.
        static FIRST_PROGRAM_TEXT: fn(ProgramText<'_>) -> String = $first_module::LANGUAGE.program_text;

        /// What it says of matrix products. It is apart, so that it can be in the chunk that shows them.
        static FIRST_PRODUCT_TEXT: fn(ProductText<'_>) -> String = $first_module::LANGUAGE.product_text;

        /// Its texts of practice. They are apart, so that they can be in the chunk of practice. Only what is loaded with that one
        /// may ask for them.
        static FIRST_PRACTICE: PracticeTexts = $first_module::LANGUAGE.practice;

        /// Its texts for teachers, which are in the chunk of practice too.
        static FIRST_TEACH: TeachTexts = $first_module::LANGUAGE.teach;

        /// Its texts of the export menu, which are in the chunk of that menu.
        static FIRST_EXPORT: fn(ExportLabel) -> &'static str = $first_module::LANGUAGE.export;

        /// Its texts of the gradient, which are in the chunk of the gradient.
        static FIRST_GRADIENT: GradientTexts = $first_module::LANGUAGE.gradient;
    };
}

languages! {
    /// English.
    En => en, "en", "English";
    /// Simplified Chinese.
    ZhCn => zh_cn, "zh-CN", "中文";
    /// Spanish.
    Es => es, "es", "Español";
}

impl Locale {
    /// The sentences of the language. English while they are not loaded.
    fn sentences(self) -> &'static Sentences {
        self.chunk().and_then(Chunk::get).map_or(&FIRST, |language| &language.sentences)
    }

    /// The texts of the chunk `work` in the language. English while they are not loaded.
    fn work(self) -> &'static WorkTexts {
        self.chunk().and_then(Chunk::get).map_or(&FIRST_WORK, |language| &language.work)
    }

    /// The texts of the examples in the language. English while they are not loaded.
    fn examples(self) -> &'static ExampleTexts {
        self.chunk().and_then(Chunk::get).map_or(&FIRST_EXAMPLES, |language| &language.examples)
    }

    /// The language, if its sentences are loaded; else English.
    #[must_use]
    pub fn available(self) -> Self {
        let is_loaded = self.chunk().is_none_or(|chunk| chunk.get().is_some());
        if is_loaded { self } else { Self::default() }
    }

    /// The language for a tag such as `zh`, `zh-Hans` or `en_GB`. Only the part before the first `-` or `_` counts. `None`
    /// where the page has no such language.
    ///
    /// ```
    /// use broadcast_visualizer::i18n::Locale;
    /// assert_eq!(Locale::from_tag("zh-Hans-CN"), Some(Locale::ZhCn));
    /// assert_eq!(Locale::from_tag("en_US"), Some(Locale::En));
    /// assert_eq!(Locale::from_tag("xx"), None);
    /// ```
    #[must_use]
    pub fn from_tag(tag: &str) -> Option<Self> {
        fn primary(tag: &str) -> &str {
            tag.split(['-', '_']).next().unwrap_or_default()
        }
        Self::ALL.into_iter().find(|locale| primary(locale.tag()).eq_ignore_ascii_case(primary(tag)))
    }

    /// The words in a drawing.
    #[must_use]
    pub fn labels(self) -> Labels {
        self.sentences().drawing
    }

    /// A number with its digits in groups of three.
    ///
    /// ```
    /// use broadcast_visualizer::i18n::Locale;
    /// assert_eq!(Locale::En.grouped(25_088), "25,088");
    /// assert_eq!(Locale::Es.grouped(25_088), "25\u{a0}088");
    /// ```
    #[must_use]
    pub fn grouped(self, number: u64) -> String {
        (self.sentences().grouped)(number)
    }

    /// The text of a label.
    ///
    /// ```
    /// use broadcast_visualizer::i18n::{Label, Locale};
    /// assert_eq!(Locale::En.label(Label::Play), "Play");
    /// assert_eq!(Locale::ZhCn.label(Label::Play), "播放");
    /// ```
    #[must_use]
    pub fn label(self, label: Label) -> &'static str {
        (self.sentences().label)(label)
    }

    /// The text of a message.
    ///
    /// ```
    /// use tensor_broadcasting::Shape;
    /// use broadcast_visualizer::i18n::{Locale, Message};
    /// let shape = Shape::from([4, 3]);
    /// assert_eq!(Locale::En.message(Message::Broadcasts(&shape)), "The shapes broadcast to (4, 3)");
    /// ```
    #[must_use]
    pub fn message(self, message: Message<'_>) -> String {
        (self.sentences().message)(message)
    }

    /// What is said of a program.
    #[must_use]
    pub fn program_text(self, text: ProgramText<'_>) -> String {
        self.chunk().and_then(Chunk::get).map_or(FIRST_PROGRAM_TEXT, |language| language.program_text)(text)
    }

    /// The texts of the editor's script behind their English ones; none in English.
    #[must_use]
    pub fn editor_phrases(self) -> &'static [(&'static str, &'static str)] {
        self.chunk().and_then(Chunk::get).map_or(&[], |language| language.editor_phrases)
    }

    /// The text of a label of the chunk `work`. Only what is loaded with it may ask for it.
    #[must_use]
    pub fn work_label(self, label: WorkLabel) -> &'static str {
        (self.work().label)(label)
    }

    /// The text of a message of the chunk `work`. Only what is loaded with it may ask for it.
    #[must_use]
    pub fn work_message(self, message: WorkMessage<'_>) -> String {
        (self.work().message)(message)
    }

    /// What a key does.
    #[must_use]
    pub fn key_action(self, key: Key) -> &'static str {
        (self.work().key_action)(key)
    }

    /// The heading of a group of examples.
    #[must_use]
    pub fn example_group(self, group: Group) -> &'static str {
        (self.examples().group)(group)
    }

    /// The title of an example.
    #[must_use]
    pub fn example_title(self, id: ExampleId) -> &'static str {
        (self.examples().example)(id).0
    }

    /// What an example shows, in one to three sentences of plain text.
    #[must_use]
    pub fn example_note(self, id: ExampleId) -> &'static str {
        (self.examples().example)(id).1
    }

    /// The texts for teachers in the language. English while they are not loaded.
    fn teach(self) -> &'static TeachTexts {
        self.chunk().and_then(Chunk::get).map_or(&FIRST_TEACH, |language| &language.teach)
    }

    /// The texts of practice in the language. English while they are not loaded.
    fn practice(self) -> &'static PracticeTexts {
        self.chunk().and_then(Chunk::get).map_or(&FIRST_PRACTICE, |language| &language.practice)
    }

    /// An answer to a question, as it is shown.
    #[must_use]
    pub fn answer_text(self, question: &Question, answer: &Answer) -> String {
        practice::answer_text(self, question, answer)
    }

    /// The sentence that a wrong rule is: "Shapes line up at the left."
    #[must_use]
    pub fn misconception(self, rule: Misconception) -> &'static str {
        (self.practice().misconception)(rule).0
    }

    /// What is right instead of a wrong rule, in one or two sentences.
    #[must_use]
    pub fn correction(self, rule: Misconception) -> &'static str {
        (self.practice().misconception)(rule).1
    }

    /// What happens at an axis of an operation: "a stretches 1→4".
    #[must_use]
    pub fn what_happens(self, axis: &Axis, operation: &Operation) -> String {
        (self.practice().axis)(axis, operation)
    }

    /// The name of a kind of question.
    #[must_use]
    pub fn question_kind(self, kind: QuestionKind) -> &'static str {
        (self.practice().kind)(kind)
    }

    /// The name of a topic.
    #[must_use]
    pub fn topic(self, topic: Topic) -> &'static str {
        (self.practice().topic)(topic)
    }

    /// What the questions of a level have.
    #[must_use]
    pub fn level(self, level: Level) -> &'static str {
        (self.practice().level)(level)
    }

    /// A text of practice that is always the same.
    #[must_use]
    pub fn practice_label(self, label: PracticeLabel) -> &'static str {
        (self.practice().label)(label)
    }

    /// A text of practice with variable parts.
    ///
    /// ```
    /// use broadcast_visualizer::i18n::{Locale, PracticeMessage};
    /// assert_eq!(Locale::En.practice_message(PracticeMessage::Score(3, 5)), "3 of 5 right at the first try");
    /// ```
    #[must_use]
    pub fn practice_message(self, message: PracticeMessage<'_>) -> String {
        let text = (self.practice().message)(message);
        match message {
            PracticeMessage::Prompt(question) => self.joined(&practice::statement_line(&question.subject), &text),
            _ => text,
        }
    }

    /// A text for teachers that is always the same.
    #[must_use]
    pub fn teach_label(self, label: TeachLabel) -> &'static str {
        (self.teach().label)(label)
    }

    /// A text for teachers with variable parts.
    ///
    /// ```
    /// use broadcast_visualizer::i18n::{Locale, TeachMessage};
    /// assert_eq!(Locale::En.teach_message(TeachMessage::Moved(2, 3)), "This is now step 2 of 3.");
    /// ```
    #[must_use]
    pub fn teach_message(self, message: TeachMessage<'_>) -> String {
        (self.teach().message)(message)
    }

    /// Two sentences as one text.
    #[must_use]
    pub fn joined(self, first: &str, second: &str) -> String {
        [first, self.sentences().full_stop, second].concat()
    }
}
