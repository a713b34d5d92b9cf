//! The core: shapes, how two of them align, what each axis does, and where every result element comes from.
//!
//! Everything here follows one rule, NumPy's and PyTorch's alike: line the shapes up at their last axis, count an axis
//! that one of them lacks as 1, and let two sizes agree when they are equal or one of them is 1. The result takes the
//! other size, so 1 against 0 gives 0.
//!
//! This room uses nothing but `std`. Exact error messages and per-library limits belong to [`crate::library`], drawing
//! to [`crate::diagram`], sentences to [`crate::i18n`].

mod align;
mod dtype;
mod format;
mod operand;
mod operation;
mod operator;
mod rule;
mod shape;
mod strided_layout;
mod value;

pub use align::{Alignment, Axis, AxisRole, Broadcast, Mismatch, broadcast};
pub use dtype::Dtype;
pub use format::format_value;
pub use operand::{OperandId, PerOperand};
pub use operation::{Operation, Provenance, Source, Tensor};
pub use operator::{Arithmetic, Operator, Undefined};
pub use rule::{ShapeClash, broadcast_shapes, sizes_agree};
pub use shape::{MAX_SIZE, Shape};
pub use strided_layout::{StridedLayout, ravel, unravel};
pub use value::{Scalar, Values};
