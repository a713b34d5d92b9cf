import numpy as np
def f(x):
    global zz
    zz = x + x
    def g():
        nonlocal x
        x = x * zz
        def h(): return x @ x
        return h
    return g()
print(f(np.ones(2))())
class A:
    q = np.ones(2)
    r = q + q
    q += r
    lst = [z for z in q]
    def m(self, z=q * 2): return z
    for i in (1, 2): s = q + i
    with np.errstate(): t = q
    print(sorted(k for k in locals() if not k.startswith("__")))
    __priv = q
    def n(self): self.__p = self.__priv + self.q; self.__p += self.q; return self.__p
print(A().m(), A().n(), sorted(k for k in vars(A) if "__" not in k), [k for k in vars(A()) ])
class Meta(type):
    def __prepare__(name, bases): return LD()
class LD(dict):
    def __setitem__(s, k, v): print("set", k); super().__setitem__(k, v)
    def __getitem__(s, k): print("get", k); return super().__getitem__(k)
class B(metaclass=Meta):
    w = np.ones(2)
    u = w + w
    w += u
    w[0] = 3
    x: int
    for j in range(1): pass
    class C: z = np.ones(1)
    del w
