"""Makes expressions.jsonl.gz anew: Python expressions and what the real libraries make of them.

Run with NumPy 2.4.6 and PyTorch 2.15.0 (CPU): python tests/vectors/make_expressions.py | gzip -9n > tests/vectors/expressions.jsonl.gz
One JSON object a line: `text`, and `shape`, `strides` (in elements), `dtype`, `values` (of up to 64 elements, unless the
expression does not tell them) or `error` (type and message).
"""

import json
import math
import warnings
from pathlib import Path

import numpy as np
import torch

warnings.simplefilter("ignore")
assert np.__version__ == "2.4.6" and torch.__version__.startswith("2.15.0"), (np.__version__, torch.__version__)

TEXTS = []


def add(*texts):
    TEXTS.extend(texts)


# What makes tensors.
for sizes in ["()", "(3,)", "(3, 1)", "(2, 3, 4)", "(0, 3)", "[4, 1]", "5", "(1,)", "(2,)*3", "(2,)+(3,)", "(2*3, 4//2)", "(-1, 3)"]:
    for name in ["ones", "zeros", "empty"]:
        add(f"torch.{name}({sizes})", f"np.{name}({sizes})")
    add(f"torch.rand({sizes})", f"torch.randn({sizes})", f"np.random.random({sizes})", f"torch.full({sizes}, 7)" if sizes != "5" else "torch.full((5,), 7)")
    add(f"np.full({sizes}, 2.5)", f"torch.ones(size={sizes})" if sizes != "5" else "torch.ones(size=(5,))", f"np.ones(shape={sizes})")
add("torch.ones(3, 1)", "torch.empty(  3,1,1)", "torch.rand(2, 3, requires_grad=True)", "torch.zeros(2, 3, dtype=torch.int64)")
add("np.ones(3, 4)", "np.ones((3, 4), np.int32)", "np.ones((3, 4), dtype=int)", "np.zeros((2,), dtype='float32')")
add("np.random.rand(3, 4)", "np.random.randn(3)", "np.random.rand()", "np.random.rand((3, 4))", "np.random.randint(0, 10, (3, 4))")
add("np.random.randint(10, size=(2, 2))", "torch.randint(0, 10, (3, 4))", "torch.randint(10, (3,))", "np.random.normal(size=(3, 4))", "np.random.uniform(0, 1, (2, 3))")
add("torch.Tensor(3, 4)", "torch.Tensor([1, 2])", "torch.full((2, 3), 0.5)", "torch.full((2, 3), True)", "np.full((2, 3), 7)", "torch.full(size=(2,), fill_value=3)")
for arguments in ["5", "0", "2, 7", "7, 2", "7, 2, -1", "0, 10, 3", "0, 1, 0.25", "5.", "1, 2, 0", "10, 0, -3", "0.5, 3", "24", "start=1, end=4"]:
    add(f"torch.arange({arguments})", f"np.arange({arguments})".replace("end=", "stop="))
add("torch.arange(4, dtype=torch.float32)", "np.arange(4, dtype=float)", "torch.arange(4).float()", "torch.arange(4).double().long()")
add("torch.linspace(0, 1, 5)", "np.linspace(0, 1, 5)", "np.linspace(1, 3, num=3)", "torch.linspace(1, 2, steps=1)")
for literal in ["5", "2.5", "[1, 2, 3]", "[[0], [10], [20]]", "[[1, 2.5], [3, 4]]", "[]", "[[], []]", "(1, 2)", "[(1, 2), (3, 4)]", "[True, False]", "[1e3, -.5]", "[[0, 1, 2]]*4", "range(3)", "[1]*3+[2]", "[-1, +2]", "2**3", "[1, True]"]:
    add(f"torch.tensor({literal})", f"np.array({literal})")
add("torch.tensor([1, 2], dtype=torch.float64)", "np.array([1, 2], dtype=np.float32)", "np.float64(3)", "torch.tensor(float('inf'))", "np.asarray([[1, 2]])")
# Views of what the libraries share.
BASES = ["{m}.arange(12)", "{m}.arange(12).reshape(3, 4)", "{m}.arange(24).reshape(2, 3, 4)", "{m}.ones({one})", "{m}.zeros((0, 3))", "{m}.arange(6).reshape(1, 6, 1)", "{m}.ones(())"]
SHARED = [
    ".T", ".reshape(-1)", ".reshape(3, -1)", ".reshape(2, 6)", ".reshape((4, 3))", ".reshape(5, -1)", ".reshape(-1, -1)", ".reshape(3, 5)",
    ".reshape(-1, 0)", ".reshape(1, -1, 1)", ".T.reshape(-1)", ".T.reshape(2, -1)", ".T.reshape(4, 3, 1)", ".squeeze()", ".squeeze(0)", ".squeeze(-1)",
    ".squeeze(5)", "[:, None]", "[None]", "[None, :]", "[..., None]", "[None, ..., None]", "[:, :, None]", "[:, None, :]", ".mT", ".swapaxes(0, 1)",
    ".swapaxes(0, -1)", ".ravel()", ".T.ravel()", ".flatten()", ".T.flatten()", "[:, None].reshape(-1, 1)", "[:]", "[...]", " * 2", " + 0.5", ".T * 2",
    "[None].T", "[:, None].T", ".reshape(-2, 3)", ".reshape(())", ".reshape(1)", ".reshape(2, 2, 3)", ".T.reshape(2, 2, 3)", ".reshape(2,6).T.reshape(3,4)",
]
TORCH = [
    ".view(-1)", ".view(3, -1)", ".view(2, 6)", ".T.view(-1)", ".view(7)", ".unsqueeze(0)", ".unsqueeze(1)", ".unsqueeze(-1)", ".unsqueeze(9)", ".transpose(0, 1)",
    ".transpose(-1, -2)", ".transpose(0, 5)", ".permute(1, 0)", ".permute(2, 0, 1)", ".permute((1, 0))", ".permute(0, 0)", ".permute(0)", ".permute(0, 7)",
    ".expand(3, 4)", ".expand(2, 3, 4)", ".expand(2, -1, -1)", ".expand(-1)", ".expand(5)", ".expand(3, -1, 4)", ".expand(2, 6, 3)", ".t()", ".contiguous()", ".T.contiguous()",
    ".T.clone()", ".flatten(1)", ".flatten(0, 1)", ".flatten(1, 0)", ".unsqueeze(0).expand(5, -1)", ".unsqueeze(0).expand(5, 12).reshape(-1)",
    ".unsqueeze(0).expand(5, 12).contiguous()", ".unsqueeze(0).expand(5, 12) + 1", ".unsqueeze(0).expand(5, 12).T.reshape(60)", ".squeeze((0, 1))", ".movedim(0, -1)",
    ".unsqueeze(1).unsqueeze(1)", ".swapdims(0, 1)", ".half()", ".int()", ".bool()", ".view(12, 1)", ".view(1, 12, 1).squeeze(0)", ".broadcast_to((2, 12))", ".numpy()",
]
NUMPY = [
    ".transpose()", ".transpose(1, 0)", ".transpose((1, 0))", ".transpose(2, 0, 1)", ".transpose(0, 0)", ".transpose(0)", ".transpose(0, 5)", ".copy()", ".T.copy()",
    ".squeeze(axis=0)", "[:, np.newaxis]", "[np.newaxis]", ".astype(float)", ".astype(np.int32)", ".swapaxes(0, 4)", "[..., ...]",
]
NUMPY_CALLS = [
    "np.expand_dims({x}, 0)", "np.expand_dims({x}, -1)", "np.expand_dims({x}, axis=1)", "np.expand_dims({x}, 9)", "np.expand_dims({x}, (0, 1))", "np.transpose({x})",
    "np.broadcast_to({x}, (3, 4))", "np.broadcast_to({x}, (2, 3, 4))", "np.broadcast_to({x}, (5, 12))", "np.broadcast_to({x}, ())", "np.broadcast_to({x}, (3, -1))",
    "np.broadcast_to({x}, (5, 12)).reshape(-1)", "np.broadcast_to({x}, (5, 12)).copy()", "np.squeeze({x})", "np.reshape({x}, (3, -1))", "np.moveaxis({x}, 0, -1)", "np.ravel({x})",
]
TORCH_CALLS = ["torch.unsqueeze({x}, 0)", "torch.unsqueeze({x}, dim=-1)", "torch.permute({x}, (1, 0))", "torch.transpose({x}, 0, 1)", "torch.reshape({x}, (2, -1))", "torch.broadcast_to({x}, (2, 12))", "torch.flatten({x})"]
for base in BASES:
    torch_base, numpy_base = base.format(m="torch", one="3, 1"), base.format(m="np", one="(3, 1)")
    add(torch_base, numpy_base)
    add(*[torch_base + tail for tail in SHARED + TORCH], *[numpy_base + tail for tail in SHARED + NUMPY])
    add(*[call.format(x=torch_base) for call in TORCH_CALLS], *[call.format(x=numpy_base) for call in NUMPY_CALLS])
add("np.ones(3).unsqueeze(0)", "torch.ones(3).astype(float)", "np.ones(3).expand(2, 3)", "10 * torch.arange(4)", "-np.arange(3)", "1 - torch.arange(3)", "torch.arange(4) / 2", "np.arange(4) ** 2", "np.arange(4) // 2", "torch.arange(4) % 3")
add("torch.zeros(torch.ones(2, 3).shape)", "np.zeros(np.ones((2, 3)).shape[1])", "torch.ones(torch.ones(2, 3).size(0), 4)", "torch.ones(*[2, 3])", "torch.ones(2, 3).permute(*range(2))", "torch.ones(2,3).expand_as(torch.ones(4,2,3))", "torch.arange(6).reshape_as(torch.ones(2,3))")

add(*(Path(__file__).parent / "expressions.txt").read_text().splitlines())


def number(value):
    if isinstance(value, float) and not math.isfinite(value):
        return str(value)
    return value


def answer(text):
    try:
        result = eval(text)
    except Exception as error:  # noqa: BLE001
        return {"error": [type(error).__name__, str(error)]}
    if isinstance(result, torch.Tensor):
        shape, strides, dtype = list(result.shape), list(result.stride()), str(result.dtype).removeprefix("torch.")
        values = result.detach().to(torch.float64).reshape(-1).tolist()
    else:
        result = np.asarray(result)
        shape, dtype = list(result.shape), str(result.dtype)
        strides = [stride // result.itemsize for stride in result.strides]
        values = result.astype(np.float64).reshape(-1).tolist()
    line = {"shape": shape, "strides": strides, "dtype": dtype}
    if not any(word in text for word in ("rand", "empty", "normal", "uniform", "Tensor(2", "Tensor(3")) and len(values) <= 64:
        line["values"] = [number(value) for value in values]
    return line


for text in dict.fromkeys(TEXTS):
    print(json.dumps({"text": text, **answer(text)}, ensure_ascii=False))
