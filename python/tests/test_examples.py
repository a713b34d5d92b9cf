"""The example records, which the page is tested with too, are what this package writes."""

from __future__ import annotations

import importlib
import json
import shutil
from pathlib import Path
from typing import Any

import pytest
from conftest import HERE, SCHEMA, needs_torch, run

EXAMPLES = sorted((HERE / "records").glob("*.json"))

#: What differs from one version of a library to the next.
_OF_VERSIONS = ("python", "libraries", "message")


def _without_versions(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: _without_versions(one) for key, one in value.items() if key not in _OF_VERSIONS}
    return [_without_versions(one) for one in value] if isinstance(value, list) else value


@pytest.mark.parametrize(
    "example",
    [
        pytest.param(
            path, marks=needs_torch if json.loads(path.read_text())["library"] == "torch" else (), id=path.stem
        )
        for path in EXAMPLES
    ],
)
def test_an_example_is_what_a_run_gives(example: Path, tmp_path: Path) -> None:
    expected = json.loads(example.read_text())
    SCHEMA.validate(expected)
    if "torch.compile" in example.with_suffix(".py").read_text() and not hasattr(
        importlib.import_module("torch"), "compile"
    ):
        pytest.skip("PyTorch 1 has no torch.compile")
    program = shutil.copy(example.with_suffix(".py"), tmp_path)
    run("-m", "broadcast_visualizer", "-o", "record.json", Path(program).name, folder=tmp_path)
    assert _without_versions(json.loads((tmp_path / "record.json").read_text())) == _without_versions(expected)
