//! Broadcasting: shapes, how they align, what happens at each axis, and where every element of the result comes from.
//!
//! NumPy and PyTorch have the same rule. Shapes are lined up at their last axis. An axis that an operand lacks counts as an
//! axis of size 1. Two sizes of an axis broadcast where they are equal or one of them is 1; the result has the other size, so
//! 1 and 0 give 0. Sources: "Broadcasting" in NumPy's user guide, "Broadcasting semantics" in PyTorch's notes.
//!
//! This crate uses nothing but `std`. What each library checks, says and promotes is in [`library`].

mod align;
mod combination;
mod dtype;
mod format;
mod gradient;
pub mod library;
pub mod lists;
pub mod numbers;
mod operand;
mod operation;
mod operator;
mod print;
mod product;
mod rule;
mod shape;
mod strided_layout;
mod value;

pub use align::{Alignment, Axis, AxisRole, Broadcast, Mismatch, broadcast};
pub use combination::{Combination, Matrices, WHERE};
pub use dtype::Dtype;
pub use format::format_value;
pub use operand::{OperandId, PerOperand};
pub use operation::{Operation, OperationTypes, Provenance, Source, Tensor};
pub use operator::{Arithmetic, ElementTypes, Operator, Undefined};
pub use product::Product;
pub use rule::{ShapeClash, broadcast_shapes, sizes_agree};
pub use shape::{MAX_SIZE, Shape};
pub use strided_layout::{StridedLayout, ravel, unravel};
pub use value::{Scalar, Values};

/// Runs the example of the README as a test.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
