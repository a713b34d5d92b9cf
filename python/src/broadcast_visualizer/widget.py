"""The visualizer as a widget for notebooks: `Broadcast(a="4,1", b="3")`. Its traits are the element's attributes, live both ways."""

from __future__ import annotations

from difflib import get_close_matches
from functools import cache
from typing import Any

import anywidget
import traitlets

from .page import widget_module
from .steps import steps_text, value_text

#: The code of all widgets is in one model, so that a notebook that keeps its widgets keeps it once. Each widget imports it from there.
_MODULE = """
const modules = (globalThis.broadcastVisualizerModules ??= new Map());
async function load(model) {
    const id = model.get("_code");
    if (!modules.has(id)) {
        const code = await model.widget_manager.get_model(id);
        const address = URL.createObjectURL(new Blob([code.get("source")], { type: "text/javascript" }));
        modules.set(id, await import(address).finally(() => URL.revokeObjectURL(address)));
    }
    return modules.get(id);
}
async function render({ model, el }) {
    const remove = (await load(model)).default.render({ model, el });
    const element = el.querySelector("broadcast-visualizer");
    const show = () => model.get("record") && (element.record = model.get("record"));
    show();
    model.on("change:record", show);
    return () => {
        model.off("change:record", show);
        remove();
    };
}
export default { render };
"""


class _Code(anywidget.AnyWidget):
    """The code of all widgets of a session."""

    _esm = "export default {};"
    source = traitlets.Unicode().tag(sync=True)


@cache
def _code() -> _Code:
    return _Code(source=widget_module())


class _Shape(traitlets.TraitType[str, "str | tuple[int, ...] | list[int]"]):
    """A shape or values as text. A tuple, such as `x.shape`, becomes one."""

    default_value = ""

    def validate(self, obj: Any, value: Any) -> str | None:
        if isinstance(value, (tuple, list)):
            return value_text(value)
        if isinstance(value, str) or (value is None and self.allow_none):
            return value
        self.error(obj, value)
        return None


class _Settings(anywidget.AnyWidget):
    """The attributes of the element."""

    # fmt: off
    # Written by tests/native/schema.rs:
    a = traitlets.Unicode("4,1").tag(sync=True)
    b = traitlets.Unicode("3").tag(sync=True)
    c = traitlets.Unicode(None, allow_none=True).tag(sync=True)
    op = traitlets.Unicode("add").tag(sync=True)
    library = traitlets.Unicode("pytorch").tag(sync=True)
    inplace = traitlets.Bool(False).tag(sync=True)
    operation = traitlets.Int(None, allow_none=True).tag(sync=True)
    dtype = traitlets.Unicode(None, allow_none=True).tag(sync=True)
    chapter = traitlets.Union([traitlets.Int(), traitlets.Unicode()], default_value=None, allow_none=True).tag(sync=True)
    cell = traitlets.Unicode(None, allow_none=True).tag(sync=True)
    blocks = traitlets.Unicode("beside").tag(sync=True)
    gradient = traitlets.Bool(False).tag(sync=True)
    loop = traitlets.Bool(False).tag(sync=True)
    autoplay = traitlets.Bool(False).tag(sync=True)
    controls = traitlets.Unicode("all").tag(sync=True)
    predict = traitlets.Unicode(None, allow_none=True).tag(sync=True)
    practice = traitlets.Unicode(None, allow_none=True).tag(sync=True)
    steps = traitlets.Unicode(None, allow_none=True).tag(sync=True)
    step = traitlets.Int(None, allow_none=True).tag(sync=True)
    theme = traitlets.Unicode("auto").tag(sync=True)
    locale = traitlets.Unicode(None, allow_none=True).tag(sync=True)
    code = traitlets.Unicode("").tag(sync=True)
    # End of what is written.
    # fmt: on


class Broadcast(_Settings):
    """The visualizer. `Broadcast(a=(4, 1), b=(3,))` shows two shapes, `Broadcast(code="…")` a program.

    `Broadcast(a="3,4", b="3", predict="shape")` asks a question. `answers` has the results: each is a dictionary with the fields of the
    events `answer` and `complete`, and the name of the event as `event`.
    """

    _esm = _MODULE
    a = _Shape("4,1").tag(sync=True)
    b = _Shape("3").tag(sync=True)
    c = _Shape(None, allow_none=True).tag(sync=True)
    library = traitlets.Unicode("numpy").tag(sync=True)  # Most notebooks use NumPy.
    #: A recorded run as JSON. It stands in place of the other settings.
    record = traitlets.Unicode("").tag(sync=True)
    _code = traitlets.Unicode().tag(sync=True)

    def __init__(self, **settings: Any) -> None:
        _check_names(settings, self.class_trait_names())
        super().__init__(_code=_code().model_id, **settings)
        self.answers: list[dict[str, Any]] = []
        self.on_msg(lambda _widget, result, _buffers: self.answers.append(result))


class Steps(Broadcast):
    """Steps of a teacher, one after the other.

    `Steps([{"a": (4, 1), "b": (3,), "chapter": 1, "text": "A column and a row."}, {"a": (4, 1), "b": (3,), "predict": "shape"}])`: each step has
    settings of `Broadcast` and, if you like, a `text`. `title` and `caption` stand above them, and `answers=False` keeps readers from asking for
    the answers. `steps.step` is the step that is shown, from 1.
    """

    def __init__(
        self,
        steps: list[dict[str, Any]],
        *,
        title: str = "",
        caption: str = "",
        answers: bool = True,
        **settings: Any,
    ) -> None:
        known = list(_Settings.class_traits())
        for step in steps:
            _check_names({name: value for name, value in step.items() if name != "text"}, known)
        super().__init__(steps=steps_text(steps, title, caption, answers=answers), **settings)


def _check_names(settings: dict[str, Any], names: list[str]) -> None:
    """Refuses a setting that does not exist, which traitlets would only warn of."""
    known = sorted(name for name in names if not name.startswith("_"))
    for name in settings:
        if name not in known:
            close = get_close_matches(name, known, 1)
            raise TypeError(f"Broadcast has no setting {name!r}" + (f": did you mean {close[0]!r}?" if close else "."))
