"""What runs in the process of a program that was started from a terminal: the beginning and the end of its recording.

The transformed program calls `start`. Before it no more is imported than what NumPy imports too: a program can have modules that are
named as those of the standard library.
"""

from __future__ import annotations

import _thread
import atexit
import contextlib
import importlib._bootstrap_external
import os
import sys
from collections.abc import Callable
from types import TracebackType
from typing import Any, NamedTuple

from . import recorder
from .places import NAME, Function, Part, Place, Plan
from .recorder import Recording

#: The name of the file with the bytecode.
BYTECODE = "program.pyc"


class Settings(NamedTuple):
    """What the command was told."""

    #: The temporary folder with the bytecode.
    folder: str
    #: The program as it was named, and its absolute path.
    program: str
    file: str
    #: The file that is written; empty for none.
    output: str
    prints: bool
    with_shapes: bool
    with_values: bool


def start(arguments: Any) -> None:
    """Makes the process look as if Python had been started with the program. Bytecode has all arguments as plain tuples."""
    (settings, text, plan), search_path = arguments, sys.path[1:]
    settings = Settings(*settings)
    _remove(settings.folder)
    sys.argv[0] = settings.program
    if not sys.flags.safe_path:
        sys.path[0] = os.path.dirname(os.path.realpath(settings.file))
    main_module: Any = sys.modules["__main__"]
    main_module.__file__ = settings.file
    main_module.__loader__ = importlib._bootstrap_external.SourceFileLoader("__main__", settings.file)
    bytecode = os.path.join(settings.folder, BYTECODE)
    sys.orig_argv[:] = [settings.program if argument == bytecode else argument for argument in sys.orig_argv]
    # A program can ask whether the first is the second.
    sys.excepthook = sys.__excepthook__ = _showing(sys.__excepthook__)
    # `threading` takes it from here when it is imported.
    in_thread = _thread._excepthook = _keeping(_thread._excepthook)
    if threading := sys.modules.get("threading"):
        threading.excepthook = threading.__excepthook__ = in_thread  # type: ignore[attr-defined]
    recording = recorder.install(settings.file, text, _plan(*plan), with_values=settings.with_values)
    process = os.getpid()

    def end() -> None:
        # A child of the program that was forked ends here too.
        if os.getpid() == process:
            _finish(recording, settings, search_path)
        # `__del__` and what generators do at their end run after the built-in names are gone.
        recorder.stop()
        vars(main_module)[NAME] = recorder.FUNCTIONS

    atexit.register(end)


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


def _finish(recording: Recording, settings: Settings, search_path: list[str]) -> None:
    """Writes what was recorded. Python has kept the exception that ended the program."""
    error = getattr(sys, "last_value", None)
    if error is not None and (found := recorder.failure(error)):
        recording.error = found[1]
    recording.file = settings.program
    # Without the folder of the program, so that nothing in it runs.
    sys.path[:] = search_path
    try:
        from .writing import write

        write(recording, settings)
    except Exception as failure:
        say(f"the record is not written: {failure!r}")
    if type(error) is KeyboardInterrupt:
        # Python ends as one that a signal ended where this was the last exception of a text that it ran. Imports run texts too.
        with contextlib.suppress(KeyboardInterrupt):
            exec("raise KeyboardInterrupt")


def say(said: str) -> None:
    """Tells a person. What the program writes stays as it is where it goes into a file."""
    if sys.stderr and sys.stderr.isatty():
        print(f"broadcast_visualizer: {said}", file=sys.stderr)
