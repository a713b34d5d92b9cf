"""An exception in a function: the operands are an expression and a call."""

import numpy as np


def loss(prediction, target):
    return ((prediction - target[:, None]) ** 2).mean()


x = np.arange(12.0).reshape(4, 3)
weights = np.array([0.5, -1.0, 2.0])
prediction = x @ weights
print(prediction + 1)
target = np.array([1.0, 2.0, 3.0])
loss((x * weights).sum(axis=1), np.concatenate([target, target]).reshape(2, 3))
