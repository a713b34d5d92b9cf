//! Writes the picture that the page shows as an SVG document, without a browser:
//! `cargo run --example figure -- --a 4,1 --b 3 > figure.svg`
//!
//! `--chapter 2` for an earlier chapter (`2.5` for the middle of the next one), `--words` for its words below it, `--strip` for all chapters, `--film 0.15` for a picture of every 0.15 s of all motions, `--animated` for all chapters in motion, `--theme dark`,
//! `--width 640` and `--height 360` for a box, `--locale zh-CN`, `--cell 2,1` to light a cell, `--blocks depth` to stack blocks; `--op`, `--library`, `--inplace 1` and `--gradient 1` as in a link.
use std::process::ExitCode;
use std::rc::Rc;

use broadcast_visualizer::i18n::{Message, WorkMessage};
use broadcast_visualizer::state::{Analysis, ChapterPace, Settings, Theme};
use broadcasting_diagram::animated::{AnimatedChapter, animated};
use broadcasting_diagram::svg::{Caption, Palette, Shade, paint, strip, with_words};
use broadcasting_diagram::{
    DisplayList, DrawOptions, Highlighted, MATRIX_DRAWING, MatrixElement, Scene, SceneOptions, draw,
};

/// The largest number of pictures of one chapter of a film.
const MAX_STEPS: f64 = 100.0;

#[allow(clippy::print_stdout, clippy::print_stderr, reason = "a command-line program writes to its streams")]
fn main() -> ExitCode {
    match figure(&std::env::args().skip(1).collect::<Vec<_>>()) {
        Ok(svg) => {
            print!("{svg}");
            ExitCode::SUCCESS
        }
        Err(problem) => {
            eprintln!("figure: {problem}");
            ExitCode::FAILURE
        }
    }
}

/// The picture that the arguments ask for, or what is wrong with them.
pub(crate) fn figure(arguments: &[String]) -> Result<String, String> {
    let (mut query, mut strip_of_all, mut is_animated, mut has_words, mut chapter) =
        (Vec::new(), false, false, false, None);
    let (mut width, mut height, mut film) = (960.0, None, None);
    let mut arguments = arguments.iter();
    while let Some(name) = arguments.next() {
        let mut value = || arguments.next().ok_or_else(|| format!("{name} needs a value"));
        let number = |text: &String| text.parse::<f64>().map_err(|_| format!("{text} is no number"));
        match name.as_str() {
            "--strip" => strip_of_all = true,
            "--animated" => is_animated = true,
            "--words" => has_words = true,
            "--chapter" => chapter = Some(number(value()?)?),
            "--film" => film = Some(number(value()?)?).filter(|step| *step > 0.0),
            "--width" => width = number(value()?)?,
            "--height" => height = Some(number(value()?)?),
            name => {
                let name = name.strip_prefix("--").ok_or_else(|| format!("{name} is not understood"))?;
                let coded: String = value()?.bytes().map(|byte| format!("%{byte:02X}")).collect();
                query.push(format!("{name}={coded}"));
            }
        }
    }
    let (settings, ignored) = Settings::from_query(&query.join("&"));
    if let Some(name) = ignored.first() {
        return Err(format!("the value of --{name} cannot be used"));
    }
    let locale = settings.locale.unwrap_or_default();
    let analysis = Analysis::new(&settings);
    for operand in analysis.operands.as_slice() {
        if let Err(error) = operand {
            return Err(locale.work_message(WorkMessage::CannotRead(&error.problem)));
        }
    }
    let with_gradient = analysis.story_with_gradient(&settings).map(Rc::new);
    let (Some(operation), Some(story)) = (analysis.operation, with_gradient.or(analysis.story)) else {
        return Err("nothing to draw".to_owned());
    };
    let options = SceneOptions { blocks: settings.blocks, ..SceneOptions::new(width, locale.labels()) };
    let is_cropped = height.is_none();
    let options = SceneOptions { height: height.unwrap_or(options.height), is_cropped, ..options };
    let scene = Scene::new(operation.clone(), (*story).clone(), options);
    let palette = Palette::of(if settings.theme == Theme::Dark { Shade::Dark } else { Shade::Light });
    let element = MatrixElement { index: [0, 0], drawing: &MATRIX_DRAWING };
    let still = |t: f64| {
        let mut list = DisplayList::default();
        draw(
            &scene,
            DrawOptions {
                highlight: settings.cell.as_ref().map(Highlighted::new),
                element: Some(element),
                ..DrawOptions::at(t)
            },
            &mut list,
        );
        list
    };
    let t = chapter.unwrap_or(story.last() as f64);
    let text = locale.message(Message::ChapterText(&story.chapters()[story.chapter_at(t)], &operation));
    let title = format!("a = {}, b = {}", settings.a, settings.b);
    let caption = Caption { title: &title, description: &text };
    let heading = |number: usize, chapter| {
        format!("{}. {}", number + 1, locale.message(Message::ChapterTitle(chapter, &operation)))
    };
    let chapters = story.chapters().iter().enumerate();
    if let Some(step) = film {
        let seconds = |chapter: usize| story.seconds(chapter);
        let times = |chapter: usize| {
            let steps = (seconds(chapter) / step).ceil().clamp(1.0, MAX_STEPS);
            let start = chapter as f64 - 1.0;
            (1..=steps as usize).map(move |nth| start + (nth as f64 * step / seconds(chapter).max(step)).min(1.0))
        };
        let stills = (0..=story.last()).flat_map(times).map(|t| (format!("{t:.2}"), still(t)));
        return Ok(strip(&stills.collect::<Vec<_>>(), &palette, caption));
    }
    if is_animated {
        let paces = ChapterPace::of_story(&story, &operation, locale, false);
        let chapters = chapters.zip(paces).map(|((number, chapter), ChapterPace { motion, hold })| AnimatedChapter {
            heading: heading(number, chapter),
            motion,
            hold,
            stops: scene.stops(number),
        });
        let text = |chapter| locale.message(Message::ChapterText(chapter, &operation));
        let description: Vec<String> = story.chapters().iter().map(text).collect();
        let caption = Caption { description: &description.join("\n"), ..caption };
        return Ok(animated(&chapters.collect::<Vec<_>>(), &still, &palette, caption));
    }
    if has_words {
        let number = story.chapter_at(t);
        return Ok(with_words(&still(t), &heading(number, &story.chapters()[number]), &palette, caption).0);
    }
    if !strip_of_all {
        return Ok(paint(&still(t), &palette, caption));
    }
    let headed = |(number, chapter)| (heading(number, chapter), still(number as f64));
    Ok(strip(&chapters.map(headed).collect::<Vec<_>>(), &palette, caption))
}
