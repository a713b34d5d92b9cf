//! Pictures: what every example looks like in every chapter, and chosen pictures of other operations, as SVG files.
//!
//! The files in `tests/pictures` are compared byte for byte. `UPDATE_PICTURES=1 cargo test --test native pictures` writes them
//! again; open each changed file in a browser before committing it.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use broadcast_visualizer::examples::EXAMPLES;
use broadcast_visualizer::i18n::{Locale, Message};
use broadcast_visualizer::state::{Action, Analysis, Model, Settings, Third};
use broadcasting_diagram::style::Colour;
use broadcasting_diagram::svg::{Caption, Palette, Shade, paint, strip};
use broadcasting_diagram::{
    Blocks, CellRef, DisplayList, DrawOptions, Highlighted, Number, Panel, Scene, SceneOptions, draw,
};
use tensor_broadcasting::{OperandId, Operator};

/// The width of every picture, in CSS pixels.
const WIDTH: f64 = 960.0;

fn scene(settings: &Settings, locale: Locale) -> Scene {
    let analysis = Analysis::new(settings);
    let story =
        analysis.story_with_gradient(settings).unwrap_or_else(|| (**analysis.story.as_ref().expect("a story")).clone());
    let operation = analysis.operation.expect("an operation");
    let options = SceneOptions { blocks: settings.blocks, ..SceneOptions::new(WIDTH, locale.labels()) };
    Scene::new(operation, story, options)
}

fn display_list(scene: &Scene, t: f64, highlight: Option<&CellRef>) -> DisplayList {
    let mut list = DisplayList::default();
    draw(scene, DrawOptions { highlight: highlight.map(Highlighted::new), ..DrawOptions::at(t) }, &mut list);
    list
}

/// A picture of all chapters is no larger than this, in bytes; of a larger one the last chapter is kept.
const MAX_STRIP: usize = 100_000;

/// All chapters of a scene, each under its number and title. The document's description holds the chapters' texts.
fn chapters(scene: &Scene, title: &str, shade: Shade, locale: Locale) -> String {
    let mut stills = Vec::new();
    let mut description = String::new();
    for (index, chapter) in scene.story().chapters().iter().enumerate() {
        let heading = format!("{}. {}", index + 1, locale.message(Message::ChapterTitle(chapter, scene.operation())));
        let text = locale.message(Message::ChapterText(chapter, scene.operation()));
        description.push_str(&format!("\n{heading}: {text}"));
        stills.push((heading, display_list(scene, index as f64, None)));
    }
    let drawn = |stills| strip(stills, &Palette::of(shade), Caption { title, description: &description });
    let all = drawn(&stills);
    if all.len() <= MAX_STRIP { all } else { drawn(&stills[stills.len() - 1..]) }
}

/// One picture that is not a whole example.
struct Picture {
    name: &'static str,
    a: &'static str,
    b: &'static str,
    /// The third operand of `where`.
    c: Option<&'static str>,
    /// The time in chapters; `None` for the end of the story.
    t: Option<f64>,
    blocks: Blocks,
    highlight: Option<CellRef>,
    shade: Shade,
    locale: Locale,
    /// The operator of a picture with the gradient.
    gradient: Option<Operator>,
}

impl Picture {
    /// The end of the story, blocks side by side, light, in English.
    const fn new(name: &'static str, a: &'static str, b: &'static str) -> Self {
        let (blocks, shade, locale) = (Blocks::Beside, Shade::Light, Locale::En);
        Self { name, a, b, c: None, t: None, blocks, highlight: None, shade, locale, gradient: None }
    }

    /// The same with a third operand: `where(a, b, c)`.
    fn and(self, c: &'static str) -> Self {
        Self { c: Some(c), ..self }
    }

    fn at(self, t: f64) -> Self {
        Self { t: Some(t), ..self }
    }

    fn gradient(self, operator: Operator) -> Self {
        Self { gradient: Some(operator), ..self }
    }

    fn stacked(self) -> Self {
        Self { blocks: Blocks::Depth, ..self }
    }

    fn highlighting(self, panel: Panel, index: &[u64]) -> Self {
        Self { highlight: Some(CellRef { panel, index: index.to_vec() }), ..self }
    }

    fn dark(self) -> Self {
        Self { shade: Shade::Dark, ..self }
    }

    fn chinese(self) -> Self {
        Self { locale: Locale::ZhCn, ..self }
    }

    fn svg(&self) -> String {
        let (a, b) = (self.a.to_owned(), self.b.to_owned());
        let c = Third(self.c.map(str::to_owned));
        let (gradient, operator) = (self.gradient.is_some(), self.gradient.unwrap_or(Operator::Add));
        let settings =
            Settings { a, b, c, operator: operator.into(), gradient, blocks: self.blocks, ..Settings::default() };
        let scene = scene(&settings, self.locale);
        let t = self.t.unwrap_or(scene.story().last() as f64);
        let chapter = &scene.story().chapters()[scene.story().chapter_at(t)];
        let description = self.locale.message(Message::ChapterText(chapter, scene.operation()));
        let title = match self.c {
            None => format!("{} + {}", self.a, self.b),
            Some(c) => format!("where({}, {}, {c})", self.a, self.b),
        };
        let list = display_list(&scene, t, self.highlight.as_ref());
        paint(&list, &Palette::of(self.shade), Caption { title: &title, description: &description })
    }
}

/// Pictures of what the examples do not show.
fn chosen() -> Vec<Picture> {
    let rows = |name| Picture::new(name, "[[0],[10],[20],[30]]", "tensor([0,1,2])");
    let a = Panel::Operand(OperandId::A);
    vec![
        rows("three-rows-stretching").at(2.5).dark(),
        rows("three-rows-combining").at(4.5).chinese(),
        rows("three-rows-result-highlighted").highlighting(Panel::Result, &[2, 1]),
        rows("three-rows-operand-highlighted").highlighting(a, &[2, 0]).dark(),
        rows("gradient").gradient(Operator::Multiply),
        rows("gradient-rows-adding").gradient(Operator::Multiply).at(5.5),
        rows("gradient-columns-adding").gradient(Operator::Subtract).at(5.8).dark(),
        rows("gradient-highlighted").gradient(Operator::Add).highlighting(a, &[2, 0]).chinese(),
        Picture::new("gradient-four-axes", "5,3,4,1", "3,1,1").gradient(Operator::Multiply),
        Picture::new("gradient-stacked", "3,4,5", "3,1,1").gradient(Operator::Divide).stacked().dark(),
        Picture::new("four-axes", "2,4,3,2", "4,1,2"),
        Picture::new("clash-chinese", "3,2", "3,4").chinese(),
        Picture::new("clash-dark", "5,2,4,1", "3,1,1").dark(),
        Picture::new("empty", "0", "5,7,1").dark(),
        Picture::new("0-dim", "()", "2,3"),
        Picture::new("huge", "9223372036854775807,3", "3"),
        Picture::new("stacked", "2,4,3", "4,1").stacked(),
        Picture::new("stacked-stretching", "2,4,3,2", "4,1,2").at(3.5).stacked().dark(),
        Picture::new("stacked-folded", "300,5,4", "300,1,1").stacked(),
        Picture::new("stacked-clash", "5,2,4,1", "3,1,1").stacked(),
        Picture::new("where", "[[1],[0],[1],[0]]", "tensor([10,20,30])").and("[[7]]"),
        Picture::new("where-stretching", "[1,0,1]", "4,1").and("2,4,3").at(4.5).dark(),
        Picture::new("where-result-highlighted", "[[1],[0]]", "3").and("()").highlighting(Panel::Result, &[1, 2]),
        Picture::new("where-operand-highlighted", "[[1],[0]]", "3")
            .and("()")
            .highlighting(Panel::Operand(OperandId::C), &[0, 0])
            .dark(),
        // 200 + 100 is more than uint8 has room for; 0.1 and 0.2 are not float16.
        Picture::new(
            "uint8-wraps",
            "torch.tensor([[200], [5]], dtype=torch.uint8)",
            "torch.tensor([100, 10, 55], dtype=torch.uint8)",
        )
        .highlighting(Panel::Result, &[0, 0]),
        Picture::new(
            "uint8-wraps-dark",
            "torch.tensor([[200], [5]], dtype=torch.uint8)",
            "torch.tensor([100, 10, 55], dtype=torch.uint8)",
        )
        .highlighting(Panel::Result, &[0, 0])
        .dark(),
        Picture::new(
            "float16-sum",
            "torch.tensor([[0.1], [60000]], dtype=torch.float16)",
            "torch.tensor([0.2, 6000], dtype=torch.float16)",
        ),
        Picture::new(
            "float16-sum-dark",
            "torch.tensor([[0.1], [60000]], dtype=torch.float16)",
            "torch.tensor([0.2, 6000], dtype=torch.float16)",
        )
        .dark(),
        Picture::new("where-clash", "3", "4").and("5").chinese(),
        Picture::new("where-clash-of-two", "2,3", "1").and("4,1,2").stacked(),
        Picture::new("stacked-highlighted", "4,3,5", "4,1,1").stacked().highlighting(Panel::Result, &[2, 1, 3]),
    ]
}

/// Every picture by its name.
fn pictures() -> BTreeMap<String, String> {
    let mut pictures = BTreeMap::new();
    for example in EXAMPLES {
        let mut model = Model::open("", Locale::En);
        assert!(model.reduce(Action::OpenExample(example, false)), "it opens");
        let title = format!("{} with {}", example.a, example.b);
        let svg = chapters(&scene(model.settings(), Locale::En), &title, Shade::Light, Locale::En);
        pictures.insert(format!("example-{:?}", example.id), svg);
    }
    let rows = Settings { a: "[[0],[10],[20],[30]]".into(), b: "tensor([0,1,2])".into(), ..Settings::default() };
    let title = format!("{} + {}", rows.a, rows.b);
    let dark = chapters(&scene(&rows, Locale::ZhCn), &title, Shade::Dark, Locale::ZhCn);
    pictures.insert("three-rows-chinese-dark".to_owned(), dark);
    for picture in chosen() {
        let name = picture.name.to_owned();
        assert!(pictures.insert(name, picture.svg()).is_none(), "two pictures are named {}", picture.name);
    }
    pictures
}

/// The picture files in `folder`.
fn files(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
    entries.map(|entry| entry.expect("an entry of the folder").path()).collect()
}

#[test]
fn every_picture_is_as_committed() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/pictures");
    let pictures = pictures();
    let file = |name: &str| folder.join(format!("{name}.svg"));
    let mut different = Vec::new();
    for (name, svg) in &pictures {
        if fs::read_to_string(file(name)).ok().as_ref() != Some(svg) {
            different.push(file(name));
        }
    }
    let expected: Vec<PathBuf> = pictures.keys().map(|name| file(name)).collect();
    let unknown: Vec<PathBuf> = files(&folder).into_iter().filter(|path| !expected.contains(path)).collect();
    if std::env::var_os("UPDATE_PICTURES").is_some() {
        for (name, svg) in &pictures {
            fs::write(file(name), svg).unwrap_or_else(|error| panic!("{name}: {error}"));
        }
        for path in unknown {
            fs::remove_file(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        }
        return;
    }
    assert!(
        different.is_empty() && unknown.is_empty(),
        "these files differ from what is drawn or are missing: {different:#?}\n\
         no test draws these files: {unknown:#?}\n\
         To accept: UPDATE_PICTURES=1 cargo test --test native pictures, then open each changed file (git diff --stat)."
    );
}

#[test]
fn a_title_is_escaped() {
    let list = display_list(&scene(&Settings::default(), Locale::En), 0.0, None);
    let title = "<script>alert(\"&\")</script>";
    let svg = paint(&list, &Palette::of(Shade::Light), Caption { title, description: "" });
    assert!(svg.contains("<title>&lt;script&gt;alert(&quot;&amp;&quot;)&lt;/script&gt;</title>"));
    assert!(!svg.contains("<script>"));
}

#[test]
fn a_strip_holds_every_chapter_one_under_the_other() {
    let scene = scene(&Settings::default(), Locale::En);
    let still = |index: usize| (format!("{index} < {}", index + 1), display_list(&scene, index as f64, None));
    let stills: Vec<(String, DisplayList)> = (0..=scene.story().last()).map(still).collect();
    let svg = strip(&stills, &Palette::of(Shade::Dark), Caption { title: "all of it", description: "a & b" });
    assert!(svg.contains("<title>all of it</title>\n<desc>a &amp; b</desc>"));
    for index in 0..stills.len() {
        assert!(svg.contains(&format!(">{index} &lt; {}</text>", index + 1)));
    }
    assert_eq!(svg.matches("<g").count(), svg.matches("</g>").count());
    let height: f64 = stills.iter().map(|(_, list)| list.height + 40.0).sum();
    assert!(svg.contains(&format!("viewBox=\"0 0 960 {}\"", Number(height))));
}

#[test]
fn every_colour_of_the_palette_is_in_the_tokens() {
    for shade in [Shade::Light, Shade::Dark] {
        let palette = Palette::of(shade);
        for colour in Colour::ALL {
            assert!(palette.colour(colour).starts_with('#'), "{colour:?} is not defined in tokens.css");
        }
    }
}
