"""Writes what was recorded of a program that was started from a terminal."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

from .page import page_with
from .places import Settings, say
from .record import dumps, record_of_all
from .recorder import Recording

Fields = dict[str, Any]


def write(recordings: list[Recording], settings: Settings) -> None:
    """Writes the record of the program and its files as the settings say: to the terminal, into a file."""
    fields = record_of_all(recordings)
    if settings.prints:
        print("\n".join(findings(fields, with_shapes=settings.with_shapes)), file=sys.stderr)
    output = settings.output
    if not output:
        return
    text = dumps(fields)
    try:
        Path(output).write_text(text if output.endswith(".json") else page_with(text), encoding="utf-8")
    except OSError as failure:
        print(f"broadcast_visualizer: {output} cannot be written: {failure}", file=sys.stderr)
        return
    say(output)


def findings(fields: Fields, *, with_shapes: bool) -> list[str]:
    """One line for each finding, as compilers write them: of the files that were imported, then of the one that is shown."""
    lines = [line for file in fields.get("others", []) for line in _findings(file, with_shapes=with_shapes)]
    lines += _findings(fields, with_shapes=with_shapes)
    if "error" in fields:
        lines.append(f"{fields['file']}:{fields['error']['line']}: error: {_error(fields['error'])}")
    return lines or [f"{fields['file']}: no exception"]


def _findings(file: Fields, *, with_shapes: bool) -> list[str]:
    lines: list[tuple[int, str]] = []
    if with_shapes:
        names = {(name["line"], name.get("name", "")): name for name in file["names"]}
        lines += [(line, f"note: {name or 'value'}: {_tensor(tensor)}") for (line, name), tensor in names.items()]
        lines += [(one["line"], f"note: {_operation(one)}") for one in file["operations"]]
    lines.sort(key=lambda line: line[0])
    lines += [(one["line"], f"handled: {_error(one)}") for one in file["handled"]]
    return [f"{file['file']}:{line}: {said}" for line, said in lines]


def _error(error: Fields) -> str:
    said = f"{error['type']}: {error['message']}" if error["message"] else error["type"]
    met = f" [{_operation(error['operation'])}]" if "operation" in error else ""
    return " ".join(f"{said}{met}".split())


def _operation(operation: Fields) -> str:
    operands = ", ".join(f"{operand['text']} {_shape(operand)}" for operand in operation["operands"])
    results = ", ".join(map(_shape, operation.get("results", [])))
    count = f" × {operation['count']}" if operation.get("count") else ""
    return " ".join(f"{operation['name']}: {operands}{f' -> {results}' if results else ''}{count}".split())


def _tensor(tensor: Fields) -> str:
    return f"{_shape(tensor)} {tensor.get('dtype', '')}".rstrip()


def _shape(tensor: Fields) -> str:
    sizes = tensor["shape"]
    return f"({sizes[0]},)" if len(sizes) == 1 else f"({', '.join(map(str, sizes))})"
