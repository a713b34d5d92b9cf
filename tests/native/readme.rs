//! What the documents show is what the program draws and answers, and each example of the gallery has its picture.

use std::collections::BTreeSet;

use broadcast_visualizer::examples::EXAMPLES;
use broadcast_visualizer::i18n::Locale;
use broadcast_visualizer::state::Settings;

#[test]
fn the_pictures_in_the_documents_are_what_the_figure_example_draws() {
    let pictures = [
        (include_str!("../figures/story.svg"), "--a 4,1 --b 3 --animated --width 680", "story.svg"),
        (include_str!("../figures/middle-axis.svg"), "--a 2,4,3,2 --b 4,1,2 --width 860", "middle-axis.svg"),
        (include_str!("../figures/stacked.svg"), "--a 3,4,5 --b 3,1,1 --blocks depth --width 720", "stacked.svg"),
        (include_str!("../figures/clash.svg"), "--a 2,3 --b 3,2 --width 720", "clash.svg"),
    ];
    for (kept, arguments, name) in pictures {
        let words: Vec<String> = arguments.split(' ').map(str::to_owned).collect();
        let make =
            format!("make it anew: cargo run --example figure -- {arguments} > tests/figures/{name} (quote as needed)");
        assert_eq!(crate::figure::figure(&words).as_deref(), Ok(kept), "{make}");
    }
}

#[test]
fn what_cannot_be_drawn_is_said() {
    let words = |text: &str| -> Vec<String> { text.split(' ').map(str::to_owned).collect() };
    for arguments in ["--a", "--a x --b 3", "--chapter soon", "--op dance", "figure"] {
        assert!(crate::figure::figure(&words(arguments)).is_err(), "{arguments}");
    }
    let strip = crate::figure::figure(&words("--a 4,1 --b 3 --strip --theme dark --locale zh-CN"));
    assert!(strip.is_ok_and(|svg| svg.matches("translate(0 ").count() == 6 && svg.contains("#0f1419")));
    // The motions take 1.8, 2.7, three times 1.4, and 3.8 s.
    let film = crate::figure::figure(&words("--a 4,1 --b 3 --film 0.15"));
    assert_eq!(film.map(|svg| svg.matches("translate(0 ").count()), Ok(12 + 19 + 3 * 10 + 26));
}

#[test]
fn the_command_in_the_documents_gives_what_stands_below_it() {
    let text = include_str!("../../docs/programmers.md");
    let (_, after) = text.split_once("echo '").expect("a command");
    let (request, rest) = after.split_once('\'').expect("its end");
    let answer = rest.lines().find_map(|line| line.strip_prefix("# ")).expect("an answer");
    assert_eq!(crate::answer::answer(request).to_string(), answer);
}

/// Each example has a picture, each page shows all of them, and everything that a page names is there.
#[test]
fn the_gallery_has_all_examples_in_each_language() {
    let files = crate::gallery::files();
    let names: BTreeSet<&str> = files.iter().map(|(name, _)| name.as_str()).collect();
    assert_eq!(names.len(), files.len());
    let pages: Vec<_> = files.iter().filter(|(name, _)| name.ends_with(".html")).collect();
    assert_eq!(pages.len(), Locale::ALL.len());
    for (page, html) in pages {
        let of = |start: &str| -> Vec<String> {
            html.split(start).skip(1).filter_map(|rest| rest.split('"').next()).map(str::to_owned).collect()
        };
        let pictures = of("<img src=\"");
        assert_eq!(pictures.len(), EXAMPLES.len(), "{page}");
        let local = of("href=\"").into_iter().filter(|link| !link.starts_with("../") && !link.starts_with("data:"));
        for name in pictures.iter().cloned().chain(local) {
            assert!(names.contains(name.as_str()), "{page} names {name}");
        }
        let links = of("<a href=\"../?");
        assert_eq!(links.len(), EXAMPLES.len() + usize::from(page != "index.html"), "{page}");
        for link in links {
            assert_eq!(Settings::from_query(&link.replace("&amp;", "&")).1, Vec::<&str>::new(), "{page}: {link}");
        }
    }
}
