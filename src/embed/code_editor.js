// The editor of programs: CodeMirror in the open shadow root of an element. It is a file of its own, which is loaded with the first program.
//
// The shadow root is there for the styles: CodeMirror adds them to a shadow root in a way that a strict Content-Security-Policy allows.
//
// The editor decides nothing. The application says what stands at which line (`update`). The element that holds the editor behaves as
// a field does: it has the text as `value`, and gets the events
//
// | event | when |
// |---|---|
// | `input` | someone has changed the text. What is typed is reported after a short pause, the inputs of an input method when it is done. `data` is the text that was pasted, if it was pasted |
// | `change` | the focus has left the editor |
// | `select` | someone has pressed a place of the text, which is then the `place` of the element |
//
// Places are counted in UTF-16 units from 0, lines from 1. The application keeps the history: the editor has no undo of its own.
import { defaultKeymap } from "@codemirror/commands";
import { bracketMatching, indentService, indentUnit } from "@codemirror/language";
import { search, searchKeymap } from "@codemirror/search";
import { Annotation, EditorState, RangeSet, StateEffect, StateField } from "@codemirror/state";
import { Decoration, EditorView, GutterMarker, WidgetType, gutter, keymap, lineNumbers, placeholder } from "@codemirror/view";

/** The keys of CodeMirror that are not used: Tab always leaves the editor, so there is nothing to switch. */
const UNUSED = ["Ctrl-m"];

const INDENT = "    ";

/** The pause in typing, in milliseconds, after which the text is reported. */
const PAUSE = 30;

/** A text after a line: the shape that the line makes. */
class Inlay extends WidgetType {
    constructor(text) {
        super();
        this.text = text;
    }

    eq(other) {
        return other.text === this.text;
    }

    toDOM() {
        const inlay = document.createElement("span");
        inlay.className = "inlay";
        inlay.textContent = this.text;
        return inlay;
    }
}

/** An element of the application below a line. */
class Block extends WidgetType {
    constructor(element) {
        super();
        this.element = element;
    }

    eq(other) {
        return other.element === this.element;
    }

    toDOM() {
        return this.element;
    }

    ignoreEvent() {
        return true;
    }
}

/** A sign in the margin. */
class Sign extends GutterMarker {
    constructor(sign, kind, title) {
        super();
        Object.assign(this, { sign, kind, title });
        this.elementClass = kind;
    }

    eq(other) {
        return other.sign === this.sign && other.kind === this.kind && other.title === this.title;
    }

    toDOM() {
        const sign = document.createElement("span");
        sign.textContent = this.sign;
        sign.title = this.title;
        return sign;
    }
}

/** A change that the application makes. */
const ours = Annotation.define();

/** What the application says of the text: some of `{ parts, blocks, signs }`, each a set of ranges. */
const setNotes = StateEffect.define();

const notes = StateField.define({
    create: () => ({ parts: Decoration.none, blocks: Decoration.none, signs: RangeSet.empty }),
    update(value, { changes, docChanged, effects }) {
        const moved = ([name, set]) => [name, set.map(changes)];
        const kept = docChanged ? Object.fromEntries(Object.entries(value).map(moved)) : value;
        const said = effects.find((effect) => effect.is(setNotes));
        return said ? { ...kept, ...said.value } : kept;
    },
    provide: (field) => ["parts", "blocks"].map((name) => EditorView.decorations.from(field, (value) => value[name])),
});

/** A line by its number, or the nearest one. */
const lineOf = (doc, number) => doc.line(Math.min(Math.max(number, 1), doc.lines));

/** What is said within lines. See `createEditor` for the arguments. */
function partsOf(doc, marks, lines, inlays) {
    const within = (place) => Math.min(place, doc.length);
    const parts = [
        ...marks.filter(([from, to]) => within(from) < within(to)).map(([from, to, kind]) => Decoration.mark({ class: kind }).range(from, within(to))),
        ...lines.map(([number, kind]) => Decoration.line({ class: kind }).range(lineOf(doc, number).from)),
        ...inlays.map(([number, text]) => Decoration.widget({ widget: new Inlay(text), side: 1 }).range(lineOf(doc, number).to)),
    ];
    return Decoration.set(parts, true);
}

/** What is said beside and below lines. */
function notesOf(doc, signs, blocks) {
    const below = blocks.map(([number, element], index) =>
        Decoration.widget({ widget: new Block(element), block: true, side: 2 + index }).range(lineOf(doc, number).to),
    );
    const margin = signs.map(([number, ...sign]) => new Sign(...sign).range(lineOf(doc, number).from));
    return { blocks: Decoration.set(below, true), signs: RangeSet.of(margin, true) };
}

/** The text that transactions paste; `null` where they do something else. */
function pasted(transactions) {
    let text = null;
    for (const transaction of transactions.filter((transaction) => transaction.isUserEvent("input.paste"))) {
        transaction.changes.iterChanges((from, to, start, end, inserted) => (text = inserted.toString()));
    }
    return text;
}

/** The smallest change of one text into another. */
function changeOf(old, text) {
    const shorter = Math.min(old.length, text.length);
    let from = 0;
    while (from < shorter && old[from] === text[from]) {
        from += 1;
    }
    let same = 0;
    while (same < shorter - from && old[old.length - 1 - same] === text[text.length - 1 - same]) {
        same += 1;
    }
    return { from, to: old.length - same, insert: text.slice(from, text.length - same) };
}

/** After a line that ends in a colon, the next one is indented. */
const pythonIndent = indentService.of((context, place) => {
    const line = context.lineAt(place, -1);
    const before = line.text.slice(0, Math.max(place - line.from, 0)) || context.state.doc.lineAt(Math.max(line.from - 1, 0)).text;
    const [own] = before.match(/^ */);
    return own.length + (/:\s*(#.*)?$/.test(before) ? INDENT.length : 0);
});

/**
 * Makes the editor in `host`. `label` is its name, `hint` stands in it while it is empty, `phrases` has the texts of CodeMirror by their English ones.
 * Gives an object with
 *
 * | method | effect |
 * |---|---|
 * | `update(text, marks, lines, inlays, signs, blocks)` | sets the text where it differs, and what is said of it: marks `[from, to, class]`, classes of lines `[line, class]`, texts after lines `[line, text]`, signs in the margin `[line, sign, class, title]`, elements below lines `[line, element]`. Where the last two are `null`, those of before stay at their lines |
 * | `reveal(line)` | brings a line into view, with what stands below it |
 * | `select(from, to)` | selects a part of the text, and gives the editor the focus |
 * | `measure()` | the elements below lines may have another height |
 * | `destroy()` | removes the editor |
 */
export function createEditor(host, label, hint, phrases) {
    const root = host.shadowRoot ?? host.attachShadow({ mode: "open" });
    host.value = "";
    const text = () => view.state.doc.toString();
    /** Whether an input method is at work: its text is the editor's alone until it is done. */
    const isComposing = () => view.composing || view.compositionStarted;
    /** The report that waits until typing pauses. */
    let waiting;
    const report = (data) => {
        clearTimeout(waiting);
        waiting = undefined;
        if (!isComposing() && text() !== host.value) {
            host.value = text();
            host.dispatchEvent(new InputEvent("input", { bubbles: true, data }));
        }
    };
    /** What is typed is reported after a short pause: to read a program takes longer than to show a letter. What is pasted, at once. */
    const reportSoon = (data) => {
        if (data !== null) {
            report(data);
        } else {
            clearTimeout(waiting);
            waiting = setTimeout(() => report(null), PAUSE);
        }
    };
    /** Reports at once what waits. */
    const reportWaiting = () => {
        if (waiting !== undefined) {
            report(null);
        }
    };
    const press = (place) => {
        host.place = place;
        host.dispatchEvent(new Event("select", { bubbles: true }));
    };
    const view = new EditorView({
        parent: root,
        root,
        extensions: [
            notes,
            gutter({
                class: "signs",
                markers: ({ state }) => state.field(notes).signs,
                domEventHandlers: { click: (_, { from }) => press(from) },
            }),
            lineNumbers({ domEventHandlers: { click: (_, { from }) => press(from) } }),
            indentUnit.of(INDENT),
            pythonIndent,
            bracketMatching(),
            search({ top: true }),
            keymap.of([...defaultKeymap.filter(({ key }) => !UNUSED.includes(key)), ...searchKeymap]),
            EditorState.phrases.of(phrases),
            EditorState.languageData.of(() => [{ commentTokens: { line: "#" } }]),
            EditorState.tabSize.of(INDENT.length),
            placeholder(hint),
            EditorView.contentAttributes.of({ "aria-label": label, "aria-describedby": "description" }),
            EditorView.updateListener.of(({ docChanged, transactions }) => {
                if (docChanged && !transactions.some((transaction) => transaction.annotation(ours))) {
                    reportSoon(pasted(transactions));
                }
            }),
            EditorView.domEventHandlers({
                // The browser would give a letter that replaces marked text the style of that text, which a strict policy forbids.
                beforeinput: (event, { state }) => {
                    const replaces = event.inputType === "insertText" && event.data && !state.selection.main.empty && !isComposing();
                    if (replaces) {
                        event.preventDefault();
                        view.dispatch(state.replaceSelection(event.data), { userEvent: "input.type", scrollIntoView: true });
                    }
                    return replaces;
                },
                // CodeMirror takes over the last input of the input method after this event.
                compositionend: () => void setTimeout(() => report(null)),
                // The application's own keys are for the text as it is.
                keydown: ({ key, ctrlKey, metaKey, altKey }) => {
                    if (ctrlKey || metaKey || altKey || key === "Escape") {
                        reportWaiting();
                    }
                },
                blur: () => {
                    reportWaiting();
                    host.dispatchEvent(new Event("change", { bubbles: true }));
                },
                click: (event, { state }) => {
                    const place = view.posAtCoords(event);
                    if (place !== null && state.selection.main.empty) {
                        press(place);
                    }
                },
            }),
        ],
    });
    // The element has events of its own, with these names.
    for (const name of ["input", "change", "select"]) {
        root.addEventListener(name, (event) => event.stopPropagation());
    }
    const show = (spec) => view.dispatch({ annotations: ours.of(true), ...spec });
    return {
        update(wanted, marks, lines, inlays, signs, blocks) {
            // What waits is reported soon, and then everything is updated. Another text takes its place.
            if (isComposing() || (waiting !== undefined && wanted === host.value)) {
                return;
            }
            clearTimeout(waiting);
            waiting = undefined;
            const old = text();
            host.value = wanted;
            if (old !== wanted) {
                show({ changes: changeOf(old, wanted) });
            }
            const { doc } = view.state;
            show({ effects: setNotes.of({ parts: partsOf(doc, marks, lines, inlays), ...(signs && notesOf(doc, signs, blocks)) }) });
        },
        reveal(line) {
            const { from } = view.state.doc.line(Math.min(line, view.state.doc.lines));
            // There is to be room for what stands below it.
            const yMargin = Math.min(view.scrollDOM.clientHeight * 0.6, 260);
            show({ effects: EditorView.scrollIntoView(from, { y: "nearest", yMargin }) });
        },
        select(from, to) {
            show({ selection: { anchor: from, head: Math.min(to, view.state.doc.length) } });
            view.focus();
        },
        measure: () => view.requestMeasure(),
        destroy() {
            clearTimeout(waiting);
            view.destroy();
        },
    };
}
