import numpy as np, atexit, sys, code, traceback, logging, io, contextlib, tempfile, os
print(repr(sys.stdin.read()))
sys.excepthook = lambda t, v, tb: (print("hook", t.__name__, v), traceback.print_tb(tb))
atexit.register(print, "bye")
@contextlib.contextmanager
def cm():
    try: yield np.ones(2) + 1
    except ValueError as e: print("cm", e); raise
    finally: print("cm end")
buf = io.StringIO()
with contextlib.redirect_stdout(buf): print(np.ones(2) + 1)
print(buf.getvalue())
exec(compile("def ee(a):\n    return a + a\nprint(ee(np.ones(2)), __name__)\nee(3)", "<gen>", "exec"))
exec("np.ones(2)+1", {"np": np})
ns = {}
exec("import numpy as np\nclass Z:\n    v = np.ones(2) + 1", ns); print(ns["Z"].v)
try: exec("np.ones(2) + np.ones(3)")
except ValueError: traceback.print_exc()
try: eval("np.ones(2) + np.ones(3)")
except ValueError as e: traceback.print_exception(e)
with cm() as v:
    v[:1] + np.ones(3)[
        0:2
    ] + v + \
      np.ones(3) * (
        2)
