"""In a notebook: `show`, recorded cells, exceptions. IPython runs in this process; `jupyter.mjs` tries JupyterLab."""

from __future__ import annotations

import gc
import json
import re
import sys
from typing import Any

import numpy as np
import pytest
from conftest import SCHEMA, needs_torch

from broadcast_visualizer import notebook, recorder, show, showing, table

IPython = pytest.importorskip("IPython")


class Session:
    """An IPython, with what it displays."""

    def __init__(self, shell: Any) -> None:
        self.shell = shell
        self.shown: list[str] = []
        self.records: list[dict[str, Any]] = []

    def run(self, cell: str) -> Any:
        return self.shell.run_cell(cell, store_history=True)


@pytest.fixture
def session(monkeypatch: pytest.MonkeyPatch) -> Session:
    from IPython.core.interactiveshell import InteractiveShell

    shell = InteractiveShell()
    session = Session(shell)

    def display(shown: Any, raw: bool = False) -> None:
        session.shown.append(shown["text/html"])

    from broadcast_visualizer import notebook

    made = notebook.Shown.__init__

    def keep(self: Any, fields: dict[str, Any]) -> None:
        SCHEMA.validate(json.loads(json.dumps(fields)))
        session.records.append(fields)
        made(self, fields)

    monkeypatch.setattr(notebook.Shown, "__init__", keep)
    monkeypatch.setattr("IPython.display.display", display)
    monkeypatch.setattr(notebook, "_shell", lambda: shell)
    shell.run_cell("import numpy as np\nx, y = np.ones((3, 4)), np.ones(4)")
    return session


def operands(record: dict[str, Any]) -> list[tuple[str, tuple[int, ...]]]:
    operation = record["error"]["operation"] if "error" in record else record["operations"][0]
    return [(one["text"], tuple(one["shape"])) for one in operation["operands"]]


def test_show_has_the_names_of_the_variables_and_the_values() -> None:
    pred, target = np.arange(3.0)[:, None], np.ones(2)
    shown = show(pred, target.reshape(2), op="-")
    assert shown is not None
    assert shown.fields["text"] == "pred - target.reshape(2)"
    assert operands(shown.fields) == [("pred", (3, 1)), ("target.reshape(2)", (2,))]
    (result,) = shown.fields["operations"][0]["results"]
    assert (result["shape"], result["values"]) == ([3, 2], [-1.0, -1.0, 0.0, 0.0, 1.0, 1.0])


def test_show_of_a_condition_of_numbers_and_of_one_tensor() -> None:
    x, weights = np.arange(6).reshape(2, 3), np.ones((3, 2))
    where = show(x > 2, x, 0)
    assert where is not None
    assert where.fields["text"] == "np.where(x > 2, x, 0)"
    assert where.fields["operations"][0]["operands"][2] == {
        "text": "0",
        "span": [19, 20],
        "shape": [],
        "strides": [],
        "values": [0],
    }
    product = show(x, weights, op="@")
    assert product is not None
    assert product.fields["operations"][0]["name"] == "matmul"
    one = show(x)
    assert one is not None
    assert one.fields["names"][0]["shape"] == [2, 3]
    for fields in (where.fields, product.fields, one.fields):
        SCHEMA.validate(fields)


def test_show_of_a_mismatch_has_the_message() -> None:
    a = np.ones((3, 4))
    shown = show(a, a.T)
    assert shown is not None
    assert shown.fields["error"]["message"] == "operands could not be broadcast together with shapes (3,4) (4,3)"
    assert "operands could not be broadcast" in shown._repr_html_()


def test_show_computes_nothing_large() -> None:
    a, b = np.ones((100_000, 1), "i1"), np.ones(100_000, "i1")
    shown = show(a, b)
    assert shown is not None
    assert "results" not in shown.fields["operations"][0]


@needs_torch
def test_show_of_pytorch() -> None:
    import torch

    x = torch.ones(2, 3, requires_grad=True)
    shown = show(x, torch.ones(3))
    assert shown is not None
    assert (shown.fields["library"], shown.fields["operations"][0]["results"][0]["shape"]) == ("torch", [2, 3])


@pytest.mark.parametrize(("arguments", "op"), [(("a",), None), ((1, 2, 3, 4), None), ((1, 2), "add"), ((1,), "+")])
def test_show_refuses(arguments: tuple[Any, ...], op: str | None) -> None:
    with pytest.raises((TypeError, ValueError)):
        showing.of_operands(arguments, op, ["a", "b", "c", "d"][: len(arguments)])


def test_a_cell_that_says_so_is_shown(session: Session) -> None:
    session.run("%load_ext broadcast_visualizer")
    result = session.run("%%broadcast\nz = x + y\nx.T @ x\nz *= y")
    assert result.success
    (record,) = session.records
    assert [(one["line"], one["name"]) for one in record["operations"]] == [(2, "add"), (3, "matmul"), (4, "mul")]
    assert session.shell.user_ns["z"].shape == (3, 4)
    session.run("w = x + y")
    assert len(session.records) == 1


@pytest.mark.parametrize("cell", ["%%broadcast\n%%time\nz = x + y", "%%time\n%%broadcast\nz = x + y"])
def test_a_cell_of_another_magic_runs_and_says_that_it_is_not_recorded(
    cell: str, session: Session, capsys: pytest.CaptureFixture[str]
) -> None:
    session.run("%load_ext broadcast_visualizer")
    assert session.run(cell).success
    assert "z" in session.shell.user_ns
    said = capsys.readouterr().out
    assert "Wall time" in said
    assert "not recorded" in said


def test_the_magic_has_help(session: Session, capsys: pytest.CaptureFixture[str]) -> None:
    import broadcast_visualizer  # Nothing is installed by it.

    assert broadcast_visualizer.__version__
    assert "broadcast" not in session.shell.magics_manager.magics["cell"]
    session.run("%load_ext broadcast_visualizer")
    session.run("%%broadcast?")
    assert "the shapes after each line" in capsys.readouterr().out
    assert not session.run("%%broadcast x\n1").success


def test_after_load_ext_an_exception_is_shown_with_its_operands(session: Session) -> None:
    session.run("%load_ext broadcast_visualizer")
    session.run("def f(p):\n    return p.T + np.ones((2, 1)) * x")
    result = session.run("f(y * 2)")
    assert isinstance(result.error_in_exec, ValueError)
    (record,) = session.records
    assert operands(record) == [("np.ones((2, 1))", (2, 1)), ("x", (3, 4))]
    assert record["text"].startswith("def f(p):")
    session.run("x + y")
    session.run("1 / 0")
    assert len(session.records) == 1


def test_in_functions_of_before_what_is_still_there_is_shown(
    session: Session, capsys: pytest.CaptureFixture[str]
) -> None:
    session.run(
        "class A: pass\na = A()\na.w = [y[:3]]\ndef f(p): return p.T - a.w[0]\ndef g(p): return p.T - p.sum(axis=0)[:2]"
    )
    session.run("%load_ext broadcast_visualizer")
    session.run("f(x.T)")
    session.run("g(x)")
    first, second = session.records
    assert operands(first) == [("p.T", (3, 4)), ("a.w[0]", (3,))]
    assert "operation" not in second["error"]
    assert "broadcast" in second["error"]["message"]
    assert capsys.readouterr().out.count("was defined before") == 2


def test_a_cell_runs_where_the_recorder_fails(
    session: Session, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def fail(*_: Any) -> None:
        raise RuntimeError("broken")

    session.run("%load_ext broadcast_visualizer")
    monkeypatch.setattr("broadcast_visualizer.notebook.transform", fail)
    assert session.run("%%broadcast\nz = x + y").success
    assert "not recorded" in capsys.readouterr().err
    assert "z" in session.shell.user_ns


def test_cells_give_what_they_gave(session: Session, capsys: pytest.CaptureFixture[str]) -> None:
    session.run("%load_ext broadcast_visualizer")
    cells = [
        "x.sum() + y.sum()",
        "x + y;",
        "q = 3\nq += 1",
        "import asyncio\nawait asyncio.sleep(0, y * 2)",
        "!echo shell",
        "%time x.sum() * 1",
        "%%time\nw = x + y\nw.sum()",
        "_ * 2",
        "for i in range(2): i",
    ]
    results = [session.run(cell).result for cell in cells]
    assert [np.shape(one) if one is not None else None for one in results] == [
        (),
        None,
        None,
        (4,),
        None,
        (),
        (),
        (),
        None,
    ]
    assert "shell" in capsys.readouterr().out


def test_the_table_has_no_script_and_names_are_text() -> None:
    text = "<script>alert(1)</script>"
    operand = {"text": text, "span": [0, 0], "shape": [2]}
    record = {"text": text, "operations": [{"line": 1, "span": [0, 25], "name": "add", "operands": [operand]}]}
    assert "<script" not in table.as_html(record)
    assert "&lt;script&gt;" in table.as_html(record)


def test_the_table_aligns_shapes_at_the_right() -> None:
    shown = show(np.ones((2, 1)), np.ones(3))
    rows = re.findall(r"<tr.*?</tr>", shown._repr_html_() if shown else "")
    assert [re.findall(r"<td>(.*?)</td>", row)[:2] for row in rows] == [["2", "1"], ["", "3"], ["2", "3"]]
    assert repr(shown).splitlines()[2].split() == ["np.ones(3)", "3", "float64"]


def test_only_the_last_cells_are_kept_and_functions_of_the_others_run(session: Session) -> None:
    session.shell.run_line_magic("load_ext", "broadcast_visualizer")
    session.run("def add(p, q):\n    for _ in range(3):\n        r = p + q\n    return r")
    before = len(recorder.RECORDINGS)
    for number in range(200):
        session.run(f"def double(p):\n    return p + p\nz = double(x) * {number}")
    assert len(recorder.RECORDINGS) <= max(before, notebook._MOST_CELLS)
    gc.collect()
    kept = [one for one in gc.get_objects() if type(one) is recorder.Site]
    assert (
        len({id(site.recording) for site in kept if site.recording.file.startswith("cell")}) < 2 * notebook._MOST_CELLS
    )
    assert session.run("add(x, y).shape").result == (3, 4)
    session.run("add(x, np.ones(5))")
    assert operands(session.records[-1]) == [("p", (3, 4)), ("q", (5,))]


def test_unload_ext_leaves_nothing(session: Session) -> None:
    before = [*session.shell.input_transformers_cleanup], [*session.shell.ast_transformers]
    session.run("%load_ext broadcast_visualizer")
    session.run("def add(p, q):\n    return p + q")
    session.run("%unload_ext broadcast_visualizer")
    after = session.shell.input_transformers_cleanup, session.shell.ast_transformers
    assert [len(one) for one in after] == [len(one) for one in before]
    assert recorder.RECORDINGS == {}
    assert session.run("add(x, y).shape").result == (3, 4)
    shown = len(session.records)
    session.run("add(x, np.ones(5))")
    assert len(session.records) == shown
    session.run("%load_ext broadcast_visualizer")
    session.run("x + np.ones(5)")
    assert len(session.records) == shown + 1


def test_without_anywidget_the_package_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    import broadcast_visualizer

    monkeypatch.delitem(sys.modules, "broadcast_visualizer.widget", raising=False)
    monkeypatch.setitem(sys.modules, "anywidget", None)
    with pytest.raises(ImportError, match=r"broadcast-visualizer\[notebook\]"):
        _ = broadcast_visualizer.Broadcast
    assert broadcast_visualizer.show is show
