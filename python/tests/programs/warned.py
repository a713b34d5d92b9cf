import numpy as np, sys, warnings
warnings.simplefilter("always")
x = np.ones(3)
def deep():
    warnings.warn("here", stacklevel=2)
deep(); deep()
np.float32(1e38) * np.ones(2, "f") * np.float32(1e38)
print(x.astype(int) / 0)
def g():
    with warnings.catch_warnings(record=True) as w:
        warnings.simplefilter("always")
        (x / 0 +
         np.log(-x))
        np.array([1]) / \
            np.array([0])
    for one in w: print(one.lineno, one.filename, one.message)
g()
x is 3
"\d"
assert (x, "always")
np.matrix([1]) * 2
(lambda: np.arange(3) + np.arange(4))()
