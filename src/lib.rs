//! scaffold
pub mod broadcast;
pub mod notation;
pub mod dialect;
