"""A record as JSON: what the page takes. `record.schema.json` describes it."""

from __future__ import annotations

import json
import sys
from bisect import bisect_right
from itertools import accumulate
from typing import Any

from . import tensors
from .places import Part
from .recorder import Failure, Names, Operation, Recording
from .tensors import Seen, Several

#: The text that tells a record from other JSON, and the version of its form.
FORMAT = "broadcast-visualizer-record"
VERSION = 1

#: The longest text that the page shows, in characters.
LONGEST_TEXT = 20_000

#: The longest record, in bytes.
MOST_BYTES = 5_000_000

#: The most operands of an operation.
MOST_OPERANDS = 64

#: Libraries whose versions are in a record, by the names of their modules.
_NAMED = ("numpy", "torch", "pandas", "scipy", "jax", "tensorflow", "sklearn")

Fields = dict[str, Any]


def record_of_all(recordings: list[Recording]) -> Fields:
    """The record of a program of several files: first the one that an exception was raised in, else the first file."""
    shown = next((one for one in recordings if one.error and one.error.operation), recordings[0])
    others = [
        record(one)
        for one in recordings
        if one is not shown and (one is recordings[0] or one.error or one.handled or one.has_operations())
    ]
    return {**record(shown), **({"others": others} if others else {})}


def record(recording: Recording) -> Fields:
    """The record of a recording."""
    text, shift = shown_text(recording)
    names, operations = [], []
    for item in recording.records:
        if isinstance(item, Names):
            names += _names(item)
        else:
            operations.append(_operation(item))
    before = _operations_before(recording)
    fields = {
        "format": FORMAT,
        "version": VERSION,
        **versions(),
        "library": _library(recording),
        "file": recording.file,
        "text": text,
        "names": names,
        "operations": operations,
        "handled": [{"after": before[at], **_failure(failure)} for at, failure in recording.handled],
        **({"error": _failure(recording.error)} if recording.error else {}),
        **({"left_alone": list(recording.left_alone)} if recording.left_alone else {}),
        **({"unread": sorted(tensors.UNREAD)} if tensors.UNREAD else {}),
        **({"cut": True} if recording.is_cut or shift else {}),
    }
    if shift:
        _move(fields, shift)
    return fields


def dumps(fields: Fields) -> str:
    """A record as text of at most `MOST_BYTES`: values are left out first, then what was recorded last."""
    text = _json(fields)
    files = [fields, *fields.get("others", [])]
    if len(text) > MOST_BYTES:
        for file in files:
            _leave_out_values(file)
            file["cut"] = True
        text = _json(fields)
    while len(text) > MOST_BYTES:
        for file in files:
            for key in ("operations", "names", "handled"):
                file[key] = file[key][: len(file[key]) // 2]
            file["handled"] = [one for one in file["handled"] if one["after"] <= len(file["operations"])]
        text = _json(fields)
    return text


def _json(fields: Fields) -> str:
    # Only ASCII: a text can have halves of surrogate pairs, which UTF-8 has not.
    return json.dumps(fields, separators=(",", ":"))


def _all_operations(fields: Fields) -> list[Fields]:
    """The operations that were done, and those that failed."""
    failing = [one["operation"] for one in [fields.get("error", {}), *fields["handled"]] if one.get("operation")]
    return [*fields["operations"], *failing]


def _leave_out_values(fields: Fields) -> None:
    for operation in _all_operations(fields):
        for tensor in [*operation["operands"], *operation.get("results", [])]:
            tensor.pop("values", None)


def shown_text(recording: Recording) -> tuple[str, Shift | None]:
    """The text of a program as far as the page shows it, and how places move where that is not all.

    Lines that are left out are empty, so that each line keeps its number.
    """
    text = recording.text
    if len(text) <= LONGEST_TEXT:
        return text, None
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
    return "\n".join(shown)[:LONGEST_TEXT], Shift(lines, shown)


class Shift:
    """Moves places of a text to those of the same text with fewer lines in it."""

    def __init__(self, lines: list[str], shown: list[str]) -> None:
        self.shown = shown
        self.starts, self.new_starts = _starts(lines), _starts(shown)

    def moved(self, place: int) -> int:
        """Where a place is. One in a line that is left out is at this line, which is empty."""
        line = bisect_right(self.starts, place) - 1
        column = min(place - self.starts[line], len(self.shown[line]))
        return min(self.new_starts[line] + column, LONGEST_TEXT)


def _starts(lines: list[str]) -> list[int]:
    return [0, *accumulate(len(line) + 1 for line in lines[:-1])]


def _move(fields: Fields, shift: Shift) -> None:
    for operation in _all_operations(fields):
        for spanned in (operation, *operation["operands"]):
            spanned["span"] = [shift.moved(place) for place in spanned["span"]]


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
    fields["operands"] = [one for part, seen in _entries(operation) for one in _operands(operation, part, seen)]
    left_out = sum(seen.total - len(seen.tensors) for _, seen in _entries(operation) if isinstance(seen, Several))
    left_out += max(0, len(fields["operands"]) - MOST_OPERANDS)
    del fields["operands"][MOST_OPERANDS:]
    if left_out:
        fields["left_out"] = left_out
    if operation.gives is not None and not _is_cut(operation.gives):
        results = operation.gives.tensors if isinstance(operation.gives, Several) else (operation.gives,)
        fields["results"] = [tensors.described(seen) for seen in results]
        if operation.result_values is not None:
            fields["results"][0]["values"] = operation.result_values
    if operation.count > 1:
        fields["count"] = operation.count
    return fields


def _is_cut(seen: Seen) -> bool:
    """Whether it is a list of which not all tensors are kept."""
    return isinstance(seen, Several) and seen.total > len(seen.tensors)


def _entries(operation: Operation) -> list[tuple[int, Seen]]:
    """What was read of each part, in the order of the text."""
    entries = zip(operation.entries[::2], operation.entries[1::2], strict=True)
    return sorted(entries, key=lambda entry: entry[0])


def _operands(operation: Operation, part: int, seen: Seen) -> list[Fields]:
    place = operation.place
    text = place.parts[part] if part < len(place.parts) else Part("", place.start, place.end)
    if isinstance(seen, Several):
        names = [f"{text.text}[{at}]" for at in seen.places]
        return [operand(Part(name, *text[1:]), one, None) for name, one in zip(names, seen.tensors, strict=True)]
    return [operand(text, seen, operation.values.get(part))]


def operand(part: Part, seen: Seen, values: list[Any] | None) -> Fields:
    """An operand of an operation, which stands at a part of the text."""
    library = tensors.library(seen)
    return {
        "text": part.text,
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


def versions() -> Fields:
    """The versions of Python and of the libraries."""
    found = {name: getattr(sys.modules.get(name), "__version__", None) for name in _NAMED}
    return {
        "python": ".".join(map(str, sys.version_info[:3])),
        "libraries": {name: str(version) for name, version in found.items() if version},
    }


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
