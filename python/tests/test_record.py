"""What is recorded: shapes as the libraries have them, operations, exceptions with their operands, within bounds."""

from __future__ import annotations

import ast
import gc
import json
import sys
import textwrap
import types
import weakref
from pathlib import Path
from typing import Any

import pytest
from conftest import HERE, needs_torch, recorded, run

from broadcast_visualizer import recorder, tensors
from broadcast_visualizer.record import LONGEST_TEXT, MOST_BYTES, dumps
from broadcast_visualizer.tensors import READERS
from broadcast_visualizer.transform import transform

NUMPY = "import numpy as np\nx = np.arange(12.0).reshape(3, 4)\ny = np.ones(4)\n"
TORCH = "import torch\nx = torch.arange(12.0).reshape(3, 4)\ny = torch.ones(4)\n"


def operations(text: str, library: str = NUMPY) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = recorded(library + textwrap.dedent(text))["operations"]
    return found


def said(operation: dict[str, Any]) -> tuple[Any, ...]:
    """The name, and text and shape of each operand."""
    operands = ((operand["text"], tuple(operand["shape"])) for operand in operation["operands"])
    return (operation["name"], *operands)


@pytest.mark.parametrize(
    "name", ["statements", "recursion", "asynchronous", pytest.param("torch_training", marks=needs_torch)]
)
def test_shapes_after_a_program_are_those_of_its_variables(name: str, tmp_path: Path) -> None:
    check = textwrap.dedent("""
        import atexit, json, sys
        def _shapes():
            import numpy
            main = vars(sys.modules["__main__"])
            kinds = (numpy.ndarray, getattr(sys.modules.get("torch"), "Tensor", numpy.ndarray))
            shapes = {name: list(value.shape) for name, value in main.items() if type(value) in kinds}
            with open("shapes.json", "w") as file:
                json.dump(shapes, file)
        atexit.register(_shapes)
    """)
    (tmp_path / "program.py").write_text(check + (HERE / "programs" / f"{name}.py").read_text())
    run("-m", "broadcast_visualizer", "-o", "record.json", "program.py", folder=tmp_path)
    record = json.loads((tmp_path / "record.json").read_text())
    last = {one["name"]: one["shape"] for one in record["names"] if "name" in one and "local" not in one}
    shapes = json.loads((tmp_path / "shapes.json").read_text())
    assert {name: last.get(name) for name in shapes} == shapes


def test_an_operation_has_texts_shapes_strides_values_and_result() -> None:
    (operation,) = operations("z = x.T - y[:, None]")
    assert said(operation) == ("sub", ("x.T", (4, 3)), ("y[:, None]", (4, 1)))
    assert operation["operands"][0]["strides"] == [1, 4]
    assert operation["operands"][0]["values"][:3] == [0.0, 4.0, 8.0]
    assert operation["results"][0]["shape"] == [4, 3]
    assert operation["results"][0]["values"][:3] == [-1.0, 3.0, 7.0]
    assert operation["line"] == 4


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("x[1:, ::2] += y[:2]", ("add", ("x[1:, ::2]", (2, 2)), ("y[:2]", (2,)))),
        ("x[x > 5] = y[:1]", ("setitem", ("x[x > 5]", (6,)), ("y[:1]", (1,)))),
        ("np.where(x > 1, x, -y)", ("where", ("x > 1", (3, 4)), ("x", (3, 4)), ("-y", (4,)))),
        ("np.concatenate([x, y[None]], axis=0)", ("concatenate", ("x", (3, 4)), ("y[None]", (1, 4)))),
        ("xs = [x, x]\nnp.stack(xs)", ("stack", ("xs[0]", (3, 4)), ("xs[1]", (3, 4)))),
        ("x.dot(y)", ("dot", ("x", (3, 4)), ("y", (4,)))),
        ("np.einsum('ij,j->i', x, y)", ("einsum", ("x", (3, 4)), ("y", (4,)))),
        ("np.add(*[x, y])", ("add", ("x", (3, 4)), ("y", (4,)))),
        ("y @ y", ("matmul", ("y", (4,)), ("y", (4,)))),
        ("np.dot(y.astype('f'), y)", ("dot", ("y.astype('f')", (4,)), ("y", (4,)))),
        ("d = {'k': [x]}; d['k'][0] *= y", ("mul", ("d['k'][0]", (3, 4)), ("y", (4,)))),
        ("x <= y", ("le", ("x", (3, 4)), ("y", (4,)))),
        ("class A: pass\na = A()\na.w = x\na.w *= y", ("mul", ("a.w", (3, 4)), ("y", (4,)))),
        ("print((lambda p: p @ y)(x))", ("matmul", ("p", (3, 4)), ("y", (4,)))),
        ("[r + y for r in x]", ("add", ("r", (4,)), ("y", (4,)))),
        ("é = y; 'é'; x / é", ("div", ("x", (3, 4)), ("é", (4,)))),
    ],
)
def test_operations_of_each_kind(text: str, expected: tuple[Any, ...]) -> None:
    found = recorded(NUMPY + text)
    assert "error" not in found
    assert expected in [said(operation) for operation in found["operations"]]
    for operation in found["operations"]:
        assert operation["results"]
        for operand in operation["operands"]:
            start, end = operand["span"]
            assert operand["text"].startswith(found["text"][start:end])


def test_a_function_of_the_program_is_no_operation_but_what_it_does_is() -> None:
    text = """
    def loss(p, q):
        return ((p - q) ** 2).mean()
    class Model:
        def __call__(self, p, q):
            return p
        def both(self, p, q):
            return p
    model = Model()
    loss(x, y), model(x, y), model.both(x, y), Model.both(model, x, y)
    """
    assert [operation["name"] for operation in operations(text)] == ["sub"]


def test_what_replaces_an_item_of_a_list_is_no_operation() -> None:
    assert operations("xs, d = [x, x], {}\nxs[0] = y\nd['k'] = y\nd['k'] = x\nxs[:] = [x]") == []


def test_what_repeats_is_counted() -> None:
    (operation,) = operations("for _ in range(1000):\n    x + y")
    assert operation["count"] == 1000


def test_what_has_no_tensors_for_long_is_recorded_when_tensors_come() -> None:
    text = """
    def add(p, q):
        return p + q
    def both(p, q):
        return [a * b for a, b in zip(p, q)]
    for i in range(1000):
        add(i, 1)
        both([i], [2])
    z = np.ones((5, 4))
    add(z, y)
    both([z], [y])
    """
    found = [said(operation) for operation in operations(text)]
    assert ("add", ("p", (5, 4)), ("q", (4,))) in found
    assert ("mul", ("a", (5, 4)), ("b", (4,))) in found


@pytest.mark.parametrize("given", ["x, y[:3]", "Holder.w, y[:3]"])
def test_an_operation_that_fails_after_many_times_without_tensors_has_its_operands(given: str) -> None:
    text = f"""
    class Holder:
        w = x
    def add(p, q):
        return p + q
    for i in range(1000):
        one, other = ({given}) if i == 999 else (i, 1)
        add(one, other)
    """
    operation = recorded(NUMPY + textwrap.dedent(text))["error"]["operation"]
    assert said(operation) == ("add", ("p", (3, 4)), ("q", (3,)))
    assert operation["operands"][1]["values"]


def test_recursive_calls_keep_their_operands_apart() -> None:
    text = """
    def f(n):
        return np.ones((n, 1)) + (f(n - 1).sum() * y if n > 1 else y)
    f(3)
    """
    shapes = [said(operation)[1][1] for operation in operations(text) if operation["name"] == "add"]
    assert shapes == [(1, 1), (2, 1), (3, 1)]


def test_generators_keep_their_operands_apart() -> None:
    text = """
    def g(n):
        yield np.ones((n, 1)) + (yield)
    gs = [g(n) for n in (1, 2, 3)]
    for one in gs: next(one)
    for one in reversed(gs): one.send(y)
    """
    found = [said(operation)[1][1] for operation in operations(text) if operation["name"] == "add"]
    assert found == [(3, 1), (2, 1), (1, 1)]


FAILING = [
    ("x + y[:3]", "add", [(3, 4), (3,)]),
    ("x.T - y[:3, None]", "sub", [(4, 3), (3, 1)]),
    ("x @ x", "matmul", [(3, 4), (3, 4)]),
    ("(x * 2).sum(axis=1) / np.ones((4,))", "div", [(3,), (4,)]),
    ("x += np.ones((2, 3, 4))", "add", [(3, 4), (2, 3, 4)]),
    ("x[:2] *= np.ones(3)", "mul", [(2, 4), (3,)]),
    ("x[0] = np.ones(3)", "setitem", [(3,), (4,)]),
    ("x[x > 5] = y[:3]", "setitem", [(3,), (6,)]),
    ("x.reshape(5, 3)", "reshape", [(3, 4)]),
    ("np.concatenate((x, y))", "concatenate", [(3, 4), (4,)]),
    ("np.stack([x, x.T])", "stack", [(3, 4), (4, 3)]),
    ("np.dot(x, np.ones(3))", "dot", [(3, 4), (3,)]),
    ("np.where(x > 0, y, np.ones(3))", "where", [(3, 4), (4,), (3,)]),
    ("x[np.array([0, 1]), np.array([0, 1, 2])]", "getitem", [(3, 4), (2,), (3,)]),
    ("x[5]", "getitem", [(3, 4)]),
    ("x[y > 0]", "getitem", [(3, 4), (4,)]),
    ("x\\\n  .transpose(0, 1)\\\n  .dot(x)", "dot", [(3, 4), (3, 4)]),
    ("np.linalg.solve(x[:, :3], y)", "solve", [(3, 3), (4,)]),
    ("np.einsum('ij,jk', x, x)", "einsum", [(3, 4), (3, 4)]),
    ("max(x, y)", "max", [(3, 4), (4,)]),
    ("(x.T @ x).reshape(2, 8) + y[:3, None]", "add", [(2, 8), (3, 1)]),
    ("np.abs(x - 1).sum(axis=1) * np.sqrt(y)", "mul", [(3,), (4,)]),
    ("print(np.exp(x).mean(0) + np.log1p(x).mean(1))", "add", [(4,), (3,)]),
    ("[row + np.ones(3) for row in x * 2]", "add", [(4,), (3,)]),
    ("{k: x @ np.ones((k, 2)) for k in (4, 5)}", "matmul", [(3, 4), (5, 2)]),
    ("d = {'w': x}\nd['w'] @ d['w']", "matmul", [(3, 4), (3, 4)]),
    ("d = {'w': x}\nd['w'] += np.ones(3)", "add", [(3, 4), (3,)]),
    ("(lambda p, q=x: p + q)(np.ones(5))", "add", [(5,), (3, 4)]),
    ("f'{x + np.ones(5)}'", "add", [(3, 4), (5,)]),
    ("x if (x == np.ones(5) + y).all() else 0", "add", [(5,), (4,)]),
    ("-x ** np.ones(5)", "pow", [(3, 4), (5,)]),
    ("z = w = x * np.ones((3, 1, 5))", "mul", [(3, 4), (3, 1, 5)]),
    ("(z := x[:, :3]) & (z > 0)", "and", [(3, 3), (3, 3)]),
    ("x > np.ones(5)", "gt", [(3, 4), (5,)]),
    ("x // np.ones((2, 1, 5))", "floordiv", [(3, 4), (2, 1, 5)]),
    ("np.matmul(x, y[:3])", "matmul", [(3, 4), (3,)]),
    ("np.vstack([x, np.ones((1, 3))])", "vstack", [(3, 4), (1, 3)]),
    ("np.hstack((x, np.ones((4, 1))))", "hstack", [(3, 4), (4, 1)]),
    ("np.multiply(x, np.ones(3), out=x)", "multiply", [(3, 4), (3,), (3, 4)]),
    ("x.T.dot(x.T)", "dot", [(4, 3), (4, 3)]),
    ("np.broadcast_to(y[:2], (3, 4))", "broadcast_to", [(2,)]),
    ("np.cov(x, np.ones((2, 3)))", "cov", [(3, 4), (2, 3)]),
    ("x[:, y > 9][:, [0]]", "getitem", [(3, 0)]),
    ("x[np.ones((4, 4), bool)]", "getitem", [(3, 4), (4, 4)]),
    ("x.T[3, 3]", "getitem", [(4, 3)]),
    ("x[1:, 1:] -= x[:, 1:]", "sub", [(2, 3), (3, 3)]),
    ("x.view()[..., ::2] = y.reshape(2, 2).T[:, :1] * np.ones(3)", "setitem", [(3, 2), (2, 3)]),
    ("np.add.reduce(x).reshape(3, 2)", "reshape", [(4,)]),
    ("x == x and x", None, []),
]
FAILING_TORCH = [
    ("x + y[:3]", "add", [(3, 4), (3,)]),
    ("torch.add(x, y[:3])", "add", [(3, 4), (3,)]),
    ("x.add_(torch.ones(2, 3, 4))", "add_", [(3, 4), (2, 3, 4)]),
    ("x @ x", "matmul", [(3, 4), (3, 4)]),
    ("torch.matmul(x, x.sum(0)[:3])", "matmul", [(3, 4), (3,)]),
    ("torch.cat([x, y])", "cat", [(3, 4), (4,)]),
    ("torch.cat((x, x.T), dim=1)", "cat", [(3, 4), (4, 3)]),
    ("x.T.view(12)", "view", [(4, 3)]),
    ("x.expand(2, 4)", "expand", [(3, 4)]),
    ("x[torch.tensor([0, 1]), torch.tensor([0, 1, 2])]", "getitem", [(3, 4), (2,), (3,)]),
    ("torch.nn.Linear(3, 2)(x)", "call", [(3, 4)]),
    ("torch.bmm(x[None], x[None])", "bmm", [(1, 3, 4), (1, 3, 4)]),
    ("torch.nn.functional.cross_entropy(x, y.long())", "cross_entropy", [(3, 4), (4,)]),
    ("x.masked_fill(y > 0, 0)[..., :2].masked_fill(y > 0, 1)", "masked_fill", [(3, 2), (4,)]),
    ("x[0] = y[:3]", "setitem", [(3,), (4,)]),
    ("torch.stack([x, x.T])", "stack", [(3, 4), (4, 3)]),
    ("x.unsqueeze(1).sub(torch.ones(2, 5))", "sub", [(3, 1, 4), (2, 5)]),
    ("torch.nn.functional.linear(x.T, torch.ones(5, 4))", "linear", [(4, 3), (5, 4)]),
    ("torch.einsum('ij,jk->ik', x, x)", "einsum", [(3, 4), (3, 4)]),
    ("x.mm(y[:, None].T)", "mm", [(3, 4), (1, 4)]),
    ("torch.where(x > 1, x, torch.ones(5))", "where", [(3, 4), (3, 4), (5,)]),
    ("x.relu().view(-1, 5).sum()", "view", [(3, 4)]),
    ("x.gather(1, torch.zeros(4, 5, dtype=torch.long))", "gather", [(3, 4), (4, 5)]),
    ("x.copy_(torch.ones(5))", "copy_", [(3, 4), (5,)]),
    ("x.lerp(torch.ones(3, 4), torch.ones(5))", "lerp", [(3, 4), (3, 4), (5,)]),
    ("x.sum(1, keepdim=True).squeeze(1) + y", "add", [(3,), (4,)]),
    ("x.permute(1, 0).reshape(7, 2)", "reshape", [(4, 3)]),
    ("torch.cat([x, x[:, :1]], dim=1) + torch.cat((y, y))", "add", [(3, 5), (8,)]),
    ("with torch.no_grad():\n    x.mul_(y[:2])", "mul_", [(3, 4), (2,)]),
    (
        "class M(torch.nn.Module):\n    def forward(self, p):\n        return p @ self.w\nm = M()\nm.w = x\nm(x)",
        "matmul",
        [(3, 4), (3, 4)],
    ),
]


@pytest.mark.parametrize(
    ("library", "text", "name", "shapes"),
    [(NUMPY, *case) for case in FAILING] + [pytest.param(TORCH, *case, marks=needs_torch) for case in FAILING_TORCH],
)
def test_an_exception_has_the_operands_that_met(
    library: str, text: str, name: str | None, shapes: list[tuple[int, ...]]
) -> None:
    error = recorded(library + text)["error"]
    operation = error.get("operation")
    assert (operation and operation["name"]) == name
    found = [tuple(operand["shape"]) for operand in operation["operands"]] if operation else []
    assert sorted(found) == sorted(shapes)
    handled = recorded(f"{library}try:\n{textwrap.indent(text, '    ')}\nexcept Exception as e: s = str(e)")["handled"]
    assert [one["operation"]["name"] for one in handled] == ([name] if name else [])


def test_an_exception_in_a_function_has_both_lines() -> None:
    error = recorded(NUMPY + "def f(p):\n    return p + np.ones(3)\n\nf(x)")["error"]
    assert (error["line"], error["call_line"], error["type"]) == (5, 7, "ValueError")
    assert error["message"].startswith("operands could not be broadcast together")


def test_the_message_of_an_exception_of_the_program_is_not_asked_for() -> None:
    text = "class E(ValueError):\n    def __str__(self): print('asked'); return 'x'\nraise E()"
    assert recorded(text)["error"]["message"] == ""


def test_no_operand_is_kept() -> None:
    names: dict[str, Any] = {}
    recorded(NUMPY + "try:\n    x @ x\nexcept ValueError: pass\nz = x + y\nx[:2] += y\nw = [x, z]", names=names)
    references = [weakref.ref(names[name]) for name in "xyz"]
    names.clear()
    gc.collect()
    assert [reference() for reference in references] == [None, None, None]


def test_without_values_there_are_none() -> None:
    assert '"values"' not in json.dumps(recorded(NUMPY + "x + y\nx @ x", with_values=False))


def test_large_tensors_have_no_values() -> None:
    (operation,) = operations("np.ones((1001, 1)) + np.ones(1)")
    assert "values" not in operation["operands"][0]
    assert operation["operands"][1]["values"] == [1.0]


def test_numbers_that_json_lacks_are_texts() -> None:
    (operation,) = operations("np.array([np.nan, np.inf, -np.inf]) + np.ones(1)")
    assert operation["operands"][0]["values"] == ["nan", "inf", "-inf"]


@pytest.mark.parametrize("dtype", ["longdouble", "clongdouble", "datetime64[D]", "object", "S3", "i4,f8"])
def test_an_element_type_that_json_lacks_has_no_values(dtype: str) -> None:
    (operation,) = operations(f"z = np.zeros(2, dtype={dtype!r})\nz == z[:, None]")
    assert "values" not in operation["operands"][0]


def test_lists_that_are_put_together_are_no_operation() -> None:
    assert operations("xs, ys = [x], [y]\nxs + ys\nxs == xs") == []


def test_of_many_tensors_the_first_and_the_others_are_there_and_the_count() -> None:
    text = "xs = [*[x] * 100, np.ones((3, 5))]\ntry:\n    np.concatenate(xs)\nexcept ValueError:\n    pass"
    record = recorded(NUMPY + "np.stack([x] * 100)\n" + text)
    done, failed = record["operations"][0], record["handled"][0]["operation"]
    assert (len(done["operands"]), done["left_out"], done["results"][0]["shape"]) == (10, 90, [100, 3, 4])
    assert (failed["left_out"], said(failed)[-2:]) == (90, (("xs[9]", (3, 4)), ("xs[100]", (3, 5))))


def test_a_version_of_pytorch_without_the_names_that_are_used_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    tensor = type("Tensor", (), {"__module__": "torch"})
    library = types.SimpleNamespace(Tensor=tensor, __version__="9.0", _C=object())
    monkeypatch.setitem(sys.modules, "torch", library)
    monkeypatch.setattr(tensors, "UNREAD", set())
    assert tensors._new_reader(tensor) is None
    assert recorded(NUMPY)["unread"] == ["PyTorch 9.0"]


def test_a_record_is_bounded() -> None:
    text = NUMPY + "for n in range(1, 200):\n    z = np.ones((n, 1)) + y\n"
    record = recorded(text)
    assert record["cut"] is True
    assert len(record["operations"]) == recorder.MOST_OF_A_PLACE
    wide = {**record, "operations": record["operations"] * 1000, "handled": []}
    assert len(dumps(wide)) <= MOST_BYTES


def test_a_long_text_shows_the_part_around_the_exception() -> None:
    text = NUMPY + "x + y\n" + "# filler\n" * 4000 + "x + np.ones(5)\n" + "# filler\n" * 4000
    record = recorded(text)
    first, failing = record["operations"][0], record["error"]["operation"]
    assert record["text"][slice(*failing["span"])] == "x + np.ones(5)"
    assert [record["text"][slice(*operand["span"])] for operand in failing["operands"]] == ["x", "np.ones(5)"]
    assert record["text"][slice(*first["span"])] == ""
    assert record["text"][: first["span"][0]].count("\n") == first["line"] - 1
    assert len(record["text"]) <= LONGEST_TEXT
    assert record["text"].split("\n")[record["error"]["line"] - 1] == "x + np.ones(5)"


def test_functions_whose_source_is_read_are_left_alone() -> None:
    text = "import numba\n@numba.njit\ndef f(p):\n    return p + y\nz = x + y\n"
    names: dict[str, Any] = {}
    record = recorded(
        NUMPY.replace(
            "import numpy",
            "import sys; sys.modules['numba'] = __import__('types').SimpleNamespace(njit=lambda f: f)\nimport numpy",
        )
        + text,
        names=names,
    )
    assert record["left_alone"] == [7]
    assert [operation["line"] for operation in record["operations"]] == [9]


@pytest.mark.parametrize(
    "use",
    [
        "import torch\nc = torch.compile",
        "try:\n    from numba import njit\nexcept ImportError:\n    def njit(f): return f\nfast = njit(work)",
        "from joblib import Parallel, delayed\nParallel(n_jobs=2)(delayed(work)(i) for i in range(3))",
        "search.fit(work, n_jobs=2)",
        "from functools import partial\nfrom numba import jit\nfast = partial(jit, nopython=True)",
    ],
)
def test_functions_that_are_compiled_or_sent_away_are_left_alone(use: str) -> None:
    text = f"def work(p):\n    return p + 1 + p\n{use}\n"
    tree = ast.parse(text)
    plan = transform(tree, text)
    assert 1 in plan.left_alone
    assert ast.unparse(tree.body[0]) == text.split(use)[0].strip()


def test_what_a_cell_before_has_imported_is_known() -> None:
    imported: dict[str, str] = {}
    transform(ast.parse("from numba import njit"), "", 0, imported)
    text = "def work(p):\n    return p + 1 + p\nfast = njit(work)"
    assert transform(ast.parse(text), text, 0, imported).left_alone == (1,)


def test_what_a_cell_before_has_imported_may_be_a_tensor_now() -> None:
    roles = [one.role for one in transform(ast.parse("r.dot(y)"), "r.dot(y)", 0, {"r": "numpy.random"}).functions]
    assert "receiver" in roles


def test_one_job_is_no_other_process() -> None:
    text = "def work(p):\n    return p + 1 + p\nsearch.fit(work, n_jobs=1)"
    assert transform(ast.parse(text), text).left_alone == ()


def test_the_namespace_of_a_class_is_not_asked_when_an_operation_fails(capsys: pytest.CaptureFixture[str]) -> None:
    text = """
    class Namespace(dict):
        def __contains__(self, key):
            print("asked")
            return super().__contains__(key)
    class Meta(type):
        def __prepare__(name, bases):
            return Namespace()
    class Odd(metaclass=Meta):
        for i in range(300):
            p, q = (x, x.T) if i == 299 else (i, i)
            p + q
    """
    recorded(NUMPY + textwrap.dedent(text))
    assert capsys.readouterr().out == ""


def test_the_record_is_written_after_an_exit(tmp_path: Path) -> None:
    (tmp_path / "program.py").write_text(NUMPY + "x + y\nimport sys\nsys.exit(7)")
    done = run("-m", "broadcast_visualizer", "-o", "out.json", "program.py", folder=tmp_path)
    assert done.code == 7
    assert len(json.loads((tmp_path / "out.json").read_text())["operations"]) == 1


def test_values_are_read_at_the_first_visits_only(monkeypatch: pytest.MonkeyPatch) -> None:
    read: list[Any] = []
    monkeypatch.setattr("broadcast_visualizer.tensors.values", lambda value: read.append(value))
    recorded(NUMPY + "for _ in range(100):\n    x + y\n    np.add(x, y)\n    x[:2] *= y\n    x @= np.eye(4)\n")
    # Four places with two operands and a result, at two visits.
    assert 0 < len(read) <= 4 * 3 * 2


def test_objects_that_raise_when_they_are_asked_are_no_tensors() -> None:
    text = (HERE / "programs" / "hostile.py").read_text()
    record, lines = recorded(text), text.split("\n")
    shapes = [[operand["shape"] for operand in operation["operands"]] for operation in record["operations"]]
    assert shapes[-1] == [[3], [2, 1]]
    assert all(shape == [[2, 3], [3]] for shape in shapes[:-1])
    assert [lines[failure["line"] - 1].strip() for failure in record["handled"]] == ["hostile * (x + np.ones(4))"]
    assert "error" not in record


def test_a_place_where_reading_fails_is_left_alone_and_the_others_are_recorded(monkeypatch: pytest.MonkeyPatch) -> None:
    class Broken:
        def __add__(self, other: object) -> str:
            return "sum"

    def fail(value: object) -> None:
        raise ValueError("our own mistake")

    monkeypatch.setitem(READERS, Broken, fail)
    names: dict[str, Any] = {"Broken": Broken}
    record = recorded(NUMPY + "for _ in range(3):\n    z = Broken() + x\nw = x + y\n", names=names)
    assert names["z"] == "sum"
    assert record["left_alone"] == [5]
    assert [operation["line"] for operation in record["operations"]] == [6]
