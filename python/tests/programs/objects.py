import sys, numpy as np
class Boom:
    def __add__(self, o): raise ValueError("boom %r" % (o,))
    def __radd__(self, o): raise KeyError("r")
    def __repr__(self): print("repr"); return "B"
    def __getattribute__(self, n):
        print("attr", n); return object.__getattribute__(self, n)
    @property
    def __class__(self): print("cls"); return int
def f():
    try: Boom() + np.ones(2)
    finally: print("fin")
try: f()
except ValueError as e: print(e)
class Arr(np.ndarray):
    def __array_finalize__(self, o): print("fz", type(o))
    def __array_ufunc__(self, u, m, *i, **k):
        print("uf", u.__name__); return getattr(u, m)(*map(np.array, i))
    @property
    def shape(self): print("shape!"); return super().shape
    @property
    def dtype(self): print("dtype!"); return super().dtype
a = np.ones(3).view(Arr)
print((a + np.ones((2, 1))))
a += 1
a[1:] = np.ones(2)
a[0:1] += np.ones(1)
a.sum()
np.concatenate([a, a])
class Duck:
    shape = property(lambda s: print("duck"))
    def __array__(self, dtype=None, copy=None): print("arr"); return np.ones(2)
print(np.add(Duck(), np.ones(2)))
m = np.ma.array([1, 2, 3], mask=[0, 1, 0]); print(m + np.ones(3), np.ma.concatenate([m, m]))
r = np.array([(1, 2.)], dtype=[("a", int), ("b", float)]); print(r["a"] + r["b"])
o = np.array([[1], [2, 3]], dtype=object); print(o + o)
print(np.array(["a", "b"]) == np.array(["a", "c"]))
d = np.array(["2020-01-01"], dtype="M8[D]"); print(d - d)
def outer():
    def deep(n):
        if n == 0: return np.ones(2) + np.ones(3)
        return deep(n - 1)
    deep(3)
sys.stderr.write("x\n")
import logging; logging.basicConfig(format="%(lineno)d %(funcName)s %(filename)s %(message)s"); logging.warning("hi")
from types import SimpleNamespace as N
n = N(w=np.ones(2), l=[np.ones(2)])
n.w += np.ones(2); n.l[0] += np.ones(2); n.l += [np.ones(2)]; n.l[0:1] = [np.ones(2)]
dct = {}; dct["k"] = np.ones(2); dct["k"] += np.ones(2); dct[1, 2] = 3; dct[(1, 2)] += 4; print(dct)
class Idx:
    def __getitem__(s, i): return i
    def __setitem__(s, i, v): print("set", i, v)
I = Idx()
print(I[1:2], I[1:2, ::3], I[...], I[None, 1:], I[*[1, 2]], I[()], I[(1, 2)], I[1,], I[slice(1, 2)])
I[1:2] = np.ones(1); I[1, ::3] = n.w; I[*[1]] = n.w; I[1,] = n.w
x = np.arange(6.0)
x[1:4][0] += np.ones(1)[0]
(x[:3], x[3:])[0][:] = np.ones(3)
def default(a=[], *, b=np.ones(2)): a.append(b + b); return len(a)
default(); print(default())
import atexit
atexit.register(lambda: print("bye", np.ones(2) + 1))
class P:
    def __del__(self): print("del")
def lifetimes():
    p = P(); q = [p, np.ones(2)]; del p
    q[1] + np.ones(2); q[0]; print("before")
    q = None; print("after")
lifetimes()
def tmp(v): return np.ones(2)
tmp(P()) + np.ones(2); print("t")
class PA(np.ndarray):
    def __del__(self): print("del arr")
np.ones(2).view(PA); print("1")
(np.ones(2).view(PA)[None].base is None) + np.ones(1); print("2")
k = np.ones(2).view(PA); k = k + np.ones(2); print("3"); del k
print("4")
while True:
    try:
        break
    finally: print("brk")
def early():
    for i in range(3):
        try: return i + np.ones(1)
        finally: continue_ = 1
print(early())
try:
    def ff():
        return uu + 1
        uu = np.ones(2)
    ff()
except UnboundLocalError as e: print(e)
try: undefined + np.ones(2)
except NameError as e: print(e)
try: undefined2 += np.ones(2)
except NameError as e: print(e)
try: n.nope += np.ones(2)
except AttributeError as e: print(e)
def gl():
    global GG
    GG = np.ones(2); GG += np.ones(2)
gl(); print(GG)
def unb():
    try:
        vv += np.ones(2)
    except UnboundLocalError as e: print(e)
    vv = 1
unb()
print(np.ones((2,3)).dot(np.ones((3,))).tolist(), "{}".format(np.ones(2)))
T = type("T", (), {"f": lambda self, o: self}); T().f(np.ones(2))
class Desc:
    def __get__(s, i, o): print("dget"); return np.ones(2)
    def __set__(s, i, v): print("dset", v)
class H: d = Desc()
h = H(); h.d += np.ones(2); h.d = h.d + h.d
outer()
