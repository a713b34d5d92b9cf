//! The Chinese texts of practice.

use crate::i18n::Locale;
use crate::i18n::format::{element_name, join};
use crate::i18n::practice::{PracticeLabel, PracticeMessage, PracticeTexts};
use crate::practice::limits::{MAX_FILE, MAX_LINK, MAX_STEPS};
use crate::practice::{
    Asked, AxisAnswer, FileError, FileProblem, Level, Misconception, Question, QuestionKind, ReplyProblem, SeededSet,
    SetError, Topic,
};

pub(super) const PRACTICE: PracticeTexts =
    PracticeTexts { comma: "，", misconception, kind, topic, level, axis: super::axis_verdict, label, message };

fn misconception(rule: Misconception) -> (&'static str, &'static str) {
    match rule {
        Misconception::LinesUpLeft => ("形状从左边对齐。", "形状从右边对齐：先比较最后一个轴。"),
        Misconception::LargerSize => (
            "结果的大小取两者中较大的，对 0 也一样。",
            "大小为 1 的轴取另一个大小，即使那是 0。大小 0 只与 0 和 1 兼容。",
        ),
        Misconception::VectorsMakeTable => (
            "两个向量得到一张表。",
            "两个向量的轴互相对齐，所以大小必须兼容。要得到表，请把其中一个写成列：a[:, None]。",
        ),
        Misconception::AnySizeStretches => {
            ("任何大小都能拉伸到更大的大小。", "只有大小 1 能拉伸。其他两个大小必须相等。")
        }
        Misconception::MultipleStretches => {
            ("一个大小能拉伸到它的倍数，如 2 到 4。", "只有大小 1 能拉伸。一个大小是不是另一个的倍数并不重要。")
        }
        Misconception::VectorIsColumn => {
            ("向量是一列。", "向量唯一的轴与最后一个轴对齐，就像一行的元素。列还需要第二个轴，大小为 1。")
        }
        Misconception::TargetGrows => ("原地运算时，a 会变成结果的形状。", "原地运算时，a 的形状不变。只有 b 能拉伸。"),
        Misconception::StarIsMatmul => ("* 是矩阵乘积。", "* 是逐元素相乘。矩阵乘积是 a @ b。"),
        Misconception::StretchingCopies => ("拉伸会复制元素。", "拉伸不复制任何数据：步长为 0。只有结果需要新内存。"),
        Misconception::NeedsAnAxis => ("没有轴的张量不能广播。", "零维张量有一个元素，可以与任何形状广播。"),
        Misconception::AxisByFit => ("缺少的轴插入到合适的位置。", "缺少的轴总是插入到最前面，与大小无关。"),
        Misconception::ClashCountedInOperand => {
            ("报错信息中的维度按操作数来数。", "报错信息中的维度按对齐后的形状来数，从 0 开始。")
        }
        Misconception::FirstClash => {
            ("报错信息指的是从左边数的第一处冲突。", "各轴从右边开始比较。PyTorch 指出的是最右边的冲突。")
        }
        Misconception::TransposeTurnsVector => {
            (".T 能把向量变成列。", "向量只有一个轴，所以 .T 不改变任何东西。要得到列，请写 [:, None]。")
        }
        Misconception::OneStretches => ("只有一个操作数能拉伸。", "两个操作数都能拉伸，各自沿自己大小为 1 的轴。"),
        Misconception::SizesMultiply => {
            ("同一个轴上的大小相乘。", "相等的大小不变，大小 1 取另一个大小。大小从不相乘。")
        }
        Misconception::SameNdim => ("两个操作数的轴数必须相同。", "缺少的轴会插入到最前面，大小为 1。"),
        Misconception::OnesIgnored => {
            ("大小为 1 的轴不算数。", "大小为 1 的轴占有自己的位置：它与另一个操作数的轴对齐，并且拉伸。")
        }
        Misconception::EmptyFails => ("大小为 0 的轴永远不能广播。", "大小 0 与 0 和 1 兼容，这时结果没有元素。"),
        Misconception::Recycled => ("较小操作数的元素一个接一个地重复。", "元素只沿缺少的轴或大小为 1 的轴重复。"),
        Misconception::GradientNotSummed => {
            ("被拉伸的操作数的梯度具有结果的形状。", "梯度具有操作数的形状，是沿被拉伸的轴求和的结果。")
        }
        Misconception::GradientAveraged => ("梯度是沿被拉伸的轴的平均值。", "梯度是沿被拉伸的轴的和，不是平均值。"),
        Misconception::GradientOnce => {
            ("无论被读取多少次，每个元素在梯度中只算一次。", "被多次读取的元素，从每个用到它的结果元素各得到一份。")
        }
        Misconception::OperandsCounted => ("操作数的内存也要算。", "操作数早已在内存中。只有结果需要新内存。"),
    }
}

fn kind(kind: QuestionKind) -> &'static str {
    match kind {
        QuestionKind::Shape => "结果的形状",
        QuestionKind::Verdict => "能否运算",
        QuestionKind::Axes => "各个轴",
        QuestionKind::Value => "元素的值",
        QuestionKind::Source => "来源元素",
        QuestionKind::Memory => "内存",
        QuestionKind::Error => "报错信息",
        QuestionKind::Fix => "修正",
        QuestionKind::Gradient => "梯度",
    }
}

fn topic(topic: Topic) -> &'static str {
    match topic {
        Topic::Mixed => "全部主题",
        Topic::Shapes => "形状",
        Topic::Errors => "错误与修正",
        Topic::Values => "元素",
        Topic::Memory => "内存",
        Topic::InPlace => "原地运算",
        Topic::Gradients => "梯度",
    }
}

fn level(level: Level) -> &'static str {
    match level {
        Level::First => "最多 2 个轴",
        Level::Second => "最多 3 个轴",
        Level::Third => "最多 4 个轴，含零维和空张量",
    }
}

fn label(label: PracticeLabel) -> &'static str {
    match label {
        PracticeLabel::AskAbout => "就当前运算提问",
        PracticeLabel::AskNothing => "不提问",
        PracticeLabel::Sets => "一组五道题",
        PracticeLabel::OwnSet => "自己的题组",
        PracticeLabel::Topic => "主题",
        PracticeLabel::Start => "开始",
        PracticeLabel::Level => "级别",
        PracticeLabel::Adaptive => "自适应题组",
        PracticeLabel::AdaptiveHow => "答错的会再考，所以每个人的题目不同。",
        PracticeLabel::Check => "检查",
        PracticeLabel::Hint => "提示",
        PracticeLabel::ShowAnswer => "显示答案",
        PracticeLabel::NextQuestion => "下一题",
        PracticeLabel::ToSummary => "总结",
        PracticeLabel::EndSet => "结束练习",
        PracticeLabel::NextStep => "下一步",
        PracticeLabel::PreviousStep => "上一步",
        PracticeLabel::RestoreStep => "重新显示这一步",
        PracticeLabel::EndSteps => "结束步骤",
        PracticeLabel::SameSet => "再做一遍",
        PracticeLabel::NewSet => "换一组题",
        PracticeLabel::Right => "正确。",
        PracticeLabel::Wrong => "不正确。",
        PracticeLabel::Works => "能运算",
        PracticeLabel::Fails => "报错",
        PracticeLabel::NoMessage => "不报错",
        PracticeLabel::ChooseAxis => "请选择",
        PracticeLabel::Operands => "操作数",
        PracticeLabel::NoElements => "没有元素",
        PracticeLabel::ChooseElements => "请选择 a 的一个元素和 b 的一个元素，也可以直接写。",
        PracticeLabel::Changes => "也可以选择一种修改：",
        PracticeLabel::CannotBeAsked => "这个运算不能出这种题。请换一种题型或换操作数。",
        PracticeLabel::NothingToAsk => "请先输入可以读取的操作数，然后就会出题。",
        PracticeLabel::Loading => "正在加载 Python 读取器……",
        PracticeLabel::Summary => "总结",
        PracticeLabel::Understood => "已理解",
        PracticeLabel::NotUnderstood => "尚未理解",
    }
}

fn message(message: PracticeMessage<'_>) -> String {
    match message {
        PracticeMessage::Prompt(question) => prompt(question),
        PracticeMessage::WrongRules(&[rule]) => {
            let (wrong, right) = misconception(rule);
            format!("这个答案来自一条错误的规则：“{wrong}”{right}")
        }
        PracticeMessage::WrongRules(rules) => {
            let rules = join(rules.len(), "或", &|number| format!("“{}”", misconception(rules[number]).0));
            format!("这个答案可能来自一条错误的规则：{rules}")
        }
        PracticeMessage::Decides(axis) => format!("由轴 {axis} 决定："),
        PracticeMessage::CannotRead(problem) => reply_problem(problem),
        PracticeMessage::SetError(error) => set_error(error),
        PracticeMessage::QuestionNumber(number, all) => format!("第 {number} 题，共 {all} 题"),
        PracticeMessage::StepNumber(number, all) => format!("第 {number} 步，共 {all} 步"),
        PracticeMessage::RightAnswer(answer) => format!("答案：{answer}"),
        PracticeMessage::Choice(answer) => axis_answer(answer),
        PracticeMessage::AddToDraft(count) => format!("添加屏幕上的内容（已有 {count} 步）"),
        PracticeMessage::OperandFigure(name, shape) => format!("{name}，形状 {shape}"),
        PracticeMessage::Score(right, all) => format!("{all} 题中有 {right} 题一次答对"),
    }
}

fn axis_answer(answer: AxisAnswer) -> String {
    match answer {
        AxisAnswer::Equal => "大小相等".to_owned(),
        AxisAnswer::Stretches(operand) => format!("{} 拉伸", operand.name()),
        AxisAnswer::Missing(operand) => format!("{} 缺少", operand.name()),
        AxisAnswer::Clashes => "冲突".to_owned(),
    }
}

fn prompt(question: &Question) -> String {
    let Question { subject, asked, .. } = question;
    let result = subject.result_name();
    match (question.kind, asked) {
        (QuestionKind::Verdict, _) => "能运算吗？".to_owned(),
        (QuestionKind::Axes, _) => "从第一个轴到最后一个轴，每个轴上发生什么？".to_owned(),
        (QuestionKind::Source, Asked::Element(index)) => {
            format!("{} 由 a 和 b 的哪些元素得到？例如写 a[0] b[0]。", element_name(result, index))
        }
        (_, Asked::Element(index)) => format!("运算之后 {} 的值是多少？", element_name(result, index)),
        (QuestionKind::Memory, _) => {
            let (bytes, name) = (subject.dtype.bytes(), subject.dtype.name());
            format!("需要多少新内存？每个元素占 {bytes} 字节（{name}）。")
        }
        (_, Asked::Messages(_)) => "给出哪条报错信息？".to_owned(),
        (_, Asked::Change { result: shape, .. }) => {
            format!("这样会报错。请修改一个操作数，使 {result} 的形状为 {shape}。写出新的操作数。")
        }
        (_, Asked::Gradient(operand)) => {
            format!("把 out 的元素求和。请写出 {} 的梯度，写出全部数值。", operand.name())
        }
        (_, Asked::Nothing) => format!("运算之后 {result} 是什么形状？如果不能运算，请写“报错”。"),
    }
}

fn reply_problem(problem: &ReplyProblem) -> String {
    match problem {
        ReplyProblem::Text(problem) => super::cannot_read(problem),
        ReplyProblem::NotYesOrNo => "请回答“是”或“否”。".to_owned(),
        ReplyProblem::NotAnAxis => "请写“相等”“a 拉伸”“b 拉伸”“a 缺少”“b 缺少”或“冲突”。".to_owned(),
        ReplyProblem::WrongCount { expected, found } => {
            format!("对齐后有 {expected} 个轴，却有 {found} 个答案。请为每个轴写一个答案，用逗号分隔。")
        }
        ReplyProblem::NotANumber => "请写数，如 21 或 0.5。".to_owned(),
        ReplyProblem::NotAnElement => "这不是操作数的元素。例如写 a[2,0]。".to_owned(),
        ReplyProblem::ElementMissing(operand) => format!("缺少 {} 的元素。", operand.name()),
        ReplyProblem::NotAUnit => "这不是单位。请写 B、kB、MB、GB、KiB、MiB 或 GiB。".to_owned(),
        ReplyProblem::NoSuchMessage => "没有这个编号的报错信息。".to_owned(),
        ReplyProblem::Ragged => "这些列表不能构成张量。同一层的列表长度相同，每个括号都要闭合。".to_owned(),
    }
}

fn set_error(error: SetError) -> String {
    match error {
        SetError::TooLong => {
            format!("链接中的题组超过 {} 个字符。", Locale::ZhCn.grouped(MAX_LINK as u64))
        }
        SetError::UnknownVersion => "链接中的题组无法读取：它来自本页面的另一个版本，或者不是题组。".to_owned(),
        SetError::WrongFields => "链接中的题组无法读取：缺少或多出一个部分。".to_owned(),
        SetError::Seed => "链接中的题组无法读取：种子不是十六进制数。".to_owned(),
        SetError::Topic => "链接中的题组主题未知。".to_owned(),
        SetError::Level => "链接中的题组级别未知。".to_owned(),
        SetError::Count => {
            format!("一组有 1 到 {} 道题或步骤。", SeededSet::MAX_COUNT.min(MAX_STEPS))
        }
        SetError::TextTooLong => "这个题组中有文字太长。".to_owned(),
        SetError::Step(number) => format!("这一组的第 {number} 步无法读取。"),
        SetError::Awaited => "正在加载步骤。".to_owned(),
        SetError::NotLoaded => "步骤文件无法加载。".to_owned(),
        SetError::File(FileError { line, column, problem }) => {
            format!("步骤文件无法读取。第 {line} 行第 {column} 个字符：{}", file_problem(problem))
        }
    }
}

fn file_problem(problem: FileProblem) -> String {
    match problem {
        FileProblem::TooLarge => {
            format!("文件超过 {} 个字符。", Locale::ZhCn.grouped(MAX_FILE as u64))
        }
        FileProblem::Expected(signs) => format!("这里应当是 {signs}"),
        FileProblem::Version => "版本未知；本页面读取版本 1。".to_owned(),
        FileProblem::Missing(name) => format!("这里缺少 \"{name}\"。"),
        FileProblem::UnknownField => "没有这个名称的字段。".to_owned(),
        FileProblem::Value(name) => format!("\"{name}\" 没有这个值。"),
        FileProblem::TooLong(most) => {
            format!("这段文字超过 {} 个字符。", Locale::ZhCn.grouped(most as u64))
        }
        FileProblem::Count => format!("一组有 1 到 {} 步。", MAX_STEPS),
    }
}
