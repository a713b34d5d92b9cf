#!/usr/bin/env python3
"""Makes the recorded answers in this folder anew from the real libraries.

    python3 -m venv /tmp/answers && /tmp/answers/bin/pip install numpy==2.4.6 torch==2.15.0
    /tmp/answers/bin/python crates/core/tests/vectors/make.py [--check]

The questions are those of the files as they stand; only the answers are made anew. (expressions.jsonl.gz has a script of its
own, make_expressions.py.) With
--check nothing is written: it prints how many answers differ from the recorded ones. Operands too large to be stored are
made as stretched views of one element; what is too large to be run (`null`) stays so. Messages about memory depend on the
machine and are left as they are.
"""
import gzip
import json
import math
import os
import sys
import warnings

import numpy as np
import torch

FOLDER = os.path.dirname(os.path.abspath(__file__))
STORED = 2**16
"""Operands of at most so many elements are made; larger ones are views."""

warnings.simplefilter("ignore")
assert np.__version__ == "2.4.6" and torch.__version__.startswith("2.15.0"), "other versions may say it otherwise"


def answer(run, usual):
    """What `run` gives, or the error that it raises; its type stands there where it is not the usual one."""
    try:
        return run()
    except Exception as error:
        kind = type(error).__name__
        # What follows the first line is where in the C++ code it was raised.
        return {"error": str(error).split("\n")[0]} | ({} if kind == usual else {"type": kind})


def shape(tensor):
    return {"ok": list(tensor.shape)}


def small(*shapes):
    return all(math.prod(sizes) <= STORED for sizes in shapes)


def with_torch(run):
    return answer(run, "RuntimeError")


def with_numpy(run):
    return answer(run, "ValueError")


def torch_operands(*shapes):
    if small(*shapes):
        return [torch.empty(sizes) for sizes in shapes]
    return [torch.zeros(()).expand(sizes) for sizes in shapes]


def numpy_operands(*shapes):
    if small(*shapes):
        return [np.empty(sizes) for sizes in shapes]
    return [np.broadcast_to(0.0, sizes) for sizes in shapes]


def broadcast_shapes(case):
    a, b = case["a"], case["b"]
    numpy, torch_ = case["numpy"], case["torch"]
    if numpy.get("add") is not None and not on_memory(numpy["add"]):
        numpy["add"] = with_numpy(lambda: shape(np.add(*numpy_operands(a, b)))) | stage(numpy["add"])
    if torch_.get("add") is not None and not on_memory(torch_["add"]):
        torch_["add"] = with_torch(lambda: shape(torch.add(*torch_operands(a, b)))) | stage(torch_["add"])
    numpy["broadcast_shapes"] = with_numpy(lambda: {"ok": list(np.broadcast_shapes(tuple(a), tuple(b)))})
    torch_["broadcast_shapes"] = with_torch(lambda: {"ok": list(torch.broadcast_shapes(tuple(a), tuple(b)))})
    torch_["broadcast_tensors"] = with_torch(lambda: shape(torch.broadcast_tensors(*torch_operands(a, b))[0]))


def on_memory(recorded):
    message = recorded.get("error", "")
    return message.startswith("Unable to allocate") or "can't allocate memory" in message


def stage(recorded):
    return {"stage": recorded["stage"]} if "stage" in recorded else {}


def inplace(case):
    def numpy():
        a, b = np.empty(case["a"]), np.empty(case["b"])
        a += b
        return shape(a)

    case["torch"] = with_torch(lambda: shape(torch.empty(case["a"]).add_(torch.empty(case["b"]))))
    case["numpy"] = with_numpy(numpy)


def inplace_expanded(case):
    def numpy():
        a = np.broadcast_to(np.empty(case["base"]), case["view"])
        a += np.empty(case["b"])
        return shape(a)

    case["torch"] = with_torch(lambda: shape(torch.empty(case["base"]).expand(case["view"]).add_(torch.empty(case["b"]))))
    case["numpy"] = with_numpy(numpy)


def nary(case):
    shapes = case["shapes"]
    numpy, torch_ = case["numpy"], case["torch"]
    numpy["broadcast_shapes"] = with_numpy(lambda: {"ok": list(np.broadcast_shapes(*map(tuple, shapes)))})
    torch_["broadcast_shapes"] = with_torch(lambda: {"ok": list(torch.broadcast_shapes(*map(tuple, shapes)))})
    torch_["broadcast_tensors"] = with_torch(lambda: shape(torch.broadcast_tensors(*map(torch.empty, shapes))[0]))
    if "where" in numpy:
        numpy["where"] = with_numpy(lambda: shape(np.where(*map(np.empty, shapes))))
    if "where" in torch_:
        condition, *others = shapes
        torch_["where"] = with_torch(lambda: shape(torch.where(torch.ones(condition, dtype=bool), *map(torch.empty, others))))


def matmul(case):
    case["torch"] = with_torch(lambda: shape(torch.matmul(torch.empty(case["a"]), torch.empty(case["b"]))))
    case["numpy"] = with_numpy(lambda: shape(np.matmul(np.empty(case["a"]), np.empty(case["b"]))))


def strides(case):
    base, order = case.get("perm_of", case["a"]), case.get("perm", list(range(len(case["a"]))))
    tensor = (torch.empty(base) if small(base) else torch.zeros(()).expand(base)).permute(order)
    array = (np.empty(base) if small(base) else np.broadcast_to(0.0, base)).transpose(order)
    for library, run in (("torch", lambda: tensor.expand(case["target"])), ("numpy", lambda: np.broadcast_to(array, case["target"]))):
        made = (with_torch if library == "torch" else with_numpy)(lambda: {"made": run()})
        if "error" in made:
            case[library + "_error"] = made
        elif library == "torch":
            case["torch_shape"], case["torch_strides"] = list(made["made"].shape), list(made["made"].stride())
        else:
            case["numpy_shape"] = list(made["made"].shape)
            case["numpy_strides_elems"] = [stride // 8 for stride in made["made"].strides]


NUMPY_NAMES = {"sub": "subtract", "mul": "multiply", "div": "divide", "pow": "power", "eq": "equal", "ne": "not_equal",
               "lt": "less", "le": "less_equal", "gt": "greater", "ge": "greater_equal"}


def plain(value):
    """A number as the files have it."""
    if isinstance(value, float):
        if value != value or value in (math.inf, -math.inf):
            return str(value)
        if value == 0 and math.copysign(1, value) < 0:
            return "-0"
        if value.is_integer() and abs(value) < 2**53:
            return int(value)
    return value


def values(case):
    read = lambda name: [float(x) if isinstance(x, str) else x for x in case[name]]
    a = np.array(read("a"), dtype=case["dtype"]).reshape(case["a_shape"])
    b = np.array(read("b"), dtype=case["dtype"]).reshape(case["b_shape"])

    def run(function, *operands):
        out = function(*operands)
        flat = out.flatten().tolist()
        return {"out_shape": list(out.shape), "out": [plain(x) for x in flat], "dtype": str(out.dtype).replace("torch.", "")}

    numpy = with_numpy(lambda: run(getattr(np, NUMPY_NAMES.get(case["op"], case["op"])), a, b))
    torch_ = with_torch(lambda: run(getattr(torch, case["op"]), torch.from_numpy(a.copy()), torch.from_numpy(b.copy())))
    for name in ("out_shape", "out", "out_dtype", "torch_dtype", "torch_out", "numpy", "torch"):
        case.pop(name, None)
    if "error" in numpy or "error" in torch_:
        case["numpy"], case["torch"] = numpy, torch_
        return
    case["out_shape"], case["out"], case["out_dtype"] = numpy["out_shape"], numpy["out"], numpy["dtype"]
    if torch_["dtype"] != numpy["dtype"]:
        case["torch_dtype"] = torch_["dtype"]
    if torch_["out"] != numpy["out"]:
        case["torch_out"] = torch_["out"]


DTYPES = "bool uint8 int8 int16 int32 int64 float16 bfloat16 float32 float64".split()
"""The element types that are asked about: those whose elements the tool computes."""
METHODS = {"add": "add_", "sub": "sub_", "mul": "mul_", "div": "div_", "floor_divide": "floor_divide_", "remainder": "remainder_",
           "pow": "pow_", "maximum": None, "minimum": None, "eq": "eq_", "ne": "ne_", "lt": "lt_", "le": "le_", "gt": "gt_", "ge": "ge_"}
"""The operators, with PyTorch's methods that do the same in place."""
FITS = {"same": [3], "scalar": [], "grows": [4, 1, 1], "clash": [2]}
"""How an operand `b` stands to an `a` of shape (2, 3)."""


def types_asked():
    return [{"op": op, "fit": fit, "a": a, "b": b} for op in METHODS for fit in FITS for a in DTYPES for b in DTYPES]


def types(case):
    op, sizes = case["op"], FITS[case["fit"]]
    in_place = METHODS[op]

    def torch_(changes):
        a, b = torch.ones(2, 3, dtype=getattr(torch, case["a"])), torch.ones(sizes, dtype=getattr(torch, case["b"]))
        if changes:
            out = getattr(torch, op)(a, b, out=a) if in_place is None else getattr(a, in_place)(b)
        else:
            out = getattr(torch, op)(a, b)
        return {"ok": str(out.dtype).removeprefix("torch.")}

    def numpy_(changes):
        a, b = np.ones((2, 3), dtype=case["a"]), np.ones(sizes, dtype=case["b"])
        out = getattr(np, NUMPY_NAMES.get(op, op))(a, b, **({"out": a} if changes else {}))
        return {"ok": str(out.dtype)}

    case["torch"] = [with_torch(lambda: torch_(changes)) for changes in (False, True)]
    case.pop("numpy", None)
    if "bfloat16" not in (case["a"], case["b"]):
        case["numpy"] = [with_numpy(lambda: numpy_(changes)) for changes in (False, True)]


PAIRS = [
    [[], [3]], [[2, 3], []], [[3], [3]], [[3], [4]], [[0], [0]], [[0], [1]], [[2, 3], [3]], [[2, 3], [4]], [[0, 3], [3]], [[2, 0], [0]],
    [[3], [3, 2]], [[3], [4, 2]], [[3], [3, 0]], [[0], [0, 2]], [[2, 3], [3, 2]], [[2, 3], [2, 3]], [[2, 0], [0, 2]], [[0, 3], [3, 2]],
    [[4, 2, 3], [3]], [[4, 2, 3], [4]], [[0, 2, 3], [3]], [[4, 2, 3], [3, 2]], [[4, 2, 3], [2, 3]], [[0, 2, 3], [3, 2]],
    [[3], [4, 3, 2]], [[3], [4, 2, 3]], [[3], [4, 3, 1]], [[3], [4, 2, 1]], [[3], [0, 3, 2]], [[0], [4, 0, 2]],
    [[2, 3], [4, 3, 2]], [[2, 3], [4, 2, 3]], [[2, 3], [0, 3, 2]], [[2, 0], [4, 0, 2]], [[0, 3], [4, 3, 2]],
    [[4, 2, 3], [4, 3, 2]], [[4, 2, 3], [4, 2, 3]], [[4, 2, 3], [5, 3, 2]], [[4, 2, 3], [5, 4, 2]], [[0, 2, 3], [0, 3, 2]],
    [[4, 2, 0], [4, 0, 2]], [[4, 0, 3], [4, 3, 2]], [[8, 1, 3, 4], [5, 4, 2]], [[8, 2, 3, 4], [5, 4, 2]],
    [[4, 20, 30], [4, 30, 20]], [[4, 1, 400], [4, 400, 1]], [[4, 1, 399], [4, 399, 1]], [[300], [4, 300, 20]], [[20, 30], [30, 20]],
]
"""Shapes of two factors: each way that PyTorch multiplies them, right and wrong, and without elements."""
HUGE = [
    [[2**40, 1], [1, 2**40]], [[2**62, 1], [1, 2]], [[2**61, 1], [1, 1]], [[2**62, 0], [0, 2]], [[2**62, 0], [1, 2]], [[2**40, 0], [0, 2**40]],
    [[2**62, 1, 1], [1, 2]], [[2**62, 1, 1], [3, 1, 2]], [[2**62, 1, 0], [2**62, 0, 2]], [[2**31, 1, 0], [2**31, 1, 0, 1]],
    [[2**32, 1, 1], [2**32, 1, 1, 1]], [[2**62, 2], [2]], [[2**40, 2**40], [2**40, 1]], [[2**62, 0], [0]], [[2**60, 0, 4], [4]],
    [[2**62], [2**62, 0]], [[0, 2**62], [2**62, 3]],
]
"""Shapes of two factors beyond what a library can hold."""
PERMUTED = [
    [[3, 2, 4], [1, 0, 2], [4], [0]], [[3, 2, 4], [1, 0, 2], [5], [0]], [[3, 2, 4], [1, 0, 2], [4, 5], [0, 1]],
    [[3, 2, 4], [1, 0, 2], [5, 4], [0, 1]], [[3, 2, 4], [1, 0, 2], [5, 4], [1, 0]], [[4], [0], [3, 2, 4], [0, 2, 1]],
    [[5], [0], [3, 2, 4], [0, 2, 1]], [[4, 2, 3], [1, 2, 0], [4, 3], [0, 1]], [[2, 3], [1, 0], [2, 3], [0, 1]], [[3, 2], [1, 0], [3, 2], [1, 0]],
    [[4, 30, 20], [0, 2, 1], [4, 30, 20], [0, 1, 2]], [[20, 4, 30], [1, 0, 2], [4, 30, 20], [0, 1, 2]],
    [[4, 20, 1, 30], [0, 2, 1, 3], [4, 30, 20], [0, 1, 2]], [[20, 30, 4], [2, 0, 1], [4, 30, 20], [0, 1, 2]],
]
"""Factors whose axes are in another order than stored: a stored shape and an order for each."""
FACTOR_TYPES = "bool uint8 int64 float16 bfloat16 float32 float64 complex64".split()


def products_asked():
    same = lambda sizes: list(range(len(sizes)))
    asked = [(a, same(a), b, same(b)) for a, b in PAIRS] + PERMUTED
    typed = [{"a": a, "order_a": p, "b": b, "order_b": q, "types": [x, y]}
             for a, p, b, q in asked for x in FACTOR_TYPES for y in FACTOR_TYPES]
    return typed + [{"a": a, "order_a": same(a), "b": b, "order_b": same(b), "types": ["float32"] * 2} for a, b in HUGE]


def products(case):
    sizes, orders = [case["a"], case["b"]], [case["order_a"], case["order_b"]]

    def run(make):
        a, b = [make(*factor) for factor in zip(sizes, orders, case["types"])]
        out = a @ b
        return {"ok": list(out.shape), "dtype": str(out.dtype).removeprefix("torch.")}

    def torch_(sizes, order, dtype):
        dtype = getattr(torch, dtype)
        return (torch.zeros(sizes, dtype=dtype) if small(sizes) else torch.zeros((), dtype=dtype).expand(sizes)).permute(order)

    def numpy(sizes, order, dtype):
        return (np.zeros(sizes, dtype) if small(sizes) else np.broadcast_to(np.zeros((), dtype), sizes)).transpose(order)

    case["torch"] = with_torch(lambda: run(torch_))
    if "bfloat16" not in case["types"]:
        case["numpy"] = with_numpy(lambda: run(numpy))


def limits(case):
    usual = "RuntimeError" if case["lib"] == "torch" else "ValueError"
    if on_memory(case):
        return

    def run():
        made = eval(case["expr"], {"np": np, "torch": torch})
        if hasattr(made, "shape") and not isinstance(made, (tuple, torch.Size)):
            return {"ok": {"shape": list(made.shape)}}
        return {"ok": list(made) if isinstance(made, tuple) else made}

    for name in ("ok", "error", "type"):
        case.pop(name, None)
    case.update(answer(run, usual))


def main():
    check = "--check" in sys.argv
    for make in (broadcast_shapes, inplace, inplace_expanded, nary, matmul, products, strides, values, types, limits):
        path = os.path.join(FOLDER, make.__name__ + ".jsonl.gz")
        before = []
        if os.path.exists(path):
            with gzip.open(path, "rt", encoding="utf-8") as lines:
                before = [json.loads(line) for line in lines]
        elif make in (types, products):
            before = {types: types_asked, products: products_asked}[make]()
        cases = json.loads(json.dumps(before))
        for case in cases:
            make(case)
        changed = [pair for pair in zip(before, cases) if pair[0] != pair[1]]
        print(f"{make.__name__}: {len(cases)} cases, {len(changed)} other than recorded")
        for was, now in changed[:3]:
            print("   was", json.dumps(was)[:300], "\n   now", json.dumps(now)[:300])
        if not check:
            text = "".join(json.dumps(case, separators=(",", ":")) + "\n" for case in cases)
            with open(path, "wb") as file, gzip.GzipFile(fileobj=file, mode="wb", mtime=0, filename="") as packed:
                packed.write(text.encode())


if __name__ == "__main__":
    main()
