"""A docstring."""
from __future__ import annotations

import dataclasses
import functools
import inspect

import numpy as np


def logged(function):
    @functools.wraps(function)
    def wrapper(*args, **kwargs):
        print("call", function.__name__, [getattr(a, "shape", a) for a in args], sorted(kwargs))
        return function(*args, **kwargs)

    return wrapper


@logged
def scaled(x, *, by=np.ones(3)):
    "Doc."
    return x * by


@dataclasses.dataclass
class Layer:
    weight: np.ndarray
    bias: np.ndarray = dataclasses.field(default_factory=lambda: np.zeros(2))
    name: str = "layer" + "!"

    @property
    def total(self):
        print("total is read")
        return self.weight.sum() + self.bias.sum()

    @total.setter
    def total(self, value):
        print("total is set to", value)

    @staticmethod
    def made(n):
        return Layer(np.ones((n, 2)))

    def __call__(self, x):
        return x @ self.weight + self.bias

    def __add__(self, other):
        print("added to", type(other).__name__)
        return self

    __radd__ = __add__


layer = Layer.made(3)
print(layer(scaled(np.ones((4, 3)), by=np.arange(3))), layer.name)
layer.total += np.ones(2)
layer + np.ones(2)
layer += layer
print(scaled.__doc__, __doc__, inspect.getsource(scaled.__wrapped__), inspect.signature(scaled), Layer.__annotations__)
print(sorted(name for name in dir() if not name.startswith("__")), list(vars(Layer)))
print(__name__, __file__.endswith("decorators.py"), __spec__, type(__loader__).__name__, __cached__)
layer(np.ones((4, 5)))
