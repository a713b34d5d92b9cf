//! The Spanish texts about matrix products.

use crate::i18n::product::{ProductElement, ProductText};

pub(super) fn product_text(said: ProductText<'_>) -> String {
    match said {
        ProductText::DoesNotMultiply => "Las matrices no se pueden multiplicar:".to_owned(),
        ProductText::NoAxes => "Cada operando de un producto matricial necesita al menos un eje.".to_owned(),
        ProductText::Raises(shape) => {
            format!("Las matrices encajan y el resultado tendría la forma {shape}, pero la llamada lanza una excepción:")
        }
        ProductText::Memory => "Aquí se cuenta lo que está almacenado. Para multiplicar, una biblioteca puede hacer copias, que no se cuentan.".to_owned(),
        ProductText::MatrixRows => "filas".to_owned(),
        ProductText::MatrixColumns => "columnas".to_owned(),
        ProductText::Multiplies(shape) => format!("Las matrices se pueden multiplicar. El resultado tiene la forma {shape}"),
        ProductText::InnerSizes([columns, rows]) => {
            format!("tamaños interiores: {columns} {} {rows}", if columns == rows { "=" } else { "≠" })
        }
        ProductText::RowTimesColumn(ProductElement { element, first, second, .. }) => {
                let part = |(name, number): &(String, Option<u64>), part: &str| {
                    number.map_or_else(|| name.clone(), |number| format!("{part} {number} de {name}"))
                };
                format!(
                    "{element} es el producto de {} y {}.",
                    part(first, "la fila"),
                    part(second, "la columna")
                )
        }
    }
}
