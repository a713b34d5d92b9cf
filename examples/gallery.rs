//! Writes the gallery into a folder: all examples as pictures by subject, each of which is a link into the visualizer, as a page in each language.
//! `cargo run --example gallery -- dist/gallery` does it; `cargo xtask build` puts it into the site.
//!
//! The pages need no script. A picture is a file of its own, with colours for light and dark.
use std::fmt::Write as _;
use std::path::Path;
use std::process::ExitCode;
use std::{env, fs, io};

use broadcast_visualizer::examples::{EXAMPLES, Example, Group};
use broadcast_visualizer::i18n::{Label, Locale, Message};
use broadcast_visualizer::state::{Analysis, Settings};
use broadcasting_diagram::style::Colour;
use broadcasting_diagram::svg::{Caption, Palette, Shade, paint};
use broadcasting_diagram::{DisplayList, DrawOptions, Scene, SceneOptions, draw};

/// The width and the height of a picture, in CSS pixels.
const BOX: (f64, f64) = (480.0, 300.0);

/// The styles of the pages: the colours of the visualizer, and the arrangement.
const STYLES: [&str; 2] = [include_str!("../crates/diagram/styles/tokens.css"), include_str!("../styles/gallery.css")];

/// The page, which has the icon.
const ICON: &str = include_str!("../index.html");

#[allow(clippy::print_stderr, reason = "a command-line program writes to its streams")]
fn main() -> ExitCode {
    let Some(folder) = env::args().nth(1) else {
        eprintln!("gallery: name the folder to write into");
        return ExitCode::FAILURE;
    };
    match write(Path::new(&folder)) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("gallery: {folder}: {error}");
            ExitCode::FAILURE
        }
    }
}

fn write(folder: &Path) -> io::Result<()> {
    fs::create_dir_all(folder)?;
    for (name, text) in files() {
        fs::write(folder.join(name), text)?;
    }
    Ok(())
}

/// The files of the gallery, with their names.
pub(crate) fn files() -> Vec<(String, String)> {
    let all = Locale::ALL.into_iter().flat_map(|locale| EXAMPLES.iter().map(move |example| (example, locale)));
    let pictures = all.filter_map(|(example, locale)| Some((picture_name(example, locale), picture(example, locale)?)));
    let pages = Locale::ALL.into_iter().map(|locale| (page_name(locale), page(locale)));
    pictures.chain(pages).chain([("gallery.css".to_owned(), STYLES.concat())]).collect()
}

/// The name of the page in a language; the first one is what the folder's address shows.
fn page_name(locale: Locale) -> String {
    if locale == Locale::default() { "index.html".to_owned() } else { format!("{}.html", locale.tag()) }
}

/// The name of the file of a picture: `trailing-axes.svg`, `trailing-axes.es.svg`.
fn picture_name(example: &Example, locale: Locale) -> String {
    let mut name = String::new();
    for letter in format!("{:?}", example.id).chars() {
        if letter.is_uppercase() && !name.is_empty() {
            name.push('-');
        }
        name.extend(letter.to_lowercase());
    }
    if locale != Locale::default() {
        name = format!("{name}.{}", locale.tag());
    }
    name + ".svg"
}

fn settings(example: &Example, locale: Locale) -> Settings {
    Settings {
        a: example.a.to_owned(),
        b: example.b.to_owned(),
        operator: example.operator.into(),
        in_place: example.in_place,
        locale: Some(locale).filter(|locale| *locale != Locale::default()),
        ..Settings::default()
    }
}

/// The last chapter of an example, with words in a language; `None` where it cannot be drawn.
fn picture(example: &Example, locale: Locale) -> Option<String> {
    let analysis = Analysis::new(&settings(example, locale));
    let (operation, story) = (analysis.operation?, analysis.story?);
    let options = SceneOptions { height: BOX.1, is_cropped: false, ..SceneOptions::new(BOX.0, locale.labels()) };
    let description = locale.message(Message::ChapterText(story.chapters().last()?, &operation));
    let mut list = DisplayList::default();
    draw(&Scene::new(operation, (*story).clone(), options), DrawOptions::at(story.last() as f64), &mut list);
    let [light, dark] = [Shade::Light, Shade::Dark].map(Palette::of);
    let colours = Colour::ALL.map(|colour| format!("var({}, {})", colour.property(), light.colour(colour)));
    let caption = Caption { title: locale.example_title(example.id), description: &description };
    let svg = paint(&list, &Palette::from_colours(colours), caption);
    let dark: String =
        Colour::ALL.into_iter().map(|colour| format!("{}: {}; ", colour.property(), dark.colour(colour))).collect();
    let style = format!("<style>@media (prefers-color-scheme: dark) {{ svg {{ {dark}}} }}</style>");
    let (start, rest) = svg.split_once('>')?;
    Some(format!("{start}>{style}{rest}"))
}

/// The gallery in a language.
fn page(locale: Locale) -> String {
    let label = |label| escaped(locale.label(label));
    let (title, examples) = (label(Label::PageTitle), label(Label::Examples));
    let mut html = format!(
        "<!doctype html>\n<html lang=\"{}\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <meta name=\"color-scheme\" content=\"light dark\">\n\
         <meta name=\"description\" content=\"{description}\">\n\
         <meta property=\"og:type\" content=\"website\">\n\
         <meta property=\"og:title\" content=\"{title}: {examples}\">\n\
         <meta property=\"og:description\" content=\"{description}\">\n\
         <title>{title}: {examples}</title>\n{icon}\n<link rel=\"stylesheet\" href=\"gallery.css\">\n",
        locale.tag(),
        description = label(Label::Broadcasting),
        icon = ICON.lines().map(str::trim).find(|line| line.starts_with("<link rel=\"icon\"")).unwrap_or_default(),
    );
    for other in Locale::ALL {
        _ = writeln!(html, "<link rel=\"alternate\" hreflang=\"{}\" href=\"{}\">", other.tag(), page_name(other));
    }
    let home = if locale == Locale::default() { "../".to_owned() } else { format!("../?locale={}", locale.tag()) };
    _ = write!(html, "</head>\n<body>\n<header>\n<h1><a href=\"{home}\">{title}</a></h1>\n<nav>");
    for other in Locale::ALL {
        let current = if other == locale { " aria-current=\"page\"" } else { "" };
        let (tag, name) = (other.tag(), other.name());
        _ = write!(html, "<a href=\"{}\" lang=\"{tag}\" hreflang=\"{tag}\"{current}>{name}</a> ", page_name(other));
    }
    _ = write!(
        html,
        "</nav>\n</header>\n<main class=\"gallery\">\n<h2>{examples}</h2>\n<p>{}</p>\n",
        label(Label::Broadcasting)
    );
    for group in Group::ALL {
        _ = write!(html, "<section>\n<h3>{}</h3>\n<ul>\n", escaped(locale.example_group(group)));
        EXAMPLES.iter().filter(|example| example.group == group).for_each(|example| html += &entry(example, locale));
        html += "</ul>\n</section>\n";
    }
    html + "</main>\n</body>\n</html>\n"
}

/// An example: its picture, its title, its operands and what it shows.
fn entry(example: &Example, locale: Locale) -> String {
    let sign = format!("{}{}", example.operator.symbol(), if example.in_place { "=" } else { "" });
    let (width, height) = BOX;
    format!(
        "<li><a href=\"../{}\"><img src=\"{}\" alt=\"\" width=\"{width}\" height=\"{height}\" loading=\"lazy\">\
         <b>{}</b> <code dir=\"ltr\">{}</code></a><p>{}</p></li>\n",
        escaped(&settings(example, locale).to_query()),
        picture_name(example, locale),
        escaped(locale.example_title(example.id)),
        escaped(&format!("{} {sign} {}", example.a, example.b)),
        escaped(locale.example_note(example.id)),
    )
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}
