import numpy as np, traceback, sys
x = np.ones((3, 4))
tests = '''
lambda: x.T + x
lambda: (x.T
   + x)
lambda: np.add(x.T, x)
lambda: x[5] + x
lambda: x.foo + 1
lambda: x.sum(axis=7) + x
lambda: [r + x.T for r in x]
lambda: x[[0,1],[1,2,3]]
lambda: x @ x @ x
'''
def a(): return x.T + x
def b():
    return (x.T
            + x)
def c(): return np.add(x.T,
    x).sum()
def d(): return x[5] + x
def e(): return x.foo + 1
def f(): return x.sum(axis=7) + x
def g(): return [r + x.T for r in x]
def h(): return x[[0, 1], [1, 2, 3]] + 1
def i(): return x @ x @ x
def j(): x[0] += np.ones(3)
def k(): x[0] = np.ones(3)
def l(): x.T[0][1:2] = [1, 2, 3]
def m(): y = x; y += np.ones(5); return y
def n(): y = x; y.T.T[0:1,
    ::2] *= np.ones(5); return y
def o(): return {k: v + np.ones(9) for k, v in enumerate(x)}
def p(): return (x if x.any() else 0) + np.ones(9)
def q(): assert (x == np.ones(9)).all(), x + 1
def r(): return x(3) + x
def s(): return x + undefined
def t(): return x.reshape(5, 5).T + 1
def u(): raise ValueError(x.shape) from KeyError(1)
def v(): return np.einsum("ij,jk", x, x), 1
def w(): return x[0](x) if x else 1
def xx(): return x < x.T < x
def yy(): return f"{x + x.T}"
def zz():
    for a, b in x: pass
def ab(): a, b, *c = x[0, :1]
def ac():
    with x: pass
def ad(): del x[0]
def ae(): return x["é" + "é"], x
def af(): é = x; return é.T + é, "é", é
def ag(): return "日本", x.T + x  # 日本
def ah(): return max(x, x.T)
def ai(): return print(x + x.T, file=3)
def aj(): return np.stack([x, x.T]), 1
def ak(): return np.concatenate(
        [x,
         x.T]
    )
def al(): return getattr(x, "T").dot(x
    ).dot(x.T
    ).dot(x.T)
def am():
    return (
        x
        .T
        .dot(x.T)
    )
def an(): return -x.T + +x
def ao(): return x + (yy := x.T)
def ap(): return (lambda z: z + x)(x.T)
def aq(): return list(map(lambda z: z + x.T, x))
def ar(): return x[x > np.ones(9)]
def as_(): x[x > 0] = np.ones(9)
def at(): x.shape = (5, 5)
def au(): return np.ones(2) + [[1], [2, 3]]
def av(): return x + "a"
def aw(): return x ** "a" * 3
def ax(): return "a" + x[0][0]
def ay(): return int(x) + x
def az(): return np.linalg.inv(x) @ x
def ba(): return [*x, *x[0, 0]]
def bb(): return dict(**x)
def bc(): return f1(*x, **{"a": x, "a b": 3}, c=x + x.T)
def bd():
    try: x + x.T
    except ValueError as e: raise RuntimeError("z") from e
    finally: x @ x
def be():
    try: x + x.T
    finally: return 3
def bf(): return (yield x.T + x)
def bg(): return next(bf())
def bh():
    if x: pass
def bi():
    while x + x.T: pass
def bj(): return not x, x.T + x
def bk(): return x and x
def bl(): return super().foo(x + x.T)
def bm(): global GL; GL += x
def bn(): lo += x; lo = 1
def bo(): x.nope += x
def bp(): x[0].T.nope = x + x.T
def bq(): x[99][0] = x
def br(): x[99] += x
def bs(): import numpy.nope
def bt(): return open("/nope") + x
def bu(): 1 / 0 * x
def bv(): {}["k"] + x
def bw(): d = {}; d["k"] += x
def bx(): [x][1] += x
def by(): t = (x,); t[0] += x
for name, fn in list(globals().items()):
    if type(fn) is type(a) and len(name) < 4:
        try: fn()
        except Exception: traceback.print_exc()
