// The element as a widget for Jupyter, MyST and other hosts of anywidget. The model's traits are the element's properties.
import "./element.js";
import { NAMES } from "./schema.js";

/** Shows the model in `el`. Returns a function that removes it. */
function render({ model, el }) {
    const element = document.createElement("broadcast-visualizer");
    // Without this, JupyterLab handles keys that are pressed in the diagram: `b` inserts a cell, `d d` deletes one.
    element.dataset.lmSuppressShortcuts = "true";
    const copyToElement = (name) => {
        const value = model.get(name);
        if (value !== undefined) {
            element[name] = value;
        }
    };
    const listeners = NAMES.map((name) => [`change:${name}`, () => copyToElement(name)]);
    NAMES.forEach(copyToElement);
    element.addEventListener("statechange", ({ detail }) => {
        for (const name of detail.changed.filter((name) => model.get(name) !== undefined)) {
            model.set(name, detail.state[name]);
        }
        model.save_changes?.();
    });
    for (const event of ["answer", "step", "complete"]) {
        // A host without a kernel, such as MyST, has nobody to send it to.
        element.addEventListener(event, ({ detail }) => model.send?.({ event, ...detail }));
    }
    listeners.forEach(([event, listener]) => model.on(event, listener));
    el.append(element);
    return () => {
        listeners.forEach(([event, listener]) => model.off(event, listener));
        element.remove();
    };
}

export default { render };
