// Messages between the embedded page and the page around its iframe: the height and the state are sent, settings are
// received.
//
// The height is sent in four forms, because course systems and blogs expect different ones: ours, LTI's, Embedly's and
// H5P's. Settings are accepted only from the page around the iframe, and only in our form:
// `{ type: "broadcast-visualizer", version: 1, action: "setState", state: { a: "5,1" } }`.

import { NAMES, addressed, fromQuery, toQuery, typed, written } from "./schema.js";

const TYPE = "broadcast-visualizer";
const VERSION = 1;
/** The length in characters up to which a value in a message is accepted. The page reads no longer program. */
const MAX_TEXT = 20000;

/** The width in CSS pixels below which one line stands for the inputs, as in styles/page.css. */
const NARROW = 720;

/** The actions that the page around the iframe may request. */
const ACTIONS = {
    play: (page) => page.play(),
    pause: (page) => page.pause(),
    next: (page) => page.stepPages(1),
    previous: (page) => page.stepPages(-1),
    seek: (page, { t }) => Number.isFinite(t) && page.seek(t),
    // A recorded run, as JSON or as the object that it describes.
    record: (page, { record }) => page.record(record),
};

/**
 * The height in CSS pixels that is asked of the iframe. The layout fits any height, so this is a height at which everything
 * is seen well; it does not follow what is shown, so that nothing moves in the page around the iframe.
 */
function heightFor(width, { controls }) {
    if (controls === "none") {
        return Math.round(Math.min(Math.max(width * 0.55, 220), 480));
    }
    return width < NARROW ? 440 : 600;
}

/** The values of a state in a message, as in attributes. `undefined` when the state is not valid. */
function valuesOf(state) {
    if (typeof state !== "object" || state === null) {
        return undefined;
    }
    const values = {};
    for (const name of NAMES.filter((name) => Object.hasOwn(state, name))) {
        const value = state[name];
        const isObject = value === Object(value);
        if (isObject || String(value).length > MAX_TEXT) {
            return undefined;
        }
        values[name] = written(name, value);
    }
    return values;
}

/**
 * Connects the page with the page around its iframe.
 *
 * Returns `listener`, to be called when the state changes, and `attach`, to be called with the started page.
 */
export function connect(root) {
    const parentPage = window.parent;
    const send = (message) => parentPage.postMessage(message, "*");
    const sendEvent = (event, detail) => send({ type: TYPE, version: VERSION, event, ...detail });
    const first = fromQuery(addressed());
    let page;
    let shown = first;
    let height = 0;
    let h5p = false;

    const report = () => {
        const now = heightFor(root.clientWidth, shown);
        if (now === height) {
            return;
        }
        height = now;
        sendEvent("resize", { height });
        send({ subject: "lti.frameResize", height });
        send(JSON.stringify({ src: location.href, context: "iframe.resize", height }));
        h5p && prepare();
    };
    // H5P first makes the iframe small, so that its height can also decrease.
    const prepare = () => send({ context: "h5p", action: "prepareResize", scrollHeight: height, clientHeight: innerHeight });

    addEventListener("message", ({ source, origin, data }) => {
        const known = origin === "null" || /^(https?|file):\/\/[^/]*$/.test(origin);
        if (source !== parentPage || !known || typeof data !== "object" || data === null) {
            return;
        }
        if (data.context === "h5p") {
            h5p = true;
            data.action === "resizePrepared"
                ? send({ context: "h5p", action: "resize", scrollHeight: height })
                : ["hello", "resize"].includes(data.action) && prepare();
        } else if (page && data.type === TYPE && data.version === VERSION) {
            const values = data.action === "setState" ? valuesOf(data.state) : undefined;
            if (values) {
                page.set(toQuery({ ...shown, ...values }));
            } else if (data.action === "reset") {
                page.set(toQuery(first));
            } else if (data.action === "getState") {
                sendEvent("state", { state: typed(shown) });
            } else if (Object.hasOwn(ACTIONS, data.action)) {
                ACTIONS[data.action](page, data);
            }
        }
    });
    new ResizeObserver(report).observe(root);
    send({ context: "h5p", action: "hello" });

    for (const event of ["answer", "step", "complete"]) {
        root.addEventListener(event, ({ detail }) => sendEvent(event, detail));
    }
    let ready = false;
    const listener = (query, chapter, last, playing, error) => {
        shown = fromQuery(query);
        report();
        sendEvent(ready ? "statechange" : "ready", { state: typed(shown), chapter, last, playing, error });
        ready = true;
    };
    return { listener, attach: (started) => (page = started) };
}
