"""Nothing changes for a program that is recorded: output, warnings, traceback and exit code are the same bytes."""

from __future__ import annotations

import json
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
