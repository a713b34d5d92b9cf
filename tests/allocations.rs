//! What is done without asking for memory.
#![cfg(not(target_arch = "wasm32"))]

use allocation_counter::measure;
use broadcast_visualizer::broadcast::broadcast_shapes;

/// The shapes of up to 8 axes live in the value itself.
#[test]
fn a_success_of_up_to_eight_axes_allocates_nothing() {
    let pairs: [(&[u64], &[u64]); 6] = [
        (&[], &[]),
        (&[], &[2, 3]),
        (&[4, 32, 14, 14], &[32, 1, 1]),
        (&[3, 1], &[1, 4]),
        (&[2, 1, 3, 1, 4, 1, 5, 1], &[1, 6, 1, 7, 1, 8, 1, 9]),
        (&[0, 1, 1, 1, 1, 1, 1, 1], &[1]),
    ];
    for (a, b) in pairs {
        let asked = measure(|| assert!(broadcast_shapes(a, b).is_ok()));
        assert_eq!(asked.count_total, 0, "{a:?} with {b:?}");
    }
    // The counter counts: nine axes no longer fit.
    assert!(measure(|| assert!(broadcast_shapes(&[1; 9], &[2]).is_ok())).count_total > 0);
}
