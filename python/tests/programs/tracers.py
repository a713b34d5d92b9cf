import numpy as np, sys
sys.settrace(lambda f, e, a: None)
lines = []
def tracer(frame, event, arg):
    if frame.f_code.co_filename == __file__: lines.append((event, frame.f_lineno, frame.f_code.co_name))
    return tracer
def f(a):
    b = a + a
    for i in range(2):
        b += a
    c = [q * b for q in a]
    return b
sys.settrace(tracer)
f(np.ones(2))
sys.settrace(None)
print(lines)
f(np.ones(2))
