import multiprocessing
import os
import pickle
import sys

import numpy as np


def work(n):
    return (np.ones(n) + np.ones((2, 1))).sum()


class Point:
    __slots__ = ("x",)

    def __init__(self, x):
        self.x = x

    def __getattr__(self, name):
        print("asked for", name)
        raise AttributeError(name)

    def __matmul__(self, other):
        return self.x @ other

    def __getitem__(self, index):
        print("item", index)
        return self.x[index]

    def __setitem__(self, index, value):
        print("set", index, value)


class Meta(type):
    @classmethod
    def __prepare__(cls, name, bases):
        class Namespace(dict):
            def __getitem__(self, key):
                value = super().__getitem__(key)
                print("load", key) if not key.startswith("__") else None
                return value

        return Namespace()

    def __new__(mcls, name, bases, namespace):
        return super().__new__(mcls, name, bases, dict(namespace))


class Odd(metaclass=Meta):
    a = np.ones(2)
    b = a + a
    b += a
    for c in (1, 2):
        pass


if __name__ == "__main__":
    p = Point(np.ones(3))
    print(p @ np.ones(3), p[0], p[1:2, ...])
    p[0] = np.ones(2)
    p[1:2] += np.ones(2)
    p.x += np.ones(3)
    print(pickle.loads(pickle.dumps(Odd)).b, p.x)
    with multiprocessing.get_context("fork").Pool(2) as pool:
        print(pool.map(work, [1, 2, 3]))
    if os.fork() == 0:
        print("child", flush=True)
        sys.exit(3)
    os.wait()
    sys.stdout.flush()

    def hook(kind, error, trace):
        print("my own hook:", kind, error, trace.tb_lineno)

    sys.excepthook = hook
    p.x[0, 0, 0] = np.ones(2)
