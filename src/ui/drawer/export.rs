//! The export menu and what it does.
//!
//! | file | content |
//! |---|---|
//! | `menu` | the buttons |
//! | `files` | files of pictures |
//! | `video` | the recording of a video |

pub(in crate::ui) mod files;
mod menu;
mod video;

pub(in crate::ui) use self::menu::menu;
