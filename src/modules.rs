//! Parts of the program that are loaded when they are needed.
//!
//! The first picture of two shapes needs only a part of the program. With the feature `split`, `cargo xtask build` puts other
//! parts into files of their own, with [wasm-split](https://docs.rs/wasm_split_helpers). Such a part is reached through a
//! [`Module`], which gives a table of functions: where the table is there, calls are synchronous. Without the feature, and
//! natively, every module is a part of the program and ready from the start.
//!
//! Only one function of a module is marked for wasm-split: the one that gives the table. The file of the module then gets all
//! code and all data that can be reached through the table only.
//!
//! | file | content |
//! |---|---|
//! | `split.rs` | [`Module`] where modules are files of their own |
//! | `whole.rs` | [`Module`] where they are parts of the program |
//!
//! # To add a module
//!
//! 1. Put its functions into a table, which is a struct of function pointers, and define the module with `module!`.
//! 2. Call the functions through [`Module::get`] everywhere: a direct call brings the function into the first load.
//! 3. Add its file with a limit of its size to `xtask/packages/limits.mjs`.

#[cfg(all(feature = "split", target_arch = "wasm32"))]
mod split;
#[cfg(not(all(feature = "split", target_arch = "wasm32")))]
mod whole;

#[cfg(all(feature = "split", target_arch = "wasm32"))]
pub use crate::modules::split::{Listener, Loader, Module, watch};
#[cfg(not(all(feature = "split", target_arch = "wasm32")))]
pub use crate::modules::whole::{Listener, Loader, Module, watch};

/// How far a module is loaded.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[repr(u8)]
pub enum LoadState {
    /// Nothing has asked for it.
    NotAsked,
    /// It is being loaded.
    Pending,
    /// Its functions can be called.
    Ready,
    /// It could not be loaded. [`Module::load`] tries again.
    Failed,
}

/// Defines a [`Module`] as a static: its name, the type and the value of its table, and the name of its file.
#[cfg(not(all(feature = "split", target_arch = "wasm32")))]
macro_rules! module {
    ($(#[$doc:meta])* $vis:vis $name:ident: $table:ty = $value:expr, in $file:ident) => {
        $(#[$doc])*
        $vis static $name: $crate::modules::Module<$table> = {
            static TABLE: $table = $value;
            $crate::modules::Module::of(&TABLE)
        };
    };
}

/// Defines a [`Module`] as a static: its name, the type and the value of its table, and the name of its file.
#[cfg(all(feature = "split", target_arch = "wasm32"))]
macro_rules! module {
    ($(#[$doc:meta])* $vis:vis $name:ident: $table:ty = $value:expr, in $file:ident) => {
        $(#[$doc])*
        $vis static $name: $crate::modules::Module<$table> = {
            static TABLE: $table = $value;
            #[wasm_split_helpers::wasm_split($file, fallible)]
            fn table() -> Result<&'static $table, wasm_split_helpers::SplitLoaderError> {
                Ok(&TABLE)
            }
            $crate::modules::Module::of(|| {
                Box::pin(async {
                    let loaded = table().await;
                    loaded.map(|table| $name.set(table)).is_ok()
                })
            })
        };
    };
}

pub(crate) use module;
