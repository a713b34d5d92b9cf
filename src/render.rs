//! Painters that need a browser: they paint a [`DisplayList`](broadcasting_diagram::DisplayList) on a canvas.
//!
//! The styles of paint roles and the painter of SVG are in [`broadcasting_diagram`].

pub mod canvas;
