//! The export menu and what it does.
//!
//! | file | content |
//! |---|---|
//! | `menu` | the buttons |
//! | `files` | files of pictures |
//! | `video` | the recording of a video |

pub(super) mod files;
mod menu;
mod video;

pub(super) use self::menu::menu;
