//! In a real browser: the canvas painter's pixels, the clock, and the page's components.
#![cfg(target_arch = "wasm32")]
#![allow(clippy::expect_used, clippy::panic, reason = "a test fails by panicking")]

use std::cell::RefCell;
use std::rc::Rc;

use broadcast_visualizer::render::canvas::CanvasPainter;
use broadcast_visualizer::state::{ChapterPace, Clock, PlaybackEvent};
use broadcast_visualizer::ui;
use broadcast_visualizer::ui::picture::Picture;
use broadcast_visualizer::ui::player::Player;
use broadcast_visualizer::ui::{Mount, Mounted};
use broadcast_visualizer::{embed, numbers};
use broadcasting_diagram::style::Colour;
use broadcasting_diagram::svg::{Caption, paint};
use broadcasting_diagram::{DisplayList, DrawOptions, Labels, PaintRole, Scene, SceneOptions, Story, draw};
use gloo::utils::{body, document, window};
use js_sys::Promise;
use tensor_broadcasting::{Arithmetic, OperandId, Operation, Operator, Scalar, Values};
use tensor_reader::parse_operand;
use wasm_bindgen::{JsCast as _, JsValue};
use wasm_bindgen_futures::JsFuture;
use wasm_bindgen_test::{wasm_bindgen_test, wasm_bindgen_test_configure};
use web_sys::{
    CanvasRenderingContext2d, Element, Event, EventInit, HtmlCanvasElement, HtmlElement, HtmlImageElement,
    HtmlInputElement,
};
use yew::Callback;

wasm_bindgen_test_configure!(run_in_browser);

/// Waits for the browser to draw once.
async fn next_frame() {
    let promise = Promise::new(&mut |resolve, _| {
        window().request_animation_frame(&resolve).expect("a window has frames");
    });
    JsFuture::from(promise).await.expect("a frame comes");
}

/// Waits until `holds`, for at most ten seconds' worth of frames.
async fn until(what: &str, mut holds: impl FnMut() -> bool) {
    for _ in 0..600 {
        if holds() {
            return;
        }
        next_frame().await;
    }
    panic!("waited in vain: {what}");
}

/// A mount that no test looks at.
fn unused_mount() -> Mount {
    Mount::embedded(document().create_element("div").expect("an element"), String::new(), None)
}

fn operation(a: &str, b: &str) -> Rc<Operation> {
    numbers::use_those_of_the_browser();
    let operand = |text: &str| parse_operand(text).expect("a shape").tensor;
    Rc::new(Operation::new([operand(a), operand(b)], Operator::Add, Arithmetic::PyTorch))
}

fn scene(a: &str, b: &str, width: f64) -> Scene {
    let operation = operation(a, b);
    let story = Story::new(&operation, None);
    let labels = Labels {
        axis: "axis",
        empty: "no elements",
        stretches: "only a size of 1 can stretch",
        verdicts: ["equal", "clash"],
    };
    Scene::new(operation, story, SceneOptions::new(width, labels))
}

/// A canvas in the page whose colours are known.
fn canvas() -> HtmlCanvasElement {
    let canvas: HtmlCanvasElement = document().create_element("canvas").expect("an element").unchecked_into();
    for (name, colour) in [
        ("--bv-a", "rgb(10, 20, 200)"),
        ("--bv-b", "rgb(200, 20, 10)"),
        ("--bv-out", "rgb(10, 200, 20)"),
        ("--bv-a-soft", "rgb(200, 220, 250)"),
        ("--bv-b-soft", "rgb(250, 220, 200)"),
        // What has no colour would keep that of the picture before.
        ("--bv-muted", "rgb(90, 90, 90)"),
        ("--bv-ink", "rgb(20, 20, 20)"),
        ("--bv-line", "rgb(180, 180, 180)"),
        ("--bv-slot", "rgb(220, 220, 220)"),
        ("--bv-highlight", "rgb(30, 30, 30)"),
    ] {
        canvas.style().set_property(name, colour).expect("a custom property");
    }
    body().append_child(&canvas).expect("the page takes it");
    canvas
}

/// The colour at a point in CSS pixels.
fn pixel(canvas: &HtmlCanvasElement, x: f64, y: f64) -> [u8; 3] {
    let context: CanvasRenderingContext2d =
        canvas.get_context("2d").expect("a context").expect("a 2d one").unchecked_into();
    let ratio = window().device_pixel_ratio();
    let data = context.get_image_data(x * ratio, y * ratio, 1.0, 1.0).expect("a pixel").data();
    [data[0], data[1], data[2]]
}

#[wasm_bindgen_test]
fn every_cell_has_the_colour_of_its_role() {
    let scene = scene("4,1", "3", 960.0);
    let mut frame = DisplayList::default();
    draw(&scene, DrawOptions::at(scene.story().last() as f64), &mut frame);
    let canvas = canvas();
    CanvasPainter::new(canvas.clone()).expect("a painter").paint(&frame);
    for (ink, colour, count) in [
        (PaintRole::StoredA, [10, 20, 200], 4),
        (PaintRole::StoredB, [200, 20, 10], 3),
        (PaintRole::Result, [10, 200, 20], 12),
        (PaintRole::RepeatedA, [200, 220, 250], 8),
        (PaintRole::RepeatedB, [250, 220, 200], 9),
    ] {
        let rects = &frame.layer(ink).rects;
        assert_eq!(rects.len(), count, "{ink:?}");
        for rect in rects {
            // Beside the value, clear of the outline and the hatching.
            let (x, y) = (rect.x + rect.w * 0.25, rect.y + rect.h * 0.25);
            assert_eq!(pixel(&canvas, x.round(), y.round()), colour, "{ink:?} at {x}, {y}");
        }
    }
    canvas.remove();
}

/// The pixels of a canvas.
fn pixels(canvas: &HtmlCanvasElement) -> Vec<u8> {
    let context: CanvasRenderingContext2d =
        canvas.get_context("2d").expect("a context").expect("a 2d one").unchecked_into();
    let (width, height) = (f64::from(canvas.width()), f64::from(canvas.height()));
    context.get_image_data(0.0, 0.0, width, height).expect("pixels").data().0
}

#[wasm_bindgen_test]
async fn the_canvas_and_the_svg_show_the_same_picture() {
    for (a, b, t) in [("4,1", "3", 2.5), ("2,4,3,2", "4,1,2", 9.0), ("2,3", "3,2", 9.0), ("0", "5,7,1", 9.0)] {
        let scene = scene(a, b, 900.0);
        let mut frame = DisplayList::default();
        draw(&scene, DrawOptions::at(t), &mut frame);
        let shown = canvas();
        for colour in Colour::ALL {
            // Every colour is known, and no two are alike.
            let grey = 10 * colour as u8;
            let colour = (colour.property(), format!("rgb({grey}, {}, {})", 255 - grey, grey / 2));
            shown.style().set_property(colour.0, &colour.1).expect("a custom property");
        }
        let painter = CanvasPainter::new(shown.clone()).expect("a painter");
        let still = painter.still(&frame, 1.0).expect("a canvas");
        let svg = paint(&frame, &painter.palette(), Caption { title: "a", description: "b" });
        let image = HtmlImageElement::new().expect("an image");
        let coded = js_sys::encode_uri_component(&svg);
        image.set_src(&format!("data:image/svg+xml,{}", String::from(coded)));
        JsFuture::from(image.decode()).await.expect("it is well-formed");
        let other: HtmlCanvasElement = document().create_element("canvas").expect("an element").unchecked_into();
        other.set_width(still.width());
        other.set_height(still.height());
        let context: CanvasRenderingContext2d =
            other.get_context("2d").expect("a context").expect("a 2d one").unchecked_into();
        context.draw_image_with_html_image_element(&image, 0.0, 0.0).expect("it is drawn");
        let (one, two) = (pixels(&still), pixels(&other));
        let apart = one
            .chunks(4)
            .zip(two.chunks(4))
            .filter(|(one, two)| one.iter().zip(two.iter()).any(|(one, two)| one.abs_diff(*two) > 48));
        // Letters are placed and smoothed a little differently.
        let part = apart.count() as f64 / (one.len() / 4) as f64;
        assert!(part < 0.02, "{a} with {b}: {part}");
        shown.remove();
    }
}

#[wasm_bindgen_test]
fn the_canvas_is_as_sharp_as_the_screen() {
    let scene = scene("2,3", "3", 700.0);
    let mut frame = DisplayList::default();
    draw(&scene, DrawOptions::at(0.0), &mut frame);
    let canvas = canvas();
    CanvasPainter::new(canvas.clone()).expect("a painter").paint(&frame);
    let ratio = window().device_pixel_ratio();
    assert_eq!(f64::from(canvas.width()), (frame.width * ratio).ceil());
    assert_eq!(f64::from(canvas.height()), (frame.height * ratio).ceil());
    let shown: HtmlElement = canvas.clone().unchecked_into();
    assert!((f64::from(shown.offset_width()) - frame.width).abs() <= 1.0);
    canvas.remove();
}

#[wasm_bindgen_test]
fn thousands_of_cells_are_painted_too() {
    let scene = scene("40,40", "40", 1_900.0);
    let mut frame = DisplayList::default();
    draw(&scene, DrawOptions::at(scene.story().last() as f64), &mut frame);
    let result = &frame.layer(PaintRole::Result).rects;
    assert_eq!(result.len(), 1_600);
    let canvas = canvas();
    CanvasPainter::new(canvas.clone()).expect("a painter").paint(&frame);
    let last = result[result.len() - 1];
    assert_eq!(pixel(&canvas, (last.x + last.w / 2.0).floor(), (last.y + last.h / 2.0).floor()), [10, 200, 20]);
    canvas.remove();
}

#[wasm_bindgen_test]
fn reals_are_read_by_the_browser_as_rust_reads_them() {
    for text in ["0.1", "0.30000000000000004", "1e300", "-2.5e-3", "123456789.123456789", "5.", "1e400"] {
        // Those of NumPy are 64 bits wide.
        let operand = parse_operand(&format!("np.array([{text}])")).expect("values");
        let Values::Listed(values) = operand.tensor.values else { panic!("values were listed") };
        let Scalar::Float(value) = values[0] else { panic!("{text} is real") };
        assert_eq!(value.to_bits(), text.parse::<f64>().expect("a number").to_bits(), "{text}");
    }
}

#[wasm_bindgen_test]
async fn the_player_reports_every_chapter_and_the_end() {
    let events = Rc::new(RefCell::new(Vec::new()));
    let on_event = {
        let events = Rc::clone(&events);
        Callback::from(move |event: PlaybackEvent| events.borrow_mut().push(event))
    };
    let times = Rc::new(RefCell::new(Vec::new()));
    let on_frame = {
        let times = Rc::clone(&times);
        Box::new(move |clock: &Clock, _: bool| times.borrow_mut().push(clock.time()))
    };
    let player = Player::shared(unused_mount(), on_frame, on_event);
    let last = 4;
    {
        let mut player = player.borrow_mut();
        player.clock_mut().set_story(0, vec![ChapterPace { motion: 0.5, hold: 0.5 }; last + 1]);
        player.clock_mut().set_goal(0, true, 10.0);
        player.refresh();
    }
    until("the end", || events.borrow().last() == Some(&PlaybackEvent::End)).await;
    let chapters: Vec<PlaybackEvent> = (1..=last).map(PlaybackEvent::Chapter).chain([PlaybackEvent::End]).collect();
    assert_eq!(*events.borrow(), chapters);
    let times = times.borrow();
    assert!(times.windows(2).all(|two| two[0] <= two[1]) && times.last() == Some(&(last as f64)), "{times:?}");
}

#[wasm_bindgen_test]
fn scrubbing_back_shows_the_very_same_pixels() {
    let canvas = canvas();
    let mut picture = Picture::default();
    picture.set_canvas(canvas.clone());
    picture.set_scene(Rc::new(scene("5,3,4,1", "3,1,1", 1_000.0)), None);
    let mut painted = |t: f64| {
        picture.paint(t, None);
        canvas.to_data_url().expect("a picture")
    };
    let times = [0.0, 0.37, 1.5, 2.22, 3.5, 4.8];
    let forward: Vec<String> = times.iter().map(|&t| painted(t)).collect();
    let backward: Vec<String> = times.iter().rev().map(|&t| painted(t)).collect();
    assert!(forward.iter().eq(backward.iter().rev()));
    assert!(forward.windows(2).all(|two| two[0] != two[1]), "every time looks different");
    canvas.remove();
}

#[wasm_bindgen_test]
fn a_point_on_the_canvas_finds_its_cell() {
    let canvas = canvas();
    let scene = Rc::new(scene("4,1", "3", 960.0));
    let mut frame = DisplayList::default();
    draw(&scene, DrawOptions::at(scene.story().last() as f64), &mut frame);
    let mut picture = Picture::default();
    picture.set_canvas(canvas.clone());
    picture.set_scene(Rc::clone(&scene), None);
    picture.paint(scene.story().last() as f64, None);
    let stored = frame.layer(PaintRole::StoredB).rects[1];
    let found = picture.cell_at(stored.x + 3.0, stored.y + 3.0).expect("a cell");
    assert_eq!((found.panel.operand(), found.index), (Some(OperandId::B), vec![0, 1]));
    assert_eq!(picture.cell_at(1.0, 1.0), None);
    canvas.remove();
}

/// The page in an element of its own, taken away again when the test is over.
struct Page {
    root: Element,
    mounted: Mounted,
}

impl std::ops::Deref for Page {
    type Target = Element;

    fn deref(&self) -> &Element {
        &self.root
    }
}

impl Drop for Page {
    fn drop(&mut self) {
        self.mounted.unmount();
        self.root.remove();
    }
}

/// Mounts the page with nothing in its address.
async fn page() -> Page {
    let history = window().history().expect("a history");
    history.replace_state_with_url(&JsValue::NULL, "", Some("?")).expect("our own address");
    let root = document().create_element("div").expect("an element");
    body().append_child(&root).expect("the page takes it");
    numbers::use_those_of_the_browser();
    let mounted = ui::mount(Mount::page(root.clone(), None));
    let page = Page { root, mounted };
    until("the page is there", || page.query_selector("canvas").ok().flatten().is_some()).await;
    page
}

fn text_of(root: &Element, selector: &str) -> String {
    let found = root.query_selector(selector).expect("a selector");
    found.and_then(|element| element.text_content()).unwrap_or_default()
}

fn input(root: &Element, id: &str, text: &str) {
    let field: HtmlInputElement =
        root.query_selector(id).expect("a selector").expect("the field is there").unchecked_into();
    field.set_value(text);
    let options = EventInit::new();
    options.set_bubbles(true);
    let event = Event::new_with_event_init_dict("input", &options).expect("an event");
    field.dispatch_event(&event).expect("it is heard");
}

#[wasm_bindgen_test]
async fn the_verdict_follows_typing() {
    let root = page().await;
    input(&root, "#operand-a", "5,3,4,1");
    input(&root, "#operand-b", "3,1,1");
    until("the result", || text_of(&root, ".verdict .verdict-text").contains("(5, 3, 4, 1)")).await;
    input(&root, "#operand-a", "5,2,4,1");
    let message = "The size of tensor a (2) must match the size of tensor b (3) at non-singleton dimension 1";
    until("the message", || text_of(&root, ".library-message code") == format!("RuntimeError: {message}")).await;
}

#[wasm_bindgen_test]
async fn an_unreadable_operand_is_marked_and_the_picture_stays() {
    let root = page().await;
    input(&root, "#operand-a", "5,3,-4");
    until("the place is marked", || text_of(&root, ".pointer mark") == "-4").await;
    let field = root.query_selector("#operand-a").expect("a selector").expect("the field");
    assert_eq!(field.get_attribute("aria-invalid").as_deref(), Some("true"));
    assert!(root.query_selector(".diagram-view.stale canvas").expect("a selector").is_some());
    assert!(root.query_selector(".panic-card").expect("a selector").is_none());
}

#[wasm_bindgen_test]
async fn a_click_opens_an_example() {
    let root = page().await;
    let example: HtmlElement =
        root.query_selector(".example").expect("a selector").expect("there are examples").unchecked_into();
    example.click();
    until("it is marked", || root.query_selector(".example[aria-current]").ok().flatten().is_some()).await;
    until("its note", || !text_of(&root, ".caption .note").is_empty()).await;
}

/// The export is for other programs on a page: it holds what the page shows, to the letter.
#[wasm_bindgen_test]
async fn explain_returns_what_the_page_shows() {
    async fn explain(a: &str, b: &str, options: &str) -> JsValue {
        let explained = embed::explain(a.to_owned(), b.to_owned(), Some(options.to_owned()));
        JsFuture::from(explained).await.expect("every chunk is there")
    }
    let explained = explain("3,4", "x = torch.arange(3)", "op=mul&library=numpy").await;
    let text = |value: &JsValue| String::from(js_sys::JSON::stringify(value).expect("plain data"));
    let get = |name: &str| js_sys::Reflect::get(&explained, &name.into()).expect("an object");
    assert_eq!((get("ok"), get("operator").as_string().as_deref()), (JsValue::FALSE, Some("mul")));
    let message =
        r#"{"type":"ValueError","message":"operands could not be broadcast together with shapes (3,4) (3,) "}"#;
    assert_eq!(text(&get("error")), message);
    let fix =
        r#"[{"operand":"b","text":"torch.arange(3).unsqueeze(-1)","code":"b[:, None]","shape":[3,1],"result":[3,4],"#;
    assert!(text(&get("fixes")).starts_with(fix), "{}", text(&get("fixes")));
    assert!(text(&get("axes")).contains(r#"{"axis":1,"fromEnd":-1,"a":4,"b":3,"result":null,"role":"clash"}"#));
    let loss = explain("32,1", "32", "").await;
    let warnings = js_sys::Reflect::get(&loss, &"warnings".into()).expect("an object");
    assert!(text(&warnings).contains(r#""elements":1024"#), "{}", text(&warnings));
    let program = explain("", "", "library=numpy#code=x = np.ones((3,1))%0Ay = x %2B np.ones(4)").await;
    let program = js_sys::Reflect::get(&program, &"program".into()).expect("an object");
    let answer = r#"{"names":{"x":{"shape":[3,1],"dtype":"float64"},"y":{"shape":[3,4],"dtype":"float64"}},"#
        .to_owned()
        + r#""operations":[{"line":2,"name":"add","operands":[[3,1],[4]],"result":[3,4]}],"warnings":[],"mistakes":[],"fixes":[]}"#;
    assert_eq!(text(&program), answer);
    let program = explain("", "", "library=numpy#code=A = np.ones((3,3))%0AB = A / A.sum(axis=1)%0AA.reshape(4)").await;
    let program = text(&js_sys::Reflect::get(&program, &"program".into()).expect("an object"));
    let fix = r#""mistakes":[{"line":2,"fixes":[{"line":2,"text":"B = A / A.sum(axis=1, keepdims=True)"}"#;
    assert!(program.contains(fix) && program.ends_with(r#","fixes":[]}"#), "{program}");
    let unreadable = js_sys::Reflect::get(&explain("5,,3", "3", "").await, &"unreadable".into()).expect("an object");
    assert!(text(&unreadable).starts_with(r#"{"operand":"a","start":2,"end":3,"#), "{}", text(&unreadable));
}
