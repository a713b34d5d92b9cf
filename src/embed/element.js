// The custom element <broadcast-visualizer>: attributes, properties, methods and events.
//
// A page loads only this file until an element is near the screen. All elements share one instance of the WebAssembly
// module. A panic ends that instance for all of them. Each element is then mounted on a new instance, in its last state.

import { NAMES, forEach, fromQuery, read, toQuery, typed, written } from "./schema.js";
import { bindings, program } from "./source.js";

/**
 * The styles until the visualizer is mounted. The runtime contains its other styles. The size does not depend on the content, so that
 * nothing moves in the page when it is loaded.
 */
const BASE = ":host{display:block;height:35rem;contain:inline-size;min-width:min(100%,20rem)}:host([controls=none]){height:24rem}:host([hidden]),slot[hidden]{display:none}.root:not(.ready){visibility:hidden}";
/** After more panics than this without a known element, elements are no longer mounted again. */
const MAX_UNEXPLAINED = 3;

let instance;
let attempts = 0;
let baseSheet;
let sheet;
let unexplained = 0;
const mounted = new Set();
/** Unmounted containers, to be used again: Yew does not remove its listeners from them. */
let unused = [];

/** Loads and starts the bindings, once for all elements. */
function startInstance() {
    instance ??= (async () => {
        // Before the runtime is there: both are loaded at the same time.
        const wasm = program();
        // If WebAssembly is blocked, the error below says so more clearly.
        wasm.catch(() => {});
        const module = await bindings(attempts++);
        await module.begin(wasm, panicked);
        return module;
    })();
    // After a failure another attempt is possible: the network may work again.
    instance.catch(() => (instance = undefined));
    return instance;
}

function panicked(container, message) {
    instance = undefined;
    unused = [];
    unexplained += container ? 0 : 1;
    const alone = mounted.size === 1;
    for (const element of [...mounted]) {
        const isKnown = element._container === container;
        const isLikely = !container && (alone || unexplained > MAX_UNEXPLAINED);
        element._panicked(isKnown || isLikely, message);
    }
}

/** Adds styles to a shadow root. Returns their style sheet, to be passed as `known` for the next shadow root. */
function addStyles(root, css, known) {
    if (!known) {
        known = new CSSStyleSheet();
        known.replaceSync(css);
        // `@property` has no effect in a shadow root, and the canvas needs registered properties for its colours.
        for (const rule of known.cssRules) {
            try {
                rule.syntax && CSS.registerProperty(rule);
            } catch {
                // The property is registered already.
            }
        }
    }
    root.adoptedStyleSheets = [...root.adoptedStyleSheets, known];
    return known;
}

/** An observer of this type; none where there is no browser. */
const observer = (type, report, options) => globalThis[type] && new globalThis[type](report, options);
/** Mounts elements that are less than one screen away, so that nothing in view moves when they are mounted. */
const near = (entries) => entries.forEach(({ target, isIntersecting }) => isIntersecting && target._start().catch(() => {}));
const nearObserver = observer("IntersectionObserver", near, { rootMargin: "100%" });
const screenObserver = observer("IntersectionObserver", (entries) => entries.forEach(({ target, isIntersecting }) => target._setOnScreen(isIntersecting)));
/** Repaints when a class or a style changes: these may change custom properties, which a canvas does not follow. */
const restyles = observer("MutationObserver", () => mounted.forEach(({ _container }) => _container.dispatchEvent(new Event("restyle"))));
const STYLE_ATTRIBUTES = { attributeFilter: ["class", "style"] };
const sizeObserver = observer("ResizeObserver", (entries) => entries.forEach(({ target }) => target._resized()));
const OBSERVERS = [sizeObserver, nearObserver, screenObserver];

/** Sets an attribute, or removes it where the value is `null`. */
const setAttribute = (element, name, value) => (value === null ? element.removeAttribute(name) : element.setAttribute(name, value));

const Base = globalThis.HTMLElement ?? class {};

class BroadcastVisualizer extends Base {
    static observedAttributes = NAMES;

    // The fields of an element:
    //
    // | field | meaning |
    // |---|---|
    // | `_initial` | the attributes when it was first added to a page: `reset()` restores them |
    // | `_onScreen` | it is on the screen |
    // | `_starting` | the promise of a start that has not finished |
    // | `_handle`, `_container` | the mounted visualizer and its container; not set before the start, after `_unmount` and `_panicked` |
    // | `_snapshot` | the last state that was reported; not set between `_mount` and the first report. One more report may follow `_unmount` |
    // | `_childSteps` | the steps that its children are, as the value of `steps`; not set without such children |
    // | `_recorded` | the promise that its recorded run is shown, if it has one |
    // | `_playWhenSeen` | it is to play when it is mounted and on the screen |
    // | `_queued` | changed attributes are to be passed to the visualizer |
    // | `_reflecting` | attributes are being set from a reported state |
    // | `_panicState` | the state in which it panicked; after a second panic in it, it stays stopped until the card's button is pressed |
    constructor() {
        super();
        this.ready = new Promise((resolve, reject) => (this._readyResult = { resolve, reject }));
        // A rejection that no script handles must not be reported as an error of the page.
        this.ready.catch(() => {});
        this._snapshot = this._handle = this._container = this._panicState = undefined;
        this._onScreen = this._playWhenSeen = this._queued = false;
        this._size = "";
        this.attachShadow({ mode: "open" }).append(document.createElement("slot"));
        baseSheet = addStyles(this.shadowRoot, BASE, baseSheet);
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
        this._initial ??= this._attributeValues();
        [this, document.body, document.documentElement].forEach((node) => node && restyles.observe(node, STYLE_ATTRIBUTES));
        OBSERVERS.forEach((observer) => observer.observe(this));
    }

    disconnectedCallback() {
        // Moving an element also disconnects it, and connects it again at once.
        queueMicrotask(() => {
            if (!this.isConnected) {
                OBSERVERS.forEach((observer) => observer.unobserve(this));
                this._onScreen = false;
                this._unmount();
            }
        });
    }

    attributeChangedCallback(name, old, value) {
        if (this._handle && value !== old && !this._reflecting && !this._queued) {
            this._queued = true;
            queueMicrotask(() => {
                this._queued = false;
                this._handle?.set(toQuery(this._attributeValues()));
            });
        }
    }

    play() {
        this._playWhenSeen = true;
        this._playIfSeen();
    }

    pause() {
        this._playWhenSeen = false;
        this._handle?.pause();
    }

    next() {
        this._run((handle) => handle.stepPages(1));
    }

    previous() {
        this._run((handle) => handle.stepPages(-1));
    }

    seek(t) {
        this._run((handle) => handle.seek(Number(t) || 0));
    }

    reset() {
        this.pause();
        this._setAttributes(this._initial ?? {});
    }

    getState() {
        return typed(this._attributeValues());
    }

    setState(state) {
        for (const name of NAMES) {
            if (Object.hasOwn(state, name)) {
                this[name] = state[name];
            }
        }
    }

    async toSVG(options) {
        await this._start();
        const { picture } = await startInstance();
        return this._handle && picture(this, this._handle, options);
    }

    async toBlob(type = "image/png", quality) {
        await this._start();
        const canvas = this._container?.querySelector("canvas");
        return canvas ? new Promise((resolve) => canvas.toBlob(resolve, type, quality)) : null;
    }

    _attributeValues() {
        return forEach((name) => (name === "steps" && this._childSteps) || this.getAttribute(name));
    }

    /** Sets the attributes to `values`, where their meaning is different. */
    _setAttributes(values, names = NAMES) {
        for (const name of names) {
            const value = values[name] ?? null;
            if (read(name, this.getAttribute(name)) !== read(name, value)) {
                setAttribute(this, name, value);
            }
        }
    }

    _emit(type, detail) {
        this.dispatchEvent(new CustomEvent(type, { bubbles: true, composed: true, detail }));
    }

    _run(action) {
        this._playWhenSeen = false;
        this._start().then(() => this._handle && action(this._handle), () => {});
    }

    _setOnScreen(near) {
        this._onScreen = near;
        if (!near) {
            // Playback pauses off the screen, and continues when the element is on the screen again.
            const playing = this._snapshot?.playing;
            playing && this._handle?.pause();
            this._playWhenSeen ||= playing;
        } else if (!this._handle) {
            this._start().catch(() => {});
        } else {
            this._playIfSeen();
        }
    }

    /** Plays, if playback is requested and the element is mounted and on the screen. */
    _playIfSeen() {
        if (this._playWhenSeen && this._onScreen && this._handle) {
            this._playWhenSeen = false;
            this._handle.play();
        }
    }

    _resized() {
        const { width, height } = this.getBoundingClientRect();
        const size = `${width} ${height}`;
        if (this._snapshot && size !== this._size) {
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
            const module = await startInstance();
            this._childSteps ??= module.takeSteps(this, NAMES);
            await module.prepare(toQuery(this._attributeValues()));
            if (!this.isConnected || this._handle) {
                return;
            }
            const root = this.shadowRoot;
            this._styled ||= sheet = addStyles(root, module.css, sheet);
            const [container, handle] = unused.pop() ?? [document.createElement("div")];
            container.className = "root";
            container.setAttribute("part", "root");
            this._container?.remove();
            this._notice?.remove();
            this._container = container;
            this._snapshot = undefined;
            root.append(container);
            mounted.add(this);
            const query = toQuery(this._attributeValues());
            const listener = (...snapshot) => (this._container ?? container) === container && this._report(...snapshot);
            handle?.remount(query, listener);
            this._handle = handle ?? module.mount(container, query, listener);
            this._recorded = module.takeRecords(this, this._handle);
            this._playIfSeen();
        } catch (reason) {
            this._showError(reason);
            throw reason;
        }
    }

    _showError(reason) {
        const message = String(reason?.message ?? reason);
        console.error("broadcast-visualizer:", message);
        this._notice?.remove();
        this._notice = document.createElement("p");
        this._notice.setAttribute("part", "notice");
        this._notice.textContent = reason?.why?.[(this.locale ?? navigator.language).slice(0, 2)] ?? message;
        this.shadowRoot.append(this._notice);
        this._readyResult.reject(reason);
        this._emit("error", { message });
    }

    _unmount() {
        const handle = this._handle;
        this._handle = undefined;
        mounted.delete(this);
        this._container?.remove();
        if (handle) {
            this._playWhenSeen ||= this._snapshot?.playing;
            handle.unmount();
            unused.push([this._container, handle]);
        }
        this._container = undefined;
    }

    _report(query, chapter, last, playing, error) {
        const before = this._snapshot;
        const values = fromQuery(query);
        this._snapshot = { query, values, chapter, last, playing, error };
        if (!before) {
            this.shadowRoot.querySelector("slot").hidden = true;
            // Becomes visible when the canvas has its size.
            const container = this._container;
            Promise.resolve(this._recorded).then(() => requestAnimationFrame(() => requestAnimationFrame(() => container.classList.add("ready"))));
            this._readyResult.resolve(this);
            this._emit("ready", { state: typed(values) });
        } else {
            const changed = NAMES.filter((name) => values[name] !== before.values[name]);
            this._reflecting = true;
            this._setAttributes(values, changed);
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

    /** The instance has panicked. `here`: in this element. */
    _panicked(here, message) {
        const { query, values, playing } = this._snapshot ?? {};
        this._handle = this._snapshot = undefined;
        mounted.delete(this);
        if (here) {
            this._emit("error", { message });
            const again = query === this._panicState;
            this._panicState = query;
            // The panic shows its card in this element's container, if it has one.
            const button = this._container?.querySelector(".panic-card button");
            button?.addEventListener("click", () => ((this._panicState = undefined), this.reset(), this._start().catch(() => {})));
            if (again) {
                return;
            }
        }
        this._playWhenSeen ||= playing;
        if (values) {
            this._setAttributes(values);
        }
        // Later, because the old instance has not yet finished the panic.
        setTimeout(() => this.isConnected && this._start().catch(() => {}));
    }
}

for (const name of NAMES) {
    Object.defineProperty(BroadcastVisualizer.prototype, name, {
        enumerable: true,
        get() {
            return read(name, this.getAttribute(name));
        },
        set(value) {
            setAttribute(this, name, written(name, value));
        },
    });
}

if (globalThis.customElements && !customElements.get("broadcast-visualizer")) {
    customElements.define("broadcast-visualizer", BroadcastVisualizer);
}
