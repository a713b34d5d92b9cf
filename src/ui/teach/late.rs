//! The chunk `teach`. Everything else reaches it through this table.

use yew::prelude::*;

use super::EditorProps;
use super::editor::editor;
use crate::chunks::chunk;

/// What the chunk has.
#[derive(Debug)]
pub(in crate::ui) struct Teach {
    /// The dialog in which a set is made.
    pub(in crate::ui) editor: fn(EditorProps) -> Html,
}

chunk! {
    /// The chunk `teach`.
    pub(in crate::ui) TEACH: Teach = Teach { editor }, in teach
}
