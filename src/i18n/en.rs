//! English.

use super::{
    Axis, AxisEdit, AxisRole, Chapter, ChapterKind, Dtype, Fix, Key, Label, Message, OperandId, Operation, ParseError,
    Problem, Provenance, Source, Warning, Writing, bytes, element_name, examples_en, grouped, listed, unequal_sizes,
    with_inserted,
};
use crate::parse::{MAX_AXES, MAX_CHARS};

/// Says a message in English.
pub(super) fn say(message: Message<'_>) -> String {
    match message {
        Message::Broadcasts(shape) => format!("They broadcast to {shape}"),
        Message::BeyondLimits(shape, library) => {
            format!("The shapes broadcast to {shape}, but {} cannot make a tensor this large:", library.name())
        }
        Message::DoesNotFitInPlace(shape) => {
            format!("The result would be {shape}, but in place a cannot change its shape:")
        }
        Message::NotWritable(shape) => {
            format!("The result would be {shape}, but a cannot be written into as it is stored:")
        }
        Message::NotCastable(shape) => {
            format!("The result would be {shape}, but a holds no elements of the result's type:")
        }
        Message::Undefined(shape) => {
            format!("The shapes broadcast to {shape}, but the operator is not defined for some of these elements:")
        }
        Message::CannotRead(error) => problem(error),
        Message::LibrarySays(library) => format!("{} says", library.name()),
        Message::OperandLabel(side) => format!("Operand {}", side.name()),
        Message::ShelfGroup(group) => examples_en::group(group).to_owned(),
        Message::ExampleTitle(id) => examples_en::title(id).to_owned(),
        Message::ExampleNote(id) => examples_en::note(id).to_owned(),
        Message::LadderAxis(front, end) => format!("axis {front}, or -{end} from the end"),
        Message::AxisVerdict(axis) => verdict(axis),
        Message::AxesNotDrawn(1) => "One leading axis is not drawn; it stands at index 0.".to_owned(),
        Message::AxesNotDrawn(n) => format!("{n} axes are not drawn; they stand at index 0."),
        Message::Position(chapter, of, at) => format!("Chapter {chapter} of {of}: {}", chapter_title(at)),
        Message::ChapterTitle(chapter) => chapter_title(chapter),
        Message::ChapterText(chapter, operation) => chapter_text(chapter, operation),
        Message::CellSources(from) => sources(from),
        Message::FixText(fix) => fix_text(fix),
        Message::WarningText(warning, dtype) => warning_text(warning, dtype),
        Message::MatrixProduct(shape) => {
            format!("* works element by element. For the matrix product, of shape {shape}, write a @ b.")
        }
        Message::MemorySaved(side, operation) => saved(side, operation),
        Message::TableRest(Some(n)) => format!("{} more elements are not listed.", grouped(n)),
        Message::TableRest(None) => "Many more elements are not listed.".to_owned(),
        Message::KeyDoes(key) => key_does(key).to_owned(),
        Message::LinkValueIgnored(name) => {
            format!("The link's value for “{name}” cannot be used; the default stands instead.")
        }
    }
}

/// The words of a label.
pub(super) const fn label(label: Label) -> &'static str {
    match label {
        Label::Name => "Broadcasting, made visible",
        Label::Purpose => "Type two shapes and watch them broadcast, exactly as PyTorch and NumPy do it.",
        Label::SkipToStage => "Skip to the diagram",
        Label::OperandHint => "A shape such as 5,3,4,1 or (3,) or (), or values such as [[0],[10],[20]]",
        Label::Swap => "Swap a and b",
        Label::OperatorLabel => "Operator",
        Label::LibraryLabel => "Library",
        Label::InPlaceLabel => "In place",
        Label::DoesNotBroadcast => "They do not broadcast",
        Label::Unreadable => "Waiting for two shapes",
        Label::NothingToShow => "The diagram appears as soon as both shapes can be read.",
        Label::Shelf => "Examples",
        Label::Ladder => "The shapes, lined up at the right",
        Label::LadderRows => "axis",
        Label::LadderResult => "result",
        Label::LadderVerdicts => "verdict",
        Label::LadderMissing => "missing",
        Label::LadderNone => "none",
        Label::LadderNoAxes => "Both are 0-dim: there is no axis to line up.",
        Label::SceneOptions => "Diagram",
        Label::StageHint => {
            "Point at a cell, tap it, or walk with the arrow keys to see where its value comes from. Click ⋯, or press +, to unfold an axis; press − to fold it back."
        }
        Label::LegendStored => "stored element",
        Label::LegendGhost => "same element, shown again",
        Label::Transport => "Playback",
        Label::Back => "Previous chapter",
        Label::Play => "Play",
        Label::Pause => "Pause",
        Label::Replay => "Play from the start",
        Label::Forward => "Next chapter",
        Label::Scrubber => "Position in the story",
        Label::Loop => "Repeat",
        Label::Stacked => "Stack in depth",
        Label::TakeAway => "Take it away",
        Label::TakeSvg => "This picture (SVG)",
        Label::TakeStory => "The whole story (SVG)",
        Label::TakeCopy => "Copy as SVG",
        Label::Speed => "Speed",
        Label::Unfold => "Click ⋯, or press + on the diagram, to see more of a folded axis.",
        Label::PointAtCell => "Point at a cell to see where its value comes from.",
        Label::Memory => "Strides and memory",
        Label::MemoryShape => "shape",
        Label::MemoryStored => "stored",
        Label::MemoryShown => "if copied",
        Label::DtypeLabel => "Element type",
        Label::StridesInBytes => "NumPy's own strides count bytes: these numbers times the size of an element.",
        Label::Fixes => "What would work",
        Label::MoreFixes => "More ways",
        Label::NoFix => {
            "Neither inserting, dropping nor exchanging axes makes these two fit: the sizes themselves would have to change."
        }
        Label::Apply => "Apply",
        Label::OutOfPlace => "Make a new tensor instead of changing a",
        Label::Meant => "If they were to be combined one by one",
        Label::PasteHint => "Or paste Python: torch.ones(3, 1), np.arange(3)[:, None], or both lines at once",
        Label::StridesGiven => "strides as given",
        Label::StridesStretched => "strides as broadcast",
        Label::StrideZero => {
            "Strides count elements. A stride of 0 means: one step along this axis moves nowhere in memory, so the same \
             element is read again. That is all that stretching is; nothing is copied."
        }
        Label::Code => "The code",
        Label::Copy => "Copy",
        Label::Copied => "Copied",
        Label::Table => "The elements as a table",
        Label::TableIndex => "index",
        Label::TableEmpty => "The result has no elements.",
        Label::ThemeLabel => "Theme",
        Label::ThemeAuto => "System",
        Label::ThemeLight => "Light",
        Label::ThemeDark => "Dark",
        Label::LocaleLabel => "Language",
        Label::Keys => "Keyboard",
        Label::Close => "Close",
        Label::Dismiss => "Dismiss",
        Label::OpenWhole => "Open the whole page",
        Label::Broken => "The visualizer has stopped: a mistake of ours, not of yours.",
        Label::StartAgain => "Start again",
        Label::BrokenLink => "This link led here:",
        Label::Share => "Share and embed",
        Label::ShareLocaleAuto => "the reader’s",
        Label::ShareStart => "Start at",
        Label::ShareStartLast => "the result",
        Label::ShareStartPlaying => "the beginning, playing",
        Label::ShareShown => "Show",
        Label::ShareShownAll => "everything",
        Label::ShareShownPlay => "diagram and playback",
        Label::ShareShownNone => "the diagram only",
        Label::ShareLink => "Link",
        Label::ShareFrame => "Iframe, for a course page",
        Label::ShareElement => "Custom element, for a page of your own",
        Label::ShareMarkdown => "Picture in Markdown",
        Label::SavePicture => "Save the picture (SVG)",
        Label::SharePreview => "Preview",
    }
}

fn problem(error: &ParseError) -> String {
    match &error.problem {
        Problem::Empty => "Type a shape such as 5,3,4,1. A single number without axes is ().".to_owned(),
        Problem::TooLong => format!("That is longer than {MAX_CHARS} characters; shorten it from here."),
        Problem::TooManyAxes => format!("That is axis number {}; at most {MAX_AXES} axes fit.", MAX_AXES + 1),
        Problem::SizeMissing => "A size is missing here: a whole number such as 3.".to_owned(),
        Problem::NotASize(found) => format!("“{found}” is not a size. Write a whole number such as 3 here."),
        Problem::NotASeparator(found) => format!("“{found}” cannot stand here. Write a comma between sizes."),
        Problem::NegativeSize => "A size cannot be negative; 0 is the smallest.".to_owned(),
        Problem::FractionalSize => "A size is a whole number; leave out the fraction.".to_owned(),
        Problem::SizeTooLarge => "A size is at most 9223372036854775807 (2^63-1).".to_owned(),
        Problem::Unclosed(bracket) => format!("A bracket is still open; close it with “{bracket}”."),
        Problem::WrongBracket(Some(bracket)) => format!("This bracket does not fit; “{bracket}” would."),
        Problem::WrongBracket(None) => "This bracket closes nothing; remove it.".to_owned(),
        Problem::NameMissing => "Some axes have a name and this one has none; write name=size.".to_owned(),
        Problem::UnknownWord(word) => {
            format!("“{word}” is not a shape. Write sizes such as 5,3,4,1, or a name with its size: {word}=3.")
        }
        Problem::Ragged { expected, found } => {
            let entries = if *found == 1 { "1 entry".to_owned() } else { format!("{found} entries") };
            format!("This list has {entries} where the first at its level has {expected}; give it {expected}.")
        }
        Problem::MixedDepth => "Numbers and lists are mixed at one level; nest them equally deep.".to_owned(),
        Problem::NotAValue(Some(found)) => format!("“{found}” is not a value. Write a number such as 2 or 0.5."),
        Problem::NotAValue(None) => "A value is missing here: a number such as 2 or 0.5.".to_owned(),
        Problem::ValueTooLarge => "This value does not fit in 64 bits.".to_owned(),
        Problem::LibraryRefused(library, refusal) => format!("{} says: {refusal}", library.name()),
        Problem::UnknownFunction { name, nearest: Some(nearest) } => {
            format!("“{name}” is not known here. Did you mean {nearest}?")
        }
        Problem::UnknownFunction { name, nearest: None } => {
            format!("“{name}” is not known here. Write the shape instead, such as 5,3,4,1.")
        }
        Problem::Undefined(name) => format!("“{name}” is not defined here. Write what it stands for."),
        Problem::NotCalled(name) => format!("“{name}” is not called; write {name}(…)."),
        Problem::Computes(name) => {
            format!(
                "“{name}” computes new values; this page reads shapes and values. Write the shape of its result instead."
            )
        }
        Problem::Selects => {
            "This index selects elements; only :, None and ... are read. Write the shape instead.".to_owned()
        }
        Problem::TwoOperands => "Two tensors are combined here. This page reads exactly one operation of two operands: write one operand in each field.".to_owned(),
        Problem::NotAnOperand => "This is neither a shape nor values.".to_owned(),
        Problem::NotAnInteger => "A whole number such as 3 is wanted here.".to_owned(),
        Problem::ArgumentMissing(name) => format!("The argument “{name}” is missing here."),
        Problem::UnknownKeyword(name) => format!("The argument “{name}” is not read here; leave it out."),
        Problem::Unexpected(found) => format!("“{found}” cannot stand here."),
        Problem::CannotCombine => "This operator cannot combine what stands beside it.".to_owned(),
        Problem::NoSuchEntry => "There is no entry with this number.".to_owned(),
        Problem::TooManyValues => "These are too many values to write out; write the shape instead.".to_owned(),
        Problem::TooDeep => "Brackets are nested too deep here.".to_owned(),
    }
}

fn verdict(axis: &Axis) -> String {
    let Some(size) = axis.result() else { return unequal_sizes(axis) };
    let change = |(operand, role): (OperandId, AxisRole)| match role {
        AxisRole::Stretches => format!("{} stretches 1→{size}", operand.name()),
        _ if size == 1 => format!("new in {}: 1", operand.name()),
        _ => format!("new\u{a0}in\u{a0}{}, 1→{size}", operand.name()),
    };
    let changes: Vec<String> = axis.changes().map(change).collect();
    if changes.is_empty() { "equal".to_owned() } else { changes.join("; ") }
}

fn chapter_title(chapter: &Chapter) -> String {
    let axes = listed(&chapter.axes, ", ", " and ");
    let axis = if chapter.axes.len() == 1 { "axis" } else { "axes" };
    match chapter.kind {
        ChapterKind::Operands => "The operands as given".to_owned(),
        ChapterKind::Align => "Line up at the right".to_owned(),
        ChapterKind::Insert(side) => format!("Insert {axis} {axes} in {}", side.name()),
        ChapterKind::Stretch(side) => format!("Stretch {} along {axis} {axes}", side.name()),
        ChapterKind::Combine => "Combine".to_owned(),
        ChapterKind::Agree => format!("Compare {axis} {axes}"),
        ChapterKind::Clash => format!("Clash at {axis} {axes}"),
        ChapterKind::OtherClashes => format!("Clash at {axis} {axes} too"),
        ChapterKind::WriteBack(Writing::Fits) => "Write into a".to_owned(),
        ChapterKind::WriteBack(Writing::DoesNotFit) => "It does not fit into a".to_owned(),
        ChapterKind::WriteBack(Writing::NotWritable) => "It is not written into a".to_owned(),
    }
}

fn count(elements: Option<u64>) -> String {
    match elements {
        Some(1) => "1 element".to_owned(),
        Some(n) => format!("{} elements", grouped(n)),
        None => "more than 2^63-1 elements".to_owned(),
    }
}

fn chapter_text(chapter: &Chapter, operation: &Operation) -> String {
    let alignment = operation.alignment();
    let axis = chapter.axes.first().map(|&axis| (axis, &alignment.axes()[axis]));
    match (chapter.kind, axis) {
        (ChapterKind::Operands, _) => {
            let operand = |side: OperandId| {
                let shape = alignment.shape(side);
                let axes = if shape.ndim() == 1 { "1 axis".to_owned() } else { format!("{} axes", shape.ndim()) };
                format!("{} has {axes} and {}", side.name(), count(shape.numel()))
            };
            format!("{}; {}. A bracket bears the number and the size of its axis.", operand(OperandId::A), operand(OperandId::B))
        }
        (ChapterKind::Align, _) => {
            let lacking = OperandId::ALL.into_iter().find(|&side| alignment.missing(side) > 0);
            let end = match lacking {
                None => "Both have the same number of axes, so every axis has a partner.".to_owned(),
                Some(side) => {
                    let lacks: Vec<usize> = (0..alignment.missing(side)).collect();
                    let axes = if lacks.len() == 1 { "axis" } else { "axes" };
                    format!("{} has nothing at {axes} {} yet.", side.name(), listed(&lacks, ", ", " and "))
                }
            };
            format!("Shapes are compared from the last axis to the first, never from the left. {end}")
        }
        (ChapterKind::Insert(side), _) => {
            let many = if chapter.axes.len() == 1 { "an axis" } else { "axes" };
            format!(
                "{} gets {many} of size 1 in front, on its way to {}. No value moves: one block is still one block.",
                side.name(),
                with_inserted(operation, side)
            )
        }
        (ChapterKind::Stretch(side), Some((_, at))) if chapter.axes.len() == 1 => match at.result() {
            Some(0) => format!(
                "{} has size 1 here and {} has 0. The 1 takes the other size, so nothing is left: not the larger size, 0.",
                side.name(),
                at.matching().map_or("", OperandId::name)
            ),
            size => {
                let (this, other, size) = (side.name(), at.matching().map_or("", OperandId::name), size.unwrap_or(0));
                format!(
                    "{this} has size 1 here and {other} has {size}. The same element stands at all {size} places, and only \
                     the first is stored: the stride is 0."
                )
            }
        },
        (ChapterKind::Stretch(side), _) => {
            format!("{} repeats its only element along each of these axes. Nothing is copied: the strides are 0.", side.name())
        }
        (ChapterKind::Combine, _) => {
            let shape = operation.shape().map(ToString::to_string).unwrap_or_default();
            let elements = count(operation.shape().and_then(|shape| shape.numel()));
            format!("Now both have the shape {shape}, and the elements meet one by one: {elements} in the result.")
        }
        (ChapterKind::Agree, Some((_, at))) if chapter.axes.len() == 1 => match at.changes().next() {
            None => format!("{0} and {0}: equal, so this axis is fine.", at.size(OperandId::A)),
            Some((operand, AxisRole::Stretches)) => format!(
                "{} has 1 and {} has {}: the 1 would stretch, so this axis is fine.",
                operand.name(),
                at.matching().map_or("", OperandId::name),
                at.result().unwrap_or(0)
            ),
            Some((operand, _)) => format!("{} lacks this axis and would get it, so it is fine.", operand.name()),
        },
        (ChapterKind::Agree, _) => "The sizes on these axes agree: equal, or one of them is 1 or missing.".to_owned(),
        (ChapterKind::Clash, Some((_, at))) => format!(
            "a has {} and b has {}. They differ and neither is 1, so nothing can stretch, and the rule stops here.",
            at.size(OperandId::A),
            at.size(OperandId::B)
        ),
        (ChapterKind::OtherClashes, _) if chapter.axes.len() == 1 => {
            "On this axis the sizes disagree as well: it would have to be mended too.".to_owned()
        }
        (ChapterKind::OtherClashes, _) => {
            "On these axes the sizes disagree as well: they would have to be mended too.".to_owned()
        }
        (ChapterKind::WriteBack(Writing::NotWritable), _) => {
            "The result has a's own shape, and still it cannot be written into a: the message says why.".to_owned()
        }
        (ChapterKind::WriteBack(Writing::Fits), _) => "The result has a's own shape, so it can be written into a's memory.".to_owned(),
        (ChapterKind::WriteBack(Writing::DoesNotFit), _) => {
            "On these axes the result has another size than a. In place, a keeps its shape, and an element that is crossed \
             out would have no place in its memory."
                .to_owned()
        }
        (ChapterKind::Clash, None) => String::new(),
    }
}

fn sources(from: &Provenance) -> String {
    let sentence = |source: &Source| {
        let name = source.operand.name();
        let element = element_name(name, &source.index);
        match source.offset {
            Some(offset) => format!("{element} is element {offset} of {name}'s buffer"),
            None => format!("{element} has no place in memory"),
        }
    };
    format!("{}.", from.sources.iter().map(sentence).collect::<Vec<_>>().join("; "))
}

fn saved(side: OperandId, operation: &Operation) -> String {
    let stored = operation.operand_layout(side).unique_elements();
    let shown = operation.shape().and_then(|shape| shape.numel());
    match (stored, shown) {
        (Some(stored), Some(shown)) if stored == shown && stored != 0 => {
            format!("{}: {} stored, all shown once", side.name(), grouped(stored))
        }
        (Some(stored), Some(shown)) => format!("{}: {} stored, {} shown", side.name(), grouped(stored), grouped(shown)),
        (stored, shown) => format!("{}: {} stored, {} shown", side.name(), count(stored), count(shown)),
    }
}

const fn key_does(key: Key) -> &'static str {
    match key {
        Key::Space => "play or pause",
        Key::Arrows => "previous or next chapter",
        Key::HomeEnd => "first or last chapter; in the diagram, first or last cell",
        Key::StageArrows => "walk from cell to cell while the diagram has the focus",
        Key::PlusMinus => "unfold or fold an axis while the diagram has the focus",
        Key::Escape => "let go of the cell, or close this list",
        Key::Question => "show this list",
    }
}

fn fix_text(fix: &Fix) -> String {
    let name = fix.operand.name();
    let steps: Vec<String> = fix
        .edits
        .iter()
        .map(|step| match step {
            AxisEdit::Insert(at, count) => {
                let axes = if *count == 1 { "an axis".to_owned() } else { format!("{count} axes") };
                match at.checked_sub(1) {
                    None => format!("insert {axes} of size 1 in front"),
                    Some(before) => format!("insert {axes} of size 1 after axis {before}"),
                }
            }
            AxisEdit::Drop(axis) => format!("drop axis {axis}, which has size 1"),
            AxisEdit::Swap(first, second) => format!("exchange axes {first} and {second}"),
        })
        .collect();
    format!("In {name}, {}: {name} becomes {}.", steps.join(", then "), fix.shape)
}

fn warning_text(warning: &Warning, dtype: Dtype) -> String {
    let elements = warning.result.numel();
    let many = elements.map_or_else(|| "more than 2^63-1".to_owned(), grouped);
    let times =
        warning.times.map_or_else(String::new, |times| format!(", {} times as many as an operand has", grouped(times)));
    let cost = match elements {
        Some(_) => format!("{many} elements{times}: {} as {}", bytes(elements, dtype), dtype.name()),
        None => format!("{many} elements{times}"),
    };
    if warning.fixes.is_empty() {
        format!("The result is much larger than both operands: {cost}.")
    } else {
        format!(
            "Both operands hold the same sizes, but they stretch against each other: every element of a meets every element \
             of b. The result {} has {cost}.",
            warning.result
        )
    }
}
