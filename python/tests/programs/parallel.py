import numpy as np, threading, sys, asyncio, concurrent.futures as cf, contextvars, queue
def work(n):
    out = []
    for i in range(200):
        x = np.ones((n, 1)) + np.ones(i % 7 + 1)
        out.append(x.sum())
        try: x + np.ones((n + 1, i % 7 + 2))
        except ValueError as e: out.append(str(e))
    return out[-1]
sys.setswitchinterval(1e-5)
with cf.ThreadPoolExecutor(8) as ex: print(list(ex.map(work, range(1, 9))))
def boom(): np.ones(2) + np.ones(3)
t = threading.Thread(target=boom, name="T"); t.start(); t.join()
try: cf.ThreadPoolExecutor(1).submit(boom).result()
except ValueError as e: print(e)
async def c(n):
    a = np.ones(n)
    return (await asyncio.sleep(0, a)) + (await asyncio.sleep(0.001 * n, a[:, None])) + a
async def m():
    r = await asyncio.gather(*[c(i) for i in range(1, 5)], return_exceptions=True); print([x.shape for x in r])
    async with asyncio.TaskGroup() as tg: ts = [tg.create_task(c(i)) for i in (1, 2)]
    async for q in ag(): print(q)
    print([x async for x in ag() if (await c(1)).any()])
    asyncio.get_running_loop().call_soon(boom)
    await asyncio.sleep(0)
    asyncio.create_task(bad())
    await asyncio.sleep(0.01)
async def bad(): return np.ones(2) @ np.ones(3)
async def ag():
    for i in range(2):
        yield np.ones(2) * (await c(1))
asyncio.run(m())
def g():
    x = np.ones(2)
    while True:
        try: y = yield x; x = x + y
        except ValueError as e: print("in g", e); x = x * x
        finally: print("fin")
i = g(); next(i); print(i.send(np.ones(2))); print(i.throw(ValueError("q")));
try: i.send(np.ones(3))
except ValueError as e: print(e)
def outer(): r = yield from g(); return r
o = outer(); next(o); o.close()
raise SystemExit(np.ones(2) + 1)
