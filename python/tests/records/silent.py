"""No exception, and a wrong number: (4, 1) and (4,) give (4, 4), a thousand times."""

import torch

torch.manual_seed(0)
model = torch.nn.Sequential(torch.nn.Linear(3, 1))
x, y = torch.ones(4, 3), torch.tensor([1.0, 2.0, 3.0, 4.0])
optimizer = torch.optim.SGD(model.parameters(), lr=0.01)
for step in range(1000):
    prediction = model(x)
    loss = ((prediction - y) ** 2).mean()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
