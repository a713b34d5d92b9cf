"""Objects that raise an exception whatever they are asked."""

import numpy as np


class Hostile:
    def refuse(self, *arguments):
        raise ValueError("asked")

    __getattr__ = __eq__ = __ne__ = __hash__ = __len__ = __bool__ = __iter__ = __index__ = __float__ = refuse
    __class__ = property(refuse)

    def __add__(self, other):
        return "sum"

    __radd__ = __mul__ = __matmul__ = __getitem__ = __call__ = __add__


class Table:
    """As a table of pandas: its columns are attributes."""

    __module__ = "pandas.core.frame"

    def __init__(self, shape):
        self.sizes = shape

    shape = property(lambda self: self.sizes)

    def __getattr__(self, name):
        return Hostile()

    def __add__(self, other):
        return self


class Typed(Table):
    __module__ = "pandas.core.frame"
    dtype = property(lambda self: Hostile())


x = np.ones(3)
for _ in range(3):
    hostile = Hostile()
    print(hostile + x, hostile * 2, hostile @ x, hostile[x], hostile(x))
    for table in [Table((2, 3)), Table((None, 3)), Table([2, 3]), Table(5), Table((True, 2)), Typed((2, 3))]:
        result = table + x
        result += x
        items = [table, hostile]
        items[0] = x
        holder = type("Holder", (), {"table": table})()
        holder.table += x
        first, *rest = [table, hostile, table]
        print(type(result).__name__, len(rest))
try:
    hostile * (x + np.ones(4))
except ValueError as error:
    print(error)
print(x + np.ones((2, 1)))
