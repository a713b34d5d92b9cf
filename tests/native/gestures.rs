//! Each chapter is a gesture: what is lit, when, and which elements are read out.

use broadcast_visualizer::examples::EXAMPLES;
use broadcast_visualizer::i18n::Locale;
use broadcast_visualizer::state::{ChapterPace, Clock, Model, Shown};
use broadcasting_diagram::{ChapterKind, DisplayList, DrawOptions, PaintRole, Scene, SceneOptions, draw};
use std::rc::Rc;
use tensor_broadcasting::{OperandId, Operation, Scalar, unravel};

/// The scene of a link, in a box of the page.
fn scene(query: &str) -> Scene {
    let model = Model::open(query, Locale::En);
    let Shown { operation, story } = model.shown().expect("it can be read");
    let options = SceneOptions { height: 530.0, is_cropped: false, ..SceneOptions::new(1_240.0, Locale::En.labels()) };
    Scene::new(Rc::clone(operation), (**story).clone(), options)
}

fn at(scene: &Scene, t: f64) -> DisplayList {
    let mut list = DisplayList::default();
    draw(scene, DrawOptions::at(t), &mut list);
    list
}

fn texts(list: &DisplayList, role: PaintRole) -> Vec<&str> {
    list.layer(role).labels.iter().map(|label| list.text_of(label)).collect()
}

/// The equations of the elements that are combined one by one.
fn read_out(scene: &Scene) -> Vec<String> {
    let story = scene.story();
    let combine = story.chapters().iter().position(|chapter| chapter.kind == ChapterKind::Combine).expect("a result");
    let mut read = Vec::new();
    // Those that are read out take 1.3 s each.
    let seconds = story.seconds(combine);
    for step in 0..26 {
        let list = at(scene, combine as f64 - 1.0 + f64::from(step) / 10.0 / seconds);
        read.extend(texts(&list, PaintRole::Equation).into_iter().filter(|text| text.contains('=')).map(str::to_owned));
    }
    read.dedup();
    read
}

/// The two sources of an element of the result.
fn sources(operation: &Operation, position: u64) -> [f64; 2] {
    let index = unravel(operation.shape().expect("a result"), position).expect("within the result");
    OperandId::PAIR.map(|operand| {
        let own = operation.alignment().operand_index(operand, &index);
        operation.stored_value(operand, &own).map_or(f64::NAN, Scalar::to_float)
    })
}

/// All shapes of up to three axes with sizes of 1, 2 and 3, and some more.
fn shapes() -> Vec<String> {
    let mut shapes = vec![String::new()];
    for _ in 0..3 {
        let longer = shapes
            .iter()
            .filter(|shape| shape.len() < 6)
            .flat_map(|shape| ["1,", "2,", "3,"].map(|size| format!("{shape}{size}")));
        shapes.extend(longer.collect::<Vec<_>>());
        shapes.dedup();
    }
    shapes.sort();
    shapes.dedup();
    shapes
        .iter()
        .map(|shape| format!("({shape})"))
        .chain(["(4,)", "(4,1)", "(2,3,4)", "(8,1)"].map(str::to_owned))
        .collect()
}

#[test]
fn elements_that_are_read_out_have_two_different_sources_and_none_is_0() {
    let shapes = shapes();
    assert_eq!(shapes.len(), 1 + 3 + 9 + 27 + 4);
    let (mut pairs, mut telling, mut across) = (0, 0, 0);
    for a in &shapes {
        for b in &shapes {
            let scene = scene(&format!("?a={a}&b={b}"));
            let operation = Rc::clone(scene.operation());
            let Some(shape) = operation.shape() else { continue };
            pairs += 1;
            let tells = |[x, y]: [f64; 2]| x != y && x != 0.0 && y != 0.0;
            let any = (0..shape.numel().expect("small")).any(|position| tells(sources(&operation, position)));
            let read = read_out(&scene);
            assert!((1..=2).contains(&read.len()), "{a} {b}: {read:?}");
            let numbers: Vec<Vec<f64>> = read
                .iter()
                .map(|text| text.split([' ', '+', '=']).filter_map(|word| word.parse().ok()).collect())
                .collect();
            for numbers in &numbers {
                let &[x, y, sum] = numbers.as_slice() else { panic!("{a} {b}: {read:?}") };
                assert!(x + y == sum, "{a} {b}: {read:?}");
                assert!(!any || tells([x, y]), "{a} {b}: {read:?}");
            }
            telling += usize::from(any);
            // Where both sources can be others, they are.
            across += usize::from(matches!(numbers.as_slice(), [one, two] if one[0] != two[0] && one[1] != two[1]));
        }
    }
    assert!(pairs > 500 && telling > 400 && across > 100, "{pairs} {telling} {across}");
}

#[test]
fn the_first_example_reads_out_what_teaches() {
    for (query, expected) in [
        ("?a=4,1&b=3", vec!["20 + 1 = 21", "30 + 2 = 32"]),
        ("?a=2,3,4&b=3,1", vec!["180 + 1 = 181", "230 + 2 = 232"]),
        ("?a=3&b=()", vec!["10 + 2 = 12", "20 + 2 = 22"]),
        ("?a=()&b=3", vec!["10 + 1 = 11", "10 + 2 = 12"]),
        ("?a=()&b=()", vec!["10 + 2 = 12"]),
        ("?a=4,1&b=3&op=mul", vec!["20 × 1 = 20", "30 × 2 = 60"]),
        // No element has two sources that differ: the last one.
        ("?a=tensor([1,2])&b=tensor([1,2])", vec!["2 + 2 = 4"]),
        ("?a=tensor([0,0])&b=tensor([[1],[2]])", vec!["0 + 2 = 2"]),
    ] {
        assert_eq!(read_out(&scene(query)), expected, "{query}");
    }
}

/// The texts of the axis table that stand below each other in the last column but this one, from the top.
fn column(list: &DisplayList, from_end: usize) -> Vec<String> {
    let roles = [PaintRole::TableA, PaintRole::TableB, PaintRole::TableResult, PaintRole::TableClash, PaintRole::Table];
    let labels = || roles.iter().flat_map(|&role| &list.layer(role).labels);
    // The sizes of a are in all columns, as the shape with the most axes.
    let mut columns: Vec<f64> = list.layer(PaintRole::TableA).labels.iter().skip(1).map(|label| label.x).collect();
    columns.sort_by(f64::total_cmp);
    let x = columns[columns.len() - 1 - from_end];
    let mut column: Vec<_> = labels().filter(|label| (label.x - x).abs() < 1.0).collect();
    column.sort_by(|one, two| one.y.total_cmp(&two.y));
    column.iter().map(|label| list.text_of(label).to_owned()).collect()
}

/// The last two of them.
fn last_two(list: &DisplayList, from_end: usize) -> [String; 2] {
    let column = column(list, from_end);
    column.last_chunk::<2>().expect("a size and what stands for that of the result").clone()
}

/// The columns that have a frame, counted from the last one.
fn framed(list: &DisplayList) -> Vec<usize> {
    let mut columns: Vec<f64> = list.layer(PaintRole::TableA).labels.iter().skip(1).map(|label| label.x).collect();
    columns.sort_by(f64::total_cmp);
    let frames = &list.layer(PaintRole::TableFrame).rects;
    let has_frame = |x: &f64| frames.iter().any(|frame| frame.x < *x && *x < frame.x + frame.w);
    columns.iter().rev().enumerate().filter(|(_, x)| has_frame(x)).map(|(from_end, _)| from_end).collect()
}

#[test]
fn each_axis_is_compared_in_a_beat_of_its_own_and_then_has_its_verdict() {
    let scene = scene("?a=2,3,4&b=3,1");
    let seconds = scene.story().seconds(1);
    assert!((seconds - 0.9 * 4.0).abs() < 1e-9);
    let time = |seconds_in: f64| at(&scene, seconds_in / seconds);
    // As written: b begins at the left, below axes that are not its own, so there are no marks.
    let given = time(0.0);
    assert_eq!(
        [2, 1, 0].map(|from_end| column(&given, from_end)),
        [vec!["2", "3", "?"], vec!["3", "1", "?"], vec!["4", "?"]]
    );
    assert!(framed(&time(0.85)).is_empty(), "no axis is compared while a size still slides");
    let places =
        |list: &DisplayList| list.layer(PaintRole::TableB).labels.iter().map(|label| label.x).collect::<Vec<_>>();
    let verdicts = [["●", "4", "1", "1→4"], ["■", "3", "3", "equal"], ["▲", "2", "", ""]];
    for (from_end, verdict) in verdicts.iter().enumerate() {
        let beat = |part: f64| time(0.9 + 0.9 * (from_end as f64 + part));
        let verdict: Vec<&str> = verdict.iter().copied().filter(|text| !text.is_empty()).collect();
        // The place of an axis that b does not have stays empty, with a dashed frame.
        let lacks = from_end == 2;
        let told = if lacks { verdict.len() } else { verdict.len() - 1 };
        let with_result = |told: usize| verdict.iter().take(told).copied().chain(["?"]).collect::<Vec<&str>>();
        assert_eq!(column(&beat(0.3), from_end), with_result(told));
        assert_eq!(column(&beat(0.95), from_end), with_result(verdict.len()));
        assert_eq!(framed(&beat(0.5)), [from_end]);
        assert_eq!(places(&beat(0.01)), places(&beat(0.99)), "nothing slides any more");
        // Both brackets and both sizes are highlighted, with the mark of the axis.
        let middle = beat(0.5);
        let brackets = texts(&middle, PaintRole::BracketHighlighted);
        assert!(brackets.len() == 2 && brackets.iter().all(|text| text.starts_with(verdict[0])), "{brackets:?}");
        let font = |list: &DisplayList, x: f64| {
            let labels = &list.layer(PaintRole::TableA).labels;
            labels.iter().find(|label| (label.x - x).abs() < 1.0).map(|label| label.size)
        };
        let mut columns: Vec<f64> =
            middle.layer(PaintRole::TableA).labels.iter().skip(1).map(|label| label.x).collect();
        columns.sort_by(f64::total_cmp);
        let x = columns[columns.len() - 1 - from_end];
        assert!(font(&middle, x) > font(&time(0.85), x), "{x}");
    }
    // A verdict stays, in a row of its own above the result, and a size that was stretched is equal: b gets the axis, then it stretches along the
    // last one, then along the first.
    let rows = |chapter: f64| [2, 1, 0].map(|from_end| last_two(&at(&scene, chapter), from_end));
    assert_eq!(
        [1.0, 2.0, 3.0, 4.0].map(rows),
        [
            [["2", "?"], ["equal", "?"], ["1→4", "?"]],
            [["1→2", "?"], ["equal", "3"], ["1→4", "?"]],
            [["1→2", "?"], ["equal", "3"], ["equal", "4"]],
            [["equal", "2"], ["equal", "3"], ["equal", "4"]],
        ]
        .map(|row| row.map(|texts| texts.map(str::to_owned)))
    );
}

#[test]
fn a_result_stays_where_it_is_while_nothing_can_draw_how_it_is_written_back() {
    let scene = scene("?a=4,3&b=3&inplace=1");
    let cells = |options: DrawOptions<'_>| {
        let mut list = DisplayList::default();
        draw(&scene, options, &mut list);
        list.layer(PaintRole::Result).rects.len()
    };
    let end = DrawOptions::at(scene.story().last() as f64);
    assert_eq!((cells(end), cells(DrawOptions { endings: None, ..end })), (0, 12));
}

#[test]
fn a_clash_is_a_verdict_too_and_every_verdict_has_its_words() {
    let scene = scene("?a=2,3&b=2");
    let list = at(&scene, 1.0);
    let texts_of = |column: [&str; 2]| column.map(str::to_owned);
    assert_eq!([1, 0].map(|from_end| last_two(&list, from_end)), [["■", "2"], ["2", "clash"]].map(texts_of));
    assert_eq!(list.layer(PaintRole::Empty).rects.len(), 1, "the place of the axis that b does not have");
    assert_eq!(texts(&list, PaintRole::TableClash), ["clash"]);
    let end = at(&scene, 2.0);
    assert_eq!([1, 0].map(|from_end| last_two(&end, from_end)), [["■", "2"], ["clash", "✗"]].map(texts_of));
    assert_eq!(texts(&end, PaintRole::TableClash).len(), 2);
    for locale in Locale::ALL {
        assert!(locale.labels().verdicts.iter().all(|word| !word.is_empty()), "{locale:?}");
    }
}

#[test]
fn lining_up_takes_at_most_six_seconds() {
    for ndim in 0..=64 {
        let shape = format!("({})", "1,".repeat(ndim));
        let model = Model::open(&format!("?a={shape}&b={shape}"), Locale::En);
        let story = &model.shown().expect("shapes").story;
        assert!((0.9..=6.0 + 1e-9).contains(&story.seconds(1)), "{ndim}: {}", story.seconds(1));
        assert!(story.seconds(0) <= 3.6 + 1e-9, "{ndim}: {}", story.seconds(0));
    }
}

/// The longest time in which the picture of a story that plays does not change, and the time that it takes, in seconds.
fn stillness(query: &str, locale: Locale) -> (f64, f64) {
    const STEP: f64 = 0.05;
    let scene = scene(query);
    let mut clock = Clock::default();
    clock.set_story(0, ChapterPace::of_story(scene.story(), scene.operation(), locale, false));
    clock.set_goal(0, true, 1.0);
    let (mut last, mut still, mut longest, mut total) = (at(&scene, clock.time()), 0.0, 0.0_f64, 0.0);
    while clock.is_moving() {
        clock.advance(STEP);
        let next = at(&scene, clock.time());
        still = if next == last { still + STEP } else { 0.0 };
        (longest, total, last) = (longest.max(still), total + STEP, next);
    }
    (longest, total)
}

#[test]
fn no_picture_stands_still_for_longer_than_two_seconds_while_a_story_plays() {
    let mut wrong = Vec::new();
    for locale in Locale::ALL {
        for example in EXAMPLES {
            let (longest, total) = stillness(&format!("?a={}&b={}", example.a, example.b), locale);
            if longest > 2.05 || !(5.0..=45.0).contains(&total) {
                wrong.push(format!("{locale:?} {:?}: {longest:.2} s of {total:.2} s", example.id));
            }
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}
