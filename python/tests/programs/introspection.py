import numpy as np, sys, types, builtins, gc, ast, symtable, dis, io, contextlib, pdb, doctest, unittest, timeit, cProfile, pstats, logging, signal, time
print(sorted(k for k in vars()), dir()[:3])
def f(a, b=np.ones(2)):
    """
    >>> f(np.ones(2))
    array([2., 2.])
    """
    c = a + b
    return c
print(doctest.testmod())
class T(unittest.TestCase):
    def test_a(self): np.testing.assert_array_equal(np.ones(2) + 1, np.ones(2) * 2)
    def test_b(self):
        with self.assertRaises(ValueError): np.ones(2) + np.ones(3)
        with self.assertRaisesRegex(ValueError, "broadcast"): f(np.ones(3))
    def test_c(self): self.assertTrue((np.ones(2) == np.ones(3)).all())
r = unittest.TextTestRunner(stream=io.StringIO()).run(unittest.defaultTestLoader.loadTestsFromTestCase(T))
print(r, r.errors[0][1] if r.errors else r.failures)
print(timeit.timeit("f(np.ones(2))", globals=globals(), number=2) > 0)
try: np.testing.assert_allclose(f(np.ones(2)), np.ones(2))
except AssertionError as e: print(e)
def handler(*a): raise TimeoutError(str(f(np.ones(2))))
signal.signal(signal.SIGTERM, handler)
try:
    f(np.ones(2)); signal.raise_signal(signal.SIGTERM)
except TimeoutError as e: print(e)
print(f.__code__.co_name, f.__defaults__, f.__closure__)
def closure(x):
    def inner(): return x + y
    y = x * x
    return inner
print(closure(np.ones(2)).__closure__[0].cell_contents, closure(np.ones(2)).__code__.co_freevars)
g2 = types.FunctionType(f.__code__, {"np": np, "__builtins__": builtins}, "g2", f.__defaults__); print(g2(np.ones(2)))
g3 = types.FunctionType(f.__code__, {"np": np, "__builtins__": {"print": print}}, "g3", f.__defaults__); print(g3(np.ones(2)))
