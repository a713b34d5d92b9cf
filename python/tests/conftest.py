"""What the tests share: programs that are run with and without recording."""

from __future__ import annotations

import ast
import importlib.util
import json
import os
import re
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
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
#: The seconds that a process may take.
LIMIT = 120
SCHEMA = jsonschema.Draft202012Validator(json.loads((HERE.parent / "record.schema.json").read_text()))

#: The mark of a test that needs PyTorch: `-m torch` chooses these.
needs_torch = pytest.mark.torch


def pytest_runtest_setup(item: pytest.Item) -> None:
    if item.get_closest_marker("torch") and importlib.util.find_spec("torch") is None:
        pytest.skip("PyTorch is not installed")


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


@contextmanager
def started(*arguments: str | Path, folder: Path) -> Iterator[subprocess.Popen[str]]:
    """Starts Python in a folder. When the block is left, nothing of it runs any more, whatever has happened.

    The process gets the default SIGINT: whatever a shell starts with `&` or `nohup` ignores SIGINT, and so would its children.
    """
    paths = os.pathsep.join([str(SOURCES), os.environ.get("PYTHONPATH", "")])
    process = subprocess.Popen(
        [sys.executable, *map(str, arguments)],
        cwd=folder,
        env={**os.environ, "PYTHONPATH": paths.rstrip(os.pathsep), "PYTHONDONTWRITEBYTECODE": "1"},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        # A group of its own: what the process has started ends with it.
        start_new_session=True,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
    )
    try:
        yield process
    finally:
        with suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)
        process.wait(LIMIT)
        for stream in (process.stdout, process.stderr):
            if stream:
                stream.close()


def run(*arguments: str | Path, folder: Path) -> Run:
    """Runs Python in a folder."""
    with started(*arguments, folder=folder) as process:
        output, errors = process.communicate(timeout=LIMIT)
    return Run(process.returncode, _same_each_time(output), _same_each_time(errors))


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
