import numpy as np
def f(*a, **k): return a, k
print(f(*np.ones((2, 2)), *[np.ones(1)], **{"a": np.ones(1)}, b=np.ones(2)))
print([*np.ones(2), *np.ones(1)], {**{"a": 1}}, {*range(2)})
print(np.max([np.ones(2), np.ones(2)], axis=0), np.add.reduce([[1, 2], [3, 4]]), np.add.outer([1], [2]))
print(f"{np.ones(2) + np.ones(2)} {(lambda x: x * 2)(np.ones(1))!s:>{10}}" f"{np.ones(1)=}")
x = y = z = np.ones((2, 2)); x[0], y[1] = np.zeros(2), np.ones(2) * 2; print(z)
(x[0], [y[1], z[0, 0]]) = (1, (2, 3)); print(x)
x[0][1:][...] = 5; x[:, 0][0:1] *= 2; x.T[0] += x[0]; print(x)
i = 0
def idx():
    global i; i += 1; print("idx", i); return i - 1
a = np.ones((4, 4)); a[idx()] = a[idx()] + a[idx()]; a[idx()] += a[0]
d = {"k": a}; d["k"][0] += 1; d["k"] += a; d["k"][[0, 1]], b = a[[0, 1]], 1
print(d)
print((q := np.ones(2)) + (q := q + 1), q)
print([w := r + q for r in a[:, :2]], w)
print({k: v + q for k, v in zip("ab", a[:, :2])}, {str(v) for v in a[:1]})
print(list(v @ v for v in a if (v > 0).all()))
print(a[a > 1][:2], a[..., None].shape, a[None, :, np.newaxis].shape, a[1:2, [0, 1]], a[np.ix_([0], [1])], a[-1, ::-1])
print(a[*(0, 1)], a[slice(1), :], a[()].shape, a[True].shape)
print(not a.any() or a.sum() > 3 and a.max() if a.all() else 0)
print(-a[0] ** 2 // 3 % 2 << 1 if False else ~a.astype(int)[0] & 1 | 2 ^ 3 >> 1)
print(a[0] == a[1], a[0] is a[0], a.size in [1], (a == a).all() != False)
print(divmod(a[0], a[1]), pow(a[0], a[1]), max(a[0].sum(), a[1].sum()), min([a.sum(), 3]), sum(a), abs(-a[0]), round(1.5), sorted(a[0]), any(a[0]), len(a))
import operator, functools, itertools, math
print(functools.reduce(operator.add, a), list(map(np.add, a, a)), list(map(lambda p, q: p * q, a, a))[0], math.prod(a.shape), list(itertools.accumulate(a))[1])
print(np.vectorize(lambda p: p + 1)(a)[0], np.apply_along_axis(lambda p: p + p, 0, a)[0], np.frompyfunc(lambda p: p, 1, 1)(a)[0])
match a[0].tolist():
    case [p, *rest] if np.ones(1) + p > 0: print(p, rest)
match a:
    case np.ndarray(shape=(m, n)) as w: print(m, n)
match (1, 2):
    case (1 | 2 as u, v): print(u + v)
lambda: (yield)
print((lambda *, k=a[0] + a[1]: k)())
print("%s %d" % (a[0], 3), "x" + "y" * 3, [1] * 2 + [3], (1,) + (2,), "a" "b")
print(a[0] if a.any() else None, (yield_ := 3))
s = "%s" % a[0]; s += "x"; l = [a]; l += [a]; l *= 2; print(len(l), s)
st = {1}; st |= {2}; st -= {1}; print(st)
e = a[0]; e **= 2; e //= 3; e %= 2; e @= np.eye(4); e = e.astype(int); e <<= 1; e >>= 1; e &= 3; e |= 1; e ^= 2; print(e)
print(np.ones(2) if 0 else "else", 3 .real, 1 < 2 == True != 3)
print(*a[0], sep=", ", end="\n\n"); print(a, file=None)
