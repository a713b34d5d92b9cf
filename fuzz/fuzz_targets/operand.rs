#![no_main]

libfuzzer_sys::fuzz_target!(|text: &str| broadcast_visualizer_fuzz::parse_operand(text));
