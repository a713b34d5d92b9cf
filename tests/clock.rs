//! The clock of the diagram: playing, pausing, jumping, seeking, visibility and reduced motion.
#![cfg(not(target_arch = "wasm32"))]

use broadcast_visualizer::state::{Clock, PlaybackEvent, Tick};
use proptest::prelude::*;

/// The time between two frames of a screen, in seconds.
const FRAME: f64 = 1.0 / 60.0;
const LAST: usize = 4;

/// A clock at the end of a chapter of a story with chapters 0 to 4.
fn clock_at(chapter: usize) -> Clock {
    let mut clock = Clock::new();
    clock.set_story(chapter, LAST);
    clock
}

/// Lets time pass until nothing moves, for at most `seconds`; the events, and the seconds that passed.
fn run(clock: &mut Clock, seconds: f64) -> (Vec<PlaybackEvent>, f64) {
    let mut events = Vec::new();
    let mut passed = 0.0;
    while clock.is_moving() && passed < seconds {
        events.extend(clock.advance(FRAME).event);
        passed += FRAME;
    }
    (events, passed)
}

#[test]
fn a_story_plays_from_its_start_to_its_end() {
    let mut clock = clock_at(0);
    clock.set_goal(0, true, 1.0);
    let (events, passed) = run(&mut clock, 60.0);
    let chapters = (1..=LAST).map(PlaybackEvent::Chapter);
    assert_eq!(events, chapters.chain([PlaybackEvent::End]).collect::<Vec<_>>());
    assert_eq!(clock.time(), LAST as f64);
    // Four motions of 0.7 s, and a pause of 0.55 s after each of the five chapters.
    assert!((passed - (4.0 * 0.7 + 5.0 * 0.55)).abs() < 0.3, "{passed}");
}

#[test]
fn a_story_that_is_played_further_does_not_pause_first() {
    let mut clock = clock_at(2);
    clock.set_goal(2, true, 1.0);
    assert_eq!(clock.advance(FRAME).event, Some(PlaybackEvent::Chapter(3)));
}

#[test]
fn playing_from_the_first_chapter_restarts() {
    let mut clock = clock_at(LAST);
    assert!(clock.restarts(0, true));
    assert!(!clock.restarts(0, false) && !clock.restarts(1, true));
    clock.set_goal(0, true, 1.0);
    assert_eq!(clock.time(), 0.0);
    assert!(!clock.restarts(0, true), "it plays already");
}

#[test]
fn speed_shortens_motions_and_pauses() {
    let duration = |speed: f64| {
        let mut clock = clock_at(0);
        clock.set_goal(0, true, speed);
        run(&mut clock, 100.0).1
    };
    assert!((duration(0.5) / duration(1.0) - 2.0).abs() < 0.1);
    assert!((duration(1.0) / duration(2.0) - 2.0).abs() < 0.15);
}

#[test]
fn a_jump_takes_at_most_a_second() {
    let mut clock = Clock::new();
    clock.set_story(0, 100);
    clock.set_goal(100, false, 1.0);
    let (events, passed) = run(&mut clock, 60.0);
    assert_eq!(events, []);
    assert!(clock.time() == 100.0 && passed < 1.05, "{passed}");
}

#[test]
fn a_seek_shows_a_time_at_once_and_stops() {
    let mut clock = clock_at(0);
    clock.set_goal(0, true, 1.0);
    clock.seek(2.5);
    assert_eq!((clock.time(), clock.is_moving()), (2.5, false));
    // The chapter at that time is 3: the goal is not changed by it.
    clock.set_goal(3, false, 1.0);
    assert_eq!((clock.time(), clock.is_moving()), (2.5, false));
    // Another chapter is a goal again.
    clock.set_goal(4, false, 1.0);
    assert!(clock.is_moving());
    for (asked, shown) in [(-1.0, 0.0), (f64::INFINITY, LAST as f64), (f64::NAN, 0.0)] {
        clock.seek(asked);
        assert_eq!(clock.time(), shown, "{asked}");
    }
}

#[test]
fn hidden_time_stands_still() {
    let mut clock = clock_at(0);
    clock.set_goal(0, true, 1.0);
    clock.set_visible(false);
    assert!(!clock.is_moving(), "a hidden story waits");
    clock.set_visible(true);
    assert!(clock.is_moving());
    // What does not play is at its goal when it is visible again.
    clock.set_goal(3, false, 1.0);
    clock.set_visible(false);
    assert_eq!(clock.time(), 3.0);
    assert!(!clock.begin_transition());
}

#[test]
fn a_transition_lasts_three_tenths_of_a_second() {
    let mut clock = clock_at(2);
    assert!(clock.begin_transition());
    assert_eq!(clock.transition(), Some(0.0));
    let tick = clock.advance(0.15);
    assert_eq!(tick, Tick { is_changed: true, event: None });
    assert!(clock.transition().is_some_and(|progress| (progress - 0.5).abs() < 1e-9));
    clock.advance(0.16);
    assert_eq!((clock.transition(), clock.is_moving()), (None, false));
    assert!(!clock.advance(0.1).is_changed);
}

#[test]
fn with_reduced_motion_time_jumps_and_chapters_stay_longer() {
    let mut clock = clock_at(0);
    clock.set_reduced_motion(true);
    assert!(!clock.begin_transition());
    clock.set_goal(3, false, 1.0);
    assert_eq!(clock.time(), 3.0);
    clock.set_goal(0, true, 1.0);
    let (events, passed) = run(&mut clock, 60.0);
    assert_eq!(events.len(), LAST + 1);
    assert!((passed - 5.0 * 1.6).abs() < 0.3, "{passed}");
}

#[test]
fn a_pause_changes_no_picture() {
    let mut clock = clock_at(0);
    clock.set_goal(0, true, 1.0);
    assert_eq!(clock.advance(FRAME), Tick { is_changed: false, event: None });
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn time_stays_within_the_story(
        steps in prop::collection::vec((0_u8..6, 0_usize..=LAST, 0.0..3.0_f64), 1..60)
    ) {
        let mut clock = clock_at(0);
        for (step, chapter, number) in steps {
            match step {
                0 => clock.set_goal(chapter, false, number),
                1 => clock.set_goal(chapter, true, number),
                2 => clock.seek(number * 3.0 - 2.0),
                3 => clock.set_visible(chapter % 2 == 0),
                4 => clock.set_reduced_motion(chapter % 2 == 0),
                _ => _ = clock.advance(number),
            }
            prop_assert!((0.0..=LAST as f64).contains(&clock.time()), "{clock:?}");
        }
        // Whatever has happened, it comes to rest.
        clock.set_visible(true);
        run(&mut clock, 1_000.0);
        prop_assert!(!clock.is_moving(), "{clock:?}");
    }
}
