//! The English texts about matrix products.

use crate::i18n::product::{ProductElement, ProductText};

pub(super) fn product_text(said: ProductText<'_>) -> String {
    match said {
        ProductText::DoesNotMultiply => "The matrices cannot be multiplied:".to_owned(),
        ProductText::NoAxes => "Each operand of a matrix product needs at least one axis.".to_owned(),
        ProductText::Raises(shape) => {
            format!("The matrices fit, and the result would have the shape {shape}, but the call raises an exception:")
        }
        ProductText::Memory => {
            "This counts what is stored. To multiply, a library may make copies, which are not counted.".to_owned()
        }
        ProductText::MatrixRows => "rows".to_owned(),
        ProductText::MatrixColumns => "columns".to_owned(),
        ProductText::Multiplies(shape) => format!("The matrices can be multiplied. The result has the shape {shape}"),
        ProductText::InnerSizes([columns, rows]) => {
            format!("inner sizes: {columns} {} {rows}", if columns == rows { "=" } else { "≠" })
        }
        ProductText::RowTimesColumn(ProductElement { element, first, second, .. }) => {
            let part = |(name, number): &(String, Option<u64>), part: &str| {
                number.map_or_else(|| name.clone(), |number| format!("{part} {number} of {name}"))
            };
            format!("{element} is {} times {}.", part(first, "row"), part(second, "column"))
        }
    }
}
