import numpy as np, sys, gc, weakref
class W(np.ndarray): pass
def mk(): return np.ones(3).view(W)
def f():
    x = mk(); r = weakref.ref(x)
    y = x + x
    x = None
    print(r() is None)
    try:
        z = mk(); r2 = weakref.ref(z)
        z + np.ones(5)
    except ValueError: pass
    z = None
    print(r2() is None)
    t = mk(); r3 = weakref.ref(t); t[0:1] = np.ones(1); t[1:] += np.ones(2); t = 1
    print(r3() is None)
f()
def refs(a): return sys.getrefcount(a)
a = np.ones(2)
print(refs(a))
for i in range(3):
    a = a + np.ones(2)
print(sys.getrefcount(a))
e = None
try: a + np.ones(3)
except ValueError as ex: e = ex
print(e.__traceback__.tb_frame.f_code.co_name, e.__context__, e.args, e.__notes__ if hasattr(e, "__notes__") else None)
