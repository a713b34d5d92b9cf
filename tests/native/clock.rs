//! The clock of the diagram: playing, holding, pausing, jumping, seeking, visibility and reduced motion; and the pace of a story.

use broadcast_visualizer::examples::EXAMPLES;
use broadcast_visualizer::i18n::{Locale, Message, reading_time};
use broadcast_visualizer::state::{ChapterPace, Clock, Model, PlaybackEvent, Shown, Tick};
use broadcasting_diagram::{Chapter, Story};
use proptest::prelude::*;

/// The time between two frames of a screen, in seconds.
const FRAME: f64 = 1.0 / 60.0;
const LAST: usize = 4;
/// The pace of each chapter of the stories here. No two chapters have the same.
const PACE: [ChapterPace; LAST + 1] = [
    ChapterPace { motion: 0.8, hold: 1.5 },
    ChapterPace { motion: 0.8, hold: 2.5 },
    ChapterPace { motion: 0.9, hold: 4.0 },
    ChapterPace { motion: 1.0, hold: 3.0 },
    ChapterPace { motion: 3.0, hold: 3.5 },
];

/// A clock at the end of a chapter of a story with chapters 0 to 4, which the reader went to.
fn clock_at(chapter: usize) -> Clock {
    let mut clock = Clock::default();
    clock.set_story(chapter, PACE.to_vec());
    clock.set_goal(chapter, false, 1.0);
    clock
}

/// A clock that has just begun to play the story.
fn playing_clock() -> Clock {
    let mut clock = Clock::default();
    clock.set_story(0, PACE.to_vec());
    clock.set_goal(0, true, 1.0);
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

fn assert_near(found: f64, expected: f64, tolerance: f64) {
    assert!((found - expected).abs() <= tolerance, "{found} is not {expected}");
}

#[test]
fn a_story_plays_from_its_start_to_its_end() {
    let mut clock = playing_clock();
    let (events, passed) = run(&mut clock, 60.0);
    let chapters = (1..=LAST).map(PlaybackEvent::Chapter);
    assert_eq!(events, chapters.chain([PlaybackEvent::End]).collect::<Vec<_>>());
    assert_eq!((clock.time(), clock.progress()), (LAST as f64, 1.0));
    // Five motions, and a hold after each of them.
    assert_near(passed, (0.8 + 0.8 + 0.9 + 1.0 + 3.0) + (1.5 + 2.5 + 4.0 + 3.0 + 3.5), 0.2);
}

#[test]
fn each_chapter_moves_and_holds_for_its_own_time() {
    let mut clock = playing_clock();
    let mut ends = Vec::new();
    let mut seconds = 0.0;
    while clock.is_moving() {
        seconds += FRAME;
        if clock.advance(FRAME).event.is_some() {
            ends.push(seconds);
        }
    }
    let durations = ends.windows(2).map(|ends| ends[1] - ends[0]);
    for (duration, pace) in durations.zip(&PACE[1..]) {
        assert_near(duration, pace.motion + pace.hold, 2.5 * FRAME);
    }
}

#[test]
fn a_story_that_is_played_on_does_not_hold_the_shown_chapter() {
    for chapter in [0, 2] {
        let mut clock = clock_at(chapter);
        clock.set_goal(chapter, true, 1.0);
        assert_eq!(clock.advance(FRAME).event, Some(PlaybackEvent::Chapter(chapter + 1)));
    }
}

#[test]
fn playing_from_the_first_chapter_restarts() {
    let mut clock = clock_at(LAST);
    assert!(clock.restarts(0, true));
    assert!(!clock.restarts(0, false) && !clock.restarts(1, true));
    clock.set_goal(0, true, 1.0);
    assert_eq!(clock.time(), Story::START);
    assert!(!clock.restarts(0, true), "it plays already");
    clock.advance(0.4);
    assert_eq!(clock.time(), -0.5, "the first chapter has a motion, too");
    clock.advance(0.4);
    assert_eq!(clock.advance(1.4).event, None, "the first chapter is new to the reader");
    assert_eq!(clock.advance(0.2).event, Some(PlaybackEvent::Chapter(1)));
    assert!(!clock_at(0).restarts(0, true), "it is at its start");
}

#[test]
fn a_pause_keeps_the_time_and_playing_goes_on_from_there() {
    // In a motion, of the last chapter too.
    for chapter in [0, 3, LAST] {
        let mut clock = if chapter == 0 { playing_clock() } else { clock_at(chapter - 1) };
        clock.set_goal(chapter, true, 1.0);
        clock.advance(0.5);
        let t = clock.time();
        assert!(t > chapter as f64 - 1.0 && t < chapter as f64);
        clock.set_goal(chapter, false, 1.0);
        assert_eq!((clock.time(), clock.is_moving()), (t, false));
        clock.set_goal(chapter, true, 1.0);
        assert!(clock.is_moving());
        clock.advance(FRAME);
        assert!(clock.time() > t && clock.time() < chapter as f64);
    }
    // In a hold.
    let mut clock = clock_at(LAST - 1);
    clock.set_goal(LAST, true, 1.0);
    run(&mut clock, 3.0 + 2.0);
    let progress = clock.progress();
    assert!(clock.time() == LAST as f64 && progress < 1.0);
    clock.set_goal(LAST, false, 1.0);
    // Nothing else changes while it is paused, as when a pointer moves.
    clock.set_goal(LAST, false, 1.0);
    assert_eq!((clock.progress(), clock.is_moving()), (progress, false));
    clock.set_goal(LAST, true, 1.0);
    let (events, passed) = run(&mut clock, 60.0);
    assert_eq!(events, [PlaybackEvent::End]);
    assert_near(passed, 1.5, 0.1);
}

#[test]
fn a_step_and_a_seek_end_a_hold_at_once() {
    let holding = || {
        let mut clock = clock_at(1);
        clock.set_goal(2, true, 1.0);
        run(&mut clock, 2.0);
        assert_eq!((clock.time(), clock.is_moving()), (2.0, true));
        clock
    };
    let mut stepped = holding();
    stepped.set_goal(3, false, 1.0);
    assert!(stepped.advance(FRAME).is_changed && stepped.time() > 2.0);
    let mut sought = holding();
    sought.seek(1.5);
    assert_eq!((sought.time(), sought.is_moving()), (1.5, false));
    let mut back = holding();
    back.go_to(0);
    assert!(back.advance(FRAME).is_changed && back.time() < 2.0);
    let mut held = holding();
    held.go_to(2);
    assert_eq!((held.progress(), held.is_moving()), (1.0, false));
}

#[test]
fn a_chapter_that_is_shown_in_part_can_be_shown_whole() {
    let mut clock = clock_at(0);
    clock.seek(2.5);
    clock.go_to(3);
    assert_eq!(run(&mut clock, 60.0).0, []);
    assert_eq!(clock.time(), 3.0);
    clock.go_to(100);
    run(&mut clock, 60.0);
    assert_eq!(clock.time(), LAST as f64, "beyond the end is the end");
}

#[test]
fn progress_fills_over_the_motion_and_the_hold() {
    let mut clock = clock_at(1);
    assert_eq!(clock.progress(), 1.0, "the reader went to this chapter");
    clock.set_goal(2, true, 1.0);
    let mut before = 0.0;
    for frame in 1..=290 {
        clock.advance(FRAME);
        let progress = clock.progress();
        assert!(progress >= before, "{before} {progress}");
        assert_near(progress, f64::from(frame) * FRAME / (0.9 + 4.0), 0.01);
        before = progress;
    }
    // Without motion, progress is that of the hold.
    let mut still = playing_clock();
    still.set_reduced_motion(true);
    still.advance(FRAME);
    still.advance((0.8 + 1.5) / 2.0);
    assert_near(still.progress(), 0.5, 1e-9);
    // A step without a hold fills over its motion; a step back is complete.
    let mut step = clock_at(1);
    step.set_goal(2, false, 1.0);
    step.advance(0.45);
    assert_near(step.progress(), 0.5, 1e-9);
    step.set_goal(0, false, 1.0);
    assert_eq!(step.progress(), 1.0);
}

#[test]
fn another_pace_counts_for_the_hold_that_is_under_way() {
    let mut clock = playing_clock();
    clock.advance(0.8);
    clock.advance(1.4);
    clock.set_pace(vec![ChapterPace { motion: 0.8, hold: 4.0 }; LAST + 1]);
    assert_eq!(clock.advance(2.5).event, None);
    assert_eq!(clock.advance(0.2).event, Some(PlaybackEvent::Chapter(1)));
}

#[test]
fn speed_shortens_motions_and_holds() {
    let duration = |speed: f64| {
        let mut clock = playing_clock();
        clock.set_goal(0, true, speed);
        run(&mut clock, 100.0).1
    };
    assert_near(duration(0.5) / duration(1.0), 2.0, 0.05);
    assert_near(duration(1.0) / duration(3.0), 3.0, 0.15);
}

#[test]
fn a_jump_takes_at_most_a_second() {
    let mut clock = Clock::default();
    clock.set_story(0, vec![ChapterPace { motion: 0.8, hold: 2.5 }; 101]);
    clock.set_goal(100, false, 1.0);
    let (events, passed) = run(&mut clock, 60.0);
    assert_eq!(events, []);
    assert!(clock.time() == 100.0 && passed < 1.05, "{passed}");
}

#[test]
fn a_step_forward_is_the_motion_of_its_chapter_and_a_step_back_is_short() {
    let mut clock = clock_at(LAST - 1);
    clock.set_goal(LAST, false, 1.0);
    assert_near(run(&mut clock, 60.0).1, 3.0, 2.0 * FRAME);
    clock.set_goal(LAST - 1, false, 1.0);
    assert_near(run(&mut clock, 60.0).1, 0.8, 2.0 * FRAME);
}

#[test]
fn a_seek_shows_a_time_at_once_and_stops() {
    let mut clock = playing_clock();
    clock.seek(2.5);
    assert_eq!((clock.time(), clock.is_moving()), (2.5, false));
    // The chapter at that time is 3: the goal is not changed by it.
    clock.set_goal(3, false, 1.0);
    assert_eq!((clock.time(), clock.is_moving()), (2.5, false));
    // Another chapter is a goal again.
    clock.set_goal(4, false, 1.0);
    assert!(clock.is_moving());
    for (asked, shown) in [(-0.5, -0.5), (-2.0, Story::START), (f64::INFINITY, LAST as f64), (f64::NAN, Story::START)] {
        clock.seek(asked);
        assert_eq!(clock.time(), shown, "{asked}");
    }
}

#[test]
fn hidden_time_stands_still() {
    let mut clock = playing_clock();
    clock.set_visible(false);
    assert!(!clock.is_moving(), "a hidden story waits");
    clock.set_visible(true);
    assert!(clock.is_moving());
    // What does not play is at its goal when it is visible again.
    clock.set_goal(3, false, 1.0);
    clock.set_visible(false);
    assert_eq!(clock.time(), 3.0);
    assert!(!clock.begin_transition(Clock::TRANSITION));
}

#[test]
fn a_transition_lasts_three_tenths_of_a_second() {
    let mut clock = clock_at(2);
    assert!(clock.begin_transition(Clock::TRANSITION));
    assert_eq!(clock.transition(), Some(0.0));
    let tick = clock.advance(0.15);
    assert_eq!(tick, Tick { is_changed: true, event: None });
    assert!(clock.transition().is_some_and(|progress| (progress - 0.5).abs() < 1e-9));
    clock.advance(0.16);
    assert_eq!((clock.transition(), clock.is_moving()), (None, false));
    assert!(!clock.advance(0.1).is_changed);
    // While a size is held it takes half of that.
    assert!(clock.begin_transition(Clock::HELD_TRANSITION));
    clock.advance(0.16);
    assert_eq!((clock.transition(), clock.is_moving()), (None, false));
}

#[test]
fn with_reduced_motion_time_jumps_and_each_chapter_takes_as_long() {
    let mut clock = clock_at(0);
    clock.set_reduced_motion(true);
    assert!(!clock.begin_transition(Clock::TRANSITION));
    clock.set_goal(3, false, 1.0);
    assert_eq!(clock.time(), 3.0);
    clock.go_to(1);
    assert_eq!(clock.time(), 1.0);
    clock.set_goal(0, true, 1.0);
    let (events, passed) = run(&mut clock, 60.0);
    assert_eq!(events.len(), LAST + 1);
    assert_near(passed, PACE.iter().map(|pace| pace.motion + pace.hold).sum(), 0.3);
}

#[test]
fn a_hold_changes_no_picture() {
    let mut clock = playing_clock();
    clock.advance(0.8);
    assert_eq!(clock.advance(FRAME), Tick { is_changed: false, event: None });
}

/// The pace of each chapter of a pair of shapes, with how long its words take to read.
fn paces(query: &str, locale: Locale) -> Vec<(ChapterPace, f64)> {
    let model = Model::open(query, locale);
    let Shown { operation, story } = model.shown().expect("it can be read");
    let words = |chapter: &Chapter| {
        let words = [Message::ChapterTitle(chapter, operation), Message::ChapterText(chapter, operation)];
        words.map(|message| reading_time(&locale.message(message))).iter().sum()
    };
    let paces = ChapterPace::of_story(story, operation, locale, false);
    assert_eq!(paces.len(), story.chapters().len());
    paces.into_iter().zip(story.chapters().iter().map(words)).collect()
}

/// The pace of every example in every language: the words can be read, and the picture does not stand still for longer than 1.4 s. No
/// motion is much slower than it has to be.
#[test]
fn a_chapter_lasts_until_its_words_can_be_read_and_moves_meanwhile() {
    let mut totals = Vec::new();
    for locale in Locale::ALL {
        for example in EXAMPLES {
            let query = format!("?a={}&b={}", example.a, example.b);
            let model = Model::open(&query, locale);
            let story = &model.shown().expect("an example can be read").story;
            let paces = paces(&query, locale);
            for (number, (pace, reading)) in paces.iter().enumerate() {
                // Operands without axes have nothing to be shown while one reads.
                let is_bare = story.seconds(number) == 0.0;
                assert!(is_bare || pace.motion + pace.hold >= reading - 1e-9, "{query} {number}: {pace:?} {reading}");
                assert!((1.0..=1.4).contains(&pace.hold), "{query} {number}: {pace:?}");
                let motion = story.seconds(number);
                assert!(
                    pace.motion >= motion && pace.motion <= motion.max(reading - 1.4),
                    "{query} {number}: {pace:?}"
                );
            }
            totals.push(paces.iter().map(|(pace, _)| pace.motion + pace.hold).sum::<f64>());
        }
    }
    assert!(totals.iter().all(|total| (5.0..45.0).contains(total)), "{totals:?}");
}

/// The story that a first visit plays: until its last element is there.
#[test]
fn the_first_example_takes_about_twenty_seconds() {
    let told = |paces: &[ChapterPace]| {
        let total: f64 = paces.iter().map(|pace| pace.motion + pace.hold).sum();
        total - paces.last().map_or(0.0, |pace| pace.hold)
    };
    for locale in Locale::ALL {
        let paces: Vec<_> = paces("?a=4,1&b=3", locale).into_iter().map(|(pace, _)| pace).collect();
        let total = told(&paces);
        assert!((16.0..=22.0).contains(&total), "{locale:?}: {total}");
        let still: f64 = paces.iter().map(|pace| pace.hold).sum();
        assert!(still < 0.5 * total, "{locale:?}: {still} of {total}");
        let model = Model::open("?a=4,1&b=3", locale).autoplayed(false);
        assert!(model.visit().introduces);
        let Shown { operation, story } = model.shown().expect("it can be read");
        let introduced = ChapterPace::of_story(story, operation, locale, true);
        let total = told(&introduced);
        assert!((18.0..=22.0).contains(&total), "{locale:?}, at a first visit: {total}");
    }
    let model = Model::open("?a=4,1&b=3", Locale::En);
    let Shown { operation, story } = model.shown().expect("it can be read");
    let words = |chapter| {
        [Message::ChapterTitle(chapter, operation), Message::ChapterText(chapter, operation)]
            .map(|message| Locale::En.message(message))
            .concat()
    };
    let captions: Vec<String> = story.chapters().iter().map(words).collect();
    let letters = captions.iter().flat_map(|caption| caption.chars()).filter(|c| c.is_alphanumeric()).count();
    assert!(letters <= 330, "{letters} letters: {captions:#?}");
}

#[test]
fn a_text_takes_as_long_as_its_letters_and_characters() {
    let near = |text: &str, seconds: f64| assert_near(reading_time(text), seconds, 1e-9);
    near("", 0.0);
    near(" (, →)。", 0.0);
    near("a stretches 1→4", 12.0 * 0.06);
    near("沿轴拉伸", 4.0 * 0.18);
    near("\u{3400}\u{9FFF}\u{F900}\u{20000}", 4.0 * 0.18);
    // The characters before and after the main block of Han, and letters of the alphabets that the page has.
    near("\u{33FF}\u{A000}", 0.0);
    near("éßжΩ", 4.0 * 0.06);
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn time_stays_within_the_story(
        steps in prop::collection::vec((0_u8..7, 0_usize..=LAST, 0.0..3.0_f64), 1..60)
    ) {
        let mut clock = playing_clock();
        for (step, chapter, number) in steps {
            match step {
                0 => clock.set_goal(chapter, false, number),
                1 => clock.set_goal(chapter, true, number),
                2 => clock.seek(number * 3.0 - 2.0),
                3 => clock.set_visible(chapter % 2 == 0),
                4 => clock.go_to(chapter),
                5 => clock.set_reduced_motion(chapter % 2 == 0),
                _ => _ = clock.advance(number),
            }
            prop_assert!((Story::START..=LAST as f64).contains(&clock.time()), "{clock:?}");
            prop_assert!((0.0..=1.0).contains(&clock.progress()), "{clock:?}");
        }
        // Whatever has happened, it comes to rest.
        clock.set_visible(true);
        run(&mut clock, 1_000.0);
        prop_assert!(!clock.is_moving(), "{clock:?}");
    }
}
