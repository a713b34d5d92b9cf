import torch, warnings
from torch import nn
import torch.nn.functional as F
torch.manual_seed(0)
class M(nn.Module):
    def __init__(s):
        super().__init__(); s.l = nn.Linear(3, 3); s.register_buffer("b", torch.zeros(3)); s.p = nn.Parameter(torch.ones(3)); s.e = nn.Embedding(5, 3); s.r = nn.LSTM(3, 4, batch_first=True); s.att = nn.MultiheadAttention(3, 1, batch_first=True)
    def forward(s, x):
        s.b += x.detach().mean(0)
        with torch.no_grad(): s.p += 0.1; s.p[0] = 2.0; s.p[:2] *= torch.ones(2)
        y, (h, c) = s.r(s.l(x)[None]); z, _ = s.att(x[None], x[None], x[None])
        return y.squeeze(0) @ torch.ones(4, 3) + z + s.e(torch.tensor([1])) * s.p
m = M(); o = m(torch.randn(4, 3)); print(o); o.sum().backward(); print(m.l.weight.grad)
F.mse_loss(torch.randn(4, 1), torch.randn(4))
class Fn(torch.autograd.Function):
    @staticmethod
    def forward(ctx, a, b): ctx.save_for_backward(a, b); return a * b
    @staticmethod
    def backward(ctx, g): a, b = ctx.saved_tensors; return g * b, g * a
a = torch.ones(3, requires_grad=True); Fn.apply(a, a + 1).sum().backward(); print(a.grad)
print(torch.autograd.gradcheck(Fn.apply, (torch.ones(2, dtype=torch.double, requires_grad=True), torch.ones(2, dtype=torch.double, requires_grad=True))))
n = torch.nested.nested_tensor([torch.ones(2), torch.ones(3)]); print((n + n).size(0))
q = torch.quantize_per_tensor(torch.ones(2), 0.1, 0, torch.qint8); print(q == q)
from torch._subclasses import FakeTensorMode
with FakeTensorMode(): print((torch.ones(2) + torch.ones(3, 1)).shape)
print(torch.vmap(lambda p, q: p + q)(torch.ones(3, 2), torch.ones(3, 2)))
print(torch.func.jacrev(lambda p: p * p)(torch.ones(2)))
with torch.autograd.profiler.profile() as prof: torch.ones(2) + torch.ones(2)
print(sorted(e.key for e in prof.key_averages()))
with torch.inference_mode(): i = torch.ones(2) + torch.ones(2)
try: i += a
except RuntimeError as e: print(e)
from torch.utils._python_dispatch import TorchDispatchMode
class L(TorchDispatchMode):
    def __torch_dispatch__(s, f, t, a=(), k=None): print(f); return f(*a, **(k or {}))
with L(): v = torch.ones(2) + torch.ones(2); v[0] = v[1]; v += v; v[0:1] += v[:1]; w = v.T @ v; torch.cat([v, v])
x = torch.ones(3, 4)
x.requires_grad_()
hook = (x * 2).register_hook(print)
d = torch.distributions.Normal(torch.zeros(2), torch.ones(3, 1)); print(d.sample().shape)
u = nn.UninitializedParameter()
lz = nn.LazyLinear(3); print(lz(torch.ones(2, 5)).shape)
print(torch.ones(2) * u if False else 0)
x @ x
