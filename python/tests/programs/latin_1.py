# -*- coding: latin-1 -*-
import numpy as np

def f():
	xé = np.ones(2); s = "éè"
	return s, xé + np.ones(3)
print("é")
f()
