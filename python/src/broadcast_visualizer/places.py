"""Where a program is recorded: what its transformation gives and its recording needs.

It is a module of its own, because the process of the program imports no more than it needs: a program can have modules that are named as
those of the standard library.
"""

from __future__ import annotations

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
