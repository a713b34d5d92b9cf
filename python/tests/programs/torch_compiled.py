import torch


@torch.jit.script
def scripted(x: torch.Tensor, y: torch.Tensor) -> torch.Tensor:
    z = x + y
    if z.sum() > 0:
        z = z * y
    return z


class Block(torch.nn.Module):
    def forward(self, x):
        return x + torch.ones(3)


graph = torch.fx.symbolic_trace(Block()).graph
print(graph)
print(scripted(torch.ones(2, 1), torch.ones(3)).shape, scripted.code)
print(torch.jit.script(Block()).code)
x = torch.ones(3) + torch.ones(2, 1)
x.view(7)
