import numpy as np
print("never")
x = np.ones(3
y = 2
