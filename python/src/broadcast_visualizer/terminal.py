"""Records a program from a terminal: `python -m broadcast_visualizer program.py`.

The transformed program is compiled into a file of bytecode, and Python is started again with that file: so no frame of this package
is below the program, and Python itself handles exceptions, `sys.exit`, Ctrl-C and the exit code. The first instruction of the program
calls `start`, and the record is written when the program ends.
"""

from __future__ import annotations

import argparse
import ast
import atexit
import importlib._bootstrap_external
import importlib.util
import io
import marshal
import os
import shutil
import subprocess
import sys
import tempfile
import tokenize
from pathlib import Path
from typing import Any, NoReturn

from . import recorder
from .page import NoPageError, is_ours, page_with
from .record import dumps, record
from .recorder import Recording
from .transform import Function, Part, Place, Transformed, transform

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
            _say(f"{program} is not recorded: {error!r}")
        _run([*command, str(program), *options.arguments])
    _run([*command, os.path.join(folder, "program.pyc"), *options.arguments])


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
    if not is_ours(output):
        _refuse(f"{output} is there already, and this package has not written it. Name another file with -o.")
    if output.suffix != ".json":
        try:
            page_with("{}")
        except NoPageError as error:
            _refuse(str(error))


def _refuse(reason: str) -> NoReturn:
    print(f"broadcast_visualizer: {reason}", file=sys.stderr)
    sys.exit(2)


def _interpreter_flags() -> list[str]:
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
    transformed = transform(ast.parse(source, file), text)
    folder = tempfile.mkdtemp(prefix="broadcast-visualizer-")
    settings = (folder, options.program, file, str(output or ""), options.print, options.shapes, not options.no_values)
    _insert_start(transformed.tree, (settings, text, *_plain(transformed)))
    code = compile(transformed.tree, file, "exec", dont_inherit=True)
    bytecode = importlib.util.MAGIC_NUMBER + bytes(12) + marshal.dumps(code)
    Path(folder, "program.pyc").write_bytes(bytecode)
    return folder


def _insert_start(tree: ast.Module, arguments: tuple[Any, ...]) -> None:
    """Calls `start` before the first statement that is no docstring and no import from `__future__`."""
    is_docstring = ast.get_docstring(tree, clean=False) is not None
    at = 1 if is_docstring else 0
    while at < len(tree.body) and isinstance(future := tree.body[at], ast.ImportFrom) and future.module == "__future__":
        at += 1
    call = ast.parse(f"__import__({__name__!r}, fromlist=['start']).start()", mode="eval").body
    assert isinstance(call, ast.Call)
    call.args = [ast.Constant(arguments)]  # type: ignore[arg-type]
    line = tree.body[0].lineno if tree.body else 1
    statement = ast.Expr(call, lineno=line, col_offset=0)
    tree.body.insert(at, ast.fix_missing_locations(statement))
    for node in ast.walk(statement):
        if "lineno" in node._attributes:
            node.lineno, node.end_lineno = line, line  # type: ignore[attr-defined]


def _plain(transformed: Transformed) -> tuple[Any, ...]:
    """Places and functions as tuples, which bytecode can have."""
    places = tuple((*place[:5], tuple(map(tuple, place.parts)), *place[6:]) for place in transformed.places)
    return places, tuple(map(tuple, transformed.functions)), transformed.left_alone


def start(arguments: tuple[Any, ...]) -> None:
    """Makes the process look as if Python had been started with the program. The transformed program calls it."""
    (folder, program, file, output, prints, shapes, with_values), text, places, functions, left_alone = arguments
    shutil.rmtree(folder, ignore_errors=True)
    sys.argv[0] = program
    if not sys.flags.safe_path:
        sys.path[0] = os.path.dirname(os.path.realpath(file))
    main_module: Any = sys.modules["__main__"]
    main_module.__file__ = file
    main_module.__loader__ = importlib._bootstrap_external.SourceFileLoader("__main__", file)
    transformed = Transformed(
        ast.Module([], []),
        tuple(Place(*place)._replace(parts=tuple(Part(*part) for part in place[5])) for place in places),
        tuple(Function(*function) for function in functions),
        left_alone,
    )
    recording = recorder.install(file, text, transformed, with_values=with_values)
    process = os.getpid()

    def end() -> None:
        # A child of the program that was forked ends here too.
        if os.getpid() == process:
            _finish(recording, program, output, prints, shapes)

    atexit.register(end)


def _finish(recording: Recording, program: str, output: str, prints: bool, shapes: bool) -> None:
    """Writes what was recorded. Python has kept the exception that ended the program."""
    error = getattr(sys, "last_value", None)
    if error is not None and (found := recorder.failure(error)):
        recording.error = found[1]
    recording.file = program
    text = dumps(record(recording))
    if prints:
        print("\n".join(findings(recording, program, with_shapes=shapes)), file=sys.stderr)
    if not output:
        return
    try:
        Path(output).write_text(text if output.endswith(".json") else page_with(text), encoding="utf-8")
    except OSError as failure:
        print(f"broadcast_visualizer: {output} cannot be written: {failure}", file=sys.stderr)
        return
    _say(output)


def _say(said: str) -> None:
    """Tells a person. What the program writes stays as it is where it goes into a file."""
    if sys.stderr and sys.stderr.isatty():
        print(f"broadcast_visualizer: {said}", file=sys.stderr)


def findings(recording: Recording, program: str, *, with_shapes: bool) -> list[str]:
    """One line for each finding, as compilers write them."""
    fields = record(recording)
    lines: list[tuple[int, str]] = []
    if with_shapes:
        names = {(name["line"], name.get("name", "")): name for name in fields["names"]}
        lines += [(line, f"note: {name or 'value'}: {_tensor(tensor)}") for (line, name), tensor in names.items()]
        lines += [(one["line"], f"note: {_operation(one)}") for one in fields["operations"]]
    lines.sort(key=lambda line: line[0])
    for one in fields["handled"]:
        lines.append((one["line"], f"handled: {_error(one)}"))
    if "error" in fields:
        lines.append((fields["error"]["line"], f"error: {_error(fields['error'])}"))
    return [f"{program}:{line}: {said}" for line, said in lines] or [f"{program}: no exception"]


def _error(error: dict[str, Any]) -> str:
    said = f"{error['type']}: {error['message']}" if error["message"] else error["type"]
    met = f" [{_operation(error['operation'])}]" if "operation" in error else ""
    return " ".join(f"{said}{met}".split())


def _operation(operation: dict[str, Any]) -> str:
    operands = ", ".join(f"{operand['text']} {_shape(operand)}" for operand in operation["operands"])
    results = ", ".join(map(_shape, operation.get("results", [])))
    count = f" × {operation['count']}" if operation.get("count") else ""
    return " ".join(f"{operation['name']}: {operands}{f' -> {results}' if results else ''}{count}".split())


def _tensor(tensor: dict[str, Any]) -> str:
    return f"{_shape(tensor)} {tensor.get('dtype', '')}".rstrip()


def _shape(tensor: dict[str, Any]) -> str:
    sizes = tensor["shape"]
    return f"({sizes[0]},)" if len(sizes) == 1 else f"({', '.join(map(str, sizes))})"
