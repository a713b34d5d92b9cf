"""doc"""
from __future__ import annotations
import numpy as np, sys, threading, warnings, functools, contextlib, dataclasses, enum, typing, inspect, traceback, asyncio, collections, itertools, gc, weakref
print(__doc__, __name__, __file__, sys.argv, __builtins__ is not None)
@dataclasses.dataclass
class D:
    a: np.ndarray
    b: list = dataclasses.field(default_factory=list)
    c: typing.ClassVar[int] = 3
    def __post_init__(self): self.d = self.a * self.a[None]
d = D(np.ones(3))
print(d, D.__annotations__)
class Slots:
    __slots__ = ("_x",)
    def __init__(self): self._x = np.ones(2)
    @property
    def x(self):
        print("get"); return self._x
    @x.setter
    def x(self, v):
        print("set", v); self._x = v
s = Slots()
s.x += 1
s.x += np.ones(2)
s.x *= s.x
s.x[0] += np.ones(1)[0]
(a := np.ones(3)) + (b := np.ones((2, 1)))
print(a, b)
x, *y = np.arange(6).reshape(3, 2)
print(x, y)
[p, (q, *r)] = [1, (2, 3, 4)]
print(p, q, r)
def gen():
    try:
        v = yield 1
        while True:
            v = yield v + np.ones(2)
    finally:
        print("closed")
g = gen(); next(g); print(g.send(np.ones(2))); g.close()
def sub():
    r = yield from (np.ones(2) + i for i in range(2))
    return r
print(list(sub()))
async def co(n):
    await asyncio.sleep(0)
    return (await co(n - 1)) + np.ones(2) if n else np.zeros(2)
async def agen():
    for i in range(3):
        yield np.ones(2) * i
        await asyncio.sleep(0)
async def main():
    print(await asyncio.gather(*(co(i) for i in range(4))))
    print([z async for z in agen()])
    async with contextlib.AsyncExitStack() as st:
        print(await co(2) + await co(1))
asyncio.run(main())
exec("k = a + b\nprint(k)")
print(eval("a * 2"), locals() is globals())
def nested():
    t = np.ones(2)
    def inner():
        nonlocal t
        t += np.ones(2)
        t = t @ t
        return t
    print(inner(), sorted(locals()))
    print(sorted(vars()), dir())
nested()
def fin():
    try:
        return np.ones(2) + np.ones(2)
    finally:
        try:
            np.ones(2) + np.ones(3)
        except ValueError as e:
            print("f", e)
print(fin())
view = a[1:]
view += 1
view[...] = view * np.ones(2)
a[::2], a[1] = np.ones(2), 5
print(a)
m = np.arange(6).reshape(2, 3)
m[[0, 1], [1, 2]] += np.array([1, 1])
m[m > 3] -= 1
m[:, -1:] = m[:, :1]
del m, x; m = np.arange(6).reshape(2, 3)
match m.shape:
    case (2, k) if k == 3: print("m", k)
match {"a": m + 1, "b": 2}:
    case {"a": np.ndarray() as w, **rest}: print(w, rest)
lam = lambda *a, k=np.ones(2) + 1, **kw: (a, k, kw)
print(lam(*[1, 2], **{"z": 3}))
print(f"{a + 1!r:>10} {m.sum():{5}.{2}f} {a=}")
warnings.warn("w1")
np.log(np.zeros(2)) + np.ones(2)
np.ones(2) / np.zeros(2)
print(traceback.format_stack()[-1])
fr = inspect.currentframe(); print(fr.f_lineno, fr.f_code.co_name)
def stackdepth(): return len(inspect.stack())
print(stackdepth())
print(1 < 2 < 3, (a < 2).any() and (a > 0).all() or None, not a.any())
class C:
    y = np.ones(2)
    z = [i for i in range(3)]
    def __getattr__(self, n):
        print("ga", n); raise AttributeError(n)
    def __iadd__(self, o): print("iadd"); return self
    def __call__(self, *a): return self
    def __eq__(self, o): print("eq"); return NotImplemented
    __hash__ = None
c = C(); c += np.ones(2); c(c)(1); print(c == 3)
try: c.foo + 1
except AttributeError as e: print(e)
class Sup(C):
    def __init__(self, *a):
        super().__init__()
        super(Sup, self).__call__(np.ones(2) + 1)
        __class__
Sup()
def th(i, out): out[i] = (np.ones((i + 1, 1)) + np.ones(i + 2)).sum()
o = {}
ts = [threading.Thread(target=th, args=(i, o)) for i in range(5)]
[t.start() for t in ts]; [t.join() for t in ts]
print(sorted(o.items()))
for i, (u, v) in enumerate(zip(np.eye(2), np.ones((2, 2)))):
    if i: continue
    print(u @ v)
else: print("else")
with np.errstate(all="ignore") as e, contextlib.suppress(ValueError) as sup: np.ones(2) + np.ones(3)
global_names = sorted(k for k in globals() if not k.startswith("__")); print(global_names)
ref = weakref.ref(np.ones(3) + 1); print(ref())
print(functools.reduce(lambda p, q: p + q, [np.ones(2)] * 3))
try:
    raise ExceptionGroup("g", [ValueError("a"), TypeError("b")])
except* ValueError as eg: print(eg.exceptions)
except* TypeError as eg: print("T", eg.exceptions)
try:
    try: np.ones(2) @ np.ones(3)
    except ValueError as e: raise RuntimeError("r") from e
except RuntimeError: traceback.print_exc()
x = np.ones(2)
x.shape = (2, 1)
x.T.flags.writeable = False
def rec(n): return rec(n + 1) + np.ones(2)
assert isinstance(a + 1, np.ndarray), "msg"
print(np.float64(3) + np.ones(1), np.int8(100) + np.int8(100))
total = 0
while (total := total + np.ones(1)).sum() < 3: pass
print(total)
z = yy = zz = a + 1
print(z is yy, id(z) == id(zz), sys.getrefcount(z))
print(np.ones(3) + np.ones((2,
    4)))
