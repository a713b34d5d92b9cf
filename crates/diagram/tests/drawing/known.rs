//! What the axis table has of a result that is known before the story comes to it.

use broadcasting_diagram::{
    AxisSize, DisplayList, DrawOptions, PaintRole, Panel, Scene, axis_cell, told_axes, told_size,
};

use crate::scenes::{drawn, scene};

/// The texts of the axis table in a role.
fn texts(list: &DisplayList, role: PaintRole) -> Vec<&str> {
    list.layer(role).labels.iter().map(|label| list.text_of(label)).collect()
}

fn at(scene: &Scene, t: f64, known: bool) -> DisplayList {
    drawn(scene, DrawOptions { known, ..DrawOptions::at(t) })
}

/// Times at rest and in motion, from the start to the end.
fn times(scene: &Scene) -> impl Iterator<Item = f64> {
    (0..=scene.story().last() * 8).map(|eighth| eighth as f64 / 8.0)
}

#[test]
fn a_result_that_is_known_has_its_sizes_from_the_start_and_nothing_else_changes() {
    let pairs: [(&[u64], &[u64]); 6] =
        [(&[4, 1], &[3]), (&[5, 3, 4, 1], &[3, 1, 1]), (&[], &[2, 3]), (&[3, 0], &[1]), (&[7], &[7]), (&[1], &[9, 8])];
    for (a, b) in pairs {
        let scene = scene(a, b, 900.0);
        let (mut hidden, ndim) = (0, scene.operation().alignment().ndim());
        for t in times(&scene) {
            let [untold, known] = [false, true].map(|known| at(&scene, t, known));
            let missing = texts(&untold, PaintRole::Table).iter().filter(|text| **text == "?").count();
            hidden += missing;
            assert!(!texts(&known, PaintRole::Table).contains(&"?"), "{a:?} and {b:?} at {t}");
            let told = told_axes(scene.operation(), scene.story(), t);
            // Besides the name and the verdicts.
            let written =
                texts(&known, PaintRole::TableResult).iter().filter(|text| text.parse::<u64>().is_ok()).count();
            assert_eq!(written, told, "{a:?} and {b:?} at {t}: what is told");
            for role in PaintRole::ALL.into_iter().filter(|&role| role != PaintRole::Table) {
                assert_eq!(texts(&untold, role), texts(&known, role), "{a:?} and {b:?} at {t}: {role:?}");
            }
        }
        assert!(hidden > 0, "{a:?} and {b:?}: something is to be told");
        let at_start = at(&scene, 0.0, true);
        let sizes = scene.operation().shape().expect("they broadcast").iter().map(u64::to_string);
        let quiet = texts(&at_start, PaintRole::Table);
        assert_eq!(quiet[quiet.len() - ndim..], sizes.collect::<Vec<_>>(), "{a:?} and {b:?}");
    }
}

#[test]
fn a_clash_that_is_known_is_marked_from_the_start() {
    let scene = scene(&[2, 4, 16, 32], &[8, 16], 1280.0);
    let marks = |t: f64, known: bool| {
        let list = at(&scene, t, known);
        [PaintRole::Table, PaintRole::TableClash]
            .map(|role| texts(&list, role).iter().filter(|text| **text == "✗").count())
    };
    assert_eq!(marks(0.0, false), [0, 0]);
    assert_eq!(marks(0.0, true), [2, 0], "quietly, where both clashes will be");
    let last = scene.story().last() as f64;
    assert_eq!((marks(last, true), marks(last, false)), ([0, 2], [0, 2]));
}

#[test]
fn axes_are_told_as_the_table_fills() {
    let scene = scene(&[4, 1], &[3], 900.0);
    let (operation, story) = (scene.operation(), scene.story());
    let told = |t: f64| told_axes(operation, story, t);
    assert_eq!([0.0, 1.0, 2.0, 3.0, 4.0, 5.0].map(told), [0, 0, 0, 1, 2, 2]);
    for t in times(&scene) {
        let filled = |&axis: &usize| axis_cell(operation, story, Panel::Result, axis, t).size != AxisSize::Blank;
        assert_eq!(told(t), (0..2).filter(filled).count(), "at {t}");
    }
}

#[test]
fn a_clash_is_told_by_the_verdict_of_its_comparison() {
    let scene = scene(&[8, 4, 16, 16], &[8, 16], 1280.0);
    let told = |t: f64| [0, 1, 2, 3].map(|axis| told_size(scene.operation(), scene.story(), axis, t));
    assert_eq!(told(0.0), [AxisSize::Blank; 4]);
    assert_eq!(told(1.0), [AxisSize::Blank, AxisSize::Blank, AxisSize::Clash, AxisSize::Blank]);
    assert_eq!(told(2.0), [AxisSize::Blank, AxisSize::Blank, AxisSize::Clash, AxisSize::Size(16)]);
    for t in times(&scene) {
        // The table says it in the colour of a clash, as a word or as a sign.
        let is_marked = !texts(&at(&scene, t, false), PaintRole::TableClash).is_empty();
        assert_eq!(is_marked, told(t)[2] == AxisSize::Clash, "at {t}");
    }
}
