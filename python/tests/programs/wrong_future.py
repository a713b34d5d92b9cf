"""d"""
from __future__ import annotations; import numpy as np; from __future__ import division
print(np.ones(1)+1)
