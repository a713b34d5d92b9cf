"""In a notebook: `show`, cells that are recorded, and exceptions with their picture.

After `%load_ext broadcast_visualizer` every cell is recorded, and shown where an operation on tensors raised an exception; one with
`%%broadcast` at its top is always shown. A cell runs as IPython runs it, with its syntax tree transformed; nothing runs a second time.
"""

from __future__ import annotations

import ast
import copy
import linecache
import re
import sys
from collections.abc import Sequence
from itertools import takewhile
from typing import Any

from . import recorder, showing, table, unrecorded
from .record import dumps, record
from .recorder import Recording
from .transform import Added, transform

Fields = dict[str, Any]

#: The first line of a cell that is shown.
_MAGIC = "%%broadcast"

#: The most cells whose recording is kept. Functions of cells before them run on as they are.
_MOST_CELLS = 50

#: What is said below a cell that another magic runs.
_OTHER_MAGIC = "Cells of other magics are not recorded: remove the line that begins with %%."

#: What is said below a cell that has nothing to show.
_NOTHING = "No operation in which two or more tensors meet was recorded."

#: What the message of an exception has that is about shapes.
_OF_SHAPES = re.compile(r"shape|size|dimension|broadcast|axis|axes|index", re.IGNORECASE)


def show(*operands: Any, op: str | None = None) -> Shown | None:
    """Shows how operands broadcast: `show(a, b)`, `show(a, b, op="*")`, `show(x, w, op="@")`, `show(condition, x, y)`.

    Operands are arrays, tensors (what has `shape` and `dtype`), and numbers. In a notebook of Jupyter the picture is shown at once; elsewhere
    the table is returned.
    """
    names = showing.names_of_arguments(sys._getframe(1), len(operands))
    return _display(showing.of_operands(operands, op, names))


class Shown:
    """The table of a record, where there is no notebook of Jupyter."""

    def __init__(self, fields: Fields) -> None:
        self.fields = fields

    def __repr__(self) -> str:
        return table.as_text(self.fields)

    def _repr_html_(self) -> str:
        return table.as_html(self.fields)


def _display(fields: Fields, note: str = "") -> Shown | None:
    """Shows a record: the table, which a notebook keeps without a script, and the workbench."""
    if _shell() is None:
        return Shown(fields)
    from IPython.display import display

    shown = Shown(fields)
    if note:
        print(note)
    display({"text/html": shown._repr_html_(), "text/plain": repr(shown)}, raw=True)
    if hasattr(_shell(), "kernel"):
        from .page import NoFilesError

        try:
            from . import Broadcast

            display(Broadcast(record=dumps(fields)))
        except (ImportError, NoFilesError) as error:
            print(error)
    return None


def _shell() -> Any:
    """The IPython that runs, if any does."""
    ipython: Any = sys.modules.get("IPython")
    return ipython and ipython.get_ipython()


class Cells:
    """Records the cells of an IPython."""

    def __init__(self, shell: Any) -> None:
        self.shell = shell
        #: The cell that runs, as it was typed. `None` once it is transformed.
        self.raw: str | None = None
        #: Whether the cell says that it is shown, and whether another magic runs it.
        self.is_asked = self.is_of_magic = False
        self.recording: Recording | None = None
        #: What the cells so far have imported.
        self.imported: dict[str, str] = {}

    def begin(self, info: Any) -> None:
        """A cell begins."""
        self.raw, self.recording = info.raw_cell, None
        magics = list(takewhile(lambda line: line.startswith("%%"), filter(None, map(str.strip, self.raw.split("\n")))))
        self.is_asked, self.is_of_magic = _MAGIC in magics, any(line != _MAGIC for line in magics)

    def visit(self, tree: ast.Module) -> ast.Module:
        """The tree of a cell, transformed. IPython calls it; some magics call it again with a part of a cell."""
        raw, self.raw = self.raw, None
        if raw is None or self.is_of_magic:
            return tree
        try:
            return self._transformed(copy.deepcopy(tree), raw)
        except Exception as error:  # The cell runs as it is.
            print(f"broadcast_visualizer: this cell is not recorded: {error!r}", file=sys.stderr)
            return tree

    def _transformed(self, tree: ast.Module, raw: str) -> ast.Module:
        text = self.shell.transform_cell(raw)
        # While a cell runs, the count can be that of the next cell already.
        for number in (self.shell.execution_count, self.shell.execution_count - 1):
            file = self.shell.compile.get_code_name(raw, text, number)
            if file in linecache.cache:
                break
        plan = transform(tree, text, len(recorder.FUNCTIONS), self.imported)
        self.recording = recorder.install(file, text, plan)
        self.recording.file = f"cell {number}"
        recorder.keep_last(_MOST_CELLS)
        tree.body = _groups(tree.body)
        return tree

    def end(self, result: Any) -> None:
        """A cell has run."""
        try:
            if result.error_in_exec is not None and self.recording:
                self._show_exception(result.error_in_exec)
            elif self.is_asked and self.recording:
                self._show_cell(self.recording)
            elif self.is_asked and self.is_of_magic:
                print(_OTHER_MAGIC)
        except Exception as error:  # Nothing that the cell did depends on it.
            print(f"broadcast_visualizer: {error!r}", file=sys.stderr)

    def _show_cell(self, recording: Recording) -> None:
        fields = record(recording)
        if fields["operations"] or fields["handled"]:
            _display(fields)
        else:
            print(_NOTHING)

    def _show_exception(self, error: BaseException) -> None:
        traces = [trace for trace in recorder.traces(error) if trace.tb_frame.f_globals is self.shell.user_ns]
        if not traces:
            return
        if traces[-1].tb_frame.f_code.co_filename in recorder.RECORDINGS:
            fields, note = self._recorded(error), ""
        else:
            fields, note = unrecorded.record_of(error, traces[-1]), unrecorded.NOTE
        if fields and ("operation" in fields["error"] or _OF_SHAPES.search(fields["error"]["message"])):
            _display(fields, note)

    def _recorded(self, error: BaseException) -> Fields | None:
        """The record of the cell that has the function that raised an exception."""
        found = recorder.failure(error)
        if found is None:
            return None
        recording, failure = found
        recording.error = failure
        fields = record(recording)
        recording.error = None
        return fields


def _groups(body: list[ast.stmt]) -> list[ast.stmt]:
    """The statements of a cell. IPython compiles each alone: what was added after one is put into one statement with it."""
    groups: list[list[ast.stmt]] = []
    for statement in body:
        if isinstance(statement, Added) and groups:
            groups[-1].append(statement)
        else:
            groups.append([statement])
    return [one[0] if len(one) == 1 else _together(one) for one in groups]


def _together(statements: list[ast.stmt]) -> ast.stmt:
    true = ast.copy_location(ast.Constant(True), statements[0])
    return ast.copy_location(ast.If(true, statements, []), statements[0])


def _without_magic(lines: Sequence[str]) -> list[str]:
    """A cell with the line that says that it is shown as a comment, so that other lines keep their numbers."""
    at = next((at for at, line in enumerate(lines) if line.strip()), None)
    if at is None or lines[at].strip() != _MAGIC:
        return list(lines)
    after = lines[at + 1 :]
    if after and after[0].startswith("%%"):
        # Another magic must be first.
        return [*lines[:at], after[0], f"# {_MAGIC}\n", *after[1:]]
    return [*lines[:at], f"# {_MAGIC}\n", *after]


def _broadcast(line: str, _cell: str) -> None:
    """Shows a cell: the shapes after each line, each operation in which tensors meet, and what is probably a mistake.

    `%%broadcast` is the first line of the cell, without anything after it. The cell runs as it does without it.
    """
    from IPython.core.error import UsageError

    raise UsageError(f"{_MAGIC} takes nothing after it: {line}")


def load_ipython_extension(shell: Any) -> None:
    """`%load_ext broadcast_visualizer`: every later cell is recorded, and `%%broadcast` is known."""
    if not hasattr(shell, "_broadcast_visualizer"):
        cells = shell._broadcast_visualizer = Cells(shell)
        shell.register_magic_function(_broadcast, "cell", "broadcast")
        shell.input_transformers_cleanup.insert(0, _without_magic)
        shell.ast_transformers.append(cells)
        shell.events.register("pre_run_cell", cells.begin)
        shell.events.register("post_run_cell", cells.end)


def unload_ipython_extension(shell: Any) -> None:
    """`%unload_ext broadcast_visualizer`: nothing is recorded, and nothing of this package is called any more."""
    cells: Cells | None = getattr(shell, "_broadcast_visualizer", None)
    if cells is not None:
        del shell._broadcast_visualizer
        shell.magics_manager.magics["cell"].pop("broadcast", None)
        shell.input_transformers_cleanup.remove(_without_magic)
        shell.ast_transformers.remove(cells)
        shell.events.unregister("pre_run_cell", cells.begin)
        shell.events.unregister("post_run_cell", cells.end)
        recorder.keep_last(0)
