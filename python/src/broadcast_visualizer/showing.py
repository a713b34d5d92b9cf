"""Makes the record of one operation on tensors that are there."""

from __future__ import annotations

import ast
import contextlib
import linecache
import math
import operator
import sys
import warnings
from collections.abc import Callable, Sequence
from itertools import islice
from types import FrameType
from typing import Any

from . import record, tensors
from .places import Part
from .tensors import Seen

Fields = dict[str, Any]

#: The operators that `show` takes, with their names in a record.
OPERATORS: dict[str, tuple[str, Callable[[Any, Any], Any]]] = {
    "+": ("add", operator.add),
    "-": ("sub", operator.sub),
    "*": ("mul", operator.mul),
    "/": ("div", operator.truediv),
    "//": ("floordiv", operator.floordiv),
    "%": ("mod", operator.mod),
    "**": ("pow", operator.pow),
    "@": ("matmul", operator.matmul),
    "==": ("eq", operator.eq),
    "!=": ("ne", operator.ne),
    "<": ("lt", operator.lt),
    "<=": ("le", operator.le),
    ">": ("gt", operator.gt),
    ">=": ("ge", operator.ge),
    "&": ("and", operator.and_),
    "|": ("or", operator.or_),
    "^": ("xor", operator.xor),
}

#: The result has at most as many elements as all pairs of elements. Up to so many it is computed, else the page says its shape.
_MOST_PAIRS = 1_000_000


def of_operands(operands: Sequence[Any], op: str | None, names: list[str]) -> Fields:
    """The record of an operation on operands that are called by names."""
    if not 1 <= len(operands) <= 3 or (op is not None and len(operands) != 2):
        raise TypeError("show takes a tensor, two operands with an operator, or a condition and two operands")
    if op is not None and op not in OPERATORS:
        raise ValueError(f"op is one of {' '.join(OPERATORS)}, not {op!r}")
    seen = [_seen(operand) for operand in operands]
    library = next(filter(None, map(tensors.library, seen)), "numpy")
    names = [_as_operand(name) for name in names] if len(operands) == 2 else names
    text, spans, name = _text(names, op or "+", library)
    fields = _record(text, library)
    described = [
        record.operand(Part(name, *span), one, tensors.values(operand))
        for name, span, one, operand in zip(names, spans, seen, operands, strict=True)
    ]
    if len(operands) == 1:
        fields["names"] = [
            {"line": 1, **({"name": names[0]} if names[0].isidentifier() else {}), **tensors.described(seen[0])}
        ]
        return fields
    operation: Fields = {"line": 1, "span": [0, len(text)], "name": name, "operands": described}
    result, error = _outcome(operands, seen, op or "+", library)
    if error is not None:
        fields["error"] = {
            "line": 1,
            "type": type(error).__name__,
            "message": str(error).rstrip(),
            "operation": operation,
        }
        return fields
    if result is not None and (seen_result := tensors.read(result) or tensors.of_number(result)):
        values = tensors.values(result)
        operation["results"] = [{**tensors.described(seen_result), **({} if values is None else {"values": values})}]
    fields["operations"] = [operation]
    return fields


def _seen(operand: Any) -> Seen:
    """What is read of an operand. A number of Python is a tensor without axes."""
    if isinstance(operand, (bool, int, float)):
        return ((), None, ())
    seen = tensors.of_number(operand) or (None if isinstance(operand, (list, tuple)) else tensors.read(operand))
    if seen is None:
        try:
            return (tuple(operand.shape), operand.dtype, None)
        except AttributeError:
            raise TypeError(f"show takes arrays, tensors and numbers, not {type(operand).__name__}") from None
    return seen


def _text(names: list[str], op: str, library: str) -> tuple[str, list[tuple[int, int]], str]:
    """The operation as text, the places of its operands, and what it is called."""
    module = "torch" if library == "torch" else "np"
    before, between, after, name = "", f" {op} ", "", OPERATORS[op][0]
    if len(names) == 3:
        before, between, after, name = f"{module}.where(", ", ", ")", "where"
    spans, text = [], before
    for at, operand in enumerate(names):
        text += between if at else ""
        spans.append((len(text), len(text) + len(operand)))
        text += operand
    return text + after, spans, name


def _record(text: str, library: str) -> Fields:
    return {
        "format": record.FORMAT,
        "version": record.VERSION,
        **record.versions(),
        "library": library,
        "text": text,
        "names": [],
        "operations": [],
        "handled": [],
    }


def _outcome(operands: Sequence[Any], seen: list[Seen], op: str, library: str) -> tuple[Any, Exception | None]:
    """What the library gives, or the exception that it raises; neither where it would cost much."""
    if math.prod(max(1, math.prod(shape)) for shape, *_ in seen) > _MOST_PAIRS:
        return None, None
    where = getattr(sys.modules.get("torch" if library == "torch" else "numpy"), "where", None)
    do = where if len(operands) == 3 else OPERATORS[op][1]
    try:
        with warnings.catch_warnings(), _without_gradients():
            warnings.simplefilter("ignore")
            return (do(*operands) if do else None), None
    except Exception as error:
        return None, error


def _without_gradients() -> contextlib.AbstractContextManager[Any]:
    torch: Any = sys.modules.get("torch")
    return torch.no_grad() if torch else contextlib.nullcontext()


def names_of_arguments(frame: FrameType, count: int) -> list[str]:
    """The texts of the positional arguments of the call that a frame is at; else `a`, `b`, `c`."""
    with contextlib.suppress(Exception):
        call = _call_at(frame)
        if len(call.args) == count and not any(isinstance(argument, ast.Starred) for argument in call.args):
            return [ast.unparse(argument) for argument in call.args]
    return list("abc"[:count])


def _call_at(frame: FrameType) -> ast.Call:
    """The call that a frame is at."""
    source = "".join(linecache.getlines(frame.f_code.co_filename, frame.f_globals))
    position = next(islice(frame.f_code.co_positions(), frame.f_lasti // 2, None))
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Call) and position == (
            node.lineno,
            node.end_lineno,
            node.col_offset,
            node.end_col_offset,
        ):
            return node
    raise LookupError


def _as_operand(text: str) -> str:
    """An expression as it stands between operators."""
    is_atom = isinstance(
        ast.parse(text, mode="eval").body, (ast.Name, ast.Attribute, ast.Subscript, ast.Call, ast.Constant)
    )
    return text if is_atom else f"({text})"
