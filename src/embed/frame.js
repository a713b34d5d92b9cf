// The embedded page and the page around its iframe: heights and what is shown go out, settings come in.
//
// Heights are told in four forms, because those are what course systems and blogs listen to: our own, LTI's, Embedly's and
// H5P's. What comes in is taken only from the page around, and only in our own form:
// `{ type: "broadcast-visualizer", version: 1, action: "setState", state: { a: "5,1" } }`.

import { NAMES, fromQuery, toQuery, typed, written } from "./schema.js";

const TYPE = "broadcast-visualizer";
const VERSION = 1;
/** Longer texts than this are not read anyway. */
const LONGEST = 4000;

/** What the page around may ask for. */
const ACTIONS = {
    play: (page) => page.play(),
    pause: (page) => page.pause(),
    next: (page) => page.stepChapters(1),
    previous: (page) => page.stepChapters(-1),
    seek: (page, { t }) => Number.isFinite(t) && page.seek(t),
};

/** The values of a state in a message, as attributes have them; `undefined` where it is not of that form. */
function valuesOf(state) {
    if (typeof state !== "object" || state === null) {
        return undefined;
    }
    const values = {};
    for (const name of NAMES.filter((name) => Object.hasOwn(state, name))) {
        const value = state[name];
        const fits = value === null || ["string", "number", "boolean"].includes(typeof value);
        if (!fits || String(value).length > LONGEST) {
            return undefined;
        }
        values[name] = written(name, value);
    }
    return values;
}

/** Connects the page with the one around it; gives what is to be called whenever something else is shown. */
export function connect(root) {
    const around = window.parent;
    const send = (message) => around.postMessage(message, "*");
    const tell = (event, detail) => send({ type: TYPE, version: VERSION, event, ...detail });
    const first = fromQuery(location.search);
    let page;
    let shown = first;
    let height = 0;
    let h5p = false;

    const report = () => {
        const now = Math.ceil(root.getBoundingClientRect().height);
        if (now === height) {
            return;
        }
        height = now;
        tell("resize", { height });
        send({ subject: "lti.frameResize", height });
        send(JSON.stringify({ src: location.href, context: "iframe.resize", height }));
        h5p && prepare();
    };
    // H5P first lets the frame be made small, so that it can also shrink.
    const prepare = () => send({ context: "h5p", action: "prepareResize", scrollHeight: height, clientHeight: innerHeight });

    addEventListener("message", ({ source, origin, data }) => {
        const known = origin === "null" || /^(https?|file):\/\/[^/]*$/.test(origin);
        if (source !== around || !known || typeof data !== "object" || data === null) {
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
                tell("state", { state: typed(shown) });
            } else if (Object.hasOwn(ACTIONS, data.action)) {
                ACTIONS[data.action](page, data);
            }
        }
    });
    new ResizeObserver(report).observe(root);
    send({ context: "h5p", action: "hello" });

    let ready = false;
    const listener = (query, chapter, last, playing, error) => {
        shown = fromQuery(query);
        tell(ready ? "statechange" : "ready", { state: typed(shown), chapter, last, playing, error });
        ready = true;
    };
    return { listener, attach: (started) => (page = started) };
}
