import numpy as np
x = """a
b"""
print(repr(x), np.ones(2) + 1)
np.ones(2) + \
  np.ones(3)
