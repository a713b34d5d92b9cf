"""Records the elements and the element types of the variables of recorded programs, and whether they have gradients.

    python tests/vectors/make_program_values.py > program_values.jsonl

(make_programs.py says what must be installed.) Each line has a recorded or a chosen program and, for each probe, an
expression of its variables, the element type and the elements of the tensor that it gives after the program. Only what does not
depend on random values is recorded. The variables of few programs are recorded that have the same lines up to them.
"""

import collections
import gzip
import json
import math
import pathlib
import re
import signal

import numpy as np
import torch

import make_calls
import make_programs

FILES = "programs more_programs further_programs calls".split()
# Of a tensor of more elements nothing but its type is recorded.
MOST = 40
# How many programs record the same lines.
KEPT = 2


def probes(name, value, library):
    """The expressions that show what a variable is."""
    array = {"numpy": "np.array", "torch": "torch.tensor"}[library]
    if isinstance(value, torch.Tensor):
        yield f"{name}.detach().reshape(-1)"
        yield f"{array}([{name}.requires_grad, {name}.is_leaf])"
        if value.is_leaf and value.grad is not None:
            yield f"{name}.grad.reshape(-1)"
    elif isinstance(value, (np.ndarray, np.generic)):
        yield f"{name}.reshape(-1)"
    elif isinstance(value, (bool, int, float, list, tuple)):
        yield f"{array}([{name}])"


def element(value):
    """An element as JSON."""
    if isinstance(value, float):
        return float(f"{value:.7g}") if math.isfinite(value) else str(value)
    return value


def shown(expression, variables):
    """What a probe gives; nothing where it gives no tensor of numbers."""
    try:
        value = eval(expression, variables)
        elements = value.reshape(-1).tolist()
    except Exception:  # noqa: BLE001
        return None
    if not isinstance(value, (np.ndarray, torch.Tensor)) or not all(isinstance(item, (bool, int, float)) for item in elements):
        return None
    if any(isinstance(item, int) and abs(item) >= 1 << 63 for item in elements):
        return None
    dtype = str(value.dtype).removeprefix("torch.")
    return {"dtype": dtype} | ({"values": [element(item) for item in elements]} if len(elements) <= MOST else {})


def run(program, seed):
    """What each probe of a program gives."""
    np.random.seed(seed)
    torch.manual_seed(seed)
    # What is not written is not by chance the same twice.
    waste = [np.full(size, seed + 0.5) for size in (1, 2, 4, 6, 12, 24)]
    del waste
    variables = {"__name__": "__main__"}
    exec(compile(program["text"], "<program>", "exec"), variables)
    found = {}
    for name, value in list(variables.items()):
        if not name.startswith("__"):
            for probe in probes(name, value, program["library"]):
                found[name, probe] = shown(probe, variables)
    return found


def programs():
    """The recorded programs, and those that were chosen by hand of which no operations are recorded."""
    texts = set()
    for file in FILES:
        for line in gzip.open(pathlib.Path(__file__).parent / f"{file}.jsonl.gz", "rt"):
            program = json.loads(line)
            texts.add(program["text"])
            yield program
    for library, lines in make_calls.chosen():
        if "\n".join(lines) not in texts:
            yield {"library": library, "text": "\n".join(lines)}


def main():
    output = make_programs.prepared()
    seen = collections.Counter()
    for program in programs():
        if "error" not in program and "data_dependent" not in program:
            signal.alarm(make_programs.SECONDS)
            try:
                first, second = run(program, 1), run(program, 2)
            except Exception:  # noqa: BLE001
                continue
            finally:
                signal.alarm(0)
            lines = [line for line in program["text"].splitlines() if "import" not in line]
            kept = {}
            for (name, probe), value in first.items():
                last = max((at for at, line in enumerate(lines) if name in re.findall(r"\w+", line)), default=0)
                key = (probe, *lines[: last + 1])
                seen[key] += 1
                if value and value == second.get((name, probe)) and seen[key] <= KEPT:
                    kept[probe] = value
            if kept:
                record = {"library": program["library"], "text": program["text"], "probes": kept}
                print(json.dumps(record, separators=(",", ":")), file=output)


if __name__ == "__main__":
    main()
