"""Where a program is recorded: what its transformation gives, what the command was told, and what its recording needs.

It is a module of its own, because the process of the program imports no more than it needs: a program can have modules that are named as
those of the standard library.
"""

from __future__ import annotations

import sys
from typing import NamedTuple

#: The name under which the transformed program finds the list of functions. A name with two underscores at both ends is not mangled.
NAME = "__broadcast_visualizer__"

Position = tuple[int, int, int, int]


class Part(NamedTuple):
    """A part of the text: an operand, or a name that is bound."""

    text: str
    start: int
    end: int


class Place(NamedTuple):
    """An operation, or a statement that binds names."""

    name: str
    line: int
    start: int
    end: int
    #: Where an exception of it is raised, as the positions of a code object say it.
    positions: tuple[Position, ...]
    #: The operands, or the names.
    parts: tuple[Part, ...]
    in_place: bool
    #: Whether it is in a function or a class. Names there are not those of the module.
    is_local: bool


class Function(NamedTuple):
    """What one `f[n]` does: see the functions of `recorder` with the names of the roles."""

    role: str
    place: int
    part: int = 0
    #: The name of an attribute.
    attribute: str = ""


class Plan(NamedTuple):
    """How a program is recorded."""

    places: tuple[Place, ...]
    functions: tuple[Function, ...]
    #: The lines of functions that are left alone.
    left_alone: tuple[int, ...]


class Settings(NamedTuple):
    """What the command was told."""

    #: The temporary folder with the bytecode.
    folder: str
    #: The program as it was named: a file, a folder, or `-m` and a module.
    named: tuple[str, ...]
    #: Its file, as the record calls it, and the absolute path.
    program: str
    file: str
    #: The name of the program as a module. It is empty where Python was given a file.
    module: str
    #: What the program finds in `sys.argv[0]`, and as the first folder of `sys.path`.
    argument: str
    search: str
    #: The file that is written; empty for none.
    output: str
    prints: bool
    with_shapes: bool
    with_values: bool


def say(said: str) -> None:
    """Tells a person. What the program writes stays as it is where it goes into a file."""
    if sys.stderr and sys.stderr.isatty():
        print(f"broadcast_visualizer: {said}", file=sys.stderr)
