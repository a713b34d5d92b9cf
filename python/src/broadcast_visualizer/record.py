"""A record as JSON: what the page takes. `record.schema.json` describes it."""

from __future__ import annotations

import json
import platform
import sys
from typing import Any

from . import tensors
from .recorder import Failure, Names, Operation, Recording
from .tensors import Seen, Several
from .transform import Part

#: The text that tells a record from other JSON, and the version of its form.
FORMAT = "broadcast-visualizer-record"
VERSION = 1

#: The longest text that the page shows, in characters.
LONGEST_TEXT = 20_000

#: The longest record, in bytes.
MOST_BYTES = 5_000_000

#: Libraries whose versions are in a record, by the names of their modules.
_NAMED = ("numpy", "torch", "pandas", "scipy", "jax", "tensorflow", "sklearn")

Fields = dict[str, Any]


def record(recording: Recording) -> Fields:
    """The record of a recording."""
    text, is_shortened = shown_text(recording)
    names, operations = [], []
    for item in recording.records:
        if isinstance(item, Names):
            names += _names(item)
        else:
            operations.append(_operation(item))
    before = _operations_before(recording)
    return {
        "format": FORMAT,
        "version": VERSION,
        "python": platform.python_version(),
        "libraries": _versions(),
        "library": _library(recording),
        "file": recording.file,
        "text": text,
        "names": names,
        "operations": operations,
        "handled": [{"after": before[at], **_failure(failure)} for at, failure in recording.handled],
        **({"error": _failure(recording.error)} if recording.error else {}),
        **({"left_alone": list(recording.left_alone)} if recording.left_alone else {}),
        **({"cut": True} if recording.is_cut or is_shortened else {}),
    }


def dumps(fields: Fields) -> str:
    """A record as text of at most `MOST_BYTES`: values are left out first, then what was recorded last."""
    text = _json(fields)
    if len(text) > MOST_BYTES:
        _leave_out_values(fields)
        fields["cut"] = True
        text = _json(fields)
    while len(text) > MOST_BYTES:
        for key in ("operations", "names", "handled"):
            fields[key] = fields[key][: len(fields[key]) // 2]
        fields["handled"] = [one for one in fields["handled"] if one["after"] <= len(fields["operations"])]
        text = _json(fields)
    return text


def _json(fields: Fields) -> str:
    # Only ASCII: a text can have halves of surrogate pairs, which UTF-8 has not.
    return json.dumps(fields, separators=(",", ":"))


def _leave_out_values(fields: Fields) -> None:
    failing = [one["operation"] for one in [fields.get("error", {}), *fields["handled"]] if one.get("operation")]
    for operation in [*fields["operations"], *failing]:
        for tensor in [*operation["operands"], *operation.get("results", [])]:
            tensor.pop("values", None)


def shown_text(recording: Recording) -> tuple[str, bool]:
    """The text of a program as far as the page shows it, and whether that is not all. Other lines are empty, so that each keeps its number."""
    text = recording.text
    if len(text) <= LONGEST_TEXT:
        return text, False
    lines = text.split("\n")
    wanted = recording.error.lines[-1] if recording.error else _line_of_first(recording)
    shown = [""] * len(lines)
    room = LONGEST_TEXT - len(lines)
    # From the line that matters in both directions, as far as there is room.
    for at in sorted(range(len(lines)), key=lambda at: abs(at + 1 - wanted)):
        room -= len(lines[at])
        if room < 0:
            break
        shown[at] = lines[at]
    return "\n".join(shown)[:LONGEST_TEXT], True


def _line_of_first(recording: Recording) -> int:
    return next((item.place.line for item in recording.records if isinstance(item, Operation)), 1)


def _operations_before(recording: Recording) -> list[int]:
    """For each number of records, how many operations are among them."""
    counts = [0]
    for item in recording.records:
        counts.append(counts[-1] + isinstance(item, Operation))
    return counts


def _names(names: Names) -> list[Fields]:
    place = names.place
    parts = place.parts or (Part("", place.start, place.end),)
    return [
        {
            "line": place.line,
            **({"name": part.text} if part.text else {}),
            **tensors.described(seen),
            **({"local": True} if place.is_local else {}),
        }
        for part, seen in zip(parts, names.seen, strict=True)
        if seen is not None
    ]


def _operation(operation: Operation) -> Fields:
    place = operation.place
    fields: Fields = {"line": place.line, "span": [place.start, place.end], "name": place.name}
    if place.in_place:
        fields["inplace"] = True
    fields["operands"] = [operand for part, seen in _entries(operation) for operand in _operand(operation, part, seen)]
    if operation.result is not None:
        results = operation.result if isinstance(operation.result, Several) else (operation.result,)
        fields["results"] = [tensors.described(seen) for seen in results]
        if operation.result_values is not None:
            fields["results"][0]["values"] = operation.result_values
    if operation.count > 1:
        fields["count"] = operation.count
    return fields


def _entries(operation: Operation) -> list[tuple[int, Seen]]:
    """What was read of each part, in the order of the text."""
    entries = zip(operation.entries[::2], operation.entries[1::2], strict=True)
    return sorted(entries, key=lambda entry: entry[0])


def _operand(operation: Operation, part: int, seen: Seen) -> list[Fields]:
    place = operation.place
    text = place.parts[part] if part < len(place.parts) else Part("", place.start, place.end)
    if isinstance(seen, Several):
        names = [f"{text.text}[{at}]" for at in range(len(seen))]
        return [_tensor(name, text, one, None) for name, one in zip(names, seen, strict=True)]
    return [_tensor(text.text, text, seen, operation.values.get(part))]


def _tensor(text: str, part: Part, seen: Seen, values: Any) -> Fields:
    library = tensors.library(seen)
    return {
        "text": text,
        "span": [part.start, part.end],
        **tensors.described(seen),
        **({"library": library} if library else {}),
        **({"values": values} if values is not None else {}),
    }


def _failure(failure: Failure) -> Fields:
    fields: Fields = {"line": failure.lines[-1], "type": failure.kind, "message": failure.message}
    if len(failure.lines) > 1:
        fields["call_line"] = failure.lines[0]
    if failure.operation is not None:
        fields["operation"] = _operation(failure.operation)
    return fields


def _versions() -> dict[str, str]:
    versions = {name: getattr(sys.modules.get(name), "__version__", None) for name in _NAMED}
    return {name: str(version) for name, version in versions.items() if version}


def _library(recording: Recording) -> str:
    """The library of the first tensor."""
    seen = (
        one
        for item in recording.records
        for one in (item.seen if isinstance(item, Names) else item.entries[1::2])
        if one is not None and type(one) is not Several
    )
    first = next(seen, None)
    return (first and tensors.library(first)) or ("torch" if "torch" in sys.modules else "numpy")
