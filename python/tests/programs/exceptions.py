import sys
import traceback

import numpy as np


def fails(x, depth):
    if depth:
        return x + fails(x, depth - 1)
    return (x @ np.ones(5)
            .reshape(5)) + 1


def tidy():
    try:
        return np.ones(3) + np.ones(4)
    finally:
        print("finally", sys.exc_info()[0])
        try:
            np.ones((2, 2)).reshape(3)
        except ValueError as inner:
            print(inner, repr(inner.__context__))


for attempt in range(3):
    try:
        fails(np.ones(3), attempt)
    except ValueError:
        traceback.print_exc()
try:
    tidy()
except ValueError as error:
    print(traceback.format_exception(error)[-1], len(traceback.extract_tb(error.__traceback__)))
try:
    try:
        np.concatenate([np.ones((2, 3)), np.ones((3, 2))])
    except ValueError as error:
        raise RuntimeError("in other words") from error
except RuntimeError:
    traceback.print_exc()
try:
    np.ones(3)[np.array([1, 5])]
except (IndexError, TypeError) as error:
    print(error)
try:
    raise ExceptionGroup("several", [ValueError(1), TypeError(2)])
except* ValueError as group:
    print(group.exceptions)
except* TypeError:
    print("a type error")
else:
    print("none")
print(np.ones((3, 1)) - fails(np.ones(3),
      depth=0))
