"""What recording costs, as ratios in one run: `python tools/costs.py`. Needs NumPy and PyTorch. Fails where a bound is passed."""

import ast
import subprocess
import sys
import time
from pathlib import Path

SOURCES = Path(__file__).parents[1] / "src"
sys.path.insert(0, str(SOURCES))

from broadcast_visualizer import recorder  # noqa: E402
from broadcast_visualizer.transform import transform  # noqa: E402

RECURSION = """
def fib(n):
    if n < 2:
        return n
    return fib(n - 1) + fib(n - 2)
fib(24)
"""

QUEENS = """
def queens(n):
    count = 0
    def place(row, cols, up, down):
        nonlocal count
        if row == n:
            count += 1
            return
        for col in range(n):
            if col not in cols and row + col not in up and row - col not in down:
                place(row + 1, cols | {col}, up | {row + col}, down | {row - col})
    place(0, frozenset(), frozenset(), frozenset())
    return count
queens(7)
"""

PIXELS = """
h, w = 120, 160
img = [[(x * y) % 256 for x in range(w)] for y in range(h)]
out = [[0] * w for _ in range(h)]
for y in range(1, h - 1):
    for x in range(1, w - 1):
        s = 0
        for dy in (-1, 0, 1):
            for dx in (-1, 0, 1):
                s += img[y + dy][x + dx]
        out[y][x] = s // 9
"""

CLASSES = """
class V:
    def __init__(self, x, y):
        self.x, self.y = x, y
    def __add__(self, o):
        return V(self.x + o.x, self.y + o.y)
    def dot(self, o):
        return self.x * o.x + self.y * o.y
v = V(0, 0)
for i in range(50000):
    v = v + V(i, 1)
    d = v.dot(v)
"""

AUTOGRAD = """
class Value:
    def __init__(self, data, children=()):
        self.data = data
        self.grad = 0.0
        self.prev = set(children)
        self.back = lambda: None
    def __add__(self, other):
        other = other if isinstance(other, Value) else Value(other)
        out = Value(self.data + other.data, (self, other))
        def back():
            self.grad += out.grad
            other.grad += out.grad
        out.back = back
        return out
    def __mul__(self, other):
        other = other if isinstance(other, Value) else Value(other)
        out = Value(self.data * other.data, (self, other))
        def back():
            self.grad += other.data * out.grad
            other.grad += self.data * out.grad
        out.back = back
        return out
    def backward(self):
        topo, seen = [], set()
        def build(v):
            if v not in seen:
                seen.add(v)
                for c in v.prev:
                    build(c)
                topo.append(v)
        build(self)
        self.grad = 1.0
        for v in reversed(topo):
            v.back()
for i in range(600):
    xs = [Value(0.5 * k) for k in range(8)]
    t = xs[0]
    for x in xs[1:]:
        t = t * x + x
    t.backward()
"""

FLOATS = """
x = 0.0
y = 0.5
for i in range(2_000_000):
    x = x + y
"""

ADDITIONS = """
import numpy as np
x, y = np.ones((3, 1)), np.ones(4)
for _ in range(200_000):
    z = x + y
"""

TRAINING = """
import torch
from torch import nn
torch.manual_seed(0)
torch.set_num_threads(1)

class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.first, self.second = nn.Linear(64, 128), nn.Linear(128, 10)
        self.scale = nn.Parameter(torch.ones(128))

    def forward(self, x):
        x = (x - x.mean(0)) / (x.std(0) + 1e-5)
        return self.second(torch.relu(self.first(x)) * self.scale)

net = Net()
optimizer = torch.optim.Adam(net.parameters())
x, y = torch.randn(64, 64), torch.randint(10, (64,))
right = 0
for step in range(1_000):
    scores = net(x)
    loss = nn.functional.cross_entropy(scores, y) + 1e-4 * sum((p**2).sum() for p in net.parameters())
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    right += (scores.argmax(1) == y).sum()
"""

#: Each load with the most that it may cost: the time with recording divided by the time without.
LOADS = {
    "recursive functions": (RECURSION, 1.5),
    "queens": (QUEENS, 1.5),
    "pixels of lists": (PIXELS, 1.5),
    "small classes": (CLASSES, 1.5),
    "an autograd written with classes": (AUTOGRAD, 1.5),
    "additions of floats": (FLOATS, 1.5),
    "additions of small arrays": (ADDITIONS, 2.5),
    "steps of training": (TRAINING, 1.3),
}

#: The most seconds of the import.
IMPORT_SECONDS = 0.1


def seconds(code: object) -> float:
    start = time.perf_counter()
    exec(code, {"__name__": "__main__"})
    return time.perf_counter() - start


def ratio(text: str) -> float:
    """The time with recording divided by the time without, of the fastest runs."""
    tree = ast.parse(text)
    plan = transform(tree, text, len(recorder.FUNCTIONS))
    recorder.install(f"<{len(recorder.FUNCTIONS)}>", text, plan)
    plain, recorded = compile(text, "<plain>", "exec"), compile(tree, f"<{len(recorder.FUNCTIONS)}>", "exec")
    times = [(seconds(plain), seconds(recorded)) for _ in range(5)]
    return min(one for _, one in times) / min(one for one, _ in times)


def import_seconds() -> float:
    code = "import time; t = time.perf_counter(); import broadcast_visualizer; print(time.perf_counter() - t)"
    command = [sys.executable, "-c", code]
    return min(float(subprocess.run(command, cwd=SOURCES, capture_output=True, check=True).stdout) for _ in range(5))


def main() -> None:
    is_within = True
    for name, (text, most) in LOADS.items():
        found = ratio(text)
        is_within &= found <= most
        print(f"{name}: {found:.2f} times (at most {most:g})", flush=True)
    found = import_seconds()
    print(f"import: {found:.3f} s (at most {IMPORT_SECONDS:g})")
    sys.exit(not (is_within and found <= IMPORT_SECONDS))


if __name__ == "__main__":
    main()
