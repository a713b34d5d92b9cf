// <broadcast-visualizer>: attributes, properties, methods and events around what the WebAssembly module shows.
//
// This is all that a page loads before one of them is near the screen. All elements share one instance of the module.
// After a panic that instance is dead, and with it all of them: each is mounted again on a fresh one, as it was.

import { NAMES, fromQuery, read, toQuery, typed, written } from "./schema.js";
import { bindings, program } from "./source.js";

/** What stands before the visualizer does; its own styles come with it. */
const BASE = ":host{display:block;min-height:var(--bv-min-height,56rem)}:host([hidden]),slot[hidden]{display:none}.root:not(.ready){visibility:hidden}";
/** After so many panics of which nobody knows whose they were, nothing is mounted again. */
const PATIENCE = 3;

let compiled;
let instance;
let attempts = 0;
let baseSheet;
let sheet;
let unexplained = 0;
const mounted = new Set();
/** Containers that were left, to be taken again: Yew does not give their listeners back. */
let vacant = [];

/** The module's bindings, started. */
function started() {
    instance ??= (async () => {
        compiled ??= program();
        // Said below, and better, where that is the reason.
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
    // What failed may be tried again: the network may be back.
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

/** Puts styles into a shadow root: as a sheet where that can be, else as an element. */
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
        // Sheets of a shadow root register no properties, and a canvas can only use a colour that is one.
        for (const { name, syntax, inherits, initialValue } of known.cssRules) {
            try {
                syntax && CSS.registerProperty({ name, syntax, inherits, initialValue });
            } catch {
                // The page has registered it already.
            }
        }
    }
    root.adoptedStyleSheets = [...root.adoptedStyleSheets, known];
    return known;
}

const watching = (tell, options) =>
    globalThis.IntersectionObserver &&
    new IntersectionObserver((entries) => entries.forEach(({ target, isIntersecting }) => tell(target, isIntersecting)), options);
/** It is there before it comes into view: a screen away it is mounted, so that nothing in view moves for it. */
const nearness = watching((element, near) => near && element._start().catch(() => {}), { rootMargin: "100%" });
const sight = watching((element, seen) => element._seen(seen));
/** A canvas does not follow custom properties by itself. They change where a class or a style does. */
const looks = globalThis.MutationObserver && new MutationObserver(() => mounted.forEach(({ _box }) => _box.dispatchEvent(new Event("restyle"))));
const LOOKS = { attributeFilter: ["class", "style"] };
const sizes = globalThis.ResizeObserver && new ResizeObserver((entries) => entries.forEach(({ target }) => target._sized()));

const Base = globalThis.HTMLElement ?? class {};

class BroadcastVisualizer extends Base {
    static observedAttributes = NAMES;

    // What an element remembers:
    //
    // | field | meaning |
    // |---|---|
    // | `_first` | the attributes when it was first in a page: `reset()` goes back to them |
    // | `_near` | it is on the screen |
    // | `_starting` | the promise of a start that is under way |
    // | `_handle`, `_box` | the mounted visualizer and its container; none before the start, after `_leave` and `_stopped` |
    // | `_shown` | what was last told; none until a visualizer that is mounted has told something |
    // | `_wants` | it is to play as soon as it is mounted and seen |
    // | `_queued`, `_reflecting` | attributes changed and are yet to be told; or change because of what was told |
    // | `_fatal` | the state that it panicked in: a second time it stays stopped, until its card's button is pressed |
    constructor() {
        super();
        this.ready = new Promise((resolve, reject) => (this._settle = { resolve, reject }));
        // Whoever does not wait for it need not hear of it.
        this.ready.catch(() => {});
        this._shown = this._handle = this._box = this._fatal = undefined;
        this._near = this._wants = this._queued = false;
        this._size = "";
        this.attachShadow({ mode: "open" }).append(document.createElement("slot"));
        baseSheet = dress(this.shadowRoot, BASE, baseSheet) ?? baseSheet;
    }

    connectedCallback() {
        for (const name of NAMES) {
            // Set before the definition was there, it would hide the accessor.
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
        // To be moved is to be taken out and put in again.
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

    /** Makes attributes say what `values` do, where they mean something else. */
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
            // Nothing moves that nobody sees; it goes on when it is seen again.
            const playing = this._shown?.playing;
            playing && this._handle?.pause();
            this._wants ||= playing;
        } else if (!this._handle) {
            this._start().catch(() => {});
        } else {
            this._go();
        }
    }

    /** Plays, if that is wanted and can be seen. */
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
            // Seen only once its canvas has its size.
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

    /** The instance has stopped; `blamed`: here. */
    _stopped(blamed, message) {
        const { query, values, playing } = this._shown ?? {};
        this._handle = this._shown = undefined;
        mounted.delete(this);
        if (blamed) {
            this._emit("error", { message });
            const again = query === this._fatal;
            this._fatal = query;
            // A panic shows its card in the box itself; without a box of its own it is shown here.
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
        // Not at once: the panic is still on its way out of the old instance.
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
