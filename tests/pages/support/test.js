// What every spec imports instead of `@playwright/test`: the same `test`, whose `page` fails the test on any error in the
// console, any uncaught exception, and any request that leaves the page's own origin.
import { test as base, expect } from "@playwright/test";

/** Schemes that stay inside the browser. */
const INSIDE = ["about:", "blob:", "data:"];

export const test = base.extend({
    /**
     * What a test expects to go wrong: patterns of texts that are then no fault.
     * A test says so with `allowedErrors.push(/…/)`.
     */
    allowedErrors: async ({}, use) => use([]),

    /**
     * The page, which is opened when its program has taken the place of the frame that the file has, unless a test says what it waits for.
     * Its answers to requests end with the test: what is asked for after its last line has no answer to wait for.
     */
    page: async ({ page }, use) => {
        const goto = page.goto.bind(page);
        page.goto = async (address, options) => {
            const response = await goto(address, options);
            if (!options?.waitUntil) {
                // Where the program does not come, the test says why.
                await page.locator("#first").waitFor({ state: "detached", timeout: 10_000 }).catch(() => {});
            }
            return response;
        };
        await use(page);
        await page.unrouteAll({ behavior: "ignoreErrors" });
    },

    /** Everything that went wrong so far, on any page of the context. */
    faults: [
        async ({ context, baseURL, allowedErrors }, use) => {
            const faults = [];
            const origin = new URL(baseURL).origin;
            context.on("console", (message) => {
                if (message.type() === "error") {
                    faults.push(`error in the console: ${message.text()} (${message.location().url})`);
                }
            });
            context.on("weberror", (error) => {
                faults.push(`uncaught exception: ${error.error().stack ?? error.error()}`);
            });
            context.on("request", (request) => {
                const url = new URL(request.url());
                if (url.origin !== origin && !INSIDE.includes(url.protocol)) {
                    faults.push(`request to another origin: ${request.url()}`);
                }
            });
            await use(faults);
            const left = faults.filter((fault) => !allowedErrors.some((allowed) => allowed.test(fault)));
            expect(left, "nothing may go wrong unseen").toEqual([]);
        },
        { auto: true },
    ],
});

export { expect };
