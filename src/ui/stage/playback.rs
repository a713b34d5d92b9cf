//! Where a story is, and how it plays.

use crate::state::PlayState;

/// Where a story is, and how it plays.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Playback {
    /// The current chapter, counted from 0.
    pub chapter: usize,
    /// Whether the story plays.
    pub play: PlayState,
    /// Whether the first chapter waits for the user to play the story.
    pub waits_for_play: bool,
    /// Whether the result is not known yet, because the story has not come to it.
    pub untold: bool,
    /// Whether the first chapter says what broadcasting is.
    pub introduces: bool,
    /// The speed at which it plays.
    pub speed: f64,
    /// Whether the visualizer fills the screen.
    pub presenting: bool,
}
