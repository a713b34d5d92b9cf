import numpy as np, dataclasses, enum, typing, functools, abc, collections
@dataclasses.dataclass(frozen=True, slots=True, order=True)
class P:
    a: int = 1
    b: np.ndarray = dataclasses.field(default_factory=lambda: np.ones(2) + 1, compare=False)
    c: typing.Annotated[int, np.ones(2).sum() + 1] = 3
    def __add__(self, o): return dataclasses.replace(self, a=self.a + o.a)
print(P() + P(2), P.__slots__, P() < P(3), typing.get_type_hints(P, include_extras=True))
class E(enum.Enum):
    A = np.ones(1).sum()
    B = A + 1
    def f(self): return self.value * np.ones(2)
print(list(E), E.B.f(), E["A"], E(1.0))
class F(enum.IntFlag):
    X = 1; Y = 2
    XY = X | Y
print(F.XY, F.X | F.Y, F.XY & F.X)
class NT(typing.NamedTuple):
    a: np.ndarray
    b: int = 1 + 1
print(NT(np.ones(2)), NT._field_defaults)
NT2 = collections.namedtuple("NT2", "a b"); print(NT2(*np.ones((2, 2))))
class Abs(abc.ABC):
    @property
    @abc.abstractmethod
    def p(self): ...
    @functools.cached_property
    def cp(self): print("cp"); return np.ones(2) + self.p
    @staticmethod
    def s(a): return a + a
    @classmethod
    def c(cls, a): return cls.s(a) * 2
    @functools.singledispatchmethod
    def sd(self, a): return a
    @sd.register
    def _(self, a: np.ndarray): return a + 1
class Con(Abs):
    @property
    def p(self): print("p"); return np.ones(2)
    @p.setter
    def p(self, v): print("set p", v)
    @p.deleter
    def p(self): print("del p")
    def __init_subclass__(cls, k=np.ones(1) + 1): print("isub", k)
    def __class_getitem__(cls, i): return i
    def __getattribute__(self, n): print("ga", n); return super().__getattribute__(n)
c = Con(); print(c.cp, c.cp, c.s(np.ones(2)), Con.c(np.ones(2)), c.sd(np.ones(2)), c.sd(1)); c.p += np.ones(2); del c.p
class Sub(Con, k=np.ones(2) * 3): pass
print(Con[np.ones(2), 1:2], Con[1])
def deco(*a, **k):
    print("deco", a, k); return lambda f: functools.wraps(f)(lambda *b, **l: (f(*b, **l), "wrapped"))
@deco(np.ones(2) + 1, k=np.ones(2) * 2)
@functools.lru_cache(maxsize=None)
def cached(n): return np.ones(n) + n
print(cached(2), cached(2), cached.__name__, cached.__wrapped__.cache_info())
@(lambda f: f)
@deco(x := np.ones(1) + 5)
def walrus_deco(a: np.ones(2) + np.ones(2), *b: "str", c: int = np.ones(2) + 1, **d) -> np.ones(1) + 1: return a
print(walrus_deco(1), walrus_deco.__wrapped__.__annotations__, x, walrus_deco.__wrapped__.__kwdefaults__, walrus_deco.__wrapped__.__defaults__)
z: np.ndarray = np.ones(2) + 1
w: "undefined_name" = z * z
(v): int = z[0] + z[1]
c2: list[np.ndarray]
print(__annotations__)
def ann():
    q: undefined = np.ones(2) + np.ones(2)
    self = type("S", (), {})()
    self.x: undefined_too = q
    self.x[0]: int = q[0] + 1
    return q, self.x
print(ann())
@functools.total_ordering
class TO:
    def __init__(s, v): s.v = v
    def __eq__(s, o): return (s.v == o.v).all()
    def __lt__(s, o): return (s.v < o.v).all()
print(TO(np.ones(2)) >= TO(np.zeros(2)), TO(np.ones(2)) != TO(np.ones(2)))
class D:
    def __set_name__(s, o, n): print("sn", n)
    def __get__(s, i, o=None): print("get", i is None); return np.ones(2)
class H:
    d = D(); e = D()
    f = d.__get__(None) + np.ones(2)
H.d + H.e; H().d + H().e
class Del:
    def __del__(s): print("del", np.add(np.ones(2), s.x() + 1))
    def x(s): return np.ones(2)
keep = Del()
def gen():
    try: yield np.ones(2)
    finally: print("end", np.add(np.ones(2), 1)); x = np.ones(2); x += x; x[0] = x[1]; print(x @ x)
gg = gen(); next(gg)
