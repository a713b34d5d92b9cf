//! Tensors and all other values of a program, and what every function does with them.
//!
//! | file | content |
//! |---|---|
//! | `value` | values: numbers, lists, tensors, objects; the graph of gradients |
//! | `context` | operations and warnings so far, exceptions, the bounds of the work |
//! | `types`, `arrays`, `order` | type promotion; nested lists, broadcast values, new results; sorting |
//! | `overlap` | positions of a buffer that several elements share |
//! | `bounds` | between which numbers integers lie |
//! | `made` | the elements of a storage by position, of any number |
//!
//! Values are known where they were written, or follow exactly from such. A random tensor has no values but, where it has
//! integers, bounds: an index is checked against them.

pub(crate) mod arrays;
pub(crate) mod bounds;
pub(crate) mod context;
pub(crate) mod made;
pub(crate) mod order;
pub(crate) mod overlap;
pub(crate) mod types;
pub(crate) mod value;
