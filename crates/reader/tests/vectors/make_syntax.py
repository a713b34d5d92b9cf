"""Makes syntax.jsonl.gz anew: Python programs and the syntax trees that CPython makes of them.

Run with CPython 3.12 or newer: python tests/vectors/make_syntax.py PROGRAMS.jsonl.gz | gzip -9n > tests/vectors/syntax.jsonl.gz
where each line of PROGRAMS.jsonl.gz is an object with a `text`. Written are those programs, the expressions of expressions.jsonl.gz
and the texts below, one JSON object a line: `text`, and `tree` (statements as `(Kind start:end …)`, with places in characters;
those within a statement count from its beginning; then the places of the comments), or no `tree` where CPython finds a
syntax error.
"""

import ast
import gzip
import io
import json
import struct
import sys
import tokenize
from pathlib import Path

# Every form of Python's grammar that is read, and the limits between them.
TEXTS = """
a + b * c - d / e // f % g @ h
-a ** -b ** +c
(-a) ** 2
not a == b and c or d and not e
a | b ^ c & d << e >> f
~a & ~b | c
a < b <= c != d
a in b not in c is d is not e
x if c else y if d else z
(a)
((a + b)) * (c)
(a, b)
(a,)
a,
a, b,
()
[]
[a, *b, c,]
{a, b}
{}
{a: b, **c, 'd': 1}
[x * 2 for x in range(3) if x if x > 1]
[(x, y) for x in a for y, in b]
{x: y for x, y in a}
{x for x in a}
(x for x in a)
f(x for x in a)
f(a, *b, c=1, **d)
f()
f(a, b=2,)
lambda: 0
lambda x, *y, z=1, **k: x + y
lambda a, /, b, *, c: a
lambda *a: lambda b=1: a
x.y.z(1)[2].w
x[:]
x[1:]
x[:2]
x[1:2:3]
x[::]
x[::-1]
x[a:b, ..., None, :]
x[a,]
x[(a, b)]
x[*a, b]
x[*a]
x[y := 1]
(y := 1)
f(y := 1)
...
None, True, False
0x1F + 0o17 + 0b101 + 1_000
9223372036854775807
9223372036854775808
1.5e3 + 1e-3 + .5 + 5. + 1_0.0_1 + 1e1_0
1j + 2.5J
'a' "b" '''c'''
'a\\'b' r'\\d' f'{x!r:>{w}}' 'é'
u'é' r'c' R"d"
b'x' Rb"y"
f"{x['a']}" 'b'
f'{x['a']}' f"{x["a"]:>{w["b"]}}"
f'{x['{']}' + f'{x["}"]}' + f'{'a''b'}'
f'{{'
f"{{{a}}}"
f'{{' + f'{a}}}'
print(f'{{', 'b', c)
""
'\\'abc' + "\\"\\"" + r'\\''
'{' + 'a' + "}" + '{"'
0x1 + 0b1 + 0o7 + 0x_f + 0b_1
In[0] = 1
x = 1
x = y = z
x, y = y, x
(x, y), [z, *w] = a
x[0], y.z = 1, 2
x: int = 3
x: int
x.y: 'Float[Tensor, "b 3"]' = f(1)
x += 1; x -= 1; x *= 2; x /= 2; x //= 2; x %= 2; x **= 2; x @= y; x &= y; x |= y; x ^= y; x <<= 1; x >>= 1
x[0] += y, z
import a
import a.b.c as d, e
from a import b
from a.b import (c as d, e,)
from a import *
from . import a
from ..b import c
pass
assert a
assert a, 'b'
del a
del a, b[0], (c, d)
del a,
return_ = 1
raise ValueError
raise ValueError('a') from b
raise
global a
x; y; z
x;
print(a, b, sep='')
""".strip("\n").split("\n") + [
    "for i in range(3):\n    x += i\nelse:\n    y",
    "for i, (j, k) in a, b: pass",
    "if a:\n    b\nelif c:\n    d\nelif e: f\nelse:\n    g\nh",
    "if a: b; c\nd",
    "if a:\n  if b:\n      c\n  d\ne",
    "def f(a, b: int = 1, *c, d, **e) -> int:\n    '''Doc.'''\n    return a + b, c\n\nx = f(1)\n",
    "def f(): return\n",
    "def f(a, /, *, b=2): pass",
    "with a: b",
    "with a as b, c as (d, e):\n    f\n",
    "with (a as b, c):\n    d",
    "with (a), b: c",
    "with (a, b) as c: d",
    "with torch.no_grad():\n    y = x @ w\nz",
    "class A(B):\n    x = 1\n    def f(self):\n        return self\ny = A()",
    "try:\n    a\nexcept E as e:\n    b\nelse:\n    c\nfinally:\n    d\ne",
    "while a:\n    if b: break\n    continue\nelse: c\nd",
    "@torch.no_grad()\n@other\ndef f(x):\n    return x\nf(1)",
    "class A: pass\nclass B(): x: int = 1\nclass C(a.B, *c, metaclass=d, **e):\n    'Doc.'\n",
    "@a\n@b.c(d)\nclass A(nn.Module):\n    @property\n    def f(self): return 1\n    # c\n    @staticmethod\n\n    def g(): pass\nx",
    "try: a\nfinally: b\n",
    "try:\n    a\nexcept (B, C):\n    raise\nexcept D as e: c\nexcept:\n    d\nelse: e\n",
    "while x := f(): pass\nwhile a: break\nelse: b",
    "for i in a:\n    if i: continue\n    try:\n        b\n    except E: break\n    finally:\n        c\n",
    "try:\n    a\nexcept* B as e:\n    b\nc",
    "async def f():\n    await g()\nx",
    "if a:\n    while b:\n        c\nelse:\n    d",
    "x = (a +\n     b)  # sum\ny = [\n    1,  # one\n    2,\n]\n",
    "x = a + \\\n    b\n",
    "# first\n\n  # second\nx = 1 # third\n#",
    "if a:\n    # only a comment\n    b\n  # less\nc",
    "x = '''a\nb''' # c\n",
    "if a:\n\tb\n\tc\nd",
    "if a:\n    b\n\n\n    c\n",
    "x = f(\n    a,\n    b,\n)\n",
    "轴 = 1; 轴 + é",
    "x = {\n  'a': 1,\n}",
    # A tab and spaces that lead to the same column, and to other ones.
    "if a:\n        \tb\n\t        c",
    "if a:\n  \tif b:\n\t   c\n  \td",
    # Much that stands one after the other is not deep.
    f"[{'lambda: 0, ' * 120}]",
    f"[{'a if b else c, ' * 120}]",
    "if a: b\n" * 120,
    "if a: b\nelif c: d\n" * 105,
]

# No Python, wherever the error is.
ERRORS = """
a +
a b
(a
a)
(a]
[a, b
f(a
f(a b)
x = = 1
5 = x
a + b = c
f(x) = 1
f(x) += 1
(a, b) += 1
x: int: int
if a
if a: for b in c: d
for x y in z: w
for 1 in x: y
for f(x) in y: z
def f: pass
def f(1): pass
import
from a import
from a import b c
lambda x y: 1
x.1
x[
x[]
x[1:2:3:4]
a if b
a else b
a not b
not
not = 1
a is
{a: b, c}
{a, b: c}
{a: }
[a for]
[a for b]
[for b in c]
(*a)
*
**a
a ** 
'abc
'''abc
"abc'
x = $y
x ? y
a! b
True = 1
None.x = = 2
with a as 1: b
with: a
del 1
del f(x)
return = 1
x = if
print x
a <> b
a := 1
f(a=)
f(**)
x = (yield
1_
1__0
01
0b12
0o8
0x
b'é'
b'a' 'b'
bu'a'
{*a: b}
{a := 1: b}
a[*b:]
a[b := 1:]
import *
import .a
from a import b.c
from a import (*)
from a import * as b
import a,
x ∬ y
a + not b
-not a
{a, b} = c
(a, 1) = c
for a, 1 in b: c
del a b
del {a}
x = 1 \\; + 2
lambda /: 0
lambda a, /, b, /: 0
lambda *a, /: 0
lambda *a, *b: 0
lambda *, a, *b: 0
lambda *, a, *, b: 0
lambda **a, b: 0
lambda **a, **b: 0
lambda **a, *b: 0
lambda a=1, b: 0
""".strip("\n").split("\n") + [
    "if a:\nb",
    "x = 'a\nb'",
    "x = 1 \\",
    "if a:\n    b\n  c",
    "x\ny\n    z",
    "for i in x:",
    "if a:\n    b\nelif:\n    c",
    "else:\n    b",
    "x = [1,\n     2\ny = 3",
    "try:\n    a\nb",
    "try:\n    a\nelse:\n    b",
    "try:\n    a\nexcept B as 1:\n    b",
    "class 1: pass",
    "class A(b: pass",
    "class A\n    b",
    "@a\nx = 1",
    "@a b\ndef f(): pass",
    "raise a from",
    "raise from a",
    "while: a",
    "break a",
    "except a: b",
]

KINDS = {
    "Add": "Add", "Sub": "Subtract", "Mult": "Multiply", "MatMult": "MatrixMultiply", "Div": "Divide", "FloorDiv": "FloorDivide",
    "Mod": "Remainder", "Pow": "Power", "LShift": "ShiftLeft", "RShift": "ShiftRight", "BitAnd": "BitAnd", "BitXor": "BitXor",
    "BitOr": "BitOr", "USub": "Minus", "UAdd": "Plus", "Invert": "Invert", "Not": "Not", "Eq": "Equal", "NotEq": "NotEqual",
    "Lt": "Less", "LtE": "LessOrEqual", "Gt": "Greater", "GtE": "GreaterOrEqual", "Is": "Is", "IsNot": "IsNot", "In": "In",
    "NotIn": "NotIn",
}


class Dump:
    """A tree as text."""

    def __init__(self, text):
        self.text = text
        self.lines = [line.encode() for line in text.split("\n")]
        self.base = 0
        self.starts = [0]
        for line in self.lines:
            self.starts.append(self.starts[-1] + len(line.decode()) + 1)

    def place(self, line, column):
        return self.starts[line - 1] + len(self.lines[line - 1][:column].decode())

    def span(self, node):
        return self.place(node.lineno, node.col_offset), self.place(node.end_lineno, node.end_col_offset)

    def written(self, start, end):
        return f"{start - self.base}:{end - self.base}"

    def module(self):
        body = " ".join(map(self.statement, ast.parse(self.text).body))
        tokens = tokenize.generate_tokens(io.StringIO(self.text).readline)
        comments = [
            f"{self.starts[token.start[0] - 1] + token.start[1]}:{self.starts[token.end[0] - 1] + token.end[1]}"
            for token in tokens if token.type == tokenize.COMMENT
        ]
        return f"{body} #{','.join(comments)}"

    def statement(self, node):
        start, end = self.span(node)
        if getattr(node, "decorator_list", None):
            start = self.place(node.decorator_list[0].lineno, node.decorator_list[0].col_offset) - 1
        span, outer = self.written(start, end), self.base
        self.base = start
        parts = self.statement_parts(node, span)
        self.base = outer
        return f"({' '.join(filter(None, parts))})"

    def statement_parts(self, node, span):
        block = lambda body: f"{{{' '.join(map(self.statement, body))}}}"
        alias = lambda alias: f"{alias.name}>{alias.asname or ''}"
        one = self.expression
        kind = type(node).__name__
        if kind == "Expr":
            return ["Expression", span, one(node.value)]
        if kind == "Assign":
            return [kind, span, *map(one, node.targets), one(node.value)]
        if kind == "AnnAssign":
            return ["Annotated", span, one(node.target), one(node.annotation), one(node.value)]
        if kind == "AugAssign":
            return ["Augmented", span, one(node.target), KINDS[type(node.op).__name__], one(node.value)]
        if kind == "Import":
            return [kind, span, *map(alias, node.names)]
        if kind == "ImportFrom":
            return [kind, span, "." * node.level + (node.module or ""), *map(alias, node.names)]
        if kind == "For":
            return [kind, span, one(node.target), one(node.iter), block(node.body), block(node.orelse)]
        if kind == "If":
            return [kind, span, one(node.test), block(node.body), block(node.orelse)]
        if kind == "FunctionDef":
            decorators = [f"@{one(decorator)}" for decorator in node.decorator_list]
            return ["Def", span, node.name, self.parameters(node.args), one(node.returns), block(node.body), *decorators]
        if kind == "ClassDef" and not getattr(node, "type_params", None):
            decorators = [f"@{one(decorator)}" for decorator in node.decorator_list]
            return ["Class", span, node.name, *self.arguments(node.bases, node.keywords), block(node.body), *decorators]
        if kind == "While":
            return [kind, span, one(node.test), block(node.body), block(node.orelse)]
        if kind == "Try":
            handlers = [f"<{one(handler.type)}>{handler.name or ''} {block(handler.body)}>" for handler in node.handlers]
            return [kind, span, block(node.body), *handlers, block(node.orelse), block(node.finalbody)]
        if kind == "Raise":
            return [kind, span, one(node.exc), one(node.cause)]
        if kind in ("Break", "Continue"):
            return [kind, span]
        if kind == "Return":
            return [kind, span, one(node.value)]
        if kind == "With":
            items = [f"{one(item.context_expr)}>{one(item.optional_vars)}" for item in node.items]
            return [kind, span, *items, block(node.body)]
        if kind == "Assert":
            return [kind, span, one(node.test), one(node.msg)]
        if kind == "Delete":
            return [kind, span, *map(one, node.targets)]
        if kind == "Pass":
            return [kind, span]
        return ["Unsupported", span]

    def arguments(self, positional, keywords):
        # Keywords and positional arguments in the order in which they are written.
        arguments = sorted([*positional, *keywords], key=lambda argument: (argument.lineno, argument.col_offset))
        written = lambda a: f"{a.arg or '**'}={self.expression(a.value)}" if isinstance(a, ast.keyword) else self.expression(a)
        return map(written, arguments)

    def parameters(self, arguments):
        plain = arguments.posonlyargs + arguments.args
        defaults = [None] * (len(plain) - len(arguments.defaults)) + arguments.defaults
        one = lambda mark, arg, default: mark + arg.arg + ":" + self.expression(arg.annotation) + "=" + self.expression(default)
        parts = [one("", arg, default) for arg, default in zip(plain, defaults)]
        if arguments.posonlyargs:
            parts.insert(len(arguments.posonlyargs), "/")
        if arguments.vararg:
            parts.append(one("*", arguments.vararg, None))
        elif arguments.kwonlyargs:
            parts.append("*")
        parts += [one("", arg, default) for arg, default in zip(arguments.kwonlyargs, arguments.kw_defaults)]
        if arguments.kwarg:
            parts.append(one("**", arguments.kwarg, None))
        return f"<{' '.join(parts)}>"

    def expression(self, node):
        if node is None:
            return ""
        kind, *parts = self.parts(node)
        return f"({' '.join([kind, self.written(*self.span(node)), *parts])})"

    def parts(self, node):
        one, many = self.expression, lambda nodes: map(self.expression, nodes)
        kind = type(node).__name__
        if kind == "Name":
            return [kind, node.id]
        if kind == "Constant":
            return self.constant(node)
        if kind == "JoinedStr":
            return ["OpaqueText"]
        if kind in ("Tuple", "List", "Set"):
            return [kind, *many(node.elts)]
        if kind == "Dict":
            return [kind, *(f"{one(key)}:{one(value)}" for key, value in zip(node.keys, node.values))]
        if kind in ("ListComp", "SetComp", "GeneratorExp", "DictComp"):
            elements = [node.key, node.value] if kind == "DictComp" else [node.elt]
            clauses = [f"<{' '.join([one(c.target), one(c.iter), *many(c.ifs)])}>" for c in node.generators]
            return ["Comprehension", *many(elements), *clauses]
        if kind == "Lambda":
            return [kind, self.parameters(node.args), one(node.body)]
        if kind == "UnaryOp":
            return [KINDS[type(node.op).__name__], one(node.operand)]
        if kind == "BinOp":
            return [KINDS[type(node.op).__name__], one(node.left), one(node.right)]
        if kind == "Compare":
            rest = [f"{KINDS[type(op).__name__]} {one(value)}" for op, value in zip(node.ops, node.comparators)]
            return [kind, one(node.left), *rest]
        if kind == "BoolOp":
            return [type(node.op).__name__, *many(node.values)]
        if kind == "IfExp":
            return ["Conditional", one(node.body), one(node.test), one(node.orelse)]
        if kind == "NamedExpr":
            return ["Named", one(node.target), one(node.value)]
        if kind == "Attribute":
            return [kind, one(node.value), node.attr]
        if kind == "Call":
            return [kind, one(node.func), *self.arguments(node.args, node.keywords)]
        if kind == "Subscript":
            return [kind, one(node.value), one(node.slice)]
        if kind == "Slice":
            return [kind, ":".join([one(node.lower), one(node.upper), one(node.step)])]
        if kind == "Starred":
            return [kind, one(node.value)]
        raise ValueError(kind)

    def constant(self, node):
        value = node.value
        if value is None or value is Ellipsis:
            return ["None" if value is None else "Ellipsis"]
        if isinstance(value, bool):
            return ["Bool", str(value)]
        if isinstance(value, int):
            return ["Integer", str(value) if value < 2**63 else "large"]
        if isinstance(value, float):
            return ["Float", struct.pack(">d", value).hex()]
        if isinstance(value, complex):
            return ["Imaginary"]
        if isinstance(value, bytes):
            return ["OpaqueText"]
        # Escape sequences stay as they are written.
        start, end = self.span(node)
        return ["Text", "escaped" if "\\" in self.text[start:end] else json.dumps(value, ensure_ascii=False)]


def record(text):
    case = {"text": text}
    try:
        case["tree"] = Dump(text).module()
    except SyntaxError:
        pass
    return case


def main():
    here = Path(__file__).parent
    read = lambda path: [json.loads(line)["text"] for line in gzip.open(path, "rt", encoding="utf-8")]
    programs, expressions = read(sys.argv[1]), read(here / "expressions.jsonl.gz")
    for text in dict.fromkeys([*TEXTS, *expressions, *programs]):
        case = record(text)
        assert "tree" in case, text
        print(json.dumps(case, ensure_ascii=False))
    for text in ERRORS:
        case = record(text)
        assert "tree" not in case, text
        print(json.dumps(case, ensure_ascii=False))


if __name__ == "__main__":
    main()
