import sys

import numpy as np


def depth(n):
    try:
        return 1 + depth(n + 1)
    except RecursionError:
        return 0


def fibonacci(n):
    return n if n.max() < 2 else fibonacci(n - np.ones(1)) + fibonacci(n - np.full(1, 2))


sys.setrecursionlimit(400)
print(depth(0) > 300, fibonacci(np.array([9.0])))


class Tree:
    def __init__(self, depth):
        self.children = [Tree(depth - 1) for _ in range(2)] if depth else []
        self.value = np.ones(depth + 1)

    def total(self, *, start=0):
        result = self.value.sum() + start
        for child in self.children:
            result += child.total()
        return result


print(Tree(5).total(start=np.ones(2)))
