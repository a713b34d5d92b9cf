"""What a transformed program calls while it runs.

Each function here returns its argument. What is read of the operands of an operation waits in `Site.pending`, under the frame that
evaluates them, until the operation is done: so records of recursive calls, generators and threads do not mix. Only shapes, types and
strides wait: no operand is kept alive.
"""

from __future__ import annotations

import builtins
import sys
import weakref
from collections.abc import Callable, Iterator
from itertools import islice
from types import FrameType, FunctionType, MethodType, TracebackType
from typing import Any, ClassVar

from . import tensors
from .places import NAME, Function, Place, Plan, Position
from .tensors import READERS, Seen, Several

#: The functions that transformed programs call, by number; `None` of a switch that is off.
FUNCTIONS: list[Callable[..., Any] | None] = []

#: What was recorded of each file or cell, by the name that its code has.
RECORDINGS: dict[str, Recording] = {}

#: The names of the modules that are recorded.
MODULES = {"__main__"}

#: The most records of one program, and of one place. A place whose shapes change each time is counted on.
MOST_RECORDS = 10_000
MOST_OF_A_PLACE = 50

#: How many times the values of the operands of a place are read.
_TIMES_WITH_VALUES = 2

#: The most operations that wait at one place. More are left from exceptions.
_MOST_PENDING = 10_000

#: How many times what can run many times is recorded before it is decided whether it has tensors.
_TIMES_TO_DECIDE = 200

#: Exceptions that operations of tensors raise.
_EXCEPTIONS = (RuntimeError, ValueError, IndexError, TypeError)

#: The longest message that is recorded, in characters.
_LONGEST_MESSAGE = 2_000

#: The flag of the code of functions.
CO_OPTIMIZED = 1

_frame = sys._getframe

Entries = list[Any]


class Operation:
    """An operation that was done at a place, with the shapes that it had."""

    __slots__ = ("count", "entries", "gives", "place", "result", "result_values", "values")

    def __init__(self, place: Place, entries: Entries, result: Seen | None, values: dict[int, Any]) -> None:
        self.place = place
        #: The number of each part and what was read of it, in turns.
        self.entries = entries
        self.result = result
        #: The result as it is shown. A number of NumPy is shown as a tensor without axes, which `result` has not.
        self.gives = result
        self.values = values
        self.result_values: list[Any] | None = None
        self.count = 0


class Names:
    """What names had at a place."""

    __slots__ = ("place", "seen")

    def __init__(self, place: Place, seen: tuple[Seen | None, ...]) -> None:
        self.place = place
        self.seen = seen


class Failure:
    """An exception: that of an operation, or one that ends the program."""

    def __init__(self, error: BaseException, lines: list[int], operation: Operation | None) -> None:
        self.kind = type(error).__name__
        self.message = _message(error)
        #: The lines of the program that called each other, from the outermost to the one that raised it.
        self.lines = lines
        self.operation = operation


class Site:
    """A place while the program runs."""

    __slots__ = (
        "current",
        "has_tensors",
        "held",
        "is_own",
        "known",
        "pending",
        "place",
        "recording",
        "values",
        "visits",
    )

    def __init__(self, place: Place, recording: Recording) -> None:
        self.place = place
        self.recording = recording
        #: The entries of operations that are not done, by frame.
        self.pending: dict[int, Entries] = {}
        #: The values of their operands, by frame and part.
        self.values: dict[int, dict[int, Any]] = {}
        #: What gives the containers of assignments, by frame.
        self.held: dict[int, Callable[[], Any]] = {}
        self.visits = 0
        #: Whether a tensor was ever here.
        self.has_tensors = False
        #: Whether what is called belongs to the program, so that its operations are recorded there.
        self.is_own = False
        #: The operation that was done last.
        self.current = Operation(place, [], None, {})
        self.known: dict[Any, Operation] = {}

    def begin(self, frame: int, entries: Entries) -> None:
        """An operation begins in a frame, with its first entries."""
        if len(self.pending) > _MOST_PENDING:
            self.pending.clear()
        self.pending[frame] = entries
        self.visits += 1
        self.meet_tensor()
        if self.values:
            self.values.pop(frame, None)

    def meet_tensor(self) -> None:
        """A tensor is here. Where it is the first one, it can come to other places too, which are looked at again."""
        if not self.has_tensors:
            self.has_tensors = True
            Switch.look_again()

    def keep_values(self, frame: int, part: int, value: Any) -> None:
        """Keeps the values of an operand, at the first visits."""
        if self.recording.with_values and (found := tensors.values(value)) is not None:
            self.values.setdefault(frame, {})[part] = found

    def values_of(self, *operands: Any) -> dict[int, Any]:
        """The values of operands, at the first visits."""
        self.visits += 1
        if self.visits > _TIMES_WITH_VALUES or not self.recording.with_values:
            return {}
        return {part: found for part, value in enumerate(operands) if (found := tensors.values(value)) is not None}

    def take(self, frame: int) -> tuple[Entries, dict[int, Any]] | None:
        """What waits in a frame, which then waits no more."""
        entries = self.pending.pop(frame, None)
        values = self.values.pop(frame, {}) if self.values else {}
        return (entries, values) if entries else None

    def finish(self, entries: Entries, values: dict[int, Any], result: Seen | None, value: Any) -> None:
        """An operation is done that is another one than the last."""
        key = (tuple(entries), result)
        operation = self.known.get(key)
        if operation is None:
            operation = Operation(self.place, entries, result, values)
            if len(self.known) < MOST_OF_A_PLACE:
                self.known[key] = operation
                operation.gives = result or tensors.of_number(value)
                if self.is_operation(entries, operation.gives, value):
                    if values and self.recording.with_values:
                        operation.result_values = tensors.values(value)
                    self.recording.add(operation)
            else:
                self.recording.is_cut = True
        operation.count += 1
        self.current = operation

    def is_operation(self, entries: Entries, gives: Seen | None, value: Any) -> bool:
        """Whether two or more tensors meet, and give a tensor, several, or a number."""
        seen = entries[1::2]
        if len(seen) > 1 and all(type(one) is Several for one in seen):
            return False  # Lists are put together, or compared.
        count = sum(one.total if type(one) is Several else 1 for one in seen)
        is_result = gives is not None or self.place.in_place or type(value) in (bool, int, float)
        return count > 1 and is_result and not self.is_own


class Switch:
    """Decides whether a statement, or an expression, is recorded or runs as it is in the program.

    A program has both. `FUNCTIONS[number]` is true where it is recorded, and is called then. After some times without a tensor it is
    `None`. It is looked at again when tensors come to a place that had none.
    """

    __slots__ = ("left", "number", "sites")

    #: Those that are off.
    off: ClassVar[list[Switch]] = []

    def __init__(self, sites: list[Site]) -> None:
        #: Its number in `FUNCTIONS`, once it is there.
        self.number = 0
        self.sites = sites
        #: How many times it is recorded until it is decided.
        self.left = _TIMES_TO_DECIDE

    def __call__(self, value: Any = None) -> Any:
        self.left -= 1
        if self.left <= 0:
            has_tensors = any(site.has_tensors for site in self.sites)
            FUNCTIONS[self.number] = _given if has_tensors else None
            if not has_tensors:
                Switch.off.append(self)
        return value

    @staticmethod
    def look_again() -> None:
        # Another thread can add one meanwhile.
        while Switch.off:
            switch = Switch.off.pop()
            switch.left = _TIMES_TO_DECIDE
            FUNCTIONS[switch.number] = switch


class Recording:
    """What is recorded of one file or cell."""

    def __init__(self, file: str, text: str, plan: Plan, *, with_values: bool = True) -> None:
        self.file = file
        self.text = text
        #: The lines of what is not recorded: of functions whose source is read, and of places where reading a value failed.
        self.left_alone = plan.left_alone
        #: The functions of the program, and the number of the first of them in `FUNCTIONS`.
        self.functions = plan.functions
        self.first = len(FUNCTIONS)
        self.with_values = with_values
        #: In the order in which they were made.
        self.records: list[Operation | Names] = []
        #: Exceptions that the program handled, each with the number of records before it.
        self.handled: list[tuple[int, Failure]] = []
        self.error: Failure | None = None
        #: Whether there was more than is kept.
        self.is_cut = False
        self.sites = [Site(place, self) for place in plan.places]
        self.by_position: dict[Position, list[Site]] = {}
        for site in self.sites:
            for position in site.place.positions if site.place.name else ():
                self.by_position.setdefault(position, []).append(site)

    def has_operations(self) -> bool:
        return any(isinstance(one, Operation) for one in self.records)

    def add(self, record: Operation | Names) -> None:
        if len(self.records) < MOST_RECORDS:
            self.records.append(record)
        else:
            self.is_cut = True


def install(file: str, text: str, plan: Plan, *, with_values: bool = True) -> Recording:
    """Makes the functions of a transformed program. Those of `FUNCTIONS` before it stay."""
    RECORDINGS.pop(file, None)  # The new one is the last.
    recording = RECORDINGS[file] = Recording(file, text, plan, with_values=with_values)
    setattr(builtins, NAME, FUNCTIONS)
    functions = [_ROLES[function.role](recording, function) for function in plan.functions]
    for number, function in enumerate(functions, len(FUNCTIONS)):
        if type(function) is Switch:
            function.number = number
    FUNCTIONS.extend(functions)
    return recording


def stop() -> None:
    """Nothing is recorded from now on: Python ends, and takes apart what the functions use."""
    _end(range(len(FUNCTIONS)))


def keep_last(most: int) -> None:
    """Lets go of all recordings but the last ones. Their programs run on as they are."""
    for file in list(RECORDINGS)[: max(0, len(RECORDINGS) - most)]:
        recording = RECORDINGS.pop(file)
        numbers = range(recording.first, recording.first + len(recording.functions))
        Switch.off[:] = [switch for switch in Switch.off if switch.number not in numbers]
        _end(numbers)


def _end(numbers: range) -> None:
    """The functions with these numbers record nothing from now on."""
    for at in numbers:
        function = FUNCTIONS[at]
        if function is not slice:
            FUNCTIONS[at] = None if function is None or type(function) is Switch else _given


def lose(site: Site) -> None:
    """Our own code failed at a place, on a value of the program: the place is not recorded from now on, and the program goes on."""
    recording = site.recording
    recording.left_alone = tuple(sorted({*recording.left_alone, site.place.line}))
    for at, function in enumerate(recording.functions, recording.first):
        if recording.sites[function.place] is site and FUNCTIONS[at] is not slice:
            FUNCTIONS[at] = _given
    for kept in (site.pending, site.values, site.held):
        kept.clear()


def _given(value: Any = None, *_: Any) -> Any:
    """What stands in place of a function of a place that is not recorded."""
    return value


# The functions of each role. They are closures, because a program calls them very often. Near the limit of recursion they do nothing: the
# program has the room for itself. Whatever else fails in them stays in them (`lose`).


def _operand(recording: Recording, function: Function) -> Callable[..., Any]:
    """A further operand."""
    site, part = recording.sites[function.place], function.part
    pending = site.pending

    def operand(value: Any) -> Any:
        try:
            reader = READERS[type(value)]
            if reader and (seen := reader(value)) is not None:
                frame = id(_frame(1))
                entries = pending.get(frame)
                if entries is None:
                    site.begin(frame, [part, seen])
                else:
                    entries += (part, seen)
                if site.visits <= _TIMES_WITH_VALUES:
                    site.keep_values(frame, part, value)
        except RecursionError:
            pass
        except Exception:
            lose(site)
        return value

    return operand


def _first(recording: Recording, function: Function) -> Callable[..., Any]:
    """The first operand."""
    return _starting(recording.sites[function.place], function.part, None)


def _receiver(recording: Recording, function: Function) -> Callable[..., Any]:
    """The object whose method is called: the first operand, where it is a tensor."""
    site = recording.sites[function.place]
    return _starting(site, 0, lambda value: _is_own(attribute(value, function.attribute)))


def _starting(site: Site, part: int, is_own: Callable[[Any], bool] | None) -> Callable[..., Any]:
    """What waits in the frame of a first operand is left from an exception."""
    pending, values = site.pending, site.values
    looks = _TIMES_WITH_VALUES if is_own is None else 0

    def first(value: Any) -> Any:
        nonlocal looks
        try:
            if looks < _TIMES_WITH_VALUES:
                looks += 1
                site.is_own = is_own is not None and is_own(value)
            reader = READERS[type(value)]
            if reader and (seen := reader(value)) is not None:
                frame = id(_frame(1))
                if site.visits <= _TIMES_WITH_VALUES or values or len(pending) > _MOST_PENDING:
                    site.begin(frame, [part, seen])
                    if site.visits <= _TIMES_WITH_VALUES:
                        site.keep_values(frame, part, value)
                else:
                    pending[frame] = [part, seen]
            elif pending:
                site.take(id(_frame(1)))
        except RecursionError:
            pass
        except Exception:
            lose(site)
        return value

    return first


def _callee(recording: Recording, function: Function) -> Callable[..., Any]:
    """What is called. It is no operand."""
    site = recording.sites[function.place]
    pending = site.pending
    looks = 0

    def callee(value: Any) -> Any:
        nonlocal looks
        try:
            if looks < _TIMES_WITH_VALUES:
                looks += 1
                site.is_own = _is_own(value)
            if pending:
                site.take(id(_frame(1)))
        except RecursionError:
            pass
        except Exception:
            lose(site)
        return value

    return callee


def _result(recording: Recording, function: Function) -> Callable[..., Any]:
    """The result, with which an operation is done."""
    site = recording.sites[function.place]
    pending, values = site.pending, site.values

    def result(value: Any) -> Any:
        try:
            if not pending:
                return value
            frame = id(_frame(1))
            entries = pending.pop(frame, None)
            if entries is None:
                return value
            reader = READERS[type(value)]
            seen = reader(value) if reader else None
            current = site.current
            if entries == current.entries and seen == current.result:
                current.count += 1
                if values:
                    values.pop(frame, None)
            else:
                site.finish(entries, values.pop(frame, {}), seen, value)
        except RecursionError:
            pass
        except Exception:
            lose(site)
        return value

    return result


def _combined(recording: Recording, function: Function) -> Callable[..., Any]:
    """The result of an operation on two names, and what they have. Where it fails, `_left_in` reads the names."""
    site = recording.sites[function.place]

    def combined(value: Any, left: Any, right: Any) -> Any:
        try:
            read_left, read_right = READERS[type(left)], READERS[type(right)]
            if read_left is None and read_right is None:
                return value
            entries: Entries = []
            if read_left and (seen := read_left(left)) is not None:
                entries += (0, seen)
            if read_right and (seen := read_right(right)) is not None:
                entries += (1, seen)
            if not entries:
                return value
            reader = READERS[type(value)]
            result = reader(value) if reader else None
            current = site.current
            if entries == current.entries and result == current.result:
                current.count += 1
            else:
                site.meet_tensor()
                site.finish(entries, site.values_of(left, right), result, value)
        except RecursionError:
            pass
        except Exception:
            lose(site)
        return value

    return combined


def _done(recording: Recording, function: Function) -> Callable[..., Any]:
    """An assignment is done. What it gives has the shape of its target."""
    site = recording.sites[function.place]

    def done() -> None:
        try:
            taken = site.take(id(_frame(1)))
            if taken:
                entries, values = taken
                target = next((seen for part, seen in _pairs(entries) if part == 0), None)
                current = site.current
                if entries == current.entries and target == current.result:
                    current.count += 1
                else:
                    site.finish(entries, values, target, None)
        except RecursionError:
            pass
        except Exception:
            lose(site)

    return done


def _both(recording: Recording, function: Function) -> Callable[..., Any]:
    """`x` and the operand of an assignment such as `x += y`, which it returns."""
    site = recording.sites[function.place]

    def both(target: Any, value: Any) -> Any:
        try:
            frame = id(_frame(1))
            seen, seen_target = tensors.read(value), tensors.read(target)
            if seen is None or seen_target is None:
                site.take(frame)
            else:
                site.begin(frame, [0, seen_target, 1, seen])
                if site.visits <= _TIMES_WITH_VALUES:
                    site.keep_values(frame, 0, target)
                    site.keep_values(frame, 1, value)
        except RecursionError:
            pass
        except Exception:
            lose(site)
        return value

    return both


def _owner(recording: Recording, function: Function) -> Callable[..., Any]:
    """The object whose attribute is the target of an assignment such as `x.y += z`."""
    site = recording.sites[function.place]

    def owner(value: Any) -> Any:
        try:
            frame = id(_frame(1))
            target = attribute(value, function.attribute)
            seen = tensors.read(target)
            if seen is None:
                site.take(frame)
            else:
                site.begin(frame, [0, seen])
                if site.visits <= _TIMES_WITH_VALUES:
                    site.keep_values(frame, 0, target)
        except RecursionError:
            pass
        except Exception:
            lose(site)
        return value

    return owner


def _container(recording: Recording, function: Function) -> Callable[..., Any]:
    """The tensor into which elements are assigned, or the list or dictionary."""
    site = recording.sites[function.place]
    # What is assigned to an item of a list replaces it: no tensors meet.
    builtin = () if site.place.name == "setitem" else tensors.CONTAINERS

    def container(value: Any) -> Any:
        try:
            if type(value) in builtin:
                # What cannot be referred to weakly is held until its index is there.
                site.held[id(_frame(1))] = lambda: value
            elif READERS[type(value)] and type(value) not in (list, tuple):
                site.held[id(_frame(1))] = weakref.ref(value)
            elif site.held:
                site.held.pop(id(_frame(1)), None)
        except RecursionError:
            pass
        except Exception:
            lose(site)
        return value

    return container


def _index(recording: Recording, function: Function) -> Callable[..., Any]:
    """The index of the elements that are assigned: the first operand is what it chooses."""
    site = recording.sites[function.place]
    is_first = function.role == "first_index"

    def index(value: Any) -> Any:
        try:
            frame = id(_frame(1))
            held = site.held.pop(frame, None) if site.held else None
            # Where only numbers are assigned, no tensors meet.
            target = held() if held and (is_first or frame in site.pending) else None
            seen = None if target is None else tensors.item(target, value)
            if is_first:
                if seen is None:
                    site.take(frame)
                else:
                    site.begin(frame, [0, seen])
            elif seen is not None:
                site.pending[frame] += (0, seen)
        except RecursionError:
            pass
        except Exception:
            lose(site)
        return value

    return index


def _switch(recording: Recording, function: Function) -> Callable[..., Any]:
    """What decides whether places are recorded: those from `place` to `part`."""
    return Switch(recording.sites[function.place : function.part])


def _slice(_recording: Recording, _function: Function) -> Callable[..., Any]:
    return slice


def _bound(recording: Recording, function: Function) -> Callable[..., Any]:
    """A value that is bound to the names of a place."""
    site = recording.sites[function.place]
    place = site.place
    last: Seen | None = None
    count = 0

    def bound(value: Any) -> Any:
        nonlocal last, count
        try:
            reader = READERS[type(value)]
            if reader and (seen := reader(value)) is not None and seen != last:
                last = seen
                count += 1
                site.meet_tensor()
                if type(seen) is not Several and count <= MOST_OF_A_PLACE:
                    recording.add(Names(place, (seen,) * max(1, len(place.parts))))
        except RecursionError:
            pass
        except Exception:
            lose(site)
        return value

    return bound


def _names(recording: Recording, function: Function) -> Callable[..., Any]:
    """The values of the names of a place."""
    site = recording.sites[function.place]
    place = site.place
    last: tuple[Seen | None, ...] = ()
    count = 0

    def names(*values: Any) -> None:
        nonlocal last, count
        try:
            seen = tuple([reader(value) if (reader := READERS[type(value)]) else None for value in values])
            if seen != last:
                last = seen
                count += 1
                if any(seen):
                    site.meet_tensor()
                    if count <= MOST_OF_A_PLACE:
                        recording.add(Names(place, tuple(None if type(one) is Several else one for one in seen)))
        except RecursionError:
            pass
        except Exception:
            lose(site)

    return names


def _caught(_recording: Recording, _function: Function) -> Callable[..., Any]:
    """The program handles an exception."""

    def caught() -> None:
        handle(sys.exc_info()[1])

    return caught


def handle(error: BaseException | None) -> None:
    """An exception that does not end the program: it handles it, or only a thread ends."""
    try:
        if error is not None and issubclass(type(error), _EXCEPTIONS):
            found = failure(error)
            if found and found[1].operation:
                recording, handled = found
                if len(recording.handled) < MOST_OF_A_PLACE:
                    recording.handled.append((len(recording.records), handled))
    except Exception:  # The exception of the program is what matters.
        pass


_ROLES: dict[str, Callable[[Recording, Function], Callable[..., Any]]] = {
    "first": _first,
    "operand": _operand,
    "receiver": _receiver,
    "callee": _callee,
    "result": _result,
    "combined": _combined,
    "done": _done,
    "both": _both,
    "owner": _owner,
    "container": _container,
    "index": _index,
    "first_index": _index,
    "slice": _slice,
    "switch": _switch,
    "bound": _bound,
    "names": _names,
    "caught": _caught,
}


# Exceptions


def keep_error(error: BaseException) -> None:
    """Keeps the exception that ended a program in the recordings of all files that it went through."""
    if found := failure(error):
        for recording, _ in _frames(error):
            lines = [trace.tb_lineno for owner, trace in _frames(error) if owner is recording]
            recording.error = Failure(error, lines, None)
        found[0].error = found[1]


def _frames(error: BaseException) -> list[tuple[Recording, TracebackType]]:
    """The entries of a traceback that are of files which are recorded."""
    return [
        (recording, trace)
        for trace in traces(error)
        if (recording := RECORDINGS.get(trace.tb_frame.f_code.co_filename))
    ]


def failure(error: BaseException) -> tuple[Recording, Failure] | None:
    """An exception with the operation that raised it, and the recording of the innermost frame of a program that it left."""
    frames = _frames(error)
    if not frames:
        return None
    recording, trace = frames[-1]
    at = position(trace)
    taken = [
        (site, waiting)
        for site in recording.by_position.get(at, [])
        if at and (waiting := site.take(id(trace.tb_frame)))
    ]
    operation = None
    if taken:
        site, (entries, values) = taken[0]
        operation = Operation(site.place, entries, None, values)
    elif at:
        sites = recording.by_position.get(at, [])
        operation = next(filter(None, (_left_in(trace.tb_frame, site) for site in sites)), None)
    return recording, Failure(error, [trace.tb_lineno for owner, trace in frames if owner is recording], operation)


def _left_in(frame: FrameType, site: Site) -> Operation | None:
    """The operation of a place that failed, where its operands did not wait: they are read from the names that are still there.

    Only names and attributes of names are read, since reading them runs nothing of the program.
    """
    entries: Entries = []
    values: dict[int, Any] = {}
    # The namespace of a class can be one of the program, which then would run.
    if not frame.f_code.co_flags & CO_OPTIMIZED and type(frame.f_locals) is not dict:
        return None
    for number, part in enumerate(site.place.parts):
        name, *attributes = part.text.split(".")
        if name not in frame.f_locals and name not in frame.f_globals:
            return None
        value = frame.f_locals[name] if name in frame.f_locals else frame.f_globals[name]
        for one in attributes:
            value = attribute(value, one)
        seen = tensors.read(value)
        if seen is not None:
            entries += (number, seen)
            if site.recording.with_values and (found := tensors.values(value)) is not None:
                values[number] = found
        elif type(value) not in (bool, int, float, complex):
            return None
    return Operation(site.place, entries, None, values) if entries else None


def traces(error: BaseException) -> Iterator[TracebackType]:
    """The entries of the traceback of an exception, from the outermost."""
    trace = error.__traceback__
    while trace is not None:
        yield trace
        trace = trace.tb_next


def position(trace: TracebackType) -> Any:
    """Where the instruction of an entry stands in the text."""
    return next(islice(trace.tb_frame.f_code.co_positions(), trace.tb_lasti // 2, None), None)


def _message(error: BaseException) -> str:
    """The message of an exception. One of the program itself is not asked: that would run its code."""
    if type(error).__module__.partition(".")[0] not in (*tensors.LIBRARIES, "builtins"):
        return ""
    return str(error).rstrip()[:_LONGEST_MESSAGE]


# What is called


def _is_own(function: Any) -> bool:
    """Whether a function, method or class is part of a program that is recorded, or an object is of such a class."""
    kind = type(function)
    if kind is FunctionType:
        return function.__code__.co_filename in RECORDINGS
    if kind is MethodType:
        return _is_own(function.__func__)
    if kind in (staticmethod, classmethod):
        return _is_own(function.__func__)
    owner = function if issubclass(kind, type) else kind
    module = owner.__dict__.get("__module__")
    return type(module) is str and module in MODULES


def attribute(owner: Any, name: str) -> Any:
    """An attribute of an object, found without running a property or another descriptor; `None` where that cannot be."""
    own_kinds = type.__dict__["__mro__"].__get__(owner) if issubclass(type(owner), type) else ()
    for kind in (*own_kinds, *type(owner).__mro__):
        if name in kind.__dict__:
            return kind.__dict__[name]
    try:
        own = object.__getattribute__(owner, "__dict__")
    except AttributeError:
        return None
    # A module of PyTorch has its parameters, buffers and modules in dictionaries of their own.
    for place in (own, *(own.get(key) for key in ("_parameters", "_buffers", "_modules"))):
        if type(place) is dict and name in place:
            return place[name]
    return None


def _pairs(entries: Entries) -> Iterator[tuple[int, Seen]]:
    return zip(entries[::2], entries[1::2], strict=True)
