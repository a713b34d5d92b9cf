// Times @stdlib/ndarray-base-broadcast-shapes on the pairs given as JSON, as benches/core.rs times ours: nanoseconds a call,
// a line each. Where the shapes clash it gives null, and the message is made of it as a program would.
import broadcastShapes from "@stdlib/ndarray-base-broadcast-shapes";

const BATCHES = 201;
const CALLS = 20_000;
const pairs = JSON.parse(process.argv[2]);

/** The shape, or the sentence that says why there is none. */
function answer(shapes) {
    return broadcastShapes(shapes) ?? `operands could not be broadcast together with shapes (${shapes[0].join(",")}) (${shapes[1].join(",")})`;
}

let kept = 0;
for (const shapes of pairs) {
    const times = [];
    for (let batch = 0; batch < BATCHES; batch += 1) {
        const start = process.hrtime.bigint();
        for (let call = 0; call < CALLS; call += 1) {
            kept += answer(shapes).length;
        }
        times.push(Number(process.hrtime.bigint() - start) / CALLS);
    }
    console.log(times.sort((x, y) => x - y)[BATCHES >> 1]);
}
// Used, so that no engine leaves the calls out.
console.error(kept > 0 ? "" : "nothing was computed");
