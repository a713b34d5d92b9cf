"""Makes syntax_errors.jsonl anew: texts that are no Python, as people write them in programs of tensors, and what CPython says of each.

Run with CPython 3.11: python crates/reader/tests/vectors/make_syntax_errors.py > crates/reader/tests/vectors/syntax_errors.jsonl
Each line is an object: `text`; `kind`, `message`, `line` and `offset` of the exception (the offset in characters, counted from 1), or
no more than `text` where CPython accepts it.
"""

import json
import sys
import warnings

TEXTS = r"""
x = torch.zeros(3, 4
====
import torch
x = torch.zeros((3, 4)
y = x + 1
print(y)
====
import numpy as np
a = np.array([[1, 2, 3],
              [4, 5, 6]
b = np.ones((2, 3))
c = a + b
print(c.shape)
====
x = torch.zeros(3, 4))
====
x = torch.zeros(3, 4]
====
x = np.array([1, 2, 3)
y = x
====
x = np.array([
    [1, 2],
    [3, 4]
)
====
x = {'a': torch.zeros(3), 'b': torch.ones(3)
y = x['a']
====
if x.shape == (3, 4)
    print(x)
====
for i in range(10)
    x = x + i
====
while x.sum() > 0
    x = x - 1
====
def f(x)
    return x
====
class Net(nn.Module)
    pass
====
class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.fc = nn.Linear(3, 4)
    def forward(self, x)
        return self.fc(x)
====
if a:
    x = 1
else
    x = 2
====
try
    x = 1
except ValueError:
    pass
====
with torch.no_grad()
    y = x
====
print("shape: , x.shape)
====
name = 'weights
x = torch.zeros(3)
====
'''A program
import torch
x = torch.zeros(3)
====
x = 'It's a tensor'
====
import torch
    x = torch.zeros(3)
====
import torch

x = torch.zeros(3)
  y = torch.ones(3)
z = x + y
====
for i in range(3):
x = i
====
def f(x):
return x
====
class A:
def f(self):
    pass
====
if x:
====
def forward(self, x):
    # TODO
====
for i in range(3):
    x = i
  y = i
====
def f(x):
        y = x
    return y
====
if True:
	x = 1
        y = 2
====
f(x) = 3
====
x + 1 = y
====
3 = x
====
None = x
====
x.sum() += 1
====
if x = 3:
    pass
====
if x.shape = (3, 4):
    pass
====
while f(x) = 1:
    pass
====
f(a=1, 2)
====
torch.zeros(size=(3, 4), torch.float32)
====
f(**k, *a)
====
f(x for x in a, 1)
====
f(a.b=1)
====
f(True=1)
====
x = 3d
====
x = torch.zeros(3, 4)
y = x.view(3x4)
====
x = 1_000_
====
x = 0777
====
x = 0b12
====
x = 0xfg
====
print x
====
print "shape", x.shape
====
exec "x = 1"
====
return x
====
x = 1
if x:
    return x
====
for i in range(3):
    pass
break
====
continue
====
yield x
====
class A:
    return 1
====
x = torch.zeros（3, 4）
====
x = a – b
====
x = “text”
====
y = x × 2
====
x = 1 2
====
x = torch.zeros(3 4)
====
x = [1, 2 3]
====
x = torch.tensor([[1, 2], [3, 4] [5, 6])
y = x.
====
x = {'a': 1 'b': 2}
====
x = {'a' 1}
====
x = {'a': }
====
x = $a
====
x = a ? b : c
====
x = a && b
====
x++
====
x = = 1
====
x == 
====
x = 
====
import
====
import numpy as
====
from torch import
====
from torch import nn,
====
import torch.nn as nn.functional
====
def f(x, y=1, z):
    return x
====
def f(x, x):
    return x
====
def (x):
    pass
====
def f x:
    pass
====
lambda x: = 1
====
class = 3
====
lambda = 0.1
y = lambda * 2
====
x = y if z
====
x = [i for i in range(3)
====
x = [i, j for i in range(3)]
====
else:
    x = 1
====
if x:
    y = 1
elif:
    y = 2
====
try:
    x = 1
y = 2
====
except ValueError:
    pass
====
raise ValueError "wrong"
====
assert x.shape == (3, 4) "wrong"
====
x = f"{x"
====
x = f"{}"
====
x = f"{x!z}"
====
x = f"a}"
====
x = f"{x +}"
====
print(f"shape {x.shape")
====
x = f"{a b}"
====
x = f'{d['a']}'
====
x = a \ + b
====
x = a + \
====
del f(x)
====
global x y
====
for f(x) in y:
    pass
====
for i in 
    pass
====
for i range(3):
    pass
====
with open("a") as f(x):
    pass
====
x = (1, 2
y = 3
def f():
    return x
====
x = torch.randn(3, 4)
y = torch.randn(4, 5)
z = x @ y
w = z.sum(dim=1
print(w.shape)
v = w.mean()
====
import torch
import torch.nn as nn

class Net(nn.Module):
    def __init__(self):
        super(Net, self).__init__()
        self.conv = nn.Conv2d(3, 16, 3)
        self.fc = nn.Linear(16, 10

    def forward(self, x):
        x = self.conv(x)
        x = x.view(x.size(0), -1)
        return self.fc(x)

net = Net()
y = net(torch.randn(1, 3, 32, 32))
====
import numpy as np

def softmax(x):
    e = np.exp(x - x.max(axis=1, keepdims=True))
    return e / e.sum(axis=1, keepdims=True)

def loss(x, y):
    p = softmax(x)
     return -np.log(p[np.arange(len(y)), y]).mean()

x = np.random.randn(5, 3)
print(loss(x, np.array([0, 1, 2, 1, 0])))
====
import torch
x = torch.randn(8, 3)
for epoch in range(10):
    y = x * 2
    if epoch % 2 == 0:
        print("epoch", epoch)
      else:
        print("odd")
z = y.sum()
====
import numpy as np
X = np.random.rand(100, 3)
w = np.zeros(3)
for i in range(100)
    p = X @ w
    g = X.T @ (p - 1) / 100
    w -= 0.1 * g
print(w
====
x = torch.zeros(3)
y = x.reshape(1, -1
z = torch.ones(3]
====
def train(model, data):
    for x, y in data:
        p = model(x)
        loss = (p - y) ** 2
        loss.backward(
        optimizer.step()
    return loss
====
async x = 1
====
await x
====
def f():
    nonlocal x
====
def f(x):
    global x
====
f(a=1, a=2)
====
*a = b
====
x = *a
====
a, b += 1
====
(a, b): int = 1
====
x = not
====
x = y +
====
from __future__ import shiny
====
def f():
    from numpy import *
====
nonlocal x
====
x: int: 3
====
f(
====
x = [
====
print('a' 'b' 'c
====
'a' = x
====
(a + b) += 1
====
[x for x in y] = 1
====
x = 1; y = = 2
====
x := 3
====
f(x y=1)
====
a[1:2:3:4]
====
a[1, 2 3]
====
x = a not b
====
x = a is is b
====
x = b'é'
====
x = 'a' b'b'
====
if x: 
    y = 1
    else:
    y = 2
====
match x:
case 1:
    pass
====
x = 5 if y else
====
@
def f(): pass
====
@decorator
x = 1
====
x = np.array([1, 2, 3]
y = np.array([4, 5, 6])
z = x + y
====
loss = criterion(output, target
loss.backward()
====
model = nn.Sequential(
    nn.Linear(10, 20)
    nn.ReLU(),
    nn.Linear(20, 1),
)
====
model = nn.Sequential(
    nn.Linear(10, 20),
    nn.ReLU()
    nn.Linear(20, 1)
)
y = model(x)
====
x = torch.tensor([[1, 2, 3],
                  [4, 5, 6]],
                 dtype=torch.float32
                 device='cpu')
====
y = (c d)
====
y = (c[w:] c[:-w]) / w
====
x = {'a': 1, 'b' 2}
====
if True:
    [x] += y
====
x = torch.zeros([*y for y in z])
====
q, k, -v = (x for x in y)
====
try:
    x = 1
exc
====
print(f'{x.3f}')
====
def f(:
====
def f(:
    return 1
====
class A(:
    x = 1
====
x = np.ones(:
y = 2
====
f(
  :
====
print(x
====
def f():
    return (1,2
====
def f():
    (yield 1
    raise StopIteration
list(f())
====
def f():
    x = (yield 1
    +2
    return x
"""


def answer(text):
    try:
        compile(text, "<program>", "exec", dont_inherit=True)
    except SyntaxError as error:
        return {
            "kind": type(error).__name__,
            "message": error.msg,
            "line": error.lineno,
            "offset": error.offset,
        }
    return {}


if __name__ == "__main__":
    warnings.simplefilter("ignore")
    texts = TEXTS.strip("\n").split("\n====\n")
    for text in dict.fromkeys(texts):
        json.dump({"text": text} | answer(text), sys.stdout, ensure_ascii=False)
        print()
