"""A teacher's steps as the text that links and the widget have."""

from __future__ import annotations

from typing import Any


def steps_text(steps: list[dict[str, Any]], title: str, caption: str, *, answers: bool) -> str:
    """The value of the setting `steps`. Each step has settings by their names and, as `text`, what the teacher says."""
    head = _joined(["1", title, "1" if answers else "0", caption])
    return "~:".join([head, *(_joined(_fields(step)) for step in steps)])


def value_text(value: Any) -> str:
    """The value of a setting as links have it. A tuple, such as `x.shape`, is a shape."""
    if isinstance(value, tuple):
        return f"({','.join(map(str, value))}{',' if len(value) == 1 else ''})"
    return str(int(value)) if isinstance(value, bool) else str(value)


def _fields(step: dict[str, Any]) -> list[str]:
    # Most notebooks use NumPy. A program says itself which library it uses.
    values = step if "code" in step else {"library": "numpy", **step}
    return [f"{name}={value_text(value)}" for name, value in values.items() if value is not None]


def _joined(texts: list[str]) -> str:
    """Texts as the parts of a step: `~` separates them."""
    return "~.".join(text.replace("~", "~~") for text in texts)
