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

ADDITIONS = """
import numpy as np
x, y = np.ones((3, 1)), np.ones(4)
for _ in range(1_000_000):
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

#: The bounds: ratios, and seconds.
MOST = {"10^6 additions of small arrays": 8.0, "1,000 steps of training": 1.3, "import": 0.1}


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
    found = {
        "10^6 additions of small arrays": ratio(ADDITIONS),
        "1,000 steps of training": ratio(TRAINING),
        "import": import_seconds(),
    }
    for name, value in found.items():
        print(f"{name}: {value:.3g} (at most {MOST[name]:g})")
    sys.exit(any(value > MOST[name] for name, value in found.items()))


if __name__ == "__main__":
    main()
