import warnings

import torch
from torch import nn
from torch.utils.data import DataLoader, TensorDataset

torch.manual_seed(0)


class Net(nn.Module):
    def __init__(self, width):
        super().__init__()
        self.layers = nn.ModuleList([nn.Linear(4, width), nn.Linear(width, 1)])
        self.scale = nn.Parameter(torch.ones(width))
        self.register_buffer("mean", torch.zeros(4))

    def forward(self, x):
        self.mean += x.mean(0)
        x = torch.relu(self.layers[0](x - self.mean)) * self.scale
        return self.layers[1](x)


x = torch.randn(64, 4)
y = x.sum(1) + torch.randn(64) * 0.1
net = Net(8)
optimizer = torch.optim.Adam(net.parameters())
for epoch in range(3):
    for inputs, targets in DataLoader(TensorDataset(x, y), batch_size=16):
        optimizer.zero_grad()
        loss = nn.functional.mse_loss(net(inputs), targets)
        loss.backward()
        optimizer.step()
    print(epoch, loss.item())
print(torch.func.vmap(lambda p: p @ x[0] + x[1].sum())(x).shape)
print(torch.func.grad(lambda p: ((p - x) ** 2).sum())(x[0]))
with torch.no_grad(), torch.device("meta"):
    print((torch.ones(3, 1) + torch.ones(4)).shape)
s = torch.eye(3).to_sparse()
print((s @ torch.ones(3, 2)).shape, (s + s).shape)


class Loud(torch.Tensor):
    @classmethod
    def __torch_function__(cls, function, types, args=(), kwargs=None):
        print("called", getattr(function, "__name__", function))
        return super().__torch_function__(function, types, args, kwargs or {})


loud = torch.ones(2).as_subclass(Loud)
print(type(loud + torch.ones(2, 1)))


class Mode(torch.overrides.TorchFunctionMode):
    def __torch_function__(self, function, types, args=(), kwargs=None):
        print("mode", getattr(function, "__name__", function))
        return function(*args, **(kwargs or {}))


with Mode():
    z = torch.ones(3) * torch.ones(2, 1)
traced = torch.jit.trace(lambda p: p + x[0], torch.ones(4))
print(traced.graph)
leaf = torch.ones(3, requires_grad=True)
try:
    leaf += torch.ones(3)
except RuntimeError as error:
    print(error)
torch.cat([x, x[:, :2]])
