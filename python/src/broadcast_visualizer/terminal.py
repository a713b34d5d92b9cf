"""Records a program from a terminal: `python -m broadcast_visualizer program.py`.

The transformed program is compiled into a file of bytecode, and Python is started again with that file: so no frame of this package
is below the program, and Python itself handles exceptions, `sys.exit`, Ctrl-C and the exit code. The first instruction of the program
calls `start`, and the record is written when the program ends.
"""

from __future__ import annotations

import argparse
import ast
import importlib.util
import io
import marshal
import os
import subprocess
import sys
import tempfile
import tokenize
import warnings
from itertools import pairwise
from pathlib import Path
from typing import Any, NoReturn

from . import running
from .page import NoFilesError, is_ours, page_with
from .running import Settings, plain, say
from .transform import transform

_HELP = """\
Runs a program of NumPy or PyTorch as Python does, and writes what it did with its tensors: PROGRAM.html, a page that works without a
network. The page has the text of the program in it, and the numbers of small tensors."""


def main(arguments: list[str] | None = None) -> NoReturn:
    """Runs the command."""
    options = _parser().parse_args(arguments)
    program, output = Path(options.program), options.output and Path(options.output).absolute()
    if output is None and not options.print:
        output = Path(program.name).with_suffix(".html").absolute()
    if output is not None:
        _check(output)
    command = [sys.executable, *_interpreter_flags()]
    try:
        folder = _compiled(program, output, options)
    except Exception as error:
        # Python says what is wrong with the program. Where nothing is, it runs all the same.
        if not isinstance(error, (SyntaxError, OSError)):
            say(f"{program} is not recorded: {error!r}")
        _run([*command, str(program), *options.arguments])
    if output is not None:
        # A program that ends without its end, by `os._exit` or a signal, leaves no page of a run before.
        output.unlink(missing_ok=True)
    _run([*command, os.path.join(folder, running.BYTECODE), *options.arguments])


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m broadcast_visualizer", description=_HELP)
    parser.add_argument(
        "-o", "--output", metavar="FILE", help="write another file; one that ends in .json has only the record"
    )
    parser.add_argument(
        "--print", action="store_true", help="write the exception with its operands to the terminal, and no page"
    )
    parser.add_argument("--shapes", action="store_true", help="with --print: the shapes after each line too")
    parser.add_argument("--no-values", action="store_true", help="record shapes only, and no numbers")
    parser.add_argument("program", help="the program")
    parser.add_argument("arguments", nargs=argparse.REMAINDER, help="what the program finds in sys.argv")
    return parser


def _check(output: Path) -> None:
    """Refuses what cannot be written, before the program runs."""
    if not output.parent.is_dir():
        _refuse(f"There is no folder {output.parent}.")
    if not is_ours(output):
        _refuse(f"{output} is there already, and this package has not written it. Name another file with -o.")
    if not os.access(output if output.exists() else output.parent, os.W_OK):
        _refuse(f"{output} cannot be written.")
    if output.suffix != ".json":
        try:
            page_with("{}")
        except NoFilesError as error:
            _refuse(f"{error} Name a file that ends in .json with -o.")


def _refuse(reason: str) -> NoReturn:
    print(f"broadcast_visualizer: {reason}", file=sys.stderr)
    sys.exit(2)


def _interpreter_flags() -> list[str]:
    """What stood before `-m broadcast_visualizer`; else what Python says of itself."""
    given = sys.orig_argv
    at = next((at for at, pair in enumerate(pairwise(given)) if pair == ("-m", __package__)), None)
    if at is not None:
        return given[1:at]
    flags: list[str] = subprocess._args_from_interpreter_flags()  # type: ignore[attr-defined]
    return flags


def _run(command: list[str]) -> NoReturn:
    """Goes on as another process."""
    if sys.platform == "win32":  # There `execv` does not wait.
        sys.exit(subprocess.run(command, check=False).returncode)
    sys.stdout.flush()
    os.execv(command[0], command)


def _compiled(program: Path, output: Path | None, options: argparse.Namespace) -> str:
    """A folder with the bytecode of a program."""
    source = program.read_bytes()
    with io.BytesIO(source) as lines:
        encoding, _ = tokenize.detect_encoding(lines.readline)
    text = io.TextIOWrapper(io.BytesIO(source), encoding).read()
    # Python calls a file by its absolute path, without other changes.
    file = os.path.join(os.getcwd(), options.program)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        compile(source, file, "exec", dont_inherit=True)
    tree = ast.parse(source, file)
    plan = transform(tree, text)
    folder = tempfile.mkdtemp(prefix="broadcast-visualizer-")
    shown = (options.print, options.shapes, not options.no_values)
    settings = Settings(folder, options.program, file, str(output or ""), *shown)
    _insert_start(tree, (tuple(settings), text, plain(plan)))
    code = compile(tree, file, "exec", dont_inherit=True)
    bytecode = importlib.util.MAGIC_NUMBER + bytes(12) + marshal.dumps(code)
    Path(folder, running.BYTECODE).write_bytes(bytecode)
    return folder


def _insert_start(tree: ast.Module, arguments: tuple[Any, ...]) -> None:
    """Calls `start` before the first statement that is no docstring and no import from `__future__`."""
    is_docstring = ast.get_docstring(tree, clean=False) is not None
    at = 1 if is_docstring else 0
    while at < len(tree.body) and isinstance(future := tree.body[at], ast.ImportFrom) and future.module == "__future__":
        at += 1
    call = ast.parse(f"__import__({running.__name__!r}, fromlist=['start']).start()", mode="eval").body
    assert isinstance(call, ast.Call)
    call.args = [ast.Constant(arguments)]  # type: ignore[arg-type]
    line = tree.body[0].lineno if tree.body else 1
    statement = ast.Expr(call, lineno=line, col_offset=0)
    tree.body.insert(at, ast.fix_missing_locations(statement))
    for node in ast.walk(statement):
        if "lineno" in node._attributes:
            node.lineno, node.end_lineno = line, line  # type: ignore[attr-defined]
