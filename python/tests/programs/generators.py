import numpy as np


def steps(x):
    sent = None
    while x.sum() < 100:
        sent = x + (yield x, sent)
        x = x + sent[: len(x)]


walk = steps(np.arange(3.0))
print(next(walk))
print(walk.send(np.ones(3)))
print(walk.send(np.full(3, 2.0)))
other = steps(np.ones((2, 2)))
print(next(other), walk.send(np.ones(3)), other.send(np.ones(2)))
walk.close()
print(sum(a * b for a, b in zip(np.eye(2), np.ones((2, 2)))))


def delegating():
    got = yield from steps(np.ones(2))
    return got


try:
    run = delegating()
    print(next(run))
    run.throw(ValueError("thrown"))
except ValueError as error:
    print(repr(error), error.__traceback__.tb_lineno)
print([y + z for y in np.eye(2) if (z := y * 2).any()], z)
print({str(k): k - v for k, v in zip(np.arange(2), np.ones((2, 2)))}, {float(x @ x) for x in np.eye(3)})
run.send(np.ones(3)) if run.gi_frame else print("finished")
