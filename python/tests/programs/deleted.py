import numpy as np


def gone():
    global x
    del x
    return y


y = np.ones(3)
for x in (1, np.ones((2, 1))):
    x += gone()
    print(x)
