// What a check does with a page, in any browser: it goes to a link, waits for something to hold, points, types.
import { createServer } from "node:http";

/** A state that is waited for has to be reached within this time, in milliseconds. A check fails then; none depends on less. */
const PATIENCE = 60_000;

/** Collects errors of the page from the moment it is called. */
const WATCH = `() => {
    globalThis.faults ??= [];
    addEventListener("error", (event) => faults.push(String(event.message || event.target?.src || event.type)), true);
    addEventListener("unhandledrejection", (event) => faults.push(String(event.reason)));
    addEventListener("securitypolicyviolation", (event) => faults.push("policy: " + event.violatedDirective + " " + event.blockedURI));
}`;

/** Waits in the page for one frame. */
const FRAME = "() => new Promise((done) => requestAnimationFrame(() => done(null)))";

export class Visitor {
    #page;
    #base;
    #servers = [];

    constructor(page, base) {
        this.#page = page;
        this.#base = base;
    }

    /** The address of the site. */
    get site() {
        return this.#base;
    }

    /** Calls a function in the page; values and its result are JSON. */
    evaluate(run, ...values) {
        return this.#page.evaluate(String(run), values);
    }

    /** Opens a link of the site, and waits until its picture is painted. */
    async open(query, [width, height] = [1280, 720]) {
        await this.#page.goto(new URL(query, this.#base).href);
        await this.#page.resize(width, height);
        await this.#page.evaluate(WATCH, []);
        await this.until("the picture is painted", () => {
            const canvas = document.querySelector(".viewport canvas");
            if (!canvas?.width || !canvas.height) {
                return false;
            }
            const { data } = canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height);
            return data.some((value, at) => at % 4 === 3 && value > 0);
        });
    }

    /** Opens a page of another origin with this body, as a course has it. */
    async openCourse(body, [width, height] = [1280, 720]) {
        const text = `<!doctype html><html lang="en"><meta charset="utf-8"><title>Course</title><h1>Course</h1>${body}</html>`;
        const server = createServer((_, response) => response.setHeader("content-type", "text/html").end(text));
        await new Promise((listening) => server.listen(0, "127.0.0.1", listening));
        this.#servers.push(server);
        // To a browser, `localhost` is another origin than 127.0.0.1.
        await this.#page.goto(`http://localhost:${server.address().port}/`);
        await this.#page.resize(width, height);
        await this.#page.evaluate(WATCH, []);
    }

    /** Sets the size of the viewport. */
    resize(width, height) {
        return this.#page.resize(width, height);
    }

    /** Waits until a function in the page gives something true, and gives that. */
    async until(what, run, ...values) {
        const end = Date.now() + PATIENCE;
        for (;;) {
            const found = await this.#page.evaluate(String(run), values);
            if (found) {
                return found;
            }
            if (Date.now() > end) {
                throw new Error(`it did not come: ${what}`);
            }
            await this.#page.evaluate(FRAME, []);
        }
    }

    /** Waits until the text of a part contains this. */
    reads(selector, text) {
        const contains = (selector, text) => document.querySelector(selector)?.textContent.includes(text) ?? false;
        return this.until(`"${text}" in ${selector}`, contains, selector, text);
    }

    /** The value of a field. */
    value(selector) {
        return this.evaluate((selector) => document.querySelector(selector).value, selector);
    }

    /** The middle of a part, in the viewport. */
    #middle(selector) {
        const middle = (selector) => {
            const { x, y, width, height } = document.querySelector(selector)?.getBoundingClientRect() ?? {};
            return width > 0 && [x + width / 2, y + height / 2];
        };
        return this.until(`${selector} is visible`, middle, selector);
    }

    /** Presses a part with the pointer. */
    async click(selector) {
        await this.#page.clickAt(...(await this.#middle(selector)));
    }

    /** Moves the pointer over a part. */
    async hover(selector) {
        await this.#page.moveTo(...(await this.#middle(selector)));
    }

    /** Presses keys: `press("ArrowRight")`, `press("Control", "z")`. */
    press(...keys) {
        return this.#page.press(keys);
    }

    /** Types a text into the field that has the focus. */
    async type(text) {
        for (const letter of text) {
            await this.#page.press([letter]);
        }
    }

    /** Fails if the page has met an error. */
    async isSound() {
        const faults = await this.evaluate(() => globalThis.faults);
        if (faults.length > 0) {
            throw new Error(`errors in the page: ${faults.join("; ")}`);
        }
    }

    /** Ends what a check has started. */
    async leave() {
        for (const server of this.#servers) {
            server.closeAllConnections();
            await new Promise((closed) => server.close(closed));
        }
    }
}
