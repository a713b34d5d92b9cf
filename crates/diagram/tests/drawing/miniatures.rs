//! Miniatures: any shapes become a few cells inside their box.

use broadcasting_diagram::Miniature;

/// The corners of the rectangles of a path.
fn rects(path: &str) -> Vec<[f64; 4]> {
    let number = |text: &str| text.parse::<f64>().expect("a number");
    let rect = |part: &str| {
        let (corner, rest) = part.split_once('h').expect("a width");
        let (x, y) = corner.split_once(' ').expect("a corner");
        let (w, rest) = rest.split_once('v').expect("a height");
        let (h, _) = rest.split_once('h').expect("a way back");
        [x, y, w, h].map(number)
    };
    path.split('M').skip(1).map(rect).collect()
}

#[test]
fn the_cells_of_any_shapes_are_few_and_within_the_picture() {
    let shapes: [&[u64]; 12] = [
        &[],
        &[1],
        &[0],
        &[5, 0, 3],
        &[4, 1],
        &[1 << 62],
        &[1 << 62, 1],
        &[7, 7],
        &[2, 4, 3],
        &[4, 32, 14, 14],
        &[9, 9, 9, 9, 9, 9],
        &[u64::MAX; 64],
    ];
    for a in shapes {
        for b in shapes {
            let Miniature { size, panels } = Miniature::new(&[a, b]);
            assert_eq!(panels.len(), 2);
            let mut left = 0.0;
            for (panel, shape) in panels.iter().zip([a, b]) {
                let rects = rects(&panel.path);
                assert!((1..=144).contains(&rects.len()), "{shape:?}: {} cells", rects.len());
                assert_eq!(panel.is_empty, shape.contains(&0), "{shape:?}");
                assert!(!panel.is_empty || rects.len() == 1, "{shape:?}: only its frame");
                for &[x, y, w, h] in &rects {
                    assert!(x >= left - 0.01 && y >= -0.01, "{a:?} and {b:?}: {x}, {y} begins at {left}");
                    assert!(x + w <= size.w + 0.02 && y + h <= size.h + 0.02, "{a:?} and {b:?}: {x}, {y} in {size:?}");
                }
                left = rects.iter().map(|&[x, _, w, _]| x + w).fold(left, f64::max);
            }
        }
    }
}

#[test]
fn no_cell_lies_on_another() {
    for shape in [&[4, 3][..], &[2, 4, 3], &[5, 3, 4, 1], &[9, 9, 9, 9]] {
        let rects = rects(&Miniature::new(&[shape]).panels[0].path);
        for (number, [x, y, w, h]) in rects.iter().enumerate() {
            let is_clear = |[other_x, other_y, ..]: &[f64; 4]| (other_x - x).abs() > *w || (other_y - y).abs() > *h;
            assert!(rects[..number].iter().all(is_clear), "{shape:?}");
        }
    }
}
