//! Prints the programs that the page shows, as JSON lines: for every two of a list of operands and every operator, in place and
//! not, in both libraries. `tests/vectors/run_programs.py` runs the programs in the real libraries and compares the answers with
//! the comments:
//!
//! ```sh
//! cargo run --release --example programs | /tmp/answers/bin/python tests/vectors/run_programs.py
//! ```
#![allow(clippy::print_stdout, reason = "it prints its answers")]

use broadcast_visualizer::state::{Analysis, Binary, Settings};
use serde_json::json;
use tensor_broadcasting::Operator;
use tensor_broadcasting::library::Library;

const OPERANDS: [&str; 40] = [
    "4,1",
    "3",
    "()",
    "2,0",
    "2.5",
    "True",
    "[[0],[10],[20]]",
    "tensor([0,1,2])",
    "[True,False,True]",
    "[[True],[False]]",
    "[1.5, nan, inf]",
    "[-0.0, 1e22, 123456789.123]",
    "[[3.14159265,2.718281828459,1e-7]]",
    "torch.ones(3, dtype=torch.int32)",
    "torch.arange(3).bool()",
    "torch.arange(3)*2+1",
    "torch.arange(6).reshape(2,3).T",
    "torch.ones(3,1).expand(3,4)",
    "torch.tensor([1,2,3],dtype=torch.uint8)",
    "torch.tensor([-1,0,5])",
    "torch.full((3,),7)",
    "torch.ones(3).double()",
    "torch.ones(3).half()",
    "torch.zeros(0,3)",
    "np.array([1,2,3],ndmin=2)",
    "np.arange(6).reshape(2,3).T",
    "np.broadcast_to(np.arange(3),(2,3))",
    "np.ones(3,np.float32)",
    "np.array([1,2,3],dtype=np.uint8)",
    "np.linspace(0,1,3)",
    "np.array([[-1],[2]])",
    "np.zeros((0,3))",
    "np.arange(3)[:, None]/2",
    "3,4",
    "2,3",
    "2,3,4",
    "2,1,4,3",
    "torch.ones(4,3).bool()",
    "torch.ones(2,4,3,dtype=torch.int32)",
    "torch.arange(24.0).reshape(2,4,3).mT",
];

fn main() {
    for (a, b) in OPERANDS.iter().flat_map(|a| OPERANDS.iter().map(move |b| (*a, *b))) {
        let product = (Binary::MatrixProduct, false);
        let operators = Operator::ALL.map(Binary::Operator);
        let operators = operators.iter().flat_map(|&operator| [(operator, false), (operator, true)]);
        for (operator, in_place) in operators.chain([product]) {
            for library in Library::ALL {
                let settings =
                    Settings { a: a.to_owned(), b: b.to_owned(), operator, in_place, library, ..Settings::default() };
                let analysis = Analysis::new(&settings);
                let Some(operation) = &analysis.operation else { continue };
                let program = analysis.program(operation, &settings);
                println!("{}", json!({"library": library.name(), "a": a, "b": b, "program": program}));
            }
        }
    }
}
