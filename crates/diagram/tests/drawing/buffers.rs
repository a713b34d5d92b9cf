//! The picture of an operand in memory on random views: each cell is read from the element that the core's index map gives, nothing covers
//! anything, and the path from an element to a cell runs between them.

use crate::scenes::shapes;
use broadcasting_diagram::{ArrowDirection, BufferOptions, BufferPicture, BufferPlace, Point, Rect, Size, Step};
use proptest::prelude::*;
use tensor_broadcasting::{
    Arithmetic, OperandId, Operation, Operator, PerOperand, Shape, StridedLayout, Tensor, Values,
};

/// Shapes that broadcast, of which the first is that of a view: its axes may stand in another order in its buffer, and steps may be longer.
fn operation() -> impl Strategy<Value = Operation> {
    (shapes(), any::<prop::sample::Index>(), prop::collection::vec(1_u64..4, 8)).prop_filter_map(
        "shapes that do not broadcast",
        |(shapes, turned, steps)| {
            let [a, b] = [shapes.0, shapes.1].map(|sizes| Shape::from(sizes.as_slice()));
            let turn = turned.index(a.ndim().max(1));
            let order: Vec<usize> = (0..a.ndim()).map(|axis| (axis + turn) % a.ndim()).collect();
            let mut inverse = vec![0; order.len()];
            for (axis, &from) in order.iter().enumerate() {
                inverse[from] = axis;
            }
            let stored: Shape = order.iter().map(|&axis| a[axis]).collect();
            let layout = StridedLayout::contiguous(&stored).permuted(&inverse);
            let strides = layout.strides().iter().zip(steps.iter().cycle());
            let strides = strides.map(|(stride, step)| stride.saturating_mul(*step)).collect();
            let view = Tensor { layout: StridedLayout::with_strides(a, strides)?, values: Values::Arange };
            let operation =
                Operation::new([view, Tensor::contiguous(&b, Values::Arange)], Operator::Add, Arithmetic::PyTorch);
            operation.shape().is_some().then_some(operation)
        },
    )
}

fn picture(
    operation: &Operation,
    operand: OperandId,
    room: Size,
    characters: usize,
    shown: &[Option<u64>],
) -> BufferPicture {
    let length = operation.whole_layout(operand).required_len().unwrap_or(u64::MAX);
    let read = operation.whole_stretched(operand).expect("it broadcasts");
    BufferPicture::new(&read, &BufferOptions { room, characters, length, shown })
}

fn room() -> impl Strategy<Value = Size> {
    (300.0..700.0_f64, 100.0..500.0_f64).prop_map(|(w, h)| Size::new(w, h))
}

/// The rectangles of the slots and of the cells.
fn rects(picture: &BufferPicture) -> Vec<Rect> {
    picture.slots.iter().map(|slot| slot.rect).chain(picture.cells.iter().map(|cell| cell.rect)).collect()
}

/// The box around a line from point to point.
fn around(line: &[Point]) -> Rect {
    let (from, to) = (line[0], line[1]);
    Rect { x: from.x.min(to.x), y: from.y.min(to.y), w: (from.x - to.x).abs(), h: (from.y - to.y).abs() }
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, cases: 256, ..ProptestConfig::default() })]

    #[test]
    fn a_cell_is_read_from_the_element_that_the_index_map_gives(operation in operation(), room in room()) {
        for &operand in operation.operands() {
            let picture = picture(&operation, operand, room, 2, &[]);
            let is_empty = operation.shape().is_some_and(|shape| shape.contains(&0));
            prop_assert_eq!(picture.cells.is_empty(), is_empty);
            for cell in &picture.cells {
                let from = operation.provenance(&cell.index).expect("an element of the result");
                let source = &from.sources[operand.position()];
                prop_assert_eq!(cell.position, source.offset);
                let slot = cell.position.and_then(|position| picture.slot_of(position));
                prop_assert_eq!(slot.is_some(), cell.position.is_some(), "its element is in the strip");
            }
            let length = operation.whole_layout(operand).required_len().unwrap_or(u64::MAX);
            let positions: Vec<u64> = picture.slots.iter().filter_map(|slot| slot.position).collect();
            prop_assert!(positions.is_sorted_by(|a, b| a < b));
            prop_assert!(positions.iter().all(|&position| position < length));
            let is_whole = picture.slots.iter().all(|slot| slot.position.is_some());
            prop_assert_eq!(is_whole, positions.len() as u64 == length, "what is not drawn has a gap");
        }
    }

    #[test]
    fn a_cell_is_repeated_where_one_before_it_is_the_same_element(operation in operation(), room in room()) {
        let picture = picture(&operation, OperandId::B, room, 2, &[]);
        for (number, cell) in picture.cells.iter().enumerate() {
            let before = picture.cells[..number].iter().any(|other| other.position.is_some() && other.position == cell.position);
            if cell.position.is_some() {
                prop_assert_eq!(cell.is_repeated, before);
            }
        }
    }

    #[test]
    fn nothing_covers_anything_and_all_is_inside(operation in operation(), room in room(), characters in 0_usize..9) {
        for &operand in operation.operands() {
            let picture = picture(&operation, operand, room, characters, &[]);
            let rects = rects(&picture);
            for (number, rect) in rects.iter().enumerate() {
                prop_assert!(rect.x >= 0.0 && rect.y >= 0.0);
                prop_assert!(rect.x + rect.w <= picture.size.w && rect.y + rect.h <= picture.size.h);
                prop_assert!(!rects[..number].iter().any(|other| other.overlaps(rect)));
            }
            for (_, at) in &picture.folds {
                prop_assert!(!rects.iter().any(|rect| rect.contains(at.x, at.y)));
            }
            if characters <= 3 {
                prop_assert!(picture.size.w <= room.w, "{} of {}", picture.size.w, room.w);
            }
            prop_assert!(picture.cells.len() <= 1_000);
        }
    }

    #[test]
    fn a_path_runs_between_slots_and_cells(operation in operation(), room in room(), any in any::<prop::sample::Index>()) {
        for &operand in operation.operands() {
            let picture = picture(&operation, operand, room, 2, &[]);
            let with_element = |cell: usize| Some((picture.slot_of(picture.cells[cell].position?)?, cell));
            let pairs: Vec<(usize, usize)> = (0..picture.cells.len()).filter_map(with_element).collect();
            if pairs.is_empty() {
                continue;
            }
            let (slot, cell) = pairs[any.index(pairs.len())];
            let path = picture.path(slot, cell);
            let (slot, end) = (picture.slots[slot].rect, picture.cells[cell].rect);
            prop_assert_eq!(path[0], Point::new(slot.middle().x, slot.y + slot.h));
            let last = path[path.len() - 1];
            prop_assert!(end.grown(0.01).contains(last.x, last.y));
            for line in path.windows(2) {
                let line = around(line);
                prop_assert!(line.w == 0.0 || line.h == 0.0);
                let line = line.grown(0.75);
                for rect in rects(&picture).iter().filter(|&rect| *rect != slot && *rect != end) {
                    prop_assert!(!line.overlaps(rect), "{line:?} is on {rect:?}");
                }
            }
        }
    }

    #[test]
    fn an_index_that_is_shown_is_drawn(operation in operation(), room in room(), any in any::<prop::sample::Index>()) {
        let shape = operation.shape().expect("it broadcasts").clone();
        if shape.contains(&0) {
            return Ok(());
        }
        let index: Vec<u64> = shape.iter().map(|&size| (any.index(1 << 30) as u64 * 7_919) % size).collect();
        let shown: Vec<Option<u64>> = index.iter().copied().map(Some).collect();
        for &operand in operation.operands() {
            let [plain, picture] = [&[][..], &shown].map(|shown| picture(&operation, operand, room, 2, shown));
            prop_assert!(picture.cells.iter().any(|cell| cell.index == index));
            if plain.cells.iter().any(|cell| cell.index == index) {
                prop_assert_eq!(&plain, &picture, "a cell that is drawn anyway changes nothing");
            }
        }
    }

    #[test]
    fn arrow_keys_lead_to_what_is_drawn_and_through_everything(operation in operation(), room in room()) {
        let picture = picture(&operation, OperandId::A, room, 2, &[]);
        let arrows = [ArrowDirection::Left, ArrowDirection::Right, ArrowDirection::Up, ArrowDirection::Down];
        let mut seen = vec![BufferPlace::Slot(0)];
        let mut at = 0;
        while let Some(place) = seen.get(at).cloned() {
            for arrow in arrows {
                let next = picture.next(&place, arrow);
                if !seen.contains(&next) {
                    seen.push(next);
                }
            }
            at += 1;
        }
        let places = picture.slots.iter().filter(|slot| slot.position.is_some()).count() + picture.cells.len();
        // A cell whose position passes 2^63-1 is beside others, but the strip does not lead to it where they are all like it.
        if picture.cells.iter().all(|cell| cell.position.is_some()) && !picture.cells.is_empty() && picture.slots[0].position.is_some() {
            prop_assert_eq!(seen.len(), places);
        }
    }
}

fn contiguous(sizes: [&[u64]; 2]) -> Operation {
    let tensors = sizes.map(|sizes| Tensor::contiguous(&Shape::from(sizes), Values::Arange));
    Operation::new(tensors, Operator::Add, Arithmetic::PyTorch)
}

const ROOM: Size = Size { w: 520.0, h: 200.0 };

#[test]
fn steps_follow_how_axes_are_nested() {
    let steps = |sizes: [&[u64]; 2]| picture(&contiguous(sizes), OperandId::A, ROOM, 2, &[]).steps;
    assert_eq!(steps([&[], &[]]), []);
    assert_eq!(steps([&[4, 1], &[3]]), [Some(Step::Down), Some(Step::Right)]);
    assert_eq!(
        steps([&[5, 3, 4, 1], &[3, 1, 1]]),
        [Some(Step::BlockDown), Some(Step::BlockRight), Some(Step::Down), None]
    );
    let all =
        [Some(Step::Hidden), Some(Step::BlockDown), None, Some(Step::BlockRight), Some(Step::Down), Some(Step::Right)];
    assert_eq!(steps([&[2, 2, 1, 2, 2, 2], &[2]]), all);
}

#[test]
fn a_picture_of_everything_that_is_small() {
    for (sizes, slots, cells) in
        [([&[][..], &[][..]], 1, 1), ([&[4, 1], &[3]], 4, 12), ([&[0, 3], &[3]], 0, 0), ([&[12], &[1]], 12, 12)]
    {
        let picture = picture(&contiguous(sizes), OperandId::A, ROOM, 2, &[]);
        assert_eq!((picture.slots.len(), picture.cells.len()), (slots, cells), "{sizes:?}");
        assert!(picture.folds.is_empty());
    }
    // What is stored is seen, also where the result has no elements to read it.
    assert_eq!(picture(&contiguous([&[0, 3], &[3]]), OperandId::B, ROOM, 2, &[]).slots.len(), 3);
}

#[test]
fn a_matrix_product_is_read_matrix_by_matrix() {
    let tensors = [&[2, 2, 3][..], &[3, 2]].map(|sizes| Tensor::contiguous(&Shape::from(sizes), Values::Arange));
    let operands: PerOperand<Tensor> = tensors.to_vec().into();
    let product = Operation::combined(operands, tensor_broadcasting::Combination::MatrixProduct, Arithmetic::PyTorch);
    let picture = picture(&product, OperandId::B, ROOM, 2, &[]);
    assert_eq!((picture.slots.len(), picture.cells.len()), (6, 12));
    let cell = picture.cells.iter().find(|cell| cell.index == [1, 2, 1]).expect("a cell of the second matrix");
    assert_eq!((cell.position, cell.is_repeated), (Some(5), true));
}
