//! Simplified Chinese.

mod export;
mod gradient;
mod practice;
mod product;
mod teach;

use super::chapter::ChapterText;
use super::format::{grouped, join, listed};
use super::message::{AxisChange, WarningText, axis_text, clash_sizes};
use super::{
    ExampleTexts, Key, Label, Language, Locale, Message, ProgramText, Sentences, WorkLabel, WorkMessage, WorkTexts,
};
use crate::diagnostics::{AxisEdit, Cause, Fix, NoRoom};
use crate::examples::{ExampleId, Group};
use crate::program::record::RecordProblem;
use crate::program::{InputProblem, ProgramFixKind};
use broadcasting_diagram::{Chapter, ChapterKind, Labels, Step, Writing};
use tensor_broadcasting::lists::Listed;
use tensor_broadcasting::{Axis, OperandId, Operation, Shape};
use tensor_reader::{ComparedRule, Note, NoteKind, UnreadableReason};
use tensor_reader::{MAX_AXES, MAX_CHARS, Problem};

use crate::i18n::zh_cn::export::export_label;
use crate::i18n::zh_cn::gradient::GRADIENT;
use crate::i18n::zh_cn::practice::PRACTICE;
use crate::i18n::zh_cn::product::product_text;
use crate::i18n::zh_cn::teach::TEACH;

pub(super) const LANGUAGE: Language = Language {
    sentences: Sentences {
        full_stop: "。",
        drawing: Labels {
            axis: "轴",
            empty: "没有元素",
            stretches: "只有大小为 1 的轴才能拉伸",
            verdicts: ["相等", "冲突"],
        },
        grouped,
        label,
        message,
    },
    work: WorkTexts { key_action, label: work_label, message: work_message },
    examples: ExampleTexts { group: example_group, example },
    program_text,
    editor_phrases: &EDITOR_PHRASES,
    product_text,
    practice: PRACTICE,
    export: export_label,
    gradient: GRADIENT,
    teach: TEACH,
};

fn label(label: Label) -> &'static str {
    match label {
        Label::PageTitle => "广播机制可视化",
        Label::Purpose => "输入两个形状，查看它们能否广播以及原因，与 PyTorch 和 NumPy 完全一致。",
        Label::SkipToInputs => "跳到输入框",
        Label::ShortHint => "形状、数值或 Python",
        Label::EditInputs => "修改形状",
        Label::ProbableMistake => "可能写错了。",
        Label::ShareButton => "分享",
        Label::PasteCode => "粘贴代码",
        Label::MakeSet => "编写步骤",
        Label::Practice => "练习",
        Label::More => "更多",
        Label::Options => "选项",
        Label::Details => "细节",
        Label::OperandHint => "形状，如 5,3,4,1、(3,) 或 ()；也可以写数值，如 [[0],[10],[20]]",
        Label::PasteHint => "也可以粘贴 Python：torch.ones(3, 1)、np.arange(3)[:, None]，或一次粘贴两行",
        Label::Operator => "运算符",
        Label::Library => "库",
        Label::InPlace => "原地运算",
        Label::DoesNotBroadcast => "两个形状不能广播",
        Label::Unreadable => "等待输入形状",
        Label::OldPicture => "图中仍是之前的形状。",
        Label::NothingToShow => "所有形状都能读取后，这里会显示图示。",
        Label::Examples => "示例",
        Label::Axis => "轴",
        Label::Result => "结果",
        Label::Diagram => "图示",
        Label::DiagramHint => {
            "指向或点按一个单元格，查看它的值从哪里来；也可以按 Enter，再用方向键在单元格间移动，最后按 Esc。点按 ⋯ 或按 + 展开一个轴，按 − 折叠。"
        }
        Label::LegendStored => "存储的元素",
        Label::LegendRepeated => "重复的元素，不另外存储",
        Label::Broadcasting => "广播：重复元素，使形状相同",
        Label::PointAtCell => "指向或点按单元格，查看它的值从哪里来。",
        Label::EnterPlays => "按 Enter 播放",
        Label::UnfoldAxis => "展开折叠的轴",
        Label::FoldAxis => "重新折叠这个轴",
        Label::Unfold => "点按 ⋯，或在图示上按 +，展开折叠的轴。",
        Label::Transport => "播放控制",
        Label::PreviousChapter => "上一步",
        Label::Play => "播放",
        Label::Pause => "暂停",
        Label::Replay => "从头播放",
        Label::NextChapter => "下一步",
        Label::PlaybackPosition => "播放位置",
        Label::Chapters => "步骤",
        Label::Export => "导出图片",
        Label::NoResult => "没有结果。",
        Label::Code => "代码",
        Label::Present => "全屏演示",
        Label::EndPresenting => "退出全屏",
        Label::Close => "关闭",
        Label::Dismiss => "知道了",
        Label::Stopped => "程序出错，已停止运行。这不是你的操作造成的。",
        Label::Loading => "正在加载……",
        Label::LoadingFailed => "页面的这一部分无法加载。",
        Label::TryAgain => "重试",
        Label::ReloadPage => "重新加载页面",
        Label::StartAgain => "重新开始",
        Label::StoppedLink => "引起错误的链接：",
    }
}

fn work_label(label: WorkLabel) -> &'static str {
    match label {
        WorkLabel::Swap => "交换 a 和 b",
        WorkLabel::MakesNew => "在这里，where 和 @ 总是生成新的张量。",
        WorkLabel::Speed => "速度",
        WorkLabel::Loop => "循环播放",
        WorkLabel::StackBlocks => "前后叠放各块",
        WorkLabel::Gradient => "梯度",
        WorkLabel::OpenFullPage => "打开完整页面",
        WorkLabel::MemoryTab => "内存",
        WorkLabel::TableTab => "表格",
        WorkLabel::Chapter => "步骤",
        WorkLabel::Theme => "主题",
        WorkLabel::ThemeAuto => "跟随系统",
        WorkLabel::ThemeLight => "浅色",
        WorkLabel::ThemeDark => "深色",
        WorkLabel::Language => "语言",
        WorkLabel::Print => "打印",
        WorkLabel::Keys => "快捷键",
        WorkLabel::AxisTable => "形状从右边对齐",
        WorkLabel::AxisVerdicts => "判定",
        WorkLabel::MissingAxis => "缺少",
        WorkLabel::NoResultSize => "无",
        WorkLabel::NoAxes => "两个操作数都是零维，没有轴需要对齐。",
        WorkLabel::HoldHint => "上下拖动，或按方向键、数字键。",
        WorkLabel::Memory => "步长与内存",
        WorkLabel::InNumbers => "具体数值",
        WorkLabel::MemoryHint => "指向一个单元格或一个存储的元素，或使用方向键。",
        WorkLabel::MemoryShape => "形状",
        WorkLabel::StridesGiven => "原来的步长",
        WorkLabel::StridesStretched => "广播后的步长",
        WorkLabel::MemoryStored => "实际存储",
        WorkLabel::MemoryIfCopied => "若复制",
        WorkLabel::Dtype => "元素类型",
        WorkLabel::StrideZero => {
            "步长以元素为单位。步长为 0 表示：沿这个轴走一步，内存位置不变，读取的还是同一个元素。这就是拉伸的全部：不复制任何数据。"
        }
        WorkLabel::StridesInBytes => "NumPy 的步长以字节为单位：等于这些数乘以每个元素的字节数。",
        WorkLabel::Fixes => "修正方法",
        WorkLabel::OnlyRunFixes => "这样能运行，但很可能不是你想要的",
        WorkLabel::MoreFixes => "更多修正方法",
        WorkLabel::NoFix => "无论插入、去掉还是交换轴，这两个形状都无法匹配：必须改变某个大小。",
        WorkLabel::Apply => "应用",
        WorkLabel::OutOfPlace => "不修改 a，而是创建新张量",
        WorkLabel::OnlyRuns => "很可能不是你想要的",
        WorkLabel::ElementwiseFixes => "你想要的是逐元素运算吗？",
        WorkLabel::Copy => "复制",
        WorkLabel::Copied => "已复制",
        WorkLabel::Table => "以表格列出元素",
        WorkLabel::TableIndex => "下标",
        WorkLabel::TableEmpty => "结果没有元素。",
        WorkLabel::SingleKeys => "启用单键快捷键",
        WorkLabel::Share => "分享与嵌入",
        WorkLabel::ShareLocaleAuto => "读者的语言",
        WorkLabel::ShareStart => "从哪一步开始",
        WorkLabel::ShareStartLast => "结果",
        WorkLabel::ShareStartPlaying => "第一步，自动播放",
        WorkLabel::ShareControls => "显示",
        WorkLabel::ShareControlsAll => "全部",
        WorkLabel::ShareControlsPlay => "图示与播放控制",
        WorkLabel::ShareControlsNone => "仅图示",
        WorkLabel::ShareLink => "链接",
        WorkLabel::ShareFrame => "iframe，用于课程页面",
        WorkLabel::ShareElement => "自定义元素，用于自己的网页",
        WorkLabel::ShareStrictElement => "自定义元素，用于策略禁止 <style> 的网页",
        WorkLabel::ShareMarkdown => "Markdown 图片",
        WorkLabel::SavePicture => "保存图片（SVG）",
        WorkLabel::SharePreview => "预览",
    }
}

fn key_action(key: Key) -> &'static str {
    match key {
        Key::Space => "播放或暂停；焦点在控件上时，激活该控件",
        Key::K => "播放或暂停",
        Key::EnterPlays => "从头播放，在输入框中也可以",
        Key::Arrows => "上一步或下一步",
        Key::Pages => "同上，除非这些键用来滚动页面",
        Key::Digits => "跳到这个编号的步骤",
        Key::HomeEnd => "第一步或最后一步；固定了单元格时：第一个或最后一个单元格",
        Key::Enter => "图示获得焦点时，固定一个单元格",
        Key::DiagramArrows => "固定了单元格时，在单元格间移动",
        Key::PlusMinus => "图示获得焦点时，展开或折叠一个轴",
        Key::ShiftArrows => "图示超出显示区域时，移动视图",
        Key::SizeArrows => "更改焦点所在的大小；数字键直接设定，Home 设为 1",
        Key::SizeDelete => "焦点在大小 1 上时，去掉该轴",
        Key::SizeComma => "在有焦点的大小后面插入大小为 1 的轴",
        Key::Undo => "撤销对输入的上一次修改（Mac 上用 ⌘）",
        Key::Redo => "重做",
        Key::P => "打开程序编辑器",
        Key::F8 => "显示程序的下一个运算；加 Shift 显示上一个",
        Key::F => "全屏显示，或退出全屏",
        Key::B => "全屏时：变为黑屏，或恢复显示",
        Key::Escape => "取消固定单元格、退出全屏，或关闭此列表",
        Key::Question => "显示此列表",
    }
}

fn message(message: Message<'_>) -> String {
    match message {
        Message::OperandLabel(operand) => format!("操作数 {}", operand.name()),
        Message::Broadcasts(shape) => format!("可以广播，结果形状为 {shape}"),
        Message::LibraryReports(library) => format!("{} 报错", library.name()),
        Message::AxisNumber(front, end) => format!("轴 {front}，从后往前为 -{end}"),
        Message::ClashAt(number, axis) => format!("轴 {number}：{}", clash_sizes(axis)),
        Message::AxesNotDrawn(count) => format!("有 {count} 个前导轴没有画出，下标取 0。"),
        Message::ChapterPosition(number, count, chapter, operation) => {
            format!("第 {number} 步，共 {count} 步：{}", chapter_title(chapter, operation))
        }
        Message::ChapterTitle(chapter, operation) => chapter_title(chapter, operation),
        Message::ChapterName(chapter, operation) => chapter_name(chapter, operation),
        Message::ChapterText(chapter, operation) => chapter_text(ChapterText::new(chapter, operation), operation),
    }
}

fn work_message(message: WorkMessage<'_>) -> String {
    match message {
        WorkMessage::BeyondLimits(shape, library) => {
            format!("形状可以广播为 {shape}，但 {} 无法创建这么大的张量：", library.name())
        }
        WorkMessage::DoesNotFitInPlace(shape, name) => {
            format!("结果形状应为 {shape}，但原地运算不能改变 {name} 的形状：")
        }
        WorkMessage::NotWritable(shape, name) => format!("结果形状应为 {shape}，但 {name} 无法写入："),
        WorkMessage::NotCastable(shape, name) => format!("结果形状应为 {shape}，但它的元素类型无法写入 {name}："),
        WorkMessage::Undefined(shape) => format!("形状可以广播为 {shape}，但运算符对其中一些元素没有定义："),
        WorkMessage::Raises(shape) => format!("形状可以广播为 {shape}，但这次调用会引发异常："),
        WorkMessage::WarningText(warning, operation, dtype) => {
            warning_text(&WarningText::new(warning, dtype), operation, dtype.name())
        }
        WorkMessage::LinkValueIgnored(name) => format!("链接中“{name}”的值无法使用，已改用默认值。"),
        WorkMessage::CannotRead(problem) => cannot_read(problem),
        WorkMessage::KeptAs(dtype, kept) => format!("，{} 存为 {kept}", dtype.name()),
        WorkMessage::InsertAxis(name, code) => format!("在 {name} 中插入大小为 1 的轴：{code}"),
        WorkMessage::SizeOfAxis(name, axis) => format!("{name} 的轴 {axis} 的大小"),
        WorkMessage::Loads(0, near) => format!("接近屏幕时加载 {near} KB。"),
        WorkMessage::Loads(at_once, near) => {
            format!("随网页加载 {at_once} KB，接近屏幕时再加载 {near} KB，所有元素共用。")
        }
        WorkMessage::AxisVerdict(axis, operation) => axis_verdict(axis, operation),
        WorkMessage::FixText(fix, operation) => fix_text(fix, operation),
        WorkMessage::ProgramFix(fix) => program_fix(fix.kind),
        WorkMessage::DragNext(name, [now, then]) => format!("试一试：把 {name} 的 {now} 拖到 {then}"),
        WorkMessage::TryNext(name, shape) => format!("试一试：把 {name} 改成 {shape}"),
        WorkMessage::ListIsShape(list, shape, values) => {
            format!("{list} 被读作形状 {shape}。若要表示数值，请写 {values}。")
        }
        WorkMessage::MatrixProduct(shape, operation) => {
            let [a, b] = OperandId::PAIR.map(|operand| operation.name(operand));
            format!("* 是逐元素相乘。若要矩阵乘积（形状 {shape}），请写 {a} @ {b}。")
        }
        WorkMessage::StepAlong(step, stride) => {
            let step = match step {
                Step::Right => "向右一步",
                Step::Down => "向下一步",
                Step::BlockRight => "向右一块",
                Step::BlockDown => "向下一块",
                Step::Hidden => "走一步（未画出）",
            };
            match stride {
                0 => format!("{step}：位置不变（步长 0）"),
                stride => format!("{step}：缓冲区中 +{stride}"),
            }
        }
        WorkMessage::ReadsAt(out, name, sum) => format!("{out} 读取 {name} 的位置 {sum}"),
        WorkMessage::ReadFor(name, position, "") => format!("没有读取 {name} 的位置 {position}。"),
        WorkMessage::ReadFor(name, position, cells) => format!("{name} 的位置 {position} 用于 {cells}。"),
        WorkMessage::MoreElements(Some(count)) => format!("还有 {} 个元素没有列出。", grouped(count)),
        WorkMessage::MoreElements(None) => "还有极多元素没有列出。".to_owned(),
    }
}

/// What is said of a program.
/// The texts of CodeMirror behind their English ones: of its search, and what it says to screen readers.
const EDITOR_PHRASES: [(&str, &str); 19] = [
    ("Find", "查找"),
    ("Replace", "替换为"),
    ("next", "下一个"),
    ("previous", "上一个"),
    ("all", "全部"),
    ("match case", "区分大小写"),
    ("regexp", "正则表达式"),
    ("by word", "全字匹配"),
    ("replace", "替换"),
    ("replace all", "全部替换"),
    ("close", "关闭"),
    ("current match", "当前匹配"),
    ("replaced $ matches", "已替换 $ 处"),
    ("replaced match on line $", "已替换第 $ 行的匹配"),
    ("on line", "位于第"),
    ("Go to line", "转到行"),
    ("go", "转到"),
    ("Selection deleted", "已删除选中内容"),
    ("Control character", "控制字符"),
];

fn program_text(said: ProgramText<'_>) -> String {
    match said {
        ProgramText::Input => "Python 程序".to_owned(),
        ProgramText::Hint => "粘贴一段 NumPy 或 PyTorch 程序".to_owned(),
        ProgramText::TabLeaves => "按 Tab 离开编辑器。".to_owned(),
        ProgramText::Close => "关闭代码".to_owned(),
        ProgramText::Picture => "图示".to_owned(),
        ProgramText::Program => "代码".to_owned(),
        ProgramText::Border => "编辑器的宽度".to_owned(),
        ProgramText::Operations => "运算".to_owned(),
        ProgramText::PreviousOperation => "上一个运算（Shift F8）".to_owned(),
        ProgramText::NextOperation => "下一个运算（F8）".to_owned(),
        ProgramText::OperationOf(number, count) => format!("第 {number} 个，共 {count} 个"),
        ProgramText::Compared(None) => "这个运算没有图示。这里是各操作数的形状。".to_owned(),
        ProgramText::Compared(Some(rule)) => match rule {
            ComparedRule::Equal => "标出的大小必须相等。".to_owned(),
            ComparedRule::EqualBut(axis) => format!("除轴 {axis} 外，所有大小必须相等。"),
            ComparedRule::Elements => "两个形状的元素个数必须相同。".to_owned(),
            ComparedRule::Index => "大小为 n 的轴，下标从 -n 到 n - 1。".to_owned(),
            ComparedRule::NotLarger => "下标中标出的大小不能超过下面的大小。".to_owned(),
            ComparedRule::Place => "写入的内容必须能广播到目标位置的形状。".to_owned(),
        },
        ProgramText::PasteTheLine => {
            "以上是错误信息的内容。把出错的那一行也粘贴在前面，就可以填写其中各名称的形状。".to_owned()
        }
        ProgramText::Elements(count) => format!("{count} 个元素"),
        ProgramText::MoreShapes(count) => format!("…… 还有 {count} 个"),
        ProgramText::CalledFrom(line) => format!("由第 {line} 行调用"),
        ProgramText::TryOne => "或者试试下面的程序：".to_owned(),
        ProgramText::TryProgram(0) => "一个过大的损失".to_owned(),
        ProgramText::TryProgram(1) => "每行一个均值".to_owned(),
        ProgramText::TryProgram(_) => "带掩码的注意力".to_owned(),
        ProgramText::Line(line) => format!("第 {line} 行"),
        ProgramText::LinesRead(lines, library) => format!("已按 {} 的规则读取 {lines} 行", library.name()),
        ProgramText::Then => "然后".to_owned(),
        ProgramText::NotRead(line, reason) => format!("第 {line} 行未读取：{}", unreadable(reason)),
        ProgramText::LinesNotRead(lines) => format!("有 {lines} 行未读取"),
        ProgramText::OnlyIf(lines) => format!("取决于第 {lines} 行"),
        ProgramText::DependsOn(names) => format!("取决于 {names}"),
        ProgramText::With(sizes, text) => format!("设 {sizes}：{text}"),
        ProgramText::Reason(reason) => unreadable(reason),
        ProgramText::Note(Note { line, kind: NoteKind::Stated { stated, made: None } }) => {
            format!("第 {line} 行：值未知，因此采用注释或类型标注写明的形状 {stated}。")
        }
        ProgramText::Note(Note { line, kind: NoteKind::Stated { stated, made: Some(made) } }) => {
            format!("第 {line} 行：注释或类型标注写的是 {stated}，实际形状是 {made}。")
        }
        ProgramText::Note(Note { kind: NoteKind::KeepsOrder { call, instead }, .. }) => {
            format!("{call} 保持元素的顺序，并不交换轴。要交换轴：{instead}")
        }
        ProgramText::Note(Note { kind: NoteKind::Misplaced { axis, along, instead }, .. }) => {
            format!("轴 {axis} 与轴 {along} 对齐。这里两者大小相等，因此没有异常。要与 {axis} 对齐：{instead}")
        }
        ProgramText::Note(Note { kind: NoteKind::SplitOrder { product, instead }, .. }) => {
            format!("这个轴是按 {product} 构成的，元素保持这个顺序。要按同样的顺序拆分：{instead}")
        }
        ProgramText::Note(Note { kind: NoteKind::OverSamples, .. }) => {
            "损失函数沿轴 1 取类别，而 softmax 是沿轴 0（批次所在的轴）计算的：应为 dim=1。".to_owned()
        }
        ProgramText::Asked => "值未知的名称".to_owned(),
        ProgramText::ShapeOf(name) => format!("{name} 的形状"),
        ProgramText::SizeOf(name) => format!("大小 {name}"),
        ProgramText::ReadAs(name, size) => format!("{name} 没有值，按 {size} 读取。"),
        ProgramText::WriteSizes => "设定".to_owned(),
        ProgramText::WriteAnswers => "写入程序".to_owned(),
        ProgramText::Uncalled(name) => format!("没有代码调用 {name}。"),
        ProgramText::AddCall => "添加调用".to_owned(),
        ProgramText::BadAnswer(name, error) => format!("{name}：{}", parse_error(&error.problem)),
        ProgramText::Warning(warning) => format!("{}: {}", warning.category, warning.message),
        ProgramText::Fails => "出错".to_owned(),
        ProgramText::OpenRecord => "或者打开一次运行的记录：".to_owned(),
        ProgramText::Recorded(versions) => format!("运行记录：{versions}"),
        ProgramText::NotTheRun => "这段代码与运行记录中的不同，这里显示的是从代码读出的结果。".to_owned(),
        ProgramText::Files => "文件".to_owned(),
        ProgramText::LibraryNotRecorded(libraries) => format!("没有记录，因为不认识这个版本：{libraries}"),
        ProgramText::LeftAlone(lines) => {
            format!("没有记录，因为库要读取函数的源代码，或者那里的值无法读取：第 {lines} 行")
        }
        ProgramText::Cut => "这次运行超出了记录的上限，这里只有其中一部分。".to_owned(),
        ProgramText::Times(count) => format!("× {}", grouped(count)),
        ProgramText::NotRunAgain => "已按形状检查，没有重新运行程序。".to_owned(),
        ProgramText::NoRecord(RecordProblem::TooLong) => "这个文件太长，不能作为运行记录打开。".to_owned(),
        ProgramText::NoRecord(RecordProblem::NotARecord) => {
            "这不是运行记录。用 python -m broadcast_visualizer program.py -o run.json 可以生成。".to_owned()
        }
        ProgramText::NoRecord(RecordProblem::Version(version)) => {
            format!("这份运行记录的版本是 {version}，这里只认识版本 1。")
        }
        ProgramText::NoRecord(RecordProblem::At(place)) => {
            format!("无法显示这份运行记录：{place} 处缺少内容，或者内容的类型不对。")
        }
        ProgramText::Doubtful => "能运行，但可能写错了".to_owned(),
    }
}

/// Why a program is not read further.
fn unreadable(reason: &UnreadableReason) -> String {
    match reason {
        UnreadableReason::Syntax(error) => parse_error(&error.problem),
        UnreadableReason::NotPython => "这里不是 Python。".to_owned(),
        UnreadableReason::Command => "这是笔记本或命令行的命令。".to_owned(),
        UnreadableReason::Cut => "文本超过了可读的长度，从这里截断。".to_owned(),
        UnreadableReason::Statement => "暂不支持这种语句。".to_owned(),
        UnreadableReason::Expression => "暂不支持这种表达式。".to_owned(),
        UnreadableReason::UnknownCall(name) => format!("无法识别 {name}。"),
        UnreadableReason::UnknownName(name) => {
            format!("{name} 没有值。请给出它的形状，或加一行给出它，例如 {name} = torch.zeros(3, 4)。")
        }
        UnreadableReason::Arguments(name) => format!("无法识别带这些参数的 {name}。"),
        UnreadableReason::Values => "这取决于未知的数值。".to_owned(),
        UnreadableReason::Kinds => "无法判断这些类型的值会得到什么。".to_owned(),
        UnreadableReason::TooMuch => "程序的计算量太大，没有读取。".to_owned(),
    }
}

/// What happens to one axis.
fn axis_verdict(axis: &Axis, operation: &Operation) -> String {
    axis_text(axis, operation, "相等", "；", &|name, change| match change {
        AxisChange::Stretched(size) => format!("{name} 拉伸 1→{size}"),
        AxisChange::Inserted => format!("{name} 插入"),
        AxisChange::InsertedAndStretched(size) => format!("{name} 插入，1→{size}"),
    })
}

/// What is wrong with a text. Practice says it too.
fn cannot_read(problem: &InputProblem) -> String {
    match problem {
        InputProblem::Text(problem) => parse_error(problem),
        InputProblem::NoOperation => "程序中没有找到图示能画的运算。".to_owned(),
        InputProblem::NotLoaded => "这是 Python 代码。读取 Python 的部分尚未加载。".to_owned(),
    }
}

fn parse_error(problem: &Problem) -> String {
    match problem {
        Problem::Empty => "请输入形状，如 5,3,4,1；没有轴的单个数写作 ()。".to_owned(),
        Problem::TooLong => format!("超过了 {MAX_CHARS} 个字符，请从这里截短。"),
        Problem::TooManyAxes => format!("这是第 {} 个轴，最多 {MAX_AXES} 个。", MAX_AXES + 1),
        Problem::SizeMissing => "这里缺少一个大小，请写整数，如 3。".to_owned(),
        Problem::NotASize(found) => format!("“{found}”不是大小，请写整数，如 3。"),
        Problem::NotASeparator(found) => format!("这里不能有“{found}”，请用逗号分隔各个大小。"),
        Problem::NegativeSize => "大小不能为负，最小为 0。".to_owned(),
        Problem::FractionalSize => "大小必须是整数，请去掉小数部分。".to_owned(),
        Problem::SizeTooLarge => "这个大小太大，最大为 9223372036854775807（2^63-1）。".to_owned(),
        Problem::Unclosed(quote @ ('"' | '\'')) => format!("字符串没有闭合，请补上“{quote}”。"),
        Problem::Unclosed(bracket) => format!("括号没有闭合，请补上“{bracket}”。"),
        Problem::WrongBracket(Some(bracket)) => format!("括号不匹配，这里应为“{bracket}”。"),
        Problem::WrongBracket(None) => "这个右括号没有对应的左括号，请删去。".to_owned(),
        Problem::UnknownWord(word) => format!("“{word}”不是形状。请写各轴大小，如 5,3,4,1，或名称加大小：{word}=3。"),
        Problem::TwoReadings(one, other) => format!("这里有两种读法，请写 {one} 或 {other}。"),
        Problem::Ragged { expected, found } => {
            format!("这个列表有 {found} 项，而同一层的第一个列表有 {expected} 项，请改为 {expected} 项。")
        }
        Problem::MixedDepth => "同一层里混有数和列表，请让嵌套深度一致。".to_owned(),
        Problem::NotAValue(Some(found)) => format!("“{found}”不是数值，请写数，如 2 或 0.5。"),
        Problem::NotAValue(None) => "这里缺少一个数值，如 2 或 0.5。".to_owned(),
        Problem::ValueTooLarge => "这个数值超出了 64 位。".to_owned(),
        Problem::LibraryRejected(library, error) => format!("{} 报错：{error}", library.name()),
        Problem::PythonRejected(error) => format!("Python 报错：{error}"),
        Problem::Unread(reason) => format!("无法读取：{}请直接写形状，如 5,3,4,1。", unreadable(reason)),
        Problem::UnknownFunction { name, nearest: Some(nearest) } => {
            format!("不支持“{name}”，你是不是想写 {nearest}？")
        }
        Problem::UnknownFunction { name, nearest: None } => format!("不支持“{name}”，请直接写形状，如 5,3,4,1。"),
        Problem::Undefined(name) => format!("“{name}”没有定义，请直接写出它的形状或数值。"),
        Problem::NotCalled(name) => format!("“{name}”是函数，但没有被调用，请写成 {name}(…)。"),
        Problem::TwoOperands => {
            "这里对两个张量做了运算。只能读取恰好有一个两操作数运算的程序，否则请在两个输入框里各写一个操作数。"
                .to_owned()
        }
        Problem::NotAnOperand => "这既不是形状，也不是数值。".to_owned(),
        Problem::NotAnInteger => "这里需要整数，如 3。".to_owned(),
        Problem::Unexpected(found) => format!("这里不能有“{found}”。"),
        Problem::TooDeep => "这里的括号嵌套太深。".to_owned(),
        Problem::Message => "这条错误信息没有给出两个形状。请写出每个张量的形状，或粘贴程序。".to_owned(),
    }
}

fn chapter_title(chapter: &Chapter, operation: &Operation) -> String {
    let (axes, written) = (axes(&chapter.axes), operation.name(OperandId::A));
    match chapter.kind {
        ChapterKind::Operands => "操作数".to_owned(),
        ChapterKind::Align => "从右边对齐".to_owned(),
        ChapterKind::Insert(operand) => format!("在 {} 中插入{axes}", operation.name(operand)),
        ChapterKind::Stretch(operand) => format!("沿{axes} 拉伸 {}", operation.name(operand)),
        ChapterKind::Combine if operation.matrices().is_some() => "矩阵相乘".to_owned(),
        ChapterKind::Combine => "逐元素运算".to_owned(),
        ChapterKind::InnerClash => "内侧大小不同".to_owned(),
        ChapterKind::Agree => format!("比较{axes}"),
        ChapterKind::Clash => format!("{axes} 冲突"),
        ChapterKind::OtherClashes => format!("{axes} 也冲突"),
        ChapterKind::WriteBack(Writing::Fits) => format!("把结果写入 {written}"),
        ChapterKind::WriteBack(Writing::DoesNotFit) => format!("{written} 放不下结果"),
        ChapterKind::WriteBack(Writing::NotWritable) => format!("结果没有写入 {written}"),
        ChapterKind::Gradient => "各操作数的梯度".to_owned(),
    }
}

fn chapter_name(chapter: &Chapter, operation: &Operation) -> String {
    let at = |name: &str| match chapter.axes[..] {
        [axis] => format!("{name} · 轴 {axis}"),
        _ => name.to_owned(),
    };
    match chapter.kind {
        ChapterKind::Operands => "操作数".to_owned(),
        ChapterKind::Align => "对齐".to_owned(),
        ChapterKind::Insert(operand) => format!("插入 {}", operation.name(operand)),
        ChapterKind::Stretch(operand) => at(&format!("拉伸 {}", operation.name(operand))),
        ChapterKind::Combine if operation.matrices().is_some() => "相乘".to_owned(),
        ChapterKind::Combine => "运算".to_owned(),
        ChapterKind::InnerClash => "内侧大小".to_owned(),
        ChapterKind::Agree => at("比较"),
        ChapterKind::Clash => at("冲突"),
        ChapterKind::OtherClashes => at("其他冲突"),
        ChapterKind::WriteBack(Writing::Fits) => format!("写入 {}", operation.name(OperandId::A)),
        ChapterKind::WriteBack(Writing::DoesNotFit) => "放不下".to_owned(),
        ChapterKind::WriteBack(Writing::NotWritable) => "没有写入".to_owned(),
        ChapterKind::Gradient => "梯度".to_owned(),
    }
}

fn chapter_text(text: ChapterText<'_>, operation: &Operation) -> String {
    let written = operation.name(OperandId::A);
    match text {
        ChapterText::Operands => {
            let operands = operation.operands();
            let operands = join(operands.len(), "；", &|number| {
                let (name, ndim) = (operation.name(operands[number]), operation.whole_shape(operands[number]).ndim());
                format!("{name} 有 {ndim} 个轴")
            });
            operands + "。"
        }
        ChapterText::Align(missing) => {
            let missing = join(missing.len(), "", &|number| {
                let (operand, count) = missing[number];
                let missing: Vec<usize> = (0..count).listed();
                format!("{} 没有{}。", operation.name(operand), axes(&missing))
            });
            let compared = if operation.is_product() {
                "只比较矩阵的轴之前的轴。"
            } else {
                "从最后一个轴往前比较大小。"
            };
            compared.to_owned() + &missing
        }
        ChapterText::Insert(operand, count, change) => {
            format!("在 {} 的最前面插入 {count} 个大小为 1 的轴：{change}。", operation.name(operand))
        }
        ChapterText::Stretch(operand, other, size, change) => {
            let (operand, other) = (operation.name(operand), operation.name(other));
            let end = match size {
                0 => format!("1 变为 0，没有元素：{change}。"),
                _ => format!("{operand} 重复自己的元素，{change}。"),
            };
            format!("{operand} 大小为 1，{other} 为 {size}：{end}")
        }
        ChapterText::StretchAll(operand, change) => {
            format!("{} 在这些轴上大小都为 1，重复自己的元素：{change}。", operation.name(operand))
        }
        ChapterText::Combine(shape) => format!("下标相同的元素逐一运算，结果有 {}。", elements(shape)),
        ChapterText::Multiply(inner, shape) => {
            format!("下标相同的矩阵相乘，行乘以列。内侧大小都是 {inner}。结果的形状是 {shape}。")
        }
        ChapterText::InnerClash([columns, rows]) => format!(
            "{} 的矩阵有 {columns} 列，{} 的矩阵有 {rows} 行。这两个内侧大小必须相等，1 也不会拉伸。",
            operation.name(OperandId::A),
            operation.name(OperandId::B)
        ),
        ChapterText::SizesEqual(size) => format!("大小都是 {size}，相等，可以广播。"),
        ChapterText::OneStretches(operand, other, size) => {
            format!("{} 大小为 1，{} 为 {size}：1 可以拉伸。", operation.name(operand), operation.name(other))
        }
        ChapterText::AxisMissing(operand) => format!("{} 没有这个轴，可以插入。", operation.name(operand)),
        ChapterText::SizesAgree => "大小一致：相等，或者为 1，或者没有这个轴。".to_owned(),
        ChapterText::Clash(sizes) => {
            join(sizes.len(), "，", &|number| {
                let (operand, size) = sizes[number];
                format!("{} 大小为 {size}", operation.name(operand))
            }) + "。大小不同，又都不是 1，不能广播。"
        }
        ChapterText::OtherClashes(1) => "这个轴的大小也冲突，同样需要改变。".to_owned(),
        ChapterText::OtherClashes(_) => "这些轴的大小也冲突，同样需要改变。".to_owned(),
        ChapterText::WriteBack(Writing::Fits) => format!("结果与 {written} 的形状相同，可以写入 {written}。"),
        ChapterText::WriteBack(Writing::DoesNotFit) => {
            format!("原地运算时 {written} 的形状不变，没有打叉元素的位置。")
        }
        ChapterText::WriteBack(Writing::NotWritable) => {
            format!("结果与 {written} 的形状相同，但不能写入 {written}，原因见库的报错信息。")
        }
        ChapterText::Gradient => Locale::ZhCn.gradient_text(operation),
    }
}

fn fix_text(fix: &Fix, operation: &Operation) -> String {
    let name = operation.name(fix.operand);
    let edit = |edit: &AxisEdit| match *edit {
        AxisEdit::Insert { axis, count } => {
            let axes = format!("{count} 个大小为 1 的轴");
            match axis.checked_sub(1) {
                None => format!("在 {name} 的最前面插入 {axes}"),
                Some(before) => format!("在 {name} 的轴 {before} 之后插入 {axes}"),
            }
        }
        AxisEdit::Drop(axis) => format!("去掉 {name} 的大小为 1 的轴 {axis}"),
        AxisEdit::Swap(first, second) => format!("交换 {name} 的轴 {first} 和轴 {second}"),
    };
    let edits = join(fix.edits.len(), "，再", &|number| edit(&fix.edits[number]));
    format!("{edits}，{name} 变为 {}。", fix.shape)
}

/// What a fix of a program does.
fn program_fix(kind: ProgramFixKind) -> String {
    match kind {
        ProgramFixKind::KeepAxis => "保留这个轴，大小为 1。".to_owned(),
        ProgramFixKind::OtherAxis => "沿另一个轴计算。".to_owned(),
        ProgramFixKind::Transpose => "交换最后两个轴。".to_owned(),
        ProgramFixKind::ReorderAxes => "调整轴的顺序。".to_owned(),
        ProgramFixKind::MatrixProduct => "用 @ 代替 *，做矩阵乘法。".to_owned(),
        ProgramFixKind::BatchProduct => "改用 matmul，它可以处理向量、矩阵和成批的矩阵。".to_owned(),
        ProgramFixKind::SwapOperands => "交换两个操作数。".to_owned(),
        ProgramFixKind::InsertAxis { axis, count } => match axis.checked_sub(1) {
            None => format!("在最前面插入 {count} 个大小为 1 的轴。"),
            Some(before) => format!("在轴 {before} 之后插入 {count} 个大小为 1 的轴。"),
        },
        ProgramFixKind::DropAxis { axis } => format!("去掉大小为 1 的轴 {axis}。"),
        ProgramFixKind::SumAxis => "对前面的轴求和。".to_owned(),
        ProgramFixKind::Cut => "只取与另一个操作数一样多的部分。".to_owned(),
        ProgramFixKind::Flatten => "把几个轴合成一个。".to_owned(),
        ProgramFixKind::Reshape => "改用 reshape：不能生成视图时，它会复制。".to_owned(),
        ProgramFixKind::NarrowMask => "只取掩码的那一列。".to_owned(),
        ProgramFixKind::SameMask => "只取掩码选中的元素。".to_owned(),
        ProgramFixKind::OtherSize => "改用合适的大小。".to_owned(),
        ProgramFixKind::OtherLoss => "改用比较得分与类别编号的损失函数。".to_owned(),
        ProgramFixKind::OutOfPlace => "生成新的张量，而不是写入原张量。".to_owned(),
    }
}

fn warning_text(warning: &WarningText<'_>, operation: &Operation, dtype: &str) -> String {
    if let Some(NoRoom { dtype, exact, kept }) = warning.no_room {
        let name = dtype.name();
        return format!("{name} 存不下 {exact}：存为 {kept}。");
    }
    if warning.cause == Cause::OtherAxis {
        return "一个操作数由另一个沿某个轴归约得到。它的值不在所属的轴上，而在另一个大小相同的轴上。".to_owned();
    }
    let number = warning.elements.map_or_else(|| "超过 2^63-1".to_owned(), grouped);
    let mut size = format!("{number} 个元素");
    if let Some(times) = warning.times.map(grouped) {
        size += &format!("，是操作数的 {times} 倍");
    }
    if let Some(memory) = &warning.memory {
        size += &format!("，按 {dtype} 计算占 {memory}");
    }
    if warning.cause == Cause::Elementwise {
        let [a, b] = OperandId::PAIR.map(|operand| operation.name(operand));
        let stretch = if operation.operands().len() == 2 {
            format!("所以两者都拉伸，{a} 的每个元素都与 {b} 的每个元素运算。")
        } else {
            "所以它们都拉伸，不同位置的元素会一起运算。".to_owned()
        };
        format!("除了 1 以外，各操作数的大小相同，但不在相同的轴上，{stretch}结果 {} 有 {size}。", warning.shape)
    } else {
        format!("结果远大于每个操作数：{size}。")
    }
}

fn axes(axes: &[usize]) -> String {
    format!("轴 {}", listed(axes, "、", " 和 "))
}

fn elements(shape: &Shape) -> String {
    shape.numel().map_or_else(|| "超过 2^63-1 个元素".to_owned(), |count| format!("{} 个元素", grouped(count)))
}

fn example_group(group: Group) -> &'static str {
    match group {
        Group::FirstSteps => "入门",
        Group::ThreeRows => "一个结果，三种写法",
        Group::Values => "跟踪每个元素",
        Group::Images => "图像与特征图",
        Group::Scores => "班级、学生、成绩",
        Group::Clashes => "无法广播的形状",
        Group::Empty => "空张量",
        Group::InPlace => "原地运算",
        Group::Pitfalls => "常见误区",
    }
}

fn example(id: ExampleId) -> (&'static str, &'static str) {
    match id {
        ExampleId::Simplest => (
            "从这里开始：一列加一行",
            "a 是 4 个数的一列，b 是 3 个数的一行。列重复 3 次，行重复 4 次，两者的形状都成为 (4, 3)，再逐元素相加。",
        ),
        ExampleId::TrailingAxes => (
            "从最后一个轴开始对齐",
            "从最后一个轴往前逐一比较：1 与 1 相等；4 与 1，b 拉伸为 4；3 与 3 相等。b 没有倒数第四个轴，所以在最\
             前面插入一个大小为 1 的轴，再拉伸为 5。",
        ),
        ExampleId::SameShape => {
            ("形状完全相同", "两个操作数的每个轴大小都相等，不需要插入轴，也不需要拉伸。下标相同的元素逐一运算。")
        }
        ExampleId::BothStretch => (
            "两个操作数都拉伸",
            "两个操作数都可以沿各自大小为 1 的轴拉伸：a 从 1 到 3；b 从 1 到 4，插入的前导轴再从 1 到 5。结果的元\
             素比任何一个操作数都多。",
        ),
        ExampleId::VectorOfOne => (
            "只有一个元素的向量",
            "先在 a 的最前面插入两个大小为 1 的轴，再按 b 的大小拉伸为 3 和 7。中间的轴两边都是 1，结果在这里也是 \
             1。",
        ),
        ExampleId::StretchTheShortOne => (
            "全是 1 的形状不会冲突",
            "b 的轴大小都是 1，缺少的轴会插入，所以能拉伸到任何大小。结果的 40 个元素都读取 b 唯一的元素。",
        ),
        ExampleId::ZeroDim => {
            ("没有轴的数", "零维张量有一个元素，没有轴。所有的轴都以大小 1 插入，再拉伸，所以它能与任何形状广播。")
        }
        ExampleId::ThreeRowsSame => (
            "两张表都完整写出",
            "两个操作数已经是结果的形状，不需要拉伸。存储的 24 个数大多是重复的：a 的每一行内部相同，b 的各行彼此\
             相同。",
        ),
        ExampleId::ThreeRowsVector => (
            "四行共用一行",
            "这里 b 只存储一行：在最前面插入一个轴，并拉伸为 4，于是 a 的每一行都加上 0、1、2。结果与完整写出两张\
             表时相同。",
        ),
        ExampleId::ThreeRowsBoth => {
            ("一列与一行", "列拉伸为 3 列，行拉伸为 4 行，结果还是同一张表，但只存储 7 个数，而不是 24 个。")
        }
        ExampleId::ValuesRow => {
            ("所有行共用一行", "b 缺少轴 0，在轴 1 上大小为 1，沿这两个轴都拉伸。于是八行中的每一行都加上 0、1、2。")
        }
        ExampleId::ValuesColumn => (
            "两块共用一列",
            "b 是一列四个数。大小为 1 的轴沿着行拉伸，插入的轴跨两块拉伸：两块中都是第 0 行加 0，第 1 行加 1，依此\
             类推。",
        ),
        ExampleId::ValuesFourAxes => (
            "八个矩阵共用一列",
            "a 的最后两个轴构成八个三行两列的矩阵。每个矩阵都加上同一列 0、1、2，这一列先拉伸为两列。",
        ),
        ExampleId::ValuesMiddleAxis => (
            "中间的轴也能拉伸",
            "大小为 1 的轴可以在形状的任何位置，不限于两端。b 沿第三个轴和插入的前导轴拉伸，其余两个轴的大小相等。",
        ),
        ExampleId::ValuesFromTwo => (
            "两个数重复 24 次",
            "b 只有 2 和 3 两个元素，在最后一个轴上，沿其余三个轴拉伸。沿 a 的最后一个轴，第一个元素加 2，第二个元\
             素加 3。",
        ),
        ExampleId::ValuesEveryOther => (
            "每隔一个轴拉伸",
            "第一、第三个轴的大小相等；在第二、第四个轴上 b 的大小为 1，需要拉伸。b 有六个数（2 到 7），每个数用于\
             八个元素。",
        ),
        ExampleId::ValuesBothStretch => (
            "各自沿大小为 1 的轴拉伸",
            "两个操作数各有一个大小为 1 的轴，对方在那里更大：a 沿最后一个轴拉伸，b 沿第二个轴拉伸。存储 24 个数\
             和 12 个数，结果有 48 个元素。",
        ),
        ExampleId::FeatureMapsBias => (
            "每个通道一个偏置",
            "b 末尾的两个 1 让 32 对齐通道轴。没有它们，32 就会对齐宽度 14，发生冲突。存储 32 个数，显示 25,088 个\
             元素。",
        ),
        ExampleId::FeatureMapsBiasWritten => {
            ("手动写出批次轴", "这里 b 的形状直接写出了大小为 1 的前导轴。广播也会插入同一个轴，所以结果不变。")
        }
        ExampleId::ImageToAll => (
            "一幅图加到所有特征图",
            "b 没有批次轴和通道轴。缺少某个轴，表示“沿这个轴全都相同”，所以这 196 个数会加到 128 张特征图的每一张\
             上。",
        ),
        ExampleId::ImagePlane => (
            "一个平面用于各通道",
            "在最前面插入两个轴，分别拉伸为 4 和 3。四幅图像各三个通道，共 12 个平面，都使用同样的 1,024 个值。",
        ),
        ExampleId::ImageChannels => (
            "每个通道一个值",
            "末尾的两个 1 让 3 对齐通道轴；只写 3，它就会对齐宽度 32。在四幅图像中，每个值用于该通道的全部 1,024 \
             个像素。",
        ),
        ExampleId::ImageOneValue => (
            "一个值用于全部元素",
            "b 的四个轴大小都是 1，全部拉伸，存储 1 个数，用于 12,288 个元素。零维张量也一样：缺少的轴以大小 1 插\
             入。",
        ),
        ExampleId::ScoresEveryone => {
            ("每个学生都加五分", "5.0 没有轴，对每个班级、每个学生、每项成绩都相同。只需存储 1 个数，而不是 1,024 个。")
        }
        ExampleId::ScoresEveryoneVector => (
            "写成一个元素的向量",
            "b 唯一的轴与 score 对齐，从 1 拉伸为 8；student 和 class 两个轴由广播插入。与直接写一个数一样，1 个元\
             素用于 1,024 个元素。",
        ),
        ExampleId::ScoresPerSubject => (
            "每个科目一个加分",
            "b 只有 score 轴，缺少 class 和 student 轴，表示“对所有班级、所有学生都相同”：每个班的每个学生得到同样\
             的八个加分。",
        ),
        ExampleId::ScoresPerStudent => (
            "每个学生一个加分",
            "末尾大小为 1 的轴对齐 score，每个加分用于全部八项成绩。没有它，32 就会对齐 8，发生冲突。轴按位置对齐，\
             名称只供阅读。",
        ),
        ExampleId::ClashInTheMiddle => (
            "中间的轴冲突",
            "在轴 1 上，大小是 2 和 3：既不相等，也没有一个是 1。只要有一个这样的轴，形状就无法广播，其余的轴都一\
             致也不行。",
        ),
        ExampleId::ClashLikewise => (
            "都有 3，位置不同",
            "两个形状里都有 3，但不在同一个轴上。形状从最后一个轴开始对齐，b 的 3 对齐的是 2。广播不会移动轴去寻找\
             相等的大小。",
        ),
        ExampleId::AnotherBatchSize => {
            ("批次大小不同", "两个操作数都有批次轴，大小是 4 和 2：既不相等，也没有一个是 1。4 是 2 的倍数也不行。")
        }
        ExampleId::EmptyAgainstThree => {
            ("大小 0 与 3", "大小为 0 的轴与其他轴遵守同样的规则：只与 0 和 1 兼容。这里另一个大小是 3，所以冲突。")
        }
        ExampleId::EmptyAgainstTwo => (
            "大小 0 与 2",
            "a 是空的，但它有一个轴，大小为 0。0 与 2 既不相等，也没有一个是 1，所以没有结果，连空的结果也没有。",
        ),
        ExampleId::EmptyWithOne => {
            ("1 变成 0", "大小为 1 的轴取另一个大小，即使它是 0。结果有一个轴，没有元素，这不是错误。")
        }
        ExampleId::EmptyWithMatrix => (
            "三个轴，没有元素",
            "b 的最后一个轴从 1 变成 0，a 的最前面插入两个轴。b 存储 35 个元素，结果没有元素，但仍有三个轴。",
        ),
        ExampleId::NotInPlaceGrows => (
            "新的结果可以更大",
            "a + b 产生新的张量，所以两个操作数都可以拉伸：结果有 63 个元素，a 仍是 3 个。下一个示例原地做同样的加\
             法。",
        ),
        ExampleId::InPlaceCannotGrow => (
            "原地运算不能变大",
            "和有 63 个元素，a 的内存只够 3 个。原地运算时只有 b 可以拉伸，a 必须已经是结果的形状。需要新张量时，\
             写 a = a + b。",
        ),
        ExampleId::InPlaceChannel => (
            "三个通道值，一个通道",
            "原地运算时 a 只能有一个通道，而单通道图像与三个值的结果有三个通道。应只用一个值；或者先变成三通道，\
             在 PyTorch 中写 a = a.repeat(3, 1, 1)。",
        ),
        ExampleId::PitfallWrongLoss => (
            "损失值为什么不对？",
            "一列预测值减去一个目标向量，每个预测值都会减去每个目标。这里两边都是 0 到 3，结果却只有对角线为 0。应\
             写 a - b[:, None] 或 a.squeeze(-1) - b。",
        ),
        ExampleId::PitfallWrongLossHuge => (
            "算损失为何内存不足？",
            "只需要 50,000 个差，实际却算了 25 亿个：float32 占 10 GB，float64 占 20 GB。要改的是形状，而不是增加\
             内存：a - b[:, None]。",
        ),
        ExampleId::PitfallZeroDim => (
            "张量至少要有一个轴？",
            "不必。零维张量的形状是 ()，没有轴，有一个元素。它能与任何形状广播；两个零维张量的结果仍是零维。",
        ),
        ExampleId::PitfallLargerSize => (
            "结果取两者中较大的？",
            "不一定：1 与 0 的结果是 0。大小为 1 的轴取另一个大小，不论它是多少。所以这里的结果有三行，每行没有元\
             素。",
        ),
        ExampleId::PitfallPerRow => (
            "向量就是每行一个值？",
            "不是。形状从最后一个轴开始对齐，b 的 3 对齐的是 4 列。要每行一个值，就在末尾加一个大小为 1 的轴：\
             b[:, None] 或 b.unsqueeze(-1)。",
        ),
        ExampleId::PitfallPerRowFixed => (
            "每行一个值的正确写法",
            "b 写成一列，3 就对齐了行，再沿每一行拉伸。对最后一个轴求均值时，加上 keepdims=True（PyTorch 为 \
             keepdim=True）就能保留这种形状。",
        ),
        ExampleId::PitfallNewAxisInFront => (
            "新轴插入在哪里？",
            "总是插入在最前面，与大小无关：b 成为一行，加到四行的每一行上。若 a 的形状是 (3, 4)，就会冲突。只有写\
             成 b[:, None]，b 才成为一列。",
        ),
        ExampleId::PitfallNoOuterProduct => (
            "两个向量相乘得外积？",
            "不会。3 和 4 在同一个轴上，没有一个是 1，无法拉伸。要让元素两两相乘，先把一个向量变成列：a[:, None] \
             * b 或 a.unsqueeze(-1) * b。",
        ),
        ExampleId::PitfallOuterProduct => (
            "外积的正确写法",
            "列拉伸为四列，行拉伸为三行，a 的每个元素与 b 的每个元素各相乘一次。这里第 i 行第 j 列的元素就是 i 乘 \
             j。",
        ),
        ExampleId::PitfallInPlace => (
            "a += b 能让 a 变大？",
            "不能。结果有两行，而 a 的内存只够一行。原地运算时只有 b 可以拉伸。应写 a = a + b；若 b 可以改动，也可\
             写 b += a。",
        ),
        ExampleId::PitfallSharedMemory => (
            "能写入扩展后的视图吗？",
            "不能。a 扩展为四列后，一行的四个元素共用内存中的同一个位置。在 PyTorch 中 a.expand(3, 4).add_(1) 会报\
             错，NumPy 的 broadcast_to 返回只读视图。要写入，先用 clone() 或 copy() 复制。",
        ),
        ExampleId::PitfallNeitherRowNorColumn => (
            "向量是行还是列？",
            "都不是：它只有一个轴。转置对它不起作用，所以 a + a.T 只有三个元素，而不是九个。行写作 a[None, :]，列\
             写作 a[:, None]。",
        ),
        ExampleId::PitfallNonSingleton => (
            "维度 2 属于哪个张量？",
            "不属于任何一个操作数。PyTorch 报错中的“at non-singleton dimension 2”，是对齐后的形状从 0 数起的轴。那\
             里的大小是 3 和 2；a 本身没有轴 2。",
        ),
        ExampleId::PitfallNotMatmul => (
            "* 就是矩阵乘法？",
            "不是。* 是逐元素相乘，形状必须能够广播，而 3 与 2 冲突。矩阵乘法写作 a @ b，这里会得到两行两列。",
        ),
        ExampleId::PitfallNoCopy => (
            "拉伸会复制内存？",
            "不会。拉伸的轴步长为 0，沿它每走一步，读取的都是内存中的同一个位置：存储 3 个数，读出 3,000,000 个元\
             素。只有结果需要新的内存。",
        ),
        ExampleId::PitfallFirstAxes => (
            "从第一个轴开始对齐？",
            "Julia 和 MATLAB 是这样，这两个形状在那里可以广播。NumPy 和 PyTorch 从最后一个轴开始对齐，4 与 2 冲突。\
             请自己加上轴：a[:, :, None] 或 a.unsqueeze(-1)。",
        ),
        ExampleId::PitfallExistingAxis => (
            "2 能拉伸成 4 吗？",
            "不能。只有大小为 1 的轴才能拉伸；其他大小的轴不会自动重复，是倍数也不行。要重复就明确写出：\
             np.tile(a, (1, 2))，在 PyTorch 中是 a.repeat(1, 2)。",
        ),
        ExampleId::PitfallRankPromotion => (
            "没报错就是对的？",
            "未必。a 会成为一行，没有任何提示；若本意是每行一个值，方阵会掩盖这个错误，应写 a[:, None]。JAX 可以报\
             告这种情况：jax_numpy_rank_promotion = \"raise\"。",
        ),
    }
}
