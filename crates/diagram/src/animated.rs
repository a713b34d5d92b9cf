//! Writes a story as an animated SVG document: the chapters move by CSS, without a script.
//!
//! The display lists of a few times of each chapter are compared. What is in two of them is one thing that stays or moves, and
//! everything else appears or disappears. Things that change at the same times and by the same distance are one group with one
//! animation, so the document is not much larger than a picture. With reduced motion it is paused at the end of the last chapter.

use std::collections::HashMap;
use std::fmt::Write as _;

use crate::number::Number;
use crate::style::Style;
use crate::svg::{Caption, HEADING, Palette, Svg};
use crate::{DisplayList, Label, Line, PaintRole, Rect};

/// One chapter of an animated document.
#[derive(Debug, Clone, PartialEq)]
pub struct AnimatedChapter {
    /// The heading.
    pub heading: String,
    /// The duration of its motion, in seconds.
    pub motion: f64,
    /// How long its end is shown, in seconds.
    pub hold: f64,
    /// The times of its motion that are shown, in chapters, in order; none where the motion is even.
    pub stops: Vec<f64>,
}

/// The start of a chapter, in chapters after the end of the one before.
const START: f64 = 1e-6;
/// The time between the display lists of a chapter, in seconds, and the largest number of them.
const STEP: f64 = 0.6;
const MAX_STEPS: f64 = 8.0;
/// The largest number of times of a chapter at which its things rest.
const MAX_STOPS: usize = 16;
/// How long before its end an animation is paused, in seconds.
const PAUSED: f64 = 0.05;
/// The part of the duration, in percent, that a thing takes to appear or to disappear at once.
const JUMP: f64 = 0.01;

/// Writes the chapters of a story as one animated document that starts again at its end. `draw` gives the display list of a time
/// in chapters.
#[must_use]
pub fn animated(
    chapters: &[AnimatedChapter],
    draw: &dyn Fn(f64) -> DisplayList,
    palette: &Palette,
    caption: Caption<'_>,
) -> String {
    let film = Film::new(chapters, draw);
    let mut classes = Classes { seconds: film.seconds, ..Classes::default() };
    let mut body = Svg::new(palette);
    for (heading, keys) in film.headings(chapters) {
        open_group(&mut body, classes.class(&keys));
        body.heading(heading, 0.0);
        body.out.push_str("</g>\n");
    }
    _ = writeln!(body.out, "<g transform=\"translate(0 {})\">", Number(HEADING));
    for role in PaintRole::ALL {
        film.layer(role, &mut classes, &mut body);
    }
    body.out.push_str("</g>\n");
    let mut svg = Svg::new(palette);
    svg.begin((film.size.0, film.size.1 + HEADING), caption);
    classes.write(&mut svg.out);
    svg.out.push_str(&body.out);
    svg.end()
}

/// The display list of one time of a chapter.
struct Frame {
    /// The time, in seconds from the start.
    at: f64,
    list: DisplayList,
}

/// The frames of one chapter.
struct Chapter {
    /// In the order of time: the first has what is there when the motion begins.
    frames: Vec<Frame>,
    /// Whether things rest at each of the times.
    stops: bool,
}

/// The progress of the frames of a chapter of this number, without its end.
fn progresses(number: usize, chapter: &AnimatedChapter) -> Vec<f64> {
    if chapter.stops.is_empty() {
        let steps = (chapter.motion / STEP).ceil().clamp(1.0, MAX_STEPS);
        return (0..MAX_STEPS as usize)
            .map(|step| step as f64 / steps)
            .take_while(|&progress| progress < 1.0)
            .collect();
    }
    let every = chapter.stops.len().div_ceil(MAX_STOPS).max(1);
    let stops = chapter.stops.iter().step_by(every).map(|stop| stop + 1.0 - number as f64);
    [0.0].into_iter().chain(stops.filter(|&progress| progress > 0.0 && progress < 1.0)).collect()
}

/// The frames of all chapters.
struct Film {
    chapters: Vec<Chapter>,
    /// The duration of all chapters.
    seconds: f64,
    /// The width and the height.
    size: (f64, f64),
}

impl Film {
    fn new(chapters: &[AnimatedChapter], draw: &dyn Fn(f64) -> DisplayList) -> Self {
        let mut film = Self { chapters: Vec::with_capacity(chapters.len()), seconds: 0.0, size: (0.0, 0.0) };
        for (number, chapter) in chapters.iter().enumerate() {
            let mut frames = Vec::new();
            if number > 0 {
                for progress in progresses(number, chapter) {
                    let at = film.seconds + chapter.motion * progress;
                    frames.push(Frame { at, list: draw(number as f64 - 1.0 + progress.max(START)) });
                }
                film.seconds += chapter.motion;
            }
            let list = draw(number as f64);
            film.size = (film.size.0.max(list.width), film.size.1.max(list.height));
            frames.push(Frame { at: film.seconds, list });
            // In the first chapter nothing moves.
            film.seconds += chapter.hold + if number > 0 { 0.0 } else { chapter.motion };
            film.chapters.push(Chapter { frames, stops: !chapter.stops.is_empty() });
        }
        film
    }

    /// Each heading with the times at which it is shown: from the start of its chapter to the start of the next one.
    fn headings<'c>(&self, chapters: &'c [AnimatedChapter]) -> Vec<(&'c str, Vec<Key>)> {
        let starts: Vec<f64> = self.chapters.iter().filter_map(|chapter| Some(chapter.frames.first()?.at)).collect();
        let shown = |(number, chapter): (usize, &'c AnimatedChapter)| {
            let key = |at: f64, alpha: f64| Key { at, x: 0.0, y: 0.0, alpha };
            let (start, end) = (starts.get(number).copied().unwrap_or(0.0), starts.get(number + 1).copied());
            let mut keys = vec![key(start, 0.0), key(start, 1.0)];
            match end {
                Some(end) => keys.extend([key(end, 1.0), key(end, 0.0)]),
                None => keys.push(key(self.seconds, 1.0)),
            }
            (chapter.heading.as_str(), keys)
        };
        chapters.iter().enumerate().map(shown).collect()
    }

    /// Writes everything of one role, group by group.
    fn layer(&self, role: PaintRole, classes: &mut Classes, svg: &mut Svg<'_>) {
        let style = Style::of(role, self.has_bands());
        let mut groups: Vec<Group> = Vec::new();
        for part in [Part::Rects, Part::Lines, Part::Labels] {
            for track in self.tracks(role, part) {
                let class = classes.class(&track.keys);
                let at = groups.iter().position(|group| group.class == class).unwrap_or(groups.len());
                if at == groups.len() {
                    groups.push(Group { class, rects: Vec::new(), lines: Vec::new(), labels: Vec::new() });
                }
                if let Some(group) = groups.get_mut(at) {
                    group.push(track.thing);
                }
            }
        }
        if groups.is_empty() {
            return;
        }
        svg.begin_layer(style, 1.0);
        for group in &groups {
            open_group(svg, group.class);
            svg.rects(&group.rects, style);
            svg.lines(&group.lines);
            svg.labels(group.labels.iter().map(|(label, text)| (label, text.as_str())), style);
            svg.out.push_str("</g>\n");
        }
        svg.out.push_str("</g>\n");
    }

    fn has_bands(&self) -> bool {
        self.chapters.iter().flat_map(|chapter| &chapter.frames).any(|frame| frame.list.has_bands)
    }

    /// The things of one part of a layer, with what happens to each.
    fn tracks(&self, role: PaintRole, part: Part) -> Vec<Track> {
        let mut tracks = Tracks::default();
        for Chapter { frames, stops } in &self.chapters {
            let things = |frame: &Frame| part.things(&frame.list, role);
            let [Some(first), Some(last)] = [frames.first(), frames.last()] else { continue };
            let (start, end) = (things(first), things(last));
            let alpha = |frame: &Frame| frame.list.layer(role).alpha;
            tracks.hold(first.at);
            tracks.replace(first.at, start.clone(), alpha(first));
            if *stops {
                let mut last = start;
                for frame in frames.iter().skip(1) {
                    let next = things(frame);
                    if is_moved(&last, &next) {
                        tracks.continue_all(frame.at, &next, alpha(frame));
                    } else {
                        tracks.replace(frame.at, next.clone(), alpha(frame));
                    }
                    last = next;
                }
            } else if start.len() != end.len() {
                // A cell of the result appears when it has its size: a picture of each size would make the document large.
                let mut full = Known::new();
                for thing in &end {
                    full.entry(thing.identity()).or_default();
                }
                let is_kept = |thing: &Thing| !role.is_result() || full.contains_key(&thing.identity());
                for frame in frames.iter().skip(1) {
                    let kept = things(frame).into_iter().filter(is_kept).collect();
                    tracks.replace(frame.at, kept, alpha(frame));
                }
            } else if is_moved(&start, &end) {
                tracks.continue_all(last.at, &end, alpha(last));
            } else {
                tracks.replace(last.at, end, alpha(last));
            }
        }
        tracks.hold(self.seconds);
        tracks.all
    }
}

/// One of the lists of a layer.
#[derive(Debug, Clone, Copy)]
enum Part {
    Rects,
    Lines,
    Labels,
}

impl Part {
    /// What this part of a layer has; nothing where the layer is not visible.
    fn things(self, list: &DisplayList, role: PaintRole) -> Vec<Thing> {
        let layer = list.layer(role);
        match self {
            _ if layer.alpha <= 0.0 => Vec::new(),
            Self::Rects => layer.rects.iter().copied().map(Thing::Rect).collect(),
            Self::Lines => layer.lines.iter().copied().map(Thing::Line).collect(),
            Self::Labels => {
                let with_text = |label: &Label| Thing::Label(*label, list.text_of(label).to_owned());
                layer.labels.iter().map(with_text).collect()
            }
        }
    }
}

/// A thing that is drawn.
#[derive(Debug, Clone)]
enum Thing {
    Rect(Rect),
    Line(Line),
    Label(Label, String),
}

/// Whether things are the same ones, perhaps at other places.
fn is_moved(things: &[Thing], others: &[Thing]) -> bool {
    things.len() == others.len() && things.iter().zip(others).all(|(thing, other)| thing.form() == other.form())
}

/// A number as it is written.
fn hundredths(value: f64) -> i64 {
    (value * 100.0).round() as i64
}

impl Thing {
    fn position(&self) -> (f64, f64) {
        match self {
            Self::Rect(rect) => (rect.x, rect.y),
            Self::Line(line) => (line.from.x, line.from.y),
            Self::Label(label, _) => (label.x, label.y),
        }
    }

    /// What stays the same when it moves: numbers and a text.
    fn form(&self) -> ([i64; 2], &str) {
        match self {
            Self::Rect(rect) => ([hundredths(rect.w), hundredths(rect.h)], ""),
            Self::Line(line) => ([hundredths(line.to.x - line.from.x), hundredths(line.to.y - line.from.y)], ""),
            Self::Label(label, text) => ([hundredths(label.size), i64::from(label.upright)], text),
        }
    }

    /// What is the same for the same thing at the same place.
    fn identity(&self) -> ([i64; 4], String) {
        let ((x, y), ([one, two], text)) = (self.position(), self.form());
        ([hundredths(x), hundredths(y), one, two], text.to_owned())
    }
}

/// Things by their identity, with their numbers. One type serves everywhere: a set, and building one from a list, would add 5 KB of
/// code, and so would a map in an order.
type Known = HashMap<([i64; 4], String), Vec<usize>>;

/// The place and the opacity of a thing at one time.
#[derive(Debug, Clone, Copy, PartialEq)]
struct Key {
    /// The time, in seconds.
    at: f64,
    x: f64,
    y: f64,
    alpha: f64,
}

/// A thing and what happens to it.
struct Track {
    /// The thing at its first place.
    thing: Thing,
    keys: Vec<Key>,
}

impl Track {
    fn push(&mut self, at: f64, change: impl FnOnce(&mut Key)) {
        if let Some(&last) = self.keys.last() {
            let mut key = Key { at, ..last };
            change(&mut key);
            self.keys.push(key);
        }
    }
}

/// The things so far.
#[derive(Default)]
struct Tracks {
    all: Vec<Track>,
    /// Those that are visible, in the order of painting.
    active: Vec<usize>,
    /// The time of the last frame.
    now: f64,
}

impl Tracks {
    /// Nothing changes until a time.
    fn hold(&mut self, at: f64) {
        for &active in &self.active {
            if let Some(track) = self.all.get_mut(active) {
                track.push(at, |_| {});
            }
        }
        self.now = at;
    }

    /// Things that are where they were stay. Others appear and disappear.
    fn replace(&mut self, at: f64, things: Vec<Thing>, alpha: f64) {
        let mut known = Known::new();
        for &active in self.active.iter().rev() {
            let Some(Track { thing, keys }) = self.all.get(active) else { continue };
            let Some(last) = keys.last() else { continue };
            let (mut identity, (x, y)) = (thing.identity(), thing.position());
            identity.0[0] = hundredths(x + last.x);
            identity.0[1] = hundredths(y + last.y);
            known.entry(identity).or_default().push(active);
        }
        let mut active = Vec::with_capacity(things.len());
        for thing in things {
            match known.get_mut(&thing.identity()).and_then(Vec::pop) {
                Some(number) => {
                    if let Some(track) = self.all.get_mut(number) {
                        track.push(at, |key| key.alpha = alpha);
                    }
                    active.push(number);
                }
                None => {
                    active.push(self.all.len());
                    let hidden = Key { at: self.now, x: 0.0, y: 0.0, alpha: 0.0 };
                    self.all.push(Track { thing, keys: vec![hidden, Key { at, alpha, ..hidden }] });
                }
            }
        }
        for number in known.into_values().flatten() {
            if let Some(track) = self.all.get_mut(number) {
                track.push(at, |key| key.alpha = 0.0);
            }
        }
        self.active = active;
        self.now = at;
    }

    /// The visible things move to new places, in their order.
    fn continue_all(&mut self, at: f64, things: &[Thing], alpha: f64) {
        for (&active, thing) in self.active.iter().zip(things) {
            let Some(track) = self.all.get_mut(active) else { continue };
            let ((from_x, from_y), (x, y)) = (track.thing.position(), thing.position());
            track.push(at, |key| (key.x, key.y, key.alpha) = (x - from_x, y - from_y, alpha));
        }
        self.now = at;
    }
}

/// Things that change at the same times and by the same distance.
struct Group {
    class: Option<usize>,
    rects: Vec<Rect>,
    lines: Vec<Line>,
    labels: Vec<(Label, String)>,
}

impl Group {
    fn push(&mut self, thing: Thing) {
        match thing {
            Thing::Rect(rect) => self.rects.push(rect),
            Thing::Line(line) => self.lines.push(line),
            Thing::Label(label, text) => self.labels.push((label, text)),
        }
    }
}

fn open_group(svg: &mut Svg<'_>, class: Option<usize>) {
    match class {
        Some(class) => _ = writeln!(svg.out, "<g class=\"k k{class}\">"),
        None => svg.out.push_str("<g>\n"),
    }
}

/// The animations, each once.
#[derive(Default)]
struct Classes {
    /// The duration of all chapters, in seconds.
    seconds: f64,
    /// The key frames of each class, in the order of their numbers.
    frames: Vec<String>,
}

impl Classes {
    /// The number of the class with these keys; `None` where nothing changes.
    fn class(&mut self, keys: &[Key]) -> Option<usize> {
        let frames = self.key_frames(keys)?;
        let known = self.frames.iter().position(|known| *known == frames);
        Some(known.unwrap_or_else(|| {
            self.frames.push(frames);
            self.frames.len() - 1
        }))
    }

    /// Keys as CSS; `None` where the thing is always visible at its first place.
    fn key_frames(&self, keys: &[Key]) -> Option<String> {
        let same = |one: &Key, other: &Key| (one.x, one.y, one.alpha) == (other.x, other.y, other.alpha);
        let first = keys.first()?;
        // Before the first key the thing is hidden, and after the last one it stays as it is.
        if first.alpha > 0.0 && keys.iter().all(|key| same(key, first)) && first.alpha >= 1.0 {
            return None;
        }
        let moves = keys.iter().any(|key| (key.x, key.y) != (0.0, 0.0));
        let fades = keys.iter().any(|key| key.alpha != 1.0);
        let mut frames: Vec<(f64, Key)> = Vec::with_capacity(keys.len());
        for (number, key) in keys.iter().enumerate() {
            let around = number.checked_sub(1).and_then(|before| keys.get(before)).zip(keys.get(number + 1));
            if around.is_some_and(|(before, after)| same(before, key) && same(key, after)) {
                continue;
            }
            let percent = (key.at / self.seconds * 100.0).clamp(0.0, 100.0);
            match frames.last_mut() {
                // Two keys of one time are a jump.
                Some((before, last)) if percent < *before + JUMP => {
                    if percent <= 0.0 {
                        *last = *key;
                    } else {
                        let at = (*before + JUMP).min(100.0);
                        frames.push((at, *key));
                    }
                }
                _ => frames.push((percent, *key)),
            }
        }
        let mut css = String::new();
        let mut write = |percents: &str, key: &Key| {
            css.push_str(percents);
            css.push('{');
            if fades {
                _ = write!(css, "opacity:{}", Number(key.alpha));
            }
            if moves {
                let separator = if fades { ";" } else { "" };
                _ = write!(css, "{separator}transform:translate({}px,{}px)", Number(key.x), Number(key.y));
            }
            css.push('}');
        };
        let (last_number, mut number) = (frames.len().checked_sub(1)?, 0);
        while let Some((percent, key)) = frames.get(number) {
            // Two equal neighbours are one rule.
            let mut percents = if number == 0 && *percent > 0.0 { "0%,".to_owned() } else { String::new() };
            _ = write!(percents, "{}%", Number(*percent));
            if let Some((next, _)) = frames.get(number + 1).filter(|(_, after)| same(key, after)) {
                _ = write!(percents, ",{}%", Number(*next));
                number += 1;
            }
            if number == last_number && !percents.ends_with("100%") {
                percents.push_str(",100%");
            }
            write(&percents, key);
            number += 1;
        }
        Some(css)
    }

    /// Writes the style sheet.
    fn write(&self, out: &mut String) {
        _ = write!(
            out,
            "<style>.k{{animation:{}s cubic-bezier(.65,0,.35,1) infinite}}\n\
             @media(prefers-reduced-motion:reduce){{.k{{animation-play-state:paused;animation-delay:-{}s}}}}\n",
            Number(self.seconds),
            // At the end of the last chapter.
            Number(self.seconds - PAUSED)
        );
        for (number, frames) in self.frames.iter().enumerate() {
            _ = writeln!(out, ".k{number}{{animation-name:k{number}}}@keyframes k{number}{{{frames}}}");
        }
        out.push_str("</style>\n");
    }
}
