// The custom element <broadcast-visualizer>: attributes, properties, methods and events.
//
// A page loads only this file until an element is near the screen. All elements share one instance of the WebAssembly
// module. A panic ends that instance for all of them. Each element is then mounted on a new instance, in its last state.

import { NAMES, fromQuery, read, toQuery, typed, written } from "./schema.js";
import { bindings, program } from "./source.js";

/** The styles until the visualizer is mounted. The runtime contains its other styles. */
const BASE = ":host{display:block;min-height:var(--bv-min-height,56rem)}:host([hidden]),slot[hidden]{display:none}.root:not(.ready){visibility:hidden}";
/** After more panics than this without a known element, elements are no longer mounted again. */
const PATIENCE = 3;

let compiled;
let instance;
let attempts = 0;
let baseSheet;
let sheet;
let unexplained = 0;
const mounted = new Set();
/** Unmounted containers, to be used again: Yew does not remove its listeners from them. */
let vacant = [];

/** Loads and starts the bindings, once for all elements. */
function started() {
    instance ??= (async () => {
        compiled ??= program();
        // If WebAssembly is blocked, the error below says so more clearly.
        compiled.catch(() => {});
        const found = await bindings(attempts++);
        const why = found.wasmBlockedReason();
        if (why) {
            throw Object.assign(new Error(why[0]), { why });
        }
        await found.default({ module_or_path: await compiled });
        found.watch((container, message) => stopped(container, message));
        return found;
    })();
    // After a failure another attempt is possible: the network may work again.
    instance.catch(() => (instance = compiled = undefined));
    return instance;
}

function stopped(container, message) {
    instance = undefined;
    vacant = [];
    unexplained += container ? 0 : 1;
    const alone = mounted.size === 1;
    for (const element of [...mounted]) {
        element._stopped(element._box === container || (!container && (alone || unexplained > PATIENCE)), message);
    }
}

/**
 * Adds styles to a shadow root: as a style sheet if the browser supports that, else as an element. Returns the style sheet,
 * to be passed as `known` for the next shadow root.
 */
function dress(root, css, known) {
    if (!root.adoptedStyleSheets) {
        const style = document.createElement("style");
        style.textContent = css;
        root.prepend(style);
        return undefined;
    }
    if (!known) {
        known = new CSSStyleSheet();
        known.replaceSync(css);
        // `@property` has no effect in a shadow root, and the canvas needs registered properties for its colours.
        for (const { name, syntax, inherits, initialValue } of known.cssRules) {
            try {
                syntax && CSS.registerProperty({ name, syntax, inherits, initialValue });
            } catch {
                // The property is registered already.
            }
        }
    }
    root.adoptedStyleSheets = [...root.adoptedStyleSheets, known];
    return known;
}

const watching = (tell, options) =>
    globalThis.IntersectionObserver &&
    new IntersectionObserver((entries) => entries.forEach(({ target, isIntersecting }) => tell(target, isIntersecting)), options);
/** Mounts elements that are less than one screen away, so that nothing in view moves when they are mounted. */
const nearness = watching((element, near) => near && element._start().catch(() => {}), { rootMargin: "100%" });
const sight = watching((element, seen) => element._seen(seen));
/** Repaints when a class or a style changes: these may change custom properties, which a canvas does not follow. */
const looks = globalThis.MutationObserver && new MutationObserver(() => mounted.forEach(({ _box }) => _box.dispatchEvent(new Event("restyle"))));
const LOOKS = { attributeFilter: ["class", "style"] };
const sizes = globalThis.ResizeObserver && new ResizeObserver((entries) => entries.forEach(({ target }) => target._sized()));

const Base = globalThis.HTMLElement ?? class {};

class BroadcastVisualizer extends Base {
    static observedAttributes = NAMES;

    // The fields of an element:
    //
    // | field | meaning |
    // |---|---|
    // | `_first` | the attributes when it was first added to a page: `reset()` restores them |
    // | `_near` | it is on the screen |
    // | `_starting` | the promise of a start that has not finished |
    // | `_handle`, `_box` | the mounted visualizer and its container; not set before the start, after `_leave` and `_stopped` |
    // | `_shown` | the last state that the mounted visualizer has reported; not set before the first report |
    // | `_wants` | it is to play when it is mounted and on the screen |
    // | `_queued` | changed attributes are to be passed to the visualizer |
    // | `_reflecting` | attributes are being set from a reported state |
    // | `_fatal` | the state in which it panicked; after a second panic in it, it stays stopped until the card's button is pressed |
    constructor() {
        super();
        this.ready = new Promise((resolve, reject) => (this._settle = { resolve, reject }));
        // A rejection that no script handles must not be reported as an error of the page.
        this.ready.catch(() => {});
        this._shown = this._handle = this._box = this._fatal = undefined;
        this._near = this._wants = this._queued = false;
        this._size = "";
        this.attachShadow({ mode: "open" }).append(document.createElement("slot"));
        baseSheet = dress(this.shadowRoot, BASE, baseSheet) ?? baseSheet;
    }

    connectedCallback() {
        for (const name of NAMES) {
            // A property that was set before the element was defined would hide the accessor.
            if (Object.hasOwn(this, name)) {
                const value = this[name];
                delete this[name];
                this[name] = value;
            }
        }
        this._first ??= this._values();
        sizes?.observe(this);
        [this, document.body, document.documentElement].forEach((node) => node && looks?.observe(node, LOOKS));
        nearness?.observe(this);
        sight ? sight.observe(this) : this._seen(true);
    }

    disconnectedCallback() {
        // Moving an element also disconnects it, and connects it again at once.
        queueMicrotask(() => {
            if (!this.isConnected) {
                sight?.unobserve(this);
                nearness?.unobserve(this);
                sizes?.unobserve(this);
                this._near = false;
                this._leave();
            }
        });
    }

    attributeChangedCallback(name, old, value) {
        if (this._handle && value !== old && !this._reflecting && !this._queued) {
            this._queued = true;
            queueMicrotask(() => {
                this._queued = false;
                this._handle?.set(toQuery(this._values()));
            });
        }
    }

    play() {
        this._wants = true;
        this._go();
    }

    pause() {
        this._wants = false;
        this._handle?.pause();
    }

    next() {
        this._do((handle) => handle.stepChapters(1));
    }

    previous() {
        this._do((handle) => handle.stepChapters(-1));
    }

    seek(t) {
        this._do((handle) => handle.seek(Number(t) || 0));
    }

    reset() {
        this.pause();
        this._write(this._first ?? {});
    }

    getState() {
        return typed(this._values());
    }

    setState(state) {
        for (const name of NAMES) {
            if (Object.hasOwn(state, name)) {
                this[name] = state[name];
            }
        }
    }

    async toSVG({ width = this.clientWidth || 700 } = {}) {
        await this._start();
        const dark = this.theme === "dark" || (this.theme !== "light" && matchMedia("(prefers-color-scheme: dark)").matches);
        return this._handle?.svg(Math.min(Math.max(Number(width) || 700, 100), 10000), dark);
    }

    async toBlob(type = "image/png", quality) {
        await this._start();
        const canvas = this._box?.querySelector("canvas");
        return new Promise((resolve) => (canvas ? canvas.toBlob(resolve, type, quality) : resolve(null)));
    }

    _values() {
        return Object.fromEntries(NAMES.map((name) => [name, this.getAttribute(name)]));
    }

    /** Sets the attributes to `values`, where their meaning is different. */
    _write(values, names = NAMES) {
        for (const name of names) {
            const value = values[name] ?? null;
            if (read(name, this.getAttribute(name)) !== read(name, value)) {
                value === null ? this.removeAttribute(name) : this.setAttribute(name, value);
            }
        }
    }

    _emit(type, detail) {
        this.dispatchEvent(new CustomEvent(type, { bubbles: true, composed: true, detail }));
    }

    _do(action) {
        this._wants = false;
        this._start().then(() => this._handle && action(this._handle), () => {});
    }

    _seen(near) {
        this._near = near;
        if (!near) {
            // Playback pauses off the screen, and continues when the element is on the screen again.
            const playing = this._shown?.playing;
            playing && this._handle?.pause();
            this._wants ||= playing;
        } else if (!this._handle) {
            this._start().catch(() => {});
        } else {
            this._go();
        }
    }

    /** Plays, if playback is requested and the element is mounted and on the screen. */
    _go() {
        if (this._wants && this._near && this._handle) {
            this._wants = false;
            this._handle.play();
        }
    }

    _sized() {
        const { width, height } = this.getBoundingClientRect();
        const size = `${width} ${height}`;
        if (this._shown && size !== this._size) {
            this._size = size;
            this._emit("resize", { width, height });
        }
    }

    _start() {
        this._starting ??= this._mount().finally(() => (this._starting = undefined));
        return this._handle ? Promise.resolve() : this._starting;
    }

    async _mount() {
        try {
            const found = await started();
            if (!this.isConnected || this._handle) {
                return;
            }
            const root = this.shadowRoot;
            this._dressed ||= ((sheet = dress(root, found.css, sheet) ?? sheet), true);
            const [box, handle] = vacant.pop() ?? [document.createElement("div")];
            box.className = "root";
            box.setAttribute("part", "root");
            this._box?.remove();
            this._notice?.remove();
            this._box = box;
            root.append(box);
            mounted.add(this);
            const query = toQuery(this._values());
            const listener = (...snapshot) => this._box === box && this._shownChanged(...snapshot);
            handle?.remount(query, listener);
            this._handle = handle ?? found.mount(box, query, listener);
            this._go();
        } catch (reason) {
            this._fail(reason);
            throw reason;
        }
    }

    _fail(reason) {
        const message = String(reason?.message ?? reason);
        console.error("broadcast-visualizer:", message);
        this._notice?.remove();
        this._notice = document.createElement("p");
        this._notice.setAttribute("part", "notice");
        this._notice.textContent = reason?.why?.[/^zh/i.test(this.locale ?? navigator.language) ? 1 : 0] ?? message;
        this.shadowRoot.append(this._notice);
        this._settle.reject(reason);
        this._emit("error", { message });
    }

    _leave() {
        const handle = this._handle;
        this._handle = undefined;
        mounted.delete(this);
        this._box?.remove();
        if (handle) {
            this._wants ||= this._shown?.playing;
            this._shown = undefined;
            handle.unmount();
            vacant.push([this._box, handle]);
        }
        this._box = undefined;
    }

    _shownChanged(query, chapter, last, playing, error) {
        const before = this._shown;
        const values = fromQuery(query);
        this._shown = { query, values, chapter, last, playing, error };
        if (!before) {
            this.shadowRoot.querySelector("slot").hidden = true;
            // Becomes visible when the canvas has its size.
            const box = this._box;
            requestAnimationFrame(() => requestAnimationFrame(() => box.classList.add("ready")));
            this._settle.resolve(this);
            this._emit("ready", { state: typed(values) });
        } else {
            const changed = NAMES.filter((name) => values[name] !== before.values[name]);
            this._reflecting = true;
            this._write(values, changed);
            this._reflecting = false;
            if (changed.length) {
                this._emit("statechange", { state: typed(values), changed });
            }
            if (chapter !== before.chapter || last !== before.last || playing !== before.playing) {
                this._emit("chapterchange", { chapter, last, playing });
            }
        }
        if (error && error !== before?.error) {
            this._emit("broadcasterror", { message: error });
        }
    }

    /** The instance has panicked. `blamed`: in this element. */
    _stopped(blamed, message) {
        const { query, values, playing } = this._shown ?? {};
        this._handle = this._shown = undefined;
        mounted.delete(this);
        if (blamed) {
            this._emit("error", { message });
            const again = query === this._fatal;
            this._fatal = query;
            // The panic shows its card in this element's container, if it has one.
            const button = this._box?.querySelector(".panic-card button");
            button?.addEventListener("click", () => ((this._fatal = undefined), this.reset(), this._start().catch(() => {})));
            if (again) {
                return;
            }
        }
        this._wants ||= playing;
        if (values) {
            this._write(values);
        }
        // Later, because the old instance has not yet finished the panic.
        setTimeout(() => this.isConnected && this._start().catch(() => {}));
    }
}

for (const name of NAMES) {
    Object.defineProperty(BroadcastVisualizer.prototype, name, {
        configurable: true,
        enumerable: true,
        get() {
            return read(name, this.getAttribute(name));
        },
        set(value) {
            const text = written(name, value);
            text === null ? this.removeAttribute(name) : this.setAttribute(name, text);
        },
    });
}

if (globalThis.customElements && !customElements.get("broadcast-visualizer")) {
    customElements.define("broadcast-visualizer", BroadcastVisualizer);
}
