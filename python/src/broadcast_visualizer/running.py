"""What runs in the process of a program that was started from a terminal: the beginning and the end of its recording.

The transformed program calls `start`. Before it no more is imported than what NumPy imports too: a program can have modules that are
named as those of the standard library.
"""

from __future__ import annotations

import _thread
import atexit
import contextlib
import importlib._bootstrap_external
import marshal
import os
import sys
from collections.abc import Callable
from types import TracebackType
from typing import Any, NamedTuple

from . import recorder
from .places import NAME, Function, Part, Place, Plan, Settings, say

#: The name of the file with the bytecode.
BYTECODE = "program.pyc"


class Module(NamedTuple):
    """A file that the program imports."""

    path: str
    #: The time of the file, as `os.stat` gives it, and its size. A file that the program has changed since runs as it is.
    time: float
    size: int
    text: str
    code: bytes
    plan: Plan


def start(arguments: Any) -> None:
    """Makes the process look as if Python had been started with the program. Bytecode has all arguments as plain tuples."""
    (settings, text, plan, modules), search_path = arguments, sys.path[1:]
    settings = Settings(*settings)
    _remove(settings.folder)
    sys.argv[0] = settings.argument
    if not sys.flags.safe_path:
        sys.path[0] = settings.search
    main_module: Any = sys.modules["__main__"]
    main_module.__file__ = settings.file
    loader = importlib._bootstrap_external.SourceFileLoader(settings.module or "__main__", settings.file)
    main_module.__loader__ = loader
    bytecode = os.path.join(settings.folder, BYTECODE)
    at = sys.orig_argv.index(bytecode)
    sys.orig_argv[at : at + 1] = settings.named
    # A program can ask whether the first is the second.
    sys.excepthook = sys.__excepthook__ = _showing(sys.__excepthook__)
    # `threading` takes it from here when it is imported.
    in_thread = _thread._excepthook = _keeping(_thread._excepthook)
    if threading := sys.modules.get("threading"):
        threading.excepthook = threading.__excepthook__ = in_thread  # type: ignore[attr-defined]
    recording = recorder.install(settings.file, text, _plan(*plan), with_values=settings.with_values)
    recording.file = settings.program
    _install([Module(*one)._replace(plan=_plan(*one[-1])) for one in modules], settings)
    process = os.getpid()

    def end() -> None:
        # A child of the program that was forked ends here too.
        if os.getpid() == process:
            _finish(settings, search_path)
        # `__del__` and what generators do at their end run after the built-in names are gone.
        recorder.stop()
        vars(main_module)[NAME] = recorder.FUNCTIONS

    atexit.register(end)
    if settings.module:
        # A package runs before its modules.
        spec = importlib._bootstrap_external.spec_from_file_location(settings.module, settings.file, loader=loader)
        main_module.__spec__, main_module.__package__ = spec, settings.module.rpartition(".")[0]
        if main_module.__package__:
            importlib.import_module(main_module.__package__)


def _install(modules: list[Module], settings: Settings) -> None:
    """Makes Python import the transformed code of modules. They have the same specs, loaders and files of bytecode as without it."""
    known = {one.path: one for one in modules}
    for one in modules:
        recording = recorder.install(one.path, one.text, one.plan, with_values=settings.with_values)
        recording.file = os.path.join(os.path.dirname(settings.program), os.path.relpath(one.path, settings.search))
    for folder in {os.path.dirname(path) for path in known}:
        finder = importlib._bootstrap_external.PathFinder._path_importer_cache(folder)  # type: ignore[attr-defined]
        if type(finder) is importlib._bootstrap_external.FileFinder:
            finder.find_spec = _finding(finder.find_spec, known)  # type: ignore[method-assign]


def _finding(find_spec: Callable[..., Any], known: dict[str, Module]) -> Callable[..., Any]:
    """Finds modules as `find_spec` does, and gives their transformed code where they are known."""

    def found(name: str, target: Any = None) -> Any:
        spec = find_spec(name, target)
        loader = spec and spec.loader
        if type(loader) is importlib._bootstrap_external.SourceFileLoader and loader.path in known:
            loader.get_code = _loading(loader, known[loader.path])  # type: ignore[method-assign, assignment]
        return spec

    return found


def _loading(loader: importlib._bootstrap_external.SourceFileLoader, module: Module) -> Callable[[str], Any]:
    plain, path = loader.get_code, loader.path

    def get_code(name: str) -> Any:
        code, now = plain(name), loader.path_stats(path)
        if (now["mtime"], now["size"]) != (module.time, module.size):
            return code
        recorder.MODULES.add(name)
        return marshal.loads(module.code)

    return get_code


def plain(plan: Plan) -> tuple[Any, ...]:
    """A plan as plain tuples."""
    places = tuple((*place[:5], tuple(map(tuple, place.parts)), *place[6:]) for place in plan.places)
    return places, tuple(map(tuple, plan.functions)), plan.left_alone


def _plan(places: Any, functions: Any, left_alone: tuple[int, ...]) -> Plan:
    """The plan of plain tuples."""
    return Plan(
        tuple(Place(*place)._replace(parts=tuple(Part(*part) for part in place[5])) for place in places),
        tuple(Function(*function) for function in functions),
        left_alone,
    )


def _remove(folder: str) -> None:
    try:
        for name in os.listdir(folder):
            os.unlink(os.path.join(folder, name))
        os.rmdir(folder)
    except OSError:  # It stays where temporary files are.
        pass


def _showing(shows: Callable[..., Any]) -> Callable[..., None]:
    """Shows an exception without frames of the recorder, in which Ctrl-C and other signals can arrive."""

    def excepthook(kind: type[BaseException], error: BaseException, trace: TracebackType | None) -> None:
        at = trace
        while at is not None and at.tb_next is not None:
            if at.tb_next.tb_frame.f_globals is vars(recorder):
                at.tb_next = None
            at = at.tb_next
        shows(kind, error, trace)

    return excepthook


def _keeping(shows: Callable[[Any], None]) -> Callable[[Any], None]:
    """Records the exception that ended a thread, and shows it."""

    def excepthook(thread: Any) -> None:
        recorder.handle(thread.exc_value)
        shows(thread)

    return excepthook


def _finish(settings: Settings, search_path: list[str]) -> None:
    """Writes what was recorded. Python has kept the exception that ended the program."""
    error = getattr(sys, "last_value", None)
    if error is not None:
        recorder.keep_error(error)
    # Without the folder of the program, so that nothing in it runs.
    sys.path[:] = search_path
    try:
        from .writing import write

        write(list(recorder.RECORDINGS.values()), settings)
    except Exception as failure:
        say(f"the record is not written: {failure!r}")
    if type(error) is KeyboardInterrupt:
        # Python ends as one that a signal ended where this was the last exception of a text that it ran. Imports run texts too.
        with contextlib.suppress(KeyboardInterrupt):
            exec("raise KeyboardInterrupt")
