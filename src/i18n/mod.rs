//! Every sentence a person reads, in every language.
//!
//! What is said is a [`Label`] or, where it carries something, a [`Message`]; each language has one exhaustive `match` over
//! either, so a missing translation does not compile. What the libraries say themselves is not translated: it stays in [`crate::library`]. No rule belongs here:
//! a message carries what the rooms above have decided.

mod en;
mod examples_en;
mod examples_zh_cn;
mod zh_cn;

use crate::broadcast::{Axis, AxisRole, Dtype, OperandId, Operation, Provenance, Scalar, Shape, Source, format_value};
use crate::diagnostics::{AxisEdit, Fix, Warning};
use crate::diagram::{Chapter, ChapterKind, Labels, Writing};
use crate::examples::{ExampleId, Group};
use crate::library::Library;
use crate::parse::{ParseError, Problem};

/// A language.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Locale {
    /// English.
    #[default]
    En,
    /// Simplified Chinese.
    ZhCn,
}

impl Locale {
    /// All of them, in the order in which they are offered.
    pub const ALL: [Self; 2] = [Self::En, Self::ZhCn];

    /// The language's tag, for links and for `lang`.
    #[must_use]
    pub const fn tag(self) -> &'static str {
        match self {
            Self::En => "en",
            Self::ZhCn => "zh-CN",
        }
    }

    /// The language's own name.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::En => "English",
            Self::ZhCn => "中文",
        }
    }

    /// The language that a tag such as `zh`, `zh-Hans` or `en-GB` asks for; `None` where there is none for it.
    ///
    /// ```
    /// use broadcast_visualizer::i18n::Locale;
    /// assert_eq!(Locale::from_tag("zh-Hans-CN"), Some(Locale::ZhCn));
    /// assert_eq!(Locale::from_tag("en_US"), Some(Locale::En));
    /// assert_eq!(Locale::from_tag("fr"), None);
    /// ```
    #[must_use]
    pub fn from_tag(tag: &str) -> Option<Self> {
        let language = tag.split(['-', '_']).next().unwrap_or_default();
        if language.eq_ignore_ascii_case("zh") {
            Some(Self::ZhCn)
        } else if language.eq_ignore_ascii_case("en") {
            Some(Self::En)
        } else {
            None
        }
    }

    /// The words inside a drawing.
    #[must_use]
    pub const fn labels(self) -> Labels {
        match self {
            Self::En => Labels { axis: "axis", empty: "no elements", stretches: "only a size of 1 can stretch" },
            Self::ZhCn => {
                Labels { axis: "轴", empty: "没有元素", stretches: "只有大小为 1 的轴才能拉伸" }
            }
        }
    }

    /// The words of a label in this language.
    #[must_use]
    pub const fn label(self, label: Label) -> &'static str {
        match self {
            Self::En => en::label(label),
            Self::ZhCn => zh_cn::label(label),
        }
    }

    /// Two sentences, one after the other, as they are read out.
    #[must_use]
    pub fn joined(self, first: &str, second: &str) -> String {
        let stop = match self {
            Self::En => ". ",
            Self::ZhCn => "。",
        };
        [first, stop, second].concat()
    }

    /// Says a message in this language.
    #[must_use]
    pub fn say(self, message: Message<'_>) -> String {
        match self {
            Self::En => en::say(message),
            Self::ZhCn => zh_cn::say(message),
        }
    }
}

/// Words that are the same every time: names, headings, buttons, and sentences that carry nothing.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Label {
    /// The page's name.
    Name,
    /// What the page is for, in one sentence.
    Purpose,
    /// The link that skips to the stage.
    SkipToStage,
    /// What can be typed there.
    OperandHint,
    /// The button that exchanges the operands.
    Swap,
    /// The label of the operators.
    OperatorLabel,
    /// The label of the libraries.
    LibraryLabel,
    /// The label of the in-place switch.
    InPlaceLabel,
    /// They do not broadcast.
    DoesNotBroadcast,
    /// At least one text cannot be read.
    Unreadable,
    /// The stage while there is nothing to show.
    NothingToShow,
    /// The heading of the examples.
    Shelf,
    /// The heading of the axis_table.
    Ladder,
    /// The header of the axis_table's first column.
    LadderRows,
    /// The axis_table's row for the result.
    LadderResult,
    /// The axis_table's row of verdicts.
    LadderVerdicts,
    /// Where an operand has no such axis.
    LadderMissing,
    /// Where there is no result.
    LadderNone,
    /// Both 0-dim: no axis to show.
    LadderNoAxes,
    /// The heading of the stage.
    SceneOptions,
    /// How the stage is used, for those who cannot see it.
    StageHint,
    /// The legend: a stored cell.
    LegendStored,
    /// The legend: a ghost.
    LegendGhost,
    /// The heading of the transport.
    Transport,
    /// One chapter back.
    Back,
    /// Play.
    Play,
    /// Pause.
    Pause,
    /// Play from the start.
    Replay,
    /// One chapter on.
    Forward,
    /// The scrubber's label.
    Scrubber,
    /// The speed's label.
    Speed,
    /// What to do to see where a cell comes from.
    PointAtCell,
    /// How a folded axis is unfolded.
    Unfold,
    /// The heading of strides and memory.
    Memory,
    /// The header of the shapes in the table of strides.
    MemoryShape,
    /// The header of what is stored.
    MemoryStored,
    /// The header of what is shown.
    MemoryShown,
    /// The label of the element types.
    DtypeLabel,
    /// The header of the strides as given.
    StridesGiven,
    /// The header of the strides after stretching.
    StridesStretched,
    /// Why a stride is 0.
    StrideZero,
    /// NumPy counts strides in bytes.
    StridesInBytes,
    /// The heading of the fixes of a clash.
    Fixes,
    /// The summary of the fixes that come after the first.
    MoreFixes,
    /// There is no fix of one or two edits.
    NoFix,
    /// The button that makes a fix.
    Apply,
    /// Not in place, the operation works.
    OutOfPlace,
    /// The heading of what was probably meant.
    Meant,
    /// Begin again when the story is over.
    Loop,
    /// Stack the blocks of the third axis in depth instead of side by side.
    Stacked,
    /// The heading of what can be saved and copied.
    TakeAway,
    /// Save the present picture.
    TakeSvg,
    /// Save the whole story.
    TakeStory,
    /// Copy the present picture.
    TakeCopy,
    /// What a field takes from a program that is pasted.
    PasteHint,
    /// The heading of the code.
    Code,
    /// The copy button.
    Copy,
    /// Said after copying.
    Copied,
    /// The heading of the table twin.
    Table,
    /// The header of the result's index in it.
    TableIndex,
    /// There is no element to list.
    TableEmpty,
    /// The theme's label.
    ThemeLabel,
    /// As the system has it.
    ThemeAuto,
    /// Dark on light.
    ThemeLight,
    /// Light on dark.
    ThemeDark,
    /// The language's label.
    LocaleLabel,
    /// The help's heading and button.
    Keys,
    /// The close button.
    Close,
    /// The button that takes a note away.
    Dismiss,
    /// In the embedded page: a link to the whole one.
    OpenWhole,
    /// What happened when the program stopped.
    Broken,
    /// The button that starts it again.
    StartAgain,
    /// Before the link that led there.
    BrokenLink,
    /// The button and the heading of the dialog for sharing.
    Share,
    /// Its choice of the language: the reader's own.
    ShareLocaleAuto,
    /// Its choice of the chapter that is shown first.
    ShareStart,
    /// That choice: the last one.
    ShareStartLast,
    /// That choice: it plays.
    ShareStartPlaying,
    /// Its choice of what is shown.
    ShareShown,
    /// That choice: everything.
    ShareShownAll,
    /// That choice: without inputs.
    ShareShownPlay,
    /// That choice: only the diagram.
    ShareShownNone,
    /// Its forms: a link.
    ShareLink,
    /// Its forms: an iframe.
    ShareFrame,
    /// Its forms: the custom element.
    ShareElement,
    /// Its forms: a picture in Markdown.
    ShareMarkdown,
    /// The link that saves that picture.
    SavePicture,
    /// The heading of its preview.
    SharePreview,
}

/// Something to say that carries what the rooms above have decided. Names and exact library messages in it are not
/// translated.
#[derive(Debug, Clone, Copy)]
pub enum Message<'a> {
    /// The label of an operand's input.
    OperandLabel(OperandId),
    /// What is wrong with a text, and the fix.
    CannotRead(&'a ParseError),
    /// They broadcast to a shape.
    Broadcasts(&'a Shape),
    /// They broadcast, but the library cannot make such a tensor.
    BeyondLimits(&'a Shape, Library),
    /// They broadcast, but the result does not fit into `a`.
    DoesNotFitInPlace(&'a Shape),
    /// They broadcast, but `a` is a view that cannot be written.
    NotWritable(&'a Shape),
    /// The result's shape, where `a` holds no elements of its type.
    NotCastable(&'a Shape),
    /// They broadcast, but the operator is not defined for some of the elements.
    Undefined(&'a Shape),
    /// Where the library's own words follow.
    LibrarySays(Library),
    /// The heading of a row of the example_list.
    ShelfGroup(Group),
    /// The title of an example.
    ExampleTitle(ExampleId),
    /// What to notice in an example.
    ExampleNote(ExampleId),
    /// The header of an axis: its number from the front and from the end.
    LadderAxis(usize, usize),
    /// The verdict on one axis.
    AxisVerdict(&'a Axis),
    /// How many leading axes are not drawn.
    AxesNotDrawn(usize),
    /// Where in the story one is: chapter, of how many, its title.
    Position(usize, usize, &'a Chapter),
    /// The title of a chapter.
    ChapterTitle(&'a Chapter),
    /// What happens in a chapter.
    ChapterText(&'a Chapter, &'a Operation),
    /// What a lit cell is for those who hear it.
    CellSources(&'a Provenance),
    /// What a fix does, and to what shape.
    FixText(&'a Fix),
    /// What is suspicious about a success, and what it takes in elements of this type.
    WarningText(&'a Warning, Dtype),
    /// The matrix product would have this shape.
    MatrixProduct(&'a Shape),
    /// One operand: stored elements against shown ones.
    MemorySaved(OperandId, &'a Operation),
    /// How many elements are not in the table; `None` where they are too many to count.
    TableRest(Option<u64>),
    /// What one key does; see [`Key`].
    KeyDoes(Key),
    /// A link held a value that cannot be used: its name.
    LinkValueIgnored(&'a str),
}

/// A key, or a pair of keys, that does something.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Key {
    /// Space.
    Space,
    /// Left and right arrows.
    Arrows,
    /// Home and End.
    HomeEnd,
    /// Arrows while the stage has the focus.
    StageArrows,
    /// `+` and `-` while the stage has the focus.
    PlusMinus,
    /// Escape.
    Escape,
    /// `?`.
    Question,
}

impl Key {
    /// All of them, as the help lists them.
    pub const ALL: [Self; 7] =
        [Self::Space, Self::Arrows, Self::HomeEnd, Self::StageArrows, Self::PlusMinus, Self::Escape, Self::Question];
}

/// `a[2,0]`, or `a` alone where it is 0-dim.
#[must_use]
pub fn element_name(name: &str, index: &[u64]) -> String {
    if index.is_empty() {
        return name.to_owned();
    }
    let index: Vec<String> = index.iter().map(u64::to_string).collect();
    format!("{name}[{}]", index.join(","))
}

/// A value in full, or a question mark where it has no position to be read from.
#[must_use]
pub fn value_text(value: Option<Scalar>) -> String {
    value.map_or_else(|| "?".to_owned(), |value| format_value(value, 20))
}

/// `out[2,1] = a[2,0] + b[1] = 20 + 1 = 21`: the same in every language.
///
/// ```
/// use broadcast_visualizer::{broadcast::{Arithmetic, Operator, Operation, Shape, Tensor, Values}, i18n::equation};
/// let [a, b] = [&[4, 1][..], &[3]].map(|sizes| Tensor::contiguous(&Shape::from(sizes), Values::Arange));
/// let operation = Operation::new([a, b], Operator::Maximum, Arithmetic::PyTorch);
/// let from = operation.provenance(&[2, 1]).expect("in the result");
/// assert_eq!(equation(&from, Operator::Maximum), "out[2,1] = max(a[2,0], b[1]) = max(2, 1) = 2");
/// ```
#[must_use]
pub fn equation(from: &Provenance, operator: crate::broadcast::Operator) -> String {
    let [a, b] = from.sources.as_slice() else { return String::new() };
    format!(
        "{} = {} = {} = {}",
        element_name("out", &from.index),
        operator.expression(&element_name("a", &a.index), &element_name("b", &b.index)),
        operator.expression(&value_text(a.value), &value_text(b.value)),
        value_text(from.value)
    )
}

/// How a position in a buffer comes about: each index times its stride. Of many axes, the zeros are left out.
///
/// ```
/// use broadcast_visualizer::i18n::stride_sum;
/// assert_eq!(stride_sum(&[2, 1], &[1, 0], Some(2)), "2·1 + 1·0 = 2");
/// assert_eq!(stride_sum(&[], &[], Some(0)), "0");
/// assert_eq!(stride_sum(&[0, 0, 0, 0, 0, 3, 0], &[9, 9, 9, 9, 9, 5, 1], Some(15)), "3·5 + ⋯ = 15");
/// ```
#[must_use]
pub fn stride_sum(index: &[u64], strides: &[u64], position: Option<u64>) -> String {
    const SHORT: usize = 6;
    let short = index.len() <= SHORT;
    let terms = index.iter().zip(strides).filter(|&(&i, &stride)| short || (i != 0 && stride != 0));
    let mut sum: Vec<String> = terms.map(|(i, stride)| format!("{i}·{stride}")).collect();
    if !short {
        sum.push("⋯".to_owned());
    }
    let position = position.map_or_else(|| "> 2^63".to_owned(), |position| position.to_string());
    if sum.is_empty() { position } else { format!("{} = {position}", sum.join(" + ")) }
}

/// The sizes that differ on an axis that clashes: `2 ≠ 3`.
fn unequal_sizes(axis: &Axis) -> String {
    let operands = axis.operands().iter().filter(|&&operand| axis.role(operand) == AxisRole::Clashes);
    operands.map(|&operand| axis.size(operand).to_string()).collect::<Vec<_>>().join(" ≠ ")
}

/// A number with its thousands set apart: `25,088`.
#[must_use]
pub fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::with_capacity(digits.len() * 4 / 3);
    for (place, digit) in digits.char_indices() {
        if place > 0 && (digits.len() - place).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// So many elements of a type in bytes: `512 B`, `10 GB`, in steps of a thousand. `None` stays a question mark.
///
/// ```
/// use broadcast_visualizer::{broadcast::Dtype, i18n::bytes};
/// assert_eq!(bytes(Some(12), Dtype::Float32), "48 B");
/// assert_eq!(bytes(Some(2_500_000_000), Dtype::Float32), "10 GB");
/// assert_eq!(bytes(Some(300_000), Dtype::Float32), "1.2 MB");
/// assert_eq!(bytes(Some(u64::MAX), Dtype::Complex128), "295 EB");
/// ```
#[must_use]
pub fn bytes(elements: Option<u64>, dtype: Dtype) -> String {
    const UNITS: [&str; 8] = ["B", "kB", "MB", "GB", "TB", "PB", "EB", "ZB"];
    let Some(elements) = elements else { return "?".to_owned() };
    // In tenths of the unit, so that one digit after the point is exact: it is for the largest numbers too, of which a
    // thousand elements make no tenth of a unit.
    let most = u64::MAX / (10 * dtype.bytes());
    let (elements, mut unit) = if elements > most { (elements / 1_000, 1) } else { (elements, 0) };
    let mut tenths = elements * dtype.bytes() * 10;
    while tenths >= 10_000 && unit + 1 < UNITS.len() {
        tenths /= 1_000;
        unit += 1;
    }
    let (whole, tenth) = (tenths / 10, tenths % 10);
    if tenth == 0 || whole >= 100 || unit == 0 {
        format!("{whole} {}", UNITS[unit])
    } else {
        format!("{whole}.{tenth} {}", UNITS[unit])
    }
}

/// Numbers in a row: `0, 1 and 2` with the given last joint.
fn listed(numbers: &[usize], comma: &str, last: &str) -> String {
    match numbers {
        [] => String::new(),
        [only] => only.to_string(),
        // A long run is named by its ends; which end comes first does not matter.
        many if many.len() > 4 => {
            let (low, high) = (many.iter().min().unwrap_or(&0), many.iter().max().unwrap_or(&0));
            format!("{low}–{high}")
        }
        [most @ .., end] => {
            let most: Vec<String> = most.iter().map(usize::to_string).collect();
            format!("{}{last}{end}", most.join(comma))
        }
    }
}

/// What one operand's shape is once its missing axes are in front.
fn with_inserted(operation: &Operation, side: OperandId) -> Shape {
    operation.alignment().axes().iter().map(|axis| axis.size(side)).collect()
}
