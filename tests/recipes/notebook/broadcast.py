"""The visualizer in a notebook: `Broadcast(a="4,1", b="3")`. Its traits are the element's attributes, live both ways.

`Broadcast(a="3,4", b="3", predict="shape")` asks a question. `answers` has the results: each is a dictionary with the fields of the
events `answer` and `complete`, and the name of the event as `event`.
"""

import pathlib

import anywidget
import traitlets


class Broadcast(anywidget.AnyWidget):
    _esm = pathlib.Path(__file__).parent / "broadcast-visualizer.js"
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
    layout = traitlets.Unicode("auto").tag(sync=True)
    predict = traitlets.Unicode(None, allow_none=True).tag(sync=True)
    practice = traitlets.Unicode(None, allow_none=True).tag(sync=True)
    theme = traitlets.Unicode("auto").tag(sync=True)
    locale = traitlets.Unicode(None, allow_none=True).tag(sync=True)
    code = traitlets.Unicode("").tag(sync=True)
    # End of what is written.
    library = traitlets.Unicode("numpy").tag(sync=True)  # Most notebooks use NumPy.

    def __init__(self, **settings):
        super().__init__(**settings)
        self.answers = []
        self.on_msg(lambda _, result, __: self.answers.append(result))
