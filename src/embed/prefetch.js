// Decides when chunks are loaded that are not needed yet.

/** Calls `prefetch` when the page has nothing else to do, or after a second: a busy machine may never be idle, and a wide page waits for the examples. */
export function prefetchWhenIdle(prefetch) {
    // Safari has no requestIdleCallback.
    globalThis.requestIdleCallback ? requestIdleCallback(() => prefetch(), { timeout: 1000 }) : setTimeout(prefetch, 1000);
}

/** Calls `prefetch` when someone first uses what is in `container`. A page may have many visualizers that nobody uses. */
export function prefetchWhenUsed(container, prefetch) {
    for (const use of ["pointerdown", "pointermove", "focusin"]) {
        container.addEventListener(use, () => prefetch(), { once: true, passive: true });
    }
}
