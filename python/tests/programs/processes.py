import multiprocessing as mp, numpy as np, os, sys
def f(x): return (np.ones(x) + np.ones(x)).sum()
def bad(x): return np.ones(2) + np.ones(3)
if __name__ == "__main__":
    print(f(2))
    for m in ("fork", "spawn", "forkserver"):
        with mp.get_context(m).Pool(2) as p: print(m, p.map(f, [1, 2, 3]))
    with mp.get_context("spawn").Pool(1) as p:
        try: p.map(bad, [1])
        except ValueError as e: print(e)
    pid = os.fork()
    if pid == 0:
        np.ones(2) + np.ones(2); sys.exit(3)
    print(os.waitpid(pid, 0)[1] >> 8)
    import subprocess; print(subprocess.run([sys.executable, "-c", "import sys; print(sys.argv, 'broadcast_visualizer' in sys.modules)"], capture_output=True).stdout)
    sys.exit(np.ones(1).size + 4)
