"""What is read of a tensor: its shape, element type and strides, and the values of a small one.

Nothing of the program runs while a tensor is read: only types of known libraries are read, by attributes that compute nothing. A
library is used only where the program has imported it.
"""

from __future__ import annotations

import math
import sys
from collections.abc import Callable
from operator import attrgetter
from types import FunctionType, MethodType, ModuleType
from typing import Any, NamedTuple

#: What is read of one tensor: shape, element type and strides, as the library gives them. `Several` of a list of tensors.
Seen = tuple[Any, ...]
Read = Callable[[Any], "Seen | None"]

#: The largest number of elements whose values are recorded.
MOST_VALUES = 1_000

#: The longest list that is searched for tensors, and the longest of which all are kept. Of a longer one, so many of the first are kept, and so
#: many whose shape differs from that of the first.
_LONGEST_LIST = 10_000
_LONGEST_KEPT = 64
_MOST_KEPT = 10

#: Libraries whose objects have a shape that can be read as an attribute.
LIBRARIES = ("numpy", "torch", "pandas", "scipy", "jax", "jaxlib", "tensorflow", "cupy", "xarray", "polars")


#: Names of PyTorch that are used here and can change with each version.
_NAMES_OF_TORCH = (
    "_C.DisableTorchFunction",
    "_C._get_tracing_state",
    "_C._len_torch_dispatch_stack",
    "_C._len_torch_function_stack",
    "autograd._profiler_enabled",
)

#: The libraries of which nothing is recorded, because they lack such a name: `PyTorch 3.0`.
UNREAD: set[str] = set()

#: Containers of Python whose elements are read without running anything of the program.
CONTAINERS = (dict, list)


class Several(NamedTuple):
    """What is read of the tensors in a list."""

    #: The index of each tensor that is kept.
    places: tuple[int, ...]
    tensors: tuple[Seen, ...]
    #: The number of all tensors.
    total: int


def _of_array(array: Any) -> Seen:
    import numpy

    member = numpy.ndarray.__dict__
    return tuple(member[name].__get__(array) for name in ("shape", "dtype", "strides"))


def _torch_reader() -> Read:
    import torch
    from torch._C import _get_tracing_state, _len_torch_function_stack

    def read(tensor: Any) -> Seen | None:
        # A trace would record that the shape was read, and a mode of the program would be called.
        if _get_tracing_state() is not None:
            return None
        if _len_torch_function_stack():
            return read_quietly(tensor)
        try:
            return (tensor.shape, tensor.dtype, tensor.stride())
        except (RuntimeError, NotImplementedError):
            return read_quietly(tensor)

    def read_quietly(tensor: Any) -> Seen | None:
        with torch._C.DisableTorchFunction():
            try:
                strides = tensor.stride() if tensor.layout is torch.strided else None
                return (tensor.shape, tensor.dtype, strides)
            except (RuntimeError, NotImplementedError):
                return None

    return read


def _torch_subclass_reader(read: Read) -> Read:
    import torch

    def read_subclass(tensor: Any) -> Seen | None:
        with torch._C.DisableTorchFunction():
            return read(tensor)

    return read_subclass


def _of_other(tensor: Any) -> Seen | None:
    try:
        shape = tuple(tensor.shape)
        # The class says it: a table of pandas has its columns as attributes, and one may be called `dtype`.
        dtype = tensor.dtype if hasattr(type(tensor), "dtype") else None
        # What is kept is compared and written later: of an element type that is not NumPy's or PyTorch's only the name.
        if dtype is not None and library((shape, dtype)) is None:
            dtype = str(getattr(dtype, "name", None) or dtype)
    except Exception:  # Such as a shape that is not known.
        return None
    return (shape, dtype, None) if all(type(size) is int for size in shape) else None


def _of_list(items: Any) -> Seen | None:
    if not 0 < len(items) <= _LONGEST_LIST or not (READERS[type(items[0])] or READERS[type(items[-1])]):
        return None
    most = _LONGEST_KEPT if len(items) <= _LONGEST_KEPT else _MOST_KEPT
    places: list[int] = []
    tensors: list[Seen] = []
    count = 0
    for place, item in enumerate(items):
        read = READERS[type(item)]
        if read and read is not _of_list and (seen := read(item)) is not None:
            count += 1
            if count <= most or (seen[0] != tensors[0][0] and len(tensors) < 2 * most):
                places.append(place)
                tensors.append(seen)
    return Several(tuple(places), tuple(tensors), count) if tensors else None


def _has_names(torch: Any) -> bool:
    """Whether PyTorch has the names that are used here."""
    try:
        attrgetter(*_NAMES_OF_TORCH)(torch)
    except AttributeError:
        return False
    return True


def _new_reader(kind: type) -> Read | None:
    """The reader of a type that is met for the first time."""
    numpy, torch = sys.modules.get("numpy"), sys.modules.get("torch")
    array, tensor = getattr(numpy, "ndarray", None), getattr(torch, "Tensor", None)
    if kind is array:
        return attrgetter("shape", "dtype", "strides")
    if array is not None and issubclass(kind, array):
        return _of_array
    if tensor is not None and issubclass(kind, tensor):
        if not _has_names(torch):
            UNREAD.add(f"PyTorch {torch.__version__}")  # type: ignore[union-attr]
            return None
        read = _torch_reader()
        is_plain = kind is tensor or kind is getattr(torch, "nn", tensor).Parameter
        return read if is_plain else _torch_subclass_reader(read)
    # A number of NumPy is a number.
    is_known = kind.__module__.partition(".")[0] in LIBRARIES and not issubclass(kind, getattr(numpy, "generic", ()))
    return _of_other if is_known and hasattr(kind, "shape") and not issubclass(kind, type) else None


class _Readers(dict[type, "Read | None"]):
    def __missing__(self, kind: type) -> Read | None:
        try:
            reader = _new_reader(kind)
            # Types of the program itself are not kept: they would live on.
            if kind.__module__.partition(".")[0] in (*LIBRARIES, "builtins"):
                self[kind] = reader
        except Exception:  # A type that cannot be asked is no tensor.
            return None
        return reader


#: What reads the objects of a type; `None` for a type that is no tensor.
_NO_TENSORS = (int, float, complex, bool, str, bytes, type(None), dict, set, range, slice, type)
READERS = _Readers(dict.fromkeys((*_NO_TENSORS, ModuleType, FunctionType, MethodType)))
READERS[list] = READERS[tuple] = _of_list


def read(value: Any) -> Seen | None:
    """What is read of a value; `None` where it is no tensor."""
    reader = READERS[type(value)]
    return reader(value) if reader else None


def of_number(value: Any) -> Seen | None:
    """What a number of NumPy has: it is what an operation on arrays gives that leaves no axes."""
    numpy = sys.modules.get("numpy")
    return ((), value.dtype, ()) if numpy and issubclass(type(value), numpy.generic) else None


def values(tensor: Any) -> list[Any] | None:
    """The values of a small tensor of real numbers in row-major order; `None` of any other."""
    numpy, torch = sys.modules.get("numpy"), sys.modules.get("torch")
    if type(tensor) in (bool, int, float):
        return [_number(tensor)]
    try:
        if numpy and (type(tensor) is numpy.ndarray or issubclass(type(tensor), numpy.generic)):
            # Longer floats than those of Python have no numbers of it.
            is_small = tensor.size <= MOST_VALUES and tensor.dtype.kind in "biuf" and tensor.dtype.itemsize <= 8
            return [_number(value) for value in tensor.ravel().tolist()] if is_small else None
        if torch and type(tensor) in (torch.Tensor, torch.nn.Parameter) and not _is_observed(torch):
            with torch._C.DisableTorchFunction():
                is_small = tensor.numel() <= MOST_VALUES and not tensor.is_complex() and not tensor.is_quantized
                is_here = tensor.device.type == "cpu" and tensor.layout is torch.strided
                listed = tensor.detach().reshape(-1).tolist() if is_small and is_here else None
            return None if listed is None else [_number(value) for value in listed]
    except Exception:  # Such as a tensor within `torch.func.vmap`, which has no values of its own.
        return None
    return None


def _is_observed(torch: Any) -> bool:
    """Whether a mode or a profiler of the program would see operations that read a tensor."""
    return bool(torch._C._len_torch_dispatch_stack() or torch.autograd._profiler_enabled())


def _number(value: Any) -> Any:
    """A number as JSON has it. What is no number there is a text: `nan`, `inf`, `-inf`."""
    return str(value) if isinstance(value, float) and not math.isfinite(value) else value


def library(seen: Seen) -> str | None:
    """The library that an element type belongs to."""
    root = type(seen[1]).__module__.partition(".")[0]
    return root if root in ("numpy", "torch") else None


def described(seen: Seen) -> dict[str, Any]:
    """A tensor as a record has it: `shape`, `dtype`, and `strides` in elements where they are known."""
    shape, dtype, strides = seen
    name = getattr(dtype, "name", None) or str(dtype).removeprefix("torch.")
    fields: dict[str, Any] = {"shape": [int(size) for size in shape], "dtype": name}
    if dtype is None:
        del fields["dtype"]
    itemsize = getattr(dtype, "itemsize", 0) if library(seen) == "numpy" else 1
    if strides is not None and itemsize and all(stride % itemsize == 0 for stride in strides):
        fields["strides"] = [int(stride) // itemsize for stride in strides]
    return fields


def item(container: Any, index: Any) -> Seen | None:
    """What is read of `container[index]` before it is assigned. Only where reading it runs nothing of the program and costs little."""
    numpy, torch = sys.modules.get("numpy"), sys.modules.get("torch")
    try:
        if type(container) in CONTAINERS:
            return read(container[index]) if type(index) in (int, str) else None
        if numpy and type(container) is numpy.ndarray and _is_cheap(index, container):
            chosen = container[index]
            return read(chosen) or ((), container.dtype, ())
        if torch and type(container) is torch.Tensor and _is_cheap(index, container) and not _is_observed(torch):
            with torch._C.DisableTorchFunction():
                return read(container.detach()[index])
    except Exception:  # The program raises the same exception in a moment.
        return None
    return None


def _is_cheap(index: Any, container: Any) -> bool:
    """Whether an index gives a view, or a copy of few elements."""
    parts = index if type(index) is tuple else (index,)
    arrays = [part for part in parts if type(part) not in (int, slice, type(None), type(...))]
    is_known = all(type(part) is list or READERS[type(part)] for part in arrays)
    return not arrays or (is_known and math.prod(container.shape) <= 10 * MOST_VALUES)
