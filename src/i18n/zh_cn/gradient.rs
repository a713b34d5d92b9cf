//! The Chinese texts of the gradient.

use super::axes;
use crate::i18n::format::grouped;
use crate::i18n::gradient::{GradientMessage, GradientTexts};
use tensor_broadcasting::Operator;

pub(super) const GRADIENT: GradientTexts = GradientTexts { separator: "", message };

fn message(message: GradientMessage<'_>) -> String {
    match message {
        GradientMessage::Parts(operator, [a, b]) => {
            let part = match operator {
                Operator::Subtract => format!("对 {a} 是 1，对 {b} 是 -1"),
                Operator::Multiply => "另一个操作数的元素".to_owned(),
                Operator::Divide => format!("对 {a} 是 1/{b}，对 {b} 是 -{a}/{b}²"),
                _ => "1".to_owned(),
            };
            format!(
                "损失是 out 所有元素的和，所以 out 每个元素的梯度都是 1。元素每被读取一次，它的梯度就得到一个加数：{part}。"
            )
        }
        GradientMessage::Added(name, summed, [from, to]) => {
            format!("{name} 被拉伸过，所以它的加数沿{} 相加：{from} → {to}。", axes(summed))
        }
        GradientMessage::NothingAdded => "没有操作数被拉伸，每个元素只读取一次，不需要相加。".to_owned(),
        GradientMessage::Sum([]) => "不求和".to_owned(),
        GradientMessage::Sum(summed) => format!("沿{} 求和", axes(summed)),
        GradientMessage::CellParts(name, None) => format!("{name} 被读取超过 2^63-1 次。"),
        GradientMessage::CellParts(name, Some(1)) => format!("{name} 被读取一次。"),
        GradientMessage::CellParts(name, Some(count)) => {
            format!("{name} 被读取 {} 次，它的梯度是各加数之和。", grouped(count))
        }
        GradientMessage::ResultCell => "out 的每个元素在 out 的和里只计一次。".to_owned(),
    }
}
