//! Animated pictures: they begin with the first chapter and end with the last one, have no script, and are small.

use std::collections::BTreeMap;

fn arguments(text: &str, more: &[&str]) -> Vec<String> {
    text.split(' ').chain(more.iter().copied()).map(str::to_owned).collect()
}

/// The value of an attribute.
fn attribute<'a>(line: &'a str, name: &str) -> Option<&'a str> {
    line.split_once(&format!(" {name}=\"")).and_then(|(_, rest)| rest.split('"').next())
}

/// The opacity and the translation of declarations such as `opacity:1;transform:translate(3px,0px)`.
fn state(css: &str) -> (f64, [f64; 2]) {
    let value = |name: &str| css.split(';').find_map(|part| part.strip_prefix(name));
    let opacity = value("opacity:").map_or(1.0, |text| text.parse().expect("an opacity"));
    let moved = value("transform:translate(").map_or(vec![0.0, 0.0], |text| {
        text.trim_end_matches(')').split(',').map(|part| part.trim_end_matches("px").parse().expect("px")).collect()
    });
    (opacity, [moved[0], moved[1]])
}

/// What is visible at the start and at the end of a document: each rectangle and each text, with its place.
fn visible(svg: &str) -> [Vec<String>; 2] {
    let mut keys: BTreeMap<String, [(f64, [f64; 2]); 2]> = BTreeMap::new();
    for line in svg.lines().filter(|line| line.starts_with(".k") && line.contains("@keyframes")) {
        let (_, rest) = line.split_once("@keyframes ").expect("a name");
        let (name, frames) = rest.split_once('{').expect("frames");
        let frames: Vec<(&str, &str)> = frames.split('}').filter_map(|frame| frame.split_once('{')).collect();
        let (first, last) = (frames.first().expect("a frame"), frames.last().expect("a frame"));
        assert!(first.0.split(',').any(|at| at == "0%") && last.0.split(',').any(|at| at == "100%"), "{line}");
        let times: Vec<f64> = frames
            .iter()
            .flat_map(|(at, _)| at.split(','))
            .map(|at| at.trim_end_matches('%').parse().expect("%"))
            .collect();
        assert!(times.windows(2).all(|two| two[0] < two[1]), "{line}");
        keys.insert(name.to_owned(), [state(first.1), state(last.1)]);
    }
    let mut visible = [Vec::new(), Vec::new()];
    let mut groups: Vec<[(f64, [f64; 2]); 2]> = Vec::new();
    for line in svg.lines() {
        let still = [(1.0, [0.0, 0.0]); 2];
        if line.starts_with("<g") {
            let class = attribute(line, "class").and_then(|class| class.split(' ').nth(1));
            groups.push(class.map_or(still, |class| keys[class]));
        } else if line.starts_with("</g>") {
            groups.pop();
        }
        let is_heading = line.contains("system-ui");
        let size = ["width", "height"].map(|name| attribute(line, name).unwrap_or_default());
        let text = line.split_once('>').map_or("", |(_, rest)| rest.trim_end_matches("</text>"));
        let what = match line {
            _ if is_heading => continue,
            _ if line.starts_with("<rect x") => format!("{size:?}"),
            _ if line.starts_with("<text") => text.to_owned(),
            _ => continue,
        };
        let number = |name| attribute(line, name).and_then(|text| text.parse::<f64>().ok()).expect("a number");
        for (at, visible) in visible.iter_mut().enumerate() {
            let moved = |axis: usize| groups.iter().map(|group| group[at].1[axis]).sum::<f64>();
            let opacity: f64 = groups.iter().map(|group| group[at].0).product();
            if opacity > 0.0 {
                visible.push(format!("{what} at {:.1} {:.1}", number("x") + moved(0), number("y") + moved(1)));
            }
        }
    }
    visible.iter_mut().for_each(|things| things.sort());
    visible
}

const FIGURES: [&str; 11] = [
    "--a 4,1 --b 3",
    "--a 2,4,3 --b 4,1 --theme dark",
    "--a 2,3 --b 3,2",
    "--a 1,3 --b 3,1 --inplace 1 --locale zh-CN",
    "--a 3,4,5 --b 3,1,1 --blocks depth",
    "--a 3,1 --b 1,0",
    "--a () --b ()",
    "--a 5,3,4,1 --b 3,1,1 --width 500",
    "--a 4,1 --b 3 --gradient 1",
    "--a 5,3,4,1 --b 3,1,1 --op mul --gradient 1 --width 900",
    "--a 3,1 --b 1,0 --gradient 1",
];

#[test]
fn an_animated_figure_begins_and_ends_as_the_stills() {
    for text in FIGURES {
        let figure = |more: &[&str]| crate::figure::figure(&arguments(text, more)).expect(text);
        let animated = figure(&["--animated"]);
        let [start, end] = visible(&animated);
        assert!(start.len() > 3, "{text}: {start:?}");
        assert_eq!(start, visible(&figure(&["--chapter", "0"]))[0], "{text}");
        assert_eq!(end, visible(&figure(&[]))[0], "{text}");
    }
}

#[test]
fn an_animated_figure_is_small_and_has_no_script() {
    for text in FIGURES {
        let animated = crate::figure::figure(&arguments(text, &["--animated"])).expect(text);
        let strip = crate::figure::figure(&arguments(text, &["--strip"])).expect(text);
        assert!(animated.len() < strip.len() + 6_000, "{text}: {} bytes, {} as stills", animated.len(), strip.len());
        assert!(
            animated.contains("@media(prefers-reduced-motion:reduce){.k{animation-play-state:paused")
                && !animated.contains("script"),
            "{text}"
        );
        assert_eq!(animated, crate::figure::figure(&arguments(text, &["--animated"])).expect(text), "{text}");
    }
}
