"""An exception in a function that was defined before the recording: its operands, as far as they are still there.

Only names, attributes and subscripts by constants are read, since reading them runs nothing of the program.
"""

from __future__ import annotations

import ast
import linecache
from collections.abc import Iterator
from types import FrameType, TracebackType
from typing import Any

from . import recorder, tensors
from .places import Place, Plan
from .record import record
from .recorder import Failure, Operation, Recording
from .transform import transform

Fields = dict[str, Any]

#: What is said below the picture.
NOTE = (
    "The function is not recorded: it was defined before broadcast_visualizer was loaded, or many cells ago. "
    "Its operands are those that are still there."
)

#: What an operand can be that is no tensor.
_PLAIN = (bool, int, float, complex, str, type(None))


def record_of(error: BaseException, trace: TracebackType) -> Fields | None:
    """The record of an exception that a function raised which is not recorded; without an operation where not all operands can be read."""
    frame = trace.tb_frame
    text = "".join(linecache.getlines(frame.f_code.co_filename, frame.f_globals))
    if not text:
        return None
    tree = ast.parse(text)
    plan = transform(tree, text)
    recording = Recording("a cell", text, plan)
    operation = next(_operations(plan, recorder.position(trace), frame), None)
    recording.error = Failure(error, [trace.tb_lineno], operation)
    return record(recording)


def _operations(plan: Plan, position: Any, frame: FrameType) -> Iterator[Operation]:
    """The operations at a position all of whose operands can be read."""
    for place in plan.places:
        if place.name and position in place.positions:
            operation = _operation(place, frame)
            if operation is not None:
                yield operation


def _operation(place: Place, frame: FrameType) -> Operation | None:
    entries: list[Any] = []
    values: dict[int, Any] = {}
    for number, part in enumerate(place.parts):
        try:
            value = _value(ast.parse(part.text.strip(), mode="eval").body, frame)
        except (LookupError, SyntaxError, TypeError):
            return None
        seen = tensors.read(value)
        if seen is not None:
            entries += (number, seen)
            values[number] = tensors.values(value)
        elif type(value) not in _PLAIN:
            return None
    return Operation(place, entries, None, values) if entries else None


def _value(node: ast.expr, frame: FrameType) -> Any:
    """The value of a name, an attribute or a constant subscript. `LookupError` where it is another expression."""
    if isinstance(node, ast.Constant):
        return node.value
    if isinstance(node, ast.Name):
        return {**frame.f_globals, **frame.f_locals}[node.id]
    if isinstance(node, ast.Attribute):
        owner = _value(node.value, frame)
        return recorder.attribute(owner, node.attr) if tensors.read(owner) is None else getattr(owner, node.attr)
    if isinstance(node, ast.Subscript) and isinstance(node.slice, ast.Constant):
        container = _value(node.value, frame)
        if type(container) in (list, tuple, dict):
            return container[node.slice.value]
    raise LookupError
