"""Compares the marks of the programs in this folder with what NumPy, PyTorch and CPython do.

    pip install numpy==2.4.6 torch==2.15.0
    python crates/reader/tests/programs/check.py [PART OF A PATH]

README.md says what a mark is. Of the folder `unknown-lines` nothing is compared, since its programs do not run. Of a program
with lines that are not read, only what is marked is compared. Each program runs several times: what random values decide need not
be marked.
"""

import ast
import pathlib
import re
import sys
import traceback
import warnings

import numpy as np
import torch
from torch import nn
from torch.nn import functional as F

FOLDER = pathlib.Path(__file__).parent
FILE = "<program>"
# How often each program runs, each time with other random values.
RUNS = 8
# The mark of what is not Python.
SYNTAX = "error: (Syntax|Indentation|Tab)Error"


def programs(text):
    """The programs of a document: the number of the line before each, and its lines with their marks."""
    lines, found = None, []
    for number, line in enumerate(text.splitlines(), 1):
        if line.startswith("```"):
            lines = None
            if line == "```python":
                lines = []
                found.append((number, lines))
        elif lines is not None:
            code, *marks = line.split("#>")
            marks = [mark.strip() for mark in marks]
            if marks and not code.strip() and lines:
                lines[-1][1].extend(marks)
            else:
                lines.append((code.rstrip(), marks))
    return found


class Noting(ast.NodeTransformer):
    """Notes what a statement binds to names, or shows."""

    def noted(self, node, names):
        pairs = ", ".join(f"{name!r}: {name}" for name in names)
        note = ast.parse(f"__note__({node.lineno}, {{{pairs}}})").body[0]
        for part in ast.walk(note):
            if hasattr(part, "lineno"):
                part.lineno = part.end_lineno = node.lineno
        return [node, note]

    def visit_Assign(self, node):
        return self.noted(node, dict.fromkeys(n.id for t in node.targets for n in ast.walk(t) if is_bound(n)))

    def visit_AugAssign(self, node):
        return self.noted(node, [n.id for n in [node.target] if is_bound(n)])

    def visit_AnnAssign(self, node):
        return self.noted(node, [n.id for n in [node.target] if is_bound(n) and node.value])

    def visit_Expr(self, node):
        keyword = ast.keyword("shown", node.value)
        call = ast.Call(ast.Name("__note__", ast.Load()), [ast.Constant(node.lineno)], [keyword])
        return ast.fix_missing_locations(ast.copy_location(ast.Expr(ast.copy_location(call, node)), node))

    def visit_For(self, node):
        self.generic_visit(node)
        bound = [n.id for n in ast.walk(node.target) if is_bound(n)]
        first = ast.copy_location(ast.Pass(), node)
        node.body = self.noted(first, bound)[1:] + node.body
        return node


def is_bound(node):
    return isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)


def described(value, is_typed):
    """The shape of a tensor; `None` of another value."""
    if not isinstance(value, (np.ndarray, np.generic, torch.Tensor)):
        return None
    return str(tuple(value.shape)) + (f" {str(value.dtype).removeprefix('torch.')}" if is_typed else "")


def message_of(kind, message):
    return f"{kind}: {str(message).rstrip()}".replace("\n", "\\n")


def line_of(frames):
    """The innermost line of the program among the frames."""
    return [frame.lineno for frame in frames if frame.filename == FILE]


def run(code, is_typed, seed):
    """What each line does: shapes by line and name, and other marks by line."""
    shapes, others, said = {}, {}, []

    def note(line, named=None, **shown):
        for name, value in {**(named or {}), **{None: v for v in shown.values()}}.items():
            text = described(value, is_typed)
            if text is not None:
                shapes.setdefault(line, {})[name] = text

    def warned(message, category, *_, **__):
        said.append((line_of(traceback.extract_stack())[-1], f"warning: {message_of(category.__name__, message)}"))

    names = {"np": np, "torch": torch, "nn": nn, "F": F, "__note__": note, "__name__": "__main__"}
    np.random.seed(seed)
    torch.manual_seed(seed)
    warnings.resetwarnings()
    warnings.simplefilter("always")
    warnings.showwarning = warned
    torch.set_warn_always(True)
    try:
        tree = ast.parse(code)
        compile(code, FILE, "exec")
        exec(compile(ast.fix_missing_locations(Noting().visit(tree)), FILE, "exec"), names)
    except SyntaxError as error:
        said.append((error.lineno, f"error: {message_of(type(error).__name__, error.msg)}"))
    except Exception as error:
        lines = line_of(traceback.extract_tb(error.__traceback__))
        said.append((lines[-1], f"error: {message_of(type(error).__name__, error)}"))
        if lines[0] != lines[-1]:
            said.append((lines[0], f"error in line {lines[-1]}"))
    for line, text in said:
        others.setdefault(line, []).append(text)
    return shapes, others


def marks_of(shapes, others, line):
    """The marks of a line, as the reader writes them."""
    of_line = shapes.get(line, {})
    named = [f"{name} {text}" if name and len(of_line) > 1 else text for name, text in of_line.items()]
    return named + others.get(line, [])


def differences(path):
    for before, lines in programs(path.read_text()):
        code = "\n".join(line for line, _ in lines)
        runs = [run(code, path.parent.name == "types", seed) for seed in range(RUNS)]
        all_marks = [mark for _, marks in lines for mark in marks]
        is_partial = any(mark.startswith(("not read", "perhaps", "handled")) for mark in all_marks)
        is_syntax = any(re.match(SYNTAX, mark) for mark in all_marks)
        for number, (text, marks) in enumerate(lines, 1):
            real = [set(marks_of(*one, number)) for one in runs]
            # What is not Python does not run; what is said of its other lines is as if that line were right.
            told = {mark for mark in marks if re.match(SYNTAX if is_syntax else r"[\w ]*\(|error|warning", mark)}
            missing = set() if is_partial else set.intersection(*real) - told
            if missing or not told <= set.union(*real):
                yield f"{path.relative_to(FOLDER)}:{before + number}: {text}\n  marks: {told}\n  real:  {real[0]}"


def main():
    part = sys.argv[1] if len(sys.argv) > 1 else ""
    documents = [path for path in sorted(FOLDER.glob("*/*.md")) if part in str(path)]
    documents = [path for path in documents if path.parent.name != "unknown-lines"]
    found = [difference for path in documents for difference in differences(path)]
    print("\n".join(found + [f"{len(documents)} documents, {len(found)} differences"]))
    sys.exit(bool(found))


if __name__ == "__main__":
    main()
