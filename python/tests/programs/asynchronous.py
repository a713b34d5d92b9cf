import asyncio
import contextlib
import threading

import numpy as np


async def add(x, delay):
    for _ in range(3):
        x = x + await value(delay)
    return x


async def value(delay):
    await asyncio.sleep(0)
    return np.full(delay, 1.0)


@contextlib.asynccontextmanager
async def scope(x):
    yield x * np.ones(2)


async def numbers():
    for n in range(3):
        yield np.arange(2) + np.full((n + 1, 1), n)


async def main():
    print(await asyncio.gather(add(np.ones(2), 2), add(np.ones((3, 1)), 3), add(np.zeros(4), 4)))
    async with scope(np.ones((2, 2))) as both:
        print(both)
    async for n in numbers():
        print(n + both[0])
    print([n.shape async for n in numbers()])


asyncio.run(main())
lock, results = threading.Lock(), {}


def work(n):
    total = np.zeros(n)
    for i in range(2000):
        total += np.full(n, i) - np.ones((1, 1))[0]
    with lock:
        results[n] = total.sum()


threads = [threading.Thread(target=work, args=(n,)) for n in range(1, 9)]
for thread in threads:
    thread.start()
for thread in threads:
    thread.join()
print(sorted(results.items()))
asyncio.run(add(np.ones(2), 3))
