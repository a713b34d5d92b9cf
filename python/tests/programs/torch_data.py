import torch, torch.nn as nn, torch.nn.functional as F, copy, io, pickle
from torch.utils.data import Dataset, DataLoader
torch.manual_seed(0)
class DS(Dataset):
    def __len__(s): return 10
    def __getitem__(s, i): return torch.ones(3) * i, torch.tensor(i % 2) + 0
class Net(nn.Module):
    def __init__(s):
        super().__init__(); s.seq = nn.Sequential(nn.Linear(3, 4), nn.ReLU(), nn.Dropout(0.1), nn.Linear(4, 2)); s.scale = nn.Parameter(torch.ones(2)); s.buf = nn.Buffer(torch.zeros(2)) if hasattr(nn, "Buffer") else None
        s.conv = nn.Conv2d(1, 2, 3); s.bn = nn.BatchNorm1d(3)
    def forward(s, x):
        s.buf += 1; s.buf = s.buf * torch.ones(2)
        return s.seq(s.bn(x)) * s.scale + s.buf
net = Net(); opt = torch.optim.Adam(net.parameters())
h = net.seq[0].register_forward_hook(lambda m, i, o: print("hook", o.shape))
for n in (0, 2):
    for x, y in DataLoader(DS(), batch_size=4, num_workers=n):
        opt.zero_grad(); loss = F.cross_entropy(net(x), y); loss.backward(); opt.step(); print(loss.item(), x.shape)
print(F.mse_loss(torch.ones(4, 1), torch.zeros(4)))
net2 = copy.deepcopy(net); b = io.BytesIO(); torch.save(net.state_dict(), b); b.seek(0); net2.load_state_dict(torch.load(b)); print(net2.scale)

@torch.no_grad()
def ev(m): return m.eval()(torch.ones(1, 3)).argmax(1) == torch.tensor([1])
print(ev(net))
x = torch.ones(3, requires_grad=True)
try: x += 1
except RuntimeError as e: print(e)
try: x[0] = 1
except RuntimeError as e: print(e)
y = x.clone(); y[0] = 5; y[1:] *= torch.ones(2); (y * x).sum().backward(); print(x.grad)
v = x.detach(); v += 1; v._version
print(torch.einsum("i,i", v, v), torch.stack([v, v]) @ v, v[v > 1], v.where(v > 1, 0), v.T if v.ndim == 2 else 0)
with torch.device("meta"): mt = torch.ones(2) + torch.ones(2, 1)
print(mt.shape, mt)
print(torch.ones(2, dtype=torch.half) + torch.ones(2, dtype=torch.int8), torch.tensor(1) + torch.ones(2, dtype=torch.bool))
sp = torch.eye(3).to_sparse(); print((sp @ torch.ones(3)), (sp + sp).to_dense()[0])
from torch.func import vmap, grad, functional_call
print(vmap(grad(lambda a, b: (a * b).sum()), (0, None))(torch.ones(2, 3), torch.ones(3)))
def f(a):
    a[0] = a[1] * a[2]; a += a; return a.sum()
print(grad(lambda a: f(a.clone()))(torch.arange(3.0)))
from torch.utils.checkpoint import checkpoint
print(checkpoint(lambda a: a * a, x, use_reentrant=False).sum())
torch.autograd.set_detect_anomaly(True)
try: (torch.zeros(1, requires_grad=True) / 0 * 0).sum().backward()
except RuntimeError as e: print(e)
class TS(torch.Tensor):
    @classmethod
    def __torch_function__(cls, func, types, args=(), kwargs=None):
        print("tf", getattr(func, "__name__", func)); return super().__torch_function__(func, types, args, kwargs or {})
q = torch.ones(2).as_subclass(TS); r = q + torch.ones(2); r[0] = 1; r += q; r.sum(); torch.cat([q, r]); q.shape
from torch.overrides import TorchFunctionMode
class M(TorchFunctionMode):
    def __torch_function__(s, f, t, a=(), k=None): print("m", getattr(f, "__name__", f)); return f(*a, **(k or {}))
with M(): z = torch.ones(2) + torch.ones(2); z[0] = z[1]; z += 1; z.T; torch.cat([z, z])
import torch.masked
net(torch.ones(2, 5))
