//! The Chinese texts for teachers.

use crate::i18n::format::{grouped, join};
use crate::i18n::teach::{Reason, TeachLabel, TeachMessage, TeachTexts};

pub(super) const TEACH: TeachTexts = TeachTexts { label, message };

fn label(label: TeachLabel) -> &'static str {
    match label {
        TeachLabel::Title => "标题",
        TeachLabel::Caption => "说明，在标题下面",
        TeachLabel::Steps => "步骤",
        TeachLabel::NoSteps => {
            "还没有步骤。请在页面上输入操作数，打开这个对话框，然后添加屏幕上的内容；也可以粘贴运算。"
        }
        TeachLabel::MoveKeys => "Alt+↑ 和 Alt+↓ 移动步骤。",
        TeachLabel::Add => "把屏幕上的内容添加为一步",
        TeachLabel::AddQuestion => "添加并提问",
        TeachLabel::CannotAdd => "屏幕上的内容不能作为一步：有操作数无法读取。",
        TeachLabel::ShowsAnswers => "学生可以查看答案",
        TeachLabel::EditSet => "编辑这个题组",
        TeachLabel::ReplaceBySet => "用这一组替换你的步骤",
        TeachLabel::Worksheet => "练习纸",
        TeachLabel::WithAnswers => "附答案，另起一页",
        TeachLabel::Print => "打印练习纸",
        TeachLabel::PrintSet => "打印这个题组的练习纸",
        TeachLabel::TooLong => "题组太长，页面无法从链接中读取。请删除一些步骤，或者保存为文件。",
        TeachLabel::Name => "姓名",
        TeachLabel::Date => "日期",
        TeachLabel::Answers => "答案",
        TeachLabel::Answer => "答",
        TeachLabel::LinkToSet => "在屏幕上看同样的内容：",
        TeachLabel::NoQrCode => "（链接太长，不能做成二维码。）",
        TeachLabel::WhatHappens => "变化",
        TeachLabel::AddEmpty => "添加空白题目",
        TeachLabel::Undo => "撤销删除",
        TeachLabel::Paste => "粘贴运算，每行一个：4,1 * 3",
        TeachLabel::AddPasted => "添加这些题目",
        TeachLabel::NotRead => "这些行无法读取，或者题组已满。",
        TeachLabel::Keep => "把步骤保存在这台设备上；否则关闭页面后就会丢失",
        TeachLabel::SaveFile => "保存为文件",
        TeachLabel::OpenFile => "打开步骤文件",
        TeachLabel::ReplaceByFile => "用文件中的步骤替换你的步骤",
        TeachLabel::FileOfPage => "把文件放在网页旁边，并用这个属性代替元素的 steps：",
    }
}

fn message(message: TeachMessage<'_>) -> String {
    match message {
        TeachMessage::Kind(number) => format!("第 {number} 步的题型"),
        TeachMessage::Operand(operand, number) => format!("第 {number} 步的操作数 {}", operand.name()),
        TeachMessage::Text(number) => format!("第 {number} 步自己写的文字"),
        TeachMessage::Preview(number) => format!("显示第 {number} 步"),
        TeachMessage::Drag(number) => format!("拖动第 {number} 步"),
        TeachMessage::MoveUp(number) => format!("上移第 {number} 步"),
        TeachMessage::MoveDown(number) => format!("下移第 {number} 步"),
        TeachMessage::Remove(number) => format!("删除第 {number} 步"),
        TeachMessage::Added(count) => format!("已添加，现有 {count} 步。"),
        TeachMessage::Removed(number, count) => format!("第 {number} 步已删除，现有 {count} 步。"),
        TeachMessage::Moved(number, count) => format!("现在是第 {number} 步，共 {count} 步。"),
        TeachMessage::SetOnScreen(title) => format!("屏幕上的题组：{title}"),
        TeachMessage::Full(most) => format!("一组最多有 {most} 步。"),
        TeachMessage::LongLink(chars) => {
            format!("这个链接有 {} 个字符。有些程序会截断超过 2,000 个字符的链接。", grouped(chars as u64))
        }
        TeachMessage::Reason(because) => reason(because),
        TeachMessage::WrongAnswer(answer) => format!("常见的错误答案：{answer}"),
    }
}

fn reason(reason: &Reason<'_>) -> String {
    match reason {
        Reason::Clash(axis, sizes) => {
            let sizes = join(sizes.len(), "，", &|number| {
                let (operand, size) = sizes[number];
                format!("{} 的大小为 {size}", operand.name())
            });
            format!("在轴 {axis} 上，{sizes}：两者不同，也都不是 1。")
        }
        Reason::DoesNotFit(result, own) => format!("两个形状广播为 {result}，但 a 保持形状 {own}。"),
        Reason::Axes(axes) => format!("从右边对齐：{}。", axes.join("；")),
        Reason::NoAxes => "没有轴的张量各有一个元素，结果也是如此。".to_owned(),
        Reason::Equation(equation) => equation.clone(),
        Reason::Sources(equation) => format!("{equation}：操作数在被拉伸的轴上，下标为 0。"),
        Reason::Memory(elements, bytes) => {
            format!("结果有 {} 个元素，每个 {bytes} B；拉伸不复制任何数据。", grouped(*elements))
        }
        Reason::NoMemory => "结果写入 a 的内存，拉伸不复制任何数据。".to_owned(),
        Reason::Fix(operand, shape, result) => {
            format!("这时 {} 的形状为 {shape}，结果的形状为 {result}。", operand.name())
        }
        Reason::Gradient(operand, true) => {
            format!("它是沿 {} 被拉伸的轴的和，所以具有 {0} 的形状。", operand.name())
        }
        Reason::Gradient(operand, false) => format!("{} 没有拉伸，所以它的每个元素只读取一次。", operand.name()),
    }
}
