"""Records what NumPy and PyTorch do at the line that matters of programs as people paste them.

    pip install numpy==2.4.6 torch==2.15.0
    python crates/reader/tests/vectors/make_pasted_programs.py | gzip -9n > crates/reader/tests/vectors/pasted_programs.jsonl.gz

`pasted_programs.txt` holds the programs. `#### id library` begins each; lines that begin with `@` follow:

    @line TEXT     the line that matters: the first line that is this text, or the last that holds it
    @name NAME     the name that it binds, whose shape is recorded; without it the line raises an exception
    @op NAME       in place of @name: the operation at the line
    @silent        the shape comes from a broadcasting mistake
    @if            the answer may be given with a condition
    @cut N         the last N lines are a statement that is not finished
    @setup CODE    what the libraries and files give that are not there
    @after CODE    calls what the program only defines

Each line of the output has `id`, `library`, `code`, `line` (counted from 1) and `expect`: `{"error": {"type", "message"}}`,
`{"shape", "name"}` or `{"operation": {"name", "operands", "result"}}`, and `"if": true`. Where CPython rejects the text as it
is, `syntax` is its SyntaxError; magics and prompts are taken away before.

A library that is not installed is replaced by an object that takes any call. Each program runs twice, with other random values.
"""

import ast
import importlib
import importlib.abc
import importlib.machinery
import json
import pathlib
import re
import sys
import types
from unittest.mock import MagicMock

import make_programs as programs
import numpy as np
import torch

SCRIPT = __file__
# Installed with PyTorch, and no part of what is recorded.
NOT_USED = {"torch.utils.tensorboard", "networkx", "sympy", "yaml", "PIL", "requests", "click", "rich"}
ALIASES = {
    "pd": "pandas", "cv2": "cv2", "yf": "yfinance", "gensim": "gensim.downloader", "soundfile": "soundfile", "requests": "requests",
    "transformers": "transformers", "joblib": "joblib", "sklearn_datasets": "sklearn.datasets", "sklearn_split": "sklearn.model_selection",
    "sklearn_metrics": "sklearn.metrics", "scipy_wavfile": "scipy.io.wavfile", "torchvision_datasets": "torchvision.datasets",
    "torchvision_io": "torchvision.io", "torch_geometric_datasets": "torch_geometric.datasets",
}


class Series(np.ndarray):
    """A column of a table."""

    def to_numpy(self):
        return np.asarray(self)

    values = property(to_numpy)

    def fillna(self, _):
        return self

    def median(self):
        return float(np.median(self))


class Frame:
    """A table of random numbers."""

    def __init__(self, rows, columns):
        self.columns = columns.split() if isinstance(columns, str) else columns
        self.data = {column: np.random.random(rows).view(Series) for column in self.columns}
        self.rows = rows

    def __getitem__(self, key):
        return self.data[key] if isinstance(key, str) else Frame(self.rows, key)

    def __setitem__(self, key, value):
        self.data[key] = value

    def __getattr__(self, name):
        return MagicMock()

    def to_numpy(self):
        return np.stack([np.asarray(self.data[column]) for column in self.columns], 1)

    values = property(to_numpy)


class Library(types.ModuleType):
    """A library that is not there: each name of it takes any call."""

    __path__ = []

    def __getattr__(self, name):
        if name.startswith("__"):
            raise AttributeError(name)
        full = f"{self.__name__}.{name}"
        value = importlib.import_module(full) if full in ("scipy.stats", "d2l.torch") else MagicMock(name=name)
        setattr(self, name, value)
        return value


class Libraries(importlib.abc.MetaPathFinder, importlib.abc.Loader):
    """Finds every library that is not there."""

    def find_spec(self, name, path=None, target=None):
        frame = sys._getframe(1)
        while "importlib" in frame.f_code.co_filename or frame.f_code.co_name == "find_spec":
            frame = frame.f_back
        # What PyTorch looks for and does not find stays away.
        is_asked = frame.f_code.co_filename in ("<program>", "<string>", SCRIPT)
        return importlib.machinery.ModuleSpec(name, self, is_package=True) if is_asked else None

    def create_module(self, spec):
        return prepared(spec.name, Library(spec.name))

    def exec_module(self, module):
        pass


def prepared(name, library):
    """What programs use of a library in a way that no object without meaning stands."""
    if name == "matplotlib.pyplot":
        library.rcParams = {}
        library.subplots = lambda rows=1, columns=1, **_: (
            MagicMock(),
            MagicMock() if rows * columns == 1 else np.array([MagicMock() for _ in range(rows * columns)]),
        )
    if name in ("tqdm", "tqdm.auto"):
        library.tqdm = Progress
    if name == "scipy.stats":
        library.shapiro = lambda _: (0.9, 0.01)
    if name == "gymnasium":
        library.make = lambda _: MagicMock(reset=lambda seed: (np.zeros(4), {}))
    if name == "open_clip":
        library.create_model_and_transforms = lambda *_, **__: (MagicMock(), None, MagicMock())
    if name == "numba":
        library.njit = lambda **_: lambda function: function
        library.prange = range
    if name in ("beartype", "flask", "pkg.registry", "click"):
        decorator = lambda *_, **__: lambda function: function
        library.beartype = lambda function: function
        library.register = library.argument = library.command = decorator
    if name == "hydra":
        library.main = lambda **_: lambda function: lambda: None
    if name == "d2l.torch":
        library.synthetic_data = lambda w, b, n: (torch.rand(n, len(w)), torch.rand(n, 1))
        library.Timer = lambda: MagicMock(stop=lambda: 0.5)
    return library


class Progress:
    """What `tqdm` gives: the items."""

    def __init__(self, items):
        self.items = items

    def __iter__(self):
        return iter(self.items)

    def set_postfix(self, **_):
        pass


def parsed():
    """The programs of the text file, with their directives."""
    for part in ("\n" + pathlib.Path(SCRIPT).with_name("pasted_programs.txt").read_text()).split("\n#### ")[1:]:
        head, _, rest = part.partition("\n")
        lines = rest.split("\n")
        at = next(at for at, line in enumerate(lines) if not line.startswith("@"))
        directives = {}
        for line in lines[:at]:
            key, _, value = line[1:].partition(" ")
            directives.setdefault(key, []).append(value)
        name, library = head.split()
        code = "\n".join(lines[at:])
        yield name, library, code if "cut" in directives else code.rstrip("\n") + "\n", directives


def python(code, cut):
    """The text without what is no Python, with the same lines."""
    lines = code.rstrip("\n").split("\n")
    lines = lines[: len(lines) - cut]
    prompts = any(line.startswith(">>>") for line in lines)
    cells = any(re.match(r"In \[\d+\]:", line) for line in lines)
    made = []
    for line in lines:
        if prompts or cells:
            match = re.match(r"(?:>>>|\.\.\.|In \[\d+\]:|   \.\.\.:) ?(.*)", line)
            line = match.group(1) if match else ""
        if re.match(r"\s*[%!]", line) or line.endswith("?"):
            line = ""
        made.append(line)
    return "\n".join(made) + "\n"


def run(code, library, directives, line, seed):
    """The exception, the shape of the name and the operations at a line."""
    for module in [name for name in sys.modules if isinstance(sys.modules[name], Library)]:
        del sys.modules[module]
    kept = np.load, np.loadtxt, torch.load
    np.random.seed(seed)
    torch.manual_seed(seed)
    setup = {
        "np": np, "torch": torch, "Frame": Frame, "namespace": types.SimpleNamespace, "MagicMock": MagicMock, "rng": np.random.default_rng(seed)
    }
    shapes = []
    name = directives.get("name", [None])[0]

    def note(value):
        shapes.append(list(np.shape(value)) if not isinstance(value, torch.Tensor) else list(value.shape))

    class Note(ast.NodeTransformer):
        """Notes the shape after the line."""

        def generic_visit(self, node):
            super().generic_visit(node)
            for field in ("body", "orelse", "finalbody"):
                body = getattr(node, field, None)
                for at in range(len(body) - 1, -1, -1) if isinstance(body, list) else ():
                    if body[at].lineno == line and name:
                        assert isinstance(body[at], (ast.Assign, ast.AugAssign)), ast.unparse(body[at])
                        body.insert(at + 1, ast.copy_location(ast.parse(f"_note_({name})").body[0], body[at]))
            return node

    recorder = programs.Recorder()
    error = None
    try:
        for command in directives.get("setup", []):
            for alias, module in ALIASES.items():
                if re.search(rf"\b{alias}\b", command):
                    setup[alias] = __import__(module, fromlist=["_"])
            exec(command, setup)
        tree = ast.fix_missing_locations(programs.Instrument().visit(Note().visit(ast.parse(code))))
        variables = {"__name__": "__main__", "__package__": "pkg", "_recorder_": recorder, "_note_": note}
        variables["_binary_"] = {key.__name__: entry for key, entry in programs.BINARY.items()}
        variables["_compare_"] = {key.__name__: entry for key, entry in programs.COMPARE.items()}
        sys.argv = ["program.py"]
        __import__("pkg")
        exec(compile(tree, "<program>", "exec"), variables)
        for command in directives.get("after", []):
            exec(command, variables)
    except (Exception, SystemExit) as exception:  # noqa: BLE001
        trace, lines = exception.__traceback__, []
        while trace:
            if trace.tb_frame.f_code.co_filename == "<program>":
                lines.append(trace.tb_lineno)
            trace = trace.tb_next
        message = (str(exception).splitlines() or [""])[0].rstrip()
        error = {"line": lines[-1] if lines else 0, "type": type(exception).__name__, "message": message}
    finally:
        np.load, np.loadtxt, torch.load = kept
    operations = [o for o in recorder.operations if o["line"] == line]
    return error, shapes, operations


def record(name, library, code, directives):
    """A program with its answer."""
    text = directives["line"][0]
    typed = [line.strip() for line in code.split("\n")]
    line = typed.index(text) + 1 if text in typed else max(at for at, one in enumerate(typed, 1) if text in one)
    plain = python(code, int(directives.get("cut", ["0"])[0]))
    runs = [run(plain, library, directives, line, seed) for seed in (1, 2)]
    assert runs[0] == runs[1], (name, runs)
    error, shapes, operations = runs[0]
    if "name" in directives:
        assert shapes and all(shape == shapes[0] for shape in shapes), (name, error, shapes)
        expect = {"shape": shapes[0], "name": directives["name"][0]}
    elif "op" in directives:
        assert operations, (name, error)
        expect = {"operation": {k: v for k, v in operations[0].items() if k != "line"}}
        assert expect["operation"]["name"] == directives["op"][0], (name, operations)
    else:
        assert error and error["line"] == line, (name, line, error)
        expect = {"error": {"type": error["type"], "message": error["message"]}}
    if error and "error" not in expect:
        print(f"{name}: {error}", file=sys.stderr)
    made = {"id": name, "library": library, "code": code, "line": line, "expect": expect}
    if "if" in directives:
        expect["if"] = True
    if "silent" in directives:
        made["silent"] = True
    if "cut" in directives:
        try:
            compile(code, "<program>", "exec")
        except SyntaxError as exception:
            made["syntax"] = {"line": exception.lineno, "message": exception.msg}
    return made


def main():
    for name in NOT_USED:
        for loaded in [module for module in sys.modules if module.split(".")[0] == name]:
            del sys.modules[loaded]

    class First(Libraries):
        def find_spec(self, name, path=None, target=None):
            return super().find_spec(name) if {name, name.split(".")[0]} & NOT_USED else None

    output = programs.prepared()
    sys.meta_path.insert(0, First())
    sys.meta_path.append(Libraries())
    for parts in parsed():
        try:
            print(json.dumps(record(*parts), ensure_ascii=False), file=output)
        except Exception as exception:  # noqa: BLE001
            print(f"{parts[0]}: {type(exception).__name__} {exception}"[:600], file=sys.stderr)


if __name__ == "__main__":
    main()
