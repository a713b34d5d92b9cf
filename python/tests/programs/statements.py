import sys
import warnings

import numpy as np

x = np.arange(12.0).reshape(3, 4)
view = x[1:]
view[:, ::2] += np.ones((2, 1))
x[..., None, 1:3, None] *= np.ones((1, 2, 1))
view[0, [0, 1]] -= np.array([5, 6])
x[x > 8] = np.zeros((x > 8).sum())
a = b = x[0]
a += np.ones(4)
b[:2], c = np.ones(2), [np.ones(1), *x]
first, *rest = x
(d, [e]), f = (x, [x.T]), 3
lists = {"k": [x]}
lists["k"][0] @= np.eye(4)
lists["k"] += [np.ones(2)]
del c[0], f
print(x, view, a, b, len(c), first, rest, e, lists)
print(np.add(x, 1, out=x), np.maximum.reduce([x, x]), x.dot(np.ones(4)), np.where(x > 1, x, -x))
print(1 < 2 < 3, 0 < x[0, 0] <= 9, x is x, x[0] in [1], not x.any(), -x[0], ~(x[0] > 1))
print(*x, *[x + 1, x[0] - x[1]], sep="|")
print("%s %s" % (x[0], x[1] * x[2]), f"{x[0] + x[1]!r:>40} {x.shape=}", "{}".format(x @ x.T))
if (n := x + x[0]).any() and (m := n @ n.T).any():
    print(n, m)
match {"shape": x.shape, "data": x[0] + x[1]}:
    case {"shape": (rows, columns), "data": data} if (data + data).any():
        print(rows, columns, data + x[2])
    case _:
        print("none")
exec("y = x + 1\nprint(y, sorted(k for k in globals() if len(k) == 1))")
print(eval("x @ x.T"), (lambda p, q=x[0]: p * q)(x[1]))


def local(p, /, q, *args, k=1, **kw):
    r = p + q
    print(sorted(locals()), sorted(vars()), dir())

    def inner():
        nonlocal r
        r += p
        return r

    return inner()


print(local(x, x[0], 1, z=2))
with warnings.catch_warnings(record=True) as caught, np.errstate(all="warn"):
    warnings.simplefilter("always")
    np.ones(2) / np.zeros(2)
    print([(str(w.message), w.lineno, w.filename == __file__) for w in caught])
np.ones(3) / np.zeros(3)
np.array([1.0, -1.0]) ** np.array([0.5, 0.5])
warnings.warn("from the program", stacklevel=2)
warnings.warn("once more", stacklevel=1)
print(x[0] == 0 and "never" if False else "text", "\d" == "\\d", 1 is 1)
for i, row in enumerate(x):
    while row.sum() > 0:
        row = row - np.ones(4) * 9
    else:
        print(i, row)
assert (x + x).any(), "no"
print(sys.argv[1:])
try:
    [1, 2, 3][x]
except TypeError as error:
    print(error)
try:
    "text" + x
except Exception as error:
    print(type(error), error)
sys.exit("the end")
