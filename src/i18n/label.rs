//! The texts that are always the same.

/// A text that is always the same: a name, a heading, a button, or a sentence without variable parts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Label {
    /// The button that shows the input for a program.
    PasteCode,
    /// The button that opens the dialog for a teacher's set, and its heading.
    MakeSet,
    /// The button that opens the menu of practice.
    Practice,
    /// The title of the page.
    PageTitle,
    /// What the page is for, in one or two sentences.
    Purpose,
    /// The link that skips to the inputs.
    SkipToInputs,
    /// The button that opens the dialog for sharing.
    ShareButton,
    /// The button that opens the menu.
    More,
    /// The button that opens the options of the operation: what is seldom changed.
    Options,
    /// The button that opens the drawer.
    Details,

    /// What can be typed into an operand's field.
    OperandHint,
    /// What can be pasted into an operand's field.
    PasteHint,
    /// What can be typed, in a few words.
    ShortHint,
    /// The button that opens the inputs of a widget.
    EditInputs,
    /// The name of the operator menu.
    Operator,
    /// The name of the library choice.
    Library,
    /// The name of the in-place switch.
    InPlace,

    /// The verdict: the shapes do not broadcast.
    DoesNotBroadcast,
    /// After the verdict: the result is probably not what was meant.
    ProbableMistake,
    /// The verdict while at least one text cannot be read.
    Unreadable,
    /// In place of the diagram while there is nothing to show.
    NothingToShow,
    /// In place of the words of a chapter, while the inputs have no picture and the one before stays.
    OldPicture,

    /// The heading of the list of examples.
    Examples,

    /// The header of the axis numbers.
    Axis,
    /// The header of the result, in the axis table and in the table of strides.
    Result,

    /// The heading of the diagram.
    Diagram,
    /// How the diagram is used, for screen readers.
    DiagramHint,
    /// The legend of stored elements.
    LegendStored,
    /// The legend of repeated elements.
    LegendRepeated,
    /// How to see where a value comes from.
    PointAtCell,
    /// That Enter plays the story, for those who type.
    EnterPlays,
    /// What broadcasting is, in the first chapter of a first visit; without a full stop.
    Broadcasting,
    /// The button that unfolds an axis.
    UnfoldAxis,
    /// The button that folds an unfolded axis again.
    FoldAxis,
    /// How to unfold an axis.
    Unfold,

    /// The name of the transport.
    Transport,
    /// The button for the chapter before.
    PreviousChapter,
    /// The button that plays.
    Play,
    /// The button that pauses.
    Pause,
    /// The button that plays from the first chapter.
    Replay,
    /// The button for the chapter after.
    NextChapter,
    /// The name of the scrubber.
    PlaybackPosition,
    /// The name of the list of chapters.
    Chapters,

    /// The heading of what can be saved and copied.
    Export,

    /// In place of a panel about the result, where there is none.
    NoResult,

    /// The heading of the code.
    Code,

    /// The button that fills the screen with the visualizer.
    Present,
    /// The button that leaves the full screen.
    EndPresenting,

    /// The button that closes a dialog.
    Close,
    /// The button that removes a note.
    Dismiss,

    /// The program has stopped after a panic.
    Stopped,
    /// In place of a part of the page that is being loaded.
    Loading,
    /// In place of a part of the page that could not be loaded.
    LoadingFailed,
    /// The button that loads a part of the page again.
    TryAgain,
    /// The button that loads the whole page again.
    ReloadPage,
    /// The button that starts the program again.
    StartAgain,
    /// Before the link that caused the panic.
    StoppedLink,
}

/// A text that is always the same, of a panel, a dialog or a menu that is loaded with the chunks `work` and `panels`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum WorkLabel {
    /// The button that swaps the operands.
    Swap,
    /// Why the in-place switch is off: the operation always makes a new tensor.
    MakesNew,
    /// The name of the speed menu.
    Speed,
    /// The switch that plays again at the end.
    Loop,
    /// The switch that stacks blocks in depth.
    StackBlocks,
    /// The switch that adds the chapter of the gradient.
    Gradient,
    /// In an embedded page: the link to the full page.
    OpenFullPage,
    /// The tab with strides and memory.
    MemoryTab,
    /// The tab with the elements as a table.
    TableTab,
    /// The name of the choice of a chapter.
    Chapter,
    /// The name of the theme menu.
    Theme,
    /// The theme of the system.
    ThemeAuto,
    /// The light theme.
    ThemeLight,
    /// The dark theme.
    ThemeDark,
    /// The name of the language menu.
    Language,
    /// The button that prints.
    Print,
    /// The heading of the list of keys.
    Keys,
    /// The heading of the axis table.
    AxisTable,
    /// The header of the verdicts on the axes.
    AxisVerdicts,
    /// In the cell of an axis that the operand does not have.
    MissingAxis,
    /// In the cell of an axis that has no result size.
    NoResultSize,
    /// In place of the axis table where both operands are 0-dim.
    NoAxes,
    /// How a size is changed where it stands.
    HoldHint,
    /// The heading of strides and memory.
    Memory,
    /// The summary of the same in numbers.
    InNumbers,
    /// What can be pointed at in the picture of the memory.
    MemoryHint,
    /// The header of the shapes.
    MemoryShape,
    /// The header of the strides of the operand itself.
    StridesGiven,
    /// The header of the strides of the stretched operand.
    StridesStretched,
    /// The header of the memory of the stored elements.
    MemoryStored,
    /// The header of the memory that copies of the repeated elements would need.
    MemoryIfCopied,
    /// The name of the menu of element types.
    Dtype,
    /// What a stride of 0 means.
    StrideZero,
    /// NumPy counts strides in bytes.
    StridesInBytes,
    /// The heading of the fixes of an error.
    Fixes,
    /// The heading of fixes that only make the operation run.
    OnlyRunFixes,
    /// The heading of the fixes after the first.
    MoreFixes,
    /// There is no fix of one or two axis edits.
    NoFix,
    /// The button that applies a fix.
    Apply,
    /// The fix of an in-place error: make a new tensor.
    OutOfPlace,
    /// Of a fix that only makes the program run.
    OnlyRuns,
    /// The heading of the fixes of a warning.
    ElementwiseFixes,
    /// The button that copies.
    Copy,
    /// The same button after it has copied.
    Copied,
    /// The heading of the table of elements.
    Table,
    /// The header of the result's index.
    TableIndex,
    /// In place of the table where the result is empty.
    TableEmpty,
    /// The switch of the keys that are pressed without another key.
    SingleKeys,
    /// The heading of the share dialog.
    Share,
    /// A language choice: the user's.
    ShareLocaleAuto,
    /// The choice of the first chapter.
    ShareStart,
    /// A first chapter: the result.
    ShareStartLast,
    /// A first chapter: the first one, playing.
    ShareStartPlaying,
    /// The choice of what is shown.
    ShareControls,
    /// What is shown: everything.
    ShareControlsAll,
    /// What is shown: diagram and transport.
    ShareControlsPlay,
    /// What is shown: the diagram only.
    ShareControlsNone,
    /// A format: a link.
    ShareLink,
    /// A format: an iframe.
    ShareFrame,
    /// A format: the custom element.
    ShareElement,
    /// A format: the custom element for a page whose policy forbids `<style>`.
    ShareStrictElement,
    /// A format: a picture in Markdown.
    ShareMarkdown,
    /// The link that saves the picture.
    SavePicture,
    /// The heading of the preview.
    SharePreview,
}

/// A key, or a group of keys, with one action.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Key {
    /// Space.
    Space,
    /// `K`.
    K,
    /// Enter outside the diagram.
    EnterPlays,
    /// The left and right arrow keys.
    Arrows,
    /// Page up and page down, which the remote controls of presenters send.
    Pages,
    /// The digits from 1 to 9.
    Digits,
    /// Home and End.
    HomeEnd,
    /// Enter and the down arrow key while the diagram has the focus.
    Enter,
    /// The arrow keys while a cell is pinned and the diagram has the focus.
    DiagramArrows,
    /// `+` and `-` while the diagram has the focus.
    PlusMinus,
    /// Shift and an arrow key while the diagram has the focus.
    ShiftArrows,
    /// The arrow keys while a size of the axis table has the focus.
    SizeArrows,
    /// Delete while a size of 1 has the focus.
    SizeDelete,
    /// A comma while a size of the axis table has the focus.
    SizeComma,
    /// Control and `Z`.
    Undo,
    /// Control, Shift and `Z`.
    Redo,
    /// `P`.
    P,
    /// `F8`.
    F8,
    /// `F`.
    F,
    /// `B` on the full screen.
    B,
    /// Escape.
    Escape,
    /// `?`.
    Question,
}

impl Key {
    /// Every key, in the order of the list.
    pub const ALL: [Self; 22] = [
        Self::Space,
        Self::K,
        Self::EnterPlays,
        Self::Arrows,
        Self::Pages,
        Self::Digits,
        Self::HomeEnd,
        Self::Enter,
        Self::DiagramArrows,
        Self::PlusMinus,
        Self::ShiftArrows,
        Self::SizeArrows,
        Self::SizeDelete,
        Self::SizeComma,
        Self::Undo,
        Self::Redo,
        Self::P,
        Self::F8,
        Self::F,
        Self::B,
        Self::Escape,
        Self::Question,
    ];
}
