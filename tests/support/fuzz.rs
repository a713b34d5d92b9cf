//! What is done with any text whatever, in `tests/fuzz.rs` and in the targets of `fuzz/`.

use broadcast_visualizer::broadcast::Side;
use broadcast_visualizer::dialect::Library;
use broadcast_visualizer::notation::{parse, script};
use broadcast_visualizer::program::program;
use broadcast_visualizer::state::{Reading, Settings};
use broadcast_visualizer::words::{Locale, Message};

/// Reads it as an operand and as a program.
pub(crate) fn notation(text: &str) {
    match parse(text) {
        Ok(operand) => assert!(operand.shape().ndim() <= 64),
        Err(error) => {
            assert!(error.span.start <= error.span.end && error.span.end <= text.chars().count(), "{text}: {error:?}");
            for locale in Locale::ALL {
                assert!(!locale.say(Message::CannotRead(&error)).is_empty());
            }
        }
    }
    if let Some(script) = script(text) {
        assert!(script.operands.iter().all(|operand| parse(operand).is_ok()), "{text}: {script:?}");
    }
}

/// Reads it as a link; what is written of it is read as the same again.
pub(crate) fn link(text: &str) {
    let (settings, _) = Settings::from_query(text);
    assert_eq!(Settings::from_query(&settings.to_query()), (settings, Vec::new()));
}

/// Takes its halves for two operands and asks everything that the page asks.
pub(crate) fn core(text: &str) {
    let middle = text.char_indices().nth(text.chars().count() / 2).map_or(0, |(at, _)| at);
    let (a, b) = text.split_once('|').unwrap_or_else(|| text.split_at(middle));
    let settings = Settings { a: a.to_owned(), b: b.to_owned(), ..Settings::default() };
    for library in Library::ALL {
        for in_place in [false, true] {
            let reading = Reading::new(&Settings { library, in_place, ..settings.clone() });
            let Some(pair) = &reading.pair else { return };
            let answer = reading.verdict.refusal().map_or(Ok(()), Err);
            assert!(!program(pair, library, in_place, [None, None], answer).is_empty());
            if let Some(shape) = pair.shape() {
                let last: Vec<u64> = shape.iter().map(|size| size.saturating_sub(1)).collect();
                assert_eq!(pair.provenance(&last).is_some(), !shape.contains(&0), "{text}");
                for side in Side::BOTH {
                    assert!(pair.stretched(side).is_some());
                }
            }
        }
    }
}
