//! Where an app is mounted: its environment, its messages, and what happens after a panic.

pub(super) mod connection;
pub(super) mod key_press;
pub(super) mod mount;
pub(super) mod mounted;
pub(super) mod panic_card;
pub(super) mod panic_scope;
