"""The command: what it writes, and what it refuses to."""

from __future__ import annotations

import json
import re
import signal
from pathlib import Path
from typing import Any

import pytest
from conftest import LIMIT, SCHEMA, needs_page, run, started

from broadcast_visualizer import page

PROGRAM = "import numpy as np\nx, y = np.ones((3, 1)), np.ones(4)\nz = x + y\n"


def command(*arguments: str, folder: Path, text: str = PROGRAM) -> Any:
    (folder / "program.py").write_text(text)
    return run("-m", "broadcast_visualizer", *arguments, "program.py", "--epochs", "1", folder=folder)


def record_in(html: str) -> dict[str, Any]:
    """The record that a page has."""
    found = re.search(r'<script type="application/json" id="[^"]*">(.*?)</script>', html, re.DOTALL)
    assert found
    fields: dict[str, Any] = json.loads(found[1])
    SCHEMA.validate(fields)
    return fields


@needs_page
def test_a_program_gives_a_page_with_its_record(tmp_path: Path) -> None:
    done = command(folder=tmp_path, text=PROGRAM + "import sys; print(sys.argv, '</script><b>')")
    assert (done.code, done.errors) == (0, "")
    assert done.output == "['program.py', '--epochs', '1'] </script><b>\n"
    html = (tmp_path / "program.html").read_text()
    assert "</script><b>" in record_in(html)["text"]
    assert html.index("application/json") < html.index('<script type="module">')
    # Its own file is written again.
    assert command(folder=tmp_path).code == 0
    assert "</script><b>" not in record_in((tmp_path / "program.html").read_text())["text"]


def test_the_record_stands_before_the_script_and_ends_no_element(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(page, "_read", lambda _: b'<body><script type="module">go()</script></body>')
    html = page.page_with('{"text":"</script><!--"}')
    assert (
        html
        == f'<body>{page.MARK}{{"text":"\\u003c/script>\\u003c!--"}}</script>\n<script type="module">go()</script></body>'
    )


def test_without_a_page_it_says_so_before_the_program_runs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(page, "files", lambda _: tmp_path)
    with pytest.raises(page.NoFilesError, match="cargo xtask python"):
        page.page_with("{}")


@pytest.mark.parametrize("content", ["<p>mine</p>", '{"mine": 1}', "x = 1"])
@pytest.mark.parametrize("name", ["program.json", "program.html", "program.py"])
def test_a_file_that_is_not_ours_is_never_overwritten(name: str, content: str, tmp_path: Path) -> None:
    (tmp_path / "program.py").write_text("print('runs')")
    output = tmp_path / name
    output.write_text(content)
    done = run("-m", "broadcast_visualizer", "-o", name, "program.py", folder=tmp_path)
    assert (done.code, done.output) == (2, "")
    assert f"{name} is there already" in done.errors
    assert output.read_text() == content


def test_a_folder_is_not_written(tmp_path: Path) -> None:
    (tmp_path / "out.json").mkdir()
    assert command("-o", "out.json", folder=tmp_path).code == 2


def test_a_file_that_cannot_be_written_changes_no_exit_code(tmp_path: Path) -> None:
    (tmp_path / "out").mkdir()
    done = command("-o", "out/out.json", folder=tmp_path, text=PROGRAM + "import os, sys; os.rmdir('out'); sys.exit(3)")
    assert done.code == 3
    assert "cannot be written" in done.errors


def test_a_folder_that_is_missing_is_told_before_the_program_runs(tmp_path: Path) -> None:
    done = command("-o", "missing/record.json", folder=tmp_path, text="print('runs')")
    assert (done.code, done.output) == (2, "")
    assert "There is no folder" in done.errors


def test_a_program_without_its_end_leaves_no_record_of_a_run_before(tmp_path: Path) -> None:
    command("-o", "record.json", folder=tmp_path)
    assert (tmp_path / "record.json").exists()
    done = command("-o", "record.json", folder=tmp_path, text=PROGRAM + "import os\nos._exit(3)")
    assert done.code == 3
    assert not (tmp_path / "record.json").exists()


def test_an_exception_that_ends_a_thread_is_in_the_record(tmp_path: Path) -> None:
    text = PROGRAM + "import threading\nthread = threading.Thread(target=lambda: x @ y)\nthread.start()\nthread.join()"
    done = command("-o", "record.json", folder=tmp_path, text=text)
    assert done.code == 0
    assert "Exception in thread" in done.errors
    record = json.loads((tmp_path / "record.json").read_text())
    SCHEMA.validate(record)
    assert record["handled"][0]["operation"]["name"] == "matmul"


def test_no_values_leaves_all_numbers_out(tmp_path: Path) -> None:
    command("-o", "out.json", "--no-values", folder=tmp_path)
    text = (tmp_path / "out.json").read_text()
    assert "values" not in text
    assert json.loads(text)["operations"]


def test_print_without_an_exception_says_so(tmp_path: Path) -> None:
    done = command("--print", folder=tmp_path)
    assert done.errors == "program.py: no exception\n"
    assert command("--print", "--shapes", folder=tmp_path).errors.splitlines() == [
        "program.py:2: note: x: (3, 1) float64",
        "program.py:2: note: y: (4,) float64",
        "program.py:3: note: z: (3, 4) float64",
        "program.py:3: note: add: x (3, 1), y (4,) -> (3, 4)",
    ]
    assert [path.name for path in tmp_path.iterdir()] == ["program.py"]


def test_print_tells_what_was_handled(tmp_path: Path) -> None:
    done = command("--print", folder=tmp_path, text=PROGRAM + "try: z @ z\nexcept ValueError: pass\n")
    assert done.errors.startswith("program.py:4: handled: ValueError: matmul")
    assert done.errors.endswith("[matmul: z (3, 4), z (3, 4)]\n")


def test_the_record_is_written_after_ctrl_c(tmp_path: Path) -> None:
    text = PROGRAM + "print('running', flush=True)\nwhile True: z = z + y\n"
    (tmp_path / "program.py").write_text(text)
    with started("-m", "broadcast_visualizer", "-o", "out.json", "program.py", folder=tmp_path) as process:
        assert process.stdout
        assert process.stdout.readline() == "running\n"
        process.send_signal(signal.SIGINT)
        _, errors = process.communicate(timeout=LIMIT)
    assert process.returncode == -signal.SIGINT
    assert errors.endswith("KeyboardInterrupt\n")
    assert "broadcast_visualizer" not in errors
    fields = json.loads((tmp_path / "out.json").read_text())
    assert fields["error"]["type"] == "KeyboardInterrupt"
    assert fields["operations"][0]["name"] == "add"


def test_a_program_that_is_not_there(tmp_path: Path) -> None:
    done = run("-m", "broadcast_visualizer", "-o", "out.json", "missing.py", folder=tmp_path)
    plain = run("missing.py", folder=tmp_path)
    assert (done.code, done.errors) == (plain.code, plain.errors)


def test_the_help_names_what_there_is(tmp_path: Path) -> None:
    done = run("-m", "broadcast_visualizer", "--help", folder=tmp_path)
    for option in ("--output", "--print", "--shapes", "--no-values"):
        assert option in done.output


def test_no_temporary_folder_stays(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    temporary = tmp_path / "temporary"
    temporary.mkdir()
    monkeypatch.setenv("TMPDIR", str(temporary))
    command("-o", "out.json", folder=tmp_path)
    assert list(temporary.iterdir()) == []


def test_print_writes_one_line_for_the_exception(tmp_path: Path) -> None:
    done = command("--print", "--shapes", folder=tmp_path, text=PROGRAM + "z + y[:3]")
    assert done.code == 1
    assert done.errors.splitlines()[-1] == (
        "program.py:4: error: ValueError: operands could not be broadcast together with shapes (3,4) (3,)"
        " [add: z (3, 4), y[:3] (3,)]"
    )
