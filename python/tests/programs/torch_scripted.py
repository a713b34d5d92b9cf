import torch, warnings, inspect
from torch import nn
torch.manual_seed(0)
@torch.jit.script
def js(a, b):
    return a + b * 2
print(js(torch.ones(2), torch.ones(2)), js.code)
class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.w = nn.Parameter(torch.ones(3)); self.l = nn.Linear(3, 3)
    def forward(self, x):
        y = self.l(x) + self.w
        if y.sum() > 0: y = y * 2
        return y
m = Net()
s = torch.jit.script(m); print(s(torch.ones(2, 3)), s.code)
t = torch.jit.trace(m, torch.ones(2, 3)); print(t.code)
import torch.fx
class Sq(nn.Module):
    def forward(self, x): return (x + x) @ x.T
g = torch.fx.symbolic_trace(Sq()); print(g.code)
print(inspect.getsource(Net.forward))
c = torch.compile(lambda a: a + a, backend="eager"); print(c(torch.ones(2)))
ep = torch.export.export(Sq(), (torch.ones(2, 2),)); print(ep.graph_module.code)
s(torch.ones(2, 4))
