"""Makes gradients.jsonl.gz anew: the gradients of the sum of a result, as torch.autograd gives them.

Run with PyTorch 2.15.0 (CPU): python tests/vectors/make_gradients.py | gzip -9n > tests/vectors/gradients.jsonl.gz
One JSON object a line, for 500 random pairs of shapes that broadcast: `op`, and for each operand its shape (`a`, `b`), its elements in
row-major order (`a_values`, `b_values`), and the shape and the elements of its gradient (`a_grad`, `b_grad`, `a_grad_values`,
`b_grad_values`). All elements are float64. Numbers that are not finite are strings.
"""

import json
import math
import random

import torch

assert torch.__version__.startswith("2.15.0"), torch.__version__
random.seed(15)

OPERATORS = {"add": torch.add, "sub": torch.sub, "mul": torch.mul, "div": torch.div}


def pair():
    """Two shapes that broadcast, which often stretch."""
    result = [random.choice([1, 2, 2, 3, 3, 4, 5, 0 if random.random() < 0.2 else 2]) for _ in range(random.randint(0, 4))]
    shapes = []
    for _ in range(2):
        shape = [1 if random.random() < 0.35 else size for size in result]
        shapes.append(shape[random.randint(0, len(shape)) if random.random() < 0.5 else 0 :])
    return shapes


def value():
    """Quarters, so that sums and products are exact; sometimes 0, by which a quotient is not finite."""
    return random.choice([0.0, 1.0, -1.0]) if random.random() < 0.1 else random.randint(-40, 40) / 4


def number(x):
    return x if math.isfinite(x) else str(x)


for case in range(500):
    shapes = pair()
    name = random.choice(list(OPERATORS))
    operands = []
    for shape in shapes:
        values = [value() for _ in range(math.prod(shape))]
        operands.append(torch.tensor(values, dtype=torch.float64).reshape(shape).requires_grad_())
    OPERATORS[name](*operands).sum().backward()
    row = {"op": name}
    for letter, shape, operand in zip("ab", shapes, operands):
        row[letter] = shape
        row[f"{letter}_values"] = operand.detach().flatten().tolist()
        row[f"{letter}_grad"] = list(operand.grad.shape)
        row[f"{letter}_grad_values"] = [number(x) for x in operand.grad.flatten().tolist()]
    print(json.dumps(row, separators=(",", ":")))
