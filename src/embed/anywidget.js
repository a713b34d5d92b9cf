// The element as a widget for Jupyter, MyST and whatever else speaks anywidget: the model's traits are its properties.
import "./element.js";
import { NAMES } from "./schema.js";

/** Shows the model in `el`; gives what takes it away again. */
function render({ model, el }) {
    const element = document.createElement("broadcast-visualizer");
    // JupyterLab would else take keys pressed on the stage for its own: `b` a cell below, `d d` away with it.
    element.dataset.lmSuppressShortcuts = "true";
    const take = (name) => {
        const value = model.get(name);
        if (value !== undefined) {
            element[name] = value;
        }
    };
    const listeners = NAMES.map((name) => [`change:${name}`, () => take(name)]);
    NAMES.forEach(take);
    element.addEventListener("statechange", ({ detail }) => {
        for (const name of detail.changed.filter((name) => model.get(name) !== undefined)) {
            model.set(name, detail.state[name]);
        }
        model.save_changes?.();
    });
    listeners.forEach(([event, listener]) => model.on(event, listener));
    el.append(element);
    return () => {
        listeners.forEach(([event, listener]) => model.off(event, listener));
        element.remove();
    };
}

export default { render };
