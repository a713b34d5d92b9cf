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

    /** The page, whose answers to requests end with the test: what is asked for after its last line has no answer to wait for. */
    page: async ({ page }, use) => {
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
