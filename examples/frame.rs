//! Writes the frame of the page as HTML: what the page shows before its program has started, with the picture of the first
//! example. `cargo xtask build` puts it into `index.html`.
//!
//! It has the elements and the classes that decide where everything is, so nothing moves when the program takes over.
//! `tests/pages/first.spec.js` compares both. Nothing in it can be used: it is inert.
use std::fmt::Write as _;
use std::iter;

use broadcast_visualizer::i18n::{Label, Locale, Message};
use broadcast_visualizer::state::{Analysis, Settings};
use broadcasting_diagram::style::Colour;
use broadcasting_diagram::svg::{Caption, Palette, paint};
use broadcasting_diagram::{DisplayList, DrawOptions, Scene, SceneOptions, axis_mark, draw};
use tensor_broadcasting::{OperandId, Operator, WHERE};

/// The width and the height of the diagram's box in a window of 1280×720 and on a phone of 360×740, in CSS pixels. In a larger
/// box the picture is enlarged, as the program enlarges it.
const BOXES: [(&str, (f64, f64)); 2] = [("wide", (1197.0, 462.0)), ("narrow", (360.0, 349.0))];

#[allow(clippy::print_stdout, reason = "a command-line program writes to its streams")]
fn main() {
    print!("{}", frame().unwrap_or_default());
}

/// The frame; `None` where the first example cannot be drawn.
pub(crate) fn frame() -> Option<String> {
    let (settings, locale) = (Settings::default(), Locale::default());
    let label = |label| escaped(locale.label(label));
    let analysis = Analysis::new(&settings);
    let (operation, story) = (analysis.operation?, analysis.story?);
    let chapter = story.chapters().first()?;
    let message = |message| escaped(&locale.message(message));
    let words = |chapter| {
        (message(Message::ChapterTitle(chapter, &operation)), message(Message::ChapterText(chapter, &operation)))
    };
    // On a first visit the first chapter begins with what broadcasting is.
    let (title, _) = words(chapter);
    let text = locale.message(Message::ChapterText(chapter, &operation));
    let text = escaped(&locale.joined(locale.label(Label::Broadcasting), &text));
    // The longest words, and those of the last chapter, give the caption its height.
    let (end, others) = story.chapters().split_last()?;
    let others = iter::once((title.clone(), text.clone())).chain(others.iter().skip(1).map(words));
    let (longest_title, longest) = others.max_by_key(|(title, text)| title.len() + text.len())?;
    let (end_title, end) = words(end);

    // The colours of the page, in either theme.
    let palette = Palette::from_colours(Colour::ALL.map(|colour| format!("var({})", colour.property())));
    let picture = |(class, (width, height))| {
        let options = SceneOptions { height, is_cropped: false, ..SceneOptions::new(width, locale.labels()) };
        let mut list = DisplayList::default();
        draw(&Scene::new(operation.clone(), (*story).clone(), options), DrawOptions::at(0.0), &mut list);
        let svg = paint(&list, &palette, Caption { title: "", description: "" });
        svg.replacen("<svg", &format!("<svg class={class}"), 1)
    };
    let pictures = BOXES.map(picture).concat();

    let operand = |side: OperandId| {
        let name = side.name();
        let text = settings.operand_text(side);
        let places = analysis.operands[side].as_ref().map(|operand| operand.places.clone()).unwrap_or_default();
        let mark = |column: usize| {
            let axis = places.iter().position(|place| place.start == column);
            axis.map_or("", |axis| axis_mark(places.len() - 1 - axis))
        };
        let marks: String = (0..text.len()).map(|column| format!("<i><i>{}</i></i>", mark(column))).collect();
        format!(
            "<div class=\"operand {name}\"><label><span>{name}</span></label><input type=text value=\"{}\">\
             <span class=axis-marks>{marks}</span></div>",
            escaped(text)
        )
    };
    // The first is shown; the longest gives the width.
    let signs = Operator::ALL.iter().map(|operator| operator.symbol()).take(1).chain([WHERE]);
    let operators: String = signs.map(|sign| format!("<option>{}", escaped(sign))).collect();
    let mut html = String::new();
    // Writing to a string does not fail.
    _ = write!(
        html,
        "<div class=page id=frame inert>\
         <header class=header><h1>{page}</h1><button class=open-examples>{examples}</button><button class=open-code>{code}</button><button class=open-practice>{practice}</button><span class=space></span>\
         <button class=share-button>{share}</button><button class=open-menu>⋯</button></header>\
         <main class=content>\
         <div class=row><div class=\"fields open\">{a}<select class=operator>{operators}</select>{b}<button class=open-switches>{options}<span> · {library}</span></button></div>\
         <section class=\"verdict waits\"><p class=result>= ( ?, ? ) <span class=sign></span></p></section></div>\
         <div class=diagram-view>\
         <div class=stage><div class=diagram><div class=viewport>{pictures}</div><p class=legend>\
         <span><span class=\"key stored\"></span>{stored}</span><span><span class=\"key repeated\"></span>{repeated}</span></p></div>\
         </div>\
         <div class=caption><div class=narration>\
         <p class=longest><b><span class=count>1/{chapters}</span>{longest_title}</b> {longest}</p>\
         <p class=ending><b><span class=count>1/{chapters}</span>{end_title}</b> {end} <span class=sources>{hint}</span></p>\
         <div class=said><h3><span class=count>1/{chapters}</span>{title}</h3><p class=chapter-text>{text}</p></div></div>\
         <p class=\"next later\"></p></div>\
         <div class=\"transport short\"><button class=\"icon back\" disabled></button><button class=\"icon main pause\">\
         </button><button class=\"icon forward\"></button><div class=track></div><button class=open-details>{details}</button><button class=\"icon present\"></button></div>\
         </div></main>\
         <nav class=example-list popover><h2>{examples}</h2></nav></div>",
        page = label(Label::PageTitle),
        examples = label(Label::Examples),
        code = label(Label::PasteCode),
        share = label(Label::ShareButton),
        a = operand(OperandId::A),
        b = operand(OperandId::B),
        library = settings.library.name(),
        options = label(Label::Options),
        practice = label(Label::Practice),
        details = label(Label::Details),
        chapters = story.last() + 1,
        hint = label(Label::PointAtCell),
        stored = label(Label::LegendStored),
        repeated = label(Label::LegendRepeated),
    );
    Some(html)
}

/// A text as HTML.
fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('"', "&quot;")
}
