//! Simplified Chinese.

use super::{
    Axis, AxisEdit, AxisRole, Chapter, ChapterKind, Dtype, Fix, Key, Label, Message, OperandId, Operation, ParseError,
    Problem, Provenance, Source, Warning, Writing, bytes, element_name, examples_zh_cn, grouped, listed, unequal_sizes,
    with_inserted,
};
use crate::parse::{MAX_AXES, MAX_CHARS};

/// Says a message in Simplified Chinese.
pub(super) fn say(message: Message<'_>) -> String {
    match message {
        Message::Broadcasts(shape) => format!("可以广播，结果形状为 {shape}"),
        Message::BeyondLimits(shape, library) => {
            format!("形状可以广播为 {shape}，但 {} 造不出这么大的张量：", library.name())
        }
        Message::DoesNotFitInPlace(shape) => format!("结果形状应为 {shape}，但就地运算不能改变 a 的形状："),
        Message::NotWritable(shape) => format!("结果应为 {shape}，但按 a 的存储方式无法写入："),
        Message::NotCastable(shape) => format!("结果应为 {shape}，但 a 的元素类型存不下这种结果："),
        Message::Undefined(shape) => format!("形状可以广播为 {shape}，但运算对其中一些元素没有定义："),
        Message::CannotRead(error) => problem(error),
        Message::LibrarySays(library) => format!("{} 的原话", library.name()),
        Message::OperandLabel(side) => format!("操作数 {}", side.name()),
        Message::ShelfGroup(group) => examples_zh_cn::group(group).to_owned(),
        Message::ExampleTitle(id) => examples_zh_cn::title(id).to_owned(),
        Message::ExampleNote(id) => examples_zh_cn::note(id).to_owned(),
        Message::LadderAxis(front, end) => format!("轴 {front}，倒数为 -{end}"),
        Message::AxisVerdict(axis) => verdict(axis),
        Message::AxesNotDrawn(n) => format!("有 {n} 个轴没有画出，它们停在下标 0。"),
        Message::Position(chapter, of, at) => format!("第 {chapter} 步，共 {of} 步：{}", chapter_title(at)),
        Message::ChapterTitle(chapter) => chapter_title(chapter),
        Message::ChapterText(chapter, operation) => chapter_text(chapter, operation),
        Message::CellSources(from) => sources(from),
        Message::FixText(fix) => fix_text(fix),
        Message::WarningText(warning, dtype) => warning_text(warning, dtype),
        Message::MatrixProduct(shape) => format!("* 是逐元素相乘。若要矩阵乘积（形状 {shape}），请写 a @ b。"),
        Message::MemorySaved(side, operation) => saved(side, operation),
        Message::TableRest(Some(n)) => format!("还有 {} 个元素没有列出。", grouped(n)),
        Message::TableRest(None) => "还有极多元素没有列出。".to_owned(),
        Message::KeyDoes(key) => key_does(key).to_owned(),
        Message::LinkValueIgnored(name) => format!("链接中“{name}”的值无法使用，已改用默认值。"),
    }
}

/// The words of a label.
pub(super) const fn label(label: Label) -> &'static str {
    match label {
        Label::Name => "看得见的广播",
        Label::Purpose => "输入两个形状，看它们如何广播，与 PyTorch 和 NumPy 完全一致。",
        Label::SkipToStage => "跳到图示",
        Label::OperandHint => "形状，如 5,3,4,1、(3,) 或 ()；也可以写数值，如 [[0],[10],[20]]",
        Label::Swap => "交换 a 和 b",
        Label::OperatorLabel => "运算",
        Label::LibraryLabel => "库",
        Label::InPlaceLabel => "就地运算",
        Label::DoesNotBroadcast => "不能广播",
        Label::Unreadable => "等待两个形状",
        Label::NothingToShow => "两个形状都能读懂后，这里就会出现图示。",
        Label::Shelf => "示例",
        Label::Ladder => "形状从右边对齐",
        Label::LadderRows => "轴",
        Label::LadderResult => "结果",
        Label::LadderVerdicts => "判定",
        Label::LadderMissing => "缺少",
        Label::LadderNone => "无",
        Label::LadderNoAxes => "两者都是零维，没有轴需要对齐。",
        Label::SceneOptions => "图示",
        Label::StageHint => {
            "指向或轻触一个单元格，或用方向键在单元格间移动，就能看到它的值从哪里来。点击 ⋯ 或按 + 展开一个轴，按 − 重新折叠。"
        }
        Label::LegendStored => "实际存储的元素",
        Label::LegendGhost => "同一个元素，重复显示",
        Label::Transport => "播放控制",
        Label::Back => "上一步",
        Label::Play => "播放",
        Label::Pause => "暂停",
        Label::Replay => "从头播放",
        Label::Forward => "下一步",
        Label::Scrubber => "播放位置",
        Label::Loop => "循环播放",
        Label::Stacked => "前后叠放",
        Label::TakeAway => "带走这幅图",
        Label::TakeSvg => "当前画面（SVG）",
        Label::TakeStory => "全部步骤（SVG）",
        Label::TakeCopy => "复制为 SVG",
        Label::Speed => "速度",
        Label::Unfold => "点按 ⋯，或在图示上按 +，可以展开折叠的轴。",
        Label::PointAtCell => "指向一个单元格，看看它的值从哪里来。",
        Label::Memory => "步长与内存",
        Label::MemoryShape => "形状",
        Label::MemoryStored => "实际存储",
        Label::MemoryShown => "若复制",
        Label::DtypeLabel => "元素类型",
        Label::StridesInBytes => "NumPy 自己的步长按字节计：等于这些数乘以元素大小。",
        Label::Fixes => "怎样才行",
        Label::MoreFixes => "更多办法",
        Label::NoFix => "无论插入、去掉还是交换轴，这两个形状都合不上：需要改变大小本身。",
        Label::Apply => "应用",
        Label::OutOfPlace => "不修改 a，而是得到新张量",
        Label::Meant => "如果本意是逐个对应",
        Label::PasteHint => "也可以粘贴 Python：torch.ones(3, 1)、np.arange(3)[:, None]，或一次粘贴两行",
        Label::StridesGiven => "原来的步长",
        Label::StridesStretched => "广播后的步长",
        Label::StrideZero => {
            "步长以元素为单位。步长为 0 表示：沿这个轴走一步，在内存中原地不动，读到的还是同一个元素。拉伸不过如此，没有复制任何数据。"
        }
        Label::Code => "代码",
        Label::Copy => "复制",
        Label::Copied => "已复制",
        Label::Table => "以表格列出元素",
        Label::TableIndex => "下标",
        Label::TableEmpty => "结果没有元素。",
        Label::ThemeLabel => "主题",
        Label::ThemeAuto => "跟随系统",
        Label::ThemeLight => "浅色",
        Label::ThemeDark => "深色",
        Label::LocaleLabel => "语言",
        Label::Keys => "快捷键",
        Label::Close => "关闭",
        Label::Dismiss => "知道了",
        Label::OpenWhole => "打开完整页面",
        Label::Broken => "程序停止了：这是我们的错误，与您无关。",
        Label::StartAgain => "重新开始",
        Label::BrokenLink => "出错时的链接：",
        Label::Share => "分享与嵌入",
        Label::ShareLocaleAuto => "读者的语言",
        Label::ShareStart => "从哪一步开始",
        Label::ShareStartLast => "结果",
        Label::ShareStartPlaying => "从头播放",
        Label::ShareShown => "显示",
        Label::ShareShownAll => "全部",
        Label::ShareShownPlay => "图示与播放控件",
        Label::ShareShownNone => "仅图示",
        Label::ShareLink => "链接",
        Label::ShareFrame => "iframe，用于课程页面",
        Label::ShareElement => "自定义元素，用于自己的网页",
        Label::ShareMarkdown => "Markdown 图片",
        Label::SavePicture => "保存图片（SVG）",
        Label::SharePreview => "预览",
    }
}

fn problem(error: &ParseError) -> String {
    match &error.problem {
        Problem::Empty => "请输入形状，如 5,3,4,1；没有轴的单个数写作 ()。".to_owned(),
        Problem::TooLong => format!("超过了 {MAX_CHARS} 个字符，请从这里截短。"),
        Problem::TooManyAxes => format!("这是第 {} 个轴，最多 {MAX_AXES} 个。", MAX_AXES + 1),
        Problem::SizeMissing => "这里缺少一个大小，请写整数，如 3。".to_owned(),
        Problem::NotASize(found) => format!("“{found}”不是大小，请在这里写整数，如 3。"),
        Problem::NotASeparator(found) => format!("这里不能有“{found}”，请用逗号分隔各个大小。"),
        Problem::NegativeSize => "大小不能为负，最小为 0。".to_owned(),
        Problem::FractionalSize => "大小必须是整数，请去掉小数部分。".to_owned(),
        Problem::SizeTooLarge => "大小最多为 9223372036854775807（2^63-1）。".to_owned(),
        Problem::Unclosed(bracket) => format!("括号没有闭合，请补上“{bracket}”。"),
        Problem::WrongBracket(Some(bracket)) => format!("括号不匹配，这里应为“{bracket}”。"),
        Problem::WrongBracket(None) => "多了一个右括号，请删去。".to_owned(),
        Problem::NameMissing => "有的轴有名字，这个轴却没有，请写成“名字=大小”。".to_owned(),
        Problem::UnknownWord(word) => format!("“{word}”不是形状。请写各轴大小，如 5,3,4,1，或名字加大小：{word}=3。"),
        Problem::Ragged { expected, found } => {
            format!("这个列表有 {found} 项，而同一层的第一个列表有 {expected} 项，请改为 {expected} 项。")
        }
        Problem::MixedDepth => "同一层里混有数和列表，请让嵌套深度一致。".to_owned(),
        Problem::NotAValue(Some(found)) => format!("“{found}”不是数值，请写数，如 2 或 0.5。"),
        Problem::NotAValue(None) => "这里缺少一个数值，如 2 或 0.5。".to_owned(),
        Problem::ValueTooLarge => "这个数值超出了 64 位。".to_owned(),
        Problem::LibraryRefused(library, refusal) => format!("{} 报错：{refusal}", library.name()),
        Problem::UnknownFunction { name, nearest: Some(nearest) } => {
            format!("不认识“{name}”，您是不是想写 {nearest}？")
        }
        Problem::UnknownFunction { name, nearest: None } => format!("不认识“{name}”，请直接写形状，如 5,3,4,1。"),
        Problem::Undefined(name) => format!("“{name}”没有定义，请直接写出它的内容。"),
        Problem::NotCalled(name) => format!("“{name}”没有被调用，请写成 {name}(…)。"),
        Problem::Computes(name) => format!("“{name}”会算出新的数值；这里只读形状和数值，请直接写结果的形状。"),
        Problem::Selects => "这个索引会选取元素；这里只支持 :、None 和 ...，请直接写形状。".to_owned(),
        Problem::TwoOperands => {
            "这里对两个张量做了运算。本页只读恰好一个两操作数的运算：请在两个输入框里各写一个操作数。".to_owned()
        }
        Problem::NotAnOperand => "这既不是形状，也不是数值。".to_owned(),
        Problem::NotAnInteger => "这里需要整数，如 3。".to_owned(),
        Problem::ArgumentMissing(name) => format!("这里缺少参数“{name}”。"),
        Problem::UnknownKeyword(name) => format!("这里不支持参数“{name}”，请去掉。"),
        Problem::Unexpected(found) => format!("这里不能有“{found}”。"),
        Problem::CannotCombine => "这个运算符两边的内容不能这样运算。".to_owned(),
        Problem::NoSuchEntry => "没有这个编号的项。".to_owned(),
        Problem::TooManyValues => "要写出的数值太多，请直接写形状。".to_owned(),
        Problem::TooDeep => "这里的括号嵌套太深。".to_owned(),
    }
}

fn verdict(axis: &Axis) -> String {
    let Some(size) = axis.result() else { return unequal_sizes(axis) };
    let change = |(operand, role): (OperandId, AxisRole)| match role {
        AxisRole::Stretches => format!("{} 拉伸 1→{size}", operand.name()),
        _ if size == 1 => format!("{} 补 1", operand.name()),
        _ => format!("{} 补 1，1→{size}", operand.name()),
    };
    let changes: Vec<String> = axis.changes().map(change).collect();
    if changes.is_empty() { "相等".to_owned() } else { changes.join("；") }
}

fn chapter_title(chapter: &Chapter) -> String {
    let axes = listed(&chapter.axes, "、", " 和 ");
    match chapter.kind {
        ChapterKind::Operands => "原来的操作数".to_owned(),
        ChapterKind::Align => "从右边对齐".to_owned(),
        ChapterKind::Insert(side) => format!("在 {} 中插入轴 {axes}", side.name()),
        ChapterKind::Stretch(side) => format!("沿轴 {axes} 拉伸 {}", side.name()),
        ChapterKind::Combine => "逐元素运算".to_owned(),
        ChapterKind::Agree => format!("比较轴 {axes}"),
        ChapterKind::Clash => format!("轴 {axes} 冲突"),
        ChapterKind::OtherClashes => format!("轴 {axes} 也冲突"),
        ChapterKind::WriteBack(Writing::Fits) => "写回 a".to_owned(),
        ChapterKind::WriteBack(Writing::DoesNotFit) => "a 放不下".to_owned(),
        ChapterKind::WriteBack(Writing::NotWritable) => "没有写回 a".to_owned(),
    }
}

fn count(elements: Option<u64>) -> String {
    elements.map_or_else(|| "超过 2^63-1 个元素".to_owned(), |n| format!("{} 个元素", grouped(n)))
}

fn chapter_text(chapter: &Chapter, operation: &Operation) -> String {
    let alignment = operation.alignment();
    let axis = chapter.axes.first().map(|&axis| (axis, &alignment.axes()[axis]));
    match (chapter.kind, axis) {
        (ChapterKind::Operands, _) => {
            let operand = |side: OperandId| {
                let shape = alignment.shape(side);
                format!("{} 有 {} 个轴、{}", side.name(), shape.ndim(), count(shape.numel()))
            };
            format!("{}；{}。图边的标线写着轴的编号和大小。", operand(OperandId::A), operand(OperandId::B))
        }
        (ChapterKind::Align, _) => {
            let lacking = OperandId::ALL.into_iter().find(|&side| alignment.missing(side) > 0);
            let end = match lacking {
                None => "两者轴数相同，每个轴都有对应的轴。".to_owned(),
                Some(side) => {
                    let lacks: Vec<usize> = (0..alignment.missing(side)).collect();
                    format!("{} 在轴 {} 处还是空的。", side.name(), listed(&lacks, "、", " 和 "))
                }
            };
            format!("形状总是从最后一个轴往前比较，绝不从左边开始。{end}")
        }
        (ChapterKind::Insert(side), _) => format!(
            "在 {} 的最前面补上大小为 1 的轴，最终成为 {}。没有任何值移动：一块还是一块。",
            side.name(),
            with_inserted(operation, side)
        ),
        (ChapterKind::Stretch(side), Some((_, at))) if chapter.axes.len() == 1 => {
            let (this, other) = (side.name(), at.matching().map_or("", OperandId::name));
            match at.result() {
                Some(0) => format!(
                    "{this} 在这里大小为 1，{other} 为 0。1 取对方的大小，于是什么也不剩：不是较大的那个，而是 0。"
                ),
                size => {
                    let size = size.unwrap_or(0);
                    format!(
                        "{this} 在这里大小为 1，{other} 为 {size}。同一个元素出现在全部 {size} 个位置，只有第一个真正存储：步长为 0。"
                    )
                }
            }
        }
        (ChapterKind::Stretch(side), _) => {
            format!("{} 沿这些轴重复自己唯一的元素。没有复制任何数据：步长为 0。", side.name())
        }
        (ChapterKind::Combine, _) => {
            let shape = operation.shape().map(ToString::to_string).unwrap_or_default();
            let elements = count(operation.shape().and_then(|shape| shape.numel()));
            format!("现在两者形状都是 {shape}，元素一一对应进行运算：结果有 {elements}。")
        }
        (ChapterKind::Agree, Some((_, at))) if chapter.axes.len() == 1 => match at.changes().next() {
            None => format!("{0} 和 {0} 相等，这个轴没有问题。", at.size(OperandId::A)),
            Some((operand, AxisRole::Stretches)) => format!(
                "{} 为 1，{} 为 {}：1 可以拉伸，这个轴没有问题。",
                operand.name(),
                at.matching().map_or("", OperandId::name),
                at.result().unwrap_or(0)
            ),
            Some((operand, _)) => format!("{} 缺少这个轴，会自动补上，没有问题。", operand.name()),
        },
        (ChapterKind::Agree, _) => "这些轴的大小没有问题：相等，或者其中一个为 1 或缺少。".to_owned(),
        (ChapterKind::Clash, Some((_, at))) => format!(
            "a 为 {}，b 为 {}。两者不同，又都不是 1，谁也无法拉伸，规则到此为止。",
            at.size(OperandId::A),
            at.size(OperandId::B)
        ),
        (ChapterKind::OtherClashes, _) if chapter.axes.len() == 1 => "这个轴上的大小同样冲突，也需要修正。".to_owned(),
        (ChapterKind::OtherClashes, _) => "这些轴上的大小同样冲突，也都需要修正。".to_owned(),
        (ChapterKind::WriteBack(Writing::NotWritable), _) => {
            "结果与 a 的形状相同，但仍然不能写回 a：原因见库的报错。".to_owned()
        }
        (ChapterKind::WriteBack(Writing::Fits), _) => "结果与 a 的形状相同，可以写回 a 的内存。".to_owned(),
        (ChapterKind::WriteBack(Writing::DoesNotFit), _) => {
            "结果在这些轴上与 a 大小不同。就地运算时 a 的形状不变，打叉的元素在它的内存里没有位置。".to_owned()
        }
        (ChapterKind::Clash, None) => String::new(),
    }
}

fn sources(from: &Provenance) -> String {
    let sentence = |source: &Source| {
        let name = source.operand.name();
        let element = element_name(name, &source.index);
        match source.offset {
            Some(offset) => format!("{element} 是 {name} 的缓冲区中第 {offset} 号元素"),
            None => format!("{element} 在内存中没有位置"),
        }
    };
    format!("{}。", from.sources.iter().map(sentence).collect::<Vec<_>>().join("；"))
}

fn saved(side: OperandId, operation: &Operation) -> String {
    let stored = operation.operand_layout(side).unique_elements();
    let shown = operation.shape().and_then(|shape| shape.numel());
    match (stored, shown) {
        (Some(stored), Some(shown)) if stored == shown && stored != 0 => {
            format!("{}：存储 {} 个，全部只显示一次", side.name(), grouped(stored))
        }
        (Some(stored), Some(shown)) => {
            format!("{}：存储 {} 个，显示 {} 个", side.name(), grouped(stored), grouped(shown))
        }
        (stored, shown) => format!("{}：存储{}，显示{}", side.name(), count(stored), count(shown)),
    }
}

const fn key_does(key: Key) -> &'static str {
    match key {
        Key::Space => "播放或暂停",
        Key::Arrows => "上一步或下一步",
        Key::HomeEnd => "第一步或最后一步；在图示中：第一个或最后一个单元格",
        Key::StageArrows => "图示获得焦点时，在单元格间移动",
        Key::PlusMinus => "图示获得焦点时，展开或折叠一个轴",
        Key::Escape => "放开单元格，或关闭此列表",
        Key::Question => "显示此列表",
    }
}

fn fix_text(fix: &Fix) -> String {
    let name = fix.operand.name();
    let steps: Vec<String> = fix
        .edits
        .iter()
        .map(|step| match step {
            AxisEdit::Insert(at, count) => {
                let axes = if *count == 1 {
                    "大小为 1 的轴".to_owned()
                } else {
                    format!("{count} 个大小为 1 的轴")
                };
                match at.checked_sub(1) {
                    None => format!("在 {name} 的最前面插入{axes}"),
                    Some(before) => format!("在 {name} 的轴 {before} 之后插入{axes}"),
                }
            }
            AxisEdit::Drop(axis) => format!("去掉 {name} 中大小为 1 的轴 {axis}"),
            AxisEdit::Swap(first, second) => format!("交换 {name} 的轴 {first} 和轴 {second}"),
        })
        .collect();
    format!("{}，{name} 变为 {}。", steps.join("，再"), fix.shape)
}

fn warning_text(warning: &Warning, dtype: Dtype) -> String {
    let elements = warning.result.numel();
    let many = elements.map_or_else(|| "超过 2^63-1".to_owned(), grouped);
    let times = warning.times.map_or_else(String::new, |times| format!("，是操作数的 {} 倍", grouped(times)));
    let cost = match elements {
        Some(_) => format!("{many} 个元素{times}，按 {} 计 {}", dtype.name(), bytes(elements, dtype)),
        None => format!("{many} 个元素{times}"),
    };
    if warning.fixes.is_empty() {
        format!("结果远大于两个操作数：{cost}。")
    } else {
        format!(
            "两个操作数的大小相同，却互相拉伸：a 的每个元素都与 b 的每个元素相遇。结果 {} 有 {cost}。",
            warning.result
        )
    }
}
