import numpy as np
class Interp(dict):
    def __missing__(self, k): return np.ones(2)
print(eval("a + b", {}, Interp()))
exec("c = a + b\nprint(c, sorted(locals()))", {"a": np.ones(2), "b": np.ones(2)})
def f():
    x = np.ones(2)
    exec("x = x + x"); print(x, eval("x * 2"), locals())
    y = [locals() for _ in x]; print(y[0].keys())
    class L: z = x + 1; print(sorted(locals()))
    return vars().keys()
print(f())
def k(**kw): return kw
print(k(**locals())["f"] is f, globals() is locals(), id(1) == id(1))
for i in range(2): i += np.ones(1)
for (p, *q), r in [((1, 2, 3), 4)]: print(p, q, r)
arr = np.zeros(3)
for arr[1] in (1, 2): print(arr)
with open(__file__) as fh, np.errstate() as arr2: print(fh.readline())
try: pass
except (ValueError, KeyError): pass
else: print("else", np.ones(1) + 1)
finally: print("finally")
try: raise ValueError(np.ones(2) + 1)
except* (ValueError, TypeError) as eg: print(eg.exceptions); e2 = eg
while arr.sum() < 10: arr += np.ones(3)
else: print("done", arr)
import sys as s2, os.path as op; from math import *; print(pi * arr)
