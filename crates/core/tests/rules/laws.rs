//! The laws of broadcasting, tested with random shapes.

use proptest::prelude::*;
use tensor_broadcasting::library::{Library, signed};
use tensor_broadcasting::{
    Alignment, Arithmetic, Combination, MAX_SIZE, OperandId, Operation, Operator, Scalar, Shape, Tensor, Values,
    broadcast, broadcast_shapes, ravel, unravel,
};

/// A shape of few axes, with sizes that often agree.
fn shape() -> impl Strategy<Value = Shape> {
    let size = prop_oneof![3 => Just(1_u64), 4 => 2_u64..=3, 1 => Just(0_u64), 1 => 4_u64..=5];
    prop::collection::vec(size, 0..=5).prop_map(|sizes| Shape::from(sizes.as_slice()))
}

/// A shape of any number of axes and any size.
fn wild_shape() -> impl Strategy<Value = Shape> {
    let size = prop_oneof![3 => Just(1_u64), 2 => 0_u64..=4, 1 => MAX_SIZE - 2..=MAX_SIZE, 1 => 0..=MAX_SIZE];
    prop::collection::vec(size, 0..=64).prop_map(|sizes| Shape::from(sizes.as_slice()))
}

fn operation(a: &Shape, b: &Shape) -> Operation {
    let [a, b] = [a, b].map(|shape| Tensor::contiguous(shape, Values::Arange));
    Operation::new([a, b], Operator::Add, Arithmetic::PyTorch)
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn broadcasting_is_commutative(a in wild_shape(), b in wild_shape()) {
        prop_assert_eq!(broadcast_shapes(&a, &b).ok(), broadcast_shapes(&b, &a).ok());
    }

    #[test]
    fn broadcasting_is_associative(a in shape(), b in shape(), c in shape()) {
        let left = broadcast_shapes(&a, &b).and_then(|ab| broadcast_shapes(&ab, &c));
        let right = broadcast_shapes(&b, &c).and_then(|bc| broadcast_shapes(&a, &bc));
        prop_assert_eq!(left.ok(), right.ok());
    }

    #[test]
    fn a_list_of_shapes_broadcasts_as_two_by_two(shapes in prop::collection::vec(shape(), 0..=4)) {
        let folded = shapes.iter().try_fold(Shape::ones(0), |folded, shape| broadcast_shapes(&folded, shape)).ok();
        let aligned = Alignment::new(shapes.clone());
        for (number, axis) in aligned.axes().iter().enumerate() {
            let given = shapes.iter().map(|shape| (number + shape.ndim()).checked_sub(aligned.ndim()).map(|own| shape[own]));
            let sizes: Vec<u64> = given.flatten().collect();
            let stretched_to = sizes.iter().copied().filter(|&size| size != 1);
            prop_assert_eq!(axis.clashes(), stretched_to.clone().any(|size| Some(size) != stretched_to.clone().next()));
            if !axis.clashes() {
                prop_assert_eq!(axis.result(), Some(stretched_to.clone().next().unwrap_or(1)));
            }
        }
        prop_assert_eq!(broadcast(shapes).map(|result| result.shape().clone()).ok(), folded);
    }

    #[test]
    fn size_1_axes_change_nothing(a in wild_shape(), ones in 0_usize..=64) {
        let ones = Shape::ones(ones.min(a.ndim()));
        prop_assert_eq!(broadcast_shapes(&a, &ones), Ok(a.clone()));
        prop_assert_eq!(broadcast_shapes(&a, &a), Ok(a));
    }

    #[test]
    fn the_fast_rule_and_the_alignment_agree(a in wild_shape(), b in wild_shape()) {
        match (broadcast_shapes(&a, &b), broadcast(vec![a, b])) {
            (Ok(shape), Ok(operation)) => prop_assert_eq!(&shape, operation.shape()),
            (Err(clash), Err(mismatch)) => {
                let first = mismatch.clashes()[0];
                let axes = mismatch.alignment().axes();
                let sizes = OperandId::PAIR.map(|operand| axes[first].given_size(operand));
                prop_assert_eq!((clash.axis, [Some(clash.a), Some(clash.b)]), (first, sizes));
                prop_assert!(mismatch.clashes().windows(2).all(|two| two[0] > two[1]));
                prop_assert_eq!(axes.iter().filter(|axis| axis.clashes()).count(), mismatch.clashes().len());
            }
            (fast, aligned) => prop_assert!(false, "{fast:?} but {aligned:?}"),
        }
    }

    #[test]
    fn every_element_comes_from_the_element_that_copying_takes(a in shape(), b in shape()) {
        let operation = operation(&a, &b);
        let Some(result) = operation.shape() else { return Ok(()) };
        for position in 0..result.numel().expect("small") {
            let index = unravel(result, position).expect("in the result");
            prop_assert_eq!(ravel(result, &index), Some(position));
            let from = operation.provenance(&index).expect("in the result");
            let mut sum = 0;
            for (side, own) in [(OperandId::A, &a), (OperandId::B, &b)] {
                let source = &from.sources[side as usize];
                prop_assert!(source.index.iter().zip(own.iter()).all(|(i, size)| i < size));
                // The position in a copy of the operand is the position in its buffer.
                prop_assert_eq!(source.offset, ravel(own, &source.index));
                prop_assert_eq!(operation.stretched(side).and_then(|view| view.offset(&index)), source.offset);
                sum += i64::try_from(source.offset.expect("small")).expect("small");
            }
            prop_assert_eq!(from.value, Some(Scalar::Int(sum)));
            prop_assert_eq!(operation.value(&index), from.value);
        }
        prop_assert_eq!(unravel(result, result.numel().expect("small")), None);
    }

    #[test]
    fn where_takes_each_element_from_one_of_two_operands(a in shape(), b in shape(), c in shape(), zeros in any::<u64>()) {
        let condition = |shape: &Shape| {
            let numel = shape.numel().expect("small");
            Values::Listed((0..numel).map(|position| Scalar::Int((zeros >> (position % 64) & 1) as i64)).collect())
        };
        let tensors = vec![
            Tensor::contiguous(&a, condition(&a)),
            Tensor::contiguous(&b, Values::Ramp { start: Scalar::Int(1), step: Scalar::Int(1) }),
            Tensor::contiguous(&c, Values::Ramp { start: Scalar::Int(-1), step: Scalar::Int(-1) }),
        ];
        let operation = Operation::combined(tensors.into(), Combination::Where { is_method: false }, Arithmetic::PyTorch);
        let folded = broadcast_shapes(&a, &b).and_then(|ab| broadcast_shapes(&ab, &c)).ok();
        prop_assert_eq!(operation.shape(), folded.as_ref());
        let Some(result) = operation.shape() else { return Ok(()) };
        for position in 0..result.numel().expect("small") {
            let index = unravel(result, position).expect("in the result");
            let from = operation.provenance(&index).expect("in the result");
            let values: Vec<Option<Scalar>> = from.sources.iter().map(|source| source.value).collect();
            let chosen = if values[0] == Some(Scalar::Int(0)) { values[2] } else { values[1] };
            prop_assert_eq!(from.value, chosen);
        }
    }

    #[test]
    fn both_libraries_follow_the_rule_on_small_shapes(a in shape(), b in shape()) {
        let own = broadcast_shapes(&a, &b).ok();
        for library in Library::ALL {
            prop_assert_eq!(library.add(&a, &b).ok(), own.clone());
            let fits = own.as_ref() == Some(&a);
            prop_assert_eq!(library.add_in_place(&a, &b).is_ok(), fits);
            prop_assert_eq!(operation(&a, &b).fits_in_place(), fits);
            if let Some(target) = &own {
                let stretched = library.expand(&library.contiguous(&a), &signed(target));
                prop_assert_eq!(stretched.map(|view| view.shape().clone()), Ok(target.clone()));
            }
        }
    }

    #[test]
    fn libraries_broadcast_several_shapes_from_the_left(shapes in prop::collection::vec(shape(), 0..=5)) {
        let folded = shapes.iter().try_fold(Shape::ones(0), |folded, shape| broadcast_shapes(&folded, shape)).ok();
        let sizes: Vec<Vec<i64>> = shapes.iter().map(signed).collect();
        let sizes: Vec<&[i64]> = sizes.iter().map(Vec::as_slice).collect();
        for library in Library::ALL {
            prop_assert_eq!(library.broadcast_shapes(&sizes).ok(), folded.clone());
            prop_assert_eq!(library.broadcast_tensors(&shapes).ok(), folded.clone());
            prop_assert_eq!(library.elementwise(&shapes).ok(), folded.clone());
        }
    }

    #[test]
    fn an_expanded_view_stays_within_its_buffer(a in shape(), b in shape()) {
        if let Ok(result) = broadcast_shapes(&a, &b) {
            for library in Library::ALL {
                let view = library.expand(&library.contiguous(&a), &signed(&result)).expect("it broadcasts");
                prop_assert!(view.required_len() <= a.numel().map(|elements| elements.max(1)));
            }
        }
    }

    #[test]
    fn a_comparison_and_its_opposite_differ(x in any::<i64>(), y in any::<i64>(), is_float in any::<bool>()) {
        let scalar = |value: i64| if is_float { Scalar::Float(value as f64) } else { Scalar::Int(value) };
        let of = |operator: Operator| operator.apply(scalar(x), scalar(y), Arithmetic::NumPy);
        for (one, other) in [
            (Operator::Equal, Operator::NotEqual),
            (Operator::Less, Operator::GreaterOrEqual),
            (Operator::Greater, Operator::LessOrEqual),
        ] {
            prop_assert_ne!(of(one), of(other));
        }
    }

    #[test]
    fn quotient_and_remainder_give_the_number(x in any::<i64>(), y in any::<i64>().prop_filter("0", |y| *y != 0)) {
        let of = |operator: Operator| operator.apply(Scalar::Int(x), Scalar::Int(y), Arithmetic::PyTorch).map(Scalar::to_int);
        let (quotient, rest) = (of(Operator::FloorDivide).expect("not 0"), of(Operator::Remainder).expect("not 0"));
        prop_assert_eq!(quotient.wrapping_mul(y).wrapping_add(rest), x);
        prop_assert!(rest == 0 || (rest < 0) == (y < 0));
    }

    #[test]
    fn the_remainder_of_floats_is_exact(a in any::<f64>(), b in any::<f64>()) {
        let rest = Operator::Remainder.apply(Scalar::Float(a), Scalar::Float(b), Arithmetic::PyTorch).map(Scalar::to_float);
        let truncated = a % b;
        let expected = if truncated != 0.0 && (truncated < 0.0) != (b < 0.0) { truncated + b } else { truncated };
        // The sign of nan has no meaning.
        let bits = |value: f64| if value.is_nan() { f64::NAN.to_bits() } else { value.to_bits() };
        prop_assert_eq!(rest.map(bits), Ok(bits(expected)));
    }

    #[test]
    fn every_shape_has_an_answer(a in wild_shape(), b in wild_shape()) {
        let operation = operation(&a, &b);
        for library in Library::ALL {
            // A shape or an exception: both are answers.
            prop_assert!(library.add(&a, &b).map_or_else(|error| !error.message.is_empty(), |shape| shape.ndim() <= 64));
            prop_assert!(library.add_in_place(&a, &b).map_or_else(|error| !error.message.is_empty(), |shape| shape == a));
        }
        if let Some(result) = operation.shape() {
            let last: Vec<u64> = result.iter().map(|size| size.saturating_sub(1)).collect();
            let inside = !result.contains(&0);
            prop_assert_eq!(operation.provenance(&last).is_some(), inside);
        }
    }
}

/// Found by `every_shape_has_an_answer`: the sum of products overflowed, and a stride that was cut to 2^63-1 gave an offset to
/// elements that have none.
#[test]
fn elements_beyond_any_buffer_have_no_offset() {
    let a = Shape::from([2, MAX_SIZE, 3, MAX_SIZE, 3]);
    let operation = operation(&a, &Shape::ones(0));
    for (index, has_offset) in [([0, 0, 0, 5, 2], true), ([1, 0, 0, 0, 0], false), ([1, MAX_SIZE - 1, 2, 7, 2], false)]
    {
        let from = operation.provenance(&index).expect("in the result");
        assert_eq!(from.sources[0].offset.is_some(), has_offset, "{index:?}");
        assert_eq!(from.value.is_some(), has_offset, "{index:?}");
    }
}
