"""The aligned shapes of operations as a table: in HTML without a script, and as text."""

from __future__ import annotations

from html import escape
from typing import Any

Fields = dict[str, Any]

#: The most operations that a table has.
MOST = 20

#: Colours are those of the page around. In JupyterLab the table hides where the widget below it is shown, and the other way round: a notebook
#: that is opened again has no widget. What is no widget has the attribute `data-mime-type`.
_STYLE = """<style>
.broadcast-shapes table{border-collapse:collapse;margin:.5em 0}
.broadcast-shapes caption{text-align:left;white-space:nowrap}
.broadcast-shapes td,.broadcast-shapes th{padding:.1em .6em;text-align:right;font-family:monospace;border:0}
.broadcast-shapes th,.broadcast-shapes td:last-child{text-align:left;font-weight:normal}
.broadcast-shapes .result{border-top:1px solid}
.jp-OutputArea-child:has(.broadcast-shapes):has(+.jp-OutputArea-child broadcast-visualizer),
.jp-OutputArea-child:has(.broadcast-shapes)+.jp-OutputArea-child:not(:has(broadcast-visualizer,[data-mime-type])){display:none}
</style>"""

#: A name, a cell for each axis, the element type.
Row = list[str]


def as_html(record: Fields) -> str:
    """The tables of a record's operations, the exception last, without a script."""
    tables = [_html_of(*one) for one in _shown(record)]
    notes = [f"<p>{escape(note)}</p>" for note in _notes(record)]
    return f'<div class="broadcast-shapes">{_STYLE}{"".join(tables + notes)}</div>'


def as_text(record: Fields) -> str:
    """The same as text."""
    return "\n\n".join([*(_text_of(*one) for one in _shown(record)), *_notes(record)])


def _shown(record: Fields) -> list[tuple[str, list[Row], list[Row]]]:
    """For each operation that is shown a title, the rows of the operands and those of the results."""
    error = record.get("error")
    operations = [error["operation"]] if error and "operation" in error else []
    return [(_title(one, record), *_rows(one)) for one in (operations if error else record["operations"][:MOST])]


def _notes(record: Fields) -> list[str]:
    error, count = record.get("error"), len(record["operations"])
    if error:
        return [f"Line {error['line']}: {error['type']}: {error['message']}"]
    return [f"{count - MOST} more operations are recorded."] if count > MOST else []


def _title(operation: Fields, record: Fields) -> str:
    start, end = operation["span"]
    count = f" (× {operation['count']:,})" if "count" in operation else ""
    return f"Line {operation['line']}: {' '.join(record['text'][start:end].split())}{count}"


def _rows(operation: Fields) -> tuple[list[Row], list[Row]]:
    operands, results = operation["operands"], operation.get("results", [])
    axes = max((len(tensor["shape"]) for tensor in [*operands, *results]), default=0)
    return [_row(one["text"], one, axes) for one in operands], [_row("result", one, axes) for one in results]


def _row(name: str, tensor: Fields, axes: int) -> Row:
    sizes = list(map(str, tensor["shape"]))
    return [name, *[""] * (axes - len(sizes)), *sizes, tensor.get("dtype", "")]


def _html_of(title: str, operands: list[Row], results: list[Row]) -> str:
    rows = "".join([*(_html_row(row, "") for row in operands), *(_html_row(row, ' class="result"') for row in results)])
    return f"<table><caption>{escape(title)}</caption>{rows}</table>"


def _html_row(row: Row, attribute: str) -> str:
    name, *cells = map(escape, row)
    return f"<tr{attribute}><th>{name}</th>{''.join(f'<td>{cell}</td>' for cell in cells)}</tr>"


def _text_of(title: str, operands: list[Row], results: list[Row]) -> str:
    rows = operands + results
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    lines = [
        "  ".join([name.ljust(widths[0]), *(cell.rjust(width) for cell, width in zip(cells, widths[1:], strict=True))])
        for name, *cells in rows
    ]
    return "\n".join([title, *lines])
