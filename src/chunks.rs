//! Chunks: pieces of the application that are loaded when they are needed.
//!
//! The first picture of two shapes needs only a part of the application. With the feature `split`, `cargo xtask build` puts other
//! parts into files of their own, with [wasm-split](https://docs.rs/wasm_split_helpers). Such a part is reached through a
//! [`Chunk`], which gives a table of functions: where the table is there, calls are synchronous. Without the feature, and
//! natively, every chunk is there from the start.
//!
//! | chunk | content |
//! |---|---|
//! | `reader` | what reads Python; it is there when `work` is |
//! | `work` | what reads shapes as people write them, what a story that fails has, highlighted cells, fixes of two shapes, menus, the input for a program, matrix products, the gradient |
//! | `changes` | what finds the fixes of programs; it is loaded for a program |
//! | `explain` | the analysis of two operands, or of a program, for other scripts |
//! | `panels` | the drawer with its panels, the dialog for sharing, export |
//! | `practice` | questions |
//! | `record` | what reads a recorded run, and its fixes |
//! | `teach` | the dialog in which a teacher makes a set of questions, and its worksheet |
//! | `zh_cn`, `es` | a language |
//!
//! Only one function of a chunk is marked for wasm-split: the one that gives the table. The file of the chunk then gets all
//! code and all data that can be reached through the table only. What several chunks share is in the file of each of them, so that a
//! chunk is one request; the page takes it once.
//!
//! | file | content |
//! |---|---|
//! | `split.rs` | [`Chunk`] where chunks are files of their own |
//! | `whole.rs` | [`Chunk`] where they are in one file with the rest |
//!
//! # To add a chunk
//!
//! 1. Put its functions into a table, which is a struct of function pointers, in the `late.rs` of their folder, and define the chunk with `chunk!`.
//! 2. Call the functions through [`Chunk::get`] everywhere: a direct call brings the function into the first load. `tests/native/structure.rs`
//!    finds such a call.
//! 3. Add its file with a limit of its size to `xtask/packages/limits.mjs`.
//!
//! A chunk may have several tables, which are then several statics with the same file: a layer of the page can call only what it knows.

#[cfg(all(feature = "split", target_arch = "wasm32"))]
mod split;
#[cfg(not(all(feature = "split", target_arch = "wasm32")))]
mod whole;

#[cfg(all(feature = "split", target_arch = "wasm32"))]
pub use split::{Chunk, Listener, Loader, watch};
#[cfg(not(all(feature = "split", target_arch = "wasm32")))]
pub use whole::{Chunk, Listener, Loader, watch};

/// How far a chunk is loaded.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[repr(u8)]
pub enum LoadState {
    /// Nothing has asked for it.
    NotAsked,
    /// It is being loaded.
    Pending,
    /// Its functions can be called.
    Ready,
    /// It could not be loaded. [`Chunk::load`] tries again.
    Failed,
}

/// Defines a [`Chunk`] as a static: its name, the type and the value of its table, and the name of its file.
#[cfg(not(all(feature = "split", target_arch = "wasm32")))]
macro_rules! chunk {
    ($(#[$doc:meta])* $vis:vis $name:ident: $table:ty = $value:expr, in $file:ident) => {
        $(#[$doc])*
        $vis static $name: $crate::chunks::Chunk<$table> = {
            static TABLE: $table = $value;
            $crate::chunks::Chunk::of(&TABLE)
        };
    };
}

/// Defines a [`Chunk`] as a static: its name, the type and the value of its table, and the name of its file.
#[cfg(all(feature = "split", target_arch = "wasm32"))]
macro_rules! chunk {
    ($(#[$doc:meta])* $vis:vis $name:ident: $table:ty = $value:expr, in $file:ident) => {
        $(#[$doc])*
        $vis static $name: $crate::chunks::Chunk<$table> = {
            static TABLE: $table = $value;
            #[wasm_split_helpers::wasm_split($file, fallible)]
            fn table() -> Result<&'static $table, wasm_split_helpers::SplitLoaderError> {
                Ok(&TABLE)
            }
            $crate::chunks::Chunk::of(|| {
                Box::pin(async {
                    let loaded = table().await;
                    loaded.map(|table| $name.set(table)).is_ok()
                })
            })
        };
    };
}

pub(crate) use chunk;
