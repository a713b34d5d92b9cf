//! The Chinese texts about matrix products.

use crate::i18n::product::{ProductElement, ProductText};

pub(super) fn product_text(said: ProductText<'_>) -> String {
    match said {
        ProductText::DoesNotMultiply => "这些矩阵无法相乘：".to_owned(),
        ProductText::NoAxes => "矩阵乘法的每个操作数至少要有一个轴。".to_owned(),
        ProductText::Raises(shape) => format!("矩阵可以相乘，结果形状应为 {shape}，但调用会引发异常："),
        ProductText::Memory => "这里只统计存储的内容。做乘法时，库可能会复制数据，复制的部分没有计入。".to_owned(),
        ProductText::MatrixRows => "行".to_owned(),
        ProductText::MatrixColumns => "列".to_owned(),
        ProductText::Multiplies(shape) => format!("矩阵可以相乘，结果形状为 {shape}"),
        ProductText::InnerSizes([columns, rows]) => {
            format!("内侧大小：{columns} {} {rows}", if columns == rows { "=" } else { "≠" })
        }
        ProductText::RowTimesColumn(ProductElement { element, first, second, .. }) => {
            let part = |(name, number): &(String, Option<u64>), part: &str| {
                number.map_or_else(|| name.clone(), |number| format!("{name} 中下标为 {number} 的{part}"))
            };
            format!("{element} 是 {} 乘以 {}。", part(first, "行"), part(second, "列"))
        }
    }
}
