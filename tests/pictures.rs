//! Snapshots: what every example looks like at every chapter, and a few whole pictures as SVG.
//!
//! `INSTA_UPDATE=always cargo test --test pictures` makes them anew; look at each before committing it.
#![cfg(not(target_arch = "wasm32"))]
#![allow(clippy::expect_used, reason = "a test fails by panicking")]

use std::fmt::Write as _;
use std::rc::Rc;

use broadcast_visualizer::broadcast::Operator;
use broadcast_visualizer::diagram::{Blocks, DisplayList, PaintRole, Rect, Scene, SceneOptions};
use broadcast_visualizer::examples::EXAMPLES;
use broadcast_visualizer::i18n::{Locale, Message};
use broadcast_visualizer::render::svg::{Palette, Said, Shade, paint, strip};
use broadcast_visualizer::state::{Action, Analysis, Model, Settings};

const WIDTH: f64 = 960.0;

fn scene(settings: &Settings, locale: Locale) -> Scene {
    let analysis = Analysis::new(settings);
    let (operation, story) = (analysis.operation.expect("both can be read"), analysis.story.expect("both can be read"));
    let stage = SceneOptions { width: WIDTH, labels: locale.labels(), blocks: settings.blocks, unfolded: &[] };
    Scene::on(operation, (*story).clone(), stage)
}

fn said(title: &str) -> Said<'_> {
    Said { title, description: "" }
}

/// A whole document in a few letters: 64 bits of FNV-1a. What is in it stands in the summary beside it.
fn digest(text: &str) -> String {
    let mix = |hash: u64, byte: u8| (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3);
    format!("{:016x}", text.bytes().fold(0xcbf2_9ce4_8422_2325, mix))
}

/// The smallest rectangle around all of them, in whole pixels.
fn around(rects: &[Rect]) -> String {
    let least = |of: fn(&Rect) -> f64| rects.iter().map(of).fold(f64::INFINITY, f64::min).round();
    let most = |of: fn(&Rect) -> f64| rects.iter().map(of).fold(f64::NEG_INFINITY, f64::max).round();
    format!("{},{} to {},{}", least(|r| r.x), least(|r| r.y), most(|r| r.x + r.w), most(|r| r.y + r.h))
}

/// A frame in a few lines: for each ink how many rectangles and lines there are and where, and what is written.
fn summary(frame: &DisplayList) -> String {
    let mut text = String::new();
    for ink in PaintRole::ALL {
        let layer = frame.layer(ink);
        if layer.rects.is_empty() && layer.lines.is_empty() && layer.labels.is_empty() {
            continue;
        }
        _ = write!(text, "  {ink:?}:");
        if !layer.rects.is_empty() {
            _ = write!(text, " {} cells {};", layer.rects.len(), around(&layer.rects));
        }
        if !layer.lines.is_empty() {
            _ = write!(text, " {} lines;", layer.lines.len());
        }
        let labels: Vec<&str> = layer.labels.iter().map(|label| frame.text_of(label)).collect();
        match labels.as_slice() {
            [] => {}
            many if many.len() > 24 => {
                _ = write!(text, " “{} … {}” ({})", many[..12].join(" "), many[many.len() - 6..].join(" "), many.len());
            }
            few => _ = write!(text, " “{}”", few.join(" ")),
        }
        text.push('\n');
    }
    text
}

#[test]
fn every_example_at_every_chapter() {
    for example in EXAMPLES {
        let model = Model::open("", Locale::En).reduce(Action::OpenExample(example.id, false)).expect("it opens");
        let scene = scene(&model.settings, Locale::En);
        let mut frame = DisplayList::default();
        let mut text = format!("{} with {}\n", example.a, example.b);
        for (number, chapter) in scene.story().chapters().iter().enumerate() {
            scene.display_list(number as f64, None, &mut frame);
            let title = Locale::En.say(Message::ChapterTitle(chapter));
            let told = Locale::En.say(Message::ChapterText(chapter, scene.operation()));
            let svg = |shade| digest(&paint(&frame, &Palette::of(shade), said("")));
            let (light, dark) = (svg(Shade::Light), svg(Shade::Dark));
            _ = write!(text, "\n{number} {title}\n  {told}\n{}  svg: light {light}, dark {dark}\n", summary(&frame));
        }
        insta::assert_snapshot!(format!("{:?}", example.id), text);
    }
}

/// A picture's name, operands, moment (`None`: the end), shade and language.
type Chosen = (&'static str, &'static str, &'static str, Option<f64>, Shade, Locale);

#[test]
fn chosen_pictures_as_svg() {
    let chosen: [Chosen; 8] = [
        ("three-rows", "[[0],[10],[20],[30]]", "tensor([0,1,2])", None, Shade::Light, Locale::En),
        ("three-rows-sliding", "[[0],[10],[20],[30]]", "tensor([0,1,2])", Some(2.5), Shade::Dark, Locale::En),
        ("three-rows-combining", "[[0],[10],[20],[30]]", "tensor([0,1,2])", Some(4.5), Shade::Light, Locale::ZhCn),
        ("middle-axis", "2,4,3,2", "4,1,2", None, Shade::Light, Locale::En),
        ("clash", "3,2", "3,4", None, Shade::Light, Locale::ZhCn),
        ("empty", "0", "5,7,1", None, Shade::Dark, Locale::En),
        ("0-dim", "()", "2,3", None, Shade::Light, Locale::En),
        ("huge", "9223372036854775807,3", "3", None, Shade::Light, Locale::En),
    ];
    for (name, a, b, t, shade, locale) in chosen {
        let settings = Settings { a: a.to_owned(), b: b.to_owned(), operator: Operator::Add, ..Settings::default() };
        let scene = Rc::new(scene(&settings, locale));
        let mut frame = DisplayList::default();
        scene.display_list(t.unwrap_or(scene.story().last() as f64), None, &mut frame);
        insta::assert_snapshot!(name, paint(&frame, &Palette::of(shade), said(&format!("{a} + {b}"))));
    }
}

#[test]
fn stacked_pictures_as_svg() {
    let chosen = [
        ("stacked", "2,4,3", "4,1", None, Shade::Light),
        ("stacked-sliding", "2,4,3,2", "4,1,2", Some(3.5), Shade::Dark),
        ("stacked-folded", "300,5,4", "300,1,1", None, Shade::Light),
        ("stacked-clash", "5,2,4,1", "3,1,1", None, Shade::Light),
    ];
    for (name, a, b, t, shade) in chosen {
        let settings = Settings { a: a.to_owned(), b: b.to_owned(), blocks: Blocks::Depth, ..Settings::default() };
        let scene = scene(&settings, Locale::En);
        let mut frame = DisplayList::default();
        scene.display_list(t.unwrap_or(scene.story().last() as f64), None, &mut frame);
        insta::assert_snapshot!(name, paint(&frame, &Palette::of(shade), said(&format!("{a} + {b}"))));
    }
}

#[test]
fn a_picture_is_well_formed_whatever_its_title() {
    let scene = scene(&Settings::default(), Locale::En);
    let mut frame = DisplayList::default();
    scene.display_list(0.0, None, &mut frame);
    let svg = paint(&frame, &Palette::of(Shade::Light), said("<script>alert(\"&\")</script>"));
    assert!(svg.contains("<title>&lt;script&gt;alert(&quot;&amp;&quot;)&lt;/script&gt;</title>"));
    assert!(!svg.contains("<script>"));
}

#[test]
fn a_strip_holds_every_chapter_one_under_the_other() {
    let scene = scene(&Settings::default(), Locale::En);
    let still = |number: usize| {
        let mut frame = DisplayList::default();
        scene.display_list(number as f64, None, &mut frame);
        (format!("{number} < {}", number + 1), frame)
    };
    let stills: Vec<(String, DisplayList)> = (0..=scene.story().last()).map(still).collect();
    let svg = strip(&stills, &Palette::of(Shade::Dark), Said { title: "all of it", description: "a & b" });
    assert!(svg.contains("<title>all of it</title>\n<desc>a &amp; b</desc>"));
    for (number, _) in stills.iter().enumerate() {
        assert!(svg.contains(&format!(">{number} &lt; {}</text>", number + 1)));
    }
    assert_eq!(svg.matches("<g").count(), svg.matches("</g>").count());
    let height: f64 = stills.iter().map(|(_, frame)| frame.height + 40.0).sum();
    assert!(svg.contains(&format!("viewBox=\"0 0 960 {height}\"")));
}

#[test]
fn every_colour_of_the_palette_is_in_the_tokens() {
    use broadcast_visualizer::render::style::Colour;
    for shade in [Shade::Light, Shade::Dark] {
        let palette = Palette::of(shade);
        for colour in Colour::ALL {
            assert!(palette.colour(colour).starts_with('#'), "{colour:?} is not defined in styles/tokens.css");
        }
    }
}
