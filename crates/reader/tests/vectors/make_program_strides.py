"""Records the strides of the operands of operations in recorded programs, in elements.

    python crates/reader/tests/vectors/make_program_strides.py > program_strides.jsonl

(make_programs.py says what must be installed.) Each line has the library and the text of a program and its operations: line,
name, the shapes of the operands and their strides; those of a list are null. The last programs are random chains of views and
operations.
"""

import gzip
import json
import pathlib
import random
import signal

import numpy as np
import torch

import make_programs

# Of each file every so many programs are recorded.
FILES = {"programs": 2, "written_programs": 2, "more_programs": 8, "further_programs": 8}
# So many random programs are made for each library.
RANDOM = 400


class Recorder(make_programs.Recorder):
    """Notes the strides too."""

    def note(self, name, line, operands, result, in_place=False):
        before = len(self.operations)
        super().note(name, line, operands, result, in_place)
        if len(self.operations) > before:
            has_torch = any(isinstance(operand, torch.Tensor) for operand in operands)
            noted = [o for o in operands if make_programs.is_tensor(o) or (isinstance(o, (list, tuple)) and not has_torch)]
            self.operations[-1]["strides"] = [strides(operand) for operand in noted]


def strides(value):
    if isinstance(value, torch.Tensor):
        return list(value.stride())
    if isinstance(value, np.ndarray):
        return [stride // value.itemsize for stride in value.strides]
    return None


def recorded():
    """Programs of the records that do not depend on random values."""
    for file, step in FILES.items():
        lines = gzip.open(pathlib.Path(__file__).parent / f"{file}.jsonl.gz", "rt")
        programs = (json.loads(line) for line in lines)
        chosen = [program for program in programs if "data_dependent" not in program]
        yield from chosen[::step]


def chain(library, choose):
    """A random program: views of a tensor, and operations with others."""
    sizes = [choose.choice([1, 2, 3, 4]) for _ in range(choose.choice([1, 2, 3, 3, 4]))]
    lines = ["import numpy as np" if library == "numpy" else "import torch"]
    make = {"numpy": "np.arange({}.).reshape({})", "torch": "torch.arange({}.).reshape({})"}[library]
    lines += [f"{name} = {make.format(int(np.prod(sizes)), tuple(sizes))}" for name in "xy"]
    shapes = {"x": sizes, "y": sizes}
    module = {"numpy": "np", "torch": "torch"}[library]

    def view(name):
        shape = shapes[name]
        axis = choose.randrange(max(len(shape), 1))
        other = choose.randrange(max(len(shape), 1))
        order = random.Random(choose.random()).sample(range(len(shape)), len(shape))
        before = ":, " * axis
        kinds = ["T", "order", "swap", "slice", "step", "new", "at", "reshape", "flat", "copy", "unary", "list", "expand", "flip"]
        kind = choose.choice(kinds)
        if not shape and kind not in ("new", "copy", "unary"):
            kind = "new"
        permute, swap = {"numpy": ("transpose", "swapaxes"), "torch": ("permute", "transpose")}[library]
        if kind == "T":
            return f"{name}.T" if len(shape) == 2 or library == "numpy" else f"{name}.permute({tuple(reversed(range(len(shape))))})"
        if kind == "order":
            return f"{name}.{permute}({tuple(order)})"
        if kind == "swap":
            return f"{name}.{swap}({axis}, {other})"
        if kind in ("slice", "step"):
            return f"{name}[{before}{choose.choice(['1:', ':-1']) if kind == 'slice' else '::2'}]"
        if kind == "new":
            return f"{name}[{before}None]"
        if kind == "at":
            return f"{name}[{before}0]" if shape[axis] else name
        if kind == "reshape":
            return f"{name}.reshape(-1, {choose.choice(shape)})"
        if kind == "flat":
            return f"{name}.reshape(-1)"
        if kind == "copy":
            return choose.choice({"numpy": ["{}.copy()", "np.copy({})", "{}.astype(int)"], "torch": ["{}.clone()", "{}.contiguous()", "{}.long()"]}[library]).format(name)
        if kind == "unary":
            return choose.choice(["-{}", f"{module}.exp({{}})", "{} * 2", "1 - {}", f"{module}.zeros_like({{}})", "{} > 1"]).format(name)
        if kind == "list":
            return f"{name}[{before}[0, 0]]" if shape[axis] else name
        if kind == "expand":
            target = (2, *shape)
            return f"np.broadcast_to({name}, {target})" if library == "numpy" else f"{name}.expand({target})"
        if library == "numpy":
            return choose.choice([f"{name}[{before}::-1]", f"np.flip({name})", f"np.sum({name}, axis={axis})", f"{name}.max({axis}, keepdims=True)", f"np.cumsum({name}, axis={axis})"])
        return choose.choice([f"{name}.flip({axis})", f"{name}.sum({axis})", f"torch.softmax({name}.float(), {axis})", f"{name}.float().mean({axis}, keepdim=True)", f"{name}.cumsum({axis})"])

    def known():
        variables = {}
        exec("\n".join(lines), variables)
        return {name: list(variables[name].shape) for name in shapes}

    for _ in range(choose.randrange(2, 7)):
        name = choose.choice(sorted(shapes))
        lines.append(f"{choose.choice('xyz')} = {view(name)}")
        shapes.setdefault(lines[-1][0], [])
        shapes = known()
        if choose.random() < 0.3:
            first, second = choose.choices(sorted(shapes), k=2)
            lines.append(f"z = {first} + {second}")
            shapes.setdefault("z", [])
            shapes = known()
    lines += [f"{name} == {name}" for name in sorted(shapes)]
    return {"library": library, "text": "\n".join(lines)}


def chains():
    for library in ("numpy", "torch"):
        choose = random.Random(26)
        made = 0
        while made < RANDOM:
            try:
                yield chain(library, choose)
                made += 1
            except Exception:  # noqa: BLE001
                continue


def main():
    output = make_programs.prepared()
    for program in [*recorded(), *chains()]:
        recorder = Recorder()
        signal.alarm(make_programs.SECONDS)
        try:
            make_programs.run(program["text"], 1, recorder)
        except (SyntaxError, TimeoutError):
            continue
        finally:
            signal.alarm(0)
        if recorder.operations:
            fields = "line", "name", "operands", "strides"
            operations = [[operation[field] for field in fields] for operation in recorder.operations]
            record = {"library": program["library"], "text": program["text"], "operations": operations}
            print(json.dumps(record, separators=(",", ":")), file=output)


if __name__ == "__main__":
    main()
