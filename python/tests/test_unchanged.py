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
    (tmp_path / program.name).write_text(program.read_text())
    plain = run(program.name, "--epochs", "1", folder=tmp_path)
    record = tmp_path / "record.json"
    recorded = run("-m", "broadcast_visualizer", "-o", record, program.name, "--epochs", "1", folder=tmp_path)
    assert recorded == plain
    assert [path.name for path in tmp_path.iterdir() if path.suffix == ".py"] == [program.name]
    if program.stem != "wrong_syntax":
        fields = json.loads(record.read_text())
        SCHEMA.validate(fields)
        assert fields["operations"] or fields["handled"]
