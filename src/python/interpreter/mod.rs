//! STUB
mod reading;
use crate::library::Library;
pub use reading::*;
/// STUB
pub fn read_program(_text: &str, library: Library) -> Reading {
    Reading {
        library,
        names: vec![],
        inlays: vec![],
        operations: vec![],
        error: None,
        warnings: vec![],
        unreadable: None,
    }
}
