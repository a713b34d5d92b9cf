"""Nothing changes for a program that is recorded: output, warnings, traceback and exit code are the same bytes."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from conftest import HERE, SCHEMA, needs_torch, run

PROGRAMS = sorted((HERE / "programs").glob("*.py"))


@pytest.mark.parametrize(
    "program",
    [pytest.param(path, marks=needs_torch if path.stem.startswith("torch") else (), id=path.stem) for path in PROGRAMS],
)
def test_a_program_is_the_same_with_and_without_recording(program: Path, tmp_path: Path) -> None:
    (tmp_path / program.name).write_bytes(program.read_bytes())
    plain = run(program.name, "--epochs", "1", folder=tmp_path)
    record = tmp_path / "record.json"
    recorded = run("-m", "broadcast_visualizer", "-o", record, program.name, "--epochs", "1", folder=tmp_path)
    assert recorded == plain
    assert [path.name for path in tmp_path.iterdir() if path.suffix == ".py"] == [program.name]
    if not program.stem.startswith("wrong_"):
        fields = json.loads(record.read_text())
        SCHEMA.validate(fields)
        assert fields["operations"] or fields["handled"] or "error" in fields or fields.get("left_alone")


def test_a_signal_that_arrives_in_the_recorder_shows_no_frame_of_it(tmp_path: Path) -> None:
    (tmp_path / "program.py").write_text("""
class Interrupting: pass
def interrupt(value): raise KeyboardInterrupt
__import__("broadcast_visualizer.tensors").tensors.READERS[Interrupting] = interrupt
Interrupting() + Interrupting()
""")
    done = run("-m", "broadcast_visualizer", "-o", "record.json", "program.py", folder=tmp_path)
    assert done.errors.splitlines()[-1] == "KeyboardInterrupt"
    assert "recorder.py" not in done.errors


@pytest.mark.parametrize("flags", [(), ("-O",), ("-u", "-W", "ignore"), ("-X", "utf8")])
def test_a_program_can_start_itself_again_as_it_was_started(flags: tuple[str, ...], tmp_path: Path) -> None:
    (tmp_path / "program.py").write_text("""
import os, sys
print(sys.argv, sys.orig_argv[1:], sys.excepthook is sys.__excepthook__, sys.flags, sys.warnoptions)
sys.stdout.flush()
if "again" not in sys.argv:
    os.execv(sys.executable, [*sys.orig_argv, "again"])
""")
    plain = run(*flags, "program.py", "1", folder=tmp_path)
    assert run(*flags, "-m", "broadcast_visualizer", "-o", "record.json", "program.py", "1", folder=tmp_path) == plain


def test_modules_beside_the_program_are_not_used_by_the_recorder(tmp_path: Path) -> None:
    names = ("json", "random", "signal", "select", "bisect", "tempfile", "shutil", "argparse", "threading", "locale")
    for name in names:
        (tmp_path / f"{name}.py").write_text(f"print('this is {name}')\n")
    (tmp_path / "program.py").write_text("import json\nprint(json.__file__)\n")
    plain = run("program.py", folder=tmp_path)
    assert run("-m", "broadcast_visualizer", "-o", "record.json", "program.py", folder=tmp_path).output == plain.output


#: A program of several files: a package, a module that is imported in a function, one that is written while the program runs.
FILES = {
    "train.py": """
import inspect, sys
import model
from pkg import layers

open("made.py", "w").write("import numpy as np\\nMADE = np.ones(2) + np.ones(2)\\n")
import made

print(__package__, __spec__ and __spec__.name, sys.argv, sys.path[0], sys.meta_path)
print(model.__file__, model.__loader__.__class__, model.__spec__.origin, layers.__package__, layers.extra.__name__)
print(inspect.getsource(model.Net.__call__), inspect.signature(model.Net), model.__doc__)
net = model.Net(5)
try:
    model.Net(4)(model.data())
except ValueError as error:
    print(error)
net(model.data())
""",
    "model.py": """'A model.'
import numpy as np
from pkg.layers import scale
class Net:
    def __init__(self, n):
        self.w, self.b = np.ones((n, 3)), np.ones(4)
    def __call__(self, x):
        return scale(x @ self.w + self.b)
def data():
    return np.ones((8, 5))
""",
    "pkg/__init__.py": r"VERSION = '\d'",
    "pkg/layers.py": "from . import extra\nfrom .extra import FACTOR\ndef scale(y):\n    return y * FACTOR\n",
    "pkg/extra.py": "import numpy as np\nFACTOR = np.ones((2, 1)) + np.ones(3)\n",
    "made.py": "import numpy as np\nMADE = np.ones(3) + np.ones((3, 1)) + 0\n",
    "pkg/train.py": "from . import layers\nimport model\nprint(__package__, __spec__.name)\nlayers.scale(model.data())\n",
    "pkg/__main__.py": "import pkg.train\n",
}


@pytest.mark.parametrize(
    "arguments", [("train.py",), ("pkg/../train.py",), ("-m", "train"), ("-m", "pkg.train"), ("-m", "pkg"), (".",)]
)
def test_a_program_of_several_files_is_the_same(arguments: tuple[str, ...], tmp_path: Path) -> None:
    def written() -> Path:
        for name, text in {**FILES, "__main__.py": FILES["train.py"]}.items():
            path = tmp_path / "project" / name
            path.parent.mkdir(exist_ok=True, parents=True)
            path.write_text(text)
        return tmp_path / "project"

    plain = run(*arguments, "1", folder=written())
    record = tmp_path / "record.json"
    recorded = run("-m", "broadcast_visualizer", "-o", record, *arguments, "1", folder=written())
    assert "could not be broadcast" in plain.errors
    # `python -m` runs a program in functions of its own, which a traceback shows.
    frozen = re.compile(r'  File "<frozen runpy>", line \d+, in \w+\n')
    assert (recorded.code, recorded.output) == (plain.code, plain.output)
    assert recorded.errors == frozen.sub("", plain.errors)
    fields = json.loads(record.read_text())
    SCHEMA.validate(fields)
    main = fields["others"][0]
    assert main["error"]["message"] == fields["error"]["message"]
    assert "operation" not in main["error"]
    assert not any("made" in file["file"] for file in fields["others"])


def test_what_one_file_compiles_is_left_alone_in_all(tmp_path: Path) -> None:
    helper = "import dis\ndef shown(f):\n    return [i.opname for i in dis.get_instructions(f)]\n"
    (tmp_path / "helper.py").write_text(helper)
    (tmp_path / "model.py").write_text("def add(a, b):\n    return a + b\n")
    text = "import model, helper\nimport numpy as np\nprint(helper.shown(model.add))\nnp.ones(2) + np.ones(3)\n"
    (tmp_path / "train.py").write_text(text)
    plain = run("train.py", folder=tmp_path)
    assert run("-m", "broadcast_visualizer", "-o", "record.json", "train.py", folder=tmp_path) == plain
