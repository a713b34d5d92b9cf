"""Shows how arrays and tensors broadcast: in a notebook, and from a recorded run of a program."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from .notebook import load_ipython_extension as load_ipython_extension
    from .notebook import show as show
    from .notebook import unload_ipython_extension as unload_ipython_extension
    from .widget import Broadcast as Broadcast
    from .widget import Steps as Steps

__all__ = ["Broadcast", "Steps", "__version__", "show"]

__version__ = "1.0.0"

#: Where what the package gives is: it is imported when it is asked for.
_MODULES = {
    "Broadcast": "widget",
    "Steps": "widget",
    "show": "notebook",
    "load_ipython_extension": "notebook",
    "unload_ipython_extension": "notebook",
}


def __getattr__(name: str) -> Any:
    if name not in _MODULES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from importlib import import_module

    try:
        module = import_module(f".{_MODULES[name]}", __name__)
    except ModuleNotFoundError as error:
        if error.name not in ("anywidget", "traitlets"):
            raise
        raise ImportError(
            f"{name} needs anywidget: pip install 'broadcast-visualizer[notebook]'", name=error.name
        ) from None
    return getattr(module, name)


def __dir__() -> list[str]:
    return [*globals(), *_MODULES]
