"""What the tests share: programs that are run with and without recording."""

from __future__ import annotations

import ast
import importlib.util
import json
import os
import re
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import jsonschema
import pytest

from broadcast_visualizer import recorder
from broadcast_visualizer.record import dumps, record
from broadcast_visualizer.transform import transform

HERE = Path(__file__).parent
SOURCES = HERE.parent / "src"
SCHEMA = jsonschema.Draft202012Validator(json.loads((HERE.parent / "record.schema.json").read_text()))

needs_torch = pytest.mark.skipif(importlib.util.find_spec("torch") is None, reason="PyTorch is not installed")

needs_page = pytest.mark.skipif(
    not (SOURCES / "broadcast_visualizer" / "static" / "page.html").is_file(),
    reason="the package has no page: cargo xtask python puts it there",
)


@dataclass
class Run:
    """What a process gives."""

    code: int
    output: str
    errors: str


def run(*arguments: str | Path, folder: Path) -> Run:
    """Runs Python in a folder."""
    paths = os.pathsep.join([str(SOURCES), os.environ.get("PYTHONPATH", "")])
    environment = {**os.environ, "PYTHONPATH": paths.rstrip(os.pathsep), "PYTHONDONTWRITEBYTECODE": "1"}
    command = [sys.executable, *map(str, arguments)]
    done = subprocess.run(
        command,
        cwd=folder,
        env=environment,
        capture_output=True,
        text=True,
        check=False,
        timeout=120,
        stdin=subprocess.DEVNULL,
    )
    return Run(done.returncode, _same_each_time(done.stdout), _same_each_time(done.stderr))


def _same_each_time(text: str) -> str:
    """A text without addresses, and without the times and processes in the log of PyTorch's profiler."""
    return re.sub(r"0x[0-9a-f]{6,}|\b\d{4}-\d\d-\d\d \d\d:\d\d:\d\d \d+:\d+\b", "…", text)


def recorded(text: str, *, names: dict[str, Any] | None = None, with_values: bool = True) -> dict[str, Any]:
    """The record of a program that runs in this process, checked against the schema. `names` gets what it binds."""
    file = f"<program {len(recorder.FUNCTIONS)}>"
    tree = ast.parse(text)
    plan = transform(tree, text, len(recorder.FUNCTIONS))
    recording = recorder.install(file, text, plan, with_values=with_values)
    space: dict[str, Any] = {"__name__": "__main__"} if names is None else names
    try:
        exec(compile(tree, file, "exec"), space)
    except Exception as error:
        found = recorder.failure(error)
        assert found is not None
        recording.error = found[1]
    fields: dict[str, Any] = json.loads(dumps(record(recording)))
    SCHEMA.validate(fields)
    return fields
