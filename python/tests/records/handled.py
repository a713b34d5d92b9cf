"""What a program handles, writes in place, cannot tell in JSON, and leaves to a compiler."""

import torch

x = torch.arange(6.0).view(2, 3)
image = torch.zeros(2, 8, 8)
try:
    torch.cat([x, torch.ones(2, 2), x.T])
except RuntimeError as error:
    print(error)
x /= torch.tensor([1.0, 0.0, 2.0])
x[:, 0] = torch.tensor([float("nan"), 1.0])
x.T.add_(torch.ones(2))
mask = image > 0
first, second = torch.broadcast_tensors(x, torch.ones(3))
large = image + torch.ones(100, 1, 8, 8)


@torch.compile
def compiled(a, b):
    return a + b
