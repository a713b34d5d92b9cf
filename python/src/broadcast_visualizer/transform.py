"""Transforms the syntax tree of a program so that its tensors are recorded.

`a.x + b` becomes `f[3](f[1](a.x) + f[2](b))`. Each `f[n]` returns its first argument, so the operation stays in the frame of the program: no
frame is added to a traceback, and no warning moves. Nothing is evaluated twice but the load of a plain name. `f` is the list
`recorder.FUNCTIONS`, which the program reaches under `NAME`.

What can run many times is there twice, so that code without tensors stays fast: the statement `x = a + b` of a loop becomes
`if f[4]: f[4](); x = …` with its record, and `else: x = a + b`. `recorder.Switch` sets `f[4]`.

What is not touched: annotations, patterns, docstrings, decorators, `del`, calls of `super` and of other built-in functions, and
functions whose source or bytecode is read (`COMPILERS`).
"""

from __future__ import annotations

import ast
import builtins
import copy
import itertools
from collections.abc import Callable, Iterable, Iterator
from typing import Any, TypeVar

from .places import NAME, Function, Part, Place, Plan, Position

#: What an operation is called in a record: as `crates/reader` calls it.
OPERATORS: dict[type[ast.AST], str] = {
    ast.Add: "add",
    ast.Sub: "sub",
    ast.Mult: "mul",
    ast.MatMult: "matmul",
    ast.Div: "div",
    ast.FloorDiv: "floordiv",
    ast.Mod: "mod",
    ast.Pow: "pow",
    ast.LShift: "lshift",
    ast.RShift: "rshift",
    ast.BitAnd: "and",
    ast.BitXor: "xor",
    ast.BitOr: "or",
    ast.Eq: "eq",
    ast.NotEq: "ne",
    ast.Lt: "lt",
    ast.LtE: "le",
    ast.Gt: "gt",
    ast.GtE: "ge",
}

#: What reads the source or the bytecode of a function, follows its calls into a graph, or sends it to another process as bytecode.
COMPILERS = (
    "torch.compile",
    "torch.jit",
    "torch.export",
    "torch.onnx",
    "torch.fx",
    "torch._dynamo",
    "numba",
    "triton",
    "tensorflow.function",
    "dis",
    "joblib",
    "cloudpickle",
    "dill",
    "dask",
    "ray",
)

#: Functions that take several tensors in one list.
SEQUENCE_FUNCTIONS = frozenset(
    [
        "block_diag",
        "broadcast_arrays",
        "broadcast_tensors",
        "cat",
        "column_stack",
        "concat",
        "concatenate",
        "dstack",
        "hstack",
        "stack",
        "vstack",
    ]
)

#: Built-in functions in which tensors can meet.
BUILT_IN_OPERATIONS = frozenset({"divmod", "max", "min", "pow"})

#: Expressions that are never a tensor. A list can be an argument that has tensors.
_NO_TENSOR = (
    ast.Constant,
    ast.JoinedStr,
    ast.Lambda,
    ast.Dict,
    ast.Set,
    ast.DictComp,
    ast.SetComp,
    ast.GeneratorExp,
    ast.Slice,
)

#: Expressions whose call or subscript is an error that Python warns of while it compiles.
_LITERAL = (*_NO_TENSOR, ast.List, ast.Tuple, ast.ListComp)

#: Statements that have no other statements in them.
_SIMPLE = (ast.Expr, ast.Assign, ast.AugAssign, ast.AnnAssign, ast.Return, ast.Raise, ast.Assert, ast.Delete)

#: The fields of which one has the part of an expression or a statement that is evaluated first.
_FIRST = ("value", "left", "func", "operand", "exc", "test", "elts", "values")

Node = TypeVar("Node", bound=ast.AST)
Comprehension = ast.ListComp | ast.SetComp | ast.GeneratorExp | ast.DictComp
Definition = ast.FunctionDef | ast.AsyncFunctionDef


def transform(
    tree: ast.Module,
    text: str,
    first_function: int = 0,
    imported: dict[str, str] | None = None,
    *,
    leaves_functions: bool = False,
) -> Plan:
    """Transforms a tree.

    `text`: that of the tree. `first_function`: the number of functions before. `imported`: what cells before have imported, to
    which the imports of this one are added. `leaves_functions`: whether another file gives functions to a compiler.
    """
    imported = {} if imported is None else imported
    leaves_functions = leaves_functions or gives_to_compiler(tree, imported)
    transformer = _Transformer(tree, text, first_function, imported, leaves_functions=leaves_functions)
    transformer.visit(tree)
    imported.update(transformer.names.imported)
    left_alone = tuple(sorted(set(transformer.left_alone)))
    return Plan(tuple(transformer.places), tuple(transformer.functions), left_alone)


def gives_to_compiler(tree: ast.Module, imported: dict[str, str] | None = None) -> bool:
    """Whether a program gives functions to one of `COMPILERS`, other than by decorators."""
    names = _Names(imported or {})
    names.visit(tree)
    decorators = {
        id(part)
        for node in ast.walk(tree)
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef))
        for decorator in node.decorator_list
        for part in ast.walk(decorator)
    }
    return any(names.compiles(node) for node in ast.walk(tree) if id(node) not in decorators)


class Added(ast.Expr):
    """A statement that the transformation adds."""


class Switched(ast.IfExp):
    """An expression that is there twice: with its record, and as it was. It is transformed already."""


class _Offsets:
    """Offsets in characters from lines and columns, which count bytes."""

    def __init__(self, text: str) -> None:
        self.lines = text.split("\n")
        self.starts = [0, *itertools.accumulate(len(line) + 1 for line in self.lines)]

    def at(self, line: int, column: int) -> int:
        if not 0 < line <= len(self.lines):
            return 0
        content = self.lines[line - 1]
        chars = column if content.isascii() else len(content.encode()[:column].decode(errors="ignore"))
        return self.starts[line - 1] + min(chars, len(content))


class _Names(ast.NodeVisitor):
    """What the names of a program stand for, as far as that follows from its imports and definitions."""

    def __init__(self, before: dict[str, str]) -> None:
        self.imported: dict[str, str] = {}
        #: What cells before have imported. The names can stand for something else since.
        self.before = before
        self.defined: set[str] = set()
        self.stored: set[str] = set()

    def visit_Import(self, node: ast.Import) -> None:
        for alias in node.names:
            self.imported[alias.asname or alias.name.split(".")[0]] = (
                alias.name if alias.asname else alias.name.split(".")[0]
            )

    def visit_ImportFrom(self, node: ast.ImportFrom) -> None:
        for alias in node.names:
            self.imported[alias.asname or alias.name] = f"{node.module or ''}.{alias.name}"

    def _define(self, node: Definition | ast.ClassDef) -> None:
        self.defined.add(node.name)
        self.generic_visit(node)

    visit_FunctionDef = visit_AsyncFunctionDef = visit_ClassDef = _define

    def visit_Name(self, node: ast.Name) -> None:
        if not isinstance(node.ctx, ast.Load):
            self.stored.add(node.id)

    def visit_arg(self, node: ast.arg) -> None:
        self.stored.add(node.arg)

    def is_own(self, name: str) -> bool:
        """Whether a name is always a function or a class of the program."""
        return name in self.defined and name not in self.stored and name not in self.imported

    def of_library(self, node: ast.expr) -> str | None:
        """The full name of what is imported: `numpy.where` for `np.where`."""
        own = self.stored | self.defined
        return _full_name(node, {name: full for name, full in self.imported.items() if name not in own})

    def is_compiler(self, node: ast.expr) -> bool:
        """Whether a function is one of `COMPILERS`."""
        if isinstance(node, ast.Call):
            return self.is_compiler(node.func) or any(map(self.is_compiler, node.args))
        # Also where the program has a definition for when it cannot be imported.
        name = _full_name(node, {**self.before, **self.imported})
        return name is not None and any(name == known or name.startswith(f"{known}.") for known in COMPILERS)

    def compiles(self, node: ast.AST) -> bool:
        """Whether a node gives functions of the program to a compiler, or reads their bytecode."""
        if isinstance(node, ast.Attribute) and node.attr in {"__code__", "co_code"}:
            return True
        if isinstance(node, (ast.Assign, ast.AnnAssign, ast.NamedExpr)):
            return node.value is not None and self.is_compiler(node.value)
        if isinstance(node, ast.keyword):
            is_alone = isinstance(node.value, ast.Constant) and node.value.value in (1, None)
            return (node.arg == "n_jobs" and not is_alone) or self.is_compiler(node.value)
        if not isinstance(node, ast.Call):
            return False
        is_method = isinstance(node.func, ast.Attribute) and node.func.attr == "compile"
        return self.is_compiler(node) or (is_method and self.of_library(node.func) is None)


class _Transformer(ast.NodeTransformer):
    def __init__(
        self, tree: ast.Module, text: str, first_function: int, imported: dict[str, str], *, leaves_functions: bool
    ) -> None:
        self.text = text
        self.offsets = _Offsets(text)
        self.first_function = first_function
        self.places: list[Place] = []
        self.functions: list[Function] = []
        self.left_alone: list[int] = []
        self.names = _Names(imported)
        self.names.visit(tree)
        self.leaves_functions = leaves_functions
        #: `class` or `function`, from the outermost to the innermost.
        self.scopes: list[str] = []
        #: How many loops of the innermost function, or of the module, are around a statement.
        self.loops = 0

    # What can run many times

    def visit(self, node: ast.AST) -> Any:
        if isinstance(node, _SIMPLE) and self.is_repeated() and not _warns(node):
            return self.switched(node)
        return super().visit(node)

    def is_repeated(self) -> bool:
        return self.loops > 0 or self.scopes[-1:] == ["function"]

    def switched(self, node: ast.stmt) -> ast.stmt | list[ast.stmt]:
        """A simple statement, twice."""
        _Inner(self).visit(node)
        plain, place = copy.deepcopy(node), len(self.places)
        visited = super().visit(node)
        if len(self.places) == place:
            return visited  # type: ignore[no-any-return]
        return self.choice(node, place, visited if isinstance(visited, list) else [visited], [plain])

    def switched_names(self, names: list[ast.stmt]) -> list[ast.stmt]:
        """A statement that records names, where names are still to be looked at."""
        return [self.choice(names[0], len(self.places) - 1, names, [])] if names else []

    def choice(self, at: ast.stmt, place: int, recorded: list[ast.stmt], plain: list[ast.stmt]) -> ast.stmt:
        """Statements with their records, which have the places from `place` on, or the statements as they were."""
        at = _first(at)
        number = self.switch(place)
        counts = self.statement(self.call_of(at, number, []))
        return ast.copy_location(ast.If(self.item_of(at, number), [counts, *recorded], plain), at)

    def repeated(self, node: ast.expr) -> ast.expr:
        """An expression that is evaluated many times, twice."""
        if _warns(node):
            return self.visit(node)  # type: ignore[no-any-return]
        _Inner(self).visit(node)
        plain, place = copy.deepcopy(node), len(self.places)
        visited: ast.expr = self.visit(node)
        if len(self.places) == place:
            return visited
        at = _first(node)
        number = self.switch(place)
        switched = Switched(self.item_of(at, number), self.call_of(at, number, [visited]), plain)
        return ast.copy_location(switched, node)

    def switch(self, place: int) -> int:
        """The number of the function that decides whether the places from `place` on are recorded."""
        self.functions.append(Function("switch", place, len(self.places)))
        return self.first_function + len(self.functions) - 1

    def visit_Switched(self, node: Switched) -> ast.expr:
        return node

    def visit_If(self, node: ast.If) -> ast.stmt:
        node.test = self.repeated(node.test) if self.is_repeated() else self.visit(node.test)
        node.body, node.orelse = self.visit_body(node.body), self.visit_body(node.orelse)
        return node

    def visit_While(self, node: ast.While) -> ast.stmt:
        node.test = self.repeated(node.test)
        node.body, node.orelse = self.visit_loop(node.body), self.visit_body(node.orelse)
        return node

    def visit_loop(self, body: list[ast.stmt]) -> list[ast.stmt]:
        self.loops += 1
        body = self.visit_body(body)
        self.loops -= 1
        return body

    def visit_comprehension_of(self, node: Comprehension) -> ast.expr:
        node.generators[0].iter = self.visit(node.generators[0].iter)
        self.elements_of(node)
        return node

    visit_ListComp = visit_SetComp = visit_GeneratorExp = visit_DictComp = visit_comprehension_of

    def elements_of(self, node: Comprehension) -> None:
        """Transforms what a comprehension evaluates for each element."""
        for name in ("elt", "key", "value"):
            if hasattr(node, name):
                setattr(node, name, self.repeated(getattr(node, name)))
        for at, generator in enumerate(node.generators):
            generator.ifs = [self.repeated(condition) for condition in generator.ifs]
            if at:
                generator.iter = self.repeated(generator.iter)

    def body_of(self, node: ast.Lambda) -> None:
        if not self.leaves_functions:
            self.scopes.append("function")
            node.body = self.repeated(node.body)
            self.scopes.pop()

    # Places and functions

    def part(self, node: ast.expr) -> Part:
        start, end = self.span(node)
        return Part(self.text[start:end], start, end)

    def span(self, node: ast.expr | ast.stmt) -> tuple[int, int]:
        end_line, end_column = node.end_lineno or node.lineno, node.end_col_offset or node.col_offset
        return self.offsets.at(node.lineno, node.col_offset), self.offsets.at(end_line, end_column)

    def place(self, name: str, node: ast.expr | ast.stmt, parts: Iterable[Part] = (), *, in_place: bool = False) -> int:
        start, end = self.span(node)
        place = Place(name, node.lineno, start, end, _positions(node), tuple(parts), in_place, bool(self.scopes))
        self.places.append(place)
        return len(self.places) - 1

    def call(self, at: ast.AST, role: str, place: int, part: int = 0, *args: ast.expr, attribute: str = "") -> ast.expr:
        """A call of a new function at the location of a node."""
        self.functions.append(Function(role, place, part, attribute))
        return self.call_of(at, self.first_function + len(self.functions) - 1, args)

    def call_of(self, at: ast.AST, function: int, args: Iterable[ast.expr]) -> ast.expr:
        return ast.copy_location(ast.Call(self.item_of(at, function), list(args), []), at)

    def item_of(self, at: ast.AST, function: int) -> ast.expr:
        """`f[n]` at the location of a node."""
        functions = ast.Name(NAME, ast.Load())
        number = ast.Constant(function)
        item = ast.Subscript(functions, number, ast.Load())
        for node in (functions, number, item):
            ast.copy_location(node, at)
        return item

    def operand(self, node: ast.expr, place: int, part: int) -> ast.expr:
        """An operand, visited. The first part of a place starts its record; what is no tensor has no function."""
        visited = self.visit(node)
        return self.call(node, "operand" if part else "first", place, part, visited) if may_be_tensor(node) else visited

    def statement(self, call: ast.expr) -> ast.stmt:
        return ast.copy_location(Added(call), call)

    # Expressions

    def visit_BinOp(self, node: ast.BinOp) -> ast.expr:
        if not (may_be_tensor(node.left) and may_be_tensor(node.right)):
            self.generic_visit(node)
            return node
        place = self.place(OPERATORS[type(node.op)], node, map(self.part, (node.left, node.right)))
        if self.are_names(node.left, node.right):
            return self.combined(node, place, [node.left, node.right])
        node.left = self.operand(node.left, place, 0)
        node.right = self.operand(node.right, place, 1)
        return self.call(node, "result", place, 0, node)

    def visit_Compare(self, node: ast.Compare) -> ast.expr:
        name = OPERATORS.get(type(node.ops[0]))
        # In a chain, such as `a < b < c`, the operand in the middle is in two operations.
        if len(node.ops) > 1 or name is None or not may_be_tensor(node.left) or not may_be_tensor(node.comparators[0]):
            self.generic_visit(node)
            return node
        place = self.place(name, node, map(self.part, (node.left, node.comparators[0])))
        if self.are_names(node.left, node.comparators[0]):
            return self.combined(node, place, [node.left, *node.comparators])
        node.left = self.operand(node.left, place, 0)
        node.comparators = [self.operand(node.comparators[0], place, 1)]
        return self.call(node, "result", place, 0, node)

    def are_names(self, *nodes: ast.expr) -> bool:
        """Whether all are names that can be loaded again. The namespace of a class can be one that prints."""
        return self.scopes[-1:] != ["class"] and all(isinstance(node, ast.Name) for node in nodes)

    def combined(self, node: ast.expr, place: int, names: list[ast.expr]) -> ast.expr:
        """An operation on names: `f[n](a + b, a, b)`. One call costs less than three."""
        again = map(copy.copy, names)
        return self.call(node, "combined", place, 0, node, *again)

    def visit_Subscript(self, node: ast.Subscript) -> ast.expr:
        indices = node.slice.elts if isinstance(node.slice, ast.Tuple) else [node.slice]
        if not isinstance(node.ctx, ast.Load) or isinstance(node.value, _LITERAL):
            self.generic_visit(node)
            return node
        tensors = [index for index in indices if may_be_tensor(index) and not isinstance(index, ast.Starred)]
        place = self.place("getitem", node, map(self.part, (node.value, *tensors)))
        node.value = self.operand(node.value, place, 0)
        parts = itertools.count(1)
        indices = [
            self.operand(index, place, next(parts)) if any(index is tensor for tensor in tensors) else self.visit(index)
            for index in indices
        ]
        if isinstance(node.slice, ast.Tuple):
            node.slice.elts = indices
        else:
            node.slice = indices[0]
        return node

    def visit_Call(self, node: ast.Call) -> ast.expr:
        function = node.func
        name = function.attr if isinstance(function, ast.Attribute) else getattr(function, "id", "call")
        if self.is_no_operation(function):
            if not _is_super(function):
                self.generic_visit(node)
            elif isinstance(function, ast.Attribute):
                self.pass_arguments(node)
            return node
        is_method = isinstance(function, ast.Attribute) and self.names.of_library(function) is None
        arguments = [part for argument in _arguments(node) for part in _elements(argument)]
        tensors = [argument for argument in arguments if may_be_tensor(argument)]
        receiver = [function.value] if isinstance(function, ast.Attribute) and is_method else []
        place = self.place(name, node, map(self.part, (*receiver, *tensors)))
        if isinstance(function, ast.Attribute) and is_method:
            value = self.visit(function.value)
            function.value = self.call(value, "receiver", place, 0, value, attribute=function.attr)
        elif self.names.of_library(function) is None:
            # What is called has no part of its own: the number of the first argument is 0.
            visited = self.visit(function)
            node.func = self.call(function, "callee", place, 0, visited)
            is_method = True
        parts = itertools.count(len(receiver))
        self.pass_arguments(node, lambda argument: self.argument(argument, place, parts, is_first=not is_method))
        # Of one argument that is no list, nothing can meet.
        if len(tensors) + len(receiver) > 1 or name in SEQUENCE_FUNCTIONS:
            return self.call(node, "result", place, 0, node)
        return node

    def pass_arguments(self, node: ast.Call, visit: Callable[[ast.expr], ast.expr] | None = None) -> None:
        visit = visit or self.visit
        node.args = [visit(argument) for argument in node.args]
        for keyword in node.keywords:
            keyword.value = self.visit(keyword.value) if keyword.arg is None else visit(keyword.value)

    def argument(self, node: ast.expr, place: int, parts: Iterator[int], *, is_first: bool) -> ast.expr:
        """An argument of a call, visited; of a list, its elements. `is_first`: the first part starts the record."""
        if isinstance(node, ast.Starred):
            node.value = self.argument(node.value, place, parts, is_first=is_first)
            return node
        if isinstance(node, (ast.List, ast.Tuple)):
            node.elts = [self.argument(element, place, parts, is_first=is_first) for element in node.elts]
            return node
        visited: ast.expr = self.visit(node)
        if not may_be_tensor(node):
            return visited
        part = next(parts)
        return self.call(node, "first" if is_first and part == 0 else "operand", place, part, visited)

    def is_no_operation(self, function: ast.expr) -> bool:
        """Whether no tensors meet in what is called, or all that meets there is within the program."""
        if isinstance(function, ast.Name):
            is_built_in = hasattr(builtins, function.id) and function.id not in BUILT_IN_OPERATIONS
            return self.names.is_own(function.id) or (is_built_in and not self.is_rebound(function.id))
        return isinstance(function, _LITERAL) or _is_super(function)

    def visit_NamedExpr(self, node: ast.NamedExpr) -> ast.expr:
        node.value = self.bound(node.value, node, [node.target])
        return node

    def visit_Lambda(self, node: ast.Lambda) -> ast.expr:
        if self.leaves_functions:
            self.left_alone.append(node.lineno)
            return node
        node.args = self.visit(node.args)
        self.body_of(node)
        return node

    # Statements

    def bound(self, value: ast.expr, node: ast.expr | ast.stmt, targets: list[ast.expr]) -> ast.expr:
        """A value, visited, that is bound to targets: names and attributes of names. No targets: it is only shown."""
        visited: ast.expr = self.visit(value)
        if not may_be_tensor(value):
            return visited
        place = self.place("", node, map(self.part, targets))
        return self.call(value, "bound", place, 0, visited)

    def names_of(
        self, node: ast.stmt, targets: Iterable[ast.expr | ast.arg], at: ast.stmt | None = None
    ) -> list[ast.stmt]:
        """A statement that records the names in targets, which are bound before it. None in a class, whose names are not plain variables.

        `at`: the statement on whose line it stands, so that a debugger sees no other line.
        """
        at = at or node
        if self.scopes[-1:] == ["class"]:
            return []
        names: list[tuple[str, ast.expr | ast.arg]] = []
        for target in targets:
            if isinstance(target, ast.arg):
                names.append((target.arg, target))
            else:
                stored = (part for part in ast.walk(target) if isinstance(part, ast.Name))
                names += [(part.id, part) for part in stored if isinstance(part.ctx, ast.Store)]
        if not names:
            return []
        parts = []
        for name, target in names:
            start = self.offsets.at(target.lineno, target.col_offset)
            parts.append(Part(name, start, start + len(name)))
        place = self.place("", node, parts)
        loads = [ast.copy_location(ast.Name(name, ast.Load()), at) for name, _ in names]
        return [self.statement(self.call(at, "names", place, 0, *loads))]

    def visit_Expr(self, node: ast.Expr) -> ast.stmt:
        node.value = self.bound(node.value, node, [])
        return node

    def visit_Assign(self, node: ast.Assign) -> ast.stmt | list[ast.stmt]:
        target = node.targets[0]
        if len(node.targets) == 1 and isinstance(target, ast.Subscript):
            return self.subscript_assignment(node, target)
        if all(_is_plain(target) for target in node.targets):
            node.value = self.bound(node.value, node, node.targets)
            node.targets = [self.visit(target) for target in node.targets]
            return node
        names = self.names_of(node, node.targets)
        self.generic_visit(node)
        return [node, *names]

    def visit_AnnAssign(self, node: ast.AnnAssign) -> ast.stmt:
        if node.value is not None:
            node.value = self.bound(node.value, node, [node.target] if _is_plain(node.target) else [])
        node.target = self.visit(node.target)
        return node

    def subscript_assignment(self, node: ast.Assign, target: ast.Subscript) -> list[ast.stmt]:
        if not may_be_tensor(node.value) or not _is_one_item(target):
            self.generic_visit(node)
            return [node]
        place = self.place("setitem", node, map(self.part, (target, node.value)), in_place=True)
        # The value is evaluated before the target.
        value = self.visit(node.value)
        node.value = self.call(node.value, "first", place, 1, value)
        self.item(target, place, "index")
        return [node, self.statement(self.call(node, "done", place))]

    def visit_AugAssign(self, node: ast.AugAssign) -> list[ast.stmt]:
        target = node.target
        is_read = not isinstance(target, ast.Subscript) or _is_one_item(target)
        if not may_be_tensor(node.value) or not is_read or self.scopes[-1:] == ["class"]:
            self.generic_visit(node)
            return [node, *self.names_of(node, [target])]
        place = self.place(OPERATORS[type(node.op)], node, map(self.part, (target, node.value)), in_place=True)
        value = self.visit(node.value)
        if isinstance(target, ast.Name):
            names = self.names_of(node, [target])
            loaded = ast.copy_location(ast.Name(target.id, ast.Load()), node.value)
            # The target is loaded before the value is evaluated, which can delete it.
            node.value = self.call(node.value, "both", place, 0, loaded, value)
            again = ast.copy_location(ast.Name(target.id, ast.Load()), node)
            return [node, self.statement(self.call(node, "result", place, 0, again)), *names]
        if isinstance(target, ast.Subscript):
            self.item(target, place, "first_index")
        else:
            owner = self.visit(target.value)
            target.value = self.call(target.value, "owner", place, 0, owner, attribute=target.attr)
        node.value = self.call(node.value, "operand", place, 1, value)
        return [node, self.statement(self.call(node, "done", place))]

    def item(self, target: ast.Subscript, place: int, role: str) -> None:
        """The target of an assignment: the elements of a tensor that are chosen by an index."""
        container = self.visit(target.value)
        target.value = self.call(target.value, "container", place, 0, container)
        index = _Slices(self).visit(self.visit(target.slice))
        target.slice = self.call(target.slice, role, place, 0, index)

    def visit_For(self, node: ast.For | ast.AsyncFor) -> ast.stmt:
        names = [] if self.gives_numbers(node.iter) else self.switched_names(self.names_of(node, [node.target]))
        node.target = self.visit(node.target)
        node.iter = self.repeated(node.iter) if self.is_repeated() else self.visit(node.iter)
        node.body, node.orelse = [*names, *self.visit_loop(node.body)], self.visit_body(node.orelse)
        return node

    visit_AsyncFor = visit_For

    def gives_numbers(self, node: ast.expr) -> bool:
        """Whether what a loop goes through is a `range`, or a list of numbers that is written out."""
        if isinstance(node, (ast.List, ast.Tuple)):
            return not any(map(may_be_tensor, node.elts))
        function = node.func if isinstance(node, ast.Call) else None
        return isinstance(function, ast.Name) and function.id == "range" and not self.is_rebound("range")

    def is_rebound(self, name: str) -> bool:
        """Whether the program uses a name of its own for that of a built-in function."""
        return name in self.names.stored | self.names.imported.keys() | self.names.defined

    def visit_With(self, node: ast.With | ast.AsyncWith) -> ast.stmt:
        names = self.names_of(node, [item.optional_vars for item in node.items if item.optional_vars])
        self.generic_visit(node)
        node.body = [*names, *node.body]
        return node

    visit_AsyncWith = visit_With

    def visit_ExceptHandler(self, node: ast.ExceptHandler) -> ast.ExceptHandler:
        self.generic_visit(node)
        node.body = [self.statement(self.call(node.body[0], "caught", 0)), *node.body]
        return node

    def visit_match_case(self, node: ast.match_case) -> ast.match_case:
        if node.guard is not None:
            node.guard = self.visit(node.guard)
        node.body = self.visit_body(node.body)
        return node

    def visit_FunctionDef(self, node: Definition) -> ast.stmt:
        if self.leaves_functions or any(map(self.names.is_compiler, node.decorator_list)):
            self.left_alone.append(node.lineno)
            return node
        arguments = node.args
        arguments.defaults = [self.visit(default) for default in arguments.defaults]
        arguments.kw_defaults = [default and self.visit(default) for default in arguments.kw_defaults]
        self.scopes.append("function")
        loops, self.loops = self.loops, 0
        first = 1 if ast.get_docstring(node, clean=False) is not None else 0
        named = [*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs]
        names = self.names_of(node, named, at=node.body[first] if node.body[first:] else None)
        node.body = [*node.body[:first], *self.switched_names(names), *self.visit_body(node.body[first:])]
        self.scopes.pop()
        self.loops = loops
        return node

    visit_AsyncFunctionDef = visit_FunctionDef

    def visit_ClassDef(self, node: ast.ClassDef) -> ast.stmt:
        self.scopes.append("class")
        first = 1 if ast.get_docstring(node, clean=False) is not None else 0
        # Without it, the namespace of the class is asked for the functions: a metaclass can give one that prints.
        is_global = ast.copy_location(ast.Global([NAME]), node)
        node.body = [*node.body[:first], is_global, *self.visit_body(node.body[first:])]
        self.scopes.pop()
        return node

    def visit_body(self, body: list[ast.stmt]) -> list[ast.stmt]:
        visited: list[ast.stmt] = []
        for statement in body:
            result = self.visit(statement)
            visited += result if isinstance(result, list) else [result]
        return visited


class _Inner(ast.NodeVisitor):
    """Transforms the bodies of lambdas and the elements of comprehensions in a statement, before it is there twice."""

    def __init__(self, transformer: _Transformer) -> None:
        self.transformer = transformer

    def visit_Lambda(self, node: ast.Lambda) -> None:
        self.visit(node.args)
        self.transformer.body_of(node)

    def visit_comprehension_of(self, node: Comprehension) -> None:
        self.visit(node.generators[0].iter)
        self.transformer.elements_of(node)

    visit_ListComp = visit_SetComp = visit_GeneratorExp = visit_DictComp = visit_comprehension_of

    def visit_Switched(self, node: Switched) -> None:
        pass


class _Slices(ast.NodeTransformer):
    """Writes the slices of an index as calls, because a slice cannot be an argument."""

    def __init__(self, transformer: _Transformer) -> None:
        self.transformer = transformer

    def visit(self, node: ast.AST) -> ast.expr:
        if isinstance(node, ast.Tuple):
            node.elts = [self.visit(element) for element in node.elts]
        if isinstance(node, ast.Slice):
            nothing = ast.copy_location(ast.Constant(None), node)
            bounds = [bound or nothing for bound in (node.lower, node.upper, node.step)]
            return self.transformer.call(node, "slice", 0, 0, *bounds)
        assert isinstance(node, ast.expr)
        return node


def may_be_tensor(node: ast.expr) -> bool:
    """Whether an expression can be a tensor, or a list of some."""
    if isinstance(node, (ast.UnaryOp, ast.Starred)):
        return may_be_tensor(node.operand if isinstance(node, ast.UnaryOp) else node.value)
    if isinstance(node, ast.BinOp):
        return may_be_tensor(node.left) or may_be_tensor(node.right)
    return not isinstance(node, _NO_TENSOR)


def _warns(node: ast.AST) -> bool:
    """Whether Python can warn of something in a node while it compiles. It would do so twice."""
    return any(
        (
            isinstance(part, ast.Compare)
            and any(isinstance(op, (ast.Is, ast.IsNot)) for op in part.ops)
            and _has_literal(part)
        )
        or (isinstance(part, ast.Assert) and isinstance(part.test, ast.Tuple))
        or (isinstance(part, ast.Call) and isinstance(part.func, _LITERAL))
        or (isinstance(part, ast.Subscript) and isinstance(part.value, _LITERAL))
        for part in ast.walk(node)
    )


def _has_literal(node: ast.Compare) -> bool:
    names = (None, True, False, ...)
    parts = (node.left, *node.comparators)
    return any(isinstance(part, _LITERAL) and getattr(part, "value", 0) not in names for part in parts)


def _first(node: Any) -> Any:
    """The part of a node that is evaluated first: a debugger sees its line first."""
    while not isinstance(node, (ast.Constant, ast.Lambda, Comprehension)):
        parts = (part for name in _FIRST if (part := getattr(node, name, None)))
        first = next(parts, None)
        first = first[0] if isinstance(first, list) else first
        if not isinstance(first, ast.AST):
            break
        node = first
    return node


def _full_name(node: ast.expr, imported: dict[str, str]) -> str | None:
    """The full name of what is imported, or of an attribute of it."""
    if isinstance(node, ast.Attribute):
        value = _full_name(node.value, imported)
        return value and f"{value}.{node.attr}"
    return imported.get(node.id) if isinstance(node, ast.Name) else None


def _arguments(node: ast.Call) -> list[ast.expr]:
    return [*node.args, *(keyword.value for keyword in node.keywords if keyword.arg is not None)]


def _elements(node: ast.expr) -> Iterator[ast.expr]:
    """The elements of a list that is written out, or the expression itself."""
    if isinstance(node, ast.Starred):
        yield from _elements(node.value)
    elif isinstance(node, (ast.List, ast.Tuple)):
        for element in node.elts:
            yield from _elements(element)
    else:
        yield node


def _is_super(function: ast.expr) -> bool:
    """Whether a function is `super`, or what is called on what `super` gives."""
    if isinstance(function, ast.Attribute) and isinstance(function.value, ast.Call):
        return _is_super(function.value.func)
    return isinstance(function, ast.Name) and function.id == "super"


def _is_one_item(target: ast.Subscript) -> bool:
    """Whether the index of a target can be passed through a function."""
    is_starred = any(isinstance(part, ast.Starred) for part in ast.walk(target.slice))
    return not is_starred and not isinstance(target.value, _LITERAL)


def _is_plain(target: ast.expr) -> bool:
    """Whether a target is a name, or an attribute of one."""
    return isinstance(target, ast.Name) or (isinstance(target, ast.Attribute) and _is_plain(target.value))


def _positions(node: ast.expr | ast.stmt) -> tuple[Position, ...]:
    """The positions that an instruction of a node can have."""
    end = (node.end_lineno or node.lineno, node.end_col_offset or 0)
    positions = [(node.lineno, end[0], node.col_offset, end[1])]
    function = node.func if isinstance(node, ast.Call) else None
    # The call of a method that stands on another line than its object begins at its name.
    if isinstance(function, ast.Attribute) and function.end_lineno and function.end_col_offset:
        start = (function.end_lineno, function.end_col_offset - len(function.attr.encode()))
        positions.append((start[0], end[0], start[1], end[1]))
    # The target of an assignment stores.
    if isinstance(node, (ast.Assign, ast.AugAssign)):
        target = node.targets[0] if isinstance(node, ast.Assign) else node.target
        positions.append((target.lineno, target.end_lineno or 0, target.col_offset, target.end_col_offset or 0))
    return tuple(positions)
