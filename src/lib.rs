//! scaffold
pub mod broadcast;
pub mod dialect;
pub mod lesson;
pub mod notation;
