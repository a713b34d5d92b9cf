"""Records a program from a terminal: `python -m broadcast_visualizer program.py`.

The transformed program is compiled into a file of bytecode, and Python is started again with that file: so no frame of this package
is below the program, and Python itself handles exceptions, `sys.exit`, Ctrl-C and the exit code. The first instruction of the program
calls `start`, and the record is written when the program ends.
"""

from __future__ import annotations

import argparse
import ast
import contextlib
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
from typing import Any, NamedTuple, NoReturn

from . import running
from .imported import Source, own_files
from .page import NoFilesError, is_ours, page_with
from .places import Plan, Settings, say
from .running import Module, plain
from .transform import gives_to_compiler, transform

_HELP = """\
Runs a program of NumPy or PyTorch as Python does, and writes what it did with its tensors: PROGRAM.html, a page that works without a
network. The page has the text of the program in it, and the numbers of small tensors."""


def main(arguments: list[str] | None = None) -> NoReturn:
    """Runs the command."""
    parser = _parser()
    options = parser.parse_args(arguments)
    if options.module:
        name, *options.arguments = options.module
        program = _module(name)
    elif options.program:
        program = _file(options.program)
    else:
        parser.error("the program is missing")
    output = options.output and Path(options.output).absolute()
    if output is None and not options.print:
        output = Path(f"{program.title}.html").absolute()
    if output is not None:
        _check(output)
    command = [sys.executable, *_interpreter_flags()]
    try:
        folder = _compiled(program, output, options)
    except Exception as error:
        # Python says what is wrong with the program. Where nothing is, it runs all the same.
        if not isinstance(error, (SyntaxError, OSError)):
            say(f"{program.shown} is not recorded: {error!r}")
        _run([*command, *program.named, *options.arguments])
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
    parser.add_argument(
        "-m",
        dest="module",
        metavar="MODULE",
        nargs=argparse.REMAINDER,
        help="record a module below this folder, as python -m runs it, with what the program finds in sys.argv",
    )
    parser.add_argument("program", nargs="?", help="the program: a file, or a folder with a __main__.py")
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


class _Program(NamedTuple):
    """A program as Python finds it."""

    #: What the file of the page is called, without its ending.
    title: str
    #: See `Settings`.
    named: tuple[str, ...]
    shown: str
    file: str
    module: str
    argument: str
    search: str


def _file(name: str) -> _Program:
    """The program that `python NAME` runs."""
    if os.path.isdir(name):
        main = os.path.join(name, "__main__.py")
        search = os.path.abspath(name)
        return _Program(os.path.basename(search), (name,), main, os.path.abspath(main), "__main__", name, search)
    # Python calls a file by its absolute path, without other changes.
    file = os.path.join(os.getcwd(), name)
    return _Program(Path(name).stem, (name,), name, file, "", name, os.path.dirname(os.path.realpath(file)))


def _module(name: str) -> _Program:
    """The program that `python -m NAME` runs, where it is below this folder."""
    place = os.path.join(*name.split("."))
    if os.path.isdir(place):
        name, place = f"{name}.__main__", os.path.join(place, "__main__")
    title, shown = name.removesuffix(".__main__").rpartition(".")[2], f"{place}.py"
    file = os.path.abspath(shown)
    return _Program(title, ("-m", name.removesuffix(".__main__")), shown, file, name, file, os.getcwd())


def _compiled(program: _Program, output: Path | None, options: argparse.Namespace) -> str:
    """A folder with the bytecode of a program."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        tree, text, plan, modules = _transformed(program)
    folder = tempfile.mkdtemp(prefix="broadcast-visualizer-")
    settings = Settings(
        folder,
        *program[1:],
        str(output or ""),
        options.print,
        options.shapes,
        not options.no_values,
    )
    _insert_start(tree, (tuple(settings), text, plain(plan), modules))
    code = compile(tree, program.file, "exec", dont_inherit=True)
    bytecode = importlib.util.MAGIC_NUMBER + bytes(12) + marshal.dumps(code)
    Path(folder, running.BYTECODE).write_bytes(bytecode)
    return folder


def _text(source: bytes) -> str:
    with io.BytesIO(source) as lines:
        encoding, _ = tokenize.detect_encoding(lines.readline)
    return io.TextIOWrapper(io.BytesIO(source), encoding).read()


def _transformed(program: _Program) -> tuple[ast.Module, str, Plan, tuple[Any, ...]]:
    """The program, transformed, and the files that it imports, as plain tuples."""
    source = Path(program.file).read_bytes()
    compile(source, program.file, "exec", dont_inherit=True)
    tree, text = ast.parse(source, program.file), _text(source)
    own = [
        one for one in own_files(tree, program.search, program.module.rpartition(".")[0]) if one.path != program.file
    ]
    leaves_functions = any(gives_to_compiler(one) for one in (tree, *(one.tree for one in own)))
    plan, modules = transform(tree, text, leaves_functions=leaves_functions), []
    first = len(plan.functions)
    for one in own:
        # What cannot be transformed runs as it is.
        with contextlib.suppress(Exception):
            module = _module_of(one, first, leaves_functions=leaves_functions)
            first += len(module.plan.functions)
            modules.append((*module[:-1], plain(module.plan)))
    return tree, text, plan, tuple(modules)


def _module_of(source: Source, first_function: int, *, leaves_functions: bool) -> Module:
    """A file that the program imports, transformed."""
    text, found = _text(source.source), os.stat(source.path)
    plan = transform(source.tree, text, first_function, leaves_functions=leaves_functions)
    code = compile(source.tree, source.path, "exec", dont_inherit=True)
    return Module(source.path, found.st_mtime, found.st_size, text, marshal.dumps(code), plan)


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
